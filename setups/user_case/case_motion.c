/* case_motion.c - bodies that move their cells: how, how far, and which cells they have at a step.
 * A body is moved from where the file has it: turned about a point, and displaced.  Its cells are
 * made anew each n-th step, n so that no point goes further than 0.2 cells, and are those of the
 * middle of the n steps.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/csv_read.h"
#include "user_case/case_state.h"

enum {
    TIME,
    SHIFT,
    ANGLE = SHIFT + 3,
    COLUMNS = ANGLE + 3
}; /* of a table: steps, cells, radians */
static const double most_cells = 0.2, most_mach = 0.3;
static const uint64_t most_every = 1000;

/* --- vectors ---------------------------------------------------------------------------------- */

static double length_of(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static void cross(const double a[3], const double b[3], double out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

/* The rotation about a vector, by its length (Rodrigues). */
static void rotation_of(const double v[3], double out[9])
{
    const double angle = length_of(v), s = sin(angle), c = cos(angle);
    double n[3] = {0.0, 0.0, 1.0};
    for (int k = 0; k < 3 && angle > 0.0; k++)
        n[k] = v[k] / angle;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            out[3 * i + k] = (1.0 - c) * n[i] * n[k] + (i == k ? c : 0.0);
    for (int i = 0; i < 3; i++) {
        const int next = (i + 1) % 3, last = (i + 2) % 3;
        out[3 * next + i] += s * n[last];
        out[3 * i + next] -= s * n[last];
    }
}

/* --- where it is ------------------------------------------------------------------------------ */

/* Straight lines between the rows; beyond them the first or last one. */
static void row_at(const struct lb_own_motion *m, double time, double out[COLUMNS])
{
    size_t n = 0;
    memset(out, 0, COLUMNS * sizeof *out);
    if (m->rows == 0) return;
    while (n + 1 < m->rows && m->table[(n + 1) * COLUMNS + TIME] <= time)
        n++;
    const double *a = m->table + n * COLUMNS, *b = n + 1 < m->rows ? a + COLUMNS : a;
    const double share = b > a ? fmax(0.0, (time - a[TIME]) / (b[TIME] - a[TIME])) : 0.0;
    for (int k = SHIFT; k < COLUMNS; k++)
        out[k] = a[k] + share * (b[k] - a[k]);
}

static void rotation_at(const struct lb_own_motion *m, double time, double out[9])
{
    double row[COLUMNS], angle[3];
    row_at(m, time, row);
    for (int k = 0; k < 3; k++)
        angle[k] = row[ANGLE + k] + m->turn[k] * time;
    rotation_of(angle, out);
}

/* Of a table, the rate that takes it from half a step before to half a step behind. */
static void rates_at(const struct lb_own_motion *m, double time, double u[3], double turn[3])
{
    double before[COLUMNS], behind[COLUMNS], a[9], b[9], r[9] = {0.0};
    row_at(m, time - 0.5, before);
    row_at(m, time + 0.5, behind);
    rotation_at(m, time - 0.5, a);
    rotation_at(m, time + 0.5, b);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            for (int n = 0; n < 3; n++)
                r[3 * i + k] += b[3 * i + n] * a[3 * k + n];
    for (int k = 0; k < 3; k++) {
        const int next = (k + 1) % 3, last = (k + 2) % 3;
        u[k] = behind[SHIFT + k] - before[SHIFT + k];
        turn[k] = m->rows > 0 ? 0.5 * (r[3 * last + next] - r[3 * next + last]) : m->turn[k];
    }
}

/* The time that cells of the steps from `step` on are of. */
static double middle(const struct own_case *s, uint64_t step)
{
    return (double)step + 0.5 * (double)s->motion.every;
}

void lb_own_motion_at(const struct own_case *s, const struct lb_own_body *b, uint64_t step,
                      double shift[3], double u[3], double turn[3])
{
    double row[COLUMNS];
    if (!b->motion.moves) {
        memset(shift, 0, 3 * sizeof *shift);
        memcpy(u, b->u, sizeof b->u);
        memcpy(turn, b->spin, sizeof b->spin);
        return;
    }
    const double time = middle(s, lb_motion_since(&s->motion, step));
    row_at(&b->motion, time, row);
    memcpy(shift, row + SHIFT, 3 * sizeof *shift);
    rates_at(&b->motion, time, u, turn);
}

void lb_own_centre_speed(const struct own_case *s, const struct lb_own_body *b, uint64_t step,
                         double out[3])
{
    const double time = middle(s, lb_motion_since(&s->motion, step));
    double rotation[9], turn[3], arm[3] = {0.0}, across[3];
    rotation_at(&b->motion, time, rotation);
    rates_at(&b->motion, time, out, turn);
    for (int k = 0; k < 3; k++)
        for (int n = 0; n < 3; n++)
            arm[k] += rotation[3 * k + n] * (b->centre[n] - b->motion.about[n]);
    cross(turn, arm, across);
    for (int k = 0; k < 3; k++)
        out[k] += across[k];
}

/* --- its cells -------------------------------------------------------------------------------- */

static struct lb_own_pose pose_at(const struct lb_own_body *b, double time)
{
    struct lb_own_pose p;
    double row[COLUMNS];
    row_at(&b->motion, time, row);
    rotation_at(&b->motion, time, p.rotation);
    rates_at(&b->motion, time, p.u, p.turn);
    for (int k = 0; k < 3; k++) {
        p.about[k] = b->motion.about[k];
        p.now[k] = p.about[k] + row[SHIFT + k];
    }
    return p;
}

static void place_back(const struct lb_own_pose *p, const double at[3], double out[3])
{
    for (int k = 0; k < 3; k++) {
        out[k] = p->about[k];
        for (int n = 0; n < 3; n++)
            out[k] += p->rotation[3 * n + k] * (at[n] - p->now[n]);
    }
}

/* The voxels of the mesh, moved. */
static enum lb_status move_mesh(const struct own_case *s, struct lb_own_body *b,
                                const struct lb_own_pose *p, struct lb_error *err)
{
    struct lb_mesh *moved = &b->motion.mesh;
    struct lb_voxel_report report;
    const struct lb_voxel_body body = {.name = b->name, .mesh = moved, .accepts_holes = true};
    double *position = moved->position;
    *moved = b->mesh->meshes[0];
    if (position == NULL) position = malloc(3 * (size_t)moved->node_count * sizeof *position);
    moved->position = position;
    LB_NEED(position != NULL, LB_STATUS_FAILED, "no memory for the body '%s'", b->name);
    for (size_t n = 0; n < moved->node_count; n++)
        for (size_t k = 0; k < 3; k++) {
            const double *from = b->mesh->meshes[0].position + 3 * n;
            double to = p->now[k];
            for (size_t i = 0; i < 3; i++)
                to += p->rotation[3 * k + i] * (from[i] - p->about[i]);
            position[3 * n + k] = to;
        }
    lb_voxels_free(&b->motion.voxels);
    return lb_voxels_make(&body, 1, s->size, &b->motion.voxels, &report, err);
}

bool lb_own_moved_has(const struct own_case *s, const struct lb_own_body *b, const uint32_t at[3])
{
    const double centre[3] = {at[0] + 0.5, at[1] + 0.5, at[2] + 0.5};
    double back[3];
    if (b->mesh != NULL) return lb_voxels_at(&b->motion.voxels, at[0], at[1], at[2]) != 0;
    place_back(&b->motion.pose, centre, back);
    return lb_own_shape_has(s, b, back);
}

void lb_own_velocities(const struct lb_own_pose *pose, const uint32_t at[3], uint32_t count,
                       double *u)
{
    const double *p = pose->u, *turn = pose->turn, *now = pose->now;
    const double y = at[1] + 0.5 - now[1], z = at[2] + 0.5 - now[2];
    const double along = turn[1] * z - turn[2] * y + p[0], up = turn[0] * z, out = turn[0] * y;
    for (uint32_t k = 0; k < count; k++, u += 3) {
        const double x = at[0] + k + 0.5 - now[0];
        u[0] = along;
        u[1] = turn[2] * x - up + p[1];
        u[2] = out - turn[1] * x + p[2];
    }
}

static void velocities(const void *state, uint8_t number, const uint32_t at[3], uint32_t count,
                       double *u)
{
    const struct own_case *s = state;
    lb_own_velocities(&s->bodies[number - 1].motion.pose, at, count, u);
}

/* The cells around it, of those of the motion. */
static void box_around(const struct own_case *s, const struct lb_own_body *b,
                       const struct lb_own_pose *p, uint32_t begin[3], uint32_t end[3])
{
    for (int k = 0; k < 3; k++) {
        const double *turned = p->rotation + 3 * k;
        double low = p->now[k], high = p->now[k];
        for (int n = 0; n < 3; n++) {
            const double a = turned[n] * (b->low[n] - p->about[n]),
                         c = turned[n] * (b->high[n] - p->about[n]);
            low += fmin(a, c);
            high += fmax(a, c);
        }
        begin[k] = s->motion.begin[k];
        end[k] = s->motion.end[k];
        if (k >= s->dimensions) continue;
        if (low - 1.0 > begin[k]) begin[k] = (uint32_t)(low - 1.0);
        if (high + 1.0 < end[k]) end[k] = (uint32_t)(high + 1.0);
    }
}

/* Cells of a row: none but these may be inside, and of them these surely are. */
struct own_row {
    uint32_t begin, end, sure_begin, sure_end;
};

/* A shape whose surface lies that much further out everywhere. */
static struct lb_wall_surface grown(const struct lb_wall_surface *f, double by)
{
    struct lb_wall_surface out = *f;
    out.radius = fmax(f->radius + by, 0.0);
    if (f->length > 0.0) out.length = fmax(f->length + 2.0 * by, 1e-300);
    for (int k = 0; k < 3; k++) {
        const double middle = 0.5 * (f->low[k] + f->high[k]);
        out.low[k] = fmin(f->low[k] - by, middle);
        out.high[k] = fmax(f->high[k] + by, middle);
    }
    return out;
}

/* The cells of [begin, end) of a row whose centres are inside of a shape. */
static void find_range(const struct own_case *s, const struct lb_wall_surface *f, uint32_t y,
                       uint32_t z, uint32_t range[2])
{
    const double p[3] = {0.5, y + 0.5, z + 0.5}, c[3] = {-1.0, 0.0, 0.0};
    const struct lb_inside in = lb_wall_surface_inside(f, s->dimensions, p, c);
    const double begin = fmax(ceil(in.from), range[0]), end = fmin(floor(in.to) + 1.0, range[1]);
    const bool is_there = begin < end;
    range[0] = is_there ? (uint32_t)begin : range[0];
    range[1] = is_there ? (uint32_t)end : range[0];
}

/* What is in between is asked cell by cell, as rounding decides there. */
static struct own_row row_of_shape(const struct own_case *s, const struct lb_wall_surface *outer,
                                   const struct lb_wall_surface *inner, uint32_t y, uint32_t z,
                                   uint32_t begin, uint32_t end)
{
    uint32_t all[2] = {begin, end};
    find_range(s, outer, y, z, all);
    uint32_t sure[2] = {all[0], all[1]};
    find_range(s, inner, y, z, sure);
    return (struct own_row){all[0], all[1], sure[0], sure[1]};
}

/* From cell x on, how many of the row are inside, side by side. */
static uint32_t inside_from(const struct own_case *s, const struct lb_own_body *b,
                            const struct own_row *r, uint32_t x, uint32_t y, uint32_t z)
{
    uint32_t to = x;
    for (; to < r->end; to++) {
        const uint32_t at[3] = {to, y, z};
        if (to == r->sure_begin && to < r->sure_end)
            to = r->sure_end - 1;
        else if (!lb_own_moved_has(s, b, at))
            break;
    }
    return to - x;
}

static void place_row(const struct own_case *s, int body, const struct own_row *r, uint32_t y,
                      uint32_t z, uint8_t *numbers)
{
    const struct lb_own_body *b = &s->bodies[body];
    for (uint32_t x = r->begin, count; x < r->end; x += count + 1) {
        const uint32_t at[3] = {x, y, z};
        uint64_t place = 0;
        count = inside_from(s, b, r, x, y, z);
        if (count == 0 || !lb_motion_place(&s->motion, at, &place)) continue;
        memset(numbers + place, body + 1, count);
    }
}

static void place_body(const struct own_case *s, int body, uint8_t *numbers)
{
    const struct lb_own_body *b = &s->bodies[body];
    const struct lb_wall_surface f = lb_own_moved_surface(b), outer = grown(&f, 1e-4),
                                 inner = grown(&f, -1e-4);
    uint32_t begin[3], end[3];
    box_around(s, b, &b->motion.pose, begin, end);
    for (uint32_t z = begin[2]; z < end[2]; z++)
        for (uint32_t y = begin[1]; y < end[1]; y++) {
            struct own_row row = {begin[0], end[0], 0, 0};
            if (b->mesh == NULL) row = row_of_shape(s, &outer, &inner, y, z, begin[0], end[0]);
            place_row(s, body, &row, y, z, numbers);
        }
}

static enum lb_status place(void *state, uint64_t step, uint8_t *numbers, struct lb_error *err)
{
    struct own_case *s = state;
    memset(numbers, 0, lb_motion_cells(&s->motion));
    for (int n = 0; n < s->body_count; n++) {
        struct lb_own_body *b = &s->bodies[n];
        if (!b->motion.moves) continue;
        b->motion.pose = pose_at(b, middle(s, step));
        if (b->mesh != NULL) LB_OK(move_mesh(s, b, &b->motion.pose, err));
        place_body(s, n, numbers);
    }
    return lb_own_renew_walls(s, numbers, err);
}

/* --- reading ---------------------------------------------------------------------------------- */

/* Rows of `count` columns become whole ones: in steps, cells and radians. */
static enum lb_status take_rows(struct own_case *s, struct lb_own_body *b, const char *path,
                                const double *rows, size_t count, bool turns, struct lb_error *err)
{
    struct lb_own_motion *m = &b->motion;
    const size_t d = (size_t)s->dimensions, degree = 180;
    m->table = calloc(m->rows * COLUMNS, sizeof *m->table);
    LB_NEED(m->table != NULL, LB_STATUS_FAILED, "no memory for the table of '%s'", b->name);
    for (size_t n = 0; n < m->rows; n++) {
        const double *from = rows + n * count;
        double *to = m->table + n * COLUMNS;
        for (size_t k = 0; k < count; k++)
            LB_NEED(isfinite(from[k]), LB_STATUS_USAGE,
                    "[body %s]: line %zu of '%s' has %g in column %zu: finite numbers are needed",
                    b->name, n + 2, path, from[k], k + 1);
        to[TIME] = from[0] * s->steps_per_length;
        for (size_t k = 0; k < d; k++)
            to[SHIFT + k] = from[1 + k] * s->resolution;
        for (size_t k = 0; k + 1 + d < count; k++)
            to[ANGLE + (d == 2 ? 2 : k)] = from[1 + d + k] * acos(-1.0) / (double)degree;
        LB_NEED(n == 0 || to[TIME] > to[TIME - COLUMNS], LB_STATUS_USAGE,
                "[body %s]: line %zu of '%s' has time %g behind %g: times must grow from row to "
                "row",
                b->name, n + 2, path, from[0], n > 0 ? from[-(ptrdiff_t)count] : 0.0);
    }
    LB_NEED(m->rows > 1 && m->table[TIME] <= 0.0, LB_STATUS_USAGE,
            "[body %s]: '%s' has %zu rows, the first of time %g [length/speed]: two rows or more "
            "are needed, from time 0 on",
            b->name, path, m->rows, m->rows > 0 ? rows[0] : nan(""));
    LB_NEED(!turns || length_of(m->turn) == 0.0, LB_STATUS_USAGE,
            "[body %s]: the angles of '%s' and turn=%s both turn it: one of them", b->name, path,
            lb_own_text(s, b->name, "turn"));
    return LB_STATUS_OK;
}

/* With angles, where the table has such columns. */
static enum lb_status read_table(struct own_case *s, struct lb_own_body *b, struct lb_error *err)
{
    static const char *const flat[] = {"time", "x", "y", "angle"};
    static const char *const deep[] = {"time", "x", "y", "z", "rx", "ry", "rz"};
    const char *const *names = s->dimensions == 2 ? flat : deep;
    const char *path = lb_own_text(s, b->name, "move");
    const size_t fewer = s->dimensions == 2 ? 3 : 4, all = s->dimensions == 2 ? 4 : 7;
    const char *columns = s->dimensions == 2 ? "time, x, y, and angle if it turns"
                                             : "time, x, y, z, and rx, ry, rz if it turns";
    struct lb_error other = {0};
    struct lb_csv_table t;
    enum lb_status st = lb_csv_read_table(path, names, fewer, all, &t, &other);
    LB_NEED(st == LB_STATUS_OK, LB_STATUS_USAGE, "[body %s]: move: %s; its columns are %s", b->name,
            other.text, columns);
    b->motion.rows = t.rows;
    st = t.names == t.columns
             ? take_rows(s, b, path, t.numbers, t.columns, t.columns == all, err)
             : lb_fail(err, LB_STATUS_USAGE,
                       "[body %s]: move=%s has %zu columns, of which %zu are known: its columns "
                       "are %s",
                       b->name, path, t.names, t.columns, columns);
    free(t.numbers);
    return st;
}

static enum lb_status check_keys(const struct own_case *s, const struct lb_own_body *b,
                                 const char *key, struct lb_error *err)
{
    static const char *const others[] = {"spin", "u"};
    for (int n = 0; n < 2; n++)
        LB_NEED(!lb_own_is_set(s, b->name, others[n]), LB_STATUS_USAGE,
                "[body %s]: %s=%s moves its cells, and %s=%s is for a surface that slides: one of "
                "them",
                b->name, key, lb_own_text(s, b->name, key), others[n],
                lb_own_text(s, b->name, others[n]));
    LB_NEED(b->inside == LB_INSIDE_SOLID, LB_STATUS_USAGE,
            "[body %s]: %s=%s moves solid cells, and inside=%s has none", b->name, key,
            lb_own_text(s, b->name, key), lb_own_text(s, b->name, "inside"));
    return LB_STATUS_OK;
}

enum lb_status lb_own_read_motion(struct own_case *s, struct lb_own_body *b, struct lb_error *err)
{
    struct lb_own_motion *m = &b->motion;
    const bool turns = lb_own_is_set(s, b->name, "turn"), moves = lb_own_is_set(s, b->name, "move");
    const char *key = turns ? "turn" : "move";
    LB_NEED(turns || moves || !lb_own_is_set(s, b->name, "about"), LB_STATUS_USAGE,
            "[body %s]: about=%s says what turn= or move= turns it about, and there is neither",
            b->name, lb_own_text(s, b->name, "about"));
    if (!turns && !moves) return LB_STATUS_OK;
    LB_OK(check_keys(s, b, key, err));
    LB_NEED(!turns || lb_own_is_set(s, b->name, "about"), LB_STATUS_USAGE,
            "[body %s]: turn=%s needs about= [L], the point that it turns about", b->name,
            lb_own_text(s, b->name, "turn"));
    m->moves = true;
    memcpy(m->about, b->centre, sizeof m->about);
    if (lb_own_is_set(s, b->name, "about")) LB_OK(lb_own_place(s, b->name, "about", m->about, err));
    if (turns) LB_OK(lb_own_rate(s, b->name, "turn", m->turn, err));
    if (moves) LB_OK(read_table(s, b, err));
    memcpy(b->centre_of_moments, m->about, sizeof m->about);
    return LB_STATUS_OK;
}

/* --- how far, how fast ------------------------------------------------------------------------ */

/* A cylinder without end along an axis of the box: it turns about itself, or moves across. */
static bool is_endless(const struct lb_own_body *b, int axis)
{
    return b->shape == LB_SHAPE_CYLINDER && !(b->length > 0.0) && b->axis[axis] != 0.0;
}

/* A corner of its box, of which there are eight, as seen from the point that it turns about. */
static void corner_of(const struct own_case *s, const struct lb_own_body *b, int corner,
                      double out[3])
{
    for (int k = 0; k < 3; k++) {
        const bool flat = (k == 2 && s->dimensions == 2) || is_endless(b, k);
        out[k] =
            flat ? 0.0 : ((corner >> k & 1) != 0 ? b->high[k] : b->low[k]) - b->motion.about[k];
    }
}

/* From the axis of `turn` to the farthest point, and from the point that it turns about; round
 * bodies that turn about their own axis, or about any for spheres, reach less far than their
 * corners. */
static void find_reach(const struct own_case *s, struct lb_own_body *b)
{
    struct lb_own_motion *m = &b->motion;
    const double rate = length_of(m->turn);
    m->rim = m->reach = 0.0;
    for (int n = 0; n < 8; n++) {
        double at[3], across[3];
        corner_of(s, b, n, at);
        cross(m->turn, at, across);
        m->reach = fmax(m->reach, length_of(at));
        if (rate > 0.0) m->rim = fmax(m->rim, length_of(across) / rate);
    }
    double offset[3], across[3], along[3];
    for (int k = 0; k < 3; k++)
        offset[k] = b->centre[k] - m->about[k];
    cross(m->turn, offset, across);
    cross(m->turn, b->axis, along);
    const bool is_round = b->shape == LB_SHAPE_SPHERE ||
                          (b->shape == LB_SHAPE_CYLINDER && length_of(along) <= 1e-12 * rate);
    if (is_round && rate > 0.0) m->rim = fmin(m->rim, length_of(across) / rate + b->radius);
    if (b->shape == LB_SHAPE_SPHERE || (b->shape == LB_SHAPE_CYLINDER && s->dimensions == 2))
        m->reach = fmin(m->reach, length_of(offset) + b->radius);
}

static double fastest_of(const struct lb_own_motion *m)
{
    double fastest = 0.0;
    for (size_t n = 1; n < m->rows; n++) {
        const double *a = m->table + (n - 1) * COLUMNS, *b = a + COLUMNS;
        double shift[3], angle[3];
        for (int k = 0; k < 3; k++) {
            shift[k] = b[SHIFT + k] - a[SHIFT + k];
            angle[k] = b[ANGLE + k] - a[ANGLE + k];
        }
        const double steps = b[TIME] - a[TIME];
        fastest = fmax(fastest, (length_of(shift) + m->reach * length_of(angle)) / steps);
    }
    return fastest + m->rim * length_of(m->turn);
}

static enum lb_status check_speed(const struct own_case *s, struct lb_own_body *b,
                                  struct lb_error *err)
{
    struct lb_own_motion *m = &b->motion;
    find_reach(s, b);
    m->fastest = fastest_of(m);
    const double mach = m->fastest / sqrt(s->sound_speed_squared);
    LB_NEED(mach <= most_mach, LB_STATUS_USAGE,
            "[body %s]: %s=%s moves its fastest point with %.3g cells/step, Mach %.2f; up to Mach "
            "%.1f, %.3g cells/step, is possible: a smaller fluid.speed or rate",
            b->name, m->rows > 0 ? "move" : "turn",
            lb_own_text(s, b->name, m->rows > 0 ? "move" : "turn"), m->fastest, mach, most_mach,
            most_mach * sqrt(s->sound_speed_squared));
    return LB_STATUS_OK;
}

/* Where it may come along an axis, from where it is in the file. */
static void sweep_axis(const struct lb_own_body *b, int axis, double *low, double *high)
{
    const struct lb_own_motion *m = &b->motion;
    const double rate = length_of(m->turn), along = rate > 0.0 ? m->turn[axis] / rate : 1.0;
    bool turns = false;
    *low = b->low[axis];
    *high = b->high[axis];
    if (rate > 0.0 && fabs(along) < 1.0 - 1e-12) {
        const double half = m->reach < m->rim ? m->reach : m->rim;
        const bool is_flat = fabs(along) < 1e-12; /* it goes round in planes that hold the axis */
        *low = m->about[axis] - (is_flat ? half : m->reach);
        *high = m->about[axis] + (is_flat ? half : m->reach);
    }
    double least = 0.0, most = 0.0;
    for (size_t n = 0; n < m->rows; n++) {
        const double *row = m->table + n * COLUMNS;
        least = n == 0 ? row[SHIFT + axis] : fmin(least, row[SHIFT + axis]);
        most = n == 0 ? row[SHIFT + axis] : fmax(most, row[SHIFT + axis]);
        turns = turns || length_of(row + ANGLE) > 0.0;
    }
    if (turns) *low = m->about[axis] - m->reach, *high = m->about[axis] + m->reach;
    *low += least;
    *high += most;
}

/* A cylinder without end goes through the box, between walls or where it is periodic. */
static enum lb_status sweep_endless(const struct own_case *s, const struct lb_own_body *b, int axis,
                                    struct lb_error *err)
{
    for (int side = 0; side < 2; side++) {
        const enum lb_own_face_kind kind = s->face[2 * axis + side].kind;
        LB_NEED(kind == LB_FACE_PERIODIC || kind == LB_FACE_WALL, LB_STATUS_USAGE,
                "[body %s] moves and goes through the face %c%c, which is neither periodic nor a "
                "wall: length= [L] ends it before",
                b->name, "xyz"[axis], side == 0 ? '-' : '+');
    }
    return LB_STATUS_OK;
}

/* About another axis than its own it would go round everywhere. */
static enum lb_status check_endless(const struct own_case *s, const struct lb_own_body *b,
                                    struct lb_error *err)
{
    const struct lb_own_motion *m = &b->motion;
    double across[3], most = 0.0;
    if (b->shape != LB_SHAPE_CYLINDER || b->length > 0.0 || s->dimensions == 2) return LB_STATUS_OK;
    cross(m->turn, b->axis, across);
    most = length_of(across) / fmax(length_of(m->turn), 1e-300);
    for (size_t n = 0; n < m->rows; n++) {
        cross(m->table + n * COLUMNS + ANGLE, b->axis, across);
        most = fmax(most, length_of(across));
    }
    LB_NEED(most <= 1e-9, LB_STATUS_USAGE,
            "[body %s]: a cylinder without length= goes through the box, and can turn about its "
            "axis only: length= [L] ends it",
            b->name);
    return LB_STATUS_OK;
}

/* At least a cell of fluid is left to the faces, for what is known of openings is that fluid is
 * beside. */
static enum lb_status sweep(const struct own_case *s, const struct lb_own_body *b,
                            uint32_t begin[3], uint32_t end[3], struct lb_error *err)
{
    LB_OK(check_endless(s, b, err));
    for (int axis = 0; axis < 3; axis++) {
        double low, high;
        begin[axis] = 0;
        end[axis] = s->size[axis];
        if (axis >= s->dimensions) continue;
        if (is_endless(b, axis)) {
            LB_OK(sweep_endless(s, b, axis, err));
            continue;
        }
        sweep_axis(b, axis, &low, &high);
        const double least = s->layer[axis] + 1.0, most = s->size[axis] - 1.0 - s->layer[axis];
        LB_NEED(low >= least - 1e-6 && high <= most + 1e-6, LB_STATUS_USAGE,
                "[body %s] would leave the box, or touch its faces: as it moves it comes from "
                "%.5g to %.5g L along %c, and %.5g to %.5g L is possible there",
                b->name, (low - s->layer[axis]) / s->resolution + s->origin[axis],
                (high - s->layer[axis]) / s->resolution + s->origin[axis], "xyz"[axis],
                1.0 / s->resolution + s->origin[axis],
                (most - s->layer[axis]) / s->resolution + s->origin[axis]);
        begin[axis] = (uint32_t)floor(low + 1e-6) - 1;
        end[axis] = (uint32_t)ceil(high - 1e-6) + 1;
    }
    return LB_STATUS_OK;
}

/* --- all -------------------------------------------------------------------------------------- */

static enum lb_status make_start(struct own_case *s, struct lb_error *err)
{
    s->moved = calloc(lb_motion_cells(&s->motion), 1);
    LB_NEED(s->moved != NULL, LB_STATUS_FAILED, "no memory for the cells of bodies that move");
    LB_OK(place(s, 0, s->moved, err));
    for (int n = 0; n < s->body_count; n++)
        s->bodies[n].motion.start = s->bodies[n].motion.pose;
    return LB_STATUS_OK;
}

enum lb_status lb_own_make_motion(struct own_case *s, struct lb_error *err)
{
    double fastest = 0.0;
    bool moves = false;
    for (int n = 0; n < s->body_count; n++) {
        struct lb_own_body *b = &s->bodies[n];
        uint32_t begin[3], end[3];
        s->moves[n] = b->motion.moves;
        if (!b->motion.moves) continue;
        LB_OK(check_speed(s, b, err));
        LB_OK(sweep(s, b, begin, end, err));
        fastest = fmax(fastest, b->motion.fastest);
        for (int axis = 0; axis < 3; axis++) {
            if (!moves || begin[axis] < s->motion.begin[axis]) s->motion.begin[axis] = begin[axis];
            if (!moves || end[axis] > s->motion.end[axis]) s->motion.end[axis] = end[axis];
        }
        moves = true;
    }
    if (!moves) return LB_STATUS_OK;
    const double steps = fastest > 0.0 ? most_cells / fastest : (double)most_every;
    s->motion.every = (uint64_t)fmax(1.0, fmin((double)most_every, floor(steps)));
    s->motion.place = place;
    s->motion.velocities = velocities;
    s->motion.state = s;
    s->motion.moves = s->moves;
    return make_start(s, err);
}

enum lb_status lb_own_check_motion_openings(const struct own_case *s, struct lb_error *err)
{
    const uint32_t *begin = s->motion.begin, *end = s->motion.end;
    for (uint32_t z = begin[2]; z < end[2] && s->patches.count > 0; z++)
        for (uint32_t y = begin[1]; y < end[1]; y++)
            for (uint32_t x = begin[0]; x < end[0]; x++) {
                const int patch = lb_openings_at(&s->patches, x, y, z);
                for (int n = 0; n < s->opening_count && patch >= 0; n++)
                    LB_NEED(s->openings[n].patch != patch, LB_STATUS_USAGE,
                            "the opening '%s' has cell %u,%u,%u, where bodies that move may come: "
                            "from %u,%u,%u to %u,%u,%u no opening is possible",
                            s->openings[n].name, x, y, z, begin[0], begin[1], begin[2], end[0] - 1,
                            end[1] - 1, end[2] - 1);
            }
    return LB_STATUS_OK;
}

bool lb_own_place_in_region(const struct own_case *s, const uint32_t at[3], size_t *out)
{
    uint64_t place = 0;
    const bool is_inside = lb_motion_place(&s->motion, at, &place);
    if (is_inside) *out = (size_t)place;
    return is_inside;
}

bool lb_own_moved_at(const struct own_case *s, const uint32_t at[3], size_t *out)
{
    return s->moved != NULL && lb_own_place_in_region(s, at, out) && s->moved[*out] != 0;
}

enum lb_status lb_own_check_motion_end(const struct own_case *s, uint64_t steps,
                                       struct lb_error *err)
{
    for (int n = 0; n < s->body_count; n++) {
        const struct lb_own_motion *m = &s->bodies[n].motion;
        if (m->rows == 0) continue;
        const double last = m->table[(m->rows - 1) * COLUMNS + TIME];
        LB_NEED(last >= (double)steps * (1.0 - 1e-9), LB_STATUS_USAGE,
                "[body %s]: move=%s ends at %.6g length/speed, and the run at %.6g: more rows, or "
                "a shorter run",
                s->bodies[n].name, lb_own_text(s, s->bodies[n].name, "move"),
                last / s->steps_per_length, (double)steps / s->steps_per_length);
    }
    return LB_STATUS_OK;
}

double lb_own_steps_per_turn(const struct own_case *s)
{
    for (int n = 0; n < s->body_count; n++) {
        const double rate = length_of(s->bodies[n].motion.turn);
        if (rate > 0.0) return 2.0 * acos(-1.0) / rate;
    }
    return nan("");
}

void lb_own_free_motion(struct lb_own_body *b)
{
    free(b->motion.table);
    lb_voxels_free(&b->motion.voxels);
    free(b->motion.mesh.position);
}

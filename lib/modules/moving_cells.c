/* moving_cells.c - which cells bodies have as they move, and having the device make them anew.
 * SPDX-License-Identifier: MIT */
#include "modules/moving_cells.h"

#include <stdlib.h>
#include <string.h>

#include "case/halo.h"
#include "shared/impulse.h"

enum { GROUP = 64, OF_MOVING_BODY = 0x80 };

static const char entry[] = "cell/moving_cells.cl";

/* Some cells of the motion: from `begin` on, along each axis. */
struct box {
    uint32_t begin[3], end[3];
};

struct lb_moving_cells {
    struct lb_workspace *w;
    struct box all, own;       /* of them all, and of this part of the whole box */
    uint64_t *share[3];        /* of each coordinate in where an own cell is in memory */
    uint64_t own_count, count; /* of own ones, and with those of the halo */
    uint64_t *halo_index,
        *halo_place; /* behind all cells of memory; among the cells of the motion */
    /* of all cells of the motion: what they are where no body is; where bodies are; which are
     * near them; of own ones, the place in LB_BUFFER_BOUNCE_CELLS */
    uint8_t *kind, *base_number, *body, *near;
    uint64_t *bounce_at;
    struct box now, before; /* around those near bodies; `rows` are two of cells */
    uint8_t *rows;
    /* those that the device looks at: of this box those near bodies as they are, then those near
     * bodies as they were, and then of the halo */
    uint64_t beside_now, own_now, count_now;
    uint64_t *chosen, *list; /* places of them, and where they are in memory */
    uint8_t *kinds, *numbers;
    double *velocities;
};

enum { NEAR_NOW = 1, NEAR_BEFORE = 2 };

void lb_moving_cells_destroy(struct lb_moving_cells *m)
{
    if (m == NULL) return;
    for (int axis = 0; axis < 3; axis++)
        free(m->share[axis]);
    free(m->halo_index);
    free(m->halo_place);
    free(m->bounce_at);
    free(m->near);
    free(m->rows);
    free(m->chosen);
    free(m->list);
    free(m->kind);
    free(m->base_number);
    free(m->body);
    free(m->kinds);
    free(m->numbers);
    free(m->velocities);
    free(m);
}

/* --- which cells ------------------------------------------------------------------------------ */

static bool is_empty(const struct box *b)
{
    return b->begin[0] >= b->end[0] || b->begin[1] >= b->end[1] || b->begin[2] >= b->end[2];
}

/* Around both. */
static struct box united(const struct box *a, const struct box *b)
{
    struct box out = *a;
    if (is_empty(a)) return *b;
    for (int axis = 0; axis < 3 && !is_empty(b); axis++) {
        if (b->begin[axis] < out.begin[axis]) out.begin[axis] = b->begin[axis];
        if (b->end[axis] > out.end[axis]) out.end[axis] = b->end[axis];
    }
    return out;
}

static struct box common(const struct box *a, const struct box *b)
{
    struct box out = *a;
    for (int axis = 0; axis < 3; axis++) {
        if (b->begin[axis] > out.begin[axis]) out.begin[axis] = b->begin[axis];
        if (b->end[axis] < out.end[axis]) out.end[axis] = b->end[axis];
    }
    return out;
}

static uint64_t place_of(const struct lb_moving_cells *m, uint32_t x, uint32_t y, uint32_t z)
{
    return ((uint64_t)z * m->all.end[1] + y) * m->all.end[0] + x;
}

/* Where a cell is in memory is the sum of what its coordinates say. */
static enum lb_status find_shares(struct lb_moving_cells *m, struct lb_error *err)
{
    const struct lb_case *c = m->w->c;
    const struct lb_motion *o = c->motion;
    m->own_count = 1;
    for (int axis = 0; axis < 3; axis++) {
        const uint32_t extent = o->end[axis] - o->begin[axis];
        m->all.end[axis] = extent;
        m->own.begin[axis] = extent;
        m->share[axis] = calloc(extent, sizeof *m->share[axis]);
        LB_NEED(m->share[axis] != NULL, LB_STATUS_FAILED,
                "out of memory for the cells of moving bodies");
        for (uint32_t n = 0; n < extent; n++) {
            uint32_t at[3] = {0, 0, 0};
            at[axis] = o->begin[axis] + n - c->cut.origin[axis]; /* wraps below 0 */
            if (at[axis] >= c->size[axis]) continue;
            if (n < m->own.begin[axis]) m->own.begin[axis] = n;
            m->own.end[axis] = n + 1;
            m->share[axis][n] = lb_layout_index_of(c, &m->w->layout, at);
        }
        m->own_count *= m->own.end[axis] - (m->own.end[axis] > 0 ? m->own.begin[axis] : 0);
    }
    return LB_STATUS_OK;
}

static enum lb_status list_cells(struct lb_moving_cells *m, struct lb_error *err)
{
    const struct lb_case *c = m->w->c;
    const uint64_t room = lb_halo_cells(c) + 1;
    uint64_t place, halo = 0;
    uint32_t at[3];
    LB_OK(find_shares(m, err));
    m->halo_index = calloc(room, sizeof *m->halo_index);
    m->halo_place = calloc(room, sizeof *m->halo_place);
    LB_NEED(m->halo_index != NULL && m->halo_place != NULL, LB_STATUS_FAILED,
            "out of memory for the cells of moving bodies");
    for (uint64_t n = 0; n + 1 < room && lb_halo_cell(c, n, at); n++) {
        if (!lb_case_motion_place(c, at, &place)) continue;
        m->halo_index[halo] = lb_case_cell_count(c) + n;
        m->halo_place[halo++] = place;
    }
    m->count = m->own_count + halo;
    return LB_STATUS_OK;
}

/* --- what they are ---------------------------------------------------------------------------- */

/* Where no body that moves is: what the start state has there, and fluid under the bodies. */
static void find_base(struct lb_moving_cells *m)
{
    const struct lb_case *c = m->w->c;
    const struct lb_motion *o = c->motion;
    uint64_t place = 0;
    for (uint32_t z = o->begin[2]; z < o->end[2]; z++)
        for (uint32_t y = o->begin[1]; y < o->end[1]; y++)
            for (uint32_t x = o->begin[0]; x < o->end[0]; x++, place++) {
                const uint32_t *origin = c->cut.origin;
                struct lb_cell cell = {.flags = LB_CELL_FLUID, .rho = 1.0, .fill = 1.0};
                c->start(c->start_state, x - origin[0], y - origin[1], z - origin[2], &cell);
                const bool is_body = m->body[place] != 0 && cell.number == m->body[place] &&
                                     (cell.flags & LB_CELL_SOLID) != 0;
                m->kind[place] = is_body ? LB_CELL_FLUID : cell.flags;
                m->base_number[place] = is_body ? 0 : cell.number;
            }
}

/* Rows of cells are looked at without a branch, many at a time. */
static bool is_body(uint8_t kind, uint8_t body)
{
    return (kind == LB_CELL_FLUID) & (body != 0);
}

/* --- which of them are near bodies ------------------------------------------------------------ */

/* Bodies as they were become those before. */
static void retire(struct lb_moving_cells *m)
{
    const struct box b = united(&m->now, &m->before);
    for (uint32_t z = b.begin[2]; z < b.end[2]; z++)
        for (uint32_t y = b.begin[1]; y < b.end[1]; y++) {
            uint8_t *near = m->near + place_of(m, 0, y, z);
            for (uint32_t x = b.begin[0]; x < b.end[0]; x++)
                near[x] = (near[x] & NEAR_NOW) != 0 ? NEAR_BEFORE : 0;
        }
    m->before = m->now;
}

/* Around the cells of bodies. */
static struct box find_bodies(const struct lb_moving_cells *m)
{
    const struct lb_motion *o = m->w->c->motion;
    struct box out;
    lb_motion_box(o, m->body, out.begin, out.end);
    for (int axis = 0; axis < 3; axis++) {
        out.begin[axis] -= o->begin[axis];
        out.end[axis] -= o->begin[axis];
    }
    return out;
}

/* Whether the motion's cells go round the box. */
static bool is_round(const struct lb_moving_cells *m, int axis)
{
    return m->all.end[axis] == lb_case_whole_size(m->w->c, axis);
}

/* By one cell, where there is one. */
static struct box widened(const struct lb_moving_cells *m, const struct box *b)
{
    struct box out = *b;
    for (int axis = 0; axis < 3 && !is_empty(b); axis++) {
        const bool is_first = out.begin[axis] == 0, is_last = out.end[axis] == m->all.end[axis];
        const bool is_whole = is_round(m, axis) && (is_first || is_last);
        out.begin[axis] = is_first || is_whole ? 0 : out.begin[axis] - 1;
        out.end[axis] = is_last || is_whole ? m->all.end[axis] : out.end[axis] + 1;
    }
    return out;
}

static void mark_where(uint8_t *near, const uint8_t *body, uint32_t count)
{
    for (uint32_t x = 0; x < count; x++)
        near[x] |= body[x] != 0 ? NEAR_NOW : 0;
}

static void take_marks(uint8_t *near, const uint8_t *from, uint32_t count)
{
    for (uint32_t x = 0; x < count; x++)
        near[x] |= from[x] & NEAR_NOW;
}

/* Of a row of cells of bodies, themselves and those beside along x. */
static void mark_row(const struct lb_moving_cells *m, uint64_t row)
{
    const uint32_t begin = m->now.begin[0], count = m->now.end[0] - begin;
    uint8_t *near = m->near + row + begin;
    const uint8_t *body = m->body + row + begin;
    mark_where(near, body, count);
    mark_where(near, body + 1, count - 1);
    mark_where(near + 1, body, count - 1);
    if (!is_round(m, 0) || count < m->all.end[0]) return;
    mark_where(near, body + count - 1, 1);
    mark_where(near + count - 1, body, 1);
}

/* Along y or z to `count` rows that lie `apart`; the ends may be joined. */
static void spread(const struct lb_moving_cells *m, uint64_t first, uint64_t apart, uint32_t count,
                   bool joined)
{
    const uint32_t width = m->now.end[0] - m->now.begin[0];
    uint8_t *near = m->near + first, *last = near + (count - 1) * apart;
    memcpy(m->rows, near, width);
    memcpy(m->rows + width, last, width);
    for (uint32_t n = 0; n + 1 < count; n++)
        take_marks(near + n * apart, near + (n + 1) * apart, width);
    for (uint32_t n = count - 1; n > 0; n--)
        take_marks(near + n * apart, near + (n - 1) * apart, width);
    if (!joined) return;
    take_marks(near, m->rows + width, width);
    take_marks(last, m->rows, width);
}

static void mark_near(struct lb_moving_cells *m)
{
    const struct box *b = &m->now;
    const uint64_t x = m->all.end[0], y = m->all.end[1];
    retire(m);
    const struct box bodies = find_bodies(m);
    m->now = widened(m, &bodies);
    if (is_empty(b)) return;
    const uint32_t rows = b->end[1] - b->begin[1], layers = b->end[2] - b->begin[2];
    for (uint32_t k = b->begin[2]; k < b->end[2]; k++) {
        for (uint32_t j = b->begin[1]; j < b->end[1]; j++)
            mark_row(m, place_of(m, 0, j, k));
        spread(m, place_of(m, b->begin[0], b->begin[1], k), x, rows, is_round(m, 1) && rows == y);
    }
    for (uint32_t j = b->begin[1]; j < b->end[1]; j++)
        spread(m, place_of(m, b->begin[0], j, b->begin[2]), x * y, layers,
               is_round(m, 2) && layers == m->all.end[2]);
}

/* Of a row of own cells those near bodies as they are, or all others that are asked for. */
static void choose_row(struct lb_moving_cells *m, const struct box *b, uint32_t y, uint32_t z,
                       bool others, bool all)
{
    const uint64_t row = place_of(m, 0, y, z), memory = m->share[1][y] + m->share[2][z];
    for (uint32_t x = b->begin[0]; x < b->end[0]; x++) {
        const uint8_t near = m->near[row + x];
        if (others ? (near & NEAR_NOW) != 0 || (near == 0 && !all) : (near & NEAR_NOW) == 0)
            continue;
        m->chosen[m->count_now] = row + x;
        m->list[m->count_now++] = memory + m->share[0][x];
    }
}

static void choose_own(struct lb_moving_cells *m, const struct box *from, bool others, bool all)
{
    const struct box b = common(from, &m->own);
    for (uint32_t z = b.begin[2]; z < b.end[2]; z++)
        for (uint32_t y = b.begin[1]; y < b.end[1]; y++)
            choose_row(m, &b, y, z, others, all);
}

static void choose(struct lb_moving_cells *m, bool all)
{
    m->count_now = 0;
    choose_own(m, &m->now, false, all);
    m->beside_now = m->count_now;
    choose_own(m, all ? &m->all : &m->before, true, all);
    m->own_now = m->count_now;
    for (uint64_t k = 0; k < m->count - m->own_count; k++) {
        const uint64_t place = m->halo_place[k];
        if (!all && m->near[place] == 0) continue;
        m->chosen[m->count_now] = place;
        m->list[m->count_now++] = m->halo_index[k];
    }
}

static void tell_row(const struct lb_moving_cells *m, uint64_t place, uint32_t count, bool all,
                     uint8_t *restrict to)
{
    const uint8_t *kind = m->kind + place, *body = m->body + place, *near = m->near + place;
    for (uint32_t x = 0; x < count; x++) {
        const uint8_t now = is_body(kind[x], body[x]) ? LB_CELL_SOLID | LB_CELL_MOVING : kind[x];
        to[x] = ((near[x] != 0) | all) ? now : to[x];
    }
}

/* Of cells near bodies, or all of them: what they are, to flags of a box in which the first cell of
 * the motion is at `shift`, and which has `size` cells. */
static void tell_flags(const struct lb_moving_cells *m, const struct box *b, bool all,
                       const uint32_t shift[3], const uint32_t size[3], uint8_t *flags)
{
    if (flags == NULL || is_empty(b)) return;
    for (uint32_t z = b->begin[2]; z < b->end[2]; z++)
        for (uint32_t y = b->begin[1]; y < b->end[1]; y++) {
            const uint64_t place = place_of(m, b->begin[0], y, z);
            const uint64_t row = (uint64_t)(z + shift[2]) * size[1] + (y + shift[1]);
            tell_row(m, place, b->end[0] - b->begin[0], all,
                     flags + row * size[0] + (b->begin[0] + shift[0]));
        }
}

static void tell_host(const struct lb_moving_cells *m, bool all)
{
    const struct lb_case *c = m->w->c;
    const uint32_t *from = c->motion->begin, *origin = c->cut.origin;
    const uint32_t shift[3] = {from[0] - origin[0], from[1] - origin[1], from[2] - origin[2]};
    const uint32_t whole[3] = {lb_case_whole_size(c, 0), lb_case_whole_size(c, 1),
                               lb_case_whole_size(c, 2)};
    const struct box near = united(&m->now, &m->before), *b = all ? &m->all : &near;
    const struct box own = common(b, &m->own);
    tell_flags(m, &own, all, shift, c->size, m->w->host_flags);
    tell_flags(m, b, all, from, whole, m->w->whole_flags);
}

/* --- sending ---------------------------------------------------------------------------------- */

/* Cells that lie side by side, from number `n` of those chosen on. */
static uint64_t run_from(const struct lb_moving_cells *m, uint64_t n)
{
    uint64_t count = 1;
    while (n + count < m->count_now && m->chosen[n + count] == m->chosen[n] + count)
        count++;
    return count;
}

static void take_run(const struct lb_moving_cells *m, uint64_t n, uint64_t count)
{
    const uint64_t place = m->chosen[n];
    const uint8_t *kind = m->kind + place, *body = m->body + place;
    const uint8_t *base_number = m->base_number + place;
    uint8_t *restrict kinds = m->kinds + n, *restrict numbers = m->numbers + n;
    for (uint64_t k = 0; k < count; k++) {
        const bool is_it = is_body(kind[k], body[k]);
        kinds[k] = is_it ? LB_CELL_SOLID | LB_CELL_MOVING | OF_MOVING_BODY : kind[k];
        numbers[k] = is_it ? body[k] : base_number[k];
    }
}

/* Of those of number n on that are the same body's, side by side in a row; and how many these are. */
static uint64_t take_velocities(const struct lb_moving_cells *m, uint64_t n)
{
    const struct lb_motion *o = m->w->c->motion;
    const uint64_t place = m->chosen[n], x = m->all.end[0], y = m->all.end[1];
    const uint32_t at[3] = {o->begin[0] + (uint32_t)(place % x),
                            o->begin[1] + (uint32_t)(place / x % y),
                            o->begin[2] + (uint32_t)(place / x / y)};
    const uint64_t most = m->count_now - n, left = x - place % x, end = most < left ? most : left;
    uint64_t count = 1;
    while (count < end && m->chosen[n + count] == place + count &&
           m->body[place + count] == m->body[place])
        count++;
    if (m->body[place] != 0)
        o->velocities(o->state, m->body[place], at, (uint32_t)count, m->velocities + 3 * n);
    return count;
}

static enum lb_status send_cells(struct lb_moving_cells *m, struct lb_error *err)
{
    const struct lb_workspace *w = m->w;
    for (uint64_t n = 0, count; n < m->count_now; n += count) {
        count = run_from(m, n);
        take_run(m, n, count);
    }
    for (uint64_t n = 0; n < m->count_now;)
        n += take_velocities(m, n);
    if (m->count_now == 0) return LB_STATUS_OK;
    LB_OK(lb_workspace_write_indices(m->w, w->buffers[LB_BUFFER_RENEWED], m->count_now, m->list,
                                     err));
    for (uint64_t n = 0; n < m->own_now; n++)
        m->list[n] = m->bounce_at[m->chosen[n]];
    if (m->own_now > 0)
        LB_OK(lb_workspace_write_indices(m->w, w->buffers[LB_BUFFER_RENEWED_AT], m->own_now,
                                         m->list, err));
    LB_OK(lb_buffer_write(w->buffers[LB_BUFFER_RENEWED_KINDS], 0, m->count_now, m->kinds, err));
    LB_OK(lb_buffer_write(w->buffers[LB_BUFFER_RENEWED_NUMBERS], 0, m->count_now, m->numbers, err));
    return lb_workspace_write_numbers(m->w, LB_BUFFER_RENEWED_U, 0, 3 * m->count_now, m->velocities,
                                      err);
}

static enum lb_status send(struct lb_moving_cells *m, uint64_t step, bool all, struct lb_error *err)
{
    const struct lb_motion *o = m->w->c->motion;
    LB_OK(o->place(o->state, step, m->body, err));
    mark_near(m);
    choose(m, all);
    return send_cells(m, err);
}

/* --- the device ------------------------------------------------------------------------------- */

static enum lb_status run(const struct lb_moving_cells *m, const char *name, uint64_t items,
                          uint64_t count, struct lb_error *err)
{
    struct lb_kernel *k = NULL;
    LB_OK(lb_workspace_kernel(m->w, entry, name, &k, err));
    if (lb_kernel_takes(k, "count")) LB_OK(lb_kernel_set_ulong(k, "count", count, err));
    if (lb_kernel_takes(k, "bodies"))
        LB_OK(lb_kernel_set_uint(k, "bodies", (uint32_t)m->w->c->body_count, err));
    return lb_workspace_enqueue(m->w, k, items, GROUP, err);
}

/* --- densities beyond cuts -------------------------------------------------------------------- */

/* Those of all cells of the motion, each from the part of the box that has it: the others add 0 to it, so that it does
 * not depend on how many there are. */
static enum lb_status unite_densities(struct lb_moving_cells *m, double *rho, struct lb_error *err)
{
    const struct lb_workspace *w = m->w;
    const size_t cells = lb_motion_cells(w->c->motion);
    enum lb_status st = LB_STATUS_OK;
    if (m->own_now > 0)
        st = lb_buffer_read(w->buffers[LB_BUFFER_RENEWED_RHO], 0,
                            m->own_now * lb_workspace_scalar_bytes(w), m->velocities, err);
    for (uint64_t k = 0; k < m->own_now && st == LB_STATUS_OK; k++)
        rho[m->chosen[k]] = lb_workspace_number(w, LB_ELEMENT_SCALAR, m->velocities, k);
    return w->add_over_parts(w->parts_context, st, rho, cells, err);
}

static enum lb_status place_densities(struct lb_moving_cells *m, const double *rho,
                                      struct lb_error *err)
{
    const uint64_t first = m->own_now, count = m->count_now - first;
    struct lb_kernel *k = NULL;
    for (uint64_t n = 0; n < count; n++)
        m->velocities[n] = rho[m->chosen[first + n]];
    LB_OK(
        lb_workspace_write_numbers(m->w, LB_BUFFER_RENEWED_RHO, first, count, m->velocities, err));
    LB_OK(lb_workspace_kernel(m->w, entry, "lb_take_densities", &k, err));
    LB_OK(lb_kernel_set_ulong(k, "first", first, err));
    LB_OK(lb_kernel_set_ulong(k, "count", count, err));
    return lb_workspace_enqueue(m->w, k, count, GROUP, err);
}

/* The parts of a box ask each other, which waits for the device. */
static enum lb_status exchange_densities(struct lb_moving_cells *m, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    if (m->w->add_over_parts == NULL) return st;
    double *rho = calloc(lb_motion_cells(m->w->c->motion), sizeof *rho);
    LB_REQUIRE(rho != NULL, LB_STATUS_FAILED, "out of memory for the cells of moving bodies");
    LB_TRY(unite_densities(m, rho, err));
    if (m->count_now > m->own_now) LB_TRY(place_densities(m, rho, err));
cleanup:
    free(rho);
    return st;
}

/* Populations of cells that change, and the impulses of these. */
static enum lb_status change_cells(struct lb_moving_cells *m, struct lb_error *err)
{
    const uint64_t own = m->own_now;
    LB_OK(run(m, "lb_mark_changes", m->count_now, m->count_now, err));
    LB_OK(run(m, "lb_note_densities", own, own, err));
    LB_OK(exchange_densities(m, err));
    LB_OK(run(m, "lb_leave_covered", LB_IMPULSE_ITEMS, own, err));
    LB_OK(run(m, "lb_fill_uncovered", LB_IMPULSE_ITEMS, own, err));
    return run(m, "lb_keep_found", own, own, err);
}

static enum lb_status sum_impulses(const struct lb_moving_cells *m, struct lb_error *err)
{
    const uint64_t sums = LB_IMPULSES((uint64_t)m->w->c->body_count);
    LB_OK(run(m, "lb_count_beside", LB_IMPULSE_ITEMS, m->beside_now, err));
    return run(m, "lb_add_impulses", sums, sums, err);
}

static enum lb_status restore_mass(struct lb_moving_cells *m, struct lb_error *err)
{
    if (m->w->missing == 0.0) return LB_STATUS_OK;
    LB_OK(lb_workspace_write_numbers(m->w, LB_BUFFER_MISSING, 0, 1, &m->w->missing, err));
    return run(m, "lb_restore_mass", m->beside_now, m->beside_now, err);
}

static enum lb_status place_cells(struct lb_moving_cells *m, bool all, struct lb_error *err)
{
    LB_OK(run(m, "lb_place_cells", m->count_now, m->count_now, err));
    LB_OK(run(m, "lb_look_around", m->own_now, m->own_now, err));
    LB_OK(run(m, "lb_set_around", m->own_now, m->own_now, err));
    LB_OK(run(m, "lb_set_marks", m->own_now, m->own_now, err));
    tell_host(m, all);
    m->w->cells_version++;
    return LB_STATUS_OK;
}

enum lb_status lb_moving_cells_renew(struct lb_moving_cells *m, struct lb_error *err)
{
    const uint64_t step = m->w->step;
    if (!lb_motion_is_due(m->w->c->motion, step)) return LB_STATUS_OK;
    LB_OK(restore_mass(m, err));
    LB_OK(send(m, step, false, err));
    LB_OK(change_cells(m, err));
    LB_OK(place_cells(m, false, err));
    return sum_impulses(m, err);
}

enum lb_status lb_moving_cells_restore(struct lb_moving_cells *m, struct lb_error *err)
{
    LB_OK(send(m, lb_motion_since(m->w->c->motion, m->w->step), true, err));
    return place_cells(m, true, err);
}

/* --- life ------------------------------------------------------------------------------------- */

static enum lb_status make_room(struct lb_moving_cells *m, struct lb_error *err)
{
    const size_t cells = lb_motion_cells(m->w->c->motion), count = m->count + 1;
    m->kind = calloc(cells, 1);
    m->base_number = calloc(cells, 1);
    m->body = calloc(cells, 1);
    m->near = calloc(cells, 1);
    m->rows = calloc(2, m->all.end[0]);
    m->bounce_at = calloc(cells, sizeof *m->bounce_at);
    m->chosen = calloc(count, sizeof *m->chosen);
    m->list = calloc(count, sizeof *m->list);
    m->kinds = calloc(count, 1);
    m->numbers = calloc(count, 1);
    m->velocities = calloc(3 * count, sizeof *m->velocities);
    LB_NEED(m->kind != NULL && m->base_number != NULL && m->body != NULL && m->near != NULL &&
                m->rows != NULL && m->bounce_at != NULL && m->chosen != NULL && m->list != NULL &&
                m->kinds != NULL && m->numbers != NULL && m->velocities != NULL,
            LB_STATUS_FAILED, "out of memory for the cells of moving bodies");
    return LB_STATUS_OK;
}

/* A part of the box without such cells keeps a list of one, which nothing reads. */
static enum lb_status make_buffers(struct lb_moving_cells *m, struct lb_error *err)
{
    struct lb_workspace *w = m->w;
    const uint64_t count = m->count > 0 ? m->count : 1;
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_RENEWED, count, err));
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_RENEWED_AT, count, err));
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_RENEWED_KINDS, count, err));
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_RENEWED_NUMBERS, count, err));
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_RENEWED_U, count, err));
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_RENEWED_RHO, count, err));
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_MISSING, 0, err));
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_IMPULSE_PARTS, 0, err));
    return lb_workspace_create_buffer(w, LB_BUFFER_IMPULSES, 0, err);
}

static int by_index(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* All own cells are in the list of those beside walls, which is in the order of memory. */
static enum lb_status find_bounce_places(struct lb_moving_cells *m, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t beside = lb_workspace_list_length(m->w, LB_BUFFER_BOUNCE_CELLS);
    uint64_t *cells = calloc(beside + 1, sizeof *cells);
    LB_REQUIRE(cells != NULL, LB_STATUS_FAILED, "out of memory for the cells of moving bodies");
    if (m->own_count > 0)
        LB_TRY(lb_workspace_read_indices(m->w, m->w->buffers[LB_BUFFER_BOUNCE_CELLS], 0, beside,
                                         cells, err));
    m->count_now = 0;
    choose_own(m, &m->all, true, true);
    for (uint64_t k = 0; k < m->count_now; k++) {
        const uint64_t *at = bsearch(&m->list[k], cells, beside, sizeof *cells, by_index);
        LB_REQUIRE(at != NULL, LB_STATUS_FAILED,
                   "cell %llu, which a body may reach, is not in the list of those beside walls",
                   (unsigned long long)m->list[k]);
        m->bounce_at[m->chosen[k]] = (uint64_t)(at - cells);
    }
cleanup:
    free(cells);
    return st;
}

static enum lb_status prepare(struct lb_moving_cells *m, struct lb_error *err)
{
    const struct lb_motion *o = m->w->c->motion;
    LB_OK(list_cells(m, err));
    LB_OK(make_room(m, err));
    LB_OK(make_buffers(m, err));
    LB_OK(find_bounce_places(m, err));
    LB_OK(o->place(o->state, 0, m->body, err));
    mark_near(m);
    find_base(m);
    return LB_STATUS_OK;
}

enum lb_status lb_moving_cells_create(struct lb_workspace *w, struct lb_moving_cells **out,
                                      struct lb_error *err)
{
    struct lb_moving_cells *m = calloc(1, sizeof *m);
    LB_NEED(m != NULL, LB_STATUS_FAILED, "out of memory for the cells of moving bodies");
    m->w = w;
    *out = m;
    return prepare(m, err);
}

/* body_surface.c - the faces of bodies as quadrilaterals with pressure and wall shear.
 * SPDX-License-Identifier: MIT */
#include "output/body_surface.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/rotation.h"
#include "base/periodic.h"
#include "io/vtp.h"

enum { LAYERS = 16, CORNERS = 4, MOST_FACES = 40000000 };

bool lb_body_is_at_rest(const struct lb_case *c, int body)
{
    return c->motion == NULL || !c->motion->moves[body];
}

void lb_body_file_name(const struct lb_case *c, int body, char out[LB_OUTPUT_NAME_SIZE])
{
    snprintf(out, LB_OUTPUT_NAME_SIZE, "%.40s", c->bodies[body].name);
    for (char *letter = out; *letter != '\0'; letter++)
        if (!isalnum((unsigned char)*letter) && strchr("-_", *letter) == NULL) *letter = '-';
}

/* --- faces ------------------------------------------------------------------------------------ */

/* Which body a cell is of. */
struct numbers {
    const struct lb_case *c;
    uint8_t *moved; /* owned; of the motion's cells; NULL: nothing moves, or is left out */
};

/* The number of the body that moves and has a cell, and its velocity there; 0: none has. */
static uint8_t moved_at(const struct numbers *n, const uint32_t at[3], double u[3])
{
    const struct lb_motion *m = n->c->motion;
    uint64_t place;
    if (n->moved == NULL || !lb_motion_place(m, at, &place)) return 0;
    if (n->moved[place] != 0) m->velocities(m->state, n->moved[place], at, 1, u);
    return n->moved[place];
}

/* The same of any body; one at rest has a cell before others. */
static uint8_t body_at(const struct numbers *n, const uint32_t at[3], double u[3])
{
    const struct lb_case *c = n->c;
    struct lb_cell cell = {.rho = 1.0, .fill = 1.0};
    c->start(c->start_state, at[0], at[1], at[2], &cell);
    const bool is_body = (cell.flags & LB_CELL_SOLID) != 0 && !LB_IS_BOUNDARY(cell.flags) &&
                         cell.number > 0 && cell.number <= c->body_count;
    memcpy(u, cell.u, sizeof cell.u);
    if (is_body && lb_body_is_at_rest(c, cell.number - 1)) return cell.number;
    return moved_at(n, at, u);
}

static uint8_t number_at(const void *context, uint32_t x, uint32_t y, uint32_t z)
{
    double unused[3];
    return body_at(context, (const uint32_t[3]){x, y, z}, unused);
}

/* Their cells are those that they were given last before this step. */
static enum lb_status find_moved(struct numbers *n, uint64_t step, struct lb_error *err)
{
    const struct lb_motion *m = n->c->motion;
    const uint64_t last = step > 0 ? (step - 1) / m->every : 0;
    n->moved = malloc(lb_motion_cells(m));
    LB_NEED(n->moved != NULL, LB_STATUS_FAILED, "no memory for the cells of moving bodies");
    return m->place(m->state, last * m->every, n->moved, err);
}

/* How fast each body turns, by its cells behind its faces. */
static enum lb_status find_rates(const struct lb_walls *w, const struct numbers *numbers,
                                 struct lb_body_surface *b, struct lb_error *err)
{
    double *place = malloc((6 * b->count + 1) * sizeof *place), *u = place + 3 * b->count;
    LB_NEED(place != NULL, LB_STATUS_FAILED, "no memory for %zu faces of bodies", b->count);
    for (int body = 0; body < numbers->c->body_count; body++) {
        size_t count = 0;
        for (size_t n = 0; n < b->count; n++) {
            const struct lb_wall_face *f = &b->faces[n];
            if (f->body != body + 1) continue;
            uint32_t at[3] = {f->cell[0], f->cell[1], f->cell[2]};
            at[f->axis] = (uint32_t)lb_wrapped((int64_t)at[f->axis] + f->way, w->size[f->axis]);
            for (size_t axis = 0; axis < 3; axis++)
                place[3 * count + axis] = at[axis];
            body_at(numbers, at, u + 3 * count++);
        }
        lb_rotation_fit(count, place, u, b->rates[body]);
    }
    free(place);
    return LB_STATUS_OK;
}

/* Cells around faces [first, end), which are in the order of z. */
static void span(const struct lb_walls *w, const struct lb_wall_face *faces, size_t first,
                 size_t end, uint32_t low[3], uint32_t high[3])
{
    for (int axis = 0; axis < 3; axis++) {
        low[axis] = w->size[axis];
        high[axis] = 0;
        for (size_t n = first; n < end; n++) {
            const uint32_t at = faces[n].cell[axis];
            const uint32_t begin = at > LB_WALL_REACH ? at - LB_WALL_REACH : 0;
            const uint32_t behind = at + LB_WALL_REACH + 1;
            if (begin < low[axis]) low[axis] = begin;
            if (behind > high[axis]) high[axis] = behind;
        }
        if (high[axis] > w->size[axis]) high[axis] = w->size[axis];
    }
}

static enum lb_status load_some(const struct lb_walls *w, const struct lb_field_source *source,
                                struct lb_body_surface *b, size_t first, size_t end,
                                struct lb_error *err)
{
    uint32_t low[3], high[3];
    span(w, b->faces, first, end, low, high);
    const size_t cells = (size_t)(high[0] - low[0]) * (high[1] - low[1]) * (high[2] - low[2]);
    double *rho = malloc(4 * cells * sizeof *rho);
    LB_NEED(rho != NULL, LB_STATUS_FAILED, "no memory for the flow around bodies, %zu cells",
            cells);
    const struct lb_flow_piece piece = {
        {low[0], low[1], low[2]}, {high[0], high[1], high[2]}, rho, rho + cells};
    const enum lb_status st = source->read(source->context, low, high, rho, rho + cells, NULL, err);
    for (size_t n = first; n < end && st == LB_STATUS_OK; n++)
        lb_wall_load(w, &piece, &b->faces[n], b->rates[b->faces[n].body - 1], &b->loads[n]);
    free(rho);
    return st;
}

static enum lb_status load_all(const struct lb_walls *w, const struct lb_field_source *source,
                               struct lb_body_surface *b, struct lb_error *err)
{
    LB_NEED(b->count <= MOST_FACES, LB_STATUS_FAILED,
            "body-surface: bodies have %zu faces; up to %d are written", b->count, MOST_FACES);
    b->loads = malloc((b->count + 1) * sizeof *b->loads);
    LB_NEED(b->loads != NULL, LB_STATUS_FAILED, "no memory for the loads of %zu faces", b->count);
    for (size_t first = 0, end; first < b->count; first = end) {
        for (end = first; end < b->count; end++)
            if (b->faces[end].cell[2] >= b->faces[first].cell[2] + LAYERS) break;
        LB_OK(load_some(w, source, b, first, end, err));
    }
    return LB_STATUS_OK;
}

static enum lb_status find_forces(const struct lb_output_services *s,
                                  const struct lb_body_record *before, const struct lb_walls *w,
                                  struct lb_body_surface *b, struct lb_error *err)
{
    b->forces = malloc((3 * b->count + 1) * sizeof *b->forces);
    LB_NEED(b->forces != NULL, LB_STATUS_FAILED, "no memory for the forces of %zu faces", b->count);
    return lb_body_forces_find(s, before, w, b->faces, b->loads, b->count, b->forces, err);
}

enum lb_status lb_body_surface_find(const struct lb_output_services *s,
                                    const struct lb_field_source *source,
                                    const struct lb_body_record *before,
                                    struct lb_body_surface *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_walls walls = {.flags = source->flags, .dimensions = s->c->lattice->dimensions};
    struct numbers numbers = {.c = s->c};
    memcpy(walls.size, source->size, sizeof walls.size);
    if (source->flags == NULL) return LB_STATUS_OK;
    if (s->c->motion != NULL && !source->is_mean) LB_TRY(find_moved(&numbers, source->step, err));
    LB_TRY(lb_wall_faces_find(&walls, number_at, &numbers, &out->faces, &out->count, err));
    LB_TRY(find_rates(&walls, &numbers, out, err));
    LB_TRY(load_all(&walls, source, out, err));
    if (before != NULL) LB_TRY(find_forces(s, before, &walls, out, err));
cleanup:
    free(numbers.moved);
    return st;
}

void lb_body_surface_free(struct lb_body_surface *b)
{
    free(b->faces);
    free(b->loads);
    free(b->forces);
    *b = (struct lb_body_surface){0};
}

/* --- files ------------------------------------------------------------------------------------ */

enum { PRESSURE, SHEAR, NORMAL, AREA, FORCE, ARRAYS }; /* of a mean flow all but the last */
static const unsigned components[ARRAYS] = {1, 3, 3, 1, 3};

struct quadrilaterals {
    uint32_t faces;
    double *position, *numbers[ARRAYS]; /* owned */
    uint32_t *corner;                   /* owned */
};

static void free_quadrilaterals(struct quadrilaterals *q)
{
    free(q->position);
    free(q->corner);
    for (int n = 0; n < ARRAYS; n++)
        free(q->numbers[n]);
}

static enum lb_status make_room(struct quadrilaterals *q, size_t faces, struct lb_error *err)
{
    bool fine = true;
    q->position = malloc((3 * CORNERS * faces + 1) * sizeof *q->position);
    q->corner = malloc((6 * faces + 1) * sizeof *q->corner);
    for (int n = 0; n < ARRAYS; n++) {
        q->numbers[n] = malloc((components[n] * CORNERS * faces + 1) * sizeof **q->numbers);
        fine = fine && q->numbers[n] != NULL;
    }
    LB_NEED(fine && q->position != NULL && q->corner != NULL, LB_STATUS_FAILED,
            "no memory for a surface of %zu faces", faces);
    return LB_STATUS_OK;
}

/* Its corners, counterclockwise as the fluid sees it. */
static void place_corners(const struct lb_wall_face *f, const struct lb_field_units *u,
                          double *position)
{
    const double spacing = u->spacing > 0.0 ? u->spacing : 1.0;
    const int a = (f->axis + 1) % 3, b = (f->axis + 2) % 3;
    for (int n = 0; n < CORNERS; n++) {
        const int turn = f->way < 0 ? n : CORNERS - 1 - n;
        double at[3];
        at[f->axis] = f->cell[f->axis] + (f->way > 0 ? 1.0 : 0.0);
        at[a] = f->cell[a] + (turn == 1 || turn == 2 ? 1.0 : 0.0);
        at[b] = f->cell[b] + (turn >= 2 ? 1.0 : 0.0);
        for (int axis = 0; axis < 3; axis++)
            position[3 * n + axis] = (at[axis] - u->corner[axis]) * spacing;
    }
}

/* The loads in the units of the file: of the density's row and the pressure's. */
static void scale_load(const struct lb_output_services *s, const struct lb_field_source *source,
                       const struct lb_wall_load *l, const double *force, double out[ARRAYS][3])
{
    const double stress = lb_field_scale(source, lb_field_find("pressure"));
    const double cell = source->units.spacing > 0.0 ? source->units.spacing : 1.0;
    out[PRESSURE][0] = stress * source->sound_speed_squared * (l->density - 1.0);
    out[AREA][0] = cell * cell * l->area;
    for (int axis = 0; axis < 3; axis++) {
        out[SHEAR][axis] = stress * s->c->viscosity * l->density * l->slope[axis];
        out[NORMAL][axis] = l->normal[axis];
        out[FORCE][axis] = force != NULL ? stress * cell * cell * force[axis] : 0.0;
    }
}

static void add_face(struct quadrilaterals *q, const struct lb_wall_face *face,
                     const struct lb_field_units *units, double scaled[ARRAYS][3])
{
    static const uint32_t triangles[6] = {0, 1, 2, 0, 2, 3};
    const size_t first = (size_t)CORNERS * q->faces;
    place_corners(face, units, q->position + 3 * first);
    for (size_t n = 0; n < 6; n++)
        q->corner[6 * (size_t)q->faces + n] = (uint32_t)first + triangles[n];
    for (int n = 0; n < ARRAYS; n++)
        for (size_t k = 0; k < CORNERS; k++)
            memcpy(q->numbers[n] + components[n] * (first + k), scaled[n],
                   components[n] * sizeof(double));
    q->faces++;
}

static enum lb_status write_file(struct lb_output_services *s, const struct quadrilaterals *q,
                                 const struct lb_field_source *source, const char *name,
                                 struct lb_error *err)
{
    static const char *const names[ARRAYS] = {"p", "wall_shear", "normal", "area", "force"};
    struct lb_point_array arrays[ARRAYS];
    char path[LB_PATH_SIZE];
    for (int n = 0; n < ARRAYS; n++)
        arrays[n] = (struct lb_point_array){names[n], components[n], q->numbers[n]};
    const struct lb_points_view view = {.point_count = CORNERS * q->faces,
                                        .triangle_count = 2 * q->faces,
                                        .position = q->position,
                                        .corner = q->corner,
                                        .arrays = arrays,
                                        .array_count = source->is_mean ? FORCE : ARRAYS,
                                        .step = source->step,
                                        .per_step = lb_field_unit(source->units.step),
                                        .double_precision = source->double_precision};
    LB_OK(lb_output_path(s, name, path, err));
    LB_OK(lb_vtp_write(&view, path, err));
    return s->add_file(s->run, name, err);
}

enum lb_status lb_body_surface_write(struct lb_output_services *s, const struct lb_body_surface *b,
                                     const struct lb_field_source *source, int body,
                                     const char *name, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct quadrilaterals q = {0};
    size_t own = 0;
    for (size_t n = 0; n < b->count; n++)
        own += b->faces[n].body == body + 1;
    LB_TRY(make_room(&q, own, err));
    for (size_t n = 0; n < b->count; n++) {
        double scaled[ARRAYS][3];
        if (b->faces[n].body != body + 1) continue;
        scale_load(s, source, &b->loads[n], b->forces != NULL ? b->forces + 3 * n : NULL, scaled);
        add_face(&q, &b->faces[n], &source->units, scaled);
    }
    LB_TRY(write_file(s, &q, source, name, err));
cleanup:
    free_quadrilaterals(&q);
    return st;
}

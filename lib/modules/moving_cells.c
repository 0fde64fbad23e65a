/* moving_cells.c - which cells bodies have as they move, and having the device make them anew.
 * SPDX-License-Identifier: MIT */
#include "modules/moving_cells.h"

#include <stdlib.h>
#include <string.h>

#include "case/halo.h"
#include "shared/impulse.h"

enum { GROUP = 64, OF_MOVING_BODY = 0x80 };

static const char entry[] = "cell/moving_cells.cl";

struct lb_moving_cells {
    struct lb_workspace *w;
    uint64_t own, count, room; /* cells of this box, and with those of its halo */
    uint64_t *index;           /* in memory; behind all cells those of the halo */
    uint64_t *place;           /* among the cells of the motion */
    uint64_t *number;          /* of own ones, x fastest */
    uint64_t *bounce_at;       /* of own ones: place in LB_BUFFER_BOUNCE_CELLS */
    /* of all cells of the motion: what they are where no body is; where bodies are; which are
     * near them */
    uint8_t *kind, *base_number, *body, *near;
    double *u;
    /* those that the device looks at: of this box those near bodies as they are, then those near
     * bodies as they were, and then of the halo */
    uint64_t beside_now, own_now, count_now;
    uint64_t *chosen, *list; /* numbers of them; what is sent */
    uint8_t *kinds, *numbers;
    double *velocities;
};

enum { NEAR_NOW = 1, NEAR_BEFORE = 2 };

void lb_moving_cells_destroy(struct lb_moving_cells *m)
{
    if (m == NULL) return;
    free(m->index);
    free(m->place);
    free(m->number);
    free(m->bounce_at);
    free(m->near);
    free(m->chosen);
    free(m->list);
    free(m->kind);
    free(m->base_number);
    free(m->body);
    free(m->u);
    free(m->kinds);
    free(m->numbers);
    free(m->velocities);
    free(m);
}

/* --- which cells ------------------------------------------------------------------------------ */

static enum lb_status append(struct lb_moving_cells *m, uint64_t index, uint64_t place,
                             uint64_t number, struct lb_error *err)
{
    if (m->count == m->room) {
        const uint64_t room = m->room == 0 ? 1024 : 2 * m->room;
        uint64_t **const lists[] = {&m->index, &m->place, &m->number};
        for (int n = 0; n < 3; n++) {
            uint64_t *list = realloc(*lists[n], room * sizeof *list);
            LB_NEED(list != NULL, LB_STATUS_FAILED, "out of memory for the cells of moving bodies");
            *lists[n] = list;
        }
        m->room = room;
    }
    m->index[m->count] = index;
    m->place[m->count] = place;
    m->number[m->count++] = number;
    return LB_STATUS_OK;
}

static enum lb_status list_cells(struct lb_moving_cells *m, struct lb_error *err)
{
    const struct lb_case *c = m->w->c;
    const uint64_t cells = lb_case_cell_count(c);
    uint64_t place;
    uint32_t at[3];
    for (uint64_t index = 0; index < cells; index++) {
        lb_layout_cell_at(c, &m->w->layout, index, at);
        if (!lb_case_motion_place(c, at, &place)) continue;
        const uint64_t row = (uint64_t)at[2] * c->size[1] + at[1];
        LB_OK(append(m, index, place, row * c->size[0] + at[0], err));
    }
    m->own = m->count;
    for (uint64_t n = 0; n < lb_halo_cells(c) && lb_halo_cell(c, n, at); n++)
        if (lb_case_motion_place(c, at, &place)) LB_OK(append(m, cells + n, place, 0, err));
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

static uint8_t kind_at(const struct lb_moving_cells *m, uint64_t place)
{
    const bool is_body = m->kind[place] == LB_CELL_FLUID && m->body[place] != 0;
    return is_body ? LB_CELL_SOLID | LB_CELL_MOVING : m->kind[place];
}

/* Of cells near bodies, or all of them. */
static void tell_host(const struct lb_moving_cells *m, bool all)
{
    const struct lb_motion *o = m->w->c->motion;
    const uint32_t *whole = m->w->c->cut.axes != 0 ? m->w->c->cut.whole : m->w->c->size;
    uint64_t place = 0;
    for (uint64_t k = 0; k < m->own; k++)
        if (all || m->near[m->place[k]] != 0)
            m->w->host_flags[m->number[k]] = kind_at(m, m->place[k]);
    for (uint32_t z = o->begin[2]; z < o->end[2] && m->w->whole_flags != NULL; z++)
        for (uint32_t y = o->begin[1]; y < o->end[1]; y++)
            for (uint32_t x = o->begin[0]; x < o->end[0]; x++, place++)
                if (all || m->near[place] != 0)
                    m->w->whole_flags[((uint64_t)z * whole[1] + y) * whole[0] + x] =
                        kind_at(m, place);
}

/* --- which of them are near bodies ------------------------------------------------------------ */

/* One further along an axis of the motion's cells, which may go round the box; false: there is
 * none. */
static bool step_along(const struct lb_motion *o, const uint32_t whole[3], int axis, int by,
                       const uint32_t at[3], uint32_t out[3])
{
    const uint32_t extent = o->end[axis] - o->begin[axis];
    const bool is_round = extent == whole[axis];
    const uint32_t to = at[axis] + (uint32_t)by; /* wraps below 0 */
    out[axis] = to < extent ? to : by < 0 ? extent - 1 : 0;
    return to < extent || is_round;
}

static void mark_around(struct lb_moving_cells *m, const uint32_t at[3])
{
    const struct lb_motion *o = m->w->c->motion;
    const uint32_t *whole = m->w->c->cut.axes != 0 ? m->w->c->cut.whole : m->w->c->size;
    const uint64_t x = o->end[0] - o->begin[0], y = o->end[1] - o->begin[1];
    uint32_t to[3];
    for (int n = 0; n < 27; n++)
        if (step_along(o, whole, 0, n % 3 - 1, at, to) &&
            step_along(o, whole, 1, n / 3 % 3 - 1, at, to) &&
            step_along(o, whole, 2, n / 9 - 1, at, to))
            m->near[(to[2] * y + to[1]) * x + to[0]] |= NEAR_NOW;
}

/* A cell of a body with such cells on all six sides: what it would mark, one of them does, or one
 * of theirs. */
static bool is_within(const struct lb_moving_cells *m, const uint32_t at[3], uint64_t k)
{
    const struct lb_motion *o = m->w->c->motion;
    uint64_t apart = 1;
    for (int axis = 0; axis < 3; axis++) {
        const uint32_t extent = o->end[axis] - o->begin[axis];
        if (extent == 1) continue; /* of two dimensions */
        if (at[axis] == 0 || at[axis] + 1 == extent) return false;
        if (m->body[k - apart] == 0 || m->body[k + apart] == 0) return false;
        apart *= extent;
    }
    return true;
}

static void mark_near(struct lb_moving_cells *m)
{
    const struct lb_motion *o = m->w->c->motion;
    const uint64_t cells = lb_motion_cells(o);
    const uint64_t x = o->end[0] - o->begin[0], y = o->end[1] - o->begin[1];
    for (uint64_t k = 0; k < cells; k++)
        m->near[k] = (m->near[k] & NEAR_NOW) != 0 ? NEAR_BEFORE : 0;
    for (uint64_t k = 0; k < cells; k++) {
        const uint32_t at[3] = {(uint32_t)(k % x), (uint32_t)(k / x % y), (uint32_t)(k / (x * y))};
        if (m->body[k] == 0) continue;
        m->near[k] |= NEAR_NOW;
        if (!is_within(m, at, k)) mark_around(m, at);
    }
}

static void choose(struct lb_moving_cells *m, bool all)
{
    m->count_now = 0;
    for (uint64_t k = 0; k < m->own; k++)
        if ((m->near[m->place[k]] & NEAR_NOW) != 0) m->chosen[m->count_now++] = k;
    m->beside_now = m->count_now;
    for (uint64_t k = 0; k < m->own; k++) {
        const uint8_t near = m->near[m->place[k]];
        if ((near & NEAR_NOW) == 0 && (all || near != 0)) m->chosen[m->count_now++] = k;
    }
    m->own_now = m->count_now;
    for (uint64_t k = m->own; k < m->count; k++)
        if (all || m->near[m->place[k]] != 0) m->chosen[m->count_now++] = k;
}

/* --- sending ---------------------------------------------------------------------------------- */

static enum lb_status send_list(struct lb_moving_cells *m, enum lb_buffer_id id,
                                const uint64_t *numbers, uint64_t count, struct lb_error *err)
{
    for (uint64_t n = 0; n < count; n++)
        m->list[n] = numbers[m->chosen[n]];
    return lb_workspace_write_indices(m->w, m->w->buffers[id], count, m->list, err);
}

static enum lb_status send_cells(struct lb_moving_cells *m, struct lb_error *err)
{
    const struct lb_workspace *w = m->w;
    for (uint64_t n = 0; n < m->count_now; n++) {
        const uint64_t place = m->place[m->chosen[n]];
        const uint8_t kind = kind_at(m, place);
        const bool is_body = kind != m->kind[place];
        m->kinds[n] = is_body ? kind | OF_MOVING_BODY : kind;
        m->numbers[n] = is_body ? m->body[place] : m->base_number[place];
        memcpy(m->velocities + 3 * n, m->u + 3 * place, 3 * sizeof *m->u);
    }
    if (m->count_now == 0) return LB_STATUS_OK;
    LB_OK(send_list(m, LB_BUFFER_RENEWED, m->index, m->count_now, err));
    if (m->own_now > 0) LB_OK(send_list(m, LB_BUFFER_RENEWED_AT, m->bounce_at, m->own_now, err));
    LB_OK(lb_buffer_write(w->buffers[LB_BUFFER_RENEWED_KINDS], 0, m->count_now, m->kinds, err));
    LB_OK(lb_buffer_write(w->buffers[LB_BUFFER_RENEWED_NUMBERS], 0, m->count_now, m->numbers, err));
    return lb_workspace_write_numbers(m->w, LB_BUFFER_RENEWED_U, 0, 3 * m->count_now, m->velocities,
                                      err);
}

static enum lb_status send(struct lb_moving_cells *m, uint64_t step, bool all, struct lb_error *err)
{
    const struct lb_motion *o = m->w->c->motion;
    LB_OK(o->place(o->state, step, m->body, m->u, err));
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

/* Those of all cells of the motion, each from the part of the box that has it. */
static enum lb_status unite_densities(struct lb_moving_cells *m, double *rho, struct lb_error *err)
{
    const struct lb_workspace *w = m->w;
    const size_t cells = lb_motion_cells(w->c->motion);
    enum lb_status st = LB_STATUS_OK;
    if (m->own_now > 0)
        st = lb_buffer_read(w->buffers[LB_BUFFER_RENEWED_RHO], 0,
                            m->own_now * lb_workspace_scalar_bytes(w), m->velocities, err);
    for (uint64_t k = 0; k < m->own_now && st == LB_STATUS_OK; k++)
        rho[m->place[m->chosen[k]]] = lb_workspace_number(w, LB_ELEMENT_SCALAR, m->velocities, k);
    return w->add_over_parts(w->parts_context, st, rho, cells, err);
}

static enum lb_status place_densities(struct lb_moving_cells *m, const double *rho,
                                      struct lb_error *err)
{
    const uint64_t first = m->own_now, count = m->count_now - first;
    struct lb_kernel *k = NULL;
    for (uint64_t n = 0; n < count; n++)
        m->velocities[n] = rho[m->place[m->chosen[first + n]]];
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
    m->bounce_at = calloc(count, sizeof *m->bounce_at);
    m->chosen = calloc(count, sizeof *m->chosen);
    m->list = calloc(count, sizeof *m->list);
    m->u = calloc(3 * cells, sizeof *m->u);
    m->kinds = calloc(count, 1);
    m->numbers = calloc(count, 1);
    m->velocities = calloc(3 * count, sizeof *m->velocities);
    LB_NEED(m->kind != NULL && m->base_number != NULL && m->body != NULL && m->u != NULL &&
                m->near != NULL && m->bounce_at != NULL && m->chosen != NULL && m->list != NULL &&
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

/* Both lists are in the order of memory, and all own cells are in the longer one. */
static enum lb_status find_bounce_places(struct lb_moving_cells *m, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t beside = lb_workspace_list_length(m->w, LB_BUFFER_BOUNCE_CELLS);
    uint64_t *cells = calloc(beside + 1, sizeof *cells);
    LB_REQUIRE(cells != NULL, LB_STATUS_FAILED, "out of memory for the cells of moving bodies");
    if (m->own > 0)
        LB_TRY(lb_workspace_read_indices(m->w, m->w->buffers[LB_BUFFER_BOUNCE_CELLS], 0, beside,
                                         cells, err));
    for (uint64_t k = 0, at = 0; k < m->own; k++) {
        while (at < beside && cells[at] < m->index[k])
            at++;
        m->bounce_at[k] = at;
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
    LB_OK(o->place(o->state, 0, m->body, m->u, err));
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

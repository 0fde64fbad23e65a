/* start_state.c - brings the start state of a case to the device, piece by piece.
 * SPDX-License-Identifier: MIT */
#include "case/halo.h"
#include "modules/free_surface.h"
#include "modules/module.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { GROUP = 64 };

static const char entry[] = "cell/cells.cl";

struct start_piece { /* host arrays for `capacity` cells, and where they go */
    uint64_t capacity;
    uint8_t *flags, *numbers;
    void *values;     /* six planes: density, velocity, fill level, temperature */
    uint64_t resting; /* cells of the last piece, if `values` are those of fluid at rest; else 0 */
    bool is_sent;     /* the device has `values` from the piece before */
    struct lb_buffer *device_flags, *device_numbers; /* the second NULL where cells have none */
    struct lb_kernel *kernel;
};

static void put(void *planes, bool fp64, uint64_t at, double value)
{
    if (fp64)
        ((double *)planes)[at] = value;
    else
        ((float *)planes)[at] = (float)value;
}

/* The next cell, x fastest. */
static void step_on(const struct lb_case *c, uint32_t at[3])
{
    if (++at[0] < c->size[0]) return;
    at[0] = 0;
    if (++at[1] < c->size[1]) return;
    at[1] = 0;
    at[2]++;
}

/* What struct lb_cell lists; the kernels know no other combination. */
static bool is_kind(uint8_t flags)
{
    return flags == LB_CELL_FLUID || flags == LB_CELL_SOLID || flags == LB_CELL_EQUILIBRIUM ||
           flags == (LB_CELL_SOLID | LB_CELL_MOVING);
}

/* Of boundaries and of bodies; other cells have none. */
static enum lb_status check_number(const struct lb_case *c, const struct lb_cell *cell,
                                   const uint32_t at[3], struct lb_error *err)
{
    const bool is_boundary = cell->flags == LB_CELL_BOUNDARY;
    const bool is_body = !is_boundary && (cell->flags & LB_CELL_SOLID) != 0 && cell->number > 0;
    const int number = is_body ? cell->number - 1 : cell->number;
    const int count = is_body ? c->body_count : c->boundary_count;
    if (!(is_boundary || is_body) || number < count) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_FAILED,
                   "case '%s' has a cell of %s %d at (%u, %u, %u), and %d %s", c->name,
                   is_body ? "body" : "boundary", number, at[0], at[1], at[2], count,
                   is_body ? "bodies" : "boundaries");
}

static enum lb_status check_bodies(const struct lb_case *c, struct lb_error *err)
{
    for (int n = 0; n < c->body_count; n++)
        for (int axis = 0; axis < 3; axis++)
            LB_NEED(
                fabs(c->bodies[n].centre[axis]) < 1e9, LB_STATUS_FAILED,
                "case '%s' has body '%s' with its centre at (%g, %g, %g), which is not near a box",
                c->name, c->bodies[n].name, c->bodies[n].centre[0], c->bodies[n].centre[1],
                c->bodies[n].centre[2]);
    return LB_STATUS_OK;
}

static enum lb_status check_cell(const struct lb_case *c, const struct lb_cell *cell,
                                 const uint32_t at[3], struct lb_error *err)
{
    const uint8_t flags = cell->flags;
    LB_OK(check_number(c, cell, at, err));
    if (flags == LB_CELL_BOUNDARY) return LB_STATUS_OK;
    const uint8_t settable = LB_CELL_SOLID | LB_CELL_MOVING | LB_CELL_EQUILIBRIUM;
    const char *wrong = (flags & ~(c->cell_kinds & settable)) != 0 ? "it did not announce"
                        : !is_kind(flags)                          ? "is no kind of cell"
                                                                   : NULL;
    if (wrong == NULL) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_FAILED,
                   "case '%s' sets cell flags 0x%02x at (%u, %u, %u), which %s", c->name, flags,
                   at[0], at[1], at[2], wrong);
}

/* Cells of a row that were asked for last. */
struct solids {
    uint32_t x, count, y, z;
    uint64_t of;
};

/* Whether a cell is known to be solid before `start` is asked for it. */
static bool is_known_solid(const struct lb_case *c, const uint32_t at[3], struct solids *s)
{
    const uint32_t left = c->size[0] - at[0];
    if (c->solid_word == NULL) return false;
    if (at[0] - s->x >= s->count || at[1] != s->y || at[2] != s->z) {
        *s = (struct solids){at[0], left < LB_SOLID_WORD ? left : LB_SOLID_WORD, at[1], at[2], 0};
        s->of = lb_case_solid_word(c, s->x, s->y, s->z, s->count);
    }
    return (s->of >> (at[0] - s->x) & 1) != 0;
}

static bool is_at_rest(const struct lb_cell *cell)
{
    static const struct lb_cell rest = {.rho = 1.0, .fill = 1.0};
    const size_t at = offsetof(struct lb_cell, rho);
    return memcmp((const char *)cell + at, (const char *)&rest + at, sizeof rest - at) == 0;
}

static void put_values(struct start_piece *p, bool fp64, const struct lb_cell *cell, uint64_t item,
                       uint64_t count)
{
    put(p->values, fp64, item, cell->rho);
    for (uint64_t axis = 0; axis < 3; axis++)
        put(p->values, fp64, (1 + axis) * count + item, cell->u[axis]);
    put(p->values, fp64, 4 * count + item, cell->fill);
    put(p->values, fp64, 5 * count + item, cell->temperature);
}

static enum lb_status fill_piece(struct lb_workspace *w, struct start_piece *p, uint64_t first,
                                 uint64_t count, struct lb_error *err)
{
    const struct lb_case *c = w->c;
    const bool fp64 = c->arithmetic == LB_ARITHMETIC_FP64;
    uint32_t at[3] = {(uint32_t)(first % c->size[0]), (uint32_t)(first / c->size[0] % c->size[1]),
                      (uint32_t)(first / ((uint64_t)c->size[0] * c->size[1]))};
    const bool rested = p->resting == count;
    struct solids solids = {.count = 0};
    uint64_t moving = 0;
    for (uint64_t item = 0; item < count; item++, step_on(c, at)) {
        struct lb_cell cell = {.flags = LB_CELL_FLUID, .rho = 1.0, .fill = 1.0};
        if (is_known_solid(c, at, &solids))
            cell.flags = LB_CELL_SOLID;
        else
            c->start(c->start_state, at[0], at[1], at[2], &cell);
        const enum lb_status st = check_cell(c, &cell, at, err);
        if (st != LB_STATUS_OK) return st;
        p->flags[item] = cell.flags;
        if (p->numbers != NULL) p->numbers[item] = cell.number;
        if (w->host_flags != NULL) w->host_flags[first + item] = cell.flags;
        if (c->surface.exists) p->flags[item] |= lb_surface_type(&cell);
        const bool rests = is_at_rest(&cell);
        if (!rests || !rested) put_values(p, fp64, &cell, item, count);
        moving += !rests;
    }
    p->is_sent = rested && moving == 0 && c->heat == NULL; /* temperature.c sends its own there */
    p->resting = moving == 0 ? count : 0;
    return LB_STATUS_OK;
}

static enum lb_status send_piece(struct lb_workspace *w, struct start_piece *p, uint64_t first,
                                 uint64_t count, struct lb_error *err)
{
    LB_OK(lb_buffer_write(p->device_flags, 0, count, p->flags, err));
    if (p->numbers != NULL) LB_OK(lb_buffer_write(p->device_numbers, 0, count, p->numbers, err));
    if (!p->is_sent)
        LB_OK(lb_buffer_write(w->buffers[LB_BUFFER_STAGING], 0,
                              count * 4 * lb_workspace_scalar_bytes(w), p->values, err));
    LB_OK(lb_kernel_set_ulong(p->kernel, "first", first, err));
    LB_OK(lb_kernel_set_ulong(p->kernel, "count", count, err));
    return lb_workspace_enqueue(w, p->kernel, count, GROUP, err);
}

static enum lb_status upload(struct lb_workspace *w, const struct lb_modules *modules,
                             struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t cells = lb_case_cell_count(w->c);
    struct start_piece p = {.capacity = w->staging_cells};
    const bool has_numbers = lb_case_has_numbers(w->c);
    p.flags = malloc(p.capacity);
    if (has_numbers) p.numbers = malloc(p.capacity);
    p.values = malloc(p.capacity * 6 * sizeof(double));
    if (w->c->cell_kinds != 0) w->host_flags = malloc(cells);
    LB_REQUIRE(p.flags != NULL && p.values != NULL && (p.numbers != NULL || !has_numbers) &&
                   (w->host_flags != NULL || w->c->cell_kinds == 0),
               LB_STATUS_FAILED, "out of memory for the start state");
    LB_TRY(lb_buffer_create(w->device, p.capacity, "start flags", &p.device_flags, err));
    if (has_numbers) {
        LB_TRY(lb_buffer_create(w->device, p.capacity, "start numbers", &p.device_numbers, err));
        LB_TRY(lb_workspace_create_buffer(w, LB_BUFFER_NUMBERS, 0, err));
    }
    LB_TRY(lb_workspace_kernel(w, entry, "lb_start", &p.kernel, err));
    LB_TRY(lb_kernel_set_buffer(p.kernel, "start_numbers", p.device_numbers, err));
    LB_TRY(lb_kernel_set_buffer(p.kernel, "start_flags", p.device_flags, err));
    LB_TRY(lb_kernel_set_buffer(p.kernel, "start", w->buffers[LB_BUFFER_STAGING], err));
    for (uint64_t first = 0; first < cells; first += p.capacity) {
        const uint64_t count = cells - first < p.capacity ? cells - first : p.capacity;
        LB_TRY(fill_piece(w, &p, first, count, err));
        LB_TRY(send_piece(w, &p, first, count, err));
        LB_TRY(lb_modules_start(modules, p.values, first, count, err));
    }
    LB_TRY(lb_device_finish(w->device, err));
cleanup:
    lb_buffer_destroy(p.device_flags);
    lb_buffer_destroy(p.device_numbers);
    free(p.values);
    free(p.numbers);
    free(p.flags);
    return st;
}

static enum lb_status mark_neighbours(struct lb_workspace *w, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_buffer *flags = w->buffers[LB_BUFFER_FLAGS], *marked = NULL;
    struct lb_kernel *kernel = NULL;
    const uint64_t halo = w->c->surface.exists ? lb_halo_cells(w->c) : 0,
                   places = lb_layout_places(w->c, &w->layout) + halo;
    LB_TRY(lb_buffer_create(w->device, places, "marked flags", &marked, err));
    LB_TRY(lb_workspace_kernel(w, entry, "lb_mark_neighbours", &kernel, err));
    LB_TRY(lb_kernel_set_buffer(kernel, "from", flags, err));
    LB_TRY(lb_kernel_set_buffer(kernel, "to", marked, err));
    LB_TRY(lb_workspace_enqueue(w, kernel, places, GROUP, err));
    LB_TRY(lb_buffer_copy(marked, flags, err));
    LB_TRY(lb_device_finish(w->device, err));
cleanup:
    lb_buffer_destroy(marked);
    return st;
}

/* What cells sent becomes what they will find. */
static enum lb_status stream_start(struct lb_workspace *w, struct lb_error *err)
{
    struct lb_kernel *kernel = NULL;
    LB_OK(lb_workspace_kernel(w, entry, "lb_stream_start", &kernel, err));
    LB_OK(lb_workspace_enqueue(w, kernel, lb_case_cell_count(w->c), GROUP, err));
    lb_population_set_swap(w, &w->flow);
    return LB_STATUS_OK;
}

enum lb_status lb_start_state_upload(struct lb_workspace *w, const struct lb_modules *modules,
                                     struct lb_error *err)
{
    LB_OK(check_bodies(w->c, err));
    if (lb_case_lists_fluid(w->c)) LB_OK(lb_fluid_list_create(w, err));
    LB_OK(upload(w, modules, err));
    LB_OK(lb_start_halo(w, err));
    if ((w->c->cell_kinds & LB_CELL_SOLID) != 0) LB_OK(mark_neighbours(w, err));
    return lb_case_keeps_moments(w->c) ? stream_start(w, err) : LB_STATUS_OK;
}

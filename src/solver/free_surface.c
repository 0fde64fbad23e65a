/* free_surface.c - runs the kernels of the free surface around the step.
 * SPDX-License-Identifier: MIT */
#include "solver/free_surface.h"

#include <stdlib.h>

#include "solver/solver_internal.h"

enum { GROUP = 64, SUMS = 8, COUNTS = 4 };

/* Of kernels/surface/surface.cl: counts of one step, flags that a work-item of lb_list_interface looks at. */
enum { LIST_COUNTS = 4, FLAGS_PER_SEARCH = 16 };
enum { LAST_STEP = INT32_MAX - 2 }; /* twice that, and a little, is a stamp of 32 bits */

/* Work-items that go through a list: enough to keep a device busy, few enough to cost nothing where
 * the list is short. */
enum { GPU_ITEMS_PER_UNIT = 1024, CPU_ITEMS_PER_UNIT = GROUP };

struct lb_surface_part {
    struct lb_buffer *flags; /* the other copy: the kernels read one and write the other */
    struct lb_buffer *fill, *mass;
    struct lb_buffer *start_fill;     /* only while the start state is uploaded */
    struct lb_buffer *busy, *turning; /* lists of vectors */
    struct lb_buffer *counts, *stamp;
    uint64_t list_items;
    struct lb_program *program;
    struct lb_kernel *find, *exchange, *protect, *convert, *settle, *survey;
    struct lb_surface_looks looks;
};

uint8_t lb_surface_type(const struct lb_cell *cell)
{
    if (cell->flags & LB_CELL_SOLID) return 0;
    if (cell->fill >= 1.0) return LB_CELL_FLUID;
    return cell->fill > 0.0 ? LB_CELL_INTERFACE : LB_CELL_GAS;
}

double lb_surface_survey_mass(const struct lb_surface_survey *s)
{
    return s->fluid_mass + s->interface_mass + s->pending_mass + s->stranded_mass + s->removed_mass;
}

static enum lb_status create_kernels(struct lb_surface_part *p, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    LB_TRY(lb_kernel_create(p->program, "lb_list_interface", &p->find, err));
    LB_TRY(lb_kernel_create(p->program, "lb_exchange", &p->exchange, err));
    LB_TRY(lb_kernel_create(p->program, "lb_convert_to_fluid", &p->protect, err));
    LB_TRY(lb_kernel_create(p->program, "lb_convert_to_gas", &p->convert, err));
    LB_TRY(lb_kernel_create(p->program, "lb_distribute_mass", &p->settle, err));
    LB_TRY(lb_kernel_create(p->program, "lb_surface_survey", &p->survey, err));
    LB_TRY(lb_surface_looks_create(&p->looks, p->program, err));
cleanup:
    return st;
}

static enum lb_status create_lists(struct lb_solver *s, struct lb_surface_part *p,
                                   struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_device_info *device = lb_device_get_info(s->device);
    const uint64_t cells = lb_case_cell_count(s->c);
    const uint64_t vectors = cells / (uint64_t)s->layout.lanes;
    const uint64_t index = lb_layout_index_bytes(s->c);
    const uint64_t items =
        device->compute_units *
        (uint64_t)(device->type == LB_DEVICE_GPU ? GPU_ITEMS_PER_UNIT : CPU_ITEMS_PER_UNIT);
    p->list_items = items < cells ? items : cells;
    LB_TRY(lb_buffer_create(s->device, vectors * index, "busy vectors", &p->busy, err));
    LB_TRY(lb_buffer_create(s->device, vectors * index, "turning vectors", &p->turning, err));
    LB_TRY(lb_buffer_create(s->device, vectors * sizeof(uint32_t), "stamps of vectors", &p->stamp,
                            err));
    LB_TRY(lb_buffer_create(s->device, 2 * LIST_COUNTS * sizeof(uint32_t), "lengths of lists",
                            &p->counts, err));
cleanup:
    return st;
}

enum lb_status lb_surface_create(struct lb_solver *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t cells = lb_case_cell_count(s->c);
    const uint64_t scalar = lb_solver_scalar_bytes(s);
    struct lb_surface_part *p = calloc(1, sizeof *p);
    LB_REQUIRE(p != NULL, LB_STATUS_FAILED, "out of memory for the surface");
    LB_REQUIRE((s->c->cell_kinds & LB_CELL_EQUILIBRIUM) == 0, LB_STATUS_FAILED,
               "case '%s' has equilibrium cells and a free surface; they do not go together yet",
               s->c->name);
    LB_TRY(lb_buffer_create(s->device, cells, "second copy of the flags", &p->flags, err));
    LB_TRY(lb_buffer_create(s->device, cells * scalar, "fill levels", &p->fill, err));
    LB_TRY(lb_buffer_create(s->device, cells * scalar, "masses", &p->mass, err));
    LB_TRY(lb_buffer_create(s->device, s->staging_cells * scalar, "start fill levels",
                            &p->start_fill, err));
    LB_TRY(create_lists(s, p, err));
    LB_TRY(lb_solver_build(s, "surface/surface.cl", true, &p->program, err));
    LB_TRY(create_kernels(p, err));
    s->surface = p;
    p = NULL;
cleanup:
    lb_surface_destroy(p);
    return st;
}

void lb_surface_destroy(struct lb_surface_part *p)
{
    if (p == NULL) return;
    lb_kernel_destroy(p->find);
    lb_kernel_destroy(p->exchange);
    lb_kernel_destroy(p->protect);
    lb_kernel_destroy(p->convert);
    lb_kernel_destroy(p->settle);
    lb_kernel_destroy(p->survey);
    lb_surface_looks_destroy(&p->looks);
    lb_program_destroy(p->program);
    lb_buffer_destroy(p->flags);
    lb_buffer_destroy(p->fill);
    lb_buffer_destroy(p->mass);
    lb_buffer_destroy(p->busy);
    lb_buffer_destroy(p->turning);
    lb_buffer_destroy(p->counts);
    lb_buffer_destroy(p->stamp);
    lb_buffer_destroy(p->start_fill);
    free(p);
}

enum lb_status lb_surface_start(struct lb_solver *s, const void *values, uint64_t first,
                                uint64_t count, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_surface_part *p = s->surface;
    struct lb_kernel *kernel = NULL;
    const uint64_t plane = count * lb_solver_scalar_bytes(s);
    LB_TRY(lb_buffer_write(p->start_fill, 0, plane, (const char *)values + 4 * plane, err));
    LB_TRY(lb_kernel_create(p->program, "lb_surface_start", &kernel, err));
    LB_TRY(lb_kernel_set_buffer(kernel, 0, s->flags, err));
    LB_TRY(lb_kernel_set_buffer(kernel, 1, p->fill, err));
    LB_TRY(lb_kernel_set_buffer(kernel, 2, p->mass, err));
    LB_TRY(lb_kernel_set_buffer(kernel, 3, s->staging, err));
    LB_TRY(lb_kernel_set_buffer(kernel, 4, p->start_fill, err));
    LB_TRY(lb_kernel_set_ulong(kernel, 5, first, err));
    LB_TRY(lb_kernel_set_ulong(kernel, 6, count, err));
    LB_TRY(lb_kernel_enqueue(kernel, count, GROUP, err));
    LB_TRY(lb_device_finish(s->device, err));
cleanup:
    lb_kernel_destroy(kernel);
    return st;
}

/* What no step changes, in the kernels behind the exchange and the search before it. */
static enum lb_status bind(struct lb_solver *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_surface_part *p = s->surface;
    LB_TRY(lb_kernel_set_buffer(p->find, 0, s->flags, err));
    LB_TRY(lb_kernel_set_buffer(p->find, 1, p->flags, err));
    LB_TRY(lb_kernel_set_buffer(p->find, 3, p->busy, err));
    LB_TRY(lb_kernel_set_buffer(p->find, 4, p->counts, err));
    LB_TRY(lb_kernel_set_buffer(p->find, 5, p->stamp, err));
    LB_TRY(lb_kernel_set_buffer(p->protect, 0, p->flags, err));
    LB_TRY(lb_kernel_set_buffer(p->protect, 1, s->flags, err));
    LB_TRY(lb_kernel_set_buffer(p->protect, 2, p->mass, err));
    LB_TRY(lb_kernel_set_buffer(p->protect, 4, p->turning, err));
    LB_TRY(lb_kernel_set_buffer(p->protect, 5, p->counts, err));
    LB_TRY(lb_kernel_set_buffer(p->convert, 1, s->flags, err));
    LB_TRY(lb_kernel_set_buffer(p->convert, 2, p->flags, err));
    LB_TRY(lb_kernel_set_buffer(p->convert, 3, p->mass, err));
    LB_TRY(lb_kernel_set_buffer(p->convert, 5, p->turning, err));
    LB_TRY(lb_kernel_set_buffer(p->convert, 6, p->counts, err));
    LB_TRY(lb_kernel_set_buffer(p->settle, 1, p->flags, err));
    LB_TRY(lb_kernel_set_buffer(p->settle, 2, s->flags, err));
    LB_TRY(lb_kernel_set_buffer(p->settle, 3, p->fill, err));
    LB_TRY(lb_kernel_set_buffer(p->settle, 4, p->mass, err));
    LB_TRY(lb_kernel_set_buffer(p->settle, 6, p->busy, err));
    LB_TRY(lb_kernel_set_buffer(p->settle, 7, p->counts, err));
cleanup:
    return st;
}

enum lb_status lb_surface_close(struct lb_solver *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_surface_part *p = s->surface;
    struct lb_kernel *kernel = NULL;
    LB_TRY(lb_kernel_create(p->program, "lb_surface_close", &kernel, err));
    LB_TRY(lb_kernel_set_buffer(kernel, 0, s->populations[0], err));
    LB_TRY(lb_kernel_set_buffer(kernel, 1, s->flags, err));
    LB_TRY(lb_kernel_set_buffer(kernel, 2, p->flags, err));
    LB_TRY(lb_kernel_set_buffer(kernel, 3, p->mass, err));
    LB_TRY(lb_kernel_set_uint(kernel, 4, 0, err));
    LB_TRY(lb_kernel_enqueue(kernel, lb_case_cell_count(s->c), GROUP, err));
    LB_TRY(lb_device_finish(s->device, err));
    struct lb_buffer *closed = p->flags;
    p->flags = s->flags;
    s->flags = closed;
    lb_buffer_destroy(p->start_fill);
    p->start_fill = NULL;
    LB_TRY(bind(s, err));
cleanup:
    lb_kernel_destroy(kernel);
    return st;
}

static enum lb_status find(struct lb_solver *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_surface_part *p = s->surface;
    const uint64_t cells = lb_case_cell_count(s->c);
    const uint64_t per_item =
        cells % FLAGS_PER_SEARCH == 0 ? FLAGS_PER_SEARCH : (uint64_t)s->layout.lanes;
    LB_TRY(lb_kernel_set_uint(p->find, 2, (uint32_t)s->step, err));
    LB_TRY(lb_kernel_enqueue(p->find, cells / per_item, GROUP, err));
cleanup:
    return st;
}

static enum lb_status exchange(struct lb_solver *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_surface_part *p = s->surface;
    struct lb_kernel *k = p->exchange;
    LB_TRY(lb_kernel_set_buffer(k, 0, s->populations[0], err));
    LB_TRY(lb_kernel_set_buffer(k, 1, s->flags, err));
    LB_TRY(lb_kernel_set_buffer(k, 2, p->flags, err));
    LB_TRY(lb_kernel_set_buffer(k, 3, s->prescribed, err));
    LB_TRY(lb_kernel_set_buffer(k, 4, p->fill, err));
    LB_TRY(lb_kernel_set_buffer(k, 5, p->mass, err));
    LB_TRY(lb_kernel_set_uint(k, 6, (uint32_t)s->step, err));
    LB_TRY(lb_kernel_set_buffer(k, 7, p->busy, err));
    LB_TRY(lb_kernel_set_buffer(k, 8, p->turning, err));
    LB_TRY(lb_kernel_set_buffer(k, 9, p->counts, err));
    LB_TRY(lb_kernel_set_buffer(k, 10, p->stamp, err));
    LB_TRY(lb_kernel_enqueue(k, p->list_items, GROUP, err));
cleanup:
    return st;
}

enum lb_status lb_surface_before(struct lb_solver *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    LB_REQUIRE(s->step <= LAST_STEP, LB_STATUS_FAILED,
               "case '%s' has a free surface, whose lists end with step %u", s->c->name,
               (unsigned)LAST_STEP);
    lb_surface_looks_forget(&s->surface->looks);
    LB_TRY(find(s, err));
    LB_TRY(exchange(s, err));
cleanup:
    return st;
}

static enum lb_status protect(struct lb_solver *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_surface_part *p = s->surface;
    LB_TRY(lb_kernel_set_uint(p->protect, 3, (uint32_t)s->step, err));
    LB_TRY(lb_kernel_enqueue(p->protect, p->list_items, GROUP, err));
cleanup:
    return st;
}

static enum lb_status convert(struct lb_solver *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_surface_part *p = s->surface;
    LB_TRY(lb_kernel_set_buffer(p->convert, 0, s->populations[0], err));
    LB_TRY(lb_kernel_set_uint(p->convert, 4, (uint32_t)s->step, err));
    LB_TRY(lb_kernel_enqueue(p->convert, p->list_items, GROUP, err));
cleanup:
    return st;
}

static enum lb_status settle(struct lb_solver *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_surface_part *p = s->surface;
    LB_TRY(lb_kernel_set_buffer(p->settle, 0, s->populations[0], err));
    LB_TRY(lb_kernel_set_uint(p->settle, 5, (uint32_t)s->step, err));
    LB_TRY(lb_kernel_enqueue(p->settle, p->list_items, GROUP, err));
cleanup:
    return st;
}

/* An odd number of copies behind the step, one before it: the flags end where they began. */
enum lb_status lb_surface_after(struct lb_solver *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    LB_TRY(protect(s, err));
    LB_TRY(convert(s, err));
    LB_TRY(settle(s, err));
cleanup:
    return st;
}

struct lb_surface_view lb_surface_look(struct lb_surface_part *p)
{
    return (struct lb_surface_view){p->fill, p->mass, &p->looks};
}

/* --- observation ------------------------------------------------------------------------------ */

static enum lb_status enqueue_fill(struct lb_solver *s, struct lb_kernel *k,
                                   const struct lb_region *r, uint64_t skip, uint64_t count,
                                   struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    LB_TRY(lb_kernel_set_buffer(k, 0, s->surface->fill, err));
    LB_TRY(lb_kernel_set_buffer(k, 1, s->staging, err));
    for (unsigned axis = 0; axis < 3; axis++)
        LB_TRY(lb_kernel_set_uint(k, 2 + axis, r->begin[axis], err));
    for (unsigned axis = 0; axis < 2; axis++)
        LB_TRY(lb_kernel_set_uint(k, 5 + axis, r->end[axis] - r->begin[axis], err));
    LB_TRY(lb_kernel_set_ulong(k, 7, skip, err));
    LB_TRY(lb_kernel_set_ulong(k, 8, count, err));
    LB_TRY(lb_kernel_enqueue(k, count, GROUP, err));
cleanup:
    return st;
}

enum lb_status lb_solver_read_fill(struct lb_solver *s, const struct lb_region *region,
                                   double *fill, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_kernel *k = NULL;
    void *piece = malloc(s->staging_cells * sizeof(double));
    LB_REQUIRE(piece != NULL, LB_STATUS_FAILED, "out of memory for reading the fill levels");
    LB_REQUIRE(s->surface != NULL, LB_STATUS_FAILED, "case '%s' has no free surface", s->c->name);
    LB_REQUIRE(lb_region_is_inside(s->c, region), LB_STATUS_FAILED,
               "the region to read lies outside the box");
    LB_TRY(lb_kernel_create(s->surface->program, "lb_surface_observe", &k, err));
    uint64_t cells = 1;
    for (int axis = 0; axis < 3; axis++)
        cells *= region->end[axis] - region->begin[axis];
    for (uint64_t skip = 0; skip < cells; skip += s->staging_cells) {
        const uint64_t left = cells - skip;
        const uint64_t count = left < s->staging_cells ? left : s->staging_cells;
        LB_TRY(enqueue_fill(s, k, region, skip, count, err));
        LB_TRY(lb_buffer_read(s->staging, 0, count * lb_solver_scalar_bytes(s), piece, err));
        for (uint64_t n = 0; n < count; n++)
            fill[skip + n] = lb_solver_number(s, piece, n);
    }
cleanup:
    lb_kernel_destroy(k);
    free(piece);
    return st;
}

static double sum_at(const void *sums, bool fp64, uint64_t at)
{
    return fp64 ? ((const double *)sums)[at] : (double)((const float *)sums)[at];
}

static void add_up(const struct lb_solver *s, const void *sums, bool fp64, const uint64_t *counts,
                   struct lb_surface_survey *out)
{
    double excess = 0.0;
    *out = (struct lb_surface_survey){0};
    for (uint64_t item = 0; item < s->survey_items; item++) {
        excess += sum_at(sums, fp64, SUMS * item);
        out->interface_mass += sum_at(sums, fp64, SUMS * item + 1);
        out->pending_mass += sum_at(sums, fp64, SUMS * item + 2);
        out->stranded_mass += sum_at(sums, fp64, SUMS * item + 3);
        out->volume += sum_at(sums, fp64, SUMS * item + 4);
        out->fluid_cells += counts[COUNTS * item];
        out->interface_cells += counts[COUNTS * item + 1];
        out->gas_cells += counts[COUNTS * item + 2];
        out->contacts += counts[COUNTS * item + 3];
    }
    out->fluid_mass = (double)out->fluid_cells + excess;
    out->removed_mass = s->removed_mass;
}

enum lb_status lb_surface_survey(struct lb_solver *s, struct lb_surface_survey *out,
                                 struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_surface_part *p = s->surface;
    const bool fp64 = lb_device_get_info(s->device)->fp64;
    const uint64_t sums_bytes = (uint64_t)s->survey_items * SUMS * (fp64 ? 8 : 4);
    const uint64_t counts_bytes = (uint64_t)s->survey_items * COUNTS * 8;
    void *sums = malloc(sums_bytes);
    uint64_t *counts = malloc(counts_bytes);
    LB_REQUIRE(sums != NULL && counts != NULL, LB_STATUS_FAILED, "out of memory for the survey");
    LB_TRY(lb_kernel_set_buffer(p->survey, 0, s->populations[0], err));
    LB_TRY(lb_kernel_set_buffer(p->survey, 1, s->flags, err));
    LB_TRY(lb_kernel_set_buffer(p->survey, 2, p->fill, err));
    LB_TRY(lb_kernel_set_buffer(p->survey, 3, p->mass, err));
    LB_TRY(lb_kernel_set_buffer(p->survey, 4, s->sums, err));
    LB_TRY(lb_kernel_set_buffer(p->survey, 5, s->counts, err));
    LB_TRY(lb_kernel_set_uint(p->survey, 6, s->survey_items, err));
    LB_TRY(lb_kernel_set_uint(p->survey, 7, (uint32_t)s->step, err));
    LB_TRY(lb_kernel_enqueue(p->survey, s->survey_items, GROUP, err));
    LB_TRY(lb_buffer_read(s->sums, 0, sums_bytes, sums, err));
    LB_TRY(lb_buffer_read(s->counts, 0, counts_bytes, counts, err));
    add_up(s, sums, fp64, counts, out);
cleanup:
    free(counts);
    free(sums);
    return st;
}

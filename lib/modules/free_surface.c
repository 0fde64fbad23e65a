/* free_surface.c - runs the kernels of the free surface around the step.
 * SPDX-License-Identifier: MIT */
#include "modules/free_surface.h"

#include <stdlib.h>

#include "case/halo.h"
#include "modules/module.h"

enum { GROUP = 64 };

/* Of kernels/surface/surface.cl: flags that a work-item of lb_list_interface looks at. */
enum { FLAGS_PER_SEARCH = 16 };
enum { LAST_STEP = INT32_MAX - 2 }; /* twice that, and a little, is a stamp of 32 bits */

/* Work-items that go through a list: enough to keep a device busy, few enough to cost nothing where
 * the list is short. */
enum { GPU_ITEMS_PER_UNIT = 1024, CPU_ITEMS_PER_UNIT = GROUP };

static const char entry[] = "surface/surface.cl";

struct lb_free_surface {
    struct lb_workspace *w;
    uint64_t search_items, list_items;
    struct lb_buffer *start_fill; /* only while the start state is uploaded */
    struct lb_kernel *list, *exchange, *to_fluid, *to_gas, *distribute;
    /* of a subdomain, else NULL */
    struct lb_kernel *exchange_beside_cuts, *beyond_to_fluid, *beyond_to_gas;
    bool has_begun; /* the next step, before the exchange behind the last one has ended */
    bool has_begun_beside_cuts;
    double removed_mass; /* of droplets, and of what was cut off at the top */
    struct lb_surface_bits bits;
};

double lb_surface_survey_mass(const struct lb_surface_survey *s)
{
    return s->fluid_mass + s->interface_mass + s->pending_mass + s->stranded_mass + s->removed_mass;
}

uint8_t lb_surface_type(const struct lb_cell *cell)
{
    if (cell->flags & LB_CELL_SOLID) return 0;
    if (cell->fill >= 1.0) return LB_CELL_FLUID;
    return cell->fill > 0.0 ? LB_CELL_INTERFACE : LB_CELL_GAS;
}

/* --- buffers ---------------------------------------------------------------------------------- */

static enum lb_status create_buffers(struct lb_free_surface *p, struct lb_error *err)
{
    static const enum lb_buffer_id buffers[] = {LB_BUFFER_OTHER_FLAGS, LB_BUFFER_FILL,
                                                LB_BUFFER_MASS,        LB_BUFFER_BUSY,
                                                LB_BUFFER_TURNING,     LB_BUFFER_STAMP};
    struct lb_workspace *w = p->w;
    for (size_t n = 0; n < sizeof buffers / sizeof *buffers; n++)
        LB_OK(lb_workspace_create_buffer(w, buffers[n], 0, err));
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_COUNTS, 0, err));
    LB_OK(lb_buffer_create(w->device, w->staging_cells * lb_workspace_scalar_bytes(w),
                           "start fill levels", &p->start_fill, err));
    return lb_workspace_keep(w, "removed_mass", LB_ELEMENT_DOUBLE, &p->removed_mass, err);
}

static enum lb_status create(struct lb_workspace *w, void **module, struct lb_error *err)
{
    const struct lb_device_info *device = lb_device_get_info(w->device);
    const uint64_t cells = lb_case_cell_count(w->c);
    const uint64_t items =
        device->compute_units *
        (uint64_t)(device->type == LB_DEVICE_GPU ? GPU_ITEMS_PER_UNIT : CPU_ITEMS_PER_UNIT);
    struct lb_free_surface *p = calloc(1, sizeof *p);
    *module = p;
    if (p == NULL) return lb_fail(err, LB_STATUS_FAILED, "out of memory for the surface");
    if ((w->c->cell_kinds & LB_CELL_EQUILIBRIUM) != 0)
        return lb_fail(
            err, LB_STATUS_FAILED,
            "case '%s' has equilibrium cells and a free surface; they do not go together "
            "yet",
            w->c->name);
    p->w = w;
    p->list_items = items < cells ? items : cells;
    p->search_items =
        cells / (cells % FLAGS_PER_SEARCH == 0 ? FLAGS_PER_SEARCH : (uint64_t)w->layout.lanes);
    return create_buffers(p, err);
}

static void destroy(void *module)
{
    struct lb_free_surface *p = module;
    lb_buffer_destroy(p->start_fill);
    free(p->bits.wet);
    free(p->bits.is_read);
    free(p);
}

/* --- start state ------------------------------------------------------------------------------ */

static enum lb_status start(void *module, const void *values, uint64_t first, uint64_t count,
                            struct lb_error *err)
{
    struct lb_free_surface *p = module;
    struct lb_workspace *w = p->w;
    struct lb_kernel *k = NULL;
    const uint64_t plane = count * lb_workspace_scalar_bytes(w);
    LB_OK(lb_buffer_write(p->start_fill, 0, plane, (const char *)values + 4 * plane, err));
    LB_OK(lb_workspace_kernel(w, entry, "lb_surface_start", &k, err));
    LB_OK(lb_kernel_set_buffer(k, "start", w->buffers[LB_BUFFER_STAGING], err));
    LB_OK(lb_kernel_set_buffer(k, "start_fill", p->start_fill, err));
    LB_OK(lb_kernel_set_ulong(k, "first", first, err));
    LB_OK(lb_kernel_set_ulong(k, "count", count, err));
    LB_OK(lb_workspace_enqueue(w, k, count, GROUP, err));
    return lb_device_finish(w->device, err);
}

/* A kernel that reads one copy of the flags and writes the other one. */
static enum lb_status make_kernel(struct lb_free_surface *p, const char *name,
                                  enum lb_buffer_id from, struct lb_kernel **out,
                                  struct lb_error *err)
{
    struct lb_workspace *w = p->w;
    const enum lb_buffer_id to = from == LB_BUFFER_FLAGS ? LB_BUFFER_OTHER_FLAGS : LB_BUFFER_FLAGS;
    LB_OK(lb_workspace_kernel(w, entry, name, out, err));
    LB_OK(lb_kernel_set_buffer(*out, "flags", w->buffers[from], err));
    return lb_kernel_set_buffer(*out, "to", w->buffers[to], err);
}

/* Parts fluid from gas once the whole start state is there. */
static enum lb_status close(void *module, struct lb_error *err)
{
    struct lb_free_surface *p = module;
    struct lb_workspace *w = p->w;
    struct lb_kernel *k = NULL;
    LB_OK(make_kernel(p, "lb_surface_close", LB_BUFFER_FLAGS, &k, err));
    LB_OK(lb_workspace_enqueue(w, k, lb_case_cell_count(w->c) + lb_halo_cells(w->c), GROUP, err));
    LB_OK(lb_buffer_copy(w->buffers[LB_BUFFER_OTHER_FLAGS], w->buffers[LB_BUFFER_FLAGS], err));
    LB_OK(lb_device_finish(w->device, err));
    lb_buffer_destroy(p->start_fill);
    p->start_fill = NULL;
    return LB_STATUS_OK;
}

/* --- steps ------------------------------------------------------------------------------------ */

/* An odd number of copies behind the step, one before it: the flags end where they began. */
static enum lb_status create_kernels(struct lb_free_surface *p, struct lb_error *err)
{
    LB_OK(make_kernel(p, "lb_list_interface", LB_BUFFER_FLAGS, &p->list, err));
    LB_OK(make_kernel(p, "lb_exchange", LB_BUFFER_FLAGS, &p->exchange, err));
    LB_OK(make_kernel(p, "lb_convert_to_fluid", LB_BUFFER_OTHER_FLAGS, &p->to_fluid, err));
    LB_OK(make_kernel(p, "lb_convert_to_gas", LB_BUFFER_FLAGS, &p->to_gas, err));
    if (p->w->c->cut.axes != 0) {
        LB_OK(make_kernel(p, "lb_exchange_beside_cuts", LB_BUFFER_FLAGS, &p->exchange_beside_cuts,
                          err));
        LB_OK(make_kernel(p, "lb_convert_beyond_to_fluid", LB_BUFFER_OTHER_FLAGS,
                          &p->beyond_to_fluid, err));
        LB_OK(make_kernel(p, "lb_convert_beyond_to_gas", LB_BUFFER_FLAGS, &p->beyond_to_gas, err));
    }
    return make_kernel(p, "lb_distribute_mass", LB_BUFFER_OTHER_FLAGS, &p->distribute, err);
}

/* Those of a subdomain get buffers of the exchange, which are there when it has joined the others. */
static enum lb_status make_kernels(void *module, struct lb_error *err)
{
    struct lb_free_surface *p = module;
    return p->w->c->cut.axes == 0 ? create_kernels(p, err) : LB_STATUS_OK;
}

/* What needs nothing from beyond cuts. */
static enum lb_status begin_step(void *module, struct lb_error *err)
{
    struct lb_free_surface *p = module;
    LB_NEED(p->w->step <= LAST_STEP, LB_STATUS_FAILED,
            "case '%s' has a free surface, whose lists end with step %u", p->w->c->name,
            (unsigned)LAST_STEP);
    if (p->list == NULL) LB_OK(create_kernels(p, err));
    p->has_begun = true;
    LB_OK(lb_workspace_enqueue(p->w, p->list, p->search_items, GROUP, err));
    return lb_workspace_enqueue(p->w, p->exchange, p->list_items, GROUP, err);
}

static enum lb_status begin_beside_cuts(void *module, struct lb_error *err)
{
    struct lb_free_surface *p = module;
    if (!p->has_begun || p->exchange_beside_cuts == NULL) return LB_STATUS_OK;
    p->has_begun_beside_cuts = true;
    return lb_workspace_enqueue(p->w, p->exchange_beside_cuts, p->list_items, GROUP, err);
}

static enum lb_status before_step(void *module, struct lb_error *err)
{
    struct lb_free_surface *p = module;
    if (!p->has_begun) LB_OK(begin_step(p, err));
    if (!p->has_begun_beside_cuts) LB_OK(begin_beside_cuts(p, err));
    p->has_begun = p->has_begun_beside_cuts = false;
    return LB_STATUS_OK;
}

static enum lb_status convert_beyond(struct lb_free_surface *p, struct lb_kernel *kernel,
                                     struct lb_error *err)
{
    if (kernel == NULL) return LB_STATUS_OK;
    return lb_workspace_enqueue(p->w, kernel, lb_halo_cells(p->w->c), GROUP, err);
}

static enum lb_status after_step(void *module, struct lb_error *err)
{
    struct lb_free_surface *p = module;
    LB_OK(convert_beyond(p, p->beyond_to_fluid, err));
    LB_OK(lb_workspace_enqueue(p->w, p->to_fluid, p->list_items, GROUP, err));
    LB_OK(convert_beyond(p, p->beyond_to_gas, err));
    LB_OK(lb_workspace_enqueue(p->w, p->to_gas, p->list_items, GROUP, err));
    return lb_workspace_enqueue(p->w, p->distribute, p->list_items, GROUP, err);
}

/* --- looking ---------------------------------------------------------------------------------- */

struct lb_surface_bits *lb_surface_bits(struct lb_free_surface *p)
{
    return &p->bits;
}

void lb_surface_remove(struct lb_free_surface *p, double mass)
{
    p->removed_mass += mass;
}

static void add_up(const struct lb_reduction *r, struct lb_surface_survey *out)
{
    double excess = 0.0;
    *out = (struct lb_surface_survey){0};
    for (uint32_t item = 0; item < r->items; item++) {
        const double *sum = r->sums + (size_t)LB_REDUCTION_SUMS * item;
        const uint64_t *count = r->counts + (size_t)LB_REDUCTION_COUNTS * item;
        excess += sum[0];
        out->interface_mass += sum[1];
        out->pending_mass += sum[2];
        out->stranded_mass += sum[3];
        out->volume += sum[4];
        out->fluid_cells += count[0];
        out->interface_cells += count[1];
        out->gas_cells += count[2];
        out->contacts += count[3];
    }
    out->fluid_mass = (double)out->fluid_cells + excess;
}

static enum lb_status survey(void *module, struct lb_survey *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_free_surface *p = module;
    struct lb_kernel *k = NULL;
    struct lb_reduction reduction = {.items = 0};
    LB_TRY(lb_workspace_kernel(p->w, entry, "lb_surface_survey", &k, err));
    LB_TRY(lb_workspace_reduce(p->w, k, &reduction, err));
    add_up(&reduction, &out->surface);
    out->surface.removed_mass = p->removed_mass;
cleanup:
    lb_reduction_free(&reduction);
    return st;
}

static bool is_in(const struct lb_case *c)
{
    return c->surface.exists;
}

const struct lb_module lb_surface_module = {
    .name = "free surface",
    .is_in = is_in,
    .create = create,
    .start = start,
    .phase = {[LB_PHASE_CLOSE] = close,
              [LB_PHASE_KERNELS] = make_kernels,
              [LB_PHASE_BEGIN_STEP] = begin_step,
              [LB_PHASE_BEGIN_BESIDE_CUTS] = begin_beside_cuts,
              [LB_PHASE_BEFORE_STEP] = before_step,
              [LB_PHASE_AFTER_STEP] = after_step},
    .survey = survey,
    .destroy = destroy,
};

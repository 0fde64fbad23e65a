/* droplet_removal.c - finds droplets at the top of a solver's box, measures and removes them; and cuts off
 * what else reaches it.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "modules/free_surface.h"
#include "solver/free_surface_query.h"
#include "solver/solver_internal.h"

enum { GROUP = 64, CONTENT = 5 /* numbers a cell, as lb_measure_cells leaves them */ };
enum { NO_AXIS = 3 }; /* LB_NO_AXIS of the kernels */

static const char entry[] = "surface/surface.cl";

static struct lb_free_surface *surface_of(const struct lb_solver *s)
{
    return s->modules.module[LB_MODULE_SURFACE];
}

/* The highest layers. */
static struct lb_top top_of(const struct lb_solver *s, uint32_t depth)
{
    const uint32_t last = lb_surface_bits(surface_of(s))->top;
    return (struct lb_top){last + 1 > depth ? last + 1 - depth : 0, last};
}

/* --- taking cells out ------------------------------------------------------------------------- */

static enum lb_status send_cells(struct lb_workspace *w, const struct lb_droplets *d,
                                 struct lb_buffer **out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t bytes = d->cell_count * sizeof(uint64_t);
    uint64_t *numbers = malloc(bytes);
    LB_REQUIRE(numbers != NULL, LB_STATUS_FAILED, "out of memory for the cells of droplets");
    lb_droplets_numbers(d, numbers);
    LB_TRY(lb_buffer_create(w->device, bytes, "cells of droplets", out, err));
    LB_TRY(lb_buffer_write(*out, 0, bytes, numbers, err));
cleanup:
    free(numbers);
    return st;
}

/* What each cell holds: CONTENT numbers.  `up` and `layer` as in `weigh`. */
static enum lb_status weigh_on_device(struct lb_workspace *w, const struct lb_buffer *cells,
                                      uint64_t count, int up, uint32_t layer, void *numbers,
                                      struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_kernel *k = NULL;
    struct lb_buffer *contents = NULL;
    const uint64_t bytes = count * CONTENT * lb_workspace_scalar_bytes(w);
    LB_TRY(lb_buffer_create(w->device, bytes, "what droplets hold", &contents, err));
    LB_TRY(lb_workspace_kernel(w, entry, "lb_measure_cells", &k, err));
    LB_TRY(lb_kernel_set_buffer(k, "cells", cells, err));
    LB_TRY(lb_kernel_set_buffer(k, "out", contents, err));
    LB_TRY(lb_kernel_set_ulong(k, "count", count, err));
    LB_TRY(lb_kernel_set_uint(k, "up", (uint32_t)up, err));
    LB_TRY(lb_kernel_set_uint(k, "layer", layer, err));
    LB_TRY(lb_workspace_enqueue(w, k, count, GROUP, err));
    LB_TRY(lb_buffer_read(contents, 0, bytes, numbers, err));
cleanup:
    lb_buffer_destroy(contents);
    return st;
}

/* `up` is NO_AXIS for whole droplets; else the cells are all that is wet from `layer` on. */
static enum lb_status weigh(struct lb_workspace *w, struct lb_droplets *d,
                            const struct lb_buffer *cells, int up, uint32_t layer,
                            struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_wet_content *contents = calloc(d->cell_count, sizeof *contents);
    void *numbers = malloc(d->cell_count * CONTENT * lb_workspace_scalar_bytes(w));
    LB_REQUIRE(contents != NULL && numbers != NULL, LB_STATUS_FAILED,
               "out of memory for what droplets hold");
    LB_TRY(weigh_on_device(w, cells, d->cell_count, up, layer, numbers, err));
    for (size_t n = 0; n < d->cell_count; n++) {
        double content[CONTENT];
        for (size_t k = 0; k < CONTENT; k++)
            content[k] = lb_workspace_number(w, LB_ELEMENT_SCALAR, numbers, CONTENT * n + k);
        contents[n] = (struct lb_wet_content){.fill = content[0],
                                              .mass = content[1],
                                              .velocity = {content[2], content[3], content[4]}};
    }
    lb_droplets_measure(d, contents);
cleanup:
    free(numbers);
    free(contents);
    return st;
}

/* In the flags that the next step reads; it copies all of them into the other buffer. */
static enum lb_status dry(struct lb_workspace *w, const struct lb_buffer *cells, uint64_t count,
                          struct lb_error *err)
{
    struct lb_kernel *k = NULL;
    LB_OK(lb_workspace_kernel(w, entry, "lb_make_gas", &k, err));
    LB_OK(lb_kernel_set_buffer(k, "cells", cells, err));
    LB_OK(lb_kernel_set_ulong(k, "count", count, err));
    LB_OK(lb_workspace_enqueue(w, k, count, GROUP, err));
    LB_OK(lb_device_finish(w->device, err)); /* the list is not kept */
    return LB_STATUS_OK;
}

/* Weighs and dries all of them; `up` and `layer` as in `weigh`. */
static enum lb_status take_out(struct lb_solver *s, struct lb_droplets *d, int up, uint32_t layer,
                               struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_buffer *cells = NULL;
    LB_TRY(send_cells(&s->w, d, &cells, err));
    LB_TRY(weigh(&s->w, d, cells, up, layer, err));
    LB_TRY(dry(&s->w, cells, d->cell_count, err));
    lb_surface_dry_bits(lb_surface_bits(surface_of(s)), d);
    for (size_t n = 0; n < d->count; n++)
        lb_surface_remove(surface_of(s), d->list[n].mass);
cleanup:
    lb_buffer_destroy(cells);
    return st;
}

enum lb_status lb_solver_take_droplets(struct lb_solver *s, int up, uint32_t depth,
                                       struct lb_droplets *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_layers layers;
    lb_droplets_clear(out);
    LB_TRY(lb_surface_layers(s, up, &layers, err));
    const struct lb_top top = top_of(s, depth);
    LB_TRY(lb_droplets_find(&layers, &top, s->w.c->size[up] / 2, out, err));
    if (out->count > 0) LB_TRY(take_out(s, out, NO_AXIS, 0, err));
cleanup:
    if (st != LB_STATUS_OK) lb_droplets_clear(out);
    return st;
}

/* --- what is no droplet ----------------------------------------------------------------------- */

struct layer {
    int up;
    uint32_t number;
    const struct lb_buffer *masses; /* of its exposed cells */
};

/* Runs one of the kernels that make the exposed fluid of a layer interface; `masses` is its parameter
 * for them. */
static enum lb_status change_layer(struct lb_workspace *w, const char *name, const char *masses,
                                   const struct layer *layer, struct lb_error *err)
{
    struct lb_kernel *k = NULL;
    const uint64_t count = lb_case_cell_count(w->c) / w->c->size[layer->up];
    LB_OK(lb_workspace_kernel(w, entry, name, &k, err));
    LB_OK(lb_kernel_set_buffer(k, masses, layer->masses, err));
    LB_OK(lb_kernel_set_uint(k, "up", (uint32_t)layer->up, err));
    LB_OK(lb_kernel_set_uint(k, "layer", layer->number, err));
    LB_OK(lb_kernel_set_ulong(k, "count", count, err));
    return lb_workspace_enqueue(w, k, count, GROUP, err);
}

/* Fluid of a layer that has lost what was above it becomes interface. */
static enum lb_status cover_layer(struct lb_workspace *w, int up, uint32_t number,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_buffer *masses = NULL;
    const uint64_t count = lb_case_cell_count(w->c) / w->c->size[up];
    LB_TRY(lb_buffer_create(w->device, count * lb_workspace_scalar_bytes(w),
                            "masses of exposed cells", &masses, err));
    const struct layer layer = {up, number, masses};
    LB_TRY(change_layer(w, "lb_find_exposed", "out", &layer, err));
    LB_TRY(change_layer(w, "lb_make_interface", "exposed", &layer, err));
    LB_TRY(change_layer(w, "lb_correct_mass", "exposed", &layer, err));
    LB_TRY(lb_device_finish(w->device, err)); /* the masses are not kept */
cleanup:
    lb_buffer_destroy(masses);
    return st;
}

enum lb_status lb_solver_cut_off_top(struct lb_solver *s, int up, uint32_t depth, double *mass,
                                     struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_layers layers;
    struct lb_droplets d = {.list = NULL};
    *mass = 0.0;
    LB_TRY(lb_surface_layers(s, up, &layers, err));
    const struct lb_top top = top_of(s, depth);
    if (top.first == 0) goto cleanup;
    LB_TRY(lb_droplets_all(&layers, &top, &d, err));
    if (d.count == 0) goto cleanup;
    LB_TRY(take_out(s, &d, up, top.first, err));
    LB_TRY(cover_layer(&s->w, up, top.first - 1, err));
    *mass = d.list[0].mass;
cleanup:
    lb_droplets_clear(&d);
    return st;
}

/* means.c - has the device add samples to means over time, and reads these.
 * SPDX-License-Identifier: MIT */
#include "modules/means.h"

#include <stdlib.h>

#include "modules/module.h"

enum { GROUP = 64 };

static enum lb_buffer_id buffer_of(enum lb_means_set set)
{
    return set == LB_MEANS_OF_RUN ? LB_BUFFER_MEANS : LB_BUFFER_SETUP_MEANS;
}

/* --- samples ---------------------------------------------------------------------------------- */

static enum lb_status set_samples(const struct lb_workspace *w, struct lb_kernel *add,
                                  uint64_t number, struct lb_error *err)
{
    LB_OK(lb_kernel_set_ulong(add, "cells", lb_case_cell_count(w->c), err));
    return lb_kernel_set_ulong(add, "number", number, err);
}

static enum lb_status add_piece(struct lb_workspace *w, struct lb_kernel *add, uint64_t first,
                                uint64_t count, struct lb_error *err)
{
    LB_OK(lb_kernel_set_ulong(add, "first", first, err));
    LB_OK(lb_kernel_set_ulong(add, "count", count, err));
    return lb_workspace_enqueue(w, add, count, GROUP, err);
}

/* All cells, piece by piece, from what observes them through the staging buffer to what adds; `heat` NULL: no
 * temperature. */
static enum lb_status add_observed(struct lb_workspace *w, struct lb_kernel *observe,
                                   struct lb_kernel *heat, struct lb_kernel *add, uint64_t number,
                                   struct lb_error *err)
{
    const uint64_t cells = lb_case_cell_count(w->c), most = w->staging_cells;
    LB_OK(lb_kernel_set_buffer(observe, "out", w->buffers[LB_BUFFER_STAGING], err));
    LB_OK(set_samples(w, add, number, err));
    if (heat != NULL) LB_OK(set_samples(w, heat, number, err));
    for (uint64_t first = 0; first < cells; first += most) {
        const uint64_t count = cells - first < most ? cells - first : most;
        LB_OK(lb_kernel_set_ulong(observe, "skip", first, err));
        LB_OK(lb_kernel_set_ulong(observe, "count", count, err));
        LB_OK(lb_workspace_enqueue(w, observe, count, GROUP, err));
        if (heat != NULL) LB_OK(add_piece(w, heat, first, count, err));
        LB_OK(add_piece(w, add, first, count, err));
    }
    return LB_STATUS_OK;
}

static enum lb_status heat_adder(struct lb_workspace *w, struct lb_buffer *means, bool has_products,
                                 struct lb_kernel **out, struct lb_error *err)
{
    const uint32_t *size = w->c->size;
    const struct lb_region all = {{0, 0, 0}, {size[0], size[1], size[2]}};
    *out = NULL;
    if (!w->c->means_have_heat) return LB_STATUS_OK;
    LB_OK(lb_workspace_kernel(w, "look/heat_means.cl", "lb_add_heat_to_means", out, err));
    LB_OK(lb_workspace_set_region(*out, &all, err));
    LB_OK(lb_kernel_set_buffer(*out, "means", means, err));
    LB_OK(lb_kernel_set_uint(*out, "plane", lb_means_plane(w->c, LB_MEANS_TEMPERATURE), err));
    return lb_kernel_set_uint(*out, "products",
                              has_products ? lb_means_plane(w->c, LB_MEANS_HEAT_PRODUCTS) : 0, err);
}

enum lb_status lb_means_add(struct lb_workspace *w, enum lb_means_set set, uint64_t number,
                            struct lb_kernel *flow, struct lb_kernel *fill, struct lb_error *err)
{
    static const char entry[] = "look/means.cl";
    const struct lb_case *c = w->c;
    const bool has_products = c->means[set] == LB_MEANS_WITH_STRESSES;
    struct lb_buffer *means = w->buffers[buffer_of(set)];
    struct lb_kernel *add = NULL, *heat = NULL;
    if (number == 1)
        LB_OK(lb_buffer_clear(means, err)); /* it may have had samples that count no more */
    LB_OK(heat_adder(w, means, has_products, &heat, err));
    LB_OK(lb_workspace_kernel(w, entry, "lb_add_to_means", &add, err));
    LB_OK(lb_kernel_set_buffer(add, "means", means, err));
    LB_OK(lb_kernel_set_uint(add, "products",
                             has_products ? lb_means_plane(c, LB_MEANS_PRODUCTS) : 0, err));
    LB_OK(add_observed(w, flow, heat, add, number, err));
    if (fill == NULL) return LB_STATUS_OK;
    LB_OK(lb_workspace_kernel(w, entry, "lb_add_to_mean_fill", &add, err));
    LB_OK(lb_kernel_set_buffer(add, "means", means, err));
    LB_OK(lb_kernel_set_uint(add, "plane", lb_means_plane(c, LB_MEANS_FILL), err));
    return add_observed(w, fill, NULL, add, number, err);
}

/* --- reading ---------------------------------------------------------------------------------- */

/* Numbers of cells from the device on their way to every `apart`-th of an array. */
struct sums {
    const struct lb_workspace *w;
    struct lb_buffer *means;
    void *scratch;
    unsigned apart;
    double scale;
};

static enum lb_status add_run(const struct sums *s, unsigned plane, uint64_t first, uint64_t count,
                              double *out, struct lb_error *err)
{
    const uint64_t bytes = lb_workspace_scalar_bytes(s->w);
    const uint64_t at = plane * lb_case_cell_count(s->w->c) + first;
    LB_OK(lb_buffer_read(s->means, at * bytes, count * bytes, s->scratch, err));
    for (uint64_t n = 0; n < count; n++)
        out[s->apart * n] += s->scale * lb_workspace_number(s->w, LB_ELEMENT_SCALAR, s->scratch, n);
    return LB_STATUS_OK;
}

/* In runs of cells that lie side by side: rows, layers, all. */
static enum lb_status add_plane(const struct sums *s, unsigned plane, const struct lb_region *own,
                                double *out, struct lb_error *err)
{
    const uint32_t *size = s->w->c->size, *begin = own->begin, *end = own->end;
    const uint64_t across = end[0] - begin[0];
    const bool rows = across == size[0], layers = rows && end[1] - begin[1] == size[1];
    const uint64_t rows_at_once = rows ? end[1] - begin[1] : 1;
    const uint64_t layers_at_once = layers ? end[2] - begin[2] : 1;
    const uint64_t count = across * rows_at_once * layers_at_once;
    for (uint64_t z = begin[2]; z < end[2]; z += layers_at_once)
        for (uint64_t y = begin[1]; y < end[1]; y += rows_at_once) {
            LB_OK(add_run(s, plane, (z * size[1] + y) * size[0] + begin[0], count, out, err));
            out += s->apart * count;
        }
    return LB_STATUS_OK;
}

static enum lb_status add_means(const struct sums *s, enum lb_means_array array,
                                const struct lb_region *own, double *out, struct lb_error *err)
{
    const struct lb_case *c = s->w->c;
    const unsigned first = lb_means_plane(c, array);
    const unsigned count =
        array == LB_MEANS_VELOCITY ? (unsigned)c->lattice->dimensions : 1; /* u_z of 2D is 0 */
    for (unsigned k = 0; k < count; k++) {
        LB_OK(add_plane(s, first + 2 * k, own, out + k, err));
        LB_OK(add_plane(s, first + 2 * k + 1, own, out + k, err));
    }
    return LB_STATUS_OK;
}

static enum lb_status add_products(const struct sums *s, const struct lb_region *own, double *out,
                                   struct lb_error *err)
{
    const struct lb_case *c = s->w->c;
    const unsigned first = lb_means_plane(c, LB_MEANS_PRODUCTS);
    LB_OK(add_plane(s, first, own, out, err));
    for (int k = 0; k < LB_MEANS_STRESSES; k++) {
        const int place = lb_means_product(c, k);
        if (place >= 0) LB_OK(add_plane(s, first + (unsigned)place, own, out + 1 + k, err));
    }
    return LB_STATUS_OK;
}

static enum lb_status add_heat_products(const struct sums *s, const struct lb_region *own,
                                        double *out, struct lb_error *err)
{
    const unsigned first = lb_means_plane(s->w->c, LB_MEANS_HEAT_PRODUCTS);
    for (unsigned k = 0; k < 1 + (unsigned)s->w->c->lattice->dimensions; k++)
        LB_OK(add_plane(s, first + k, own, out + k, err));
    return LB_STATUS_OK;
}

enum lb_status lb_means_read(const struct lb_workspace *w, enum lb_means_set set,
                             enum lb_means_array array, uint64_t samples,
                             const struct lb_region *own, double *out, struct lb_error *err)
{
    const bool of_heat = array == LB_MEANS_HEAT_PRODUCTS;
    const bool is_product = array == LB_MEANS_PRODUCTS || of_heat;
    const uint64_t cells = lb_region_cells(own);
    const struct sums s = {.w = w,
                           .means = w->buffers[buffer_of(set)],
                           .scratch = malloc(cells * lb_workspace_scalar_bytes(w) + 1),
                           .apart = lb_means_numbers[array],
                           .scale = is_product && samples > 0 ? 1.0 / (double)samples : 1.0};
    LB_NEED(s.scratch != NULL, LB_STATUS_FAILED, "no memory for the means of %llu cells",
            (unsigned long long)cells);
    for (uint64_t n = 0; n < cells * s.apart; n++)
        out[n] = 0.0;
    const enum lb_status st = of_heat      ? add_heat_products(&s, own, out, err)
                              : is_product ? add_products(&s, own, out, err)
                                           : add_means(&s, array, own, out, err);
    free(s.scratch);
    return st;
}

/* --- the module --------------------------------------------------------------------------------- */

static bool is_in(const struct lb_case *c)
{
    return lb_means_planes(c, LB_MEANS_OF_RUN) + lb_means_planes(c, LB_MEANS_OF_SETUP) > 0;
}

static enum lb_status create(struct lb_workspace *w, void **module, struct lb_error *err)
{
    *module = w;
    for (int set = 0; set < LB_MEANS_SETS; set++)
        if (w->c->means[set] != LB_MEANS_NONE)
            LB_OK(lb_workspace_create_buffer(w, buffer_of((enum lb_means_set)set), 0, err));
    return LB_STATUS_OK;
}

static void destroy(void *module)
{
    (void)module; /* the workspace owns all */
}

const struct lb_module lb_means_module = {
    .name = "means", .is_in = is_in, .create = create, .destroy = destroy};

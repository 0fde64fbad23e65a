/* droplet_removal.c - finds droplets at the top of a solver's box, measures and removes them; and cuts off
 * what else reaches it.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "case/halo.h"
#include "modules/free_surface.h"
#include "peers/peers.h"
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

/* --- cells of the whole box ------------------------------------------------------------------- */

/* Where cells of the whole box are here: `number` counts as lb_wide_cell does, x fastest, the halo too; each is of
 * cell number of[n] of those that were looked for. */
struct places {
    uint64_t count;
    uint64_t *number, *of;
};

static void free_places(struct places *p)
{
    free(p->number);
    free(p->of);
    *p = (struct places){.count = 0};
}

/* The places of cell `at`, `depth` around the box too; up to 27. */
static unsigned places_of(const struct lb_case *c, const uint32_t at[3], uint32_t depth,
                          uint64_t out[27])
{
    unsigned count = 0;
    for (int n = 0; n < 27; n++) {
        const int away[3] = {n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1};
        uint64_t number = 0;
        bool is_here = true;
        for (int axis = 2; axis >= 0; axis--) {
            const bool is_cut = (c->cut.axes >> axis & 1u) != 0;
            const int64_t origin = is_cut ? c->cut.origin[axis] : 0, halo = is_cut ? depth : 0,
                          beyond = is_cut ? lb_halo_depth(c) : 0, size = c->size[axis],
                          place =
                              at[axis] - origin + (int64_t)away[axis] * lb_case_whole_size(c, axis);
            is_here =
                is_here && (is_cut || away[axis] == 0) && place >= -halo && place < size + halo;
            number = number * (uint64_t)(size + 2 * beyond) + (uint64_t)(place + beyond);
        }
        if (is_here) out[count++] = number;
    }
    return count;
}

/* Of `count` cells by their numbers in the whole box, x fastest. */
static enum lb_status find_places(const struct lb_case *c, const uint64_t *cells, uint64_t count,
                                  uint32_t depth, struct places *out, struct lb_error *err)
{
    const uint64_t nx = lb_case_whole_size(c, 0), ny = lb_case_whole_size(c, 1);
    uint64_t capacity = 0, found[27];
    *out = (struct places){.count = 0};
    for (uint64_t n = 0; n < count; n++) {
        const uint32_t at[3] = {(uint32_t)(cells[n] % nx), (uint32_t)(cells[n] / nx % ny),
                                (uint32_t)(cells[n] / (nx * ny))};
        const unsigned here = places_of(c, at, depth, found);
        if (out->count + here > capacity) {
            capacity = 2 * (out->count + here) + 64;
            uint64_t *number = realloc(out->number, capacity * sizeof *number);
            if (number != NULL) out->number = number;
            uint64_t *of = realloc(out->of, capacity * sizeof *of);
            if (of != NULL) out->of = of;
            LB_NEED(number != NULL && of != NULL, LB_STATUS_FAILED, "out of memory for cells");
        }
        for (unsigned k = 0; k < here; k++) {
            out->number[out->count] = found[k];
            out->of[out->count++] = n;
        }
    }
    return LB_STATUS_OK;
}

static enum lb_status send_places(struct lb_workspace *w, const struct places *p,
                                  struct lb_buffer **out, struct lb_error *err)
{
    const uint64_t bytes = p->count * sizeof *p->number;
    LB_OK(lb_buffer_create(w->device, bytes, "cells of droplets", out, err));
    return lb_buffer_write(*out, 0, bytes, p->number, err);
}

/* Success of all ranks. */
static enum lb_status agree(const struct lb_solver *s, enum lb_status st, struct lb_error *err)
{
    return s->all == NULL ? st : lb_peers_agree(s->world, st, err);
}

/* --- taking cells out ------------------------------------------------------------------------- */

/* What each cell holds: CONTENT numbers.  `up` and `layer` as in `weigh`. */
static enum lb_status weigh_on_device(struct lb_workspace *w, const struct places *own, int up,
                                      uint32_t layer, void *numbers, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_kernel *k = NULL;
    struct lb_buffer *cells = NULL, *contents = NULL;
    const uint64_t bytes = own->count * CONTENT * lb_workspace_scalar_bytes(w);
    const uint32_t here = layer - (up == NO_AXIS ? 0 : w->c->cut.origin[up]);
    LB_TRY(send_places(w, own, &cells, err));
    LB_TRY(lb_buffer_create(w->device, bytes, "what droplets hold", &contents, err));
    LB_TRY(lb_workspace_kernel(w, entry, "lb_measure_cells", &k, err));
    LB_TRY(lb_kernel_set_buffer(k, "cells", cells, err));
    LB_TRY(lb_kernel_set_buffer(k, "out", contents, err));
    LB_TRY(lb_kernel_set_ulong(k, "count", own->count, err));
    LB_TRY(lb_kernel_set_uint(k, "up", (uint32_t)up, err));
    LB_TRY(lb_kernel_set_uint(k, "layer", here, err));
    LB_TRY(lb_workspace_enqueue(w, k, own->count, GROUP, err));
    LB_TRY(lb_buffer_read(contents, 0, bytes, numbers, err));
cleanup:
    lb_buffer_destroy(cells);
    lb_buffer_destroy(contents);
    return st;
}

/* Of this rank's cells, the others' stay 0. */
static enum lb_status weigh_own(struct lb_workspace *w, const uint64_t *cells, uint64_t count,
                                int up, uint32_t layer, double *contents, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct places own;
    void *numbers = NULL;
    LB_TRY(find_places(w->c, cells, count, 0, &own, err));
    if (own.count == 0) goto cleanup;
    numbers = malloc(own.count * CONTENT * lb_workspace_scalar_bytes(w));
    LB_REQUIRE(numbers != NULL, LB_STATUS_FAILED, "out of memory for what droplets hold");
    LB_TRY(weigh_on_device(w, &own, up, layer, numbers, err));
    for (uint64_t n = 0; n < own.count; n++)
        for (size_t k = 0; k < CONTENT; k++)
            contents[CONTENT * own.of[n] + k] =
                lb_workspace_number(w, LB_ELEMENT_SCALAR, numbers, CONTENT * n + k);
cleanup:
    free(numbers);
    free_places(&own);
    return st;
}

/* `up` is NO_AXIS for whole droplets; else the cells are all that is wet from `layer` on. */
static enum lb_status weigh(struct lb_solver *s, struct lb_droplets *d, const uint64_t *cells,
                            int up, uint32_t layer, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    double *numbers = calloc(CONTENT * d->cell_count, sizeof *numbers);
    struct lb_wet_content *contents = calloc(d->cell_count, sizeof *contents);
    st = numbers == NULL || contents == NULL
             ? lb_fail(err, LB_STATUS_FAILED, "out of memory for what droplets hold")
             : weigh_own(&s->w, cells, d->cell_count, up, layer, numbers, err);
    LB_TRY(agree(s, st, err));
    if (s->all != NULL) LB_TRY(lb_peers_add(s->world, numbers, CONTENT * d->cell_count, err));
    for (size_t n = 0; n < d->cell_count; n++) {
        const double *content = numbers + CONTENT * n;
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
static enum lb_status dry(struct lb_workspace *w, const uint64_t *cells, uint64_t count,
                          struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_kernel *k = NULL;
    struct lb_buffer *there = NULL;
    struct places here;
    LB_TRY(find_places(w->c, cells, count, lb_halo_depth(w->c), &here, err));
    if (here.count == 0) goto cleanup;
    LB_TRY(send_places(w, &here, &there, err));
    LB_TRY(lb_workspace_kernel(w, entry, "lb_make_gas", &k, err));
    LB_TRY(lb_kernel_set_buffer(k, "cells", there, err));
    LB_TRY(lb_kernel_set_ulong(k, "count", here.count, err));
    LB_TRY(lb_workspace_enqueue(w, k, here.count, GROUP, err));
    LB_TRY(lb_device_finish(w->device, err)); /* the list is not kept */
cleanup:
    lb_buffer_destroy(there);
    free_places(&here);
    return st;
}

/* Weighs and dries all of them; `up` and `layer` as in `weigh`. */
static enum lb_status take_out(struct lb_solver *s, struct lb_droplets *d, int up, uint32_t layer,
                               struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    uint64_t *cells = malloc(d->cell_count * sizeof *cells);
    if (cells == NULL)
        st = lb_fail(err, LB_STATUS_FAILED, "out of memory for the cells of droplets");
    LB_TRY(agree(s, st, err));
    lb_droplets_numbers(d, cells);
    LB_TRY(weigh(s, d, cells, up, layer, err));
    LB_TRY(agree(s, dry(&s->w, cells, d->cell_count, err), err));
    lb_surface_dry_bits(lb_surface_bits(surface_of(s)), d);
    for (size_t n = 0; n < d->count; n++)
        lb_surface_remove(surface_of(s), d->list[n].mass);
cleanup:
    free(cells);
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
    st = lb_droplets_find(&layers, &top, lb_case_whole_size(s->w.c, up) / 2, out, err);
    LB_TRY(lb_surface_agree(s, st, err));
    if (out->count > 0) LB_TRY(take_out(s, out, NO_AXIS, 0, err));
    LB_TRY(lb_collective_share_changed(s, err));
cleanup:
    if (st != LB_STATUS_OK) lb_droplets_clear(out);
    return st;
}

/* --- what is no droplet ----------------------------------------------------------------------- */

struct layer {
    struct lb_solver *s;
    int up;
    uint32_t number; /* in the whole box */
};

/* Masses of the exposed cells of a layer, as lb_find_exposed leaves them. */
static enum lb_status find_own_exposed(void *context, const struct lb_region *own, double *out,
                                       struct lb_error *err)
{
    const struct layer *layer = context;
    struct lb_workspace *w = &layer->s->w;
    struct lb_kernel *k = NULL;
    LB_OK(lb_workspace_kernel(w, entry, "lb_find_exposed", &k, err));
    LB_OK(lb_kernel_set_uint(k, "up", (uint32_t)layer->up, err));
    LB_OK(lb_kernel_set_uint(k, "layer", own->begin[layer->up], err));
    return lb_workspace_stage(w, k, lb_region_cells(own), 1, lb_workspace_take_scalars, out, err);
}

/* Cells of a layer that are exposed, by their numbers in the whole box, and their masses to the front. */
static uint64_t list_exposed(const struct layer *layer, double *masses, uint64_t *cells)
{
    const struct lb_case *c = layer->s->w.c;
    const uint64_t nx = lb_case_whole_size(c, 0), ny = lb_case_whole_size(c, 1),
                   fast = layer->up == 0 ? ny : nx,
                   all = lb_case_whole_cells(c) / lb_case_whole_size(c, layer->up);
    uint64_t count = 0;
    for (uint64_t n = 0; n < all; n++) {
        const uint64_t a = n % fast, b = n / fast, x = layer->up == 0 ? layer->number : a,
                       y = layer->up == 1   ? layer->number
                           : layer->up == 0 ? a
                                            : b,
                       z = layer->up == 2 ? layer->number : b;
        if (masses[n] < 0.0) continue;
        masses[count] = masses[n];
        cells[count++] = (z * ny + y) * nx + x;
    }
    return count;
}

/* Makes interface of exposed cells, those of the halo too. */
static enum lb_status cover_places(struct lb_workspace *w, const struct places *p,
                                   const double *masses, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    static const char *const kernels[] = {"lb_make_interface", "lb_correct_mass"};
    struct lb_kernel *k = NULL;
    struct lb_buffer *cells = NULL, *exposed = NULL;
    const uint64_t scalar = lb_workspace_scalar_bytes(w);
    void *numbers = malloc(p->count * sizeof(double));
    LB_REQUIRE(numbers != NULL, LB_STATUS_FAILED, "out of memory for exposed cells");
    for (uint64_t n = 0; n < p->count; n++)
        if (scalar == sizeof(double))
            ((double *)numbers)[n] = masses[p->of[n]];
        else
            ((float *)numbers)[n] = (float)masses[p->of[n]];
    LB_TRY(send_places(w, p, &cells, err));
    LB_TRY(
        lb_buffer_create(w->device, p->count * scalar, "masses of exposed cells", &exposed, err));
    LB_TRY(lb_buffer_write(exposed, 0, p->count * scalar, numbers, err));
    for (int n = 0; n < 2; n++) {
        LB_TRY(lb_workspace_kernel(w, entry, kernels[n], &k, err));
        LB_TRY(lb_kernel_set_buffer(k, "cells", cells, err));
        if (n == 0) LB_TRY(lb_kernel_set_buffer(k, "exposed", exposed, err));
        LB_TRY(lb_kernel_set_ulong(k, "count", p->count, err));
        LB_TRY(lb_workspace_enqueue(w, k, p->count, GROUP, err));
    }
    LB_TRY(lb_device_finish(w->device, err)); /* the lists are not kept */
cleanup:
    lb_buffer_destroy(cells);
    lb_buffer_destroy(exposed);
    free(numbers);
    return st;
}

static enum lb_status cover_cells(struct lb_workspace *w, const uint64_t *cells, uint64_t count,
                                  const double *masses, struct lb_error *err)
{
    struct places here;
    enum lb_status st = find_places(w->c, cells, count, lb_halo_depth(w->c), &here, err);
    if (st == LB_STATUS_OK && here.count > 0) st = cover_places(w, &here, masses, err);
    free_places(&here);
    return st;
}

/* Fluid of a layer that has lost what was above it becomes interface. */
static enum lb_status cover_layer(struct lb_solver *s, int up, uint32_t number,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_case *c = s->w.c;
    struct layer layer = {s, up, number};
    struct lb_region r = {{0, 0, 0}, {0, 0, 0}};
    for (int axis = 0; axis < 3; axis++)
        r.end[axis] = lb_case_whole_size(c, axis);
    r.begin[up] = number;
    r.end[up] = number + 1;
    double *masses = malloc(lb_region_cells(&r) * sizeof *masses);
    uint64_t *cells = malloc(lb_region_cells(&r) * sizeof *cells);
    if (masses == NULL || cells == NULL)
        st = lb_fail(err, LB_STATUS_FAILED, "out of memory for exposed cells");
    LB_TRY(agree(s, st, err));
    LB_TRY(lb_solver_unite(s, &r, 1, find_own_exposed, &layer, masses, err));
    const uint64_t count = list_exposed(&layer, masses, cells);
    st = agree(s, cover_cells(&s->w, cells, count, masses, err), err);
cleanup:
    free(masses);
    free(cells);
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
    LB_TRY(lb_surface_agree(s, lb_droplets_all(&layers, &top, &d, err), err));
    if (d.count == 0) goto cleanup;
    LB_TRY(take_out(s, &d, up, top.first, err));
    LB_TRY(cover_layer(s, up, top.first - 1, err));
    LB_TRY(lb_collective_share_changed(s, err));
    *mass = d.list[0].mass;
cleanup:
    lb_droplets_clear(&d);
    return st;
}

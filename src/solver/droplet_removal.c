/* droplet_removal.c - finds droplets at the top of a solver's box, weighs them and takes them out; and
 * cuts off there what is no droplet.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "solver/solver_internal.h"
#include "solver/free_surface.h"

enum { GROUP = 64, CONTENT = 5 /* numbers a cell, as lb_measure_cells leaves them */ };
enum { NO_AXIS = 3 }; /* LB_NO_AXIS of the kernels */

/* The highest layers; `layers` are those of the solver. */
static struct lb_top top_of(struct lb_solver *s, uint32_t depth)
{
    const uint32_t last = lb_surface_look(s->surface).looks->bits.top;
    return (struct lb_top){last + 1 > depth ? last + 1 - depth : 0, last};
}

/* --- taking cells out ------------------------------------------------------------------------- */

/* A buffer with room for that; what was in it is lost where it must grow. */
static enum lb_status need_buffer(struct lb_solver *s, struct lb_buffer **buffer, uint64_t bytes,
                                  const char *what, struct lb_error *err)
{
    uint64_t enough = 1 << 16;
    if (*buffer != NULL && lb_buffer_bytes(*buffer) >= bytes) return LB_STATUS_OK;
    while (enough < bytes)
        enough *= 2;
    const uint64_t most = lb_device_get_info(s->device)->max_allocation;
    lb_buffer_destroy(*buffer);
    return lb_buffer_create(s->device, enough <= most ? enough : bytes, what, buffer, err);
}

static enum lb_status send_cells(struct lb_solver *s, const struct lb_droplets *d,
                                 struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_surface_looks *looks = lb_surface_look(s->surface).looks;
    const uint64_t bytes = d->cell_count * sizeof(uint64_t);
    uint64_t *numbers = malloc(bytes);
    LB_REQUIRE(numbers != NULL, LB_STATUS_FAILED, "out of memory for the cells of droplets");
    lb_droplets_numbers(d, numbers);
    LB_TRY(need_buffer(s, &looks->cells, bytes, "cells of droplets", err));
    LB_TRY(lb_buffer_write(looks->cells, 0, bytes, numbers, err));
cleanup:
    free(numbers);
    return st;
}

static enum lb_status weigh_on_device(struct lb_solver *s, uint64_t count, int up, uint32_t layer,
                                      struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_surface_view v = lb_surface_look(s->surface);
    struct lb_kernel *k = v.looks->kernels[LB_SURFACE_WEIGH];
    LB_TRY(lb_kernel_set_buffer(k, 0, s->populations[0], err));
    LB_TRY(lb_kernel_set_buffer(k, 1, s->flags, err));
    LB_TRY(lb_kernel_set_buffer(k, 2, v.fill, err));
    LB_TRY(lb_kernel_set_buffer(k, 3, v.mass, err));
    LB_TRY(lb_kernel_set_buffer(k, 4, v.looks->cells, err));
    LB_TRY(lb_kernel_set_buffer(k, 5, v.looks->contents, err));
    LB_TRY(lb_kernel_set_ulong(k, 6, count, err));
    LB_TRY(lb_kernel_set_uint(k, 7, (uint32_t)s->step, err));
    LB_TRY(lb_kernel_set_uint(k, 8, (uint32_t)up, err));
    LB_TRY(lb_kernel_set_uint(k, 9, layer, err));
    LB_TRY(lb_kernel_enqueue(k, count, GROUP, err));
cleanup:
    return st;
}

/* `up` is NO_AXIS for whole droplets; else the cells are all that is wet from `layer` on. */
static enum lb_status weigh(struct lb_solver *s, struct lb_droplets *d, int up, uint32_t layer,
                            struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_surface_looks *looks = lb_surface_look(s->surface).looks;
    const uint64_t bytes = d->cell_count * CONTENT * lb_solver_scalar_bytes(s);
    struct lb_wet_content *contents = calloc(d->cell_count, sizeof *contents);
    void *numbers = malloc(bytes);
    LB_REQUIRE(contents != NULL && numbers != NULL, LB_STATUS_FAILED,
               "out of memory for what droplets hold");
    LB_TRY(need_buffer(s, &looks->contents, bytes, "what droplets hold", err));
    LB_TRY(weigh_on_device(s, d->cell_count, up, layer, err));
    LB_TRY(lb_buffer_read(looks->contents, 0, bytes, numbers, err));
    for (size_t n = 0; n < d->cell_count; n++) {
        contents[n].fill = lb_solver_number(s, numbers, CONTENT * n);
        contents[n].mass = lb_solver_number(s, numbers, CONTENT * n + 1);
        for (size_t axis = 0; axis < 3; axis++)
            contents[n].velocity[axis] = lb_solver_number(s, numbers, CONTENT * n + 2 + axis);
    }
    lb_droplets_measure(d, contents);
cleanup:
    free(numbers);
    free(contents);
    return st;
}

/* In the flags that the next step reads; it copies all of them into the other buffer. */
static enum lb_status dry(struct lb_solver *s, const struct lb_droplets *d, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_surface_view v = lb_surface_look(s->surface);
    struct lb_kernel *k = v.looks->kernels[LB_SURFACE_DRY];
    LB_TRY(lb_kernel_set_buffer(k, 0, s->flags, err));
    LB_TRY(lb_kernel_set_buffer(k, 1, v.fill, err));
    LB_TRY(lb_kernel_set_buffer(k, 2, v.mass, err));
    LB_TRY(lb_kernel_set_buffer(k, 3, v.looks->cells, err));
    LB_TRY(lb_kernel_set_ulong(k, 4, d->cell_count, err));
    LB_TRY(lb_kernel_enqueue(k, d->cell_count, GROUP, err));
    lb_surface_dry_bits(v.looks, d);
cleanup:
    return st;
}

/* Weighs and dries all of them; `up` and `layer` as in `weigh`. */
static enum lb_status take_out(struct lb_solver *s, struct lb_droplets *d, int up, uint32_t layer,
                               struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    LB_TRY(send_cells(s, d, err));
    LB_TRY(weigh(s, d, up, layer, err));
    LB_TRY(dry(s, d, err));
    for (size_t n = 0; n < d->count; n++)
        s->removed_mass += d->list[n].mass;
cleanup:
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
    LB_TRY(lb_droplets_find(&layers, &top, s->c->size[up] / 2, out, err));
    if (out->count > 0) LB_TRY(take_out(s, out, NO_AXIS, 0, err));
cleanup:
    if (st != LB_STATUS_OK) lb_droplets_clear(out);
    return st;
}

/* --- what is no droplet ----------------------------------------------------------------------- */

/* Runs one of the kernels that make the bare fluid of a layer interface. */
static enum lb_status change_layer(struct lb_solver *s, enum lb_surface_kernel which, int up,
                                   uint32_t layer, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_surface_view v = lb_surface_look(s->surface);
    struct lb_kernel *k = v.looks->kernels[which];
    const uint64_t count = lb_case_cell_count(s->c) / s->c->size[up];
    LB_TRY(lb_kernel_set_buffer(k, 0, s->flags, err));
    LB_TRY(lb_kernel_set_buffer(k, 1, v.mass, err));
    LB_TRY(lb_kernel_set_buffer(k, 2, v.looks->bare, err));
    LB_TRY(lb_kernel_set_uint(k, 3, (uint32_t)up, err));
    LB_TRY(lb_kernel_set_uint(k, 4, layer, err));
    LB_TRY(lb_kernel_set_ulong(k, 5, count, err));
    LB_TRY(lb_kernel_enqueue(k, count, GROUP, err));
cleanup:
    return st;
}

static enum lb_status find_bare(struct lb_solver *s, int up, uint32_t layer, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_surface_view v = lb_surface_look(s->surface);
    struct lb_kernel *k = v.looks->kernels[LB_SURFACE_BARE];
    const uint64_t count = lb_case_cell_count(s->c) / s->c->size[up];
    LB_TRY(need_buffer(s, &v.looks->bare, count * lb_solver_scalar_bytes(s), "masses of bare cells",
                       err));
    LB_TRY(lb_kernel_set_buffer(k, 0, s->populations[0], err));
    LB_TRY(lb_kernel_set_buffer(k, 1, s->flags, err));
    LB_TRY(lb_kernel_set_buffer(k, 2, v.mass, err));
    LB_TRY(lb_kernel_set_buffer(k, 3, v.looks->bare, err));
    LB_TRY(lb_kernel_set_uint(k, 4, (uint32_t)up, err));
    LB_TRY(lb_kernel_set_uint(k, 5, layer, err));
    LB_TRY(lb_kernel_set_ulong(k, 6, count, err));
    LB_TRY(lb_kernel_set_uint(k, 7, (uint32_t)s->step, err));
    LB_TRY(lb_kernel_enqueue(k, count, GROUP, err));
cleanup:
    return st;
}

/* Fluid of a layer that has lost what was above it becomes interface. */
static enum lb_status cover_layer(struct lb_solver *s, int up, uint32_t layer, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    LB_TRY(find_bare(s, up, layer, err));
    LB_TRY(change_layer(s, LB_SURFACE_COVER, up, layer, err));
    LB_TRY(change_layer(s, LB_SURFACE_PAY, up, layer, err));
cleanup:
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
    LB_TRY(cover_layer(s, up, top.first - 1, err));
    *mass = d.list[0].mass;
cleanup:
    lb_droplets_clear(&d);
    return st;
}

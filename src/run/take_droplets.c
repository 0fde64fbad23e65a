/* take_droplets.c - finds droplets at the top of a solver's box, weighs them and takes them out; and
 * cuts off there what is no droplet.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "run/solver_state.h"
#include "run/surface.h"

enum { GROUP = 64, CONTENT = 5 /* numbers a cell, as lb_weigh leaves them */ };
enum { NO_AXIS = 3 }; /* LB_NO_AXIS of the kernels */

/* The highest layer that is not all wall. */
static uint32_t last_layer(const struct lb_solver *s, int up)
{
    const uint32_t *size = s->c->size;
    uint32_t begin[3] = {0, 0, 0}, end[3] = {size[0], size[1], size[2]};
    if (s->host_flags == NULL) return size[up] - 1;
    for (uint32_t layer = size[up]; layer-- > 0;) {
        begin[up] = layer;
        end[up] = layer + 1;
        for (uint32_t z = begin[2]; z < end[2]; z++)
            for (uint32_t y = begin[1]; y < end[1]; y++)
                for (uint32_t x = begin[0]; x < end[0]; x++) {
                    const uint64_t n = ((uint64_t)z * size[1] + y) * size[0] + x;
                    if ((s->host_flags[n] & LB_CELL_SOLID) == 0) return layer;
                }
    }
    return 0;
}

static struct lb_top top_of(const struct lb_solver *s, int up, uint32_t layers)
{
    const uint32_t last = last_layer(s, up);
    return (struct lb_top){last + 1 > layers ? last + 1 - layers : 0, last};
}

static enum lb_status send_cells(struct lb_solver *s, const struct lb_droplets *d,
                                 struct lb_buffer **out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t bytes = d->cell_count * sizeof(uint64_t);
    uint64_t *numbers = malloc(bytes);
    LB_REQUIRE(numbers != NULL, LB_STATUS_FAILED, "out of memory for the cells of droplets");
    for (size_t n = 0; n < d->cell_count; n++)
        numbers[n] = d->cells[n].cell;
    LB_TRY(lb_buffer_create(s->device, bytes, "cells of droplets", out, err));
    LB_TRY(lb_buffer_write(*out, 0, bytes, numbers, err));
cleanup:
    free(numbers);
    return st;
}

static enum lb_status weigh_on_device(struct lb_solver *s, struct lb_buffer *cells, uint64_t count,
                                      int up, uint32_t layer, struct lb_buffer *out,
                                      struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_surface_view v = lb_surface_look(s->surface);
    struct lb_kernel *k = NULL;
    LB_TRY(lb_kernel_create(v.program, "lb_weigh", &k, err));
    LB_TRY(lb_kernel_set_buffer(k, 0, s->populations[0], err));
    LB_TRY(lb_kernel_set_buffer(k, 1, s->flags, err));
    LB_TRY(lb_kernel_set_buffer(k, 2, v.fill, err));
    LB_TRY(lb_kernel_set_buffer(k, 3, v.mass, err));
    LB_TRY(lb_kernel_set_buffer(k, 4, cells, err));
    LB_TRY(lb_kernel_set_buffer(k, 5, out, err));
    LB_TRY(lb_kernel_set_ulong(k, 6, count, err));
    LB_TRY(lb_kernel_set_uint(k, 7, (uint32_t)s->step, err));
    LB_TRY(lb_kernel_set_uint(k, 8, (uint32_t)up, err));
    LB_TRY(lb_kernel_set_uint(k, 9, layer, err));
    LB_TRY(lb_kernel_enqueue(k, count, GROUP, err));
cleanup:
    lb_kernel_destroy(k);
    return st;
}

/* `up` is NO_AXIS for whole droplets; else the cells are all that is wet from `layer` on. */
static enum lb_status weigh(struct lb_solver *s, struct lb_buffer *cells, int up, uint32_t layer,
                            struct lb_droplets *d, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t bytes = d->cell_count * CONTENT * lb_solver_scalar_bytes(s);
    struct lb_buffer *buffer = NULL;
    struct lb_wet_content *contents = calloc(d->cell_count, sizeof *contents);
    void *numbers = malloc(bytes);
    LB_REQUIRE(contents != NULL && numbers != NULL, LB_STATUS_FAILED,
               "out of memory for what droplets hold");
    LB_TRY(lb_buffer_create(s->device, bytes, "what droplets hold", &buffer, err));
    LB_TRY(weigh_on_device(s, cells, d->cell_count, up, layer, buffer, err));
    LB_TRY(lb_buffer_read(buffer, 0, bytes, numbers, err));
    for (size_t n = 0; n < d->cell_count; n++) {
        contents[n].fill = lb_solver_number(s, numbers, CONTENT * n);
        contents[n].mass = lb_solver_number(s, numbers, CONTENT * n + 1);
        for (size_t axis = 0; axis < 3; axis++)
            contents[n].velocity[axis] = lb_solver_number(s, numbers, CONTENT * n + 2 + axis);
    }
    lb_droplets_measure(d, contents);
cleanup:
    lb_buffer_destroy(buffer);
    free(numbers);
    free(contents);
    return st;
}

/* In the flags that the next step reads; it copies all of them into the other buffer. */
static enum lb_status dry(struct lb_solver *s, struct lb_buffer *cells, uint64_t count,
                          struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_surface_view v = lb_surface_look(s->surface);
    struct lb_kernel *k = NULL;
    LB_TRY(lb_kernel_create(v.program, "lb_dry", &k, err));
    LB_TRY(lb_kernel_set_buffer(k, 0, s->flags, err));
    LB_TRY(lb_kernel_set_buffer(k, 1, v.fill, err));
    LB_TRY(lb_kernel_set_buffer(k, 2, v.mass, err));
    LB_TRY(lb_kernel_set_buffer(k, 3, cells, err));
    LB_TRY(lb_kernel_set_ulong(k, 4, count, err));
    LB_TRY(lb_kernel_enqueue(k, count, GROUP, err));
    LB_TRY(lb_device_finish(s->device, err)); /* before the list goes */
cleanup:
    lb_kernel_destroy(k);
    return st;
}

enum lb_status lb_solver_take_droplets(struct lb_solver *s, int up, uint32_t depth,
                                       struct lb_droplets *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_buffer *cells = NULL;
    struct lb_surface_layers source;
    const struct lb_layers layers = lb_surface_layers(s, up, &source);
    lb_droplets_clear(out);
    LB_REQUIRE(s->surface != NULL, LB_STATUS_FAILED, "case '%s' has no free surface", s->c->name);
    const struct lb_top top = top_of(s, up, depth);
    LB_TRY(lb_droplets_find(&layers, &top, s->c->size[up] / 2, out, err));
    if (out->count == 0) goto cleanup;
    LB_TRY(send_cells(s, out, &cells, err));
    LB_TRY(weigh(s, cells, NO_AXIS, 0, out, err));
    LB_TRY(dry(s, cells, out->cell_count, err));
    for (size_t n = 0; n < out->count; n++)
        s->removed_mass += out->list[n].mass;
cleanup:
    lb_surface_layers_free(&source);
    lb_buffer_destroy(cells);
    if (st != LB_STATUS_OK) lb_droplets_clear(out);
    return st;
}

/* --- what is no droplet ----------------------------------------------------------------------- */

static enum lb_status list_layer(const struct lb_layers *layers, uint32_t layer, uint8_t *wet,
                                 struct lb_droplets *d, struct lb_error *err)
{
    const uint32_t *size = layers->size;
    const int up = layers->up, a = lb_flood_along(up, 0), b = lb_flood_along(up, 1);
    const enum lb_status st = layers->read(layers->source, layer, wet, err);
    if (st != LB_STATUS_OK) return st;
    for (size_t n = 0; n < lb_flood_layer_cells(layers); n++) {
        if (wet[n] == 0) continue;
        int32_t at[3];
        at[a] = (int32_t)(n % size[a]);
        at[b] = (int32_t)(n / size[a]);
        at[up] = (int32_t)layer;
        const uint64_t number =
            ((uint64_t)at[2] * size[1] + (uint64_t)at[1]) * size[0] + (uint64_t)at[0];
        d->cells[d->cell_count++] = (struct lb_droplet_cell){number, 0, {at[0], at[1], at[2]}};
    }
    return LB_STATUS_OK;
}

/* All wet cells of some layers, as if they were one droplet. */
static enum lb_status list_top(struct lb_solver *s, int up, const struct lb_top *top,
                               struct lb_droplets *d, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_surface_layers source;
    const struct lb_layers layers = lb_surface_layers(s, up, &source);
    const size_t places = lb_flood_layer_cells(&layers);
    uint8_t *wet = malloc(places);
    d->list = calloc(1, sizeof *d->list);
    d->cells = malloc((top->last - top->first + 1) * places * sizeof *d->cells);
    LB_REQUIRE(wet != NULL && d->list != NULL && d->cells != NULL, LB_STATUS_FAILED,
               "out of memory for the top of the box");
    for (uint32_t layer = top->first; layer <= top->last; layer++)
        LB_TRY(list_layer(&layers, layer, wet, d, err));
    d->count = 1;
    d->list[0].cells = d->cell_count;
cleanup:
    free(wet);
    lb_surface_layers_free(&source);
    return st;
}

/* Runs one of the kernels that make the bare fluid of a layer interface. */
static enum lb_status change_layer(struct lb_solver *s, const char *name, int up, uint32_t layer,
                                   const struct lb_buffer *bare, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_kernel *k = NULL;
    const struct lb_surface_view v = lb_surface_look(s->surface);
    const uint64_t count = lb_case_cell_count(s->c) / s->c->size[up];
    LB_TRY(lb_kernel_create(v.program, name, &k, err));
    LB_TRY(lb_kernel_set_buffer(k, 0, s->flags, err));
    LB_TRY(lb_kernel_set_buffer(k, 1, v.mass, err));
    LB_TRY(lb_kernel_set_buffer(k, 2, bare, err));
    LB_TRY(lb_kernel_set_uint(k, 3, (uint32_t)up, err));
    LB_TRY(lb_kernel_set_uint(k, 4, layer, err));
    LB_TRY(lb_kernel_set_ulong(k, 5, count, err));
    LB_TRY(lb_kernel_enqueue(k, count, GROUP, err));
cleanup:
    lb_kernel_destroy(k);
    return st;
}

static enum lb_status find_bare(struct lb_solver *s, int up, uint32_t layer, struct lb_buffer *out,
                                struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_kernel *k = NULL;
    const struct lb_surface_view v = lb_surface_look(s->surface);
    const uint64_t count = lb_case_cell_count(s->c) / s->c->size[up];
    LB_TRY(lb_kernel_create(v.program, "lb_bare", &k, err));
    LB_TRY(lb_kernel_set_buffer(k, 0, s->populations[0], err));
    LB_TRY(lb_kernel_set_buffer(k, 1, s->flags, err));
    LB_TRY(lb_kernel_set_buffer(k, 2, v.mass, err));
    LB_TRY(lb_kernel_set_buffer(k, 3, out, err));
    LB_TRY(lb_kernel_set_uint(k, 4, (uint32_t)up, err));
    LB_TRY(lb_kernel_set_uint(k, 5, layer, err));
    LB_TRY(lb_kernel_set_ulong(k, 6, count, err));
    LB_TRY(lb_kernel_set_uint(k, 7, (uint32_t)s->step, err));
    LB_TRY(lb_kernel_enqueue(k, count, GROUP, err));
cleanup:
    lb_kernel_destroy(k);
    return st;
}

/* Fluid of a layer that has lost what was above it becomes interface. */
static enum lb_status cover_layer(struct lb_solver *s, int up, uint32_t layer, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_buffer *bare = NULL;
    const uint64_t count = lb_case_cell_count(s->c) / s->c->size[up];
    LB_TRY(lb_buffer_create(s->device, count * lb_solver_scalar_bytes(s), "masses of bare cells",
                            &bare, err));
    LB_TRY(find_bare(s, up, layer, bare, err));
    LB_TRY(change_layer(s, "lb_cover", up, layer, bare, err));
    LB_TRY(change_layer(s, "lb_pay", up, layer, bare, err));
    LB_TRY(lb_device_finish(s->device, err)); /* before the masses go */
cleanup:
    lb_buffer_destroy(bare);
    return st;
}

enum lb_status lb_solver_cut_off_top(struct lb_solver *s, int up, uint32_t depth, double *mass,
                                     struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_buffer *cells = NULL;
    struct lb_droplets d = {.list = NULL};
    *mass = 0.0;
    LB_REQUIRE(s->surface != NULL, LB_STATUS_FAILED, "case '%s' has no free surface", s->c->name);
    const struct lb_top top = top_of(s, up, depth);
    for (int axis = 0; axis < 3; axis++)
        d.size[axis] = s->c->size[axis];
    LB_TRY(list_top(s, up, &top, &d, err));
    if (d.cell_count == 0 || top.first == 0) goto cleanup;
    LB_TRY(send_cells(s, &d, &cells, err));
    LB_TRY(weigh(s, cells, up, top.first, &d, err));
    LB_TRY(dry(s, cells, d.cell_count, err));
    LB_TRY(cover_layer(s, up, top.first - 1, err));
    *mass = d.list[0].mass;
    s->removed_mass += *mass;
cleanup:
    lb_buffer_destroy(cells);
    lb_droplets_clear(&d);
    return st;
}

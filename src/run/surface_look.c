/* surface_look.c - what observers see of a solver's surface: layers, columns, the crown.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "run/solver_state.h"
#include "run/surface.h"

enum { GROUP = 64, MOST_AHEAD = 16 /* layers */ };

/* Layers of the box as bytes. */
static enum lb_status read_wet_cells(struct lb_solver *s, int up, uint32_t layer, uint32_t layers,
                                     uint8_t *wet, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_surface_view v = lb_surface_look(s->surface);
    struct lb_kernel *k = NULL;
    uint32_t begin[3] = {0, 0, 0}, extent[3] = {s->c->size[0], s->c->size[1], s->c->size[2]};
    begin[up] = layer;
    extent[up] = layers;
    const uint64_t cells = (uint64_t)extent[0] * extent[1] * extent[2];
    LB_TRY(lb_kernel_create(v.program, "lb_wet_cells", &k, err));
    LB_TRY(lb_kernel_set_buffer(k, 0, s->flags, err));
    LB_TRY(lb_kernel_set_buffer(k, 1, v.fill, err));
    LB_TRY(lb_kernel_set_buffer(k, 2, s->staging, err));
    for (unsigned axis = 0; axis < 3; axis++)
        LB_TRY(lb_kernel_set_uint(k, 3 + axis, begin[axis], err));
    LB_TRY(lb_kernel_set_uint(k, 6, extent[0], err));
    LB_TRY(lb_kernel_set_uint(k, 7, extent[1], err));
    LB_TRY(lb_kernel_set_uint(k, 10, LB_WET_LEAST, err));
    LB_TRY(lb_kernel_set_uint(k, 11, LB_WET_FULL, err));
    for (uint64_t skip = 0; skip < cells; skip += s->staging_cells) {
        const uint64_t left = cells - skip;
        const uint64_t count = left < s->staging_cells ? left : s->staging_cells;
        LB_TRY(lb_kernel_set_ulong(k, 8, skip, err));
        LB_TRY(lb_kernel_set_ulong(k, 9, count, err));
        LB_TRY(lb_kernel_enqueue(k, count, GROUP, err));
        LB_TRY(lb_buffer_read(s->staging, 0, count, wet + skip, err));
    }
cleanup:
    lb_kernel_destroy(k);
    return st;
}

/* Which layers to read where `layer` is wanted: the more, the longer a reader has gone one way. */
static void look_ahead(struct lb_surface_layers *from, uint32_t layer)
{
    const uint32_t *size = from->solver->c->size;
    const uint32_t end = from->first + from->count, more = 2 * from->count;
    const uint32_t most = more < MOST_AHEAD ? more : MOST_AHEAD;
    const bool is_slowest = from->up == 2 || (from->up == 1 && size[2] == 1);
    const bool down = layer + 1 == from->first, up = layer == end;
    from->count = 1;
    from->first = layer;
    if (most == 0 || !is_slowest) return; /* else they do not lie behind each other */
    if (down) from->count = most < layer + 1 ? most : layer + 1;
    if (down) from->first = layer + 1 - from->count;
    if (up) from->count = most < size[from->up] - layer ? most : size[from->up] - layer;
}

static enum lb_status read_layer(void *source, uint32_t layer, uint8_t *wet, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_surface_layers *from = source;
    struct lb_solver *s = from->solver;
    const size_t cells = (size_t)(lb_case_cell_count(s->c) / s->c->size[from->up]);
    if (from->bytes == NULL) from->bytes = malloc(MOST_AHEAD * cells);
    LB_REQUIRE(from->bytes != NULL, LB_STATUS_FAILED, "no memory for layers of cells");
    if (layer < from->first || layer >= from->first + from->count) {
        look_ahead(from, layer);
        st = read_wet_cells(s, from->up, from->first, from->count, from->bytes, err);
        if (st != LB_STATUS_OK) from->count = 0;
    }
    if (st == LB_STATUS_OK) memcpy(wet, from->bytes + (layer - from->first) * cells, cells);
cleanup:
    return st;
}

struct lb_layers lb_surface_layers(struct lb_solver *s, int up, struct lb_surface_layers *source)
{
    *source = (struct lb_surface_layers){.solver = s, .up = up};
    return (struct lb_layers){
        {s->c->size[0], s->c->size[1], s->c->size[2]}, up, read_layer, source};
}

void lb_surface_layers_free(struct lb_surface_layers *source)
{
    free(source->bytes);
    *source = (struct lb_surface_layers){.solver = NULL};
}

enum lb_status lb_solver_measure_crown(struct lb_solver *s, int up,
                                       const struct lb_crown_place *place, struct lb_crown *out,
                                       struct lb_error *err)
{
    struct lb_surface_layers source;
    const struct lb_layers layers = lb_surface_layers(s, up, &source);
    if (s->surface == NULL)
        return lb_fail(err, LB_STATUS_FAILED, "case '%s' has no free surface", s->c->name);
    const enum lb_status st = lb_crown_measure(&layers, place, out, err);
    lb_surface_layers_free(&source);
    return st;
}

/* NaN where there is none. */
static double height_of(const struct lb_solver *s, const void *numbers, uint64_t at)
{
    const double height = lb_solver_number(s, numbers, at);
    return height < 0.0 ? nan("") : height;
}

enum lb_status lb_solver_read_columns(struct lb_solver *s, int up, double *standing, double *top,
                                      struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_kernel *k = NULL;
    void *piece = malloc(s->staging_cells * 2 * sizeof(double));
    LB_REQUIRE(piece != NULL, LB_STATUS_FAILED, "out of memory for reading columns");
    LB_REQUIRE(s->surface != NULL, LB_STATUS_FAILED, "case '%s' has no free surface", s->c->name);
    const struct lb_surface_view v = lb_surface_look(s->surface);
    const uint64_t columns = lb_case_cell_count(s->c) / s->c->size[up];
    LB_TRY(lb_kernel_create(v.program, "lb_columns", &k, err));
    LB_TRY(lb_kernel_set_buffer(k, 0, s->flags, err));
    LB_TRY(lb_kernel_set_buffer(k, 1, v.fill, err));
    LB_TRY(lb_kernel_set_buffer(k, 2, s->staging, err));
    LB_TRY(lb_kernel_set_uint(k, 3, (uint32_t)up, err));
    for (uint64_t skip = 0; skip < columns; skip += s->staging_cells) {
        const uint64_t left = columns - skip;
        const uint64_t count = left < s->staging_cells ? left : s->staging_cells;
        LB_TRY(lb_kernel_set_ulong(k, 4, skip, err));
        LB_TRY(lb_kernel_set_ulong(k, 5, count, err));
        LB_TRY(lb_kernel_enqueue(k, count, GROUP, err));
        LB_TRY(lb_buffer_read(s->staging, 0, count * 2 * lb_solver_scalar_bytes(s), piece, err));
        for (uint64_t n = 0; n < count; n++) {
            if (standing != NULL) standing[skip + n] = height_of(s, piece, 2 * n);
            if (top != NULL) top[skip + n] = height_of(s, piece, 2 * n + 1);
        }
    }
cleanup:
    lb_kernel_destroy(k);
    free(piece);
    return st;
}

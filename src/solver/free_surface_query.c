/* free_surface_query.c - what observers see of a solver's surface: layers, columns, the crown.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solver/solver_internal.h"
#include "solver/free_surface.h"

enum { GROUP = 64 };

/* Layers to read at once: as many as were read so far, within these limits; a transfer of few costs
 * as much as its start. */
enum { LEAST_AHEAD = 16, MOST_AHEAD = 64 };

/* --- kept from look to look ------------------------------------------------------------------- */

static const char *const names[LB_SURFACE_KERNELS] = {
    "lb_wet_cells",    "lb_columns",        "lb_measure_cells", "lb_make_gas",
    "lb_find_exposed", "lb_make_interface", "lb_correct_mass"};

enum lb_status lb_surface_looks_create(struct lb_surface_looks *looks, struct lb_program *program,
                                       struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    for (int n = 0; n < LB_SURFACE_KERNELS; n++)
        LB_TRY(lb_kernel_create(program, names[n], &looks->kernels[n], err));
cleanup:
    return st;
}

static void free_bits(struct lb_surface_bits *bits)
{
    free(bits->wet);
    free(bits->is_read);
    *bits = (struct lb_surface_bits){.wet = NULL};
}

void lb_surface_looks_destroy(struct lb_surface_looks *looks)
{
    for (int n = 0; n < LB_SURFACE_KERNELS; n++)
        lb_kernel_destroy(looks->kernels[n]);
    lb_buffer_destroy(looks->cells);
    lb_buffer_destroy(looks->contents);
    lb_buffer_destroy(looks->bare);
    free_bits(&looks->bits);
}

/* --- layers ----------------------------------------------------------------------------------- */

/* The highest layer that is not all wall. */
static uint32_t top_layer(const struct lb_solver *s, int up)
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

static enum lb_status make_bits(const struct lb_solver *s, const struct lb_layers *layers,
                                struct lb_surface_bits *bits, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const int up = layers->up;
    free_bits(bits);
    bits->up = up;
    bits->layers = layers->size[up];
    bits->top = top_layer(s, up);
    bits->words = lb_layers_row_words(layers) * lb_layers_rows(layers);
    bits->wet = malloc(bits->layers * bits->words * sizeof *bits->wet);
    bits->is_read = calloc(bits->layers, sizeof *bits->is_read);
    LB_REQUIRE(bits->wet != NULL && bits->is_read != NULL, LB_STATUS_FAILED,
               "no memory for layers of cells");
cleanup:
    if (st != LB_STATUS_OK) free_bits(bits);
    return st;
}

void lb_surface_looks_forget(struct lb_surface_looks *looks)
{
    struct lb_surface_bits *bits = &looks->bits;
    if (bits->count > 0) memset(bits->is_read, 0, bits->layers * sizeof *bits->is_read);
    bits->count = 0;
}

/* Bits of `count` layers from `first` on. */
static enum lb_status read_bits(struct lb_solver *s, struct lb_surface_bits *bits, uint32_t first,
                                uint32_t count, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_kernel *k = lb_surface_look(s->surface).looks->kernels[LB_SURFACE_WET_CELLS];
    const uint64_t words = count * bits->words;
    const uint64_t capacity = lb_buffer_bytes(s->staging) / sizeof *bits->wet;
    LB_TRY(lb_kernel_set_buffer(k, 0, s->flags, err));
    LB_TRY(lb_kernel_set_buffer(k, 1, s->staging, err));
    LB_TRY(lb_kernel_set_uint(k, 2, (uint32_t)bits->up, err));
    LB_TRY(lb_kernel_set_uint(k, 3, first, err));
    for (uint64_t skip = 0; skip < words; skip += capacity) {
        const uint64_t piece = words - skip < capacity ? words - skip : capacity;
        LB_TRY(lb_kernel_set_ulong(k, 4, skip, err));
        LB_TRY(lb_kernel_set_ulong(k, 5, piece, err));
        LB_TRY(lb_kernel_enqueue(k, piece, GROUP, err));
        LB_TRY(lb_buffer_read(s->staging, 0, piece * sizeof *bits->wet,
                              bits->wet + first * bits->words + skip, err));
    }
    for (uint32_t n = first; n < first + count; n++)
        bits->is_read[n] = true;
    bits->count += count;
cleanup:
    return st;
}

/* Reads a layer that is not there yet, and those behind it: downward for who comes from above, else
 * upward. */
static enum lb_status read_ahead(struct lb_solver *s, struct lb_surface_bits *bits, uint32_t layer,
                                 struct lb_error *err)
{
    const bool down = layer + 1 < bits->layers && bits->is_read[layer + 1];
    const uint32_t least = bits->count > LEAST_AHEAD ? bits->count : LEAST_AHEAD;
    const uint32_t most = least < MOST_AHEAD ? least : MOST_AHEAD;
    uint32_t first = layer, end = layer + 1;
    while (down && end - first < most && first > 0 && !bits->is_read[first - 1])
        first--;
    while (!down && end - first < most && end < bits->layers && !bits->is_read[end])
        end++;
    return read_bits(s, bits, first, end - first, err);
}

static enum lb_status wet_cells(void *source, uint32_t layer, const uint32_t **out,
                                struct lb_error *err)
{
    struct lb_solver *s = source;
    struct lb_surface_bits *bits = &lb_surface_look(s->surface).looks->bits;
    if (!bits->is_read[layer]) {
        const enum lb_status st = read_ahead(s, bits, layer, err);
        if (st != LB_STATUS_OK) return st;
    }
    *out = bits->wet + layer * bits->words;
    return LB_STATUS_OK;
}
static enum lb_status fill_levels(void *source, uint32_t layer, double *fill, struct lb_error *err)
{
    struct lb_solver *s = source;
    const uint32_t *size = s->c->size;
    const int up = lb_surface_look(s->surface).looks->bits.up;
    struct lb_region r = {{0, 0, 0}, {size[0], size[1], size[2]}};
    r.begin[up] = layer;
    r.end[up] = layer + 1;
    return lb_solver_read_fill(s, &r, fill, err);
}

enum lb_status lb_surface_layers(struct lb_solver *s, int up, struct lb_layers *out,
                                 struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint32_t *size = s->c->size;
    LB_REQUIRE(s->surface != NULL, LB_STATUS_FAILED, "case '%s' has no free surface", s->c->name);
    struct lb_surface_bits *bits = &lb_surface_look(s->surface).looks->bits;
    *out = (struct lb_layers){{size[0], size[1], size[2]}, up, wet_cells, fill_levels, s};
    if (bits->wet == NULL || bits->up != up) LB_TRY(make_bits(s, out, bits, err));
cleanup:
    return st;
}

void lb_surface_dry_bits(struct lb_surface_looks *looks, const struct lb_droplets *d)
{
    const struct lb_surface_bits *bits = &looks->bits;
    const uint64_t length = d->size[lb_layers_axis(d->up, 0)];
    const uint64_t row_words = (length + 31) / 32;
    for (size_t n = 0; n < d->run_count; n++) {
        const struct lb_droplet_run *run = &d->runs[n];
        uint32_t *row = bits->wet + run->place / length * row_words;
        for (uint64_t k = run->place % length; k < run->place % length + run->cells; k++)
            row[k / 32] &= ~(1u << k % 32);
    }
}

/* --- what observers see ----------------------------------------------------------------------- */

enum lb_status lb_solver_measure_crown(struct lb_solver *s, int up,
                                       const struct lb_crown_place *place, struct lb_crown *out,
                                       struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_layers layers;
    LB_TRY(lb_surface_layers(s, up, &layers, err));
    LB_TRY(lb_crown_measure(&layers, place, out, err));
cleanup:
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
    void *piece = malloc(s->staging_cells * 2 * sizeof(double));
    LB_REQUIRE(piece != NULL, LB_STATUS_FAILED, "out of memory for reading columns");
    LB_REQUIRE(s->surface != NULL, LB_STATUS_FAILED, "case '%s' has no free surface", s->c->name);
    const struct lb_surface_view v = lb_surface_look(s->surface);
    const uint64_t columns = lb_case_cell_count(s->c) / s->c->size[up];
    struct lb_kernel *k = v.looks->kernels[LB_SURFACE_COLUMNS];
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
    free(piece);
    return st;
}

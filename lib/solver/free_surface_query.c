/* free_surface_query.c - observation of the free surface: layers, columns, the crown.
 * SPDX-License-Identifier: MIT */
#include "solver/free_surface_query.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "modules/free_surface.h"
#include "solver/solver_internal.h"

enum { GROUP = 64 };

/* Layers to read at once: as many as were read so far, within these limits; a transfer of few costs
 * as much as its start. */
enum { MIN_AHEAD = 16, MAX_AHEAD = 64 };

static const char entry[] = "surface/surface.cl";

static enum lb_status find_surface(const struct lb_solver *s, struct lb_free_surface **out,
                                   struct lb_error *err)
{
    *out = s->modules.module[LB_MODULE_SURFACE];
    if (*out != NULL) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_FAILED, "case '%s' has no free surface", s->w.c->name);
}

static struct lb_surface_bits *bits_of(const struct lb_solver *s)
{
    return lb_surface_bits(s->modules.module[LB_MODULE_SURFACE]);
}

/* --- layers ----------------------------------------------------------------------------------- */

/* The highest layer that is not all wall. */
static uint32_t top_layer(const struct lb_solver *s, int up)
{
    const uint32_t *size = s->w.c->size;
    uint32_t begin[3] = {0, 0, 0}, end[3] = {size[0], size[1], size[2]};
    if (s->w.host_flags == NULL) return size[up] - 1;
    for (uint32_t layer = size[up]; layer-- > 0;) {
        begin[up] = layer;
        end[up] = layer + 1;
        for (uint32_t z = begin[2]; z < end[2]; z++)
            for (uint32_t y = begin[1]; y < end[1]; y++)
                for (uint32_t x = begin[0]; x < end[0]; x++) {
                    const uint64_t n = ((uint64_t)z * size[1] + y) * size[0] + x;
                    if ((s->w.host_flags[n] & LB_CELL_SOLID) == 0) return layer;
                }
    }
    return 0;
}

static void free_bits(struct lb_surface_bits *bits)
{
    free(bits->wet);
    free(bits->is_read);
    *bits = (struct lb_surface_bits){.wet = NULL};
}

static enum lb_status make_bits(const struct lb_solver *s, const struct lb_layers *layers,
                                struct lb_surface_bits *bits, struct lb_error *err)
{
    const int up = layers->up;
    free_bits(bits);
    bits->up = up;
    bits->version = s->w.version;
    bits->layers = layers->size[up];
    bits->top = top_layer(s, up);
    bits->words = lb_layers_row_words(layers) * lb_layers_rows(layers);
    bits->wet = malloc(bits->layers * bits->words * sizeof *bits->wet);
    bits->is_read = calloc(bits->layers, sizeof *bits->is_read);
    if (bits->wet != NULL && bits->is_read != NULL) return LB_STATUS_OK;
    free_bits(bits);
    return lb_fail(err, LB_STATUS_FAILED, "no memory for layers of cells");
}

/* Layers are read anew where the state is another one. */
static void forget_old_bits(const struct lb_solver *s, struct lb_surface_bits *bits)
{
    if (bits->version == s->w.version) return;
    memset(bits->is_read, 0, bits->layers * sizeof *bits->is_read);
    bits->count = 0;
    bits->version = s->w.version;
}

/* Bits of `count` layers from `first` on. */
static enum lb_status read_bits(struct lb_solver *s, struct lb_surface_bits *bits, uint32_t first,
                                uint32_t count, struct lb_error *err)
{
    struct lb_kernel *k = NULL;
    struct lb_buffer *staging = s->w.buffers[LB_BUFFER_STAGING];
    const uint64_t words = count * bits->words;
    const uint64_t capacity = lb_buffer_bytes(staging) / sizeof *bits->wet;
    LB_OK(lb_workspace_kernel(&s->w, entry, "lb_wet_cells", &k, err));
    LB_OK(lb_kernel_set_buffer(k, "out", staging, err));
    LB_OK(lb_kernel_set_uint(k, "up", (uint32_t)bits->up, err));
    LB_OK(lb_kernel_set_uint(k, "first", first, err));
    for (uint64_t skip = 0; skip < words; skip += capacity) {
        const uint64_t piece = words - skip < capacity ? words - skip : capacity;
        LB_OK(lb_kernel_set_ulong(k, "skip", skip, err));
        LB_OK(lb_kernel_set_ulong(k, "count", piece, err));
        LB_OK(lb_workspace_enqueue(&s->w, k, piece, GROUP, err));
        LB_OK(lb_buffer_read(staging, 0, piece * sizeof *bits->wet,
                             bits->wet + first * bits->words + skip, err));
    }
    for (uint32_t n = first; n < first + count; n++)
        bits->is_read[n] = true;
    bits->count += count;
    return LB_STATUS_OK;
}

/* Reads a layer that is not there yet, and those behind it: downward for who comes from above, else
 * upward. */
static enum lb_status read_ahead(struct lb_solver *s, struct lb_surface_bits *bits, uint32_t layer,
                                 struct lb_error *err)
{
    const bool down = layer + 1 < bits->layers && bits->is_read[layer + 1];
    const uint32_t min = bits->count > MIN_AHEAD ? bits->count : MIN_AHEAD;
    const uint32_t max = min < MAX_AHEAD ? min : MAX_AHEAD;
    uint32_t first = layer, end = layer + 1;
    while (down && end - first < max && first > 0 && !bits->is_read[first - 1])
        first--;
    while (!down && end - first < max && end < bits->layers && !bits->is_read[end])
        end++;
    return read_bits(s, bits, first, end - first, err);
}

static enum lb_status wet_cells(void *source, uint32_t layer, const uint32_t **out,
                                struct lb_error *err)
{
    struct lb_solver *s = source;
    struct lb_surface_bits *bits = bits_of(s);
    forget_old_bits(s, bits);
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
    const uint32_t *size = s->w.c->size;
    const int up = bits_of(s)->up;
    struct lb_region r = {{0, 0, 0}, {size[0], size[1], size[2]}};
    r.begin[up] = layer;
    r.end[up] = layer + 1;
    return lb_solver_read_fill(s, &r, fill, err);
}

enum lb_status lb_surface_layers(struct lb_solver *s, int up, struct lb_layers *out,
                                 struct lb_error *err)
{
    const uint32_t *size = s->w.c->size;
    struct lb_free_surface *surface = NULL;
    LB_OK(find_surface(s, &surface, err));
    struct lb_surface_bits *bits = lb_surface_bits(surface);
    *out = (struct lb_layers){{size[0], size[1], size[2]}, up, wet_cells, fill_levels, s};
    return bits->wet == NULL || bits->up != up ? make_bits(s, out, bits, err) : LB_STATUS_OK;
}

void lb_surface_dry_bits(struct lb_surface_bits *bits, const struct lb_droplets *d)
{
    const uint64_t length = d->size[lb_layers_axis(d->up, 0)];
    const uint64_t row_words = (length + 31) / 32;
    for (size_t n = 0; n < d->run_count; n++) {
        const struct lb_droplet_run *run = &d->runs[n];
        uint32_t *row = bits->wet + run->place / length * row_words;
        for (uint64_t k = run->place % length; k < run->place % length + run->cells; k++)
            row[k / 32] &= ~(1u << k % 32);
    }
}

/* --- what is found in them -------------------------------------------------------------------- */

enum lb_status lb_solver_measure_crown(struct lb_solver *s, int up,
                                       const struct lb_crown_place *place, struct lb_crown *out,
                                       struct lb_error *err)
{
    struct lb_layers layers;
    const enum lb_status st = lb_surface_layers(s, up, &layers, err);
    return st != LB_STATUS_OK ? st : lb_crown_measure(&layers, place, out, err);
}

struct columns {
    double *standing, *top;
};

/* NaN where there is none. */
static double height_of(const struct lb_workspace *w, const void *numbers, uint64_t at)
{
    const double height = lb_workspace_number(w, LB_ELEMENT_SCALAR, numbers, at);
    return height < 0.0 ? nan("") : height;
}

static void take_columns(void *context, const struct lb_workspace *w, const void *numbers,
                         uint64_t first, uint64_t count)
{
    const struct columns *c = context;
    for (uint64_t n = 0; n < count; n++) {
        if (c->standing != NULL) c->standing[first + n] = height_of(w, numbers, 2 * n);
        if (c->top != NULL) c->top[first + n] = height_of(w, numbers, 2 * n + 1);
    }
}

enum lb_status lb_solver_read_columns(struct lb_solver *s, int up, double *standing, double *top,
                                      struct lb_error *err)
{
    struct lb_free_surface *surface = NULL;
    struct lb_kernel *k = NULL;
    struct columns columns = {standing, top};
    LB_OK(find_surface(s, &surface, err));
    LB_OK(lb_workspace_kernel(&s->w, entry, "lb_columns", &k, err));
    LB_OK(lb_kernel_set_uint(k, "up", (uint32_t)up, err));
    return lb_workspace_stage(&s->w, k, lb_case_cell_count(s->w.c) / s->w.c->size[up], 2,
                              take_columns, &columns, err);
}

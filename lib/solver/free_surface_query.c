/* free_surface_query.c - observation of the free surface: layers, columns, the crown.
 * SPDX-License-Identifier: MIT */
#include "solver/free_surface_query.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "modules/free_surface.h"
#include "peers/peers.h"
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

static void whole_size(const struct lb_solver *s, uint32_t out[3])
{
    for (int axis = 0; axis < 3; axis++)
        out[axis] = lb_case_whole_size(s->w.c, axis);
}

/* The highest layer of the whole box that is not all wall. */
static uint32_t top_layer(const struct lb_solver *s, int up)
{
    const uint8_t *flags = lb_solver_flags(s);
    uint32_t size[3];
    whole_size(s, size);
    uint32_t begin[3] = {0, 0, 0}, end[3] = {size[0], size[1], size[2]};
    if (flags == NULL) return size[up] - 1;
    for (uint32_t layer = size[up]; layer-- > 0;) {
        begin[up] = layer;
        end[up] = layer + 1;
        for (uint32_t z = begin[2]; z < end[2]; z++)
            for (uint32_t y = begin[1]; y < end[1]; y++)
                for (uint32_t x = begin[0]; x < end[0]; x++) {
                    const uint64_t n = ((uint64_t)z * size[1] + y) * size[0] + x;
                    if ((flags[n] & LB_CELL_SOLID) == 0) return layer;
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

/* `words` words of layers from number `first` on, of this solver's cells. */
static enum lb_status read_own_bits(struct lb_solver *s, int up, uint32_t first, uint64_t words,
                                    uint32_t *out, struct lb_error *err)
{
    struct lb_kernel *k = NULL;
    struct lb_buffer *staging = s->w.buffers[LB_BUFFER_STAGING];
    const uint64_t capacity = lb_buffer_bytes(staging) / sizeof *out;
    LB_OK(lb_workspace_kernel(&s->w, entry, "lb_wet_cells", &k, err));
    LB_OK(lb_kernel_set_buffer(k, "out", staging, err));
    LB_OK(lb_kernel_set_uint(k, "up", (uint32_t)up, err));
    LB_OK(lb_kernel_set_uint(k, "first", first, err));
    for (uint64_t skip = 0; skip < words; skip += capacity) {
        const uint64_t piece = words - skip < capacity ? words - skip : capacity;
        LB_OK(lb_kernel_set_ulong(k, "skip", skip, err));
        LB_OK(lb_kernel_set_ulong(k, "count", piece, err));
        LB_OK(lb_workspace_enqueue(&s->w, k, piece, GROUP, err));
        LB_OK(lb_buffer_read(staging, 0, piece * sizeof *out, out + skip, err));
    }
    return LB_STATUS_OK;
}

/* Words of bits of a share of a region of the whole box. */
static uint64_t words_of_share(const struct lb_region *own, int up)
{
    const int a = lb_layers_axis(up, 0), b = lb_layers_axis(up, 1);
    const uint64_t rows = own->end[b] - own->begin[b], length = own->end[a] - own->begin[a];
    return (own->end[up] - own->begin[up]) * rows * ((length + 31) / 32);
}

static enum lb_status read_all_bits(struct lb_solver *s, int up, uint32_t first, uint32_t count,
                                    uint32_t *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_region all = {{0, 0, 0}, {0, 0, 0}};
    whole_size(s, all.end);
    all.begin[up] = first;
    all.end[up] = first + count;
    const struct lb_region own = lb_collective_share(s, &all);
    const uint64_t words = words_of_share(&own, up);
    uint32_t *mine = malloc((words + 1) * sizeof *mine);
    if (mine == NULL)
        st = lb_fail(err, LB_STATUS_FAILED, "no memory for layers of cells");
    else if (words > 0)
        st = read_own_bits(s, up, own.begin[up], words, mine, err);
    LB_TRY(lb_peers_agree(s->world, st, err));
    st = lb_collective_unite_bits(s, &all, up, mine, out, err);
cleanup:
    free(mine);
    return st;
}

/* Bits of `count` layers from `first` on. */
static enum lb_status read_bits(struct lb_solver *s, struct lb_surface_bits *bits, uint32_t first,
                                uint32_t count, struct lb_error *err)
{
    const uint64_t words = count * bits->words;
    uint32_t *out = bits->wet + first * bits->words;
    LB_OK(s->all == NULL ? read_own_bits(s, bits->up, first, words, out, err)
                         : read_all_bits(s, bits->up, first, count, out, err));
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
        bits->has_failed = st != LB_STATUS_OK;
        if (st != LB_STATUS_OK) return st;
    }
    *out = bits->wet + layer * bits->words;
    return LB_STATUS_OK;
}
static enum lb_status fill_levels(void *source, uint32_t layer, double *fill, struct lb_error *err)
{
    struct lb_solver *s = source;
    const int up = bits_of(s)->up;
    struct lb_region r = {{0, 0, 0}, {0, 0, 0}};
    whole_size(s, r.end);
    r.begin[up] = layer;
    r.end[up] = layer + 1;
    const enum lb_status st = lb_solver_read_fill(s, &r, fill, err);
    bits_of(s)->has_failed = st != LB_STATUS_OK;
    return st;
}

enum lb_status lb_surface_layers(struct lb_solver *s, int up, struct lb_layers *out,
                                 struct lb_error *err)
{
    uint32_t size[3];
    whole_size(s, size);
    struct lb_free_surface *surface = NULL;
    LB_OK(find_surface(s, &surface, err));
    struct lb_surface_bits *bits = lb_surface_bits(surface);
    *out = (struct lb_layers){{size[0], size[1], size[2]}, up, wet_cells, fill_levels, s};
    if (bits->wet != NULL && bits->up == up) return LB_STATUS_OK;
    const enum lb_status st = make_bits(s, out, bits, err);
    return s->all == NULL ? st : lb_peers_agree(s->world, st, err);
}

/* A rank that fails by itself is heard where the others read their next layer, or here. */
enum lb_status lb_surface_agree(const struct lb_solver *s, enum lb_status st, struct lb_error *err)
{
    const bool is_known = bits_of(s)->has_failed;
    bits_of(s)->has_failed = false;
    return s->all == NULL || is_known ? st : lb_peers_agree(s->world, st, err);
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
    LB_OK(lb_surface_layers(s, up, &layers, err));
    return lb_surface_agree(s, lb_crown_measure(&layers, place, out, err), err);
}

/* Three numbers for each column of a layer of the whole box, as lb_columns leaves them. */
enum { OF_COLUMN = 3 };

struct columns {
    struct lb_solver *s;
    int up;
    uint32_t below;      /* layers below the subdomains that are read */
    const double *under; /* of the columns up to there */
};

static void take_columns(void *context, const struct lb_workspace *w, const void *numbers,
                         uint64_t first, uint64_t count)
{
    double *out = context;
    for (uint64_t n = 0; n < OF_COLUMN * count; n++)
        out[OF_COLUMN * first + n] = lb_workspace_number(w, LB_ELEMENT_SCALAR, numbers, n);
}

/* This subdomain's columns of those below it, as numbers of the arithmetic; caller owns. */
static void *share_of_columns(const struct columns *c, const struct lb_region *own)
{
    const struct lb_case *whole = c->s->w.c;
    const int a = lb_layers_axis(c->up, 0), b = lb_layers_axis(c->up, 1);
    const bool fp64 = whole->arithmetic == LB_ARITHMETIC_FP64;
    const uint64_t columns = lb_region_cells(own);
    void *out = malloc(OF_COLUMN * columns * sizeof(double));
    uint64_t to = 0;
    for (uint32_t row = own->begin[b]; out != NULL && row < own->end[b]; row++)
        for (uint32_t k = own->begin[a]; k < own->end[a]; k++)
            for (uint64_t n = 0; n < OF_COLUMN; n++, to++) {
                const uint64_t at =
                    (uint64_t)(whole->cut.origin[b] + row) * lb_case_whole_size(whole, a) +
                    whole->cut.origin[a] + k;
                if (fp64)
                    ((double *)out)[to] = c->under[OF_COLUMN * at + n];
                else
                    ((float *)out)[to] = (float)c->under[OF_COLUMN * at + n];
            }
    return out;
}

static enum lb_status send_columns(const struct columns *c, const struct lb_region *own,
                                   struct lb_buffer **under, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_workspace *w = &c->s->w;
    const uint64_t bytes = OF_COLUMN * lb_region_cells(own) * lb_workspace_scalar_bytes(w);
    if (c->below == 0) return st;
    void *numbers = share_of_columns(c, own);
    LB_REQUIRE(numbers != NULL, LB_STATUS_FAILED, "out of memory for columns of cells");
    LB_TRY(lb_buffer_create(w->device, bytes, "columns below", under, err));
    LB_TRY(lb_buffer_write(*under, 0, bytes, numbers, err));
cleanup:
    free(numbers);
    return st;
}

static enum lb_status read_own_columns(void *context, const struct lb_region *own, double *out,
                                       struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct columns *c = context;
    struct lb_workspace *w = &c->s->w;
    struct lb_kernel *k = NULL;
    struct lb_buffer *under = NULL;
    LB_TRY(send_columns(c, own, &under, err));
    LB_TRY(lb_workspace_kernel(w, entry, "lb_columns", &k, err));
    LB_TRY(lb_kernel_set_uint(k, "up", (uint32_t)c->up, err));
    LB_TRY(lb_kernel_set_uint(k, "below", c->below, err));
    LB_TRY(lb_kernel_set_buffer(k, "under", under, err));
    LB_TRY(lb_workspace_stage(w, k, lb_region_cells(own), OF_COLUMN, take_columns, out, err));
cleanup:
    lb_buffer_destroy(under);
    return st;
}

/* Subdomains above each other one after the other: each goes on from what is below it. */
static enum lb_status read_columns(struct lb_solver *s, int up, double *numbers,
                                   struct lb_error *err)
{
    for (int n = 0; n < lb_collective_count(s, up); n++) {
        struct columns c = {s, up, lb_collective_begin(s, up, n), numbers};
        struct lb_region layer = {{0, 0, 0}, {0, 0, 0}};
        whole_size(s, layer.end);
        layer.begin[up] = c.below;
        layer.end[up] = c.below + 1;
        LB_OK(lb_solver_unite(s, &layer, OF_COLUMN, read_own_columns, &c, numbers, err));
    }
    return LB_STATUS_OK;
}

/* NaN where there is none. */
static double height_of(double number)
{
    return number < 0.0 ? nan("") : number;
}

enum lb_status lb_solver_read_columns(struct lb_solver *s, int up, double *standing, double *top,
                                      struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_free_surface *surface = NULL;
    const uint64_t columns = lb_case_whole_cells(s->w.c) / lb_case_whole_size(s->w.c, up);
    double *numbers = malloc(OF_COLUMN * columns * sizeof *numbers);
    LB_TRY(find_surface(s, &surface, err));
    st = numbers != NULL ? LB_STATUS_OK
                         : lb_fail(err, LB_STATUS_FAILED, "out of memory for columns of cells");
    if (s->all != NULL) LB_TRY(lb_peers_agree(s->world, st, err));
    LB_TRY(st == LB_STATUS_OK ? read_columns(s, up, numbers, err) : st);
    for (uint64_t n = 0; n < columns; n++) {
        if (standing != NULL) standing[n] = height_of(numbers[OF_COLUMN * n]);
        if (top != NULL) top[n] = height_of(numbers[OF_COLUMN * n + 1]);
    }
cleanup:
    free(numbers);
    return st;
}

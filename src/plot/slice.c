/* slice.c - one plane of a field as one quantity, and its reduction to what fits a picture.
 * SPDX-License-Identifier: MIT */
#include "plot/slice.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

/* Share of the fluid that the usual magnitude of a field covers, and how far above it the
 * range may end. */
static const double usual_coverage = 0.99, max_excess = 1.5;

/* Ranges end here, so that neither their width nor its parts overflow or vanish. */
static const double min_magnitude = 1e-300, max_magnitude = 1e300;

struct lb_slice lb_slice_view(const struct lb_field_source *source, const struct lb_field *field,
                              int component, int axis)
{
    int across = axis == 0 ? 1 : 0, up = axis == 2 ? 1 : 2;
    return (struct lb_slice){.source = source,
                             .field = field,
                             .component = field->is_normal ? axis : component,
                             .axis = axis,
                             .across = across,
                             .up = up,
                             .width = source->size[across],
                             .height = source->size[up],
                             .plane = source->size[axis] / 2};
}

void lb_slice_turn(struct lb_slice *slice)
{
    const int across = slice->across;
    const uint32_t width = slice->width;
    slice->across = slice->up;
    slice->up = across;
    slice->width = slice->height;
    slice->height = width;
    slice->is_turned = true;
}

static void place_cell(const struct lb_slice *slice, uint32_t i, uint32_t j, uint32_t cell[3])
{
    cell[slice->axis] = slice->plane;
    cell[slice->across] = i;
    cell[slice->up] = slice->is_turned ? slice->height - 1 - j : j;
}

bool lb_slice_is_wall(const struct lb_slice *slice, uint32_t i, uint32_t j)
{
    uint32_t cell[3];
    place_cell(slice, i, j, cell);
    return lb_field_is_wall(slice->source, cell);
}

/* Solids that conduct heat have a temperature, and no other number. */
static bool is_blank(const struct lb_slice *slice, uint32_t i, uint32_t j)
{
    const struct lb_field_source *source = slice->source;
    uint32_t cell[3];
    place_cell(slice, i, j, cell);
    if (!lb_field_is_wall(source, cell)) return false;
    return (slice->field->needs & LB_FIELD_TEMPERATURE) == 0 || source->conducts == NULL ||
           !source->conducts(source->context, cell);
}

static bool is_face(const struct lb_slice *slice, uint32_t i, uint32_t j)
{
    uint32_t cell[3];
    place_cell(slice, i, j, cell);
    return lb_field_is_face(slice->source, cell);
}

/* Slices end at the box's edges: what a picture shows there is of what it shows. */
enum lb_status lb_slice_read(const struct lb_slice *slice, uint32_t from, uint32_t to,
                             struct lb_field_piece *out, struct lb_error *err)
{
    const bool around = (slice->field->needs & LB_FIELD_AROUND) != 0;
    if (around && from > 0) from--;
    if (around && to < slice->height) to++;
    *out = (struct lb_field_piece){.source = slice->source};
    out->begin[slice->axis] = slice->plane;
    out->begin[slice->up] = slice->is_turned ? slice->height - to : from;
    out->count[slice->axis] = 1;
    out->count[slice->across] = slice->width;
    out->count[slice->up] = to - from;
    if (around && !slice->field->is_normal) {
        const uint32_t end = slice->plane + 2, size = slice->source->size[slice->axis];
        out->begin[slice->axis] = slice->plane > 0 ? slice->plane - 1 : 0;
        out->count[slice->axis] = (end < size ? end : size) - (uint32_t)out->begin[slice->axis];
    }
    return lb_field_read(out, slice->field->needs, err);
}

double lb_slice_at(const struct lb_slice *slice, const struct lb_field_piece *rows, uint32_t i,
                   uint32_t j)
{
    uint32_t cell[3];
    double numbers[LB_FIELD_COMPONENTS];
    place_cell(slice, i, j, cell);
    slice->field->at(rows, cell, numbers);
    return numbers[slice->component];
}

/* One non-finite cell makes its whole block so: trouble must not be averaged away. */
static void reduce_block(const struct lb_slice *slice, const struct lb_field_piece *rows,
                         uint32_t bi, uint32_t bj, struct lb_raster *out)
{
    uint32_t i0 = bi * out->block, j0 = bj * out->block;
    uint32_t i1 = slice->width - i0 < out->block ? slice->width : i0 + out->block;
    uint32_t j1 = slice->height - j0 < out->block ? slice->height : j0 + out->block;
    uint64_t shown = 0, walls = 0, faces = 0;
    double sum = 0.0;
    for (uint32_t j = j0; j < j1; j++)
        for (uint32_t i = i0; i < i1; i++) {
            if (is_blank(slice, i, j)) {
                walls++;
                faces += is_face(slice, i, j);
                continue;
            }
            double value = lb_slice_at(slice, rows, i, j);
            if (!isfinite(value)) out->not_finite++;
            sum += isfinite(value) ? value : (double)NAN;
            shown++;
        }
    size_t n = (size_t)bj * out->width + bi;
    out->values[n] = shown > 0 ? sum / (double)shown : 0.0;
    out->walls[n] = walls > shown && !isnan(out->values[n]);
    out->faces[n] = 2 * faces > walls;
}

/* Rows of blocks that are read together. */
static uint32_t blocks_at_once(const struct lb_slice *slice, uint32_t block)
{
    const uint64_t rows = LB_FIELD_PIECE_CELLS / slice->width, blocks = rows / block;
    return blocks < 1 ? 1 : blocks < UINT32_MAX ? (uint32_t)blocks : UINT32_MAX;
}

static enum lb_status fill_raster(const struct lb_slice *slice, struct lb_raster *r,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_field_piece rows = {0};
    const uint32_t max = blocks_at_once(slice, r->block);
    for (uint32_t first = 0; first < r->height;) {
        const uint32_t end = r->height - first < max ? r->height : first + max;
        const uint32_t to = end == r->height ? slice->height : end * r->block;
        LB_TRY(lb_slice_read(slice, first * r->block, to, &rows, err));
        for (uint32_t j = first; j < end; j++)
            for (uint32_t i = 0; i < r->width; i++)
                reduce_block(slice, &rows, i, j, r);
        lb_field_discard(&rows);
        first = end;
    }
cleanup:
    lb_field_discard(&rows);
    return st;
}

enum lb_status lb_raster_create(const struct lb_slice *slice, uint32_t block, struct lb_raster *out,
                                struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_raster r = {.block = block,
                          .width = (slice->width - 1) / block + 1,
                          .height = (slice->height - 1) / block + 1};
    size_t n = (size_t)r.width * r.height;
    r.values = calloc(n, sizeof *r.values);
    r.walls = calloc(n, sizeof *r.walls);
    r.faces = calloc(n, sizeof *r.faces);
    LB_REQUIRE(r.values != NULL && r.walls != NULL && r.faces != NULL, LB_STATUS_FAILED,
               "no memory for a picture");
    LB_TRY(fill_raster(slice, &r, err));
    *out = r;
    r = (struct lb_raster){0};
cleanup:
    lb_raster_destroy(&r);
    return st;
}

void lb_raster_destroy(struct lb_raster *raster)
{
    free(raster->values);
    free(raster->walls);
    free(raster->faces);
    *raster = (struct lb_raster){0};
}

static bool is_fluid_number(const struct lb_raster *r, size_t n)
{
    return !r->walls[n] && isfinite(r->values[n]);
}

static int compare_numbers(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The magnitude that `usual_coverage` of the numbers stay below; 0 where most are 0. */
static enum lb_status find_usual_magnitude(const struct lb_raster *r, double *out,
                                           struct lb_error *err)
{
    size_t n = (size_t)r->width * r->height, count = 0;
    double *magnitudes = calloc(n + 1, sizeof *magnitudes);
    if (magnitudes == NULL) return lb_fail(err, LB_STATUS_FAILED, "no memory for a picture");
    for (size_t i = 0; i < n; i++)
        if (is_fluid_number(r, i)) magnitudes[count++] = fabs(r->values[i]);
    qsort(magnitudes, count, sizeof *magnitudes, compare_numbers);
    *out = count == 0 ? 0.0 : magnitudes[(size_t)(usual_coverage * (double)(count - 1))];
    free(magnitudes);
    return LB_STATUS_OK;
}

/* Numbers that differ by rounding alone, or not at all, still need a range with a width. */
static void widen_empty_range(double *low, double *high)
{
    double middle = 0.5 * *low + 0.5 * *high;
    if (*high - *low > fmax(1e-12 * fabs(middle), min_magnitude)) return;
    double half = fabs(middle) <= min_magnitude ? 1.0 : 0.01 * fabs(middle);
    *low = middle - half;
    *high = middle + half;
}

enum lb_status lb_raster_fit(const struct lb_raster *raster, enum lb_field_range range, double *low,
                             double *high, struct lb_error *err)
{
    double min = DBL_MAX, max = -DBL_MAX;
    for (size_t i = 0; i < (size_t)raster->width * raster->height; i++) {
        if (!is_fluid_number(raster, i)) continue;
        min = fmin(min, raster->values[i]);
        max = fmax(max, raster->values[i]);
    }
    if (min > max) min = max = 0.0; /* nothing finite to show */
    min = fmax(min, -max_magnitude);
    max = fmin(max, max_magnitude);
    if (range == LB_RANGE_SYMMETRIC || range == LB_RANGE_SYMMETRIC_MAX) {
        max = fmax(fabs(min), fabs(max));
        if (range == LB_RANGE_SYMMETRIC_MAX) {
            double usual = 0.0;
            enum lb_status st = find_usual_magnitude(raster, &usual, err);
            if (st != LB_STATUS_OK) return st;
            if (usual > 0.0 && max > max_excess * usual) max = usual;
        }
        min = -max;
    } else if (range == LB_RANGE_FROM_ZERO) {
        min = 0.0;
    }
    widen_empty_range(&min, &max);
    if (range == LB_RANGE_FROM_ZERO) min = 0.0;
    *low = min;
    *high = max;
    return LB_STATUS_OK;
}

void lb_raster_beyond(const struct lb_raster *raster, double low, double high, bool *below,
                      bool *above)
{
    double slack = 1e-9 * (high - low); /* rounding is not worth an arrow */
    *below = *above = false;
    for (size_t i = 0; i < (size_t)raster->width * raster->height; i++) {
        if (!is_fluid_number(raster, i)) continue;
        *below = *below || raster->values[i] < low - slack;
        *above = *above || raster->values[i] > high + slack;
    }
}

/* slice.c - one plane of a field as one quantity, and its reduction to what fits a picture.
 * SPDX-License-Identifier: MIT */
#include "plot/slice.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "shared/cell_flags.h"

static const struct {
    const char *name, *unit;
    bool is_signed;
} quantities[] = {
    [LB_PICTURE_NONE] = {"nothing", "", false},
    [LB_PICTURE_SPEED] = {"speed", "cells/step", false},
    [LB_PICTURE_VELOCITY_X] = {"velocity x", "cells/step", true},
    [LB_PICTURE_VELOCITY_Y] = {"velocity y", "cells/step", true},
    [LB_PICTURE_VELOCITY_Z] = {"velocity z", "cells/step", true},
    [LB_PICTURE_VORTICITY] = {"vorticity", "1/step", true},
    [LB_PICTURE_DENSITY] = {"density", "\xCF\x81\xE2\x82\x80", false}, /* rho, index 0 */
    [LB_PICTURE_FILL] = {"fill level", "1", false},
};

/* Share of the fluid that the usual magnitude of the vorticity covers, and how far above it the
 * range may end. */
static const double vorticity_coverage = 0.99, most_excess = 1.5;

/* Ranges end here, so that neither their width nor its parts overflow or vanish. */
static const double least_magnitude = 1e-300, most_magnitude = 1e300;

bool lb_picture_is_signed(enum lb_picture_quantity quantity)
{
    return quantities[quantity].is_signed;
}

const char *lb_picture_quantity_name(enum lb_picture_quantity quantity)
{
    return quantities[quantity].name;
}

const char *lb_picture_quantity_unit(enum lb_picture_quantity quantity)
{
    return quantities[quantity].unit;
}

struct lb_slice lb_slice_view(const struct lb_field_view *field, int axis)
{
    int across = axis == 0 ? 1 : 0, up = axis == 2 ? 1 : 2;
    return (struct lb_slice){.field = field,
                             .axis = axis,
                             .across = across,
                             .up = up,
                             .width = field->size[across],
                             .height = field->size[up],
                             .plane = field->size[axis] / 2};
}

static size_t cell_index(const struct lb_field_view *field, const uint32_t cell[3])
{
    return ((size_t)cell[2] * field->size[1] + cell[1]) * field->size[0] + cell[0];
}

static void place_cell(const struct lb_slice *slice, uint32_t i, uint32_t j, uint32_t cell[3])
{
    cell[slice->axis] = slice->plane;
    cell[slice->across] = i;
    cell[slice->up] = j;
}

static bool is_wall(const struct lb_field_view *field, const uint32_t cell[3])
{
    return field->flags != NULL && (field->flags[cell_index(field, cell)] & LB_CELL_SOLID) != 0;
}

bool lb_slice_is_wall(const struct lb_slice *slice, uint32_t i, uint32_t j)
{
    uint32_t cell[3];
    place_cell(slice, i, j, cell);
    return is_wall(slice->field, cell);
}

/* Velocity component `c` next door, `way` (-1 or 1) along `d`; the cell's own, and false, where
 * there is the box's edge or a wall. */
static bool look_next_door(const struct lb_field_view *field, const uint32_t cell[3], int d,
                           int way, int c, double *out)
{
    uint32_t next[3] = {cell[0], cell[1], cell[2]};
    bool inside = way < 0 ? cell[d] > 0 : cell[d] + 1 < field->size[d];
    if (inside) next[d] = way < 0 ? cell[d] - 1 : cell[d] + 1;
    bool usable = inside && !is_wall(field, next);
    *out = field->u[3 * cell_index(field, usable ? next : cell) + (size_t)c];
    return usable;
}

/* Derivative of velocity component `c` along direction `d`. */
static double differentiate(const struct lb_field_view *field, const uint32_t cell[3], int d, int c)
{
    double before, after;
    int span = look_next_door(field, cell, d, -1, c, &before) ? 1 : 0;
    span += look_next_door(field, cell, d, 1, c, &after) ? 1 : 0;
    return span == 0 ? 0.0 : (after - before) / span;
}

double lb_picture_quantity_at(const struct lb_slice *slice, enum lb_picture_quantity quantity,
                              uint32_t i, uint32_t j)
{
    const struct lb_field_view *field = slice->field;
    uint32_t cell[3];
    place_cell(slice, i, j, cell);
    size_t n = cell_index(field, cell);
    const double *u = field->u + 3 * n;
    int a = (slice->axis + 1) % 3, b = (slice->axis + 2) % 3;
    switch (quantity) {
    case LB_PICTURE_SPEED: return sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
    case LB_PICTURE_VELOCITY_X: return u[0];
    case LB_PICTURE_VELOCITY_Y: return u[1];
    case LB_PICTURE_VELOCITY_Z: return u[2];
    case LB_PICTURE_VORTICITY:
        return differentiate(field, cell, a, b) - differentiate(field, cell, b, a);
    case LB_PICTURE_DENSITY: return field->rho[n];
    case LB_PICTURE_FILL: return field->fill != NULL ? field->fill[n] : 1.0;
    case LB_PICTURE_NONE: break;
    }
    return 0.0;
}

/* One non-finite cell makes its whole block so: trouble must not be averaged away. */
static void reduce_block(const struct lb_slice *slice, enum lb_picture_quantity quantity,
                         uint32_t bi, uint32_t bj, struct lb_raster *out)
{
    uint32_t i0 = bi * out->block, j0 = bj * out->block;
    uint32_t i1 = slice->width - i0 < out->block ? slice->width : i0 + out->block;
    uint32_t j1 = slice->height - j0 < out->block ? slice->height : j0 + out->block;
    uint64_t fluid = 0, walls = 0;
    double sum = 0.0;
    for (uint32_t j = j0; j < j1; j++)
        for (uint32_t i = i0; i < i1; i++) {
            if (lb_slice_is_wall(slice, i, j)) {
                walls++;
                continue;
            }
            double value = lb_picture_quantity_at(slice, quantity, i, j);
            if (!isfinite(value)) out->not_finite++;
            sum += isfinite(value) ? value : (double)NAN;
            fluid++;
        }
    size_t n = (size_t)bj * out->width + bi;
    out->values[n] = fluid > 0 ? sum / (double)fluid : 0.0;
    out->walls[n] = walls > fluid && !isnan(out->values[n]);
}

enum lb_status lb_raster_create(const struct lb_slice *slice, enum lb_picture_quantity quantity,
                                uint32_t block, struct lb_raster *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_raster r = {.block = block,
                          .width = (slice->width - 1) / block + 1,
                          .height = (slice->height - 1) / block + 1};
    size_t n = (size_t)r.width * r.height;
    r.values = calloc(n, sizeof *r.values);
    r.walls = calloc(n, sizeof *r.walls);
    LB_REQUIRE(r.values != NULL && r.walls != NULL, LB_STATUS_FAILED, "no memory for a picture");
    for (uint32_t j = 0; j < r.height; j++)
        for (uint32_t i = 0; i < r.width; i++)
            reduce_block(slice, quantity, i, j, &r);
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

/* The magnitude that `vorticity_coverage` of the numbers stay below; 0 where most are 0. */
static enum lb_status find_usual_magnitude(const struct lb_raster *r, double *out,
                                           struct lb_error *err)
{
    size_t n = (size_t)r->width * r->height, count = 0;
    double *magnitudes = calloc(n + 1, sizeof *magnitudes);
    if (magnitudes == NULL) return lb_fail(err, LB_STATUS_FAILED, "no memory for a picture");
    for (size_t i = 0; i < n; i++)
        if (is_fluid_number(r, i)) magnitudes[count++] = fabs(r->values[i]);
    qsort(magnitudes, count, sizeof *magnitudes, compare_numbers);
    *out = count == 0 ? 0.0 : magnitudes[(size_t)(vorticity_coverage * (double)(count - 1))];
    free(magnitudes);
    return LB_STATUS_OK;
}

/* Numbers that differ by rounding alone, or not at all, still need a range with a width. */
static void widen_empty_range(double *low, double *high)
{
    double middle = 0.5 * *low + 0.5 * *high;
    if (*high - *low > fmax(1e-12 * fabs(middle), least_magnitude)) return;
    double half = fabs(middle) <= least_magnitude ? 1.0 : 0.01 * fabs(middle);
    *low = middle - half;
    *high = middle + half;
}

enum lb_status lb_raster_fit(const struct lb_raster *raster, enum lb_picture_quantity quantity,
                             double *low, double *high, struct lb_error *err)
{
    double least = DBL_MAX, most = -DBL_MAX;
    for (size_t i = 0; i < (size_t)raster->width * raster->height; i++) {
        if (!is_fluid_number(raster, i)) continue;
        least = fmin(least, raster->values[i]);
        most = fmax(most, raster->values[i]);
    }
    if (least > most) least = most = 0.0; /* nothing finite to show */
    least = fmax(least, -most_magnitude);
    most = fmin(most, most_magnitude);
    if (lb_picture_is_signed(quantity)) {
        most = fmax(fabs(least), fabs(most));
        if (quantity == LB_PICTURE_VORTICITY) {
            double usual = 0.0;
            enum lb_status st = find_usual_magnitude(raster, &usual, err);
            if (st != LB_STATUS_OK) return st;
            if (usual > 0.0 && most > most_excess * usual) most = usual;
        }
        least = -most;
    } else if (quantity == LB_PICTURE_SPEED) {
        least = 0.0;
    }
    widen_empty_range(&least, &most);
    if (quantity == LB_PICTURE_SPEED) least = 0.0;
    *low = least;
    *high = most;
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

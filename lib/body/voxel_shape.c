/* voxel_shape.c - areas of solid cells, thin parts and narrow gaps.
 * SPDX-License-Identifier: MIT */
#include "body/voxel_shape.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const uint8_t *row_at(const struct lb_voxels *v, uint32_t j, uint32_t k)
{
    return v->number + ((size_t)k * v->size[1] + j) * v->size[0];
}

/* --- areas ------------------------------------------------------------------------------------ */

static bool is_of(uint8_t cell, uint8_t number)
{
    return number == 0 ? cell != 0 : cell == number;
}

static bool is_column_solid(const struct lb_voxels *v, const uint32_t first[3], int axis,
                            uint8_t number)
{
    uint32_t at[3] = {first[0], first[1], first[2]};
    for (at[axis] = 0; at[axis] < v->size[axis]; at[axis]++)
        if (is_of(row_at(v, at[1], at[2])[at[0]], number)) return true;
    return false;
}

uint64_t lb_voxels_frontal_area(const struct lb_voxels *v, int axis, uint8_t number)
{
    const int a = axis == 0 ? 1 : 0, b = axis == 2 ? 1 : 2;
    uint64_t area = 0;
    uint32_t at[3] = {0};
    for (at[b] = 0; at[b] < v->size[b]; at[b]++)
        for (at[a] = 0; at[a] < v->size[a]; at[a]++)
            area += is_column_solid(v, at, axis, number);
    return area;
}

uint64_t lb_voxels_volume(const struct lb_voxels *v, uint8_t number)
{
    const uint64_t cells = (uint64_t)v->size[0] * v->size[1] * v->size[2];
    uint64_t volume = 0;
    for (uint64_t n = 0; n < cells; n++)
        volume += is_of(v->number[n], number);
    return volume;
}

/* --- runs ------------------------------------------------------------------------------------- */

enum { REACH = 2, ROWS = 2 * REACH + 1 };

/* A row and those up to two before and behind it along an axis. */
struct rows {
    const uint8_t *row[ROWS];
};

/* Rows that are not there, and room for the row that is looked at. */
struct scratch {
    uint8_t *free, *solid;               /* a whole row of them */
    uint8_t *padded_free, *padded_solid; /* the row with two cells more at each end */
    uint8_t *thin, *gap;                 /* bits: a run of one cell, of two or less */
};

static enum lb_status create_scratch(uint32_t size, struct scratch *s, struct lb_error *err)
{
    const size_t bytes = (size_t)size + (size_t)2 * REACH;
    uint8_t *rows = calloc(6, bytes);
    LB_NEED(rows != NULL, LB_STATUS_FAILED, "no memory for rows of %" PRIu32 " cells", size);
    *s = (struct scratch){.free = rows,
                          .solid = rows + bytes,
                          .padded_free = rows + 2 * bytes,
                          .padded_solid = rows + 3 * bytes,
                          .thin = rows + 4 * bytes,
                          .gap = rows + 5 * bytes};
    memset(s->solid, 1, bytes);
    return LB_STATUS_OK;
}

/* What a row beyond the region is: free inside of the box, `outside` beyond. */
static const uint8_t *row_or(const struct lb_voxels *v, const uint32_t box[3], int axis, int64_t at,
                             const uint32_t place[2], const struct scratch *s,
                             const uint8_t *outside)
{
    const int64_t in_box = at + v->begin[axis];
    if (in_box < 0 || in_box >= box[axis]) return outside;
    if (at < 0 || at >= v->size[axis]) return s->free;
    return axis == 1 ? row_at(v, (uint32_t)at, place[1]) : row_at(v, place[0], (uint32_t)at);
}

static struct rows rows_across(const struct lb_voxels *v, const uint32_t box[3], int axis,
                               const uint32_t place[2], const struct scratch *s,
                               const uint8_t *outside)
{
    struct rows r;
    for (int n = 0; n < ROWS; n++)
        r.row[n] = row_or(v, box, axis, (int64_t)place[axis - 1] + n - REACH, place, s, outside);
    return r;
}

/* The same row, moved. */
static struct rows rows_along(const struct lb_voxels *v, const uint32_t box[3], const uint8_t *row,
                              uint8_t outside, uint8_t *padded)
{
    struct rows r;
    const uint32_t size = v->size[0];
    memset(padded, v->begin[0] == 0 ? outside : 0, REACH);
    memset(padded + REACH + size, v->begin[0] + size == box[0] ? outside : 0, REACH);
    memcpy(padded + REACH, row, size);
    for (int n = 0; n < ROWS; n++)
        r.row[n] = padded + n;
    return r;
}

/* No branches: this passes over every cell three times. */
static void mark_thin(const struct rows *r, uint32_t size, uint8_t *thin)
{
    const uint8_t *b2 = r->row[0], *b1 = r->row[1], *f1 = r->row[3], *f2 = r->row[4];
    for (uint32_t x = 0; x < size; x++) {
        const uint8_t p = b1[x] != 0, q = f1[x] != 0, pp = b2[x] != 0, qq = f2[x] != 0;
        const uint8_t is_one = (uint8_t)((p | q) ^ 1);
        const uint8_t is_three = (uint8_t)((p & pp) | (p & q) | (q & qq));
        thin[x] = (uint8_t)(thin[x] | is_one | (is_three ^ 1) << 1);
    }
}

static void mark_gaps(const struct rows *r, uint32_t size, uint8_t *gap)
{
    const uint8_t *b2 = r->row[0], *b1 = r->row[1], *f1 = r->row[3], *f2 = r->row[4];
    for (uint32_t x = 0; x < size; x++) {
        const uint8_t p = b1[x] != 0, q = f1[x] != 0, pp = b2[x] != 0, qq = f2[x] != 0;
        const uint8_t is_one = p & q, is_two = (uint8_t)((p & qq) | (q & pp));
        gap[x] = (uint8_t)(gap[x] | is_one | (is_one | is_two) << 1);
    }
}

static void mark_row(const struct lb_voxels *v, const uint32_t box[3], const uint32_t place[2],
                     struct scratch *s)
{
    const uint8_t *row = row_at(v, place[0], place[1]);
    const uint32_t size = v->size[0];
    memset(s->thin, 0, size);
    memset(s->gap, 0, size);
    for (int axis = 0; axis < 3; axis++) {
        if (box[axis] == 1) continue;
        const struct rows solid = axis == 0 ? rows_along(v, box, row, 1, s->padded_solid)
                                            : rows_across(v, box, axis, place, s, s->solid);
        const struct rows open = axis == 0 ? rows_along(v, box, row, 0, s->padded_free)
                                           : rows_across(v, box, axis, place, s, s->free);
        mark_thin(&solid, size, s->thin);
        mark_gaps(&open, size, s->gap);
    }
}

/* Counts a marked cell; keeps the place of the first of the shortest. */
static void count_cell(uint8_t mark, const uint32_t at[3], uint64_t cells[2], uint32_t first[3])
{
    const int length = (mark & 1) != 0 ? 0 : 1;
    if (cells[0] + (length == 0 ? 0 : cells[1]) == 0) memcpy(first, at, 3 * sizeof *first);
    cells[length]++;
}

/* The marks that apply to a row's cells together, and how many are solid. */
static uint8_t sum_row(const uint8_t *row, uint32_t size, const struct scratch *s, uint64_t *solid)
{
    uint8_t some = 0;
    uint32_t count = 0;
    for (uint32_t x = 0; x < size; x++) {
        count += row[x] != 0;
        some |= row[x] != 0 ? s->thin[x] : s->gap[x];
    }
    *solid += count;
    return some;
}

static void count_row(const struct lb_voxels *v, const uint32_t place[2], const struct scratch *s,
                      struct lb_thinness *out)
{
    const uint8_t *row = row_at(v, place[0], place[1]);
    if (sum_row(row, v->size[0], s, &out->solid_cells) == 0) return;
    for (uint32_t x = 0; x < v->size[0]; x++) {
        const uint32_t at[3] = {v->begin[0] + x, v->begin[1] + place[0], v->begin[2] + place[1]};
        if (row[x] != 0 && s->thin[x] != 0)
            count_cell(s->thin[x], at, out->thin_cells, out->thin_at);
        if (row[x] == 0 && s->gap[x] != 0) count_cell(s->gap[x], at, out->gap_cells, out->gap_at);
    }
}

enum lb_status lb_voxels_thinness(const struct lb_voxels *v, const uint32_t box[3],
                                  struct lb_thinness *out, struct lb_error *err)
{
    struct scratch s = {0};
    *out = (struct lb_thinness){0};
    LB_OK(create_scratch(v->size[0], &s, err));
    for (uint32_t k = 0; k < v->size[2]; k++) {
        for (uint32_t j = 0; j < v->size[1]; j++) {
            const uint32_t place[2] = {j, k};
            mark_row(v, box, place, &s);
            count_row(v, place, &s, out);
        }
    }
    free(s.free); /* and all that lie behind it */
    return LB_STATUS_OK;
}

/* Cells of a column that are free between the ground and the first solid one; a run that is long
 * enough counts as none. */
static uint32_t free_below(const struct lb_voxels *v, const uint32_t foot[3], int up)
{
    uint32_t at[3] = {foot[0], foot[1], foot[2]}, count = 0;
    for (at[up] = 1; lb_voxels_at(v, at[0], at[1], at[2]) == 0; at[up]++)
        if (++count == LB_UNRESOLVED_CELLS) return 0;
    return count;
}

void lb_voxels_ground_gaps(const struct lb_voxels *v, int up, struct lb_thinness *out)
{
    const int a = up == 0 ? 1 : 0, b = up == 2 ? 1 : 2;
    uint32_t at[3];
    memset(out->ground_cells, 0, sizeof out->ground_cells);
    out->shadow_cells = lb_voxels_frontal_area(v, up, 0);
    for (uint32_t k = 0; k < v->size[b]; k++)
        for (uint32_t j = 0; j < v->size[a]; j++) {
            at[a] = v->begin[a] + j;
            at[b] = v->begin[b] + k;
            const uint32_t count = free_below(v, at, up);
            for (at[up] = 1; at[up] <= count; at[up]++)
                count_cell(count == 1 ? 1 : 2, at, out->ground_cells, out->ground_at);
        }
}

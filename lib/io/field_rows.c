/* field_rows.c - pieces of a box in order, none larger than it must be.
 * SPDX-License-Identifier: MIT */
#include "io/field_rows.h"

#include <math.h>

static uint32_t at_most(uint64_t wanted, uint32_t from, uint32_t end)
{
    return wanted < end - from ? from + (uint32_t)wanted : end;
}

/* Only read_beyond reads a part of a row with the cells around it. */
static bool takes_whole_rows(const struct lb_field_source *source, unsigned needs)
{
    return (needs & LB_FIELD_AROUND) != 0 && source->read_beyond == NULL;
}

struct lb_field_rows lb_field_all_rows(const struct lb_field_source *source)
{
    return (struct lb_field_rows){{0, 0, 0}, {source->size[0], source->size[1], source->size[2]}};
}

bool lb_field_next_rows(const struct lb_field_source *source, const struct lb_field_rows *all,
                        uint64_t *row, unsigned needs, struct lb_field_rows *out)
{
    const uint32_t *begin = all->begin, *end = all->end;
    const uint64_t height = end[1] - begin[1];
    const uint64_t width = takes_whole_rows(source, needs) ? source->size[0] : end[0] - begin[0];
    if (*row >= height * (end[2] - begin[2])) return false;
    const bool around = (needs & LB_FIELD_AROUND) != 0;
    const uint32_t y = begin[1] + (uint32_t)(*row % height),
                   z = begin[2] + (uint32_t)(*row / height);
    const uint64_t halo = around ? 2 : 0;
    const uint64_t in_piece = LB_FIELD_PIECE_CELLS / (width + (width < source->size[0] ? halo : 0));
    const uint64_t layers = in_piece / (height + (height < source->size[1] ? halo : 0));
    *out = (struct lb_field_rows){{begin[0], y, z}, {end[0], end[1], z + 1}};
    if (y == begin[1] && layers > halo) {
        out->end[2] = at_most(layers - halo, z, end[2]);
    } else {
        const uint64_t in_layer = in_piece / (around && source->size[2] > 1 ? 3 : 1);
        out->end[1] = at_most(in_layer > halo + 1 ? in_layer - halo : 1, y, end[1]);
    }
    *row = (uint64_t)(out->end[2] - 1 - begin[2]) * height + (out->end[1] - begin[1]);
    return true;
}

enum lb_status lb_field_read_rows(const struct lb_field_source *source,
                                  const struct lb_field_rows *rows, unsigned needs,
                                  struct lb_field_piece *out, struct lb_error *err)
{
    const bool is_whole = takes_whole_rows(source, needs);
    *out = (struct lb_field_piece){.source = source, .is_periodic = true};
    if (is_whole) out->count[0] = source->size[0];
    for (int axis = is_whole ? 1 : 0; axis < 3; axis++) {
        const uint32_t count = rows->end[axis] - rows->begin[axis];
        const bool around = (needs & LB_FIELD_AROUND) != 0 && count < source->size[axis];
        out->begin[axis] = (int64_t)rows->begin[axis] - (around ? 1 : 0);
        out->count[axis] = count + (around ? 2 : 0);
    }
    return lb_field_read(out, needs, err);
}

enum lb_status lb_field_value(const struct lb_field_source *source, const struct lb_field *field,
                              const uint32_t cell[3], double out[LB_FIELD_COMPONENTS],
                              struct lb_error *err)
{
    struct lb_field_piece piece = {0};
    /* pieces reach beyond the box along y and z only */
    const struct lb_field_rows row = {{0, cell[1], cell[2]},
                                      {source->size[0], cell[1] + 1, cell[2] + 1}};
    const enum lb_status st = lb_field_read_rows(source, &row, field->needs, &piece, err);
    if (st == LB_STATUS_OK) field->at(&piece, cell, out);
    lb_field_discard(&piece);
    return st;
}

static uint64_t add_rows(const struct lb_field_piece *piece, const struct lb_field *field,
                         const struct lb_field_rows *r, double sum[LB_FIELD_COMPONENTS])
{
    double numbers[LB_FIELD_COMPONENTS];
    uint64_t cells = 0;
    for (uint32_t z = r->begin[2]; z < r->end[2]; z++)
        for (uint32_t y = r->begin[1]; y < r->end[1]; y++)
            for (uint32_t x = r->begin[0]; x < r->end[0]; x++) {
                const uint32_t cell[3] = {x, y, z};
                if (lb_field_is_wall(piece->source, cell)) continue;
                field->at(piece, cell, numbers);
                for (unsigned c = 0; c < field->components; c++)
                    sum[c] += numbers[c];
                cells++;
            }
    return cells;
}

enum lb_status lb_field_mean(const struct lb_field_source *source, const struct lb_field *field,
                             double out[LB_FIELD_COMPONENTS], struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_field_piece piece = {0};
    const struct lb_field_rows all = lb_field_all_rows(source);
    struct lb_field_rows rows;
    uint64_t row = 0, cells = 0;
    out[0] = out[1] = out[2] = 0.0;
    while (lb_field_next_rows(source, &all, &row, field->needs, &rows)) {
        LB_TRY(lb_field_read_rows(source, &rows, field->needs, &piece, err));
        cells += add_rows(&piece, field, &rows, out);
        lb_field_discard(&piece);
    }
    for (unsigned c = 0; c < field->components; c++)
        out[c] = cells > 0 ? out[c] / (double)cells : (double)NAN;
cleanup:
    lb_field_discard(&piece);
    return st;
}

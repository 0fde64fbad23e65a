/* live_picture.c - colours to escape sequences.
 * SPDX-License-Identifier: MIT */
#include "live/live_picture.h"

#include <stdio.h>
#include <stdlib.h>

#include "plot/colour_map.h"
#include "plot/slice.h"

/* The lower half of a letter is its background. */
static const char half_block[] = "\xe2\x96\x80", plain[] = "\033[0m";
enum { NO_COLOUR = -1, FIRST_OF_CUBE = 16, LEVELS = 6 };

/* Of the cube of 6 x 6 x 6 colours of a terminal of 256. */
static int colour_code(uint32_t rgb)
{
    static const int levels[LEVELS] = {0, 95, 135, 175, 215, 255};
    int code = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
        const int wanted = (int)(rgb >> shift & 0xffu);
        int nearest = 0;
        for (int n = 1; n < LEVELS; n++)
            if (abs(levels[n] - wanted) < abs(levels[nearest] - wanted)) nearest = n;
        code = code * LEVELS + nearest;
    }
    return FIRST_OF_CUBE + code;
}

struct colours {
    uint32_t map[LB_COLOUR_MAP_SIZE];
    double low, high;
};

static int block_code(const struct lb_raster *r, const struct colours *c, int64_t row, uint32_t i)
{
    if (row < 0) return NO_COLOUR;
    const size_t at = (size_t)row * r->width + i;
    if (r->walls[at]) return colour_code(LB_COLOUR_WALL);
    return colour_code(lb_colour_map_look_up(c->map, c->low, c->high, r->values[at]));
}

static void print_line(const struct lb_raster *r, const struct colours *c, int64_t top, FILE *out)
{
    int upper = NO_COLOUR, lower = NO_COLOUR; /* as they are set */
    for (uint32_t i = 0; i < r->width; i++) {
        const int above = block_code(r, c, top, i), below = block_code(r, c, top - 1, i);
        if (above != upper) fprintf(out, "\033[38;5;%dm", above);
        if (below != lower && below != NO_COLOUR) fprintf(out, "\033[48;5;%dm", below);
        fputs(half_block, out);
        upper = above;
        lower = below;
    }
    fprintf(out, "%s\n", plain);
}

/* Blocks so large that all fits, two of them in a letter. */
static uint32_t choose_block(const struct lb_slice *s, int columns, int rows)
{
    const uint32_t across = (s->width - 1) / (uint32_t)columns + 1;
    const uint32_t up = (s->height - 1) / (2 * (uint32_t)rows) + 1;
    return across > up ? across : up;
}

static enum lb_status choose_colours(const struct lb_picture *picture, const struct lb_slice *slice,
                                     const struct lb_raster *raster, struct colours *out,
                                     struct lb_error *err)
{
    const enum lb_field_range range = slice->field->range;
    const bool is_symmetric = range == LB_RANGE_SYMMETRIC || range == LB_RANGE_SYMMETRIC_MAX;
    const enum lb_colour_map_kind usual =
        is_symmetric ? LB_COLOUR_MAP_DIVERGING : LB_COLOUR_MAP_SEQUENTIAL;
    lb_colour_map_fill(picture->map != NULL ? picture->map->kind : usual, out->map);
    out->low = picture->low;
    out->high = picture->high;
    if (out->low != out->high) return LB_STATUS_OK;
    return lb_raster_fit(raster, range, &out->low, &out->high, err);
}

enum lb_status lb_live_picture(const struct lb_picture *picture,
                               const struct lb_field_source *source, int columns, int rows,
                               char **out, int *lines, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_raster raster = {0};
    struct colours colours;
    size_t size = 0;
    FILE *stream = NULL;
    const struct lb_field *field = lb_field_find(picture->field);
    LB_REQUIRE(field != NULL && columns > 0 && rows > 0, LB_STATUS_FAILED,
               "no slice of '%s' can be shown", picture->field);
    struct lb_slice slice = lb_slice_view(source, field, picture->component, picture->axis);
    if (picture->has_plane) slice.plane = picture->plane;
    if (picture->is_turned) lb_slice_turn(&slice);
    LB_TRY(lb_raster_create(&slice, choose_block(&slice, columns, rows), &raster, err));
    LB_TRY(choose_colours(picture, &slice, &raster, &colours, err));
    *out = NULL;
    stream = open_memstream(out, &size);
    LB_REQUIRE(stream != NULL, LB_STATUS_FAILED, "no memory for the live picture");
    *lines = 0;
    for (int64_t top = (int64_t)raster.height - 1; top >= 0; top -= 2, ++*lines)
        print_line(&raster, &colours, top, stream);
    LB_REQUIRE(fclose(stream) == 0, LB_STATUS_FAILED, "no memory for the live picture");
cleanup:
    lb_raster_destroy(&raster);
    return st;
}

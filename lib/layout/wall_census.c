/* wall_census.c - counts cells beside walls, block by block.
 * SPDX-License-Identifier: MIT */
#include "layout/wall_census.h"

#include <math.h>
#include <string.h>

#include "case/halo.h"
#include "shared/vector_word.h"

enum { SIDE = 8, WIDE = SIDE + 2, MAX_LANES = 16, MOST_CELLS = 1 << 21 };

/* Vectors of a block, and flags and numbers of all their lanes and of the cells around. */
struct block {
    uint32_t begin[3], size[3];
    uint8_t flags[MAX_LANES][WIDE][WIDE][WIDE], numbers[MAX_LANES][WIDE][WIDE][WIDE];
};

static void ask(const struct lb_case *c, const int64_t at[3], uint8_t *flags, uint8_t *number)
{
    struct lb_cell cell = {.flags = LB_CELL_FLUID, .rho = 1.0, .fill = 1.0};
    uint32_t place[3];
    lb_halo_place(c, at, place);
    c->start(c->start_state, place[0], place[1], place[2], &cell);
    *flags = cell.flags;
    *number = cell.number;
}

static void fill(struct block *b, const struct lb_case *c, const struct lb_layout *l)
{
    const uint32_t slab = lb_layout_slab(c, l);
    const bool is_filled_up = slab * (uint32_t)l->lanes > c->size[l->lane_axis];
    for (int lane = 0; lane < l->lanes; lane++)
        for (uint32_t z = 0; z < b->size[2] + 2; z++)
            for (uint32_t y = 0; y < b->size[1] + 2; y++)
                for (uint32_t x = 0; x < b->size[0] + 2; x++) {
                    int64_t at[3] = {(int64_t)b->begin[0] + x - 1, (int64_t)b->begin[1] + y - 1,
                                     (int64_t)b->begin[2] + z - 1};
                    at[l->lane_axis] += (int64_t)lane * slab;
                    if (is_filled_up && at[l->lane_axis] >= (int64_t)c->size[l->lane_axis])
                        b->flags[lane][z][y][x] = LB_CELL_SOLID;
                    else
                        ask(c, at, &b->flags[lane][z][y][x], &b->numbers[lane][z][y][x]);
                }
}

/* Bit i: population i comes out of a wall, or of a boundary. */
struct links {
    uint32_t walls, boundaries;
    uint8_t around; /* flags of all neighbours */
    uint64_t looks, kept;
};

static bool is_across_cut(const struct lb_case *c, const struct lb_layout *l, const struct block *b,
                          int lane, const uint32_t v[3], const int step[3])
{
    for (int a = 0; a < 3; a++) {
        int64_t at = (int64_t)b->begin[a] + v[a] - step[a];
        if (a == l->lane_axis) at += (int64_t)lane * lb_layout_slab(c, l);
        if ((c->cut.axes >> a & 1u) != 0 && (at < 0 || at >= (int64_t)c->size[a])) return true;
    }
    return false;
}

/* kernels/cell/mark_walls.cl, find_walls.cl and boundaries.cl. */
static struct links links_of(const struct lb_case *c, const struct lb_layout *l,
                             const struct block *b, int lane, const uint32_t v[3])
{
    struct links k = {0};
    for (int i = 1; i < c->lattice->directions; i++) {
        const int *e = c->lattice->c[i];
        const uint32_t x = v[0] + 1 - (uint32_t)e[0], y = v[1] + 1 - (uint32_t)e[1],
                       z = v[2] + 1 - (uint32_t)e[2];
        const uint8_t there = b->flags[lane][z][y][x];
        k.around |= there;
        if (LB_IS_BOUNDARY(there)) {
            const uint8_t number = b->numbers[lane][z][y][x];
            k.boundaries |= 1u << i;
            if (number >= c->boundary_count) continue;
            k.kept += c->boundaries[number].condition->keeps;
            k.looks += c->boundaries[number].condition->looks_inside;
        } else if ((there & LB_CELL_SOLID) != 0 && !is_across_cut(c, l, b, lane, v, e)) {
            k.walls |= 1u << i;
        }
    }
    return k;
}

/* As walls.c lists it. */
static void count_vector(const struct lb_case *c, const struct lb_layout *l, const struct block *b,
                         const uint32_t v[3], struct lb_wall_census *out)
{
    uint32_t walls[MAX_LANES], common = LB_LINK_WALLS;
    int beside = 0;
    bool is_moving = false;
    for (int lane = 0; lane < l->lanes; lane++) {
        const uint8_t flags = b->flags[lane][v[2] + 1][v[1] + 1][v[0] + 1];
        const uint8_t number = b->numbers[lane][v[2] + 1][v[1] + 1][v[0] + 1];
        out->conductors += lb_heat_is_conductor(c, flags, number);
        if ((flags & LB_CELL_SOLID) != 0) continue;
        const struct links k = links_of(c, l, b, lane, v);
        is_moving = is_moving || (k.around & LB_CELL_MOVING) != 0;
        if ((k.around & LB_CELL_SOLID) == 0) continue;
        walls[beside++] = k.walls;
        common &= k.walls;
        out->bounded += k.boundaries != 0;
        out->looked += k.looks != 0;
        out->looks += k.looks;
        out->kept += k.kept;
    }
    const bool shares =
        c->streaming == LB_STREAMING_IN_PLACE && !c->surface.exists && c->motion == NULL;
    if (beside < l->lanes || !shares) common = 0;
    if (lb_case_lists_fluid(c)) return;
    out->beside += (uint64_t)beside;
    out->moving += is_moving;
    for (int n = 0; n < beside; n++)
        out->bounced += (walls[n] & ~common) != 0;
}

static uint64_t count_block(const struct lb_case *c, const struct lb_layout *l, struct block *b,
                            struct lb_wall_census *out)
{
    uint32_t v[3];
    fill(b, c, l);
    for (v[2] = 0; v[2] < b->size[2]; v[2]++)
        for (v[1] = 0; v[1] < b->size[1]; v[1]++)
            for (v[0] = 0; v[0] < b->size[0]; v[0]++)
                count_vector(c, l, b, v, out);
    return (uint64_t)b->size[0] * b->size[1] * b->size[2];
}

/* Of `blocks` along each axis that of number n, or, where there are too many, the n-th of places
 * that are spread evenly along each axis (Roberts' R3 sequence). */
static void place_block(struct block *b, const uint32_t extent[3], const uint32_t blocks[3],
                        uint64_t n, bool is_sample)
{
    static const double ways[3] = {0.8191725133961645, 0.6710436067037893, 0.5497004779019703};
    for (int a = 0; a < 3; a++) {
        const double along = fmod(0.5 + ways[a] * (double)(n + 1), 1.0);
        const uint32_t k = is_sample ? (uint32_t)(along * blocks[a]) : (uint32_t)(n % blocks[a]);
        n = is_sample ? n : n / blocks[a];
        b->begin[a] = k * SIDE;
        b->size[a] = extent[a] - b->begin[a] < SIDE ? extent[a] - b->begin[a] : SIDE;
    }
}

static uint64_t times(uint64_t count, double factor)
{
    return (uint64_t)llround((double)count * factor);
}

static struct lb_wall_census scaled(const struct lb_wall_census *w, double factor)
{
    return (struct lb_wall_census){times(w->beside, factor), times(w->bounced, factor),
                                   times(w->moving, factor), times(w->bounded, factor),
                                   times(w->looked, factor), times(w->looks, factor),
                                   times(w->kept, factor),   times(w->conductors, factor)};
}

struct lb_wall_census lb_wall_census_take(const struct lb_case *c, const struct lb_layout *l)
{
    struct lb_wall_census out = {0};
    struct block b;
    uint32_t extent[3], blocks[3];
    uint64_t all = 1, looked_at = 0;
    if ((c->cell_kinds & LB_CELL_SOLID) == 0 || c->start == NULL) return out;
    for (int a = 0; a < 3; a++) {
        extent[a] = a == l->lane_axis ? lb_layout_slab(c, l) : c->size[a];
        blocks[a] = (extent[a] + SIDE - 1) / SIDE;
        all *= blocks[a];
    }
    const uint64_t most = MOST_CELLS / ((uint64_t)SIDE * SIDE * SIDE * (uint64_t)l->lanes);
    const bool is_sample = lb_case_cell_count(c) > MOST_CELLS && all > most;
    for (uint64_t n = 0; n < (is_sample ? most : all); n++) {
        place_block(&b, extent, blocks, n, is_sample);
        looked_at += count_block(c, l, &b, &out);
    }
    return scaled(&out, (double)lb_layout_vectors(c, l) / (double)looked_at);
}

struct lb_wall_census lb_wall_census_scaled(const struct lb_wall_census *w, int dimensions,
                                            uint64_t counted, uint64_t cells)
{
    const double power = (dimensions - 1.0) / dimensions;
    return scaled(w, pow((double)cells / (double)counted, power));
}

/* shell.c - the list of the vectors beside cuts.
 * SPDX-License-Identifier: MIT */
#include "layout/shell.h"

#include "layout/layout_internal.h"

/* Row ends of 256 bytes; on an H200 less is slower, and more is no faster. */
enum { END_BITS = 2048 };

/* Vectors along each axis, and how many of them are of the shell at each end: none where it is not cut. */
struct ends {
    uint32_t extent[3], depth[3];
};

static void extent_of(const struct lb_case *c, const struct lb_layout *l, uint32_t out[3])
{
    for (int a = 0; a < 3; a++)
        out[a] = c->size[a];
    out[l->lane_axis] = lb_layout_slab(c, l);
}

uint32_t lb_shell_row_depth(const struct lb_case *c, const struct lb_layout *l)
{
    uint32_t extent[3];
    extent_of(c, l, extent);
    const uint32_t vector_bits = (uint32_t)l->lanes * (uint32_t)c->storage->bits;
    const uint32_t end = END_BITS / vector_bits, most = extent[l->row_axis] / 4;
    const uint32_t depth = end < most ? end : most;
    return depth > 1 ? depth : 1;
}

static struct ends ends_of(const struct lb_case *c, const struct lb_layout *l)
{
    struct ends e = {{0}, {0}};
    extent_of(c, l, e.extent);
    for (int a = 0; a < 3; a++)
        if ((c->cut.axes >> a & 1u) != 0)
            e.depth[a] = a == l->row_axis ? lb_shell_row_depth(c, l) : 1;
    return e;
}

/* lb_is_in_shell of kernels/step/shell.cl. */
static bool is_in_shell(const struct ends *e, const uint32_t at[3])
{
    for (int a = 0; a < 3; a++)
        if (at[a] < e->depth[a] || at[a] >= e->extent[a] - e->depth[a]) return true;
    return false;
}

bool lb_shell_is_first(const struct lb_case *c, const struct lb_layout *l)
{
    uint32_t extent[3];
    extent_of(c, l, extent);
    if (c->cut.axes == 0 || l->row_parts > 0 || l->chunk > 0 || l->listed > 0 ||
        lb_heat_conducts(c))
        return false;
    for (int a = 0; a < 3; a++)
        if ((c->cut.axes >> a & 1u) != 0 && extent[a] <= 2) return false;
    return true;
}

uint64_t lb_shell_vectors(const struct lb_case *c, const struct lb_layout *l)
{
    uint64_t all = 1, interior = 1;
    if (!lb_shell_is_first(c, l)) return 0;
    const struct ends e = ends_of(c, l);
    for (int a = 0; a < 3; a++) {
        all *= e.extent[a];
        interior *= e.extent[a] - 2 * e.depth[a];
    }
    return all - interior;
}

uint64_t lb_shell_tiles(const struct lb_case *c, const struct lb_layout *l)
{
    return l->end_chunk > 0 ? lb_tiles_of_slice(c, l) : 0;
}

/* In the order of memory: planes of z, in them rows. */
void lb_shell_list(const struct lb_case *c, const struct lb_layout *l, uint64_t *list)
{
    const struct ends e = ends_of(c, l);
    const int row = l->row_axis, across = 1 - row;
    uint64_t vector = 0;
    uint32_t at[3];
    for (at[2] = 0; at[2] < e.extent[2]; at[2]++)
        for (at[across] = 0; at[across] < e.extent[across]; at[across]++)
            for (at[row] = 0; at[row] < e.extent[row]; at[row]++, vector++)
                if (is_in_shell(&e, at)) *list++ = vector;
}

/* halo.c - numbers of the cells around a subdomain.
 * SPDX-License-Identifier: MIT */
#include "case/halo.h"

#include "base/periodic.h"
#include "shared/exchange_piece.h"

enum { ALIGNED = 128, AWAY = 27 };

/* The curvature of a surface sees three cells, conversions ask for flags as far: kernels/surface/beyond.cl. */
enum { DEPTH_OF_SURFACE = 3 };

const struct lb_halo_share lb_halo_within[LB_HALO_SHARES] = {
    {LB_PIECE_OF_FLAGS, DEPTH_OF_SURFACE, 0}, {LB_PIECE_OF_SUMS, 1, 4}, {0}};
const struct lb_halo_share lb_halo_behind[LB_HALO_SHARES + 1] = {
    {LB_PIECE_OF_FLAGS, 1, 0},
    {LB_PIECE_OF_FILL, DEPTH_OF_SURFACE, 1},
    {LB_PIECE_OF_MASS, 1, 1},
    {0}};

static bool is_cut(const struct lb_case *c, int axis)
{
    return (c->cut.axes >> axis & 1u) != 0;
}

uint32_t lb_halo_depth(const struct lb_case *c)
{
    const uint32_t reach = lb_case_has_markers(c) ? (uint32_t)c->markers->delta->points / 2 : 1;
    return c->surface.exists ? DEPTH_OF_SURFACE : reach;
}

static uint32_t beyond(const struct lb_case *c, int axis)
{
    return is_cut(c, axis) ? lb_halo_depth(c) : 0;
}

/* Cells along an axis with those of the halo. */
static uint64_t wide(const struct lb_case *c, int axis)
{
    return c->size[axis] + (uint64_t)2 * beyond(c, axis);
}

/* Cells of a layer across an axis. */
static uint64_t layer(const struct lb_case *c, int axis)
{
    return wide(c, axis == 0 ? 1 : 0) * wide(c, axis == 2 ? 1 : 2);
}

uint64_t lb_halo_cells(const struct lb_case *c)
{
    uint64_t cells = 0;
    for (int axis = 0; axis < 3; axis++)
        cells += 2 * beyond(c, axis) * layer(c, axis);
    return (cells + ALIGNED - 1) / ALIGNED * ALIGNED;
}

/* Of each direction all cells cross but those that are off the layers it comes to. */
static uint64_t codes_of(const struct lb_case *c, const struct lb_lattice *l)
{
    const uint64_t cells = lb_case_cell_count(c);
    uint64_t codes = 0;
    for (int i = 1; i < l->directions; i++) {
        uint64_t inside = 1;
        for (int axis = 0; axis < 3; axis++)
            inside *= c->size[axis] - (is_cut(c, axis) && l->c[i][axis] != 0 ? 1u : 0u);
        codes += cells - inside;
    }
    return codes;
}

/* Cells beside the cuts of a corner, edge or face of the box, `depth` deep; 0: it has other cuts. */
static uint64_t cells_beside(const struct lb_case *c, const int away[3], uint32_t depth)
{
    uint64_t cells = 1;
    for (int axis = 0; axis < 3; axis++)
        cells *= away[axis] == 0 ? c->size[axis] : is_cut(c, axis) ? depth : 0;
    return cells;
}

/* Cells beyond cuts that populations come from, each once for each neighbour that has it. */
static uint64_t cells_behind(const struct lb_case *c)
{
    uint64_t behind = 0;
    for (int n = 0; n < AWAY; n++) {
        const int away[3] = {n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1};
        if (n != AWAY / 2 && lb_lattice_leads(c->lattice, away)) behind += cells_beside(c, away, 1);
    }
    return behind;
}

uint64_t lb_halo_code_bytes(const struct lb_case *c)
{
    uint64_t bytes = 1;
    while (8 * bytes < (uint64_t)c->storage->bits)
        bytes *= 2;
    return bytes;
}

uint64_t lb_halo_share_codes(const struct lb_case *c, const struct lb_halo_share *s, uint64_t cells)
{
    const uint64_t code = lb_halo_code_bytes(c),
                   number = c->arithmetic == LB_ARITHMETIC_FP64 ? sizeof(double) : sizeof(float);
    if (s->numbers == 0) return (cells + code - 1) / code;
    return cells * s->numbers * (number > code ? number / code : 1);
}

static uint64_t codes_of_shares(const struct lb_case *c, const struct lb_halo_share *shares)
{
    uint64_t codes = 0;
    for (const struct lb_halo_share *s = shares; c->surface.exists && s->direction != 0; s++)
        for (int n = 0; n < AWAY; n++) {
            const int away[3] = {n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1};
            if (n != AWAY / 2) codes += lb_halo_share_codes(c, s, cells_beside(c, away, s->depth));
        }
    return codes;
}

uint64_t lb_halo_codes_within(const struct lb_case *c)
{
    return codes_of_shares(c, lb_halo_within);
}

uint64_t lb_halo_codes(const struct lb_case *c)
{
    if (lb_case_keeps_moments(c)) return cells_behind(c) * (uint64_t)lb_case_kept_codes(c);
    return codes_of(c, c->lattice) + (c->heat != NULL ? codes_of(c, lb_heat_lattice(c)) : 0) +
           codes_of_shares(c, lb_halo_behind);
}

uint64_t lb_halo_exponents(const struct lb_case *c)
{
    return c->storage->shares_exponents ? cells_behind(c) : 0;
}

/* What `start` calls a cell that may be beyond a cut: the whole box is periodic. */
static uint32_t place(const struct lb_case *c, int axis, int64_t at)
{
    if (!is_cut(c, axis)) return lb_wrapped(at, c->size[axis]);
    const uint32_t origin = c->cut.origin[axis];
    return lb_wrapped(origin + at, c->cut.whole[axis]) - origin;
}

void lb_halo_place(const struct lb_case *c, const int64_t at[3], uint32_t out[3])
{
    for (int axis = 0; axis < 3; axis++)
        out[axis] = place(c, axis, at[axis]);
}

static bool is_beyond(const struct lb_case *c, int axis, int64_t at)
{
    return is_cut(c, axis) && (at < 0 || at >= (int64_t)c->size[axis]);
}

/* Of all layers that a cell of the edges is in, the first. */
uint64_t lb_halo_number(const struct lb_case *c, const int64_t at[3])
{
    uint64_t before = 0;
    int axis = 0;
    for (; axis < 2 && !is_beyond(c, axis, at[axis]); axis++)
        before += 2 * beyond(c, axis) * layer(c, axis);
    const int fast = axis == 0 ? 1 : 0, slow = axis == 2 ? 1 : 2;
    const int64_t first = at[axis] < 0 ? 0 : (int64_t)c->size[axis];
    before += (uint64_t)(at[axis] - first + beyond(c, axis)) * layer(c, axis);
    return before + (uint64_t)(at[slow] + beyond(c, slow)) * wide(c, fast) +
           (uint64_t)(at[fast] + beyond(c, fast));
}

bool lb_halo_cell(const struct lb_case *c, uint64_t n, uint32_t at[3])
{
    int axis = 0;
    for (; axis < 3; axis++) {
        const uint64_t cells = 2 * beyond(c, axis) * layer(c, axis);
        if (n < cells) break;
        n -= cells;
    }
    if (axis == 3) return false;
    const int fast = axis == 0 ? 1 : 0, slow = axis == 2 ? 1 : 2;
    const uint64_t k = n % layer(c, axis);
    const int64_t number = (int64_t)(n / layer(c, axis)), depth = beyond(c, axis);
    at[axis] = place(c, axis, number - depth + (number < depth ? 0 : (int64_t)c->size[axis]));
    at[fast] = place(c, fast, (int64_t)(k % wide(c, fast)) - beyond(c, fast));
    at[slow] = place(c, slow, (int64_t)(k / wide(c, fast)) - beyond(c, slow));
    return true;
}

/* halo.c - numbers of the cells around a subdomain.
 * SPDX-License-Identifier: MIT */
#include "case/halo.h"

#include "base/periodic.h"

enum { ALIGNED = 128 };

static bool is_cut(const struct lb_case *c, int axis)
{
    return (c->cut.axes >> axis & 1u) != 0;
}

/* Cells along an axis with those of the halo. */
static uint64_t wide(const struct lb_case *c, int axis)
{
    return c->size[axis] + (is_cut(c, axis) ? 2u : 0u);
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
        if (is_cut(c, axis)) cells += 2 * layer(c, axis);
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

/* Cells beyond cuts that populations come from, each once for each neighbour that has it. */
static uint64_t cells_behind(const struct lb_case *c)
{
    enum { AWAY = 27 };
    uint64_t behind = 0;
    for (int n = 0; n < AWAY; n++) {
        const int away[3] = {n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1};
        uint64_t cells = n != AWAY / 2 && lb_lattice_leads(c->lattice, away) ? 1 : 0;
        for (int axis = 0; axis < 3; axis++)
            cells *= away[axis] == 0 ? c->size[axis] : is_cut(c, axis) ? 1 : 0;
        behind += cells;
    }
    return behind;
}

uint64_t lb_halo_codes(const struct lb_case *c)
{
    if (lb_case_keeps_moments(c)) return cells_behind(c) * (uint64_t)lb_case_kept_codes(c);
    return codes_of(c, c->lattice) + (c->heat != NULL ? codes_of(c, lb_heat_lattice(c)) : 0);
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
        before += is_cut(c, axis) ? 2 * layer(c, axis) : 0;
    const int fast = axis == 0 ? 1 : 0, slow = axis == 2 ? 1 : 2;
    if (at[axis] >= 0) before += layer(c, axis);
    return before + (uint64_t)(at[slow] + is_cut(c, slow)) * wide(c, fast) +
           (uint64_t)(at[fast] + is_cut(c, fast));
}

bool lb_halo_cell(const struct lb_case *c, uint64_t n, uint32_t at[3])
{
    int axis = 0;
    for (; axis < 3; axis++) {
        const uint64_t cells = is_cut(c, axis) ? 2 * layer(c, axis) : 0;
        if (n < cells) break;
        n -= cells;
    }
    if (axis == 3) return false;
    const int fast = axis == 0 ? 1 : 0, slow = axis == 2 ? 1 : 2;
    const uint64_t k = n % layer(c, axis);
    at[axis] = place(c, axis, n < layer(c, axis) ? -1 : (int64_t)c->size[axis]);
    at[fast] = place(c, fast, (int64_t)(k % wide(c, fast)) - is_cut(c, fast));
    at[slow] = place(c, slow, (int64_t)(k / wide(c, fast)) - is_cut(c, slow));
    return true;
}

/* decomposition.c - sizes and places of the bricks.
 * SPDX-License-Identifier: MIT */
#include "decomposition/decomposition.h"

#include "base/periodic.h"

enum { COARSEST_GRAIN = 16 };

/* Cells by which bricks differ: coarse, so that rows of vectors are whole, but not unequal. */
static uint32_t grain_of(uint32_t size, uint32_t subdomains)
{
    uint32_t grain = COARSEST_GRAIN;
    for (; grain > 1; grain /= 2) {
        const uint32_t grains = size / grain;
        const uint64_t largest = (grains + subdomains - 1) / subdomains * grain;
        if (size % grain == 0 && grains >= subdomains &&
            largest * subdomains * 32 <= (uint64_t)size * 33)
            break;
    }
    return grain;
}

uint32_t lb_subdomain_begin(uint32_t size, int subdomains, int n)
{
    const uint32_t grain = grain_of(size, (uint32_t)subdomains);
    return (uint32_t)((uint64_t)(size / grain) * (uint64_t)n / (uint64_t)subdomains) * grain;
}

enum lb_status lb_decomposition_check(const uint32_t whole[3], const int grid[3],
                                      struct lb_error *err)
{
    for (int a = 0; a < 3; a++)
        LB_NEED(grid[a] >= 1 && (uint32_t)grid[a] <= whole[a], LB_STATUS_USAGE,
                "--split %dx%dx%d: the box is %u cell%s wide along %c, and a subdomain has at "
                "least one",
                grid[0], grid[1], grid[2], whole[a], whole[a] == 1 ? "" : "s", "xyz"[a]);
    return LB_STATUS_OK;
}

void lb_decomposition_init(struct lb_decomposition *d, const uint32_t whole[3], const int grid[3],
                           int rank, unsigned looped)
{
    *d = (struct lb_decomposition){
        .rank = rank,
        .place = {rank % grid[0], rank / grid[0] % grid[1], rank / grid[0] / grid[1]},
        .cut = looped};
    for (int a = 0; a < 3; a++) {
        d->whole[a] = whole[a];
        d->grid[a] = grid[a];
        d->origin[a] = lb_subdomain_begin(whole[a], grid[a], d->place[a]);
        d->size[a] = lb_subdomain_begin(whole[a], grid[a], d->place[a] + 1) - d->origin[a];
        if (grid[a] > 1) d->cut |= 1u << a;
    }
}

int lb_decomposition_neighbour(const struct lb_decomposition *d, const int away[3])
{
    int at[3];
    for (int a = 0; a < 3; a++)
        at[a] = (int)lb_wrapped(d->place[a] + away[a], (uint32_t)d->grid[a]);
    return (at[2] * d->grid[1] + at[1]) * d->grid[0] + at[0];
}

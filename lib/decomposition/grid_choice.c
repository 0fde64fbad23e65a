/* grid_choice.c - the grid of subdomains.
 * SPDX-License-Identifier: MIT */
#include "decomposition/grid_choice.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "decomposition/decomposition.h"

/* Times in those of one code of the step through the device's memory, as one H200 and its host had
 * them with FP32: 1 ps a code; the way of a code that is sent, device to host to host to device, 0.5 ns;
 * waits of 45 us a step.  Packing is not hidden behind the step; across x each code is in a line of
 * memory of its own. */
static const double way_of_code = 500, waits = 4.5e7, packing[3] = {128, 64, 64};

static int populations_across(const struct lb_lattice *lattice, int axis)
{
    int count = 0;
    for (int i = 1; i < lattice->directions; i++)
        count += lattice->c[i][axis] > 0;
    return count;
}

/* Cells of the largest subdomain along an axis. */
static double widest(uint32_t size, int subdomains)
{
    uint32_t most = 0;
    for (int n = 0; n < subdomains; n++) {
        const uint32_t cells =
            lb_subdomain_begin(size, subdomains, n + 1) - lb_subdomain_begin(size, subdomains, n);
        if (cells > most) most = cells;
    }
    return most;
}

static double time_of_step(const uint32_t size[3], const int grid[3],
                           const struct lb_lattice *lattice)
{
    double cells = 1, way = waits, not_hidden = 0;
    for (int a = 0; a < 3; a++)
        cells *= widest(size[a], grid[a]);
    for (int a = 0; a < 3; a++) {
        if (grid[a] == 1) continue;
        const double codes = 2 * populations_across(lattice, a) * cells / widest(size[a], grid[a]);
        way += codes * way_of_code;
        not_hidden += codes * packing[a];
    }
    return fmax(2 * lattice->directions * cells, way) + not_hidden;
}

static bool fits(const uint32_t size[3], const int grid[3], const struct lb_grid_limits *limits)
{
    for (int a = 0; a < 3; a++)
        if (grid[a] > 1 &&
            (size[a] / (uint32_t)grid[a] < limits->least_cells || (limits->axes >> a & 1u) == 0))
            return false;
    return true;
}

enum lb_status lb_grid_choose(const uint32_t size[3], int ranks, const struct lb_lattice *lattice,
                              const struct lb_grid_limits *limits, int grid[3],
                              struct lb_error *err)
{
    double least = HUGE_VAL;
    for (int z = ranks; z >= 1; z--)
        for (int y = ranks % z == 0 ? ranks / z : 0; y >= 1; y--) {
            const int tried[3] = {ranks / z / y, y, z};
            if (ranks / z % y != 0 || !fits(size, tried, limits)) continue;
            const double time = time_of_step(size, tried, lattice);
            if (time >= least) continue;
            least = time;
            memcpy(grid, tried, sizeof tried);
        }
    LB_NEED(
        least < HUGE_VAL, LB_STATUS_USAGE,
        "a box of %ux%ux%u cells cannot be cut into a grid of %d subdomains that are at least %u "
        "cell%s wide across each cut; start another number of processes, or take a larger box",
        size[0], size[1], size[2], ranks, limits->least_cells, limits->least_cells == 1 ? "" : "s");
    return LB_STATUS_OK;
}

enum lb_status lb_grid_read(const char *split, const uint32_t size[3], int ranks,
                            const struct lb_lattice *lattice, const struct lb_grid_limits *limits,
                            int grid[3], struct lb_error *err)
{
    int end = 0;
    if (split == NULL || strcmp(split, "auto") == 0)
        return lb_grid_choose(size, ranks, lattice, limits, grid, err);
    LB_NEED(
        strspn(split, "0123456789x") == strlen(split) &&
            sscanf(split, "%4dx%4dx%4d%n", &grid[0], &grid[1], &grid[2], &end) == 3 &&
            split[end] == '\0' && grid[0] >= 1 && grid[1] >= 1 && grid[2] >= 1,
        LB_STATUS_USAGE,
        "--split %s: the numbers of subdomains along x, y and z are wanted, as in 1x2x2, or auto",
        split);
    LB_NEED((int64_t)grid[0] * grid[1] * grid[2] == ranks, LB_STATUS_USAGE,
            "--split %s: this makes %lld subdomains, and there are %d processes, each for one",
            split, (long long)grid[0] * grid[1] * grid[2], ranks);
    return lb_decomposition_check(size, grid, err);
}

/* bench_record.c - names of points.
 * SPDX-License-Identifier: MIT */
#include "bench/bench_record.h"

#include <stdio.h>
#include <string.h>

#include "case/rounding.h"

double lb_bench_noise(const struct lb_bench_record *r)
{
    return (r->mlups_max - r->mlups_min) / r->mlups;
}

const char *lb_bench_size_text(const struct lb_bench_record *r, char *out, size_t size)
{
    if (r->size[2] == 1)
        snprintf(out, size, "%ux%u", r->size[0], r->size[1]);
    else
        snprintf(out, size, "%ux%ux%u", r->size[0], r->size[1], r->size[2]);
    return out;
}

const char *lb_bench_point_text(const struct lb_bench_record *r, char *out, size_t size)
{
    char box[40], lanes[40] = "", parts[24] = "";
    const bool is_nearest = strcmp(r->rounding, lb_roundings[0]->name) == 0;
    if (r->lanes_asked > 0 && r->arithmetic_lanes_asked > 0)
        snprintf(lanes, sizeof lanes, " lanes %dx%d", r->lanes_asked, r->arithmetic_lanes_asked);
    else if (r->lanes_asked > 0)
        snprintf(lanes, sizeof lanes, " lanes %d", r->lanes_asked);
    if (r->parts > 0) snprintf(parts, sizeof parts, " in %s", r->split);
    snprintf(out, size, "%s %s %s %s %s%s%s%s%s%s%s%s%s", r->lattice, r->collision, r->precision,
             lb_bench_size_text(r, box, sizeof box), r->streaming, r->walls ? " walls" : "",
             r->shift ? "" : " no shift", is_nearest ? "" : " ", is_nearest ? "" : r->rounding,
             lanes, r->loopback[0] != '\0' ? " loopback " : "", r->loopback, parts);
    return out;
}

bool lb_bench_grid_of(const struct lb_bench_record *r, int grid[3])
{
    return sscanf(r->split, "%4dx%4dx%4d", &grid[0], &grid[1], &grid[2]) == 3 && grid[0] > 0 &&
           grid[1] > 0 && grid[2] > 0;
}

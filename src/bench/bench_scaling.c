/* bench_scaling.c - relates the speeds of the same case in several numbers of parts.
 * SPDX-License-Identifier: MIT */
#include "bench/bench_scaling.h"

#include <math.h>
#include <string.h>

#include "bench/bench_compare.h"

static bool is_in_parts(const struct lb_bench_record *r)
{
    return r->parts > 0 && r->skipped[0] == '\0';
}

static bool has_same_boxes(const struct lb_bench_record *a, const struct lb_bench_record *b)
{
    int grid_a[3] = {1, 1, 1}, grid_b[3] = {1, 1, 1};
    bool same = true;
    if (strcmp(a->scaling, "weak") == 0 &&
        !(lb_bench_grid_of(a, grid_a) && lb_bench_grid_of(b, grid_b)))
        return false;
    for (int axis = 0; axis < 3; axis++)
        same = same &&
               a->size[axis] / (uint32_t)grid_a[axis] == b->size[axis] / (uint32_t)grid_b[axis];
    return same;
}

bool lb_bench_same_scaling(const struct lb_bench_record *a, const struct lb_bench_record *b)
{
    struct lb_bench_record like_a = *b;
    if (!is_in_parts(a) || !is_in_parts(b) || !has_same_boxes(a, b)) return false;
    like_a.parts = a->parts;
    memcpy(like_a.split, a->split, sizeof like_a.split);
    memcpy(like_a.size, a->size, sizeof like_a.size);
    return lb_bench_same_point(a, &like_a);
}

void lb_bench_relate_parts(const struct lb_bench_records *all, size_t n)
{
    struct lb_bench_record *r = &all->list[n];
    const struct lb_bench_record *few = r;
    if (!is_in_parts(r)) return;
    for (size_t i = 0; i < all->count; i++)
        if (all->list[i].parts < few->parts && lb_bench_same_scaling(r, &all->list[i]))
            few = &all->list[i];
    r->part_efficiency = nan("");
    r->few_parts = 0;
    if (few == r && r->parts > 1) return; /* nothing to compare with */
    r->few_parts = few->parts;
    r->part_efficiency = r->mlups / r->parts / (few->mlups / few->parts);
}

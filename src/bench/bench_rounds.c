/* bench_rounds.c - joins the rounds of a point.
 * SPDX-License-Identifier: MIT */
#include "bench/bench_rounds.h"

#include <math.h>
#include <string.h>

#include "analysis/signal.h"

/* NaN where any of them is; `values` stay in their order. */
static double median_of(const double *values, int count)
{
    double sorted[LB_BENCH_MAX_ROUNDS];
    for (int n = 0; n < count; n++)
        if (isnan(values[n])) return nan("");
    memcpy(sorted, values, (size_t)count * sizeof *values);
    return lb_signal_median(sorted, (size_t)count);
}

void lb_bench_rounds_add(struct lb_bench_rounds *all, const struct lb_bench_record *latest)
{
    struct lb_bench_record *r = &all->record;
    const int n = all->count;
    if (n == LB_BENCH_MAX_ROUNDS) return;
    if (n == 0) *r = *latest;
    r->round_mlups[n] = latest->mlups;
    all->efficiency[n] = latest->efficiency;
    all->ceiling[n] = latest->ceiling;
    all->copy[n] = latest->copy;
    all->planes[n] = latest->planes;
    r->rounds = all->count = n + 1;
    r->mlups = median_of(r->round_mlups, r->rounds);
    r->mlups_min = fmin(r->mlups_min, latest->mlups_min);
    r->mlups_max = fmax(r->mlups_max, latest->mlups_max);
    r->exposed_ms += (latest->exposed_ms - r->exposed_ms) / r->rounds;
    r->deviation = fmax(r->deviation, latest->deviation);
    r->bandwidth = 1e-3 * r->mlups * r->bytes_per_update;
    r->efficiency = median_of(all->efficiency, r->rounds);
    r->ceiling = median_of(all->ceiling, r->rounds);
    r->copy = median_of(all->copy, r->rounds);
    r->planes = median_of(all->planes, r->rounds);
}

void lb_bench_rounds_relate_uncut(struct lb_bench_record *r, const struct lb_bench_record *uncut)
{
    double ratios[LB_BENCH_MAX_ROUNDS];
    r->over_uncut = nan("");
    if (uncut == NULL) return;
    const int count = uncut->rounds < r->rounds ? uncut->rounds : r->rounds;
    for (int n = 0; n < count; n++)
        ratios[n] = r->round_mlups[n] / uncut->round_mlups[n];
    r->over_uncut = median_of(ratios, count);
}

void lb_bench_rounds_relate(struct lb_bench_record *r, const struct lb_bench_record *first)
{
    double ratios[LB_BENCH_MAX_ROUNDS];
    const int count = first == NULL || first->rounds > r->rounds ? r->rounds : first->rounds;
    r->over_first = (struct lb_bench_spread){nan(""), nan(""), nan("")};
    r->first[0] = '\0';
    if (first == NULL || count < 2) return;
    for (int n = 0; n < count; n++)
        ratios[n] = r->round_mlups[n] / first->round_mlups[n];
    lb_bench_point_text(first, r->first, sizeof r->first);
    r->over_first.median = lb_signal_median(ratios, (size_t)count); /* sorts */
    r->over_first.min = ratios[0];
    r->over_first.max = ratios[count - 1];
}

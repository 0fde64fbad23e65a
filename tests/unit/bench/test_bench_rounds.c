/* test_bench_rounds.c - medians of rounds, and ratios within them.
 * SPDX-License-Identifier: MIT */
#include "bench/bench_rounds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"

static struct lb_bench_record record(double min, double median, double max, double ceiling)
{
    return (struct lb_bench_record){.bytes_per_update = 100,
                                    .mlups = median,
                                    .mlups_min = min,
                                    .mlups_max = max,
                                    .ceiling = ceiling,
                                    .copy = ceiling,
                                    .planes = nan(""),
                                    .efficiency = 0.1 * median / ceiling,
                                    .deviation = 1e-3 * median};
}

static void speeds_are_medians_and_extremes_those_of_all_batches(void)
{
    struct lb_bench_rounds *all = calloc(1, sizeof *all);
    const struct lb_bench_record rounds[3] = {record(90, 100, 110, 20), record(30, 40, 50, 10),
                                              record(80, 95, 120, 10)};
    if (!LB_CHECK(all != NULL)) return;
    for (int n = 0; n < 3; n++)
        lb_bench_rounds_add(all, &rounds[n]);
    const struct lb_bench_record *r = &all->record;
    LB_CHECK_EQUAL_INT(r->rounds, 3);
    LB_CHECK_CLOSE(r->mlups, 95, 1e-15);
    LB_CHECK_CLOSE(r->mlups_min, 30, 1e-15);
    LB_CHECK_CLOSE(r->mlups_max, 120, 1e-15);
    LB_CHECK_CLOSE(r->bandwidth, 9.5, 1e-15);
    LB_CHECK_CLOSE(r->ceiling, 10, 1e-15);
    LB_CHECK_CLOSE(r->efficiency, 0.5, 1e-15); /* of 0.5, 0.4, 0.95: not 9.5 / 10 */
    LB_CHECK_CLOSE(r->deviation, 0.1, 1e-15);
    LB_CHECK(isnan(r->planes));
    LB_CHECK_CLOSE(r->round_mlups[1], 40, 1e-15); /* in their order */
    free(all);
}

/* What slows a whole round down does not change a ratio. */
static void ratios_are_taken_within_a_round(void)
{
    struct lb_bench_record first = {.lattice = "d3q19", .rounds = 3, .round_mlups = {100, 10, 50}};
    struct lb_bench_record r = {.rounds = 3, .round_mlups = {140, 15, 65}};
    lb_bench_rounds_relate(&r, &first);
    LB_CHECK_CLOSE(r.over_first.median, 1.4, 1e-15);
    LB_CHECK_CLOSE(r.over_first.min, 1.3, 1e-15);
    LB_CHECK_CLOSE(r.over_first.max, 1.5, 1e-15);
    LB_CHECK(strncmp(r.first, "d3q19", 5) == 0);
    first.rounds = 2; /* the third of one only is left out */
    lb_bench_rounds_relate(&r, &first);
    LB_CHECK_CLOSE(r.over_first.median, 1.45, 1e-15);
    LB_CHECK_CLOSE(r.over_first.min, 1.4, 1e-15);
    first.rounds = 1;
    lb_bench_rounds_relate(&r, &first);
    LB_CHECK(isnan(r.over_first.median));
    lb_bench_rounds_relate(&r, NULL);
    LB_CHECK(isnan(r.over_first.median) && isnan(r.over_first.min) && isnan(r.over_first.max));
    first.rounds = 3;
    r.rounds = 2;
    lb_bench_rounds_relate(&r, &first);
    LB_CHECK_CLOSE(r.over_first.min, 1.4, 1e-15);
}

/* A box in the caches has no share, and a median of what is not known is not known. */
static void an_unknown_share_in_one_round_makes_it_unknown(void)
{
    struct lb_bench_rounds *all = calloc(1, sizeof *all);
    struct lb_bench_record one = record(1, 2, 3, 1);
    if (!LB_CHECK(all != NULL)) return;
    lb_bench_rounds_add(all, &one);
    LB_CHECK(isfinite(all->record.efficiency));
    one.efficiency = nan("");
    lb_bench_rounds_add(all, &one);
    LB_CHECK(isnan(all->record.efficiency));
    LB_CHECK_CLOSE(all->record.mlups, 2, 1e-15);
    free(all);
}

static void no_more_rounds_than_there_is_room_for(void)
{
    struct lb_bench_rounds *all = calloc(1, sizeof *all);
    const struct lb_bench_record one = record(1, 2, 3, 1), other = record(5, 6, 7, 1);
    if (!LB_CHECK(all != NULL)) return;
    for (int n = 0; n < LB_BENCH_MAX_ROUNDS; n++)
        lb_bench_rounds_add(all, &one);
    lb_bench_rounds_add(all, &other);
    LB_CHECK_EQUAL_INT(all->record.rounds, LB_BENCH_MAX_ROUNDS);
    LB_CHECK_CLOSE(all->record.mlups_max, 3, 1e-15);
    free(all);
}

int main(void)
{
    LB_TEST(speeds_are_medians_and_extremes_those_of_all_batches);
    LB_TEST(ratios_are_taken_within_a_round);
    LB_TEST(an_unknown_share_in_one_round_makes_it_unknown);
    LB_TEST(no_more_rounds_than_there_is_room_for);
    return lb_check_report();
}

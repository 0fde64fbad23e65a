/* test_bench_compare.c - which points are the same, and what counts as a loss.
 * SPDX-License-Identifier: MIT */
#include "bench/bench_compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"

static struct lb_bench_record record(double min, double median, double max)
{
    return (struct lb_bench_record){.platform = "P",
                                    .device = "D",
                                    .lattice = "d3q19",
                                    .collision = "srt",
                                    .precision = "fp32/fp32",
                                    .rounding = "nearest",
                                    .streaming = "in-place",
                                    .shift = true,
                                    .size = {64, 64, 64},
                                    .lanes = 4,
                                    .mlups = median,
                                    .mlups_min = min,
                                    .mlups_max = max};
}

/* Pairs two single points. */
static struct lb_bench_pair pair_of(struct lb_bench_record a, struct lb_bench_record b,
                                    size_t *both)
{
    const struct lb_bench_records first = {&a, 1, 1}, second = {&b, 1, 1};
    struct lb_bench_comparison c = {0};
    struct lb_bench_pair pair = {0};
    LB_CHECK_OK(lb_bench_compare(&first, &second, LB_BENCH_MIN_LOSS, &c, NULL), NULL);
    if (LB_CHECK(c.count > 0)) pair = c.pairs[0];
    *both = c.both;
    lb_bench_comparison_free(&c);
    return pair;
}

static void calm_batches_still_have_three_percent_of_noise(void)
{
    size_t both;
    LB_CHECK(!pair_of(record(100, 100, 100), record(97.1, 97.1, 97.1), &both).is_loss);
    LB_CHECK_EQUAL_INT(both, 1);
    const struct lb_bench_pair p = pair_of(record(100, 100, 100), record(96.9, 96.9, 96.9), &both);
    LB_CHECK(p.is_loss);
    LB_CHECK_CLOSE(p.ratio, 0.969, 1e-12);
    LB_CHECK_CLOSE(p.noise, 0.03, 1e-12);
}

static void the_wider_spread_of_both_is_noise(void)
{
    size_t both;
    LB_CHECK(!pair_of(record(90, 100, 110), record(81, 81, 81), &both).is_loss);
    LB_CHECK(pair_of(record(90, 100, 110), record(79, 79, 79), &both).is_loss);
    LB_CHECK(!pair_of(record(100, 100, 100), record(76, 80, 92), &both).is_loss);
    LB_CHECK(pair_of(record(100, 100, 100), record(76, 80, 91), &both).is_loss);
    LB_CHECK(!pair_of(record(50, 50, 50), record(80, 80, 80), &both).is_loss);
}

static void other_points_are_not_compared(void)
{
    const struct lb_bench_record a = record(1, 1, 1);
    struct lb_bench_record b[10];
    for (int i = 0; i < 10; i++)
        b[i] = a;
    strcpy(b[0].device, "E");
    strcpy(b[1].platform, "Q");
    strcpy(b[2].lattice, "d3q27");
    strcpy(b[3].collision, "mrt");
    strcpy(b[4].precision, "fp32/fp16c");
    strcpy(b[5].streaming, "pull");
    b[6].shift = false;
    b[7].size[2] = 65;
    b[8].walls = true;
    b[9].lanes_asked = 8;
    for (int i = 0; i < 10; i++)
        LB_CHECK(!lb_bench_same_point(&a, &b[i]));
}

static void lanes_chosen_by_the_program_may_change(void)
{
    struct lb_bench_record a = record(1, 1, 1), b = a;
    b.lanes = 8;
    LB_CHECK(lb_bench_same_point(&a, &b)); /* both asked for none */
    a.arithmetic_lanes_asked = 2;          /* 4x2 is not 4 */
    LB_CHECK(!lb_bench_same_point(&a, &b));
    a.lanes_asked = LB_BENCH_LANES_UNKNOWN;
    LB_CHECK(!lb_bench_same_point(&a, &b)); /* an older line: only V is known */
    strcpy(b.driver, "newer");
    b.lanes = 4;
    LB_CHECK(lb_bench_same_point(&a, &b));
}

static void repeated_and_single_points_are_told_apart(void)
{
    struct lb_bench_record a[3] = {record(100, 100, 100), record(50, 50, 50), record(7, 7, 7)};
    struct lb_bench_record b[4] = {record(99, 99, 99), record(49, 49, 49), record(3, 3, 3),
                                   record(1, 1, 1)};
    struct lb_bench_comparison c = {0};
    strcpy(a[2].precision, "fp64/fp64");
    strcpy(b[2].precision, "fp32/int16s");
    strcpy(b[3].precision, "fp64/fp64");
    strcpy(b[3].skipped, "no 64-bit arithmetic");
    const struct lb_bench_records first = {a, 3, 3}, second = {b, 4, 4};
    LB_CHECK_OK(lb_bench_compare(&first, &second, LB_BENCH_MIN_LOSS, &c, NULL), NULL);
    LB_CHECK_EQUAL_INT(c.both, 2); /* the first with the first, the second with the second */
    LB_CHECK_EQUAL_INT(c.losses, 0);
    if (LB_CHECK(c.count == 4)) {
        LB_CHECK(c.pairs[1].old_record == &a[1]);
        LB_CHECK(c.pairs[2].old_record == NULL && c.pairs[2].new_record == &b[2]);
        LB_CHECK(c.pairs[3].new_record == NULL && c.pairs[3].old_record == &a[2]);
    }
    LB_CHECK_EQUAL_INT(lb_bench_comparison_verdict(&c, NULL), LB_STATUS_OK);
    lb_bench_comparison_free(&c);
}

static void a_comparison_of_nothing_is_a_failure(void)
{
    const struct lb_bench_comparison c = {0};
    LB_CHECK_EQUAL_INT(lb_bench_comparison_verdict(&c, NULL), LB_STATUS_VERDICT);
}

static void a_record_survives_its_json(void)
{
    struct lb_bench_record a = record(90, 100, 110), *b = calloc(1, sizeof *b);
    struct lb_error err = {0};
    char *text = NULL;
    strcpy(a.command, "sluice bench \"quoted\" \\ <b>");
    a.lanes_asked = 8;
    a.walls = true;
    a.solid_share = 0.0625;
    a.batches = 5;
    a.bytes_per_update = 153;
    a.bandwidth = 15.3;
    a.efficiency = nan("");
    a.rounds = 2;
    a.round_mlups[0] = 95;
    a.round_mlups[1] = 105;
    a.over_first = (struct lb_bench_spread){1.25, 1.125, 1.5};
    strcpy(a.first, "another point");
    if (!LB_CHECK(b != NULL)) return;
    struct lb_json w = lb_bench_record_object(&a);
    LB_CHECK_OK(lb_json_end(&w, LB_JSON_ON_LINE, &text, &err), &err);
    LB_CHECK(text != NULL && strchr(text, '\n') == text + strlen(text) - 1);
    LB_CHECK_OK(lb_bench_record_parse(text, "line", b, &err), &err);
    LB_CHECK(lb_bench_same_point(&a, b));
    LB_CHECK_EQUAL_TEXT(b->command, a.command);
    LB_CHECK(b->walls && b->lanes_asked == 8 && b->batches == 5 && isnan(b->efficiency));
    LB_CHECK_CLOSE(b->mlups_max, 110.0, 1e-15);
    LB_CHECK_CLOSE(b->solid_share, 0.0625, 1e-15);
    LB_CHECK_EQUAL_INT(b->rounds, 2);
    LB_CHECK_CLOSE(b->round_mlups[1], 105.0, 1e-15);
    LB_CHECK(b->over_first.median == 1.25 && b->over_first.min == 1.125 &&
             b->over_first.max == 1.5);
    LB_CHECK_EQUAL_TEXT(b->first, a.first);
    free(text);
    free(b);
}

int main(void)
{
    LB_TEST(calm_batches_still_have_three_percent_of_noise);
    LB_TEST(the_wider_spread_of_both_is_noise);
    LB_TEST(other_points_are_not_compared);
    LB_TEST(lanes_chosen_by_the_program_may_change);
    LB_TEST(repeated_and_single_points_are_told_apart);
    LB_TEST(a_comparison_of_nothing_is_a_failure);
    LB_TEST(a_record_survives_its_json);
    return lb_check_report();
}

/* test_compare_choice.c - which format is enough, on made-up runs; deviations and phase shifts by
 * hand.
 * SPDX-License-Identifier: MIT */
#include "study/compare_choice.h"

#include <math.h>

#include "base/random.h"
#include "support/check.h"

enum { FP64, FP32, FP16, FP16S, FP16C, COUNT };

/* A street of vortices as it could be: FP16 too far off, the other two fine, FP16C slower. */
static const struct {
    double deviation, bytes, mlups;
} street[COUNT] = {
    [FP64] = {0.0, 153.0, 1000.0},  [FP32] = {1e-6, 77.0, 2000.0},  [FP16] = {0.3, 39.0, 4100.0},
    [FP16S] = {2e-3, 39.0, 4000.0}, [FP16C] = {5e-4, 39.0, 3500.0},
};

/* The same speed in all rounds. */
static void set_speed(struct lb_candidate *c, double mlups)
{
    c->speed.count = LB_SPEED_MIN_ROUNDS;
    for (int n = 0; n < c->speed.count; n++)
        c->speed.mlups[n] = mlups;
}

static void copy_street(struct lb_candidate *out)
{
    for (int i = 0; i < COUNT; i++) {
        out[i] = (struct lb_candidate){.is_done = true,
                                       .has_verdict = true,
                                       .passes = true,
                                       .deviation = street[i].deviation,
                                       .bytes_per_cell = street[i].bytes,
                                       .storage = &street[i]};
        set_speed(&out[i], street[i].mlups);
    }
}

static int choose(const struct lb_candidate *candidates, double tolerance)
{
    return lb_compare_choose(candidates, COUNT, FP64, tolerance);
}

static void the_fastest(void)
{
    struct lb_candidate c[COUNT];
    copy_street(c);
    LB_CHECK_EQUAL_INT(choose(c, 0.01), FP16S);
}

static void a_looser_tolerance_lets_the_fastest_in(void)
{
    struct lb_candidate c[COUNT];
    copy_street(c);
    LB_CHECK_EQUAL_INT(choose(c, 0.5), FP16S); /* as fast as FP16, and closer */
    set_speed(&c[FP16], 6500.0);
    LB_CHECK_EQUAL_INT(choose(c, 0.5), FP16);
}

static void a_tighter_tolerance_takes_the_closer_ones(void)
{
    struct lb_candidate c[COUNT];
    copy_street(c);
    LB_CHECK_EQUAL_INT(choose(c, 1e-3), FP16C);
    LB_CHECK_EQUAL_INT(choose(c, 1e-5), FP32);
    LB_CHECK_EQUAL_INT(choose(c, 1e-9), FP64);
}

/* Fewer bytes do not make up for less speed, and decide where speeds are equal, or noise hides which is faster. */
static void speed_comes_before_bytes(void)
{
    struct lb_candidate c[COUNT];
    copy_street(c);
    set_speed(&c[FP32], 1e6);
    LB_CHECK_EQUAL_INT(choose(c, 0.01), FP32);
    set_speed(&c[FP32], 1.04 * street[FP16S].mlups);
    LB_CHECK_EQUAL_INT(choose(c, 0.01), FP16S);
    /* as on two cores: the smallest at 0.42 of the speed of FP32, and as fast as FP64 */
    set_speed(&c[FP64], 40.0);
    set_speed(&c[FP32], 90.0);
    set_speed(&c[FP16S], 125.0);
    set_speed(&c[FP16C], 38.0);
    c[FP16C].bytes_per_cell = 31.5;
    LB_CHECK_EQUAL_INT(choose(c, 0.01), FP16S);
    LB_CHECK_EQUAL_INT(lb_compare_smallest(c, COUNT, FP64, 0.01), FP16C);
    LB_CHECK_EQUAL_INT(lb_compare_smallest(c, COUNT, FP64, 1e-9), FP64);
}

static void among_equal_speeds_the_closest_wins(void)
{
    struct lb_candidate c[COUNT];
    copy_street(c);
    set_speed(&c[FP16C], 0.96 * street[FP16S].mlups);
    LB_CHECK_EQUAL_INT(choose(c, 0.01), FP16C);
    set_speed(&c[FP16C], 0.94 * street[FP16S].mlups);
    LB_CHECK_EQUAL_INT(choose(c, 0.01), FP16S);
}

/* Another rounding of the same format, and what is ten times closer, may cost a third of the speed. */
static void closeness_is_worth_a_third_of_the_speed(void)
{
    struct lb_candidate c[COUNT];
    copy_street(c);
    c[FP16C].storage = c[FP16S].storage;
    set_speed(&c[FP16C], 0.68 * street[FP16S].mlups);
    LB_CHECK_EQUAL_INT(choose(c, 0.01), FP16C);
    set_speed(&c[FP16C], 0.65 * street[FP16S].mlups);
    LB_CHECK_EQUAL_INT(choose(c, 0.01), FP16S);
    copy_street(c);
    c[FP16C].deviation = 0.11 * street[FP16S].deviation;
    set_speed(&c[FP16C], 0.7 * street[FP16S].mlups);
    LB_CHECK_EQUAL_INT(choose(c, 0.01), FP16S);
    c[FP16C].deviation = 0.09 * street[FP16S].deviation;
    LB_CHECK_EQUAL_INT(choose(c, 0.01), FP16C);
    /* of two that are, the faster */
    c[FP16].deviation = 0.05 * street[FP16S].deviation;
    set_speed(&c[FP16], 0.9 * street[FP16S].mlups);
    LB_CHECK_EQUAL_INT(choose(c, 0.01), FP16);
}

static void a_failed_verdict_excludes(void)
{
    struct lb_candidate c[COUNT];
    copy_street(c);
    c[FP16S].passes = c[FP16C].passes = false;
    LB_CHECK_EQUAL_INT(choose(c, 0.01), FP32);
}

/* Whatever its results: its own run warned of it, or used all steps where the reference did not. */
static void doubtful_ones_are_not_chosen(void)
{
    struct lb_candidate c[COUNT];
    copy_street(c);
    c[FP16S].is_coarse = true;
    LB_CHECK_EQUAL_INT(choose(c, 0.01), FP16C);
    c[FP16C].used_all_steps = true;
    LB_CHECK_EQUAL_INT(choose(c, 0.01), FP32);
    c[FP64].used_all_steps = c[FP32].used_all_steps = true; /* none stops before: no doubt */
    LB_CHECK_EQUAL_INT(choose(c, 0.01), FP16C);
    c[FP64].is_coarse = c[FP32].is_coarse = c[FP16C].is_coarse = true;
    LB_CHECK_EQUAL_INT(choose(c, 0.01), -1);
}

static void without_any_verdict_deviation_decides(void)
{
    struct lb_candidate c[COUNT];
    copy_street(c);
    for (int i = 0; i < COUNT; i++)
        c[i].has_verdict = c[i].passes = false;
    LB_CHECK_EQUAL_INT(choose(c, 0.01), FP16S);
    c[FP64].has_verdict = c[FP64].passes = true; /* the others got no verdict where FP64 did */
    LB_CHECK_EQUAL_INT(choose(c, 0.01), FP64);
}

static void unfinished_and_unknown_are_not_chosen(void)
{
    struct lb_candidate c[COUNT];
    copy_street(c);
    c[FP16S].is_done = false;
    c[FP16C].deviation = nan("");
    LB_CHECK_EQUAL_INT(choose(c, 0.01), FP32);
    for (int i = 0; i < COUNT; i++)
        c[i].deviation = nan("");
    LB_CHECK_EQUAL_INT(choose(c, 0.01), -1);
}

static void a_speed_that_was_not_measured_is_not_chosen_where_others_were(void)
{
    struct lb_candidate c[COUNT];
    copy_street(c);
    c[FP16S].speed.count = 0;
    LB_CHECK_EQUAL_INT(choose(c, 0.01), FP16C);
    for (int i = 0; i < COUNT; i++)
        c[i].speed.count = 0;
    LB_CHECK_EQUAL_INT(choose(c, 0.01), FP16C); /* all alike: the closest of the smallest */
}

static void none_that_is_slower_than_the_reference(void)
{
    struct lb_candidate c[COUNT];
    copy_street(c);
    set_speed(&c[FP16S], 930.0);
    set_speed(&c[FP16C], 700.0);
    LB_CHECK_EQUAL_INT(choose(c, 0.01), FP32);
    set_speed(&c[FP32], 900.0);
    LB_CHECK_EQUAL_INT(choose(c, 0.01), FP64);
    set_speed(&c[FP16S], 970.0); /* as fast */
    LB_CHECK_EQUAL_INT(choose(c, 0.01), FP16S);
}

/* --- noise ------------------------------------------------------------------------------------ */

/* Rounds that a busy machine slows all alike, each speed with up to `noise` of its own besides, and now and
 * then a round that was disturbed. */
static void make_noise(struct lb_candidate *c, const double *mlups, double noise, uint64_t seed)
{
    for (int n = 0; n < LB_SPEED_MAX_ROUNDS; n++)
        for (int i = 0; i < COUNT; i++) {
            double all[LB_RANDOM_WORDS], own[LB_RANDOM_WORDS];
            lb_random_uniform(seed, COUNT, (uint64_t)n, all);
            lb_random_uniform(seed, (uint32_t)i, (uint64_t)n, own);
            c[i].speed.count = n + 1;
            c[i].speed.mlups[n] = mlups[i] * (0.5 + 0.5 * all[0]) *
                                  (1.0 + noise * (2.0 * own[0] - 1.0)) *
                                  (own[1] < 0.05 ? 0.4 : 1.0);
        }
}

static void check_all_choose(const double *mlups, double noise, int expected)
{
    struct lb_candidate c[COUNT];
    copy_street(c);
    for (uint64_t seed = 1; seed <= 200; seed++) {
        make_noise(c, mlups, noise, seed);
        LB_CHECK_EQUAL_INT(choose(c, 0.01), expected);
    }
}

static void noise_does_not_change_the_choice(void)
{
    static const double apart[COUNT] = {1000, 2000, 4100, 4000, 3500};
    static const double equal[COUNT] = {1000, 2000, 4100, 4000, 3960};
    static const double equal_the_other_way[COUNT] = {1000, 2000, 4100, 3960, 4000};
    static const double slow[COUNT] = {1000, 700, 800, 850, 600};
    check_all_choose(apart, 0.05, FP16S);
    check_all_choose(equal, 0.05, FP16C);
    check_all_choose(equal_the_other_way, 0.05, FP16C);
    check_all_choose(slow, 0.05, FP64);
}

/* Two roundings of one format, 15 % apart: never by chance. */
static void noise_does_not_choose_the_rounding(void)
{
    static const double mlups[COUNT] = {1000, 2000, 2000, 4000, 3400};
    struct lb_candidate c[COUNT];
    copy_street(c);
    c[FP16C].storage = c[FP16S].storage;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        make_noise(c, mlups, 0.1, seed);
        LB_CHECK_EQUAL_INT(choose(c, 0.01), FP16C);
    }
}

/* Too noisy to tell: then they are equal, and the closest is it. */
static void what_noise_hides_is_equal(void)
{
    static const double mlups[COUNT] = {1000, 2000, 4100, 4000, 3960};
    check_all_choose(mlups, 0.2, FP16C);
}

static void ratios_are_those_of_rounds(void)
{
    const struct lb_speed_rounds a = {3, {2.0, 20.0, 200.0}}, b = {3, {1.0, 10.0, 100.0}};
    const struct lb_speed_rounds none = {0};
    LB_CHECK_CLOSE(lb_speed_ratio(&a, &b).ratio, 2.0, 1e-12);
    LB_CHECK(!(lb_speed_ratio(&a, &b).error > 0.0));
    LB_CHECK(isnan(lb_speed_ratio(&a, &none).ratio));
    /* three rounds of five are slowed down: the fastest fifth tells */
    struct lb_speed_rounds busy = {20, {0.0}}, steady = {20, {0.0}};
    for (int n = 0; n < 20; n++) {
        busy.mlups[n] = n % 5 < 3 ? 30.0 + n : 100.0;
        steady.mlups[n] = 50.0;
    }
    LB_CHECK_CLOSE(lb_speed_ratio(&busy, &steady).ratio, 2.0, 1e-12);
    LB_CHECK(!(lb_speed_ratio(&busy, &steady).error > 0.0));
    /* by hand: ratios 1, 1.1, 1.2, 1.4, 9; distances from 1.2 have the median 0.2 */
    const struct lb_speed_rounds c = {5, {1.4, 1.0, 9.0, 1.2, 1.1}}, one = {5, {1, 1, 1, 1, 1}};
    LB_CHECK_CLOSE(lb_speed_ratio(&c, &one).ratio, 1.2, 1e-12);
    LB_CHECK_CLOSE(lb_speed_ratio(&c, &one).error, 3.0 * 1.2533 * 1.4826 * 0.2 / sqrt(5.0), 1e-9);
}

static void deviations_are_relative_where_the_value_is_not(void)
{
    LB_CHECK_CLOSE(lb_compare_deviation(LB_KEY_VALUE, 0.21, 0.20), 0.05, 1e-12);
    LB_CHECK_CLOSE(lb_compare_deviation(LB_KEY_VALUE, -0.21, -0.20), 0.05, 1e-12);
    LB_CHECK_CLOSE(lb_compare_deviation(LB_KEY_ERROR, 0.013, 0.010), 0.003, 1e-12);
    LB_CHECK(!(lb_compare_deviation(LB_KEY_VALUE, 0.0, 0.0) > 0.0));
    LB_CHECK(isinf(lb_compare_deviation(LB_KEY_VALUE, 1.0, 0.0)));
    LB_CHECK(isnan(lb_compare_deviation(LB_KEY_VALUE, nan(""), 1.0)));
    LB_CHECK(isnan(lb_compare_deviation(LB_KEY_ERROR, 1.0, HUGE_VAL)));
}

static void phase_shifts_wrap_at_half_a_period(void)
{
    LB_CHECK_CLOSE(lb_compare_phase_shift(1010.0, 1000.0, 100.0), 0.1, 1e-12);
    LB_CHECK_CLOSE(lb_compare_phase_shift(980.0, 1000.0, 100.0), -0.2, 1e-12);
    /* the last rise of one run fell just before the end, that of the other just behind it */
    LB_CHECK_CLOSE(lb_compare_phase_shift(1090.0, 1000.0, 100.0), -0.1, 1e-12);
    LB_CHECK(!(fabs(lb_compare_phase_shift(1000.0, 1000.0, 100.0)) > 0.0));
    LB_CHECK(isnan(lb_compare_phase_shift(1000.0, 1000.0, nan(""))));
}

static void curves_differ_number_by_number(void)
{
    static const double curve[] = {1.0, 2.0, 3.0, 4.0}, other[] = {1.0, 2.3, 2.6, 4.0};
    static const double broken[] = {1.0, 2.0, HUGE_VAL, 4.0};
    const struct lb_curve_deviation d = lb_compare_curves(other, 4, curve, 4);
    LB_CHECK_CLOSE(d.rms, 0.25, 1e-12);
    LB_CHECK_CLOSE(d.max, 0.4, 1e-12);
    LB_CHECK(!(lb_compare_curves(curve, 4, curve, 4).max > 0.0));
    LB_CHECK(isnan(lb_compare_curves(curve, 3, other, 4).rms));
    LB_CHECK(isnan(lb_compare_curves(broken, 4, other, 4).max));
    LB_CHECK(isnan(lb_compare_curves(NULL, 0, other, 4).rms));
}

int main(void)
{
    LB_TEST(curves_differ_number_by_number);
    LB_TEST(the_fastest);
    LB_TEST(a_looser_tolerance_lets_the_fastest_in);
    LB_TEST(a_tighter_tolerance_takes_the_closer_ones);
    LB_TEST(speed_comes_before_bytes);
    LB_TEST(among_equal_speeds_the_closest_wins);
    LB_TEST(closeness_is_worth_a_third_of_the_speed);
    LB_TEST(a_failed_verdict_excludes);
    LB_TEST(doubtful_ones_are_not_chosen);
    LB_TEST(without_any_verdict_deviation_decides);
    LB_TEST(unfinished_and_unknown_are_not_chosen);
    LB_TEST(a_speed_that_was_not_measured_is_not_chosen_where_others_were);
    LB_TEST(none_that_is_slower_than_the_reference);
    LB_TEST(noise_does_not_change_the_choice);
    LB_TEST(noise_does_not_choose_the_rounding);
    LB_TEST(what_noise_hides_is_equal);
    LB_TEST(ratios_are_those_of_rounds);
    LB_TEST(deviations_are_relative_where_the_value_is_not);
    LB_TEST(phase_shifts_wrap_at_half_a_period);
    return lb_check_report();
}

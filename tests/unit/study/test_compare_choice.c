/* test_compare_choice.c - which format is enough, on made-up runs; deviations and phase shifts by
 * hand.
 * SPDX-License-Identifier: MIT */
#include "study/compare_choice.h"

#include <math.h>

#include "support/check.h"

enum { FP64, FP32, FP16, FP16S, FP16C, COUNT };

/* A street of vortices as it could be: FP16 too far off, the other two fine, FP16C slower. */
static const struct lb_candidate street[COUNT] = {
    [FP64] = {true, true, true, 0.0, 153.0, 1000.0},
    [FP32] = {true, true, true, 1e-6, 77.0, 2000.0},
    [FP16] = {true, true, true, 0.3, 39.0, 4100.0},
    [FP16S] = {true, true, true, 2e-3, 39.0, 4000.0},
    [FP16C] = {true, true, true, 5e-4, 39.0, 3500.0},
};

static void copy_street(struct lb_candidate *out)
{
    for (int i = 0; i < COUNT; i++)
        out[i] = street[i];
}

static int choose(const struct lb_candidate *candidates, double tolerance)
{
    return lb_compare_choose(candidates, COUNT, FP64, tolerance);
}

static void fewest_bytes_then_fastest(void)
{
    LB_CHECK_EQUAL_INT(choose(street, 0.01), FP16S);
}

static void a_looser_tolerance_lets_the_fastest_in(void)
{
    LB_CHECK_EQUAL_INT(choose(street, 0.5), FP16S); /* within 3 % of FP16's speed, and closer */
    struct lb_candidate c[COUNT];
    copy_street(c);
    c[FP16].mlups = 5000.0;
    LB_CHECK_EQUAL_INT(choose(c, 0.5), FP16);
}

static void a_tighter_tolerance_takes_the_closer_ones(void)
{
    LB_CHECK_EQUAL_INT(choose(street, 1e-3), FP16C);
    LB_CHECK_EQUAL_INT(choose(street, 1e-5), FP32);
    LB_CHECK_EQUAL_INT(choose(street, 1e-9), FP64);
}

static void bytes_come_before_speed(void)
{
    struct lb_candidate c[COUNT];
    copy_street(c);
    c[FP32].mlups = 1e6;
    LB_CHECK_EQUAL_INT(choose(c, 0.01), FP16S);
}

static void among_equal_speeds_the_closest_wins(void)
{
    struct lb_candidate c[COUNT];
    copy_street(c);
    c[FP16C].mlups = 0.98 * c[FP16S].mlups;
    LB_CHECK_EQUAL_INT(choose(c, 0.01), FP16C);
    c[FP16C].mlups = 0.96 * c[FP16S].mlups;
    LB_CHECK_EQUAL_INT(choose(c, 0.01), FP16S);
}

static void a_failed_verdict_excludes(void)
{
    struct lb_candidate c[COUNT];
    copy_street(c);
    c[FP16S].passes = c[FP16C].passes = false;
    LB_CHECK_EQUAL_INT(choose(c, 0.01), FP32);
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

static void a_speed_that_was_not_measured_is_the_slowest(void)
{
    struct lb_candidate c[COUNT];
    copy_street(c);
    c[FP16S].mlups = nan("");
    LB_CHECK_EQUAL_INT(choose(c, 0.01), FP16C);
    for (int i = 0; i < COUNT; i++)
        c[i].mlups = nan("");
    LB_CHECK_EQUAL_INT(choose(c, 0.01), FP16C); /* all alike: the closest of the smallest */
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
    LB_TEST(fewest_bytes_then_fastest);
    LB_TEST(a_looser_tolerance_lets_the_fastest_in);
    LB_TEST(a_tighter_tolerance_takes_the_closer_ones);
    LB_TEST(bytes_come_before_speed);
    LB_TEST(among_equal_speeds_the_closest_wins);
    LB_TEST(a_failed_verdict_excludes);
    LB_TEST(without_any_verdict_deviation_decides);
    LB_TEST(unfinished_and_unknown_are_not_chosen);
    LB_TEST(a_speed_that_was_not_measured_is_the_slowest);
    LB_TEST(deviations_are_relative_where_the_value_is_not);
    LB_TEST(phase_shifts_wrap_at_half_a_period);
    return lb_check_report();
}

/* test_stopwatch.c - MLUPs samples and step budgets, from made-up times.
 * SPDX-License-Identifier: MIT */
#include "base/stopwatch.h"

#include <math.h>

#include "support/check.h"

static void first_steps_of_both_kinds_are_left_out(void)
{
    struct lb_speed speed = {.cells = 1000000};
    lb_speed_add(&speed, 1, 10.0); /* the driver compiles */
    LB_CHECK(isnan(lb_speed_summarise(&speed).median));
    lb_speed_add(&speed, 1, 20.0);
    LB_CHECK(isnan(lb_speed_summarise(&speed).median));
    lb_speed_add(&speed, 10, 1.0);
    LB_CHECK_CLOSE(lb_speed_summarise(&speed).median, 10.0, 1e-12);
}

static void median_and_extremes_are_those_of_the_samples(void)
{
    struct lb_speed speed = {.cells = 1000000};
    static const double seconds[] = {1.0, 0.5, 0.25, 2.0};
    lb_speed_add(&speed, 1, 1.0);
    lb_speed_add(&speed, 1, 1.0);
    for (int i = 0; i < 4; i++)
        lb_speed_add(&speed, 10, seconds[i]);
    struct lb_speed_summary summary = lb_speed_summarise(&speed);
    LB_CHECK_CLOSE(summary.min, 5.0, 1e-12);
    LB_CHECK_CLOSE(summary.max, 40.0, 1e-12);
    LB_CHECK_CLOSE(summary.median, 15.0, 1e-12);
}

/* Stretches too short for the clock are joined: 1 ms each at the same speed give that speed. */
static void short_stretches_are_joined(void)
{
    struct lb_speed speed = {.cells = 2000000};
    for (int i = 0; i < 1000; i++)
        lb_speed_add(&speed, 1, 0.001);
    struct lb_speed_summary summary = lb_speed_summarise(&speed);
    LB_CHECK_CLOSE(summary.median, 2000.0, 1e-9);
    LB_CHECK(speed.count >= 10 && speed.count < 100);
}

static void endless_runs_fit(void)
{
    struct lb_speed speed = {.cells = 1000000};
    for (int i = 0; i < 200000; i++)
        lb_speed_add(&speed, 5, 0.25);
    LB_CHECK(speed.count <= LB_SPEED_SAMPLES);
    LB_CHECK_CLOSE(lb_speed_summarise(&speed).median, 20.0, 1e-12);
}

static void budget_starts_at_one_step_and_follows_the_speed(void)
{
    struct lb_speed speed = {.cells = 1};
    LB_CHECK_EQUAL_INT(lb_speed_steps_for(&speed, 0.25), 1);
    for (int n = 0; n < 2; n++) {
        lb_speed_add(&speed, 1, 5.0);
        LB_CHECK_EQUAL_INT(lb_speed_steps_for(&speed, 0.25), 1);
    }
    lb_speed_add(&speed, 1, 0.125);
    LB_CHECK_EQUAL_INT(lb_speed_steps_for(&speed, 0.25), 2);
    lb_speed_add(&speed, 1000, 1e-3); /* a million steps a second: not believed at once */
    LB_CHECK_EQUAL_INT(lb_speed_steps_for(&speed, 0.25), 8);
    lb_speed_add(&speed, 1, 10.0); /* slow: believed at once */
    LB_CHECK_EQUAL_INT(lb_speed_steps_for(&speed, 0.25), 1);
}

/* A kernel that is built late makes one step slow; the speed is taken from there on, and not told
 * before it holds. */
static void a_speed_is_told_once_it_holds(void)
{
    struct lb_speed speed = {.cells = 1};
    static const double seconds[] = {5.0, 5.0, 2.0, 0.01, 0.04};
    static const uint64_t steps[] = {1, 1, 1, 1, 2};
    for (int n = 0; n < 5; n++) {
        LB_CHECK(!speed.is_settled);
        lb_speed_add(&speed, steps[n], seconds[n]);
    }
    lb_speed_add(&speed, 2, 0.0625);
    LB_CHECK(speed.is_settled);
    LB_CHECK_CLOSE(speed.steps_per_second, 32.0, 1e-12);
}

int main(void)
{
    LB_TEST(first_steps_of_both_kinds_are_left_out);
    LB_TEST(a_speed_is_told_once_it_holds);
    LB_TEST(median_and_extremes_are_those_of_the_samples);
    LB_TEST(short_stretches_are_joined);
    LB_TEST(endless_runs_fit);
    LB_TEST(budget_starts_at_one_step_and_follows_the_speed);
    return lb_check_report();
}

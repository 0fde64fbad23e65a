/* Batch means: Student's t against its table; the interval holds the true mean of independent and of
 * autoregressive samples about as often as it says; what is too short or drifts is told.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "analysis/batch_means.h"
#include "base/random.h"
#include "support/check.h"

enum { SAMPLES = 4000, SEEDS = 2000 };
static const double turn = 6.28318530717958647693;

static double times[SAMPLES], values[SAMPLES];
static const struct lb_signal all = {times, values, SAMPLES, 1};

/* Box and Muller. */
static double normal(uint64_t seed, uint64_t n)
{
    double u[LB_RANDOM_WORDS];
    lb_random_uniform(seed, 1, n, u);
    return sqrt(-2.0 * log(u[0])) * cos(turn * u[1]);
}

/* x(n + 1) = phi x(n) + noise about 5: variance 1, autocorrelation phi^k. */
static void fill(uint64_t seed, double phi)
{
    double x = normal(seed, SAMPLES);
    for (size_t n = 0; n < SAMPLES; n++) {
        times[n] = 10.0 * (double)n;
        values[n] = 5.0 + x;
        x = phi * x + sqrt(1.0 - phi * phi) * normal(seed, n);
    }
}

/* How often the interval holds the mean and how often halves seem to differ; the mean half-width. */
struct statistics {
    double coverage, drifts, half_width, rms;
};

static struct statistics gather(double phi)
{
    struct statistics s = {0.0, 0.0, 0.0, 0.0};
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct lb_batch_means m;
        fill(seed, phi);
        lb_batch_means(&all, 0.0, &m);
        s.coverage += (fabs(m.mean - 5.0) <= m.half_width) / (double)SEEDS;
        s.drifts += m.drifts / (double)SEEDS;
        s.half_width += m.half_width / SEEDS;
        s.rms += m.rms / SEEDS;
    }
    return s;
}

static void student_is_that_of_the_table(void)
{
    LB_CHECK_NEAR(lb_student_t(0.95, 1), 12.706, 5e-4);
    LB_CHECK_NEAR(lb_student_t(0.95, 2), 4.303, 5e-4);
    LB_CHECK_NEAR(lb_student_t(0.95, 3), 3.182, 5e-4);
    LB_CHECK_NEAR(lb_student_t(0.95, 4), 2.776, 5e-4);
    LB_CHECK_NEAR(lb_student_t(0.95, 19), 2.093, 5e-4);
    LB_CHECK_NEAR(lb_student_t(0.99, 18), 2.878, 5e-4);
    LB_CHECK_NEAR(lb_student_t(0.99, 7), 3.499, 5e-4);
    LB_CHECK(isnan(lb_student_t(0.95, 0)));
}

/* 2000 records: 95 % is seen within half a per cent, one standard deviation.  The standard deviation of
 * 20 batch means is 1.3 % below what t allows for, in the mean. */
static void intervals_of_independent_samples_hold_the_mean(void)
{
    const struct statistics s = gather(0.0);
    LB_CHECK_NEAR(s.coverage, 0.95, 0.015);
    LB_CHECK_NEAR(s.drifts, 0.01, 0.007);
    LB_CHECK_CLOSE(s.half_width, 2.093 * 0.987 / sqrt(SAMPLES), 0.02);
    LB_CHECK_CLOSE(s.rms, 1.0, 0.01);
}

/* As good as SAMPLES (1 - phi) / (1 + phi) independent ones: taken for independent, the interval would
 * be 4.4 times too short. */
static void intervals_of_correlated_samples_hold_it_too(void)
{
    const double phi = 0.9;
    const struct statistics s = gather(phi);
    LB_CHECK_NEAR(s.coverage, 0.945, 0.02);
    LB_CHECK_NEAR(s.drifts, 0.01, 0.012);
    LB_CHECK_CLOSE(s.half_width, 2.093 * 0.987 * sqrt((1.0 + phi) / (1.0 - phi) / SAMPLES), 0.06);
    LB_CHECK_CLOSE(s.rms, 1.0, 0.02);
}

static void oscillate(double period)
{
    for (size_t n = 0; n < SAMPLES; n++) {
        times[n] = (double)n;
        values[n] = 2.0 + sin(turn * (double)n / period);
    }
}

/* 100 periods fill 20 batches of five; 45 only 15 of three; 10 not five of three. */
static void batches_are_three_periods_long(void)
{
    struct lb_batch_means m;
    oscillate(SAMPLES / 100.0);
    lb_batch_means(&all, SAMPLES / 100.0, &m);
    LB_CHECK(m.batches == 20 && !m.is_short && !m.drifts);
    LB_CHECK_NEAR(m.periods, 5.0, 1e-2);
    LB_CHECK_NEAR(m.mean, 2.0, 1e-12);
    LB_CHECK_NEAR(m.half_width, 0.0, 1e-12);
    LB_CHECK_NEAR(m.rms, sqrt(0.5), 1e-12);
    oscillate(SAMPLES / 45.0);
    lb_batch_means(&all, SAMPLES / 45.0, &m);
    LB_CHECK(m.batches == 15 && !m.is_short);
    oscillate(SAMPLES / 10.0);
    lb_batch_means(&all, SAMPLES / 10.0, &m);
    LB_CHECK(m.batches == LB_LEAST_BATCHES && m.is_short);
    LB_CHECK_NEAR(m.periods, 2.0, 1e-2);
}

static void a_drift_is_told(void)
{
    struct lb_batch_means m;
    fill(3, 0.5);
    for (size_t n = 0; n < SAMPLES; n++)
        values[n] += 0.5 * (double)n / SAMPLES;
    lb_batch_means(&all, 0.0, &m);
    LB_CHECK(m.drifts);
    LB_CHECK_NEAR(m.drift, 0.25, 0.1);
}

static void what_is_too_short_has_no_error(void)
{
    struct lb_batch_means m;
    fill(1, 0.0);
    for (size_t count = 0; count < 10; count++) {
        const struct lb_signal s = {times, values, count, 1};
        lb_batch_means(&s, 0.0, &m);
        LB_CHECK(m.is_short && isnan(m.half_width) && isfinite(m.mean));
    }
    const struct lb_signal ten = {times, values, 10, 1};
    lb_batch_means(&ten, 0.0, &m);
    LB_CHECK(!m.is_short && m.half_width > 0.0 && m.batches == 5);
}

/* Columns of a table; samples that do not fill a batch are left out at the beginning. */
static void strides_and_rests_are_minded(void)
{
    double table[2 * 103];
    struct lb_batch_means m;
    for (size_t n = 0; n < 103; n++) {
        table[2 * n] = (double)n;
        table[2 * n + 1] = n < 3 ? 1e6 : 4.0;
    }
    const struct lb_signal s = {table, table + 1, 103, 2};
    lb_batch_means(&s, 0.0, &m);
    LB_CHECK_NEAR(m.mean, 4.0, 0.0);
    LB_CHECK_NEAR(m.rms, 0.0, 0.0);
    LB_CHECK(m.batches == 20);
}

int main(void)
{
    LB_TEST(student_is_that_of_the_table);
    LB_TEST(intervals_of_independent_samples_hold_the_mean);
    LB_TEST(intervals_of_correlated_samples_hold_it_too);
    LB_TEST(batches_are_three_periods_long);
    LB_TEST(a_drift_is_told);
    LB_TEST(what_is_too_short_has_no_error);
    LB_TEST(strides_and_rests_are_minded);
    return lb_check_report();
}

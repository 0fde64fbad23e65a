/* test_signal.c - fits, crossings and periods against signals whose answers are known.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdint.h>

#include "analysis/signal.h"
#include "support/check.h"

enum { SAMPLES = 4000, CAPACITY = 256 };
static const double pi = 3.14159265358979323846;

static double rows[SAMPLES][3]; /* as in a table: t, y, something else */

static struct lb_signal first_rows(size_t count)
{
    return (struct lb_signal){&rows[0][0], &rows[0][1], count, 3};
}

static void fit_finds_the_exact_line_of_a_late_narrow_window(void)
{
    for (size_t i = 0; i < 100; i++) {
        rows[i][0] = 1.0e8 + (double)i;
        rows[i][1] = 3.0 - 2.5e-4 * rows[i][0];
    }
    const struct lb_signal s = first_rows(100);
    struct lb_line line;
    LB_CHECK(lb_signal_fit_line(&s, &line));
    LB_CHECK_CLOSE(line.slope, -2.5e-4, 1e-6);
    LB_CHECK_CLOSE(line.intercept, 3.0, 1e-2);
    LB_CHECK(line.residual < 1e-9);
}

static void fit_minimises_the_squares_of_four_points(void)
{
    /* (0,0) (1,1) (2,1) (3,2): by hand slope 0.6, intercept 0.1, sum of squares 0.2. */
    const double t[] = {0.0, 1.0, 2.0, 3.0}, y[] = {0.0, 1.0, 1.0, 2.0};
    const struct lb_signal s = {t, y, 4, 1};
    struct lb_line line;
    LB_CHECK(lb_signal_fit_line(&s, &line));
    LB_CHECK_CLOSE(line.slope, 0.6, 1e-14);
    LB_CHECK_CLOSE(line.intercept, 0.1, 1e-13);
    LB_CHECK_CLOSE(line.residual, sqrt(0.2 / 4.0), 1e-13);
}

static void fit_refuses_what_is_no_line(void)
{
    const double t[] = {2.0, 2.0}, y[] = {0.0, 1.0};
    const struct lb_signal same_time = {t, y, 2, 1}, one = {t, y, 1, 1};
    struct lb_line line;
    LB_CHECK(!lb_signal_fit_line(&same_time, &line));
    LB_CHECK(!lb_signal_fit_line(&one, &line));
}

static void rate_of_an_exponential_decay_is_recovered_from_its_logarithm(void)
{
    const double rate = 4.0 / 6.0 * pow(2.0 * pi / 256.0, 2.0);
    for (size_t i = 0; i < 1000; i++) {
        rows[i][0] = 100.0 * (double)i;
        rows[i][1] = log(exp(-rate * rows[i][0]));
    }
    const struct lb_signal s = first_rows(1000);
    struct lb_line line;
    LB_CHECK(lb_signal_fit_line(&s, &line));
    LB_CHECK_CLOSE(-line.slope, rate, 1e-12);
}

static void median_ignores_outliers_and_halves_even_counts(void)
{
    double odd[] = {5.0, 1e9, 1.0, -1e9, 2.0}, even[] = {4.0, 1.0, 3.0, 2.0};
    LB_CHECK_CLOSE(lb_signal_median(odd, 5), 2.0, 0.0);
    LB_CHECK_CLOSE(lb_signal_median(even, 4), 2.5, 0.0);
    LB_CHECK_CLOSE(lb_signal_median(even, 0), 0.0, 0.0);
}

/* A vortex street's probe: mean 0.01, a second harmonic, sampled every 10 steps. */
static void fill_oscillation(double period, double noise)
{
    uint32_t random = 1;
    for (size_t i = 0; i < SAMPLES; i++) {
        random = random * 1664525u + 1013904223u;
        const double t = 10.0 * (double)i;
        const double phase = 2.0 * pi * t / period;
        rows[i][0] = t;
        rows[i][1] = 0.01 + 0.1 * sin(phase - 1.0) + 0.005 * cos(2.0 * phase) +
                     noise * (random / 4294967296.0 - 0.5);
    }
}

static void period_of_a_clean_oscillation_is_exact_to_a_millionth(void)
{
    const double period = 1939.7;
    fill_oscillation(period, 0.0);
    const struct lb_signal s = first_rows(SAMPLES);
    double times[CAPACITY];
    const size_t count = lb_signal_rises(&s, 0.01, 0.02, times, CAPACITY);
    LB_CHECK_EQUAL_INT((int)count, 21); /* 40000 / 1939.7 = 20.6, the first at 0.16 periods */
    struct lb_period p;
    LB_CHECK(lb_signal_period(times, count, &p));
    LB_CHECK_EQUAL_INT((int)p.count, 20);
    LB_CHECK_CLOSE(p.mean, period, 1e-6);
    LB_CHECK(p.scatter < 0.01);
}

static void period_does_not_depend_on_the_level(void)
{
    fill_oscillation(487.3, 0.0);
    const struct lb_signal s = first_rows(SAMPLES);
    double times[CAPACITY];
    struct lb_period p;
    const size_t count = lb_signal_rises(&s, 0.03, 0.02, times, CAPACITY);
    LB_CHECK(lb_signal_period(times, count, &p));
    LB_CHECK_CLOSE(p.mean, 487.3, 1e-5);
}

static void noise_within_the_band_adds_no_crossing(void)
{
    fill_oscillation(1939.7, 0.02);
    const struct lb_signal s = first_rows(SAMPLES);
    double times[CAPACITY];
    LB_CHECK(lb_signal_rises(&s, 0.01, 0.0, times, CAPACITY) > 21);
    const size_t count = lb_signal_rises(&s, 0.01, 0.03, times, CAPACITY);
    LB_CHECK_EQUAL_INT((int)count, 21);
    struct lb_period p;
    LB_CHECK(lb_signal_period(times, count, &p));
    LB_CHECK_CLOSE(p.mean, 1939.7, 2e-3);
    LB_CHECK(p.scatter > 0.01);
}

static void rises_stop_at_the_capacity(void)
{
    fill_oscillation(487.3, 0.0);
    const struct lb_signal s = first_rows(SAMPLES);
    double times[4] = {-1.0, -1.0, -1.0, -1.0};
    LB_CHECK_EQUAL_INT((int)lb_signal_rises(&s, 0.01, 0.02, times, 3), 3);
    LB_CHECK_CLOSE(times[3], -1.0, 0.0);
}

static void constant_and_monotone_series_have_no_period(void)
{
    for (size_t i = 0; i < SAMPLES; i++) {
        rows[i][0] = (double)i;
        rows[i][1] = 0.0;
    }
    double times[CAPACITY];
    const struct lb_signal s = first_rows(SAMPLES);
    struct lb_period p;
    LB_CHECK_EQUAL_INT((int)lb_signal_rises(&s, 0.0, 0.0, times, CAPACITY), 0);
    for (size_t i = 0; i < SAMPLES; i++)
        rows[i][1] = (double)i - 2000.5;
    LB_CHECK_EQUAL_INT((int)lb_signal_rises(&s, 0.0, 1.0, times, CAPACITY), 1);
    LB_CHECK_CLOSE(times[0], 2000.5, 1e-15);
    LB_CHECK(!lb_signal_period(times, 1, &p));
}

static void scatter_is_the_standard_deviation_of_the_periods(void)
{
    const double times[] = {0.0, 9.0, 20.0, 30.0}; /* periods 9, 11, 10 */
    struct lb_period p;
    LB_CHECK(lb_signal_period(times, 4, &p));
    LB_CHECK_CLOSE(p.mean, 10.0, 1e-15);
    LB_CHECK_CLOSE(p.scatter, 1.0, 1e-15);
}

static void amplitude_is_averaged_over_the_periods(void)
{
    for (size_t i = 0; i < SAMPLES; i++) { /* amplitude 1 for ten periods, then 3 */
        rows[i][0] = (double)i;
        rows[i][1] = (i < 2000 ? 1.0 : 3.0) * sin(2.0 * pi * ((double)i + 0.5) / 200.0);
    }
    const struct lb_signal s = first_rows(SAMPLES);
    double times[CAPACITY];
    for (size_t i = 0; i <= 20; i++)
        times[i] = 200.0 * (double)i;
    LB_CHECK_CLOSE(lb_signal_amplitude(&s, times, 21), 2.0, 2e-4);
    LB_CHECK_CLOSE(lb_signal_amplitude(&s, times, 1), 0.0, 0.0);
}

static void mean_and_half_range_follow_the_stride(void)
{
    for (size_t i = 0; i < 3; i++) {
        rows[i][0] = (double)i;
        rows[i][1] = (double)(i * i); /* 0 1 4 */
        rows[i][2] = 1e6;
    }
    const struct lb_signal s = first_rows(3);
    LB_CHECK_CLOSE(lb_signal_mean(&s), 5.0 / 3.0, 1e-15);
    LB_CHECK_CLOSE(lb_signal_half_range(&s), 2.0, 0.0);
}

/* A parabola between its samples is a chain of chords; a straight line and whole periods of a sine
 * on a fine grid are known exactly. */
static void mean_between_two_times_needs_no_samples_there(void)
{
    enum { COUNT = 1001 };
    double t[COUNT], line[COUNT], wave[COUNT];
    const double turn = 2.0 * acos(-1.0);
    for (size_t i = 0; i < COUNT; i++) {
        t[i] = 3.0 + 0.1 * (double)i;
        line[i] = 2.0 - 0.5 * t[i];
        wave[i] = 1.5 + 0.2 * cos(turn * t[i] / 7.3);
    }
    const struct lb_signal straight = {t, line, COUNT, 1}, sine = {t, wave, COUNT, 1};
    LB_CHECK_CLOSE(lb_signal_mean_between(&straight, 10.03, 77.77), 2.0 - 0.25 * (10.03 + 77.77),
                   1e-12);
    LB_CHECK_CLOSE(lb_signal_mean_between(&straight, 10.31, 10.33), 2.0 - 0.5 * 10.32, 1e-12);
    LB_CHECK_CLOSE(lb_signal_mean_between(&sine, 5.05, 5.05 + 12.0 * 7.3), 1.5, 1e-7);
    LB_CHECK(isnan(lb_signal_mean_between(&straight, 2.9, 50.0)));
    LB_CHECK(isnan(lb_signal_mean_between(&straight, 50.0, 103.1)));
    LB_CHECK(isnan(lb_signal_mean_between(&straight, 50.0, 50.0)));
}

int main(void)
{
    LB_TEST(mean_between_two_times_needs_no_samples_there);
    LB_TEST(fit_finds_the_exact_line_of_a_late_narrow_window);
    LB_TEST(fit_minimises_the_squares_of_four_points);
    LB_TEST(fit_refuses_what_is_no_line);
    LB_TEST(rate_of_an_exponential_decay_is_recovered_from_its_logarithm);
    LB_TEST(median_ignores_outliers_and_halves_even_counts);
    LB_TEST(period_of_a_clean_oscillation_is_exact_to_a_millionth);
    LB_TEST(period_does_not_depend_on_the_level);
    LB_TEST(noise_within_the_band_adds_no_crossing);
    LB_TEST(rises_stop_at_the_capacity);
    LB_TEST(constant_and_monotone_series_have_no_period);
    LB_TEST(scatter_is_the_standard_deviation_of_the_periods);
    LB_TEST(amplitude_is_averaged_over_the_periods);
    LB_TEST(mean_and_half_range_follow_the_stride);
    return lb_check_report();
}

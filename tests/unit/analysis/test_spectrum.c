/* The largest line of a spectrum: tones in noise, two of them, noise alone; and how fast something
 * oscillates, by its periods or by its line.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "analysis/spectrum.h"
#include "base/random.h"
#include "support/check.h"

enum { SAMPLES = 3000 };
static const double turn = 6.28318530717958647693, spacing = 4.0;
/* Pieces are of 1024 samples: the least power of two beyond two ninths of 3000. */
static const double bin = 1.0 / (1024.0 * 4.0);

static double times[SAMPLES], values[SAMPLES];
static const struct lb_signal all = {times, values, SAMPLES, 1};

/* Even in [-1, 1]: variance 1/3. */
static double noise(uint64_t seed, size_t n)
{
    double u[LB_RANDOM_WORDS];
    lb_random_uniform(seed, 1, n, u);
    return 2.0 * u[0] - 1.0;
}

static void fill(double constant, double amplitude, double frequency, double noisy)
{
    for (size_t n = 0; n < SAMPLES; n++) {
        times[n] = 100.0 + spacing * (double)n;
        values[n] = constant + amplitude * sin(turn * frequency * times[n]) + noisy * noise(7, n);
    }
}

static struct lb_spectral_line find(void)
{
    struct lb_spectral_line line;
    struct lb_error err = {0};
    bool found = false;
    LB_CHECK_OK(lb_spectrum_line(&all, &line, &found, &err), &err);
    LB_CHECK(found);
    return line;
}

/* Between two bins and on one.  Hann's window has half its power 0.72 bins from the middle. */
static void a_tone_is_a_line_as_wide_as_the_window(void)
{
    static const double at[] = {40.0, 40.5, 77.3, 400.2};
    for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
        fill(3.0, 0.5, at[k] * bin, 0.0);
        const struct lb_spectral_line line = find();
        LB_CHECK_NEAR(line.frequency, at[k] * bin, 0.03 * bin);
        LB_CHECK_NEAR(line.half_width, 0.72 * bin, 0.15 * bin);
        LB_CHECK(line.share > 0.99 && line.stands_out);
    }
}

/* Its variance is 1/8, and that of the noise 1/12. */
static void a_tone_is_found_in_noise(void)
{
    fill(-2.0, 0.5, 55.4 * bin, 0.5);
    const struct lb_spectral_line line = find();
    LB_CHECK_NEAR(line.frequency, 55.4 * bin, 0.1 * bin);
    LB_CHECK_NEAR(line.share, (1.0 / 8.0) / (1.0 / 8.0 + 1.0 / 12.0), 0.05);
    LB_CHECK(line.stands_out);
}

static void the_larger_of_two_lines_is_found(void)
{
    for (int larger = 0; larger < 2; larger++) {
        fill(0.0, larger == 0 ? 1.0 : 0.6, 30.0 * bin, 0.1);
        for (size_t n = 0; n < SAMPLES; n++)
            values[n] += (larger == 1 ? 1.0 : 0.6) * cos(turn * 91.2 * bin * times[n]);
        const struct lb_spectral_line line = find();
        LB_CHECK_NEAR(line.frequency, (larger == 0 ? 30.0 : 91.2) * bin, 0.1 * bin);
        LB_CHECK_NEAR(line.share, 1.0 / 1.36, 0.03);
        LB_CHECK(line.stands_out);
    }
}

/* The pieces cover all of the record. */
static void a_tone_that_begins_late_is_found(void)
{
    fill(0.0, 1.0, 60.3 * bin, 0.2);
    for (size_t n = 0; n < SAMPLES / 2; n++)
        values[n] = 0.2 * noise(3, n);
    const struct lb_spectral_line line = find();
    LB_CHECK_NEAR(line.frequency, 60.3 * bin, 0.2 * bin);
    LB_CHECK(line.stands_out);
}

static void noise_has_no_line(void)
{
    fill(1.0, 0.0, 0.0, 1.0);
    LB_CHECK(!find().stands_out);
    double x = 0.0; /* red noise, whose largest powers are the slowest */
    for (size_t n = 0; n < SAMPLES; n++)
        values[n] = x = 0.97 * x + noise(8, n);
    LB_CHECK(!find().stands_out);
}

static void nothing_is_found_where_nothing_is(void)
{
    struct lb_spectral_line line;
    struct lb_error err = {0};
    bool found = true;
    fill(1.0, 0.0, 0.0, 0.0);
    LB_CHECK_OK(lb_spectrum_line(&all, &line, &found, &err), &err);
    LB_CHECK(!found);
    fill(1.0, 1.0, 0.01, 0.0);
    for (size_t count = 0; count < 32; count++) {
        const struct lb_signal s = {times, values, count, 1};
        found = true;
        LB_CHECK_OK(lb_spectrum_line(&s, &line, &found, &err), &err);
        LB_CHECK(!found);
    }
}

static struct lb_oscillation oscillation(void)
{
    struct lb_oscillation o;
    struct lb_error err = {0};
    LB_CHECK_OK(lb_find_oscillation(&all, &o, &err), &err);
    return o;
}

static void regular_oscillations_are_counted(void)
{
    fill(1.0, 1.0, 33.3 * bin, 0.05);
    const struct lb_oscillation o = oscillation();
    LB_CHECK(o.kind == LB_OSCILLATION_REGULAR);
    LB_CHECK_CLOSE(o.frequency, 33.3 * bin, 1e-3);
    LB_CHECK(o.scatter < 0.02 * o.frequency);
    LB_CHECK_NEAR((double)o.periods, SAMPLES * spacing * 33.3 * bin, 2.0);
}

/* A narrow band of frequencies: beats in which periods are lost, and a line all the same; noise is neither. */
static void others_are_lines_of_the_spectrum(void)
{
    fill(0.0, 1.0, 50.0 * bin, 0.0);
    for (size_t n = 0; n < SAMPLES; n++)
        values[n] += 1.0 * sin(turn * 51.3 * bin * times[n]) + 0.8 * noise(5, n);
    const struct lb_oscillation o = oscillation();
    LB_CHECK(o.kind == LB_OSCILLATION_LINE && o.periods == 0);
    LB_CHECK_NEAR(o.frequency, 50.65 * bin, 1.2 * bin);
    LB_CHECK(o.scatter > 0.5 * bin && o.scatter < 4.0 * bin);
    fill(0.0, 0.0, 0.0, 1.0);
    LB_CHECK(oscillation().kind == LB_OSCILLATION_NONE);
}

int main(void)
{
    LB_TEST(a_tone_is_a_line_as_wide_as_the_window);
    LB_TEST(a_tone_is_found_in_noise);
    LB_TEST(the_larger_of_two_lines_is_found);
    LB_TEST(a_tone_that_begins_late_is_found);
    LB_TEST(noise_has_no_line);
    LB_TEST(nothing_is_found_where_nothing_is);
    LB_TEST(regular_oscillations_are_counted);
    LB_TEST(others_are_lines_of_the_spectrum);
    return lb_check_report();
}

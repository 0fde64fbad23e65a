/* spectrum.c - the mean power of overlapping pieces (Welch, IEEE Trans. Audio Electroacoust. 15, 70
 * (1967)).
 * SPDX-License-Identifier: MIT */
#include "analysis/spectrum.h"

#include <math.h>
#include <stdlib.h>

enum { PIECES = 8, LEAST_SAMPLES = 32 };
enum { LEAST_BIN = 2, SIDE_BINS = 2 }; /* two turns in a piece; where the window spreads a tone */
enum { LEAST_PERIODS = 5 };
static const double full_turn = 6.28318530717958647693;
static const double least_share = 0.2, least_quality = 3.0, most_scatter = 0.1;

/* --- the spectrum ----------------------------------------------------------------------------- */

/* Numbers in the order of the bits of their place, reversed. */
static void reverse(double *re, double *im, size_t count)
{
    for (size_t n = 1, to = 0; n < count; n++) {
        size_t bit = count >> 1;
        for (; (to & bit) != 0; bit >>= 1)
            to ^= bit;
        to ^= bit;
        if (n >= to) continue;
        const double a = re[n], b = im[n];
        re[n] = re[to];
        im[n] = im[to];
        re[to] = a;
        im[to] = b;
    }
}

/* Discrete Fourier transform in place; `count` is a power of two. */
static void transform(double *re, double *im, size_t count)
{
    reverse(re, im, count);
    for (size_t span = 1; span < count; span *= 2)
        for (size_t k = 0; k < span; k++) {
            const double angle = -0.5 * full_turn * (double)k / (double)span;
            const double c = cos(angle), s = sin(angle);
            for (size_t n = k; n < count; n += 2 * span) {
                const double a = c * re[n + span] - s * im[n + span];
                const double b = c * im[n + span] + s * re[n + span];
                re[n + span] = re[n] - a;
                im[n + span] = im[n] - b;
                re[n] += a;
                im[n] += b;
            }
        }
}

/* A power of two, so long that the pieces overlap by half at least. */
static size_t piece_length(size_t samples)
{
    size_t length = 8;
    while (length * (PIECES + 1) < 2 * samples)
        length *= 2;
    return length;
}

static void add_piece(const struct lb_signal *s, size_t first, size_t length, double mean,
                      double *re, double *im, double *power)
{
    for (size_t n = 0; n < length; n++) {
        const double window = 0.5 - 0.5 * cos(full_turn * (double)n / (double)length);
        re[n] = window * (s->y[(first + n) * s->stride] - mean);
        im[n] = 0.0;
    }
    transform(re, im, length);
    for (size_t k = 0; k <= length / 2; k++)
        power[k] += re[k] * re[k] + im[k] * im[k];
}

/* --- its largest line ------------------------------------------------------------------------- */

/* Between bins: Hann's window makes of a tone nearly a parabola in the logarithm. */
struct peak {
    double at, power;
};

static struct peak peak_of(const double *power, size_t k)
{
    const double a = log(power[k - 1]), b = log(power[k]), c = log(power[k + 1]);
    const double bend = a - 2.0 * b + c;
    if (!isfinite(bend) || !(bend < 0.0)) return (struct peak){(double)k, power[k]};
    return (struct peak){(double)k + 0.5 * (a - c) / bend,
                         exp(b - (a - c) * (a - c) / (8.0 * bend))};
}

/* Bins from k, `step` by `step`, to where the power is `half`. */
static double way_down(const double *power, size_t k, double half, int step, size_t last)
{
    size_t n = k;
    do
        n += (size_t)step;
    while (n > 0 && n < last && power[n] > half);
    const double above = power[n - (size_t)step], here = power[n];
    const double part = here < half ? (above - half) / (above - here) : 1.0;
    return fabs((double)n - (double)k) - 1.0 + fmax(part, 0.0);
}

static bool describe(const double *power, size_t length, double spacing,
                     struct lb_spectral_line *out)
{
    const size_t last = length / 2;
    size_t top = LEAST_BIN;
    double all = 0.0, near = 0.0;
    for (size_t k = LEAST_BIN; k < last; k++)
        if (power[k] > power[top]) top = k;
    if (!(power[top] > 0.0)) return false;
    const struct peak peak = peak_of(power, top);
    const double half = 0.5 * peak.power, width = 0.5 * (way_down(power, top, half, -1, last) +
                                                         way_down(power, top, half, 1, last));
    const double reach = fmax(3.0 * width, SIDE_BINS);
    for (size_t k = 1; k <= last; k++) {
        all += power[k];
        if (fabs((double)k - (double)top) <= reach) near += power[k];
    }
    out->frequency = peak.at / ((double)length * spacing);
    out->half_width = width / ((double)length * spacing);
    out->share = near / all;
    out->stands_out =
        out->share >= least_share && out->frequency >= least_quality * out->half_width;
    return true;
}

enum lb_status lb_spectrum_line(const struct lb_signal *s, struct lb_spectral_line *out,
                                bool *found, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const size_t length = piece_length(s->count);
    *out = (struct lb_spectral_line){.frequency = 0.0};
    *found = false;
    if (s->count < LEAST_SAMPLES) return st;
    const double spacing = (s->t[(s->count - 1) * s->stride] - s->t[0]) / (double)(s->count - 1);
    const double mean = lb_signal_mean(s);
    double *re = malloc(length * sizeof *re), *im = malloc(length * sizeof *im);
    double *power = calloc(length / 2 + 1, sizeof *power);
    LB_REQUIRE(re != NULL && im != NULL && power != NULL, LB_STATUS_FAILED,
               "no memory for the spectrum of %zu samples", s->count);
    for (size_t n = 0; n < PIECES; n++)
        add_piece(s, n * (s->count - length) / (PIECES - 1), length, mean, re, im, power);
    *found = describe(power, length, spacing, out);
cleanup:
    free(re);
    free(im);
    free(power);
    return st;
}

/* --- oscillations ----------------------------------------------------------------------------- */

/* A quarter of the amplitude as band: noise does not count as a rise. */
static bool find_periods(const struct lb_signal *s, double *rises, struct lb_oscillation *out)
{
    struct lb_period period;
    const double band = 0.25 * lb_signal_half_range(s);
    const size_t count = lb_signal_rises(s, lb_signal_mean(s), band, rises, s->count);
    if (!lb_signal_period(rises, count, &period) || period.count < LEAST_PERIODS ||
        period.scatter > most_scatter * period.mean)
        return false;
    *out = (struct lb_oscillation){.kind = LB_OSCILLATION_REGULAR,
                                   .frequency = 1.0 / period.mean,
                                   .scatter = period.scatter / (period.mean * period.mean),
                                   .periods = period.count};
    return true;
}

enum lb_status lb_find_oscillation(const struct lb_signal *s, struct lb_oscillation *out,
                                   struct lb_error *err)
{
    struct lb_spectral_line line;
    bool found;
    *out = (struct lb_oscillation){.kind = LB_OSCILLATION_NONE};
    double *rises = malloc((s->count + 1) * sizeof *rises);
    LB_NEED(rises != NULL, LB_STATUS_FAILED, "no memory for the periods of %zu samples", s->count);
    const bool regular = find_periods(s, rises, out);
    free(rises);
    if (regular) return LB_STATUS_OK;
    LB_OK(lb_spectrum_line(s, &line, &found, err));
    if (found && line.stands_out)
        *out = (struct lb_oscillation){LB_OSCILLATION_LINE, line.frequency, line.half_width, 0};
    return LB_STATUS_OK;
}

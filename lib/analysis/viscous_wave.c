/* viscous_wave.c - the solution of the initial-value problem in closed form.
 * SPDX-License-Identifier: MIT */
#include "analysis/viscous_wave.h"

#include <complex.h>
#include <math.h>

static const double complex imaginary = (double complex)I;

/* exp(-z^2) erfc(-i z) above the real axis: the trapezoidal rule at half-way points, with its error's pole (Al Azah,
 * Chandler-Wilde, SIAM J. Numer. Anal. 59, 2346 (2021)); to 1e-14 but next to the real axis. */
static double complex faddeeva(double complex z)
{
    enum { POINTS = 12 };
    const double pi = acos(-1.0), h = sqrt(pi / POINTS);
    double complex sum = 0.0;
    for (int k = 0; k < POINTS; k++) {
        const double t = (k + 0.5) * h;
        sum += exp(-t * t) / (z * z - t * t);
    }
    sum *= 2.0 * imaginary * h * z / pi;
    if (cimag(z) < pi / h) sum += 2.0 * cexp(-z * z) / (1.0 + cexp(-2.0 * imaginary * pi * z / h));
    return sum;
}

/* exp(z^2) erfc(z) */
static double complex scaled_erfc(double complex z)
{
    if (creal(z) < 0.0) return 2.0 * cexp(z * z) - scaled_erfc(-z);
    return faddeeva(imaginary * z);
}

/* All roots of z^4 + 2 z^2 + 4 z + 1 + square at once (Weierstrass, Durand, Kerner). */
static void find_roots(double square, double complex z[4])
{
    enum { ITERATIONS = 200 };
    for (int i = 0; i < 4; i++)
        z[i] = pow(1.0 + square, 0.25) * cexp(imaginary * acos(-1.0) * (0.25 + 0.5 * i)) + 0.1;
    for (int n = 0; n < ITERATIONS; n++)
        for (int i = 0; i < 4; i++) {
            double complex value = z[i] * (z[i] * (z[i] * z[i] + 2.0) + 4.0) + 1.0 + square;
            for (int k = 0; k < 4; k++)
                if (k != i) value /= z[i] - z[k];
            z[i] -= value;
        }
}

double lb_viscous_wave(double omega, double rate, double time)
{
    const double square = omega * omega / (rate * rate), t = rate * time; /* in units of the rate */
    double complex z[4], sum = 4.0 / (8.0 + square) * erfc(sqrt(t));
    find_roots(square, z);
    for (int i = 0; i < 4; i++) {
        double complex others = 1.0;
        for (int k = 0; k < 4; k++)
            if (k != i) others *= z[k] - z[i];
        sum += z[i] / others * square / (z[i] * z[i] - 1.0) * exp(-t) * scaled_erfc(z[i] * sqrt(t));
    }
    return creal(sum);
}

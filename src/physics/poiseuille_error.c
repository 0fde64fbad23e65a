/* poiseuille_error.c - errors of independent runs of the staircase cylinder, and a bound for other
 * cases.
 * SPDX-License-Identifier: MIT */
#include "physics/poiseuille_error.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

enum { RADII = 5 };
static const double radii[RADII] = {3.0, 7.0, 15.0, 31.0, 63.0};
static const double same = 1e-9; /* relative, for parameters that were read from text */

struct row {
    enum lb_arithmetic arithmetic;
    const char *storage;
    double tolerance; /* relative */
    double error[RADII];
};

/* D3Q19 SRT, Re 10, u_max 0.1, shifted; independent CPU runs of at least 16 slowest-mode times.
 * Double precision repeats to 5 digits.  What 16 bits make of the flow hangs on the order of
 * operations. */
static const struct row rows[] = {
    {LB_ARITHMETIC_FP64,
     "fp64",
     0.001,
     {1.53637e-1, 3.93697e-2, 1.94847e-2, 7.50768e-3, 7.05831e-3}},
    {LB_ARITHMETIC_FP64,
     "fp32",
     0.01,
     {1.53636e-1, 3.93697e-2, 1.94841e-2, 7.50638e-3, 7.05347e-3}},
    {LB_ARITHMETIC_FP32,
     "fp32",
     0.01,
     {1.53636e-1, 3.93696e-2, 1.94834e-2, 7.50499e-3, 7.06214e-3}},
    {LB_ARITHMETIC_FP32, "fp16", 0.25, {1.526e-1, 3.956e-2, 1.534e-2, 1.673e-2, 3.869e-2}},
    {LB_ARITHMETIC_FP32, "fp16s", 0.25, {1.522e-1, 3.950e-2, 1.555e-2, 1.678e-2, 3.799e-2}},
    {LB_ARITHMETIC_FP32, "fp16c", 0.25, {1.530e-1, 3.943e-2, 1.719e-2, 9.335e-3, 1.927e-2}},
    {LB_ARITHMETIC_FP32, "p16_0s", 0.25, {1.535e-1, 3.938e-2, 1.893e-2, 6.550e-3, 5.368e-3}},
    {LB_ARITHMETIC_FP32, "p16_1s", 0.25, {1.533e-1, 3.939e-2, 1.838e-2, 6.581e-3, 8.151e-3}},
    {LB_ARITHMETIC_FP32, "p16_2c", 0.25, {1.530e-1, 3.944e-2, 1.707e-2, 9.400e-3, 1.679e-2}},
};

static bool is_same(double a, double b)
{
    return fabs(a - b) <= same * fabs(b);
}

static const struct row *find_row(const struct lb_case *c)
{
    /* 16 bits without the shift have no stored run. */
    if (!c->shift && c->storage->bytes < 4) return NULL;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].arithmetic == c->arithmetic && strcmp(rows[i].storage, c->storage->name) == 0)
            return &rows[i];
    return NULL;
}

/* 32 bits without the shift lose three digits to the weights: about 1 % at R = 63. */
static double tolerance_of(const struct row *row, const struct lb_case *c)
{
    return !c->shift && c->storage->bytes < 8 ? 0.05 : row->tolerance;
}

/* Lambda = (tau+ - 1/2)(tau- - 1/2) says how far bounce-back misplaces the wall. */
static double wall_parameter(const struct lb_case *c)
{
    const double half = lb_case_relaxation_time(c) - 0.5;
    return strcmp(c->collision->name, "srt") == 0 ? half * half : 0.25;
}

/* The staircase is a first-order error, its corners and the wall slip of second order.  The
 * coefficients envelop the double-precision runs of D3Q19 over R = 3 ... 63 and tau = 0.55 ... 5.
 * */
static double staircase_bound(const struct lb_case *c, double radius)
{
    return 0.35 / radius + (0.8 + 1.4 * wall_parameter(c)) / (radius * radius);
}

struct lb_expected_error lb_poiseuille_expected_error(const struct lb_case *c, double radius,
                                                      double reynolds, double u_max)
{
    const struct row *row = find_row(c);
    const bool is_stored_flow = strcmp(c->lattice->name, "d3q19") == 0 &&
                                strcmp(c->collision->name, "srt") == 0 && is_same(reynolds, 10.0) &&
                                is_same(u_max, 0.1);
    if (row != NULL && is_stored_flow)
        for (int i = 0; i < RADII; i++)
            if (is_same(radius, radii[i]))
                return (struct lb_expected_error){false, row->error[i],
                                                  tolerance_of(row, c) * row->error[i]};
    return (struct lb_expected_error){true, 0.0, staircase_bound(c, radius)};
}

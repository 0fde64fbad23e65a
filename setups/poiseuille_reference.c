/* poiseuille_reference.c - errors of the staircase cylinder in double precision, a bound for other
 * cases, and stored runs of the number formats.
 * SPDX-License-Identifier: MIT */
#include "poiseuille_reference.h"

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

/* Groups of moments that change sign with the velocity (docs/theory/collision.md). */
static const char *const odd_groups[] = {"q", "m", "m3", "h", "t5"};

/* The same flow with other velocity sets and collision operators (default magic parameter and
 * rates), FP64, by the host reference of the tests, which repeats the rows above; 0: no run. */
static const struct operator_row {
    const char *lattice, *collision;
    double error[RADII];
} operators[] = {
    {"d3q15", "srt", {1.84771e-1, 7.89442e-2, 3.31580e-2, 1.94168e-2}},
    {"d3q15", "trt", {2.62765e-1, 7.90643e-2, 2.24194e-2, 1.17161e-2}},
    {"d3q15", "mrt", {1.85927e-1, 7.91880e-2, 2.22557e-2, 1.05634e-2}},
    {"d3q15", "rlb", {2.10149e-1, 7.93873e-2, 2.59288e-2, 1.04634e-2}},
    {"d3q19", "trt", {2.01685e-1, 3.93591e-2, 1.24761e-2, 6.35495e-3}},
    {"d3q19", "mrt", {1.41368e-1, 4.49535e-2, 1.23852e-2, 9.72068e-3}},
    {"d3q19", "rlb", {1.76651e-1, 3.93680e-2, 1.58928e-2, 5.40535e-3}},
    {"d3q27", "srt", {1.22320e-1, 4.37070e-2, 2.00196e-2, 9.66706e-3}},
    {"d3q27", "trt", {1.97742e-1, 4.32762e-2, 1.14070e-2, 8.82095e-3}},
    {"d3q27", "mrt", {1.50296e-1, 4.67292e-2, 1.28246e-2, 6.47557e-3}},
    {"d3q27", "rlb", {1.36144e-1, 4.30511e-2, 1.58098e-2, 5.55253e-3}},
    {"d3q13", "mrt", {1.37037e-1, 4.32339e-2, 1.12088e-2, 7.86277e-3}},
};

static bool is_same(double a, double b)
{
    return fabs(a - b) <= same * fabs(b);
}

/* Lambda = (1/w+ - 1/2)(1/w- - 1/2), w- the rate of odd moments, says how far bounce-back misplaces
 * the wall.  MRT has several such rates: the slowest of them.  `factor` is the viscosity at the wall over that of c. */
static double wall_parameter(const struct lb_case *c, double factor)
{
    const double own = lb_case_relaxation_time(c) - 0.5, half = factor * own;
    if (strcmp(c->collision->name, "srt") == 0) return half * half;
    if (strcmp(c->collision->name, "rr") == 0 || strcmp(c->collision->name, "rlb") == 0)
        return 0.5 * half;
    if (!c->collision->has_rates) return own * (1.0 / lb_case_odd_rate(c) - 0.5);
    double slowest = 0.0;
    for (const struct lb_rate *r = c->lattice->rates; r->group != NULL; r++)
        for (size_t i = 0; i < sizeof odd_groups / sizeof odd_groups[0]; i++)
            if (strcmp(r->group, odd_groups[i]) == 0)
                slowest = fmax(slowest, 1.0 / lb_case_rate(c, r) - 0.5);
    return half * slowest;
}

/* Cells of the cross-section within `radius` of the axis, a corner of cells. */
static double enclosed_cells(double radius)
{
    double quarter = 0.0;
    for (double y = 0.5; y < radius; y += 1.0)
        quarter += floor(sqrt(radius * radius - y * y) + 0.5);
    return 4.0 * quarter;
}

/* A channel whose radius is off by d is off by 2 d / R at every point, sqrt(3) 2 d / R in this norm.
 * - The staircase encloses another area than the circle: sqrt(3) (area / (pi R^2) - 1).
 * - Half-way walls on inclined links lie further inwards, the more so the smaller Lambda is, by up
 *   to `inwards` / sqrt(12) cells.
 * - Corners are of second order, and so is the slip, which grows with Lambda.
 * The coefficients hang on the directions that carry momentum along the channel to the wall: across
 * it, D3Q19's are one cell long, D3Q15's all diagonal.  They envelop independent double-precision
 * runs over R = 2 ... 63 and tau = 0.55 ... 5. */
static const struct coefficients {
    const char *lattice;
    double inwards, corners, slip;
} bounds[] = {{"d3q19", 0.55, 0.5, 1.4}, {"d3q15", 0.85, 1.0, 5.0}, {"d3q27", 0.95, 1.0, 2.0}};

static double staircase_bound(const struct lb_case *c, double radius, double wall_factor)
{
    const struct coefficients *b = &bounds[0]; /* D3Q13 carries momentum as D3Q19 does */
    for (size_t i = 0; i < sizeof bounds / sizeof bounds[0]; i++)
        if (strcmp(bounds[i].lattice, c->lattice->name) == 0) b = &bounds[i];
    const double square = radius * radius;
    const double area = sqrt(3.0) * (enclosed_cells(radius) / (acos(-1.0) * square) - 1.0);
    return fmax(fabs(area), fabs(area - b->inwards / radius)) +
           (b->corners + b->slip * wall_parameter(c, wall_factor)) / square;
}

/* --- double precision -------------------------------------------------------------------------- */

/* Index of the radius of a flow that was stored, all of them between half-way walls, or -1. */
static int stored_radius(const struct lb_case *c, double radius, double reynolds, double u_max)
{
    if (c->curved != NULL || !is_same(reynolds, 10.0) || !is_same(u_max, 0.1)) return -1;
    for (int i = 0; i < RADII; i++)
        if (is_same(radius, radii[i])) return i;
    return -1;
}

static bool is_default_operator(const struct lb_case *c)
{
    return c->rates[0].group == NULL && (c->magic <= 0.0 || is_same(c->magic, LB_MAGIC_DEFAULT));
}

static bool is_papers_scheme(const struct lb_case *c)
{
    return strcmp(c->lattice->name, "d3q19") == 0 && strcmp(c->collision->name, "srt") == 0;
}

/* 0: not stored. */
static double error_in_double(const struct lb_case *c, int radius_index)
{
    if (is_papers_scheme(c)) return rows[0].error[radius_index];
    if (!is_default_operator(c)) return 0.0;
    for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++)
        if (strcmp(operators[i].lattice, c->lattice->name) == 0 &&
            strcmp(operators[i].collision, c->collision->name) == 0)
            return operators[i].error[radius_index];
    return 0.0;
}

/* How much more than in double precision is still the same flow.  32 bits without the shift lose
 * three digits to the weights: about 1 % at R = 63. */
double lb_poiseuille_allowance(const struct lb_case *c)
{
    if (c->storage->bits < 32) return 0.25;
    if (c->storage->bits == 64) return 0.001;
    return c->shift ? 0.01 : 0.05;
}

double lb_poiseuille_rounding(const struct lb_case *c, double radius, double reynolds, double u_max)
{
    enum { DIGITS = 24 };
    double sum = 0.0;
    if (c->storage->bits != 32 || stored_radius(c, radius, reynolds, u_max) >= 0) return 0.0;
    for (int i = 0; i < c->lattice->directions; i++) {
        const double w = c->lattice->weight[i];
        const double most = c->shift ? w * u_max / c->lattice->sound_speed_squared : w;
        if (c->lattice->c[i][0] != 0) sum += ldexp(1.0, ilogb(most) - DIGITS);
    }
    return sum / c->force[0];
}

struct lb_expected_error lb_poiseuille_expected_error(const struct lb_case *c, double radius,
                                                      double reynolds, double u_max)
{
    const int i = stored_radius(c, radius, reynolds, u_max);
    const double error = i < 0 ? 0.0 : error_in_double(c, i);
    if (error > 0.0)
        return (struct lb_expected_error){false, error, lb_poiseuille_allowance(c) * error};
    return (struct lb_expected_error){true, 0.0, staircase_bound(c, radius, 1.0)};
}

struct lb_expected_error lb_poiseuille_law_bound(const struct lb_case *c, double radius,
                                                 double wall_factor, double steepness)
{
    return (struct lb_expected_error){true, 0.0,
                                      steepness * staircase_bound(c, radius, wall_factor)};
}

/* --- number formats ---------------------------------------------------------------------------- */

bool lb_poiseuille_stored_run(const struct lb_case *c, double radius, double reynolds, double u_max,
                              struct lb_expected_error *out)
{
    const int radius_index = stored_radius(c, radius, reynolds, u_max);
    if (radius_index < 0) return false;
    /* other operators, and 32 bits without the shift, are as in double precision */
    if (!is_papers_scheme(c) || !c->shift) {
        *out = lb_poiseuille_expected_error(c, radius, reynolds, u_max);
        return !out->is_bound && c->storage->bits >= 32;
    }
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const double error = rows[i].error[radius_index];
        if (rows[i].arithmetic != c->arithmetic || strcmp(rows[i].storage, c->storage->name) != 0)
            continue;
        *out = (struct lb_expected_error){false, error, rows[i].tolerance * error};
        return true;
    }
    return false;
}

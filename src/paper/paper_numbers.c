/* paper_numbers.c - tables and figures that need no flow: codes of 1 (figure 2), the largest equilibria
 * (table 1).
 * SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "case/lattice.h"
#include "case/number_format.h"
#include "reproduce/paper_item.h"

/* --- figure 2 ------------------------------------------------------------------------------------- */

static const struct {
    const char *format;
    uint64_t code;
} ones[] = {{"fp64", 0x3ff0000000000000u},
            {"fp32", 0x3f800000u},
            {"fp16", 0x3c00u},
            {"fp16s", 0x7800u},
            {"fp16c", 0x7800u},
            {"p16_0s", 0x7f80u},
            {"p16_1s", 0x7a00u},
            {"p16_2c", 0x7000u},
            {"int16s", 0x4000u}};
enum { ONES = sizeof ones / sizeof ones[0] };

static void check_ones(struct lb_reproduce *r)
{
    for (size_t n = 0; n < ONES; n++) {
        const struct lb_number_format *f = lb_number_format_find(ones[n].format);
        const double difference = f != NULL ? (double)(f->encode(1.0) - ones[n].code) : 1.0;
        lb_paper_check(r, "the printed code of 1", difference, 0.0, 0.0,
                       "code of 1 in %s less the printed one, %" PRIx64, ones[n].format,
                       ones[n].code);
    }
}

static void write_ones(const struct lb_reproduce *r, FILE *csv)
{
    (void)r;
    fprintf(csv, "format,code\n");
    for (size_t n = 0; n < ONES; n++) {
        const struct lb_number_format *f = lb_number_format_find(ones[n].format);
        if (f != NULL) fprintf(csv, "%s,%" PRIx64 "\n", f->name, f->encode(1.0));
    }
}

const struct lb_paper_item lb_paper_ones = {.name = "ones",
                                            .number = "fig2",
                                            .shows = "the bits of 1 in every format",
                                            .check = check_ones,
                                            .table = write_ones};

/* --- table 1 -------------------------------------------------------------------------------------- */

static const struct {
    const char *lattice;
    double whole, shifted; /* printed: largest |f_eq| / rho, |f_eq - w| / rho */
} extremes[] = {{"d2q9", 0.4444, 0.3036},  {"d3q7", 0.4665, 0.3415},  {"d3q13", 0.5, 0.25},
                {"d3q15", 0.4147, 0.3036}, {"d3q19", 0.3333, 0.1667}, {"d3q27", 0.2963, 0.2024}};
enum { EXTREMES = sizeof extremes / sizeof extremes[0] };

/* Of second order at the sound speed 1/sqrt(3), which the paper takes for every velocity set. */
static double equilibrium(const struct lb_lattice *l, int i, const double u[3])
{
    double cu = 0.0, uu = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        cu += l->c[i][axis] * u[axis];
        uu += u[axis] * u[axis];
    }
    return l->weight[i] * (1.0 + 3.0 * cu + 4.5 * cu * cu - 1.5 * uu);
}

/* At rest and at the sound speed along each of the set's directions. */
static void find_extremes(const struct lb_lattice *l, double *whole, double *shifted)
{
    *whole = *shifted = 0.0;
    for (int j = 0; j < l->directions; j++) {
        double u[3], length = 0.0;
        for (int axis = 0; axis < 3; axis++)
            length += l->c[j][axis] * l->c[j][axis];
        for (int axis = 0; axis < 3; axis++)
            u[axis] = length > 0.0 ? l->c[j][axis] / sqrt(3.0 * length) : 0.0;
        for (int i = 0; i < l->directions; i++) {
            const double f = equilibrium(l, i, u);
            *whole = fmax(*whole, fabs(f));
            *shifted = fmax(*shifted, fabs(f - l->weight[i]));
        }
    }
}

static void check_extremes(struct lb_reproduce *r)
{
    /* rounded up in the paper */
    for (size_t n = 0; n < EXTREMES; n++) {
        const struct lb_lattice *l = lb_lattice_find(extremes[n].lattice);
        double whole = (double)NAN, shifted = (double)NAN;
        if (l != NULL) find_extremes(l, &whole, &shifted);
        lb_paper_check(r, "largest |f_eq| / rho as printed", whole, extremes[n].whole - 1e-4,
                       extremes[n].whole + 5e-5, "%s", extremes[n].lattice);
        lb_paper_check(r, "largest |f_eq - w| / rho as printed", shifted,
                       extremes[n].shifted - 1e-4, extremes[n].shifted + 5e-5, "%s",
                       extremes[n].lattice);
    }
}

static void write_extremes(const struct lb_reproduce *r, FILE *csv)
{
    (void)r;
    fprintf(csv, "lattice,f,f_shifted\n");
    for (size_t n = 0; n < EXTREMES; n++) {
        const struct lb_lattice *l = lb_lattice_find(extremes[n].lattice);
        double whole, shifted;
        if (l == NULL) continue;
        find_extremes(l, &whole, &shifted);
        fprintf(csv, "%s,%.6f,%.6f\n", l->name, whole, shifted);
    }
}

const struct lb_paper_item lb_paper_delta = {.name = "delta",
                                             .number = "tab1",
                                             .shows =
                                                 "the largest equilibria, with and without shift",
                                             .check = check_extremes,
                                             .table = write_extremes};

/* paper_poiseuille.c - figure 4: the error of a channel's profile over its radius.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "reproduce/paper_item.h"

static const int radii[] = {3, 4, 5, 7, 9, 11, 15, 19, 23, 31, 39, 47, 63, 79, 95, 127, 191, 255};
static const int quick_radii[] = {3, 7, 15, 31};
enum { RADII = sizeof radii / sizeof radii[0], QUICK = sizeof quick_radii / sizeof quick_radii[0] };

static size_t count(const struct lb_reproduce *r)
{
    return r->is_quick ? QUICK : RADII;
}

static int radius(const struct lb_reproduce *r, size_t n)
{
    return r->is_quick ? quick_radii[n] : radii[n];
}

static enum lb_status plan(struct lb_reproduce *r, struct lb_error *err)
{
    for (size_t n = 0; n < count(r); n++)
        LB_OK(lb_paper_plan(r, "poiseuille", err, "radius=%d", radius(r, n)));
    return LB_STATUS_OK;
}

static double error_of(const struct lb_reproduce *r, int radius, int format, bool shift)
{
    char values[LB_PAPER_TEXT];
    snprintf(values, sizeof values, "radius=%d", radius);
    return lb_paper_number(r, "poiseuille", values, format, shift, "error_l2");
}

static double ratio_to_fp64(const struct lb_reproduce *r, int radius, int format, bool shift)
{
    return error_of(r, radius, format, shift) / error_of(r, radius, LB_PAPER_FP64, shift);
}

/* The first radius at which the error is 1.5 times that of FP64. */
static double departs_at(const struct lb_reproduce *r, int format)
{
    for (size_t n = 0; n < count(r); n++)
        if (ratio_to_fp64(r, radius(r, n), format, true) > 1.5) return radius(r, n);
    return (double)NAN;
}

/* Of an independent program in FP64. */
static const struct {
    int radius;
    double error;
} known[] = {{3, 0.153637}, {7, 0.0393697}, {15, 0.0194847}, {31, 0.00750768}, {63, 0.00705831}};
enum { KNOWN = sizeof known / sizeof known[0] };

/* The same in 16 bits at R = 63: the order of operations moves them by 10 %. */
static const struct {
    int format;
    const char *name;
    double low, high;
} at_63[] = {{LB_PAPER_FP16S, "FP16S at R = 63", 0.75 * 0.038, 1.25 * 0.038},
             {LB_PAPER_FP16C, "FP16C at R = 63", 0.75 * 0.0193, 1.25 * 0.0193}};
enum { AT_63 = sizeof at_63 / sizeof at_63[0] };

/* Up to this radius 16 bits have almost FP64's error: within this factor. */
enum { SMALL = 15 };
static const double almost = 1.3;

static void check_fp64(struct lb_reproduce *r)
{
    for (size_t n = 0; n < KNOWN; n++)
        lb_paper_check(r, "no number in the paper; an independent program's",
                       error_of(r, known[n].radius, LB_PAPER_FP64, true), 0.999 * known[n].error,
                       1.001 * known[n].error, "FP64 at R = %d", known[n].radius)
            ->answer = LB_PAPER_NOT_COMPARABLE;
}

static void check_formats(struct lb_reproduce *r)
{
    for (size_t n = 0; n < count(r); n++) {
        const int at = radius(r, n);
        for (int f = LB_PAPER_FP64_FP32; f <= LB_PAPER_FP32 && at <= 63; f++)
            lb_paper_check(r, "no difference between FP64, FP64/FP32 and FP32",
                           ratio_to_fp64(r, at, f, true), 0.99, 1.01, "%s over FP64 at R = %d",
                           lb_paper_formats[f], at);
        for (int f = LB_PAPER_FP16; f < LB_PAPER_FORMATS && at <= SMALL; f++)
            lb_paper_check(r, "in small channels almost no difference",
                           ratio_to_fp64(r, at, f, true), 1.0 / almost, almost,
                           "%s over FP64 at R = %d", lb_paper_formats[f], at);
        lb_paper_check(r, "FP64 needs no shift",
                       error_of(r, at, LB_PAPER_FP64, false) / error_of(r, at, LB_PAPER_FP64, true),
                       1.0 - 1e-4, 1.0 + 1e-4, "FP64 without over with shift at R = %d", at);
    }
}

static void check_large(struct lb_reproduce *r)
{
    const double s = error_of(r, 63, LB_PAPER_FP16S, true);
    const double c = error_of(r, 63, LB_PAPER_FP16C, true);
    lb_paper_check(r, "FP16 and FP16S depart first", departs_at(r, LB_PAPER_FP16), 19, 31,
                   "first R at which FP16 has 1.5 times the error");
    lb_paper_check(r, "FP16 and FP16S depart first", departs_at(r, LB_PAPER_FP16S), 19, 31,
                   "first R at which FP16S has 1.5 times the error");
    lb_paper_check(r, "FP16C departs later", departs_at(r, LB_PAPER_FP16C), 39, 63,
                   "first R at which FP16C has 1.5 times the error");
    for (size_t n = 0; n < AT_63; n++)
        lb_paper_check(r, "figure 4", error_of(r, 63, at_63[n].format, true), at_63[n].low,
                       at_63[n].high, "%s", at_63[n].name);
    lb_paper_check(r, "FP16C is more accurate", s / c, 1.5, 2.7, "FP16S over FP16C at R = 63");
    lb_paper_check(r, "posits hold up even better", error_of(r, 63, LB_PAPER_P16_0S, true) / c, 0.0,
                   0.7, "P16_0S over FP16C at R = 63");
    lb_paper_check(r, "posits hold up even better", error_of(r, 63, LB_PAPER_P16_1S, true) / c, 0.0,
                   0.7, "P16_1S over FP16C at R = 63");
    for (int f = LB_PAPER_FP16; f < LB_PAPER_FORMATS; f++)
        lb_paper_check(r, "without shift 16 bits are unfeasible", error_of(r, 63, f, false), 0.1,
                       (double)INFINITY, "%s without shift at R = 63", lb_paper_formats[f]);
}

static void check(struct lb_reproduce *r)
{
    check_fp64(r);
    check_formats(r);
    if (!r->is_quick) check_large(r);
}

static void table(const struct lb_reproduce *r, FILE *csv)
{
    fprintf(csv, "radius");
    for (int shift = 1; shift >= 0; shift--)
        for (int f = 0; f < LB_PAPER_FORMATS; f++)
            fprintf(csv, ",%s%s", lb_paper_formats[f], shift ? "" : " no shift");
    for (size_t n = 0; n < count(r); n++) {
        fprintf(csv, "\n%d", radius(r, n));
        for (int shift = 1; shift >= 0; shift--)
            for (int f = 0; f < LB_PAPER_FORMATS; f++)
                fprintf(csv, ",%.9g", error_of(r, radius(r, n), f, shift == 1));
    }
    fprintf(csv, "\n");
}

static enum lb_status add_bands(const struct lb_reproduce *r, struct lb_paper_figure *f,
                                struct lb_error *err)
{
    double limits[3 * RADII];
    size_t small = 0;
    for (; small < count(r) && radius(r, small) <= SMALL; small++) {
        const double error = error_of(r, radius(r, small), LB_PAPER_FP64, true);
        limits[3 * small] = radius(r, small);
        limits[3 * small + 1] = error / almost;
        limits[3 * small + 2] = error * almost;
    }
    LB_OK(lb_paper_figure_band(f, "where 16 bits with shift may be", limits, small, err));
    for (size_t n = 0; n < AT_63 && !r->is_quick; n++) {
        const double at[] = {63.0, at_63[n].low, at_63[n].high};
        LB_OK(lb_paper_figure_band(f, "", at, 1, err));
    }
    return LB_STATUS_OK;
}

static enum lb_status figure(const struct lb_reproduce *r, struct lb_paper_figure *f,
                             struct lb_error *err)
{
    f->title = "Error of a channel's profile";
    f->x_label = "radius [cells]";
    f->y_label = "L2 error";
    f->x_logarithmic = f->y_logarithmic = true;
    f->has_marks = true;
    LB_OK(add_bands(r, f, err));
    for (int line = 0; line < 2 * LB_PAPER_FORMATS; line++) {
        double *numbers = calloc(2 * count(r), sizeof *numbers);
        LB_NEED(numbers != NULL, LB_STATUS_FAILED, "no memory for a figure");
        for (size_t n = 0; n < count(r); n++) {
            numbers[2 * n] = radius(r, n);
            numbers[2 * n + 1] = error_of(r, radius(r, n), line / 2, line % 2 == 0);
        }
        LB_OK(lb_paper_figure_line(f, line / 2, line % 2 == 0, numbers, count(r), err));
    }
    return LB_STATUS_OK;
}

const struct lb_paper_item lb_paper_poiseuille_radius = {
    .name = "poiseuille-radius",
    .number = "fig4",
    .shows = "error of a channel's profile over its radius",
    .plan = plan,
    .check = check,
    .table = table,
    .figure = figure};

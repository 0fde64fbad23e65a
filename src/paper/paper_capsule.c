/* paper_capsule.c - figure 13: how far a capsule in a shear flow is deformed.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "reproduce/paper_item.h"

/* Published deformations at five capillary numbers, and how near we must come. */
static const struct {
    double capillary, deformation, band;
} published[] = {{0.01, 0.065, 0.08},
                 {0.025, 0.155, 0.08},
                 {0.05, 0.263, 0.05},
                 {0.1, 0.384, 0.05},
                 {0.2, 0.497, 0.05}};
enum { PUBLISHED = sizeof published / sizeof published[0], AT = 3 };

static double band(const struct lb_reproduce *r, size_t n)
{
    return (r->is_quick ? 2.0 : 1.0) * published[n].band;
}

static void write_values(const struct lb_reproduce *r, size_t n, char out[LB_PAPER_TEXT])
{
    snprintf(out, LB_PAPER_TEXT, "%scapillary=%g", r->is_quick ? "quick=1 " : "",
             published[n].capillary);
}

/* In small all formats at one capillary number, without shift a few; FP32 alone at the others. */
static enum lb_status plan(struct lb_reproduce *r, struct lb_error *err)
{
    char values[LB_PAPER_TEXT];
    for (size_t n = 0; n < PUBLISHED; n++)
        for (int f = 0; f < LB_PAPER_FORMATS; f++) {
            const bool is_whole = !r->is_quick || n == AT;
            const bool is_bare = f == LB_PAPER_FP32 || f == LB_PAPER_FP16S || f == LB_PAPER_FP16C ||
                                 f == LB_PAPER_P16_1S;
            write_values(r, n, values);
            if (is_whole || f == LB_PAPER_FP32)
                LB_OK(lb_paper_plan_one(r, "capsule", f, true, values, err));
            if (!r->is_quick || (is_whole && is_bare))
                LB_OK(lb_paper_plan_one(r, "capsule", f, false, values, err));
        }
    return LB_STATUS_OK;
}

static double deformation(const struct lb_reproduce *r, size_t n, int format, bool shift)
{
    char values[LB_PAPER_TEXT];
    write_values(r, n, values);
    return lb_paper_number(r, "capsule", values, format, shift, "taylor_deformation");
}

static void check(struct lb_reproduce *r)
{
    static const char unknown[] = "the cause is not known";
    for (size_t n = 0; n < PUBLISHED; n++)
        lb_paper_check(r, "deformation as in the literature",
                       deformation(r, n, LB_PAPER_FP32, true) / published[n].deformation,
                       1.0 - band(r, n), 1.0 + band(r, n),
                       "FP32 over published, capillary number %g", published[n].capillary);
    const double fp64 = deformation(r, AT, LB_PAPER_FP64, true);
    for (int f = LB_PAPER_FP64_FP32; f < LB_PAPER_FORMATS; f++) {
        const bool is_close = f < LB_PAPER_FP16 || f == LB_PAPER_FP16C;
        struct lb_paper_check *c =
            lb_paper_check(r, is_close ? "insignificant deviations" : "noticeably worse",
                           deformation(r, AT, f, true) / fp64, is_close ? 0.995 : 0.98,
                           is_close ? 1.005 : 1.02, "%s over FP64", lb_paper_formats[f]);
        if (!is_close) lb_paper_differs(c, unknown);
    }
    lb_paper_check(r, "without shift FP32 is still the same",
                   deformation(r, AT, LB_PAPER_FP32, false) / fp64, 0.99, 1.01,
                   "FP32 without shift over FP64");
    /* in small the shear is 38 times as fast, and the shift matters less */
    for (int f = LB_PAPER_FP16; f < LB_PAPER_FORMATS && !r->is_quick; f++)
        lb_paper_check(r, "without shift 16 bits do not give the right outcome",
                       fabs(deformation(r, AT, f, false) / fp64 - 1.0), 0.05, (double)INFINITY,
                       "relative distance of %s without shift from FP64", lb_paper_formats[f]);
}

static void table(const struct lb_reproduce *r, FILE *csv)
{
    fprintf(csv, "capillary,format,shift,taylor_deformation\n");
    for (size_t n = 0; n < PUBLISHED; n++)
        for (int f = 0; f < LB_PAPER_FORMATS; f++)
            for (int shift = 1; shift >= 0; shift--)
                fprintf(csv, "%g,%s,%d,%.9g\n", published[n].capillary, lb_paper_formats[f], shift,
                        deformation(r, n, f, shift == 1));
}

static enum lb_status figure(const struct lb_reproduce *r, struct lb_paper_figure *f,
                             struct lb_error *err)
{
    const double at = published[AT].deformation, apart = band(r, AT);
    const double limits[] = {5.0, (1.0 - apart) * at, (1.0 + apart) * at};
    char values[LB_PAPER_TEXT];
    f->title = "Deformation of a capsule at capillary number 0.1";
    f->x_label = "shear rate x time";
    f->y_label = "Taylor deformation";
    write_values(r, AT, values);
    LB_OK(lb_paper_figure_csv(r, f, "capsule", values, "deformation.csv", "rate_t", "taylor", err));
    double *number = calloc(2, sizeof *number);
    LB_NEED(number != NULL, LB_STATUS_FAILED, "no memory for a figure");
    number[0] = 5.0;
    number[1] = at;
    LB_OK(lb_paper_figure_marks(f, "published", number, 1, err));
    return lb_paper_figure_band(f, "how near FP32 must be", limits, 1, err);
}

const struct lb_paper_item lb_paper_capsule = {.name = "capsule",
                                               .number = "fig13",
                                               .shows = "how far a capsule in shear is deformed",
                                               .plan = plan,
                                               .check = check,
                                               .table = table,
                                               .figure = figure};

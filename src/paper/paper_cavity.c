/* paper_cavity.c - figure 11: the centre lines of a lid-driven cavity.
 * SPDX-License-Identifier: MIT */
#include <math.h>

#include "reproduce/paper_item.h"

static const char *values(const struct lb_reproduce *r)
{
    return r->is_quick ? "length=32 re=100" : "length=128 re=1000";
}

static enum lb_status plan(struct lb_reproduce *r, struct lb_error *err)
{
    return lb_paper_plan(r, "cavity", err, "%s", values(r));
}

/* Root mean square over both centre lines of the difference from FP64's [u0]. */
static double deviation(const struct lb_reproduce *r, int format, bool shift)
{
    const struct lb_run_outcome *a = lb_paper_outcome(r, "cavity", values(r), format, shift);
    const struct lb_run_outcome *b = lb_paper_outcome(r, "cavity", values(r), LB_PAPER_FP64, true);
    double sum = 0.0;
    if (a == NULL || b == NULL || a->curve_count != b->curve_count || a->curve_count == 0)
        return (double)NAN;
    for (size_t n = 0; n < a->curve_count; n++)
        sum += (a->curve[n] - b->curve[n]) * (a->curve[n] - b->curve[n]);
    return sqrt(sum / (double)a->curve_count);
}

static void check(struct lb_reproduce *r)
{
    const double fourth_digit = r->is_quick ? 3e-4 : 1e-3;
    lb_paper_check(r, "constants that add up make FP32 better than the paper's", //
                   deviation(r, LB_PAPER_FP32, true), 0.0, 1e-4, "FP32 from FP64");
    for (int f = LB_PAPER_FP64_FP32; f < LB_PAPER_FORMATS; f++)
        lb_paper_check(r, "differences in the fourth digit", deviation(r, f, true), 0.0,
                       fourth_digit, "%s from FP64", lb_paper_formats[f]);
    for (int f = LB_PAPER_FP16; f < LB_PAPER_FORMATS; f++) {
        lb_paper_check(r, "without shift in the second digit", deviation(r, f, false), 0.0, 2e-2,
                       "%s without shift from FP64", lb_paper_formats[f]);
        lb_paper_check(r, "the shift makes 16 bits better",
                       deviation(r, f, false) / deviation(r, f, true), 3.0, (double)INFINITY,
                       "%s without over with shift", lb_paper_formats[f]);
    }
}

static void table(const struct lb_reproduce *r, FILE *csv)
{
    fprintf(csv, "format,shift,rms_from_fp64\n");
    for (int f = 0; f < LB_PAPER_FORMATS; f++)
        for (int shift = 1; shift >= 0; shift--)
            fprintf(csv, "%s,%d,%.6g\n", lb_paper_formats[f], shift, deviation(r, f, shift == 1));
}

static enum lb_status figure(const struct lb_reproduce *r, struct lb_paper_figure *f,
                             struct lb_error *err)
{
    static const char *const columns[] = {"z", "u_y_reference"};
    double *numbers;
    size_t rows;
    f->title = "Centre line of a lid-driven cavity";
    f->x_label = "z / L";
    f->y_label = "u_y / u0";
    f->has_marks = true;
    LB_OK(lb_paper_figure_csv(r, f, "cavity", values(r), "profile_z.csv", "z", "u_y", err));
    LB_OK(lb_paper_columns(r, "cavity", values(r), LB_PAPER_FP32, true, "reference.csv", columns, 2,
                           &numbers, &rows, err));
    if (rows == 0) return LB_STATUS_OK;
    return lb_paper_figure_marks(f, "spectral method", numbers, rows, err);
}

const struct lb_paper_item lb_paper_cavity = {.name = "cavity",
                                              .number = "fig11",
                                              .shows = "centre lines of a lid-driven cavity",
                                              .plan = plan,
                                              .check = check,
                                              .table = table,
                                              .figure = figure};

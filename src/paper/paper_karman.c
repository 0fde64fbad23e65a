/* paper_karman.c - figure 9: the vortex street's velocity at a probe, its frequency and phase.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "reproduce/paper_item.h"

static const char *values(const struct lb_reproduce *r)
{
    return r->is_quick ? "radius=8" : "radius=32";
}

static enum lb_status plan(struct lb_reproduce *r, struct lb_error *err)
{
    return lb_paper_plan(r, "karman", err, "%s", values(r));
}

static double result(const struct lb_reproduce *r, int format, bool shift, const char *name)
{
    return lb_paper_number(r, "karman", values(r), format, shift, name);
}

/* Behind FP64's, in periods. */
static double phase(const struct lb_reproduce *r, int format, bool shift)
{
    return (result(r, format, shift, "last_rise") - result(r, LB_PAPER_FP64, true, "last_rise")) /
           result(r, LB_PAPER_FP64, true, "period_steps");
}

static double periods(const struct lb_reproduce *r)
{
    const struct lb_run_outcome *o = lb_paper_outcome(r, "karman", values(r), LB_PAPER_FP64, true);
    return o != NULL ? (double)o->steps / lb_run_outcome_result(o, "period_steps") : (double)NAN;
}

static void check_phases(struct lb_reproduce *r)
{
    static const double band[LB_PAPER_FORMATS] = {0.0,  0.0005, 0.0015, 0.06, 0.06,
                                                  0.01, 0.06,   0.01,   0.01};
    for (int f = LB_PAPER_FP64_FP32; f < LB_PAPER_FORMATS; f++)
        lb_paper_check(r, "minuscule phase shifts for FP16, FP16S and P16_0S, none for the others",
                       fabs(phase(r, f, true)), 0.0, band[f], "phase of %s, in periods",
                       lb_paper_formats[f]);
    static const int large[] = {LB_PAPER_FP16, LB_PAPER_FP16S, LB_PAPER_P16_0S, LB_PAPER_P16_1S};
    for (size_t n = 0; n < 4; n++)
        lb_paper_check(r, "large phase shifts without shift",
                       r->is_quick ? (double)NAN : fabs(phase(r, large[n], false)), 0.05,
                       (double)INFINITY, "phase of %s without shift at R = 32, in periods",
                       lb_paper_formats[large[n]])
            ->because = r->is_quick ? "at R = 8 and 16 it is 0.3 to 2.9 %, of either sign" : NULL;
}

static void check(struct lb_reproduce *r)
{
    static const char *const names[] = {"strouhal", "u_x_amplitude", "drag_mean"};
    lb_paper_check(r, "about 50 periods", periods(r), 49.0, 53.0, "periods of FP64");
    for (int f = LB_PAPER_FP64_FP32; f < LB_PAPER_FORMATS; f++)
        for (size_t n = 0; n < 3; n++)
            lb_paper_check(r, "indistinguishable from FP64",
                           result(r, f, true, names[n]) / result(r, LB_PAPER_FP64, true, names[n]),
                           0.99, 1.01, "%s of %s over FP64's", names[n], lb_paper_formats[f]);
    check_phases(r);
}

static void table(const struct lb_reproduce *r, FILE *csv)
{
    fprintf(csv, "format,shift,strouhal,u_x_amplitude,drag_mean,phase\n");
    for (int f = 0; f < LB_PAPER_FORMATS; f++)
        for (int shift = 1; shift >= 0; shift--)
            fprintf(csv, "%s,%d,%.9g,%.9g,%.9g,%.6g\n", lb_paper_formats[f], shift,
                    result(r, f, shift == 1, "strouhal"), result(r, f, shift == 1, "u_x_amplitude"),
                    result(r, f, shift == 1, "drag_mean"), phase(r, f, shift == 1));
}

/* The last period, in which the phases are apart. */
static void keep_end(struct lb_paper_line *line, double period)
{
    const double begin = line->numbers[2 * line->count - 2] - period;
    size_t first = 0;
    while (first < line->count && line->numbers[2 * first] < begin)
        first++;
    line->count -= first;
    memmove(line->numbers, line->numbers + 2 * first, 2 * line->count * sizeof *line->numbers);
}

static enum lb_status figure(const struct lb_reproduce *r, struct lb_paper_figure *f,
                             struct lb_error *err)
{
    const struct lb_run_outcome *o = lb_paper_outcome(r, "karman", values(r), LB_PAPER_FP64, true);
    const double period = o != NULL ? lb_run_outcome_result(o, "period_steps") : (double)NAN;
    f->title = "Velocity in a vortex street, the last period";
    f->x_label = "time [steps]";
    f->y_label = "u_x [cells/step]";
    f->has_marks = true;
    LB_OK(lb_paper_figure_csv(r, f, "karman", values(r), "probe.csv", "step", "ux", err));
    for (size_t n = 0; n < f->count && period > 0.0; n++)
        if (f->lines[n].count > 0) keep_end(&f->lines[n], period);
    return LB_STATUS_OK;
}

const struct lb_paper_item lb_paper_karman = {
    .name = "karman",
    .number = "fig9",
    .shows = "a vortex street at a probe: frequency, amplitude, phase",
    .plan = plan,
    .check = check,
    .table = table,
    .figure = figure};

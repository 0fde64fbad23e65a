/* paper_taylor_green.c - figure 8: how far down the energy of decaying vortices follows the exact curve.
 * SPDX-License-Identifier: MIT */
#include <math.h>

#include "case/number_format.h"
#include "reproduce/paper_item.h"

static const char *values(const struct lb_reproduce *r)
{
    return r->is_quick ? "length=64" : "length=256";
}

static enum lb_status plan(struct lb_reproduce *r, struct lb_error *err)
{
    return lb_paper_plan(r, "taylor-green", err, "%s", values(r));
}

static double result(const struct lb_reproduce *r, int format, bool shift, const char *name)
{
    return lb_paper_number(r, "taylor-green", values(r), format, shift, name);
}

/* 0 where the energy never left the curve. */
static double departure(const struct lb_reproduce *r, int format, bool shift)
{
    const struct lb_run_outcome *o = lb_paper_outcome(r, "taylor-green", values(r), format, shift);
    const double left = o != NULL ? lb_run_outcome_result(o, "departure") : (double)NAN;
    return o != NULL && isnan(left) ? 0.0 : left;
}

/* Their energy levels off at about epsilon squared: within a factor of 10, at L = 256. */
enum { FLOATS = 3 };
static const struct {
    int format;
    const char *storage;
} floats[FLOATS] = {{LB_PAPER_FP16, "fp16"}, {LB_PAPER_FP16S, "fp16s"}, {LB_PAPER_FP16C, "fp16c"}};
static const double level_low = 0.1, level_high = 10.0;

static double squared_epsilon(size_t n)
{
    const double epsilon = lb_number_format_find(floats[n].storage)->epsilon;
    return epsilon * epsilon;
}

static void check(struct lb_reproduce *r)
{
    for (size_t n = 0; n < FLOATS && !r->is_quick; n++)
        lb_paper_check(r, "the energy levels off at about epsilon squared",
                       departure(r, floats[n].format, true) / squared_epsilon(n), level_low,
                       level_high, "departure of %s over epsilon squared", floats[n].storage);
    for (int f = 0; f < LB_PAPER_FORMATS; f++) {
        const double rate =
            result(r, f, true, "decay_rate") / result(r, f, true, "decay_rate_exact");
        const double band = f < LB_PAPER_FP16 ? 0.001 : 0.05;
        lb_paper_check(r, "energy decays as exp(-4 nu k^2 t)", rate, 1.0 - band, 1.0 + band,
                       "decay rate of %s over the exact one", lb_paper_formats[f]);
    }
    for (int f = LB_PAPER_FP16; f < LB_PAPER_FORMATS; f++)
        lb_paper_check(r, "without the shift accuracy is lost in all formats",
                       departure(r, f, false) / departure(r, f, true), 30.0, (double)INFINITY,
                       "departure of %s without over with shift", lb_paper_formats[f]);
}

static void table(const struct lb_reproduce *r, FILE *csv)
{
    fprintf(csv, "format,shift,departure,energy_ratio_final,decay_rate,decay_rate_exact\n");
    for (int f = 0; f < LB_PAPER_FORMATS; f++)
        for (int shift = 1; shift >= 0; shift--)
            fprintf(csv, "%s,%d,%.6g,%.6g,%.9g,%.9g\n", lb_paper_formats[f], shift,
                    departure(r, f, shift == 1), result(r, f, shift == 1, "energy_ratio_final"),
                    result(r, f, shift == 1, "decay_rate"),
                    result(r, f, shift == 1, "decay_rate_exact"));
}

static enum lb_status figure(const struct lb_reproduce *r, struct lb_paper_figure *f,
                             struct lb_error *err)
{
    f->title = "Energy of decaying vortices";
    f->x_label = "time [steps]";
    f->y_label = "energy over energy at the start";
    f->y_logarithmic = true;
    for (size_t n = 0; n < FLOATS && !r->is_quick; n++) {
        const double low = level_low * squared_epsilon(n), high = level_high * squared_epsilon(n);
        const double limits[] = {-(double)INFINITY, low, high, (double)INFINITY, low, high};
        LB_OK(lb_paper_figure_band(f, n == 0 ? "where FP16, FP16S and FP16C may depart" : "",
                                   limits, 2, err));
    }
    return lb_paper_figure_csv(r, f, "taylor-green", values(r), "energy.csv", "step",
                               "energy_ratio", err);
}

const struct lb_paper_item lb_paper_taylor_green = {
    .name = "taylor-green",
    .number = "fig8",
    .shows = "how far down decaying vortices follow the exact energy",
    .plan = plan,
    .check = check,
    .table = table,
    .figure = figure};

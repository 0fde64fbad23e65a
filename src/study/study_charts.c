/* study_charts.c - charts of studies are drawn by python/sluice_lbm/charts.py from the tables that are there.
 * SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "plot/picture_choice.h"
#include "python/python_package.h"
#include "study/compare_internal.h"
#include "study/ensemble_counts.h"
#include "study/ensemble_internal.h"

/* Tables that setups write beside their time series, where there is a profile. */
static const char *const profiles[] = {"profile.csv", "profile_x.csv", "profile_y.csv",
                                       "profile_z.csv", NULL};

static struct lb_json begin(const char *chart, const struct lb_study *s,
                            const struct lb_setup *setup)
{
    struct lb_json w = lb_json_begin(NULL);
    lb_json_text(&w, "chart", chart);
    lb_json_text(&w, "folder", s->folder);
    lb_json_text(&w, "setup", setup->name);
    return w;
}

/* --- comparisons ------------------------------------------------------------------------------ */

/* Endings of the kinds that charts= says, which has been checked. */
static void add_kinds(struct lb_json *w, const struct lb_comparison *c)
{
    bool kinds[LB_CHART_KINDS] = {false};
    struct lb_json list = lb_json_list(w, "kinds");
    lb_chart_kinds_read(lb_values_text(c->study.request->run.values, "charts"), kinds, NULL);
    for (int kind = 0; kind < LB_CHART_KINDS; kind++)
        if (kinds[kind]) lb_json_text(&list, NULL, lb_chart_kinds[kind]);
}

static void add_row(struct lb_json *list, const struct lb_compare_row *row)
{
    char label[LB_PRECISION_NAME_SIZE + 32];
    snprintf(label, sizeof label, "%s%s", row->precision,
             lb_precision_rounding(&row->run->precision)->suffix);
    struct lb_json o = lb_json_object(list, NULL);
    lb_json_text(&o, "folder", row->run->name);
    lb_json_text(&o, "label", label);
    lb_json_bool(&o, "shift", row->run->shift);
    lb_json_number(&o, "bytes_per_cell", row->run->outcome.bytes_per_cell);
    lb_json_number(&o, "deviation", row->deviation);
}

void lb_compare_draw(const struct lb_comparison *c)
{
    if (c->reference < 0) return;
    struct lb_json w = begin("compare", &c->study, c->setup);
    add_kinds(&w, c);
    lb_json_text(&w, "reference", c->rows[c->reference].precision);
    lb_json_number(&w, "planned", (double)c->study.count);
    struct lb_json runs = lb_json_list(&w, "runs");
    for (size_t n = 0; n < c->study.count; n++)
        if (c->rows[n].run->state == LB_STUDY_RAN) add_row(&runs, &c->rows[n]);
    struct lb_json files = lb_json_list(&w, "files");
    for (const struct lb_series *s = c->setup->series; s != NULL && s->file != NULL; s++)
        lb_json_text(&files, NULL, s->file);
    for (const char *const *file = profiles; *file != NULL; file++)
        lb_json_text(&files, NULL, *file);
    lb_python_draw(&w);
}

/* --- ensembles -------------------------------------------------------------------------------- */

void lb_ensemble_draw(const struct lb_ensemble *e, size_t quantities)
{
    const struct lb_ensemble_plan *plan = e->setup->ensemble;
    struct lb_json w = begin("ensemble", &e->study, e->setup);
    lb_json_text(&w, "by", plan->by);
    lb_json_text(&w, "by_label", plan->by_label);
    lb_json_number(&w, "min", plan->min);
    lb_json_number(&w, "max", plan->max);
    struct lb_json list = lb_json_list(&w, "quantities");
    for (size_t q = 0; q < quantities; q++)
        lb_json_text(&list, NULL, lb_ensemble_quantity(plan, q));
    lb_python_draw(&w);
}

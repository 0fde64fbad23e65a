/* error_bars.c - error bars of a run's results, from its twins.
 * SPDX-License-Identifier: MIT */
#include "run/error_bars.h"

#include <math.h>
#include <string.h>

#include "analysis/grid_uncertainty.h"
#include "run/run_internal.h"

static const double two_sigma = 2.0;

const char *const lb_error_share_names[LB_SHARES] = {"grid", "time", "format", "compressibility",
                                                     "box"};

/* --- results of twins in the run's units ----------------------------------------------------------- */

/* Over its exact value, where one is known: nothing of the unit is left. */
static double value_in(const struct lb_run_outcome *o, const struct lb_run_value *r,
                       const struct lb_key_result *key, struct lb_rescaling scale)
{
    const double value = lb_run_outcome_result(o, r->name);
    const double exact = key != NULL ? lb_run_outcome_result(o, key->exact) : (double)NAN;
    return isfinite(exact) ? value / exact : value / lb_unit_factor(r->unit, scale);
}

static double result_of(const struct lb_run *run, const char *name)
{
    const struct lb_run_value *r =
        lb_run_value_named(run->found.results, run->found.result_count, name);
    return r != NULL ? r->value : (double)NAN;
}

static const struct lb_key_result *find_key(const struct lb_run *run, const char *name)
{
    for (const struct lb_key_result *k = run->setup->key_results; k != NULL && k->name != NULL; k++)
        if (strcmp(k->name, name) == 0) return k;
    return NULL;
}

/* --- shares ---------------------------------------------------------------------------------------- */

struct looked_at {
    const struct lb_run *run;
    const struct lb_twins *twins;
    const struct lb_run_value *result;
    const struct lb_key_result *key; /* NULL: none */
    struct lb_error_sources from;
    double exact; /* what values are taken relative to; 1 without an exact one */
};

static double twin_value(const struct looked_at *l, const struct lb_twin *twin)
{
    if (twin == NULL || twin->outcome->end != LB_RUN_DONE) return (double)NAN;
    return l->exact * value_in(twin->outcome, l->result, l->key, twin->scale);
}

static const struct lb_twin *find_twin(const struct lb_twins *t, enum lb_twin_kind kind)
{
    for (int n = 0; n < t->count; n++)
        if (t->twin[n].kind == kind) return &t->twin[n];
    return NULL;
}

static const struct lb_twin *coarsest(const struct lb_twins *t)
{
    const struct lb_twin *last = NULL;
    for (int n = 0; n < t->count && t->twin[n].kind == LB_TWIN_GRID; n++)
        last = &t->twin[n];
    return last;
}

static void find_grid_share(const struct looked_at *l, struct lb_error_bar *bar)
{
    struct lb_grid_value grids[LB_GRIDS_MOST] = {{1.0, l->result->value}};
    size_t count = 1;
    bar->share[LB_SHARE_GRID] = bar->order = (double)NAN;
    bar->value = l->result->value;
    for (int n = 0; n < l->twins->count && l->twins->twin[n].kind == LB_TWIN_GRID; n++) {
        const double value = twin_value(l, &l->twins->twin[n]);
        if (!isfinite(value)) return;
        grids[count++] = (struct lb_grid_value){1.0 / l->twins->twin[n].scale.cells, value};
    }
    for (size_t n = 0; n < count; n++)
        bar->grids[n] = grids[n].value;
    bar->grid_count = (int)count;
    if (count < LB_GRIDS_LEAST) return;
    const struct lb_grid_uncertainty u = lb_grid_uncertainty(grids, count);
    bar->value = u.value;
    bar->share[LB_SHARE_GRID] = u.half_width;
    bar->order = u.order;
    bar->is_even = u.is_even;
}

/* What the coarsest grid's other twin differs by. */
static double difference(const struct looked_at *l, enum lb_twin_kind kind)
{
    return fabs(twin_value(l, find_twin(l->twins, kind)) - twin_value(l, coarsest(l->twins)));
}

/* On finer grids rounding meets smaller changes of a step, and more steps. */
static double find_format_share(const struct looked_at *l)
{
    const struct lb_twin *last = coarsest(l->twins);
    const double finer = last != NULL ? 1.0 / last->scale.cells : 1.0;
    if (find_twin(l->twins, LB_TWIN_DOUBLE) == NULL) return 0.0;
    return finer * finer * difference(l, LB_TWIN_DOUBLE);
}

static double find_time_share(const struct looked_at *l)
{
    const bool is_sure = !l->from.needs_steady || l->run->found.is_steady;
    const double half_width = result_of(l->run, l->from.of_time);
    if (l->from.of_time[0] == '\0') return is_sure ? 0.0 : (double)NAN;
    return l->from.is_time_sigma ? two_sigma * half_width : half_width;
}

static double find_box_share(const struct looked_at *l)
{
    if (l->from.of_box[0] != '\0') return result_of(l->run, l->from.of_box);
    return l->from.is_in_open_space ? (double)NAN : 0.0;
}

/* The others say nothing without the grid's. */
static double total_of(const double share[LB_SHARES])
{
    double squares = 0.0;
    for (int k = 0; k < LB_SHARES; k++)
        if (isfinite(share[k])) squares += share[k] * share[k];
    return isfinite(share[LB_SHARE_GRID]) ? sqrt(squares) : (double)NAN;
}

/* --- words ---------------------------------------------------------------------------------------- */

static size_t add_share(char *out, size_t used, const char *name, double share)
{
    const char *before = out[used - 1] == '(' ? "" : ", ";
    const size_t size = LB_ERROR_BAR_TEXT - used;
    if (!isfinite(share))
        return used + (size_t)snprintf(out + used, size, "%s%s unknown", before, name);
    if (!(share > 0.0)) return used;
    return used + (size_t)snprintf(out + used, size, "%s%s %.2g", before, name, share);
}

const char *lb_error_bar_text(const struct lb_error_bar *bar, char out[LB_ERROR_BAR_TEXT])
{
    const bool has_unit = strcmp(bar->unit, "1") != 0;
    const size_t size = LB_ERROR_BAR_TEXT;
    const char *unit = has_unit ? bar->unit : "", *before = has_unit ? " " : "";
    size_t used = isfinite(bar->half_width)
                      ? (size_t)snprintf(out, size, "%s %.5g +- %.2g%s%s (", bar->name, bar->value,
                                         bar->half_width, before, unit)
                      : (size_t)snprintf(out, size, "%s %.5g%s%s without a bar (", bar->name,
                                         bar->value, before, unit);
    for (int k = 0; k < LB_SHARES; k++)
        used = add_share(out, used, lb_error_share_names[k], bar->share[k]);
    if (bar->is_even) {
        snprintf(out + used, size - used, "; order %.2g)", bar->order);
        return out;
    }
    if (bar->grid_count > 0 && !(bar->share[LB_SHARE_GRID] > 0.0)) {
        snprintf(out + used, size - used, "%sthe same on all grids)",
                 out[used - 1] == '(' ? "" : "; ");
        return out;
    }
    for (int n = bar->grid_count; n-- > 0;)
        used += (size_t)snprintf(out + used, size - used, "%s%.6g",
                                 n == bar->grid_count - 1 ? "; " : ", ", bar->grids[n]);
    snprintf(out + used, size - used, bar->grid_count > 0 ? " do not converge evenly)" : ")");
    return out;
}

/* --- which results --------------------------------------------------------------------------------- */

static bool has_bar(struct looked_at *l)
{
    const struct lb_setup *setup = l->run->setup;
    if (!isfinite(l->result->value)) return false;
    if (setup->find_error_sources != NULL)
        return setup->find_error_sources(l->run->values, l->result->name, &l->from);
    return l->key != NULL && l->key->kind == LB_KEY_VALUE;
}

static struct looked_at look_at(const struct lb_run *run, const struct lb_run_value *r)
{
    const struct lb_key_result *key = find_key(run, r->name);
    const double exact = key != NULL ? result_of(run, key->exact) : (double)NAN;
    return (struct looked_at){.run = run,
                              .twins = run->request.twins,
                              .result = r,
                              .key = key,
                              .exact = isfinite(exact) ? exact : 1.0};
}

static struct lb_error_bar find_bar(const struct looked_at *l)
{
    struct lb_error_bar bar = {.measured = l->result->value};
    snprintf(bar.name, sizeof bar.name, "%s", l->result->name);
    snprintf(bar.unit, sizeof bar.unit, "%s", l->result->unit);
    find_grid_share(l, &bar);
    bar.share[LB_SHARE_TIME] = find_time_share(l);
    bar.share[LB_SHARE_FORMAT] = find_format_share(l);
    /* it goes with the square of the speed */
    bar.share[LB_SHARE_COMPRESSIBILITY] = 4.0 / 3.0 * difference(l, LB_TWIN_SLOW);
    bar.share[LB_SHARE_BOX] = find_box_share(l);
    bar.half_width = total_of(bar.share);
    return bar;
}

/* --- verdicts -------------------------------------------------------------------------------------- */

/* "drag" of a case file judges the result "expect.drag", "drag without sides" "drag_without_sides". */
static bool is_of(const struct lb_error_bar *bar, const struct lb_run_check *v)
{
    const char *expect = "expect.", *name = bar->name;
    size_t n = 0;
    if (strncmp(name, expect, strlen(expect)) == 0) name += strlen(expect);
    while (name[n] != '\0' && (name[n] == v->name[n] || (name[n] == '_' && v->name[n] == ' ')))
        n++;
    return name[n] == v->name[n] && !(fabs(bar->measured - v->measured) > 0.0);
}

/* Whether nothing is unsure of what the result should be. */
static bool is_exact(const struct lb_run *run, const struct lb_error_bar *bar)
{
    const struct lb_key_result *key = find_key(run, bar->name);
    double exact;
    if (key != NULL && key->exact != NULL) return true;
    return run->setup->find_exact != NULL &&
           strncmp(bar->name, "expect.", strlen("expect.")) == 0 &&
           run->setup->find_exact(run->values, bar->name, &exact);
}

static bool is_whole(const struct lb_error_bar *bar)
{
    bool is_known = bar->half_width > 0.0;
    for (int k = 0; k < LB_SHARES; k++)
        is_known = is_known && isfinite(bar->share[k]);
    return is_known;
}

/* A bar that lacks a share, or is none, cannot say that something is outside of it. */
static void judge(struct lb_run *run, const struct lb_error_bar *bar)
{
    struct lb_run_findings *f = &run->found;
    for (int n = 0; n < f->verdict_count; n++) {
        struct lb_run_check *v = &f->verdicts[n];
        if (v->is_bookkeeping || v->is_range || v->at_least || v->at_most || !is_of(bar, v))
            continue;
        if (!is_whole(bar)) continue;
        if (bar->half_width > v->tolerance) {
            lb_run_not_judged(run,
                              "%s: its error bar, %.2g, is wider than the %.2g by which it would "
                              "be judged: finer grids are needed",
                              v->name, bar->half_width, v->tolerance);
            memmove(v, v + 1, (size_t)(--f->verdict_count - n) * sizeof *v);
            n--;
            continue;
        }
        /* what a reference is known to counts, too: a finer grid does not make it better */
        v->tolerance = is_exact(run, bar) ? bar->half_width : hypot(bar->half_width, v->tolerance);
        v->measured = bar->value;
        v->pass = fabs(bar->value - v->expected) <= v->tolerance;
        v->is_by_bar = true;
    }
}

void lb_run_find_error_bars(struct lb_run *run)
{
    struct lb_run_findings *f = &run->found;
    const struct lb_twins *t = run->request.twins;
    if (t == NULL || lb_run_is_stopped_early(run)) return;
    for (int n = 0; n < t->count; n++)
        if (t->twin[n].outcome->end != LB_RUN_DONE)
            lb_run_warn(run,
                        "the twin %s came to no results, and what it would tell of the error bars "
                        "is not known%s%s",
                        t->twin[n].name, t->twin[n].outcome->failure[0] != '\0' ? ": " : "",
                        t->twin[n].outcome->failure);
    for (int n = 0; n < f->result_count && f->bar_count < LB_RUN_MAX_BARS; n++) {
        struct looked_at l = look_at(run, &f->results[n]);
        if (!has_bar(&l)) continue;
        f->bars[f->bar_count] = find_bar(&l);
        judge(run, &f->bars[f->bar_count++]);
    }
}

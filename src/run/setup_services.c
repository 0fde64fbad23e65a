/* setup_services.c - services of a run for its setup (run/setup.h).
 * SPDX-License-Identifier: MIT */
#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/named_table.h"
#include "base/suggest.h"
#include "measure/double_twin.h"
#include "peers/peers.h"
#include "ranks/own_ranks.h"
#include "output/output_files.h"
#include "run/run_internal.h"

uint64_t lb_run_step(const struct lb_run *run)
{
    return run->solver == NULL ? 0 : lb_solver_step(run->solver);
}

const struct lb_case *lb_run_case(const struct lb_run *run)
{
    return &run->c;
}

struct lb_solver *lb_run_solver(struct lb_run *run)
{
    return run->solver;
}

void lb_run_stop(struct lb_run *run)
{
    run->ending.stop_asked = true;
}

bool lb_run_is_stopped_early(const struct lb_run *run)
{
    return run->ending.end == LB_RUN_INTERRUPTED || run->ending.end == LB_RUN_TERMINATED ||
           run->ending.end == LB_RUN_MAX_WALL || run->ending.end == LB_RUN_UNSAVED;
}

void lb_run_diverged(struct lb_run *run, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(run->ending.failure, sizeof run->ending.failure, format, arguments);
    va_end(arguments);
    const size_t used = strlen(run->ending.failure);
    snprintf(run->ending.failure + used, sizeof run->ending.failure - used, "; %s may help",
             run->plan.cure[0] != '\0'
                 ? run->plan.cure
                 : "a lower velocity, a larger viscosity or a finer resolution");
    if (run->seen.diverged_step == 0) run->seen.diverged_step = lb_run_step(run);
    run->ending.end = LB_RUN_DIVERGED;
}

void lb_run_progress(struct lb_run *run, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(run->note, sizeof run->note, format, arguments);
    va_end(arguments);
}

void lb_run_result(struct lb_run *run, const char *name, double value, const char *unit)
{
    assert(run->found.result_count < LB_RUN_MAX_RESULTS && "raise LB_RUN_MAX_RESULTS");
    if (run->found.result_count == LB_RUN_MAX_RESULTS) return;
    struct lb_run_value *result = &run->found.results[run->found.result_count++];
    snprintf(result->name, sizeof result->name, "%s", name);
    snprintf(result->unit, sizeof result->unit, "%s", unit == NULL ? "1" : unit);
    result->value = value;
}

void lb_run_verdict(struct lb_run *run, const char *name, double measured, double expected,
                    double tolerance, bool pass)
{
    assert(run->found.verdict_count < LB_RUN_MAX_VERDICTS && "raise LB_RUN_MAX_VERDICTS");
    if (run->found.verdict_count == LB_RUN_MAX_VERDICTS) return;
    struct lb_run_check *check = &run->found.verdicts[run->found.verdict_count++];
    *check = (struct lb_run_check){
        .measured = measured, .expected = expected, .tolerance = tolerance, .pass = pass};
    snprintf(check->name, sizeof check->name, "%s", name);
}

void lb_run_bookkeeping(struct lb_run *run, const char *name, double measured, double expected,
                        double tolerance, bool pass)
{
    const int count = run->found.verdict_count;
    lb_run_verdict(run, name, measured, expected, tolerance, pass);
    if (run->found.verdict_count > count) run->found.verdicts[count].is_bookkeeping = true;
}

void lb_run_verdict_between(struct lb_run *run, const char *name, double measured, double low,
                            double high)
{
    const int count = run->found.verdict_count;
    lb_run_verdict(run, name, measured, 0.5 * (low + high), 0.5 * (high - low),
                   measured >= low && measured <= high);
    if (run->found.verdict_count > count) run->found.verdicts[count].is_range = true;
}

const char *lb_run_unit_of(const struct lb_run *run, const char *result)
{
    const struct lb_run_value *r =
        lb_run_value_named(run->found.results, run->found.result_count, result);
    return r != NULL ? r->unit : "1";
}

void lb_run_note_steady(struct lb_run *run)
{
    run->found.is_steady = true;
}

void lb_run_verdict_at_least(struct lb_run *run, const char *name, double measured, double least)
{
    const int count = run->found.verdict_count;
    lb_run_verdict(run, name, measured, least, 0.0, measured >= least);
    if (run->found.verdict_count > count) run->found.verdicts[count].at_least = true;
}

void lb_run_verdict_at_most(struct lb_run *run, const char *name, double measured, double expected,
                            double tolerance)
{
    const int count = run->found.verdict_count;
    lb_run_verdict(run, name, measured, expected, tolerance, measured <= expected + tolerance);
    if (run->found.verdict_count > count) run->found.verdicts[count].at_most = true;
}

void lb_run_comparison(struct lb_run *run, const char *name, double measured, double expected,
                       double tolerance)
{
    assert(run->found.comparison_count < LB_RUN_MAX_COMPARISONS && "raise LB_RUN_MAX_COMPARISONS");
    if (run->found.comparison_count == LB_RUN_MAX_COMPARISONS) return;
    struct lb_run_check *check = &run->found.comparisons[run->found.comparison_count++];
    *check = (struct lb_run_check){.measured = measured,
                                   .expected = expected,
                                   .tolerance = tolerance,
                                   .pass = fabs(measured - expected) <= tolerance};
    snprintf(check->name, sizeof check->name, "%s", name);
}

void lb_run_not_judged(struct lb_run *run, const char *format, ...)
{
    assert(run->found.not_judged_count < LB_RUN_MAX_NOT_JUDGED && "raise LB_RUN_MAX_NOT_JUDGED");
    if (run->found.not_judged_count == LB_RUN_MAX_NOT_JUDGED || lb_run_is_stopped_early(run))
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(run->found.not_judged[run->found.not_judged_count++], LB_RUN_SENTENCE_SIZE, format,
              arguments);
    va_end(arguments);
}

enum lb_status lb_run_in_double(struct lb_run *run, uint64_t steps, double *u, bool *is_known,
                                struct lb_error *err)
{
    const struct lb_case *c = &run->c;
    *is_known = false;
    if (lb_peers_count(lb_ranks()) > 1 || c->surface.exists || lb_case_has_markers(c))
        return LB_STATUS_OK;
    return lb_double_twin(c, run->solver, run->device, &run->request.places, steps, u, is_known,
                          err);
}

enum lb_status lb_run_curve(struct lb_run *run, const double *numbers, size_t count,
                            struct lb_error *err)
{
    double *copy = malloc(count * sizeof *copy);
    if (copy == NULL)
        return lb_fail(err, LB_STATUS_FAILED, "no memory for a curve of %zu numbers", count);
    memcpy(copy, numbers, count * sizeof *copy);
    free(run->found.curve);
    run->found.curve = copy;
    run->found.curve_count = count;
    return LB_STATUS_OK;
}

/* --- outputs ---------------------------------------------------------------------------------- */

enum lb_status lb_run_add_row(struct lb_run *run, int n, const double *row, struct lb_error *err)
{
    return lb_series_add_row(&run->outputs, n, row, err);
}

const struct lb_table *lb_run_rows(const struct lb_run *run, int n)
{
    return lb_series_rows(&run->outputs, n);
}

enum lb_status lb_run_fetch_records(struct lb_run *run, struct lb_error *err)
{
    return lb_outputs_at(&run->outputs, LB_OUTPUT_FETCH, err);
}

struct lb_chart_series lb_run_line(const struct lb_run *run, int n, const char *label, size_t x,
                                   size_t y)
{
    const struct lb_table *t = lb_run_rows(run, n);
    return (struct lb_chart_series){.label = label,
                                    .x = t->numbers != NULL ? t->numbers + x : NULL,
                                    .y = t->numbers != NULL ? t->numbers + y : NULL,
                                    .count = t->rows,
                                    .stride = t->columns};
}

/* No output of the run has the same. */
static enum lb_status claim(struct lb_run *run, const char *name, struct lb_error *err)
{
    return lb_file_names_claim(&run->outputs.services.names, name, run->setup->name, err);
}

enum lb_status lb_run_write_csv(struct lb_run *run, const char *name, const char *columns,
                                const double *numbers, size_t rows, size_t column_count,
                                struct lb_error *err)
{
    LB_OK(claim(run, name, err));
    return lb_output_write_csv(&run->outputs.services, name, columns, numbers, rows, column_count,
                               err);
}

enum lb_status lb_run_write_chart(struct lb_run *run, const char *name,
                                  const struct lb_chart *chart, struct lb_error *err)
{
    LB_OK(claim(run, name, err));
    return lb_charts_draw(&run->outputs.services, name, chart, err);
}

enum lb_status lb_run_write_picture(struct lb_run *run, const char *name,
                                    const struct lb_picture *picture, struct lb_error *err)
{
    LB_OK(claim(run, name, err));
    return lb_pictures_draw(&run->outputs, name, picture, err);
}

enum lb_status lb_run_write_scene(struct lb_run *run, const char *name,
                                  const struct lb_scene *scene, struct lb_error *err)
{
    LB_OK(claim(run, name, err));
    return lb_pictures_draw_scene(&run->outputs, name, scene, err);
}

enum lb_status lb_run_write_points(struct lb_run *run, const char *name,
                                   const struct lb_points_view *view, struct lb_error *err)
{
    char files[LB_OUTPUT_NAME_SIZE];
    snprintf(files, sizeof files, "%.50s-#.vtp", name);
    LB_OK(claim(run, files, err));
    return lb_surfaces_write_points(&run->outputs, name, view, err);
}

enum lb_status lb_run_surface(struct lb_run *run, bool is_closed, struct lb_mesh *out,
                              struct lb_error *err)
{
    return lb_surfaces_find(&run->outputs.services, is_closed, out, err);
}

enum lb_status lb_run_write_surface(struct lb_run *run, struct lb_error *err)
{
    return lb_surfaces_write(&run->outputs, err);
}

/* Not beside the list, which tests replace by their own. */
enum lb_status lb_lookup_setup(const char *word, const char *where, const struct lb_setup **out,
                               struct lb_error *err)
{
    const char *names[LB_MAX_NAMES + 1];
    size_t found;
    LB_LIST_NAMES(lb_setups, names);
    enum lb_status st = lb_suggest_find(word, names, where, "setup", &found, err);
    if (st == LB_STATUS_OK) *out = lb_setups[found];
    return st;
}

void lb_plan_add_fact(struct lb_plan *plan, const char *name, double value, const char *unit,
                      const char *remark)
{
    if (plan->fact_count < LB_PLAN_FACTS)
        plan->facts[plan->fact_count++] = (struct lb_plan_fact){name, unit, value, remark};
}

void lb_plan_add_note(struct lb_plan *plan, const char *text)
{
    if (plan->note_count == LB_PLAN_NOTES) return;
    char *note = plan->notes[plan->note_count++];
    memcpy(note, text, strnlen(text, LB_PLAN_NOTE_SIZE - 1));
}

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
#include "run/run_internal.h"

/* Enough for the exact number, without digits that single precision does not have. */
enum { DIGITS_FP32 = 9, DIGITS_FP64 = 17 };

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
    run->stop_asked = true;
}

bool lb_run_is_stopped_early(const struct lb_run *run)
{
    return run->end == LB_RUN_INTERRUPTED || run->end == LB_RUN_TERMINATED ||
           run->end == LB_RUN_MAX_WALL || run->end == LB_RUN_UNSAVED;
}

void lb_run_diverged(struct lb_run *run, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(run->failure, sizeof run->failure, format, arguments);
    va_end(arguments);
    const size_t used = strlen(run->failure);
    snprintf(run->failure + used, sizeof run->failure - used, "; %s may help",
             run->plan.cure[0] != '\0'
                 ? run->plan.cure
                 : "a lower velocity, a larger viscosity or a finer resolution");
    if (run->diverged_step == 0) run->diverged_step = lb_run_step(run);
    run->end = LB_RUN_DIVERGED;
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
    assert(run->result_count < LB_RUN_MAX_RESULTS && "raise LB_RUN_MAX_RESULTS");
    if (run->result_count == LB_RUN_MAX_RESULTS) return;
    struct lb_run_value *result = &run->results[run->result_count++];
    snprintf(result->name, sizeof result->name, "%s", name);
    snprintf(result->unit, sizeof result->unit, "%s", unit == NULL ? "1" : unit);
    result->value = value;
}

void lb_run_verdict(struct lb_run *run, const char *name, double measured, double expected,
                    double tolerance, bool pass)
{
    assert(run->verdict_count < LB_RUN_MAX_VERDICTS && "raise LB_RUN_MAX_VERDICTS");
    if (run->verdict_count == LB_RUN_MAX_VERDICTS) return;
    struct lb_run_check *check = &run->verdicts[run->verdict_count++];
    *check = (struct lb_run_check){
        .measured = measured, .expected = expected, .tolerance = tolerance, .pass = pass};
    snprintf(check->name, sizeof check->name, "%s", name);
}

void lb_run_bookkeeping(struct lb_run *run, const char *name, double measured, double expected,
                        double tolerance, bool pass)
{
    const int count = run->verdict_count;
    lb_run_verdict(run, name, measured, expected, tolerance, pass);
    if (run->verdict_count > count) run->verdicts[count].is_bookkeeping = true;
}

void lb_run_verdict_at_most(struct lb_run *run, const char *name, double measured, double expected,
                            double tolerance)
{
    const int count = run->verdict_count;
    lb_run_verdict(run, name, measured, expected, tolerance, measured <= expected + tolerance);
    if (run->verdict_count > count) run->verdicts[count].at_most = true;
}

void lb_run_comparison(struct lb_run *run, const char *name, double measured, double expected,
                       double tolerance)
{
    assert(run->comparison_count < LB_RUN_MAX_COMPARISONS && "raise LB_RUN_MAX_COMPARISONS");
    if (run->comparison_count == LB_RUN_MAX_COMPARISONS) return;
    struct lb_run_check *check = &run->comparisons[run->comparison_count++];
    *check = (struct lb_run_check){.measured = measured,
                                   .expected = expected,
                                   .tolerance = tolerance,
                                   .pass = fabs(measured - expected) <= tolerance};
    snprintf(check->name, sizeof check->name, "%s", name);
}

void lb_run_not_judged(struct lb_run *run, const char *format, ...)
{
    assert(run->not_judged_count < LB_RUN_MAX_NOT_JUDGED && "raise LB_RUN_MAX_NOT_JUDGED");
    if (run->not_judged_count == LB_RUN_MAX_NOT_JUDGED || lb_run_is_stopped_early(run)) return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(run->not_judged[run->not_judged_count++], LB_RUN_SENTENCE_SIZE, format, arguments);
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
    free(run->curve);
    run->curve = copy;
    run->curve_count = count;
    return LB_STATUS_OK;
}

int lb_run_digits(const struct lb_run *run)
{
    return run->c.arithmetic == LB_ARITHMETIC_FP64 ? DIGITS_FP64 : DIGITS_FP32;
}

enum lb_status lb_run_write_csv(struct lb_run *run, const char *name, const char *columns,
                                const double *numbers, size_t rows, size_t column_count,
                                struct lb_error *err)
{
    char path[LB_PATH_SIZE];
    LB_OK(lb_run_path(run, name, path, err));
    LB_OK(lb_peers_agree(
        lb_ranks(),
        lb_csv_write(path, columns, numbers, rows, column_count, lb_run_digits(run), err), err));
    return lb_run_add_file(run, name, err);
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

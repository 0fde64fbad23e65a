/* run_command.c - `sluice run`: one run, or the study that its values ask for.
 * SPDX-License-Identifier: MIT */
#include "commands/run_command.h"

#include <stdlib.h>

#include "run/run_internal.h"
#include "run/run.h"
#include "study/ensemble.h"
#include "study/sweep.h"

static enum lb_status print_json(const struct lb_run *run, bool case_only, FILE *out,
                                 struct lb_error *err)
{
    char *text = NULL;
    enum lb_status st =
        case_only ? lb_run_case_json(run, &text, err) : lb_run_json(run, &text, err);
    if (st == LB_STATUS_OK) fputs(text, out);
    free(text);
    return st;
}

enum lb_status lb_run_command(const struct lb_options *o, FILE *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_run *run = NULL;
    if (lb_ensemble_is_asked(o)) return lb_ensemble_command(o, out, err);
    if (lb_sweep_is_asked(o)) return lb_sweep_command(o, out, err);
    LB_TRY(lb_run_create(o, &run, err));
    const enum lb_status executed = o->print_case ? LB_STATUS_OK : lb_run_execute(run, err);
    st = executed;
    if (st != LB_STATUS_OK && !run->has_results) goto cleanup; /* else they are worth printing */
    if (o->json)
        LB_TRY(print_json(run, o->print_case, out, err));
    else if (o->print_case)
        lb_run_print_case(run, out);
    else
        lb_run_print_summary(run, out);
    LB_TRY(lb_stream_flush(out, err));
    st = executed;
    if (!o->print_case && st == LB_STATUS_OK) st = lb_run_outcome(run, err);
cleanup:
    lb_run_destroy(run);
    return st;
}

/* run_command.c - `sluice run`: one run, or the study that its values describe; `sluice compare`.
 * SPDX-License-Identifier: MIT */
#include "commands/commands.h"

#include <stdlib.h>

#include "cli/read_study.h"
#include "twins/twins.h"
#include "io/file.h"
#include "peers/peers.h"
#include "ranks/own_ranks.h"
#include "run/run.h"
#include "study/studies.h"

static enum lb_status print_case(const struct lb_run_request *request, FILE *out,
                                 struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_run *run = NULL;
    char *text = NULL;
    LB_TRY(lb_run_create(request, &run, err));
    if (request->reporting.form == LB_OUTPUT_JSON) {
        LB_TRY(lb_run_case_json(run, &text, err));
        fputs(text, out);
    } else {
        lb_run_print_case(run, out);
    }
    LB_TRY(lb_stream_flush(out, err));
cleanup:
    free(text);
    lb_run_destroy(run);
    return st;
}

static enum lb_status print_results(const struct lb_run *run, enum lb_output_form form, FILE *out,
                                    struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char *text = NULL;
    if (form == LB_OUTPUT_JSON) {
        LB_TRY(lb_run_json(run, &text, err));
        fputs(text, out);
    } else {
        lb_run_print_summary(run, out);
    }
    LB_TRY(lb_stream_flush(out, err));
cleanup:
    free(text);
    return st;
}

enum lb_status lb_run_once(const struct lb_run_request *request, FILE *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_run_request here = *request;
    struct lb_run *run = NULL;
    here.runs_here = true;
    LB_TRY(lb_run_create(&here, &run, err));
    const enum lb_status executed = lb_run_execute(run, err);
    st = executed;
    if (st != LB_STATUS_OK && !lb_run_has_results(run)) goto cleanup; /* else worth printing */
    LB_TRY(print_results(run, request->reporting.form, out, err));
    st = executed == LB_STATUS_OK ? lb_run_status(run, err) : executed;
cleanup:
    lb_run_destroy(run);
    return st;
}

static enum lb_status need_steps(const struct lb_asked *asked, struct lb_error *err)
{
    LB_NEED(!lb_run_only_looks(&asked->study.run), LB_STATUS_USAGE,
            "steps=0 only looks at a case: a comparison or an ensemble needs runs");
    return LB_STATUS_OK;
}

enum lb_status lb_run_command(const struct lb_options *o, FILE *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_asked asked = {0};
    LB_TRY(lb_asked_read(o, &asked, err));
    if (asked.kind == LB_STUDY_OF_TWINS && lb_run_only_looks(&asked.study.run)) {
        fprintf(stderr, "sluice: warning: steps=0 only looks at the case: its twins are not run, "
                        "and there are no error bars\n");
        asked.kind = LB_STUDY_NONE;
    }
    LB_REQUIRE(lb_peers_count(lb_ranks()) == 1 || asked.kind != LB_STUDY_OF_SEEDS, LB_STATUS_USAGE,
               "the runs of an ensemble are for one device each; start it without mpirun");
    if (asked.kind == LB_STUDY_OF_SEEDS) LB_TRY(need_steps(&asked, err));
    if (asked.kind == LB_STUDY_OF_SEEDS)
        st = lb_ensemble(&asked.study, out, err);
    else if (asked.kind == LB_STUDY_OF_VALUES)
        st = lb_sweep(&asked.study, out, err);
    else if (asked.kind == LB_STUDY_OF_TWINS)
        st = lb_run_with_twins(&asked.study, out, err);
    else if (o->print_case)
        st = print_case(&asked.study.run, out, err);
    else
        st = lb_run_once(&asked.study.run, out, err);
cleanup:
    lb_asked_free(&asked);
    return st;
}

enum lb_status lb_compare_command(const struct lb_options *o, FILE *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_asked asked = {0};
    LB_REQUIRE(!(o->csv && o->json), LB_STATUS_USAGE, "--csv and --json exclude each other");
    LB_REQUIRE(!(o->csv && o->print_case), LB_STATUS_USAGE,
               "--csv is the table of the results, and --print-case has none");
    LB_TRY(lb_asked_read(o, &asked, err));
    if (!o->print_case) LB_TRY(need_steps(&asked, err));
    st = o->print_case ? lb_compare_print_case(&asked.study, out, err)
                       : lb_compare(&asked.study, out, err);
cleanup:
    lb_asked_free(&asked);
    return st;
}

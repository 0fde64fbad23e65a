/* study.c - makes the runs of a plan, and writes their tables.
 * SPDX-License-Identifier: MIT */
#include "study/study.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/signals.h"
#include "base/stopwatch.h"

int lb_study_keys(const struct lb_study_request *request, struct lb_key_result *out, int most)
{
    const struct lb_setup *setup = request->run.setup;
    int count = 0;
    if (setup->find_key_results != NULL)
        return setup->find_key_results(request->run.values, out, most);
    for (const struct lb_key_result *k = setup->key_results; k != NULL && k->name != NULL; k++)
        if (count < most) out[count++] = *k;
    return count;
}

void lb_study_run_take(struct lb_study_run *r, const struct lb_run_request *request)
{
    r->lattice = request->lattice;
    r->collision = request->collision;
    r->streaming = request->streaming;
    r->precision = request->precision;
    r->shift = request->shift;
}

enum lb_status lb_study_plan(struct lb_study *s, const struct lb_study_request *request,
                             size_t count, struct lb_error *err)
{
    s->request = request;
    s->runs = calloc(count, sizeof *s->runs);
    if (s->runs == NULL) return lb_fail(err, LB_STATUS_FAILED, "no memory for the runs");
    s->count = count;
    for (size_t n = 0; n < count; n++)
        lb_study_run_take(&s->runs[n], &request->run);
    return LB_STATUS_OK;
}

void lb_study_free(struct lb_study *s)
{
    for (size_t n = 0; n < s->count; n++)
        lb_run_outcome_free(&s->runs[n].outcome);
    free(s->runs);
    s->runs = NULL;
    s->count = 0;
}

/* --- one run ---------------------------------------------------------------------------------- */

/* The same flow on another grid, of which numbers are wanted and no pictures. */
static enum lb_status make_twin(struct lb_values *v, const struct lb_study_run *r,
                                struct lb_error *err)
{
    char key[LB_STUDY_WORD_SIZE];
    const size_t length = strcspn(r->held, "=");
    snprintf(key, sizeof key, "%.*s", (int)length, r->held);
    LB_OK(lb_values_rescale(v, r->scale, "--error-bars", err));
    if (length > 0) LB_OK(lb_values_set(v, key, r->held + length + 1, "--error-bars", err));
    LB_OK(lb_values_set(v, "vtk", "0", "--error-bars", err));
    LB_OK(lb_values_set(v, "body-surface", "0", "--error-bars", err));
    return lb_values_set(v, "png", "0", "--error-bars", err);
}

/* The values of all runs with what is this one's own. */
static enum lb_status make_values(const struct lb_study *s, const struct lb_study_run *r,
                                  struct lb_values **out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_run_request *all = &s->request->run;
    LB_TRY(lb_values_copy(all->values, out, err));
    LB_TRY(lb_inputs_redirect(&s->inputs, s->folder, *out, err));
    if (s->is_over_seeds) {
        lb_values_put(*out, "runs", 1.0);
        lb_values_put(*out, "seed", (double)r->seed);
        lb_values_put(*out, "max-wall", s->max_wall);
    }
    for (size_t i = 0; i < s->request->list_count && s->axis_count > 0 && st == LB_STATUS_OK; i++)
        st = lb_values_override(*out, s->request->lists[i].key, r->words[i], "command line", err);
    if (st != LB_STATUS_OK)
        lb_error_note(err, "`sluice setups %s` explains the parameters.", all->setup->name);
    if (st == LB_STATUS_OK && r->scale.cells > 0.0) st = make_twin(*out, r, err);
cleanup:
    return st;
}

enum lb_status lb_study_open(const struct lb_study *s, const struct lb_study_run *r,
                             struct lb_study_case *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_run_request request = s->request->run;
    *out = (struct lb_study_case){0};
    LB_TRY(make_values(s, r, &out->values, err));
    if (s->folder[0] != '\0')
        LB_TRY(lb_path_join(s->folder, r->name, out->folder, sizeof out->folder, err));
    request.values = out->values;
    request.lattice = r->lattice;
    request.collision = r->collision;
    request.streaming = r->streaming;
    request.precision = r->precision;
    request.shift = r->shift;
    request.is_compared = s->is_over_formats;
    request.output = out->folder;
    request.archive = r->archive;
    request.twins = r->twins;
    /* a comparison announces its runs itself */
    if (s->is_over_formats || r->scale.cells > 0.0)
        request.reporting.announces = request.reporting.verbose;
    if (r->scale.cells > 0.0 || r->twins != NULL) request.reporting.name = r->name;
    request.reporting.live = request.reporting.live && !s->hides_flow;
    LB_TRY(lb_run_create(&request, &out->run, err));
cleanup:
    if (st != LB_STATUS_OK) lb_study_close(out);
    return st;
}

enum lb_status lb_study_open_first(const struct lb_study *s, struct lb_study_case *out,
                                   struct lb_error *err)
{
    const size_t most = s->is_over_formats ? s->count : 1;
    double finest = HUGE_VAL;
    enum lb_status st = LB_STATUS_USAGE;
    for (size_t n = 0; n < most && st == LB_STATUS_USAGE; n++) {
        struct lb_error own = {0};
        const double epsilon = s->runs[n].precision.storage->epsilon;
        st = lb_study_open(s, &s->runs[n], out, &own);
        if (st != LB_STATUS_OK && (st != LB_STATUS_USAGE || epsilon < finest)) *err = own;
        finest = fmin(finest, epsilon);
    }
    if (st == LB_STATUS_OK) *err = (struct lb_error){0};
    return st;
}

void lb_study_close(struct lb_study_case *c)
{
    lb_run_destroy(c->run);
    lb_values_destroy(c->values);
    *c = (struct lb_study_case){0};
}

static enum lb_status take_outcome(struct lb_study_run *r, struct lb_run *run, struct lb_error *err)
{
    struct lb_error own = {0};
    const enum lb_status st = lb_run_take_outcome(run, &r->outcome, err);
    r->state = LB_STUDY_RAN;
    r->status = lb_run_status(run, &own);
    snprintf(r->why, sizeof r->why, "%s",
             r->status == LB_STATUS_DIVERGED ? r->outcome.failure : own.text);
    return st;
}

/* One that did not come to an outcome. */
static enum lb_status end_without(const struct lb_study *s, struct lb_study_run *r,
                                  enum lb_status st, const char *why, struct lb_error *err)
{
    char name[LB_PRECISION_NAME_SIZE];
    r->status = st;
    snprintf(r->why, sizeof r->why, "%s", why);
    if (lb_status_is_stop(st)) return LB_STATUS_OK;
    if (!s->is_over_formats && !r->may_fail) return lb_fail(err, st, "%s", why);
    lb_precision_name(&r->precision, name, sizeof name);
    if (st != LB_STATUS_DEVICE) return lb_fail(err, st, "%s: %s", name, why);
    r->state = LB_STUDY_SKIPPED; /* a device that cannot do this one may do the next */
    return LB_STATUS_OK;
}

/* Of one case in several formats it is the format that is refused: some other one was opened. */
static enum lb_status refuse(const struct lb_study *s, struct lb_study_run *r, enum lb_status st,
                             const struct lb_error *own, struct lb_error *err)
{
    const bool is_left_out = r->may_fail && st == LB_STATUS_DEVICE;
    if (!is_left_out && (!s->is_over_formats || st != LB_STATUS_USAGE)) {
        *err = *own;
        return st;
    }
    r->status = st;
    r->state = LB_STUDY_SKIPPED;
    snprintf(r->why, sizeof r->why, "%s", own->text);
    return LB_STATUS_OK;
}

static enum lb_status run_one(struct lb_study *s, struct lb_study_run *r, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_study_case one = {0};
    struct lb_error own = {0};
    int lock = -1;
    if (s->goes_on) LB_TRY(lb_study_look_at_run(s, r, &lock, err));
    if (r->state == LB_STUDY_RAN) {
        if (s->after != NULL) st = s->after(s->context, r, NULL, err);
        goto cleanup;
    }
    if (s->before != NULL) LB_TRY(s->before(s->context, r, err));
    if (r->state != LB_STUDY_PENDING) goto cleanup;
    const enum lb_status opened = lb_study_open(s, r, &one, &own);
    if (opened != LB_STATUS_OK) {
        st = refuse(s, r, opened, &own, err);
        goto cleanup;
    }
    const enum lb_status executed = lb_run_execute(one.run, &own);
    if (executed != LB_STATUS_OK) {
        LB_TRY(end_without(s, r, executed, own.text, err));
    } else {
        s->hides_flow = !lb_run_shows_flow(one.run);
        LB_TRY(take_outcome(r, one.run, err));
    }
    s->signal = lb_signals_received();
    if (r->state == LB_STUDY_RAN && s->after != NULL) LB_TRY(s->after(s->context, r, one.run, err));
cleanup:
    lb_study_close(&one);
    lb_archive_close(r->archive);
    r->archive = NULL;
    lb_folder_unlock(lock);
    return st;
}

/* --- all of them ------------------------------------------------------------------------------ */

enum lb_status lb_study_run_all(struct lb_study *s, struct lb_error *err)
{
    enum lb_status st = lb_signals_watch(err);
    if (st != LB_STATUS_OK) return st;
    const double limit = s->max_wall, started = lb_clock();
    for (size_t n = 0; n < s->count && st == LB_STATUS_OK && s->signal == 0; n++) {
        if (limit > 0.0) s->max_wall = limit - (lb_clock() - started);
        if (s->runs[n].state != LB_STUDY_PENDING) continue;
        if (limit > 0.0 && s->max_wall < 1e-3) break;
        st = run_one(s, &s->runs[n], err);
        s->signal = lb_signals_received();
    }
    lb_signals_unwatch();
    return st;
}

enum lb_status lb_study_fail_stopped(const struct lb_study *s, struct lb_error *err)
{
    return lb_fail(err, lb_signals_status(s->signal),
                   "stopped by a signal; what is there is in %s, and `sluice resume %s` goes on",
                   s->folder, s->folder);
}

/* --- files ------------------------------------------------------------------------------------ */

enum lb_status lb_study_print(lb_study_printer *print, const void *context, char **out,
                              struct lb_error *err)
{
    size_t size = 0;
    FILE *stream = open_memstream(out, &size);
    if (stream != NULL) print(context, stream);
    if (stream != NULL && fclose(stream) == 0) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_FAILED, "no memory for the table of the runs");
}

enum lb_status lb_study_write(const struct lb_study *s, const char *name, const char *text,
                              struct lb_error *err)
{
    char path[LB_PATH_SIZE];
    const enum lb_status st = lb_path_join(s->folder, name, path, sizeof path, err);
    return st != LB_STATUS_OK ? st : lb_text_write(path, text, err);
}

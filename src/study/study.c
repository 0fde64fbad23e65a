/* study.c - makes the runs of a plan, and writes their tables.
 * SPDX-License-Identifier: MIT */
#include "study/study.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/signals.h"
#include "base/stopwatch.h"
#include "peers/peers.h"
#include "ranks/own_ranks.h"

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
    const struct lb_run_request *all = r->own != NULL ? r->own : &s->request->run;
    LB_TRY(lb_values_copy(all->values, out, err));
    LB_TRY(lb_inputs_redirect(&s->inputs, s->folder, *out, err));
    if (s->is_over_seeds) {
        lb_values_put(*out, "runs", 1.0);
        lb_values_put(*out, "seed", (double)r->seed);
    }
    if (s->is_over_seeds || s->max_wall > 0.0) lb_values_put(*out, "max-wall", s->max_wall);
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
    struct lb_run_request request = r->own != NULL ? *r->own : s->request->run;
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

static bool has_ended(const struct lb_study_run *r)
{
    return r->outcome.end == LB_RUN_DONE || r->outcome.end == LB_RUN_DIVERGED;
}

static enum lb_status run_one(struct lb_study *s, struct lb_study_run *r, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_study_case one = {0};
    struct lb_error own = {0};
    struct lb_claim *claim = NULL;
    bool is_ours = true;
    int lock = -1;
    if (s->is_shared) LB_TRY(lb_study_claim(s, r, &claim, &is_ours, err));
    if (s->goes_on && is_ours) LB_TRY(lb_study_look_at_run(s, r, &lock, err));
    if (r->state == LB_STUDY_RAN) {
        if (s->after != NULL) st = s->after(s->context, r, NULL, err);
        goto cleanup;
    }
    if (s->before != NULL && is_ours) LB_TRY(s->before(s->context, r, err));
    if (r->state != LB_STUDY_PENDING || !is_ours) goto cleanup;
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
    s->signal = lb_peers_any(lb_ranks(), lb_signals_received());
    if (s->is_shared && r->state == LB_STUDY_RAN && !has_ended(r))
        r->state = LB_STUDY_PENDING; /* for whoever comes next */
    s->made += r->state == LB_STUDY_RAN ? 1 : 0;
    if (r->state == LB_STUDY_RAN && s->after != NULL) LB_TRY(s->after(s->context, r, one.run, err));
cleanup:
    lb_study_close(&one);
    lb_archive_close(r->archive);
    r->archive = NULL;
    lb_folder_unlock(lock);
    if (s->is_shared && is_ours) st = lb_study_end_claim(s, r, claim, st, err);
    return st;
}

/* --- all of them ------------------------------------------------------------------------------ */

/* Whether the process has the run to make: error bars need the runs before theirs. */
static bool is_next(const struct lb_study *s, size_t n)
{
    bool is_possible =
        s->runs[n].state == LB_STUDY_PENDING && !s->runs[n].is_damaged && lb_study_is_of_task(s, n);
    for (size_t k = 0; k < n && s->runs[n].twins != NULL; k++)
        is_possible = is_possible && s->runs[k].state != LB_STUDY_PENDING;
    return is_possible;
}

/* What is left of the time; all ranks go by the first one's clock. */
static bool has_time(struct lb_study *s, double limit)
{
    if (limit <= 0.0) return true;
    s->max_wall = limit - (lb_clock() - s->began);
    lb_peers_give(lb_ranks(), &s->max_wall, sizeof s->max_wall);
    s->is_out_of_time = s->max_wall < 1e-3;
    return !s->is_out_of_time;
}

static bool goes_on(const struct lb_study *s)
{
    return s->signal == 0 && s->failure.status == LB_STATUS_OK;
}

static enum lb_status go_through(struct lb_study *s, double limit, struct lb_error *err)
{
    s->is_unclear = false;
    for (size_t n = 0; n < s->count && goes_on(s); n++) {
        if (!is_next(s, n)) continue;
        if (!has_time(s, limit)) break;
        LB_OK(run_one(s, &s->runs[n], err));
        s->signal = lb_peers_any(lb_ranks(), lb_signals_received());
    }
    return LB_STATUS_OK;
}

/* Several processes look again after each round in which something changed. */
static enum lb_status make_all(struct lb_study *s, struct lb_error *err)
{
    const double limit = s->max_wall;
    size_t before;
    s->began = lb_clock();
    do {
        before = s->made;
        LB_OK(go_through(s, limit, err));
        if (s->is_unclear && s->made == before) lb_study_wait_a_moment();
    } while (s->is_shared && goes_on(s) && has_time(s, limit) &&
             (s->made > before || s->is_unclear));
    return s->is_shared ? lb_study_look_again(s, err) : LB_STATUS_OK;
}

enum lb_status lb_study_run_all(struct lb_study *s, struct lb_error *err)
{
    if (s->request->mode == LB_STUDY_PLAN) return lb_study_tell_plan(s, err);
    if (s->request->mode == LB_STUDY_TELL) return lb_study_tell(s, err);
    if (s->request->mode == LB_STUDY_WORK) LB_OK(lb_study_check_device(s, err));
    LB_OK(lb_signals_watch(err));
    if (s->is_shared) s->max_wall = lb_values_number(s->request->run.values, "max-wall");
    const enum lb_status st = make_all(s, err);
    lb_signals_unwatch();
    return st;
}

enum lb_status lb_study_fail_stopped(const struct lb_study *s, struct lb_error *err)
{
    return lb_fail(err, lb_signals_status(s->signal),
                   "stopped by a signal; what is there is in %s, and `sluice %s %s` goes on",
                   s->folder, s->is_shared ? "work" : "resume", s->folder);
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
    if (s->is_read_only) return LB_STATUS_OK;
    const enum lb_status st = lb_path_join(s->folder, name, path, sizeof path, err);
    return st != LB_STATUS_OK ? st : lb_text_write(path, text, err);
}

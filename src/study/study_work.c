/* study_work.c - a study of which several processes make the runs: whose a run is, and what became of all.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/signals.h"
#include "base/stopwatch.h"
#include "io/json.h"
#include "layout/ledger.h"
#include "opencl/device.h"
#include "peers/peers.h"
#include "ranks/own_ranks.h"
#include "study/study.h"

static const char tables[] = "tables";

static enum lb_status find_claims(const struct lb_study *s, char out[LB_PATH_SIZE],
                                  struct lb_error *err)
{
    return lb_path_join(s->folder, "claims", out, LB_PATH_SIZE, err);
}

/* What this process writes from here on would be written by two: it ends as if it had been killed. */
static void lose(const char *sentence)
{
    fprintf(stderr, "sluice: %s; this process stops at once, and the run is the other's\n",
            sentence);
    fflush(stderr);
    _exit(LB_STATUS_FAILED);
}

/* --- a run that may be ours ------------------------------------------------------------------------ */

/* What others ended is ours if its files can be seen here, and a failure if it is older than this process.  What
 * another machine cannot do left no files, and may be possible here. */
static bool may_take(const struct lb_study *s, const struct lb_claim_view *v)
{
    const bool is_settled = v->is_here || v->silence > LB_CLAIM_SETTLES;
    switch (v->state) {
    case LB_CLAIM_NONE:
    case LB_CLAIM_DEAD: return true;
    case LB_CLAIM_RELEASED:
    case LB_CLAIM_DONE: return is_settled;
    case LB_CLAIM_SKIPPED: return !v->is_here || v->silence > lb_clock() - s->began;
    case LB_CLAIM_FAILED: return is_settled && v->silence > lb_clock() - s->began;
    case LB_CLAIM_HELD: break;
    }
    return false;
}

void lb_study_wait_a_moment(void)
{
    static const struct timespec moment = {0, 200000000};
    nanosleep(&moment, NULL);
}

/* Until an owner that was halted, and not killed, has seen that the claim is not its own any more. */
static void wait_for_owner(const struct lb_claim_view *v)
{
    const double began = lb_clock();
    if (v->state != LB_CLAIM_DEAD || v->is_gone) return;
    while (lb_clock() - began < LB_CLAIM_BEAT + 5 && lb_signals_received() == 0)
        lb_study_wait_a_moment();
}

struct answer {
    bool is_ours, is_unclear;
    struct lb_claim_view seen;
};

static enum lb_status ask(struct lb_study *s, const struct lb_study_run *r, struct lb_claim **claim,
                          struct answer *a, struct lb_error *err)
{
    char claims[LB_PATH_SIZE];
    LB_OK(find_claims(s, claims, err));
    LB_OK(lb_folder_ensure(claims, err));
    LB_OK(lb_claim_look(claims, r->name, &s->clock, &a->seen, err));
    const bool may = may_take(s, &a->seen);
    if (may) LB_OK(lb_claim_take(claims, r->name, a->seen.number + 1, lose, claim, err));
    if (*claim != NULL) wait_for_owner(&a->seen);
    a->is_ours = *claim != NULL;
    a->is_unclear =
        may ? !a->is_ours : a->seen.state == LB_CLAIM_DONE || a->seen.state == LB_CLAIM_RELEASED;
    return LB_STATUS_OK;
}

enum lb_status lb_study_check_device(struct lb_study *s, struct lb_error *err)
{
    struct lb_device *device = NULL;
    if (s->has_device) return LB_STATUS_OK;
    const enum lb_status st =
        lb_device_open_shared(s->request->run.device, lb_peers_node_rank(lb_ranks()),
                              lb_peers_node_count(lb_ranks()), &device, err);
    lb_device_close(device);
    s->has_device = true;
    return lb_peers_agree(lb_ranks(), st, err);
}

/* A run that cannot be read is told at the end, and keeps no other from being made. */
static enum lb_status take_ended(struct lb_study *s, struct lb_study_run *r, struct lb_error *err)
{
    struct lb_error own = {0};
    const enum lb_status st = lb_study_take_ended(s, r, &own);
    r->is_damaged = st == LB_STATUS_USAGE || st == LB_STATUS_FAILED;
    if (r->is_damaged && s->damage.status == LB_STATUS_OK) s->damage = own;
    if (st == LB_STATUS_OK || r->is_damaged) return LB_STATUS_OK;
    *err = own;
    return st;
}

enum lb_status lb_study_claim(struct lb_study *s, struct lb_study_run *r, struct lb_claim **claim,
                              bool *is_ours, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct answer a = {0};
    *is_ours = false;
    LB_OK(take_ended(s, r, err));
    if (r->state != LB_STUDY_PENDING || r->is_damaged) return LB_STATUS_OK;
    LB_OK(lb_study_check_device(s, err));
    if (lb_peers_is_first(lb_ranks())) st = ask(s, r, claim, &a, err);
    LB_OK(lb_peers_agree(lb_ranks(), st, err));
    lb_peers_give(lb_ranks(), &a, sizeof a);
    *is_ours = a.is_ours;
    s->is_unclear = s->is_unclear || a.is_unclear;
    if (a.is_ours || a.seen.state != LB_CLAIM_SKIPPED) return LB_STATUS_OK;
    r->state = LB_STUDY_SKIPPED;
    snprintf(r->why, sizeof r->why, "%s", a.seen.why);
    return LB_STATUS_OK;
}

enum lb_status lb_study_end_claim(struct lb_study *s, struct lb_study_run *r,
                                  struct lb_claim *claim, enum lb_status st, struct lb_error *err)
{
    const struct lb_error own = *err;
    const bool is_unsaved = r->outcome.end == LB_RUN_UNSAVED || r->outcome.end == LB_RUN_FAILED;
    enum lb_claim_state state = r->state == LB_STUDY_RAN       ? LB_CLAIM_DONE
                                : r->state == LB_STUDY_SKIPPED ? LB_CLAIM_SKIPPED
                                                               : LB_CLAIM_RELEASED;
    if (st != LB_STATUS_OK || (state == LB_CLAIM_RELEASED && is_unsaved)) state = LB_CLAIM_FAILED;
    *err = (struct lb_error){0};
    const char *why = st != LB_STATUS_OK ? own.text : r->why;
    if (state == LB_CLAIM_FAILED)
        lb_fail(&s->failure, st != LB_STATUS_OK ? st : LB_STATUS_FAILED, "%s: %s", r->name, why);
    const enum lb_status ended = lb_claim_end(claim, state, why, err);
    if (r->state == LB_STUDY_PENDING) lb_run_outcome_free(&r->outcome);
    if (r->state == LB_STUDY_PENDING) r->status = LB_STATUS_OK;
    return lb_peers_agree(lb_ranks(), ended, err);
}

/* --- what follows the runs ------------------------------------------------------------------------- */

/* Whether the tables are not written yet, or runs were made since, and nobody else writes them. */
static enum lb_status claim_tables(struct lb_study *s, bool *is_ours, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char claims[LB_PATH_SIZE];
    struct lb_claim_view seen = {0};
    LB_OK(find_claims(s, claims, err));
    if (lb_peers_is_first(lb_ranks()) && access(claims, W_OK) == 0) {
        st = lb_claim_look(claims, tables, &s->clock, &seen, err);
        const bool are_due =
            seen.state != LB_CLAIM_HELD && (seen.state != LB_CLAIM_DONE || s->made > 0);
        if (st == LB_STATUS_OK && are_due)
            st = lb_claim_take(claims, tables, seen.number + 1, lose, &s->tables, err);
    }
    LB_OK(lb_peers_agree(lb_ranks(), st, err));
    *is_ours = s->tables != NULL;
    lb_peers_give(lb_ranks(), is_ours, sizeof *is_ours);
    s->is_read_only = !*is_ours;
    return LB_STATUS_OK;
}

bool lb_study_is_of_task(const struct lb_study *s, size_t n)
{
    const struct lb_study_request *request = s->request;
    return request->tasks == 0 || n % request->tasks == request->task - 1;
}

/* What others have ended since it was looked at, or is of other tasks. */
static enum lb_status take_of_others(struct lb_study *s, struct lb_study_run *r,
                                     struct lb_error *err)
{
    if (r->state != LB_STUDY_PENDING) return LB_STATUS_OK;
    LB_OK(take_ended(s, r, err));
    if (r->state == LB_STUDY_RAN && s->after != NULL) return s->after(s->context, r, NULL, err);
    return LB_STATUS_OK;
}

enum lb_status lb_study_look_again(struct lb_study *s, struct lb_error *err)
{
    for (size_t n = 0; n < s->count; n++)
        LB_OK(take_of_others(s, &s->runs[n], err));
    return LB_STATUS_OK;
}

/* A task whose own runs another process has is not done; others have other work. */
static enum lb_status check_task(const struct lb_study *s, struct lb_error *err)
{
    for (size_t n = 0; n < s->count && s->request->tasks > 0; n++)
        LB_NEED(!lb_study_is_of_task(s, n) || s->runs[n].state != LB_STUDY_PENDING,
                LB_STATUS_FAILED,
                "%s, of this task, is not done: `sluice study %s` tells who has it",
                s->runs[n].name, s->folder);
    return LB_STATUS_OK;
}

static size_t count_pending(const struct lb_study *s)
{
    size_t pending = 0;
    for (size_t n = 0; n < s->count; n++)
        pending += s->runs[n].state == LB_STUDY_PENDING ? 1 : 0;
    return pending;
}

bool lb_study_is_complete(const struct lb_study *s)
{
    return count_pending(s) == 0;
}

/* `study`, of one whose end is not there. */
enum lb_status lb_study_fail_unended(const struct lb_study *s, struct lb_error *err)
{
    const size_t left = count_pending(s);
    LB_NEED(s->damage.status == LB_STATUS_OK, s->damage.status, "%s", s->damage.text);
    LB_NEED(left == 0, LB_STATUS_FAILED,
            "%zu of %zu runs of '%s' %s not there; `sluice work %s` makes them", left, s->count,
            s->folder, left == 1 ? "is" : "are", s->folder);
    return lb_fail(err, LB_STATUS_FAILED,
                   "all runs of '%s' are there; `sluice work %s` writes what follows them",
                   s->folder, s->folder);
}

static void tell_share(const struct lb_study *s)
{
    const size_t left = count_pending(s);
    if (s->request->run.reporting.quiet) return;
    fprintf(stderr, "%s%zu of %zu runs made here; ", s->is_out_of_time ? "max-wall is over: " : "",
            s->made, s->count);
    if (left > 0)
        fprintf(stderr, "%zu %s not done yet: `sluice study %s` tells more\n", left,
                left == 1 ? "is" : "are", s->folder);
    else
        fprintf(stderr, "all are done, and `sluice study %s` shows the table\n", s->folder);
}

/* How a process that leaves the end to others ends. */
static enum lb_status end_share(struct lb_study *s, struct lb_error *err)
{
    if (s->signal != 0) return lb_study_fail_stopped(s, err);
    tell_share(s);
    LB_NEED(s->failure.status == LB_STATUS_OK, s->failure.status, "%s", s->failure.text);
    LB_NEED(s->damage.status == LB_STATUS_OK, s->damage.status, "%s", s->damage.text);
    return check_task(s, err);
}

bool lb_study_concludes(struct lb_study *s, enum lb_status *st, struct lb_error *err)
{
    const enum lb_study_mode mode = s->request->mode;
    bool is_ours = false;
    if (mode == LB_STUDY_ALONE && !s->is_shared) return true;
    if (mode == LB_STUDY_PLAN || *st != LB_STATUS_OK) return false;
    const bool is_over = s->signal == 0 && lb_study_is_complete(s);
    /* a comparison measures speeds, which is work */
    if (is_over && (mode == LB_STUDY_WORK || !s->is_over_formats))
        *st = claim_tables(s, &is_ours, err);
    if (*st != LB_STATUS_OK || is_ours) return *st == LB_STATUS_OK;
    /* an end that is there is told again */
    if (mode != LB_STUDY_WORK && is_over && !s->is_over_formats) return true;
    if (mode == LB_STUDY_TELL && s->tells_parts) return true;
    *st = mode == LB_STUDY_TELL ? lb_study_fail_unended(s, err) : end_share(s, err);
    return false;
}

/* --- telling --------------------------------------------------------------------------------------- */

FILE *lb_study_words(const struct lb_study *s)
{
    return s->request->run.reporting.form == LB_OUTPUT_TEXT ? stdout : stderr;
}

/* Of the checkpoint that a run would be resumed from. */
static void tell_saved(const struct lb_study *s, const struct lb_study_run *r, FILE *out)
{
    char folder[LB_PATH_SIZE], path[LB_PATH_SIZE];
    cJSON *json = NULL;
    if (lb_path_join(s->folder, r->name, folder, sizeof folder, NULL) == LB_STATUS_OK &&
        lb_path_join(folder, "checkpoint/meta.json", path, sizeof path, NULL) == LB_STATUS_OK)
        (void)lb_json_read(path, &json, NULL, NULL);
    const cJSON *values = cJSON_GetObjectItemCaseSensitive(json, "values");
    const char *step = lb_json_text_of(values, "step_number");
    if (step[0] != '\0') fprintf(out, ", saved at step %s", step);
    cJSON_Delete(json);
}

static void tell_made(const struct lb_study *s, const struct lb_study_run *r, const char *host,
                      FILE *out)
{
    char folder[LB_PATH_SIZE], path[LB_PATH_SIZE];
    const bool is_there =
        lb_path_join(s->folder, r->name, folder, sizeof folder, NULL) == LB_STATUS_OK &&
        lb_path_join(folder, "run.json", path, sizeof path, NULL) == LB_STATUS_OK &&
        access(path, F_OK) == 0;
    fprintf(out, "made on %s, and its %s", host,
            is_there ? "run.json does not tell how it ended" : "files are not there");
}

static void tell_run(const struct lb_study *s, const struct lb_study_run *r,
                     const struct lb_claim_view *v)
{
    FILE *out = lb_study_words(s);
    const bool is_alive = v->state == LB_CLAIM_HELD;
    fprintf(out, "  %-32s ", r->name);
    if (v->state == LB_CLAIM_FAILED)
        fprintf(out, "failed on %s: %s", v->host, v->why);
    else if (v->state == LB_CLAIM_DONE)
        tell_made(s, r, v->host, out);
    else if (v->state == LB_CLAIM_RELEASED)
        fprintf(out, "stopped on %s", v->host);
    else
        fprintf(out, "%s %s, process %ld, for %.0f s", is_alive ? "running on" : "cut short on",
                v->host, v->process, v->age - (is_alive ? 0.0 : v->silence));
    if (v->state != LB_CLAIM_FAILED) tell_saved(s, r, out);
    fputc('\n', out);
}

static enum lb_status count_run(struct lb_study *s, struct lb_study_run *r,
                                size_t counts[LB_CLAIM_SKIPPED + 1], struct lb_error *err)
{
    char claims[LB_PATH_SIZE];
    struct lb_claim_view v;
    LB_OK(take_of_others(s, r, err));
    if (r->state != LB_STUDY_PENDING) {
        counts[r->state == LB_STUDY_RAN ? LB_CLAIM_DONE : LB_CLAIM_SKIPPED]++;
        return LB_STATUS_OK;
    }
    if (r->is_damaged) {
        fprintf(lb_study_words(s), "  %-32s cannot be read\n", r->name);
        counts[LB_CLAIM_FAILED]++;
        return LB_STATUS_OK;
    }
    LB_OK(find_claims(s, claims, err));
    LB_OK(lb_claim_look(claims, r->name, &s->clock, &v, err));
    counts[v.state == LB_CLAIM_DONE ? LB_CLAIM_NONE : v.state]++; /* its files were deleted */
    if (v.state == LB_CLAIM_SKIPPED) {
        r->state = LB_STUDY_SKIPPED;
        snprintf(r->why, sizeof r->why, "%s", v.why);
    }
    if (v.state != LB_CLAIM_SKIPPED && v.state != LB_CLAIM_NONE) tell_run(s, r, &v);
    return LB_STATUS_OK;
}

enum lb_status lb_study_tell(struct lb_study *s, struct lb_error *err)
{
    size_t counts[LB_CLAIM_SKIPPED + 1] = {0};
    for (size_t n = 0; n < s->count; n++)
        LB_OK(count_run(s, &s->runs[n], counts, err));
    const size_t done = counts[LB_CLAIM_DONE], running = counts[LB_CLAIM_HELD],
                 failed = counts[LB_CLAIM_FAILED], skipped = counts[LB_CLAIM_SKIPPED];
    fprintf(lb_study_words(s),
            "%zu runs in %s: %zu done, %zu running, %zu failed, %zu left out, %zu waiting\n",
            s->count, s->folder, done, running, failed, skipped,
            s->count - done - running - failed - skipped);
    return LB_STATUS_OK;
}

enum lb_status lb_study_tell_plan(struct lb_study *s, struct lb_error *err)
{
    char claims[LB_PATH_SIZE];
    double most = 0.0;
    s->goes_on = true; /* others will */
    LB_OK(find_claims(s, claims, err));
    LB_OK(lb_folder_ensure(claims, err));
    for (size_t n = 0; n < s->count; n++) {
        struct lb_study_case one;
        struct lb_error own = {0}; /* what some devices cannot do is found where they are */
        if (lb_study_open(s, &s->runs[n], &one, &own) != LB_STATUS_OK) continue;
        const double bytes = (double)lb_case_bytes(lb_run_case(one.run));
        most = bytes > most ? bytes : most;
        lb_study_close(&one);
    }
    fprintf(
        lb_study_words(s),
        "%zu runs are planned in %s; the largest takes %.3g MB of a device\n"
        "`sluice work %s` makes them: any number of them, on all machines that see the folder\n",
        s->count, s->folder, most / 1e6, s->folder);
    return LB_STATUS_OK;
}

/* bench_sweep.c - opens devices, measures their ceilings, goes through the points, round by round.
 * SPDX-License-Identifier: MIT */
#include "bench/bench_sweep.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/host.h"
#include "base/version.h"
#include "opencl/device.h"
#include "bench/bench_point.h"
#include "bench/bench_rounds.h"
#include "measure/memory_probe.h"
#include "peers/peers.h"
#include "ranks/own_ranks.h"
#include "run/progress.h"
#include "base/stopwatch.h"
#include "base/signals.h"
#include "measure/ceilings.h"

enum { CEILING_BATCHES = 7 };

/* A point of the plan, and what is known of it so far. */
struct point {
    struct lb_bench_choice choice;
    struct lb_bench_rounds rounds;
    bool is_wrong; /* its flow: there is no figure, whatever other rounds say */
    bool is_over;  /* no more rounds */
};

struct sweep {
    const struct lb_bench_request *request;
    struct lb_bench_settings settings;
    const struct lb_device_info *devices;

    size_t opened; /* position of the open device, or of the one that could not be opened */
    struct lb_device *device;  /* NULL: none is open */
    struct lb_error no_device; /* why */
    int ceilings_round;        /* in which the ceilings were measured */
    double copy, planes;       /* of the open device [GB/s]; no planes on a GPU */

    struct lb_progress progress;
    double begin; /* [s] of lb_clock */
    int rounds, round;
    struct point *points;
    size_t count;
    size_t done;                   /* in this round */
    size_t now;                    /* the point that is being measured */
    size_t next;                   /* the first that was not handed over */
    struct lb_bench_record record; /* of one point in one round */
    size_t measured, skipped;
    lb_bench_take *take;
    void *context;
};

static void show_phase(void *context, const char *phase)
{
    struct sweep *s = context;
    char name[160], note[256];
    const size_t done = (size_t)s->round * s->count + s->done;
    int used = 0;
    if (s->rounds > 1)
        used = snprintf(note, sizeof note, "round %d of %d, ", s->round + 1, s->rounds);
    lb_bench_point_text(&s->points[s->now].rounds.record, name, sizeof name);
    snprintf(note + used, sizeof note - (size_t)used, "%s: %s", name, phase);
    lb_progress_count(&s->progress, "bench", done, (size_t)s->rounds * s->count, s->begin, note);
}

static enum lb_status measure_ceilings(struct sweep *s, struct lb_error *err)
{
    const struct lb_device_info *info = lb_device_get_info(s->device);
    s->planes = 0.0;
    LB_OK(lb_copy_ceiling_measure(s->device, &s->settings.places, &s->copy, err));
    if (info->type != LB_DEVICE_GPU)
        LB_OK(lb_stream_ceiling_measure(s->device, &s->settings.places, lb_memory_probe_bytes(info),
                                        CEILING_BATCHES, &s->planes, err));
    return LB_STATUS_OK;
}

/* With others, they may not have failed, and what comes next would not find them. */
static bool ends_sweep(enum lb_status st)
{
    const bool is_lost =
        lb_peers_count(lb_ranks()) > 1 && st != LB_STATUS_OK && st != LB_STATUS_VERDICT;
    return lb_status_is_stop(st) || st == LB_STATUS_USAGE || is_lost;
}

static enum lb_status open_device(struct sweep *s, size_t wanted, struct lb_error *err)
{
    char spec[16];
    snprintf(spec, sizeof spec, "%d", s->devices[wanted].index);
    if (s->request->plan.part_count == 0) return lb_device_open(spec, &s->device, err);
    LB_OK(lb_device_open_shared(s->request->device_words, lb_peers_node_rank(lb_ranks()),
                                lb_peers_node_count(lb_ranks()), &s->device, err));
    const struct lb_device_info *info = lb_device_get_info(s->device);
    lb_peers_name_device(lb_ranks(), info->name, info->type != LB_DEVICE_CPU);
    return LB_STATUS_OK;
}

/* Of all parts together. */
static enum lb_status add_ceilings(struct sweep *s, struct lb_error *err)
{
    double sums[2] = {s->copy, s->planes};
    LB_OK(lb_peers_add(lb_ranks(), sums, 2, err));
    s->copy = sums[0];
    s->planes = sums[1];
    return LB_STATUS_OK;
}

/* Opens the device of a point unless it is the open one, and measures its ceilings once a round.  A
 * device that fails leaves its reason behind (no_device); only what ends the sweep is a failure. */
static enum lb_status change_device(struct sweep *s, size_t wanted, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const bool is_new = s->opened != wanted;
    if (!is_new && (s->device == NULL || s->ceilings_round == s->round)) return LB_STATUS_OK;
    s->ceilings_round = s->round;
    s->no_device = (struct lb_error){0};
    if (is_new) {
        lb_device_close(s->device);
        s->device = NULL;
        s->opened = wanted;
        st = open_device(s, wanted, &s->no_device);
    }
    if (st == LB_STATUS_OK) st = measure_ceilings(s, &s->no_device);
    st = lb_peers_agree(lb_ranks(), st, &s->no_device);
    if (st == LB_STATUS_OK) st = add_ceilings(s, &s->no_device);
    if (st == LB_STATUS_OK) return st;
    lb_device_close(s->device);
    s->device = NULL;
    return ends_sweep(st) ? lb_fail(err, st, "%s", s->no_device.text) : LB_STATUS_OK;
}

/* In place, a CPU reads every line that it writes, and a copy is no wall: it reads one more.
 * Everywhere else it is. */
static void choose_ceiling(const struct sweep *s, const struct lb_bench_choice *choice,
                           struct lb_bench_record *r)
{
    const bool planes = s->planes > 0.0 && choice->streaming == LB_STREAMING_IN_PLACE;
    r->copy = s->copy;
    r->planes = s->planes > 0.0 ? s->planes : nan("");
    r->ceiling = planes ? s->planes : s->copy;
    snprintf(r->ceiling_probe, sizeof r->ceiling_probe, "%s",
             planes ? LB_BENCH_IN_PLACE : LB_BENCH_COPY);
}

static void describe_machine(const struct sweep *s, const struct lb_device_info *info,
                             struct lb_bench_record *r)
{
    snprintf(r->version, sizeof r->version, "%s", LB_VERSION);
    snprintf(r->commit, sizeof r->commit, "%s", LB_COMMIT);
    snprintf(r->command, sizeof r->command, "%s", s->request->line);
    lb_host_processor(r->host, sizeof r->host);
    lb_host_time(r->time);
    r->device_index = info->index;
    snprintf(r->platform, sizeof r->platform, "%s", info->platform);
    snprintf(r->device, sizeof r->device, "%s", info->name);
    snprintf(r->driver, sizeof r->driver, "%s", info->driver);
    snprintf(r->device_type, sizeof r->device_type, "%s", lb_device_type_name(info->type));
    r->cache_bytes = info->cache;
    r->copy = r->planes = r->ceiling = nan(""); /* not measured */
    r->warm_up_steps = LB_BENCH_WARM_UP_STEPS;
    r->batches = s->settings.batches;
    r->rounds = s->rounds;
}

static enum lb_status describe_point(struct sweep *s, struct point *p, struct lb_error *err)
{
    const struct lb_device_info *info = &s->devices[p->choice.device];
    struct lb_bench_record *r = &p->rounds.record;
    describe_machine(s, info, r);
    return lb_bench_point_describe(&p->choice, info, r, err);
}

/* What a device cannot do is no failure in the first round, where the point is skipped; later it is,
 * and the rounds until then stay. */
static enum lb_status end_point(struct point *p, const struct lb_bench_record *r,
                                struct lb_error *err)
{
    if (p->rounds.count > 0) return lb_fail(err, LB_STATUS_DEVICE, "%s", r->skipped);
    p->is_over = true;
    p->rounds.record = *r;
    return LB_STATUS_OK;
}

/* One round. */
static enum lb_status measure_point(struct sweep *s, struct point *p, struct lb_error *err)
{
    struct lb_bench_record *r = &s->record;
    LB_OK(lb_signals_judge(lb_peers_any(lb_ranks(), lb_signals_received()), err));
    if (s->round == 0) LB_OK(describe_point(s, p, err));
    *r = p->rounds.record;
    if (r->skipped[0] != '\0') return end_point(p, r, err); /* needs no device to know */
    show_phase(s, "ceilings");
    LB_OK(change_device(s, p->choice.device, err));
    if (s->device != NULL) choose_ceiling(s, &p->choice, r);
    if (s->device == NULL) snprintf(r->skipped, sizeof r->skipped, "%.1000s", s->no_device.text);
    if (r->skipped[0] == '\0')
        LB_OK(lb_bench_point_measure(&p->choice, &s->settings, s->device, r, err));
    if (r->skipped[0] == '\0')
        lb_bench_rounds_add(&p->rounds, r);
    else
        LB_OK(end_point(p, r, err));
    return LB_STATUS_OK;
}

/* --- handing over ---------------------------------------------------------------------------- */

/* Of the same host, with the same driver. */
static bool is_same_device(const struct lb_bench_record *a, const struct lb_bench_record *b)
{
    return strcmp(a->device, b->device) == 0 && strcmp(a->platform, b->platform) == 0 &&
           strcmp(a->driver, b->driver) == 0 && strcmp(a->host, b->host) == 0 &&
           a->device_index == b->device_index;
}

/* Of those before point n on its device that have a figure and every round; NULL: none. */
static const struct lb_bench_record *first_on_device(const struct sweep *s, size_t n)
{
    const struct lb_bench_record *r = &s->points[n].rounds.record;
    for (size_t i = 0; i < n; i++) {
        const struct point *p = &s->points[i];
        if (p->rounds.count > 0 && !p->is_over && is_same_device(&p->rounds.record, r))
            return &p->rounds.record;
    }
    return NULL;
}

/* NULL where point n has no cuts, or where the one without has no figure. */
static const struct lb_bench_record *uncut_of(const struct sweep *s, size_t n)
{
    const size_t uncut = lb_bench_plan_uncut(&s->request->plan, n);
    const struct point *p = &s->points[uncut];
    return uncut == n || p->rounds.count == 0 || p->is_wrong ? NULL : &p->rounds.record;
}

/* All points before `end` that were not handed over yet. */
static enum lb_status hand_over(struct sweep *s, size_t end, struct lb_error *err)
{
    for (; s->next < end; s->next++) {
        struct point *p = &s->points[s->next];
        struct lb_bench_record *r = &p->rounds.record;
        const bool has_figure = p->rounds.count > 0 && !p->is_wrong;
        if (!has_figure && r->skipped[0] == '\0') continue;
        lb_bench_rounds_relate(r, has_figure ? first_on_device(s, s->next) : NULL);
        r->part_efficiency = r->parts == 1 ? 1.0 : nan(""); /* others are not measured here */
        r->few_parts = r->parts == 1 ? 1 : 0;
        lb_bench_rounds_relate_uncut(r, has_figure ? uncut_of(s, s->next) : NULL);
        s->measured += has_figure ? 1 : 0;
        s->skipped += has_figure ? 0 : 1;
        LB_OK(s->take(s->context, r, err));
    }
    return LB_STATUS_OK;
}

/* Where a point of several rounds failed, the message says what is left of it. */
static void say_failed(const struct sweep *s, const struct point *p, enum lb_status st,
                       const char *why, struct lb_error *err)
{
    char name[160], left[64] = "";
    if (s->round > 0 && !p->is_wrong)
        snprintf(left, sizeof left, " (after %d of %d rounds, which count)", p->rounds.count,
                 s->rounds);
    lb_bench_point_text(&p->rounds.record, name, sizeof name);
    lb_fail(err, st, "%s: %.1500s%s", name, why, left);
}

/* *failed becomes the first failure of a point. */
static enum lb_status go_round(struct sweep *s, enum lb_status *failed, struct lb_error *err)
{
    const bool is_last = s->round == s->rounds - 1;
    const bool goes_back = (s->rounds - 1 - s->round) % 2 != 0;
    for (s->done = 0; s->done < s->count; s->done++) {
        s->now = goes_back ? s->count - 1 - s->done : s->done;
        struct point *p = &s->points[s->now];
        struct lb_error why = {0};
        const enum lb_status point = p->is_over ? LB_STATUS_OK : measure_point(s, p, &why);
        lb_progress_end(&s->progress);
        if (ends_sweep(point)) LB_OK(lb_fail(err, point, "%s", why.text));
        if (point != LB_STATUS_OK) {
            p->is_over = true;
            p->is_wrong = point == LB_STATUS_VERDICT;
            say_failed(s, p, point, why.text, err);
            *failed = *failed == LB_STATUS_OK ? point : *failed;
        }
        if (is_last) LB_OK(hand_over(s, s->now + 1, err));
    }
    return LB_STATUS_OK;
}

/* Rounds go through the points there and back, so that none always follows the same one; the last
 * goes forwards and hands over.  A signal ends the sweep, and the rounds until then count. */
static enum lb_status measure_all(struct sweep *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    enum lb_status failed = LB_STATUS_OK;
    for (s->round = 0; s->round < s->rounds && st == LB_STATUS_OK; s->round++) {
        if (s->rounds > 1) lb_progress_hurry(&s->progress);
        st = go_round(s, &failed, err);
    }
    if (lb_status_is_stop(st)) hand_over(s, s->count, NULL);
    if (st != LB_STATUS_OK) return st;
    if (s->measured == 0 && s->skipped > 0 && failed == LB_STATUS_OK)
        return lb_fail(err, LB_STATUS_DEVICE, "every point was skipped: %.1000s",
                       s->points[s->count - 1].rounds.record.skipped);
    return failed;
}

static enum lb_status make_points(struct sweep *s, struct lb_error *err)
{
    s->count = lb_bench_plan_count(&s->request->plan);
    s->points = calloc(s->count, sizeof *s->points);
    LB_NEED(s->points != NULL, LB_STATUS_FAILED, "no memory for %zu points", s->count);
    for (size_t n = 0; n < s->count; n++)
        s->points[n].choice = lb_bench_plan_point(&s->request->plan, n);
    return LB_STATUS_OK;
}

enum lb_status lb_bench_sweep(const struct lb_bench_request *request, lb_bench_take *take,
                              void *context, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct sweep *s = calloc(1, sizeof *s);
    LB_REQUIRE(s != NULL, LB_STATUS_FAILED, "no memory for the benchmark");
    s->request = request;
    s->devices = request->devices;
    s->opened = SIZE_MAX;
    s->begin = lb_clock();
    s->take = take;
    s->context = context;
    s->rounds = request->rounds;
    s->settings = (struct lb_bench_settings){.batches = request->batches,
                                             .seconds = request->seconds,
                                             .places = request->places,
                                             .tune = request->tune,
                                             .tell = show_phase,
                                             .context = s};
    LB_TRY(make_points(s, err));
    lb_progress_init(&s->progress, request->reporting.progress);
    LB_TRY(lb_signals_watch(err));
    st = measure_all(s, err);
    lb_signals_unwatch();
cleanup:
    if (s != NULL) {
        lb_device_close(s->device);
        free(s->points);
    }
    free(s);
    return st;
}

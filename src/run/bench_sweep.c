/* bench_sweep.c - opens devices, measures their ceilings, goes through the points.
 * SPDX-License-Identifier: MIT */
#include "run/bench_sweep.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/host.h"
#include "base/version.h"
#include "cl/device.h"
#include "run/bench_plan.h"
#include "run/bench_point.h"
#include "run/copy_ceiling.h"
#include "run/options.h"
#include "run/parameter.h"
#include "run/probe.h"
#include "run/progress.h"
#include "run/speed.h"
#include "run/stop.h"
#include "run/stream_ceiling.h"

enum { CEILING_BATCHES = 7 };

struct sweep {
    const struct lb_options *options;
    struct lb_bench_settings settings;
    struct lb_bench_plan plan;
    struct lb_device_info *devices;
    size_t device_count;

    size_t opened; /* position of the open device, or of the one that could not be opened */
    struct lb_device *device;  /* NULL: none is open */
    struct lb_error no_device; /* why */
    double copy, planes;       /* of the open device [GB/s]; no planes on a GPU */

    struct lb_progress progress;
    double begin; /* [s] of lb_clock */
    size_t point; /* that is being measured */
    size_t measured, skipped;
    const struct lb_bench_record *now;
};

static void show_phase(void *context, const char *phase)
{
    struct sweep *s = context;
    char name[160], note[256];
    const double seconds = lb_clock() - s->begin;
    lb_bench_point_text(s->now, name, sizeof name);
    snprintf(note, sizeof note, "%s: %s", name, phase);
    const struct lb_progress_state state = {.name = "bench",
                                            .unit = "done",
                                            .step = s->point,
                                            .steps = lb_bench_plan_count(&s->plan),
                                            .mlups = nan(""),
                                            .steps_per_second =
                                                s->point > 0 ? (double)s->point / seconds : 0.0,
                                            .note = note};
    lb_progress_show(&s->progress, &state);
}

static enum lb_status measure_ceilings(struct sweep *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_device_info *info = lb_device_get_info(s->device);
    s->planes = 0.0;
    LB_TRY(lb_copy_ceiling_measure(s->device, &s->settings.places, &s->copy, err));
    if (info->type != LB_DEVICE_GPU)
        LB_TRY(lb_stream_ceiling_measure(s->device, &s->settings.places, lb_probe_bytes(info),
                                         CEILING_BATCHES, &s->planes, err));
cleanup:
    return st;
}

/* Opens the device of the next point and measures its ceilings, unless it is the open one.  A device that
 * fails leaves its reason behind; its points are then skipped. */
static void change_device(struct sweep *s, size_t wanted)
{
    char spec[16];
    if (s->opened == wanted) return;
    lb_device_close(s->device);
    s->device = NULL;
    s->opened = wanted;
    s->no_device = (struct lb_error){0};
    snprintf(spec, sizeof spec, "%d", s->devices[wanted].index);
    if (lb_device_open(spec, &s->device, &s->no_device) != LB_STATUS_OK) return;
    if (measure_ceilings(s, &s->no_device) == LB_STATUS_OK) return;
    lb_device_close(s->device);
    s->device = NULL;
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
    snprintf(r->command, sizeof r->command, "%s", s->options->line);
    lb_host_processor(r->host, sizeof r->host);
    lb_host_time(r->time);
    r->device_index = info->index;
    snprintf(r->platform, sizeof r->platform, "%s", info->platform);
    snprintf(r->device, sizeof r->device, "%s", info->name);
    snprintf(r->driver, sizeof r->driver, "%s", info->driver);
    snprintf(r->device_type, sizeof r->device_type, "%s", lb_device_type_name(info->type));
    r->cache_bytes = info->cache;
    r->warm_up_steps = LB_BENCH_WARM_UP_STEPS;
    r->batches = s->settings.batches;
}

static enum lb_status measure_point(struct sweep *s, struct lb_bench_record *r,
                                    struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_bench_choice choice = lb_bench_plan_point(&s->plan, s->point);
    const struct lb_device_info *info = &s->devices[choice.device];
    *r = (struct lb_bench_record){0};
    s->now = r;
    describe_machine(s, info, r);
    LB_TRY(lb_bench_point_describe(&choice, info, r, err));
    show_phase(s, "ceilings");
    change_device(s, choice.device);
    if (s->device != NULL) choose_ceiling(s, &choice, r);
    if (r->skipped[0] == '\0' && s->device == NULL)
        snprintf(r->skipped, sizeof r->skipped, "%.1000s", s->no_device.text);
    if (r->skipped[0] == '\0')
        LB_TRY(lb_bench_point_measure(&choice, &s->settings, s->device, r, err));
    if (r->skipped[0] == '\0')
        s->measured++;
    else
        s->skipped++;
cleanup:
    return st;
}

static bool ends_sweep(enum lb_status st)
{
    return st == LB_STATUS_INTERRUPTED || st == LB_STATUS_TERMINATED || st == LB_STATUS_USAGE;
}

static enum lb_status measure_all(struct sweep *s, lb_bench_take *take, void *context,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    enum lb_status failed = LB_STATUS_OK; /* the first of a point */
    char name[160];
    struct lb_bench_record *r = malloc(sizeof *r);
    LB_REQUIRE(r != NULL, LB_STATUS_FAILED, "no memory for a point");
    for (s->point = 0; s->point < lb_bench_plan_count(&s->plan); s->point++) {
        struct lb_error why = {0};
        const enum lb_status point = measure_point(s, r, &why);
        lb_progress_end(&s->progress);
        if (ends_sweep(point)) LB_TRY(lb_fail(err, point, "%s", why.text));
        if (point == LB_STATUS_OK) {
            LB_TRY(take(context, r, err));
            continue;
        }
        lb_fail(err, point, "%s: %.1500s", lb_bench_point_text(r, name, sizeof name), why.text);
        failed = failed == LB_STATUS_OK ? point : failed;
    }
    LB_REQUIRE(s->measured > 0 || s->skipped == 0 || failed != LB_STATUS_OK, LB_STATUS_DEVICE,
               "every point was skipped: %.1000s", r->skipped);
cleanup:
    free(r);
    return st != LB_STATUS_OK ? st : failed;
}

enum lb_status lb_bench_sweep(const struct lb_options *o, const struct lb_values *v,
                              lb_bench_take *take, void *context, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct sweep *s = calloc(1, sizeof *s);
    LB_REQUIRE(s != NULL, LB_STATUS_FAILED, "no memory for the benchmark");
    s->options = o;
    s->opened = SIZE_MAX;
    s->begin = lb_clock();
    s->settings = (struct lb_bench_settings){.batches = (int)lb_values_count(v, "batches"),
                                             .seconds = lb_values_number(v, "seconds"),
                                             .places = {o->kernel_dir, o->dump_dir},
                                             .tune = (enum lb_tune_mode)o->tune,
                                             .tell = show_phase,
                                             .context = s};
    LB_TRY(lb_device_list(&s->devices, &s->device_count, err));
    LB_TRY(lb_bench_plan_make(o, v, s->devices, s->device_count, &s->plan, err));
    lb_progress_init(&s->progress, o);
    LB_TRY(lb_stop_watch(err));
    st = measure_all(s, take, context, err);
    lb_stop_unwatch();
cleanup:
    if (s != NULL) {
        lb_device_close(s->device);
        free(s->devices);
    }
    free(s);
    return st;
}

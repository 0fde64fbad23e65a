/* roofline_command.c - sweeps over the cases: counts, measures, hands over to the report.
 * SPDX-License-Identifier: MIT */
#include "layout/layout.h"
#include "commands/commands.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "opencl/device.h"
#include "measure/bandwidth.h"
#include "measure/known_flow.h"
#include "bench/bench_point.h"
#include "cli/command_values.h"
#include "cli/read_bench.h"
#include "measure/memory_probe.h"
#include "run/progress.h"
#include "roofline/roofline_state.h"
#include "base/stopwatch.h"
#include "base/signals.h"
#include "measure/ceilings.h"
#include "python/python_package.h"

static const struct lb_parameter roofline_parameters[] = {
    {"size", LB_PARAMETER_SIZE, "cells", NULL, NULL, 16, 1e5,
     "N: a cube (a square in 2D); NX,NY,NZ: a box"},
    {"memory", LB_PARAMETER_BYTES, "bytes", NULL, NULL, 1 << 16, 1e15,
     "memory that the bandwidth probe goes through; on a CPU as much as the step, unless given"},
    {"batches", LB_PARAMETER_COUNT, "1", "5", NULL, 1, LB_MEMORY_PROBE_MAX_BATCHES,
     "timed batches"},
    {"seconds", LB_PARAMETER_NUMBER, "s", "0.2", NULL, 0.001, 600, "least length of a batch"},
    {0},
};
struct sweep {
    const struct lb_options *options;
    struct lb_values *values;
    struct lb_process_dialog python; /* counts, and makes the tables */
    struct lb_device *device;
    struct lb_kernel_places places;
    struct lb_roofline found;
    struct lb_bench_plan plan;
    char folder[LB_PATH_SIZE]; /* of --output; "": none */
    struct lb_progress progress;
    double begin; /* [s] of lb_clock */
};

/* --- one case ----------------------------------------------------------------------------------- */

static enum lb_status choose_size(const struct sweep *s, struct lb_case *c, struct lb_error *err)
{
    const bool gpu = lb_device_get_info(s->device)->type == LB_DEVICE_GPU;
    const bool flat = c->lattice->dimensions == 2;
    uint32_t size[3] = {gpu ? 256 : 128, 0, 0};
    if (flat) size[0] = gpu ? 4096 : 1024;
    const int given = lb_values_size(s->values, "size", size);
    if (given > 1 && given < c->lattice->dimensions)
        return lb_fail(err, LB_STATUS_USAGE,
                       "command line: size=%s has %d numbers; %s needs one (a cube) or three",
                       lb_values_text(s->values, "size"), given, c->lattice->name);
    for (int axis = 0; axis < 3; axis++)
        c->size[axis] = given <= 1 ? size[0] : size[axis];
    if (flat) c->size[2] = 1;
    return LB_STATUS_OK;
}

/* What is counted must be what the layout says a cell moves: else the path is not the plain one. */
static enum lb_status check_bytes(const struct lb_roofline_point *p, struct lb_error *err)
{
    const double counted = p->count.load_bytes + p->count.store_bytes;
    if (fabs(counted - p->bytes - p->cached_bytes) < 1e-9) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_FAILED,
                   "the counted path moves %g bytes per cell, the layout says %g", counted,
                   p->bytes + p->cached_bytes);
}

static enum lb_status measure(const struct sweep *s, struct lb_bench_choice *choice,
                              struct lb_roofline_point *p, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_bench_settings settings = {.batches =
                                                   (int)lb_values_count(s->values, "batches"),
                                               .seconds = lb_values_number(s->values, "seconds"),
                                               .places = s->places};
    struct lb_bench_record *r = calloc(1, sizeof *r);
    LB_REQUIRE(r != NULL, LB_STATUS_FAILED, "out of memory for a point");
    memcpy(r->size, p->size, sizeof r->size);
    LB_TRY(lb_bench_point_measure(choice, &settings, s->device, r, err));
    LB_REQUIRE(r->skipped[0] == '\0', LB_STATUS_DEVICE, "%s", r->skipped);
    p->mlups = r->mlups;
    p->deviation = r->deviation;
    p->measured = true;
cleanup:
    free(r);
    return st;
}

/* What the step goes through, in whole MiB, as the words of walls do not count; on a GPU, and for more, what is
 * far more than any cache holds. */
static uint64_t choose_memory(const struct sweep *s, const struct lb_roofline_point *p,
                              bool two_copies)
{
    const uint64_t given = lb_values_count(s->values, "memory");
    const uint64_t most = lb_memory_probe_bytes(s->found.device), mebi = 1 << 20;
    const double cells = (double)p->size[0] * p->size[1] * p->size[2];
    const double own = (two_copies ? 1.0 : 0.5) * p->bytes * cells;
    if (given > 0) return given;
    if (s->found.device->type == LB_DEVICE_GPU || own > (double)(most - mebi)) return most;
    return ((uint64_t)own / mebi + 1) * mebi;
}

/* All that is known without running it; p->lattice stays NULL where the device cannot. */
static enum lb_status describe(struct sweep *s, struct lb_bench_choice *choice,
                               struct lb_roofline_point *p, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_case c = lb_bench_point_case(choice);
    struct lb_known_flow flow = {0};
    char precision[LB_PRECISION_NAME_SIZE];
    const bool fp64 = c.arithmetic == LB_ARITHMETIC_FP64;
    *p = (struct lb_roofline_point){0};
    if (s->options->precision == NULL && fp64 && !s->found.device->fp64) return LB_STATUS_OK;
    LB_TRY(choose_size(s, &c, err));
    LB_TRY(lb_bench_point_fill(&c, false, &flow, err));
    lb_case_precision_name(&c, precision, sizeof precision);
    snprintf(p->precision, sizeof p->precision, "%s%s", precision, lb_case_rounding(&c)->suffix);
    memcpy(p->size, c.size, sizeof p->size);
    lb_layout_choose(&c, &choice->layout, s->found.device, &choice->made);
    choice->is_laid_out = true;
    LB_TRY(lb_roofline_count(&c, &choice->made, s->device, &s->places, &s->python, &p->count, err));
    p->collision = c.collision;
    p->fp64 = fp64;
    p->bytes = lb_layout_bytes_per_update(&c, p->count.lanes);
    p->cached_bytes = c.storage->shares_exponents ? c.lattice->directions - 1 : 0;
    p->memory = choose_memory(s, p, c.streaming == LB_STREAMING_PULL);
    LB_TRY(check_bytes(p, err));
    p->lattice = c.lattice;
cleanup:
    lb_known_flow_destroy(&flow);
    return st;
}

/* --- ceilings ----------------------------------------------------------------------------------- */

/* The wall of memory is a copy on a GPU; on a CPU, whose copy also reads what it overwrites, planes
 * in place. */
static enum lb_status measure_bandwidth(struct sweep *s, uint64_t bytes, int batches,
                                        double *bandwidth, struct lb_error *err)
{
    enum { COPY_WIDTH = 16 };
    struct lb_bandwidth copy;
    if (s->found.device->type != LB_DEVICE_GPU)
        return lb_stream_ceiling_measure(s->device, &s->places, bytes, batches, bandwidth, err);
    LB_OK(lb_bandwidth_measure_copy(s->device, &s->places, COPY_WIDTH, bytes, batches, &copy, err));
    *bandwidth = copy.best;
    return LB_STATUS_OK;
}

static enum lb_status measure_memory(struct sweep *s, uint64_t bytes, struct lb_error *err)
{
    struct lb_roofline *r = &s->found;
    double bandwidth;
    size_t n = 0;
    while (n < r->memory_count && r->memory[n].bytes != bytes)
        n++;
    LB_OK(measure_bandwidth(s, bytes, (int)lb_values_count(s->values, "batches"), &bandwidth, err));
    if (n == r->memory_count)
        r->memory[r->memory_count++] = (struct lb_roofline_memory){bytes, 0.0};
    r->memory[n].bandwidth = fmax(r->memory[n].bandwidth, bandwidth);
    r->bandwidth = fmax(r->bandwidth, bandwidth);
    return LB_STATUS_OK;
}

static enum lb_status measure_peak(struct sweep *s, enum lb_peak peak, struct lb_error *err)
{
    double rate;
    if (peak == LB_PEAK_FP64 && !s->found.device->fp64) return LB_STATUS_OK;
    LB_OK(lb_peak_measure(s->device, &s->places, peak, (int)lb_values_count(s->values, "batches"),
                          &rate, err));
    s->found.peaks[peak] = fmax(s->found.peaks[peak], rate);
    return LB_STATUS_OK;
}

static enum lb_status measure_peaks(struct sweep *s, struct lb_error *err)
{
    for (int n = 0; n < LB_PEAKS; n++)
        LB_OK(measure_peak(s, (enum lb_peak)n, err));
    return LB_STATUS_OK;
}

static bool knows_memory(const struct lb_roofline *r, uint64_t bytes)
{
    for (size_t n = 0; n < r->memory_count; n++)
        if (r->memory[n].bytes == bytes) return true;
    return false;
}

/* A limit is the most that was ever seen, as devices change their speed while this runs: what limits a point is
 * measured right before it, once more. */
static enum lb_status measure_ceilings(struct sweep *s, const struct lb_roofline_point *p,
                                       struct lb_error *err)
{
    enum lb_roofline_wall wall;
    if (!s->found.measured) LB_OK(measure_peaks(s, err));
    s->found.measured = true;
    if (!knows_memory(&s->found, p->memory)) return measure_memory(s, p->memory, err);
    lb_roofline_limit(&s->found, p, &wall);
    if (wall == LB_ROOFLINE_MEMORY) return measure_memory(s, p->memory, err);
    if (wall == LB_ROOFLINE_INTEGERS) return measure_peak(s, LB_PEAK_INT32, err);
    return measure_peak(s, p->fp64 ? LB_PEAK_FP64 : LB_PEAK_FP32, err);
}

/* A point above its limit shows that this was measured while the device was slower: it is measured again, not the
 * point. */
static enum lb_status raise_ceilings(struct sweep *s, const struct lb_roofline_point *p,
                                     struct lb_error *err)
{
    enum { TIMES = 4 };
    enum lb_roofline_wall wall;
    for (int n = 0; n < TIMES && p->mlups > lb_roofline_limit(&s->found, p, &wall); n++)
        LB_OK(measure_ceilings(s, p, err));
    return LB_STATUS_OK;
}

/* And all of it after the last. */
static enum lb_status measure_ceilings_again(struct sweep *s, struct lb_error *err)
{
    for (size_t n = 0; n < s->found.memory_count; n++)
        LB_OK(measure_memory(s, s->found.memory[n].bytes, err));
    return measure_peaks(s, err);
}

/* --- all of them -------------------------------------------------------------------------------- */

/* The point stays in the list where counting went well, also without a speed. */
static enum lb_status add_point(struct sweep *s, struct lb_bench_choice *choice,
                                struct lb_error *err)
{
    struct lb_roofline_point p;
    enum lb_status st = LB_STATUS_OK;
    LB_OK(describe(s, choice, &p, err));
    if (p.lattice == NULL) return LB_STATUS_OK;
    if (!s->options->no_measure) {
        LB_OK(measure_ceilings(s, &p, err));
        st = measure(s, choice, &p, err);
    }
    if (!lb_status_is_stop(st)) s->found.points[s->found.point_count++] = p;
    return p.measured ? raise_ceilings(s, &p, err) : st;
}

/* A case that fails is told and left out; the others are measured all the same. */
static enum lb_status sweep_cases(struct sweep *s, struct lb_error *err)
{
    enum lb_status failed = LB_STATUS_OK;
    const struct lb_bench_plan *plan = &s->plan;
    const size_t collisions = plan->collision_count, precisions = plan->precision_count;
    for (size_t n = 0; n < lb_bench_plan_count(plan); n++) {
        const size_t index = n / collisions % precisions;
        struct lb_error local = {0};
        char precision[LB_PRECISION_NAME_SIZE], note[128];
        /* the collision changes fastest */
        struct lb_bench_choice choice = {.lattice = plan->lattices[n / collisions / precisions],
                                         .precision = plan->precisions[index],
                                         .collision = plan->collisions[n % collisions],
                                         .streaming = plan->streamings[0],
                                         .shift = plan->shifts[0],
                                         .layout = plan->layouts[0]};
        lb_precision_name(&choice.precision, precision, sizeof precision);
        snprintf(note, sizeof note, "%s %s %s", choice.lattice->name, choice.collision->name,
                 precision);
        lb_progress_count(&s->progress, "roofline", n, lb_bench_plan_count(plan), s->begin, note);
        const enum lb_status st = add_point(s, &choice, &local);
        if (st == LB_STATUS_OK) continue;
        if (st == LB_STATUS_USAGE || lb_status_is_stop(st))
            return lb_fail(err, st, "%s", local.text);
        lb_fail(err, st, "%s: %s", note, local.text);
        if (failed == LB_STATUS_OK) failed = st;
    }
    return failed;
}

static enum lb_status report(struct sweep *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char *json = NULL;
    LB_TRY(lb_roofline_json(&s->found, &json, err));
    if (s->options->json)
        fputs(json, stdout);
    else
        LB_TRY(lb_roofline_print(&s->python, json, err));
    if (s->folder[0] != '\0') LB_TRY(lb_roofline_write(&s->python, json, s->folder, err));
cleanup:
    free(json);
    return st;
}

/* Lattices, collisions and precisions are lists. */
static enum lb_status read_plan(struct sweep *s, struct lb_error *err)
{
    struct lb_options o = *s->options;
    if (o.collision == NULL) o.collision = "all";
    /* in bfp12 and mx8 clang calls functions, whose operations are not counted */
    if (o.precision == NULL)
        o.precision = "fp64,fp64/fp32,fp32,fp16,fp16s,fp16c,p16_0s,p16_1s,p16_2c,int16s,fix16x";
    LB_OK(lb_bench_methods_read(&o, &s->plan, err));
    if (s->plan.streaming_count > 1 || s->plan.layout_count > 1)
        return lb_fail(err, LB_STATUS_USAGE, "roofline takes one --streaming and one --lanes");
    if (s->plan.streamings[0] == LB_STREAMING_MOMENTS || s->plan.streamings[0] == LB_STREAMING_LIST)
        return lb_fail(
            err, LB_STATUS_USAGE,
            "roofline counts the operations of a step of all populations; choose --streaming "
            "in-place or pull");
    s->plan.device_count = s->plan.size_count = s->plan.walls_count = 1;
    return LB_STATUS_OK;
}

static enum lb_status prepare(struct sweep *s, struct lb_error *err)
{
    const struct lb_options *o = s->options;
    LB_OK(lb_command_values(o, roofline_parameters, &s->values, err));
    LB_OK(read_plan(s, err));
    LB_OK(lb_python_start("sluice_lbm.roofline", NULL, 0, &s->python, err));
    LB_OK(lb_device_open(o->device, &s->device, err));
    s->found.device = lb_device_get_info(s->device);
    LB_OK(lb_memory_probe_check_bytes(s->found.device, lb_values_count(s->values, "memory"),
                                      "memory", err));
    s->found.points = calloc(lb_bench_plan_count(&s->plan), sizeof *s->found.points);
    s->found.memory = calloc(lb_bench_plan_count(&s->plan), sizeof *s->found.memory);
    LB_NEED(s->found.points != NULL && s->found.memory != NULL, LB_STATUS_FAILED,
            "out of memory for the points");
    s->found.bandwidth_probe =
        s->found.device->type == LB_DEVICE_GPU ? "copy" : "19 planes in place";
    if (o->output != NULL)
        LB_OK(lb_folder_create(o->output, "roofline", s->folder, sizeof s->folder, err));
    if (s->folder[0] != '\0') lb_signals_remove_if_empty(s->folder);
    lb_progress_init(&s->progress, lb_options_reporting(o).progress);
    s->begin = lb_clock();
    return LB_STATUS_OK;
}

/* What was measured before a failure or a signal is reported all the same. */
static enum lb_status run(struct sweep *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK, swept;
    LB_TRY(prepare(s, err));
    swept = sweep_cases(s, err);
    if (s->found.point_count > 0 && s->found.measured && !lb_status_is_stop(swept)) {
        st = measure_ceilings_again(s, err);
        if (swept == LB_STATUS_OK) swept = st;
    }
    lb_progress_end(&s->progress);
    if (s->found.point_count > 0 && swept != LB_STATUS_USAGE) LB_TRY(report(s, err));
    st = swept;
cleanup:
    lb_progress_end(&s->progress);
    if (s->folder[0] != '\0') lb_signals_forget_folder();
    if (st != LB_STATUS_OK && s->folder[0] != '\0') rmdir(s->folder); /* only if it is empty */
    free(s->found.points);
    free(s->found.memory);
    lb_process_dialog_end(&s->python);
    lb_device_close(s->device);
    lb_values_destroy(s->values);
    return st;
}

enum lb_status lb_roofline_run(const struct lb_options *o, struct lb_error *err)
{
    struct sweep s = {.options = o, .places = {o->kernel_dir, NULL}};
    LB_OK(lb_signals_watch(err));
    const enum lb_status st = run(&s, err);
    lb_signals_unwatch();
    return st;
}

/* roofline_command.c - sweeps over the cases: counts, measures, hands over to the report.
 * SPDX-License-Identifier: MIT */
#include "workspace/layout.h"
#include "commands/roofline_command.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "opencl/device.h"
#include "analysis/signal.h"
#include "measure/bandwidth.h"
#include "measure/known_flow.h"
#include "case/lookup.h"
#include "cli/command_values.h"
#include "measure/memory_probe.h"
#include "run/progress.h"
#include "bench/roofline_state.h"
#include "solver/solver.h"
#include "base/stopwatch.h"
#include "measure/step_time.h"
#include "base/signals.h"
#include "measure/ceilings.h"
#include "base/word_list.h"

enum { WARM_UP_STEPS = 20, MAX_POINTS = 256 };

static const struct lb_parameter roofline_parameters[] = {
    {"size", LB_PARAMETER_SIZE, "cells", NULL, NULL, 16, 1e5,
     "N: a cube (a square in 2D); NX,NY,NZ: a box"},
    {"memory", LB_PARAMETER_BYTES, "bytes", NULL, NULL, 1 << 16, 1e15,
     "memory that the bandwidth probe goes through"},
    {"batches", LB_PARAMETER_COUNT, "1", "5", NULL, 1, LB_MEMORY_PROBE_MAX_BATCHES,
     "timed batches"},
    {"seconds", LB_PARAMETER_NUMBER, "s", "0.2", NULL, 0.001, 600, "least length of a batch"},
    {0},
};
/* What is swept over without a wish. */
static const char all_lattices[] = "d3q19", all_collisions[] = "srt,trt,mrt";
static const char all_precisions[] =
    "fp64,fp64/fp32,fp32,fp16,fp16s,fp16c,p16_0s,p16_1s,p16_2c,int16s";

struct sweep {
    const struct lb_options *options;
    struct lb_values *values;
    struct lb_device *device;
    struct lb_kernel_places places;
    struct lb_roofline found;
    bool every_precision;      /* none was asked for by name */
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

static enum lb_status assemble(const struct sweep *s, const char *const words[3], struct lb_case *c,
                               struct lb_layout_wishes *w, struct lb_known_flow *flow,
                               struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_options *o = s->options;
    LB_TRY(lb_lookup_lattice(words[0], "--lattice", &c->lattice, err));
    LB_TRY(lb_lookup_collision(words[1], "--collision", &c->collision, err));
    struct lb_precision precision;
    LB_TRY(lb_lookup_precision(words[2], "--precision", &precision, err));
    c->arithmetic = precision.arithmetic;
    c->storage = precision.storage;
    LB_TRY(lb_lookup_streaming(o->streaming != NULL ? o->streaming : "in-place", "--streaming",
                               &c->streaming, err));
    LB_TRY(lb_lookup_lanes(o->lanes != NULL ? o->lanes : "auto", "--lanes", w, err));
    LB_TRY(lb_lookup_group(o->group, "--group", &w->group, err));
    LB_TRY(lb_lookup_registers(o->registers, "--registers", &w->registers, err));
    LB_TRY(choose_size(s, c, err));
    c->name = "roofline";
    c->shift = o->shift != 0;
    c->viscosity = c->lattice->sound_speed_squared * 0.1;
    c->cell_kinds = LB_CELL_SOLID; /* none there, but the kernel must be ready for walls */
    LB_TRY(lb_known_flow_init(flow, c, false, err));
    c->start = lb_known_flow_start;
    c->start_state = flow;
cleanup:
    return st;
}

static enum lb_status time_steps(const struct sweep *s, struct lb_solver *solver, double cells,
                                 double *mlups, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    double rates[LB_MEMORY_PROBE_MAX_BATCHES], spent;
    uint64_t steps;
    const int batches = (int)lb_values_count(s->values, "batches");
    LB_TRY(lb_step_time(solver, WARM_UP_STEPS, &spent, err));
    LB_TRY(lb_step_time_find(solver, lb_values_number(s->values, "seconds"), &steps, err));
    for (int n = 0; n < batches; n++) {
        LB_TRY(lb_step_time(solver, steps, &spent, err));
        rates[n] = 1e-6 * cells * (double)steps / spent;
    }
    *mlups = lb_signal_median(rates, (size_t)batches);
cleanup:
    return st;
}

static enum lb_status measure(const struct sweep *s, const struct lb_case *c,
                              const struct lb_layout *layout, const struct lb_known_flow *flow,
                              struct lb_roofline_point *p, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_solver *solver = NULL;
    LB_TRY(lb_solver_create(c, layout, s->device, &s->places, &solver, err));
    LB_TRY(time_steps(s, solver, (double)lb_case_cell_count(c), &p->mlups, err));
    LB_TRY(lb_known_flow_deviation(flow, solver, &p->deviation, err));
    LB_REQUIRE(p->deviation <= LB_KNOWN_FLOW_MAX_DEVIATION, LB_STATUS_VERDICT,
               "the flow is wrong after %llu steps: it is %.3g away from the exact one (at most "
               "%.3g is right), so there is no speed",
               (unsigned long long)lb_solver_step(solver), p->deviation,
               LB_KNOWN_FLOW_MAX_DEVIATION);
    p->measured = true;
cleanup:
    lb_solver_destroy(solver);
    return st;
}

/* What is counted must be what the layout says a cell moves: else the path is not the plain one. */
static enum lb_status check_bytes(const struct lb_roofline_point *p, struct lb_error *err)
{
    const double counted = p->count.load_bytes + p->count.store_bytes;
    if (fabs(counted - p->bytes) < 1e-9) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_FAILED,
                   "the counted path moves %g bytes per cell, the layout says %g", counted,
                   p->bytes);
}

/* The point stays in the list where counting went well, also without a speed. */
static enum lb_status add_point(struct sweep *s, const char *const words[3], int precision_index,
                                struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_case c = {0};
    struct lb_layout_wishes wishes = {0};
    struct lb_layout layout;
    struct lb_known_flow flow = {0};
    struct lb_roofline_point p = {.precision_index = precision_index};
    LB_TRY(assemble(s, words, &c, &wishes, &flow, err));
    if (s->every_precision && c.arithmetic == LB_ARITHMETIC_FP64 &&
        !lb_device_get_info(s->device)->fp64)
        goto cleanup;
    LB_REQUIRE(s->found.point_count < MAX_POINTS, LB_STATUS_USAGE,
               "command line: more than %d cases at once", MAX_POINTS);
    p.lattice = c.lattice;
    p.collision = c.collision;
    p.fp64 = c.arithmetic == LB_ARITHMETIC_FP64;
    memcpy(p.size, c.size, sizeof p.size);
    lb_case_precision_name(&c, p.precision, sizeof p.precision);
    lb_layout_choose(&c, &wishes, lb_device_get_info(s->device), &layout);
    LB_TRY(lb_roofline_count(&c, &layout, s->device, &s->places, &p.count, err));
    p.bytes = lb_layout_bytes_per_update(&c, p.count.lanes);
    LB_TRY(check_bytes(&p, err));
    if (!s->options->no_measure) st = measure(s, &c, &layout, &flow, &p, err);
    if (!lb_status_is_stop(st)) s->found.points[s->found.point_count++] = p;
cleanup:
    lb_known_flow_destroy(&flow);
    return st;
}

/* --- all of them -------------------------------------------------------------------------------- */

/* A case that fails is told and left out; the others are measured all the same. */
static enum lb_status try_point(struct sweep *s, const char *const words[3], int precision_index,
                                enum lb_status *failed, struct lb_error *err)
{
    struct lb_error local = {0};
    const enum lb_status st = add_point(s, words, precision_index, &local);
    if (st == LB_STATUS_OK) return st;
    if (st == LB_STATUS_USAGE || lb_status_is_stop(st)) return lb_fail(err, st, "%s", local.text);
    lb_fail(err, st, "%s %s %s: %s", words[0], words[1], words[2], local.text);
    if (*failed == LB_STATUS_OK) *failed = st;
    return LB_STATUS_OK;
}

static const char *or_default(const char *list, const char *all)
{
    return list != NULL ? list : all;
}

static size_t items(const char *list)
{
    size_t count = 1;
    for (const char *c = list; *c != '\0'; c++)
        count += *c == ',' ? 1 : 0;
    return count;
}

/* Before anything is measured. */
static enum lb_status check_lists(const struct lb_options *o, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_case c = {0};
    struct lb_precision p;
    char word[LB_WORD_SIZE];
    const char *lattices = or_default(o->lattice, all_lattices);
    const char *collisions = or_default(o->collision, all_collisions);
    const char *precisions = or_default(o->precision, all_precisions);
    LB_TRY(lb_word_list_check(lattices, "--lattice", err));
    LB_TRY(lb_word_list_check(collisions, "--collision", err));
    LB_TRY(lb_word_list_check(precisions, "--precision", err));
    while (lb_word_list_next(&lattices, word))
        LB_TRY(lb_lookup_lattice(word, "--lattice", &c.lattice, err));
    while (lb_word_list_next(&collisions, word))
        LB_TRY(lb_lookup_collision(word, "--collision", &c.collision, err));
    while (lb_word_list_next(&precisions, word))
        LB_TRY(lb_lookup_precision(word, "--precision", &p, err));
cleanup:
    return st;
}

static void show_progress(struct sweep *s, const char *note, size_t done, size_t all)
{
    const double seconds = lb_clock() - s->begin;
    const struct lb_progress_state state = {.name = "roofline",
                                            .unit = "done",
                                            .step = done,
                                            .steps = all,
                                            .mlups = nan(""),
                                            .steps_per_second =
                                                done > 0 ? (double)done / seconds : 0.0,
                                            .note = note};
    lb_progress_show(&s->progress, &state);
}

static enum lb_status sweep_cases(struct sweep *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK, failed = LB_STATUS_OK;
    const struct lb_options *o = s->options;
    char lattice[LB_WORD_SIZE], precision[LB_WORD_SIZE], collision[LB_WORD_SIZE], note[128];
    const char *lattices = or_default(o->lattice, all_lattices);
    size_t done = 0;
    const size_t all = items(lattices) * items(or_default(o->precision, all_precisions)) *
                       items(or_default(o->collision, all_collisions));
    while (lb_word_list_next(&lattices, lattice)) {
        const char *precisions = or_default(o->precision, all_precisions);
        for (int index = 0; lb_word_list_next(&precisions, precision); index++) {
            const char *collisions = or_default(o->collision, all_collisions);
            while (lb_word_list_next(&collisions, collision)) {
                const char *const words[3] = {lattice, collision, precision};
                snprintf(note, sizeof note, "%.30s %.30s %.30s", lattice, collision, precision);
                show_progress(s, note, done++, all);
                LB_TRY(try_point(s, words, index, &failed, err));
            }
        }
    }
cleanup:
    return st != LB_STATUS_OK ? st : failed;
}

/* The wall of memory is a copy on a GPU; on a CPU, whose copy also reads what it overwrites, planes
 * in place. */
static enum lb_status measure_bandwidth(struct sweep *s, int batches, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    enum { COPY_WIDTH = 16 };
    struct lb_roofline *r = &s->found;
    struct lb_bandwidth probes[LB_BANDWIDTH_PROBES];
    uint64_t bytes = lb_values_count(s->values, "memory");
    if (bytes == 0) bytes = lb_memory_probe_bytes(r->device);
    if (r->device->type == LB_DEVICE_GPU) {
        r->bandwidth_probe = "copy";
        LB_TRY(
            lb_bandwidth_measure(s->device, &s->places, COPY_WIDTH, bytes, batches, probes, err));
        r->bandwidth = probes[LB_COPY_COALESCED].best;
    } else {
        r->bandwidth_probe = "19 planes in place";
        LB_TRY(
            lb_stream_ceiling_measure(s->device, &s->places, bytes, batches, &r->bandwidth, err));
    }
cleanup:
    return st;
}

static enum lb_status measure_ceilings(struct sweep *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_roofline *r = &s->found;
    const int batches = (int)lb_values_count(s->values, "batches");
    LB_TRY(measure_bandwidth(s, batches, err));
    for (int n = 0; n < LB_PEAKS; n++)
        if (n != LB_PEAK_FP64 || r->device->fp64)
            LB_TRY(lb_peak_measure(s->device, &s->places, (enum lb_peak)n, batches, &r->peaks[n],
                                   err));
    r->measured = true;
cleanup:
    return st;
}

static enum lb_status report(struct sweep *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char *json = NULL;
    LB_TRY(lb_roofline_json(&s->found, &json, err));
    if (s->options->json)
        fputs(json, stdout);
    else
        lb_roofline_print(&s->found);
    if (s->folder[0] != '\0') LB_TRY(lb_roofline_write(&s->found, json, s->folder, err));
cleanup:
    free(json);
    return st;
}

static enum lb_status prepare(struct sweep *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_options *o = s->options;
    LB_TRY(lb_command_values(o, roofline_parameters, &s->values, err));
    LB_TRY(check_lists(o, err));
    LB_TRY(lb_device_open(o->device, &s->device, err));
    s->found.device = lb_device_get_info(s->device);
    LB_TRY(lb_memory_probe_check_bytes(s->found.device, lb_values_count(s->values, "memory"),
                                       "memory", err));
    s->found.points = calloc(MAX_POINTS, sizeof *s->found.points);
    LB_REQUIRE(s->found.points != NULL, LB_STATUS_FAILED, "out of memory for the points");
    if (o->output != NULL)
        LB_TRY(lb_folder_create(o->output, "roofline", s->folder, sizeof s->folder, err));
    if (s->folder[0] != '\0') lb_signals_remove_if_empty(s->folder);
    lb_progress_init(&s->progress, lb_options_reporting(o).progress);
    s->begin = lb_clock();
cleanup:
    return st;
}

/* What was measured before a failure or a signal is reported all the same. */
static enum lb_status run(struct sweep *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK, swept;
    LB_TRY(prepare(s, err));
    if (!s->options->no_measure) LB_TRY(measure_ceilings(s, err));
    swept = sweep_cases(s, err);
    lb_progress_end(&s->progress);
    if (s->found.point_count > 0 && swept != LB_STATUS_USAGE) LB_TRY(report(s, err));
    st = swept;
cleanup:
    lb_progress_end(&s->progress);
    if (s->folder[0] != '\0') lb_signals_forget_folder();
    if (st != LB_STATUS_OK && s->folder[0] != '\0') rmdir(s->folder); /* only if it is empty */
    free(s->found.points);
    lb_device_close(s->device);
    lb_values_destroy(s->values);
    return st;
}

enum lb_status lb_roofline_run(const struct lb_options *o, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct sweep s = {
        .options = o, .places = {o->kernel_dir, NULL}, .every_precision = o->precision == NULL};
    LB_TRY(lb_signals_watch(err));
    st = run(&s, err);
    lb_signals_unwatch();
cleanup:
    return st;
}

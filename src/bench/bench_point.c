/* bench_point.c - builds the case of a point, times it in batches, checks its flow.
 * SPDX-License-Identifier: MIT */
#include "bench/bench_point.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/bench_box.h"
#include "opencl/device.h"
#include "peers/peers.h"
#include "ranks/own_ranks.h"
#include "analysis/signal.h"
#include "measure/known_flow.h"
#include "case/lookup.h"
#include "layout/layout.h"
#include "base/stopwatch.h"
#include "measure/step_time.h"
#include "solver/collective.h"
#include "measure/tune.h"

enum { SIDE_STEP = 16 };

/* --- the case -------------------------------------------------------------------------------- */

struct lb_case lb_bench_point_case(const struct lb_bench_choice *choice)
{
    struct lb_case c = {.name = "bench",
                        .lattice = choice->lattice,
                        .collision = choice->collision,
                        .storage = choice->precision.storage,
                        .arithmetic = choice->precision.arithmetic,
                        .rounding = choice->precision.rounding,
                        .streaming = choice->streaming,
                        .shift = choice->shift};
    c.viscosity = c.lattice->sound_speed_squared * 0.1;
    c.cell_kinds = LB_CELL_SOLID; /* also without walls: the kernel must be ready for them */
    if (choice->walls) c.cell_kinds |= LB_CELL_MOVING;
    return c;
}

static void set_cube(struct lb_case *c, uint32_t side)
{
    for (int axis = 0; axis < 3; axis++)
        c->size[axis] = axis < c->lattice->dimensions ? side : 1;
}

/* The largest side not above `most`, a multiple of 16 so that the lanes stay, that fits. */
static void set_largest_cube(struct lb_case *c, const struct lb_layout_wishes *wishes,
                             const struct lb_device_info *device, uint32_t max)
{
    struct lb_layout l;
    for (uint32_t side = max - max % SIDE_STEP; side >= SIDE_STEP; side -= SIDE_STEP) {
        set_cube(c, side);
        lb_layout_choose(c, wishes, device, &l);
        if (lb_layout_fits(c, &l, device)) return;
    }
}

/* No cube with more cells than bytes fits. */
static uint32_t side_beyond_memory(const struct lb_case *c, const struct lb_device_info *device)
{
    const double bytes = (double)device->memory / lb_case_bytes_per_cell(c);
    const double side = c->lattice->dimensions == 2 ? sqrt(bytes) : cbrt(bytes);
    return (uint32_t)fmax(SIDE_STEP, fmin(side + SIDE_STEP, 100000.0));
}

static void set_size(struct lb_case *c, const struct lb_bench_choice *choice,
                     const struct lb_device_info *device)
{
    const struct lb_bench_size *size = &choice->size;
    const struct lb_layout_wishes *w = &choice->layout;
    switch (size->kind) {
    case LB_BENCH_SIZE_CELLS: lb_bench_size_on(size, c->lattice, c->size); break;
    case LB_BENCH_SIZE_DEFAULT: set_largest_cube(c, w, device, LB_BENCH_DEFAULT_SIDE); break;
    case LB_BENCH_SIZE_LARGEST:
        set_largest_cube(c, w, device, side_beyond_memory(c, device));
        break;
    }
}

enum lb_status lb_bench_point_fill(struct lb_case *c, bool walls, struct lb_known_flow *flow,
                                   struct lb_error *err)
{
    const enum lb_status st = lb_known_flow_init(flow, c, walls, err);
    c->start = lb_known_flow_start;
    c->start_state = flow;
    c->force[c->lattice->dimensions - 1] = -flow->force;
    return st;
}

static void describe_case(const struct lb_case *c, const struct lb_layout_wishes *w,
                          struct lb_bench_record *r)
{
    snprintf(r->lattice, sizeof r->lattice, "%s", c->lattice->name);
    snprintf(r->collision, sizeof r->collision, "%s", c->collision->name);
    lb_case_precision_name(c, r->precision, sizeof r->precision);
    snprintf(r->rounding, sizeof r->rounding, "%s", lb_case_rounding(c)->name);
    snprintf(r->streaming, sizeof r->streaming, "%s", lb_streaming_name(c->streaming));
    r->shift = c->shift;
    r->lanes_asked = w->lanes;
    r->arithmetic_lanes_asked = w->arithmetic_lanes;
    r->group_asked = w->group;
    r->registers_asked = w->registers;
    memcpy(r->size, c->size, sizeof r->size);
    r->bytes_per_cell = lb_case_bytes_per_cell(c);
    r->bytes_per_update = lb_case_bytes_per_update(c);
}

/* On one line. */
static void say_skipped(struct lb_bench_record *r, const char *why)
{
    snprintf(r->skipped, sizeof r->skipped, "%.*s", (int)sizeof r->skipped - 1, why);
    for (char *c = strchr(r->skipped, '\n'); c != NULL; c = strchr(c, '\n'))
        *c = ' ';
}

/* Why it cannot be measured there, else LB_STATUS_OK. */
static enum lb_status check_box(const struct lb_bench_box *box, bool walls,
                                const struct lb_layout *l, const struct lb_device_info *device,
                                struct lb_error *err)
{
    const struct lb_case *c = &box->whole;
    LB_NEED(!walls || lb_known_flow_is_fluid(c), LB_STATUS_USAGE,
            "%s with %s is no fluid, and the flow between walls is known for fluids only",
            c->lattice->name, c->collision->name);
    LB_OK(lb_collision_check(c->collision, c->lattice, err));
    if (box->place.cut != 0) LB_OK(lb_subdomain_check(c, box->place.cut, err));
    return lb_layout_check(lb_bench_box_own(box), l, device, err);
}

/* What one part cannot do is skipped by all. */
static void agree_to_skip(struct lb_bench_record *r)
{
    struct lb_error why = {0};
    const bool is_skipped = r->skipped[0] != '\0';
    const enum lb_status own =
        is_skipped ? lb_fail(&why, LB_STATUS_DEVICE, "%s", r->skipped) : LB_STATUS_OK;
    if (lb_peers_agree(lb_ranks(), own, &why) != LB_STATUS_OK) say_skipped(r, why.text);
}

/* The whole box in the record, and in how many parts. */
static enum lb_status describe_parts(const struct lb_bench_choice *choice, struct lb_case *c,
                                     struct lb_bench_record *out, int grid[3], struct lb_error *err)
{
    const struct lb_bench_parts *parts = &choice->parts;
    LB_OK(lb_bench_parts_cut(parts, c->lattice, lb_case_axes_to_cut(c), c->size, grid, err));
    out->parts = parts->count;
    if (parts->count == 0) return LB_STATUS_OK;
    snprintf(out->scaling, sizeof out->scaling, "%s", lb_bench_scaling_name(parts));
    snprintf(out->split, sizeof out->split, "%dx%dx%d", grid[0], grid[1], grid[2]);
    return LB_STATUS_OK;
}

enum lb_status lb_bench_point_describe(const struct lb_bench_choice *choice,
                                       const struct lb_device_info *device,
                                       struct lb_bench_record *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_case c = lb_bench_point_case(choice);
    struct lb_bench_box box = {0};
    struct lb_layout l;
    struct lb_error why = {0};
    int grid[3];
    set_size(&c, choice, device);
    LB_TRY(describe_parts(choice, &c, out, grid, err));
    LB_TRY(lb_bench_box_make(&box, choice, c.size, grid, err));
    describe_case(&c, &choice->layout, out);
    lb_bench_axes_text(choice->looped, out->loopback);
    out->walls = choice->walls;
    out->solid_share = lb_known_flow_solid_share(&box.flow);
    lb_layout_choose(lb_bench_box_own(&box), &choice->layout, device, &l);
    out->lanes = l.lanes;
    out->arithmetic_lanes = l.arithmetic_lanes;
    out->group = (int)l.group;
    out->registers = l.registers;
    if (check_box(&box, choice->walls, &l, device, &why) != LB_STATUS_OK)
        say_skipped(out, why.text);
    agree_to_skip(out);
cleanup:
    lb_bench_box_free(&box);
    return st;
}

/* --- the measurement ------------------------------------------------------------------------- */

static void tell(const struct lb_bench_settings *settings, const char *phase)
{
    if (settings->tell != NULL) settings->tell(settings->context, phase);
}

/* Of the exchanges since `before`: what all parts send, and what the one that waited most waited. */
static enum lb_status set_exchange_cost(const struct lb_exchange_cost *before,
                                        const struct lb_solver *s, struct lb_bench_record *r,
                                        struct lb_error *err)
{
    const struct lb_exchange_cost now = lb_solver_exchange_cost(s);
    const double exchanges = (double)(now.exchanges - before->exchanges);
    r->sent_bytes = now.bytes;
    snprintf(r->exchange_way, sizeof r->exchange_way, "%s", lb_solver_exchange_way(s));
    snprintf(r->exchange_advice, sizeof r->exchange_advice, "%s", lb_solver_exchange_advice(s));
    r->exposed_ms =
        exchanges > 0.0 ? 1e3 * (now.exposed_seconds - before->exposed_seconds) / exchanges : 0.0;
    LB_OK(lb_peers_add_counts(lb_ranks(), &r->sent_bytes, 1, err));
    return lb_peers_greatest(lb_ranks(), &r->exposed_ms, 1, err);
}

static enum lb_status time_batches(struct lb_solver *s, const struct lb_bench_settings *settings,
                                   double cells, struct lb_bench_record *r, struct lb_error *err)
{
    double mlups[LB_BENCH_MAX_BATCHES], spent;
    r->batches = settings->batches;
    LB_OK(lb_step_time_find(s, settings->seconds, &r->batch_steps, err));
    const struct lb_exchange_cost before = lb_solver_exchange_cost(s);
    for (int n = 0; n < r->batches; n++) {
        char phase[32];
        snprintf(phase, sizeof phase, "batch %d of %d", n + 1, r->batches);
        tell(settings, phase);
        LB_OK(lb_step_time(s, r->batch_steps, &spent, err));
        mlups[n] = 1e-6 * cells * (double)r->batch_steps / spent;
    }
    LB_OK(set_exchange_cost(&before, s, r, err));
    r->steps = lb_solver_step(s);
    r->mlups = lb_signal_median(mlups, (size_t)r->batches);
    r->mlups_min = mlups[0];
    r->mlups_max = mlups[r->batches - 1];
    return LB_STATUS_OK;
}

/* The flow is checked after the warm-up and again at the very end. */
static enum lb_status check_flow(const struct lb_known_flow *flow, struct lb_solver *s,
                                 struct lb_bench_record *r, struct lb_error *err)
{
    LB_OK(lb_known_flow_deviation(flow, s, &r->deviation, err));
    LB_NEED(r->deviation <= LB_KNOWN_FLOW_MAX_DEVIATION, LB_STATUS_VERDICT,
            "the benchmark's flow is wrong after %llu steps: it is %.3g away from the exact one "
            "(at most %.3g is right), so there is no figure%s",
            (unsigned long long)lb_solver_step(s), r->deviation, LB_KNOWN_FLOW_MAX_DEVIATION,
            lb_solver_step(s) <= LB_BENCH_WARM_UP_STEPS
                ? ""
                : "; after the warm-up it was right: a format of few digits drifts away with the "
                  "steps, and fewer or shorter batches (batches=, seconds=) may give one");
    return LB_STATUS_OK;
}

/* What a step touches may stay in the caches: then memory's bandwidth is no measure. */
static bool fits_caches(const struct lb_bench_record *r, double cells)
{
    return r->bytes_per_cell * cells <= (double)r->cache_bytes * fmax(1.0, r->parts);
}

static enum lb_status measure(struct lb_solver *s, const struct lb_case *c,
                              const struct lb_known_flow *flow,
                              const struct lb_bench_settings *settings, struct lb_bench_record *r,
                              struct lb_error *err)
{
    const double cells = (double)lb_case_cell_count(c);
    double spent;
    r->lanes = lb_solver_lanes(s);
    r->arithmetic_lanes = lb_solver_arithmetic_lanes(s);
    r->group = (int)lb_solver_group(s);
    r->registers = lb_solver_registers(s);
    r->device_bytes = lb_solver_device_bytes(s);
    LB_OK(lb_peers_add_counts(lb_ranks(), &r->device_bytes, 1, err));
    r->warm_up_steps = LB_BENCH_WARM_UP_STEPS;
    tell(settings, "warm-up");
    LB_OK(lb_step_time(s, LB_BENCH_WARM_UP_STEPS, &spent, err));
    LB_OK(check_flow(flow, s, r, err));
    LB_OK(time_batches(s, settings, cells, r, err));
    LB_OK(check_flow(flow, s, r, err));
    r->bandwidth = 1e-3 * r->mlups * r->bytes_per_update;
    r->efficiency = fits_caches(r, cells) ? nan("") : r->bandwidth / r->ceiling;
    return LB_STATUS_OK;
}

/* A figure is of one layout; which one, and why, is part of the record.  It is made in the first round
 * and stays. */
static enum lb_status make_layout(const struct lb_case *c, struct lb_device *device,
                                  const struct lb_bench_settings *settings,
                                  struct lb_bench_choice *choice, struct lb_bench_record *r,
                                  struct lb_error *err)
{
    struct lb_tuning tuning;
    const struct lb_tune_request request = {.wishes = choice->layout,
                                            .mode = settings->tune,
                                            .places = {settings->places.kernel_dir, NULL},
                                            .tell = settings->tell,
                                            .context = settings->context};
    if (choice->is_laid_out) return LB_STATUS_OK;
    if (settings->tune == LB_TUNE_NOW) tell(settings, "timing layouts");
    LB_OK(lb_tune(c, device, &request, &choice->made, &tuning, err));
    choice->is_laid_out = true;
    snprintf(r->layout_by, sizeof r->layout_by, "%s", lb_tune_origin_name(tuning.origin));
    snprintf(r->layout_because, sizeof r->layout_because, "%s", tuning.why);
    return LB_STATUS_OK;
}

/* What one part has no memory for, none has. */
static enum lb_status open_solver(const struct lb_bench_box *box, struct lb_device *device,
                                  const struct lb_bench_settings *settings,
                                  struct lb_bench_choice *choice, struct lb_solver **out,
                                  struct lb_error *err)
{
    const enum lb_status own =
        lb_solver_create(lb_bench_box_own(box), &choice->made, device, &settings->places, out, err);
    LB_OK(lb_peers_agree(lb_ranks(), own, err));
    return lb_bench_box_join(box, *out, err);
}

/* 1x1x1 where there are no parts. */
static void grid_of(const struct lb_bench_record *r, int grid[3])
{
    grid[0] = grid[1] = grid[2] = 1;
    if (r->split[0] != '\0') lb_bench_grid_of(r, grid);
}

enum lb_status lb_bench_point_measure(struct lb_bench_choice *choice,
                                      const struct lb_bench_settings *settings,
                                      struct lb_device *device, struct lb_bench_record *r,
                                      struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_solver *s = NULL;
    struct lb_error why = {0};
    struct lb_bench_box box = {0};
    int grid[3];
    grid_of(r, grid);
    LB_TRY(lb_bench_box_make(&box, choice, r->size, grid, err));
    st = make_layout(lb_bench_box_own(&box), device, settings, choice, r, err);
    LB_TRY(lb_peers_agree(lb_ranks(), st, err));
    tell(settings, "building kernels, filling the box");
    const double begin = lb_clock();
    st = open_solver(&box, device, settings, choice, &s, &why);
    if (st == LB_STATUS_DEVICE) {
        say_skipped(r, why.text);
        st = LB_STATUS_OK;
        goto cleanup;
    }
    if (st != LB_STATUS_OK) LB_TRY(lb_fail(err, st, "%s", why.text));
    LB_TRY(lb_solver_wait(s, err));
    r->build_seconds = lb_clock() - begin;
    LB_TRY(measure(s, &box.whole, &box.flow, settings, r, err));
cleanup:
    lb_solver_destroy(s);
    lb_bench_box_free(&box);
    return st;
}

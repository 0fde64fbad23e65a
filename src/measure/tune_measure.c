/* tune_measure.c - the best layout so far and a challenger, timed in turns.
 * SPDX-License-Identifier: MIT */
#include "measure/tune_measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "opencl/device.h"
#include "analysis/signal.h"
#include "measure/known_flow.h"
#include "layout/layout.h"
#include "measure/step_time.h"
#include "base/signals.h"

enum { ROUNDS = 7, MIN_WON = 6, SIDE_STEP = 16, MIN_WALLED_SIDE = 16 };
static const double round_seconds = 0.05;

/* --- what is timed ---------------------------------------------------------------------------- */

/* Enough that memory is what limits: more than the caches, and all of a GPU at work. */
static double wanted_bytes(const struct lb_device_info *device)
{
    const double mebi = 1048576.0;
    const bool gpu = device->type == LB_DEVICE_GPU;
    const double wanted = fmax(4.0 * (double)device->cache, (gpu ? 1024.0 : 192.0) * mebi);
    return fmin(fmin(wanted, (gpu ? 4096.0 : 256.0) * mebi), 0.125 * (double)device->memory);
}

void lb_tune_box(const struct lb_case *c, const struct lb_device_info *device, uint32_t size[3])
{
    const double cells = wanted_bytes(device) / lb_case_bytes_per_cell(c);
    const double side = c->lattice->dimensions == 2 ? sqrt(cells) : cbrt(cells);
    const uint32_t whole = (uint32_t)fmax(SIDE_STEP, floor(side / SIDE_STEP) * SIDE_STEP);
    const bool is_small = (double)lb_case_cell_count(c) <= cells;
    for (int axis = 0; axis < 3; axis++)
        size[axis] = is_small ? c->size[axis] : axis < c->lattice->dimensions ? whole : 1;
}

/* The flow of the benchmark, with no kind of cell that the kernels are not made for. */
struct start {
    struct lb_known_flow flow;
    uint8_t kinds;
};

static void start_cell(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct start *s = state;
    lb_known_flow_start(&s->flow, x, y, z, out);
    out->flags = (uint8_t)(out->flags & s->kinds);
}

static bool has_room_for_walls(const struct lb_case *c)
{
    for (int axis = 1; axis < c->lattice->dimensions; axis++)
        if (c->size[axis] < MIN_WALLED_SIDE) return false;
    return true;
}

/* The case's kernels around another flow.  `s` must outlive the case. */
static enum lb_status make_case(const struct lb_case *c, const struct lb_device_info *device,
                                struct start *s, struct lb_case *out, struct lb_error *err)
{
    *out = *c;
    lb_tune_box(c, device, out->size);
    out->viscosity = 0.1 * c->lattice->sound_speed_squared;
    out->start = start_cell;
    out->start_state = s;
    out->solid_word = NULL;
    const bool walls = (c->cell_kinds & LB_CELL_SOLID) != 0 && lb_known_flow_is_fluid(out) &&
                       has_room_for_walls(out);
    s->kinds = c->cell_kinds;
    LB_OK(lb_known_flow_init(&s->flow, out, walls, err));
    for (int axis = 0; axis < 3; axis++) /* one that hardly moves anything */
        out->force[axis] = fabs(c->force[axis]) > 0.0 ? 1e-9 : 0.0;
    return LB_STATUS_OK;
}

/* --- which layouts ---------------------------------------------------------------------------- */

const char *lb_tune_layout_text(const struct lb_layout_choice *l, char *out, size_t size)
{
    const int used =
        snprintf(out, size, "V=%d W=%d, groups of %d", l->lanes, l->arithmetic_lanes, l->group);
    if (l->registers > 0 && used > 0 && (size_t)used < size)
        snprintf(out + used, size - (size_t)used, ", at most %d registers", l->registers);
    return out;
}

static bool same(const struct lb_layout_choice *a, const struct lb_layout_choice *b)
{
    return a->lanes == b->lanes && a->arithmetic_lanes == b->arithmetic_lanes &&
           a->group == b->group && a->registers == b->registers;
}

size_t lb_tune_list_lanes(const struct lb_case *c, const struct lb_device_info *device,
                          const struct lb_layout_choice *rule, struct lb_layout_choice *out)
{
    static const int of_gpu[][2] = {{4, 2}, {8, 2}, {2, 2}, {4, 4}, {4, 1}};
    const int n = rule->arithmetic_lanes;
    const int of_cpu[][2] = {{n, n}, {2 * n, n}, {2 * n, 2 * n}, {n / 2, n / 2}, {n, n / 2}};
    const bool gpu = device->type == LB_DEVICE_GPU;
    const int(*pairs)[2] = gpu ? of_gpu : of_cpu;
    const size_t max = gpu ? sizeof of_gpu / sizeof *of_gpu : sizeof of_cpu / sizeof *of_cpu;
    size_t count = 0;
    uint32_t box[3];
    lb_tune_box(c, device, box);
    out[count++] = *rule;
    if (lb_case_keeps_moments(c)) return count;
    if (gpu && rule->lanes == 1) return count; /* for walls that the timed box does not have */
    for (size_t i = 0; i < max; i++) {
        struct lb_layout_choice l = *rule;
        l.lanes = pairs[i][0];
        l.arithmetic_lanes = pairs[i][1];
        if (l.lanes != rule->lanes || l.arithmetic_lanes != rule->arithmetic_lanes) l.registers = 0;
        if (lb_tune_layout_is_sound(&l) && !same(&l, rule) && lb_layout_divides(c->size, l.lanes) &&
            lb_layout_divides(box, l.lanes))
            out[count++] = l;
    }
    return count;
}

/* --- timing ----------------------------------------------------------------------------------- */

struct contender {
    struct lb_layout_choice layout;
    struct lb_solver *solver;
};

struct tuner {
    const struct lb_case *c; /* of the measurement */
    struct lb_device *device;
    const struct lb_kernel_places *places;
    void (*tell)(void *context, const char *text);
    void *context;
    struct contender *best;
    uint64_t steps; /* of a round */
    double gain;    /* of the best over the first */
    double mlups;   /* of the best */
};

static void destroy(struct contender *one)
{
    if (one != NULL) lb_solver_destroy(one->solver);
    free(one);
}

/* The first launch may compile. */
static enum lb_status create(const struct tuner *t, const struct lb_layout_choice *l,
                             struct contender **out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct contender *one = calloc(1, sizeof *one);
    struct lb_layout layout;
    double seconds;
    *out = NULL;
    LB_REQUIRE(one != NULL, LB_STATUS_FAILED, "no memory for a layout");
    one->layout = *l;
    lb_layout_make(t->c, l, lb_device_get_info(t->device), &layout);
    LB_TRY(lb_signals_check(err));
    LB_TRY(lb_solver_create(t->c, &layout, t->device, t->places, &one->solver, err));
    LB_TRY(lb_step_time(one->solver, 4, &seconds, err));
    *out = one;
    one = NULL;
cleanup:
    destroy(one);
    return st;
}

static enum lb_status begin(struct tuner *t, const struct lb_layout_choice *rule,
                            struct lb_error *err)
{
    double seconds;
    t->gain = 1.0;
    LB_OK(create(t, rule, &t->best, err));
    LB_OK(lb_step_time_find(t->best->solver, round_seconds, &t->steps, err));
    LB_OK(lb_step_time(t->best->solver, t->steps, &seconds, err));
    t->mlups = 1e-6 * (double)(t->steps * lb_case_cell_count(t->c)) / seconds;
    return LB_STATUS_OK;
}

/* Medians over rounds in turns: what else the machine does then hits both. */
static enum lb_status race(struct tuner *t, struct lb_solver *challenger, double *ratio, int *won,
                           double *mlups, struct lb_error *err)
{
    double ratios[ROUNDS], rates[ROUNDS], ours, theirs;
    *won = 0;
    for (int n = 0; n < ROUNDS; n++) {
        if (n % 2 == 0) LB_OK(lb_step_time(t->best->solver, t->steps, &ours, err));
        LB_OK(lb_step_time(challenger, t->steps, &theirs, err));
        if (n % 2 != 0) LB_OK(lb_step_time(t->best->solver, t->steps, &ours, err));
        ratios[n] = ours / theirs;
        *won += ratios[n] > 1.0 ? 1 : 0;
        rates[n] = 1e-6 * (double)(t->steps * lb_case_cell_count(t->c)) / theirs;
    }
    *ratio = lb_signal_median(ratios, ROUNDS);
    *mlups = lb_signal_median(rates, ROUNDS);
    return LB_STATUS_OK;
}

static void tell_result(const struct tuner *t, const struct lb_layout_choice *l, double ratio)
{
    char layout[96], text[160];
    if (t->tell == NULL) return;
    snprintf(text, sizeof text, "%s: %.2f times the speed of the best so far",
             lb_tune_layout_text(l, layout, sizeof layout), ratio);
    t->tell(t->context, text);
}

/* A layout that cannot be had, for want of memory or registers, is no candidate. */
static enum lb_status challenge(struct tuner *t, const struct lb_layout_choice *l,
                                struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_error why = {0};
    struct contender *other = NULL;
    double ratio, mlups;
    int won;
    if (same(l, &t->best->layout)) return LB_STATUS_OK;
    const enum lb_status created = create(t, l, &other, &why);
    if (lb_status_is_stop(created)) return lb_fail(err, created, "%s", why.text);
    if (created != LB_STATUS_OK || (int)lb_solver_group(other->solver) != l->group) goto cleanup;
    LB_TRY(race(t, other->solver, &ratio, &won, &mlups, err));
    tell_result(t, l, ratio);
    if (ratio < LB_TUNE_MIN_GAIN || won < MIN_WON) goto cleanup;
    destroy(t->best);
    t->best = other;
    other = NULL;
    t->gain *= ratio;
    t->mlups = mlups;
cleanup:
    destroy(other);
    return st;
}

static enum lb_status try_all(struct tuner *t, const struct lb_layout_choice *lanes, size_t count,
                              struct lb_error *err)
{
    static const int groups[] = {128, 256, 32};
    /* the schedule that NVIDIA's compiler finds depends on the limit, also where it would do with
     * less */
    static const int limits[] = {0, 80, 96, 112, 128, 168};
    const bool nvidia = lb_device_is_nvidia(lb_device_get_info(t->device));
    LB_OK(begin(t, &lanes[0], err));
    for (size_t n = 1; n < count; n++)
        LB_OK(challenge(t, &lanes[n], err));
    for (size_t n = 0; n < sizeof groups / sizeof groups[0]; n++) {
        struct lb_layout_choice l = t->best->layout;
        l.group = groups[n];
        LB_OK(challenge(t, &l, err));
    }
    for (size_t n = 0; nvidia && n < sizeof limits / sizeof limits[0]; n++) {
        struct lb_layout_choice l = t->best->layout;
        l.registers = limits[n];
        LB_OK(challenge(t, &l, err));
    }
    return LB_STATUS_OK;
}

enum lb_status lb_tune_measure(const struct lb_case *c, struct lb_device *device,
                               const struct lb_layout_choice *rule,
                               const struct lb_kernel_places *places,
                               void (*tell)(void *context, const char *text), void *context,
                               struct lb_tune_answer *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct start start = {0};
    struct lb_case timed;
    struct lb_layout_choice lanes[LB_TUNE_MAX_LAYOUTS];
    struct tuner t = {
        .c = &timed, .device = device, .places = places, .tell = tell, .context = context};
    LB_TRY(make_case(c, lb_device_get_info(device), &start, &timed, err));
    const size_t count = lb_tune_list_lanes(c, lb_device_get_info(device), rule, lanes);
    LB_TRY(try_all(&t, lanes, count, err));
    *out = (struct lb_tune_answer){.layout = t.best->layout, .gain = t.gain, .mlups = t.mlups};
    lb_host_time(out->time);
cleanup:
    destroy(t.best);
    lb_known_flow_destroy(&start.flow);
    return st;
}

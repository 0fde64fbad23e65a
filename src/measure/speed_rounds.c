/* speed_rounds.c - keeps a solver of each case and times them in turns.
 * SPDX-License-Identifier: MIT */
#include "measure/speed_rounds.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/signal.h"
#include "measure/known_flow.h"
#include "measure/step_time.h"
#include "measure/tune.h"
#include "opencl/device.h"

enum { SIDE_STEP = 16, WARM_UP_STEPS = 8 };
static const double cells_on_gpus = 16777216.0, cells_on_cpus = 1048576.0;
static const double share_of_memory = 0.3; /* for the boxes of all cases */
static const double batch_seconds = 0.03;  /* short ones are disturbed less often */
static const double known_to = 0.01;       /* of a ratio */

/* --- ratios ----------------------------------------------------------------------------------- */

/* What slows all cases down in the same rounds cancels in the ratio within a round. */
static struct lb_speed_ratio ratio_within_rounds(const struct lb_speed_rounds *a,
                                                 const struct lb_speed_rounds *b, int count)
{
    double ratios[LB_SPEED_MAX_ROUNDS], distances[LB_SPEED_MAX_ROUNDS];
    for (int n = 0; n < count; n++)
        ratios[n] = a->mlups[n] / b->mlups[n];
    struct lb_speed_ratio r = {lb_signal_median(ratios, (size_t)count), 0.0};
    for (int n = 0; n < count; n++)
        distances[n] = fabs(ratios[n] - r.ratio);
    /* 1.4826 times the median distance is the standard deviation of normal noise, and 1.2533 is how
     * much worse than the mean's the median's error is; outliers count for little in both. */
    const double deviation = 1.4826 * lb_signal_median(distances, (size_t)count);
    r.error = 3.0 * 1.2533 * deviation / sqrt((double)count);
    return r;
}

/* Mean of the fastest fifth of the rounds, and its standard error, relative. */
static double undisturbed(const struct lb_speed_rounds *s, int count, double *error)
{
    double mlups[LB_SPEED_MAX_ROUNDS], sum = 0.0, squares = 0.0;
    const int fifth = (count + 4) / 5;
    memcpy(mlups, s->mlups, (size_t)count * sizeof *mlups);
    lb_signal_median(mlups, (size_t)count); /* sorts */
    for (int n = count - fifth; n < count; n++)
        sum += mlups[n];
    const double mean = sum / fifth;
    for (int n = count - fifth; n < count; n++)
        squares += (mlups[n] - mean) * (mlups[n] - mean);
    *error = sqrt(squares / ((double)fifth * (fifth - 1))) / mean;
    return mean;
}

/* Others that compute now and then slow single batches down, and none ever up. */
static struct lb_speed_ratio ratio_of_undisturbed(const struct lb_speed_rounds *a,
                                                  const struct lb_speed_rounds *b, int count)
{
    double error_a, error_b;
    struct lb_speed_ratio r = {undisturbed(a, count, &error_a), 0.0};
    r.ratio /= undisturbed(b, count, &error_b);
    r.error = 3.0 * r.ratio * hypot(error_a, error_b);
    return r;
}

struct lb_speed_ratio lb_speed_ratio(const struct lb_speed_rounds *a,
                                     const struct lb_speed_rounds *b)
{
    const int count = a->count < b->count ? a->count : b->count;
    if (count == 0) return (struct lb_speed_ratio){nan(""), nan("")};
    const struct lb_speed_ratio within = ratio_within_rounds(a, b, count);
    if (count < LB_SPEED_MIN_ROUNDS) return within;
    const struct lb_speed_ratio best = ratio_of_undisturbed(a, b, count);
    return best.error < within.error ? best : within;
}

static bool are_known(const struct lb_speed_rounds *all, size_t count)
{
    if (all[0].count < LB_SPEED_MIN_ROUNDS) return false;
    for (size_t n = 1; n < count; n++) {
        const struct lb_speed_ratio r = lb_speed_ratio(&all[n], &all[0]);
        if (isfinite(r.ratio) && r.error > known_to * r.ratio) return false;
    }
    return true;
}

/* --- one case --------------------------------------------------------------------------------- */

struct runner {
    struct lb_case c;
    struct lb_known_flow flow;
    struct lb_solver *solver; /* NULL: no figure */
    uint64_t steps;           /* of a batch */
};

static double side_of(const struct lb_speed_request *request, const struct lb_device_info *device)
{
    const struct lb_case *first = &request->cases[0];
    double bytes = 0.0;
    for (size_t n = 0; n < request->count; n++)
        bytes += lb_case_bytes_per_cell(&request->cases[n]);
    const double fit = share_of_memory * (double)device->memory / bytes;
    const double cells = fmin(device->type == LB_DEVICE_CPU ? cells_on_cpus : cells_on_gpus, fit);
    const double side = first->lattice->dimensions == 2 ? sqrt(cells) : cbrt(cells);
    return fmax(SIDE_STEP, SIDE_STEP * floor(side / SIDE_STEP));
}

static enum lb_status open_runner(struct runner *r, const struct lb_speed_request *request,
                                  struct lb_device *device, struct lb_error *err)
{
    struct lb_layout layout;
    struct lb_tuning tuning;
    double spent;
    const struct lb_tune_request tune = {
        .wishes = request->wishes, .mode = LB_TUNE_AUTO, .places = request->places};
    LB_OK(lb_known_flow_init(&r->flow, &r->c, false, err));
    r->c.start = lb_known_flow_start;
    r->c.start_state = &r->flow;
    r->c.force[r->c.lattice->dimensions - 1] = -r->flow.force;
    LB_OK(lb_tune(&r->c, device, &tune, &layout, &tuning, err));
    LB_OK(lb_solver_create(&r->c, &layout, device, &request->places, &r->solver, err));
    LB_OK(lb_step_time(r->solver, WARM_UP_STEPS, &spent, err));
    return lb_step_time_find(r->solver, batch_seconds, &r->steps, err);
}

static void close_runner(struct runner *r)
{
    lb_solver_destroy(r->solver);
    lb_known_flow_destroy(&r->flow);
    r->solver = NULL;
    r->flow = (struct lb_known_flow){0};
}

/* What the device cannot do, and a flow that went wrong, is no figure and no failure. */
static enum lb_status start(struct runner *r, const struct lb_speed_request *request,
                            struct lb_device *device, struct lb_error *err)
{
    struct lb_error own = {0};
    double deviation = 0.0;
    enum lb_status st = open_runner(r, request, device, &own);
    if (st == LB_STATUS_OK) st = lb_known_flow_deviation(&r->flow, r->solver, &deviation, &own);
    if (st == LB_STATUS_OK && deviation <= LB_KNOWN_FLOW_MAX_DEVIATION) return LB_STATUS_OK;
    close_runner(r);
    if (st == LB_STATUS_OK || st == LB_STATUS_DEVICE) return LB_STATUS_OK;
    return lb_fail(err, st, "%s", own.text);
}

/* --- all of them ------------------------------------------------------------------------------ */

static enum lb_status time_one(struct runner *r, struct lb_speed_rounds *out, struct lb_error *err)
{
    double spent;
    if (r->solver == NULL) return LB_STATUS_OK;
    LB_OK(lb_step_time(r->solver, r->steps, &spent, err));
    out->mlups[out->count++] = 1e-6 * (double)lb_case_cell_count(&r->c) * (double)r->steps / spent;
    return LB_STATUS_OK;
}

/* There and back in turns, so that what drifts with the time favours none. */
static enum lb_status make_round(struct runner *runners, size_t count, int round,
                                 struct lb_speed_rounds *out, struct lb_error *err)
{
    for (size_t k = 0; k < count; k++) {
        const size_t n = round % 2 == 0 ? k : count - 1 - k;
        LB_OK(time_one(&runners[n], &out[n], err));
    }
    return LB_STATUS_OK;
}

enum lb_status lb_speed_rounds_measure(const struct lb_speed_request *request,
                                       struct lb_device *device, uint32_t size[3],
                                       struct lb_speed_rounds *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const size_t count = request->count;
    char text[64];
    const double side = side_of(request, lb_device_get_info(device));
    struct runner *runners = calloc(count, sizeof *runners);
    LB_REQUIRE(runners != NULL, LB_STATUS_FAILED, "no memory for %zu cases", count);
    memset(out, 0, count * sizeof *out);
    for (int axis = 0; axis < 3; axis++)
        size[axis] = axis < request->cases[0].lattice->dimensions ? (uint32_t)side : 1;
    for (size_t n = 0; n < count; n++) {
        runners[n].c = request->cases[n];
        memcpy(runners[n].c.size, size, sizeof runners[n].c.size);
        LB_TRY(start(&runners[n], request, device, err));
    }
    for (int round = 0; round < LB_SPEED_MAX_ROUNDS && !are_known(out, count); round++) {
        snprintf(text, sizeof text, "speed of %zu formats, round %d", count, round + 1);
        if (request->tell != NULL) request->tell(request->context, text);
        LB_TRY(make_round(runners, count, round, out, err));
    }
cleanup:
    for (size_t n = 0; runners != NULL && n < count; n++)
        close_runner(&runners[n]);
    free(runners);
    return st;
}

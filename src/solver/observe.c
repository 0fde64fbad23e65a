/* observe.c - what a solver tells about its flow: fields, probes, sums.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solver/solver_internal.h"
#include "solver/free_surface.h"

/* Enqueues the observation of `count` cells of the region into `out`, from quadruple `at` on. */
static enum lb_status enqueue_observation(struct lb_solver *s, const struct lb_region *r,
                                          uint64_t skip, uint64_t count, struct lb_buffer *out,
                                          uint64_t at, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_kernel *k = s->observe_kernel;
    LB_TRY(lb_kernel_set_buffer(k, 0, s->populations[0], err));
    LB_TRY(lb_kernel_set_buffer(k, 1, s->flags, err));
    LB_TRY(lb_kernel_set_buffer(k, 2, s->prescribed, err));
    LB_TRY(lb_kernel_set_buffer(k, 3, out, err));
    LB_TRY(lb_kernel_set_ulong(k, 4, at, err));
    for (unsigned axis = 0; axis < 3; axis++)
        LB_TRY(lb_kernel_set_uint(k, 5 + axis, r->begin[axis], err));
    for (unsigned axis = 0; axis < 2; axis++)
        LB_TRY(lb_kernel_set_uint(k, 8 + axis, r->end[axis] - r->begin[axis], err));
    LB_TRY(lb_kernel_set_ulong(k, 10, skip, err));
    LB_TRY(lb_kernel_set_ulong(k, 11, count, err));
    LB_TRY(lb_kernel_set_uint(k, 12, (uint32_t)s->step, err));
    LB_TRY(lb_immersed_bind_observer(s->immersed, k, 13, err));
    LB_TRY(lb_kernel_enqueue(k, count, 64, err));
cleanup:
    return st;
}

double lb_solver_number(const struct lb_solver *s, const void *numbers, uint64_t at)
{
    return s->c->arithmetic == LB_ARITHMETIC_FP64 ? ((const double *)numbers)[at]
                                                  : (double)((const float *)numbers)[at];
}

bool lb_region_is_inside(const struct lb_case *c, const struct lb_region *r)
{
    for (int axis = 0; axis < 3; axis++)
        if (r->begin[axis] >= r->end[axis] || r->end[axis] > c->size[axis]) return false;
    return true;
}

enum lb_status lb_solver_read(struct lb_solver *s, const struct lb_region *region, double *rho,
                              double *u, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t quadruple = 4 * lb_solver_scalar_bytes(s);
    void *piece = malloc(s->staging_cells * quadruple);
    LB_REQUIRE(piece != NULL, LB_STATUS_FAILED, "out of memory for reading the flow");
    LB_REQUIRE(lb_region_is_inside(s->c, region), LB_STATUS_FAILED,
               "the region to read lies outside the box");
    uint64_t cells = 1;
    for (int axis = 0; axis < 3; axis++)
        cells *= region->end[axis] - region->begin[axis];
    for (uint64_t skip = 0; skip < cells; skip += s->staging_cells) {
        const uint64_t left = cells - skip;
        const uint64_t count = left < s->staging_cells ? left : s->staging_cells;
        LB_TRY(enqueue_observation(s, region, skip, count, s->staging, 0, err));
        LB_TRY(lb_buffer_read(s->staging, 0, count * quadruple, piece, err));
        for (uint64_t n = 0; n < count; n++) {
            if (rho != NULL) rho[skip + n] = lb_solver_number(s, piece, 4 * n);
            for (uint64_t axis = 0; u != NULL && axis < 3; axis++)
                u[3 * (skip + n) + axis] = lb_solver_number(s, piece, 4 * n + 1 + axis);
        }
    }
cleanup:
    free(piece);
    return st;
}

enum lb_status lb_solver_probe(struct lb_solver *s, const uint32_t cell[3], struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_region r = {.begin = {cell[0], cell[1], cell[2]},
                                .end = {cell[0] + 1, cell[1] + 1, cell[2] + 1}};
    LB_REQUIRE(lb_region_is_inside(s->c, &r), LB_STATUS_FAILED,
               "the probe (%u, %u, %u) lies outside the box", cell[0], cell[1], cell[2]);
    LB_REQUIRE(s->probes_recorded < LB_PROBE_CAPACITY, LB_STATUS_FAILED,
               "more than %d probe records without a fetch", LB_PROBE_CAPACITY);
    LB_TRY(enqueue_observation(s, &r, 0, 1, s->probes, s->probes_recorded, err));
    s->probes_recorded++;
cleanup:
    return st;
}

enum lb_status lb_solver_read_probes(struct lb_solver *s, double *out, uint64_t capacity,
                                     uint64_t *count, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t quadruple = 4 * lb_solver_scalar_bytes(s);
    void *records = malloc(LB_PROBE_CAPACITY * quadruple);
    LB_REQUIRE(records != NULL, LB_STATUS_FAILED, "out of memory for the probes");
    LB_REQUIRE(s->probes_recorded <= capacity, LB_STATUS_FAILED, "no room for %llu probe records",
               (unsigned long long)s->probes_recorded);
    if (s->probes_recorded > 0)
        LB_TRY(lb_buffer_read(s->probes, 0, s->probes_recorded * quadruple, records, err));
    for (uint64_t n = 0; n < 4 * s->probes_recorded; n++)
        out[n] = lb_solver_number(s, records, n);
    *count = s->probes_recorded;
    s->probes_recorded = 0;
cleanup:
    free(records);
    return st;
}

enum lb_status lb_solver_read_markers(struct lb_solver *s, double *position, double *force,
                                      struct lb_error *err)
{
    if (s->immersed == NULL)
        return lb_fail(err, LB_STATUS_FAILED, "case '%s' has no markers", s->c->name);
    return lb_immersed_read(s->immersed, position, force, err);
}

enum lb_status lb_solver_retire_markers(struct lb_solver *s, const uint32_t *which, size_t count,
                                        struct lb_error *err)
{
    if (s->immersed == NULL)
        return lb_fail(err, LB_STATUS_FAILED, "case '%s' has no markers", s->c->name);
    return lb_immersed_retire(s->immersed, which, count, err);
}

/* --- histogram ------------------------------------------------------------------------------ */

enum { CELLS_PER_HISTOGRAM = 1 << 26 }; /* times 27 directions: fits 32 bits */

void lb_histogram_limits(int bin, double *low, double *high)
{
    *high = exp2(LB_LEAST_OCTAVE + (double)bin / LB_BINS_PER_OCTAVE);
    *low = bin == 0 ? 0.0 : exp2(LB_LEAST_OCTAVE + (bin - 1.0) / LB_BINS_PER_OCTAVE);
}

static enum lb_status count_piece(struct lb_solver *s, struct lb_kernel *k, struct lb_buffer *bins,
                                  uint64_t first, struct lb_histogram *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    static const uint32_t zeros[4 * LB_BINS];
    uint32_t counts[4 * LB_BINS];
    const uint64_t left = lb_case_cell_count(s->c) - first;
    const uint64_t count = left < CELLS_PER_HISTOGRAM ? left : CELLS_PER_HISTOGRAM;
    LB_TRY(lb_buffer_write(bins, 0, sizeof zeros, zeros, err));
    LB_TRY(lb_kernel_set_ulong(k, 4, first, err));
    LB_TRY(lb_kernel_set_ulong(k, 5, count, err));
    LB_TRY(lb_kernel_enqueue(k, count, 64, err));
    LB_TRY(lb_buffer_read(bins, 0, sizeof counts, counts, err));
    for (int n = 0; n < 2 * LB_BINS; n++) {
        out->counts[0][n] += counts[n];
        out->counts[1][n] += counts[2 * LB_BINS + n];
    }
cleanup:
    return st;
}

enum lb_status lb_solver_histogram(struct lb_solver *s, struct lb_histogram *out,
                                   struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_kernel *k = NULL;
    struct lb_buffer *bins = NULL;
    *out = (struct lb_histogram){0};
    if (s->histogram_program == NULL)
        LB_TRY(lb_solver_build(s, "cell/histogram.cl", true, &s->histogram_program, err));
    LB_TRY(lb_kernel_create(s->histogram_program, "lb_histogram", &k, err));
    LB_TRY(lb_buffer_create(s->device, 4 * LB_BINS * sizeof(uint32_t), "histogram", &bins, err));
    LB_TRY(lb_kernel_set_buffer(k, 0, s->populations[0], err));
    LB_TRY(lb_kernel_set_buffer(k, 1, s->flags, err));
    LB_TRY(lb_kernel_set_buffer(k, 2, s->prescribed, err));
    LB_TRY(lb_kernel_set_buffer(k, 3, bins, err));
    LB_TRY(lb_kernel_set_uint(k, 6, (uint32_t)s->step, err));
    for (uint64_t first = 0; first < lb_case_cell_count(s->c); first += CELLS_PER_HISTOGRAM)
        LB_TRY(count_piece(s, k, bins, first, out, err));
cleanup:
    lb_kernel_destroy(k);
    lb_buffer_destroy(bins);
    return st;
}

/* --- survey ----------------------------------------------------------------------------------- */

/* Cell of a memory index: the inverse of the kernels' lb_index. */
static void cell_at(const struct lb_solver *s, uint64_t index, uint32_t out[3])
{
    const int axis = s->layout.lane_axis;
    const uint64_t lanes = (uint64_t)s->layout.lanes;
    uint64_t size[3] = {s->c->size[0], s->c->size[1], s->c->size[2]};
    size[axis] /= lanes;
    const uint64_t lane = index % lanes, vector = index / lanes;
    const int row = s->layout.row_axis, other = 1 - row;
    out[row] = (uint32_t)(vector % size[row]);
    out[other] = (uint32_t)(vector / size[row] % size[other]);
    out[2] = (uint32_t)(vector / (size[0] * size[1]));
    out[axis] += (uint32_t)(lane * size[axis]);
}

static double sum_at(const void *sums, bool fp64, uint64_t at)
{
    return fp64 ? ((const double *)sums)[at] : (double)((const float *)sums)[at];
}

static void add_up(const struct lb_solver *s, const void *sums, bool fp64, const uint64_t *counts,
                   struct lb_survey *out)
{
    double fastest = -1.0;
    out->density_least = (double)INFINITY;
    out->density_most = -(double)INFINITY;
    for (uint64_t item = 0; item < s->survey_items; item++) {
        const uint64_t *k = counts + 4 * item;
        if (k[0] == 0) continue;
        if (k[1] > 0 && out->non_finite == 0) cell_at(s, k[3], out->worst);
        out->fluid_cells += k[0];
        out->non_finite += k[1];
        out->supersonic += k[2];
        out->excess_mass += sum_at(sums, fp64, 8 * item);
        for (uint64_t axis = 0; axis < 3; axis++)
            out->momentum[axis] += sum_at(sums, fp64, 8 * item + 1 + axis);
        out->energy += sum_at(sums, fp64, 8 * item + 4);
        out->density_least = fmin(out->density_least, sum_at(sums, fp64, 8 * item + 5));
        out->density_most = fmax(out->density_most, sum_at(sums, fp64, 8 * item + 6));
        const double speed2 = sum_at(sums, fp64, 8 * item + 7);
        if (speed2 > fastest && out->non_finite == 0) cell_at(s, k[3], out->worst);
        fastest = fmax(fastest, speed2);
    }
    out->speed_most = sqrt(fmax(fastest, 0.0));
}

/* Numbers without a NaN leave it to the kernels to say that there was one. */
static enum lb_status look_at_alarm(struct lb_solver *s, struct lb_survey *out,
                                    struct lb_error *err)
{
    uint32_t alarm[2];
    const enum lb_status st = lb_buffer_read(s->alarm, 0, sizeof alarm, alarm, err);
    if (st != LB_STATUS_OK || alarm[0] == 0) return st;
    out->alarm = alarm[0];
    out->alarm_step = alarm[1];
    return LB_STATUS_OK;
}

enum lb_status lb_solver_survey(struct lb_solver *s, struct lb_survey *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const bool fp64 = lb_device_get_info(s->device)->fp64;
    struct lb_kernel *k = s->survey_kernel;
    void *sums = malloc((size_t)s->survey_items * 8 * sizeof(double));
    uint64_t *counts = malloc((size_t)s->survey_items * 4 * sizeof *counts);
    LB_REQUIRE(sums != NULL && counts != NULL, LB_STATUS_FAILED, "out of memory for the survey");
    LB_TRY(lb_kernel_set_buffer(k, 0, s->populations[0], err));
    LB_TRY(lb_kernel_set_buffer(k, 1, s->flags, err));
    LB_TRY(lb_kernel_set_buffer(k, 2, s->prescribed, err));
    LB_TRY(lb_kernel_set_buffer(k, 3, s->sums, err));
    LB_TRY(lb_kernel_set_buffer(k, 4, s->counts, err));
    LB_TRY(lb_kernel_set_uint(k, 5, s->survey_items, err));
    LB_TRY(lb_kernel_set_uint(k, 6, (uint32_t)s->step, err));
    LB_TRY(lb_immersed_bind_observer(s->immersed, k, 7, err));
    LB_TRY(lb_kernel_enqueue(k, s->survey_items, 64, err));
    LB_TRY(lb_buffer_read(s->sums, 0, (uint64_t)s->survey_items * 8 * (fp64 ? 8 : 4), sums, err));
    LB_TRY(lb_buffer_read(s->counts, 0, (uint64_t)s->survey_items * 4 * 8, counts, err));
    *out = (struct lb_survey){.step = s->step};
    add_up(s, sums, fp64, counts, out);
    LB_TRY(look_at_alarm(s, out, err));
    if (s->surface != NULL) LB_TRY(lb_surface_survey(s, &out->surface, err));
cleanup:
    free(counts);
    free(sums);
    return st;
}

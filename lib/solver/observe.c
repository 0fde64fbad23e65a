/* observe.c - observation of the flow: fields, probes, sums.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "peers/peers.h"
#include "solver/collective.h"
#include "modules/change.h"
#include "modules/temperature.h"
#include "modules/immersed.h"
#include "modules/means.h"
#include "solver/solver_internal.h"

enum { GROUP = 64 };

static const char entry[] = "cell/cells.cl";

/* --- fields ----------------------------------------------------------------------------------- */

/* The kernel that observes cells of the region, with the flow as the next step finds it. */
static enum lb_status observer(struct lb_solver *s, const struct lb_region *r, uint64_t at,
                               struct lb_kernel **out, struct lb_error *err)
{
    LB_OK(lb_modules_run(&s->modules, LB_PHASE_BEFORE_LOOK, err));
    LB_OK(lb_workspace_kernel(&s->w, entry, "lb_observe", out, err));
    LB_OK(lb_workspace_set_region(*out, r, err));
    LB_OK(lb_kernel_set_uint(*out, "has_stepped", s->w.step > s->first_step, err));
    return lb_kernel_set_ulong(*out, "at", at, err);
}

struct fields {
    double *rho, *u;
};

static void take_cells(void *context, const struct lb_workspace *w, const void *numbers,
                       uint64_t first, uint64_t count)
{
    const struct fields *f = context;
    for (uint64_t n = 0; n < count; n++) {
        if (f->rho != NULL)
            f->rho[first + n] = lb_workspace_number(w, LB_ELEMENT_SCALAR, numbers, 4 * n);
        for (uint64_t axis = 0; f->u != NULL && axis < 3; axis++)
            f->u[3 * (first + n) + axis] =
                lb_workspace_number(w, LB_ELEMENT_SCALAR, numbers, 4 * n + 1 + axis);
    }
}

enum lb_status lb_solver_read_own(struct lb_solver *s, const struct lb_region *region, double *rho,
                                  double *u, struct lb_error *err)
{
    struct fields fields = {rho, u};
    struct lb_kernel *k = NULL;
    LB_NEED(lb_region_is_inside(s->w.c, region), LB_STATUS_FAILED,
            "the region to read lies outside the box");
    LB_OK(observer(s, region, 0, &k, err));
    return lb_workspace_stage(&s->w, k, lb_region_cells(region), 4, take_cells, &fields, err);
}

enum lb_status lb_solver_read(struct lb_solver *s, const struct lb_region *region, double *rho,
                              double *u, struct lb_error *err)
{
    return s->all == NULL ? lb_solver_read_own(s, region, rho, u, err)
                          : lb_collective_read(s, region, rho, u, err);
}

/* A number of each cell of a region. */
static enum lb_status stage_region(struct lb_solver *s, struct lb_kernel *k,
                                   const struct lb_region *own, double *out, struct lb_error *err)
{
    LB_NEED(lb_region_is_inside(s->w.c, own), LB_STATUS_FAILED,
            "the region to read lies outside the box");
    LB_OK(lb_workspace_set_region(k, own, err));
    return lb_workspace_stage(&s->w, k, lb_region_cells(own), 1, lb_workspace_take_scalars, out,
                              err);
}

static enum lb_status read_own_fill(void *solver, const struct lb_region *own, double *out,
                                    struct lb_error *err)
{
    struct lb_solver *s = solver;
    struct lb_kernel *k = NULL;
    LB_OK(lb_workspace_kernel(&s->w, "surface/surface.cl", "lb_surface_observe", &k, err));
    return stage_region(s, k, own, out, err);
}

enum lb_status lb_solver_read_fill(struct lb_solver *s, const struct lb_region *region,
                                   double *fill, struct lb_error *err)
{
    LB_NEED(s->modules.module[LB_MODULE_SURFACE] != NULL, LB_STATUS_FAILED,
            "case '%s' has no free surface", s->w.c->name);
    return lb_solver_unite(s, region, 1, read_own_fill, s, fill, err);
}

static enum lb_status read_own_temperature(void *solver, const struct lb_region *own, double *out,
                                           struct lb_error *err)
{
    struct lb_solver *s = solver;
    struct lb_kernel *k = NULL;
    LB_OK(lb_heat_observer(s->modules.module[LB_MODULE_HEAT], &k, err));
    return stage_region(s, k, own, out, err);
}

enum lb_status lb_solver_read_temperature(struct lb_solver *s, const struct lb_region *region,
                                          double *temperature, struct lb_error *err)
{
    LB_NEED(s->w.c->heat != NULL, LB_STATUS_FAILED, "case '%s' has no temperature", s->w.c->name);
    return lb_solver_unite(s, region, 1, read_own_temperature, s, temperature, err);
}

enum lb_status lb_heat_keep(struct lb_solver *s, struct lb_error *err)
{
    static const char *const limbs[LB_HEAT_LIMBS] = {"", "_high"};
    for (int n = 0; n < lb_heat_groups(s->w.c); n++)
        for (int k = 0; k < LB_HEAT_LIMBS; k++) {
            snprintf(s->heat_names[n][k], sizeof s->heat_names[n][k], "heat_%d%s", n, limbs[k]);
            LB_OK(lb_workspace_keep(&s->w, s->heat_names[n][k], LB_ELEMENT_LONG,
                                    &s->heat_given[n][k], err));
        }
    return LB_STATUS_OK;
}

enum lb_status lb_heat_collect(struct lb_solver *s, struct lb_error *err)
{
    uint64_t given[LB_HEAT_MOST_GROUPS][LB_HEAT_LIMBS] = {{0}};
    if (s->w.c->heat == NULL) return LB_STATUS_OK;
    const enum lb_status st = lb_heat_take_given(s->modules.module[LB_MODULE_HEAT], given, err);
    LB_OK(s->all != NULL ? lb_peers_agree(s->world, st, err) : st);
    if (s->all != NULL)
        LB_OK(lb_peers_add_counts(s->world, given[0], LB_HEAT_MOST_GROUPS * LB_HEAT_LIMBS, err));
    for (int n = 0; n < lb_heat_groups(s->w.c); n++) {
        uint64_t *sum = s->heat_given[n];
        sum[LB_HEAT_LOW] += given[n][LB_HEAT_LOW];
        sum[LB_HEAT_HIGH] += given[n][LB_HEAT_HIGH] + (sum[LB_HEAT_LOW] >> 32);
        sum[LB_HEAT_LOW] &= UINT32_MAX;
    }
    return LB_STATUS_OK;
}

enum lb_status lb_solver_heat_given(struct lb_solver *s, double *given, struct lb_error *err)
{
    LB_NEED(s->w.c->heat != NULL, LB_STATUS_FAILED, "case '%s' has no temperature", s->w.c->name);
    LB_OK(lb_heat_collect(s, err));
    for (int n = 0; n < lb_heat_groups(s->w.c); n++)
        given[n] = ldexp((double)(int64_t)s->heat_given[n][LB_HEAT_HIGH], 32 - LB_HEAT_BITS) +
                   ldexp((double)s->heat_given[n][LB_HEAT_LOW], -LB_HEAT_BITS);
    return LB_STATUS_OK;
}

/* --- means ------------------------------------------------------------------------------------ */

static enum lb_status sample_own_means(struct lb_solver *s, enum lb_means_set set, uint64_t number,
                                       struct lb_error *err)
{
    const uint32_t *size = s->w.c->size;
    const struct lb_region all = {{0, 0, 0}, {size[0], size[1], size[2]}};
    struct lb_kernel *flow = NULL, *fill = NULL;
    LB_NEED(s->w.c->means[set] != LB_MEANS_NONE, LB_STATUS_FAILED,
            "case '%s' keeps no such means over time", s->w.c->name);
    LB_OK(observer(s, &all, 0, &flow, err));
    if (s->w.c->surface.exists) {
        LB_OK(lb_workspace_kernel(&s->w, "surface/surface.cl", "lb_surface_observe", &fill, err));
        LB_OK(lb_workspace_set_region(fill, &all, err));
    }
    return lb_means_add(&s->w, set, number, flow, fill, err);
}

enum lb_status lb_solver_sample_means(struct lb_solver *s, enum lb_means_set set, uint64_t number,
                                      struct lb_error *err)
{
    const enum lb_status st = sample_own_means(s, set, number, err);
    return s->all == NULL ? st : lb_peers_agree(s->world, st, err);
}

enum lb_status lb_solver_read_own_means(struct lb_solver *s, enum lb_means_set set,
                                        enum lb_means_array array, uint64_t samples,
                                        const struct lb_region *own, double *out,
                                        struct lb_error *err)
{
    LB_NEED(s->w.c->means[set] != LB_MEANS_NONE, LB_STATUS_FAILED,
            "case '%s' keeps no such means over time", s->w.c->name);
    return lb_means_read(&s->w, set, array, samples, own, out, err);
}

struct mean_share {
    struct lb_solver *s;
    enum lb_means_set set;
    enum lb_means_array array;
    uint64_t samples;
};

static enum lb_status read_share(void *context, const struct lb_region *own, double *out,
                                 struct lb_error *err)
{
    const struct mean_share *m = context;
    return lb_solver_read_own_means(m->s, m->set, m->array, m->samples, own, out, err);
}

enum lb_status lb_solver_read_means(struct lb_solver *s, enum lb_means_set set,
                                    enum lb_means_array array, uint64_t samples,
                                    const struct lb_region *region, double *out,
                                    struct lb_error *err)
{
    struct mean_share share = {s, set, array, samples};
    return lb_solver_unite(s, region, lb_means_numbers[array], read_share, &share, out, err);
}

/* --- change ----------------------------------------------------------------------------------- */

static enum lb_status find_own_change(struct lb_solver *s, double found[2], struct lb_error *err)
{
    const uint32_t *size = s->w.c->size;
    const struct lb_region all = {{0, 0, 0}, {size[0], size[1], size[2]}};
    struct lb_kernel *k = NULL;
    LB_NEED(s->w.c->watches_change, LB_STATUS_FAILED, "case '%s' does not watch how it changes",
            s->w.c->name);
    LB_OK(observer(s, &all, 0, &k, err));
    return lb_change_find(&s->w, k, &found[0], &found[1], err);
}

enum lb_status lb_solver_change(struct lb_solver *s, double *change, double *fastest,
                                struct lb_error *err)
{
    double found[2] = {0.0, 0.0};
    const enum lb_status st = find_own_change(s, found, err);
    LB_OK(s->all != NULL ? lb_peers_agree(s->world, st, err) : st);
    if (s->all != NULL) LB_OK(lb_peers_greatest(s->world, found, 2, err));
    *change = found[0];
    *fastest = found[1];
    return LB_STATUS_OK;
}

/* --- sides of a surface ----------------------------------------------------------------------- */

static void add_side(uint8_t *flags, uint8_t now)
{
    if ((now & LB_CELL_GAS) != 0)
        *flags |= LB_CELL_GAS;
    else if ((now & LB_CELL_INTERFACE) != 0)
        *flags |= LB_CELL_INTERFACE;
}

/* Of this solver's cells. */
static enum lb_status read_own_sides(struct lb_solver *s, uint8_t *out, struct lb_error *err)
{
    struct lb_workspace *w = &s->w;
    struct lb_kernel *k = NULL;
    struct lb_buffer *staging = w->buffers[LB_BUFFER_STAGING];
    const uint64_t cells = lb_case_cell_count(w->c), most = w->staging_cells;
    LB_OK(lb_workspace_kernel(w, "cell/saved_cells.cl", "lb_take_cells", &k, err));
    LB_OK(lb_kernel_set_buffer(k, "from", w->buffers[LB_BUFFER_FLAGS], err));
    LB_OK(lb_kernel_set_buffer(k, "out", staging, err));
    LB_OK(lb_kernel_set_uint(k, "bytes", 1, err));
    LB_OK(lb_kernel_set_uint(k, "components", 1, err));
    LB_OK(lb_kernel_set_uint(k, "component", 0, err));
    for (uint64_t first = 0; first < cells; first += most) {
        const uint64_t count = cells - first < most ? cells - first : most;
        LB_OK(lb_kernel_set_ulong(k, "first", first, err));
        LB_OK(lb_kernel_set_ulong(k, "count", count, err));
        LB_OK(lb_workspace_enqueue(w, k, count, GROUP, err));
        LB_OK(lb_buffer_read(staging, 0, count, out + first, err));
    }
    return LB_STATUS_OK;
}

/* Likewise, and those of the whole box to all ranks. */
static enum lb_status read_sides(struct lb_solver *s, uint8_t *mine, uint8_t *all,
                                 struct lb_error *err)
{
    const struct lb_case *c = s->w.c;
    const struct lb_region box = {
        {0, 0, 0}, {lb_case_whole_size(c, 0), lb_case_whole_size(c, 1), lb_case_whole_size(c, 2)}};
    if (s->all == NULL) return read_own_sides(s, all, err);
    LB_OK(lb_peers_agree(s->world, read_own_sides(s, mine, err), err));
    return lb_collective_unite_bytes(s, &box, mine, all, err);
}

enum lb_status lb_solver_add_sides(struct lb_solver *s, uint8_t *flags, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t cells = lb_case_whole_cells(s->w.c);
    uint8_t *mine = malloc(lb_case_cell_count(s->w.c)), *now = malloc(cells);
    if (mine == NULL || now == NULL)
        st = lb_fail(err, LB_STATUS_FAILED, "out of memory for the flags of cells");
    if (s->all != NULL) st = lb_peers_agree(s->world, st, err);
    if (st == LB_STATUS_OK) st = read_sides(s, mine, now, err);
    for (uint64_t n = 0; n < cells && st == LB_STATUS_OK; n++)
        add_side(&flags[n], now[n]);
    free(mine);
    free(now);
    return st;
}

/* --- probes ----------------------------------------------------------------------------------- */

static enum lb_status record_probe(struct lb_solver *s, const uint32_t cell[3],
                                   struct lb_error *err)
{
    struct lb_kernel *k = NULL;
    const struct lb_region r = {.begin = {cell[0], cell[1], cell[2]},
                                .end = {cell[0] + 1, cell[1] + 1, cell[2] + 1}};
    LB_NEED(lb_region_is_inside(s->w.c, &r), LB_STATUS_FAILED,
            "the probe (%u, %u, %u) lies outside the box", cell[0], cell[1], cell[2]);
    LB_OK(observer(s, &r, s->probes_recorded, &k, err));
    LB_OK(lb_kernel_set_buffer(k, "out", s->w.buffers[LB_BUFFER_PROBES], err));
    LB_OK(lb_kernel_set_ulong(k, "skip", 0, err));
    LB_OK(lb_kernel_set_ulong(k, "count", 1, err));
    return lb_workspace_enqueue(&s->w, k, 1, GROUP, err);
}

enum lb_status lb_solver_probe(struct lb_solver *s, const uint32_t cell[3], struct lb_error *err)
{
    uint32_t own[3] = {cell[0], cell[1], cell[2]};
    LB_NEED(s->probes_recorded < LB_PROBE_CAPACITY, LB_STATUS_FAILED,
            "more than %d probe records without a fetch", LB_PROBE_CAPACITY);
    if (s->all == NULL || lb_collective_owns(s, cell, s->probes_recorded, own))
        LB_OK(record_probe(s, own, err));
    s->probes_recorded++;
    return LB_STATUS_OK;
}

enum lb_status lb_solver_read_probes(struct lb_solver *s, double *out, uint64_t capacity,
                                     uint64_t *count, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t quadruple = 4 * lb_workspace_scalar_bytes(&s->w);
    void *records = malloc(LB_PROBE_CAPACITY * quadruple);
    LB_REQUIRE(records != NULL, LB_STATUS_FAILED, "out of memory for the probes");
    LB_REQUIRE(s->probes_recorded <= capacity, LB_STATUS_FAILED, "no room for %llu probe records",
               (unsigned long long)s->probes_recorded);
    if (s->probes_recorded > 0)
        LB_TRY(lb_buffer_read(s->w.buffers[LB_BUFFER_PROBES], 0, s->probes_recorded * quadruple,
                              records, err));
    for (uint64_t n = 0; n < 4 * s->probes_recorded; n++)
        out[n] = lb_workspace_number(&s->w, LB_ELEMENT_SCALAR, records, n);
    if (s->all != NULL) LB_TRY(lb_collective_share_probes(s, s->probes_recorded, out, err));
    *count = s->probes_recorded;
    s->probes_recorded = 0;
cleanup:
    free(records);
    return st;
}

/* --- markers ---------------------------------------------------------------------------------- */

static enum lb_status find_markers(const struct lb_solver *s, struct lb_immersed **out,
                                   struct lb_error *err)
{
    *out = s->modules.module[LB_MODULE_MARKERS];
    if (*out != NULL) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_FAILED, "case '%s' has no markers", s->w.c->name);
}

enum lb_status lb_solver_read_markers(struct lb_solver *s, double *position, double *force,
                                      struct lb_error *err)
{
    struct lb_immersed *m = NULL;
    const enum lb_status st = find_markers(s, &m, err);
    return st != LB_STATUS_OK ? st : lb_immersed_read(m, position, force, err);
}

enum lb_status lb_solver_retire_markers(struct lb_solver *s, const uint32_t *which, size_t count,
                                        struct lb_error *err)
{
    struct lb_immersed *m = NULL;
    const enum lb_status st = find_markers(s, &m, err);
    return st != LB_STATUS_OK ? st : lb_immersed_retire(m, which, count, err);
}

/* --- histogram ------------------------------------------------------------------------------ */

enum { CELLS_PER_HISTOGRAM = 1 << 26 }; /* times 27 directions: fits 32 bits */

void lb_histogram_limits(int bin, double *low, double *high)
{
    *high = exp2(LB_LEAST_OCTAVE + (double)bin / LB_BINS_PER_OCTAVE);
    *low = bin == 0 ? 0.0 : exp2(LB_LEAST_OCTAVE + (bin - 1.0) / LB_BINS_PER_OCTAVE);
}

static enum lb_status count_piece(struct lb_workspace *w, struct lb_kernel *k,
                                  struct lb_buffer *bins, uint64_t first, struct lb_histogram *out,
                                  struct lb_error *err)
{
    static const uint32_t zeros[4 * LB_BINS];
    uint32_t counts[4 * LB_BINS];
    const uint64_t left = lb_layout_places(w->c, &w->layout) - first;
    const uint64_t count = left < CELLS_PER_HISTOGRAM ? left : CELLS_PER_HISTOGRAM;
    LB_OK(lb_buffer_write(bins, 0, sizeof zeros, zeros, err));
    LB_OK(lb_kernel_set_ulong(k, "first", first, err));
    LB_OK(lb_kernel_set_ulong(k, "count", count, err));
    LB_OK(lb_workspace_enqueue(w, k, count, GROUP, err));
    LB_OK(lb_buffer_read(bins, 0, sizeof counts, counts, err));
    for (int n = 0; n < 2 * LB_BINS; n++) {
        out->counts[0][n] += counts[n];
        out->counts[1][n] += counts[2 * LB_BINS + n];
    }
    return LB_STATUS_OK;
}

enum lb_status lb_solver_histogram(struct lb_solver *s, struct lb_histogram *out,
                                   struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_workspace *w = &s->w;
    struct lb_kernel *k = NULL;
    struct lb_buffer *bins = NULL;
    *out = (struct lb_histogram){0};
    LB_REQUIRE(!lb_case_keeps_moments(w->c), LB_STATUS_USAGE,
               "a histogram counts populations, which --streaming moments does not keep");
    LB_TRY(lb_workspace_kernel(w, "cell/histogram.cl", "lb_histogram", &k, err));
    LB_TRY(lb_buffer_create(w->device, 4 * LB_BINS * sizeof(uint32_t), "histogram", &bins, err));
    LB_TRY(lb_kernel_set_buffer(k, "bins", bins, err));
    for (uint64_t first = 0; first < lb_layout_places(w->c, &w->layout);
         first += CELLS_PER_HISTOGRAM)
        LB_TRY(count_piece(w, k, bins, first, out, err));
cleanup:
    lb_buffer_destroy(bins);
    if (s->all == NULL) return st;
    LB_OK(lb_peers_agree(s->world, st, err));
    return lb_peers_add_counts(s->world, &out->counts[0][0], sizeof out->counts / sizeof(uint64_t),
                               err);
}

/* --- survey ----------------------------------------------------------------------------------- */

static void add_up(const struct lb_workspace *w, const struct lb_reduction *r,
                   struct lb_survey *out)
{
    double fastest = -1.0, inner_fastest = -1.0;
    out->density_min = (double)INFINITY;
    out->density_max = -(double)INFINITY;
    for (uint32_t item = 0; item < r->items; item++) {
        const uint64_t *k = r->counts + (size_t)LB_REDUCTION_COUNTS * item;
        const double *sum = r->sums + (size_t)LB_REDUCTION_SUMS * item;
        if (k[0] == 0) continue;
        if (k[1] > 0 && out->non_finite == 0) lb_layout_cell_at(w->c, &w->layout, k[3], out->worst);
        out->fluid_cells += k[0];
        out->non_finite += k[1];
        out->supersonic += k[2];
        out->excess_mass += sum[0];
        for (int axis = 0; axis < 3; axis++)
            out->momentum[axis] += sum[1 + axis];
        for (int axis = 0; axis < 3; axis++)
            out->alternating[axis] += sum[9 + axis];
        out->energy += sum[4];
        out->density_min = fmin(out->density_min, sum[5]);
        out->density_max = fmax(out->density_max, sum[6]);
        if (sum[7] > fastest && out->non_finite == 0)
            lb_layout_cell_at(w->c, &w->layout, k[3], out->worst);
        fastest = fmax(fastest, sum[7]);
        inner_fastest = fmax(inner_fastest, sum[8]);
    }
    out->speed_max = sqrt(fmax(fastest, 0.0));
    out->inner_speed_max = sqrt(fmax(inner_fastest, 0.0));
}

/* Numbers without a NaN leave it to the kernels to say that there was one. */
static enum lb_status look_at_alarm(const struct lb_workspace *w, struct lb_survey *out,
                                    struct lb_error *err)
{
    uint32_t alarm[2];
    const enum lb_status st =
        lb_buffer_read(w->buffers[LB_BUFFER_ALARM], 0, sizeof alarm, alarm, err);
    if (st != LB_STATUS_OK || alarm[0] == 0) return st;
    out->alarm = alarm[0];
    out->alarm_step = alarm[1];
    return LB_STATUS_OK;
}

static enum lb_status survey_own(struct lb_solver *s, struct lb_survey *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_kernel *k = NULL;
    struct lb_reduction reduction = {.items = 0};
    LB_TRY(lb_modules_run(&s->modules, LB_PHASE_BEFORE_LOOK, err));
    LB_TRY(lb_workspace_kernel(&s->w, entry, "lb_survey", &k, err));
    LB_TRY(lb_workspace_reduce(&s->w, k, &reduction, err));
    *out = (struct lb_survey){.step = s->w.step};
    add_up(&s->w, &reduction, out);
    LB_TRY(look_at_alarm(&s->w, out, err));
    LB_TRY(lb_modules_survey(&s->modules, out, err));
cleanup:
    lb_reduction_free(&reduction);
    return st;
}

enum lb_status lb_solver_survey(struct lb_solver *s, struct lb_survey *out, struct lb_error *err)
{
    const enum lb_status st = survey_own(s, out, err);
    return s->all == NULL ? st : lb_collective_survey(s, st, out, err);
}

/* case_samples.c - values along lines, and means over layers: at the end, or over time.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "user_case/case_state.h"

enum {
    RHO,
    U,
    UU = LB_SAMPLE_UU,
    PP = LB_SAMPLE_PP,
    T = LB_SAMPLE_T,
    TT,
    TU,
    FIELDS = LB_SAMPLE_FIELDS
};
enum { WARMTH = 4 }; /* of a cell: rho, u, T */

/* --- reading the file --------------------------------------------------------------------------------------- */

static enum lb_status read_line(struct own_case *s, struct lb_own_samples *m, struct lb_error *err)
{
    static const char *const offsets[] = {"none", "half", NULL};
    int offset = 0;
    double square = 0.0;
    LB_NEED(lb_own_is_set(s, m->name, "from") && lb_own_is_set(s, m->name, "to"), LB_STATUS_USAGE,
            "[line %s] needs from= and to= [L]", m->name);
    LB_OK(lb_own_place(s, m->name, "from", m->from, err));
    LB_OK(lb_own_place(s, m->name, "to", m->to, err));
    LB_OK(lb_own_word(s, m->name, "offset", offsets, &offset, err));
    m->is_half = offset == 1;
    m->is_mean = lb_own_number(s, m->name, "mean") > 0.0;
    for (int axis = 0; axis < s->dimensions; axis++) {
        const double layer = s->layer[axis], high = s->size[axis] - layer;
        LB_NEED(fmin(m->from[axis], m->to[axis]) >= layer - 1e-6 &&
                    fmax(m->from[axis], m->to[axis]) <= high + 1e-6,
                LB_STATUS_USAGE, "[line %s] from %s to %s leaves the box along %c", m->name,
                lb_own_text(s, m->name, "from"), lb_own_text(s, m->name, "to"), "xyz"[axis]);
        square += pow(m->to[axis] - m->from[axis], 2.0);
    }
    LB_NEED(square > 0.0, LB_STATUS_USAGE, "[line %s] has no length", m->name);
    m->count = lb_own_is_set(s, m->name, "points") ? (uint32_t)lb_own_number(s, m->name, "points")
                                                   : (uint32_t)fmax(2.0, ceil(sqrt(square)));
    return LB_STATUS_OK;
}

static enum lb_status read_profile(struct own_case *s, struct lb_own_samples *m,
                                   struct lb_error *err)
{
    static const char *const axes[] = {"x", "y", "z", NULL};
    static const char *const units[] = {"cells", "wall", NULL};
    int unit = 0;
    LB_OK(lb_own_word(s, m->name, "along", axes, &m->along, err));
    LB_NEED(m->along < s->dimensions, LB_STATUS_USAGE, "[profile %s]: along=z in two dimensions",
            m->name);
    LB_OK(lb_own_word(s, m->name, "units", units, &unit, err));
    m->is_profile = true;
    m->wall_units = unit == 1;
    m->is_mean = lb_own_number(s, m->name, "mean") > 0.0;
    m->count = s->size[m->along] - 2 * s->layer[m->along];
    LB_NEED(!m->wall_units || !lb_own_has_law(s), LB_STATUS_USAGE,
            "[profile %s]: units=wall needs one viscosity, and that of [law] follows the shear "
            "rate; units=cells would do",
            m->name);
    LB_NEED(!m->wall_units || lb_own_friction_speed(s) > 0.0 || s->drive.every > 0, LB_STATUS_USAGE,
            "[profile %s]: units=wall needs force.friction_speed= or force.speed=", m->name);
    return LB_STATUS_OK;
}

static enum lb_status read_probe(struct own_case *s, const char *name, struct lb_error *err)
{
    double at[3];
    uint32_t *cell = s->probes[s->probe_count].cell;
    LB_NEED(lb_own_is_set(s, name, "at"), LB_STATUS_USAGE, "[probe %s] needs at= [L]", name);
    LB_OK(lb_own_place(s, name, "at", at, err));
    for (int axis = 0; axis < 3; axis++) {
        LB_NEED(at[axis] >= 0.0 && at[axis] < s->size[axis], LB_STATUS_USAGE,
                "[probe %s]: at=%s is outside of the box", name, lb_own_text(s, name, "at"));
        cell[axis] = (uint32_t)at[axis];
    }
    LB_NEED(lb_own_has_temperature(s, cell), LB_STATUS_USAGE,
            "[probe %s]: at=%s is in a wall, in cell (%u, %u, %u)", name,
            lb_own_text(s, name, "at"), cell[0], cell[1], cell[2]);
    s->probes[s->probe_count++].name = name;
    return LB_STATUS_OK;
}

/* --- points -------------------------------------------------------------------------------------------------- */

void lb_own_sample_point(const struct lb_own_samples *m, uint32_t n, double out[3])
{
    const double share =
        m->count > 1 ? (m->is_half ? (n + 0.5) / m->count : n / (m->count - 1.0)) : 0.0;
    for (int axis = 0; axis < 3; axis++)
        out[axis] = m->from[axis] + share * (m->to[axis] - m->from[axis]);
}

/* --- all of the file ---------------------------------------------------------------------------------------- */

/* Of a place between cells all of them are walls; `bare`: and none conducts heat. */
static bool is_in_wall(const struct own_case *s, const double at[3], bool bare)
{
    for (int corner = 0; corner < 1 << s->dimensions; corner++) {
        uint32_t cell[3] = {0, 0, 0};
        for (int axis = 0; axis < s->dimensions; axis++) {
            const double place = floor(at[axis] + ((corner >> axis & 1) != 0 ? 1e-6 : -1e-6));
            cell[axis] = (uint32_t)fmin(s->size[axis] - 1.0, fmax(0.0, place));
        }
        if (lb_own_may_be_fluid(s, cell) || (bare && lb_own_conductor_at(s, cell) >= 0))
            return false;
    }
    return true;
}

/* What is measured in walls is not the flow; half of a line through a body is usual. */
static enum lb_status check_line(struct own_case *s, const struct lb_own_samples *m,
                                 struct lb_error *err)
{
    uint32_t walls = 0, bare = 0;
    for (uint32_t n = 0; n < m->count; n++) {
        double at[3];
        lb_own_sample_point(m, n, at);
        walls += is_in_wall(s, at, false);
        bare += is_in_wall(s, at, true);
    }
    LB_NEED(bare < m->count, LB_STATUS_USAGE,
            "[line %s] from %s to %s lies in walls: a place in the fluid is needed", m->name,
            lb_own_text(s, m->name, "from"), lb_own_text(s, m->name, "to"));
    if (walls > 0 && walls < m->count)
        lb_body_note(&s->notes,
                     "[line %s]: %u of its %u points are in walls, where the velocity is 0",
                     m->name, walls, m->count);
    return LB_STATUS_OK;
}

static enum lb_status read_kind(struct own_case *s, const char *kind, bool is_profile,
                                struct lb_error *err)
{
    const char *names[LB_OWN_LINES];
    const int count = lb_own_named(s, kind, names, LB_OWN_LINES);
    LB_NEED(count + s->sample_count <= LB_OWN_LINES, LB_STATUS_USAGE,
            "there are more than %d lines and profiles", LB_OWN_LINES);
    for (int n = 0; n < count; n++) {
        struct lb_own_samples *m = &s->samples[s->sample_count++];
        m->name = names[n];
        LB_OK(is_profile ? read_profile(s, m, err) : read_line(s, m, err));
        m->sums = calloc((size_t)m->count * FIELDS, sizeof *m->sums);
        LB_NEED(m->sums != NULL, LB_STATUS_FAILED, "no memory for [%s %s]", kind, m->name);
    }
    return LB_STATUS_OK;
}

enum lb_status lb_own_read_samples(struct own_case *s, struct lb_error *err)
{
    const char *names[LB_OWN_LINES];
    const int probes = lb_own_named(s, "probe", names, LB_OWN_LINES);
    LB_NEED(probes <= LB_OWN_LINES, LB_STATUS_USAGE, "there are %d probes; %d are possible", probes,
            LB_OWN_LINES);
    for (int n = 0; n < probes; n++)
        LB_OK(read_probe(s, names[n], err));
    LB_OK(read_kind(s, "line", false, err));
    for (int n = 0; n < s->sample_count; n++)
        LB_OK(check_line(s, &s->samples[n], err));
    LB_OK(read_kind(s, "profile", true, err));
    return lb_own_read_mean_fields(s, err);
}

/* --- values -------------------------------------------------------------------------------------------------- */

/* The cell of a point, of two where it lies between them the fluid one. */
static void cell_beside(const struct own_case *s, const double at[3], uint32_t cell[3])
{
    for (int axis = 0; axis < 3; axis++)
        cell[axis] = (uint32_t)fmin(s->size[axis] - 1.0, fmax(0.0, floor(at[axis] + 1e-6)));
    for (int axis = 0; axis < s->dimensions && !lb_own_is_fluid(s, cell); axis++) {
        const double nearest = round(at[axis]);
        if (fabs(at[axis] - nearest) > 1e-6) continue;
        for (int side = -1; side <= 0; side++) {
            const uint32_t before = cell[axis];
            cell[axis] = (uint32_t)fmin(s->size[axis] - 1.0, fmax(0.0, nearest + side));
            if (lb_own_is_fluid(s, cell)) return;
            cell[axis] = before;
        }
    }
}

/* On straight lines between the centres of fluid cells around it; beside a wall to 0 there is the
 * cell's own.  False: corner `corner` of the cells around a place has no part in it. */
static bool wants_corner(const struct own_case *s, const double at[3], int corner,
                         struct lb_own_wanted *out)
{
    out->weight = 1.0;
    for (int axis = 0; axis < s->dimensions; axis++) {
        const double low = floor(at[axis] - 0.5), share = at[axis] - 0.5 - low;
        const double place = low + (corner >> axis & 1), size = s->size[axis];
        out->weight *= (corner >> axis & 1) != 0 ? share : 1.0 - share;
        out->cell[axis] = (uint32_t)(place < 0.0     ? place + size
                                     : place >= size ? place - size
                                                     : place);
    }
    return out->weight > 0.0 && lb_own_has_temperature(s, out->cell);
}

/* Corner by corner, so that cells side by side follow each other. */
static size_t list_cells(const struct own_case *s, const struct lb_own_samples *m,
                         struct lb_own_wanted *out)
{
    const int corners = m->is_half ? 1 : 1 << s->dimensions;
    size_t count = 0;
    for (int corner = 0; corner < corners; corner++)
        for (uint32_t n = 0; n < m->count; n++) {
            double at[3];
            struct lb_own_wanted one = {.point = n, .weight = 1.0};
            lb_own_sample_point(m, n, at);
            if (m->is_half)
                cell_beside(s, at, one.cell);
            else if (!wants_corner(s, at, corner, &one))
                continue;
            out[count++] = one;
        }
    return count;
}

size_t lb_own_cells_in(const struct lb_region *r)
{
    size_t cells = 1;
    for (int axis = 0; axis < 3; axis++)
        cells *= r->end[axis] - r->begin[axis];
    return cells;
}

size_t lb_own_number_in(const struct lb_region *r, const uint32_t at[3])
{
    const size_t wide = r->end[0] - r->begin[0], high = r->end[1] - r->begin[1];
    return ((at[2] - r->begin[2]) * high + at[1] - r->begin[1]) * wide + at[0] - r->begin[0];
}

size_t lb_own_find_region(const struct lb_own_wanted *first, size_t count, struct lb_region *out)
{
    const size_t few = 4096, each = 4;
    size_t n = 0;
    for (; n < count; n++) {
        struct lb_region wider = *out;
        for (int axis = 0; axis < 3; axis++) {
            const uint32_t at = first[n].cell[axis];
            wider.begin[axis] = n == 0 || at < wider.begin[axis] ? at : wider.begin[axis];
            wider.end[axis] = n == 0 || at >= wider.end[axis] ? at + 1 : wider.end[axis];
        }
        const size_t cells = lb_own_cells_in(&wider);
        if (n > 0 && cells > few && cells > each * (n + 1)) break;
        *out = wider;
    }
    return n;
}

enum lb_status lb_own_read_flow(const struct own_case *s, struct lb_run *run,
                                const struct lb_region *region, double *rho, double *u, double *t,
                                struct lb_error *err)
{
    LB_OK(lb_solver_read(lb_run_solver(run), region, rho, u, err));
    return s->heat.exists ? lb_solver_read_temperature(lb_run_solver(run), region, t, err)
                          : LB_STATUS_OK;
}

enum { OF_T = 5, SUMS = 7 }; /* of a point: weight, rho, u; weight, T, which solids may have */

/* Adds the cells' values to their points. */
static enum lb_status read_cells(const struct own_case *s, struct lb_run *run,
                                 const struct lb_own_wanted *first, size_t count,
                                 const struct lb_region *region, double *sums, struct lb_error *err)
{
    const size_t cells = lb_own_cells_in(region);
    double *rho = calloc(5 * cells, sizeof *rho), *u = rho + cells, *t = u + 3 * cells;
    LB_NEED(rho != NULL, LB_STATUS_FAILED, "no memory for %zu cells of a line", cells);
    const enum lb_status st = lb_own_read_flow(s, run, region, rho, u, t, err);
    for (size_t n = 0; n < count && st == LB_STATUS_OK; n++) {
        const uint32_t *at = first[n].cell;
        const size_t k = lb_own_number_in(region, at);
        double *sum = sums + SUMS * (size_t)first[n].point;
        const double own[SUMS] = {1.0, rho[k], u[3 * k], u[3 * k + 1], u[3 * k + 2], 1.0, t[k]};
        for (int i = lb_own_is_fluid(s, at) ? 0 : OF_T; i < SUMS; i++)
            sum[i] += first[n].weight * own[i];
    }
    free(rho);
    return st;
}

void lb_own_add_sample(double *sums, const double own[5])
{
    static const int pairs[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    for (int k = 0; k < 4; k++)
        sums[k] += own[k];
    for (int k = 0; k < 6; k++)
        sums[UU + k] += own[U + pairs[k][0]] * own[U + pairs[k][1]];
    sums[PP] += (own[RHO] - 1.0) * (own[RHO] - 1.0);
    sums[T] += own[WARMTH];
    sums[TT] += own[WARMTH] * own[WARMTH];
    for (int k = 0; k < 3; k++)
        sums[TU + k] += own[WARMTH] * own[U + k];
}

static void add_points(struct lb_own_samples *m, const double *sums)
{
    for (uint32_t n = 0; n < m->count; n++) {
        const double *sum = sums + SUMS * (size_t)n;
        double own[5] = {1.0, 0.0, 0.0, 0.0, (double)NAN};
        for (int k = 0; k < WARMTH && sum[0] > 0.0; k++)
            own[k] = sum[1 + k] / sum[0];
        if (sum[OF_T] > 0.0) own[WARMTH] = sum[OF_T + 1] / sum[OF_T];
        lb_own_add_sample(m->sums + FIELDS * n, own);
    }
}

static enum lb_status sample_line(const struct own_case *s, struct lb_run *run,
                                  struct lb_own_samples *m, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const size_t most = m->is_half ? m->count : (size_t)m->count << s->dimensions;
    struct lb_own_wanted *all = malloc(most * sizeof *all);
    double *sums = calloc(SUMS * (size_t)m->count, sizeof *sums);
    struct lb_region region;
    LB_REQUIRE(all != NULL && sums != NULL, LB_STATUS_FAILED, "no memory for the line '%s'",
               m->name);
    const size_t count = list_cells(s, m, all);
    for (size_t first = 0, n = 0; first < count; first += n) {
        n = lb_own_find_region(all + first, count - first, &region);
        LB_TRY(read_cells(s, run, all + first, n, &region, sums, err));
    }
    add_points(m, sums);
cleanup:
    free(all);
    free(sums);
    return st;
}

/* --- layers -------------------------------------------------------------------------------------------------- */

static void add_layer(const struct own_case *s, struct lb_own_samples *m, uint32_t n,
                      const double *rho, const double *u, const double *t)
{
    const int a = m->along == 0 ? 1 : 0, b = m->along == 2 ? 1 : 2;
    double sums[FIELDS] = {0.0}, cells = 0.0;
    uint32_t at[3];
    at[m->along] = n + s->layer[m->along];
    size_t k = 0;
    for (at[b] = 0; at[b] < s->size[b]; at[b]++)
        for (at[a] = 0; at[a] < s->size[a]; at[a]++, k++) {
            if (!lb_own_is_fluid(s, at)) continue;
            const double own[5] = {rho[k], u[3 * k], u[3 * k + 1], u[3 * k + 2], t[k]};
            lb_own_add_sample(sums, own);
            cells += 1.0;
        }
    for (uint32_t f = 0; f < FIELDS && cells > 0.0; f++)
        m->sums[FIELDS * n + f] += sums[f] / cells;
}

static enum lb_status sample_layers(const struct own_case *s, struct lb_run *run,
                                    struct lb_own_samples *m, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    size_t cells = 1;
    for (int axis = 0; axis < 3; axis++)
        cells *= axis == m->along ? 1 : s->size[axis];
    double *rho = calloc(5 * cells, sizeof *rho), *u = rho + cells, *t = u + 3 * cells;
    LB_NEED(rho != NULL, LB_STATUS_FAILED, "no memory for a layer of %zu cells", cells);
    for (uint32_t n = 0; n < m->count; n++) {
        struct lb_region layer = {{0, 0, 0}, {s->size[0], s->size[1], s->size[2]}};
        layer.begin[m->along] = n + s->layer[m->along];
        layer.end[m->along] = layer.begin[m->along] + 1;
        LB_TRY(lb_own_read_flow(s, run, &layer, rho, u, t, err));
        add_layer(s, m, n, rho, u, t);
    }
cleanup:
    free(rho);
    return st;
}

static enum lb_status take(const struct own_case *s, struct lb_run *run, struct lb_own_samples *m,
                           struct lb_error *err)
{
    m->samples++;
    return m->is_profile ? sample_layers(s, run, m, err) : sample_line(s, run, m, err);
}

/* From observe: those that are means over time. */
enum lb_status lb_own_take_samples(struct own_case *s, struct lb_run *run, struct lb_error *err)
{
    const uint64_t step = lb_run_step(run);
    if ((double)step < s->skip * s->steps_per_length || step % s->sample_every != 0)
        return LB_STATUS_OK;
    for (int n = 0; n < s->sample_count; n++)
        if (s->samples[n].is_mean && !s->samples[n].is_profile)
            LB_OK(take(s, run, &s->samples[n], err));
    return lb_own_sample_profiles(s, run, err);
}

/* What was sampled before `skip` can be left out only if nothing behind it was. */
static bool begin_anew(struct own_case *s, uint64_t from, uint64_t step)
{
    for (int n = 0; n < s->sample_count && from >= step; n++) {
        struct lb_own_samples *m = &s->samples[n];
        if (m->is_mean) m->samples = 0;
        if (m->is_mean && !m->is_profile) memset(m->sums, 0, m->count * FIELDS * sizeof *m->sums);
    }
    return from >= step;
}

/* A checkpoint has the flow of its step: the first sample of now may have been a later one of before. */
enum lb_status lb_own_resume_samples(void *state, struct lb_run *run, struct lb_error *err)
{
    struct own_case *s = state;
    const uint64_t every = s->sample_every, step = lb_run_step(run), last = step / every * every;
    const double least = fmax(s->skip * s->steps_per_length, (double)every);
    const uint64_t from = (uint64_t)ceil(least / (double)every) * every;
    uint64_t samples = 0;
    bool has_means = false;
    for (int n = 0; n < s->sample_count; n++) {
        has_means = has_means || s->samples[n].is_mean;
        if (s->samples[n].is_mean) samples = s->samples[n].samples;
    }
    const uint64_t first = last + every - samples * every;
    if (!has_means || first == from || (samples == 0 && from > last)) return LB_STATUS_OK;
    if (samples > 0 && first < from && begin_anew(s, from, step))
        return from == step ? lb_own_take_samples(s, run, err) : LB_STATUS_OK;
    lb_run_warn(
        run,
        "means of lines and profiles are from step %llu on, and those of one run of as many "
        "steps from step %llu: the checkpoint is of step %llu; a given mean.skip holds for "
        "both",
        (unsigned long long)first, (unsigned long long)from, (unsigned long long)step);
    return LB_STATUS_OK;
}

/* --- numbers ------------------------------------------------------------------------------------------------- */

/* The product of two fluctuations, number `k` of the sums of products. */
static double fluctuation(const double mean[FIELDS], int k)
{
    static const int pairs[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    if (k == PP - UU) return mean[PP] - (mean[RHO] - 1.0) * (mean[RHO] - 1.0);
    if (k == TT - UU) return mean[TT] - mean[T] * mean[T];
    if (k >= TU - UU) return mean[UU + k] - mean[T] * mean[U + k - (TU - UU)];
    return mean[UU + k] - mean[U + pairs[k][0]] * mean[U + pairs[k][1]];
}

bool lb_own_sample_field(const struct own_case *s, const struct lb_own_samples *m,
                         const char *field, size_t length, uint32_t n, double *out)
{
    enum { P = 4, RMS, UV = RMS + 3, PRMS = UV + 3, MEAN_T, T_RMS, T_FLUX };
    const double *sums = m->sums + FIELDS * n, count = m->samples > 0 ? (double)m->samples : 1.0;
    const double friction = m->wall_units ? lb_own_friction_speed(s) : 1.0;
    const double pressure = s->sound_speed_squared / (friction * friction);
    double mean[FIELDS];
    int which = 0;
    const char *const *name = lb_own_sample_fields;
    for (; *name != NULL && (strlen(*name) != length || strncmp(*name, field, length) != 0); name++)
        which++;
    which = length == 1 && field[0] == 'u' ? 0 : which + 1;
    for (int k = 0; k < FIELDS; k++)
        mean[k] = sums[k] / count;
    if (which > 0 && *name == NULL) return false;
    if (which == 0)
        *out = mean[U] / friction;
    else if (which < P)
        *out = mean[U + which - 1] / friction;
    else if (which == P)
        *out = (mean[RHO] - 1.0) * pressure;
    else if (which < UV)
        *out = sqrt(fmax(0.0, fluctuation(mean, which - RMS))) / friction;
    else if (which < PRMS)
        *out = fluctuation(mean, which - RMS) / (friction * friction);
    else if (which == PRMS)
        *out = sqrt(fmax(0.0, fluctuation(mean, PP - UU))) * pressure;
    else if (which == MEAN_T)
        *out = s->heat.middle + s->heat.range * mean[T];
    else if (which == T_RMS)
        *out = s->heat.range * sqrt(fmax(0.0, fluctuation(mean, TT - UU)));
    else
        *out = s->heat.range * fluctuation(mean, TU - UU + which - T_FLUX) / friction;
    return true;
}

/* Along a line the coordinate of its longest axis; of a profile that of the layer, in wall units the distance from the
 * nearer wall. */
double lb_own_sample_place(const struct own_case *s, const struct lb_own_samples *m, uint32_t n)
{
    int axis = m->along;
    double at[3];
    if (m->is_profile) {
        const double below = n + 0.5, above = m->count - below;
        if (m->wall_units) return fmin(below, above) * lb_own_friction_speed(s) / s->viscosity;
        return below / s->resolution + s->origin[axis];
    }
    lb_own_sample_point(m, n, at);
    for (int a = axis = 0; a < s->dimensions; a++)
        if (fabs(m->to[a] - m->from[a]) > fabs(m->to[axis] - m->from[axis])) axis = a;
    return (at[axis] - s->layer[axis]) / s->resolution + s->origin[axis];
}

/* --- files --------------------------------------------------------------------------------------------------- */

/* The columns of a table, with its header: without stresses where there are none. */
static size_t choose_columns(const struct own_case *s, const struct lb_own_samples *m,
                             const char **fields, char *header, size_t size)
{
    size_t count = 0, used = (size_t)snprintf(header, size, "at");
    for (size_t k = 0; k < LB_OWN_SAMPLE_FIELDS; k++) {
        const char *name = lb_own_sample_fields[k];
        const bool is_of_moment = k < 4 || strcmp(name, "T") == 0;
        if (!lb_own_keeps(s, m, name, strlen(name)) ||
            !(is_of_moment || m->is_mean || m->is_profile))
            continue;
        fields[count++] = name;
        used += (size_t)snprintf(header + used, size - used, ",%s", name);
    }
    return count;
}

static enum lb_status write_one(const struct own_case *s, struct lb_run *run,
                                const struct lb_own_samples *m, struct lb_error *err)
{
    const char *fields[LB_OWN_SAMPLE_FIELDS];
    char name[LB_SECTION_NAME_SIZE + 16], header[120];
    const size_t columns = 1 + choose_columns(s, m, fields, header, sizeof header);
    double *rows = calloc((size_t)m->count * columns, sizeof *rows);
    LB_NEED(rows != NULL, LB_STATUS_FAILED, "no memory for the table of '%s'", m->name);
    for (uint32_t n = 0; n < m->count; n++) {
        double *row = rows + columns * n;
        row[0] = lb_own_sample_place(s, m, n);
        for (size_t k = 1; k < columns; k++)
            lb_own_sample_field(s, m, fields[k - 1], strlen(fields[k - 1]), n, &row[k]);
    }
    snprintf(name, sizeof name, "%s-%s.csv", m->is_profile ? "profile" : "line", m->name);
    const enum lb_status st = lb_run_write_csv(run, name, header, rows, m->count, columns, err);
    free(rows);
    return st;
}

/* Its results are not known, and a table of one moment would look like that of a mean. */
static void leave_out(struct lb_own_samples *m, struct lb_run *run)
{
    for (size_t k = 0; k < (size_t)m->count * FIELDS; k++)
        m->sums[k] = nan("");
    lb_run_warn(run, "%s-%s.csv is not written: its mean has no sample",
                m->is_profile ? "profile" : "line", m->name);
}

/* The last moment of a steady flow is its mean. */
enum lb_status lb_own_write_samples(struct own_case *s, struct lb_run *run, struct lb_error *err)
{
    LB_OK(lb_own_find_profiles(s, run, err));
    for (int n = 0; n < s->sample_count; n++) {
        struct lb_own_samples *m = &s->samples[n];
        if (m->samples == 0 && m->is_mean && !s->is_steady) {
            leave_out(m, run);
            continue;
        }
        if (m->samples == 0) LB_OK(take(s, run, m, err));
        LB_OK(write_one(s, run, m, err));
    }
    return LB_STATUS_OK;
}

enum lb_status lb_own_archive_samples(struct own_case *s, struct lb_archive *a,
                                      struct lb_error *err)
{
    char name[64];
    for (int n = 0; n < s->sample_count; n++) {
        struct lb_own_samples *m = &s->samples[n];
        if (!m->is_mean) continue;
        snprintf(name, sizeof name, "case-samples-%d", n);
        if (!m->is_profile) /* the device has those of profiles */
            LB_OK(lb_archive_numbers(a, name, m->sums, (size_t)m->count * FIELDS, err));
        snprintf(name, sizeof name, "case.samples-%d", n);
        LB_OK(lb_archive_count(a, name, &m->samples, err));
    }
    return LB_STATUS_OK;
}

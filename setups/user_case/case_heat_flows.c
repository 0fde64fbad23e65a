/* case_heat_flows.c - the heat that walls give, over time and in the mean, and the heat that is in the fluid.
 * Heat is told over the conductivity, in temperatures of the file [T L^(dimensions - 2)]: the slope of T at the wall,
 * summed over its area.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/signal.h"
#include "user_case/case_state.h"

enum { STEP, TIME, SOURCE, HEAT, HEAT_COLUMNS };

/* --- over time ----------------------------------------------------------------------------------------------- */

/* Of T = 1 of lb_heat in a cell, in each step. */
static double unit_of_flow(const struct own_case *s)
{
    return s->heat.range / (s->heat.numbers.diffusivity * pow(s->resolution, s->dimensions - 2.0));
}

/* The first look has no steps before it. */
enum lb_status lb_own_sample_heat(void *state, struct lb_run *run, const struct lb_record *record,
                                  struct lb_error *err)
{
    struct own_case *s = state;
    double given[LB_OWN_HEAT_GROUPS];
    const double steps = (double)(record->step - s->heat.given_at);
    LB_OK(lb_solver_heat_given(lb_run_solver(run), given, err));
    for (int n = 0; n < s->heat.source_count && record->step > 0; n++) {
        const int group = s->heat.sources[n].group;
        const double row[HEAT_COLUMNS] = {
            (double)record->step, (double)record->step / s->steps_per_length, n + 1.0,
            (given[group] - s->heat.given[group]) / steps * unit_of_flow(s)};
        LB_OK(lb_run_add_row(run, LB_OWN_HEAT, row, err));
    }
    memcpy(s->heat.given, given, sizeof given);
    s->heat.given_at = record->step;
    return LB_STATUS_OK;
}

/* A source's heat, a mean over records `first` to `end`. */
static double mean_of(const struct own_case *s, const struct lb_table *t, int source, size_t first,
                      size_t end)
{
    struct lb_signal all = lb_own_signal(t, (size_t)s->heat.source_count, source, HEAT, first);
    all.count = end - first;
    return end > first ? lb_signal_mean(&all) : (double)NAN;
}

static size_t records_of(const struct own_case *s, const struct lb_table *t)
{
    return s->heat.source_count > 0 ? t->rows / (size_t)s->heat.source_count : 0;
}

/* --- what streams bring along --------------------------------------------------------------------------------- */

/* NULL: a wall. */
static const struct lb_own_opening *opening_of(const struct own_case *s,
                                               const struct lb_own_heat_source *source)
{
    for (int n = 0; n < s->flow_count; n++)
        if (LB_HEAT_FACES + s->openings[n].boundary == source->group) return &s->openings[n];
    return NULL;
}

/* Of all that flows in, that of lb_heat. */
static double temperature_of_inflow(const struct own_case *s)
{
    double heat = 0.0, flow = 0.0;
    for (int n = 0; n < s->heat.source_count; n++) {
        const double in = fmax(0.0, s->heat.sources[n].flow);
        heat += in * s->heat.sources[n].wall->number;
        flow += in;
    }
    return flow > 0.0 ? heat / flow : 0.0;
}

/* Of a source's heat what it would be were all fluid as warm as what flows in: no heat is given by that.  What flows in
 * brings its temperature along with its velocity, and so less of it where it is denser (docs/theory/heat.md, limits). */
static double brought_along(const struct own_case *s, const struct lb_own_heat_source *source)
{
    const double all = temperature_of_inflow(s), own = source->wall->number;
    const double brought = source->flow > 0.0 ? own / source->density - (own - all) : all;
    return source->flow * brought * unit_of_flow(s);
}

/* Of what flows in by the whole range, which is more than round-off where nothing is given. */
static double least_heat(const struct own_case *s)
{
    const double least = 1e-4;
    double flow = 0.0;
    for (int n = 0; n < s->heat.source_count; n++)
        flow += fmax(0.0, s->heat.sources[n].flow);
    return least * flow * unit_of_flow(s);
}

/* In the last step; walls have none. */
static void take_flows(struct own_case *s)
{
    for (int n = 0; n < s->heat.source_count; n++) {
        struct lb_own_heat_source *source = &s->heat.sources[n];
        const struct lb_own_opening *o = opening_of(s, source);
        source->flow = source->is_wall ? 0.0 : s->boundary_flow[source->group - LB_HEAT_FACES];
        source->density = o != NULL ? 1.0 + o->pressure / s->sound_speed_squared : 1.0;
    }
}

/* Whether a wall did not give its power: a format that cannot hold a temperature cuts heat off, and counts none where T
 * is no number. */
static bool is_cut_off(const struct lb_own_heat_source *source, double heat)
{
    const double most = 0.01;
    return source->power != 0.0 && fabs(heat - source->power) > most * fabs(source->power);
}

/* How much the heat of sources changed over a length/speed, in the mean over the last `span` of them, and what of it
 * stayed in the fluid, over the largest of them but for what streams bring along. */
double lb_own_heat_change(struct own_case *s, struct lb_run *run, uint64_t span)
{
    const struct lb_table *t = lb_run_rows(run, LB_OWN_HEAT);
    const size_t records = records_of(s, t), wide = span * s->looks_per_length;
    if (s->heat.source_count == 0) return 0.0;
    if (records < 2 * wide) return 1.0;
    take_flows(s);
    double sum = 0.0, change = 0.0, most = least_heat(s);
    bool is_cut = false;
    for (int n = 0; n < s->heat.source_count; n++) {
        const double now = mean_of(s, t, n, records - wide, records),
                     before = mean_of(s, t, n, records - 2 * wide, records - wide);
        sum += now;
        change = fmax(change, fabs(now - before));
        most = fmax(most, fabs(now - brought_along(s, &s->heat.sources[n])));
        is_cut = is_cut || is_cut_off(&s->heat.sources[n], now);
    }
    if (is_cut) return 1.0;
    return most > 0.0 ? fmax(change / (double)span, fabs(sum)) / most : 0.0;
}

static double time_of(const struct own_case *s, const struct lb_table *t, size_t record)
{
    return t->numbers[record * (size_t)s->heat.source_count * t->columns + TIME];
}

/* Over the steps in which the heat of records `first` to `end` was counted, as one without the other is of another flow. */
static void take_mean_flows(struct own_case *s, struct lb_run *run, size_t first, size_t end)
{
    const struct lb_table *t = lb_run_rows(run, LB_OWN_HEAT);
    const double time[2] = {first > 0 ? time_of(s, t, first - 1) : 0.0,
                            end > 0 ? time_of(s, t, end - 1) : 0.0};
    for (int n = 0; n < s->heat.source_count; n++) {
        struct lb_own_heat_source *source = &s->heat.sources[n];
        const struct lb_own_opening *o = opening_of(s, source);
        double flow, pressure;
        if (o == NULL ||
            !lb_own_opening_between(s, run, (int)(o - s->openings), time, &flow, &pressure))
            continue;
        source->flow = o->is_inlet ? flow : -flow;
        source->density = 1.0 + pressure / s->sound_speed_squared;
    }
}

/* From mean.skip on where it is given, else the last length/speed. */
static void find_flows(struct own_case *s, struct lb_run *run)
{
    const struct lb_table *t = lb_run_rows(run, LB_OWN_HEAT);
    const size_t records = records_of(s, t);
    size_t first = records > s->looks_per_length ? records - s->looks_per_length : 0;
    double sum = 0.0, in = 0.0;
    if (lb_own_is_set(s, "mean", "skip"))
        for (first = 0; first + 1 < records && time_of(s, t, first) < s->skip;)
            first++;
    take_flows(s);
    take_mean_flows(s, run, first, records);
    for (int n = 0; n < s->heat.source_count; n++) {
        struct lb_own_heat_source *source = &s->heat.sources[n];
        source->heat = mean_of(s, t, n, first, records);
    }
    for (int n = 0; n < s->heat.source_count; n++) {
        const struct lb_own_heat_source *source = &s->heat.sources[n];
        const double given = source->heat - brought_along(s, source);
        sum += given;
        in += fmax(0.0, given);
    }
    in = fmax(in, least_heat(s));
    s->heat.balance = in > 0.0 ? fabs(sum) / in : (double)NAN;
}

/* --- what is in the fluid ------------------------------------------------------------------------------------ */

static void add_conductor(struct own_case *s, int n, double t)
{
    const bool is_first = !(s->heat.in_solid[n].cells > 0.0);
    s->heat.in_solid[n].low = is_first ? t : fmin(s->heat.in_solid[n].low, t);
    s->heat.in_solid[n].high = is_first ? t : fmax(s->heat.in_solid[n].high, t);
    s->heat.in_solid[n].sum += t;
    s->heat.in_solid[n].cells += 1.0;
}

/* The sum of T of lb_heat over the fluid cells, and with what is in solids by their capacity, layer by layer. */
static enum lb_status add_up(struct own_case *s, struct lb_run *run, double *fluid, double *out,
                             struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const size_t cells = (size_t)s->size[0] * s->size[1];
    double *layer = malloc(cells * sizeof *layer);
    uint32_t at[3];
    *fluid = s->heat.farthest = 0.0;
    memset(s->heat.in_solid, 0, sizeof s->heat.in_solid);
    LB_NEED(layer != NULL, LB_STATUS_FAILED, "no memory for a layer of %zu cells", cells);
    for (at[2] = 0; at[2] < s->size[2]; at[2]++) {
        const struct lb_region region = {{0, 0, at[2]}, {s->size[0], s->size[1], at[2] + 1}};
        size_t k = 0;
        LB_TRY(lb_solver_read_temperature(lb_run_solver(run), &region, layer, err));
        for (at[1] = 0; at[1] < s->size[1]; at[1]++)
            for (at[0] = 0; at[0] < s->size[0]; at[0]++, k++) {
                const int n = lb_own_conductor_at(s, at);
                if (n >= 0) add_conductor(s, n, layer[k]);
                const double t = n < 0 && lb_own_is_fluid(s, at) ? layer[k] : 0.0;
                *fluid += t;
                s->heat.farthest = fmax(s->heat.farthest, fabs(t));
            }
    }
    *out = *fluid;
    for (int n = 0; n < s->body_count; n++)
        *out += s->heat.solids[n].capacity * s->heat.in_solid[n].sum;
cleanup:
    free(layer);
    return st;
}

enum lb_status lb_own_begin_heat(struct own_case *s, struct lb_run *run, struct lb_error *err)
{
    double fluid;
    return s->heat.exists ? add_up(s, run, &fluid, &s->heat.first, err) : LB_STATUS_OK;
}

/* Round-off, that of what is counted in each step, and the walk of a mean that is rounded to 16 bits.  In FP32 a steady
 * state rounds alike in every step: 1.5e-9 a step was seen, over 3e5 of them; 1/16 of the last place of 1/2 may be. */
static void judge_drift(const struct own_case *s, struct lb_run *run)
{
    const int bits = lb_run_case(run)->storage->bits;
    const double steps = (double)lb_run_step(run), counted = ldexp(steps, -LB_HEAT_BITS);
    const double most = counted + (bits == 64   ? 1e-10
                                   : bits == 32 ? fmin(1e-5 + ldexp(steps, -28), 1e-2)
                                                : 1e-2);
    lb_run_bookkeeping(run, "heat kept [dT]", fabs(s->heat.drift), 0.0, most,
                       fabs(s->heat.drift) <= most);
}

/* Of the largest resting population, over what a format holds. */
static double share_of_format(const struct own_case *s, const struct lb_case *c)
{
    double most = lb_heat_resting_share(c, 0) * s->heat.farthest;
    for (int n = 0; n < s->body_count; n++)
        if (s->heat.in_solid[n].cells > 0.0)
            most = fmax(most, lb_heat_resting_share(c, n + 1) *
                                  fmax(-s->heat.in_solid[n].low, s->heat.in_solid[n].high));
    return most / c->storage->largest;
}

/* A balance of heat that was cut off, or is of no number, says nothing. */
static void judge_power(struct own_case *s, struct lb_run *run)
{
    const struct lb_number_format *format = lb_run_case(run)->storage;
    const double share = share_of_format(s, lb_run_case(run));
    const bool is_far = share > 0.95;
    const struct lb_own_heat_source *source = NULL;
    for (int n = 0; n < s->heat.source_count && source == NULL; n++)
        if (is_cut_off(&s->heat.sources[n], s->heat.sources[n].heat)) source = &s->heat.sources[n];
    if (source != NULL || is_far || !isfinite(s->heat.mean)) s->heat.balance = (double)NAN;
    if (!isfinite(s->heat.mean))
        lb_run_warn(run,
                    "the temperature is no number in some cells: it left what %s holds, or "
                    "diverged; a wider scalar.range or --precision fp32 may help",
                    format->title);
    else if (is_far)
        lb_run_warn(run,
                    "temperatures take %.2g of what %s holds, and what is more is cut off: a wider "
                    "scalar.range or --precision fp32 has them",
                    share, format->title);
    else if (source != NULL)
        lb_run_warn(run,
                    "[heat %s] gave %.4g of power=%.4g: temperatures are beyond what %s holds; a "
                    "wider scalar.range or --precision fp32 has them",
                    source->name, source->heat, source->power, format->title);
}

/* What the fluid gained and no wall gave is an error. */
enum lb_status lb_own_find_heat(struct own_case *s, struct lb_run *run, struct lb_error *err)
{
    double fluid, now, given[LB_OWN_HEAT_GROUPS], sum = 0.0;
    if (!s->heat.exists) return LB_STATUS_OK;
    find_flows(s, run);
    LB_OK(lb_own_find_surfaces(s, run, err));
    LB_OK(add_up(s, run, &fluid, &now, err));
    LB_OK(lb_solver_heat_given(lb_run_solver(run), given, err));
    for (int n = 0; n < s->heat.group_count; n++)
        sum += given[n];
    s->heat.mean = s->heat.middle + s->heat.range * fluid / (double)s->fluid_cells;
    s->heat.drift = (now - s->heat.first - sum) / (double)s->fluid_cells;
    judge_drift(s, run);
    judge_power(s, run);
    return LB_STATUS_OK;
}

enum lb_status lb_own_archive_heat(struct own_case *s, struct lb_archive *a, struct lb_error *err)
{
    if (!s->heat.exists) return LB_STATUS_OK;
    LB_OK(lb_archive_number(a, "case.first_heat", &s->heat.first, err));
    LB_OK(lb_archive_count(a, "case.heat_given_at", &s->heat.given_at, err));
    return lb_archive_numbers(a, "case-heat-given", s->heat.given, (size_t)s->heat.group_count,
                              err);
}

/* --- results ------------------------------------------------------------------------------------------------- */

/* Over conduction through the length of reference between temperatures the range apart. */
static double nusselt_of(const struct own_case *s, const struct lb_own_heat_source *source)
{
    const double area = source->links / pow(s->resolution, s->dimensions - 1.0);
    return source->heat * (s->length / s->resolution) / (area * s->heat.range);
}

/* Of what flows out, the mean. */
static double temperature_of(const struct own_case *s, const struct lb_own_heat_source *source)
{
    return s->heat.middle + s->heat.range * source->heat / unit_of_flow(s) / source->flow;
}

static int results_of(const struct own_case *s, const struct lb_own_heat_source *source)
{
    return lb_own_has_surface(s, source) ? 5 : source->is_wall || source->is_outlet ? 2 : 1;
}

/* Number k of a source: its name and unit. */
static const char *result_of(const struct own_case *s, const struct lb_own_heat_source *source,
                             int k, double *out, const char **unit)
{
    static const char *const names[] = {"heat", "nusselt", "temperature", "temperature.max",
                                        "temperature.min"};
    const int which = k == 1 && !source->is_wall ? 2 : k;
    const double of_surface[] = {source->surface.sum / source->surface.area, source->surface.high,
                                 source->surface.low};
    *out = which == 0         ? source->heat
           : which == 1       ? nusselt_of(s, source)
           : !source->is_wall ? temperature_of(s, source)
                              : s->heat.middle + s->heat.range * of_surface[which - 2];
    *unit = which == 1 ? "1" : which == 0 && s->dimensions == 3 ? "T L" : "T";
    return names[which];
}

static bool begins_with(const char *name, const char *section)
{
    const size_t length = strlen(section);
    return strncmp(name, section, length) == 0 && name[length] == '.';
}

static bool is_of(const char *name, const char *section, const char *result)
{
    return begins_with(name, section) && strcmp(name + strlen(section) + 1, result) == 0;
}

enum { SOLID_RESULTS = 3 };

/* Number k of a body that conducts: its name. */
static const char *result_of_solid(const struct own_case *s, int n, int k, double *out)
{
    static const char *const names[SOLID_RESULTS] = {"temperature", "temperature.max",
                                                     "temperature.min"};
    const double t[SOLID_RESULTS] = {s->heat.in_solid[n].sum / s->heat.in_solid[n].cells,
                                     s->heat.in_solid[n].high, s->heat.in_solid[n].low};
    *out = s->heat.middle + s->heat.range * t[k];
    return names[k];
}

static bool conducts(const struct own_case *s, int n)
{
    return s->heat.solids[n].conductivity > 0.0;
}

bool lb_own_heat_result(const struct own_case *s, const char *name, double *out)
{
    if (!s->heat.exists) return false;
    for (int n = 0; n < s->heat.source_count; n++)
        for (int k = 0; k < results_of(s, &s->heat.sources[n]); k++) {
            const char *unit, *found = result_of(s, &s->heat.sources[n], k, out, &unit);
            if (is_of(name, s->heat.sources[n].name, found)) return true;
        }
    for (int n = 0; n < s->body_count; n++)
        for (int k = 0; k < SOLID_RESULTS && conducts(s, n); k++)
            if (is_of(name, s->bodies[n].name, result_of_solid(s, n, k, out))) return true;
    *out = strcmp(name, "temperature_mean") == 0 ? s->heat.mean
           : strcmp(name, "heat_balance") == 0   ? s->heat.balance
                                                 : s->heat.drift;
    return strcmp(name, "temperature_mean") == 0 || strcmp(name, "heat_balance") == 0 ||
           strcmp(name, "heat_drift") == 0;
}

size_t lb_own_heat_names(const struct own_case *s, const char *name, char *out, size_t size)
{
    size_t used = 0;
    double value;
    if (name == NULL)
        return (size_t)snprintf(out, size, ", temperature_mean, heat_balance, heat_drift");
    for (int n = 0; n < s->heat.source_count; n++)
        for (int k = 0; k < results_of(s, &s->heat.sources[n]) && used < size; k++) {
            const char *unit, *found = result_of(s, &s->heat.sources[n], k, &value, &unit);
            if (begins_with(name, s->heat.sources[n].name))
                used += (size_t)snprintf(out + used, size - used, ", %s", found);
        }
    for (int n = 0; n < s->body_count && used == 0; n++) {
        if (!begins_with(name, s->bodies[n].name)) continue;
        for (int k = 0; k < SOLID_RESULTS && conducts(s, n) && used < size; k++)
            used +=
                (size_t)snprintf(out + used, size - used, ", %s", result_of_solid(s, n, k, &value));
        if (used == 0) used = (size_t)snprintf(out, size, "; of heat nothing, as it is insulated");
    }
    return used;
}

void lb_own_report_heat(const struct own_case *s, struct lb_run *run)
{
    char name[LB_KEY_SIZE];
    double value;
    if (!s->heat.exists) return;
    for (int n = 0; n < s->heat.source_count; n++)
        for (int k = 0; k < results_of(s, &s->heat.sources[n]); k++) {
            const char *unit, *found = result_of(s, &s->heat.sources[n], k, &value, &unit);
            snprintf(name, sizeof name, "%s.%s", s->heat.sources[n].name, found);
            if (isfinite(value)) lb_run_result(run, name, value, unit);
        }
    for (int n = 0; n < s->body_count; n++)
        for (int k = 0; k < SOLID_RESULTS && conducts(s, n); k++) {
            const char *found = result_of_solid(s, n, k, &value);
            snprintf(name, sizeof name, "%s.%s", s->bodies[n].name, found);
            lb_run_result(run, name, value, "T");
        }
    lb_run_result(run, "temperature_mean", s->heat.mean, "T");
    if (isfinite(s->heat.balance)) lb_run_result(run, "heat_balance", s->heat.balance, "1");
    lb_run_result(run, "heat_drift", s->heat.drift, "dT");
}

/* case_series.c - forces, flows, planes and probes over time, and what they are in the mean.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/batch_means.h"
#include "analysis/spectrum.h"
#include "user_case/case_state.h"

enum { STEP, TIME, BODY, FORCE, TORQUE = FORCE + 3, POWER = TORQUE + 3, FORCE_COLUMNS };
enum { FLOW = 3, PRESSURE, FLOW_COLUMNS, SPEED = FLOW_COLUMNS, PLANE_T, PLANE_COLUMNS };
enum { PROBE_T = 7, PROBE_COLUMNS };

/* Of a flow through an opening: half its range over its mean; the least mean, over what flows in, that is looked at. */
static const double varying = 0.01, least_flow = 1e-3;

static double time_of(const struct own_case *s, uint64_t step)
{
    return (double)step / s->steps_per_length;
}

/* A body does not give away, nor take up, what cells of density 1 carry with its own velocity as it
 * uncovers and covers them: of walls between cells, whose links bring the same mass bit by bit, the
 * force is that without it. */
static void leave_out_carried(const struct own_case *s, const struct lb_own_body *b, uint64_t step,
                              const struct lb_link_force *one, double row[FORCE_COLUMNS])
{
    double u[3];
    if (!b->motion.moves || b->wall == NULL) return;
    lb_own_centre_speed(s, b, step, u);
    for (int axis = 0; axis < 3; axis++)
        row[FORCE + axis] += u[axis] * (one->mass - one->excess);
}

/* The moment about the point that the body turns about, where that is now; and what it gives the
 * fluid. */
static void add_motion(const struct own_case *s, const struct lb_own_body *b, uint64_t step,
                       const struct lb_link_force *one, double row[FORCE_COLUMNS])
{
    const double *force = row + FORCE;
    double *torque = row + TORQUE, shift[3], u[3], turn[3];
    lb_own_motion_at(s, b, step, shift, u, turn);
    for (int axis = 0; axis < 3; axis++) {
        const int next = (axis + 1) % 3, last = (axis + 2) % 3;
        torque[axis] -= shift[next] * force[last] - shift[last] * force[next];
    }
    leave_out_carried(s, b, step, one, row); /* which the moment contains */
    for (int axis = 0; axis < 3; axis++)
        row[POWER] -= force[axis] * u[axis] + torque[axis] * turn[axis];
}

/* Row 0 of a step is of all that is no body: faces and walls, which get what the bodies do not. */
static enum lb_status sample_forces(void *state, struct lb_run *run, const struct lb_record *record,
                                    struct lb_error *err)
{
    const struct own_case *s = state;
    for (int n = -1; n < s->body_count; n++) {
        double row[FORCE_COLUMNS] = {(double)record->step, time_of(s, record->step), n + 1.0};
        const struct lb_link_force *one = n < 0 ? record->walls : &record->bodies[n];
        for (int axis = 0; axis < 3; axis++) {
            row[FORCE + axis] = one->force[axis];
            row[TORQUE + axis] = one->moment[axis];
            for (int b = 0; n < 0 && b < s->boundary_count; b++)
                row[FORCE + axis] += record->boundaries[b].force[axis];
        }
        if (n >= 0) add_motion(s, &s->bodies[n], record->step, one, row);
        LB_OK(lb_run_add_row(run, LB_OWN_FORCES, row, err));
    }
    return LB_STATUS_OK;
}

static enum lb_status sample_flows(void *state, struct lb_run *run, const struct lb_record *record,
                                   struct lb_error *err)
{
    struct own_case *s = state;
    LB_OK(lb_own_measure_openings(s, run, err));
    for (int n = 0; n < s->flow_count; n++) {
        const struct lb_own_opening *o = &s->openings[n];
        const double row[FLOW_COLUMNS] = {(double)record->step, time_of(s, record->step), n + 1.0,
                                          o->flow, o->pressure};
        LB_OK(lb_run_add_row(run, LB_OWN_FLOWS, row, err));
    }
    return LB_STATUS_OK;
}

static enum lb_status sample_planes(void *state, struct lb_run *run, const struct lb_record *record,
                                    struct lb_error *err)
{
    struct own_case *s = state;
    LB_OK(lb_own_measure_planes(s, run, err));
    for (int n = 0; n < s->plane_count; n++) {
        const struct lb_own_plane *p = &s->planes[n];
        const double row[PLANE_COLUMNS] = {
            (double)record->step, time_of(s, record->step), n + 1.0, p->flow, p->pressure, p->speed,
            p->temperature};
        LB_OK(lb_run_add_row(run, LB_OWN_PLANES, row, err));
    }
    return LB_STATUS_OK;
}

static enum lb_status read_probe(const struct own_case *s, struct lb_run *run, int n, double *out,
                                 struct lb_error *err)
{
    const uint32_t *at = s->probes[n].cell;
    const struct lb_region one = {{at[0], at[1], at[2]}, {at[0] + 1, at[1] + 1, at[2] + 1}};
    LB_OK(lb_solver_read_temperature(lb_run_solver(run), &one, out, err));
    *out = s->heat.middle + s->heat.range * *out;
    return LB_STATUS_OK;
}

/* All are on their way before the first is waited for. */
static enum lb_status sample_probes(void *state, struct lb_run *run, const struct lb_record *record,
                                    struct lb_error *err)
{
    const struct own_case *s = state;
    struct lb_solver *solver = lb_run_solver(run);
    double numbers[4 * LB_OWN_LINES];
    uint64_t count;
    for (int n = 0; n < s->probe_count; n++)
        LB_OK(lb_solver_probe(solver, s->probes[n].cell, err));
    LB_OK(lb_solver_read_probes(solver, numbers, LB_OWN_LINES, &count, err));
    for (int n = 0; n < s->probe_count; n++) {
        double row[PROBE_COLUMNS] = {(double)record->step, time_of(s, record->step), n + 1.0};
        memcpy(row + 3, numbers + 4 * (size_t)n, 4 * sizeof *row);
        if (s->heat.exists) LB_OK(read_probe(s, run, n, &row[PROBE_T], err));
        LB_OK(lb_run_add_row(run, LB_OWN_PROBES, row, err));
    }
    return LB_STATUS_OK;
}

const struct lb_series lb_own_series[] = {
    {"forces.csv", "step,time,body,fx,fy,fz,mx,my,mz,power", sample_forces, LB_SERIES_WALL_FORCE,
     false},
    {"flows.csv", "step,time,opening,flow,pressure", sample_flows, LB_SERIES_COMPUTED, true},
    {"probes.csv", "step,time,probe,rho,ux,uy,uz", sample_probes, LB_SERIES_COMPUTED, true},
    {"drive.csv", "step,time,force,speed", lb_own_sample_drive, LB_SERIES_COMPUTED, true},
    {"planes.csv", "step,time,plane,flow,pressure,speed_mean", sample_planes, LB_SERIES_COMPUTED,
     true},
    {"heat.csv", "step,time,source,heat", lb_own_sample_heat, LB_SERIES_COMPUTED, false},
    {0}};

const char *lb_own_columns(const struct own_case *s, int series)
{
    return !s->heat.exists           ? NULL
           : series == LB_OWN_PROBES ? "step,time,probe,rho,ux,uy,uz,T"
           : series == LB_OWN_PLANES ? "step,time,plane,flow,pressure,speed_mean,T"
                                     : NULL;
}

/* --- means --------------------------------------------------------------------------------------------------- */

struct lb_signal lb_own_signal(const struct lb_table *t, size_t each, int n, size_t column,
                               size_t first)
{
    const double *begin = t->numbers + (first * each + (size_t)n) * t->columns;
    return (struct lb_signal){begin + TIME, begin + column, t->rows / each - first,
                              each * t->columns};
}

/* One column of one of `each` rows of a record, from `skip` on; of a flow that ended before, as it was steady, the last
 * record. */
static struct lb_signal signal_of_each(const struct own_case *s, const struct lb_table *t,
                                       size_t each, int body, size_t column)
{
    size_t first = 0;
    const size_t records = t->rows / each;
    while (first < records && t->numbers[first * each * t->columns + TIME] < s->skip)
        first++;
    if (first == records && records > 0) first = records - 1;
    return lb_own_signal(t, each, body, column, first);
}

static struct lb_signal signal_of(const struct own_case *s, const struct lb_table *t, int body,
                                  size_t column)
{
    return signal_of_each(s, t, (size_t)s->body_count + 1, body, column);
}

static struct lb_signal second_half_of(struct lb_signal s)
{
    const size_t half = s.count / 2;
    return (struct lb_signal){s.t + half * s.stride, s.y + half * s.stride, s.count - half,
                              s.stride};
}

static double mean_of(const struct own_case *s, const struct lb_table *t, int each, int n,
                      size_t column)
{
    const struct lb_signal signal = signal_of_each(s, t, (size_t)each, n, column);
    return lb_signal_mean(&signal);
}

/* A steady flow may end before means begin. */
static bool has_means(const struct own_case *s, const struct lb_table *t)
{
    return t->rows > 0 && lb_own_is_set(s, "mean", "skip") &&
           t->numbers[(t->rows - 1) * t->columns + TIME] >= s->skip;
}

/* Without a temperature, what faces without a name let in is in no table. */
static void find_flow_balance(struct own_case *s)
{
    if (s->flow_count != s->boundary_count) return;
    s->flow_sum = s->flow_in = 0.0;
    for (int n = 0; n < s->flow_count; n++) {
        const double in = s->openings[n].is_inlet ? s->openings[n].flow : -s->openings[n].flow;
        s->flow_sum += in;
        s->flow_in += fmax(0.0, in);
    }
}

/* What flows through a plane takes its temperature along. */
static double mean_temperature(const struct own_case *s, const struct lb_table *t, int n)
{
    const struct lb_signal flow = signal_of_each(s, t, (size_t)s->plane_count, n, FLOW),
                           warmth = signal_of_each(s, t, (size_t)s->plane_count, n, PLANE_T);
    double heat = 0.0, sum = 0.0;
    for (size_t k = 0; k < flow.count; k++) {
        heat += flow.y[k * flow.stride] * warmth.y[k * warmth.stride];
        sum += flow.y[k * flow.stride];
    }
    return heat / sum;
}

/* The last one, or the mean where the file says from when on. */
static void find_probes(struct own_case *s, const struct lb_table *t)
{
    for (int n = 0; n < s->probe_count && s->heat.exists && t->rows > 0; n++)
        s->probes[n].temperature =
            has_means(s, t)
                ? mean_of(s, t, s->probe_count, n, PROBE_T)
                : t->numbers[(t->rows - (size_t)(s->probe_count - n)) * t->columns + PROBE_T];
}

bool lb_own_opening_between(const struct own_case *s, struct lb_run *run, int n,
                            const double time[2], double *flow, double *pressure)
{
    const struct lb_table *t = lb_run_rows(run, LB_OWN_FLOWS);
    const struct lb_signal flows = lb_own_signal(t, (size_t)s->flow_count, n, FLOW, 0),
                           pressures = lb_own_signal(t, (size_t)s->flow_count, n, PRESSURE, 0);
    *flow = lb_signal_mean_between(&flows, time[0], time[1]);
    *pressure = lb_signal_mean_between(&pressures, time[0], time[1]);
    return isfinite(*flow);
}

void lb_own_find_flows(struct own_case *s, struct lb_run *run)
{
    const struct lb_table *flows = lb_run_rows(run, LB_OWN_FLOWS),
                          *planes = lb_run_rows(run, LB_OWN_PLANES);
    for (int n = 0; n < s->flow_count && has_means(s, flows); n++) {
        s->openings[n].flow = mean_of(s, flows, s->flow_count, n, FLOW);
        s->openings[n].pressure = mean_of(s, flows, s->flow_count, n, PRESSURE);
    }
    if (has_means(s, flows)) find_flow_balance(s);
    for (int n = 0; n < s->plane_count && has_means(s, planes); n++) {
        s->planes[n].flow = mean_of(s, planes, s->plane_count, n, FLOW);
        s->planes[n].pressure = mean_of(s, planes, s->plane_count, n, PRESSURE);
        s->planes[n].speed = mean_of(s, planes, s->plane_count, n, SPEED);
        if (s->heat.exists) s->planes[n].temperature = mean_temperature(s, planes, n);
    }
    find_probes(s, lb_run_rows(run, LB_OWN_PROBES));
}

/* Without means flows are told as they are at the end; where they still vary that is one of many. */
void lb_own_warn_of_flows(const struct own_case *s, struct lb_run *run)
{
    const struct lb_table *t = lb_run_rows(run, LB_OWN_FLOWS);
    for (int n = 0; n < s->opening_count && t->rows > 0 && !has_means(s, t); n++) {
        const struct lb_signal flow =
            second_half_of(signal_of_each(s, t, (size_t)s->flow_count, n, FLOW));
        const double mean = lb_signal_mean(&flow), range = lb_signal_half_range(&flow);
        if (flow.count > 1 && fabs(mean) > least_flow * s->flow_in && range > varying * fabs(mean))
            lb_run_warn(run,
                        "%s.flow is that at the end, %.6g; in the second half of the record it is "
                        "%.6g in the mean, and varies by %.2g %%: flows.csv has it over time, and "
                        "mean.skip= "
                        "makes it a mean",
                        s->openings[n].name, s->openings[n].flow, mean, 100.0 * range / fabs(mean));
    }
}

/* A mean without a record is the last one, which is as good if the flow was steady. */
void lb_own_warn_of_last(const struct own_case *s, struct lb_run *run)
{
    const bool is_given = lb_own_is_set(s, "mean", "skip");
    const struct {
        int series;
        bool is_told;
        const char *name;
    } all[] = {{LB_OWN_FORCES, s->body_count > 0, "forces of bodies"},
               {LB_OWN_DRIVE, s->drive.every > 0, "the force that drives"},
               {LB_OWN_FLOWS, is_given && s->flow_count > 0, "flows of openings"},
               {LB_OWN_PLANES, is_given, "planes"},
               {LB_OWN_PROBES, is_given && s->heat.exists, "temperatures of probes"},
               {LB_OWN_HEAT, is_given, "heat"}};
    char text[160] = "";
    size_t used = 0;
    for (size_t n = 0; n < sizeof all / sizeof *all && !s->is_steady; n++) {
        const struct lb_table *t = lb_run_rows(run, all[n].series);
        if (!all[n].is_told || t->rows == 0) continue;
        if (t->numbers[(t->rows - 1) * t->columns + TIME] >= s->skip) continue;
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used > 0 ? ", " : "",
                                 all[n].name);
    }
    if (used > 0)
        lb_run_warn(run,
                    "of the last record, and no means: %s; means begin at %.6g length/speed%s, "
                    "and the run ended before",
                    text, s->skip, is_given ? "" : ", half of the run");
}

static enum lb_status find_forces(struct own_case *s, const struct lb_table *t, int n,
                                  struct lb_error *err)
{
    struct lb_own_body *b = &s->bodies[n];
    const int up = s->dimensions - 1;
    const double scale = 2.0 / (s->speed * s->speed * b->area);
    struct lb_oscillation oscillation = {0};
    struct lb_batch_means mean;
    for (size_t axis = 0; axis < 3; axis++) {
        const struct lb_signal force = signal_of(s, t, n + 1, FORCE + axis);
        const struct lb_signal torque = signal_of(s, t, n + 1, TORQUE + axis);
        b->found.force[axis] = lb_signal_mean(&force);
        b->found.torque[axis] = lb_signal_mean(&torque);
    }
    const struct lb_signal power = signal_of(s, t, n + 1, POWER);
    b->found.power = lb_signal_mean(&power);
    const struct lb_signal lift = signal_of(s, t, n + 1, FORCE + (size_t)up);
    const struct lb_signal drag = signal_of(s, t, n + 1, FORCE);
    b->found.lift_amplitude = scale * lb_signal_half_range(&lift);
    if (lb_signal_half_range(&lift) > 1e-3 * fabs(b->found.force[0]))
        LB_OK(lb_find_oscillation(&lift, &oscillation, err));
    b->found.strouhal = oscillation.frequency > 0.0 ? oscillation.frequency : nan("");
    const double period = oscillation.frequency > 0.0 ? 1.0 / oscillation.frequency : 0.0;
    lb_batch_means(&drag, period, &mean);
    b->found.drag = scale * mean.mean;
    b->found.drag_error = scale * mean.half_width;
    lb_batch_means(&lift, period, &mean);
    b->found.lift = scale * mean.mean;
    b->found.lift_error = scale * mean.half_width;
    b->found.side = scale * b->found.force[1];
    return LB_STATUS_OK;
}

/* Before the stream has crossed the box once, it still takes up momentum. */
static bool is_balance_known(const struct own_case *s, const struct lb_table *t)
{
    const size_t each = (size_t)s->body_count + 1, records = t->rows / each;
    double crossing = 0.0;
    for (int axis = 0; axis < s->dimensions && s->boundary_count > 0; axis++)
        crossing = fmax(crossing, s->size[axis] / s->length);
    if (records < 4) return false;
    const struct lb_signal all = signal_of(s, t, 0, FORCE);
    return all.count < 2 || all.t[all.count / 2 * all.stride] >= crossing;
}

/* Forces that turn the bodies, on one side of each: where no force is of their size, as a closed box takes none of
 * what turns in it, the forces are round-off. */
static double turning_force(const struct own_case *s)
{
    double most = 0.0;
    for (int n = 0; n < s->body_count; n++) {
        const struct lb_own_body *b = &s->bodies[n];
        const double size = pow(b->area, 1.0 / (s->dimensions - 1.0));
        for (int axis = 0; axis < 3; axis++)
            most = fmax(most, fabs(b->found.torque[axis]) / size);
    }
    return most;
}

/* Momentum that all forces give the fluid in a step, in the second half of the record, over the largest of them. */
static void find_balance(struct own_case *s, const struct lb_table *t)
{
    const double least = 0.1; /* of what forces vary by: else nothing pushes in the mean */
    double largest = 0.0, range = 1e-2 * turning_force(s), rest[3];
    const bool is_known = !s->heat.pushes && is_balance_known(s, t);
    for (int axis = 0; axis < 3 && is_known; axis++) {
        const bool is_held = s->drive.every > 0 && s->drive.axis == axis;
        rest[axis] = (is_held ? s->late_force : s->force[axis]) * (double)s->fluid_cells;
        largest = fmax(largest, fabs(rest[axis]));
        for (int n = 0; n <= s->body_count; n++) {
            const struct lb_signal one = second_half_of(signal_of(s, t, n, (size_t)(FORCE + axis)));
            const double mean = lb_signal_mean(&one);
            range = fmax(range, lb_signal_half_range(&one));
            rest[axis] -= mean;
            largest = fmax(largest, fabs(mean));
        }
    }
    s->balance = is_known && largest > least * range ? 0.0 : nan("");
    s->largest_force = largest;
    s->force_range = range;
    for (int axis = 0; axis < 3 && isfinite(s->balance); axis++)
        s->balance = fmax(s->balance, fabs(rest[axis]) / largest);
}

/* A verdict that asks for a balance that is not known fails: why. */
static void warn_of_balance(const struct own_case *s, struct lb_run *run, const struct lb_table *t)
{
    bool is_expected = false;
    for (int n = 0; n < s->expect_count; n++)
        is_expected = is_expected || strcmp(s->expects[n].formula, "balance") == 0;
    if (!is_expected || isfinite(s->balance)) return;
    if (s->heat.pushes)
        lb_run_warn(run, "balance is not known: buoyancy is not among its forces");
    else if (!is_balance_known(s, t))
        lb_run_warn(run, "balance is not known before the stream has crossed the box in the first "
                         "half of the run: a larger stop.until or steps= makes it longer");
    else if (!(s->force_range > 1e-2 * turning_force(s)))
        lb_run_warn(run, "balance is not known: no force acts, but for what turns bodies");
    else
        lb_run_warn(run,
                    "balance is not known: the largest force in the mean, %.3g, is below a tenth "
                    "of what forces vary by, %.3g, as sound makes them; it fades in a longer run",
                    s->largest_force, s->force_range);
}

enum lb_status lb_own_report_forces(struct own_case *s, struct lb_run *run, struct lb_error *err)
{
    const struct lb_table *t = lb_run_rows(run, LB_OWN_FORCES);
    if (t->rows == 0) return LB_STATUS_OK;
    for (int n = 0; n < s->body_count; n++)
        LB_OK(find_forces(s, t, n, err));
    find_balance(s, t);
    warn_of_balance(s, run, t);
    return LB_STATUS_OK;
}

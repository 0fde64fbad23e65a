/* case_results.c - results by their names.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/profile.h"
#include "base/read_text.h"
#include "user_case/case_state.h"

/* --- statistics of lines and profiles ----------------------------------------------------------------------- */

/* Where a quantity changes its sign for the last time, on a straight line between the two places [L]; NaN: nowhere. */
static double last_zero(const struct own_case *s, const struct lb_own_samples *m, const char *field,
                        size_t length)
{
    double found = nan(""), before = 0.0;
    for (uint32_t n = 0; n < m->count; n++) {
        double value = 0.0;
        lb_own_sample_field(s, m, field, length, n, &value);
        if (n > 0 && before * value < 0.0) {
            const double a = lb_own_sample_place(s, m, n - 1), b = lb_own_sample_place(s, m, n);
            found = a + (b - a) * before / (before - value);
        }
        before = value != 0.0 ? value : before;
    }
    return found;
}

/* Root mean square of the difference from the profile of the inlet, over the speed of reference. */
static double inlet_error(const struct own_case *s, const struct lb_own_samples *m)
{
    double sum = 0.0, cells = 0.0;
    for (uint32_t n = 0; n < m->count; n++) {
        double u = 0.0, place[3];
        uint32_t cell[3];
        lb_own_sample_field(s, m, "u", 1, n, &u);
        lb_own_sample_point(m, n, place);
        for (int axis = 0; axis < 3; axis++)
            cell[axis] = (uint32_t)place[axis];
        if (!lb_own_is_fluid(s, cell)) continue;
        const double expected = s->start.u[0] * lb_own_factor(&s->start.profile, cell);
        sum += (u - expected) * (u - expected);
        cells += 1.0;
    }
    return cells > 0.0 ? sqrt(sum / cells) / s->speed : nan("");
}

/* The mean speed at the centres of a profile's cells, in `unit`, and 0 at the walls half a cell beyond them. */
static void speeds_between_walls(const struct own_case *s, const struct lb_own_samples *m,
                                 double unit, double *numbers)
{
    for (uint32_t n = 0; n < m->count; n++) {
        numbers[2 * n + 2] = n + 0.5;
        lb_own_sample_field(s, m, "u", 1, n, &numbers[2 * n + 3]);
        numbers[2 * n + 3] *= unit;
    }
    numbers[2 * m->count + 2] = m->count;
}

/* The force along x, times half the height, is the friction velocity squared. */
const char *lb_own_why_no_shear(const struct own_case *s, const struct lb_own_samples *m)
{
    const bool is_held = s->drive.every > 0 && s->drive.axis == 0;
    return lb_own_has_law(s) ? "the viscosity of [law] differs from layer to layer"
           : m->count < 3    ? "it needs three layers"
           : m->along == 0 || !s->layer[m->along] ? "it needs walls across y or z"
           : !is_held && s->force[0] == 0.0       ? "it needs a [force] along x"
                                                  : NULL;
}

/* Largest difference of the total shear from the straight line between two walls, over the friction velocity squared:
 * the force is in balance with it where the mean is long enough.  A difference of second order is 1.5 % short in
 * the first cells of a turbulent profile whose cells are two wall units high. */
static double shear_error(const struct own_case *s, const struct lb_own_samples *m)
{
    const double unit = m->wall_units ? lb_own_friction_speed(s) : 1.0;
    const double friction = s->force[0] * 0.5 * m->count; /* its square */
    double worst = 0.0, *numbers = calloc(m->count + 2, 2 * sizeof *numbers);
    const struct lb_profile p = {numbers, m->count + 2};
    if (numbers == NULL) return nan("");
    speeds_between_walls(s, m, unit, numbers);
    for (uint32_t n = 0; n < m->count && isfinite(worst); n++) {
        double uv = 0.0;
        lb_own_sample_field(s, m, m->along == 1 ? "uv" : "uw", 2, n, &uv);
        const double shear = s->viscosity * lb_profile_slope(&p, n + 1) - uv * unit * unit;
        const double line = 1.0 - (n + 0.5) / (0.5 * m->count);
        const double difference = fabs(shear / friction - line);
        if (!(difference <= worst)) worst = difference; /* NaN stays */
    }
    free(numbers);
    return worst;
}

static bool statistic(const struct own_case *s, const struct lb_own_samples *m, const char *name,
                      double *out)
{
    static const char *const all[] = {"max", "min", "mean", "zero"};
    const size_t length = strcspn(name, ".");
    int which = 0;
    const bool keeps_u = lb_own_keeps(s, m, "u", 1);
    if (strcmp(name, "u.error(inlet)") == 0 && keeps_u) {
        *out = inlet_error(s, m);
        return true;
    }
    if (strcmp(name, "total_shear.error") == 0 && m->is_profile && keeps_u &&
        lb_own_keeps(s, m, "uv", 2) && lb_own_why_no_shear(s, m) == NULL) {
        *out = shear_error(s, m);
        return true;
    }
    while (which < 4 && (name[length] != '.' || strcmp(name + length + 1, all[which]) != 0))
        which++;
    double value, sum = 0.0, count = 0.0, least = HUGE_VAL, most = -HUGE_VAL;
    if (which == 4 || !lb_own_keeps(s, m, name, length) ||
        !lb_own_sample_field(s, m, name, length, 0, &value))
        return false;
    for (uint32_t n = 0; n < m->count; n++) {
        lb_own_sample_field(s, m, name, length, n, &value);
        if (!isfinite(value)) continue; /* T in a wall */
        sum += value;
        count += 1.0;
        least = fmin(least, value);
        most = fmax(most, value);
    }
    if (!(count > 0.0)) least = most = nan("");
    *out = which == 0 ? most : which == 1 ? least : which == 2 ? sum / count : 0.0;
    if (which == 3) *out = last_zero(s, m, name, length);
    return true;
}

/* --- tables of names ----------------------------------------------------------------------------------------- */

struct entry {
    const char *name;
    double value;
};

static bool find_in(const struct entry *table, const char *name, double *out)
{
    for (; table->name != NULL; table++)
        if (strcmp(table->name, name) == 0) {
            *out = table->value;
            return true;
        }
    return false;
}

enum { ENTRIES = 24 };

static void body_entries(const struct lb_own_body *b, struct entry out[ENTRIES])
{
    const struct entry all[] = {{"drag", b->found.drag},
                                {"drag.error", b->found.drag_error},
                                {"lift", b->found.lift},
                                {"lift.error", b->found.lift_error},
                                {"lift.amplitude", b->found.lift_amplitude},
                                {"side", b->found.side},
                                {"strouhal", b->found.strouhal},
                                {"force.x", b->found.force[0]},
                                {"force.y", b->found.force[1]},
                                {"force.z", b->found.force[2]},
                                {"torque.x", b->found.torque[0]},
                                {"torque.y", b->found.torque[1]},
                                {"torque.z", b->found.torque[2]},
                                {"torque", b->found.torque[2]},
                                {"power", b->found.power},
                                {"cells", (double)b->cells},
                                {NULL, 0.0}};
    memcpy(out, all, sizeof all);
}

static void opening_entries(const struct lb_own_opening *o, struct entry out[ENTRIES])
{
    const struct entry all[] = {{"flow", o->flow},
                                {"pressure", o->pressure},
                                {"area", o->area},
                                {"area.links", o->cells},
                                {"speed", o->area > 0.0 ? o->flow / o->area : 0.0},
                                {NULL, 0.0}};
    memcpy(out, all, sizeof all);
}

static void plane_entries(const struct own_case *s, const struct lb_own_plane *p,
                          struct entry out[ENTRIES])
{
    const struct entry all[] = {{"flow", p->flow},
                                {"pressure", p->pressure},
                                {"area", p->cells},
                                {"speed_mean", p->speed},
                                {s->heat.exists ? "temperature" : NULL, p->temperature},
                                {NULL, 0.0}};
    memcpy(out, all, sizeof all);
}

/* Of all boundaries, those that are no inlets or outlets as well. */
static double flow_balance(const struct own_case *s)
{
    return s->flow_in > 0.0 ? fabs(s->flow_sum) / s->flow_in : nan("");
}

/* Viscosity times mean speed over acceleration, along it [L^2]. */
static double permeability(const struct own_case *s)
{
    double force = 0.0, along = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        force += s->force[axis] * s->force[axis];
        along += s->force[axis] * s->mean_u[axis];
    }
    if (!(force > 0.0) || lb_own_has_law(s)) return nan("");
    return s->viscosity * along / force / (s->resolution * s->resolution);
}

static double norm(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static void common_entries(const struct own_case *s, struct entry out[ENTRIES])
{
    const struct entry all[] = {{"flow_balance", flow_balance(s)},
                                {"balance", s->balance},
                                {"permeability", permeability(s)},
                                {"mass_drift", s->mass_drift},
                                {"change", s->change},
                                {"force", s->drive.every > 0 ? norm(s->force) : nan("")},
                                {"speed_mean", norm(s->mean_u)},
                                {NULL, 0.0}};
    memcpy(out, all, sizeof all);
}

static void given_entries(const struct own_case *s, struct entry out[ENTRIES])
{
    double drop[3];
    for (int axis = 0; axis < 3; axis++)
        drop[axis] = s->force[axis] * s->size[axis];
    const struct entry all[] = {
        {"fluid_cells", (double)s->fluid_cells},
        {"fluid.viscosity", s->viscosity},
        {"fluid.re", s->reynolds},
        {"fluid.tau", s->viscosity / s->sound_speed_squared + 0.5},
        {"force.acceleration", norm(s->force)},
        {"force.pressure_drop", norm(drop)},
        {s->heat.exists ? "scalar.diffusivity" : NULL, s->heat.numbers.diffusivity},
        {"scalar.range", s->heat.range},
        {NULL, 0.0}};
    memcpy(out, all, sizeof all);
}

/* --- looking up ---------------------------------------------------------------------------------------------- */

/* What stands behind "wing." in the name; NULL where it does not begin so. */
static const char *behind(const char *name, const char *section)
{
    const size_t length = strlen(section);
    return strncmp(name, section, length) == 0 && name[length] == '.' ? name + length + 1 : NULL;
}

/* The table of the section that the name begins with; NULL where it has none. */
static const char *entries_of(const struct own_case *s, const char *name, struct entry out[ENTRIES])
{
    const char *rest = NULL;
    for (int n = 0; n < s->body_count && rest == NULL; n++) {
        rest = behind(name, s->bodies[n].name);
        if (rest != NULL) body_entries(&s->bodies[n], out);
    }
    for (int n = 0; n < s->opening_count && rest == NULL; n++) {
        rest = behind(name, s->openings[n].name);
        if (rest != NULL) opening_entries(&s->openings[n], out);
    }
    for (int n = 0; n < s->plane_count && rest == NULL; n++) {
        rest = behind(name, s->planes[n].name);
        if (rest != NULL) plane_entries(s, &s->planes[n], out);
    }
    for (int n = 0; n < s->probe_count && s->heat.exists && rest == NULL; n++) {
        rest = behind(name, s->probes[n].name);
        if (rest != NULL)
            memcpy(out, (const struct entry[2]){{"temperature", s->probes[n].temperature}},
                   2 * sizeof *out);
    }
    return rest;
}

/* A key that the file does not give has a number only if its default is one. */
static bool number_of_file(const struct own_case *s, const char *name, double *out)
{
    double point[3];
    const struct lb_parameter *p = lb_values_parameter(s->values, name);
    if (p == NULL || strchr(name, '.') == NULL || lb_parameter_is_text(p)) return false;
    lb_values_point(s->values, name, point);
    *out = p->kind == LB_PARAMETER_POINT ? norm(point) : point[0];
    return lb_values_is_set(s->values, name) || *out != 0.0;
}

bool lb_own_result(const struct own_case *s, const char *name, double *out)
{
    struct entry table[ENTRIES];
    const char *rest = entries_of(s, name, table);
    if (rest != NULL && find_in(table, rest, out)) return true;
    for (int n = 0; n < s->sample_count; n++) {
        rest = behind(name, s->samples[n].name);
        if (rest != NULL && statistic(s, &s->samples[n], rest, out)) return true;
    }
    rest = s->image.name != NULL ? behind(name, s->image.name) : NULL;
    if (rest != NULL && strcmp(rest, "solid") == 0) {
        *out = (double)s->image.cells.count /
               ((double)s->image.cells.size[0] * s->image.cells.size[1] * s->image.cells.size[2]);
        return true;
    }
    common_entries(s, table);
    return find_in(table, name, out) || lb_own_heat_result(s, name, out);
}

bool lb_own_given(const struct own_case *s, const char *name, double *out)
{
    struct entry table[ENTRIES];
    given_entries(s, table);
    return find_in(table, name, out) || number_of_file(s, name, out);
}

void lb_own_result_names(const struct own_case *s, const char *name, char *out, size_t size)
{
    struct entry table[ENTRIES];
    size_t used = 0;
    for (int n = 0; n < s->sample_count; n++)
        if (behind(name, s->samples[n].name) != NULL) {
            lb_own_kept_names(s, &s->samples[n], out, size);
            return;
        }
    const bool is_of_section = entries_of(s, name, table) != NULL;
    if (!is_of_section) common_entries(s, table);
    used = (size_t)snprintf(out, size, is_of_section ? "%.*s has" : "there are",
                            (int)strcspn(name, "."), name);
    for (const struct entry *e = table; e->name != NULL && used < size; e++)
        used += (size_t)snprintf(out + used, size - used, "%s %s", e == table ? "" : ",", e->name);
    if (s->heat.exists && used < size)
        used += lb_own_heat_names(s, is_of_section ? name : NULL, out + used, size - used);
    if (!is_of_section && used < size)
        snprintf(out + used, size - used, ", and NAME.RESULT of a section with a name");
}

/* --- the report ---------------------------------------------------------------------------------------------- */

static void report(const struct own_case *s, struct lb_run *run, const char *section,
                   const char *name, const char *unit)
{
    char whole[LB_KEY_SIZE];
    double value = 0.0;
    snprintf(whole, sizeof whole, "%s.%s", section, name);
    if (lb_own_result(s, whole, &value)) lb_run_result(run, whole, value, unit);
}

static void report_forces_si(const struct own_case *s, struct lb_run *run,
                             const struct lb_own_body *b)
{
    char whole[LB_KEY_SIZE];
    const double density = lb_own_number(s, "fluid", "density_si");
    const double newton = density * pow(s->metre, s->dimensions + 1.0) / (s->second * s->second);
    for (int axis = 0; axis < s->dimensions && s->second > 0.0; axis++) {
        snprintf(whole, sizeof whole, "%s.force_si.%c", b->name, "xyz"[axis]);
        lb_run_result(run, whole, newton * b->found.force[axis], s->dimensions == 3 ? "N" : "N/m");
    }
}

static void report_bodies(const struct own_case *s, struct lb_run *run)
{
    static const char *const axes[] = {"x", "y", "z"};
    const char *unit = s->dimensions == 3 ? "rho0 cells^4/step^2" : "rho0 cells^3/step^2";
    for (int n = 0; n < s->body_count; n++) {
        const char *name = s->bodies[n].name;
        char key[16];
        if (s->bodies[n].inside == LB_INSIDE_CUT) continue;
        if (isfinite(s->bodies[n].found.force[0])) report_forces_si(s, run, &s->bodies[n]);
        report(s, run, name, "drag", "1");
        report(s, run, name, "drag.error", "1");
        report(s, run, name, "lift", "1");
        report(s, run, name, "lift.error", "1");
        if (s->dimensions == 3) report(s, run, name, "side", "1");
        if (s->bodies[n].found.strouhal > 0.0) report(s, run, name, "strouhal", "1");
        for (int axis = 0; axis < s->dimensions; axis++) {
            snprintf(key, sizeof key, "force.%s", axes[axis]);
            report(s, run, name, key, unit);
        }
        for (int axis = s->dimensions == 3 ? 0 : 2; axis < 3; axis++) {
            snprintf(key, sizeof key, "torque.%s", axes[axis]);
            report(s, run, name, key,
                   s->dimensions == 3 ? "rho0 cells^5/step^2" : "rho0 cells^4/step^2");
        }
        if (s->moves[n])
            report(s, run, name, "power",
                   s->dimensions == 3 ? "rho0 cells^5/step^3" : "rho0 cells^4/step^3");
    }
}

static void report_si(const struct own_case *s, struct lb_run *run, const char *name, double flow,
                      double pressure)
{
    char whole[LB_KEY_SIZE];
    if (!(s->second > 0.0)) return;
    const double speed = s->metre / s->second;
    snprintf(whole, sizeof whole, "%s.pressure_si", name);
    lb_run_result(run, whole, pressure * lb_own_number(s, "fluid", "density_si") * speed * speed,
                  "Pa");
    snprintf(whole, sizeof whole, "%s.flow_si", name);
    const double area = pow(s->metre, s->dimensions - 1.0);
    lb_run_result(run, whole, flow * area * s->metre / s->second,
                  s->dimensions == 3 ? "m^3/s" : "m^2/s");
}

/* Whether the box only stands for an open space: what is there in truth does not end at its sides. */
static bool is_open(const struct lb_values *values)
{
    char key[LB_KEY_SIZE];
    for (size_t n = 0; n < lb_values_section_count(values); n++) {
        const struct lb_section section = lb_values_section(values, n);
        const bool is_face = strcmp(section.kind->name, "face") == 0;
        if (!is_face && strcmp(section.kind->name, "outlet") != 0) continue;
        snprintf(key, sizeof key, "%s.kind", section.prefix);
        const char *kind = lb_values_text(values, key);
        if (strcmp(kind, "open") == 0 || strcmp(kind, "free") == 0) return true;
    }
    return false;
}

bool lb_own_find_error_sources(const struct lb_values *values, const char *result,
                               struct lb_error_sources *out)
{
    static const char *const no_results[] = {".error", ".area", ".solid", ".speed"};
    char key[LB_KEY_SIZE];
    const char *plain = result; /* [expect NAME] result = rod.drag has the error of rod.drag */
    *out = (struct lb_error_sources){.is_in_open_space = is_open(values), .needs_steady = true};
    if (strncmp(result, "expect.", 7) == 0) {
        snprintf(key, sizeof key, "%.80s.result", result);
        plain = lb_values_text(values, key);
    }
    for (size_t n = 0; n < sizeof no_results / sizeof *no_results && plain == result; n++)
        if (lb_text_ends_with(result, no_results[n])) return false;
    const bool is_name = strcspn(plain, " +-*/^()") == strlen(plain);
    if (is_name && (lb_text_ends_with(plain, ".drag") || lb_text_ends_with(plain, ".lift")))
        snprintf(out->of_time, sizeof out->of_time, "%.50s.error", plain);
    return strchr(result, '.') != NULL || strcmp(result, "permeability") == 0;
}

void lb_own_report_results(const struct own_case *s, struct lb_run *run)
{
    struct entry table[ENTRIES];
    report_bodies(s, run);
    for (int n = 0; n < s->opening_count + s->plane_count; n++) {
        const bool is_plane = n >= s->opening_count;
        const char *name = is_plane ? s->planes[n - s->opening_count].name : s->openings[n].name;
        report(s, run, name, "flow",
               s->dimensions == 3 ? "rho0 cells^3/step" : "rho0 cells^2/step");
        report(s, run, name, "pressure", "rho0 cells^2/step^2");
        report(s, run, name, "area", s->dimensions == 3 ? "cells^2" : "cells");
        report(s, run, name, is_plane ? "speed_mean" : "speed", "cells/step");
        if (s->heat.exists && is_plane) report(s, run, name, "temperature", "T");
        report_si(s, run, name,
                  is_plane ? s->planes[n - s->opening_count].flow : s->openings[n].flow,
                  is_plane ? s->planes[n - s->opening_count].pressure : s->openings[n].pressure);
    }
    for (int n = 0; n < s->sample_count; n++) {
        report(s, run, s->samples[n].name, "u.max", s->samples[n].wall_units ? "1" : "cells/step");
        report(s, run, s->samples[n].name, "u.zero", "L");
        report(s, run, s->samples[n].name, "T.mean", "T");
    }
    for (int n = 0; n < s->probe_count; n++)
        report(s, run, s->probes[n].name, "temperature", "T");
    if (s->image.name != NULL) report(s, run, s->image.name, "solid", "1");
    lb_own_report_heat(s, run);
    common_entries(s, table);
    for (const struct entry *e = table; strcmp(e->name, "speed_mean") != 0; e++)
        /* that of the mass the run reports */
        if (isfinite(e->value) && strcmp(e->name, "mass_drift") != 0)
            lb_run_result(run, e->name, e->value,
                          strcmp(e->name, "permeability") == 0 ? "L^2"
                          : strcmp(e->name, "force") == 0      ? "cells/step^2"
                                                               : "1");
}

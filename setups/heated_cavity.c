/* heated_cavity.c - a square or a cube of fluid between a hot and a cold wall: the heat that it carries and its
 * velocities against those of other methods.
 * Source: de Vahl Davis, Int. J. Numer. Meth. Fluids 3, 249 (1983).  docs/setups/heated-cavity.md
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/profile.h"
#include "heat_notes.h"
#include "run/setup.h"
#include "wall_heat.h"

struct heated_cavity {
    struct lb_heat heat;
    int dimensions;
    uint32_t height; /* cells between the walls */
    double rayleigh, prandtl, speed, steady;
    double enough; /* steps until all is steady */
    struct lb_wall_heat through;
    double *field, *profiles[2]; /* velocities around a line; pairs along the lines */
};

/* --- references --------------------------------------------------------------------------------- */

struct reference {
    int dimensions;
    double rayleigh, nusselt, u, v; /* u and v in alpha / H; 0: not known */
};

/* At Pr 0.71.  In 2D Le Quere, Comput. Fluids 20, 29 (1991) and de Vahl Davis; in 3D, hot wall as a whole, Tric,
 * Labrosse and Betrouni, Int. J. Heat Mass Transfer 43, 4043 (2000). */
static const struct reference references[] = {
    {2, 1e3, 1.1178, 3.649, 3.697}, {2, 1e4, 2.2448, 16.178, 19.617},
    {2, 1e5, 4.5216, 34.73, 68.59}, {2, 1e6, 8.8252, 64.63, 219.36},
    {3, 1e3, 1.0700, 0.0, 0.0},     {3, 1e4, 2.0542, 0.0, 0.0},
    {3, 1e5, 4.3371, 0.0, 0.0},     {3, 1e6, 8.6407, 0.0, 0.0},
};
static const double prandtl_of_air = 0.71;

/* NULL: none. */
static const struct reference *find_reference(int dimensions, double rayleigh, double prandtl)
{
    for (size_t n = 0; n < sizeof references / sizeof *references; n++)
        if (references[n].dimensions == dimensions &&
            fabs(references[n].rayleigh / rayleigh - 1.0) < 1e-9 &&
            fabs(prandtl - prandtl_of_air) < 1e-9)
            return &references[n];
    return NULL;
}

/* --- the case ----------------------------------------------------------------------------------- */

static int up_of(int dimensions)
{
    return dimensions - 1;
}

/* Walls all around; the fluid begins at rest, with the temperatures of conduction. */
static void start_cavity(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct heated_cavity *s = state;
    const uint32_t at[3] = {x, y, z}, last = s->height + 1;
    for (int axis = 0; axis < s->dimensions; axis++)
        if (at[axis] == 0 || at[axis] == last) out->flags = LB_CELL_SOLID;
    out->temperature = 0.5 - ((double)x - 0.5) / s->height;
}

static void fill_heat(struct heated_cavity *s, struct lb_case *c)
{
    lb_wall_heat_fill(&s->through, &s->heat, c,
                      &(struct lb_wall_heat_numbers){.rayleigh = s->rayleigh,
                                                     .prandtl = s->prandtl,
                                                     .speed = s->speed,
                                                     .height = s->height,
                                                     .up = up_of(s->dimensions),
                                                     .face = {0, 1},
                                                     .area = pow(s->height, s->dimensions - 1)});
}

static enum lb_status create_lines(struct heated_cavity *s, struct lb_error *err)
{
    s->field = malloc(16 * 3 * (size_t)s->height * sizeof *s->field);
    for (int i = 0; i < 2; i++)
        s->profiles[i] = calloc(2 * (size_t)s->height, sizeof *s->profiles[i]);
    LB_NEED(s->field != NULL && s->profiles[0] != NULL && s->profiles[1] != NULL, LB_STATUS_FAILED,
            "no memory for lines of %u cells", (unsigned)s->height);
    return LB_STATUS_OK;
}

static void fill_plan(const struct heated_cavity *s, const struct lb_case *c, struct lb_plan *plan)
{
    const double diffusive = (double)s->height * s->height / s->heat.diffusivity;
    const double fastest = 0.27; /* of U, at high Rayleigh numbers */
    plan->steps = (uint64_t)s->enough;
    plan->observe_every = lb_wall_heat_interval(s->height, s->speed);
    plan->series[0].every = plan->observe_every;
    plan->deviation = 0.1 * s->speed / c->lattice->sound_speed_squared;
    plan->picture = (struct lb_picture){
        .field = "temperature", .axis = s->dimensions == 2 ? 2 : 1, .low = -0.5, .high = 0.5};
    plan->length = s->height;
    plan->length_name = "H";
    plan->has_field = true;
    lb_plan_add_fact(plan, "diffusive_time", diffusive, "steps", NULL);
    lb_plan_add_heat(plan, c, fastest * s->speed);
}

static enum lb_status prepare(void *state, const struct lb_values *v, struct lb_case *c,
                              struct lb_plan *plan, struct lb_error *err)
{
    struct heated_cavity *s = state;
    s->dimensions = c->lattice->dimensions;
    s->height = (uint32_t)lb_values_count(v, "length");
    s->rayleigh = lb_values_number(v, "ra");
    s->prandtl = lb_values_number(v, "pr");
    s->speed = lb_values_number(v, "speed");
    s->steady = lb_values_number(v, "steady");
    for (int axis = 0; axis < s->dimensions; axis++)
        c->size[axis] = s->height + 2;
    fill_heat(s, c);
    LB_OK(lb_heat_take_magic(&s->heat, c, v, err));
    c->cell_kinds = LB_CELL_SOLID;
    c->start = start_cavity;
    c->start_state = s;
    s->enough = ceil(0.6 * s->height * s->height / s->heat.diffusivity);
    LB_OK(create_lines(s, err));
    fill_plan(s, c, plan);
    return LB_STATUS_OK;
}

/* --- measuring ---------------------------------------------------------------------------------- */

static enum lb_status sample(void *state, struct lb_run *run, const struct lb_record *record,
                             struct lb_error *err)
{
    struct heated_cavity *s = state;
    return lb_wall_heat_sample(&s->through, run, 0, record->step, err);
}

static const struct lb_series series[] = {
    {"nusselt.csv", "step,nusselt_hot,nusselt_cold", sample, LB_SERIES_COMPUTED, false}, {0}};

static enum lb_status observe(void *state, struct lb_run *run, struct lb_error *err)
{
    const struct heated_cavity *s = state;
    (void)err;
    lb_wall_heat_observe(&s->through, run, lb_wall_heat_is_full(&s->through) ? s->steady : 0.0);
    return LB_STATUS_OK;
}

/* Weights of the cells about the middle between two cells, or of the middle one. */
static int middle_weights(uint32_t count, const double **out)
{
    static const double one[] = {1.0}, four[] = {-1.0 / 16.0, 9.0 / 16.0, 9.0 / 16.0, -1.0 / 16.0};
    *out = count % 2 == 0 ? four : one;
    return count % 2 == 0 ? 4 : 1;
}

/* The velocity along `component` on the line along `axis` through the middle, in alpha / H. */
static enum lb_status read_line(struct heated_cavity *s, struct lb_run *run, int axis,
                                int component, double *line, struct lb_error *err)
{
    const double *weights, unit = s->height / s->heat.diffusivity;
    const uint32_t h = s->height, width = (uint32_t)middle_weights(h, &weights);
    struct lb_region r = {.end = {1, 1, 1}};
    size_t strides[3], stride = 1;
    for (int a = 0; a < s->dimensions; a++) {
        r.begin[a] = a == axis ? 1 : 1 + (h - width) / 2;
        r.end[a] = r.begin[a] + (a == axis ? h : width);
        strides[a] = stride;
        stride *= r.end[a] - r.begin[a];
    }
    LB_OK(lb_solver_read(lb_run_solver(run), &r, NULL, s->field, err));
    const int p = axis == 0 ? 1 : 0, q = 3 - p - axis; /* the others; q is none in 2D */
    for (uint32_t k = 0; k < h; k++) {
        double sum = 0.0;
        for (uint32_t i = 0; i < width; i++)
            for (uint32_t j = 0; j < (s->dimensions == 3 ? width : 1); j++) {
                const size_t cell =
                    k * strides[axis] + i * strides[p] + (j > 0 ? j * strides[q] : 0);
                sum += weights[i] * (s->dimensions == 3 ? weights[j] : 1.0) *
                       s->field[3 * cell + (size_t)component];
            }
        line[2 * k] = (k + 0.5) / h;
        line[2 * k + 1] = sum * unit;
    }
    return LB_STATUS_OK;
}

/* --- the end ------------------------------------------------------------------------------------ */

/* Of the error of second order of a layer of 1 / (2 Nu), 0.4 of its square was seen at most; and what means of 16 bits
 * leave. */
static double tolerance_of(const struct heated_cavity *s, const struct reference *r)
{
    const double cells = s->height / (2.0 * r->nusselt);
    return 0.4 / (cells * cells) + 0.003;
}

static bool deserves_verdict(const struct heated_cavity *s, struct lb_run *run,
                             const struct reference *r)
{
    const struct lb_wall_heat *w = &s->through;
    const double least = 2.0;
    if (lb_run_is_stopped_early(run)) return false;
    if (r == NULL)
        lb_run_not_judged(
            run, "Nusselt number: there are references for pr=0.71 and ra=1e3, 1e4, 1e5, 1e6");
    else if (s->height < least * 2.0 * r->nusselt)
        lb_run_not_judged(
            run,
            "Nusselt number: length=%u has less than %g cells in the layers at the walls; %.0f are "
            "needed",
            (unsigned)s->height, least, ceil(least * 2.0 * r->nusselt));
    else if (!lb_wall_heat_is_full(w))
        lb_run_not_judged(
            run, "Nusselt number: it is a mean over %d observations, and there were %llu",
            LB_WALL_HEAT_WINDOW, (unsigned long long)(w->looks > 0 ? w->looks - 1 : 0));
    else if ((double)lb_run_step(run) < s->enough && !lb_wall_heat_is_steady(w, 1e-5))
        lb_run_not_judged(
            run,
            "Nusselt number: the heat through the walls is still changing; %.0f steps are enough",
            s->enough);
    else
        return true;
    return false;
}

static void judge(struct lb_run *run, const char *name, double measured, double expected,
                  double tolerance)
{
    const double most = tolerance * expected;
    if (expected > 0.0)
        lb_run_verdict(run, name, measured, expected, most, fabs(measured - expected) <= most);
}

static enum lb_status finish(void *state, struct lb_run *run, struct lb_error *err)
{
    struct heated_cavity *s = state;
    const struct reference *r = find_reference(s->dimensions, s->rayleigh, s->prandtl);
    const int up = up_of(s->dimensions);
    struct lb_extremum u = {0}, v = {0};
    LB_OK(read_line(s, run, up, 0, s->profiles[0], err));
    LB_OK(read_line(s, run, 0, up, s->profiles[1], err));
    const struct lb_profile along_up = {s->profiles[0], s->height},
                            along_x = {s->profiles[1], s->height};
    lb_wall_heat_results(&s->through, run);
    if (lb_profile_max(&along_up, &u)) {
        lb_run_result(run, "u_max", u.value, "alpha/H");
        lb_run_result(run, "u_max_at", u.position, "H");
    }
    if (lb_profile_max(&along_x, &v)) {
        lb_run_result(run, "v_max", v.value, "alpha/H");
        lb_run_result(run, "v_max_at", v.position, "H");
    }
    lb_run_result(run, "change", s->through.change, "1");
    if (deserves_verdict(s, run, r)) {
        const double tolerance = tolerance_of(s, r);
        judge(run, "Nusselt number of the hot wall", lb_wall_heat_nusselt(&s->through, LB_WALL_HOT),
              r->nusselt, tolerance);
        judge(run, "largest u at mid-width [alpha/H]", u.value, r->u, tolerance);
        judge(run, "largest v at mid-height [alpha/H]", v.value, r->v, tolerance);
    }
    LB_OK(
        lb_run_write_csv(run, "u_mid_width.csv", "position,u", s->profiles[0], s->height, 2, err));
    LB_OK(
        lb_run_write_csv(run, "v_mid_height.csv", "position,v", s->profiles[1], s->height, 2, err));
    return lb_wall_heat_chart(run, 0, err);
}

static enum lb_status archive(void *state, struct lb_archive *a, struct lb_error *err)
{
    struct heated_cavity *s = state;
    return lb_wall_heat_archive(&s->through, a, err);
}

static void destroy(void *state)
{
    struct heated_cavity *s = state;
    free(s->field);
    free(s->profiles[0]);
    free(s->profiles[1]);
}

/* --- the row ------------------------------------------------------------------------------------ */

static const struct lb_parameter parameters[] = {
    {"ra", LB_PARAMETER_NUMBER, "1", "1e4", NULL, 1, 1e9,
     "Rayleigh number g beta dT H^3 / (nu alpha)"},
    {"pr", LB_PARAMETER_NUMBER, "1", "0.71", NULL, 0.01, 1000, "Prandtl number nu / alpha"},
    {"length", LB_PARAMETER_COUNT, "cells", "64", "32", 8, 4096, "edge H between the walls"},
    {"speed", LB_PARAMETER_NUMBER, "cells/step", "0.1", NULL, 1e-3, 0.3,
     "U = sqrt(g beta dT H), which sets how long a step is"},
    {"steady", LB_PARAMETER_NUMBER, "1", "1e-5", NULL, 0, 1,
     "ends where the heat through the walls changes, and differs, by less, over it, in H / U "
     "steps; 0: never"},
    LB_HEAT_MAGIC_PARAMETER,
    {0},
};

static const struct lb_key_result key_results[] = {
    {"nusselt", LB_KEY_VALUE, NULL},
    {"u_max", LB_KEY_VALUE, NULL},
    {"v_max", LB_KEY_VALUE, NULL},
    {0},
};

const struct lb_setup lb_setup_heated_cavity = {
    .name = "heated-cavity",
    .summary = "fluid between a hot and a cold wall; the heat that it carries",
    .reference = "finite differences and spectral solutions at Pr 0.71, Ra 1e3 to 1e6",
    .lattice = "d2q9",
    .collision = "trt",
    .parameters = parameters,
    .state_size = sizeof(struct heated_cavity),
    .resolution = "length",
    .key_results = key_results,
    .series = series,
    .prepare = prepare,
    .observe = observe,
    .finish = finish,
    .archive = archive,
    .destroy = destroy,
};

/* raindrop.c - a raindrop falls into a deep pool: cavity, crown, droplets, and the particles that
 * they carry.
 * Source: Lehmann et al., Phys. Rev. E 106, 015308 (2022), section 4.6; Lehmann et al., Microplastics
 * and Nanoplastics 1, 18 (2021).  docs/setups/raindrop.md
 * SPDX-License-Identifier: MIT */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "raindrop_state.h"

enum { STREAM_OF_POSITIONS = 0, WIDTH_IN_DIAMETERS = 5, LOOKS_PER_MS = 4 };
enum { MIN_WIDTH = 32, MIN_DIAMETER = 4 }; /* [cells] */
enum { MAX_TAU = 10 };                     /* [steps] */
static const double gap = 2.5;             /* between drop and pool at the start [cells] */
static const double pi = 3.14159265358979323846;

/* --- from SI to cells and steps --------------------------------------------------------------- */

static enum lb_status choose_size(struct raindrop *s, const struct lb_values *v,
                                  struct lb_error *err)
{
    const double scale = lb_values_number(v, "scale");
    if (lb_values_size(v, "size", s->size) != 3)
        return lb_fail(err, LB_STATUS_USAGE, "size=%s is not a box; raindrop takes size=NX,NY,NZ",
                       lb_values_text(v, "size"));
    s->diameter = lb_values_number(v, "diameter");
    if (scale != 1.0) {
        /* whole vectors of memory across; the rest goes with the width */
        const double width = s->size[0], narrow = fmin(width, s->size[1]);
        if (scale * narrow < MIN_WIDTH)
            return lb_fail(err, LB_STATUS_USAGE,
                           "scale=%g makes a box %g cells wide; at least %d are needed, which is "
                           "scale=%.3g",
                           scale, scale * narrow, MIN_WIDTH, MIN_WIDTH / narrow);
        for (int a = 0; a < 2; a++)
            s->size[a] = 8 * (uint32_t)round(scale * s->size[a] / 8.0);
        s->size[2] = (uint32_t)fmax(16.0, round(s->size[2] * s->size[0] / width));
        s->diameter *= s->size[0] / width;
    }
    if (s->diameter == 0.0) s->diameter = (double)s->size[0] / WIDTH_IN_DIAMETERS;
    if (s->diameter < MIN_DIAMETER)
        return lb_fail(err, LB_STATUS_USAGE,
                       "the drop is %g cells wide; at least %d are needed (diameter is in cells, "
                       "diameter_si in metres)",
                       s->diameter, MIN_DIAMETER);
    return LB_STATUS_OK;
}

static void choose_units(struct raindrop *s, const struct lb_values *v)
{
    s->speed = lb_values_number(v, "u");
    s->metre = s->si.diameter / s->diameter;
    s->second = s->metre * s->speed / s->si.speed;
    s->viscosity = s->si.viscosity * s->second / (s->metre * s->metre);
    s->gravity = s->si.gravity * s->second * s->second / s->metre;
    s->tension =
        s->si.tension * s->second * s->second / (s->si.density * s->metre * s->metre * s->metre);
}

/* What has three digits of a limit is within it. */
#define ROUNDED_DOWN 0.995
#define MAX_PRESSED 0.2 /* relative change of density */

/* As far as the other setups go, too: beyond it, walls and surface are off by the method. */
static enum lb_status check_viscosity(const struct raindrop *s, struct lb_error *err)
{
    const double tau = 0.5 + 3.0 * s->viscosity;
    if (tau <= MAX_TAU) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_USAGE,
                   "viscosity_si=%g makes the relaxation time %.6g steps, and at most %d is "
                   "allowed; with this drop and u=%g that is viscosity_si=%.3g",
                   s->si.viscosity, tau, (int)MAX_TAU, s->speed,
                   ROUNDED_DOWN * s->si.viscosity * (MAX_TAU - 0.5) / (3.0 * s->viscosity));
}

/* Weight and surface tension press the water as little as its sound can carry. */
static enum lb_status check_pressures(const struct raindrop *s, struct lb_error *err)
{
    const double of_pool = 3.0 * s->gravity * s->level;
    const double of_drop = 12.0 * s->tension / s->diameter;
    if (fmax(of_pool, of_drop) <= MAX_PRESSED) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_USAGE,
                   "with speed_si=%g and u=%g cells/step, %s by %.3g %%, and at most %g %% is "
                   "allowed; a higher speed_si or a lower u would do",
                   s->si.speed, s->speed,
                   of_pool > of_drop ? "its weight presses the pool"
                                     : "surface tension presses the drop",
                   100.0 * fmax(of_pool, of_drop), 100.0 * MAX_PRESSED);
}

/* They go with the flow, as points do. */
static enum lb_status check_particles(const struct raindrop *s, const struct lb_values *v,
                                      struct lb_plan *plan, struct lb_error *err)
{
    const double width = lb_values_number(v, "particle-diameter_si"), drop = s->si.diameter;
    if (lb_values_count(v, "particles") == 0) return LB_STATUS_OK;
    if (width > drop)
        return lb_fail(err, LB_STATUS_USAGE,
                       "particle-diameter_si=%g is wider than the drop, diameter_si=%g; particles "
                       "go with the flow as points do, so much smaller ones are needed",
                       width, drop);
    if (width > 0.1 * drop * (1.0 + 1e-9))
        snprintf(plan->warning, sizeof plan->warning,
                 "particle-diameter_si=%g is more than a tenth of the drop, diameter_si=%g; "
                 "particles go with the flow as points do, which so large ones would not",
                 width, drop);
    return LB_STATUS_OK;
}

static enum lb_status check_room(const struct raindrop *s, struct lb_error *err)
{
    const double min = s->level + s->diameter + gap + 2.0 + LB_RAINDROP_TOP;
    if (s->size[2] < min)
        return lb_fail(err, LB_STATUS_USAGE,
                       "a box %u cells high has no room for pool and drop: with diameter=%g at "
                       "least %g are needed; take a higher box, or a smaller depth",
                       s->size[2], s->diameter, ceil(min));
    for (int a = 0; a < 2; a++)
        if (s->size[a] < s->diameter + 8.0)
            return lb_fail(err, LB_STATUS_USAGE,
                           "a box %u cells wide has no room for a drop of diameter=%g; at least "
                           "%g cells are needed",
                           s->size[a], s->diameter, ceil(s->diameter + 8.0));
    return LB_STATUS_OK;
}

static void place_drop(struct raindrop *s)
{
    const double slope = tan(s->angle), radius = 0.5 * s->diameter;
    s->drop = (struct lb_sphere){
        {0.5 * s->size[0] - gap * slope, 0.5 * s->size[1], s->level + gap + radius}, radius};
    s->velocity[0] = s->speed * sin(s->angle);
    s->velocity[2] = -s->speed * cos(s->angle);
    s->contact = gap / -s->velocity[2];
}

/* --- the start ------------------------------------------------------------------------------- */

static bool is_wall(const struct raindrop *s, uint32_t x, uint32_t y, uint32_t z)
{
    if (z == 0 || z == s->size[2] - 1) return true;
    return s->has_walls && (x == 0 || y == 0 || x == s->size[0] - 1 || y == s->size[1] - 1);
}

static void start_raindrop(const void *state, uint32_t x, uint32_t y, uint32_t z,
                           struct lb_cell *out)
{
    const struct raindrop *s = state;
    if (is_wall(s, x, y, z)) {
        out->flags = LB_CELL_SOLID;
        return;
    }
    const double depth = s->level - z;
    if (depth > 0.0) {
        out->fill = fmin(1.0, depth);
        out->rho = 1.0 + 3.0 * s->gravity * fmax(0.0, depth - 0.5);
        return;
    }
    out->fill = lb_volume_fraction(lb_sphere_depth, &s->drop, 3, x, y, z);
    if (out->fill == 0.0) return;
    out->rho = 1.0 + 6.0 * s->tension / s->drop.radius; /* Laplace's pressure */
    for (int a = 0; a < 3; a++)
        out->u[a] = s->velocity[a];
}

/* Anywhere in the pool; the same in metres for every number of cells.  The last one is no
 * particle: it sits where the drop will land. */
static enum lb_status place_particles(struct raindrop *s, const struct lb_values *v,
                                      struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t seed = lb_values_count(v, "seed");
    const double edge = s->has_walls ? 1.0 : 0.0;
    s->particles = (uint32_t)lb_values_count(v, "particles");
    s->position = calloc(3 * ((size_t)s->particles + 1), sizeof *s->position);
    LB_REQUIRE(s->position != NULL, LB_STATUS_FAILED, "no memory for %u particles", s->particles);
    for (uint32_t n = 0; n < s->particles; n++) {
        double random[LB_RANDOM_WORDS], *x = s->position + 3 * (size_t)n;
        lb_random_uniform(seed, STREAM_OF_POSITIONS, n, random);
        x[0] = edge + random[0] * (s->size[0] - 2.0 * edge);
        x[1] = edge + random[1] * (s->size[1] - 2.0 * edge);
        x[2] = 1.0 + random[2] * (s->level - 1.0);
    }
    double *mark = s->position + 3 * (size_t)s->particles;
    mark[0] = 0.5 * s->size[0];
    mark[1] = 0.5 * s->size[1];
    mark[2] = s->level - 0.5;
    s->markers = (struct lb_markers){
        .count = s->particles + 1, .position = s->position, .delta = lb_delta_find("two-point")};
cleanup:
    return st;
}

/* What a particle weighs more than the water it displaces, the water around it has to carry. */
static enum lb_status weigh_particles(struct raindrop *s, const struct lb_values *v,
                                      struct lb_error *err)
{
    const double size = lb_values_number(v, "particle-diameter_si") / s->metre;
    const double excess = lb_values_number(v, "particle-density_si") / s->si.density - 1.0;
    const double weight = pi / 6.0 * size * size * size * excess * s->gravity;
    if (weight == 0.0 || s->particles == 0) return LB_STATUS_OK;
    s->force = calloc(3 * ((size_t)s->particles + 1), sizeof *s->force);
    if (s->force == NULL)
        return lb_fail(err, LB_STATUS_FAILED, "no memory for %u particles", s->particles);
    for (size_t n = 0; n < s->particles; n++)
        s->force[3 * n + 2] = -weight;
    s->markers.force = s->force;
    return LB_STATUS_OK;
}

static enum lb_status plan_looks(struct raindrop *s, const struct lb_values *v,
                                 struct lb_plan *plan, struct lb_error *err)
{
    const double steps_per_ms = 1e-3 / s->second;
    plan->steps = (uint64_t)ceil(s->si.time / s->second * (1.0 - 1e-9));
    plan->observe_every = LB_RAINDROP_EVERY;
    const double own = fmax(1.0, round(steps_per_ms / LOOKS_PER_MS));
    plan->surfaces_every = LOOKS_PER_MS * (uint64_t)own;
    if (lb_values_is_set(v, "png") && lb_values_count(v, "png") == 0) s->next_picture = UINT64_MAX;
    plan->picture = (struct lb_picture){.field = "fill", .axis = 1, .high = 1.0};
    plan->cell_si = s->metre;
    plan->length = s->diameter;
    plan->length_name = "D";
    plan->has_field = true;
    plan->series[LB_RAINDROP_DROPLETS].every = LB_RAINDROP_EVERY;
    return lb_setup_probe(v, own, (double)plan->steps, &plan->series[LB_RAINDROP_CAVITY].every,
                          err);
}

static enum lb_status prepare(void *state, const struct lb_values *v, struct lb_case *c,
                              struct lb_plan *plan, struct lb_error *err)
{
    struct raindrop *s = state;
    enum lb_status st = LB_STATUS_OK;
    s->si.diameter = lb_values_number(v, "diameter_si");
    s->si.speed = lb_values_number(v, "speed_si");
    s->si.density = lb_values_number(v, "density_si");
    s->si.viscosity = lb_values_number(v, "viscosity_si");
    s->si.tension = lb_values_number(v, "tension_si");
    s->si.gravity = lb_values_number(v, "gravity_si");
    s->si.time = lb_values_number(v, "time_si");
    s->angle = lb_values_number(v, "angle_deg") * pi / 180.0;
    s->has_walls = lb_values_flag(v, "walls");
    LB_TRY(choose_size(s, v, err));
    choose_units(s, v);
    LB_TRY(check_viscosity(s, err));
    LB_TRY(check_particles(s, v, plan, err));
    s->level = 1.0 + lb_values_number(v, "depth") * s->diameter;
    LB_TRY(check_room(s, err));
    LB_TRY(check_pressures(s, err));
    place_drop(s);
    LB_TRY(place_particles(s, v, err));
    LB_TRY(weigh_particles(s, v, err));
    for (int a = 0; a < 3; a++)
        c->size[a] = s->size[a];
    c->viscosity = s->viscosity;
    c->force[2] = -s->gravity;
    c->surface = (struct lb_surface){true, s->tension};
    c->markers = &s->markers;
    c->cell_kinds = LB_CELL_SOLID;
    c->start = start_raindrop;
    plan->deviation = s->speed / c->lattice->sound_speed_squared;
    c->start_state = s;
    LB_TRY(plan_looks(s, v, plan, err));
cleanup:
    return st;
}

/* --- observation ----------------------------------------------------------------------------- */

static enum lb_status sample_droplets(void *state, struct lb_run *run,
                                      const struct lb_record *record, struct lb_error *err)
{
    struct raindrop *s = state;
    enum lb_status st = LB_STATUS_OK;
    (void)record;
    LB_TRY(lb_raindrop_follow_mark(s, run, err));
    LB_TRY(lb_raindrop_open_top(s, run, err));
cleanup:
    return st;
}

static enum lb_status observe(void *state, struct lb_run *run, struct lb_error *err)
{
    struct raindrop *s = state;
    return lb_run_step(run) >= s->next_picture ? lb_raindrop_draw(s, run, err) : LB_STATUS_OK;
}

static enum lb_status finish(void *state, struct lb_run *run, struct lb_error *err)
{
    struct raindrop *s = state;
    enum lb_status st = LB_STATUS_OK;
    /* the last millisecond may end between two looks */
    if (lb_run_step(run) >= s->next_picture) LB_TRY(lb_raindrop_draw(s, run, err));
    LB_TRY(lb_raindrop_report(s, run, err));
cleanup:
    return st;
}

static enum lb_status archive(void *state, struct lb_archive *a, struct lb_error *err)
{
    struct raindrop *s = state;
    uint64_t pictures = (uint64_t)s->pictures, landings = (uint64_t)s->landings;
    LB_OK(lb_mass_balance_archive(&s->balance, a, err));
    LB_OK(lb_archive_count(a, "raindrop.next_picture", &s->next_picture, err));
    LB_OK(lb_archive_count(a, "raindrop.pictures", &pictures, err));
    LB_OK(lb_archive_count(a, "raindrop.landings", &landings, err));
    LB_OK(lb_archive_numbers(a, "raindrop-landing", &s->landing[0][0], 4, err));
    LB_OK(lb_archive_number(a, "raindrop.cut_off", &s->cut_off, err));
    LB_OK(lb_archive_count(a, "raindrop.alone", &s->alone, err));
    LB_NEED(landings <= 2 && pictures <= INT_MAX, LB_STATUS_FAILED,
            "raindrop: the checkpoint has %llu landings and %llu pictures",
            (unsigned long long)landings, (unsigned long long)pictures);
    s->pictures = (int)pictures;
    s->landings = (int)landings;
    return LB_STATUS_OK;
}

static void destroy(void *state)
{
    struct raindrop *s = state;
    lb_droplets_clear(&s->droplets);
    free(s->position);
    free(s->force);
}

static const struct lb_parameter parameters[] = {
    {"diameter_si", LB_PARAMETER_NUMBER, "m", "4e-3", NULL, 1e-6, 1, "of the drop"},
    {"speed_si", LB_PARAMETER_NUMBER, "m/s", "8.8", NULL, 1e-3, 1e3,
     "of the drop; 8.8: terminal velocity of a drop of 4 mm"},
    {"angle_deg", LB_PARAMETER_NUMBER, "degrees", "0", NULL, 0, 80,
     "between the drop's velocity and the vertical, towards +x"},
    {"size", LB_PARAMETER_SIZE, "cells", "464,464,394", "64,64,60", 16, 65536,
     "box; z is the height, and the drop a fifth as wide as x"},
    {"scale", LB_PARAMETER_NUMBER, "1", "1", NULL, 0.01, 16,
     "multiplies the cells along each side: the same drop, seen more coarsely or more finely"},
    {"diameter", LB_PARAMETER_NUMBER, "cells", "0", "16", 0, 16384,
     "of the drop, where scale is 1; 0: a fifth of the box's width"},
    {"depth", LB_PARAMETER_NUMBER, "diameters", "2", "1.5", 0.05, 100, "of the pool"},
    {"u", LB_PARAMETER_NUMBER, "cells/step", "0.1", NULL, 1e-4, 0.2, "the drop's speed"},
    {"time_si", LB_PARAMETER_NUMBER, "s", "10e-3", "1.5e-3", 1e-9, 1e3, "to simulate"},
    {"density_si", LB_PARAMETER_NUMBER, "kg/m^3", "1024.8103", NULL, 1, 1e5,
     "of the water; sea water of 20 degrees and 35 g/l"},
    {"viscosity_si", LB_PARAMETER_NUMBER, "m^2/s", "1.0508e-6", NULL, 1e-9, 1, "kinematic"},
    {"tension_si", LB_PARAMETER_NUMBER, "N/m", "73.81e-3", NULL, 0, 10, "of the surface"},
    {"gravity_si", LB_PARAMETER_NUMBER, "m/s^2", "9.81", NULL, 0, 1e3, "downwards"},
    {"particles", LB_PARAMETER_COUNT, "1", "16000", "500", 0, 1e6,
     "in the pool, at places that follow from seed; 16000: 5000 in a cubic centimetre"},
    {"particle-diameter_si", LB_PARAMETER_NUMBER, "m", "100e-6", NULL, 0, 1e-2,
     "sets their weight; 0: without weight, they follow the flow"},
    {"particle-density_si", LB_PARAMETER_NUMBER, "kg/m^3", "950", NULL, 0, 1e5,
     "of the particles; that of polyethylene"},
    {"walls", LB_PARAMETER_FLAG, "1", "0", NULL, 0, 1,
     "1: walls around the pool; 0: periodic sides"},
    LB_ENSEMBLE_RUNS,
    {0},
};

/* As in the paper's figure: how many, how much water, how many particles, by diameter. */
static const struct lb_ensemble_plan ensemble = {
    .file = "droplets.csv",
    .row = "droplets",
    .by = "diameter_um",
    .by_label = "diameter [um]",
    .min = 0.0,
    .max = 2000.0,
    .bins = 40,
    .sums = {"volume_si", "particles"},
};

static const struct lb_key_result key_results[] = {
    {"droplets", LB_KEY_SHOWN, NULL},          {"ejected_volume", LB_KEY_SHOWN, NULL},
    {"particles_ejected", LB_KEY_SHOWN, NULL}, {"cavity_depth", LB_KEY_VALUE, NULL},
    {"crown_height", LB_KEY_SHOWN, NULL},      {"crown_diameter", LB_KEY_SHOWN, NULL},
    {"mass_error", LB_KEY_SHOWN, NULL},        {0},
};

static const struct lb_series series[] = {
    {"droplets.csv",
     "step,cells,diameter,volume,mass,ux,uy,uz,x,y,z,particles,time_si,diameter_si,volume_si,"
     "mass_si,ux_si,uy_si,uz_si,x_si,y_si,z_si,diameter_um",
     sample_droplets, LB_SERIES_COMPUTED, false},
    {"cavity.csv",
     "step,time_si,crown_height_si,crown_diameter_si,cavity_depth_si,axis_depth_si,"
     "cavity_diameter_si,cavity_volume_si,droplets,mass_error",
     lb_raindrop_measure, LB_SERIES_COMPUTED, .at_end = true},
    {0},
};

const struct lb_setup lb_setup_raindrop = {
    .name = "raindrop",
    .summary = "a raindrop falls into a deep pool: cavity, crown, droplets with particles",
    .reference = "mass, no link between fluid and gas, and the cavity's speed at first",
    .lattice = "d3q19",
    .collision = "mrt",
    .parameters = parameters,
    .state_size = sizeof(struct raindrop),
    .key_results = key_results,
    .series = series,
    .ensemble = &ensemble,
    .prepare = prepare,
    .observe = observe,
    .write_surfaces = lb_raindrop_write_scene,
    .finish = finish,
    .archive = archive,
    .destroy = destroy,
};

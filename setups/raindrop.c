/* raindrop.c - a raindrop falls into a deep pool: cavity, crown, droplets, and the particles that
 * they carry.
 * Source: Lehmann et al., Phys. Rev. E 106, 015308 (2022), section 4.6; Lehmann et al., Microplastics
 * and Nanoplastics 1, 18 (2021).  docs/setups/raindrop.md
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "base/table.h"
#include "physics/fill.h"
#include "raindrop_profile.h"
#include "run/setup.h"
#include "surface_books.h"

enum {
    COLUMN_STEP,
    COLUMN_TIME, /* [s] */
    COLUMN_CROWN_HEIGHT,
    COLUMN_CROWN_DIAMETER,
    COLUMN_CAVITY_DEPTH,
    COLUMN_CAVITY_DIAMETER,
    COLUMN_CAVITY_VOLUME, /* [m^3]; lengths in [m] */
    COLUMN_PENETRATION,
    COLUMN_MASS_ERROR,
    COLUMNS
};
enum { STREAM_OF_POSITIONS = 0, WIDTH_IN_DIAMETERS = 5, LOOKS_PER_MS = 4 };
static const double gap = 2.5; /* between drop and pool at the start [cells] */
static const double pi = 3.14159265358979323846;

struct raindrop {
    struct { /* as given */
        double diameter, speed, density, viscosity, tension, gravity, time;
    } si;
    double metre, second; /* SI lengths and times of a cell and of a step */
    double diameter, speed, angle, gravity, viscosity, tension;
    double level; /* of the still water above the box's lower end */
    uint32_t size[3];
    bool has_walls;
    struct lb_sphere drop;
    double velocity[3];
    double *position, *force; /* of the particles, and of one marker more where the drop lands */
    struct lb_markers markers;
    uint32_t particles;
    uint64_t profile_every, next_profile, next_picture, next_file, file_every;
    int pictures;
    struct lb_surface_books books;
    struct lb_table history;
    struct lb_raindrop_profile largest;
};

/* --- from SI to cells and steps --------------------------------------------------------------- */

static enum lb_status choose_size(struct raindrop *s, const struct lb_values *v,
                                  struct lb_error *err)
{
    const double scale = lb_values_number(v, "scale");
    if (lb_values_size(v, "size", s->size) != 3)
        return lb_fail(err, LB_STATUS_USAGE, "size=%s is not a box; raindrop takes size=NX,NY,NZ",
                       lb_values_text(v, "size"));
    if (scale == 1.0) return LB_STATUS_OK;
    /* whole vectors of memory across; the height goes with the width */
    const double width = s->size[0];
    for (int a = 0; a < 2; a++)
        s->size[a] = 8 * (uint32_t)fmax(4.0, round(scale * s->size[a] / 8.0));
    s->size[2] = (uint32_t)fmax(16.0, round(s->size[2] * s->size[0] / width));
    return LB_STATUS_OK;
}

static void choose_units(struct raindrop *s, const struct lb_values *v)
{
    s->diameter = lb_values_number(v, "diameter");
    if (s->diameter == 0.0) s->diameter = (double)s->size[0] / WIDTH_IN_DIAMETERS;
    s->speed = lb_values_number(v, "u");
    s->metre = s->si.diameter / s->diameter;
    s->second = s->metre * s->speed / s->si.speed;
    s->viscosity = s->si.viscosity * s->second / (s->metre * s->metre);
    s->gravity = s->si.gravity * s->second * s->second / s->metre;
    s->tension =
        s->si.tension * s->second * s->second / (s->si.density * s->metre * s->metre * s->metre);
}

static enum lb_status check_room(const struct raindrop *s, struct lb_error *err)
{
    const double least = s->level + s->diameter + gap + 4.0;
    if (s->size[2] < least)
        return lb_fail(err, LB_STATUS_USAGE,
                       "a box %u cells high has no room for pool and drop: with diameter=%g at "
                       "least %g are needed; take a higher box, or a smaller depth",
                       s->size[2], s->diameter, ceil(least));
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
    out->fill = lb_fill_of(lb_sphere_depth, &s->drop, 3, x, y, z);
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

static void plan_looks(struct raindrop *s, const struct lb_values *v, struct lb_plan *plan)
{
    const double steps_per_ms = 1e-3 / s->second;
    plan->steps = (uint64_t)ceil(s->si.time / s->second * (1.0 - 1e-9));
    plan->observe_every = 10;
    s->profile_every = (uint64_t)fmax(1.0, round(steps_per_ms / LOOKS_PER_MS));
    s->file_every = lb_values_count(v, "vtk");
    if (s->file_every == 0) s->file_every = 2 * s->profile_every;
    plan->picture = (struct lb_picture){LB_PICTURE_FILL, 1, 0.0, 1.0, NULL};
    plan->has_field = true;
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
    s->level = 1.0 + lb_values_number(v, "depth") * s->diameter;
    LB_TRY(check_room(s, err));
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
    c->start_state = s;
    s->history.columns = COLUMNS;
    plan_looks(s, v, plan);
cleanup:
    return st;
}

/* --- observation ----------------------------------------------------------------------------- */

static double milliseconds(const struct raindrop *s, struct lb_run *run)
{
    return 1e3 * s->second * (double)lb_run_step(run);
}

/* Whether `next` has been reached; moves it on. */
static bool is_due(uint64_t *next, uint64_t every, uint64_t step)
{
    if (step < *next) return false;
    while (*next <= step)
        *next += every;
    return true;
}

static void keep_largest(struct lb_raindrop_profile *largest, const struct lb_raindrop_profile *p)
{
    largest->cavity_depth = fmax(largest->cavity_depth, p->cavity_depth);
    largest->cavity_diameter = fmax(largest->cavity_diameter, p->cavity_diameter);
    largest->cavity_volume = fmax(largest->cavity_volume, p->cavity_volume);
    largest->crown_height = fmax(largest->crown_height, p->crown_height);
    largest->crown_diameter = fmax(largest->crown_diameter, p->crown_diameter);
}

static enum lb_status read_particles(struct raindrop *s, struct lb_run *run, struct lb_error *err)
{
    return lb_solver_read_markers(lb_run_solver(run), s->position, NULL, err);
}

static enum lb_status measure(struct raindrop *s, struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_raindrop_profile p;
    const double step = (double)lb_run_step(run);
    const double drop_top = s->drop.centre[2] + s->drop.radius + s->velocity[2] * step;
    const struct lb_raindrop_site site = {
        .size = {s->size[0], s->size[1], s->size[2]},
        .level = s->level,
        .radius = s->drop.radius,
        .axis = {s->drop.centre[0] + s->velocity[0] * step, s->drop.centre[1]},
        .is_falling = drop_top > s->level};
    LB_TRY(lb_surface_books_look(&s->books, run, NULL, err));
    LB_TRY(lb_raindrop_profile_read(lb_run_solver(run), &site, &p, err));
    LB_TRY(read_particles(s, run, err));
    keep_largest(&s->largest, &p);
    const double length = s->metre;
    const double row[COLUMNS] = {
        [COLUMN_STEP] = step,
        [COLUMN_TIME] = s->second * step,
        [COLUMN_CROWN_HEIGHT] = length * p.crown_height,
        [COLUMN_CROWN_DIAMETER] = length * p.crown_diameter,
        [COLUMN_CAVITY_DEPTH] = length * p.cavity_depth,
        [COLUMN_CAVITY_DIAMETER] = length * p.cavity_diameter,
        [COLUMN_CAVITY_VOLUME] = length * length * length * p.cavity_volume,
        [COLUMN_PENETRATION] = length * (s->level - s->position[3 * (size_t)s->particles + 2]),
        [COLUMN_MASS_ERROR] = s->books.error,
    };
    LB_TRY(lb_table_add(&s->history, row, err));
    lb_run_progress(run, "%.2f ms, cavity %.2f mm deep, crown %.2f mm high", milliseconds(s, run),
                    1e3 * row[COLUMN_CAVITY_DEPTH], 1e3 * row[COLUMN_CROWN_HEIGHT]);
cleanup:
    return st;
}

static enum lb_status write_particles(struct raindrop *s, struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    LB_TRY(read_particles(s, run, err));
    const struct lb_points_view view = {
        .point_count = s->particles, .position = s->position, .step = lb_run_step(run)};
    LB_TRY(lb_run_write_points(run, "particles", &view, err));
cleanup:
    return st;
}

/* At every whole millisecond. */
static enum lb_status draw(struct raindrop *s, struct lb_run *run, struct lb_error *err)
{
    char name[32];
    snprintf(name, sizeof name, "drop-%02dms.png", s->pictures++);
    s->next_picture = (uint64_t)round(1e-3 * s->pictures / s->second);
    const struct lb_picture picture = {LB_PICTURE_FILL, 1, 0.0, 1.0, NULL};
    return lb_run_write_picture(run, name, &picture, err);
}

static enum lb_status observe(void *state, struct lb_run *run, struct lb_error *err)
{
    struct raindrop *s = state;
    enum lb_status st = LB_STATUS_OK;
    const uint64_t step = lb_run_step(run);
    if (is_due(&s->next_profile, s->profile_every, step)) LB_TRY(measure(s, run, err));
    if (is_due(&s->next_file, s->file_every, step)) LB_TRY(write_particles(s, run, err));
    if (step >= s->next_picture) LB_TRY(draw(s, run, err));
cleanup:
    return st;
}

/* --- results --------------------------------------------------------------------------------- */

static void report_numbers(const struct raindrop *s, struct lb_run *run)
{
    const double d = s->si.diameter, u = s->si.speed, nu = s->si.viscosity, g = s->si.gravity;
    const double inertia = s->si.density / s->si.tension;
    lb_run_result(run, "reynolds", d * u / nu, "1");
    lb_run_result(run, "weber", d * u * u * inertia, "1");
    lb_run_result(run, "froude", u / sqrt(d * g), "1");
    lb_run_result(run, "capillary", u * nu * inertia, "1");
    lb_run_result(run, "bond", d * d * g * inertia, "1");
    lb_run_result(run, "cell_si", s->metre, "m");
    lb_run_result(run, "step_si", s->second, "s");
    lb_run_result(run, "diameter", s->diameter, "cells");
    lb_run_result(run, "level", s->level, "cells");
    lb_run_result(run, "u", s->speed, "cells/step");
    lb_run_result(run, "tau", lb_case_relaxation_time(lb_run_case(run)), "steps");
    lb_run_result(run, "viscosity", s->viscosity, "cells^2/step");
    lb_run_result(run, "tension", s->tension, "rho0 cells^3/step^2");
    lb_run_result(run, "gravity", s->gravity, "cells/step^2");
}

static void report_largest(const struct raindrop *s, struct lb_run *run)
{
    const struct lb_raindrop_profile *p = &s->largest;
    const struct {
        const char *name, *name_si;
        double value;
    } lengths[] = {{"cavity_depth", "cavity_depth_si", p->cavity_depth},
                   {"cavity_diameter", "cavity_diameter_si", p->cavity_diameter},
                   {"crown_height", "crown_height_si", p->crown_height},
                   {"crown_diameter", "crown_diameter_si", p->crown_diameter}};
    for (size_t n = 0; n < sizeof lengths / sizeof *lengths; n++) {
        lb_run_result(run, lengths[n].name, lengths[n].value, "cells");
        lb_run_result(run, lengths[n].name_si, s->metre * lengths[n].value, "m");
    }
}

static enum lb_status write_files(const struct raindrop *s, struct lb_run *run,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const double *rows = s->history.numbers;
    const size_t count = s->history.rows;
    LB_TRY(lb_run_write_csv(run, "cavity.csv",
                            "step,time_si,crown_height_si,crown_diameter_si,cavity_depth_si,"
                            "cavity_diameter_si,cavity_volume_si,penetration_si,mass_error",
                            rows, count, COLUMNS, err));
    const struct lb_chart_series series[] = {
        {"crown height", rows + COLUMN_TIME, rows + COLUMN_CROWN_HEIGHT, count, COLUMNS, false,
         false},
        {"crown diameter", rows + COLUMN_TIME, rows + COLUMN_CROWN_DIAMETER, count, COLUMNS, false,
         false},
        {"cavity depth", rows + COLUMN_TIME, rows + COLUMN_CAVITY_DEPTH, count, COLUMNS, false,
         false},
    };
    const struct lb_chart chart = {.title = "Crown and cavity of a raindrop",
                                   .x_label = "time [s]",
                                   .y_label = "[m]",
                                   .series = series,
                                   .series_count = 3};
    LB_TRY(lb_run_write_chart(run, "cavity.png", &chart, err));
cleanup:
    return st;
}

static enum lb_status finish(void *state, struct lb_run *run, struct lb_error *err)
{
    struct raindrop *s = state;
    enum lb_status st = LB_STATUS_OK;
    const struct lb_table *h = &s->history;
    if (h->rows == 0 || h->numbers[(h->rows - 1) * COLUMNS] != (double)lb_run_step(run))
        LB_TRY(measure(s, run, err));
    report_numbers(s, run);
    report_largest(s, run);
    lb_surface_books_close(&s->books, run);
    LB_TRY(write_files(s, run, err));
cleanup:
    return st;
}

static void destroy(void *state)
{
    struct raindrop *s = state;
    lb_table_clear(&s->history);
    free(s->position);
    free(s->force);
}

static const struct lb_parameter parameters[] = {
    {"diameter_si", LB_PARAMETER_NUMBER, "m", "4e-3", NULL, 1e-6, 1, "of the drop"},
    {"speed_si", LB_PARAMETER_NUMBER, "m/s", "8.8", NULL, 1e-3, 1e3,
     "of the drop; 8.8 is what a drop of 4 mm falls with"},
    {"angle_deg", LB_PARAMETER_NUMBER, "degrees", "0", NULL, 0, 80,
     "between the drop's way and the vertical, towards +x"},
    {"size", LB_PARAMETER_SIZE, "cells", "464,464,394", NULL, 16, 65536,
     "box; z is the height, and the drop a fifth as wide as x"},
    {"scale", LB_PARAMETER_NUMBER, "1", "1", "0.12", 0.01, 16,
     "multiplies the cells along each side: the same drop, seen more coarsely or more finely"},
    {"diameter", LB_PARAMETER_NUMBER, "cells", "0", NULL, 0, 16384,
     "of the drop; 0: a fifth of the box's width"},
    {"depth", LB_PARAMETER_NUMBER, "diameters", "2", NULL, 0.05, 100, "of the pool"},
    {"u", LB_PARAMETER_NUMBER, "cells/step", "0.1", NULL, 1e-4, 0.2, "the drop's speed"},
    {"time_si", LB_PARAMETER_NUMBER, "s", "10e-3", "3e-3", 1e-9, 1e3, "to simulate"},
    {"density_si", LB_PARAMETER_NUMBER, "kg/m^3", "1024.8103", NULL, 1, 1e5,
     "of the water; sea water of 20 degrees and 35 g/l"},
    {"viscosity_si", LB_PARAMETER_NUMBER, "m^2/s", "1.0508e-6", NULL, 1e-9, 1, "kinematic"},
    {"tension_si", LB_PARAMETER_NUMBER, "N/m", "73.81e-3", NULL, 0, 10, "of the surface"},
    {"gravity_si", LB_PARAMETER_NUMBER, "m/s^2", "9.81", NULL, 0, 1e3, "downwards"},
    {"particles", LB_PARAMETER_COUNT, "1", "16000", "500", 0, 1e8,
     "in the pool, at places that follow from seed; 16000: 5000 in a cubic centimetre"},
    {"particle-diameter_si", LB_PARAMETER_NUMBER, "m", "100e-6", NULL, 0, 1e-2,
     "for their weight; 0: they only go with the flow"},
    {"particle-density_si", LB_PARAMETER_NUMBER, "kg/m^3", "950", NULL, 0, 1e5,
     "of what they are made of; polyethylene"},
    {"walls", LB_PARAMETER_FLAG, "1", "0", NULL, 0, 1,
     "1: walls around the pool; 0: periodic sides"},
    {0},
};

static const struct lb_key_result key_results[] = {
    {"cavity_depth", LB_KEY_VALUE, NULL},
    {"crown_height", LB_KEY_SHOWN, NULL},
    {"crown_diameter", LB_KEY_SHOWN, NULL},
    {"mass_error", LB_KEY_SHOWN, NULL},
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
    .prepare = prepare,
    .observe = observe,
    .finish = finish,
    .destroy = destroy,
};

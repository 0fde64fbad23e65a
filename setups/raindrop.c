/* raindrop.c - a raindrop falls into a deep pool: cavity, crown, droplets, and the particles that
 * they carry.
 * Source: Lehmann et al., Phys. Rev. E 106, 015308 (2022), section 4.6; Lehmann et al., Microplastics
 * and Nanoplastics 1, 18 (2021).  docs/setups/raindrop.md
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "base/table.h"
#include "physics/crown.h"
#include "physics/droplet.h"
#include "physics/fill.h"
#include "run/setup.h"
#include "surface_books.h"

enum {
    COLUMN_STEP,
    COLUMN_TIME, /* [s] */
    COLUMN_CROWN_HEIGHT,
    COLUMN_CROWN_DIAMETER,
    COLUMN_CAVITY_DEPTH,
    COLUMN_AXIS_DEPTH,
    COLUMN_CAVITY_DIAMETER,
    COLUMN_CAVITY_VOLUME, /* [m^3]; lengths in [m] */
    COLUMN_DROPLETS,      /* so far */
    COLUMN_MASS_ERROR,
    COLUMNS
};
/* Of a droplet that left; first in lattice units, then in SI. */
enum {
    DROPLET_STEP,
    DROPLET_CELLS,
    DROPLET_DIAMETER,
    DROPLET_VOLUME,
    DROPLET_MASS,
    DROPLET_VELOCITY,
    DROPLET_PLACE = DROPLET_VELOCITY + 3,
    DROPLET_PARTICLES = DROPLET_PLACE + 3,
    DROPLET_TIME_SI,
    DROPLET_DIAMETER_SI,
    DROPLET_VOLUME_SI,
    DROPLET_MASS_SI,
    DROPLET_VELOCITY_SI,
    DROPLET_PLACE_SI = DROPLET_VELOCITY_SI + 3,
    DROPLET_COLUMNS = DROPLET_PLACE_SI + 3
};
static const char *const droplet_columns =
    "step,cells,diameter,volume,mass,ux,uy,uz,x,y,z,particles,time_si,diameter_si,volume_si,"
    "mass_si,ux_si,uy_si,uz_si,x_si,y_si,z_si";
enum { STREAM_OF_POSITIONS = 0, WIDTH_IN_DIAMETERS = 5, LOOKS_PER_MS = 4, UP = 2 };
static const double gap = 2.5;      /* between drop and pool at the start [cells] */
static const double resolved = 3.0; /* droplets of fewer cells' diameter are not [cells] */
static const double pi = 3.14159265358979323846;

/* The water under the drop's lowest point is pushed down with half the drop's speed: seen from
 * there, two equal jets meet head on (Birkhoff, MacDougall, Pugh, Taylor, J. Appl. Phys. 19, 563,
 * 1948).  A sphere is no endless jet: until it has sunk by half its diameter, that is a fair
 * picture. */
static const double landing_time = 0.5; /* after contact [diameter/speed] */
static const double landing_speed = 0.5, landing_tolerance = 0.1;

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
    double *position, *force; /* of the particles, and of one more where the drop lands: the mark */
    struct lb_markers markers;
    uint32_t particles;
    uint64_t profile_every, next_profile, next_picture, next_file, file_every;
    int pictures;
    struct lb_surface_books books;
    struct lb_table history, gone;
    struct lb_droplets droplets; /* those of this observation */
    double *standing;            /* water in each column */
    double landing[2][2];        /* {step, depth of the mark} at contact and some time later */
    int landings;
    uint64_t alone; /* particles that reached the top without a droplet */
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
    s->gone.columns = DROPLET_COLUMNS;
    s->standing = malloc((size_t)s->size[0] * s->size[1] * sizeof *s->standing);
    LB_REQUIRE(s->standing != NULL, LB_STATUS_FAILED, "no memory for the pool's columns");
    plan_looks(s, v, plan);
cleanup:
    return st;
}

/* --- observation ----------------------------------------------------------------------------- */

/* Whether `next` has been reached; moves it on. */
static bool is_due(uint64_t *next, uint64_t every, uint64_t step)
{
    if (step < *next) return false;
    while (*next <= step)
        *next += every;
    return true;
}

static enum lb_status read_particles(struct raindrop *s, struct lb_run *run, struct lb_error *err)
{
    return lb_solver_read_markers(lb_run_solver(run), s->position, NULL, err);
}

/* Depth, width and volume from the columns; `row` gets them in SI. */
static void measure_cavity(const struct raindrop *s, const double axis[2], double *row)
{
    struct lb_cavity c;
    const size_t columns = (size_t)s->size[0] * s->size[1];
    double dry = 0.0, volume = 0.0;
    lb_cavity_measure(s->standing, s->size, s->level, axis, &c);
    for (size_t n = 0; n < columns; n++) {
        const double depth = s->level - s->standing[n];
        if (!(depth > 0.0)) continue; /* NaN: a wall */
        volume += depth;
        if (depth > 1.0) dry += 1.0;
    }
    row[COLUMN_CAVITY_DEPTH] = s->metre * fmax(0.0, c.deepest);
    row[COLUMN_AXIS_DEPTH] = s->metre * c.depth;
    row[COLUMN_CAVITY_DIAMETER] = s->metre * sqrt(4.0 / pi * dry);
    row[COLUMN_CAVITY_VOLUME] = pow(s->metre, 3.0) * volume;
}

static enum lb_status measure(struct raindrop *s, struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_crown crown;
    struct lb_solver *solver = lb_run_solver(run);
    const double step = (double)lb_run_step(run);
    const double pass = (s->level - s->drop.centre[2]) / s->velocity[2];
    const struct lb_crown_place place = {
        .level = s->level,
        .axis = {s->drop.centre[0] + s->velocity[0] * fmin(step, pass), s->drop.centre[1]},
        .inner = s->drop.radius + 1.0,
        .cut = 0.5 * s->drop.radius};
    double row[COLUMNS] = {[COLUMN_STEP] = step, [COLUMN_TIME] = s->second * step};
    LB_TRY(lb_surface_books_look(&s->books, run, NULL, err));
    LB_TRY(lb_solver_measure_crown(solver, UP, &place, &crown, err));
    LB_TRY(lb_solver_read_columns(solver, UP, s->standing, NULL, err));
    row[COLUMN_CROWN_HEIGHT] = s->metre * crown.height;
    row[COLUMN_CROWN_DIAMETER] = s->metre * crown.diameter;
    measure_cavity(s, place.axis, row);
    row[COLUMN_DROPLETS] = (double)s->gone.rows;
    row[COLUMN_MASS_ERROR] = s->books.error;
    LB_TRY(lb_table_add(&s->history, row, err));
    lb_run_progress(run, "%.2f ms, cavity %.2f mm, crown %.2f mm, %zu droplets",
                    1e3 * row[COLUMN_TIME], 1e3 * row[COLUMN_CAVITY_DEPTH],
                    1e3 * row[COLUMN_CROWN_HEIGHT], s->gone.rows);
cleanup:
    return st;
}

/* Where the mark is at contact, and half a diameter of the drop's way later. */
static enum lb_status follow_mark(struct raindrop *s, struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const double step = (double)lb_run_step(run), contact = gap / -s->velocity[2];
    const double due = s->landings == 0 ? contact : contact + landing_time * s->diameter / s->speed;
    if (s->landings == 2 || step < due) return LB_STATUS_OK;
    LB_TRY(read_particles(s, run, err));
    s->landing[s->landings][0] = step;
    s->landing[s->landings++][1] = s->level - s->position[3 * (size_t)s->particles + 2];
cleanup:
    return st;
}

/* --- droplets -------------------------------------------------------------------------------- */

static uint32_t cell_along(double x, uint32_t size)
{
    const double wrapped = x - size * floor(x / size);
    return wrapped < size ? (uint32_t)wrapped : 0;
}

/* The droplet that a particle goes with: that of its cell or of one beside it; -1: none. */
static ptrdiff_t droplet_of(const struct raindrop *s, const double *x)
{
    uint32_t at[3];
    for (int a = 0; a < 3; a++)
        at[a] = cell_along(x[a], s->size[a]);
    ptrdiff_t found = lb_droplets_at(&s->droplets, at[0], at[1], at[2]);
    for (uint32_t n = 0; n < 27 && found < 0; n++)
        found = lb_droplets_at(&s->droplets, (at[0] + s->size[0] + n % 3 - 1) % s->size[0],
                               (at[1] + s->size[1] + n / 3 % 3 - 1) % s->size[1],
                               (at[2] + s->size[2] + n / 9 - 1) % s->size[2]);
    return found;
}

static enum lb_status add_droplet(struct raindrop *s, uint64_t step, const struct lb_droplet *d,
                                  double particles, struct lb_error *err)
{
    const double cube = s->metre * s->metre * s->metre;
    double row[DROPLET_COLUMNS] = {
        [DROPLET_STEP] = (double)step,
        [DROPLET_CELLS] = (double)d->cells,
        [DROPLET_DIAMETER] = d->diameter,
        [DROPLET_VOLUME] = d->volume,
        [DROPLET_MASS] = d->mass,
        [DROPLET_PARTICLES] = particles,
        [DROPLET_TIME_SI] = s->second * (double)step,
        [DROPLET_DIAMETER_SI] = s->metre * d->diameter,
        [DROPLET_VOLUME_SI] = cube * d->volume,
        [DROPLET_MASS_SI] = s->si.density * cube * d->mass,
    };
    for (int a = 0; a < 3; a++) {
        row[DROPLET_VELOCITY + a] = d->velocity[a];
        row[DROPLET_PLACE + a] = d->centroid[a];
        row[DROPLET_VELOCITY_SI + a] = s->metre / s->second * d->velocity[a];
        row[DROPLET_PLACE_SI + a] = s->metre * d->centroid[a];
    }
    return lb_table_add(&s->gone, row, err);
}

/* Droplets at the top go, and the particles in them. */
static enum lb_status take_droplets(struct raindrop *s, struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    uint32_t *riders = NULL;
    double *aboard = NULL;
    size_t count = 0;
    LB_TRY(lb_run_take_droplets(run, UP, &s->droplets, err));
    if (s->droplets.count == 0) return LB_STATUS_OK;
    riders = calloc((size_t)s->particles + 1, sizeof *riders);
    aboard = calloc(s->droplets.count, sizeof *aboard);
    LB_REQUIRE(riders != NULL && aboard != NULL, LB_STATUS_FAILED, "no memory for droplets");
    LB_TRY(read_particles(s, run, err));
    for (uint32_t n = 0; n < s->particles; n++) {
        const double *x = s->position + 3 * (size_t)n;
        const ptrdiff_t droplet = isnan(x[0]) ? -1 : droplet_of(s, x);
        if (droplet < 0) continue;
        aboard[droplet] += 1.0;
        riders[count++] = n;
    }
    LB_TRY(lb_solver_retire_markers(lb_run_solver(run), riders, count, err));
    for (size_t n = 0; n < s->droplets.count; n++)
        LB_TRY(add_droplet(s, lb_run_step(run), &s->droplets.list[n], aboard[n], err));
cleanup:
    free(riders);
    free(aboard);
    return st;
}

/* Particles that flew to the top by themselves; s->position is fresh. */
static enum lb_status take_lone_particles(struct raindrop *s, struct lb_run *run,
                                          struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    for (uint32_t n = 0; n < s->particles; n++) {
        if (!(s->position[3 * (size_t)n + 2] > s->size[2] - 2.0)) continue;
        LB_TRY(lb_solver_retire_markers(lb_run_solver(run), &n, 1, err));
        s->position[3 * (size_t)n] = (double)NAN;
        s->alone++;
    }
cleanup:
    return st;
}

/* --- files while it runs --------------------------------------------------------------------- */

static enum lb_status write_particles(struct raindrop *s, struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    double *left = malloc(3 * ((size_t)s->particles + 1) * sizeof *left);
    double *number = malloc(((size_t)s->particles + 1) * sizeof *number);
    uint32_t count = 0;
    LB_REQUIRE(left != NULL && number != NULL, LB_STATUS_FAILED, "no memory for the particles");
    for (uint32_t n = 0; n < s->particles; n++) {
        const double *x = s->position + 3 * (size_t)n;
        if (isnan(x[0])) continue;
        memcpy(left + 3 * (size_t)count, x, 3 * sizeof *x);
        number[count++] = n;
    }
    const struct lb_point_array array = {"number", 1, number};
    const struct lb_points_view view = {.point_count = count,
                                        .position = left,
                                        .arrays = &array,
                                        .array_count = 1,
                                        .step = lb_run_step(run)};
    LB_TRY(lb_run_write_points(run, "particles", &view, err));
cleanup:
    free(left);
    free(number);
    return st;
}

static enum lb_status write_surface(struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_mesh mesh = {0};
    LB_TRY(lb_run_surface(run, false, &mesh, err));
    const struct lb_points_view view = {.point_count = mesh.node_count,
                                        .triangle_count = mesh.triangle_count,
                                        .position = mesh.position,
                                        .corner = mesh.corner,
                                        .step = lb_run_step(run)};
    LB_TRY(lb_run_write_points(run, "surface", &view, err));
cleanup:
    lb_mesh_free(&mesh);
    return st;
}

static enum lb_status write_scene(struct raindrop *s, struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    LB_TRY(read_particles(s, run, err));
    LB_TRY(take_lone_particles(s, run, err));
    LB_TRY(write_particles(s, run, err));
    LB_TRY(write_surface(run, err));
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
    LB_TRY(follow_mark(s, run, err));
    LB_TRY(take_droplets(s, run, err));
    if (is_due(&s->next_profile, s->profile_every, step)) LB_TRY(measure(s, run, err));
    if (is_due(&s->next_file, s->file_every, step)) LB_TRY(write_scene(s, run, err));
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

static double largest(const struct lb_table *t, size_t column)
{
    double most = 0.0;
    for (size_t n = 0; n < t->rows; n++)
        most = fmax(most, t->numbers[n * t->columns + column]);
    return most;
}

static double sum_of(const struct lb_table *t, size_t column)
{
    double sum = 0.0;
    for (size_t n = 0; n < t->rows; n++)
        sum += t->numbers[n * t->columns + column];
    return sum;
}

static void report_largest(const struct raindrop *s, struct lb_run *run)
{
    const struct {
        const char *name, *name_si;
        size_t column;
    } lengths[] = {{"cavity_depth", "cavity_depth_si", COLUMN_CAVITY_DEPTH},
                   {"cavity_diameter", "cavity_diameter_si", COLUMN_CAVITY_DIAMETER},
                   {"crown_height", "crown_height_si", COLUMN_CROWN_HEIGHT},
                   {"crown_diameter", "crown_diameter_si", COLUMN_CROWN_DIAMETER}};
    for (size_t n = 0; n < sizeof lengths / sizeof *lengths; n++) {
        const double length = largest(&s->history, lengths[n].column);
        lb_run_result(run, lengths[n].name, length / s->metre, "cells");
        lb_run_result(run, lengths[n].name_si, length, "m");
    }
}

static void report_droplets(const struct raindrop *s, struct lb_run *run)
{
    double seen = 0.0;
    for (size_t n = 0; n < s->gone.rows; n++)
        if (s->gone.numbers[n * DROPLET_COLUMNS + DROPLET_DIAMETER] >= resolved) seen += 1.0;
    lb_run_result(run, "droplets", (double)s->gone.rows, "1");
    lb_run_result(run, "droplets_resolved", seen, "1");
    lb_run_result(run, "ejected_volume", sum_of(&s->gone, DROPLET_VOLUME), "cells^3");
    lb_run_result(run, "ejected_volume_si", sum_of(&s->gone, DROPLET_VOLUME_SI), "m^3");
    lb_run_result(run, "particles_ejected", sum_of(&s->gone, DROPLET_PARTICLES), "1");
    lb_run_result(run, "particles_alone", (double)s->alone, "1");
}

static void judge_landing(const struct raindrop *s, struct lb_run *run)
{
    if (s->landings < 2) return;
    const double way = s->landing[1][1] - s->landing[0][1];
    const double speed = way / (s->landing[1][0] - s->landing[0][0]) / -s->velocity[2];
    lb_run_result(run, "landing_speed", speed, "drop's");
    lb_run_verdict(run, "speed of the cavity's floor at first, in the drop's", speed, landing_speed,
                   landing_tolerance, fabs(speed - landing_speed) <= landing_tolerance);
}

static enum lb_status write_files(const struct raindrop *s, struct lb_run *run,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const double *rows = s->history.numbers;
    const size_t count = s->history.rows;
    LB_TRY(lb_run_write_csv(run, "droplets.csv", droplet_columns, s->gone.numbers, s->gone.rows,
                            DROPLET_COLUMNS, err));
    LB_TRY(lb_run_write_csv(run, "cavity.csv",
                            "step,time_si,crown_height_si,crown_diameter_si,cavity_depth_si,"
                            "axis_depth_si,cavity_diameter_si,cavity_volume_si,droplets,mass_error",
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
    if (h->rows == 0 || h->numbers[(h->rows - 1) * COLUMNS] != (double)lb_run_step(run)) {
        LB_TRY(measure(s, run, err));
        LB_TRY(write_scene(s, run, err));
    }
    report_droplets(s, run);
    report_largest(s, run);
    lb_surface_books_close(&s->books, run);
    judge_landing(s, run);
    report_numbers(s, run);
    LB_TRY(write_files(s, run, err));
cleanup:
    return st;
}

static void destroy(void *state)
{
    struct raindrop *s = state;
    lb_table_clear(&s->history);
    lb_table_clear(&s->gone);
    lb_droplets_clear(&s->droplets);
    free(s->position);
    free(s->force);
    free(s->standing);
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
    {"droplets", LB_KEY_SHOWN, NULL},          {"ejected_volume", LB_KEY_SHOWN, NULL},
    {"particles_ejected", LB_KEY_SHOWN, NULL}, {"cavity_depth", LB_KEY_VALUE, NULL},
    {"crown_height", LB_KEY_SHOWN, NULL},      {"crown_diameter", LB_KEY_SHOWN, NULL},
    {"mass_error", LB_KEY_SHOWN, NULL},        {0},
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

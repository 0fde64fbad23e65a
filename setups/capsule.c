/* capsule.c - an elastic capsule in a shear flow between moving walls: it is stretched, then treads
 * like a tank.
 * Source: Lehmann et al., Phys. Rev. E 106, 015308 (2022), section 4.5.  docs/setups/capsule.md
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "base/table.h"
#include "capsule_reference.h"
#include "plot/colour_map.h"
#include "geometry/mesh_file.h"
#include "membrane/deformation.h"
#include "geometry/half_edges.h"
#include "run/setup.h"

enum {
    COLUMN_TIME,
    COLUMN_STEP,
    COLUMN_TAYLOR,
    COLUMN_INCLINATION,
    COLUMN_VOLUME,
    COLUMN_A,
    COLUMN_B,
    COLUMN_C,
    COLUMN_ELONGATION,
    COLUMNS
};
enum { OUTLINES = 5 };                      /* shapes kept at whole times */
static const double end_time = 5.005;       /* in units of 1/rate: the paper's 385000 steps */
static const double most_wall_speed = 0.3;  /* [cells/step] */
static const double observed_every = 0.005; /* the same */
static const double least_observed = 0.025; /* the same, with probe=: the slope is from 0 to 0.05 */
static const double belt = 0.1;             /* nodes this near to the middle plane, in radii */
static const double room = 6.0;             /* beside the capsule, both sides together [cells] */
static const double pi = 3.14159265358979323846;

struct capsule {
    double radius, capillary, rate, viscosity;
    bool is_sphere, has_membrane;
    uint32_t size[3];
    struct lb_mesh mesh; /* without stress, in its place */
    struct lb_mesh now;  /* the same corners, moved nodes */
    double *before;      /* positions at the observation before */
    uint64_t step_now, step_before;
    struct lb_membrane_reference reference;
    struct lb_membrane_material material;
    struct lb_markers markers;
    uint32_t *belt; /* nodes in the middle plane */
    size_t belt_count;
    double *outline[OUTLINES]; /* x, z where sides cross the middle plane, in radii */
    size_t outline_count[OUTLINES];
    struct lb_table samples;
};

/* Half-way walls: half a cell inside of the wall's cells. */
static double height_above_middle(const struct capsule *s, double z)
{
    return z - 0.5 * (double)s->size[2];
}

static void start_shear(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct capsule *s = state;
    (void)x;
    (void)y;
    if (z == 0 || z == s->size[2] - 1) {
        const double wall = z == 0 ? 1.0 : (double)s->size[2] - 1.0;
        out->flags = LB_CELL_SOLID | LB_CELL_MOVING;
        out->u[0] = s->rate * height_above_middle(s, wall);
        return;
    }
    out->u[0] = s->rate * height_above_middle(s, (double)z + 0.5);
}

/* --- the membrane ---------------------------------------------------------------------------- */

static enum lb_status choose_size(struct capsule *s, const struct lb_values *v,
                                  struct lb_error *err)
{
    uint32_t size[3] = {0};
    if (lb_values_size(v, "size", size) != 3)
        return lb_fail(err, LB_STATUS_USAGE, "size=%s is not a box; capsule takes size=NX,NY,NZ",
                       lb_values_text(v, "size"));
    for (int a = 0; a < 3; a++)
        if ((double)size[a] < 2.0 * s->radius + room)
            return lb_fail(err, LB_STATUS_USAGE,
                           "size=%s is too small for radius=%g; at least %g cells each way are "
                           "needed",
                           lb_values_text(v, "size"), s->radius, ceil(2.0 * s->radius + room));
    memcpy(s->size, size, sizeof size);
    return LB_STATUS_OK;
}

static enum lb_status copy_mesh(const struct lb_mesh *from, struct lb_mesh *to,
                                struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    LB_TRY(lb_mesh_create(from->node_count, from->triangle_count, to, err));
    memcpy(to->position, from->position, 3 * (size_t)from->node_count * sizeof *to->position);
    memcpy(to->corner, from->corner, 3 * (size_t)from->triangle_count * sizeof *to->corner);
cleanup:
    return st;
}

/* Inside of the walls, which are the first and the last cell of z, and beside its own periodic
 * images as far as a sphere must be. */
static enum lb_status check_room(const struct capsule *s, const char *size_text,
                                 struct lb_error *err)
{
    const double inner[3] = {0.0, 0.0, 1.0};
    const double outer[3] = {s->size[0], s->size[1], (double)s->size[2] - 1.0};
    double low[3], high[3];
    const enum lb_status st = lb_mesh_check_box(&s->mesh, inner, outer, err);
    if (st != LB_STATUS_OK) {
        lb_error_note(
            err,
            "(walls take the first and the last cell of z; a larger size than %s or a smaller "
            "radius than %g would do)",
            size_text, s->radius);
        return st;
    }
    lb_mesh_bounds(&s->mesh, low, high);
    for (int a = 0; a < 3; a++)
        if ((double)s->size[a] < high[a] - low[a] + room)
            return lb_fail(err, LB_STATUS_USAGE,
                           "size=%s is too small for the mesh, which at radius=%g takes %.3g cells "
                           "along %c; at least %g are needed",
                           size_text, s->radius, high[a] - low[a], "xyz"[a],
                           ceil(high[a] - low[a] + room));
    return LB_STATUS_OK;
}

static enum lb_status find_belt(struct capsule *s, struct lb_error *err)
{
    s->belt = calloc(s->mesh.node_count, sizeof *s->belt);
    if (s->belt == NULL) return lb_fail(err, LB_STATUS_FAILED, "no memory for the membrane");
    for (uint32_t n = 0; n < s->mesh.node_count; n++)
        if (fabs(s->mesh.position[3 * n + 1] - 0.5 * (double)s->size[1]) < belt * s->radius)
            s->belt[s->belt_count++] = n;
    return LB_STATUS_OK;
}

/* Scaled to the volume of the sphere with the capsule's radius, and moved to the middle. */
static enum lb_status read_mesh(struct capsule *s, const struct lb_values *v,
                                const double centre[3], struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const char *path = lb_values_text(v, "mesh");
    double centroid[3];
    LB_TRY(lb_mesh_read(path, &s->mesh, err));
    LB_TRY(lb_mesh_check(&s->mesh, err)); /* as it is, so that the message fits the file */
    const double scale = s->radius / cbrt(0.75 / pi * lb_mesh_volume(&s->mesh));
    lb_mesh_centroid(&s->mesh, centroid);
    for (uint32_t n = 0; n < s->mesh.node_count; n++)
        for (uint32_t a = 0; a < 3; a++) {
            double *x = s->mesh.position + 3 * (size_t)n + a;
            *x = centre[a] + scale * (*x - centroid[a]);
        }
    s->is_sphere = false;
    LB_TRY(check_room(s, lb_values_text(v, "size"), err));
cleanup:
    if (st != LB_STATUS_OK) lb_error_note(err, "(mesh=%s)", path);
    return st;
}

static enum lb_status make_membrane(struct capsule *s, const struct lb_values *v,
                                    struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const double centre[3] = {0.5 * s->size[0], 0.5 * s->size[1], 0.5 * s->size[2]};
    s->is_sphere = true;
    if (lb_values_text(v, "mesh")[0] != '\0')
        LB_TRY(read_mesh(s, v, centre, err));
    else
        LB_TRY(lb_mesh_icosphere((unsigned)lb_values_count(v, "subdivisions"), s->radius, centre,
                                 &s->mesh, err));
    LB_TRY(copy_mesh(&s->mesh, &s->now, err));
    s->before = calloc(3 * (size_t)s->mesh.node_count, sizeof *s->before);
    LB_REQUIRE(s->before != NULL, LB_STATUS_FAILED, "no memory for the membrane");
    LB_TRY(find_belt(s, err));
    LB_TRY(lb_membrane_reference_create(&s->mesh, &s->reference, err));
cleanup:
    return st;
}

static enum lb_status choose_law(struct capsule *s, const struct lb_values *v, struct lb_error *err)
{
    const char *names[8] = {NULL};
    char known[128], hint[128];
    const char *word = lb_values_text(v, "law");
    s->material.law = lb_membrane_law_find(word);
    if (s->material.law != NULL) return LB_STATUS_OK;
    for (size_t n = 0; n < 7 && lb_membrane_laws[n] != NULL; n++)
        names[n] = lb_membrane_laws[n]->name;
    return lb_fail(err, LB_STATUS_USAGE, "law=%s is no law of a membrane%s; known: %s", word,
                   lb_suggest_hint(word, names, hint, sizeof hint),
                   lb_names_join(names, known, sizeof known));
}

/* Stiff beside the membrane; but explicit steps do not carry a stiffness of many times the fluid's
 * own, rho c^2 = 1/3. */
static double volume_modulus(const struct capsule *s, const struct lb_values *v, double young)
{
    const double least = young / s->radius, chosen = lb_values_number(v, "volume-stiffness");
    if (lb_values_text(v, "volume-stiffness")[0] != '\0') return chosen * least;
    return fmin(300.0 * least, 1.0);
}

/* The capillary number is that of k1 = 3 G_s, which for the neo-Hookean law is the surface Young
 * modulus. */
static void choose_material(struct capsule *s, const struct lb_values *v)
{
    const double young = s->viscosity * s->rate * s->radius / s->capillary;
    s->material = (struct lb_membrane_material){
        .law = s->material.law,
        .shear_modulus = young / 3.0,
        .area_resistance = lb_values_number(v, "area-resistance"),
        .area_modulus = lb_values_number(v, "area-stiffness") * young,
        .volume_modulus = volume_modulus(s, v, young),
        .bending_modulus = lb_values_number(v, "bending") * young * s->radius * s->radius,
        .natural_curvature = lb_values_number(v, "natural-curvature")};
    s->markers = (struct lb_markers){.count = s->mesh.node_count,
                                     .position = s->mesh.position,
                                     .delta = lb_deltas[lb_values_count(v, "points") - 2],
                                     .mesh = &s->mesh,
                                     .reference = &s->reference,
                                     .material = &s->material};
}

/* Steps are explicit: what was asked to be stiff is the first suspect. */
static void suspect(const struct capsule *s, const struct lb_values *v, struct lb_plan *plan)
{
    static const char *const stiff[] = {"volume-stiffness", "area-stiffness", "bending",
                                        "area-resistance"};
    const size_t count = s->material.law->has_area_resistance ? 4 : 3;
    size_t used = (size_t)snprintf(plan->cure, sizeof plan->cure, "a lower ");
    for (size_t n = 0; n < count; n++)
        if (lb_values_is_set(v, stiff[n]) && lb_values_number(v, stiff[n]) > 0.0)
            used += (size_t)snprintf(plan->cure + used, sizeof plan->cure - used, "%s, ", stiff[n]);
    snprintf(plan->cure + used, sizeof plan->cure - used, "shear-rate or a larger capillary");
}

static enum lb_status check_walls(const struct capsule *s, struct lb_error *err)
{
    const double half = 0.5 * (double)(s->size[2] - 2), fastest = s->rate * half;
    if (fastest <= most_wall_speed) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_USAGE,
                   "shear-rate=%g moves the walls of a box %u cells high by %.4g cells a step, and "
                   "sound makes 0.577; at most %.1f: a shear-rate of %.3g here",
                   s->rate, s->size[2], fastest, most_wall_speed,
                   0.995 * most_wall_speed / half); /* rounded, it is below still */
}

LB_PRINTF_LIKE(2, 3) static void add_warning(struct lb_plan *plan, const char *format, ...)
{
    const size_t used = strlen(plan->warning), size = sizeof plan->warning;
    va_list arguments;
    if (used + 3 > size) return;
    if (used > 0) strcat(plan->warning, "; ");
    const size_t from = strlen(plan->warning);
    va_start(arguments, format);
    vsnprintf(plan->warning + from, size - from, format, arguments);
    va_end(arguments);
}

static enum lb_status warn(const struct capsule *s, const struct lb_values *v, struct lb_plan *plan,
                           struct lb_error *err)
{
    uint32_t pieces = 1;
    const double longest = lb_mesh_longest_side(&s->mesh);
    const double most = 1.0 + 0.25 * s->markers.delta->points; /* wider kernels close wider gaps */
    const enum lb_status st = lb_mesh_count_pieces(&s->mesh, &pieces, err);
    if (st != LB_STATUS_OK) return st;
    if (pieces > 1)
        add_warning(plan,
                    "the mesh has %u separate bodies; volume, deformation and inclination are "
                    "those of all together",
                    pieces);
    if (longest > most)
        add_warning(plan,
                    "the longest side of the mesh has %.3g cells; beyond %.3g the fluid leaks "
                    "through a membrane that acts over points=%d cells: a finer mesh or a smaller "
                    "radius would do",
                    longest, most, s->markers.delta->points);
    if (!s->is_sphere && lb_values_is_set(v, "subdivisions"))
        add_warning(plan, "subdivisions= is not used: the mesh is that of the file");
    if (lb_values_is_set(v, "area-resistance") && !s->material.law->has_area_resistance)
        add_warning(plan, "area-resistance= is not used: it is of law=skalak");
    if (lb_values_is_set(v, "natural-curvature") && !(s->material.bending_modulus > 0.0))
        add_warning(plan, "natural-curvature= is not used: there is no bending=");
    return LB_STATUS_OK;
}

static enum lb_status prepare(void *state, const struct lb_values *v, struct lb_case *c,
                              struct lb_plan *plan, struct lb_error *err)
{
    struct capsule *s = state;
    enum lb_status st = LB_STATUS_OK;
    s->radius = lb_values_number(v, "radius");
    s->capillary = lb_values_number(v, "capillary");
    s->rate = lb_values_number(v, "shear-rate");
    s->viscosity = lb_values_number(v, "viscosity");
    s->samples.columns = COLUMNS;
    LB_TRY(choose_size(s, v, err));
    LB_TRY(check_walls(s, err));
    LB_TRY(make_membrane(s, v, err));
    LB_TRY(choose_law(s, v, err));
    choose_material(s, v);
    LB_TRY(warn(s, v, plan, err));
    suspect(s, v, plan);

    memcpy(c->size, s->size, sizeof s->size);
    c->viscosity = s->viscosity;
    c->cell_kinds = LB_CELL_SOLID | LB_CELL_MOVING;
    c->start = start_shear;
    c->start_state = s;
    s->has_membrane = lb_values_flag(v, "membrane");
    if (s->has_membrane) c->markers = &s->markers;

    plan->steps = (uint64_t)ceil(end_time / s->rate * (1.0 - 1e-12));
    LB_TRY(lb_setup_probe(v, observed_every / s->rate, least_observed / s->rate,
                          &plan->observe_every, err));
    plan->surfaces_every = (uint64_t)fmax(1.0, round(1.0 / s->rate));
    const double fastest = 0.25 * s->rate * (double)s->size[2];
    plan->picture = (struct lb_picture){LB_PICTURE_VELOCITY_X, 1, -fastest, fastest, NULL};
    plan->has_field = true;
cleanup:
    return st;
}

/* --- observation ----------------------------------------------------------------------------- */

static double time_of(const struct capsule *s, uint64_t step)
{
    return s->rate * (double)step;
}

/* Longest over shortest distance of a node from the centre: another measure of D. */
static double elongation(const struct lb_mesh *mesh, const double centre[3])
{
    double least = (double)INFINITY, most = 0.0;
    for (uint32_t n = 0; n < mesh->node_count; n++) {
        double r2 = 0.0;
        for (uint32_t a = 0; a < 3; a++) {
            const double r = mesh->position[3 * n + a] - centre[a];
            r2 += r * r;
        }
        least = fmin(least, r2);
        most = fmax(most, r2);
    }
    return (sqrt(most) - sqrt(least)) / (sqrt(most) + sqrt(least));
}

/* Positive and negative by turns on the eight parts of the unstressed surface that three planes
 * through its middle make: in two colours they show how the membrane runs around. */
static void paint(const struct capsule *s, double *values)
{
    for (size_t n = 0; n < s->mesh.node_count; n++) {
        values[n] = 1.0;
        for (size_t a = 0; a < 3; a++)
            values[n] *= (s->mesh.position[3 * n + a] - 0.5 * s->size[a]) / s->radius;
    }
}

static enum lb_status draw_capsule(const struct capsule *s, struct lb_run *run, const char *name,
                                   const double centre[3], const char *title, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    uint32_t map[LB_COLOUR_MAP_SIZE];
    double *values = malloc(s->mesh.node_count * sizeof *values);
    LB_REQUIRE(values != NULL, LB_STATUS_FAILED, "no memory for a picture of the capsule");
    paint(s, values);
    for (int i = 0; i < LB_COLOUR_MAP_SIZE; i++)
        map[i] = 2 * i < LB_COLOUR_MAP_SIZE ? 0xC9573C : 0xEAD8C0;
    const struct lb_scene_mesh mesh = {.mesh = &s->now,
                                       .node_values = values,
                                       .map = map,
                                       .low = -1.0,
                                       .high = 1.0,
                                       .gloss = 0.25};
    const struct lb_scene scene = {.width = 1000,
                                   .height = 750,
                                   .camera = {.target = {centre[0], centre[1], centre[2]},
                                              .up = 2,
                                              .azimuth_deg = -75.0,
                                              .elevation_deg = 20.0,
                                              .height = 3.4 * s->radius,
                                              .angle_deg = 20.0},
                                   .meshes = &mesh,
                                   .mesh_count = 1,
                                   .title = title};
    LB_TRY(lb_run_write_scene(run, name, &scene, err));
cleanup:
    free(values);
    return st;
}

/* Where the sides of the membrane cross the plane through its middle: x, z from there, in radii, if
 * `points` is given, and how many.  Of a side's two triangles, one has it going up. */
static size_t cut_middle(const struct capsule *s, const double centre[3], double *points)
{
    size_t count = 0;
    for (uint32_t h = 0; h < 3 * s->now.triangle_count; h++) {
        const double *a = s->now.position + 3 * (size_t)s->now.corner[h];
        const double *b = s->now.position + 3 * (size_t)s->now.corner[lb_mesh_next(h)];
        if (!(a[1] < centre[1] && b[1] >= centre[1])) continue;
        if (points != NULL) {
            const double part = (centre[1] - a[1]) / (b[1] - a[1]);
            points[2 * count] = (a[0] + part * (b[0] - a[0]) - centre[0]) / s->radius;
            points[2 * count + 1] = (a[2] + part * (b[2] - a[2]) - centre[2]) / s->radius;
        }
        count++;
    }
    return count;
}

/* Outline and pictures at times 1, 2, ..., from the first observation at or behind each. */
static enum lb_status keep_outline(struct capsule *s, struct lb_run *run, const double centre[3],
                                   struct lb_error *err)
{
    const double time = time_of(s, s->step_now);
    const int which = (int)floor(time + 1e-9) - 1;
    if (which < 0 || which >= OUTLINES || s->outline[which] != NULL) return LB_STATUS_OK;
    s->outline_count[which] = cut_middle(s, centre, NULL);
    s->outline[which] = calloc(2 * s->outline_count[which] + 1, sizeof *s->outline[which]);
    if (s->outline[which] == NULL)
        return lb_fail(err, LB_STATUS_FAILED, "no memory for an outline");
    cut_middle(s, centre, s->outline[which]);
    char name[32], title[32];
    snprintf(name, sizeof name, "capsule-t%d.png", which + 1);
    snprintf(title, sizeof title, "shear rate x time = %d", which + 1);
    enum lb_status st = draw_capsule(s, run, name, centre, title, err);
    if (st != LB_STATUS_OK) return st;
    const double fastest = 0.25 * s->rate * (double)s->size[2];
    const struct lb_picture picture = {LB_PICTURE_VELOCITY_X, 1, -fastest, fastest, NULL};
    snprintf(name, sizeof name, "flow-t%d.png", which + 1);
    return lb_run_write_picture(run, name, &picture, err);
}

static enum lb_status write_membrane(void *state, struct lb_run *run, struct lb_error *err)
{
    struct capsule *s = state;
    enum lb_status st = LB_STATUS_OK;
    const size_t numbers = 3 * (size_t)s->mesh.node_count;
    double *position = NULL, *force = NULL;
    if (!s->has_membrane) return LB_STATUS_OK;
    position = malloc(numbers * sizeof *position);
    force = malloc(numbers * sizeof *force);
    LB_REQUIRE(position != NULL && force != NULL, LB_STATUS_FAILED,
               "no memory for the membrane's nodes and forces");
    LB_TRY(lb_solver_read_markers(lb_run_solver(run), position, force, err));
    const struct lb_point_array array = {"force", 3, force};
    const struct lb_points_view view = {.point_count = s->mesh.node_count,
                                        .triangle_count = s->mesh.triangle_count,
                                        .position = position,
                                        .corner = s->mesh.corner,
                                        .arrays = &array,
                                        .array_count = 1,
                                        .step = lb_run_step(run)};
    LB_TRY(lb_run_write_points(run, "membrane", &view, err));
cleanup:
    free(position);
    free(force);
    return st;
}

static enum lb_status observe(void *state, struct lb_run *run, struct lb_error *err)
{
    struct capsule *s = state;
    enum lb_status st = LB_STATUS_OK;
    struct lb_deformation d;
    struct lb_error shape = {0};
    if (!s->has_membrane) return LB_STATUS_OK;
    memcpy(s->before, s->now.position, 3 * (size_t)s->now.node_count * sizeof *s->before);
    s->step_before = s->step_now;
    LB_TRY(lb_solver_read_markers(lb_run_solver(run), s->now.position, NULL, err));
    s->step_now = lb_run_step(run);
    /* the mesh was sound at the start, so a shape without an ellipsoid is a membrane that tore */
    if (lb_deformation_measure(&s->now, &d, &shape) != LB_STATUS_OK) {
        lb_run_diverged(run, "the membrane diverged: at step %llu, %.200s",
                        (unsigned long long)s->step_now, shape.text);
        return LB_STATUS_OK;
    }
    const double row[COLUMNS] = {
        [COLUMN_TIME] = time_of(s, s->step_now),
        [COLUMN_STEP] = (double)s->step_now,
        [COLUMN_TAYLOR] = d.taylor,
        [COLUMN_INCLINATION] = d.inclination_deg,
        [COLUMN_VOLUME] = d.volume / s->reference.volume,
        [COLUMN_A] = d.semi_axis[0] / s->radius,
        [COLUMN_B] = d.semi_axis[1] / s->radius,
        [COLUMN_C] = d.semi_axis[2] / s->radius,
        [COLUMN_ELONGATION] = elongation(&s->now, d.centroid),
    };
    LB_TRY(lb_table_add(&s->samples, row, err));
    LB_TRY(keep_outline(s, run, d.centroid, err));
    lb_run_progress(run, "rate t %.2f, D %.4f, %.1f deg, V/V0-1 %+.1e", row[COLUMN_TIME], d.taylor,
                    d.inclination_deg, row[COLUMN_VOLUME] - 1.0);
cleanup:
    return st;
}

/* --- results --------------------------------------------------------------------------------- */

/* Linear between observations; the last one beyond them. */
static double sample_at(const struct capsule *s, double time, size_t column)
{
    const struct lb_table *t = &s->samples;
    for (size_t n = 1; n < t->rows; n++) {
        const double *a = t->numbers + (n - 1) * COLUMNS, *b = a + COLUMNS;
        if (b[COLUMN_TIME] < time) continue;
        const double part = (time - a[COLUMN_TIME]) / (b[COLUMN_TIME] - a[COLUMN_TIME]);
        return a[column] + part * (b[column] - a[column]);
    }
    return t->numbers[(t->rows - 1) * COLUMNS + column];
}

/* dD/d(rate t) at the start, from a parabola through 0 and two early times, NaN before the second
 * of them.  They are short beside the time in which the membrane answers, 12.5 Ca (D of small Ca
 * over the slope). */
static double initial_slope(const struct capsule *s)
{
    const double second = fmax(2.0 * observed_every, fmin(0.05, 2.5 * s->capillary));
    const double first = 0.5 * second;
    if (time_of(s, s->step_now) < second * (1.0 - 1e-9)) return nan("");
    const double d1 = sample_at(s, first, COLUMN_TAYLOR);
    const double d2 = sample_at(s, second, COLUMN_TAYLOR);
    return (d1 * second * second - d2 * first * first) / (first * second * (second - first));
}

static double volume_error(const struct capsule *s)
{
    double worst = 0.0;
    for (size_t n = 0; n < s->samples.rows; n++)
        worst = fmax(worst, fabs(s->samples.numbers[n * COLUMNS + COLUMN_VOLUME] - 1.0));
    return worst;
}

struct turning {
    double angle, velocity; /* of a node about the y axis [rad], [rad/step] */
};

static int by_angle(const void *a, const void *b)
{
    const struct turning *s = a, *t = b;
    return (s->angle > t->angle) - (s->angle < t->angle);
}

/* Angle of a node about the y axis, turning from z to x, as the shear turns it. */
static double angle_of(const double *x, const struct capsule *s)
{
    return atan2(x[0] - 0.5 * (double)s->size[0], x[2] - 0.5 * (double)s->size[2]);
}

/* The time of a whole turn, times the rate: the integral of 1/(angular velocity) over the angle,
 * which for a steady shape needs no more than two moments.  0 where it is not known. */
static double treading_period(const struct capsule *s)
{
    double period = 0.0;
    const size_t count = s->belt_count;
    struct turning *nodes = calloc(count + 1, sizeof *nodes);
    if (nodes == NULL || count < 3 || s->step_now == s->step_before) goto cleanup;
    for (size_t n = 0; n < count; n++) {
        const double from = angle_of(s->before + 3 * (size_t)s->belt[n], s);
        const double way =
            remainder(angle_of(s->now.position + 3 * (size_t)s->belt[n], s) - from, 2.0 * pi);
        nodes[n].angle = from;
        nodes[n].velocity = way / (double)(s->step_now - s->step_before);
    }
    qsort(nodes, count, sizeof *nodes, by_angle);
    nodes[count] = nodes[0];
    nodes[count].angle += 2.0 * pi;
    for (size_t n = 0; n < count; n++) {
        const double velocity = 0.5 * (nodes[n].velocity + nodes[n + 1].velocity);
        if (!(velocity > 0.0)) {
            period = 0.0;
            goto cleanup;
        }
        period += s->rate * (nodes[n + 1].angle - nodes[n].angle) / velocity;
    }
cleanup:
    free(nodes);
    return period;
}

/* The reference is for no inertia and no neighbours; nearer than in the paper's box is no match. */
static bool has_reference(const struct capsule *s, const struct lb_capsule_reference **out)
{
    *out = lb_capsule_reference_find(s->capillary);
    return *out != NULL && s->is_sphere && s->material.law == lb_membrane_laws[0] &&
           s->material.bending_modulus == 0.0 && s->material.area_modulus == 0.0 &&
           s->rate * s->radius * s->radius / s->viscosity <= 0.1 &&
           (double)s->size[0] >= 8.0 * s->radius && (double)s->size[1] >= 4.7 * s->radius &&
           (double)s->size[2] >= 10.0 * s->radius;
}

/* Whether D has changed by less than a hundredth in the last half unit of rate x time. */
static bool stands_still(const struct capsule *s)
{
    const double time = time_of(s, s->step_now), span = 0.5;
    if (time < 2.0 * span) return false;
    const double d = sample_at(s, time, COLUMN_TAYLOR);
    return fabs(d - sample_at(s, time - span, COLUMN_TAYLOR)) <= 0.01 * fabs(d);
}

static void report(const struct capsule *s, struct lb_run *run)
{
    const double time = fmin(5.0, time_of(s, s->step_now));
    lb_run_result(run, "taylor_deformation", sample_at(s, time, COLUMN_TAYLOR), "1");
    lb_run_result(run, "inclination_deg", sample_at(s, time, COLUMN_INCLINATION), "degrees");
    lb_run_result(run, "volume_error", volume_error(s), "1");
    lb_run_result(run, "capillary", s->capillary, "1");
    lb_run_result(run, "rate_t", time, "1");
    lb_run_result(run, "initial_slope", initial_slope(s), "1");
    const double period = stands_still(s) ? treading_period(s) : 0.0;
    if (period > 0.0) lb_run_result(run, "tank_treading_period", period, "1/rate");
    lb_run_result(run, "axis_a", sample_at(s, time, COLUMN_A), "radius");
    lb_run_result(run, "axis_b", sample_at(s, time, COLUMN_B), "radius");
    lb_run_result(run, "axis_c", sample_at(s, time, COLUMN_C), "radius");
    lb_run_result(run, "elongation", sample_at(s, time, COLUMN_ELONGATION), "1");
    lb_run_result(run, "re_walls",
                  0.5 * s->rate * ((double)s->size[2] - 2.0) * s->radius / s->viscosity, "1");
    lb_run_result(run, "re_shear", s->rate * s->radius * s->radius / s->viscosity, "1");
}

/* A coarse capsule is further off: the kernels make it larger by a part of a cell. */
static double tolerance_of(const struct capsule *s)
{
    const double fine = s->capillary <= 0.0251 ? 0.08 : 0.05;
    return s->radius >= 12.0 ? fine : 2.0 * fine;
}

static void give_verdicts(const struct capsule *s, struct lb_run *run)
{
    const struct lb_capsule_reference *r;
    if (lb_run_is_stopped_early(run)) return;
    if (!has_reference(s, &r)) {
        lb_run_not_judged(run, "taylor deformation, volume: the reference is for other parameters "
                               "(docs/setups/capsule.md says for which)");
        return;
    }
    const double slope = initial_slope(s), error = volume_error(s);
    const double time = time_of(s, s->step_now);
    if (time < 5.0 * (1.0 - 1e-9)) {
        lb_run_not_judged(run, "taylor deformation at rate t = 5: this run came to %.3g", time);
    } else {
        const double d = sample_at(s, 5.0, COLUMN_TAYLOR);
        const double tolerance = tolerance_of(s) * r->taylor;
        lb_run_verdict(run, "taylor deformation at rate t = 5", d, r->taylor, tolerance,
                       fabs(d - r->taylor) <= tolerance);
    }
    if (time >= 0.1)
        lb_run_verdict(run, "initial slope", slope, 0.5, 0.025, fabs(slope - 0.5) <= 0.025);
    else
        lb_run_not_judged(run, "initial slope: it takes rate t = 0.1, and this run came to %.3g",
                          time);
    lb_run_verdict(run, "volume error", error, 0.0, 1e-3, error < 1e-3);
}

static enum lb_status write_deformation_chart(const struct capsule *s, struct lb_run *run,
                                              struct lb_error *err)
{
    const double *rows = s->samples.numbers;
    const struct lb_capsule_reference *r;
    if (!has_reference(s, &r)) r = NULL;
    const struct lb_chart_series series[] = {
        {"simulated", rows + COLUMN_TIME, rows + COLUMN_TAYLOR, s->samples.rows, COLUMNS, false,
         false},
        {r != NULL ? r->source : "", lb_capsule_reference_times, r != NULL ? r->transient : NULL,
         LB_CAPSULE_REFERENCE_TIMES, 1, true, false},
    };
    const struct lb_chart chart = {.title = "Deformation of the capsule",
                                   .x_label = "shear rate x time",
                                   .y_label = "D = (a - c)/(a + c)",
                                   .series = series,
                                   .series_count = r != NULL && r->has_transient ? 2 : 1};
    return lb_run_write_chart(run, "deformation.png", &chart, err);
}

static enum lb_status write_outlines(const struct capsule *s, struct lb_run *run,
                                     struct lb_error *err)
{
    static const char *const labels[OUTLINES] = {"1", "2", "3", "4", "5"};
    struct lb_chart_series series[OUTLINES];
    size_t count = 0;
    for (int k = 0; k < OUTLINES; k++)
        if (s->outline_count[k] > 0)
            series[count++] = (struct lb_chart_series){
                labels[k], s->outline[k], s->outline[k] + 1, s->outline_count[k], 2, true, false};
    if (count == 0) return LB_STATUS_OK;
    const struct lb_chart chart = {.title = "Cut through the middle at rate x time",
                                   .x_label = "x / R",
                                   .y_label = "z / R",
                                   .equal_scales = true,
                                   .series = series,
                                   .series_count = count};
    return lb_run_write_chart(run, "outline.png", &chart, err);
}

static enum lb_status finish(void *state, struct lb_run *run, struct lb_error *err)
{
    struct capsule *s = state;
    enum lb_status st = LB_STATUS_OK;
    if (!s->has_membrane) return LB_STATUS_OK;
    if (lb_run_step(run) != s->step_now) LB_TRY(observe(s, run, err));
    report(s, run);
    give_verdicts(s, run);
    LB_TRY(write_deformation_chart(s, run, err));
    LB_TRY(write_outlines(s, run, err));
cleanup:
    return st;
}

static enum lb_status write_series(void *state, struct lb_run *run, struct lb_error *err)
{
    const struct capsule *s = state;
    if (!s->has_membrane) return LB_STATUS_OK;
    return lb_run_write_csv(run, "deformation.csv",
                            "rate_t,step,taylor,inclination_deg,volume_ratio,a,b,c,elongation",
                            s->samples.numbers, s->samples.rows, COLUMNS, err);
}

static void destroy(void *state)
{
    struct capsule *s = state;
    lb_table_clear(&s->samples);
    lb_membrane_reference_free(&s->reference);
    lb_mesh_free(&s->mesh);
    lb_mesh_free(&s->now);
    free(s->before);
    free(s->belt);
    for (int k = 0; k < OUTLINES; k++)
        free(s->outline[k]);
}

static const struct lb_parameter parameters[] = {
    {"radius", LB_PARAMETER_NUMBER, "cells", "13.5", "6", 2, 512, "radius of the capsule"},
    {"capillary", LB_PARAMETER_NUMBER, "1", "0.1", NULL, 1e-4, 10,
     "shear rate x viscosity x radius / k1, with k1 = 3 x the surface shear modulus"},
    {"shear-rate", LB_PARAMETER_NUMBER, "1/step", "1.3e-5", "5e-4", 1e-9, 1e-2,
     "of the flow, made by the walls at both ends of z"},
    {"viscosity", LB_PARAMETER_NUMBER, "cells^2/step", "1/3", NULL, 1e-4, 10, "inside as outside"},
    {"size", LB_PARAMETER_SIZE, "cells", "128,64,192", "56,32,72", 8, 65536, "box"},
    {"subdivisions", LB_PARAMETER_COUNT, "1", "4", "3", 1, 8,
     "of the icosahedron: 20 x 4^s triangles"},
    {"membrane", LB_PARAMETER_FLAG, "1", "1", NULL, 0, 1,
     "0: the flow alone, to see what the membrane costs"},
    {"mesh", LB_PARAMETER_FILE, "1", NULL, NULL, 0, 0,
     "a closed surface from a .stl, .obj or .off file, scaled to the sphere's volume"},
    {"law", LB_PARAMETER_TEXT, "1", "neo-hookean", NULL, 0, 0, "neo-hookean or skalak"},
    {"area-resistance", LB_PARAMETER_NUMBER, "1", "1", NULL, 0, 1e4, "C of the law of Skalak"},
    {"area-stiffness", LB_PARAMETER_NUMBER, "k1", "0", NULL, 0, 1e6,
     "tension per relative change of the whole area"},
    {"bending", LB_PARAMETER_NUMBER, "k1 x radius^2", "0", NULL, 0, 1e3,
     "modulus of the resistance to bending"},
    {"natural-curvature", LB_PARAMETER_NUMBER, "1", "1", NULL, -10, 10,
     "curvature without bending moment: 1 that of the unstressed shape, 0 flat"},
    {"points", LB_PARAMETER_COUNT, "cells", "4", NULL, 2, 4,
     "along each axis, over which a node acts: the kernel"},
    {"volume-stiffness", LB_PARAMETER_NUMBER, "k1/radius", NULL, NULL, 0, 1e6,
     "pressure per relative change of the volume; without it: 300, and no more than 3 rho c^2"},
    {0},
};

static const struct lb_key_result key_results[] = {
    {"taylor_deformation", LB_KEY_VALUE, NULL},
    {"inclination_deg", LB_KEY_SHOWN, NULL},
    {"volume_error", LB_KEY_SHOWN, NULL},
    {0},
};

const struct lb_setup lb_setup_capsule = {
    .name = "capsule",
    .summary = "an elastic capsule in a shear flow: stretched, then treading like a tank",
    .reference = "boundary-element and front-tracking results for Stokes flow, slope 1/2 at first",
    .lattice = "d3q19",
    .collision = "mrt",
    .parameters = parameters,
    .state_size = sizeof(struct capsule),
    .key_results = key_results,
    .time_series = "deformation.csv",
    .prepare = prepare,
    .observe = observe,
    .write_surfaces = write_membrane,
    .finish = finish,
    .write_series = write_series,
    .destroy = destroy,
};

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
#include "capsule_state.h"
#include "geometry/mesh_file.h"

static const double end_time = 5.005;     /* [1/rate]: the paper's 385000 steps */
static const double max_wall_speed = 0.3; /* [cells/step] */
static const double min_observed = 0.025; /* [1/rate], with probe=: the slope is from 0 to 0.05 */
static const double belt = 0.1;           /* nodes this near to the middle plane, in radii */
static const double room = 6.0;           /* beside the capsule, both sides together [cells] */
static const double pi = 3.14159265358979323846;

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
    const double min = young / s->radius, chosen = lb_values_number(v, "volume-stiffness");
    if (lb_values_text(v, "volume-stiffness")[0] != '\0') return chosen * min;
    return fmin(300.0 * min, 1.0);
}

static const struct lb_delta *delta_of(int points)
{
    const struct lb_delta *const *d = lb_deltas;
    while (*d != NULL && (*d)->points != points)
        d++;
    return *d;
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
                                     .delta = delta_of((int)lb_values_count(v, "points")),
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
    if (fastest <= max_wall_speed) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_USAGE,
                   "shear-rate=%g moves the walls of a box %u cells high by %.4g cells a step, and "
                   "sound makes 0.577; at most %.1f: a shear-rate of %.3g here",
                   s->rate, s->size[2], fastest, max_wall_speed,
                   0.995 * max_wall_speed / half); /* rounded, it is below still */
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
    const double max = 1.0 + 0.25 * s->markers.delta->points; /* wider kernels close wider gaps */
    const enum lb_status st = lb_mesh_count_pieces(&s->mesh, &pieces, err);
    if (st != LB_STATUS_OK) return st;
    if (pieces > 1)
        add_warning(plan,
                    "the mesh has %u separate bodies; volume, deformation and inclination are "
                    "those of all together",
                    pieces);
    if (s->mesh.remark != NULL) add_warning(plan, "of the mesh's file: %s", s->mesh.remark);
    if (longest > max)
        add_warning(plan,
                    "the longest side of the mesh has %.3g cells; beyond %.3g the fluid leaks "
                    "through a membrane that acts over points=%d cells: a finer mesh or a smaller "
                    "radius would do",
                    longest, max, s->markers.delta->points);
    if (!s->is_sphere && lb_values_is_set(v, "subdivisions"))
        add_warning(plan, "subdivisions= is not used: the mesh is that of the file");
    if (lb_values_is_set(v, "area-resistance") && !s->material.law->has_area_resistance)
        add_warning(plan, "area-resistance= is not used: it is of law=skalak");
    if (lb_values_is_set(v, "natural-curvature") && !(s->material.bending_modulus > 0.0))
        add_warning(plan, "natural-curvature= is not used: there is no bending=");
    return LB_STATUS_OK;
}

double lb_capsule_time(const struct capsule *s, uint64_t step)
{
    return s->rate * (double)step;
}

struct lb_picture lb_capsule_flow(const struct capsule *s)
{
    const double fastest = 0.5 * s->rate * (double)s->size[2]; /* at the walls */
    return (struct lb_picture){.field = "velocity", .axis = 1, .low = -fastest, .high = fastest};
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

    plan->deviation = 0.5 * s->rate * (double)s->size[2] / c->lattice->sound_speed_squared;
    plan->steps = (uint64_t)ceil(end_time / s->rate * (1.0 - 1e-12));
    LB_TRY(lb_setup_probe(v, LB_CAPSULE_OBSERVED_EVERY / s->rate, min_observed / s->rate,
                          &plan->observe_every, err));
    if (s->has_membrane) plan->series[LB_CAPSULE_SHAPE].every = plan->observe_every;
    plan->surfaces_every = (uint64_t)fmax(1.0, round(1.0 / s->rate));
    plan->picture = lb_capsule_flow(s);
    plan->has_field = true;
cleanup:
    return st;
}

static enum lb_status finish(void *state, struct lb_run *run, struct lb_error *err)
{
    const struct capsule *s = state;
    return s->has_membrane ? lb_capsule_report(s, run, err) : LB_STATUS_OK;
}

static enum lb_status archive_outline(struct capsule *s, int which, struct lb_archive *a,
                                      struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char name[32];
    struct lb_table points = {
        .numbers = s->outline[which], .rows = s->outline_count[which], .columns = 2};
    snprintf(name, sizeof name, "capsule-outline-%d", which);
    if (!lb_archive_loads(a))
        return s->outline[which] != NULL ? lb_archive_table(a, name, &points, err) : LB_STATUS_OK;
    if (!lb_archive_has_array(a, name)) return LB_STATUS_OK;
    LB_TRY(lb_archive_table(a, name, &points, err));
    s->outline_count[which] = points.rows;
    s->outline[which] = calloc(2 * points.rows + 1, sizeof *s->outline[which]);
    LB_REQUIRE(s->outline[which] != NULL, LB_STATUS_FAILED, "no memory for an outline");
    if (points.rows > 0)
        memcpy(s->outline[which], points.numbers, 2 * points.rows * sizeof *points.numbers);
cleanup:
    lb_table_clear(&points);
    return st;
}

static enum lb_status archive(void *state, struct lb_archive *a, struct lb_error *err)
{
    struct capsule *s = state;
    const uint64_t numbers = 3 * (uint64_t)s->mesh.node_count;
    if (!s->has_membrane) return LB_STATUS_OK;
    LB_OK(lb_archive_numbers(a, "capsule-now", s->now.position, numbers, err));
    LB_OK(lb_archive_numbers(a, "capsule-before", s->before, numbers, err));
    LB_OK(lb_archive_count(a, "capsule.step_now", &s->step_now, err));
    LB_OK(lb_archive_count(a, "capsule.step_before", &s->step_before, err));
    for (int k = 0; k < LB_CAPSULE_OUTLINES; k++)
        LB_OK(archive_outline(s, k, a, err));
    return LB_STATUS_OK;
}

static void destroy(void *state)
{
    struct capsule *s = state;
    lb_membrane_reference_free(&s->reference);
    lb_mesh_free(&s->mesh);
    lb_mesh_free(&s->now);
    free(s->before);
    free(s->belt);
    for (int k = 0; k < LB_CAPSULE_OUTLINES; k++)
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
    {"law", LB_PARAMETER_WORD, "1", "neo-hookean", NULL, 0, 0, "neo-hookean or skalak"},
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
     "pressure per relative change of the volume; default: 300, and no more than 3 rho c^2"},
    {0},
};

static const struct lb_key_result key_results[] = {
    {"taylor_deformation", LB_KEY_VALUE, NULL},
    {"inclination_deg", LB_KEY_SHOWN, NULL},
    {"volume_error", LB_KEY_SHOWN, NULL},
    {0},
};

static const struct lb_series series[] = {
    {"deformation.csv", "rate_t,step,taylor,inclination_deg,volume_ratio,a,b,c,elongation",
     lb_capsule_measure, LB_SERIES_COMPUTED, .at_end = true},
    {0},
};

const struct lb_setup lb_setup_capsule = {
    .name = "capsule",
    .summary = "an elastic capsule in a shear flow: it deforms, and its membrane tank-treads",
    .reference = "boundary-element and front-tracking results for Stokes flow, slope 1/2 at first",
    .lattice = "d3q19",
    .collision = "mrt",
    .parameters = parameters,
    .state_size = sizeof(struct capsule),
    .resolution = "radius",
    .key_results = key_results,
    .series = series,
    .prepare = prepare,
    .write_surfaces = lb_capsule_write_membrane,
    .finish = finish,
    .archive = archive,
    .destroy = destroy,
};

/* capsule_shape.c - the capsule's shape while it runs: numbers, outlines, pictures.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capsule_state.h"
#include "geometry/half_edges.h"
#include "membrane/deformation.h"
#include "plot/colour_map.h"

/* Longest over shortest distance of a node from the centre: another measure of D. */
static double elongation(const struct lb_mesh *mesh, const double centre[3])
{
    double min = (double)INFINITY, max = 0.0;
    for (uint32_t n = 0; n < mesh->node_count; n++) {
        double r2 = 0.0;
        for (uint32_t a = 0; a < 3; a++) {
            const double r = mesh->position[3 * n + a] - centre[a];
            r2 += r * r;
        }
        min = fmin(min, r2);
        max = fmax(max, r2);
    }
    return (sqrt(max) - sqrt(min)) / (sqrt(max) + sqrt(min));
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

static int compare_angles(const void *a, const void *b)
{
    const double *p = a, *q = b;
    const double first = atan2(p[1], p[0]), second = atan2(q[1], q[0]);
    return (first > second) - (first < second);
}

/* Outline and pictures at times 1, 2, ..., from the first observation at or behind each. */
static enum lb_status keep_outline(struct capsule *s, struct lb_run *run, const double centre[3],
                                   struct lb_error *err)
{
    const double time = lb_capsule_time(s, s->step_now);
    const int which = (int)floor(time + 1e-9) - 1;
    if (which < 0 || which >= LB_CAPSULE_OUTLINES || s->outline[which] != NULL) return LB_STATUS_OK;
    const size_t count = cut_middle(s, centre, NULL);
    s->outline_count[which] = count + 1;
    s->outline[which] = calloc(2 * s->outline_count[which], sizeof *s->outline[which]);
    if (s->outline[which] == NULL)
        return lb_fail(err, LB_STATUS_FAILED, "no memory for an outline");
    cut_middle(s, centre, s->outline[which]);
    /* seen from its middle, a capsule has one outline in every direction */
    qsort(s->outline[which], count, 2 * sizeof(double), compare_angles);
    memcpy(s->outline[which] + 2 * count, s->outline[which], 2 * sizeof(double));
    char name[32], title[32];
    snprintf(name, sizeof name, "capsule-t%d.png", which + 1);
    snprintf(title, sizeof title, "shear rate x time = %d", which + 1);
    enum lb_status st = draw_capsule(s, run, name, centre, title, err);
    if (st != LB_STATUS_OK) return st;
    const struct lb_picture picture = lb_capsule_flow(s);
    snprintf(name, sizeof name, "flow-t%d.png", which + 1);
    return lb_run_write_picture(run, name, &picture, err);
}

enum lb_status lb_capsule_write_membrane(void *state, struct lb_run *run, struct lb_error *err)
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

enum lb_status lb_capsule_measure(void *state, struct lb_run *run, const struct lb_record *record,
                                  struct lb_error *err)
{
    struct capsule *s = state;
    enum lb_status st = LB_STATUS_OK;
    struct lb_deformation d;
    struct lb_error shape = {0};
    memcpy(s->before, s->now.position, 3 * (size_t)s->now.node_count * sizeof *s->before);
    s->step_before = s->step_now;
    LB_TRY(lb_solver_read_markers(lb_run_solver(run), s->now.position, NULL, err));
    s->step_now = record->step;
    /* the mesh was sound at the start, so a shape without an ellipsoid is a membrane that tore */
    if (lb_deformation_measure(&s->now, &d, &shape) != LB_STATUS_OK) {
        lb_run_diverged(run, "the membrane diverged: at step %llu, %.200s",
                        (unsigned long long)s->step_now, shape.text);
        return LB_STATUS_OK;
    }
    const double row[COLUMNS] = {
        [COLUMN_TIME] = lb_capsule_time(s, s->step_now),
        [COLUMN_STEP] = (double)s->step_now,
        [COLUMN_TAYLOR] = d.taylor,
        [COLUMN_INCLINATION] = d.inclination_deg,
        [COLUMN_VOLUME] = d.volume / s->reference.volume,
        [COLUMN_A] = d.semi_axis[0] / s->radius,
        [COLUMN_B] = d.semi_axis[1] / s->radius,
        [COLUMN_C] = d.semi_axis[2] / s->radius,
        [COLUMN_ELONGATION] = elongation(&s->now, d.centroid),
    };
    LB_TRY(lb_run_add_row(run, LB_CAPSULE_SHAPE, row, err));
    LB_TRY(keep_outline(s, run, d.centroid, err));
    lb_run_progress(run, "rate t %.2f, D %.4f, %.1f deg, V/V0-1 %+.1e", row[COLUMN_TIME], d.taylor,
                    d.inclination_deg, row[COLUMN_VOLUME] - 1.0);
cleanup:
    return st;
}

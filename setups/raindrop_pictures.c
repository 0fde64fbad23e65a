/* raindrop_pictures.c - water and particles for ParaView, and pictures of them.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "raindrop_state.h"

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

enum lb_status lb_raindrop_write_scene(void *state, struct lb_run *run, struct lb_error *err)
{
    struct raindrop *s = state;
    enum lb_status st = LB_STATUS_OK;
    LB_TRY(lb_raindrop_read_particles(s, run, err));
    LB_TRY(write_particles(s, run, err));
    LB_TRY(lb_run_write_surface(run, err));
cleanup:
    return st;
}

enum lb_status lb_raindrop_draw(struct raindrop *s, struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_mesh mesh = {0};
    char name[32], title[64];
    snprintf(name, sizeof name, "drop-%02dms.png", s->pictures);
    snprintf(title, sizeof title, "Raindrop after %d ms", s->pictures++);
    s->next_picture = (uint64_t)round(1e-3 * s->pictures / s->second);
    LB_TRY(lb_raindrop_read_particles(s, run, err));
    LB_TRY(lb_run_surface(run, true, &mesh, err));
    const struct lb_scene_mesh water = {.mesh = &mesh,
                                        .colour = 0x5a9bd4,
                                        .smoothing = 4,
                                        .gloss = 0.9,
                                        .visibility = 0.5 * s->diameter};
    const struct lb_scene_spheres particles = {.position = s->position,
                                               .count = s->particles,
                                               .colour = 0xd9482b,
                                               .radius = 0.006 * s->size[0]};
    const struct lb_scene_camera towards = {
        .up = LB_RAINDROP_UP, .azimuth_deg = -60.0, .elevation_deg = 18.0, .angle_deg = 30.0};
    const struct lb_scene scene = {.width = 1200,
                                   .height = 900,
                                   .camera =
                                       lb_scene_camera_on_box(towards, s->size, 1200.0 / 900.0),
                                   .meshes = &water,
                                   .mesh_count = 1,
                                   .spheres = &particles,
                                   .sphere_sets = s->particles > 0 ? 1 : 0,
                                   .title = title};
    LB_TRY(lb_run_write_scene(run, name, &scene, err));
cleanup:
    lb_mesh_free(&mesh);
    return st;
}

/* tunnel_pictures.c - the body in its box, before anything runs.
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "tunnel/tunnel_state.h"

enum { EDGES = 12, BAR_NODES = 8, BAR_TRIANGLES = 12, BARS = EDGES + 2 };

/* A bar with these corners, as nodes and triangles of a mesh from bar number n on. */
static void add_bar(struct lb_mesh *mesh, uint32_t n, const double low[3], const double high[3])
{
    static const uint8_t corners[3 * BAR_TRIANGLES] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6,
                                                       0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7,
                                                       0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    for (uint32_t k = 0; k < BAR_NODES; k++)
        for (uint32_t axis = 0; axis < 3; axis++)
            mesh->position[3 * (BAR_NODES * n + k) + axis] =
                (k >> axis & 1) != 0 ? high[axis] : low[axis];
    for (uint32_t k = 0; k < 3 * BAR_TRIANGLES; k++)
        mesh->corner[3 * BAR_TRIANGLES * n + k] = BAR_NODES * n + corners[k];
}

/* The bar's end of largest x, about y and z; a little of it is left, for a direction to reflect in. */
static void sharpen(struct lb_mesh *mesh, uint32_t n, double y, double z)
{
    for (uint32_t k = 1; k < BAR_NODES; k += 2) { /* as add_bar has them */
        double *node = mesh->position + 3 * (BAR_NODES * n + k);
        node[1] = y + 0.02 * (node[1] - y);
        node[2] = z + 0.02 * (node[2] - z);
    }
}

/* The edges of the box, and a shaft with a head at the inlet that points along the stream. */
static enum lb_status draw_box(const struct tunnel *s, struct lb_mesh *mesh, struct lb_error *err)
{
    const double thick = 0.004 * s->size[0];
    uint32_t n = 0;
    LB_OK(lb_mesh_create(BARS * BAR_NODES, BARS * BAR_TRIANGLES, mesh, err));
    for (int axis = 0; axis < 3; axis++)
        for (int k = 0; k < 4; k++) {
            double low[3], high[3];
            for (int a = 0, side = 0; a < 3; a++) {
                const double at = a == axis ? 0.0 : (k >> side++ & 1) != 0 ? s->size[a] : 0.0;
                low[a] = at - 0.5 * thick;
                high[a] = (a == axis ? s->size[a] : at) + 0.5 * thick;
            }
            add_bar(mesh, n++, low, high);
        }
    const double length = 0.5 * (s->placed.low[0] - 1.0), y = 0.5 * s->size[1],
                 z = 0.5 * s->size[2];
    for (int k = 0; k < 2; k++) { /* shaft and head */
        const double wide = k == 0 ? thick : 3.5 * thick;
        const double from = k == 0 ? 0.0 : length, to = k == 0 ? length : length + 9.0 * thick;
        const double low[3] = {1.0 + from, y - wide, z - (s->dimensions == 3 ? wide : thick)};
        const double high[3] = {1.0 + to, y + wide, z + (s->dimensions == 3 ? wide : thick)};
        add_bar(mesh, n++, low, high);
    }
    sharpen(mesh, n - 1, y, z);
    return LB_STATUS_OK;
}

/* From the nose's side and above; in two dimensions straight from above. */
enum lb_status lb_tunnel_look(void *state, struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct tunnel *s = state;
    const bool flat = s->dimensions == 2;
    struct lb_scene_mesh meshes[LB_TUNNEL_MAX_PARTS + 1] = {{0}};
    static const uint32_t colours[] = {0xc8553d, 0x588b8b, 0xf28f3b, 0x6b4e71, 0x8a9a5b, 0x4f759b};
    struct lb_mesh box = {0};
    char title[160];
    LB_TRY(lb_tunnel_write_parts(s, run, err));
    LB_TRY(draw_box(s, &box, err));
    for (int p = 0; p < s->part_count; p++)
        meshes[p] =
            (struct lb_scene_mesh){.mesh = &s->meshes[p], .colour = colours[p % 6], .gloss = 0.2};
    meshes[s->part_count] =
        (struct lb_scene_mesh){.mesh = &box, .colour = 0x8d99ae, .is_drawing = true};
    snprintf(title, sizeof title, "%.60s in %u x %u x %u cells, the stream along the arrow",
             s->part_count == 1 ? s->names[0] : "The body", s->size[0], s->size[1], s->size[2]);
    const struct lb_scene_camera towards = {.up = 2,
                                            .azimuth_deg = flat ? -90.0 : -115.0,
                                            .elevation_deg = flat ? 89.9 : 22.0,
                                            .angle_deg = flat ? 0.0 : 25.0};
    struct lb_scene_camera camera = lb_scene_camera_on_box(towards, s->size, 1200.0 / 800.0);
    camera.height *= 1.1; /* leaves room for the title */
    const struct lb_scene scene = {.width = 1200,
                                   .height = 800,
                                   .camera = camera,
                                   .meshes = meshes,
                                   .mesh_count = (size_t)s->part_count + 1,
                                   .title = title};
    LB_TRY(lb_run_write_scene(run, "body.png", &scene, err));
cleanup:
    lb_mesh_free(&box);
    return st;
}

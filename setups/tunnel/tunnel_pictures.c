/* tunnel_pictures.c - the solid cells of the body, near by and in the box, before anything runs.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "body/voxel_surface.h"
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

/* A shaft and a head that point along the stream, in two bars from number n on. */
static void add_arrow(const struct tunnel *s, struct lb_mesh *mesh, uint32_t n,
                      const double from[3], double length, double thick)
{
    for (uint32_t k = 0; k < 2; k++) {
        const double wide = k == 0 ? thick : 3.5 * thick, deep = s->dimensions == 3 ? wide : thick;
        const double x[2] = {k == 0 ? from[0] : from[0] + length,
                             from[0] + length + (k == 0 ? 0.0 : 9.0 * thick)};
        const double low[3] = {x[0], from[1] - wide, from[2] - deep};
        const double high[3] = {x[1], from[1] + wide, from[2] + deep};
        add_bar(mesh, n + k, low, high);
    }
    sharpen(mesh, n + 1, from[1], from[2]);
}

/* The edges of the box, and an arrow at the inlet. */
static enum lb_status draw_box(const struct tunnel *s, struct lb_mesh *mesh, struct lb_error *err)
{
    const double thick = 0.004 * s->size[0];
    const double from[3] = {1.0, 0.5 * s->size[1], 0.5 * s->size[2]};
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
    add_arrow(s, mesh, n, from, 0.5 * (s->body.placed.low[0] - 1.0), thick);
    return LB_STATUS_OK;
}

/* What the near picture has in view: the body, and before it the arrow. */
static double find_near(const struct tunnel *s, double low[3], double high[3])
{
    double longest = 0.0;
    for (int a = 0; a < 3; a++) {
        const bool is_across = s->dimensions == 2 && a == 2;
        low[a] = is_across ? 0.0 : s->body.placed.low[a];
        high[a] = is_across ? 1.0 : s->body.placed.high[a];
        longest = fmax(longest, high[a] - low[a]);
    }
    low[0] -= 0.3 * longest;
    return longest;
}

static enum lb_status draw_arrow(const struct tunnel *s, struct lb_mesh *mesh, struct lb_error *err)
{
    double low[3], high[3];
    const double longest = find_near(s, low, high);
    const double from[3] = {low[0], 0.5 * (low[1] + high[1]), 0.5 * (low[2] + high[2])};
    LB_OK(lb_mesh_create(2 * BAR_NODES, 2 * BAR_TRIANGLES, mesh, err));
    add_arrow(s, mesh, 0, from, 0.15 * longest, 0.006 * longest);
    return LB_STATUS_OK;
}

/* From the nose's side and above; in two dimensions straight from above. */
static struct lb_scene_camera camera_on(const struct tunnel *s, const double low[3],
                                        const double high[3])
{
    const bool flat = s->dimensions == 2;
    const struct lb_scene_camera towards = {.up = 2,
                                            .azimuth_deg = flat ? -90.0 : -115.0,
                                            .elevation_deg = flat ? 89.9 : 22.0,
                                            .angle_deg = flat ? 0.0 : 25.0};
    uint32_t size[3];
    for (int a = 0; a < 3; a++)
        size[a] = (uint32_t)fmax(1.0, ceil(high[a] - low[a]));
    struct lb_scene_camera camera = lb_scene_camera_on_box(towards, size, 1200.0 / 800.0);
    for (int a = 0; a < 3; a++)
        camera.target[a] += low[a];
    camera.height *= 1.1; /* leaves room for the title */
    return camera;
}

enum { NEAR, WHOLE };

/* The cells of each file in its colour, and where wanted its triangles, through which cells are seen: they
 * hide nothing but the background. */
struct models {
    struct lb_mesh cells[LB_MAX_BODY_FILES], frame; /* owned */
    struct lb_scene_mesh meshes[2 * LB_MAX_BODY_FILES + 1];
    size_t count;
    bool has_cells;
};

static enum lb_status make_models(const struct tunnel *s, struct models *m, struct lb_error *err)
{
    static const uint32_t colours[] = {0xc8553d, 0x588b8b, 0xf28f3b, 0x6b4e71, 0x8a9a5b, 0x4f759b};
    *m = (struct models){.has_cells = true};
    for (int p = 0; p < s->body.count; p++) {
        LB_OK(lb_voxels_surface(&s->body.voxels, (uint8_t)(p + 1), &m->cells[p], err));
        if (m->cells[p].triangle_count == 0 &&
            s->body.reports[p].cells > s->body.reports[p].shared_cells)
            m->has_cells = false; /* too many */
    }
    for (int p = 0; p < s->body.count; p++)
        m->meshes[m->count++] =
            (struct lb_scene_mesh){.mesh = m->has_cells ? &m->cells[p] : &s->body.meshes[p],
                                   .colour = colours[p % 6],
                                   .gloss = 0.2};
    return LB_STATUS_OK;
}

static void free_models(struct models *m)
{
    for (int p = 0; p < LB_MAX_BODY_FILES; p++)
        lb_mesh_free(&m->cells[p]);
    lb_mesh_free(&m->frame);
}

static void add_triangles(const struct tunnel *s, struct models *m)
{
    for (int p = 0; p < s->body.count && m->has_cells; p++)
        m->meshes[m->count++] = (struct lb_scene_mesh){
            .mesh = &s->body.meshes[p], .colour = 0x9fb4c7, .visibility = s->resolution};
}

static enum lb_status draw(const struct tunnel *s, struct lb_run *run, int which,
                           struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct models m;
    double low[3] = {0.0, 0.0, 0.0}, high[3] = {s->size[0], s->size[1], s->size[2]};
    char title[200];
    const char *name = s->body.count == 1 ? s->body.names[0] : "The body";
    LB_TRY(make_models(s, &m, err));
    LB_TRY(which == WHOLE ? draw_box(s, &m.frame, err) : draw_arrow(s, &m.frame, err));
    if (which == NEAR) {
        find_near(s, low, high);
        add_triangles(s, &m);
    }
    m.meshes[m.count++] =
        (struct lb_scene_mesh){.mesh = &m.frame, .colour = 0x8d99ae, .is_drawing = true};
    if (which == WHOLE)
        snprintf(title, sizeof title, "%.60s in %u x %u x %u cells, the stream along the arrow",
                 name, s->size[0], s->size[1], s->size[2]);
    else
        snprintf(title, sizeof title, "%.60s: %s", name,
                 m.has_cells ? "its solid cells; blue: of the mesh, without a cell"
                             : "its triangles; its cells are too many to be drawn");
    const struct lb_scene scene = {.width = 1200,
                                   .height = 800,
                                   .camera = camera_on(s, low, high),
                                   .meshes = m.meshes,
                                   .mesh_count = m.count,
                                   .title = title};
    LB_TRY(lb_run_write_scene(run, which == NEAR ? "body.png" : "box.png", &scene, err));
cleanup:
    free_models(&m);
    return st;
}

enum lb_status lb_tunnel_look(void *state, struct lb_run *run, struct lb_error *err)
{
    const struct tunnel *s = state;
    LB_OK(lb_tunnel_write_parts(s, run, err));
    LB_OK(draw(s, run, NEAR, err));
    return draw(s, run, WHOLE, err);
}

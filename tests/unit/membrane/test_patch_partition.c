/* test_membrane_patches.c - patches have every node and every corner once, and all that they need.
 * SPDX-License-Identifier: MIT */
#include "membrane/membrane_patches.h"

#include <math.h>
#include <stdlib.h>

#include "support/check.h"
#include "support/shapes.h"

static const struct lb_patch_limits room = {20, 48, 128};

/* How often each slot's node is in its patch: once, but node 0, which every patch has at
 * `limits.nodes`, whether it has it elsewhere or not. */
static void check_slots(const struct lb_membrane_patches *p, uint32_t patch)
{
    const uint32_t *node = p->node + (size_t)patch * p->limits.slots;
    LB_CHECK_EQUAL_INT(node[p->limits.nodes], 0);
    for (uint32_t a = 0; a < p->limits.slots; a++)
        for (uint32_t b = 0; b < a; b++)
            if (a != p->limits.nodes && b != p->limits.nodes && node[a] != LB_NO_NODE)
                LB_CHECK(node[a] != node[b]);
}

static void count_patch(const struct lb_mesh *mesh, const struct lb_membrane_patches *p,
                        uint32_t patch, uint32_t *nodes, uint32_t *corners)
{
    const uint32_t *node = p->node + (size_t)patch * p->limits.slots;
    const uint32_t *start = p->start + (size_t)patch * (p->limits.nodes + 1);
    for (uint32_t n = 0; n < p->limits.nodes; n++) {
        LB_CHECK(start[n] <= start[n + 1] && start[n + 1] <= p->limits.corners);
        if (node[n] == LB_NO_NODE) {
            LB_CHECK_EQUAL_INT(start[n], start[n + 1]);
            continue;
        }
        nodes[node[n]]++;
        for (uint32_t k = start[n]; k < start[n + 1]; k++) {
            const size_t at = (size_t)patch * p->limits.corners + k;
            const uint32_t half = p->half[at];
            corners[half]++;
            LB_CHECK_EQUAL_INT(mesh->corner[half], node[n]);
            for (uint32_t i = 0; i < 3; i++)
                LB_CHECK_EQUAL_INT(node[p->slot[3 * at + i]], mesh->corner[half / 3 * 3 + i]);
        }
    }
}

static void check_patches(const struct lb_mesh *mesh, const struct lb_membrane_patches *p)
{
    uint32_t *nodes = calloc(mesh->node_count, sizeof *nodes);
    uint32_t *corners = calloc(3 * (size_t)mesh->triangle_count, sizeof *corners);
    if (LB_CHECK(nodes != NULL && corners != NULL && p->count > 0)) {
        for (uint32_t patch = 0; patch < p->count; patch++) {
            check_slots(p, patch);
            count_patch(mesh, p, patch, nodes, corners);
        }
        for (size_t n = 0; n < mesh->node_count; n++)
            LB_CHECK_EQUAL_INT(nodes[n], 1);
        for (size_t h = 0; h < 3 * (size_t)mesh->triangle_count; h++)
            LB_CHECK_EQUAL_INT(corners[h], 1);
    }
    free(nodes);
    free(corners);
}

static void every_node_and_every_corner_is_there_once(void)
{
    static const uint32_t max[] = {0, 1, 7, 20, 50};
    for (unsigned subdivisions = 0; subdivisions < 5; subdivisions++)
        for (size_t k = 0; k < sizeof max / sizeof *max; k++) {
            struct lb_error err = {0};
            struct lb_mesh mesh = lb_shape_sphere(subdivisions, 13.5, 64, 32, 96);
            struct lb_membrane_patches patches = {0};
            LB_CHECK_OK(
                lb_membrane_patches_create(&mesh, mesh.position, &room, max[k], &patches, &err),
                &err);
            check_patches(&mesh, &patches);
            if (max[k] == 1) LB_CHECK_EQUAL_INT(patches.count, mesh.node_count);
            lb_membrane_patches_free(&patches);
            lb_mesh_free(&mesh);
        }
}

/* What kernels/shared/patch_sizes.h counts on. */
static void the_paper_s_sphere_has_a_patch_for_each_processor(void)
{
    struct lb_error err = {0};
    struct lb_mesh mesh = lb_shape_sphere(4, 13.5, 64, 32, 96);
    struct lb_membrane_patches patches = {0};
    LB_CHECK_OK(lb_membrane_patches_create(&mesh, mesh.position, &room, 0, &patches, &err), &err);
    LB_CHECK_EQUAL_INT(patches.count, (2562 + 19) / 20);
    lb_membrane_patches_free(&patches);
    lb_mesh_free(&mesh);
}

/* Two tips and a belt of `sides` nodes: as many triangles meet at each tip. */
static bool make_spindle(uint32_t sides, struct lb_mesh *mesh)
{
    struct lb_error err = {0};
    if (!LB_CHECK_OK(lb_mesh_create(sides + 2, 2 * sides, mesh, &err), &err)) return false;
    mesh->position[3 * sides + 2] = 1.0;
    mesh->position[3 * sides + 5] = -1.0;
    for (uint32_t n = 0; n < sides; n++) {
        const uint32_t next = (n + 1) % sides, top = sides, bottom = sides + 1;
        const uint32_t corner[6] = {top, n, next, bottom, next, n};
        mesh->position[3 * n] = cos(6.283185307179586 * n / sides);
        mesh->position[3 * n + 1] = sin(6.283185307179586 * n / sides);
        for (uint32_t i = 0; i < 6; i++)
            mesh->corner[6 * n + i] = corner[i];
    }
    return true;
}

/* A tip among 19 nodes of the belt leaves at least `sides` - 19 of them to its neighbours, of which
 * there is room for 27. */
static void a_node_of_too_many_triangles_has_no_patch(void)
{
    for (uint32_t sides = 20; sides < 81; sides += 30) {
        struct lb_error err = {0};
        struct lb_mesh mesh = {0};
        struct lb_membrane_patches patches = {0};
        if (!make_spindle(sides, &mesh)) return;
        LB_CHECK_OK(lb_membrane_patches_create(&mesh, mesh.position, &room, 0, &patches, &err),
                    &err);
        if (sides < 28)
            check_patches(&mesh, &patches);
        else
            LB_CHECK_EQUAL_INT(patches.count, 0);
        lb_membrane_patches_free(&patches);
        lb_mesh_free(&mesh);
    }
}

int main(void)
{
    LB_TEST(every_node_and_every_corner_is_there_once);
    LB_TEST(the_paper_s_sphere_has_a_patch_for_each_processor);
    LB_TEST(a_node_of_too_many_triangles_has_no_patch);
    return lb_check_report();
}

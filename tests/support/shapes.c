/* shapes.c - meshes for tests.
 * SPDX-License-Identifier: MIT */
#include "support/shapes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/vector.h"

static void must(enum lb_status st, const struct lb_error *err)
{
    if (st == LB_STATUS_OK) return;
    fprintf(stderr, "no shape to test with: %s\n", err->text);
    exit(1);
}

struct lb_mesh lb_shape_sphere(unsigned subdivisions, double radius, double x, double y, double z)
{
    struct lb_error err = {0};
    struct lb_mesh mesh = {0};
    const double centre[3] = {x, y, z};
    must(lb_mesh_icosphere(subdivisions, radius, centre, &mesh, &err), &err);
    return mesh;
}

static struct lb_mesh shape(uint32_t node_count, uint32_t triangle_count, const uint32_t *corner)
{
    struct lb_error err = {0};
    struct lb_mesh mesh = {0};
    must(lb_mesh_create(node_count, triangle_count, &mesh, &err), &err);
    memcpy(mesh.corner, corner, 3 * triangle_count * sizeof *corner);
    return mesh;
}

struct lb_mesh lb_shape_cuboid(double x, double y, double z)
{
    static const uint32_t corner[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                        2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    struct lb_mesh mesh = shape(8, 12, corner);
    for (size_t i = 0; i < 8; i++) {
        mesh.position[3 * i] = i & 1 ? x : 0.0;
        mesh.position[3 * i + 1] = i & 2 ? y : 0.0;
        mesh.position[3 * i + 2] = i & 4 ? z : 0.0;
    }
    return mesh;
}

/* The cuboid's triangles lie at z-, z+, y-, y+, x-, x+, two each. */
struct lb_mesh lb_shape_block(const double low[3], const double high[3], unsigned faces, int turned)
{
    struct lb_mesh mesh = lb_shape_cuboid(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
    const double same[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    uint32_t kept = 0;
    lb_shape_map(&mesh, same, low);
    for (uint32_t t = 0; t < 12; t++) {
        const uint32_t *from = mesh.corner + 3 * (size_t)t;
        const uint32_t corner[3] = {from[0], from[turned ? 2 : 1], from[turned ? 1 : 2]};
        if ((faces >> (2 * (2 - t / 4) + t / 2 % 2) & 1) == 0) continue;
        memcpy(mesh.corner + 3 * (size_t)kept++, corner, sizeof corner);
    }
    mesh.triangle_count = kept;
    return mesh;
}

/* Two axes across the way, which make a right-handed system with it. */
static void axes_across(const double way[3], double a[3], double b[3])
{
    const struct lb_vector n = lb_vector_load(way);
    const struct lb_vector e = {fabs(n.x) < 0.5, fabs(n.x) >= 0.5, 0.0};
    struct lb_vector first = lb_vector_cross(e, n);
    first = lb_vector_scale(1.0 / lb_vector_length(first), first);
    lb_vector_store(first, a);
    lb_vector_store(lb_vector_cross(n, first), b);
}

/* Nodes: both middles, then those of the ends in turn. */
struct lb_mesh lb_shape_pipe(const double from[3], const double to[3], double radius,
                             uint32_t segments)
{
    static const char *const names[3] = {"wall", "inlet", "outlet"};
    struct lb_error err = {0};
    struct lb_mesh mesh = {0};
    double way[3], a[3], b[3];
    must(lb_mesh_create(2 + 2 * segments, 4 * segments, &mesh, &err), &err);
    const struct lb_vector d = lb_vector_subtract(lb_vector_load(to), lb_vector_load(from));
    lb_vector_store(lb_vector_scale(1.0 / lb_vector_length(d), d), way);
    axes_across(way, a, b);
    mesh.names.count = 3;
    mesh.names.name = calloc(3, sizeof *mesh.names.name);
    mesh.names.of = calloc(4 * segments, sizeof *mesh.names.of);
    for (int n = 0; n < 3; n++)
        strcpy(mesh.names.name[n], names[n]);
    memcpy(mesh.position, from, 3 * sizeof *from);
    memcpy(mesh.position + 3, to, 3 * sizeof *to);
    for (uint32_t k = 0; k < segments; k++) {
        const double phi = 2.0 * acos(-1.0) * k / segments;
        const uint32_t i = 2 + 2 * k, j = 2 + 2 * ((k + 1) % segments);
        const uint32_t corners[12] = {i, j, i + 1, j, j + 1, i + 1, 0, j, i, 1, i + 1, j + 1};
        memcpy(mesh.corner + 12 * (size_t)k, corners, sizeof corners);
        for (size_t t = 0; t < 4; t++)
            mesh.names.of[4 * k + t] = (uint16_t)(t < 2 ? 1 : t);
        for (size_t x = 0; x < 3; x++) {
            const double side = radius * (cos(phi) * a[x] + sin(phi) * b[x]);
            mesh.position[3 * (size_t)i + x] = from[x] + side;
            mesh.position[3 * (size_t)i + 3 + x] = to[x] + side;
        }
    }
    return mesh;
}

struct lb_mesh lb_shape_join(const struct lb_mesh *a, const struct lb_mesh *b)
{
    struct lb_mesh both = {0};
    struct lb_error err = {0};
    must(lb_mesh_create(a->node_count + b->node_count, a->triangle_count + b->triangle_count, &both,
                        &err),
         &err);
    memcpy(both.position, a->position, 3 * a->node_count * sizeof(double));
    memcpy(both.position + 3 * (size_t)a->node_count, b->position,
           3 * b->node_count * sizeof(double));
    memcpy(both.corner, a->corner, 3 * a->triangle_count * sizeof(uint32_t));
    for (size_t h = 0; h < 3 * (size_t)b->triangle_count; h++)
        both.corner[3 * (size_t)a->triangle_count + h] = b->corner[h] + a->node_count;
    return both;
}

struct lb_mesh lb_shape_sheet(double x, double y)
{
    static const uint32_t corner[12] = {0, 1, 2, 0, 2, 3, 1, 0, 3, 1, 3, 2};
    struct lb_mesh mesh = shape(4, 4, corner);
    const double position[12] = {0, 0, 0, x, 0, 0, x, y, 0, 0, y, 0};
    memcpy(mesh.position, position, sizeof position);
    return mesh;
}

void lb_shape_map(struct lb_mesh *mesh, const double a[9], const double shift[3])
{
    for (size_t n = 0; n < mesh->node_count; n++) {
        double *x = mesh->position + 3 * n, y[3];
        for (size_t i = 0; i < 3; i++)
            y[i] = a[3 * i] * x[0] + a[3 * i + 1] * x[1] + a[3 * i + 2] * x[2] + shift[i];
        memcpy(x, y, sizeof y);
    }
}

void lb_shape_rotation(double x, double y, double z, double angle, double a[9])
{
    double length = sqrt(x * x + y * y + z * z), c = cos(angle), s = sin(angle);
    const double n[3] = {x / length, y / length, z / length};
    for (int i = 0; i < 9; i++)
        a[i] = (1.0 - c) * n[i / 3] * n[i % 3] + (i % 4 == 0 ? c : 0.0);
    a[1] -= s * n[2];
    a[2] += s * n[1];
    a[3] += s * n[2];
    a[5] -= s * n[0];
    a[6] -= s * n[1];
    a[7] += s * n[0];
}

void lb_shape_shake(struct lb_mesh *mesh, double max, uint64_t seed)
{
    uint64_t state = seed;
    for (size_t i = 0; i < 3 * (size_t)mesh->node_count; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        mesh->position[i] += max * (2.0 * (double)(state >> 11) / 9007199254740992.0 - 1.0);
    }
}

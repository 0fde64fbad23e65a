/* sheet_meshes.c - plates, discs, lines, and whether a mesh is a sheet.
 * SPDX-License-Identifier: MIT */
#include "domain/sheet_meshes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "body/mesh_faults.h"
#include "io/point_table.h"

static void set_triangle(struct lb_mesh *mesh, size_t number, uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t corner[3] = {a, b, c};
    memcpy(mesh->corner + 3 * number, corner, sizeof corner);
}

enum lb_status lb_sheet_plate(const double low[3], const double high[3], struct lb_mesh *mesh,
                              struct lb_error *err)
{
    int flat = 0;
    while (flat < 2 && low[flat] != high[flat])
        flat++;
    LB_OK(lb_mesh_create(4, 2, mesh, err));
    for (int n = 0; n < 4; n++)
        for (int axis = 0; axis < 3; axis++) {
            const bool is_high = axis == (flat + 1) % 3   ? n == 1 || n == 2
                                 : axis == (flat + 2) % 3 ? n > 1
                                                          : false;
            mesh->position[3 * n + axis] = is_high ? high[axis] : low[axis];
        }
    set_triangle(mesh, 0, 0, 1, 2);
    set_triangle(mesh, 1, 0, 2, 3);
    return LB_STATUS_OK;
}

/* Two vectors of unit length across another one. */
static void find_plane(const double axis[3], double u[3], double v[3])
{
    int least = 0;
    for (int k = 1; k < 3; k++)
        if (fabs(axis[k]) < fabs(axis[least])) least = k;
    double length = 0.0;
    for (int k = 0; k < 3; k++) {
        u[k] = (k == least) - axis[least] * axis[k];
        length += u[k] * u[k];
    }
    for (int k = 0; k < 3; k++)
        u[k] /= sqrt(length);
    for (int k = 0; k < 3; k++)
        v[k] = axis[(k + 1) % 3] * u[(k + 2) % 3] - axis[(k + 2) % 3] * u[(k + 1) % 3];
}

enum lb_status lb_sheet_disc(const double centre[3], const double axis[3], double radius,
                             struct lb_mesh *mesh, struct lb_error *err)
{
    const double pi = acos(-1.0), miss = 1e-4;
    const uint32_t sides = (uint32_t)fmin(1e5, fmax(64.0, ceil(pi * sqrt(0.5 * radius / miss))));
    double u[3], v[3];
    find_plane(axis, u, v);
    LB_OK(lb_mesh_create(sides + 1, sides, mesh, err));
    memcpy(mesh->position, centre, 3 * sizeof *centre);
    for (uint32_t n = 0; n < sides; n++) {
        const double a = 2.0 * pi * n / sides;
        for (int k = 0; k < 3; k++)
            mesh->position[3 * (size_t)(n + 1) + (size_t)k] =
                centre[k] + radius * (cos(a) * u[k] + sin(a) * v[k]);
        set_triangle(mesh, n, 0, n + 1, (n + 1) % sides + 1);
    }
    return LB_STATUS_OK;
}

enum lb_status lb_sheet_strip(const double *point, size_t count, struct lb_mesh *mesh,
                              struct lb_error *err)
{
    LB_OK(lb_mesh_create((uint32_t)(2 * count), (uint32_t)(2 * (count - 1)), mesh, err));
    for (size_t n = 0; n < 2 * count; n++) {
        const double at[3] = {point[n / 2 * 2], point[n / 2 * 2 + 1], n % 2 == 0 ? -1.0 : 2.0};
        memcpy(mesh->position + 3 * n, at, sizeof at);
    }
    for (uint32_t n = 0; n + 1 < count; n++) {
        set_triangle(mesh, 2 * n, 2 * n, 2 * n + 2, 2 * n + 1);
        set_triangle(mesh, 2 * n + 1, 2 * n + 1, 2 * n + 2, 2 * n + 3);
    }
    return LB_STATUS_OK;
}

enum lb_status lb_sheet_line_read(const char *path, struct lb_mesh *mesh, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    double *point = NULL;
    size_t count = 0;
    *mesh = (struct lb_mesh){0};
    LB_OK(lb_point_table_read(path, &point, &count, err));
    LB_REQUIRE(count >= 2 && count < 1u << 24, LB_STATUS_USAGE,
               "the line '%.500s' has %zu points; a sheet has at least two", path, count);
    const double *last = point + 2 * (count - 1);
    LB_REQUIRE(point[0] != last[0] || point[1] != last[1], LB_STATUS_USAGE,
               "the line '%.500s' ends where it begins: thin=1 is for sheets that are open; "
               "without it, its inside is solid",
               path);
    LB_TRY(lb_sheet_strip(point, count, mesh, err));
cleanup:
    free(point);
    return st;
}

enum lb_status lb_sheet_check(const struct lb_mesh *mesh, const char *name, struct lb_error *err)
{
    struct lb_mesh_faults found;
    LB_OK(lb_mesh_faults_find(mesh, &found, NULL, err));
    LB_NEED(found.open_sides > 0, LB_STATUS_USAGE,
            "the mesh '%.200s' is closed: thin=1 is for sheets that are open; without it, its "
            "inside is solid",
            name);
    return LB_STATUS_OK;
}

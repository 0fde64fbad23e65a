/* tunnel_wall.c - cells near the body: how well they resolve its boundary layer, and how near one is.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tunnel/tunnel_state.h"

struct wall_sums {
    double sum, max;
    uint64_t count;
};

/* Whether a fluid cell has solid cells of the body beside one of its sides. */
static bool is_beside(const struct tunnel *s, const uint32_t at[3])
{
    if (lb_voxels_at(&s->voxels, at[0], at[1], at[2]) != 0) return false;
    for (int axis = 0; axis < s->dimensions; axis++)
        for (int side = 0; side < 2; side++) {
            uint32_t n[3] = {at[0], at[1], at[2]};
            if (side == 0 ? n[axis] == 0 : n[axis] + 1 == s->size[axis]) continue;
            n[axis] += side == 0 ? UINT32_MAX : 1;
            if (lb_voxels_at(&s->voxels, n[0], n[1], n[2]) != 0) return true;
        }
    return false;
}

/* The wall is half a cell away and the velocity u there straight: tau_w = nu u / (1/2), and y+ =
 * (1/2) (tau_w)^(1/2) / nu.  Beyond y+ of 5 it is bent, and this is more than it is. */
static void add_cell(const struct tunnel *s, const double u[3], double nu, struct wall_sums *out)
{
    double speed = 0.0;
    for (int axis = 0; axis < s->dimensions; axis++)
        speed += u[axis] * u[axis];
    const double y_plus = sqrt(0.5 * sqrt(speed) / nu);
    out->sum += y_plus;
    out->max = fmax(out->max, y_plus);
    out->count++;
}

/* Number of a body with a cell on the surface of the cube of this half side around a cell; 0: none. */
static uint8_t body_at_distance(const struct tunnel *s, const uint32_t cell[3], int distance)
{
    const int deep = s->dimensions == 3 ? distance : 0;
    for (int z = -deep; z <= deep; z++)
        for (int y = -distance; y <= distance; y++)
            for (int x = -distance; x <= distance; x++) {
                const bool inside = abs(x) < distance && abs(y) < distance && abs(z) < distance;
                if (inside && distance > 0) continue;
                const uint8_t body = lb_voxels_at(&s->voxels, cell[0] + (uint32_t)x,
                                                  cell[1] + (uint32_t)y, cell[2] + (uint32_t)z);
                if (body != 0) return body;
            }
    return 0;
}

void lb_tunnel_locate(const void *state, const uint32_t cell[3], char *out, size_t size)
{
    enum { FAR = 40 };
    const struct tunnel *s = state;
    snprintf(out, size, "more than %d cells from any body", FAR);
    for (int distance = 1; distance <= FAR; distance++) {
        const uint8_t body = body_at_distance(s, cell, distance);
        if (body == 0) continue;
        snprintf(out, size, "%d cell%s from %s", distance, distance > 1 ? "s" : "",
                 s->names[body - 1]);
        return;
    }
}

enum lb_status lb_tunnel_report_y_plus(const struct tunnel *s, struct lb_run *run,
                                       struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct wall_sums sums = {0};
    struct lb_region r;
    const double nu = lb_run_case(run)->viscosity;
    for (int axis = 0; axis < 3; axis++) {
        const uint32_t begin = s->voxels.begin[axis], end = begin + s->voxels.size[axis];
        r.begin[axis] = begin > 0 ? begin - 1 : 0;
        r.end[axis] = end < s->size[axis] ? end + 1 : s->size[axis];
    }
    const uint32_t last = r.end[2];
    const uint32_t wide = r.end[0] - r.begin[0], deep = r.end[1] - r.begin[1];
    double *u = malloc(3 * (size_t)wide * deep * sizeof *u);
    LB_REQUIRE(u != NULL, LB_STATUS_FAILED, "no memory for a layer of velocities");
    for (uint32_t z = r.begin[2]; z < last; z++) {
        r.begin[2] = z;
        r.end[2] = z + 1;
        LB_TRY(lb_solver_read(lb_run_solver(run), &r, NULL, u, err));
        for (uint32_t k = 0; k < wide * deep; k++) {
            const uint32_t at[3] = {r.begin[0] + k % wide, r.begin[1] + k / wide, z};
            if (is_beside(s, at)) add_cell(s, u + 3 * (size_t)k, nu, &sums);
        }
    }
    lb_run_result(run, "y_plus_mean", sums.count > 0 ? sums.sum / (double)sums.count : 0.0, "1");
    lb_run_result(run, "y_plus_max", sums.max, "1");
cleanup:
    free(u);
    return st;
}

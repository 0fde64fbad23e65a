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

void lb_tunnel_locate(const void *state, const uint32_t cell[3], char *out, size_t size)
{
    enum { FAR = 40 };
    const struct tunnel *s = state;
    int distance;
    const int body = lb_bodies_nearest(&s->body, cell, FAR, &distance);
    if (body < 0)
        snprintf(out, size, "more than %d cells from any body", FAR);
    else
        snprintf(out, size, "%d cell%s from %s", distance, distance > 1 ? "s" : "",
                 s->body.names[body]);
}

enum lb_status lb_tunnel_report_y_plus(const struct tunnel *s, struct lb_run *run,
                                       struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct wall_sums sums = {0};
    struct lb_region r;
    const double nu = lb_run_case(run)->viscosity;
    for (int axis = 0; axis < 3; axis++) {
        const uint32_t begin = s->body.voxels.begin[axis], end = begin + s->body.voxels.size[axis];
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
            if (lb_bodies_are_beside(&s->body, s->size, at))
                add_cell(s, u + 3 * (size_t)k, nu, &sums);
        }
    }
    lb_run_result(run, "y_plus_mean", sums.count > 0 ? sums.sum / (double)sums.count : 0.0, "1");
    lb_run_result(run, "y_plus_max", sums.max, "1");
cleanup:
    free(u);
    return st;
}

/* tunnel_inlet.c - whether the stream of a tunnel is as fast as it is said to be.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "tunnel/tunnel_state.h"

/* Between walls the same flows through every plane: a soft inlet, which lets sound out, gives way to the
 * body's resistance by half of drag x blockage x Mach number. */
static const double least_speed = 0.99;

static double speed_of(const struct tunnel *s, const double *u, uint32_t wide, uint32_t high)
{
    double sum = 0.0, meant = 0.0;
    for (uint32_t k = 0; k < wide * high; k++) {
        const uint32_t height = s->dimensions == 3 ? k / wide : k % wide;
        sum += u[3 * (size_t)k];
        meant += s->u * (s->profile != NULL ? s->profile[height + 1] : 1.0);
    }
    return sum / meant;
}

enum lb_status lb_tunnel_report_inlet(const struct tunnel *s, struct lb_run *run,
                                      struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const bool is_deep = s->dimensions == 3, is_open = s->walls == WALLS_PERIODIC;
    const struct lb_region r = {
        .begin = {1, is_open ? 0 : 1, is_deep ? 1 : 0},
        .end = {2, is_open ? s->size[1] : s->size[1] - 1, is_deep ? s->size[2] - 1 : 1}};
    const uint32_t wide = r.end[1] - r.begin[1], high = r.end[2] - r.begin[2];
    double *u = malloc(3 * (size_t)wide * high * sizeof *u);
    LB_REQUIRE(u != NULL, LB_STATUS_FAILED, "no memory for a plane of velocities");
    LB_TRY(lb_solver_read(lb_run_solver(run), &r, NULL, u, err));
    const double speed = speed_of(s, u, wide, high);
    lb_run_result(run, "inlet_speed", speed, "1");
    if (lb_tunnel_is_confined(s) && speed < least_speed)
        lb_run_warn(run,
                    "the stream between the walls is %.2g %% slower than it is said to be: a wider "
                    "box, a lower u=, or inlet-kind=hard would hold it",
                    100.0 * (1.0 - speed));
cleanup:
    free(u);
    return st;
}

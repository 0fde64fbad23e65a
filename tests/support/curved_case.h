/* curved_case.h - two-dimensional flows between walls that lie between cells, with links by
 * formula: slits at any slope, and the gap between two cylinders of which the inner one turns.
 * SPDX-License-Identifier: MIT */
#ifndef LB_TESTS_CURVED_CASE_H
#define LB_TESTS_CURVED_CASE_H

#include "case/case.h"

struct lb_curved_case;

/* Where a wall is: the way from a cell's centre (x + 1/2, y + 1/2) against direction (cx, cy) to
 * it, in (0, 1] of the link, and the wall's velocity there along (cx, cy). */
typedef double lb_curved_place(const struct lb_curved_case *k, const uint32_t at[2], const int c[2],
                               double *speed);

/* Must not be moved once it is made: the case points into it. */
struct lb_curved_case {
    struct lb_curved_walls walls;
    struct lb_curved_link *links; /* owned */
    struct lb_body bodies[2];
    bool (*is_solid)(const struct lb_curved_case *k, const uint32_t at[2], uint8_t *body);
    lb_curved_place *place;
    uint32_t size[2];
    double normal[2], width, period;     /* of a slit */
    double centre[2], inner, outer, rim; /* of a gap: radii, speed of the inner cylinder */
};

/* A slit of slope rise / run through a periodic box, driven along it to `peak` in the middle;
 * FP64, d2q9. */
enum lb_status lb_slit_make(struct lb_curved_case *k, struct lb_case *c, const char *rule,
                            const char *collision, int rise, int run, int repeats, double width,
                            double tau, double peak, struct lb_error *err);
/* The velocity along it, at a cell's centre. */
double lb_slit_speed(const struct lb_curved_case *k, const struct lb_case *c, const uint32_t at[2]);

/* The gap between cylinders of these radii, off the lattice; the inner one is body 1, the outer
 * one 2. */
enum lb_status lb_gap_make(struct lb_curved_case *k, struct lb_case *c, const char *rule,
                           const char *collision, double inner, double outer, double tau,
                           double rim, struct lb_error *err);
/* The torque on the inner cylinder in the steady flow. */
double lb_gap_torque(const struct lb_curved_case *k, const struct lb_case *c);

void lb_curved_case_free(struct lb_curved_case *k);

#endif

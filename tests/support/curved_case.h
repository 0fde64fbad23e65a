/* curved_case.h - flows with exact solutions between walls that lie between cells, with links by formula: slits at
 * any slope, between solid cells or between sheets, the gap between two round bodies of which the inner one turns,
 * ducts. In two dimensions, or in three.
 * SPDX-License-Identifier: MIT */
#ifndef LB_TESTS_CURVED_CASE_H
#define LB_TESTS_CURVED_CASE_H

#include "case/case.h"

/* Of the next cases: the lattice; which axes of the box those of the flow are, a permutation; how many cells the
 * box is deep along the last one where the flow is the same all along it; where slits are. */
struct lb_curved_space {
    const char *lattice;
    int axes[3];
    uint32_t deep;
    double offset; /* of a slit's lower wall, from the centre of the first cell */
};
extern struct lb_curved_space lb_curved_space; /* d2q9, 0 1 2, 1, 0.37 */

/* Must not be moved once it is made: the case points into it. Places, directions and velocities are along the axes
 * of the flow, places of cells those of their centres. */
struct lb_curved_case {
    struct lb_curved_walls walls;
    struct lb_curved_link *links; /* owned */
    struct lb_gap_link *gaps;     /* owned */
    struct lb_body bodies[2];
    struct lb_curved_space space;
    uint32_t size[3];
    /* Of body *body, 0: of none. */
    bool (*is_solid)(const struct lb_curved_case *k, const double at[3], uint8_t *body);
    /* The way against c to the wall, in (0, 1] of the link, and the wall's velocity there along c; beyond that no
     * sheet is crossed. */
    double (*place)(const struct lb_curved_case *k, const double at[3], const int c[3],
                    double *speed);
    void (*velocity)(const struct lb_curved_case *k, const struct lb_case *c, const double at[3],
                     double u[3]);
    double normal[3], along[3], width, period; /* of a slit, of unit length */
    double centre[3], inner, outer, rim; /* of a gap or duct: radii, speed of the inner wall */
    int round;                           /* axes of a gap: 2 of cylinders, 3 of spheres */
    bool has_sheets;                     /* of body 1, in place of solid cells */
};

/* A slit of slope rise / run through a periodic box, driven along it to `peak` in the middle; FP64. */
enum lb_status lb_slit_make(struct lb_curved_case *k, struct lb_case *c, const char *rule,
                            const char *collision, int rise, int run, int repeats, double width,
                            double tau, double peak, struct lb_error *err);

/* The same in three dimensions across any whole-numbered normal, along another such vector; the box has `side`
 * cells along each axis. */
enum lb_status lb_oblique_slit_make(struct lb_curved_case *k, struct lb_case *c, const char *rule,
                                    const char *collision, const int normal[3], const int along[3],
                                    uint32_t side, double width, double tau, double peak,
                                    struct lb_error *err);

/* Two sheets, body 1, `width` apart in the same periodic box, in place of solid cells: two slits, driven to `peak` in
 * the middle of the wider one; width 0: one sheet, and a slit from it to its own image. */
enum lb_status lb_sheets_make(struct lb_curved_case *k, struct lb_case *c, const char *rule,
                              const char *collision, int rise, int run, int repeats, double width,
                              double tau, double peak, struct lb_error *err);

/* The gap between cylinders, round = 2, or spheres, round = 3, of these radii, off the lattice; the inner one is
 * body 1, turns about the last axis of the flow, and the outer one is body 2. */
enum lb_status lb_gap_make(struct lb_curved_case *k, struct lb_case *c, const char *rule,
                           const char *collision, int round, double inner, double outer, double tau,
                           double rim, struct lb_error *err);
/* The torque on the inner one in the steady flow, about the axis lb_curved_space.axes[2]. */
double lb_gap_torque(const struct lb_curved_case *k, const struct lb_case *c);

/* A duct along the last axis of the flow that a force drives to a peak: a round pipe, or one whose cross-section is an
 * equilateral triangle, turned by 17 degrees; `radius` is that of the circle in it. */
enum lb_status lb_duct_make(struct lb_curved_case *k, struct lb_case *c, const char *rule,
                            bool is_triangle, double radius, double tau, double peak,
                            struct lb_error *err);

/* The error of the velocity relative to the exact one, in the mean of squares over all fluid cells. */
double lb_curved_error(const struct lb_curved_case *k, const struct lb_case *c, const double *u);

void lb_curved_case_free(struct lb_curved_case *k);

#endif

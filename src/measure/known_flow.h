/* known_flow.h - the flows that `sluice bench` times: known exactly, so that a figure can be refused
 * when the flow is wrong.
 * SPDX-License-Identifier: MIT */
#ifndef LB_MEASURE_KNOWN_FLOW_H
#define LB_MEASURE_KNOWN_FLOW_H

#include <stdbool.h>

#include "base/status.h"
#include "case/case.h"

struct lb_solver;

enum lb_known_flow_kind {
    /* One shear wave askew through the box, k = 2 pi (1/nx, 1/ny, 1/nz), carried along by a stream
     * U: u = U + A exp(-nu k^2 t) (e1 sin(k.(x - U t)) + e2 cos(k.(x - U t))) with e1, e2 across k
     * (in 2D without e2).  u.grad u is that of the stream alone and the pressure is constant, so
     * this solves the Navier-Stokes equations exactly in boxes of any shape; every cell has another
     * velocity, and steps that never ran leave the wave behind. */
    LB_KNOWN_FLOW_PERIODIC,
    /* A uniform stream, for models that are no fluid: it only has to stay so. */
    LB_KNOWN_FLOW_UNIFORM,
    /* Flow along x between walls one cell thick at both ends of y and z (in 2D of y): the box is a
     * duct.  The sum of three exact solutions of the Navier-Stokes equations, one for each thing
     * that walls and forces do:
     *  - the last wall of z is a lid that moves by U sin(pi y/W); with three walls at rest the steady
     *    flow is U sin(pi y/W) sinh(pi z/W) / sinh(pi H/W) (in 2D U y/W);
     *  - a mode A sin(pi y/W) sin(m pi z/H), zero at the walls, about 20 cells a wave, decays by
     *    exp(-nu k^2 t): steps that never ran are noticed soon;
     *  - a body force along z, which a linear density balances, as in the air above the ground:
     *    without the force, or with a wall that leaks, the fluid starts to move.
     * Half-way walls lie half a cell off the solid cells. */
    LB_KNOWN_FLOW_DUCT
};

struct lb_known_flow {
    enum lb_known_flow_kind kind;
    uint32_t size[3];
    int dimensions;
    double amplitude; /* [cells/step] */
    double viscosity;
    double sound_speed_squared;
    double force;     /* of the duct, along its last axis, downwards [rho0 cells/step^2] */
    int modes;        /* m of the duct */
    double stream[3]; /* U of the periodic flow, and how fast its wave turns and decays [1/step] */
    double drift, decay_rate;
    double sine_part[3], cosine_part[3]; /* A e1, A e2 */
    double *waves[3]; /* what depends on one coordinate at step 0, two numbers a cell */
};

/* Largest relative distance from the exact flow that a figure is printed for.  Errors of indexing
 * or of a wrong lane are of order 1; rounding to 16 bits, compressibility and the coarseness of
 * small boxes stay below. */
#define LB_KNOWN_FLOW_MAX_DEVIATION 0.03

/* Whether lattice and operator together make the Navier-Stokes equations, as
 * docs/theory/collision.md says. */
bool lb_known_flow_is_fluid(const struct lb_case *c);

/* The flow for a case whose size, model and viscosity are set.  lb_known_flow_destroy frees its
 * waves, also after a failure, and is harmless on {0}. */
enum lb_status lb_known_flow_init(struct lb_known_flow *flow, const struct lb_case *c, bool walls,
                                  struct lb_error *err);
void lb_known_flow_destroy(struct lb_known_flow *flow);

lb_start_function lb_known_flow_start; /* state: struct lb_known_flow */

/* Cells of the shell of walls over all cells; 0 without walls. */
double lb_known_flow_solid_share(const struct lb_known_flow *flow);

/* L2 distance of the solver's velocity from the exact one, over sample rows in all parts of the
 * box, those beside walls among them, relative to the start's velocity of the same
 * rows: steps that never ran leave the distance between the start and what should have become of
 * it. */
enum lb_status lb_known_flow_deviation(const struct lb_known_flow *flow, struct lb_solver *s,
                                       double *deviation, struct lb_error *err);

#endif

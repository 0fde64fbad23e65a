/* reference.h - the lattice-Boltzmann step in plain double precision, for tests and the self-test to
 * compare with.  Shares no code with the kernels: array of cells, two copies, one-step pull,
 * plain f_i.
 *
 * Conventions, the same as the solver's: - At step 0 the post-collision populations of every
 * cell that is not solid are f_eq(rho, u) of
 *   its start state.
 * - One step streams (pulls) the populations, then collides: f_i(x, t+1) comes from x - c_i.  -
 * Reading at step t gives the moments of the populations that arrive for step t+1, that is,
 *   streaming is applied first, also at step 0.  The velocity includes half the force.
 *   An equilibrium cell reads as prescribed, a solid cell as density 1 and the wall's velocity.
 * SPDX-License-Identifier: MIT */
#ifndef LB_REFERENCE_REFERENCE_H
#define LB_REFERENCE_REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "case/case.h"

struct lb_reference; /* opaque; borrows its case */

/* `round_storage`: at the start and after each step every stored value, f_i - w_i where c->shift
 * else f_i, passes through encode and decode of c->storage; otherwise it is kept as it is.
 * Arithmetic is always double; c->streaming does not matter.
 * LB_STATUS_USAGE for a lattice, a collision operator or a model of viscosity it does not know. */
enum lb_status lb_reference_create(const struct lb_case *c, bool round_storage,
                                   struct lb_reference **out, struct lb_error *err);
void lb_reference_destroy(struct lb_reference *r); /* NULL is allowed */

void lb_reference_advance(struct lb_reference *r, uint64_t steps);

/* The start state, x fastest; owned by the reference. */
const struct lb_cell *lb_reference_cells(const struct lb_reference *r);

/* Density and velocity of all cells, x fastest: rho[n], u[3 * n] as triples; either may be NULL. */
void lb_reference_read(const struct lb_reference *r, double *rho, double *u);

/* Momentum that resting and moving walls take in the streaming of the next step, summed over the
 * links from fluid cells: what the wall gets, c_i f_i*, less what comes back, -c_i f_(-i). */
void lb_reference_wall_force(const struct lb_reference *r, double resting[3], double moving[3]);

/* The same of the solid cells of one number, and the moment about `centre` of each link's force
 * at the middle of the link, in the periodic image next to the centre; populations less w_i. */
void lb_reference_body_force(const struct lb_reference *r, uint8_t number, const double centre[3],
                             double force[3], double moment[3]);

/* Largest sum over a cell's stored values |f_i - w_i| (or |f_i|): what round-off is relative to. */
double lb_reference_magnitude(const struct lb_reference *r);

/* Largest sum over a cell of what storing changed its populations by in any one step so far. */
double lb_reference_rounding(const struct lb_reference *r);

/* f_eq of one direction, second order in u. */
double lb_reference_equilibrium(const struct lb_lattice *l, int i, double rho, const double u[3]);

/* f_eq of one direction of D3Q13 under MRT. */
double lb_reference_d3q13_equilibrium(const struct lb_lattice *l, int i, double rho,
                                      const double u[3]);

/* What a force adds to one direction per step, before the collision's factor. */
double lb_reference_force_term(const struct lb_lattice *l, int i, const double force[3],
                               const double u[3]);

#endif

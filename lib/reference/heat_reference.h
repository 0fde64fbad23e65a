/* heat_reference.h - the temperature that a flow carries, in plain double precision, for the self-test to compare with:
 * populations of lb_heat_lattice, two copies, pull, between insulated walls, in a box whose ends are joined.
 * Shares no code with the kernels.
 * SPDX-License-Identifier: MIT */
#ifndef LB_REFERENCE_HEAT_REFERENCE_H
#define LB_REFERENCE_HEAT_REFERENCE_H

#include "base/status.h"
#include "case/case.h"

struct lb_heat_reference; /* opaque; borrows its case, which has a heat */

/* At step 0 each cell has sent w_i T of its start state. */
enum lb_status lb_heat_reference_create(const struct lb_case *c, struct lb_heat_reference **out,
                                        struct lb_error *err);
void lb_heat_reference_destroy(struct lb_heat_reference *r); /* NULL is allowed */

/* A step with velocities u[3 * cells] [cells/step], x fastest: those that the flow has before it. */
void lb_heat_reference_step(struct lb_heat_reference *r, const double *u);

/* T of all cells, in units of the range: what the next step will find; of solid cells 0. */
void lb_heat_reference_read(const struct lb_heat_reference *r, double *t);

#endif

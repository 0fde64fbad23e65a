/* solver.h - advances one case on one device.  The layout and the kernels: docs/architecture.md.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SOLVER_SOLVER_H
#define LB_SOLVER_SOLVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "shared/histogram_bins.h"
#include "case/case.h"
#include "workspace/kernel_text.h"
#include "parts/survey.h"

struct lb_archive;
struct lb_device;
struct lb_layout;
struct lb_solver; /* opaque; owns its buffers and kernels */

/* Builds the kernels and uploads the start state.  Borrows `c`, `device` and the folders of `places`,
 * which must outlive the solver; `layout` is one for case and device (layout.h).
 * LB_STATUS_DEVICE where the device cannot do the case: the message says what is needed, what is
 * there, what would fit. */
enum lb_status lb_solver_create(const struct lb_case *c, const struct lb_layout *layout,
                                struct lb_device *device, const struct lb_kernel_places *places,
                                struct lb_solver **out, struct lb_error *err);
void lb_solver_destroy(struct lb_solver *s); /* NULL is fine */

/* Enqueues `steps` time steps; returns before the device has finished. */
enum lb_status lb_solver_advance(struct lb_solver *s, uint64_t steps, struct lb_error *err);

/* Waits until the device is done. */
enum lb_status lb_solver_wait(struct lb_solver *s, struct lb_error *err);

/* Density [rho0] and velocity [cells/step] of the cells of `region`, x fastest: rho[n], u[3 * n]
 * as triples.
 * Caller owns both arrays; either may be NULL.  Walls give their prescribed velocity.  Gas gives
 * density 1 and velocity 0; interface cells show what the last step made of them, not what they
 * will find in the next. */
enum lb_status lb_solver_read(struct lb_solver *s, const struct lb_region *region, double *rho,
                              double *u, struct lb_error *err);

/* The same for the fill levels of a case with a surface, one number a cell. */
enum lb_status lb_solver_read_fill(struct lb_solver *s, const struct lb_region *region,
                                   double *fill, struct lb_error *err);

/* Enqueues the recording of one cell's density and velocity; lb_solver_read_probes fetches all
 * recorded since the last fetch, four numbers each (rho, ux, uy, uz), in order, at most
 * `capacity`. */
enum lb_status lb_solver_probe(struct lb_solver *s, const uint32_t cell[3], struct lb_error *err);
enum lb_status lb_solver_read_probes(struct lb_solver *s, double *out, uint64_t capacity,
                                     uint64_t *count, struct lb_error *err);

/* Momentum that walls took from the flow in the streaming that led to the fields which
 * lb_solver_read shows now, between the step before and this one [rho0 cells^4/step^2, the unit of
 * force per volume times volume]; summed over all links from a fluid cell into a solid one, bodies
 * among them, pressure included: at rest, c_s^2 per face.  Links from equilibrium cells do not count.
 * In a box without equilibrium cells and boundaries, with F the body force per volume,
 *     momentum(now) - momentum(a step before) = F * fluid_cells - resting - moving
 * up to round-off, with the momentum of lb_solver_survey. */
struct lb_wall_force {
    double resting[3]; /* on walls at rest */
    double moving[3];  /* on moving ones */
};

/* The same by group of links: the walls that are of no body, then each body, then each boundary of the
 * case, lb_case_force_groups in all; here of the pressure above that of density 1, so that a body
 * standing on the ground has no lift from the side that is not wet.  Moments [rho0 cells^5/step^2]
 * are about the centre of the body, seen from each cell's nearest periodic image of it, and those of
 * walls and boundaries about the corner of the box.  With boundaries, too,
 *     momentum(now) - momentum(a step before) = F * fluid_cells - the sum over all groups
 * All are summed in whole numbers of 2^-56: the same bits however the box is divided; NaN where what a cell brings
 * is no number or 64 and more.
 * `mass` [rho0 cells^3/step] is what comes in: through boundaries, and what moving walls add; resting walls have 0, and
 *     mass(now) - mass(a step before) = the sum over all groups
 * Of a body that moves its cells, what cells that become solid or fluid gave it when they were
 * made anew is in force, moment and mass, in equal shares of the steps until the next time: for
 * a single step both sums hold in the mean. */
struct lb_link_force {
    double force[3], moment[3], mass;
};
enum lb_status lb_solver_forces(struct lb_solver *s, struct lb_link_force *groups,
                                struct lb_wall_force *walls, struct lb_error *err);

/* The same without waiting for the device: enqueues a record; lb_solver_read_forces fetches all since
 * the last fetch, in order, at most `capacity`: groups[lb_case_force_groups * record] and
 * walls[record].  Either array may be NULL, here and there. */
enum lb_status lb_solver_record_forces(struct lb_solver *s, struct lb_error *err);
enum lb_status lb_solver_read_forces(struct lb_solver *s, struct lb_link_force *groups,
                                     struct lb_wall_force *walls, uint64_t capacity,
                                     uint64_t *count, struct lb_error *err);

/* Where the markers are [cells], position[3 * marker + axis], not wrapped, NaN of retired ones, and
 * the force of each on the fluid there [rho0 cells^4/step^2].  Caller owns both arrays; either may
 * be NULL. */
enum lb_status lb_solver_read_markers(struct lb_solver *s, double *position, double *force,
                                      struct lb_error *err);

/* Takes markers out for good: they neither move nor push.  For particles; nodes of a membrane are
 * refused.  A force that was already found for the next step still acts in it. */
enum lb_status lb_solver_retire_markers(struct lb_solver *s, const uint32_t *which, size_t count,
                                        struct lb_error *err);

/* How often populations of fluid cells lie in each bin of their magnitude (kernels/shared/histogram_bins.h):
 * [0] of f_i, [1] of f_i - w_i; positive ones, then negative ones. */
struct lb_histogram {
    uint64_t counts[2][2 * LB_BINS];
};
enum lb_status lb_solver_histogram(struct lb_solver *s, struct lb_histogram *out,
                                   struct lb_error *err);

/* Magnitudes that bin `bin` of a sign begins and ends at; bin 0 begins at 0. */
void lb_histogram_limits(int bin, double *low, double *high);

enum lb_status lb_solver_survey(struct lb_solver *s, struct lb_survey *out, struct lb_error *err);

/* All that a solver keeps, one by one, and pieces of it by name.  A solver of the same case on the
 * same layout goes on with the same bits from whatever is LB_ROLE_STATE.  Records of probes and of
 * forces do not belong to it: LB_STATUS_FAILED where some were not fetched. */
enum lb_status lb_solver_each_state(const struct lb_solver *s, lb_state_visitor *visit,
                                    void *context, struct lb_error *err);
enum lb_status lb_solver_read_state(const struct lb_solver *s, const char *name, uint64_t offset,
                                    uint64_t bytes, void *data, struct lb_error *err);
enum lb_status lb_solver_write_state(struct lb_solver *s, const char *name, uint64_t offset,
                                     uint64_t bytes, const void *data, struct lb_error *err);

/* Makes room for `numbers` 64-bit numbers per cell, 0 at first, that are read and written as "means" and
 * belong to the state, a mean over time of the flow: 4, the densities of all cells and then their
 * velocities as triples, or 5, and then their fill levels. */
enum lb_status lb_solver_keep_means(struct lb_solver *s, unsigned numbers, struct lb_error *err);

/* Saves that state into an archive, or loads it, in an order that no lanes, streaming and device have a
 * part in: population i of a cell is what the next step will find there.  The solver of a subdomain
 * passes its share of the whole box's arrays (archive.h).  `saved` is the precision of what is loaded, which
 * is converted.  A solver that failed to load is of no use. */
enum lb_status lb_solver_archive(struct lb_solver *s, struct lb_archive *archive,
                                 const struct lb_precision *saved, struct lb_error *err);

/* The populations alone, of another run on the same box with the same walls; of its regulator, the force, where both
 * have one.  The step stays what it is. */
enum lb_status lb_solver_load_flow(struct lb_solver *s, struct lb_archive *archive,
                                   const struct lb_precision *saved, struct lb_error *err);

/* Builds the kernels that saving takes, and changes nothing. */
enum lb_status lb_solver_build_archive(struct lb_solver *s, struct lb_error *err);

/* From the next step on: `count` numbers of the profiles of the case's boundaries, which lie one behind the other in
 * the order of these, from number `first` on. */
enum lb_status lb_solver_set_profile(struct lb_solver *s, uint64_t first, uint64_t count,
                                     const double *numbers, struct lb_error *err);

/* Of a driven case: the mean speed now, as the regulator finds it, the same bits however the box is divided; and what
 * it adds to the force along the axis. */
enum lb_status lb_solver_mean_speed(struct lb_solver *s, double *out, struct lb_error *err);
double lb_solver_drive(const struct lb_solver *s);

uint64_t lb_solver_step(const struct lb_solver *s);
int lb_solver_lanes(const struct lb_solver *s);             /* memory lanes V in use */
int lb_solver_arithmetic_lanes(const struct lb_solver *s);  /* W */
uint32_t lb_solver_group(const struct lb_solver *s);        /* vectors per group of the step */
int lb_solver_registers(const struct lb_solver *s);         /* most of a work-item; 0: no limit */
uint64_t lb_solver_device_bytes(const struct lb_solver *s); /* really allocated */

/* Flags of the cells as the start state, or bodies that move, gave them, x fastest, one byte each;
 * owned by the solver.  NULL where the case is all fluid. */
const uint8_t *lb_solver_flags(const struct lb_solver *s);

/* Of a case with a free surface: adds to the flags in `flags`, as many as cells, which side of it each is on now
 * (LB_CELL_INTERFACE, LB_CELL_GAS). */
enum lb_status lb_solver_add_sides(struct lb_solver *s, uint8_t *flags, struct lb_error *err);

#endif

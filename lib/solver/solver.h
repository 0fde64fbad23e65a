/* solver.h - advances one case on one device.  The layout: docs/memory-layout.md; the kernels: docs/solver.md.
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
#include "modules/survey.h"

struct lb_archive;
struct lb_device;
struct lb_layout;
struct lb_solver; /* opaque; owns its buffers and kernels */

/* Builds the kernels and uploads the start state.  Borrows `c`, `device` and the folders of `places`,
 * which must outlive the solver; `layout` is one for case and device (layout.h).
 * LB_STATUS_DEVICE if the device cannot run the case: the message says what is needed, what the device has
 * and what would fit. */
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
 * Caller owns both arrays; either may be NULL.  Walls give their prescribed velocity, gas density 1 and
 * velocity 0.  Interface cells show their state at the end of the last step, not at the start of the next. */
enum lb_status lb_solver_read(struct lb_solver *s, const struct lb_region *region, double *rho,
                              double *u, struct lb_error *err);

/* The same for the fill levels of a case with a free surface, one number per cell. */
enum lb_status lb_solver_read_fill(struct lb_solver *s, const struct lb_region *region,
                                   double *fill, struct lb_error *err);

/* The same for the temperatures of a case with heat, one number per cell; of walls that have one, theirs. */
enum lb_status lb_solver_read_temperature(struct lb_solver *s, const struct lb_region *region,
                                          double *temperature, struct lb_error *err);

/* The heat that the walls of each of the lb_heat_groups gave since step 0, those of the faces of the box first, of
 * T = 1 in a cell; what flows in and out is among it.
 *     sum of T(now) - sum of T(at step 0) = the sum over all groups
 * up to round-off.  Sums are integers, the same on all devices. */
enum lb_status lb_solver_heat_given(struct lb_solver *s, double *given, struct lb_error *err);

/* Enqueues a record of one cell's density and velocity.  lb_solver_read_probes fetches the records since
 * the last fetch in order, at most `capacity` of them, four numbers each (rho, ux, uy, uz). */
enum lb_status lb_solver_probe(struct lb_solver *s, const uint32_t cell[3], struct lb_error *err);
enum lb_status lb_solver_read_probes(struct lb_solver *s, double *out, uint64_t capacity,
                                     uint64_t *count, struct lb_error *err);

/* Momentum that walls took from the flow in the last streaming, whose result lb_solver_read shows
 * [rho0 cells^4/step^2, the unit of force per volume times volume].  It is the sum over all links from a
 * fluid cell into a solid one, including bodies and the pressure: at rest, c_s^2 per face.  Links from
 * equilibrium cells do not count.
 * In a box without equilibrium cells and boundaries, with F the body force per volume,
 *     momentum(now) - momentum(a step before) = F * fluid_cells - resting - moving
 * up to round-off, with the momentum of lb_solver_survey. */
struct lb_wall_force {
    double resting[3]; /* on walls at rest */
    double moving[3];  /* on moving ones */
};

/* The same by group of links: the walls, then each body, then each boundary of the case,
 * lb_case_force_groups in all.  The pressure counts from that of density 1, so that a body on the ground
 * has no lift from the side that is not wet.  Moments [rho0 cells^5/step^2] are about the centre of the
 * body, as seen from the nearest periodic image of each cell; those of walls and boundaries are about the
 * corner of the box.  Boundaries included,
 *     momentum(now) - momentum(a step before) = F * fluid_cells - the sum over all groups
 * `mass` [rho0 cells^3/step] is the inflow through boundaries and the mass added by moving walls, 0 for
 * walls at rest:
 *     mass(now) - mass(a step before) = the sum over all groups
 * Links across gaps narrower than a diagonal, from wall to wall, add to bodies' forces what their
 * populations would carry (struct lb_gap_link); all together they add nothing.
 * The sums of links are integers of unit 2^-56, so they do not depend on the decomposition; NaN if a cell's share is
 * not a number, or 64 and more.
 * For a body that moves through cells, force, moment and mass include what the cells that became solid or
 * fluid gave to it, in equal shares for the steps until the next assignment: in a single step both
 * balances hold in the mean. */
struct lb_link_force {
    double force[3], moment[3], mass;
    double excess; /* of `mass`: what such cells had beyond density 1 */
};
enum lb_status lb_solver_forces(struct lb_solver *s, struct lb_link_force *groups,
                                struct lb_wall_force *walls, struct lb_error *err);

/* What each link of this rank's cells gives to a body now: -units c_i, in units of 2^-LB_LINK_BITS
 * (kernels/shared/force_task.h); LB_NO_LOAD: it is no number, or LB_LOAD_MOST and more.  c_i leads to
 * `cell`, of the whole box, from that of the body; of links across gaps, which the first rank has,
 * from or to that. */
struct lb_link_load {
    uint32_t cell[3];
    uint8_t body, direction; /* number of the body; i */
    int64_t units;
};
typedef void lb_link_visitor(void *context, const struct lb_link_load *load);
enum lb_status lb_solver_each_link(struct lb_solver *s, lb_link_visitor *visit, void *context,
                                   struct lb_error *err);

/* What cells that became solid or fluid give to each body in the mean of the steps until the next
 * assignment: with the links' all of the force.  Collective; 0 where no body moves. */
enum lb_status lb_solver_renewal_forces(struct lb_solver *s, double force[LB_MAX_BODIES][3],
                                        struct lb_error *err);

/* The same without waiting for the device: enqueues a record.  lb_solver_read_forces fetches the records
 * since the last fetch in order, at most `capacity` of them: groups[lb_case_force_groups * record] and
 * walls[record].  In both functions either array may be NULL. */
enum lb_status lb_solver_record_forces(struct lb_solver *s, struct lb_error *err);
enum lb_status lb_solver_read_forces(struct lb_solver *s, struct lb_link_force *groups,
                                     struct lb_wall_force *walls, uint64_t capacity,
                                     uint64_t *count, struct lb_error *err);

/* Positions of the markers [cells], position[3 * marker + axis], not wrapped, NaN for retired ones; and the
 * force of each marker on the fluid [rho0 cells^4/step^2].  Caller owns both arrays; either may be NULL. */
enum lb_status lb_solver_read_markers(struct lb_solver *s, double *position, double *force,
                                      struct lb_error *err);

/* Removes particles for good: they neither move nor exert a force.  Nodes of a membrane are refused.  A force
 * already computed for the next step still acts in it. */
enum lb_status lb_solver_retire_markers(struct lb_solver *s, const uint32_t *which, size_t count,
                                        struct lb_error *err);

/* Histogram of the magnitudes of the populations of all fluid cells (bins: kernels/shared/histogram_bins.h):
 * [0] f_i, [1] f_i - w_i; positive ones, then negative ones. */
struct lb_histogram {
    uint64_t counts[2][2 * LB_BINS];
};
enum lb_status lb_solver_histogram(struct lb_solver *s, struct lb_histogram *out,
                                   struct lb_error *err);

/* Limits of bin `bin` of either sign; bin 0 begins at 0. */
void lb_histogram_limits(int bin, double *low, double *high);

enum lb_status lb_solver_survey(struct lb_solver *s, struct lb_survey *out, struct lb_error *err);

/* Visits the arrays of the solver one by one; reads and writes ranges of them by name.  A solver of the same
 * case and layout continues with the same bits from the arrays of LB_ROLE_STATE.  Records of probes and
 * forces are not part of the state: LB_STATUS_FAILED if some were not fetched. */
enum lb_status lb_solver_each_state(const struct lb_solver *s, lb_state_visitor *visit,
                                    void *context, struct lb_error *err);
enum lb_status lb_solver_read_state(const struct lb_solver *s, const char *name, uint64_t offset,
                                    uint64_t bytes, void *data, struct lb_error *err);
enum lb_status lb_solver_write_state(struct lb_solver *s, const char *name, uint64_t offset,
                                     uint64_t bytes, const void *data, struct lb_error *err);

/* Adds the present flow, as lb_solver_read shows it, to a set of means over time; `number` is that of
 * the sample, from 1 on.  Only enqueues; all ranks learn where one fails.  The means belong to the
 * state. */
enum lb_status lb_solver_sample_means(struct lb_solver *s, enum lb_means_set set, uint64_t number,
                                      struct lb_error *err);

/* One array of the set (case/mean_planes.h) for the cells of `region`, x fastest, the numbers of a
 * cell side by side: lb_means_numbers.  Products are about the mean of each cell
 * and averaged over `samples`.  Caller owns `out`. */
enum lb_status lb_solver_read_means(struct lb_solver *s, enum lb_means_set set,
                                    enum lb_means_array array, uint64_t samples,
                                    const struct lb_region *region, double *out,
                                    struct lb_error *err);

/* For a case that watches its change: the largest change of a component of the velocity, as
 * lb_solver_read shows it, since the last call, or from 0 in the first; and the largest component
 * [cells/step].  The same on any number of parts and in any layout.  The velocities of the last call
 * belong to the state. */
enum lb_status lb_solver_change(struct lb_solver *s, double *change, double *fastest,
                                struct lb_error *err);

/* Before several parts save their states: what they have sums of together becomes the first part's.
 * All of them call it, and fail together. */
enum lb_status lb_solver_unite_sums(struct lb_solver *s, struct lb_error *err);

/* Saves the state into an archive, or loads it.  The order does not depend on lanes, streaming or device:
 * population i of a cell is the one that the next step will read there.  The solver of a subdomain
 * passes its own range of the whole box's arrays (archive.h).  `saved` is the precision of the archive, from
 * which numbers are converted.  After a failed load the solver can only be destroyed. */
enum lb_status lb_solver_archive(struct lb_solver *s, struct lb_archive *archive,
                                 const struct lb_precision *saved, struct lb_error *err);

/* Loads the populations alone, from another run on the same box with the same walls; also what links of
 * outlets keep, if both have as many, and the force of its regulator, if both have one.  The step number
 * does not change. */
enum lb_status lb_solver_load_flow(struct lb_solver *s, struct lb_archive *archive,
                                   const struct lb_precision *saved, struct lb_error *err);

/* Builds the kernels for saving, so that a later save needs no compiler. */
enum lb_status lb_solver_build_archive(struct lb_solver *s, struct lb_error *err);

/* Replaces `count` numbers of the boundaries' profiles from the next step on, from number `first`.  The
 * profiles are concatenated in the order of the boundaries. */
enum lb_status lb_solver_set_profile(struct lb_solver *s, uint64_t first, uint64_t count,
                                     const double *numbers, struct lb_error *err);

/* For a case with a regulator: the mean speed that it measures now, independent of the decomposition; and the
 * force that it adds along the axis. */
enum lb_status lb_solver_mean_speed(struct lb_solver *s, double *out, struct lb_error *err);
double lb_solver_drive(const struct lb_solver *s);
/* For a case with a summed_axis: the momentum of its fluid cells along it [rho0 cells^4/step], each rounded to 2^-40,
 * independent of the decomposition. */
enum lb_status lb_solver_momentum(struct lb_solver *s, double *out, struct lb_error *err);

uint64_t lb_solver_step(const struct lb_solver *s);
int lb_solver_lanes(const struct lb_solver *s);             /* memory lanes V in use */
int lb_solver_arithmetic_lanes(const struct lb_solver *s);  /* W */
uint32_t lb_solver_group(const struct lb_solver *s);        /* vectors per group of the step */
int lb_solver_registers(const struct lb_solver *s);         /* most of a work-item; 0: no limit */
uint64_t lb_solver_device_bytes(const struct lb_solver *s); /* allocated on the device */

/* Flags of the cells, from the start state or from moving bodies, x fastest, one byte each; owned by the
 * solver.  NULL if all cells are fluid. */
const uint8_t *lb_solver_flags(const struct lb_solver *s);

/* For a case with a free surface: adds LB_CELL_INTERFACE and LB_CELL_GAS to `flags`, one byte per cell, as
 * the cells are now. */
enum lb_status lb_solver_add_sides(struct lb_solver *s, uint8_t *flags, struct lb_error *err);

#endif

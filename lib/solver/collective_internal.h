/* collective_internal.h - what the solvers of all ranks do together, for the files of this room.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SOLVER_COLLECTIVE_INTERNAL_H
#define LB_SOLVER_COLLECTIVE_INTERNAL_H

#include "solver/collective.h"

struct lb_collective;                                 /* NULL in a solver that is alone */
void lb_collective_call_off(struct lb_collective *c); /* before the solver's halo is destroyed */
void lb_collective_destroy(struct lb_collective *c);

/* After each step: sends, receives, hands over. */
enum lb_status lb_collective_exchange(struct lb_solver *s, struct lb_error *err);
/* Before what is sent is put where neighbours may still read what was: until they have. */
enum lb_status lb_collective_wait_for_room(struct lb_solver *s, struct lb_error *err);

/* restore_sent.c, collective: what neighbours have of a free surface, once flags, or all, were loaded. */
enum lb_status lb_restore_surface(struct lb_solver *s, struct lb_error *err);

/* What weights of markers are raised by, where cells were changed between steps, or a state was loaded.  Nothing to
 * do without markers, or alone. */
enum lb_status lb_collective_share_changed(struct lb_solver *s, struct lb_error *err);

/* Of a region of the whole box, the places in this rank's subdomain; may be none. */
struct lb_region lb_collective_share(const struct lb_solver *s, const struct lb_region *region);
/* A byte for each of its cells, and so one for each cell of the region, which all get.  Collective; the box is cut. */
enum lb_status lb_collective_unite_bytes(const struct lb_solver *s, const struct lb_region *region,
                                         const uint8_t *mine, uint8_t *out, struct lb_error *err);
/* The same of bits, in rows along the first other axis than `up`, each of whole words. */
enum lb_status lb_collective_unite_bits(const struct lb_solver *s, const struct lb_region *region,
                                        int up, const uint32_t *mine, uint32_t *out,
                                        struct lb_error *err);
/* How many subdomains there are along an axis, and where number n begins; also of a box that is whole. */
int lb_collective_count(const struct lb_solver *s, int axis);
uint32_t lb_collective_begin(const struct lb_solver *s, int axis, int n);

enum lb_status lb_collective_read(struct lb_solver *s, const struct lb_region *region, double *rho,
                                  double *u, struct lb_error *err);

/* Whether a cell is this rank's, which gets its place in the subdomain.  Probe record number n
 * is of it. */
bool lb_collective_owns(struct lb_solver *s, const uint32_t cell[3], uint64_t n, uint32_t own[3]);
/* out[4 * n]: record n becomes that of the rank whose it is. */
enum lb_status lb_collective_share_probes(const struct lb_solver *s, uint64_t count, double *out,
                                          struct lb_error *err);

/* What each rank has becomes what all have; `st` is how this rank fared so far. */
enum lb_status lb_collective_survey(const struct lb_solver *s, enum lb_status st,
                                    struct lb_survey *survey, struct lb_error *err);

/* Flags of the whole box; NULL if all of it is fluid. */
const uint8_t *lb_collective_flags(const struct lb_collective *c);

#endif

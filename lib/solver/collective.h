/* collective.h - the solvers of all ranks as one: each has a subdomain, and together they are the solver of
 * the whole box.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SOLVER_COLLECTIVE_H
#define LB_SOLVER_COLLECTIVE_H

#include "solver/halo_exchange.h"

struct lb_archive;
struct lb_world;

/* Takes a solver that joined (lb_solver_join) the decomposition of this rank, `d`, together with
 * those of the other ranks of `world`, which is borrowed, and exchanges the start state.  From
 * here on the calls of solver.h are collective: all ranks make the same ones in the same order;
 * cells, regions and results are those of the whole box, and all ranks get them.  Not so: lanes,
 * group, registers, device_bytes and the state by name, which stay the subdomain's. */
enum lb_status lb_solver_join_ranks(struct lb_solver *s, struct lb_world *world,
                                    const struct lb_decomposition *d, struct lb_error *err);

/* Once all ranks have loaded a state (lb_solver_archive): each knows again what it sent in the
 * step before, and the exponents of cells beyond cuts. */
enum lb_status lb_solver_restore_sent(struct lb_solver *s, struct lb_error *err);

/* lb_solver_read of this subdomain's cells, by their places in it; not collective. */
enum lb_status lb_solver_read_own(struct lb_solver *s, const struct lb_region *own, double *rho,
                                  double *u, struct lb_error *err);

/* The same of lb_solver_read_means. */
enum lb_status lb_solver_read_own_means(struct lb_solver *s, enum lb_means_set set,
                                        enum lb_means_array array, uint64_t samples,
                                        const struct lb_region *own, double *out,
                                        struct lb_error *err);

/* Numbers that each rank keeps for its cells, `numbers` side by side for a cell, as those of a
 * region of the whole box, x fastest: all ranks get them.  `read` fetches what this one has,
 * `own` the places in its subdomain; if the box is whole, that is all. */
typedef enum lb_status lb_read_share(void *context, const struct lb_region *own, double *out,
                                     struct lb_error *err);
enum lb_status lb_solver_unite(struct lb_solver *s, const struct lb_region *region,
                               unsigned numbers, lb_read_share *read, void *context, double *out,
                               struct lb_error *err);

/* What the exchange cost this rank so far. */
struct lb_exchange_cost {
    uint64_t exchanges;
    uint64_t bytes;         /* that it sends in one */
    bool overlaps;          /* while the step goes on */
    double exposed_seconds; /* in which its device was seen to have nothing to do */
};
struct lb_exchange_cost lb_solver_exchange_cost(const struct lb_solver *s); /* 0 if alone */

/* How it goes from part to part, the same on all ranks; both "" if alone. */
const char *lb_solver_exchange_way(const struct lb_solver *s); /* "shared memory", "messages" */
const char *
lb_solver_exchange_advice(const struct lb_solver *s); /* why it is not shared; "": nothing to say */

/* shared_archive.c: collective; what each rank wrote or read of the arrays that they share becomes
 * their checksums, before the commit or after all was loaded (archive.h). */
enum lb_status lb_archive_unite_ranks(struct lb_archive *a, const struct lb_world *world,
                                      struct lb_error *err);

#endif

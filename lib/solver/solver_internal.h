/* solver_internal.h - the struct behind a solver, for the files of this room that observe or change
 * its flow.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SOLVER_SOLVER_INTERNAL_H
#define LB_SOLVER_SOLVER_INTERNAL_H

#include "solver/collective_internal.h"
#include "modules/module.h"
#include "modules/temperature.h"
#include "solver/solver.h"

/* How the links to walls, bodies and boundaries are grouped (force_lists.c): group 2 n are those to resting
 * walls of body number n, 0 of none, and 2 n + 1 to moving ones; 2 (bodies + 1 + b) to boundary b. */
struct lb_force_lists {
    bool are_made;
    uint32_t groups, tasks;
    uint32_t *task_group; /* of each task of LB_BUFFER_FORCE_TASKS, ascending */
    uint64_t *first;      /* cell of each group in the lists; behind them, how many there are */
    uint64_t *links; /* [directions * group + i]: how many; not on bodies that move their cells */
    uint64_t cells_version; /* of the workspace, for which the links were found */
};

enum lb_status lb_force_lists_make(struct lb_force_lists *l, struct lb_workspace *w,
                                   struct lb_error *err);
void lb_force_lists_clear(struct lb_force_lists *l); /* {0} is fine */

/* The cell that the moments of a group are taken about; body number 0 stands for all that is no body. */
void lb_force_anchor(const struct lb_case *c, uint32_t body, int64_t out[3]);

/* impulses.c: what cells that were made anew last gave to bodies.  A record of it, as of forces;
 * and adding the records from number `first` on to groups[lb_case_force_groups * record], for
 * each step of those until the next time. */
enum lb_status lb_impulses_record(struct lb_solver *s, uint64_t record, struct lb_error *err);
enum lb_status lb_impulses_add(struct lb_solver *s, uint64_t first, uint64_t count,
                               struct lb_link_force *groups, struct lb_error *err);
/* Before a step: where cells are made anew, the density that was lost the last time
 * (workspace.h). */
enum lb_status lb_impulses_find_missing(struct lb_solver *s, struct lb_error *err);
/* After they were loaded: the first rank has the sums over all, as lb_solver_unite_sums left them, the
 * others 0. */
enum lb_status lb_impulses_loaded(struct lb_solver *s, struct lb_error *err);

/* kept_places.c: where the numbers that links of outlets keep (LB_BUFFER_KEPT) are among those of the whole
 * box.  Collective, once the solvers are one. */
struct lb_kept_run {
    uint64_t place, count;
};
struct lb_kept_places {
    struct lb_kept_run *runs;       /* in the order of the buffer */
    uint64_t run_count, total, own; /* numbers: all, and in the buffer */
    uint64_t mark; /* of the cells of the whole box and how many numbers each has */
};
enum lb_status lb_kept_places_make(struct lb_solver *s, struct lb_error *err);
/* That mark, also of a solver that is alone; 0: nothing is kept. */
enum lb_status lb_kept_mark(const struct lb_solver *s, uint64_t *out, struct lb_error *err);
/* The same of links to walls between cells (LB_BUFFER_CURVED_KEPT), which each subdomain has the whole list of.
 * Where bodies move, before each saved state, of the links as they are at its step. */
enum lb_status lb_curved_places_make(struct lb_solver *s, struct lb_error *err);
/* Once the number of a saved step is known: has the links be those after it, where bodies move. */
enum lb_status lb_curved_places_load(struct lb_solver *s, struct lb_error *err);

struct lb_solver {
    struct lb_workspace w;
    struct lb_modules modules;
    struct lb_kernel *step_kernel;
    struct lb_kernel
        *odd_kernel; /* of a list of fluid cells, whose other steps are step_kernel's; else NULL */
    bool steps_shell_first;         /* then the step is of the interior only: */
    struct lb_kernel *shell_kernel; /* NULL where tiles are stepped: */
    uint64_t end_tiles;             /* at each end of z; 0: none go first */
    uint64_t probes_recorded, forces_recorded;
    uint64_t first_step; /* of what this solver advanced: 0, or that of the state it loaded */
    struct lb_force_lists force_lists; /* once a force is wanted */
    struct {
        double force, speed; /* that it adds; of the last look */
    } regulator;
    struct {
        uint64_t brought, before; /* since the start, in units; at the last look */
        double given, weights;    /* mass in a step; of all links */
    } wall_mass;
    /* By the walls of all ranks until the last look, in units. */
    uint64_t heat_given[LB_HEAT_MOST_GROUPS][LB_HEAT_LIMBS];
    char heat_names[LB_HEAT_MOST_GROUPS][LB_HEAT_LIMBS][24];
    struct lb_halo *halo;      /* of the exchange to come; NULL: the box is whole */
    struct lb_halo *halos[2];  /* behind a step; within it, with a free surface, else NULL */
    bool is_within;            /* a step: what follows the exchange there is left */
    bool goes_on;              /* with the next step at once */
    struct lb_world *world;    /* of the ranks that it joined, borrowed; NULL: alone */
    struct lb_collective *all; /* with the other ranks; NULL: alone */
    struct lb_kept_places kept, curved_kept; /* of a subdomain */
};

/* regulator.c: once, for a case that is driven; before each step. */
enum lb_status lb_regulator_create(struct lb_solver *s, struct lb_error *err);
enum lb_status lb_regulator_begin(struct lb_solver *s, struct lb_archive *archive,
                                  struct lb_error *err); /* with the force of another run */
enum lb_status lb_regulator_look(struct lb_solver *s, struct lb_error *err);

/* The mass that walls between cells bring in a closed box: once; before each step; before what was brought is saved,
 * collective; and once it was loaded. */
enum lb_status lb_wall_mass_create(struct lb_solver *s, struct lb_error *err);
enum lb_status lb_wall_mass_look(struct lb_solver *s, struct lb_error *err);
enum lb_status lb_wall_mass_collect(struct lb_solver *s, struct lb_error *err);
enum lb_status lb_wall_mass_loaded(struct lb_solver *s, struct lb_error *err);

/* observe.c: what walls gave to the temperature belongs to the state; adds what they gave since the last time,
 * collective, before it is read or saved. */
enum lb_status lb_heat_keep(struct lb_solver *s, struct lb_error *err);
enum lb_status lb_heat_collect(struct lb_solver *s, struct lb_error *err);

/* halo_exchange.c: begins to fetch what is sent after a step, whose end is marked.  Nothing to do where
 * nothing is cut. */
uint64_t lb_halo_bytes_of_step(const struct lb_solver *s); /* that it sends in all */
void lb_halo_destroy(struct lb_halo *h);                   /* NULL is fine */
bool lb_halo_is_within(
    const struct lb_solver *s); /* whether the exchange to come is within a step */
enum lb_status lb_halo_fetch(struct lb_solver *s, struct lb_error *err);
enum lb_status lb_halo_mark(struct lb_solver *s, struct lb_error *err);

#endif

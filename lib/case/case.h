/* case.h - one simulation in lattice units, complete and immutable: what setups make and
 * solvers take.  What makes it can be tested without a device; what takes it takes it const.
 * SPDX-License-Identifier: MIT */
#ifndef LB_CASE_CASE_H
#define LB_CASE_CASE_H

#include <stdbool.h>
#include <stdint.h>

#include "shared/cell_flags.h"
#include "case/boundary.h"
#include "case/collision.h"
#include "case/lattice.h"
#include "membrane/markers.h"
#include "case/number_format.h"
#include "case/viscosity_model.h"

enum lb_streaming {
    LB_STREAMING_IN_PLACE, /* one copy of the populations (Esoteric-Pull) */
    LB_STREAMING_PULL,     /* two copies, one-step pull (A-B) */
    LB_STREAMING_MOMENTS   /* ten moments a cell in place of the populations, two copies */
};

/* The start state of one cell.  `rho` and `u` are prescribed for good where `flags` has
 * EQUILIBRIUM (both) or MOVING (u). */
struct lb_cell {
    uint8_t flags; /* LB_CELL_FLUID, _SOLID, _SOLID | _MOVING, _EQUILIBRIUM, or _BOUNDARY */
    uint8_t
        number;  /* of a BOUNDARY cell: which of the case's boundaries; of other solid cells: k + 1
                     * where it is of bodies[k], 0 where it is of none */
    double rho;  /* 1 at rest */
    double u[3]; /* [cells/step], of the populations: where a force acts, an observer of step 0
                    * sees half a force more */
    double fill; /* where there is a surface: share of the cell that is wet; 0 gas, 1 fluid */
};

/* Fills `out`, which arrives as fluid at rest (rho 1, u 0, fill 1), for the cell (x, y, z).  Pure; no
 * failure. */
typedef void lb_start_function(const void *state, uint32_t x, uint32_t y, uint32_t z,
                               struct lb_cell *out);

/* A rate of MRT that is not the lattice's own. */
struct lb_chosen_rate {
    const char *group;
    double rate; /* [1/step] */
};

/* A free surface: above it is gas of constant density 1, at whose pressure c_s^2 everything that is
 * not wet is kept, bubbles too.  docs/theory/free-surface.md */
struct lb_surface {
    bool exists;
    double tension; /* [rho0 cells^3/step^2] */
};

/* Solid cells that belong together: the force and the moment on them are found by body (solver.h). */
struct lb_body {
    const char *name;
    double centre[3]; /* moments are about it [cells]; cell x reaches from x to x + 1 */
};

/* In cells with numbers x > begin along x the relaxation time grows by ((x - begin) / length)^2, so
 * that vortices die down before an outlet. */
struct lb_sponge {
    double begin, length; /* length 0: there is none */
};

/* Bodies that move through the cells of a part of the box.  Before each step whose number
 * `every` divides, but for step 0, these cells are made anew (kernels/cell/moving_cells.cl);
 * where no body that moves is, they are what `start` says.  At step 0 `start` and `place` agree. */
struct lb_motion {
    uint64_t every;
    uint32_t begin[3],
        end[3]; /* of the whole box; with all cells beside those that a body reaches */
    /* numbers[k], x fastest: 1 + that of the body which has the cell from step `step` on, 0: none;
     * u[3 * k]: its velocity there [cells/step].  Depends on `step` alone. */
    enum lb_status (*place)(void *state, uint64_t step, uint8_t *numbers, double *u,
                            struct lb_error *err);
    void *state;       /* borrowed */
    const bool *moves; /* of each body of the case, borrowed */
};

/* Whether cells are made anew before that step. */
bool lb_motion_is_due(const struct lb_motion *m, uint64_t step);

/* How many cells that part has. */
uint64_t lb_motion_cells(const struct lb_motion *m);

/* Where the box is a subdomain of a larger one: along cut axes (a bit each) its ends are not joined.  `start`
 * counts from its first cell and knows those of the whole box, too, modulo 2^32.  Places in the case,
 * such as the sponge's and the bodies', are of the whole box. */
struct lb_cut {
    unsigned axes;                /* 0: the box is whole */
    uint32_t origin[3], whole[3]; /* the first cell, and the size, of the whole box */
};

/* The mean speed of all fluid cells, sum of rho u over their number, is held along an axis: a regulator adapts the
 * force, which is added to the case's, by sums of integers, so that it is the same however the box is divided.
 * The box must be periodic along the axis, or the force grows up to `most`. */
struct lb_drive {
    double speed; /* [cells/step] */
    int axis;
    uint32_t every; /* steps between two looks; 0: there is no regulator */
    double time,
        most; /* in which a difference dies down [steps]; force per volume [rho0 cells/step^2] */
};

/* Numbers of boundaries and bodies are bytes. */
enum { LB_MAX_BOUNDARIES = 16, LB_MAX_BODIES = 255 };

struct lb_case {
    const char *name;
    const struct lb_lattice *lattice;
    const struct lb_collision *collision;
    const struct lb_number_format *storage;
    enum lb_arithmetic arithmetic;
    const struct lb_rounding *rounding; /* NULL: nearest */
    uint64_t noise_seed;                /* of stochastic rounding */
    enum lb_streaming streaming;
    bool shift;       /* store f_i - w_i (default) instead of f_i */
    uint32_t size[3]; /* cells; all directions are periodic; size[2] is 1 in 2D */
    struct lb_cut cut;
    bool
        shows_mean; /* fields and probes are means of the last two steps; not with a surface or markers */
    uint64_t
        alternating_every; /* steps between two removals of what alternates; 0: none (alternating_turns.h) */
    double viscosity;                                     /* kinematic [cells^2/step] */
    const struct lb_viscosity_model *viscosity_model;     /* NULL: the same in all cells */
    double viscosity_values[LB_MAX_VISCOSITY_PARAMETERS]; /* of that model's parameters */
    struct lb_sponge sponge;
    double magic; /* of TRT: (1/w+ - 1/2) (1/w- - 1/2); 0: LB_MAGIC_DEFAULT */
    struct lb_chosen_rate rates[LB_MAX_RATES + 1]; /* of free groups; ends with a NULL group */
    double force[3];                               /* per volume [rho0 cells/step^2] */
    struct lb_drive drive;
    const struct lb_markers *markers; /* borrowed; NULL: none */
    struct lb_surface surface;
    const struct lb_boundary *boundaries; /* borrowed; NULL: none */
    int boundary_count;                   /* up to LB_MAX_BOUNDARIES */
    const struct lb_body *bodies;         /* borrowed; NULL: none */
    int body_count;                       /* up to LB_MAX_BODIES */
    const struct lb_motion *motion;       /* borrowed; NULL: cells stay what they are */
    uint8_t cell_kinds; /* union of the flags that `start` may set; of BOUNDARY cells SOLID */
    lb_start_function *start;
    const void *start_state; /* borrowed */
};

#define LB_MAGIC_DEFAULT (3.0 / 16.0) /* half-way walls of a channel are where they should be */

/* Relaxation time tau = nu/c_s^2 + 1/2. */
double lb_case_relaxation_time(const struct lb_case *c);

/* The magic parameter of TRT. */
double lb_case_magic(const struct lb_case *c);

/* Rate at which TRT relaxes differences of opposite populations. */
double lb_case_odd_rate(const struct lb_case *c);

/* Rate of one group of moments of the case's lattice. */
double lb_case_rate(const struct lb_case *c, const struct lb_rate *rate);

/* The model of the case, which is the table's first one where it names none. */
const struct lb_viscosity_model *lb_case_viscosity_model(const struct lb_case *c);

/* kernels/ path of the equilibrium that lattice and collision operator make. */
const char *lb_case_equilibrium_file(const struct lb_case *c);

uint64_t lb_case_cell_count(const struct lb_case *c);

/* Cells of the whole box along an axis, of which the case may be a subdomain. */
uint32_t lb_case_whole_size(const struct lb_case *c, int axis);
uint64_t lb_case_whole_cells(const struct lb_case *c);
/* The number of a cell in the whole box, x fastest, by that in the subdomain. */
uint64_t lb_case_number_in_whole(const struct lb_case *c, uint64_t own);

/* Whether a force acts on every cell alike, and whether a regulator changes it. */
bool lb_case_has_body_force(const struct lb_case *c);
bool lb_case_is_driven(const struct lb_case *c);

/* Whether markers move with the flow, and whether they push it. */
bool lb_case_has_markers(const struct lb_case *c);
bool lb_case_has_marker_force(const struct lb_case *c);

/* A boundary condition's place among the different ones of the case's boundaries. */
int lb_case_condition_number(const struct lb_case *c, const struct lb_boundary_condition *b);

/* Groups of links whose forces are told apart: walls of no body, each body, each boundary. */
uint32_t lb_case_force_groups(const struct lb_case *c);

/* Whether cells have numbers. */
bool lb_case_has_numbers(const struct lb_case *c);

/* How many numbers a cell keeps from step to step, populations or moments; how many of them are floats
 * beside codes of 16 bits (kernels/kept/ten_moments.cl); and bytes of a copy of all of them. */
int lb_case_kept_numbers(const struct lb_case *c);
int lb_case_kept_floats(const struct lb_case *c);
double lb_case_kept_bytes(const struct lb_case *c);

/* Whether moments are kept in place of populations, and LB_STATUS_USAGE where that is asked for and cannot
 * be. */
bool lb_case_keeps_moments(const struct lb_case *c);
enum lb_status lb_case_check_moments(const struct lb_case *c, struct lb_error *err);

/* The number of a cell among those of its motion, from what `start` calls it; false: it is not
 * one of them. */
bool lb_case_motion_place(const struct lb_case *c, const uint32_t at[3], uint64_t *out);

/* LB_STATUS_USAGE where cells cannot be made anew, and why. */
enum lb_status lb_case_check_motion(const struct lb_case *c, struct lb_error *err);

/* NULL, or why the case cannot be cut into subdomains, as what it has: "a free surface". */
const char *lb_case_why_uncut(const struct lb_case *c);

/* Whether `start` may prescribe densities or velocities that the solver must keep. */
bool lb_case_has_prescribed(const struct lb_case *c);

/* The way of rounding: nearest where nothing is rounded. */
const struct lb_rounding *lb_case_rounding(const struct lb_case *c);

/* "fp32/fp16c" into the buffer (32 bytes suffice). */
void lb_case_precision_name(const struct lb_case *c, char *out, unsigned long size);

#endif

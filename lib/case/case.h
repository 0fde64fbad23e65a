/* case.h - one simulation in lattice units, complete and immutable.  Setups make it, without a device;
 * solvers take it as const.
 * SPDX-License-Identifier: MIT */
#ifndef LB_CASE_CASE_H
#define LB_CASE_CASE_H

#include <stdbool.h>
#include <stdint.h>

#include "shared/cell_flags.h"
#include "case/boundary.h"
#include "case/collision.h"
#include "case/curved_walls.h"
#include "case/heat.h"
#include "case/lattice.h"
#include "case/mean_planes.h"
#include "membrane/markers.h"
#include "case/number_format.h"
#include "case/viscosity_model.h"

enum lb_streaming {
    LB_STREAMING_IN_PLACE, /* one copy of the populations (Esoteric-Pull) */
    LB_STREAMING_PULL,     /* two copies, one-step pull (A-B) */
    LB_STREAMING_MOMENTS,  /* ten moments a cell in place of the populations, two copies */
    LB_STREAMING_LIST      /* one copy of the populations of fluid cells only (A-A) */
};

/* The start state of one cell.  Where `flags` has EQUILIBRIUM, `rho` and `u` stay as they are for the
 * whole run; where it has MOVING, `u` does. */
struct lb_cell {
    uint8_t flags; /* LB_CELL_FLUID, _SOLID, _SOLID | _MOVING, _EQUILIBRIUM, or _BOUNDARY */
    uint8_t
        number; /* BOUNDARY cells: index of the case's boundary; other solid cells: k + 1 for bodies[k],
                     * 0 for a wall */
    double rho;  /* 1 at rest */
    double u[3]; /* [cells/step], of the populations: under a force, the fields of step 0 show half
                    * a force more */
    double fill; /* with a free surface: the wet share of the cell; 0 gas, 1 fluid */
    double temperature; /* with heat (heat.h) */
};

/* Fills `out`, which arrives as fluid at rest (rho 1, u 0, fill 1), for the cell (x, y, z).  Pure; no
 * failure. */
typedef void lb_start_function(const void *state, uint32_t x, uint32_t y, uint32_t z,
                               struct lb_cell *out);

/* Which of `count` cells of a row, up to 64, from (x, y, z) on `start` makes solid: bit n of the cell at x + n.  Asked
 * in place of it where only that matters, and then `start` is not called for solid cells.  Pure; no failure. */
typedef uint64_t lb_solid_word_function(const void *state, uint32_t x, uint32_t y, uint32_t z,
                                        uint32_t count);

/* A relaxation rate of MRT that replaces the lattice's default. */
struct lb_chosen_rate {
    const char *group;
    double rate; /* [1/step] */
};

/* A free surface.  Gas, in bubbles too, has the constant density 1 and the pressure c_s^2.
 * docs/theory/free-surface.md */
struct lb_surface {
    bool exists;
    double tension; /* [rho0 cells^3/step^2] */
};

/* A body: solid cells whose force and moment are summed together (solver.h). */
struct lb_body {
    const char *name;
    double centre[3]; /* of moments [cells]; cell x extends from x to x + 1 */
};

/* A sponge layer: at x > begin the relaxation time grows by ((x - begin) / length)^2, which damps vortices
 * before an outlet. */
struct lb_sponge {
    double begin, length; /* length 0: there is none */
};

/* Bodies that move through the cells of a region of the box.  Every `every` steps, from step `every` on, the
 * cells of the region are assigned anew (kernels/cell/moving_cells.cl); cells without a moving body are as
 * `start` gives them.  At step 0 `start` and `place` agree. */
struct lb_motion {
    uint64_t every;
    uint32_t begin[3],
        end[3]; /* in the whole box; includes the neighbours of all cells that a body reaches */
    /* numbers[k], x fastest: 1 + the index of the body that occupies the cell from step `step` on, 0:
     * none.  A function of `step` alone. */
    enum lb_status (*place)(void *state, uint64_t step, uint8_t *numbers, struct lb_error *err);
    /* u[3 * k], of `count` cells along x from `at` on, in the whole box: the velocity there of body
     * `number`, from 1, as it was last placed [cells/step]. */
    void (*velocities)(const void *state, uint8_t number, const uint32_t at[3], uint32_t count,
                       double *u);
    void *state;       /* borrowed */
    const bool *moves; /* of each body of the case, borrowed */
};

/* Whether cells are assigned anew before step `step`. */
bool lb_motion_is_due(const struct lb_motion *m, uint64_t step);

/* From which step on the cells are assigned as they are before step `step`. */
uint64_t lb_motion_since(const struct lb_motion *m, uint64_t step);

/* Number of cells of the region. */
uint64_t lb_motion_cells(const struct lb_motion *m);

/* Around the cells of the region whose byte is not 0, in the whole box; begin = end: there is none. */
void lb_motion_box(const struct lb_motion *m, const uint8_t *cells, uint32_t begin[3],
                   uint32_t end[3]);

/* A subdomain of a larger box: along cut axes (one bit each) it is not periodic.  The coordinates of `start`
 * begin at the subdomain's first cell and cover the whole box, modulo 2^32.  Positions in the case, such as
 * the sponge's and the bodies', are those of the whole box. */
struct lb_cut {
    unsigned axes;                /* 0: the box is whole */
    uint32_t origin[3], whole[3]; /* the first cell, and the size, of the whole box */
};

/* A regulator that holds the mean speed along an axis, the sum of rho u over the number of fluid cells, by
 * a force added to the case's.  Its sums are integers, so the force does not depend on the decomposition.
 * The box must be periodic along the axis, or the force grows up to `most`. */
struct lb_drive {
    double speed; /* [cells/step] */
    int axis;
    uint32_t every; /* steps between two measurements; 0: no regulator */
    double time,
        most; /* decay time of a difference [steps]; largest force per volume [rho0 cells/step^2] */
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
        alternating_every; /* steps between removals of the alternating velocity; 0: none (alternating_turns.h) */
    enum lb_means_kind means[LB_MEANS_SETS]; /* means over time that the solver keeps */
    bool means_have_heat;                    /* they are of the temperature, too */
    bool watches_change;                     /* the solver keeps velocities, for lb_solver_change */
    double viscosity;                        /* kinematic [cells^2/step] */
    const struct lb_viscosity_model *viscosity_model;     /* NULL: the same in all cells */
    double viscosity_values[LB_MAX_VISCOSITY_PARAMETERS]; /* of that model's parameters */
    struct lb_sponge sponge;
    double magic; /* of TRT: (1/w+ - 1/2) (1/w- - 1/2); 0: LB_MAGIC_DEFAULT */
    struct lb_chosen_rate rates[LB_MAX_RATES + 1]; /* of free groups; ends with a NULL group */
    double force[3];                               /* per volume [rho0 cells/step^2] */
    struct lb_drive drive;
    int summed_axis; /* 1 + that along which lb_solver_momentum is asked for; 0: none but a regulator's */
    const struct lb_markers *markers; /* borrowed; NULL: none */
    struct lb_surface surface;
    const struct lb_heat *heat;           /* borrowed; NULL: the flow has no temperature */
    const struct lb_boundary *boundaries; /* borrowed; NULL: none */
    int boundary_count;                   /* up to LB_MAX_BOUNDARIES */
    const struct lb_body *bodies;         /* borrowed; NULL: none */
    int body_count;                       /* up to LB_MAX_BODIES */
    const struct lb_curved_walls *curved; /* borrowed; NULL: all walls are half-way */
    const struct lb_motion *motion;       /* borrowed; NULL: no body moves through cells */
    uint8_t cell_kinds; /* union of the flags that `start` may set; SOLID for BOUNDARY cells */
    lb_start_function *start;
    const void *start_state; /* borrowed */
    lb_solid_word_function
        *solid_word;         /* NULL: `start` is asked; whoever changes `start` takes it away */
    const void *solid_state; /* borrowed */
};

#define LB_MAGIC_DEFAULT \
    (3.0 / 16.0) /* puts the walls of a channel exactly half-way between cells */

/* Relaxation time tau = nu/c_s^2 + 1/2. */
double lb_case_relaxation_time(const struct lb_case *c);

/* The magic parameter of TRT. */
double lb_case_magic(const struct lb_case *c);

/* Rate at which TRT relaxes differences of opposite populations. */
double lb_case_odd_rate(const struct lb_case *c);

/* Rate of one group of moments of the case's lattice. */
double lb_case_rate(const struct lb_case *c, const struct lb_rate *rate);

/* The viscosity model of the case; the table's first one if the case names none. */
const struct lb_viscosity_model *lb_case_viscosity_model(const struct lb_case *c);
bool lb_case_has_law(const struct lb_case *c); /* of the shear rate */

/* kernels/ path of the equilibrium for the lattice and the collision operator. */
const char *lb_case_equilibrium_file(const struct lb_case *c);

uint64_t lb_case_cell_count(const struct lb_case *c);

enum { LB_SOLID_WORD = 64 }; /* most cells of a word */

/* What solid_word says, or `start` without it. */
uint64_t lb_case_solid_word(const struct lb_case *c, uint32_t x, uint32_t y, uint32_t z,
                            uint32_t count);

/* Whether all cells of a layer across an axis are solid or of boundaries, none of which is ever
 * stepped: c->start is asked for them until one is not. */
bool lb_case_layer_is_solid(const struct lb_case *c, int axis, uint32_t layer);

/* Cells of the whole box along an axis; the case may be a subdomain of it. */
uint32_t lb_case_whole_size(const struct lb_case *c, int axis);
uint64_t lb_case_whole_cells(const struct lb_case *c);
/* The number of a cell in the whole box, x fastest, from its number in the subdomain. */
uint64_t lb_case_number_in_whole(const struct lb_case *c, uint64_t own);
/* Where a cell of the whole box is in the subdomain; false: in none of its cells. */
bool lb_case_own_place(const struct lb_case *c, uint64_t whole, uint32_t at[3]);

/* case_check.c: LB_STATUS_USAGE and what would be right for: a box without cells or with more than any device holds,
 * a lattice of fewer dimensions than the box, an operator or moments that the lattice does not have, a viscosity that
 * is not positive or that the arithmetic cannot keep. */
enum lb_status lb_case_check(const struct lb_case *c, struct lb_error *err);

/* Whether a uniform body force acts, and whether a regulator changes it. */
bool lb_case_has_body_force(const struct lb_case *c);
bool lb_case_is_driven(const struct lb_case *c);

/* Whether markers move with the flow, and whether they push it. */
bool lb_case_has_markers(const struct lb_case *c);
bool lb_case_has_marker_force(const struct lb_case *c);

/* Index of a boundary condition among the different ones that the case uses. */
int lb_case_condition_number(const struct lb_case *c, const struct lb_boundary_condition *b);

/* Number of groups of links whose forces are summed separately: walls, each body, each boundary. */
uint32_t lb_case_force_groups(const struct lb_case *c);

/* Whether cells have numbers. */
bool lb_case_has_numbers(const struct lb_case *c);

/* Numbers stored per cell, populations or moments; how many of them are floats beside 16-bit codes
 * (kernels/kept/ten_moments.cl); and the bytes of one copy of all. */
int lb_case_kept_numbers(const struct lb_case *c);
int lb_case_kept_floats(const struct lb_case *c);

/* Codes of the format that these numbers take. */
int lb_case_kept_codes(const struct lb_case *c);
double lb_case_kept_bytes(const struct lb_case *c);

/* Whether moments are stored in place of populations; and LB_STATUS_USAGE if the case asks for that but
 * cannot have it. */
bool lb_case_keeps_moments(const struct lb_case *c);
enum lb_status lb_case_check_moments(const struct lb_case *c, struct lb_error *err);

/* Whether there is one copy of the populations. */
bool lb_case_has_one_copy(const struct lb_case *c);

/* Whether memory has a list of the fluid cells in place of all cells; and LB_STATUS_USAGE if the case asks for that
 * but cannot have it. */
bool lb_case_lists_fluid(const struct lb_case *c);
enum lb_status lb_case_check_list(const struct lb_case *c, struct lb_error *err);

/* The number of a cell within the region of the motion, from its coordinates in the whole box, or from those of
 * `start`; false: it is outside. */
bool lb_motion_place(const struct lb_motion *m, const uint32_t at[3], uint64_t *out);
bool lb_case_motion_place(const struct lb_case *c, const uint32_t at[3], uint64_t *out);

/* LB_STATUS_USAGE, with the reason, if the case cannot have moving bodies. */
enum lb_status lb_case_check_motion(const struct lb_case *c, struct lb_error *err);

/* NULL, or what keeps the case from being divided into subdomains. */
const char *lb_case_why_uncut(const struct lb_case *c);

/* Bit a: it may be cut across axis a.  Rows of cells whose moments are kept stay whole. */
unsigned lb_case_axes_to_cut(const struct lb_case *c);

/* Cells that a subdomain has at least across a cut: kernels tell by them which cells beside boundaries are beyond it,
 * and of a surface neighbours send as many layers. */
uint32_t lb_case_least_width(const struct lb_case *c);

/* The axis that a free surface will lie across, that of the strongest force; -1 where there is none.  And the axes
 * across which a grid that is chosen has cuts: not that one, or some parts would be all gas. */
int lb_case_surface_axis(const struct lb_case *c);
unsigned lb_case_axes_to_choose(const struct lb_case *c);

/* Whether `start` may prescribe densities or velocities that the solver must store. */
bool lb_case_has_prescribed(const struct lb_case *c);

/* The rounding of the case; nearest if its format needs none. */
const struct lb_rounding *lb_case_rounding(const struct lb_case *c);

/* "fp32/fp16c" into the buffer (32 bytes suffice). */
void lb_case_precision_name(const struct lb_case *c, char *out, unsigned long size);

#endif

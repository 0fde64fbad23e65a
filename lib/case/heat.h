/* heat.h - the temperature of a flow: carried along, diffusing, and pushing the fluid (docs/theory/heat.md).
 * SPDX-License-Identifier: MIT */
#ifndef LB_CASE_HEAT_H
#define LB_CASE_HEAT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "case/curved_walls.h"
#include "shared/heat_sums.h"

struct lb_case;
struct lb_lattice;
struct lb_number_format;

/* What a wall does: a face of the box where its outer layer is solid, a boundary, a body. */
struct lb_heat_wall {
    int kind; /* LB_HEAT_INSULATED, _FIXED, _FLUX, _OPEN */
    double
        number; /* its temperature; or what each of its links gives in a step, of T = 1 in a cell; open:
                 * the temperature of what flows in, while what flows out takes its own along */
};

/* What a body's cells are made of, over what the fluid is made of; conductivity 0: they are insulated. */
struct lb_heat_solid {
    double conductivity, capacity; /* the latter of a volume */
};

/* A cell that the surface between two materials cuts, and a plane in it. */
struct lb_heat_cut {
    uint64_t cell; /* its number in the whole box, x fastest */
    double
        normal[3]; /* of the plane, from the material at the centre to the other one; of length 1 */
    double distance;    /* of the plane from the centre, 0 or more [cells] */
    uint8_t at, beyond; /* numbers of the bodies that these are of; 0: the fluid */
};

/* Numbers the temperature T in units of the range dT of what is given, 0 in its middle. */
struct lb_heat {
    double diffusivity; /* [cells^2/step] */
    double magic;       /* (1/w+ - 1/2) (1/w- - 1/2); 0: by the relaxation time */
    double buoyancy[3]; /* force per volume of T = 1 [rho0 cells/step^2] */
    double fastest;     /* speed that the flow will have, for checks [cells/step] */
    struct lb_heat_wall walls[LB_HEAT_FACES]; /* x first and last, then y and z */
    const struct lb_heat_wall *boundaries,
        *bodies; /* of each boundary and body of the case, borrowed; NULL: insulated */
    const struct lb_heat_solid *solids; /* of each body, borrowed; NULL: none conducts */
    const struct lb_heat_cut
        *cuts; /* by cell, borrowed; elsewhere solids have stairs for a surface */
    uint64_t cut_count;
    /* where walls of a temperature between cells cross links of solids, borrowed; as of a flow, by cell, and with walls
     * between cells of the flow; elsewhere they are half-way there */
    const struct lb_curved_link *solid_links;
    uint64_t solid_link_count;
};

/* So that the state of a solver has room for them. */
enum { LB_HEAT_MOST_GROUPS = 64 };
#define LB_HEAT_MOST \
    4.0 /* ranges that a temperature of walls, openings and the start may be from 0 */

/* Groups of links whose heat is counted: the faces of the box, then the boundaries, then the bodies; and what the walls
 * of one do. */
int lb_heat_groups(const struct lb_case *c);
struct lb_heat_wall lb_heat_wall_of(const struct lb_case *c, int group);

/* Named choices of the magic parameter, NULL-terminated; `auto` is the first. */
extern const char *const lb_heat_magics[];
/* Of a case with that heat; NaN: no such name. */
double lb_heat_magic_named(const struct lb_case *c, const struct lb_heat *h, const char *name);

/* D2Q5 or D3Q7, whose directions are the first ones of the flow's lattice. */
const struct lb_lattice *lb_heat_lattice(const struct lb_case *c);

/* The relaxation time, the parameter in use, and the rates of odd and even parts [1/step]. */
double lb_heat_time(const struct lb_case *c);
double lb_heat_magic(const struct lb_case *c);
double lb_heat_rate(const struct lb_case *c);
double lb_heat_even_rate(const struct lb_case *c);

bool lb_heat_pushes(const struct lb_case *c);

/* Whether some body conducts; what cells with a number are made of, 0 being of no body; their rates [1/step]. */
bool lb_heat_conducts(const struct lb_case *c);
struct lb_heat_solid lb_heat_solid_of(const struct lb_case *c, int number);
/* Whether a cell with these flags and number is of such a body. */
bool lb_heat_is_conductor(const struct lb_case *c, uint8_t flags, uint8_t number);
double lb_heat_solid_rate(const struct lb_case *c, struct lb_heat_solid s);
double lb_heat_solid_even_rate(const struct lb_case *c, struct lb_heat_solid s);
/* Of a temperature in a cell with a number, what its largest population has: in a solid of a large capacity nearly all. */
double lb_heat_resting_share(const struct lb_case *c, int number);
/* How many times its links take what rounding adds to its resting population: the capacity, or 0 above 4, where the
 * noise of links would be too large (docs/theory/heat-16-bits.md). */
double lb_heat_solid_fed_back(struct lb_heat_solid s);

/* How many cuts of the case, which may be a subdomain, are its own; or of these those whose centre is in the fluid; and
 * how many cells of solids have links to walls between cells. */
uint64_t lb_heat_own_cuts(const struct lb_case *c, bool in_fluid);
uint64_t lb_heat_own_solid_walls(const struct lb_case *c);

/* Whether populations of a temperature can be kept in it. */
bool lb_heat_may_have(const struct lb_number_format *format);

/* LB_STATUS_USAGE, with what would do, for what has no temperature yet. */
enum lb_status lb_case_check_heat(const struct lb_case *c, struct lb_error *err);

#endif

/* lattice.h - velocity sets as data.  Rows live in kernels/lattice/<name>.def, which the kernels
 * read too.
 * SPDX-License-Identifier: MIT */
#ifndef LB_CASE_LATTICE_H
#define LB_CASE_LATTICE_H

#include <stdbool.h>

enum { LB_MAX_DIRECTIONS = 27, LB_MAX_RATES = 11 };

/* A group of moments that MRT relaxes at one rate s [1/step]. */
struct lb_rate {
    const char *group;
    double shear;  /* s follows from the viscosity nu = shear (1/s - 1/2); 0: it is free */
    double preset; /* of a free rate */
};

/* Direction 0 rests; odd i and i+1 are opposite (lb_opposite_of).  Weights sum to 1. */
struct lb_lattice {
    const char *name; /* "d3q19" */
    const char *file; /* kernels/ path of the rows */
    const char *rows; /* name of the row macro in that file */
    int dimensions;   /* 2 or 3 */
    int directions;   /* q */
    int c[LB_MAX_DIRECTIONS][3];
    double weight[LB_MAX_DIRECTIONS];
    int fraction[LB_MAX_DIRECTIONS][2];     /* the same as numerator and denominator */
    double sound_speed_squared;             /* c_s^2 [cells^2/step^2] */
    const char *moments;                    /* kernels/ path of the moments that MRT relaxes */
    const char *moment_rows;                /* name of the row macro in that file */
    struct lb_rate rates[LB_MAX_RATES + 1]; /* ends with a NULL group */
    const char *equilibrium; /* kernels/ path of its own equilibrium; NULL: second order */
    const char *remark;      /* NULL, or what the user should know */
};

/* The direction opposite to one that is not rest. */
static inline int lb_opposite_of(int direction)
{
    return direction % 2 != 0 ? direction + 1 : direction - 1;
}

extern const struct lb_lattice *const lb_lattices[]; /* ends with NULL */
extern const struct lb_lattice
    *const lb_lattice_d2q5; /* of no flow, and not in the table: for temperatures alone */

/* NULL if there is none of that name. */
const struct lb_lattice *lb_lattice_find(const char *name);

/* Whether populations take the step `away` along all axes along which it is one, whatever they
 * do along others. */
bool lb_lattice_leads(const struct lb_lattice *lattice, const int away[3]);

#endif

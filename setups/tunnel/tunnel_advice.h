/* tunnel_advice.h - what a user should know of a body in a tunnel before it runs.  Pure functions.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SETUPS_TUNNEL_ADVICE_H
#define LB_SETUPS_TUNNEL_ADVICE_H

#include <stdbool.h>

enum { LB_TUNNEL_MAX_ADVICE = 3, LB_TUNNEL_ADVICE_SIZE = 400 };

struct lb_tunnel_numbers {
    double re;
    double resolution; /* cells per reference length */
    double u;          /* [cells/step] */
    double tau;        /* relaxation time */
    double blockage;   /* share of the cross-section that the body takes */
    double gib;        /* of device memory */
    int dimensions;
    bool stores_16_bits;   /* populations */
    bool is_confined;      /* by walls that are fixed or slip: the blockage is what was asked for */
    bool keeps_sound;      /* a hard inlet and an outlet that holds the pressure, between walls */
    const char *wider;     /* keys that make the box wider: "side= and above=" */
    const char *collision; /* its name */
};

/* Cells in a laminar boundary layer half a length behind the nose, 5 (x nu / U)^(1/2). */
double lb_tunnel_layer_cells(double re, double resolution);

/* False where no boundary layer is turbulent, and distances in units of the viscous length tell nothing. */
bool lb_tunnel_may_be_turbulent(double re);

/* Distance of the first cell's centre from the wall in units of the viscous length, where the boundary
 * layer is turbulent: friction coefficient 0.026 / Re^(1/7). */
double lb_tunnel_expected_y_plus(double re, double resolution);

/* Of Smagorinsky's model where les=auto: 0.1 where cells are coarse for the Reynolds number, else 0. */
double lb_tunnel_auto_les(double re, double resolution);

/* The most important sentences, at most LB_TUNNEL_MAX_ADVICE; how many. */
int lb_tunnel_advise(const struct lb_tunnel_numbers *n,
                     char out[LB_TUNNEL_MAX_ADVICE][LB_TUNNEL_ADVICE_SIZE]);

#endif

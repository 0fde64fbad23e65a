/* tunnel_references.h - published drag and Strouhal numbers of built-in bodies.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SETUPS_TUNNEL_REFERENCES_H
#define LB_SETUPS_TUNNEL_REFERENCES_H

#include <stdbool.h>
#include <stddef.h>

struct tunnel;

struct lb_tunnel_reference {
    double drag, drag_tolerance;         /* the second relative */
    double strouhal, strouhal_tolerance; /* 0: none */
    double blockage_factor; /* the sides raise the drag by so many times the blockage */
};

/* Drag coefficient of a sphere in an unbounded stream, Re from 0.01 to 1500: Clift, Grace & Weber,
 * Bubbles, Drops and Particles (1978); below 20 Schiller & Naumann (1935). */
double lb_sphere_drag(double re);

/* Of a circular cylinder in two dimensions, Re 40 to 150. */
double lb_cylinder_drag(double re);
double lb_cylinder_strouhal(double re); /* 0 below 47 */

/* What is known of this body; where nothing is, false and the reason. */
bool lb_tunnel_find_reference(const struct tunnel *s, struct lb_tunnel_reference *out, char *why,
                              size_t size);

#endif

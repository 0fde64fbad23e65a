/* membrane.h - forces of an elastic membrane on the nodes of its mesh, in double precision: the
 * reference for the device.  Theory and sources: docs/theory/membrane.md
 * Lattice units: lengths in cells, forces in rho0 cells^4 / step^2, moduli as said below.
 * SPDX-License-Identifier: MIT */
#ifndef LB_MEMBRANE_MEMBRANE_H
#define LB_MEMBRANE_MEMBRANE_H

#include <stdint.h>

#include "base/status.h"
#include "membrane/membrane_law.h"
#include "geometry/mesh.h"

/* A modulus of zero switches its part off. */
struct lb_membrane_material {
    const struct lb_membrane_law *law;
    double shear_modulus;   /* G_s, force per length; E_s/3 for the neo-Hookean law (paper: k1/3) */
    double area_resistance; /* Skalak's C, no unit; only where the law takes it */
    double area_modulus;    /* k_A, force per length: energy k_A/2 (A - A0)^2/A0, whole surface */
    double volume_modulus;  /* k_V, force per area: energy k_V/2 (V - V0)^2/V0 */
    double bending_modulus; /* E_b, force times length */
    /* The curvature without bending moment, in units of that of the reference shape: 1, or 0 for a
     * membrane that wants to be flat. */
    double natural_curvature;
};

/* The shape without stress.  Initialise with {0}. */
struct lb_membrane_reference {
    uint32_t node_count, triangle_count;
    /* Each triangle's sides x2 - x1 and x3 - x1, in axes along the first side and across, are the
     * columns of an upper triangular matrix; its inverse Bm is [b0 b1; 0 b2], with
     * b0, b1, b2 at inverse[3 * triangle + 0..2] [1/cells]. */
    double *inverse;
    double *triangle_area; /* [cells^2] */
    double *curvature;     /* mean curvature at each node [1/cells], 1/R on a sphere */
    struct lb_mesh_edges edges;
    double area;   /* of all triangles [cells^2] */
    double volume; /* [cells^3] */
};

/* Takes a mesh that passes lb_mesh_check().  Copies; the mesh may change or go afterwards. */
enum lb_status lb_membrane_reference_create(const struct lb_mesh *mesh,
                                            struct lb_membrane_reference *reference,
                                            struct lb_error *err);
void lb_membrane_reference_free(struct lb_membrane_reference *reference);

/* Writes force[3 * node + axis], which is minus the gradient of lb_membrane_energy().  `mesh` is
 * the mesh of the reference with moved nodes.  Fails only without memory; a triangle without area
 * gives numbers that are not finite. */
enum lb_status lb_membrane_forces(const struct lb_mesh *mesh,
                                  const struct lb_membrane_reference *reference,
                                  const struct lb_membrane_material *material, double *force,
                                  struct lb_error *err);

/* The energy of each part [force times length]. */
struct lb_membrane_energies {
    double strain, area, volume, bending;
};

enum lb_status lb_membrane_energy(const struct lb_mesh *mesh,
                                  const struct lb_membrane_reference *reference,
                                  const struct lb_membrane_material *material,
                                  struct lb_membrane_energies *energies, struct lb_error *err);

/* Mean curvature at each node: the bend of the sides that meet there over the node's area, which
 * is a third of its triangles' (Juelicher, J. Phys. II France 6, 1797, 1996).  Writes
 * curvature[node] [1/cells] and node_area[node] [cells^2]. */
void lb_membrane_curvature(const struct lb_mesh *mesh, const struct lb_mesh_edges *edges,
                           double *curvature, double *node_area);

#endif

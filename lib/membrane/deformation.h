/* deformation.h - how far a closed surface is from a sphere, and its orientation.
 * SPDX-License-Identifier: MIT */
#ifndef LB_MEMBRANE_DEFORMATION_H
#define LB_MEMBRANE_DEFORMATION_H

#include "base/status.h"
#include "geometry/mesh.h"

/* The ellipsoid with the volume and the second moments of the body inside of the mesh.  Exact for
 * every linear image of the same mesh: stretching a mesh stretches its ellipsoid. */
struct lb_deformation {
    double volume;       /* [cells^3] */
    double centroid[3];  /* [cells] */
    double semi_axis[3]; /* [cells], falling: a, b, c */
    double axis[3][3];   /* axis[k]: direction of semi_axis[k], length 1; the sign is arbitrary */
    double taylor;       /* (a - c)/(a + c) */
    /* Angle of the longest axis against x in the plane of x and z [degrees], above -90 and up to
     * 90; positive where it leans towards +z.  Has no meaning for a sphere; 0 if the axis has
     * no part in that plane. */
    double inclination_deg;
};

/* Fails if the volume or a second moment is not positive. */
enum lb_status lb_deformation_measure(const struct lb_mesh *mesh,
                                      struct lb_deformation *deformation, struct lb_error *err);

/* Eigenvalues, falling, and eigenvectors vector[k] of a symmetric matrix, by Jacobi's rotations. */
void lb_symmetric_eigen(const double matrix[9], double value[3], double vector[3][3]);

#endif

/* deformation.c - the ellipsoid with a body's volume and second moments.
 * SPDX-License-Identifier: MIT */
#include "membrane/deformation.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "geometry/mesh_geometry.h"

enum { MAX_SWEEPS = 60 }; /* Jacobi's rotations converge quadratically: six are plenty */

/* The rotation in the plane of p and q that makes their off-diagonal element vanish. */
static void rotate(double a[3][3], double v[3][3], int p, int q)
{
    if (a[p][q] == 0.0) return;
    double theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
    double t = copysign(1.0, theta) / (fabs(theta) + hypot(theta, 1.0));
    double c = 1.0 / hypot(t, 1.0), s = t * c;
    int r = 3 - p - q;
    double app = a[p][p] - t * a[p][q], aqq = a[q][q] + t * a[p][q];
    double arp = c * a[r][p] - s * a[r][q], arq = s * a[r][p] + c * a[r][q];
    a[p][p] = app;
    a[q][q] = aqq;
    a[p][q] = a[q][p] = 0.0;
    a[r][p] = a[p][r] = arp;
    a[r][q] = a[q][r] = arq;
    for (int i = 0; i < 3; i++) {
        double vp = c * v[p][i] - s * v[q][i], vq = s * v[p][i] + c * v[q][i];
        v[p][i] = vp;
        v[q][i] = vq;
    }
}

static void swap_pairs(double value[3], double vector[3][3], int i, int j)
{
    double keep = value[i], keep_vector[3];
    value[i] = value[j];
    value[j] = keep;
    memcpy(keep_vector, vector[i], sizeof keep_vector);
    memcpy(vector[i], vector[j], sizeof keep_vector);
    memcpy(vector[j], keep_vector, sizeof keep_vector);
}

void lb_symmetric_eigen(const double matrix[9], double value[3], double vector[3][3])
{
    double a[3][3];
    memcpy(a, matrix, sizeof a);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            vector[i][j] = i == j ? 1.0 : 0.0;
    for (int sweep = 0; sweep < MAX_SWEEPS; sweep++) {
        double off = fabs(a[0][1]) + fabs(a[0][2]) + fabs(a[1][2]);
        double trace = fabs(a[0][0]) + fabs(a[1][1]) + fabs(a[2][2]);
        if (!(off > DBL_EPSILON * DBL_EPSILON * trace)) break;
        rotate(a, vector, 0, 1);
        rotate(a, vector, 0, 2);
        rotate(a, vector, 1, 2);
    }
    for (int i = 0; i < 3; i++)
        value[i] = a[i][i];
    for (int i = 0; i < 2; i++)
        for (int j = i + 1; j < 3; j++)
            if (value[j] > value[i]) swap_pairs(value, vector, i, j);
}

/* Sum over the tetrahedra between the centroid and each triangle: the integral of x x^T over one
 * is v/20 (sum of x_i x_i^T over its corners + s s^T), s their sum. */
static void second_moments(const struct lb_mesh *mesh, const double centroid[3], double m[9])
{
    struct lb_vector origin = lb_vector_load(centroid);
    memset(m, 0, 9 * sizeof *m);
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        double v = lb_mesh_six_volumes(mesh, t, origin) / 6.0;
        double x[4][3] = {{0}}; /* three corners and their sum */
        for (int k = 0; k < 3; k++) {
            uint32_t node = mesh->corner[3 * (size_t)t + (size_t)k];
            struct lb_vector r = lb_vector_subtract(lb_mesh_node(mesh, node), origin);
            lb_vector_store(r, x[k]);
            lb_vector_add_to(x[3], 1.0, r);
        }
        for (int i = 0; i < 9; i++)
            for (int k = 0; k < 4; k++)
                m[i] += v / 20.0 * x[k][i / 3] * x[k][i % 3];
    }
}

/* A direction has no sign: halves of the plane are folded onto one. */
static double inclination(const double axis[3])
{
    if (axis[0] == 0.0 && axis[2] == 0.0) return 0.0;
    double degrees = atan2(axis[2], axis[0]) * 180.0 / acos(-1.0);
    if (degrees > 90.0) return degrees - 180.0;
    return degrees <= -90.0 ? degrees + 180.0 : degrees;
}

enum lb_status lb_deformation_measure(const struct lb_mesh *mesh,
                                      struct lb_deformation *deformation, struct lb_error *err)
{
    struct lb_deformation d = {.volume = lb_mesh_volume(mesh)};
    double m[9], value[3];
    if (!(d.volume > 0.0 && isfinite(d.volume)))
        return lb_fail(err, LB_STATUS_FAILED,
                       "the volume of the mesh is %g, so it has no ellipsoid; it must be above 0",
                       d.volume);
    lb_mesh_centroid(mesh, d.centroid);
    second_moments(mesh, d.centroid, m);
    lb_symmetric_eigen(m, value, d.axis);
    for (int i = 0; i < 3; i++) {
        if (!(value[i] > 0.0 && isfinite(value[i])))
            return lb_fail(err, LB_STATUS_FAILED,
                           "a second moment of the mesh is %g, so it has no ellipsoid: does the "
                           "mesh pass through itself?",
                           value[i]);
        d.semi_axis[i] = sqrt(5.0 * value[i] / d.volume);
    }
    d.taylor = (d.semi_axis[0] - d.semi_axis[2]) / (d.semi_axis[0] + d.semi_axis[2]);
    d.inclination_deg = inclination(d.axis[0]);
    *deformation = d;
    return LB_STATUS_OK;
}

/* membrane_strain.c - in-plane elasticity, whole area and volume: what a single triangle adds.
 * SPDX-License-Identifier: MIT */
#include "membrane/membrane_internal.h"

#include "geometry/mesh_geometry.h"

/* The deformation gradient of one triangle, 3 x 2: the images of the unit vectors of the reference
 * plane.  No rotation into a common plane is needed. */
struct strain {
    struct lb_vector f0, f1;
    double c00, c01, c11; /* C = F^T F */
    struct lb_membrane_strain_energy energy;
};

static struct strain strain_of(const struct lb_mesh *mesh, uint32_t t,
                               const struct lb_membrane_reference *reference,
                               const struct lb_membrane_material *material)
{
    const uint32_t *k = mesh->corner + 3 * (size_t)t;
    const double *b = reference->inverse + 3 * (size_t)t;
    struct lb_vector e1 = lb_mesh_side(mesh, k[0], k[1]);
    struct lb_vector e2 = lb_mesh_side(mesh, k[0], k[2]);
    struct strain s;
    s.f0 = lb_vector_scale(b[0], e1);
    s.f1 = lb_vector_add(lb_vector_scale(b[1], e1), lb_vector_scale(b[2], e2));
    s.c00 = lb_vector_dot(s.f0, s.f0);
    s.c01 = lb_vector_dot(s.f0, s.f1);
    s.c11 = lb_vector_dot(s.f1, s.f1);
    s.energy = material->law->energy(s.c00 + s.c11 - 2.0, s.c00 * s.c11 - s.c01 * s.c01 - 1.0,
                                     material->area_resistance);
    return s;
}

double lb_membrane_strain_energy_of(const struct lb_mesh *mesh,
                                    const struct lb_membrane_reference *reference,
                                    const struct lb_membrane_material *material)
{
    double sum = 0.0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        sum += reference->triangle_area[t] * strain_of(mesh, t, reference, material).energy.w;
    return material->shear_modulus * sum;
}

/* P = 2 W1 F + 2 W2 det(C) F C^-1 is the first Piola-Kirchhoff stress; [f2 f3] = -A0 P Bm^T and
 * f1 = -f2 - f3. */
void lb_membrane_add_strain(const struct lb_mesh *mesh,
                            const struct lb_membrane_reference *reference,
                            const struct lb_membrane_material *material, double *force)
{
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *k = mesh->corner + 3 * (size_t)t;
        const double *b = reference->inverse + 3 * (size_t)t;
        struct strain s = strain_of(mesh, t, reference, material);
        double w1 = 2.0 * s.energy.w1, w2 = 2.0 * s.energy.w2;
        struct lb_vector p0 = lb_vector_add(lb_vector_scale(w1 + w2 * s.c11, s.f0),
                                            lb_vector_scale(-w2 * s.c01, s.f1));
        struct lb_vector p1 = lb_vector_add(lb_vector_scale(w1 + w2 * s.c00, s.f1),
                                            lb_vector_scale(-w2 * s.c01, s.f0));
        double scale = -material->shear_modulus * reference->triangle_area[t];
        struct lb_vector f2 =
            lb_vector_add(lb_vector_scale(scale * b[0], p0), lb_vector_scale(scale * b[1], p1));
        struct lb_vector f3 = lb_vector_scale(scale * b[2], p1);
        lb_vector_add_to(force + 3 * (size_t)k[0], -1.0, lb_vector_add(f2, f3));
        lb_vector_add_to(force + 3 * (size_t)k[1], 1.0, f2);
        lb_vector_add_to(force + 3 * (size_t)k[2], 1.0, f3);
    }
}

/* dA/dx1 = n x (x3 - x2)/2 with the unit normal n, and round the corners. */
void lb_membrane_add_tension(const struct lb_mesh *mesh, double tension, const double *by_node,
                             double *force)
{
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *k = mesh->corner + 3 * (size_t)t;
        struct lb_vector normal = lb_mesh_normal(mesh, t);
        double here = tension;
        if (by_node != NULL) here += (by_node[k[0]] + by_node[k[1]] + by_node[k[2]]) / 3.0;
        double scale = -0.5 * here / lb_vector_length(normal);
        for (int i = 0; i < 3; i++) {
            struct lb_vector across = lb_mesh_side(mesh, k[(i + 1) % 3], k[(i + 2) % 3]);
            lb_vector_add_to(force + 3 * (size_t)k[i], scale, lb_vector_cross(normal, across));
        }
    }
}

/* dV/dx1 = x2 x x3/6, and round the corners. */
void lb_membrane_add_pressure(const struct lb_mesh *mesh, double pressure, double *force)
{
    struct lb_vector origin = lb_mesh_node(mesh, 0);
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *k = mesh->corner + 3 * (size_t)t;
        struct lb_vector x[3];
        for (int i = 0; i < 3; i++)
            x[i] = lb_vector_subtract(lb_mesh_node(mesh, k[i]), origin);
        for (int i = 0; i < 3; i++)
            lb_vector_add_to(force + 3 * (size_t)k[i], pressure / 6.0,
                             lb_vector_cross(x[(i + 1) % 3], x[(i + 2) % 3]));
    }
}

/* membrane.cl - the program of a membrane's forces: one work-item per triangle.
 * Each triangle is a flat, linear element: its deformation gradient F (3 x 2) follows from its two
 * sides, and F^T F alone decides the strain, so that nothing need be turned into a common plane
 * (Charrier et al., J. Strain Anal. 24, 55 (1989); Krueger, Varnik, Raabe, Comput. Math. Appl. 61,
 * 3485 (2011)).
 * SPDX-License-Identifier: MIT */
#include "prelude.cl"
#include "marker.def"
#include "membrane.def"
#include "vector.cl"
#include "position.cl"
#include "slot/membrane"
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable

/* Forces of the strain on the second and third corner; those on the first make the sum zero.
 * P = dW/dF = 2 G (w1 F + w2 F adj C) with C = F^T F, and [f2 f3] = -A0 P Bm^T. */
LB_INLINE void lb_strain_forces(const struct triple second, const struct triple third,
                                const global scalar *reference, struct triple *f2,
                                struct triple *f3)
{
    const scalar b0 = reference[0], b1 = reference[1], b2 = reference[2], area = reference[3];
    const struct triple along = lb_combine(b0, second, (scalar)0, third);
    const struct triple across = lb_combine(b1, second, b2, third);
    const scalar c11 = lb_inner(along, along), c22 = lb_inner(across, across);
    const scalar c12 = lb_inner(along, across);
    const scalar i1 = c11 + c22 - (scalar)2;
    const scalar i2 = fma(c11, c22, -(c12 * c12)) - (scalar)1;
    scalar w1, w2;
    lb_membrane_law(i1, i2, &w1, &w2);
    const scalar g = (scalar)-2 * (scalar)LB_SHEAR_MODULUS * area; /* with the sign of a force */
    const struct triple p1 = lb_combine(g * fma(w2, c22, w1), along, -(g * w2 * c12), across);
    const struct triple p2 = lb_combine(-(g * w2 * c12), along, g * fma(w2, c11, w1), across);
    *f2 = lb_combine(b0, p1, b1, p2);
    *f3 = lb_combine(b2, p2, (scalar)0, p1);
}

/* Adds the group's parts of volume and area to the sums; whole numbers, so in any order. */
LB_INLINE void lb_add_sums(global long *sums, local long *part, const long volume, const long area)
{
    const uint item = (uint)get_local_id(0);
    part[2 * item] = volume;
    part[2 * item + 1] = area;
    for (uint apart = LB_TRIANGLE_GROUP / 2; apart > 0; apart /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < apart) {
            part[2 * item] += part[2 * (item + apart)];
            part[2 * item + 1] += part[2 * (item + apart) + 1];
        }
    }
    if (item != 0) return;
    atom_add(sums, part[0]);
    if (LB_HAS_AREA_FORCE) atom_add(sums + 1, part[1]);
}

/* Leaves for every triangle the forces of the strain on its second and third corner, the vector
 * dV/dx that its corners share, and the gradients of its area at its second and third corner where
 * the area counts.  Groups of LB_TRIANGLE_GROUP. */
kernel void lb_triangles(const global long *position, const global uint *corner,
                         const global scalar *reference, global scalar *record,
                         global long *restrict sums)
{
    local long part[2 * LB_TRIANGLE_GROUP];
    const uint triangle = (uint)get_global_id(0);
    long volume = 0, area = 0;
    if (triangle < LB_TRIANGLES) {
        const uint first = corner[3 * triangle];
        const struct triple second = lb_way(position, first, corner[3 * triangle + 1]);
        const struct triple third = lb_way(position, first, corner[3 * triangle + 2]);
        const struct triple normal = lb_cross(second, third); /* of twice the area's length */
        global scalar *to = record + LB_RECORD_SIZE * triangle;
        struct triple f2, f3;
        lb_strain_forces(second, third, reference + 4 * triangle, &f2, &f3);
        lb_put(to, f2);
        lb_put(to + 3, f3);
        const struct triple per_corner = lb_combine((scalar)1 / (scalar)6, normal, 0, normal);
        lb_put(to + 6, per_corner);
        /* the origin is a node, to keep the numbers small: their digits count */
        volume = convert_long_sat_rte(lb_inner(lb_way(position, 0, first), per_corner) *
                                      (scalar)LB_VOLUME_SCALE);
        if (LB_HAS_AREA_FORCE) {
            const scalar twice = sqrt(lb_inner(normal, normal));
            const struct triple unit = lb_combine((scalar)0.5 / twice, normal, (scalar)0, normal);
            lb_put(to + 9, lb_cross(third, unit));   /* n x (x1 - x3) / 2 */
            lb_put(to + 12, lb_cross(unit, second)); /* n x (x2 - x1) / 2 */
            area = convert_long_sat_rte((scalar)0.5 * twice * (scalar)LB_AREA_SCALE);
        }
    }
    lb_add_sums(sums, part, volume, area);
}

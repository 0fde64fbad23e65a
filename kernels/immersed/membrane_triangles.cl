/* membrane_triangles.cl - the program of a membrane's forces where patches cannot (membrane_patches.cl): one work-item
 * per triangle.
 * SPDX-License-Identifier: MIT */
#include "core/prelude.cl"
#include "shared/fixed_point.h"
#include "shared/membrane_sums.h"
#include "core/simd.cl"
#include "immersed/positions.cl"
#include "slot/membrane"
#include "immersed/triangle_forces.cl"
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable

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
        const global scalar *b = reference + 4 * triangle;
        const struct unstressed unstressed = {b[0], b[1], b[2], b[3]};
        struct triple f2, f3;
        lb_strain_forces(second, third, unstressed, &f2, &f3);
        lb_put(to, f2);
        lb_put(to + 3, f3);
        const struct triple per_corner = lb_scaled((scalar)1 / (scalar)6, normal);
        lb_put(to + 6, per_corner);
        /* the origin is a node, to keep the numbers small: their digits count */
        volume = convert_long_sat_rte(lb_inner(lb_way(position, 0, first), per_corner) *
                                      (scalar)LB_VOLUME_SCALE);
        if (LB_HAS_AREA_FORCE) {
            const scalar twice = sqrt(lb_inner(normal, normal));
            const struct triple unit = lb_scaled((scalar)0.5 / twice, normal);
            lb_put(to + 9, lb_cross(third, unit));   /* n x (x1 - x3) / 2 */
            lb_put(to + 12, lb_cross(unit, second)); /* n x (x2 - x1) / 2 */
            area = convert_long_sat_rte((scalar)0.5 * twice * (scalar)LB_AREA_SCALE);
        }
    }
    lb_add_sums(sums, part, volume, area);
}

/* bending.cl - the program of a membrane's resistance to bending: one work-item per node.
 * E = 2 E_b sum over nodes of A (H - H0)^2, with H A = 1/4 sum over the node's sides of length times
 * angle, and A a third of the node's triangles (Juelicher, J. Phys. II France 6, 1797, 1996); the
 * forces are its exact gradient.  docs/theory/membrane.md
 * A node gathers from its triangles in a fixed order.  Half side h = 3 * triangle + c runs from corner
 * c to the next one; `opposite[h]` is the node across it, in the neighbour.
 * SPDX-License-Identifier: MIT */
#include "core/prelude.cl"
#include "shared/fixed_point.h"
#include "core/simd.cl"
#include "immersed/positions.cl"

/* A side from a to b, triangle (a, b, c) on its left and (b, a, d) on its right. */
struct hinge {
    struct triple side, left, right; /* b - a; normals of twice the area's length */
    scalar length, angle;            /* the angle is positive where the surface bulges outwards */
    scalar left_foot, right_foot;    /* of the heights of c and d: 0 at a, 1 at b */
};

LB_INLINE struct hinge lb_hinge(const global long *position, const uint a, const uint b,
                                const uint c, const uint d)
{
    struct hinge h;
    const struct triple to_c = lb_way(position, a, c), to_d = lb_way(position, a, d);
    h.side = lb_way(position, a, b);
    h.left = lb_cross(h.side, to_c);
    h.right = lb_cross(to_d, h.side);
    const scalar squared = lb_inner(h.side, h.side);
    h.length = sqrt(squared);
    h.angle = -atan2(h.length * lb_inner(h.right, to_c), lb_inner(h.left, h.right));
    h.left_foot = lb_inner(to_c, h.side) / squared;
    h.right_foot = lb_inner(to_d, h.side) / squared;
    return h;
}

LB_INLINE uint lb_next_half(const uint half_edge)
{
    return half_edge % 3 == 2 ? half_edge - 2 : half_edge + 1;
}

/* Leaves for every node what the energy gains by its bend and by its area: dE/d(H A) and dE/dA. */
kernel void lb_curvature(const global long *restrict position, const global uint *restrict corner,
                         const global uint *restrict opposite, const global uint *restrict start,
                         const global uint *restrict entries, const global scalar *restrict rest,
                         global scalar *restrict gain)
{
    const uint node = (uint)get_global_id(0);
    if (node >= LB_NODES) return;
    scalar bend = 0, area = 0;
    for (uint n = start[node]; n < start[node + 1]; n++) {
        const uint half_edge = entries[n], next = lb_next_half(half_edge);
        const struct hinge h =
            lb_hinge(position, node, corner[next], corner[lb_next_half(next)], opposite[half_edge]);
        bend = fma((scalar)0.25 * h.length, h.angle, bend);
        area = fma(sqrt(lb_inner(h.left, h.left)), (scalar)1 / (scalar)6, area);
    }
    const scalar curvature = bend / area, change = curvature - rest[node];
    gain[2 * node] = (scalar)4 * (scalar)LB_BENDING_MODULUS * change;
    gain[2 * node + 1] =
        (scalar)-2 * (scalar)LB_BENDING_MODULUS * change * (curvature + rest[node]);
}

/* On the end a of a side.  The angle falls by 1/height as an opposite corner rises; the ends of the
 * side take up the rest, shared like the feet of the heights. */
LB_INLINE struct triple lb_force_on_end(const struct hinge h, const scalar weight)
{
    const scalar turn = -weight * h.length * h.length;
    const struct triple normals =
        lb_combine(((scalar)1 - h.left_foot) / lb_inner(h.left, h.left), h.left,
                   ((scalar)1 - h.right_foot) / lb_inner(h.right, h.right), h.right);
    return lb_combine(weight * h.angle / h.length, h.side, turn, normals);
}

/* Leaves the force of the bending on every node. */
kernel void lb_bend(const global long *restrict position, const global uint *restrict corner,
                    const global uint *restrict opposite, const global uint *restrict start,
                    const global uint *restrict entries, const global scalar *restrict gain,
                    global scalar *restrict bending)
{
    const uint node = (uint)get_global_id(0);
    if (node >= LB_NODES) return;
    struct triple f = {0, 0, 0};
    for (uint n = start[node]; n < start[node + 1]; n++) {
        const uint half_edge = entries[n], next = lb_next_half(half_edge);
        const uint b = corner[next], c = corner[lb_next_half(next)];
        const scalar at_b = gain[2 * b], at_c = gain[2 * c];
        const struct hinge h = lb_hinge(position, node, b, c, opposite[half_edge]);
        f = lb_combine(1, f, 1, lb_force_on_end(h, (scalar)0.25 * (gain[2 * node] + at_b)));
        /* the side across the triangle has this node at its left */
        const struct hinge across = lb_hinge(position, b, c, node, opposite[next]);
        const scalar turn = (scalar)0.25 * (at_b + at_c) * across.length * across.length;
        f = lb_combine(1, f, turn / lb_inner(across.left, across.left), across.left);
        /* minus the gradient of the triangle's area, n x (c - b) / 2 */
        const scalar tension =
            (gain[2 * node + 1] + gain[2 * b + 1] + gain[2 * c + 1]) * ((scalar)1 / (scalar)3);
        const scalar twice = sqrt(lb_inner(h.left, h.left));
        f = lb_combine(1, f, (scalar)-0.5 * tension / twice, lb_cross(h.left, across.side));
    }
    lb_put(bending + 3 * node, f);
}

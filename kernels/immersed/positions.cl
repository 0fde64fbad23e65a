/* positions.cl - positions of markers as 64-bit fixed-point numbers, three per marker.  The box
 * begins at 0 and the centre of cell i lies at i + 1/2; positions are not wrapped.
 * A step moves a marker by 1e-5 cells or less; a float near 100 could not hold that, and an edge
 * between two such floats would be wrong in its fifth digit.
 * SPDX-License-Identifier: MIT
 *
 * For programs of markers the host prints:
 *
 *   LB_MARKERS, LB_NODES     how many; how many of them, from the first on, are the nodes of the
 *                            membrane
 *   LB_HAS_GIVEN_FORCE       whether markers have a force of their own
 *   LB_HAS_MEMBRANE          whether there is a membrane, with LB_TRIANGLES triangles
 *   LB_SHEAR_MODULUS, LB_AREA_RESISTANCE   of the law [rho0 cells^3/step^2], [1]
 *   LB_VOLUME_MODULUS        [rho0 cells^2/step^2]
 *   LB_AREA_MODULUS          [rho0 cells^3/step^2]; LB_HAS_AREA_FORCE 0 where it vanishes
 *   LB_BENDING_MODULUS       [rho0 cells^5/step^2]; LB_HAS_BENDING 0 where it vanishes
 *   LB_VOLUME_0, LB_AREA_0   of the reference shape, in units of
 *   LB_VOLUME_SCALE, LB_AREA_SCALE   [1/cells^3], [1/cells^2]
 *   LB_PATCH_GROUP           work-items of a patch: patch_sizes.h
 */

#define LB_UNIT(bits) ((scalar)(1ul << (bits)))

struct triple {
    scalar x, y, z;
};

/* From marker `a` to marker `b`, rounded only once. */
LB_INLINE struct triple lb_way(const global long *position, const uint a, const uint b)
{
    const scalar per_cell = (scalar)1 / LB_UNIT(LB_POSITION_BITS);
    struct triple d;
    d.x = (scalar)(position[3 * b] - position[3 * a]) * per_cell;
    d.y = (scalar)(position[3 * b + 1] - position[3 * a + 1]) * per_cell;
    d.z = (scalar)(position[3 * b + 2] - position[3 * a + 2]) * per_cell;
    return d;
}

LB_INLINE struct triple lb_cross(const struct triple a, const struct triple b)
{
    struct triple c;
    c.x = fma(a.y, b.z, -(a.z * b.y));
    c.y = fma(a.z, b.x, -(a.x * b.z));
    c.z = fma(a.x, b.y, -(a.y * b.x));
    return c;
}

LB_INLINE scalar lb_inner(const struct triple a, const struct triple b)
{
    return fma(a.x, b.x, fma(a.y, b.y, a.z * b.z));
}

LB_INLINE struct triple lb_scaled(const scalar a, const struct triple x)
{
    struct triple c;
    c.x = a * x.x;
    c.y = a * x.y;
    c.z = a * x.z;
    return c;
}

/* a x + b y. */
LB_INLINE struct triple lb_combine(const scalar a, const struct triple x, const scalar b,
                                   const struct triple y)
{
    struct triple c;
    c.x = fma(a, x.x, b * y.x);
    c.y = fma(a, x.y, b * y.y);
    c.z = fma(a, x.z, b * y.z);
    return c;
}

LB_INLINE void lb_put(global scalar *to, const struct triple v)
{
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
}

LB_INLINE struct triple lb_get(const global scalar *from)
{
    struct triple v;
    v.x = from[0];
    v.y = from[1];
    v.z = from[2];
    return v;
}

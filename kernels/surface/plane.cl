/* plane.cl - the plane that cuts a given volume off a unit cube (PLIC).
 * Scardovelli, Zaleski, J. Comput. Phys. 164, 228 (2000); Lehmann, Gekle, Computation 10, 21
 * (2022).
 * SPDX-License-Identifier: MIT */

/* A plane's normal (unit length) as the inversion wants it: components by size, their sum 1. */
struct plane {
    scalar a, b, c; /* |n_k| / length, rising */
    scalar length;  /* |n_x| + |n_y| + |n_z| */
};

LB_INLINE struct plane lb_plane(const scalar nx, const scalar ny, const scalar nz)
{
    const scalar x = fabs(nx), y = fabs(ny), z = fabs(nz);
    struct plane p;
    p.length = x + y + z;
    p.a = fmin(fmin(x, y), z) / p.length;
    p.c = fmax(fmax(x, y), z) / p.length;
    p.b = fmax((scalar)1 - p.a - p.c, p.a);
    return p;
}

/* The middle one of three real roots of x^3 + a2 x^2 + a1 x + a0. */
LB_INLINE scalar lb_middle_root(const scalar a2, const scalar a1, const scalar a0)
{
    const scalar p = a1 / (scalar)3 - a2 * a2 / (scalar)9;
    const scalar q = (a1 * a2 - (scalar)3 * a0) / (scalar)6 - a2 * a2 * a2 / (scalar)27;
    const scalar root = sqrt(fmax(-p, (scalar)0));
    const scalar cosine = clamp(q / (root * root * root), (scalar)-1, (scalar)1);
    const scalar angle = acos(cosine) / (scalar)3;
    return root * ((scalar)1.7320508075688772 * sin(angle) - cos(angle)) - a2 / (scalar)3;
}

/* Where the plane a x + b y + c z = alpha cuts the volume `v`, at most 1/2, off the unit cube
 * [0, 1]^3. */
LB_INLINE scalar lb_plane_alpha(const struct plane p, const scalar v)
{
    const scalar a = p.a, b = p.b, c = p.c;
    const scalar flat = LB_ARITHMETIC_FP64 ? (scalar)1e-10 : (scalar)1e-5; /* a square, really */
    const scalar ab = a + b, abc6 = (scalar)6 * a * b * c;
    const scalar upper = c * v + (scalar)0.5 * ab; /* parallel to the two small components */
    if (ab <= c && v >= ab / ((scalar)2 * c)) return upper;
    if (a < flat) return v < b / ((scalar)2 * c) ? sqrt((scalar)2 * b * c * v) : upper;
    const scalar v1 = a * a / ((scalar)6 * b * c);
    if (v < v1) return cbrt(abc6 * v);
    if (v < v1 + (b - a) / ((scalar)2 * c))
        return (scalar)0.5 * (a + sqrt(a * a + (scalar)8 * b * c * (v - v1)));
    const scalar cubes = a * a * a + b * b * b, squares = a * a + b * b;
    const scalar v3 =
        (c * c * ((scalar)3 * ab - c) + a * a * (a - (scalar)3 * c) + b * b * (b - (scalar)3 * c)) /
        abc6;
    const bool corner = ab <= c || v < v3; /* a triangle less two corners; else less three */
    const scalar a2 = corner ? (scalar)-3 * ab : (scalar)-1.5;
    const scalar a1 = corner ? (scalar)3 * squares : (scalar)1.5 * (squares + c * c);
    const scalar a0 = corner ? abc6 * v - cubes : (scalar)0.5 * (abc6 * v - cubes - c * c * c);
    return lb_middle_root(a2, a1, a0);
}

/* Distance from the cube's centre, along the normal, of the plane behind which the share `fill` of
 * the cube lies. */
LB_INLINE scalar lb_plane_offset(const struct plane p, const scalar fill)
{
    const scalar less = fmin(fill, (scalar)1 - fill);
    const scalar below = (lb_plane_alpha(p, fmax(less, (scalar)0)) - (scalar)0.5) * p.length;
    return fill <= (scalar)0.5 ? below : -below;
}

/* plane.cl - the plane that cuts a given volume off a unit cube (PLIC).
 * Scardovelli, Zaleski, J. Comput. Phys. 164, 228 (2000); Lehmann, Gekle, Computation 10, 21
 * (2022).
 * SPDX-License-Identifier: MIT */

/* The middle one of three real roots of x^3 + a2 x^2 + a1 x + a0, where a0 grows with a volume:
 *     shift - reach sin(asin(at_0 - per_volume v) / 3) */
struct cubic {
    scalar shift, reach, at_0, per_volume;
};

/* A plane a x + b y + c z = alpha in the cube [0, 1]^3, its normal given, and how alpha follows from
 * the volume behind it.  As the volume grows, that is the cube's corner, an edge, what is left of a
 * larger corner without two others, and without three; or, from `slab` on, a slab. */
struct plane {
    scalar a, b, c;                 /* |n_k| / length, rising */
    scalar length;                  /* |n_x| + |n_y| + |n_z|, n being a unit vector */
    scalar corner, edge, two, slab; /* the volumes where they end, and where the last one begins */
    scalar abc6;                    /* 6 a b c */
    struct cubic less_two, less_three;
};

/* For a0 = a0 + growth v. */
LB_INLINE struct cubic lb_cubic(const scalar a2, const scalar a1, const scalar a0,
                                const scalar growth)
{
    const scalar p = a1 / (scalar)3 - a2 * a2 / (scalar)9;
    const scalar q = (a1 * a2 - (scalar)3 * a0) / (scalar)6 - a2 * a2 * a2 / (scalar)27;
    const scalar root = sqrt(fmax(-p, (scalar)0));
    const scalar per_cube = (scalar)1 / fmax(root * root * root, (scalar)1e-30);
    struct cubic c;
    c.shift = -a2 / (scalar)3;
    c.reach = (scalar)2 * root;
    c.at_0 = q * per_cube;
    c.per_volume = (scalar)0.5 * growth * per_cube;
    return c;
}

/* sin x for |x| <= pi/6, where seven terms are right to the last digit; the built-in one reduces
 * any argument, which is long. */
LB_INLINE scalar lb_sine(const scalar x)
{
    const scalar square = x * x;
    scalar s = (scalar)(1.0 / 6227020800.0);
    s = fma(s, square, (scalar)(-1.0 / 39916800.0));
    s = fma(s, square, (scalar)(1.0 / 362880.0));
    s = fma(s, square, (scalar)(-1.0 / 5040.0));
    s = fma(s, square, (scalar)(1.0 / 120.0));
    s = fma(s, square, (scalar)(-1.0 / 6.0));
    return fma(s * square, x, x);
}

LB_INLINE scalar lb_middle_root(const struct cubic c, const scalar v)
{
    const scalar sine = clamp(fma(-c.per_volume, v, c.at_0), (scalar)-1, (scalar)1);
    return fma(-c.reach, lb_sine(asin(sine) * (scalar)(1.0 / 3.0)), c.shift);
}

LB_INLINE struct plane lb_plane(const scalar nx, const scalar ny, const scalar nz)
{
    const scalar flat = LB_ARITHMETIC_FP64 ? (scalar)1e-10 : (scalar)1e-5; /* a square, really */
    const scalar never = (scalar)1, x = fabs(nx), y = fabs(ny), z = fabs(nz);
    struct plane p;
    p.length = x + y + z;
    const scalar least = fmin(fmin(x, y), z) / p.length;
    const scalar c = fmax(fmax(x, y), z) / p.length;
    const scalar b = fmax((scalar)1 - least - c, least), a = least < flat ? (scalar)0 : least;
    const scalar ab = a + b, cubes = a * a * a + b * b * b, squares = a * a + b * b;
    p.a = a;
    p.b = b;
    p.c = c;
    p.abc6 = (scalar)6 * a * b * c;
    p.slab = ab <= c ? (scalar)0.5 * ab / c : a > (scalar)0 ? never : (scalar)0.5 * b / c;
    p.corner = b > (scalar)0 ? a * a / ((scalar)6 * b * c) : (scalar)0;
    p.edge = p.corner + (scalar)0.5 * (b - a) / c;
    p.two = ab > c && a > (scalar)0 ? (c * c * ((scalar)3 * ab - c) + a * a * (a - (scalar)3 * c) +
                                       b * b * (b - (scalar)3 * c)) /
                                          p.abc6
                                    : never;
    p.less_two = lb_cubic((scalar)-3 * ab, (scalar)3 * squares, -cubes, p.abc6);
    p.less_three = lb_cubic((scalar)-1.5, (scalar)1.5 * (squares + c * c),
                            (scalar)-0.5 * (cubes + c * c * c), (scalar)0.5 * p.abc6);
    return p;
}

/* alpha for the volume `v`, at most 1/2. */
LB_INLINE scalar lb_plane_alpha(const struct plane p, const scalar v)
{
    if (v >= p.slab) return fma(p.c, v, (scalar)0.5 * (p.a + p.b));
    if (v < p.corner) return cbrt(p.abc6 * v);
    if (v < p.edge)
        return (scalar)0.5 * (p.a + sqrt(fma(p.a, p.a, (scalar)8 * p.b * p.c * (v - p.corner))));
    return lb_middle_root(v < p.two ? p.less_two : p.less_three, v);
}

/* Distance from the cube's centre, along the normal, of the plane behind which the share `fill` of
 * the cube lies. */
LB_INLINE scalar lb_plane_offset(const struct plane p, const scalar fill)
{
    const scalar less = fmin(fill, (scalar)1 - fill);
    const scalar below = (lb_plane_alpha(p, fmax(less, (scalar)0)) - (scalar)0.5) * p.length;
    return fill <= (scalar)0.5 ? below : -below;
}

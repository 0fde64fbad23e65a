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
    scalar length, per_length;      /* |n_x| + |n_y| + |n_z|, n being a unit vector */
    scalar corner, edge, two, slab; /* the volumes where they end, and where the last one begins */
    scalar abc6;                    /* 6 a b c */
    struct cubic less_two, less_three;
};

/* For a0 = a0 + growth v. */
LB_INLINE struct cubic lb_cubic(const scalar a2, const scalar a1, const scalar a0,
                                const scalar growth)
{
    const scalar third = (scalar)(1.0 / 3.0), third_of_a2 = a2 * third;
    const scalar p = fma(-third_of_a2, third_of_a2, a1 * third);
    const scalar q = fma((scalar)0.5 * third_of_a2, a1,
                         fma(-third_of_a2 * third_of_a2, third_of_a2, (scalar)-0.5 * a0));
    const scalar root = lb_root(fmax(-p, (scalar)1e-20));
    const scalar per_cube = lb_inverse(root * root * root);
    struct cubic c;
    c.shift = -third_of_a2;
    c.reach = (scalar)2 * root;
    c.at_0 = q * per_cube;
    c.per_volume = (scalar)0.5 * growth * per_cube;
    return c;
}

/* sin(asin(t) / 3) for |t| <= 1, within 1e-7 in FP32 and 2e-16 in FP64.  With e = 1 - |t| it is 1/2 - d where
 * d^2 (6 - 4 d) = e, so d is a smooth function of the root of e. */
LB_INLINE scalar lb_third_of_angle(const scalar t)
{
    const scalar e = (scalar)1 - fabs(t), v = lb_root(e);
    scalar d = (scalar)0.0348857422068;
    d = fma(d, v, (scalar)-0.159297599657);
    d = fma(d, v, (scalar)0.324763081348);
    d = fma(d, v, (scalar)-0.376898209426);
    d = fma(d, v, (scalar)0.276164443023);
    d = fma(d, v, (scalar)-0.126999501922);
    d = fma(d, v, (scalar)0.0429946776999);
    d = fma(d, v, (scalar)0.000938047555131);
    d = fma(d, v, (scalar)0.0196867421872);
    d = fma(d, v, (scalar)0.0555135025525);
    d = fma(d, v, (scalar)0.408249069864) * v;
    for (int n = 0; LB_ARITHMETIC_FP64 && n < 2 && d > (scalar)0; n++) /* Newton's steps */
        d = fma(-fma(d * d, fma((scalar)-4, d, (scalar)6), -e),
                lb_inverse((scalar)12 * d * ((scalar)1 - d)), d);
    return copysign((scalar)0.5 - d, t);
}

LB_INLINE scalar lb_middle_root(const struct cubic c, const scalar v)
{
    const scalar sine = clamp(fma(-c.per_volume, v, c.at_0), (scalar)-1, (scalar)1);
    return fma(-c.reach, lb_third_of_angle(sine), c.shift);
}

LB_INLINE struct plane lb_plane(const scalar nx, const scalar ny, const scalar nz)
{
    const scalar flat = LB_ARITHMETIC_FP64 ? (scalar)1e-10 : (scalar)1e-5; /* a square, really */
    const scalar never = (scalar)1, x = fabs(nx), y = fabs(ny), z = fabs(nz);
    struct plane p;
    p.length = x + y + z;
    p.per_length = lb_inverse(p.length);
    const scalar least = fmin(fmin(x, y), z) * p.per_length;
    const scalar c = fmax(fmax(x, y), z) * p.per_length;
    const scalar b = fmax((scalar)1 - least - c, least), a = least < flat ? (scalar)0 : least;
    const scalar ab = a + b, cubes = a * a * a + b * b * b, squares = a * a + b * b;
    p.a = a;
    p.b = b;
    p.c = c;
    p.abc6 = (scalar)6 * a * b * c;
    const scalar half_per_c = (scalar)0.5 * lb_inverse(c);
    const scalar per_abc6 = a > (scalar)0 ? lb_inverse(p.abc6) : (scalar)0;
    p.slab = ab <= c ? ab * half_per_c : a > (scalar)0 ? never : b * half_per_c;
    p.corner = a * a * a * per_abc6;
    p.edge = fma(b - a, half_per_c, p.corner);
    p.two = ab > c && a > (scalar)0 ? (c * c * ((scalar)3 * ab - c) + a * a * (a - (scalar)3 * c) +
                                       b * b * (b - (scalar)3 * c)) *
                                          per_abc6
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
    if (v < p.corner) return lb_cbrt(p.abc6 * v);
    if (v < p.edge)
        return (scalar)0.5 *
               (p.a + lb_root(fmax(fma(p.a, p.a, (scalar)8 * p.b * p.c * (v - p.corner)),
                                   (scalar)1e-36))); /* normal: inverse.cl */
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

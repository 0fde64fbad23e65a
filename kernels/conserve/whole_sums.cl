/* whole_sums.cl - the populations of a cell are rounded together, for fixed point: what the collision
 * leaves has the mass and the momentum that the cell found, as whole numbers of steps.  Sums of them
 * are exact, so that those of a closed box are the same integers after any number of steps.
 * All pairs but those that close the sums are rounded by themselves.  These have the differences that
 * momentum needs, and the sums nearest to their own that go with them; the rest takes what mass is
 * left.
 * docs/theory/fixed-point.md
 * SPDX-License-Identifier: MIT */
#define LB_CONSERVES 1

/* The pairs whose differences are what the other pairs leave of the momentum: those along the axes,
 * and of D3Q13, which has none, three that have two positive components each.  Its c_ix + c_iy + c_iz
 * are even, and so is this sum of a cell's momentum: changes of it must be. */
#define LB_HAS_AXES (LB_Q != 13)
#define LB_CLOSES(cx, cy, cz)                                   \
    (LB_HAS_AXES ? (cx) * (cx) + (cy) * (cy) + (cz) * (cz) == 1 \
                 : (cx) >= 0 && (cy) >= 0 && (cz) >= 0)
#define LB_MOMENTUM_UNIT ((scalar)(LB_HAS_AXES ? 1 : 2))

/* Numbers up to 2^22 to the nearest whole one. */
LB_INLINE real lb_whole(const real x)
{
    return (x + (scalar)0x1.8p23f) - (scalar)0x1.8p23f;
}

LB_INLINE real lb_rounded_whole(const real x, const struct noise n)
{
    return lb_whole(x + lb_offset_centred(n, 8));
}

/* What a force that is the same in all cells gives a cell in step number `step`: a whole number, such
 * that after n steps the sum is within half a unit of n times the force. */
LB_INLINE scalar lb_impulse(const scalar force, const uint step)
{
    const scalar units = fabs(force) * (scalar)LB_STORAGE_SCALE / LB_MOMENTUM_UNIT;
    const scalar whole = (scalar)(uint)units;
    const uint part = (uint)((units - whole) * (scalar)0x1p32f);
    const uint sum = part * (step + 1u) + 0x80000000u; /* its carries are one more each */
    const scalar impulse = LB_MOMENTUM_UNIT * (sum < part ? whole + 1 : whole);
    return force < 0 ? -impulse : impulse;
}

/* What markers add to that. */
LB_INLINE real lb_marker_impulse(const real force, const scalar of_all, const struct noise n)
{
    if (!LB_HAS_CELL_FORCE) return (real)(0);
    const real units = (force - (real)(of_all)) * ((scalar)LB_STORAGE_SCALE / LB_MOMENTUM_UNIT);
    return LB_MOMENTUM_UNIT * lb_rounded_whole(units, n);
}

/* `h` is after the collision, `m` from before; `step` the number of the step. */
LB_INLINE void lb_conserve(real *h, const struct moments m, const struct noise n, const uint step)
{
    const struct noise common = lb_noise_of(n, 0);
    real mass = m.sum, x = m.sum_x, y = m.sum_y, z = m.sum_z;
    if (LB_HAS_MOVING || LB_HAS_SURFACE) { /* what was found need not be whole */
        mass = lb_whole(mass);
        x = lb_rounded_whole(x, common);
        y = lb_rounded_whole(y, common);
        if (LB_HAS_AXES)
            z = lb_rounded_whole(z, common);
        else
            z = (scalar)2 * lb_rounded_whole((scalar)0.5 * (x + y + z), common) - (x + y);
    }
    x += (real)(lb_impulse(LB_FORCE_X, step)) + lb_marker_impulse(m.fx, LB_FORCE_X, common);
    y += (real)(lb_impulse(LB_FORCE_Y, step)) + lb_marker_impulse(m.fy, LB_FORCE_Y, common);
    if (LB_D == 3)
        z += (real)(lb_impulse(LB_FORCE_Z, step)) + lb_marker_impulse(m.fz, LB_FORCE_Z, common);
#define REST(numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator)                   \
    if (!LB_CLOSES(cx, cy, cz)) {                                     \
        h[i] = lb_rounded_whole(h[i], lb_noise_of(n, i));             \
        h[i + 1] = lb_rounded_whole(h[i + 1], lb_noise_of(n, i + 1)); \
        const real difference = h[i] - h[i + 1];                      \
        mass -= h[i] + h[i + 1];                                      \
        x = lb_add(x, -(cx), difference);                             \
        y = lb_add(y, -(cy), difference);                             \
        z = lb_add(z, -(cz), difference);                             \
    }
    LB_LATTICE(REST, PAIR)
#undef PAIR
    const real half_of_all = LB_HAS_AXES ? (real)(0) : (scalar)0.5 * (x + y + z);
#define PAIR(i, cx, cy, cz, numerator, denominator)                         \
    if (LB_CLOSES(cx, cy, cz)) {                                            \
        real difference = lb_dot(cx, cy, cz, x, y, z);                      \
        if (!LB_HAS_AXES) difference -= half_of_all;                        \
        const real even = (h[i] + h[i + 1]) - difference;                   \
        h[i + 1] = lb_rounded_whole((scalar)0.5 * even, lb_noise_of(n, i)); \
        h[i] = h[i + 1] + difference;                                       \
        mass -= h[i] + h[i + 1];                                            \
    }
    LB_LATTICE(REST, PAIR)
#undef PAIR
#undef REST
    h[0] = mass;
}

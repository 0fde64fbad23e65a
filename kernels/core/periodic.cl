/* periodic.cl - the only place where coordinates wrap round: along an axis of `size` cells, vectors or
 * rows, all numbered from 0.
 * SPDX-License-Identifier: MIT */

LB_INLINE uint lb_next(const uint at, const uint size)
{
    return at == size - 1 ? 0 : at + 1;
}

LB_INLINE uint lb_previous(const uint at, const uint size)
{
    return at == 0 ? size - 1 : at - 1;
}

/* `by` further on, by <= size. */
LB_INLINE uint lb_further(const uint at, const uint by, const uint size)
{
    const uint to = at + by;
    return to < size ? to : to - size;
}

/* Any place, however far outside. */
LB_INLINE uint lb_wrapped(const int at, const uint size)
{
    if (at >= 0 && at < (int)size) return (uint)at;
    const int rest = at % (int)size;
    return (uint)(rest < 0 ? rest + (int)size : rest);
}

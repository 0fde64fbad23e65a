/* subdomain.cl - a box that is a subdomain of a larger one.
 * SPDX-License-Identifier: MIT */

/* Where cell c of this box is in the whole box. */
LB_INLINE struct cell lb_in_whole(const struct cell c)
{
    struct cell w = c;
    w.x += LB_ORIGIN_X;
    w.y += LB_ORIGIN_Y;
    w.z += LB_ORIGIN_Z;
    return w;
}

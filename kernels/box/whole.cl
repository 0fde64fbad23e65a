/* whole.cl - a box that is whole: its cells are where they are.
 * SPDX-License-Identifier: MIT */

/* Where cell c of this box is in the whole box. */
LB_INLINE struct cell lb_in_whole(const struct cell c)
{
    return c;
}

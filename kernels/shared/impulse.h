/* impulse.h - what cells that are made anew give to bodies, read by both compilers: for each body
 * force, moment about the first cell, mass beyond density 1, and fluid cells; and behind all bodies
 * the number of fluid cells beside moving walls.  Whole numbers, which add to the same bits in any
 * order.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SHARED_IMPULSE_H
#define LB_SHARED_IMPULSE_H
#define LB_IMPULSE_BITS 36 /* units of 2^-36: up to 1.3e8; cells are whole */
#define LB_IMPULSE_EXCESS 6
#define LB_IMPULSE_CELLS 7
#define LB_IMPULSE_SUMS 8
#define LB_IMPULSE_ITEMS 256                            /* work-items that add up a share each */
#define LB_IMPULSES_OF(body) (LB_IMPULSE_SUMS * (body)) /* the first of body `body` */
#define LB_IMPULSES(bodies) (LB_IMPULSE_SUMS * (bodies) + 1)
#define LB_IMPULSE_BESIDE(bodies) (LB_IMPULSE_SUMS * (bodies))
#endif

/* heat_sums.h - how the heat that walls give is summed, read by both compilers.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SHARED_HEAT_SUMS_H
#define LB_SHARED_HEAT_SUMS_H
/* In units of 2^-44 of T = 1 in a cell: integers, whose sums are the same in any order.  A link may give 2^19 between
 * two looks; the host adds links up in more than 64 bits. */
#define LB_HEAT_BITS 44
#define LB_HEAT_FACES 6 /* of the box: across x first and last, then y and z */
/* Links to walls are in groups: of these faces, then of each boundary of the case, then of each body; or in none. */
#define LB_HEAT_NO_GROUP 255
/* Of a cell with links to walls between cells: its number among those of solids is behind that; 1 + that among those of
 * the flow is below. */
#define LB_SOLID_WALL 0x80000000u
/* What a wall does with heat. */
#define LB_HEAT_INSULATED 0
#define LB_HEAT_FIXED 1 /* it has a temperature */
#define LB_HEAT_FLUX 2  /* it gives as much in each step */
#define LB_HEAT_OPEN 3  /* what flows out takes its temperature along, what flows in has one */
#endif

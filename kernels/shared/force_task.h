/* force_task.h - pieces of the list of links whose forces are summed, read by both compilers: so many
 * 64-bit numbers each.  All links of a task are of one group and of one kind.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SHARED_FORCE_TASK_H
#define LB_SHARED_FORCE_TASK_H
#define LB_TASK_FIRST 0 /* of the list's cells */
#define LB_TASK_END 1
#define LB_TASK_KIND 2
#define LB_TASK_NEAREST \
    3 /* whether moments are of each cell's periodic image nearest to the anchor */
#define LB_TASK_ANCHOR 4 /* the cell they are about: x, y, z from the first one of this box */
#define LB_TASK_GROUP 7  /* number of the group */
#define LB_TASK_SIZE 8

/* Kinds */
#define LB_LINKS_RESTING 0  /* walls */
#define LB_LINKS_MOVING 1   /* walls */
#define LB_LINKS_BOUNDARY 2 /* outer cells */

/* Sums of a task: force, moment, mass.  Each is whole numbers of 2^-56, which add to the same bits in any order, in
 * two words, of which the first counts 2^32 of them; what a cell brings is below 2^LB_LINK_MOST. */
#define LB_LINK_MASS 6
#define LB_LINK_SUMS 7
#define LB_LINK_BITS 56
#define LB_LINK_MOST 6
#define LB_LINK_ODD (2 * LB_LINK_SUMS) /* how many cells bring more, or what is no number */
#define LB_LINK_WORDS (2 * LB_LINK_SUMS + 1)
#define LB_FORCE_GROUP 64 /* work-items that share one */

/* What single links give, in the same units: below LB_LOAD_MOST. */
#define LB_LOAD_MOST 4
#define LB_NO_LOAD (-0x7fffffffffffffffL - 1) /* it is more, or no number */

#define LB_NO_LINK 0xFFFF /* no group: what comes along here is no link's */
#endif

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

#define LB_FORCE_SUMS 6 /* of a task: force, moment */
/* Masses are summed in 2^-48 rho0 cells^3, which add to the same bits in any order: up to 32768
 * in a task. */
#define LB_MASS_BITS 48
#define LB_FORCE_GROUP 64 /* work-items that share one */

#define LB_NO_LINK 0xFFFF /* no group: what comes along here is no link's */
#endif

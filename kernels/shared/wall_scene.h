/* wall_scene.h - the surfaces of bodies, and the links that ask for their walls, as the host tells
 * kernels/wall/find_crossings.cl.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SHARED_WALL_SCENE_H
#define LB_SHARED_WALL_SCENE_H

/* Places in the numbers of a surface: lib/case/curved_walls.h says what they are. */
#define LB_SURFACE_SHAPE 0
#define LB_SURFACE_CENTRE 1
#define LB_SURFACE_AXIS 4
#define LB_SURFACE_RADIUS 7
#define LB_SURFACE_LENGTH 8
#define LB_SURFACE_LOW 9
#define LB_SURFACE_HIGH 12
#define LB_SURFACE_U 15
#define LB_SURFACE_SPIN 18
#define LB_SURFACE_ABOUT 21
#define LB_SURFACE_IS_MOVED 24
#define LB_SURFACE_ROTATION 25
#define LB_SURFACE_FROM 34
#define LB_SURFACE_NUMBERS 37

/* Shapes. */
#define LB_SHAPE_IS_MESH 0
#define LB_SHAPE_IS_SPHERE 1
#define LB_SHAPE_IS_CYLINDER 2
#define LB_SHAPE_IS_BOX 3

/* Words of a link that asks: the surfaces that it crosses, those that its cell is inside of, and
 * where it is: its surface, and how many boxes away, plus 1, along each axis.  Of one whose wall is
 * known: q, both halves of the speed, and LB_ASK_KNOWN. */
#define LB_ASK_CROSSED 0
#define LB_ASK_MEMBERS 1
#define LB_ASK_WHERE 2
#define LB_ASK_MORE 3
#define LB_ASK_WORDS 4
#define LB_ASK_KNOWN 0x80000000u
#define LB_ASK_SURFACE(where) ((where)&0xffu)
#define LB_ASK_TURNS(where, axis) ((int)((where) >> (8 + 2 * (axis)) & 3u) - 1)

/* Words of a triangle: three nodes, and its surface. */
#define LB_TRIANGLE_WORDS 4
/* Work-items of a triangle, each for every so manieth row of cells. */
#define LB_TRIANGLE_ITEMS 4

/* Of links: how far q may lie outside of [0, 1], and the least one where the next wall is one cell
 * on, in units of 2^-32. */
#define LB_CROSSING_SLACK 0x1p-14
#define LB_NEAREST_OF_PAIR (1u << 20)

#endif

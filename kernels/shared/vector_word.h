/* vector_word.h - what the step knows of a vector of cells before it reads it: the walls around, and
 * whether markers are near.  One word for each vector; read by both compilers.
 * Bit i (1 to 26): population i comes out of a wall in every lane.  Then the step itself puts what
 * these cells send into the wall to where they will look for it.  Where only some lanes are beside
 * the wall, bounce_back.cl does that.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SHARED_VECTOR_WORD_H
#define LB_SHARED_VECTOR_WORD_H
#define LB_LINK_SOLID 0x00000001u /* nothing but solid cells */
#define LB_LINK_WALLS 0x07fffffeu /* mask of the populations */
/* A marker is near some cell in the lane's quarter of the LB_V lanes.  Markers' kernels set it, the
 * step clears it. */
#define LB_LINK_MARK(lane) (0x08000000u << ((lane)*4 / LB_V))
#define LB_LINK_MARKS 0x78000000u
#define LB_LINK_MOVING 0x80000000u /* some cell is beside a moving wall */
#endif

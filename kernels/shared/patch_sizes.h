/* patch_sizes.h - what a patch of a membrane has room for, read by both compilers
 * (lib/membrane/membrane_patches.h).
 * 20 nodes where six triangles meet have up to 26 neighbours and 120 corners, and make 129 patches
 * of the 2562 nodes of a sphere: one for each processor of an H200, which has 132.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SHARED_PATCH_SIZES_H
#define LB_SHARED_PATCH_SIZES_H
/* Work-items of a patch, where a device's groups have `most`: at least three for each slot, more
 * than corners. */
#define LB_PATCH_GROUP_OF(most) ((most) >= 384 ? 384 : 256)
#define LB_PATCH_NODES 20    /* of its own */
#define LB_PATCH_SLOTS 48    /* its own nodes, node 0, the neighbours */
#define LB_PATCH_CORNERS 128 /* of triangles, at its own nodes */
/* Slots whose nodes are told: those of its own nodes, in a subdomain all. */
#define LB_PATCH_OWN_ROW_OF(is_cut) ((is_cut) ? LB_PATCH_SLOTS : LB_PATCH_NODES)
#define LB_PATCH_LOCAL_BYTES(fp64) (((fp64) ? 48 : 24) * 1024) /* of local memory, at most */
#define LB_PATCH_BOX 16 /* cells along each side of the box in which forces are added up */
/* Slots and corner of a triangle, 8 bits each; in an empty place all bits are set. */
#define LB_PATCH_EMPTY 0xffffffffu
/* Cells along each side of a block; blocks know whether a wall is near. */
#define LB_WALL_BLOCK 4
#define LB_WALL_REACH 3 /* that near, in cells: half a stencil and a step's way */
#endif

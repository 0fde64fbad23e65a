/* cell_velocity.cl - four numbers that lie together, as the velocity of a cell near markers: x, y, z and one
 * that is not used.  A marker's cells then are whole memory accesses, one each.
 * SPDX-License-Identifier: MIT */
#if LB_ARITHMETIC_FP64
typedef double4 four;
#else
typedef float4 four;
#endif

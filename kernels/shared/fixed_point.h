/* fixed_point.h - the fixed-point numbers of markers, read by both compilers.
 * Integers add to the same bits in any order, so that sums by many work-items are repeatable, and
 * differences of positions are exact.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SHARED_FIXED_POINT_H
#define LB_SHARED_FIXED_POINT_H
/* A position is a whole number of 2^-40 cells: steps of 1e-12 cells, up to 8 million cells. */
#define LB_POSITION_BITS 40
/* In place of the first coordinate: this marker is no more. */
#define LB_RETIRED (-0x7fffffffffffffff - 1)
/* The force on a cell is a whole number of 2^-60 rho0 cells^4/step^2, up to 8 of them: a force of 1
 * already gives a cell the speed of sound twice over in one step. */
#define LB_FORCE_BITS 60
/* Velocities are summed in 2^-56 cells/step, up to 128. */
#define LB_VELOCITY_BITS 56
/* The momentum of a cell, for a mean over many, is summed in 2^-40 rho0 cells^4/step. */
#define LB_MOMENTUM_BITS 40
#define LB_MARKER_GROUP 64 /* work-items of spreading and drifting that work together */
#endif

/* cell_flags.h - the bits of a cell's flag byte, read by both compilers.
 * A cell without any of the first bits is plain fluid.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SHARED_CELL_FLAGS_H
#define LB_SHARED_CELL_FLAGS_H
#define LB_CELL_FLUID 0x00
#define LB_CELL_SOLID 0x01       /* half-way bounce-back wall */
#define LB_CELL_EQUILIBRIUM 0x02 /* holds a prescribed density and velocity, never collides */
#define LB_CELL_MOVING 0x04      /* with SOLID: the wall moves with the prescribed velocity */
/* SOLID and EQUILIBRIUM: an outer cell of a boundary condition.  The step takes it for solid; what comes
 * out of it into the fluid is made behind the step (cell/boundaries.cl).  Which boundary it is of is
 * its number, a byte beside the flags that the step never reads; of other solid cells the number is
 * that of the body. */
#define LB_CELL_BOUNDARY 0x03
#define LB_IS_BOUNDARY(flags) (((flags)&LB_CELL_BOUNDARY) == LB_CELL_BOUNDARY)
#define LB_CELL_NEAR_SOLID 0x08  /* set by the solver: some neighbour is solid */
#define LB_CELL_NEAR_MOVING 0x10 /* set by the solver: some neighbour is a moving wall */

/* With SOLID, where codes share exponents: what comes out of it is made behind the step, as walls
 * between cells are (wall/interpolated.cl). */
#define LB_CELL_MADE_BEHIND 0x80

/* Of a fluid cell beside a sheet, where codes share exponents: all that it finds but its resting
 * population is made behind the step (wall/sheets.cl).  There is no free surface then. */
#define LB_CELL_MADE_FOR 0x40

/* Bits 5 to 7: which side of a free surface, never with SOLID.  Between two steps a cell is fluid,
 * interface or gas; a cell that has just become fluid or gas is SHARING what its mass was too large
 * by with the interface cells around it.  The others are on their way within a step. */
#define LB_CELL_TYPE 0xE0          /* mask */
#define LB_CELL_SHARING_FLUID 0x20 /* LB_CELL_FLUID in all but the sharing */
#define LB_CELL_INTERFACE 0x40
#define LB_CELL_TO_FLUID 0x60
#define LB_CELL_GAS 0x80 /* between two steps a bit of its own: gas, sharing or not */
#define LB_CELL_SHARING_GAS 0xA0
#define LB_CELL_TO_INTERFACE 0xC0 /* was gas */
#define LB_CELL_TO_GAS 0xE0
#endif

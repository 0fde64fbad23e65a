/* wall_mass.h - what walls between cells add to the mass, read by both compilers.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SHARED_WALL_MASS_H
#define LB_SHARED_WALL_MASS_H
#define LB_WALL_GROUP 64 /* work-items that make what comes out of these walls together */
/* Sums are whole numbers of 2^-48 rho0 cells^3, which add to the same bits in any order, and wrap:
 * what is left of them is below 2^15. */
#define LB_WALL_MASS_BITS 48
#define LB_WALL_MASS_EVERY 32 /* steps until the sums are looked at */
#endif

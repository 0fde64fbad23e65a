/* viscous_wave.h - a standing wave of small amplitude on a deep viscous fluid below a gas without weight.
 * SPDX-License-Identifier: MIT */
#ifndef LB_ANALYSIS_VISCOUS_WAVE_H
#define LB_ANALYSIS_VISCOUS_WAVE_H

/* Its amplitude over that at time 0, when it is let go from rest, at any time: the vorticity that grows at the
 * surface makes it slower than its inviscid frequency `omega` and, at first, damps it less than
 * exp(-2 rate time), with `rate` = viscosity x (wave number)^2 above 0.  Exact: Prosperetti, Phys.
 * Fluids 19, 195 (1976) and 24, 1217 (1981). */
double lb_viscous_wave(double omega, double rate, double time);

#endif

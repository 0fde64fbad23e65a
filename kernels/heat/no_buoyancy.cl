/* no_buoyancy.cl - no temperature pushes the fluid.
 * SPDX-License-Identifier: MIT */
#define lb_pushed_by_heat(f, heat, c, parity) (f)

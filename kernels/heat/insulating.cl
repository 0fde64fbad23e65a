/* insulating.cl - no solid conducts heat.
 * SPDX-License-Identifier: MIT */
#define lb_conducts(flags, number) (false)
#define lb_heat_of_conductor(heat, c, number, parity) ((real)(0))

/* herschel_bulkley.cl - a power law above a yield stress; Bingham's for n = 1.  Below it the viscosity is LB_LAW_MOST
 * times that of reference, as in the two viscosities of O'Donovan and Tanner, J. Non-Newton. Fluid Mech. 15, 75 (1984).
 * SPDX-License-Identifier: MIT */
#include "core/power_of_shear.cl"
#include "core/shear_law.cl"

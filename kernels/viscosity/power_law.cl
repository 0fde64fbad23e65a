/* power_law.cl - a stress that is a power of the shear rate, of Ostwald and de Waele: polymers thin (n < 1), pastes of
 * starch thicken (n > 1).
 * SPDX-License-Identifier: MIT */
#define LB_LAW_YIELD 0.0
#include "core/power_of_shear.cl"
#include "core/shear_law.cl"

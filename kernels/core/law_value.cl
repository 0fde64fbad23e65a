#pragma once
/* law_value.cl - a viscosity over that of reference, and its two derivatives by ln of the shear rate.
 * SPDX-License-Identifier: MIT */
#include "core/logarithms.cl"

struct law_value {
    real phi, slope, bend;
};

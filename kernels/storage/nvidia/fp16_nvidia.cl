/* fp16_nvidia.cl - IEEE half: range 65504.
 * SPDX-License-Identifier: MIT */
#define LB_STORAGE_SCALE 1.0f
#include "storage/nvidia/half_nvidia.cl"

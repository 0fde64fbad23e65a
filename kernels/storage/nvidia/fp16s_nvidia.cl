/* fp16s_nvidia.cl - IEEE half of 2^15 f: range 2 - 2^-10.
 * SPDX-License-Identifier: MIT */
#define LB_STORAGE_SCALE 32768.0f
#include "storage/nvidia/half_nvidia.cl"

/* devices_command.h - what `sluice devices` prints: every OpenCL device and the largest cube that
 * fits on it.
 * SPDX-License-Identifier: MIT */
#ifndef LB_COMMANDS_DEVICES_COMMAND_H
#define LB_COMMANDS_DEVICES_COMMAND_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/status.h"

struct lb_device_info;
struct lb_number_format;

/* Text for people, or one JSON object (schema "sluice.devices/1").  LB_STATUS_DEVICE where there is
 * none. */
enum lb_status lb_devices_print(FILE *out, bool json, struct lb_error *err);

/* Edge [cells] of the largest D3Q19 cube, streamed in place, whose populations are stored in
 * `format`: bounded by the largest buffer and by the memory.  0 where the device cannot compute
 * with that format. */
uint64_t lb_devices_largest_cube(const struct lb_device_info *info,
                                 const struct lb_number_format *format);

#endif

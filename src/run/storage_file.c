/* storage_file.c - chooses among kernel files that give the same bits.
 * SPDX-License-Identifier: MIT */
#include "run/storage_file.h"

#include <string.h>

#include "cl/device.h"
#include "physics/number_format.h"

const char *lb_storage_file(const struct lb_number_format *format,
                            const struct lb_device_info *device)
{
    /* A product with a subnormal float takes a CPU a hundred cycles and more. */
    const bool is_slow = device->type == LB_DEVICE_CPU || !device->fp32_denormals;
    if (is_slow && strcmp(format->name, "fp16c") == 0) return "storage/fp16c_flush.cl";
    if (lb_device_is_nvidia(device) && strcmp(format->name, "fp16c") == 0)
        return "storage/fp16c_nvidia.cl";
    return format->file;
}

/* device_json.c - a device as results name it.
 * SPDX-License-Identifier: MIT */
#include "opencl/device_json.h"

#include "io/json_writer.h"
#include "opencl/device.h"

void lb_json_device(struct lb_json *w, const struct lb_device_info *info)
{
    struct lb_json device = lb_json_object(w, "device");
    lb_json_text(&device, "platform", info->platform);
    lb_json_text(&device, "name", info->name);
    lb_json_text(&device, "driver", info->driver);
    lb_json_text(&device, "type", lb_device_type_name(info->type));
}

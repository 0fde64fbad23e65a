/* device_json.h - a device as results name it.
 * SPDX-License-Identifier: MIT */
#ifndef LB_OPENCL_DEVICE_JSON_H
#define LB_OPENCL_DEVICE_JSON_H

struct lb_device_info;
struct lb_json;

/* Adds "device": platform, name, driver, type. */
void lb_json_device(struct lb_json *w, const struct lb_device_info *info);

#endif

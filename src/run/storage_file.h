/* storage_file.h - the kernel file that converts a number format best on a device.
 * SPDX-License-Identifier: MIT */
#ifndef LB_RUN_STORAGE_FILE_H
#define LB_RUN_STORAGE_FILE_H

struct lb_device_info;
struct lb_number_format;

/* A path below kernels/: the format's own file, or another that gives the same bits faster there.
 * */
const char *lb_storage_file(const struct lb_number_format *format,
                            const struct lb_device_info *device);

#endif

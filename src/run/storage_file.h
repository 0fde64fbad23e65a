/* storage_file.h - the kernel files that hold a number format's codes best on a device.
 * SPDX-License-Identifier: MIT */
#ifndef LB_RUN_STORAGE_FILE_H
#define LB_RUN_STORAGE_FILE_H

struct lb_device_info;
struct lb_layout;
struct lb_number_format;

/* Converting, `lanes` numbers at once: a path below kernels/, the format's own file or another that
 * gives the same bits faster there. */
const char *lb_storage_file(const struct lb_number_format *format,
                            const struct lb_device_info *device, int lanes);

/* Keeping the codes of a memory vector in registers: the file of codes/. */
const char *lb_codes_file(const struct lb_number_format *format, const struct lb_layout *layout);

#endif

/* conversion_variant.h - the kernel files that hold a number format's codes best on a device.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SOLVER_CONVERSION_VARIANT_H
#define LB_SOLVER_CONVERSION_VARIANT_H

struct lb_device_info;
struct lb_layout;
struct lb_number_format;

/* Converting, `lanes` numbers at once: a path below kernels/, the format's own file or another that
 * gives the same bits faster there. */
const char *lb_conversion_variant(const struct lb_number_format *format,
                                  const struct lb_device_info *device, int lanes);

/* Keeping the codes of a memory vector in registers: the file of codes/. */
const char *lb_packing_file(const struct lb_number_format *format, const struct lb_layout *layout);

#endif

/* copy_ceiling.h - the bandwidth of a plain copy on a device: the wall the step kernel is measured
 * against.
 * SPDX-License-Identifier: MIT */
#ifndef LB_MEASURE_COPY_CEILING_H
#define LB_MEASURE_COPY_CEILING_H

#include "base/status.h"

struct lb_device;
struct lb_kernel_places;

/* Best of several copies between two buffers far larger than any cache [GB/s, read and write
 * counted]. */
enum lb_status lb_copy_ceiling_measure(struct lb_device *device,
                                       const struct lb_kernel_places *places,
                                       double *gigabytes_per_second, struct lb_error *err);

#endif

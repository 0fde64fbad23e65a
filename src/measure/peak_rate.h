/* peak_rate.h - the rate of operations of a device without memory access.
 * SPDX-License-Identifier: MIT */
#ifndef LB_MEASURE_PEAK_RATE_H
#define LB_MEASURE_PEAK_RATE_H

#include "base/status.h"

struct lb_device;
struct lb_kernel_places;

enum lb_peak {
    LB_PEAK_FP32,  /* fused multiply-adds, two operations each */
    LB_PEAK_FP64,  /* the same in double */
    LB_PEAK_INT32, /* additions and exclusive ors by turns, one operation each */
    LB_PEAKS
};

/* Best of `batches` with the best width of vector [10^9 operations/s].  Every work-item's result is
 * compared with the host's: LB_STATUS_FAILED if one differs in a single bit. */
enum lb_status lb_peak_measure(struct lb_device *device, const struct lb_kernel_places *places,
                               enum lb_peak peak, int batches, double *giga_operations,
                               struct lb_error *err);

#endif

/* ceilings.h - what a step is measured against: the bandwidth of a plain copy, and that of D3Q19's
 * step in place without its arithmetic, 19 planes read and written where they lie.
 * On a CPU the planes are the ceiling and a copy is not: it also reads what it overwrites.
 * SPDX-License-Identifier: MIT */
#ifndef LB_MEASURE_CEILINGS_H
#define LB_MEASURE_CEILINGS_H

#include <stdint.h>

#include "base/status.h"

struct lb_device;
struct lb_kernel_places;

/* Best of several copies between two buffers far larger than any cache [GB/s, read and write
 * counted]. */
enum lb_status lb_copy_ceiling_measure(struct lb_device *device,
                                       const struct lb_kernel_places *places,
                                       double *gigabytes_per_second, struct lb_error *err);

/* Best of `batches` sweeps over planes of together about `bytes`, which should be far more than any
 * cache, with the best width of access [GB/s, read and write counted].  LB_STATUS_FAILED if a word
 * is not where the sweeps should have brought it. */
enum lb_status lb_stream_ceiling_measure(struct lb_device *device,
                                         const struct lb_kernel_places *places, uint64_t bytes,
                                         int batches, double *gigabytes_per_second,
                                         struct lb_error *err);

#endif

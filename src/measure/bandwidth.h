/* bandwidth.h - how fast a device's memory is read, written and copied, by pattern and width.
 * SPDX-License-Identifier: MIT */
#ifndef LB_MEASURE_BANDWIDTH_H
#define LB_MEASURE_BANDWIDTH_H

#include <stdint.h>

#include "base/status.h"

struct lb_device;
struct lb_kernel_places;

/* The patterns are in kernels/probes/membench.cl. */
enum lb_bandwidth_probe {
    LB_READ_COALESCED,
    LB_READ_SHIFTED,
    LB_READ_STRIDED,
    LB_WRITE_COALESCED,
    LB_WRITE_SHIFTED,
    LB_WRITE_STRIDED,
    LB_COPY_COALESCED,
    LB_BANDWIDTH_PROBES
};

const char *lb_bandwidth_access(int probe);  /* "read", "write", "copy" */
const char *lb_bandwidth_pattern(int probe); /* "coalesced", "shifted", "strided" */

enum { LB_BANDWIDTH_WIDTHS = 5 };
extern const int lb_bandwidth_widths[LB_BANDWIDTH_WIDTHS]; /* bytes of a word: 2 4 8 16 64 */

struct lb_bandwidth {
    double best, median; /* [GB/s]; a copy counts what it reads and what it writes */
};

/* Every probe with words of `width` bytes over a buffer of about `bytes`.  What was read and what
 * was written is checked: LB_STATUS_FAILED if a single word is wrong. */
enum lb_status lb_bandwidth_measure(struct lb_device *device, const struct lb_kernel_places *places,
                                    int width, uint64_t bytes, int batches,
                                    struct lb_bandwidth out[LB_BANDWIDTH_PROBES],
                                    struct lb_error *err);

/* Of them LB_COPY_COALESCED alone. */
enum lb_status lb_bandwidth_measure_copy(struct lb_device *device,
                                         const struct lb_kernel_places *places, int width,
                                         uint64_t bytes, int batches, struct lb_bandwidth *out,
                                         struct lb_error *err);

#endif

/* memory_probe.h - what the bandwidth and rate probes share: how much memory, and how a batch is timed.
 * SPDX-License-Identifier: MIT */
#ifndef LB_MEASURE_MEMORY_PROBE_H
#define LB_MEASURE_MEMORY_PROBE_H

#include <stdint.h>

#include "base/status.h"

struct lb_buffer;
struct lb_device;
struct lb_device_info;
struct lb_kernel;

enum { LB_MEMORY_PROBE_MAX_BATCHES = 99 };

/* Bytes that are far more than any cache of the device holds and a small part of its memory. */
uint64_t lb_memory_probe_bytes(const struct lb_device_info *info);

/* Whether a probe may go through `bytes`: LB_STATUS_DEVICE says what `key` ("size") asked for, what
 * is there and what would do. */
enum lb_status lb_memory_probe_check_bytes(const struct lb_device_info *info, uint64_t bytes,
                                           const char *key, struct lb_error *err);

/* `launches` counts all that were made, for those who check what they left. */
struct lb_memory_probe_time {
    double best, median; /* [s] of one launch */
    uint32_t launches;
};

/* Times a kernel whose arguments are set: one launch to warm up, then `batches` of as many as take
 * some hundredths of a second. */
enum lb_status lb_memory_probe_time(struct lb_device *device, struct lb_kernel *kernel,
                                    uint64_t items, uint32_t group, int batches,
                                    struct lb_memory_probe_time *out, struct lb_error *err);

/* LB_STATUS_FAILED where `wrong`, a buffer of one uint that kernels count in, is not 0. */
enum lb_status lb_memory_probe_check(struct lb_buffer *wrong, const char *what,
                                     struct lb_error *err);

#endif

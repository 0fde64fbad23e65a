/* memory_probe.h - what the bandwidth and rate probes share: how much memory, what
 * is built, and how a batch is timed.
 * SPDX-License-Identifier: MIT */
#ifndef LB_MEASURE_MEMORY_PROBE_H
#define LB_MEASURE_MEMORY_PROBE_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

struct lb_buffer;
struct lb_device;
struct lb_device_info;
struct lb_kernel;
struct lb_kernel_places;
struct lb_program;

enum { LB_MEMORY_PROBE_MAX_BATCHES = 99 };

/* Bytes that are far more than any cache of the device holds and a small part of its memory. */
uint64_t lb_memory_probe_bytes(const struct lb_device_info *info);

/* Whether a probe may go through `bytes`: LB_STATUS_DEVICE says what `key` ("size") asked for, what
 * is there and what would do. */
enum lb_status lb_memory_probe_check_bytes(const struct lb_device_info *info, uint64_t bytes,
                                           const char *key, struct lb_error *err);

/* A program of kernels/probes, and a buffer of one uint in which its kernels count what is
 * wrong. */
struct lb_memory_probe {
    struct lb_device *device; /* borrowed */
    struct lb_program *program;
    struct lb_buffer *wrong;
    int batches;
};

/* Builds `name` ("probes/copy.cl") with `lines` before its text. */
enum lb_status lb_memory_probe_open(struct lb_memory_probe *p, struct lb_device *device,
                                    const struct lb_kernel_places *places, const char *name,
                                    const char *lines, int batches, struct lb_error *err);
void lb_memory_probe_close(struct lb_memory_probe *p); /* harmless on {0} */

/* For such lines: LB_COUNTED, the vector 0, 1, 2, ... of the type. */
void lb_memory_probe_print_counted(char *out, size_t size, const char *type, int count);

/* Enqueues a kernel whose arguments are set and waits for all launches.  LB_STATUS_INTERRUPTED or
 * _TERMINATED after a signal. */
enum lb_status lb_memory_probe_launch(const struct lb_memory_probe *p, struct lb_kernel *kernel,
                                      uint64_t items, uint32_t group, uint32_t launches,
                                      double *seconds, struct lb_error *err);

/* `launches` counts all that were made, for those who check what they left. */
struct lb_memory_probe_time {
    double best, median; /* [s] of one launch */
    uint32_t launches;
};

/* One launch to warm up, then the probe's batches of as many launches as take some hundredths of a
 * second. */
enum lb_status lb_memory_probe_time(const struct lb_memory_probe *p, struct lb_kernel *kernel,
                                    uint64_t items, uint32_t group,
                                    struct lb_memory_probe_time *out, struct lb_error *err);

/* LB_STATUS_FAILED if any kernel counted something wrong. */
enum lb_status lb_memory_probe_check(const struct lb_memory_probe *p, const char *what,
                                     struct lb_error *err);

#endif

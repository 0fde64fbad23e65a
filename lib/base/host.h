/* host.h - what the system says about the machine and the moment.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BASE_HOST_H
#define LB_BASE_HOST_H

#include <stddef.h>
#include <stdint.h>

/* The name of the host's processor as the system gives it; "" if it does not. */
void lb_host_processor(char *out, size_t size);

/* The same from the text of Linux's /proc/cpuinfo. */
void lb_host_processor_parse(const char *cpuinfo, char *out, size_t size);

/* Bytes of memory that may be taken without swapping, and within the limits of the control
 * groups of this process; UINT64_MAX if the system does not say. */
uint64_t lb_memory_available(void);

/* What the groups leave: `groups` is the text of Linux's /proc/self/cgroup, `root` where their
 * files are, /sys/fs/cgroup. */
uint64_t lb_memory_of_groups(const char *groups, const char *root);

/* The same from the text of Linux's /proc/meminfo, which knows what the page cache would give
 * back. */
uint64_t lb_memory_parse(const char *meminfo);

enum { LB_TIME_TEXT_SIZE = 32 };

/* Now, as 2026-11-21T19:14:05Z: ISO 8601, universal time. */
void lb_host_time(char out[LB_TIME_TEXT_SIZE]);

#endif

/* host.h - what a record of a measurement says about its machine and moment.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BASE_HOST_H
#define LB_BASE_HOST_H

#include <stddef.h>

/* The name of the host's processor as the system gives it; "" where it does not. */
void lb_host_processor(char *out, size_t size);

/* The same from the text of Linux's /proc/cpuinfo. */
void lb_host_processor_parse(const char *cpuinfo, char *out, size_t size);

enum { LB_TIME_TEXT_SIZE = 32 };

/* Now, as 2026-11-21T19:14:05Z: ISO 8601, universal time. */
void lb_host_time(char out[LB_TIME_TEXT_SIZE]);

#endif

/* memory.h - how much of the host's memory is free.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BASE_MEMORY_H
#define LB_BASE_MEMORY_H

#include <stdint.h>

/* Bytes that may be taken without swapping; UINT64_MAX where the system does not say. */
uint64_t lb_memory_available(void);

/* The same from the text of Linux's /proc/meminfo. */
uint64_t lb_memory_parse(const char *meminfo);

#endif

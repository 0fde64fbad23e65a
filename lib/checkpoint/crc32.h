/* crc32.h - the checksum of gzip and PNG (CRC-32, polynomial 0xEDB88320), so that other programs can
 * check files, too.
 * SPDX-License-Identifier: MIT */
#ifndef LB_CHECKPOINT_CRC32_H
#define LB_CHECKPOINT_CRC32_H

#include <stddef.h>
#include <stdint.h>

/* Of what gave `crc` (0: nothing) and these bytes behind it. */
uint32_t lb_crc32(uint32_t crc, const void *bytes, size_t count);

/* The same on every processor, and slower on most. */
uint32_t lb_crc32_by_table(uint32_t crc, const void *bytes, size_t count);

#endif

/* crc32_share.h - the checksum of a file of which several processes write, or read, a share each: CRC-32 is
 * linear, so the shares' sums, with zeros where others write, add up to the file's.
 * SPDX-License-Identifier: MIT */
#ifndef LB_CHECKPOINT_CRC32_SHARE_H
#define LB_CHECKPOINT_CRC32_SHARE_H

#include <stddef.h>
#include <stdint.h>

/* Of the bytes up to here; initialise with {0}. */
struct lb_crc32_share {
    uint32_t sum;
    uint64_t gap; /* the last one, and what it multiplies by */
    uint32_t factor;
};

void lb_crc32_share_add(struct lb_crc32_share *s, const void *bytes, size_t count);
void lb_crc32_share_skip(struct lb_crc32_share *s, uint64_t count); /* these are others' */

/* As lb_crc32 of the file of `size` bytes; each share was added to or skipped up to its end. */
uint32_t lb_crc32_of_shares(const uint32_t *sums, size_t count, uint64_t size);

#endif

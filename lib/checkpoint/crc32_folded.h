/* crc32_folded.h - the checksum by carry-less multiplication (PCLMULQDQ), where the processor has it.
 * SPDX-License-Identifier: MIT */
#ifndef LB_CHECKPOINT_CRC32_FOLDED_H
#define LB_CHECKPOINT_CRC32_FOLDED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LB_CRC32_BLOCK = 64, LB_CRC32_REST = 16 };

bool lb_crc32_can_fold(void);

/* Bytes that behind a register of 0 leave the register that `blocks` > 0 blocks at `bytes` leave behind
 * `crc`, neither of them inverted.  Only where lb_crc32_can_fold(). */
void lb_crc32_fold(uint32_t crc, const void *bytes, size_t blocks,
                   unsigned char rest[LB_CRC32_REST]);

#endif

/* fp16c_avx2.cl - the same format and the same bits as fp16c.cl, shorter for eight lanes with AVX2;
 * without it, fp16c_flush.cl.
 * SPDX-License-Identifier: MIT */
#if LB_W == 8 && defined(__AVX2__)
/* Of codes in the upper halves of words, as in fp16c_flush.cl; four bits further down, the sign is
 * where 0x38000000 has a bit anyway. */
LB_INLINE real lb_decode_words(const int8 high)
{
    const real v = as_float8(as_int8(as_uint8(high) >> 4) | 0x38000000);
    const real larger = as_float8(max(as_int8(v), 0x38800000));
    return as_float8(as_int8(fma(v, (real)(2.0f), -larger)) | (high & (int)0x80000000));
}
#include "storage/fp16c_two.cl"
#else
#include "storage/fp16c_flush.cl"
#endif

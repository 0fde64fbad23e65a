/* fp16c_amd.cl - the same format and the same bits as fp16c.cl, shorter for eight lanes with AVX2,
 * on processors that multiply a subnormal float as fast as any; without it, fp16c.cl.
 * SPDX-License-Identifier: MIT */
#if LB_W == 8 && defined(__AVX2__)
/* Of codes in the upper halves of words, as in fp16c.cl. */
LB_INLINE real lb_decode_words(const int8 high)
{
    return as_float8((high >> 4) & (int)0x87FFF000) * 0x1p112f;
}
#include "storage/fp16c_two.cl"
#else
#include "storage/fp16c.cl"
#endif

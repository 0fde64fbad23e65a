/* records.cl - moments in memory: a cell has its numbers side by side, in two or three records, so that a
 * work-item reads them in as few accesses.
 * SPDX-License-Identifier: MIT */
#if LB_W != 1
#error "a work-item is for one cell"
#endif

/* RECORD(number, kind of its numbers, how many, the first one's place among the moments). */
#if LB_CONSERVED_ARE_FLOATS && LB_D == 3
#define LB_RECORDS(RECORD) RECORD(0, FLOAT, 4, 0) RECORD(1, CODE, 4, 4) RECORD(2, CODE, 2, 8)
#elif LB_CONSERVED_ARE_FLOATS
#define LB_RECORDS(RECORD) \
    RECORD(0, FLOAT, 2, 0) RECORD(1, FLOAT, 1, 2) RECORD(2, CODE, 2, 3) RECORD(3, CODE, 1, 5)
#elif LB_CODE_BITS == 16 && LB_D == 3
#define LB_RECORDS(RECORD) RECORD(0, CODE, 8, 0) RECORD(1, CODE, 2, 8)
#elif LB_D == 3
#define LB_RECORDS(RECORD) RECORD(0, CODE, 4, 0) RECORD(1, CODE, 4, 4) RECORD(2, CODE, 2, 8)
#else
#define LB_RECORDS(RECORD) RECORD(0, CODE, 4, 0) RECORD(1, CODE, 2, 4)
#endif

/* Of each kind and size: its type in memory, and that of its numbers.  Codes of 16 bits are read by twos, so that
 * few registers hold what is on its way. */
#define LB_FLOAT_ELEMENT float
#define LB_FLOAT_1 float
#define LB_FLOAT_2 float2
#define LB_FLOAT_4 float4
#define LB_CODE_ELEMENT LB_CODE
#define LB_CODE_1 LB_CODE
#if LB_CODE_BITS == 16
#define LB_CODE_2 uint
#define LB_CODE_4 uint2
#define LB_CODE_8 uint4
#else
#define LB_CODE_2 LB_PASTE(LB_CODE, 2)
#define LB_CODE_4 LB_PASTE(LB_CODE, 4)
#endif
#define LB_VECTOR_FLOAT_1 float
#define LB_VECTOR_FLOAT_2 float2
#define LB_VECTOR_FLOAT_4 float4
#define LB_VECTOR_CODE_1 LB_CODE
#define LB_VECTOR_CODE_2 LB_PASTE(LB_CODE, 2)
#define LB_VECTOR_CODE_4 LB_PASTE(LB_CODE, 4)
#define LB_VECTOR_CODE_8 LB_PASTE(LB_CODE, 8)
#define LB_EACH_1(v, first, DO) DO(v, first)
#define LB_EACH_2(v, first, DO) DO((v).s0, first) DO((v).s1, (first) + 1)
#define LB_EACH_4(v, first, DO) LB_EACH_2((v).lo, first, DO) LB_EACH_2((v).hi, (first) + 2, DO)
#define LB_EACH_8(v, first, DO) LB_EACH_4((v).lo, first, DO) LB_EACH_4((v).hi, (first) + 4, DO)

/* All that a cell keeps, as it is in memory. */
struct kept_codes {
#define RECORD(number, kind, count, first) LB_##kind##_##count r##number;
    LB_RECORDS(RECORD)
#undef RECORD
};

/* Where the numbers from `first` on begin [codes, or floats where these are before them], for cells with
 * `count` of them side by side. */
LB_INLINE ulong lb_record_at(const int first, const int count, const ulong n)
{
    const int floats = LB_CONSERVED_ARE_FLOATS && first >= LB_CONSERVED ? LB_CONSERVED : 0;
    return (ulong)(first + floats) * LB_STRIDE + n * (ulong)count;
}

/* Where code `k` of LB_KEPT_CODES is, whatever it is part of. */
LB_INLINE ulong lb_kept_code_at(const uint k, const ulong n)
{
    const uint floats = LB_CONSERVED_ARE_FLOATS ? LB_CONSERVED : 0;
    const bool is_float = k < 2 * floats;
    const uint number = is_float ? k / 2 : k - floats;
    ulong at = 0;
#define RECORD(unused, kind, count, first)               \
    if (number >= (first) && number < (first) + (count)) \
        at = lb_record_at(first, count, n) + (number - (first));
    LB_RECORDS(RECORD)
#undef RECORD
    return is_float ? 2 * at + k % 2 : at;
}

#define LB_DECODED_CODE(code) lb_decode(code)
#define LB_DECODED_FLOAT(x) (x)
#define LB_ENCODED_CODE(x, noise) lb_encode(x, noise)
#define LB_ENCODED_FLOAT(x, noise) (x)

#if defined(LB_CODES_IN_WORDS) && LB_D == 3
/* By PTX: a record is one access, and two codes stay in one register until they are needed. */
#define LB_RECORD_ADDRESS(f, first, count, element, n)                              \
    lb_record_address((ulong)(f) + lb_record_at(first, count, 0) * sizeof(element), \
                      (count) * (uint)sizeof(element), n)

LB_INLINE ulong lb_record_address(const ulong begin, const uint bytes, const ulong n)
{
    ulong at = begin + n * bytes;
    if (sizeof(LB_INDEX) > sizeof(uint)) return at;
    asm("mad.wide.u32 %0, %1, %2, %3;" : "=l"(at) : "r"((uint)n), "r"(bytes), "l"(begin));
    return at;
}

LB_INLINE float4 lb_load_FLOAT_4(const ulong at)
{
    float4 v;
    asm volatile("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
                 : "l"(at));
    return v;
}

LB_INLINE uint4 lb_load_CODE_8(const ulong at)
{
    uint4 v;
    asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                 : "l"(at));
    return v;
}

LB_INLINE uint2 lb_load_CODE_4(const ulong at)
{
    uint2 v;
    asm volatile("ld.global.v2.u32 {%0, %1}, [%2];" : "=r"(v.x), "=r"(v.y) : "l"(at));
    return v;
}

LB_INLINE uint lb_load_CODE_2(const ulong at)
{
    uint v;
    asm volatile("ld.global.u32 %0, [%1];" : "=r"(v) : "l"(at));
    return v;
}

LB_INLINE struct kept_codes lb_load_codes(const global LB_CODE *f, const ulong n)
{
    struct kept_codes codes;
#define RECORD(number, kind, count, first) \
    codes.r##number =                      \
        lb_load_##kind##_##count(LB_RECORD_ADDRESS(f, first, count, LB_##kind##_ELEMENT, n));
    LB_RECORDS(RECORD)
#undef RECORD
    return codes;
}

#define LB_WORDS_FLOAT_4(DO, r, k)
#define LB_WORDS_CODE_2(DO, r, k) DO(r, k)
#define LB_WORDS_CODE_4(DO, r, k) DO((r).x, k) DO((r).y, (k) + 2)
#define LB_WORDS_CODE_8(DO, r, k) \
    DO((r).x, k) DO((r).y, (k) + 2) DO((r).z, (k) + 4) DO((r).w, (k) + 6)
#define LB_FLOATS_CODE_2(DO, r, k)
#define LB_FLOATS_CODE_4(DO, r, k)
#define LB_FLOATS_CODE_8(DO, r, k)
#define LB_FLOATS_FLOAT_4(DO, r, k) \
    DO((r).x, k) DO((r).y, (k) + 1) DO((r).z, (k) + 2) DO((r).w, (k) + 3)

LB_INLINE void lb_decode_codes(real *kept, const struct kept_codes codes)
{
#define TAKE_WORD(word, k) lb_decode_word(kept + (k), kept + (k) + 1, word);
#define TAKE_FLOAT(x, k) kept[k] = x;
#define RECORD(number, kind, count, first)                       \
    LB_WORDS_##kind##_##count(TAKE_WORD, codes.r##number, first) \
        LB_FLOATS_##kind##_##count(TAKE_FLOAT, codes.r##number, first)
    LB_RECORDS(RECORD)
#undef RECORD
#undef TAKE_FLOAT
#undef TAKE_WORD
}

/* Numbers k and k + 1.  The first two, with the density, become infinite out of range, which ends the run. */
LB_INLINE uint lb_encode_pair(const real low, const real high, const struct noise of_low,
                              const struct noise of_high, const int k)
{
    return k == 0 ? lb_encode_word(low, high, of_low, of_high)
                  : lb_encode_word_in_range(low, high, of_low, of_high);
}

LB_INLINE void lb_store_kept(global LB_CODE *f, const real *kept, const ulong n,
                             const struct noise noise)
{
    const struct noise all = lb_noise_if_finite(noise, kept[0]);
#define PUT_WORD(word, k) \
    word =                \
        lb_encode_pair(kept[k], kept[(k) + 1], lb_noise_of(all, k), lb_noise_of(all, (k) + 1), k);
#define PUT_FLOAT(x, k) x = kept[k];
#define RECORD(number, kind, count, first)                                                        \
    {                                                                                             \
        LB_##kind##_##count r;                                                                    \
        LB_WORDS_##kind##_##count(PUT_WORD, r, first)                                             \
                LB_FLOATS_##kind##_##count(PUT_FLOAT, r, first) *                                 \
            (global LB_##kind##_##count *)LB_RECORD_ADDRESS(f, first, count, LB_##kind##_ELEMENT, \
                                                            n) = r;                               \
    }
    LB_RECORDS(RECORD)
#undef RECORD
#undef PUT_FLOAT
#undef PUT_WORD
}

#else
LB_INLINE struct kept_codes lb_load_codes(const global LB_CODE *f, const ulong n)
{
    struct kept_codes codes;
#define RECORD(number, kind, count, first)                                            \
    codes.r##number =                                                                 \
        *(const global LB_##kind##_##count *)((const global LB_##kind##_ELEMENT *)f + \
                                              lb_record_at(first, count, n));
    LB_RECORDS(RECORD)
#undef RECORD
    return codes;
}

LB_INLINE void lb_decode_codes(real *kept, const struct kept_codes codes)
{
#define TAKE_CODE(code, k) kept[k] = LB_DECODED_CODE(code);
#define TAKE_FLOAT(x, k) kept[k] = LB_DECODED_FLOAT(x);
#define RECORD(number, kind, count, first)       \
    {                                            \
        union {                                  \
            LB_##kind##_##count r;               \
            LB_VECTOR_##kind##_##count v;        \
        } u = {codes.r##number};                 \
        LB_EACH_##count(u.v, first, TAKE_##kind) \
    }
    LB_RECORDS(RECORD)
#undef RECORD
#undef TAKE_FLOAT
#undef TAKE_CODE
}

LB_INLINE void lb_store_kept(global LB_CODE *f, const real *kept, const ulong n,
                             const struct noise noise)
{
    const struct noise all = lb_noise_if_finite(noise, kept[0]);
#define PUT_CODE(code, k) code = LB_ENCODED_CODE(kept[k], lb_noise_of(all, k));
#define PUT_FLOAT(x, k) x = LB_ENCODED_FLOAT(kept[k], all);
#define RECORD(number, kind, count, first)                                       \
    {                                                                            \
        union {                                                                  \
            LB_VECTOR_##kind##_##count v;                                        \
            LB_##kind##_##count r;                                               \
        } u;                                                                     \
        LB_EACH_##count(u.v, first, PUT_##kind) *                                \
            (global LB_##kind##_##count *)((global LB_##kind##_ELEMENT *)f +     \
                                           lb_record_at(first, count, n)) = u.r; \
    }
    LB_RECORDS(RECORD)
#undef RECORD
#undef PUT_FLOAT
#undef PUT_CODE
}
#endif

LB_INLINE void lb_load_kept(real *kept, const global LB_CODE *f, const ulong n)
{
    lb_decode_codes(kept, lb_load_codes(f, n));
}

/* Number k alone. */
LB_INLINE real lb_kept_at(const global LB_CODE *f, const int k, const ulong n)
{
#define RECORD(number, kind, count, first)                             \
    if (k < (first) + (count))                                         \
        return LB_DECODED_##kind(((const global LB_##kind##_ELEMENT *) \
                                      f)[lb_record_at(first, count, n) + (ulong)(k - (first))]);
    LB_RECORDS(RECORD)
#undef RECORD
    return (real)(0);
}

LB_INLINE void lb_set_kept_at(global LB_CODE *f, const int k, const ulong n, const real x,
                              const struct noise noise)
{
#define RECORD(number, kind, count, first)                                                        \
    if (k >= (first) && k < (first) + (count))                                                    \
        ((global LB_##kind##_ELEMENT *)f)[lb_record_at(first, count, n) + (ulong)(k - (first))] = \
            LB_ENCODED_##kind(x, lb_noise_of(noise, k));
    LB_RECORDS(RECORD)
#undef RECORD
}

/* opencl_c.cl - the built-in functions of OpenCL C on the host's processor: native_program.c puts it before the
 * text of a program.
 * SPDX-License-Identifier: MIT */

/* Nothing is inlined: it would take three quarters of the time to compile. */
#define always_inline unused

/* Of the work-item that runs. */
size_t lb_native_group(void);
size_t lb_native_groups(void);
size_t lb_native_item(void);
size_t lb_native_items(void);
void lb_native_barrier(void);

/* What the probe's file asks of NVIDIA's registers. */
#define __nvvm_read_ptx_sreg_ctaid_x lb_native_group
#define __nvvm_read_ptx_sreg_nctaid_x lb_native_groups
#define __nvvm_read_ptx_sreg_tid_x lb_native_item
#define __nvvm_read_ptx_sreg_ntid_x lb_native_items
#define __nvvm_membar_cta()
#include "probes/clang_builtins.cl"
#define CLK_GLOBAL_MEM_FENCE 2
#define get_global_size(dimension) (lb_native_groups() * lb_native_items())
#define barrier(fences) lb_native_barrier()

#define LB_NATIVE_1(name, type, function)          \
    LB_BUILTIN type lb_native_##name(const type a) \
    {                                              \
        return function(a);                        \
    }                                              \
    LB_HALVES_1(lb_native_##name, type)
#define LB_NATIVE_2(name, type, function)                        \
    LB_BUILTIN type lb_native_##name(const type a, const type b) \
    {                                                            \
        return function(a, b);                                   \
    }                                                            \
    LB_HALVES_2(lb_native_##name, type)
LB_NATIVE_1(sqrt, float, __builtin_sqrtf)
LB_NATIVE_1(sqrt, double, __builtin_sqrt)
LB_NATIVE_1(rint, float, __builtin_rintf)
LB_NATIVE_1(rint, double, __builtin_rint)
LB_NATIVE_1(floor, float, __builtin_floorf)
LB_NATIVE_1(floor, double, __builtin_floor)
LB_NATIVE_2(fmin, float, __builtin_fminf)
LB_NATIVE_2(fmin, double, __builtin_fmin)
LB_NATIVE_2(fmax, float, __builtin_fmaxf)
LB_NATIVE_2(fmax, double, __builtin_fmax)
LB_NATIVE_2(copysign, float, __builtin_copysignf)
LB_NATIVE_2(copysign, double, __builtin_copysign)
#undef fmin
#undef copysign
#define sqrt lb_native_sqrt
#define rint lb_native_rint
#define floor lb_native_floor
#define fmin lb_native_fmin
#define fmax lb_native_fmax
#define copysign lb_native_copysign
#define isfinite(x) __builtin_isfinite(x)
LB_BUILTIN float lb_native_atan2(const float y, const float x)
{
    return __builtin_atan2f(y, x);
}
LB_BUILTIN double lb_native_atan2(const double y, const double x)
{
    return __builtin_atan2(y, x);
}
#define atan2 lb_native_atan2

/* Lanes that are together in private memory, from its begin on. */
#define LB_NATIVE_LANES(type, n)                                           \
    LB_BUILTIN type##n lb_native_load##n(const __private type *p)          \
    {                                                                      \
        type##n w;                                                         \
        __builtin_memcpy(&w, p, sizeof w);                                 \
        return w;                                                          \
    }                                                                      \
    LB_BUILTIN void lb_native_store##n(const type##n w, __private type *p) \
    {                                                                      \
        __builtin_memcpy(p, &w, sizeof w);                                 \
    }
#define LB_NATIVE_ALL_LANES(type) \
    LB_NATIVE_LANES(type, 4) LB_NATIVE_LANES(type, 8) LB_NATIVE_LANES(type, 16)
LB_NATIVE_ALL_LANES(uchar)
LB_NATIVE_ALL_LANES(ushort)
LB_NATIVE_ALL_LANES(float)
LB_NATIVE_ALL_LANES(double)
#define vload4(at, p) lb_native_load4(p)
#define vload8(at, p) lb_native_load8(p)
#define vload16(at, p) lb_native_load16(p)
#define vstore4(w, at, p) lb_native_store4(w, p)
#define vstore8(w, at, p) lb_native_store8(w, p)
#define vstore16(w, at, p) lb_native_store16(w, p)
#define abs(x) __builtin_abs(x)

#define LB_NATIVE_CLAMP(type)                                                        \
    LB_BUILTIN type lb_native_clamp(const type x, const type least, const type most) \
    {                                                                                \
        return fmin(fmax(x, least), most);                                           \
    }                                                                                \
    LB_HALVES_3(lb_native_clamp, type)
LB_NATIVE_CLAMP(float)
LB_NATIVE_CLAMP(double)
#define clamp lb_native_clamp

/* As many bits as there are, of 0. */
LB_BUILTIN uint lb_native_clz(const uint x)
{
    return x != 0 ? (uint)__builtin_clz(x) : 32u;
}
LB_BUILTIN ulong lb_native_clz(const ulong x)
{
    return x != 0 ? (ulong)__builtin_clzl(x) : 64ul;
}
#define clz lb_native_clz
LB_BUILTIN uint lb_native_popcount(const uint x)
{
    return (uint)__builtin_popcount(x);
}
LB_BUILTIN ulong lb_native_popcount(const ulong x)
{
    return (ulong)__builtin_popcountl(x);
}
#define popcount lb_native_popcount

LB_ANY_OF(char)
#define convert_char(x) ((char)(x))
#define convert_char2(x) __builtin_convertvector(x, char2)
#define convert_char4(x) __builtin_convertvector(x, char4)
#define convert_char8(x) __builtin_convertvector(x, char8)
#define convert_char16(x) __builtin_convertvector(x, char16)
#define convert_uchar(x) ((uchar)(x))
#define convert_uchar2(x) __builtin_convertvector(x, uchar2)
#define convert_uchar4(x) __builtin_convertvector(x, uchar4)
#define convert_uchar8(x) __builtin_convertvector(x, uchar8)
#define convert_uchar16(x) __builtin_convertvector(x, uchar16)
#define convert_long_rte(x) ((long)lb_native_rint(x))
LB_BUILTIN long lb_native_long(const double x)
{
    const double whole = lb_native_rint(x);
    if (whole >= 0x1p63) return LONG_MAX;
    if (whole <= -0x1p63) return LONG_MIN;
    return whole == whole ? (long)whole : 0;
}
#define convert_long_sat_rte(x) lb_native_long((double)(x))
LB_BUILTIN long4 lb_native_long(const double4 x)
{
    return (long4)(lb_native_long(x.s0), lb_native_long(x.s1), lb_native_long(x.s2),
                   lb_native_long(x.s3));
}
#define convert_long4_sat_rte(x) lb_native_long(convert_double4(x))

#undef atomic_cmpxchg
#define atomic_cmpxchg __sync_val_compare_and_swap
#define atomic_add __sync_fetch_and_add
#define atom_add __sync_fetch_and_add
#define atomic_or __sync_fetch_and_or
#define atomic_xor __sync_fetch_and_xor
#define atomic_inc(at) __sync_fetch_and_add(at, 1)
#define atomic_min(at, x) __atomic_fetch_min(at, x, __ATOMIC_RELAXED)
#define atomic_max(at, x) __atomic_fetch_max(at, x, __ATOMIC_RELAXED)
#define atomic_xchg(at, x) __atomic_exchange_n(at, x, __ATOMIC_RELAXED)

#ifdef __F16C__ /* the processor's own instructions, eight at once */
typedef short lb_native_short8 __attribute__((vector_size(16)));
typedef float lb_native_float8 __attribute__((vector_size(32)));
LB_BUILTIN float8 lb_native_load_half8(const __private half *at)
{
    return __builtin_convertvector(
        __builtin_ia32_vcvtph2ps256(*(const __private lb_native_short8 *)at), float8);
}
LB_BUILTIN void lb_native_store_half8(const float8 x, __private half *at)
{
    *(__private lb_native_short8 *)at =
        __builtin_ia32_vcvtps2ph256(__builtin_convertvector(x, lb_native_float8), 0);
}
#undef vloada_half8
#undef vstorea_half8_rte
#undef vloada_half16
#undef vstorea_half16_rte
#define vloada_half8(n, p) lb_native_load_half8((p) + 8 * (n))
#define vstorea_half8_rte(x, n, p) lb_native_store_half8(x, (p) + 8 * (n))
#define vloada_half16(n, p) \
    (float16)(lb_native_load_half8((p) + 16 * (n)), lb_native_load_half8((p) + 16 * (n) + 8))
#define vstorea_half16_rte(x, n, p)                 \
    (lb_native_store_half8((x).lo, (p) + 16 * (n)), \
     lb_native_store_half8((x).hi, (p) + 16 * (n) + 8))
#endif

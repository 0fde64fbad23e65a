/* clang_builtins.cl - the built-in functions of OpenCL C that the step kernel calls, in terms of
 * clang's own: without a driver clang knows their names only, and its PTX would call undefined functions.
 * Put before the text of a program, for `sluice roofline`; no driver ever gets it.
 * SPDX-License-Identifier: MIT */
#define LB_BUILTIN static inline __attribute__((always_inline, overloadable))

LB_BUILTIN size_t lb_builtin_global_id(void)
{
    return (size_t)__nvvm_read_ptx_sreg_ctaid_x() * (size_t)__nvvm_read_ptx_sreg_ntid_x() +
           (size_t)__nvvm_read_ptx_sreg_tid_x();
}
#define get_global_id(dimension) lb_builtin_global_id()
#define get_num_groups(dimension) (size_t) __nvvm_read_ptx_sreg_nctaid_x()
#define get_group_id(dimension) (size_t) __nvvm_read_ptx_sreg_ctaid_x()
#define get_local_size(dimension) (size_t) __nvvm_read_ptx_sreg_ntid_x()
#define get_local_id(dimension) (size_t) __nvvm_read_ptx_sreg_tid_x()
#define CLK_LOCAL_MEM_FENCE 1
#define mem_fence(flags) __nvvm_membar_cta()

/* A function of scalars, made one of vectors by halves. */
#define LB_HALVES_1_(name, type, n)               \
    LB_BUILTIN type##n name(const type##n a)      \
    {                                             \
        return (type##n)(name(a.lo), name(a.hi)); \
    }
#define LB_HALVES_2_(name, type, n)                           \
    LB_BUILTIN type##n name(const type##n a, const type##n b) \
    {                                                         \
        return (type##n)(name(a.lo, b.lo), name(a.hi, b.hi)); \
    }
#define LB_HALVES_3_(name, type, n)                                            \
    LB_BUILTIN type##n name(const type##n a, const type##n b, const type##n c) \
    {                                                                          \
        return (type##n)(name(a.lo, b.lo, c.lo), name(a.hi, b.hi, c.hi));      \
    }
#define LB_HALVES_1(name, type) \
    LB_HALVES_1_(name, type, 2) \
    LB_HALVES_1_(name, type, 4) LB_HALVES_1_(name, type, 8) LB_HALVES_1_(name, type, 16)
#define LB_HALVES_2(name, type) \
    LB_HALVES_2_(name, type, 2) \
    LB_HALVES_2_(name, type, 4) LB_HALVES_2_(name, type, 8) LB_HALVES_2_(name, type, 16)
#define LB_HALVES_3(name, type) \
    LB_HALVES_3_(name, type, 2) \
    LB_HALVES_3_(name, type, 4) LB_HALVES_3_(name, type, 8) LB_HALVES_3_(name, type, 16)

LB_BUILTIN float lb_builtin_fma(const float a, const float b, const float c)
{
    return __builtin_fmaf(a, b, c);
}
LB_HALVES_3(lb_builtin_fma, float)
LB_BUILTIN float lb_builtin_fabs(const float a)
{
    return __builtin_fabsf(a);
}
LB_HALVES_1(lb_builtin_fabs, float)
LB_BUILTIN float lb_builtin_fmin(const float a, const float b)
{
    return __builtin_fminf(a, b);
}
LB_HALVES_2(lb_builtin_fmin, float)
LB_BUILTIN float lb_builtin_copysign(const float a, const float b)
{
    return __builtin_copysignf(a, b);
}
LB_HALVES_2(lb_builtin_copysign, float)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
LB_BUILTIN double lb_builtin_fma(const double a, const double b, const double c)
{
    return __builtin_fma(a, b, c);
}
LB_HALVES_3(lb_builtin_fma, double)
LB_BUILTIN double lb_builtin_fabs(const double a)
{
    return __builtin_fabs(a);
}
LB_HALVES_1(lb_builtin_fabs, double)
#define fma lb_builtin_fma
#define fabs lb_builtin_fabs
#define fmin lb_builtin_fmin
#define copysign lb_builtin_copysign

#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))

/* Whether the sign bit of any lane is set. */
#define LB_ANY_OF(type)                             \
    LB_BUILTIN int lb_builtin_any(const type##2 a)  \
    {                                               \
        return (a.x | a.y) < 0;                     \
    }                                               \
    LB_BUILTIN int lb_builtin_any(const type##4 a)  \
    {                                               \
        return lb_builtin_any(a.lo | a.hi);         \
    }                                               \
    LB_BUILTIN int lb_builtin_any(const type##8 a)  \
    {                                               \
        return lb_builtin_any(a.lo | a.hi);         \
    }                                               \
    LB_BUILTIN int lb_builtin_any(const type##16 a) \
    {                                               \
        return lb_builtin_any(a.lo | a.hi);         \
    }
LB_ANY_OF(short)
LB_ANY_OF(int)
LB_ANY_OF(long)
#define any lb_builtin_any

/* Converting to an integer goes toward zero, to a float to the nearest: what the kernels ask for.
 */
#define convert_short(x) ((short)(x))
#define convert_short2(x) __builtin_convertvector(x, short2)
#define convert_short4(x) __builtin_convertvector(x, short4)
#define convert_short8(x) __builtin_convertvector(x, short8)
#define convert_short16(x) __builtin_convertvector(x, short16)
#define convert_ushort(x) ((ushort)(x))
#define convert_ushort2(x) __builtin_convertvector(x, ushort2)
#define convert_ushort4(x) __builtin_convertvector(x, ushort4)
#define convert_ushort8(x) __builtin_convertvector(x, ushort8)
#define convert_ushort16(x) __builtin_convertvector(x, ushort16)
#define convert_int(x) ((int)(x))
#define convert_int2(x) __builtin_convertvector(x, int2)
#define convert_int4(x) __builtin_convertvector(x, int4)
#define convert_int8(x) __builtin_convertvector(x, int8)
#define convert_int16(x) __builtin_convertvector(x, int16)
#define convert_int_rtz convert_int
#define convert_int2_rtz convert_int2
#define convert_int4_rtz convert_int4
#define convert_int8_rtz convert_int8
#define convert_int16_rtz convert_int16
#define convert_uint(x) ((uint)(x))
#define convert_uint2(x) __builtin_convertvector(x, uint2)
#define convert_uint4(x) __builtin_convertvector(x, uint4)
#define convert_uint8(x) __builtin_convertvector(x, uint8)
#define convert_uint16(x) __builtin_convertvector(x, uint16)
#define convert_uint_rtz(x) ((uint)(x))
#define convert_uint2_rtz(x) __builtin_convertvector(x, uint2)
#define convert_uint4_rtz(x) __builtin_convertvector(x, uint4)
#define convert_uint8_rtz(x) __builtin_convertvector(x, uint8)
#define convert_uint16_rtz(x) __builtin_convertvector(x, uint16)
#define convert_long(x) ((long)(x))
#define convert_long2(x) __builtin_convertvector(x, long2)
#define convert_long4(x) __builtin_convertvector(x, long4)
#define convert_long8(x) __builtin_convertvector(x, long8)
#define convert_long16(x) __builtin_convertvector(x, long16)
#define convert_ulong(x) ((ulong)(x))
#define convert_ulong2(x) __builtin_convertvector(x, ulong2)
#define convert_ulong4(x) __builtin_convertvector(x, ulong4)
#define convert_ulong8(x) __builtin_convertvector(x, ulong8)
#define convert_ulong16(x) __builtin_convertvector(x, ulong16)
#define convert_float(x) ((float)(x))
#define convert_float2(x) __builtin_convertvector(x, float2)
#define convert_float4(x) __builtin_convertvector(x, float4)
#define convert_float8(x) __builtin_convertvector(x, float8)
#define convert_float16(x) __builtin_convertvector(x, float16)
#define convert_float_rte convert_float
#define convert_float2_rte convert_float2
#define convert_float4_rte convert_float4
#define convert_float8_rte convert_float8
#define convert_float16_rte convert_float16
#define convert_double(x) ((double)(x))
#define convert_double2(x) __builtin_convertvector(x, double2)
#define convert_double4(x) __builtin_convertvector(x, double4)
#define convert_double8(x) __builtin_convertvector(x, double8)
#define convert_double16(x) __builtin_convertvector(x, double16)

LB_BUILTIN float4 lb_builtin_load_half4(const __private half *at)
{
    return (float4)(__builtin_load_halff(at), __builtin_load_halff(at + 1),
                    __builtin_load_halff(at + 2), __builtin_load_halff(at + 3));
}
LB_BUILTIN void lb_builtin_store_half4(const float4 x, __private half *at)
{
    __builtin_store_halff(x.s0, at);
    __builtin_store_halff(x.s1, at + 1);
    __builtin_store_halff(x.s2, at + 2);
    __builtin_store_halff(x.s3, at + 3);
}
LB_BUILTIN float8 lb_builtin_load_half8(const __private half *at)
{
    return (float8)(lb_builtin_load_half4(at), lb_builtin_load_half4(at + 4));
}
LB_BUILTIN void lb_builtin_store_half8(const float8 x, __private half *at)
{
    lb_builtin_store_half4(x.lo, at);
    lb_builtin_store_half4(x.hi, at + 4);
}
#define vloada_half4(n, p) lb_builtin_load_half4((p) + 4 * (n))
#define vloada_half8(n, p) lb_builtin_load_half8((p) + 8 * (n))
#define vloada_half16(n, p) \
    (float16)(lb_builtin_load_half8((p) + 16 * (n)), lb_builtin_load_half8((p) + 16 * (n) + 8))
#define vstorea_half4_rte(x, n, p) lb_builtin_store_half4(x, (p) + 4 * (n))
#define vstorea_half8_rte(x, n, p) lb_builtin_store_half8(x, (p) + 8 * (n))
#define vstorea_half16_rte(x, n, p)                  \
    (lb_builtin_store_half8((x).lo, (p) + 16 * (n)), \
     lb_builtin_store_half8((x).hi, (p) + 16 * (n) + 8))

LB_BUILTIN uint lb_builtin_exchange(global uint *at, const uint expected, const uint wanted)
{
    return __sync_val_compare_and_swap(at, expected, wanted);
}
#define atomic_cmpxchg lb_builtin_exchange

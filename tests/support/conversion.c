/* conversion.c - builds and runs the kernels' decode and encode.
 * SPDX-License-Identifier: MIT */
#include "support/conversion.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "opencl/device.h"
#include "opencl/program.h"
#include "case/number_format.h"
#include "workspace/kernel_text.h"

enum { GROUP = 64, MAX_STEPS = 1 << 18, FLOATS_PER_ITEM = 1 << 10 };
static const uint32_t infinity_bits = 0x7F800000u;
static const uint32_t sign_bit = 0x80000000u;

enum { MAX_FILES = 64 };

const struct lb_conversion *lb_conversion_list(void)
{
    static struct lb_conversion list[MAX_FILES + 1];
    size_t count = 0;
    for (const struct lb_number_format *const *f = lb_number_formats; *f != NULL; f++)
        if ((*f)->bits == 16 && count < MAX_FILES) list[count++] = lb_conversion_own(*f);
    for (const struct lb_conversion *v = lb_conversion_variants; v->format != NULL; v++)
        if (count < MAX_FILES && lb_number_format_find(v->format)->bits == 16) list[count++] = *v;
    list[count].format = NULL;
    return list;
}

int lb_conversion_lanes(const struct lb_conversion *file)
{
    return file->target == LB_CONVERSION_NVIDIA ? 2 : file->target == LB_CONVERSION_AVX2 ? 8 : 16;
}

bool lb_conversion_is_possible(const struct lb_conversion *file, const struct lb_device_info *info,
                               int lanes)
{
    if (file->target == LB_CONVERSION_NVIDIA) return lanes <= 2 && lb_device_is_nvidia(info);
    return info->fp32_denormals || strcmp(file->file, "storage/fp16c.cl") != 0;
}

static const char *counted_lanes(int lanes)
{
    switch (lanes) {
    case 1: return "0u";
    case 2: return "(uint2)(0, 1)";
    case 4: return "(uint4)(0, 1, 2, 3)";
    case 8: return "(uint8)(0, 1, 2, 3, 4, 5, 6, 7)";
    default: return "(uint16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)";
    }
}

/* Formats that convert two vectors at once, side by side in memory, mix their lanes as
 * storage/avx2.cl says; here both are asked for, and each alone. */
static const char kernels_text[] =
    "#ifdef LB_CODES_OF_TWO\n"
    "static real lb_test_decode_one(const chunk c, const chunk beside, const bool is_first)\n"
    "{\n"
    "    real p, q;\n"
    "    lb_decode_two(is_first ? (chunks)(c, beside) : (chunks)(beside, c), &p, &q);\n"
    "    const real x = is_first ? (real)(p.lo, q.lo) : (real)(p.hi, q.hi);\n"
    "    return LB_ANY(LB_AS(int)(x) != LB_AS(int)(lb_decode(c))) ? (real)(NAN) : x;\n"
    "}\n"
    "static chunk lb_test_encode_one(const real x, const real beside, const bool is_first)\n"
    "{\n"
    "    const real a = is_first ? x : beside, b = is_first ? beside : x;\n"
    "    const chunks two = lb_encode_two((real)(a.lo, b.lo), (real)(a.hi, b.hi),\n"
    "                                     lb_test_noise(0), lb_test_noise(0));\n"
    "    const chunk code = is_first ? two.lo : two.hi;\n"
    "    return LB_ANY(code != lb_encode(x, lb_test_noise(0))) ? ~code : code;\n"
    "}\n"
    "#else\n"
    "#define lb_test_decode_one(c, beside, is_first) ((void)(beside), lb_decode(c))\n"
    "#define lb_test_encode_one(x, beside, is_first) ((void)(beside), lb_encode(x, "
    "lb_test_noise(0)))\n"
    "#endif\n"
    "kernel void lb_test_decode(const global chunk *in, global real *out, const uint n)\n"
    "{\n"
    "    const uint i = (uint)get_global_id(0), beside = (i ^ 1u) < n ? i ^ 1u : i;\n"
    "    if (i >= n) return;\n"
    "    out[i] = lb_test_decode_one(in[i], in[beside], (i & 1u) == 0);\n"
    "}\n"
    "kernel void lb_test_encode(const global real *in, global chunk *out, const uint n)\n"
    "{\n"
    "    const uint i = (uint)get_global_id(0), beside = (i ^ 1u) < n ? i ^ 1u : i;\n"
    "    if (i < n) out[i] = lb_test_encode_one(in[i], in[beside], (i & 1u) == 0);\n"
    "}\n";

/* Noise of a number's own word. */
static const char noise_text[] = "static struct noise lb_test_noise(const uint word)\n"
                                 "{\n"
                                 "    struct noise n;\n"
                                 "#if LB_ROUNDS_TO_NEAREST\n"
                                 "    n.none = 0;\n"
                                 "#else\n"
                                 "    n.word = (LB_VECTOR(uint))(word);\n"
                                 "    n.complement = ~n.word;\n"
                                 "#endif\n"
                                 "    return n;\n"
                                 "}\n";

/* All lanes hold the same number, and should agree. */
static const char chance_text[] =
    "static uint lb_test_code(const real x, const uint word)\n"
    "{\n"
    "    const chunk codes = lb_encode(x, lb_noise_if_finite(lb_test_noise(word), x));\n"
    "#if LB_W == 1\n"
    "    return (uint)codes;\n"
    "#else\n"
    "    return LB_ANY(codes != (chunk)(codes.s0)) ? ~0u : (uint)codes.s0;\n"
    "#endif\n"
    "}\n"
    "kernel void lb_test_chance(const global scalar *in, global uint4 *out, const uint n,\n"
    "                           const uint bits)\n"
    "{\n"
    "    const uint i = (uint)get_global_id(0);\n"
    "    if (i >= n) return;\n"
    "    const real x = (real)(in[i]);\n"
    "    uint4 chance = (uint4)(lb_test_code(x, 0), lb_test_code(x, ~0u), 0, 0);\n"
    "    for (uint k = 0; k < 1u << bits; k++) {\n"
    "        const uint code = lb_test_code(x, k << (32 - bits) | 1u << (31 - bits));\n"
    "        if (code == chance.s1) chance.s2++;\n"
    "        else if (code != chance.s0) chance.s3++;\n"
    "    }\n"
    "    out[i] = chance;\n"
    "}\n";

/* Numbers that share the exponent of 1. */
static const char shared_text[] =
    "#define lb_decode(c) \\\n"
    "    lb_decode_scaled(c, lb_power_of_bytes((LB_VECTOR(uchar))(4 * LB_EXPONENT_OF_ONE)), 1)\n"
    "LB_INLINE chunk lb_encode(const real x, const struct noise n)\n"
    "{\n"
    "    const real inverse = lb_inverse_scale_of((LB_VECTOR(uint))(LB_EXPONENT_OF_ONE));\n"
    "    return lb_encode_scaled(x * (scalar)LB_STORAGE_SCALE, inverse, 1, n) &\n"
    "           (chunk)(ushort)((1 << LB_CODE_BITS) - 1);\n"
    "}\n";

/* Every work-item compares the codes of its floats with those of the floats before them. */
static const char sweep_text[] =
    "kernel void lb_test_sweep(global uint2 *steps, global uint *count, const uint room,\n"
    "                          const uint start, const uint n, const uint per_item)\n"
    "{\n"
    "    const uint item = (uint)get_global_id(0);\n"
    "    if (item >= n) return;\n"
    "    for (uint k = 0; k < per_item; k += LB_W) {\n"
    "        const uint first = start + item * per_item + k;\n"
    "        const LB_VECTOR(uint) bits = (LB_VECTOR(uint))(first) + LB_TEST_LANES;\n"
    "        union { chunk all; ushort one[LB_W]; } now, before;\n"
    "        const real x = LB_AS(float)(bits), y = LB_AS(float)(bits - 1u);\n"
    "        now.all = lb_test_encode_one(x, y, true);\n"
    "        before.all = lb_test_encode_one(y, x, false);\n"
    "        if (LB_ANY(now.all != before.all))\n"
    "            for (uint l = 0; l < LB_W; l++)\n"
    "                if (now.one[l] != before.one[l]) {\n"
    "                    const uint place = atomic_inc(count);\n"
    "                    if (place < room) steps[place] = (uint2)(first + l, now.one[l]);\n"
    "                }\n"
    "    }\n"
    "}\n";

enum lb_status lb_conversion_build(struct lb_device *device, const struct lb_conversion *file,
                                   const struct lb_rounding *rounding, int lanes, bool fp64,
                                   struct lb_program **out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_number_format *format = lb_number_format_find(file->format);
    char *vector = NULL, *noise = NULL, *storage = NULL, *shared = NULL, *text = NULL;
    char name[64];
    size_t size = 0;
    FILE *stream = NULL;
    LB_TRY(lb_kernel_text_create_plain("core/simd.cl", NULL, &vector, err));
    LB_TRY(lb_kernel_text_create_plain(rounding->file, NULL, &noise, err));
    LB_TRY(lb_kernel_text_create_plain(file->file, NULL, &storage, err));
    if (format->shares_exponents)
        LB_TRY(lb_kernel_text_create_plain("exponent/numbers.cl", NULL, &shared, err));
    stream = open_memstream(&text, &size);
    LB_REQUIRE(stream != NULL, LB_STATUS_FAILED, "out of memory");
    const bool is_short = strstr(storage, "LB_VECTOR(ushort) chunk") != NULL;
    fprintf(
        stream,
        "#define LB_V 1\n#define LB_W %d\n#define LB_ARITHMETIC_FP64 %d\n#define LB_TEST_LANES %s\n"
        "#define LB_STORAGE_SCALE %a%s\n#define LB_UNSCALE (1 / LB_STORAGE_SCALE)\n#define "
        "LB_HOLDS_NAN %d\n#define LB_CODE_BITS %d\n"
        "#define LB_TURNS_OPPOSITE 0\n#define LB_SLAB 1\n#define LB_LANE_AXIS 0\nstruct cell { "
        "uint x, y, z; };\n"
        "#define lb_in_whole(c) (c)\n"
        "#pragma OPENCL FP_CONTRACT OFF\n"
        "#define LB_INLINE static inline "
        "__attribute__((always_inline))\n%s\n%s\n%s\n%s\n%s\n%s\n%s%s%s",
        lanes, fp64, counted_lanes(lanes), file->scale, fp64 ? "" : "f", format->holds_nan,
        format->bits, vector, noise, storage, shared != NULL ? shared : "",
        shared != NULL ? shared_text : "", noise_text, kernels_text, is_short ? sweep_text : "",
        is_short || fp64 ? chance_text : "");
    const bool written = fclose(stream) == 0;
    LB_REQUIRE(written, LB_STATUS_FAILED, "out of memory");
    snprintf(name, sizeof name, "%s with %d lanes, %s", file->file, lanes, rounding->name);
    LB_TRY(lb_program_build(device, name, text, "", out, err));
cleanup:
    free(text);
    free(shared);
    free(storage);
    free(noise);
    free(vector);
    return st;
}

enum lb_status lb_conversion_run(struct lb_device *device, struct lb_program *program,
                                 const char *kernel_name, int lanes, size_t count, const void *in,
                                 size_t in_size, void *out, size_t out_size, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_buffer *source = NULL, *target = NULL;
    struct lb_kernel *kernel = NULL;
    const uint32_t items = (uint32_t)(count / (size_t)lanes);
    LB_TRY(lb_buffer_create(device, count * in_size, "numbers", &source, err));
    LB_TRY(lb_buffer_create(device, count * out_size, "results", &target, err));
    LB_TRY(lb_buffer_write(source, 0, count * in_size, in, err));
    LB_TRY(lb_kernel_create(program, kernel_name, &kernel, err));
    LB_TRY(lb_kernel_set_buffer(kernel, "in", source, err));
    LB_TRY(lb_kernel_set_buffer(kernel, "out", target, err));
    LB_TRY(lb_kernel_set_uint(kernel, "n", items, err));
    LB_TRY(lb_kernel_enqueue(kernel, items, GROUP, err));
    LB_TRY(lb_buffer_read(target, 0, count * out_size, out, err));
cleanup:
    lb_kernel_destroy(kernel);
    lb_buffer_destroy(target);
    lb_buffer_destroy(source);
    return st;
}

enum lb_status lb_conversion_chances(struct lb_device *device, struct lb_program *program,
                                     size_t count, const void *in, size_t in_size,
                                     struct lb_chance *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_buffer *source = NULL, *target = NULL;
    struct lb_kernel *kernel = NULL;
    LB_TRY(lb_buffer_create(device, count * in_size, "numbers", &source, err));
    LB_TRY(lb_buffer_create(device, count * sizeof *out, "chances", &target, err));
    LB_TRY(lb_buffer_write(source, 0, count * in_size, in, err));
    LB_TRY(lb_kernel_create(program, "lb_test_chance", &kernel, err));
    LB_TRY(lb_kernel_set_buffer(kernel, "in", source, err));
    LB_TRY(lb_kernel_set_buffer(kernel, "out", target, err));
    LB_TRY(lb_kernel_set_uint(kernel, "n", (uint32_t)count, err));
    LB_TRY(lb_kernel_set_uint(kernel, "bits", LB_NOISE_LEVELS_BITS, err));
    LB_TRY(lb_kernel_enqueue(kernel, count, GROUP, err));
    LB_TRY(lb_buffer_read(target, 0, count * sizeof *out, out, err));
cleanup:
    lb_kernel_destroy(kernel);
    lb_buffer_destroy(target);
    lb_buffer_destroy(source);
    return st;
}

float lb_float_of(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

uint32_t lb_code_of(const struct lb_conversion *file, uint32_t bits)
{
    const struct lb_number_format *format = lb_number_format_find(file->format);
    return (uint32_t)format->encode((double)lb_float_of(bits) / file->scale);
}

bool lb_code_is_nan(const struct lb_number_format *format, uint32_t code)
{
    return format->holds_nan && (code & 0x7FFFu) > 0x7C00u;
}

/* The first float after `bits`, of the same sign, that has another code; there is one. */
static uint32_t next_step(const struct lb_conversion *file, uint32_t bits, uint32_t end)
{
    const uint32_t code = lb_code_of(file, bits);
    uint32_t same = bits, other = end;
    while (other - same > 1) {
        const uint32_t middle = same + (other - same) / 2;
        if (lb_code_of(file, middle) == code)
            same = middle;
        else
            other = middle;
    }
    return other;
}

size_t lb_conversion_steps(const struct lb_conversion *file, bool negative,
                           struct lb_code_step *out, size_t room)
{
    const uint32_t end = infinity_bits | (negative ? sign_bit : 0u);
    const uint32_t last_code = lb_code_of(file, end);
    uint32_t bits = negative ? sign_bit : 0u;
    for (size_t n = 0; n < room; n++) {
        out[n] = (struct lb_code_step){bits, lb_code_of(file, bits)};
        if (out[n].code == last_code) return n + 1;
        bits = next_step(file, bits, end);
    }
    return room;
}

static int compare_steps(const void *a, const void *b)
{
    const uint32_t x = ((const struct lb_code_step *)a)->bits;
    const uint32_t y = ((const struct lb_code_step *)b)->bits;
    return (x > y) - (x < y);
}

static enum lb_status enqueue_sweep(struct lb_kernel *kernel, const struct lb_buffer *steps,
                                    const struct lb_buffer *count, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint32_t batch = 1u << 28;
    LB_TRY(lb_kernel_set_buffer(kernel, "steps", steps, err));
    LB_TRY(lb_kernel_set_buffer(kernel, "count", count, err));
    LB_TRY(lb_kernel_set_uint(kernel, "room", MAX_STEPS, err));
    LB_TRY(lb_kernel_set_uint(kernel, "n", batch / FLOATS_PER_ITEM, err));
    LB_TRY(lb_kernel_set_uint(kernel, "per_item", FLOATS_PER_ITEM, err));
    for (uint32_t k = 0; k < 16; k++) {
        LB_TRY(lb_kernel_set_uint(kernel, "start", k * batch, err));
        LB_TRY(lb_kernel_enqueue(kernel, batch / FLOATS_PER_ITEM, GROUP, err));
    }
cleanup:
    return st;
}

enum lb_status lb_conversion_sweep(struct lb_device *device, struct lb_program *program,
                                   struct lb_code_step **out, size_t *count, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_buffer *steps = NULL, *counter = NULL;
    struct lb_kernel *kernel = NULL;
    uint32_t found = 0;
    struct lb_code_step *list = malloc(MAX_STEPS * sizeof *list);
    LB_REQUIRE(list != NULL, LB_STATUS_FAILED, "out of memory");
    LB_TRY(lb_buffer_create(device, MAX_STEPS * sizeof *list, "steps", &steps, err));
    LB_TRY(lb_buffer_create(device, sizeof found, "their number", &counter, err));
    LB_TRY(lb_kernel_create(program, "lb_test_sweep", &kernel, err));
    LB_TRY(enqueue_sweep(kernel, steps, counter, err));
    LB_TRY(lb_buffer_read(counter, 0, sizeof found, &found, err));
    LB_REQUIRE(found <= MAX_STEPS, LB_STATUS_FAILED, "%u steps: more than there can be", found);
    LB_TRY(lb_buffer_read(steps, 0, found * sizeof *list, list, err));
    qsort(list, found, sizeof *list, compare_steps);
    *out = list;
    *count = found;
    list = NULL;
cleanup:
    free(list);
    lb_kernel_destroy(kernel);
    lb_buffer_destroy(counter);
    lb_buffer_destroy(steps);
    return st;
}

/* test_inverse.c - functions of the kernels' own: inverses and roots are the correctly rounded ones, for every
 * float from 1/4 to 8, where densities are; others are as near the mathematical ones as their file says.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "opencl/device.h"
#include "opencl/program.h"
#include "support/check.h"
#include "support/step_comparison.h"
#include "workspace/kernel_text.h"

enum { GROUP = 64 };

static const uint32_t octave = 1u << 23, first = 125u << 23, end = 130u << 23; /* bits of floats */

static struct lb_device *device;

/* From where arguments that are not floats in turn begin, and how far they are apart. */
#define SINE "fma((float)n, 0x1p-22f, -1.0f)" /* up to 1 */

#define KERNEL(name, argument)                                             \
    "kernel void lb_test_" #name "(global float *out, const uint first)\n" \
    "{\n"                                                                  \
    "    const uint n = (uint)get_global_id(0);\n"                         \
    "    out[n] = lb_" #name "(" argument ");\n"                           \
    "}\n"

static const char kernel_text[] = KERNEL(inverse, "as_float(first + n)")
    KERNEL(root, "as_float(first + n)") KERNEL(log2, "as_float(first + n)")
        KERNEL(cbrt, "as_float(first + n)") KERNEL(third_of_angle, SINE);

struct texts {
    char *simd, *elementary, *plane;
};

static enum lb_status build(struct lb_program **out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct texts of = {0};
    char *text = NULL;
    size_t size = 0;
    LB_TRY(lb_kernel_text_create_plain("core/simd.cl", NULL, &of.simd, err));
    LB_TRY(lb_kernel_text_create_plain("core/elementary.cl", NULL, &of.elementary, err));
    LB_TRY(lb_kernel_text_create_plain("surface/plane.cl", NULL, &of.plane, err));
    FILE *stream = open_memstream(&text, &size);
    LB_REQUIRE(stream != NULL, LB_STATUS_FAILED, "out of memory");
    fprintf(stream,
            "#define LB_ARITHMETIC_FP64 0\n#define LB_V 1\n#define LB_W 1\n"
            "#pragma OPENCL FP_CONTRACT OFF\n"
            "#define LB_INLINE static inline __attribute__((always_inline))\n%s\n%s\n%s\n%s",
            of.simd, of.elementary, of.plane, kernel_text);
    const bool written = fclose(stream) == 0;
    LB_REQUIRE(written, LB_STATUS_FAILED, "out of memory");
    LB_TRY(lb_program_build(device, "inverse", text, "", out, err));
cleanup:
    free(text);
    free(of.simd);
    free(of.elementary);
    free(of.plane);
    return st;
}

/* The kernel's values of an octave of floats from `from` on, or of as many other numbers. */
static enum lb_status compute(struct lb_program *program, const char *name, uint32_t from,
                              float *values, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_buffer *out = NULL;
    struct lb_kernel *kernel = NULL;
    LB_TRY(lb_buffer_create(device, octave * sizeof(float), "values", &out, err));
    LB_TRY(lb_kernel_create(program, name, &kernel, err));
    LB_TRY(lb_kernel_set_buffer(kernel, "out", out, err));
    LB_TRY(lb_kernel_set_uint(kernel, "first", from, err));
    LB_TRY(lb_kernel_enqueue(kernel, octave, GROUP, err));
    LB_TRY(lb_buffer_read(out, 0, octave * sizeof(float), values, err));
cleanup:
    lb_kernel_destroy(kernel);
    lb_buffer_destroy(out);
    return st;
}

static float float_of(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint32_t count_wrong(const float *values, uint32_t from, bool roots)
{
    uint32_t wrong = 0;
    for (uint32_t n = 0; n < octave; n++) {
        const float x = float_of(from + n), exact = roots ? sqrtf(x) : 1.0f / x;
        wrong += memcmp(&exact, &values[n], sizeof exact) != 0;
    }
    return wrong;
}

static struct lb_program *program;
static float *values;

static void try_all(const char *name, bool roots)
{
    struct lb_error err = {0};
    for (uint32_t from = first; from < end; from += octave)
        if (LB_CHECK_OK(compute(program, name, from, values, &err), &err))
            LB_CHECK_EQUAL_INT(count_wrong(values, from, roots), 0);
}

static void inverses_are_rounded_correctly(void)
{
    try_all("lb_test_inverse", false);
}

static void roots_are_rounded_correctly(void)
{
    struct lb_error err = {0};
    try_all("lb_test_root", true);
    if (LB_CHECK_OK(compute(program, "lb_test_root", 0, values, &err), &err))
        LB_CHECK(values[0] == 0.0f);
}

/* The largest difference from a function of the float, over the size of its value or, where `least` is
 * larger, over that. */
static double worst_of(uint32_t from, double (*exact)(double), double least)
{
    double worst = 0.0;
    for (uint32_t n = 0; n < octave; n++) {
        const double wanted = exact((double)float_of(from + n));
        const double off = fabs((double)values[n] - wanted) / fmax(fabs(wanted), least);
        if (!(off <= worst)) worst = off;
    }
    return worst;
}

static void logarithms_and_roots_of_three_are_near(void)
{
    struct lb_error err = {0};
    static const uint32_t octaves[] = {40, 90, 125, 126, 127, 180};
    for (size_t k = 0; k < sizeof octaves / sizeof *octaves; k++) {
        const uint32_t from = octaves[k] << 23;
        if (LB_CHECK_OK(compute(program, "lb_test_log2", from, values, &err), &err))
            LB_CHECK_NEAR(worst_of(from, log2, 0.0), 0.0, 2e-7);
        LB_CHECK(values[0] == (float)octaves[k] - 127.0f); /* a power of two */
        if (LB_CHECK_OK(compute(program, "lb_test_cbrt", from, values, &err), &err))
            LB_CHECK_NEAR(worst_of(from, cbrt, 0.0), 0.0, 2.4e-7);
    }
    if (LB_CHECK_OK(compute(program, "lb_test_cbrt", 0, values, &err), &err))
        LB_CHECK(values[0] == 0.0f);
}

static double worst_of_argument(double unit, double begin, double (*exact)(double), double least)
{
    double worst = 0.0;
    for (uint32_t n = 0; n < octave; n++) {
        const double wanted = exact(fma((double)n, unit, begin));
        const double off = fabs((double)values[n] - wanted) / fmax(fabs(wanted), least);
        if (!(off <= worst)) worst = off;
    }
    return worst;
}

static double third_of_angle(double t)
{
    return sin(asin(t) / 3.0);
}

static void thirds_of_angles_are_near(void)
{
    struct lb_error err = {0};
    if (LB_CHECK_OK(compute(program, "lb_test_third_of_angle", 0, values, &err), &err))
        LB_CHECK_NEAR(worst_of_argument(0x1p-22, -1.0, third_of_angle, 1.0), 0.0, 1e-7);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    values = malloc(octave * sizeof *values);
    if (LB_CHECK(values != NULL) && LB_CHECK_OK(build(&program, &err), &err)) {
        LB_TEST(inverses_are_rounded_correctly);
        LB_TEST(roots_are_rounded_correctly);
        LB_TEST(logarithms_and_roots_of_three_are_near);
        LB_TEST(thirds_of_angles_are_near);
    }
    lb_program_destroy(program);
    free(values);
    lb_device_close(device);
    return lb_check_report();
}

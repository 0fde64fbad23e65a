/* test_inverse.c - the inverse that the step of moments divides by density with is the correctly rounded
 * quotient: every float from 1/4 to 8, where densities are.
 * SPDX-License-Identifier: MIT */
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

static const char kernel_text[] =
    "kernel void lb_test_inverse(global float *out, const uint first)\n"
    "{\n"
    "    const uint n = (uint)get_global_id(0);\n"
    "    out[n] = LB_INVERSE(as_float(first + n));\n"
    "}\n";

static enum lb_status build(struct lb_program **out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char *inverse = NULL, *text = NULL;
    size_t size = 0;
    LB_TRY(lb_kernel_text_create_plain("core/inverse.cl", NULL, &inverse, err));
    FILE *stream = open_memstream(&text, &size);
    LB_REQUIRE(stream != NULL, LB_STATUS_FAILED, "out of memory");
    fprintf(stream,
            "#define LB_ARITHMETIC_FP64 0\ntypedef float real;\n#pragma OPENCL FP_CONTRACT OFF\n"
            "#define LB_INLINE static inline __attribute__((always_inline))\n%s\n%s",
            inverse, kernel_text);
    const bool written = fclose(stream) == 0;
    LB_REQUIRE(written, LB_STATUS_FAILED, "out of memory");
    LB_TRY(lb_program_build(device, "inverse", text, "", out, err));
cleanup:
    free(text);
    free(inverse);
    return st;
}

static uint32_t count_wrong(const float *inverse, uint32_t from)
{
    uint32_t wrong = 0;
    for (uint32_t n = 0; n < octave; n++) {
        const uint32_t bits = from + n;
        float x;
        memcpy(&x, &bits, sizeof x);
        const float exact = 1.0f / x;
        wrong += memcmp(&exact, &inverse[n], sizeof exact) != 0;
    }
    return wrong;
}

static enum lb_status try_all(float *inverse, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_program *program = NULL;
    struct lb_buffer *out = NULL;
    struct lb_kernel *kernel = NULL;
    LB_TRY(build(&program, err));
    LB_TRY(lb_buffer_create(device, octave * sizeof(float), "inverses", &out, err));
    LB_TRY(lb_kernel_create(program, "lb_test_inverse", &kernel, err));
    LB_TRY(lb_kernel_set_buffer(kernel, "out", out, err));
    for (uint32_t from = first; from < end; from += octave) {
        LB_TRY(lb_kernel_set_uint(kernel, "first", from, err));
        LB_TRY(lb_kernel_enqueue(kernel, octave, GROUP, err));
        LB_TRY(lb_buffer_read(out, 0, octave * sizeof(float), inverse, err));
        LB_CHECK_EQUAL_INT(count_wrong(inverse, from), 0);
    }
cleanup:
    lb_kernel_destroy(kernel);
    lb_buffer_destroy(out);
    lb_program_destroy(program);
    return st;
}

static void inverses_are_rounded_correctly(void)
{
    struct lb_error err = {0};
    float *inverse = malloc(octave * sizeof *inverse);
    if (LB_CHECK(inverse != NULL)) LB_CHECK_OK(try_all(inverse, &err), &err);
    free(inverse);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST(inverses_are_rounded_correctly);
    lb_device_close(device);
    return lb_check_report();
}

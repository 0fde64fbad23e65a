/* test_weights.c - the weights that populations are collided with, as the device holds them, add up to
 * what is taken from the populations: exactly, for every velocity set and rates from all over.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "opencl/device.h"
#include "opencl/program.h"
#include "case/lattice.h"
#include "support/check.h"
#include "support/step_comparison.h"
#include "workspace/kernel_text.h"

enum { SHARES = 4096, MAX_Q = 27, COLUMNS = 2 * MAX_Q, GROUP = 64 };

static struct lb_device *device;

static const char kernel_text[] =
    "kernel void lb_test_weights(const global scalar *shares, global scalar *out, const uint n)\n"
    "{\n"
    "    const uint k = (uint)get_global_id(0);\n"
    "    if (k >= n) return;\n"
    "    global scalar *even = out + k * LB_TEST_COLUMNS, *odd = even + LB_TEST_COLUMNS / 2;\n"
    "#define REST(numerator, denominator) \\\n"
    "    even[0] = lb_rest_weight(shares[k]); \\\n"
    "    odd[0] = 0;\n"
    "#define PAIR(i, cx, cy, cz, numerator, denominator) \\\n"
    "    even[i] = even[i + 1] = lb_even_weight(shares[k], LB_WEIGHT(numerator, denominator)); \\\n"
    "    odd[i] = odd[i + 1] = \\\n"
    "        lb_odd_weight(shares[k], cx, cy, cz, LB_WEIGHT(numerator, denominator));\n"
    "    LB_LATTICE(REST, PAIR)\n"
    "}\n";

static enum lb_status build(const struct lb_lattice *l, double scale, bool fp64,
                            struct lb_program **out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char *vector = NULL, *rows = NULL, *weights = NULL, *text = NULL;
    size_t size = 0;
    LB_TRY(lb_kernel_text_create_plain("core/simd.cl", NULL, &vector, err));
    LB_TRY(lb_kernel_text_create_plain(l->file, NULL, &rows, err));
    LB_TRY(lb_kernel_text_create_plain("core/weights.cl", NULL, &weights, err));
    FILE *stream = open_memstream(&text, &size);
    LB_REQUIRE(stream != NULL, LB_STATUS_FAILED, "out of memory");
    const char *suffix = fp64 ? "" : "f";
    fprintf(stream,
            "#define LB_V 1\n#define LB_W 1\n#define LB_ARITHMETIC_FP64 %d\n"
            "#define LB_LATTICE %s\n#define LB_WEIGHT_SUMS %s_SUMS\n#define LB_CS2 %a%s\n#define "
            "LB_PER_CS2 %a%s\n#define "
            "LB_STORAGE_SCALE %a%s\n#define LB_UNSCALE (1 / LB_STORAGE_SCALE)\n"
            "#define LB_TEST_COLUMNS %d\n#pragma OPENCL FP_CONTRACT OFF\n"
            "#define LB_INLINE static inline __attribute__((always_inline))\n"
            "#define LB_WEIGHT(n, d) ((scalar)(LB_STORAGE_SCALE * (n)) / (scalar)(d))\n"
            "%s\n%s\n%s\n%s",
            fp64, l->rows, l->rows, l->sound_speed_squared, suffix, 1.0 / l->sound_speed_squared,
            suffix, scale, suffix, COLUMNS, vector, rows, weights, kernel_text);
    const bool written = fclose(stream) == 0;
    LB_REQUIRE(written, LB_STATUS_FAILED, "out of memory");
    LB_TRY(lb_program_build(device, l->name, text, "", out, err));
cleanup:
    free(text);
    free(weights);
    free(rows);
    free(vector);
    return st;
}

static enum lb_status run(struct lb_program *program, size_t real_size, const void *shares,
                          void *weights, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_buffer *source = NULL, *target = NULL;
    struct lb_kernel *kernel = NULL;
    LB_TRY(lb_buffer_create(device, SHARES * real_size, "shares", &source, err));
    LB_TRY(lb_buffer_create(device, SHARES * COLUMNS * real_size, "weights", &target, err));
    LB_TRY(lb_buffer_write(source, 0, SHARES * real_size, shares, err));
    LB_TRY(lb_kernel_create(program, "lb_test_weights", &kernel, err));
    LB_TRY(lb_kernel_set_buffer(kernel, "shares", source, err));
    LB_TRY(lb_kernel_set_buffer(kernel, "out", target, err));
    LB_TRY(lb_kernel_set_uint(kernel, "n", SHARES, err));
    LB_TRY(lb_kernel_enqueue(kernel, SHARES, GROUP, err));
    LB_TRY(lb_buffer_read(target, 0, SHARES * COLUMNS * real_size, weights, err));
cleanup:
    lb_kernel_destroy(kernel);
    lb_buffer_destroy(target);
    lb_buffer_destroy(source);
    return st;
}

/* Shares of relaxation, 1 - (1 - 1/tau) as it is rounded, for tau from 0.5003 to 1000. */
static double share_of(int k, bool fp64)
{
    const double rate = 1.0 / (0.5003 * pow(2000.0, (double)k / (SHARES - 1)));
    if (fp64) return 1.0 - (1.0 - rate);
    const float keep = 1.0f - (float)rate;
    return (double)(1.0f - keep);
}

/* Sums in long double, which has room for all bits of a few dozen doubles of like size. */
static void check_sums(const struct lb_lattice *l, double scale, double share, const double *even,
                       const double *odd)
{
    long double mass = 0.0L, momentum[3] = {0.0L, 0.0L, 0.0L};
    for (int i = 0; i < l->directions; i++) {
        const double weight = l->weight[i];
        mass += (long double)even[i];
        LB_CHECK_CLOSE(even[i], scale * share * weight, 1e-5);
        if (i > 0) LB_CHECK_CLOSE(odd[i], scale * share * weight / l->sound_speed_squared, 1e-5);
        for (int axis = 0; axis < l->dimensions; axis++)
            momentum[axis] += (long double)(l->c[i][axis] * l->c[i][axis]) * (long double)odd[i];
    }
    const long double whole = (long double)scale * (long double)share;
    LB_CHECK(!(mass < whole) && !(mass > whole));
    /* an equilibrium of its own has an odd part of its own */
    for (int axis = 0; axis < l->dimensions && l->equilibrium == NULL; axis++)
        LB_CHECK(!(momentum[axis] < whole) && !(momentum[axis] > whole));
}

static void check_lattice(const struct lb_lattice *l, double scale, bool fp64)
{
    static double shares[SHARES], weights[SHARES * COLUMNS];
    static float shares_single[SHARES], weights_single[SHARES * COLUMNS];
    struct lb_error err = {0};
    struct lb_program *program = NULL;
    for (int k = 0; k < SHARES; k++) {
        shares[k] = share_of(k, fp64);
        shares_single[k] = (float)shares[k];
    }
    if (LB_CHECK_OK(build(l, scale, fp64, &program, &err), &err) &&
        LB_CHECK_OK(run(program, fp64 ? sizeof(double) : sizeof(float),
                        fp64 ? (const void *)shares : (const void *)shares_single,
                        fp64 ? (void *)weights : (void *)weights_single, &err),
                    &err)) {
        for (int k = 0; k < SHARES * COLUMNS && !fp64; k++)
            weights[k] = (double)weights_single[k];
        for (int k = 0; k < SHARES; k++)
            check_sums(l, scale, shares[k], weights + k * COLUMNS, weights + k * COLUMNS + MAX_Q);
    }
    lb_program_destroy(program);
}

static void weights_add_up_exactly(void)
{
    const bool has_fp64 = lb_device_get_info(device)->fp64;
    for (const struct lb_lattice *const *l = lb_lattices; *l != NULL; l++) {
        check_lattice(*l, 1.0, false);
        check_lattice(*l, 0x1p15, false);
        if (has_fp64) check_lattice(*l, 1.0, true);
    }
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST(weights_add_up_exactly);
    lb_device_close(device);
    return lb_check_report();
}

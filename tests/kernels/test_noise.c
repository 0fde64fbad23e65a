/* test_noise.c - the noise of stochastic rounding: uniformly distributed, and not correlated between
 * cells near each other, in space or in time.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "opencl/device.h"
#include "opencl/program.h"
#include "case/rounding.h"
#include "support/check.h"
#include "support/step_comparison.h"
#include "workspace/kernel_text.h"

enum {
    NX = 32,
    NY = 32,
    NZ = 16,
    STEPS = 32,
    COUNT = NX * NY * NZ * STEPS,
    GROUP = 64,
    BINS = 256
};

/* Standard deviations of what independent numbers would show: some 200 figures are looked at. */
static const double allowed = 5.0;

static struct lb_device *device;

static const char head_text[] =
    "#define LB_V 1\n#define LB_W 1\n#define LB_ARITHMETIC_FP64 0\n#define LB_SLAB 1\n"
    "#define LB_LANE_AXIS 0\n#define LB_HOLDS_NAN 1\n"
    "#define LB_INLINE static inline __attribute__((always_inline))\n"
    "struct cell { uint x, y, z; };\n"
    "#define lb_in_whole(c) (c)\n";
static const char kernel_text[] =
    "kernel void lb_test_noise(global uint *out, const uint nx, const uint ny, const uint nz,\n"
    "                          const uint first_step)\n"
    "{\n"
    "    const uint k = (uint)get_global_id(0);\n"
    "    const struct cell c = {k % nx, k / nx % ny, k / nx / ny % nz};\n"
    "    out[k] = lb_noise(c, 0, first_step + k / nx / ny / nz).word;\n"
    "}\n";

static enum lb_status build(struct lb_program **out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char *vector = NULL, *noise = NULL, *text = NULL;
    size_t size = 0;
    LB_TRY(lb_kernel_text_create_plain("core/simd.cl", NULL, &vector, err));
    LB_TRY(lb_kernel_text_create_plain(lb_roundings[1]->file, NULL, &noise, err));
    FILE *stream = open_memstream(&text, &size);
    LB_REQUIRE(stream != NULL, LB_STATUS_FAILED, "out of memory");
    fprintf(stream, "%s%s\n%s\n%s", head_text, vector, noise, kernel_text);
    const bool written = fclose(stream) == 0;
    LB_REQUIRE(written, LB_STATUS_FAILED, "out of memory");
    LB_TRY(lb_program_build(device, "noise", text, "", out, err));
cleanup:
    free(text);
    free(noise);
    free(vector);
    return st;
}

static enum lb_status run(struct lb_program *program, uint32_t first_step, uint32_t *words,
                          struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_buffer *target = NULL;
    struct lb_kernel *kernel = NULL;
    LB_TRY(lb_buffer_create(device, COUNT * sizeof *words, "words", &target, err));
    LB_TRY(lb_kernel_create(program, "lb_test_noise", &kernel, err));
    LB_TRY(lb_kernel_set_buffer(kernel, "out", target, err));
    LB_TRY(lb_kernel_set_uint(kernel, "nx", NX, err));
    LB_TRY(lb_kernel_set_uint(kernel, "ny", NY, err));
    LB_TRY(lb_kernel_set_uint(kernel, "nz", NZ, err));
    LB_TRY(lb_kernel_set_uint(kernel, "first_step", first_step, err));
    LB_TRY(lb_kernel_enqueue(kernel, COUNT, GROUP, err));
    LB_TRY(lb_buffer_read(target, 0, COUNT * sizeof *words, words, err));
cleanup:
    lb_kernel_destroy(kernel);
    lb_buffer_destroy(target);
    return st;
}

/* From -1/2 to 1/2. */
static double centred(uint32_t word)
{
    return ((double)word + 0.5) * 0x1p-32 - 0.5;
}

static void check_distribution(const uint32_t *words)
{
    double sum = 0.0, squares = 0.0;
    for (int k = 0; k < COUNT; k++) {
        sum += centred(words[k]);
        squares += centred(words[k]) * centred(words[k]);
    }
    LB_CHECK(fabs(sum) <= allowed * sqrt(COUNT / 12.0));
    LB_CHECK(fabs(squares - COUNT / 12.0) <= allowed * sqrt(COUNT / 180.0));
    for (uint32_t bits = 24;;
         bits -= 5) { /* the highest, and those that a half's last places see */
        double chi = 0.0, bins[BINS] = {0.0};
        for (int k = 0; k < COUNT; k++)
            bins[words[k] >> bits & (BINS - 1)] += 1.0;
        for (int b = 0; b < BINS; b++)
            chi += (bins[b] - COUNT / BINS) * (bins[b] - COUNT / BINS) / (COUNT / BINS);
        LB_CHECK(fabs(chi - (BINS - 1)) <= allowed * sqrt(2.0 * (BINS - 1)));
        if (bits < 24) break;
    }
}

/* Of cells (x, y, z) steps apart. */
static double correlation(const uint32_t *words, int x, int y, int z, int steps)
{
    double sum = 0.0;
    int count = 0;
    for (int t = 0; t + steps < STEPS; t++)
        for (int k = 0; k < NZ; k++)
            for (int j = 0; j < NY; j++)
                for (int i = 0; i < NX; i++) {
                    const int a = i + x, b = j + y, c = k + z;
                    if (a < 0 || b < 0 || c < 0 || a >= NX || b >= NY || c >= NZ) continue;
                    sum += centred(words[((t * NZ + k) * NY + j) * NX + i]) *
                           centred(words[(((t + steps) * NZ + c) * NY + b) * NX + a]);
                    count++;
                }
    return sum * 12.0 / sqrt((double)count); /* in standard deviations */
}

static void check_correlation(const uint32_t *words, int x, int y, int z, int steps)
{
    const double r = correlation(words, x, y, z, steps);
    if (LB_CHECK(fabs(r) <= allowed)) return;
    printf("noise %d, %d, %d cells and %d steps apart: %.1f standard deviations\n", x, y, z, steps,
           r);
}

static void check_from(struct lb_program *program, uint32_t first_step)
{
    static uint32_t words[COUNT];
    struct lb_error err = {0};
    if (!LB_CHECK_OK(run(program, first_step, words, &err), &err)) return;
    check_distribution(words);
    for (int n = 1; n < 2 * 27; n++) /* all neighbours, then and one step later */
        if (n != 13) check_correlation(words, n % 3 - 1, n / 3 % 3 - 1, n / 9 % 3 - 1, n / 27);
    /* where the hash with only its first round, or its second, has most (149 and 33) of all places up to
     * eight cells and steps apart in 48^4 */
    check_correlation(words, 6, -5, 0, 4);
    check_correlation(words, 8, 0, 8, 0);
    for (int far = 2; far <= 8; far *= 2) {
        check_correlation(words, far, 0, 0, 0);
        check_correlation(words, 0, far, 0, 0);
        check_correlation(words, 0, 0, far, 0);
        check_correlation(words, 0, 0, 0, far);
    }
}

static void noise_is_uniform_and_not_correlated(void)
{
    struct lb_error err = {0};
    struct lb_program *program = NULL;
    if (LB_CHECK_OK(build(&program, &err), &err)) {
        check_from(program, 0);
        check_from(program, 1000000);
    }
    lb_program_destroy(program);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST(noise_is_uniform_and_not_correlated);
    lb_device_close(device);
    return lb_check_report();
}

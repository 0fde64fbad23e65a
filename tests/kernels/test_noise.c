/* test_noise.c - the noise of stochastic rounding: uniformly distributed, and not correlated between
 * cells near each other, in space or in time.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    "#define LB_LANE_AXIS 0\n#define LB_HOLDS_NAN 1\n#define LB_TURNS_OPPOSITE 1\n"
    "#define LB_INLINE static inline __attribute__((always_inline))\n"
    "struct cell { uint x, y, z; };\n"
    "#define lb_in_whole(c) (c)\n";
static const char kernel_text[] =
    "kernel void lb_test_noise(global uint *out, const uint first, const uint nx, const uint ny,\n"
    "                          const uint nz, const uint dx, const uint dy, const uint dz,\n"
    "                          const ulong noise_keys)\n"
    "{\n"
    "    const uint k = (uint)get_global_id(0);\n"
    "    const struct cell c = {k % nx + dx, k / nx % ny + dy, k / nx / ny % nz + dz};\n"
    "    out[first + k] = lb_noise(c, 0, noise_keys).word;\n"
    "}\n";

/* What a step along x, y and z adds to what is hashed, as the kernel's text has it. */
static uint32_t spread[3];

static bool read_spread(const char *text)
{
    static const char *const names[] = {"#define LB_SPREAD_X ", "#define LB_SPREAD_Y ",
                                        "#define LB_SPREAD_Z "};
    for (int a = 0; a < 3; a++) {
        const char *at = strstr(text, names[a]);
        if (at == NULL) return false;
        spread[a] = (uint32_t)strtoul(at + strlen(names[a]), NULL, 0);
    }
    return true;
}

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
    LB_REQUIRE(written && read_spread(text), LB_STATUS_FAILED, "no text, or no spread in it");
    LB_TRY(lb_program_build(device, "noise", text, "", out, err));
cleanup:
    free(text);
    free(noise);
    free(vector);
    return st;
}

/* What is looked at: a box of cells from a place on, in steps from a first one on, of a seed. */
struct sample {
    uint64_t seed;
    uint32_t first_step, steps, at[3];
};

static enum lb_status run_steps(struct lb_kernel *kernel, const struct sample *s,
                                struct lb_error *err)
{
    static const char *const axes[3] = {"dx", "dy", "dz"};
    for (int a = 0; a < 3; a++)
        LB_OK(lb_kernel_set_uint(kernel, axes[a], s->at[a], err));
    for (uint32_t t = 0; t < s->steps; t++) {
        const uint64_t keys = lb_noise_keys(s->seed, s->first_step + t);
        LB_OK(lb_kernel_set_uint(kernel, "first", t * NX * NY * NZ, err));
        LB_OK(lb_kernel_set_ulong(kernel, "noise_keys", keys, err));
        LB_OK(lb_kernel_enqueue(kernel, (uint64_t)NX * NY * NZ, GROUP, err));
    }
    return LB_STATUS_OK;
}

static enum lb_status run(struct lb_program *program, const struct sample *s, uint32_t *words,
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
    LB_TRY(run_steps(kernel, s, err));
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
    const struct sample sample = {.seed = 1, .first_step = first_step, .steps = STEPS};
    if (!LB_CHECK_OK(run(program, &sample, words, &err), &err)) return;
    check_distribution(words);
    for (int n = 1; n < 2 * 27; n++) /* all neighbours, then and one step later */
        if (n != 13) check_correlation(words, n % 3 - 1, n / 3 % 3 - 1, n / 9 % 3 - 1, n / 27);
    /* where the hash with only its first round has most of all places near: 0.06 */
    check_correlation(words, 8, 0, 2, 0);
    for (int far = 2; far <= 8; far *= 2) {
        check_correlation(words, far, 0, 0, 0);
        check_correlation(words, 0, far, 0, 0);
        check_correlation(words, 0, 0, far, 0);
        check_correlation(words, 0, 0, 0, far);
    }
}

static struct lb_program *program;

static void noise_is_uniform_and_not_correlated(void)
{
    check_from(program, 0);
    check_from(program, 1000000);
}

/* Of the box's words, as often as another box has the same one at the same place; and how far both are
 * correlated [standard deviations]. */
static void check_unlike(const struct sample *one, const struct sample *other)
{
    static uint32_t a[COUNT], b[COUNT];
    struct lb_error err = {0};
    long same = 0;
    double sum = 0.0;
    const int count = NX * NY * NZ;
    if (!LB_CHECK_OK(run(program, one, a, &err), &err)) return;
    if (!LB_CHECK_OK(run(program, other, b, &err), &err)) return;
    for (int k = 0; k < count; k++) {
        same += a[k] == b[k];
        sum += centred(a[k]) * centred(b[k]);
    }
    LB_CHECK(same <= 2); /* 4e-6 by chance */
    LB_CHECK(fabs(sum * 12.0 / sqrt((double)count)) <= allowed);
}

static uint32_t first_key(uint32_t step)
{
    return (uint32_t)lb_noise_keys(1, step);
}

/* Of an odd number, by Newton's iteration. */
static uint32_t inverse(uint32_t odd)
{
    uint32_t x = odd;
    for (int n = 0; n < 5; n++)
        x *= 2 - odd * x;
    return x;
}

/* The step, some behind step 5, that at places `out` further has the sum of place and first key that step 5 has. */
static bool find_shift(uint32_t step, uint32_t out[3])
{
    enum { FAR = 128 };
    const uint32_t inverse_z = inverse(spread[2]), apart = first_key(5) - first_key(step);
    for (uint32_t x = 0; x < FAR; x++)
        for (uint32_t y = 0; y < FAR; y++) {
            const uint32_t z = (apart - x * spread[0] - y * spread[1]) * inverse_z;
            if (z >= FAR) continue;
            memcpy(out, (const uint32_t[3]){x, y, z}, 3 * sizeof *out);
            return true;
        }
    return false;
}

/* Sums of place and step that are hashed once would be the same there, wherever one looks. */
static void steps_share_no_words_at_any_shift(void)
{
    enum { LAST = 12000, ENOUGH = 3 };
    int found = 0;
    for (uint32_t step = 6; step < LAST && found < ENOUGH; step++) {
        const struct sample one = {.seed = 1, .first_step = 5, .steps = 1};
        struct sample other = {.seed = 1, .first_step = step, .steps = 1};
        if (!find_shift(step, other.at)) continue;
        check_unlike(&one, &other);
        found++;
    }
    LB_CHECK_EQUAL_INT(found, ENOUGH);
}

struct second_key {
    uint32_t bits, step;
};

static int by_bits(const void *one, const void *other)
{
    const struct second_key *a = one, *b = other;
    return a->bits != b->bits ? (a->bits < b->bits ? -1 : 1) : 0;
}

/* Two steps whose second keys, as the second round mixes them, differ in the highest bits alone: without the first keys
 * their words would differ in these, too. */
static void steps_with_like_second_keys_have_noises_of_their_own(void)
{
    enum { TRIED = 1 << 17, SAME = 28 };
    static struct second_key keys[TRIED];
    int found = 0;
    for (uint32_t step = 0; step < TRIED; step++) {
        const uint32_t key = (uint32_t)(lb_noise_keys(1, step) >> 32);
        keys[step] = (struct second_key){(key ^ key >> 13) << (32 - SAME), step};
    }
    qsort(keys, TRIED, sizeof *keys, by_bits);
    for (int n = 1; n < TRIED && found < 3; n++) {
        if (keys[n].bits != keys[n - 1].bits) continue;
        check_unlike(&(struct sample){.seed = 1, .first_step = keys[n].step, .steps = 1},
                     &(struct sample){.seed = 1, .first_step = keys[n - 1].step, .steps = 1});
        found++;
    }
    LB_CHECK(found > 0);
}

static void seeds_have_noises_of_their_own(void)
{
    const struct sample one = {.seed = 1, .steps = 1};
    for (uint64_t seed = 2; seed < 6; seed++) {
        const struct sample other = {.seed = seed, .steps = 1};
        check_unlike(&one, &other);
    }
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    if (LB_CHECK_OK(build(&program, &err), &err)) {
        LB_TEST(noise_is_uniform_and_not_correlated);
        LB_TEST(steps_share_no_words_at_any_shift);
        LB_TEST(steps_with_like_second_keys_have_noises_of_their_own);
        LB_TEST(seeds_have_noises_of_their_own);
    }
    lb_program_destroy(program);
    lb_device_close(device);
    return lb_check_report();
}

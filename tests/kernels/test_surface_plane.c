/* The plane that cuts a given volume off a cube: the kernel's offset, put into the textbook's
 * volume of a cut cube, gives the volume back.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "opencl/device.h"
#include "opencl/program.h"
#include "workspace/kernel_text.h"
#include "support/check.h"
#include "support/random_case.h"
#include "support/step_comparison.h"

enum { PLANES = 20000 };

static struct lb_device *device;

static const char kernel_text[] =
    "kernel void lb_test_plane(const global scalar *in, global scalar *out, const uint n)\n"
    "{\n"
    "    const uint i = (uint)get_global_id(0);\n"
    "    if (i >= n) return;\n"
    "    out[i] = lb_plane_offset(lb_plane(in[4 * i], in[4 * i + 1], in[4 * i + 2]),\n"
    "                             in[4 * i + 3]);\n"
    "}\n";

/* Volume of the part n.x < offset of a unit cube about the origin: the corner's tetrahedron, less
 * those that stick out (inclusion and exclusion over the eight corners), by mean values where a
 * component of the normal vanishes. */
static double volume_below(const double n[3], double offset)
{
    double m[3], alpha = offset;
    int count = 0;
    for (int a = 0; a < 3; a++) {
        alpha += 0.5 * fabs(n[a]);
        if (fabs(n[a]) > 1e-7) m[count++] = fabs(n[a]);
    }
    double sum = 0.0, product = 1.0, factorial = 1.0;
    for (int corner = 0; corner < 1 << count; corner++) {
        double rest = alpha;
        int sign = 1;
        for (int a = 0; a < count; a++)
            if (corner >> a & 1) {
                rest -= m[a];
                sign = -sign;
            }
        if (rest > 0.0) sum += sign * pow(rest, count);
    }
    for (int a = 0; a < count; a++) {
        product *= m[a];
        factorial *= a + 1;
    }
    return sum / (product * factorial);
}

/* Normals all around, some nearly along an axis or a face's diagonal, some exactly. */
static void make_plane(uint32_t i, double plane[4])
{
    double square = 0.0;
    for (uint32_t a = 0; a < 3; a++) {
        plane[a] = lb_random_number(7, i, a, 0, 0);
        if (i % 8 == 1 && a == i / 8 % 3) plane[a] = 0.0;
        if (i % 8 == 2 && a == i / 8 % 3) plane[a] *= 0.01;
        if (i % 8 == 3 && a != i / 8 % 3) plane[a] = 0.0;
        square += plane[a] * plane[a];
    }
    for (int a = 0; a < 3; a++)
        plane[a] /= sqrt(square);
    plane[3] = 0.5 + 0.5 * lb_random_number(8, i, 0, 0, 0);
    if (i % 16 == 0) plane[3] *= 1e-3;
}

static enum lb_status build(bool fp64, struct lb_program **out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char *vector = NULL, *elementary = NULL, *plane = NULL, *text = NULL;
    size_t size = 0;
    LB_TRY(lb_kernel_text_create_plain("core/simd.cl", NULL, &vector, err));
    LB_TRY(lb_kernel_text_create_plain("core/elementary.cl", NULL, &elementary, err));
    LB_TRY(lb_kernel_text_create_plain("surface/plane.cl", NULL, &plane, err));
    FILE *stream = open_memstream(&text, &size);
    LB_REQUIRE(stream != NULL, LB_STATUS_FAILED, "out of memory");
    fprintf(stream,
            "#define LB_V 1\n#define LB_W 1\n#define LB_ARITHMETIC_FP64 %d\n#pragma OPENCL "
            "FP_CONTRACT OFF\n"
            "#define LB_INLINE static inline __attribute__((always_inline))\n%s\n%s\n%s\n%s",
            fp64, vector, elementary, plane, kernel_text);
    LB_REQUIRE(fclose(stream) == 0, LB_STATUS_FAILED, "out of memory");
    LB_TRY(lb_program_build(device, "plane", text, "", out, err));
cleanup:
    free(text);
    free(plane);
    free(elementary);
    free(vector);
    return st;
}

static enum lb_status run(bool fp64, const double *planes, double *offsets, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const size_t bytes = fp64 ? sizeof(double) : sizeof(float);
    struct lb_program *program = NULL;
    struct lb_kernel *kernel = NULL;
    struct lb_buffer *in = NULL, *out = NULL;
    float *single = malloc(4 * PLANES * sizeof *single);
    LB_REQUIRE(single != NULL, LB_STATUS_FAILED, "out of memory");
    for (size_t i = 0; i < 4 * PLANES; i++)
        single[i] = (float)planes[i];
    LB_TRY(build(fp64, &program, err));
    LB_TRY(lb_kernel_create(program, "lb_test_plane", &kernel, err));
    LB_TRY(lb_buffer_create(device, 4 * PLANES * bytes, "planes", &in, err));
    LB_TRY(lb_buffer_create(device, PLANES * bytes, "offsets", &out, err));
    LB_TRY(lb_buffer_write(in, 0, 4 * PLANES * bytes, fp64 ? (const void *)planes : single, err));
    LB_TRY(lb_kernel_set_buffer(kernel, "in", in, err));
    LB_TRY(lb_kernel_set_buffer(kernel, "out", out, err));
    LB_TRY(lb_kernel_set_uint(kernel, "n", PLANES, err));
    LB_TRY(lb_kernel_enqueue(kernel, PLANES, 64, err));
    LB_TRY(lb_buffer_read(out, 0, PLANES * bytes, fp64 ? (void *)offsets : single, err));
    for (int i = 0; i < PLANES && !fp64; i++)
        offsets[i] = (double)single[i];
cleanup:
    lb_kernel_destroy(kernel);
    lb_program_destroy(program);
    lb_buffer_destroy(in);
    lb_buffer_destroy(out);
    free(single);
    return st;
}

static void check_planes(bool fp64, double tolerance)
{
    struct lb_error err = {0};
    double *planes = malloc(4 * PLANES * sizeof *planes);
    double *offsets = malloc(PLANES * sizeof *offsets);
    if (!LB_CHECK(planes != NULL && offsets != NULL)) return;
    for (uint32_t i = 0; i < PLANES; i++)
        make_plane(i, planes + (size_t)4 * i);
    double worst = 0.0;
    if (LB_CHECK_OK(run(fp64, planes, offsets, &err), &err))
        for (size_t i = 0; i < PLANES; i++) {
            const double v = volume_below(planes + 4 * i, offsets[i]);
            worst = fmax(worst, fabs(v - planes[4 * i + 3]));
            LB_CHECK_NEAR(v, planes[4 * i + 3], tolerance);
        }
    printf("        worst volume off by %.1e\n", worst);
    free(planes);
    free(offsets);
}

static void planes_cut_off_their_volume_in_fp64(void)
{
    if (lb_device_get_info(device)->fp64) check_planes(true, 5e-10);
}

static void planes_cut_off_their_volume_in_fp32(void)
{
    check_planes(false, 1e-4);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST(planes_cut_off_their_volume_in_fp64);
    LB_TEST(planes_cut_off_their_volume_in_fp32);
    lb_device_close(device);
    return lb_check_report();
}

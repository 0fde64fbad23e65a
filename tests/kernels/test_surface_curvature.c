/* The curvature that the kernels find in the fill levels of spheres and circles, whose own is
 * known.  A parabola misses the sphere's fourth order, so that the mean is off by a multiple of
 * 1/R^2: 1.5/R^2 is 2.3 % at 8 cells, where the pressure of a drop has to be right to 3 %.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "opencl/device.h"
#include "opencl/program.h"
#include "geometry/volume_fraction.h"
#include "workspace/kernel_text.h"
#include "layout/layout.h"
#include "support/check.h"
#include "support/step_comparison.h"
#include "support/surface_case.h"
#include "support/test_solver.h"

static struct lb_device *device;

static const char kernel_text[] =
    "kernel void lb_test_curvature(const global scalar *fill, const global uchar *flags,\n"
    "                              global scalar *out)\n"
    "{\n"
    "    const LB_INDEX n = (LB_INDEX)get_global_id(0);\n"
    "    if (n < LB_CELLS) out[n] = lb_curvature(fill, flags, lb_cell_at(n), false);\n"
    "}\n";

static enum lb_status curvatures(const struct lb_case *c, const double *fill, const uint8_t *flags,
                                 double *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t cells = lb_case_cell_count(c);
    struct lb_layout layout;
    struct lb_program *program = NULL;
    struct lb_kernel *kernel = NULL;
    struct lb_buffer *in = NULL, *cell = NULL, *result = NULL;
    char *text = NULL, *whole = NULL;
    lb_layout_choose(c, &lb_test_layout, lb_device_get_info(device), &layout);
    const struct lb_population_set set = lb_case_populations(c, &layout);
    const struct lb_kernel_source source = {c,
                                            &set,
                                            lb_case_viscosity_model(c),
                                            &layout,
                                            lb_device_get_info(device),
                                            .is_scalar = true};
    LB_TRY(lb_kernel_text_create("surface/surface.cl", &source, NULL, &text, err));
    whole = malloc(strlen(text) + sizeof kernel_text);
    LB_REQUIRE(whole != NULL, LB_STATUS_FAILED, "out of memory");
    strcat(strcpy(whole, text), kernel_text);
    LB_TRY(lb_program_build(device, "curvature", whole, "", &program, err));
    LB_TRY(lb_kernel_create(program, "lb_test_curvature", &kernel, err));
    LB_TRY(lb_buffer_create(device, cells * sizeof *fill, "fill", &in, err));
    LB_TRY(lb_buffer_create(device, cells, "flags", &cell, err));
    LB_TRY(lb_buffer_create(device, cells * sizeof *out, "curvatures", &result, err));
    LB_TRY(lb_buffer_write(in, 0, cells * sizeof *fill, fill, err));
    LB_TRY(lb_buffer_write(cell, 0, cells, flags, err));
    LB_TRY(lb_kernel_set_buffer(kernel, "fill", in, err));
    LB_TRY(lb_kernel_set_buffer(kernel, "flags", cell, err));
    LB_TRY(lb_kernel_set_buffer(kernel, "out", result, err));
    LB_TRY(lb_kernel_enqueue(kernel, cells, 64, err));
    LB_TRY(lb_buffer_read(result, 0, cells * sizeof *out, out, err));
cleanup:
    lb_kernel_destroy(kernel);
    lb_program_destroy(program);
    lb_buffer_destroy(in);
    lb_buffer_destroy(cell);
    lb_buffer_destroy(result);
    free(text);
    free(whole);
    return st;
}

/* With `walled`, the lowest layer of cells along x is solid and the sphere's centre lies in the
 * wall's plane: the wall must show the other half.  The box is that of the largest sphere, and has solid
 * cells or not as `kinds` says, so that all have the same kernels. */
static void check_sphere(const char *lattice, double radius, bool walled, uint8_t kinds)
{
    struct lb_case c;
    struct lb_surface_state state;
    struct lb_error err = {0};
    const bool three = lattice[1] == '3';
    const uint32_t n = three ? 32 : 56;
    lb_surface_case_init(&c, &state, lattice, LB_SHAPE_DROP, n, n, three ? n : 1);
    c.cell_kinds = kinds;
    const size_t cells = (size_t)lb_case_cell_count(&c);
    const struct lb_sphere s = {
        {walled ? 1.0 : 0.5 * n + 0.27, 0.5 * n - 0.11, three ? 0.5 * n + 0.36 : 0.5}, radius};
    double *fill = calloc(cells, sizeof *fill), *out = calloc(cells, sizeof *out);
    uint8_t *flags = calloc(cells, 1);
    if (!LB_CHECK(fill != NULL && out != NULL && flags != NULL)) return;
    for (uint32_t k = 0; k < cells; k++) {
        const uint32_t x = k % n, y = k / n % n, z = k / (n * n);
        fill[k] = lb_volume_fraction(lb_sphere_depth, &s, three ? 3 : 2, x, y, z);
        if (walled && x == 0) flags[k] = LB_CELL_SOLID;
        if (walled && (x == 1 || x == n - 1)) flags[k] = LB_CELL_NEAR_SOLID;
        if (walled && x == 0) fill[k] = 0.0;
    }
    if (LB_CHECK_OK(curvatures(&c, fill, flags, out, &err), &err)) {
        const double exact = (three ? -2.0 : -1.0) / radius;
        double sum = 0.0, squares = 0.0, count = 0.0;
        for (size_t k = 0; k < cells; k++) {
            if (fill[k] < 0.05 || fill[k] > 0.95 || (walled && k % n > n - 4)) continue;
            const double ratio = out[k] / exact;
            sum += ratio;
            squares += ratio * ratio;
            count++;
        }
        const double mean = sum / count, scatter = sqrt(fmax(squares / count - mean * mean, 0.0));
        printf("        %s radius %g%s: mean %.4f, scatter %.4f\n", lattice, radius,
               walled ? " at a wall" : "", mean, scatter);
        LB_CHECK_NEAR(mean, 1.0, 1.5 / (radius * radius));
        LB_CHECK_NEAR(scatter, 0.0, 0.1);
    }
    free(fill);
    free(out);
    free(flags);
}

static void circles_have_their_curvature(void)
{
    check_sphere("d2q9", 6, false, LB_CELL_SOLID);
    check_sphere("d2q9", 12, false, LB_CELL_SOLID);
    check_sphere("d2q9", 24, false, LB_CELL_SOLID);
}

static void spheres_have_both_their_curvatures(void)
{
    check_sphere("d3q19", 6, false, 0);
    check_sphere("d3q19", 8, false, 0);
    check_sphere("d3q19", 12, false, 0);
}

static void a_wall_shows_the_other_half_of_a_drop(void)
{
    check_sphere("d2q9", 12, true, LB_CELL_SOLID);
    check_sphere("d3q19", 8, true, LB_CELL_SOLID);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    if (!lb_device_get_info(device)->fp64) return lb_check_skip("the device has no FP64");
    LB_TEST(circles_have_their_curvature);
    LB_TEST(spheres_have_both_their_curvatures);
    LB_TEST(a_wall_shows_the_other_half_of_a_drop);
    lb_device_close(device);
    return lb_check_report();
}

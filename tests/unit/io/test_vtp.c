/* test_vtp.c - VTK itself reads back surfaces and clouds, in a child process.
 * SPDX-License-Identifier: MIT */
#include "io/vtp.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/vtk.h"
#include "support/check.h"
#include "support/python.h"
#include "support/small_disk.h"

static bool has_vtk;

static int run_reader(char *const arguments[])
{
    return lb_run_python("unit/io/read_vtp.py", arguments);
}

struct points {
    struct lb_points_view view;
    struct lb_point_array arrays[2];
    double *position, *velocity, *drop;
    uint32_t *corner;
};

/* The same formulas as in read_vtp.py. */
static void fill_points(struct points *p, uint32_t count, bool double_precision)
{
    p->position = calloc(3 * (size_t)count + 1, sizeof *p->position);
    p->velocity = calloc(3 * (size_t)count + 1, sizeof *p->velocity);
    p->drop = calloc((size_t)count + 1, sizeof *p->drop);
    p->corner = calloc(3 * (size_t)count + 1, sizeof *p->corner);
    for (uint32_t i = 0; i < count; i++) {
        const double position[3] = {i / 8.0 + (double_precision ? 1e-13 : 0.0), 100.0 - i / 4.0,
                                    i * 2.0 + 0.5};
        const double velocity[3] = {-(double)i, i * 3.0, i - 0.5};
        const uint32_t corner[3] = {i, (i + 1) % count, (uint32_t)((uint64_t)i * 7 % count)};
        memcpy(p->position + 3 * (size_t)i, position, sizeof position);
        memcpy(p->velocity + 3 * (size_t)i, velocity, sizeof velocity);
        memcpy(p->corner + 3 * (size_t)i, corner, sizeof corner);
        p->drop[i] = i / 2.0;
    }
    p->arrays[0] = (struct lb_point_array){"velocity", 3, p->velocity};
    p->arrays[1] = (struct lb_point_array){"size of drop", 1, p->drop};
    p->view = (struct lb_points_view){.point_count = count,
                                      .triangle_count = count,
                                      .position = p->position,
                                      .corner = p->corner,
                                      .arrays = p->arrays,
                                      .array_count = 2,
                                      .double_precision = double_precision};
}

static void free_points(struct points *p)
{
    free(p->position);
    free(p->velocity);
    free(p->drop);
    free(p->corner);
}

static void check_read_back(uint32_t count, bool mesh, size_t array_count, bool double_precision)
{
    struct lb_error err = {0};
    struct points p;
    fill_points(&p, count, double_precision);
    if (!mesh) p.view.corner = NULL;
    p.view.array_count = array_count;
    p.view.step = 123456789012;
    unlink("points.vtp");
    LB_CHECK_OK(lb_vtp_write(&p.view, "points.vtp", &err), &err);
    LB_CHECK(access("points.vtp", R_OK) == 0);
    char text[2][24];
    snprintf(text[0], sizeof text[0], "%" PRIu32, count);
    snprintf(text[1], sizeof text[1], "%zu", array_count);
    char *arguments[] = {mesh ? "mesh" : "cloud",
                         "points.vtp",
                         text[0],
                         "123456789012",
                         double_precision ? "double" : "float",
                         text[1],
                         NULL};
    if (has_vtk) LB_CHECK_EQUAL_INT(run_reader(arguments), 0);
    unlink("points.vtp");
    free_points(&p);
}

static void surfaces_come_back_exactly(void)
{
    check_read_back(9001, true, 2, false); /* more numbers than one staging buffer */
    check_read_back(5, true, 2, true);
    check_read_back(3, true, 0, false);
}

static void clouds_come_back_exactly(void)
{
    check_read_back(9001, false, 2, false);
    check_read_back(1, false, 2, true);
}

static void no_points_at_all_are_a_file_too(void)
{
    check_read_back(0, false, 2, false);
    check_read_back(0, true, 0, true);
}

static void surfaces_go_into_a_time_series(void)
{
    struct lb_error err = {0};
    struct lb_vtk_series *series = NULL;
    struct points p;
    fill_points(&p, 12, false);
    LB_CHECK_OK(lb_vtk_series_create("membrane.pvd", &series, &err), &err);
    for (uint64_t step = 0; step < 3000; step += 1000) {
        char name[40];
        snprintf(name, sizeof name, "membrane-%" PRIu64 ".vtp", step);
        p.view.step = step;
        LB_CHECK_OK(lb_vtp_write(&p.view, name, &err), &err);
        LB_CHECK_OK(lb_vtk_series_add(series, (double)step, name, &err), &err);
    }
    char *arguments[] = {"pvd", "membrane.pvd", "3", NULL};
    if (has_vtk) LB_CHECK_EQUAL_INT(run_reader(arguments), 0);
    unlink("membrane-0.vtp");
    unlink("membrane-1000.vtp");
    unlink("membrane-2000.vtp");
    unlink("membrane.pvd");
    lb_vtk_series_destroy(series);
    free_points(&p);
}

static void what_no_reader_would_take_is_refused(void)
{
    struct lb_error err = {0};
    struct points p;
    fill_points(&p, 12, false);
    p.arrays[1].name = "a<b";
    LB_CHECK_EQUAL_INT(lb_vtp_write(&p.view, "refused.vtp", &err), LB_STATUS_FAILED);
    LB_CHECK(strstr(err.text, "refused.vtp") != NULL && strstr(err.text, "a<b") != NULL);
    p.arrays[1].name = "fine";
    p.corner[8] = 12;
    err = (struct lb_error){0};
    LB_CHECK_EQUAL_INT(lb_vtp_write(&p.view, "refused.vtp", &err), LB_STATUS_FAILED);
    LB_CHECK(strstr(err.text, "triangle 2 has a corner at point 12 of 12") != NULL);
    LB_CHECK(lb_nothing_is_left_of("refused.vtp"));
    free_points(&p);
}

static void a_surface_that_does_not_fit_on_the_disk_is_absent(void)
{
    struct lb_error err = {0};
    struct points p;
    fill_points(&p, 5000, false);
    lb_small_disk_begin(100000);
    enum lb_status st = lb_vtp_write(&p.view, "large.vtp", &err);
    lb_small_disk_end();
    LB_CHECK_EQUAL_INT(st, LB_STATUS_FAILED);
    LB_CHECK(strstr(err.text, "large.vtp") != NULL);
    LB_CHECK(lb_nothing_is_left_of("large.vtp"));
    free_points(&p);
}

int main(void)
{
    char *probe[] = {"probe", NULL};
    int status = run_reader(probe);
    has_vtk = status == 0;
    LB_CHECK(status == 0 || status == 77);
    LB_TEST(surfaces_come_back_exactly);
    LB_TEST(clouds_come_back_exactly);
    LB_TEST(no_points_at_all_are_a_file_too);
    LB_TEST(surfaces_go_into_a_time_series);
    LB_TEST(what_no_reader_would_take_is_refused);
    LB_TEST(a_surface_that_does_not_fit_on_the_disk_is_absent);
    int report = lb_check_report();
    if (report == 0 && !has_vtk) return lb_check_skip("python3-vtk9 is missing: nothing read back");
    return report;
}

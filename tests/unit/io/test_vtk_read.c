/* test_vtk_read.c - arrays that were written are read back number by number; half a file is refused.
 * SPDX-License-Identifier: MIT */
#include "io/vtk_read.h"

#include <stdlib.h>
#include <unistd.h>

#include "io/vtk.h"
#include "support/check.h"
#include "support/field_box.h"

enum { NX = 3, NY = 4, NZ = 2, CELLS = NX * NY * NZ };

static const char path[] = "read.vti";

static void write_box(double *rho, double *u, bool double_precision)
{
    struct lb_error err = {0};
    const struct lb_field *fields[LB_MAX_FIELDS + 1];
    struct lb_field_box box = {.size = {NX, NY, NZ}, .rho = rho, .u = u};
    const struct lb_field_source source = {.size = {NX, NY, NZ},
                                           .double_precision = double_precision,
                                           .read = lb_field_box_read,
                                           .context = &box};
    for (int n = 0; n < CELLS; n++) {
        rho[n] = 1.0 + n / 64.0;
        for (int axis = 0; axis < 3; axis++)
            u[3 * n + axis] = (n - 8 * axis) / 1024.0 + (double_precision ? 1e-13 * n : 0.0);
    }
    LB_CHECK_OK(lb_field_choose(NULL, "fields", false, false, fields, &err), &err);
    LB_CHECK_OK(lb_vtk_write_fields(&source, fields, path, &err), &err);
}

static void check_numbers(bool double_precision)
{
    struct lb_error err = {0};
    struct lb_vtk_array a = {0};
    double rho[CELLS], u[3 * CELLS];
    write_box(rho, u, double_precision);
    LB_CHECK_OK(lb_vtk_read(path, "u", &a, &err), &err);
    LB_CHECK(a.size[0] == NX && a.size[1] == NY && a.size[2] == NZ);
    LB_CHECK(a.components == 3);
    for (int n = 0; a.numbers != NULL && n < 3 * CELLS; n++)
        LB_CHECK(a.numbers[n] == u[n]);
    free(a.numbers);
    LB_CHECK_OK(lb_vtk_read(path, "rho", &a, &err), &err);
    LB_CHECK(a.components == 1);
    for (int n = 0; a.numbers != NULL && n < CELLS; n++)
        LB_CHECK(a.numbers[n] == rho[n]);
    free(a.numbers);
}

static void check_refused(const char *array)
{
    struct lb_error err = {0};
    struct lb_vtk_array a = {0};
    LB_CHECK(lb_vtk_read(path, array, &a, &err) == LB_STATUS_FAILED);
    LB_CHECK(a.numbers == NULL);
}

static void numbers_come_back(void)
{
    check_numbers(false);
    check_numbers(true);
}

static void half_a_file_and_another_array_are_refused(void)
{
    double rho[CELLS], u[3 * CELLS];
    write_box(rho, u, false);
    check_refused("v");
    for (off_t bytes = 900; bytes >= 0; bytes -= 100) {
        LB_CHECK(truncate(path, bytes) == 0);
        check_refused("u");
    }
    LB_CHECK(unlink(path) == 0);
    check_refused("u");
}

int main(void)
{
    LB_TEST(numbers_come_back);
    LB_TEST(half_a_file_and_another_array_are_refused);
    return lb_check_report();
}

/* Every number format keeps fluid and gas apart, and a drop that falls into a breaking dam does
 * not end the flow.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "opencl/device.h"
#include "solver/solver.h"
#include "support/check.h"
#include "support/step_comparison.h"
#include "support/surface_case.h"
#include "support/test_solver.h"

enum { STEPS = 400 };

static struct lb_device *device;

static void every_format_keeps_fluid_and_gas_apart(void)
{
    for (const struct lb_number_format *const *f = lb_number_formats; *f != NULL; f++) {
        struct lb_case c;
        struct lb_surface_state state;
        struct lb_error err = {0};
        struct lb_survey survey;
        lb_surface_case_init(&c, &state, "d2q9", LB_SHAPE_DAM, 32, 24, 1);
        c.storage = *f;
        if (c.storage->bits < 64) c.arithmetic = LB_ARITHMETIC_FP32;
        lb_test_layout.lanes = 4;
        double *out = calloc(5 * (size_t)lb_case_cell_count(&c), sizeof *out);
        if (!LB_CHECK(out != NULL)) return;
        if (LB_CHECK_OK(lb_surface_run(device, &c, STEPS, out, &survey, &err), &err)) {
            LB_CHECK_EQUAL_INT(survey.surface.contacts, 0);
            LB_CHECK_EQUAL_INT(survey.non_finite, 0);
            LB_CHECK(survey.surface.interface_cells > 0);
        }
        free(out);
    }
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    if (!lb_device_get_info(device)->fp64) return lb_check_skip("the device has no FP64");
    LB_TEST(every_format_keeps_fluid_and_gas_apart);
    lb_device_close(device);
    return lb_check_report();
}

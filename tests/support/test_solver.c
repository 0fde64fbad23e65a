/* test_solver.c - makes the layout that a test asks for.
 * SPDX-License-Identifier: MIT */
#include "support/test_solver.h"

#include "opencl/device.h"
#include "layout/layout.h"

struct lb_layout_wishes lb_test_layout;

enum lb_status lb_test_solver_create(const struct lb_case *c, struct lb_device *device,
                                     struct lb_solver **out, struct lb_error *err)
{
    struct lb_layout layout;
    lb_layout_choose(c, &lb_test_layout, lb_device_get_info(device), &layout);
    return lb_solver_create(c, &layout, device, NULL, out, err);
}

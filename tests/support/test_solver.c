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

enum lb_status lb_test_mass_gain(struct lb_solver *s, uint64_t steps, double *out,
                                 struct lb_error *err)
{
    struct lb_survey start, end;
    LB_OK(lb_solver_survey(s, &start, err));
    LB_OK(lb_solver_advance(s, steps, err));
    LB_OK(lb_solver_survey(s, &end, err));
    *out = (end.excess_mass - start.excess_mass) / (double)start.fluid_cells;
    return LB_STATUS_OK;
}

enum lb_status lb_test_heat_given(struct lb_solver *s, uint64_t steps, int groups, double *given,
                                  struct lb_error *err)
{
    double before[LB_HEAT_MOST_GROUPS];
    LB_OK(lb_solver_heat_given(s, before, err));
    LB_OK(lb_solver_advance(s, steps, err));
    LB_OK(lb_solver_heat_given(s, given, err));
    for (int n = 0; n < groups; n++)
        given[n] -= before[n];
    return LB_STATUS_OK;
}

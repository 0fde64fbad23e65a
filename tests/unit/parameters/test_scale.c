/* Values of the same flow in other cells and steps: units, relaxation times, whole numbers, what stays.
 * SPDX-License-Identifier: MIT */
#include <stddef.h>

#include "parameters/scale.h"
#include "support/check.h"

static const struct lb_parameter own[] = {
    {"radius", LB_PARAMETER_COUNT, "cells", "64", NULL, 8, 4096, "a length"},
    {"u", LB_PARAMETER_NUMBER, "cells/step", "0.1", NULL, 0, 1, "a speed"},
    {"viscosity", LB_PARAMETER_NUMBER, "cells^2/step", "0.02", NULL, 0, 10, "of the fluid"},
    {"tau", LB_PARAMETER_NUMBER, "steps", "0.9", NULL, 0.5, 10, "relaxation time"},
    {"re", LB_PARAMETER_NUMBER, "1", "100", NULL, 0, 1e9, "a ratio"},
    {"size", LB_PARAMETER_SIZE, "cells", "128,256,1", NULL, 1, 65536, "a box"},
    {"offset", LB_PARAMETER_NUMBER, "cells", "0.5", NULL, 0, 1, "within a cell"},
    {"steps", LB_PARAMETER_COUNT, "steps", "0", NULL, 0, 1e15, "0: as many as the setup wants"},
    {"time", LB_PARAMETER_NUMBER, "L/u0", "20", NULL, 0, 1e3, "of a setup"},
    {0}};
static const struct lb_parameter common[] = {
    {"steps", LB_PARAMETER_COUNT, "steps", "100", NULL, 0, 1e15, "hidden by the setup's own"}, {0}};

static void units_say_how_numbers_change(void)
{
    const struct lb_rescaling r = {0.5, 0.25}; /* half the cells, a quarter of the steps */
    LB_CHECK_NEAR(lb_unit_factor("1", r), 1.0, 0.0);
    LB_CHECK_NEAR(lb_unit_factor("cells", r), 0.5, 0.0);
    LB_CHECK_NEAR(lb_unit_factor("steps", r), 0.25, 0.0);
    LB_CHECK_NEAR(lb_unit_factor("cells/step", r), 2.0, 0.0);
    LB_CHECK_NEAR(lb_unit_factor("cells^2/step", r), 1.0, 0.0);
    LB_CHECK_NEAR(lb_unit_factor("1/step", r), 4.0, 0.0);
    LB_CHECK_NEAR(lb_unit_factor("1/steps", r), 4.0, 0.0);
    LB_CHECK_NEAR(lb_unit_factor("rho0 cells^3/step^2", r), 2.0, 1e-15);
    LB_CHECK_NEAR(lb_unit_factor("rho0/cells", r), 2.0, 0.0);
    LB_CHECK_NEAR(lb_unit_factor("m/s", r), 1.0, 0.0);
    LB_CHECK_NEAR(lb_unit_factor("L/u0", r), 1.0, 0.0);
}

static void the_flow_stays_the_same(void)
{
    struct lb_values *v = NULL;
    struct lb_error err = {0};
    uint32_t size[3];
    LB_CHECK_OK(lb_values_create(own, common, &v, &err), &err);
    LB_CHECK_OK(lb_values_rescale(v, (struct lb_rescaling){0.5, 0.5}, "here", &err), &err);
    LB_CHECK_EQUAL_INT(lb_values_count(v, "radius"), 32);
    LB_CHECK_NEAR(lb_values_number(v, "u"), 0.1, 0.0);
    LB_CHECK_NEAR(lb_values_number(v, "viscosity"), 0.01, 1e-16);
    LB_CHECK_NEAR(lb_values_number(v, "tau"), 0.7, 1e-15);
    LB_CHECK_NEAR(lb_values_number(v, "re"), 100.0, 0.0);
    LB_CHECK_EQUAL_INT(lb_values_size(v, "size", size), 3);
    LB_CHECK(size[0] == 64 && size[1] == 128 && size[2] == 1);
    LB_CHECK_NEAR(lb_values_number(v, "offset"), 0.5, 0.0);
    LB_CHECK_EQUAL_INT(lb_values_count(v, "steps"), 0);
    LB_CHECK(!lb_values_is_set(v, "steps"));
    LB_CHECK_NEAR(lb_values_number(v, "time"), 20.0, 0.0);
    /* half the speed on the same grid: twice the steps, half the viscosity */
    LB_CHECK_OK(lb_values_rescale(v, (struct lb_rescaling){1.0, 2.0}, "here", &err), &err);
    LB_CHECK_EQUAL_INT(lb_values_count(v, "radius"), 32);
    LB_CHECK_NEAR(lb_values_number(v, "u"), 0.05, 1e-16);
    LB_CHECK_NEAR(lb_values_number(v, "tau"), 0.6, 1e-15);
    lb_values_destroy(v);
}

static void counts_stay_whole(void)
{
    struct lb_values *v = NULL;
    struct lb_error err = {0};
    LB_CHECK_OK(lb_values_create(own, common, &v, &err), &err);
    LB_CHECK_OK(lb_values_set(v, "radius", "63", "here", &err), &err);
    LB_CHECK_NEAR(lb_values_whole_share(v, "radius", 0.5), 32.0 / 63.0, 1e-15);
    LB_CHECK_NEAR(lb_values_whole_share(v, "viscosity", 0.5), 0.5, 0.0);
    LB_CHECK_EQUAL_INT(lb_values_rescale(v, (struct lb_rescaling){0.1, 0.1}, "here", &err),
                       LB_STATUS_USAGE);
    lb_values_destroy(v);
}

int main(void)
{
    LB_TEST(units_say_how_numbers_change);
    LB_TEST(the_flow_stays_the_same);
    LB_TEST(counts_stay_whole);
    return lb_check_report();
}

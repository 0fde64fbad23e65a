/* The step on a device against the host reference: every kind of cell and the force, one at a time
 * on d2q9 (d3q19 in the matrix), all together on both (on every
 * lattice in the matrix; without walls they are test_step_collisions.c's), in FP64.
 * SPDX-License-Identifier: MIT */
#include <stddef.h>
#include <string.h>

#include "opencl/device.h"
#include "support/check.h"
#include "support/random_case.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

static struct lb_device *device;

static void compare_lattice(const struct lb_lattice *l, unsigned with, int lanes, bool shift,
                            enum lb_streaming streaming, bool always)
{
    struct lb_case c;
    struct lb_random_state state;
    const bool is_flat = l->dimensions == 2;
    if (!lb_check_runs(always)) return;
    lb_random_case_init(&c, &state, l, with, 6, is_flat ? 16 : 5, is_flat ? 1 : 8);
    c.streaming = streaming;
    lb_test_layout.lanes = lanes;
    c.shift = shift;
    LB_CHECK(lb_steps_agree(device, &c));
}

/* Each streaming on one of the two lattices: `flat` on d2q9. */
static void compare_two_lattices(unsigned with, int lanes, bool shift, enum lb_streaming flat)
{
    const enum lb_streaming other =
        flat == LB_STREAMING_PULL ? LB_STREAMING_IN_PLACE : LB_STREAMING_PULL;
    compare_lattice(lb_lattice_find("d2q9"), with, lanes, shift, flat, true);
    compare_lattice(lb_lattice_find("d3q19"), with, lanes, shift, other, false);
}

static void periodic_box_agrees(void)
{
    compare_two_lattices(LB_WITH_NOTHING, 2, true, LB_STREAMING_IN_PLACE);
}

static void force_agrees(void)
{
    compare_two_lattices(LB_WITH_FORCE, 1, true, LB_STREAMING_PULL);
}

static void resting_walls_agree(void)
{
    compare_two_lattices(LB_WITH_SOLID, 1, true, LB_STREAMING_IN_PLACE);
}

static void moving_walls_agree(void)
{
    compare_two_lattices(LB_WITH_MOVING, 1, true, LB_STREAMING_PULL);
}

static void equilibrium_cells_agree(void)
{
    compare_two_lattices(LB_WITH_EQUILIBRIUM, 2, true, LB_STREAMING_PULL);
}

static void all_together_agree(void)
{
    for (const struct lb_lattice *const *l = lb_lattices; *l != NULL; l++) {
        compare_lattice(*l, LB_WITH_ALL, 8, true, LB_STREAMING_IN_PLACE,
                        (*l)->directions == 9 || (*l)->directions == 19);
        compare_lattice(*l, LB_WITH_ALL, 8, true, LB_STREAMING_PULL, false);
    }
}

static void all_together_agree_without_shift(void)
{
    compare_two_lattices(LB_WITH_ALL, 2, false, LB_STREAMING_IN_PLACE);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    if (!lb_device_get_info(device)->fp64) return lb_check_skip("the device has no FP64");
    LB_TEST_MATRIX(periodic_box_agrees);
    LB_TEST_MATRIX(force_agrees);
    LB_TEST_MATRIX(resting_walls_agree);
    LB_TEST_MATRIX(moving_walls_agree);
    LB_TEST_MATRIX(equilibrium_cells_agree);
    LB_TEST_MATRIX(all_together_agree);
    LB_TEST_MATRIX(all_together_agree_without_shift);
    lb_device_close(device);
    return lb_check_report();
}

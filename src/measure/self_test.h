/* self_test.h - whether the kernels that a driver built compute what the host reference does.
 * A tiny box of every kind of cell that the case may have advances a few steps on both: each
 * number within what rounding explains, and the mean of all within its own standard error, as
 * rounding has no side.  Markers, a free surface, conditions at the ends of the box and models
 * of viscosity are left out.
 * SPDX-License-Identifier: MIT */
#ifndef LB_MEASURE_SELF_TEST_H
#define LB_MEASURE_SELF_TEST_H

#include <stdbool.h>

#include "base/status.h"
#include "case/case.h"
#include "workspace/kernel_text.h"
#include "layout/layout.h"

struct lb_device;

enum lb_self_test_mode {
    LB_SELF_TEST_AUTO,  /* once for a device, a driver and kernels; what passed is kept */
    LB_SELF_TEST_NEVER, /* for kernels that were changed on purpose */
    LB_SELF_TEST_NOW    /* whatever passed before */
};

struct lb_self_test_result {
    bool is_known;    /* false: the reference does not know the method, and nothing was compared */
    double deviation; /* the largest, over what rounding explains: at most 1 is right */
};

/* The case's methods with the lanes of `layout`.  LB_STATUS_DEVICE if the kernels compute something
 * else: the message says in which cell, and what helps. */
enum lb_status lb_self_test(const struct lb_case *c, const struct lb_layout_choice *layout,
                            struct lb_device *device, const struct lb_kernel_places *places,
                            struct lb_self_test_result *out, struct lb_error *err);

/* The same unless it passed before: kept beside the measured layouts, not for kernels of a
 * folder. */
enum lb_status lb_self_test_once(const struct lb_case *c, const struct lb_layout_choice *layout,
                                 struct lb_device *device, const struct lb_kernel_places *places,
                                 enum lb_self_test_mode mode, struct lb_error *err);

#endif

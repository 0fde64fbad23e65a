/* roofline_count.h - the operations and bytes of a step kernel, counted in the PTX that the driver
 * made of it, or, where the driver makes none, in the PTX that clang makes of the same text.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BENCH_ROOFLINE_COUNT_H
#define LB_BENCH_ROOFLINE_COUNT_H

#include "base/status.h"
#include "case/case.h"

struct lb_device;
struct lb_kernel_places;
struct lb_layout;
struct lb_process_dialog;

enum { LB_ROOFLINE_SOURCE_SIZE = 32, LB_ROOFLINE_COUNTS_SIZE = 1024 };

struct lb_roofline_count {
    char vector[LB_ROOFLINE_COUNTS_SIZE]; /* counts of one work-item by class, as a JSON object */
    int lanes, arithmetic_lanes;          /* V cells of a work-item, W computed at once */
    char source[LB_ROOFLINE_SOURCE_SIZE]; /* whose PTX: "driver", "clang-14" */
    double floats, integers;              /* operations per cell */
    double conversions, others;           /* instructions per cell that are no operations */
    double load_bytes, store_bytes;       /* per cell */
};

/* `c` as the solver would run it on `device`; `python` is python/sluice_lbm/roofline.py.  The counted
 * path is that of a vector of plain fluid inside of its slab.  LB_STATUS_DEVICE if the case does
 * not fit the device, LB_STATUS_FAILED if there is neither a driver that makes PTX nor clang. */
enum lb_status lb_roofline_count(const struct lb_case *c, const struct lb_layout *layout,
                                 struct lb_device *device, const struct lb_kernel_places *places,
                                 struct lb_process_dialog *python, struct lb_roofline_count *out,
                                 struct lb_error *err);

#endif

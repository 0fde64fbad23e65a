/* tune_measure.h - finds the fastest layout for a case's kernels by timing a few side by side.
 * SPDX-License-Identifier: MIT */
#ifndef LB_MEASURE_TUNE_MEASURE_H
#define LB_MEASURE_TUNE_MEASURE_H

#include "case/case.h"
#include "solver/solver.h"
#include "measure/tune_cache.h"

struct lb_device;
struct lb_device_info;

enum { LB_TUNE_MAX_LAYOUTS = 16 };

/* A layout is taken in place of another only if it is this much faster in the median of seven
 * rounds, and faster at all in six of them. */
#define LB_TUNE_MIN_GAIN 1.03

/* The box that layouts of `c` are timed in: the case's own, or a cube (a square in 2D) with more
 * bytes than the caches hold, if that is smaller. */
void lb_tune_box(const struct lb_case *c, const struct lb_device_info *device, uint32_t size[3]);

/* "V=4 W=2, groups of 64, at most 96 registers"; returns `out`. */
const char *lb_tune_layout_text(const struct lb_layout_choice *l, char *out, size_t size);

/* Lanes worth a try beside the rules', which come first, for both the case's own box and that of
 * the measurement.  Returns how many; at most LB_TUNE_MAX_LAYOUTS. */
size_t lb_tune_list_lanes(const struct lb_case *c, const struct lb_device_info *device,
                          const struct lb_layout_choice *rule, struct lb_layout_choice *out);

/* Times layouts of the case's kernels in the box of lb_tune_box, with the flow of `sluice bench`:
 * first lanes, then groups, then limits of registers on NVIDIA, each against the best so far, in
 * turns.  `tell` gets each result; NULL: not reported.  Takes from seconds to a minute, most
 * of it the driver's compiler.  LB_STATUS_INTERRUPTED or _TERMINATED after a signal (run/stop.h). */
enum lb_status lb_tune_measure(const struct lb_case *c, struct lb_device *device,
                               const struct lb_layout_choice *rule,
                               const struct lb_kernel_places *places,
                               void (*tell)(void *context, const char *text), void *context,
                               struct lb_tune_answer *out, struct lb_error *err);

#endif

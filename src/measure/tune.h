/* tune.h - how a case is laid out on a device: as the user says, as was measured, or by the rules of
 * layout.c; and which of these it was.
 * All layouts give the same bits in every cell (docs/memory-layout.md), so this is about speed only.
 * SPDX-License-Identifier: MIT */
#ifndef LB_MEASURE_TUNE_H
#define LB_MEASURE_TUNE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "case/case.h"
#include "solver/solver.h"
#include "measure/tune_cache.h"

struct lb_device;
struct lb_device_info;

enum lb_tune_mode {
    LB_TUNE_AUTO,  /* what was measured before; else by the rules, unless the run is long */
    LB_TUNE_NEVER, /* by the rules */
    LB_TUNE_NOW    /* measured, whatever was measured before, and kept */
};

enum lb_tune_origin { LB_TUNE_BY_RULE, LB_TUNE_GIVEN, LB_TUNE_KEPT, LB_TUNE_MEASURED };

const char *lb_tune_origin_name(enum lb_tune_origin origin); /* "rule" "given" "cache" "measured" */

enum { LB_TUNE_WHY_SIZE = 400 };

struct lb_tuning {
    enum lb_tune_origin origin;
    struct lb_layout_choice layout; /* what it is made of */
    char why[LB_TUNE_WHY_SIZE];     /* one clause */
};

struct lb_tune_request {
    struct lb_layout_wishes wishes;
    enum lb_tune_mode mode;
    uint64_t steps; /* of the run, at most; 0: not long */
    struct lb_kernel_places places;
    void (*tell)(void *context, const char *text); /* of a measurement; NULL: not reported */
    void *context;
};

/* Whether a run is long beyond doubt: ten minutes even on a device of the fastest memory there is
 * for its kind. */
bool lb_tune_is_long(const struct lb_case *c, const struct lb_device_info *device, uint64_t steps);

/* Decides, and measures where that is due: `out` is the layout to solve the case with.  A cache that is broken or cannot be written is told in `why`
 * and no failure.  LB_STATUS_INTERRUPTED or _TERMINATED after a signal. */
enum lb_status lb_tune(const struct lb_case *c, struct lb_device *device,
                       const struct lb_tune_request *request, struct lb_layout *out,
                       struct lb_tuning *tuning, struct lb_error *err);

/* Of all kernel files that the program holds. */
unsigned long long lb_tune_hash_kernels(void);

/* "V=16 W=16, 1 part, groups of 64 (by rule: why)"; returns `out`. */
const char *lb_tune_text(const struct lb_tuning *t, char *out, size_t size);

#endif

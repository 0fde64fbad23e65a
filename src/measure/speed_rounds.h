/* speed_rounds.h - the speeds of several cases, measured in turns: what else a machine does comes and
 * goes, so two speeds are compared within a round.
 * SPDX-License-Identifier: MIT */
#ifndef LB_MEASURE_SPEED_ROUNDS_H
#define LB_MEASURE_SPEED_ROUNDS_H

#include <stddef.h>

#include "base/status.h"
#include "case/case.h"
#include "case/lookup.h"
#include "solver/solver.h"

struct lb_device;

enum { LB_SPEED_MIN_ROUNDS = 10, LB_SPEED_MAX_ROUNDS = 100 };

struct lb_speed_rounds {
    int count; /* 0: no figure */
    double mlups[LB_SPEED_MAX_ROUNDS];
};

/* One speed over another, of the rounds that both have: the median of the ratios within rounds or,
 * from LB_SPEED_MIN_ROUNDS on, the ratio of the fastest fifths of both, whichever is known better. */
struct lb_speed_ratio {
    double ratio; /* NaN: no figure */
    double error; /* three standard errors */
};
struct lb_speed_ratio lb_speed_ratio(const struct lb_speed_rounds *a,
                                     const struct lb_speed_rounds *b);

struct lb_speed_request {
    const struct lb_case *cases; /* lattice, operator, formats; the rest is the box's */
    size_t count;                /* the first is the one that others are compared with */
    struct lb_layout_wishes wishes;
    struct lb_kernel_places places;
    void (*tell)(void *context, const char *text); /* NULL: not reported */
    void *context;
};

/* Steps of a known flow in a periodic box that is too large for caches, `size` cells; rounds until
 * every ratio to the first is known to 1 %, or LB_SPEED_MAX_ROUNDS.  A case that the device cannot
 * hold or whose flow goes wrong has no figure.  LB_STATUS_INTERRUPTED or _TERMINATED after a signal. */
enum lb_status lb_speed_rounds_measure(const struct lb_speed_request *request,
                                       struct lb_device *device, uint32_t size[3],
                                       struct lb_speed_rounds *out, struct lb_error *err);

#endif

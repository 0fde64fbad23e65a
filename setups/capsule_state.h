/* capsule_state.h - what the setup capsule knows; for its own files only.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SETUPS_CAPSULE_STATE_H
#define LB_SETUPS_CAPSULE_STATE_H

#include "run/setup.h"

enum { LB_CAPSULE_SHAPE }; /* the time series */
/* Of the history of the shape. */
enum {
    COLUMN_TIME,
    COLUMN_STEP,
    COLUMN_TAYLOR,
    COLUMN_INCLINATION,
    COLUMN_VOLUME,
    COLUMN_A,
    COLUMN_B,
    COLUMN_C,
    COLUMN_ELONGATION,
    COLUMNS
};
enum { LB_CAPSULE_OUTLINES = 5 }; /* shapes kept at whole times */

/* Times are the shear rate times the step. */
#define LB_CAPSULE_OBSERVED_EVERY 0.005

struct capsule {
    double radius, capillary, rate, viscosity;
    bool is_sphere, has_membrane;
    uint32_t size[3];
    struct lb_mesh mesh; /* without stress, in its place */
    struct lb_mesh now;  /* the same corners, moved nodes */
    double *before;      /* positions at the observation before */
    uint64_t step_now, step_before;
    struct lb_membrane_reference reference;
    struct lb_membrane_material material;
    struct lb_markers markers;
    uint32_t *belt; /* nodes in the middle plane */
    size_t belt_count;
    double *outline[LB_CAPSULE_OUTLINES]; /* x, z of the middle cut, in radii; closed */
    size_t outline_count[LB_CAPSULE_OUTLINES];
};

double lb_capsule_time(const struct capsule *s, uint64_t step);
/* Of the middle plane of the flow, for pictures: the fastest is half as fast as the walls. */
struct lb_picture lb_capsule_flow(const struct capsule *s);

/* capsule_shape.c: a row of the history, outlines and pictures at whole times; the membrane for
 * ParaView. */
enum lb_status lb_capsule_measure(void *state, struct lb_run *run, const struct lb_record *record,
                                  struct lb_error *err);
enum lb_status lb_capsule_write_membrane(void *state, struct lb_run *run, struct lb_error *err);

/* capsule_report.c: results, verdicts and charts. */
enum lb_status lb_capsule_report(const struct capsule *s, struct lb_run *run, struct lb_error *err);

#endif

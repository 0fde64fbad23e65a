/* api_internal.h - what a flow of sluice.h is made of, for the files of this room.
 * SPDX-License-Identifier: MIT */
#ifndef LB_API_API_INTERNAL_H
#define LB_API_API_INTERNAL_H

#include <stdbool.h>

#include "sluice.h"

#include "base/status.h"
#include "case/case.h"
#include "case/lookup.h"
#include "decomposition/subdomain.h"
#include "domain/bodies.h"
#include "domain/faces.h"
#include "domain/openings.h"
#include "solver/solver.h"

struct lb_device;
struct lb_world;

enum {
    LB_API_MAX_EVENTS = 32,
    LB_API_MAX_OPENINGS = LB_MAX_BOUNDARIES - LB_FACES,
    LB_API_LOOKED_EVERY = 100
};

struct lb_api_event {
    uint64_t every;
    sluice_callback *function;
    void *context;
};

struct sluice {
    struct lb_case c; /* of the whole box */
    struct lb_layout_wishes wishes;
    char *device_word, *kernels; /* owned; NULL: the defaults */
    sluice_start_function *start;
    const void *start_context;
    sluice_arrays arrays; /* borrowed; of a start from arrays */
    struct lb_faces faces;
    double *profiles[LB_FACES]; /* owned copies */
    int profile_at[LB_FACES];   /* where a face's begins on the device; -1: it has none */
    sluice_opening openings[LB_API_MAX_OPENINGS]; /* `condition` is of lb_boundary_conditions */
    int opening_count;
    struct lb_openings patches;                       /* once the cells are known */
    struct lb_boundary boundaries[LB_MAX_BOUNDARIES]; /* of faces, then of openings */
    struct lb_bodies bodies;
    bool accepts_holes;
    struct lb_markers markers;
    double *position, *force; /* of markers; owned copies */

    struct lb_world *world; /* NULL: one rank */
    int grid[3];
    struct lb_decomposition place;
    struct lb_subdomain part; /* of several ranks */
    struct lb_device *device;
    struct lb_solver *solver; /* NULL before the start */
    bool has_failed;          /* only to be freed */
    bool is_advancing;

    struct lb_api_event events[LB_API_MAX_EVENTS];
    int event_count;
    uint64_t looked_at; /* step at which numbers were last seen to be finite */
    char *notes;        /* owned; NULL: none */
};

/* Hands a failure to the caller of the library, and returns its status. */
sluice_status lb_api_report(enum lb_status st, const struct lb_error *err, sluice_error *out);

/* LB_STATUS_USAGE where an argument is NULL, which `what` names. */
enum lb_status lb_api_need_given(const void *argument, const char *call, const char *what,
                                 struct lb_error *err);
/* LB_STATUS_FAILED if the flow has, or has not, started; LB_STATUS_USAGE if it is NULL. */
enum lb_status lb_api_need_unstarted(const struct sluice *s, const char *call,
                                     struct lb_error *err);
enum lb_status lb_api_need_started(const struct sluice *s, const char *call, struct lb_error *err);
/* In two dimensions the third component is 0. */
enum lb_status lb_api_need_planar(const struct sluice *s, const double vector[3], const char *what,
                                  struct lb_error *err);

/* box.c: the start state of the case, faces and bodies included, and the kinds of its cells. */
void lb_api_start_cell(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out);
enum lb_status lb_api_finish_box(struct sluice *s, struct lb_error *err);

/* flow_openings.c: their cells, once all others are known; the boundaries of the case. */
enum lb_status lb_api_find_openings(struct sluice *s, struct lb_error *err);

#endif

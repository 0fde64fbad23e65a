/* solver_internal.h - what a solver owns; for solver.c, walls.c, observe.c, wall_force.c,
 * free_surface.c, free_surface_query.c and droplet_removal.c only.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SOLVER_SOLVER_INTERNAL_H
#define LB_SOLVER_SOLVER_INTERNAL_H

#include "opencl/device.h"
#include "opencl/program.h"
#include "solver/immersed.h"
#include "solver/layout.h"
#include "solver/solver.h"

/* Cells whose populations are thrown back after a step. */
struct lb_bounce {
    uint64_t count;
    struct lb_buffer *cells, *walls; /* memory indices; bit i: population i comes out of a wall */
    struct lb_kernel *kernel;        /* NULL where there are none */
};

/* The cells beside walls, and what moving walls do to them; all NULL where there are none, but for
 * `links` where there are markers. */
struct lb_walls {
    uint64_t beside_count;
    struct lb_buffer *beside;           /* their memory indices */
    struct lb_buffer *links;            /* a word for each vector: kernels/shared/vector_word.h */
    struct lb_bounce bounce;            /* what the step leaves */
    struct lb_buffer *at_terms, *terms; /* of vectors beside moving walls */
};

struct lb_solver {
    const struct lb_case *c;
    struct lb_device *device;
    struct lb_layout layout;
    uint64_t step;
    uint64_t device_bytes;

    struct lb_buffer *populations[2]; /* [0] is read next; in place there is only [0] */
    struct lb_buffer *flags;
    struct lb_buffer *prescribed; /* NULL where nothing is */
    struct lb_buffer *alarm;      /* {raised, step} */
    struct lb_buffer *staging;    /* for observation: quadruples of `staging_cells` cells */
    uint64_t staging_cells;
    struct lb_buffer *probes; /* LB_PROBE_CAPACITY quadruples */
    uint64_t probes_recorded;
    struct lb_buffer *sums, *counts; /* of the survey's work-items */
    uint32_t survey_items;

    /* The force on walls: made at its first use (wall_force.c). */
    bool has_wall_force;
    uint32_t wall_force_items; /* each leaves six sums a record */
    struct lb_buffer *wall_force_sums;
    uint64_t wall_forces_recorded;
    struct lb_program *wall_force_program;
    struct lb_kernel *wall_force_kernel;
    struct lb_immersed *immersed; /* NULL where there are no markers */

    struct lb_program *step_program;
    struct lb_kernel *step_kernel;
    struct lb_walls walls;
    struct lb_program *cell_program;
    struct lb_kernel_places places;
    struct lb_program *histogram_program; /* NULL until one is wanted */
    struct lb_kernel *observe_kernel, *survey_kernel;
    uint8_t *host_flags;

    struct lb_surface_part *surface; /* NULL where there is none */
    double removed_mass;             /* of droplets, and of what was cut off at the top */
};

/* Flattens and builds the program of a kernel file; `scalar`: one lane of arithmetic. */
enum lb_status lb_solver_build(struct lb_solver *s, const char *entry, bool scalar,
                               struct lb_program **out, struct lb_error *err);

/* walls.c: the words of vectors, without any bits; then the walls, once flags, their marks and the
 * start state are on the device; after each step, with s->populations and s->step as the next one
 * will find them. */
enum lb_status lb_walls_create_links(struct lb_solver *s, struct lb_error *err);
enum lb_status lb_walls_create(struct lb_solver *s, struct lb_error *err);
enum lb_status lb_walls_bind_step(const struct lb_solver *s, struct lb_kernel *step,
                                  struct lb_error *err);
enum lb_status lb_walls_after_step(struct lb_solver *s, struct lb_error *err);
void lb_walls_destroy(struct lb_solver *s);

/* Number `at` of an array of the case's arithmetic. */
double lb_solver_number(const struct lb_solver *s, const void *numbers, uint64_t at);

bool lb_region_is_inside(const struct lb_case *c, const struct lb_region *r);

/* Bytes of one number of the case's arithmetic. */
uint64_t lb_solver_scalar_bytes(const struct lb_solver *s);

/* A new buffer with `data` in it, which the caller owns; the second one rounds to the case's
 * arithmetic.  `what` as in lb_buffer_create. */
enum lb_status lb_solver_upload(const struct lb_solver *s, const void *data, uint64_t bytes,
                                const char *what, struct lb_buffer **out, struct lb_error *err);
enum lb_status lb_solver_upload_numbers(const struct lb_solver *s, const double *numbers,
                                        size_t count, const char *what, struct lb_buffer **out,
                                        struct lb_error *err);

#endif

/* immersed.c - buffers and kernels of the markers, and their part in a step.
 * SPDX-License-Identifier: MIT */
#include "solver/immersed.h"

#include <math.h>
#include <stdlib.h>

#include "shared/fixed_point.h"
#include "shared/membrane_sums.h"
#include "solver/immersed_bending.h"
#include "solver/immersed_patches.h"
#include "solver/solver_internal.h"

/* Sums over the surface keep this many bits of the reference shape's: a large deformation adds
 * a few, and 63 are there. */
enum { MEASURE_BITS = 48 };
enum { SPREAD_STEP = 12 }; /* argument of lb_spread: the number of the step */

struct lb_immersed {
    struct lb_solver *s;
    const struct lb_markers *markers;
    bool is_spread; /* for the next step, already */

    struct lb_buffer *position; /* 64-bit fixed point, kernels/shared/fixed_point.h */
    struct lb_buffer *given;    /* forces of their own; NULL: none */
    struct lb_buffer *marker_force;
    struct lb_buffer *flight; /* velocities of markers; NULL where there is no gas */
    struct lb_buffer *force;  /* of cells, components side by side */
    struct lb_buffer
        *velocity; /* of cells, four numbers each (kernels/immersed/cell_velocity.cl) */
    /* A mere membrane; NULL where there is more or none, and then the following are there. */
    struct lb_immersed_patches *patches;

    /* of the membrane; NULL where there is none */
    struct lb_buffer *corner, *reference, *record, *sums, *start, *entry;

    struct lb_immersed_bending *bending; /* NULL: none */

    struct lb_program *program, *membrane_program;
    struct lb_kernel *spread_kernel, *drift_kernel, *triangle_kernel;
};

/* --- the reference shape --------------------------------------------------------------------- */

static double scale_for(double measure)
{
    int exponent = 0;
    frexp(measure, &exponent);
    return ldexp(1.0, MEASURE_BITS - exponent);
}

void lb_membrane_measure(const struct lb_markers *m, struct lb_membrane_measure *out)
{
    *out = (struct lb_membrane_measure){1.0, 1.0, 1, 1};
    if (m->mesh == NULL) return;
    out->volume_scale = scale_for(m->reference->volume);
    out->area_scale = scale_for(m->reference->area);
    out->volume = llround(m->reference->volume * out->volume_scale);
    out->area = llround(m->reference->area * out->area_scale);
}

/* --- checks ---------------------------------------------------------------------------------- */

static enum lb_status check_positions(const struct lb_case *c, struct lb_error *err)
{
    const struct lb_markers *m = c->markers;
    for (uint32_t n = 0; n < m->count; n++) {
        const double *x = m->position + 3 * (size_t)n;
        for (int axis = 0; axis < c->lattice->dimensions; axis++)
            if (!(x[axis] >= 0.0 && x[axis] <= (double)c->size[axis]))
                return lb_fail(err, LB_STATUS_USAGE,
                               "marker %u at %g,%g,%g lies outside of the box 0..%u,%u,%u", n, x[0],
                               x[1], x[2], c->size[0], c->size[1], c->size[2]);
    }
    return LB_STATUS_OK;
}

/* A stencil must not meet itself across a periodic side. */
static enum lb_status check_case(const struct lb_case *c, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_markers *m = c->markers;
    for (int axis = 0; axis < c->lattice->dimensions; axis++)
        LB_REQUIRE(c->size[axis] >= (uint32_t)m->delta->points, LB_STATUS_USAGE,
                   "size %u,%u,%u is too small for the %s kernel of the markers, which takes %d "
                   "cells along each axis",
                   c->size[0], c->size[1], c->size[2], m->delta->name, m->delta->points);
    LB_TRY(check_positions(c, err));
    if (m->mesh == NULL) return LB_STATUS_OK;
    LB_REQUIRE(c->lattice->dimensions == 3, LB_STATUS_USAGE,
               "a membrane needs a lattice in three dimensions, and %s has two", c->lattice->name);
    LB_REQUIRE(m->mesh->node_count <= m->count, LB_STATUS_FAILED,
               "%u markers are too few for a membrane of %u nodes", m->count, m->mesh->node_count);
cleanup:
    return st;
}

/* --- buffers --------------------------------------------------------------------------------- */

static enum lb_status upload_positions(struct lb_immersed *m, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const size_t count = 3 * (size_t)m->markers->count;
    int64_t *fixed = malloc(count * sizeof *fixed);
    LB_REQUIRE(fixed != NULL, LB_STATUS_FAILED, "out of memory for %u markers", m->markers->count);
    for (size_t n = 0; n < count; n++)
        fixed[n] = llround(ldexp(m->markers->position[n], LB_POSITION_BITS));
    LB_TRY(lb_solver_upload(m->s, fixed, count * sizeof *fixed, "positions of markers",
                            &m->position, err));
cleanup:
    free(fixed);
    return st;
}

static enum lb_status create_marker_buffers(struct lb_immersed *m, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t count = m->markers->count, scalar = lb_solver_scalar_bytes(m->s);
    LB_TRY(upload_positions(m, err));
    if (m->markers->force != NULL)
        LB_TRY(lb_solver_upload_numbers(m->s, m->markers->force, 3 * count,
                                        "forces given to markers", &m->given, err));
    LB_TRY(lb_buffer_create(m->s->device, 3 * count * scalar, "forces of markers", &m->marker_force,
                            err));
    if (m->s->c->surface.exists)
        LB_TRY(lb_buffer_create(m->s->device, 3 * count * sizeof(int64_t), "velocities of markers",
                                &m->flight, err));
cleanup:
    return st;
}

static enum lb_status create_cell_buffers(struct lb_immersed *m, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_case *c = m->s->c;
    const uint64_t cells = lb_case_cell_count(c);
    const uint64_t numbers = cells * (uint64_t)c->lattice->dimensions;
    if (lb_case_has_marker_force(c))
        LB_TRY(lb_buffer_create(m->s->device, numbers * sizeof(int64_t), "forces on cells",
                                &m->force, err));
    LB_TRY(lb_buffer_create(m->s->device, 4 * cells * lb_solver_scalar_bytes(m->s),
                            "velocities near markers", &m->velocity, err));
cleanup:
    return st;
}

static enum lb_status upload_reference(struct lb_immersed *m, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_membrane_reference *r = m->markers->reference;
    const size_t triangles = m->markers->mesh->triangle_count;
    double *numbers = malloc(4 * triangles * sizeof *numbers);
    LB_REQUIRE(numbers != NULL, LB_STATUS_FAILED, "out of memory for %zu triangles", triangles);
    for (size_t t = 0; t < triangles; t++) {
        for (size_t k = 0; k < 3; k++)
            numbers[4 * t + k] = r->inverse[3 * t + k];
        numbers[4 * t + 3] = r->triangle_area[t];
    }
    LB_TRY(lb_solver_upload_numbers(m->s, numbers, 4 * triangles, "shape of the membrane",
                                    &m->reference, err));
cleanup:
    free(numbers);
    return st;
}

static enum lb_status create_membrane_buffers(struct lb_immersed *m, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_mesh *mesh = m->markers->mesh;
    struct lb_mesh_adjacency adjacency = {0};
    const uint64_t corners = 3 * (uint64_t)mesh->triangle_count, word = sizeof(uint32_t);
    LB_TRY(lb_mesh_adjacency_create(mesh, &adjacency, err));
    LB_TRY(lb_solver_upload(m->s, mesh->corner, corners * word, "corners of triangles", &m->corner,
                            err));
    LB_TRY(lb_solver_upload(m->s, adjacency.start, ((uint64_t)mesh->node_count + 1) * word,
                            "triangles of nodes", &m->start, err));
    LB_TRY(lb_solver_upload(m->s, adjacency.entry, corners * word, "triangles of nodes", &m->entry,
                            err));
    LB_TRY(upload_reference(m, err));
    LB_TRY(lb_buffer_create(m->s->device,
                            (uint64_t)mesh->triangle_count * LB_RECORD_SIZE *
                                lb_solver_scalar_bytes(m->s),
                            "forces of triangles", &m->record, err));
    LB_TRY(lb_buffer_create(m->s->device, 2 * sizeof(int64_t), "volume and area", &m->sums, err));
cleanup:
    lb_mesh_adjacency_free(&adjacency);
    return st;
}

/* --- kernels --------------------------------------------------------------------------------- */

static enum lb_status bind_spread(struct lb_immersed *m, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_buffer *const buffers[] = {m->position,
                                               NULL /* flags */,
                                               m->given,
                                               m->start,
                                               m->entry,
                                               m->record,
                                               m->sums,
                                               m->marker_force,
                                               m->force,
                                               m->s->walls.links,
                                               lb_immersed_bending_force(m->bending),
                                               m->s->alarm};
    for (unsigned n = 0; n < sizeof buffers / sizeof *buffers; n++)
        LB_TRY(lb_kernel_set_buffer(m->spread_kernel, n, buffers[n], err));
cleanup:
    return st;
}

static enum lb_status create_marker_kernels(struct lb_immersed *m, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    LB_TRY(lb_solver_build(m->s, "immersed/markers.cl", true, &m->program, err));
    LB_TRY(lb_kernel_create(m->program, "lb_spread", &m->spread_kernel, err));
    LB_TRY(lb_kernel_create(m->program, "lb_drift", &m->drift_kernel, err));
    LB_TRY(bind_spread(m, err));
    LB_TRY(lb_kernel_set_buffer(m->drift_kernel, 0, m->position, err));
    LB_TRY(lb_kernel_set_buffer(m->drift_kernel, 2, m->velocity, err));
    LB_TRY(lb_kernel_set_buffer(m->drift_kernel, 3, m->flight, err));
    LB_TRY(lb_kernel_set_buffer(m->drift_kernel, 4, m->sums, err));
cleanup:
    return st;
}

static enum lb_status create_membrane_kernel(struct lb_immersed *m, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    LB_TRY(
        lb_solver_build(m->s, "immersed/membrane_triangles.cl", true, &m->membrane_program, err));
    LB_TRY(lb_kernel_create(m->membrane_program, "lb_triangles", &m->triangle_kernel, err));
    LB_TRY(lb_kernel_set_buffer(m->triangle_kernel, 0, m->position, err));
    LB_TRY(lb_kernel_set_buffer(m->triangle_kernel, 1, m->corner, err));
    LB_TRY(lb_kernel_set_buffer(m->triangle_kernel, 2, m->reference, err));
    LB_TRY(lb_kernel_set_buffer(m->triangle_kernel, 3, m->record, err));
    LB_TRY(lb_kernel_set_buffer(m->triangle_kernel, 4, m->sums, err));
cleanup:
    return st;
}

/* Kernels for whatever markers there are. */
static enum lb_status create_parts(struct lb_immersed *m, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    if (m->markers->mesh != NULL) {
        LB_TRY(create_membrane_buffers(m, err));
        LB_TRY(create_membrane_kernel(m, err));
    }
    if (lb_markers_bend(m->markers)) {
        const struct lb_bending_mesh mesh = {m->position, m->corner, m->start, m->entry};
        LB_TRY(lb_immersed_bending_create(m->s, &mesh, &m->bending, err));
    }
    LB_TRY(create_marker_kernels(m, err));
cleanup:
    return st;
}

/* --- life ------------------------------------------------------------------------------------ */

enum lb_status lb_immersed_create(struct lb_solver *s, struct lb_immersed **out,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_immersed *m = calloc(1, sizeof *m);
    LB_REQUIRE(m != NULL, LB_STATUS_FAILED, "out of memory for the markers");
    m->s = s;
    m->markers = s->c->markers;
    LB_TRY(check_case(s->c, err));
    LB_TRY(create_marker_buffers(m, err));
    LB_TRY(create_cell_buffers(m, err));
    const struct lb_patch_buffers buffers = {m->position, m->marker_force, m->force, m->velocity};
    LB_TRY(lb_immersed_patches_create(s, &buffers, &m->patches, err));
    if (m->patches == NULL) LB_TRY(create_parts(m, err));
    *out = m;
    m = NULL;
cleanup:
    lb_immersed_destroy(m);
    return st;
}

void lb_immersed_destroy(struct lb_immersed *m)
{
    if (m == NULL) return;
    lb_immersed_patches_destroy(m->patches);
    lb_immersed_bending_destroy(m->bending);
    lb_kernel_destroy(m->spread_kernel);
    lb_kernel_destroy(m->drift_kernel);
    lb_kernel_destroy(m->triangle_kernel);
    lb_program_destroy(m->program);
    lb_program_destroy(m->membrane_program);
    struct lb_buffer *const buffers[] = {m->position, m->given,    m->marker_force, m->flight,
                                         m->force,    m->velocity, m->corner,       m->reference,
                                         m->record,   m->sums,     m->start,        m->entry};
    for (size_t n = 0; n < sizeof buffers / sizeof *buffers; n++)
        lb_buffer_destroy(buffers[n]);
    free(m);
}

enum lb_status lb_immersed_set_flags(struct lb_immersed *m, const struct lb_buffer *flags,
                                     struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    if (m->patches != NULL) return lb_immersed_patches_set_flags(m->patches, flags, err);
    LB_TRY(lb_kernel_set_buffer(m->spread_kernel, 1, flags, err));
    LB_TRY(lb_kernel_set_buffer(m->drift_kernel, 1, flags, err));
cleanup:
    return st;
}

/* --- steps ----------------------------------------------------------------------------------- */

/* Work-items come in whole groups of LB_MARKER_GROUP, each for as many markers as have room. */
static uint64_t marker_items(const struct lb_immersed *m)
{
    const uint64_t points = (uint64_t)m->markers->delta->points;
    const uint64_t rows = m->s->c->lattice->dimensions == 3 ? points * points : points;
    const uint64_t per_group = LB_MARKER_GROUP / rows;
    return (m->markers->count + per_group - 1) / per_group * LB_MARKER_GROUP;
}

enum lb_status lb_immersed_before_step(struct lb_immersed *m, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    if (m->is_spread) return st;
    m->is_spread = true;
    if (m->patches != NULL) return lb_immersed_patches_enqueue(m->patches, false, m->s->step, err);
    if (m->triangle_kernel != NULL)
        LB_TRY(lb_kernel_enqueue(m->triangle_kernel, m->markers->mesh->triangle_count,
                                 LB_TRIANGLE_GROUP, err));
    if (m->bending != NULL) LB_TRY(lb_immersed_bending_enqueue(m->bending, err));
    LB_TRY(lb_kernel_set_uint(m->spread_kernel, SPREAD_STEP, (uint32_t)m->s->step, err));
    LB_TRY(lb_kernel_enqueue(m->spread_kernel, marker_items(m), LB_MARKER_GROUP, err));
cleanup:
    return st;
}

enum lb_status lb_immersed_after_step(struct lb_immersed *m, struct lb_error *err)
{
    m->is_spread = m->patches != NULL;
    if (m->patches != NULL)
        return lb_immersed_patches_enqueue(m->patches, true, m->s->step + 1, err);
    return lb_kernel_enqueue(m->drift_kernel, marker_items(m), LB_MARKER_GROUP, err);
}

enum lb_status lb_immersed_bind_step(const struct lb_immersed *m, struct lb_kernel *step,
                                     unsigned index, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    LB_TRY(lb_kernel_set_buffer(step, index, m != NULL ? m->force : NULL, err));
    LB_TRY(lb_kernel_set_buffer(step, index + 1, m != NULL ? m->velocity : NULL, err));
cleanup:
    return st;
}

enum lb_status lb_immersed_bind_observer(struct lb_immersed *m, struct lb_kernel *kernel,
                                         unsigned index, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    if (m != NULL && m->force != NULL) LB_TRY(lb_immersed_before_step(m, err));
    LB_TRY(lb_kernel_set_buffer(kernel, index, m != NULL ? m->force : NULL, err));
cleanup:
    return st;
}

static enum lb_status read_positions(struct lb_immersed *m, double *position, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const size_t count = 3 * (size_t)m->markers->count;
    const double unit = ldexp(1.0, -LB_POSITION_BITS);
    int64_t *fixed = malloc(count * sizeof *fixed);
    LB_REQUIRE(fixed != NULL, LB_STATUS_FAILED, "out of memory for reading the markers");
    LB_TRY(lb_buffer_read(m->position, 0, count * sizeof *fixed, fixed, err));
    for (size_t n = 0; n < count; n++) {
        const bool is_retired = fixed[n - n % 3] == LB_RETIRED;
        position[n] = is_retired ? (double)NAN : unit * (double)fixed[n];
    }
cleanup:
    free(fixed);
    return st;
}

enum lb_status lb_immersed_retire(struct lb_immersed *m, const uint32_t *which, size_t count,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const int64_t retired = LB_RETIRED;
    const uint32_t first = m->markers->mesh != NULL ? m->markers->mesh->node_count : 0;
    for (size_t n = 0; n < count; n++) {
        LB_REQUIRE(which[n] >= first && which[n] < m->markers->count, LB_STATUS_FAILED,
                   "marker %u cannot be retired: of %u markers, those from %u on are particles",
                   which[n], m->markers->count, first);
        LB_TRY(lb_buffer_write(m->position, 3 * (uint64_t)which[n] * sizeof retired, sizeof retired,
                               &retired, err));
    }
cleanup:
    return st;
}

static enum lb_status read_forces(struct lb_immersed *m, double *force, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const size_t count = 3 * (size_t)m->markers->count;
    const bool fp64 = m->s->c->arithmetic == LB_ARITHMETIC_FP64;
    void *numbers = malloc(count * sizeof(double));
    LB_REQUIRE(numbers != NULL, LB_STATUS_FAILED, "out of memory for reading the markers");
    LB_TRY(lb_immersed_before_step(m, err));
    LB_TRY(lb_buffer_read(m->marker_force, 0, count * lb_solver_scalar_bytes(m->s), numbers, err));
    for (size_t n = 0; n < count; n++)
        force[n] = fp64 ? ((const double *)numbers)[n] : (double)((const float *)numbers)[n];
cleanup:
    free(numbers);
    return st;
}

enum lb_status lb_immersed_read(struct lb_immersed *m, double *position, double *force,
                                struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    if (position != NULL) LB_TRY(read_positions(m, position, err));
    if (force != NULL) LB_TRY(read_forces(m, force, err));
cleanup:
    return st;
}

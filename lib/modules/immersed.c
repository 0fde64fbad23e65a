/* immersed.c - buffers and kernels of the markers, and what they do in a step.
 * SPDX-License-Identifier: MIT */
#include "modules/immersed.h"

#include <math.h>
#include <stdlib.h>

#include "membrane/delta.h"
#include "membrane/markers.h"
#include "membrane/membrane.h"
#include "shared/fixed_point.h"
#include "shared/membrane_sums.h"
#include "modules/module.h"
#include "workspace/workspace.h"

static const char markers_entry[] = "immersed/markers.cl";
static const char membrane_entry[] = "immersed/membrane_triangles.cl";

struct lb_immersed {
    struct lb_workspace *w;
    struct lb_immersed_parts *parts; /* of a subdomain, else NULL */
    const struct lb_markers *markers;
    bool is_spread; /* for the next step, already */
    /* A mere membrane; NULL where there is more or none, and then the following are there. */
    struct lb_immersed_patches *patches;
    struct lb_immersed_bending *bending; /* NULL: none */
    struct lb_kernel *spread_kernel, *drift_kernel;
    struct lb_kernel *triangle_kernel; /* NULL where there is no membrane */
};

/* --- checks ---------------------------------------------------------------------------------- */

static enum lb_status check_positions(const struct lb_case *c, struct lb_error *err)
{
    const struct lb_markers *m = c->markers;
    for (uint32_t n = 0; n < m->count; n++) {
        const double *x = m->position + 3 * (size_t)n;
        for (int axis = 0; axis < c->lattice->dimensions; axis++)
            if (!(x[axis] >= 0.0 && x[axis] <= (double)lb_case_whole_size(c, axis)))
                return lb_fail(err, LB_STATUS_USAGE,
                               "marker %u at %g,%g,%g lies outside of the box 0..%u,%u,%u", n, x[0],
                               x[1], x[2], lb_case_whole_size(c, 0), lb_case_whole_size(c, 1),
                               lb_case_whole_size(c, 2));
    }
    return LB_STATUS_OK;
}

/* A stencil must not meet itself across a periodic side. */
static enum lb_status check_case(const struct lb_case *c, struct lb_error *err)
{
    const struct lb_markers *m = c->markers;
    for (int axis = 0; axis < c->lattice->dimensions; axis++)
        LB_NEED(lb_case_whole_size(c, axis) >= (uint32_t)m->delta->points, LB_STATUS_USAGE,
                "size %u,%u,%u is too small for the %s kernel of the markers, which takes %d "
                "cells along each axis",
                lb_case_whole_size(c, 0), lb_case_whole_size(c, 1), lb_case_whole_size(c, 2),
                m->delta->name, m->delta->points);
    LB_OK(check_positions(c, err));
    if (m->mesh == NULL) return LB_STATUS_OK;
    LB_NEED(c->lattice->dimensions == 3, LB_STATUS_USAGE,
            "a membrane needs a lattice in three dimensions, and %s has two", c->lattice->name);
    LB_NEED(m->mesh->node_count <= m->count, LB_STATUS_FAILED,
            "%u markers are too few for a membrane of %u nodes", m->count, m->mesh->node_count);
    return LB_STATUS_OK;
}

/* --- buffers --------------------------------------------------------------------------------- */

static enum lb_status upload_positions(struct lb_immersed *m, struct lb_error *err)
{
    const size_t count = 3 * (size_t)m->markers->count;
    int64_t *fixed = malloc(count * sizeof *fixed);
    if (fixed == NULL)
        return lb_fail(err, LB_STATUS_FAILED, "out of memory for %u markers", m->markers->count);
    for (size_t n = 0; n < count; n++)
        fixed[n] = llround(ldexp(m->markers->position[n], LB_POSITION_BITS));
    const enum lb_status st = lb_workspace_upload(m->w, LB_BUFFER_POSITION, 0, fixed, err);
    free(fixed);
    return st;
}

static enum lb_status create_buffers(struct lb_immersed *m, struct lb_error *err)
{
    struct lb_workspace *w = m->w;
    LB_OK(upload_positions(m, err));
    if (m->markers->force != NULL)
        LB_OK(lb_workspace_upload_numbers(w, LB_BUFFER_GIVEN, 0, m->markers->force, err));
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_MARKER_FORCE, 0, err));
    if (w->c->surface.exists) LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_FLIGHT, 0, err));
    if (lb_case_has_marker_force(w->c))
        LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_FORCE, 0, err));
    return lb_workspace_create_buffer(w, LB_BUFFER_VELOCITY, 0, err);
}

static enum lb_status upload_reference(struct lb_immersed *m, struct lb_error *err)
{
    const struct lb_membrane_reference *r = m->markers->reference;
    const size_t triangles = m->markers->mesh->triangle_count;
    double *numbers = malloc(4 * triangles * sizeof *numbers);
    if (numbers == NULL)
        return lb_fail(err, LB_STATUS_FAILED, "out of memory for %zu triangles", triangles);
    for (size_t t = 0; t < triangles; t++) {
        for (size_t k = 0; k < 3; k++)
            numbers[4 * t + k] = r->inverse[3 * t + k];
        numbers[4 * t + 3] = r->triangle_area[t];
    }
    const enum lb_status st =
        lb_workspace_upload_numbers(m->w, LB_BUFFER_REFERENCE, triangles, numbers, err);
    free(numbers);
    return st;
}

static enum lb_status create_membrane_buffers(struct lb_immersed *m, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_workspace *w = m->w;
    const struct lb_mesh *mesh = m->markers->mesh;
    struct lb_mesh_adjacency adjacency = {0};
    LB_TRY(lb_mesh_adjacency_create(mesh, &adjacency, err));
    LB_TRY(lb_workspace_upload(w, LB_BUFFER_CORNER, 3 * (uint64_t)mesh->triangle_count,
                               mesh->corner, err));
    LB_TRY(lb_workspace_upload(w, LB_BUFFER_START, (uint64_t)mesh->node_count + 1, adjacency.start,
                               err));
    LB_TRY(lb_workspace_upload(w, LB_BUFFER_ENTRY, 0, adjacency.entry, err));
    LB_TRY(upload_reference(m, err));
    LB_TRY(lb_workspace_create_buffer(w, LB_BUFFER_RECORD, 0, err));
    LB_TRY(lb_workspace_create_buffer(w, LB_BUFFER_SUMS, 1, err));
    if (lb_markers_bend(m->markers)) LB_TRY(lb_immersed_bending_create(w, &m->bending, err));
cleanup:
    lb_mesh_adjacency_free(&adjacency);
    return st;
}

/* --- life ------------------------------------------------------------------------------------ */

static enum lb_status create(struct lb_workspace *w, void **module, struct lb_error *err)
{
    struct lb_immersed *m = calloc(1, sizeof *m);
    *module = m;
    LB_NEED(m != NULL, LB_STATUS_FAILED, "out of memory for the markers");
    m->w = w;
    m->markers = w->c->markers;
    LB_OK(check_case(m->w->c, err));
    LB_OK(lb_workspace_keep(m->w, "is_spread", LB_ELEMENT_BYTE, &m->is_spread, err));
    LB_OK(create_buffers(m, err));
    LB_OK(lb_immersed_patches_create(m->w, &m->patches, err));
    if (m->patches == NULL && m->markers->mesh != NULL) LB_OK(create_membrane_buffers(m, err));
    if (w->c->cut.axes == 0) return LB_STATUS_OK;
    return lb_immersed_parts_create(w, m->patches != NULL, &m->parts, err);
}

static void destroy(void *module)
{
    struct lb_immersed *m = module;
    lb_immersed_patches_destroy(m->patches);
    lb_immersed_bending_destroy(m->bending);
    lb_immersed_parts_destroy(m->parts);
    free(m);
}

static enum lb_status close(void *module, struct lb_error *err)
{
    struct lb_immersed *m = module;
    return m->patches == NULL ? LB_STATUS_OK : lb_immersed_patches_close(m->patches, err);
}

static enum lb_status make_kernels(void *module, struct lb_error *err)
{
    struct lb_immersed *m = module;
    if (m->parts != NULL) LB_OK(lb_immersed_parts_make_kernels(m->parts, err));
    if (m->patches != NULL) return lb_immersed_patches_make_kernel(m->patches, err);
    if (m->markers->mesh != NULL)
        LB_OK(lb_workspace_kernel(m->w, membrane_entry, "lb_triangles", &m->triangle_kernel, err));
    if (m->bending != NULL) LB_OK(lb_immersed_bending_make_kernels(m->bending, err));
    LB_OK(lb_workspace_kernel(m->w, markers_entry, "lb_spread", &m->spread_kernel, err));
    if (m->parts != NULL) return LB_STATUS_OK;
    return lb_workspace_kernel(m->w, markers_entry, "lb_drift", &m->drift_kernel, err);
}

/* --- steps ----------------------------------------------------------------------------------- */

static enum lb_status enqueue_spread(struct lb_immersed *m, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    if (m->patches != NULL) return lb_immersed_patches_enqueue(m->patches, false, err);
    if (m->triangle_kernel != NULL)
        LB_TRY(lb_workspace_enqueue(m->w, m->triangle_kernel, m->markers->mesh->triangle_count,
                                    LB_TRIANGLE_GROUP, err));
    if (m->bending != NULL) LB_TRY(lb_immersed_bending_enqueue(m->bending, err));
    LB_TRY(lb_workspace_enqueue(m->w, m->spread_kernel, lb_immersed_items(m->w->c), LB_MARKER_GROUP,
                                err));
cleanup:
    return st;
}

/* Finds the forces of the markers and spreads them to the cells, once for each step. */
static enum lb_status spread(void *module, struct lb_error *err)
{
    struct lb_immersed *m = module;
    if (m->is_spread) return LB_STATUS_OK;
    m->is_spread = true;
    return enqueue_spread(m, err);
}

static enum lb_status drift(struct lb_immersed *m, struct lb_error *err)
{
    m->is_spread = m->patches != NULL;
    if (m->patches != NULL) return lb_immersed_patches_enqueue(m->patches, true, err);
    if (m->parts != NULL) return LB_STATUS_OK; /* they have */
    return lb_workspace_enqueue(m->w, m->drift_kernel, lb_immersed_items(m->w->c), LB_MARKER_GROUP,
                                err);
}

/* Markers of a box that is cut wait for the velocities of all subdomains. */
static enum lb_status after_step(void *module, struct lb_error *err)
{
    struct lb_immersed *m = module;
    if (m->parts == NULL) return drift(m, err);
    lb_immersed_parts_moved(m->parts);
    return LB_STATUS_OK;
}

enum lb_status lb_immersed_begin(struct lb_immersed *m, int round, struct lb_error *err)
{
    return lb_immersed_parts_begin(m->parts, round, err);
}

enum lb_status lb_immersed_pack(struct lb_immersed *m, int round, const void **rows,
                                uint64_t *bytes, struct lb_error *err)
{
    return lb_immersed_parts_read(m->parts, round, rows, bytes, err);
}

enum lb_status lb_immersed_unpack(struct lb_immersed *m, int round, const void *rows,
                                  uint64_t bytes, struct lb_error *err)
{
    bool has_moved = false;
    LB_OK(lb_immersed_parts_write(m->parts, round, rows, bytes, &has_moved, err));
    return has_moved ? drift(m, err) : LB_STATUS_OK;
}

void lb_immersed_changed(struct lb_immersed *m)
{
    lb_immersed_parts_changed(m->parts);
}

/* The velocity of a cell has half of the force that will act in the next step. */
static enum lb_status before_look(void *module, struct lb_error *err)
{
    const struct lb_immersed *m = module;
    return m->w->buffers[LB_BUFFER_FORCE] == NULL ? LB_STATUS_OK : spread(module, err);
}

/* --- looking --------------------------------------------------------------------------------- */

static enum lb_status read_positions(struct lb_immersed *m, double *position, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const size_t count = 3 * (size_t)m->markers->count;
    const double unit = ldexp(1.0, -LB_POSITION_BITS);
    int64_t *fixed = malloc(count * sizeof *fixed);
    LB_REQUIRE(fixed != NULL, LB_STATUS_FAILED, "out of memory for reading the markers");
    LB_TRY(lb_buffer_read(m->w->buffers[LB_BUFFER_POSITION], 0, count * sizeof *fixed, fixed, err));
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
    const int64_t retired = LB_RETIRED;
    const uint32_t first = m->markers->mesh != NULL ? m->markers->mesh->node_count : 0;
    for (size_t n = 0; n < count; n++) {
        LB_NEED(which[n] >= first && which[n] < m->markers->count, LB_STATUS_FAILED,
                "marker %u cannot be retired: of %u markers, those from %u on are particles",
                which[n], m->markers->count, first);
        LB_OK(lb_buffer_write(m->w->buffers[LB_BUFFER_POSITION],
                              3 * (uint64_t)which[n] * sizeof retired, sizeof retired, &retired,
                              err));
    }
    return LB_STATUS_OK;
}

static enum lb_status read_forces(struct lb_immersed *m, double *force, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const size_t count = 3 * (size_t)m->markers->count;
    void *numbers = malloc(count * sizeof(double));
    LB_REQUIRE(numbers != NULL, LB_STATUS_FAILED, "out of memory for reading the markers");
    LB_TRY(spread(m, err));
    LB_TRY(lb_buffer_read(m->w->buffers[LB_BUFFER_MARKER_FORCE], 0,
                          count * lb_workspace_scalar_bytes(m->w), numbers, err));
    for (size_t n = 0; n < count; n++)
        force[n] = lb_workspace_number(m->w, LB_ELEMENT_SCALAR, numbers, n);
cleanup:
    free(numbers);
    return st;
}

enum lb_status lb_immersed_read(struct lb_immersed *m, double *position, double *force,
                                struct lb_error *err)
{
    if (position != NULL) LB_OK(read_positions(m, position, err));
    if (force != NULL) LB_OK(read_forces(m, force, err));
    return LB_STATUS_OK;
}

const struct lb_module lb_markers_module = {
    .name = "markers",
    .is_in = lb_case_has_markers,
    .create = create,
    .phase = {[LB_PHASE_CLOSE] = close,
              [LB_PHASE_KERNELS] = make_kernels,
              [LB_PHASE_BEFORE_STEP] = spread,
              [LB_PHASE_AFTER_STEP] = after_step,
              [LB_PHASE_BEFORE_LOOK] = before_look},
    .destroy = destroy,
};

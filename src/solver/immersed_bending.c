/* immersed_bending.c - two kernels: what each node's curvature costs, and the force that follows.
 * SPDX-License-Identifier: MIT */
#include "solver/immersed_bending.h"

#include <stdlib.h>

#include "geometry/half_edges.h"
#include "solver/solver_internal.h"

enum { GROUP = 64 };

struct lb_immersed_bending {
    struct lb_solver *s;
    uint32_t nodes;
    struct lb_buffer *opposite, *rest, *gain, *force;
    struct lb_program *program;
    struct lb_kernel *curvature_kernel, *bend_kernel;
};

static enum lb_status upload_opposite(struct lb_immersed_bending *b, const struct lb_mesh *mesh,
                                      struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const size_t count = 3 * (size_t)mesh->triangle_count, bytes = count * sizeof(uint32_t);
    uint32_t *twin = malloc(bytes), *opposite = malloc(bytes);
    LB_REQUIRE(twin != NULL && opposite != NULL, LB_STATUS_FAILED, "out of memory for %zu sides",
               count);
    LB_TRY(lb_half_edges_pair(mesh, twin, err));
    for (size_t h = 0; h < count; h++)
        opposite[h] = mesh->corner[lb_mesh_previous(twin[h])];
    LB_TRY(lb_solver_upload(b->s, opposite, bytes, "neighbours of triangles", &b->opposite, err));
cleanup:
    free(twin);
    free(opposite);
    return st;
}

/* The curvature without bending moment. */
static enum lb_status upload_rest(struct lb_immersed_bending *b, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_markers *m = b->s->c->markers;
    double *rest = malloc(b->nodes * sizeof *rest);
    LB_REQUIRE(rest != NULL, LB_STATUS_FAILED, "out of memory for %u nodes", b->nodes);
    for (size_t n = 0; n < b->nodes; n++)
        rest[n] = m->material->natural_curvature * m->reference->curvature[n];
    LB_TRY(lb_solver_upload_numbers(b->s, rest, b->nodes, "curvature at rest", &b->rest, err));
cleanup:
    free(rest);
    return st;
}

static enum lb_status bind(struct lb_kernel *kernel, const struct lb_bending_mesh *mesh,
                           const struct lb_immersed_bending *b, const struct lb_buffer *from,
                           const struct lb_buffer *to, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_buffer *const buffers[] = {
        mesh->position, mesh->corner, b->opposite, mesh->start, mesh->entry, from, to};
    for (unsigned n = 0; n < sizeof buffers / sizeof *buffers; n++)
        LB_TRY(lb_kernel_set_buffer(kernel, n, buffers[n], err));
cleanup:
    return st;
}

enum lb_status lb_immersed_bending_create(struct lb_solver *s, const struct lb_bending_mesh *mesh,
                                          struct lb_immersed_bending **out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t scalar = lb_solver_scalar_bytes(s);
    struct lb_immersed_bending *b = calloc(1, sizeof *b);
    LB_REQUIRE(b != NULL, LB_STATUS_FAILED, "out of memory for the bending");
    b->s = s;
    b->nodes = s->c->markers->mesh->node_count;
    LB_TRY(upload_opposite(b, s->c->markers->mesh, err));
    LB_TRY(upload_rest(b, err));
    LB_TRY(lb_buffer_create(s->device, 2 * b->nodes * scalar, "bend of nodes", &b->gain, err));
    LB_TRY(lb_buffer_create(s->device, 3 * b->nodes * scalar, "forces of bending", &b->force, err));
    LB_TRY(lb_solver_build(s, "immersed/bending.cl", true, &b->program, err));
    LB_TRY(lb_kernel_create(b->program, "lb_curvature", &b->curvature_kernel, err));
    LB_TRY(lb_kernel_create(b->program, "lb_bend", &b->bend_kernel, err));
    LB_TRY(bind(b->curvature_kernel, mesh, b, b->rest, b->gain, err));
    LB_TRY(bind(b->bend_kernel, mesh, b, b->gain, b->force, err));
    *out = b;
    b = NULL;
cleanup:
    lb_immersed_bending_destroy(b);
    return st;
}

void lb_immersed_bending_destroy(struct lb_immersed_bending *b)
{
    if (b == NULL) return;
    lb_kernel_destroy(b->curvature_kernel);
    lb_kernel_destroy(b->bend_kernel);
    lb_program_destroy(b->program);
    lb_buffer_destroy(b->opposite);
    lb_buffer_destroy(b->rest);
    lb_buffer_destroy(b->gain);
    lb_buffer_destroy(b->force);
    free(b);
}

enum lb_status lb_immersed_bending_enqueue(struct lb_immersed_bending *b, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    LB_TRY(lb_kernel_enqueue(b->curvature_kernel, b->nodes, GROUP, err));
    LB_TRY(lb_kernel_enqueue(b->bend_kernel, b->nodes, GROUP, err));
cleanup:
    return st;
}

const struct lb_buffer *lb_immersed_bending_force(const struct lb_immersed_bending *b)
{
    return b != NULL ? b->force : NULL;
}

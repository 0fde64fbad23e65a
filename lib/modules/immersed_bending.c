/* immersed_bending.c - two kernels: the curvature at each node, and the bending force that follows from it.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "geometry/half_edges.h"
#include "membrane/markers.h"
#include "membrane/membrane.h"
#include "modules/immersed.h"
#include "workspace/workspace.h"

enum { GROUP = 64 };

static const char entry[] = "immersed/bending.cl";

struct lb_immersed_bending {
    struct lb_workspace *w;
    uint32_t nodes;
    struct lb_kernel *curvature_kernel, *bend_kernel;
};

static enum lb_status upload_opposite(struct lb_immersed_bending *b, const struct lb_mesh *mesh,
                                      struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const size_t count = 3 * (size_t)mesh->triangle_count, bytes = count * sizeof(uint32_t);
    uint32_t *paired = malloc(bytes), *opposite = malloc(bytes);
    LB_REQUIRE(paired != NULL && opposite != NULL, LB_STATUS_FAILED, "out of memory for %zu sides",
               count);
    LB_TRY(lb_half_edges_pair(mesh, paired, err));
    for (size_t h = 0; h < count; h++)
        opposite[h] = mesh->corner[lb_mesh_previous(paired[h])];
    LB_TRY(lb_workspace_upload(b->w, LB_BUFFER_OPPOSITE, 0, opposite, err));
cleanup:
    free(paired);
    free(opposite);
    return st;
}

/* The curvature without bending moment. */
static enum lb_status upload_rest(struct lb_immersed_bending *b, struct lb_error *err)
{
    const struct lb_markers *m = b->w->c->markers;
    double *rest = malloc(b->nodes * sizeof *rest);
    if (rest == NULL) return lb_fail(err, LB_STATUS_FAILED, "out of memory for %u nodes", b->nodes);
    for (size_t n = 0; n < b->nodes; n++)
        rest[n] = m->material->natural_curvature * m->reference->curvature[n];
    const enum lb_status st = lb_workspace_upload_numbers(b->w, LB_BUFFER_REST, 0, rest, err);
    free(rest);
    return st;
}

enum lb_status lb_immersed_bending_create(struct lb_workspace *w, struct lb_immersed_bending **out,
                                          struct lb_error *err)
{
    struct lb_immersed_bending *b = calloc(1, sizeof *b);
    *out = b;
    LB_NEED(b != NULL, LB_STATUS_FAILED, "out of memory for the bending");
    b->w = w;
    b->nodes = w->c->markers->mesh->node_count;
    LB_OK(upload_opposite(b, w->c->markers->mesh, err));
    LB_OK(upload_rest(b, err));
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_GAIN, 0, err));
    return lb_workspace_create_buffer(w, LB_BUFFER_BENDING, 0, err);
}

enum lb_status lb_immersed_bending_make_kernels(struct lb_immersed_bending *b, struct lb_error *err)
{
    const enum lb_status st =
        lb_workspace_kernel(b->w, entry, "lb_curvature", &b->curvature_kernel, err);
    if (st != LB_STATUS_OK) return st;
    return lb_workspace_kernel(b->w, entry, "lb_bend", &b->bend_kernel, err);
}

void lb_immersed_bending_destroy(struct lb_immersed_bending *b)
{
    free(b);
}

enum lb_status lb_immersed_bending_enqueue(struct lb_immersed_bending *b, struct lb_error *err)
{
    LB_OK(lb_workspace_enqueue(b->w, b->curvature_kernel, b->nodes, GROUP, err));
    return lb_workspace_enqueue(b->w, b->bend_kernel, b->nodes, GROUP, err);
}

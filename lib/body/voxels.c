/* voxels.c - which cells are inside of bodies: two of three axes say so.
 * SPDX-License-Identifier: MIT */
#include "body/voxels.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/host.h"
#include "body/crossings_internal.h"

/* --- one body --------------------------------------------------------------------------------- */

/* Triangles that are still to come, by the next layer that they reach: linked lists. */
struct queue {
    uint32_t *first; /* of each layer: 1 + triangle; 0: none */
    uint32_t *next;  /* of each triangle */
};

/* The layers, counted from the region's first, whose centres lie between the ends of the triangle;
 * those at the lower end count in. */
static void find_layers(const struct lb_whole_mesh *whole, const struct lb_voxel_box *region,
                        uint32_t triangle, int v, int64_t layers[2])
{
    const uint32_t *corner = whole->mesh->corner + 3 * (size_t)triangle;
    int64_t low = INT64_MAX, high = INT64_MIN;
    for (int k = 0; k < 3; k++) {
        const int64_t x = whole->node[3 * (size_t)corner[k] + (size_t)v];
        low = x < low ? x : low;
        high = x > high ? x : high;
    }
    /* rounded up; both compilers shift the sign in */
    const int64_t half = INT64_C(1) << (whole->bits - 1), begin = region->begin[v];
    const int64_t end = region->size[v];
    layers[0] = ((low + half - 1) >> whole->bits) - begin;
    layers[1] = ((high + half - 1) >> whole->bits) - begin;
    layers[0] = layers[0] < 0 ? 0 : layers[0];
    layers[1] = layers[1] > end ? end : layers[1];
}

static void enqueue(struct queue *q, uint32_t triangle, uint64_t layer)
{
    q->next[triangle] = q->first[layer];
    q->first[layer] = triangle + 1;
}

static enum lb_status fill_queue(const struct lb_whole_mesh *whole,
                                 const struct lb_voxel_box *region, int v, struct queue *q,
                                 struct lb_error *err)
{
    const uint32_t count = whole->mesh->triangle_count;
    q->first = calloc((size_t)region->size[v] + 1, sizeof *q->first);
    q->next = malloc(((size_t)count + 1) * sizeof *q->next);
    LB_NEED(q->first != NULL && q->next != NULL, LB_STATUS_FAILED,
            "no memory for the cells of %" PRIu32 " triangles", count);
    for (uint32_t t = 0; t < count; t++) {
        int64_t layers[2];
        find_layers(whole, region, t, v, layers);
        if (layers[0] < layers[1]) enqueue(q, t, (uint64_t)layers[0]);
    }
    return LB_STATUS_OK;
}

static void add_layer(const struct lb_whole_mesh *whole, struct lb_crossings *axes, int axis_count,
                      struct queue *q, uint32_t layer)
{
    const int v = axes[0].v;
    uint32_t link = q->first[layer];
    while (link != 0) {
        const uint32_t t = link - 1;
        int64_t layers[2];
        link = q->next[t];
        for (int n = 0; n < axis_count; n++)
            lb_crossings_add(&axes[n], whole, t, layer);
        find_layers(whole, &axes[0].region, t, v, layers);
        if (layer + 1 < layers[1]) enqueue(q, t, layer + 1);
    }
}

/* Layers across axis v, in which the rows along the axes w lie. */
struct sweep {
    int v, w[2], count;
};

static enum lb_status make_sweep(const struct lb_whole_mesh *whole, bool is_signed,
                                 const struct lb_voxel_box *region, const struct sweep *s,
                                 uint8_t *votes, struct lb_voxel_report *report,
                                 struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_crossings axes[2] = {0};
    struct queue q = {0};
    LB_TRY(fill_queue(whole, region, s->v, &q, err));
    for (int n = 0; n < s->count; n++)
        LB_TRY(lb_crossings_create(s->v, s->w[n], is_signed, region, &axes[n], err));
    for (uint32_t layer = 0; layer < region->size[s->v]; layer++) {
        add_layer(whole, axes, s->count, &q, layer);
        for (int n = 0; n < s->count; n++)
            LB_TRY(lb_crossings_vote(&axes[n], layer, votes, report, err));
    }
cleanup:
    lb_crossings_free(&axes[0]);
    lb_crossings_free(&axes[1]);
    free(q.first);
    free(q.next);
    return st;
}

/* The axes that say so, bits, for each cell of the region. */
static enum lb_status count_votes(const struct lb_voxel_body *body,
                                  const struct lb_voxel_box *region, uint8_t *votes,
                                  struct lb_voxel_report *report, struct lb_error *err)
{
    static const struct sweep z_layers = {2, {0, 1}, 2}, y_layers = {1, {2}, 1};
    enum lb_status st = LB_STATUS_OK;
    struct lb_whole_mesh whole = {0};
    LB_TRY(lb_whole_mesh_create(body->mesh, &whole, err));
    LB_TRY(make_sweep(&whole, body->encloses_fluid, region, &z_layers, votes, report, err));
    LB_TRY(make_sweep(&whole, body->encloses_fluid, region, &y_layers, votes, report, err));
cleanup:
    lb_whole_mesh_free(&whole);
    return st;
}

/* --- regions ---------------------------------------------------------------------------------- */

static bool is_empty(const struct lb_voxel_box *r)
{
    return r->size[0] == 0 || r->size[1] == 0 || r->size[2] == 0;
}

static enum lb_status check_reach(const struct lb_voxel_body *body,
                                  const struct lb_voxel_report *report, struct lb_error *err)
{
    for (int a = 0; a < 3; a++)
        if (!(report->low[a] > -LB_MAX_REACH && report->high[a] < LB_MAX_REACH))
            return lb_fail(
                err, LB_STATUS_USAGE,
                "the body '%.200s' goes from %.6g to %.6g cells along %c; positions must "
                "be between -%d and %d cells",
                body->name, report->low[a], report->high[a], "xyz"[a], LB_MAX_REACH, LB_MAX_REACH);
    return LB_STATUS_OK;
}

static enum lb_status check_numbers(const struct lb_voxel_body *body, struct lb_error *err)
{
    const struct lb_mesh *mesh = body->mesh;
    LB_NEED(mesh->triangle_count > 0, LB_STATUS_USAGE, "the body '%.200s' has no triangle",
            body->name);
    for (size_t i = 0; i < 3 * (size_t)mesh->node_count; i++)
        LB_NEED(isfinite(mesh->position[i]), LB_STATUS_USAGE,
                "the %c coordinate of node %zu (counted from 0) of the body '%.200s' is %g, not a "
                "finite number",
                "xyz"[i % 3], i / 3, body->name, mesh->position[i]);
    return LB_STATUS_OK;
}

/* The cells of the box that may have their centre in the mesh. */
static struct lb_voxel_box region_of(const struct lb_voxel_report *report, const uint32_t box[3])
{
    struct lb_voxel_box r;
    for (int a = 0; a < 3; a++) {
        const double begin = fmin(fmax(floor(report->low[a] - 0.5), 0.0), box[a]);
        const double end = fmin(fmax(ceil(report->high[a] + 0.5), begin), box[a]);
        r.begin[a] = (uint32_t)begin;
        r.size[a] = (uint32_t)end - r.begin[a];
    }
    return r;
}

/* Around both; `all` may be empty. */
static void widen(struct lb_voxel_box *all, const struct lb_voxel_box *more)
{
    if (is_empty(all)) *all = *more;
    for (int a = 0; a < 3; a++) {
        const uint32_t end = all->begin[a] + all->size[a],
                       more_end = more->begin[a] + more->size[a];
        all->begin[a] = more->begin[a] < all->begin[a] ? more->begin[a] : all->begin[a];
        all->size[a] = (more_end > end ? more_end : end) - all->begin[a];
    }
}

/* Memory is asked about only where much is wanted: that reads files. */
static uint8_t *cell_bytes(const struct lb_voxel_box *r, struct lb_error *err)
{
    const uint64_t cells = (uint64_t)r->size[0] * r->size[1] * r->size[2];
    const bool is_there = cells < UINT64_C(1) << 26 || cells < lb_memory_available();
    uint8_t *bytes = is_there ? calloc((size_t)cells + 1, 1) : NULL;
    if (bytes == NULL)
        lb_fail(err, LB_STATUS_FAILED,
                "no memory for the cells of bodies: %" PRIu32 " x %" PRIu32 " x %" PRIu32 " bytes",
                r->size[0], r->size[1], r->size[2]);
    return bytes;
}

/* --- all bodies ------------------------------------------------------------------------------- */

static void extend(struct lb_voxel_report *report, int axis, uint32_t begin, uint32_t end)
{
    const bool is_first = report->begin[axis] == report->end[axis];
    if (is_first || begin < report->begin[axis]) report->begin[axis] = begin;
    if (is_first || end > report->end[axis]) report->end[axis] = end;
}

static void extend_by_row(const uint8_t *votes, const struct lb_voxel_box *r, uint32_t y,
                          uint32_t z, struct lb_voxel_report *report)
{
    uint32_t begin = 0, end = r->size[0];
    while (!lb_votes_are_most(votes[begin]))
        begin++;
    while (!lb_votes_are_most(votes[end - 1]))
        end--;
    extend(report, 0, r->begin[0] + begin, r->begin[0] + end);
    extend(report, 1, y, y + 1);
    extend(report, 2, z, z + 1);
}

/* Without a branch: this passes over every cell. */
static void take_row(const uint8_t *votes, uint32_t size, uint8_t number, uint8_t *row,
                     struct lb_voxel_report *report)
{
    uint32_t some = 0, most = 0, all = 0, shared = 0;
    for (uint32_t x = 0; x < size; x++) {
        const uint8_t is_solid = lb_votes_are_most(votes[x]), is_free = row[x] == 0;
        some += votes[x] != 0;
        most += is_solid;
        all += votes[x] == 7;
        shared += is_solid & (is_free ^ 1);
        row[x] = (uint8_t)(row[x] + (is_solid & is_free) * number);
    }
    report->cells += most;
    report->shared_cells += shared;
    report->disagreements += some - all;
    report->doubted_cells += most - all;
}

static void take_cells(const uint8_t *votes, const struct lb_voxel_box *r, uint8_t number,
                       struct lb_voxels *out, struct lb_voxel_report *report)
{
    for (uint32_t k = 0; k < r->size[2]; k++) {
        for (uint32_t j = 0; j < r->size[1]; j++) {
            const uint32_t y = r->begin[1] + j, z = r->begin[2] + k;
            uint8_t *row =
                out->number +
                ((size_t)(z - out->begin[2]) * out->size[1] + (y - out->begin[1])) * out->size[0] +
                (r->begin[0] - out->begin[0]);
            const uint8_t *from = votes + ((size_t)k * r->size[1] + j) * r->size[0];
            const uint64_t before = report->cells;
            take_row(from, r->size[0], number, row, report);
            if (report->cells > before) extend_by_row(from, r, y, z, report);
        }
    }
}

static bool is_doubtful(const struct lb_voxel_report *r)
{
    return r->disagreements + r->open_rows[0] + r->open_rows[1] + r->open_rows[2] > 0;
}

static enum lb_status add_body(const struct lb_voxel_body *body, const struct lb_voxel_box *region,
                               uint8_t number, struct lb_voxels *out,
                               struct lb_voxel_report *report, struct lb_error *err)
{
    if (is_empty(region)) return LB_STATUS_OK;
    uint8_t *votes = cell_bytes(region, err);
    if (votes == NULL) return LB_STATUS_FAILED;
    const enum lb_status st = count_votes(body, region, votes, report, err);
    if (st == LB_STATUS_OK) take_cells(votes, region, number, out, report);
    if (st == LB_STATUS_OK && is_doubtful(report)) lb_votes_count_rows(votes, region, report);
    free(votes);
    return st;
}

static enum lb_status measure_bodies(const struct lb_voxel_body *bodies, int count,
                                     const uint32_t box[3], struct lb_voxel_report *reports,
                                     struct lb_voxel_box *all, struct lb_error *err)
{
    *all = (struct lb_voxel_box){0};
    LB_NEED(count <= LB_MAX_VOXEL_BODIES, LB_STATUS_USAGE,
            "%d bodies are too many; there may be up to %d", count, LB_MAX_VOXEL_BODIES);
    for (int n = 0; n < count; n++) {
        reports[n] = (struct lb_voxel_report){0};
        LB_OK(check_numbers(&bodies[n], err));
        lb_mesh_bounds(bodies[n].mesh, reports[n].low, reports[n].high);
        LB_OK(check_reach(&bodies[n], &reports[n], err));
        const struct lb_voxel_box region = region_of(&reports[n], box);
        if (!is_empty(&region)) widen(all, &region);
    }
    return LB_STATUS_OK;
}

enum lb_status lb_voxels_make(const struct lb_voxel_body *bodies, int count, const uint32_t box[3],
                              struct lb_voxels *out, struct lb_voxel_report *reports,
                              struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_voxel_box all;
    *out = (struct lb_voxels){0};
    LB_TRY(measure_bodies(bodies, count, box, reports, &all, err));
    for (int a = 0; a < 3; a++) {
        out->begin[a] = all.begin[a];
        out->size[a] = all.size[a];
    }
    out->number = cell_bytes(&all, err);
    if (out->number == NULL) return LB_STATUS_FAILED;
    for (int n = 0; n < count; n++) {
        const struct lb_voxel_box region = region_of(&reports[n], box);
        LB_TRY(add_body(&bodies[n], &region, (uint8_t)(n + 1), out, &reports[n], err));
    }
cleanup:
    if (st != LB_STATUS_OK) lb_voxels_free(out);
    return st;
}

void lb_voxels_free(struct lb_voxels *voxels)
{
    free(voxels->number);
    *voxels = (struct lb_voxels){0};
}

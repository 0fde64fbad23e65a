/* immersed_patches.c - the tables of a membrane's patches, where walls are near, and the kernel.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "case/halo.h"
#include "membrane/markers.h"
#include "membrane/membrane.h"
#include "membrane/membrane_measure.h"
#include "membrane/membrane_patches.h"
#include "shared/fixed_point.h"
#include "shared/patch_sizes.h"
#include "modules/immersed.h"
#include "workspace/workspace.h"

struct lb_immersed_patches {
    struct lb_workspace *w;
    uint32_t count; /* of patches */
    uint32_t group; /* work-items of each */
    uint32_t turn;  /* which sums the next kernel reads */
    struct lb_kernel *kernel;
};

/* --- tables ---------------------------------------------------------------------------------- */

static enum lb_status upload_copies(struct lb_immersed_patches *p,
                                    const struct lb_membrane_patches *patches, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const double *position = p->w->c->markers->position;
    const size_t slots = (size_t)p->count * LB_PATCH_SLOTS, bytes = 3 * slots * sizeof(int64_t);
    int64_t *fixed = malloc(bytes);
    LB_REQUIRE(fixed != NULL, LB_STATUS_FAILED, "out of memory for %zu nodes", slots);
    for (size_t n = 0; n < 3 * slots; n++) {
        const uint32_t node = patches->node[n / 3];
        fixed[n] = node == LB_NO_NODE
                       ? LB_RETIRED
                       : llround(ldexp(position[3 * (size_t)node + n % 3], LB_POSITION_BITS));
    }
    LB_TRY(lb_workspace_upload(p->w, LB_BUFFER_COPIES, slots, fixed, err));
cleanup:
    free(fixed);
    return st;
}

static enum lb_status upload_own(struct lb_immersed_patches *p,
                                 const struct lb_membrane_patches *patches, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const size_t row = LB_PATCH_OWN_ROW_OF(p->w->c->cut.axes != 0), count = p->count * row;
    uint32_t *own = malloc(count * sizeof *own);
    LB_REQUIRE(own != NULL, LB_STATUS_FAILED, "out of memory for %zu nodes", count);
    for (size_t n = 0; n < count; n++)
        own[n] = patches->node[n / row * LB_PATCH_SLOTS + n % row];
    LB_TRY(lb_workspace_upload(p->w, LB_BUFFER_OWN, p->count, own, err));
    LB_TRY(lb_workspace_upload(p->w, LB_BUFFER_START, p->count * (uint64_t)(LB_PATCH_NODES + 1),
                               patches->start, err));
cleanup:
    free(own);
    return st;
}

/* Each corner has its triangle's reference shape: b0, b1, b2, area. */
static enum lb_status upload_corners(struct lb_immersed_patches *p,
                                     const struct lb_membrane_patches *patches,
                                     struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_membrane_reference *r = p->w->c->markers->reference;
    const size_t corners = (size_t)p->count * LB_PATCH_CORNERS;
    uint32_t *packed = malloc(corners * sizeof *packed);
    double *shape = calloc(4 * corners, sizeof *shape);
    LB_REQUIRE(packed != NULL && shape != NULL, LB_STATUS_FAILED, "out of memory for %zu corners",
               corners);
    for (size_t k = 0; k < corners; k++) {
        const uint32_t half = patches->half[k], *slot = patches->slot + 3 * k;
        packed[k] = LB_PATCH_EMPTY;
        if (half == LB_NO_CORNER) continue;
        packed[k] = slot[0] | slot[1] << 8 | slot[2] << 16 | half % 3 << 24;
        for (size_t i = 0; i < 3; i++)
            shape[4 * k + i] = r->inverse[half / 3 * 3 + i];
        shape[4 * k + 3] = r->triangle_area[half / 3];
    }
    LB_TRY(lb_workspace_upload(p->w, LB_BUFFER_CORNER, corners, packed, err));
    LB_TRY(lb_workspace_upload_numbers(p->w, LB_BUFFER_REFERENCE, corners, shape, err));
cleanup:
    free(packed);
    free(shape);
    return st;
}

/* Of the shape at the start, so that its forces are the gradient of its energy. */
static enum lb_status upload_sums(struct lb_immersed_patches *p, struct lb_error *err)
{
    const struct lb_markers *m = p->w->c->markers;
    struct lb_mesh now = *m->mesh;
    struct lb_membrane_measure measure;
    lb_membrane_measure(m, &measure);
    now.position = (double *)(uintptr_t)m->position; /* only read */
    const int64_t sums[2 * LB_PATCH_TURNS] = {llround(lb_mesh_volume(&now) * measure.volume_scale),
                                              llround(lb_mesh_area(&now) * measure.area_scale)};
    return lb_workspace_upload(p->w, LB_BUFFER_SUMS, 0, sums, err);
}

/* --- walls ----------------------------------------------------------------------------------- */

/* Along an axis, the blocks that have cells of this box, and the cells within their reach; all count in the whole
 * box. */
struct span {
    int64_t first_block, first_cell, whole;
    size_t blocks, cells;
};

static struct span span_of(const struct lb_case *c, int axis)
{
    const int64_t origin = c->cut.origin[axis], last = origin + c->size[axis] - 1;
    struct span s = {.first_block = origin / LB_WALL_BLOCK, .whole = lb_case_whole_size(c, axis)};
    const int64_t end_block = last / LB_WALL_BLOCK + 1, end = end_block * LB_WALL_BLOCK;
    s.first_cell = s.first_block * LB_WALL_BLOCK - LB_WALL_REACH;
    s.blocks = (size_t)(end_block - s.first_block);
    s.cells = (size_t)((end < s.whole ? end : s.whole) + LB_WALL_REACH - s.first_cell);
    return s;
}

/* A box of bytes; whether any is set within reach of a block along this axis, for each block, which are in its place in
 * `to`. */
static void reach_along(const uint8_t *from, const size_t size[3], int axis, const struct span *s,
                        uint8_t *to)
{
    const size_t n = size[axis], inner = axis == 0 ? 1 : axis == 1 ? size[0] : size[0] * size[1];
    const size_t outer = size[0] * size[1] * size[2] / (inner * n);
    for (size_t o = 0; o < outer; o++)
        for (size_t block = 0; block < s->blocks; block++) {
            const size_t begin = block * LB_WALL_BLOCK,
                         all = begin + LB_WALL_BLOCK + 2 * LB_WALL_REACH;
            for (size_t at = begin; at < all && at < n; at++)
                for (size_t i = 0; i < inner; i++)
                    to[(o * s->blocks + block) * inner + i] |= from[(o * n + at) * inner + i];
        }
}

/* Of a cell anywhere; the whole box is periodic. */
static bool is_wall(const struct lb_workspace *w, const int64_t at[3])
{
    const struct lb_case *c = w->c;
    struct lb_cell cell = {.flags = LB_CELL_FLUID, .rho = 1.0, .fill = 1.0};
    uint32_t place[3];
    int64_t own[3];
    for (int axis = 0; axis < 3; axis++)
        own[axis] = at[axis] - c->cut.origin[axis];
    lb_halo_place(c, own, place);
    if (c->cut.axes == 0)
        return (w->host_flags[(place[2] * (size_t)c->size[1] + place[1]) * c->size[0] + place[0]] &
                LB_CELL_SOLID) != 0;
    c->start(c->start_state, place[0], place[1], place[2], &cell);
    return (cell.flags & LB_CELL_SOLID) != 0;
}

static uint8_t *find_walls(const struct lb_workspace *w, const struct span span[3])
{
    uint8_t *walls = malloc(span[0].cells * span[1].cells * span[2].cells), *next = walls;
    for (size_t z = 0; z < span[2].cells && walls != NULL; z++)
        for (size_t y = 0; y < span[1].cells; y++)
            for (size_t x = 0; x < span[0].cells; x++) {
                const int64_t at[3] = {span[0].first_cell + (int64_t)x,
                                       span[1].first_cell + (int64_t)y,
                                       span[2].first_cell + (int64_t)z};
                *next++ = is_wall(w, at);
            }
    return walls;
}

static enum lb_status upload_near(struct lb_immersed_patches *p, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct span span[3] = {span_of(p->w->c, 0), span_of(p->w->c, 1), span_of(p->w->c, 2)};
    size_t size[3] = {span[0].cells, span[1].cells, span[2].cells};
    uint8_t *near = find_walls(p->w, span), *next = NULL;
    LB_REQUIRE(near != NULL, LB_STATUS_FAILED, "out of memory for %zu cells near walls",
               size[0] * size[1] * size[2]);
    for (int axis = 0; axis < 3; axis++) {
        const size_t cells = size[0] * size[1] * size[2];
        next = calloc(cells / size[axis] * span[axis].blocks, 1);
        LB_REQUIRE(next != NULL, LB_STATUS_FAILED, "out of memory for %zu cells near walls", cells);
        reach_along(near, size, axis, &span[axis], next);
        size[axis] = span[axis].blocks;
        free(near);
        near = next;
        next = NULL;
    }
    LB_TRY(lb_workspace_upload(p->w, LB_BUFFER_NEAR, 0, near, err));
cleanup:
    free(near);
    return st;
}

/* --- life ------------------------------------------------------------------------------------ */

static enum lb_status upload_tables(struct lb_immersed_patches *p,
                                    const struct lb_membrane_patches *patches, struct lb_error *err)
{
    LB_OK(upload_copies(p, patches, err));
    LB_OK(upload_own(p, patches, err));
    LB_OK(upload_corners(p, patches, err));
    LB_OK(upload_sums(p, err));
    return lb_workspace_keep(p->w, "patch_turn", LB_ELEMENT_UINT, &p->turn, err);
}

enum lb_status lb_immersed_patches_create(struct lb_workspace *w, struct lb_immersed_patches **out,
                                          struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_patch_limits room = {LB_PATCH_NODES, LB_PATCH_SLOTS, LB_PATCH_CORNERS};
    const struct lb_markers *m = w->c->markers;
    struct lb_membrane_patches patches = {0};
    const struct lb_ledger g = lb_workspace_ledger(w);
    *out = NULL;
    if (!lb_ledger_has_patches(&g)) return st;
    LB_TRY(lb_membrane_patches_create(m->mesh, m->position, &room, m->patch_nodes, &patches, err));
    if (patches.count == 0) goto cleanup;
    struct lb_immersed_patches *p = calloc(1, sizeof *p);
    *out = p;
    LB_REQUIRE(p != NULL, LB_STATUS_FAILED, "out of memory for the membrane");
    p->w = w;
    p->count = patches.count;
    p->group = LB_PATCH_GROUP_OF(lb_device_get_info(w->device)->max_work_group);
    LB_TRY(upload_tables(p, &patches, err));
cleanup:
    lb_membrane_patches_free(&patches);
    return st;
}

void lb_immersed_patches_destroy(struct lb_immersed_patches *p)
{
    free(p);
}

enum lb_status lb_immersed_patches_close(struct lb_immersed_patches *p, struct lb_error *err)
{
    return (p->w->c->cell_kinds & LB_CELL_SOLID) == 0 ? LB_STATUS_OK : upload_near(p, err);
}

enum lb_status lb_immersed_patches_make_kernel(struct lb_immersed_patches *p, struct lb_error *err)
{
    return lb_workspace_kernel(p->w, "immersed/membrane_patches.cl", "lb_patch", &p->kernel, err);
}

enum lb_status lb_immersed_patches_enqueue(struct lb_immersed_patches *p, bool moves,
                                           struct lb_error *err)
{
    LB_OK(lb_kernel_set_uint(p->kernel, "turn", p->turn, err));
    LB_OK(lb_kernel_set_uint(p->kernel, "moves", moves, err));
    LB_OK(lb_workspace_enqueue(p->w, p->kernel, (uint64_t)p->count * p->group, p->group, err));
    p->turn = (p->turn + 1) % LB_PATCH_TURNS;
    return LB_STATUS_OK;
}

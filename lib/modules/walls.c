/* walls.c - lists the cells beside walls, and runs the bounce-back of their populations.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "shared/vector_word.h"
#include "modules/moving_cells.h"
#include "modules/module.h"

enum { VECTORS_PER_READ = 1 << 18, GROUP = 64 };

static const char entry[] = "cell/cells.cl";

/* Where at least one vector in so many is nothing but solid, a GPU's step checks before it reads;
 * else the wait for the answer costs more than the vectors do. */
enum { ONE_SOLID_IN = 16 };

struct walls {
    struct lb_workspace *w;
    uint64_t bounce_count;          /* cells whose populations bounce back after a step */
    struct lb_kernel *bounce;       /* NULL where there are none */
    struct lb_moving_cells *moving; /* NULL: all stay what they are */
};

/* Numbers, ascending. */
struct numbers {
    uint64_t *list;
    uint64_t count, room;
};

/* What the flags say. */
struct found {
    struct numbers cells;   /* memory indices of those beside walls */
    struct numbers vectors; /* with cells beside moving walls */
    uint32_t *links;        /* of all vectors: kernels/shared/vector_word.h */
    uint32_t *walls;        /* of `cells`: bit i where population i comes out of a wall */
    uint64_t solid_vectors;
};

static enum lb_status append(struct numbers *n, uint64_t number, struct lb_error *err)
{
    if (n->count == n->room) {
        const uint64_t room = n->room == 0 ? 1024 : 2 * n->room;
        uint64_t *list = realloc(n->list, room * sizeof *list);
        if (list == NULL)
            return lb_fail(err, LB_STATUS_FAILED, "out of memory for the cells beside walls");
        n->list = list;
        n->room = room;
    }
    n->list[n->count++] = number;
    return LB_STATUS_OK;
}

/* Whether a body that moves may come there, or beside. */
static bool is_renewed(const struct lb_workspace *w, uint64_t index)
{
    uint32_t at[3];
    uint64_t place;
    if (w->c->motion == NULL) return false;
    lb_layout_cell_at(w->c, &w->layout, index, at);
    return lb_case_motion_place(w->c, at, &place);
}

/* Cells that are made anew are taken for cells beside walls, and beside moving ones. */
static enum lb_status look_at(const struct lb_workspace *w, struct found *f, uint64_t vector,
                              const uint8_t *flags, struct lb_error *err)
{
    const uint64_t lanes = (uint64_t)w->layout.lanes;
    uint8_t any = 0, all = LB_CELL_SOLID;
    for (uint64_t lane = 0; lane < lanes; lane++) {
        const bool renewed = is_renewed(w, vector * lanes + lane);
        any |= flags[lane] | (renewed ? LB_CELL_NEAR_MOVING : 0);
        all &= renewed ? 0 : flags[lane];
        if (renewed || (flags[lane] & LB_CELL_NEAR_SOLID) != 0)
            LB_OK(append(&f->cells, vector * lanes + lane, err));
    }
    if (all != 0) f->links[vector] |= LB_LINK_SOLID;
    f->solid_vectors += all != 0;
    if ((any & LB_CELL_NEAR_MOVING) == 0) return LB_STATUS_OK;
    f->links[vector] |= LB_LINK_MOVING;
    return append(&f->vectors, vector, err);
}

/* Reads the flags in memory order. */
static enum lb_status find(const struct lb_workspace *w, struct found *f, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t lanes = (uint64_t)w->layout.lanes;
    const uint64_t vectors = lb_layout_vectors(w->c, &w->layout);
    uint8_t *flags = malloc(VECTORS_PER_READ * lanes);
    f->links = calloc(vectors, sizeof *f->links);
    LB_REQUIRE(flags != NULL && f->links != NULL, LB_STATUS_FAILED, "out of memory for walls");
    for (uint64_t first = 0; first < vectors; first += VECTORS_PER_READ) {
        const uint64_t left = vectors - first;
        const uint64_t count = left < VECTORS_PER_READ ? left : VECTORS_PER_READ;
        LB_TRY(
            lb_buffer_read(w->buffers[LB_BUFFER_FLAGS], first * lanes, count * lanes, flags, err));
        for (uint64_t n = 0; n < count; n++)
            LB_TRY(look_at(w, f, first + n, flags + n * lanes, err));
    }
cleanup:
    free(flags);
    return st;
}

static enum lb_status upload(struct lb_workspace *w, enum lb_buffer_id id, const struct numbers *n,
                             struct lb_error *err)
{
    const enum lb_status st = lb_workspace_create_buffer(w, id, n->count, err);
    return st != LB_STATUS_OK
               ? st
               : lb_workspace_write_indices(w, w->buffers[id], n->count, n->list, err);
}

static enum lb_status enqueue(struct lb_workspace *w, struct lb_kernel *k, uint64_t count,
                              const struct lb_buffer *walls, struct lb_error *err)
{
    LB_OK(lb_kernel_set_buffer(k, "walls", walls, err));
    LB_OK(lb_kernel_set_ulong(k, "count", count, err));
    return lb_workspace_enqueue(w, k, count, GROUP, err);
}

/* Which populations of all cells beside walls come out of walls; and has them bounce for step 0. */
static enum lb_status find_walls(struct lb_workspace *w, struct found *f, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_kernel *k = NULL, *bounce = NULL;
    struct lb_buffer *walls = NULL;
    const uint64_t bytes = f->cells.count * sizeof *f->walls;
    f->walls = malloc(bytes);
    LB_REQUIRE(f->walls != NULL, LB_STATUS_FAILED, "out of memory for the cells beside walls");
    LB_TRY(lb_buffer_create(w->device, bytes, "links to walls", &walls, err));
    LB_TRY(lb_workspace_kernel(w, entry, "lb_find_walls", &k, err));
    LB_TRY(enqueue(w, k, f->cells.count, walls, err));
    LB_TRY(lb_workspace_kernel(w, entry, "lb_bounce", &bounce, err));
    LB_TRY(enqueue(w, bounce, f->cells.count, walls, err));
    LB_TRY(lb_buffer_read(walls, 0, bytes, f->walls, err));
cleanup:
    lb_buffer_destroy(walls);
    return st;
}

/* Gives the step what all cells of a vector have in common, and keeps the rest of `cells`.  In
 * place only, where the other slot of a link is at the same place; and not where a surface turns
 * gas, which does not take part in a step, into fluid, or where cells are made anew. */
static void share_links(const struct lb_workspace *w, struct found *f)
{
    const uint64_t lanes = (uint64_t)w->layout.lanes;
    const bool changes = w->c->surface.exists || w->c->motion != NULL;
    const bool shares = w->c->streaming == LB_STREAMING_IN_PLACE && !changes;
    uint64_t kept = 0;
    for (uint64_t n = 0, end; n < f->cells.count; n = end) {
        const uint64_t vector = f->cells.list[n] / lanes;
        uint32_t common = LB_LINK_WALLS;
        for (end = n; end < f->cells.count && f->cells.list[end] / lanes == vector; end++)
            common &= f->walls[end];
        if (end - n < lanes || !shares) common = 0;
        f->links[vector] |= common;
        for (uint64_t k = n; k < end; k++) {
            if ((f->walls[k] & ~common) == 0 && w->c->motion == NULL) continue;
            f->cells.list[kept] = f->cells.list[k];
            f->walls[kept++] = f->walls[k] & ~common;
        }
    }
    f->cells.count = kept;
}

/* Bounces back after the step what the step itself does not. */
static enum lb_status keep_bounce(struct walls *p, const struct found *f, struct lb_error *err)
{
    struct lb_workspace *w = p->w;
    p->bounce_count = f->cells.count;
    if (p->bounce_count == 0) return LB_STATUS_OK;
    LB_OK(upload(w, LB_BUFFER_BOUNCE_CELLS, &f->cells, err));
    LB_OK(lb_workspace_upload(w, LB_BUFFER_BOUNCE_WALLS, p->bounce_count, f->walls, err));
    LB_OK(lb_workspace_kernel(w, entry, "lb_bounce", &p->bounce, err));
    LB_OK(lb_kernel_set_buffer(p->bounce, "beside", w->buffers[LB_BUFFER_BOUNCE_CELLS], err));
    LB_OK(lb_kernel_set_buffer(p->bounce, "walls", w->buffers[LB_BUFFER_BOUNCE_WALLS], err));
    return lb_kernel_set_ulong(p->bounce, "count", p->bounce_count, err);
}

/* Where each vector has its terms; of those that have none, anything. */
static enum lb_status send_places(struct lb_workspace *w, const struct numbers *vectors,
                                  struct lb_error *err)
{
    uint32_t *places = calloc(lb_layout_vectors(w->c, &w->layout), sizeof *places);
    if (places == NULL) return lb_fail(err, LB_STATUS_FAILED, "out of memory for moving walls");
    for (uint64_t k = 0; k < vectors->count; k++)
        places[vectors->list[k]] = (uint32_t)k;
    const enum lb_status st = lb_workspace_upload(w, LB_BUFFER_AT_TERMS, 0, places, err);
    free(places);
    return st;
}

static enum lb_status make_terms(struct lb_workspace *w, const struct numbers *vectors,
                                 struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_buffer *list = NULL;
    struct lb_kernel *k = NULL;
    const uint64_t cells = vectors->count * (uint64_t)w->layout.lanes;
    LB_TRY(send_places(w, vectors, err));
    LB_TRY(lb_buffer_create(w->device, vectors->count * lb_layout_index_bytes(w->c),
                            "vectors at moving walls", &list, err));
    LB_TRY(lb_workspace_write_indices(w, list, vectors->count, vectors->list, err));
    LB_TRY(lb_workspace_create_buffer(w, LB_BUFFER_TERMS, vectors->count, err));
    LB_TRY(lb_workspace_kernel(w, entry, "lb_find_wall_terms", &k, err));
    LB_TRY(lb_kernel_set_buffer(k, "vectors", list, err));
    LB_TRY(lb_kernel_set_ulong(k, "count", vectors->count, err));
    LB_TRY(lb_workspace_enqueue(w, k, cells, GROUP, err));
    LB_TRY(lb_device_finish(w->device, err)); /* the list is not kept */
cleanup:
    lb_buffer_destroy(list);
    return st;
}

static bool skips_solid(const struct lb_workspace *w, const struct found *f)
{
    const uint64_t vectors = lb_layout_vectors(w->c, &w->layout);
    return lb_device_get_info(w->device)->type != LB_DEVICE_GPU || w->c->surface.exists ||
           f->solid_vectors >= vectors / ONE_SOLID_IN;
}

/* --- the module --------------------------------------------------------------------------------- */

static enum lb_status create(struct lb_workspace *w, void **module, struct lb_error *err)
{
    struct walls *p = calloc(1, sizeof *p);
    *module = p;
    if (p == NULL) return lb_fail(err, LB_STATUS_FAILED, "out of memory for walls");
    p->w = w;
    return lb_workspace_create_buffer(w, LB_BUFFER_LINKS, 0, err);
}

/* Once flags and populations of the start state are final. */
static enum lb_status close(void *module, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct walls *p = module;
    struct lb_workspace *w = p->w;
    struct found f = {0};
    if ((w->c->cell_kinds & LB_CELL_SOLID) == 0) return LB_STATUS_OK;
    LB_TRY(find(w, &f, err));
    LB_TRY(lb_layout_check_walls(w->c, &w->layout, lb_device_get_info(w->device),
                                 lb_device_allocated(w->device), f.cells.count, f.vectors.count,
                                 err));
    w->layout.skips_solid = skips_solid(w, &f);
    if (f.cells.count > 0) {
        LB_TRY(upload(w, LB_BUFFER_BESIDE, &f.cells, err));
        LB_TRY(find_walls(w, &f, err));
        share_links(w, &f);
        LB_TRY(keep_bounce(p, &f, err));
    }
    if (f.vectors.count > 0 && !lb_case_keeps_moments(w->c)) LB_TRY(make_terms(w, &f.vectors, err));
    if (w->c->motion != NULL) LB_TRY(lb_moving_cells_create(w, &p->moving, err));
    LB_TRY(lb_buffer_write(w->buffers[LB_BUFFER_LINKS], 0,
                           lb_layout_vectors(w->c, &w->layout) * sizeof *f.links, f.links, err));
cleanup:
    free(f.cells.list);
    free(f.vectors.list);
    free(f.links);
    free(f.walls);
    return st;
}

static enum lb_status after_step(void *module, struct lb_error *err)
{
    const struct walls *p = module;
    if (p->bounce == NULL) return LB_STATUS_OK;
    return lb_workspace_enqueue(p->w, p->bounce, p->bounce_count, GROUP, err);
}

static enum lb_status before_step(void *module, struct lb_error *err)
{
    const struct walls *p = module;
    return p->moving != NULL ? lb_moving_cells_renew(p->moving, err) : LB_STATUS_OK;
}

static enum lb_status loaded(void *module, struct lb_error *err)
{
    const struct walls *p = module;
    return p->moving != NULL ? lb_moving_cells_restore(p->moving, err) : LB_STATUS_OK;
}

static void destroy(void *module)
{
    struct walls *p = module;
    lb_moving_cells_destroy(p->moving);
    free(p);
}

const struct lb_module lb_walls_module = {
    .name = "walls",
    .is_in = lb_layout_has_links,
    .create = create,
    .phase = {[LB_PHASE_CLOSE] = close,
              [LB_PHASE_BEFORE_STEP] = before_step,
              [LB_PHASE_AFTER_STEP] = after_step,
              [LB_PHASE_LOADED] = loaded},
    .destroy = destroy,
};

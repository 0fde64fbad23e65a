/* walls.c - lists the cells beside walls and has their populations bounce.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "shared/vector_word.h"
#include "solver/solver_internal.h"

enum { VECTORS_PER_READ = 1 << 18, GROUP = 64 };
enum { STEP_OF_BOUNCE = 4 };                 /* argument of kernels/cell/bounce_back.cl */
enum { LINKS_OF_STEP = 8, AT_TERMS, TERMS }; /* arguments of kernels/step/step.cl */

/* Where at least one vector in so many is nothing but solid, a GPU's step asks before it reads;
 * else the wait for the answer costs more than the vectors do. */
enum { ONE_SOLID_IN = 16 };

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

static enum lb_status look_at(struct found *f, uint64_t vector, int lanes, const uint8_t *flags,
                              struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    uint8_t any = 0, all = LB_CELL_SOLID;
    for (int lane = 0; lane < lanes; lane++) {
        any |= flags[lane];
        all &= flags[lane];
        if ((flags[lane] & LB_CELL_NEAR_SOLID) != 0)
            LB_TRY(append(&f->cells, vector * (uint64_t)lanes + (uint64_t)lane, err));
    }
    if (all != 0) f->links[vector] |= LB_LINK_SOLID;
    f->solid_vectors += all != 0;
    if ((any & LB_CELL_NEAR_MOVING) == 0) return LB_STATUS_OK;
    f->links[vector] |= LB_LINK_MOVING;
    LB_TRY(append(&f->vectors, vector, err));
cleanup:
    return st;
}

/* Reads the flags in memory order. */
static enum lb_status find(struct lb_solver *s, struct found *f, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t lanes = (uint64_t)s->layout.lanes;
    const uint64_t vectors = lb_layout_vectors(s->c, &s->layout);
    uint8_t *flags = malloc(VECTORS_PER_READ * lanes);
    f->links = calloc(vectors, sizeof *f->links);
    LB_REQUIRE(flags != NULL && f->links != NULL, LB_STATUS_FAILED, "out of memory for walls");
    for (uint64_t first = 0; first < vectors; first += VECTORS_PER_READ) {
        const uint64_t left = vectors - first;
        const uint64_t count = left < VECTORS_PER_READ ? left : VECTORS_PER_READ;
        LB_TRY(lb_buffer_read(s->flags, first * lanes, count * lanes, flags, err));
        for (uint64_t n = 0; n < count; n++)
            LB_TRY(look_at(f, first + n, s->layout.lanes, flags + n * lanes, err));
    }
cleanup:
    free(flags);
    return st;
}

/* As LB_INDEX of the kernels. */
static enum lb_status upload(const struct lb_solver *s, const struct numbers *n, const char *what,
                             struct lb_buffer **out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t bytes = n->count * lb_layout_index_bytes(s->c);
    uint32_t *narrow = NULL;
    if (lb_layout_index_bytes(s->c) == sizeof(uint64_t))
        return lb_solver_upload(s, n->list, bytes, what, out, err);
    narrow = malloc(bytes);
    LB_REQUIRE(narrow != NULL, LB_STATUS_FAILED, "out of memory for %s", what);
    for (uint64_t k = 0; k < n->count; k++)
        narrow[k] = (uint32_t)n->list[k];
    LB_TRY(lb_solver_upload(s, narrow, bytes, what, out, err));
cleanup:
    free(narrow);
    return st;
}

static enum lb_status bind(struct lb_kernel *k, const struct lb_bounce *b, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    LB_TRY(lb_kernel_set_buffer(k, 1, b->cells, err));
    LB_TRY(lb_kernel_set_buffer(k, 2, b->walls, err));
    LB_TRY(lb_kernel_set_ulong(k, 3, b->count, err));
cleanup:
    return st;
}

static enum lb_status enqueue(struct lb_solver *s, struct lb_kernel *k, uint64_t count,
                              struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    LB_TRY(lb_kernel_set_buffer(k, 0, s->populations[0], err));
    LB_TRY(lb_kernel_set_uint(k, STEP_OF_BOUNCE, (uint32_t)s->step, err));
    LB_TRY(lb_kernel_enqueue(k, count, GROUP, err));
cleanup:
    return st;
}

/* Which populations of all cells beside walls come out of walls; and has them bounce for step 0. */
static enum lb_status find_walls(struct lb_solver *s, struct found *f, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_kernel *k = NULL, *bounce = NULL;
    struct lb_bounce all = {.count = f->cells.count, .cells = s->walls.beside};
    const uint64_t bytes = all.count * sizeof *f->walls;
    f->walls = malloc(bytes);
    LB_REQUIRE(f->walls != NULL, LB_STATUS_FAILED, "out of memory for the cells beside walls");
    LB_TRY(lb_buffer_create(s->device, bytes, "links to walls", &all.walls, err));
    LB_TRY(lb_kernel_create(s->cell_program, "lb_find_walls", &k, err));
    LB_TRY(bind(k, &all, err));
    LB_TRY(lb_kernel_set_buffer(k, 0, s->flags, err));
    LB_TRY(lb_kernel_enqueue(k, all.count, GROUP, err));
    LB_TRY(lb_kernel_create(s->cell_program, "lb_bounce", &bounce, err));
    LB_TRY(bind(bounce, &all, err));
    LB_TRY(enqueue(s, bounce, all.count, err));
    LB_TRY(lb_buffer_read(all.walls, 0, bytes, f->walls, err));
cleanup:
    lb_kernel_destroy(k);
    lb_kernel_destroy(bounce);
    lb_buffer_destroy(all.walls);
    return st;
}

/* Gives the step what all cells of a vector have in common, and keeps the rest of `cells`.  In
 * place only, where the other slot of a link is at the same place; and not where a surface turns
 * gas, which does not take part in a step, into fluid. */
static void share_links(const struct lb_solver *s, struct found *f)
{
    const uint64_t lanes = (uint64_t)s->layout.lanes;
    const bool shares = s->c->streaming == LB_STREAMING_IN_PLACE && !s->c->surface.exists;
    uint64_t kept = 0;
    for (uint64_t n = 0, end; n < f->cells.count; n = end) {
        const uint64_t vector = f->cells.list[n] / lanes;
        uint32_t common = LB_LINK_WALLS;
        for (end = n; end < f->cells.count && f->cells.list[end] / lanes == vector; end++)
            common &= f->walls[end];
        if (end - n < lanes || !shares) common = 0;
        f->links[vector] |= common;
        for (uint64_t k = n; k < end; k++) {
            if ((f->walls[k] & ~common) == 0) continue;
            f->cells.list[kept] = f->cells.list[k];
            f->walls[kept++] = f->walls[k] & ~common;
        }
    }
    f->cells.count = kept;
}

static enum lb_status make_bounce(struct lb_solver *s, const struct found *f, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_bounce *b = &s->walls.bounce;
    b->count = f->cells.count;
    if (b->count == 0) return LB_STATUS_OK;
    LB_TRY(upload(s, &f->cells, "cells beside walls", &b->cells, err));
    LB_TRY(lb_solver_upload(s, f->walls, b->count * sizeof *f->walls, "links to walls", &b->walls,
                            err));
    LB_TRY(lb_kernel_create(s->cell_program, "lb_bounce", &b->kernel, err));
    LB_TRY(bind(b->kernel, b, err));
cleanup:
    return st;
}

/* Where each vector has its terms; of those that have none, anything. */
static enum lb_status send_places(struct lb_solver *s, struct lb_walls *w,
                                  const struct numbers *vectors, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t all = lb_layout_vectors(s->c, &s->layout);
    uint32_t *places = calloc(all, sizeof *places);
    LB_REQUIRE(places != NULL, LB_STATUS_FAILED, "out of memory for moving walls");
    for (uint64_t k = 0; k < vectors->count; k++)
        places[vectors->list[k]] = (uint32_t)k;
    LB_TRY(lb_solver_upload(s, places, all * sizeof *places, "vectors at moving walls",
                            &w->at_terms, err));
cleanup:
    free(places);
    return st;
}

static enum lb_status make_terms(struct lb_solver *s, struct lb_walls *w,
                                 const struct numbers *vectors, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_buffer *list = NULL;
    struct lb_kernel *k = NULL;
    const uint64_t cells = vectors->count * (uint64_t)s->layout.lanes;
    const uint64_t terms = cells * (uint64_t)s->c->lattice->directions;
    LB_TRY(send_places(s, w, vectors, err));
    LB_TRY(upload(s, vectors, "vectors at moving walls", &list, err));
    LB_TRY(lb_buffer_create(s->device, terms * lb_solver_scalar_bytes(s), "terms of moving walls",
                            &w->terms, err));
    LB_TRY(lb_kernel_create(s->cell_program, "lb_find_wall_terms", &k, err));
    LB_TRY(lb_kernel_set_buffer(k, 0, s->flags, err));
    LB_TRY(lb_kernel_set_buffer(k, 1, s->prescribed, err));
    LB_TRY(lb_kernel_set_buffer(k, 2, list, err));
    LB_TRY(lb_kernel_set_buffer(k, 3, w->terms, err));
    LB_TRY(lb_kernel_set_ulong(k, 4, vectors->count, err));
    LB_TRY(lb_kernel_enqueue(k, cells, GROUP, err));
    LB_TRY(lb_device_finish(s->device, err)); /* the list is not kept */
cleanup:
    lb_kernel_destroy(k);
    lb_buffer_destroy(list);
    return st;
}

static bool skips_solid(const struct lb_solver *s, const struct found *f)
{
    const uint64_t vectors = lb_layout_vectors(s->c, &s->layout);
    return lb_device_get_info(s->device)->type != LB_DEVICE_GPU || s->c->surface.exists ||
           f->solid_vectors >= vectors / ONE_SOLID_IN;
}

enum lb_status lb_walls_create_links(struct lb_solver *s, struct lb_error *err)
{
    if (!lb_layout_has_links(s->c)) return LB_STATUS_OK;
    const uint64_t vectors = lb_layout_vectors(s->c, &s->layout);
    return lb_buffer_create(s->device, vectors * sizeof(uint32_t), "links of vectors",
                            &s->walls.links, err);
}

enum lb_status lb_walls_create(struct lb_solver *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_walls *w = &s->walls;
    struct found f = {0};
    if ((s->c->cell_kinds & LB_CELL_SOLID) == 0) return LB_STATUS_OK;
    LB_TRY(find(s, &f, err));
    LB_TRY(lb_layout_check_walls(s->c, &s->layout, lb_device_get_info(s->device),
                                 lb_device_allocated(s->device), f.cells.count, f.vectors.count,
                                 err));
    s->layout.skips_solid = skips_solid(s, &f);
    w->beside_count = f.cells.count;
    if (w->beside_count > 0) {
        LB_TRY(upload(s, &f.cells, "cells beside walls", &w->beside, err));
        LB_TRY(find_walls(s, &f, err));
        share_links(s, &f);
        LB_TRY(make_bounce(s, &f, err));
    }
    if (f.vectors.count > 0) LB_TRY(make_terms(s, w, &f.vectors, err));
    const uint64_t vectors = lb_layout_vectors(s->c, &s->layout);
    LB_TRY(lb_buffer_write(w->links, 0, vectors * sizeof *f.links, f.links, err));
cleanup:
    free(f.cells.list);
    free(f.vectors.list);
    free(f.links);
    free(f.walls);
    return st;
}

enum lb_status lb_walls_bind_step(const struct lb_solver *s, struct lb_kernel *step,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    LB_TRY(lb_kernel_set_buffer(step, LINKS_OF_STEP, s->walls.links, err));
    LB_TRY(lb_kernel_set_buffer(step, AT_TERMS, s->walls.at_terms, err));
    LB_TRY(lb_kernel_set_buffer(step, TERMS, s->walls.terms, err));
cleanup:
    return st;
}

enum lb_status lb_walls_after_step(struct lb_solver *s, struct lb_error *err)
{
    const struct lb_bounce *b = &s->walls.bounce;
    return b->kernel == NULL ? LB_STATUS_OK : enqueue(s, b->kernel, b->count, err);
}

void lb_walls_destroy(struct lb_solver *s)
{
    lb_kernel_destroy(s->walls.bounce.kernel);
    lb_buffer_destroy(s->walls.bounce.cells);
    lb_buffer_destroy(s->walls.bounce.walls);
    lb_buffer_destroy(s->walls.beside);
    lb_buffer_destroy(s->walls.links);
    lb_buffer_destroy(s->walls.at_terms);
    lb_buffer_destroy(s->walls.terms);
}

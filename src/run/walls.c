/* walls.c - lists the cells beside walls and has their populations bounce.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "run/solver_state.h"

enum { VECTORS_PER_READ = 1 << 18, GROUP = 64 };
enum { STEP_OF_BOUNCE = 4 };                       /* arguments of kernels/bounce.cl */
enum { AT_TERMS_OF_STEP = 9, TERMS_OF_STEP = 10 }; /* of kernels/step.cl */

/* Numbers, ascending. */
struct numbers {
    uint64_t *list;
    uint64_t count, room;
};

/* What the flags say. */
struct found {
    struct numbers cells;   /* memory indices of those beside walls */
    struct numbers vectors; /* with cells beside moving walls */
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
    uint8_t any = 0;
    for (int lane = 0; lane < lanes; lane++) {
        any |= flags[lane];
        if ((flags[lane] & LB_CELL_NEAR_SOLID) != 0)
            LB_TRY(append(&f->cells, vector * (uint64_t)lanes + (uint64_t)lane, err));
    }
    if ((any & LB_CELL_NEAR_MOVING) != 0) LB_TRY(append(&f->vectors, vector, err));
cleanup:
    return st;
}

/* Reads the flags in memory order. */
static enum lb_status find(struct lb_solver *s, struct found *f, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t lanes = (uint64_t)s->layout.lanes;
    const uint64_t vectors = lb_case_cell_count(s->c) / lanes;
    uint8_t *flags = malloc(VECTORS_PER_READ * lanes);
    LB_REQUIRE(flags != NULL, LB_STATUS_FAILED, "out of memory for flags");
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

static enum lb_status make_links(struct lb_solver *s, struct lb_walls *w, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_kernel *k = NULL;
    LB_TRY(
        lb_buffer_create(s->device, w->count * sizeof(uint32_t), "links to walls", &w->links, err));
    LB_TRY(lb_kernel_create(s->cell_program, "lb_find_walls", &k, err));
    LB_TRY(lb_kernel_set_buffer(k, 0, s->flags, err));
    LB_TRY(lb_kernel_set_buffer(k, 1, w->beside, err));
    LB_TRY(lb_kernel_set_buffer(k, 2, w->links, err));
    LB_TRY(lb_kernel_set_ulong(k, 3, w->count, err));
    LB_TRY(lb_kernel_enqueue(k, w->count, GROUP, err));
    LB_TRY(lb_kernel_create(s->cell_program, "lb_bounce", &w->bounce, err));
    LB_TRY(lb_kernel_set_buffer(w->bounce, 1, w->beside, err));
    LB_TRY(lb_kernel_set_buffer(w->bounce, 2, w->links, err));
    LB_TRY(lb_kernel_set_ulong(w->bounce, 3, w->count, err));
cleanup:
    lb_kernel_destroy(k);
    return st;
}

/* Where each vector has its terms; of those that have none, anything. */
static enum lb_status send_places(struct lb_solver *s, struct lb_walls *w,
                                  const struct numbers *vectors, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t all = lb_case_cell_count(s->c) / (uint64_t)s->layout.lanes;
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

enum lb_status lb_walls_create(struct lb_solver *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_walls *w = &s->walls;
    struct found f = {0};
    if ((s->c->cell_kinds & LB_CELL_SOLID) == 0) return LB_STATUS_OK;
    LB_TRY(find(s, &f, err));
    w->count = f.cells.count;
    if (w->count > 0) {
        LB_TRY(upload(s, &f.cells, "cells beside walls", &w->beside, err));
        LB_TRY(make_links(s, w, err));
    }
    if (f.vectors.count > 0) LB_TRY(make_terms(s, w, &f.vectors, err));
cleanup:
    free(f.cells.list);
    free(f.vectors.list);
    return st;
}

enum lb_status lb_walls_bind_step(const struct lb_solver *s, struct lb_kernel *step,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    LB_TRY(lb_kernel_set_buffer(step, AT_TERMS_OF_STEP, s->walls.at_terms, err));
    LB_TRY(lb_kernel_set_buffer(step, TERMS_OF_STEP, s->walls.terms, err));
cleanup:
    return st;
}

enum lb_status lb_walls_before_step(struct lb_solver *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_walls *w = &s->walls;
    if (w->bounce == NULL) return LB_STATUS_OK;
    LB_TRY(lb_kernel_set_buffer(w->bounce, 0, s->populations[0], err));
    LB_TRY(lb_kernel_set_uint(w->bounce, STEP_OF_BOUNCE, (uint32_t)s->step, err));
    LB_TRY(lb_kernel_enqueue(w->bounce, w->count, GROUP, err));
cleanup:
    return st;
}

void lb_walls_destroy(struct lb_solver *s)
{
    lb_kernel_destroy(s->walls.bounce);
    lb_buffer_destroy(s->walls.beside);
    lb_buffer_destroy(s->walls.links);
    lb_buffer_destroy(s->walls.at_terms);
    lb_buffer_destroy(s->walls.terms);
}

/* wall_asks.c - the links between fluid cells and solid ones, and what a device needs to find the
 * walls on them.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "domain/wall_links_internal.h"

/* Links on their way to the list. */
struct listing {
    const struct lb_wall_search *s;
    const struct lb_wall_region *r;
    struct lb_wall_links *out;
    int64_t behind[LB_MAX_DIRECTIONS]; /* from a cell to that against a direction, in the region */
};

static enum lb_status make_room(struct lb_wall_links *out, struct lb_error *err)
{
    if (out->walls.count + LB_MAX_DIRECTIONS <= out->room) return LB_STATUS_OK;
    const uint64_t room = out->room == 0 ? 4096 : 2 * out->room;
    struct lb_curved_link *links = realloc(out->links, room * sizeof *links);
    if (links != NULL) out->links = links;
    struct lb_wall_ask *asks = realloc(out->asks, room * sizeof *asks);
    if (asks != NULL) out->asks = asks;
    LB_NEED(links != NULL && asks != NULL, LB_STATUS_FAILED, "no memory for the links to walls");
    out->room = room;
    return LB_STATUS_OK;
}

static bool is_solid(uint8_t kind)
{
    return (kind & ~LB_WALL_NEAR) >= LB_WALL_CURVED;
}

static uint32_t links_of(const struct listing *l, uint64_t n)
{
    const uint8_t *kind = l->r->kind + n;
    uint32_t links = 0;
    for (int i = 1; i < l->s->lattice->directions; i++)
        links |= (uint32_t)is_solid(kind[l->behind[i]]) << i;
    return links;
}

/* Which surface, and how many boxes away. */
static uint32_t where_of(const struct lb_wall_search *s, const int64_t at[3],
                         const uint32_t place[3])
{
    uint32_t where = 0;
    for (int axis = 0; axis < 3; axis++) {
        const int64_t turns = (at[axis] - (int64_t)place[axis]) / (int64_t)s->size[axis];
        where |= (uint32_t)(turns + 1) << (8 + 2 * axis);
    }
    return where;
}

/* Of the cell at `at`, number n of the region. */
static enum lb_status add_links(const struct listing *l, const int64_t at[3], uint64_t n,
                                struct lb_error *err)
{
    const struct lb_wall_search *s = l->s;
    struct lb_wall_links *out = l->out;
    const uint32_t links = links_of(l, n);
    uint32_t place[3];
    if (links == 0) return LB_STATUS_OK;
    LB_OK(make_room(out, err));
    lb_wall_wrap(s->size, at, place);
    const uint64_t cell = lb_wall_number(s->size, place);
    const uint32_t members = l->r->members[n], where = where_of(s, at, place);
    for (uint8_t i = 1; links >> i != 0; i++) {
        const int64_t behind = (int64_t)n + l->behind[i];
        if ((links >> i & 1u) == 0) continue;
        const uint32_t surface = (uint32_t)(l->r->kind[behind] & ~LB_WALL_NEAR) - LB_WALL_CURVED;
        out->links[out->walls.count] = (struct lb_curved_link){.cell = cell, .direction = i};
        out->asks[out->walls.count++] =
            (struct lb_wall_ask){{members ^ l->r->members[behind], members, where | surface, 0}};
    }
    return LB_STATUS_OK;
}

/* Of a row of the region, whose outermost cells have no links. */
static enum lb_status add_row(const struct listing *l, int64_t y, int64_t z, struct lb_error *err)
{
    const struct lb_wall_region *r = l->r;
    const int64_t row = (z * r->size[1] + y) * r->size[0];
    for (int64_t x = 1; x + 1 < r->size[0]; x++) {
        if (r->kind[row + x] != (LB_WALL_NEAR | LB_WALL_FLUID)) continue;
        const int64_t at[3] = {r->begin[0] + x, r->begin[1] + y, r->begin[2] + z};
        LB_OK(add_links(l, at, (uint64_t)(row + x), err));
    }
    return LB_STATUS_OK;
}

static enum lb_status add_rows(struct listing *l, struct lb_error *err)
{
    const struct lb_wall_region *r = l->r;
    const int64_t around = l->s->lattice->dimensions > 2, *size = r->size;
    for (int i = 1; i < l->s->lattice->directions; i++) {
        const int *c = l->s->lattice->c[i];
        l->behind[i] = -((c[2] * size[1] + c[1]) * size[0] + c[0]);
    }
    for (int64_t z = around; z < size[2] - around; z++)
        for (int64_t y = 1; y + 1 < size[1]; y++)
            LB_OK(add_row(l, y, z, err));
    return LB_STATUS_OK;
}

/* --- joined ends ------------------------------------------------------------------------------ */

struct pair {
    struct lb_curved_link link;
    struct lb_wall_ask ask;
};

static bool is_before(const struct lb_curved_link *a, const struct lb_curved_link *b)
{
    return a->cell != b->cell ? a->cell < b->cell : a->direction < b->direction;
}

/* By cell, then direction; those whose cell is in the box itself before others. */
static int by_cell(const void *a, const void *b)
{
    const struct pair *p = a, *q = b;
    if (is_before(&p->link, &q->link)) return -1;
    if (is_before(&q->link, &p->link)) return 1;
    for (int axis = 0; axis < 3; axis++) {
        const int one = (uint8_t)LB_ASK_TURNS(p->ask.word[LB_ASK_WHERE], axis),
                  other = (uint8_t)LB_ASK_TURNS(q->ask.word[LB_ASK_WHERE], axis);
        if (one != other) return one < other ? -1 : 1;
    }
    return 0;
}

/* As rows are where no box's ends are joined; a link that was met twice is in no order. */
static bool is_sorted(const struct lb_wall_links *w)
{
    uint64_t n = 1;
    while (n < w->walls.count && is_before(&w->links[n - 1], &w->links[n]))
        n++;
    return n >= w->walls.count;
}

/* A link that was met at both ends of the box is kept where its cell is in it. */
static enum lb_status sort(struct lb_wall_links *w, struct lb_error *err)
{
    uint64_t kept = 0;
    struct pair *all = malloc(w->walls.count * sizeof *all);
    LB_NEED(all != NULL, LB_STATUS_FAILED, "no memory for the links to walls");
    for (uint64_t n = 0; n < w->walls.count; n++)
        all[n] = (struct pair){w->links[n], w->asks[n]};
    qsort(all, w->walls.count, sizeof *all, by_cell);
    for (uint64_t n = 0; n < w->walls.count; n++) {
        if (kept > 0 && !is_before(&w->links[kept - 1], &all[n].link)) continue;
        w->links[kept] = all[n].link;
        w->asks[kept++] = all[n].ask;
    }
    w->walls.count = kept;
    free(all);
    return LB_STATUS_OK;
}

enum lb_status lb_wall_links_ask(const struct lb_wall_search *s, struct lb_wall_links *out,
                                 struct lb_error *err)
{
    struct lb_wall_region r = {.kind = NULL};
    struct listing l = {.s = s, .r = &r, .out = out};
    out->walls = (struct lb_curved_walls){.rule = s->rule};
    enum lb_status st = lb_wall_region_make(s, &r, err);
    if (st == LB_STATUS_OK) st = add_rows(&l, err);
    lb_wall_region_free(&r);
    LB_OK(st);
    if (!is_sorted(out)) LB_OK(sort(out, err));
    for (uint64_t n = 0; n < out->walls.count; n++)
        out->walls.cells += n == 0 || out->links[n].cell != out->links[n - 1].cell;
    out->walls.links = out->links;
    return LB_STATUS_OK;
}

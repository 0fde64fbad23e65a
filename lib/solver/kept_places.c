/* kept_places.c - where the numbers that links of boundaries keep are among those of the whole box: cell by cell,
 * x fastest, so it depends on how many the cells of other subdomains have.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "checkpoint/crc32.h"
#include "peers/peers.h"
#include "solver/solver_internal.h"

/* A cell of the whole box, and how many numbers it has, or how many those before it. */
struct kept {
    uint64_t number, count;
};

static int by_number(const void *a, const void *b)
{
    const uint64_t x = ((const struct kept *)a)->number, y = ((const struct kept *)b)->number;
    return (x > y) - (x < y);
}

static bool keeps_any(const struct lb_case *c)
{
    for (int n = 0; n < c->boundary_count; n++)
        if (c->boundaries[n].condition->keeps) return true;
    return false;
}

static void list_own(const struct lb_solver *s, const struct lb_kept_cell *cells, uint64_t count,
                     struct kept *out)
{
    for (uint64_t k = 0; k < count; k++)
        out[k] = (struct kept){lb_case_number_in_whole(s->w.c, cells[k].number), cells[k].count};
}

/* On the first rank: counts become the numbers before each cell.  All of them, in the end. */
static uint64_t add_up(struct kept *all, uint64_t cells)
{
    uint64_t sum = 0;
    qsort(all, cells, sizeof *all, by_number);
    for (uint64_t k = 0; k < cells; k++) {
        const uint64_t own = all[k].count;
        all[k].count = sum;
        sum += own;
    }
    return sum;
}

/* Of the cells, the numbers before each, and all of them. */
static uint64_t mark_of(const struct kept *all, uint64_t cells, uint64_t total)
{
    if (total == 0) return 0;
    return lb_crc32(lb_crc32(0, all, cells * sizeof *all), &total, sizeof total);
}

/* Cells whose numbers lie side by side make one run. */
static void make_runs(struct lb_kept_places *out, const struct lb_kept_cell *cells,
                      const struct kept *own, uint64_t count, const struct kept *all)
{
    for (uint64_t k = 0; k < count; k++, all++) {
        while (all->number != own[k].number)
            all++;
        struct lb_kept_run *last = out->run_count > 0 ? &out->runs[out->run_count - 1] : NULL;
        if (last != NULL && last->place + last->count == all->count)
            last->count += cells[k].count;
        else
            out->runs[out->run_count++] = (struct lb_kept_run){all->count, cells[k].count};
        out->own += cells[k].count;
    }
}

/* The cells of all ranks, for free(), and how many; all ranks get them. */
static enum lb_status unite(struct lb_world *world, const struct kept *own, uint64_t count,
                            struct kept **out, uint64_t *total, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const int ranks = lb_peers_count(world);
    uint64_t *sizes = calloc((size_t)ranks, sizeof *sizes);
    st = sizes != NULL ? LB_STATUS_OK : lb_fail(err, LB_STATUS_FAILED, "out of memory for outlets");
    LB_TRY(lb_peers_agree(world, st, err));
    const uint64_t bytes = count * sizeof *own;
    lb_peers_share(world, &bytes, sizeof bytes, sizes);
    *total = 0;
    for (int rank = 0; rank < ranks; rank++)
        *total += sizes[rank] / sizeof *own;
    *out = malloc((*total + 1) * sizeof **out);
    st = *out != NULL ? LB_STATUS_OK : lb_fail(err, LB_STATUS_FAILED, "out of memory for outlets");
    LB_TRY(lb_peers_agree(world, st, err));
    lb_peers_gather(world, own, bytes, *out, sizes);
cleanup:
    free(sizes);
    return st;
}

enum lb_status lb_kept_places_make(struct lb_solver *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_kept_places *out = &s->kept;
    struct kept *all = NULL;
    const struct lb_kept_cell *cells;
    uint64_t count, total = 0;
    if (!keeps_any(s->w.c)) return LB_STATUS_OK;
    lb_boundaries_kept(&s->modules, &cells, &count);
    struct kept *own = malloc((count + 1) * sizeof *own);
    out->runs = malloc((count + 1) * sizeof *out->runs);
    st = own != NULL && out->runs != NULL
             ? LB_STATUS_OK
             : lb_fail(err, LB_STATUS_FAILED, "out of memory for outlets");
    LB_TRY(lb_peers_agree(s->world, st, err));
    list_own(s, cells, count, own);
    LB_TRY(unite(s->world, own, count, &all, &total, err));
    if (lb_peers_is_first(s->world)) out->total = add_up(all, total);
    lb_peers_give(s->world, &out->total, sizeof out->total);
    lb_peers_give(s->world, all, total * sizeof *all);
    make_runs(out, cells, own, count, all);
    out->mark = mark_of(all, total, out->total);
cleanup:
    free(own);
    free(all);
    return st;
}

enum lb_status lb_kept_mark(const struct lb_solver *s, uint64_t *out, struct lb_error *err)
{
    const struct lb_kept_cell *cells;
    uint64_t count;
    *out = s->kept.mark;
    if (s->all != NULL || !keeps_any(s->w.c)) return LB_STATUS_OK;
    lb_boundaries_kept(&s->modules, &cells, &count);
    struct kept *own = malloc((count + 1) * sizeof *own);
    LB_NEED(own != NULL, LB_STATUS_FAILED, "out of memory for outlets");
    list_own(s, cells, count, own);
    const uint64_t total = add_up(own, count);
    *out = mark_of(own, count, total);
    free(own);
    return LB_STATUS_OK;
}

enum lb_status lb_curved_places_load(struct lb_solver *s, struct lb_error *err)
{
    const struct lb_motion *o = s->w.c->motion;
    if (o == NULL || s->w.c->curved == NULL) return LB_STATUS_OK;
    uint8_t *numbers = calloc(lb_motion_cells(o), 1);
    LB_NEED(numbers != NULL, LB_STATUS_FAILED, "out of memory for the cells of moving bodies");
    const enum lb_status st = o->place(o->state, lb_motion_since(o, s->w.step), numbers, err);
    free(numbers);
    return st;
}

enum lb_status lb_curved_places_make(struct lb_solver *s, struct lb_error *err)
{
    const struct lb_case *c = s->w.c;
    struct lb_kept_places *out = &s->curved_kept;
    uint64_t cells, links;
    free(out->runs);
    *out = (struct lb_kept_places){.runs = NULL};
    if (c->curved == NULL || c->curved->count == 0) return LB_STATUS_OK;
    const uint64_t keeps = 1 + (uint64_t)c->curved->rule->keeps;
    lb_curved_own(c, &cells, &links);
    out->total = c->curved->count * keeps;
    out->own = links * keeps;
    out->runs = malloc((cells + 1) * sizeof *out->runs);
    LB_NEED(out->runs != NULL, LB_STATUS_FAILED, "out of memory for walls between cells");
    for (uint64_t n = 0; n < c->curved->count; n++) {
        struct lb_kept_run *last = out->run_count > 0 ? &out->runs[out->run_count - 1] : NULL;
        uint32_t at[3];
        if (!lb_case_own_place(c, c->curved->links[n].cell, at)) continue;
        if (last != NULL && last->place + last->count == n * keeps)
            last->count += keeps;
        else
            out->runs[out->run_count++] = (struct lb_kept_run){n * keeps, keeps};
    }
    return LB_STATUS_OK;
}

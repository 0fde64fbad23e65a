/* layers.c - layers of other ranks' cells: a box of them from each rank that has some, in one round of messages.
 * Both sides work out which boxes these are, in the same order, so messages have no headers.
 * SPDX-License-Identifier: MIT */
#include "fields/layers.h"

#include <stdlib.h>
#include <string.h>

#include "peers/peers.h"
#include "ranks/own_ranks.h"

/* Cells of one rank that another needs: rho of all, then u of all. */
struct slab {
    int rank; /* the other one */
    struct lb_cell_box box;
    double *rho, *u; /* NULL: not wanted; u is in the same block as rho */
    double *numbers; /* owned */
    uint64_t bytes;
};

struct slab_list {
    struct slab *slabs;
    size_t count, capacity;
};

struct lb_layers {
    struct lb_decomposition place;
    const struct lb_own_fields *own;
    lb_written_cells *written;
    bool rho, u, around;
    struct slab_list received, sent;
    struct lb_messages *messages;
};

static void free_slabs(struct slab_list *list)
{
    for (size_t n = 0; n < list->count; n++)
        free(list->slabs[n].numbers);
    free(list->slabs);
    *list = (struct slab_list){0};
}

void lb_layers_destroy(struct lb_layers *layers)
{
    if (layers == NULL) return;
    lb_messages_destroy(layers->messages); /* before what is under way */
    free_slabs(&layers->received);
    free_slabs(&layers->sent);
    free(layers);
}

/* --- which cells go where ----------------------------------------------------------------------- */

static enum lb_status add_slab(struct lb_layers *l, struct slab_list *list, int rank,
                               const struct lb_cell_box *box, struct lb_error *err)
{
    if (list->count == list->capacity) {
        const size_t capacity = list->capacity + LB_IMAGES;
        struct slab *slabs = realloc(list->slabs, capacity * sizeof *slabs);
        LB_NEED(slabs != NULL, LB_STATUS_FAILED, "no memory for the layers around a part");
        list->slabs = slabs;
        list->capacity = capacity;
    }
    const uint64_t cells = lb_cells_count(box);
    const uint64_t numbers = cells * ((l->rho ? 1u : 0u) + (l->u ? 3u : 0u));
    struct slab *s = &list->slabs[list->count];
    *s = (struct slab){.rank = rank, .box = *box, .bytes = numbers * sizeof *s->numbers};
    s->numbers = malloc(s->bytes);
    LB_NEED(s->numbers != NULL, LB_STATUS_FAILED, "no memory for a layer of %llu cells",
            (unsigned long long)cells);
    if (l->rho) s->rho = s->numbers;
    if (l->u) s->u = s->numbers + (l->rho ? cells : 0);
    list->count++;
    return LB_STATUS_OK;
}

/* The cells of `from` that `to` needs, one box for each image that has some. */
static enum lb_status add_slabs(struct lb_layers *l, struct slab_list *list, int rank,
                                const struct lb_decomposition *from,
                                const struct lb_decomposition *to, struct lb_error *err)
{
    struct lb_cell_box needed = l->written(to);
    if (l->around) needed = lb_cells_with_neighbours(needed, l->place.whole);
    for (int image = 0; image < LB_IMAGES; image++) {
        const struct lb_cell_box there = lb_cells_of(from, image);
        struct lb_cell_box box;
        if (lb_cells_meet(&there, &needed, &box)) LB_OK(add_slab(l, list, rank, &box, err));
    }
    return LB_STATUS_OK;
}

static enum lb_status plan(struct lb_layers *l, struct lb_error *err)
{
    for (int rank = 0; rank < lb_peers_count(lb_ranks()) && (l->rho || l->u); rank++) {
        struct lb_decomposition other;
        lb_decomposition_init(&other, l->place.whole, l->place.grid, rank, 0);
        if (rank == l->place.rank) continue;
        LB_OK(add_slabs(l, &l->received, rank, &other, &l->place, err));
        LB_OK(add_slabs(l, &l->sent, rank, &l->place, &other, err));
    }
    return LB_STATUS_OK;
}

/* --- sending ------------------------------------------------------------------------------------ */

/* A box within one image of this rank's cells. */
static enum lb_status read_own(const struct lb_layers *l, const struct lb_cell_box *box,
                               double *rho, double *u, struct lb_error *err)
{
    uint32_t begin[3], end[3];
    for (int a = 0; a < 3; a++) {
        const int64_t whole = l->place.whole[a];
        begin[a] = (uint32_t)((box->begin[a] + whole) % whole) - l->place.origin[a];
        end[a] = begin[a] + (uint32_t)(box->end[a] - box->begin[a]);
    }
    return l->own->read(l->own->context, begin, end, rho, u, err);
}

/* Nothing here waits for others. */
static enum lb_status post(struct lb_layers *l, struct lb_error *err)
{
    LB_OK(lb_messages_create(lb_ranks(), &l->messages, err));
    for (size_t n = 0; n < l->sent.count; n++) {
        const struct slab *s = &l->sent.slabs[n];
        LB_OK(read_own(l, &s->box, s->rho, s->u, err));
    }
    for (size_t n = 0; n < l->received.count; n++) {
        const struct slab *s = &l->received.slabs[n];
        LB_OK(lb_messages_receive(l->messages, s->rank, s->numbers, s->bytes, err));
    }
    return LB_STATUS_OK;
}

static enum lb_status send(struct lb_layers *l, struct lb_error *err)
{
    for (size_t n = 0; n < l->sent.count; n++) {
        const struct slab *s = &l->sent.slabs[n];
        LB_OK(lb_messages_send(l->messages, s->rank, s->numbers, s->bytes, err));
    }
    return lb_messages_wait(l->messages, NULL, err);
}

static enum lb_status prepare(struct lb_layers *l, struct lb_error *err)
{
    LB_OK(plan(l, err));
    return post(l, err);
}

/* All have posted what they receive before any sends: a rank that fails has sent nothing to take back. */
enum lb_status lb_layers_fetch(const struct lb_decomposition *d, lb_written_cells *written,
                               const struct lb_own_fields *own, unsigned needs,
                               struct lb_layers **out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_layers *l = calloc(1, sizeof *l);
    if (l == NULL) {
        st = lb_fail(err, LB_STATUS_FAILED, "no memory for the layers around a part");
    } else {
        *l = (struct lb_layers){.place = *d,
                                .own = own,
                                .written = written,
                                .rho = (needs & LB_FIELD_RHO) != 0,
                                .u = (needs & LB_FIELD_U) != 0,
                                .around = (needs & LB_FIELD_AROUND) != 0};
        st = prepare(l, err);
    }
    LB_TRY(lb_peers_agree(lb_ranks(), st, err));
    LB_TRY(send(l, err));
    free_slabs(&l->sent);
    *out = l;
    l = NULL;
cleanup:
    lb_layers_destroy(l);
    return st;
}

/* --- reading ------------------------------------------------------------------------------------ */

/* The part of `from` that lies in `box`, row by row to its place in `to`. */
static void copy_box(const struct lb_cell_box *box, const struct lb_cell_box *from,
                     const double *numbers, const struct lb_cell_box *to, double *out,
                     size_t components)
{
    const size_t row = (size_t)(box->end[0] - box->begin[0]) * components;
    for (int64_t z = box->begin[2]; out != NULL && z < box->end[2]; z++)
        for (int64_t y = box->begin[1]; y < box->end[1]; y++) {
            const int64_t at[3] = {box->begin[0], y, z};
            size_t source = 0, target = 0;
            for (int a = 2; a >= 0; a--) {
                source = source * (size_t)(from->end[a] - from->begin[a]) +
                         (size_t)(at[a] - from->begin[a]);
                target =
                    target * (size_t)(to->end[a] - to->begin[a]) + (size_t)(at[a] - to->begin[a]);
            }
            memcpy(out + target * components, numbers + source * components, row * sizeof *out);
        }
}

/* Those of this rank's cells that lie in `wanted`, moved as the image says. */
static enum lb_status read_image(const struct lb_layers *l, int image,
                                 const struct lb_cell_box *wanted, double *rho, double *u,
                                 struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_cell_box own = lb_cells_of(&l->place, image);
    struct lb_cell_box box;
    if (!lb_cells_meet(&own, wanted, &box)) return LB_STATUS_OK;
    const uint64_t cells = lb_cells_count(&box);
    double *numbers = malloc(4 * cells * sizeof *numbers);
    LB_REQUIRE(numbers != NULL, LB_STATUS_FAILED, "no memory to fetch the fields of %llu cells",
               (unsigned long long)cells);
    LB_TRY(
        read_own(l, &box, rho != NULL ? numbers : NULL, u != NULL ? numbers + cells : NULL, err));
    copy_box(&box, &box, numbers, wanted, rho, 1);
    copy_box(&box, &box, numbers + cells, wanted, u, 3);
cleanup:
    free(numbers);
    return st;
}

enum lb_status lb_layers_read(void *context, const int64_t begin[3], const uint32_t count[3],
                              double *rho, double *u, struct lb_error *err)
{
    const struct lb_layers *l = context;
    struct lb_cell_box wanted, box;
    if (rho == NULL && u == NULL) return LB_STATUS_OK;
    for (int a = 0; a < 3; a++) {
        wanted.begin[a] = begin[a];
        wanted.end[a] = begin[a] + (int64_t)count[a];
    }
    for (int image = 0; image < LB_IMAGES; image++)
        LB_OK(read_image(l, image, &wanted, rho, u, err));
    for (size_t n = 0; n < l->received.count; n++) {
        const struct slab *s = &l->received.slabs[n];
        if (!lb_cells_meet(&s->box, &wanted, &box)) continue;
        copy_box(&box, &s->box, s->rho, &wanted, rho, 1);
        copy_box(&box, &s->box, s->u, &wanted, u, 3);
    }
    return LB_STATUS_OK;
}

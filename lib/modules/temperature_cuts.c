/* temperature_cuts.c - tells the device which cells surfaces of conductors cut, and what these do.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "modules/temperature.h"
#include "shared/heat_sums.h"
#include "solids/cut_links.h"

/* Of cells of `list`: its first `solids` are of bodies; of[k] is 1 + the number of the cut of cell k, or 0. */
struct cuts {
    struct lb_workspace *w;
    uint64_t *list, solids, listed, count, room;
    uint32_t *of;
    double *links; /* element by element, each of all cuts */
};

static int by_index(const void *a, const void *b)
{
    const uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
    return one < other ? -1 : one > other;
}

static enum lb_status place(struct cuts *k, const struct lb_heat_cut *cut, uint64_t index,
                            struct lb_error *err)
{
    if (cut->at == 0) {
        k->list[k->listed] = index;
        k->of[k->listed++] = (uint32_t)(k->count + 1);
        return LB_STATUS_OK;
    }
    const uint64_t *at = bsearch(&index, k->list, k->solids, sizeof index, by_index);
    LB_NEED(at != NULL, LB_STATUS_FAILED,
            "a surface that conducts heat cuts cell %llu, which is of no body that does",
            (unsigned long long)cut->cell);
    k->of[at - k->list] = (uint32_t)(k->count + 1);
    return LB_STATUS_OK;
}

static void put_links(struct cuts *k, const struct lb_heat_cut *cut)
{
    const int links = lb_heat_lattice(k->w->c)->directions - 1;
    double matrix[(LB_HEAT_FACES) * (LB_HEAT_FACES)];
    lb_cut_links(k->w->c, cut, matrix);
    for (int n = 0; n < links * links; n++)
        k->links[(uint64_t)n * k->room + k->count] = matrix[n];
}

static enum lb_status find(struct cuts *k, struct lb_error *err)
{
    const struct lb_case *c = k->w->c;
    uint32_t at[3];
    for (uint64_t n = 0; n < c->heat->cut_count; n++) {
        const struct lb_heat_cut *cut = &c->heat->cuts[n];
        if (!lb_case_own_place(c, cut->cell, at)) continue;
        LB_OK(place(k, cut, lb_layout_index_of(c, &k->w->layout, at), err));
        put_links(k, cut);
        k->count++;
    }
    return LB_STATUS_OK;
}

static enum lb_status upload(const struct cuts *k, struct lb_error *err)
{
    LB_OK(lb_workspace_upload(k->w, LB_BUFFER_CUT_OF, k->listed, k->of, err));
    return lb_workspace_upload_numbers(k->w, LB_BUFFER_CUT_LINKS, k->count, k->links, err);
}

enum lb_status lb_heat_upload_cuts(struct lb_workspace *w, uint64_t *list, uint64_t *conductors,
                                   uint64_t *cuts, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t room = *cuts = lb_heat_own_cuts(w->c, false),
                   links = (uint64_t)(lb_heat_lattice(w->c)->directions - 1);
    if (room == 0) return LB_STATUS_OK;
    struct cuts k = {.w = w,
                     .list = list,
                     .solids = *conductors,
                     .listed = *conductors,
                     .room = room,
                     .of = calloc(*conductors + room, sizeof *k.of),
                     .links = malloc(links * links * room * sizeof *k.links)};
    LB_REQUIRE(k.of != NULL && k.links != NULL, LB_STATUS_FAILED,
               "out of memory for surfaces of solids that conduct heat");
    LB_TRY(find(&k, err));
    LB_TRY(upload(&k, err));
    *conductors = k.listed;
cleanup:
    free(k.of);
    free(k.links);
    return st;
}

/* --- walls of a temperature that solids touch ------------------------------------------------------ */

/* Words of each such cell: which links, then q of each. */
static enum lb_status list_walls(const struct lb_workspace *w, uint64_t solids,
                                 const uint64_t *list, uint32_t *of, uint32_t *walls,
                                 struct lb_error *err)
{
    const struct lb_heat *h = w->c->heat;
    const uint64_t words = (uint64_t)lb_heat_lattice(w->c)->directions;
    uint32_t at[3], *own = walls - words, count = 0;
    for (uint64_t n = 0; n < h->solid_link_count; n++) {
        const struct lb_curved_link *l = &h->solid_links[n];
        if (!lb_case_own_place(w->c, l->cell, at)) continue;
        const uint64_t index = lb_layout_index_of(w->c, &w->layout, at),
                       *place = bsearch(&index, list, solids, sizeof index, by_index);
        LB_NEED(place != NULL, LB_STATUS_FAILED, "cell %llu has a wall of a solid, and is of none",
                (unsigned long long)l->cell);
        if (of[place - list] == 0) own += words;
        if (of[place - list] == 0) of[place - list] = LB_SOLID_WALL + count++;
        own[0] |= 1u << l->direction;
        own[l->direction] = l->q;
    }
    return LB_STATUS_OK;
}

enum lb_status lb_heat_number_solid_walls(struct lb_workspace *w, uint64_t first, uint64_t solids,
                                          struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t cells = lb_heat_own_solid_walls(w->c);
    if (cells == 0) return LB_STATUS_OK;
    uint64_t *list = malloc(solids * sizeof *list);
    uint32_t *of = calloc(solids, sizeof *of),
             *walls = calloc(cells * (uint64_t)lb_heat_lattice(w->c)->directions, sizeof *walls);
    LB_REQUIRE(list != NULL && of != NULL && walls != NULL, LB_STATUS_FAILED,
               "out of memory for walls of solids that conduct heat");
    LB_TRY(lb_workspace_read_indices(w, w->buffers[LB_BUFFER_HEATED], first, solids, list, err));
    LB_TRY(list_walls(w, solids, list, of, walls, err));
    LB_TRY(lb_workspace_upload(w, LB_BUFFER_SOLID_WALLS, cells, walls, err));
    LB_TRY(lb_buffer_write(w->buffers[LB_BUFFER_HEAT_CURVED], first * sizeof *of,
                           solids * sizeof *of, of, err));
cleanup:
    free(list);
    free(of);
    free(walls);
    return st;
}

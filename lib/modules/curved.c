/* curved.c - makes what comes out of walls that lie anywhere between cells
 * (kernels/wall/interpolated.cl), between two steps, once boundaries have made theirs.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "case/curved_walls.h"
#include "modules/curved_scene.h"
#include "modules/module.h"
#include "shared/wall_mass.h"

static const char entry[] = "wall/interpolated.cl", of_sheets[] = "wall/sheets.cl";

struct curved {
    struct lb_workspace *w;
    uint64_t cells, links; /* of this box, which may be a subdomain */
    uint64_t version;      /* of the cells that they are of */
    struct lb_kernel *interpolate;
    struct lb_kernel *turn,
        *share; /* of thin walls alone; the latter where codes share exponents */
};

static bool has_room(const struct lb_case *c)
{
    uint64_t cells, links;
    lb_curved_room(c, &cells, &links);
    return cells > 0;
}

static enum lb_status create(struct lb_workspace *w, void **module, struct lb_error *err)
{
    LB_OK(lb_case_check_curved(w->c, err));
    struct curved *p = calloc(1, sizeof *p);
    *module = p;
    LB_NEED(p != NULL, LB_STATUS_FAILED, "out of memory for walls between cells");
    p->w = w;
    lb_curved_own(w->c, &p->cells, &p->links);
    return LB_STATUS_OK;
}

/* A cell with such links; its first one among all. */
struct linked {
    uint64_t index; /* in memory */
    uint32_t links, at;
};

/* By index, which is at most `most`: digit by digit, the last one first; `spare` has as much room. */
static void sort_cells(struct linked *cells, struct linked *spare, uint64_t count, uint64_t most)
{
    enum { BITS = 11, DIGITS = 1 << BITS };
    for (int shift = 0; most >> shift != 0; shift += BITS) {
        uint64_t at[DIGITS] = {0}, sum = 0;
        for (uint64_t n = 0; n < count; n++)
            at[cells[n].index >> shift & (DIGITS - 1)]++;
        for (int digit = 0; digit < DIGITS; digit++) {
            const uint64_t own = at[digit];
            at[digit] = sum;
            sum += own;
        }
        for (uint64_t n = 0; n < count; n++)
            spare[at[cells[n].index >> shift & (DIGITS - 1)]++] = cells[n];
        memcpy(cells, spare, count * sizeof *cells);
    }
}

/* Whether a link of the case is in this part of the box, and has its cell for the first time. */
struct own_cell {
    uint64_t cell;
    uint32_t at[3];
    bool is_own;
};

static bool is_next(const struct lb_case *c, uint64_t cell, struct own_cell *o)
{
    const uint64_t further = cell - o->cell;
    if (further == 0) return false;
    o->cell = cell;
    if (o->is_own && further < c->size[0] - o->at[0])
        o->at[0] += (uint32_t)further; /* in the same row */
    else
        o->is_own = lb_case_own_place(c, cell, o->at);
    return o->is_own;
}

/* What links keep is in the order of the case, in which it is saved. */
static void list_cells(const struct lb_workspace *w, struct linked *out)
{
    const struct lb_case *c = w->c;
    struct own_cell o = {.cell = UINT64_MAX};
    uint64_t cells = 0;
    uint32_t links = 0;
    for (uint64_t n = 0; n < c->curved->count; n++) {
        const struct lb_curved_link *l = &c->curved->links[n];
        if (is_next(c, l->cell, &o))
            out[cells++] = (struct linked){lb_layout_index_of(c, &w->layout, o.at), 0, links};
        if (!o.is_own) continue;
        out[cells - 1].links |= 1u << l->direction;
        links++;
    }
}

static enum lb_status create_buffers(struct lb_workspace *w, struct lb_error *err)
{
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_CURVED_CELLS, 0, err));
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_CURVED_LINKS, 0, err));
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_CURVED_AT, 0, err));
    return lb_workspace_create_buffer(w, LB_BUFFER_CURVED_Q, 0, err);
}

static enum lb_status write_cells(const struct curved *p, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_workspace *w = p->w;
    struct linked *cells = malloc(2 * p->cells * sizeof *cells);
    uint64_t *index = malloc(p->cells * sizeof *index);
    uint32_t *words = malloc(2 * p->cells * sizeof *words), *links = words, *at = words + p->cells;
    const uint64_t bytes = p->cells * sizeof *words;
    LB_REQUIRE(cells != NULL && index != NULL && words != NULL, LB_STATUS_FAILED,
               "out of memory for walls between cells");
    list_cells(w, cells);
    sort_cells(cells, cells + p->cells, p->cells, lb_layout_places(w->c, &w->layout));
    for (uint64_t k = 0; k < p->cells; k++) {
        index[k] = cells[k].index;
        links[k] = cells[k].links;
        at[k] = cells[k].at;
    }
    LB_TRY(lb_workspace_write_indices(w, w->buffers[LB_BUFFER_CURVED_CELLS], p->cells, index, err));
    LB_TRY(lb_buffer_write(w->buffers[LB_BUFFER_CURVED_LINKS], 0, bytes, links, err));
    LB_TRY(lb_buffer_write(w->buffers[LB_BUFFER_CURVED_AT], 0, bytes, at, err));
cleanup:
    free(cells);
    free(index);
    free(words);
    return st;
}

/* The speeds, too, if walls move now or may later. */
static enum lb_status write_links(const struct curved *p, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_workspace *w = p->w;
    const struct lb_curved_walls *walls = w->c->curved;
    uint32_t *q = malloc(p->links * sizeof *q), at[3];
    double *speed = malloc(p->links * sizeof *speed);
    bool moves = w->c->motion != NULL;
    LB_REQUIRE(q != NULL && speed != NULL, LB_STATUS_FAILED,
               "out of memory for walls between cells");
    for (uint64_t n = 0, own = 0; n < walls->count; n++) {
        if (!lb_case_own_place(w->c, walls->links[n].cell, at)) continue;
        q[own] = walls->links[n].q;
        speed[own] = walls->links[n].speed;
        moves = moves || speed[own] != 0.0;
        own++;
    }
    LB_TRY(lb_buffer_write(w->buffers[LB_BUFFER_CURVED_Q], 0, p->links * sizeof *q, q, err));
    if (!moves) goto cleanup;
    if (w->buffers[LB_BUFFER_CURVED_SPEED] == NULL)
        LB_TRY(lb_workspace_create_buffer(w, LB_BUFFER_CURVED_SPEED, 0, err));
    LB_TRY(lb_workspace_write_numbers(w, LB_BUFFER_CURVED_SPEED, 0, p->links, speed, err));
cleanup:
    free(q);
    free(speed);
    return st;
}

/* For the heat of walls that give a flux. */
static enum lb_status write_across(const struct curved *p, struct lb_error *err)
{
    const struct lb_curved_walls *walls = p->w->c->curved;
    uint32_t at[3];
    if (p->w->c->heat == NULL || walls->across == NULL || p->links == 0) return LB_STATUS_OK;
    double *across = malloc(p->links * sizeof *across);
    LB_NEED(across != NULL, LB_STATUS_FAILED, "out of memory for walls between cells");
    for (uint64_t n = 0, own = 0; n < walls->count; n++)
        if (lb_case_own_place(p->w->c, walls->links[n].cell, at))
            across[own++] = (double)walls->across[n];
    const enum lb_status st =
        lb_workspace_upload_numbers(p->w, LB_BUFFER_CURVED_ACROSS, 0, across, err);
    free(across);
    return st;
}

/* Which the device finds itself, if it has double precision. */
static enum lb_status find_links(const struct curved *p, struct lb_error *err)
{
    struct lb_workspace *w = p->w;
    const struct lb_wall_scene *s = w->c->curved->scene;
    if (s != NULL && lb_device_get_info(w->device)->fp64) {
        if (w->buffers[LB_BUFFER_CURVED_SPEED] == NULL)
            LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_CURVED_SPEED, 0, err));
        return lb_curved_scene_find(w, p->cells, p->links, err);
    }
    if (s != NULL) LB_OK(s->locate(s->state, err));
    return write_links(p, err);
}

static enum lb_status write_lists(const struct curved *p, struct lb_error *err)
{
    if (p->cells == 0) return LB_STATUS_OK;
    LB_OK(write_cells(p, err));
    return find_links(p, err);
}

/* What links keep is nothing at the start. */
static enum lb_status upload(struct curved *p, struct lb_error *err)
{
    uint64_t cells, links;
    lb_curved_room(p->w->c, &cells, &links);
    double *none = calloc(links * (1 + (uint64_t)p->w->c->curved->rule->keeps), sizeof *none);
    LB_NEED(none != NULL, LB_STATUS_FAILED, "out of memory for walls between cells");
    const enum lb_status st =
        lb_workspace_upload_numbers(p->w, LB_BUFFER_CURVED_KEPT, 0, none, err);
    free(none);
    LB_OK(st);
    LB_OK(create_buffers(p->w, err));
    LB_OK(write_across(p, err));
    return write_lists(p, err);
}

static enum lb_status make_kernel(const struct curved *p, const char *program, const char *name,
                                  struct lb_kernel **k, struct lb_error *err)
{
    LB_OK(lb_workspace_kernel(p->w, program, name, k, err));
    return lb_kernel_set_ulong(*k, "count", p->cells, err);
}

static enum lb_status make_kernels(struct curved *p, struct lb_error *err)
{
    LB_OK(make_kernel(p, entry, "lb_interpolate_walls", &p->interpolate, err));
    if (p->w->c->curved->sheets == 0 || lb_case_keeps_moments(p->w->c)) return LB_STATUS_OK;
    LB_OK(make_kernel(p, of_sheets, "lb_turn_sheets", &p->turn, err));
    if (!p->w->c->storage->shares_exponents) return LB_STATUS_OK;
    return make_kernel(p, of_sheets, "lb_share_made", &p->share, err);
}

/* For step 0, too.  A subdomain has the buffers of its exchange by the first time. */
static enum lb_status interpolate(void *module, struct lb_error *err)
{
    struct curved *p = module;
    if (p->cells == 0) return LB_STATUS_OK;
    if (p->interpolate == NULL) LB_OK(make_kernels(p, err));
    if (p->turn != NULL) LB_OK(lb_workspace_enqueue(p->w, p->turn, p->cells, LB_WALL_GROUP, err));
    LB_OK(lb_workspace_enqueue(p->w, p->interpolate, p->cells, LB_WALL_GROUP, err));
    if (p->share == NULL) return LB_STATUS_OK;
    return lb_workspace_enqueue(p->w, p->share, p->cells, LB_WALL_GROUP, err);
}

/* Cells behind these walls, for exponents. */
static enum lb_status mark_made(const struct curved *p, struct lb_error *err)
{
    struct lb_kernel *k = NULL;
    if (!p->w->c->storage->shares_exponents) return LB_STATUS_OK;
    LB_OK(lb_workspace_kernel(p->w, entry, "lb_mark_made", &k, err));
    LB_OK(lb_kernel_set_ulong(k, "count", p->cells, err));
    return lb_workspace_enqueue(p->w, k, p->cells, LB_WALL_GROUP, err);
}

/* A subdomain gets the start state of its neighbours later. */
static enum lb_status close(void *module, struct lb_error *err)
{
    struct curved *p = module;
    if (!has_room(p->w->c)) return LB_STATUS_OK;
    LB_OK(upload(p, err));
    LB_OK(mark_made(p, err));
    return p->w->c->cut.axes == 0 ? interpolate(module, err) : LB_STATUS_OK;
}

/* Before a step, and after a state was loaded: the links of bodies that moved. */
static enum lb_status renew(void *module, struct lb_error *err)
{
    struct curved *p = module;
    if (p->w->c->motion == NULL || p->version == p->w->cells_version) return LB_STATUS_OK;
    p->version = p->w->cells_version;
    lb_curved_own(p->w->c, &p->cells, &p->links);
    LB_OK(write_lists(p, err));
    if (p->interpolate == NULL) return LB_STATUS_OK;
    return lb_kernel_set_ulong(p->interpolate, "count", p->cells, err);
}

const struct lb_module lb_curved_module = {
    .name = "curved walls",
    .is_in = lb_case_has_curved_walls,
    .create = create,
    .phase = {[LB_PHASE_CLOSE] = close,
              [LB_PHASE_BEFORE_STEP] = renew,
              [LB_PHASE_AFTER_EXCHANGE] = interpolate,
              [LB_PHASE_LOADED] = renew},
    .destroy = free,
};

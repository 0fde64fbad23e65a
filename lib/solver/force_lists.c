/* force_lists.c - the links to walls, bodies and boundaries, by group, for the sums of their forces.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "shared/force_task.h"
#include "solver/solver_internal.h"

enum { GROUP = 64, CELLS_PER_PIECE = 1 << 15 };

static const char entry[] = "cell/link_forces.cl";

/* A cell and its links of one group: bit i where population i comes out of it. */
struct linked {
    uint64_t cell;
    uint32_t from, group;
};

struct found {
    struct linked *list;
    uint64_t count, room;
    uint64_t *cells_of; /* of each group */
};

/* --- finding ---------------------------------------------------------------------------------- */

static enum lb_status append(struct found *f, const struct linked *one, struct lb_error *err)
{
    if (f->count == f->room) {
        const uint64_t room = f->room == 0 ? 1024 : 2 * f->room;
        struct linked *list = realloc(f->list, room * sizeof *list);
        LB_NEED(list != NULL, LB_STATUS_FAILED, "out of memory for the links of bodies");
        f->list = list;
        f->room = room;
    }
    f->list[f->count++] = *one;
    f->cells_of[one->group]++;
    return LB_STATUS_OK;
}

/* One entry for each group that the cell has links of, in the order of their first ones. */
static enum lb_status add_cell(struct found *f, const struct lb_lattice *l, uint64_t cell,
                               uint16_t *groups, struct lb_error *err)
{
    for (int i = 1; i < l->directions; i++) {
        if (groups[i] == LB_NO_LINK) continue;
        struct linked one = {cell, 0, groups[i]};
        for (int k = i; k < l->directions; k++) {
            if (groups[k] != one.group) continue;
            one.from |= 1u << k;
            groups[k] = LB_NO_LINK;
        }
        LB_OK(append(f, &one, err));
    }
    return LB_STATUS_OK;
}

static bool is_of_moving_body(const struct lb_case *c, uint32_t group)
{
    const uint32_t n = group / 2;
    return c->motion != NULL && n > 0 && n <= (uint32_t)c->body_count && c->motion->moves[n - 1];
}

/* A cell that is made anew may get links to any body that moves. */
static enum lb_status add_moving(const struct lb_workspace *w, struct found *f, uint64_t cell,
                                 struct lb_error *err)
{
    uint32_t at[3];
    uint64_t place;
    if (w->c->motion == NULL) return LB_STATUS_OK;
    lb_layout_cell_at(w->c, &w->layout, cell, at);
    if (!lb_case_motion_place(w->c, at, &place)) return LB_STATUS_OK;
    for (uint32_t n = 0; n < (uint32_t)w->c->body_count; n++) {
        const struct linked one = {cell, 0, 2 * (n + 1) + 1};
        if (w->c->motion->moves[n]) LB_OK(append(f, &one, err));
    }
    return LB_STATUS_OK;
}

/* What a piece of the cells beside walls needs. */
struct piece {
    struct lb_kernel *kernel;
    struct lb_buffer *device_groups;
    uint16_t *groups;
    uint64_t *cells;
};

static enum lb_status find_piece(struct lb_workspace *w, const struct piece *p, uint64_t first,
                                 uint64_t count, struct found *f, struct lb_error *err)
{
    const uint64_t q = (uint64_t)w->c->lattice->directions;
    LB_OK(lb_kernel_set_ulong(p->kernel, "first", first, err));
    LB_OK(lb_kernel_set_ulong(p->kernel, "count", count, err));
    LB_OK(lb_workspace_enqueue(w, p->kernel, count, GROUP, err));
    LB_OK(lb_buffer_read(p->device_groups, 0, count * q * sizeof *p->groups, p->groups, err));
    LB_OK(lb_workspace_read_indices(w, w->buffers[LB_BUFFER_BESIDE], first, count, p->cells, err));
    for (uint64_t n = 0; n < count; n++) {
        for (uint64_t i = 1; i < q; i++)
            if (is_of_moving_body(w->c, p->groups[n * q + i])) p->groups[n * q + i] = LB_NO_LINK;
        LB_OK(add_cell(f, w->c->lattice, p->cells[n], p->groups + n * q, err));
        LB_OK(add_moving(w, f, p->cells[n], err));
    }
    return LB_STATUS_OK;
}

/* Links of thin walls, of which flags know nothing; they slide by their own rule. */
static enum lb_status add_sheets(const struct lb_workspace *w, struct found *f,
                                 struct lb_error *err)
{
    const struct lb_curved_walls *walls = w->c->curved;
    uint32_t at[3];
    for (uint64_t n = 0; walls != NULL && walls->sheets > 0 && n < walls->count; n++) {
        const struct lb_curved_link *l = &walls->links[n];
        struct linked *last = f->count > 0 ? &f->list[f->count - 1] : NULL;
        if (l->sheet == 0 || !lb_case_own_place(w->c, l->cell, at)) continue;
        const struct linked one = {lb_layout_index_of(w->c, &w->layout, at), 1u << l->direction,
                                   2u * l->sheet};
        if (last != NULL && last->cell == one.cell && last->group == one.group)
            last->from |= one.from;
        else
            LB_OK(append(f, &one, err));
    }
    return LB_STATUS_OK;
}

/* Where memory has a list of fluid cells, no step needs those beside walls, and none lists them before. */
static enum lb_status list_beside(struct lb_workspace *w, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t cells = lb_case_cell_count(w->c);
    uint8_t *flags = malloc(cells);
    uint64_t *beside = malloc(w->layout.listed * sizeof *beside), count = 0;
    LB_REQUIRE(flags != NULL && beside != NULL, LB_STATUS_FAILED,
               "out of memory for the cells beside walls");
    LB_TRY(lb_buffer_read(w->buffers[LB_BUFFER_FLAGS], 0, cells, flags, err));
    for (uint64_t n = 0; n < cells; n++)
        if ((flags[n] & LB_CELL_NEAR_SOLID) != 0) beside[count++] = n;
    if (count == 0) goto cleanup;
    LB_TRY(lb_workspace_create_buffer(w, LB_BUFFER_BESIDE, count, err));
    LB_TRY(lb_workspace_write_indices(w, w->buffers[LB_BUFFER_BESIDE], count, beside, err));
cleanup:
    free(flags);
    free(beside);
    return st;
}

static enum lb_status find(struct lb_workspace *w, struct found *f, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct piece p = {.kernel = NULL};
    const uint64_t beside = lb_workspace_list_length(w, LB_BUFFER_BESIDE);
    const uint64_t most = beside < CELLS_PER_PIECE ? beside : CELLS_PER_PIECE;
    const uint64_t bytes = most * (uint64_t)w->c->lattice->directions * sizeof *p.groups;
    if (beside == 0) return LB_STATUS_OK;
    p.groups = malloc(bytes);
    p.cells = malloc(most * sizeof *p.cells);
    LB_REQUIRE(p.groups != NULL && p.cells != NULL, LB_STATUS_FAILED,
               "out of memory for the links of bodies");
    LB_TRY(lb_buffer_create(w->device, bytes, "groups of links", &p.device_groups, err));
    LB_TRY(lb_workspace_kernel(w, entry, "lb_find_link_groups", &p.kernel, err));
    LB_TRY(lb_kernel_set_buffer(p.kernel, "groups", p.device_groups, err));
    LB_TRY(lb_kernel_set_uint(p.kernel, "bodies", (uint32_t)w->c->body_count, err));
    for (uint64_t first = 0; first < beside; first += most)
        LB_TRY(find_piece(w, &p, first, beside - first < most ? beside - first : most, f, err));
cleanup:
    lb_buffer_destroy(p.device_groups);
    free(p.groups);
    free(p.cells);
    return st;
}

/* --- lists and tasks -------------------------------------------------------------------------- */

static int by_index(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Which of the cells have links to walls between cells, whose list is in the order of memory: none, in some parts. */
static enum lb_status upload_curved(struct lb_workspace *w, const uint64_t *cells, uint64_t count,
                                    struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t curved_count = lb_workspace_list_length(w, LB_BUFFER_CURVED_CELLS);
    if (w->c->curved == NULL) return LB_STATUS_OK;
    if (w->c->motion != NULL) /* they are numbered as they are at each look */
        return lb_workspace_create_buffer(w, LB_BUFFER_LINKED_CURVED, count, err);
    uint64_t *curved = malloc((curved_count + 1) * sizeof *curved);
    uint32_t *numbers = malloc(count * sizeof *numbers);
    LB_REQUIRE(curved != NULL && numbers != NULL, LB_STATUS_FAILED,
               "out of memory for the links of bodies");
    if (curved_count > 0)
        LB_TRY(lb_workspace_read_indices(w, w->buffers[LB_BUFFER_CURVED_CELLS], 0, curved_count,
                                         curved, err));
    for (uint64_t k = 0; k < count; k++) {
        const uint64_t *at = bsearch(&cells[k], curved, curved_count, sizeof *curved, by_index);
        numbers[k] = at != NULL ? (uint32_t)(at - curved) + 1 : 0;
    }
    LB_TRY(lb_workspace_upload(w, LB_BUFFER_LINKED_CURVED, count, numbers, err));
cleanup:
    free(curved);
    free(numbers);
    return st;
}

/* By group, and within it in the order of the cells. */
static enum lb_status upload_lists(const struct lb_force_lists *l, struct lb_workspace *w,
                                   const struct found *f, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    uint64_t *cells = malloc(f->count * sizeof *cells);
    uint32_t *from = malloc(f->count * sizeof *from);
    uint64_t *at = malloc(l->groups * sizeof *at);
    LB_REQUIRE(cells != NULL && from != NULL && at != NULL, LB_STATUS_FAILED,
               "out of memory for the links of bodies");
    memcpy(at, l->first, l->groups * sizeof *at);
    for (uint64_t n = 0; n < f->count; n++) {
        const uint64_t to = at[f->list[n].group]++;
        cells[to] = f->list[n].cell;
        from[to] = f->list[n].from;
    }
    LB_TRY(lb_workspace_create_buffer(w, LB_BUFFER_LINKED_CELLS, f->count, err));
    LB_TRY(lb_workspace_write_indices(w, w->buffers[LB_BUFFER_LINKED_CELLS], f->count, cells, err));
    LB_TRY(lb_workspace_upload(w, LB_BUFFER_LINKED_FROM, f->count, from, err));
    LB_TRY(upload_curved(w, cells, f->count, err));
cleanup:
    free(cells);
    free(from);
    free(at);
    return st;
}

void lb_force_anchor(const struct lb_case *c, uint32_t body, int64_t out[3])
{
    for (int axis = 0; axis < 3; axis++)
        out[axis] = body > 0 ? (int64_t)floor(c->bodies[body - 1].centre[axis]) : 0;
}

static void fill_task(const struct lb_case *c, uint32_t group, uint64_t first, uint64_t end,
                      int64_t *task)
{
    const uint32_t bodies = (uint32_t)c->body_count, n = group / 2;
    const bool is_body = n > 0 && n <= bodies;
    task[LB_TASK_FIRST] = (int64_t)first;
    task[LB_TASK_END] = (int64_t)end;
    task[LB_TASK_KIND] = n > bodies       ? LB_LINKS_BOUNDARY
                         : group % 2 == 1 ? LB_LINKS_MOVING
                                          : LB_LINKS_RESTING;
    task[LB_TASK_NEAREST] = is_body && !is_of_moving_body(c, group); /* which is not joined round */
    task[LB_TASK_GROUP] = group;
    lb_force_anchor(c, is_body ? n : 0, task + LB_TASK_ANCHOR);
    for (int axis = 0; axis < 3; axis++)
        task[LB_TASK_ANCHOR + axis] -= c->cut.origin[axis];
}

static enum lb_status make_tasks(struct lb_force_lists *l, struct lb_workspace *w,
                                 const struct found *f, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t share = (f->count + LB_MOST_TASKS - 1) / LB_MOST_TASKS;
    const uint64_t per_task = share > LB_LEAST_PER_TASK ? share : LB_LEAST_PER_TASK;
    const uint64_t most = f->count / per_task + l->groups;
    int64_t *tasks = malloc(most * LB_TASK_SIZE * sizeof *tasks);
    l->task_group = malloc(most * sizeof *l->task_group);
    LB_REQUIRE(tasks != NULL && l->task_group != NULL, LB_STATUS_FAILED,
               "out of memory for the links of bodies");
    for (uint32_t g = 0; g < l->groups; g++)
        for (uint64_t first = l->first[g], end = l->first[g + 1]; first < end;) {
            const uint64_t next = end - first < per_task ? end : first + per_task;
            l->task_group[l->tasks] = g;
            fill_task(w->c, g, first, next, tasks + LB_TASK_SIZE * (uint64_t)l->tasks++);
            first = next;
        }
    LB_TRY(lb_workspace_upload(w, LB_BUFFER_FORCE_TASKS, l->tasks, tasks, err));
cleanup:
    free(tasks);
    return st;
}

static enum lb_status count_links(struct lb_force_lists *l, uint64_t q, const struct found *f,
                                  struct lb_error *err)
{
    l->links = calloc(l->groups * q, sizeof *l->links);
    l->first = calloc(l->groups + 1, sizeof *l->first);
    LB_NEED(l->links != NULL && l->first != NULL, LB_STATUS_FAILED,
            "out of memory for the links of bodies");
    for (uint32_t g = 0; g < l->groups; g++)
        l->first[g + 1] = l->first[g] + f->cells_of[g];
    for (uint64_t n = 0; n < f->count; n++)
        for (uint64_t i = 1; i < q; i++)
            l->links[f->list[n].group * q + i] += f->list[n].from >> i & 1u;
    return LB_STATUS_OK;
}

enum lb_status lb_force_lists_make(struct lb_force_lists *l, struct lb_workspace *w,
                                   struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct found f = {.count = 0};
    if (l->are_made) return LB_STATUS_OK;
    l->groups = 2 * lb_case_force_groups(w->c);
    f.cells_of = calloc(l->groups, sizeof *f.cells_of);
    LB_REQUIRE(f.cells_of != NULL, LB_STATUS_FAILED, "out of memory for the links of bodies");
    if (w->layout.listed > 0) LB_TRY(list_beside(w, err));
    LB_TRY(find(w, &f, err));
    LB_TRY(add_sheets(w, &f, err));
    LB_TRY(count_links(l, (uint64_t)w->c->lattice->directions, &f, err));
    if (f.count > 0) {
        LB_TRY(upload_lists(l, w, &f, err));
        LB_TRY(make_tasks(l, w, &f, err));
    }
    l->are_made = true;
cleanup:
    free(f.list);
    free(f.cells_of);
    return st;
}

void lb_force_lists_clear(struct lb_force_lists *l)
{
    free(l->task_group);
    free(l->first);
    free(l->links);
    *l = (struct lb_force_lists){.are_made = false};
}

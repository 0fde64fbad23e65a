/* link_forces.c - forces and moments by group of links: records of them, their sums, and those of single links.
 * Sums are whole numbers until all ranks have added theirs: the same bits however the box is divided.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case/curved_walls.h"
#include "peers/peers.h"
#include "shared/force_task.h"
#include "solver/solver_internal.h"
#include "workspace/whole_sum.h"

/* Makes lists and buffer at their first use. */
static enum lb_status make_ready(struct lb_solver *s, struct lb_error *err)
{
    struct lb_force_lists *l = &s->force_lists;
    if (l->are_made) return LB_STATUS_OK;
    LB_OK(lb_force_lists_make(l, &s->w, err));
    if (l->tasks == 0) return LB_STATUS_OK;
    return lb_workspace_create_buffer(&s->w, LB_BUFFER_LINK_FORCES, (uint64_t)l->tasks, err);
}

/* The cells with walls between cells as they are now. */
static enum lb_status number_links(struct lb_workspace *w, struct lb_error *err)
{
    struct lb_kernel *k = NULL;
    uint64_t cells, links;
    if (w->buffers[LB_BUFFER_LINKED_CURVED] == NULL) return LB_STATUS_OK;
    const uint64_t count = lb_workspace_list_length(w, LB_BUFFER_LINKED_CELLS);
    lb_curved_own(w->c, &cells, &links);
    LB_OK(lb_workspace_kernel(w, "wall/number_links.cl", "lb_number_links", &k, err));
    LB_OK(lb_kernel_set_ulong(k, "count", count, err));
    LB_OK(lb_kernel_set_ulong(k, "curved_count", cells, err));
    return lb_workspace_enqueue(w, k, count, LB_FORCE_GROUP, err);
}

/* Where cells were made anew since they were found, and at first: which links to moving bodies
 * there are is not told by the lists. */
static enum lb_status find_links_again(struct lb_solver *s, struct lb_error *err)
{
    struct lb_workspace *w = &s->w;
    struct lb_force_lists *l = &s->force_lists;
    struct lb_kernel *k = NULL;
    if (w->c->motion == NULL || l->cells_version == w->cells_version + 1) return LB_STATUS_OK;
    l->cells_version = w->cells_version + 1;
    LB_OK(lb_workspace_kernel(w, "cell/link_forces.cl", "lb_find_links_again", &k, err));
    LB_OK(lb_kernel_set_uint(k, "bodies", (uint32_t)w->c->body_count, err));
    LB_OK(lb_workspace_enqueue(w, k, (uint64_t)l->tasks * LB_FORCE_GROUP, LB_FORCE_GROUP, err));
    return number_links(w, err);
}

static enum lb_status enqueue(struct lb_solver *s, uint64_t record, struct lb_error *err)
{
    struct lb_workspace *w = &s->w;
    struct lb_kernel *k = NULL;
    LB_OK(make_ready(s, err));
    LB_OK(lb_impulses_record(s, record, err));
    const uint64_t tasks = s->force_lists.tasks;
    if (tasks == 0) return LB_STATUS_OK; /* no walls */
    LB_OK(find_links_again(s, err));
    LB_OK(lb_workspace_kernel(w, "cell/link_forces.cl", "lb_sum_links", &k, err));
    LB_OK(lb_kernel_set_ulong(k, "at", record * tasks, err));
    return lb_workspace_enqueue(w, k, tasks * LB_FORCE_GROUP, LB_FORCE_GROUP, err);
}

/* Words of sums of all ranks: LB_LINK_WORDS for each group of each record, then the links of each group. */
static uint64_t words_of(const struct lb_solver *s, uint64_t count)
{
    return s->force_lists.groups * (count * LB_LINK_WORDS + (uint64_t)s->w.c->lattice->directions);
}

static void add_tasks(const struct lb_solver *s, const int64_t *numbers, uint64_t count,
                      uint64_t *words)
{
    const struct lb_force_lists *l = &s->force_lists;
    for (uint64_t n = 0; n < count * l->tasks; n++) {
        const uint64_t group = n / l->tasks * l->groups + l->task_group[n % l->tasks];
        for (uint64_t k = 0; k < LB_LINK_WORDS; k++)
            words[group * LB_LINK_WORDS + k] += (uint64_t)numbers[n * LB_LINK_WORDS + k];
    }
}

/* Of one group of links; NaN where a cell brought what is no number. */
static double sum_of(const uint64_t *words, int sum)
{
    return words[LB_LINK_ODD] > 0 ? (double)NAN : lb_whole_value(words + 2 * sum, LB_LINK_BITS);
}

/* Resting and moving walls of group n together, about the body's centre or the origin. */
static void sum_group(const struct lb_case *c, uint32_t n, const uint64_t *words,
                      struct lb_link_force *out)
{
    const bool is_body = n > 0 && n <= (uint32_t)c->body_count;
    const uint64_t *resting = words + LB_LINK_WORDS * 2 * (uint64_t)n,
                   *moving = resting + LB_LINK_WORDS;
    int64_t anchor[3];
    double arm[3] = {0.0}; /* from the centre to the middle of the anchor */
    lb_force_anchor(c, is_body ? n : 0, anchor);
    for (int a = 0; a < c->lattice->dimensions; a++)
        arm[a] = (double)anchor[a] + 0.5 - (is_body ? c->bodies[n - 1].centre[a] : 0.0);
    out->mass = sum_of(resting, LB_LINK_MASS) + sum_of(moving, LB_LINK_MASS);
    out->excess = 0.0;
    for (int a = 0; a < 3; a++)
        out->force[a] = sum_of(resting, a) + sum_of(moving, a);
    for (int a = 0; a < 3; a++) {
        const int b = (a + 1) % 3, d = (a + 2) % 3;
        out->moment[a] = sum_of(resting, 3 + a) + sum_of(moving, 3 + a) + arm[b] * out->force[d] -
                         arm[d] * out->force[b];
    }
}

/* Of density 1: 2 w_i against c_i for each link. */
static double pressure_along(const struct lb_lattice *lattice, const uint64_t *links, int axis)
{
    double sum = 0.0;
    for (int i = 1; i < lattice->directions; i++)
        sum -= 2.0 * lattice->weight[i] * lattice->c[i][axis] * (double)links[i];
    return sum;
}

/* Of all walls, bodies among them, with the pressure of density 1. */
static void sum_walls(const struct lb_solver *s, const uint64_t *words, const uint64_t *links,
                      struct lb_wall_force *out)
{
    const struct lb_lattice *lattice = s->w.c->lattice;
    *out = (struct lb_wall_force){{0.0}, {0.0}};
    for (uint64_t group = 0; group < 2 * ((uint64_t)s->w.c->body_count + 1); group++)
        for (int a = 0; a < 3; a++)
            *(group % 2 == 0 ? &out->resting[a] : &out->moving[a]) +=
                sum_of(words + LB_LINK_WORDS * group, a) +
                pressure_along(lattice, links + group * (uint64_t)lattice->directions, a);
}

/* What this rank has of `count` records. */
static enum lb_status fetch_own(const struct lb_solver *s, uint64_t first, uint64_t count,
                                uint64_t *words, struct lb_error *err)
{
    const struct lb_force_lists *l = &s->force_lists;
    const uint64_t record = l->tasks * LB_LINK_WORDS * sizeof(int64_t);
    memcpy(words + count * l->groups * LB_LINK_WORDS, l->links,
           l->groups * (uint64_t)s->w.c->lattice->directions * sizeof *words);
    if (l->tasks == 0) return LB_STATUS_OK;
    int64_t *numbers = malloc(count * record);
    LB_NEED(numbers != NULL, LB_STATUS_FAILED, "out of memory for forces");
    const enum lb_status st = lb_buffer_read(s->w.buffers[LB_BUFFER_LINK_FORCES], first * record,
                                             count * record, numbers, err);
    if (st == LB_STATUS_OK) add_tasks(s, numbers, count, words);
    free(numbers);
    return st;
}

/* To all records: what links across gaps give, which is the same in each step. */
static void add_gaps(const struct lb_case *c, uint64_t count, struct lb_link_force *groups)
{
    const uint64_t all = lb_case_force_groups(c);
    if (c->curved == NULL || c->curved->gap_count == 0) return;
    for (uint32_t body = 1; body <= (uint32_t)c->body_count; body++) {
        double force[3], moment[3];
        lb_curved_gap_force(c, body, force, moment);
        for (uint64_t n = body; n < count * all; n += all)
            for (int a = 0; a < 3; a++) {
                groups[n].force[a] += force[a];
                groups[n].moment[a] += moment[a];
            }
    }
}

static enum lb_status fetch(struct lb_solver *s, uint64_t first, uint64_t count,
                            struct lb_link_force *groups, struct lb_wall_force *walls,
                            struct lb_error *err)
{
    const uint32_t all = lb_case_force_groups(s->w.c);
    if (count == 0) return LB_STATUS_OK;
    uint64_t *words = calloc(words_of(s, count), sizeof *words);
    enum lb_status st = words != NULL ? fetch_own(s, first, count, words, err)
                                      : lb_fail(err, LB_STATUS_FAILED, "out of memory for forces");
    if (s->all != NULL) {
        st = lb_peers_agree(s->world, st, err);
        if (st == LB_STATUS_OK)
            st = lb_peers_add_counts(s->world, words, (size_t)words_of(s, count), err);
    }
    const uint64_t record = (uint64_t)s->force_lists.groups * LB_LINK_WORDS;
    for (uint64_t n = 0; n < count && st == LB_STATUS_OK; n++) {
        for (uint32_t g = 0; g < all && groups != NULL; g++)
            sum_group(s->w.c, g, words + n * record, &groups[n * all + g]);
        if (walls != NULL) sum_walls(s, words + n * record, words + count * record, &walls[n]);
    }
    free(words);
    if (st == LB_STATUS_OK && groups != NULL) add_gaps(s->w.c, count, groups);
    return st == LB_STATUS_OK && groups != NULL ? lb_impulses_add(s, first, count, groups, err)
                                                : st;
}

enum lb_status lb_solver_forces(struct lb_solver *s, struct lb_link_force *groups,
                                struct lb_wall_force *walls, struct lb_error *err)
{
    enum lb_status st = enqueue(s, LB_FORCE_CAPACITY, err);
    if (s->all != NULL) st = lb_peers_agree(s->world, st, err);
    LB_OK(st);
    return fetch(s, LB_FORCE_CAPACITY, 1, groups, walls, err);
}

enum lb_status lb_solver_record_forces(struct lb_solver *s, struct lb_error *err)
{
    LB_NEED(s->forces_recorded < LB_FORCE_CAPACITY, LB_STATUS_FAILED,
            "more than %d records of forces without a fetch", LB_FORCE_CAPACITY);
    LB_OK(enqueue(s, s->forces_recorded, err));
    s->forces_recorded++;
    return LB_STATUS_OK;
}

enum lb_status lb_solver_read_forces(struct lb_solver *s, struct lb_link_force *groups,
                                     struct lb_wall_force *walls, uint64_t capacity,
                                     uint64_t *count, struct lb_error *err)
{
    LB_NEED(s->forces_recorded <= capacity, LB_STATUS_FAILED, "no room for %llu records of forces",
            (unsigned long long)s->forces_recorded);
    LB_OK(fetch(s, 0, s->forces_recorded, groups, walls, err));
    *count = s->forces_recorded;
    s->forces_recorded = 0;
    return LB_STATUS_OK;
}

/* --- single links ----------------------------------------------------------------------------- */

enum { CELLS_PER_PIECE = 1 << 15 };

struct visit {
    struct lb_solver *s;
    lb_link_visitor *tell;
    void *context;
    struct lb_kernel *kernel;
    struct lb_buffer *device_loads; /* these four owned, for CELLS_PER_PIECE cells */
    int64_t *loads;
    uint32_t *from;
    uint64_t *cells;
};

static void tell_cell(const struct visit *v, uint64_t n, uint8_t body)
{
    const struct lb_workspace *w = &v->s->w;
    const struct lb_lattice *l = w->c->lattice;
    struct lb_link_load load = {.body = body};
    lb_layout_cell_at(w->c, &w->layout, v->cells[n], load.cell);
    for (int axis = 0; axis < 3; axis++)
        load.cell[axis] += w->c->cut.origin[axis];
    for (int i = 1; i < l->directions; i++) {
        if ((v->from[n] >> i & 1u) == 0) continue;
        load.direction = (uint8_t)i;
        load.units = v->loads[n * (uint64_t)l->directions + (uint64_t)i];
        v->tell(v->context, &load);
    }
}

/* `count` cells of the lists from `first` on. */
static enum lb_status tell_piece(const struct visit *v, uint64_t first, uint64_t count,
                                 uint8_t body, struct lb_error *err)
{
    const struct lb_workspace *w = &v->s->w;
    const uint64_t loads = count * (uint64_t)w->c->lattice->directions;
    LB_OK(lb_kernel_set_ulong(v->kernel, "first", first, err));
    LB_OK(lb_kernel_set_ulong(v->kernel, "count", count, err));
    LB_OK(lb_workspace_enqueue(&v->s->w, v->kernel, count, LB_FORCE_GROUP, err));
    LB_OK(lb_buffer_read(v->device_loads, 0, loads * sizeof *v->loads, v->loads, err));
    LB_OK(lb_buffer_read(w->buffers[LB_BUFFER_LINKED_FROM], first * sizeof *v->from,
                         count * sizeof *v->from, v->from, err));
    LB_OK(lb_workspace_read_indices(w, w->buffers[LB_BUFFER_LINKED_CELLS], first, count, v->cells,
                                    err));
    for (uint64_t n = 0; n < count; n++)
        tell_cell(v, n, body);
    return LB_STATUS_OK;
}

/* Those of resting and of moving walls of each body. */
static enum lb_status tell_groups(struct visit *v, struct lb_error *err)
{
    const uint64_t *first = v->s->force_lists.first;
    for (uint32_t group = 2; group < 2 * ((uint32_t)v->s->w.c->body_count + 1); group++) {
        LB_OK(lb_kernel_set_uint(v->kernel, "kind",
                                 group % 2 == 1 ? LB_LINKS_MOVING : LB_LINKS_RESTING, err));
        for (uint64_t at = first[group], end = first[group + 1]; at < end;) {
            const uint64_t count = end - at < CELLS_PER_PIECE ? end - at : CELLS_PER_PIECE;
            LB_OK(tell_piece(v, at, count, (uint8_t)(group / 2), err));
            at += count;
        }
    }
    return LB_STATUS_OK;
}

static enum lb_status tell_links(struct visit *v, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_workspace *w = &v->s->w;
    const uint64_t all = v->s->force_lists.first[v->s->force_lists.groups];
    const uint64_t most = all < CELLS_PER_PIECE ? all : CELLS_PER_PIECE;
    const uint64_t bytes = most * (uint64_t)w->c->lattice->directions * sizeof *v->loads;
    v->loads = malloc(bytes);
    v->from = malloc(most * sizeof *v->from);
    v->cells = malloc(most * sizeof *v->cells);
    LB_REQUIRE(v->loads != NULL && v->from != NULL && v->cells != NULL, LB_STATUS_FAILED,
               "out of memory for the forces of links");
    LB_TRY(lb_buffer_create(w->device, bytes, "forces of links", &v->device_loads, err));
    LB_TRY(lb_workspace_kernel(w, "look/link_loads.cl", "lb_load_links", &v->kernel, err));
    LB_TRY(lb_kernel_set_buffer(v->kernel, "link_loads", v->device_loads, err));
    LB_TRY(tell_groups(v, err));
cleanup:
    lb_buffer_destroy(v->device_loads);
    free(v->loads);
    free(v->from);
    free(v->cells);
    return st;
}

static void tell_gaps(const struct visit *v)
{
    const struct lb_case *c = v->s->w.c;
    for (uint64_t n = 0; c->curved != NULL && n < c->curved->gap_count; n++) {
        const struct lb_gap_link *l = &c->curved->gaps[n];
        const int64_t units = llround(ldexp(lb_gap_pull(c, l), LB_LINK_BITS));
        struct lb_link_load load = {.body = l->body, .direction = l->direction, .units = -units};
        uint64_t cell = l->cell;
        for (int axis = 0; axis < 3; axis++) {
            load.cell[axis] = (uint32_t)(cell % lb_case_whole_size(c, axis));
            cell /= lb_case_whole_size(c, axis);
        }
        v->tell(v->context, &load);
        load.body = l->behind;
        load.units = units;
        v->tell(v->context, &load);
    }
}

enum lb_status lb_solver_each_link(struct lb_solver *s, lb_link_visitor *visit, void *context,
                                   struct lb_error *err)
{
    struct visit v = {.s = s, .tell = visit, .context = context};
    LB_OK(make_ready(s, err));
    if (s->force_lists.tasks > 0) LB_OK(find_links_again(s, err));
    if (s->force_lists.tasks > 0) LB_OK(tell_links(&v, err));
    if (s->all == NULL || lb_peers_rank(s->world) == 0) tell_gaps(&v);
    return LB_STATUS_OK;
}

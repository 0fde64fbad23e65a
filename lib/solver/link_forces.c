/* link_forces.c - forces and moments by group of links: records of them, and their sums.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

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
    LB_OK(lb_workspace_create_buffer(&s->w, LB_BUFFER_LINK_FORCES, (uint64_t)l->tasks, err));
    return lb_workspace_create_buffer(&s->w, LB_BUFFER_LINK_MASSES, (uint64_t)l->tasks, err);
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
    return lb_workspace_enqueue(w, k, (uint64_t)l->tasks * LB_FORCE_GROUP, LB_FORCE_GROUP, err);
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

/* In the order of the tasks, in double: the same sums on every run.  sums[LB_FORCE_SUMS * group]. */
static void add_tasks(const struct lb_solver *s, const void *numbers, uint64_t record, double *sums)
{
    const struct lb_force_lists *l = &s->force_lists;
    for (uint64_t n = 0; n < (uint64_t)LB_FORCE_SUMS * l->groups; n++)
        sums[n] = 0.0;
    for (uint64_t task = 0; task < l->tasks; task++)
        for (uint64_t n = 0; n < LB_FORCE_SUMS; n++) {
            const uint64_t at = (record * l->tasks + task) * LB_FORCE_SUMS + n;
            sums[LB_FORCE_SUMS * l->task_group[task] + n] +=
                lb_workspace_number(&s->w, LB_ELEMENT_SUM, numbers, at);
        }
}

/* Resting and moving walls of group n together, about the body's centre or the origin. */
static void sum_group(const struct lb_case *c, uint32_t n, const double *sums,
                      struct lb_link_force *out)
{
    const bool is_body = n > 0 && n <= (uint32_t)c->body_count;
    const double *resting = sums + LB_FORCE_SUMS * 2 * (uint64_t)n,
                 *moving = resting + LB_FORCE_SUMS;
    int64_t anchor[3];
    double arm[3] = {0.0}; /* from the centre to the middle of the anchor */
    lb_force_anchor(c, is_body ? n : 0, anchor);
    for (int a = 0; a < c->lattice->dimensions; a++)
        arm[a] = (double)anchor[a] + 0.5 - (is_body ? c->bodies[n - 1].centre[a] : 0.0);
    out->mass = 0.0;
    for (int a = 0; a < 3; a++)
        out->force[a] = resting[a] + moving[a];
    for (int a = 0; a < 3; a++) {
        const int b = (a + 1) % 3, d = (a + 2) % 3;
        out->moment[a] =
            resting[3 + a] + moving[3 + a] + arm[b] * out->force[d] - arm[d] * out->force[b];
    }
}

/* Of all walls, bodies among them, with the pressure of density 1. */
static void sum_walls(const struct lb_solver *s, const double *sums, struct lb_wall_force *out)
{
    const struct lb_force_lists *l = &s->force_lists;
    *out = (struct lb_wall_force){{0.0}, {0.0}};
    for (uint32_t group = 0; group < 2 * ((uint32_t)s->w.c->body_count + 1); group++)
        for (int a = 0; a < 3; a++)
            *(group % 2 == 0 ? &out->resting[a] : &out->moving[a]) +=
                sums[LB_FORCE_SUMS * (uint64_t)group + (uint64_t)a] + l->pressure[group][a];
}

static void add_masses(const struct lb_solver *s, const int64_t *masses, uint64_t record,
                       uint64_t (*sums)[2])
{
    const struct lb_force_lists *l = &s->force_lists;
    for (uint64_t task = 0; task < l->tasks; task++)
        lb_whole_add(sums[l->task_group[task] / 2], masses[record * l->tasks + task]);
}

/* sums[groups of a record * record + group]. */
static enum lb_status fetch_masses(const struct lb_solver *s, uint64_t first, uint64_t count,
                                   uint64_t (*sums)[2], struct lb_error *err)
{
    const uint64_t tasks = s->force_lists.tasks, all = lb_case_force_groups(s->w.c);
    const uint64_t record = tasks * sizeof(int64_t);
    if (tasks == 0) return LB_STATUS_OK;
    int64_t *masses = malloc(count * record);
    LB_NEED(masses != NULL, LB_STATUS_FAILED, "out of memory for forces");
    const enum lb_status st = lb_buffer_read(s->w.buffers[LB_BUFFER_LINK_MASSES], first * record,
                                             count * record, masses, err);
    for (uint64_t n = 0; n < count && st == LB_STATUS_OK; n++)
        add_masses(s, masses, n, sums + n * all);
    free(masses);
    return st;
}

/* What all ranks have. */
static enum lb_status add_ranks(const struct lb_solver *s, enum lb_status st, uint64_t group_count,
                                struct lb_link_force *groups, uint64_t (*masses)[2],
                                uint64_t wall_count, struct lb_wall_force *walls,
                                struct lb_error *err)
{
    LB_OK(lb_peers_agree(s->world, st, err));
    if (groups != NULL) {
        const size_t numbers = sizeof *groups / sizeof(double);
        LB_OK(lb_peers_add(s->world, (double *)(void *)groups, numbers * (size_t)group_count, err));
        LB_OK(lb_peers_add_counts(s->world, masses[0], 2 * (size_t)group_count, err));
    }
    return walls != NULL
               ? lb_peers_add(s->world, (double *)(void *)walls, 6 * (size_t)wall_count, err)
               : LB_STATUS_OK;
}

static enum lb_status fetch(struct lb_solver *s, uint64_t first, uint64_t count,
                            struct lb_link_force *groups, struct lb_wall_force *walls,
                            struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_force_lists *l = &s->force_lists;
    const uint32_t all = lb_case_force_groups(s->w.c);
    const uint64_t record = l->tasks * LB_FORCE_SUMS * lb_workspace_sum_bytes(&s->w);
    const uint64_t bytes = count * record;
    if (count == 0) return st;
    void *numbers = malloc(bytes > 0 ? bytes : 1);
    double *sums = malloc(LB_FORCE_SUMS * (uint64_t)l->groups * sizeof *sums);
    uint64_t(*masses)[2] = calloc(count * all, sizeof *masses);
    LB_REQUIRE(numbers != NULL && sums != NULL && masses != NULL, LB_STATUS_FAILED,
               "out of memory for forces");
    if (bytes > 0)
        LB_TRY(lb_buffer_read(s->w.buffers[LB_BUFFER_LINK_FORCES], first * record, bytes, numbers,
                              err));
    if (groups != NULL) LB_TRY(fetch_masses(s, first, count, masses, err));
    for (uint64_t n = 0; n < count; n++) {
        add_tasks(s, numbers, n, sums);
        for (uint32_t g = 0; g < all && groups != NULL; g++)
            sum_group(s->w.c, g, sums, &groups[n * all + g]);
        if (walls != NULL) sum_walls(s, sums, &walls[n]);
    }
cleanup:
    free(numbers);
    free(sums);
    if (s->all != NULL) st = add_ranks(s, st, all * count, groups, masses, count, walls, err);
    for (uint64_t n = 0; n < all * count && groups != NULL && st == LB_STATUS_OK; n++)
        groups[n].mass = lb_whole_value(masses[n], LB_MASS_BITS);
    free(masses);
    return st == LB_STATUS_OK && groups != NULL ? lb_impulses_add(s, first, count, groups, err)
                                                : st;
}

enum lb_status lb_solver_forces(struct lb_solver *s, struct lb_link_force *groups,
                                struct lb_wall_force *walls, struct lb_error *err)
{
    LB_OK(enqueue(s, LB_FORCE_CAPACITY, err));
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

/* wall_force.c - the force on walls: records of it, and their sums.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "solver/solver_internal.h"

enum { GROUP = 64, MAX_ITEMS = 4096, SUMS = 6 }; /* of resting and of moving walls */
/* Records on the device: those between two fetches, and one for an answer at once. */
enum { RECORDS = LB_WALL_FORCE_CAPACITY + 1 };

/* Makes the buffer at its first use. */
static enum lb_status make_ready(struct lb_solver *s, struct lb_error *err)
{
    const uint64_t beside = lb_workspace_list_length(&s->w, LB_BUFFER_BESIDE);
    if (s->wall_force_items > 0 || beside == 0) return LB_STATUS_OK;
    s->wall_force_items = beside < MAX_ITEMS ? (uint32_t)beside : (uint32_t)MAX_ITEMS;
    return lb_workspace_create_buffer(&s->w, LB_BUFFER_WALL_FORCES,
                                      RECORDS * (uint64_t)s->wall_force_items, err);
}

static enum lb_status enqueue(struct lb_solver *s, uint64_t record, struct lb_error *err)
{
    struct lb_workspace *w = &s->w;
    struct lb_kernel *k = NULL;
    LB_OK(make_ready(s, err));
    if (s->wall_force_items == 0) return LB_STATUS_OK; /* no walls */
    LB_OK(lb_workspace_kernel(w, "cell/wall_force.cl", "lb_wall_force", &k, err));
    LB_OK(lb_kernel_set_buffer(k, "sums", w->buffers[LB_BUFFER_WALL_FORCES], err));
    LB_OK(lb_kernel_set_ulong(k, "count", lb_workspace_list_length(w, LB_BUFFER_BESIDE), err));
    LB_OK(lb_kernel_set_ulong(k, "at", record * s->wall_force_items * SUMS, err));
    LB_OK(lb_kernel_set_uint(k, "items", s->wall_force_items, err));
    return lb_workspace_enqueue(w, k, s->wall_force_items, GROUP, err);
}

/* In the order of the work-items, in double: the same sum on every run. */
static void add_up(const struct lb_solver *s, const void *sums, uint64_t record,
                   struct lb_wall_force *out)
{
    *out = (struct lb_wall_force){0};
    for (uint64_t item = 0; item < s->wall_force_items; item++)
        for (uint64_t n = 0; n < SUMS; n++) {
            const uint64_t at = (record * s->wall_force_items + item) * SUMS + n;
            const double sum = lb_workspace_number(&s->w, LB_ELEMENT_SUM, sums, at);
            *(n < 3 ? &out->resting[n] : &out->moving[n - 3]) += sum;
        }
}

static enum lb_status fetch(struct lb_solver *s, uint64_t first, uint64_t count,
                            struct lb_wall_force *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t record = (uint64_t)s->wall_force_items * SUMS * lb_workspace_sum_bytes(&s->w);
    const uint64_t bytes = count * record;
    void *sums = malloc(bytes > 0 ? bytes : 1);
    LB_REQUIRE(sums != NULL, LB_STATUS_FAILED, "out of memory for the forces on walls");
    if (bytes > 0)
        LB_TRY(
            lb_buffer_read(s->w.buffers[LB_BUFFER_WALL_FORCES], first * record, bytes, sums, err));
    for (uint64_t n = 0; n < count; n++)
        add_up(s, sums, n, &out[n]);
cleanup:
    free(sums);
    return st;
}

enum lb_status lb_solver_wall_force(struct lb_solver *s, struct lb_wall_force *out,
                                    struct lb_error *err)
{
    const enum lb_status st = enqueue(s, LB_WALL_FORCE_CAPACITY, err);
    return st != LB_STATUS_OK ? st : fetch(s, LB_WALL_FORCE_CAPACITY, 1, out, err);
}

enum lb_status lb_solver_record_wall_force(struct lb_solver *s, struct lb_error *err)
{
    if (s->wall_forces_recorded >= LB_WALL_FORCE_CAPACITY)
        return lb_fail(err, LB_STATUS_FAILED,
                       "more than %d records of the force on walls without a fetch",
                       LB_WALL_FORCE_CAPACITY);
    const enum lb_status st = enqueue(s, s->wall_forces_recorded, err);
    if (st == LB_STATUS_OK) s->wall_forces_recorded++;
    return st;
}

enum lb_status lb_solver_read_wall_forces(struct lb_solver *s, struct lb_wall_force *out,
                                          uint64_t capacity, uint64_t *count, struct lb_error *err)
{
    if (s->wall_forces_recorded > capacity)
        return lb_fail(err, LB_STATUS_FAILED, "no room for %llu records of the force on walls",
                       (unsigned long long)s->wall_forces_recorded);
    LB_OK(fetch(s, 0, s->wall_forces_recorded, out, err));
    *count = s->wall_forces_recorded;
    s->wall_forces_recorded = 0;
    return LB_STATUS_OK;
}

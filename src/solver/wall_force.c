/* wall_force.c - the force on walls: records of it, and their sums.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "solver/solver_internal.h"

enum { MOST_ITEMS = 4096, SUMS = 6 }; /* of resting and of moving walls */
/* Records on the device: those between two fetches, and one for an answer at once. */
enum { RECORDS = LB_WALL_FORCE_CAPACITY + 1 };

static uint64_t record_bytes(const struct lb_solver *s)
{
    const uint64_t number = lb_device_get_info(s->device)->fp64 ? sizeof(double) : sizeof(float);
    return (uint64_t)s->wall_force_items * SUMS * number;
}

static enum lb_status make_ready(struct lb_solver *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    if (s->has_wall_force) return LB_STATUS_OK;
    const uint64_t before = lb_device_allocated(s->device);
    if (s->walls.beside_count > 0) {
        struct lb_kernel **k = &s->wall_force_kernel;
        s->wall_force_items = s->walls.beside_count < MOST_ITEMS ? (uint32_t)s->walls.beside_count
                                                                 : (uint32_t)MOST_ITEMS;
        LB_TRY(lb_buffer_create(s->device, RECORDS * record_bytes(s), "forces on walls",
                                &s->wall_force_sums, err));
        LB_TRY(lb_solver_build(s, "cell/wall_force.cl", true, &s->wall_force_program, err));
        LB_TRY(lb_kernel_create(s->wall_force_program, "lb_wall_force", k, err));
        LB_TRY(lb_kernel_set_buffer(*k, 1, s->flags, err));
        LB_TRY(lb_kernel_set_buffer(*k, 2, s->prescribed, err));
        LB_TRY(lb_kernel_set_buffer(*k, 3, s->walls.beside, err));
        LB_TRY(lb_kernel_set_ulong(*k, 4, s->walls.beside_count, err));
        LB_TRY(lb_kernel_set_buffer(*k, 5, s->wall_force_sums, err));
        LB_TRY(lb_kernel_set_uint(*k, 7, s->wall_force_items, err));
    }
    s->device_bytes += lb_device_allocated(s->device) - before;
    s->has_wall_force = true;
cleanup:
    return st;
}

static enum lb_status enqueue(struct lb_solver *s, uint64_t record, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_kernel *k = s->wall_force_kernel;
    if (k == NULL) return LB_STATUS_OK; /* no walls */
    LB_TRY(lb_kernel_set_buffer(k, 0, s->populations[0], err));
    LB_TRY(lb_kernel_set_ulong(k, 6, record * s->wall_force_items * SUMS, err));
    LB_TRY(lb_kernel_set_uint(k, 8, (uint32_t)s->step, err));
    LB_TRY(lb_kernel_enqueue(k, s->wall_force_items, 64, err));
cleanup:
    return st;
}

/* In the order of the work-items, in double: the same sum on every run. */
static void add_up(const struct lb_solver *s, const void *sums, uint64_t record,
                   struct lb_wall_force *out)
{
    const bool fp64 = lb_device_get_info(s->device)->fp64;
    *out = (struct lb_wall_force){0};
    for (uint64_t item = 0; item < s->wall_force_items; item++)
        for (uint64_t n = 0; n < SUMS; n++) {
            const uint64_t at = (record * s->wall_force_items + item) * SUMS + n;
            const double sum =
                fp64 ? ((const double *)sums)[at] : (double)((const float *)sums)[at];
            *(n < 3 ? &out->resting[n] : &out->moving[n - 3]) += sum;
        }
}

static enum lb_status fetch(struct lb_solver *s, uint64_t first, uint64_t count,
                            struct lb_wall_force *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t bytes = count * record_bytes(s);
    void *sums = malloc(bytes > 0 ? bytes : 1);
    LB_REQUIRE(sums != NULL, LB_STATUS_FAILED, "out of memory for the forces on walls");
    if (bytes > 0)
        LB_TRY(lb_buffer_read(s->wall_force_sums, first * record_bytes(s), bytes, sums, err));
    for (uint64_t n = 0; n < count; n++)
        add_up(s, sums, n, &out[n]);
cleanup:
    free(sums);
    return st;
}

enum lb_status lb_solver_wall_force(struct lb_solver *s, struct lb_wall_force *out,
                                    struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    LB_TRY(make_ready(s, err));
    LB_TRY(enqueue(s, LB_WALL_FORCE_CAPACITY, err));
    LB_TRY(fetch(s, LB_WALL_FORCE_CAPACITY, 1, out, err));
cleanup:
    return st;
}

enum lb_status lb_solver_record_wall_force(struct lb_solver *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    LB_REQUIRE(s->wall_forces_recorded < LB_WALL_FORCE_CAPACITY, LB_STATUS_FAILED,
               "more than %d records of the force on walls without a fetch",
               LB_WALL_FORCE_CAPACITY);
    LB_TRY(make_ready(s, err));
    LB_TRY(enqueue(s, s->wall_forces_recorded, err));
    s->wall_forces_recorded++;
cleanup:
    return st;
}

enum lb_status lb_solver_read_wall_forces(struct lb_solver *s, struct lb_wall_force *out,
                                          uint64_t capacity, uint64_t *count, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    LB_REQUIRE(s->wall_forces_recorded <= capacity, LB_STATUS_FAILED,
               "no room for %llu records of the force on walls",
               (unsigned long long)s->wall_forces_recorded);
    LB_TRY(fetch(s, 0, s->wall_forces_recorded, out, err));
    *count = s->wall_forces_recorded;
    s->wall_forces_recorded = 0;
cleanup:
    return st;
}

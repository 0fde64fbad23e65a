/* impulses.c - what bodies that move get from cells that become solid, and give to those that
 * become fluid.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "peers/peers.h"
#include "shared/impulse.h"
#include "solver/solver_internal.h"

enum { GROUP = 64 };

static uint64_t sums_of(const struct lb_solver *s)
{
    return LB_IMPULSES((uint64_t)s->w.c->body_count);
}

enum lb_status lb_impulses_record(struct lb_solver *s, uint64_t record, struct lb_error *err)
{
    struct lb_workspace *w = &s->w;
    struct lb_kernel *k = NULL;
    if (w->c->motion == NULL) return LB_STATUS_OK;
    if (w->buffers[LB_BUFFER_IMPULSE_RECORDS] == NULL)
        LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_IMPULSE_RECORDS, 0, err));
    LB_OK(lb_workspace_kernel(w, "cell/moving_cells.cl", "lb_record_impulses", &k, err));
    LB_OK(lb_kernel_set_ulong(k, "at", record, err));
    LB_OK(lb_kernel_set_uint(k, "bodies", (uint32_t)w->c->body_count, err));
    return lb_workspace_enqueue(w, k, sums_of(s), GROUP, err);
}

/* From moments about the first cell of this part to those about the first one of the whole box:
 * of whole numbers, whose sums wrap as they should. */
static void move_moments(const struct lb_case *c, uint64_t *sums)
{
    for (int a = 0; a < 3; a++) {
        const int b = (a + 1) % 3, d = (a + 2) % 3;
        sums[3 + a] += c->cut.origin[b] * sums[d] - c->cut.origin[d] * sums[b];
    }
}

/* `records` of all sums, from record `first` on: over all parts of the box, modulo 2^64.  All parts
 * come here, also one that had no memory for them. */
static enum lb_status read_sums(struct lb_solver *s, enum lb_buffer_id id, uint64_t first,
                                uint64_t records, uint64_t *sums, struct lb_error *err)
{
    const uint64_t each = sums_of(s), bodies = (uint64_t)s->w.c->body_count;
    const enum lb_status st =
        sums == NULL ? lb_fail(err, LB_STATUS_FAILED, "out of memory for forces on moving bodies")
                     : lb_buffer_read(s->w.buffers[id], first * each * sizeof *sums,
                                      records * each * sizeof *sums, sums, err);
    if (s->all == NULL) return st;
    LB_OK(lb_peers_agree(s->world, st, err));
    for (uint64_t n = 0; n < records; n++)
        for (uint64_t body = 0; body < bodies; body++)
            move_moments(s->w.c, sums + n * each + LB_IMPULSES_OF(body));
    return lb_peers_add_counts(s->world, sums, (size_t)(records * each), err);
}

/* The moment is about the middle of the first cell of the box. */
static void add_to(const struct lb_case *c, int body, const uint64_t *sums,
                   struct lb_link_force *out)
{
    double share[LB_IMPULSE_SUMS], arm[3];
    for (int n = 0; n < LB_IMPULSE_SUMS; n++) {
        const double sum = (double)(int64_t)sums[n];
        share[n] =
            ldexp(sum, n == LB_IMPULSE_CELLS ? 0 : -LB_IMPULSE_BITS) / (double)c->motion->every;
    }
    for (int a = 0; a < 3; a++) {
        arm[a] = a < c->lattice->dimensions ? 0.5 - c->bodies[body].centre[a] : 0.0;
        out->force[a] += share[a];
    }
    for (int a = 0; a < 3; a++) {
        const int b = (a + 1) % 3, d = (a + 2) % 3;
        out->moment[a] += share[3 + a] + arm[b] * share[d] - arm[d] * share[b];
    }
    out->mass += share[LB_IMPULSE_EXCESS] + share[LB_IMPULSE_CELLS];
    out->excess = share[LB_IMPULSE_EXCESS];
}

enum lb_status lb_impulses_add(struct lb_solver *s, uint64_t first, uint64_t count,
                               struct lb_link_force *groups, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_case *c = s->w.c;
    const uint64_t each = sums_of(s), all = lb_case_force_groups(c);
    if (c->motion == NULL || count == 0) return LB_STATUS_OK;
    uint64_t *sums = malloc(count * each * sizeof *sums);
    LB_TRY(read_sums(s, LB_BUFFER_IMPULSE_RECORDS, first, count, sums, err));
    for (uint64_t n = 0; n < count; n++)
        for (int body = 0; body < c->body_count; body++)
            add_to(c, body, sums + n * each + LB_IMPULSES_OF((uint64_t)body),
                   &groups[n * all + 1 + (uint64_t)body]);
cleanup:
    free(sums);
    return st;
}

enum lb_status lb_solver_renewal_forces(struct lb_solver *s, double force[LB_MAX_BODIES][3],
                                        struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_case *c = s->w.c;
    memset(force, 0, LB_MAX_BODIES * sizeof *force);
    if (c->motion == NULL) return LB_STATUS_OK;
    uint64_t *sums = malloc(sums_of(s) * sizeof *sums);
    LB_TRY(read_sums(s, LB_BUFFER_IMPULSES, 0, 1, sums, err));
    for (int body = 0; body < c->body_count; body++) {
        struct lb_link_force all = {.mass = 0.0};
        add_to(c, body, sums + LB_IMPULSES_OF((uint64_t)body), &all);
        memcpy(force[body], all.force, sizeof all.force);
    }
cleanup:
    free(sums);
    return st;
}

enum lb_status lb_impulses_find_missing(struct lb_solver *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_workspace *w = &s->w;
    const uint64_t count = sums_of(s), bodies = (uint64_t)w->c->body_count;
    if (w->c->motion == NULL || !lb_motion_is_due(w->c->motion, w->step)) return st;
    uint64_t *sums = malloc(count * sizeof *sums);
    LB_TRY(read_sums(s, LB_BUFFER_IMPULSES, 0, 1, sums, err));
    int64_t excess = 0;
    for (uint64_t body = 0; body < bodies; body++)
        excess += (int64_t)sums[LB_IMPULSES_OF(body) + LB_IMPULSE_EXCESS];
    const double beside = (double)(int64_t)sums[LB_IMPULSE_BESIDE(bodies)];
    w->missing = beside > 0.0 ? -ldexp((double)excess, -LB_IMPULSE_BITS) / beside : 0.0;
cleanup:
    free(sums);
    return st;
}

/* The sums of the whole box become those of the first part, and of the others nothing. */
static enum lb_status keep(struct lb_solver *s, uint64_t *sums, struct lb_error *err)
{
    const uint64_t bytes = sums_of(s) * sizeof *sums;
    if (lb_peers_rank(s->world) != 0) memset(sums, 0, bytes);
    return lb_buffer_write(s->w.buffers[LB_BUFFER_IMPULSES], 0, bytes, sums, err);
}

enum lb_status lb_solver_unite_sums(struct lb_solver *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    if (s->all != NULL) LB_OK(lb_wall_mass_collect(s, err));
    if (s->all != NULL) LB_OK(lb_heat_collect(s, err));
    if (s->w.c->motion == NULL || s->all == NULL) return st;
    uint64_t *sums = malloc(sums_of(s) * sizeof *sums);
    LB_TRY(read_sums(s, LB_BUFFER_IMPULSES, 0, 1, sums, err));
    LB_TRY(lb_peers_agree(s->world, keep(s, sums, err), err));
cleanup:
    free(sums);
    return st;
}

enum lb_status lb_impulses_loaded(struct lb_solver *s, struct lb_error *err)
{
    if (s->w.c->motion == NULL || s->all == NULL || lb_peers_rank(s->world) == 0)
        return LB_STATUS_OK;
    uint64_t *sums = malloc(sums_of(s) * sizeof *sums);
    LB_NEED(sums != NULL, LB_STATUS_FAILED, "out of memory for forces on moving bodies");
    const enum lb_status st = keep(s, sums, err);
    free(sums);
    return st;
}

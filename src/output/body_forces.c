/* body_forces.c - adds up over faces what links give: whole numbers, in any order and on any number
 * of ranks the same.
 * SPDX-License-Identifier: MIT */
#include "output/body_forces.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "peers/peers.h"
#include "shared/force_task.h"

/* --- records ---------------------------------------------------------------------------------- */

static void keep_link(void *context, const struct lb_link_load *load)
{
    struct lb_body_record *r = context;
    if (r->count == r->room) {
        const size_t room = r->room == 0 ? 4096 : 2 * r->room;
        struct lb_link_load *links = realloc(r->links, room * sizeof *links);
        if (links == NULL) {
            r->is_there = false;
            return;
        }
        r->links = links;
        r->room = room;
    }
    r->links[r->count++] = *load;
}

enum lb_status lb_body_record_take(struct lb_body_record *r, const struct lb_output_services *s,
                                   struct lb_error *err)
{
    r->count = 0;
    r->is_there = true;
    r->step = s->step(s->run);
    enum lb_status st = lb_solver_each_link(s->solver, keep_link, r, err);
    if (st == LB_STATUS_OK && !r->is_there)
        st = lb_fail(err, LB_STATUS_FAILED, "no memory for the forces of %zu links", r->count);
    if (s->world != NULL) st = lb_peers_agree(s->world, st, err);
    r->is_there = st == LB_STATUS_OK;
    LB_OK(st);
    return lb_solver_renewal_forces(s->solver, r->renewal, err);
}

void lb_body_record_free(struct lb_body_record *r)
{
    free(r->links);
    *r = (struct lb_body_record){.is_there = false};
}

/* --- sums ------------------------------------------------------------------------------------- */

enum { PIECE = 1 << 16 }; /* words that ranks add up at a time */

/* Of links that are no number, and of those on bodies without a face. */
enum { ODD, STRANDED, COUNTS };

struct totals {
    const struct lb_lattice *lattice;
    const struct lb_walls *walls;
    const struct lb_wall_face *faces;
    size_t count;
    uint64_t *words;  /* of each face three, in units of 2^-LB_LINK_BITS modulo 2^64 */
    uint64_t *counts; /* behind them, COUNTS of each body number */
};

static size_t words_of(size_t faces)
{
    return 3 * faces + COUNTS * (LB_MAX_BODIES + 1);
}

/* In equal shares; of units that are left, one goes to each of the first faces. */
static void add_link(const struct totals *t, const struct lb_link_load *load)
{
    size_t at[LB_MOST_LINK_FACES];
    const int *along = t->lattice->c[load->direction];
    if (load->units == LB_NO_LOAD) {
        t->counts[COUNTS * load->body + ODD]++;
        return;
    }
    const int shares =
        lb_faces_of_link(t->walls, t->faces, t->count, load->cell, along, load->body, at);
    t->counts[COUNTS * load->body + STRANDED] += shares == 0;
    for (int n = 0; n < shares; n++) {
        const int64_t rest = load->units % shares;
        const int64_t more = n < llabs(rest) ? (rest < 0 ? -1 : 1) : 0;
        for (int axis = 0; axis < 3; axis++)
            t->words[3 * at[n] + (size_t)axis] -=
                (uint64_t)(along[axis] * (load->units / shares + more));
    }
}

static enum lb_status add_ranks(const struct lb_output_services *s, uint64_t *words, size_t count,
                                struct lb_error *err)
{
    for (size_t first = 0; first < count && s->world != NULL; first += PIECE)
        LB_OK(lb_peers_add_counts(s->world, words + first,
                                  count - first < PIECE ? count - first : PIECE, err));
    return LB_STATUS_OK;
}

/* Of so many records together.  What is a whole body's goes by area. */
static void spread(const struct totals *t, const struct lb_wall_load *loads, double whole[][3],
                   double records, double *force)
{
    double area[LB_MAX_BODIES] = {0.0};
    for (size_t n = 0; n < t->count; n++)
        area[t->faces[n].body - 1] += loads[n].area;
    for (size_t n = 0; n < t->count; n++) {
        const int body = t->faces[n].body - 1;
        const bool is_odd = t->counts[COUNTS * (body + 1) + ODD] > 0;
        const double share = area[body] > 0.0 ? loads[n].area / area[body] : 0.0;
        for (size_t axis = 0; axis < 3; axis++) {
            const double own = ldexp((double)(int64_t)t->words[3 * n + axis], -LB_LINK_BITS);
            const double all = own + share * whole[body][axis];
            force[3 * n + axis] = is_odd ? (double)NAN : all / records;
        }
    }
}

static void add_record(const struct totals *t, const struct lb_body_record *r, double whole[][3])
{
    for (size_t n = 0; n < r->count; n++)
        add_link(t, &r->links[n]);
    for (int body = 0; body < LB_MAX_BODIES; body++)
        for (int axis = 0; axis < 3; axis++)
            whole[body][axis] += r->renewal[body][axis];
}

static void tell_stranded(const struct lb_output_services *s, const struct totals *t,
                          unsigned records)
{
    for (int n = 0; n < s->c->body_count; n++)
        if (t->counts[COUNTS * (n + 1) + STRANDED] > 0)
            s->warn(s->run,
                    "body-surface: %llu links give a force to [%s], which has no face: no file "
                    "has it",
                    (unsigned long long)t->counts[COUNTS * (n + 1) + STRANDED] / records,
                    s->c->bodies[n].name);
}

enum lb_status lb_body_forces_find(const struct lb_output_services *s,
                                   const struct lb_body_record *before,
                                   const struct lb_walls *walls, const struct lb_wall_face *faces,
                                   const struct lb_wall_load *loads, size_t count, double *force,
                                   struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    double whole[LB_MAX_BODIES][3] = {{0.0}};
    struct lb_body_record now = {.is_there = false};
    uint64_t *words = calloc(words_of(count), sizeof *words);
    const struct totals t = {s->c->lattice, walls, faces, count, words, words + 3 * count};
    LB_REQUIRE(words != NULL, LB_STATUS_FAILED, "no memory for the forces of %zu faces", count);
    LB_TRY(lb_body_record_take(&now, s, err));
    const bool follows = before->is_there && before->step + 1 == now.step;
    add_record(&t, &now, whole);
    if (follows) add_record(&t, before, whole);
    LB_TRY(add_ranks(s, words, words_of(count), err));
    spread(&t, loads, whole, follows ? 2.0 : 1.0, force);
    tell_stranded(s, &t, follows ? 2 : 1);
cleanup:
    lb_body_record_free(&now);
    free(words);
    return st;
}

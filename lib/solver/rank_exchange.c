/* rank_exchange.c - pieces from the device to the neighbours, and from these to the device.
 * SPDX-License-Identifier: MIT */
#include "solver/rank_exchange.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/stopwatch.h"
#include "opencl/transfer.h"
#include "peers/peers.h"
#include "peers/segment.h"
#include "solver/shared_exchange.h"
#include "solver/solver_internal.h"

struct lb_rank_exchange {
    struct lb_world *world; /* borrowed */
    struct lb_messages *messages;
    struct lb_segment *segment; /* NULL: none */
    char *head;                 /* in place of one: of a block without places */
    struct lb_shared_exchange *shared;
    char *received; /* where messages arrive in this exchange; NULL: none do */
    char way[64], advice[LB_SEGMENT_WHY + 160];
};

void lb_rank_exchange_call_off(struct lb_rank_exchange *e)
{
    if (e == NULL) return;
    lb_messages_destroy(e->messages);
    e->messages = NULL;
}

void lb_rank_exchange_destroy(struct lb_rank_exchange *e)
{
    if (e == NULL) return;
    lb_rank_exchange_call_off(e);
    lb_shared_exchange_destroy(e->shared);
    lb_segment_destroy(e->segment);
    free(e->head);
    free(e);
}

const char *lb_rank_exchange_way(const struct lb_rank_exchange *e)
{
    return e->way;
}

const char *lb_rank_exchange_advice(const struct lb_rank_exchange *e)
{
    return e->advice;
}

/* --- creation --------------------------------------------------------------------------------- */

static char *block_of(const struct lb_rank_exchange *e, int rank)
{
    return e->segment == NULL ? NULL : lb_segment_of(e->segment, rank);
}

static enum lb_status read_wish(bool *wants_messages, struct lb_error *err)
{
    const char *word = getenv("SLUICE_EXCHANGE");
    *wants_messages = word != NULL && strcmp(word, "messages") == 0;
    LB_NEED(word == NULL || *wants_messages || strcmp(word, "shared") == 0, LB_STATUS_USAGE,
            "SLUICE_EXCHANGE is '%.40s', and should be shared or messages", word);
    return LB_STATUS_OK;
}

/* Collective.  If any rank wants messages, all use them. */
static enum lb_status create_segment(struct lb_rank_exchange *e, uint64_t sent,
                                     struct lb_error *err)
{
    bool wants_messages = false;
    char why[LB_SEGMENT_WHY] = "";
    LB_OK(lb_peers_agree(e->world, read_wish(&wants_messages, err), err));
    if (lb_peers_any(e->world, wants_messages) != 0) return LB_STATUS_OK;
    LB_OK(lb_segment_create(e->world, lb_shared_block_bytes(sent), &e->segment, why, err));
    if (why[0] != '\0')
        snprintf(e->advice, sizeof e->advice,
                 "%s: the parts of a machine exchange by messages, which is slow between GPUs; "
                 "more room in /dev/shm helps (docker run --shm-size=1g)",
                 why);
    return LB_STATUS_OK;
}

static enum lb_status set_up(struct lb_rank_exchange *e, struct lb_solver *s, struct lb_error *err)
{
    const struct lb_exchange_plan *plan = lb_solver_exchange_plan(s);
    char *block = block_of(e, lb_peers_rank(e->world));
    LB_OK(lb_messages_create(e->world, &e->messages, err));
    if (block == NULL) {
        e->head = aligned_alloc(LB_SEGMENT_PAGE, lb_shared_block_bytes(0));
        LB_NEED(e->head != NULL, LB_STATUS_FAILED, "out of memory for the exchange");
        block = memset(e->head, 0, lb_shared_block_bytes(0));
    }
    LB_OK(lb_shared_exchange_create(plan, lb_solver_code_bytes(s), lb_peers_rank(e->world), block,
                                    &e->shared, err));
    if (e->segment == NULL || plan->codes == 0) return LB_STATUS_OK;
    char *const places[2] = {lb_shared_exchange_place(e->shared, 0),
                             lb_shared_exchange_place(e->shared, 1)};
    return lb_solver_send_from(s, places, err);
}

static enum lb_status add_neighbours(struct lb_rank_exchange *e, struct lb_solver *s,
                                     struct lb_error *err)
{
    const struct lb_exchange_plan *plan = lb_solver_exchange_plan(s);
    struct lb_shared_pages pages[2];
    for (int n = 0; n < plan->receives; n++) {
        char *block = block_of(e, plan->receive[n].rank);
        if (block == NULL) continue;
        LB_OK(lb_shared_exchange_add_source(e->shared, &plan->receive[n], block, pages, err));
        for (int turn = 0; turn < 2; turn++)
            LB_OK(lb_solver_receive_from(s, pages[turn].begin, pages[turn].bytes, err));
    }
    for (int n = 0; n < plan->sends; n++) {
        const char *block = block_of(e, plan->send[n].rank);
        if (block != NULL) lb_shared_exchange_add_receiver(e->shared, block);
    }
    return LB_STATUS_OK;
}

/* Collective. */
static void describe(struct lb_rank_exchange *e, const struct lb_solver *s)
{
    const struct lb_exchange_plan *plan = lb_solver_exchange_plan(s);
    bool sends_messages = false;
    for (int n = 0; n < plan->sends; n++)
        sends_messages |= block_of(e, plan->send[n].rank) == NULL;
    const bool has_messages = lb_peers_any(e->world, sends_messages) != 0,
               has_memory = lb_peers_any(e->world, e->segment != NULL) != 0,
               is_unknown = lb_peers_any(e->world, !lb_solver_memory_is_known(s)) != 0;
    snprintf(e->way, sizeof e->way, "%s%s%s%s", has_memory ? "shared memory" : "",
             has_memory && is_unknown ? " (not known to the driver)" : "",
             has_memory && has_messages ? " and " : "",
             has_messages || !has_memory ? "messages" : "");
}

/* All wait for all, once heads are filled, and once drivers have been told: some copy what they are told of to
 * and fro. */
enum lb_status lb_rank_exchange_create(struct lb_solver *s, struct lb_rank_exchange **out,
                                       struct lb_error *err)
{
    const uint64_t sent = lb_solver_exchange_plan(s)->codes * lb_solver_code_bytes(s);
    struct lb_rank_exchange *e = calloc(1, sizeof *e);
    *out = e;
    LB_OK(lb_peers_agree(
        s->world,
        e != NULL ? LB_STATUS_OK : lb_fail(err, LB_STATUS_FAILED, "out of memory for the exchange"),
        err));
    e->world = s->world;
    LB_OK(create_segment(e, sent, err));
    LB_OK(lb_peers_agree(e->world, set_up(e, s, err), err));
    LB_OK(lb_peers_agree(e->world, add_neighbours(e, s, err), err));
    describe(e, s);
    return LB_STATUS_OK;
}

/* --- waits ------------------------------------------------------------------------------------ */

static const double patience = 1.0; /* [s] before a neighbour is looked after, and then again */

struct pauses {
    double begin, asked;
};

/* Numbers in memory do not say that who writes them has ended. */
static enum lb_status pause_in(const struct lb_rank_exchange *e, struct pauses *w,
                               struct lb_error *err)
{
    const double now = lb_clock();
    if (e->segment != NULL && now - w->asked > patience) {
        LB_OK(lb_segment_check(e->segment, err));
        w->asked = now;
    }
    lb_peers_pause(e->world, w->begin);
    return LB_STATUS_OK;
}

static struct pauses begin_to_wait(void)
{
    const double now = lb_clock();
    return (struct pauses){now, now};
}

enum lb_status lb_rank_exchange_wait_for_room(const struct lb_rank_exchange *e,
                                              struct lb_error *err)
{
    struct pauses w = begin_to_wait();
    while (!lb_shared_exchange_has_room(e->shared))
        LB_OK(pause_in(e, &w, err));
    return LB_STATUS_OK;
}

/* --- an exchange ------------------------------------------------------------------------------ */

struct carrier {
    struct lb_rank_exchange *e;
    struct lb_solver *s;
    void (*meanwhile)(void *solver);
    struct pauses wait;
    const char *sent; /* on the host, its first `packed` bytes */
    uint64_t packed;
    int next; /* message, and byte of it, that is sent next */
    uint64_t next_at;
};

/* What goes from one rank to another travels in pieces, so that these are on all parts of the way at once:
 * from the device, between the ranks, to the device. */
enum lb_status lb_rank_exchange_begin(struct lb_rank_exchange *e, struct lb_solver *s,
                                      struct lb_error *err)
{
    const struct lb_exchange_plan *plan = lb_solver_exchange_plan(s);
    const uint64_t code = lb_solver_code_bytes(s);
    e->received = NULL;
    for (int n = 0; n < plan->receives; n++) {
        const struct lb_message *m = &plan->receive[n];
        if (block_of(e, m->rank) != NULL) continue;
        const uint64_t end = (m->begin + m->count) * code;
        if (e->received == NULL) LB_OK(lb_solver_received(s, &e->received, err));
        for (uint64_t at = m->begin * code; at < end; at += LB_TRANSFER_PIECE)
            LB_OK(lb_messages_receive(e->messages, m->rank, e->received + at,
                                      lb_transfer_piece(at, end), err));
    }
    return LB_STATUS_OK;
}

static enum lb_status hand_over_message(void *context, const void *data, uint64_t bytes,
                                        struct lb_error *err)
{
    const struct carrier *carrier = context;
    const char *from = data;
    return lb_solver_hand_over(carrier->s, from, (uint64_t)(from - carrier->e->received), bytes,
                               err);
}

static void look_meanwhile(void *context)
{
    const struct carrier *carrier = context;
    carrier->meanwhile(carrier->s);
}

/* Nothing is handed over before the first piece is there: by then the device has unpacked the step before. */
static enum lb_status wait_for_first(struct carrier *c, struct lb_error *err)
{
    for (;;) {
        LB_OK(lb_solver_pack_some(c->s, &c->sent, &c->packed, err));
        if (c->packed > 0) return LB_STATUS_OK;
        look_meanwhile(c);
        LB_OK(pause_in(c->e, &c->wait, err));
    }
}

/* Whole pieces that are on the host, for ranks that see no memory of this one. */
static enum lb_status send_packed(struct carrier *c, struct lb_error *err)
{
    const struct lb_exchange_plan *plan = lb_solver_exchange_plan(c->s);
    const uint64_t code = lb_solver_code_bytes(c->s);
    for (; c->next < plan->sends; c->next++, c->next_at = 0) {
        const struct lb_message *m = &plan->send[c->next];
        const uint64_t end = (m->begin + m->count) * code;
        if (block_of(c->e, m->rank) != NULL) continue;
        for (uint64_t at = m->begin * code + c->next_at; at < end;) {
            const uint64_t bytes = lb_transfer_piece(at, end);
            if (at + bytes > c->packed) return LB_STATUS_OK;
            LB_OK(lb_messages_send(c->e->messages, m->rank, c->sent + at, bytes, err));
            at += bytes;
            c->next_at += bytes;
        }
    }
    return LB_STATUS_OK;
}

static enum lb_status take_shared(struct carrier *c, struct lb_error *err)
{
    struct lb_shared_part part;
    while (lb_shared_exchange_take(c->e->shared, &part))
        LB_OK(lb_solver_hand_over(c->s, part.from, part.at, part.bytes, err));
    return LB_STATUS_OK;
}

static enum lb_status carry(struct carrier *c, uint64_t total, struct lb_error *err)
{
    const struct lb_message_watch watch = {hand_over_message, look_meanwhile, c};
    struct lb_shared_exchange *shared = c->e->shared;
    LB_OK(wait_for_first(c, err));
    lb_shared_exchange_begin(shared);
    for (;;) {
        lb_shared_exchange_show(shared, c->packed);
        LB_OK(send_packed(c, err));
        LB_OK(take_shared(c, err));
        LB_OK(lb_messages_look(c->e->messages, &watch, err));
        look_meanwhile(c);
        if (c->packed == total && lb_shared_exchange_has_all(shared)) break;
        LB_OK(pause_in(c->e, &c->wait, err));
        if (c->packed < total) LB_OK(lb_solver_pack_some(c->s, &c->sent, &c->packed, err));
    }
    lb_shared_exchange_end(shared);
    return lb_messages_wait(c->e->messages, &watch, err);
}

enum lb_status lb_rank_exchange_carry(struct lb_rank_exchange *e, struct lb_solver *s,
                                      void (*meanwhile)(void *solver), struct lb_error *err)
{
    struct carrier c = {.e = e, .s = s, .meanwhile = meanwhile, .wait = begin_to_wait()};
    const uint64_t total = lb_solver_exchange_plan(s)->codes * lb_solver_code_bytes(s);
    return total == 0 ? LB_STATUS_OK : carry(&c, total, err);
}

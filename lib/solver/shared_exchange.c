/* shared_exchange.c - two numbers of each rank that others read, and what they say about bytes.
 * SPDX-License-Identifier: MIT */
#include "solver/shared_exchange.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { PAGE = 4096 };

/* What lies where for whom, of the sender's bytes in an exchange; written before the others look. */
struct sent_to {
    int32_t rank;
    uint64_t begin, bytes;
};

/* The two numbers that change are on lines of their own. */
struct head {
    _Alignas(128) _Atomic uint64_t sent;
    _Alignas(128) _Atomic uint64_t taken;
    _Alignas(128) uint64_t bytes; /* of an exchange */
    int32_t count;
    struct sent_to to[LB_MAX_MESSAGES];
};
_Static_assert(sizeof(struct head) <= PAGE, "the head is a page");
_Static_assert(ATOMIC_LLONG_LOCK_FREE == 2, "processes share the numbers");

struct source {
    const struct head *head;
    uint64_t begin, bytes, at; /* in what it sends; in what is received */
    uint64_t come;             /* in this exchange */
};

struct lb_shared_exchange {
    struct head *head;
    int rank;
    uint64_t code;   /* bytes of one */
    uint64_t number; /* of the exchange that is next, or under way */
    int sources, receivers;
    struct source source[LB_MAX_MESSAGES];
    const struct head *receiver[LB_MAX_MESSAGES];
};

static uint64_t whole_pages(uint64_t bytes)
{
    return (bytes + PAGE - 1) / PAGE * PAGE;
}

static char *place_in(const struct head *head, uint64_t turn)
{
    return (char *)head + PAGE + turn * whole_pages(head->bytes);
}

uint64_t lb_shared_block_bytes(uint64_t sent)
{
    return PAGE + 2 * whole_pages(sent);
}

/* --- life ------------------------------------------------------------------------------------- */

enum lb_status lb_shared_exchange_create(const struct lb_exchange_plan *plan, uint64_t code_bytes,
                                         int rank, char *block, struct lb_shared_exchange **out,
                                         struct lb_error *err)
{
    struct lb_shared_exchange *x = calloc(1, sizeof *x);
    *out = x;
    LB_NEED(x != NULL, LB_STATUS_FAILED, "out of memory for the exchange");
    *x =
        (struct lb_shared_exchange){.head = (struct head *)block, .rank = rank, .code = code_bytes};
    x->head->bytes = plan->codes * code_bytes;
    x->head->count = plan->sends;
    for (int n = 0; n < plan->sends; n++)
        x->head->to[n] = (struct sent_to){.rank = plan->send[n].rank,
                                          .begin = plan->send[n].begin * code_bytes,
                                          .bytes = plan->send[n].count * code_bytes};
    return LB_STATUS_OK;
}

void lb_shared_exchange_destroy(struct lb_shared_exchange *x)
{
    free(x);
}

char *lb_shared_exchange_place(const struct lb_shared_exchange *x, int turn)
{
    return place_in(x->head, (uint64_t)turn);
}

static const struct sent_to *find(const struct head *head, int rank)
{
    for (int n = 0; n < head->count; n++)
        if (head->to[n].rank == rank) return &head->to[n];
    return NULL;
}

enum lb_status lb_shared_exchange_add_source(struct lb_shared_exchange *x,
                                             const struct lb_message *m, char *block,
                                             struct lb_shared_pages pages[2], struct lb_error *err)
{
    const struct head *head = (const struct head *)block;
    const struct sent_to *to = find(head, x->rank);
    LB_NEED(to != NULL && to->bytes == m->count * x->code, LB_STATUS_FAILED,
            "part %d sends other codes than part %d expects", m->rank, x->rank);
    x->source[x->sources++] = (struct source){
        .head = head, .begin = to->begin, .bytes = to->bytes, .at = m->begin * x->code};
    const uint64_t first = to->begin / PAGE * PAGE;
    for (uint64_t turn = 0; turn < 2; turn++)
        pages[turn] = (struct lb_shared_pages){place_in(head, turn) + first,
                                               whole_pages(to->begin + to->bytes) - first};
    return LB_STATUS_OK;
}

void lb_shared_exchange_add_receiver(struct lb_shared_exchange *x, const char *block)
{
    x->receiver[x->receivers++] = (const struct head *)block;
}

/* --- an exchange ------------------------------------------------------------------------------ */

bool lb_shared_exchange_has_room(const struct lb_shared_exchange *x)
{
    for (int n = 0; n < x->receivers && x->number >= 2; n++)
        if (atomic_load_explicit(&x->receiver[n]->taken, memory_order_acquire) < x->number - 1)
            return false;
    return true;
}

void lb_shared_exchange_begin(struct lb_shared_exchange *x)
{
    atomic_store_explicit(&x->head->taken, x->number, memory_order_release);
    for (int n = 0; n < x->sources; n++)
        x->source[n].come = 0;
}

void lb_shared_exchange_show(struct lb_shared_exchange *x, uint64_t bytes)
{
    const uint64_t sent = x->number * x->head->bytes + bytes;
    if (sent != atomic_load_explicit(&x->head->sent, memory_order_relaxed))
        atomic_store_explicit(&x->head->sent, sent, memory_order_release);
}

/* Bytes of what is for this rank that lie in the source's block. */
static uint64_t bytes_there(const struct lb_shared_exchange *x, const struct source *source)
{
    const uint64_t sent = atomic_load_explicit(&source->head->sent, memory_order_acquire),
                   begin = x->number * source->head->bytes + source->begin;
    if (sent <= begin) return 0;
    return sent - begin < source->bytes ? sent - begin : source->bytes;
}

bool lb_shared_exchange_take(struct lb_shared_exchange *x, struct lb_shared_part *out)
{
    for (struct source *source = x->source; source < x->source + x->sources; source++) {
        if (source->come == source->bytes) continue;
        const uint64_t there = bytes_there(x, source);
        if (there == source->come) continue;
        *out = (struct lb_shared_part){.from = place_in(source->head, x->number % 2) +
                                               source->begin + source->come,
                                       .at = source->at + source->come,
                                       .bytes = there - source->come};
        source->come = there;
        return true;
    }
    return false;
}

bool lb_shared_exchange_has_all(const struct lb_shared_exchange *x)
{
    for (int n = 0; n < x->sources; n++)
        if (x->source[n].come < x->source[n].bytes) return false;
    return true;
}

void lb_shared_exchange_end(struct lb_shared_exchange *x)
{
    x->number++;
}

/* test_shared_exchange.c - ranks as threads, over blocks of memory that all see: what is sent arrives, once, where it
 * belongs, and nothing is overwritten before it was read, also where one of them lags.
 * SPDX-License-Identifier: MIT */
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "solver/shared_exchange.h"
#include "support/check.h"

enum { RANKS = 3, EXCHANGES = 300, CODE = 4, PIECE = 1000, MOST_PARTS = 64, MOST_BYTES = 20000 };

/* Codes from one to another.  Rank 1 only sends to rank 2, and some pieces are of two messages. */
static const uint64_t codes[RANKS][RANKS] = {{0, 700, 333}, {2049, 0, 1}, {1024, 0, 0}};

struct rank {
    int number, lags_at; /* exchanges of which one in three */
    struct lb_exchange_plan plan;
    char *block;
    struct lb_shared_exchange *x;
    struct lb_shared_part parts[MOST_PARTS]; /* of the exchange before, not looked at yet */
    int part_count;
    long wrong; /* bytes */
    char received[MOST_BYTES];
};
static struct rank ranks[RANKS];
static pthread_barrier_t all_are_here;

static void plan_for(struct rank *r)
{
    struct lb_exchange_plan *plan = &r->plan;
    for (int other = 0; other < RANKS; other++) {
        const uint64_t sent = codes[r->number][other], received = codes[other][r->number];
        if (sent > 0) plan->send[plan->sends++] = (struct lb_message){other, plan->codes, sent};
        if (received > 0)
            plan->receive[plan->receives++] = (struct lb_message){other, plan->received, received};
        plan->codes += sent;
        plan->received += received;
    }
}

/* Of byte `at` of a message. */
static char value_of(int from, int to, int exchange, uint64_t at)
{
    return (char)(from * 91 + to * 37 + exchange * 53 + (int)(at % 251));
}

static void fill(const struct rank *r, int exchange, uint64_t begin, uint64_t end)
{
    char *place = lb_shared_exchange_place(r->x, exchange % 2);
    for (const struct lb_message *m = r->plan.send; m < r->plan.send + r->plan.sends; m++)
        for (uint64_t at = m->begin * CODE; at < (m->begin + m->count) * CODE; at++)
            if (at >= begin && at < end)
                place[at] = value_of(r->number, m->rank, exchange, at - m->begin * CODE);
}

/* As a device does: it reads what was handed over, and only then packs anew. */
static void unpack(struct rank *r, int exchange)
{
    memset(r->received, 0, sizeof r->received);
    for (int n = 0; n < r->part_count; n++)
        memcpy(r->received + r->parts[n].at, r->parts[n].from, r->parts[n].bytes);
    r->part_count = 0;
    for (const struct lb_message *m = r->plan.receive; m < r->plan.receive + r->plan.receives; m++)
        for (uint64_t at = 0; at < m->count * CODE; at++)
            r->wrong +=
                r->received[m->begin * CODE + at] != value_of(m->rank, r->number, exchange, at);
}

static void exchange(struct rank *r, int n)
{
    const uint64_t total = r->plan.codes * CODE;
    uint64_t packed = PIECE < total ? PIECE : total;
    while (!lb_shared_exchange_has_room(r->x))
        sched_yield();
    if (r->lags_at >= 0 && n % 3 == r->lags_at)
        nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
    if (n > 0) unpack(r, n - 1);
    fill(r, n, 0, packed);
    lb_shared_exchange_begin(r->x);
    for (;;) {
        lb_shared_exchange_show(r->x, packed);
        while (r->part_count < MOST_PARTS &&
               lb_shared_exchange_take(r->x, &r->parts[r->part_count]))
            r->part_count++;
        if (packed == total && lb_shared_exchange_has_all(r->x)) break;
        const uint64_t end = packed + PIECE < total ? packed + PIECE : total;
        fill(r, n, packed, end);
        packed = end;
        sched_yield();
    }
    lb_shared_exchange_end(r->x);
}

static bool holds(const struct lb_shared_pages *pages, const char *block, const struct rank *of)
{
    const char *end = block + lb_shared_block_bytes(of->plan.codes * CODE);
    return (uintptr_t)pages->begin % 4096 == 0 && pages->bytes % 4096 == 0 &&
           pages->begin > block && pages->begin + pages->bytes <= end;
}

static void *run(void *context)
{
    struct rank *r = context;
    struct lb_error err = {0};
    struct lb_shared_pages pages[2];
    bool is_right =
        lb_shared_exchange_create(&r->plan, CODE, r->number, r->block, &r->x, &err) == LB_STATUS_OK;
    pthread_barrier_wait(&all_are_here);
    for (int n = 0; n < r->plan.receives; n++) {
        struct rank *of = &ranks[r->plan.receive[n].rank];
        is_right &= lb_shared_exchange_add_source(r->x, &r->plan.receive[n], of->block, pages,
                                                  &err) == LB_STATUS_OK;
        is_right &= holds(&pages[0], of->block, of) && holds(&pages[1], of->block, of);
    }
    for (int n = 0; n < r->plan.sends; n++)
        lb_shared_exchange_add_receiver(r->x, ranks[r->plan.send[n].rank].block);
    for (int n = 0; n < EXCHANGES; n++)
        exchange(r, n);
    unpack(r, EXCHANGES - 1);
    lb_shared_exchange_destroy(r->x);
    r->wrong += !is_right;
    return NULL;
}

static void set_up(int which_lags)
{
    for (int n = 0; n < RANKS; n++) {
        struct rank *r = &ranks[n];
        *r = (struct rank){.number = n, .lags_at = n == which_lags ? 1 : -1};
        plan_for(r);
        const uint64_t bytes = lb_shared_block_bytes(r->plan.codes * CODE);
        r->block = aligned_alloc(4096, bytes);
        if (LB_CHECK(r->block != NULL)) memset(r->block, 0, bytes);
    }
}

static void check_ranks(int which_lags)
{
    pthread_t threads[RANKS];
    set_up(which_lags);
    pthread_barrier_init(&all_are_here, NULL, RANKS);
    for (int n = 0; n < RANKS; n++)
        LB_CHECK_EQUAL_INT(pthread_create(&threads[n], NULL, run, &ranks[n]), 0);
    for (int n = 0; n < RANKS; n++) {
        pthread_join(threads[n], NULL);
        LB_CHECK_EQUAL_INT(ranks[n].wrong, 0);
    }
    for (int n = 0; n < RANKS; n++)
        free(ranks[n].block);
    pthread_barrier_destroy(&all_are_here);
}

static void all_in_step(void)
{
    check_ranks(-1);
}

static void one_lags(void)
{
    for (int which = 0; which < RANKS; which++)
        check_ranks(which);
}

/* Rank 1 sends to rank 2, which sends it nothing, and so says by `taken` alone that there is room. */
static void room_is_asked_for(void)
{
    struct lb_error err = {0};
    set_up(-1);
    struct rank *from = &ranks[1], *to = &ranks[2];
    LB_CHECK_OK(lb_shared_exchange_create(&from->plan, CODE, 1, from->block, &from->x, &err), &err);
    LB_CHECK_OK(lb_shared_exchange_create(&to->plan, CODE, 2, to->block, &to->x, &err), &err);
    lb_shared_exchange_add_receiver(from->x, to->block);
    for (int n = 0; n < 2; n++) {
        LB_CHECK(lb_shared_exchange_has_room(from->x));
        lb_shared_exchange_begin(from->x);
        lb_shared_exchange_end(from->x);
    }
    LB_CHECK(!lb_shared_exchange_has_room(from->x)); /* exchange 2 would go where exchange 0 is */
    lb_shared_exchange_begin(to->x);
    lb_shared_exchange_end(to->x);
    LB_CHECK(!lb_shared_exchange_has_room(from->x)); /* it has begun exchange 0 */
    lb_shared_exchange_begin(to->x);
    LB_CHECK(lb_shared_exchange_has_room(from->x)); /* and exchange 1, so it has taken exchange 0 */
    for (int n = 0; n < RANKS; n++)
        lb_shared_exchange_destroy(ranks[n].x), free(ranks[n].block);
}

static void other_plans_are_refused(void)
{
    struct lb_error err = {0};
    struct lb_shared_pages pages[2];
    set_up(-1);
    for (int n = 0; n < RANKS; n++)
        LB_CHECK_OK(
            lb_shared_exchange_create(&ranks[n].plan, CODE, n, ranks[n].block, &ranks[n].x, &err),
            &err);
    const struct lb_message more = {1, 0, 2050}, of_2 = {2, 0, 5};
    LB_CHECK(lb_shared_exchange_add_source(ranks[0].x, &more, ranks[1].block, pages, &err) ==
             LB_STATUS_FAILED);
    LB_CHECK_EQUAL_TEXT(err.text, "part 1 sends other codes than part 0 expects");
    err = (struct lb_error){0};
    LB_CHECK(lb_shared_exchange_add_source(ranks[1].x, &of_2, ranks[2].block, pages, &err) ==
             LB_STATUS_FAILED);
    for (int n = 0; n < RANKS; n++)
        lb_shared_exchange_destroy(ranks[n].x), free(ranks[n].block);
}

int main(void)
{
    LB_TEST(all_in_step);
    LB_TEST(one_lags);
    LB_TEST(room_is_asked_for);
    LB_TEST(other_plans_are_refused);
    return lb_check_report();
}

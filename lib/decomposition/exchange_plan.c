/* exchange_plan.c - the pieces of a subdomain, in the orders of sending and of receiving.
 * SPDX-License-Identifier: MIT */
#include "decomposition/exchange_plan.h"

#include "case/halo.h"

#include <stdbool.h>
#include <stdlib.h>

static bool is_cut(const struct lb_decomposition *d, int axis)
{
    return (d->cut >> axis & 1u) != 0;
}

/* False where the population cannot cross just these cuts. */
static bool set_away(struct lb_piece *p, const struct lb_decomposition *d, const int c[3],
                     unsigned axes)
{
    for (int a = 0; a < 3; a++) {
        const bool crosses = (axes >> a & 1u) != 0;
        if (crosses && (!is_cut(d, a) || c[a] == 0)) return false;
        p->away[a] = crosses ? c[a] : 0;
    }
    return true;
}

/* The cells of the piece: along a cut axis the first layer that the population comes to, or all
 * others. */
static void set_cells(struct lb_piece *p, const struct lb_decomposition *d, const int c[3])
{
    p->count = 1;
    for (int a = 0; a < 3; a++) {
        const uint32_t layers = d->size[a];
        p->begin[a] = 0;
        p->extent[a] = layers;
        if (p->away[a] != 0) {
            p->begin[a] = c[a] > 0 ? 0 : layers - 1;
            p->extent[a] = 1;
        } else if (is_cut(d, a) && c[a] != 0) {
            p->begin[a] = c[a] > 0 ? 1 : 0;
            p->extent[a] = layers - 1;
        }
        p->count *= p->extent[a];
    }
    p->received = p->count;
}

static void set_ranks(struct lb_piece *p, const struct lb_decomposition *d)
{
    const int back[3] = {-p->away[0], -p->away[1], -p->away[2]};
    p->receiver = lb_decomposition_neighbour(d, p->away);
    p->source = lb_decomposition_neighbour(d, back);
}

static int number_of(const int away[3])
{
    return (away[2] * 3 + away[1]) * 3 + away[0];
}

static int by_away(const struct lb_piece *a, const struct lb_piece *b)
{
    const int first = number_of(a->away), second = number_of(b->away);
    return first != second ? first - second : a->direction - b->direction;
}

static int by_receiver(const void *first, const void *second)
{
    const struct lb_piece *a = first, *b = second;
    return a->receiver != b->receiver ? a->receiver - b->receiver : by_away(a, b);
}

static int by_source(const void *first, const void *second)
{
    const struct lb_piece *a = *(struct lb_piece *const *)first,
                          *b = *(struct lb_piece *const *)second;
    return a->source != b->source ? a->source - b->source : by_away(a, b);
}

static bool is_of_population(const struct lb_piece *p)
{
    return p->direction != LB_PIECE_OF_LISTED && p->direction != LB_PIECE_OF_EXPONENTS &&
           p->direction != LB_PIECE_OF_KEPT && !LB_IS_PIECE_OF_SURFACE(p->direction);
}

static int find_exponents(const struct lb_exchange_plan *plan, const struct lb_piece *of)
{
    for (int n = 0; n < plan->pieces; n++)
        if (plan->piece[n].direction == LB_PIECE_OF_EXPONENTS &&
            number_of(plan->piece[n].away) == number_of(of->away))
            return n;
    return 0;
}

static int find_partner(const struct lb_exchange_plan *plan, const struct lb_piece *of)
{
    if (!is_of_population(of)) return 0;
    const int opposite = lb_opposite_of(of->direction);
    int n = 0;
    while (plan->piece[n].direction != opposite ||
           number_of(plan->piece[n].away) != -number_of(of->away))
        n++;
    return n;
}

/* Appends a piece to the last message, or to a new one where it is of another rank. */
static void add_to_message(struct lb_message *messages, int *count, int rank, uint64_t at,
                           uint64_t codes)
{
    if (codes == 0) return;
    if (*count == 0 || messages[*count - 1].rank != rank)
        messages[(*count)++] = (struct lb_message){.rank = rank, .begin = at};
    messages[*count - 1].count += codes;
}

static void set_order_of_sending(struct lb_exchange_plan *plan)
{
    qsort(plan->piece, (size_t)plan->pieces, sizeof *plan->piece, by_receiver);
    for (int n = 0; n < plan->pieces; n++) {
        struct lb_piece *p = plan->piece + n;
        p->sent_at = plan->codes;
        p->partner = find_partner(plan, p);
        p->exponents = find_exponents(plan, p);
        add_to_message(plan->send, &plan->sends, p->receiver, p->sent_at, p->count);
        plan->codes += p->count;
        p->first_cell = plan->surface_cells;
        if (LB_IS_PIECE_OF_SURFACE(p->direction))
            plan->surface_cells += (uint64_t)p->extent[0] * p->extent[1] * p->extent[2];
    }
}

static void set_order_of_receiving(struct lb_exchange_plan *plan)
{
    struct lb_piece *order[LB_MAX_PIECES];
    uint64_t at = 0;
    for (int n = 0; n < plan->pieces; n++)
        order[n] = plan->piece + n;
    qsort(order, (size_t)plan->pieces, sizeof *order, by_source);
    for (int n = 0; n < plan->pieces; n++) {
        order[n]->received_at = at;
        add_to_message(plan->receive, &plan->receives, order[n]->source, at, order[n]->received);
        at += order[n]->received;
    }
    plan->received = at;
}

/* Of each cell that populations come from, `codes` for each cell that they go to. */
static void add_cells(struct lb_exchange_plan *plan, const struct lb_decomposition *d,
                      const struct lb_lattice *lattice, int direction, unsigned codes)
{
    for (int n = 0; n < LB_AWAY; n++) {
        struct lb_piece p = {.direction = direction, .away = {n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1}};
        bool crosses = n != LB_AWAY / 2 && lb_lattice_leads(lattice, p.away);
        for (int a = 0; a < 3; a++)
            crosses = crosses && (p.away[a] == 0 || is_cut(d, a));
        if (!crosses) continue;
        set_cells(&p, d, p.away);
        p.count = p.received = p.count * codes;
        set_ranks(&p, d);
        plan->piece[plan->pieces++] = p;
    }
}

static void add_listed(struct lb_exchange_plan *plan, const struct lb_decomposition *d,
                       const struct lb_lattice *lattice, const struct lb_inside_cells *listed)
{
    const uint64_t each = (uint64_t)lattice->directions;
    for (int n = 0; n < LB_AWAY; n++) {
        if (listed->sent[n] == 0 && listed->received[n] == 0) continue;
        struct lb_piece p = {.direction = LB_PIECE_OF_LISTED,
                             .away = {n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1},
                             .count = listed->sent[n] * each,
                             .received = listed->received[n] * each};
        set_ranks(&p, d);
        plan->piece[plan->pieces++] = p;
    }
}

/* The `depth` layers beside each cut that `away` names; false: it names others. */
static bool set_layers(struct lb_piece *p, const struct lb_decomposition *d, uint32_t depth)
{
    for (int a = 0; a < 3; a++) {
        if (p->away[a] != 0 && !is_cut(d, a)) return false;
        p->begin[a] = p->away[a] > 0 ? d->size[a] - depth : 0;
        p->extent[a] = p->away[a] != 0 ? depth : d->size[a];
    }
    return true;
}

static void add_shares(struct lb_exchange_plan *plan, const struct lb_decomposition *d,
                       const struct lb_case *c, const struct lb_halo_share *shares)
{
    for (const struct lb_halo_share *s = shares; s->direction != 0; s++)
        for (int n = 0; n < LB_AWAY; n++) {
            struct lb_piece p = {.direction = s->direction,
                                 .away = {n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1}};
            if (n == LB_AWAY / 2 || !set_layers(&p, d, s->depth)) continue;
            p.count = lb_halo_share_codes(c, s, (uint64_t)p.extent[0] * p.extent[1] * p.extent[2]);
            p.received = p.count;
            set_ranks(&p, d);
            plan->piece[plan->pieces++] = p;
        }
}

static void add_populations(struct lb_exchange_plan *plan, const struct lb_decomposition *d,
                            const struct lb_lattice *lattice, int first)
{
    for (int i = 1; i < lattice->directions; i++)
        for (unsigned axes = 1; axes < 8; axes++) {
            struct lb_piece p = {.direction = first + i};
            if (!set_away(&p, d, lattice->c[i], axes)) continue;
            set_cells(&p, d, lattice->c[i]);
            if (p.count == 0) continue;
            set_ranks(&p, d);
            plan->piece[plan->pieces++] = p;
        }
}

void lb_exchange_plan_init(struct lb_exchange_plan *plan, const struct lb_decomposition *d,
                           const struct lb_lattice *lattice, const struct lb_lattice *heat,
                           bool with_exponents, const struct lb_inside_cells *listed,
                           const struct lb_case *surface)
{
    *plan = (struct lb_exchange_plan){0};
    add_populations(plan, d, lattice, 0);
    if (heat != NULL) add_populations(plan, d, heat, LB_PIECE_OF_HEAT);
    if (with_exponents) add_cells(plan, d, lattice, LB_PIECE_OF_EXPONENTS, 1);
    if (listed != NULL) add_listed(plan, d, lattice, listed);
    if (surface != NULL) add_shares(plan, d, surface, lb_halo_behind);
    set_order_of_sending(plan);
    set_order_of_receiving(plan);
}

void lb_exchange_plan_init_within(struct lb_exchange_plan *plan, const struct lb_decomposition *d,
                                  const struct lb_case *surface)
{
    *plan = (struct lb_exchange_plan){0};
    add_shares(plan, d, surface, lb_halo_within);
    set_order_of_sending(plan);
    set_order_of_receiving(plan);
}

void lb_exchange_plan_init_kept(struct lb_exchange_plan *plan, const struct lb_decomposition *d,
                                const struct lb_lattice *lattice, unsigned codes)
{
    *plan = (struct lb_exchange_plan){0};
    add_cells(plan, d, lattice, LB_PIECE_OF_KEPT, codes);
    set_order_of_sending(plan);
    set_order_of_receiving(plan);
}

const struct lb_piece *lb_exchange_plan_listed(const struct lb_exchange_plan *plan, int away)
{
    for (int n = 0; n < plan->pieces; n++)
        if (plan->piece[n].direction == LB_PIECE_OF_LISTED &&
            number_of(plan->piece[n].away) + LB_AWAY / 2 == away)
            return &plan->piece[n];
    return NULL;
}

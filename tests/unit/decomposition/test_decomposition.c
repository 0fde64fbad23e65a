/* test_decomposition.c - bricks fill the box, pieces are all that crosses a cut, and what one rank
 * sends is what the other expects: all by enumeration of cells, of no grid or formula of the sources.
 * SPDX-License-Identifier: MIT */
#include "decomposition/decomposition.h"

#include <stdlib.h>
#include <string.h>

#include "case/halo.h"
#include "decomposition/exchange_plan.h"
#include "support/check.h"

enum { MOST_RANKS = 64 };

static const int grids[][3] = {{1, 1, 1}, {2, 1, 1}, {1, 3, 1}, {1, 1, 4}, {2, 2, 1},
                               {1, 2, 2}, {2, 2, 2}, {3, 2, 4}, {4, 4, 4}, {5, 1, 1}};
static const uint32_t sizes[][3] = {{16, 16, 32}, {17, 5, 11}, {5, 4, 4}};

/* A code of the whole box: population `direction` that comes to the cell with this number. */
struct code {
    uint32_t cell;
    int direction;
};

static uint32_t number_of_cell(const uint32_t size[3], const uint32_t at[3])
{
    return (at[2] * size[1] + at[1]) * size[0] + at[0];
}

/* In the whole box, a cell of `d` and the one at `away` from it. */
static uint32_t whole_number(const struct lb_decomposition *d, const uint32_t at[3],
                             const int away[3])
{
    uint32_t there[3];
    for (int a = 0; a < 3; a++)
        there[a] = (d->origin[a] + at[a] + d->whole[a] + (uint32_t)away[a]) % d->whole[a];
    return number_of_cell(d->whole, there);
}

static void cell_of_piece(const struct lb_piece *p, uint64_t k, uint32_t at[3])
{
    at[0] = p->begin[0] + (uint32_t)(k % p->extent[0]);
    at[1] = p->begin[1] + (uint32_t)(k / p->extent[0] % p->extent[1]);
    at[2] = p->begin[2] + (uint32_t)(k / p->extent[0] / p->extent[1]);
}

/* Whose a cell of the whole box is, and how often it was claimed. */
static void claim_cells(const struct lb_decomposition *d, int *owner, long *twice)
{
    uint32_t at[3];
    for (at[2] = 0; at[2] < d->size[2]; at[2]++)
        for (at[1] = 0; at[1] < d->size[1]; at[1]++)
            for (at[0] = 0; at[0] < d->size[0]; at[0]++) {
                const uint32_t n = whole_number(d, at, (const int[3]){0, 0, 0});
                *twice += owner[n] >= 0;
                owner[n] = d->rank;
            }
}

/* What is sent: all k codes of a plan as the receiver should name them.  A cell at one end of a
 * subdomain holds what was sent by the cell at its other end, one step of c_i before the first layer in
 * memory, and thus is meant for the cell that is one step of c_i behind that one in the whole box. */
static void name_sent(const struct lb_decomposition *d, const struct lb_exchange_plan *plan,
                      const struct lb_lattice *l, struct code *out)
{
    for (int n = 0; n < plan->pieces; n++)
        for (uint64_t k = 0; k < plan->piece[n].count; k++) {
            const struct lb_piece *p = plan->piece + n;
            uint32_t at[3], from[3];
            cell_of_piece(p, k, at);
            for (int a = 0; a < 3; a++)
                from[a] = (at[a] + d->size[a] - (uint32_t)l->c[p->direction][a]) % d->size[a];
            out[p->sent_at + k] =
                (struct code){whole_number(d, from, l->c[p->direction]), p->direction};
        }
}

static void name_received(const struct lb_decomposition *d, const struct lb_exchange_plan *plan,
                          struct code *out)
{
    for (int n = 0; n < plan->pieces; n++)
        for (uint64_t k = 0; k < plan->piece[n].count; k++) {
            const struct lb_piece *p = plan->piece + n;
            uint32_t at[3];
            cell_of_piece(p, k, at);
            out[p->received_at + k] =
                (struct code){whole_number(d, at, (const int[3]){0, 0, 0}), p->direction};
        }
}

/* Every code of the subdomain that comes from another's cell is in one piece, with that one as source;
 * returns how many there are. */
static uint64_t count_crossing(const struct lb_decomposition *d, const struct lb_lattice *l,
                               const int *owner)
{
    uint64_t count = 0;
    uint32_t at[3];
    for (at[2] = 0; at[2] < d->size[2]; at[2]++)
        for (at[1] = 0; at[1] < d->size[1]; at[1]++)
            for (at[0] = 0; at[0] < d->size[0]; at[0]++)
                for (int i = 1; i < l->directions; i++) {
                    const int back[3] = {-l->c[i][0], -l->c[i][1], -l->c[i][2]};
                    count += owner[whole_number(d, at, back)] != d->rank;
                }
    return count;
}

/* Number of received codes that are twice there, or do not come from their piece's source. */
static long misplaced(const struct lb_decomposition *d, const struct lb_exchange_plan *plan,
                      const struct lb_lattice *l, const int *owner)
{
    const size_t cells = (size_t)d->whole[0] * d->whole[1] * d->whole[2];
    unsigned char *seen = calloc(cells * LB_MAX_DIRECTIONS, 1);
    long wrong = 0;
    if (!LB_CHECK(seen != NULL)) return 0;
    for (int n = 0; n < plan->pieces; n++)
        for (uint64_t k = 0; k < plan->piece[n].count; k++) {
            const struct lb_piece *p = plan->piece + n;
            const int *c = l->c[p->direction], back[3] = {-c[0], -c[1], -c[2]};
            uint32_t at[3];
            cell_of_piece(p, k, at);
            const size_t here = whole_number(d, at, (const int[3]){0, 0, 0});
            wrong += owner[whole_number(d, at, back)] != p->source;
            wrong += seen[here * LB_MAX_DIRECTIONS + (size_t)p->direction]++ != 0;
        }
    free(seen);
    return wrong;
}

/* One box on all ranks. */
struct ranks {
    int count;
    struct lb_decomposition d[MOST_RANKS];
    struct lb_exchange_plan plan[MOST_RANKS];
    struct code *sent[MOST_RANKS], *received[MOST_RANKS];
    int *owner; /* rank by cell of the whole box */
};

static const struct lb_message *find_message(const struct lb_message *messages, int count, int rank)
{
    const struct lb_message *found = NULL;
    for (int n = 0; n < count; n++)
        if (messages[n].rank == rank) {
            LB_CHECK(found == NULL);
            found = messages + n;
        }
    return found;
}

static void check_messages(const struct ranks *r, int from, int to)
{
    const struct lb_message *out = find_message(r->plan[from].send, r->plan[from].sends, to);
    const struct lb_message *in = find_message(r->plan[to].receive, r->plan[to].receives, from);
    if (!LB_CHECK((out == NULL) == (in == NULL)) || out == NULL) return;
    if (!LB_CHECK_EQUAL_INT(out->count, in->count)) return;
    LB_CHECK(memcmp(r->sent[from] + out->begin, r->received[to] + in->begin,
                    out->count * sizeof **r->sent) == 0);
}

static void check_partners(const struct lb_exchange_plan *plan)
{
    for (int n = 0; n < plan->pieces; n++) {
        const struct lb_piece *p = plan->piece + n, *q = plan->piece + p->partner;
        LB_CHECK(p->partner != n && q->partner == n);
        LB_CHECK(p->count == q->count && p->receiver == q->source);
    }
}

static bool set_up(struct ranks *r, const uint32_t size[3], const int grid[3], unsigned looped,
                   const struct lb_lattice *l)
{
    const size_t cells = (size_t)size[0] * size[1] * size[2];
    *r = (struct ranks){.count = grid[0] * grid[1] * grid[2], .owner = malloc(cells * sizeof(int))};
    if (!LB_CHECK(r->owner != NULL)) return false;
    memset(r->owner, 0xFF, cells * sizeof(int));
    long twice = 0, missing = 0;
    for (int rank = 0; rank < r->count; rank++) {
        lb_decomposition_init(r->d + rank, size, grid, rank, looped);
        claim_cells(r->d + rank, r->owner, &twice);
        lb_exchange_plan_init(r->plan + rank, r->d + rank, l, NULL, false, NULL, NULL);
        const size_t bytes = (r->plan[rank].codes + 1) * sizeof(struct code);
        r->sent[rank] = calloc(1, bytes);
        r->received[rank] = calloc(1, bytes);
        if (!LB_CHECK(r->sent[rank] != NULL && r->received[rank] != NULL)) return false;
        name_sent(r->d + rank, r->plan + rank, l, r->sent[rank]);
        name_received(r->d + rank, r->plan + rank, r->received[rank]);
    }
    for (size_t n = 0; n < cells; n++)
        missing += r->owner[n] < 0;
    return LB_CHECK_EQUAL_INT(twice, 0) && LB_CHECK_EQUAL_INT(missing, 0);
}

static void tear_down(struct ranks *r)
{
    for (int rank = 0; rank < r->count; rank++) {
        free(r->sent[rank]);
        free(r->received[rank]);
    }
    free(r->owner);
}

static bool fits(const uint32_t size[3], const int grid[3])
{
    return lb_decomposition_check(size, grid, &(struct lb_error){0}) == LB_STATUS_OK;
}

static uint64_t codes_of_case(const struct lb_decomposition *d, const struct lb_lattice *l)
{
    struct lb_case c = {.lattice = l, .cut = {.axes = d->cut}};
    for (int axis = 0; axis < 3; axis++)
        c.size[axis] = d->size[axis];
    return lb_halo_codes(&c);
}

static void check_box(const struct lb_lattice *l, const uint32_t size[3], const int grid[3])
{
    static struct ranks r;
    if (fits(size, grid) && set_up(&r, size, grid, 0, l)) {
        for (int a = 0; a < r.count; a++) {
            LB_CHECK_EQUAL_INT(r.plan[a].codes, count_crossing(r.d + a, l, r.owner));
            LB_CHECK_EQUAL_INT(r.plan[a].codes, codes_of_case(r.d + a, l));
            LB_CHECK_EQUAL_INT(misplaced(r.d + a, r.plan + a, l, r.owner), 0);
            check_partners(r.plan + a);
            for (int b = 0; b < r.count; b++)
                check_messages(&r, a, b);
        }
        tear_down(&r);
    }
}

static void messages_are_what_is_expected(void)
{
    for (const struct lb_lattice *const *l = lb_lattices; *l != NULL; l++)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
            for (size_t g = 0; g < sizeof grids / sizeof *grids; g++) {
                const uint32_t depth = (*l)->dimensions == 2 ? 1 : sizes[s][2];
                check_box(*l, (const uint32_t[3]){sizes[s][0], sizes[s][1], depth}, grids[g]);
            }
}

/* A subdomain that is its own neighbour sends itself what crosses the ends of the box. */
static void looped_axes_are_cut(void)
{
    static const int one[3] = {1, 1, 1};
    static const uint32_t size[3] = {7, 6, 5};
    static struct ranks r;
    const struct lb_lattice *l = lb_lattice_find("d3q19");
    for (unsigned looped = 0; looped < 8; looped++) {
        if (!set_up(&r, size, one, looped, l)) return;
        LB_CHECK_EQUAL_INT(r.plan[0].sends, looped != 0);
        check_messages(&r, 0, 0);
        check_partners(r.plan);
        tear_down(&r);
    }
}

/* Populations with c_a > 0, both ways, for each cell of a cut face. */
static void a_face_costs_what_the_lattice_says(void)
{
    static const struct {
        const char *lattice;
        int across, pieces;
    } rows[] = {
        {"d3q7", 1, 2}, {"d3q13", 4, 8}, {"d3q15", 5, 10}, {"d3q19", 5, 10}, {"d3q27", 9, 18}};
    static const uint32_t size[3] = {8, 6, 4};
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        struct lb_decomposition d;
        struct lb_exchange_plan plan;
        lb_decomposition_init(&d, size, (const int[3]){1, 1, 2}, 1, 0);
        lb_exchange_plan_init(&plan, &d, lb_lattice_find(rows[n].lattice), NULL, false, NULL, NULL);
        LB_CHECK_EQUAL_INT(plan.codes, 2 * rows[n].across * 8 * 6);
        LB_CHECK_EQUAL_INT(plan.pieces, rows[n].pieces);
    }
}

/* Density, momentum and stresses of each cell of the layers and edges, 4 of 10 as two codes. */
static void moments_go_in_place_of_populations(void)
{
    static const uint32_t size[3] = {8, 6, 4};
    const struct lb_lattice *l = lb_lattice_find("d3q19");
    struct lb_decomposition d;
    struct lb_exchange_plan plan;
    struct lb_case c = {.lattice = l,
                        .storage = lb_number_format_find("fp16s"),
                        .rounding = lb_roundings[0],
                        .streaming = LB_STREAMING_MOMENTS};
    const uint64_t cells = 2 * 8 * (3 + 2) + 4 * 8;
    lb_decomposition_init(&d, size, (const int[3]){1, 2, 2}, 0, 0);
    lb_exchange_plan_init_kept(&plan, &d, l, 14);
    LB_CHECK_EQUAL_INT(plan.codes, cells * 14);
    LB_CHECK_EQUAL_INT(plan.received, cells * 14);
    c.cut.axes = d.cut;
    memcpy(c.size, d.size, sizeof c.size);
    LB_CHECK_EQUAL_INT(lb_halo_codes(&c), plan.codes);
}

/* Where populations share exponents, one goes along for each cell beside a cut that sends some across it. */
static void exponents_go_along(void)
{
    static const struct {
        const char *lattice;
        int grid[3];
        uint64_t exponents;
    } rows[] = {{"d3q19", {1, 1, 2}, 2 * 8 * 6},
                {"d3q7", {1, 2, 2}, 2 * 8 * (3 + 2)},
                {"d3q19", {1, 2, 2}, 2 * 8 * (3 + 2) + 4 * 8},
                {"d3q15", {2, 2, 2}, 2 * (4 * 3 + 4 * 2 + 3 * 2) + 4 * (4 + 3 + 2) + 8},
                {"d3q19", {2, 2, 2}, 2 * (4 * 3 + 4 * 2 + 3 * 2) + 4 * (4 + 3 + 2)}};
    static const uint32_t size[3] = {8, 6, 4};
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        struct lb_decomposition d;
        struct lb_exchange_plan with, without;
        const struct lb_lattice *l = lb_lattice_find(rows[n].lattice);
        struct lb_case c = {.lattice = l, .storage = lb_number_format_find("bfp12")};
        lb_decomposition_init(&d, size, rows[n].grid, 0, 0);
        lb_exchange_plan_init(&with, &d, l, NULL, true, NULL, NULL);
        lb_exchange_plan_init(&without, &d, l, NULL, false, NULL, NULL);
        LB_CHECK_EQUAL_INT(with.codes - without.codes, rows[n].exponents);
        c.cut.axes = d.cut;
        memcpy(c.size, d.size, sizeof c.size);
        LB_CHECK_EQUAL_INT(lb_halo_exponents(&c), rows[n].exponents);
    }
}

static void bricks_are_even_and_of_whole_vectors(void)
{
    LB_CHECK_EQUAL_INT(lb_subdomain_begin(512, 2, 1), 256);
    LB_CHECK_EQUAL_INT(lb_subdomain_begin(80, 2, 1), 40);
    for (uint32_t size = 1; size < 300; size++)
        for (int count = 1; count <= 9 && (uint32_t)count <= size; count++) {
            uint32_t most = 0;
            for (int n = 0; n < count; n++) {
                const uint32_t cells =
                    lb_subdomain_begin(size, count, n + 1) - lb_subdomain_begin(size, count, n);
                LB_CHECK(cells > 0);
                if (cells > most) most = cells;
            }
            const uint32_t even = (size + (uint32_t)count - 1) / (uint32_t)count;
            LB_CHECK(most == even || most * (uint32_t)count * 32 <= size * 33);
            LB_CHECK_EQUAL_INT(lb_subdomain_begin(size, count, count), size);
        }
}

/* The number of a cell beyond a cut names the cell that is there in the whole box. */
static void numbers_of_the_halo_are_its_places(void)
{
    for (unsigned n = 2; n < 16; n++) {
        const unsigned axes = n / 2;
        const struct lb_case c = {.size = {4, 5, 3},
                                  .surface = {.exists = n % 2 != 0},
                                  .cut = {.axes = axes, .origin = {8, 0, 6}, .whole = {12, 20, 9}}};
        const int64_t depth = n % 2 != 0 ? 3 : 1;
        int64_t at[3];
        for (at[2] = -depth; at[2] < 3 + depth; at[2]++)
            for (at[1] = -depth; at[1] < 5 + depth; at[1]++)
                for (at[0] = -depth; at[0] < 4 + depth; at[0]++) {
                    uint32_t place[3], named[3];
                    unsigned beyond = 0;
                    for (int a = 0; a < 3; a++)
                        if (at[a] < 0 || at[a] >= (int64_t)c.size[a]) beyond |= 1u << a;
                    if (beyond == 0 || (beyond & ~axes) != 0) continue;
                    lb_halo_place(&c, at, place);
                    LB_CHECK(lb_halo_number(&c, at) < lb_halo_cells(&c));
                    LB_CHECK(lb_halo_cell(&c, lb_halo_number(&c, at), named));
                    LB_CHECK(memcmp(place, named, sizeof place) == 0);
                    for (int a = 0; a < 3; a++)
                        if ((axes >> a & 1u) != 0)
                            LB_CHECK_EQUAL_INT((c.cut.origin[a] + place[a]) % c.cut.whole[a],
                                               (c.cut.origin[a] + c.cut.whole[a] + at[a]) %
                                                   c.cut.whole[a]);
                }
    }
}

/* A surface sends layers of cells to all neighbours, those at corners too, as much as memory is made for. */
static void surfaces_send_layers(void)
{
    static const uint32_t size[3] = {9, 6, 8};
    static const struct {
        int grid[3];
        uint64_t at_once, in_three; /* cells of one layer around a part, and of three */
    } rows[] = {{{1, 1, 2}, 2 * 9 * 6, 2 * 9 * 6 * 3},
                {{1, 2, 2}, 2 * 9 * (3 + 4) + 4 * 9, 2 * 9 * 3 * (3 + 4) + 4 * 9 * 9},
                {{3, 2, 2}, 5 * 5 * 6 - 3 * 3 * 4, 9 * 9 * 10 - 3 * 3 * 4}};
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        struct lb_decomposition d;
        struct lb_exchange_plan behind, within, without;
        struct lb_case c = {.lattice = lb_lattice_find("d3q19"),
                            .storage = lb_number_format_find("fp32"),
                            .arithmetic = LB_ARITHMETIC_FP64,
                            .surface = {.exists = true}};
        lb_decomposition_init(&d, size, rows[n].grid, 0, 0);
        lb_exchange_plan_init(&behind, &d, c.lattice, NULL, false, NULL, &c);
        lb_exchange_plan_init(&without, &d, c.lattice, NULL, false, NULL, NULL);
        lb_exchange_plan_init_within(&within, &d, &c);
        c.cut.axes = d.cut;
        memcpy(c.size, d.size, sizeof c.size);
        const uint64_t one = rows[n].at_once, three = rows[n].in_three;
        LB_CHECK_EQUAL_INT(behind.surface_cells, 2 * one + three); /* flags, masses; fill levels */
        LB_CHECK_EQUAL_INT(within.surface_cells, three + one);     /* flags; sums */
        LB_CHECK_EQUAL_INT(behind.codes, lb_halo_codes(&c));
        LB_CHECK_EQUAL_INT(within.codes, lb_halo_codes_within(&c));
        /* numbers take two codes; a code holds four flags, and no more than three are of nobody */
        const uint64_t numbers = 2 * (three + one), flags = behind.codes - without.codes - numbers;
        LB_CHECK(4 * flags >= one && 4 * flags < one + 4 * 26);
    }
}

int main(void)
{
    LB_TEST(messages_are_what_is_expected);
    LB_TEST(looped_axes_are_cut);
    LB_TEST(a_face_costs_what_the_lattice_says);
    LB_TEST(numbers_of_the_halo_are_its_places);
    LB_TEST(moments_go_in_place_of_populations);
    LB_TEST(exponents_go_along);
    LB_TEST(surfaces_send_layers);
    LB_TEST(bricks_are_even_and_of_whole_vectors);
    return lb_check_report();
}

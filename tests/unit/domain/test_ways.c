/* test_ways.c - which free cells are connected: over sides or also edges and corners, and periodic ones.
 * SPDX-License-Identifier: MIT */
#include "domain/ways.h"

#include <string.h>

#include "support/check.h"

enum { SIDE = 4 };

struct picture {
    uint8_t solid[SIDE][SIDE][SIDE];
};

static void take(const void *context, uint32_t y, uint32_t z, uint8_t *numbers, uint32_t range[2])
{
    const struct picture *p = context;
    range[1] = SIDE;
    memcpy(numbers, p->solid[z][y], SIDE);
}

/* Whether two cells, the only free ones, are connected. */
static bool are_joined(const uint32_t a[3], const uint32_t b[3], bool over_edges, bool periodic)
{
    struct picture p;
    struct lb_ways w;
    struct lb_error err = {0};
    const struct lb_ways_source source = {.box = {SIDE, SIDE, SIDE},
                                          .periodic = {periodic, periodic, periodic},
                                          .over_edges = over_edges,
                                          .solid = take,
                                          .context = &p};
    memset(&p, 1, sizeof p);
    p.solid[a[2]][a[1]][a[0]] = p.solid[b[2]][b[1]][b[0]] = 0;
    LB_CHECK_OK(lb_ways_find(&source, &w, &err), &err);
    const bool is_same = lb_ways_at(&w, a) == lb_ways_at(&w, b);
    LB_CHECK(lb_ways_at(&w, a) != LB_WAYS_NONE && lb_ways_at(&w, b) != LB_WAYS_NONE);
    for (uint32_t x = 0; x < SIDE; x++) {
        const uint32_t at[3] = {x, a[1], a[2]};
        LB_CHECK((lb_ways_at(&w, at) != LB_WAYS_NONE) == (p.solid[a[2]][a[1]][x] == 0));
    }
    lb_ways_free(&w);
    return is_same;
}

/* Of all pairs of cells those are connected whose distances along the axes are at most one, of
 * sides along one axis alone. */
static void cells_are_connected_with_their_neighbours(void)
{
    for (uint32_t n = 0; n < SIDE * SIDE * SIDE; n++)
        for (uint32_t m = 0; m < SIDE * SIDE * SIDE; m++)
            for (int way = 0; way < 4; way++) {
                const uint32_t a[3] = {n % SIDE, n / SIDE % SIDE, n / SIDE / SIDE},
                               b[3] = {m % SIDE, m / SIDE % SIDE, m / SIDE / SIDE};
                uint32_t sum = 0, most = 0;
                for (int k = 0; k < 3; k++) {
                    uint32_t d = a[k] > b[k] ? a[k] - b[k] : b[k] - a[k];
                    if (way / 2 == 1 && d == SIDE - 1) d = 1;
                    sum += d;
                    most = d > most ? d : most;
                }
                const bool expected = way % 2 == 1 ? most <= 1 : sum <= 1;
                LB_CHECK(are_joined(a, b, way % 2 == 1, way / 2 == 1) == expected);
            }
}

int main(void)
{
    LB_TEST(cells_are_connected_with_their_neighbours);
    return lb_check_report();
}

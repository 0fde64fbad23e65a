/* test_percolation.c - which pores lead from the first to the last layer.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "analysis/percolation.h"
#include "support/check.h"

static const int faces[4][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}};
static const int edges[8][3] = {{1, 0, 0}, {-1, 0, 0},  {0, 1, 0},  {0, -1, 0},
                                {1, 1, 0}, {-1, -1, 0}, {1, -1, 0}, {-1, 1, 0}};

static void set_pores(uint64_t *bits, const uint8_t *solid, uint32_t count)
{
    for (uint32_t n = 0; n < count; n++)
        bits[n / 64] |= (uint64_t)(solid[n] == 0) << n % 64;
}

/* Rows of text, '.' a pore; what leads through becomes '+'. */
static uint64_t mark(char *text, uint32_t width, uint32_t height, int axis, const int (*links)[3],
                     int count, uint64_t *seam)
{
    uint8_t solid[64] = {0};
    uint64_t bits[2] = {0}, through = 0;
    struct lb_error err = {0};
    const struct lb_percolation flow = {axis, links, count};
    struct lb_pores p = {bits, {width, height, 1}};
    for (uint32_t n = 0; n < width * height; n++)
        solid[n] = text[n] != '.';
    set_pores(bits, solid, width * height);
    LB_CHECK_OK(lb_percolation_keep(&flow, &p, &through, &err), &err);
    *seam = lb_percolation_seam(&flow, &p);
    for (uint32_t n = 0; n < width * height; n++)
        if ((bits[0] >> n & 1) != 0) text[n] = '+';
    return through;
}

static void dead_ends_of_through_pores_stay_others_do_not(void)
{
    uint64_t seam;
    char text[] = "......"
                  "##.###"
                  "##.#.."
                  "####.."
                  "..####";
    LB_CHECK_EQUAL_INT(mark(text, 6, 5, 0, faces, 4, &seam), 10);
    /* the sides are periodic: the last row's pores are beside those of the first one */
    LB_CHECK_EQUAL_TEXT(text, "++++++##+###"
                              "##+#..####..++####");
    LB_CHECK_EQUAL_INT(seam, 1);
}

static void ends_do_not_join(void)
{
    uint64_t seam;
    char text[] = "..#.."
                  "#####";
    LB_CHECK_EQUAL_INT(mark(text, 5, 2, 0, faces, 4, &seam), 0);
    LB_CHECK_EQUAL_INT(seam, 0);
    /* along y all columns but the solid one are barred by the last layer */
    LB_CHECK_EQUAL_INT(mark(text, 5, 2, 1, faces, 4, &seam), 0);
}

static void ends_that_do_not_fit_have_no_seam(void)
{
    uint64_t seam;
    char text[] = "..##"
                  "#..#"
                  "##.."
                  "####";
    LB_CHECK_EQUAL_INT(mark(text, 4, 4, 0, faces, 4, &seam), 6);
    LB_CHECK_EQUAL_INT(seam, 0);
}

static void edges_join_where_populations_cross_them(void)
{
    uint64_t seam;
    char text[] = "..##"
                  "##.."
                  "####"
                  "####";
    LB_CHECK_EQUAL_INT(mark(text, 4, 4, 0, faces, 4, &seam), 0);
    LB_CHECK_EQUAL_INT(mark(text, 4, 4, 0, edges, 8, &seam), 4);
}

/* By looking at all cells again and again until nothing changes. */
enum { WIDTH = 67, HEIGHT = 5, DEPTH = 4, ALL = WIDTH * HEIGHT * DEPTH, WORDS = ALL / 64 + 2 };

static int beside(const int at[3], const int step[3], int axis)
{
    static const int size[3] = {WIDTH, HEIGHT, DEPTH};
    int to[3];
    for (int a = 0; a < 3; a++) {
        to[a] = at[a] + step[a];
        if (a == axis && (to[a] < 0 || to[a] >= size[a])) return -1;
        to[a] = (to[a] + size[a]) % size[a];
    }
    return (to[2] * HEIGHT + to[1]) * WIDTH + to[0];
}

static void place(int n, int at[3])
{
    at[0] = n % WIDTH;
    at[1] = n / WIDTH % HEIGHT;
    at[2] = n / WIDTH / HEIGHT;
}

static void reach(const struct lb_percolation *flow, const uint8_t *solid, int layer, bool *reached)
{
    bool has_changed = true;
    while (has_changed) {
        has_changed = false;
        for (int n = 0; n < ALL; n++) {
            int at[3];
            place(n, at);
            if (solid[n] || reached[n]) continue;
            reached[n] = at[flow->axis] == layer;
            for (int i = 0; i < flow->link_count && !reached[n]; i++) {
                const int from = beside(at, flow->links[i], flow->axis);
                reached[n] = from >= 0 && reached[from];
            }
            has_changed = has_changed || reached[n];
        }
    }
}

static void fill_randomly(uint8_t *solid, uint32_t seed, unsigned share)
{
    uint32_t state = seed;
    for (int n = 0; n < ALL; n++) {
        state = state * 1664525u + 1013904223u;
        solid[n] = state >> 24 >= share;
    }
}

/* As of D3Q7, D3Q15, D3Q19 and D3Q27. */
static int make_links(int kind, int links[26][3])
{
    int count = 0;
    for (int n = 0; n < 27; n++) {
        const int e[3] = {n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1};
        const int far = e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
        const bool is_there[] = {far == 1, far == 1 || far == 3, far == 1 || far == 2, far > 0};
        if (is_there[kind]) memcpy(links[count++], e, sizeof e);
    }
    return count;
}

static void random_pores_are_those_of_repeated_looks(void)
{
    for (uint32_t k = 0; k < 24; k++) {
        static const unsigned shares[] = {90, 60, 45, 40}; /* of 256, near where they percolate */
        struct lb_error err = {0};
        uint8_t solid[ALL];
        uint64_t bits[WORDS] = {0}, through, expected = 0;
        bool from_first[ALL] = {false}, from_last[ALL] = {false};
        int wrong = 0, links[26][3];
        const int kind = (int)(k / 3 % 4);
        const struct lb_percolation flow = {(int)(k % 3), (const int(*)[3])links,
                                            make_links(kind, links)};
        struct lb_pores p = {bits, {WIDTH, HEIGHT, DEPTH}};
        fill_randomly(solid, 7 + k, shares[kind]);
        set_pores(bits, solid, ALL);
        LB_CHECK_OK(lb_percolation_keep(&flow, &p, &through, &err), &err);
        reach(&flow, solid, 0, from_first);
        reach(&flow, solid, (int)p.size[flow.axis] - 1, from_last);
        for (int n = 0; n < ALL; n++) {
            const bool is_through = from_first[n] && from_last[n];
            expected += is_through;
            wrong += (bits[n / 64] >> n % 64 & 1) != is_through;
        }
        LB_CHECK_EQUAL_INT(through, expected);
        LB_CHECK_EQUAL_INT(wrong, 0);
    }
}

static void faces_are_those_of_cell_by_cell(void)
{
    static const int steps[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    uint8_t solid[ALL];
    uint64_t bits[WORDS] = {0}, expected = 0;
    const struct lb_pores p = {bits, {WIDTH, HEIGHT, DEPTH}};
    fill_randomly(solid, 3, 128);
    set_pores(bits, solid, ALL);
    for (int n = 0; n < ALL; n++)
        for (int a = 0; a < 3; a++) {
            int at[3];
            place(n, at);
            expected += solid[n] != solid[beside(at, steps[a], -1)];
        }
    LB_CHECK_EQUAL_INT(lb_pores_faces(&p, 3), expected);
}

static void all_axes_are_alike(void)
{
    static const int links[6][3] = {{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},
                                    {0, -1, 0}, {0, 0, 1},  {0, 0, -1}};
    for (int axis = 0; axis < 3; axis++) {
        struct lb_error err = {0};
        uint8_t solid[60];
        uint64_t bits[2] = {0}, through = 0;
        const struct lb_percolation flow = {axis, links, 6};
        struct lb_pores p = {bits, {3, 4, 5}};
        for (uint32_t n = 0; n < 60; n++) {
            const uint32_t at[3] = {n % 3, n / 3 % 4, n / 12};
            bool is_pore = true;
            for (int a = 0; a < 3; a++)
                is_pore = is_pore && (a == axis || at[a] == 1);
            solid[n] = !is_pore;
        }
        set_pores(bits, solid, 60);
        LB_CHECK_OK(lb_percolation_keep(&flow, &p, &through, &err), &err);
        LB_CHECK_EQUAL_INT(through, p.size[axis]);
        LB_CHECK_EQUAL_INT(lb_percolation_seam(&flow, &p), 1);
    }
}

int main(void)
{
    LB_TEST(dead_ends_of_through_pores_stay_others_do_not);
    LB_TEST(ends_do_not_join);
    LB_TEST(ends_that_do_not_fit_have_no_seam);
    LB_TEST(edges_join_where_populations_cross_them);
    LB_TEST(random_pores_are_those_of_repeated_looks);
    LB_TEST(faces_are_those_of_cell_by_cell);
    LB_TEST(all_axes_are_alike);
    return lb_check_report();
}

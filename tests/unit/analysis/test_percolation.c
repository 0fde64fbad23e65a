/* test_percolation.c - which pores lead from the first to the last layer.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "analysis/percolation.h"
#include "support/check.h"

static const int faces[4][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}};
static const int edges[8][3] = {{1, 0, 0}, {-1, 0, 0},  {0, 1, 0},  {0, -1, 0},
                                {1, 1, 0}, {-1, -1, 0}, {1, -1, 0}, {-1, 1, 0}};

/* Rows of text, '.' a pore; what leads through becomes '+'. */
static uint64_t mark(char *text, uint32_t width, uint32_t height, int axis, const int (*links)[3],
                     int count, uint64_t *seam)
{
    uint8_t cells[64];
    uint64_t through = 0;
    struct lb_error err = {0};
    const struct lb_percolation p = {cells, {width, height, 1}, axis, links, count};
    for (uint32_t n = 0; n < width * height; n++)
        cells[n] = text[n] == '.' ? LB_PERCOLATION_PORE : LB_PERCOLATION_SOLID;
    LB_CHECK_OK(lb_percolation_mark(&p, &through, &err), &err);
    *seam = lb_percolation_seam(&p);
    for (uint32_t n = 0; n < width * height; n++)
        if (cells[n] == LB_PERCOLATION_THROUGH) text[n] = '+';
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
enum { WIDTH = 9, HEIGHT = 7, DEPTH = 8, ALL = WIDTH * HEIGHT * DEPTH };

static bool is_beside(const struct lb_percolation *p, const bool *reached, const int at[3])
{
    for (int n = 0; n < p->link_count; n++) {
        int to[3];
        bool is_there = true;
        for (int a = 0; a < 3; a++) {
            const int size = (int)p->size[a];
            to[a] = at[a] + p->links[n][a];
            is_there = is_there && (a != p->axis || (to[a] >= 0 && to[a] < size));
            to[a] = (to[a] + size) % size;
        }
        if (is_there && reached[(to[2] * HEIGHT + to[1]) * WIDTH + to[0]]) return true;
    }
    return false;
}

static void reach(const struct lb_percolation *p, const uint8_t *pores, int layer, bool *reached)
{
    bool has_changed = true;
    while (has_changed) {
        has_changed = false;
        for (int n = 0; n < ALL; n++) {
            const int at[3] = {n % WIDTH, n / WIDTH % HEIGHT, n / WIDTH / HEIGHT};
            if (pores[n] == LB_PERCOLATION_SOLID || reached[n]) continue;
            reached[n] = at[p->axis] == layer || is_beside(p, reached, at);
            has_changed = has_changed || reached[n];
        }
    }
}

static void random_pores_are_those_of_repeated_looks(void)
{
    static const int links[18][3] = {{1, 0, 0},   {-1, 0, 0},  {0, 1, 0},   {0, -1, 0}, {0, 0, 1},
                                     {0, 0, -1},  {1, 1, 0},   {-1, -1, 0}, {1, -1, 0}, {-1, 1, 0},
                                     {1, 0, 1},   {-1, 0, -1}, {1, 0, -1},  {-1, 0, 1}, {0, 1, 1},
                                     {0, -1, -1}, {0, 1, -1},  {0, -1, 1}};
    uint32_t state = 7;
    for (int k = 0; k < 24; k++) {
        struct lb_error err = {0};
        uint8_t cells[ALL], pores[ALL];
        bool from_first[ALL] = {false}, from_last[ALL] = {false};
        uint64_t through, expected = 0;
        int wrong = 0;
        for (int n = 0; n < ALL; n++) {
            state = state * 1664525u + 1013904223u;
            cells[n] = pores[n] =
                state >> 24 < 60u + 3u * (unsigned)k ? LB_PERCOLATION_PORE : LB_PERCOLATION_SOLID;
        }
        const struct lb_percolation p = {
            cells, {WIDTH, HEIGHT, DEPTH}, k % 3, links, k % 2 ? 18 : 6};
        LB_CHECK_OK(lb_percolation_mark(&p, &through, &err), &err);
        reach(&p, pores, 0, from_first);
        reach(&p, pores, (int)p.size[p.axis] - 1, from_last);
        for (int n = 0; n < ALL; n++) {
            const bool is_through = from_first[n] && from_last[n];
            expected += is_through;
            wrong += (cells[n] == LB_PERCOLATION_THROUGH) != is_through;
        }
        LB_CHECK_EQUAL_INT(through, expected);
        LB_CHECK_EQUAL_INT(wrong, 0);
    }
}

static void all_axes_are_alike(void)
{
    static const int links[6][3] = {{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},
                                    {0, -1, 0}, {0, 0, 1},  {0, 0, -1}};
    for (int axis = 0; axis < 3; axis++) {
        struct lb_error err = {0};
        uint8_t cells[60] = {0};
        struct lb_percolation p = {cells, {3, 4, 5}, axis, links, 6};
        uint64_t through = 0;
        for (uint32_t n = 0; n < 60; n++) {
            const uint32_t at[3] = {n % 3, n / 3 % 4, n / 12};
            bool is_pore = true;
            for (int a = 0; a < 3; a++)
                is_pore = is_pore && (a == axis || at[a] == 1);
            cells[n] = is_pore ? LB_PERCOLATION_PORE : LB_PERCOLATION_SOLID;
        }
        LB_CHECK_OK(lb_percolation_mark(&p, &through, &err), &err);
        LB_CHECK_EQUAL_INT(through, p.size[axis]);
        LB_CHECK_EQUAL_INT(lb_percolation_seam(&p), 1);
    }
}

int main(void)
{
    LB_TEST(dead_ends_of_through_pores_stay_others_do_not);
    LB_TEST(ends_do_not_join);
    LB_TEST(ends_that_do_not_fit_have_no_seam);
    LB_TEST(edges_join_where_populations_cross_them);
    LB_TEST(random_pores_are_those_of_repeated_looks);
    LB_TEST(all_axes_are_alike);
    return lb_check_report();
}

/* test_grid_choice.c - grids of subdomains, as the user names them and as they are chosen.
 * SPDX-License-Identifier: MIT */
#include "decomposition/grid_choice.h"

#include <string.h>

#include "support/check.h"

static const uint32_t cube[3] = {512, 512, 512};
static const struct lb_grid_limits anything = {7, 1};

static void check_grid(const int grid[3], int x, int y, int z)
{
    LB_CHECK_EQUAL_INT(grid[0], x);
    LB_CHECK_EQUAL_INT(grid[1], y);
    LB_CHECK_EQUAL_INT(grid[2], z);
}

static void read_grid(const char *split, const uint32_t size[3], int ranks, const char *complaint)
{
    int grid[3];
    struct lb_error err = {0};
    LB_CHECK_EQUAL_INT(
        lb_grid_read(split, size, ranks, lb_lattice_find("d3q19"), &anything, grid, &err),
        LB_STATUS_USAGE);
    LB_CHECK_EQUAL_TEXT(err.text, complaint);
}

static void words_become_grids(void)
{
    int grid[3];
    struct lb_error err = {0};
    LB_CHECK_OK(lb_grid_read("4x1x2", cube, 8, lb_lattice_find("d3q19"), &anything, grid, &err),
                &err);
    check_grid(grid, 4, 1, 2);
    LB_CHECK_OK(lb_grid_read("auto", cube, 2, lb_lattice_find("d3q19"), &anything, grid, &err),
                &err);
    check_grid(grid, 1, 1, 2);
}

static void wrong_words_are_refused(void)
{
    static const char shape[] = ": the numbers of subdomains along x, y and z are wanted, as in "
                                "1x2x2, or auto";
    static const char *const words[] = {"",        "2",     "2x2",    "2x2x2x2", "2x2x0",
                                        "-2x-2x2", "axbxc", "+2x2x2", "2x 2x2"};
    for (size_t n = 0; n < sizeof words / sizeof *words; n++) {
        char complaint[128] = "--split ";
        strcat(strcat(complaint, words[n]), shape);
        read_grid(words[n], cube, 8, complaint);
    }
    read_grid("2x2x1", cube, 8,
              "--split 2x2x1: this makes 4 subdomains, and there are 8 processes, each for one");
}

static void grids_that_do_not_fit_are_refused(void)
{
    static const uint32_t narrow[3] = {2, 64, 64}, flat[3] = {64, 64, 1}, small[3] = {4, 4, 1};
    read_grid("4x1x1", narrow, 4,
              "--split 4x1x1: the box is 2 cells wide along x, and a subdomain has at least one");
    read_grid("1x1x2", flat, 2,
              "--split 1x1x2: the box is 1 cell wide along z, and a subdomain has at least one");
    read_grid(NULL, small, 7,
              "a box of 4x4x1 cells cannot be cut into a grid of 7 subdomains that are at least 1 "
              "cell wide across each cut; start another number of processes, or take a larger box");
}

static void narrow_subdomains_are_not_chosen(void)
{
    static const uint32_t bar[3] = {12, 4, 4};
    const struct lb_grid_limits wide = {7, 3};
    struct lb_error err = {0};
    int grid[3];
    LB_CHECK_OK(lb_grid_choose(bar, 4, lb_lattice_find("d3q19"), &wide, grid, &err), &err);
    check_grid(grid, 4, 1, 1);
    LB_CHECK_EQUAL_INT(lb_grid_choose(bar, 5, lb_lattice_find("d3q19"), &wide, grid, &err),
                       LB_STATUS_USAGE);
    LB_CHECK_EQUAL_TEXT(err.text,
                        "a box of 12x4x4 cells cannot be cut into a grid of 5 subdomains that are "
                        "at least 3 cells wide across each cut; start another number of "
                        "processes, or take a larger box");
}

static void choose(const uint32_t size[3], int ranks, const char *lattice, int x, int y, int z)
{
    int grid[3] = {0, 0, 0};
    struct lb_error err = {0};
    LB_CHECK_OK(lb_grid_choose(size, ranks, lb_lattice_find(lattice), &anything, grid, &err), &err);
    check_grid(grid, x, y, z);
}

/* The way of a code is the longer part of a step of thin slabs, and hidden behind that of thick ones. */
static void few_axes_are_cut_while_subdomains_are_thick(void)
{
    static const uint32_t tall[3] = {64, 64, 4096}, wide[3] = {4096, 64, 64},
                          plane[3] = {4096, 1024, 1}, large[3] = {512, 512, 4096};
    choose(cube, 1, "d3q19", 1, 1, 1);
    choose(cube, 2, "d3q19", 1, 1, 2);
    choose(large, 8, "d3q19", 1, 1, 8);
    choose(cube, 64, "d3q19", 4, 4, 4);
    choose(tall, 4, "d3q19", 1, 1, 4);
    choose(wide, 4, "d3q19", 4, 1, 1);
    choose(plane, 4, "d2q9", 4, 1, 1);
}

int main(void)
{
    LB_TEST(words_become_grids);
    LB_TEST(wrong_words_are_refused);
    LB_TEST(grids_that_do_not_fit_are_refused);
    LB_TEST(narrow_subdomains_are_not_chosen);
    LB_TEST(few_axes_are_cut_while_subdomains_are_thick);
    return lb_check_report();
}

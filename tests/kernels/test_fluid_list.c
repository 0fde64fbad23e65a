/* A list of the fluid cells has the bits of all cells: density, velocity and every saved population, by ranks and by
 * the table, whatever the sizes, walls, operators and formats.
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case/rounding.h"
#include "layout/fluid_list.h"
#include "opencl/device.h"
#include "support/check.h"
#include "support/random_case.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

static struct lb_device *device;

enum { ODD_STEPS = 7, EVEN_STEPS = 8 };

/* Grains as the random case has them, so many of ten cells solid. */
struct packing {
    struct lb_random_state flow;
    lb_start_function *start;
    unsigned solid;
    bool
        is_only_fluid; /* `start` must not be asked for solid cells: it says what the case did not announce */
};

static void fill_packing(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct packing *p = state;
    const double draw = 5.0 * (1.0 + lb_random_number(7, x, y, z, 9));
    p->start(&p->flow, x, y, z, out);
    out->flags = draw >= p->solid   ? LB_CELL_FLUID
                 : p->is_only_fluid ? LB_CELL_MOVING
                                    : LB_CELL_SOLID;
}

static uint64_t fill_solid_word(const void *state, uint32_t x, uint32_t y, uint32_t z,
                                uint32_t count)
{
    uint64_t word = 0;
    struct packing p = *(const struct packing *)state;
    p.is_only_fluid = false;
    for (uint32_t n = 0; n < count; n++) {
        struct lb_cell cell = {.rho = 1.0};
        fill_packing(&p, x + n, y, z, &cell);
        word |= (uint64_t)(cell.flags == LB_CELL_SOLID) << n;
    }
    return word;
}

static void make_packing(struct lb_case *c, struct packing *p, const char *lattice,
                         const uint32_t size[3], unsigned solid)
{
    lb_random_case_init(c, &p->flow, lb_lattice_find(lattice), LB_WITH_FORCE | LB_WITH_SOLID,
                        size[0], size[1], size[2]);
    p->start = c->start;
    p->solid = solid;
    p->is_only_fluid = false;
    c->start = fill_packing;
    c->start_state = p;
    if (!lb_device_get_info(device)->fp64) {
        c->arithmetic = LB_ARITHMETIC_FP32;
        c->storage = lb_number_format_find("fp32");
    }
}

static bool run(struct lb_case *c, enum lb_streaming streaming, int lanes, unsigned steps,
                double *out)
{
    const uint64_t cells = lb_case_cell_count(c);
    struct lb_error err = {0};
    c->streaming = streaming;
    lb_test_layout = (struct lb_layout_wishes){.lanes = lanes};
    memset(out, 0, 4 * cells * sizeof *out);
    return LB_CHECK_OK(lb_run_steps(device, c, steps, out, out + cells, &err), &err);
}

/* What walls took, the histogram of populations and a survey, after some steps. */
struct sight {
    struct lb_link_force force;
    struct lb_histogram bins;
    struct lb_survey survey;
};

static bool look(struct lb_case *c, enum lb_streaming streaming, int lanes, unsigned steps,
                 struct sight *out)
{
    struct lb_solver *s = NULL;
    struct lb_error err = {0};
    c->streaming = streaming;
    lb_test_layout = (struct lb_layout_wishes){.lanes = lanes};
    bool is_done = LB_CHECK_OK(lb_test_solver_create(c, device, &s, &err), &err);
    is_done = is_done && LB_CHECK_OK(lb_solver_advance(s, steps, &err), &err) &&
              LB_CHECK_OK(lb_solver_forces(s, &out->force, NULL, &err), &err) &&
              LB_CHECK_OK(lb_solver_histogram(s, &out->bins, &err), &err) &&
              LB_CHECK_OK(lb_solver_survey(s, &out->survey, &err), &err);
    lb_solver_destroy(s);
    return is_done;
}

/* Sums are of other orders. */
static void check_surveys(const struct lb_survey *a, const struct lb_survey *b)
{
    const double most = 1e-5 * (double)a->fluid_cells; /* FP32 */
    LB_CHECK_EQUAL_INT(a->fluid_cells, b->fluid_cells);
    LB_CHECK(a->density_min == b->density_min && a->density_max == b->density_max);
    LB_CHECK(a->speed_max == b->speed_max && memcmp(a->worst, b->worst, sizeof a->worst) == 0);
    LB_CHECK_NEAR(a->excess_mass, b->excess_mass, most);
    LB_CHECK_NEAR(a->energy, b->energy, most);
    for (int axis = 0; axis < 3; axis++) {
        LB_CHECK_NEAR(a->momentum[axis], b->momentum[axis], most);
        LB_CHECK_NEAR(a->alternating[axis], b->alternating[axis], most);
    }
}

static void forces_populations_and_surveys_agree(void)
{
    static const uint32_t size[3] = {37, 5, 6};
    static const int lanes[] = {8, 1};
    static struct sight here, there;
    for (unsigned steps = ODD_STEPS; steps <= EVEN_STEPS; steps++) {
        for (size_t n = 0; n < sizeof lanes / sizeof *lanes; n++) {
            struct lb_case c;
            struct packing p;
            here = (struct sight){.force.mass = 1.0};
            there = (struct sight){.force.mass = 2.0};
            make_packing(&c, &p, "d3q19", size, 4);
            c.shows_mean = true;
            if (!look(&c, LB_STREAMING_IN_PLACE, 8, steps, &here) ||
                !look(&c, LB_STREAMING_LIST, lanes[n], steps, &there))
                return;
            LB_CHECK(here.force.force[0] != 0.0 &&
                     memcmp(&here.force, &there.force, sizeof here.force) == 0);
            LB_CHECK(memcmp(&here.bins, &there.bins, sizeof here.bins) == 0);
            check_surveys(&here.survey, &there.survey);
        }
    }
}

/* After an odd number of steps, and an even one; with the first `most` numbers of lanes. */
enum { MOST_LANES = 4 };

static void compare(struct lb_case *c, size_t most)
{
    static const int lanes[MOST_LANES] = {8, 1, 4, 16};
    const uint64_t cells = lb_case_cell_count(c);
    double *expected = malloc(4 * cells * sizeof *expected);
    double *got = malloc(4 * cells * sizeof *got);
    if (!LB_CHECK(expected != NULL && got != NULL)) exit(1);
    for (unsigned steps = ODD_STEPS; steps <= EVEN_STEPS; steps++) {
        if (!run(c, LB_STREAMING_IN_PLACE, 1, steps, expected)) break;
        for (size_t n = steps % 2; n < most; n += 2) {
            if (!run(c, LB_STREAMING_LIST, lanes[n], steps, got)) break;
            const bool same = memcmp(got, expected, 4 * cells * sizeof *got) == 0;
            if (LB_CHECK(same)) continue;
            char words[256];
            lb_case_in_words(c, words, sizeof words);
            printf("  differs after %u steps by %d lanes: %s\n", steps, lanes[n], words);
        }
    }
    free(expected);
    free(got);
}

static void sizes_agree(void)
{
    static const struct {
        const char *lattice;
        uint32_t size[3];
        unsigned solid;
    } rows[] = {{"d3q19", {33, 7, 5}, 3},  {"d3q19", {32, 4, 6}, 6}, {"d3q19", {1, 9, 8}, 2},
                {"d3q19", {70, 3, 2}, 8},  {"d3q27", {31, 2, 5}, 5}, {"d3q15", {65, 1, 3}, 4},
                {"d2q9", {100, 17, 1}, 6}, {"d3q19", {16, 8, 4}, 0}};
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        struct lb_case c;
        struct packing p;
        if (!lb_check_runs(n == 0)) continue;
        make_packing(&c, &p, rows[n].lattice, rows[n].size, rows[n].solid);
        compare(&c, MOST_LANES);
    }
}

static void formats_and_operators_agree(void)
{
    static const struct {
        const char *collision, *storage;
        bool shift, is_nearest;
    } rows[] = {{"trt", "fp16s", true, false}, {"mrt", "fp16c", true, false},
                {"srt", "fp32", false, true},  {"trt", "p16_1s", true, true},
                {"rr", "fp16", true, false},   {"rlb", "int16s", true, false}};
    static const uint32_t size[3] = {35, 6, 5};
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        struct lb_case c;
        struct packing p;
        if (!lb_check_runs(n == 0)) continue;
        make_packing(&c, &p, "d3q19", size, 5);
        c.arithmetic = LB_ARITHMETIC_FP32;
        c.collision = lb_collision_find(rows[n].collision);
        c.storage = lb_number_format_find(rows[n].storage);
        c.rounding = rows[n].is_nearest ? lb_roundings[0] : lb_rounding_default;
        c.noise_seed = 99;
        c.shift = rows[n].shift;
        compare(&c, n == 0 ? 2 : MOST_LANES);
    }
}

/* Ranks count the fluid cells before; bits are the cells of the row, joined at its ends. */
static void words_say_what_is_fluid(void)
{
    static const uint32_t sizes[][3] = {{1, 3, 2}, {31, 2, 2}, {32, 2, 2}, {33, 2, 3}, {96, 1, 2}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        struct lb_case c;
        struct packing p;
        uint64_t words[4], rank = 0, expected = 0;
        make_packing(&c, &p, "d3q19", sizes[k], 5);
        for (uint32_t z = 0; z < c.size[2]; z++)
            for (uint32_t y = 0; y < c.size[1]; y++) {
                lb_fluid_row(&c, y, z, words, &rank);
                for (uint32_t x = 0; x < c.size[0]; x++) {
                    const uint64_t word = words[x / 32];
                    if (x % 32 == 0) LB_CHECK_EQUAL_INT(word >> 34, expected);
                    for (uint32_t beside = 0; beside < 3; beside++) {
                        struct lb_cell cell = {.rho = 1.0};
                        c.start(c.start_state, (x + beside + c.size[0] - 1) % c.size[0], y, z,
                                &cell);
                        LB_CHECK_EQUAL_INT(word >> (x % 32 + beside) & 1, cell.flags == 0);
                        expected += beside == 1 && cell.flags == 0;
                    }
                }
            }
        LB_CHECK_EQUAL_INT(rank, expected);
        LB_CHECK_EQUAL_INT(lb_fluid_count(&c), expected);
        LB_CHECK_EQUAL_INT(lb_fluid_words(&c), (c.size[0] + 31) / 32 * c.size[1] * c.size[2]);
    }
}

/* Rows of solid cells stand for `start`, which is not called for them, in a list and in all cells. */
static void rows_stand_for_solid_cells(void)
{
    static const uint32_t size[3] = {150, 4, 3};
    enum { NUMBERS = 4 * 150 * 4 * 3 };
    static double expected[NUMBERS], got[NUMBERS];
    static const enum lb_streaming ways[] = {LB_STREAMING_IN_PLACE, LB_STREAMING_LIST};
    struct lb_case c;
    struct packing p;
    make_packing(&c, &p, "d3q19", size, 5);
    if (!run(&c, LB_STREAMING_IN_PLACE, 1, ODD_STEPS, expected)) return;
    p.is_only_fluid = true;
    c.solid_word = fill_solid_word;
    c.solid_state = &p;
    for (int n = 0; n < 2; n++) {
        if (!run(&c, ways[n], 1, ODD_STEPS, got)) return;
        LB_CHECK(memcmp(got, expected, sizeof got) == 0);
    }
}

/* Layers of a piece each of what starts: at rest but for one cell of layer 2 and all of layer 5. */
static void fill_resting(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct packing *p = state;
    const bool moves = z == 5 || (z == 2 && x == 17 && y == 40);
    if (moves)
        p->start(&p->flow, x, y, z, out);
    else if (p->is_only_fluid)
        out->temperature = 1.0; /* nothing reads it, and the cell does not count as one at rest */
}

/* Numbers of cells at rest, which are kept for the next piece, are those that each cell would have. */
static void cells_at_rest_are_as_others(void)
{
    enum { SIDE = 64, LAYERS = 8, CELLS = SIDE * SIDE * LAYERS };
    static const uint32_t size[3] = {SIDE, SIDE, LAYERS};
    static double expected[4 * CELLS], got[4 * CELLS];
    struct lb_case c;
    struct packing p;
    make_packing(&c, &p, "d3q7", size, 0);
    c.start = fill_resting;
    p.is_only_fluid = true;
    if (!run(&c, LB_STREAMING_IN_PLACE, 1, 1, expected)) return;
    p.is_only_fluid = false;
    if (!run(&c, LB_STREAMING_IN_PLACE, 1, 1, got)) return;
    LB_CHECK(memcmp(got, expected, sizeof got) == 0);
}

static void other_flows_are_refused(void)
{
    static const uint32_t size[3] = {8, 8, 4};
    struct lb_error err = {0};
    struct lb_case c;
    struct packing p;
    struct lb_solver *s = NULL;
    make_packing(&c, &p, "d3q19", size, 5);
    c.streaming = LB_STREAMING_LIST;
    LB_CHECK_EQUAL_INT(lb_case_check_list(&c, &err), LB_STATUS_OK);
    c.cell_kinds |= LB_CELL_MOVING;
    LB_CHECK_EQUAL_INT(lb_case_check_list(&c, &err), LB_STATUS_USAGE);
    c.cell_kinds = LB_CELL_SOLID;
    c.sponge.length = 2.0;
    LB_CHECK_EQUAL_INT(lb_case_check_list(&c, &err), LB_STATUS_USAGE);
    c.sponge.length = 0.0;
    p.solid = 10;
    LB_CHECK_EQUAL_INT(lb_test_solver_create(&c, device, &s, &err), LB_STATUS_USAGE);
    lb_solver_destroy(s);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST(words_say_what_is_fluid);
    LB_TEST_MATRIX(sizes_agree);
    LB_TEST_MATRIX(formats_and_operators_agree);
    LB_TEST(forces_populations_and_surveys_agree);
    LB_TEST(rows_stand_for_solid_cells);
    LB_TEST(cells_at_rest_are_as_others);
    LB_TEST(other_flows_are_refused);
    lb_device_close(device);
    return lb_check_report();
}

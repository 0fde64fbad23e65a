/* The step in one part and in two: the same bits, the host reference agrees, and vectors that have
 * no wall are really left to the plain part.
 * SPDX-License-Identifier: MIT */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cl/device.h"
#include "run/solver.h"
#include "support/check.h"
#include "support/random_case.h"
#include "support/step_comparison.h"

enum { NX = 12, NY = 4, NZ = 16, CELLS = NX * NY * NZ, STEPS = 9 };
enum { WALLS_END = 4, ROCK_BEGIN = 6, ROCK_END = 8, NUMBER = 4 };

static struct lb_device *device;

struct result {
    double rho[CELLS];
    double u[3 * CELLS];
    uint64_t bytes;
};

/* A random case with special cells at x < WALLS_END only, and a layer of solid rock. */
struct half_state {
    struct lb_random_state random;
    lb_start_function *start;
    bool has_rock;
};

static void fill_cell(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct half_state *s = state;
    s->start(&s->random, x, y, z, out);
    if (x >= WALLS_END) out->flags = LB_CELL_FLUID;
    if (s->has_rock && x >= ROCK_BEGIN && x < ROCK_END) out->flags = LB_CELL_SOLID;
}

static void init_half(struct lb_case *c, struct half_state *s, const char *lattice, unsigned with,
                      bool has_rock)
{
    const struct lb_lattice *l = lb_lattice_find(lattice);
    const bool is_flat = l->dimensions == 2;
    lb_random_case_init(c, &s->random, l, with, NX, is_flat ? NY * NZ : NY, is_flat ? 1 : NZ);
    s->start = c->start;
    s->has_rock = has_rock;
    c->start = fill_cell;
    c->start_state = s;
}

static bool run_parts(struct lb_case *c, int parts, struct result *out)
{
    struct lb_error err = {0};
    struct lb_solver *solver = NULL;
    const struct lb_region box = {.end = {c->size[0], c->size[1], c->size[2]}};
    memset(out, 0, sizeof *out);
    c->parts = parts;
    bool fine = LB_CHECK_OK(lb_solver_create(c, device, NULL, &solver, &err), &err);
    fine = fine && LB_CHECK_EQUAL_INT(lb_solver_lanes(solver), c->lanes);
    fine = fine && LB_CHECK_OK(lb_solver_advance(solver, STEPS, &err), &err);
    fine = fine && LB_CHECK_OK(lb_solver_read(solver, &box, out->rho, out->u, &err), &err);
    if (fine) out->bytes = lb_solver_device_bytes(solver);
    lb_solver_destroy(solver);
    return fine;
}

/* Returns the bytes of the second part's list; -1 where nothing was run. */
static long compare_parts(struct lb_case *c)
{
    static struct result one, two;
    if (!run_parts(c, 1, &one) || !run_parts(c, 2, &two)) return -1;
    const long list = (long)(two.bytes - one.bytes);
    one.bytes = two.bytes = 0;
    if (!LB_CHECK(memcmp(&one, &two, sizeof one) == 0)) {
        char words[256];
        lb_case_in_words(c, words, sizeof words);
        printf("  differs from one part: %s\n", words);
    }
    return list;
}

/* Vectors beside the walls and none of the others, in groups of 64: lanes lie across x. */
static void check_list(long bytes, int lanes)
{
    const long listed = NY * NZ / lanes * (WALLS_END + 2);
    LB_CHECK(bytes > 0);
    LB_CHECK(bytes <= (listed + 63) / 64 * 64 * NUMBER);
}

static void set_precision(struct lb_case *c, const char *storage)
{
    c->storage = lb_number_format_find(storage);
    c->arithmetic = c->storage->bytes == 8 ? LB_ARITHMETIC_FP64 : LB_ARITHMETIC_FP32;
}

static void parts_agree(void)
{
    static const struct {
        const char *storage;
        int lanes, arithmetic_lanes;
    } variants[] = {
        {"fp64", 1, 1}, {"fp32", 1, 1}, {"fp64", 4, 0}, {"fp32", 4, 0}, {"p16_1s", 4, 2}};
    for (size_t n = 0; n < sizeof variants / sizeof *variants; n++)
        for (int pull = 0; pull < 2; pull++) {
            struct lb_case c;
            struct half_state state;
            init_half(&c, &state, "d2q9", LB_WITH_ALL, false);
            set_precision(&c, variants[n].storage);
            c.streaming = pull == 1 ? LB_STREAMING_PULL : LB_STREAMING_IN_PLACE;
            c.lanes = variants[n].lanes;
            c.arithmetic_lanes = variants[n].arithmetic_lanes;
            if (!lb_device_can_do(device, &c)) continue;
            check_list(compare_parts(&c), c.lanes);
        }
}

/* Vectors of nothing but rock are in neither part. */
static void rock_is_left_alone(void)
{
    struct lb_case c;
    struct half_state state;
    init_half(&c, &state, "d2q9", LB_WITH_FORCE, true);
    set_precision(&c, "fp32");
    c.cell_kinds = LB_CELL_SOLID;
    const long listed = 2 * NY * NZ; /* a layer on either side */
    LB_CHECK_EQUAL_INT(compare_parts(&c), listed * NUMBER);
    c.streaming = LB_STREAMING_PULL;
    LB_CHECK_EQUAL_INT(compare_parts(&c), listed * NUMBER);
}

static void without_special_cells_there_is_no_list(void)
{
    struct lb_case c;
    struct half_state state;
    init_half(&c, &state, "d2q9", LB_WITH_FORCE, false);
    set_precision(&c, "fp32");
    c.cell_kinds = LB_CELL_SOLID | LB_CELL_EQUILIBRIUM;
    LB_CHECK_EQUAL_INT(compare_parts(&c), 0);
}

static void reference_agrees_with_two_parts(void)
{
    for (int pull = 0; pull < 2; pull++) {
        struct lb_case c;
        struct half_state state;
        init_half(&c, &state, pull == 1 ? "d2q9" : "d3q19", LB_WITH_ALL, true);
        c.streaming = pull == 1 ? LB_STREAMING_PULL : LB_STREAMING_IN_PLACE;
        c.lanes = 4;
        c.parts = 2;
        if (!lb_device_can_do(device, &c)) set_precision(&c, "fp32");
        LB_CHECK(lb_steps_agree(device, &c));
    }
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST(parts_agree);
    LB_TEST(rock_is_left_alone);
    LB_TEST(without_special_cells_there_is_no_list);
    LB_TEST(reference_agrees_with_two_parts);
    lb_device_close(device);
    return lb_check_report();
}

/* test_alternating_turn.c - every cell has its turn once in so many steps, three of them one behind the other, in the same
 * steps however the box is cut; and what cannot be is refused.
 * SPDX-License-Identifier: MIT */
#include "case/alternating_turns.h"

#include <string.h>

#include "case/lookup.h"
#include "case/rounding.h"
#include "support/check.h"

enum { MOST_CELLS = 6 * 5 * 70 };

static struct lb_case box(uint32_t z, uint64_t every)
{
    return (struct lb_case){.name = "box",
                            .lattice = lb_lattice_find(z > 1 ? "d3q19" : "d2q9"),
                            .collision = lb_collision_find("srt"),
                            .storage = lb_number_format_find("fp16s"),
                            .arithmetic = LB_ARITHMETIC_FP32,
                            .rounding = lb_rounding_default,
                            .size = {6, 5, z},
                            .alternating_every = every};
}

/* Phase 0, 1, 2 of each cell in steps of its own, which follow each other. */
static void check_turns(const struct lb_case *c)
{
    static uint64_t last[MOST_CELLS];
    static int seen[MOST_CELLS];
    const uint64_t start = 7 * c->alternating_every;
    memset(seen, 0, sizeof seen);
    for (uint64_t step = start; step < start + c->alternating_every; step++) {
        const struct lb_alternating_turn t = lb_alternating_turn(c, step);
        if (t.phase < 0) continue;
        LB_CHECK(t.count <= lb_alternating_cells(c));
        LB_CHECK_EQUAL_INT((long)t.first, (long)t.whole_first);
        for (uint64_t k = t.first; k < t.first + t.count; k++) {
            LB_CHECK_EQUAL_INT(t.phase, seen[k]);
            LB_CHECK(t.phase == 0 || step == last[k] + 1);
            last[k] = step;
            seen[k]++;
        }
    }
    for (uint64_t k = 0; k < lb_case_cell_count(c); k++)
        LB_CHECK_EQUAL_INT(seen[k], 3);
}

static void each_cell_has_its_turn_once(void)
{
    static const uint64_t every[] = {16, 17, 100, 1000};
    static const uint32_t layers[] = {1, 2, 64, 70};
    for (int e = 0; e < 4; e++)
        for (int z = 0; z < 4; z++) {
            const struct lb_case c = box(layers[z], every[e]);
            check_turns(&c);
        }
}

/* A box cut across z and x. */
static void subdomains_have_the_turn_of_the_whole_box(void)
{
    const struct lb_case whole = box(70, 100);
    for (uint64_t step = 0; step < 100; step++) {
        const struct lb_alternating_turn t = lb_alternating_turn(&whole, step);
        uint64_t count = 0;
        for (int n = 0; n < 4; n++) {
            struct lb_case c = whole;
            c.cut = (struct lb_cut){5, {n % 2 == 0 ? 0 : 2, 0, n < 2 ? 0 : 33}, {6, 5, 70}};
            c.size[0] = n % 2 == 0 ? 2 : 4;
            c.size[2] = n < 2 ? 33 : 37;
            const struct lb_alternating_turn part = lb_alternating_turn(&c, step);
            LB_CHECK_EQUAL_INT(part.phase, t.phase);
            LB_CHECK(part.whole_first == t.whole_first && part.whole_count == t.whole_count);
            for (uint64_t k = part.first; k < part.first + part.count; k++) {
                const uint64_t number = lb_case_number_in_whole(&c, k);
                LB_CHECK(number >= t.first && number < t.first + t.count);
            }
            count += part.count;
        }
        LB_CHECK_EQUAL_INT((long)count, (long)t.count);
    }
}

static void check_refusal(const struct lb_case *c, const char *text)
{
    struct lb_error err = {0};
    LB_CHECK(lb_alternating_check(c, &err) == LB_STATUS_USAGE);
    LB_CHECK(strstr(err.text, text) != NULL);
}

static void what_cannot_be_is_refused(void)
{
    struct lb_error err = {0};
    struct lb_case c = box(8, 15);
    check_refusal(&c, "at least 16 steps");
    c = box(8, 16);
    LB_CHECK_OK(lb_alternating_check(&c, &err), &err);
    c.rounding = lb_roundings[0];
    check_refusal(&c, "--rounding nearest");
    c.storage = lb_number_format_find("fp32");
    LB_CHECK_OK(lb_alternating_check(&c, &err), &err);
    c.arithmetic = LB_ARITHMETIC_FP64;
    check_refusal(&c, "--rounding nearest");
    c = box(8, 100);
    c.storage = lb_number_format_find("fix16x");
    check_refusal(&c, "keeps momentum exactly");
    c.storage = lb_number_format_find("mx8");
    check_refusal(&c, "share an exponent");
    c = box(8, 100);
    c.surface.exists = true;
    check_refusal(&c, "free surface");
    c = box(8, 0);
    c.surface.exists = true;
    LB_CHECK_OK(lb_alternating_check(&c, &err), &err);
    LB_CHECK_EQUAL_INT((long)lb_alternating_cells(&c), 0);
}

int main(void)
{
    LB_TEST(each_cell_has_its_turn_once);
    LB_TEST(subdomains_have_the_turn_of_the_whole_box);
    LB_TEST(what_cannot_be_is_refused);
    return lb_check_report();
}

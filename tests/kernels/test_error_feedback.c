/* test_error_feedback.c - roundings that conserve: in each cell a step changes the momentum by no more than storing
 * the last populations can, and the mass by no more than storing the rest; and neither in the mean.
 * The last populations are worked out here from the directions: as many as there are dimensions, of the longest
 * ones, from which every momentum can be made.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "case/number_format.h"
#include "opencl/device.h"
#include "solver/solver.h"
#include "support/check.h"
#include "support/random_case.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

enum { MAX_Q = 27, CELLS = 4096, STATES = 24 };

/* In standard errors; there are some 1500 means. */
static const double allowed_bias = 5.0;

static struct lb_device *device;

/* 4096 cells in the order of memory, whose populations lie where they were made (pull, one lane). */
struct box {
    struct lb_case c;
    struct lb_random_state state;
    struct lb_solver *solver;
    uint64_t stride, bytes;
    uint16_t *codes;
};

static enum lb_status find_codes(void *context, const struct lb_state_item *item,
                                 struct lb_error *err)
{
    struct box *b = context;
    (void)err;
    if (item->name[0] == 'f' && item->name[1] == '\0') b->bytes = item->bytes;
    return LB_STATUS_OK;
}

static bool make_box(struct box *b, const char *lattice, const char *format,
                     const struct lb_rounding *rounding)
{
    struct lb_error err = {0};
    const struct lb_lattice *l = lb_lattice_find(lattice);
    const bool is_flat = l->dimensions == 2;
    *b = (struct box){.solver = NULL};
    lb_random_case_init(&b->c, &b->state, l, LB_WITH_NOTHING, is_flat ? 64 : 16, is_flat ? 64 : 16,
                        is_flat ? 1 : 16);
    b->c.storage = lb_number_format_find(format);
    b->c.arithmetic = LB_ARITHMETIC_FP32;
    b->c.streaming = LB_STREAMING_PULL;
    b->c.rounding = rounding;
    b->c.noise_seed = 7;
    if (l->directions == 13) b->c.collision = lb_collision_find("mrt");
    lb_test_layout.lanes = 1;
    if (!LB_CHECK_OK(lb_test_solver_create(&b->c, device, &b->solver, &err), &err)) return false;
    LB_CHECK_OK(lb_solver_each_state(b->solver, find_codes, b, &err), &err);
    b->stride = b->bytes / sizeof(uint16_t) / (uint64_t)l->directions;
    b->codes = calloc(1, b->bytes);
    return LB_CHECK(b->codes != NULL && b->stride >= CELLS);
}

/* All cells have the same codes: near an equilibrium. */
static void fill(struct box *b, uint32_t state, double *found)
{
    const struct lb_lattice *l = b->c.lattice;
    const double excess = 1e-3 * lb_random_number(1, state, 0, 0, 0);
    double u[3] = {0.0}, speed = 0.1 * pow(0.1, state % 3);
    for (int a = 0; a < l->dimensions; a++)
        u[a] = speed * lb_random_number(2, state, 0, 0, (uint32_t)a);
    for (int i = 0; i < l->directions; i++) {
        double along = 0.0;
        for (int a = 0; a < 3; a++)
            along += l->c[i][a] * u[a] / l->sound_speed_squared;
        const double noise = 0.01 * speed * lb_random_number(3, state, (uint32_t)i, 0, 0);
        const double f = l->weight[i] * (excess + along + 0.5 * along * along + noise);
        const uint64_t code = b->c.storage->encode(f);
        found[i] = b->c.storage->decode(code);
        for (uint64_t n = 0; n < CELLS; n++)
            b->codes[(uint64_t)i * b->stride + n] = (uint16_t)code;
    }
}

/* The distance from a number's code to the farther of its neighbours: what storing may have changed it by. */
static double place(const struct lb_number_format *f, uint16_t code)
{
    const double x = fabs(f->decode(code));
    const double up = f->decode((code & 0x7FFFu) + 1) - x;
    return up > 0.0 ? up : f->epsilon;
}

/* Whether the pair of i is one of the last: as whoever reads the header of error_feedback.cl would choose. */
static bool is_last(const struct lb_lattice *l, int i)
{
    int longest = 0, length = 0, sum = 0;
    for (int k = 0; k < l->directions; k++) {
        int square = 0;
        for (int a = 0; a < 3; a++)
            square += l->c[k][a] * l->c[k][a];
        longest = square > longest ? square : longest;
    }
    for (int a = 0; a < 3; a++) {
        length += l->c[i][a] * l->c[i][a];
        sum += l->c[i][a];
    }
    if (length != longest || i % 2 == 1 || i == 0) return false;
    if (l->dimensions == 2 || longest == 1) return true;
    return longest == 2 ? abs(sum) == 2 : abs(sum) == 1;
}

/* What a cell has too much of mass [0] and momentum, and may have; what of that is the arithmetic's, an
 * operation or two on each population, and the same in all cells. */
struct balance {
    double is[4], may[4], arithmetic;
};

static struct balance balance_of(const struct box *b, const double *found, uint64_t cell)
{
    const struct lb_lattice *l = b->c.lattice;
    struct balance r = {{0.0}, {0.0}, 0.0};
    for (int i = 0; i < l->directions; i++) {
        const uint16_t code = b->codes[(uint64_t)i * b->stride + cell];
        const double change = b->c.storage->decode(code) - found[i];
        r.arithmetic += 2.0 * 0x1p-24 * (fabs(found[i]) + fabs(change));
        r.is[0] += change;
        r.may[0] += i == 0 ? place(b->c.storage, code) : 0.0;
        for (int a = 0; a < l->dimensions; a++) {
            r.is[1 + a] += l->c[i][a] * change;
            if (is_last(l, i)) r.may[1 + a] += abs(l->c[i][a]) * place(b->c.storage, code);
        }
    }
    for (int k = 0; k < 4; k++)
        r.may[k] += r.arithmetic;
    return r;
}

/* The cells whose sums are farther off than they may be; `most` has the largest mean, over its standard error. */
static int count_unbalanced(struct box *b, double *most)
{
    struct lb_error err = {0};
    double found[MAX_Q];
    int count = 0;
    *most = 0.0;
    for (uint32_t state = 0; state < STATES; state++) {
        double sum[4] = {0.0}, squares[4] = {0.0}, arithmetic = 0.0;
        fill(b, state, found);
        if (!LB_CHECK_OK(lb_solver_write_state(b->solver, "f", 0, b->bytes, b->codes, &err),
                         &err) ||
            !LB_CHECK_OK(lb_solver_advance(b->solver, 1, &err), &err) ||
            !LB_CHECK_OK(lb_solver_read_state(b->solver, "f", 0, b->bytes, b->codes, &err), &err))
            return -1;
        for (uint64_t cell = 0; cell < CELLS; cell++) {
            const struct balance r = balance_of(b, found, cell);
            bool is_fine = true;
            arithmetic += r.arithmetic;
            for (int k = 0; k < 4; k++) {
                is_fine = is_fine && fabs(r.is[k]) <= r.may[k];
                sum[k] += r.is[k];
                squares[k] += r.is[k] * r.is[k];
            }
            count += !is_fine;
        }
        for (int k = 0; k <= b->c.lattice->dimensions; k++)
            *most = fmax(*most, (fabs(sum[k]) - arithmetic) / sqrt(squares[k]));
    }
    return count;
}

static void check_format(const char *lattice, const char *format)
{
    const struct lb_rounding *const ways[] = {lb_roundings[2], lb_rounding_default};
    for (int way = 0; way < 2; way++) {
        struct box b;
        double bias;
        if (make_box(&b, lattice, format, ways[way])) {
            const int count = count_unbalanced(&b, &bias);
            printf("  %s, %s, %s: %d of %d cells, mean %.2f of its error\n", lattice, format,
                   ways[way]->name, count, CELLS * STATES, bias);
            LB_CHECK(way == 0 ? count == 0 : count > CELLS * STATES / 10);
            LB_CHECK(bias < allowed_bias);
        }
        free(b.codes);
        lb_solver_destroy(b.solver);
    }
}

static void a_cell_keeps_mass_and_momentum(void)
{
    static const struct {
        const char *lattice, *format;
        bool always;
    } table[] = {{"d2q9", "fp16c", true},  {"d3q7", "fp16s", true},   {"d3q13", "fp16s", true},
                 {"d3q15", "fp16c", true}, {"d3q19", "fp16s", true},  {"d3q27", "fp16s", true},
                 {"d2q9", "fp16s", false}, {"d3q19", "fp16c", false}, {"d2q9", "fp16", true},
                 {"d3q27", "fp16", false}, {"d3q19", "p16_1s", true}, {"d2q9", "int16s", false},
                 {"d3q7", "fp16c", false}, {"d3q15", "p16_0s", false}};
    for (size_t n = 0; n < sizeof table / sizeof *table; n++)
        if (lb_check_runs(table[n].always)) check_format(table[n].lattice, table[n].format);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST_MATRIX(a_cell_keeps_mass_and_momentum);
    lb_device_close(device);
    return lb_check_report();
}

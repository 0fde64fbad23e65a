/* What the device tells of a surface's layers, columns and droplets, against the start state that
 * it was given: random fill levels, a floor, a lid, a column that is all wall.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "opencl/device.h"
#include "modules/free_surface.h"
#include "solver/free_surface_query.h"
#include "solver/solver_internal.h"
#include "support/check.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

/* Rows along x take two words. */
enum { NX = 36, NY = 8, NZ = 16, MAX = NX * NY * NZ };

static struct lb_device *device;
static unsigned axes = 7; /* bit n: with axis n up */

/* Wet cells get rarer with the height, so that there is a pool, and droplets. */
struct random_state {
    int up;
    uint32_t seed;
};

static uint32_t hash(uint32_t n)
{
    n = (n ^ 61u) ^ (n >> 16);
    n *= 9u;
    n ^= n >> 4;
    n *= 0x27d4eb2du;
    return n ^ (n >> 15);
}

static void start(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct random_state *s = state;
    const uint32_t at[3] = {x, y, z}, size[3] = {NX, NY, NZ};
    const uint32_t n = hash(((z * NY + y) * NX + x) * 31u + s->seed);
    const uint32_t height = at[s->up], column = s->up == 0 ? y : x;
    if (height == 0 || height == size[s->up] - 1 || column == 3) {
        out->flags = LB_CELL_SOLID;
        return;
    }
    const double dry = fmin(0.3 + 1.2 * height / size[s->up], 0.95);
    const double share = (n % 1000) / 1000.0;
    out->fill = share < dry ? 0.0 : share < dry + 0.05 ? 1.0 : (n / 1000 % 255 + 0.5) / 256.0;
}

static void make_case(struct lb_case *c, const struct random_state *state, bool fp64, int lanes)
{
    lb_test_layout = (struct lb_layout_wishes){.lanes = lanes};
    *c = (struct lb_case){.name = "random surface",
                          .lattice = lb_lattice_find("d3q19"),
                          .collision = lb_collision_find("srt"),
                          .storage = lb_number_format_find(fp64 ? "fp64" : "fp32"),
                          .arithmetic = fp64 ? LB_ARITHMETIC_FP64 : LB_ARITHMETIC_FP32,
                          .streaming = LB_STREAMING_IN_PLACE,
                          .shift = true,
                          .size = {NX, NY, NZ},
                          .viscosity = 0.1,
                          .surface = {.exists = true},
                          .cell_kinds = LB_CELL_SOLID,
                          .start = start,
                          .start_state = state};
}

static struct lb_cell cell_of(const struct lb_case *c, uint32_t x, uint32_t y, uint32_t z)
{
    struct lb_cell cell = {.flags = LB_CELL_FLUID, .rho = 1.0, .fill = 1.0};
    start(c->start_state, x, y, z, &cell);
    if (cell.flags != 0) cell.fill = 0.0;
    return cell;
}

/* The host's own layers. */
struct host_layers {
    const struct lb_case *c;
    uint32_t wet[MAX];
};

static enum lb_status host_fill(void *source, uint32_t layer, double *fill, struct lb_error *err)
{
    const struct lb_case *c = ((struct host_layers *)source)->c;
    const int up = ((const struct random_state *)c->start_state)->up;
    const int a = lb_layers_axis(up, 0), b = lb_layers_axis(up, 1);
    uint32_t at[3];
    (void)err;
    at[up] = layer;
    for (at[b] = 0; at[b] < c->size[b]; at[b]++)
        for (at[a] = 0; at[a] < c->size[a]; at[a]++)
            *fill++ = cell_of(c, at[0], at[1], at[2]).fill;
    return LB_STATUS_OK;
}

static enum lb_status host_wet(void *source, uint32_t layer, const uint32_t **out,
                               struct lb_error *err)
{
    struct host_layers *h = source;
    const int up = ((const struct random_state *)h->c->start_state)->up;
    const uint32_t length = h->c->size[lb_layers_axis(up, 0)], words = (length + 31) / 32;
    double fill[MAX];
    const uint32_t cells = NX * NY * NZ / h->c->size[up];
    uint32_t *bits = h->wet + layer * words * (cells / length);
    host_fill(h, layer, fill, err);
    memset(bits, 0, words * (cells / length) * sizeof *bits);
    for (uint32_t n = 0; n < cells; n++)
        if (fill[n] > 0.0) bits[n / length * words + n % length / 32] |= 1u << n % length % 32;
    *out = bits;
    return LB_STATUS_OK;
}

static struct lb_layers layers_of(struct host_layers *h, const struct lb_case *c)
{
    const int up = ((const struct random_state *)c->start_state)->up;
    h->c = c;
    return (struct lb_layers){{NX, NY, NZ}, up, host_wet, host_fill, h};
}

/* From the top down as who looks for droplets does, then from the middle up. */
static void compare_layers(struct lb_solver *s, const struct lb_case *c, int up)
{
    static struct host_layers host;
    const struct lb_layers expected = layers_of(&host, c);
    struct lb_layers got;
    struct lb_error err = {0};
    const uint32_t *mine = NULL, *theirs = NULL;
    size_t wrong = 0;
    if (!LB_CHECK_OK(lb_surface_layers(s, up, &got, &err), &err)) return;
    const size_t bytes = 4 * lb_layers_row_words(&got) * lb_layers_rows(&got);
    for (uint32_t n = 0; n < 2 * c->size[up]; n++) {
        const uint32_t layer = n < c->size[up] ? c->size[up] - 1 - n : (n + 5) % c->size[up];
        if (n == c->size[up]) s->w.version++; /* as a step would */
        if (!LB_CHECK_OK(got.wet(got.source, layer, &theirs, &err), &err)) return;
        LB_CHECK_OK(expected.wet(expected.source, layer, &mine, &err), &err);
        wrong += memcmp(mine, theirs, bytes) != 0;
    }
    LB_CHECK_EQUAL_INT(wrong, 0);
}

/* Heights of one column, from the start state. */
static void column_of(const struct lb_case *c, int up, uint32_t a, uint32_t b, double *standing,
                      double *top)
{
    uint32_t at[3];
    bool stands = true;
    *standing = *top = (double)NAN;
    at[lb_layers_axis(up, 0)] = a;
    at[lb_layers_axis(up, 1)] = b;
    for (at[up] = 0; at[up] < c->size[up]; at[up]++) {
        const struct lb_cell cell = cell_of(c, at[0], at[1], at[2]);
        if (cell.flags & LB_CELL_SOLID) continue;
        if (isnan(*standing)) *standing = *top = at[up];
        if (cell.fill <= 0.0) stands = false;
        if (stands) *standing += cell.fill;
        if (cell.fill > 0.0) *top = at[up] + cell.fill;
    }
}

static void compare_columns(struct lb_solver *s, const struct lb_case *c, int up)
{
    double standing[MAX], top[MAX];
    struct lb_error err = {0};
    const uint32_t across = c->size[lb_layers_axis(up, 0)];
    size_t walls = 0, wrong = 0;
    if (!LB_CHECK_OK(lb_solver_read_columns(s, up, standing, top, &err), &err)) return;
    for (uint32_t n = 0; n < lb_case_cell_count(c) / c->size[up]; n++) {
        double expected[2];
        column_of(c, up, n % across, n / across, &expected[0], &expected[1]);
        walls += isnan(expected[0]) ? 1 : 0;
        if (isnan(expected[0]) && isnan(standing[n]) && isnan(top[n])) continue;
        wrong += !(fabs(standing[n] - expected[0]) < 1e-5 && fabs(top[n] - expected[1]) < 1e-5);
    }
    LB_CHECK_EQUAL_INT(wrong, 0);
    LB_CHECK_EQUAL_INT(walls, c->size[lb_layers_axis(up, 1)]);
}

static void compare_crowns(struct lb_solver *s, const struct lb_case *c, int up)
{
    static struct host_layers host;
    const struct lb_layers layers = layers_of(&host, c);
    const struct lb_crown_place place = {.level = 3.4, .axis = {5.0, 5.0}, .cut = 1.0};
    struct lb_crown mine, theirs;
    struct lb_error err = {0};
    LB_CHECK_OK(lb_crown_measure(&layers, &place, &mine, &err), &err);
    LB_CHECK_OK(lb_solver_measure_crown(s, up, &place, &theirs, &err), &err);
    LB_CHECK(mine.height > 0.0 && mine.diameter > 0.0);
    LB_CHECK_NEAR(theirs.height, mine.height, 1e-6); /* fill levels may be in FP32 */
    LB_CHECK_NEAR(theirs.diameter, mine.diameter, 1e-5);
}

/* What is known of the layers without reading them again is what they are. */
static void compare_bits(struct lb_solver *s, int up)
{
    static uint32_t kept[MAX];

    struct lb_layers layers;
    struct lb_error err = {0};
    const uint32_t *bits = NULL;
    size_t wrong = 0;
    if (!LB_CHECK_OK(lb_surface_layers(s, up, &layers, &err), &err)) return;
    const size_t words = lb_layers_row_words(&layers) * lb_layers_rows(&layers);
    for (int round = 0; round < 2; round++) {
        for (uint32_t layer = 0; layer < layers.size[up]; layer++) {
            if (!LB_CHECK_OK(layers.wet(s, layer, &bits, &err), &err)) return;
            if (round == 1) wrong += memcmp(kept + layer * words, bits, 4 * words) != 0;
            memcpy(kept + layer * words, bits, 4 * words);
        }
        s->w.version++;
    }
    LB_CHECK_EQUAL_INT(wrong, 0);
}

/* Volume and mass of each droplet from its cells: at rest, with density 1, they are the same. */
static size_t compare_droplets(struct lb_solver *s, const struct lb_case *c, int up)
{
    static struct host_layers host;
    const struct lb_layers layers = layers_of(&host, c);
    struct lb_droplets mine = {.list = NULL}, theirs = {.list = NULL};
    struct lb_error err = {0};
    struct lb_survey before, after;
    double volumes[MAX] = {0.0}, mass = 0.0;
    size_t wrong = 0, count = 0;
    LB_CHECK_OK(lb_droplets_find(&layers, &(struct lb_top){c->size[up] - 2, c->size[up] - 2},
                                 c->size[up] / 2, &mine, &err),
                &err);
    LB_CHECK_OK(lb_solver_survey(s, &before, &err), &err);
    LB_CHECK_OK(lb_solver_take_droplets(s, up, 1, &theirs, &err), &err);
    LB_CHECK_OK(lb_solver_survey(s, &after, &err), &err);
    for (uint32_t n = 0; n < MAX; n++) {
        const uint32_t x = n % NX, y = n / NX % NY, z = n / (NX * NY);
        const ptrdiff_t one = lb_droplets_at(&mine, x, y, z);
        wrong += one != lb_droplets_at(&theirs, x, y, z);
        if (one >= 0) volumes[one] += cell_of(c, x, y, z).fill;
    }
    LB_CHECK_EQUAL_INT(wrong, 0);
    if (!LB_CHECK(mine.count == theirs.count)) goto end;
    for (count = 0; count < theirs.count; count++) {
        LB_CHECK_CLOSE(theirs.list[count].volume, volumes[count], 1e-5);
        LB_CHECK_CLOSE(theirs.list[count].mass, volumes[count], 1e-5);
    }
    LB_CHECK_CLOSE(lb_surface_survey_mass(&after.surface), lb_surface_survey_mass(&before.surface),
                   1e-6);
    LB_CHECK_EQUAL_INT(before.fluid_cells - after.fluid_cells, theirs.cell_count);
    LB_CHECK_EQUAL_INT(after.surface.contacts, 0);
    LB_CHECK_OK(lb_solver_take_droplets(s, up, 1, &theirs, &err), &err);
    LB_CHECK_EQUAL_INT(theirs.count, 0); /* nothing is left of them */
    compare_bits(s, up);
    LB_CHECK_OK(lb_solver_cut_off_top(s, up, 3, &mass, &err), &err);
    LB_CHECK(mass > 0.0);
    compare_bits(s, up);
end:
    lb_droplets_clear(&mine);
    lb_droplets_clear(&theirs);
    return count;
}

/* Whether a gas cell has a liquid one next to it, which the interface has to keep from it. */
static bool touches(const uint8_t *flags, const uint32_t cell[3])
{
    for (int n = 0; n < 27; n++) {
        const int off[3] = {n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1};
        if (abs(off[0]) + abs(off[1]) + abs(off[2]) > 2) continue; /* as far as D3Q19 looks */
        const uint32_t x = (cell[0] + (uint32_t)(off[0] + NX)) % NX,
                       y = (cell[1] + (uint32_t)(off[1] + NY)) % NY,
                       z = (cell[2] + (uint32_t)(off[2] + NZ)) % NZ;
        if (flags[(z * NY + y) * NX + x] == LB_CELL_FLUID) return true;
    }
    return false;
}

/* Partly filled cells are interface, gas is empty, liquid is full, and the two never meet. */
static void compare_sides(struct lb_solver *s, const struct lb_case *c)
{
    static uint8_t flags[MAX];
    static double fill[MAX];
    struct lb_error err = {0};
    const struct lb_region all = {{0, 0, 0}, {NX, NY, NZ}};
    size_t wrong = 0, gas = 0, interface = 0;
    memcpy(flags, lb_solver_flags(s), sizeof flags);
    LB_CHECK_OK(lb_solver_add_sides(s, flags, &err), &err);
    LB_CHECK_OK(lb_solver_read_fill(s, &all, fill, &err), &err);
    for (uint32_t n = 0; n < MAX; n++) {
        const uint32_t cell[3] = {n % NX, n / NX % NY, n / (NX * NY)};
        const bool is_wall = (cell_of(c, cell[0], cell[1], cell[2]).flags & LB_CELL_SOLID) != 0;
        const uint8_t side = flags[n];
        gas += side == LB_CELL_GAS;
        interface += side == LB_CELL_INTERFACE;
        wrong += is_wall != (side == LB_CELL_SOLID);
        if (is_wall) continue;
        wrong += side != LB_CELL_GAS && side != LB_CELL_INTERFACE && side != LB_CELL_FLUID;
        wrong += fill[n] > 0.0 && fill[n] < 1.0 && side != LB_CELL_INTERFACE;
        wrong += side == LB_CELL_GAS && (fill[n] > 0.0 || touches(flags, cell));
        wrong += side == LB_CELL_FLUID && fill[n] < 1.0;
    }
    LB_CHECK_EQUAL_INT(wrong, 0);
    LB_CHECK(gas > 0 && interface > 0);
}

static void start_pool(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    (void)state, (void)x, (void)y;
    if (z == 0 || z == NZ - 1) out->flags = LB_CELL_SOLID;
    if (out->flags == 0) out->fill = z < 6 ? 1.0 : z == 6 ? 0.5 : 0.0;
}

static void a_pool_has_a_side_in_each_layer(void)
{
    static uint8_t flags[MAX];
    struct lb_case c;
    struct lb_solver *s = NULL;
    struct lb_error err = {0};
    size_t wrong = 0;
    make_case(&c, NULL, false, 8);
    c.start = start_pool;
    if (!LB_CHECK_OK(lb_test_solver_create(&c, device, &s, &err), &err)) return;
    memcpy(flags, lb_solver_flags(s), sizeof flags);
    LB_CHECK_OK(lb_solver_add_sides(s, flags, &err), &err);
    for (uint32_t n = 0; n < MAX; n++) {
        const uint32_t z = n / (NX * NY);
        wrong += flags[n] != (z == 0 || z == NZ - 1 ? 1 : z < 6 ? 0 : z == 6 ? 64 : 128);
    }
    LB_CHECK_EQUAL_INT(wrong, 0);
    lb_solver_destroy(s);
}

static void the_device_sees_what_it_was_given(void)
{
    const bool fp64 = lb_device_get_info(device)->fp64;
    size_t droplets = 0, cases = 0;
    for (uint32_t n = 0; n < 4; n++) { /* which axis is up, is in no kernel, and 8 lanes divide z */
        const bool is_narrow = n == 3;
        const int up = is_narrow ? 2 : (int)n;
        const struct random_state state = {up, 17 * (uint32_t)up};
        struct lb_case c;
        struct lb_solver *s = NULL;
        struct lb_error err = {0};
        if ((axes >> up & 1u) == 0 || (is_narrow && !fp64)) continue;
        if (!lb_check_runs(!is_narrow)) continue;
        cases++;
        make_case(&c, &state, fp64 && !is_narrow, is_narrow ? 1 : 8);
        if (!LB_CHECK_OK(lb_test_solver_create(&c, device, &s, &err), &err)) return;
        compare_sides(s, &c);
        compare_layers(s, &c, state.up);
        compare_columns(s, &c, state.up);
        compare_crowns(s, &c, state.up);
        droplets += compare_droplets(s, &c, state.up);
        lb_solver_destroy(s);
    }
    LB_CHECK(cases == 0 || droplets > (cases > 2 ? 6 : 1)); /* there was something to see */
}

static void a_case_without_a_surface_says_so(void)
{
    const struct random_state state = {1, 1};
    struct lb_case c;
    struct lb_solver *s = NULL;
    struct lb_error err = {0}, second = {0};
    struct lb_droplets d = {.list = NULL};
    make_case(&c, &state, false, 1);
    c.lattice = lb_lattice_find("d2q9");
    c.size[2] = 1;
    c.surface.exists = false;
    if (!LB_CHECK_OK(lb_test_solver_create(&c, device, &s, &err), &err)) return;
    LB_CHECK(lb_solver_take_droplets(s, 1, 1, &d, &err) == LB_STATUS_FAILED);
    LB_CHECK(lb_solver_read_columns(s, 1, NULL, NULL, &second) == LB_STATUS_FAILED);
    lb_solver_destroy(s);
}

/* With an argument z alone is up, for oclgrind, which is slow. */
int main(int argc, char **argv)
{
    struct lb_error err = {0};
    (void)argv;
    if (argc > 1) axes = 4;
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST_MATRIX(the_device_sees_what_it_was_given);
    if (argc == 1) LB_TEST(a_pool_has_a_side_in_each_layer);
    LB_TEST(a_case_without_a_surface_says_so);
    lb_device_close(device);
    return lb_check_report();
}

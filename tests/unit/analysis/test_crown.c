/* Crowns and cavities of exact shapes: a hollow cone on a pool, a half sphere in it.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "analysis/crown.h"
#include "support/check.h"

enum { SIDE = 40, HEIGHT = 44 };

enum { WORDS = (SIDE + 31) / 32 };

static double field[HEIGHT][SIDE][SIDE];
static uint32_t bits[HEIGHT][SIDE][WORDS];
static unsigned reads[HEIGHT];

static enum lb_status read_layer(void *source, uint32_t layer, const uint32_t **wet,
                                 struct lb_error *err)
{
    (void)source;
    (void)err;
    *wet = bits[layer][0];
    reads[layer]++;
    return LB_STATUS_OK;
}

static enum lb_status read_fill(void *source, uint32_t layer, double *fill, struct lb_error *err)
{
    (void)source;
    (void)err;
    memcpy(fill, field[layer], sizeof field[layer]);
    return LB_STATUS_OK;
}

static const struct lb_layers layers = {{SIDE, SIDE, HEIGHT}, 2, read_layer, read_fill, NULL};

/* Share of a cell by 8^3 samples; dry where that is nothing. */
static void fill_with(bool (*wet)(double x, double y, double z))
{
    enum { N = 8 };
    memset(bits, 0, sizeof bits);
    for (int z = 0; z < HEIGHT; z++)
        for (int y = 0; y < SIDE; y++)
            for (int x = 0; x < SIDE; x++) {
                int count = 0;
                for (int k = 0; k < N * N * N; k++)
                    count += wet(x + (k % N + 0.5) / N, y + (k / N % N + 0.5) / N,
                                 z + (k / N / N + 0.5) / N);
                field[z][y][x] = (double)count / (N * N * N);
                if (count > 0) bits[z][y][x / 32] |= 1u << x % 32;
            }
    memset(reads, 0, sizeof reads);
}

static const double centre = 20.3, level = 12.25;

static double radius_of(double x, double y)
{
    return hypot(x - centre, y - centre + 1.0);
}

/* A sheet of 3 cells that leans outward by 1/4, up to 9.5 above the level; the falling drop is
 * still inside, and a droplet has left above it. */
static bool crown(double x, double y, double z)
{
    const double r = radius_of(x, y), above = z - level;
    const bool sheet = above < 9.5 && fabs(r - 10.0 - 0.25 * above) < 1.5;
    const bool drop = hypot(r, above - 8.0) < 6.0;
    const bool stem = r < 2.0 && above < 8.0; /* they touch */
    const bool spray = hypot(r - 13.0, z - 30.0) < 2.0;
    return above < 0.0 || sheet || drop || stem || spray;
}

static void a_crown_is_as_high_and_as_wide_as_it_is(void)
{
    struct lb_error err = {0};
    struct lb_crown c;
    struct lb_crown_place place = {
        .level = level, .axis = {centre, centre - 1.0}, .inner = 8.0, .cut = 5.25};
    fill_with(crown);
    LB_CHECK_OK(lb_crown_measure(&layers, &place, &c, &err), &err);
    LB_CHECK_NEAR(c.height, 9.5, 1e-12); /* 21.75: three quarters of a cell */
    /* the layer 17..18 is 5.25 above the level at its middle */
    LB_CHECK_NEAR(c.diameter, 2.0 * (10.0 + 0.25 * 5.25 + 1.5), 0.5);
    place.inner = 0.0;
    LB_CHECK_OK(lb_crown_measure(&layers, &place, &c, &err), &err);
    LB_CHECK_NEAR(c.height, 14.0, 0.3); /* the drop's top */
    place.cut = 20.0;
    LB_CHECK_OK(lb_crown_measure(&layers, &place, &c, &err), &err);
    LB_CHECK_NEAR(c.diameter, 0.0, 0.0);
    LB_CHECK_EQUAL_INT(reads[10], 0); /* nothing is read below the first layer ... */
    LB_CHECK_EQUAL_INT(reads[35], 0); /* ... nor above the crown */
}

static bool flat(double x, double y, double z)
{
    (void)x, (void)y;
    return z < level;
}

static void a_flat_pool_has_no_crown(void)
{
    struct lb_error err = {0};
    struct lb_crown c;
    const struct lb_crown_place place = {.level = level, .axis = {20.0, 20.0}, .cut = 3.0};
    fill_with(flat);
    LB_CHECK_OK(lb_crown_measure(&layers, &place, &c, &err), &err);
    LB_CHECK_NEAR(c.height, 0.0, 1e-12);
    LB_CHECK_NEAR(c.diameter, 0.0, 0.0);
    const struct lb_crown_place outside = {.level = 50.0};
    LB_CHECK(lb_crown_measure(&layers, &outside, &c, &err) == LB_STATUS_FAILED);
}

/* Columns of a cavity like half an ellipsoid, tilted to the side, with its lowest point at
 * (14.5, 20.5). */
static void a_cavity_is_as_deep_as_it_is(void)
{
    static double standing[SIDE * SIDE];
    const uint32_t size[2] = {SIDE, SIDE};
    const double axis[2] = {17.0, 20.5};
    struct lb_cavity c;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            const double r2 = pow((x + 0.5 - 14.5) / 10.0, 2) + pow((y + 0.5 - 20.5) / 10.0, 2);
            standing[y * SIDE + x] = level - (r2 < 1.0 ? 8.0 * sqrt(1.0 - r2) : 0.0);
        }
    standing[0] = (double)NAN; /* a wall */
    lb_cavity_measure(standing, size, level, axis, &c);
    const double left = 8.0 * sqrt(1.0 - 0.04), right = 8.0 * sqrt(1.0 - 0.09);
    LB_CHECK_CLOSE(c.depth, 0.5 * (left + right), 1e-12); /* between two columns */
    LB_CHECK_CLOSE(c.deepest, 8.0, 1e-12);
    LB_CHECK_NEAR(c.place[0], 14.5, 0.0);
    LB_CHECK_NEAR(c.place[1], 20.5, 0.0);
}

int main(void)
{
    LB_TEST(a_crown_is_as_high_and_as_wide_as_it_is);
    LB_TEST(a_flat_pool_has_no_crown);
    LB_TEST(a_cavity_is_as_deep_as_it_is);
    return lb_check_report();
}

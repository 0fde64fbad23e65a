/* test_colour_map.c - the maps keep what they promise: lightness tells the order, white the zero.
 * SPDX-License-Identifier: MIT */
#include "plot/colour_map.h"

#include <math.h>
#include <stdlib.h>

#include "support/check.h"
#include "support/decoded_png.h"

enum { LAST = LB_COLOUR_MAP_SIZE - 1 };

static uint32_t sequential[LB_COLOUR_MAP_SIZE], diverging[LB_COLOUR_MAP_SIZE];

/* Lightness 0..100 as the eye sees it (CIE 1976). */
static double lightness(uint32_t rgb)
{
    double y = lb_luminance(rgb);
    return y > 216.0 / 24389.0 ? 116.0 * cbrt(y) - 16.0 : y * 24389.0 / 27.0;
}

static int red(uint32_t rgb)
{
    return (int)(rgb >> 16 & 0xFF);
}

static int blue(uint32_t rgb)
{
    return (int)(rgb & 0xFF);
}

static void sequential_map_rises_evenly_in_lightness(void)
{
    double whole = lightness(sequential[LAST]) - lightness(sequential[0]);
    LB_CHECK(whole > 70.0);
    for (int i = 0; i < LAST; i++)
        LB_CHECK(lightness(sequential[i + 1]) > lightness(sequential[i]) - 0.3);
    for (int i = 0; i + 32 <= LAST; i++) {
        double step = lightness(sequential[i + 32]) - lightness(sequential[i]);
        LB_CHECK(step > 0.6 * whole * 32.0 / LAST && step < 1.5 * whole * 32.0 / LAST);
    }
}

static void diverging_map_is_palest_at_zero_and_balanced(void)
{
    LB_CHECK(lightness(diverging[LAST / 2]) > 94.0);
    for (int i = 0; i < LAST / 2; i++) {
        LB_CHECK(lightness(diverging[i + 1]) > lightness(diverging[i]) - 0.3);
        LB_CHECK(lightness(diverging[LAST - i - 1]) > lightness(diverging[LAST - i]) - 0.3);
        LB_CHECK_NEAR(lightness(diverging[i]), lightness(diverging[LAST - i]), 8.0);
    }
}

static void diverging_map_is_blue_below_and_red_above(void)
{
    for (int i = 0; i < 110; i++) {
        LB_CHECK(blue(diverging[i]) > red(diverging[i]) + 20);
        LB_CHECK(red(diverging[LAST - i]) > blue(diverging[LAST - i]) + 20);
    }
}

static void walls_and_trouble_have_colours_of_their_own(void)
{
    const uint32_t own[] = {LB_COLOUR_WALL, LB_COLOUR_NOT_FINITE};
    for (int i = 0; i <= LAST; i++)
        for (int k = 0; k < 2; k++)
            for (int map = 0; map < 2; map++) {
                uint32_t c = map == 0 ? sequential[i] : diverging[i];
                int distance = abs(red(c) - red(own[k])) + abs(blue(c) - blue(own[k])) +
                               abs((int)(c >> 8 & 0xFF) - (int)(own[k] >> 8 & 0xFF));
                LB_CHECK(distance > 60);
            }
}

static void values_find_their_colours(void)
{
    LB_CHECK_EQUAL_INT(lb_colour_map_look_up(sequential, -2.0, 2.0, -2.0), sequential[0]);
    LB_CHECK_EQUAL_INT(lb_colour_map_look_up(sequential, -2.0, 2.0, 2.0), sequential[LAST]);
    LB_CHECK_EQUAL_INT(lb_colour_map_look_up(sequential, -2.0, 2.0, -9e99), sequential[0]);
    LB_CHECK_EQUAL_INT(lb_colour_map_look_up(sequential, -2.0, 2.0, 9e99), sequential[LAST]);
    LB_CHECK_EQUAL_INT(lb_colour_map_look_up(sequential, 0.0, 255.0, 77.2), sequential[77]);
    const double trouble[] = {(double)NAN, (double)INFINITY, (double)-INFINITY};
    for (int i = 0; i < 3; i++)
        LB_CHECK_EQUAL_INT(lb_colour_map_look_up(diverging, 0.0, 1.0, trouble[i]),
                           LB_COLOUR_NOT_FINITE);
}

int main(void)
{
    lb_colour_map_fill(LB_COLOUR_MAP_SEQUENTIAL, sequential);
    lb_colour_map_fill(LB_COLOUR_MAP_DIVERGING, diverging);
    LB_TEST(sequential_map_rises_evenly_in_lightness);
    LB_TEST(diverging_map_is_palest_at_zero_and_balanced);
    LB_TEST(diverging_map_is_blue_below_and_red_above);
    LB_TEST(walls_and_trouble_have_colours_of_their_own);
    LB_TEST(values_find_their_colours);
    return lb_check_report();
}

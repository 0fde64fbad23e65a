/* test_axis.c - ticks at nice numbers, in the right places, with the right words.
 * SPDX-License-Identifier: MIT */
#include "plot/axis.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support/check.h"

#define MINUS "\xE2\x88\x92"

/* All labels in a row. */
static const char *labels(const struct lb_axis *axis)
{
    static char text[4096];
    text[0] = '\0';
    for (size_t i = 0; i < axis->tick_count; i++) {
        if (axis->ticks[i].label[0] == '\0') continue;
        if (text[0] != '\0') strcat(text, " ");
        strcat(text, axis->ticks[i].label);
    }
    return text;
}

static const char *linear(double low, double high, int max)
{
    static struct lb_axis axis;
    lb_axis_fill_linear(&axis, low, high, max);
    return labels(&axis);
}

static void linear_ticks_are_nice_numbers(void)
{
    LB_CHECK_EQUAL_TEXT(linear(0, 10, 6), "0 2 4 6 8 10");
    LB_CHECK_EQUAL_TEXT(linear(0, 64, 8), "0 10 20 30 40 50 60");
    LB_CHECK_EQUAL_TEXT(linear(-0.25, 0.25, 6), MINUS "0.2 " MINUS "0.1 0.0 0.1 0.2");
    LB_CHECK_EQUAL_TEXT(linear(0.1, 0.3, 5), "0.10 0.15 0.20 0.25 0.30");
    LB_CHECK_EQUAL_TEXT(linear(3.2, 4.9, 4), "3.5 4.0 4.5");
    LB_CHECK_EQUAL_TEXT(linear(0, 1, 1), "0 1");
    LB_CHECK_EQUAL_TEXT(linear(0.9994, 1.0004, 5), "0.9994 0.9996 0.9998 1.0000 1.0002 1.0004");
}

static void very_large_and_small_numbers_share_a_power_of_ten(void)
{
    struct lb_axis axis;
    lb_axis_fill_linear(&axis, 0.0, 3e7, 4);
    LB_CHECK_EQUAL_INT(axis.factor, 7);
    LB_CHECK_EQUAL_TEXT(labels(&axis), "0 1 2 3");
    lb_axis_fill_linear(&axis, -2e-9, 1e-9, 4);
    LB_CHECK_EQUAL_INT(axis.factor, -9);
    LB_CHECK_EQUAL_TEXT(labels(&axis), MINUS "2 " MINUS "1 0 1");
    lb_axis_fill_linear(&axis, 0.0, 999999.0, 3);
    LB_CHECK_EQUAL_INT(axis.factor, 0);
}

/* Whatever the range: few ticks, in order, each where its label says. */
static void linear_labels_name_their_places(void)
{
    for (int k = -300; k <= 300; k += 7)
        for (int max = 1; max <= 12; max++) {
            double low = -0.37 * pow(10.0, k), high = 1.9 * pow(10.0, k);
            struct lb_axis axis;
            lb_axis_fill_linear(&axis, low, high, max);
            LB_CHECK(axis.tick_count <= (size_t)max + 1);
            LB_CHECK(max < 3 || axis.tick_count >= 2);
            for (size_t i = 0; i < axis.tick_count; i++) {
                const char *label = axis.ticks[i].label;
                bool negative = strncmp(label, MINUS, 3) == 0;
                double value;
                LB_CHECK(sscanf(negative ? label + 3 : label, "%lf", &value) == 1);
                value *= (negative ? -1.0 : 1.0) * pow(10.0, axis.factor);
                LB_CHECK_NEAR(axis.ticks[i].at, (value - low) / (high - low), 1e-9);
                LB_CHECK(i == 0 || axis.ticks[i].at > axis.ticks[i - 1].at);
            }
        }
}

static void logarithmic_ticks_are_powers_of_ten_with_minor_ones_between(void)
{
    struct lb_axis axis;
    lb_axis_fill_logarithmic(&axis, -2.0, 1.0, 10);
    LB_CHECK_EQUAL_TEXT(labels(&axis),
                        "10\xE2\x81\xBB\xC2\xB2 10\xE2\x81\xBB\xC2\xB9 10\xE2\x81\xB0 10\xC2\xB9");
    LB_CHECK_EQUAL_INT(axis.tick_count, 4 + 3 * 8);
    for (size_t i = 0; i + 1 < axis.tick_count; i++) {
        double mantissa = (double)(i % 9) + 1.0, decade = (double)(i / 9) - 2.0;
        LB_CHECK_NEAR(axis.ticks[i].at, (decade + log10(mantissa) + 2.0) / 3.0, 1e-12);
        LB_CHECK((axis.ticks[i].label[0] != '\0') == (i % 9 == 0));
    }
}

static void a_single_decade_is_labelled_within(void)
{
    struct lb_axis axis;
    lb_axis_fill_logarithmic(&axis, log10(0.05), log10(0.5), 10);
    LB_CHECK_EQUAL_TEXT(labels(&axis), "0.05 0.1 0.2 0.5");
    lb_axis_fill_logarithmic(&axis, -7.0, -6.0, 10);
    LB_CHECK_EQUAL_TEXT(labels(&axis), "10\xE2\x81\xBB\xE2\x81\xB7 "
                                       "2\xC2\xB7"
                                       "10\xE2\x81\xBB\xE2\x81\xB7 "
                                       "5\xC2\xB7"
                                       "10\xE2\x81\xBB\xE2\x81\xB7 "
                                       "10\xE2\x81\xBB\xE2\x81\xB6");
}

static void many_decades_get_few_labels(void)
{
    struct lb_axis axis;
    lb_axis_fill_logarithmic(&axis, -30.0, 0.0, 8);
    LB_CHECK_EQUAL_INT(axis.tick_count, 31);
    size_t labelled = 0;
    for (size_t i = 0; i < axis.tick_count; i++) {
        LB_CHECK_NEAR(axis.ticks[i].at, (double)i / 30.0, 1e-12);
        labelled += axis.ticks[i].label[0] != '\0';
    }
    LB_CHECK_EQUAL_INT(labelled, 7);
    lb_axis_fill_logarithmic(&axis, -320.0, 300.0, 8);
    LB_CHECK(axis.tick_count >= 2 && axis.tick_count <= 8);
}

static void values_go_where_they_belong(void)
{
    struct lb_axis axis;
    lb_axis_fill_linear(&axis, -1.0, 3.0, 5);
    LB_CHECK_NEAR(lb_axis_place(&axis, 0.0), 0.25, 1e-15);
    lb_axis_fill_logarithmic(&axis, -30.0, 0.0, 5);
    LB_CHECK_NEAR(lb_axis_place(&axis, 1e-15), 0.5, 1e-15);
}

int main(void)
{
    LB_TEST(linear_ticks_are_nice_numbers);
    LB_TEST(very_large_and_small_numbers_share_a_power_of_ten);
    LB_TEST(linear_labels_name_their_places);
    LB_TEST(logarithmic_ticks_are_powers_of_ten_with_minor_ones_between);
    LB_TEST(a_single_decade_is_labelled_within);
    LB_TEST(many_decades_get_few_labels);
    LB_TEST(values_go_where_they_belong);
    return lb_check_report();
}

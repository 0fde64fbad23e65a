/* What `sluice formats` prints, and the accuracy curve against theory.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case/number_format.h"
#include "commands/commands.h"
#include "support/check.h"

static char *print(const char *format)
{
    struct lb_error err = {0};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    LB_CHECK(out != NULL);
    if (out == NULL) return NULL;
    LB_CHECK_OK(lb_formats_print(out, format, &err), &err);
    fclose(out);
    return text;
}

static void every_format_is_in_every_table(void)
{
    static const char *const kinds[] = {NULL, "text", "csv", "json"};
    for (int i = 0; i < 4; i++) {
        char *text = print(kinds[i]);
        for (const struct lb_number_format *const *f = lb_number_formats; text && *f; f++)
            LB_CHECK(strstr(text, (*f)->name) != NULL);
        free(text);
    }
}

static void numbers_are_the_published_ones(void)
{
    char *text = print("csv");
    LB_CHECK(text != NULL && strstr(text, "\nfp16s,16,10,10,30,3.311,0.0009765625,1.9990234375,"));
    LB_CHECK(text != NULL && strstr(text, "\np16_0s,16,0,13,,4.214,0.0001220703125,128,,"));
    free(text);
    text = print("text");
    LB_CHECK(text != NULL && strstr(text, "1.862645e-09")); /* 2^-29 */
    free(text);
}

static void an_unknown_kind_of_table_is_a_mistake_of_use(void)
{
    struct lb_error err = {0};
    LB_CHECK_EQUAL_INT(lb_formats_print(stdout, "xml", &err), LB_STATUS_USAGE);
    LB_CHECK(strstr(err.text, "xml") != NULL);
}

/* Lehmann et al. (2022), figure 2. */
static void one_has_the_published_codes(void)
{
    static const char *const expected[][2] = {{"fp64", "3ff0000000000000,0 01111111111 0"},
                                              {"fp32", "3f800000,0 01111111 0"},
                                              {"fp16", "3c00,0 01111 0000000000,1,0"},
                                              {"fp16s", "7800,0 11110 0000000000,1,0"},
                                              {"fp16c", "7800,0 1111 00000000000,1,0"},
                                              {"p16_0s", "7f80,0 111111110 000000,1,0"},
                                              {"p16_1s", "7a00,"},
                                              {"p16_2c", "7000,"},
                                              {"int16s", "4000,0 100000000000000,1,0"}};
    static const char *const words[] = {"1"};
    struct lb_error err = {0};
    char *text = NULL, row[80];
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    LB_CHECK_OK(lb_formats_print_codes(out, words, 1, "csv", &err), &err);
    fclose(out);
    for (size_t n = 0; n < sizeof expected / sizeof expected[0]; n++) {
        snprintf(row, sizeof row, "\n1,%s,%s", expected[n][0], expected[n][1]);
        if (!LB_CHECK(strstr(text, row) != NULL)) fprintf(stderr, "no%s in%s\n", row, text);
    }
    free(text);
}

static void no_number_is_a_mistake_of_use(void)
{
    static const char *const words[] = {"1", "0,5"};
    struct lb_error err = {0};
    LB_CHECK_EQUAL_INT(lb_formats_print_codes(stdout, words, 2, "text", &err), LB_STATUS_USAGE);
    LB_CHECK(strstr(err.text, "'0,5' is not a number") != NULL);
}

enum { FORMATS = 11, LINE = 512 };
static const char columns[] =
    "x,fp32,fp16,fp16s,fp16c,p16_0s,p16_1s,p16_2c,int16s,fix16x,bfp12,mx8\n";

/* Least digits of each format over the rows with low <= x <= high; returns the number of those
 * rows. */
static size_t read_min(FILE *in, double low, double high, double min[FORMATS])
{
    char line[LINE];
    size_t rows = 0;
    for (int k = 0; k < FORMATS; k++)
        min[k] = (double)INFINITY;
    rewind(in);
    if (fgets(line, sizeof line, in) == NULL || strcmp(line, columns) != 0) return 0;
    while (fgets(line, sizeof line, in) != NULL) {
        char *next = NULL;
        const double x = strtod(line, &next);
        if (x < low || x > high) continue;
        rows++;
        for (int k = 0; k < FORMATS; k++)
            min[k] = fmin(min[k], strtod(next + 1, &next));
    }
    return rows;
}

/* A relative error of e leaves -log10(log10(1 + e)) digits. */
static double digits_of_error(double e)
{
    return -log10(log10(1.0 + e));
}

/* The least exact number of n mantissa bits lies half a step above a power of two; none of the
 * sampled ones does exactly, so the curve's least is up to a twentieth of a digit above that. */
static void check_min(double measured, double relative_error)
{
    const double expected = digits_of_error(relative_error);
    LB_CHECK(measured > expected - 1e-6);
    LB_CHECK_NEAR(measured, expected, 0.05);
}

static void the_curve_dips_to_half_a_step(void)
{
    struct lb_error err = {0};
    double min[FORMATS];
    LB_CHECK_OK(lb_formats_write_accuracy("accuracy.csv", &err), &err);
    FILE *in = fopen("accuracy.csv", "r");
    LB_CHECK(in != NULL);
    if (in == NULL) return;
    LB_CHECK(read_min(in, 0.0, 1e9, min) > 2000);
    LB_CHECK(read_min(in, 0.01, 1.0, min) > 100);
    check_min(min[0], 0x1p-24);
    check_min(min[1], 0x1p-11);
    check_min(min[2], 0x1p-11);
    check_min(min[3], 0x1p-12);
    check_min(min[9], 0x1p-11);
    check_min(min[10], 0x1p-7);
    LB_CHECK(read_min(in, 0x1p-8, 0x1p-6, min) > 20);
    check_min(min[4], 0x1p-14);
    LB_CHECK(read_min(in, 0x1p-3, 1.9, min) > 50);
    check_min(min[6], 0x1p-13);
    fclose(in);
    remove("accuracy.csv");
}

int main(void)
{
    LB_TEST(every_format_is_in_every_table);
    LB_TEST(numbers_are_the_published_ones);
    LB_TEST(one_has_the_published_codes);
    LB_TEST(no_number_is_a_mistake_of_use);
    LB_TEST(an_unknown_kind_of_table_is_a_mistake_of_use);
    LB_TEST(the_curve_dips_to_half_a_step);
    return lb_check_report();
}

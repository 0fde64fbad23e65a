/* test_bench_plan.c - lists of sizes, and the order of a sweep's points.
 * SPDX-License-Identifier: MIT */
#include "bench/bench_plan.h"

#include <stdlib.h>
#include <string.h>

#include "opencl/device.h"
#include "cli/read_bench.h"
#include "support/check.h"

enum { MAX_SIZES = 4 };

static void lists_of_sizes_are_understood(void)
{
    struct lb_bench_size s[MAX_SIZES];
    struct lb_error err = {0};
    uint32_t cells[3];
    size_t count;
    LB_CHECK_OK(lb_bench_sizes_parse("64,480x32,480x464x394,MAX", s, MAX_SIZES, &count, &err),
                &err);
    LB_CHECK_EQUAL_INT(count, 4);
    LB_CHECK(lb_bench_size_on(&s[0], lb_lattice_find("d3q19"), cells));
    LB_CHECK(cells[0] == 64 && cells[1] == 64 && cells[2] == 64);
    LB_CHECK(lb_bench_size_on(&s[0], lb_lattice_find("d2q9"), cells));
    LB_CHECK(cells[0] == 64 && cells[1] == 64 && cells[2] == 1);
    LB_CHECK(lb_bench_size_on(&s[1], lb_lattice_find("d2q9"), cells));
    LB_CHECK(cells[0] == 480 && cells[1] == 32 && cells[2] == 1);
    LB_CHECK(!lb_bench_size_on(&s[1], lb_lattice_find("d3q19"), cells));
    LB_CHECK(lb_bench_size_on(&s[2], lb_lattice_find("d3q27"), cells));
    LB_CHECK(cells[0] == 480 && cells[1] == 464 && cells[2] == 394);
    LB_CHECK(!lb_bench_size_on(&s[2], lb_lattice_find("d2q9"), cells));
    LB_CHECK_EQUAL_INT(s[3].kind, LB_BENCH_SIZE_LARGEST);
}

static void wrong_sizes_are_named(void)
{
    static const struct {
        const char *text, *part;
    } wrong[] = {
        {"64,", "is empty"},     {"", "is empty"},        {"64,abc", "'abc'"},
        {"64x", "'64x'"},        {"x64", "'x64'"},        {"8", "16 to 100000"},
        {"1e6", "16 to 1000"},   {"64.5", "'64.5'"},      {"16x16x16x16", "more than three"},
        {"64,64x-1", "'64x-1'"}, {"maximum", "'maximum'"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct lb_bench_size s[MAX_SIZES];
        struct lb_error err = {0};
        size_t count;
        LB_CHECK_EQUAL_INT(lb_bench_sizes_parse(wrong[i].text, s, MAX_SIZES, &count, &err),
                           LB_STATUS_USAGE);
        if (!LB_CHECK(strstr(err.text, wrong[i].part) != NULL))
            LB_CHECK_EQUAL_TEXT(err.text, wrong[i].part);
    }
    struct lb_bench_size s[MAX_SIZES];
    struct lb_error err = {0};
    size_t count;
    LB_CHECK_EQUAL_INT(lb_bench_sizes_parse("16,17,18,19,20", s, MAX_SIZES, &count, &err),
                       LB_STATUS_USAGE);
}

static enum lb_status make(struct lb_options o, const char *key, const char *value,
                           struct lb_bench_plan *plan, struct lb_error *err)
{
    static const struct lb_parameter none[] = {{0}};
    const struct lb_device_info devices[2] = {
        {.index = 0, .name = "First", .type = LB_DEVICE_CPU},
        {.index = 1, .device_index = 1, .name = "Second", .type = LB_DEVICE_CPU}};
    struct lb_values *v = NULL;
    enum lb_status st = lb_values_create(lb_bench_parameters, none, &v, err);
    if (st == LB_STATUS_OK && key != NULL) st = lb_values_set(v, key, value, "test", err);
    if (st == LB_STATUS_OK) st = lb_bench_plan_read(&o, v, devices, 2, plan, err);
    lb_values_destroy(v);
    return st;
}

static void every_combination_comes_once_in_order(void)
{
    struct lb_bench_plan *plan = malloc(sizeof *plan);
    struct lb_error err = {0};
    const struct lb_options o = {.device = "all",
                                 .lattice = "d2q9,d3q19",
                                 .precision = "fp32,fp16c,fp64",
                                 .streaming = "in-place,pull",
                                 .lanes = "1,auto",
                                 .shift = 2};
    if (!LB_CHECK(plan != NULL)) return;
    LB_CHECK_OK(make(o, "walls", "0,1", plan, &err), &err);
    LB_CHECK_EQUAL_INT(lb_bench_plan_count(plan), 2 * 2 * 3 * 2 * 2 * 2 * 2);
    const struct lb_bench_choice first = lb_bench_plan_point(plan, 0);
    LB_CHECK_EQUAL_INT(first.device, 0);
    LB_CHECK_EQUAL_TEXT(first.lattice->name, "d2q9");
    LB_CHECK_EQUAL_TEXT(first.precision.storage->name, "fp32");
    LB_CHECK(first.shift && !first.walls && first.layout.lanes == 1);
    LB_CHECK_EQUAL_TEXT(lb_bench_plan_point(plan, 1).precision.storage->name, "fp16c");
    LB_CHECK_EQUAL_INT(lb_bench_plan_point(plan, 3).layout.lanes, 0);
    LB_CHECK(!lb_bench_plan_point(plan, 6).shift);
    LB_CHECK_EQUAL_INT(lb_bench_plan_point(plan, 12).streaming, LB_STREAMING_PULL);
    LB_CHECK(lb_bench_plan_point(plan, 24).walls);
    const struct lb_bench_choice last = lb_bench_plan_point(plan, lb_bench_plan_count(plan) - 1);
    LB_CHECK_EQUAL_INT(last.device, 1);
    LB_CHECK_EQUAL_TEXT(last.lattice->name, "d3q19");
    LB_CHECK_EQUAL_TEXT(last.precision.storage->name, "fp64");
    LB_CHECK(!last.shift && last.walls);
    free(plan);
}

static void devices_are_measured_once(void)
{
    struct lb_bench_plan *plan = malloc(sizeof *plan);
    struct lb_error err = {0};
    if (!LB_CHECK(plan != NULL)) return;
    LB_CHECK_OK(
        make((struct lb_options){.device = "1,second,0:0", .shift = -1}, NULL, NULL, plan, &err),
        &err);
    LB_CHECK_EQUAL_INT(plan->device_count, 2);
    LB_CHECK_EQUAL_INT(plan->devices[0], 1);
    LB_CHECK_EQUAL_INT(plan->devices[1], 0);
    free(plan);
}

static void wrong_words_are_found_before_anything_runs(void)
{
    static const struct lb_options wrong[] = {{.lattice = "d3q19,d3q20"},
                                              {.precision = "fp32,"},
                                              {.lanes = "1,3"},
                                              {.streaming = "push"},
                                              {.device = "0,7"}};
    struct lb_bench_plan *plan = malloc(sizeof *plan);
    if (!LB_CHECK(plan != NULL)) return;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct lb_error err = {0};
        LB_CHECK(make(wrong[i], NULL, NULL, plan, &err) != LB_STATUS_OK);
        LB_CHECK(err.text[0] != '\0');
    }
    struct lb_error err = {0};
    LB_CHECK_EQUAL_INT(make((struct lb_options){0}, "walls", "2", plan, &err), LB_STATUS_USAGE);
    free(plan);
}

int main(void)
{
    LB_TEST(lists_of_sizes_are_understood);
    LB_TEST(wrong_sizes_are_named);
    LB_TEST(every_combination_comes_once_in_order);
    LB_TEST(devices_are_measured_once);
    LB_TEST(wrong_words_are_found_before_anything_runs);
    return lb_check_report();
}

/* test_device_choice.c - which device a word means, on made-up lists.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "opencl/device.h"
#include "support/check.h"

static const struct lb_device_info workshop[] = {
    {.index = 0,
     .platform_index = 0,
     .device_index = 0,
     .name = "pthread-haswell-AMD EPYC 7763",
     .type = LB_DEVICE_CPU,
     .compute_units = 64,
     .clock_mhz = 3500},
    {.index = 1,
     .platform_index = 1,
     .device_index = 0,
     .name = "NVIDIA A100",
     .type = LB_DEVICE_GPU,
     .compute_units = 108,
     .clock_mhz = 1410},
    {.index = 2,
     .platform_index = 1,
     .device_index = 2,
     .name = "NVIDIA A100 80GB",
     .type = LB_DEVICE_GPU,
     .compute_units = 108,
     .clock_mhz = 1500},
    {.index = 3,
     .platform_index = 2,
     .device_index = 0,
     .name = "FPGA Emulation",
     .type = LB_DEVICE_OTHER,
     .compute_units = 4096,
     .clock_mhz = 9000},
    {.index = 4,
     .platform_index = 3,
     .device_index = 0,
     .name = "Old CPU",
     .type = LB_DEVICE_CPU,
     .compute_units = 4,
     .clock_mhz = 2000},
};
enum { WORKSHOP_COUNT = sizeof workshop / sizeof workshop[0] };

static const struct lb_device_info twins[] = {
    {.index = 0, .device_index = 0, .name = "pthread", .type = LB_DEVICE_CPU, .compute_units = 2},
    {.index = 1, .device_index = 1, .name = "pthread", .type = LB_DEVICE_CPU, .compute_units = 2},
};

static void check_choice(const char *spec, size_t expected)
{
    struct lb_error err = {0};
    size_t chosen = 99;
    LB_CHECK_OK(lb_device_choose(workshop, WORKSHOP_COUNT, spec, &chosen, &err), &err);
    LB_CHECK_EQUAL_INT(chosen, expected);
}

/* `parts`: texts the message must contain, ended by NULL. */
static void check_refusal(const struct lb_device_info *list, size_t count, const char *spec,
                          const char *const *parts)
{
    struct lb_error err = {0};
    size_t chosen = 0;
    LB_CHECK_EQUAL_INT(lb_device_choose(list, count, spec, &chosen, &err), LB_STATUS_DEVICE);
    for (; *parts != NULL; parts++)
        if (strstr(err.text, *parts) == NULL) LB_CHECK_EQUAL_TEXT(err.text, *parts);
}

#define PARTS(...) ((const char *const[]){__VA_ARGS__, NULL})

static void no_word_takes_the_strongest_gpu(void)
{
    check_choice(NULL, 2);
    check_choice("", 2);
}

static void without_a_gpu_the_strongest_cpu_is_taken_before_an_accelerator(void)
{
    struct lb_error err = {0};
    size_t chosen = 99;
    LB_CHECK_OK(lb_device_choose(workshop + 3, 2, NULL, &chosen, &err), &err);
    LB_CHECK_EQUAL_INT(chosen, 1);
}

static void devices_that_hide_their_clock_are_ordered_by_compute_units(void)
{
    const struct lb_device_info list[] = {
        {.index = 0, .name = "small", .type = LB_DEVICE_GPU, .compute_units = 2},
        {.index = 1, .name = "large", .type = LB_DEVICE_GPU, .compute_units = 8},
    };
    struct lb_error err = {0};
    size_t chosen = 99;
    LB_CHECK_OK(lb_device_choose(list, 2, NULL, &chosen, &err), &err);
    LB_CHECK_EQUAL_INT(chosen, 1);
}

static void of_equal_devices_the_first_is_taken(void)
{
    struct lb_error err = {0};
    size_t chosen = 99;
    LB_CHECK_OK(lb_device_choose(twins, 2, NULL, &chosen, &err), &err);
    LB_CHECK_EQUAL_INT(chosen, 0);
}

static void a_number_is_an_index(void)
{
    check_choice("0", 0);
    check_choice("3", 3);
    check_choice("01", 1);
}

static void a_pair_is_platform_and_device(void)
{
    check_choice("1:0", 1);
    check_choice("1:2", 2);
    check_choice("3:0", 4);
}

static void a_type_takes_the_strongest_of_it(void)
{
    check_choice("gpu", 2);
    check_choice("CPU", 0); /* though "Old CPU" has the word in its name */
}

static void a_part_of_a_name_is_found_in_any_case(void)
{
    check_choice("epyc", 0);
    check_choice("fpga emu", 3);
    check_choice("80gb", 2);
    check_choice("old", 4);
}

static void a_whole_name_wins_over_longer_ones(void)
{
    check_choice("nvidia a100", 1);
}

static void an_ambiguous_part_lists_only_the_candidates(void)
{
    struct lb_error err = {0};
    size_t chosen = 0;
    check_refusal(workshop, WORKSHOP_COUNT, "a100",
                  PARTS("2 devices", "1:0", "1:2", "NVIDIA A100 80GB"));
    lb_device_choose(workshop, WORKSHOP_COUNT, "a100", &chosen, &err);
    LB_CHECK(strstr(err.text, "EPYC") == NULL);
    check_refusal(twins, 2, "pthread", PARTS("2 devices", "0:0", "0:1"));
}

static void an_unknown_word_lists_what_exists(void)
{
    check_refusal(workshop, WORKSHOP_COUNT, "radeon",
                  PARTS("'radeon'", "EPYC", "FPGA Emulation", "NVIDIA A100 80GB", "Old CPU"));
    check_refusal(workshop, WORKSHOP_COUNT, "1:1", PARTS("'1:1'", "1:2"));
    check_refusal(twins, 2, "gpu", PARTS("'gpu'", "cpu  pthread"));
}

static void an_index_too_large_says_how_many_there_are(void)
{
    check_refusal(workshop, WORKSHOP_COUNT, "5", PARTS("no device 5", "are 5"));
    check_refusal(workshop, WORKSHOP_COUNT, "99999999999999999999999", PARTS("are 5"));
    check_refusal(workshop, 1, "1", PARTS("no device 1", "is 1"));
}

static void odd_words_choose_nothing(void)
{
    check_refusal(workshop, WORKSHOP_COUNT, "-1", PARTS("'-1'"));
    check_refusal(workshop, WORKSHOP_COUNT, "1:", PARTS("'1:'"));
    check_refusal(workshop, WORKSHOP_COUNT, ":1", PARTS("':1'"));
    check_refusal(workshop, WORKSHOP_COUNT, "1:0:0", PARTS("'1:0:0'"));
    check_refusal(workshop, WORKSHOP_COUNT, "4294967297:0", PARTS("'4294967297:0'"));
}

static void no_device_at_all_says_how_to_get_one(void)
{
    check_refusal(NULL, 0, NULL, PARTS("pocl-opencl-icd", "render"));
    check_refusal(NULL, 0, "gpu", PARTS("pocl-opencl-icd"));
}

static void long_words_and_long_lists_stay_within_the_message(void)
{
    static struct lb_device_info many[100];
    char word[5000];
    for (int i = 0; i < 100; i++) {
        many[i] = (struct lb_device_info){.index = i, .device_index = i};
        memset(many[i].name, 'x', sizeof many[i].name - 1);
    }
    memset(word, 'y', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    check_refusal(many, 100, word, PARTS("yyyy", "xxxx"));
    check_refusal(many, 100, "x", PARTS("100 devices", "xxxx"));
}

/* The device of process `rank` of a machine. */
static size_t shared(const struct lb_device_info *list, size_t count, const char *spec, int rank)
{
    struct lb_error err = {0};
    size_t chosen = count;
    LB_CHECK_OK(lb_device_choose_shared(list, count, spec, rank, &chosen, &err), &err);
    return chosen;
}

static void processes_take_devices_like_the_strongest_in_turn(void)
{
    for (int rank = 0; rank < 5; rank++) {
        LB_CHECK_EQUAL_INT(shared(twins, 2, NULL, rank), rank % 2);
        LB_CHECK_EQUAL_INT(shared(twins, 2, "cpu", rank), rank % 2);
        /* the other GPU is another model, and would make all wait */
        LB_CHECK_EQUAL_INT(shared(workshop, WORKSHOP_COUNT, "gpu", rank), 2);
        LB_CHECK_EQUAL_INT(shared(workshop, WORKSHOP_COUNT, "1", rank), 1);
    }
}

static void processes_take_the_devices_of_a_list_in_turn(void)
{
    static const size_t expected[] = {4, 1, 0, 4, 1, 0};
    for (int rank = 0; rank < 6; rank++)
        LB_CHECK_EQUAL_INT(shared(workshop, WORKSHOP_COUNT, "old,1:0,0", rank), expected[rank]);
    struct lb_error err = {0};
    size_t chosen;
    LB_CHECK_EQUAL_INT(lb_device_choose_shared(workshop, WORKSHOP_COUNT, "0,9", 1, &chosen, &err),
                       LB_STATUS_DEVICE);
}

int main(void)
{
    LB_TEST(processes_take_devices_like_the_strongest_in_turn);
    LB_TEST(processes_take_the_devices_of_a_list_in_turn);
    LB_TEST(no_word_takes_the_strongest_gpu);
    LB_TEST(without_a_gpu_the_strongest_cpu_is_taken_before_an_accelerator);
    LB_TEST(devices_that_hide_their_clock_are_ordered_by_compute_units);
    LB_TEST(of_equal_devices_the_first_is_taken);
    LB_TEST(a_number_is_an_index);
    LB_TEST(a_pair_is_platform_and_device);
    LB_TEST(a_type_takes_the_strongest_of_it);
    LB_TEST(a_part_of_a_name_is_found_in_any_case);
    LB_TEST(a_whole_name_wins_over_longer_ones);
    LB_TEST(an_ambiguous_part_lists_only_the_candidates);
    LB_TEST(an_unknown_word_lists_what_exists);
    LB_TEST(an_index_too_large_says_how_many_there_are);
    LB_TEST(odd_words_choose_nothing);
    LB_TEST(no_device_at_all_says_how_to_get_one);
    LB_TEST(long_words_and_long_lists_stay_within_the_message);
    return lb_check_report();
}

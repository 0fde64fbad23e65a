/* Which kernel file a device gets.
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "opencl/device.h"
#include "case/number_format.h"
#include "layout/layout.h"
#include "workspace/conversion_variant.h"
#include "support/check.h"

static const struct lb_device_info cpu = {.type = LB_DEVICE_CPU, .fp32_denormals = true};
static const struct lb_device_info gpu = {.type = LB_DEVICE_GPU, .fp32_denormals = true};
static const struct lb_device_info flushing_gpu = {.type = LB_DEVICE_GPU};

static void subnormal_operands_are_for_gpus_that_have_them(void)
{
    const struct lb_number_format *f = lb_number_format_find("fp16c");
    LB_CHECK_EQUAL_TEXT(lb_conversion_variant(f, &gpu, 2).file, "storage/fp16c.cl");
    LB_CHECK_EQUAL_TEXT(lb_conversion_variant(f, &cpu, 16).file, "storage/fp16c_flush.cl");
    LB_CHECK_EQUAL_TEXT(lb_conversion_variant(f, &flushing_gpu, 2).file, "storage/fp16c_flush.cl");
}

static void other_formats_have_one_file(void)
{
    for (const struct lb_number_format *const *f = lb_number_formats; *f != NULL; f++) {
        if (strcmp((*f)->name, "fp16c") == 0) continue;
        LB_CHECK_EQUAL_TEXT(lb_conversion_variant(*f, &cpu, 16).file, (*f)->file);
        LB_CHECK_EQUAL_TEXT(lb_conversion_variant(*f, &gpu, 2).file, (*f)->file);
    }
}

static void eight_lanes_of_a_cpu_have_files_of_their_own(void)
{
    static const char *const formats[] = {"fp16c", "p16_0s", "p16_1s", "p16_2c"};
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        const struct lb_number_format *f = lb_number_format_find(formats[i]);
        char file[64];
        snprintf(file, sizeof file, "storage/avx2/%s_avx2.cl", formats[i]);
        LB_CHECK_EQUAL_TEXT(lb_conversion_variant(f, &cpu, 8).file, file);
        LB_CHECK_EQUAL_TEXT(lb_conversion_variant(f, &gpu, 8).file, f->file);
        LB_CHECK(strcmp(lb_conversion_variant(f, &cpu, 4).file, file) != 0);
    }
    LB_CHECK_EQUAL_TEXT(lb_conversion_variant(lb_number_format_find("fp16s"), &cpu, 8).file,
                        "storage/half.cl");
}

static void nvidia_takes_ptx_for_one_or_two_lanes(void)
{
    struct lb_device_info nvidia = {.type = LB_DEVICE_GPU, .fp32_denormals = true};
    snprintf(nvidia.vendor, sizeof nvidia.vendor, "NVIDIA Corporation");
    const struct lb_number_format *f = lb_number_format_find("p16_1s");
    LB_CHECK_EQUAL_TEXT(lb_conversion_variant(f, &nvidia, 1).file,
                        "storage/nvidia/p16_1s_nvidia.cl");
    LB_CHECK_EQUAL_TEXT(lb_conversion_variant(f, &nvidia, 2).file,
                        "storage/nvidia/p16_1s_nvidia.cl");
    LB_CHECK_EQUAL_TEXT(lb_conversion_variant(f, &nvidia, 4).file, "storage/p16_1s.cl");
    LB_CHECK_EQUAL_TEXT(lb_conversion_variant(lb_number_format_find("fp32"), &nvidia, 2).file,
                        "storage/fp32.cl");
}

/* test_step_lanes.c relies on it. */
static void formats_converted_by_integers_are_kept_in_words(void)
{
    for (int lanes = 2; lanes <= 8; lanes *= 2) {
        const struct lb_layout two = {.lanes = lanes, .arithmetic_lanes = 2};
        static const char *const words[] = {"fp16c", "p16_0s", "p16_1s", "p16_2c"};
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
            LB_CHECK_EQUAL_TEXT(lb_packing_file(lb_number_format_find(words[i]), &two),
                                "packing/words.cl");
        LB_CHECK_EQUAL_TEXT(lb_packing_file(lb_number_format_find("fp16s"), &two),
                            "packing/codes.cl");
        LB_CHECK_EQUAL_TEXT(lb_packing_file(lb_number_format_find("fp32"), &two),
                            "packing/codes.cl");
    }
    const struct lb_layout wide = {.lanes = 16, .arithmetic_lanes = 16};
    LB_CHECK_EQUAL_TEXT(lb_packing_file(lb_number_format_find("p16_1s"), &wide),
                        "packing/codes.cl");
}

int main(void)
{
    LB_TEST(subnormal_operands_are_for_gpus_that_have_them);
    LB_TEST(other_formats_have_one_file);
    LB_TEST(eight_lanes_of_a_cpu_have_files_of_their_own);
    LB_TEST(nvidia_takes_ptx_for_one_or_two_lanes);
    LB_TEST(formats_converted_by_integers_are_kept_in_words);
    return lb_check_report();
}

/* Which kernel file a device gets.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "cl/device.h"
#include "physics/number_format.h"
#include "run/storage_file.h"
#include "support/check.h"

static const struct lb_device_info cpu = {.type = LB_DEVICE_CPU, .fp32_denormals = true};
static const struct lb_device_info gpu = {.type = LB_DEVICE_GPU, .fp32_denormals = true};
static const struct lb_device_info flushing_gpu = {.type = LB_DEVICE_GPU};

static void subnormal_operands_are_for_gpus_that_have_them(void)
{
    const struct lb_number_format *f = lb_number_format_find("fp16c");
    LB_CHECK_EQUAL_TEXT(lb_storage_file(f, &gpu, 2), "storage/fp16c.cl");
    LB_CHECK_EQUAL_TEXT(lb_storage_file(f, &cpu, 16), "storage/fp16c_flush.cl");
    LB_CHECK_EQUAL_TEXT(lb_storage_file(f, &flushing_gpu, 2), "storage/fp16c_flush.cl");
}

static void other_formats_have_one_file(void)
{
    for (const struct lb_number_format *const *f = lb_number_formats; *f != NULL; f++) {
        if (strcmp((*f)->name, "fp16c") == 0) continue;
        LB_CHECK_EQUAL_TEXT(lb_storage_file(*f, &cpu, 16), (*f)->file);
        LB_CHECK_EQUAL_TEXT(lb_storage_file(*f, &gpu, 2), (*f)->file);
    }
}

int main(void)
{
    LB_TEST(subnormal_operands_are_for_gpus_that_have_them);
    LB_TEST(other_formats_have_one_file);
    return lb_check_report();
}

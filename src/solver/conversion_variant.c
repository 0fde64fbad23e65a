/* conversion_variant.c - chooses among kernel files that give the same bits.
 * SPDX-License-Identifier: MIT */
#include "solver/conversion_variant.h"

#include <stddef.h>
#include <string.h>

#include "opencl/device.h"
#include "case/number_format.h"
#include "solver/layout.h"

struct file_of {
    const char *format, *file;
};

/* By PTX, for one or two lanes. */
static const struct file_of nvidia_files[] = {
    {"fp16", "storage/nvidia/fp16_nvidia.cl"},
    {"fp16s", "storage/nvidia/fp16s_nvidia.cl"},
    {"fp16c", "storage/nvidia/fp16c_nvidia.cl"},
    {"p16_0s", "storage/nvidia/p16_0s_nvidia.cl"},
    {"p16_1s", "storage/nvidia/p16_1s_nvidia.cl"},
    {"p16_2c", "storage/nvidia/p16_2c_nvidia.cl"},
    {NULL, NULL},
};

/* For the eight lanes of a CPU with AVX2; without it they are the format's own file. */
static const struct file_of avx2_files[] = {
    {"fp16c", "storage/avx2/fp16c_avx2.cl"},
    {"p16_0s", "storage/avx2/p16_0s_avx2.cl"},
    {"p16_1s", "storage/avx2/p16_1s_avx2.cl"},
    {"p16_2c", "storage/avx2/p16_2c_avx2.cl"},
    {NULL, NULL},
};

/* NULL where the list has none for the format. */
static const char *find(const struct file_of *list, const char *format)
{
    while (list->format != NULL && strcmp(format, list->format) != 0)
        list++;
    return list->file;
}

const char *lb_conversion_variant(const struct lb_number_format *format,
                                  const struct lb_device_info *device, int lanes)
{
    const char *file = NULL;
    if (device->type == LB_DEVICE_CPU && lanes == 8) file = find(avx2_files, format->name);
    if (file != NULL) return file;
    /* A product with a subnormal float takes a CPU four (Zen 3) to a hundred cycles and more. */
    const bool is_slow = device->type == LB_DEVICE_CPU || !device->fp32_denormals;
    if (is_slow && strcmp(format->name, "fp16c") == 0) return "storage/fp16c_flush.cl";
    if (lb_device_is_nvidia(device) && lanes <= 2) file = find(nvidia_files, format->name);
    return file != NULL ? file : format->file;
}

const char *lb_packing_file(const struct lb_number_format *format, const struct lb_layout *layout)
{
    /* Formats that the hardware converts were 3 % slower so on an H200, the others 1 to 20 % faster. */
    const bool fills_words = format->bytes == 2 && !format->converts_in_hardware &&
                             layout->arithmetic_lanes == 2 && layout->lanes <= 8;
    return fills_words ? "packing/words.cl" : "packing/codes.cl";
}

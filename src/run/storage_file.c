/* storage_file.c - chooses among kernel files that give the same bits.
 * SPDX-License-Identifier: MIT */
#include "run/storage_file.h"

#include <stddef.h>
#include <string.h>

#include "cl/device.h"
#include "physics/number_format.h"
#include "run/layout.h"

/* By PTX, for one or two lanes. */
static const struct {
    const char *format, *file;
} nvidia_files[] = {
    {"fp16", "storage/fp16_nvidia.cl"},     {"fp16s", "storage/fp16s_nvidia.cl"},
    {"fp16c", "storage/fp16c_nvidia.cl"},   {"p16_0s", "storage/p16_0s_nvidia.cl"},
    {"p16_1s", "storage/p16_1s_nvidia.cl"}, {"p16_2c", "storage/p16_2c_nvidia.cl"},
};

/* For the eight lanes of a CPU with AVX2; without it they are the format's own file. */
static const struct {
    const char *format, *file;
} avx2_files[] = {
    {"fp16c", "storage/fp16c_avx2.cl"},
    {"p16_0s", "storage/p16_0s_avx2.cl"},
    {"p16_1s", "storage/p16_1s_avx2.cl"},
    {"p16_2c", "storage/p16_2c_avx2.cl"},
};

const char *lb_storage_file(const struct lb_number_format *format,
                            const struct lb_device_info *device, int lanes)
{
    for (size_t i = 0; i < sizeof avx2_files / sizeof avx2_files[0]; i++)
        if (device->type == LB_DEVICE_CPU && lanes == 8 &&
            strcmp(format->name, avx2_files[i].format) == 0)
            return avx2_files[i].file;
    /* A product with a subnormal float takes a CPU a hundred cycles and more. */
    const bool is_slow = device->type == LB_DEVICE_CPU || !device->fp32_denormals;
    if (is_slow && strcmp(format->name, "fp16c") == 0) return "storage/fp16c_flush.cl";
    for (size_t i = 0; i < sizeof nvidia_files / sizeof nvidia_files[0]; i++)
        if (lb_device_is_nvidia(device) && lanes <= 2 &&
            strcmp(format->name, nvidia_files[i].format) == 0)
            return nvidia_files[i].file;
    return format->file;
}

const char *lb_codes_file(const struct lb_number_format *format, const struct lb_layout *layout)
{
    /* Formats that the hardware converts were 3 % slower so on an H200, the others 1 to 20 % faster. */
    const bool fills_words = format->bytes == 2 && !format->converts_in_hardware &&
                             layout->arithmetic_lanes == 2 && layout->lanes <= 8;
    return fills_words ? "codes/words.cl" : "codes/plain.cl";
}

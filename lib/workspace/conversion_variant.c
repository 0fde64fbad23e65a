/* conversion_variant.c - chooses among kernel files that give the same bits.
 * SPDX-License-Identifier: MIT */
#include "workspace/conversion_variant.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "case/number_format.h"
#include "opencl/device.h"
#include "layout/layout.h"

const struct lb_conversion lb_conversion_variants[] = {
    {"fp16", "storage/nvidia/half_nvidia.cl", 1.0, LB_CONVERSION_NVIDIA},
    {"fp16s", "storage/nvidia/half_nvidia.cl", 0x1p15, LB_CONVERSION_NVIDIA},
    {"fp16c", "storage/fp16c_flush.cl", 1.0, LB_CONVERSION_FLUSHING},
    {"fp16c", "storage/avx2/fp16c_avx2.cl", 1.0, LB_CONVERSION_AVX2},
    {"fp16c", "storage/nvidia/fp16c_nvidia.cl", 0x1p-112, LB_CONVERSION_NVIDIA},
    {"p16_0s", "storage/avx2/p16_0s_avx2.cl", 1.0, LB_CONVERSION_AVX2},
    {"p16_0s", "storage/nvidia/p16_0s_nvidia.cl", 1.0, LB_CONVERSION_NVIDIA},
    {"p16_1s", "storage/avx2/p16_1s_avx2.cl", 1.0, LB_CONVERSION_AVX2},
    {"p16_1s", "storage/nvidia/p16_1s_nvidia.cl", 1.0, LB_CONVERSION_NVIDIA},
    {"p16_2c", "storage/avx2/p16_2c_avx2.cl", 1.0, LB_CONVERSION_AVX2},
    {"p16_2c", "storage/nvidia/p16_2c_nvidia.cl", 1.0, LB_CONVERSION_NVIDIA},
    {"bfp12", "storage/nvidia/block_nvidia.cl", 1.0, LB_CONVERSION_NVIDIA},
    {"mx8", "storage/nvidia/block_nvidia.cl", 0x1p10, LB_CONVERSION_NVIDIA},
    {NULL, NULL, 0.0, LB_CONVERSION_ANY},
};

/* Whether a variant is for the device; the later ones in this order are chosen first. */
static bool is_for(enum lb_conversion_target target, const struct lb_device_info *device, int lanes)
{
    const bool is_cpu = device->type == LB_DEVICE_CPU;
    switch (target) {
    case LB_CONVERSION_ANY: return true;
    /* A product with a subnormal float takes a CPU four (Zen 3) to a hundred cycles and more. */
    case LB_CONVERSION_FLUSHING: return is_cpu || !device->fp32_denormals;
    case LB_CONVERSION_AVX2: return is_cpu && lanes == 8;
    case LB_CONVERSION_NVIDIA:
        return lb_device_is_nvidia(device) && lanes <= 2 && device->fp32_denormals;
    }
    return false;
}

struct lb_conversion lb_conversion_own(const struct lb_number_format *format)
{
    const struct lb_conversion own = {format->name, format->file, format->scale, LB_CONVERSION_ANY};
    return own;
}

struct lb_conversion lb_conversion_variant(const struct lb_number_format *format,
                                           const struct lb_device_info *device, int lanes)
{
    struct lb_conversion best = lb_conversion_own(format);
    for (const struct lb_conversion *v = lb_conversion_variants; v->format != NULL; v++)
        if (strcmp(v->format, format->name) == 0 && v->target > best.target &&
            is_for(v->target, device, lanes))
            best = *v;
    return best;
}

static bool is_packed_into_words(const struct lb_number_format *format,
                                 const struct lb_layout *layout)
{
    /* Formats that the hardware converts were 3 % slower so on an H200, the others 1 to 20 % faster. */
    return format->bits <= 16 && !format->converts_in_hardware && layout->arithmetic_lanes == 2 &&
           layout->lanes <= 8;
}

const char *lb_packing_file(const struct lb_number_format *format, const struct lb_layout *layout)
{
    return is_packed_into_words(format, layout) ? "packing/words.cl" : "packing/codes.cl";
}

const char *lb_packing_bytes_file(const struct lb_number_format *format,
                                  const struct lb_layout *layout)
{
    return is_packed_into_words(format, layout) ? "packing/bytes_of_words.cl"
                                                : "packing/bytes_of_codes.cl";
}

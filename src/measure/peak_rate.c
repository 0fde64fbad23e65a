/* peak_rate.c - runs the chains of kernels/probes/peak.cl and computes them once more on the host.
 * SPDX-License-Identifier: MIT */
#include "measure/peak_rate.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "opencl/device.h"
#include "opencl/program.h"
#include "measure/memory_probe.h"

enum {
    CHAINS = 8,
    LINKS_PER_ROUND = 4, /* as in the kernel */
    STARTS = 4,
    ROUNDS = 256,
    MAX_LANES = 16,
    GPU_ITEMS_PER_UNIT = 8192,
    OTHER_ITEMS_PER_UNIT = 1024,
    GROUP = 64
};
static const int lane_counts[] = {4, 8, 16};
enum { LANE_COUNTS = sizeof lane_counts / sizeof lane_counts[0] };

static const double float_constants[3] = {0.5, 0.9990234375, 0.03125};
static const uint32_t integer_constants[3] = {12345u, 0x9E3779B9u, 0x5BD1E995u};

/* A number of any of the three kinds. */
union number {
    float f;
    double d;
    uint32_t u;
};

static size_t size_of(enum lb_peak peak)
{
    return peak == LB_PEAK_FP64 ? sizeof(double) : sizeof(uint32_t);
}

static union number constant(enum lb_peak peak, int which)
{
    union number x;
    switch (peak) {
    case LB_PEAK_FP32: x.f = (float)float_constants[which]; break;
    case LB_PEAK_FP64: x.d = float_constants[which]; break;
    default: x.u = integer_constants[which]; break;
    }
    return x;
}

static union number add(enum lb_peak peak, union number x, union number y)
{
    switch (peak) {
    case LB_PEAK_FP32: x.f = x.f + y.f; break;
    case LB_PEAK_FP64: x.d = x.d + y.d; break;
    default: x.u = x.u + y.u; break;
    }
    return x;
}

/* A whole chain that begins with first + start + 32 lane. */
static union number run_chain(enum lb_peak peak, uint32_t start, int lane)
{
    union number x = constant(peak, 0), offset = x, spread = x;
    const union number a = constant(peak, 1), b = constant(peak, 2);
    const uint32_t step = 32u * (uint32_t)lane;
    switch (peak) {
    case LB_PEAK_FP32: offset.f = (float)start, spread.f = (float)step; break;
    case LB_PEAK_FP64: offset.d = start, spread.d = step; break;
    default: offset.u = start, spread.u = step; break;
    }
    x = add(peak, add(peak, x, offset), spread);
    for (int n = 0; n < ROUNDS * LINKS_PER_ROUND; n++) {
        switch (peak) {
        case LB_PEAK_FP32: x.f = fmaf(x.f, a.f, b.f); break;
        case LB_PEAK_FP64: x.d = fma(x.d, a.d, b.d); break;
        default: x.u = (x.u + a.u) ^ b.u; break;
        }
    }
    return x;
}

/* What a work-item whose number is `start` modulo 4 comes to, in the kernel's order of sums. */
static union number expected(enum lb_peak peak, uint32_t start, int lanes)
{
    union number sums[MAX_LANES];
    for (int lane = 0; lane < lanes; lane++) {
        union number x[CHAINS];
        for (uint32_t c = 0; c < CHAINS; c++)
            x[c] = run_chain(peak, start + STARTS * c, lane);
        for (int count = CHAINS; count > 1; count /= 2) /* neighbours first */
            for (int n = 0; n < count / 2; n++)
                x[n] = add(peak, x[2 * n], x[2 * n + 1]);
        sums[lane] = x[0];
    }
    for (int count = lanes; count > 1; count /= 2) /* halves */
        for (int n = 0; n < count / 2; n++)
            sums[n] = add(peak, sums[n], sums[n + count / 2]);
    return sums[0];
}

/* --- the device's side -------------------------------------------------------------------------- */

static void print_lines(char *out, size_t size, enum lb_peak peak, int lanes)
{
    static const char *const sums[] = {"((v).lo + (v).hi)", "LB_SUM2((v).lo + (v).hi)",
                                       "LB_SUM4((v).lo + (v).hi)", "LB_SUM8((v).lo + (v).hi)"};
    const char *type = peak == LB_PEAK_FP32 ? "float" : peak == LB_PEAK_FP64 ? "double" : "uint";
    char wide[16];
    size_t used = (size_t)snprintf(
        out, size, "%s#define LB_NUMBER %s\n#define LB_WIDE %s%d\n#define LB_LINK(x) x = %s;\n",
        peak == LB_PEAK_FP64 ? "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n" : "", type, type,
        lanes, peak == LB_PEAK_INT32 ? "(x + a) ^ b" : "fma(x, a, b)");
    for (int n = 0; n < 4; n++)
        used +=
            (size_t)snprintf(out + used, size - used, "#define LB_SUM%d(v) %s\n", 2 << n, sums[n]);
    used += (size_t)snprintf(out + used, size - used, "#define LB_SUM(v) LB_SUM%d(v)\n", lanes);
    snprintf(wide, sizeof wide, "%s%d", type, lanes);
    lb_memory_probe_print_counted(out + used, size - used, wide, lanes);
}

static enum lb_status check(struct lb_buffer *results, uint64_t items, enum lb_peak peak, int lanes,
                            struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    union number wanted[STARTS];
    const size_t size = size_of(peak);
    unsigned char *numbers = malloc(items * size);
    LB_REQUIRE(numbers != NULL, LB_STATUS_FAILED, "out of memory for the results of peak.cl");
    LB_TRY(lb_buffer_read(results, 0, items * size, numbers, err));
    for (uint32_t start = 0; start < STARTS; start++)
        wanted[start] = expected(peak, start, lanes);
    for (uint64_t n = 0; n < items; n++)
        LB_REQUIRE(memcmp(numbers + n * size, &wanted[n % STARTS], size) == 0, LB_STATUS_FAILED,
                   "peak.cl: work-item %llu computed a wrong number, so there is no rate",
                   (unsigned long long)n);
cleanup:
    free(numbers);
    return st;
}

static enum lb_status measure_lanes(struct lb_device *device, const struct lb_kernel_places *places,
                                    enum lb_peak peak, int lanes, int batches, double *best,
                                    struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_memory_probe probe = {0};
    struct lb_kernel *kernel = NULL;
    char lines[1024];
    struct lb_buffer *results = NULL, *constants = NULL;
    struct lb_memory_probe_time time;
    unsigned char values[3 * sizeof(double)];
    const struct lb_device_info *info = lb_device_get_info(device);
    const uint64_t units = info->compute_units > 0 ? info->compute_units : 1;
    const uint64_t items =
        units * (info->type == LB_DEVICE_GPU ? GPU_ITEMS_PER_UNIT : OTHER_ITEMS_PER_UNIT);
    const size_t size = size_of(peak);
    for (int n = 0; n < 3; n++) {
        const union number x = constant(peak, n);
        memcpy(values + (size_t)n * size, &x, size);
    }
    print_lines(lines, sizeof lines, peak, lanes);
    LB_TRY(lb_memory_probe_open(&probe, device, places, "probes/peak.cl", lines, batches, err));
    LB_TRY(lb_kernel_create(probe.program, "lb_peak", &kernel, err));
    LB_TRY(lb_buffer_create(device, items * size, "results of peak.cl", &results, err));
    LB_TRY(lb_buffer_create(device, 3 * size, "constants of peak.cl", &constants, err));
    LB_TRY(lb_buffer_write(constants, 0, 3 * size, values, err));
    LB_TRY(lb_kernel_set_buffer(kernel, "out", results, err));
    LB_TRY(lb_kernel_set_ulong(kernel, "items", items, err));
    LB_TRY(lb_kernel_set_uint(kernel, "rounds", ROUNDS, err));
    LB_TRY(lb_kernel_set_buffer(kernel, "constants", constants, err));
    LB_TRY(lb_memory_probe_time(&probe, kernel, items, GROUP, &time, err));
    LB_TRY(check(results, items, peak, lanes, err));
    const double operations = 2.0 * CHAINS * LINKS_PER_ROUND * ROUNDS * lanes * (double)items;
    if (1e-9 * operations / time.best > *best) *best = 1e-9 * operations / time.best;
cleanup:
    lb_kernel_destroy(kernel);
    lb_memory_probe_close(&probe);
    lb_buffer_destroy(results);
    lb_buffer_destroy(constants);
    return st;
}

enum lb_status lb_peak_measure(struct lb_device *device, const struct lb_kernel_places *places,
                               enum lb_peak peak, int batches, double *giga_operations,
                               struct lb_error *err)
{
    *giga_operations = 0.0;
    for (int n = 0; n < LANE_COUNTS; n++)
        LB_OK(measure_lanes(device, places, peak, lane_counts[n], batches, giga_operations, err));
    return LB_STATUS_OK;
}

/* copy_ceiling.c - times a plain copy.
 * SPDX-License-Identifier: MIT */
#include "measure/copy_ceiling.h"

#include <stdint.h>
#include <stdlib.h>

#include "opencl/device.h"
#include "opencl/program.h"
#include "workspace/kernel_text.h"
#include "base/stopwatch.h"

enum { REPEATS = 7 };

/* The two shapes of kernels/probes/copy.cl. */
struct shape {
    const char *kernel;
    uint64_t bytes_per_count; /* of the kernel's element */
    uint64_t counts_per_item;
    uint32_t group;
};
static const struct shape for_gpu = {"lb_copy", 16, 1, 256};
static const struct shape for_cpu = {"lb_copy_blocks", 64, 64, 16};

static uint64_t copy_bytes(const struct lb_device_info *info)
{
    const uint64_t wanted = info->type == LB_DEVICE_GPU ? (uint64_t)4 << 30 : (uint64_t)512 << 20;
    uint64_t bytes = info->memory / 8 < wanted ? info->memory / 8 : wanted;
    if (bytes > info->max_allocation) bytes = info->max_allocation;
    return bytes - bytes % 4096;
}

static enum lb_status time_copies(struct lb_device *device, struct lb_kernel *kernel,
                                  const struct shape *shape, uint64_t bytes, double *best,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t counts = bytes / shape->bytes_per_count;
    const int copies = 4;
    *best = 0.0;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        const double begin = lb_clock();
        for (int n = 0; n < copies; n++)
            LB_TRY(lb_kernel_enqueue(kernel, counts / shape->counts_per_item, shape->group, err));
        LB_TRY(lb_device_finish(device, err));
        const double rate = 2e-9 * (double)bytes * copies / (lb_clock() - begin);
        if (repeat > 0 && rate > *best) *best = rate;
    }
cleanup:
    return st;
}

enum lb_status lb_copy_ceiling_measure(struct lb_device *device,
                                       const struct lb_kernel_places *places,
                                       double *gigabytes_per_second, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char *text = NULL;
    struct lb_buffer *from = NULL, *to = NULL;
    struct lb_program *program = NULL;
    struct lb_kernel *kernel = NULL;
    const struct lb_device_info *info = lb_device_get_info(device);
    const struct shape *shape = info->type == LB_DEVICE_GPU ? &for_gpu : &for_cpu;
    const uint64_t bytes = copy_bytes(info);
    LB_TRY(lb_kernel_text_create_plain("probes/copy.cl", places, &text, err));
    LB_TRY(lb_program_build(device, "probes/copy.cl", text, "", &program, err));
    LB_TRY(lb_kernel_create(program, shape->kernel, &kernel, err));
    LB_TRY(lb_buffer_create(device, bytes, "copy source", &from, err));
    LB_TRY(lb_buffer_create(device, bytes, "copy target", &to, err));
    LB_TRY(lb_kernel_set_buffer(kernel, "from", from, err));
    LB_TRY(lb_kernel_set_buffer(kernel, "to", to, err));
    LB_TRY(lb_kernel_set_ulong(kernel, "count", bytes / shape->bytes_per_count, err));
    LB_TRY(time_copies(device, kernel, shape, bytes, gigabytes_per_second, err));
cleanup:
    lb_kernel_destroy(kernel);
    lb_program_destroy(program);
    lb_buffer_destroy(from);
    lb_buffer_destroy(to);
    free(text);
    return st;
}

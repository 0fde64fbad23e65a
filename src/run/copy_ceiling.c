/* copy_ceiling.c - times a plain copy.
 * SPDX-License-Identifier: MIT */
#include "run/copy_ceiling.h"

#include <stdint.h>
#include <stdlib.h>

#include "cl/device.h"
#include "cl/program.h"
#include "run/kernel_text.h"
#include "run/speed.h"

enum { REPEATS = 7, BYTES_PER_ITEM = 16 };

static uint64_t copy_bytes(const struct lb_device_info *info)
{
    const uint64_t wanted =
        info->type == LB_DEVICE_GPU ? (uint64_t)4 << 30 : (uint64_t)512 << 20;
    uint64_t bytes = info->memory / 8 < wanted ? info->memory / 8 : wanted;
    if (bytes > info->max_allocation) bytes = info->max_allocation;
    return bytes - bytes % 4096;
}

static enum lb_status time_copies(struct lb_device *device, struct lb_kernel *kernel,
                                  uint64_t bytes, double *best, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    *best = 0.0;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        const int copies = 4;
        const double begin = lb_clock();
        for (int n = 0; n < copies; n++)
            LB_TRY(lb_kernel_enqueue(kernel, bytes / BYTES_PER_ITEM, 256, err));
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
    const uint64_t bytes = copy_bytes(lb_device_get_info(device));
    LB_TRY(lb_kernel_text_create_plain("copy.cl", places, &text, err));
    LB_TRY(lb_program_build(device, "copy.cl", text, "-cl-std=CL1.2", &program, err));
    LB_TRY(lb_kernel_create(program, "lb_copy", &kernel, err));
    LB_TRY(lb_buffer_create(device, bytes, "copy source", &from, err));
    LB_TRY(lb_buffer_create(device, bytes, "copy target", &to, err));
    LB_TRY(lb_kernel_set_buffer(kernel, 0, from, err));
    LB_TRY(lb_kernel_set_buffer(kernel, 1, to, err));
    LB_TRY(lb_kernel_set_ulong(kernel, 2, bytes / BYTES_PER_ITEM, err));
    LB_TRY(time_copies(device, kernel, bytes, gigabytes_per_second, err));
cleanup:
    lb_kernel_destroy(kernel);
    lb_program_destroy(program);
    lb_buffer_destroy(from);
    lb_buffer_destroy(to);
    free(text);
    return st;
}

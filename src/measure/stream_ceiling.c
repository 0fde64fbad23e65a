/* stream_ceiling.c - sweeps over 19 planes in place and checks where their words went.
 * SPDX-License-Identifier: MIT */
#include "measure/stream_ceiling.h"

#include <stdlib.h>

#include "opencl/device.h"
#include "opencl/program.h"
#include "workspace/kernel_text.h"
#include "measure/memory_probe.h"

/* Planes lie as those of populations do (src/workspace/layout.c): on a GPU on whole lines, on a CPU an odd
 * number of cache lines further on, which keeps them out of the same cache sets. */
enum { PLANES = 19, PIECE_BYTES = 4096, CPU_PAD_BYTES = 17 * 64, GROUP = 64 };

/* The widths that kernels/probes/stream_ceiling.cl has. */
struct width {
    const char *kernel;
    uint64_t bytes;
};
static const struct width widths[] = {
    {"lb_stream_8", 8}, {"lb_stream_16", 16}, {"lb_stream_32", 32}, {"lb_stream_64", 64}};
enum { WIDTH_COUNT = sizeof widths / sizeof widths[0] };

struct probe {
    struct lb_device *device;
    struct lb_program *program;
    struct lb_buffer *planes, *wrong;
    uint64_t bytes, stride; /* of one plane; from one to the next */
    int batches;
};

/* The arguments that all kernels there begin with, for words of `width` bytes. */
static enum lb_status create_kernel(const struct probe *p, const char *name, uint64_t width,
                                    struct lb_kernel **out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    LB_TRY(lb_kernel_create(p->program, name, out, err));
    LB_TRY(lb_kernel_set_buffer(*out, "words", p->planes, err));
    LB_TRY(lb_kernel_set_ulong(*out, "items", p->bytes / width, err));
    LB_TRY(lb_kernel_set_ulong(*out, "stride", p->stride / width, err));
cleanup:
    return st;
}

static enum lb_status fill(const struct probe *p, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_kernel *kernel = NULL;
    LB_TRY(create_kernel(p, "lb_stream_fill", 4, &kernel, err));
    LB_TRY(lb_kernel_enqueue(kernel, p->bytes / 4, GROUP, err));
    LB_TRY(lb_device_finish(p->device, err));
cleanup:
    lb_kernel_destroy(kernel);
    return st;
}

static enum lb_status check(const struct probe *p, uint32_t launches, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_kernel *kernel = NULL;
    LB_TRY(create_kernel(p, "lb_stream_check", 4, &kernel, err));
    LB_TRY(lb_kernel_set_uint(kernel, "launches", launches, err));
    LB_TRY(lb_kernel_set_buffer(kernel, "wrong", p->wrong, err));
    LB_TRY(lb_kernel_enqueue(kernel, p->bytes / 4, GROUP, err));
    LB_TRY(lb_device_finish(p->device, err));
    LB_TRY(lb_memory_probe_check(p->wrong, "streams in place", err));
cleanup:
    lb_kernel_destroy(kernel);
    return st;
}

static enum lb_status measure_width(const struct probe *p, const struct width *width, double *best,
                                    struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_kernel *kernel = NULL;
    struct lb_memory_probe_time time;
    LB_TRY(fill(p, err));
    LB_TRY(create_kernel(p, width->kernel, width->bytes, &kernel, err));
    LB_TRY(lb_memory_probe_time(p->device, kernel, p->bytes / width->bytes, GROUP, p->batches,
                                &time, err));
    LB_TRY(check(p, time.launches, err));
    const double rate = 1e-9 * 2.0 * PLANES * (double)p->bytes / time.best;
    if (rate > *best) *best = rate;
cleanup:
    lb_kernel_destroy(kernel);
    return st;
}

enum lb_status lb_stream_ceiling_measure(struct lb_device *device,
                                         const struct lb_kernel_places *places, uint64_t bytes,
                                         int batches, double *gigabytes_per_second,
                                         struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char *text = NULL;
    struct probe p = {.device = device, .batches = batches};
    const uint64_t pieces = bytes / PLANES / PIECE_BYTES;
    p.bytes = (pieces > 0 ? pieces : 1) * PIECE_BYTES;
    p.stride = p.bytes + (lb_device_get_info(device)->type == LB_DEVICE_GPU ? 0 : CPU_PAD_BYTES);
    *gigabytes_per_second = 0.0;
    LB_TRY(lb_kernel_text_create_plain("probes/stream_ceiling.cl", places, &text, err));
    LB_TRY(lb_program_build(device, "probes/stream_ceiling.cl", text, "", &p.program, err));
    LB_TRY(lb_buffer_create(device, PLANES * p.stride, "streams", &p.planes, err));
    LB_TRY(lb_buffer_create(device, sizeof(uint32_t), "wrong words", &p.wrong, err));
    for (int n = 0; n < WIDTH_COUNT; n++)
        LB_TRY(measure_width(&p, &widths[n], gigabytes_per_second, err));
cleanup:
    lb_buffer_destroy(p.planes);
    lb_buffer_destroy(p.wrong);
    lb_program_destroy(p.program);
    free(text);
    return st;
}

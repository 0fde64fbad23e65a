/* ceilings.c - times a plain copy, and sweeps over 19 planes in place, of which it checks where the
 * words went.
 * SPDX-License-Identifier: MIT */
#include "measure/ceilings.h"

#include "opencl/device.h"
#include "opencl/program.h"
#include "measure/memory_probe.h"

/* --- the copy -------------------------------------------------------------------------------- */

/* The two shapes of kernels/probes/copy.cl. */
struct shape {
    const char *kernel;
    uint64_t bytes_per_count; /* of the kernel's element */
    uint64_t counts_per_item;
    uint32_t group;
};
static const struct shape for_gpu = {"lb_copy", 16, 1, 256};
static const struct shape for_cpu = {"lb_copy_blocks", 64, 64, 16};

enum lb_status lb_copy_ceiling_measure(struct lb_device *device,
                                       const struct lb_kernel_places *places,
                                       double *gigabytes_per_second, struct lb_error *err)
{
    enum { REPEATS = 7, COPIES = 4 };
    enum lb_status st = LB_STATUS_OK;
    struct lb_memory_probe p = {0};
    struct lb_buffer *from = NULL, *to = NULL;
    struct lb_kernel *kernel = NULL;
    double seconds;
    const struct lb_device_info *info = lb_device_get_info(device);
    const struct shape *shape = info->type == LB_DEVICE_GPU ? &for_gpu : &for_cpu;
    const uint64_t bytes = lb_memory_probe_bytes(info) / 4096 * 4096;
    const uint64_t counts = bytes / shape->bytes_per_count;
    *gigabytes_per_second = 0.0;
    LB_TRY(lb_memory_probe_open(&p, device, places, "probes/copy.cl", "", REPEATS, err));
    LB_TRY(lb_kernel_create(p.program, shape->kernel, &kernel, err));
    LB_TRY(lb_buffer_create(device, bytes, "copy source", &from, err));
    LB_TRY(lb_buffer_create(device, bytes, "copy target", &to, err));
    LB_TRY(lb_kernel_set_buffer(kernel, "from", from, err));
    LB_TRY(lb_kernel_set_buffer(kernel, "to", to, err));
    LB_TRY(lb_kernel_set_ulong(kernel, "count", counts, err));
    for (int repeat = 0; repeat < REPEATS; repeat++) { /* the first warms up */
        LB_TRY(lb_memory_probe_launch(&p, kernel, counts / shape->counts_per_item, shape->group,
                                      COPIES, &seconds, err));
        const double rate = 2e-9 * (double)bytes * COPIES / seconds;
        if (repeat > 0 && rate > *gigabytes_per_second) *gigabytes_per_second = rate;
    }
cleanup:
    lb_kernel_destroy(kernel);
    lb_memory_probe_close(&p);
    lb_buffer_destroy(from);
    lb_buffer_destroy(to);
    return st;
}

/* --- planes in place ------------------------------------------------------------------------- */

/* Planes lie as those of populations do (lib/workspace/layout.c): on a GPU on whole lines, on a CPU an odd
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
    struct lb_memory_probe own;
    struct lb_buffer *planes;
    uint64_t bytes, stride; /* of one plane; from one to the next */
};

/* The arguments that all kernels there begin with, for words of `width` bytes. */
static enum lb_status create_kernel(const struct probe *p, const char *name, uint64_t width,
                                    struct lb_kernel **out, struct lb_error *err)
{
    LB_OK(lb_kernel_create(p->own.program, name, out, err));
    LB_OK(lb_kernel_set_buffer(*out, "words", p->planes, err));
    LB_OK(lb_kernel_set_ulong(*out, "items", p->bytes / width, err));
    return lb_kernel_set_ulong(*out, "stride", p->stride / width, err);
}

static enum lb_status fill(const struct probe *p, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_kernel *kernel = NULL;
    double seconds;
    LB_TRY(create_kernel(p, "lb_stream_fill", 4, &kernel, err));
    LB_TRY(lb_memory_probe_launch(&p->own, kernel, p->bytes / 4, GROUP, 1, &seconds, err));
cleanup:
    lb_kernel_destroy(kernel);
    return st;
}

static enum lb_status check(const struct probe *p, uint32_t launches, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_kernel *kernel = NULL;
    double seconds;
    LB_TRY(create_kernel(p, "lb_stream_check", 4, &kernel, err));
    LB_TRY(lb_kernel_set_uint(kernel, "launches", launches, err));
    LB_TRY(lb_kernel_set_buffer(kernel, "wrong", p->own.wrong, err));
    LB_TRY(lb_memory_probe_launch(&p->own, kernel, p->bytes / 4, GROUP, 1, &seconds, err));
    LB_TRY(lb_memory_probe_check(&p->own, "streams in place", err));
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
    LB_TRY(lb_memory_probe_time(&p->own, kernel, p->bytes / width->bytes, GROUP, &time, err));
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
    struct probe p = {0};
    const uint64_t pieces = bytes / PLANES / PIECE_BYTES;
    p.bytes = (pieces > 0 ? pieces : 1) * PIECE_BYTES;
    p.stride = p.bytes + (lb_device_get_info(device)->type == LB_DEVICE_GPU ? 0 : CPU_PAD_BYTES);
    *gigabytes_per_second = 0.0;
    LB_TRY(
        lb_memory_probe_open(&p.own, device, places, "probes/stream_ceiling.cl", "", batches, err));
    LB_TRY(lb_buffer_create(device, PLANES * p.stride, "streams", &p.planes, err));
    for (int n = 0; n < WIDTH_COUNT; n++)
        LB_TRY(measure_width(&p, &widths[n], gigabytes_per_second, err));
cleanup:
    lb_buffer_destroy(p.planes);
    lb_memory_probe_close(&p.own);
    return st;
}

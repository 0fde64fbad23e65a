/* memory_probe.c - builds probes, and times their kernels in batches long enough for the clock.
 * SPDX-License-Identifier: MIT */
#include "measure/memory_probe.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "opencl/device.h"
#include "opencl/program.h"
#include "analysis/signal.h"
#include "base/stopwatch.h"
#include "base/signals.h"
#include "workspace/kernel_text.h"

enum { MAX_LAUNCHES = 1 << 14 };

static const double batch_seconds = 0.05;

/* Probes pad their planes, and need little else. */
static uint64_t max_bytes(const struct lb_device_info *info)
{
    const uint64_t buffer = info->max_allocation - info->max_allocation / 64;
    const uint64_t memory = info->memory - info->memory / 16;
    return buffer < memory ? buffer : memory;
}

uint64_t lb_memory_probe_bytes(const struct lb_device_info *info)
{
    const uint64_t wanted = info->type == LB_DEVICE_GPU ? (uint64_t)4 << 30 : (uint64_t)512 << 20;
    uint64_t bytes = info->memory / 8 < wanted ? info->memory / 8 : wanted;
    return bytes < max_bytes(info) ? bytes : max_bytes(info);
}

enum lb_status lb_memory_probe_check_bytes(const struct lb_device_info *info, uint64_t bytes,
                                           const char *key, struct lb_error *err)
{
    const double mebi = 1048576.0;
    const uint64_t max = max_bytes(info);
    if (bytes <= max) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_DEVICE,
                   "%s= asks for %.0f MiB in one piece; %s has %.0f MiB and allows %.0f MiB in one "
                   "buffer; %s=%lluM would fit",
                   key, (double)bytes / mebi, info->name, (double)info->memory / mebi,
                   (double)info->max_allocation / mebi, key, (unsigned long long)(max >> 20));
}

enum lb_status lb_memory_probe_open(struct lb_memory_probe *p, struct lb_device *device,
                                    const struct lb_kernel_places *places, const char *name,
                                    const char *lines, int batches, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char *text = NULL, *whole = NULL;
    *p = (struct lb_memory_probe){.device = device, .batches = batches};
    LB_TRY(lb_kernel_text_create_plain(name, places, &text, err));
    const size_t size = strlen(lines) + strlen(text) + 1;
    whole = malloc(size);
    LB_REQUIRE(whole != NULL, LB_STATUS_FAILED, "out of memory for the text of %s", name);
    snprintf(whole, size, "%s%s", lines, text);
    LB_TRY(lb_program_build(device, name, whole, "", &p->program, err));
    LB_TRY(lb_buffer_create(device, sizeof(uint32_t), "wrong words", &p->wrong, err));
cleanup:
    free(whole);
    free(text);
    if (st != LB_STATUS_OK) lb_memory_probe_close(p);
    return st;
}

void lb_memory_probe_close(struct lb_memory_probe *p)
{
    lb_buffer_destroy(p->wrong);
    lb_program_destroy(p->program);
    *p = (struct lb_memory_probe){0};
}

void lb_memory_probe_print_counted(char *out, size_t size, const char *type, int count)
{
    size_t used = (size_t)snprintf(out, size, "#define LB_COUNTED ((%s)(", type);
    for (int n = 0; n < count; n++)
        used += (size_t)snprintf(out + used, size - used, "%s%d", n > 0 ? ", " : "", n);
    snprintf(out + used, size - used, "))\n");
}

enum lb_status lb_memory_probe_launch(const struct lb_memory_probe *p, struct lb_kernel *kernel,
                                      uint64_t items, uint32_t group, uint32_t launches,
                                      double *seconds, struct lb_error *err)
{
    LB_OK(lb_signals_check(err));
    const double begin = lb_clock();
    for (uint32_t n = 0; n < launches; n++)
        LB_OK(lb_kernel_enqueue(kernel, items, group, err));
    LB_OK(lb_device_finish(p->device, err));
    *seconds = lb_clock() - begin;
    return LB_STATUS_OK;
}

enum lb_status lb_memory_probe_time(const struct lb_memory_probe *p, struct lb_kernel *kernel,
                                    uint64_t items, uint32_t group,
                                    struct lb_memory_probe_time *out, struct lb_error *err)
{
    double times[LB_MEMORY_PROBE_MAX_BATCHES], seconds;
    uint32_t launches = 1;
    const int batches =
        p->batches < LB_MEMORY_PROBE_MAX_BATCHES ? p->batches : LB_MEMORY_PROBE_MAX_BATCHES;
    *out = (struct lb_memory_probe_time){.launches = 1};
    LB_OK(lb_memory_probe_launch(p, kernel, items, group, 1, &seconds, err));
    for (;;) { /* finds the length of a batch; the first launch may have compiled */
        LB_OK(lb_memory_probe_launch(p, kernel, items, group, launches, &seconds, err));
        out->launches += launches;
        if (seconds >= batch_seconds || launches >= MAX_LAUNCHES) break;
        const double factor = seconds > 1e-4 ? 1.2 * batch_seconds / seconds : 500.0;
        launches = (uint32_t)fmin(ceil(launches * factor), MAX_LAUNCHES);
    }
    for (int n = 0; n < batches; n++) {
        LB_OK(lb_memory_probe_launch(p, kernel, items, group, launches, &times[n], err));
        times[n] /= launches;
        out->launches += launches;
    }
    out->median = lb_signal_median(times, (size_t)batches); /* sorts */
    out->best = times[0];
    return LB_STATUS_OK;
}

enum lb_status lb_memory_probe_check(const struct lb_memory_probe *p, const char *what,
                                     struct lb_error *err)
{
    uint32_t count = 0;
    LB_OK(lb_buffer_read(p->wrong, 0, sizeof count, &count, err));
    LB_NEED(count == 0, LB_STATUS_FAILED,
            "%s: the memory does not hold what it should (%u work-items found it wrong), so "
            "there is no figure",
            what, count);
    return LB_STATUS_OK;
}

/* bandwidth.c - runs the probes of kernels/probes/membench.cl and checks what they leave.
 * SPDX-License-Identifier: MIT */
#include "measure/bandwidth.h"

#include <stdio.h>
#include <string.h>

#include "opencl/device.h"
#include "opencl/program.h"
#include "measure/memory_probe.h"

/* Words and padding as in the kernels; pieces keep every plane on whole lines. */
enum { WORDS = 16, PAD_BYTES = 4352, ITEMS_PER_PIECE = 256, GPU_GROUP = 256, OTHER_GROUP = 64 };

const int lb_bandwidth_widths[LB_BANDWIDTH_WIDTHS] = {2, 4, 8, 16, 64};

struct row {
    const char *access, *pattern, *kernel, *check; /* check: the kernel that finds wrong words */
};
static const struct row rows[LB_BANDWIDTH_PROBES] = {
    [LB_READ_COALESCED] = {"read", "coalesced", "lb_read_coalesced", NULL},
    [LB_READ_SHIFTED] = {"read", "shifted", "lb_read_shifted", NULL},
    [LB_READ_STRIDED] = {"read", "strided", "lb_read_strided", NULL},
    [LB_WRITE_COALESCED] = {"write", "coalesced", "lb_write_coalesced", "lb_read_coalesced"},
    [LB_WRITE_SHIFTED] = {"write", "shifted", "lb_write_shifted", "lb_read_shifted"},
    [LB_WRITE_STRIDED] = {"write", "strided", "lb_write_strided", "lb_read_strided"},
    [LB_COPY_COALESCED] = {"copy", "coalesced", "lb_copy_words", "lb_read_coalesced"},
};

const char *lb_bandwidth_access(int probe)
{
    return rows[probe].access;
}

const char *lb_bandwidth_pattern(int probe)
{
    return rows[probe].pattern;
}

struct probe {
    struct lb_memory_probe own;
    struct lb_buffer *words;
    int width;
    uint64_t items; /* half of them where words are copied */
    uint64_t stamp; /* of what the memory holds */
    uint32_t group;
};

static void print_lines(char *out, size_t size, int width)
{
    const char *number = width == 2 ? "ushort" : "uint";
    const int numbers = width == 2 ? 1 : width / 4;
    char word[16];
    snprintf(word, sizeof word, numbers > 1 ? "%s%d" : "%s", number, numbers);
    const int used = snprintf(out, size,
                              "#define LB_WORD %s\n#define LB_NUMBER %s\n#define LB_NUMBERS %d\n"
                              "#define LB_ANY(m) %s(m)\n",
                              word, number, numbers, numbers > 1 ? "any" : "");
    lb_memory_probe_print_counted(out + used, size - (size_t)used, word, numbers);
}

static enum lb_status create_kernel(const struct probe *p, const char *name, uint64_t items,
                                    uint64_t stamp, uint64_t target, struct lb_kernel **out,
                                    struct lb_error *err)
{
    LB_OK(lb_kernel_create(p->own.program, name, out, err));
    LB_OK(lb_kernel_set_buffer(*out, "words", p->words, err));
    LB_OK(lb_kernel_set_ulong(*out, "items", items, err));
    LB_OK(lb_kernel_set_ulong(*out, "stamp", stamp, err));
    LB_OK(lb_kernel_set_ulong(*out, "target", target, err));
    return lb_kernel_set_buffer(*out, "wrong", p->own.wrong, err);
}

/* One launch of another kernel than the timed one. */
static enum lb_status launch(const struct probe *p, const char *name, uint64_t items,
                             uint64_t target, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_kernel *kernel = NULL;
    double seconds;
    LB_TRY(create_kernel(p, name, items, p->stamp, target, &kernel, err));
    LB_TRY(lb_memory_probe_launch(&p->own, kernel, items, p->group, 1, &seconds, err));
cleanup:
    lb_kernel_destroy(kernel);
    return st;
}

/* What is read is written before, with a stamp that no earlier probe used; what is written is read
 * after. */
static enum lb_status measure(struct probe *p, const struct row *row, struct lb_bandwidth *out,
                              struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_kernel *kernel = NULL;
    struct lb_memory_probe_time time;
    char what[64];
    const bool copies = strcmp(row->access, "copy") == 0;
    const uint64_t items = copies ? p->items / 2 : p->items;
    const uint64_t target = copies ? (items + (uint64_t)(PAD_BYTES / p->width)) * WORDS : 0;
    p->stamp += 1001;
    if (row->check == NULL) {
        char writer[64];
        snprintf(writer, sizeof writer, "lb_write_%s", row->pattern);
        LB_TRY(launch(p, writer, items, 0, err));
    } else if (copies) {
        LB_TRY(launch(p, "lb_write_coalesced", items, 0, err));
    }
    LB_TRY(create_kernel(p, row->kernel, items, p->stamp, target, &kernel, err));
    LB_TRY(lb_memory_probe_time(&p->own, kernel, items, p->group, &time, err));
    if (row->check != NULL) LB_TRY(launch(p, row->check, items, target, err));
    snprintf(what, sizeof what, "%s %s, %d bytes", row->pattern, row->access, p->width);
    LB_TRY(lb_memory_probe_check(&p->own, what, err));
    const double bytes = 1e-9 * (copies ? 2.0 : 1.0) * (double)(items * WORDS) * p->width;
    *out = (struct lb_bandwidth){bytes / time.best, bytes / time.median};
cleanup:
    lb_kernel_destroy(kernel);
    return st;
}

/* Rows from `first` on, `count` of them. */
struct wish {
    int width;
    uint64_t bytes;
    int batches, first, count;
};

static enum lb_status measure_rows(struct lb_device *device, const struct lb_kernel_places *places,
                                   const struct wish *w, struct lb_bandwidth *out,
                                   struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const bool gpu = lb_device_get_info(device)->type == LB_DEVICE_GPU;
    struct probe p = {.width = w->width, .group = gpu ? GPU_GROUP : OTHER_GROUP};
    char lines[512];
    const uint64_t piece = (uint64_t)w->width * WORDS * ITEMS_PER_PIECE;
    p.items = (w->bytes > 2 * piece ? w->bytes / piece / 2 : 1) * 2 * ITEMS_PER_PIECE;
    const uint64_t size = p.items * WORDS * (uint64_t)w->width;
    print_lines(lines, sizeof lines, w->width);
    LB_TRY(
        lb_memory_probe_open(&p.own, device, places, "probes/membench.cl", lines, w->batches, err));
    /* room for the padding of both halves of a copy, which is more than the shifted words need */
    LB_TRY(lb_buffer_create(device, size + 2 * WORDS * PAD_BYTES, "probed memory", &p.words, err));
    for (int n = 0; n < w->count; n++)
        LB_TRY(measure(&p, &rows[w->first + n], &out[n], err));
cleanup:
    lb_buffer_destroy(p.words);
    lb_memory_probe_close(&p.own);
    return st;
}

enum lb_status lb_bandwidth_measure(struct lb_device *device, const struct lb_kernel_places *places,
                                    int width, uint64_t bytes, int batches,
                                    struct lb_bandwidth out[LB_BANDWIDTH_PROBES],
                                    struct lb_error *err)
{
    const struct wish all = {width, bytes, batches, 0, LB_BANDWIDTH_PROBES};
    return measure_rows(device, places, &all, out, err);
}

enum lb_status lb_bandwidth_measure_copy(struct lb_device *device,
                                         const struct lb_kernel_places *places, int width,
                                         uint64_t bytes, int batches, struct lb_bandwidth *out,
                                         struct lb_error *err)
{
    const struct wish one = {width, bytes, batches, LB_COPY_COALESCED, 1};
    return measure_rows(device, places, &one, out, err);
}

/* bandwidth.c - runs the probes of kernels/probes/membench.cl and checks what they leave.
 * SPDX-License-Identifier: MIT */
#include "measure/bandwidth.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "opencl/device.h"
#include "opencl/program.h"
#include "workspace/kernel_text.h"
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
    struct lb_device *device;
    struct lb_program *program;
    struct lb_buffer *words, *wrong;
    int width;
    uint64_t items; /* half of them where words are copied */
    uint64_t stamp; /* of what the memory holds */
    uint32_t group;
    int batches;
};

static const char *word_lines(int width)
{
    switch (width) {
    case 2:
        return "#define LB_WORD ushort\n#define LB_NUMBER ushort\n#define LB_NUMBERS 1\n"
               "#define LB_COUNTED ((ushort)0)\n#define LB_ANY(m) (m)\n";
    case 4:
        return "#define LB_WORD uint\n#define LB_NUMBER uint\n#define LB_NUMBERS 1\n"
               "#define LB_COUNTED 0u\n#define LB_ANY(m) (m)\n";
    case 8:
        return "#define LB_WORD uint2\n#define LB_NUMBER uint\n#define LB_NUMBERS 2\n"
               "#define LB_COUNTED ((uint2)(0, 1))\n#define LB_ANY(m) any(m)\n";
    case 16:
        return "#define LB_WORD uint4\n#define LB_NUMBER uint\n#define LB_NUMBERS 4\n"
               "#define LB_COUNTED ((uint4)(0, 1, 2, 3))\n#define LB_ANY(m) any(m)\n";
    default:
        return "#define LB_WORD uint16\n#define LB_NUMBER uint\n#define LB_NUMBERS 16\n"
               "#define LB_COUNTED \\\n"
               "    ((uint16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))\n"
               "#define LB_ANY(m) any(m)\n";
    }
}

static enum lb_status build(struct probe *p, const struct lb_kernel_places *places,
                            struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char *text = NULL, *whole = NULL;
    const char *lines = word_lines(p->width);
    LB_TRY(lb_kernel_text_create_plain("probes/membench.cl", places, &text, err));
    const size_t size = strlen(lines) + strlen(text) + 1;
    whole = malloc(size);
    LB_REQUIRE(whole != NULL, LB_STATUS_FAILED, "out of memory for the text of membench.cl");
    snprintf(whole, size, "%s%s", lines, text);
    LB_TRY(lb_program_build(p->device, "probes/membench.cl", whole, "", &p->program, err));
cleanup:
    free(whole);
    free(text);
    return st;
}

static enum lb_status create_kernel(const struct probe *p, const char *name, uint64_t items,
                                    uint64_t stamp, uint64_t target, struct lb_kernel **out,
                                    struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    LB_TRY(lb_kernel_create(p->program, name, out, err));
    LB_TRY(lb_kernel_set_buffer(*out, "words", p->words, err));
    LB_TRY(lb_kernel_set_ulong(*out, "items", items, err));
    LB_TRY(lb_kernel_set_ulong(*out, "stamp", stamp, err));
    LB_TRY(lb_kernel_set_ulong(*out, "target", target, err));
    LB_TRY(lb_kernel_set_buffer(*out, "wrong", p->wrong, err));
cleanup:
    return st;
}

/* One launch of another kernel than the timed one. */
static enum lb_status launch(const struct probe *p, const char *name, uint64_t items,
                             uint64_t target, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_kernel *kernel = NULL;
    LB_TRY(create_kernel(p, name, items, p->stamp, target, &kernel, err));
    LB_TRY(lb_kernel_enqueue(kernel, items, p->group, err));
    LB_TRY(lb_device_finish(p->device, err));
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
    LB_TRY(lb_memory_probe_time(p->device, kernel, items, p->group, p->batches, &time, err));
    if (row->check != NULL) LB_TRY(launch(p, row->check, items, target, err));
    snprintf(what, sizeof what, "%s %s, %d bytes", row->pattern, row->access, p->width);
    LB_TRY(lb_memory_probe_check(p->wrong, what, err));
    const double bytes = 1e-9 * (copies ? 2.0 : 1.0) * (double)(items * WORDS) * p->width;
    *out = (struct lb_bandwidth){bytes / time.best, bytes / time.median};
cleanup:
    lb_kernel_destroy(kernel);
    return st;
}

enum lb_status lb_bandwidth_measure(struct lb_device *device, const struct lb_kernel_places *places,
                                    int width, uint64_t bytes, int batches,
                                    struct lb_bandwidth out[LB_BANDWIDTH_PROBES],
                                    struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const bool gpu = lb_device_get_info(device)->type == LB_DEVICE_GPU;
    struct probe p = {.device = device,
                      .width = width,
                      .group = gpu ? GPU_GROUP : OTHER_GROUP,
                      .batches = batches};
    const uint64_t piece = (uint64_t)width * WORDS * ITEMS_PER_PIECE;
    p.items = (bytes > 2 * piece ? bytes / piece / 2 : 1) * 2 * ITEMS_PER_PIECE;
    const uint64_t size = p.items * WORDS * (uint64_t)width;
    LB_TRY(build(&p, places, err));
    /* room for the padding of both halves of a copy, which is more than the shifted words need */
    LB_TRY(lb_buffer_create(device, size + 2 * WORDS * PAD_BYTES, "probed memory", &p.words, err));
    LB_TRY(lb_buffer_create(device, sizeof(uint32_t), "wrong words", &p.wrong, err));
    for (int n = 0; n < LB_BANDWIDTH_PROBES; n++)
        LB_TRY(measure(&p, &rows[n], &out[n], err));
cleanup:
    lb_buffer_destroy(p.words);
    lb_buffer_destroy(p.wrong);
    lb_program_destroy(p.program);
    return st;
}

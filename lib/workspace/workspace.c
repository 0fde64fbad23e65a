/* workspace.c - programs, kernels with their buffers bound, and numbers brought back.
 * SPDX-License-Identifier: MIT */
#include "workspace/workspace.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "io/file.h"

enum { GROUP = 64 };

/* --- programs --------------------------------------------------------------------------------- */

/* Names of the case, not of the kernel files: a dump never replaces a source. */
static enum lb_status dump_text(const struct lb_case *c, const char *folder, const char *entry,
                                const char *text, struct lb_error *err)
{
    char name[256], path[LB_PATH_SIZE];
    const char *slash = strrchr(entry, '/');
    snprintf(name, sizeof name, "%s-%s-%s-%s-%s", c->lattice->name, c->collision->name,
             c->arithmetic == LB_ARITHMETIC_FP64 ? "fp64" : "fp32", c->storage->name,
             slash != NULL ? slash + 1 : entry);
    LB_NEED(mkdir(folder, 0777) == 0 || errno == EEXIST, LB_STATUS_FAILED,
            "cannot create the folder '%s' for the kernel texts: %s", folder, strerror(errno));
    LB_OK(lb_path_join(folder, name, path, sizeof path, err));
    return lb_text_write(path, text, err);
}

static enum lb_status build(struct lb_workspace *w, const char *entry, bool scalar,
                            struct lb_program **out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char *text = NULL, options[64] = "";
    const struct lb_layout even = lb_layout_of_even_steps(&w->layout);
    const struct lb_kernel_source source = {
        .c = w->c,
        .set = &w->flow,
        .viscosity = lb_case_viscosity_model(w->c),
        .layout = strcmp(entry, lb_list_even_entry) == 0 ? &even : &w->layout,
        .device = lb_device_get_info(w->device),
        .is_scalar = scalar};
    LB_TRY(lb_kernel_text_create(entry, &source, &w->places, &text, err));
    if (w->places.dump_dir != NULL) LB_TRY(dump_text(w->c, w->places.dump_dir, entry, text, err));
    if (!scalar && w->layout.registers > 0)
        snprintf(options, sizeof options, "-cl-nv-maxrregcount=%d", w->layout.registers);
    LB_TRY(lb_program_build(w->device, entry, text, options, out, err));
cleanup:
    free(text);
    return st;
}

static enum lb_status find_program(struct lb_workspace *w, const char *entry, bool scalar,
                                   struct lb_program **out, struct lb_error *err)
{
    for (unsigned n = 0; n < w->program_count; n++) {
        *out = w->programs[n].program;
        if (strcmp(w->programs[n].entry, entry) == 0) return LB_STATUS_OK;
    }
    if (w->program_count == LB_MAX_PROGRAMS)
        return lb_fail(err, LB_STATUS_FAILED, "no room for program '%s'", entry);
    const enum lb_status st = build(w, entry, scalar, out, err);
    if (st == LB_STATUS_OK)
        w->programs[w->program_count++] = (struct lb_built_program){entry, *out};
    return st;
}

void lb_workspace_clear(struct lb_workspace *w)
{
    for (unsigned n = 0; n < w->kernel_count; n++)
        lb_kernel_destroy(w->kernels[n]);
    for (unsigned n = 0; n < w->program_count; n++)
        lb_program_destroy(w->programs[n].program);
    for (int id = 0; id < LB_BUFFERS; id++)
        lb_buffer_destroy(w->buffers[id]);
    free(w->host_flags);
    *w = (struct lb_workspace){.c = NULL};
}

/* --- kernels ---------------------------------------------------------------------------------- */

static enum lb_status bind(const struct lb_workspace *w, struct lb_kernel *kernel,
                           struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    for (int id = 0; id < LB_BUFFERS && st == LB_STATUS_OK; id++) {
        const struct lb_buffer_row *row = &lb_buffer_rows[id];
        if (!lb_kernel_takes_buffer(kernel, row->name)) continue;
        if (w->buffers[id] == NULL && !row->is_optional) continue;
        st = lb_kernel_set_buffer(kernel, row->name, w->buffers[id], err);
    }
    return st;
}

static enum lb_status find_kernel(struct lb_workspace *w, const char *entry, bool scalar,
                                  const char *name, struct lb_kernel **out, struct lb_error *err)
{
    struct lb_program *program = NULL;
    for (unsigned n = 0; n < w->kernel_count; n++) {
        *out = w->kernels[n];
        if (strcmp(lb_kernel_name(*out), name) == 0) return LB_STATUS_OK;
    }
    LB_NEED(w->kernel_count < LB_MAX_KERNELS, LB_STATUS_FAILED, "no room for kernel '%s'", name);
    LB_OK(find_program(w, entry, scalar, &program, err));
    LB_OK(lb_kernel_create(program, name, out, err));
    w->kernels[w->kernel_count++] = *out;
    return bind(w, *out, err);
}

enum lb_status lb_workspace_kernel(struct lb_workspace *w, const char *entry, const char *name,
                                   struct lb_kernel **out, struct lb_error *err)
{
    return find_kernel(w, entry, true, name, out, err);
}

enum lb_status lb_workspace_step_kernel(struct lb_workspace *w, const char *entry, const char *name,
                                        struct lb_kernel **out, struct lb_error *err)
{
    return find_kernel(w, entry, false, name, out, err);
}

enum lb_status lb_workspace_set_noise(const struct lb_workspace *w, struct lb_kernel *kernel,
                                      struct lb_error *err)
{
    if (!lb_kernel_takes(kernel, "noise_keys")) return LB_STATUS_OK;
    const uint64_t keys = lb_noise_keys(w->c->noise_seed, (uint32_t)w->step);
    return lb_kernel_set_ulong(kernel, "noise_keys", keys, err);
}

enum lb_status lb_workspace_enqueue(struct lb_workspace *w, struct lb_kernel *kernel,
                                    uint64_t items, uint32_t group, struct lb_error *err)
{
    if (lb_kernel_takes(kernel, "f"))
        LB_OK(lb_kernel_set_buffer(kernel, "f", w->buffers[w->flow.read_next], err));
    if (lb_kernel_takes(kernel, "other_f"))
        LB_OK(lb_kernel_set_buffer(kernel, "other_f", w->buffers[w->flow.other], err));
    if (w->c->heat != NULL && lb_kernel_takes(kernel, "heat"))
        LB_OK(lb_kernel_set_buffer(kernel, "heat", w->buffers[w->heat.read_next], err));
    if (lb_kernel_takes(kernel, "step"))
        LB_OK(lb_kernel_set_uint(kernel, "step", (uint32_t)w->step, err));
    LB_OK(lb_workspace_set_noise(w, kernel, err));
    return lb_kernel_enqueue(kernel, items, group, err);
}

enum lb_status lb_workspace_set_region(struct lb_kernel *kernel, const struct lb_region *r,
                                       struct lb_error *err)
{
    static const char *const begin[3] = {"bx", "by", "bz"}, *const extent[2] = {"ex", "ey"};
    for (int axis = 0; axis < 3; axis++)
        LB_OK(lb_kernel_set_uint(kernel, begin[axis], r->begin[axis], err));
    for (int axis = 0; axis < 2; axis++)
        LB_OK(lb_kernel_set_uint(kernel, extent[axis], r->end[axis] - r->begin[axis], err));
    return LB_STATUS_OK;
}

/* --- looking ---------------------------------------------------------------------------------- */

bool lb_region_is_inside(const struct lb_case *c, const struct lb_region *r)
{
    for (int axis = 0; axis < 3; axis++)
        if (r->begin[axis] >= r->end[axis] || r->end[axis] > c->size[axis]) return false;
    return true;
}

uint64_t lb_region_cells(const struct lb_region *r)
{
    uint64_t cells = 1;
    for (int axis = 0; axis < 3; axis++)
        cells *= r->end[axis] - r->begin[axis];
    return cells;
}

void lb_workspace_take_scalars(void *context, const struct lb_workspace *w, const void *numbers,
                               uint64_t first, uint64_t count)
{
    double *out = context;
    for (uint64_t n = 0; n < count; n++)
        out[first + n] = lb_workspace_number(w, LB_ELEMENT_SCALAR, numbers, n);
}

enum lb_status lb_workspace_stage(struct lb_workspace *w, struct lb_kernel *kernel, uint64_t items,
                                  uint64_t numbers_per_item, lb_take_items *take, void *context,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_buffer *staging = w->buffers[LB_BUFFER_STAGING];
    const uint64_t bytes = numbers_per_item * lb_workspace_scalar_bytes(w);
    void *piece = malloc(w->staging_cells * bytes);
    LB_REQUIRE(piece != NULL, LB_STATUS_FAILED, "out of memory for reading the flow");
    LB_TRY(lb_kernel_set_buffer(kernel, "out", staging, err));
    for (uint64_t skip = 0; skip < items; skip += w->staging_cells) {
        const uint64_t left = items - skip;
        const uint64_t count = left < w->staging_cells ? left : w->staging_cells;
        LB_TRY(lb_kernel_set_ulong(kernel, "skip", skip, err));
        LB_TRY(lb_kernel_set_ulong(kernel, "count", count, err));
        LB_TRY(lb_workspace_enqueue(w, kernel, count, GROUP, err));
        LB_TRY(lb_buffer_read(staging, 0, count * bytes, piece, err));
        take(context, w, piece, skip, count);
    }
cleanup:
    free(piece);
    return st;
}

static enum lb_status read_sums(struct lb_workspace *w, struct lb_reduction *r,
                                struct lb_error *err)
{
    const uint64_t count = (uint64_t)r->items * LB_REDUCTION_SUMS;
    const uint64_t bytes = count * lb_workspace_sum_bytes(w);
    void *numbers = malloc(bytes);
    if (numbers == NULL) return lb_fail(err, LB_STATUS_FAILED, "out of memory for the survey");
    const enum lb_status st =
        lb_buffer_read(w->buffers[LB_BUFFER_SURVEY_SUMS], 0, bytes, numbers, err);
    for (uint64_t n = 0; n < count && st == LB_STATUS_OK; n++)
        r->sums[n] = lb_workspace_number(w, LB_ELEMENT_SUM, numbers, n);
    free(numbers);
    return st;
}

enum lb_status lb_workspace_enqueue_survey(struct lb_workspace *w, struct lb_kernel *kernel,
                                           struct lb_error *err)
{
    const bool is_cpu = lb_device_get_info(w->device)->type == LB_DEVICE_CPU;
    LB_OK(lb_kernel_set_uint(kernel, "items", w->survey_items, err));
    LB_OK(lb_kernel_set_uint(kernel, "stride", is_cpu ? 1 : w->survey_items, err));
    return lb_workspace_enqueue(w, kernel, w->survey_items, GROUP, err);
}

enum lb_status lb_workspace_reduce(struct lb_workspace *w, struct lb_kernel *kernel,
                                   struct lb_reduction *out, struct lb_error *err)
{
    const size_t items = w->survey_items, counts = items * LB_REDUCTION_COUNTS;
    *out = (struct lb_reduction){w->survey_items,
                                 malloc(items * LB_REDUCTION_SUMS * sizeof *out->sums),
                                 malloc(counts * sizeof *out->counts)};
    LB_NEED(out->sums != NULL && out->counts != NULL, LB_STATUS_FAILED,
            "out of memory for the survey");
    LB_OK(lb_kernel_set_buffer(kernel, "sums", w->buffers[LB_BUFFER_SURVEY_SUMS], err));
    LB_OK(lb_kernel_set_buffer(kernel, "counts", w->buffers[LB_BUFFER_SURVEY_COUNTS], err));
    LB_OK(lb_workspace_enqueue_survey(w, kernel, err));
    LB_OK(read_sums(w, out, err));
    return lb_buffer_read(w->buffers[LB_BUFFER_SURVEY_COUNTS], 0, counts * sizeof *out->counts,
                          out->counts, err);
}

void lb_reduction_free(struct lb_reduction *r)
{
    free(r->sums);
    free(r->counts);
    *r = (struct lb_reduction){.items = 0};
}

/* roofline_count.c - gets the PTX of a step kernel and divides what is in it among the cells.
 * SPDX-License-Identifier: MIT */
#include "roofline/roofline_count.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "process/process.h"
#include "python/python_package.h"
#include "io/json.h"
#include "opencl/device.h"
#include "opencl/program.h"
#include "workspace/kernel_text.h"
#include "layout/layout.h"
#include "solver/solver.h"

/* --- clang -------------------------------------------------------------------------------------- */

/* The clang in PATH, the plain one first; NULL: none. */
static const char *find_compiler(void)
{
    static const char *const names[] = {"clang",    "clang-19", "clang-18", "clang-17",
                                        "clang-16", "clang-15", "clang-14", NULL};
    for (const char *const *name = names; *name != NULL; name++)
        if (lb_process_exists(*name)) return *name;
    return NULL;
}

/* What `compiler` makes of a program's text; caller frees *ptx. */
static enum lb_status compile(const char *compiler, const char *text,
                              const struct lb_kernel_places *places, char **ptx,
                              struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    /* a target of 2017: none of its instructions is special to a newer one */
    const char *const arguments[] = {compiler,
                                     "-x",
                                     "cl",
                                     LB_CL_STANDARD,
                                     "-target",
                                     "nvptx64-nvidia-nvcl",
                                     "-Xclang",
                                     "-target-cpu",
                                     "-Xclang",
                                     "sm_70",
                                     "-ffp-contract=off",
                                     "-O3",
                                     "-w",
                                     "-S",
                                     "-o",
                                     "-",
                                     "-",
                                     NULL};
    char *builtins = NULL, *whole = NULL;
    *ptx = NULL;
    LB_TRY(lb_kernel_text_create_plain("probes/clang_builtins.cl", places, &builtins, err));
    const size_t size = strlen(builtins) + strlen(text) + 1;
    whole = malloc(size);
    LB_REQUIRE(whole != NULL, LB_STATUS_FAILED, "out of memory for a kernel's text");
    snprintf(whole, size, "%s%s", builtins, text);
    LB_TRY(lb_process_run(arguments, whole, ptx, err));
cleanup:
    free(builtins);
    free(whole);
    return st;
}

/* "clang-14", from the version that it tells. */
static void name_compiler(const char *compiler, char out[LB_ROOFLINE_SOURCE_SIZE])
{
    const char *const arguments[] = {compiler, "-dumpversion", NULL};
    struct lb_error ignored = {0};
    char *version = NULL;
    snprintf(out, LB_ROOFLINE_SOURCE_SIZE, "clang");
    if (lb_process_run(arguments, "", &version, &ignored) == LB_STATUS_OK && version[0] != '\0')
        snprintf(out, LB_ROOFLINE_SOURCE_SIZE, "clang-%.*s", (int)strcspn(version, ".\n"), version);
    free(version);
}

/* --- PTX ---------------------------------------------------------------------------------------- */

static bool is_ptx(const char *binary)
{
    return strstr(binary, ".version") != NULL && strstr(binary, ".target") != NULL &&
           strstr(binary, ".entry") != NULL;
}

/* What the driver made; NULL where that is not PTX. */
static enum lb_status ask_driver(struct lb_device *device, const char *text, char **ptx,
                                 struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_program *program = NULL;
    unsigned char *binary = NULL;
    size_t size = 0;
    *ptx = NULL;
    LB_TRY(lb_program_build(device, "step/step.cl", text, "", &program, err));
    LB_TRY(lb_program_binary(program, &binary, &size, err));
    if (is_ptx((const char *)binary)) {
        *ptx = (char *)binary;
        binary = NULL;
    }
cleanup:
    free(binary);
    lb_program_destroy(program);
    return st;
}

static enum lb_status get_ptx(struct lb_device *device, const char *text,
                              const struct lb_kernel_places *places, char **ptx,
                              char source[LB_ROOFLINE_SOURCE_SIZE], struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_device_info *info = lb_device_get_info(device);
    *ptx = NULL;
    snprintf(source, LB_ROOFLINE_SOURCE_SIZE, "driver");
    /* only this driver is known to; building costs seconds elsewhere, for nothing */
    if (lb_device_is_nvidia(info)) LB_TRY(ask_driver(device, text, ptx, err));
    if (*ptx != NULL) return st;
    const char *compiler = find_compiler();
    LB_REQUIRE(
        compiler != NULL, LB_STATUS_FAILED,
        "operations are counted in PTX; the driver of '%s' makes none, and there is no clang "
        "in PATH to make it instead (Debian package clang)",
        info->name);
    name_compiler(compiler, source);
    LB_TRY(compile(compiler, text, places, ptx, err));
cleanup:
    return st;
}

/* --- counts ------------------------------------------------------------------------------------- */

static double sum(const cJSON *counts, const char *const *keys)
{
    double all = 0.0;
    for (; *keys != NULL; keys++)
        all += lb_json_number_of(counts, *keys);
    return all;
}

static void share_among_cells(const cJSON *counts, struct lb_roofline_count *out)
{
    static const char *const floats[] = {"fp16_operations", "fp32_operations", "fp64_operations",
                                         NULL};
    static const char *const others[] = {
        "moves", "control", "global_memory", "atomics", "private_memory", "unknown", NULL};
    const double cells = out->lanes;
    out->floats = sum(counts, floats) / cells;
    out->integers = lb_json_number_of(counts, "integer_operations") / cells;
    out->conversions = lb_json_number_of(counts, "conversions") / cells;
    out->others = sum(counts, others) / cells;
    out->load_bytes = lb_json_number_of(counts, "load_bytes") / cells;
    out->store_bytes = lb_json_number_of(counts, "store_bytes") / cells;
}

static enum lb_status keep_counts(const cJSON *counts, struct lb_roofline_count *out,
                                  struct lb_error *err)
{
    LB_NEED(counts != NULL, LB_STATUS_FAILED, "the instructions of the step were not counted");
    LB_NEED(cJSON_PrintPreallocated((cJSON *)counts, out->vector, sizeof out->vector, false),
            LB_STATUS_FAILED, "no room for the counts of a kernel");
    share_among_cells(counts, out);
    return LB_STATUS_OK;
}

/* By python/sluice_lbm/ptx.py, along the path on which a work-item stores so many bytes. */
static enum lb_status count_ptx(struct lb_process_dialog *python, const char *ptx,
                                double stored_bytes, struct lb_roofline_count *out,
                                struct lb_error *err)
{
    cJSON *answer = NULL;
    struct lb_json request = lb_json_begin(NULL);
    lb_json_text(&request, "ask", "count");
    lb_json_text(&request, "ptx", ptx);
    lb_json_text(&request, "kernel", "lb_step");
    lb_json_number(&request, "stored_bytes", stored_bytes);
    LB_OK(lb_python_request(python, &request, &answer, err));
    const enum lb_status st = keep_counts(cJSON_GetObjectItem(answer, "counts"), out, err);
    cJSON_Delete(answer);
    return st;
}

enum lb_status lb_roofline_count(const struct lb_case *c, const struct lb_layout *laid_out,
                                 struct lb_device *device, const struct lb_kernel_places *places,
                                 struct lb_process_dialog *python, struct lb_roofline_count *out,
                                 struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_device_info *info = lb_device_get_info(device);
    char *text = NULL, *ptx = NULL;
    struct lb_layout layout = *laid_out;
    *out = (struct lb_roofline_count){0};
    LB_TRY(lb_layout_check(c, &layout, info, err));
    layout.row_parts = 0; /* the same operations on a vector, without a loop around them */
    out->lanes = layout.lanes;
    out->arithmetic_lanes = layout.arithmetic_lanes;
    const struct lb_population_set set = lb_case_populations(c, &layout);
    const struct lb_kernel_source source = {c,       &set, lb_case_viscosity_model(c),
                                            &layout, info, .is_scalar = false};
    LB_TRY(lb_kernel_text_create("step/step.cl", &source, places, &text, err));
    LB_TRY(get_ptx(device, text, places, &ptx, out->source, err));
    const double stored =
        lb_number_format_bytes_moved(c->storage, c->lattice->directions) * layout.lanes;
    LB_TRY(count_ptx(python, ptx, stored, out, err));
cleanup:
    free(ptx);
    free(text);
    return st;
}

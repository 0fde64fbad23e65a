/* roofline_count.c - gets the PTX of a step kernel and divides what is in it among the cells.
 * SPDX-License-Identifier: MIT */
#include "roofline/roofline_count.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "process/process.h"
#include "opencl/device.h"
#include "opencl/program.h"
#include "workspace/kernel_text.h"
#include "layout/layout.h"
#include "solver/solver.h"

/* --- clang -------------------------------------------------------------------------------------- */

const char *lb_roofline_compiler(void)
{
    static const char *const names[] = {"clang",    "clang-19", "clang-18", "clang-17",
                                        "clang-16", "clang-15", "clang-14", NULL};
    for (const char *const *name = names; *name != NULL; name++)
        if (lb_process_exists(*name)) return *name;
    return NULL;
}

enum lb_status lb_roofline_compile(const char *compiler, const char *text,
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
    const char *compiler = lb_roofline_compiler();
    LB_REQUIRE(
        compiler != NULL, LB_STATUS_FAILED,
        "operations are counted in PTX; the driver of '%s' makes none, and there is no clang "
        "in PATH to make it instead (Debian package clang)",
        info->name);
    name_compiler(compiler, source);
    LB_TRY(lb_roofline_compile(compiler, text, places, ptx, err));
cleanup:
    return st;
}

static void share_among_cells(const struct lb_ptx_count *v, struct lb_roofline_count *out)
{
    const double cells = out->lanes;
    out->floats = (double)(v->float16 + v->float32 + v->float64) / cells;
    out->integers = (double)v->integer / cells;
    out->conversions = (double)v->conversions / cells;
    out->others =
        (double)(v->moves + v->control + v->memory + v->atomics + v->local + v->other) / cells;
    out->load_bytes = (double)v->load_bytes / cells;
    out->store_bytes = (double)v->store_bytes / cells;
}

enum lb_status lb_roofline_count(const struct lb_case *c, const struct lb_layout *laid_out,
                                 struct lb_device *device, const struct lb_kernel_places *places,
                                 struct lb_roofline_count *out, struct lb_error *err)
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
    LB_TRY(lb_ptx_count(ptx, "lb_step", (uint64_t)stored, &out->vector, err));
    share_among_cells(&out->vector, out);
cleanup:
    free(ptx);
    free(text);
    return st;
}

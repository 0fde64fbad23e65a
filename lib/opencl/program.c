/* program.c - builds one text for one device and says what went wrong with it; kernels of it.
 * SPDX-License-Identifier: MIT */
#include "opencl/program.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/driver_guard.h"
#include "opencl/opencl.h"

enum { NAME_SIZE = 64, MAX_PARAMETERS = 64, LOG_LINES = 30, PATH_SIZE = 512, OPTIONS_SIZE = 200 };

/* Kernels between two milestones.  At most twice as many wait in the queue, so that a host far
 * ahead of the device does not fill the memory with commands, and the queue never runs dry. */
enum { KERNELS_PER_MILESTONE = 256 };

struct lb_program {
    struct lb_device *device;
    cl_program program;
    char name[NAME_SIZE];
};

/* OpenCL lets a quotient of floats be off by 2.5 units in the last place, and devices differ in it: with
 * correctly rounded ones all devices compute the same bits. */
static const char exact_division[] = " -cl-fp32-correctly-rounded-divide-sqrt";

/* PoCL renames whatever bears the name of a built-in function of OpenCL C, such as `step`. */
static const char pocl_prefix[] = "_cl_";

static const char building[] = "built kernels";

struct parameter {
    char name[NAME_SIZE], type[NAME_SIZE];
    bool is_buffer; /* a pointer to global, constant or local memory */
};

struct lb_kernel {
    struct lb_device *device;
    cl_kernel kernel;
    cl_uint count;
    struct parameter *parameters;
    uint64_t unset;                 /* bit n: parameter n was never set */
    size_t seen_global, seen_local; /* of the last launch */
    char name[NAME_SIZE];
};

/* The driver's log without blanks around it; NULL only for lack of memory. */
static char *read_log(const struct lb_program *p)
{
    size_t size = 0;
    if (clGetProgramBuildInfo(p->program, p->device->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &size) !=
        CL_SUCCESS)
        size = 0;
    char *log = calloc(size + 1, 1);
    if (log == NULL || size == 0) return log;
    if (clGetProgramBuildInfo(p->program, p->device->id, CL_PROGRAM_BUILD_LOG, size, log, NULL) !=
        CL_SUCCESS)
        log[0] = '\0';
    size_t end = strlen(log);
    while (end > 0 && isspace((unsigned char)log[end - 1]))
        end--;
    log[end] = '\0';
    const size_t start = strspn(log, " \t\r\n");
    memmove(log, log + start, end >= start ? end - start + 1 : 1);
    return log;
}

/* Where the last `lines` lines begin, or fewer of them where they would not fit into `room`
 * bytes. */
static const char *tail_of(const char *log, int lines, size_t room)
{
    const char *start = log + strlen(log);
    for (const char *at = start; at > log && lines > 0; lines--) {
        do
            at--;
        while (at > log && at[-1] != '\n');
        if (strlen(at) >= room) break;
        start = at;
    }
    return start;
}

/* Writes the text into the temporary folder; `path` is empty where that fails. */
static void dump_text(const char *name, const char *text, char path[PATH_SIZE])
{
    const char *folder = getenv("TMPDIR");
    if (folder == NULL || folder[0] == '\0') folder = "/tmp";
    char plain[NAME_SIZE];
    snprintf(plain, sizeof plain, "%s", name);
    for (char *c = plain; *c != '\0'; c++)
        if (!isalnum((unsigned char)*c) && *c != '-' && *c != '_') *c = '-';
    const int length = snprintf(path, PATH_SIZE, "%s/sluice-%s-XXXXXX.cl", folder, plain);
    const int file = length > 0 && length < PATH_SIZE ? mkstemps(path, 3) : -1;
    FILE *stream = file >= 0 ? fdopen(file, "w") : NULL;
    bool written = stream != NULL && fputs(text, stream) >= 0;
    if (stream != NULL)
        written = fclose(stream) == 0 && written;
    else if (file >= 0)
        close(file);
    if (!written) path[0] = '\0';
}

/* The first line that speaks of an error, cut to `size`; empty where there is none. */
static void find_first_error(const char *log, char *line, size_t size)
{
    line[0] = '\0';
    const char *error = strstr(log, "error");
    if (error == NULL) return;
    while (error > log && error[-1] != '\n')
        error--;
    snprintf(line, size, "%.*s", (int)strcspn(error, "\r\n"), error);
}

/* Appends the end of the log; where its beginning is left out, the first error before it, for the
 * rest may follow from that one. */
static void note_log(const char *log, struct lb_error *err)
{
    enum { LINE_SIZE = 256 };
    char first[LINE_SIZE] = "";
    if (log == NULL || log[0] == '\0') {
        lb_error_note(err, "the driver left no log");
        return;
    }
    const char *tail =
        tail_of(log, LOG_LINES, LB_ERROR_TEXT_SIZE - strlen(err->text) - LINE_SIZE - 64);
    if (tail != log) find_first_error(log, first, sizeof first);
    if (first[0] != '\0') lb_error_note(err, "first error:\n%s", first);
    lb_error_note(err, "%s:\n%s", tail == log ? "the driver's log" : "end of the driver's log",
                  tail);
}

static enum lb_status fail_build(const struct lb_program *p, cl_int code, const char *text,
                                 const char *options, struct lb_error *err)
{
    char path[PATH_SIZE];
    if (err == NULL || err->status != LB_STATUS_OK) return lb_cl_status(code);
    dump_text(p->name, text, path);
    lb_fail(err, lb_cl_status(code),
            "the OpenCL compiler refused program '%s' for device '%.200s' (%s, %d)\n"
            "options: %s\ntext: %s",
            p->name, p->device->info.name, lb_cl_error_name(code), (int)code, options,
            path[0] != '\0' ? path : "could not be written into the temporary folder");
    char *log = read_log(p);
    note_log(log, err);
    free(log);
    return lb_cl_status(code);
}

/* Compilers that refuse a text say what is wrong with it. */
static bool has_reason(const struct lb_program *p)
{
    char *log = read_log(p);
    const bool has = log != NULL && strstr(log, "error") != NULL;
    free(log);
    return has;
}

static void wait_a_little(void)
{
    const struct timespec pause = {.tv_nsec = 200000000};
    nanosleep(&pause, NULL);
}

static cl_int build_text(struct lb_program *p, const char *text, const char *options)
{
    cl_int code = CL_SUCCESS;
    if (p->program != NULL) clReleaseProgram(p->program);
    p->program = clCreateProgramWithSource(p->device->context, 1, &text, NULL, &code);
    if (code != CL_SUCCESS) return code;
    lb_driver_enter(building);
    code = clBuildProgram(p->program, 1, &p->device->id, options, NULL, NULL);
    lb_driver_leave();
    return code;
}

/* PoCL fails now and then, without a reason, where several processes build the same text at the same time: it is asked
 * again. */
enum { MORE_TRIES = 3 };

enum lb_status lb_program_build(struct lb_device *device, const char *name, const char *text,
                                const char *options, struct lb_program **out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    cl_int code = CL_SUCCESS;
    char all[OPTIONS_SIZE];
    *out = NULL;
    const char *division = device->info.exact_division ? exact_division : "";
    const int length = snprintf(all, sizeof all, LB_CL_STANDARD " -cl-kernel-arg-info%s%s%s",
                                division, options[0] != '\0' ? " " : "", options);
    struct lb_program *p = calloc(1, sizeof *p);
    LB_REQUIRE(length > 0 && length < OPTIONS_SIZE, LB_STATUS_FAILED,
               "program '%s' has more options than there is room for", name);
    LB_REQUIRE(p != NULL, LB_STATUS_FAILED, "not enough host memory for program '%s'", name);
    p->device = device;
    snprintf(p->name, sizeof p->name, "%s", name);
    code = build_text(p, text, all);
    for (int n = 0; n < MORE_TRIES && code == CL_BUILD_PROGRAM_FAILURE && !has_reason(p); n++) {
        wait_a_little();
        code = build_text(p, text, all);
    }
    if (code != CL_SUCCESS) {
        st = fail_build(p, code, text, all, err);
        goto cleanup;
    }
    *out = p;
    p = NULL;
cleanup:
    lb_program_destroy(p);
    return st;
}

void lb_program_destroy(struct lb_program *program)
{
    if (program == NULL) return;
    if (program->program != NULL) clReleaseProgram(program->program);
    free(program);
}

enum lb_status lb_program_binary(const struct lb_program *program, unsigned char **binary,
                                 size_t *size, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    unsigned char *bytes = NULL;
    *binary = NULL;
    *size = 0;
    size_t length = 0;
    LB_CL(
        clGetProgramInfo(program->program, CL_PROGRAM_BINARY_SIZES, sizeof length, &length, NULL));
    LB_REQUIRE(length > 0, LB_STATUS_FAILED, "device '%s' gives no binary of program '%s'",
               program->device->info.name, program->name);
    bytes = calloc(length + 1, 1); /* ends with 0: PTX is text */
    LB_REQUIRE(bytes != NULL, LB_STATUS_FAILED, "not enough host memory for the binary of '%s'",
               program->name);
    LB_CL(clGetProgramInfo(program->program, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, NULL));
    *binary = bytes;
    *size = length;
    bytes = NULL;
cleanup:
    free(bytes);
    return st;
}

static enum lb_status fail_kernel(const struct lb_program *program, const char *name, cl_int code,
                                  struct lb_error *err)
{
    char names[1024] = "", hidden[NAME_SIZE];
    if (clGetProgramInfo(program->program, CL_PROGRAM_KERNEL_NAMES, sizeof names - 1, names,
                         NULL) != CL_SUCCESS)
        names[0] = '\0';
    lb_fail(err, lb_cl_status(code), "program '%s' gives no kernel '%s' (%s, %d); its kernels: %s",
            program->name, name, lb_cl_error_name(code), (int)code,
            names[0] != '\0' ? names : "unknown");
    snprintf(hidden, sizeof hidden, "%s%s", pocl_prefix, name);
    if (strstr(names, hidden) != NULL)
        lb_error_note(err, "a kernel must not bear the name of a built-in function of OpenCL");
    return lb_cl_status(code);
}

/* What the compiler kept of the kernel's declaration. */
static enum lb_status read_parameters(struct lb_kernel *kernel, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    LB_CL(clGetKernelInfo(kernel->kernel, CL_KERNEL_NUM_ARGS, sizeof kernel->count, &kernel->count,
                          NULL));
    LB_REQUIRE(kernel->count <= MAX_PARAMETERS, LB_STATUS_FAILED,
               "too many parameters of kernel '%s'", kernel->name);
    kernel->parameters = calloc(kernel->count + 1, sizeof *kernel->parameters);
    LB_REQUIRE(kernel->parameters != NULL, LB_STATUS_FAILED,
               "not enough host memory for kernel '%s'", kernel->name);
    for (cl_uint n = 0; n < kernel->count; n++) {
        struct parameter *p = &kernel->parameters[n];
        cl_kernel_arg_address_qualifier space;
        LB_CL(clGetKernelArgInfo(kernel->kernel, n, CL_KERNEL_ARG_NAME, sizeof p->name, p->name,
                                 NULL));
        LB_CL(clGetKernelArgInfo(kernel->kernel, n, CL_KERNEL_ARG_TYPE_NAME, sizeof p->type,
                                 p->type, NULL));
        LB_CL(clGetKernelArgInfo(kernel->kernel, n, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof space,
                                 &space, NULL));
        if (strncmp(p->name, pocl_prefix, strlen(pocl_prefix)) == 0)
            memmove(p->name, p->name + strlen(pocl_prefix),
                    strlen(p->name) - strlen(pocl_prefix) + 1);
        p->is_buffer = space != CL_KERNEL_ARG_ADDRESS_PRIVATE;
        kernel->unset |= UINT64_C(1) << n;
    }
cleanup:
    if (st != LB_STATUS_OK) lb_error_note(err, "parameters of kernel '%s'", kernel->name);
    return st;
}

enum lb_status lb_kernel_create(struct lb_program *program, const char *name,
                                struct lb_kernel **out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    cl_int code = CL_SUCCESS;
    *out = NULL;
    struct lb_kernel *kernel = calloc(1, sizeof *kernel);
    LB_REQUIRE(kernel != NULL, LB_STATUS_FAILED, "not enough host memory for kernel '%s'", name);
    kernel->device = program->device;
    snprintf(kernel->name, sizeof kernel->name, "%s", name);
    lb_driver_enter(building);
    kernel->kernel = clCreateKernel(program->program, name, &code);
    lb_driver_leave();
    if (code != CL_SUCCESS) {
        kernel->kernel = NULL;
        LB_TRY(fail_kernel(program, name, code, err));
    }
    LB_TRY(read_parameters(kernel, err));
    *out = kernel;
    kernel = NULL;
cleanup:
    lb_kernel_destroy(kernel);
    return st;
}

void lb_kernel_destroy(struct lb_kernel *kernel)
{
    if (kernel == NULL) return;
    if (kernel->kernel != NULL) clReleaseKernel(kernel->kernel);
    free(kernel->parameters);
    free(kernel);
}

const char *lb_kernel_name(const struct lb_kernel *kernel)
{
    return kernel->name;
}

/* NULL where there is none of that name. */
static const struct parameter *find_parameter(const struct lb_kernel *kernel, const char *name)
{
    for (cl_uint n = 0; n < kernel->count; n++)
        if (strcmp(kernel->parameters[n].name, name) == 0) return &kernel->parameters[n];
    return NULL;
}

bool lb_kernel_takes(const struct lb_kernel *kernel, const char *parameter)
{
    return find_parameter(kernel, parameter) != NULL;
}

bool lb_kernel_takes_buffer(const struct lb_kernel *kernel, const char *parameter)
{
    const struct parameter *p = find_parameter(kernel, parameter);
    return p != NULL && p->is_buffer;
}

/* "flags, step" */
static void print_names(const struct lb_kernel *kernel, char *out, size_t size)
{
    size_t used = 0;
    snprintf(out, size, "%s", kernel->count == 0 ? "none" : "");
    for (cl_uint n = 0; n < kernel->count && used < size; n++)
        used += (size_t)snprintf(out + used, size - used, "%s%s", n > 0 ? ", " : "",
                                 kernel->parameters[n].name);
}

/* `type` NULL for buffers. */
static enum lb_status set_argument(struct lb_kernel *kernel, const char *parameter,
                                   const char *type, size_t size, const void *value,
                                   struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char known[512];
    const struct parameter *p = find_parameter(kernel, parameter);
    if (p == NULL) print_names(kernel, known, sizeof known);
    LB_REQUIRE(p != NULL, LB_STATUS_FAILED, "kernel '%s' has no parameter '%s'; its parameters: %s",
               kernel->name, parameter, known);
    LB_REQUIRE(type == NULL ? p->is_buffer : !p->is_buffer && strcmp(p->type, type) == 0,
               LB_STATUS_FAILED, "parameter '%s' of kernel '%s' is a %s, not a %s", parameter,
               kernel->name, p->is_buffer ? "buffer" : p->type, type == NULL ? "buffer" : type);
    const cl_uint index = (cl_uint)(p - kernel->parameters);
    LB_CL(clSetKernelArg(kernel->kernel, index, size, value));
    kernel->unset &= ~(UINT64_C(1) << index);
cleanup:
    if (st != LB_STATUS_OK)
        lb_error_note(err, "while setting parameter '%s' of kernel '%s'", parameter, kernel->name);
    return st;
}

enum lb_status lb_kernel_set_buffer(struct lb_kernel *kernel, const char *parameter,
                                    const struct lb_buffer *buffer, struct lb_error *err)
{
    const cl_mem memory = buffer != NULL ? buffer->memory : NULL;
    return set_argument(kernel, parameter, NULL, sizeof memory, &memory, err);
}

enum lb_status lb_kernel_set_uint(struct lb_kernel *kernel, const char *parameter, uint32_t value,
                                  struct lb_error *err)
{
    return set_argument(kernel, parameter, "uint", sizeof value, &value, err);
}

enum lb_status lb_kernel_set_ulong(struct lb_kernel *kernel, const char *parameter, uint64_t value,
                                   struct lb_error *err)
{
    return set_argument(kernel, parameter, "ulong", sizeof value, &value, err);
}

/* The first parameter that was never set. */
static const char *first_unset(const struct lb_kernel *kernel)
{
    unsigned n = 0;
    while ((kernel->unset >> n & 1) == 0)
        n++;
    return kernel->parameters[n].name;
}

/* Hands the queue to the device, then waits for the milestone before this one: the host never waits
 * for the last. */
static enum lb_status pass_milestone(struct lb_device *device, cl_event *event,
                                     struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    LB_CL(clFlush(device->queue));
    if (device->milestone != NULL) LB_CL(clWaitForEvents(1, &device->milestone));
cleanup:
    if (device->milestone != NULL) clReleaseEvent(device->milestone);
    device->milestone = *event;
    *event = NULL;
    device->enqueued = 0;
    return st;
}

/* Drivers for CPUs build a kernel when it is first run in a group of that size, some of them in threads of theirs
 * while this one goes on. */
static cl_int launch(struct lb_kernel *kernel, size_t global, size_t local, cl_event *event)
{
    const bool is_new = kernel->seen_global != global || kernel->seen_local != local;
    if (is_new) lb_driver_enter(building);
    if (is_new) lb_driver_keep_on(building);
    const cl_int code = clEnqueueNDRangeKernel(kernel->device->queue, kernel->kernel, 1, NULL,
                                               &global, &local, 0, NULL, event);
    if (is_new) lb_driver_leave();
    kernel->seen_global = global;
    kernel->seen_local = local;
    return code;
}

enum lb_status lb_kernel_enqueue(struct lb_kernel *kernel, uint64_t items, uint32_t group,
                                 struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_device *device = kernel->device;
    cl_event event = NULL;
    if (items == 0) return st;
    LB_REQUIRE(group > 0 && items <= SIZE_MAX - group, LB_STATUS_FAILED,
               "kernel '%s' cannot run %llu items in groups of %u", kernel->name,
               (unsigned long long)items, group);
    LB_REQUIRE(kernel->unset == 0, LB_STATUS_FAILED, "parameter '%s' of kernel '%s' was never set",
               first_unset(kernel), kernel->name);
    const size_t local = group;
    const size_t global = ((size_t)items + local - 1) / local * local;
    const bool milestone = ++device->enqueued >= KERNELS_PER_MILESTONE;
    LB_CL(launch(kernel, global, local, milestone ? &event : NULL));
    if (milestone) LB_TRY(pass_milestone(device, &event, err));
cleanup:
    if (st != LB_STATUS_OK)
        lb_error_note(err, "kernel '%s', %llu items in groups of %u", kernel->name,
                      (unsigned long long)items, group);
    return st;
}

enum lb_status lb_kernel_max_group(const struct lb_kernel *kernel, uint32_t *out,
                                   struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    size_t size = 0;
    LB_CL(clGetKernelWorkGroupInfo(kernel->kernel, kernel->device->id, CL_KERNEL_WORK_GROUP_SIZE,
                                   sizeof size, &size, NULL));
    *out = size < UINT32_MAX ? (uint32_t)size : UINT32_MAX;
cleanup:
    if (st != LB_STATUS_OK) lb_error_note(err, "largest group of kernel '%s'", kernel->name);
    return st;
}

/* device.c - lists the OpenCL devices.
 * SPDX-License-Identifier: MIT */
#include "opencl/device.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clean_text.h"
#include "base/driver_guard.h"
#include "io/json.h"
#include "opencl/opencl.h"

/* Drivers pad names with blanks, at the ends and inside. */
static void squeeze_blanks(char *text)
{
    char *to = text;
    for (const char *from = text; *from != '\0'; from++) {
        const bool blank = isspace((unsigned char)*from) != 0;
        if (blank && (to == text || to[-1] == ' ')) continue;
        *to++ = blank ? ' ' : *from;
    }
    if (to > text && to[-1] == ' ') to--;
    *to = '\0';
}

/* A device that is asked.  A driver may not know a question (CL_INVALID_VALUE); one that fails
 * otherwise answers for no device at all, and what it left out would not be its nature. */
struct asked {
    cl_device_id id;
    bool is_broken;
};

/* False, and nothing in `out`, where the driver does not say. */
static bool get(struct asked *d, cl_device_info key, size_t size, void *out, size_t *full_size)
{
    const cl_int code = clGetDeviceInfo(d->id, key, size, out, full_size);
    if (code != CL_SUCCESS && code != CL_INVALID_VALUE) d->is_broken = true;
    return code == CL_SUCCESS;
}

/* Empty where the driver does not say; cut where it says too much. */
static void get_text(struct asked *d, cl_device_info key, char *out, size_t size)
{
    char text[4096] = "";
    if (!get(d, key, sizeof text - 1, text, NULL)) text[0] = '\0';
    squeeze_blanks(text);
    snprintf(out, size, "%.*s", (int)(size - 1), text);
}

static uint64_t get_ulong(struct asked *d, cl_device_info key)
{
    cl_ulong value = 0;
    return get(d, key, sizeof value, &value, NULL) ? value : 0;
}

static unsigned get_uint(struct asked *d, cl_device_info key)
{
    cl_uint value = 0;
    return get(d, key, sizeof value, &value, NULL) ? value : 0;
}

static size_t get_size(struct asked *d, cl_device_info key)
{
    size_t value = 0;
    return get(d, key, sizeof value, &value, NULL) ? value : 0;
}

static bool has_extension(struct asked *d, const char *name)
{
    size_t size = 0;
    if (!get(d, CL_DEVICE_EXTENSIONS, 0, NULL, &size) || size == 0) return false;
    char *text = calloc(size + 1, 1);
    bool found = false;
    if (text == NULL) d->is_broken = true;
    if (text != NULL && get(d, CL_DEVICE_EXTENSIONS, size, text, NULL)) {
        char *rest = NULL;
        for (char *word = strtok_r(text, " ", &rest); word != NULL && !found;
             word = strtok_r(NULL, " ", &rest))
            found = strcmp(word, name) == 0;
    }
    free(text);
    return found;
}

static enum lb_device_type get_type(struct asked *d)
{
    cl_device_type type = 0;
    if (!get(d, CL_DEVICE_TYPE, sizeof type, &type, NULL)) return LB_DEVICE_OTHER;
    if (type & CL_DEVICE_TYPE_GPU) return LB_DEVICE_GPU;
    if (type & CL_DEVICE_TYPE_CPU) return LB_DEVICE_CPU;
    return LB_DEVICE_OTHER;
}

bool lb_device_is_nvidia(const struct lb_device_info *info)
{
    return strstr(info->vendor, "NVIDIA") != NULL;
}

/* Switched on, with a compiler, and new enough for clEnqueueFillBuffer. */
static bool is_usable(struct asked *d)
{
    char version[128];
    int major = 0, minor = 0;
    get_text(d, CL_DEVICE_VERSION, version, sizeof version);
    if (sscanf(version, "OpenCL %d.%d", &major, &minor) != 2) return false;
    return major * 10 + minor >= 12 && get_uint(d, CL_DEVICE_AVAILABLE) != 0 &&
           get_uint(d, CL_DEVICE_COMPILER_AVAILABLE) != 0;
}

/* NVIDIA reports a quarter of the memory.  Its drivers from 610 on insist on that unless told
 * otherwise; older ones never did. */
static uint64_t largest_buffer(struct asked *d, const struct lb_device_info *info)
{
    const char *word = getenv(LB_NVIDIA_UNLIMITED);
    const bool unlimited = word != NULL && strcmp(word, "1") == 0;
    if (unlimited && lb_device_is_nvidia(info)) return info->memory;
    return get_ulong(d, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
}

static void describe_device(struct asked *d, struct lb_device_info *info)
{
    get_text(d, CL_DEVICE_NAME, info->name, sizeof info->name);
    get_text(d, CL_DEVICE_VENDOR, info->vendor, sizeof info->vendor);
    get_text(d, CL_DRIVER_VERSION, info->driver, sizeof info->driver);
    get_text(d, CL_DEVICE_VERSION, info->version, sizeof info->version);
    info->type = get_type(d);
    info->memory = get_ulong(d, CL_DEVICE_GLOBAL_MEM_SIZE);
    info->cache = get_ulong(d, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE);
    info->max_allocation = largest_buffer(d, info);
    info->compute_units = get_uint(d, CL_DEVICE_MAX_COMPUTE_UNITS);
    info->local_memory = get_ulong(d, CL_DEVICE_LOCAL_MEM_SIZE);
    info->clock_mhz = get_uint(d, CL_DEVICE_MAX_CLOCK_FREQUENCY);
    info->max_work_group = get_size(d, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    info->native_float_width = get_uint(d, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT);
    info->fp64 = get_ulong(d, CL_DEVICE_DOUBLE_FP_CONFIG) != 0;
    info->fp16 = has_extension(d, "cl_khr_fp16");
    info->int64_atomics = has_extension(d, "cl_khr_int64_base_atomics");
    const uint64_t single = get_ulong(d, CL_DEVICE_SINGLE_FP_CONFIG);
    info->fp32_denormals = (single & CL_FP_DENORM) != 0;
    info->exact_division = (single & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
}

struct device_table {
    struct lb_device_info *list;
    cl_device_id *ids;
    size_t count;
};

static enum lb_status grow_table(struct device_table *table, size_t more, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const size_t size = table->count + more;
    struct lb_device_info *list = realloc(table->list, size * sizeof *list);
    if (list != NULL) table->list = list;
    cl_device_id *ids = realloc(table->ids, size * sizeof *ids);
    if (ids != NULL) table->ids = ids;
    LB_REQUIRE(list != NULL && ids != NULL, LB_STATUS_FAILED,
               "not enough host memory for a list of %zu devices", size);
cleanup:
    return st;
}

/* "platform 'NAME' has no device", one a line, of all platforms that were asked last. */
static _Thread_local char empty_platforms[1024];

const char *lb_device_empty_platforms(void)
{
    return empty_platforms;
}

static void note_empty(cl_platform_id platform)
{
    const size_t used = strlen(empty_platforms);
    char name[256] = "";
    if (clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name - 1, name, NULL) != CL_SUCCESS)
        name[0] = '\0';
    squeeze_blanks(name);
    lb_text_make_printable(name);
    const bool is_pocl = strstr(name, "Portable Computing Language") != NULL;
    snprintf(empty_platforms + used, sizeof empty_platforms - used,
             "\nplatform '%s' has no device%s%s%s", name, is_pocl ? ": can it write '" : "",
             is_pocl ? lb_driver_cache() : "",
             is_pocl ? "'? POCL_CACHE_DIR names another folder for its kernels" : "");
}

/* A platform that cannot name its devices has none. */
static enum lb_status append_platform(struct device_table *table, cl_platform_id platform,
                                      int platform_index, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    cl_device_id *ids = NULL;
    char name[4096] = "";
    cl_uint count = 0;
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, NULL, &count) != CL_SUCCESS || count == 0) {
        note_empty(platform);
        return st;
    }
    ids = calloc(count, sizeof *ids);
    LB_REQUIRE(ids != NULL, LB_STATUS_FAILED, "not enough host memory for %u devices", count);
    LB_TRY(grow_table(table, count, err));
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, ids, NULL) != CL_SUCCESS) goto cleanup;
    if (clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name - 1, name, NULL) != CL_SUCCESS)
        name[0] = '\0';
    squeeze_blanks(name);
    for (cl_uint i = 0; i < count; i++) {
        struct asked d = {.id = ids[i]};
        if (!is_usable(&d)) continue;
        struct lb_device_info info = {
            .index = (int)table->count, .platform_index = platform_index, .device_index = (int)i};
        snprintf(info.platform, sizeof info.platform, "%.*s", (int)sizeof info.platform - 1, name);
        describe_device(&d, &info);
        if (d.is_broken) continue;
        table->list[table->count] = info;
        table->ids[table->count++] = ids[i];
    }
cleanup:
    free(ids);
    return st;
}

static enum lb_status enumerate(struct lb_device_info **list, cl_device_id **ids, size_t *count,
                                struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    cl_platform_id *platforms = NULL;
    struct device_table table = {0};
    cl_uint platform_count = 0;
    empty_platforms[0] = '\0';
    const cl_int code = clGetPlatformIDs(0, NULL, &platform_count);
    if (code == LB_CL_NO_PLATFORM || (code == CL_SUCCESS && platform_count == 0)) return st;
    LB_CL(code);
    platforms = calloc(platform_count, sizeof *platforms);
    LB_REQUIRE(platforms != NULL, LB_STATUS_FAILED, "not enough host memory for %u platforms",
               platform_count);
    LB_CL(clGetPlatformIDs(platform_count, platforms, NULL));
    for (cl_uint i = 0; i < platform_count; i++)
        LB_TRY(append_platform(&table, platforms[i], (int)i, err));
    *list = table.list;
    *ids = table.ids;
    *count = table.count;
    table = (struct device_table){0};
cleanup:
    free(platforms);
    free(table.list);
    free(table.ids);
    return st;
}

/* A process that only looks for devices, and may be ended by a driver. */
static bool is_survived(void)
{
    int state = 0;
    const pid_t child = fork();
    if (child == 0) {
        const struct rlimit none = {0, 0};
        const int nowhere = open("/dev/null", O_WRONLY);
        cl_platform_id platforms[16];
        cl_uint count = 0, devices;
        setrlimit(RLIMIT_CORE, &none);
        dup2(nowhere, STDERR_FILENO);
        lb_driver_settle();
        if (clGetPlatformIDs(16, platforms, &count) != CL_SUCCESS) count = 0;
        for (cl_uint n = 0; n < count && n < 16; n++)
            clGetDeviceIDs(platforms[n], CL_DEVICE_TYPE_ALL, 0, NULL, &devices);
        _exit(0);
    }
    return child < 0 || waitpid(child, &state, 0) != child || !WIFSIGNALED(state);
}

/* PoCL reads from there what the processors are, and ends the process where it cannot. */
static enum lb_status check_system(struct lb_error *err)
{
    static const char place[] = "/sys/devices/system/cpu";
    LB_NEED(access(place, F_OK) == 0 || is_survived(), LB_STATUS_DEVICE,
            "an OpenCL driver ends any program that looks for devices, as there is no '%s': with "
            "/sys mounted it can be used",
            place);
    return LB_STATUS_OK;
}

/* Drivers start their threads here, which never see signals. */
enum lb_status lb_device_enumerate(struct lb_device_info **list, cl_device_id **ids, size_t *count,
                                   struct lb_error *err)
{
    *list = NULL;
    *ids = NULL;
    *count = 0;
    lb_driver_enter("looked for devices");
    enum lb_status st = check_system(err);
    if (st == LB_STATUS_OK) st = enumerate(list, ids, count, err);
    lb_driver_leave();
    return st;
}

enum lb_status lb_device_list(struct lb_device_info **list, size_t *count, struct lb_error *err)
{
    cl_device_id *ids = NULL;
    const enum lb_status st = lb_device_enumerate(list, &ids, count, err);
    free(ids);
    return st;
}

const char *lb_device_type_name(enum lb_device_type type)
{
    switch (type) {
    case LB_DEVICE_GPU: return "gpu";
    case LB_DEVICE_CPU: return "cpu";
    default: return "other";
    }
}

void lb_json_device(struct lb_json *w, const struct lb_device_info *info)
{
    struct lb_json device = lb_json_object(w, "device");
    lb_json_text(&device, "platform", info->platform);
    lb_json_text(&device, "name", info->name);
    lb_json_text(&device, "driver", info->driver);
    lb_json_text(&device, "type", lb_device_type_name(info->type));
}

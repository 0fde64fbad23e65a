/* native_device.c - an OpenCL driver for tests: as much of OpenCL 1.2 as sluice asks for, on one processor of the
 * host, where everything is done when it is enqueued.  OCL_ICD_VENDORS names the library.
 * SPDX-License-Identifier: MIT */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dladdr */
#endif
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "native_internal.h"

struct _cl_platform_id {
    const cl_icd_dispatch *functions;
};
struct _cl_device_id {
    const cl_icd_dispatch *functions;
};
struct _cl_context {
    const cl_icd_dispatch *functions;
};
struct _cl_command_queue {
    const cl_icd_dispatch *functions;
};
struct _cl_event {
    const cl_icd_dispatch *functions;
};

static struct _cl_platform_id the_platform = {&lb_native_functions};
static struct _cl_device_id the_device = {&lb_native_functions};
static struct _cl_context the_context = {&lb_native_functions};
static struct _cl_command_queue the_queue = {&lb_native_functions};
static struct _cl_event the_event = {&lb_native_functions}; /* all have come */

cl_int lb_native_answer(const void *answer, size_t bytes, size_t room, void *out, size_t *size)
{
    if (size != NULL) *size = bytes;
    if (out == NULL) return CL_SUCCESS;
    if (room < bytes) return CL_INVALID_VALUE;
    memcpy(out, answer, bytes);
    return CL_SUCCESS;
}

static cl_int answer_text(const char *text, size_t room, void *out, size_t *size)
{
    return lb_native_answer(text, strlen(text) + 1, room, out, size);
}

/* --- platform and device ------------------------------------------------------------------------- */

static cl_int get_platforms(cl_uint room, cl_platform_id *out, cl_uint *count)
{
    if (count != NULL) *count = 1;
    if (out != NULL && room > 0) *out = &the_platform;
    return CL_SUCCESS;
}

static cl_int get_platform_info(cl_platform_id platform, cl_platform_info what, size_t room,
                                void *out, size_t *size)
{
    (void)platform;
    switch (what) {
    case CL_PLATFORM_EXTENSIONS: return answer_text("cl_khr_icd", room, out, size);
    case CL_PLATFORM_VERSION: return answer_text("OpenCL 1.2 of the host", room, out, size);
    case CL_PLATFORM_PROFILE: return answer_text("FULL_PROFILE", room, out, size);
    case CL_PLATFORM_NAME:
    case CL_PLATFORM_VENDOR:
    case CL_PLATFORM_ICD_SUFFIX_KHR: return answer_text("native", room, out, size);
    default: return CL_INVALID_VALUE;
    }
}

static cl_int get_devices(cl_platform_id platform, cl_device_type type, cl_uint room,
                          cl_device_id *out, cl_uint *count)
{
    (void)platform, (void)type;
    if (count != NULL) *count = 1;
    if (out != NULL && room > 0) *out = &the_device;
    return CL_SUCCESS;
}

static const char *device_text(cl_device_info what)
{
    switch (what) {
    case CL_DEVICE_NAME: return "native";
    case CL_DEVICE_VENDOR: return "tests of sluice";
    case CL_DRIVER_VERSION: return "1";
    case CL_DEVICE_VERSION: return "OpenCL 1.2 of the host";
    case CL_DEVICE_EXTENSIONS: return "cl_khr_fp64 cl_khr_int64_base_atomics";
    default: return NULL;
    }
}

/* What PoCL says on a processor with AVX2, so that the layouts are its; 0: not asked for. */
static cl_ulong device_number(cl_device_info what)
{
    enum { FULL = CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_FMA };
    switch (what) {
    case CL_DEVICE_TYPE: return CL_DEVICE_TYPE_CPU;
    case CL_DEVICE_GLOBAL_MEM_SIZE: return (cl_ulong)4 << 30;
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE: return (cl_ulong)2 << 30;
    case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE: return (cl_ulong)32 << 20;
    case CL_DEVICE_LOCAL_MEM_SIZE: return (cl_ulong)512 << 10;
    case CL_DEVICE_MAX_COMPUTE_UNITS: return 1;
    case CL_DEVICE_MAX_CLOCK_FREQUENCY: return 1000;
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT: return 8;
    case CL_DEVICE_DOUBLE_FP_CONFIG: return FULL;
    case CL_DEVICE_SINGLE_FP_CONFIG: return FULL | CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT;
    case CL_DEVICE_MAX_WORK_GROUP_SIZE: return LB_NATIVE_GROUP;
    case CL_DEVICE_AVAILABLE:
    case CL_DEVICE_COMPILER_AVAILABLE: return CL_TRUE;
    default: return 0;
    }
}

/* Of a processor that keeps its lowest bytes first; numbers are as long as the caller has room for. */
static cl_int get_device_info(cl_device_id device, cl_device_info what, size_t room, void *out,
                              size_t *size)
{
    (void)device;
    const char *text = device_text(what);
    const cl_ulong number = device_number(what);
    if (text != NULL) return answer_text(text, room, out, size);
    if (number == 0) return CL_INVALID_VALUE;
    return lb_native_answer(&number, room < sizeof number ? room : sizeof number, room, out, size);
}

static cl_int create_sub_devices(cl_device_id device, const cl_device_partition_property *wish,
                                 cl_uint room, cl_device_id *out, cl_uint *count)
{
    (void)device, (void)wish, (void)room, (void)out, (void)count;
    return CL_DEVICE_PARTITION_FAILED;
}

static cl_context create_context(const cl_context_properties *properties, cl_uint count,
                                 const cl_device_id *devices,
                                 void (*notify)(const char *, const void *, size_t, void *),
                                 void *data, cl_int *code)
{
    (void)properties, (void)count, (void)devices, (void)notify, (void)data;
    *code = CL_SUCCESS;
    return &the_context;
}

static cl_command_queue create_queue(cl_context context, cl_device_id device,
                                     cl_command_queue_properties properties, cl_int *code)
{
    (void)context, (void)device, (void)properties;
    *code = CL_SUCCESS;
    return &the_queue;
}

static cl_int keep_device(cl_device_id device)
{
    (void)device;
    return CL_SUCCESS;
}

static cl_int keep_context(cl_context context)
{
    (void)context;
    return CL_SUCCESS;
}

static cl_int keep_queue(cl_command_queue queue)
{
    (void)queue;
    return CL_SUCCESS;
}

/* --- memory -------------------------------------------------------------------------------------- */

static cl_mem create_buffer(cl_context context, cl_mem_flags flags, size_t bytes, void *host,
                            cl_int *code)
{
    (void)context;
    cl_mem m = calloc(1, sizeof *m);
    const size_t line = 128;
    const bool is_own = (flags & CL_MEM_USE_HOST_PTR) == 0;
    void *data = is_own ? aligned_alloc(line, (bytes + line - 1) / line * line) : host;
    const bool ok = m != NULL && data != NULL;
    if (ok) *m = (struct _cl_mem){&lb_native_functions, data, is_own};
    *code = ok ? CL_SUCCESS : CL_MEM_OBJECT_ALLOCATION_FAILURE;
    if (ok) return m;
    if (is_own) free(data);
    free(m);
    return NULL;
}

static cl_int release_buffer(cl_mem m)
{
    if (m->is_own) free(m->data);
    free(m);
    return CL_SUCCESS;
}

static cl_int done(cl_event *event)
{
    if (event != NULL) *event = &the_event;
    return CL_SUCCESS;
}

static cl_int read_buffer(cl_command_queue queue, cl_mem m, cl_bool waits, size_t at, size_t bytes,
                          void *to, cl_uint count, const cl_event *before, cl_event *event)
{
    (void)queue, (void)waits, (void)count, (void)before;
    memcpy(to, (const char *)m->data + at, bytes);
    return done(event);
}

static cl_int write_buffer(cl_command_queue queue, cl_mem m, cl_bool waits, size_t at, size_t bytes,
                           const void *from, cl_uint count, const cl_event *before, cl_event *event)
{
    (void)queue, (void)waits, (void)count, (void)before;
    memcpy((char *)m->data + at, from, bytes);
    return done(event);
}

static cl_int copy_buffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t at, size_t to_at,
                          size_t bytes, cl_uint count, const cl_event *before, cl_event *event)
{
    (void)queue, (void)count, (void)before;
    memcpy((char *)to->data + to_at, (const char *)from->data + at, bytes);
    return done(event);
}

static cl_int fill_buffer(cl_command_queue queue, cl_mem m, const void *pattern, size_t length,
                          size_t at, size_t bytes, cl_uint count, const cl_event *before,
                          cl_event *event)
{
    (void)queue, (void)count, (void)before;
    for (size_t n = 0; n < bytes; n += length)
        memcpy((char *)m->data + at + n, pattern, length);
    return done(event);
}

static void *map_buffer(cl_command_queue queue, cl_mem m, cl_bool waits, cl_map_flags flags,
                        size_t at, size_t bytes, cl_uint count, const cl_event *before,
                        cl_event *event, cl_int *code)
{
    (void)queue, (void)waits, (void)flags, (void)bytes, (void)count, (void)before;
    *code = done(event);
    return (char *)m->data + at;
}

static cl_int unmap_buffer(cl_command_queue queue, cl_mem m, void *data, cl_uint count,
                           const cl_event *before, cl_event *event)
{
    (void)queue, (void)m, (void)data, (void)count, (void)before;
    return done(event);
}

/* --- kernels ------------------------------------------------------------------------------------- */

static cl_int set_argument(cl_kernel k, cl_uint n, size_t bytes, const void *value)
{
    cl_mem m;
    if (n >= k->count) return CL_INVALID_ARG_INDEX;
    if (bytes > sizeof k->values[n]) return CL_INVALID_ARG_SIZE;
    memcpy(k->values + n, value, bytes);
    if (!k->parameters[n].is_buffer) return CL_SUCCESS;
    memcpy(&m, value, sizeof m);
    k->values[n] = m != NULL ? (cl_ulong)(size_t)m->data : 0;
    return CL_SUCCESS;
}

static cl_int get_kernel_info(cl_kernel k, cl_kernel_info what, size_t room, void *out,
                              size_t *size)
{
    if (what != CL_KERNEL_NUM_ARGS) return CL_INVALID_VALUE;
    return lb_native_answer(&k->count, sizeof k->count, room, out, size);
}

static cl_int get_argument_info(cl_kernel k, cl_uint n, cl_kernel_arg_info what, size_t room,
                                void *out, size_t *size)
{
    const struct lb_native_parameter *p = k->parameters + n;
    const cl_kernel_arg_address_qualifier space =
        p->is_buffer ? CL_KERNEL_ARG_ADDRESS_GLOBAL : CL_KERNEL_ARG_ADDRESS_PRIVATE;
    switch (what) {
    case CL_KERNEL_ARG_NAME: return answer_text(p->name, room, out, size);
    case CL_KERNEL_ARG_TYPE_NAME: return answer_text(p->type, room, out, size);
    case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
        return lb_native_answer(&space, sizeof space, room, out, size);
    default: return CL_INVALID_VALUE;
    }
}

static cl_int get_group_info(cl_kernel k, cl_device_id device, cl_kernel_work_group_info what,
                             size_t room, void *out, size_t *size)
{
    (void)k, (void)device;
    const size_t most = LB_NATIVE_GROUP;
    if (what != CL_KERNEL_WORK_GROUP_SIZE) return CL_INVALID_VALUE;
    return lb_native_answer(&most, sizeof most, room, out, size);
}

static cl_int enqueue_kernel(cl_command_queue queue, cl_kernel k, cl_uint dimensions,
                             const size_t *offset, const size_t *items, const size_t *group,
                             cl_uint count, const cl_event *before, cl_event *event)
{
    (void)queue, (void)offset, (void)count, (void)before;
    if (dimensions != 1) return CL_INVALID_WORK_DIMENSION;
    return lb_native_run(k, *items, *group) ? done(event) : CL_OUT_OF_RESOURCES;
}

/* --- events -------------------------------------------------------------------------------------- */

static cl_int wait_for_events(cl_uint count, const cl_event *events)
{
    (void)count, (void)events;
    return CL_SUCCESS;
}

static cl_int get_event_info(cl_event event, cl_event_info what, size_t room, void *out,
                             size_t *size)
{
    (void)event;
    const cl_int state = CL_COMPLETE;
    if (what != CL_EVENT_COMMAND_EXECUTION_STATUS) return CL_INVALID_VALUE;
    return lb_native_answer(&state, sizeof state, room, out, size);
}

static cl_int release_event(cl_event event)
{
    (void)event;
    return CL_SUCCESS;
}

static cl_int enqueue_mark(cl_command_queue queue, cl_uint count, const cl_event *before,
                           cl_event *event)
{
    (void)queue, (void)count, (void)before;
    return done(event);
}

/* --- the loader's ------------------------------------------------------------------------------- */

CL_API_ENTRY cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint room, cl_platform_id *out,
                                                       cl_uint *count);
CL_API_ENTRY cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint room, cl_platform_id *out,
                                                       cl_uint *count)
{
    return get_platforms(room, out, count);
}

/* Also makes the functions of native_items.c known to the libraries of kernels. */
CL_API_ENTRY void *CL_API_CALL clGetExtensionFunctionAddress(const char *name)
{
    Dl_info self;
    if (strcmp(name, "clGetPlatformInfo") == 0) return (void *)(size_t)get_platform_info;
    if (strcmp(name, "clIcdGetPlatformIDsKHR") != 0) return NULL;
    if (dladdr(&the_platform, &self) != 0)
        dlopen(self.dli_fname, RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD);
    return (void *)(size_t)clIcdGetPlatformIDsKHR;
}

const cl_icd_dispatch lb_native_functions = {
    .clGetPlatformIDs = get_platforms,
    .clGetPlatformInfo = get_platform_info,
    .clGetDeviceIDs = get_devices,
    .clGetDeviceInfo = get_device_info,
    .clCreateSubDevices = create_sub_devices,
    .clRetainDevice = keep_device,
    .clReleaseDevice = keep_device,
    .clCreateContext = create_context,
    .clReleaseContext = keep_context,
    .clCreateCommandQueue = create_queue,
    .clReleaseCommandQueue = keep_queue,
    .clFlush = keep_queue,
    .clFinish = keep_queue,
    .clCreateBuffer = create_buffer,
    .clReleaseMemObject = release_buffer,
    .clEnqueueReadBuffer = read_buffer,
    .clEnqueueWriteBuffer = write_buffer,
    .clEnqueueCopyBuffer = copy_buffer,
    .clEnqueueFillBuffer = fill_buffer,
    .clEnqueueMapBuffer = map_buffer,
    .clEnqueueUnmapMemObject = unmap_buffer,
    .clCreateProgramWithSource = lb_native_create_program,
    .clBuildProgram = lb_native_build,
    .clGetProgramInfo = lb_native_program_info,
    .clGetProgramBuildInfo = lb_native_build_info,
    .clReleaseProgram = lb_native_release_program,
    .clCreateKernel = lb_native_create_kernel,
    .clReleaseKernel = lb_native_release_kernel,
    .clSetKernelArg = set_argument,
    .clGetKernelInfo = get_kernel_info,
    .clGetKernelArgInfo = get_argument_info,
    .clGetKernelWorkGroupInfo = get_group_info,
    .clEnqueueNDRangeKernel = enqueue_kernel,
    .clEnqueueMarkerWithWaitList = enqueue_mark,
    .clEnqueueBarrierWithWaitList = enqueue_mark,
    .clWaitForEvents = wait_for_events,
    .clGetEventInfo = get_event_info,
    .clReleaseEvent = release_event,
};

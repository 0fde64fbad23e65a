/* opencl.c - names for OpenCL's error codes, sizes for people.
 * SPDX-License-Identifier: MIT */
#include "opencl/opencl.h"

#include <inttypes.h>
#include <stdio.h>

struct error_name {
    cl_int code;
    const char *name;
};

#define NAMED(code) \
    {               \
        code, #code \
    }

/* clang-format off */
static const struct error_name error_names[] = {
    NAMED(CL_DEVICE_NOT_FOUND), NAMED(CL_DEVICE_NOT_AVAILABLE), NAMED(CL_COMPILER_NOT_AVAILABLE),
    NAMED(CL_MEM_OBJECT_ALLOCATION_FAILURE), NAMED(CL_OUT_OF_RESOURCES),
    NAMED(CL_OUT_OF_HOST_MEMORY), NAMED(CL_PROFILING_INFO_NOT_AVAILABLE),
    NAMED(CL_MEM_COPY_OVERLAP), NAMED(CL_IMAGE_FORMAT_MISMATCH),
    NAMED(CL_IMAGE_FORMAT_NOT_SUPPORTED), NAMED(CL_BUILD_PROGRAM_FAILURE), NAMED(CL_MAP_FAILURE),
    NAMED(CL_MISALIGNED_SUB_BUFFER_OFFSET), NAMED(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST),
    NAMED(CL_COMPILE_PROGRAM_FAILURE), NAMED(CL_LINKER_NOT_AVAILABLE),
    NAMED(CL_LINK_PROGRAM_FAILURE), NAMED(CL_DEVICE_PARTITION_FAILED),
    NAMED(CL_KERNEL_ARG_INFO_NOT_AVAILABLE), NAMED(CL_INVALID_VALUE), NAMED(CL_INVALID_DEVICE_TYPE),
    NAMED(CL_INVALID_PLATFORM), NAMED(CL_INVALID_DEVICE), NAMED(CL_INVALID_CONTEXT),
    NAMED(CL_INVALID_QUEUE_PROPERTIES), NAMED(CL_INVALID_COMMAND_QUEUE), NAMED(CL_INVALID_HOST_PTR),
    NAMED(CL_INVALID_MEM_OBJECT), NAMED(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR),
    NAMED(CL_INVALID_IMAGE_SIZE), NAMED(CL_INVALID_SAMPLER), NAMED(CL_INVALID_BINARY),
    NAMED(CL_INVALID_BUILD_OPTIONS), NAMED(CL_INVALID_PROGRAM),
    NAMED(CL_INVALID_PROGRAM_EXECUTABLE), NAMED(CL_INVALID_KERNEL_NAME),
    NAMED(CL_INVALID_KERNEL_DEFINITION), NAMED(CL_INVALID_KERNEL), NAMED(CL_INVALID_ARG_INDEX),
    NAMED(CL_INVALID_ARG_VALUE), NAMED(CL_INVALID_ARG_SIZE), NAMED(CL_INVALID_KERNEL_ARGS),
    NAMED(CL_INVALID_WORK_DIMENSION), NAMED(CL_INVALID_WORK_GROUP_SIZE),
    NAMED(CL_INVALID_WORK_ITEM_SIZE), NAMED(CL_INVALID_GLOBAL_OFFSET),
    NAMED(CL_INVALID_EVENT_WAIT_LIST), NAMED(CL_INVALID_EVENT), NAMED(CL_INVALID_OPERATION),
    NAMED(CL_INVALID_GL_OBJECT), NAMED(CL_INVALID_BUFFER_SIZE), NAMED(CL_INVALID_MIP_LEVEL),
    NAMED(CL_INVALID_GLOBAL_WORK_SIZE), NAMED(CL_INVALID_PROPERTY),
    NAMED(CL_INVALID_IMAGE_DESCRIPTOR), NAMED(CL_INVALID_COMPILER_OPTIONS),
    NAMED(CL_INVALID_LINKER_OPTIONS), NAMED(CL_INVALID_DEVICE_PARTITION_COUNT),
    {LB_CL_NO_PLATFORM, "CL_PLATFORM_NOT_FOUND_KHR"},
};
/* clang-format on */

const char *lb_cl_error_name(cl_int code)
{
    for (size_t i = 0; i < sizeof error_names / sizeof error_names[0]; i++)
        if (error_names[i].code == code) return error_names[i].name;
    return "unknown OpenCL error";
}

enum lb_status lb_cl_status(cl_int code)
{
    switch (code) {
    case CL_DEVICE_NOT_FOUND:
    case CL_DEVICE_NOT_AVAILABLE:
    case CL_MEM_OBJECT_ALLOCATION_FAILURE:
    case CL_OUT_OF_RESOURCES:
    case CL_OUT_OF_HOST_MEMORY:
    case LB_CL_NO_PLATFORM: return LB_STATUS_DEVICE;
    default: return LB_STATUS_FAILED;
    }
}

enum lb_status lb_cl_fail(struct lb_error *err, cl_int code, const char *function, int line)
{
    return lb_fail(err, lb_cl_status(code), "OpenCL reports %s (%d) in %s, line %d",
                   lb_cl_error_name(code), (int)code, function, line);
}

const char *lb_bytes_text(uint64_t bytes, char text[LB_BYTES_TEXT_SIZE])
{
    const double mib = (double)bytes / (1024.0 * 1024.0);
    if (mib >= 1024.0)
        snprintf(text, LB_BYTES_TEXT_SIZE, "%.2f GiB (%" PRIu64 " bytes)", mib / 1024.0, bytes);
    else if (mib >= 1.0)
        snprintf(text, LB_BYTES_TEXT_SIZE, "%.2f MiB (%" PRIu64 " bytes)", mib, bytes);
    else
        snprintf(text, LB_BYTES_TEXT_SIZE, "%" PRIu64 " bytes", bytes);
    return text;
}

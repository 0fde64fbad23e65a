/* opencl.h - private to the room: the one include of OpenCL, its error names, and the
 * structs behind the handles.
 * SPDX-License-Identifier: MIT */
#ifndef LB_OPENCL_OPENCL_H
#define LB_OPENCL_OPENCL_H

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>

#include "base/status.h"
#include "opencl/device.h"

/* The ICD extension's code for "no platform at all"; its header is not needed for one number. */
enum { LB_CL_NO_PLATFORM = -1001 };

/* Space for "12.34 GiB (13249974108 bytes)". */
enum { LB_BYTES_TEXT_SIZE = 64 };

struct lb_device {
    struct lb_device_info info;
    cl_device_id id;
    bool is_part; /* of one that is divided: ours to release */
    int sharers;
    cl_context context;
    cl_command_queue queue;
    uint64_t allocated; /* [bytes] */
    unsigned enqueued;  /* kernels since the last milestone */
    cl_event milestone; /* an earlier kernel; NULL before the first */
};

struct lb_buffer {
    struct lb_device *device;
    cl_mem memory;
    uint64_t bytes;
    char what[64];
};

/* "CL_OUT_OF_RESOURCES"; "unknown OpenCL error" if there is no such code. */
const char *lb_cl_error_name(cl_int code);

/* LB_STATUS_DEVICE for lack of memory or of a device, else LB_STATUS_FAILED. */
enum lb_status lb_cl_status(cl_int code);

/* Records an OpenCL failure. */
enum lb_status lb_cl_fail(struct lb_error *err, cl_int code, const char *function, int line);

/* Writes a size for people into `text` and returns it. */
const char *lb_bytes_text(uint64_t bytes, char text[LB_BYTES_TEXT_SIZE]);

/* Takes both styles of OpenCL: LB_CL(clFinish(q)), and m = clCreateBuffer(..., &code); LB_CL(code).
 * Uses the locals `st`, `err` and the label `cleanup`, as LB_TRY does. */
#define LB_CL(status_expression)                                  \
    do {                                                          \
        const cl_int lb_cl_code = (status_expression);            \
        if (lb_cl_code != CL_SUCCESS) {                           \
            st = lb_cl_fail(err, lb_cl_code, __func__, __LINE__); \
            goto cleanup;                                         \
        }                                                         \
    } while (0)

/* As lb_device_list, with the handle of each device: caller frees both. */
enum lb_status lb_device_enumerate(struct lb_device_info **list, cl_device_id **ids, size_t *count,
                                   struct lb_error *err);

#endif

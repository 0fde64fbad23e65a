/* buffer.c - buffers on a device: allocated and touched at once, moved in pieces.
 * SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/host.h"
#include "opencl/opencl.h"

/* Drivers have had trouble with single transfers and fills above 2 and 4 GiB. */
static const uint64_t piece_bytes = UINT64_C(1) << 30;

/* Oclgrind takes filled memory for uninitialised, written memory not; its cases are small. */
static const uint64_t small_bytes = UINT64_C(4) << 20;

static uint64_t min(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* A CPU device takes its buffers from the host's memory, and would rather be killed than refuse. */
static uint64_t free_memory(const struct lb_device *device)
{
    const uint64_t memory = device->info.memory;
    const uint64_t left = memory > device->allocated ? memory - device->allocated : 0;
    return device->info.type == LB_DEVICE_CPU ? min(left, lb_memory_available()) : left;
}

static enum lb_status check_room(const struct lb_device *device, uint64_t bytes, const char *what,
                                 struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_device_info *info = &device->info;
    const uint64_t left = free_memory(device);
    char needed[LB_BYTES_TEXT_SIZE], limit[LB_BYTES_TEXT_SIZE], total[LB_BYTES_TEXT_SIZE];
    LB_REQUIRE(bytes > 0, LB_STATUS_FAILED, "the buffer for %s would be empty", what);
    lb_bytes_text(bytes, needed);
    LB_REQUIRE(bytes <= info->memory, LB_STATUS_DEVICE, "%s: %s needed, but device '%s' has %s",
               what, needed, info->name, lb_bytes_text(info->memory, total));
    LB_REQUIRE(bytes <= info->max_allocation, LB_STATUS_DEVICE,
               "%s: %s needed, but device '%s' allows %s in one buffer%s", what, needed, info->name,
               lb_bytes_text(info->max_allocation, limit),
               lb_device_is_nvidia(info) ? "; the environment variable " LB_NVIDIA_UNLIMITED
                                           "=1 lifts this limit"
                                         : "");
    LB_REQUIRE(bytes <= left, LB_STATUS_DEVICE,
               "%s: %s needed, but of the %s of device '%s' only %s are free", what, needed,
               lb_bytes_text(info->memory, total), info->name, lb_bytes_text(left, limit));
cleanup:
    return st;
}

static cl_int write_zeros(const struct lb_buffer *buffer)
{
    const uint64_t chunk = min(buffer->bytes, UINT64_C(1) << 24);
    void *zeros = calloc((size_t)chunk, 1);
    if (zeros == NULL) return CL_OUT_OF_HOST_MEMORY;
    cl_int code = CL_SUCCESS;
    for (uint64_t at = 0; at < buffer->bytes && code == CL_SUCCESS; at += chunk)
        code = clEnqueueWriteBuffer(buffer->device->queue, buffer->memory, CL_TRUE, (size_t)at,
                                    (size_t)min(chunk, buffer->bytes - at), zeros, 0, NULL, NULL);
    free(zeros);
    return code;
}

/* 16 bytes at a time, which drivers do fastest, and a tail of single bytes. */
static cl_int fill_zeros(const struct lb_buffer *buffer)
{
    static const cl_uint zeros[4] = {0};
    cl_command_queue queue = buffer->device->queue;
    const uint64_t even = buffer->bytes - buffer->bytes % sizeof zeros;
    cl_int code = CL_SUCCESS;
    for (uint64_t at = 0; at < even && code == CL_SUCCESS; at += piece_bytes)
        code = clEnqueueFillBuffer(queue, buffer->memory, zeros, sizeof zeros, (size_t)at,
                                   (size_t)min(piece_bytes, even - at), 0, NULL, NULL);
    if (code == CL_SUCCESS && even < buffer->bytes)
        code = clEnqueueFillBuffer(queue, buffer->memory, zeros, 1, (size_t)even,
                                   (size_t)(buffer->bytes - even), 0, NULL, NULL);
    return code == CL_SUCCESS ? clFinish(queue) : code;
}

static bool is_lack_of_memory(cl_int code)
{
    return code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_RESOURCES ||
           code == CL_OUT_OF_HOST_MEMORY || code == CL_INVALID_BUFFER_SIZE;
}

/* Small buffers are written, large ones filled, or written where the driver cannot fill. */
static cl_int set_zero(const struct lb_buffer *buffer)
{
    if (buffer->bytes <= small_bytes) return write_zeros(buffer);
    const cl_int code = fill_zeros(buffer);
    return code == CL_SUCCESS || is_lack_of_memory(code) ? code : write_zeros(buffer);
}

static enum lb_status allocate(struct lb_buffer *buffer, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char needed[LB_BYTES_TEXT_SIZE], taken[LB_BYTES_TEXT_SIZE];
    struct lb_device *device = buffer->device;
    cl_int code = CL_SUCCESS;
    buffer->memory =
        clCreateBuffer(device->context, CL_MEM_READ_WRITE, (size_t)buffer->bytes, NULL, &code);
    if (code == CL_SUCCESS) code = set_zero(buffer);
    LB_REQUIRE(
        !is_lack_of_memory(code), LB_STATUS_DEVICE,
        "%s: device '%s' has no room for %s beside the %s that this program holds there (%s)",
        buffer->what, device->info.name, lb_bytes_text(buffer->bytes, needed),
        lb_bytes_text(device->allocated, taken), lb_cl_error_name(code));
    LB_CL(code);
cleanup:
    return st;
}

enum lb_status lb_buffer_create(struct lb_device *device, uint64_t bytes, const char *what,
                                struct lb_buffer **out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_buffer *buffer = NULL;
    *out = NULL;
    LB_TRY(check_room(device, bytes, what, err));
    buffer = calloc(1, sizeof *buffer);
    LB_REQUIRE(buffer != NULL, LB_STATUS_FAILED, "not enough host memory for buffer '%s'", what);
    buffer->device = device;
    buffer->bytes = bytes;
    snprintf(buffer->what, sizeof buffer->what, "%s", what);
    LB_TRY(allocate(buffer, err));
    device->allocated += bytes;
    *out = buffer;
    buffer = NULL;
cleanup:
    if (buffer != NULL && buffer->memory != NULL) clReleaseMemObject(buffer->memory);
    free(buffer);
    return st;
}

enum lb_status lb_buffer_clear(struct lb_buffer *buffer, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    LB_CL(set_zero(buffer));
cleanup:
    return st;
}

void lb_buffer_destroy(struct lb_buffer *buffer)
{
    if (buffer == NULL) return;
    buffer->device->allocated -= buffer->bytes;
    clReleaseMemObject(buffer->memory);
    free(buffer);
}

uint64_t lb_buffer_bytes(const struct lb_buffer *buffer)
{
    return buffer->bytes;
}

static enum lb_status check_range(const struct lb_buffer *buffer, uint64_t offset, uint64_t bytes,
                                  struct lb_error *err)
{
    if (offset <= buffer->bytes && bytes <= buffer->bytes - offset) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_FAILED,
                   "a transfer of %" PRIu64 " bytes at %" PRIu64 " leaves buffer '%s' of %" PRIu64
                   " bytes",
                   bytes, offset, buffer->what, buffer->bytes);
}

enum lb_status lb_buffer_write(struct lb_buffer *buffer, uint64_t offset, uint64_t bytes,
                               const void *data, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    LB_TRY(check_range(buffer, offset, bytes, err));
    for (uint64_t at = 0; at < bytes; at += piece_bytes)
        LB_CL(clEnqueueWriteBuffer(buffer->device->queue, buffer->memory, CL_TRUE,
                                   (size_t)(offset + at), (size_t)min(piece_bytes, bytes - at),
                                   (const char *)data + at, 0, NULL, NULL));
cleanup:
    if (st != LB_STATUS_OK) lb_error_note(err, "while writing buffer '%s'", buffer->what);
    return st;
}

enum lb_status lb_buffer_read(struct lb_buffer *buffer, uint64_t offset, uint64_t bytes, void *data,
                              struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    LB_TRY(check_range(buffer, offset, bytes, err));
    for (uint64_t at = 0; at < bytes; at += piece_bytes)
        LB_CL(clEnqueueReadBuffer(buffer->device->queue, buffer->memory, CL_TRUE,
                                  (size_t)(offset + at), (size_t)min(piece_bytes, bytes - at),
                                  (char *)data + at, 0, NULL, NULL));
cleanup:
    if (st != LB_STATUS_OK) lb_error_note(err, "while reading buffer '%s'", buffer->what);
    return st;
}

enum lb_status lb_buffer_copy(const struct lb_buffer *from, struct lb_buffer *to,
                              struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    LB_TRY(check_range(to, 0, from->bytes, err));
    for (uint64_t at = 0; at < from->bytes; at += piece_bytes)
        LB_CL(clEnqueueCopyBuffer(from->device->queue, from->memory, to->memory, (size_t)at,
                                  (size_t)at, (size_t)min(piece_bytes, from->bytes - at), 0, NULL,
                                  NULL));
cleanup:
    if (st != LB_STATUS_OK)
        lb_error_note(err, "while copying buffer '%s' to '%s'", from->what, to->what);
    return st;
}

/* context.c - opens a device: its context and its in-order queue.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "opencl/opencl.h"

static enum lb_status open_chosen(struct lb_device *device, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    cl_int code = CL_SUCCESS;
    device->context = clCreateContext(NULL, 1, &device->id, NULL, NULL, &code);
    LB_CL(code);
    device->queue = clCreateCommandQueue(device->context, device->id, 0, &code);
    LB_CL(code);
cleanup:
    if (st != LB_STATUS_OK)
        lb_error_note(err, "device '%s' could not be opened", device->info.name);
    return st;
}

enum lb_status lb_device_open(const char *spec, struct lb_device **out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_device_info *list = NULL;
    cl_device_id *ids = NULL;
    struct lb_device *device = NULL;
    size_t count = 0, chosen = 0;
    *out = NULL;
    LB_TRY(lb_device_enumerate(&list, &ids, &count, err));
    LB_TRY(lb_device_choose(list, count, spec, &chosen, err));
    device = calloc(1, sizeof *device);
    LB_REQUIRE(device != NULL, LB_STATUS_FAILED, "not enough host memory to open a device");
    device->info = list[chosen];
    device->id = ids[chosen];
    LB_TRY(open_chosen(device, err));
    *out = device;
    device = NULL;
cleanup:
    lb_device_close(device);
    free(ids);
    free(list);
    return st;
}

void lb_device_close(struct lb_device *device)
{
    if (device == NULL) return;
    if (device->queue != NULL)
        clFinish(device->queue); /* some drivers crash when they outlive their work */
    if (device->milestone != NULL) clReleaseEvent(device->milestone);
    if (device->queue != NULL) clReleaseCommandQueue(device->queue);
    if (device->context != NULL) clReleaseContext(device->context);
    free(device);
}

const struct lb_device_info *lb_device_get_info(const struct lb_device *device)
{
    return &device->info;
}

uint64_t lb_device_allocated(const struct lb_device *device)
{
    return device->allocated;
}

enum lb_status lb_device_finish(struct lb_device *device, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    LB_CL(clFinish(device->queue));
cleanup:
    if (st != LB_STATUS_OK) lb_error_note(err, "while waiting for device '%s'", device->info.name);
    return st;
}

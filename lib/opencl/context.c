/* context.c - opens a device: its context and its in-order queue.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/driver_guard.h"
#include "opencl/opencl.h"

static enum lb_status open_chosen(struct lb_device *device, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    cl_int code = CL_SUCCESS;
    lb_driver_enter("opened a device"); /* its threads never see signals */
    device->context = clCreateContext(NULL, 1, &device->id, NULL, NULL, &code);
    LB_CL(code);
    device->queue = clCreateCommandQueue(device->context, device->id, 0, &code);
    LB_CL(code);
cleanup:
    lb_driver_leave();
    if (st != LB_STATUS_OK)
        lb_error_note(err, "device '%s' could not be opened", device->info.name);
    return st;
}

/* Of a CPU, `device` becomes part number `place` of as many as share it.  One that cannot be divided so
 * is left whole. */
static void divide(struct lb_device *device, unsigned place)
{
    const cl_uint units = device->info.compute_units / (unsigned)device->sharers;
    const cl_device_partition_property wish[] = {CL_DEVICE_PARTITION_EQUALLY,
                                                 (cl_device_partition_property)units, 0};
    cl_uint count = 0;
    if (units == 0 || device->info.type != LB_DEVICE_CPU) return;
    if (clCreateSubDevices(device->id, wish, 0, NULL, &count) != CL_SUCCESS || count <= place)
        return;
    cl_device_id *parts = calloc(count, sizeof *parts);
    if (parts == NULL || clCreateSubDevices(device->id, wish, count, parts, NULL) != CL_SUCCESS) {
        free(parts);
        return;
    }
    for (cl_uint n = 0; n < count; n++)
        if (n != place) clReleaseDevice(parts[n]);
    device->id = parts[place];
    device->is_part = true;
    device->info.compute_units = units;
    free(parts);
}

/* How many of the ranks take the same device as `rank`, and how many of them come before it. */
static enum lb_status count_sharers(const struct lb_device_info *list, size_t count,
                                    const char *spec, int rank, int ranks, int *sharers,
                                    unsigned *place, struct lb_error *err)
{
    size_t own = 0, other = 0;
    LB_OK(lb_device_choose_shared(list, count, spec, rank, &own, err));
    *sharers = 0;
    *place = 0;
    for (int n = 0; n < ranks; n++) {
        LB_OK(lb_device_choose_shared(list, count, spec, n, &other, err));
        *sharers += other == own;
        *place += n < rank && other == own;
    }
    return LB_STATUS_OK;
}

enum lb_status lb_device_open(const char *spec, struct lb_device **out, struct lb_error *err)
{
    return lb_device_open_shared(spec, 0, 1, out, err);
}

enum lb_status lb_device_open_shared(const char *spec, int rank, int ranks, struct lb_device **out,
                                     struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_device_info *list = NULL;
    cl_device_id *ids = NULL;
    struct lb_device *device = NULL;
    size_t count = 0, chosen = 0;
    unsigned place = 0;
    *out = NULL;
    LB_TRY(lb_device_enumerate(&list, &ids, &count, err));
    LB_TRY(lb_device_choose_shared(list, count, spec, rank, &chosen, err));
    device = calloc(1, sizeof *device);
    LB_REQUIRE(device != NULL, LB_STATUS_FAILED, "not enough host memory to open a device");
    device->info = list[chosen];
    device->id = ids[chosen];
    LB_TRY(count_sharers(list, count, spec, rank, ranks, &device->sharers, &place, err));
    if (device->sharers > 1) divide(device, place);
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
    lb_driver_settle();
    if (device->milestone != NULL) clReleaseEvent(device->milestone);
    if (device->queue != NULL) clReleaseCommandQueue(device->queue);
    if (device->context != NULL) clReleaseContext(device->context);
    if (device->is_part) clReleaseDevice(device->id);
    free(device);
}

int lb_device_sharers(const struct lb_device *device)
{
    return device->sharers;
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
    lb_driver_settle();
cleanup:
    if (st != LB_STATUS_OK) lb_error_note(err, "while waiting for device '%s'", device->info.name);
    return st;
}

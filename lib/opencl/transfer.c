/* transfer.c - the queues of a device for copies, their events, and pinned memory.
 * SPDX-License-Identifier: MIT */
#include "opencl/transfer.h"

#include <stdlib.h>

#include "opencl/opencl.h"

struct lb_transfers {
    struct lb_device *device;
    cl_command_queue out, in; /* to the host, to the device */
    cl_event *fetched;        /* of each piece; NULL: none yet */
    size_t pieces, capacity;
    size_t come; /* of them, when last looked at */
    uint64_t fetched_bytes;
    cl_event mark; /* likewise */
};

struct lb_pinned {
    struct lb_transfers *transfers;
    cl_mem memory; /* NULL: ordinary memory, which is freed but where it is the caller's */
    void *data;
    bool is_adopted;
};

uint64_t lb_transfer_piece(uint64_t at, uint64_t end)
{
    return end - at < LB_TRANSFER_PIECE ? end - at : LB_TRANSFER_PIECE;
}

static void release(cl_event *event)
{
    if (*event != NULL) clReleaseEvent(*event);
    *event = NULL;
}

static void release_fetched(struct lb_transfers *t)
{
    for (size_t n = 0; n < t->pieces; n++)
        release(t->fetched + n);
    t->pieces = 0;
}

static enum lb_status create_queue(struct lb_device *device, cl_command_queue *out,
                                   struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    cl_int code = CL_SUCCESS;
    *out = clCreateCommandQueue(device->context, device->id, 0, &code);
    LB_CL(code);
cleanup:
    if (st != LB_STATUS_OK) lb_error_note(err, "a further queue of device '%s'", device->info.name);
    return st;
}

/* --- life ------------------------------------------------------------------------------------- */

enum lb_status lb_transfers_create(struct lb_device *device, struct lb_transfers **out,
                                   struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    *out = NULL;
    struct lb_transfers *t = calloc(1, sizeof *t);
    LB_NEED(t != NULL, LB_STATUS_FAILED, "not enough host memory for transfers");
    t->device = device;
    LB_TRY(create_queue(device, &t->out, err));
    LB_TRY(create_queue(device, &t->in, err));
    *out = t;
    t = NULL;
cleanup:
    lb_transfers_destroy(t);
    return st;
}

void lb_transfers_destroy(struct lb_transfers *t)
{
    if (t == NULL) return;
    clFinish(t->device->queue); /* kernels may wait for what is on the other queue */
    if (t->out != NULL) clFinish(t->out);
    if (t->in != NULL) clFinish(t->in);
    release_fetched(t);
    release(&t->mark);
    if (t->out != NULL) clReleaseCommandQueue(t->out);
    if (t->in != NULL) clReleaseCommandQueue(t->in);
    free(t->fetched);
    free(t);
}

/* Mapped for as long as it lives; `memory` stays NULL where the driver refuses.  NVIDIA's driver pins both what it gives
 * and what it is told of, and then needs no pages of its own in between. */
static void map(struct lb_pinned *p, size_t bytes)
{
    const struct lb_transfers *t = p->transfers;
    const cl_mem_flags whose = p->is_adopted ? CL_MEM_USE_HOST_PTR : CL_MEM_ALLOC_HOST_PTR;
    cl_int code = CL_SUCCESS;
    p->memory =
        clCreateBuffer(t->device->context, whose | CL_MEM_READ_WRITE, bytes, p->data, &code);
    if (code != CL_SUCCESS) p->memory = NULL;
    if (p->memory == NULL) return;
    void *data = clEnqueueMapBuffer(t->out, p->memory, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                    bytes, 0, NULL, NULL, &code);
    if (code == CL_SUCCESS) {
        p->data = data;
    } else {
        clReleaseMemObject(p->memory);
        p->memory = NULL;
    }
}

enum lb_status lb_pinned_adopt(struct lb_transfers *t, void *memory, uint64_t bytes,
                               struct lb_pinned **out, struct lb_error *err)
{
    struct lb_pinned *p = calloc(1, sizeof *p);
    *out = NULL;
    LB_NEED(p != NULL, LB_STATUS_FAILED, "not enough host memory for transfers");
    *p = (struct lb_pinned){.transfers = t, .data = memory, .is_adopted = true};
    map(p, (size_t)bytes);
    *out = p;
    return LB_STATUS_OK;
}

bool lb_pinned_is_known(const struct lb_pinned *p)
{
    return p->memory != NULL;
}

enum lb_status lb_pinned_create(struct lb_transfers *t, uint64_t bytes, struct lb_pinned **out,
                                struct lb_error *err)
{
    struct lb_pinned *p = calloc(1, sizeof *p);
    *out = NULL;
    LB_NEED(p != NULL, LB_STATUS_FAILED, "not enough host memory for transfers");
    p->transfers = t;
    map(p, (size_t)bytes);
    if (p->data == NULL) p->data = malloc((size_t)bytes);
    if (p->data == NULL) {
        free(p);
        return lb_fail(err, LB_STATUS_FAILED, "not enough host memory for transfers of %llu bytes",
                       (unsigned long long)bytes);
    }
    *out = p;
    return LB_STATUS_OK;
}

void lb_pinned_destroy(struct lb_pinned *p)
{
    if (p == NULL) return;
    clFinish(p->transfers->in);
    clFinish(p->transfers->out);
    if (p->memory != NULL) {
        clEnqueueUnmapMemObject(p->transfers->out, p->memory, p->data, 0, NULL, NULL);
        clFinish(p->transfers->out);
        clReleaseMemObject(p->memory);
    } else if (!p->is_adopted) {
        free(p->data);
    }
    free(p);
}

char *lb_pinned_data(const struct lb_pinned *p)
{
    return p->data;
}

/* --- copies ----------------------------------------------------------------------------------- */

static enum lb_status reserve_events(struct lb_transfers *t, uint64_t bytes, struct lb_error *err)
{
    const size_t pieces = (size_t)((bytes + LB_TRANSFER_PIECE - 1) / LB_TRANSFER_PIECE);
    if (pieces <= t->capacity) return LB_STATUS_OK;
    cl_event *events = realloc(t->fetched, pieces * sizeof *events);
    LB_NEED(events != NULL, LB_STATUS_FAILED, "not enough host memory for transfers");
    t->fetched = events;
    t->capacity = pieces;
    return LB_STATUS_OK;
}

enum lb_status lb_transfers_fetch(struct lb_transfers *t, const struct lb_buffer *from,
                                  uint64_t bytes, const struct lb_pinned *to, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    cl_event written = NULL;
    release_fetched(t);
    t->come = 0;
    t->fetched_bytes = bytes;
    LB_OK(reserve_events(t, bytes, err));
    LB_CL(clEnqueueMarkerWithWaitList(t->device->queue, 0, NULL, &written));
    LB_CL(clFlush(t->device->queue));
    for (uint64_t at = 0; at < bytes; at += LB_TRANSFER_PIECE, t->pieces++)
        LB_CL(clEnqueueReadBuffer(t->out, from->memory, CL_FALSE, (size_t)at,
                                  (size_t)lb_transfer_piece(at, bytes), (char *)to->data + at,
                                  at == 0, at == 0 ? &written : NULL, t->fetched + t->pieces));
    LB_CL(clFlush(t->out));
cleanup:
    release(&written);
    if (st != LB_STATUS_OK) lb_error_note(err, "while fetching buffer '%s'", from->what);
    return st;
}

enum lb_status lb_transfers_wait(struct lb_transfers *t, uint64_t bytes, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    if (bytes == 0) return st;
    const size_t last = (size_t)((bytes - 1) / LB_TRANSFER_PIECE);
    LB_REQUIRE(last < t->pieces, LB_STATUS_FAILED,
               "%llu bytes are waited for, and %zu pieces were fetched", (unsigned long long)bytes,
               t->pieces);
    LB_CL(clWaitForEvents(1, t->fetched + last));
cleanup:
    if (st != LB_STATUS_OK)
        lb_error_note(err, "while fetching from device '%s'", t->device->info.name);
    return st;
}

/* A command that failed has a negative state; the wait for it says what it was. */
enum lb_status lb_transfers_look(struct lb_transfers *t, uint64_t *bytes, struct lb_error *err)
{
    for (; t->come < t->pieces; t->come++) {
        cl_int state = CL_QUEUED;
        const cl_int code = clGetEventInfo(t->fetched[t->come], CL_EVENT_COMMAND_EXECUTION_STATUS,
                                           sizeof state, &state, NULL);
        if (code != CL_SUCCESS || state < CL_COMPLETE)
            LB_OK(lb_transfers_wait(t, t->come * LB_TRANSFER_PIECE + 1, err));
        else if (state != CL_COMPLETE)
            break;
    }
    *bytes = t->come < t->pieces ? t->come * LB_TRANSFER_PIECE : t->fetched_bytes;
    return LB_STATUS_OK;
}

enum lb_status lb_transfers_hand_over(struct lb_transfers *t, const char *from, uint64_t at,
                                      uint64_t bytes, struct lb_buffer *to, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t end = at + bytes;
    for (; at < end; at += LB_TRANSFER_PIECE, from += LB_TRANSFER_PIECE)
        LB_CL(clEnqueueWriteBuffer(t->in, to->memory, CL_FALSE, (size_t)at,
                                   (size_t)lb_transfer_piece(at, end), from, 0, NULL, NULL));
    LB_CL(clFlush(t->in));
cleanup:
    if (st != LB_STATUS_OK) lb_error_note(err, "while handing over buffer '%s'", to->what);
    return st;
}

enum lb_status lb_transfers_close(struct lb_transfers *t, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    cl_event written = NULL;
    LB_CL(clEnqueueMarkerWithWaitList(t->in, 0, NULL, &written));
    LB_CL(clFlush(t->in));
    LB_CL(clEnqueueBarrierWithWaitList(t->device->queue, 1, &written, NULL));
cleanup:
    release(&written);
    if (st != LB_STATUS_OK)
        lb_error_note(err, "while handing over to device '%s'", t->device->info.name);
    return st;
}

/* --- the mark --------------------------------------------------------------------------------- */

enum lb_status lb_transfers_mark(struct lb_transfers *t, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    release(&t->mark);
    LB_CL(clEnqueueMarkerWithWaitList(t->device->queue, 0, NULL, &t->mark));
    LB_CL(clFlush(t->device->queue));
cleanup:
    return st;
}

bool lb_transfers_are_past_mark(const struct lb_transfers *t)
{
    cl_int state = CL_QUEUED;
    if (t->mark == NULL) return true;
    if (clGetEventInfo(t->mark, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL) !=
        CL_SUCCESS)
        return true;
    return state <= CL_COMPLETE; /* failed ones are negative */
}

enum lb_status lb_transfers_wait_for_mark(struct lb_transfers *t, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    if (t->mark != NULL) LB_CL(clWaitForEvents(1, &t->mark));
cleanup:
    if (st != LB_STATUS_OK)
        lb_error_note(err, "while waiting for device '%s'", t->device->info.name);
    return st;
}

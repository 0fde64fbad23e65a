/* transfer.h - copies between buffers and the host in parallel with kernels: two more in-order
 * queues of a device, one each way, and host memory that the device accesses directly.
 *
 * Kernels stay on the first queue.  Events order the uses of a buffer by two queues: a fetch waits
 * for the kernels before it, and kernels after lb_transfers_close wait for the data handed over.
 * SPDX-License-Identifier: MIT */
#ifndef LB_OPENCL_TRANSFER_H
#define LB_OPENCL_TRANSFER_H

#include "opencl/device.h"

struct lb_transfers; /* opaque; borrows its device */

enum lb_status lb_transfers_create(struct lb_device *device, struct lb_transfers **out,
                                   struct lb_error *err);
void lb_transfers_destroy(
    struct lb_transfers *t); /* NULL is allowed; waits for what is under way */

/* Host memory, pinned if the driver supports that, otherwise ordinary. */
struct lb_pinned; /* opaque; borrows the transfers */
enum lb_status lb_pinned_create(struct lb_transfers *t, uint64_t bytes, struct lb_pinned **out,
                                struct lb_error *err);
void lb_pinned_destroy(struct lb_pinned *p); /* NULL is allowed */
/* The same with existing memory of the caller, which must outlive it, registered with the
 * driver. */
enum lb_status lb_pinned_adopt(struct lb_transfers *t, void *memory, uint64_t bytes,
                               struct lb_pinned **out, struct lb_error *err);
bool lb_pinned_is_known(const struct lb_pinned *p); /* by the driver, which otherwise copies it */
char *lb_pinned_data(const struct lb_pinned *p);

enum { LB_TRANSFER_PIECE = 1 << 21 };                  /* [bytes] worth passing on */
uint64_t lb_transfer_piece(uint64_t at, uint64_t end); /* bytes of the one that begins at `at` */

/* Begins to copy the first bytes of the buffer after the kernels enqueued so far; waits until that
 * many have arrived.  Kernels that change the buffer may be enqueued after the wait for all. */
enum lb_status lb_transfers_fetch(struct lb_transfers *t, const struct lb_buffer *from,
                                  uint64_t bytes, const struct lb_pinned *to, struct lb_error *err);
enum lb_status lb_transfers_wait(struct lb_transfers *t, uint64_t bytes, struct lb_error *err);
/* How many of the first bytes have arrived, without a wait. */
enum lb_status lb_transfers_look(struct lb_transfers *t, uint64_t *bytes, struct lb_error *err);

/* Begins to copy `bytes` into the buffer at byte `at`; no pending kernel may use that range.
 * Kernels enqueued after lb_transfers_close wait for all data handed over before it.  `from` must
 * stay unchanged until the wait for a later fetch has returned. */
enum lb_status lb_transfers_hand_over(struct lb_transfers *t, const char *from, uint64_t at,
                                      uint64_t bytes, struct lb_buffer *to, struct lb_error *err);
enum lb_status lb_transfers_close(struct lb_transfers *t, struct lb_error *err);

/* Marks the end of the kernels enqueued so far, and flushes them; whether the device has finished
 * them; waits until it has. */
enum lb_status lb_transfers_mark(struct lb_transfers *t, struct lb_error *err);
bool lb_transfers_are_past_mark(const struct lb_transfers *t);
enum lb_status lb_transfers_wait_for_mark(struct lb_transfers *t, struct lb_error *err);

#endif

/* transfer.h - copies between buffers and the host that go on beside the kernels: two more in-order queues of
 * a device, one each way, and memory of the host that the device reads and writes by itself.
 *
 * Kernels stay on the first queue.  A buffer that two queues touch changes hands by an event: a
 * fetch waits for the kernels before it, and kernels after lb_transfers_close wait for what was
 * handed over.
 * SPDX-License-Identifier: MIT */
#ifndef LB_OPENCL_TRANSFER_H
#define LB_OPENCL_TRANSFER_H

#include "opencl/device.h"

struct lb_transfers; /* opaque; borrows its device */

enum lb_status lb_transfers_create(struct lb_device *device, struct lb_transfers **out,
                                   struct lb_error *err);
void lb_transfers_destroy(
    struct lb_transfers *t); /* NULL is allowed; waits for what is under way */

/* Memory of the host, pinned where the driver has such memory, else ordinary. */
struct lb_pinned; /* opaque; borrows the transfers */
enum lb_status lb_pinned_create(struct lb_transfers *t, uint64_t bytes, struct lb_pinned **out,
                                struct lb_error *err);
void lb_pinned_destroy(struct lb_pinned *p); /* NULL is allowed */
/* The same of memory that there is, and stays the caller's, for longer than this lives: the
 * driver is told of it. */
enum lb_status lb_pinned_adopt(struct lb_transfers *t, void *memory, uint64_t bytes,
                               struct lb_pinned **out, struct lb_error *err);
bool lb_pinned_is_known(
    const struct lb_pinned *p); /* to the driver, which else copies it by itself */
char *lb_pinned_data(const struct lb_pinned *p);

enum { LB_TRANSFER_PIECE = 1 << 21 }; /* [bytes] in which it is worth to pass on what has come */
uint64_t lb_transfer_piece(uint64_t at, uint64_t end); /* bytes of the one that begins at `at` */

/* Begins to copy the buffer's first bytes, as the kernels enqueued so far leave them, and waits
 * until so many of them have come.  Kernels that change the buffer may be enqueued after the
 * wait for all. */
enum lb_status lb_transfers_fetch(struct lb_transfers *t, const struct lb_buffer *from,
                                  uint64_t bytes, const struct lb_pinned *to, struct lb_error *err);
enum lb_status lb_transfers_wait(struct lb_transfers *t, uint64_t bytes, struct lb_error *err);
/* How many of the first bytes have come, without a wait. */
enum lb_status lb_transfers_look(struct lb_transfers *t, uint64_t *bytes, struct lb_error *err);

/* Begins to copy `bytes` into the buffer, from byte `at` on, which no kernel that is still to
 * run may touch.  Kernels enqueued after the close wait for all that was handed over before it.
 * `from` must stay as it is until a later fetch was waited for. */
enum lb_status lb_transfers_hand_over(struct lb_transfers *t, const char *from, uint64_t at,
                                      uint64_t bytes, struct lb_buffer *to, struct lb_error *err);
enum lb_status lb_transfers_close(struct lb_transfers *t, struct lb_error *err);

/* Marks the end of the kernels enqueued so far, and hands them to the device; tells whether it
 * is through with them; waits until it is. */
enum lb_status lb_transfers_mark(struct lb_transfers *t, struct lb_error *err);
bool lb_transfers_are_past_mark(const struct lb_transfers *t);
enum lb_status lb_transfers_wait_for_mark(struct lb_transfers *t, struct lb_error *err);

#endif

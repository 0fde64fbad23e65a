/* program.h - one text in, built kernels out; setting arguments and enqueueing them.
 * SPDX-License-Identifier: MIT */
#ifndef LB_OPENCL_PROGRAM_H
#define LB_OPENCL_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "opencl/device.h"

struct lb_program; /* opaque; borrows its device */
struct lb_kernel;  /* opaque; borrows its program */

/* The language of all texts. */
#define LB_CL_STANDARD "-cl-std=CL1.2"

/* Builds `text`; `options` are those beside the language, "" for none.  `name` names it in messages
 * and dump files.  A failed build reports the options, the end of the driver's log and the path
 * where the text was dumped (in the temporary folder). */
enum lb_status lb_program_build(struct lb_device *device, const char *name, const char *text,
                                const char *options, struct lb_program **out, struct lb_error *err);
void lb_program_destroy(struct lb_program *program); /* NULL is allowed */

/* What the driver built (PTX text on NVIDIA); caller frees *binary. */
enum lb_status lb_program_binary(const struct lb_program *program, unsigned char **binary,
                                 size_t *size, struct lb_error *err);

enum lb_status lb_kernel_create(struct lb_program *program, const char *name,
                                struct lb_kernel **out, struct lb_error *err);
void lb_kernel_destroy(struct lb_kernel *kernel); /* NULL is allowed */

/* Arguments are set by the names of the parameters that the kernel's declaration gives them, which
 * the driver tells.  LB_STATUS_FAILED if there is no such parameter or it is of
 * another kind: buffers, `uint` or `ulong`.  `buffer` NULL passes a null pointer. */
enum lb_status lb_kernel_set_buffer(struct lb_kernel *kernel, const char *parameter,
                                    const struct lb_buffer *buffer, struct lb_error *err);
enum lb_status lb_kernel_set_uint(struct lb_kernel *kernel, const char *parameter, uint32_t value,
                                  struct lb_error *err);
enum lb_status lb_kernel_set_ulong(struct lb_kernel *kernel, const char *parameter, uint64_t value,
                                   struct lb_error *err);

const char *lb_kernel_name(const struct lb_kernel *kernel);

/* Whether the kernel has such a parameter, and whether it is a buffer. */
bool lb_kernel_takes(const struct lb_kernel *kernel, const char *parameter);
bool lb_kernel_takes_buffer(const struct lb_kernel *kernel, const char *parameter);

/* Enqueues at least `items` work-items in groups of `group` (the last group may run over: kernels
 * check).  LB_STATUS_FAILED if a parameter was never set. */
enum lb_status lb_kernel_enqueue(struct lb_kernel *kernel, uint64_t items, uint32_t group,
                                 struct lb_error *err);

/* Largest group this kernel may have on its device (registers limit it). */
enum lb_status lb_kernel_max_group(const struct lb_kernel *kernel, uint32_t *out,
                                   struct lb_error *err);

#endif

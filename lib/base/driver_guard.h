/* driver_guard.h - guards calls in which an OpenCL driver may start programs, or end this one.
 * Drivers that compile start linkers, which a signal to the whole group would end, and some then
 * call abort() or exit().  So signals of base/signals.h are held meanwhile, also in threads and
 * programs of the driver, and if it ends the process there is a sentence, exit code 4 and no empty
 * folder.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BASE_DRIVER_GUARD_H
#define LB_BASE_DRIVER_GUARD_H

#include "base/status.h"

/* Enables the calls below; without it they do nothing, and signals, handlers and exits are those of
 * the program that uses the library.  For programs with one run at a time. */
void lb_driver_guard(void);

/* `doing` ("looked for devices") is borrowed until the next one.  They nest; from one thread
 * only. */
void lb_driver_enter(const char *doing);
void lb_driver_leave(void);

/* After enqueueing new kernels: threads of the driver may build them until the device is waited
 * for. */
void lb_driver_keep_on(const char *doing);
void lb_driver_settle(void);

/* The folder in which PoCL keeps what it builds. */
const char *lb_driver_cache(void);

/* A file to replace by `text`, which is copied, if the driver ends the process.  NULL: none. */
enum lb_status lb_driver_leave_word(const char *path, const char *text, struct lb_error *err);

#endif

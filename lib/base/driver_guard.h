/* driver_guard.h - around calls in which an OpenCL driver may start programs, or end this one.
 * Drivers that compile start linkers, which a signal to the whole group would end, and some of them then call
 * abort() or exit(): signals of base/signals.h wait meanwhile, also in the threads and programs that a driver starts,
 * and whoever ends the process leaves a sentence, exit code 4 and no empty folder.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BASE_DRIVER_GUARD_H
#define LB_BASE_DRIVER_GUARD_H

#include "base/status.h"

/* From here on the calls below guard; without it they do nothing, and signals, handlers and exits stay those of the
 * program that uses the library.  For programs that are one run at a time. */
void lb_driver_guard(void);

/* `doing` ("looked for devices") is borrowed until another one is given.  They nest; one thread alone calls them. */
void lb_driver_enter(const char *doing);
void lb_driver_leave(void);

/* Kernels that were handed over for the first time: threads of the driver may build them until it was waited for. */
void lb_driver_keep_on(const char *doing);
void lb_driver_settle(void);

/* The folder in which PoCL keeps what it builds. */
const char *lb_driver_cache(void);

/* A file that is to say so, too, where the driver ends the process: its whole text, copied, takes the place of what
 * is there.  NULL: none any more. */
enum lb_status lb_driver_leave_word(const char *path, const char *text, struct lb_error *err);

#endif

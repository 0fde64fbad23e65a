/* stop.h - SIGINT and SIGTERM: the first asks for an orderly end, one that comes half a second or
 * more later ends the program at once.
 * SPDX-License-Identifier: MIT */
#ifndef LB_RUN_STOP_H
#define LB_RUN_STOP_H

#include "base/status.h"

/* Watches nest: a comparison watches around its runs. */
enum lb_status lb_stop_watch(struct lb_error *err);
void lb_stop_unwatch(void); /* the default again, after the outermost */

/* The signal that came since the outermost lb_stop_watch, or 0. */
int lb_stop_signal(void);

/* LB_STATUS_INTERRUPTED or _TERMINATED after such a signal, else LB_STATUS_OK. */
enum lb_status lb_stop_check(struct lb_error *err);

/* A folder that a signal which ends the program at once removes where it is empty: one
 * of a run whose kernels are still being built, and the folder around it.  A later folder is
 * forgotten first; borrows nothing. */
void lb_stop_remove_if_empty(const char *folder);
void lb_stop_forget_folder(void); /* the last one that is not forgotten yet */

#endif

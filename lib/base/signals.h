/* signals.h - SIGINT, SIGTERM, SIGHUP and SIGXCPU: the first asks for an orderly end, one that comes half
 * a second or more later ends the program at once.  SIGUSR1 and SIGUSR2 ask for a checkpoint.  What
 * the program was started to ignore stays ignored.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BASE_SIGNALS_H
#define LB_BASE_SIGNALS_H

#include <stdbool.h>

#include "base/status.h"

/* Watches nest: a comparison watches around its runs. */
enum lb_status lb_signals_watch(struct lb_error *err);
void lb_signals_unwatch(void); /* what was before again, after the outermost */

/* As if the signal had come, also where it is ignored; one that came before stays. */
void lb_signals_ask(int number);

/* The signal that came since the outermost lb_signals_watch, or 0. */
int lb_signals_received(void);
/* Whether a checkpoint was asked for since the last call. */
bool lb_signals_take_save(void);

/* Of a signal that was received: its exit code, and what became of the run ("interrupted"). */
enum lb_status lb_signals_status(int number);
const char *lb_signals_word(int number);

/* LB_STATUS_INTERRUPTED and the like after such a signal, else LB_STATUS_OK; for 0 likewise. */
enum lb_status lb_signals_check(struct lb_error *err);
enum lb_status lb_signals_judge(int number, struct lb_error *err);

/* A folder that a signal which ends the program at once removes where it is empty: one
 * of a run whose kernels are still being built, and the folder around it.  A later folder is
 * forgotten first; borrows nothing. */
void lb_signals_remove_if_empty(const char *folder);
void lb_signals_forget_folder(void);  /* the last one that is not forgotten yet */
void lb_signals_remove_folders(void); /* at once; for handlers */

/* From here on they wait, for this thread, its children and what it starts meanwhile, until they are released. */
void lb_signals_hold(void);
void lb_signals_release(void);

#endif

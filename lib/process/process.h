/* process.h - runs another program: text in, text out.
 * SPDX-License-Identifier: MIT */
#ifndef LB_PROCESS_PROCESS_H
#define LB_PROCESS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

#include "base/status.h"

/* Whether an executable file of that name is in one of the folders of PATH. */
bool lb_process_exists(const char *program);

/* The first of main's arguments, which must stay: where the system does not name the program's
 * file. */
void lb_process_started_as(const char *name);

/* Path of this program's own file, for running it again. */
enum lb_status lb_process_self(char *out, size_t size, struct lb_error *err);

/* This process becomes `arguments` (the program first, NULL last; found in PATH): returns only
 * if it cannot be run. */
enum lb_status lb_process_become(const char *const *arguments, struct lb_error *err);

/* Runs `arguments` (the program first, NULL last; found in PATH), gives it `input` and waits.
 * Caller frees *output, all that it wrote to its standard output, which ends with 0.
 * LB_STATUS_FAILED if it cannot run or ends with another exit code than 0; the message holds what
 * it wrote to its standard error, from the first line with "error" on if there is one. */
enum lb_status lb_process_run(const char *const *arguments, const char *input, char **output,
                              struct lb_error *err);

/* Runs `arguments` likewise, without input, and hands every line that it writes to its standard
 * output to `take` as soon as it is there.  After a signal (base/signals.h) the program is sent
 * SIGTERM, and after a line that is not taken, too; it is waited for in any case.  *code is its
 * exit code, or 128 and the number of the signal that ended it; `words` gets the first line of
 * its standard error that begins with "sluice: ", without that, but for warnings, or "". */
typedef enum lb_status lb_process_line(void *context, const char *line, struct lb_error *err);
enum lb_status lb_process_lines(const char *const *arguments, lb_process_line *take, void *context,
                                int *code, char *words, size_t size, struct lb_error *err);

/* A program beside this one, which answers every line with a line.  Initialise with {0}. */
struct lb_process_dialog {
    const char *program; /* arguments[0], borrowed */
    pid_t child;
    FILE *to, *from; /* NULL: there is none */
    char *answer;
    size_t size;
};
enum lb_status lb_process_dialog_begin(struct lb_process_dialog *d, const char *const *arguments,
                                       struct lb_error *err);

/* `line` has its line break; *answer stays until the next one.  LB_STATUS_FAILED if the program
 * has ended. */
enum lb_status lb_process_dialog_ask(struct lb_process_dialog *d, const char *line,
                                     const char **answer, struct lb_error *err);
void lb_process_dialog_end(struct lb_process_dialog *d); /* waits for it; harmless on {0} */

#endif

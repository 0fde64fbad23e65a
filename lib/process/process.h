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

/* Sets the first of main's arguments, borrowed, for systems that do not name the program's file. */
void lb_process_started_as(const char *name);

/* Path of this program's own file, for running it again. */
enum lb_status lb_process_self(char *out, size_t size, struct lb_error *err);

/* Replaces this process by `arguments` (the program first, NULL last; found in PATH).  Returns only
 * if it cannot be run. */
enum lb_status lb_process_become(const char *const *arguments, struct lb_error *err);

/* Runs `arguments` (the program first, NULL last; found in PATH), gives it `input` and waits.
 * Caller frees *output, its zero-terminated standard output.  LB_STATUS_FAILED if it cannot run or
 * ends with an exit code other than 0; the message has its standard error, from the first line with
 * "error" on if there is one. */
enum lb_status lb_process_run(const char *const *arguments, const char *input, char **output,
                              struct lb_error *err);

/* Runs `arguments` likewise, without input, and passes every line of its standard output to
 * `take` at once.  After a signal (base/signals.h), or if `take` fails, it sends the program
 * SIGTERM; it waits for the program in any case.  *code is its exit code, or 128 plus the number
 * of the signal that ended it; `words` gets the rest of the first line of its standard error
 * that begins with "sluice: " and is no warning, or "". */
typedef enum lb_status lb_process_line(void *context, const char *line, struct lb_error *err);
enum lb_status lb_process_lines(const char *const *arguments, lb_process_line *take, void *context,
                                int *code, char *words, size_t size, struct lb_error *err);

/* A child process that answers every line with a line.  Initialise with {0}. */
struct lb_process_dialog {
    const char *program; /* arguments[0], borrowed */
    pid_t child;
    FILE *to, *from; /* NULL: there is none */
    char *answer;
    size_t size;
};
enum lb_status lb_process_dialog_begin(struct lb_process_dialog *d, const char *const *arguments,
                                       struct lb_error *err);

/* `line` ends with a line break; *answer is valid until the next one.  LB_STATUS_FAILED if the
 * program has ended. */
enum lb_status lb_process_dialog_ask(struct lb_process_dialog *d, const char *line,
                                     const char **answer, struct lb_error *err);
void lb_process_dialog_end(struct lb_process_dialog *d); /* waits for it; harmless on {0} */

#endif

/* process_dialog.c - another program between two pipes: a line there, a line back.
 * SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "process/process.h"
#include "process/process_internal.h"

static void close_both(const int ends[2])
{
    close(ends[0]);
    close(ends[1]);
}

/* Pipes that no child inherits but as its standard streams: to it, and from it. */
static bool open_pipes(int to[2], int from[2])
{
    if (pipe(to) != 0) return false;
    if (pipe(from) != 0) {
        close_both(to);
        return false;
    }
    for (int n = 0; n < 2; n++) {
        fcntl(to[n], F_SETFD, FD_CLOEXEC);
        fcntl(from[n], F_SETFD, FD_CLOEXEC);
    }
    return true;
}

enum lb_status lb_process_dialog_begin(struct lb_process_dialog *d, const char *const *arguments,
                                       struct lb_error *err)
{
    int to[2], from[2];
    LB_NEED(open_pipes(to, from), LB_STATUS_FAILED, "cannot talk to %s: %s", arguments[0],
            strerror(errno));
    d->program = arguments[0];
    const int files[3] = {to[0], from[1], STDERR_FILENO};
    const int code = lb_process_spawn(arguments, files, true, &d->child);
    close(to[0]);
    close(from[1]);
    d->to = code == 0 ? fdopen(to[1], "w") : NULL;
    d->from = code == 0 ? fdopen(from[0], "r") : NULL;
    if (d->to == NULL) close(to[1]);
    if (d->from == NULL) close(from[0]);
    LB_NEED(code == 0, LB_STATUS_FAILED, "cannot start %s: %s", arguments[0], strerror(code));
    if (d->to != NULL && d->from != NULL) return LB_STATUS_OK;
    lb_process_dialog_end(d);
    return lb_fail(err, LB_STATUS_FAILED, "no memory to talk to %s", arguments[0]);
}

enum lb_status lb_process_dialog_ask(struct lb_process_dialog *d, const char *line,
                                     const char **answer, struct lb_error *err)
{
    const bool is_asked = fputs(line, d->to) >= 0 && fflush(d->to) == 0;
    LB_NEED(is_asked && getline(&d->answer, &d->size, d->from) > 0, LB_STATUS_FAILED,
            "%s ended without an answer", d->program);
    *answer = d->answer;
    return LB_STATUS_OK;
}

void lb_process_dialog_end(struct lb_process_dialog *d)
{
    int state;
    if (d->to != NULL) fclose(d->to); /* which ends it */
    if (d->from != NULL) fclose(d->from);
    if (d->child > 0) lb_process_await(d->child, &state);
    free(d->answer);
    *d = (struct lb_process_dialog){0};
}

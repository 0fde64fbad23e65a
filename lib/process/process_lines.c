/* process_lines.c - another program whose lines are taken as they come, and which a signal ends, too.
 * SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/process.h"
#include "process/process_internal.h"
#include "base/read_text.h"
#include "base/signals.h"

enum { LOOK_MS = 200 };

struct running {
    pid_t child;
    int out;        /* its standard output */
    FILE *messages; /* its standard error */
    char *text;     /* what it wrote and is no whole line yet */
    size_t length, size;
    bool is_told; /* to end */
};

static enum lb_status start(struct running *r, const char *const *arguments, struct lb_error *err)
{
    int ends[2];
    r->messages = tmpfile();
    LB_NEED(r->messages != NULL && pipe(ends) == 0, LB_STATUS_FAILED,
            "cannot take what %s writes: %s", arguments[0], strerror(errno));
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    const int files[3] = {nothing, ends[1], fileno(r->messages)};
    /* a group of its own: a terminal's signal comes to this program alone, which hands it on once */
    const int code = lb_process_spawn(arguments, files, true, &r->child);
    close(ends[1]);
    close(nothing);
    r->out = ends[0];
    LB_NEED(code == 0, LB_STATUS_FAILED, "cannot start %s: %s", arguments[0], strerror(code));
    return LB_STATUS_OK;
}

static void tell_to_end(struct running *r)
{
    if (!r->is_told) kill(r->child, SIGTERM);
    r->is_told = true;
}

static enum lb_status take_lines(struct running *r, lb_process_line *take, void *context,
                                 struct lb_error *err)
{
    char *line = r->text, *end;
    while ((end = memchr(line, '\n', r->length - (size_t)(line - r->text))) != NULL) {
        *end = '\0';
        LB_OK(take(context, line, err));
        line = end + 1;
    }
    r->length -= (size_t)(line - r->text);
    memmove(r->text, line, r->length);
    return LB_STATUS_OK;
}

/* LB_STATUS_OK also at the end of the stream, where *more becomes false. */
static enum lb_status read_some(struct running *r, bool *more, struct lb_error *err)
{
    if (r->size - r->length < 4096) {
        char *text = r->size < LB_LINE_MAX ? realloc(r->text, 2 * r->size + 8192) : NULL;
        LB_NEED(text != NULL, LB_STATUS_FAILED, "no memory for a line of another program");
        r->text = text;
        r->size = 2 * r->size + 8192;
    }
    const ssize_t got = read(r->out, r->text + r->length, r->size - r->length);
    LB_NEED(got >= 0 || errno == EINTR, LB_STATUS_FAILED, "cannot read from another program: %s",
            strerror(errno));
    *more = got != 0;
    if (got > 0) r->length += (size_t)got;
    return LB_STATUS_OK;
}

static enum lb_status follow(struct running *r, lb_process_line *take, void *context,
                             struct lb_error *err)
{
    for (bool more = true; more;) {
        struct pollfd ready = {.fd = r->out, .events = POLLIN};
        const int count = poll(&ready, 1, LOOK_MS);
        if (lb_signals_received() != 0) tell_to_end(r);
        if (count <= 0) continue;
        LB_OK(read_some(r, &more, err));
        LB_OK(take_lines(r, take, context, err));
    }
    return LB_STATUS_OK;
}

static int wait_for(const struct running *r)
{
    int state = 0;
    if (!lb_process_await(r->child, &state)) return LB_STATUS_FAILED;
    return WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
}

/* Launchers add words of their own, and warnings are not what ended it. */
static void find_words(FILE *messages, char *out, size_t size)
{
    static const char name[] = "sluice: ", warning[] = "sluice: warning: ";
    char *line = NULL;
    size_t room = 0;
    out[0] = '\0';
    rewind(messages);
    while (out[0] == '\0' && lb_read_line(messages, &line, &room) >= 0)
        if (strncmp(line, name, sizeof name - 1) == 0 &&
            strncmp(line, warning, sizeof warning - 1) != 0)
            snprintf(out, size, "%s", line + sizeof name - 1);
    free(line);
}

enum lb_status lb_process_lines(const char *const *arguments, lb_process_line *take, void *context,
                                int *code, char *words, size_t size, struct lb_error *err)
{
    struct running r = {.child = -1, .out = -1};
    enum lb_status st = start(&r, arguments, err);
    if (st == LB_STATUS_OK) {
        st = follow(&r, take, context, err);
        if (st != LB_STATUS_OK) tell_to_end(&r);
        close(r.out);
        r.out = -1;
        *code = wait_for(&r);
        find_words(r.messages, words, size);
    }
    if (r.out >= 0) close(r.out);
    if (r.messages != NULL) fclose(r.messages);
    free(r.text);
    return st;
}

/* driver_guard.c - handlers of SIGABRT and of an exit, which work only while a driver is at work.
 * SPDX-License-Identifier: MIT */
#include "base/driver_guard.h"

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/signals.h"

enum { SENTENCE_SIZE = 1024, NAME_SIZE = 4096 };

static bool is_wanted;
static int depth;
static volatile sig_atomic_t is_kept_on, is_armed;
static bool has_handlers;
static char sentence[SENTENCE_SIZE];
static struct {
    char path[NAME_SIZE], temporary[NAME_SIZE];
    char *text;
} word;

/* Everything below may be called from a handler. */
static bool write_all(int file, const char *text)
{
    size_t left = strlen(text);
    ssize_t done;
    while (left > 0 && (done = write(file, text, left)) > 0) {
        text += done;
        left -= (size_t)done;
    }
    return left == 0;
}

static void leave_word(void)
{
    if (word.text == NULL) return;
    const int file = open(word.temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0666);
    if (file < 0) return;
    const bool is_whole = write_all(file, word.text);
    if (close(file) == 0 && is_whole)
        rename(word.temporary, word.path);
    else
        unlink(word.temporary); /* what is there stays: a full disk is why drivers end */
}

static void end(void)
{
    is_armed = 0; /* once */
    (void)write_all(STDERR_FILENO, sentence);
    lb_signals_remove_folders();
    leave_word();
    _exit(LB_STATUS_DEVICE);
}

/* Once it returns, the process is ended as ever. */
static void note_abort(int number)
{
    (void)number;
    if (is_armed) end();
}

static void note_exit(void)
{
    if (is_armed) end();
}

const char *lb_driver_cache(void)
{
    static char name[600];
    const char *own = getenv("POCL_CACHE_DIR"), *cache = getenv("XDG_CACHE_HOME"),
               *home = getenv("HOME");
    if (own != NULL && own[0] != '\0')
        snprintf(name, sizeof name, "%s", own);
    else if (cache != NULL && cache[0] != '\0')
        snprintf(name, sizeof name, "%s/pocl", cache);
    else
        snprintf(name, sizeof name, "%s/.cache/pocl",
                 home == NULL || strcmp(home, "/") == 0 ? "" : home);
    return name;
}

static void phrase(const char *doing)
{
    snprintf(sentence, sizeof sentence,
             "sluice: the OpenCL driver ended the program while it %s; its own words may stand "
             "above\nPoCL keeps what it builds in '%s' (POCL_CACHE_DIR): is there room on that "
             "disk, may programs be run from it, and is `ld` in PATH?\n",
             doing, lb_driver_cache());
}

static void install(void)
{
    struct sigaction action = {.sa_handler = note_abort};
    sigemptyset(&action.sa_mask);
    sigaction(SIGABRT, &action, NULL);
    if (!has_handlers) atexit(note_exit);
    has_handlers = true;
}

static void arm(const char *doing)
{
    install(); /* drivers lay their own handlers over it */
    phrase(doing);
    is_armed = 1;
}

void lb_driver_guard(void)
{
    is_wanted = true;
}

void lb_driver_enter(const char *doing)
{
    if (!is_wanted) return;
    if (depth++ > 0) return;
    lb_signals_hold();
    arm(doing);
}

void lb_driver_leave(void)
{
    if (!is_wanted) return;
    if (--depth > 0) return;
    if (!is_kept_on) is_armed = 0;
    lb_signals_release();
}

void lb_driver_keep_on(const char *doing)
{
    if (!is_wanted) return;
    is_kept_on = 1;
    arm(doing);
}

void lb_driver_settle(void)
{
    is_kept_on = 0;
    if (depth == 0) is_armed = 0;
}

enum lb_status lb_driver_leave_word(const char *path, const char *text, struct lb_error *err)
{
    char *copy = text != NULL ? strdup(text) : NULL, *before = word.text;
    LB_NEED(text == NULL || copy != NULL, LB_STATUS_FAILED, "no memory for the text of '%s'", path);
    word.text = NULL; /* the names are changed meanwhile */
    free(before);
    snprintf(word.path, sizeof word.path, "%s", path != NULL ? path : "");
    snprintf(word.temporary, sizeof word.temporary, "%.4080s.partial", word.path);
    word.text = copy;
    return LB_STATUS_OK;
}

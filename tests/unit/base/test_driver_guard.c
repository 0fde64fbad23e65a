/* test_driver_guard.c - a driver that ends the process leaves a sentence, exit code 4 and no empty folder; signals
 * wait while it is at work.
 * SPDX-License-Identifier: MIT */
#include "base/driver_guard.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/signals.h"
#include "support/check.h"

static char folder[] = "/tmp/sluice-guard-XXXXXX", words[64], word[64], partial[80];

static const char *read_back(const char *path)
{
    static char text[2048];
    FILE *file = fopen(path, "r");
    const size_t count = file == NULL ? 0 : fread(text, 1, sizeof text - 1, file);
    text[count] = '\0';
    if (file != NULL) fclose(file);
    return text;
}

/* The state of a process that does so; its last words are in the file `words`. */
static int state_after(void (*act)(void))
{
    const struct rlimit none = {0, 0};
    int state = 0;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        setrlimit(RLIMIT_CORE, &none);
        if (freopen(words, "w", stderr) == NULL) _exit(99);
        act();
        exit(0);
    }
    LB_CHECK(child > 0 && waitpid(child, &state, 0) == child);
    return state;
}

static void aborts(void)
{
    lb_signals_remove_if_empty(folder);
    (void)lb_driver_leave_word(word, "failed", NULL);
    lb_driver_enter("built kernels");
    abort();
}

/* A disk with room for four bytes. */
static void aborts_without_room(void)
{
    const struct rlimit few = {4, 4};
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &few);
    aborts();
}

static void exits(void)
{
    lb_driver_enter("built kernels");
    lb_driver_keep_on("built kernels");
    lb_driver_leave();
    exit(1); /* as a thread of the driver's would */
}

static void aborts_later(void)
{
    lb_driver_enter("built kernels");
    lb_driver_keep_on("built kernels");
    lb_driver_leave();
    lb_driver_settle();
    abort();
}

static void ends_as_ever(void)
{
    lb_driver_enter("built kernels");
    lb_driver_leave();
    exit(7);
}

static void is_signalled(void)
{
    if (lb_signals_watch(NULL) != LB_STATUS_OK) _exit(99);
    lb_driver_enter("built kernels");
    raise(SIGUSR1);
    raise(SIGTERM);
    const bool waited = lb_signals_received() == 0 && !lb_signals_take_save();
    lb_driver_enter("built kernels");
    lb_driver_leave();
    const bool still = lb_signals_received() == 0;
    lb_driver_leave();
    _exit(waited && still && lb_signals_received() == SIGTERM && lb_signals_take_save() ? 0 : 1);
}

/* What a linker would inherit. */
static void child_is_signalled(void)
{
    int state = 0;
    lb_driver_enter("built kernels");
    const pid_t child = fork();
    if (child == 0) {
        raise(SIGINT);
        raise(SIGUSR1);
        _exit(0);
    }
    _exit(waitpid(child, &state, 0) == child && WIFEXITED(state) ? 0 : 1);
}

static void expect_words(int state)
{
    LB_CHECK(WIFEXITED(state) && WEXITSTATUS(state) == 4);
    LB_CHECK(strstr(read_back(words),
                    "the OpenCL driver ended the program while it built kernels") != NULL);
    LB_CHECK(strstr(read_back(words), "'/its/cache' (POCL_CACHE_DIR)") != NULL);
}

static void a_driver_that_ends_the_process_is_told(void)
{
    setenv("POCL_CACHE_DIR", "/its/cache", 1);
    expect_words(state_after(aborts));
    LB_CHECK(access(folder, F_OK) != 0);
    LB_CHECK_EQUAL_TEXT(read_back(word), "failed");
    int state = state_after(aborts_without_room);
    LB_CHECK(WIFEXITED(state) && WEXITSTATUS(state) == 4);
    LB_CHECK_EQUAL_TEXT(read_back(word), "failed");
    LB_CHECK(access(partial, F_OK) != 0);
    expect_words(state_after(exits));
}

static void what_others_end_is_not_its_fault(void)
{
    int state = state_after(aborts_later);
    LB_CHECK(WIFSIGNALED(state) && WTERMSIG(state) == SIGABRT);
    LB_CHECK_EQUAL_TEXT(read_back(words), "");
    state = state_after(ends_as_ever);
    LB_CHECK(WIFEXITED(state) && WEXITSTATUS(state) == 7);
    LB_CHECK_EQUAL_TEXT(read_back(words), "");
}

static void signals_wait(void)
{
    int state = state_after(is_signalled);
    LB_CHECK(WIFEXITED(state) && WEXITSTATUS(state) == 0);
    state = state_after(child_is_signalled);
    LB_CHECK(WIFEXITED(state) && WEXITSTATUS(state) == 0);
}

static void the_cache_is_named(void)
{
    setenv("POCL_CACHE_DIR", "/own", 1);
    setenv("XDG_CACHE_HOME", "/cache", 1);
    setenv("HOME", "/users/me", 1);
    LB_CHECK_EQUAL_TEXT(lb_driver_cache(), "/own");
    unsetenv("POCL_CACHE_DIR");
    LB_CHECK_EQUAL_TEXT(lb_driver_cache(), "/cache/pocl");
    setenv("XDG_CACHE_HOME", "", 1);
    LB_CHECK_EQUAL_TEXT(lb_driver_cache(), "/users/me/.cache/pocl");
}

int main(void)
{
    lb_driver_guard();
    if (mkdtemp(folder) == NULL) return 1;
    snprintf(words, sizeof words, "%s.words", folder);
    snprintf(word, sizeof word, "%s.json", folder);
    snprintf(partial, sizeof partial, "%s.partial", word);
    LB_TEST(a_driver_that_ends_the_process_is_told);
    LB_TEST(what_others_end_is_not_its_fault);
    LB_TEST(signals_wait);
    LB_TEST(the_cache_is_named);
    unlink(words);
    unlink(word);
    return lb_check_report();
}

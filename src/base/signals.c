/* signals.c - the first signal is noted, and one that comes later ends the program at once.
 * SPDX-License-Identifier: MIT */
#include "base/signals.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Signals less than MIN_MS apart are one wish: timeout(1), batch systems and terminals signal the
 * program and its group. */
enum { MAX_FOLDERS = 2, PATH_SIZE = 4096, MIN_MS = 500 };

static volatile sig_atomic_t seen;
static atomic_llong seen_at; /* milliseconds of a clock that never stops; 0: nothing seen */
static volatile sig_atomic_t folder_count;
static char folders[MAX_FOLDERS][PATH_SIZE]; /* written before they are counted */
static int watches;

/* rmdir, signal and raise may be called from a handler; rmdir leaves folders that hold something. */
static void end_at_once(int number)
{
    for (int i = (int)folder_count; i > 0; i--)
        rmdir(folders[i - 1]);
    signal(number, SIG_DFL);
    raise(number);
}

/* What it calls may be called from a handler; the driver's threads may run it at the same time. */
static void note_signal(int number)
{
    struct timespec clock = {0};
    clock_gettime(CLOCK_MONOTONIC, &clock);
    const long long now = 1000LL * clock.tv_sec + clock.tv_nsec / 1000000 + 1;
    long long first = 0;
    if (atomic_compare_exchange_strong(&seen_at, &first, now))
        seen = number;
    else if (now - first >= MIN_MS)
        end_at_once(number);
}

void lb_signals_remove_if_empty(const char *folder)
{
    if (folder_count >= MAX_FOLDERS || strlen(folder) >= PATH_SIZE) return;
    snprintf(folders[folder_count], PATH_SIZE, "%s", folder);
    folder_count = folder_count + 1;
}

void lb_signals_forget_folder(void)
{
    if (folder_count > 0) folder_count = folder_count - 1;
}

static bool install(void)
{
    /* SA_RESTART: the driver's own system calls need not know about us */
    struct sigaction action = {.sa_handler = note_signal, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGINT);
    sigaddset(&action.sa_mask, SIGTERM);
    return sigaction(SIGINT, &action, NULL) == 0 && sigaction(SIGTERM, &action, NULL) == 0;
}

/* LLVM, in drivers that compile with it, puts its own handlers over ours; they hand a signal on, but
 * not a second one at the same time. */
static void install_over_others(void)
{
    struct sigaction now;
    if (watches > 0 && sigaction(SIGINT, NULL, &now) == 0 && now.sa_handler != note_signal)
        install();
}

enum lb_status lb_signals_watch(struct lb_error *err)
{
    if (watches > 0) {
        watches++;
        return LB_STATUS_OK;
    }
    seen = 0;
    seen_at = 0;
    if (!install())
        return lb_fail(err, LB_STATUS_FAILED, "cannot watch for signals: %s", strerror(errno));
    watches = 1;
    return LB_STATUS_OK;
}

void lb_signals_unwatch(void)
{
    if (watches == 0 || --watches > 0) return;
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
}

int lb_signals_received(void)
{
    install_over_others();
    return seen;
}

enum lb_status lb_signals_check(struct lb_error *err)
{
    const int number = lb_signals_received();
    if (number == 0) return LB_STATUS_OK;
    return lb_fail(err, number == SIGTERM ? LB_STATUS_TERMINATED : LB_STATUS_INTERRUPTED, "%s",
                   number == SIGTERM ? "terminated" : "interrupted");
}

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
enum { MAX_FOLDERS = 3, PATH_SIZE = 4096, MIN_MS = 500 };

/* The handlers that were there before, or that a signal is ignored. */
static const int watched[] = {SIGINT, SIGTERM, SIGHUP, SIGXCPU, SIGUSR1, SIGUSR2};
enum { WATCHED = sizeof watched / sizeof watched[0] };
static struct sigaction before[WATCHED];

static volatile sig_atomic_t seen, save_asked;
static atomic_llong seen_at; /* milliseconds of a clock that never stops; 0: nothing seen */
static volatile sig_atomic_t folder_count;
static char folders[MAX_FOLDERS][PATH_SIZE]; /* written before they are counted */
static int watches;

/* rmdir, signal and raise may be called from a handler; rmdir leaves folders that hold something. */
void lb_signals_remove_folders(void)
{
    for (int i = (int)folder_count; i > 0; i--)
        rmdir(folders[i - 1]);
}

static void end_at_once(int number)
{
    lb_signals_remove_folders();
    signal(number, SIG_DFL);
    raise(number);
}

/* Milliseconds since the first wish; 0: it is this one. */
static long long note_first(int number)
{
    struct timespec clock = {0};
    clock_gettime(CLOCK_MONOTONIC, &clock);
    const long long now = 1000LL * clock.tv_sec + clock.tv_nsec / 1000000 + 1;
    long long first = 0;
    if (!atomic_compare_exchange_strong(&seen_at, &first, now)) return now - first;
    seen = number;
    return 0;
}

void lb_signals_ask(int number)
{
    note_first(number);
}

/* The kernel repeats SIGXCPU every second: that is no second wish. */
static void note_stop(int number)
{
    if (note_first(number) >= MIN_MS && number != SIGXCPU) end_at_once(number);
}

/* What it calls may be called from a handler; the driver's threads may run it at the same time. */
static void note_signal(int number)
{
    if (number == SIGUSR1 || number == SIGUSR2)
        save_asked = 1;
    else
        note_stop(number);
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

/* SA_RESTART: the driver's own system calls need not know about us. */
static bool install(void)
{
    struct sigaction action = {.sa_handler = note_signal, .sa_flags = SA_RESTART};
    bool fine = true;
    sigemptyset(&action.sa_mask);
    for (int n = 0; n < WATCHED; n++)
        sigaddset(&action.sa_mask, watched[n]);
    for (int n = 0; n < WATCHED; n++)
        fine = sigaction(watched[n], before[n].sa_handler == SIG_IGN ? &before[n] : &action,
                         NULL) == 0 &&
               fine;
    return fine;
}

/* LLVM, in drivers that compile with it, puts its own handlers over ours; they hand a signal on, but
 * not a second one at the same time. */
static void install_over_others(void)
{
    struct sigaction now;
    for (int n = 0; n < WATCHED && watches > 0; n++) {
        const bool is_ignored = before[n].sa_handler == SIG_IGN;
        if (sigaction(watched[n], NULL, &now) != 0) continue;
        if (now.sa_handler == (is_ignored ? SIG_IGN : note_signal)) continue;
        install();
        return;
    }
}

enum lb_status lb_signals_watch(struct lb_error *err)
{
    if (watches > 0) {
        watches++;
        return LB_STATUS_OK;
    }
    seen = 0;
    seen_at = 0;
    save_asked = 0;
    bool fine = true;
    for (int n = 0; n < WATCHED; n++)
        fine = sigaction(watched[n], NULL, &before[n]) == 0 && fine;
    if (!fine || !install())
        return lb_fail(err, LB_STATUS_FAILED, "cannot watch for signals: %s", strerror(errno));
    watches = 1;
    return LB_STATUS_OK;
}

void lb_signals_unwatch(void)
{
    if (watches == 0 || --watches > 0) return;
    for (int n = 0; n < WATCHED; n++)
        sigaction(watched[n], &before[n], NULL);
}

static void mask(int how)
{
    sigset_t all;
    sigemptyset(&all);
    for (int n = 0; n < WATCHED; n++)
        sigaddset(&all, watched[n]);
    pthread_sigmask(how, &all, NULL);
}

void lb_signals_hold(void)
{
    mask(SIG_BLOCK);
}

void lb_signals_release(void)
{
    mask(SIG_UNBLOCK);
}

int lb_signals_received(void)
{
    install_over_others();
    return seen;
}

bool lb_signals_take_save(void)
{
    const bool asked = save_asked != 0;
    if (asked) save_asked = 0;
    return asked;
}

enum lb_status lb_signals_status(int number)
{
    switch (number) {
    case SIGHUP: return LB_STATUS_HUNG_UP;
    case SIGXCPU: return LB_STATUS_CPU_TIME;
    case SIGTERM: return LB_STATUS_TERMINATED;
    default: return LB_STATUS_INTERRUPTED;
    }
}

const char *lb_signals_word(int number)
{
    return number == SIGINT ? "interrupted" : "terminated";
}

enum lb_status lb_signals_check(struct lb_error *err)
{
    return lb_signals_judge(lb_signals_received(), err);
}

enum lb_status lb_signals_judge(int number, struct lb_error *err)
{
    if (number == 0) return LB_STATUS_OK;
    return lb_fail(err, lb_signals_status(number), "%s", lb_signals_word(number));
}

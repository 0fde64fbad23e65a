/* stop.c - the signal handler does nothing but note the signal and step aside for the next one.
 * SPDX-License-Identifier: MIT */
#include "run/stop.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

static volatile sig_atomic_t seen;
static int watches;

static void note_signal(int number)
{
    seen = number;
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
}

enum lb_status lb_stop_watch(struct lb_error *err)
{
    if (watches > 0) {
        watches++;
        return LB_STATUS_OK;
    }
    /* SA_RESTART: the driver's own system calls need not know about us */
    struct sigaction action = {.sa_handler = note_signal, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGINT);
    sigaddset(&action.sa_mask, SIGTERM);
    seen = 0;
    if (sigaction(SIGINT, &action, NULL) != 0 || sigaction(SIGTERM, &action, NULL) != 0)
        return lb_fail(err, LB_STATUS_FAILED, "cannot watch for signals: %s", strerror(errno));
    watches = 1;
    return LB_STATUS_OK;
}

void lb_stop_unwatch(void)
{
    if (watches == 0 || --watches > 0) return;
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
}

int lb_stop_signal(void)
{
    return seen;
}

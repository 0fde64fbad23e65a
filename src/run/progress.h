/* progress.h - the line on standard error that says how far a run is.
 * SPDX-License-Identifier: MIT */
#ifndef LB_RUN_PROGRESS_H
#define LB_RUN_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "run/reporting.h"

struct lb_progress { /* initialise with lb_progress_init */
    FILE *out;       /* NULL: none */
    bool redraws;    /* one line, drawn anew; else a new line each time */
    bool has_line;   /* something on the current line */
    double next;     /* [s] of lb_clock */
};

struct lb_progress_state {
    const char *name;
    const char *unit; /* what is counted; NULL: steps */
    uint64_t step, steps;
    double mlups;            /* NaN: not known yet */
    double steps_per_second; /* 0: not known yet */
    const char *note;        /* the setup's own number */
};

void lb_progress_init(struct lb_progress *p, enum lb_progress_mode mode);

/* Draws if it is time to. */
void lb_progress_show(struct lb_progress *p, const struct lb_progress_state *state);

/* The same for a command that counts what is done; `begin` is when it began [s of lb_clock], 0 where
 * what is left to do takes longer or shorter. */
void lb_progress_count(struct lb_progress *p, const char *name, uint64_t done, uint64_t all,
                       double begin, const char *note);

/* The next lb_progress_show draws, whatever the time. */
void lb_progress_hurry(struct lb_progress *p);

/* Leaves the cursor on a fresh line. */
void lb_progress_end(struct lb_progress *p);

#endif

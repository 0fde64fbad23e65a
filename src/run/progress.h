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
    char *picture;   /* lines above it, owned; NULL: none */
    int picture_lines, drawn_lines;
    double next; /* [s] of lb_clock */
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

/* On a terminal: what is being done until the next line is drawn. */
void lb_progress_say(struct lb_progress *p, const char *name, const char *what);

/* As lb_progress_show, for a command that counts what is done; `begin` is when it began [s of
 * lb_clock], 0 if what is left to do takes longer or shorter. */
void lb_progress_count(struct lb_progress *p, const char *name, uint64_t done, uint64_t all,
                       double begin, const char *note);

/* Where the line is drawn anew: the letters and lines that a picture above it may have; else
 * false. */
bool lb_progress_room(const struct lb_progress *p, int *columns, int *rows);
/* Whether lb_progress_show would draw now. */
bool lb_progress_is_due(const struct lb_progress *p);
/* Lines to be drawn above the line from now on; takes the text, for free(). */
void lb_progress_set_picture(struct lb_progress *p, char *text, int lines);

/* The next lb_progress_show draws, whatever the time. */
void lb_progress_hurry(struct lb_progress *p);

/* Leaves the cursor on a fresh line, and nothing of line and picture. */
void lb_progress_end(struct lb_progress *p);

#endif

/* surface_books.h - what every setup with a free surface must keep: its mass, and fluid and gas
 * apart.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SETUPS_SURFACE_BOOKS_H
#define LB_SETUPS_SURFACE_BOOKS_H

#include "run/setup.h"

/* Initialise with {0}. */
struct lb_surface_books {
    double mass;      /* at the first look */
    double error;     /* largest relative change of it */
    double contacts;  /* links between fluid and gas, all looks together */
    double speed;     /* largest at the last look */
    double interface; /* cells at the last look */
    double stranded;  /* share of the mass that no interface cell could take, at the last look */
    bool is_open;
};

/* Looks at the flow; `survey` (may be NULL) gets what was found. */
enum lb_status lb_surface_books_look(struct lb_surface_books *b, struct lb_run *run,
                                     struct lb_survey *survey, struct lb_error *err);

/* The same, and the fill levels of all cells, x fastest, into *fill: allocated where it is NULL;
 * caller frees with free(). */
enum lb_status lb_surface_books_read(struct lb_surface_books *b, struct lb_run *run, double **fill,
                                     struct lb_error *err);

/* Results and verdicts.  Formats of 16 bits round the mass of the fluid itself in every step, so
 * theirs is a result without a verdict. */
void lb_surface_books_close(const struct lb_surface_books *b, struct lb_run *run);

#endif

/* reporting.h - what a command tells: on the way, on standard error, and at its end.
 * SPDX-License-Identifier: MIT */
#ifndef LB_RUN_REPORTING_H
#define LB_RUN_REPORTING_H

#include <stdbool.h>
#include <stdio.h>

enum lb_progress_mode { LB_PROGRESS_AUTO, LB_PROGRESS_NEVER, LB_PROGRESS_PLAIN };
enum lb_color_mode { LB_COLOR_AUTO, LB_COLOR_ALWAYS, LB_COLOR_NEVER };
enum lb_output_form { LB_OUTPUT_TEXT, LB_OUTPUT_JSON, LB_OUTPUT_CSV };

struct lb_reporting {
    enum lb_output_form form; /* of the results on standard output */
    bool quiet;               /* only the verdict line */
    bool verbose;             /* every derived number, and the totals of the flow on the way */
    bool live;                /* a slice of the flow above the progress line */
    bool announces;           /* what is begun, and where its files are */
    const char *name;         /* before warnings, of one of several runs; NULL: none */
    enum lb_progress_mode progress;
    enum lb_color_mode color;
};

/* Whether `out` gets colours: as asked for, else NO_COLOR, then whether it is a terminal. */
bool lb_reporting_color(const struct lb_reporting *r, FILE *out);

#endif

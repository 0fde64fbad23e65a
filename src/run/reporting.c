/* reporting.c - whether a stream gets colours.
 * SPDX-License-Identifier: MIT */
#include "run/reporting.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool lb_reporting_color(const struct lb_reporting *r, FILE *out)
{
    if (r->color == LB_COLOR_ALWAYS) return true;
    if (r->color == LB_COLOR_NEVER) return false;
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    if (no_color != NULL && no_color[0] != '\0') return false;
    if (term == NULL || strcmp(term, "dumb") == 0) return false;
    return isatty(fileno(out)) != 0;
}

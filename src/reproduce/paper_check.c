/* paper_check.c - what is measured, its band, and whether the paper says so, too.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

#include "reproduce/reproduce_internal.h"

struct lb_paper_check *lb_paper_check(struct lb_reproduce *r, const char *statement,
                                      double measured, double low, double high, const char *what,
                                      ...)
{
    static struct lb_paper_check lost;
    struct lb_paper_result *item = r->current;
    struct lb_paper_check *grown =
        realloc(item->checks, (item->check_count + 1) * sizeof *item->checks);
    struct lb_paper_check *check = grown != NULL ? &grown[item->check_count++] : &lost;
    if (grown != NULL) item->checks = grown;
    r->no_memory = r->no_memory || grown == NULL;
    *check = (struct lb_paper_check){.measured = measured, .low = low, .high = high};
    snprintf(check->statement, sizeof check->statement, "%s", statement);
    va_list arguments;
    va_start(arguments, what);
    vsnprintf(check->what, sizeof check->what, what, arguments);
    va_end(arguments);
    check->is_judged = !isnan(measured) || *r->lacks;
    *r->lacks = false;
    check->is_pass = check->is_judged && measured >= low && measured <= high;
    check->answer = !check->is_judged ? LB_PAPER_NOT_COMPARABLE
                    : check->is_pass  ? LB_PAPER_AGREES
                                      : LB_PAPER_DIFFERS;
    return check;
}

void lb_paper_differs(struct lb_paper_check *check, const char *because)
{
    check->because = because;
    if (check->is_judged) check->answer = LB_PAPER_DIFFERS;
}

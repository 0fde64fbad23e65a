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

void lb_paper_shown(struct lb_paper_check *check)
{
    check->answer = LB_PAPER_NOT_COMPARABLE;
    check->is_judged = false;
}

void lb_paper_differs(struct lb_paper_check *check, const char *because)
{
    check->because = because;
    if (check->is_judged) check->answer = LB_PAPER_DIFFERS;
}

const char *const lb_paper_answers[] = {"agrees", "differs", "not comparable"};

const char *lb_paper_check_word(const struct lb_paper_check *c)
{
    return !c->is_judged ? "not judged" : c->is_pass ? "pass" : "FAIL";
}

struct lb_paper_counts lb_paper_count(const struct lb_reproduce *r)
{
    struct lb_paper_counts n = {0};
    for (size_t i = 0; i < r->item_count; i++)
        for (size_t k = 0; k < r->items[i].check_count; k++) {
            const struct lb_paper_check *c = &r->items[i].checks[k];
            n.not_judged += !c->is_judged;
            n.pass += c->is_judged && c->is_pass;
            n.fail += c->is_judged && !c->is_pass;
            n.agrees += c->answer == LB_PAPER_AGREES;
            n.differs += c->answer == LB_PAPER_DIFFERS;
        }
    return n;
}

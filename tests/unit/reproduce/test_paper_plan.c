/* test_paper_plan.c - in small, items of one flow share its run, which writes what each of them wants.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "reproduce/reproduce_internal.h"
#include "support/check.h"

/* What the one run of `asked`, one item after the other, is given, and whether it may be. */
static void share(const char *const *asked, size_t count, const char *expected, enum lb_status asks)
{
    const struct lb_options o = {.shift = -1};
    struct lb_paper_result item = {0};
    struct lb_reproduce r = {.o = &o, .is_quick = true, .current = &item};
    struct lb_error err = {0};
    for (size_t n = 0; n < count; n++)
        LB_CHECK_OK(lb_paper_plan_one(&r, "karman", LB_PAPER_FP32, true, asked[n], &err), &err);
    LB_CHECK_EQUAL_INT(r.run_count, 1);
    LB_CHECK_EQUAL_INT(item.use_count, count);
    if (r.run_count > 0) {
        struct lb_paper_request q;
        LB_CHECK_EQUAL_TEXT(r.runs[0].c.values, expected);
        LB_CHECK_EQUAL_INT(lb_paper_ask(&r, &r.runs[0].c, &q, &err), asks);
        lb_paper_request_free(&q);
    }
    free(item.uses);
    free(r.runs);
}

static void what_is_written_is_added_once(void)
{
    static const char *const asked[] = {"radius=8", "radius=8 histogram=64 vtk=2000",
                                        "radius=8 vtk=2000", "radius=8 histogram=64"};
    share(asked, 4, "radius=8 histogram=64 vtk=2000", LB_STATUS_OK);
}

/* Two different ones are an error of the items, which the run's command line tells. */
static void a_value_is_no_part_of_a_longer_one(void)
{
    static const char *const behind[] = {"radius=8 vtk=20000", "radius=8 vtk=2000"};
    static const char *const before[] = {"radius=8 histogram=64 vtk=20", "radius=8 histogram=6"};
    share(behind, 2, "radius=8 vtk=20000 vtk=2000", LB_STATUS_USAGE);
    share(before, 2, "radius=8 histogram=64 vtk=20 histogram=6", LB_STATUS_USAGE);
}

int main(void)
{
    LB_TEST(what_is_written_is_added_once);
    LB_TEST(a_value_is_no_part_of_a_longer_one);
    return lb_check_report();
}

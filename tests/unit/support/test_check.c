/* test_check.c - the checks themselves notice what is wrong: each claim is broken on purpose.
 * SPDX-License-Identifier: MIT */
#include "support/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int wrong;

/* Checks cannot be trusted to judge themselves. */
static void expect(int held, int wanted, const char *what)
{
    if (held == wanted) return;
    fprintf(stderr, "wrong: %s\n", what);
    wrong++;
}

/* How many of twelve cases run, every third of them always. */
static int cases_of(const char *asked)
{
    int runs = 0;
    setenv("SLUICE_TEST_MATRIX", asked, 1);
    for (int n = 0; n < 12; n++)
        runs += lb_check_runs(n % 3 == 0);
    unsetenv("SLUICE_TEST_MATRIX");
    return runs;
}

static int run_functions;
static void count_function(void)
{
    run_functions++;
}

/* Slices are disjoint and together all that does not always run. */
static void expect_matrices(void)
{
    expect(cases_of(""), 4, "without a word the cases that are always run");
    expect(cases_of("all"), 12, "all are all");
    expect(cases_of("0/1"), 8, "the only slice holds the others");
    expect(cases_of("0/3") + cases_of("1/3") + cases_of("2/3"), 8, "slices share out the others");
    setenv("SLUICE_TEST_MATRIX", "1/3", 1);
    LB_TEST(count_function);
    expect(run_functions, 0, "a slice leaves out what is no matrix");
    LB_TEST_MATRIX(count_function);
    expect(run_functions, 1, "a slice runs matrices");
    expect(lb_check_report(), 0, "a slice may be empty");
    unsetenv("SLUICE_TEST_MATRIX");
}

int main(void)
{
    struct lb_error err = {LB_STATUS_FAILED, "on purpose"};
    expect_matrices();
    expect(lb_check_report(), 1, "a report without checks fails");
    expect(LB_CHECK(1 == 1), 1, "true holds");
    expect(LB_CHECK_EQUAL_INT(3, 3U), 1, "equal numbers hold");
    expect(LB_CHECK_EQUAL_TEXT("a", "a"), 1, "equal texts hold");
    expect(LB_CHECK_EQUAL_TEXT(NULL, NULL), 1, "NULL equals NULL");
    expect(LB_CHECK_CLOSE(1.09, 1.0, 0.1), 1, "close numbers hold");
    expect(LB_CHECK_CLOSE(-1.09, -1.0, 0.1), 1, "close negative numbers hold");
    expect(LB_CHECK_CLOSE(INFINITY, INFINITY, 0), 1, "equal infinities hold");
    expect(LB_CHECK_NEAR(0.09, 0.0, 0.1), 1, "near numbers hold");
    expect(LB_CHECK_OK(LB_STATUS_OK, NULL), 1, "OK holds");
    expect(lb_check_report(), 0, "a report without failures passes");

    printf("The failures from here on are on purpose.\n");
    expect(LB_CHECK(1 == 2), 0, "false fails");
    expect(LB_CHECK_EQUAL_INT(3, 4), 0, "other numbers fail");
    expect(LB_CHECK_EQUAL_INT(0, 1ULL << 32), 0, "high bits count");
    expect(LB_CHECK_EQUAL_TEXT("a", "b"), 0, "other texts fail");
    expect(LB_CHECK_EQUAL_TEXT("a", NULL), 0, "a text is not NULL");
    expect(LB_CHECK_CLOSE(1.11, 1.0, 0.1), 0, "distant numbers fail");
    expect(LB_CHECK_CLOSE(1e-30, 0.0, 0.1), 0, "nothing is relatively close to zero");
    expect(LB_CHECK_CLOSE(NAN, 1.0, 0.1), 0, "a measured NaN fails");
    expect(LB_CHECK_CLOSE(1.0, NAN, 0.1), 0, "an expected NaN fails");
    expect(LB_CHECK_CLOSE(1.0, INFINITY, 0.1), 0, "no number is close to infinity");
    expect(LB_CHECK_CLOSE(-INFINITY, INFINITY, 0.1), 0, "the sign of infinity counts");
    expect(LB_CHECK_NEAR(0.11, 0.0, 0.1), 0, "distant numbers are not near");
    expect(LB_CHECK_OK(LB_STATUS_FAILED, &err), 0, "a failure fails");
    expect(lb_check_report(), 1, "a report with failures fails");
    return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

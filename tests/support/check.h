/* check.h - checks that print both values and go on; lb_check_report() is the result of main.
 * A program without a single check fails: a test that cannot fail is none.
 * SPDX-License-Identifier: MIT */
#ifndef LB_TESTS_CHECK_H
#define LB_TESTS_CHECK_H

#include <stdbool.h>

#include "base/status.h"

/* Runs the static void function of that name and prints it; left out where SLUICE_TEST_MATRIX asks
 * for a slice of the matrices alone. */
#define LB_TEST(name) lb_check_run(#name, name, false)

/* The same for a function that is a matrix of cases: it asks lb_check_runs() before each of them. */
#define LB_TEST_MATRIX(name) lb_check_run(#name, name, true)

#define LB_CHECK(condition) lb_check_true((condition), #condition, __FILE__, __LINE__)

#define LB_CHECK_EQUAL_INT(a, b) \
    lb_check_equal_int((long long)(a), (long long)(b), #a, #b, __FILE__, __LINE__)

/* NULL equals NULL only. */
#define LB_CHECK_EQUAL_TEXT(a, b) lb_check_equal_text((a), (b), #a, #b, __FILE__, __LINE__)

/* |a - b| <= relative_tolerance * |b|: b is the expected value. */
#define LB_CHECK_CLOSE(a, b, relative_tolerance)                                             \
    lb_check_close((double)(a), (double)(b), (double)(relative_tolerance), #a, #b, __FILE__, \
                   __LINE__)

/* |a - b| <= absolute_tolerance. */
#define LB_CHECK_NEAR(a, b, absolute_tolerance)                                             \
    lb_check_near((double)(a), (double)(b), (double)(absolute_tolerance), #a, #b, __FILE__, \
                  __LINE__)

/* `err` (struct lb_error *) may be NULL. */
#define LB_CHECK_OK(status, err) lb_check_ok((status), (err), #status, __FILE__, __LINE__)

/* Whether the next case of a matrix is to be run; every case is asked for once, in a fixed order.
 * Without SLUICE_TEST_MATRIX those that are `always` run; with `all` every one; with `k/n` every n-th
 * of the others, counted from the k-th (0 <= k < n), and nothing else of the program. */
bool lb_check_runs(bool always);

void lb_check_run(const char *name, void (*test)(void), bool is_matrix);

/* The functions behind the macros; each returns whether the check held. */
bool lb_check_true(bool condition, const char *text, const char *file, int line);
bool lb_check_equal_int(long long a, long long b, const char *a_text, const char *b_text,
                        const char *file, int line);
bool lb_check_equal_text(const char *a, const char *b, const char *a_text, const char *b_text,
                         const char *file, int line);
bool lb_check_close(double a, double b, double tolerance, const char *a_text, const char *b_text,
                    const char *file, int line);
bool lb_check_near(double a, double b, double tolerance, const char *a_text, const char *b_text,
                   const char *file, int line);
bool lb_check_ok(enum lb_status status, const struct lb_error *err, const char *text,
                 const char *file, int line);

/* Prints the sum; 0 where every check held, else 1.  A slice may be empty. */
int lb_check_report(void);

/* Prints why nothing was tested; main returns the result (77, which ctest counts as skipped). */
int lb_check_skip(const char *why);

#endif

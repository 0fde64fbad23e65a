/* check.h - checks that print both values and go on; lb_check_report() is the result of main.
 * A program without a single check fails: a test that cannot fail is none.
 * SPDX-License-Identifier: MIT */
#ifndef LB_TESTS_CHECK_H
#define LB_TESTS_CHECK_H

#include <stdbool.h>

#include "base/status.h"

/* Runs the static void function of that name and prints it. */
#define LB_TEST(name)          \
    do {                       \
        lb_check_begin(#name); \
        name();                \
        lb_check_end();        \
    } while (0)

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

/* The functions behind the macros; each returns whether the check held. */
void lb_check_begin(const char *name);
void lb_check_end(void);
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

/* Prints the sum; 0 where every check held, else 1. */
int lb_check_report(void);

/* Prints why nothing was tested; main returns the result (77, which ctest counts as skipped). */
int lb_check_skip(const char *why);

#endif

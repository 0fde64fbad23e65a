/* check.c - counts checks, prints what failed.
 * SPDX-License-Identifier: MIT */
#include "support/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    SKIPPED = 77,
    MAX_PRINTED = 20
}; /* failures printed per test; a loop may fail a million times */

static long total;
static long failed;
static long failed_before; /* when the current test began */
static const char *current = "main";

/* Counts one check; true where a failure should be printed.  After the first one the rest is in vain
 * where only whether it fails is asked (tests/mutations.sh). */
static bool must_print(bool held)
{
    if (failed > 0 && getenv("SLUICE_TEST_FIRST") != NULL) {
        fflush(stdout);
        _exit(EXIT_FAILURE);
    }
    total++;
    if (held) return false;
    failed++;
    long in_this_test = failed - failed_before;
    if (in_this_test == MAX_PRINTED + 1) printf("    ... and more\n");
    return in_this_test <= MAX_PRINTED;
}

/* What SLUICE_TEST_MATRIX asks for; `of` is 0 where it is no slice. */
struct matrix {
    bool all;
    unsigned slice, of;
};

static struct matrix matrix_asked(void)
{
    struct matrix m = {0};
    const char *asked = getenv("SLUICE_TEST_MATRIX");
    if (asked == NULL || asked[0] == '\0') return m;
    if (strcmp(asked, "all") == 0) return (struct matrix){.all = true};
    if (sscanf(asked, "%u/%u", &m.slice, &m.of) == 2 && m.slice < m.of) return m;
    fprintf(stderr, "SLUICE_TEST_MATRIX is '%s': neither all nor k/n with 0 <= k < n\n", asked);
    exit(EXIT_FAILURE);
}

bool lb_check_runs(bool always)
{
    static unsigned others;
    const struct matrix m = matrix_asked();
    if (always) return m.of == 0;
    return m.all || (m.of > 0 && others++ % m.of == m.slice);
}

void lb_check_run(const char *name, void (*test)(void), bool is_matrix)
{
    if (!is_matrix && matrix_asked().of > 0) return;
    current = name;
    failed_before = failed;
    test();
    const long in_this_test = failed - failed_before;
    if (in_this_test == 0)
        printf("ok      %s\n", current);
    else
        printf("FAILED  %s (%ld checks)\n", current, in_this_test);
    fflush(stdout);
    current = "main";
    failed_before = failed;
}

bool lb_check_true(bool condition, const char *text, const char *file, int line)
{
    if (must_print(condition)) printf("%s:%d: %s: not true: %s\n", file, line, current, text);
    return condition;
}

bool lb_check_equal_int(long long a, long long b, const char *a_text, const char *b_text,
                        const char *file, int line)
{
    if (must_print(a == b))
        printf("%s:%d: %s: %s is %lld, but %s is %lld\n", file, line, current, a_text, a, b_text,
               b);
    return a == b;
}

bool lb_check_equal_text(const char *a, const char *b, const char *a_text, const char *b_text,
                         const char *file, int line)
{
    bool equal = (a == NULL || b == NULL) ? a == b : strcmp(a, b) == 0;
    if (must_print(equal))
        printf("%s:%d: %s: %s is \"%s\", but %s is \"%s\"\n", file, line, current, a_text,
               a == NULL ? "(null)" : a, b_text, b == NULL ? "(null)" : b);
    return equal;
}

/* `allowed` is absolute; a NaN anywhere never holds, equal infinities do. */
static bool check_within(double a, double b, double allowed, const char *a_text, const char *b_text,
                         const char *file, int line)
{
    bool held = (isinf(a) && isinf(b) && signbit(a) == signbit(b)) ||
                (isfinite(b) && fabs(a - b) <= allowed);
    if (must_print(held))
        printf("%s:%d: %s: %s is %.17g, but %s is %.17g: apart by %.3g, allowed %.3g\n", file, line,
               current, a_text, a, b_text, b, fabs(a - b), allowed);
    return held;
}

bool lb_check_close(double a, double b, double tolerance, const char *a_text, const char *b_text,
                    const char *file, int line)
{
    return check_within(a, b, tolerance * fabs(b), a_text, b_text, file, line);
}

bool lb_check_near(double a, double b, double tolerance, const char *a_text, const char *b_text,
                   const char *file, int line)
{
    return check_within(a, b, tolerance, a_text, b_text, file, line);
}

bool lb_check_ok(enum lb_status status, const struct lb_error *err, const char *text,
                 const char *file, int line)
{
    bool held = status == LB_STATUS_OK;
    if (must_print(held))
        printf("%s:%d: %s: %s gave status %d: %s\n", file, line, current, text, (int)status,
               err == NULL || err->text[0] == '\0' ? "(no message)" : err->text);
    return held;
}

int lb_check_report(void)
{
    const bool may_be_empty = matrix_asked().of > 0;
    if (total == 0) printf("no check was made\n");
    printf("%ld checks, %ld failed\n", total, failed);
    return (total > 0 || may_be_empty) && failed == 0 ? 0 : 1;
}

int lb_check_skip(const char *why)
{
    printf("skipped: %s\n", why);
    return SKIPPED;
}

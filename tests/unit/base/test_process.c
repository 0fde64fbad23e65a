/* test_process.c - another program gets its input, and its output and failure come back.
 * SPDX-License-Identifier: MIT */
#include "base/process.h"

#include <stdlib.h>
#include <string.h>

#include "support/check.h"

static void input_goes_in_and_output_comes_out(void)
{
    struct lb_error err = {0};
    const char *const arguments[] = {"tr", "a-z", "A-Z", NULL};
    char *output = NULL;
    LB_CHECK_OK(lb_process_run(arguments, "some words\n", &output, &err), &err);
    LB_CHECK_EQUAL_TEXT(output, "SOME WORDS\n");
    free(output);
}

/* More than any pipe holds, both ways. */
static void much_text_passes(void)
{
    enum { SIZE = 4 << 20 };
    struct lb_error err = {0};
    const char *const arguments[] = {"cat", NULL};
    char *input = malloc(SIZE + 1), *output = NULL;
    LB_CHECK(input != NULL);
    if (input == NULL) return;
    memset(input, 'x', SIZE);
    input[SIZE] = '\0';
    LB_CHECK_OK(lb_process_run(arguments, input, &output, &err), &err);
    LB_CHECK(output != NULL && strcmp(input, output) == 0);
    free(input);
    free(output);
}

static void failures_are_told(void)
{
    struct lb_error err = {0};
    const char *const failing[] = {"sh", "-c", "echo hm; echo 'an error: no' >&2; exit 3", NULL};
    const char *const missing[] = {"no-such-program-anywhere", NULL};
    char *output = NULL;
    LB_CHECK(lb_process_run(failing, "", &output, &err) == LB_STATUS_FAILED);
    LB_CHECK(output == NULL && strstr(err.text, "(3): an error: no") != NULL);
    err = (struct lb_error){0};
    LB_CHECK(lb_process_run(missing, "", &output, &err) == LB_STATUS_FAILED);
    LB_CHECK(output == NULL && strstr(err.text, "no-such-program-anywhere") != NULL);
}

static void programs_are_found_in_path(void)
{
    LB_CHECK(lb_process_exists("sh"));
    LB_CHECK(!lb_process_exists("no-such-program-anywhere"));
    LB_CHECK(!lb_process_exists("tr/"));
}

int main(void)
{
    LB_TEST(input_goes_in_and_output_comes_out);
    LB_TEST(much_text_passes);
    LB_TEST(failures_are_told);
    LB_TEST(programs_are_found_in_path);
    return lb_check_report();
}

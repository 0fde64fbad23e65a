/* test_process.c - another program gets its input, and its output and failure come back.
 * SPDX-License-Identifier: MIT */
#include "process/process.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "process/process_internal.h"
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

/* Long ones, too; one that ends is no answer, and one that is not there is told. */
static void lines_are_answered_by_lines(void)
{
    enum { SIZE = 1 << 20 };
    struct lb_error err = {0};
    struct lb_process_dialog d = {0};
    const char *const upper[] = {"sed", "-u", "2q;y/abc/ABC/", NULL};
    const char *const missing[] = {"no-such-program-anywhere", NULL};
    const char *answer = NULL;
    char *line = malloc(SIZE + 2);
    if (!LB_CHECK(line != NULL)) return;
    signal(SIGPIPE, SIG_IGN); /* as in the program */
    memset(line, 'x', SIZE);
    memcpy(line + SIZE, "\n", 2);
    LB_CHECK_OK(lb_process_dialog_begin(&d, upper, &err), &err);
    LB_CHECK_OK(lb_process_dialog_ask(&d, "a cab\n", &answer, &err), &err);
    LB_CHECK_EQUAL_TEXT(answer, "A CAB\n");
    LB_CHECK_OK(lb_process_dialog_ask(&d, line, &answer, &err), &err);
    LB_CHECK(strcmp(answer, line) == 0);
    LB_CHECK(lb_process_dialog_ask(&d, "more\n", &answer, &err) == LB_STATUS_FAILED);
    LB_CHECK_EQUAL_TEXT(err.text, "sed ended without an answer");
    lb_process_dialog_end(&d);
    err = (struct lb_error){0};
    LB_CHECK(lb_process_dialog_begin(&d, missing, &err) == LB_STATUS_FAILED);
    LB_CHECK(strstr(err.text, "cannot start no-such-program-anywhere: ") != NULL);
    lb_process_dialog_end(&d);
    free(line);
}

static void failures_are_told(void)
{
    struct lb_error err = {0};
    const char *const failing[] = {
        "sh", "-c", "echo hm; echo 'a warning\nan error: no\nand why' >&2; exit 3", NULL};
    const char *const wordy[] = {"sh", "-c", "echo 'one\ntwo\n' >&2; exit 4", NULL};
    const char *const missing[] = {"no-such-program-anywhere", NULL};
    char *output = NULL;
    LB_CHECK(lb_process_run(failing, "", &output, &err) == LB_STATUS_FAILED);
    LB_CHECK(output == NULL && strstr(err.text, "(3): an error: no\nand why") != NULL);
    err = (struct lb_error){0};
    LB_CHECK(lb_process_run(wordy, "", &output, &err) == LB_STATUS_FAILED);
    LB_CHECK_EQUAL_TEXT(err.text, "sh failed (4): one\ntwo");
    err = (struct lb_error){0};
    LB_CHECK(lb_process_run(missing, "", &output, &err) == LB_STATUS_FAILED);
    LB_CHECK(output == NULL && strstr(err.text, "no-such-program-anywhere") != NULL);
}

/* Numbers that are asked for one by one: to list a folder is to open it. */
static void no_open_file_is_inherited(void)
{
    struct lb_error err = {0};
    const char *const arguments[] = {"sh", "-c",
                                     "for n in 0 1 2 3 4 5 6 7 8 9 11; do "
                                     "[ ! -e /proc/$$/fd/$n ] || echo $n; done",
                                     NULL};
    const int file = open("/dev/null", O_RDONLY);
    char *output = NULL;
    LB_CHECK(file > 2 && dup2(file, 9) == 9 && dup2(file, 11) == 11);
    LB_CHECK_OK(lb_process_run(arguments, "", &output, &err), &err);
    LB_CHECK_EQUAL_TEXT(output, "0\n1\n2\n");
    free(output);
    close(11);
    close(9);
    close(file);
}

static void its_own_file_is_found(void)
{
    struct lb_error err = {0};
    char path[4096] = "";
    LB_CHECK_OK(lb_process_self(path, sizeof path, &err), &err);
    LB_CHECK(path[0] == '/' && strstr(path, "test_process") != NULL && access(path, X_OK) == 0);
}

/* As a shell hands it on: a path from the current folder, or a word that is looked for in PATH. */
static void a_file_is_found_by_the_name_it_was_started_by(void)
{
    struct lb_error err = {0};
    char path[4096] = "", self[4000], name[4096], short_path[4];
    LB_CHECK(lb_process_of_name("sh", path, sizeof path) && path[0] == '/');
    LB_CHECK(strstr(path, "/sh") != NULL && access(path, X_OK) == 0);
    LB_CHECK_OK(lb_process_self(self, sizeof self, &err), &err);
    LB_CHECK(chdir("/") == 0 && snprintf(name, sizeof name, "./.%s", self) > 0);
    LB_CHECK(lb_process_of_name(name, path, sizeof path));
    LB_CHECK_EQUAL_TEXT(path, self);
    LB_CHECK(!lb_process_of_name(name, short_path, sizeof short_path));
    LB_CHECK(!lb_process_of_name("./no-such-program-anywhere", path, sizeof path));
    LB_CHECK(!lb_process_of_name("", path, sizeof path));
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
    LB_TEST(lines_are_answered_by_lines);
    LB_TEST(failures_are_told);
    LB_TEST(no_open_file_is_inherited);
    LB_TEST(its_own_file_is_found);
    LB_TEST(a_file_is_found_by_the_name_it_was_started_by);
    LB_TEST(programs_are_found_in_path);
    return lb_check_report();
}

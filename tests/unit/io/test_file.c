/* test_file.c - files are whole or absent; folders are never overwritten; CSV rows.
 * SPDX-License-Identifier: MIT */
#include "io/file.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/check.h"
#include "support/small_disk.h"

static bool exists(const char *path)
{
    return access(path, F_OK) == 0;
}

/* The beginning of a file as text; empty where there is none. */
static const char *read_text(const char *path)
{
    static char text[4096];
    FILE *stream = fopen(path, "rb");
    size_t length = stream == NULL ? 0 : fread(text, 1, sizeof text - 1, stream);
    text[length] = '\0';
    if (stream != NULL) fclose(stream);
    return text;
}

static void a_link_is_replaced_and_not_followed(void)
{
    struct lb_error err = {0};
    unlink("link.txt.partial");
    LB_CHECK_OK(lb_text_write("target.txt", "precious", &err), &err);
    LB_CHECK(symlink("target.txt", "link.txt.partial") == 0);
    LB_CHECK_OK(lb_text_write("link.txt", "new", &err), &err);
    LB_CHECK_EQUAL_TEXT(read_text("target.txt"), "precious");
    LB_CHECK_EQUAL_TEXT(read_text("link.txt"), "new");
}

static void a_file_appears_only_at_commit(void)
{
    struct lb_error err = {0};
    struct lb_file file = {0};
    unlink("commit.txt");
    LB_CHECK_OK(lb_file_open(&file, "commit.txt", &err), &err);
    fputs("whole", file.stream);
    fflush(file.stream);
    LB_CHECK(!exists("commit.txt"));
    LB_CHECK_OK(lb_file_commit(&file, &err), &err);
    LB_CHECK_EQUAL_TEXT(read_text("commit.txt"), "whole");
    lb_file_discard(&file);
    LB_CHECK_EQUAL_TEXT(read_text("commit.txt"), "whole");
    unlink("commit.txt");
    LB_CHECK(lb_nothing_is_left_of("commit.txt"));
}

static void a_discarded_file_leaves_the_old_one(void)
{
    struct lb_error err = {0};
    struct lb_file file = {0};
    LB_CHECK_OK(lb_text_write("old.txt", "old", &err), &err);
    LB_CHECK_OK(lb_file_open(&file, "old.txt", &err), &err);
    fputs("new", file.stream);
    lb_file_discard(&file);
    LB_CHECK_EQUAL_TEXT(read_text("old.txt"), "old");
    lb_file_discard(&file);
    unlink("old.txt");
    LB_CHECK(lb_nothing_is_left_of("old.txt"));
}

/* The temporary is a link to the device that is always full. */
static void a_full_device_is_reported_by_its_name(void)
{
    struct lb_error err = {0};
    struct lb_file file = {0};
    unlink("full.txt");
    const int full = open("/dev/full", O_WRONLY);
    if (full < 0) return;
    LB_CHECK_OK(lb_file_open(&file, "full.txt", &err), &err);
    LB_CHECK(dup2(full, fileno(file.stream)) >= 0);
    close(full);
    fputs("no room", file.stream);
    LB_CHECK_EQUAL_INT(lb_file_commit(&file, &err), LB_STATUS_FAILED);
    LB_CHECK(strstr(err.text, "full.txt") != NULL);
    LB_CHECK(strstr(err.text, "No space left on device") != NULL);
    LB_CHECK(lb_nothing_is_left_of("full.txt"));
}

static void a_write_that_failed_early_is_not_forgotten(void)
{
    struct lb_error err = {0};
    struct lb_file file = {0};
    LB_CHECK_OK(lb_text_write("early.txt", "old", &err), &err);
    LB_CHECK_OK(lb_file_open(&file, "early.txt", &err), &err);
    lb_small_disk_begin(16);
    fputs("more than sixteen bytes do not fit here", file.stream);
    LB_CHECK(fflush(file.stream) != 0);
    lb_small_disk_end();
    fputs("now there is room", file.stream);
    LB_CHECK_EQUAL_INT(lb_file_commit(&file, &err), LB_STATUS_FAILED);
    LB_CHECK(err.text[0] != '\0');
    LB_CHECK_EQUAL_TEXT(read_text("early.txt"), "old");
    unlink("early.txt");
    LB_CHECK(lb_nothing_is_left_of("early.txt"));
}

static void a_flush_that_fails_leaves_what_was_written(void)
{
    char temporary[sizeof((struct lb_file *)0)->temporary];
    struct lb_error err = {0};
    struct lb_file file = {0};
    unlink("lines.txt");
    LB_CHECK_OK(lb_file_open(&file, "lines.txt", &err), &err);
    strcpy(temporary, file.temporary);
    fputs("the first line\n", file.stream);
    LB_CHECK_OK(lb_file_flush(&file, &err), &err);
    lb_small_disk_begin(20);
    fputs("the second line\n", file.stream);
    LB_CHECK_EQUAL_INT(lb_file_flush(&file, &err), LB_STATUS_FAILED);
    lb_small_disk_end();
    LB_CHECK(strstr(err.text, "cannot write 'lines.txt'") != NULL);
    LB_CHECK(strstr(err.text, temporary) != NULL);
    lb_file_discard(&file); /* has nothing to remove any more */
    LB_CHECK(!exists("lines.txt"));
    LB_CHECK(strncmp(read_text(temporary), "the first line\n", 15) == 0);
    unlink(temporary);
}

static void a_csv_that_does_not_fit_is_absent(void)
{
    struct lb_error err = {0};
    enum { ROWS = 20000 };
    double *numbers = calloc(ROWS, sizeof *numbers);
    lb_small_disk_begin(10000);
    enum lb_status st = lb_csv_write("large.csv", "a", numbers, ROWS, 1, 9, &err);
    lb_small_disk_end();
    LB_CHECK_EQUAL_INT(st, LB_STATUS_FAILED);
    LB_CHECK(lb_nothing_is_left_of("large.csv"));
    free(numbers);
}

static void a_missing_folder_is_reported(void)
{
    struct lb_error err = {0};
    LB_CHECK_EQUAL_INT(lb_text_write("nowhere/at/all.txt", "", &err), LB_STATUS_FAILED);
    LB_CHECK(strstr(err.text, "nowhere/at/all.txt") != NULL);
    LB_CHECK(strstr(err.text, "No such file or directory") != NULL);
}

static void csv_has_a_header_and_rows(void)
{
    struct lb_error err = {0};
    const double numbers[] = {0, 1.5, 1e-30, -2, (double)NAN, (double)-INFINITY};
    LB_CHECK_OK(lb_csv_write("few.csv", "step,ux", numbers, 3, 2, 9, &err), &err);
    LB_CHECK_EQUAL_TEXT(read_text("few.csv"), "step,ux\n0,1.5\n1e-30,-2\nnan,-inf\n");
    LB_CHECK_OK(lb_csv_write("few.csv", "a", NULL, 0, 1, 9, &err), &err);
    LB_CHECK_EQUAL_TEXT(read_text("few.csv"), "a\n");
    unlink("few.csv");
}

static void csv_with_seventeen_digits_keeps_every_bit(void)
{
    struct lb_error err = {0};
    const double numbers[] = {0.1, 1.0 / 3.0, 4.9406564584124654e-324, 1.7976931348623157e308};
    LB_CHECK_OK(lb_csv_write("bits.csv", "v", numbers, 4, 1, 17, &err), &err);
    const char *row = strchr(read_text("bits.csv"), '\n') + 1;
    for (int i = 0; i < 4; i++, row = strchr(row, '\n') + 1)
        LB_CHECK(strtod(row, NULL) == numbers[i]);
    unlink("bits.csv");
}

static void an_existing_folder_is_refused(void)
{
    struct lb_error err = {0};
    char out[LB_PATH_SIZE];
    rmdir("deep/down/here");
    LB_CHECK_OK(lb_folder_create("deep/down/here/", NULL, out, sizeof out, &err), &err);
    LB_CHECK_EQUAL_TEXT(out, "deep/down/here");
    LB_CHECK(exists("deep/down/here"));
    LB_CHECK_EQUAL_INT(lb_folder_create("deep/down/here", NULL, out, sizeof out, &err),
                       LB_STATUS_USAGE);
    LB_CHECK(strstr(err.text, "deep/down/here") != NULL);
    err = (struct lb_error){0};
    struct lb_error top = {0};
    LB_CHECK_EQUAL_INT(lb_folder_create("/not-there-at-all/x", NULL, out, sizeof out, &top),
                       LB_STATUS_USAGE);
    LB_CHECK(strstr(top.text, "below '/not-there-at-all', which does not exist") != NULL);
    LB_CHECK_EQUAL_INT(lb_folder_create("", NULL, out, sizeof out, &err), LB_STATUS_USAGE);
    err = (struct lb_error){0};
    LB_CHECK_OK(lb_text_write("file.txt", "", &err), &err);
    LB_CHECK_EQUAL_INT(lb_folder_create("file.txt", NULL, out, sizeof out, &err), LB_STATUS_USAGE);
    err = (struct lb_error){0};
    LB_CHECK_EQUAL_INT(lb_folder_create("file.txt/x", NULL, out, sizeof out, &err),
                       LB_STATUS_FAILED);
    unlink("file.txt");
    rmdir("deep/down/here");
    rmdir("deep/down");
    rmdir("deep");
}

static void unnamed_folders_are_counted(void)
{
    struct lb_error err = {0};
    char out[LB_PATH_SIZE];
    rmdir("stem-1");
    rmdir("stem-2");
    rmdir("stem-3");
    LB_CHECK_EQUAL_INT(mkdir("stem-2", 0777), 0);
    LB_CHECK_OK(lb_folder_create(NULL, "stem", out, sizeof out, &err), &err);
    LB_CHECK_EQUAL_TEXT(out, "stem-1");
    LB_CHECK_OK(lb_folder_create(NULL, "stem", out, sizeof out, &err), &err);
    LB_CHECK_EQUAL_TEXT(out, "stem-3");
    rmdir("stem-1");
    rmdir("stem-2");
    rmdir("stem-3");
}

static void paths_that_do_not_fit_are_refused(void)
{
    struct lb_error err = {0};
    char out[8], longest[LB_PATH_SIZE + 1];
    struct lb_file file = {0};
    LB_CHECK_OK(lb_path_join("a", "b.c", out, sizeof out, &err), &err);
    LB_CHECK_EQUAL_TEXT(out, "a/b.c");
    LB_CHECK_OK(lb_path_join("a/", "b.c", out, sizeof out, &err), &err);
    LB_CHECK_EQUAL_TEXT(out, "a/b.c");
    LB_CHECK_OK(lb_path_join("/", "b.c", out, sizeof out, &err), &err);
    LB_CHECK_EQUAL_TEXT(out, "/b.c");
    LB_CHECK_OK(lb_path_join("abc", "def", out, sizeof out, &err), &err);
    LB_CHECK_EQUAL_INT(lb_path_join("abc", "defg", out, sizeof out, &err), LB_STATUS_FAILED);
    memset(longest, 'x', sizeof longest - 1);
    for (size_t length = LB_PATH_SIZE - 10; length <= LB_PATH_SIZE; length++) {
        longest[length] = '\0';
        err = (struct lb_error){0};
        LB_CHECK_EQUAL_INT(lb_file_open(&file, longest, &err), LB_STATUS_FAILED);
        lb_file_discard(&file);
        longest[length] = 'x';
    }
}

static void what_was_being_written_is_removed(void)
{
    struct lb_error err = {0};
    LB_CHECK_OK(lb_folder_ensure("killed/field.partial", &err), &err);
    LB_CHECK_OK(lb_text_write("killed/field.partial/part.vti", "x", &err), &err);
    LB_CHECK_OK(lb_text_write("killed/picture.png.partial", "x", &err), &err);
    LB_CHECK_OK(lb_text_write("killed/whole.png", "x", &err), &err);
    lb_folder_remove_partials("killed");
    LB_CHECK(access("killed/field.partial", F_OK) != 0);
    LB_CHECK(access("killed/picture.png.partial", F_OK) != 0);
    LB_CHECK(access("killed/whole.png", F_OK) == 0);
    lb_folder_remove("killed", "");
}

int main(void)
{
    LB_TEST(a_link_is_replaced_and_not_followed);
    LB_TEST(a_file_appears_only_at_commit);
    LB_TEST(a_discarded_file_leaves_the_old_one);
    LB_TEST(a_full_device_is_reported_by_its_name);
    LB_TEST(a_write_that_failed_early_is_not_forgotten);
    LB_TEST(a_flush_that_fails_leaves_what_was_written);
    LB_TEST(a_csv_that_does_not_fit_is_absent);
    LB_TEST(a_missing_folder_is_reported);
    LB_TEST(csv_has_a_header_and_rows);
    LB_TEST(csv_with_seventeen_digits_keeps_every_bit);
    LB_TEST(an_existing_folder_is_refused);
    LB_TEST(unnamed_folders_are_counted);
    LB_TEST(paths_that_do_not_fit_are_refused);
    LB_TEST(what_was_being_written_is_removed);
    return lb_check_report();
}

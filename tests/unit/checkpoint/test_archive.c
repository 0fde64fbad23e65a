/* Checkpoints: what is saved is loaded; what is damaged, missing or half written is refused; of two
 * checkpoints the whole one counts.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "checkpoint/archive.h"
#include "support/check.h"

static char folder[] = "archive-XXXXXX";

static char *path(const char *name)
{
    static char out[512];
    snprintf(out, sizeof out, "%s/%s", folder, name);
    return out;
}

/* What is saved, or what loading left. */
struct things {
    char *text;
    uint64_t count;
    double number, infinite, numbers[3];
    bool flag;
    struct lb_table table;
};

static enum lb_status archive(struct lb_archive *a, struct things *t, struct lb_error *err)
{
    LB_OK(lb_archive_text(a, "text", &t->text, err));
    LB_OK(lb_archive_count(a, "count", &t->count, err));
    LB_OK(lb_archive_number(a, "number", &t->number, err));
    LB_OK(lb_archive_number(a, "infinite", &t->infinite, err));
    LB_OK(lb_archive_flag(a, "flag", &t->flag, err));
    LB_OK(lb_archive_numbers(a, "numbers", t->numbers, 3, err));
    return lb_archive_table(a, "table", &t->table, err);
}

static bool save(uint64_t count)
{
    struct lb_error err = {0};
    struct lb_archive *a = NULL;
    char text[] = "two lines\nand \"quotes\"";
    double rows[4] = {1.0, 2.0, 3.0, -0.0};
    struct things t = {.text = text,
                       .count = count,
                       .number = 0.1,
                       .infinite = (double)INFINITY,
                       .numbers = {1e-300, (double)NAN, -5.0},
                       .flag = true,
                       .table = {.numbers = rows, .rows = 2, .columns = 2}};
    const bool fine = LB_CHECK_OK(lb_archive_create(folder, &a, &err), &err) &&
                      LB_CHECK(!lb_archive_loads(a)) && LB_CHECK_OK(archive(a, &t, &err), &err) &&
                      LB_CHECK_OK(lb_archive_commit(a, &err), &err);
    lb_archive_close(a);
    return fine;
}

static void check_loads(uint64_t count)
{
    struct lb_error err = {0};
    struct lb_archive *a = NULL;
    struct things t = {.table = {.columns = 2}};
    if (LB_CHECK_OK(lb_archive_open(folder, &a, &err), &err) &&
        LB_CHECK_OK(archive(a, &t, &err), &err)) {
        LB_CHECK_EQUAL_TEXT(t.text, "two lines\nand \"quotes\"");
        LB_CHECK(t.count == count && t.number == 0.1 && isinf(t.infinite) && t.flag);
        LB_CHECK(t.numbers[0] == 1e-300 && isnan(t.numbers[1]) && t.numbers[2] == -5.0);
        LB_CHECK(t.table.rows == 2 && t.table.numbers[2] == 3.0 && signbit(t.table.numbers[3]));
        LB_CHECK(lb_archive_has_array(a, "table") && !lb_archive_has_array(a, "tables"));
    }
    free(t.text);
    lb_table_clear(&t.table);
    lb_archive_close(a);
}

static void what_is_saved_is_loaded(void)
{
    if (save(UINT64_MAX)) check_loads(UINT64_MAX);
    if (save(7)) check_loads(7); /* in the place of the other */
    LB_CHECK(access(path("checkpoint.old"), F_OK) != 0);
    LB_CHECK(access(path("checkpoint.new"), F_OK) != 0);
}

static void what_is_not_committed_goes(void)
{
    struct lb_error err = {0};
    struct lb_archive *a = NULL;
    uint64_t count = 8;
    if (!save(7) || !LB_CHECK_OK(lb_archive_create(folder, &a, &err), &err)) return;
    LB_CHECK_OK(lb_archive_count(a, "count", &count, &err), &err);
    lb_archive_close(a);
    LB_CHECK(access(path("checkpoint.new"), F_OK) != 0);
    check_loads(7);
}

/* Killed between the renames, before them, and while the new one was written. */
static void the_whole_one_counts(void)
{
    char from[512];
    if (!save(1)) return;
    snprintf(from, sizeof from, "%s", path("checkpoint"));
    LB_CHECK(rename(from, path("checkpoint.old")) == 0);
    check_loads(1); /* none but the old one */
    LB_CHECK(rename(from, path("checkpoint.old")) == 0);
    LB_CHECK(mkdir(path("checkpoint.new"), 0777) == 0);
    check_loads(1); /* nothing of the new one */
    LB_CHECK(rename(from, path("checkpoint.old")) == 0);
    if (!save(2)) return;
    LB_CHECK(access(path("checkpoint.new"), F_OK) != 0);
    LB_CHECK(access(path("checkpoint.old"), F_OK) != 0);
    LB_CHECK(rename(from, path("checkpoint.new")) == 0);
    if (LB_CHECK(mkdir(from, 0777) == 0)) check_loads(2); /* the new one, before its rename */
}

static bool is_folder(const char *name)
{
    struct stat found;
    return lstat(path(name), &found) == 0 && S_ISDIR(found.st_mode);
}

/* Files, links and folders that cannot be emptied, where a save has its own. */
static void nothing_in_the_way_stops_saving(void)
{
    char elsewhere[512], inside[512];
    FILE *file = fopen(path("checkpoint.old"), "w");
    if (!LB_CHECK(file != NULL && fclose(file) == 0)) return;
    if (save(3)) check_loads(3);
    if (save(4)) check_loads(4);
    LB_CHECK(access(path("checkpoint.old"), F_OK) == 0 && !is_folder("checkpoint.old"));
    LB_CHECK(access(path("checkpoint.old-2"), F_OK) != 0);
    LB_CHECK(unlink(path("checkpoint.old")) == 0);
    /* a folder in a folder is not ours to empty */
    LB_CHECK(mkdir(path("checkpoint.old"), 0777) == 0 &&
             mkdir(path("checkpoint.old/in"), 0777) == 0);
    LB_CHECK(mkdir(path("checkpoint.new"), 0777) == 0 &&
             mkdir(path("checkpoint.new/in"), 0777) == 0);
    if (save(5)) check_loads(5);
    if (save(6)) check_loads(6);
    LB_CHECK(is_folder("checkpoint.old/in") && is_folder("checkpoint.old-2/in"));
    LB_CHECK(rmdir(path("checkpoint.old/in")) == 0 && rmdir(path("checkpoint.old-2/in")) == 0);
    LB_CHECK(rmdir(path("checkpoint.old-2")) == 0);
    /* what a link leads to stays as it is */
    snprintf(elsewhere, sizeof elsewhere, "%s", path("elsewhere"));
    snprintf(inside, sizeof inside, "%s", path("checkpoint"));
    LB_CHECK(rename(inside, elsewhere) == 0 && symlink("elsewhere", inside) == 0);
    check_loads(6);
    if (save(7)) check_loads(7);
    if (save(8)) check_loads(8);
    LB_CHECK(is_folder("checkpoint") && access(path("elsewhere/meta.json"), F_OK) == 0);
    LB_CHECK(unlink(path("checkpoint.old")) == 0);
}

static void load_fails(const char *words)
{
    struct lb_error err = {0};
    struct lb_archive *a = NULL;
    struct things t = {.table = {.columns = 2}};
    enum lb_status st = lb_archive_open(folder, &a, &err);
    if (st == LB_STATUS_OK) st = archive(a, &t, &err);
    LB_CHECK_EQUAL_INT(st, LB_STATUS_FAILED);
    if (!LB_CHECK(strstr(err.text, words) != NULL)) printf("  message: %s\n", err.text);
    free(t.text);
    lb_table_clear(&t.table);
    lb_archive_close(a);
}

/* One byte of each file in turn. */
static void every_flipped_byte_is_found(void)
{
    static const char *const files[] = {"checkpoint/table.npy", "checkpoint/numbers.npy",
                                        "checkpoint/meta.json"};
    for (size_t n = 0; n < sizeof files / sizeof files[0]; n++) {
        struct stat found;
        if (!save(3) || !LB_CHECK(stat(path(files[n]), &found) == 0)) return;
        for (long at = 0; at < (long)found.st_size; at += 1) {
            FILE *file = fopen(path(files[n]), "r+b");
            if (!LB_CHECK(file != NULL)) return;
            fseek(file, at, SEEK_SET);
            const int byte = fgetc(file);
            fseek(file, at, SEEK_SET);
            fputc(byte ^ 4, file);
            fclose(file);
            load_fails(strrchr(files[n], '/') + 1);
            file = fopen(path(files[n]), "r+b");
            fseek(file, at, SEEK_SET);
            fputc(byte, file);
            fclose(file);
        }
        check_loads(3);
    }
}

static void wrong_kinds_are_refused(void)
{
    struct lb_error err = {0}, text = {0}, none = {0}, shape = {0}, rows = {0}, no_array = {0};
    struct lb_archive *a = NULL;
    uint64_t count = 0;
    bool flag = false;
    double numbers[4];
    struct lb_table table = {.columns = 3};
    if (!save(3) || !LB_CHECK_OK(lb_archive_open(folder, &a, &err), &err)) return;
    LB_CHECK_EQUAL_INT(lb_archive_count(a, "text", &count, &text), LB_STATUS_FAILED);
    LB_CHECK(strstr(text.text, "no whole number") != NULL);
    LB_CHECK_EQUAL_INT(lb_archive_flag(a, "other", &flag, &none), LB_STATUS_FAILED);
    LB_CHECK(strstr(none.text, "no value 'other'") != NULL);
    LB_CHECK_EQUAL_INT(lb_archive_numbers(a, "numbers", numbers, 4, &shape), LB_STATUS_FAILED);
    LB_CHECK(strstr(shape.text, "does not hold 4 numbers") != NULL);
    lb_archive_close(a);
    if (!LB_CHECK_OK(lb_archive_open(folder, &a, &err), &err)) return;
    LB_CHECK_EQUAL_INT(lb_archive_table(a, "table", &table, &rows), LB_STATUS_FAILED);
    LB_CHECK(strstr(rows.text, "rows of 3 numbers") != NULL);
    lb_archive_close(a);
    if (!LB_CHECK_OK(lb_archive_open(folder, &a, &err), &err)) return;
    LB_CHECK_EQUAL_INT(lb_archive_table(a, "none", &table, &no_array), LB_STATUS_FAILED);
    LB_CHECK(strstr(no_array.text, "has no 'none.npy'") != NULL);
    lb_archive_close(a);
}

int main(void)
{
    if (mkdtemp(folder) == NULL) return 1;
    LB_TEST(what_is_saved_is_loaded);
    LB_TEST(what_is_not_committed_goes);
    LB_TEST(the_whole_one_counts);
    LB_TEST(nothing_in_the_way_stops_saving);
    LB_TEST(every_flipped_byte_is_found);
    LB_TEST(wrong_kinds_are_refused);
    return lb_check_report();
}

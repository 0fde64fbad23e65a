/* test_table.c - the growing table keeps its rows over reallocations.
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/table.h"
#include "support/check.h"

static void rows_survive_growth(void)
{
    struct lb_table t = {.columns = 3};
    struct lb_error err = {0};
    for (int i = 0; i < 5000; i++) {
        const double row[3] = {(double)i, -(double)i, 0.5};
        const enum lb_status st = lb_table_add(&t, row, &err);
        if (st != LB_STATUS_OK) LB_CHECK_OK(st, &err);
    }
    LB_CHECK_EQUAL_INT(t.rows, 5000);
    int wrong = 0;
    for (int i = 0; i < 5000; i++) {
        const double *row = t.numbers + 3 * i;
        if ((int)row[0] != i || (int)row[1] != -i || (int)(2.0 * row[2]) != 1) wrong++;
    }
    LB_CHECK_EQUAL_INT(wrong, 0);
    lb_table_clear(&t);
}

static void clearing_makes_it_usable_again(void)
{
    struct lb_table t = {.columns = 1};
    struct lb_error err = {0};
    const double one = 1.0, two = 2.0;
    lb_table_clear(&t);
    LB_CHECK_OK(lb_table_add(&t, &one, &err), &err);
    lb_table_clear(&t);
    LB_CHECK_EQUAL_INT(t.rows, 0);
    LB_CHECK(t.numbers == NULL);
    LB_CHECK_OK(lb_table_add(&t, &two, &err), &err);
    LB_CHECK_CLOSE(t.numbers[0], 2.0, 0.0);
    lb_table_clear(&t);
}

static long resident_kib(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL || fscanf(file, "%*s %ld", &pages) != 1) pages = -1;
    if (file != NULL) fclose(file);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

/* 192 MB of rows, of which the memory holds a piece, and the folder nothing that has a name. */
static void a_large_one_is_in_a_file(void)
{
    enum { ROWS = 8000000 };
    char folder[] = "/tmp/sluice-table-XXXXXX";
    struct lb_error err = {0};
    enum lb_status st = LB_STATUS_OK;
    if (!LB_CHECK(mkdtemp(folder) != NULL)) return;
    struct lb_table t = {.columns = 3, .folder = folder};
    const long before = resident_kib();
    for (int i = 0; i < ROWS && st == LB_STATUS_OK; i++) {
        const double row[3] = {(double)i, -(double)i, 0.5};
        st = lb_table_add(&t, row, &err);
    }
    LB_CHECK_OK(st, &err);
    LB_CHECK(resident_kib() - before < 64 * 1024);
    LB_CHECK(rmdir(folder) == 0);
    LB_CHECK_EQUAL_INT(t.rows, ROWS);
    int wrong = 0;
    for (int i = 0; i < ROWS && t.rows == ROWS; i++) {
        const double *row = t.numbers + 3 * (size_t)i;
        if ((int)row[0] != i || (int)row[1] != -i || (int)(2.0 * row[2]) != 1) wrong++;
    }
    LB_CHECK_EQUAL_INT(wrong, 0);
    lb_table_clear(&t);
    LB_CHECK_OK(lb_table_add(&t, (const double[]){1, 2, 3}, &err), &err);
    LB_CHECK(!t.is_in_file);
    lb_table_clear(&t);
}

static void a_folder_that_is_not_there_is_told(void)
{
    struct lb_table t = {.columns = 1024, .folder = "/nowhere/at/all"};
    const double row[1024] = {0};
    struct lb_error err = {0};
    enum lb_status st = LB_STATUS_OK;
    for (int i = 0; i < 4096 && st == LB_STATUS_OK; i++)
        st = lb_table_add(&t, row, &err);
    LB_CHECK_EQUAL_INT(st, LB_STATUS_FAILED);
    LB_CHECK(strstr(err.text, "/nowhere/at/all") != NULL);
    LB_CHECK_EQUAL_INT(t.rows, 2048);
    lb_table_clear(&t);
}

int main(void)
{
    LB_TEST(rows_survive_growth);
    LB_TEST(clearing_makes_it_usable_again);
    LB_TEST(a_large_one_is_in_a_file);
    LB_TEST(a_folder_that_is_not_there_is_told);
    return lb_check_report();
}

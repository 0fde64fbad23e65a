/* test_table.c - the growing table keeps its rows over reallocations.
 * SPDX-License-Identifier: MIT */
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

int main(void)
{
    LB_TEST(rows_survive_growth);
    LB_TEST(clearing_makes_it_usable_again);
    return lb_check_report();
}

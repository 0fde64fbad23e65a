/* Means over runs against sums written out; rows go into the bins they belong to.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "io/file.h"
#include "study/ensemble_counts.h"
#include "support/check.h"

static const struct lb_ensemble_plan plan = {.file = "droplets.csv",
                                             .row = "droplets",
                                             .by = "d",
                                             .by_label = "d",
                                             .min = 1.0,
                                             .max = 3.0,
                                             .bins = 4,
                                             .sums = {"volume", "particles", NULL}};

static void a_standard_error_is_that_of_the_textbook(void)
{
    const double x[] = {1e9 + 4.0, 1e9 + 7.0, 1e9 + 13.0, 1e9 + 16.0};
    struct lb_mean m = {0};
    LB_CHECK(isnan(lb_mean_of(&m)) && isnan(lb_mean_error_of(&m)));
    lb_mean_add(&m, x[0]);
    LB_CHECK(isnan(lb_mean_error_of(&m)));
    for (int n = 1; n < 4; n++)
        lb_mean_add(&m, x[n]);
    LB_CHECK_NEAR(lb_mean_of(&m) - 1e9, 10.0, 1e-6);
    LB_CHECK_CLOSE(lb_mean_error_of(&m), sqrt(90.0 / 3.0 / 4.0), 1e-6);
}

static double mean(const struct lb_ensemble_counts *c, size_t quantity, size_t place)
{
    return lb_mean_of(lb_ensemble_mean(c, quantity, place));
}

static void rows_go_into_their_bins(void)
{
    struct lb_error err = {0};
    struct lb_ensemble_counts c;
    /* one for each bin's lower edge, and outside */
    const double first[] = {1.0, 10.0, 1.0, 1.5, 20.0, 0.0, 2.0,  30.0, 2.0,
                            2.5, 40.0, 0.0, 0.9, 50.0, 1.0, 17.0, 60.0, 0.0};
    const double second[] = {2.99999, 4.0, 3.0, 3.0, 6.0, 5.0};
    LB_CHECK_OK(lb_ensemble_counts_create(&c, &plan, &err), &err);
    LB_CHECK_EQUAL_INT(c.quantities, 3);
    LB_CHECK_EQUAL_INT(c.places, 7);
    lb_ensemble_counts_add(&c, first, 6);
    for (size_t place = 0; place < 6; place++)
        LB_CHECK_NEAR(mean(&c, 0, place), 1.0, 0.0);
    LB_CHECK_NEAR(mean(&c, 0, 6), 6.0, 0.0);
    LB_CHECK_NEAR(mean(&c, 1, 0), 50.0, 0.0);
    LB_CHECK_NEAR(mean(&c, 1, 3), 30.0, 0.0);
    LB_CHECK_NEAR(mean(&c, 1, 5), 60.0, 0.0);
    LB_CHECK_NEAR(mean(&c, 2, 6), 4.0, 0.0);
    lb_ensemble_counts_add(&c, second, 2);
    lb_ensemble_counts_add(&c, NULL, 0); /* a run without any counts, too */
    LB_CHECK_CLOSE(mean(&c, 0, 4), 2.0 / 3.0, 1e-15);
    LB_CHECK_CLOSE(mean(&c, 1, 4), 44.0 / 3.0, 1e-15);
    LB_CHECK_CLOSE(mean(&c, 2, 5), 5.0 / 3.0, 1e-15);
    LB_CHECK_CLOSE(mean(&c, 0, 6), 8.0 / 3.0, 1e-15);
    /* of 6, 2, 0 */
    LB_CHECK_CLOSE(lb_mean_error_of(lb_ensemble_mean(&c, 0, 6)),
                   sqrt((100.0 + 4.0 + 64.0) / 9.0 / 2.0 / 3.0), 1e-14);
    lb_ensemble_counts_destroy(&c);
}

static void limits_meet(void)
{
    double low, high, before = -(double)INFINITY;
    for (size_t place = 0; place <= plan.bins + 1; place++) {
        lb_ensemble_limits(&plan, place, &low, &high);
        LB_CHECK(low == before && high > low);
        before = high;
    }
    LB_CHECK(isinf(before));
    lb_ensemble_limits(&plan, 2, &low, &high);
    LB_CHECK_NEAR(low, 1.5, 0.0);
    LB_CHECK_NEAR(high, 2.0, 0.0);
    LB_CHECK_EQUAL_TEXT(lb_ensemble_quantity(&plan, 0), "droplets");
    LB_CHECK_EQUAL_TEXT(lb_ensemble_quantity(&plan, 2), "particles");
}

/* Whether reading this text fails, and names what is wrong with it. */
static void check_refused(const char *text, const char *what)
{
    struct lb_error err = {0};
    struct lb_ensemble_counts c;
    LB_CHECK_OK(lb_text_write("table.csv", text, &err), &err);
    LB_CHECK_OK(lb_ensemble_counts_create(&c, &plan, &err), &err);
    LB_CHECK(lb_ensemble_counts_read(&c, "table.csv", &err) == LB_STATUS_FAILED);
    LB_CHECK_EQUAL_TEXT(err.text, what);
    lb_ensemble_counts_destroy(&c);
}

static void tables_are_read_by_the_names_of_their_columns(void)
{
    struct lb_error err = {0};
    struct lb_ensemble_counts c;
    LB_CHECK_OK(
        lb_text_write("table.csv", "particles,step,d,volume\n3,10,1.2,0.5\n4,11,1.3,1e-3\n", &err),
        &err);
    LB_CHECK_OK(lb_ensemble_counts_create(&c, &plan, &err), &err);
    LB_CHECK_OK(lb_ensemble_counts_read(&c, "table.csv", &err), &err);
    LB_CHECK_NEAR(mean(&c, 0, 1), 2.0, 0.0);
    LB_CHECK_CLOSE(mean(&c, 1, 1), 0.501, 1e-15);
    LB_CHECK_NEAR(mean(&c, 2, 1), 7.0, 0.0);
    LB_CHECK_OK(lb_text_write("table.csv", "particles,d,volume\n", &err), &err);
    LB_CHECK_OK(lb_ensemble_counts_read(&c, "table.csv", &err), &err);
    LB_CHECK_NEAR(mean(&c, 0, 1), 1.0, 0.0);
    lb_ensemble_counts_destroy(&c);
    check_refused("d,volume\n1,2\n",
                  "'table.csv' has no column 'particles': its first row, names between "
                  "commas, begins with 'd'");
    check_refused("d,volume,particles\n1,2\n", "table.csv:2: the row ends before 'particles'");
    check_refused("d,volume,particles\n1,two,3\n", "table.csv:2: 'two' is no number for 'volume'");
    check_refused("", "'table.csv' is empty");
    unlink("table.csv");
}

int main(void)
{
    LB_TEST(a_standard_error_is_that_of_the_textbook);
    LB_TEST(rows_go_into_their_bins);
    LB_TEST(limits_meet);
    LB_TEST(tables_are_read_by_the_names_of_their_columns);
    return lb_check_report();
}

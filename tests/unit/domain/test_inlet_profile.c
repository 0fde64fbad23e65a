/* test_inlet_profile.c - profiles of a face integrate to what their formula does, and are refused
 * where they are wrong. SPDX-License-Identifier: MIT */
#include "domain/inlet_profile.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/check.h"

enum { COUNT = 402, INNER = COUNT - 2 };
static const struct lb_inlet_axis axis = {COUNT, 100.0}; /* heights to 4 */

/* The mean of h^n from 0 to H is H^n / (n + 1); the midpoint rule errs by at most half a cell at
 * the ground. */
static void powers_have_their_mean(void)
{
    static const double exponents[] = {1.0, 0.5, 0.16};
    double profile[COUNT];
    for (size_t n = 0; n < sizeof exponents / sizeof *exponents; n++) {
        const double exponent = exponents[n], high = INNER / axis.unit;
        lb_inlet_profile_power(&axis, exponent, profile);
        LB_CHECK_NEAR(lb_inlet_profile_mean(profile, 1, COUNT - 1),
                      pow(high, exponent) / (exponent + 1.0), 1e-3);
        LB_CHECK_NEAR(0.5 * (profile[100] + profile[101]), 1.0, 1e-4); /* at height 1 */
    }
    LB_CHECK_NEAR(lb_inlet_profile_mean(NULL, 1, COUNT - 1), 1.0, 0.0);
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    LB_CHECK(file != NULL);
    if (file == NULL) return;
    fputs(text, file);
    fclose(file);
}

/* A table of straight lines: 0 at the ground, 2 at height 2 and above; the mean of heights 0 to 4
 * is 3/2. */
static void tables_are_straight_between_their_rows(void)
{
    struct lb_error err = {0};
    char path[] = "/tmp/profile-XXXXXX";
    double profile[COUNT];
    const int fd = mkstemp(path);
    LB_CHECK(fd >= 0);
    if (fd < 0) return;
    close(fd);
    write_file(path, "height,u\n0,0\n2,2\n");
    if (LB_CHECK_OK(lb_inlet_profile_read(&axis, path, "the wind", profile, &err), &err))
        LB_CHECK_NEAR(lb_inlet_profile_mean(profile, 1, COUNT - 1), 1.5, 1e-12);
    write_file(path, "height,u\n0,0\n2,2\n1,2\n");
    LB_CHECK_EQUAL_INT(lb_inlet_profile_read(&axis, path, "the wind", profile, &err),
                       LB_STATUS_USAGE);
    LB_CHECK(strstr(err.text, "the wind") != NULL && strstr(err.text, "row 3") != NULL);
    unlink(path);
}

static void speeds_that_cannot_be_are_refused(void)
{
    struct lb_error fast = {0}, still = {0}, back = {0};
    struct lb_error err = {0};
    double profile[COUNT];
    for (int k = 0; k < COUNT; k++)
        profile[k] = 1.0;
    LB_CHECK_OK(lb_inlet_profile_check(&axis, profile, 0.25, "the wind", &err), &err);
    LB_CHECK_EQUAL_INT(lb_inlet_profile_check(&axis, profile, 0.26, "the wind", &fast),
                       LB_STATUS_USAGE);
    LB_CHECK(strstr(fast.text, "the wind") != NULL);
    profile[7] = -0.1;
    LB_CHECK_EQUAL_INT(lb_inlet_profile_check(&axis, profile, 0.1, "the wind", &back),
                       LB_STATUS_USAGE);
    LB_CHECK(strstr(back.text, "height 0.065") != NULL);
    memset(profile, 0, sizeof profile);
    LB_CHECK_EQUAL_INT(lb_inlet_profile_check(&axis, profile, 0.1, "the wind", &still),
                       LB_STATUS_USAGE);
}

int main(void)
{
    LB_TEST(powers_have_their_mean);
    LB_TEST(tables_are_straight_between_their_rows);
    LB_TEST(speeds_that_cannot_be_are_refused);
    return lb_check_report();
}

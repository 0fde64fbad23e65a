/* test_rotation.c - the rate of a rigid body by velocities of places on it.
 * SPDX-License-Identifier: MIT */
#include "analysis/rotation.h"

#include "support/check.h"

enum { COUNT = 5 };

static void move(const double *place, const double rate[3], double *u)
{
    static const double drift[3] = {0.1, -0.2, 0.05};
    for (int n = 0; n < COUNT; n++)
        for (int a = 0; a < 3; a++) {
            const double *r = place + 3 * n;
            u[3 * n + a] =
                drift[a] + rate[(a + 1) % 3] * r[(a + 2) % 3] - rate[(a + 2) % 3] * r[(a + 1) % 3];
        }
}

static void a_rigid_body_turns_as_fast_as_it_does(void)
{
    static const double place[3 * COUNT] = {0, 0, 0, 7, 1, 2, -3, 4, 9, 5, -6, 1, 2, 2, -8};
    static const double rate[3] = {0.01, -0.02, 0.003};
    double u[3 * COUNT], found[3];
    move(place, rate, u);
    lb_rotation_fit(COUNT, place, u, found);
    for (int a = 0; a < 3; a++)
        LB_CHECK_NEAR(found[a], rate[a], 1e-12);
}

/* In two dimensions it turns about z; on a line there is no turning about the line. */
static void what_no_place_tells_is_nothing(void)
{
    static const double flat[3 * COUNT] = {0, 0, 0, 7, 1, 0, -3, 4, 0, 5, -6, 0, 2, 2, 0};
    static const double line[3 * COUNT] = {0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0};
    static const double rate[3] = {0.0, 0.0, 0.003}, about[3] = {0.5, 0.01, 0.003};
    double u[3 * COUNT], found[3];
    move(flat, rate, u);
    lb_rotation_fit(COUNT, flat, u, found);
    LB_CHECK(found[0] == 0.0 && found[1] == 0.0);
    LB_CHECK_NEAR(found[2], rate[2], 1e-12);
    move(line, about, u);
    lb_rotation_fit(COUNT, line, u, found);
    LB_CHECK_NEAR(found[0], 0.0, 1e-12);
    LB_CHECK_NEAR(found[1], about[1], 1e-10);
    LB_CHECK_NEAR(found[2], about[2], 1e-10);
    lb_rotation_fit(1, line, u, found);
    LB_CHECK(found[0] == 0.0 && found[1] == 0.0 && found[2] == 0.0);
    lb_rotation_fit(0, line, u, found);
    LB_CHECK(found[0] == 0.0 && found[1] == 0.0 && found[2] == 0.0);
}

int main(void)
{
    LB_TEST(a_rigid_body_turns_as_fast_as_it_does);
    LB_TEST(what_no_place_tells_is_nothing);
    return lb_check_report();
}

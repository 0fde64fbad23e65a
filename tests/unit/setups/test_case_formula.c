/* test_case_formula.c - formulas of results: precedence, names with signs in them, what is refused.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support/check.h"
#include "user_case/case_state.h"

static struct lb_values *values;
static struct own_case state;

/* Across a pipe of diameter 2: two along x, 5 cells apart, and one behind a bend.  Poiseuille's drop of pressure is
 * 32 viscosity speed length / d^2 = 32 * 0.25 * 0.1 * 5 / 4 = 1. */
static void make_planes(void)
{
    const double area = acos(-1.0);
    state.planes[0] = (struct lb_own_plane){
        .name = "one", .normal = {1.0}, .cells = area, .flow = 0.1 * area, .pressure = 3.0};
    state.planes[1] = (struct lb_own_plane){.name = "two",
                                            .centre = {5.0},
                                            .normal = {1.0},
                                            .cells = area,
                                            .flow = 0.1 * area,
                                            .pressure = 2.0};
    state.planes[2] = (struct lb_own_plane){
        .name = "bent", .centre = {3.0, 3.0}, .normal = {0.0, 1.0}, .cells = area, .pressure = 1.0};
}

static void make_values(void)
{
    struct lb_error err = {0};
    char prefix[LB_PREFIX_SIZE];
    const struct lb_parameter none[] = {{0}};
    LB_CHECK_OK(lb_values_create(none, NULL, &values, &err), &err);
    LB_CHECK_OK(lb_values_set_kinds(values, lb_own_sections, &err), &err);
    LB_CHECK_OK(lb_values_add_section(values, "body a-b", "test", prefix, &err), &err);
    LB_CHECK_OK(lb_values_add_section(values, "body a", "test", prefix, &err), &err);
    LB_CHECK_OK(lb_values_set(values, "a-b.radius", "3", "test", &err), &err);
    state = (struct own_case){.values = values,
                              .dimensions = 3,
                              .resolution = 1.0,
                              .viscosity = 0.25,
                              .sound_speed_squared = 1.0 / 3.0,
                              .change = 2.0,
                              .mass_drift = 0.0,
                              .balance = nan(""),
                              .plane_count = 3,
                              .body_count = 2};
    state.bodies[0] = (struct lb_own_body){.name = "a-b", .found = {.drag = 5.0}};
    state.bodies[1] = (struct lb_own_body){.name = "a", .found = {.drag = 7.0, .lift = HUGE_VAL}};
    make_planes();
}

static double value_of(const char *text)
{
    struct lb_error err = {0};
    double out = 0.0;
    LB_CHECK_OK(lb_own_formula(&state, text, "test", &out, &err), &err);
    return out;
}

static void refused(const char *text, const char *words)
{
    struct lb_error err = {0};
    double out;
    LB_CHECK_EQUAL_INT(lb_own_formula(&state, text, "[expect e]", &out, &err), LB_STATUS_USAGE);
    if (!LB_CHECK(strstr(err.text, words) != NULL)) printf("  message: %s\n", err.text);
}

/* change is 2. */
static void operators_bind_as_in_mathematics(void)
{
    LB_CHECK_CLOSE(value_of("1 + change * 3"), 7.0, 0.0);
    LB_CHECK_CLOSE(value_of("(1 + change) * 3"), 9.0, 0.0);
    LB_CHECK_CLOSE(value_of("8 - change - 3"), 3.0, 0.0);
    LB_CHECK_CLOSE(value_of("8 / change / 2"), 2.0, 0.0);
    LB_CHECK_CLOSE(value_of("-change^2"), -4.0, 0.0);
    LB_CHECK_CLOSE(value_of("2^change^3"), 256.0, 0.0); /* 2^8 */
    LB_CHECK_CLOSE(value_of("3 * -change"), -6.0, 0.0);
    LB_CHECK_CLOSE(value_of("change^-1"), 0.5, 0.0);
    LB_CHECK_CLOSE(value_of("sqrt(change * 8) + abs(-1.5e0)"), 5.5, 0.0);
}

static void names_are_the_longest_that_fit(void)
{
    LB_CHECK_CLOSE(value_of("a-b.drag"), 5.0, 0.0);
    LB_CHECK_CLOSE(value_of("a.drag-a-b.drag"), 2.0, 0.0);
    LB_CHECK_CLOSE(value_of("a-b.drag*a-b.radius"), 15.0, 0.0);
    LB_CHECK_CLOSE(value_of("change * fluid.viscosity"), 0.5, 0.0);
    LB_CHECK(!isfinite(value_of("balance")));
    LB_CHECK(!isfinite(value_of("1 / mass_drift")));
    LB_CHECK(!isfinite(value_of("a.lift - a.lift")));
}

static void friction_is_of_the_length_that_flows(void)
{
    LB_CHECK_CLOSE(value_of("friction(one,two)"), 1.0, 1e-12);
    LB_CHECK_CLOSE(value_of("friction(one, two, 2 * 5)"), 0.5, 1e-12);
    LB_CHECK_CLOSE(value_of("friction(one,bent,20)"), 0.5, 1e-12);
    state.resolution = 2.0; /* lengths are in L, centres in cells */
    LB_CHECK_CLOSE(value_of("friction(one,bent,10) + friction(one,two)"), 1.5, 1e-12);
    state.resolution = 1.0;
    refused("friction(one,bent)", "friction(A,B,LENGTH) says how long the pipe is");
    refused("friction(one,one)", "must be above 0");
    refused("friction(one,two,-3)", "must be above 0");
    refused("friction(one,three)", "there is none");
    refused("friction(one)", "is of two planes");
    refused("friction(one,two", "friction(A,B) or friction(A,B,LENGTH)");
}

static void what_is_no_formula_is_refused(void)
{
    refused("", "a number or the name of a result is missing");
    refused("change +", "a number or the name of a result is missing");
    refused("(change", "a ) is missing");
    refused("change change", "this is not understood");
    refused("1 + 2", "it has no result of the run in it");
    refused("fluid.viscosity", "it has no result of the run in it");
    refused("a.dreg", "there is no result 'a.dreg'; a has drag");
    refused("chnge", "there is no result 'chnge'; there are flow_balance");
    char deep[512];
    memset(deep, '(', sizeof deep - 1);
    deep[sizeof deep - 1] = '\0';
    refused(deep, "too deep");
    memset(deep, '-', sizeof deep - 1);
    refused(deep, "too deep");
}

int main(void)
{
    make_values();
    LB_TEST(operators_bind_as_in_mathematics);
    LB_TEST(names_are_the_longest_that_fit);
    LB_TEST(friction_is_of_the_length_that_flows);
    LB_TEST(what_is_no_formula_is_refused);
    lb_values_destroy(values);
    return lb_check_report();
}

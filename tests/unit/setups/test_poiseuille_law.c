/* test_poiseuille_law.c - the flow of a fluid with a law of viscosity through a pipe against its closed forms.
 * SPDX-License-Identifier: MIT */
#include <math.h>

#include "poiseuille_law.h"
#include "support/check.h"

static const double radius = 15.0, u_max = 0.1, viscosity = 0.3;

static struct lb_case case_of(const char *model, const double values[])
{
    struct lb_case c = {.lattice = lb_lattice_find("d3q19"),
                        .viscosity = viscosity,
                        .viscosity_model = lb_viscosity_model_find(model)};
    c.viscosity_values[0] = u_max / radius;
    for (int n = 0; n < LB_MAX_VISCOSITY_PARAMETERS - 1; n++)
        c.viscosity_values[n + 1] = values[n];
    return c;
}

static void find(const char *model, const double values[], struct lb_law_profile *out)
{
    const struct lb_case c = case_of(model, values);
    lb_law_profile_find(&c, radius, u_max, out);
}

/* u = u_max (1 - (r/R)^(1 + 1/n)); the wall's shear rate is u_max (1 + 1/n) / R. */
static void a_power_law_has_its_profile(void)
{
    static const double exponents[] = {1.0, 0.5, 1.5};
    static struct lb_law_profile p;
    for (int k = 0; k < 3; k++) {
        const double n = exponents[k], m = 1.0 + 1.0 / n;
        find("power-law", (double[]){n, 1e-6, 1e5, 0.0}, &p);
        for (double r = 0.0; r < radius + 1.0; r += 0.37)
            LB_CHECK_NEAR(lb_law_velocity(&p, r), u_max * fmax(0.0, 1.0 - pow(r / radius, m)),
                          1e-5 * u_max);
        LB_CHECK_CLOSE(p.force, 2.0 * viscosity * u_max * pow(m, n) / (radius * radius), 1e-5);
        LB_CHECK_CLOSE(p.wall_factor, pow(m, n - 1.0), 1e-5);
    }
}

/* What a wall out of place costs a parabola. */
static void a_parabola_is_as_steep_as_one(void)
{
    static struct lb_law_profile p;
    find("power-law", (double[]){1.0, 1e-6, 1e5, 0.0}, &p);
    LB_CHECK_CLOSE(p.steepness, 1.0, 1e-5);
}

/* Bingham's fluid, B = 1: the stress at the wall is 2 + sqrt(3) times that of yield. */
static void a_plug_moves_as_a_whole(void)
{
    static struct lb_law_profile p;
    const double wall = 2.0 + sqrt(3.0);
    find("herschel-bulkley", (double[]){1.0, 1.0, 1e-6, 1e5}, &p);
    LB_CHECK_CLOSE(p.force, 2.0 * viscosity * u_max * wall / (radius * radius), 1e-4);
    LB_CHECK_NEAR(lb_law_velocity(&p, radius / wall), u_max, 1e-4 * u_max);
    const double r = 10.0, over = wall * r / radius - 1.0, most = wall - 1.0;
    LB_CHECK_NEAR(lb_law_velocity(&p, r), u_max * (1.0 - over * over / (most * most)),
                  1e-4 * u_max);
}

/* B / x + 1 is 16 at B / 15; of a fluid that thickens the lower one of two. */
static void slow_fluid_shears_below_a_rate(void)
{
    const double bingham[] = {1.0, 0.5, 1e-6, 1e5}, thickens[] = {2.0, 0.25, 1e-6, 1e5};
    struct lb_case c = case_of("herschel-bulkley", bingham);
    LB_CHECK_CLOSE(lb_law_rate_above(&c, 16.0), 0.5 / 15.0, 2e-3);
    c = case_of("herschel-bulkley", thickens);
    LB_CHECK_CLOSE(lb_law_rate_above(&c, 4.0), 2.0 - sqrt(3.75), 2e-3);
}

/* Carreau: at n = 0.5 and time 1, b + (1 - b) 2^(-1/4) at the shear rate of reference. */
static void laws_have_their_values(void)
{
    const double carreau[] = {0.01, 0.5, 1.0, 0.2}, bulkley[] = {0.01, 0.5, 0.3, 1e-2, 1e3};
    LB_CHECK_CLOSE(lb_viscosity_factor(lb_viscosity_model_find("carreau"), carreau, 1.0),
                   0.2 + 0.8 * pow(2.0, -0.25), 1e-14);
    LB_CHECK_CLOSE(lb_viscosity_factor(lb_viscosity_model_find("carreau"), carreau, 1e-9), 1.0,
                   1e-12);
    LB_CHECK_CLOSE(lb_viscosity_factor(lb_viscosity_model_find("herschel-bulkley"), bulkley, 4.0),
                   0.3 / 4.0 + 0.5, 1e-14);
    LB_CHECK_CLOSE(lb_viscosity_factor(lb_viscosity_model_find("herschel-bulkley"), bulkley, 0.0),
                   1e3, 1e-14);
}

int main(void)
{
    LB_TEST(a_power_law_has_its_profile);
    LB_TEST(a_parabola_is_as_steep_as_one);
    LB_TEST(a_plug_moves_as_a_whole);
    LB_TEST(slow_fluid_shears_below_a_rate);
    LB_TEST(laws_have_their_values);
    return lb_check_report();
}

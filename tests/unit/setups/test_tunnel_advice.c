/* Advice on a body in a tunnel: each sentence at both sides of the number from which on it is due, with its
 * numbers worked out by hand; and the references of spheres and cylinders against published tables.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "support/check.h"
#include "tunnel/tunnel_advice.h"
#include "tunnel/tunnel_references.h"

/* Of which nothing has to be said. */
static struct lb_tunnel_numbers usual(void)
{
    return (struct lb_tunnel_numbers){.re = 100.0,
                                      .resolution = 64.0,
                                      .u = 0.05,
                                      .tau = 0.6,
                                      .blockage = 0.01,
                                      .gib = 2.0,
                                      .dimensions = 3,
                                      .wider = "side= and above=",
                                      .collision = "rr"};
}

static bool says(const struct lb_tunnel_numbers *n, const char *text)
{
    char out[LB_TUNNEL_MAX_ADVICE][LB_TUNNEL_ADVICE_SIZE];
    bool found = false;
    const int count = lb_tunnel_advise(n, out);
    for (int k = 0; k < count; k++)
        found = found || strstr(out[k], text) != NULL;
    return found;
}

static void nothing_is_said_of_what_is_usual(void)
{
    char out[LB_TUNNEL_MAX_ADVICE][LB_TUNNEL_ADVICE_SIZE];
    const struct lb_tunnel_numbers n = usual();
    LB_CHECK_EQUAL_INT(lb_tunnel_advise(&n, out), 0);
}

static void fast_streams_are_told(void)
{
    struct lb_tunnel_numbers n = usual();
    n.u = 0.087;
    LB_CHECK(!says(&n, "u=0.087"));
    n.u = 0.09;
    LB_CHECK(says(&n, "u=0.09 is 0.16 of the speed of sound")); /* 0.09 * 3^(1/2) */
    n.u = 0.12;
    LB_CHECK(says(&n, "u=0.12 is fast for this method"));
}

static void blockage_is_told_where_it_was_not_asked_for(void)
{
    struct lb_tunnel_numbers n = usual();
    n.blockage = 0.05;
    LB_CHECK(!says(&n, "cross-section"));
    n.blockage = 0.06;
    LB_CHECK(says(&n, "takes 6 % of the cross-section"));
    LB_CHECK(says(&n, "by about 6 to 12 %; larger side= and above= make it less"));
    n.is_confined = true;
    LB_CHECK(!says(&n, "cross-section"));
}

/* delta = 5 (x nu / U)^(1/2) at half a length, in cells: 5 * 64 * (0.5 / Re)^(1/2) is 8 at Re 800. */
static void thin_laminar_layers_are_told(void)
{
    struct lb_tunnel_numbers n = usual();
    LB_CHECK_NEAR(lb_tunnel_layer_cells(800.0, 64.0), 8.0, 1e-12);
    n.re = 799.0;
    LB_CHECK(!says(&n, "laminar"));
    n.re = 3200.0;
    LB_CHECK(says(&n, "a laminar boundary layer has 4 cells, and its friction needs 8"));
    LB_CHECK(says(&n, "resolution=130 would do, in 17 GiB")); /* 128 rounded up; 2 (130/64)^3 */
    n.dimensions = 2;
    LB_CHECK(says(&n, "in 8.3 GiB"));
    n.re = 6e5;
    LB_CHECK(!says(&n, "laminar"));
}

/* cf = 0.026 Re^(-1/7) is 0.0036129 at 10^6; y+ = 0.5 * 10^6/64 * (cf/2)^(1/2) = 332.05 */
static void coarse_turbulent_layers_are_told(void)
{
    struct lb_tunnel_numbers n = usual();
    LB_CHECK_NEAR(lb_tunnel_expected_y_plus(1e6, 64.0), 332.05, 0.1);
    n.re = 1e6;
    LB_CHECK(says(&n, "y+ = 332"));
    n.resolution = 64.0 * 332.05 / 4.9;
    LB_CHECK(!says(&n, "y+"));
}

/* Re_theta = 320 where theta / x = 7/12 cf, so at Re = (320 / (7/12 0.026))^(7/6) = 1.11e5; a tenth of it. */
static void laminar_layers_have_no_y_plus(void)
{
    const double least = pow(320.0 / (7.0 / 12.0 * 0.026), 7.0 / 6.0);
    LB_CHECK(!lb_tunnel_may_be_turbulent(0.0));
    LB_CHECK(!lb_tunnel_may_be_turbulent(3900.0));
    LB_CHECK(lb_tunnel_may_be_turbulent(0.1 * least));
    LB_CHECK(lb_tunnel_may_be_turbulent(least));
}

static void sixteen_bits_near_the_limit_are_told(void)
{
    struct lb_tunnel_numbers n = usual();
    n.tau = 0.5009;
    LB_CHECK(!says(&n, "16 bits"));
    n.stores_16_bits = true;
    LB_CHECK(says(&n, "16 bits at a relaxation time of 0.5 + 0.0009"));
    n.tau = 0.5011;
    LB_CHECK(!says(&n, "16 bits"));
}

static void operators_that_diverge_are_told(void)
{
    struct lb_tunnel_numbers n = usual();
    n.tau = 0.5099;
    LB_CHECK(!says(&n, "--collision"));
    n.collision = "mrt";
    LB_CHECK(says(&n, "--collision mrt is rarely stable at a relaxation time of 0.5 + 0.0099"));
    n.tau = 0.5101;
    LB_CHECK(!says(&n, "--collision"));
    n.collision = "trt";
    n.tau = 0.5349;
    LB_CHECK(says(&n, "--collision trt is rarely stable"));
    n.tau = 0.5351;
    LB_CHECK(!says(&n, "--collision"));
}

static void boxes_that_ring_are_told(void)
{
    struct lb_tunnel_numbers n = usual();
    n.keeps_sound = true;
    LB_CHECK(says(&n, "rings for tens of lengths; a larger skip="));
}

static void not_more_than_three_sentences_are_said(void)
{
    char out[LB_TUNNEL_MAX_ADVICE][LB_TUNNEL_ADVICE_SIZE];
    const struct lb_tunnel_numbers n = {.re = 1e6,
                                        .resolution = 64.0,
                                        .u = 0.15,
                                        .tau = 0.50003,
                                        .blockage = 0.3,
                                        .stores_16_bits = true,
                                        .wider = "side=",
                                        .collision = "srt"};
    LB_CHECK_EQUAL_INT(lb_tunnel_advise(&n, out), LB_TUNNEL_MAX_ADVICE);
    LB_CHECK(strstr(out[0], "fast") != NULL);
}

static void eddies_are_modelled_where_cells_are_coarse(void)
{
    LB_CHECK_NEAR(lb_tunnel_auto_les(1280.0, 64.0), 0.0, 0.0);
    LB_CHECK_NEAR(lb_tunnel_auto_les(1281.0, 64.0), 0.1, 0.0);
}

/* Clift, Grace & Weber (1978), as tabulated; experiments of Roos & Willmarth (1971) within 5 %. */
static void spheres_have_the_published_drag(void)
{
    static const struct {
        double re, drag, measured;
    } table[] = {{20.0, 2.735, 2.85}, {50.0, 1.574, 1.58},  {100.0, 1.087, 1.08},
                 {150.0, 0.889, 0.0}, {200.0, 0.776, 0.78}, {250.0, 0.700, 0.0},
                 {300.0, 0.653, 0.0}, {644.0, 0.0, 0.525},  {1330.0, 0.0, 0.436}};
    for (size_t n = 0; n < sizeof table / sizeof *table; n++) {
        const double drag = lb_sphere_drag(table[n].re);
        if (table[n].drag > 0.0) LB_CHECK_NEAR(drag, table[n].drag, 2e-3);
        if (table[n].measured > 0.0) LB_CHECK_NEAR(drag, table[n].measured, 0.06 * drag);
    }
    LB_CHECK_NEAR(lb_sphere_drag(1e-3), 24000.0, 50.0); /* Stokes: 24 / Re */
}

/* Computations: St 0.163 to 0.166 and drag 1.31 to 1.35 at Re 100; 1.565 at Re 40, without vortices. */
static void cylinders_have_the_published_drag_and_strouhal_number(void)
{
    LB_CHECK_NEAR(lb_cylinder_strouhal(100.0), 0.1645, 0.0015);
    LB_CHECK_NEAR(lb_cylinder_strouhal(40.0), 0.0, 0.0);
    LB_CHECK_NEAR(lb_cylinder_drag(40.0), 1.565, 1e-12);
    LB_CHECK_NEAR(lb_cylinder_drag(100.0), 1.33, 0.02);
    LB_CHECK_NEAR(lb_cylinder_drag(60.0), 1.42, 0.03);
}

int main(void)
{
    LB_TEST(nothing_is_said_of_what_is_usual);
    LB_TEST(fast_streams_are_told);
    LB_TEST(blockage_is_told_where_it_was_not_asked_for);
    LB_TEST(thin_laminar_layers_are_told);
    LB_TEST(coarse_turbulent_layers_are_told);
    LB_TEST(laminar_layers_have_no_y_plus);
    LB_TEST(sixteen_bits_near_the_limit_are_told);
    LB_TEST(operators_that_diverge_are_told);
    LB_TEST(boxes_that_ring_are_told);
    LB_TEST(not_more_than_three_sentences_are_said);
    LB_TEST(eddies_are_modelled_where_cells_are_coarse);
    LB_TEST(spheres_have_the_published_drag);
    LB_TEST(cylinders_have_the_published_drag_and_strouhal_number);
    return lb_check_report();
}

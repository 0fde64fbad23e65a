/* tunnel_advice.c - sentences with numbers, the most important ones first.
 * SPDX-License-Identifier: MIT */
#include "tunnel/tunnel_advice.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/status.h"

/* Above these a sentence is due. */
static const double most_speed = 0.1, most_sound = 0.087, most_blockage = 0.05, most_y_plus = 5.0;
static const double least_layer = 8.0, least_tau = 1e-3;
/* Above 0.5; below it only one operator is to be relied on.  trt diverged at a sphere of Re 300 at 0.032, and not
 * at one of Re 100 at 0.036. */
static const double least_tau_of_most = 0.01, least_tau_of_trt = 0.035;
/* Boundary layers of smooth bodies turn turbulent about there. */
static const double turbulent_re = 5e5;
/* None stays turbulent below a momentum thickness of 320 viscous lengths (Preston, J. Fluid Mech. 3, 373, 1958): with
 * the friction of lb_tunnel_expected_y_plus that is 1e5 behind the nose.  Bodies may be ten lengths long. */
static const double laminar_re = 1e4;

double lb_tunnel_layer_cells(double re, double resolution)
{
    return 5.0 * resolution * sqrt(0.5 / re);
}

bool lb_tunnel_may_be_turbulent(double re)
{
    return re > laminar_re;
}

double lb_tunnel_expected_y_plus(double re, double resolution)
{
    const double friction = 0.026 * pow(re, -1.0 / 7.0);
    return 0.5 * re / resolution * sqrt(0.5 * friction);
}

double lb_tunnel_auto_les(double re, double resolution)
{
    return re / resolution > 20.0 ? 0.1 : 0.0;
}

struct advice {
    char (*text)[LB_TUNNEL_ADVICE_SIZE];
    int count;
};

static void add(struct advice *a, const char *format, ...) LB_PRINTF_LIKE(2, 3);
static void add(struct advice *a, const char *format, ...)
{
    va_list arguments;
    if (a->count == LB_TUNNEL_MAX_ADVICE) return;
    va_start(arguments, format);
    vsnprintf(a->text[a->count++], LB_TUNNEL_ADVICE_SIZE, format, arguments);
    va_end(arguments);
}

static void advise_on_speed(const struct lb_tunnel_numbers *n, struct advice *a)
{
    if (n->u > most_speed)
        add(a,
            "u=%.3g is fast for this method, which is for flows much slower than sound: beside the "
            "body it may be twice that; 0.05 is usual",
            n->u);
    else if (n->u > most_sound)
        add(a,
            "u=%.3g is %.2g of the speed of sound: sound in the box reaches the lift; u=0.05 would "
            "halve it",
            n->u, n->u * sqrt(3.0));
}

static void advise_on_layer(const struct lb_tunnel_numbers *n, double layer, struct advice *a)
{
    const double better = ceil(n->resolution * least_layer / layer / 10.0) * 10.0;
    const double gib = n->gib * pow(better / n->resolution, n->dimensions);
    add(a,
        "a laminar boundary layer has %.2g cells, and its friction needs %.0f: resolution=%.0f "
        "would do, in %.*g GiB of memory",
        layer, least_layer, better, gib < 100.0 ? 2 : 9, gib < 100.0 ? gib : round(gib));
}

static void advise_on_walls(const struct lb_tunnel_numbers *n, struct advice *a)
{
    const double layer = lb_tunnel_layer_cells(n->re, n->resolution);
    const double y_plus = lb_tunnel_expected_y_plus(n->re, n->resolution);
    if (n->re >= turbulent_re && y_plus > most_y_plus)
        add(a,
            "the first cell is at y+ = %.3g where the boundary layer is turbulent: the drag of "
            "slender bodies will be too high, that of bodies with sharp edges is usable",
            y_plus);
    else if (n->re < turbulent_re && n->re > 1.0 && layer < least_layer)
        advise_on_layer(n, layer, a);
}

static void advise_on_collision(const struct lb_tunnel_numbers *n, struct advice *a)
{
    const double least = strcmp(n->collision, "trt") == 0 ? least_tau_of_trt : least_tau_of_most;
    if (strcmp(n->collision, "rr") != 0 && n->tau - 0.5 < least)
        add(a,
            "--collision %s is rarely stable at a relaxation time of 0.5 + %.2g; --collision rr is",
            n->collision, n->tau - 0.5);
}

int lb_tunnel_advise(const struct lb_tunnel_numbers *n,
                     char out[LB_TUNNEL_MAX_ADVICE][LB_TUNNEL_ADVICE_SIZE])
{
    struct advice a = {out, 0};
    advise_on_speed(n, &a);
    advise_on_collision(n, &a);
    if (n->keeps_sound)
        add(&a, "between walls inlet-kind=hard and the pressure at the outlet keep sound in the "
                "box: what the start makes of it rings for tens of lengths; a larger skip= and "
                "until= leave it out");
    if (n->blockage > most_blockage && !n->is_confined)
        add(&a,
            "the body takes %.2g %% of the cross-section: the sides raise its drag by about %.2g "
            "to %.2g %%; larger %s make it less",
            100.0 * n->blockage, 100.0 * n->blockage, 200.0 * n->blockage, n->wider);
    advise_on_walls(n, &a);
    if (n->stores_16_bits && n->tau - 0.5 < least_tau)
        add(&a,
            "16 bits at a relaxation time of 0.5 + %.2g: compare a short run with --precision fp32",
            n->tau - 0.5);
    return a.count;
}

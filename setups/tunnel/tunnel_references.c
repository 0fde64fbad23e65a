/* tunnel_references.c - what is known of spheres and cylinders in a stream.
 * SPDX-License-Identifier: MIT */
#include "tunnel/tunnel_references.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tunnel/tunnel_state.h"

/* Relative, at 32 cells and more per diameter; half-way walls are of first order, so that fewer cells are as
 * much worse as they are fewer. */
static const double drag_tolerance = 0.05, strouhal_tolerance = 0.03, fine = 32.0;
static const double most_blockage = 0.1, coarsest = 8.0;

double lb_sphere_drag(double re)
{
    if (re < 20.0) return 24.0 / re * (1.0 + 0.15 * pow(re, 0.687));
    if (re < 260.0) return 24.0 / re * (1.0 + 0.1935 * pow(re, 0.6305));
    const double w = log10(re);
    return pow(10.0, 1.6435 - 1.1242 * w + 0.1558 * w * w);
}

/* Wu & Shu, J. Comput. Phys. 228, 1963 (2009): 1.565 at Re 40; 1.31 to 1.35 at Re 100 in computations with
 * wide boxes, and hardly another value to Re 150; between them linear in 1/Re. */
double lb_cylinder_drag(double re)
{
    const double slow = 1.565, fast = 1.33;
    if (re >= 100.0) return fast;
    return fast + (slow - fast) * (1.0 / re - 0.01) / (1.0 / 40.0 - 0.01);
}

/* Fey, Koenig & Eckelmann, Phys. Fluids 10, 1547 (1998), for 47 < Re < 180. */
double lb_cylinder_strouhal(double re)
{
    return re > 47.0 ? 0.2684 - 1.0356 / sqrt(re) : 0.0;
}

static bool refuse(char *why, size_t size, const char *text)
{
    snprintf(why, size, "%s", text);
    return false;
}

bool lb_tunnel_find_reference(const struct tunnel *s, struct lb_tunnel_reference *out, char *why,
                              size_t size)
{
    const char *name = s->body.names[0];
    const bool is_sphere = s->is_shape && strcmp(name, "sphere") == 0;
    const bool is_cylinder = s->is_shape && strcmp(name, "cylinder") == 0 && s->dimensions == 2;
    const double coarse = fmax(1.0, fine / s->resolution);
    *out = (struct lb_tunnel_reference){0};
    if (!is_sphere && !is_cylinder)
        return refuse(
            why, size,
            "there is no reference for this body, only for a sphere, and in two dimensions "
            "a cylinder");
    if (s->profile != NULL || s->ground != GROUND_NONE || s->walls != WALLS_FREE)
        return refuse(why, size, "the references are for a uniform stream without walls");
    if (s->blockage > most_blockage)
        return refuse(why, size,
                      "the references are for a wide stream; larger side=, above= and below= would "
                      "do");
    if (s->resolution < coarsest)
        return refuse(why, size,
                      "the diameter has fewer than 8 cells, and steps in place of a curve");
    if (is_sphere && (s->re < 0.1 || s->re > 1000.0))
        return refuse(why, size, "the reference of a sphere is for re=0.1 to 1000");
    if (is_cylinder && (s->re < 40.0 || s->re > 150.0))
        return refuse(why, size, "the reference of a cylinder is for re=40 to 150");
    out->drag = is_sphere ? lb_sphere_drag(s->re) : lb_cylinder_drag(s->re);
    out->drag_tolerance = coarse * drag_tolerance;
    out->blockage_factor = is_sphere ? 2.0 : 1.0;
    out->strouhal = is_cylinder ? lb_cylinder_strouhal(s->re) : 0.0;
    out->strouhal_tolerance = coarse * strouhal_tolerance;
    return true;
}

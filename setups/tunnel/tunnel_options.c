/* tunnel_options.c - words of a tunnel's parameters, and which of them do not go together.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/suggest.h"
#include "tunnel/tunnel_state.h"

static enum lb_status one_of(const struct lb_values *v, const char *key, const char *const *words,
                             int *out, struct lb_error *err)
{
    return lb_suggest_one_of(key, lb_values_text(v, key), words, out, err);
}

/* Between walls nothing but the outlet holds the pressure: before an open one it drifts until the stream
 * stops. */
static enum lb_status read_ends(struct tunnel *s, const struct lb_values *v, struct lb_error *err)
{
    static const char *const inlets[] = {"soft", "hard", NULL}, *const outlets[] = {
                                                                    "open", "pressure", NULL};
    const bool is_confined = lb_tunnel_is_confined(s);
    int inlet, outlet = is_confined;
    LB_OK(one_of(v, "inlet-kind", inlets, &inlet, err));
    if (lb_values_is_set(v, "outlet")) LB_OK(one_of(v, "outlet", outlets, &outlet, err));
    LB_NEED(
        !is_confined || outlet == 1, LB_STATUS_USAGE,
        "outlet=open with walls=%s: nothing would hold the pressure, and the stream would stop; "
        "outlet=pressure does",
        lb_values_text(v, "walls"));
    s->inlet_is_hard = inlet == 1;
    s->outlet_holds_pressure = outlet == 1;
    return LB_STATUS_OK;
}

enum lb_status lb_tunnel_read_words(struct tunnel *s, const struct lb_values *v,
                                    struct lb_error *err)
{
    static const char *const grounds[] = {"none", "fixed", "slip", "moving", NULL};
    static const char *const walls[] = {"free", "slip", "fixed", "periodic", NULL};
    static const char *const holes[] = {"refuse", "accept", NULL};
    int ground, wall, hole;
    LB_OK(one_of(v, "ground", grounds, &ground, err));
    LB_OK(one_of(v, "walls", walls, &wall, err));
    LB_OK(one_of(v, "holes", holes, &hole, err));
    s->ground = (enum lb_tunnel_ground)ground;
    s->walls = (enum lb_tunnel_walls)wall;
    s->accepts_holes = hole == 1;
    LB_OK(lb_wall_rule_choose("wall", lb_values_text(v, "wall"), &s->wall_rule, err));
    LB_NEED(s->dimensions == 3 || s->walls != WALLS_PERIODIC, LB_STATUS_USAGE,
            "walls=periodic is for the sides of three dimensions; in two there are none");
    return read_ends(s, v, err);
}

/* Two keys that say the same: the first would be without effect. */
static enum lb_status check_pairs(const struct lb_values *v, struct lb_error *err)
{
    static const char *const pairs[][2] = {
        {"resolution", "memory"}, {"area", "area_si"}, {"inlet", "inlet-file"}};
    for (size_t n = 0; n < sizeof pairs / sizeof *pairs; n++)
        LB_NEED(!lb_values_is_set(v, pairs[n][0]) || !lb_values_is_set(v, pairs[n][1]),
                LB_STATUS_USAGE, "%s=%s and %s=%s say the same; one of them is needed", pairs[n][0],
                lb_values_text(v, pairs[n][0]), pairs[n][1], lb_values_text(v, pairs[n][1]));
    return LB_STATUS_OK;
}

/* Keys that would be without effect. */
enum lb_status lb_tunnel_check_keys(const struct tunnel *s, const struct lb_values *v,
                                    struct lb_error *err)
{
    static const char *const si[] = {"length_si",    "scale_si",   "area_si",
                                     "viscosity_si", "density_si", "fluid"};
    for (size_t n = 0; n < sizeof si / sizeof *si; n++)
        LB_NEED(lb_values_is_set(v, "speed_si") || !lb_values_is_set(v, si[n]), LB_STATUS_USAGE,
                "%s=%s means nothing without speed_si= [m/s]", si[n], lb_values_text(v, si[n]));
    LB_NEED(s->ground != GROUND_NONE || !lb_values_is_set(v, "clearance"), LB_STATUS_USAGE,
            "clearance=%s is above a ground: ground=moving, fixed or slip; without one, below=",
            lb_values_text(v, "clearance"));
    LB_NEED(s->ground == GROUND_NONE || !lb_values_is_set(v, "below"), LB_STATUS_USAGE,
            "below=%s and ground=%s: the distance to a ground is clearance=",
            lb_values_text(v, "below"), lb_values_text(v, "ground"));
    return check_pairs(v, err);
}

/* case_heat_solids.c - bodies that conduct heat, [solid NAME], and what is in them at the end.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "user_case/case_state.h"

static int body_of(const struct own_case *s, const char *name)
{
    for (int n = 0; n < s->body_count; n++)
        if (strcmp(s->bodies[n].name, name) == 0) return n;
    return -1;
}

static enum lb_status read_solid(struct own_case *s, const char *section, struct lb_error *err)
{
    const char *name = section + strlen("solid.");
    const int n = body_of(s, name);
    LB_NEED(s->heat.exists, LB_STATUS_USAGE,
            "[solid %s] conducts heat, and there is no temperature: [scalar] with prandtl=, "
            "schmidt= or diffusivity= makes one",
            name);
    LB_NEED(n >= 0, LB_STATUS_USAGE, "[solid %s]: there is no body '%s'", name, name);
    LB_NEED(lb_own_is_set(s, section, "conductivity"), LB_STATUS_USAGE,
            "[solid %s] needs conductivity=, that of the body over the fluid's", name);
    LB_NEED(s->bodies[n].inside == LB_INSIDE_SOLID, LB_STATUS_USAGE,
            "[solid %s]: the body has fluid inside, and its walls are those of the box", name);
    s->heat.solids[n] =
        (struct lb_heat_solid){.conductivity = lb_own_number(s, section, "conductivity"),
                               .capacity = lb_own_number(s, section, "capacity")};
    s->heat.numbers.solids = s->heat.solids;
    return LB_STATUS_OK;
}

enum lb_status lb_own_read_solids(struct own_case *s, struct lb_error *err)
{
    const char *names[LB_OWN_BODIES];
    const int count = lb_own_named(s, "solid", names, LB_OWN_BODIES);
    LB_NEED(count <= LB_OWN_BODIES, LB_STATUS_USAGE,
            "there are %d sections [solid]; %d are possible", count, LB_OWN_BODIES);
    for (int n = 0; n < count; n++)
        LB_OK(read_solid(s, names[n], err));
    return LB_STATUS_OK;
}

int lb_own_conductor_at(const struct own_case *s, const uint32_t at[3])
{
    if (s->heat.numbers.solids == NULL) return -1;
    if (lb_own_is_outer(s, at)) return -1;
    if (s->patches.count > 0 && lb_openings_at(&s->patches, at[0], at[1], at[2]) >= 0) return -1;
    const int number = lb_own_solid_at(s, at);
    return number > 0 && number <= s->body_count && s->heat.solids[number - 1].conductivity > 0.0
               ? number - 1
               : -1;
}

bool lb_own_has_temperature(const struct own_case *s, const uint32_t at[3])
{
    return lb_own_is_fluid(s, at) || lb_own_conductor_at(s, at) >= 0;
}

/* --- rims of inlets ------------------------------------------------------------------------------------------- */

static bool is_of_opening(const struct own_case *s, const uint32_t at[3],
                          const struct lb_own_opening *o)
{
    return o->patch >= 0 ? lb_openings_at(&s->patches, at[0], at[1], at[2]) == o->patch
                         : at[o->face / 2] == (o->face % 2 == 0 ? 0 : s->size[o->face / 2] - 1);
}

/* Number of the body that conducts beside a fluid cell of the opening; -1: none. */
static int conductor_at_rim(const struct own_case *s, const uint32_t at[3],
                            const struct lb_own_opening *o)
{
    int found = -1;
    bool is_open = false;
    for (int side = 0; side < 2 * s->dimensions && lb_own_is_fluid(s, at); side++) {
        uint32_t to[3] = {at[0], at[1], at[2]};
        to[side / 2] += side % 2 == 0 ? UINT32_MAX : 1;
        if (to[side / 2] >= s->size[side / 2]) continue;
        const int n = lb_own_conductor_at(s, to);
        found = n >= 0 ? n : found;
        is_open = is_open || is_of_opening(s, to, o);
    }
    return is_open ? found : -1;
}

static int find_rim(const struct own_case *s, const struct lb_own_opening *o)
{
    const struct lb_region r = lb_own_region_beside(s, o);
    uint32_t at[3];
    int found = -1;
    for (at[2] = r.begin[2]; at[2] < r.end[2] && found < 0; at[2]++)
        for (at[1] = r.begin[1]; at[1] < r.end[1] && found < 0; at[1]++)
            for (at[0] = r.begin[0]; at[0] < r.end[0] && found < 0; at[0]++)
                found = conductor_at_rim(s, at, o);
    return found;
}

/* There the temperature jumps from the inlet's to the solid's within a cell, whatever its size. */
void lb_own_note_rims(struct own_case *s)
{
    for (int n = 0; n < s->opening_count && s->heat.numbers.solids != NULL; n++) {
        const int body = s->openings[n].is_inlet ? find_rim(s, &s->openings[n]) : -1;
        if (body < 0) continue;
        lb_body_note(&s->notes,
                     "[solid %s] touches the rim of [inlet %s]: the heat that goes into the inlet "
                     "there depends on the grid and on wall=; an insulated body of some cells "
                     "between them, without [solid], keeps it out",
                     s->bodies[body].name, s->openings[n].name);
    }
}

/* subdomain.c - a case of its own for each brick.
 * SPDX-License-Identifier: MIT */
#include "decomposition/subdomain.h"

#include <stddef.h>

enum lb_status lb_subdomain_check(const struct lb_case *whole, unsigned axes, struct lb_error *err)
{
    const char *why = lb_case_why_uncut(whole);
    LB_NEED(why == NULL, LB_STATUS_USAGE,
            "case '%s' has %s, which cannot be cut into subdomains: run it on one device",
            whole->name, why);
    LB_NEED((axes & ~lb_case_axes_to_cut(whole)) == 0, LB_STATUS_USAGE,
            "case '%s' keeps moments in place of populations, which cannot be cut across x: its "
            "rows along x stay whole",
            whole->name);
    return LB_STATUS_OK;
}

static void start(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct lb_subdomain *s = state;
    const uint32_t *origin = s->c.cut.origin;
    s->whole->start(s->whole->start_state, origin[0] + x, origin[1] + y, origin[2] + z, out);
}

static uint64_t find_solid(const void *state, uint32_t x, uint32_t y, uint32_t z, uint32_t count)
{
    const struct lb_subdomain *s = state;
    const uint32_t *origin = s->c.cut.origin;
    return s->whole->solid_word(s->whole->solid_state, origin[0] + x, origin[1] + y, origin[2] + z,
                                count);
}

void lb_subdomain_init(struct lb_subdomain *s, const struct lb_case *whole,
                       const struct lb_decomposition *d)
{
    *s = (struct lb_subdomain){.whole = whole, .c = *whole};
    s->c.cut.axes = d->cut;
    for (int a = 0; a < 3; a++) {
        s->c.cut.origin[a] = d->origin[a];
        s->c.cut.whole[a] = d->whole[a];
        s->c.size[a] = d->size[a];
    }
    s->c.start = start;
    s->c.start_state = s;
    s->c.solid_word = whole->solid_word != NULL ? find_solid : NULL;
    s->c.solid_state = s;
}

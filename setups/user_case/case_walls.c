/* case_walls.c - bodies whose walls are between cells: what their surfaces are, and which links
 * they cross.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "user_case/case_state.h"

/* What links are looked for with. */
struct walls {
    const struct own_case *s;
    const struct lb_case *c;
    uint32_t curved; /* bit n: body n has such walls */
};

static void cell_at(const void *state, const uint32_t at[3], struct lb_wall_cell *out)
{
    const struct walls *w = state;
    out->kind = lb_wall_kind_at(w->c, at, w->curved);
    out->members = lb_own_members_at(w->s, at);
    if (out->kind == LB_WALL_CURVED)
        out->surface = (uint8_t)(lb_own_solid_by(w->s, out->members) - 1);
}

static bool is_solid(const void *state, uint32_t members)
{
    return lb_own_solid_by(((const struct walls *)state)->s, members) != 0;
}

static bool is_cut_out(const void *state, int surface, const double place[3])
{
    return lb_own_is_cut_out(((const struct walls *)state)->s, surface, place);
}

struct lb_wall_surface lb_own_surface_of(const struct lb_own_body *b)
{
    struct lb_wall_surface f = {.shape = b->shape == LB_SHAPE_BOX        ? LB_SURFACE_BOX
                                         : b->shape == LB_SHAPE_SPHERE   ? LB_SURFACE_SPHERE
                                         : b->shape == LB_SHAPE_CYLINDER ? LB_SURFACE_CYLINDER
                                                                         : LB_SURFACE_MESHES,
                                .meshes = b->mesh != NULL ? b->mesh->meshes : NULL,
                                .mesh_count = b->mesh != NULL ? b->mesh->count : 0,
                                .is_sheet = b->is_sheet,
                                .is_halfway = b->wall == NULL,
                                .radius = b->radius,
                                .length = b->length};
    memcpy(f.centre, b->centre, sizeof f.centre);
    memcpy(f.about, b->centre, sizeof f.about);
    memcpy(f.axis, b->axis, sizeof f.axis);
    memcpy(f.low, b->low, sizeof f.low);
    memcpy(f.high, b->high, sizeof f.high);
    memcpy(f.u, b->u, sizeof f.u);
    memcpy(f.spin, b->spin, sizeof f.spin);
    return f;
}

/* Sheets halfway between cells are `curved` ones there: half-way bounce back. */
static enum lb_status choose_for_sheets(const struct own_case *s, const struct lb_wall_rule **rule,
                                        struct lb_error *err)
{
    for (int n = 0; n < s->body_count; n++) {
        const struct lb_own_body *b = &s->bodies[n];
        if (!b->is_sheet || b->wall != NULL) continue;
        LB_NEED(*rule == NULL || !(*rule)->knows_force, LB_STATUS_USAGE,
                "[body %s]: a sheet with wall=halfway, and another body has wall=%s: wall=%s for "
                "the sheet as well, or curved or halfway for both",
                b->name, (*rule)->name, (*rule)->name);
        *rule = lb_wall_rule_find("curved");
    }
    return LB_STATUS_OK;
}

/* Each sheet must be one. */
static enum lb_status check_sheets(const struct own_case *s, struct lb_error *err)
{
    for (int n = 0; n < s->body_count; n++) {
        const struct lb_own_body *b = &s->bodies[n];
        LB_NEED(!b->is_sheet || s->links.sheet_links[n] > 0, LB_STATUS_USAGE,
                "the sheet '%s' lies between no two fluid cells: it extends from (%.5g, %.5g, "
                "%.5g) to (%.5g, %.5g, %.5g) cells in a box of %u x %u x %u",
                b->name, b->low[0], b->low[1], b->low[2], b->high[0], b->high[1], b->high[2],
                s->size[0], s->size[1], s->size[2]);
    }
    return LB_STATUS_OK;
}

/* One rule for all that have one; what is hollow is one wall. */
static enum lb_status choose_rule(struct own_case *s, const struct lb_wall_rule **out,
                                  uint32_t *curved, struct lb_error *err)
{
    const struct lb_own_body *first = NULL;
    for (int n = 0; n < s->body_count; n++) {
        struct lb_own_body *b = &s->bodies[n];
        const char *text = lb_own_text(s, b->name, "wall");
        char key[LB_KEY_SIZE + 16];
        snprintf(key, sizeof key, "[body %s]: wall", b->name);
        LB_OK(lb_wall_rule_choose(key, text, &b->wall, err));
        LB_NEED(b->inside != LB_INSIDE_CUT || !lb_own_is_set(s, b->name, "wall"), LB_STATUS_USAGE,
                "[body %s]: wall=%s says nothing of a cut: walls are those of the bodies it is cut "
                "out of",
                b->name, text);
        LB_NEED(b->inside != LB_INSIDE_FLUID || s->hollow == 0 ||
                    b->wall == s->bodies[s->hollow - 1].wall,
                LB_STATUS_USAGE,
                "[body %s]: wall=%s: bodies with fluid inside have one wall together; that of "
                "[body %s] is another",
                b->name, text, s->bodies[s->hollow - 1].name);
        if (b->wall == NULL) continue;
        if (!b->is_sheet) *curved |= 1u << n;
        first = first == NULL ? b : first;
        LB_NEED(b->wall == first->wall, LB_STATUS_USAGE,
                "[body %s]: wall=%s, and [body %s] has wall=%s: one of the two for all bodies, "
                "beside halfway",
                b->name, text, first->name, first->wall->name);
    }
    *out = first != NULL ? first->wall : NULL;
    return choose_for_sheets(s, out, err);
}

/* Around solid cells of these bodies at rest: what is hollow has them all around, and where others
 * cut it. */
static void choose_region(const struct own_case *s, uint32_t curved, struct lb_wall_search *search)
{
    const bool is_all = s->hollow != 0;
    for (int axis = 0; axis < 3; axis++) {
        double low = is_all ? 0.0 : HUGE_VAL, high = is_all ? s->size[axis] : 0.0;
        search->size[axis] = s->size[axis];
        for (int n = 0; n < s->body_count; n++) {
            if ((curved >> n & 1u) == 0 || s->moves[n]) continue;
            low = fmin(low, s->bodies[n].low[axis]);
            high = fmax(high, s->bodies[n].high[axis]);
        }
        low = fmin(fmax(floor(low), 0.0), s->size[axis]);
        high = fmin(fmax(ceil(high), low), s->size[axis]);
        if (axis >= s->dimensions) low = 0.0, high = 1.0;
        search->begin[axis] = (uint32_t)low;
        search->end[axis] = (uint32_t)high;
    }
}

/* Whether walls between cells lead the fluid, in what is hollow or cut out of such bodies: what flows in flows out, but
 * a body that moves may push fluid out. */
static bool is_led(const struct own_case *s, uint32_t curved)
{
    bool is_led = s->hollow != 0;
    for (int n = 0; n < s->body_count; n++)
        is_led =
            is_led || (s->bodies[n].inside == LB_INSIDE_CUT && (curved & ((1u << n) - 1u)) != 0);
    return is_led;
}

enum lb_status lb_own_make_walls(struct own_case *s, struct lb_case *c, struct lb_error *err)
{
    struct lb_wall_surface surfaces[LB_OWN_BODIES];
    struct walls w = {.s = s, .c = c};
    struct lb_wall_search search = {.lattice = c->lattice,
                                    .surfaces = surfaces,
                                    .count = s->body_count,
                                    .cell = cell_at,
                                    .is_solid = is_solid,
                                    .is_cut_out = is_cut_out,
                                    .state = &w,
                                    .openings = &s->patches,
                                    .finds_normals = s->heat.exists};
    LB_OK(choose_rule(s, &search.rule, &w.curved, err));
    if (search.rule == NULL) return LB_STATUS_OK;
    s->links.walls.rule = search.rule;
    for (int n = 0; n < s->body_count; n++)
        s->links.walls.sheets += s->bodies[n].is_sheet; /* until they are counted */
    c->curved = &s->links.walls;
    LB_OK(lb_case_check_curved(c, err)); /* before bodies that move are looked at */
    for (int n = 0; n < s->body_count; n++)
        surfaces[n] = lb_own_surface_of(&s->bodies[n]);
    choose_region(s, w.curved, &search);
    if (s->motion.place != NULL)
        LB_OK(lb_own_make_moving_walls(s, &search, w.curved, err));
    else
        LB_OK(lb_wall_links_make(&search, &s->links, err));
    s->links.walls.keep_mass = is_led(s, w.curved) && s->motion.place == NULL;
    if (s->heat.exists) lb_own_weigh_heat(s);
    LB_OK(lb_own_wall_solids(s, &search, err));
    LB_OK(check_sheets(s, err));
    lb_wall_links_note(&s->links, c, &s->notes);
    return LB_STATUS_OK;
}

/* case_moving_walls.c - walls between cells where bodies move: links to solid cells in the region
 * that bodies move through are found anew with their cells, all others once.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "user_case/case_state.h"

/* What links are looked for with: `numbers` of the region's cells as bodies are; NULL: of all
 * solid cells but those. */
struct look {
    const struct own_case *s;
    const uint8_t *numbers;
    bool alone; /* as if nothing but these were in the region */
};

/* Bodies that move have what is left, and no cut is cut out of them. */
static bool is_solid(const void *state, uint32_t members)
{
    const struct own_case *s = ((const struct look *)state)->s;
    const uint32_t moving = s->moving_walls.moving;
    return (members & moving) != 0 || lb_own_solid_by(s, members & ~moving) != 0;
}

/* --- cells ------------------------------------------------------------------------------------ */

/* Without bodies that move. */
static void base_cell(const struct own_case *s, const uint32_t at[3], struct lb_wall_cell *out)
{
    const struct lb_case c = {.start = lb_own_start, .start_state = s};
    struct lb_cell cell = {.rho = 1.0, .fill = 1.0};
    size_t k;
    lb_own_start(s, at[0], at[1], at[2], &cell);
    const bool is_moved =
        lb_own_moved_at(s, at, &k) && cell.number > 0 && cell.number == s->moved[k];
    out->kind = is_moved ? LB_WALL_FLUID : lb_wall_kind_at(&c, at, s->moving_walls.curved);
    out->members = lb_own_members_at(s, at);
    out->surface = 0;
    if (out->kind == LB_WALL_CURVED) out->surface = (uint8_t)(lb_own_solid_by(s, out->members) - 1);
}

static uint32_t moving_members(const struct own_case *s, uint8_t number, const uint32_t at[3])
{
    const uint32_t own = 1u << (number - 1);
    uint32_t members = own;
    if (s->moving_walls.moving == own) return own;
    for (int n = 0; n < s->body_count; n++)
        if (s->moves[n] && lb_own_moved_has(s, &s->bodies[n], at)) members |= 1u << n;
    return members;
}

static void cell_at(const void *state, const uint32_t at[3], struct lb_wall_cell *out)
{
    const struct look *l = state;
    const struct lb_own_moving_walls *w = &l->s->moving_walls;
    size_t k;
    const bool is_inside = lb_own_place_in_region(l->s, at, &k);
    if (l->alone) {
        out->kind = is_inside ? LB_WALL_FLUID : LB_WALL_NO_LINK;
        out->members = 0;
    } else if (!is_inside) {
        base_cell(l->s, at, out);
    } else {
        const uint8_t kind = w->base[k];
        out->kind = kind < LB_WALL_CURVED ? (enum lb_wall_kind)kind : LB_WALL_CURVED;
        out->surface = (uint8_t)(kind < LB_WALL_CURVED ? 0 : kind - LB_WALL_CURVED);
        out->members = w->members[k];
    }
    if (out->kind == LB_WALL_CURVED && is_inside != (l->numbers != NULL))
        out->kind = LB_WALL_NO_LINK;
    if (!is_inside || l->numbers == NULL || l->numbers[k] == 0) return;
    out->members |= moving_members(l->s, l->numbers[k], at);
    if (out->kind != LB_WALL_FLUID) return;
    out->surface = (uint8_t)(l->numbers[k] - 1);
    out->kind = (w->curved >> out->surface & 1u) != 0 ? LB_WALL_CURVED : LB_WALL_NO_LINK;
}

static void find_kinds(const struct look *l, size_t k, uint32_t count, uint8_t *restrict kinds)
{
    const struct lb_own_moving_walls *w = &l->s->moving_walls;
    const uint8_t *base = w->base + k, *numbers = l->numbers + k;
    uint8_t of_body[LB_OWN_BODIES + 1] = {LB_WALL_FLUID};
    for (int n = 0; n < l->s->body_count; n++)
        of_body[n + 1] =
            (w->curved >> n & 1u) != 0 ? (uint8_t)(LB_WALL_CURVED + n) : LB_WALL_NO_LINK;
    for (uint32_t x = 0; x < count; x++)
        kinds[x] = of_body[numbers[x]];
    for (uint32_t x = 0; x < count && !w->is_plain; x++)
        if (base[x] != LB_WALL_FLUID) kinds[x] = base[x];
}

/* Of the cells from `at` on. */
static void find_members(const struct look *l, const uint32_t at[3], size_t k, uint32_t count,
                         uint32_t *restrict members)
{
    const struct lb_own_moving_walls *w = &l->s->moving_walls;
    const uint32_t *base = w->members + k, moving = w->moving,
                   single = (moving & (moving - 1)) == 0 ? moving : 0;
    const uint8_t *numbers = l->numbers + k;
    for (uint32_t x = 0; x < count; x++)
        members[x] = numbers[x] != 0 ? single : 0;
    for (uint32_t x = 0; x < count && !w->is_plain; x++)
        members[x] |= base[x];
    for (uint32_t x = 0; x < count && single == 0; x++) {
        const uint32_t here[3] = {at[0] + x, at[1], at[2]};
        if (numbers[x] != 0) members[x] |= moving_members(l->s, numbers[x], here);
    }
}

/* In the region. */
static uint32_t row_from(const void *state, const uint32_t at[3], uint32_t count, uint8_t *kinds,
                         uint32_t *members)
{
    const struct look *l = state;
    size_t k;
    if (l->alone || l->numbers == NULL || !lb_own_place_in_region(l->s, at, &k)) return 0;
    const uint32_t left = l->s->motion.end[0] - at[0], found = count < left ? count : left;
    find_kinds(l, k, found, kinds);
    find_members(l, at, k, found, members);
    return found;
}

static enum lb_status make_base(struct own_case *s, struct lb_error *err)
{
    struct lb_own_moving_walls *w = &s->moving_walls;
    const uint64_t cells = lb_motion_cells(&s->motion);
    const uint32_t *from = s->motion.begin, *to = s->motion.end;
    w->base = malloc(cells);
    w->members = malloc(cells * sizeof *w->members);
    w->numbers = malloc(cells);
    LB_NEED(w->base != NULL && w->members != NULL && w->numbers != NULL, LB_STATUS_FAILED,
            "no memory for the cells of bodies that move");
    uint64_t k = 0;
    uint32_t at[3];
    w->is_plain = true;
    for (at[2] = from[2]; at[2] < to[2]; at[2]++)
        for (at[1] = from[1]; at[1] < to[1]; at[1]++)
            for (at[0] = from[0]; at[0] < to[0]; at[0]++, k++) {
                struct lb_wall_cell cell;
                base_cell(s, at, &cell);
                w->base[k] = (uint8_t)(cell.kind + cell.surface);
                w->members[k] = cell.members;
                w->is_plain = w->is_plain && cell.kind == LB_WALL_FLUID && cell.members == 0;
                w->numbers[k] = cell.kind == LB_WALL_CURVED;
            }
    lb_motion_box(&s->motion, w->numbers, w->base_begin, w->base_end);
    return LB_STATUS_OK;
}

/* --- links ------------------------------------------------------------------------------------ */

struct lb_wall_surface lb_own_moved_surface(const struct lb_own_body *b)
{
    const struct lb_own_pose *p = &b->motion.pose;
    struct lb_wall_surface f = lb_own_surface_of(b);
    f.is_moved = true;
    if (b->mesh != NULL) {
        f.meshes = &b->motion.mesh;
        f.mesh_count = 1;
    }
    memcpy(f.rotation, p->rotation, sizeof f.rotation);
    memcpy(f.from, p->about, sizeof f.from);
    memcpy(f.about, p->now, sizeof f.about);
    memcpy(f.u, p->u, sizeof f.u);
    memcpy(f.spin, p->turn, sizeof f.spin);
    return f;
}

static void find_surfaces(const struct own_case *s, struct lb_wall_surface *out)
{
    for (int n = 0; n < s->body_count; n++)
        out[n] =
            s->moves[n] ? lb_own_moved_surface(&s->bodies[n]) : lb_own_surface_of(&s->bodies[n]);
}

/* Of all places of links, or what a device needs to find these. */
enum what { LINKS, ASKS, ASKS_ALONE };

static enum lb_status find(const struct own_case *s, const uint8_t *numbers, enum what what,
                           const uint32_t begin[3], const uint32_t end[3],
                           struct lb_wall_links *out, struct lb_error *err)
{
    struct lb_wall_surface surfaces[LB_OWN_BODIES];
    const struct look look = {s, numbers, what == ASKS_ALONE};
    struct lb_wall_search search = {.lattice = s->moving_walls.lattice,
                                    .rule = s->moving_walls.rule,
                                    .surfaces = surfaces,
                                    .count = s->body_count,
                                    .cell = cell_at,
                                    .row = row_from,
                                    .is_solid = is_solid,
                                    .state = &look,
                                    .is_renewal = s->links.links != NULL};
    memcpy(search.size, s->size, sizeof search.size);
    memcpy(search.begin, begin, sizeof search.begin);
    memcpy(search.end, end, sizeof search.end);
    find_surfaces(s, surfaces);
    return what == LINKS ? lb_wall_links_make(&search, out, err)
                         : lb_wall_links_ask(&search, out, err);
}

static bool is_before(const struct lb_curved_link *a, const struct lb_curved_link *b)
{
    return a->cell != b->cell ? a->cell < b->cell : a->direction < b->direction;
}

static struct lb_wall_ask known_ask(const struct lb_curved_link *l)
{
    struct lb_wall_ask ask = {{l->q, 0, LB_ASK_KNOWN, 0}};
    uint64_t bits;
    memcpy(&bits, &l->speed, sizeof bits);
    ask.word[LB_ASK_MEMBERS] = (uint32_t)bits;
    ask.word[LB_ASK_MORE] = (uint32_t)(bits >> 32);
    return ask;
}

/* Of lists by cell, then direction: links at rest, and those of now; `asks` NULL: none is asked for. */
static void merge(const struct lb_wall_links *a, const struct lb_wall_links *b,
                  struct lb_wall_links *out, struct lb_wall_ask *asks)
{
    uint64_t i = 0, k = 0, cells = 0, n = 0;
    for (; i < a->walls.count || k < b->walls.count; n++) {
        const bool is_first =
            k == b->walls.count || (i < a->walls.count && is_before(&a->links[i], &b->links[k]));
        if (asks != NULL) asks[n] = is_first ? known_ask(&a->links[i]) : b->asks[k];
        out->links[n] = is_first ? a->links[i++] : b->links[k++];
        cells += n == 0 || out->links[n].cell != out->links[n - 1].cell;
    }
    out->walls.count = n;
    out->walls.cells = cells;
}

/* Around the cells of the region that are solid now. */
static void box_of_solids(const struct own_case *s, const uint8_t *numbers, uint32_t begin[3],
                          uint32_t end[3])
{
    const struct lb_own_moving_walls *w = &s->moving_walls;
    lb_motion_box(&s->motion, numbers, begin, end);
    const bool is_first = begin[0] == end[0];
    for (int axis = 0; axis < 3 && w->base_begin[0] < w->base_end[0]; axis++) {
        if (is_first || w->base_begin[axis] < begin[axis]) begin[axis] = w->base_begin[axis];
        if (is_first || w->base_end[axis] > end[axis]) end[axis] = w->base_end[axis];
    }
}

static enum lb_status take_links(struct own_case *s, const struct lb_wall_links *made,
                                 struct lb_wall_ask *asks, struct lb_error *err)
{
    struct lb_own_moving_walls *w = &s->moving_walls;
    const uint64_t links = w->fixed.walls.count + made->walls.count;
    LB_NEED(links <= s->links.walls.most &&
                w->fixed.walls.cells + made->walls.cells <= s->links.walls.most_cells,
            LB_STATUS_FAILED,
            "there are %llu links to walls now, and room for %llu, for twice those that bodies "
            "that move have at the start, each alone, and those of bodies at rest; "
            "wall=halfway needs no such room",
            (unsigned long long)links, (unsigned long long)s->links.walls.most);
    merge(&w->fixed, made, &s->links, asks);
    if (made->guessed > w->guessed) w->guessed = made->guessed;
    return LB_STATUS_OK;
}

static enum lb_status renew(struct own_case *s, enum what what, struct lb_error *err)
{
    struct lb_wall_links own = {.links = NULL};
    struct lb_own_moving_walls *w = &s->moving_walls;
    struct lb_wall_links *made = what == LINKS ? &own : &w->asked;
    uint32_t begin[3], end[3];
    box_of_solids(s, w->numbers, begin, end);
    enum lb_status st = find(s, w->numbers, what, begin, end, made, err);
    if (st == LB_STATUS_OK) st = take_links(s, made, what == LINKS ? NULL : w->asks, err);
    lb_wall_links_free(&own);
    return st;
}

enum lb_status lb_own_renew_walls(struct own_case *s, const uint8_t *numbers, struct lb_error *err)
{
    struct lb_own_moving_walls *w = &s->moving_walls;
    if (s->links.links == NULL || w->rule == NULL) return LB_STATUS_OK;
    memcpy(w->numbers, numbers, lb_motion_cells(&s->motion));
    find_surfaces(s, w->surfaces);
    return renew(s, s->links.walls.scene != NULL ? ASKS : LINKS, err);
}

static enum lb_status locate(void *state, struct lb_error *err)
{
    return renew(state, LINKS, err);
}

void lb_own_warn_of_links(const struct own_case *s, struct lb_run *run)
{
    const struct lb_own_moving_walls *w = &s->moving_walls;
    if (w->guessed + w->fixed.guessed > s->links.guessed)
        lb_run_warn(run,
                    "as bodies moved, no surface was found to cross up to %llu links to walls at a "
                    "time: there the wall was taken to be halfway",
                    (unsigned long long)w->guessed);
}

/* --- the start -------------------------------------------------------------------------------- */

/* Of all cells of a body where it was placed, also of those within others; -1: of none. */
static void number_cells(const struct own_case *s, int body, uint8_t *numbers)
{
    const uint32_t *from = s->motion.begin, *to = s->motion.end;
    uint32_t at[3];
    memset(numbers, 0, lb_motion_cells(&s->motion));
    for (at[2] = from[2]; body >= 0 && at[2] < to[2]; at[2]++)
        for (at[1] = from[1]; at[1] < to[1]; at[1]++)
            for (at[0] = from[0]; at[0] < to[0]; at[0]++, numbers++)
                if (lb_own_moved_has(s, &s->bodies[body], at)) *numbers = (uint8_t)(body + 1);
}

/* Adds `times` the links and cells of a body alone in the region; -1: of all bodies at rest. */
static enum lb_status add_room(struct own_case *s, int body, uint64_t times, uint8_t *numbers,
                               struct lb_error *err)
{
    struct lb_curved_walls *walls = &s->links.walls;
    struct lb_wall_links made = {.links = NULL};
    number_cells(s, body, numbers);
    const enum lb_status st =
        find(s, numbers, body < 0 ? ASKS : ASKS_ALONE, s->motion.begin, s->motion.end, &made, err);
    walls->most += times * made.walls.count;
    walls->most_cells += times * made.walls.cells;
    lb_wall_links_free(&made);
    return st;
}

/* What may come out of others counts from the start, and as bodies turn they have some more or
 * fewer links. */
static enum lb_status find_room(struct own_case *s, struct lb_error *err)
{
    struct lb_own_moving_walls *w = &s->moving_walls;
    const uint64_t least = 256;
    s->links.walls.most = w->fixed.walls.count + least;
    s->links.walls.most_cells = w->fixed.walls.cells + least;
    LB_OK(add_room(s, -1, 1, w->numbers, err));
    for (int n = 0; n < s->body_count; n++)
        if ((w->moving & w->curved & 1u << n) != 0) LB_OK(add_room(s, n, 2, w->numbers, err));
    return LB_STATUS_OK;
}

static enum lb_status make_room(struct own_case *s, const struct lb_wall_links *made,
                                struct lb_error *err)
{
    const struct lb_wall_links *fixed = &s->moving_walls.fixed;
    struct lb_curved_walls *walls = &s->links.walls;
    LB_OK(find_room(s, err));
    const uint64_t most = walls->most, most_cells = walls->most_cells;
    s->links = *made;
    s->links.gaps = NULL;
    walls->most = most;
    walls->most_cells = most_cells;
    walls->rule = s->moving_walls.rule;
    walls->gaps = fixed->gaps;
    walls->gap_count = fixed->walls.gap_count;
    s->links.links = malloc(walls->most * sizeof *s->links.links);
    walls->links = s->links.links;
    LB_NEED(walls->links != NULL, LB_STATUS_FAILED, "no memory for the links to walls");
    s->links.gaps_left_out = made->walls.gap_count;
    s->links.guessed += fixed->guessed;
    s->links.pairs += fixed->pairs;
    s->links.narrowest = fmin(s->links.narrowest, fixed->narrowest);
    if (made->guessed == 0) s->links.guessed_cell = fixed->guessed_cell;
    merge(fixed, made, &s->links, NULL);
    return LB_STATUS_OK;
}

/* Whether all meshes are closed, so that some triangle crosses each link that leaves them. */
static bool has_closed_meshes(const struct own_case *s)
{
    for (int n = 0; n < s->body_count; n++)
        for (int m = 0; s->bodies[n].mesh != NULL && m < s->bodies[n].mesh->count; m++) {
            struct lb_mesh_edges edges = {0};
            struct lb_error none = {0};
            const enum lb_status st =
                lb_mesh_edges_create(&s->bodies[n].mesh->meshes[m], &edges, &none);
            lb_mesh_edges_free(&edges);
            if (st != LB_STATUS_OK) return false;
        }
    return true;
}

/* Where links may be left without a place the host finds them, and counts those. */
static enum lb_status make_scene(struct own_case *s, struct lb_error *err)
{
    struct lb_own_moving_walls *w = &s->moving_walls;
    w->asks = malloc(s->links.walls.most * sizeof *w->asks);
    LB_NEED(w->asks != NULL, LB_STATUS_FAILED, "no memory for the links to walls");
    w->scene = (struct lb_wall_scene){.surfaces = w->surfaces,
                                      .count = s->body_count,
                                      .moving = w->moving,
                                      .is_hollow = s->hollow != 0,
                                      .asks = w->asks,
                                      .locate = locate,
                                      .state = s};
    for (int n = 0; n < s->body_count; n++) {
        w->scene.fluid |= (uint32_t)(s->bodies[n].inside == LB_INSIDE_FLUID) << n;
        w->scene.cuts |= (uint32_t)(s->bodies[n].inside == LB_INSIDE_CUT) << n;
    }
    find_surfaces(s, w->surfaces);
    if (s->links.guessed == 0 && has_closed_meshes(s)) s->links.walls.scene = &w->scene;
    return lb_own_renew_walls(s, s->moved, err);
}

enum lb_status lb_own_make_moving_walls(struct own_case *s, const struct lb_wall_search *search,
                                        uint32_t curved, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_own_moving_walls *w = &s->moving_walls;
    struct lb_wall_links made = {.links = NULL};
    w->lattice = search->lattice;
    w->rule = search->rule;
    w->curved = curved;
    for (int n = 0; n < s->body_count; n++)
        w->moving |= (uint32_t)s->moves[n] << n;
    LB_OK(make_base(s, err));
    LB_OK(find(s, NULL, LINKS, search->begin, search->end, &w->fixed, err));
    LB_TRY(find(s, s->moved, LINKS, s->motion.begin, s->motion.end, &made, err));
    LB_TRY(make_room(s, &made, err));
    LB_TRY(make_scene(s, err));
cleanup:
    lb_wall_links_free(&made);
    return st;
}

void lb_own_free_moving_walls(struct lb_own_moving_walls *w)
{
    lb_wall_links_free(&w->fixed);
    lb_wall_links_free(&w->asked);
    free(w->base);
    free(w->members);
    free(w->asks);
    free(w->numbers);
}

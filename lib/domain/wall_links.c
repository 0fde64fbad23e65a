/* wall_links.c - the links between fluid cells and solid ones, and which surface is crossed first.
 * SPDX-License-Identifier: MIT */
#include "domain/wall_links.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "domain/wall_links_internal.h"

/* --- cells and links --- */

void lb_wall_wrap(const uint32_t size[3], const int64_t at[3], uint32_t out[3])
{
    for (int axis = 0; axis < 3; axis++) {
        const int64_t n = size[axis], is_inside = at[axis] >= 0 && at[axis] < n;
        out[axis] = (uint32_t)(is_inside ? at[axis] : (at[axis] % n + n) % n);
    }
}

uint64_t lb_wall_number(const uint32_t size[3], const uint32_t at[3])
{
    return ((uint64_t)at[2] * size[1] + at[1]) * size[0] + at[0];
}

struct lb_wall_cell lb_wall_cell_at(const struct lb_wall_search *s, const int64_t at[3])
{
    struct lb_wall_cell cell = {LB_WALL_NO_LINK, 0, 0};
    uint32_t place[3];
    lb_wall_wrap(s->size, at, place);
    s->cell(s->state, place, &cell);
    return cell;
}

static enum lb_status make_room(const struct lb_wall_search *s, struct lb_wall_region *r,
                                struct lb_error *err)
{
    r->cells = 1;
    for (int axis = 0; axis < 3; axis++) {
        const int64_t beside = axis < s->lattice->dimensions ? 2 : 0;
        r->begin[axis] = s->begin[axis] - beside;
        r->size[axis] = (int64_t)s->end[axis] + beside - r->begin[axis];
        r->cells *= (uint64_t)r->size[axis];
    }
    r->kind = calloc(r->cells + 1, 1);
    r->members = malloc((r->cells + 1) * sizeof *r->members);
    LB_NEED(r->kind != NULL && r->members != NULL, LB_STATUS_FAILED,
            "no memory for the cells around bodies");
    return LB_STATUS_OK;
}

/* Of cells along x from `at` on, at least one of `count`; and of how many. */
static int64_t find_some(const struct lb_wall_search *s, const int64_t at[3], int64_t count,
                         uint8_t *to, uint32_t *members)
{
    uint32_t place[3], found = 0;
    lb_wall_wrap(s->size, at, place);
    if (s->row != NULL) found = s->row(s->state, place, (uint32_t)count, to, members);
    if (found > 0) return found;
    const struct lb_wall_cell cell = lb_wall_cell_at(s, at);
    *members = cell.members;
    *to = (uint8_t)(cell.kind + (cell.kind == LB_WALL_CURVED ? cell.surface : 0));
    return 1;
}

static void find_row(const struct lb_wall_search *s, const int64_t from[3], int64_t count,
                     uint8_t *to, uint32_t *members)
{
    int64_t at[3] = {from[0], from[1], from[2]};
    for (int64_t x = 0; x < count; at[0] = from[0] + x)
        x += find_some(s, at, count - x, to + x, members + x);
    for (int64_t x = 0; x < count; x++)
        to[x] |= to[x] >= LB_WALL_CURVED ? LB_WALL_NEAR : 0;
}

static void find_kinds(const struct lb_wall_search *s, struct lb_wall_region *r)
{
    const int64_t *size = r->size, edge = s->lattice->dimensions > 2;
    for (int64_t z = edge; z < size[2] - edge; z++)
        for (int64_t y = 1; y + 1 < size[1]; y++) {
            const int64_t at[3] = {r->begin[0] + 1, r->begin[1] + y, r->begin[2] + z};
            const int64_t first = (z * size[1] + y) * size[0] + 1;
            find_row(s, at, size[0] - 2, r->kind + first, r->members + first);
        }
}

static void take_near(uint8_t *to, const uint8_t *from, uint64_t count)
{
    const uint64_t all = 0x0101010101010101u * LB_WALL_NEAR;
    uint64_t one, other;
    if (count < sizeof one) {
        for (uint64_t n = 0; n < count; n++)
            to[n] |= from[n] & LB_WALL_NEAR;
        return;
    }
    memcpy(&one, to, sizeof one);
    memcpy(&other, from, sizeof other);
    one |= other & all;
    memcpy(to, &one, sizeof one);
}

/* To both sides, of cells that lie `apart` in the list: what follows the end of a row is marked,
 * too, and has no links. Words of cells, as most of them are far from any body. */
static void spread(struct lb_wall_region *r, uint64_t apart)
{
    if (apart >= r->cells) return;
    const uint64_t count = r->cells - apart, word = sizeof(uint64_t), whole = count / word * word;
    for (uint64_t n = 0; n < count; n += word)
        take_near(r->kind + n, r->kind + n + apart, count - n);
    for (uint64_t n = count; n-- > whole;)
        take_near(r->kind + n + apart, r->kind + n, 1);
    for (uint64_t n = whole; n > 0; n -= word)
        take_near(r->kind + n - word + apart, r->kind + n - word, word);
}

enum lb_status lb_wall_region_make(const struct lb_wall_search *s, struct lb_wall_region *r,
                                   struct lb_error *err)
{
    LB_OK(make_room(s, r, err));
    find_kinds(s, r);
    const uint64_t x = (uint64_t)r->size[0], y = (uint64_t)r->size[1], apart[] = {1, x, x * y};
    for (int axis = 0; axis < s->lattice->dimensions; axis++)
        spread(r, apart[axis]);
    return LB_STATUS_OK;
}

void lb_wall_region_free(struct lb_wall_region *r)
{
    free(r->kind);
    free(r->members);
}

static int kind_at(const struct lb_wall_region *r, const int64_t at[3])
{
    int64_t n = 0;
    for (int axis = 2; axis >= 0; axis--)
        n = n * r->size[axis] + at[axis] - r->begin[axis];
    return r->kind[n] & ~LB_WALL_NEAR;
}

static enum lb_status append(struct lb_open_links *o, const struct lb_open_link *one,
                             struct lb_error *err)
{
    if (o->count == o->room) {
        const uint64_t room = o->room == 0 ? 4096 : 2 * o->room;
        struct lb_open_link *list = realloc(o->list, room * sizeof *list);
        LB_NEED(list != NULL, LB_STATUS_FAILED, "no memory for the links to walls");
        o->list = list;
        o->room = room;
    }
    o->list[o->count++] = *one;
    return LB_STATUS_OK;
}

/* Of a fluid cell, all to solid ones; of a solid one, one of each pair to those of other surfaces. */
static bool is_link(int kind, int behind, int direction)
{
    if (behind < LB_WALL_CURVED) return false;
    return kind == LB_WALL_FLUID || (kind != behind && direction % 2 == 1);
}

/* Beside the rim of an opening a solid cell may lie behind it: half-way bounce back keeps the
 * mass that goes there. */
static bool is_through_opening(const struct lb_wall_search *s, const int64_t at[3],
                               const int64_t behind[3])
{
    double from[3], to[3];
    for (int axis = 0; axis < 3; axis++) {
        from[axis] = (double)at[axis] + 0.5;
        to[axis] = (double)behind[axis] + 0.5;
    }
    return s->openings != NULL && lb_openings_are_crossed(s->openings, from, to);
}

/* Of the cell at `at`. */
static enum lb_status add_links(struct lb_open_links *o, const struct lb_wall_region *r,
                                const int64_t at[3], int kind, struct lb_error *err)
{
    const struct lb_wall_search *s = o->s;
    const struct lb_lattice *l = s->lattice;
    uint32_t place[3];
    lb_wall_wrap(s->size, at, place);
    struct lb_open_link one = {.cell = lb_wall_number(s->size, place),
                               .is_gap = kind != LB_WALL_FLUID};
    for (int axis = 0; axis < 3; axis++)
        one.turns[axis] = (int8_t)((at[axis] - (int64_t)place[axis]) / (int64_t)s->size[axis]);
    bool is_known = false;
    for (int i = 1; i < l->directions; i++) {
        const int64_t behind[3] = {at[0] - l->c[i][0], at[1] - l->c[i][1], at[2] - l->c[i][2]};
        if (!is_link(kind, kind_at(r, behind), i) || is_through_opening(s, at, behind)) continue;
        if (!is_known) one.members = lb_wall_cell_at(s, at).members;
        is_known = true;
        const struct lb_wall_cell solid = lb_wall_cell_at(s, behind);
        one.crossed = one.members ^ solid.members;
        one.behind = solid.surface;
        one.surface = one.is_gap ? (uint8_t)(kind - LB_WALL_CURVED) : solid.surface;
        one.direction = (uint8_t)i;
        LB_OK(append(o, &one, err));
    }
    return LB_STATUS_OK;
}

static int by_cell(const void *a, const void *b)
{
    const struct lb_open_link *one = a, *other = b;
    if (one->cell != other->cell) return one->cell < other->cell ? -1 : 1;
    if (one->direction != other->direction) return one->direction < other->direction ? -1 : 1;
    return memcmp(one->turns, other->turns, sizeof one->turns);
}

/* As links are where no box's ends are joined. */
static bool is_sorted(const struct lb_open_links *o)
{
    uint64_t n = 1;
    while (n < o->count && by_cell(&o->list[n - 1], &o->list[n]) < 0)
        n++;
    return n >= o->count;
}

/* Sorted; a link that was met at both ends of the box is kept where its cell is in it. */
static void sort_links(struct lb_open_links *o)
{
    uint64_t kept = 0;
    if (o->count == 0) return;
    if (!is_sorted(o)) qsort(o->list, o->count, sizeof *o->list, by_cell);
    for (uint64_t n = 0; n < o->count; n++) {
        const struct lb_open_link *last = &o->list[kept > 0 ? kept - 1 : 0];
        if (kept > 0 && last->cell == o->list[n].cell && last->direction == o->list[n].direction)
            continue;
        o->list[kept] = o->list[n];
        o->list[kept].first = o->crossings;
        for (uint32_t rest = o->list[kept++].crossed; rest != 0; rest &= rest - 1)
            o->crossings++;
    }
    o->count = kept;
}

/* Whether solid cells are of several surfaces. */
static bool has_gaps(const struct lb_wall_region *r)
{
    const int least = LB_WALL_NEAR + LB_WALL_CURVED;
    uint8_t first = 0;
    for (uint64_t n = 0; n < r->cells; n++) {
        if (r->kind[n] < least) continue;
        if (first != 0 && r->kind[n] != first) return true;
        first = r->kind[n];
    }
    return false;
}

static enum lb_status find_links(struct lb_open_links *o, struct lb_error *err)
{
    struct lb_wall_region r = {.kind = NULL};
    enum lb_status st = lb_wall_region_make(o->s, &r, err);
    const bool with_gaps = st == LB_STATUS_OK && has_gaps(&r);
    const uint64_t x = (uint64_t)r.size[0], y = (uint64_t)r.size[1];
    for (uint64_t n = 0; n < r.cells && st == LB_STATUS_OK; n++) {
        const int kind = r.kind[n] & ~LB_WALL_NEAR;
        if (r.kind[n] < LB_WALL_NEAR ||
            (kind != LB_WALL_FLUID && (kind < LB_WALL_CURVED || !with_gaps)))
            continue;
        const int64_t at[3] = {r.begin[0] + (int64_t)(n % x), r.begin[1] + (int64_t)(n / x % y),
                               r.begin[2] + (int64_t)(n / (x * y))};
        st = add_links(o, &r, at, kind, err);
    }
    lb_wall_region_free(&r);
    if (st == LB_STATUS_OK) sort_links(o);
    return st;
}

/* Which links rows of cells have, and no crossings yet. */
static enum lb_status prepare(struct lb_open_links *o, struct lb_error *err)
{
    const uint32_t *size = o->s->size;
    const uint64_t rows = (uint64_t)size[1] * size[2];
    o->row_first = malloc((rows + 1) * sizeof *o->row_first);
    o->crossing = malloc((o->crossings + 1) * sizeof *o->crossing);
    if (o->s->finds_normals) o->across = calloc(o->crossings + 1, sizeof *o->across);
    LB_NEED(o->row_first != NULL && o->crossing != NULL &&
                (o->across != NULL || !o->s->finds_normals),
            LB_STATUS_FAILED, "no memory for the links to walls");
    uint64_t n = 0;
    for (uint64_t row = 0; row <= rows; row++) {
        while (n < o->count && o->list[n].cell / size[0] < row)
            n++;
        o->row_first[row] = n;
    }
    for (n = 0; n < o->crossings; n++)
        o->crossing[n] = HUGE_VAL;
    return LB_STATUS_OK;
}

/* --- which surface is the wall --- */

/* The nearest crossing that is farther than `past`, and the surfaces that are crossed there. */
static double next_crossing(const struct lb_open_links *o, const struct lb_open_link *l,
                            uint32_t left, uint32_t *there)
{
    double q = HUGE_VAL;
    uint64_t at = l->first;
    for (uint32_t rest = l->crossed; rest != 0; rest &= rest - 1, at++)
        if ((left & rest & (0u - rest)) != 0) q = fmin(q, o->crossing[at]);
    at = l->first;
    *there = 0;
    for (uint32_t rest = l->crossed; rest != 0; rest &= rest - 1, at++)
        if (o->crossing[at] <= q + LB_CROSSING_SLACK) *there |= left & rest & (0u - rest);
    return q;
}

/* HUGE_VAL: no surface was found to be there. */
static double find_wall(const struct lb_open_links *o, const struct lb_open_link *l)
{
    uint32_t members = l->members, left = l->crossed, there;
    while (left != 0) {
        const double q = next_crossing(o, l, left, &there);
        members ^= there;
        left &= ~there;
        if (q > 2.0 || o->s->is_solid(o->s->state, members)) return q;
    }
    return HUGE_VAL;
}

/* Where the way from cell to cell leaves a wall, and where it comes to the next one. */
static bool find_gap(const struct lb_open_links *o, const struct lb_open_link *l, double q[2])
{
    uint32_t inside = l->members, left = l->crossed, there;
    int found = 0;
    while (left != 0 && found < 2) {
        const double at = next_crossing(o, l, left, &there);
        if (at > 2.0) return false;
        inside ^= there;
        left &= ~there;
        if (o->s->is_solid(o->s->state, inside) == (found == 1)) q[found++] = at;
    }
    return found == 2;
}

/* Of a surface at q, along c_i. */
static double speed_of(const struct lb_open_links *o, const struct lb_open_link *l, int surface,
                       double q)
{
    const struct lb_wall_surface *f = &o->s->surfaces[surface];
    const int *c = o->s->lattice->c[l->direction];
    const uint32_t *size = o->s->size;
    const uint64_t at[3] = {l->cell % size[0], l->cell / size[0] % size[1],
                            l->cell / size[0] / size[1]};
    double arm[3], speed = 0.0;
    for (int axis = 0; axis < 3; axis++)
        arm[axis] = (double)at[axis] + (double)l->turns[axis] * size[axis] + 0.5 - q * c[axis] -
                    f->about[axis];
    for (int axis = 0; axis < 3; axis++) {
        const int next = (axis + 1) % 3, last = (axis + 2) % 3;
        speed += c[axis] * (f->u[axis] + f->spin[next] * arm[last] - f->spin[last] * arm[next]);
    }
    return speed;
}

/* The link with this cell and direction in a sorted list; NULL: there is none. */
static const struct lb_curved_link *link_at(const struct lb_wall_links *w, uint64_t cell,
                                            int direction)
{
    uint64_t low = 0, high = w->walls.count;
    while (low < high) {
        const uint64_t middle = (low + high) / 2;
        const struct lb_curved_link *l = &w->links[middle];
        if (l->cell < cell || (l->cell == cell && l->direction < direction))
            low = middle + 1;
        else
            high = middle;
    }
    const struct lb_curved_link *found = low < w->walls.count ? &w->links[low] : NULL;
    return found != NULL && found->cell == cell && found->direction == direction ? found : NULL;
}

/* Gaps of one cell, in which both links of it are solved together, and of two, which are told: of
 * links that are found again they are known. A direction follows its opposite in the list. */
static void find_gaps(const struct lb_wall_search *s, struct lb_wall_links *w)
{
    const uint32_t nearest = LB_NEAREST_OF_PAIR;
    for (uint64_t n = 0; n < w->walls.count; n++) {
        struct lb_curved_link *l = &w->links[n];
        const int opposite = lb_opposite_of(l->direction), *c = s->lattice->c[l->direction];
        const uint64_t beside = opposite > l->direction ? n + 1 : n - 1;
        const struct lb_curved_link *other = beside < w->walls.count ? &w->links[beside] : NULL;
        const bool is_pair =
            other != NULL && other->cell == l->cell && other->direction == opposite;
        if (!is_pair)
            other =
                s->is_renewal ? NULL : link_at(w, lb_cell_behind(s, l->cell, opposite), opposite);
        if (other == NULL) continue;
        const double length = sqrt((double)(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]));
        const double ways = 0x1p-32 * ((double)l->q + other->q + 2.0) + (is_pair ? 0.0 : 1.0);
        w->narrowest = fmin(w->narrowest, ways * length);
        w->pairs += is_pair;
        if (is_pair && l->q < nearest) l->q = nearest; /* walls may meet in a cell's centre */
    }
}

/* Where a wall is at q; where it was guessed, as if it were across the link. */
static float across_at(const struct lb_open_links *o, const struct lb_open_link *l, double q)
{
    uint64_t at = l->first;
    for (uint32_t rest = l->crossed; rest != 0; rest &= rest - 1, at++)
        if (o->crossing[at] == q) return o->across[at];
    return 1.0F;
}

static void put_link(const struct lb_open_links *o, const struct lb_open_link *l,
                     struct lb_wall_links *out)
{
    const uint64_t n = out->walls.count++;
    double q = find_wall(o, l);
    if (q > 2.0) {
        q = 0.5;
        if (out->guessed++ == 0) out->guessed_cell = l->cell;
    }
    out->links[n] = (struct lb_curved_link){.cell = l->cell,
                                            .speed = speed_of(o, l, l->surface, q),
                                            .q = lb_curved_q(q),
                                            .direction = l->direction};
    if (out->across != NULL) out->across[n] = across_at(o, l, q);
    out->walls.cells += n == 0 || l->cell != out->links[n - 1].cell;
}

/* What is narrower than an eighth of a link counts as that: bodies may touch. */
static void put_gap(const struct lb_open_links *o, const struct lb_open_link *l,
                    struct lb_wall_links *out)
{
    double q[2];
    if (!find_gap(o, l, q)) return;
    const double slides = speed_of(o, l, l->behind, q[1]) - speed_of(o, l, l->surface, q[0]);
    if (slides == 0.0) return;
    out->gaps[out->walls.gap_count++] =
        (struct lb_gap_link){.cell = l->cell,
                             .shear = slides / fmax(q[1] - q[0], 0.125),
                             .direction = l->direction,
                             .body = (uint8_t)(l->surface + 1),
                             .behind = (uint8_t)(l->behind + 1)};
}

static enum lb_status make_list(const struct lb_open_links *o, struct lb_wall_links *out,
                                struct lb_error *err)
{
    uint64_t gaps = 0;
    for (uint64_t n = 0; n < o->count; n++)
        gaps += o->list[n].is_gap;
    out->links = malloc((o->count - gaps + 1) * sizeof *out->links);
    out->gaps = malloc((gaps + 1) * sizeof *out->gaps);
    if (o->across != NULL) out->across = malloc((o->count - gaps + 1) * sizeof *out->across);
    LB_NEED(out->links != NULL && out->gaps != NULL && (out->across != NULL) == (o->across != NULL),
            LB_STATUS_FAILED, "no memory for the links to walls");
    for (uint64_t n = 0; n < o->count; n++)
        (o->list[n].is_gap ? put_gap : put_link)(o, &o->list[n], out);
    LB_OK(lb_wall_sheets_add(o->s, out, err));
    find_gaps(o->s, out);
    out->walls.links = out->links;
    out->walls.gaps = out->gaps;
    out->walls.across = out->walls.sheets == 0 ? out->across : NULL; /* sorted anew with sheets */
    out->walls.rule = o->s->rule;
    return LB_STATUS_OK;
}

/* --- all --- */

enum lb_status lb_wall_links_make(const struct lb_wall_search *s, struct lb_wall_links *out,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_open_links o = {.s = s};
    uint32_t crossed = 0;
    *out = (struct lb_wall_links){.narrowest = HUGE_VAL};
    LB_TRY(find_links(&o, err));
    LB_TRY(prepare(&o, err));
    for (uint64_t n = 0; n < o.count; n++)
        crossed |= o.list[n].crossed;
    for (int k = 0; k < s->count; k++)
        if (s->surfaces[k].is_sheet || (crossed >> k & 1u) == 0)
            continue;
        else if (s->surfaces[k].shape == LB_SURFACE_MESHES)
            lb_crossings_of_meshes(&o, k);
        else
            lb_crossings_of_shape(&o, k);
    LB_TRY(make_list(&o, out, err));
cleanup:
    free(o.list);
    free(o.row_first);
    free(o.crossing);
    free(o.across);
    return st;
}

enum lb_wall_kind lb_wall_kind_at(const struct lb_case *c, const uint32_t at[3], uint32_t bodies)
{
    struct lb_cell cell = {.rho = 1.0, .fill = 1.0};
    c->start(c->start_state, at[0], at[1], at[2], &cell);
    if (cell.flags == LB_CELL_FLUID) return LB_WALL_FLUID;
    if ((cell.flags & LB_CELL_SOLID) == 0 || LB_IS_BOUNDARY(cell.flags)) return LB_WALL_NO_LINK;
    const bool is_of_body = cell.number > 0 && cell.number <= LB_MAX_SURFACES;
    return is_of_body && (bodies >> (cell.number - 1) & 1u) != 0 ? LB_WALL_CURVED : LB_WALL_NO_LINK;
}

/* By spectra of slits 1.0 to 1.8 cells wide (docs/theory/walls-accuracy.md). */
static bool may_grow(const struct lb_case *c, double narrowest)
{
    const double tau = lb_case_relaxation_time(c);
    if (strcmp(c->collision->name, "trt") == 0) return narrowest < 1.8 && tau < 0.52;
    if (strcmp(c->collision->name, "srt") != 0) return false;
    return narrowest < 1.5 ? tau < 0.61 || tau > 1.2 : narrowest < 2.0 && tau < 0.52;
}

/* Of gaps that are not resolved. */
static void note_gaps(const struct lb_wall_links *w, const struct lb_case *c,
                      struct lb_body_notes *notes)
{
    const bool is_constant = lb_case_viscosity_model(c) == lb_viscosity_models[0];
    if (w->pairs > 0)
        lb_body_note(
            notes,
            "%llu links to walls have another wall one cell on, in a gap or across an edge; the "
            "narrowest is %.3g cells from wall to wall",
            (unsigned long long)w->pairs, w->narrowest);
    if (w->walls.rule->knows_force && may_grow(c, w->narrowest))
        lb_body_note(
            notes,
            "in gaps as narrow as %.3g cells wall=exact may let disturbances grow, with %s "
            "at tau = %.4g by up to %s a step; trt from tau = 0.52 on and rr do not",
            w->narrowest, c->collision->name, lb_case_relaxation_time(c),
            lb_case_relaxation_time(c) < 0.54 ? "5 %" : "0.1 %");
    if (w->walls.gap_count > 0)
        lb_body_note(notes,
                     "%llu links go from wall to wall across gaps narrower than a diagonal: %s",
                     (unsigned long long)w->walls.gap_count,
                     is_constant ? "forces have their share of the shear"
                                 : "with this viscosity their share of the forces is not known, "
                                   "and left out");
    if (w->gaps_left_out > 0)
        lb_body_note(notes,
                     "%llu links go from wall to wall across gaps narrower than a diagonal where "
                     "bodies move: their share of the shear is left out of forces and torques, "
                     "which are too small; more cells across the gap mend it",
                     (unsigned long long)w->gaps_left_out);
}

void lb_wall_links_note(const struct lb_wall_links *w, const struct lb_case *c,
                        struct lb_body_notes *notes)
{
    const uint64_t at = w->guessed_cell;
    const double memory = 1.0 / lb_wall_settling(c);
    if (w->guessed > 0)
        lb_body_note(notes,
                     "no surface was found to cross %llu of %llu links to walls, the first at cell "
                     "(%llu, %llu, %llu): there the wall is taken to be halfway",
                     (unsigned long long)w->guessed, (unsigned long long)w->walls.count,
                     (unsigned long long)(at % c->size[0]),
                     (unsigned long long)(at / c->size[0] % c->size[1]),
                     (unsigned long long)(at / c->size[0] / c->size[1]));
    note_gaps(w, c, notes);
    if (w->walls.rule->knows_force && lb_case_relaxation_time(c) < 0.55)
        lb_body_note(notes, "the correction of wall=exact needs %.3g steps to settle at tau = %.4g",
                     memory, lb_case_relaxation_time(c));
}

void lb_wall_links_free(struct lb_wall_links *w)
{
    free(w->links);
    free(w->across);
    free(w->gaps);
    free(w->asks);
    *w = (struct lb_wall_links){.links = NULL};
}

/* wall_sheets.c - where sheets, thin walls without a cell inside, cross the links between fluid
 * cells.  For each direction a triangle is projected along it onto the two other axes, where links
 * are points of a square grid.  Whether a link is crossed is asked of the sheet moved by a millionth
 * of a cell, so that a cell that lies in it is on one side of it alone.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "domain/wall_links_internal.h"

static const double moved[3] = {0.61e-6, 0.37e-6, 0.23e-6};

/* Crossed at q from the cell, the one that c_i leads to. */
struct crossing {
    uint64_t cell;
    double q, speed;
    uint8_t direction, surface;
};

struct sheets {
    const struct lb_wall_search *s;
    struct crossing *list; /* owned */
    uint64_t count, room;
};

static enum lb_status append(struct sheets *h, const struct crossing *one, struct lb_error *err)
{
    if (h->count == h->room) {
        const uint64_t room = h->room == 0 ? 4096 : 2 * h->room;
        struct crossing *list = realloc(h->list, room * sizeof *list);
        LB_NEED(list != NULL, LB_STATUS_FAILED, "no memory for the links of sheets");
        h->list = list;
        h->room = room;
    }
    h->list[h->count++] = *one;
    return LB_STATUS_OK;
}

/* --- triangles -------------------------------------------------------------------------------- */

/* A triangle seen along direction i: `a` is an axis that it goes along, b the two others; a point of
 * the line through u is u[k] + slope[k] * z along b[k], where z is its place along a. */
struct shadow {
    int direction, a, b[2], surface;
    double slope[2], corner[3][2], depth[3], twice_area, slack;
};

static bool cast(const struct lb_wall_search *s, double node[3][3], int i, int surface,
                 struct shadow *out)
{
    const int *c = s->lattice->c[i];
    double longest = 1e-300;
    *out = (struct shadow){.direction = i, .surface = surface};
    while (c[out->a] == 0)
        out->a++;
    for (int k = 0; k < 2; k++) {
        out->b[k] = (out->a + 1 + k) % 3;
        out->slope[k] = c[out->b[k]] * c[out->a];
        for (int n = 0; n < 3; n++)
            out->corner[n][k] = node[n][out->b[k]] - out->slope[k] * node[n][out->a];
    }
    for (int n = 0; n < 3; n++) {
        const int m = (n + 1) % 3;
        out->depth[n] = node[n][out->a];
        longest = fmax(longest, hypot(out->corner[m][0] - out->corner[n][0],
                                      out->corner[m][1] - out->corner[n][1]));
    }
    out->twice_area =
        (out->corner[1][0] - out->corner[0][0]) * (out->corner[2][1] - out->corner[0][1]) -
        (out->corner[1][1] - out->corner[0][1]) * (out->corner[2][0] - out->corner[0][0]);
    out->slack = 1e-9 * fmax(1.0, longest);
    return fabs(out->twice_area) > 1e-12 * longest * longest;
}

/* Shares of the corners at u, which add up to 1; whether all are those of a point in the triangle. */
static bool shares_at(const struct shadow *t, const double u[2], double share[3])
{
    bool inside = true;
    for (int n = 0; n < 3; n++) {
        const double *p = t->corner[(n + 1) % 3], *q = t->corner[(n + 2) % 3];
        share[n] = ((p[0] - u[0]) * (q[1] - u[1]) - (p[1] - u[1]) * (q[0] - u[0])) / t->twice_area;
        inside = inside && share[n] * fabs(t->twice_area) >=
                               -t->slack * fmax(hypot(q[0] - p[0], q[1] - p[1]), t->slack);
    }
    return inside;
}

static double depth_at(const struct shadow *t, const double share[3])
{
    return share[0] * t->depth[0] + share[1] * t->depth[1] + share[2] * t->depth[2];
}

/* The speed of the surface at a place, along c_i. */
static double speed_at(const struct lb_wall_surface *f, const double place[3], const int c[3])
{
    double speed = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        const int next = (axis + 1) % 3, last = (axis + 2) % 3;
        speed += c[axis] * (f->u[axis] + f->spin[next] * (place[last] - f->about[last]) -
                            f->spin[last] * (place[next] - f->about[next]));
    }
    return speed;
}

/* Cells lie at whole numbers and a half; of a place beyond the ends of the box by one, the cell at
 * the other end. */
static bool cell_of(const uint32_t size[3], int dimensions, const double centre[3], uint64_t *out)
{
    *out = 0;
    for (int axis = 2; axis >= 0; axis--) {
        const int64_t at = (int64_t)floor(centre[axis]), n = size[axis];
        if (axis >= dimensions ? at != 0 : at < -1 || at > n) return false;
        *out = *out * size[axis] + (uint64_t)((at + n) % n);
    }
    return true;
}

static enum lb_status meet_line(struct sheets *h, const struct shadow *t, const double u[2],
                                struct lb_error *err)
{
    const struct lb_wall_search *s = h->s;
    const struct lb_wall_surface *f = &s->surfaces[t->surface];
    const int *c = s->lattice->c[t->direction];
    double share[3], place[3], centre[3];
    const double from[2] = {u[0] - moved[t->b[0]] + t->slope[0] * moved[t->a],
                            u[1] - moved[t->b[1]] + t->slope[1] * moved[t->a]};
    if (!shares_at(t, from, share)) return LB_STATUS_OK;
    const double below = floor(depth_at(t, share) + moved[t->a] - 0.5) + 0.5;
    shares_at(t, u, share);
    place[t->a] = fmin(fmax(depth_at(t, share), below), below + 1.0);
    centre[t->a] = c[t->a] > 0 ? below + 1.0 : below;
    for (int k = 0; k < 2; k++) {
        place[t->b[k]] = u[k] + t->slope[k] * place[t->a];
        centre[t->b[k]] = u[k] + t->slope[k] * centre[t->a];
    }
    /* beyond an end there is no box: what crosses it is met at the other end, too */
    for (int axis = 0; axis < s->lattice->dimensions; axis++)
        if (place[axis] < 0.0 || place[axis] > s->size[axis]) return LB_STATUS_OK;
    struct crossing one = {.q = f->is_halfway ? 0.5 : fabs(centre[t->a] - place[t->a]),
                           .speed = speed_at(f, place, c),
                           .direction = (uint8_t)t->direction,
                           .surface = (uint8_t)t->surface};
    if (!cell_of(s->size, s->lattice->dimensions, centre, &one.cell)) return LB_STATUS_OK;
    if (s->is_cut_out != NULL && s->is_cut_out(s->state, t->surface, place)) return LB_STATUS_OK;
    return append(h, &one, err);
}

/* The lines of a direction through cells are at whole numbers along axes that it goes along, at
 * whole numbers and a half along others. */
static enum lb_status meet_shadow(struct sheets *h, const struct shadow *t, struct lb_error *err)
{
    const uint32_t *size = h->s->size;
    double first[2], last[2], u[2];
    for (int k = 0; k < 2; k++) {
        const double half = t->slope[k] == 0.0 ? 0.5 : 0.0,
                     reach = t->slope[k] == 0.0 ? 1.0 : size[t->a] + 2.0;
        double low = fmin(t->corner[0][k], fmin(t->corner[1][k], t->corner[2][k])),
               high = fmax(t->corner[0][k], fmax(t->corner[1][k], t->corner[2][k]));
        low = fmax(low, -reach);
        high = fmin(high, size[t->b[k]] + reach);
        first[k] = ceil(low - half - 1e-5) + half;
        last[k] = high + 1e-5;
    }
    for (u[0] = first[0]; u[0] <= last[0]; u[0] += 1.0)
        for (u[1] = first[1]; u[1] <= last[1]; u[1] += 1.0)
            LB_OK(meet_line(h, t, u, err));
    return LB_STATUS_OK;
}

static enum lb_status meet_mesh(struct sheets *h, const struct lb_mesh *m, int surface,
                                struct lb_error *err)
{
    for (uint32_t n = 0; n < m->triangle_count; n++) {
        double node[3][3];
        struct shadow t;
        for (int k = 0; k < 3; k++)
            for (int axis = 0; axis < 3; axis++)
                node[k][axis] =
                    m->position[3 * (size_t)m->corner[3 * (size_t)n + (size_t)k] + (size_t)axis];
        for (int i = 1; i < h->s->lattice->directions; i += 2)
            if (cast(h->s, node, i, surface, &t)) LB_OK(meet_shadow(h, &t, err));
    }
    return LB_STATUS_OK;
}

/* --- the list --------------------------------------------------------------------------------- */

static int by_link(const void *a, const void *b)
{
    const struct crossing *one = a, *other = b;
    if (one->cell != other->cell) return one->cell < other->cell ? -1 : 1;
    if (one->direction != other->direction) return one->direction < other->direction ? -1 : 1;
    if (one->q != other->q) return one->q < other->q ? -1 : 1;
    return one->surface - other->surface;
}

static int by_cell(const void *a, const void *b)
{
    const struct lb_curved_link *one = a, *other = b;
    if (one->cell != other->cell) return one->cell < other->cell ? -1 : 1;
    return one->direction - other->direction;
}

static enum lb_wall_kind kind_of(const struct lb_wall_search *s, uint64_t cell)
{
    const uint32_t at[3] = {(uint32_t)(cell % s->size[0]),
                            (uint32_t)(cell / s->size[0] % s->size[1]),
                            (uint32_t)(cell / s->size[0] / s->size[1])};
    struct lb_wall_cell found = {LB_WALL_NO_LINK, 0, 0};
    s->cell(s->state, at, &found);
    return found.kind;
}

uint64_t lb_cell_behind(const struct lb_wall_search *s, uint64_t cell, int direction)
{
    uint64_t out = 0, part[3] = {cell % s->size[0], cell / s->size[0] % s->size[1],
                                 cell / s->size[0] / s->size[1]};
    for (int axis = 2; axis >= 0; axis--) {
        const uint64_t n = s->size[axis];
        out = out * n + (part[axis] + n - (uint64_t)(int64_t)s->lattice->c[direction][axis]) % n;
    }
    return out;
}

/* Both ends of a link, of which each has the sheet that is nearer. */
static void put_ends(const struct lb_wall_search *s, const struct crossing *near,
                     const struct crossing *far, struct lb_wall_links *out)
{
    const uint64_t behind = lb_cell_behind(s, near->cell, near->direction);
    const bool is_fluid = kind_of(s, near->cell) == LB_WALL_FLUID;
    if (!is_fluid || kind_of(s, behind) != LB_WALL_FLUID) return;
    struct lb_curved_link *to = &out->links[out->walls.count];
    to[0] = (struct lb_curved_link){near->cell, near->speed, lb_curved_q(near->q), near->direction,
                                    (uint8_t)(near->surface + 1)};
    to[1] = (struct lb_curved_link){behind, -far->speed, lb_curved_q(1.0 - far->q),
                                    (uint8_t)lb_opposite_of(far->direction),
                                    (uint8_t)(far->surface + 1)};
    out->sheet_links[near->surface]++;
    out->walls.sheets += 2;
    out->walls.count += 2;
}

static enum lb_status put_all(struct sheets *h, struct lb_wall_links *out, struct lb_error *err)
{
    qsort(h->list, h->count, sizeof *h->list, by_link);
    struct lb_curved_link *links =
        realloc(out->links, (out->walls.count + 2 * h->count + 1) * sizeof *links);
    LB_NEED(links != NULL, LB_STATUS_FAILED, "no memory for the links of sheets");
    out->walls.links = out->links = links;
    for (uint64_t n = 0, end; n < h->count; n = end) {
        for (end = n + 1; end < h->count && h->list[end].cell == h->list[n].cell &&
                          h->list[end].direction == h->list[n].direction;)
            end++;
        put_ends(h->s, &h->list[n], &h->list[end - 1], out);
    }
    qsort(links, out->walls.count, sizeof *links, by_cell);
    out->walls.cells = 0;
    for (uint64_t n = 0; n < out->walls.count; n++)
        out->walls.cells += n == 0 || links[n].cell != links[n - 1].cell;
    return LB_STATUS_OK;
}

enum lb_status lb_wall_sheets_add(const struct lb_wall_search *s, struct lb_wall_links *out,
                                  struct lb_error *err)
{
    struct sheets h = {.s = s};
    enum lb_status st = LB_STATUS_OK;
    bool any = false;
    for (int k = 0; k < s->count; k++) {
        any = any || s->surfaces[k].is_sheet;
        for (int m = 0; s->surfaces[k].is_sheet && m < s->surfaces[k].mesh_count; m++)
            LB_TRY(meet_mesh(&h, &s->surfaces[k].meshes[m], k, err));
    }
    if (any) st = put_all(&h, out, err);
cleanup:
    free(h.list);
    return st;
}

/* find_crossings.cl - where the walls of bodies cross links, for bodies that move: the same numbers,
 * bit by bit, as lib/domain/wall_links.c and wall_crossings.c find on the host, with the same
 * operations in double precision, none of them contracted.
 * Of a mesh, work-items go over triangles.  The nearest crossing is the least whatever their order:
 * numbers that are not negative are in the order of their bits, of which the upper half is found
 * first, and then the lower half of those with that upper one, by 32-bit atomics.
 * SPDX-License-Identifier: MIT */
#include "cell/scalar.cl"
#include "shared/wall_scene.h"
#include "wall/sorted_cells.cl"

/* The box whose ends are joined, the first cell of this part of it, and what the host tells. */
struct scene {
    uint size[3], origin[3];
    uint surfaces;
    uint moving, fluid,
        cuts;       /* surfaces of bodies that move, with fluid inside, that are cut out */
    bool is_hollow; /* what is in no body is solid */
    const global double *of_surfaces;
    const global uint *nearest; /* of each link and surface: the halves of the nearest crossing */
};

LB_INLINE double lb_dot3(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Written out, as some compilers leave loops over three axes in memory. */
LB_INLINE void lb_cross3(const double *a, const double *b, double *out)
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

LB_INLINE void lb_three(const global double *from, double *out)
{
    for (int axis = 0; axis < 3; axis++)
        out[axis] = from[axis];
}

LB_INLINE double lb_ceiling(const double x)
{
    return -floor(-x);
}

LB_INLINE double lb_nearer(const double known, const double q)
{
    if (!(q >= -LB_CROSSING_SLACK && q <= 1.0 + LB_CROSSING_SLACK)) return known;
    return fmin(known, fmin(fmax(q, 0.0), 1.0));
}

/* --- shapes, which are convex ----------------------------------------------------------------- */

/* Where the line p - q c is inside. */
struct inside {
    double from, to;
};

LB_INLINE struct inside lb_between(const struct inside in, const double low, const double high)
{
    struct inside out = {fmax(in.from, fmin(low, high)), fmin(in.to, fmax(low, high))};
    return out;
}

/* low < place - q rate < high */
LB_INLINE struct inside lb_in_slab(const struct inside in, const double place, const double rate,
                                   const double low, const double high)
{
    if (rate != 0.0) return lb_between(in, (place - low) / rate, (place - high) / rate);
    if (place < low || place > high) return lb_between(in, INFINITY, INFINITY);
    return in;
}

/* |way - q c| < radius */
LB_INLINE struct inside lb_in_round(const struct inside in, const double *way, const double *c,
                                    const double radius)
{
    const double a = lb_dot3(c, c), b = lb_dot3(way, c),
                 root = b * b - a * (lb_dot3(way, way) - radius * radius);
    if (a > 0.0 && root >= 0.0) return lb_between(in, (b - sqrt(root)) / a, (b + sqrt(root)) / a);
    if (a > 0.0) return lb_between(in, INFINITY, INFINITY);
    return in;
}

/* To where the shape was before it moved: a place, and a direction. */
LB_INLINE void lb_move_back(const global double *f, double *p, double *c)
{
    double place[3], way[3];
    if (f[LB_SURFACE_IS_MOVED] == 0.0) return;
    for (int axis = 0; axis < 3; axis++) {
        place[axis] = f[LB_SURFACE_FROM + axis];
        way[axis] = 0.0;
        for (int n = 0; n < 3; n++) {
            place[axis] += f[LB_SURFACE_ROTATION + 3 * n + axis] * (p[n] - f[LB_SURFACE_ABOUT + n]);
            way[axis] += f[LB_SURFACE_ROTATION + 3 * n + axis] * c[n];
        }
    }
    for (int axis = 0; axis < 3; axis++) {
        p[axis] = place[axis];
        c[axis] = way[axis];
    }
}

LB_INLINE struct inside lb_inside_of(const global double *f, const double *p, const double *c)
{
    struct inside in = {-INFINITY, INFINITY};
    double way[3], turn[3], axis_of[3];
    const int shape = (int)f[LB_SURFACE_SHAPE];
    for (int axis = 0; axis < LB_D && shape == LB_SHAPE_IS_BOX; axis++)
        in = lb_in_slab(in, p[axis], c[axis], f[LB_SURFACE_LOW + axis], f[LB_SURFACE_HIGH + axis]);
    if (shape == LB_SHAPE_IS_BOX) return in;
    lb_three(f + LB_SURFACE_AXIS, axis_of);
    for (int axis = 0; axis < 3; axis++) {
        way[axis] = p[axis] - f[LB_SURFACE_CENTRE + axis];
        turn[axis] = c[axis];
    }
    const double place = lb_dot3(way, axis_of), rate = lb_dot3(c, axis_of);
    if (shape == LB_SHAPE_IS_CYLINDER) {
        const double length = f[LB_SURFACE_LENGTH];
        if (length > 0.0) in = lb_in_slab(in, place, rate, -0.5 * length, 0.5 * length);
        for (int axis = 0; axis < 3; axis++) {
            way[axis] -= place * axis_of[axis];
            turn[axis] -= rate * axis_of[axis];
        }
    }
    return lb_in_round(in, way, turn, f[LB_SURFACE_RADIUS]);
}

/* Of link i of the cell `at`, from there, and from beyond the ends of the box. */
LB_INLINE double lb_shape_crossing(const struct scene s, const global double *f, const uint *at,
                                   const int i, const bool from_inside)
{
    double nearest = INFINITY;
    for (int image = 0; image < 8; image++) {
        double p[3], c[3];
        bool is_there = true;
        for (int axis = 0; axis < 3; axis++) {
            const bool is_away = (image >> axis & 1) != 0, is_last = at[axis] + 1 == s.size[axis];
            is_there = is_there && (!is_away || at[axis] == 0 || is_last);
            p[axis] = (double)at[axis] + 0.5;
            if (is_away) p[axis] += is_last ? -(double)s.size[axis] : (double)s.size[axis];
            c[axis] = (double)lb_directions[i][axis];
        }
        if (!is_there) continue;
        lb_move_back(f, p, c);
        const struct inside in = lb_inside_of(f, p, c);
        if (in.from < in.to) nearest = lb_nearer(nearest, from_inside ? in.to : in.from);
    }
    return nearest;
}

/* --- triangles -------------------------------------------------------------------------------- */

struct triangle {
    double node[3][3], normal[3], low[3], high[3];
    double around, slack; /* sum of the normal's components; of the edges */
};

LB_INLINE struct triangle lb_triangle_of(const global double *nodes, const global uint *words)
{
    struct triangle t;
    double side[2][3];
    for (int k = 0; k < 3; k++)
        lb_three(nodes + 3 * (ulong)words[k], t.node[k]);
    t.slack = 1.0;
    for (int axis = 0; axis < 3; axis++) {
        side[0][axis] = t.node[1][axis] - t.node[0][axis];
        side[1][axis] = t.node[2][axis] - t.node[0][axis];
        t.low[axis] = fmin(t.node[0][axis], fmin(t.node[1][axis], t.node[2][axis]));
        t.high[axis] = fmax(t.node[0][axis], fmax(t.node[1][axis], t.node[2][axis]));
        t.slack = fmax(t.slack, t.high[axis] - t.low[axis]);
    }
    lb_cross3(side[0], side[1], t.normal);
    t.around = fabs(t.normal[0]) + fabs(t.normal[1]) + fabs(t.normal[2]);
    t.slack *= 1e-9;
    return t;
}

/* On which side of the edge from a to b, as seen from a point, a line along c through it is. */
LB_INLINE double lb_side_of(const double *a, const double *b, const double *c)
{
    double turned[3];
    lb_cross3(a, b, turned);
    return lb_dot3(turned, c);
}

LB_INLINE void lb_seen_from(const double *node, const double *p, double *out)
{
    out[0] = node[0] - p[0];
    out[1] = node[1] - p[1];
    out[2] = node[2] - p[2];
}

/* Whether the line through p along c passes through the triangle; an edge belongs to both of its
 * triangles. */
LB_INLINE bool lb_passes(const struct triangle *t, const double *p, const double *c)
{
    double from[3][3];
    lb_seen_from(t->node[0], p, from[0]);
    lb_seen_from(t->node[1], p, from[1]);
    lb_seen_from(t->node[2], p, from[2]);
    const double one = lb_side_of(from[0], from[1], c), two = lb_side_of(from[1], from[2], c),
                 three = lb_side_of(from[2], from[0], c);
    return fmin(one, fmin(two, three)) >= -t->slack || fmax(one, fmax(two, three)) <= t->slack;
}

/* Cells [begin, end) of a row from which links reach the plane of the triangle. */
LB_INLINE void lb_range_along(const struct triangle *t, const double y, const double z,
                              const uint size, int *begin, int *end)
{
    const double rest = t->normal[1] * (y - t->node[0][1]) + t->normal[2] * (z - t->node[0][2]);
    const double slack = 1.001 * t->around;
    double low = t->low[0] - 1.001, high = t->high[0] + 1.001;
    *begin = *end = 0;
    if (fabs(t->normal[0]) > 1e-6 * t->around) {
        const double middle = t->node[0][0] - rest / t->normal[0];
        low = fmax(low, middle - slack / fabs(t->normal[0]));
        high = fmin(high, middle + slack / fabs(t->normal[0]));
    } else if (fabs(rest) > slack * (1.0 + 1e-6 * (t->high[0] - t->low[0]))) {
        return;
    }
    if (low > high) return;
    *begin = (int)fmax(lb_ceiling(low - 0.5), -1.0);
    *end = (int)fmin(floor(high - 0.5) + 1.0, (double)size + 1.0);
}

/* A place in the list of cells with links, in the order of memory: of the first cell that does not
 * lie before `index`. */
struct found_cell {
    ulong k;
    LB_INDEX index;
};

/* From the one before in a row, which is near as a rule. */
LB_INLINE struct found_cell lb_seek(const struct found_cell before, const LB_INDEX index,
                                    const global LB_INDEX *curved_cells, const ulong count)
{
    ulong low = index > before.index ? before.k : 0, high = count;
    const ulong near = min(low + 4, count);
    while (low < near && curved_cells[low] < index)
        low++;
    if (low < near) high = low;
    const struct found_cell found = {lb_first_from(curved_cells, low, high, index), index};
    return found;
}

/* Whether a cell is in this part of the box, and where it is in memory. */
LB_INLINE bool lb_is_linked_part(const struct scene s, const int *at, LB_INDEX *index)
{
    const uint extent[3] = {LB_NX, LB_NY, LB_NZ};
    uint own[3];
    bool is_own = true;
    for (int axis = 0; axis < 3; axis++) {
        const int n = (int)s.size[axis];
        const int joined = at[axis] < 0 ? at[axis] + n : at[axis] >= n ? at[axis] - n : at[axis];
        own[axis] = (uint)joined - s.origin[axis]; /* wraps below 0 */
        is_own = is_own && own[axis] < extent[axis];
    }
    const struct cell c = {own[0], own[1], own[2]};
    *index = is_own ? lb_index(c) : 0;
    return is_own;
}

/* Where the halves of a crossing are. */
LB_INLINE ulong lb_place_of_crossing(const ulong link, const uint surface, const uint surfaces)
{
    return 2 * (link * surfaces + surface);
}

/* Whether q may become the least: in its upper half; or in the lower one, where the upper half is
 * the least, which no work-item writes any more. */
LB_INLINE bool lb_may_be_nearest(const global uint *nearest, const ulong place, const double q,
                                 const uint is_second)
{
    if (is_second == 0) return true;
    return nearest[place] == (uint)(as_ulong(q) >> 32);
}

LB_INLINE void lb_take_crossing(global uint *nearest, const ulong place, const double q,
                                const uint is_second)
{
    const ulong bits = as_ulong(q);
    if (is_second == 0)
        atomic_min(nearest + place, (uint)(bits >> 32));
    else
        atomic_min(nearest + place + 1, (uint)bits);
}

kernel void lb_open_crossings(global uint *curved_nearest, const ulong count)
{
    const ulong k = get_global_id(0);
    if (k < count) curved_nearest[k] = 0xffffffffu;
}

struct triangle_links {
    const global uchar *flags;
    const global LB_INDEX *cells;
    const global uint *links, *at, *asked;
    ulong count;
    uint surface, is_second;
};

LB_INLINE void lb_meet_cell(const struct scene s, const struct triangle *t, const int *at,
                            const struct triangle_links l, const ulong k, global uint *nearest)
{
    const double p[3] = {(double)at[0] + 0.5, (double)at[1] + 0.5, (double)at[2] + 0.5};
    double from[3];
    for (int axis = 0; axis < 3; axis++)
        from[axis] = p[axis] - t->node[0][axis];
    const double away = lb_dot3(t->normal, from);
    ulong n = l.at[k];
    for (uint rest = l.links[k]; rest != 0; rest &= rest - 1, n++) {
        const global uint *asked = l.asked + n * LB_ASK_WORDS;
        const int i = lb_lowest(rest);
        if ((asked[LB_ASK_WHERE] & LB_ASK_KNOWN) != 0) continue;
        if ((asked[LB_ASK_CROSSED] >> l.surface & 1u) == 0) continue;
        const double way[3] = {lb_directions[i][0], lb_directions[i][1], lb_directions[i][2]};
        const double along = lb_dot3(t->normal, way);
        if (along == 0.0) continue;
        const double q = lb_nearer(INFINITY, away / along);
        const ulong place = lb_place_of_crossing(n, l.surface, s.surfaces);
        if (q > 2.0 || !lb_may_be_nearest(nearest, place, q, l.is_second)) continue;
        if (lb_passes(t, p, way)) lb_take_crossing(nearest, place, q, l.is_second);
    }
}

/* Cells [first, last) of a row. */
LB_INLINE void lb_meet_row(const struct scene s, const struct triangle *t, int *at, const int first,
                           const int last, const struct triangle_links l, global uint *nearest)
{
    struct found_cell found = {0, 0};
    LB_INDEX index;
    for (at[0] = first; at[0] < last; at[0]++) {
        if (!lb_is_linked_part(s, at, &index) || (l.flags[index] & LB_CELL_SOLID) != 0) continue;
        found = lb_seek(found, index, l.cells, l.count);
        if (found.k == l.count) continue;
        if (l.cells[found.k] == index) lb_meet_cell(s, t, at, l, found.k, nearest);
    }
}

/* The rows of cells from which links may come to the triangle: y fastest, [begin, end). */
LB_INLINE void lb_rows_of(const struct scene s, const struct triangle *t, int *begin, int *end)
{
    for (int axis = 1; axis < 3; axis++) {
        const double low = fmax(t->low[axis] - 1.501, -1.0);
        const double high = fmin(t->high[axis] + 0.501, (double)s.size[axis]);
        begin[axis] = axis >= LB_D ? 0 : (int)lb_ceiling(low);
        end[axis] = axis >= LB_D ? 1 : (int)floor(high) + 1;
    }
}

/* Work-item `get_global_id(0)` is one of LB_TRIANGLE_ITEMS of a triangle. */
kernel void lb_meet_triangles(const global uchar *flags, const global double *wall_nodes,
                              const global uint *wall_triangles,
                              const global LB_INDEX *curved_cells, const global uint *curved_links,
                              const global uint *curved_at, const global uint *curved_asked,
                              global uint *curved_nearest, const ulong count, const ulong cells,
                              const uint surfaces, const uint is_second, const uint wx,
                              const uint wy, const uint wz, const uint ox, const uint oy,
                              const uint oz)
{
    const ulong n = get_global_id(0) / LB_TRIANGLE_ITEMS;
    if (n >= count) return;
    const global uint *words = wall_triangles + n * LB_TRIANGLE_WORDS;
    const struct scene s = {{wx, wy, wz}, {ox, oy, oz}, surfaces, 0, 0, 0, false, 0, 0};
    const struct triangle t = lb_triangle_of(wall_nodes, words);
    const struct triangle_links l = {flags,        curved_cells, curved_links, curved_at,
                                     curved_asked, cells,        words[3],     is_second};
    int begin[3], end[3], first, last;
    lb_rows_of(s, &t, begin, end);
    if (end[1] <= begin[1] || end[2] <= begin[2]) return;
    const int rows = end[1] - begin[1];
    for (long row = (long)(get_global_id(0) % LB_TRIANGLE_ITEMS);
         row < (long)rows * (end[2] - begin[2]); row += LB_TRIANGLE_ITEMS) {
        int at[3] = {0, begin[1] + (int)(row % rows), begin[2] + (int)(row / rows)};
        lb_range_along(&t, (double)at[1] + 0.5, (double)at[2] + 0.5, wx, &first, &last);
        lb_meet_row(s, &t, at, first, last, l, curved_nearest);
    }
}

/* --- which surface is the wall ---------------------------------------------------------------- */

struct asked {
    ulong link;
    uint at[3]; /* the cell in the whole box */
    int i;
    uint crossed, members, where;
};

LB_INLINE double lb_crossing(const struct scene s, const struct asked a, const uint surface)
{
    const global double *f = s.of_surfaces + surface * LB_SURFACE_NUMBERS;
    if (f[LB_SURFACE_SHAPE] != (double)LB_SHAPE_IS_MESH)
        return lb_shape_crossing(s, f, a.at, a.i, (a.members >> surface & 1u) != 0);
    const ulong place = lb_place_of_crossing(a.link, surface, s.surfaces);
    const uint upper = s.nearest[place], lower = s.nearest[place + 1];
    return upper == 0xffffffffu ? (double)INFINITY : as_double((ulong)upper << 32 | lower);
}

/* The nearest crossing of those left, and the surfaces that are crossed there. */
LB_INLINE double lb_next_crossing(const struct scene s, const struct asked a, const uint left,
                                  uint *there)
{
    double q = INFINITY;
    for (uint rest = left; rest != 0; rest &= rest - 1)
        q = fmin(q, lb_crossing(s, a, (uint)lb_lowest(rest)));
    *there = 0;
    for (uint rest = left; rest != 0; rest &= rest - 1)
        if (lb_crossing(s, a, (uint)lb_lowest(rest)) <= q + LB_CROSSING_SLACK)
            *there |= rest & (0u - rest);
    return q;
}

/* Of a place inside of these: bodies that move are, then the last of all others decides. */
LB_INLINE bool lb_is_solid_by(const struct scene s, const uint members)
{
    const uint others = members & ~s.moving & ~s.fluid;
    if ((members & s.moving) != 0) return true;
    if (others != 0) return (s.cuts >> (31 - (int)clz(others)) & 1u) == 0;
    return s.is_hollow && (members & s.fluid) == 0;
}

/* 1/2 where no surface is found, which closed ones do not leave. */
LB_INLINE double lb_find_wall(const struct scene s, const struct asked a)
{
    uint members = a.members, left = a.crossed, there;
    while (left != 0) {
        const double q = lb_next_crossing(s, a, left, &there);
        if (q > 2.0) return 0.5;
        members ^= there;
        left &= ~there;
        if (lb_is_solid_by(s, members)) return q;
    }
    return 0.5;
}

/* Of the link's surface at q, along c_i. */
LB_INLINE double lb_speed_of(const struct scene s, const struct asked a, const double q)
{
    const global double *f = s.of_surfaces + LB_ASK_SURFACE(a.where) * (uint)LB_SURFACE_NUMBERS;
    double arm[3], speed = 0.0;
    for (int axis = 0; axis < 3; axis++)
        arm[axis] = (double)a.at[axis] + (double)LB_ASK_TURNS(a.where, axis) * s.size[axis] + 0.5 -
                    q * lb_directions[a.i][axis] - f[LB_SURFACE_ABOUT + axis];
    for (int axis = 0; axis < 3; axis++) {
        const int next = (axis + 1) % 3, last = (axis + 2) % 3;
        const global double *spin = f + LB_SURFACE_SPIN;
        speed += lb_directions[a.i][axis] *
                 (f[LB_SURFACE_U + axis] + spin[next] * arm[last] - spin[last] * arm[next]);
    }
    return speed;
}

LB_INLINE uint lb_q_of(const double q)
{
    return (uint)fmin(fmax(floor(0x1p32 * q + 0.5) - 1.0, 0.0), 0x1p32 - 1.0);
}

/* Whether link `n` of a cell asks. */
LB_INLINE bool lb_asks(const global uint *curved_asked, const ulong n)
{
    return (curved_asked[n * LB_ASK_WORDS + LB_ASK_WHERE] & LB_ASK_KNOWN) == 0;
}

/* One whose wall is known. */
LB_INLINE void lb_take_known(const global uint *words, const ulong n, global uint *q,
                             global scalar *speed)
{
    q[n] = words[LB_ASK_CROSSED];
    speed[n] = (scalar)as_double((ulong)words[LB_ASK_MORE] << 32 | words[LB_ASK_MEMBERS]);
}

/* Of the `count` cells of curved_cells, whose links are by direction. */
kernel void lb_place_walls(const global double *wall_surfaces, const global uint *curved_nearest,
                           const global LB_INDEX *curved_cells, const global uint *curved_links,
                           const global uint *curved_at, const global uint *curved_asked,
                           global uint *curved_q, global scalar *curved_speed, const ulong count,
                           const uint surfaces, const uint moving, const uint fluid,
                           const uint cuts, const uint is_hollow, const uint wx, const uint wy,
                           const uint wz, const uint ox, const uint oy, const uint oz)
{
    const ulong k = get_global_id(0);
    if (k >= count) return;
    const struct cell c = lb_cell_at(curved_cells[k]);
    const struct scene s = {{wx, wy, wz}, {ox, oy, oz},   surfaces,      moving,        fluid,
                            cuts,         is_hollow != 0, wall_surfaces, curved_nearest};
    const uint links = curved_links[k];
    ulong n = curved_at[k];
    for (uint rest = links; rest != 0; rest &= rest - 1, n++) {
        const global uint *words = curved_asked + n * LB_ASK_WORDS;
        const struct asked a = {n,
                                {c.x + ox, c.y + oy, c.z + oz},
                                lb_lowest(rest),
                                words[LB_ASK_CROSSED],
                                words[LB_ASK_MEMBERS],
                                words[LB_ASK_WHERE]};
        if (!lb_asks(curved_asked, n)) {
            lb_take_known(words, n, curved_q, curved_speed);
            continue;
        }
        const int opposite = lb_opposite(a.i);
        const bool is_pair = (links >> opposite & 1u) != 0
                                 ? lb_asks(curved_asked, opposite > a.i ? n + 1 : n - 1)
                                 : false;
        const double q = lb_find_wall(s, a);
        const uint rounded = lb_q_of(q);
        curved_q[n] = is_pair ? max(rounded, LB_NEAREST_OF_PAIR) : rounded;
        curved_speed[n] = (scalar)lb_speed_of(s, a, q);
    }
}

/* membrane_patches.cl - the program of a membrane in one kernel: its nodes drift with the fluid, and what they
 * do to it in the next step goes to the cells.  markers.cl and membrane_triangles.cl do the same, one after
 * the other, for all that is not a mere membrane.
 *
 * A group has a patch of nodes (lib/membrane/membrane_patches.h) and a copy of the nodes around it,
 * which it moves, too: all copies of a node meet the same arithmetic, and so stay the same to the
 * bit.
 * Only volume and area are not known before the kernel ends; pressure and tension take those
 * of one step before.
 * In a step of a fluid that fills the GPU this kernel is bound by latency: a group waits for the
 * memory twice, first for all that it knows by its number, then for the velocities.
 * SPDX-License-Identifier: MIT */
#include "core/prelude.cl"
#include "shared/cell_flags.h"
#include "shared/fixed_point.h"
#include "shared/vector_word.h"
#include "shared/patch_sizes.h"
#include "core/simd.cl"
#include "core/layout.cl"
#include "core/single_cells.cl"
#include "immersed/positions.cl"
#include "immersed/cell_velocity.cl"
#include "core/alarm.cl"
#include "slot/delta"
#include "slot/membrane"
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#include "immersed/delta_stencil.cl"
#include "immersed/no_penetration.cl"
#include "immersed/near_walls.cl"
#include "immersed/triangle_forces.cl"
#include "immersed/volume_area.cl"

#define LB_PATCH_EIGHTS (LB_PATCH_CORNERS / 8)
#define LB_OWN_ROW LB_PATCH_OWN_ROW_OF(LB_CUT != 0)
#define LB_NUMBERS (3 * LB_PATCH_SLOTS) /* of positions; that of an axis is 3 * slot + axis */
/* The first of the last work-items, one for each slot, that look for walls. */
#define LB_FIRST_LOOKOUT (LB_PATCH_GROUP - LB_PATCH_SLOTS)
#if !defined(LB_PATCH_GROUP)
#error "the number of work-items is missing: LB_PATCH_GROUP"
#endif
#if LB_NUMBERS > LB_PATCH_GROUP || LB_PATCH_CORNERS >= LB_PATCH_GROUP || \
    3 * LB_PATCH_NODES + 2 * LB_PATCH_EIGHTS > LB_PATCH_GROUP || LB_PATCH_CORNERS % 8 != 0
#error "a patch's group is too small for its slots and corners"
#endif

/* A column: the cells of a stencil along z.  Rows of parts and of weights are one longer than they
 * need be, so that neighbours in a group do not ask the same bank. */
#define LB_COLUMNS (LB_DELTA_POINTS * LB_DELTA_POINTS)
#define LB_PART_ROW (LB_COLUMNS + 1)
#define LB_BOX_ROW (LB_PATCH_BOX / 4 + 1)
#define LB_COLUMN_TASKS (LB_PATCH_SLOTS * LB_COLUMNS)
#define LB_COLUMN_ROUNDS ((LB_COLUMN_TASKS + LB_PATCH_GROUP - 1) / LB_PATCH_GROUP)
#define LB_HAS_ALL_COLUMNS (LB_COLUMN_TASKS % LB_PATCH_GROUP == 0)
#define LB_PARTS (LB_HAS_SOLID ? 4 : 3) /* velocity, and the share of cells with fluid */

/* What the triangles do to the nodes, and the nodes to the cells of their box. */
struct pull {
    four table[3][LB_PATCH_NODES][LB_BOX_ROW]; /* weights of the cells, four in a row */
    scalar share[LB_PATCH_NODES][LB_PART_ROW];
    scalar corner[3 * LB_PATCH_CORNERS]; /* forces */
    long volume[LB_PATCH_CORNERS], area[LB_PATCH_CORNERS];
};

/* What a group works on. */
struct patch {
    long from[LB_NUMBERS]; /* positions before the drift */
    long to[LB_NUMBERS];   /* and after it */
    scalar weight[LB_NUMBERS][LB_DELTA_POINTS];
    /* of cells, before the drift; the axes' sum is their LB_NEAR_AT */
    LB_INDEX offset[LB_NUMBERS][LB_DELTA_POINTS];
    uint near[LB_PATCH_SLOTS]; /* whether a wall is */
    uint any_near;
    int first[3 * LB_PATCH_NODES]; /* cell of a stencil, not wrapped */
    int low[3], high[3];           /* least and greatest of these */
    LB_INDEX box[3][LB_PATCH_BOX]; /* offsets of cells from `low` on */
    uint nodes[3][LB_PATCH_BOX];   /* whose stencil has the cell: LB_NODE_BIT */
    four force[LB_PATCH_NODES];
    long sums[2][LB_PATCH_EIGHTS]; /* volume, area of triangles, of eight corners each */
    union {
        scalar part[LB_PARTS * LB_PATCH_SLOTS][LB_PART_ROW]; /* until the nodes have drifted */
        struct pull pull;                                    /* from then on */
    } stage;
};

typedef char
    lb_patch_fits[sizeof(struct patch) <= LB_PATCH_LOCAL_BYTES(LB_ARITHMETIC_FP64) ? 1 : -1];

/* --- stencils -------------------------------------------------------------------------------- */

/* What cell number c along an axis adds to LB_NEAR_AT. */
LB_INLINE LB_INDEX lb_offset_along(const uint axis, const uint c)
{
    const LB_INDEX apart = axis == 0 ? LB_APART_X : axis == 1 ? LB_APART_Y : LB_APART_Z;
    return axis == LB_LANE_AXIS ? c % LB_SLAB * apart + c / LB_SLAB * LB_VECTORS : c * apart;
}

/* Weights of number t, 0 in an empty slot; returns the first cell. */
LB_INLINE int lb_set_weights(local struct patch *p, const uint t, const long position)
{
    scalar weight[LB_DELTA_POINTS];
    const int first = lb_weights(position != LB_RETIRED ? position : 0, weight);
    for (uint i = 0; i < LB_DELTA_POINTS; i++)
        p->weight[t][i] = position != LB_RETIRED ? weight[i] : (scalar)0;
    return first;
}

LB_INLINE void lb_set_offsets(local struct patch *p, const uint t, const long position)
{
    const int first = lb_first_cell(position != LB_RETIRED ? position : 0);
    const uint axis = t % 3, wrapped = lb_wrapped_along(axis, first);
    for (uint i = 0; i < LB_DELTA_POINTS; i++)
        p->offset[t][i] = lb_offset_along(axis, lb_further(wrapped, i, lb_cells_along(axis)));
}

/* A cell of the stencil that a node has after the drift, and LB_NEAR_AT of an own one: few are asked for. */
LB_INLINE struct cell lb_node_cell(const local struct patch *p, const uint node, const uint i,
                                   const uint j, const uint k)
{
    const local int *first = p->first + 3 * node;
    struct cell c;
    c.x = lb_cell_along(0, lb_begin_along(0, first[0]), i);
    c.y = lb_cell_along(1, lb_begin_along(1, first[1]), j);
    c.z = lb_cell_along(2, lb_begin_along(2, first[2]), k);
    return c;
}

LB_INLINE LB_INDEX lb_offset_of(const struct cell c)
{
    return lb_offset_along(0, c.x) + lb_offset_along(1, c.y) + lb_offset_along(2, c.z);
}

LB_INLINE bool lb_is_wall(const global uchar *flags, const LB_INDEX near)
{
    const LB_INDEX lane = near / LB_VECTORS, vector = near - lane * LB_VECTORS;
    return (flags[vector * LB_V + lane] & LB_CELL_SOLID) != 0;
}

/* --- drift ----------------------------------------------------------------------------------- */

/* A column of a slot's stencil, as it comes from memory. */
struct column {
    four u[LB_DELTA_POINTS];
};

LB_INLINE void lb_load_column(const local struct patch *p, const global four *velocity,
                              const uint task, struct column *out)
{
    const uint slot = task / LB_COLUMNS, column = task % LB_COLUMNS;
    const uint x = 3 * slot, y = x + 1, z = x + 2;
    const LB_INDEX first =
        p->offset[x][column % LB_DELTA_POINTS] + p->offset[y][column / LB_DELTA_POINTS];
    for (uint k = 0; k < LB_DELTA_POINTS; k++)
        out->u[k] = velocity[first + p->offset[z][k]];
}

/* Bit k: cell number k of the column is solid. */
LB_SELDOM uint lb_solid_in_column(const local struct patch *p, const global uchar *flags,
                                  const uint task)
{
    const uint slot = task / LB_COLUMNS, column = task % LB_COLUMNS;
    const LB_INDEX first = p->offset[3 * slot][column % LB_DELTA_POINTS] +
                           p->offset[3 * slot + 1][column / LB_DELTA_POINTS];
    uint solid = 0;
    for (uint k = 0; p->near[slot] && k < LB_DELTA_POINTS; k++)
        if (lb_is_wall(flags, first + p->offset[3 * slot + 2][k])) solid |= 1u << k;
    return solid;
}

/* The column's part of the velocity at the slot. */
LB_INLINE void lb_weigh_column(local struct patch *p, const global uchar *flags, const uint task,
                               const struct column *from)
{
    const uint slot = task / LB_COLUMNS, column = task % LB_COLUMNS;
    const uint i = column % LB_DELTA_POINTS, j = column / LB_DELTA_POINTS;
    const uint x = 3 * slot, y = x + 1, z = x + 2;
    const scalar across = p->weight[x][i] * p->weight[y][j];
    const bool any_near = LB_HAS_SOLID && p->any_near;
    const uint solid = any_near ? lb_solid_in_column(p, flags, task) : 0;
    scalar share = 0;
    four u = 0;
    for (uint k = 0; k < LB_DELTA_POINTS; k++) {
        const scalar weight = (solid >> k & 1u) != 0 ? (scalar)0 : p->weight[z][k];
        share += weight;
        u = fma((four)(weight), from->u[k], u);
    }
    if (any_near) p->stage.part[LB_PARTS * slot + 3][column] = across * share;
    p->stage.part[LB_PARTS * slot][column] = across * u.x;
    p->stage.part[LB_PARTS * slot + 1][column] = across * u.y;
    p->stage.part[LB_PARTS * slot + 2][column] = across * u.z;
}

LB_INLINE scalar lb_sum(const local scalar *part)
{
    scalar sum = part[0];
    for (uint n = 1; n < LB_COLUMNS; n++)
        sum += part[n];
    return sum;
}

/* A slot's way along an axis, if there are no walls. */
LB_INLINE long lb_free_way(const local struct patch *p, const uint slot, const uint axis)
{
    scalar u = lb_sum(p->stage.part[LB_PARTS * slot + axis]);
    if (LB_HAS_SOLID && p->near[slot]) u *= lb_raised(lb_sum(p->stage.part[LB_PARTS * slot + 3]));
    return convert_long_sat_rte(u * LB_UNIT(LB_POSITION_BITS));
}

/* Beside walls all three axes are looked at. */
LB_SELDOM long lb_way_beside_walls(const local struct patch *p, const global uchar *flags,
                                   const uint slot, const uint axis)
{
    long from[3], way[3];
    for (uint a = 0; a < 3; a++) {
        from[a] = p->from[3 * slot + a];
        way[a] = lb_free_way(p, slot, a);
    }
    lb_keep_out(flags, from, way);
    return axis == 0 ? way[0] : axis == 1 ? way[1] : way[2];
}

LB_INLINE long lb_drift_way(const local struct patch *p, const global uchar *flags, const uint slot,
                            const uint axis)
{
    if (LB_HAS_SOLID && p->near[slot]) return lb_way_beside_walls(p, flags, slot, axis);
    return lb_free_way(p, slot, axis);
}

/* --- forces ---------------------------------------------------------------------------------- */

/* From slot a to slot b, rounded only once. */
LB_INLINE struct triple lb_side(const local long *position, const uint a, const uint b)
{
    const scalar per_cell = (scalar)1 / LB_UNIT(LB_POSITION_BITS);
    struct triple d;
    d.x = (scalar)(position[3 * b] - position[3 * a]) * per_cell;
    d.y = (scalar)(position[3 * b + 1] - position[3 * a + 1]) * per_cell;
    d.z = (scalar)(position[3 * b + 2] - position[3 * a + 2]) * per_cell;
    return d;
}

/* The force of a triangle on its corner number k of the patch; a triangle's volume and area count
 * where its first corner is. */
LB_INLINE void lb_corner(local struct patch *p, const uint k, const uint entry,
                         const four reference, const scalar pressure, const scalar tension)
{
    const uint corner = entry >> 24, a = entry & 255u, b = entry >> 8 & 255u,
               c = entry >> 16 & 255u;
    const struct unstressed unstressed = {reference.x, reference.y, reference.z, reference.w};
    const struct triple second = lb_side(p->to, a, b), third = lb_side(p->to, a, c);
    const struct triple normal = lb_cross(second, third); /* of twice the area's length */
    const struct triple per_corner = lb_scaled((scalar)1 / (scalar)6, normal);
    const scalar on_second = corner == 0 ? -1 : corner == 1 ? 1 : 0;
    const scalar on_third = corner == 0 ? -1 : corner == 2 ? 1 : 0;
    struct triple f2, f3;
    lb_strain_forces(second, third, unstressed, &f2, &f3);
    struct triple f = lb_combine(on_second, f2, on_third, f3);
    f = lb_combine(1, f, pressure, per_corner);
    if (LB_HAS_AREA_FORCE) {
        const scalar twice = sqrt(lb_inner(normal, normal));
        const struct triple unit = lb_scaled((scalar)0.5 / twice, normal);
        f = lb_combine(
            1, f, tension,
            lb_combine(on_second, lb_cross(third, unit), on_third, lb_cross(unit, second)));
        p->stage.pull.area[k] =
            corner != 0 ? 0 : convert_long_sat_rte((scalar)0.5 * twice * (scalar)LB_AREA_SCALE);
    }
    p->stage.pull.corner[3 * k] = f.x;
    p->stage.pull.corner[3 * k + 1] = f.y;
    p->stage.pull.corner[3 * k + 2] = f.z;
    /* the origin is a node, to keep the numbers small: their digits count */
    p->stage.pull.volume[k] =
        corner != 0 ? 0
                    : convert_long_sat_rte(lb_inner(lb_side(p->to, LB_PATCH_NODES, a), per_corner) *
                                           (scalar)LB_VOLUME_SCALE);
}

/* Sum over a node's corners of component `axis` of the forces: eight at once, as hardly a node has
 * more, so that none waits for the other. */
LB_INLINE scalar lb_add_corners(const local scalar *force, const uint begin, const uint end,
                                const uint axis)
{
    scalar sum = 0;
    for (uint k = begin; k < end; k += 8)
#pragma unroll
        for (uint i = 0; i < 8; i++)
            sum += k + i < end ? force[3 * (k + i) + axis] : (scalar)0;
    return sum;
}

LB_INLINE long lb_add_measures(const local long *measure, const uint count)
{
    long sum = 0;
    for (uint n = 0; n < count; n++)
        sum += measure[n];
    return sum;
}

/* The columns' parts of the share of cells with fluid around nodes that have drifted. */
LB_SELDOM void lb_look_at_walls(local struct patch *p, const global uchar *flags, const uint item)
{
    for (uint t = item; t < LB_PATCH_NODES * LB_COLUMNS; t += LB_PATCH_GROUP) {
        const uint node = t / LB_COLUMNS, column = t % LB_COLUMNS;
        const uint i = column % LB_DELTA_POINTS, j = column / LB_DELTA_POINTS;
        const uint x = 3 * node, y = x + 1, z = x + 2;
        scalar share = 0;
        for (uint k = 0; p->near[node] && k < LB_DELTA_POINTS; k++)
            if (!lb_is_wall(flags, lb_offset_of(lb_node_cell(p, node, i, j, k))))
                share += p->weight[z][k];
        p->stage.pull.share[node][column] = p->weight[x][i] * p->weight[y][j] * share;
    }
}

/* Whether the stencils of the patch's nodes are in a box of LB_PATCH_BOX cells. */
LB_INLINE bool lb_is_boxed(const local struct patch *p)
{
    const int x = p->high[0] - p->low[0], y = p->high[1] - p->low[1], z = p->high[2] - p->low[2];
    return max(x, max(y, z)) <= LB_PATCH_BOX - LB_DELTA_POINTS;
}

/* The highest bit is node 0's: from there lb_spread_quad takes them. */
#define LB_NODE_BIT(node) (0x80000000u >> (node))
#if LB_PATCH_NODES > 32
#error "a patch's nodes are bits of a word"
#endif

/* The nodes whose stencil has cell number `cell` of the box along `axis`. */
LB_INLINE uint lb_nodes_at(const local struct patch *p, const uint axis, const uint cell)
{
    const int at = p->low[axis] + (int)cell;
    uint nodes = 0;
    for (uint n = 0; n < LB_PATCH_NODES; n++)
        if ((uint)(at - p->first[3 * n + axis]) < LB_DELTA_POINTS) nodes |= LB_NODE_BIT(n);
    return nodes;
}

/* Weights, offsets and nodes of the cells of the patch's box, by those who have no corner. */
LB_INLINE void lb_set_box(local struct patch *p, const uint item)
{
    const uint quads = LB_PATCH_BOX / 4, items = LB_PATCH_GROUP - LB_PATCH_CORNERS;
    if (item < LB_PATCH_CORNERS) return;
    for (uint t = item - LB_PATCH_CORNERS; t < 3 * LB_PATCH_NODES * quads; t += items) {
        const uint number = t / quads, quad = t % quads, axis = number % 3;
        const int first = p->low[axis] + 4 * (int)quad - p->first[number];
        four weight = 0;
        for (int k = 0; k < LB_DELTA_POINTS; k++) {
            const scalar w = p->weight[number][k];
            weight.x = first == k ? w : weight.x;
            weight.y = first + 1 == k ? w : weight.y;
            weight.z = first + 2 == k ? w : weight.z;
            weight.w = first + 3 == k ? w : weight.w;
        }
        p->stage.pull.table[axis][number / 3][quad] = weight;
    }
    for (uint t = LB_PATCH_GROUP - 1 - item; t < 3 * LB_PATCH_BOX; t += items) {
        const uint axis = t / LB_PATCH_BOX, cell = t % LB_PATCH_BOX;
        /* the box may be narrower than that of a patch */
        const uint at = lb_cell_along(axis, lb_begin_along(axis, p->low[axis] + (int)cell), 0);
        const bool is_own = LB_CUT == 0 || at < lb_cells_along(axis);
        p->box[axis][cell] = is_own ? lb_offset_along(axis, at) : 0;
        p->nodes[axis][cell] = is_own ? lb_nodes_at(p, axis, cell) : 0;
    }
}

/* --- spreading ------------------------------------------------------------------------------- */

/* Whole numbers of force to a cell.  The step keeps velocities where there are marks only, so a
 * force of 0 leaves one, too. */
LB_INLINE void lb_give(global long *force, global uint *links, const LB_INDEX near, const long fx,
                       const long fy, const long fz)
{
    const uint lane = (uint)(near / LB_VECTORS);
    atomic_or(links + (near - lane * LB_VECTORS), LB_LINK_MARK(lane));
    atom_add(force + LB_FORCE_AT(0, near), fx);
    atom_add(force + LB_FORCE_AT(1, near), fy);
    atom_add(force + LB_FORCE_AT(2, near), fz);
}

/* Bit i: cell number i of the quad is solid. */
LB_SELDOM uint lb_solid_in_quad(const local struct patch *p, const global uchar *flags,
                                const uint along, const uint y, const uint z)
{
    const LB_INDEX row = p->box[1][y] + p->box[2][z];
    uint solid = 0;
    for (uint i = 0; i < 4; i++)
        if (lb_is_wall(flags, row + p->box[0][4 * along + i])) solid |= 1u << i;
    return solid;
}

/* What the patch's nodes give to a quad: added up, so that a cell is touched once and not by every
 * node around.  Four nodes at a time, so that none waits for the numbers of another; when less are
 * left, node 0 with weight 0 fills up.  A cell that no node's stencil has is left alone, and so
 * is a solid one; one at the end of stencils, of weight 0, gets its mark. */
LB_INLINE void lb_spread_quad(const local struct patch *p, global long *force, global uint *links,
                              const global uchar *flags, const uint along, const uint y,
                              const uint z)
{
    const local struct pull *pull = &p->stage.pull;
    const scalar unit = LB_UNIT(LB_FORCE_BITS);
    const uint solid = LB_HAS_SOLID && p->any_near ? lb_solid_in_quad(p, flags, along, y, z) : 0;
    const uint row_nodes = p->nodes[1][y] & p->nodes[2][z];
    const local uint *x_nodes = p->nodes[0] + 4 * along;
    const uint met[4] = {row_nodes & x_nodes[0], row_nodes & x_nodes[1], row_nodes & x_nodes[2],
                         row_nodes & x_nodes[3]}; /* nodes around each cell */
    four fx = 0, fy = 0, fz = 0;
    for (uint nodes = met[0] | met[1] | met[2] | met[3]; nodes != 0;) {
#pragma unroll
        for (uint i = 0; i < 4; i++) {
            const uint n = nodes != 0 ? clz(nodes) : 0;
            const scalar across = ((const local scalar *)pull->table[1][n])[y] *
                                  ((const local scalar *)pull->table[2][n])[z];
            const four weight = (nodes != 0 ? across : (scalar)0) * pull->table[0][n][along];
            const four f = p->force[n];
            nodes &= ~LB_NODE_BIT(n);
            fx = fma(weight, (four)(f.x), fx);
            fy = fma(weight, (four)(f.y), fy);
            fz = fma(weight, (four)(f.z), fz);
        }
    }
    const long4 to_x = convert_long4_sat_rte(fx * unit), to_y = convert_long4_sat_rte(fy * unit);
    const long4 to_z = convert_long4_sat_rte(fz * unit);
    const LB_INDEX row = p->box[1][y] + p->box[2][z];
    const local LB_INDEX *x = p->box[0] + 4 * along;
    if (met[0] != 0 && (solid & 1u) == 0) lb_give(force, links, row + x[0], to_x.x, to_y.x, to_z.x);
    if (met[1] != 0 && (solid & 2u) == 0) lb_give(force, links, row + x[1], to_x.y, to_y.y, to_z.y);
    if (met[2] != 0 && (solid & 4u) == 0) lb_give(force, links, row + x[2], to_x.z, to_y.z, to_z.z);
    if (met[3] != 0 && (solid & 8u) == 0) lb_give(force, links, row + x[3], to_x.w, to_y.w, to_z.w);
}

LB_INLINE void lb_spread_box(const local struct patch *p, global long *force, global uint *links,
                             const global uchar *flags, const uint item)
{
    const uint quads = ((uint)(p->high[0] - p->low[0]) + LB_DELTA_POINTS + 3) / 4;
    const uint rows = (uint)(p->high[1] - p->low[1]) + LB_DELTA_POINTS;
    const uint layers = (uint)(p->high[2] - p->low[2]) + LB_DELTA_POINTS;
    for (uint t = item; t < quads * rows * layers; t += LB_PATCH_GROUP) {
        const uint row = t / quads, z = row / rows;
        lb_spread_quad(p, force, links, flags, t - row * quads, row - z * rows, z);
    }
}

/* Where a patch is stretched beyond the box: node by node. */
LB_SELDOM void lb_spread_nodes(const local struct patch *p, global long *force, global uint *links,
                               const global uchar *flags, const uint item)
{
    for (uint t = item; t < LB_PATCH_NODES * LB_COLUMNS; t += LB_PATCH_GROUP) {
        const uint node = t / LB_COLUMNS, column = t % LB_COLUMNS;
        const uint i = column % LB_DELTA_POINTS, j = column / LB_DELTA_POINTS;
        const uint x = 3 * node, y = x + 1, z = x + 2;
        const four f = p->force[node];
        for (uint k = 0; k < LB_DELTA_POINTS; k++) {
            const struct cell c = lb_node_cell(p, node, i, j, k);
            if (!lb_is_own(c)) continue;
            const LB_INDEX near = lb_offset_of(c);
            const scalar weight = p->weight[x][i] * p->weight[y][j] * p->weight[z][k];
            const long4 to = convert_long4_sat_rte(weight * f * LB_UNIT(LB_FORCE_BITS));
            if (weight == (scalar)0 || (LB_HAS_SOLID && p->any_near && lb_is_wall(flags, near)))
                continue;
            lb_give(force, links, near, to.x, to.y, to.z);
        }
    }
}

/* --- the kernel ------------------------------------------------------------------------------ */

/* What a work-item knows by its number and its group's: loads that depend on nothing else, but for
 * the walls, which take the positions first and are not asked about before the velocities are. */
struct known {
    long from;    /* position number item % LB_NUMBERS */
    bool is_near; /* from LB_FIRST_LOOKOUT on: whether a wall is near that slot */
    uint entry;   /* corner number `item`, its triangle without stress */
    four shape;
    uint number;       /* of own node item / 3 in the mesh; in a subdomain of slot item / 3 */
    uint begin, end;   /* its corners */
    long volume, area; /* of the whole, one step ago */
};

LB_INLINE struct known lb_load_known(const global long *copies, const global uchar *near,
                                     const global uint *own, const global uint *start,
                                     const global uint *corner, const global four *reference,
                                     const global long *sums, const uint item, const uint patch)
{
    struct known k;
    const bool is_corner = item < LB_PATCH_CORNERS;
    const uint node = item < 3 * LB_PATCH_NODES ? item / 3 : 0;
    const uint slot = item < 3 * LB_OWN_ROW ? item / 3 : 0;
    const global long *from = copies + patch * LB_NUMBERS;
    k.from = item < 2 * LB_NUMBERS ? from[item % LB_NUMBERS] : LB_RETIRED;
    k.is_near = LB_HAS_SOLID && LB_CUT == 0 && item >= LB_FIRST_LOOKOUT &&
                lb_is_near_wall(near, from + 3 * (item - LB_FIRST_LOOKOUT));
    k.entry = is_corner ? corner[patch * LB_PATCH_CORNERS + item] : LB_PATCH_EMPTY;
    k.shape = is_corner ? reference[patch * LB_PATCH_CORNERS + item] : (four)(0);
    k.number = own[patch * LB_OWN_ROW + slot];
    k.begin = start[patch * (LB_PATCH_NODES + 1) + node];
    k.end = start[patch * (LB_PATCH_NODES + 1) + node + 1];
    k.volume = sums[0];
    k.area = sums[1];
    return k;
}

/* Weights by the first work-items, offsets by others; a small group has not enough of them. */
LB_INLINE void lb_set_up(local struct patch *p, const global long *copies, const uint item,
                         const uint patch, const long from)
{
    if (item < 3) {
        p->low[item] = INT_MAX;
        p->high[item] = INT_MIN;
    }
    if (item == 3) p->any_near = 0;
    if (item < LB_NUMBERS) {
        p->from[item] = from;
        lb_set_weights(p, item, from);
    } else if (item < 2 * LB_NUMBERS) {
        lb_set_offsets(p, item - LB_NUMBERS, from);
    }
    if (2 * LB_NUMBERS > LB_PATCH_GROUP)
        for (uint t = LB_PATCH_GROUP + item - LB_NUMBERS; t < LB_NUMBERS; t += LB_PATCH_GROUP)
            lb_set_offsets(p, t, copies[patch * LB_NUMBERS + t]);
}

/* Slot item / 3 is there now along axis item % 3; own nodes get their new stencils. */
LB_INLINE void lb_set_slot(local struct patch *p, const uint item, const long to)
{
    const bool is_there = to != LB_RETIRED;
    p->to[item] = to;
    if (item >= 3 * LB_PATCH_NODES) return;
    const int first = lb_set_weights(p, item, to);
    p->first[item] = is_there ? first : INT_MIN / 2; /* no cell is near that */
    if (is_there) {
        atomic_min(p->low + item % 3, first);
        atomic_max(p->high + item % 3, first);
    }
}

/* The sum for own node item / 3 along axis item % 3; returns the force, which is for others to
 * read, before it is raised for walls. */
LB_INLINE scalar lb_sum_up(local struct patch *p, const struct known k,
                           const global scalar *known_raised, const bool is_own, const uint item)
{
    const uint node = item / 3;
    const scalar f = lb_add_corners(p->stage.pull.corner, k.begin, k.end, item % 3);
    scalar raised = f;
    if (LB_HAS_SOLID && LB_CUT != 0)
        raised *= is_own ? known_raised[k.number] : (scalar)1;
    else if (LB_HAS_SOLID && p->near[node])
        raised *= lb_raised(lb_sum(p->stage.pull.share[node]));
    ((local scalar *)(p->force + node))[item % 3] = raised;
    return f;
}

/* The volume and area of eight corners each, by the last work-items. */
LB_INLINE void lb_sum_eights(local struct patch *p, const uint item)
{
    const uint which = (LB_PATCH_GROUP - 1 - item) / LB_PATCH_EIGHTS;
    const uint n = (LB_PATCH_GROUP - 1 - item) % LB_PATCH_EIGHTS;
    if (which == 0)
        p->sums[0][n] = lb_add_measures(p->stage.pull.volume + 8 * n, 8);
    else if (LB_HAS_AREA_FORCE && which == 1)
        p->sums[1][n] = lb_add_measures(p->stage.pull.area + 8 * n, 8);
}

/* The patch's volume and area to those of the whole, by the last two. */
LB_INLINE void lb_add_sums(const local struct patch *p, global long *sums, const uint turn,
                           const uint item, const uint patch)
{
    const uint next = turn == 2 ? 0 : turn + 1, last = turn == 0 ? 2 : turn - 1;
    const uint which = LB_PATCH_GROUP - 1 - item;
    if (which > LB_HAS_AREA_FORCE) return;
    atom_add(sums + 2 * next + which, lb_add_measures(p->sums[which], LB_PATCH_EIGHTS));
    if (patch == 0) sums[2 * last + which] = 0;
}

/* Arrays have a row per patch, as patch_sizes.h says: `copies` the positions in its slots, `own` the
 * numbers of its own nodes, `start`, `corner` and `reference` the corners there.  `near`: whether
 * walls are near, per block of cells.  `position` and `marker_force` are for others to read.
 * Volume and area are in sums[2 * turn] and the one behind for the positions before, and go to the
 * next of three turns; the third is left empty.  Where `moves` is 0, the nodes stay. */
kernel __attribute__((reqd_work_group_size(LB_PATCH_GROUP, 1, 1))) void
lb_patch(global long *restrict copies, const global uint *restrict own,
         const global uint *restrict start, const global uint *restrict corner,
         const global four *restrict reference, const global uchar *restrict flags,
         const global uchar *restrict near, const global four *restrict velocity,
         global long *restrict position, global scalar *restrict marker_force,
         global long *restrict force, global uint *restrict links, global long *restrict sums,
         const global scalar *restrict raised, global uint *restrict alarm, const uint turn,
         const uint moves, const uint step)
{
    local struct patch p;
    const uint item = (uint)get_local_id(0), patch = (uint)get_group_id(0), axis = item % 3;
    const struct known k =
        lb_load_known(copies, near, own, start, corner, reference, sums + 2 * turn, item, patch);
    const bool is_there = k.from != LB_RETIRED, is_own = item < 3 * LB_PATCH_NODES && is_there;
    lb_set_up(&p, copies, item, patch, k.from);
    barrier(CLK_LOCAL_MEM_FENCE);

    long to = k.from;
#if LB_CUT == 0
    /* all velocities are on their way before the first is used */
    struct column column[LB_COLUMN_ROUNDS];
#pragma unroll
    for (uint r = 0; r < LB_COLUMN_ROUNDS; r++)
        if (LB_HAS_ALL_COLUMNS || r * LB_PATCH_GROUP + item < LB_COLUMN_TASKS)
            lb_load_column(&p, velocity, r * LB_PATCH_GROUP + item, column + r);
    if (LB_HAS_SOLID && item >= LB_FIRST_LOOKOUT) p.near[item - LB_FIRST_LOOKOUT] = k.is_near;
    if (k.is_near) p.any_near = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint r = 0; r < LB_COLUMN_ROUNDS; r++)
        if (LB_HAS_ALL_COLUMNS || r * LB_PATCH_GROUP + item < LB_COLUMN_TASKS)
            lb_weigh_column(&p, flags, r * LB_PATCH_GROUP + item, column + r);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); /* copies were read, and change now */
    if (item < LB_NUMBERS && is_there && moves) to += lb_drift_way(&p, flags, item / 3, axis);
    if (is_own) position[3 * k.number + axis] = to;
#else
    /* those who own the nodes have moved them */
    if (item < LB_NUMBERS && is_there) to = position[3 * k.number + axis];
    if (item == 0) p.any_near = LB_HAS_SOLID;
#endif
    if (item < LB_NUMBERS) {
        lb_set_slot(&p, item, to);
        if (is_there) copies[patch * LB_NUMBERS + item] = to;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const bool is_boxed = lb_is_boxed(&p);
    if (k.entry == LB_PATCH_EMPTY && item < LB_PATCH_CORNERS)
        p.stage.pull.volume[item] = p.stage.pull.area[item] = 0;
    if (k.entry != LB_PATCH_EMPTY)
        lb_corner(&p, item, k.entry, k.shape, lb_membrane_pressure(k.volume),
                  LB_HAS_AREA_FORCE ? lb_membrane_tension(k.area) : (scalar)0);
    if (is_boxed) lb_set_box(&p, item);
    if (LB_HAS_SOLID && LB_CUT == 0 && p.any_near) lb_look_at_walls(&p, flags, item);
    barrier(CLK_LOCAL_MEM_FENCE);

    if (item < 3 * LB_PATCH_NODES) {
        const scalar f = lb_sum_up(&p, k, raised, is_own, item);
        if (is_own) marker_force[3 * k.number + axis] = f;
        if (is_own && !lb_fits(f)) lb_raise_alarm(alarm, LB_ALARM_MARKER, step);
    }
    lb_sum_eights(&p, item);
    barrier(CLK_LOCAL_MEM_FENCE);

    lb_add_sums(&p, sums, turn, item, patch);
    if (is_boxed)
        lb_spread_box(&p, force, links, flags, item);
    else
        lb_spread_nodes(&p, force, links, flags, item);
}

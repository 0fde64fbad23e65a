/* ledger.c - sums the rows of device_buffers.def and of host_buffers.def.
 * SPDX-License-Identifier: MIT */
#include "layout/ledger.h"

#include "case/alternating_turns.h"
#include "case/halo.h"
#include "decomposition/exchange_plan.h"
#include "layout/shell.h"
#include "opencl/device.h"
#include "shared/force_task.h"
#include "shared/impulse.h"
#include "shared/law_table.h"
#include "shared/marker_rows.h"
#include "shared/membrane_sums.h"
#include "shared/patch_sizes.h"
#include "shared/wall_mass.h"

enum { STAGING_CELLS = 1 << 20, STAGING_SHARE = 16, STAGING_MIN = 4096 };
enum { SURVEY_ITEMS = 1 << 15, SURVEY_ITEMS_MIN = 64, CELLS_PER_SURVEY_ITEM = 32 };

const struct lb_buffer_row lb_buffer_rows[LB_BUFFERS] = {
#define LB_BUFFER(id, name, element, extent, components, when, role, is_optional, what) \
    [LB_BUFFER_##                                                                       \
        id] = {name, LB_ELEMENT_##element, LB_EXTENT_##extent, LB_ROLE_##role, is_optional, what},
#include "layout/device_buffers.def"
#undef LB_BUFFER
};

struct lb_ledger lb_ledger_of(const struct lb_case *c, const struct lb_layout *l,
                              const struct lb_device_info *device)
{
    return (struct lb_ledger){.c = c, .l = l, .device = device};
}

struct lb_ledger lb_ledger_with_walls(const struct lb_case *c, const struct lb_layout *l,
                                      const struct lb_device_info *device)
{
    struct lb_ledger g = lb_ledger_of(c, l, device);
    g.walls = lb_wall_census_take(c, l);
    return g;
}

/* --- elements --------------------------------------------------------------------------------- */

uint64_t lb_ledger_element_bytes(const struct lb_ledger *g, enum lb_element element)
{
    switch (element) {
    case LB_ELEMENT_UINT: return sizeof(uint32_t);
    case LB_ELEMENT_LONG: return sizeof(int64_t);
    case LB_ELEMENT_CODE: return lb_layout_code_bytes(g->c);
    case LB_ELEMENT_CARRIED: return lb_halo_code_bytes(g->c);
    case LB_ELEMENT_SCALAR: return lb_layout_scalar_bytes(g->c);
    case LB_ELEMENT_SUM: return g->device->fp64 ? sizeof(double) : sizeof(float);
    case LB_ELEMENT_INDEX: return lb_layout_index_bytes(g->c);
    case LB_ELEMENT_DOUBLE: return sizeof(double);
    default: return 1;
    }
}

bool lb_ledger_has_patches(const struct lb_ledger *g)
{
    const struct lb_markers *m = g->c->markers;
    const struct lb_device_info *device = g->device;
    return lb_case_has_markers(g->c) && m->mesh != NULL && m->count == m->mesh->node_count &&
           m->force == NULL && !lb_markers_bend(m) && !g->c->surface.exists &&
           g->c->lattice->dimensions == 3 &&
           device->max_work_group >= LB_PATCH_GROUP_OF(device->max_work_group) &&
           device->local_memory >= LB_PATCH_LOCAL_BYTES(g->c->arithmetic == LB_ARITHMETIC_FP64);
}

/* What the columns `components` and `when` know. */
struct row_numbers {
    uint64_t components;
    bool exists;
};

static struct row_numbers row_numbers(const struct lb_ledger *g, enum lb_buffer_id id)
{
    const struct lb_case *c = g->c;
    const struct lb_layout *l = g->l;
    const uint64_t d = (uint64_t)c->lattice->dimensions, q = (uint64_t)c->lattice->directions,
                   lanes = (uint64_t)l->lanes,
                   heat_q = c->heat != NULL ? (uint64_t)lb_heat_lattice(c)->directions : 0;
    const bool is_cut = c->cut.axes != 0;
    const bool has_markers = lb_case_has_markers(c);
    const bool has_mesh = has_markers && c->markers->mesh != NULL;
    const bool is_patched = has_mesh && lb_ledger_has_patches(g);
    const bool bends = has_mesh && !is_patched && lb_markers_bend(c->markers);
    const bool may_move = (c->cell_kinds & LB_CELL_MOVING) != 0 || g->walls.moving > 0;
    const bool finds_walls = lb_case_has_wall_scene(c) && g->device->fp64;
    const bool has_terms = may_move && !lb_case_keeps_moments(c);
    switch (id) {
#define LB_BUFFER(id, name, element, extent, components, when, ...) \
    case LB_BUFFER_##id:                                            \
        return (struct row_numbers){(uint64_t)(components), (when)};
#include "layout/device_buffers.def"
#undef LB_BUFFER
    default: return (struct row_numbers){0, false};
    }
}

uint64_t lb_ledger_components(const struct lb_ledger *g, enum lb_buffer_id id)
{
    return row_numbers(g, id).components;
}

/* --- lengths ---------------------------------------------------------------------------------- */

/* Small beside the populations, large enough to hide the cost of a transfer. */
static uint64_t staging_cells(uint64_t cells)
{
    const uint64_t share = cells / STAGING_SHARE;
    if (share > STAGING_CELLS) return STAGING_CELLS;
    return share > STAGING_MIN ? share : cells < STAGING_MIN ? cells : STAGING_MIN;
}

static uint64_t survey_items(uint64_t cells)
{
    const uint64_t items = cells / CELLS_PER_SURVEY_ITEM;
    return items < SURVEY_ITEMS_MIN ? SURVEY_ITEMS_MIN
           : items > SURVEY_ITEMS   ? SURVEY_ITEMS
                                    : items;
}

static uint64_t profile_numbers(const struct lb_case *c)
{
    uint64_t count = 0;
    for (int n = 0; n < c->boundary_count; n++)
        count += lb_profile_box_numbers(&c->boundaries[n].profile);
    return count;
}

static uint64_t tasks_of(const struct lb_ledger *g)
{
    const uint64_t cells = g->walls.beside + lb_curved_sheet_cells(g->c),
                   share = (cells + LB_MOST_TASKS - 1) / LB_MOST_TASKS;
    const uint64_t each = share > LB_LEAST_PER_TASK ? share : LB_LEAST_PER_TASK;
    return (cells + each - 1) / each;
}

/* As few as can be; membrane_patches.c makes more where a node has many neighbours. */
static uint64_t patches_of(const struct lb_markers *m)
{
    const uint64_t each =
        m->patch_nodes > 0 && m->patch_nodes < LB_PATCH_NODES ? m->patch_nodes : LB_PATCH_NODES;
    return (m->mesh->node_count + each - 1) / each;
}

static uint64_t membrane_length(const struct lb_ledger *g, enum lb_extent extent)
{
    const struct lb_markers *m = g->c->markers;
    const uint64_t triangles = m->mesh->triangle_count, patches = patches_of(m);
    const bool is_patched = lb_ledger_has_patches(g);
    switch (extent) {
    case LB_EXTENT_NODES: return m->mesh->node_count;
    case LB_EXTENT_TRIANGLES: return triangles;
    case LB_EXTENT_CORNERS: return is_patched ? patches * LB_PATCH_CORNERS : 3 * triangles;
    case LB_EXTENT_STARTS:
        return is_patched ? patches * (LB_PATCH_NODES + 1) : m->mesh->node_count + (uint64_t)1;
    case LB_EXTENT_SHAPES: return is_patched ? patches * LB_PATCH_CORNERS : triangles;
    case LB_EXTENT_TURNS: return is_patched ? LB_PATCH_TURNS : 1;
    case LB_EXTENT_SLOTS: return patches * LB_PATCH_SLOTS;
    default: return patches;
    }
}

static uint64_t blocks_of(const struct lb_case *c)
{
    uint64_t blocks = 1;
    for (int axis = 0; axis < 3; axis++) {
        const uint32_t origin = c->cut.origin[axis];
        blocks *= (origin + c->size[axis] - 1) / LB_WALL_BLOCK - origin / LB_WALL_BLOCK + 1;
    }
    return blocks;
}

static uint64_t curved_length(const struct lb_case *c, bool of_cells)
{
    uint64_t cells, links;
    lb_curved_room(c, &cells, &links);
    return of_cells ? cells : links;
}

static uint64_t wall_length(const struct lb_ledger *g, enum lb_extent extent)
{
    switch (extent) {
    case LB_EXTENT_BESIDE: return g->walls.beside;
    case LB_EXTENT_CONDUCTORS: return g->walls.conductors + lb_heat_own_cuts(g->c, true);
    case LB_EXTENT_CUTS: return lb_heat_own_cuts(g->c, false);
    case LB_EXTENT_SOLID_WALLS: return lb_heat_own_solid_walls(g->c);
    case LB_EXTENT_HEATED: return g->walls.beside + g->walls.conductors;
    case LB_EXTENT_LINKED: return g->walls.beside + lb_curved_sheet_cells(g->c);
    case LB_EXTENT_BOUNCED: return g->walls.bounced;
    case LB_EXTENT_MOVING: return g->walls.moving;
    case LB_EXTENT_BOUNDED: return g->walls.bounded;
    case LB_EXTENT_LOOKED: return g->c->motion == NULL ? g->walls.looked : 0;
    case LB_EXTENT_LOOKS: return g->c->motion == NULL ? g->walls.looks : 0;
    case LB_EXTENT_KEPT: return g->walls.kept;
    case LB_EXTENT_CURVED_CELLS: return curved_length(g->c, true);
    case LB_EXTENT_CURVED_LINKS: return curved_length(g->c, false);
    case LB_EXTENT_CURVED_GROUPS:
        return (curved_length(g->c, true) + LB_WALL_GROUP - 1) / LB_WALL_GROUP;
    case LB_EXTENT_WALL_SURFACES: return lb_wall_scene_surfaces(g->c);
    case LB_EXTENT_WALL_NODES: return lb_wall_scene_nodes(g->c);
    case LB_EXTENT_WALL_TRIANGLES: return lb_wall_scene_triangles(g->c);
    case LB_EXTENT_RENEWED: return g->c->motion != NULL ? lb_motion_cells(g->c->motion) : 0;
    case LB_EXTENT_TASKS: return tasks_of(g);
    default: return profile_numbers(g->c);
    }
}

uint64_t lb_ledger_length(const struct lb_ledger *g, enum lb_extent extent)
{
    const struct lb_case *c = g->c;
    const uint64_t cells = lb_case_cell_count(c);
    switch (extent) {
    case LB_EXTENT_ONE: return 1;
    case LB_EXTENT_CELLS: return cells;
    case LB_EXTENT_HALO: return lb_layout_places(c, g->l) + lb_halo_cells(c);
    case LB_EXTENT_VECTORS: return lb_layout_vectors(c, g->l);
    case LB_EXTENT_POPULATIONS:
        return lb_layout_population_bytes(c, g->l) / lb_layout_code_bytes(c);
    case LB_EXTENT_HEAT: return g->l->stride * (uint64_t)lb_heat_lattice(c)->directions;
    case LB_EXTENT_LIST: return g->l->stride;
    case LB_EXTENT_STAGED: return staging_cells(cells);
    case LB_EXTENT_MEANS: return cells;
    case LB_EXTENT_SURVEYED: return survey_items(cells);
    case LB_EXTENT_CARRIED: return lb_halo_codes(c) + lb_halo_exponents(c);
    case LB_EXTENT_WITHIN: return lb_halo_codes_within(c);
    case LB_EXTENT_BEYOND: return lb_halo_cells(c);
    case LB_EXTENT_LISTED: return 0;
    case LB_EXTENT_SHELL: return lb_shell_vectors(c, g->l);
    case LB_EXTENT_ALARM: return 2;
    case LB_EXTENT_ALTERNATING: return lb_alternating_cells(c);
    case LB_EXTENT_COUNTS: return 2 * LB_LIST_COUNTS;
    case LB_EXTENT_TILES: return lb_layout_items(c, g->l) / lb_layout_group(c, g->l);
    case LB_EXTENT_MARKERS: return c->markers->count;
    case LB_EXTENT_BLOCKS: return blocks_of(c);
    default:
        return extent < LB_EXTENT_MARKERS ? wall_length(g, extent) : membrane_length(g, extent);
    }
}

/* --- sums ------------------------------------------------------------------------------------- */

uint64_t lb_ledger_row_bytes(const struct lb_ledger *g, enum lb_buffer_id id)
{
    const struct row_numbers n = row_numbers(g, id);
    const struct lb_buffer_row *row = &lb_buffer_rows[id];
    if (!n.exists) return 0;
    return lb_ledger_length(g, row->extent) * n.components *
           lb_ledger_element_bytes(g, row->element);
}

/* Rows for other subdomains (immersed_parts.c): of own cells within reach of a cut, or of all markers. */
uint64_t lb_ledger_marker_words(const struct lb_case *c)
{
    if (!lb_case_has_markers(c)) return 0;
    const uint64_t reach = (uint64_t)c->markers->delta->points / 2, count = c->markers->count,
                   cells = lb_case_cell_count(c),
                   fp64 = c->arithmetic == LB_ARITHMETIC_FP64 ? 1 : 0;
    uint64_t stencils = count, near = 0;
    for (int axis = 0; axis < 3; axis++) {
        if (axis < c->lattice->dimensions) stencils *= (uint64_t)c->markers->delta->points;
        if ((c->cut.axes >> axis & 1u) != 0) near += 2 * reach * (cells / c->size[axis]);
    }
    if (near > cells) near = cells;
    if (near > stencils) near = stencils;
    const uint64_t velocities = near * LB_VELOCITY_ROW_OF(fp64),
                   markers = count * LB_MARKER_ROW_OF(c->surface.exists);
    return 1 + (velocities > markers ? velocities : markers);
}

uint64_t lb_ledger_bytes(const struct lb_ledger *g)
{
    uint64_t bytes = 0;
    for (int id = 0; id < LB_BUFFERS; id++)
        bytes += lb_ledger_row_bytes(g, (enum lb_buffer_id)id);
    return bytes;
}

uint64_t lb_ledger_largest(const struct lb_ledger *g)
{
    uint64_t largest = 0;
    for (int id = 0; id < LB_BUFFERS; id++) {
        const uint64_t bytes = lb_ledger_row_bytes(g, (enum lb_buffer_id)id);
        if (bytes > largest) largest = bytes;
    }
    return largest;
}

uint64_t lb_ledger_host_bytes(const struct lb_ledger *g, bool is_first)
{
    const struct lb_case *c = g->c;
    const uint64_t cells = lb_case_cell_count(c), whole = lb_case_whole_cells(c);
    const bool is_cut = c->cut.axes != 0, has_kinds = c->cell_kinds != 0,
               is_host = g->device->type == LB_DEVICE_CPU;
    uint64_t bytes = 0;
#define LB_HOST_BUFFER(what, when, size) bytes += (when) ? (uint64_t)(size) : 0;
#include "layout/host_buffers.def"
#undef LB_HOST_BUFFER
    return bytes;
}

uint64_t lb_case_bytes(const struct lb_case *c)
{
    static const struct lb_device_info device = {.type = LB_DEVICE_GPU, .fp64 = true};
    const struct lb_layout_choice four = {.lanes = 4, .arithmetic_lanes = 2, .group = 64};
    struct lb_layout l;
    lb_layout_make(c, &four, &device, &l);
    const struct lb_ledger g = lb_ledger_with_walls(c, &l, &device);
    return lb_ledger_bytes(&g);
}

/* --- by cell ---------------------------------------------------------------------------------- */

/* Of one copy of the populations of a temperature. */
static double heat_bytes(const struct lb_case *c)
{
    return c->heat == NULL
               ? 0.0
               : lb_number_format_bytes_moved(c->storage, lb_heat_lattice(c)->directions);
}

/* Words of vectors are counted for V = 4, whatever the lanes; populations without padding. */
double lb_case_bytes_per_cell(const struct lb_case *c)
{
    static const struct lb_device_info device = {.fp64 = true};
    static const struct lb_layout four = {.lanes = 4};
    const struct lb_ledger g = lb_ledger_of(c, &four, &device);
    double bytes = 0.0;
    for (int id = 0; id < LB_BUFFERS; id++) {
        const struct lb_buffer_row *row = &lb_buffer_rows[id];
        const struct row_numbers n = row_numbers(&g, (enum lb_buffer_id)id);
        const double each = (double)(n.components * lb_ledger_element_bytes(&g, row->element));
        if (!n.exists) continue;
        switch (row->extent) {
        case LB_EXTENT_POPULATIONS: bytes += lb_case_kept_bytes(c); break;
        case LB_EXTENT_HEAT: bytes += heat_bytes(c); break;
        case LB_EXTENT_CELLS:
        case LB_EXTENT_MEANS:
        case LB_EXTENT_HALO: bytes += each; break;
        case LB_EXTENT_VECTORS: bytes += each / four.lanes; break;
        default: break;
        }
    }
    return bytes;
}

/* A cell's share of its vector's word at V = 4, whatever the lanes. */
static double link_bytes(const struct lb_case *c)
{
    return lb_layout_has_links(c) ? 1.0 : 0.0;
}

/* What a step reads or writes of what a cell keeps. */
static double moved_bytes(const struct lb_case *c)
{
    return lb_case_keeps_moments(c)
               ? lb_case_kept_bytes(c)
               : lb_number_format_bytes_moved(c->storage, c->lattice->directions) + heat_bytes(c);
}

double lb_case_bytes_per_update(const struct lb_case *c)
{
    const bool has_flags = (c->cell_kinds != 0 && !lb_case_keeps_moments(c)) || c->surface.exists;
    return 2.0 * moved_bytes(c) + (has_flags ? 1.0 : 0.0);
}

double lb_layout_bytes_per_update(const struct lb_case *c, int lanes)
{
    const double links = link_bytes(c) * 4.0 / lanes;
    const bool reads_flags = (c->cell_kinds & LB_CELL_EQUILIBRIUM) != 0 || c->surface.exists;
    return 2.0 * moved_bytes(c) + (reads_flags ? 1.0 : 0.0) + links;
}

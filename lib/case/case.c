/* case.c - small derived quantities of a case.
 * SPDX-License-Identifier: MIT */
#include "case/case.h"

#include <math.h>
#include <string.h>

#include "geometry/mesh.h"

double lb_case_relaxation_time(const struct lb_case *c)
{
    return c->viscosity / c->lattice->sound_speed_squared + 0.5;
}

double lb_case_magic(const struct lb_case *c)
{
    return c->magic > 0.0 ? c->magic : LB_MAGIC_DEFAULT;
}

double lb_case_odd_rate(const struct lb_case *c)
{
    return 1.0 / (lb_case_magic(c) / (lb_case_relaxation_time(c) - 0.5) + 0.5);
}

double lb_case_rate(const struct lb_case *c, const struct lb_rate *rate)
{
    if (rate->shear > 0.0) return 1.0 / (c->viscosity / rate->shear + 0.5);
    for (const struct lb_chosen_rate *r = c->rates; r->group != NULL; r++)
        if (strcmp(r->group, rate->group) == 0) return r->rate;
    return rate->preset;
}

const struct lb_viscosity_model *lb_case_viscosity_model(const struct lb_case *c)
{
    return c->viscosity_model != NULL ? c->viscosity_model : lb_viscosity_models[0];
}

bool lb_case_has_law(const struct lb_case *c)
{
    return lb_case_viscosity_model(c)->law != NULL;
}

const char *lb_case_equilibrium_file(const struct lb_case *c)
{
    return c->collision->own_equilibrium && c->lattice->equilibrium != NULL
               ? c->lattice->equilibrium
               : "equilibrium/second_order.cl";
}

uint64_t lb_case_cell_count(const struct lb_case *c)
{
    return (uint64_t)c->size[0] * c->size[1] * c->size[2];
}

uint64_t lb_case_solid_word(const struct lb_case *c, uint32_t x, uint32_t y, uint32_t z,
                            uint32_t count)
{
    uint64_t word = 0;
    if (c->solid_word != NULL) return c->solid_word(c->solid_state, x, y, z, count);
    for (uint32_t n = 0; n < count; n++) {
        struct lb_cell cell = {.flags = LB_CELL_FLUID, .rho = 1.0, .fill = 1.0};
        c->start(c->start_state, x + n, y, z, &cell);
        word |= (uint64_t)((cell.flags & LB_CELL_SOLID) != 0) << n;
    }
    return word;
}

bool lb_case_layer_is_solid(const struct lb_case *c, int axis, uint32_t layer)
{
    const int a = axis == 0 ? 1 : 0, b = axis == 2 ? 1 : 2;
    uint32_t at[3] = {layer, layer, layer};
    for (at[b] = 0; at[b] < c->size[b]; at[b]++)
        for (at[a] = 0; at[a] < c->size[a]; at[a]++) {
            struct lb_cell cell = {.rho = 1.0, .fill = 1.0};
            c->start(c->start_state, at[0], at[1], at[2], &cell);
            if ((cell.flags & LB_CELL_SOLID) == 0) return false;
        }
    return true;
}

uint32_t lb_case_whole_size(const struct lb_case *c, int axis)
{
    return c->cut.axes != 0 ? c->cut.whole[axis] : c->size[axis];
}

uint64_t lb_case_whole_cells(const struct lb_case *c)
{
    return (uint64_t)lb_case_whole_size(c, 0) * lb_case_whole_size(c, 1) * lb_case_whole_size(c, 2);
}

uint64_t lb_case_number_in_whole(const struct lb_case *c, uint64_t own)
{
    const uint32_t *origin = c->cut.origin, *whole = c->cut.whole;
    const uint64_t x = own % c->size[0], y = own / c->size[0] % c->size[1],
                   z = own / c->size[0] / c->size[1];
    if (c->cut.axes == 0) return own;
    return ((z + origin[2]) * whole[1] + y + origin[1]) * whole[0] + x + origin[0];
}

bool lb_case_own_place(const struct lb_case *c, uint64_t whole, uint32_t at[3])
{
    bool is_own = true;
    for (int axis = 0; axis < 3; axis++) {
        const uint32_t size = lb_case_whole_size(c, axis);
        at[axis] = (uint32_t)(whole % size) - (c->cut.axes != 0 ? c->cut.origin[axis] : 0);
        is_own = is_own && at[axis] < c->size[axis];
        whole /= size;
    }
    return is_own;
}

bool lb_case_has_body_force(const struct lb_case *c)
{
    return fabs(c->force[0]) > 0.0 || fabs(c->force[1]) > 0.0 || fabs(c->force[2]) > 0.0 ||
           lb_case_is_driven(c);
}

bool lb_case_is_driven(const struct lb_case *c)
{
    return c->drive.every > 0;
}

bool lb_case_has_markers(const struct lb_case *c)
{
    return c->markers != NULL && c->markers->count > 0;
}

bool lb_case_has_marker_force(const struct lb_case *c)
{
    return lb_case_has_markers(c) && (c->markers->force != NULL || c->markers->mesh != NULL);
}

int lb_case_condition_number(const struct lb_case *c, const struct lb_boundary_condition *b)
{
    int number = 0;
    for (int n = 0; n < c->boundary_count && c->boundaries[n].condition != b; n++) {
        bool is_new = true;
        for (int k = 0; k < n; k++)
            is_new = is_new && c->boundaries[k].condition != c->boundaries[n].condition;
        number += is_new;
    }
    return number;
}

uint32_t lb_case_force_groups(const struct lb_case *c)
{
    return (uint32_t)(1 + c->body_count + c->boundary_count);
}

bool lb_case_has_numbers(const struct lb_case *c)
{
    return c->boundary_count > 0 || c->body_count > 0;
}

bool lb_case_keeps_moments(const struct lb_case *c)
{
    return c->streaming == LB_STREAMING_MOMENTS;
}

int lb_case_kept_numbers(const struct lb_case *c)
{
    const int d = c->lattice->dimensions;
    return lb_case_keeps_moments(c) ? 1 + d + d * (d + 1) / 2 : c->lattice->directions;
}

int lb_case_kept_floats(const struct lb_case *c)
{
    const bool are_floats = lb_case_keeps_moments(c) && c->storage->bits == 16 &&
                            lb_case_rounding(c) == lb_roundings[0];
    return are_floats ? 1 + c->lattice->dimensions : 0;
}

int lb_case_kept_codes(const struct lb_case *c)
{
    return lb_case_kept_numbers(c) + lb_case_kept_floats(c); /* two codes of 16 bits each */
}

double lb_case_kept_bytes(const struct lb_case *c)
{
    const int floats = lb_case_kept_floats(c);
    return 4.0 * floats + lb_number_format_bytes(c->storage, lb_case_kept_numbers(c) - floats);
}

/* NULL: nothing of the case needs the populations themselves. */
static const char *what_needs_populations(const struct lb_case *c)
{
    if (c->surface.exists) return "a free surface";
    if (lb_case_has_markers(c)) return "markers";
    if (c->boundary_count > 0) return "boundaries";
    return NULL;
}

enum lb_status lb_case_check_moments(const struct lb_case *c, struct lb_error *err)
{
    const char *needs = what_needs_populations(c);
    if (!lb_case_keeps_moments(c)) return LB_STATUS_OK;
    LB_NEED(
        c->collision->makes_all_anew, LB_STATUS_USAGE,
        "--streaming moments is for collisions that keep nothing but moments: --collision rr or "
        "rlb, not %s",
        c->collision->name);
    LB_NEED(c->storage->memory == NULL && c->storage->conserve == NULL, LB_STATUS_USAGE,
            "%s is a format of populations, which --streaming moments does not keep; choose fp64, "
            "fp32 or another one of 16 bits",
            c->storage->title);
    LB_NEED(lb_case_rounding(c)->conserve == NULL, LB_STATUS_USAGE,
            "--rounding %s is for populations, which --streaming moments does not keep; choose "
            "--rounding %s",
            lb_case_rounding(c)->name, lb_rounding_default->name);
    LB_NEED(needs == NULL, LB_STATUS_USAGE,
            "case '%s' has %s, for which populations are needed; use --streaming in-place or pull",
            c->name, needs);
    return LB_STATUS_OK;
}

bool lb_case_has_one_copy(const struct lb_case *c)
{
    return c->streaming == LB_STREAMING_IN_PLACE || lb_case_lists_fluid(c);
}

bool lb_case_lists_fluid(const struct lb_case *c)
{
    return c->streaming == LB_STREAMING_LIST;
}

/* NULL: there is nothing but fluid and walls at rest. */
static const char *what_needs_all_cells(const struct lb_case *c)
{
    if (c->surface.exists) return "a free surface";
    if (lb_case_has_markers(c)) return "markers";
    if (c->boundary_count > 0) return "boundaries";
    if (c->curved != NULL) return "walls between cells";
    if ((c->cell_kinds & ~(LB_CELL_SOLID | LB_CELL_FLUID)) != 0)
        return "moving walls or cells that are given";
    if (c->sponge.length > 0.0) return "a sponge";
    return NULL;
}

enum lb_status lb_case_check_list(const struct lb_case *c, struct lb_error *err)
{
    const char *needs = what_needs_all_cells(c);
    if (!lb_case_lists_fluid(c)) return LB_STATUS_OK;
    LB_NEED(
        c->storage->memory == NULL && c->storage->conserve == NULL &&
            lb_case_rounding(c)->conserve == NULL,
        LB_STATUS_USAGE,
        "--streaming list stores each population by itself, in fp64, fp32 or a format of 16 bits; "
        "%s with --rounding %s needs --streaming in-place",
        c->storage->title, lb_case_rounding(c)->name);
    LB_NEED(
        needs == NULL, LB_STATUS_USAGE,
        "case '%s' has %s, and --streaming list is for fluid and walls at rest; use --streaming "
        "in-place",
        c->name, needs);
    return LB_STATUS_OK;
}

bool lb_motion_is_due(const struct lb_motion *m, uint64_t step)
{
    return step > 0 && step % m->every == 0;
}

uint64_t lb_motion_since(const struct lb_motion *m, uint64_t step)
{
    return step == 0 ? 0 : (step - 1) / m->every * m->every;
}

uint64_t lb_motion_cells(const struct lb_motion *m)
{
    uint64_t cells = 1;
    for (int axis = 0; axis < 3; axis++)
        cells *= m->end[axis] - m->begin[axis];
    return cells;
}

/* Rows are looked at whole, as most have none. */
static bool has_some(const uint8_t *row, uint32_t count)
{
    uint8_t some = 0;
    for (uint32_t x = 0; x < count; x++)
        some |= row[x];
    return some != 0;
}

static void extend(int axis, uint32_t from, uint32_t to, uint32_t begin[3], uint32_t end[3])
{
    if (from < begin[axis]) begin[axis] = from;
    if (to > end[axis]) end[axis] = to;
}

void lb_motion_box(const struct lb_motion *m, const uint8_t *cells, uint32_t begin[3],
                   uint32_t end[3])
{
    const uint32_t count = m->end[0] - m->begin[0];
    const uint8_t *row = cells;
    memcpy(begin, m->end, sizeof m->end);
    memcpy(end, m->begin, sizeof m->begin);
    for (uint32_t z = m->begin[2]; z < m->end[2]; z++)
        for (uint32_t y = m->begin[1]; y < m->end[1]; y++, row += count) {
            uint32_t first = 0, last = count;
            if (!has_some(row, count)) continue;
            while (row[first] == 0)
                first++;
            while (row[last - 1] == 0)
                last--;
            extend(0, m->begin[0] + first, m->begin[0] + last, begin, end);
            extend(1, y, y + 1, begin, end);
            extend(2, z, z + 1, begin, end);
        }
    if (begin[0] > end[0]) memcpy(begin, end, 3 * sizeof *begin);
}

bool lb_motion_place(const struct lb_motion *m, const uint32_t at[3], uint64_t *out)
{
    uint64_t place = 0;
    for (int axis = 2; axis >= 0; axis--) {
        const uint32_t from =
            at[axis] - m->begin[axis]; /* what lies before it wraps to beyond it */
        const uint32_t extent = m->end[axis] - m->begin[axis];
        if (from >= extent) return false;
        place = place * extent + from;
    }
    *out = place;
    return true;
}

bool lb_case_motion_place(const struct lb_case *c, const uint32_t at[3], uint64_t *out)
{
    const uint32_t *origin = c->cut.origin;
    const uint32_t in_whole[3] = {at[0] + origin[0], at[1] + origin[1], at[2] + origin[2]};
    return c->motion != NULL && lb_motion_place(c->motion, in_whole, out);
}

enum lb_status lb_case_check_motion(const struct lb_case *c, struct lb_error *err)
{
    const char *why = c->surface.exists              ? "a free surface"
                      : lb_case_has_markers(c)       ? "markers"
                      : lb_case_keeps_moments(c)     ? "moments in place of populations"
                      : c->storage->shares_exponents ? "a format of shared exponents"
                                                     : NULL;
    LB_NEED(c->motion == NULL || why == NULL, LB_STATUS_USAGE,
            "case '%s' has bodies that move their cells, which cannot be combined with %s", c->name,
            why);
    return LB_STATUS_OK;
}

/* What needs more of the neighbours than populations, or of the whole box than cells. */
const char *lb_case_why_uncut(const struct lb_case *c)
{
    if (lb_case_keeps_moments(c) && c->curved != NULL)
        return "moments in place of populations beside walls between cells";
    return NULL;
}

uint32_t lb_case_least_width(const struct lb_case *c)
{
    return c->boundary_count > 0 || c->surface.exists ? 3 : 1;
}

unsigned lb_case_axes_to_cut(const struct lb_case *c)
{
    return lb_case_keeps_moments(c) ? 6 : 7;
}

int lb_case_surface_axis(const struct lb_case *c)
{
    int steepest = -1;
    for (int axis = 0; axis < 3; axis++)
        if (c->surface.exists && c->force[axis] != 0.0 &&
            (steepest < 0 || fabs(c->force[axis]) > fabs(c->force[steepest])))
            steepest = axis;
    return steepest;
}

unsigned lb_case_axes_to_choose(const struct lb_case *c)
{
    const int across = lb_case_surface_axis(c);
    return lb_case_axes_to_cut(c) & ~(across >= 0 ? 1u << across : 0u);
}

bool lb_case_has_prescribed(const struct lb_case *c)
{
    return (c->cell_kinds & (LB_CELL_EQUILIBRIUM | LB_CELL_MOVING)) != 0;
}

static struct lb_precision precision_of(const struct lb_case *c)
{
    return (struct lb_precision){c->arithmetic, c->storage, c->rounding};
}

const struct lb_rounding *lb_case_rounding(const struct lb_case *c)
{
    const struct lb_precision precision = precision_of(c);
    return lb_precision_rounding(&precision);
}

void lb_case_precision_name(const struct lb_case *c, char *out, unsigned long size)
{
    const struct lb_precision precision = precision_of(c);
    lb_precision_name(&precision, out, size);
}

void lb_curved_own(const struct lb_case *c, uint64_t *cells, uint64_t *links)
{
    const struct lb_curved_walls *w = c->curved;
    uint64_t last = UINT64_MAX;
    bool is_own = false;
    *cells = w != NULL ? w->cells : 0;
    *links = w != NULL ? w->count : 0;
    if (w == NULL || c->cut.axes == 0) return;
    *cells = *links = 0;
    for (uint64_t n = 0; n < w->count; n++) {
        uint32_t at[3];
        if (w->links[n].cell != last) {
            last = w->links[n].cell;
            is_own = lb_case_own_place(c, last, at);
            *cells += is_own;
        }
        *links += is_own;
    }
}

void lb_curved_room(const struct lb_case *c, uint64_t *cells, uint64_t *links)
{
    lb_curved_own(c, cells, links);
    if (c->motion == NULL || c->curved == NULL) return;
    *cells = c->curved->most_cells;
    *links = c->curved->most;
}

uint64_t lb_curved_sheet_cells(const struct lb_case *c)
{
    const struct lb_curved_walls *w = c->curved;
    uint64_t last = UINT64_MAX, cells = 0;
    for (uint64_t n = 0; w != NULL && w->sheets > 0 && n < w->count; n++) {
        uint32_t at[3];
        if (w->links[n].sheet == 0 || w->links[n].cell == last ||
            !lb_case_own_place(c, w->links[n].cell, at))
            continue;
        last = w->links[n].cell;
        cells++;
    }
    return cells;
}

bool lb_case_has_curved_walls(const struct lb_case *c)
{
    return c->curved != NULL && (c->curved->count > 0 || c->curved->most > 0);
}

bool lb_case_has_wall_scene(const struct lb_case *c)
{
    return lb_case_has_curved_walls(c) && c->curved->scene != NULL;
}

uint64_t lb_wall_scene_surfaces(const struct lb_case *c)
{
    return lb_case_has_wall_scene(c) ? (uint64_t)c->curved->scene->count : 0;
}

uint64_t lb_wall_scene_nodes(const struct lb_case *c)
{
    uint64_t nodes = 0;
    for (uint64_t k = 0; k < lb_wall_scene_surfaces(c); k++)
        for (int m = 0; m < c->curved->scene->surfaces[k].mesh_count; m++)
            nodes += c->curved->scene->surfaces[k].meshes[m].node_count;
    return nodes;
}

uint64_t lb_wall_scene_triangles(const struct lb_case *c)
{
    uint64_t triangles = 0;
    for (uint64_t k = 0; k < lb_wall_scene_surfaces(c); k++)
        for (int m = 0; m < c->curved->scene->surfaces[k].mesh_count; m++)
            triangles += c->curved->scene->surfaces[k].meshes[m].triangle_count;
    return triangles;
}

bool lb_case_holds_wall_mass(const struct lb_case *c)
{
    if (!lb_case_has_curved_walls(c)) return false;
    if (c->curved->keep_mass) return true;
    for (int n = 0; n < c->boundary_count; n++)
        if (!c->boundaries[n].condition->is_closed) return false;
    return (c->cell_kinds & LB_CELL_EQUILIBRIUM) == 0;
}

double lb_wall_settling(const struct lb_case *c)
{
    const double even = lb_case_relaxation_time(c) - 0.5;
    return fmin(0.1, 2.0 * even * even);
}

double lb_wall_odd_time(const struct lb_case *c)
{
    return strcmp(c->collision->name, "trt") == 0  ? 1.0 / lb_case_odd_rate(c) - 0.5
           : strcmp(c->collision->name, "rr") == 0 ? 0.5
                                                   : lb_case_relaxation_time(c) - 0.5;
}

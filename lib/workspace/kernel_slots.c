/* kernel_slots.c - the table of the slots.
 * SPDX-License-Identifier: MIT */
#include "workspace/kernel_slots.h"

#include <string.h>

#include "case/rounding.h"
#include "workspace/conversion_variant.h"

static bool keeps_moments(const struct lb_kernel_source *s)
{
    return s->c->streaming == LB_STREAMING_MOMENTS;
}

static bool lists_fluid(const struct lb_kernel_source *s)
{
    return lb_case_lists_fluid(s->c);
}

static bool has_material(const struct lb_kernel_source *s)
{
    return s->c->markers != NULL && s->c->markers->material != NULL;
}

/* NULL: each population is rounded by itself. */
static const char *conserve(const struct lb_kernel_source *s)
{
    const struct lb_precision p = {s->c->arithmetic, s->set->storage, s->c->rounding};
    return lb_precision_conserve(&p);
}

/* Whether nothing is in the box but fluid, and each population is stored by itself. */
static bool is_plain(const struct lb_kernel_source *s)
{
    const struct lb_case *c = s->c;
    return c->cell_kinds == 0 && c->heat == NULL && !c->surface.exists && !lb_case_has_markers(c) &&
           c->cut.axes == 0 && c->sponge.length <= 0.0 && !s->set->storage->shares_exponents &&
           conserve(s) == NULL && lb_case_rounding(c) == lb_roundings[0];
}

/* Rows convert two vectors at once where the file of the format does and each population is stored alone. */
static const char *row_pair(const struct lb_kernel_source *s)
{
    const enum lb_conversion_target target =
        lb_conversion_variant(s->set->storage, s->device, lb_kernel_source_lanes(s)).target;
    return target == LB_CONVERSION_AVX2 && conserve(s) == NULL ? "step/row_pair_packed.cl"
                                                               : "step/row_pair.cl";
}

/* For a slot that is left empty. */
#define NOTHING ""

#define SLOTS(SLOT)                                                                          \
    SLOT(lattice, s->set->lattice->file)                                                     \
    SLOT(box, s->c->cut.axes != 0 ? "box/subdomain.cl" : "box/whole.cl")                     \
    SLOT(storage,                                                                            \
         lb_conversion_variant(s->set->storage, s->device, lb_kernel_source_lanes(s)).file)  \
    SLOT(rounding, lb_case_rounding(s->c)->file)                                             \
    SLOT(bytes, lb_packing_bytes_file(s->set->storage, s->layout))                           \
    SLOT(memory, lists_fluid(s)                    ? "memory/listed_codes.cl"                \
                 : s->set->storage->memory != NULL ? s->set->storage->memory                 \
                                                   : "memory/whole_codes.cl")                \
    SLOT(exponent,                                                                           \
         s->set->storage->shares_exponents ? "exponent/per_cell.cl" : "exponent/none.cl")    \
    SLOT(packing, lb_packing_file(s->set->storage, s->layout))                               \
    SLOT(conserve, conserve(s) != NULL ? conserve(s) : NOTHING)                              \
    SLOT(collide, s->set->collision->file)                                                   \
    SLOT(viscosity, s->viscosity->file)                                                      \
    SLOT(moments, s->set->lattice->moments)                                                  \
    SLOT(equilibrium, lb_case_equilibrium_file(s->c))                                        \
    SLOT(delta, s->c->markers != NULL ? s->c->markers->delta->file : NULL)                   \
    SLOT(membrane, has_material(s) ? s->c->markers->material->law->file : NULL)              \
    SLOT(kept, keeps_moments(s) ? "kept/ten_moments.cl" : NOTHING)                           \
    SLOT(kept_order, s->layout->march_group > 1 ? "kept/records.cl" : "kept/planes.cl")      \
    SLOT(state, keeps_moments(s) ? "cell/kept_moments.cl" : "cell/populations.cl")           \
    SLOT(saved, keeps_moments(s) ? "cell/saved_moments.cl" : "cell/saved_populations.cl")    \
    SLOT(start, keeps_moments(s) ? "cell/start_moments.cl" : "cell/start.cl")                \
    SLOT(bounce, keeps_moments(s) ? "cell/bounce_moments.cl" : "cell/bounce_back.cl")        \
    SLOT(wall_state, keeps_moments(s) ? "wall/of_moments.cl" : "wall/of_populations.cl")     \
    SLOT(wall_rule, s->c->curved != NULL ? s->c->curved->rule->file : NULL)                  \
    SLOT(cells, is_plain(s) ? NOTHING : "core/single_cells.cl")                              \
    SLOT(pieces, s->layout->lanes <= lb_kernel_source_lanes(s) ? NOTHING : "core/pieces.cl") \
    SLOT(vector, is_plain(s)          ? "step/plain_vector.cl"                               \
                 : s->c->heat != NULL ? "step/heated_vector.cl"                              \
                                      : "step/any_vector.cl")                                \
    SLOT(heat_lattice, s->c->heat != NULL ? lb_heat_lattice(s->c)->file : NULL)              \
    SLOT(heat_wall, s->c->curved != NULL ? "heat/central.cl" : "heat/halfway.cl")            \
    SLOT(solids, lb_heat_conducts(s->c) ? "heat/conducting.cl" : "heat/insulating.cl")       \
    SLOT(buoyancy, s->c->heat != NULL ? "heat/cell_heat.cl" : "heat/no_buoyancy.cl")         \
    SLOT(rows, s->layout->row_parts > 0 ? "step/rows.cl" : NOTHING)                          \
    SLOT(row_end, conserve(s) != NULL ? "step/row_together.cl" : "step/row_alone.cl")        \
    SLOT(row_pair, row_pair(s))                                                              \
    SLOT(march, s->layout->march_group > 1 ? "step/tiles.cl" : "step/march.cl")              \
    SLOT(neighbours, lb_layout_has_table(s->layout) ? "list/list_table.cl"                   \
                     : s->layout->lanes > 1         ? "list/list_places.cl"                  \
                                                    : "list/list_ranks.cl")                          \
    SLOT(surveyed, s->layout->even_lanes > 0 ? "list/survey_list.cl" : "cell/survey_all.cl") \
    SLOT(stream, lists_fluid(s)                         ? "stream/own_slots.cl"              \
                 : s->c->streaming == LB_STREAMING_PULL ? "stream/pull.cl"                   \
                                                        : "stream/in_place.cl")

#define FUNCTION(name, choice)                                          \
    static const char *file_of_##name(const struct lb_kernel_source *s) \
    {                                                                   \
        return choice;                                                  \
    }
SLOTS(FUNCTION)

#define ROW(name, choice) {"slot/" #name, file_of_##name},
const struct lb_kernel_slot lb_kernel_slots[] = {SLOTS(ROW){NULL, NULL}};

const char *lb_kernel_slot_file(const struct lb_kernel_source *s, const char *name)
{
    for (const struct lb_kernel_slot *slot = lb_kernel_slots; slot->name != NULL; slot++)
        if (strcmp(slot->name, name) == 0) return slot->file(s);
    return name;
}

/* flow_fields.c - fields of a run, read from the solver piece by piece.
 * SPDX-License-Identifier: MIT */
#include "output/flow_fields.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number_text.h"
#include "base/suggest.h"
#include "base/word_list.h"
#include "fields/field_files.h"
#include "peers/peers.h"
#include "solver/collective.h"

unsigned lb_flow_has(const struct lb_case *c)
{
    return (c->surface.exists ? LB_FIELD_FILL : 0u) |
           (c->heat != NULL ? LB_FIELD_TEMPERATURE : 0u) |
           (c->cell_kinds != 0 || c->surface.exists ? LB_FIELD_FLAGS : 0u);
}

static enum lb_status read_cells(void *context, const uint32_t begin[3], const uint32_t end[3],
                                 double *rho, double *u, double *fill, struct lb_error *err)
{
    const struct lb_output_services *s = context;
    const struct lb_region region = {{begin[0], begin[1], begin[2]}, {end[0], end[1], end[2]}};
    if (rho != NULL || u != NULL) LB_OK(lb_solver_read(s->solver, &region, rho, u, err));
    if (fill != NULL) LB_OK(lb_solver_read_fill(s->solver, &region, fill, err));
    return LB_STATUS_OK;
}

static enum lb_status read_temperature(void *context, const uint32_t begin[3],
                                       const uint32_t end[3], double *out, struct lb_error *err)
{
    const struct lb_output_services *s = context;
    const struct lb_region region = {{begin[0], begin[1], begin[2]}, {end[0], end[1], end[2]}};
    return lb_solver_read_temperature(s->solver, &region, out, err);
}

static bool conducts(const void *context, const uint32_t at[3])
{
    const struct lb_case *c = ((const struct lb_output_services *)context)->c;
    struct lb_cell cell = {.flags = LB_CELL_FLUID, .rho = 1.0, .fill = 1.0};
    c->start(c->start_state, at[0], at[1], at[2], &cell);
    return lb_heat_is_conductor(c, cell.flags, cell.number);
}

/* NULL where they cannot be had: what asked for them fails at the device, too. */
static const uint8_t *read_sides(struct lb_output_services *s)
{
    struct lb_sides *sides = &s->sides;
    const size_t cells = (size_t)lb_case_cell_count(s->c);
    const uint8_t *start = lb_solver_flags(s->solver);
    if (sides->is_known && sides->step == s->step(s->run)) return sides->flags;
    if (sides->flags == NULL) sides->flags = malloc(cells);
    if (sides->flags == NULL) return start;
    if (start != NULL)
        memcpy(sides->flags, start, cells);
    else
        memset(sides->flags, 0, cells);
    sides->step = s->step(s->run);
    sides->is_known = lb_solver_add_sides(s->solver, sides->flags, NULL) == LB_STATUS_OK;
    return sides->is_known ? sides->flags : start;
}

struct lb_field_source lb_flow_source(struct lb_output_services *s)
{
    const struct lb_case *c = s->c;
    return (struct lb_field_source){.size = {c->size[0], c->size[1], c->size[2]},
                                    .step = s->step(s->run),
                                    .double_precision = c->arithmetic == LB_ARITHMETIC_FP64,
                                    .has_fill = c->surface.exists,
                                    .sound_speed_squared = c->lattice->sound_speed_squared,
                                    .flags = c->surface.exists ? read_sides(s)
                                                               : lb_solver_flags(s->solver),
                                    .read = read_cells,
                                    .read_temperature = c->heat != NULL ? read_temperature : NULL,
                                    .conducts = lb_heat_conducts(c) ? conducts : NULL,
                                    .context = s};
}

static enum lb_status read_own_cells(void *context, const uint32_t begin[3], const uint32_t end[3],
                                     double *rho, double *u, struct lb_error *err)
{
    const struct lb_output_services *s = context;
    const struct lb_region own = {{begin[0], begin[1], begin[2]}, {end[0], end[1], end[2]}};
    return lb_solver_read_own(s->solver, &own, rho, u, err);
}

struct lb_own_fields lb_flow_own(struct lb_output_services *s)
{
    return (struct lb_own_fields){read_own_cells, s};
}

static enum lb_status choose_formats(const struct lb_output_services *s,
                                     struct lb_chosen_fields *out, struct lb_error *err)
{
    static const char *const formats[] = {"vti", "zarr", "vtkhdf", NULL};
    const char *list = lb_values_text(s->values, "format");
    char word[LB_WORD_SIZE];
    size_t which;
    out->formats = list[0] == '\0' ? LB_FIELDS_AS_VTI : 0;
    if (list[0] == '\0') return LB_STATUS_OK;
    LB_NEED(s->plan->has_field, LB_STATUS_USAGE, "format=%s: %s writes no fields", list,
            s->setup->name);
    const bool is_off =
        lb_values_is_set(s->values, "vtk") && lb_values_count(s->values, "vtk") == 0;
    LB_NEED(!is_off || lb_values_is_set(s->values, "mean"), LB_STATUS_USAGE,
            "format=%s says what fields are written as, and with vtk=0 none are; vtk=N writes them "
            "every N steps, and without vtk= there is one at the end",
            list);
    LB_OK(lb_word_list_check(list, "format", err));
    while (lb_word_list_next(&list, word)) {
        LB_OK(lb_suggest_find(word, formats, "format", "file format", &which, err));
        out->formats |= 1u << which;
    }
    return LB_STATUS_OK;
}

static enum lb_status choose_units(const struct lb_output_services *s, struct lb_field_units *out,
                                   struct lb_error *err)
{
    static const char *const names[] = {"cells", "si", "length", NULL};
    const char *word = lb_values_text(s->values, "vtk-units");
    const struct lb_plan *plan = s->plan;
    size_t which = 0;
    *out = (struct lb_field_units){.spacing = 0.0};
    if (word[0] != '\0') LB_OK(lb_suggest_find(word, names, "vtk-units", "unit", &which, err));
    if (which == 0) return LB_STATUS_OK;
    LB_NEED(which != 1 || (plan->cell_si > 0.0 && plan->step_si > 0.0), LB_STATUS_USAGE,
            "vtk-units=si: this case does not say how many metres a cell and how many seconds a "
            "step has");
    LB_NEED(which != 2 || plan->length > 0.0, LB_STATUS_USAGE,
            "vtk-units=length: %s has no length of its own to divide by", s->setup->name);
    memcpy(out->corner, plan->corner, sizeof out->corner);
    out->spacing = which == 1 ? plan->cell_si : 1.0 / plan->length;
    if (which == 2) return LB_STATUS_OK;
    out->cell = plan->cell_si;
    out->step = plan->step_si;
    out->rho0 = plan->density_si;
    out->range = plan->range;
    out->middle = plan->middle;
    return LB_STATUS_OK;
}

/* As many numbers as there are dimensions; `has`: it is given. */
static enum lb_status read_place(const struct lb_output_services *s, const char *key, double out[3],
                                 bool *has, struct lb_error *err)
{
    const char *text = lb_values_text(s->values, key), *part = text;
    const int dimensions = s->c->lattice->dimensions;
    int count = 0;
    *has = text[0] != '\0';
    while (*has && count < dimensions) {
        const size_t length = strcspn(part, ",");
        const bool is_last = part[length] == '\0';
        if (!lb_number_parse(part, length, &out[count]) || is_last != (count == dimensions - 1))
            break;
        count++;
        part += length + !is_last;
    }
    LB_NEED(!*has || count == dimensions, LB_STATUS_USAGE,
            "%s=%s: %d numbers with commas between them are needed", key, text, dimensions);
    return LB_STATUS_OK;
}

/* What is asked for beyond the box is not there. */
static void warn_beyond(const struct lb_output_services *s, const struct lb_field_units *u,
                        const char *key, int axis, double place)
{
    const double cell = lb_field_unit(u->spacing), low = -u->corner[axis] * cell,
                 high = (s->c->size[axis] - u->corner[axis]) * cell;
    if (place >= low - 1e-6 * cell && place <= high + 1e-6 * cell) return;
    s->warn(s->run,
            "%s=%s is %.6g along %c, and the box goes from %.6g to %.6g there: the files end with "
            "it",
            key, lb_values_text(s->values, key), place, "xyz"[axis], low, high);
}

/* Places in the units of the files; without them all of the box. */
static enum lb_status choose_cells(const struct lb_output_services *s, struct lb_chosen_fields *out,
                                   struct lb_error *err)
{
    const uint32_t *size = s->c->size;
    const double cell = lb_field_unit(out->units.spacing);
    double from[3] = {0.0}, to[3] = {0.0};
    bool has_from, has_to;
    LB_OK(read_place(s, "vtk-from", from, &has_from, err));
    LB_OK(read_place(s, "vtk-to", to, &has_to, err));
    out->some = (struct lb_vtk_choice){.stride = 0};
    const uint32_t stride = (uint32_t)lb_values_count(s->values, "vtk-stride");
    if (!has_from && !has_to && stride <= 1) return LB_STATUS_OK;
    out->some.stride = stride > 1 ? stride : 1;
    for (int a = 0; a < 3; a++) {
        const bool is_flat = a == 2 && s->c->lattice->dimensions == 2;
        const double low = has_from ? from[a] / cell + out->units.corner[a] : 0.0;
        const double high = has_to ? to[a] / cell + out->units.corner[a] : size[a];
        out->some.begin[a] = is_flat ? 0 : (uint32_t)fmin(size[a], fmax(0.0, floor(low + 1e-6)));
        out->some.end[a] =
            is_flat ? size[a] : (uint32_t)fmin(size[a], fmax(0.0, ceil(high - 1e-6)));
        LB_NEED(out->some.begin[a] < out->some.end[a], LB_STATUS_USAGE,
                "vtk-from=%s and vtk-to=%s leave no cell of the box along %c",
                lb_values_text(s->values, "vtk-from"), lb_values_text(s->values, "vtk-to"),
                "xyz"[a]);
        if (has_from && !is_flat) warn_beyond(s, &out->units, "vtk-from", a, from[a]);
        if (has_to && !is_flat) warn_beyond(s, &out->units, "vtk-to", a, to[a]);
    }
    out->in_parts = false;
    return LB_STATUS_OK;
}

enum lb_status lb_chosen_fields_read(const struct lb_output_services *s,
                                     struct lb_chosen_fields *out, struct lb_error *err)
{
    static const char *const files[] = {"parts", "one", NULL};
    size_t which = 0;
    const char *word = lb_values_text(s->values, "vtk-files");
    if (word[0] != '\0')
        LB_OK(lb_suggest_find(word, files, "vtk-files", "way of writing fields", &which, err));
    /* layers of other ranks have no temperature and no fill levels */
    out->in_parts =
        which == 0 && lb_peers_count(s->world) > 1 && s->c->heat == NULL && !s->c->surface.exists;
    LB_OK(choose_formats(s, out, err));
    LB_OK(choose_units(s, &out->units, err));
    LB_OK(choose_cells(s, out, err));
    return lb_field_choose(lb_values_text(s->values, "fields"), "fields", lb_flow_has(s->c),
                           out->fields, err);
}

struct lb_vtk_choice lb_chosen_cells(const struct lb_chosen_fields *chosen,
                                     const struct lb_field_source *source)
{
    const uint32_t *size = source->size;
    if (chosen->some.stride > 0) return chosen->some;
    return (struct lb_vtk_choice){{0, 0, 0}, {size[0], size[1], size[2]}, 1};
}

static enum lb_status write_in_parts(struct lb_output_services *s,
                                     const struct lb_chosen_fields *chosen,
                                     const struct lb_field_source *source,
                                     const struct lb_own_fields *own, const char *stem,
                                     const char *name, struct lb_error *err)
{
    char part[LB_OUTPUT_NAME_SIZE];
    LB_OK(lb_field_files_write(source, chosen->fields, s->place, own, s->folder, stem, err));
    LB_OK(s->add_file(s->run, name, err));
    for (int rank = 0; rank < lb_peers_count(s->world); rank++) {
        lb_field_part_name(stem, rank, part, sizeof part);
        LB_OK(s->add_file(s->run, part, err));
    }
    return LB_STATUS_OK;
}

enum lb_status lb_chosen_fields_write(struct lb_output_services *s,
                                      const struct lb_chosen_fields *chosen,
                                      const struct lb_field_source *source,
                                      const struct lb_own_fields *own, const char *stem,
                                      char name[LB_OUTPUT_NAME_SIZE], struct lb_error *err)
{
    char path[LB_PATH_SIZE];
    struct lb_field_source there = *source;
    there.units = chosen->units;
    snprintf(name, LB_OUTPUT_NAME_SIZE, "%.50s.%s", stem, chosen->in_parts ? "pvti" : "vti");
    if (chosen->in_parts) return write_in_parts(s, chosen, &there, own, stem, name, err);
    LB_OK(lb_output_path(s, name, path, err));
    LB_OK(chosen->some.stride > 0
              ? lb_vtk_write_choice(&there, chosen->fields, &chosen->some, path, err)
              : lb_vtk_write_fields(&there, chosen->fields, path, err));
    lb_field_files_remove(s->folder, stem);
    return s->add_file(s->run, name, err);
}

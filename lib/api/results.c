/* results.c - what has become of a flow: fields, forces, sums, files.
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/api_internal.h"
#include "io/file.h"
#include "io/vtk.h"
#include "opencl/device.h"
#include "peers/peers.h"

static enum lb_status read_cells(void *context, const uint32_t begin[3], const uint32_t end[3],
                                 double *rho, double *u, double *fill, struct lb_error *err)
{
    struct sluice *s = context;
    const struct lb_region region = {{begin[0], begin[1], begin[2]}, {end[0], end[1], end[2]}};
    if (rho != NULL || u != NULL) LB_OK(lb_solver_read(s->solver, &region, rho, u, err));
    return fill != NULL ? lb_solver_read_fill(s->solver, &region, fill, err) : LB_STATUS_OK;
}

/* Flags of all cells now, for free(); *out is NULL where all are fluid. */
static enum lb_status read_flags(struct sluice *s, uint8_t **out, struct lb_error *err)
{
    const uint64_t cells = lb_case_cell_count(&s->c);
    const uint8_t *start = lb_solver_flags(s->solver);
    *out = NULL;
    if (start == NULL && !s->c.surface.exists) return LB_STATUS_OK;
    *out = calloc(cells, 1);
    LB_NEED(*out != NULL, LB_STATUS_FAILED, "out of memory for the flags of %llu cells",
            (unsigned long long)cells);
    if (start != NULL) memcpy(*out, start, cells);
    return s->c.surface.exists ? lb_solver_add_sides(s->solver, *out, err) : LB_STATUS_OK;
}

static struct lb_field_source source_of(struct sluice *s, const uint8_t *flags)
{
    struct lb_field_source source = {.step = lb_solver_step(s->solver),
                                     .double_precision = s->c.arithmetic == LB_ARITHMETIC_FP64,
                                     .has_fill = s->c.surface.exists,
                                     .flags = flags,
                                     .read = read_cells,
                                     .context = s};
    memcpy(source.size, s->c.size, sizeof source.size);
    return source;
}

static enum lb_status check_region(const struct sluice *s, const sluice_region *region,
                                   struct lb_region *out, struct lb_error *err)
{
    const uint32_t *size = s->c.size;
    *out = (struct lb_region){{0, 0, 0}, {size[0], size[1], size[2]}};
    if (region == NULL) return LB_STATUS_OK;
    for (int a = 0; a < 3; a++) {
        LB_NEED(region->begin[a] < region->end[a] && region->end[a] <= size[a], LB_STATUS_USAGE,
                "the region from %u to %u along axis %d is empty or reaches beyond the box, which "
                "has %u cells there",
                region->begin[a], region->end[a], a, size[a]);
        out->begin[a] = region->begin[a];
        out->end[a] = region->end[a];
    }
    return LB_STATUS_OK;
}

/* A field that is computed from others, layer by layer along z. */
static enum lb_status compute_field(struct sluice *s, const struct lb_field *field,
                                    const struct lb_region *region, double *out,
                                    struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    uint8_t *flags = NULL;
    struct lb_field_piece piece = {0};
    if ((st = read_flags(s, &flags, err)) != LB_STATUS_OK) return st;
    const struct lb_field_source source = source_of(s, flags);
    for (uint32_t z = region->begin[2]; z < region->end[2]; z++) {
        const bool deep = (field->needs & LB_FIELD_AROUND) != 0 && s->c.lattice->dimensions == 3;
        piece = (struct lb_field_piece){.source = &source,
                                        .begin = {0, 0, (int64_t)z - deep},
                                        .count = {s->c.size[0], s->c.size[1], 1 + 2u * deep},
                                        .is_periodic = true};
        LB_TRY(lb_field_read(&piece, field->needs, err));
        for (uint32_t y = region->begin[1]; y < region->end[1]; y++)
            for (uint32_t x = region->begin[0]; x < region->end[0]; x++) {
                field->at(&piece, (const uint32_t[3]){x, y, z}, out);
                out += field->components;
            }
        lb_field_discard(&piece);
    }
cleanup:
    lb_field_discard(&piece);
    free(flags);
    return st;
}

static enum lb_status get(struct sluice *s, const char *name, const sluice_region *region,
                          double *out, struct lb_error *err)
{
    struct lb_region own;
    char known[512];
    LB_OK(lb_api_need_started(s, "sluice_get", err));
    LB_OK(lb_api_need_given(name, "sluice_get", "`field`", err));
    LB_OK(lb_api_need_given(out, "sluice_get", "`out`", err));
    LB_OK(check_region(s, region, &own, err));
    if (strcmp(name, "density") == 0) return lb_solver_read(s->solver, &own, out, NULL, err);
    if (strcmp(name, "velocity") == 0) return lb_solver_read(s->solver, &own, NULL, out, err);
    const struct lb_field *field = lb_field_find(name);
    sluice_choices("field", known, sizeof known);
    LB_NEED(field != NULL, LB_STATUS_USAGE, "there is no field '%s'; known: %s", name, known);
    LB_NEED((field->needs & LB_FIELD_FILL) == 0 || s->c.surface.exists, LB_STATUS_USAGE,
            "field '%s': the flow has no surface", name);
    return compute_field(s, field, &own, out, err);
}

sluice_status sluice_get(sluice *s, const char *field, const sluice_region *region, double *out,
                         sluice_error *error)
{
    struct lb_error err = {0};
    return lb_api_report(get(s, field, region, out, &err), &err, error);
}

sluice_status sluice_get_markers(sluice *s, double *position, double *force, sluice_error *error)
{
    struct lb_error err = {0};
    enum lb_status st = lb_api_need_started(s, "sluice_get_markers", &err);
    if (st == LB_STATUS_OK && s->c.markers == NULL)
        st = lb_fail(&err, LB_STATUS_USAGE, "sluice_get_markers: the flow has no markers");
    if (st == LB_STATUS_OK) st = lb_solver_read_markers(s->solver, position, force, &err);
    return lb_api_report(st, &err, error);
}

static enum lb_status get_force(struct sluice *s, int body, sluice_force *out, struct lb_error *err)
{
    LB_OK(lb_api_need_started(s, "sluice_get_force", err));
    LB_OK(lb_api_need_given(out, "sluice_get_force", "`out`", err));
    LB_NEED(body >= -1 && body < s->c.body_count, LB_STATUS_USAGE,
            "there is no body %d; the flow has %d, numbered from 0", body, s->c.body_count);
    struct lb_link_force *groups = calloc(lb_case_force_groups(&s->c), sizeof *groups);
    LB_NEED(groups != NULL, LB_STATUS_FAILED, "out of memory for forces");
    const enum lb_status st = lb_solver_forces(s->solver, groups, NULL, err);
    if (st == LB_STATUS_OK) {
        memcpy(out->force, groups[body + 1].force, sizeof out->force);
        memcpy(out->moment, groups[body + 1].moment, sizeof out->moment);
    }
    free(groups);
    return st;
}

sluice_status sluice_get_force(sluice *s, int body, sluice_force *out, sluice_error *error)
{
    struct lb_error err = {0};
    return lb_api_report(get_force(s, body, out, &err), &err, error);
}

sluice_status sluice_get_sums(sluice *s, sluice_sums *out, sluice_error *error)
{
    struct lb_error err = {0};
    struct lb_survey survey = {0};
    enum lb_status st = lb_api_need_started(s, "sluice_get_sums", &err);
    if (st == LB_STATUS_OK) st = lb_api_need_given(out, "sluice_get_sums", "`out`", &err);
    if (st == LB_STATUS_OK) st = lb_solver_survey(s->solver, &survey, &err);
    if (st == LB_STATUS_OK)
        *out =
            (sluice_sums){.fluid_cells = survey.fluid_cells,
                          .excess_mass = survey.excess_mass,
                          .momentum = {survey.momentum[0], survey.momentum[1], survey.momentum[2]},
                          .energy = survey.energy,
                          .density_min = survey.density_min,
                          .density_max = survey.density_max,
                          .speed_max = survey.speed_max,
                          .not_finite = survey.non_finite,
                          .surface_mass = lb_surface_survey_mass(&survey.surface)};
    return lb_api_report(st, &err, error);
}

sluice_status sluice_get_info(const sluice *s, sluice_info *out, sluice_error *error)
{
    struct lb_error err = {0};
    enum lb_status st = lb_api_need_started(s, "sluice_get_info", &err);
    if (st == LB_STATUS_OK) st = lb_api_need_given(out, "sluice_get_info", "`out`", &err);
    if (st == LB_STATUS_OK) {
        *out = (sluice_info){.dimensions = s->c.lattice->dimensions,
                             .device_bytes = lb_solver_device_bytes(s->solver),
                             .lanes = lb_solver_lanes(s->solver),
                             .rank = lb_peers_rank(s->world),
                             .ranks = lb_peers_count(s->world)};
        for (int a = 0; a < 3; a++) {
            out->size[a] = s->c.size[a];
            out->begin[a] = s->place.origin[a];
            out->end[a] = s->place.origin[a] + s->place.size[a];
        }
        snprintf(out->device, sizeof out->device, "%s", lb_device_get_info(s->device)->name);
        lb_case_precision_name(&s->c, out->precision, sizeof out->precision);
    }
    return lb_api_report(st, &err, error);
}

/* All ranks read, the first one writes. */
static enum lb_status write_vtk(struct sluice *s, const char *path, const char *list,
                                struct lb_error *err)
{
    const struct lb_field *fields[LB_MAX_FIELDS + 1];
    uint8_t *flags = NULL;
    LB_OK(lb_api_need_started(s, "sluice_write_vtk", err));
    LB_OK(lb_api_need_given(path, "sluice_write_vtk", "`path`", err));
    const size_t length = strlen(path);
    LB_NEED(length > 4 && strcmp(path + length - 4, ".vti") == 0, LB_STATUS_USAGE,
            "sluice_write_vtk: '%s' must end with .vti", path);
    const unsigned fill = s->c.surface.exists ? LB_FIELD_FILL : 0,
                   flags_too = fill != 0 || s->c.cell_kinds != 0 ? LB_FIELD_FLAGS : 0;
    LB_OK(lb_field_choose(list, "fields", fill | flags_too, fields, err));
    LB_OK(lb_peers_agree(s->world, read_flags(s, &flags, err), err));
    const struct lb_field_source source = source_of(s, flags);
    const bool were_left = lb_files_are_left();
    lb_files_leave_to_others(were_left || !lb_peers_is_first(s->world));
    enum lb_status st = lb_vtk_write_fields(&source, fields, path, err);
    lb_files_leave_to_others(were_left);
    free(flags);
    return lb_peers_agree(s->world, st, err);
}

sluice_status sluice_write_vtk(sluice *s, const char *path, const char *fields, sluice_error *error)
{
    struct lb_error err = {0};
    return lb_api_report(write_vtk(s, path, fields, &err), &err, error);
}

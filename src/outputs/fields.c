/* fields.c - fields every vtk=N steps as .vti files, with their index; of a case that is only
 * looked at, the kinds of its cells.
 * SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/host.h"
#include "output/flow_fields.h"
#include "output/schedule.h"
#include "peers/peers.h"

struct fields {
    struct lb_output_services *s;
    struct lb_schedule schedule;
    struct lb_chosen_fields chosen;
    struct lb_vtk_series *pvd; /* NULL: no file yet */
};

static const char index_name[] = "fields.pvd";

static enum lb_status choose(struct lb_output_services *s, void **output, struct lb_error *err)
{
    struct fields *f = calloc(1, sizeof *f);
    LB_NEED(f != NULL, LB_STATUS_FAILED, "no memory for the choice of fields");
    *output = f;
    f->s = s;
    lb_schedule_read(&f->schedule, s->values, "vtk", s->plan->has_field);
    return lb_chosen_fields_read(s, &f->chosen, err);
}

static bool is_wanted(const struct fields *f)
{
    return (f->chosen.formats & LB_FIELDS_AS_VTI) != 0;
}

static uint64_t due(const void *output, uint64_t step)
{
    const struct fields *f = output;
    return is_wanted(f) ? lb_schedule_due(&f->schedule, step) : UINT64_MAX;
}

static enum lb_status write_files(struct fields *f, struct lb_error *err)
{
    char stem[LB_OUTPUT_NAME_SIZE], name[LB_OUTPUT_NAME_SIZE];
    const struct lb_field_source source = lb_flow_source(f->s);
    const struct lb_own_fields own = lb_flow_own(f->s);
    snprintf(stem, sizeof stem, "field-%09llu", (unsigned long long)source.step);
    LB_OK(lb_chosen_fields_write(f->s, &f->chosen, &source, &own, stem, name, err));
    const double step = f->chosen.units.step > 0.0 ? f->chosen.units.step : 1.0;
    return lb_output_index(f->s, &f->pvd, index_name, name, step * (double)source.step, err);
}

static enum lb_status write_now(void *output, struct lb_error *err)
{
    struct fields *f = output;
    struct lb_error own = {0};
    if (!is_wanted(f) || !lb_schedule_is_open(&f->schedule, f->s)) return LB_STATUS_OK;
    LB_OK(f->s->optional(f->s->run, write_files(f, &own), &own, err));
    lb_schedule_mark(&f->schedule, f->s);
    return LB_STATUS_OK;
}

/* Where vtk=N asks for more than the last. */
static enum lb_status write_start(void *output, struct lb_error *err)
{
    const struct fields *f = output;
    return f->schedule.every > 0 ? write_now(output, err) : LB_STATUS_OK;
}

static void fill_flags(const struct lb_case *c, uint8_t *flags)
{
    for (uint32_t z = 0; z < c->size[2]; z++)
        for (uint32_t y = 0; y < c->size[1]; y++)
            for (uint32_t x = 0; x < c->size[0]; x++) {
                struct lb_cell cell = {.rho = 1.0, .fill = 1.0};
                c->start(c->start_state, x, y, z, &cell);
                *flags++ = cell.flags;
            }
}

/* cells.vti: the flags that cells would start with. */
static enum lb_status write_cells(struct lb_output_services *s, struct lb_field_units units,
                                  struct lb_error *err)
{
    const struct lb_case *c = s->c;
    const struct lb_field *fields[] = {lb_field_find("flags"), NULL};
    char path[LB_PATH_SIZE];
    const uint64_t cells = lb_case_cell_count(c);
    uint8_t *flags = cells < lb_memory_available() ? malloc((size_t)cells) : NULL;
    LB_NEED(flags != NULL, LB_STATUS_FAILED, "no memory for the flags of %" PRIu64 " cells", cells);
    fill_flags(c, flags);
    const struct lb_field_source source = {
        .size = {c->size[0], c->size[1], c->size[2]}, .flags = flags, .units = units};
    enum lb_status st = lb_output_path(s, "cells.vti", path, err);
    if (st == LB_STATUS_OK) st = lb_vtk_write_fields(&source, fields, path, err);
    if (st == LB_STATUS_OK) st = s->add_file(s->run, "cells.vti", err);
    free(flags);
    return st;
}

static enum lb_status look(void *output, struct lb_error *err)
{
    const struct fields *f = output;
    const bool is_asked_for = f->schedule.given && f->schedule.wanted;
    return is_asked_for && lb_peers_is_first(f->s->world) ? write_cells(f->s, f->chosen.units, err)
                                                          : LB_STATUS_OK;
}

static enum lb_status archive(void *output, struct lb_archive *a, struct lb_error *err)
{
    struct fields *f = output;
    LB_OK(lb_schedule_archive(&f->schedule, a, "fields", err));
    return lb_output_archive_index(f->s, a, "fields.index", index_name, &f->pvd, err);
}

static void close_fields(void *output)
{
    struct fields *f = output;
    lb_vtk_series_destroy(f->pvd);
    free(f);
}

static const struct lb_parameter parameters[] = {
    {"vtk", LB_PARAMETER_COUNT, "steps", NULL, NULL, 0, 1e15,
     "steps between .vti files, and .vtp files of surfaces and points; 0: none; default: one at "
     "the end, or the setup's own"},
    {"fields", LB_PARAMETER_TEXT, "1", NULL, NULL, 0, 0,
     "names of fields for .vti files, separated by commas: density,vorticity; default: "
     "density, velocity, fill, flags"},
    {"format", LB_PARAMETER_TEXT, "1", NULL, NULL, 0, 0,
     "vti (default): a file for ParaView at each of those steps; vtkhdf: fields.vtkhdf, all of "
     "them in "
     "one; zarr: fields.zarr, arrays over time and space for xarray, dask and napari; or several: "
     "vti,zarr"},
    {"vtk-files", LB_PARAMETER_TEXT, "1", NULL, NULL, 0, 0,
     "parts (default): on several devices, a .vti of each and a .pvti that lists them; "
     "one: a single .vti, as on one device"},
    {"vtk-from", LB_PARAMETER_TEXT, "1", NULL, NULL, 0, 0,
     "x,y,z, in vtk-units: lowest corner of the part of the box that is in .vti files; without it "
     "the "
     "box's"},
    {"vtk-to", LB_PARAMETER_TEXT, "1", NULL, NULL, 0, 0, "its highest corner"},
    {"vtk-stride", LB_PARAMETER_COUNT, "cells", "1", NULL, 1, 1e6,
     "every so many cells along each axis are in .vti files"},
    {"vtk-units", LB_PARAMETER_TEXT, "1", NULL, NULL, 0, 0,
     "units of .vti files: cells (default) and steps; si: metres, m/s, Pa and seconds, where the "
     "case knows them; length: coordinates alone, in what picture-axes=length divides by"},
    {0}};

const struct lb_output lb_output_fields = {
    .name = "fields",
    .parameters = parameters,
    .place = 10,
    .beside_case = (const char *const[]){"vtk", "format", "vtk-from", "vtk-to", "vtk-stride",
                                         "vtk-units", NULL},
    .files = (const char *const[]){"fields.pvd", "field-#.vti", "field-#.pvti", "cells.vti", NULL},
    .choose = choose,
    .due = due,
    .at = {[LB_OUTPUT_LOOK] = look,
           [LB_OUTPUT_START] = write_start,
           [LB_OUTPUT_STEP] = write_now,
           [LB_OUTPUT_END] = write_now,
           [LB_OUTPUT_DIVERGED] = write_now},
    .archive = archive,
    .close = close_fields,
};

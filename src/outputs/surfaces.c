/* surfaces.c - surfaces and points of a run: .vtp files every vtk=N steps, and the free surface
 * itself.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/isosurface.h"
#include "output/output_files.h"
#include "outputs/outputs.h"
#include "output/schedule.h"

enum { MAX_POINTS = 8, KEY_SIZE = 96 }; /* names of .vtp files */

/* The index of the .vtp files of one name. */
struct points {
    char name[LB_OUTPUT_NAME_SIZE];
    struct lb_vtk_series *pvd;
};

struct surfaces {
    struct lb_output_services *s;
    struct lb_schedule schedule;
    struct points points[MAX_POINTS];
    int count;
};

static enum lb_status choose(struct lb_output_services *s, void **output, struct lb_error *err)
{
    struct surfaces *f = calloc(1, sizeof *f);
    LB_NEED(f != NULL, LB_STATUS_FAILED, "no memory for the choice of surfaces");
    *output = f;
    f->s = s;
    lb_schedule_read(&f->schedule, s->values, "vtk", s->plan->has_field);
    if (!f->schedule.given) f->schedule.every = s->plan->surfaces_every;
    if (!s->c->surface.exists && s->setup->write_surfaces == NULL) f->schedule.wanted = false;
    return LB_STATUS_OK;
}

static uint64_t due(const void *output, uint64_t step)
{
    return lb_schedule_due(&((const struct surfaces *)output)->schedule, step);
}

/* --- points ----------------------------------------------------------------------------------- */

static void name_index(const char *name, char out[LB_OUTPUT_NAME_SIZE])
{
    snprintf(out, LB_OUTPUT_NAME_SIZE, "%.40s.pvd", name);
}

static enum lb_status find_points(struct surfaces *f, const char *name, struct points **out,
                                  struct lb_error *err)
{
    for (int n = 0; n < f->count; n++) {
        *out = &f->points[n];
        if (strncmp((*out)->name, name, sizeof(*out)->name) == 0) return LB_STATUS_OK;
    }
    LB_NEED(f->count < MAX_POINTS, LB_STATUS_FAILED,
            "'%s' would be the %dth name of .vtp files of a run; there may be %d", name,
            f->count + 1, MAX_POINTS);
    *out = &f->points[f->count];
    snprintf((*out)->name, sizeof(*out)->name, "%s", name);
    return LB_STATUS_OK;
}

static enum lb_status write_points(struct surfaces *f, const char *name,
                                   const struct lb_points_view *view, struct lb_error *err)
{
    char file[LB_OUTPUT_NAME_SIZE], index[LB_OUTPUT_NAME_SIZE], path[LB_PATH_SIZE];
    struct points *points;
    snprintf(file, sizeof file, "%.40s-%09llu.vtp", name, (unsigned long long)view->step);
    LB_OK(lb_output_path(f->s, file, path, err));
    LB_OK(lb_vtp_write(view, path, err));
    LB_OK(f->s->add_file(f->s->run, file, err));
    LB_OK(find_points(f, name, &points, err));
    name_index(name, index);
    const enum lb_status st =
        lb_output_index(f->s, &points->pvd, index, file, (double)view->step, err);
    if (points->pvd != NULL && points == &f->points[f->count]) f->count++;
    return st;
}

static enum lb_status write_optional_points(struct surfaces *f, const char *name,
                                            const struct lb_points_view *view, struct lb_error *err)
{
    struct lb_error own = {0};
    return f->s->optional(f->s->run, write_points(f, name, view, &own), &own, err);
}

enum lb_status lb_surfaces_write_points(struct lb_outputs *o, const char *name,
                                        const struct lb_points_view *view, struct lb_error *err)
{
    return write_optional_points(lb_outputs_find(o, &lb_output_surfaces), name, view, err);
}

/* --- the free surface ------------------------------------------------------------------------- */

static enum lb_status read_layer(void *source, uint32_t z, double *out, struct lb_error *err)
{
    const struct lb_output_services *s = source;
    const uint32_t *size = s->c->size;
    const struct lb_region layer = {{0, 0, z}, {size[0], size[1], z + 1}};
    const size_t cells = (size_t)size[0] * size[1];
    const uint8_t *flags = lb_solver_flags(s->solver);
    LB_OK(lb_solver_read_fill(s->solver, &layer, out, err));
    for (size_t n = 0; flags != NULL && n < cells; n++)
        if ((flags[z * cells + n] & LB_CELL_SOLID) != 0) out[n] = (double)NAN;
    return LB_STATUS_OK;
}

enum lb_status lb_surfaces_find(struct lb_output_services *s, bool is_closed, struct lb_mesh *out,
                                struct lb_error *err)
{
    const uint32_t *size = s->c->size;
    const struct lb_isosurface iso = {.size = {size[0], size[1], size[2]},
                                      .level = 0.5,
                                      .is_closed = is_closed,
                                      .layer = read_layer,
                                      .source = s};
    return lb_isosurface_create(&iso, out, err);
}

static enum lb_status write_surface(struct surfaces *f, struct lb_error *err)
{
    struct lb_output_services *s = f->s;
    enum lb_status st = LB_STATUS_OK;
    struct lb_mesh mesh = {0};
    if (!s->c->surface.exists || s->c->lattice->dimensions != 3) return LB_STATUS_OK;
    LB_TRY(lb_surfaces_find(s, false, &mesh, err));
    const struct lb_points_view view = {.point_count = mesh.node_count,
                                        .triangle_count = mesh.triangle_count,
                                        .position = mesh.position,
                                        .corner = mesh.corner,
                                        .step = s->step(s->run)};
    LB_TRY(write_optional_points(f, "surface", &view, err));
cleanup:
    lb_mesh_free(&mesh);
    return st;
}

enum lb_status lb_surfaces_write(struct lb_outputs *o, struct lb_error *err)
{
    return write_surface(lb_outputs_find(o, &lb_output_surfaces), err);
}

static enum lb_status write_now(void *output, struct lb_error *err)
{
    struct surfaces *f = output;
    const struct lb_setup *setup = f->s->setup;
    if (!lb_schedule_is_open(&f->schedule, f->s)) return LB_STATUS_OK;
    LB_OK(setup->write_surfaces != NULL ? setup->write_surfaces(f->s->state, f->s->run, err)
                                        : write_surface(f, err));
    lb_schedule_mark(&f->schedule, f->s);
    return LB_STATUS_OK;
}

static enum lb_status write_start(void *output, struct lb_error *err)
{
    const struct surfaces *f = output;
    const bool has_more = f->s->setup->write_surfaces != NULL || f->schedule.every > 0;
    return has_more ? write_now(output, err) : LB_STATUS_OK;
}

/* --- life ------------------------------------------------------------------------------------- */

static enum lb_status archive_points(struct surfaces *f, struct lb_archive *a, int n,
                                     struct lb_error *err)
{
    char key[KEY_SIZE], entries[KEY_SIZE], index[LB_OUTPUT_NAME_SIZE];
    struct points *points = &f->points[n];
    snprintf(key, sizeof key, "points.%d", n);
    snprintf(entries, sizeof entries, "points.%d.index", n);
    if (lb_archive_loads(a)) {
        LB_NEED(lb_archive_find(a, entries) != NULL, LB_STATUS_FAILED,
                "the checkpoint has no index of its points '%s'", lb_archive_find(a, key));
        LB_NEED(strchr(lb_archive_find(a, key), '/') == NULL, LB_STATUS_FAILED,
                "the checkpoint's points '%s' are no name of a file", lb_archive_find(a, key));
        snprintf(points->name, sizeof points->name, "%.40s", lb_archive_find(a, key));
        f->count = n + 1;
    } else {
        char *name = points->name;
        LB_OK(lb_archive_text(a, key, &name, err));
    }
    name_index(points->name, index);
    return lb_output_archive_index(f->s, a, entries, index, &points->pvd, err);
}

static enum lb_status archive(void *output, struct lb_archive *a, struct lb_error *err)
{
    struct surfaces *f = output;
    char key[KEY_SIZE];
    LB_OK(lb_schedule_archive(&f->schedule, a, "surfaces", err));
    for (int n = 0; n < (lb_archive_loads(a) ? MAX_POINTS : f->count); n++) {
        snprintf(key, sizeof key, "points.%d", n);
        if (lb_archive_loads(a) && lb_archive_find(a, key) == NULL) break;
        LB_OK(archive_points(f, a, n, err));
    }
    return LB_STATUS_OK;
}

static void close_surfaces(void *output)
{
    struct surfaces *f = output;
    for (int n = 0; n < f->count; n++)
        lb_vtk_series_destroy(f->points[n].pvd);
    free(f);
}

const struct lb_output lb_output_surfaces = {
    .name = "surfaces",
    .files = (const char *const[]){"surface.pvd", "surface-#.vtp", NULL},
    .choose = choose,
    .due = due,
    .at = {[LB_OUTPUT_START] = write_start,
           [LB_OUTPUT_STEP] = write_now,
           [LB_OUTPUT_END] = write_now,
           [LB_OUTPUT_DIVERGED] = write_now},
    .archive = archive,
    .close = close_surfaces,
};

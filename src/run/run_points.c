/* run_points.c - surfaces and points of a run: .vtp files, and the free surface itself.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "geometry/isosurface.h"
#include "run/run_internal.h"

static struct lb_run_points *find_points(struct lb_run *run, const char *name)
{
    for (int n = 0; n < run->points_count; n++)
        if (strncmp(run->points[n].name, name, sizeof run->points[n].name) == 0)
            return &run->points[n];
    return NULL;
}

static enum lb_status open_points(struct lb_run *run, const char *name, struct lb_run_points **out,
                                  struct lb_error *err)
{
    char index[LB_RUN_NAME_SIZE], path[LB_PATH_SIZE];
    LB_NEED(run->points_count < LB_RUN_MAX_POINTS, LB_STATUS_FAILED,
            "'%s' would be the %dth name of .vtp files of a run; there may be %d", name,
            run->points_count + 1, LB_RUN_MAX_POINTS);
    struct lb_run_points *points = &run->points[run->points_count];
    snprintf(points->name, sizeof points->name, "%s", name);
    snprintf(index, sizeof index, "%.40s.pvd", name);
    LB_OK(lb_run_path(run, index, path, err));
    LB_OK(lb_vtk_series_create(path, &points->pvd, err));
    run->points_count++;
    *out = points;
    return LB_STATUS_OK;
}

static enum lb_status write_points(struct lb_run *run, const char *name,
                                   const struct lb_points_view *view, struct lb_error *err)
{
    char file[LB_RUN_NAME_SIZE], index[LB_RUN_NAME_SIZE], path[LB_PATH_SIZE];
    struct lb_run_points *points = find_points(run, name);
    snprintf(file, sizeof file, "%.40s-%09llu.vtp", name, (unsigned long long)view->step);
    snprintf(index, sizeof index, "%.40s.pvd", name);
    LB_OK(lb_run_path(run, file, path, err));
    LB_OK(lb_vtp_write(view, path, err));
    LB_OK(lb_run_add_file(run, file, err));
    if (points == NULL) LB_OK(open_points(run, name, &points, err));
    LB_OK(lb_vtk_series_add(points->pvd, (double)view->step, file, err));
    return lb_run_add_file(run, index, err);
}

enum lb_status lb_run_write_points(struct lb_run *run, const char *name,
                                   const struct lb_points_view *view, struct lb_error *err)
{
    struct lb_error own = {0};
    return lb_run_optional(run, write_points(run, name, view, &own), &own, err);
}

/* --- the free surface ------------------------------------------------------------------------- */

static enum lb_status read_layer(void *source, uint32_t z, double *out, struct lb_error *err)
{
    const struct lb_run *run = source;
    const uint32_t *size = run->c.size;
    const struct lb_region layer = {{0, 0, z}, {size[0], size[1], z + 1}};
    const size_t cells = (size_t)size[0] * size[1];
    const uint8_t *flags = lb_solver_flags(run->solver);
    LB_OK(lb_solver_read_fill(run->solver, &layer, out, err));
    for (size_t n = 0; flags != NULL && n < cells; n++)
        if ((flags[z * cells + n] & LB_CELL_SOLID) != 0) out[n] = (double)NAN;
    return LB_STATUS_OK;
}

enum lb_status lb_run_surface(struct lb_run *run, bool is_closed, struct lb_mesh *out,
                              struct lb_error *err)
{
    const uint32_t *size = run->c.size;
    const struct lb_isosurface iso = {.size = {size[0], size[1], size[2]},
                                      .level = 0.5,
                                      .is_closed = is_closed,
                                      .layer = read_layer,
                                      .source = run};
    return lb_isosurface_create(&iso, out, err);
}

enum lb_status lb_run_write_surface(struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_mesh mesh = {0};
    if (!run->c.surface.exists || run->c.lattice->dimensions != 3) return LB_STATUS_OK;
    LB_TRY(lb_run_surface(run, false, &mesh, err));
    const struct lb_points_view view = {.point_count = mesh.node_count,
                                        .triangle_count = mesh.triangle_count,
                                        .position = mesh.position,
                                        .corner = mesh.corner,
                                        .step = lb_run_step(run)};
    LB_TRY(lb_run_write_points(run, "surface", &view, err));
cleanup:
    lb_mesh_free(&mesh);
    return st;
}

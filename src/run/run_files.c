/* run_files.c - the files of a run's output folder.
 * SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/version.h"
#include "opencl/device.h"
#include "run/case_file.h"
#include "run/run_internal.h"

/* A build without pictures leaves those out that nobody asked for by name. */
#ifdef LB_WITH_PICTURES
static const bool has_pictures = true;
#else
static const bool has_pictures = false;
#endif

enum lb_status lb_run_path(const struct lb_run *run, const char *name, char out[LB_PATH_SIZE],
                           struct lb_error *err)
{
    return lb_path_join(run->folder, name, out, LB_PATH_SIZE, err);
}

enum lb_status lb_run_add_file(struct lb_run *run, const char *name, struct lb_error *err)
{
    for (size_t i = 0; i < run->file_count; i++)
        if (strcmp(run->files[i], name) == 0) return LB_STATUS_OK; /* written anew */
    if (run->file_count == run->file_capacity) {
        size_t capacity = run->file_capacity == 0 ? 16 : 2 * run->file_capacity;
        char(*files)[LB_RUN_NAME_SIZE] = realloc(run->files, capacity * sizeof *files);
        if (files == NULL)
            return lb_fail(err, LB_STATUS_FAILED, "no memory for %zu names", capacity);
        run->files = files;
        run->file_capacity = capacity;
    }
    snprintf(run->files[run->file_count++], LB_RUN_NAME_SIZE, "%s", name);
    return LB_STATUS_OK;
}

enum lb_status lb_run_write_case(struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char path[LB_PATH_SIZE], remark[512];
    const struct lb_device_info *device = lb_device_get_info(run->device);
    snprintf(remark, sizeof remark, "sluice %s on %s", LB_VERSION, device->name);
    LB_TRY(lb_run_path(run, "case.ini", path, err));
    LB_TRY(lb_case_file_write(path, remark, &run->c, run->values, err));
    LB_TRY(lb_run_add_file(run, "case.ini", err));
cleanup:
    return st;
}

enum lb_status lb_run_write_json(struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char path[LB_PATH_SIZE];
    char *text = NULL;
    LB_TRY(lb_run_add_file(run, "run.json", err));
    LB_TRY(lb_run_path(run, "run.json", path, err));
    LB_TRY(lb_run_json(run, &text, err));
    LB_TRY(lb_text_write(path, text, err));
cleanup:
    free(text);
    return st;
}

/* Of one cell: density, velocity, and the fill level where there is a surface. */
static uint64_t snapshot_bytes(const struct lb_case *c)
{
    return (c->surface.exists ? 5 : 4) * sizeof(double);
}

struct snapshot { /* initialise with {0} */
    double *rho, *u, *fill;
    struct lb_field_view view;
};

/* Half of what is free: the system, and a driver that computes on the CPU, need theirs. */
static bool host_has_room(const struct lb_run *run)
{
    return lb_case_cell_count(&run->c) <= lb_memory_available() / 2 / snapshot_bytes(&run->c);
}

static bool is_asked(const struct lb_run_output *series)
{
    return series->given && series->wanted;
}

/* Pictures of a setup's own: unless they were refused by name. */
static bool may_draw(const struct lb_run *run)
{
    return has_pictures && (run->pictures.wanted || !run->pictures.given);
}

enum lb_status lb_run_check_output(const struct lb_run *run, struct lb_error *err)
{
    const bool asked = is_asked(&run->fields) || is_asked(&run->pictures);
    if (!asked || host_has_room(run)) return LB_STATUS_OK;
    const uint64_t cells = lb_case_cell_count(&run->c), available = lb_memory_available();
    return lb_fail(
        err, LB_STATUS_FAILED,
        "%s=%llu fetches the fields of %llu cells, which takes %.0f bytes of the host's "
        "memory; %llu are free, of which half may be taken; vtk=0 png=0 leave them out",
        is_asked(&run->fields) ? "vtk" : "png",
        (unsigned long long)(is_asked(&run->fields) ? run->fields.every : run->pictures.every),
        (unsigned long long)cells, (double)(snapshot_bytes(&run->c) * cells),
        (unsigned long long)available);
}

/* A long run shall not fail over files that nobody asked for by name. */
static void note_skipped(struct lb_run *run)
{
    const uint64_t cells = lb_case_cell_count(&run->c);
    if (run->has_skipped) return;
    run->has_skipped = true;
    snprintf(run->failure, sizeof run->failure,
             "no fields and pictures: fetching %llu cells takes %.0f bytes of the host's memory, "
             "more than half of what is free",
             (unsigned long long)cells, (double)(snapshot_bytes(&run->c) * cells));
    lb_progress_end(&run->progress);
    fprintf(stderr, "sluice: note: %s\n", run->failure);
}

static void discard(struct snapshot *s)
{
    free(s->rho);
    free(s->u);
    free(s->fill);
    *s = (struct snapshot){0};
}

static enum lb_status take_snapshot(struct lb_run *run, struct snapshot *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_case *c = &run->c;
    uint64_t cells = lb_case_cell_count(c);
    struct lb_region all = {{0, 0, 0}, {c->size[0], c->size[1], c->size[2]}};
    bool fits = cells <= SIZE_MAX / (3 * sizeof(double));
    if (fits) {
        s->rho = malloc((size_t)cells * sizeof *s->rho);
        s->u = malloc((size_t)cells * 3 * sizeof *s->u);
        if (c->surface.exists) s->fill = malloc((size_t)cells * sizeof *s->fill);
    }
    LB_REQUIRE(s->rho != NULL && s->u != NULL && (s->fill != NULL || !c->surface.exists),
               LB_STATUS_FAILED,
               "no memory to fetch the fields of %llu cells; vtk=0 png=0 leave them out",
               (unsigned long long)cells);
    LB_TRY(lb_solver_read(run->solver, &all, s->rho, s->u, err));
    if (s->fill != NULL) LB_TRY(lb_solver_read_fill(run->solver, &all, s->fill, err));
    s->view = (struct lb_field_view){.size = {c->size[0], c->size[1], c->size[2]},
                                     .step = lb_run_step(run),
                                     .rho = s->rho,
                                     .u = s->u,
                                     .flags = lb_solver_flags(run->solver),
                                     .fill = s->fill,
                                     .double_precision = c->arithmetic == LB_ARITHMETIC_FP64};
cleanup:
    return st;
}

static enum lb_status write_field(struct lb_run *run, const struct snapshot *s,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char name[LB_RUN_NAME_SIZE], path[LB_PATH_SIZE];
    snprintf(name, sizeof name, "field-%09llu.vti", (unsigned long long)s->view.step);
    LB_TRY(lb_run_path(run, name, path, err));
    LB_TRY(lb_vtk_write_field(&s->view, path, err));
    LB_TRY(lb_run_add_file(run, name, err));
    if (run->pvd == NULL) {
        LB_TRY(lb_run_path(run, "fields.pvd", path, err));
        LB_TRY(lb_vtk_series_create(path, &run->pvd, err));
    }
    LB_TRY(lb_vtk_series_add(run->pvd, (double)s->view.step, name, err));
    LB_TRY(lb_run_add_file(run, "fields.pvd", err));
cleanup:
    return st;
}

static enum lb_status draw(struct lb_run *run, const char *name, const struct lb_picture *picture,
                           const struct snapshot *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char path[LB_PATH_SIZE];
    LB_TRY(lb_run_path(run, name, path, err));
    LB_TRY(lb_picture_write(picture, &s->view, path, err));
    LB_TRY(lb_run_add_file(run, name, err));
cleanup:
    return st;
}

enum lb_status lb_run_write_picture(struct lb_run *run, const char *name,
                                    const struct lb_picture *picture, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct snapshot s = {0};
    if (!may_draw(run)) return LB_STATUS_OK;
    if (!is_asked(&run->pictures) && !host_has_room(run)) {
        note_skipped(run);
        return LB_STATUS_OK;
    }
    LB_TRY(take_snapshot(run, &s, err));
    LB_TRY(draw(run, name, picture, &s, err));
cleanup:
    discard(&s);
    return st;
}

enum lb_status lb_run_write_scene(struct lb_run *run, const char *name,
                                  const struct lb_scene *scene, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char path[LB_PATH_SIZE];
    if (!may_draw(run)) return LB_STATUS_OK;
    LB_TRY(lb_run_path(run, name, path, err));
    LB_TRY(lb_scene_write(path, scene, err));
    LB_TRY(lb_run_add_file(run, name, err));
cleanup:
    return st;
}

enum lb_status lb_run_write_chart(struct lb_run *run, const char *name,
                                  const struct lb_chart *chart, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char path[LB_PATH_SIZE];
    if (!has_pictures) return LB_STATUS_OK;
    LB_TRY(lb_run_path(run, name, path, err));
    LB_TRY(lb_chart_write(chart, path, err));
    LB_TRY(lb_run_add_file(run, name, err));
cleanup:
    return st;
}

/* Of a flow that blew up, only what was asked for by name. */
static bool is_due(const struct lb_run *run, const struct lb_run_output *series, bool at_end)
{
    const uint64_t step = lb_run_step(run);
    if (!series->wanted || (series->has_last && series->last == step)) return false;
    if (run->end == LB_RUN_DIVERGED && !series->given) return false;
    if (at_end) return true;
    return series->every > 0 && step > 0 && step % series->every == 0;
}

static void mark(struct lb_run_output *series, uint64_t step)
{
    series->has_last = true;
    series->last = step;
}

enum lb_status lb_run_write_surfaces(struct lb_run *run, struct lb_error *err)
{
    const enum lb_status st = run->setup->write_surfaces != NULL
                                  ? run->setup->write_surfaces(run->state, run, err)
                                  : lb_run_write_surface(run, err);
    if (st == LB_STATUS_OK) mark(&run->surfaces, lb_run_step(run));
    return st;
}

static enum lb_status write_flow(struct lb_run *run, bool at_end, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct snapshot s = {0};
    uint64_t step = lb_run_step(run);
    bool field = is_due(run, &run->fields, at_end);
    bool picture = is_due(run, &run->pictures, at_end);
    if (!has_pictures && run->pictures.every == 0) picture = false;
    if (!field && !picture) return LB_STATUS_OK;
    const bool asked = (field && run->fields.given) || (picture && run->pictures.given);
    if (!asked && !host_has_room(run)) {
        note_skipped(run);
        return LB_STATUS_OK;
    }
    LB_TRY(take_snapshot(run, &s, err));
    if (field) {
        LB_TRY(write_field(run, &s, err));
        mark(&run->fields, step);
    }
    if (picture) {
        char name[LB_RUN_NAME_SIZE];
        snprintf(name, sizeof name, "picture-%09llu.png", (unsigned long long)step);
        LB_TRY(draw(run, name, &run->plan.picture, &s, err));
        mark(&run->pictures, step);
    }
cleanup:
    discard(&s);
    return st;
}

enum lb_status lb_run_write_due(struct lb_run *run, bool at_end, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    if (is_due(run, &run->histograms, at_end)) {
        st = lb_run_write_histogram(run, err);
        if (st == LB_STATUS_OK) mark(&run->histograms, lb_run_step(run));
    }
    /* one that cannot be written shall not cost the others; the first failure is told */
    const enum lb_status flow = write_flow(run, at_end, st == LB_STATUS_OK ? err : NULL);
    if (st == LB_STATUS_OK) st = flow;
    if (!is_due(run, &run->surfaces, at_end)) return st;
    const enum lb_status surfaces = lb_run_write_surfaces(run, st == LB_STATUS_OK ? err : NULL);
    return st == LB_STATUS_OK ? surfaces : st;
}

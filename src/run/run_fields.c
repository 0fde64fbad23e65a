/* run_fields.c - fields and pictures of a run, read from the solver piece by piece.
 * SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/host.h"
#include "base/suggest.h"
#include "peers/peers.h"
#include "ranks/own_ranks.h"
#include "plot/film.h"
#include "run/run_internal.h"
#include "solver/collective.h"

enum lb_status lb_run_choose_fields(struct lb_run *run, struct lb_error *err)
{
    static const char *const files[] = {"parts", "one", NULL};
    size_t which = 0;
    const char *word = lb_values_text(run->values, "vtk-files");
    if (word[0] != '\0')
        LB_OK(lb_suggest_find(word, files, "vtk-files", "way of writing fields", &which, err));
    run->in_parts = which == 0 && lb_peers_count(lb_ranks()) > 1;
    return lb_field_choose(lb_values_text(run->values, "fields"), "fields", run->c.surface.exists,
                           lb_run_has_flags(run), run->chosen_fields, err);
}

static enum lb_status read_cells(void *context, const uint32_t begin[3], const uint32_t end[3],
                                 double *rho, double *u, double *fill, struct lb_error *err)
{
    const struct lb_run *run = context;
    const struct lb_region region = {{begin[0], begin[1], begin[2]}, {end[0], end[1], end[2]}};
    if (rho != NULL || u != NULL) LB_OK(lb_solver_read(run->solver, &region, rho, u, err));
    if (fill != NULL) LB_OK(lb_solver_read_fill(run->solver, &region, fill, err));
    return LB_STATUS_OK;
}

bool lb_run_has_flags(const struct lb_run *run)
{
    return run->c.cell_kinds != 0 || run->c.surface.exists;
}

/* NULL where they cannot be had: what asked for them fails at the device, too. */
static const uint8_t *read_sides(struct lb_run *run)
{
    const size_t cells = (size_t)lb_case_cell_count(&run->c);
    const uint8_t *start = lb_solver_flags(run->solver);
    if (run->has_sides && run->sides_step == lb_run_step(run)) return run->sides;
    if (run->sides == NULL) run->sides = malloc(cells);
    if (run->sides == NULL) return start;
    if (start != NULL)
        memcpy(run->sides, start, cells);
    else
        memset(run->sides, 0, cells);
    run->sides_step = lb_run_step(run);
    run->has_sides = lb_solver_add_sides(run->solver, run->sides, NULL) == LB_STATUS_OK;
    return run->has_sides ? run->sides : start;
}

struct lb_field_source lb_run_field_source(struct lb_run *run)
{
    const struct lb_case *c = &run->c;
    return (struct lb_field_source){.size = {c->size[0], c->size[1], c->size[2]},
                                    .step = lb_run_step(run),
                                    .double_precision = c->arithmetic == LB_ARITHMETIC_FP64,
                                    .has_fill = c->surface.exists,
                                    .flags = c->surface.exists ? read_sides(run)
                                                               : lb_solver_flags(run->solver),
                                    .read = read_cells,
                                    .context = run};
}

static enum lb_status read_own_cells(void *context, const uint32_t begin[3], const uint32_t end[3],
                                     double *rho, double *u, struct lb_error *err)
{
    const struct lb_run *run = context;
    const struct lb_region own = {{begin[0], begin[1], begin[2]}, {end[0], end[1], end[2]}};
    return lb_solver_read_own(run->solver, &own, rho, u, err);
}

static enum lb_status write_in_parts(struct lb_run *run, const struct lb_field_source *source,
                                     const struct lb_own_fields *own, const char *stem,
                                     const char *name, struct lb_error *err)
{
    char part[LB_RUN_NAME_SIZE];
    LB_OK(
        lb_field_files_write(source, run->chosen_fields, &run->place, own, run->folder, stem, err));
    LB_OK(lb_run_add_file(run, name, err));
    for (int rank = 0; rank < lb_peers_count(lb_ranks()); rank++) {
        lb_field_part_name(stem, rank, part, sizeof part);
        LB_OK(lb_run_add_file(run, part, err));
    }
    return LB_STATUS_OK;
}

enum lb_status lb_run_write_vtk(struct lb_run *run, const struct lb_field_source *source,
                                const struct lb_own_fields *own, const char *stem,
                                char name[LB_RUN_NAME_SIZE], struct lb_error *err)
{
    char path[LB_PATH_SIZE];
    snprintf(name, LB_RUN_NAME_SIZE, "%.50s.%s", stem, run->in_parts ? "pvti" : "vti");
    if (run->in_parts) return write_in_parts(run, source, own, stem, name, err);
    LB_OK(lb_run_path(run, name, path, err));
    LB_OK(lb_vtk_write_fields(source, run->chosen_fields, path, err));
    lb_field_files_remove(run->folder, stem);
    return lb_run_add_file(run, name, err);
}

static enum lb_status write_fields(struct lb_run *run, struct lb_error *err)
{
    char stem[LB_RUN_NAME_SIZE], name[LB_RUN_NAME_SIZE], path[LB_PATH_SIZE];
    const struct lb_field_source source = lb_run_field_source(run);
    const struct lb_own_fields own = {read_own_cells, run};
    snprintf(stem, sizeof stem, "field-%09llu", (unsigned long long)source.step);
    LB_OK(lb_run_write_vtk(run, &source, &own, stem, name, err));
    if (run->pvd == NULL) {
        LB_OK(lb_run_path(run, "fields.pvd", path, err));
        LB_OK(lb_vtk_series_create(path, &run->pvd, err));
    }
    LB_OK(lb_vtk_series_add(run->pvd, (double)source.step, name, err));
    return lb_run_add_file(run, "fields.pvd", err);
}

enum lb_status lb_run_write_fields(struct lb_run *run, struct lb_error *err)
{
    struct lb_error own = {0};
    return lb_run_optional(run, write_fields(run, &own), &own, err);
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

enum lb_status lb_run_write_cells(struct lb_run *run, struct lb_error *err)
{
    const struct lb_case *c = &run->c;
    const struct lb_field *fields[] = {lb_field_find("flags"), NULL};
    char path[LB_PATH_SIZE];
    const uint64_t cells = lb_case_cell_count(c);
    uint8_t *flags = cells < lb_memory_available() ? malloc((size_t)cells) : NULL;
    LB_NEED(flags != NULL, LB_STATUS_FAILED, "no memory for the flags of %" PRIu64 " cells", cells);
    fill_flags(c, flags);
    const struct lb_field_source source = {
        .size = {c->size[0], c->size[1], c->size[2]}, .flags = flags, .read = read_cells};
    enum lb_status st = lb_run_path(run, "cells.vti", path, err);
    if (st == LB_STATUS_OK) st = lb_vtk_write_fields(&source, fields, path, err);
    if (st == LB_STATUS_OK) st = lb_run_add_file(run, "cells.vti", err);
    free(flags);
    return st;
}

static enum lb_status draw_to(struct lb_run *run, const char *name,
                              const struct lb_picture *picture, struct lb_error *err)
{
    char path[LB_PATH_SIZE];
    const struct lb_field_source source = lb_run_field_source(run);
    struct lb_picture own = *picture;
    own.axis_unit = run->axis_unit;
    own.axis_unit_name = run->axis_unit_name;
    LB_OK(lb_run_path(run, name, path, err));
    LB_OK(lb_picture_write(&own, &source, path, err));
    return lb_run_add_file(run, name, err);
}

void lb_run_title(const struct lb_run *run, char *out, size_t size)
{
    char reynolds[40] = "", precision[40];
    lb_case_precision_name(&run->c, precision, sizeof precision);
    if (lb_values_parameter(run->values, "re") != NULL && lb_values_number(run->values, "re") > 0.0)
        snprintf(reynolds, sizeof reynolds, ", Re %g", lb_values_number(run->values, "re"));
    snprintf(out, size, "%s%s, %s", run->setup->name, reynolds, precision);
}

/* The run's title comes first. */
static enum lb_status draw(struct lb_run *run, const char *name, const struct lb_picture *picture,
                           struct lb_error *err)
{
    struct lb_error own = {0};
    char of[160], title[320];
    struct lb_picture titled = *picture;
    lb_run_title(run, of, sizeof of);
    snprintf(title, sizeof title, "%s%s%s", of, picture->title != NULL ? ": " : "",
             picture->title != NULL ? picture->title : "");
    titled.title = title;
    return lb_run_optional(run, draw_to(run, name, &titled, &own), &own, err);
}

/* Metres with the prefix that makes the box between 1 and 1000 long. */
static void choose_metres(struct lb_run *run)
{
    static const struct {
        double metres;
        const char *name;
    } units[] = {{1e3, "km"}, {1.0, "m"}, {1e-3, "mm"}, {1e-6, "\xc2\xb5m"}, {1e-9, "nm"}};
    enum { UNITS = sizeof units / sizeof *units };
    const uint32_t *size = run->c.size;
    uint32_t cells = size[0] > size[1] ? size[0] : size[1];
    if (size[2] > cells) cells = size[2];
    int n = 0;
    while (n < UNITS - 1 && cells * run->plan.cell_si < units[n].metres)
        n++;
    run->axis_unit = units[n].metres / run->plan.cell_si;
    run->axis_unit_name = units[n].name;
}

static enum lb_status choose_axes(struct lb_run *run, struct lb_error *err)
{
    static const char *const names[] = {"cells", "si", "length", NULL};
    const char *word = lb_values_text(run->values, "picture-axes");
    size_t which;
    if (word[0] == '\0') return LB_STATUS_OK;
    LB_OK(lb_suggest_find(word, names, "picture-axes", "unit", &which, err));
    LB_NEED(which != 1 || run->plan.cell_si > 0.0, LB_STATUS_USAGE,
            "picture-axes=si: this case says nothing of metres; cells, and in some setups length, "
            "are what it knows");
    LB_NEED(which != 2 || run->plan.length > 0.0, LB_STATUS_USAGE,
            "picture-axes=length: %s has no length of its own to divide by", run->setup->name);
    if (which == 1) choose_metres(run);
    if (which == 2) {
        run->axis_unit = run->plan.length;
        run->axis_unit_name = run->plan.length_name;
    }
    return LB_STATUS_OK;
}

enum lb_status lb_run_choose_pictures(struct lb_run *run, struct lb_error *err)
{
    const struct lb_picture_words words = {
        .pictures = lb_values_text(run->values, "picture"),
        .ranges = lb_values_text(run->values, "picture-range"),
        .map = lb_values_text(run->values, "picture-map"),
        .flow = lb_values_text(run->values, "picture-flow"),
        .side = (uint32_t)lb_values_count(run->values, "picture-size")};
    const struct lb_picture_box box = {run->c.size, run->c.surface.exists, lb_run_has_flags(run)};
    LB_OK(lb_picture_choose(&words, &run->plan.picture, &box, &run->picture_choice, err));
    LB_OK(choose_axes(run, err));
    run->film = (uint32_t)lb_values_count(run->values, "film");
    LB_NEED(run->film == 0 || lb_values_count(run->values, "png") > 0, LB_STATUS_USAGE,
            "film=%" PRIu32 " needs png=N: a picture every N steps", run->film);
    return lb_chart_kinds_read(lb_values_text(run->values, "charts"), run->chart_kinds, err);
}

void lb_run_make_films(struct lb_run *run)
{
    char name[LB_RUN_NAME_SIZE];
    for (int n = 0; n < run->picture_choice.count && run->film > 0 && lb_has_pictures; n++) {
        struct lb_error own = {0};
        snprintf(name, sizeof name, "%s.mp4", run->picture_choice.names[n]);
        if (lb_film_write(run->folder, run->picture_choice.names[n], run->film, &own) !=
                LB_STATUS_OK ||
            lb_run_add_file(run, name, &own) != LB_STATUS_OK)
            lb_run_warn_now(run, "%s", own.text);
    }
}

/* A build without pictures leaves out those that were not requested by name. */
bool lb_run_draws_choice(const struct lb_run *run)
{
    return lb_has_pictures || run->pictures.every > 0 || lb_values_is_set(run->values, "picture");
}

enum lb_status lb_run_draw_choice(struct lb_run *run, struct lb_error *err)
{
    const struct lb_picture_choice *chosen = &run->picture_choice;
    char name[LB_RUN_NAME_SIZE];
    for (int n = 0; n < chosen->count; n++) {
        snprintf(name, sizeof name, "%s-%09llu.png", chosen->names[n],
                 (unsigned long long)lb_run_step(run));
        LB_OK(draw(run, name, &chosen->pictures[n], err));
    }
    return LB_STATUS_OK;
}

/* Pictures of a setup's own: unless they were refused by name. */
static bool may_draw(const struct lb_run *run)
{
    return lb_has_pictures && (run->pictures.wanted || !run->pictures.given);
}

enum lb_status lb_run_write_picture(struct lb_run *run, const char *name,
                                    const struct lb_picture *picture, struct lb_error *err)
{
    return may_draw(run) ? draw(run, name, picture, err) : LB_STATUS_OK;
}

static enum lb_status write_scene(struct lb_run *run, const char *name,
                                  const struct lb_scene *scene, struct lb_error *err)
{
    char path[LB_PATH_SIZE];
    LB_OK(lb_run_path(run, name, path, err));
    LB_OK(lb_scene_write(path, scene, err));
    return lb_run_add_file(run, name, err);
}

enum lb_status lb_run_write_scene(struct lb_run *run, const char *name,
                                  const struct lb_scene *scene, struct lb_error *err)
{
    struct lb_error own = {0};
    return may_draw(run) ? lb_run_optional(run, write_scene(run, name, scene, &own), &own, err)
                         : LB_STATUS_OK;
}

static enum lb_status write_chart(struct lb_run *run, const char *name,
                                  const struct lb_chart *chart, struct lb_error *err)
{
    char path[LB_PATH_SIZE], file[LB_RUN_NAME_SIZE];
    for (int kind = 0; kind < LB_CHART_KINDS; kind++) {
        if (!run->chart_kinds[kind]) continue;
        snprintf(file, sizeof file, "%.*s.%s", (int)strcspn(name, "."), name, lb_chart_kinds[kind]);
        LB_OK(lb_run_path(run, file, path, err));
        LB_OK(lb_chart_write(chart, path, err));
        LB_OK(lb_run_add_file(run, file, err));
    }
    return LB_STATUS_OK;
}

enum lb_status lb_run_write_chart(struct lb_run *run, const char *name,
                                  const struct lb_chart *chart, struct lb_error *err)
{
    struct lb_error own = {0};
    char of[160], title[320];
    struct lb_chart titled = *chart;
    if (!lb_has_pictures) return LB_STATUS_OK;
    lb_run_title(run, of, sizeof of);
    snprintf(title, sizeof title, "%s: %s", chart->title, of);
    titled.title = title;
    return lb_run_optional(run, write_chart(run, name, &titled, &own), &own, err);
}

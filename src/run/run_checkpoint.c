/* run_checkpoint.c - what a run saves to go on later, and how it goes on.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/number_text.h"
#include "base/signals.h"
#include "base/version.h"
#include "case/lookup.h"
#include "checkpoint/archive.h"
#include "checkpoint/crc32.h"
#include "io/json.h"
#include "opencl/device.h"
#include "peers/peers.h"
#include "ranks/own_ranks.h"
#include "run/run.h"
#include "run/run_internal.h"
#include "solver/collective.h"

enum { KEY_SIZE = 96 };

/* --- what, beside the solver, the outputs and the setup ----------------------------------------- */

/* Names or sentences, one a line. */
static enum lb_status save_lines(struct lb_archive *a, const char *key, const char *lines,
                                 size_t size, size_t count, struct lb_error *err)
{
    char *text = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&text, &length);
    LB_NEED(stream != NULL, LB_STATUS_FAILED, "no memory for the %s of a checkpoint", key);
    for (size_t n = 0; n < count; n++)
        fprintf(stream, "%s\n", lines + n * size);
    const bool fine = fclose(stream) == 0;
    const enum lb_status st =
        fine ? lb_archive_text(a, key, &text, err)
             : lb_fail(err, LB_STATUS_FAILED, "no memory for the %s of a checkpoint", key);
    free(text);
    return st;
}

static enum lb_status load_files(struct lb_run *run, struct lb_archive *a, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char *text = NULL, *rest = NULL, path[LB_PATH_SIZE];
    unsigned gone = 0;
    LB_TRY(lb_archive_text(a, "files", &text, err));
    for (char *name = strtok_r(text, "\n", &rest); name != NULL;
         name = strtok_r(NULL, "\n", &rest)) {
        LB_TRY(lb_run_path(run, name, path, err));
        if (access(path, F_OK) == 0)
            LB_TRY(lb_run_add_file(run, name, err));
        else
            gone++;
    }
    if (gone > 0 && lb_peers_is_first(lb_ranks()))
        fprintf(stderr,
                "sluice: note: %u %s that the run had written before its checkpoint %s no longer "
                "there; run.json lists only files that are there or are written again\n",
                gone, gone == 1 ? "file" : "files", gone == 1 ? "is" : "are");
cleanup:
    free(text);
    return st;
}

/* Checkpoints of earlier versions have none. */
static enum lb_status load_warnings(struct lb_run *run, struct lb_archive *a, struct lb_error *err)
{
    char *text = NULL, *rest = NULL;
    if (lb_archive_find(a, "warnings") == NULL) return LB_STATUS_OK;
    LB_OK(lb_archive_text(a, "warnings", &text, err));
    for (char *one = strtok_r(text, "\n", &rest); one != NULL; one = strtok_r(NULL, "\n", &rest))
        lb_run_warn(run, "%s", one);
    free(text);
    return LB_STATUS_OK;
}

static enum lb_status archive_lists(struct lb_run *run, struct lb_archive *a, struct lb_error *err)
{
    if (lb_archive_loads(a)) {
        LB_OK(load_files(run, a, err));
        return load_warnings(run, a, err);
    }
    LB_OK(save_lines(a, "files", run->files.names == NULL ? NULL : run->files.names[0],
                     LB_RUN_NAME_SIZE, run->files.count, err));
    const int first = run->found.plan_warnings;
    return save_lines(a, "warnings", run->found.warnings[first], LB_RUN_WARNING_SIZE,
                      (size_t)(run->found.warning_count - first), err);
}

/* What the drifts of mass and momentum are counted from. */
static enum lb_status archive_start(struct lb_run *run, struct lb_archive *a, struct lb_error *err)
{
    double numbers[] = {(double)run->seen.start.fluid_cells, run->seen.start.excess_mass,
                        run->seen.start.momentum[0],         run->seen.start.momentum[1],
                        run->seen.start.momentum[2],         run->seen.start.speed_max};
    if (!lb_run_keeps_mass(&run->c)) return LB_STATUS_OK;
    LB_OK(lb_archive_numbers(a, "start", numbers, sizeof numbers / sizeof *numbers, err));
    run->seen.start = (struct lb_survey){.fluid_cells = (uint64_t)numbers[0],
                                         .excess_mass = numbers[1],
                                         .momentum = {numbers[2], numbers[3], numbers[4]},
                                         .speed_max = numbers[5]};
    return LB_STATUS_OK;
}

/* Of surveys so far.  Checkpoints of earlier versions have none. */
static enum lb_status archive_extremes(struct lb_run *run, struct lb_archive *a,
                                       struct lb_error *err)
{
    struct lb_run_extremes *e = &run->extremes;
    double *const values[] = {&e->speed,       &e->speed_step,       &e->density_min,
                              &e->density_max, &e->density_min_step, &e->density_max_step,
                              &e->last_speed,  &e->late_speed};
    static const char *const keys[] = {"speed",       "speed_step",       "density_min",
                                       "density_max", "density_min_step", "density_max_step",
                                       "last_speed",  "late_speed"};
    char key[KEY_SIZE];
    if (lb_archive_loads(a) && lb_archive_find(a, "extremes.is_known") == NULL) return LB_STATUS_OK;
    LB_OK(lb_archive_flag(a, "extremes.is_known", &e->is_known, err));
    for (size_t n = 0; n < sizeof keys / sizeof keys[0]; n++) {
        snprintf(key, sizeof key, "extremes.%s", keys[n]);
        if (lb_archive_loads(a) && lb_archive_find(a, key) == NULL) {
            *values[n] = e->speed; /* of an earlier version, which did not tell them apart */
            continue;
        }
        LB_OK(lb_archive_number(a, key, values[n], err));
    }
    return LB_STATUS_OK;
}

/* Whether the run in the folder came to its end: one that was stopped behind its last save has its
 * files still to write. */
static bool is_done(const struct lb_run *run)
{
    char path[LB_PATH_SIZE];
    cJSON *json = NULL;
    if (lb_run_path(run, "run.json", path, NULL) != LB_STATUS_OK) return false;
    (void)lb_json_read(path, &json, NULL, NULL); /* what cannot be read tells of no end */
    const bool done = lb_run_json_is_of_end(json);
    cJSON_Delete(json);
    return done;
}

/* A run that its setup had stopped when it was saved, and that was killed before its run.json said so,
 * only writes its results; with another format it goes on.  Checkpoints of earlier versions have
 * none. */
static enum lb_status archive_stop(struct lb_run *run, struct lb_archive *a,
                                   const struct lb_precision *saved, struct lb_error *err)
{
    bool is_asked = run->ending.stop_asked, is_steady = run->found.is_steady;
    if (lb_archive_loads(a) && lb_archive_find(a, "stop_asked") == NULL) return LB_STATUS_OK;
    LB_OK(lb_archive_flag(a, "stop_asked", &is_asked, err));
    LB_OK(lb_archive_flag(a, "is_steady", &is_steady, err));
    if (!lb_archive_loads(a) || !is_asked || saved->storage != run->c.storage || is_done(run))
        return LB_STATUS_OK;
    run->ending.stop_asked = true;
    run->found.is_steady = is_steady;
    return LB_STATUS_OK;
}

static enum lb_status archive_all(struct lb_run *run, struct lb_archive *a,
                                  const struct lb_precision *saved, struct lb_error *err)
{
    LB_OK(lb_solver_archive(run->solver, a, saved, err));
    LB_OK(lb_outputs_archive(&run->outputs, a, err));
    LB_OK(archive_lists(run, a, err));
    LB_OK(archive_start(run, a, err));
    LB_OK(archive_extremes(run, a, err));
    LB_OK(archive_stop(run, a, saved, err));
    LB_OK(lb_archive_number(a, "seconds", &run->ending.seconds, err));
    return run->setup->archive == NULL ? LB_STATUS_OK : run->setup->archive(run->state, a, err);
}

/* --- saving ----------------------------------------------------------------------------------- */

static enum lb_status save_text(struct lb_archive *a, const char *name, const char *text,
                                struct lb_error *err)
{
    char *value = (char *)(uintptr_t)text; /* only read */
    return lb_archive_text(a, name, &value, err);
}

/* A checksum of which cells are walls; 0: none is. */
static uint64_t walls_of(const struct lb_run *run)
{
    const uint8_t *flags = run->solver != NULL ? lb_solver_flags(run->solver) : NULL;
    return flags == NULL ? 0 : lb_crc32(0, flags, lb_case_whole_cells(&run->c));
}

/* The same before there is a solver. */
static enum lb_status find_walls(const struct lb_run *run, uint64_t *out, struct lb_error *err)
{
    const struct lb_case *c = &run->c;
    uint32_t crc = 0;
    *out = 0;
    if (c->cell_kinds == 0) return LB_STATUS_OK;
    uint8_t *row = malloc(c->size[0]);
    LB_NEED(row != NULL, LB_STATUS_FAILED, "no memory for a row of cells");
    for (uint32_t z = 0; z < c->size[2]; z++)
        for (uint32_t y = 0; y < c->size[1]; y++) {
            for (uint32_t x = 0; x < c->size[0]; x++) {
                struct lb_cell cell = {.flags = LB_CELL_FLUID, .rho = 1.0, .fill = 1.0};
                c->start(c->start_state, x, y, z, &cell);
                row[x] = cell.flags;
            }
            crc = lb_crc32(crc, row, c->size[0]);
        }
    free(row);
    *out = crc;
    return LB_STATUS_OK;
}

static enum lb_status save_methods(struct lb_run *run, struct lb_archive *a, struct lb_error *err)
{
    const struct lb_case *c = &run->c;
    char text[64], path[LB_PATH_SIZE];
    LB_OK(save_text(a, "version", LB_VERSION, err));
    LB_OK(save_text(a, "commit", LB_COMMIT, err));
    LB_OK(save_text(a, "setup", c->name, err));
    lb_case_precision_name(c, text, sizeof text);
    LB_OK(save_text(a, "precision", text, err));
    LB_OK(save_text(a, "rounding", lb_case_rounding(c)->name, err));
    LB_OK(save_text(a, "lattice", c->lattice->name, err));
    LB_OK(save_text(a, "collision", c->collision->name, err));
    LB_OK(save_text(a, "streaming", lb_streaming_name(c->streaming), err));
    LB_OK(save_text(a, "shift", c->shift ? "on" : "off", err));
    snprintf(text, sizeof text, "%u,%u,%u", c->size[0], c->size[1], c->size[2]);
    LB_OK(save_text(a, "size", text, err));
    uint64_t walls = walls_of(run);
    LB_OK(lb_archive_count(a, "walls", &walls, err));
    LB_OK(save_text(a, "seed", lb_values_text(run->values, "seed"), err));
    LB_OK(save_text(a, "device", lb_device_get_info(run->device)->name, err));
    LB_OK(lb_archive_path(a, "case.ini", path, sizeof path, err));
    LB_OK(lb_run_print_case_file(run, path, "of a checkpoint", "../", err));
    LB_OK(lb_inputs_save(&run->inputs, a, err));
    return lb_archive_file(a, "case.ini", err);
}

/* What this rank has of it; nothing here waits for others. */
static enum lb_status save_own(struct lb_run *run, struct lb_archive *a, double now,
                               struct lb_error *err)
{
    const struct lb_precision own = {
        .arithmetic = run->c.arithmetic, .storage = run->c.storage, .rounding = run->c.rounding};
    const double seconds = run->ending.seconds;
    LB_OK(save_methods(run, a, err));
    run->ending.seconds += now - run->ending.started;
    const enum lb_status st = archive_all(run, a, &own, err);
    run->ending.seconds = seconds;
    return st;
}

/* The first rank makes the folder, and makes it the checkpoint once all of them have flushed what they
 * wrote there. */
enum lb_status lb_run_save(struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_archive *a = NULL;
    const double now = lb_run_clock();
    LB_TRY(lb_run_fetch_records(run, err));
    LB_TRY(lb_solver_unite_sums(run->solver, err));
    LB_TRY(lb_peers_agree(lb_ranks(), lb_archive_create(run->folder, &a, err), err));
    LB_TRY(lb_peers_agree(lb_ranks(), save_own(run, a, now, err), err));
    LB_TRY(lb_archive_unite_ranks(a, lb_ranks(), err));
    LB_TRY(lb_peers_agree(lb_ranks(), lb_archive_commit(a, err), err));
cleanup:
    lb_archive_close(a);
    return st;
}

/* --- going on --------------------------------------------------------------------------------- */

static enum lb_status check_same(const struct lb_archive *a, const char *name, const char *here,
                                 struct lb_error *err)
{
    const char *there = lb_archive_find(a, name);
    if (there != NULL && strcmp(there, here) == 0) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_FAILED, "the checkpoint is of %s %s, and its case of %s", name,
                   there != NULL ? there : "none", here);
}

static enum lb_status check_methods(struct lb_run *run, struct lb_archive *a,
                                    struct lb_precision *saved, struct lb_error *err)
{
    const struct lb_case *c = &run->c;
    const char *version = lb_archive_find(a, "version"), *name = lb_archive_find(a, "precision");
    char size[64], own[LB_PRECISION_NAME_SIZE];
    snprintf(size, sizeof size, "%u,%u,%u", c->size[0], c->size[1], c->size[2]);
    LB_OK(check_same(a, "setup", c->name, err));
    LB_OK(check_same(a, "lattice", c->lattice->name, err));
    LB_OK(check_same(a, "collision", c->collision->name, err));
    LB_OK(check_same(a, "shift", c->shift ? "on" : "off", err));
    LB_OK(check_same(a, "size", size, err));
    LB_OK(lb_lookup_precision(name != NULL ? name : "", "precision of the checkpoint", saved, err));
    lb_case_precision_name(c, own, sizeof own);
    if (strcmp(own, name) != 0)
        fprintf(stderr, "sluice: note: the checkpoint is in %s and is converted to %s\n", name,
                own);
    if (version == NULL || strcmp(version, LB_VERSION) != 0)
        fprintf(stderr,
                "sluice: warning: the checkpoint was saved by sluice %s, and this is %s: what "
                "follows may differ in its last digits\n",
                version != NULL ? version : "of no version", LB_VERSION);
    return LB_STATUS_OK;
}

static enum lb_status load_own(struct lb_run *run, struct lb_archive *a, struct lb_error *err)
{
    struct lb_precision saved = {.storage = NULL};
    LB_OK(check_methods(run, a, &saved, err));
    return archive_all(run, a, &saved, err);
}

enum lb_status lb_run_load(struct lb_run *run, struct lb_error *err)
{
    struct lb_archive *a = run->request.archive;
    LB_OK(lb_peers_agree(lb_ranks(), load_own(run, a, err), err));
    LB_OK(lb_archive_unite_ranks(a, lb_ranks(), err));
    LB_OK(lb_peers_agree(lb_ranks(), lb_solver_restore_sent(run->solver, err), err));
    const uint64_t step = lb_run_step(run);
    lb_checkpoint_note_loaded(&run->outputs, step);
    const bool is_behind = step > run->plan.steps;
    LB_NEED(step < run->plan.steps || !(is_behind || is_done(run)), LB_STATUS_USAGE,
            "the checkpoint is of step %llu, and the run ends with step %llu; a larger steps= goes "
            "on",
            (unsigned long long)step, (unsigned long long)run->plan.steps);
    return LB_STATUS_OK;
}

/* --- beginning with the flow of another run ------------------------------------------------------------------ */

static enum lb_status check_start(const struct lb_run *run, const struct lb_archive *a,
                                  uint64_t own_walls, struct lb_precision *saved,
                                  struct lb_error *err)
{
    const struct lb_case *c = &run->c;
    const char *name = lb_archive_find(a, "precision"), *walls = lb_archive_find(a, "walls");
    char size[64], own[32];
    snprintf(size, sizeof size, "%u,%u,%u", c->size[0], c->size[1], c->size[2]);
    snprintf(own, sizeof own, "%llu", (unsigned long long)own_walls);
    LB_OK(check_same(a, "lattice", c->lattice->name, err));
    LB_OK(check_same(a, "shift", c->shift ? "on" : "off", err));
    LB_OK(check_same(a, "size", size, err));
    LB_NEED(walls != NULL && strcmp(walls, own) == 0, LB_STATUS_USAGE,
            "the checkpoint has walls in other cells than this case; a .vti of velocity and "
            "density begins with any");
    return lb_lookup_precision(name != NULL ? name : "", "precision of the checkpoint", saved, err);
}

static enum lb_status refuse_start(const struct lb_run *run, enum lb_status st,
                                   struct lb_error *err)
{
    if (st == LB_STATUS_OK) return st;
    lb_error_note(err, "it is to begin with '%s'", run->plan.start_folder);
    return st == LB_STATUS_FAILED ? LB_STATUS_USAGE : st;
}

static enum lb_status load_start(struct lb_run *run, struct lb_archive *a, struct lb_error *err)
{
    struct lb_precision saved = {.storage = NULL};
    enum lb_status st = check_start(run, a, walls_of(run), &saved, err);
    if (st == LB_STATUS_OK) st = lb_solver_load_flow(run->solver, a, &saved, err);
    return refuse_start(run, st, err);
}

enum lb_status lb_run_check_start(const struct lb_run *run, struct lb_error *err)
{
    struct lb_archive *a = NULL;
    struct lb_precision saved = {.storage = NULL};
    uint64_t walls;
    if (run->plan.start_folder == NULL) return LB_STATUS_OK;
    LB_OK(find_walls(run, &walls, err));
    enum lb_status st = lb_archive_open(run->plan.start_folder, &a, err);
    if (st == LB_STATUS_OK) st = check_start(run, a, walls, &saved, err);
    lb_archive_close(a);
    return refuse_start(run, st, err);
}

enum lb_status lb_run_load_start(struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_archive *a = NULL;
    LB_TRY(lb_peers_agree(lb_ranks(), lb_archive_open(run->plan.start_folder, &a, err), err));
    LB_TRY(lb_peers_agree(lb_ranks(), load_start(run, a, err), err));
    LB_TRY(lb_archive_unite_ranks(a, lb_ranks(), err));
    LB_TRY(lb_peers_agree(lb_ranks(), lb_solver_restore_sent(run->solver, err), err));
cleanup:
    lb_archive_close(a);
    return st;
}

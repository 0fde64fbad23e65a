/* field_stores.c - fields every vtk=N steps in one store, to which each adds a step: zarr, .vtkhdf.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <unistd.h>

#include "fields/zarr_files.h"
#include "output/schedule.h"
#include "output/vtkhdf_fields.h"
#include "output/zarr_fields.h"

struct store;

struct kind {
    enum lb_fields_format format;
    const char *name;  /* of the folder or file */
    const char *key;   /* of checkpoints, */
    const char *flag;  /* and below: what they have of the type of numbers, */
    const char *table; /* and of the steps */
    size_t columns;    /* of the table, the time step first */
    enum lb_status (*add)(struct store *f, const struct lb_field_source *source,
                          struct lb_error *err);
    /* Makes it one of the steps that the table has; forgets these if it does not have them. */
    enum lb_status (*restore)(struct store *f, const struct lb_field_source *source,
                              struct lb_error *err);
};

struct store {
    const struct kind *kind;
    struct lb_output_services *s;
    struct lb_schedule schedule;
    struct lb_chosen_fields chosen;
    struct lb_table steps;
    bool is_double; /* its numbers, whatever a run that goes on computes with */
};

/* --- zarr ------------------------------------------------------------------------------------- */

static const char zarr_name[] = "fields.zarr";

static enum lb_status add_to_zarr(struct store *f, const struct lb_field_source *source,
                                  struct lb_error *err)
{
    struct lb_zarr_fields there;
    const struct lb_own_fields own = lb_flow_own(f->s);
    const double step = (double)source->step;
    LB_OK(lb_zarr_fields_choose(f->s, &f->chosen, source, zarr_name, &there, err));
    LB_OK(lb_table_add(&f->steps, &step, err));
    const enum lb_status st =
        lb_zarr_files_add(&there.zarr, f->s->place, &own, f->steps.numbers, f->steps.rows, err);
    if (st != LB_STATUS_OK) f->steps.rows--;
    return st;
}

/* The steps that are whole stay. */
static void tell_lost(const struct store *f, const struct lb_zarr *z)
{
    char paths[LB_ZARR_NAMED][LB_PATH_SIZE];
    const uint64_t lost = lb_zarr_find_lost(z, f->steps.rows, paths);
    for (uint64_t n = 0; n < lost && n < LB_ZARR_NAMED; n++)
        f->s->warn(f->s->run,
                   access(paths[n], F_OK) != 0
                       ? "'%s' of %s is lost; readers see no numbers there"
                       : "'%s' of %s is cut short; readers fail there until it is deleted",
                   paths[n], zarr_name);
    if (lost > LB_ZARR_NAMED)
        f->s->warn(f->s->run, "%llu more chunks of %s are lost or cut short",
                   (unsigned long long)(lost - LB_ZARR_NAMED), zarr_name);
}

static enum lb_status restore_zarr(struct store *f, const struct lb_field_source *source,
                                   struct lb_error *err)
{
    struct lb_zarr_fields there;
    char path[LB_PATH_SIZE];
    LB_OK(lb_zarr_fields_choose(f->s, &f->chosen, source, zarr_name, &there, err));
    LB_OK(lb_path_join(there.folder, "zarr.json", path, sizeof path, err));
    if (access(path, F_OK) != 0) f->steps.rows = 0; /* somebody made room */
    LB_OK(lb_zarr_describe(&there.zarr, f->steps.numbers, f->steps.rows, err));
    lb_zarr_remove_steps(&there.zarr, f->steps.rows);
    tell_lost(f, &there.zarr);
    return LB_STATUS_OK;
}

static const struct kind zarr = {.format = LB_FIELDS_AS_ZARR,
                                 .name = zarr_name,
                                 .key = "zarr",
                                 .flag = "zarr.is_double",
                                 .table = "zarr_steps",
                                 .columns = 1,
                                 .add = add_to_zarr,
                                 .restore = restore_zarr};

/* --- .vtkhdf ---------------------------------------------------------------------------------- */

static const char vtkhdf_name[] = "fields.vtkhdf";

static enum lb_status add_to_vtkhdf(struct store *f, const struct lb_field_source *source,
                                    struct lb_error *err)
{
    struct lb_vtkhdf_fields there;
    LB_OK(lb_vtkhdf_fields_choose(f->s, &f->chosen, source, vtkhdf_name, &there, err));
    return lb_vtkhdf_add(&there.vtkhdf, (double)source->step, &f->steps, err);
}

static enum lb_status restore_vtkhdf(struct store *f, const struct lb_field_source *source,
                                     struct lb_error *err)
{
    struct lb_vtkhdf_fields there;
    LB_OK(lb_vtkhdf_fields_choose(f->s, &f->chosen, source, vtkhdf_name, &there, err));
    return lb_vtkhdf_restore(&there.vtkhdf, &f->steps, err);
}

static const struct kind vtkhdf = {.format = LB_FIELDS_AS_VTKHDF,
                                   .name = vtkhdf_name,
                                   .key = "vtkhdf",
                                   .flag = "vtkhdf.is_double",
                                   .table = "vtkhdf_steps",
                                   .columns = LB_VTKHDF_COLUMNS,
                                   .add = add_to_vtkhdf,
                                   .restore = restore_vtkhdf};

/* --- both ------------------------------------------------------------------------------------- */

static enum lb_status choose(struct lb_output_services *s, const struct kind *kind, void **output,
                             struct lb_error *err)
{
    struct store *f = calloc(1, sizeof *f);
    LB_NEED(f != NULL, LB_STATUS_FAILED, "no memory for the choice of fields");
    *output = f;
    f->s = s;
    f->kind = kind;
    f->steps.columns = kind->columns;
    f->is_double = s->c->arithmetic == LB_ARITHMETIC_FP64;
    lb_schedule_read(&f->schedule, s->values, "vtk", s->plan->has_field);
    LB_OK(lb_chosen_fields_read(s, &f->chosen, err));
    if ((f->chosen.formats & kind->format) != 0) return LB_STATUS_OK;
    free(f);
    *output = NULL;
    return LB_STATUS_OK;
}

static enum lb_status choose_zarr(struct lb_output_services *s, void **output, struct lb_error *err)
{
    return choose(s, &zarr, output, err);
}

static enum lb_status choose_vtkhdf(struct lb_output_services *s, void **output,
                                    struct lb_error *err)
{
    LB_OK(choose(s, &vtkhdf, output, err));
    const struct store *f = *output;
    return f == NULL ? LB_STATUS_OK : lb_vtkhdf_fields_check(s->c, &f->chosen, f->is_double, err);
}

static uint64_t due(const void *output, uint64_t step)
{
    return lb_schedule_due(&((const struct store *)output)->schedule, step);
}

static struct lb_field_source source_of(const struct store *f)
{
    struct lb_field_source source = lb_flow_source(f->s);
    source.double_precision = f->is_double;
    return source;
}

static enum lb_status write_now(void *output, struct lb_error *err)
{
    struct store *f = output;
    struct lb_error own = {0};
    if (!lb_schedule_is_open(&f->schedule, f->s)) return LB_STATUS_OK;
    const struct lb_field_source source = source_of(f);
    const enum lb_status st = f->kind->add(f, &source, &own);
    LB_OK(f->s->optional(f->s->run, st, &own, err));
    if (st == LB_STATUS_OK) LB_OK(f->s->add_file(f->s->run, f->kind->name, err));
    lb_schedule_mark(&f->schedule, f->s);
    return LB_STATUS_OK;
}

static enum lb_status write_start(void *output, struct lb_error *err)
{
    const struct store *f = output;
    return f->schedule.every > 0 ? write_now(output, err) : LB_STATUS_OK;
}

/* Steps that were written behind the checkpoint from which the run goes on are forgotten. */
static enum lb_status begin(void *output, struct lb_error *err)
{
    struct store *f = output;
    struct lb_error own = {0};
    if (f->s->step(f->s->run) == 0) return LB_STATUS_OK;
    const struct lb_field_source source = source_of(f);
    const size_t before = f->steps.rows;
    LB_OK(f->s->optional(f->s->run, f->kind->restore(f, &source, &own), &own, err));
    if (f->steps.rows < before)
        f->s->warn(f->s->run,
                   "%s does not have the %zu steps that it had at the checkpoint, and begins anew",
                   f->kind->name, before);
    return LB_STATUS_OK;
}

static enum lb_status archive(void *output, struct lb_archive *a, struct lb_error *err)
{
    struct store *f = output;
    LB_OK(lb_schedule_archive(&f->schedule, a, f->kind->key, err));
    LB_OK(lb_archive_flag(a, f->kind->flag, &f->is_double, err));
    return lb_archive_table(a, f->kind->table, &f->steps, err);
}

static void close_store(void *output)
{
    struct store *f = output;
    lb_table_clear(&f->steps);
    free(f);
}

/* Their key is one of lb_output_fields. */
#define MEMBERS_OF_BOTH                       \
    .due = due,                               \
    .at = {[LB_OUTPUT_BEGIN] = begin,         \
           [LB_OUTPUT_START] = write_start,   \
           [LB_OUTPUT_STEP] = write_now,      \
           [LB_OUTPUT_END] = write_now,       \
           [LB_OUTPUT_DIVERGED] = write_now}, \
    .archive = archive, .close = close_store
const struct lb_output lb_output_zarr = {.name = "zarr",
                                         .files = (const char *const[]){zarr_name, NULL},
                                         .choose = choose_zarr,
                                         MEMBERS_OF_BOTH};
const struct lb_output lb_output_vtkhdf = {.name = "vtkhdf",
                                           .files = (const char *const[]){vtkhdf_name, NULL},
                                           .choose = choose_vtkhdf,
                                           MEMBERS_OF_BOTH};

/* zarr.c - fields every vtk=N steps in one zarr store, to which each adds a step.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <unistd.h>

#include "fields/zarr_files.h"
#include "output/schedule.h"
#include "output/zarr_fields.h"

struct zarr {
    struct lb_output_services *s;
    struct lb_schedule schedule;
    struct lb_chosen_fields chosen;
    struct lb_table times; /* time steps that the store has */
    bool is_double;        /* its numbers, whatever a run that goes on computes with */
};

static const char store_name[] = "fields.zarr";

static enum lb_status choose(struct lb_output_services *s, void **output, struct lb_error *err)
{
    struct zarr *z = calloc(1, sizeof *z);
    LB_NEED(z != NULL, LB_STATUS_FAILED, "no memory for the choice of fields");
    *output = z;
    z->s = s;
    z->times.columns = 1;
    z->is_double = s->c->arithmetic == LB_ARITHMETIC_FP64;
    lb_schedule_read(&z->schedule, s->values, "vtk", s->plan->has_field);
    LB_OK(lb_chosen_fields_read(s, &z->chosen, err));
    if (z->chosen.as_zarr) return LB_STATUS_OK;
    free(z);
    *output = NULL;
    return LB_STATUS_OK;
}

static uint64_t due(const void *output, uint64_t step)
{
    return lb_schedule_due(&((const struct zarr *)output)->schedule, step);
}

static enum lb_status find_store(struct zarr *z, struct lb_zarr_fields *out, struct lb_error *err)
{
    struct lb_field_source source = lb_flow_source(z->s);
    source.double_precision = z->is_double;
    return lb_zarr_fields_choose(z->s, &z->chosen, &source, store_name, out, err);
}

static enum lb_status add_step(struct zarr *z, struct lb_error *err)
{
    struct lb_zarr_fields there;
    const struct lb_own_fields own = lb_flow_own(z->s);
    const double step = (double)z->s->step(z->s->run);
    LB_OK(find_store(z, &there, err));
    LB_OK(lb_table_add(&z->times, &step, err));
    const enum lb_status st =
        lb_zarr_files_add(&there.zarr, z->s->place, &own, z->times.numbers, z->times.rows, err);
    if (st != LB_STATUS_OK) z->times.rows--;
    LB_OK(st);
    return z->s->add_file(z->s->run, store_name, err);
}

static enum lb_status write_now(void *output, struct lb_error *err)
{
    struct zarr *z = output;
    struct lb_error own = {0};
    if (!lb_schedule_is_open(&z->schedule, z->s)) return LB_STATUS_OK;
    LB_OK(z->s->optional(z->s->run, add_step(z, &own), &own, err));
    lb_schedule_mark(&z->schedule, z->s);
    return LB_STATUS_OK;
}

static enum lb_status write_start(void *output, struct lb_error *err)
{
    const struct zarr *z = output;
    return z->schedule.every > 0 ? write_now(output, err) : LB_STATUS_OK;
}

/* Steps that were written behind the checkpoint from which the run goes on. */
static enum lb_status forget_later_steps(struct zarr *z, struct lb_error *err)
{
    struct lb_zarr_fields there;
    char path[LB_PATH_SIZE];
    LB_OK(find_store(z, &there, err));
    LB_OK(lb_path_join(there.folder, "zarr.json", path, sizeof path, err));
    if (access(path, F_OK) != 0) z->times.rows = 0; /* somebody made room */
    LB_OK(lb_zarr_describe(&there.zarr, z->times.numbers, z->times.rows, err));
    lb_zarr_remove_steps(&there.zarr, z->times.rows);
    return LB_STATUS_OK;
}

static enum lb_status begin(void *output, struct lb_error *err)
{
    struct zarr *z = output;
    struct lb_error own = {0};
    if (z->s->step(z->s->run) == 0) return LB_STATUS_OK;
    return z->s->optional(z->s->run, forget_later_steps(z, &own), &own, err);
}

static enum lb_status archive(void *output, struct lb_archive *a, struct lb_error *err)
{
    struct zarr *z = output;
    LB_OK(lb_schedule_archive(&z->schedule, a, "zarr", err));
    LB_OK(lb_archive_flag(a, "zarr.is_double", &z->is_double, err));
    return lb_archive_table(a, "zarr_times", &z->times, err);
}

static void close_store(void *output)
{
    struct zarr *z = output;
    lb_table_clear(&z->times);
    free(z);
}

/* Its key is one of lb_output_fields. */
const struct lb_output lb_output_zarr = {
    .name = "zarr",
    .choose = choose,
    .due = due,
    .at = {[LB_OUTPUT_BEGIN] = begin,
           [LB_OUTPUT_START] = write_start,
           [LB_OUTPUT_STEP] = write_now,
           [LB_OUTPUT_END] = write_now,
           [LB_OUTPUT_DIVERGED] = write_now},
    .archive = archive,
    .close = close_store,
};

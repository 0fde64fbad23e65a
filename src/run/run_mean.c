/* run_mean.c - the mean flow over time: density, velocity and fill level, sampled from mean=STEP on.
 * The means lie on the device as 64-bit numbers and are updated piece by piece, by each rank those of its own
 * cells; a checkpoint saves them with the rest of the solver's state.
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "io/field_rows.h"
#include "peers/peers.h"
#include "ranks/own_ranks.h"
#include "run/run_internal.h"
#include "solver/collective.h"

enum { STEPS_BETWEEN_SAMPLES = 100 }; /* unless mean-every says otherwise */

enum lb_status lb_run_choose_mean(struct lb_run *run, struct lb_error *err)
{
    struct lb_run_mean *mean = &run->mean;
    mean->wanted = lb_values_is_set(run->values, "mean");
    const bool has_every = lb_values_is_set(run->values, "mean-every");
    LB_NEED(mean->wanted || !has_every, LB_STATUS_USAGE,
            "mean-every needs mean=STEP: the step from which on the flow is averaged");
    if (!mean->wanted) return LB_STATUS_OK;
    mean->from = lb_values_count(run->values, "mean");
    mean->every = has_every ? lb_values_count(run->values, "mean-every") : STEPS_BETWEEN_SAMPLES;
    return LB_STATUS_OK;
}

uint64_t lb_run_steps_to_mean(const struct lb_run *run, uint64_t step)
{
    const struct lb_run_mean *mean = &run->mean;
    if (!mean->wanted) return UINT64_MAX;
    return step < mean->from ? mean->from - step : mean->every - (step - mean->from) % mean->every;
}

/* Samples until now, that of this step included. */
static uint64_t samples(const struct lb_run *run)
{
    const struct lb_run_mean *mean = &run->mean;
    const uint64_t step = lb_run_step(run);
    return mean->wanted && step >= mean->from ? (step - mean->from) / mean->every + 1 : 0;
}

/* --- the arrays on the device: density, velocity (as triples), fill level -------------------------- */

struct array {
    uint64_t offset; /* in numbers per cell of this rank */
    unsigned components;
};
static const struct array density = {0, 1}, velocity = {1, 3}, fill_level = {4, 1};

enum lb_status lb_run_open_mean(struct lb_run *run, struct lb_error *err)
{
    if (!run->mean.wanted) return LB_STATUS_OK;
    return lb_peers_agree(
        lb_ranks(), lb_solver_keep_means(run->solver, run->c.surface.exists ? 5 : 4, err), err);
}

/* `count` cells from number `first` on, x fastest. */
static enum lb_status read_cells(struct lb_run *run, const struct array *a, uint64_t first,
                                 uint64_t count, double *out, struct lb_error *err)
{
    const uint64_t at =
        a->offset * lb_case_cell_count(lb_run_own_case(run)) + a->components * first;
    return lb_solver_read_state(run->solver, "means", at * sizeof *out,
                                count * a->components * sizeof *out, out, err);
}

static enum lb_status add_cells(struct lb_run *run, const struct array *a, uint64_t first,
                                uint64_t count, const double *sample, double *mean,
                                struct lb_error *err)
{
    const uint64_t at =
        a->offset * lb_case_cell_count(lb_run_own_case(run)) + a->components * first;
    const double n = (double)samples(run);
    if (sample == NULL) return LB_STATUS_OK;
    if (n > 1.0) LB_OK(read_cells(run, a, first, count, mean, err));
    for (uint64_t k = 0; k < count * a->components; k++)
        mean[k] = n > 1.0 ? mean[k] + (sample[k] - mean[k]) / n : sample[k];
    return lb_solver_write_state(run->solver, "means", at * sizeof *mean,
                                 count * a->components * sizeof *mean, mean, err);
}

/* Rows are whole ones along x, in order, so their cells lie side by side. */
static enum lb_status add_rows(struct lb_run *run, const struct lb_field_rows *r,
                               const struct lb_field_piece *piece, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint32_t *size = lb_run_own_case(run)->size;
    const uint64_t first = ((uint64_t)r->begin[2] * size[1] + r->begin[1]) * size[0];
    const uint64_t count = (uint64_t)piece->count[0] * piece->count[1] * piece->count[2];
    double *mean = malloc(3 * count * sizeof *mean);
    LB_REQUIRE(mean != NULL, LB_STATUS_FAILED, "no memory for the mean of %llu cells",
               (unsigned long long)count);
    LB_TRY(add_cells(run, &density, first, count, piece->rho, mean, err));
    LB_TRY(add_cells(run, &velocity, first, count, piece->u, mean, err));
    LB_TRY(add_cells(run, &fill_level, first, count, piece->fill, mean, err));
cleanup:
    free(mean);
    return st;
}

static enum lb_status read_flow(void *context, const uint32_t begin[3], const uint32_t end[3],
                                double *rho, double *u, double *fill, struct lb_error *err)
{
    const struct lb_run *run = context;
    const struct lb_region own = {{begin[0], begin[1], begin[2]}, {end[0], end[1], end[2]}};
    LB_OK(lb_solver_read_own(run->solver, &own, rho, u, err));
    return fill == NULL ? LB_STATUS_OK : lb_solver_read_fill(run->solver, &own, fill, err);
}

static enum lb_status sample_own(struct lb_run *run, struct lb_error *err)
{
    const unsigned needs = LB_FIELD_RHO | LB_FIELD_U | LB_FIELD_FILL;
    const struct lb_case *c = lb_run_own_case(run);
    const struct lb_field_source source = {.size = {c->size[0], c->size[1], c->size[2]},
                                           .has_fill = c->surface.exists,
                                           .read = read_flow,
                                           .context = run};
    struct lb_field_piece piece = {0};
    const struct lb_field_rows all = lb_field_all_rows(&source);
    struct lb_field_rows rows;
    uint64_t row = 0;
    while (lb_field_next_rows(&source, &all, &row, needs, &rows)) {
        enum lb_status st = lb_field_read_rows(&source, &rows, needs, &piece, err);
        if (st == LB_STATUS_OK) st = add_rows(run, &rows, &piece, err);
        lb_field_discard(&piece);
        if (st != LB_STATUS_OK) return st;
    }
    return LB_STATUS_OK;
}

enum lb_status lb_run_sample_mean(struct lb_run *run, struct lb_error *err)
{
    const bool is_due =
        samples(run) > 0 && (lb_run_step(run) - run->mean.from) % run->mean.every == 0;
    return is_due ? lb_peers_agree(lb_ranks(), sample_own(run, err), err) : LB_STATUS_OK;
}

/* --- the mean flow as a source of fields ------------------------------------------------------- */

struct share {
    struct lb_run *run;
    const struct array *array;
};

/* A box of this rank's cells, in pieces whose cells lie side by side. */
static enum lb_status read_share(void *context, const struct lb_region *own, double *out,
                                 struct lb_error *err)
{
    const struct share *s = context;
    const uint32_t *size = lb_run_own_case(s->run)->size, *begin = own->begin, *end = own->end;
    const bool rows = end[0] - begin[0] == size[0], layers = rows && end[1] - begin[1] == size[1];
    const uint64_t across = end[0] - begin[0];
    const uint64_t rows_at_once = rows ? end[1] - begin[1] : 1;
    const uint64_t layers_at_once = layers ? end[2] - begin[2] : 1;
    for (uint64_t z = begin[2]; z < end[2]; z += layers_at_once)
        for (uint64_t y = begin[1]; y < end[1]; y += rows_at_once) {
            const uint64_t count = across * rows_at_once * layers_at_once;
            const uint64_t first = (z * size[1] + y) * size[0] + begin[0];
            LB_OK(read_cells(s->run, s->array, first, count, out, err));
            out += count * s->array->components;
        }
    return LB_STATUS_OK;
}

static enum lb_status read_box(struct lb_run *run, const struct array *a, const uint32_t begin[3],
                               const uint32_t end[3], double *out, struct lb_error *err)
{
    struct share share = {run, a};
    const struct lb_region box = {{begin[0], begin[1], begin[2]}, {end[0], end[1], end[2]}};
    if (out == NULL) return LB_STATUS_OK;
    return lb_solver_unite(run->solver, &box, a->components, read_share, &share, out, err);
}

static enum lb_status read_mean(void *context, const uint32_t begin[3], const uint32_t end[3],
                                double *rho, double *u, double *fill, struct lb_error *err)
{
    LB_OK(read_box(context, &density, begin, end, rho, err));
    LB_OK(read_box(context, &velocity, begin, end, u, err));
    return read_box(context, &fill_level, begin, end, fill, err);
}

static enum lb_status read_own_mean(void *context, const uint32_t begin[3], const uint32_t end[3],
                                    double *rho, double *u, struct lb_error *err)
{
    struct share of_density = {context, &density}, of_velocity = {context, &velocity};
    const struct lb_region own = {{begin[0], begin[1], begin[2]}, {end[0], end[1], end[2]}};
    if (rho != NULL) LB_OK(read_share(&of_density, &own, rho, err));
    return u != NULL ? read_share(&of_velocity, &own, u, err) : LB_STATUS_OK;
}

static enum lb_status draw_mean(struct lb_run *run, int n, const struct lb_field_source *source,
                                struct lb_error *err)
{
    char title[320], of[160], name[LB_RUN_NAME_SIZE], path[LB_PATH_SIZE];
    struct lb_picture picture = run->picture_choice.pictures[n];
    snprintf(name, sizeof name, n == 0 ? "mean.png" : "mean-%s.png", run->picture_choice.names[n]);
    lb_run_title(run, of, sizeof of);
    snprintf(title, sizeof title, "%s: %s of the mean flow, steps %llu to %llu", of, picture.field,
             (unsigned long long)run->mean.from, (unsigned long long)source->step);
    picture.title = title;
    picture.axis_unit = run->axis_unit;
    picture.axis_unit_name = run->axis_unit_name;
    LB_OK(lb_run_path(run, name, path, err));
    LB_OK(lb_picture_write(&picture, source, path, err));
    return lb_run_add_file(run, name, err);
}

static enum lb_status write_mean(struct lb_run *run, struct lb_error *err)
{
    char name[LB_RUN_NAME_SIZE];
    const struct lb_own_fields own = {read_own_mean, run};
    struct lb_field_source source = lb_run_field_source(run);
    source.read = read_mean;
    LB_OK(lb_run_write_vtk(run, &source, &own, "mean", name, err));
    for (int n = 0; n < run->picture_choice.count && run->pictures.wanted && lb_has_pictures; n++)
        LB_OK(draw_mean(run, n, &source, err));
    return LB_STATUS_OK;
}

enum lb_status lb_run_write_mean(struct lb_run *run, struct lb_error *err)
{
    struct lb_error own = {0};
    if (!run->mean.wanted || run->end == LB_RUN_DIVERGED) return LB_STATUS_OK;
    if (samples(run) > 0) return lb_run_optional(run, write_mean(run, &own), &own, err);
    lb_run_warn_now(run,
                    "there is no mean flow: it begins with step %llu, and the run ended before",
                    (unsigned long long)run->mean.from);
    return LB_STATUS_OK;
}

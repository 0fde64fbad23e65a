/* mean.c - the mean flow over time: density, velocity and fill level, sampled from mean=STEP on.
 * The means lie on the device as 64-bit numbers and are updated piece by piece, by each rank those
 * of its own cells; a checkpoint saves them with the rest of the solver's state.
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "io/field_rows.h"
#include "peers/peers.h"
#include "output/drawing.h"
#include "output/flow_fields.h"
#include "plot/chart.h"
#include "solver/collective.h"

enum { STEPS_BETWEEN_SAMPLES = 100 }; /* unless mean-every says otherwise */

struct mean {
    struct lb_output_services *s;
    uint64_t from, every; /* samples at steps from, from + every, ... */
    struct lb_chosen_fields fields;
    struct lb_drawing drawing;
};

static enum lb_status choose(struct lb_output_services *s, void **output, struct lb_error *err)
{
    const bool is_wanted = lb_values_is_set(s->values, "mean");
    const bool has_every = lb_values_is_set(s->values, "mean-every");
    LB_NEED(is_wanted || !has_every, LB_STATUS_USAGE,
            "mean-every needs mean=STEP: the step from which on the flow is averaged");
    if (!is_wanted) return LB_STATUS_OK;
    struct mean *m = calloc(1, sizeof *m);
    LB_NEED(m != NULL, LB_STATUS_FAILED, "no memory for the choice of the mean");
    *output = m;
    m->s = s;
    m->from = lb_values_count(s->values, "mean");
    m->every = has_every ? lb_values_count(s->values, "mean-every") : STEPS_BETWEEN_SAMPLES;
    LB_OK(lb_chosen_fields_read(s, &m->fields, err));
    return lb_drawing_read(s, &m->drawing, err);
}

static uint64_t due(const void *output, uint64_t step)
{
    const struct mean *m = output;
    return step < m->from ? m->from : step + m->every - (step - m->from) % m->every;
}

/* Samples until now, that of this step included. */
static uint64_t samples(const struct mean *m)
{
    const uint64_t step = m->s->step(m->s->run);
    return step >= m->from ? (step - m->from) / m->every + 1 : 0;
}

/* --- the arrays on the device: density, velocity (as triples), fill level
 * -------------------------- */

struct array {
    uint64_t offset; /* in numbers per cell of this rank */
    unsigned components;
};
static const struct array density = {0, 1}, velocity = {1, 3}, fill_level = {4, 1};

static enum lb_status make_arrays(void *output, struct lb_error *err)
{
    const struct lb_output_services *s = ((struct mean *)output)->s;
    return lb_peers_agree(s->world,
                          lb_solver_keep_means(s->solver, s->c->surface.exists ? 5 : 4, err), err);
}

/* `count` cells from number `first` on, x fastest. */
static enum lb_status read_cells(struct mean *m, const struct array *a, uint64_t first,
                                 uint64_t count, double *out, struct lb_error *err)
{
    const uint64_t at = a->offset * lb_case_cell_count(m->s->own) + a->components * first;
    return lb_solver_read_state(m->s->solver, "means", at * sizeof *out,
                                count * a->components * sizeof *out, out, err);
}

static enum lb_status add_cells(struct mean *m, const struct array *a, uint64_t first,
                                uint64_t count, const double *sample, double *mean,
                                struct lb_error *err)
{
    const uint64_t at = a->offset * lb_case_cell_count(m->s->own) + a->components * first;
    const double n = (double)samples(m);
    if (sample == NULL) return LB_STATUS_OK;
    if (n > 1.0) LB_OK(read_cells(m, a, first, count, mean, err));
    for (uint64_t k = 0; k < count * a->components; k++)
        mean[k] = n > 1.0 ? mean[k] + (sample[k] - mean[k]) / n : sample[k];
    return lb_solver_write_state(m->s->solver, "means", at * sizeof *mean,
                                 count * a->components * sizeof *mean, mean, err);
}

/* Rows are whole ones along x, in order, so their cells lie side by side. */
static enum lb_status add_rows(struct mean *m, const struct lb_field_rows *r,
                               const struct lb_field_piece *piece, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint32_t *size = m->s->own->size;
    const uint64_t first = ((uint64_t)r->begin[2] * size[1] + r->begin[1]) * size[0];
    const uint64_t count = (uint64_t)piece->count[0] * piece->count[1] * piece->count[2];
    double *mean = malloc(3 * count * sizeof *mean);
    LB_REQUIRE(mean != NULL, LB_STATUS_FAILED, "no memory for the mean of %llu cells",
               (unsigned long long)count);
    LB_TRY(add_cells(m, &density, first, count, piece->rho, mean, err));
    LB_TRY(add_cells(m, &velocity, first, count, piece->u, mean, err));
    LB_TRY(add_cells(m, &fill_level, first, count, piece->fill, mean, err));
cleanup:
    free(mean);
    return st;
}

static enum lb_status read_flow(void *context, const uint32_t begin[3], const uint32_t end[3],
                                double *rho, double *u, double *fill, struct lb_error *err)
{
    const struct mean *m = context;
    const struct lb_region own = {{begin[0], begin[1], begin[2]}, {end[0], end[1], end[2]}};
    LB_OK(lb_solver_read_own(m->s->solver, &own, rho, u, err));
    return fill == NULL ? LB_STATUS_OK : lb_solver_read_fill(m->s->solver, &own, fill, err);
}

static enum lb_status sample_own(struct mean *m, struct lb_error *err)
{
    const unsigned needs = LB_FIELD_RHO | LB_FIELD_U | LB_FIELD_FILL;
    const struct lb_case *c = m->s->own;
    const struct lb_field_source source = {.size = {c->size[0], c->size[1], c->size[2]},
                                           .has_fill = c->surface.exists,
                                           .read = read_flow,
                                           .context = m};
    struct lb_field_piece piece = {0};
    const struct lb_field_rows all = lb_field_all_rows(&source);
    struct lb_field_rows rows;
    uint64_t row = 0;
    while (lb_field_next_rows(&source, &all, &row, needs, &rows)) {
        enum lb_status st = lb_field_read_rows(&source, &rows, needs, &piece, err);
        if (st == LB_STATUS_OK) st = add_rows(m, &rows, &piece, err);
        lb_field_discard(&piece);
        if (st != LB_STATUS_OK) return st;
    }
    return LB_STATUS_OK;
}

static enum lb_status sample(void *output, struct lb_error *err)
{
    return lb_peers_agree(((struct mean *)output)->s->world, sample_own(output, err), err);
}

static enum lb_status sample_start(void *output, struct lb_error *err)
{
    return samples(output) > 0 ? sample(output, err) : LB_STATUS_OK;
}

/* --- the mean flow as a source of fields
 * ------------------------------------------------------- */

struct share {
    struct mean *m;
    const struct array *array;
};

/* A box of this rank's cells, in pieces whose cells lie side by side. */
static enum lb_status read_share(void *context, const struct lb_region *own, double *out,
                                 struct lb_error *err)
{
    const struct share *s = context;
    const uint32_t *size = s->m->s->own->size, *begin = own->begin, *end = own->end;
    const bool rows = end[0] - begin[0] == size[0], layers = rows && end[1] - begin[1] == size[1];
    const uint64_t across = end[0] - begin[0];
    const uint64_t rows_at_once = rows ? end[1] - begin[1] : 1;
    const uint64_t layers_at_once = layers ? end[2] - begin[2] : 1;
    for (uint64_t z = begin[2]; z < end[2]; z += layers_at_once)
        for (uint64_t y = begin[1]; y < end[1]; y += rows_at_once) {
            const uint64_t count = across * rows_at_once * layers_at_once;
            const uint64_t first = (z * size[1] + y) * size[0] + begin[0];
            LB_OK(read_cells(s->m, s->array, first, count, out, err));
            out += count * s->array->components;
        }
    return LB_STATUS_OK;
}

static enum lb_status read_box(struct mean *m, const struct array *a, const uint32_t begin[3],
                               const uint32_t end[3], double *out, struct lb_error *err)
{
    struct share share = {m, a};
    const struct lb_region box = {{begin[0], begin[1], begin[2]}, {end[0], end[1], end[2]}};
    if (out == NULL) return LB_STATUS_OK;
    return lb_solver_unite(m->s->solver, &box, a->components, read_share, &share, out, err);
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

static enum lb_status draw(struct mean *m, int n, const struct lb_field_source *source,
                           struct lb_error *err)
{
    char title[320], of[160], name[LB_OUTPUT_NAME_SIZE];
    const struct lb_picture *picture = &m->drawing.choice.pictures[n];
    snprintf(name, sizeof name, n == 0 ? "mean.png" : "mean-%s.png", m->drawing.choice.names[n]);
    lb_output_title(m->s, of, sizeof of);
    snprintf(title, sizeof title, "%s: %s of the mean flow, steps %llu to %llu", of, picture->field,
             (unsigned long long)m->from, (unsigned long long)source->step);
    return lb_drawing_write(&m->drawing, m->s, name, picture, title, source, err);
}

static enum lb_status write_files(struct mean *m, struct lb_error *err)
{
    char name[LB_OUTPUT_NAME_SIZE];
    const struct lb_own_fields own = {read_own_mean, m};
    struct lb_field_source source = lb_flow_source(m->s);
    source.read = read_mean;
    source.context = m;
    LB_OK(lb_chosen_fields_write(m->s, &m->fields, &source, &own, "mean", name, err));
    const bool is_drawn = m->drawing.schedule.wanted && lb_has_pictures;
    for (int n = 0; n < m->drawing.choice.count && is_drawn; n++)
        LB_OK(draw(m, n, &source, err));
    return LB_STATUS_OK;
}

static enum lb_status write_end(void *output, struct lb_error *err)
{
    struct mean *m = output;
    struct lb_output_services *s = m->s;
    struct lb_error own = {0};
    if (samples(m) > 0) return s->optional(s->run, write_files(m, &own), &own, err);
    s->warn(s->run, "there is no mean flow: it begins with step %llu, and the run ended before",
            (unsigned long long)m->from);
    return LB_STATUS_OK;
}

static const struct lb_parameter parameters[] = {
    {"mean", LB_PARAMETER_COUNT, "steps", NULL, NULL, 0, 1e15,
     "first step of the average over time, for mean.vti and mean.png at the end; "
     "default: no mean"},
    {"mean-every", LB_PARAMETER_COUNT, "steps", NULL, NULL, 1, 1e15,
     "steps between the samples of the mean; default: 100"},
    {0}};

const struct lb_output lb_output_mean = {
    .name = "mean",
    .parameters = parameters,
    .place = 30,
    .beside_case = (const char *const[]){"mean", "mean-every", NULL},
    .choose = choose,
    .due = due,
    .at = {[LB_OUTPUT_OPEN] = make_arrays,
           [LB_OUTPUT_START] = sample_start,
           [LB_OUTPUT_STEP] = sample,
           [LB_OUTPUT_END] = write_end},
    .close = free,
};

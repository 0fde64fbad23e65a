/* mean.c - the mean flow over time: density, velocity and fill level, sampled from mean=STEP on; with
 * mean-stresses=1 RMS and Reynolds stresses, too.  The device keeps the means and adds the samples
 * (modules/means.h); a checkpoint saves them with the rest of the solver's state.
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "output/drawing.h"
#include "output/vtkhdf_fields.h"
#include "output/zarr_fields.h"
#include "outputs/outputs.h"
#include "plot/chart.h"
#include "solver/collective.h"

enum { STEPS_BETWEEN_SAMPLES = 100 }; /* unless mean-every says otherwise */

struct mean {
    struct lb_output_services *s;
    uint64_t from, every; /* samples at steps from, from + every, ... */
    struct lb_chosen_fields fields;
    struct lb_drawing drawing;
    bool has_stresses;
};

enum lb_means_kind lb_mean_kind(const struct lb_values *v)
{
    if (!lb_values_is_set(v, "mean")) return LB_MEANS_NONE;
    return lb_values_count(v, "mean-stresses") > 0 ? LB_MEANS_WITH_STRESSES : LB_MEANS_FLOW;
}

/* Files of parts have layers of other ranks' cells, which stresses do not travel in. */
static void add_stresses(struct lb_chosen_fields *f)
{
    size_t count = 0;
    while (f->fields[count] != NULL)
        count++;
    for (const struct lb_field *own = lb_fluctuation_fields; own->name != NULL; own++)
        if (count < LB_MAX_FIELDS) f->fields[count++] = own;
    f->fields[count] = NULL;
    f->in_parts = false;
}

/* Samples until a step, that of this step included. */
static uint64_t samples_until(const struct mean *m, uint64_t step)
{
    return step >= m->from ? (step - m->from) / m->every + 1 : 0;
}

static void warn_of_samples(const struct mean *m)
{
    const struct lb_output_services *s = m->s;
    const unsigned long long from = m->from, every = m->every, steps = s->plan->steps;
    const uint64_t samples = samples_until(m, steps);
    if (steps > 0 && samples == 0)
        s->warn(s->run,
                "there is no mean flow: it begins with step %llu, and the run ends with step %llu",
                from, steps);
    else if (steps > 0 && samples == 1)
        s->warn(s->run,
                "the mean flow has one sample: mean=%llu is its step, the next would be %llu steps "
                "later, and the run ends with step %llu; an earlier mean= or a smaller mean-every= "
                "makes it more",
                from, every, steps);
}

static enum lb_status choose(struct lb_output_services *s, void **output, struct lb_error *err)
{
    static const char *const others[] = {"mean-every", "mean-stresses"};
    const bool is_wanted = lb_values_is_set(s->values, "mean");
    const bool has_every = lb_values_is_set(s->values, "mean-every");
    for (int n = 0; n < 2; n++)
        LB_NEED(is_wanted || !lb_values_is_set(s->values, others[n]), LB_STATUS_USAGE,
                "%s needs mean=STEP: the step from which on the flow is averaged", others[n]);
    if (!is_wanted) return LB_STATUS_OK;
    LB_NEED(s->c->heat == NULL, LB_STATUS_USAGE,
            "mean=%s: means over time have no temperature yet; leave out mean=",
            lb_values_text(s->values, "mean"));
    struct mean *m = calloc(1, sizeof *m);
    LB_NEED(m != NULL, LB_STATUS_FAILED, "no memory for the choice of the mean");
    *output = m;
    m->s = s;
    m->from = lb_values_count(s->values, "mean");
    m->every = has_every ? lb_values_count(s->values, "mean-every") : STEPS_BETWEEN_SAMPLES;
    LB_OK(lb_chosen_fields_read(s, &m->fields, err));
    warn_of_samples(m);
    m->has_stresses = lb_mean_kind(s->values) == LB_MEANS_WITH_STRESSES;
    if (m->has_stresses) add_stresses(&m->fields);
    if ((m->fields.formats & LB_FIELDS_AS_VTKHDF) != 0)
        LB_OK(
            lb_vtkhdf_fields_check(s->c, &m->fields, s->c->arithmetic == LB_ARITHMETIC_FP64, err));
    LB_OK(lb_drawing_read(s, &m->drawing, err));
    return lb_drawing_claim(&m->drawing, s, "mean-", ".png", "mean", err);
}

static uint64_t due(const void *output, uint64_t step)
{
    const struct mean *m = output;
    return step < m->from ? m->from : step + m->every - (step - m->from) % m->every;
}

static uint64_t samples(const struct mean *m)
{
    return samples_until(m, m->s->step(m->s->run));
}

static enum lb_status sample(void *output, struct lb_error *err)
{
    const struct mean *m = output;
    return lb_solver_sample_means(m->s->solver, LB_MEANS_OF_RUN, samples(m), err);
}

static enum lb_status sample_start(void *output, struct lb_error *err)
{
    return samples(output) > 0 ? sample(output, err) : LB_STATUS_OK;
}

/* --- the mean flow as a source of fields -------------------------------------------------------- */

static enum lb_status read_box(const struct mean *m, enum lb_means_array array,
                               const uint32_t begin[3], const uint32_t end[3], double *out,
                               struct lb_error *err)
{
    const struct lb_region box = {{begin[0], begin[1], begin[2]}, {end[0], end[1], end[2]}};
    if (out == NULL) return LB_STATUS_OK;
    return lb_solver_read_means(m->s->solver, LB_MEANS_OF_RUN, array, samples(m), &box, out, err);
}

static enum lb_status read_mean(void *context, const uint32_t begin[3], const uint32_t end[3],
                                double *rho, double *u, double *fill, struct lb_error *err)
{
    LB_OK(read_box(context, LB_MEANS_DENSITY, begin, end, rho, err));
    LB_OK(read_box(context, LB_MEANS_VELOCITY, begin, end, u, err));
    return read_box(context, LB_MEANS_FILL, begin, end, fill, err);
}

static enum lb_status read_products(void *context, const uint32_t begin[3], const uint32_t end[3],
                                    double *out, struct lb_error *err)
{
    return read_box(context, LB_MEANS_PRODUCTS, begin, end, out, err);
}

static enum lb_status read_own_box(const struct mean *m, enum lb_means_array array,
                                   const uint32_t begin[3], const uint32_t end[3], double *out,
                                   struct lb_error *err)
{
    const struct lb_region own = {{begin[0], begin[1], begin[2]}, {end[0], end[1], end[2]}};
    if (out == NULL) return LB_STATUS_OK;
    return lb_solver_read_own_means(m->s->solver, LB_MEANS_OF_RUN, array, samples(m), &own, out,
                                    err);
}

static enum lb_status read_own_mean(void *context, const uint32_t begin[3], const uint32_t end[3],
                                    double *rho, double *u, struct lb_error *err)
{
    LB_OK(read_own_box(context, LB_MEANS_DENSITY, begin, end, rho, err));
    return read_own_box(context, LB_MEANS_VELOCITY, begin, end, u, err);
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
    source.is_mean = true;
    source.read = read_mean;
    source.read_products = m->has_stresses ? read_products : NULL;
    source.context = m;
    if ((m->fields.formats & LB_FIELDS_AS_VTI) != 0)
        LB_OK(lb_chosen_fields_write(m->s, &m->fields, &source, &own, "mean", name, err));
    if ((m->fields.formats & LB_FIELDS_AS_ZARR) != 0)
        LB_OK(lb_zarr_fields_write(m->s, &m->fields, &source, &own, "mean.zarr", err));
    if ((m->fields.formats & LB_FIELDS_AS_VTKHDF) != 0)
        LB_OK(lb_vtkhdf_fields_write(m->s, &m->fields, &source, "mean.vtkhdf", err));
    struct lb_field_source in_units = source;
    in_units.units = m->fields.units;
    LB_OK(lb_body_surfaces_write_mean(m->s, &in_units, err));
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
    if (samples(m) == 1 && samples_until(m, s->plan->steps) > 1)
        s->warn(s->run, "the mean flow has one sample: the run ended with step %llu",
                (unsigned long long)s->step(s->run));
    if (samples(m) > 0) return s->optional(s->run, write_files(m, &own), &own, err);
    if (m->from <= s->plan->steps) /* else it is told already */
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
    {"mean-stresses", LB_PARAMETER_FLAG, "1", NULL, NULL, 0, 1,
     "1: mean.vti has RMS of velocity and pressure and the Reynolds stresses, too"},
    {0}};

const struct lb_output lb_output_mean = {
    .name = "mean",
    .parameters = parameters,
    .place = 30,
    .beside_case = (const char *const[]){"mean", "mean-every", "mean-stresses", NULL},
    .files = (const char *const[]){"mean.vti", "mean.pvti", "mean.zarr", "mean.vtkhdf", "mean.png",
                                   NULL},
    .choose = choose,
    .due = due,
    .at =
        {[LB_OUTPUT_START] = sample_start, [LB_OUTPUT_STEP] = sample, [LB_OUTPUT_END] = write_end},
    .close = free,
};

/* body_surfaces.c - pressure and wall shear on bodies, every body-surface=N steps and of the mean
 * flow.
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "output/body_surface.h"
#include "output/schedule.h"
#include "outputs/outputs.h"

struct body_surfaces {
    struct lb_output_services *s;
    struct lb_schedule schedule;
    struct lb_chosen_fields chosen; /* of these the units */
    struct lb_vtk_series *pvd[LB_MAX_BODIES];
    struct lb_body_record before; /* forces of the step before */
};

/* A model's eddy viscosity is the cells' own, and known to the device alone. */
static void tell_what_is_left_out(struct lb_output_services *s)
{
    for (int n = 0; n < s->c->body_count && lb_values_is_set(s->values, "mean"); n++)
        if (!lb_body_is_at_rest(s->c, n))
            s->warn(s->run,
                    "body-surface: [%s] moves its cells, and gets no file of the mean flow, in "
                    "which it has no place",
                    s->c->bodies[n].name);
    if (s->c->viscosity_model != NULL)
        s->warn(s->run, lb_case_has_law(s->c)
                            ? "body-surface: wall_shear is the shear rate times the viscosity of "
                              "reference, without the law; the array force has what acts"
                            : "body-surface: wall_shear is that of the viscosity of the fluid, "
                              "without that of eddies");
}

/* Of the files of a body over time. */
static void name_index(const struct lb_case *c, int body, char out[LB_OUTPUT_NAME_SIZE])
{
    char own[LB_OUTPUT_NAME_SIZE];
    lb_body_file_name(c, body, own);
    snprintf(out, LB_OUTPUT_NAME_SIZE, "body-%.40s.pvd", own);
}

/* Names of sections and parts may differ in what a name of a file does not have.  The other files
 * of a body are named likewise. */
static enum lb_status claim_files(struct lb_output_services *s, struct lb_error *err)
{
    char index[LB_OUTPUT_NAME_SIZE], owner[LB_FILE_OWNER_SIZE];
    for (int n = 0; n < s->c->body_count; n++) {
        name_index(s->c, n, index);
        snprintf(owner, sizeof owner, "body '%.255s'", s->c->bodies[n].name);
        LB_OK(lb_file_names_claim(&s->names, index, owner, err));
    }
    return LB_STATUS_OK;
}

static enum lb_status choose(struct lb_output_services *s, void **output, struct lb_error *err)
{
    if (lb_values_count(s->values, "body-surface") == 0) return LB_STATUS_OK;
    LB_NEED(s->c->body_count > 0, LB_STATUS_USAGE,
            "body-surface: %s has no body: there is nothing to write", s->c->name);
    struct body_surfaces *b = calloc(1, sizeof *b);
    LB_NEED(b != NULL, LB_STATUS_FAILED, "no memory for the surfaces of bodies");
    *output = b;
    b->s = s;
    tell_what_is_left_out(s);
    lb_schedule_read(&b->schedule, s->values, "body-surface", true);
    LB_OK(claim_files(s, err));
    return lb_chosen_fields_read(s, &b->chosen, err);
}

static uint64_t due(const void *output, uint64_t step)
{
    return lb_schedule_due(&((const struct body_surfaces *)output)->schedule, step);
}

/* Forces are means of two steps, as series have them (series.c); a look may end the run. */
static bool wants_forces(const void *output, uint64_t step)
{
    const struct body_surfaces *b = output;
    const uint64_t look = b->s->plan->observe_every, every = b->schedule.every;
    const bool is_due = every > 0 && step % every == 0;
    return b->schedule.wanted &&
           (is_due || step == b->s->plan->steps || (look > 0 && step % look == 0));
}

static enum lb_status record_before(void *output, struct lb_error *err)
{
    struct body_surfaces *b = output;
    struct lb_error own = {0};
    return b->s->optional(b->s->run, lb_body_record_take(&b->before, b->s, &own), &own, err);
}

static enum lb_status write_body(struct body_surfaces *b, const struct lb_body_surface *surface,
                                 const struct lb_field_source *source, int body,
                                 struct lb_error *err)
{
    char own[LB_OUTPUT_NAME_SIZE], file[LB_OUTPUT_NAME_SIZE], index[LB_OUTPUT_NAME_SIZE];
    const double step = b->chosen.units.step > 0.0 ? b->chosen.units.step : 1.0;
    lb_body_file_name(b->s->c, body, own);
    snprintf(file, sizeof file, "body-%.40s-%09llu.vtp", own, (unsigned long long)source->step);
    name_index(b->s->c, body, index);
    LB_OK(lb_body_surface_write(b->s, surface, source, body, file, err));
    return lb_output_index(b->s, &b->pvd[body], index, file, step * (double)source->step, err);
}

static enum lb_status write_all(struct body_surfaces *b, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_body_surface surface = {0};
    struct lb_field_source source = lb_flow_source(b->s);
    source.units = b->chosen.units;
    LB_TRY(lb_body_surface_find(b->s, &source, &b->before, &surface, err));
    for (int n = 0; n < b->s->c->body_count; n++)
        LB_TRY(write_body(b, &surface, &source, n, err));
cleanup:
    lb_body_surface_free(&surface);
    return st;
}

static enum lb_status write_now(void *output, struct lb_error *err)
{
    struct body_surfaces *b = output;
    struct lb_error own = {0};
    if (!lb_schedule_is_open(&b->schedule, b->s)) return LB_STATUS_OK;
    LB_OK(b->s->optional(b->s->run, write_all(b, &own), &own, err));
    lb_schedule_mark(&b->schedule, b->s);
    return LB_STATUS_OK;
}

enum lb_status lb_body_surfaces_write_mean(struct lb_output_services *s,
                                           const struct lb_field_source *source,
                                           struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_body_surface surface = {0};
    char own[LB_OUTPUT_NAME_SIZE], file[LB_OUTPUT_NAME_SIZE];
    if (lb_values_count(s->values, "body-surface") == 0) return LB_STATUS_OK;
    LB_TRY(lb_body_surface_find(s, source, NULL, &surface, err));
    for (int n = 0; n < s->c->body_count; n++) {
        lb_body_file_name(s->c, n, own);
        snprintf(file, sizeof file, "mean-body-%.40s.vtp", own);
        if (lb_body_is_at_rest(s->c, n))
            LB_TRY(lb_body_surface_write(s, &surface, source, n, file, err));
    }
cleanup:
    lb_body_surface_free(&surface);
    return st;
}

static enum lb_status archive(void *output, struct lb_archive *a, struct lb_error *err)
{
    struct body_surfaces *b = output;
    char key[LB_OUTPUT_NAME_SIZE], index[LB_OUTPUT_NAME_SIZE];
    LB_OK(lb_schedule_archive(&b->schedule, a, "body_surfaces", err));
    for (int n = 0; n < b->s->c->body_count; n++) {
        snprintf(key, sizeof key, "body_surfaces.%d.index", n);
        name_index(b->s->c, n, index);
        LB_OK(lb_output_archive_index(b->s, a, key, index, &b->pvd[n], err));
    }
    return LB_STATUS_OK;
}

static void close_all(void *output)
{
    struct body_surfaces *b = output;
    for (int n = 0; n < LB_MAX_BODIES; n++)
        lb_vtk_series_destroy(b->pvd[n]);
    lb_body_record_free(&b->before);
    free(b);
}

static const struct lb_parameter parameters[] = {
    {"body-surface", LB_PARAMETER_COUNT, "steps", NULL, NULL, 0, 1e15,
     "steps between .vtp files of pressure, wall shear and forces on each body, and one at the "
     "end; with "
     "mean=, those of the mean flow, too; 0, the default: none"},
    {0}};

const struct lb_output lb_output_body_surfaces = {
    .name = "body surfaces",
    .parameters = parameters,
    .place = 11,
    .beside_case = (const char *const[]){"body-surface", NULL},
    .choose = choose,
    .due = due,
    .wants_before = wants_forces,
    .at = {[LB_OUTPUT_BEFORE] = record_before,
           [LB_OUTPUT_STEP] = write_now,
           [LB_OUTPUT_END] = write_now,
           [LB_OUTPUT_DIVERGED] = write_now},
    .archive = archive,
    .close = close_all,
};

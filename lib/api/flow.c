/* flow.c - a flow of sluice.h from its specification to its end.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/api_internal.h"
#include "base/version.h"
#include "case/case.h"
#include "case/lookup.h"
#include "case/rounding.h"
#include "decomposition/grid_choice.h"
#include "layout/layout.h"
#include "opencl/device.h"
#include "peers/peers.h"
#include "solver/collective.h"

unsigned sluice_abi(void)
{
    return SLUICE_ABI;
}

const char *sluice_version(void)
{
    return LB_VERSION;
}

/* --- errors ---------------------------------------------------------------------------------------- */

sluice_status lb_api_report(enum lb_status st, const struct lb_error *err, sluice_error *out)
{
    const bool is_known = st >= LB_STATUS_OK && st <= LB_STATUS_DEVICE;
    const sluice_status status = is_known ? (sluice_status)st : SLUICE_FAILED;
    if (status != SLUICE_OK && out != NULL && out->status == SLUICE_OK) {
        out->status = status;
        snprintf(out->text, sizeof out->text, "%s", err->text);
    }
    return status;
}

enum lb_status lb_api_need_given(const void *argument, const char *call, const char *what,
                                 struct lb_error *err)
{
    LB_NEED(argument != NULL, LB_STATUS_USAGE, "%s: %s is NULL", call, what);
    return LB_STATUS_OK;
}

enum lb_status lb_api_need_unstarted(const struct sluice *s, const char *call, struct lb_error *err)
{
    LB_OK(lb_api_need_given(s, call, "the flow", err));
    LB_NEED(!s->has_failed, LB_STATUS_FAILED, "%s: the flow failed before, and can only be freed",
            call);
    LB_NEED(s->solver == NULL, LB_STATUS_FAILED, "%s: the flow has started already", call);
    return LB_STATUS_OK;
}

enum lb_status lb_api_need_started(const struct sluice *s, const char *call, struct lb_error *err)
{
    LB_OK(lb_api_need_given(s, call, "the flow", err));
    LB_NEED(!s->has_failed, LB_STATUS_FAILED, "%s: the flow failed before, and can only be freed",
            call);
    LB_NEED(s->solver != NULL, LB_STATUS_FAILED, "%s: sluice_start comes first", call);
    return LB_STATUS_OK;
}

enum lb_status lb_api_need_planar(const struct sluice *s, const double vector[3], const char *what,
                                  struct lb_error *err)
{
    LB_NEED(s->c.lattice->dimensions == 3 || !(fabs(vector[2]) > 0.0), LB_STATUS_USAGE,
            "%s is (%g, %g, %g): the third must be 0 in two dimensions", what, vector[0], vector[1],
            vector[2]);
    return LB_STATUS_OK;
}

/* --- the specification ----------------------------------------------------------------------------- */

static enum lb_status copy_word(const char *word, char **out, struct lb_error *err)
{
    *out = word != NULL ? strdup(word) : NULL;
    LB_NEED(word == NULL || *out != NULL, LB_STATUS_FAILED, "out of memory for a flow");
    return LB_STATUS_OK;
}

static const char *or_default(const char *word, const char *usual)
{
    return word != NULL ? word : usual;
}

static unsigned parameters_of(const struct lb_viscosity_model *law)
{
    unsigned count = 0;
    while (law != NULL && count < LB_MAX_VISCOSITY_PARAMETERS &&
           law->parameters[count].name != NULL)
        count++;
    return count;
}

/* The law's own defaults where no values are given. */
static enum lb_status choose_law(struct lb_case *c, const sluice_spec *spec, struct lb_error *err)
{
    const struct lb_viscosity_model *law =
        lb_viscosity_model_find(or_default(spec->viscosity_law, ""));
    const unsigned known = parameters_of(law);
    LB_NEED(law != NULL || spec->viscosity_law == NULL, LB_STATUS_USAGE,
            "there is no viscosity law '%s'", spec->viscosity_law);
    LB_NEED(spec->viscosity_count == (spec->viscosity_values != NULL ? known : 0), LB_STATUS_USAGE,
            "%s: %u viscosity values are given, and %u are needed, or none",
            or_default(spec->viscosity_law, "no viscosity law"), spec->viscosity_count, known);
    c->viscosity_model = law;
    for (unsigned n = 0; n < known; n++) {
        const struct lb_viscosity_parameter *p = &law->parameters[n];
        const double value = spec->viscosity_values != NULL ? spec->viscosity_values[n] : p->value;
        LB_NEED(value >= p->least && value <= p->most, LB_STATUS_USAGE,
                "%s: %s is %g and must be from %g to %g", law->name, p->name, value, p->least,
                p->most);
        c->viscosity_values[n] = value;
    }
    return LB_STATUS_OK;
}

static enum lb_status choose_methods(struct lb_case *c, const sluice_spec *spec,
                                     struct lb_error *err)
{
    struct lb_precision precision = {.storage = NULL};
    const char *lattice = or_default(spec->lattice, spec->size[2] == 1 ? "d2q9" : "d3q19");
    LB_OK(lb_lookup_lattice(lattice, "lattice", &c->lattice, err));
    LB_OK(lb_lookup_collision(or_default(spec->collision, "srt"), "collision", &c->collision, err));
    LB_OK(lb_lookup_precision(or_default(spec->precision, "fp32/fp32"), "precision", &precision,
                              err));
    LB_OK(lb_lookup_rounding(or_default(spec->rounding, lb_rounding_default->name), "rounding",
                             &c->rounding, err));
    LB_OK(lb_lookup_streaming(or_default(spec->streaming, "in-place"), "streaming", &c->streaming,
                              err));
    c->arithmetic = precision.arithmetic;
    c->storage = precision.storage;
    return choose_law(c, spec, err);
}

static enum lb_status fill_in(struct sluice *s, const sluice_spec *spec, struct lb_error *err)
{
    struct lb_case *c = &s->c;
    LB_NEED(spec->abi == SLUICE_ABI, LB_STATUS_USAGE,
            "the program was compiled for interface %u of sluice.h, and the library has %d: set "
            "spec.abi to SLUICE_ABI, and compile it anew",
            spec->abi, SLUICE_ABI);
    *c = (struct lb_case){.name = "flow",
                          .shift = true,
                          .noise_seed = spec->seed,
                          .viscosity = spec->viscosity,
                          .surface = {spec->has_surface != 0, spec->tension},
                          .start = lb_api_start_cell,
                          .start_state = s};
    memcpy(c->size, spec->size, sizeof c->size);
    memcpy(c->force, spec->force, sizeof c->force);
    LB_NEED(isfinite(c->force[0]) && isfinite(c->force[1]) && isfinite(c->force[2]) &&
                isfinite(spec->tension),
            LB_STATUS_USAGE, "the force (%g, %g, %g) and the tension %g must be finite",
            c->force[0], c->force[1], c->force[2], spec->tension);
    LB_OK(choose_methods(c, spec, err));
    LB_OK(lb_api_need_planar(s, c->force, "the force", err));
    LB_OK(lb_case_check(c, err));
    LB_OK(lb_lookup_lanes(or_default(spec->lanes, "auto"), "lanes", &s->wishes, err));
    lb_faces_init(&s->faces, c->size);
    s->bodies.dimensions = c->lattice->dimensions;
    LB_OK(copy_word(spec->device, &s->device_word, err));
    return copy_word(spec->kernels, &s->kernels, err);
}

sluice_status sluice_new(const sluice_spec *spec, sluice **out, sluice_error *error)
{
    struct lb_error err = {0};
    struct sluice *s = calloc(1, sizeof *s);
    enum lb_status st = lb_api_need_given(out, "sluice_new", "`out`", &err);
    if (st == LB_STATUS_OK) st = lb_api_need_given(spec, "sluice_new", "`spec`", &err);
    if (st == LB_STATUS_OK)
        st = s != NULL ? fill_in(s, spec, &err)
                       : lb_fail(&err, LB_STATUS_FAILED, "out of memory for a flow");
    if (st != LB_STATUS_OK) sluice_free(s);
    if (out != NULL) *out = st == LB_STATUS_OK ? s : NULL;
    return lb_api_report(st, &err, error);
}

void sluice_free(sluice *s)
{
    if (s == NULL) return;
    lb_solver_destroy(s->solver);
    lb_device_close(s->device);
    lb_peers_finish(s->world, LB_STATUS_OK);
    lb_bodies_free(&s->bodies);
    lb_openings_free(&s->patches);
    for (int face = 0; face < LB_FACES; face++)
        free(s->profiles[face]);
    free(s->position);
    free(s->force);
    free(s->device_word);
    free(s->kernels);
    free(s->notes);
    free(s);
}

/* --- the start ------------------------------------------------------------------------------------- */

static enum lb_status join(struct sluice *s, const void *communicator, const char *split,
                           struct lb_error *err)
{
    LB_OK(lb_api_need_unstarted(s, "sluice_use_communicator", err));
    LB_NEED(s->world == NULL, LB_STATUS_FAILED, "the flow has a communicator already");
    LB_NEED(communicator != NULL, LB_STATUS_USAGE,
            "sluice_use_communicator: the communicator is NULL, and must be an MPI_Comm *");
    LB_OK(lb_peers_join(communicator, &s->world, err));
    const int ranks = lb_peers_count(s->world);
    if (ranks == 1) return LB_STATUS_OK;
    const struct lb_grid_limits limits = {lb_case_axes_to_choose(&s->c),
                                          lb_case_least_width(&s->c)};
    const enum lb_status st =
        lb_grid_read(split, s->c.size, ranks, s->c.lattice, &limits, s->grid, err);
    if (st != LB_STATUS_OK) { /* on all ranks: as before the call */
        lb_peers_finish(s->world, LB_STATUS_OK);
        s->world = NULL;
    }
    return st;
}

sluice_status sluice_use_communicator(sluice *s, const void *communicator, const char *split,
                                      sluice_error *error)
{
    struct lb_error err = {0};
    return lb_api_report(join(s, communicator, split, &err), &err, error);
}

/* The case of this rank's cells. */
static enum lb_status take_part(struct sluice *s, const struct lb_case **own, struct lb_error *err)
{
    const int whole[3] = {1, 1, 1}, ranks = lb_peers_count(s->world);
    lb_decomposition_init(&s->place, s->c.size, ranks > 1 ? s->grid : whole,
                          lb_peers_rank(s->world), 0);
    *own = &s->c;
    if (ranks == 1) return LB_STATUS_OK;
    LB_OK(lb_subdomain_check(&s->c, s->place.cut, err));
    lb_subdomain_init(&s->part, &s->c, &s->place);
    *own = &s->part.c;
    return LB_STATUS_OK;
}

static enum lb_status build(struct sluice *s, const struct lb_case *own, struct lb_error *err)
{
    const struct lb_kernel_places places = {.kernel_dir = s->kernels};
    struct lb_layout layout;
    LB_OK(lb_device_open_shared(s->device_word, lb_peers_node_rank(s->world),
                                lb_peers_node_count(s->world), &s->device, err));
    const struct lb_device_info *info = lb_device_get_info(s->device);
    lb_peers_name_device(s->world, info->name, info->type != LB_DEVICE_CPU);
    lb_layout_choose(own, &s->wishes, info, &layout);
    LB_OK(lb_layout_check(own, &layout, info, err));
    return lb_solver_create(own, &layout, s->device, &places, &s->solver, err);
}

static enum lb_status start(struct sluice *s, struct lb_error *err)
{
    LB_OK(lb_api_need_unstarted(s, "sluice_start", err));
    const struct lb_case *own = &s->c;
    s->has_failed = true; /* until all of it is done */
    LB_OK(lb_peers_agree(s->world, lb_api_finish_box(s, err), err));
    LB_OK(lb_peers_agree(s->world, take_part(s, &own, err), err));
    LB_OK(lb_peers_agree(s->world, build(s, own, err), err));
    if (lb_peers_count(s->world) > 1) {
        LB_OK(lb_peers_agree(s->world, lb_solver_join(s->solver, &s->place, err), err));
        LB_OK(lb_solver_join_ranks(s->solver, s->world, &s->place, err));
    }
    s->has_failed = false;
    return LB_STATUS_OK;
}

sluice_status sluice_start(sluice *s, sluice_error *error)
{
    struct lb_error err = {0};
    return lb_api_report(start(s, &err), &err, error);
}

/* --- steps ----------------------------------------------------------------------------------------- */

sluice_status sluice_every(sluice *s, uint64_t every, sluice_callback *function, void *context,
                           sluice_error *error)
{
    struct lb_error err = {0};
    enum lb_status st = lb_api_need_given(s, "sluice_every", "the flow", &err);
    if (st != LB_STATUS_OK) return lb_api_report(st, &err, error);
    if (every == 0 || function == NULL)
        st = lb_fail(&err, LB_STATUS_USAGE,
                     "sluice_every: a callback and a number of steps above 0 are needed");
    else if (s->event_count == LB_API_MAX_EVENTS)
        st = lb_fail(&err, LB_STATUS_USAGE,
                     "sluice_every: there are %d callbacks already, the most", LB_API_MAX_EVENTS);
    else
        s->events[s->event_count++] = (struct lb_api_event){every, function, context};
    return lb_api_report(st, &err, error);
}

/* The first step behind `now` at which something is due, `end` at the latest. */
static uint64_t next_event(const struct sluice *s, uint64_t now, uint64_t end)
{
    for (int n = 0; n < s->event_count; n++) {
        const uint64_t every = s->events[n].every, left = every - now % every;
        if (left < end - now) end = now + left;
    }
    return end;
}

/* Whether a callback stops the flow. */
static bool call_due(struct sluice *s, uint64_t step)
{
    bool stops = false;
    for (int n = 0; n < s->event_count && !stops; n++)
        if (step % s->events[n].every == 0)
            stops = s->events[n].function(s, step, s->events[n].context) != 0;
    return stops;
}

static enum lb_status look(struct sluice *s, struct lb_error *err)
{
    struct lb_survey survey;
    const uint64_t now = lb_solver_step(s->solver);
    if (now - s->looked_at < LB_API_LOOKED_EVERY) return LB_STATUS_OK;
    LB_OK(lb_solver_survey(s->solver, &survey, err));
    s->looked_at = now;
    LB_NEED(survey.non_finite == 0, LB_STATUS_DIVERGED,
            "the flow diverged: at step %llu %llu cells are not finite, the first at (%u, %u, %u)",
            (unsigned long long)now, (unsigned long long)survey.non_finite, survey.worst[0],
            survey.worst[1], survey.worst[2]);
    return LB_STATUS_OK;
}

static enum lb_status advance(struct sluice *s, uint64_t steps, bool *stops, struct lb_error *err)
{
    const uint64_t begin = lb_solver_step(s->solver);
    const uint64_t end = steps < UINT64_MAX - begin ? begin + steps : UINT64_MAX;
    for (uint64_t now = begin; now < end && !*stops;) {
        const uint64_t next = next_event(s, now, end);
        LB_OK(lb_solver_advance(s->solver, next - now, err));
        now = next;
        *stops = call_due(s, now);
    }
    LB_OK(lb_solver_wait(s->solver, err));
    return look(s, err);
}

sluice_status sluice_advance(sluice *s, uint64_t steps, sluice_error *error)
{
    struct lb_error err = {0};
    bool stops = false;
    enum lb_status st = lb_api_need_started(s, "sluice_advance", &err);
    if (st == LB_STATUS_OK && s->is_advancing)
        st = lb_fail(&err, LB_STATUS_FAILED,
                     "sluice_advance: it goes on already, in another thread or around this "
                     "callback; one call at a time takes steps");
    if (st == LB_STATUS_OK) {
        s->is_advancing = true;
        st = advance(s, steps, &stops, &err);
        s->is_advancing = false;
    }
    const sluice_status status = lb_api_report(st, &err, error);
    return status == SLUICE_OK && stops ? SLUICE_STOPPED : status;
}

uint64_t sluice_step(const sluice *s)
{
    return s != NULL && s->solver != NULL ? lb_solver_step(s->solver) : 0;
}

/* run_assemble.c - the case of a run, from its methods and values, checked.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/host.h"
#include "opencl/device.h"
#include "peers/peers.h"
#include "ranks/own_ranks.h"
#include "run/relaxation.h"
#include "run/run.h"
#include "case/case.h"
#include "run/run_internal.h"

/* beyond it even the byte counts of the solver would not be sure */

uint64_t lb_setup_steps(const struct lb_values *v, uint64_t own)
{
    const uint64_t asked = lb_values_count(v, "steps");
    return asked > 0 ? asked : own;
}

enum lb_status lb_setup_probe(const struct lb_values *v, double own, double max, uint64_t *out,
                              struct lb_error *err)
{
    const uint64_t asked = lb_values_count(v, "probe");
    *out = asked > 0 ? asked : (uint64_t)fmax(1.0, floor(own));
    if (asked == 0 || (double)asked <= fmax(1.0, floor(max))) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_USAGE,
                   "probe=%llu is too rare to judge this run by; at most every %.0f steps would "
                   "do (without it: %.0f)",
                   (unsigned long long)asked, fmax(1.0, floor(max)), fmax(1.0, floor(own)));
}

/* A surface takes out what alternates, and markers have forces that change from step to step. */
static enum lb_status choose_mean(struct lb_run *run, struct lb_error *err)
{
    struct lb_case *c = &run->c;
    const bool is_given = lb_values_is_set(run->values, "two-step-mean");
    const bool is_asked = lb_values_count(run->values, "two-step-mean") != 0;
    const char *why = c->surface.exists        ? "a free surface"
                      : lb_case_has_markers(c) ? "markers"
                      : c->heat != NULL        ? "a temperature, of single steps as well"
                      : c->curved != NULL      ? "walls between cells, which damp it"
                                               : NULL;
    const bool is_possible = why == NULL;
    LB_NEED(is_possible || !is_asked, LB_STATUS_USAGE,
            "two-step-mean=1: %s shows single steps, as it has %s", c->name, why);
    c->shows_mean = is_possible && (is_given ? is_asked
                                             : c->storage->bits <= 16 || run->plan.shows_mean ||
                                                   run->request.is_compared);
    return LB_STATUS_OK;
}

bool lb_run_only_looks(const struct lb_run_request *request)
{
    return lb_values_is_set(request->values, "steps") &&
           lb_values_count(request->values, "steps") == 0;
}

/* From the numbers alone: to find bodies in many cells takes minutes.  Any device has room for little. */
static enum lb_status check_own_size(const struct lb_run *run, const struct lb_case *c,
                                     bool is_sure, struct lb_error *err)
{
    const double gib = 1024.0 * 1024.0 * 1024.0;
    const double cells = (double)c->size[0] * c->size[1] * c->size[2],
                 needed = cells * lb_case_bytes_per_cell(c);
    const int ranks = lb_peers_count(lb_ranks());
    struct lb_device *device = NULL;
    struct lb_error own = {0};
    if (needed < gib || run->request.archive != NULL ||
        lb_device_open_shared(run->request.device, lb_peers_node_rank(lb_ranks()),
                              lb_peers_node_count(lb_ranks()), &device, &own) != LB_STATUS_OK)
        return LB_STATUS_OK; /* a device that is not there is told later */
    const struct lb_device_info *info = lb_device_get_info(device);
    const double left = (double)lb_memory_available() / lb_peers_node_count(lb_ranks());
    const double room = ranks * (info->type == LB_DEVICE_CPU ? left : (double)info->memory);
    snprintf(own.text, sizeof own.text,
             "size %u,%u,%u needs at least %.4g GiB, and %s has %.4g GiB: it does not fit",
             c->size[0], c->size[1], c->size[2], needed / gib, info->name, room / gib);
    lb_device_close(device);
    if (needed <= room) return LB_STATUS_OK;
    if (is_sure) {
        lb_fail(err, LB_STATUS_DEVICE, "%s; at most %.3g times these sides would fit", own.text,
                pow(0.9 * room / needed, 1.0 / c->lattice->dimensions));
        lb_run_note_smaller(run, 0.9 * room, err);
        return LB_STATUS_DEVICE;
    }
    if (lb_peers_is_first(lb_ranks())) fprintf(stderr, "sluice: warning: %s\n", own.text);
    return LB_STATUS_OK;
}

static enum lb_status check_size(const void *context, const struct lb_case *c, struct lb_error *err)
{
    const struct lb_run *run = context;
    const bool is_sure =
        run->request.runs_here && !lb_case_lists_fluid(c) && !lb_run_only_looks(&run->request);
    return lb_peers_agree(lb_ranks(), check_own_size(run, c, is_sure, err), err);
}

/* Of the run itself and of who goes on with it or stops it; outputs add theirs. */
static enum lb_status claim_files(struct lb_run *run, struct lb_error *err)
{
    static const char *const names[] = {"case.ini", "run.json", "log.txt", "inputs", "stop"};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        LB_OK(lb_file_names_claim(&run->outputs.services.names, names[n], "the run", err));
    return LB_STATUS_OK;
}

static enum lb_status prepare(struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_case *c = &run->c;
    run->state = calloc(1, run->setup->state_size > 0 ? run->setup->state_size : 1);
    run->outputs.services.state = run->state;
    LB_REQUIRE(run->state != NULL, LB_STATUS_FAILED, "no memory for %s", run->setup->name);
    LB_TRY(lb_relaxation_apply(run->values, c, err));
    run->plan.check_size = check_size;
    run->plan.size_context = run;
    LB_TRY(run->setup->prepare(run->state, run->values, c, &run->plan, err));
    c->alternating_every = lb_values_count(run->values, "remove-alternating");
    LB_TRY(lb_case_check(c, err));
    LB_TRY(choose_mean(run, err));
    run->plan.steps = lb_setup_steps(run->values, run->plan.steps);
    run->ending.only_looks = lb_run_only_looks(&run->request);
    LB_REQUIRE(!run->ending.only_looks || run->request.archive == NULL, LB_STATUS_USAGE,
               "resume: steps=0 only looks at what would run, and '%s' is a run",
               run->request.output);
    run->ending.max_wall = lb_values_number(run->values, "max-wall");
    LB_TRY(claim_files(run, err));
    LB_TRY(lb_outputs_choose(&run->outputs, err));
cleanup:
    return st;
}

/* --- whether the number format can tell the flow from rest ------------------------------------- */

/* Of the deviation from rest, at most: one step of a code.  Coarser formats were seen to stop slow
 * channel flows, or to shift them by a tenth; those that round a cell's populations together keep
 * its momentum (docs/accuracy/formats.md). */
static const double finest_step = 1.0 / 400.0, finest_kept_step = 1.0 / 50.0;

/* From the code of x > 0 to the next one. */
static double code_step(const struct lb_number_format *f, double x)
{
    const double here = f->decode(f->encode(x));
    double low = x, high = 2.0 * x + f->smallest;
    while (!(f->decode(f->encode(high)) > here) && high < f->largest)
        high *= 2.0;
    for (int n = 0; n < 64; n++) {
        const double middle = 0.5 * (low + high);
        if (f->decode(f->encode(middle)) > here)
            high = middle;
        else
            low = middle;
    }
    return f->decode(f->encode(high)) - here;
}

static double coarseness(const struct lb_case *c, const struct lb_number_format *f,
                         double deviation, double *step)
{
    double weight = 1.0;
    for (int i = 0; i < c->lattice->directions; i++)
        weight = fmin(weight, c->lattice->weight[i]);
    *step = code_step(f, weight * (deviation + (c->shift ? 0.0 : 1.0)));
    return *step / (weight * deviation) / (f->conserve != NULL ? finest_kept_step : finest_step);
}

static const struct lb_number_format *find_finer(const struct lb_case *c, double deviation)
{
    const struct lb_number_format *best = NULL;
    double step, least = 1.0;
    for (const struct lb_number_format *const *f = lb_number_formats; *f != NULL; f++) {
        const bool fits = c->arithmetic == LB_ARITHMETIC_FP64 ? (*f)->with_fp64 : (*f)->with_fp32;
        if (!fits || ((*f)->needs_shift && !c->shift)) continue;
        if (c->heat != NULL && !lb_heat_may_have(*f)) continue;
        const double own = coarseness(c, *f, deviation, &step);
        if (own > 1.0 || (best != NULL && (*f)->bits > best->bits)) continue;
        if (best != NULL && (*f)->bits == best->bits && own >= least) continue;
        best = *f;
        least = own;
    }
    return best;
}

static void warn_of_format(struct lb_run *run)
{
    const struct lb_case *c = &run->c;
    const double deviation = run->plan.deviation;
    const bool rounds = strcmp(lb_case_rounding(c)->name, "nearest") == 0;
    double step;
    if (!(deviation > 0.0) || coarseness(c, c->storage, deviation, &step) <= 1.0) return;
    run->found.format_is_coarse = true;
    const struct lb_number_format *finer = find_finer(c, deviation);
    const double share = coarseness(c, c->storage, deviation, &step) *
                         (c->storage->conserve != NULL ? finest_kept_step : finest_step);
    lb_run_warn(run,
                "%s is coarse for this flow: one step of its codes is %.2g, and the smallest "
                "populations differ by %.2g from those at rest, of which it is %.2g %%;%s the "
                "flow may %s%s%s",
                c->storage->title, step, step / share, 100.0 * share, lb_case_rounding(c)->words,
                rounds ? "stand still" : "drown in noise", finer != NULL ? "; fine enough is " : "",
                finer != NULL ? finer->title : "");
}

/* From so many solid cells on a list of the others is faster on GPUs and CPUs (docs/setups/rock.md). */
static void choose_list(struct lb_run *run)
{
    static const double least_solid = 0.4;
    struct lb_case listed = run->c;
    const double cells = (double)lb_case_cell_count(&run->c);
    const double fluid = (1.0 - run->plan.solid_share) * cells;
    listed.streaming = LB_STREAMING_LIST;
    if (fluid < 1.0 || fluid >= 0x1p30 || cells >= 0x1p32 || run->plan.solid_share < least_solid ||
        run->request.is_streaming_given || lb_case_check_list(&listed, NULL) != LB_STATUS_OK)
        return;
    run->c.streaming = listed.streaming;
}

enum lb_status lb_run_assemble(struct lb_run *run, struct lb_error *err)
{
    const struct lb_run_request *r = &run->request;
    run->c = (struct lb_case){.name = r->setup->name,
                              .lattice = r->lattice,
                              .collision = r->collision,
                              .storage = r->precision.storage,
                              .arithmetic = r->precision.arithmetic,
                              .rounding = r->precision.rounding,
                              .noise_seed = lb_values_count(run->values, "seed"),
                              .streaming = r->streaming,
                              .shift = r->shift,
                              .means = {[LB_MEANS_OF_RUN] = lb_mean_kind(run->values)},
                              .size = {1, 1, 1}};
    if (r->archive != NULL) /* all read the copies, which the first may have to make */
        LB_OK(lb_peers_agree(
            lb_ranks(), lb_inputs_check(r->archive, r->output, lb_peers_is_first(lb_ranks()), err),
            err));
    LB_OK(prepare(run, err));
    choose_list(run);
    LB_OK(lb_inputs_read(run->values, r->archive != NULL, &run->inputs, err));
    if (r->archive != NULL) lb_inputs_load_originals(&run->inputs, r->archive);
    LB_OK(lb_run_split(run, err));
    if (run->plan.warning[0] != '\0') lb_run_warn(run, "%s", run->plan.warning);
    for (int n = 0; n < run->plan.note_count; n++)
        lb_run_warn(run, "%s", run->plan.notes[n]);
    run->found.plan_warnings = run->found.warning_count;
    if (lb_values_overridden(run->values)[0] != '\0')
        lb_run_warn(run, "%s", lb_values_overridden(run->values));
    warn_of_format(run);
    return LB_STATUS_OK;
}

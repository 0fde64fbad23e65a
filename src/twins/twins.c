/* twins.c - the runs behind error bars.
 * SPDX-License-Identifier: MIT */
#include "twins/twins.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/signals.h"
#include "case/lookup.h"
#include "study/study.h"

/* Grids by how many times the cells of the case a length has, the finest first. */
struct grid {
    double share;
    char words[16];
};
static const struct grid quick_grids[] = {{0.5, "1/2"}, {0.25, "1/4"}};
static const struct grid strict_grids[] = {
    {0.75, "3/4"}, {0.5, "1/2"}, {0.375, "3/8"}, {0.25, "1/4"}};
enum { QUICK = 2, STRICT = 4 };

struct study_of_twins {
    struct lb_study study; /* the coarsest first, the case last */
    struct lb_twins twins;
    FILE *out;
};

static struct lb_study_run *case_of(struct study_of_twins *t)
{
    return &t->study.runs[t->study.count - 1];
}

/* --- the plan -------------------------------------------------------------------------------------- */

static bool is_double(const struct lb_study_request *request)
{
    return request->run.precision.storage->bits == 64;
}

/* A box that would not have whole cells gets the next grid that has. */
static void find_whole(const struct lb_run_request *run, struct grid *grid)
{
    const double share = run->setup->find_whole_share != NULL
                             ? run->setup->find_whole_share(run->values, grid->share)
                             : grid->share;
    if (!(fabs(share - grid->share) > 1e-9)) return;
    snprintf(grid->words, sizeof grid->words, "%.3g", share);
    grid->share = share;
}

static enum lb_status find_scale(const struct study_of_twins *t, struct grid grid,
                                 struct lb_rescaling *out, struct lb_error *err)
{
    const struct lb_run_request *run = &t->study.request->run;
    const char *resolution = run->setup->resolution;
    const struct lb_parameter *p = lb_values_parameter(run->values, resolution);
    const double share = lb_values_whole_share(run->values, resolution, grid.share);
    LB_NEED(share > 0.0, LB_STATUS_USAGE,
            "--error-bars makes the grid coarser by %s=, and this case has none", resolution);
    LB_NEED(
        share * lb_values_number(run->values, resolution) >= p->min * (1.0 - 1e-12),
        LB_STATUS_USAGE,
        "--error-bars needs a grid with %s of the cells along a length, and %s=%g is too coarse "
        "for it: from %g on it would do",
        grid.words, resolution, lb_values_number(run->values, resolution), p->min / grid.share);
    *out = (struct lb_rescaling){share, share};
    return LB_STATUS_OK;
}

/* Run n of the study as the next of the twins; behind the grids, those of the coarsest one. */
static void add_twin(struct study_of_twins *t, size_t n, enum lb_twin_kind kind,
                     struct lb_rescaling scale, const char *words)
{
    static const char *const kinds[] = {"cells", "double", "slow"};
    struct lb_study_run *r = &t->study.runs[n];
    r->scale = scale;
    snprintf(r->name, sizeof r->name, "%s-%s", kinds[kind], words);
    char *stroke = strchr(r->name, '/');
    if (stroke != NULL) *stroke = '-';
    t->twins.twin[t->twins.count++] = (struct lb_twin){kind, r->name, scale, &r->outcome};
}

/* Those of them that differ: counts are rounded to whole cells. */
static enum lb_status choose_grids(struct study_of_twins *t, struct grid used[STRICT],
                                   struct lb_rescaling scale[STRICT], size_t *count,
                                   struct lb_error *err)
{
    const bool is_strict = t->study.request->error_bars == LB_ERROR_BARS_STRICT;
    const struct grid *grids = is_strict ? strict_grids : quick_grids;
    *count = 0;
    for (size_t n = 0; n < (is_strict ? STRICT : QUICK); n++) {
        struct grid grid = grids[n];
        find_whole(&t->study.request->run, &grid);
        LB_OK(find_scale(t, grid, &scale[*count], err));
        if (*count > 0 && !(scale[*count].cells < scale[*count - 1].cells)) continue;
        used[(*count)++] = grid;
    }
    LB_NEED(
        *count >= QUICK, LB_STATUS_USAGE,
        "--error-bars needs two coarser grids, and those of %s=%g are the same",
        t->study.request->run.setup->resolution,
        lb_values_number(t->study.request->run.values, t->study.request->run.setup->resolution));
    return LB_STATUS_OK;
}

static enum lb_status plan(struct study_of_twins *t, const struct lb_study_request *request,
                           struct lb_error *err)
{
    struct lb_study *s = &t->study;
    const struct lb_setup *setup = request->run.setup;
    const size_t beside = is_double(request) ? 1 : 2;
    struct grid grids[STRICT];
    struct lb_rescaling scale[STRICT];
    size_t count;
    char why[200] = "";
    s->request = request;
    LB_NEED(setup->resolution != NULL, LB_STATUS_USAGE,
            "--error-bars: %s has no parameter that makes its grid coarser", setup->name);
    if (setup->tell_fixed_grid != NULL)
        setup->tell_fixed_grid(request->run.values, why, sizeof why);
    LB_NEED(why[0] == '\0', LB_STATUS_USAGE, "--error-bars needs coarser grids, and %s", why);
    LB_OK(choose_grids(t, grids, scale, &count, err));
    LB_OK(lb_study_plan(s, request, count + beside + 1, err));
    /* the coarsest grid is run 0, its other twins follow */
    for (size_t n = 0; n < count; n++)
        add_twin(t, n == count - 1 ? 0 : count + beside - 1 - n, LB_TWIN_GRID, scale[n],
                 grids[n].words);
    const struct lb_rescaling last = scale[count - 1];
    if (!is_double(request)) {
        add_twin(t, 1, LB_TWIN_DOUBLE, last, grids[count - 1].words);
        s->runs[1].may_fail = true;
        LB_OK(lb_lookup_precision("fp64", "--error-bars", &s->runs[1].precision, err));
    }
    /* compressibility does not fall with the size of the cells */
    add_twin(t, beside, LB_TWIN_SLOW, (struct lb_rescaling){last.cells, 2.0 * last.steps},
             grids[count - 1].words);
    snprintf(case_of(t)->name, sizeof case_of(t)->name, "case");
    case_of(t)->twins = &t->twins;
    return LB_STATUS_OK;
}

static void hold_choices(struct study_of_twins *t, const struct lb_study_case *whole)
{
    const struct lb_setup *setup = t->study.request->run.setup;
    for (size_t n = 0; setup->tell_held != NULL && n + 1 < t->study.count; n++)
        setup->tell_held(whole->values, lb_run_case(whole->run), t->study.runs[n].held,
                         sizeof t->study.runs[n].held);
}

/* The case first, then its twins: before hours are spent on the first of them. */
static enum lb_status check_cases(struct study_of_twins *t, struct lb_error *err)
{
    const struct lb_study *s = &t->study;
    for (size_t n = 0; n < s->count; n++) {
        const struct lb_study_run *r = &s->runs[(n + s->count - 1) % s->count];
        struct lb_study_case one;
        const enum lb_status st = lb_study_open(s, r, &one, err);
        if (st == LB_STATUS_DEVICE && r->may_fail) {
            *err = (struct lb_error){0}; /* its share stays unknown */
            continue;
        }
        if (st != LB_STATUS_OK && n > 0)
            lb_error_note(err,
                          "This is its twin %s, for the error bars, with %.3g of the cells of the "
                          "case along a length.",
                          r->name, r->scale.cells);
        LB_OK(st);
        if (n == 0) hold_choices(t, &one);
        lb_study_close(&one);
    }
    return LB_STATUS_OK;
}

static void tell(const struct study_of_twins *t)
{
    fprintf(stderr, "%zu runs: ", t->study.count);
    for (size_t n = 0; n < t->study.count; n++)
        fprintf(stderr, "%s%s", n > 0 ? ", " : "", t->study.runs[n].name);
    fputc('\n', stderr);
}

/* --- the runs -------------------------------------------------------------------------------------- */

static void print_case(const struct study_of_twins *t, const struct lb_study_run *r,
                       const struct lb_run *run)
{
    const bool is_json = t->study.request->run.reporting.form == LB_OUTPUT_JSON;
    if (is_json)
        fputs(r->outcome.json, t->out);
    else if (run != NULL)
        lb_run_print_summary(run, t->out);
    else
        fprintf(stderr, "sluice: note: %s/%s has ended; its results are in its run.json\n",
                t->study.folder, r->name);
}

/* What a grid that is coarser than anybody asked for does not stand. */
static void advise(const struct study_of_twins *t, const struct lb_study_run *r)
{
    const struct lb_run_request *run = &t->study.request->run;
    const bool is_rr = strcmp(r->collision->name, "rr") == 0;
    if (r->outcome.end == LB_RUN_DIVERGED)
        fprintf(stderr,
                "sluice: warning: %s: it diverged, and shares of error bars stay unknown; a larger "
                "%s= %s may hold on coarse grids\n",
                r->name, run->setup->resolution,
                is_rr ? "or a smaller speed" : "or --collision rr");
}

/* A twin's own verdict is that of a grid that nobody asked for. */
static enum lb_status show(void *context, struct lb_study_run *r, const struct lb_run *run,
                           struct lb_error *err)
{
    const struct study_of_twins *t = context;
    (void)err;
    if (r == case_of(context))
        print_case(t, r, run);
    else if (t->study.request->run.reporting.form != LB_OUTPUT_JSON && run != NULL)
        fprintf(stderr, "%s: %s\n", r->name, lb_run_end_name(r->outcome.end));
    if (r != case_of(context)) advise(t, r);
    return LB_STATUS_OK;
}

static enum lb_status outcome(struct study_of_twins *t, struct lb_error *err)
{
    const struct lb_study *s = &t->study;
    const struct lb_study_run *r = case_of(t);
    if (s->signal != 0 && s->runs[0].state == LB_STUDY_RAN) return lb_study_fail_stopped(s, err);
    LB_NEED(s->signal == 0 || s->runs[0].status == LB_STATUS_OK, s->runs[0].status, "%s",
            s->runs[0].why);
    LB_NEED(r->status == LB_STATUS_OK, r->status, "%s; the files are in %s", r->why, s->folder);
    return LB_STATUS_OK;
}

static enum lb_status run_all(struct study_of_twins *t, const struct lb_study_request *request,
                              struct lb_error *err)
{
    struct lb_study *s = &t->study;
    LB_OK(plan(t, request, err));
    LB_OK(check_cases(t, err));
    tell(t);
    LB_OK(lb_study_enter_folder(s, "error-bars", err));
    lb_signals_remove_if_empty(s->folder);
    enum lb_status runs = lb_study_run_all(s, err);
    lb_signals_forget_folder();
    if (!lb_study_concludes(s, &runs, err)) return runs;
    return runs == LB_STATUS_OK ? outcome(t, err) : runs;
}

enum lb_status lb_run_with_twins(const struct lb_study_request *request, FILE *out,
                                 struct lb_error *err)
{
    struct study_of_twins t = {.study = {.after = show, .lock = -1}, .out = out};
    t.study.context = &t;
    const enum lb_status st = run_all(&t, request, err);
    lb_study_leave_folder(&t.study, st);
    lb_study_free(&t.study);
    return st;
}

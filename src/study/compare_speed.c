/* compare_speed.c - how fast the formats are that may be chosen.  A run of the case itself is often too
 * small or too short to tell, so a box that is large enough is measured, in rounds.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "base/signals.h"
#include "study/compare_internal.h"

struct lb_speed_ratio lb_compare_speed_ratio(const struct lb_comparison *c,
                                             const struct lb_compare_row *row)
{
    if (c->reference < 0) return (struct lb_speed_ratio){nan(""), nan("")};
    return lb_speed_ratio(&row->candidate.speed, &c->rows[c->reference].candidate.speed);
}

/* The numerics of the row's run, in a box of its own. */
static enum lb_status make_case(const struct lb_comparison *c, const struct lb_compare_row *row,
                                struct lb_case *out, struct lb_error *err)
{
    struct lb_study_case one;
    LB_OK(lb_study_open(&c->study, row->run, &one, err));
    const struct lb_case *from = lb_run_case(one.run);
    *out = (struct lb_case){.name = "compare",
                            .lattice = from->lattice,
                            .collision = from->collision,
                            .storage = from->storage,
                            .arithmetic = from->arithmetic,
                            .rounding = from->rounding,
                            .streaming = from->streaming,
                            .shift = from->shift,
                            .viscosity = 0.1 * from->lattice->sound_speed_squared,
                            .viscosity_model = from->viscosity_model,
                            .magic = from->magic,
                            .cell_kinds = LB_CELL_SOLID};
    memcpy(out->viscosity_values, from->viscosity_values, sizeof out->viscosity_values);
    memcpy(out->rates, from->rates, sizeof out->rates);
    lb_study_close(&one);
    return LB_STATUS_OK;
}

static void tell(void *context, const char *text)
{
    const struct lb_comparison *c = context;
    if (c->study.request->run.reporting.verbose)
        fprintf(stderr, "%s: %s\n", c->study.request->name, text);
}

static enum lb_status measure(struct lb_comparison *c, const struct lb_case *cases,
                              const size_t *rows, size_t count, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_run_request *run = &c->study.request->run;
    struct lb_speed_rounds speeds[LB_STUDY_FORMATS];
    struct lb_device *device = NULL;
    const struct lb_speed_request request = {.cases = cases,
                                             .count = count,
                                             .wishes = run->layout,
                                             .places = run->places,
                                             .tell = tell,
                                             .context = c};
    if (run->reporting.announces)
        fprintf(stderr, "%s: the speeds of %zu formats that may be chosen\n",
                c->study.request->name, count);
    LB_TRY(lb_device_open(run->device, &device, err));
    LB_TRY(lb_speed_rounds_measure(&request, device, c->speed_size, speeds, err));
    for (size_t n = 0; n < count; n++)
        c->rows[rows[n]].candidate.speed = speeds[n];
cleanup:
    lb_device_close(device);
    return st;
}

enum lb_status lb_compare_measure(struct lb_comparison *c, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_case cases[LB_STUDY_FORMATS];
    size_t rows[LB_STUDY_FORMATS], count = 0;
    if (c->reference < 0 || c->study.signal != 0) return LB_STATUS_OK;
    const struct lb_candidate *reference = &c->rows[c->reference].candidate;
    rows[count++] = (size_t)c->reference;
    for (size_t n = 0; n < c->study.count; n++)
        if (n != (size_t)c->reference &&
            lb_compare_is_trusted(&c->rows[n].candidate, reference, c->study.request->tolerance))
            rows[count++] = n;
    if (count < 2) return LB_STATUS_OK;
    for (size_t n = 0; n < count; n++)
        LB_OK(make_case(c, &c->rows[rows[n]], &cases[n], err));
    LB_OK(lb_signals_watch(err));
    st = measure(c, cases, rows, count, err);
    if (lb_status_is_stop(st)) {
        c->study.signal = lb_signals_received();
        *err = (struct lb_error){0};
        st = LB_STATUS_OK;
    }
    lb_signals_unwatch();
    return st;
}

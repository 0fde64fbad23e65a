/* oscillation.c - what the setups of swinging surfaces measure and write.
 * SPDX-License-Identifier: MIT */
#include "oscillation.h"

#include <math.h>

#include "analysis/signal.h"

enum { MOST_RISES = 64 };
static const double frequency_tolerance = 0.05; /* relative */

static bool analyse(const struct lb_oscillation *s, double band, double *omega, double *decay)
{
    double rises[MOST_RISES];
    struct lb_period period;
    const double *rows = s->history.numbers;
    const struct lb_signal signal = {rows + LB_OSCILLATION_STEP, rows + LB_OSCILLATION_VALUE,
                                     s->history.rows, LB_OSCILLATION_COLUMNS};
    const size_t count = lb_signal_rises(&signal, 0.0, band, rises, MOST_RISES);
    if (!lb_signal_period(rises, count, &period)) return false;
    *omega = 2.0 * acos(-1.0) / period.mean;
    const double first = lb_signal_amplitude(&signal, rises, 2);
    const double last = lb_signal_amplitude(&signal, rises + count - 2, 2);
    *decay = count > 2 ? log(first / last) / (rises[count - 2] - rises[0]) : (double)NAN;
    return true;
}

void lb_oscillation_report(const struct lb_oscillation *s, double band, struct lb_run *run)
{
    double omega = (double)NAN, decay = (double)NAN;
    const bool is_known = analyse(s, band, &omega, &decay);
    lb_run_result(run, "frequency", omega, "1/step");
    lb_run_result(run, "frequency_exact", s->omega, "1/step");
    lb_run_result(run, "decay_rate", decay, "1/step");
    lb_run_result(run, "decay_rate_exact", s->decay, "1/step");
    if (lb_run_is_stopped_early(run)) return;
    if (!is_known && (double)lb_run_step(run) * s->omega <= 20.0)
        lb_run_not_judged(run,
                          "frequency: a whole swing of about %.0f steps has to be seen after the "
                          "first, and this run had %llu steps",
                          2.0 * acos(-1.0) / s->omega, (unsigned long long)lb_run_step(run));
    else
        lb_run_verdict(run, "frequency", omega, s->omega, frequency_tolerance * s->omega,
                       fabs(omega - s->omega) <= frequency_tolerance * s->omega);
}

enum lb_status lb_oscillation_write_chart(const struct lb_oscillation *s,
                                          const struct lb_oscillation_words *words,
                                          struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const double *rows = s->history.numbers;
    const size_t count = s->history.rows;
    const struct lb_chart_series series[] = {
        {words->exact, rows + LB_OSCILLATION_STEP, rows + LB_OSCILLATION_EXACT, count,
         LB_OSCILLATION_COLUMNS, false, true},
        {"simulated", rows + LB_OSCILLATION_STEP, rows + LB_OSCILLATION_VALUE, count,
         LB_OSCILLATION_COLUMNS, false, false},
    };
    const struct lb_chart chart = {.title = words->title,
                                   .x_label = "step",
                                   .y_label = words->y_label,
                                   .series = series,
                                   .series_count = 2};
    LB_TRY(lb_run_write_chart(run, words->png, &chart, err));
cleanup:
    return st;
}

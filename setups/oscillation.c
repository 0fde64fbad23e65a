/* oscillation.c - what the setups of swinging surfaces measure and write.
 * SPDX-License-Identifier: MIT */
#include "oscillation.h"

#include <math.h>

#include "analysis/signal.h"

enum { MAX_RISES = 64, PERIODS = 4, SAMPLES_PER_PERIOD = 40, MIN_SAMPLES = 10 };
static const double frequency_tolerance = 0.05, decay_tolerance = 0.3; /* relative */

enum lb_status lb_oscillation_plan(const struct lb_oscillation *s, const struct lb_values *v,
                                   struct lb_plan *plan, struct lb_error *err)
{
    const double period = 2.0 * acos(-1.0) / s->omega;
    const enum lb_status st = lb_setup_probe(v, period / SAMPLES_PER_PERIOD, period / MIN_SAMPLES,
                                             &plan->observe_every, err);
    plan->series[0].every = plan->observe_every;
    plan->steps = (uint64_t)ceil(period * PERIODS);
    return st;
}

/* Leaves alone what cannot be known. */
static void analyse(const struct lb_table *rows, size_t column, double band, double *omega,
                    double *decay)
{
    double rises[MAX_RISES];
    struct lb_period period;
    const struct lb_signal signal = lb_signal_of_table(rows, LB_OSCILLATION_STEP, column, 0);
    const size_t count = lb_signal_rises(&signal, 0.0, band, rises, MAX_RISES);
    if (!lb_signal_period(rises, count, &period)) return;
    *omega = 2.0 * acos(-1.0) / period.mean;
    const double first = lb_signal_amplitude(&signal, rises, 2);
    const double last = lb_signal_amplitude(&signal, rises + count - 2, 2);
    *decay = count > 2 ? log(first / last) / (rises[count - 2] - rises[0]) : (double)NAN;
}

struct swings {
    double omega, decay; /* NaN where too few were seen */
};

static void judge_frequency(const struct lb_oscillation *s, double omega,
                            const struct swings *exact, struct lb_run *run)
{
    if (isnan(omega) && (double)lb_run_step(run) * s->omega <= 20.0)
        lb_run_not_judged(run,
                          "frequency: a whole swing of about %.0f steps has to be seen after the "
                          "first, and this run had %llu steps",
                          2.0 * acos(-1.0) / s->omega, (unsigned long long)lb_run_step(run));
    else if (s->is_other_frequency && isnan(omega))
        lb_run_not_judged(run, "frequency: no whole swing was seen; %s", s->unlike);
    else if (s->is_other_frequency)
        lb_run_not_judged(run, "frequency: it is %.3g of theory's; %s", omega / exact->omega,
                          s->unlike);
    else
        lb_run_verdict(run, "frequency", omega, exact->omega, frequency_tolerance * exact->omega,
                       fabs(omega - exact->omega) <= frequency_tolerance * exact->omega);
}

static void judge_decay(const struct lb_oscillation *s, double decay, const struct swings *exact,
                        struct lb_run *run)
{
    if (isnan(decay))
        lb_run_not_judged(run, "decay_rate: it takes three oscillations");
    else if (s->unlike != NULL)
        lb_run_not_judged(run, "decay_rate: it is %.2g of theory's; %s", decay / exact->decay,
                          s->unlike);
    else
        lb_run_verdict(run, "decay_rate", decay, exact->decay, decay_tolerance * exact->decay,
                       fabs(decay - exact->decay) <= decay_tolerance * exact->decay);
}

/* Both from the same rows in the same way: theory's swings need not be those of one frequency. */
static void report(const struct lb_oscillation *s, double band, struct lb_run *run)
{
    struct swings seen = {(double)NAN, (double)NAN}, exact = {s->omega, s->decay};
    analyse(lb_run_rows(run, 0), LB_OSCILLATION_VALUE, band, &seen.omega, &seen.decay);
    analyse(lb_run_rows(run, 0), LB_OSCILLATION_EXACT, band, &exact.omega, &exact.decay);
    if (isnan(exact.decay)) exact.decay = s->decay;
    lb_run_result(run, "frequency", seen.omega, "1/step");
    lb_run_result(run, "frequency_exact", exact.omega, "1/step");
    lb_run_result(run, "decay_rate", seen.decay, "1/step");
    lb_run_result(run, "decay_rate_exact", exact.decay, "1/step");
    if (lb_run_is_stopped_early(run)) return;
    judge_frequency(s, seen.omega, &exact, run);
    judge_decay(s, seen.decay, &exact, run);
}

enum lb_status lb_oscillation_finish(const struct lb_oscillation *s, double band,
                                     const struct lb_mass_balance *balance,
                                     const struct lb_oscillation_words *words, struct lb_run *run,
                                     struct lb_error *err)
{
    struct lb_chart_series lines[] = {
        lb_run_line(run, 0, words->exact, LB_OSCILLATION_STEP, LB_OSCILLATION_EXACT),
        lb_run_line(run, 0, "simulated", LB_OSCILLATION_STEP, LB_OSCILLATION_VALUE),
    };
    lines[0].dashed = true;
    const struct lb_chart chart = {.title = words->title,
                                   .x_label = "step",
                                   .y_label = words->y_label,
                                   .series = lines,
                                   .series_count = 2};
    report(s, band, run);
    lb_mass_balance_report(balance, run);
    return lb_run_write_chart(run, words->png, &chart, err);
}

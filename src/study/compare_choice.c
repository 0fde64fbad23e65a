/* compare_choice.c - fewest bytes, then speed as far as it is known, then closeness.
 * SPDX-License-Identifier: MIT */
#include "study/compare_choice.h"

#include <math.h>

static const double bytes_alike = 1e-6; /* relative */

double lb_compare_deviation(enum lb_key_kind kind, double value, double reference)
{
    if (!isfinite(value) || !isfinite(reference)) return nan("");
    const double difference = fabs(value - reference);
    if (kind == LB_KEY_ERROR || !(difference > 0.0)) return difference;
    return difference / fabs(reference);
}

struct lb_curve_deviation lb_compare_curves(const double *curve, size_t count,
                                            const double *reference, size_t reference_count)
{
    struct lb_curve_deviation d = {nan(""), nan("")};
    if (curve == NULL || reference == NULL || count == 0 || count != reference_count) return d;
    double squares = 0.0, max = 0.0;
    for (size_t i = 0; i < count; i++) {
        const double difference = curve[i] - reference[i];
        if (!isfinite(difference)) return d;
        squares += difference * difference;
        max = fmax(max, fabs(difference));
    }
    d.rms = sqrt(squares / (double)count);
    d.max = max;
    return d;
}

double lb_compare_phase_shift(double time, double reference_time, double reference_period)
{
    if (!(reference_period > 0.0)) return nan("");
    return remainder((time - reference_time) / reference_period, 1.0);
}

bool lb_compare_is_accurate(const struct lb_candidate *c, const struct lb_candidate *reference,
                            double tolerance)
{
    if (!c->is_done || (c->has_verdict && !c->passes)) return false;
    if (reference->has_verdict && !c->has_verdict) return false;
    return c->deviation <= tolerance; /* false for NaN */
}

int lb_compare_speeds(const struct lb_candidate *a, const struct lb_candidate *b)
{
    const struct lb_speed_ratio r = lb_speed_ratio(&a->speed, &b->speed);
    if (!isfinite(r.ratio)) return 0;
    if (r.ratio + r.error < 1.0 - LB_COMPARE_SPEED_ALIKE) return -1;
    return r.ratio - r.error > 1.0 / (1.0 - LB_COMPARE_SPEED_ALIKE) ? 1 : 0;
}

static bool is_eligible(const struct lb_candidate *c, const struct lb_candidate *reference,
                        double tolerance)
{
    const bool is_unknown = c->speed.count == 0 && reference->speed.count > 0;
    return lb_compare_is_accurate(c, reference, tolerance) && !is_unknown &&
           lb_compare_speeds(c, reference) >= 0;
}

int lb_compare_choose(const struct lb_candidate *candidates, size_t count, size_t reference,
                      double tolerance)
{
    const struct lb_candidate *first = &candidates[reference];
    double fewest = HUGE_VAL, fastest = 0.0, closest = HUGE_VAL;
    int quickest = -1, chosen = -1;
    for (size_t i = 0; i < count; i++)
        if (is_eligible(&candidates[i], first, tolerance))
            fewest = fmin(fewest, candidates[i].bytes_per_cell);
    const double max_bytes = fewest * (1.0 + bytes_alike);
    for (size_t i = 0; i < count; i++) {
        const double speed = lb_speed_ratio(&candidates[i].speed, &first->speed).ratio;
        if (!is_eligible(&candidates[i], first, tolerance)) continue;
        if (candidates[i].bytes_per_cell > max_bytes || !(speed > fastest)) continue;
        fastest = speed;
        quickest = (int)i;
    }
    for (size_t i = 0; i < count; i++) {
        const struct lb_candidate *c = &candidates[i];
        if (!is_eligible(c, first, tolerance) || c->bytes_per_cell > max_bytes) continue;
        if (quickest >= 0 && lb_compare_speeds(c, &candidates[quickest]) < 0) continue;
        if (!(c->deviation < closest)) continue;
        closest = c->deviation;
        chosen = (int)i;
    }
    return chosen;
}

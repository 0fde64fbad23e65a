/* compare_choice.c - speed as far as it is known, then bytes, and closeness.
 * SPDX-License-Identifier: MIT */
#include "study/compare_choice.h"

#include <math.h>

#include "study/study_request.h"

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

bool lb_compare_is_doubtful(const struct lb_candidate *c, const struct lb_candidate *reference)
{
    return c->is_coarse || (c->used_all_steps && !reference->used_all_steps);
}

bool lb_compare_is_accurate(const struct lb_candidate *c, const struct lb_candidate *reference,
                            double tolerance)
{
    if (!c->is_done || (c->has_verdict && !c->passes)) return false;
    if (reference->has_verdict && !c->has_verdict) return false;
    return c->deviation <= tolerance; /* false for NaN */
}

bool lb_compare_is_trusted(const struct lb_candidate *c, const struct lb_candidate *reference,
                           double tolerance)
{
    return lb_compare_is_accurate(c, reference, tolerance) && !lb_compare_is_doubtful(c, reference);
}

int lb_compare_speeds(const struct lb_candidate *a, const struct lb_candidate *b, double alike)
{
    const struct lb_speed_ratio r = lb_speed_ratio(&a->speed, &b->speed);
    if (!isfinite(r.ratio)) return 0;
    if (r.ratio + r.error < 1.0 - alike) return -1;
    return r.ratio - r.error > 1.0 / (1.0 - alike) ? 1 : 0;
}

static bool is_eligible(const struct lb_candidate *c, const struct lb_candidate *reference,
                        double tolerance)
{
    const bool is_unknown = c->speed.count == 0 && reference->speed.count > 0;
    return lb_compare_is_trusted(c, reference, tolerance) && !is_unknown;
}

static bool is_larger(const struct lb_candidate *c, const struct lb_candidate *other)
{
    return c->bytes_per_cell > other->bytes_per_cell * (1.0 + bytes_alike);
}

/* Whether `c` is closer than `current`, at a price in speed that it is worth. */
static bool is_better(const struct lb_candidate *c, const struct lb_candidate *current)
{
    if (!(c->deviation < current->deviation)) return false;
    const bool is_worth_speed = c->storage == current->storage ||
                                c->deviation * LB_COMPARE_MUCH_CLOSER <= current->deviation;
    return lb_compare_speeds(
               c, current, is_worth_speed ? LB_COMPARE_SPEED_SPARED : LB_COMPARE_SPEED_ALIKE) >= 0;
}

/* The fastest of those that are allowed, no larger and better than `current`; of equally fast ones the closest. */
static int find_better(const struct lb_candidate *candidates, const bool *allowed, size_t count,
                       const struct lb_candidate *reference, const struct lb_candidate *current)
{
    int found = -1;
    double fastest = 0.0, closest = HUGE_VAL;
    for (size_t i = 0; i < count; i++) {
        const struct lb_candidate *c = &candidates[i];
        if (!allowed[i] || (current != NULL && (is_larger(c, current) || !is_better(c, current))))
            continue;
        double speed = lb_speed_ratio(&c->speed, &reference->speed).ratio;
        if (!isfinite(speed)) speed = 0.0;
        if (found >= 0 && !(speed > fastest) && !(speed >= fastest && c->deviation < closest))
            continue;
        found = (int)i;
        fastest = speed;
        closest = c->deviation;
    }
    return found;
}

/* Of those that are as fast as `current`, or not known to be slower, the smallest. */
static int find_smaller(const struct lb_candidate *candidates, const bool *allowed, size_t count,
                        int current)
{
    int found = current;
    for (size_t i = 0; i < count && current >= 0; i++)
        if (allowed[i] && is_larger(&candidates[found], &candidates[i]) &&
            lb_compare_speeds(&candidates[i], &candidates[current], LB_COMPARE_SPEED_ALIKE) >= 0)
            found = (int)i;
    return found;
}

int lb_compare_choose(const struct lb_candidate *candidates, size_t count, size_t reference,
                      double tolerance)
{
    const struct lb_candidate *first = &candidates[reference];
    bool allowed[LB_STUDY_FORMATS];
    for (size_t i = 0; i < count; i++)
        allowed[i] = is_eligible(&candidates[i], first, tolerance);
    int chosen = find_smaller(candidates, allowed, count,
                              find_better(candidates, allowed, count, first, NULL));
    for (int better = chosen; better >= 0;
         better = find_better(candidates, allowed, count, first, &candidates[better]))
        chosen = better;
    return chosen;
}

int lb_compare_smallest(const struct lb_candidate *candidates, size_t count, size_t reference,
                        double tolerance)
{
    int found = -1;
    for (size_t i = 0; i < count; i++) {
        const struct lb_candidate *c = &candidates[i];
        if (!is_eligible(c, &candidates[reference], tolerance)) continue;
        if (found < 0 || is_larger(&candidates[found], c) ||
            (!is_larger(c, &candidates[found]) && c->deviation < candidates[found].deviation))
            found = (int)i;
    }
    return found;
}

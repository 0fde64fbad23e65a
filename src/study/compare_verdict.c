/* compare_verdict.c - what a comparison says: deviations from the reference run, the choice, and
 * one sentence.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "study/compare_choice.h"
#include "study/compare_internal.h"

const char *lb_compare_outcome(const struct lb_compare_row *row)
{
    if (row->run->state == LB_STUDY_PENDING) return "not run";
    if (row->run->state == LB_STUDY_SKIPPED) return "skipped";
    if (row->run->outcome.end != LB_RUN_DONE) return lb_run_end_name(row->run->outcome.end);
    if (!row->run->outcome.has_verdict) return "none";
    return row->run->outcome.verdict.pass ? "passed" : "FAILED";
}

const char *lb_compare_note(const struct lb_compare_row *row)
{
    if (row->run->state == LB_STUDY_PENDING) return "";
    return row->run->state == LB_STUDY_RAN ? row->run->outcome.failure : row->run->why;
}

double lb_compare_error(const struct lb_compare_row *row, int key)
{
    return fabs(row->values[key] / row->exact[key] - 1.0);
}

/* Whether `a` is more exact than `b`: arithmetic, then storage, then the shift. */
static bool is_finer(const struct lb_compare_row *a, const struct lb_compare_row *b)
{
    const bool a64 = a->run->precision.arithmetic == LB_ARITHMETIC_FP64,
               b64 = b->run->precision.arithmetic == LB_ARITHMETIC_FP64;
    if (a64 != b64) return a64;
    if (a->run->precision.storage != b->run->precision.storage)
        return a->run->precision.storage->epsilon < b->run->precision.storage->epsilon;
    return a->run->shift && !b->run->shift;
}

static int find_reference(const struct lb_comparison *c)
{
    int best = -1;
    for (size_t i = 0; i < c->study.count; i++)
        if (c->rows[i].run->state == LB_STUDY_RAN &&
            (best < 0 || is_finer(&c->rows[i], &c->rows[best])))
            best = (int)i;
    return best;
}

static void deviate(const struct lb_comparison *c, struct lb_compare_row *row)
{
    const struct lb_compare_row *reference = &c->rows[c->reference];
    bool any = false;
    row->deviation = 0.0;
    for (int i = 0; i < c->key_count; i++) {
        const enum lb_key_kind kind = c->keys[i].kind;
        row->deviations[i] = lb_compare_deviation(kind, row->values[i], reference->values[i]);
        if (kind == LB_KEY_SHOWN) continue;
        /* neither has it: not a result of this case, such as a frequency where nothing swings */
        if (isnan(row->values[i]) && isnan(reference->values[i])) continue;
        any = true;
        if (isnan(row->deviation) || isnan(row->deviations[i]))
            row->deviation = nan("");
        else
            row->deviation = fmax(row->deviation, row->deviations[i]);
    }
    if (!any) row->deviation = nan("");
    row->curve_deviation =
        lb_compare_curves(row->run->outcome.curve, row->run->outcome.curve_count,
                          reference->run->outcome.curve, reference->run->outcome.curve_count);
    /* errors may cancel in one number, and do not where many are compared */
    row->deviation = fmax(row->deviation, row->curve_deviation.rms);
    if (row->run->outcome.steps == reference->run->outcome.steps) /* of runs of equal length only */
        row->phase_shift =
            lb_compare_phase_shift(row->phase_time, reference->phase_time, reference->phase_period);
}

static void make_candidate(struct lb_compare_row *row)
{
    const struct lb_run_outcome *o = &row->run->outcome;
    row->candidate =
        (struct lb_candidate){.is_done = row->run->state == LB_STUDY_RAN && o->end == LB_RUN_DONE,
                              .has_verdict = o->has_verdict,
                              .passes = o->verdict.pass,
                              .deviation = row->deviation,
                              .is_coarse = o->format_is_coarse,
                              .used_all_steps = o->steps >= o->steps_planned,
                              .storage = row->run->precision.storage,
                              .bytes_per_cell = o->bytes_per_cell};
}

typedef int rule(const struct lb_candidate *candidates, size_t count, size_t reference,
                 double tolerance);

static int choose(const struct lb_comparison *c, rule *by)
{
    struct lb_candidate candidates[LB_STUDY_FORMATS];
    for (size_t i = 0; i < c->study.count; i++)
        candidates[i] = c->rows[i].candidate;
    return by(candidates, c->study.count, (size_t)c->reference, c->study.request->tolerance);
}

/* --- the sentence ---------------------------------------------------------------------------- */

static void add(char *text, const char *format, ...) LB_PRINTF_LIKE(2, 3);

static void add(char *text, const char *format, ...)
{
    const size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + used, LB_COMPARE_TEXT_SIZE - used, format, arguments);
    va_end(arguments);
}

/* Where some format is there with both roundings. */
static const char *rounding_words(const struct lb_comparison *c, const struct lb_compare_row *row)
{
    bool any = false;
    for (size_t i = 0; i < c->study.count; i++)
        any = any || lb_precision_rounding(&c->rows[i].run->precision) != lb_roundings[0];
    if (!any || !lb_precision_rounds(&row->run->precision)) return "";
    return lb_precision_rounding(&row->run->precision)->words;
}

static const char *shift_words(const struct lb_comparison *c, const struct lb_compare_row *row)
{
    if (c->study.request->shift_count < 2) return "";
    return row->run->shift ? " with shift" : " without shift";
}

static void say_none(const struct lb_comparison *c, char *text)
{
    const struct lb_compare_row *reference = &c->rows[c->reference];
    add(text, "no format can be named: %s", reference->precision);
    if (reference->run->outcome.end != LB_RUN_DONE)
        add(text, " itself did not run to its end (%s).",
            lb_run_end_name(reference->run->outcome.end));
    else if (isnan(reference->deviation))
        add(text, " has no result to compare by; more steps may give one.");
    else if (reference->run->outcome.has_verdict && !reference->run->outcome.verdict.pass)
        add(text,
            " itself fails the verdict, so it is not the number format that this case lacks.");
    else if (reference->candidate.is_coarse)
        add(text,
            " itself is coarse for this flow, as its run warned; compare it with a finer one.");
    else
        add(text, " is the only one that could be, and it is not eligible.");
}

/* "decay_rate, u_max": the results of a kind that can be compared. */
static void add_names(const struct lb_comparison *c, char *text)
{
    const char *before = " (";
    for (int i = 0; i < c->key_count; i++) {
        if (c->keys[i].kind == LB_KEY_SHOWN) continue;
        add(text, "%s%s", before, c->keys[i].name);
        before = ", ";
    }
    if (c->setup->curve.name != NULL) add(text, "%s%s", before, c->setup->curve.name);
    add(text, ")");
}

static void say_speed(const struct lb_compare_row *row, const struct lb_compare_row *other,
                      bool is_first, char *text)
{
    const struct lb_speed_ratio speed =
        lb_speed_ratio(&row->candidate.speed, &other->candidate.speed);
    if (!isfinite(speed.ratio)) return;
    if (lb_compare_speeds(&row->candidate, &other->candidate, LB_COMPARE_SPEED_ALIKE) == 0)
        add(text, "%s as fast as %s (%.2f +- %.2f)", is_first ? ", is" : " and", other->precision,
            speed.ratio, speed.error);
    else
        add(text, "%s %.2f +- %.2f times as fast as %s", is_first ? ", is" : " and", speed.ratio,
            speed.error, other->precision);
}

/* FP32 is what most would take without a comparison: NULL where it is the row or the reference. */
static const struct lb_compare_row *find_fp32(const struct lb_comparison *c,
                                              const struct lb_compare_row *row)
{
    for (size_t i = 0; i < c->study.count; i++) {
        const struct lb_compare_row *other = &c->rows[i];
        if (strcmp(other->precision, "fp32/fp32") == 0 && other->run->shift == row->run->shift)
            return other == row || (int)i == c->reference || !other->candidate.is_done ? NULL
                                                                                       : other;
    }
    return NULL;
}

static void say_advantages(const struct lb_comparison *c, const struct lb_compare_row *row,
                           const struct lb_compare_row *reference, char *text)
{
    const struct lb_compare_row *fp32 = find_fp32(c, row);
    add(text, "it takes %.4g bytes per cell where %s takes %.4g", row->run->outcome.bytes_per_cell,
        reference->precision, reference->run->outcome.bytes_per_cell);
    if (fp32 != NULL) add(text, " and %s %.4g", fp32->precision, fp32->run->outcome.bytes_per_cell);
    say_speed(row, reference, true, text);
    if (fp32 != NULL) say_speed(row, fp32, false, text);
    add(text, ", and its results");
    add_names(c, text);
    add(text, " are within %.2g %% of %s's (%.3g %% allowed)", 100.0 * row->deviation,
        reference->precision, 100.0 * c->study.request->tolerance);
}

/* Others of the same size that are as fast, or faster, and not as close. */
static void say_others(const struct lb_comparison *c, const struct lb_compare_row *row, char *text)
{
    const struct lb_compare_row *reference = &c->rows[c->reference];
    const char *before = "; less close: ";
    for (size_t i = 0; i < c->study.count; i++) {
        const struct lb_compare_row *other = &c->rows[i];
        if (other == row || other == reference || other->candidate.speed.count == 0) continue;
        if (fabs(other->candidate.bytes_per_cell - row->candidate.bytes_per_cell) > 0.5) continue;
        const int speeds =
            lb_compare_speeds(&other->candidate, &row->candidate, LB_COMPARE_SPEED_ALIKE);
        if (speeds < 0) continue;
        add(text, "%s%s%s%s (%.2g %%, ", before, other->precision, rounding_words(c, other),
            shift_words(c, other), 100.0 * other->deviation);
        const struct lb_speed_ratio speed =
            lb_speed_ratio(&other->candidate.speed, &row->candidate.speed);
        if (speeds == 0)
            add(text, "as fast)");
        else
            add(text, "%.2f +- %.2f times as fast as that)", speed.ratio, speed.error);
        before = ", ";
    }
}

/* Where memory is what lacks. */
static void say_smallest(const struct lb_comparison *c, const struct lb_compare_row *row,
                         char *text)
{
    const struct lb_compare_row *other = &c->rows[choose(c, lb_compare_smallest)];
    const struct lb_speed_ratio speed =
        lb_speed_ratio(&other->candidate.speed, &row->candidate.speed);
    if (!(other->candidate.bytes_per_cell < row->candidate.bytes_per_cell - 0.5)) return;
    add(text, "; smallest that may be used: %s%s%s, %.4g bytes per cell", other->precision,
        rounding_words(c, other), shift_words(c, other), other->candidate.bytes_per_cell);
    if (isfinite(speed.ratio))
        add(text, " and %.2f +- %.2f of that speed", speed.ratio, speed.error);
}

static bool is_left_out(const struct lb_comparison *c, const struct lb_compare_row *row,
                        const struct lb_compare_row *other)
{
    const struct lb_candidate *reference = &c->rows[c->reference].candidate;
    return other->candidate.bytes_per_cell < row->candidate.bytes_per_cell &&
           lb_compare_is_doubtful(&other->candidate, reference) &&
           lb_compare_is_accurate(&other->candidate, reference, c->study.request->tolerance);
}

static bool leaves_any_out(const struct lb_comparison *c, const struct lb_compare_row *row)
{
    for (size_t i = 0; i < c->study.count; i++)
        if (is_left_out(c, row, &c->rows[i])) return true;
    return false;
}

/* Those whose results would do, and which are smaller. */
static void say_left_out(const struct lb_comparison *c, const struct lb_compare_row *row,
                         char *text)
{
    const struct lb_compare_row *reference = &c->rows[c->reference];
    const char *before = "; left out: ";
    for (size_t i = 0; i < c->study.count; i++) {
        const struct lb_compare_row *other = &c->rows[i];
        if (!is_left_out(c, row, other)) continue;
        add(text, "%s%s%s%s (", before, other->precision, rounding_words(c, other),
            shift_words(c, other));
        if (other->candidate.is_coarse) add(text, "its run warned that it is coarse for this flow");
        if (other->candidate.used_all_steps && !reference->candidate.used_all_steps)
            add(text, "%sit used all of its %llu steps, and %s did not, which took %llu",
                other->candidate.is_coarse ? "; " : "",
                (unsigned long long)other->run->outcome.steps, reference->precision,
                (unsigned long long)reference->run->outcome.steps);
        add(text, ")");
        before = ", ";
    }
}

/* What is only shown differs too, and may matter to the reader. */
static void say_not_judged(const struct lb_comparison *c, const struct lb_compare_row *row,
                           const struct lb_compare_row *reference, char *text)
{
    for (int i = 0; i < c->key_count; i++) {
        const double value = row->values[i], other = reference->values[i];
        if (c->keys[i].kind != LB_KEY_SHOWN) continue;
        if (row == reference || !isfinite(value) || !isfinite(other)) continue;
        add(text, "; %s was not weighed, it is %.2g against %.2g", c->keys[i].name, value, other);
    }
}

static void say_alone(const struct lb_comparison *c, const struct lb_compare_row *row, char *text)
{
    add(text, "no faster one%s stays within %.3g %% of its results",
        leaves_any_out(c, row) ? ", but for those left out," : "",
        100.0 * c->study.request->tolerance);
    add_names(c, text);
    add(text, "%s", row->run->outcome.has_verdict ? " and passes the verdict" : "");
}

/* What is true of a small case need not be of the one that it stands for. */
static void say_size(const struct lb_comparison *c, char *text)
{
    if (!c->is_quick) return;
    add(text, " This holds for the size of quick=1 only (%u x %u x %u)", c->size[0], c->size[1],
        c->size[2]);
    if (c->setup->size_matters != NULL) add(text, ": %s", c->setup->size_matters);
    add(text, ".");
}

static void say(struct lb_comparison *c)
{
    char *text = c->sentence;
    size_t ran = 0;
    for (size_t i = 0; i < c->study.count; i++)
        if (c->rows[i].run->state != LB_STUDY_PENDING &&
            c->rows[i].run->outcome.end != LB_RUN_INTERRUPTED &&
            c->rows[i].run->outcome.end != LB_RUN_TERMINATED)
            ran++;
    if (ran < c->study.count) add(text, "After %zu of %zu runs: ", ran, c->study.count);
    if (ran < 2 && ran < c->study.count && c->reference >= 0) {
        add(text, "nothing to compare yet.");
    } else if (c->reference < 0) {
        add(text, "no format can be named: no run came to anything.");
    } else if (c->choice < 0) {
        say_none(c, text);
    } else {
        const struct lb_compare_row *row = &c->rows[c->choice];
        const struct lb_compare_row *reference = &c->rows[c->reference];
        add(text, "use %s%s%s%s for this case: ", row->precision,
            row->run->precision.storage->is_preview ? ", a preview," : "", rounding_words(c, row),
            shift_words(c, row));
        if (c->choice == c->reference)
            say_alone(c, row, text);
        else
            say_advantages(c, row, reference, text);
        if (c->choice != c->reference) say_others(c, row, text);
        say_smallest(c, row, text);
        say_left_out(c, row, text);
        say_not_judged(c, row, reference, text);
        add(text, "%s.",
            row->run->outcome.has_verdict ? "" : "; this case has no verdict of its own");
        say_size(c, text);
    }
    if (text[0] >= 'a' && text[0] <= 'z') text[0] = (char)(text[0] - 'a' + 'A');
}

void lb_compare_judge(struct lb_comparison *c)
{
    c->reference = find_reference(c);
    for (size_t i = 0; c->reference >= 0 && i < c->study.count; i++) {
        if (c->rows[i].run->state != LB_STUDY_RAN) continue;
        deviate(c, &c->rows[i]);
        make_candidate(&c->rows[i]);
    }
}

void lb_compare_conclude(struct lb_comparison *c)
{
    if (c->reference >= 0) c->choice = choose(c, lb_compare_choose);
    say(c);
}

/* case_expect.c - results that are known: verdicts.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number_text.h"
#include "user_case/case_state.h"

/* "3 %" of the value, a number, or a range "0.1,0.9". */
static enum lb_status read_within(const struct own_case *s, struct lb_own_expect *e,
                                  struct lb_error *err)
{
    const char *text = lb_own_text(s, e->section, "within"), *comma = strchr(text, ',');
    size_t length = strlen(text);
    double number;
    e->is_range = comma != NULL;
    if (e->is_range) {
        const size_t first = (size_t)(comma - text);
        LB_NEED(lb_number_parse(text, first, &e->low) &&
                    lb_number_parse(comma + 1, length - first - 1, &e->high) && e->low < e->high,
                LB_STATUS_USAGE,
                "[expect %s]: within=%s: a range is two numbers that rise: 0.1,0.9", e->name, text);
        return LB_STATUS_OK;
    }
    const bool is_share = length > 0 && text[length - 1] == '%';
    while (is_share && length > 0 && (text[length - 1] == '%' || text[length - 1] == ' '))
        length--;
    LB_NEED(lb_number_parse(text, length, &number) && number >= 0.0, LB_STATUS_USAGE,
            "[expect %s]: within=%s: 3 %% of the value, a number, or a range 0.1,0.9", e->name,
            text);
    e->tolerance = is_share ? 0.01 * number * fabs(e->value) : number;
    LB_NEED(!is_share || e->value != 0.0, LB_STATUS_USAGE,
            "[expect %s]: within=%s of value=0 is nothing: a number without %% is needed", e->name,
            text);
    return LB_STATUS_OK;
}

static enum lb_status read_limits(const struct own_case *s, struct lb_own_expect *e,
                                  struct lb_error *err)
{
    const bool above = lb_own_is_set(s, e->section, "above"),
               below = lb_own_is_set(s, e->section, "below");
    const bool value = lb_own_is_set(s, e->section, "value"),
               within = lb_own_is_set(s, e->section, "within");
    LB_NEED(!(above || below) || !(value || within), LB_STATUS_USAGE,
            "[expect %s]: above= and below= stand without value= and within=", e->name);
    LB_NEED(
        above || below || value || within, LB_STATUS_USAGE,
        "[expect %s] needs value= with within=, a range within=0.1,0.9, above= or below=", e->name);
    e->value = value ? lb_own_number(s, e->section, "value") : 0.0;
    if (!above && !below) {
        LB_OK(read_within(s, e, err));
        LB_NEED(value != e->is_range, LB_STATUS_USAGE,
                e->is_range ? "[expect %s]: a range within= stands without value="
                            : "[expect %s] needs value=",
                e->name);
        return LB_STATUS_OK;
    }
    e->is_range = true;
    e->low = above ? lb_own_number(s, e->section, "above") : -HUGE_VAL;
    e->high = below ? lb_own_number(s, e->section, "below") : HUGE_VAL;
    return LB_STATUS_OK;
}

enum lb_status lb_own_read_expects(struct own_case *s, struct lb_error *err)
{
    const char *names[LB_OWN_EXPECTS];
    char where[LB_KEY_SIZE];
    const int count = lb_own_named(s, "expect", names, LB_OWN_EXPECTS);
    LB_NEED(count <= LB_OWN_EXPECTS, LB_STATUS_USAGE,
            "there are %d sections [expect]; %d are possible", count, LB_OWN_EXPECTS);
    for (int n = 0; n < count; n++) {
        struct lb_own_expect *e = &s->expects[s->expect_count++];
        double unused;
        e->section = names[n];
        e->name = names[n] + strlen("expect.");
        e->formula = lb_own_text(s, e->section, "result");
        e->source = lb_own_text(s, e->section, "source");
        LB_NEED(e->formula[0] != '\0', LB_STATUS_USAGE, "[expect %s] needs result=", e->name);
        LB_OK(read_limits(s, e, err));
        snprintf(where, sizeof where, "[expect %s]", e->name);
        LB_OK(lb_own_formula(s, e->formula, where, &unused, err));
    }
    return LB_STATUS_OK;
}

/* Infinity is in no range. */
static void judge_range(const struct lb_own_expect *e, struct lb_run *run, double value)
{
    if (!isfinite(value)) value = nan("");
    if (isfinite(e->low) && isfinite(e->high)) {
        lb_run_verdict_between(run, e->name, value, e->low, e->high);
    } else if (isfinite(e->low)) {
        lb_run_verdict_at_least(run, e->name, value, e->low);
    } else {
        lb_run_verdict_at_most(run, e->name, value, e->high, 0.0);
    }
}

/* What is expected to be nothing has no relative deviation. */
int lb_own_find_keys(const struct lb_values *values, struct lb_key_result *out, int most)
{
    char key[LB_KEY_SIZE];
    int count = 0;
    for (size_t n = 0; n < lb_values_section_count(values) && count < most; n++) {
        const struct lb_section section = lb_values_section(values, n);
        if (strcmp(section.kind->name, "expect") != 0) continue;
        snprintf(key, sizeof key, "%s.value", section.prefix);
        const bool is_nothing =
            lb_values_is_set(values, key) && !(fabs(lb_values_number(values, key)) > 0.0);
        out[count++] =
            (struct lb_key_result){section.prefix, is_nothing ? LB_KEY_ERROR : LB_KEY_VALUE, NULL};
    }
    return count;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The word "exact", and not "not exact", "inexact", "exactly". */
static bool says_exact(const char *source)
{
    static const char word[] = "exact";
    static const char *const denials[] = {"not ", "nearly ", "almost ", "never ", "non-", "no "};
    for (const char *at = strstr(source, word); at != NULL; at = strstr(at + 1, word)) {
        const size_t before = (size_t)(at - source);
        bool is_denied = (before > 0 && is_letter(at[-1])) || is_letter(at[strlen(word)]);
        for (size_t n = 0; n < sizeof denials / sizeof *denials; n++) {
            const size_t length = strlen(denials[n]);
            is_denied =
                is_denied || (before >= length && strncmp(at - length, denials[n], length) == 0);
        }
        if (!is_denied) return true;
    }
    return false;
}

/* Where the source says that it is: "exact", "the series of the exact solution". */
bool lb_own_find_exact(const struct lb_values *values, const char *section, double *out)
{
    char value[LB_KEY_SIZE], source[LB_KEY_SIZE];
    snprintf(value, sizeof value, "%.80s.value", section);
    snprintf(source, sizeof source, "%.80s.source", section);
    *out = lb_values_number(values, value);
    return lb_values_is_set(values, value) && says_exact(lb_values_text(values, source));
}

enum lb_status lb_own_judge(struct own_case *s, struct lb_run *run, struct lb_error *err)
{
    for (int n = 0; n < s->expect_count; n++) {
        const struct lb_own_expect *e = &s->expects[n];
        char where[LB_KEY_SIZE];
        double value;
        snprintf(where, sizeof where, "[expect %s]", e->name);
        LB_OK(lb_own_formula(s, e->formula, where, &value, err));
        /* "expect.drag": names of results stand once */
        lb_run_result(run, e->section, value, lb_run_unit_of(run, e->formula));
        if (e->is_range)
            judge_range(e, run, value);
        else
            lb_run_verdict(run, e->name, value, e->value, e->tolerance,
                           fabs(value - e->value) <= e->tolerance);
    }
    if (s->expect_count == 0)
        lb_run_not_judged(run, "the case: it has no section [expect], which says what is known");
    return LB_STATUS_OK;
}

static bool are_whole(const double *extent, int count, double resolution)
{
    bool are = true;
    for (int a = 0; a < count; a++) {
        const double cells = extent[a] * resolution;
        are = are && round(cells) >= 1.0 && fabs(cells - round(cells)) <= 1e-6 * fmax(1.0, cells);
    }
    return are;
}

/* The nearest up to half as many again, of two the finer one. */
double lb_own_find_whole_share(const struct lb_values *values, double share)
{
    double extent[3] = {0.0};
    const double resolution = lb_values_number(values, "box.resolution");
    const int count =
        lb_values_is_set(values, "box.size") ? lb_values_point(values, "box.size", extent) : 0;
    if (count == 0 || are_whole(extent, count, share * resolution)) return share;
    const double cells = extent[0] * resolution, about = round(share * cells);
    for (int n = 0; n <= about / 2; n++)
        for (int sign = 1; sign >= -1; sign -= 2) {
            const double other = (about + sign * n) / cells;
            if (other < 1.0 && are_whole(extent, count, other * resolution)) return other;
        }
    return share;
}

void lb_own_tell_fixed_grid(const struct lb_values *values, char *out, size_t size)
{
    out[0] = '\0';
    for (size_t n = 0; n < lb_values_section_count(values); n++) {
        const struct lb_section section = lb_values_section(values, n);
        if (strcmp(section.kind->name, "image") == 0)
            snprintf(out, size, "[image %s] has the cells of its file", section.name);
    }
}

/* case_mean.c - [mean] fields: which numbers of lines and profiles over time are kept and written.
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "user_case/case_state.h"

const char *const lb_own_sample_fields[LB_OWN_SAMPLE_FIELDS + 1] = {
    "ux", "uy",   "uz", "p",    "urms", "vrms", "wrms", "uv", "uw",
    "vw", "prms", "T",  "Trms", "uT",   "vT",   "wT",   NULL};

static const char *const words[] = {"u", "p", "stress", "T", NULL};

/* Whether lines or profiles are means over time. */
static bool samples_mean(const struct own_case *s)
{
    bool does = false;
    for (int n = 0; n < s->sample_count; n++)
        does = does || s->samples[n].is_mean;
    return does;
}

static struct lb_mean_times times_of(const struct own_case *s)
{
    return (struct lb_mean_times){"mean.skip", s->skip, s->steps_per_length,
                                  samples_mean(s) ? s->sample_every : s->observe_every};
}

static bool has_means(const struct own_case *s)
{
    return samples_mean(s) || lb_own_is_set(s, "mean", "skip");
}

void lb_own_tell_means(struct own_case *s, struct lb_plan *plan)
{
    const struct lb_mean_times times = times_of(s);
    if (plan->steps == 0 || !has_means(s)) return;
    lb_plan_add_mean(plan, &times, plan->steps);
    s->means_are_planned = lb_mean_samples(&times, plan->steps) >= 2;
}

void lb_own_warn_of_means(const struct own_case *s, struct lb_run *run)
{
    const struct lb_mean_times times = times_of(s);
    const uint64_t step = lb_run_step(run), samples = lb_mean_samples(&times, step);
    if (!s->means_are_planned || samples >= 2 || s->is_steady) return;
    lb_run_warn(run, "the run ended with step %llu: a mean over time, from mean.skip on, has %s",
                (unsigned long long)step, samples == 1 ? "one sample" : "no sample");
}

enum lb_status lb_own_read_mean_fields(struct own_case *s, struct lb_error *err)
{
    const char *text = lb_own_text(s, "mean", "fields");
    for (const char *part = text; part != NULL;) {
        const size_t length = strcspn(part, ",");
        int n = 0;
        while (words[n] != NULL &&
               (strlen(words[n]) != length || strncmp(words[n], part, length) != 0))
            n++;
        LB_NEED(words[n] != NULL, LB_STATUS_USAGE,
                "mean.fields=%s: some of u, p, stress and T are needed, as in u,p", text);
        s->mean_fields |= 1u << n;
        part = part[length] == ',' ? part + length + 1 : NULL;
    }
    LB_NEED(s->heat.exists || (s->mean_fields & LB_OWN_MEAN_T) == 0, LB_STATUS_USAGE,
            "mean.fields=%s: T is of a temperature, and [scalar] is not there", text);
    if (s->heat.exists && !lb_own_is_set(s, "mean", "fields")) s->mean_fields |= LB_OWN_MEAN_T;
    LB_NEED(samples_mean(s) || !lb_own_is_set(s, "mean", "fields"), LB_STATUS_USAGE,
            "mean.fields=%s says what is kept of lines with mean=1 and of profiles over time, and "
            "the file has none",
            text);
    for (int n = 0; n < s->sample_count && lb_own_is_set(s, "mean", "skip"); n++)
        if (s->samples[n].is_profile && !s->samples[n].is_mean)
            lb_body_note(&s->notes,
                         "[profile %s] is of the last moment, as its mean=0 says, though "
                         "mean.skip=%s is given: mean=1 would average it over time",
                         s->samples[n].name, lb_own_text(s, "mean", "skip"));
    return LB_STATUS_OK;
}

bool lb_own_keeps_stresses(const struct own_case *s)
{
    return (s->mean_fields & LB_OWN_MEAN_STRESS) != 0;
}

bool lb_own_keeps(const struct own_case *s, const struct lb_own_samples *m, const char *field,
                  size_t length)
{
    const bool is_warm = memchr(field, 'T', length) != NULL, is_alone = is_warm && length == 1;
    if (is_warm && (!s->heat.exists || (m->is_mean && (s->mean_fields & LB_OWN_MEAN_T) == 0)))
        return false;
    if (!m->is_mean || is_alone) return true;
    if (length == 1 && field[0] == 'p') return (s->mean_fields & LB_OWN_MEAN_P) != 0;
    const bool is_velocity = (length == 1 && field[0] == 'u') ||
                             (length == 2 && field[0] == 'u' && strchr("xyz", field[1]) != NULL);
    return (s->mean_fields & (is_velocity ? LB_OWN_MEAN_U : LB_OWN_MEAN_STRESS)) != 0;
}

void lb_own_kept_names(const struct own_case *s, const struct lb_own_samples *m, char *out,
                       size_t size)
{
    const bool has_u = lb_own_keeps(s, m, "u", 1), has_stress = lb_own_keeps(s, m, "uv", 2);
    const char *why = m->is_profile ? lb_own_why_no_shear(s, m) : NULL;
    size_t used = (size_t)snprintf(out, size, "%s has", m->name);
    for (int n = 0; lb_own_sample_fields[n] != NULL && used < size; n++) {
        const char *name = n == 0 ? "u" : lb_own_sample_fields[n];
        if (lb_own_keeps(s, m, name, strlen(name)))
            used += (size_t)snprintf(out + used, size - used, " %s,", name);
    }
    if (used < size)
        used += (size_t)snprintf(
            out + used, size - used, " each with .max, .min, .mean and .zero%s%s",
            has_u ? ", and u.error(inlet)" : "",
            has_u && has_stress && m->is_profile && why == NULL ? ", total_shear.error" : "");
    if (used < size && why != NULL)
        used += (size_t)snprintf(out + used, size - used, "; no total_shear.error, as %s", why);
    if (used < size && m->is_mean && lb_own_is_set(s, "mean", "fields"))
        snprintf(out + used, size - used, "; mean.fields=%s keeps no others",
                 lb_own_text(s, "mean", "fields"));
}

/* tune.c - a layout from the cache, by measurement or by rule.
 * SPDX-License-Identifier: MIT */
#include "measure/tune.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "opencl/device.h"
#include "case/lookup.h"
#include "layout/embedded.h"
#include "layout/layout.h"
#include "measure/tune_measure.h"

enum { QUESTION_SIZE = 2048 };

static const double long_seconds = 600.0;

const char *lb_tune_origin_name(enum lb_tune_origin origin)
{
    switch (origin) {
    case LB_TUNE_BY_RULE: return "rule";
    case LB_TUNE_GIVEN: return "given";
    case LB_TUNE_KEPT: return "cache";
    case LB_TUNE_MEASURED: return "measured";
    }
    return "rule";
}

bool lb_tune_is_long(const struct lb_case *c, const struct lb_device_info *device, uint64_t steps)
{
    const bool gpu = device->type == LB_DEVICE_GPU;
    const double bandwidth = gpu ? 8e12 : fmin(25e9 * device->compute_units, 1e12); /* [B/s] */
    const double bytes = lb_case_bytes_per_update(c) * (double)lb_case_cell_count(c);
    return bytes * (double)steps > long_seconds * bandwidth;
}

/* Of all kernel files: who changes one may change what is fastest. */
unsigned long long lb_tune_hash_kernels(void)
{
    unsigned long long hash = LB_TUNE_HASH_START;
    for (const struct lb_embedded_file *f = lb_embedded_files; f->name != NULL; f++)
        hash = lb_tune_hash(lb_tune_hash(hash, f->name), f->text);
    return hash;
}

/* All that the answer depends on. */
static void write_question(const struct lb_case *c, const struct lb_device_info *d,
                           const struct lb_layout_choice *rule, char *out, size_t size)
{
    struct lb_layout_choice lanes[LB_TUNE_MAX_LAYOUTS];
    char precision[32];
    uint32_t box[3];
    lb_case_precision_name(c, precision, sizeof precision);
    lb_tune_box(c, d, box);
    int used = snprintf(
        out, size,
        "device %s; platform %s; driver %s; units %u; kernels %016llx; %s %s %s %s %s; kinds %d; "
        "force %d; box %ux%ux%u; lanes",
        d->name, d->platform, d->driver, d->compute_units, lb_tune_hash_kernels(), c->lattice->name,
        c->collision->name, precision, lb_streaming_name(c->streaming),
        c->shift ? "shift" : "no-shift", c->cell_kinds, lb_case_has_body_force(c), box[0], box[1],
        box[2]);
    const size_t count = lb_tune_list_lanes(c, d, rule, lanes);
    for (size_t n = 0; n < count && used > 0 && (size_t)used < size; n++)
        used += snprintf(out + used, size - (size_t)used, " %dx%d", lanes[n].lanes,
                         lanes[n].arithmetic_lanes);
}

static void take(const struct lb_tune_answer *a, enum lb_tune_origin origin, struct lb_tuning *t)
{
    t->origin = origin;
    t->layout = a->layout;
    const char *day = origin == LB_TUNE_KEPT ? a->time : "just now";
    if (a->gain > 1.0)
        snprintf(t->why, sizeof t->why, "measured %s: %.2f times as fast as by rule", day, a->gain);
    else
        snprintf(t->why, sizeof t->why, "measured %s: nothing beats the rule", day);
}

static enum lb_status measure(const struct lb_case *c, struct lb_device *device,
                              const struct lb_tune_request *r, const char *question,
                              struct lb_tuning *t, struct lb_error *err)
{
    struct lb_tune_answer answer;
    struct lb_error why = {0};
    LB_OK(lb_tune_measure(c, device, &t->layout, &r->places, r->tell, r->context, &answer, err));
    take(&answer, LB_TUNE_MEASURED, t);
    const size_t used = strlen(t->why);
    if (r->places.kernel_dir != NULL)
        snprintf(t->why + used, sizeof t->why - used, "; not kept, for the kernels of a folder");
    else if (lb_tune_cache_keep(question, &answer, &why) != LB_STATUS_OK)
        snprintf(t->why + used, sizeof t->why - used, "; not kept: %.250s", why.text);
    return LB_STATUS_OK;
}

/* Cases whose steps are more than the step kernel: what pays there was not looked at. */
static bool has_more_kernels(const struct lb_case *c)
{
    return c->surface.exists || lb_case_has_markers(c);
}

static bool is_asked(const struct lb_layout_wishes *w)
{
    return w->lanes > 0 || w->group > 0 || w->registers != 0;
}

/* A run for which no measurement was requested goes on by rule where that fails, unless it was stopped. */
static enum lb_status measure_or_not(const struct lb_case *c, struct lb_device *device,
                                     const struct lb_tune_request *r, const char *question,
                                     struct lb_tuning *t, struct lb_error *err)
{
    const struct lb_tuning by_rule = *t;
    const enum lb_status st = measure(c, device, r, question, t, err);
    if (st == LB_STATUS_OK || r->mode == LB_TUNE_NOW || lb_status_is_stop(st)) return st;
    *t = by_rule;
    snprintf(t->why, sizeof t->why, "measuring failed: %.80s", err->text);
    *err = (struct lb_error){0};
    return LB_STATUS_OK;
}

static enum lb_status decide(const struct lb_case *c, struct lb_device *device,
                             const struct lb_tune_request *r, struct lb_tuning *t,
                             struct lb_error *err)
{
    const struct lb_device_info *info = lb_device_get_info(device);
    char question[QUESTION_SIZE], broken[LB_TUNE_WHY_SIZE] = "";
    struct lb_tune_answer answer;
    const bool now = r->mode == LB_TUNE_NOW;
    if (has_more_kernels(c)) {
        snprintf(t->why, sizeof t->why, "markers and surfaces are not tuned");
        return LB_STATUS_OK;
    }
    if (r->mode == LB_TUNE_NEVER) {
        snprintf(t->why, sizeof t->why, "--tune never");
        return LB_STATUS_OK;
    }
    write_question(c, info, &t->layout, question, sizeof question);
    bool has_kept = !now && r->places.kernel_dir == NULL &&
                    lb_tune_cache_find(question, &answer, broken, sizeof broken);
    if (has_kept && answer.layout.registers > 0 && !lb_device_is_nvidia(info)) {
        has_kept = false;
        snprintf(broken, sizeof broken,
                 "what was measured has a limit of registers, as only "
                 "NVIDIA's devices have");
    }
    if (has_kept)
        take(&answer, LB_TUNE_KEPT, t);
    else if (now || lb_tune_is_long(c, info, r->steps))
        LB_OK(measure_or_not(c, device, r, question, t, err));
    else
        snprintf(t->why, sizeof t->why, "%s",
                 broken[0] != '\0' ? broken : "nothing measured yet, see --tune");
    return LB_STATUS_OK;
}

enum lb_status lb_tune(const struct lb_case *c, struct lb_device *device,
                       const struct lb_tune_request *request, struct lb_layout *out,
                       struct lb_tuning *tuning, struct lb_error *err)
{
    const struct lb_device_info *info = lb_device_get_info(device);
    *tuning = (struct lb_tuning){.origin = LB_TUNE_BY_RULE};
    lb_layout_choose(c, &request->wishes, info, out);
    tuning->layout = lb_layout_chosen(out);
    if (is_asked(&request->wishes)) {
        tuning->origin = LB_TUNE_GIVEN;
        snprintf(tuning->why, sizeof tuning->why, "the rest by rule");
        return LB_STATUS_OK;
    }
    LB_OK(decide(c, device, request, tuning, err));
    if (tuning->origin != LB_TUNE_BY_RULE) lb_layout_make(c, &tuning->layout, info, out);
    return LB_STATUS_OK;
}

const char *lb_tune_text(const struct lb_tuning *t, char *out, size_t size)
{
    static const char *const words[] = {"by rule: ", "as asked for: ", "", ""};
    char layout[96];
    snprintf(out, size, "%s (%s%s)", lb_tune_layout_text(&t->layout, layout, sizeof layout),
             words[t->origin], t->why);
    return out;
}

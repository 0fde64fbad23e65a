/* bench_parts_command.c - bench with parts=: the program starts itself anew for each number of them, alone or
 * through mpirun, and takes the points that come out.  A measurement has no ranks beside it that wait,
 * one that fails takes no other with it, and each begins with empty devices.
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "process/process.h"
#include "base/signals.h"
#include "base/word_list.h"
#include "commands/bench_parts_command.h"
#include "io/json.h"
#include "opencl/device.h"
#include "peers/peers.h"
#include "ranks/own_ranks.h"
#include "run/progress.h"

struct measurement {
    const struct lb_bench_request *request;
    lb_process_line *take;
    void *context;
    int parts;
    size_t figures;
};

/* --- devices --------------------------------------------------------------------------------- */

/* Of the words of the command line: a list, or all that are like the strongest.  `out`: indices as in
 * `sluice devices`. */
static enum lb_status list_devices(const struct lb_bench_request *r, int out[LB_BENCH_MAX_PARTS],
                                   int *count, struct lb_error *err)
{
    const char *words = r->device_words, *rest = words;
    size_t first, chosen;
    LB_OK(lb_device_choose_shared(r->devices, r->device_count, words, 0, &first, err));
    const bool is_one = words != NULL && words[0] != '\0' && strchr(words, ',') == NULL &&
                        strcasecmp(words, "gpu") != 0 && strcasecmp(words, "cpu") != 0;
    *count = is_one ? 1 : 0;
    out[0] = r->devices[first].index;
    if (is_one) return LB_STATUS_OK;
    if (words != NULL && strchr(words, ',') != NULL)
        for (char word[LB_WORD_SIZE]; lb_word_list_next(&rest, word);)
            ++*count;
    else
        for (size_t n = 0; n < r->device_count; n++)
            *count += lb_device_is_alike(&r->devices[n], &r->devices[first]);
    if (*count > LB_BENCH_MAX_PARTS) *count = LB_BENCH_MAX_PARTS;
    for (int n = 0; n < *count; n++) {
        LB_OK(lb_device_choose_shared(r->devices, r->device_count, words, n, &chosen, err));
        out[n] = r->devices[chosen].index;
    }
    return LB_STATUS_OK;
}

static enum lb_status check_devices(const struct lb_bench_request *r, int count,
                                    struct lb_error *err)
{
    const struct lb_bench_plan *plan = &r->plan;
    const int most = plan->parts[plan->part_count - 1].count;
    const char *words = r->device_words;
    LB_NEED(most <= count || words == NULL, LB_STATUS_USAGE,
            "command line: parts=%d: each part takes a device, and --devices %.200s names %d; name "
            "more, or the same again, which parts then share",
            most, words, count);
    LB_NEED(most <= count, LB_STATUS_USAGE,
            "command line: parts=%d: each part takes a device, and there %s %d like the strongest; "
            "name them with --devices, as in --devices 0,1",
            most, count == 1 ? "is" : "are", count);
    return LB_STATUS_OK;
}

static const struct lb_device_info *device_of(const struct lb_bench_request *r, int index)
{
    for (size_t n = 0; n < r->device_count; n++)
        if (r->devices[n].index == index) return &r->devices[n];
    return &r->devices[0];
}

/* Of devices that make an efficiency say something else than it seems to. */
static void warn(const struct lb_bench_request *r, const int *devices)
{
    const int most = r->plan.parts[r->plan.part_count - 1].count;
    const struct lb_device_info *first = device_of(r, devices[0]);
    bool is_shared = false;
    const struct lb_device_info *other = NULL;
    for (int n = 1; n < most; n++) {
        for (int m = 0; m < n; m++)
            is_shared = is_shared || devices[m] == devices[n];
        const struct lb_device_info *own = device_of(r, devices[n]);
        if (!lb_device_is_alike(own, first) || strcmp(own->driver, first->driver) != 0) other = own;
    }
    if (is_shared)
        fprintf(stderr,
                "sluice: warning: parts share a device of --devices %s: their efficiency is not "
                "that of several devices\n",
                r->device_words != NULL ? r->device_words : "");
    if (other != NULL)
        fprintf(stderr,
                "sluice: warning: device %d is %s (driver %s), and device %d is %s (driver %s): "
                "the slower one counts\n",
                first->index, first->name, first->driver, other->index, other->name, other->driver);
}

/* --- one number of parts ------------------------------------------------------------------------- */

/* With the command line of this process in place of its own. */
static enum lb_status take_line(void *context, const char *line, struct lb_error *err)
{
    struct measurement *m = context;
    char *text = NULL;
    if (line[0] != '{') return LB_STATUS_OK; /* of the launcher's */
    struct lb_json w = {cJSON_Parse(line), true, NULL};
    LB_NEED(w.object != NULL, LB_STATUS_FAILED, "a measurement in parts printed what is no JSON");
    m->figures += !cJSON_HasObjectItem(w.object, "skipped");
    cJSON *command = cJSON_CreateString(m->request->line);
    w.ok = command != NULL && cJSON_ReplaceItemInObject(w.object, "command", command);
    LB_OK(lb_json_end(&w, LB_JSON_ON_LINE, &text, err));
    const enum lb_status st = m->take(m->context, text, err);
    free(text);
    return st;
}

/* Its exit code, and what it said. */
static enum lb_status judge(const struct measurement *m, int code, const char *words,
                            struct lb_error *err)
{
    const char *said = words[0] != '\0' ? words : "it ended without a word";
    LB_OK(lb_signals_check(err));
    switch (code) {
    case LB_STATUS_OK: return LB_STATUS_OK;
    case LB_STATUS_USAGE:
    case LB_STATUS_DEVICE:
    case LB_STATUS_VERDICT:
        return lb_fail(err, (enum lb_status)code, "parts=%d: %.1800s", m->parts, said);
    default:
        return lb_fail(err, LB_STATUS_FAILED,
                       "parts=%d: the measurement failed (exit code %d): %.1800s", m->parts, code,
                       said);
    }
}

static enum lb_status measure(struct measurement *m, const char *const *arguments,
                              struct lb_error *err)
{
    const char **command = NULL;
    char words[LB_ERROR_TEXT_SIZE] = "";
    int code = 0;
    LB_OK(lb_peers_command(m->parts, arguments, &command, err));
    enum lb_status st = lb_process_lines(command, take_line, m, &code, words, sizeof words, err);
    free(command);
    return st == LB_STATUS_OK ? judge(m, code, words, err) : st;
}

/* The same command line for one number of parts: what is printed, written and compared is left to this
 * process. */
static enum lb_status measure_parts(struct measurement *m, const struct lb_options *o,
                                    const struct lb_bench_parts *parts, const int *devices,
                                    struct lb_error *err)
{
    char list[8 * LB_BENCH_MAX_PARTS] = "", count[32];
    char **words = NULL;
    size_t used = 0;
    struct lb_options own = *o;
    const char **values = calloc(o->value_count + 1, sizeof *values);
    LB_NEED(values != NULL, LB_STATUS_FAILED, "no memory for a command line");
    for (int n = 0; n < parts->count; n++)
        used +=
            (size_t)snprintf(list + used, sizeof list - used, "%s%d", n > 0 ? "," : "", devices[n]);
    snprintf(count, sizeof count, "parts=%d", parts->count);
    own.value_count = 0;
    own.values = values;
    for (size_t n = 0; n < o->value_count; n++)
        values[own.value_count++] = strncmp(o->values[n], "parts=", 6) == 0 ? count : o->values[n];
    own.devices = list;
    own.split = parts->split;
    own.device = own.output = own.old_lines = own.tolerance = NULL;
    own.csv = own.quiet = own.verbose = false;
    own.json = true;
    own.progress = LB_PROGRESS_NEVER;
    m->parts = parts->count;
    enum lb_status st = lb_options_words(&own, &words, err);
    if (st == LB_STATUS_OK) st = measure(m, (const char *const *)(const void *)words, err);
    lb_options_free_words(words);
    free(values);
    return st;
}

/* --- all of them ------------------------------------------------------------------------------ */

static void show_progress(struct lb_progress *p, const struct lb_bench_plan *plan, size_t n)
{
    char note[64];
    snprintf(note, sizeof note, "measuring %d part%s", plan->parts[n].count,
             plan->parts[n].count == 1 ? "" : "s");
    lb_progress_hurry(p);
    lb_progress_count(p, "bench", n, plan->part_count, 0.0, note);
    lb_progress_end(p);
}

/* A wrong flow, or a device that can do none of the points, does not end it: the first failure counts. */
static enum lb_status measure_all(struct measurement *m, const struct lb_options *o,
                                  const int *devices, struct lb_error *err)
{
    const struct lb_bench_plan *plan = &m->request->plan;
    struct lb_error first = {0};
    struct lb_progress progress;
    lb_progress_init(&progress, m->request->reporting.progress);
    for (size_t n = 0; n < plan->part_count; n++) {
        struct lb_error why = {0};
        show_progress(&progress, plan, n);
        const enum lb_status st = measure_parts(m, o, &plan->parts[n], devices, &why);
        if (first.status == LB_STATUS_OK) first = why;
        if (st == LB_STATUS_OK || st == LB_STATUS_VERDICT || st == LB_STATUS_DEVICE) continue;
        if (err != NULL) *err = why;
        return st;
    }
    if (first.status == LB_STATUS_DEVICE && m->figures > 0) return LB_STATUS_OK;
    if (err != NULL && first.status != LB_STATUS_OK) *err = first;
    return first.status;
}

enum lb_status lb_bench_measure_parts(const struct lb_options *o,
                                      const struct lb_bench_request *request, lb_process_line *take,
                                      void *context, struct lb_error *err)
{
    int devices[LB_BENCH_MAX_PARTS], count;
    struct measurement *m = calloc(1, sizeof *m);
    LB_NEED(m != NULL, LB_STATUS_FAILED, "no memory for the benchmark");
    m->request = request;
    m->take = take;
    m->context = context;
    enum lb_status st = list_devices(request, devices, &count, err);
    if (st == LB_STATUS_OK) st = check_devices(request, count, err);
    if (st == LB_STATUS_OK) st = lb_signals_watch(err);
    if (st == LB_STATUS_OK) {
        if (!request->reporting.quiet) warn(request, devices);
        st = measure_all(m, o, devices, err);
        lb_signals_unwatch();
    }
    free(m);
    return st;
}

bool lb_bench_starts_parts(const struct lb_bench_request *request)
{
    const struct lb_bench_plan *plan = &request->plan;
    return plan->part_count > 0 && !lb_peers_is_launched() &&
           (plan->part_count > 1 || plan->parts[0].count > 1);
}

enum lb_status lb_bench_check_ranks(const struct lb_bench_request *request, struct lb_error *err)
{
    const struct lb_bench_plan *plan = &request->plan;
    const int ranks = lb_peers_count(lb_ranks());
    if (plan->part_count == 0 || !lb_peers_is_launched()) return LB_STATUS_OK;
    LB_NEED(plan->part_count == 1 && plan->parts[0].count == ranks, LB_STATUS_USAGE,
            "bench: parts= is %s%d, and the launcher started %d process%s, each for a part: write "
            "parts=%d, and start other numbers likewise, or leave the launcher out, and bench "
            "starts it for each",
            plan->part_count > 1 ? "a list up to " : "", plan->parts[plan->part_count - 1].count,
            ranks, ranks == 1 ? "" : "es", ranks);
    return LB_STATUS_OK;
}

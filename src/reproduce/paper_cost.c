/* paper_cost.c - how long the runs take on this device: its speeds are measured once, and kept.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/read_text.h"
#include "base/version.h"
#include "io/json.h"
#include "measure/tune.h"
#include "measure/tune_cache.h"
#include "opencl/device.h"
#include "reproduce/reproduce_internal.h"

/* --- runs --------------------------------------------------------------------------------------- */

static enum lb_status size_up(struct lb_reproduce *r, struct lb_paper_run *run,
                              struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_paper_request q;
    struct lb_run *one = NULL;
    cJSON *identity = NULL;
    LB_TRY(lb_paper_ask(r, &run->c, &q, err));
    LB_TRY(lb_run_create(&q.asked.study.run, &one, err));
    identity = lb_run_identity(one);
    LB_REQUIRE(identity != NULL, LB_STATUS_FAILED, "no memory for the plan");
    run->cells = lb_json_number_of(identity, "cells");
    run->steps = lb_json_number_of(identity, "steps");
    run->is_flat = strncmp(lb_json_text_of(identity, "lattice"), "d2", 2) == 0;
cleanup:
    cJSON_Delete(identity);
    lb_run_destroy(one);
    lb_paper_request_free(&q);
    return st;
}

/* A channel is steady long before the most that it may take. */
static double share_of_steps(const struct lb_paper_run *run)
{
    return strcmp(run->c.setup, "poiseuille") == 0 ? 0.2 : 1.0;
}

/* Of a step, over that of plain fluid in a large box. */
static double burden(const struct lb_paper_run *run, bool is_gpu)
{
    enum { SMALL = 1000000 }; /* cells: there CPUs wait between kernels */
    static const struct {
        const char *setup;
        double on_gpu, on_cpu, in_small;
    } known[] = {{"cavity", 1.0, 1.0, 1.7},
                 {"capsule", 1.15, 1.15, 4.0},
                 {"karman", 3.0, 1.0, 1.0},
                 {"raindrop", 2.8, 3.0, 8.0}};
    for (size_t n = 0; n < sizeof known / sizeof known[0]; n++)
        if (strcmp(run->c.setup, known[n].setup) == 0)
            return is_gpu               ? known[n].on_gpu
                   : run->cells < SMALL ? known[n].in_small
                                        : known[n].on_cpu;
    return 1.0;
}

/* --- speeds ------------------------------------------------------------------------------------- */

/* What two benchmarks have printed: D3Q19 in three formats, D2Q9 in FP32. */
enum kind { FP64, FP32, SOFTWARE, KINDS };
static const char *const kind_formats[KINDS] = {"fp64/fp64", "fp32/fp32", "fp32/fp16c"};
static const char *const solid[] = {"bench",       "--json",          "--lattice", "d3q19",
                                    "--precision", "fp64,fp32,fp16c", "--tune",    "never",
                                    "size=96",     "seconds=0.1",     "batches=2", NULL};
static const char *const flat[] = {"bench",        "--json",      "--lattice", "d2q9",
                                   "--precision",  "fp32",        "--tune",    "never",
                                   "sizes=64,768", "seconds=0.1", "batches=2", NULL};

static enum kind kind_of(int format)
{
    if (format == LB_PAPER_FP64 || format == LB_PAPER_FP64_FP32) return FP64;
    return format == LB_PAPER_FP32 || format == LB_PAPER_FP16 || format == LB_PAPER_FP16S
               ? FP32
               : SOFTWARE;
}

static void take_point(struct lb_paper_speeds *s, const cJSON *point)
{
    const double speed = 1e6 * lb_json_number_of(cJSON_GetObjectItem(point, "mlups"), "median");
    const double side =
        cJSON_GetNumberValue(cJSON_GetArrayItem(cJSON_GetObjectItem(point, "size"), 0));
    const double build = lb_json_number_of(point, "build_s");
    if (!(speed > 0.0)) return;
    if (strcmp(lb_json_text_of(point, "lattice"), "d2q9") != 0) {
        for (int k = 0; k < KINDS; k++)
            if (strcmp(lb_json_text_of(point, "precision"), kind_formats[k]) == 0)
                s->solid[k] = speed;
    } else if (side < 100.0) {
        s->step = side * side / speed;
    } else {
        s->flat = speed;
    }
    if (build > 0.0) s->build = fmax(s->build, build);
    s->is_gpu = strcmp(lb_json_text_of(cJSON_GetObjectItem(point, "device"), "type"), "gpu") == 0;
}

/* Whether nothing lacks; FP64 may. */
static bool read_speeds(struct lb_paper_speeds *s, char *text)
{
    char *rest = text;
    for (char *line = strtok_r(text, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        cJSON *point = cJSON_Parse(line);
        if (point != NULL) take_point(s, point);
        cJSON_Delete(point);
    }
    if (!(s->solid[FP64] > 0.0)) s->solid[FP64] = s->solid[FP32];
    s->is_measured =
        s->solid[FP32] > 0.0 && s->solid[SOFTWARE] > 0.0 && s->flat > 0.0 && s->step > 0.0;
    return s->is_measured;
}

void lb_paper_find_device(struct lb_reproduce *r)
{
    struct lb_device_info *list = NULL;
    struct lb_error ignored = {0};
    size_t count = 0, chosen;
    if (lb_device_list(&list, &count, &ignored) == LB_STATUS_OK &&
        lb_device_choose(list, count, r->o->device, &chosen, &ignored) == LB_STATUS_OK)
        snprintf(r->device, sizeof r->device, "%s, %s, driver %s", list[chosen].platform,
                 list[chosen].name, list[chosen].driver);
    free(list);
}

/* The file of this device's speeds; false where there is no device, or no folder for it. */
static bool find_cache(const struct lb_reproduce *r, char path[LB_PATH_SIZE])
{
    struct lb_error ignored = {0};
    char question[1024];
    snprintf(question, sizeof question, "speeds for reproduce %s: %s", LB_VERSION, r->device);
    return r->device[0] != '\0' &&
           lb_tune_cache_path(question, path, LB_PATH_SIZE, &ignored) == LB_STATUS_OK;
}

static bool read_cache(struct lb_paper_speeds *s, const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = file != NULL ? lb_read_text(file) : NULL;
    if (file != NULL) fclose(file);
    const bool is_whole = text != NULL && read_speeds(s, text);
    free(text);
    return is_whole;
}

/* Speeds that cannot be kept are measured again the next time. */
static void measure(const struct lb_reproduce *r, struct lb_paper_speeds *s, const char *path)
{
    struct lb_error why = {0};
    char folder[LB_PATH_SIZE], *first = NULL, *second = NULL, *both = NULL;
    if (!r->o->quiet) fprintf(stderr, "measuring the device's speed, once\n");
    const bool is_there = lb_paper_run_command(r, solid, &first, &why) == LB_STATUS_OK &&
                          lb_paper_run_command(r, flat, &second, &why) == LB_STATUS_OK;
    const size_t size = is_there ? strlen(first) + strlen(second) + 1 : 0;
    if (is_there) both = malloc(size);
    if (both != NULL) {
        snprintf(both, size, "%s%s", first, second);
        if (lb_tune_cache_folder(folder, sizeof folder, &why) == LB_STATUS_OK &&
            lb_folder_ensure(folder, &why) == LB_STATUS_OK)
            lb_text_write(path, both, &why);
        read_speeds(s, both);
    } else if (!r->o->quiet)
        fprintf(stderr, "sluice: times are not estimated: %s\n", why.text);
    free(first);
    free(second);
    free(both);
}

/* Where nothing has been measured. */
static const struct {
    const char *name;
    struct lb_paper_speeds of;
} usual[] = {
    {"two CPU cores", {.solid = {140e6, 420e6, 240e6}, .flat = 900e6, .step = 1e-5, .build = 2.2}},
    {"a large GPU",
     {.is_gpu = true, .solid = {12e9, 25e9, 25e9}, .flat = 25e9, .step = 7e-6, .build = 1.0}}};

static double seconds_of(const struct lb_paper_speeds *s, const struct lb_paper_run *run)
{
    const enum kind kind = kind_of(run->c.format);
    const double speed = run->is_flat ? s->flat * s->solid[kind] / s->solid[FP32] : s->solid[kind];
    const double step = fmax(s->step, run->cells / speed) * burden(run, s->is_gpu);
    return s->build + step * run->steps * share_of_steps(run);
}

enum lb_status lb_paper_estimate(struct lb_reproduce *r, bool measures, struct lb_error *err)
{
    char path[LB_PATH_SIZE];
    for (size_t n = 0; n < r->run_count; n++)
        LB_OK(size_up(r, &r->runs[n], err));
    if (r->run_count == 0 || !find_cache(r, path)) return LB_STATUS_OK;
    if (!read_cache(&r->speeds, path) && measures) measure(r, &r->speeds, path);
    for (size_t n = 0; n < r->run_count && r->speeds.is_measured; n++)
        r->runs[n].seconds = seconds_of(&r->speeds, &r->runs[n]);
    return LB_STATUS_OK;
}

static double price_of(const struct lb_reproduce *r, const struct lb_paper_speeds *s,
                       const struct lb_paper_item *item)
{
    const struct lb_paper_price *p = r->is_quick ? &item->quick_price : &item->price;
    return p->programs * s->build + p->seconds;
}

double lb_paper_command_seconds(const struct lb_reproduce *r, const struct lb_paper_item *item)
{
    char *there = lb_paper_measured(r, item->name);
    const bool is_due = item->command != NULL && there == NULL && r->speeds.is_measured;
    free(there);
    return is_due ? price_of(r, &r->speeds, item) : 0.0;
}

/* --- in words ------------------------------------------------------------------------------------- */

const char *lb_paper_time_text(double seconds, char *out, size_t size)
{
    if (seconds < 100.0)
        snprintf(out, size, "%.0f s", seconds);
    else if (seconds < 6000.0)
        snprintf(out, size, "%.0f min", seconds / 60.0);
    else if (seconds < 100.0 * 3600.0)
        snprintf(out, size, "%.1f h", seconds / 3600.0);
    else
        snprintf(out, size, "%.0f days", seconds / 86400.0);
    return out;
}

static void print_item(const struct lb_reproduce *r, const struct lb_paper_result *item, FILE *out)
{
    char runs[24] = "-", updates[24] = "-", time[24] = "-";
    double sum = 0.0, seconds = 0.0;
    for (size_t n = 0; n < item->use_count; n++) {
        const struct lb_paper_run *run = &r->runs[item->uses[n]];
        sum += run->cells * run->steps * share_of_steps(run);
        seconds += run->seconds;
    }
    seconds += price_of(r, &r->speeds, item->item);
    if (r->speeds.is_measured && seconds > 0.0) lb_paper_time_text(seconds, time, sizeof time);
    if (item->use_count > 0) {
        snprintf(runs, sizeof runs, "%zu", item->use_count);
        snprintf(updates, sizeof updates, "%.2g", sum);
    }
    fprintf(out, "%-20s %-8s %5s %8s %8s  %s\n", item->item->name, item->item->number, runs,
            updates, time, item->item->shows);
}

static void print_total(const struct lb_reproduce *r, const struct lb_paper_speeds *s,
                        const char *device, FILE *out)
{
    char time[32], builds[32];
    double seconds = 0.0, programs = (double)r->run_count;
    for (size_t n = 0; n < r->run_count; n++)
        seconds += seconds_of(s, &r->runs[n]);
    for (size_t n = 0; n < r->item_count; n++) {
        const struct lb_paper_item *item = r->items[n].item;
        seconds += price_of(r, s, item);
        programs += r->is_quick ? item->quick_price.programs : item->price.programs;
    }
    fprintf(out, "some %s on %s, %s of it to build kernels\n",
            lb_paper_time_text(seconds, time, sizeof time), device,
            lb_paper_time_text(programs * s->build, builds, sizeof builds));
}

void lb_paper_list(const struct lb_reproduce *r, FILE *out)
{
    double updates = 0.0;
    fprintf(out, "%-20s %-8s %5s %8s %8s  %s\n", "item", "paper", "runs", "updates", "time",
            "shows");
    for (size_t n = 0; n < r->item_count; n++)
        print_item(r, &r->items[n], out);
    for (size_t n = 0; n < r->run_count; n++)
        updates += r->runs[n].cells * r->runs[n].steps * share_of_steps(&r->runs[n]);
    fprintf(out, "\n%s: %zu runs, some %.2g cell updates\n",
            r->is_quick ? "quick=1" : "the paper's sizes", r->run_count, updates);
    if (r->speeds.is_measured)
        print_total(r, &r->speeds, "this device", out);
    else
        for (size_t n = 0; n < sizeof usual / sizeof usual[0]; n++)
            print_total(r, &usual[n].of, usual[n].name, out);
}

static void add_run(struct lb_json *list, const struct lb_paper_run *run)
{
    struct lb_json o = lb_json_object(list, NULL);
    lb_json_text(&o, "folder", run->run.name);
    lb_json_text(&o, "setup", run->c.setup);
    lb_json_text(&o, "values", run->c.values);
    lb_json_text(&o, "precision", lb_paper_formats[run->c.format]);
    lb_json_bool(&o, "shift", run->c.shift);
    lb_json_number(&o, "cells", run->cells);
    lb_json_number(&o, "steps", run->steps);
    lb_json_number(&o, "seconds", run->seconds > 0.0 ? run->seconds : (double)NAN);
    lb_json_text(&o, "state", run->run.state == LB_STUDY_PENDING ? "missing" : "there");
}

static void add_item(struct lb_json *list, const struct lb_paper_result *item)
{
    struct lb_json o = lb_json_object(list, NULL);
    lb_json_text(&o, "item", item->item->name);
    lb_json_text(&o, "paper", item->item->number);
    lb_json_text(&o, "shows", item->item->shows);
    lb_json_number(&o, "runs", (double)item->use_count);
}

struct lb_json lb_paper_plan_json(const struct lb_reproduce *r)
{
    struct lb_json w = lb_json_begin("sluice.reproduce/1");
    lb_json_text(&w, "version", LB_VERSION);
    lb_json_text(&w, "commit", LB_COMMIT);
    lb_json_text(&w, "level", r->is_quick ? "quick" : "paper");
    lb_json_text(&w, "device", r->device);
    struct lb_json items = lb_json_list(&w, "items");
    for (size_t n = 0; n < r->item_count; n++)
        add_item(&items, &r->items[n]);
    struct lb_json runs = lb_json_list(&w, "runs");
    for (size_t n = 0; n < r->run_count; n++)
        add_run(&runs, &r->runs[n]);
    return w;
}

/* bench_command.c - measures or reads points, and hands them to table, files and comparison.
 * SPDX-License-Identifier: MIT */
#include "commands/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/file.h"
#include "opencl/device.h"
#include "bench/bench_sweep.h"
#include "cli/read_bench.h"
#include "cli/command_values.h"
#include "commands/bench_parts_command.h"
#include "base/number_text.h"
#include "peers/peers.h"
#include "python/python_package.h"
#include "ranks/own_ranks.h"
#include "measure/tune.h"

/* A loss up to this share is noise, however close the batches were. */
static const double min_loss = 0.03;

struct bench {
    const struct lb_options *options;
    struct lb_values *values;
    double min_loss; /* that --compare may report */
    bool is_told;    /* by Python; else lines are printed as they are */
    struct lb_process_dialog python;
    char folder[LB_PATH_SIZE]; /* of --output; "": none */
    struct lb_file lines;      /* its bench.jsonl, written as the points come */
};

/* --- what is asked for ----------------------------------------------------------------------- */

static enum lb_status read_tolerance(struct bench *b, struct lb_error *err)
{
    const char *text = b->options->tolerance;
    b->min_loss = min_loss;
    if (text == NULL) return LB_STATUS_OK;
    if (b->options->old_lines == NULL)
        return lb_fail(err, LB_STATUS_USAGE, "--tolerance is for --compare, which is not there");
    if (!lb_number_parse(text, strlen(text), &b->min_loss) || b->min_loss < 0.0 ||
        b->min_loss >= 1.0)
        return lb_fail(err, LB_STATUS_USAGE,
                       "--tolerance: '%s' is no share of the speed from 0 to below 1", text);
    return LB_STATUS_OK;
}

/* With files nothing is measured: what only a measurement can obey is refused. */
static enum lb_status check_files(const struct lb_options *o, struct lb_error *err)
{
    const char *const measuring[] = {o->lattice,  o->collision, o->precision, o->streaming,
                                     o->lanes,    o->group,     o->registers, o->kernel_dir,
                                     o->dump_dir, o->devices,   o->split};
    bool any = o->value_count > 0 || o->shift >= 0 || o->tune != LB_TUNE_AUTO;
    for (size_t i = 0; i < sizeof measuring / sizeof measuring[0]; i++)
        any = any || measuring[i] != NULL;
    if (o->word_count == 0 || !any) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_USAGE,
                   "bench reads the points of '%s' and measures nothing, so parameters of a "
                   "measurement have no place here; leave out the one or the other",
                   o->words[0]);
}

/* python/sluice_lbm/bench with its words. */
static enum lb_status start_python(struct bench *b, struct lb_error *err)
{
    const struct lb_options *o = b->options;
    char loss[32];
    snprintf(loss, sizeof loss, "%.17g", b->min_loss);
    const char *const own[] = {o->json  ? "json"
                               : o->csv ? "csv"
                                        : "table",
                               loss, o->old_lines != NULL ? o->old_lines : ""};
    enum { OWN = sizeof own / sizeof own[0] };
    const char **words = calloc(OWN + o->word_count, sizeof *words);
    LB_NEED(words != NULL, LB_STATUS_FAILED, "no memory to start Python");
    memcpy(words, own, sizeof own);
    for (size_t n = 0; n < o->word_count; n++)
        words[OWN + n] = o->words[n];
    const enum lb_status st =
        lb_python_start("sluice_lbm.bench", words, OWN + o->word_count, &b->python, err);
    free(words);
    b->is_told = st == LB_STATUS_OK;
    return st;
}

/* Caller deletes *answer. */
static enum lb_status ask(struct bench *b, const char *what, struct lb_json *request,
                          cJSON **answer, struct lb_error *err)
{
    lb_json_text(request, "ask", what);
    return lb_python_request(&b->python, request, answer, err);
}

static enum lb_status read_points(struct bench *b, struct lb_error *err)
{
    cJSON *answer = NULL;
    if (!b->is_told) LB_OK(start_python(b, err));
    struct lb_json request = lb_json_begin(NULL);
    const enum lb_status st = ask(b, "read", &request, &answer, err);
    cJSON_Delete(answer);
    return st;
}

/* Lines on standard output need no other program: a rank's are no others. */
static bool needs_python(const struct lb_options *o)
{
    return !o->json || o->output != NULL || o->old_lines != NULL || o->word_count > 0;
}

static enum lb_status prepare(struct bench *b, struct lb_error *err)
{
    const struct lb_options *o = b->options;
    char path[LB_PATH_SIZE];
    LB_NEED(!(o->json && o->csv), LB_STATUS_USAGE, "--json and --csv exclude each other");
    LB_OK(check_files(o, err));
    LB_OK(lb_command_values(o, lb_bench_parameters, &b->values, err));
    LB_OK(read_tolerance(b, err));
    const bool reads = needs_python(o) && lb_peers_is_first(lb_ranks());
    LB_OK(lb_peers_agree(lb_ranks(), reads ? read_points(b, err) : LB_STATUS_OK, err));
    if (o->output == NULL) return LB_STATUS_OK;
    const enum lb_status st =
        lb_folder_create(o->output, "bench", b->folder, sizeof b->folder, err);
    LB_OK(lb_peers_agree(lb_ranks(), st, err));
    lb_peers_give(lb_ranks(), b->folder, sizeof b->folder);
    LB_OK(lb_path_join(b->folder, "bench.jsonl", path, sizeof path, err));
    return lb_file_open(&b->lines, path, err);
}

/* --- points ---------------------------------------------------------------------------------- */

/* `text` for standard output, in the form asked for. */
static enum lb_status show(struct bench *b, const char *text, const char *lines,
                           struct lb_error *err)
{
    fputs(text, stdout);
    fflush(stdout);
    if (b->lines.stream != NULL) {
        fputs(lines, b->lines.stream);
        LB_OK(lb_file_flush(&b->lines, err)); /* a point that is there outlives a crash */
    }
    LB_NEED(b->lines.stream != NULL || !lb_stream_is_abandoned(stdout), LB_STATUS_FAILED,
            "standard output was closed by its reader");
    return LB_STATUS_OK;
}

static enum lb_status ask_and_show(struct bench *b, const char *what, struct lb_json *request,
                                   struct lb_error *err)
{
    cJSON *answer = NULL;
    LB_OK(ask(b, what, request, &answer, err));
    const enum lb_status st =
        show(b, lb_json_text_of(answer, "text"), lb_json_text_of(answer, "lines"), err);
    cJSON_Delete(answer);
    return st;
}

/* `r`: what a line without a figure does not say, and a heading does; NULL: it is not known. */
static enum lb_status tell(struct bench *b, const char *line, const struct lb_bench_record *r,
                           struct lb_error *err)
{
    if (!b->is_told) return show(b, line, line, err);
    struct lb_json request = lb_json_begin(NULL);
    lb_json_text(&request, "line", line);
    struct lb_json known = lb_json_object(&request, "known");
    if (r != NULL) {
        lb_json_number(&known, "warm_up_steps", (double)r->warm_up_steps);
        lb_json_number(&known, "batches", r->batches);
        lb_json_number(&known, "copy_gbps", r->copy);
        lb_json_number(&known, "in_place_19_planes_gbps", r->planes);
    }
    return ask_and_show(b, "point", &request, err);
}

static enum lb_status take_line(void *context, const char *line, struct lb_error *err)
{
    return tell(context, line, NULL, err);
}

static enum lb_status take_point(void *context, const struct lb_bench_record *r,
                                 struct lb_error *err)
{
    char *line = NULL;
    struct lb_json w = lb_bench_record_object(r);
    LB_OK(lb_json_end(&w, LB_JSON_ON_LINE, &line, err));
    const enum lb_status st = tell(context, line, r, err);
    free(line);
    return st;
}

/* Points of files: a comparison of them needs no table of its own. */
static enum lb_status show_files(struct bench *b, struct lb_error *err)
{
    const struct lb_options *o = b->options;
    struct lb_json request = lb_json_begin(NULL);
    const bool silent = o->old_lines != NULL && !o->json && !o->csv;
    if (!silent || b->lines.stream != NULL) return ask_and_show(b, "files", &request, err);
    cJSON_Delete(lb_json_take(&request));
    return LB_STATUS_OK;
}

/* --- files and comparison -------------------------------------------------------------------- */

static enum lb_status write_files(struct bench *b, const cJSON *end, struct lb_error *err)
{
    char path[LB_PATH_SIZE];
    if (b->folder[0] == '\0') return LB_STATUS_OK;
    LB_OK(lb_path_join(b->folder, "bench.csv", path, sizeof path, err));
    LB_OK(lb_text_write(path, lb_json_text_of(end, "csv"), err));
    if (cJSON_IsTrue(cJSON_GetObjectItem(end, "is_in_parts")))
        lb_python_chart("scaling", b->folder);
    return LB_STATUS_OK;
}

/* Standard output may hold points only where a program reads it. */
static enum lb_status compare(const struct bench *b, const cJSON *end, struct lb_error *err)
{
    const struct lb_options *o = b->options;
    const char *table = lb_json_text_of(end, "comparison");
    const char *verdict = lb_json_text_of(end, "verdict");
    FILE *out = o->json || o->csv ? stderr : stdout;
    if (table[0] == '\0') return LB_STATUS_OK;
    if (o->word_count == 0 && out == stdout) fputc('\n', out);
    fputs(table, out);
    LB_NEED(verdict[0] == '\0', LB_STATUS_VERDICT, "%s", verdict);
    return LB_STATUS_OK;
}

/* Whatever was measured is written and compared, also where some point failed or a signal came; the
 * first failure counts. */
static enum lb_status finish(struct bench *b, enum lb_status points, struct lb_error *err)
{
    struct lb_json request = lb_json_begin(NULL);
    cJSON *end = NULL;
    enum lb_status files = b->lines.stream != NULL ? lb_file_commit(&b->lines, err) : LB_STATUS_OK;
    enum lb_status compared = LB_STATUS_OK;
    if (b->is_told) {
        const enum lb_status st = ask(b, "end", &request, &end, err);
        if (files == LB_STATUS_OK) files = st == LB_STATUS_OK ? write_files(b, end, err) : st;
        if (!lb_status_is_stop(points)) compared = compare(b, end, err);
    }
    cJSON_Delete(lb_json_take(&request));
    cJSON_Delete(end);
    return points != LB_STATUS_OK ? points : files != LB_STATUS_OK ? files : compared;
}

static enum lb_status check_print_case(const struct lb_options *o, struct lb_error *err)
{
    if (o->word_count == 0 && o->output == NULL && o->old_lines == NULL && !o->csv)
        return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_USAGE,
                   "--print-case measures nothing, so files, --output, --compare and --csv "
                   "have no place beside it");
}

/* Before anything is measured: whether it can be compared.  With parts boxes follow from their number. */
static enum lb_status check_old(struct bench *b, const struct lb_bench_request *request,
                                struct lb_error *err)
{
    cJSON *answer = NULL;
    if (b->options->old_lines == NULL || request->plan.part_count > 0) return LB_STATUS_OK;
    struct lb_json asked = lb_json_begin(NULL);
    struct lb_json plan = lb_json_object(&asked, "plan");
    lb_bench_plan_describe(&request->plan, request->devices, &plan);
    const enum lb_status st = ask(b, "plan", &asked, &answer, err);
    cJSON_Delete(answer);
    return st;
}

/* Measures the points of the lists, or says which they are. */
static enum lb_status measure(struct bench *b, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_device_info *devices = NULL;
    size_t count = 0;
    struct lb_bench_request *request = malloc(sizeof *request);
    LB_REQUIRE(request != NULL, LB_STATUS_FAILED, "no memory for the benchmark");
    LB_TRY(lb_device_list(&devices, &count, err));
    LB_TRY(lb_bench_request_read(b->options, b->values, devices, count, request, err));
    LB_TRY(lb_bench_check_ranks(request, err));
    if (b->options->print_case) {
        LB_TRY(lb_bench_print_case(request, stdout, err));
    } else if (lb_bench_starts_parts(request)) {
        if (!b->is_told) LB_TRY(read_points(b, err));
        LB_TRY(lb_bench_measure_parts(b->options, request, take_line, b, err));
    } else {
        LB_TRY(check_old(b, request, err));
        LB_TRY(lb_bench_sweep(request, take_point, b, err));
    }
cleanup:
    free(devices);
    free(request);
    return st;
}

static enum lb_status bench(struct bench *b, struct lb_error *err)
{
    const struct lb_options *o = b->options;
    if (o->print_case) {
        LB_OK(lb_command_values(o, lb_bench_parameters, &b->values, err));
        LB_OK(check_print_case(o, err));
        return measure(b, err);
    }
    LB_OK(prepare(b, err));
    return finish(b, o->word_count > 0 ? show_files(b, err) : measure(b, err), err);
}

enum lb_status lb_bench_run(const struct lb_options *o, struct lb_error *err)
{
    struct bench *b = calloc(1, sizeof *b);
    if (b == NULL) return lb_fail(err, LB_STATUS_FAILED, "no memory for the benchmark");
    b->options = o;
    const enum lb_status st = bench(b, err);
    lb_file_discard(&b->lines);
    lb_process_dialog_end(&b->python);
    lb_values_destroy(b->values);
    free(b);
    return st;
}

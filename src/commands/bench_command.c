/* bench_command.c - measures or reads points, and hands them to table, files and comparison.
 * SPDX-License-Identifier: MIT */
#include "commands/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "io/file.h"
#include "bench/bench_compare.h"
#include "opencl/device.h"
#include "bench/bench_scaling.h"
#include "bench/bench_sweep.h"
#include "bench/bench_table.h"
#include "cli/read_bench.h"
#include "cli/command_values.h"
#include "commands/bench_parts_command.h"
#include "base/number_text.h"
#include "peers/peers.h"
#include "python/python_package.h"
#include "ranks/own_ranks.h"
#include "measure/tune.h"

static const char lines_name[] = "bench.jsonl"; /* in the folder of --output */

struct bench {
    const struct lb_options *options;
    struct lb_values *values;
    double min_loss;                     /* that --compare may report */
    struct lb_bench_records old_records; /* of --compare */
    struct lb_bench_records records;
    char folder[LB_PATH_SIZE]; /* of --output; "": none */
    struct lb_file lines;      /* its bench.jsonl, written as the points come */
};

/* --- what is asked for ----------------------------------------------------------------------- */

static enum lb_status read_tolerance(struct bench *b, struct lb_error *err)
{
    const char *text = b->options->tolerance;
    b->min_loss = LB_BENCH_MIN_LOSS;
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

/* A file of points, or the folder that has one. */
static enum lb_status read_points(struct lb_bench_records *out, const char *path,
                                  struct lb_error *err)
{
    struct stat about;
    char inside[LB_PATH_SIZE];
    if (stat(path, &about) != 0 || !S_ISDIR(about.st_mode))
        return lb_bench_records_read(out, path, err);
    LB_OK(lb_path_join(path, lines_name, inside, sizeof inside, err));
    return lb_bench_records_read(out, inside, err);
}

static enum lb_status prepare(struct bench *b, struct lb_error *err)
{
    const struct lb_options *o = b->options;
    char path[LB_PATH_SIZE];
    LB_NEED(!(o->json && o->csv), LB_STATUS_USAGE, "--json and --csv exclude each other");
    LB_OK(check_files(o, err));
    LB_OK(lb_command_values(o, lb_bench_parameters, &b->values, err));
    LB_OK(read_tolerance(b, err));
    if (o->old_lines != NULL) LB_OK(read_points(&b->old_records, o->old_lines, err));
    for (size_t n = 0; n < o->word_count; n++)
        LB_OK(read_points(&b->records, o->words[n], err));
    if (o->output == NULL) return LB_STATUS_OK;
    const enum lb_status st =
        lb_folder_create(o->output, "bench", b->folder, sizeof b->folder, err);
    LB_OK(lb_peers_agree(lb_ranks(), st, err));
    lb_peers_give(lb_ranks(), b->folder, sizeof b->folder);
    LB_OK(lb_path_join(b->folder, lines_name, path, sizeof path, err));
    return lb_file_open(&b->lines, path, err);
}

/* --- points ---------------------------------------------------------------------------------- */

/* On standard output, in the form asked for. */
static enum lb_status print_point(const struct lb_options *o, const struct lb_bench_record *before,
                                  const struct lb_bench_record *r, const char *line,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    if (o->csv && before == NULL) lb_bench_csv_heading(stdout);
    if (o->json)
        fputs(line, stdout);
    else if (o->csv)
        st = lb_bench_csv_row(stdout, r, err);
    else
        lb_bench_print_row(stdout, before, r);
    fflush(stdout);
    return st;
}

static enum lb_status show_point(struct bench *b, const struct lb_bench_record *before,
                                 const struct lb_bench_record *r, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char *line = NULL;
    struct lb_json w = lb_bench_record_object(r);
    LB_TRY(lb_json_end(&w, LB_JSON_ON_LINE, &line, err));
    LB_TRY(print_point(b->options, before, r, line, err));
    if (b->lines.stream != NULL) {
        fputs(line, b->lines.stream);
        LB_TRY(lb_file_flush(&b->lines, err)); /* a point that is there outlives a crash */
    }
    LB_REQUIRE(b->lines.stream != NULL || !lb_stream_is_abandoned(stdout), LB_STATUS_FAILED,
               "standard output was closed by its reader");
cleanup:
    free(line);
    return st;
}

static enum lb_status take_point(void *context, const struct lb_bench_record *r,
                                 struct lb_error *err)
{
    struct bench *b = context;
    const size_t n = b->records.count;
    LB_OK(lb_bench_records_add(&b->records, r, err));
    lb_bench_relate_parts(&b->records, n);
    r = &b->records.list[n];
    return show_point(b, n > 0 ? &b->records.list[n - 1] : NULL, r, err);
}

/* Points of files: a comparison of them needs no table of its own. */
static enum lb_status show_files(struct bench *b, struct lb_error *err)
{
    const struct lb_options *o = b->options;
    const bool silent = o->old_lines != NULL && !o->json && !o->csv;
    const struct lb_bench_record *list = b->records.list;
    for (size_t n = 0; n < b->records.count; n++)
        lb_bench_relate_parts(&b->records, n);
    if (silent && b->lines.stream == NULL) return LB_STATUS_OK;
    for (size_t n = 0; n < b->records.count; n++)
        LB_OK(show_point(b, n > 0 ? &list[n - 1] : NULL, &list[n], err));
    return LB_STATUS_OK;
}

/* --- files and comparison -------------------------------------------------------------------- */

static enum lb_status write_csv(const struct bench *b, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_file file = {0};
    char path[LB_PATH_SIZE];
    LB_TRY(lb_path_join(b->folder, "bench.csv", path, sizeof path, err));
    LB_TRY(lb_file_open(&file, path, err));
    lb_bench_csv_heading(file.stream);
    for (size_t n = 0; n < b->records.count; n++)
        LB_TRY(lb_bench_csv_row(file.stream, &b->records.list[n], err));
    LB_TRY(lb_file_commit(&file, err));
cleanup:
    lb_file_discard(&file);
    return st;
}

static bool has_parts(const struct lb_bench_records *all)
{
    for (size_t n = 0; n < all->count; n++)
        if (all->list[n].parts > 1) return true;
    return false;
}

static enum lb_status write_files(struct bench *b, struct lb_error *err)
{
    if (b->lines.stream == NULL) return LB_STATUS_OK;
    LB_OK(lb_file_commit(&b->lines, err));
    LB_OK(write_csv(b, err));
    if (has_parts(&b->records) && lb_peers_is_first(lb_ranks()))
        lb_python_chart("scaling", b->folder);
    return LB_STATUS_OK;
}

/* Standard output may hold points only where a program reads it. */
static enum lb_status compare(const struct bench *b, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_options *o = b->options;
    struct lb_bench_comparison c = {0};
    FILE *out = o->json || o->csv ? stderr : stdout;
    if (o->old_lines == NULL) return LB_STATUS_OK;
    LB_TRY(lb_bench_compare(&b->old_records, &b->records, b->min_loss, &c, err));
    if (o->word_count == 0 && out == stdout) fputc('\n', out);
    lb_bench_comparison_print(&c, out);
    LB_TRY(lb_bench_comparison_verdict(&c, err));
cleanup:
    lb_bench_comparison_free(&c);
    return st;
}

/* Whatever was measured is written and compared, also where some point failed or a signal came; the
 * first failure counts. */
static enum lb_status finish(struct bench *b, enum lb_status points, struct lb_error *err)
{
    const enum lb_status files = write_files(b, err);
    const bool stopped = lb_status_is_stop(points);
    const enum lb_status compared =
        stopped || b->records.count == 0 ? LB_STATUS_OK : compare(b, err);
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
    LB_TRY(
        lb_bench_check_old(&b->old_records, &request->plan, devices, b->options->old_lines, err));
    if (b->options->print_case)
        LB_TRY(lb_bench_print_case(request, stdout, err));
    else if (lb_bench_starts_parts(request))
        LB_TRY(lb_bench_measure_parts(b->options, request, take_point, b, err));
    else
        LB_TRY(lb_bench_sweep(request, take_point, b, err));
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
    lb_bench_records_free(&b->records);
    lb_bench_records_free(&b->old_records);
    lb_values_destroy(b->values);
    free(b);
    return st;
}

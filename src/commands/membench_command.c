/* membench_command.c - measures the memory and prints, draws and writes what came out.
 * SPDX-License-Identifier: MIT */
#include "commands/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/version.h"
#include "opencl/device.h"
#include "io/file.h"
#include "measure/bandwidth.h"
#include "cli/command_values.h"
#include "io/json.h"
#include "measure/memory_probe.h"
#include "python/python_package.h"
#include "run/progress.h"
#include "solver/solver.h"
#include "base/signals.h"
#include "measure/ceilings.h"

static const struct lb_parameter membench_parameters[] = {
    {"size", LB_PARAMETER_BYTES, "bytes", NULL, NULL, 1 << 16, 1e15,
     "memory that each probe goes through"},
    {"batches", LB_PARAMETER_COUNT, "1", "7", NULL, 1, LB_MEMORY_PROBE_MAX_BATCHES,
     "timed batches"},
    {0},
};

struct membench {
    const struct lb_options *options;
    struct lb_values *values;
    struct lb_device *device;
    struct lb_kernel_places places;
    uint64_t bytes;
    int batches;
    struct lb_bandwidth results[LB_BANDWIDTH_WIDTHS][LB_BANDWIDTH_PROBES];
    double streams;            /* [GB/s] */
    char folder[LB_PATH_SIZE]; /* of --output; "": none */
    struct lb_progress progress;
};

static void show_progress(struct membench *m, int done)
{
    lb_progress_count(&m->progress, "membench", (uint64_t)done, LB_BANDWIDTH_WIDTHS + 1, 0.0, "");
}

static enum lb_status measure(struct membench *m, struct lb_error *err)
{
    LB_OK(lb_stream_ceiling_measure(m->device, &m->places, m->bytes, m->batches, &m->streams, err));
    for (int n = 0; n < LB_BANDWIDTH_WIDTHS; n++) {
        show_progress(m, n + 1);
        LB_OK(lb_bandwidth_measure(m->device, &m->places, lb_bandwidth_widths[n], m->bytes,
                                   m->batches, m->results[n], err));
    }
    return LB_STATUS_OK;
}

static void print_table(const struct membench *m)
{
    const struct lb_device_info *info = lb_device_get_info(m->device);
    printf("%s (%s, driver %s): %.0f MiB, best of %d batches, GB/s\n", info->name, info->platform,
           info->driver, (double)m->bytes / 1048576.0, m->batches);
    printf("%10s %31s %31s %10s\n", "", "-------------- read -----------",
           "------------- write -----------", "copy");
    printf("%10s", "bytes/word");
    for (int n = 0; n < LB_BANDWIDTH_PROBES; n++)
        printf(" %*s", n == LB_COPY_COALESCED ? 10 : n % 3 == 0 ? 11 : 9, lb_bandwidth_pattern(n));
    printf("\n");
    for (int w = 0; w < LB_BANDWIDTH_WIDTHS; w++) {
        printf("%10d", lb_bandwidth_widths[w]);
        for (int n = 0; n < LB_BANDWIDTH_PROBES; n++)
            printf(" %*.1f",
                   n == LB_COPY_COALESCED ? 10
                   : n % 3 == 0           ? 11
                                          : 9,
                   m->results[w][n].best);
        printf("\n");
    }
    printf("19 planes in place, read and written, no arithmetic: %.1f GB/s\n", m->streams);
}

/* --- JSON, CSV and chart ------------------------------------------------------------------------ */

static enum lb_status make_json(const struct membench *m, char **text, struct lb_error *err)
{
    struct lb_json w = lb_json_begin("sluice.membench/1");
    lb_json_text(&w, "version", LB_VERSION);
    lb_json_device(&w, lb_device_get_info(m->device));
    lb_json_number(&w, "size_bytes", (double)m->bytes);
    lb_json_number(&w, "batches", m->batches);
    struct lb_json list = lb_json_list(&w, "points");
    for (int n = 0; n < LB_BANDWIDTH_WIDTHS; n++)
        for (int probe = 0; probe < LB_BANDWIDTH_PROBES; probe++) {
            struct lb_json point = lb_json_object(&list, NULL);
            lb_json_text(&point, "access", lb_bandwidth_access(probe));
            lb_json_text(&point, "pattern", lb_bandwidth_pattern(probe));
            lb_json_number(&point, "bytes_per_word", lb_bandwidth_widths[n]);
            lb_json_number(&point, "gbps", m->results[n][probe].best);
            lb_json_number(&point, "gbps_median", m->results[n][probe].median);
        }
    lb_json_number(&w, "in_place_19_planes_gbps", m->streams);
    return lb_json_end(&w, LB_JSON_ON_LINE, text, err);
}

static enum lb_status write_csv(const struct membench *m, struct lb_error *err)
{
    enum { COLUMNS = 1 + LB_BANDWIDTH_PROBES };
    double numbers[LB_BANDWIDTH_WIDTHS * COLUMNS];
    char columns[512] = "bytes_per_word", path[LB_PATH_SIZE];
    for (int n = 0; n < LB_BANDWIDTH_PROBES; n++) {
        const size_t used = strlen(columns);
        snprintf(columns + used, sizeof columns - used, ",%s_%s_gbps", lb_bandwidth_access(n),
                 lb_bandwidth_pattern(n));
    }
    for (int w = 0; w < LB_BANDWIDTH_WIDTHS; w++) {
        numbers[w * COLUMNS] = lb_bandwidth_widths[w];
        for (int n = 0; n < LB_BANDWIDTH_PROBES; n++)
            numbers[w * COLUMNS + 1 + n] = m->results[w][n].best;
    }
    LB_OK(lb_path_join(m->folder, "membench.csv", path, sizeof path, err));
    return lb_csv_write(path, columns, numbers, LB_BANDWIDTH_WIDTHS, COLUMNS, 6, err);
}

static enum lb_status write_files(const struct membench *m, const char *json, struct lb_error *err)
{
    char path[LB_PATH_SIZE];
    if (m->folder[0] == '\0') return LB_STATUS_OK;
    LB_OK(lb_path_join(m->folder, "membench.json", path, sizeof path, err));
    LB_OK(lb_text_write(path, json, err));
    LB_OK(write_csv(m, err));
    lb_python_chart("membench", m->folder);
    return LB_STATUS_OK;
}

static enum lb_status prepare(struct membench *m, struct lb_error *err)
{
    const struct lb_options *o = m->options;
    LB_OK(lb_command_values(o, membench_parameters, &m->values, err));
    m->bytes = lb_values_count(m->values, "size");
    m->batches = (int)lb_values_count(m->values, "batches");
    LB_OK(lb_device_open(o->device, &m->device, err));
    const struct lb_device_info *info = lb_device_get_info(m->device);
    if (m->bytes == 0) m->bytes = lb_memory_probe_bytes(info);
    LB_OK(lb_memory_probe_check_bytes(info, m->bytes, "size", err));
    if (o->output != NULL)
        LB_OK(lb_folder_create(o->output, "membench", m->folder, sizeof m->folder, err));
    if (m->folder[0] != '\0') lb_signals_remove_if_empty(m->folder);
    lb_progress_init(&m->progress, lb_options_reporting(o).progress);
    return LB_STATUS_OK;
}

static enum lb_status run(struct membench *m, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char *json = NULL;
    LB_TRY(prepare(m, err));
    st = measure(m, err);
    lb_progress_end(&m->progress);
    if (st != LB_STATUS_OK) goto cleanup;
    LB_TRY(make_json(m, &json, err));
    if (m->options->json)
        fputs(json, stdout);
    else
        print_table(m);
    LB_TRY(write_files(m, json, err));
cleanup:
    if (m->folder[0] != '\0') lb_signals_forget_folder();
    if (st != LB_STATUS_OK && m->folder[0] != '\0') rmdir(m->folder); /* only if it is empty */
    free(json);
    lb_device_close(m->device);
    lb_values_destroy(m->values);
    return st;
}

enum lb_status lb_membench_run(const struct lb_options *o, struct lb_error *err)
{
    struct membench m = {.options = o, .places = {o->kernel_dir, NULL}};
    LB_OK(lb_signals_watch(err));
    const enum lb_status st = run(&m, err);
    lb_signals_unwatch();
    return st;
}

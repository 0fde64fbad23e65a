/* run_files.c - the files of a run's output folder.
 * SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/driver_guard.h"
#include "base/read_text.h"
#include "base/version.h"
#include "opencl/device.h"
#include "peers/peers.h"
#include "ranks/own_ranks.h"
#include "parameters/case_file_write.h"
#include "run/run.h"
#include "run/run_internal.h"

static const char log_name[] = "log.txt";

enum lb_status lb_run_path(const struct lb_run *run, const char *name, char out[LB_PATH_SIZE],
                           struct lb_error *err)
{
    return lb_path_join(run->folder, name, out, LB_PATH_SIZE, err);
}

enum lb_status lb_run_add_file(struct lb_run *run, const char *name, struct lb_error *err)
{
    for (size_t i = 0; i < run->files.count; i++)
        if (strcmp(run->files.names[i], name) == 0) return LB_STATUS_OK; /* written anew */
    if (run->files.count == run->files.capacity) {
        size_t capacity = run->files.capacity == 0 ? 16 : 2 * run->files.capacity;
        char(*files)[LB_RUN_NAME_SIZE] = realloc(run->files.names, capacity * sizeof *files);
        if (files == NULL)
            return lb_fail(err, LB_STATUS_FAILED, "no memory for %zu names", capacity);
        run->files.names = files;
        run->files.capacity = capacity;
    }
    snprintf(run->files.names[run->files.count++], LB_RUN_NAME_SIZE, "%s", name);
    return LB_STATUS_OK;
}

enum lb_status lb_run_print_case_file(const struct lb_run *run, const char *path,
                                      const char *remark, const char *before, struct lb_error *err)
{
    struct lb_values *values = NULL;
    LB_OK(lb_inputs_respell(&run->inputs, run->values, before, &values, err));
    const enum lb_status st =
        lb_case_file_write(path, remark, &run->c, &run->request.layout, values, err);
    lb_values_destroy(values);
    return st;
}

static enum lb_status write_case(const struct lb_run *run, const char *remark, struct lb_error *err)
{
    char path[LB_PATH_SIZE];
    LB_OK(lb_inputs_copy(&run->inputs, run->folder, err));
    LB_OK(lb_run_path(run, "case.ini", path, err));
    return lb_run_print_case_file(run, path, remark, "", err);
}

enum lb_status lb_run_write_case(struct lb_run *run, struct lb_error *err)
{
    char remark[512];
    snprintf(remark, sizeof remark, "sluice %s on %s", LB_VERSION,
             run->device != NULL ? lb_device_get_info(run->device)->name : "no device");
    LB_OK(lb_peers_agree(lb_ranks(), write_case(run, remark, err), err));
    return lb_run_add_file(run, "case.ini", err);
}

/* --- who sees the folder may stop the run ----------------------------------------------------- */

static const char stop_name[] = "stop";

bool lb_run_takes_stop(const struct lb_run *run)
{
    char path[LB_PATH_SIZE];
    struct lb_error own = {0};
    if (lb_files_are_left() || lb_run_path(run, stop_name, path, &own) != LB_STATUS_OK)
        return false;
    return access(path, F_OK) == 0 && unlink(path) == 0;
}

/* While the run is under way, run.json as it is to be where the driver ends the process. */
static enum lb_status leave_word(struct lb_run *run, const char *path, struct lb_error *err)
{
    char *text = NULL;
    if (run->ending.end != LB_RUN_RUNNING || lb_files_are_left())
        return lb_driver_leave_word(NULL, NULL, err);
    run->ending.end = LB_RUN_FAILED;
    snprintf(run->ending.failure, sizeof run->ending.failure,
             "the OpenCL driver ended the program");
    enum lb_status st = lb_run_json(run, &text, err);
    run->ending.end = LB_RUN_RUNNING;
    run->ending.failure[0] = '\0';
    if (st == LB_STATUS_OK) st = lb_driver_leave_word(path, text, err);
    free(text);
    return st;
}

enum lb_status lb_run_write_json_alone(struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char path[LB_PATH_SIZE];
    char *text = NULL;
    LB_TRY(lb_run_add_file(run, "run.json", err));
    LB_TRY(lb_run_path(run, "run.json", path, err));
    LB_TRY(lb_run_json(run, &text, err));
    LB_TRY(lb_text_write(path, text, err));
    LB_TRY(leave_word(run, path, err));
cleanup:
    free(text);
    return st;
}

enum lb_status lb_run_write_json(struct lb_run *run, struct lb_error *err)
{
    return lb_peers_agree(lb_ranks(), lb_run_write_json_alone(run, err), err);
}

/* What an earlier part of the run wrote; *out stays NULL where there is none. */
static enum lb_status read_log(const char *path, char **out, struct lb_error *err)
{
    FILE *stream = fopen(path, "r");
    if (stream == NULL && errno == ENOENT) return LB_STATUS_OK;
    if (stream != NULL) *out = lb_read_text(stream);
    const int why = errno;
    if (stream != NULL) fclose(stream);
    LB_NEED(*out != NULL, LB_STATUS_FAILED, "cannot read '%s', so nothing is added to it: %s", path,
            strerror(why));
    return LB_STATUS_OK;
}

static enum lb_status write_log(const struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char path[LB_PATH_SIZE], *earlier = NULL, *text = NULL;
    size_t size = 0;
    FILE *stream = NULL;
    LB_TRY(lb_run_path(run, log_name, path, err));
    if (run->request.archive != NULL) LB_TRY(read_log(path, &earlier, err));
    stream = open_memstream(&text, &size);
    LB_REQUIRE(stream != NULL, LB_STATUS_FAILED, "no memory for '%s'", path);
    if (earlier != NULL) fprintf(stream, "%s\n", earlier);
    lb_run_print_log(run, stream);
    const bool is_whole = fclose(stream) == 0;
    LB_REQUIRE(is_whole, LB_STATUS_FAILED, "no memory for '%s'", path);
    LB_TRY(lb_text_write(path, text, err));
cleanup:
    free(earlier);
    free(text);
    return st;
}

enum lb_status lb_run_write_log(struct lb_run *run, struct lb_error *err)
{
    struct lb_error own = {0};
    const size_t others = run->files.count;
    LB_OK(lb_run_add_file(run, log_name, err)); /* the summary in it names it */
    const enum lb_status st = lb_peers_is_first(lb_ranks()) ? write_log(run, &own) : LB_STATUS_OK;
    if (st != LB_STATUS_OK) run->files.count = others;
    return lb_run_optional(run, st, &own, err);
}

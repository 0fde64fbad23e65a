/* python_package.c - finds the package beside the program, installed or in a build folder, and starts it.
 * SPDX-License-Identifier: MIT */
#include "python/python_package.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/data_places.h"
#include "base/version.h"
#include "io/file.h"
#include "process/process.h"

/* From the program's folder: where it is installed, which the build says, and in a build folder. */
static const char *const places[] = {LB_PYTHON_FROM_PROGRAM, "python"};

static enum lb_status find_package(char out[LB_PATH_SIZE], struct lb_error *err)
{
    char self[LB_PATH_SIZE], package[LB_PATH_SIZE];
    LB_OK(lb_process_self(self, sizeof self, err));
    char *name = strrchr(self, '/');
    if (name != NULL) *name = '\0';
    for (size_t n = 0; n < sizeof places / sizeof places[0]; n++) {
        LB_OK(lb_path_join(self, places[n], out, LB_PATH_SIZE, err));
        LB_OK(lb_path_join(out, "sluice_lbm/__init__.py", package, sizeof package, err));
        if (access(package, R_OK) == 0) return LB_STATUS_OK;
    }
    return lb_fail(err, LB_STATUS_FAILED,
                   "the Python part of sluice is neither in %s nor in %s, seen from '%s'",
                   places[0], places[1], self);
}

/* Before what the user has in PYTHONPATH. */
static enum lb_status put_first(const char *folder, struct lb_error *err)
{
    const char *others = getenv("PYTHONPATH");
    const bool has_others = others != NULL && others[0] != '\0';
    if (has_others && strncmp(others, folder, strlen(folder)) == 0 &&
        strchr(":", others[strlen(folder)]) != NULL)
        return LB_STATUS_OK; /* by an earlier call */
    const size_t size = strlen(folder) + (has_others ? strlen(others) : 0) + 2;
    char *path = malloc(size);
    LB_NEED(path != NULL, LB_STATUS_FAILED, "no memory to start Python");
    snprintf(path, size, "%s%s%s", folder, has_others ? ":" : "", has_others ? others : "");
    const bool is_set = setenv("PYTHONPATH", path, 1) == 0;
    free(path);
    LB_NEED(is_set, LB_STATUS_FAILED, "no memory to start Python");
    return LB_STATUS_OK;
}

enum lb_status lb_python_begin(struct lb_json *request, struct lb_error *err)
{
    char self[LB_PATH_SIZE];
    LB_OK(lb_process_self(self, sizeof self, err));
    lb_json_text(request, "program", self);
    lb_json_text(request, "version", LB_VERSION);
    lb_json_text(request, "commit", LB_COMMIT);
    return LB_STATUS_OK;
}

/* Of *text the caller is the owner. */
static enum lb_status prepare(struct lb_json *request, char **text, struct lb_error *err)
{
    char folder[LB_PATH_SIZE];
    LB_OK(lb_json_end(request, LB_JSON_ON_LINE, text, err));
    LB_OK(find_package(folder, err));
    return put_first(folder, err);
}

static enum lb_status start(const char *module, struct lb_json *request, bool becomes,
                            struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char *text = NULL, *output = NULL;
    LB_TRY(prepare(request, &text, err));
    const char *const arguments[] = {"python3", "-B", "-m", module, text, NULL};
    st = becomes ? lb_process_become(arguments, err) : lb_process_run(arguments, "", &output, err);
cleanup:
    free(output);
    free(text);
    return st;
}

enum lb_status lb_python_become(const char *module, struct lb_json *request, struct lb_error *err)
{
    return start(module, request, true, err);
}

enum lb_status lb_python_start(const char *module, const char *const *words, size_t count,
                               struct lb_process_dialog *out, struct lb_error *err)
{
    static const char *const python[] = {"python3", "-B", "-m"};
    enum { OWN = sizeof python / sizeof python[0] };
    char folder[LB_PATH_SIZE];
    LB_OK(find_package(folder, err));
    LB_OK(put_first(folder, err));
    const char **arguments = calloc(OWN + 1 + count + 1, sizeof *arguments);
    LB_NEED(arguments != NULL, LB_STATUS_FAILED, "no memory to start Python");
    memcpy(arguments, python, sizeof python);
    arguments[OWN] = module;
    for (size_t n = 0; n < count; n++)
        arguments[OWN + 1 + n] = words[n];
    const enum lb_status st = lb_process_dialog_begin(out, arguments, err);
    free(arguments);
    if (st != LB_STATUS_OK) lb_error_note(err, "Needed is Python 3 (Debian: apt install python3).");
    return st;
}

enum lb_status lb_python_request(struct lb_process_dialog *d, struct lb_json *request,
                                 cJSON **answer, struct lb_error *err)
{
    char *text = NULL;
    const char *answered = NULL;
    *answer = NULL;
    LB_OK(lb_json_end(request, LB_JSON_ON_LINE, &text, err));
    const enum lb_status st = lb_process_dialog_ask(d, text, &answered, err);
    free(text);
    LB_OK(st);
    *answer = cJSON_Parse(answered);
    LB_NEED(*answer != NULL, LB_STATUS_FAILED, "python3 answered what is no JSON");
    if (!cJSON_HasObjectItem(*answer, "failure")) return LB_STATUS_OK;
    const enum lb_status failed = (enum lb_status)(int)lb_json_number_of(*answer, "code");
    lb_fail(err, failed, "%s", lb_json_text_of(*answer, "failure"));
    cJSON_Delete(*answer);
    *answer = NULL;
    return failed;
}

void lb_python_draw(struct lb_json *request)
{
    struct lb_error own = {0};
    if (start("sluice_lbm.charts", request, false, &own) != LB_STATUS_OK)
        fprintf(stderr, "sluice: warning: no chart: %s\n", own.text);
}

void lb_python_chart(const char *chart, const char *folder)
{
    struct lb_json w = lb_json_begin(NULL);
    lb_json_text(&w, "chart", chart);
    lb_json_text(&w, "folder", folder);
    lb_python_draw(&w);
}

/* tune_cache.c - measured layouts as small JSON files, checked when they are read.
 * SPDX-License-Identifier: MIT */
#include "measure/tune_cache.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/read_text.h"
#include "io/file.h"
#include "io/json.h"
#include "layout/layout_table.h"

static const char schema[] = "sluice.tuning/2";

unsigned long long lb_tune_hash(unsigned long long hash, const char *text)
{
    for (const char *c = text; *c != '\0'; c++)
        hash = (hash ^ (unsigned char)*c) * 0x100000001b3ull;
    return hash;
}

enum lb_status lb_tune_cache_folder(char *out, size_t size, struct lb_error *err)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    const bool has_cache = cache != NULL && cache[0] == '/'; /* the standard wants a whole path */
    if (!has_cache && (home == NULL || home[0] != '/'))
        return lb_fail(err, LB_STATUS_FAILED,
                       "neither XDG_CACHE_HOME nor HOME names a folder for what was measured");
    const int length = has_cache ? snprintf(out, size, "%s/sluice", cache)
                                 : snprintf(out, size, "%s/.cache/sluice", home);
    if (length >= 0 && (size_t)length < size) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_FAILED, "the path of the cache folder is too long");
}

enum lb_status lb_tune_cache_path(const char *question, char *out, size_t size,
                                  struct lb_error *err)
{
    char folder[LB_PATH_SIZE], name[64];
    LB_OK(lb_tune_cache_folder(folder, sizeof folder, err));
    snprintf(name, sizeof name, "tuning-%016llx.json", lb_tune_hash(LB_TUNE_HASH_START, question));
    return lb_path_join(folder, name, out, size, err);
}

static bool is_power_of_two(int n, int min, int max)
{
    return n >= min && n <= max && (n & (n - 1)) == 0;
}

bool lb_tune_layout_is_sound(const struct lb_layout_choice *l)
{
    const int widest = l->lanes > 1 ? l->lanes : 16; /* cells side by side are neighbours */
    return is_power_of_two(l->lanes, 1, 16) && is_power_of_two(l->arithmetic_lanes, 1, widest) &&
           l->lanes <= 8 * l->arithmetic_lanes && is_power_of_two(l->group, 16, 1024) &&
           (l->registers == 0 ||
            (l->registers >= LB_REGISTERS_MIN && l->registers <= LB_REGISTERS_MAX));
}

/* --- reading --------------------------------------------------------------------------------- */

/* NULL, or what is wrong. */
static const char *parse(const cJSON *object, const char *question, struct lb_tune_answer *out)
{
    if (!cJSON_IsObject(object)) return "is no JSON";
    if (strcmp(lb_json_text_of(object, "schema"), schema) != 0)
        return "is of another program or version";
    if (strcmp(lb_json_text_of(object, "question"), question) != 0)
        return "answers another question";
    out->layout = lb_layout_read(object);
    out->gain = lb_json_number_of(object, "gain");
    out->mlups = lb_json_number_of(object, "mlups");
    snprintf(out->time, sizeof out->time, "%s", lb_json_text_of(object, "time"));
    if (!lb_tune_layout_is_sound(&out->layout)) return "names no layout that there is";
    if (!(out->gain >= 1.0 && isfinite(out->gain) && out->mlups > 0.0 && isfinite(out->mlups)))
        return "holds no speeds";
    return NULL;
}

bool lb_tune_cache_find(const char *question, struct lb_tune_answer *out, char *why, size_t size)
{
    char path[LB_PATH_SIZE];
    *out = (struct lb_tune_answer){0};
    why[0] = '\0';
    if (lb_tune_cache_path(question, path, sizeof path, NULL) != LB_STATUS_OK) return false;
    FILE *file = fopen(path, "rb");
    char *text = file != NULL ? lb_read_text(file) : NULL;
    if (text == NULL && errno != ENOENT)
        snprintf(why, size, "'%.200s' cannot be read: %s", path, strerror(errno));
    if (file != NULL) fclose(file);
    if (text == NULL) return false;
    cJSON *object = cJSON_ParseWithOpts(text, NULL, 1);
    const char *wrong = parse(object, question, out);
    cJSON_Delete(object);
    free(text);
    if (wrong != NULL) snprintf(why, size, "'%.200s' %s", path, wrong);
    return wrong == NULL;
}

/* --- writing --------------------------------------------------------------------------------- */

static enum lb_status make_json(const char *question, const struct lb_tune_answer *a, char **out,
                                struct lb_error *err)
{
    struct lb_json w = lb_json_begin(schema);
    lb_json_text(&w, "time", a->time);
    lb_json_text(&w, "question", question);
    lb_json_number(&w, "lanes", a->layout.lanes);
    lb_json_number(&w, "arithmetic_lanes", a->layout.arithmetic_lanes);
    lb_json_number(&w, "work_group", a->layout.group);
    lb_json_number(&w, "registers", a->layout.registers);
    lb_json_number(&w, "gain", a->gain);
    lb_json_number(&w, "mlups", a->mlups);
    return lb_json_end(&w, LB_JSON_ON_LINES, out, err);
}

enum lb_status lb_tune_cache_keep(const char *question, const struct lb_tune_answer *answer,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char folder[LB_PATH_SIZE], path[LB_PATH_SIZE], own[LB_PATH_SIZE + 32];
    char *json = NULL;
    LB_TRY(make_json(question, answer, &json, err));
    LB_TRY(lb_tune_cache_folder(folder, sizeof folder, err));
    LB_TRY(lb_folder_ensure(folder, err));
    LB_TRY(lb_tune_cache_path(question, path, sizeof path, err));
    snprintf(own, sizeof own, "%s.%ld", path, (long)getpid());
    LB_TRY(lb_text_write(own, json, err));
    st = lb_file_rename(own, path, err);
    if (st != LB_STATUS_OK) unlink(own);
cleanup:
    free(json);
    return st;
}

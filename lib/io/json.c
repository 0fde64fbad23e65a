/* json.c - cJSON with every addition checked.
 * SPDX-License-Identifier: MIT */
#include "io/json.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clean_text.h"
#include "base/read_text.h"

struct lb_json lb_json_begin(const char *schema)
{
    cJSON *object = cJSON_CreateObject();
    struct lb_json w = {object, object != NULL, NULL};
    if (schema != NULL) lb_json_text(&w, "schema", schema);
    return w;
}

bool lb_json_item(struct lb_json *w, const char *key, cJSON *item)
{
    if (item != NULL && (key != NULL ? cJSON_AddItemToObject(w->object, key, item)
                                     : cJSON_AddItemToArray(w->object, item)))
        return true;
    cJSON_Delete(item);
    for (; w != NULL; w = w->outer)
        w->ok = false;
    return false;
}

void lb_json_text(struct lb_json *w, const char *key, const char *text)
{
    cJSON *item = text != NULL ? cJSON_CreateString(text) : cJSON_CreateNull();
    if (item != NULL && item->valuestring != NULL) lb_text_make_utf8(item->valuestring);
    lb_json_item(w, key, item);
}

void lb_json_number(struct lb_json *w, const char *key, double value)
{
    lb_json_item(w, key, isfinite(value) ? cJSON_CreateNumber(value) : cJSON_CreateNull());
}

/* cJSON's own may be off in the last digit. */
void lb_json_exact(struct lb_json *w, const char *key, double value)
{
    char text[32];
    if (!isfinite(value)) {
        lb_json_null(w, key);
        return;
    }
    snprintf(text, sizeof text, "%.15g", value);
    if (strtod(text, NULL) != value) snprintf(text, sizeof text, "%.17g", value);
    lb_json_item(w, key, cJSON_CreateRaw(text));
}

void lb_json_bool(struct lb_json *w, const char *key, bool value)
{
    lb_json_item(w, key, cJSON_CreateBool(value));
}

void lb_json_null(struct lb_json *w, const char *key)
{
    lb_json_item(w, key, cJSON_CreateNull());
}

static struct lb_json inside(struct lb_json *w, const char *key, cJSON *item)
{
    const bool ok = lb_json_item(w, key, item);
    return (struct lb_json){ok ? item : NULL, ok, w};
}

struct lb_json lb_json_object(struct lb_json *w, const char *key)
{
    return inside(w, key, cJSON_CreateObject());
}

struct lb_json lb_json_list(struct lb_json *w, const char *key)
{
    return inside(w, key, cJSON_CreateArray());
}

cJSON *lb_json_take(struct lb_json *w)
{
    cJSON *object = w->ok ? w->object : NULL;
    if (!w->ok) cJSON_Delete(w->object);
    *w = (struct lb_json){0};
    return object;
}

enum lb_status lb_json_end(struct lb_json *w, enum lb_json_form form, char **out,
                           struct lb_error *err)
{
    cJSON *object = lb_json_take(w);
    char *text = object == NULL            ? NULL
                 : form == LB_JSON_ON_LINE ? cJSON_PrintUnformatted(object)
                                           : cJSON_Print(object);
    cJSON_Delete(object);
    const size_t length = text != NULL ? strlen(text) : 0;
    *out = text != NULL ? realloc(text, length + 2) : NULL;
    if (*out == NULL) {
        free(text);
        return lb_fail(err, LB_STATUS_FAILED, "no memory for the JSON");
    }
    memcpy(*out + length, "\n", 2);
    return LB_STATUS_OK;
}

enum lb_status lb_json_print(struct lb_json *w, enum lb_json_form form, FILE *out,
                             struct lb_error *err)
{
    char *text = NULL;
    const enum lb_status st = lb_json_end(w, form, &text, err);
    if (st == LB_STATUS_OK) fputs(text, out);
    free(text);
    return st;
}

enum lb_status lb_json_read(const char *path, cJSON **out, char **text, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    FILE *stream = fopen(path, "r");
    char *read = NULL;
    *out = NULL;
    if (text != NULL) *text = NULL;
    if (stream == NULL && (errno == ENOENT || errno == ENOTDIR)) return LB_STATUS_OK;
    if (stream != NULL) read = lb_read_text(stream);
    LB_REQUIRE(read != NULL, LB_STATUS_FAILED, "cannot read '%s': %s", path, strerror(errno));
    *out = cJSON_ParseWithOpts(read, NULL, 1);
    LB_REQUIRE(*out != NULL, LB_STATUS_FAILED, "'%s' is no JSON", path);
    if (text != NULL) {
        *text = read;
        read = NULL;
    }
cleanup:
    if (stream != NULL) fclose(stream);
    free(read);
    return st;
}

const char *lb_json_text_of(const cJSON *object, const char *key)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
    return text == NULL ? "" : text;
}

double lb_json_number_of(const cJSON *object, const char *key)
{
    return cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(object, key));
}

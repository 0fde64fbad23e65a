/* json_writer.c - cJSON with every addition checked.
 * SPDX-License-Identifier: MIT */
#include "io/json_writer.h"

#include <math.h>

void lb_json_text(struct lb_json *w, const char *key, const char *text)
{
    w->ok = cJSON_AddStringToObject(w->object, key, text) != NULL && w->ok;
}

void lb_json_number(struct lb_json *w, const char *key, double value)
{
    const cJSON *item = isfinite(value) ? cJSON_AddNumberToObject(w->object, key, value)
                                        : cJSON_AddNullToObject(w->object, key);
    w->ok = item != NULL && w->ok;
}

void lb_json_bool(struct lb_json *w, const char *key, bool value)
{
    w->ok = cJSON_AddBoolToObject(w->object, key, value) != NULL && w->ok;
}

void lb_json_null(struct lb_json *w, const char *key)
{
    w->ok = cJSON_AddNullToObject(w->object, key) != NULL && w->ok;
}

void lb_json_item(struct lb_json *w, const char *key, cJSON *item)
{
    if (item != NULL && cJSON_AddItemToObject(w->object, key, item)) return;
    cJSON_Delete(item);
    w->ok = false;
}

struct lb_json lb_json_object(struct lb_json *w, const char *key)
{
    struct lb_json inner = {cJSON_AddObjectToObject(w->object, key), true};
    inner.ok = w->ok = inner.object != NULL && w->ok;
    return inner;
}

void lb_json_merge(struct lb_json *w, const struct lb_json *inner)
{
    w->ok = inner->ok && w->ok;
}

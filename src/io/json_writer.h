/* json_writer.h - adds members to a cJSON object and remembers whether memory sufficed.
 * SPDX-License-Identifier: MIT */
#ifndef LB_IO_JSON_WRITER_H
#define LB_IO_JSON_WRITER_H

#include <cjson/cJSON.h>
#include <stdbool.h>

/* cJSON's adding functions return NULL without memory; `ok` collects that. */
struct lb_json {
    cJSON *object; /* borrowed */
    bool ok;
};

void lb_json_text(struct lb_json *w, const char *key, const char *text);
void lb_json_number(struct lb_json *w, const char *key, double value); /* not finite: null */
void lb_json_bool(struct lb_json *w, const char *key, bool value);
void lb_json_null(struct lb_json *w, const char *key);

/* Takes the item over, also on failure; NULL is a failure to make it. */
void lb_json_item(struct lb_json *w, const char *key, cJSON *item);

/* An object inside; lb_json_merge tells the outer one how it went. */
struct lb_json lb_json_object(struct lb_json *w, const char *key);
void lb_json_merge(struct lb_json *w, const struct lb_json *inner);

#endif

/* json.h - fills a cJSON object and remembers whether memory sufficed; reads members of others.
 * SPDX-License-Identifier: MIT */
#ifndef LB_IO_JSON_H
#define LB_IO_JSON_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/status.h"

/* An object or a list that is being filled.  Without memory a member is left out, and `ok` becomes
 * false, here and in all outer ones. */
struct lb_json {
    cJSON *object; /* the outermost's is its own until lb_json_end or lb_json_take */
    bool ok;
    struct lb_json *outer; /* which must stay where it is; NULL: this is the outermost */
};

/* An object, with its schema unless that is NULL. */
struct lb_json lb_json_begin(const char *schema);

/* Members of an object; `key` NULL: the next entry of a list. */
void lb_json_text(struct lb_json *w, const char *key, const char *text); /* NULL: null */
void lb_json_number(struct lb_json *w, const char *key, double value);   /* not finite: null */
void lb_json_exact(struct lb_json *w, const char *key, double value);    /* with all its digits */
void lb_json_bool(struct lb_json *w, const char *key, bool value);
void lb_json_null(struct lb_json *w, const char *key);
struct lb_json lb_json_object(struct lb_json *w, const char *key);
struct lb_json lb_json_list(struct lb_json *w, const char *key);

/* Adds `item` and takes ownership of it, also on failure; NULL is a failure.  False on failure. */
bool lb_json_item(struct lb_json *w, const char *key, cJSON *item);

/* The finished object, for cJSON_Delete; NULL without memory. */
cJSON *lb_json_take(struct lb_json *w);

/* The text of the object, ending with a line break; caller frees it with free(). */
enum lb_json_form { LB_JSON_ON_LINE, LB_JSON_ON_LINES };
enum lb_status lb_json_end(struct lb_json *w, enum lb_json_form form, char **out,
                           struct lb_error *err);

/* The same onto a stream, whose errors are the caller's. */
enum lb_status lb_json_print(struct lb_json *w, enum lb_json_form form, FILE *out,
                             struct lb_error *err);

/* The object of a file, and its text for free() unless `text` is NULL; both stay NULL if there
 * is no such file. */
enum lb_status lb_json_read(const char *path, cJSON **out, char **text, struct lb_error *err);

/* "" or NaN if there is no such text or number; the text is the object's. */
const char *lb_json_text_of(const cJSON *object, const char *key);
double lb_json_number_of(const cJSON *object, const char *key);

#endif

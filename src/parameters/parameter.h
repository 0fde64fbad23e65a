/* parameter.h - the key=value parameters of a setup: their table, their parsing, their values.
 * SPDX-License-Identifier: MIT */
#ifndef LB_PARAMETERS_PARAMETER_H
#define LB_PARAMETERS_PARAMETER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum lb_parameter_kind {
    LB_PARAMETER_NUMBER, /* 0.1, 1e-3, 1/3 */
    LB_PARAMETER_COUNT,  /* whole number; 1e5 is fine */
    LB_PARAMETER_SIZE,   /* up to three whole numbers: 512,1024 */
    LB_PARAMETER_POINT,  /* up to three numbers: 0.5,0,-1 */
    LB_PARAMETER_FLAG,   /* 0 or 1 */
    LB_PARAMETER_BYTES,  /* whole number with K, M or G: 512M; the units are powers of 1024 */
    LB_PARAMETER_WORD, /* one of some names, without a comma: a list of them is a sweep; no range */
    LB_PARAMETER_TEXT, /* a name; has no range */
    LB_PARAMETER_FILE, /* a text that is the path of a file to read: kept from the root on, so that a
                           * case file holds it wherever it is run again */
    LB_PARAMETER_FILES, /* the same of several, separated by commas; words without a dot are names */
    LB_PARAMETER_IMAGE,       /* the path of a file, or of a folder of slices (volume/slices.h) */
    LB_PARAMETER_WORD_OR_FILE /* flat, power:0.2; or a path: with a / or an ending, speeds.csv */
};

/* The longest text that a line of a case file has room for, and of paths in memory: a case file
 * has those of copies beside it. */
enum { LB_PARAMETER_MAX_TEXT = 175, LB_PARAMETER_MAX_PATH = 500 };

struct lb_parameter {
    const char *name;
    enum lb_parameter_kind kind;
    const char *unit;  /* "cells", "steps", "1", ... */
    const char *value; /* default, as the user would type it; NULL: none (reads as 0, text "") */
    const char *quick; /* default with quick=1; NULL: the same */
    double min, max;   /* inclusive range (of each component) */
    const char *meaning;
};

static inline bool lb_parameter_is_text(const struct lb_parameter *p)
{
    return p->kind >= LB_PARAMETER_WORD;
}

/* Whether its text may be paths: of files that the run reads. */
static inline bool lb_parameter_has_files(const struct lb_parameter *p)
{
    return p->kind > LB_PARAMETER_TEXT;
}

struct lb_values; /* opaque: one value for each parameter of two tables */

/* All defaults.  Both tables end with a NULL name, are borrowed and must outlive the values. */
enum lb_status lb_values_create(const struct lb_parameter *own, const struct lb_parameter *common,
                                struct lb_values **out, struct lb_error *err);
void lb_values_destroy(struct lb_values *v);
enum lb_status lb_values_copy(const struct lb_values *v, struct lb_values **out,
                              struct lb_error *err);

/* Sets one from text.  `where` says where it came from ("command line", "case.ini:12").
 * LB_STATUS_USAGE names key, value, range and the nearest known key. */
enum lb_status lb_values_set(struct lb_values *v, const char *key, const char *text,
                             const char *where, struct lb_error *err);

/* The same from the command line, over a case file: an empty text takes away what the file has, and
 * the file's alternatives to the key (section.h) make way. */
enum lb_status lb_values_override(struct lb_values *v, const char *key, const char *text,
                                  const char *where, struct lb_error *err);
/* What made way so, for people; "" if nothing did. */
const char *lb_values_overridden(const struct lb_values *v);

/* Other words for the files of a parameter: whether it was set by the user stays.
 * LB_STATUS_USAGE if a case file has no room for them. */
enum lb_status lb_values_respell(struct lb_values *v, const char *name, const char *text,
                                 struct lb_error *err);

/* The same for a number that needs no reading and no check. */
void lb_values_put(struct lb_values *v, const char *name, double number);

/* The same for a default that a case file wrote down.  Where it is the default, or with quick=1
 * the quick one, it stays one; another is one that was edited, or another version's, and counts
 * as set. */
enum lb_status lb_values_fix(struct lb_values *v, const char *key, const char *text,
                             const char *where, struct lb_error *err);

/* Gives every value that was not set its quick default; called once quick=1 is known. */
enum lb_status lb_values_apply_quick(struct lb_values *v, struct lb_error *err);
/* Without quick=1: quick defaults that a case file wrote down become the others. */
enum lb_status lb_values_drop_quick(struct lb_values *v, struct lb_error *err);

/* NULL if there is no parameter of that name. */
const struct lb_parameter *lb_values_parameter(const struct lb_values *v, const char *name);

/* The text of parameter `name` with `folder`, which ends with '/', before each path in it that
 * does not begin at the root ("../" takes the last name of the folder away); the text itself
 * where the parameter takes no files. */
enum lb_status lb_values_files_in(const struct lb_values *v, const char *name, const char *text,
                                  const char *folder, char *out, size_t size, struct lb_error *err);

/* Reading; an unknown name is a programmer's mistake. */
double lb_values_number(const struct lb_values *v, const char *name);
uint64_t lb_values_count(const struct lb_values *v, const char *name);
bool lb_values_flag(const struct lb_values *v, const char *name);
int lb_values_size(const struct lb_values *v, const char *name,
                   uint32_t out[3]); /* components given */
int lb_values_point(const struct lb_values *v, const char *name, double out[3]); /* the same */
bool lb_values_is_set(const struct lb_values *v, const char *name);              /* by the user */
const char *lb_values_text(const struct lb_values *v, const char *name); /* canonical text */

/* Visits all in table order; for case files and JSON. */
void lb_values_visit(const struct lb_values *v,
                     void (*visit)(const struct lb_parameter *p, const char *text, void *context),
                     void *context);

#endif

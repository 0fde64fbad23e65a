/* section.h - sections of a case file that belong to a setup: [box], [body wing].
 * Their keys are parameters with dotted names, "box.size", "wing.pitch": in the case file below the heading, on the
 * command line and in lists as they are.
 * SPDX-License-Identifier: MIT */
#ifndef LB_PARAMETERS_SECTION_H
#define LB_PARAMETERS_SECTION_H

#include "parameters/parameter.h"

enum { LB_MAX_SECTIONS = 64, LB_SECTION_NAME_SIZE = 32, LB_PREFIX_SIZE = 64, LB_KEY_SIZE = 120 };

struct lb_section_kind {
    const char *name; /* "body" */
    bool
        is_named; /* as many as the file has, each with a name of its own; else one, which is always there */
    bool has_prefix; /* its names may be those of other sections: keys are expect.drag.value */
    const struct lb_parameter *parameters; /* ends with a NULL name */
    const char *meaning;
    const char *const
        *alternatives; /* groups of keys of which one stands, "until steps turns", each
                                      * with or without _si; ends with NULL; NULL: none */
    const char *alone; /* the same of kinds of which a name has one: what to do in place of both */
};

/* A name that a later version gives to a section. */
struct lb_reserved_section {
    const char *name, *purpose; /* "heat", "the temperature of walls" */
};

struct lb_section {
    const struct lb_section_kind *kind;
    const char *name;   /* "wing"; of a kind without names the kind's */
    const char *prefix; /* of its keys, before the dot */
};

/* Which sections there may be: `kinds`, borrowed, ends with a NULL name; NULL: none.  Adds those without names. */
enum lb_status lb_values_set_kinds(struct lb_values *v, const struct lb_section_kind *kinds,
                                   struct lb_error *err);

/* Names that are refused with what they are for: `reserved`, borrowed, ends with a NULL name; NULL: none. */
void lb_values_reserve(struct lb_values *v, const struct lb_reserved_section *reserved);

/* Adds the section of a heading, the words between the brackets: "body wing", with its defaults, and says what its keys
 * begin with, before the dot, in `prefix` (LB_PREFIX_SIZE bytes).  One without a name is there already.
 * LB_STATUS_USAGE names the heading and what would be right: a kind that there is not, a name that is missing, not
 * needed, taken, or not of letters, digits, -, + and _. */
enum lb_status lb_values_add_section(struct lb_values *v, const char *heading, const char *where,
                                     char *prefix, struct lb_error *err);

/* In the order of the file, those without names first, as their kinds. */
size_t lb_values_section_count(const struct lb_values *v);
struct lb_section lb_values_section(const struct lb_values *v, size_t n);

#endif

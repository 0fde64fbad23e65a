/* values_internal.h - what values are made of, for the files of this room alone.
 * SPDX-License-Identifier: MIT */
#ifndef LB_PARAMETERS_VALUES_INTERNAL_H
#define LB_PARAMETERS_VALUES_INTERNAL_H

#include "parameters/section.h"

enum { LB_VALUE_TEXT_SIZE = 512, LB_VALUE_COMPONENTS = 3 };

enum lb_value_origin {
    LB_ORIGIN_DEFAULT, /* the table's */
    LB_ORIGIN_FIXED,   /* the same, as a case file wrote it down */
    LB_ORIGIN_USER,
    LB_ORIGIN_COMMAND /* the user's as well: of the command line, over a case file */
};

struct lb_value {
    const struct lb_parameter *parameter;
    enum lb_value_origin origin;
    bool made_way;  /* the file's, for another key of the command line */
    int components; /* 0: no value */
    double numbers[LB_VALUE_COMPONENTS];
    char text[LB_VALUE_TEXT_SIZE];
};

/* A section with its own copy of the table, whose names have the prefix; shared by copies of the
 * values. */
struct lb_section_table {
    struct lb_section section;
    unsigned owners;
    char prefix[LB_PREFIX_SIZE];
    struct lb_parameter *parameters; /* one block with their names; ends with a NULL name */
};

struct lb_values {
    size_t count;
    struct lb_value *values;
    const char **names; /* without those of sections, for suggestions; ends with NULL */
    const struct lb_section_kind *kinds;
    const struct lb_reserved_section *reserved;
    struct lb_section_table *sections[LB_MAX_SECTIONS];
    size_t section_count;
    char overridden[1000]; /* sentences, "; " between them */
};

/* NULL if there is none. */
struct lb_value *lb_values_find(const struct lb_values *v, const char *key);

/* A default as a table has it; NULL: no value, which it must have none of before. */
enum lb_status lb_values_assign_default(struct lb_value *value, const char *text,
                                        struct lb_error *err);

/* Makes room for the parameters of one more table, which end with a NULL name, and gives them
 * their defaults. */
enum lb_status lb_values_add_table(struct lb_values *v, const struct lb_parameter *table,
                                   struct lb_error *err);

/* The section of a key with a dot, and NULL if there is none; *key is what stands behind the
 * dot. */
const struct lb_section_table *lb_values_section_of(const struct lb_values *v, const char **key);

/* "; did you mean 'fluid.re'?", where a section has the key `own`; otherwise false. */
bool lb_values_hint_in_sections(const struct lb_values *v, const char *own, char *out, size_t size);

/* LB_STATUS_USAGE: a dotted key that there is not. */
enum lb_status lb_values_unknown_key(const struct lb_values *v, const char *key, const char *text,
                                     const char *where, struct lb_error *err);

/* Of a copy, and of one that goes. */
void lb_values_share_sections(struct lb_values *v);
void lb_values_release_sections(struct lb_values *v);

#endif

/* file_names.h - which output writes which file of a run's folder: no two write one, or names that differ in
 * case alone.
 * SPDX-License-Identifier: MIT */
#ifndef LB_OUTPUT_FILE_NAMES_H
#define LB_OUTPUT_FILE_NAMES_H

#include <stddef.h>

#include "base/status.h"

enum { LB_OUTPUT_NAME_SIZE = 64 /* of a file name, with its ending */, LB_FILE_OWNER_SIZE = 272 };

struct lb_file_name {
    char name[LB_OUTPUT_NAME_SIZE];
    char owner[LB_FILE_OWNER_SIZE]; /* as sentences name it: "watch", "body 'wing'" */
};
struct lb_file_names {
    struct lb_file_name *list; /* owned; free() it */
    size_t count;
};

/* `name` is written by `owner`, who may say so again; '#' stands for the digits of a step.
 * LB_STATUS_USAGE, naming both, if another one writes it. */
enum lb_status lb_file_names_claim(struct lb_file_names *names, const char *name, const char *owner,
                                   struct lb_error *err);

#endif

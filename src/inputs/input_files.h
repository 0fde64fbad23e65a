/* input_files.h - the files that the values of a case name: what they were, and their copies in the folder of
 * the run, from which the case is read again.
 * SPDX-License-Identifier: MIT */
#ifndef LB_INPUTS_INPUT_FILES_H
#define LB_INPUTS_INPUT_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "checkpoint/archive.h"
#include "io/json.h"
#include "parameters/parameter.h"

enum { LB_MAX_INPUTS = 24, LB_INPUT_PATH_SIZE = 512 };

struct lb_input {
    char path[LB_INPUT_PATH_SIZE];     /* from the root on, as the values have it */
    char original[LB_INPUT_PATH_SIZE]; /* what the user named; `path` where that is no copy */
    char name[LB_INPUT_PATH_SIZE];     /* of the copy in the run's folder: "inputs/wing.stl" */
    bool
        is_folder; /* a checkpoint: its meta.json, which has the checksums of the rest; not copied */
    uint64_t bytes;
    uint32_t sum; /* CRC-32 */
};

struct lb_inputs {
    struct lb_input list[LB_MAX_INPUTS];
    size_t count;
};

/* Length and checksum of each file that the values name.  LB_STATUS_FAILED if one cannot be
 * read; `is_resumed`: the folder of a run that this one began with may be gone. */
enum lb_status lb_inputs_read(const struct lb_values *v, bool is_resumed, struct lb_inputs *out,
                              struct lb_error *err);

/* Copies into `folder`; those that are there already stay.  LB_STATUS_FAILED if a file is no
 * longer what lb_inputs_read found. */
enum lb_status lb_inputs_copy(const struct lb_inputs *in, const char *folder, struct lb_error *err);

/* What stands for a file in the text of a parameter. */
enum lb_input_spelling {
    LB_INPUT_COPY,    /* the name of its copy, behind `before` */
    LB_INPUT_ORIGINAL /* what the user named */
};
/* The text of a parameter with each of these files spelled so. */
enum lb_status lb_inputs_spell(const struct lb_inputs *in, const char *text,
                               enum lb_input_spelling spelling, const char *before, char *out,
                               size_t size, struct lb_error *err);
/* Values whose files are the copies, behind `before` ("", "../"): for case files.  For
 * lb_values_destroy. */
enum lb_status lb_inputs_respell(const struct lb_inputs *in, const struct lb_values *v,
                                 const char *before, struct lb_values **out, struct lb_error *err);

/* The values name the copies in `folder` from here on. */
enum lb_status lb_inputs_redirect(const struct lb_inputs *in, const char *folder,
                                  struct lb_values *v, struct lb_error *err);
/* Removes the copies. */
void lb_inputs_remove(const struct lb_inputs *in, const char *folder);

/* Into a checkpoint; and what a checkpoint says of the files that `in` holds already. */
enum lb_status lb_inputs_save(const struct lb_inputs *in, struct lb_archive *a,
                              struct lb_error *err);
void lb_inputs_load_originals(struct lb_inputs *in, const struct lb_archive *a);
/* Before a run goes on in `folder`: each copy is what was saved, else it is made anew from an
 * original that is.  LB_STATUS_FAILED names the one that is not; an original that has changed
 * since is told on stderr, `says` it. */
enum lb_status lb_inputs_check(const struct lb_archive *a, const char *folder, bool says,
                               struct lb_error *err);

/* "inputs": a list of file, copy, bytes, crc32; without `file` where only the content counts. */
void lb_inputs_print(const struct lb_inputs *in, struct lb_json *w, bool only_content);

#endif

/* archive.h - a checkpoint: a folder of arrays (.npy) and meta.json, written and read by the same
 * calls, so that saved and loaded data cannot differ.
 * At any moment there is one complete checkpoint in `folder`: a new one is written to
 * checkpoint.new, every file and the folder flushed, meta.json last; then it replaces `checkpoint`.
 * SPDX-License-Identifier: MIT */
#ifndef LB_CHECKPOINT_ARCHIVE_H
#define LB_CHECKPOINT_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "base/table.h"
#include "checkpoint/npy.h"

struct lb_archive; /* opaque */

/* To save into, and to load from.  `folder` is the run's.  LB_STATUS_FAILED if there is no
 * checkpoint, or its meta.json is damaged or of another schema.  A process that leaves files to
 * another one (io/file.h) saves only its shares of arrays, in the folder that the other one has
 * created. */
enum lb_status lb_archive_create(const char *folder, struct lb_archive **out, struct lb_error *err);
enum lb_status lb_archive_open(const char *folder, struct lb_archive **out, struct lb_error *err);
/* Makes the saved data the checkpoint of the folder. */
enum lb_status lb_archive_commit(struct lb_archive *a, struct lb_error *err);
/* Frees it and removes uncommitted data.  NULL is allowed. */
void lb_archive_close(struct lb_archive *a);

bool lb_archive_loads(const struct lb_archive *a);

/* Path of a file of the checkpoint.  lb_archive_file adds a file that others wrote there to the
 * checksums; when loading, it verifies the file. */
enum lb_status lb_archive_path(const struct lb_archive *a, const char *name, char *out, size_t size,
                               struct lb_error *err);
enum lb_status lb_archive_file(struct lb_archive *a, const char *name, struct lb_error *err);

/* Values of meta.json under a name: saved from *value, or loaded into it.  LB_STATUS_FAILED if
 * there is none of that name, or it is of another kind.  A loaded text is for free(). */
enum lb_status lb_archive_text(struct lb_archive *a, const char *name, char **value,
                               struct lb_error *err);
enum lb_status lb_archive_count(struct lb_archive *a, const char *name, uint64_t *value,
                                struct lb_error *err);
enum lb_status lb_archive_number(struct lb_archive *a, const char *name, double *value,
                                 struct lb_error *err);
enum lb_status lb_archive_flag(struct lb_archive *a, const char *name, bool *value,
                               struct lb_error *err);

/* The text of a value; NULL if there is none. */
const char *lb_archive_find(const struct lb_archive *a, const char *name);
bool lb_archive_has_array(const struct lb_archive *a, const char *name);

/* An array, in pieces: `array` describes the saved array, or receives the description of the loaded
 * one.  When loading, lb_archive_end fails if data remain or the checksum differs. */
enum lb_status lb_archive_begin(struct lb_archive *a, const char *name, struct lb_npy *array,
                                struct lb_error *err);
enum lb_status lb_archive_bytes(struct lb_archive *a, void *bytes, uint64_t count,
                                struct lb_error *err);
enum lb_status lb_archive_end(struct lb_archive *a, struct lb_error *err);

/* An array of which several processes have a share each: lb_archive_bytes for its own bytes,
 * lb_archive_skip past those of others, up to the end.  lb_archive_unite combines the checksums of
 * all shares, for each number below lb_archive_share_count, before the commit or after loading. */
struct lb_archive_share {
    uint64_t bytes; /* of the file */
    uint32_t sum;
};
enum lb_status lb_archive_begin_shared(struct lb_archive *a, const char *name, struct lb_npy *array,
                                       struct lb_error *err);
enum lb_status lb_archive_skip(struct lb_archive *a, uint64_t count, struct lb_error *err);
size_t lb_archive_share_count(const struct lb_archive *a);
struct lb_archive_share lb_archive_share(const struct lb_archive *a, size_t n);
enum lb_status lb_archive_unite(struct lb_archive *a, size_t n,
                                const struct lb_archive_share *shares, size_t count,
                                struct lb_error *err);

/* Whole arrays: `count` doubles; a table with its columns and all rows. */
enum lb_status lb_archive_numbers(struct lb_archive *a, const char *name, double *numbers,
                                  uint64_t count, struct lb_error *err);
enum lb_status lb_archive_table(struct lb_archive *a, const char *name, struct lb_table *table,
                                struct lb_error *err);

#endif

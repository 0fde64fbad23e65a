/* checkpoint_folder.h - the folders of a checkpoint and their turns; meta.json with its own checksum.
 * SPDX-License-Identifier: MIT */
#ifndef LB_CHECKPOINT_CHECKPOINT_FOLDER_H
#define LB_CHECKPOINT_CHECKPOINT_FOLDER_H

#include <cjson/cJSON.h>

#include "base/status.h"
#include "io/file.h"

#define LB_CHECKPOINT_SCHEMA "sluice.checkpoint/1"

/* An empty folder/checkpoint.new; its path into `out`.  What a save that was killed left goes. */
enum lb_status lb_checkpoint_begin(const char *folder, char out[LB_PATH_SIZE],
                                   struct lb_error *err);
/* Makes the whole folder/checkpoint.new, whose files are flushed, folder/checkpoint. */
enum lb_status lb_checkpoint_replace(const char *folder, struct lb_error *err);
/* Ends a replacement that was killed, and finds the whole checkpoint: its path into `out`. */
enum lb_status lb_checkpoint_find(const char *folder, char out[LB_PATH_SIZE], struct lb_error *err);
/* Removes a folder of plain files, meta.json first: what is half removed is no checkpoint. */
void lb_checkpoint_remove(const char *path);

/* meta.json of a checkpoint's folder: gets the schema and the checksum of its text; flushed when it
 * is there. */
enum lb_status lb_checkpoint_write_meta(const char *path, const cJSON *meta, struct lb_error *err);
/* For cJSON_Delete. */
enum lb_status lb_checkpoint_read_meta(const char *path, cJSON **out, struct lb_error *err);

#endif

/* checkpoint_folder.c - checkpoint.new takes the place of checkpoint, which is checkpoint.old meanwhile.
 * SPDX-License-Identifier: MIT */
#include "checkpoint/checkpoint_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/read_text.h"
#include "checkpoint/crc32.h"
#include "io/json.h"

static const char current[] = "checkpoint", fresh[] = "checkpoint.new", old[] = "checkpoint.old";
static const char meta_name[] = "meta.json", checksum_key[] = "\"checksum\":\t\"";
enum { CHECKSUM_DIGITS = 8, MAX_OLD = 99 };

/* --- folders ---------------------------------------------------------------------------------- */

static bool is_folder(const char *path)
{
    struct stat found;
    return lstat(path, &found) == 0 && S_ISDIR(found.st_mode);
}

/* A link is not followed, and what it leads to stays. */
void lb_checkpoint_remove(const char *path)
{
    char file[LB_PATH_SIZE];
    if (!is_folder(path)) return;
    if (lb_path_join(path, meta_name, file, sizeof file, NULL) == LB_STATUS_OK) unlink(file);
    lb_folder_remove(path, "");
}

static bool is_whole(const char *path)
{
    cJSON *meta = NULL;
    const bool whole = lb_checkpoint_read_meta(path, &meta, NULL) == LB_STATUS_OK;
    cJSON_Delete(meta);
    return whole;
}

static bool is_there(const char *path)
{
    struct stat found;
    return lstat(path, &found) == 0;
}

/* The name for what makes room: checkpoint.old; where something bears it that cannot be removed (a file, a link, a
 * folder in which others hold files open), checkpoint.old-2 and so on. */
static enum lb_status find_old_name(const char *folder, bool may_remove, char out[LB_PATH_SIZE],
                                    struct lb_error *err)
{
    char name[sizeof old + 8];
    for (int k = 1; k <= MAX_OLD; k++) {
        if (k == 1)
            snprintf(name, sizeof name, "%s", old);
        else
            snprintf(name, sizeof name, "%s-%d", old, k);
        LB_OK(lb_path_join(folder, name, out, LB_PATH_SIZE, err));
        if (k == 1 && may_remove) lb_checkpoint_remove(out);
        if (!is_there(out)) return LB_STATUS_OK;
    }
    return lb_fail(err, LB_STATUS_FAILED, "'%s' and those up to -%d exist, and cannot be removed",
                   old, (int)MAX_OLD);
}

/* Something that stands where a folder is to be, and cannot be removed, gets another name. */
static enum lb_status make_room(const char *folder, const char *path, struct lb_error *err)
{
    char aside[LB_PATH_SIZE];
    if (!is_there(path)) return LB_STATUS_OK;
    LB_OK(find_old_name(folder, false, aside, err));
    return lb_file_rename(path, aside, err);
}

enum lb_status lb_checkpoint_begin(const char *folder, char out[LB_PATH_SIZE], struct lb_error *err)
{
    LB_OK(lb_path_join(folder, fresh, out, LB_PATH_SIZE, err));
    if (lb_files_are_left()) return LB_STATUS_OK;
    lb_checkpoint_remove(out);
    LB_OK(make_room(folder, out, err));
    if (mkdir(out, 0777) == 0) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_FAILED, "cannot create the folder '%s': %s", out,
                   strerror(errno));
}

enum lb_status lb_checkpoint_replace(const char *folder, struct lb_error *err)
{
    char now[LB_PATH_SIZE], next[LB_PATH_SIZE], before[LB_PATH_SIZE];
    LB_OK(lb_path_join(folder, current, now, sizeof now, err));
    LB_OK(lb_path_join(folder, fresh, next, sizeof next, err));
    LB_OK(lb_folder_sync(next, err));
    LB_OK(lb_path_join(folder, old, before, sizeof before, err));
    if (is_there(now)) LB_OK(find_old_name(folder, true, before, err));
    const bool was_link = is_there(now) && !is_folder(now);
    if (is_there(now)) LB_OK(lb_file_rename(now, before, err));
    LB_OK(lb_file_rename(next, now, err));
    LB_OK(lb_folder_sync(folder, err));
    if (was_link)
        fprintf(stderr,
                "sluice: note: '%s' was no folder; it is kept as '%s', and checkpoints are saved "
                "beside it\n",
                now, before);
    lb_checkpoint_remove(before);
    return LB_STATUS_OK;
}

static enum lb_status end_replacement(const char *folder, const char *now, struct lb_error *err)
{
    char next[LB_PATH_SIZE], before[LB_PATH_SIZE];
    LB_OK(lb_path_join(folder, fresh, next, sizeof next, err));
    LB_OK(lb_path_join(folder, old, before, sizeof before, err));
    if (is_whole(next)) return lb_checkpoint_replace(folder, err);
    if (!is_there(now) && is_whole(before)) return lb_file_rename(before, now, err);
    if (is_whole(now)) { /* what a save that was killed left is of no more use */
        lb_checkpoint_remove(next);
        lb_checkpoint_remove(before);
    }
    return LB_STATUS_OK;
}

enum lb_status lb_checkpoint_find(const char *folder, char out[LB_PATH_SIZE], struct lb_error *err)
{
    LB_OK(lb_path_join(folder, current, out, LB_PATH_SIZE, err));
    if (!lb_files_are_left()) LB_OK(end_replacement(folder, out, err));
    if (access(out, F_OK) == 0) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_USAGE,
                   is_there(folder)
                       ? "there is no checkpoint in '%s'; a run saves one with checkpoint=N, and "
                         "when a signal or max-wall stops it"
                       : "there is no folder '%s'",
                   folder);
}

/* --- meta.json -------------------------------------------------------------------------------- */

enum lb_status lb_checkpoint_write_meta(const char *path, const cJSON *meta, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char name[LB_PATH_SIZE], digits[CHECKSUM_DIGITS + 1];
    char *text = cJSON_Print(meta);
    LB_REQUIRE(text != NULL, LB_STATUS_FAILED, "no memory for meta.json of a checkpoint");
    char *place = strstr(text, checksum_key); /* of zeros */
    LB_REQUIRE(place != NULL, LB_STATUS_FAILED, "meta.json of a checkpoint has no checksum");
    snprintf(digits, sizeof digits, "%08x", (unsigned)lb_crc32(0, text, strlen(text)));
    memcpy(place + sizeof checksum_key - 1, digits, CHECKSUM_DIGITS);
    LB_TRY(lb_path_join(path, meta_name, name, sizeof name, err));
    LB_TRY(lb_text_write(name, text, err));
cleanup:
    free(text);
    return st;
}

/* The text's own checksum, once its place holds the zeros with which it was worked out. */
static bool is_checked(char *text)
{
    char digits[CHECKSUM_DIGITS + 1], found[CHECKSUM_DIGITS + 1] = "";
    char *place = strstr(text, checksum_key);
    if (place == NULL) return false;
    place += sizeof checksum_key - 1;
    snprintf(found, sizeof found, "%s", place);
    if (strlen(found) != CHECKSUM_DIGITS) return false;
    memset(place, '0', CHECKSUM_DIGITS);
    snprintf(digits, sizeof digits, "%08x", (unsigned)lb_crc32(0, text, strlen(text)));
    return strcmp(digits, found) == 0;
}

enum lb_status lb_checkpoint_read_meta(const char *path, cJSON **out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char name[LB_PATH_SIZE];
    char *text = NULL;
    FILE *stream = NULL;
    cJSON *meta = NULL;
    LB_TRY(lb_path_join(path, meta_name, name, sizeof name, err));
    stream = fopen(name, "rb");
    if (stream != NULL) text = lb_read_text(stream);
    LB_REQUIRE(text != NULL, LB_STATUS_FAILED, "cannot read '%s': %s", name, strerror(errno));
    meta = cJSON_Parse(text);
    const char *schema = lb_json_text_of(meta, "schema");
    LB_REQUIRE(schema[0] == '\0' || strcmp(schema, LB_CHECKPOINT_SCHEMA) == 0, LB_STATUS_FAILED,
               "'%s' is of the schema %.40s, and this version of sluice reads %s", name, schema,
               LB_CHECKPOINT_SCHEMA);
    LB_REQUIRE(meta != NULL && schema[0] != '\0' && is_checked(text), LB_STATUS_FAILED,
               "'%s' is damaged: its checksum is not that of its text", name);
    *out = meta;
    meta = NULL;
cleanup:
    cJSON_Delete(meta);
    if (stream != NULL) fclose(stream);
    free(text);
    return st;
}

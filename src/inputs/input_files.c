/* input_files.c - reads, copies and compares the files that a case names.
 * SPDX-License-Identifier: MIT */
#include "inputs/input_files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/read_text.h"
#include "checkpoint/crc32.h"
#include "io/file.h"
#include "volume/slices.h"

enum { PIECE = 1 << 16, KEY_SIZE = 48 };
static const char folder_name[] = "inputs";

/* --- one file --------------------------------------------------------------------------------- */

/* Its length and checksum; `to` NULL: nothing is copied. */
static enum lb_status read_file(const char *path, FILE *to, struct lb_input *out,
                                struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    size_t count;
    char *piece = malloc(PIECE);
    const char *why;
    FILE *stream = lb_open_ordinary(path, &why);
    out->bytes = 0;
    out->sum = 0;
    LB_REQUIRE(stream != NULL, LB_STATUS_FAILED, "cannot read '%s': %s", path, why);
    LB_REQUIRE(piece != NULL, LB_STATUS_FAILED, "no memory to read '%s'", path);
    while ((count = fread(piece, 1, PIECE, stream)) > 0) {
        out->sum = lb_crc32(out->sum, piece, count);
        out->bytes += count;
        if (to != NULL) fwrite(piece, 1, count, to);
    }
    LB_REQUIRE(!ferror(stream), LB_STATUS_FAILED, "cannot read '%s': %s", path, strerror(errno));
cleanup:
    if (stream != NULL) fclose(stream);
    free(piece);
    return st;
}

/* One slice, into the folder `to`, if it is not NULL. */
static enum lb_status read_slice(const char *folder, const char *name, const char *to,
                                 struct lb_input *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char from[LB_PATH_SIZE], copy[LB_PATH_SIZE];
    struct lb_file file = {0};
    LB_OK(lb_path_join(folder, name, from, sizeof from, err));
    if (to == NULL) return read_file(from, NULL, out, err);
    LB_OK(lb_path_join(to, name, copy, sizeof copy, err));
    LB_TRY(lb_file_open(&file, copy, err));
    LB_TRY(read_file(from, file.stream, out, err));
    LB_TRY(lb_file_commit(&file, err));
cleanup:
    lb_file_discard(&file);
    return st;
}

/* All slices of a folder, and a checksum of their names and checksums. */
static enum lb_status read_slices(const char *folder, const char *to, struct lb_input *out,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_slices slices;
    struct lb_input one;
    char line[LB_PATH_SIZE];
    out->bytes = 0;
    out->sum = 0;
    LB_OK(lb_slices_list(folder, &slices, err));
    for (size_t n = 0; n < slices.count; n++) {
        LB_TRY(read_slice(folder, slices.names[n], to, &one, err));
        out->bytes += one.bytes;
        snprintf(line, sizeof line, "%s %08x", slices.names[n], (unsigned)one.sum);
        out->sum = lb_crc32(out->sum, line, strlen(line));
    }
cleanup:
    lb_slices_free(&slices);
    return st;
}

static enum lb_status read_input(const char *path, struct lb_input *out, struct lb_error *err)
{
    return lb_slices_is_folder(path) ? read_slices(path, NULL, out, err)
                                     : read_file(path, NULL, out, err);
}

static bool is_same(const struct lb_input *a, const struct lb_input *b)
{
    return a->bytes == b->bytes && a->sum == b->sum;
}

/* Whether there is such a file, and whether it is what it was. */
static bool is_as_it_was(const char *path, const struct lb_input *was)
{
    struct lb_input now;
    return read_input(path, &now, NULL) == LB_STATUS_OK && is_same(&now, was);
}

/* --- those of the values ---------------------------------------------------------------------- */

struct reading {
    struct lb_inputs *out;
    bool is_resumed;
    enum lb_status st;
    struct lb_error *err;
};

static const struct lb_input *find(const struct lb_inputs *in, const char *path, size_t length)
{
    for (size_t n = 0; n < in->count; n++)
        if (strlen(in->list[n].path) == length && strncmp(in->list[n].path, path, length) == 0)
            return &in->list[n];
    return NULL;
}

/* Copies keep the names of their files, which results bear; files of one name get a folder each. */
static void name_copy(const struct lb_inputs *in, struct lb_input *one)
{
    size_t length = strlen(one->path);
    while (length > 1 && one->path[length - 1] == '/') /* of a folder */
        length--;
    size_t begin = length;
    while (begin > 0 && one->path[begin - 1] != '/')
        begin--;
    char last[LB_INPUT_PATH_SIZE];
    bool is_taken = true;
    snprintf(last, sizeof last, "%.*s", (int)(length - begin), one->path + begin);
    if (strspn(last, ".") == strlen(last)) snprintf(last, sizeof last, "slices"); /* ., .. */
    snprintf(one->name, sizeof one->name, "%s/%.480s", folder_name, last);
    for (int k = 2; is_taken; k++) {
        is_taken = false;
        for (size_t n = 0; n < in->count && !is_taken; n++)
            is_taken = strcmp(in->list[n].name, one->name) == 0;
        if (is_taken) snprintf(one->name, sizeof one->name, "%s/%d/%.480s", folder_name, k, last);
    }
}

/* A run's folder, or its checkpoint; false: it is neither. */
static bool find_checkpoint(struct lb_input *one, struct lb_error *err)
{
    char path[LB_PATH_SIZE];
    static const char *const below[] = {"meta.json", "checkpoint/meta.json"};
    for (int n = 0; n < 2 && !one->is_folder; n++)
        one->is_folder =
            lb_path_join(one->path, below[n], path, sizeof path, NULL) == LB_STATUS_OK &&
            read_file(path, NULL, one, err) == LB_STATUS_OK;
    return one->is_folder;
}

static enum lb_status add(struct lb_inputs *in, const struct lb_parameter *p, const char *path,
                          size_t length, bool is_resumed, struct lb_error *err)
{
    const bool takes_slices = p->kind == LB_PARAMETER_IMAGE;
    struct lb_input one = {.bytes = 0};
    if (find(in, path, length) != NULL) return LB_STATUS_OK;
    LB_NEED(in->count < LB_MAX_INPUTS && length < sizeof one.path, LB_STATUS_USAGE,
            "a case names at most %d files, of at most %d characters each", (int)LB_MAX_INPUTS,
            (int)LB_INPUT_PATH_SIZE - 1);
    snprintf(one.path, sizeof one.path, "%.*s", (int)length, path);
    snprintf(one.original, sizeof one.original, "%s", one.path);
    name_copy(in, &one);
    const bool has_flow = !takes_slices && find_checkpoint(&one, NULL),
               is_bare = !takes_slices && !has_flow && lb_slices_is_folder(one.path);
    if (is_resumed && (is_bare || access(one.path, F_OK) != 0)) return LB_STATUS_OK;
    LB_NEED(!is_bare, LB_STATUS_USAGE,
            "%s=%s is a folder without a checkpoint: a file is needed, or the folder of a run with "
            "checkpoint=STEPS, which saves one at its end, too",
            p->name, one.path);
    if (!has_flow) LB_OK(read_input(one.path, &one, err));
    in->list[in->count++] = one;
    return LB_STATUS_OK;
}

static const char *separators_of(const struct lb_parameter *p)
{
    return p->kind == LB_PARAMETER_FILES ? "," : "";
}

/* Words that are no paths are names of what is built in. */
static void read_words(const struct lb_parameter *p, const char *text, void *context)
{
    struct reading *r = context;
    if (!lb_parameter_has_files(p)) return;
    for (const char *word = text; r->st == LB_STATUS_OK;) {
        const size_t length = strcspn(word, separators_of(p));
        if (word[0] == '/') r->st = add(r->out, p, word, length, r->is_resumed, r->err);
        if (word[length] == '\0') return;
        word += length + 1;
    }
}

enum lb_status lb_inputs_read(const struct lb_values *v, bool is_resumed, struct lb_inputs *out,
                              struct lb_error *err)
{
    struct reading r = {out, is_resumed, LB_STATUS_OK, err};
    *out = (struct lb_inputs){.count = 0};
    lb_values_visit(v, read_words, &r);
    return r.st;
}

/* --- copies ----------------------------------------------------------------------------------- */

/* `from` may be another file than the input's path, of the same content. */
static enum lb_status copy_one(const struct lb_input *one, const char *from, const char *folder,
                               struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char path[LB_PATH_SIZE], above[LB_PATH_SIZE];
    struct lb_input now;
    struct lb_file file = {0};
    LB_OK(lb_path_join(folder, one->name, path, sizeof path, err));
    if (lb_files_are_left() || is_as_it_was(path, one)) return LB_STATUS_OK;
    snprintf(above, sizeof above, "%.*s", (int)(strrchr(path, '/') - path), path);
    LB_OK(lb_folder_ensure(above, err));
    if (lb_slices_is_folder(from)) {
        LB_OK(lb_folder_ensure(path, err));
        LB_OK(read_slices(from, path, &now, err));
    } else {
        LB_TRY(lb_file_open(&file, path, err));
        LB_TRY(read_file(from, file.stream, &now, err));
    }
    LB_REQUIRE(is_same(one, &now), LB_STATUS_FAILED,
               "'%s' changed while the case was read; it is written to by another program", from);
    if (!lb_slices_is_folder(from)) LB_TRY(lb_file_commit(&file, err));
cleanup:
    lb_file_discard(&file);
    return st;
}

enum lb_status lb_inputs_copy(const struct lb_inputs *in, const char *folder, struct lb_error *err)
{
    for (size_t n = 0; n < in->count; n++)
        if (!in->list[n].is_folder) LB_OK(copy_one(&in->list[n], in->list[n].path, folder, err));
    return LB_STATUS_OK;
}

void lb_inputs_remove(const struct lb_inputs *in, const char *folder)
{
    char path[LB_PATH_SIZE];
    for (size_t n = in->count; n-- > 0;) {
        if (lb_path_join(folder, in->list[n].name, path, sizeof path, NULL) != LB_STATUS_OK)
            continue;
        if (unlink(path) != 0) lb_folder_remove(path, "");
        *strrchr(path, '/') = '\0';
        rmdir(path); /* where it is empty */
    }
}

/* --- other words for them --------------------------------------------------------------------- */

enum lb_status lb_inputs_spell(const struct lb_inputs *in, const char *text,
                               enum lb_input_spelling spelling, const char *before, char *out,
                               size_t size, struct lb_error *err)
{
    size_t used = 0;
    /* a single file may have commas in its name, and is looked for first */
    const char *separators = find(in, text, strlen(text)) != NULL ? "" : ",";
    for (const char *word = text;; word++) {
        const size_t length = strcspn(word, separators);
        const struct lb_input *one = find(in, word, length);
        const bool is_copy = one != NULL && spelling == LB_INPUT_COPY && !one->is_folder;
        used += (size_t)snprintf(out + used, size - used, "%s%.*s", is_copy ? before : "",
                                 one == NULL ? (int)length : LB_INPUT_PATH_SIZE,
                                 one == NULL ? word
                                 : is_copy   ? one->name
                                             : one->original);
        LB_NEED(used + 2 <= size, LB_STATUS_USAGE, "the names in '%.60s...' are too long", text);
        word += length;
        if (*word == '\0') return LB_STATUS_OK;
        out[used++] = *word;
    }
}

struct respelling {
    const struct lb_inputs *in;
    const char *before;
    struct lb_values *out;
    bool is_read; /* the values are to be read, not only written down */
    enum lb_status st;
    struct lb_error *err;
};

static void respell_one(const struct lb_parameter *p, const char *text, void *context)
{
    struct respelling *r = context;
    char whole[LB_PATH_SIZE];
    if (r->st != LB_STATUS_OK || !lb_parameter_has_files(p) || text[0] == '\0') return;
    r->st = lb_inputs_spell(r->in, text, LB_INPUT_COPY, r->before, whole, sizeof whole, r->err);
    if (r->st != LB_STATUS_OK) return;
    if (r->is_read && strcmp(whole, text) == 0) return; /* a word stays the default that it is */
    r->st = r->is_read ? lb_values_set(r->out, p->name, whole, "the folder of the study", r->err)
                       : lb_values_respell(r->out, p->name, whole, r->err);
}

enum lb_status lb_inputs_respell(const struct lb_inputs *in, const struct lb_values *v,
                                 const char *before, struct lb_values **out, struct lb_error *err)
{
    LB_OK(lb_values_copy(v, out, err));
    struct respelling r = {in, before, *out, false, LB_STATUS_OK, err};
    lb_values_visit(v, respell_one, &r);
    if (r.st == LB_STATUS_OK) return LB_STATUS_OK;
    lb_values_destroy(*out);
    *out = NULL;
    return r.st;
}

enum lb_status lb_inputs_redirect(const struct lb_inputs *in, const char *folder,
                                  struct lb_values *v, struct lb_error *err)
{
    char before[LB_PATH_SIZE];
    if (in->count == 0) return LB_STATUS_OK;
    LB_OK(lb_path_join(folder, "", before, sizeof before, err));
    struct respelling r = {in, before, v, true, LB_STATUS_OK, err};
    lb_values_visit(v, respell_one, &r);
    return r.st;
}

/* --- checkpoints ------------------------------------------------------------------------------ */

static char *key_of(size_t n, const char *what, char key[KEY_SIZE])
{
    snprintf(key, KEY_SIZE, "input.%zu.%s", n, what);
    return key;
}

enum lb_status lb_inputs_save(const struct lb_inputs *in, struct lb_archive *a,
                              struct lb_error *err)
{
    for (size_t n = 0; n < in->count; n++) {
        const struct lb_input *one = &in->list[n];
        char key[KEY_SIZE], *name = (char *)(uintptr_t)one->name, /* only read */
                                *original = (char *)(uintptr_t)one->original;
        uint64_t bytes = one->bytes, sum = one->sum;
        if (one->is_folder) name = (char *)(uintptr_t) "";
        LB_OK(lb_archive_text(a, key_of(n, "name", key), &name, err));
        LB_OK(lb_archive_text(a, key_of(n, "original", key), &original, err));
        LB_OK(lb_archive_count(a, key_of(n, "bytes", key), &bytes, err));
        LB_OK(lb_archive_count(a, key_of(n, "crc32", key), &sum, err));
    }
    return LB_STATUS_OK;
}

/* `is_there`: false behind the last one. */
static enum lb_status load_one(const struct lb_archive *a, size_t n, struct lb_input *out,
                               bool *is_there, struct lb_error *err)
{
    char key[KEY_SIZE];
    const char *name = lb_archive_find(a, key_of(n, "name", key));
    const char *original = lb_archive_find(a, key_of(n, "original", key));
    const char *bytes = lb_archive_find(a, key_of(n, "bytes", key));
    const char *sum = lb_archive_find(a, key_of(n, "crc32", key));
    *is_there = name != NULL;
    if (name == NULL) return LB_STATUS_OK;
    out->is_folder = name[0] == '\0';
    if (out->is_folder) return LB_STATUS_OK;
    LB_NEED(original != NULL && bytes != NULL && sum != NULL && strncmp(name, "inputs/", 7) == 0 &&
                strstr(name, "..") == NULL,
            LB_STATUS_FAILED, "the checkpoint's meta.json says too little of its input '%.60s'",
            name);
    snprintf(out->name, sizeof out->name, "%s", name);
    snprintf(out->original, sizeof out->original, "%s", original);
    out->bytes = strtoull(bytes, NULL, 10);
    out->sum = (uint32_t)strtoul(sum, NULL, 10);
    return LB_STATUS_OK;
}

void lb_inputs_load_originals(struct lb_inputs *in, const struct lb_archive *a)
{
    struct lb_input saved;
    bool is_there = true;
    for (size_t n = 0; is_there && load_one(a, n, &saved, &is_there, NULL) == LB_STATUS_OK; n++)
        for (size_t k = 0; k < in->count && is_there && !saved.is_folder; k++)
            if (strcmp(in->list[k].name, saved.name) == 0)
                memcpy(in->list[k].original, saved.original, sizeof saved.original);
}

/* Of one that is not as it was. */
static const char *state_of(const char *path)
{
    return access(path, F_OK) == 0 ? "has changed" : "is gone";
}

static enum lb_status check_one(const struct lb_input *saved, const char *folder, bool says,
                                struct lb_error *err)
{
    char path[LB_PATH_SIZE];
    LB_OK(lb_path_join(folder, saved->name, path, sizeof path, err));
    const bool is_original = is_as_it_was(saved->original, saved);
    const bool is_whole = is_as_it_was(path, saved);
    if (!is_whole && is_original) return copy_one(saved, saved->original, folder, err);
    LB_NEED(is_whole, LB_STATUS_FAILED,
            "'%s' %s, and '%s', of which it is the copy, %s, too: the run began with %llu bytes of "
            "the checksum %08x, and cannot go on with another file",
            path, state_of(path), saved->original, state_of(saved->original),
            (unsigned long long)saved->bytes, (unsigned)saved->sum);
    if (says && !is_original && access(saved->original, F_OK) == 0)
        fprintf(stderr,
                "sluice: note: '%s' has changed since this run began, which goes on with its copy "
                "'%s'\n",
                saved->original, path);
    return LB_STATUS_OK;
}

enum lb_status lb_inputs_check(const struct lb_archive *a, const char *folder, bool says,
                               struct lb_error *err)
{
    struct lb_input saved;
    bool is_there = true;
    for (size_t n = 0; n < LB_MAX_INPUTS; n++) {
        LB_OK(load_one(a, n, &saved, &is_there, err));
        if (!is_there) break;
        if (!saved.is_folder) LB_OK(check_one(&saved, folder, says, err));
    }
    return LB_STATUS_OK;
}

/* --- JSON ------------------------------------------------------------------------------------- */

void lb_inputs_print(const struct lb_inputs *in, struct lb_json *w, bool only_content)
{
    if (in->count == 0) return;
    struct lb_json all = lb_json_list(w, "inputs");
    for (size_t n = 0; n < in->count; n++) {
        char sum[16];
        struct lb_json one = lb_json_object(&all, NULL);
        snprintf(sum, sizeof sum, "%08x", (unsigned)in->list[n].sum);
        if (!only_content) lb_json_text(&one, "file", in->list[n].original);
        if (!in->list[n].is_folder) lb_json_text(&one, "copy", in->list[n].name);
        lb_json_number(&one, "bytes", (double)in->list[n].bytes);
        lb_json_text(&one, "crc32", sum);
    }
}

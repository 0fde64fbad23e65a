/* archive.c - values and arrays of a checkpoint, saved or loaded.
 * SPDX-License-Identifier: MIT */
#include "checkpoint/archive.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clean_text.h"
#include "checkpoint/checkpoint_folder.h"
#include "checkpoint/crc32.h"
#include "checkpoint/crc32_share.h"
#include "io/json.h"

enum { NAME_SIZE = 96, NUMBER_SIZE = 40, LARGE = 1 << 20, MAX_SHARED = 8 };

struct shared {
    char name[NAME_SIZE]; /* of the file */
    struct lb_archive_share own;
    uint64_t size; /* of the file */
};

struct lb_archive {
    bool loads;
    char folder[LB_PATH_SIZE]; /* of the run */
    char path[LB_PATH_SIZE];   /* of the files */
    bool is_open_folder;       /* saving, not committed */
    bool is_silent;            /* saving, and another process writes all but the shares */
    cJSON *meta, *values, *files;
    /* the array between lb_archive_begin and lb_archive_end */
    FILE *stream;
    char file[LB_PATH_SIZE];
    char name[NAME_SIZE]; /* of the file */
    uint64_t left;        /* bytes that are still to come */
    uint64_t size;        /* of the file so far */
    uint32_t crc;
    bool is_shared;
    struct lb_crc32_share share;
    uint64_t own_bytes;
    struct shared shared[MAX_SHARED]; /* those that ended */
    size_t shared_count;
};

/* --- life ------------------------------------------------------------------------------------- */

static enum lb_status make(const char *folder, bool loads, struct lb_archive **out,
                           struct lb_error *err)
{
    struct lb_archive *a = calloc(1, sizeof *a);
    *out = a;
    LB_NEED(a != NULL, LB_STATUS_FAILED, "no memory for a checkpoint");
    a->loads = loads;
    const int length = snprintf(a->folder, sizeof a->folder, "%s", folder);
    LB_NEED(length >= 0 && (size_t)length < sizeof a->folder, LB_STATUS_FAILED,
            "the path '%.200s...' is too long", folder);
    return LB_STATUS_OK;
}

static enum lb_status begin_meta(struct lb_archive *a, struct lb_error *err)
{
    a->meta = cJSON_CreateObject();
    const bool fine = a->meta != NULL &&
                      cJSON_AddStringToObject(a->meta, "schema", LB_CHECKPOINT_SCHEMA) != NULL &&
                      cJSON_AddStringToObject(a->meta, "checksum", "00000000") != NULL;
    a->values = fine ? cJSON_AddObjectToObject(a->meta, "values") : NULL;
    a->files = fine ? cJSON_AddObjectToObject(a->meta, "files") : NULL;
    if (a->values != NULL && a->files != NULL) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_FAILED, "no memory for a checkpoint");
}

enum lb_status lb_archive_create(const char *folder, struct lb_archive **out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_archive *a = NULL;
    LB_TRY(make(folder, false, &a, err));
    a->is_silent = lb_files_are_left();
    LB_TRY(lb_checkpoint_begin(folder, a->path, err));
    a->is_open_folder = !a->is_silent;
    LB_TRY(begin_meta(a, err));
    *out = a;
    a = NULL;
cleanup:
    lb_archive_close(a);
    return st;
}

enum lb_status lb_archive_open(const char *folder, struct lb_archive **out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_archive *a = NULL;
    LB_TRY(make(folder, true, &a, err));
    LB_TRY(lb_checkpoint_find(folder, a->path, err));
    LB_TRY(lb_checkpoint_read_meta(a->path, &a->meta, err));
    a->values = cJSON_GetObjectItemCaseSensitive(a->meta, "values");
    a->files = cJSON_GetObjectItemCaseSensitive(a->meta, "files");
    LB_REQUIRE(cJSON_IsObject(a->values) && cJSON_IsObject(a->files), LB_STATUS_FAILED,
               "'%s/meta.json' has no values or no files", a->path);
    for (cJSON *value = a->values->child; value != NULL; value = value->next)
        if (cJSON_IsString(value)) lb_text_make_printable(value->valuestring);
    *out = a;
    a = NULL;
cleanup:
    lb_archive_close(a);
    return st;
}

enum lb_status lb_archive_commit(struct lb_archive *a, struct lb_error *err)
{
    if (a->is_silent) return LB_STATUS_OK;
    LB_OK(lb_checkpoint_write_meta(a->path, a->meta, err));
    LB_OK(lb_checkpoint_replace(a->folder, err));
    a->is_open_folder = false;
    return LB_STATUS_OK;
}

/* One that failed half-way may still be open. */
static void close_earlier(struct lb_archive *a)
{
    if (a->stream != NULL) fclose(a->stream);
    a->stream = NULL;
}

void lb_archive_close(struct lb_archive *a)
{
    if (a == NULL) return;
    close_earlier(a);
    if (a->is_open_folder) lb_checkpoint_remove(a->path);
    cJSON_Delete(a->meta);
    free(a);
}

bool lb_archive_loads(const struct lb_archive *a)
{
    return a->loads;
}

enum lb_status lb_archive_path(const struct lb_archive *a, const char *name, char *out, size_t size,
                               struct lb_error *err)
{
    return lb_path_join(a->path, name, out, size, err);
}

/* --- values ----------------------------------------------------------------------------------- */

const char *lb_archive_find(const struct lb_archive *a, const char *name)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(a->values, name));
}

static enum lb_status put(struct lb_archive *a, const char *name, const char *text,
                          struct lb_error *err)
{
    if (cJSON_AddStringToObject(a->values, name, text) != NULL) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_FAILED, "no memory for '%s' of a checkpoint", name);
}

static enum lb_status get(struct lb_archive *a, const char *name, const char **out,
                          struct lb_error *err)
{
    *out = lb_archive_find(a, name);
    if (*out != NULL) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_FAILED, "'%s/meta.json' has no value '%s'", a->path, name);
}

static enum lb_status fail_value(const struct lb_archive *a, const char *name, const char *text,
                                 const char *kind, struct lb_error *err)
{
    return lb_fail(err, LB_STATUS_FAILED, "'%s/meta.json': %s is '%.40s', which is no %s", a->path,
                   name, text, kind);
}

enum lb_status lb_archive_text(struct lb_archive *a, const char *name, char **value,
                               struct lb_error *err)
{
    const char *text;
    if (!a->loads) return put(a, name, *value, err);
    LB_OK(get(a, name, &text, err));
    *value = strdup(text);
    if (*value != NULL) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_FAILED, "no memory for '%s' of a checkpoint", name);
}

enum lb_status lb_archive_count(struct lb_archive *a, const char *name, uint64_t *value,
                                struct lb_error *err)
{
    char digits[NUMBER_SIZE], *end;
    const char *text;
    snprintf(digits, sizeof digits, "%" PRIu64, *value);
    if (!a->loads) return put(a, name, digits, err);
    LB_OK(get(a, name, &text, err));
    errno = 0;
    const unsigned long long number = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0)
        return fail_value(a, name, text, "whole number", err);
    *value = number;
    return LB_STATUS_OK;
}

enum lb_status lb_archive_number(struct lb_archive *a, const char *name, double *value,
                                 struct lb_error *err)
{
    char digits[NUMBER_SIZE], *end;
    const char *text;
    snprintf(digits, sizeof digits, "%.17g", *value);
    if (!a->loads) return put(a, name, digits, err);
    LB_OK(get(a, name, &text, err));
    const double number = strtod(text, &end);
    if (end == text || *end != '\0') return fail_value(a, name, text, "number", err);
    *value = number;
    return LB_STATUS_OK;
}

enum lb_status lb_archive_flag(struct lb_archive *a, const char *name, bool *value,
                               struct lb_error *err)
{
    const char *text;
    if (!a->loads) return put(a, name, *value ? "1" : "0", err);
    LB_OK(get(a, name, &text, err));
    if (strcmp(text, "0") != 0 && strcmp(text, "1") != 0)
        return fail_value(a, name, text, "0 or 1", err);
    *value = text[0] == '1';
    return LB_STATUS_OK;
}

/* --- files ------------------------------------------------------------------------------------ */

static enum lb_status fail_file(const char *what, const char *path, struct lb_error *err)
{
    return lb_fail(err, LB_STATUS_FAILED, "cannot %s '%s': %s", what, path,
                   errno != 0 ? strerror(errno) : "input/output error");
}

static enum lb_status add_file(struct lb_archive *a, struct lb_error *err)
{
    char crc[16];
    snprintf(crc, sizeof crc, "%08x", (unsigned)a->crc);
    cJSON *entry = cJSON_AddObjectToObject(a->files, a->name);
    if (entry != NULL && cJSON_AddNumberToObject(entry, "bytes", (double)a->size) != NULL &&
        cJSON_AddStringToObject(entry, "crc32", crc) != NULL)
        return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_FAILED, "no memory for meta.json of a checkpoint");
}

static enum lb_status check_file(const struct lb_archive *a, struct lb_error *err)
{
    char crc[16];
    const cJSON *entry = cJSON_GetObjectItemCaseSensitive(a->files, a->name);
    const char *expected = lb_json_text_of(entry, "crc32");
    snprintf(crc, sizeof crc, "%08x", (unsigned)a->crc);
    if (strcmp(crc, expected) == 0) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_FAILED,
                   "'%s' is damaged: its checksum is %s, and that of what was saved %.8s", a->file,
                   crc, expected);
}

/* To write; whichever process comes first makes a shared one.  Follows no link. */
static FILE *create(const struct lb_archive *a)
{
    if (!a->is_shared) return fopen(a->file, "wbx");
    const int file = open(a->file, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    FILE *stream = file >= 0 ? fdopen(file, "wb") : NULL;
    if (stream == NULL && file >= 0) close(file);
    return stream;
}

/* Opens the file `name` of the archive, which must be as long as meta.json says. */
static enum lb_status open_file(struct lb_archive *a, const char *name, struct lb_error *err)
{
    struct stat found;
    const cJSON *entry = cJSON_GetObjectItemCaseSensitive(a->files, name);
    close_earlier(a);
    LB_NEED(strlen(name) < sizeof a->name, LB_STATUS_FAILED, "the name '%.60s...' is too long",
            name);
    snprintf(a->name, sizeof a->name, "%s", name);
    LB_OK(lb_path_join(a->path, name, a->file, sizeof a->file, err));
    a->crc = 0;
    a->size = 0;
    a->own_bytes = 0;
    a->share = (struct lb_crc32_share){0};
    LB_NEED(!a->loads || entry != NULL, LB_STATUS_FAILED, "the checkpoint '%s' has no '%s'",
            a->path, name);
    if (a->is_silent && !a->is_shared) return LB_STATUS_OK;
    errno = 0;
    a->stream = a->loads ? fopen(a->file, "rb") : create(a);
    if (a->stream == NULL) return fail_file(a->loads ? "read" : "create", a->file, err);
    if (!a->loads) return LB_STATUS_OK;
    const double expected = lb_json_number_of(entry, "bytes");
    if (fstat(fileno(a->stream), &found) != 0) return fail_file("read", a->file, err);
    if ((double)found.st_size == expected) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_FAILED, "'%s' is damaged: it has %llu bytes, and %.0f were saved",
                   a->file, (unsigned long long)found.st_size, expected);
}

/* What is written goes to the disk from now on, while more is fetched, and what is there leaves the
 * memory: with the checkpoint before it in memory, too, the next one would wait for pages. A hint. */
static void pass_on(FILE *stream)
{
#ifdef POSIX_FADV_DONTNEED
    (void)posix_fadvise(fileno(stream), 0, 0, POSIX_FADV_DONTNEED);
#else
    (void)stream;
#endif
}

static enum lb_status transfer(struct lb_archive *a, void *bytes, size_t count,
                               struct lb_error *err)
{
    if (a->stream == NULL) return LB_STATUS_OK;
    errno = 0;
    const size_t done =
        a->loads ? fread(bytes, 1, count, a->stream) : fwrite(bytes, 1, count, a->stream);
    if (done != count) return fail_file(a->loads ? "read" : "write", a->file, err);
    if (a->is_shared)
        lb_crc32_share_add(&a->share, bytes, count);
    else
        a->crc = lb_crc32(a->crc, bytes, count);
    a->size += count;
    a->own_bytes += count;
    if (!a->loads && count >= LARGE) pass_on(a->stream);
    return LB_STATUS_OK;
}

/* Some file systems cannot sync; that is no reason to lose the file. */
static bool is_synced(FILE *stream)
{
    return fsync(fileno(stream)) == 0 || errno == EINVAL || errno == ENOTSUP;
}

static enum lb_status note_share(struct lb_archive *a, struct lb_error *err)
{
    LB_NEED(a->shared_count < MAX_SHARED, LB_STATUS_FAILED,
            "a checkpoint cannot have more than %d shared arrays", MAX_SHARED);
    struct shared *s = &a->shared[a->shared_count++];
    snprintf(s->name, sizeof s->name, "%s", a->name);
    s->own = (struct lb_archive_share){a->own_bytes, a->share.sum};
    s->size = a->size;
    return LB_STATUS_OK;
}

static enum lb_status close_file(struct lb_archive *a, struct lb_error *err)
{
    if (a->stream == NULL) return LB_STATUS_OK;
    errno = 0;
    const bool fine = a->loads || (fflush(a->stream) == 0 && is_synced(a->stream));
    const int why = errno;
    if (!a->loads && a->size >= LARGE) pass_on(a->stream);
    const bool closed = fclose(a->stream) == 0;
    a->stream = NULL;
    if (!fine) errno = why;
    if (!fine || !closed) return fail_file("write", a->file, err);
    if (a->is_shared) return note_share(a, err);
    return a->loads ? check_file(a, err) : add_file(a, err);
}

enum lb_status lb_archive_file(struct lb_archive *a, const char *name, struct lb_error *err)
{
    char bytes[4096];
    size_t count;
    const bool loads = a->loads;
    close_earlier(a);
    a->is_shared = false;
    if (a->is_silent) return LB_STATUS_OK;
    snprintf(a->name, sizeof a->name, "%s", name);
    if (loads)
        LB_OK(open_file(a, name, err));
    else {
        LB_OK(lb_path_join(a->path, name, a->file, sizeof a->file, err));
        a->crc = 0;
        a->size = 0;
        a->stream = fopen(a->file, "rb");
        if (a->stream == NULL) return fail_file("read", a->file, err);
    }
    while ((count = fread(bytes, 1, sizeof bytes, a->stream)) > 0) {
        a->crc = lb_crc32(a->crc, bytes, count);
        a->size += count;
    }
    const bool failed = ferror(a->stream) != 0;
    fclose(a->stream);
    a->stream = NULL;
    if (failed) return fail_file("read", a->file, err);
    return loads ? check_file(a, err) : add_file(a, err);
}

/* --- arrays ----------------------------------------------------------------------------------- */

static void file_name(const char *name, char out[NAME_SIZE])
{
    snprintf(out, NAME_SIZE, "%.*s.npy", NAME_SIZE - 5, name);
}

bool lb_archive_has_array(const struct lb_archive *a, const char *name)
{
    char file[NAME_SIZE];
    file_name(name, file);
    return cJSON_GetObjectItemCaseSensitive(a->files, file) != NULL;
}

/* The header of the file that is open. */
static enum lb_status load_header(struct lb_archive *a, struct lb_npy *array, struct lb_error *err)
{
    struct stat found;
    char header[LB_NPY_MAX_HEADER];
    size_t length = 0;
    errno = 0;
    const size_t count = fread(header, 1, sizeof header, a->stream);
    if (ferror(a->stream) || fstat(fileno(a->stream), &found) != 0)
        return fail_file("read", a->file, err);
    LB_OK(lb_npy_read(header, count, a->file, array, &length, err));
    const uint64_t bytes = lb_npy_bytes(array);
    LB_NEED((uint64_t)found.st_size == length + bytes, LB_STATUS_FAILED,
            "'%s' has %llu bytes, and its header says %llu", a->file,
            (unsigned long long)found.st_size, (unsigned long long)(length + bytes));
    if (fseek(a->stream, (long)length, SEEK_SET) != 0) return fail_file("read", a->file, err);
    a->crc = lb_crc32(0, header, length);
    if (a->is_shared && !lb_files_are_left()) lb_crc32_share_add(&a->share, header, length);
    if (!lb_files_are_left()) a->own_bytes = length;
    a->size = length;
    a->left = bytes;
    return LB_STATUS_OK;
}

/* The header is the share of the process that has all the other files, too. */
static enum lb_status save_header(struct lb_archive *a, const struct lb_npy *array,
                                  struct lb_error *err)
{
    char header[LB_NPY_MAX_HEADER];
    const size_t length = lb_npy_print(array, header);
    a->left = lb_npy_bytes(array);
    if (!a->is_shared) return transfer(a, header, length, err);
    /* whole from the start: a file system that several machines share must not take what others
     * write for what lies behind the end */
    if (ftruncate(fileno(a->stream), (off_t)(length + a->left)) != 0)
        return fail_file("write", a->file, err);
    a->left += length;
    return a->is_silent ? lb_archive_skip(a, length, err)
                        : lb_archive_bytes(a, header, length, err);
}

static enum lb_status begin(struct lb_archive *a, const char *name, bool is_shared,
                            struct lb_npy *array, struct lb_error *err)
{
    char file[NAME_SIZE];
    file_name(name, file);
    a->is_shared = is_shared;
    LB_OK(open_file(a, file, err));
    return a->loads ? load_header(a, array, err) : save_header(a, array, err);
}

enum lb_status lb_archive_begin(struct lb_archive *a, const char *name, struct lb_npy *array,
                                struct lb_error *err)
{
    return begin(a, name, false, array, err);
}

enum lb_status lb_archive_begin_shared(struct lb_archive *a, const char *name, struct lb_npy *array,
                                       struct lb_error *err)
{
    return begin(a, name, true, array, err);
}

enum lb_status lb_archive_skip(struct lb_archive *a, uint64_t count, struct lb_error *err)
{
    LB_NEED(count <= a->left, LB_STATUS_FAILED,
            "'%s' has %llu bytes left, and %llu were passed over", a->file,
            (unsigned long long)a->left, (unsigned long long)count);
    errno = 0;
    if (count > 0 && fseeko(a->stream, (off_t)count, SEEK_CUR) != 0)
        return fail_file(a->loads ? "read" : "write", a->file, err);
    lb_crc32_share_skip(&a->share, count);
    a->size += count;
    a->left -= count;
    return LB_STATUS_OK;
}

enum lb_status lb_archive_bytes(struct lb_archive *a, void *bytes, uint64_t count,
                                struct lb_error *err)
{
    LB_NEED(count <= a->left, LB_STATUS_FAILED, "'%s' has %llu bytes left, and %llu were asked for",
            a->file, (unsigned long long)a->left, (unsigned long long)count);
    a->left -= count;
    return transfer(a, bytes, (size_t)count, err);
}

enum lb_status lb_archive_end(struct lb_archive *a, struct lb_error *err)
{
    LB_NEED(a->left == 0, LB_STATUS_FAILED, "%llu bytes of '%s' were left out",
            (unsigned long long)a->left, a->file);
    return close_file(a, err);
}

size_t lb_archive_share_count(const struct lb_archive *a)
{
    return a->shared_count;
}

struct lb_archive_share lb_archive_share(const struct lb_archive *a, size_t n)
{
    return a->shared[n].own;
}

enum lb_status lb_archive_unite(struct lb_archive *a, size_t n,
                                const struct lb_archive_share *shares, size_t count,
                                struct lb_error *err)
{
    const struct shared *s = &a->shared[n];
    uint64_t bytes = 0;
    uint32_t sum = 0;
    for (size_t k = 0; k < count; k++) {
        bytes += shares[k].bytes;
        sum ^= shares[k].sum;
    }
    snprintf(a->name, sizeof a->name, "%s", s->name);
    LB_OK(lb_path_join(a->path, a->name, a->file, sizeof a->file, err));
    LB_NEED(bytes == s->size, LB_STATUS_FAILED,
            "the shares of '%s' have %llu bytes, and it has %llu", a->file,
            (unsigned long long)bytes, (unsigned long long)s->size);
    a->size = s->size;
    a->crc = lb_crc32_of_shares(&sum, 1, s->size);
    return a->loads ? check_file(a, err) : add_file(a, err);
}

enum lb_status lb_archive_numbers(struct lb_archive *a, const char *name, double *numbers,
                                  uint64_t count, struct lb_error *err)
{
    struct lb_npy array = {"<f8", 1, {count}};
    LB_OK(lb_archive_begin(a, name, &array, err));
    LB_NEED(strcmp(array.type, "<f8") == 0 && array.rank == 1 && array.shape[0] == count,
            LB_STATUS_FAILED, "'%s' does not hold %llu numbers", a->file,
            (unsigned long long)count);
    LB_OK(lb_archive_bytes(a, numbers, count * sizeof *numbers, err));
    return lb_archive_end(a, err);
}

static enum lb_status load_rows(struct lb_archive *a, uint64_t rows, struct lb_table *table,
                                struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    double *row = calloc(table->columns, sizeof *row);
    LB_REQUIRE(row != NULL, LB_STATUS_FAILED, "no memory for '%s'", a->file);
    lb_table_clear(table);
    for (uint64_t n = 0; n < rows; n++) {
        LB_TRY(lb_archive_bytes(a, row, table->columns * sizeof *row, err));
        LB_TRY(lb_table_add(table, row, err));
    }
cleanup:
    free(row);
    return st;
}

enum lb_status lb_archive_table(struct lb_archive *a, const char *name, struct lb_table *table,
                                struct lb_error *err)
{
    const uint64_t columns = table->columns;
    struct lb_npy array = {"<f8", 2, {table->rows, columns}};
    LB_OK(lb_archive_begin(a, name, &array, err));
    LB_NEED(strcmp(array.type, "<f8") == 0 && array.rank == 2 && array.shape[1] == columns,
            LB_STATUS_FAILED, "'%s' does not hold rows of %llu numbers", a->file,
            (unsigned long long)columns);
    if (a->loads)
        LB_OK(load_rows(a, array.shape[0], table, err));
    else if (table->rows > 0)
        LB_OK(lb_archive_bytes(a, table->numbers, table->rows * columns * sizeof(double), err));
    return lb_archive_end(a, err);
}

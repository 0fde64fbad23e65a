/* file.c - files that are whole or absent, and the output folder.
 * SPDX-License-Identifier: MIT */
#include "io/file.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char temporary_suffix[] = ".partial";

enum { MAX_NUMBERED_FOLDERS = 1000000 };

static _Thread_local bool are_left;

void lb_files_leave_to_others(bool yes)
{
    are_left = yes;
}

bool lb_files_are_left(void)
{
    return are_left;
}

static enum lb_status fail_path(struct lb_error *err, const char *what, const char *path)
{
    return lb_fail(err, LB_STATUS_FAILED, "cannot %s '%s': %s", what, path, strerror(errno));
}

/* snprintf's result tells whether all of it found room. */
static bool is_whole(int length, size_t size)
{
    return length >= 0 && (size_t)length < size;
}

enum lb_status lb_file_temporary_name(const char *path, char *out, size_t size,
                                      struct lb_error *err)
{
    if (path[0] == '\0')
        return lb_fail(err, LB_STATUS_FAILED, "the name of an output file is empty");
    if (!is_whole(snprintf(out, size, "%s%s", path, temporary_suffix), size))
        return lb_fail(err, LB_STATUS_FAILED, "the path '%.200s...' is too long", path);
    return LB_STATUS_OK;
}

enum lb_status lb_folder_sync(const char *path, struct lb_error *err)
{
    const int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool is_synced =
        folder >= 0 && (fsync(folder) == 0 || errno == EINVAL || errno == ENOTSUP);
    const int why = errno;
    if (folder >= 0) close(folder);
    if (is_synced) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_FAILED, "cannot flush the folder '%s': %s", path, strerror(why));
}

/* A folder that may be written into but not read cannot be flushed. */
static void sync_folder_of(const char *path)
{
    char folder[LB_PATH_SIZE];
    const char *slash = strrchr(path, '/');
    const size_t length = slash != NULL ? (size_t)(slash - path) : 0;
    if (length >= sizeof folder) return;
    snprintf(folder, sizeof folder, "%.*s", (int)length, path);
    lb_folder_sync(slash == NULL ? "." : length == 0 ? "/" : folder, NULL);
}

static enum lb_status give_name(const char *temporary, const char *path, struct lb_error *err)
{
    if (rename(temporary, path) != 0) return fail_path(err, "give an output file its name", path);
    sync_folder_of(path);
    return LB_STATUS_OK;
}

enum lb_status lb_file_rename(const char *temporary, const char *path, struct lb_error *err)
{
    return are_left ? LB_STATUS_OK : give_name(temporary, path, err);
}

/* A new file: what a run that was killed left under this name, or others laid there, is removed and
 * not followed. */
static FILE *create(const char *path)
{
    static const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    int file = open(path, flags, 0666);
    if (file < 0 && errno == EEXIST && unlink(path) == 0) file = open(path, flags, 0666);
    FILE *stream = file >= 0 ? fdopen(file, "wb") : NULL;
    if (stream == NULL && file >= 0) close(file);
    return stream;
}

static enum lb_status open_file(struct lb_file *file, const char *path, bool is_left,
                                struct lb_error *err)
{
    *file = (struct lb_file){.is_left = is_left};
    if (!is_whole(snprintf(file->path, sizeof file->path, "%s", path), sizeof file->path))
        return lb_fail(err, LB_STATUS_FAILED, "the path '%.200s...' is too long", path);
    enum lb_status st = lb_file_temporary_name(path, file->temporary, sizeof file->temporary, err);
    if (st == LB_STATUS_OK) {
        file->stream = is_left ? fopen("/dev/null", "wb") : create(file->temporary);
        if (file->stream == NULL) st = fail_path(err, "create", file->temporary);
    }
    if (st != LB_STATUS_OK)
        *file = (struct lb_file){0}; /* what we did not create is not ours to remove */
    return st;
}

enum lb_status lb_file_open(struct lb_file *file, const char *path, struct lb_error *err)
{
    return open_file(file, path, are_left, err);
}

enum lb_status lb_file_open_own(struct lb_file *file, const char *path, struct lb_error *err)
{
    return open_file(file, path, false, err);
}

/* Some file systems cannot sync; that is no reason to lose the file. */
static bool is_synced(FILE *stream)
{
    return fsync(fileno(stream)) == 0 || errno == EINVAL || errno == ENOTSUP;
}

/* Why a write failed whose result was not checked: one more byte fails for the same reason. */
static int find_cause(FILE *stream)
{
    const int file = fileno(stream);
    if (lseek(file, 0, SEEK_END) >= 0 && write(file, "", 1) < 0) return errno;
    return EIO;
}

enum lb_status lb_file_commit(struct lb_file *file, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    errno = 0;
    /* An earlier write may have failed without anyone looking: ferror remembers that, errno may
     * not. */
    bool earlier = ferror(file->stream) != 0;
    if (fflush(file->stream) != 0 || earlier || !is_synced(file->stream)) {
        if (errno == 0) errno = find_cause(file->stream);
        st = fail_path(err, "write", file->path);
    }
    int closed = fclose(file->stream);
    file->stream = NULL;
    if (closed != 0 && st == LB_STATUS_OK) st = fail_path(err, "write", file->path);
    if (st == LB_STATUS_OK && !file->is_left) st = give_name(file->temporary, file->path, err);
    if (st == LB_STATUS_OK) file->temporary[0] = '\0';
    lb_file_discard(file);
    return st;
}

enum lb_status lb_file_flush(struct lb_file *file, struct lb_error *err)
{
    if (fflush(file->stream) == 0 && !ferror(file->stream)) return LB_STATUS_OK;
    fail_path(err, "write", file->path);
    lb_error_note(err, "What was written before is in '%s'.", file->temporary);
    fclose(file->stream);
    *file = (struct lb_file){0};
    return LB_STATUS_FAILED;
}

void lb_file_discard(struct lb_file *file)
{
    if (file->stream != NULL) fclose(file->stream);
    if (file->temporary[0] != '\0' && !file->is_left) unlink(file->temporary);
    *file = (struct lb_file){0};
}

/* Creates the folders above the last one; those that are there are fine. */
static enum lb_status create_parents(const char *path, struct lb_error *err)
{
    char parent[LB_PATH_SIZE];
    for (const char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        size_t length = (size_t)(slash - path);
        memcpy(parent, path, length);
        parent[length] = '\0';
        if (mkdir(parent, 0777) != 0 && errno != EEXIST)
            return fail_path(err, "create the folder", parent);
    }
    return LB_STATUS_OK;
}

/* A folder at the root that is not there is a typing error, or a disk that is not mounted. */
static enum lb_status check_top(const char *path, struct lb_error *err)
{
    char top[LB_PATH_SIZE];
    const char *end = path[0] == '/' ? strchr(path + 1, '/') : NULL;
    if (end == NULL) return LB_STATUS_OK;
    snprintf(top, sizeof top, "%.*s", (int)(end - path), path);
    if (access(top, F_OK) == 0) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_USAGE,
                   "the output folder '%s' would be below '%s', which does not exist; folders are "
                   "made below one that does",
                   path, top);
}

static enum lb_status create_wanted(const char *wanted, char *out, size_t size,
                                    struct lb_error *err)
{
    size_t length = strlen(wanted);
    while (length > 1 && wanted[length - 1] == '/')
        length--;
    if (length == 0) return lb_fail(err, LB_STATUS_USAGE, "the name of the output folder is empty");
    if (length >= size || length >= LB_PATH_SIZE)
        return lb_fail(err, LB_STATUS_USAGE, "the output folder's path is too long");
    memmove(out, wanted, length);
    out[length] = '\0';
    LB_OK(check_top(out, err));
    LB_OK(create_parents(out, err));
    if (mkdir(out, 0777) == 0) return LB_STATUS_OK;
    if (errno == EEXIST)
        return lb_fail(err, LB_STATUS_USAGE,
                       "the output folder '%s' exists already, and results are never overwritten",
                       out);
    return fail_path(err, "create the output folder", out);
}

enum lb_status lb_folder_ensure(const char *path, struct lb_error *err)
{
    if (are_left) return LB_STATUS_OK;
    const enum lb_status st = create_parents(path, err);
    if (st != LB_STATUS_OK || mkdir(path, 0777) == 0 || errno == EEXIST) return st;
    return fail_path(err, "create the folder", path);
}

void lb_folder_remove(const char *path, const char *prefix)
{
    char file[LB_PATH_SIZE];
    const struct dirent *entry;
    DIR *folder = opendir(path);
    if (folder == NULL) return;
    while ((entry = readdir(folder)) != NULL)
        if (strncmp(entry->d_name, prefix, strlen(prefix)) == 0 &&
            strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
            lb_path_join(path, entry->d_name, file, sizeof file, NULL) == LB_STATUS_OK)
            unlink(file);
    closedir(folder);
    rmdir(path);
}

void lb_folder_remove_partials(const char *path)
{
    const size_t length = sizeof temporary_suffix - 1;
    char file[LB_PATH_SIZE];
    const struct dirent *entry;
    DIR *folder = are_left ? NULL : opendir(path);
    if (folder == NULL) return;
    while ((entry = readdir(folder)) != NULL) {
        const size_t size = strlen(entry->d_name);
        if (size <= length || strcmp(entry->d_name + size - length, temporary_suffix) != 0 ||
            lb_path_join(path, entry->d_name, file, sizeof file, NULL) != LB_STATUS_OK)
            continue;
        if (unlink(file) != 0) lb_folder_remove(file, "");
    }
    closedir(folder);
}

enum lb_status lb_folder_lock(const char *path, int *lock, struct lb_error *err)
{
    return lb_folder_lock_as(path, false, lock, err);
}

enum lb_status lb_folder_lock_as(const char *path, bool is_shared, int *lock, struct lb_error *err)
{
    *lock = are_left ? -1 : open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (*lock < 0) return LB_STATUS_OK; /* the caller reports what is wrong with the folder */
    if (flock(*lock, (is_shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0) return LB_STATUS_OK;
    const int why = errno;
    close(*lock);
    *lock = -1;
    if (why != EWOULDBLOCK) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_FAILED,
                   "'%s' is in use: another sluice is running in it; wait until it ends or stop it",
                   path);
}

void lb_folder_unlock(int lock)
{
    if (lock >= 0) close(lock);
}

enum lb_status lb_folder_create(const char *wanted, const char *stem, char *out, size_t size,
                                struct lb_error *err)
{
    if (are_left) return LB_STATUS_OK;
    if (wanted != NULL) return create_wanted(wanted, out, size, err);
    for (int i = 1; i <= MAX_NUMBERED_FOLDERS; i++) {
        if (!is_whole(snprintf(out, size, "%s-%d", stem, i), size))
            return lb_fail(err, LB_STATUS_FAILED, "the output folder's path is too long");
        if (mkdir(out, 0777) == 0) return LB_STATUS_OK; /* mkdir decides: no race between runs */
        if (errno != EEXIST) return fail_path(err, "create the output folder", out);
    }
    return lb_fail(err, LB_STATUS_FAILED, "all of '%s-1' to '%s-%d' exist already", stem, stem,
                   MAX_NUMBERED_FOLDERS);
}

enum lb_status lb_path_set_aside(const char *from, const char *what, char out[LB_PATH_SIZE],
                                 struct lb_error *err)
{
    for (int k = 1; k <= MAX_NUMBERED_FOLDERS; k++) {
        if (!is_whole(snprintf(out, LB_PATH_SIZE, "%s-%s-%d", from, what, k), LB_PATH_SIZE))
            return lb_fail(err, LB_STATUS_FAILED, "the path '%.200s-%s' is too long", from, what);
        if (access(out, F_OK) == 0) continue;
        return rename(from, out) == 0 ? LB_STATUS_OK : fail_path(err, "rename", from);
    }
    return lb_fail(err, LB_STATUS_FAILED, "all of '%s-%s-1' to '-%d' exist already", from, what,
                   MAX_NUMBERED_FOLDERS);
}

enum lb_status lb_path_join(const char *folder, const char *name, char *out, size_t size,
                            struct lb_error *err)
{
    size_t length = strlen(folder);
    bool bare = length == 0 || folder[length - 1] == '/';
    if (!is_whole(snprintf(out, size, "%s%s%s", folder, bare ? "" : "/", name), size))
        return lb_fail(err, LB_STATUS_FAILED, "the path of '%.100s' in '%.200s' is too long", name,
                       folder);
    return LB_STATUS_OK;
}

/* One spelling of each special value: readers disagree about "-nan". */
static void print_number(FILE *stream, double value, int digits)
{
    if (isnan(value))
        fputs("nan", stream);
    else
        fprintf(stream, "%.*g", digits, value);
}

void lb_csv_print_rows(FILE *stream, const double *numbers, size_t rows, size_t column_count,
                       int digits)
{
    for (size_t row = 0; row < rows && !ferror(stream); row++)
        for (size_t column = 0; column < column_count; column++) {
            print_number(stream, numbers[row * column_count + column], digits);
            fputc(column + 1 < column_count ? ',' : '\n', stream);
        }
}

enum lb_status lb_csv_write(const char *path, const char *columns, const double *numbers,
                            size_t rows, size_t column_count, int digits, struct lb_error *err)
{
    assert(digits >= 1 && digits <= 17);
    enum lb_status st = LB_STATUS_OK;
    struct lb_file file = {0};
    LB_TRY(lb_file_open(&file, path, err));
    fprintf(file.stream, "%s\n", columns);
    lb_csv_print_rows(file.stream, numbers, rows, column_count, digits);
    LB_TRY(lb_file_commit(&file, err));
cleanup:
    lb_file_discard(&file);
    return st;
}

enum lb_status lb_text_write(const char *path, const char *text, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_file file = {0};
    LB_TRY(lb_file_open(&file, path, err));
    fputs(text, file.stream);
    LB_TRY(lb_file_commit(&file, err));
cleanup:
    lb_file_discard(&file);
    return st;
}

bool lb_stream_is_abandoned(FILE *stream)
{
    struct pollfd end = {.fd = fileno(stream)};
    return ferror(stream) && poll(&end, 1, 0) == 1 && (end.revents & POLLERR) != 0;
}

enum lb_status lb_stream_flush(FILE *stream, struct lb_error *err)
{
    errno = 0;
    if (fflush(stream) == 0 && !ferror(stream)) return LB_STATUS_OK;
    /* an earlier write may have failed, of which a closed descriptor still tells */
    const int why = errno != 0 || write(fileno(stream), "", 0) < 0 ? errno : EIO;
    if (lb_stream_is_abandoned(stream)) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_FAILED, "cannot write to standard output: %s", strerror(why));
}

/* file.h - files that are whole or absent: written under a temporary name, renamed when complete.
 * SPDX-License-Identifier: MIT */
#ifndef LB_IO_FILE_H
#define LB_IO_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/status.h"

enum { LB_PATH_SIZE = 4096 };

/* From here on, and until it is called with false, this thread writes nothing, and what is below succeeds all the
 * same: another process, that does the same, writes the files. */
void lb_files_leave_to_others(bool yes);
bool lb_files_are_left(void);

struct lb_file { /* initialise with {0} */
    FILE *stream;
    char path[LB_PATH_SIZE];
    char temporary[LB_PATH_SIZE];
    bool is_left; /* to others */
};

/* Opens a temporary neighbour of `path` for writing; what has its name, a link too, is removed
 * first. */
enum lb_status lb_file_open(struct lb_file *file, const char *path, struct lb_error *err);
/* The same for a file that is this process's own, whoever writes the others. */
enum lb_status lb_file_open_own(struct lb_file *file, const char *path, struct lb_error *err);
/* Flushes, checks every earlier write (full disk), syncs, renames. */
enum lb_status lb_file_commit(struct lb_file *file, struct lb_error *err);
/* Writes out what was printed so far.  Where that fails, the message says so and names the temporary,
 * which stays, so that its content is not lost. */
enum lb_status lb_file_flush(struct lb_file *file, struct lb_error *err);
/* Removes the temporary; harmless after commit or on {0}. */
void lb_file_discard(struct lb_file *file);

/* The rename without the stream, for writers that want a path of their own (cairo). */
enum lb_status lb_file_temporary_name(const char *path, char *out, size_t size,
                                      struct lb_error *err);
enum lb_status lb_file_rename(const char *temporary, const char *path, struct lb_error *err);

/* Flushes a stream that others own, as standard output, and fails where anything written to it so
 * far got lost; not where its reader has gone: what he missed he did not want. */
enum lb_status lb_stream_flush(FILE *stream, struct lb_error *err);
/* Whether something got lost because the pipe behind it has no reader any more (SIGPIPE is ignored). */
bool lb_stream_is_abandoned(FILE *stream);

/* Makes the output folder: `wanted` must not exist (LB_STATUS_USAGE: never overwritten);
 * wanted NULL: the first free of stem-1, stem-2, ... in the working folder.  Writes the path to
 * `out`. */
enum lb_status lb_folder_create(const char *wanted, const char *stem, char *out, size_t size,
                                struct lb_error *err);

/* The folder and those above it are there afterwards; that they are already is fine. */
enum lb_status lb_folder_ensure(const char *path, struct lb_error *err);

/* Removes the files in the folder whose names begin with `prefix`, and the folder if it then is empty; what is
 * not there is fine. */
void lb_folder_remove(const char *path, const char *prefix);

/* Removes what was being written in the folder, files and folders of files, when its writer was killed. */
void lb_folder_remove_partials(const char *path);

/* Keeps other processes from writing into the folder: fails where one has it locked already.  `lock`
 * is -1 where there is no such folder, or no locks; it ends with lb_folder_unlock or with the process. */
enum lb_status lb_folder_lock(const char *path, int *lock, struct lb_error *err);
void lb_folder_unlock(int lock); /* -1 is fine */

/* Flushes the names in the folder; where the file system cannot, that is fine. */
enum lb_status lb_folder_sync(const char *path, struct lb_error *err);

/* folder + "/" + name, refusing paths that are too long. */
enum lb_status lb_path_join(const char *folder, const char *name, char *out, size_t size,
                            struct lb_error *err);

/* A header row and rows of numbers with `digits` significant digits (17 keep all of a double). */
enum lb_status lb_csv_write(const char *path, const char *columns, const double *numbers,
                            size_t rows, size_t column_count, int digits, struct lb_error *err);

/* The rows alone, onto a stream whose errors are the caller's. */
void lb_csv_print_rows(FILE *stream, const double *numbers, size_t rows, size_t column_count,
                       int digits);

/* A whole text file. */
enum lb_status lb_text_write(const char *path, const char *text, struct lb_error *err);

#endif

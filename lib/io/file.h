/* file.h - files that are whole or absent: written under a temporary name, renamed when complete.
 * SPDX-License-Identifier: MIT */
#ifndef LB_IO_FILE_H
#define LB_IO_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/status.h"

enum { LB_PATH_SIZE = 4096 };

/* After a call with true, and until one with false, this thread writes no files and the functions
 * below succeed: another process does the same and writes the files. */
void lb_files_leave_to_others(bool yes);
bool lb_files_are_left(void);

struct lb_file { /* initialise with {0} */
    FILE *stream;
    char path[LB_PATH_SIZE];
    char temporary[LB_PATH_SIZE];
    bool is_left; /* to others */
};

/* Opens a temporary file beside `path` for writing, after removing any file or link of its name. */
enum lb_status lb_file_open(struct lb_file *file, const char *path, struct lb_error *err);
/* The same for a file that every process writes for itself. */
enum lb_status lb_file_open_own(struct lb_file *file, const char *path, struct lb_error *err);
/* Flushes, checks every earlier write (full disk), syncs, renames. */
enum lb_status lb_file_commit(struct lb_file *file, struct lb_error *err);
/* Writes out the buffered text.  On failure the message names the temporary file, which stays, so
 * that its content is not lost. */
enum lb_status lb_file_flush(struct lb_file *file, struct lb_error *err);
/* Removes the temporary; harmless after commit or on {0}. */
void lb_file_discard(struct lb_file *file);

/* The rename without a stream, for writers that open the path themselves (cairo). */
enum lb_status lb_file_temporary_name(const char *path, char *out, size_t size,
                                      struct lb_error *err);
enum lb_status lb_file_rename(const char *temporary, const char *path, struct lb_error *err);

/* Flushes a stream that others own, as standard output, and fails if anything written to it so
 * far got lost; not where its reader has gone: what he missed he did not want. */
enum lb_status lb_stream_flush(FILE *stream, struct lb_error *err);
/* Whether output was lost because the reader of the pipe has closed it (SIGPIPE is ignored). */
bool lb_stream_is_abandoned(FILE *stream);

/* Makes the output folder: `wanted` must not exist (LB_STATUS_USAGE: never overwritten); wanted
 * NULL: the first free of stem-1, stem-2, ... in the working folder.  Writes the path to `out`. */
enum lb_status lb_folder_create(const char *wanted, const char *stem, char *out, size_t size,
                                struct lb_error *err);

/* Makes the folder and those above it, unless they exist. */
enum lb_status lb_folder_ensure(const char *path, struct lb_error *err);

/* Removes the files in the folder whose names begin with `prefix`, and the folder if it is empty
 * then.  Missing files are no error. */
void lb_folder_remove(const char *path, const char *prefix);

/* Removes unfinished files, and folders of them, of a writer that was killed. */
void lb_folder_remove_partials(const char *path);

/* Keeps other processes from writing into the folder: fails if one has it locked already.  `is_shared`: only
 * those that do not share it.
 * `lock` is -1 if there is no such folder, or no locks; it ends with lb_folder_unlock or with
 * the process. */
enum lb_status lb_folder_lock(const char *path, int *lock, struct lb_error *err);
enum lb_status lb_folder_lock_as(const char *path, bool is_shared, int *lock, struct lb_error *err);
void lb_folder_unlock(int lock); /* -1 is allowed */

/* Flushes the names in the folder, if the file system can. */
enum lb_status lb_folder_sync(const char *path, struct lb_error *err);

/* Renames a file or folder to FROM-WHAT-1, or -2 and so on where that is taken; `out` gets the name. */
enum lb_status lb_path_set_aside(const char *from, const char *what, char out[LB_PATH_SIZE],
                                 struct lb_error *err);

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

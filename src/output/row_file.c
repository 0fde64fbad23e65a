/* row_file.c - rows on the disk as they come: what was observed is there whatever becomes of the
 * run.
 * SPDX-License-Identifier: MIT */
#include "output/row_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "output/output_files.h"

static const double seconds_between_rows = 1.0;

bool lb_row_file_is_due(const struct lb_output_services *s, double clock)
{
    return s->clock() - clock >= seconds_between_rows;
}

void lb_row_file_close(struct lb_row_file *file)
{
    if (file->stream != NULL) fclose(file->stream);
    file->stream = NULL;
}

static void give_up(struct lb_row_file *file, const struct lb_output_services *s, const char *name)
{
    s->end_progress(s->run);
    fprintf(stderr, "sluice: warning: cannot append to '%s/%s': %s; it is written in the end\n",
            s->folder, name, strerror(errno));
    lb_row_file_close(file);
    file->failed = true;
}

/* A new file: what an earlier part of the run left here, or others laid, is removed and not
 * followed. */
static bool open_rows(struct lb_row_file *file, const struct lb_output_services *s,
                      const char *name, const char *columns)
{
    char path[LB_PATH_SIZE];
    if (lb_output_path(s, name, path, NULL) != LB_STATUS_OK) return false;
    const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    unlink(path);
    const int number = open(path, flags, 0666);
    file->stream = number >= 0 ? fdopen(number, "wb") : NULL;
    if (file->stream == NULL && number >= 0) close(number);
    return file->stream != NULL && fprintf(file->stream, "%s\n", columns) > 0;
}

void lb_row_file_append(struct lb_row_file *file, struct lb_output_services *s, const char *name,
                        const char *columns, const struct lb_table *t)
{
    if (file->failed || t->rows == file->written || lb_files_are_left()) return;
    errno = 0;
    bool fine = file->stream != NULL || open_rows(file, s, name, columns);
    if (fine) {
        lb_csv_print_rows(file->stream, t->numbers + file->written * t->columns,
                          t->rows - file->written, t->columns, lb_output_digits(s->c));
        fine = fflush(file->stream) == 0 && !ferror(file->stream);
        if (fine) fsync(fileno(file->stream)); /* as far as this file system can */
        file->written = t->rows;
    }
    if (!fine) give_up(file, s, name);
}

/* table.c - a growing table of numbers.
 * SPDX-License-Identifier: MIT */
#include "base/table.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PATH_SIZE = 4200, FILE_PIECE = 8 << 20 /* bytes by which a file grows */ };

static size_t bytes_of(const struct lb_table *table, size_t rows)
{
    return rows * table->columns * sizeof(double);
}

static enum lb_status fail_file(const struct lb_table *table, int why, struct lb_error *err)
{
    return lb_fail(err, LB_STATUS_FAILED, "no room for a table of %zu rows in '%s': %s",
                   table->rows, table->folder, strerror(why));
}

/* Gone from the folder at once: it lives as long as it is open. */
static enum lb_status open_file(const struct lb_table *table, int *out, struct lb_error *err)
{
    char path[PATH_SIZE];
    const int length = snprintf(path, sizeof path, "%s/.rows-XXXXXX", table->folder);
    *out = length < PATH_SIZE ? mkstemp(path) : -1;
    if (*out < 0) return fail_file(table, length < PATH_SIZE ? errno : ENAMETOOLONG, err);
    fcntl(*out, F_SETFD, FD_CLOEXEC);
    unlink(path);
    return LB_STATUS_OK;
}

/* Room on the disk is taken first: a page that finds none later would end the program.  Zeros take it
 * on any system and in any folder, which posix_fallocate does not.  0, or what is wrong, as in errno. */
static int take_room(int file, size_t from, size_t to)
{
    static const char zeros[1 << 16];
    while (from < to) {
        const size_t piece = to - from < sizeof zeros ? to - from : sizeof zeros;
        const ssize_t written = pwrite(file, zeros, piece, (off_t)from);
        if (written < 0 && errno != EINTR) return errno;
        if (written > 0) from += (size_t)written;
    }
    return 0;
}

static enum lb_status map(const struct lb_table *table, int file, size_t bytes, double **out,
                          struct lb_error *err)
{
    const size_t had = table->is_in_file ? bytes_of(table, table->capacity) : 0;
    const int why = take_room(file, had, bytes);
    if (why != 0) return fail_file(table, why, err);
    void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (at == MAP_FAILED) return fail_file(table, errno, err);
    *out = at;
    return LB_STATUS_OK;
}

/* The rows so far stay in the file and leave the memory. */
static enum lb_status grow_in_file(struct lb_table *table, struct lb_error *err)
{
    double *numbers = NULL;
    int file = table->file;
    const size_t held = bytes_of(table, table->rows);
    const size_t rows = table->rows + FILE_PIECE / (table->columns * sizeof(double)) + 1;
    if (!table->is_in_file) LB_OK(open_file(table, &file, err));
    const enum lb_status st = map(table, file, bytes_of(table, rows), &numbers, err);
    if (st != LB_STATUS_OK) {
        if (!table->is_in_file) close(file);
        return st;
    }
    if (table->is_in_file) {
        munmap(table->numbers, bytes_of(table, table->capacity));
    } else {
        memcpy(numbers, table->numbers, held);
        madvise(numbers, held, MADV_DONTNEED);
        free(table->numbers);
    }
    table->is_in_file = true;
    table->file = file;
    table->numbers = numbers;
    table->capacity = rows;
    return LB_STATUS_OK;
}

static enum lb_status grow(struct lb_table *table, struct lb_error *err)
{
    const size_t capacity = table->capacity == 0 ? 256 : 2 * table->capacity;
    if (capacity > SIZE_MAX / sizeof(double) / table->columns)
        return lb_fail(err, LB_STATUS_FAILED, "a table of %zu rows is too large", capacity);
    if (table->folder != NULL && bytes_of(table, capacity) > LB_TABLE_IN_MEMORY)
        return grow_in_file(table, err);
    double *numbers = realloc(table->numbers, bytes_of(table, capacity));
    if (numbers == NULL)
        return lb_fail(err, LB_STATUS_FAILED, "no memory for a table of %zu rows", capacity);
    table->numbers = numbers;
    table->capacity = capacity;
    return LB_STATUS_OK;
}

enum lb_status lb_table_add(struct lb_table *table, const double *row, struct lb_error *err)
{
    if (table->rows == table->capacity) LB_OK(grow(table, err));
    memcpy(table->numbers + table->rows * table->columns, row, table->columns * sizeof *row);
    table->rows++;
    return LB_STATUS_OK;
}

void lb_table_clear(struct lb_table *table)
{
    if (table->is_in_file) {
        munmap(table->numbers, bytes_of(table, table->capacity));
        close(table->file);
    } else {
        free(table->numbers);
    }
    table->is_in_file = false;
    table->numbers = NULL;
    table->rows = 0;
    table->capacity = 0;
}

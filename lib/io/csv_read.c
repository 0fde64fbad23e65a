/* csv_read.c - reads some columns of a table of numbers.
 * SPDX-License-Identifier: MIT */
#include "io/csv_read.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/read_text.h"

enum { MAX_COLUMNS = 256 };

struct reader {
    const char *path;
    FILE *stream;
    char *line;
    size_t size, number; /* of the line's memory; of the line in the file */
    char *fields[MAX_COLUMNS];
    size_t field_count;
    bool is_too_long;
};

/* False at the end of the file, and at a line that is too long. */
static bool next_line(struct reader *r)
{
    const ssize_t length = lb_read_line(r->stream, &r->line, &r->size);
    r->is_too_long = length == LB_LINE_TOO_LONG;
    if (length < 0) return false;
    r->line[strcspn(r->line, "\r\n")] = '\0';
    r->number++;
    r->field_count = 0;
    for (char *at = r->line; at != NULL && r->field_count < MAX_COLUMNS;) {
        r->fields[r->field_count++] = at;
        at = strchr(at, ',');
        if (at != NULL) *at++ = '\0';
    }
    return true;
}

static enum lb_status check_line(const struct reader *r, struct lb_error *err)
{
    if (!r->is_too_long) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_FAILED,
                   "%s:%zu: a line of more than %d bytes is no row of a table", r->path,
                   r->number + 1, LB_LINE_MAX);
}

/* Without the mark of UTF-8 that spreadsheets begin with, and without blanks. */
static const char *name_in(char *field)
{
    static const char mark[] = "\xef\xbb\xbf";
    if (strncmp(field, mark, sizeof mark - 1) == 0) field += sizeof mark - 1;
    field += strspn(field, " \t");
    for (size_t n = strlen(field); n > 0 && strchr(" \t", field[n - 1]) != NULL; n--)
        field[n - 1] = '\0';
    return field;
}

static size_t find_column(struct reader *r, const char *name)
{
    size_t n = 0;
    while (n < r->field_count && strcmp(name_in(r->fields[n]), name) != 0)
        n++;
    return n;
}

static enum lb_status find_columns(struct reader *r, const char *const *names, size_t needed,
                                   struct lb_csv_table *t, size_t *columns, struct lb_error *err)
{
    if (!next_line(r)) {
        LB_OK(check_line(r, err));
        return lb_fail(err, LB_STATUS_FAILED, "'%s' is empty", r->path);
    }
    t->names = r->field_count;
    for (size_t k = 0; k < t->columns; k++) {
        columns[k] = find_column(r, names[k]);
        if (columns[k] < r->field_count) continue;
        LB_NEED(k >= needed, LB_STATUS_FAILED,
                "'%s' has no column '%s': its first row, names between commas, begins with '%.40s'",
                r->path, names[k], name_in(r->fields[0]));
        t->columns = needed;
    }
    return LB_STATUS_OK;
}

static enum lb_status read_row(const struct reader *r, const char *const *names,
                               const size_t *columns, size_t count, double *out,
                               struct lb_error *err)
{
    for (size_t k = 0; k < count; k++) {
        if (columns[k] >= r->field_count)
            return lb_fail(err, LB_STATUS_FAILED, "%s:%zu: the row ends before '%s'", r->path,
                           r->number, names[k]);
        const char *field = r->fields[columns[k]];
        char *end;
        out[k] = strtod(field, &end);
        end += strspn(end, " \t");
        if (end == field || *end != '\0')
            return lb_fail(err, LB_STATUS_FAILED, "%s:%zu: '%.40s' is no number for '%s'", r->path,
                           r->number, field, names[k]);
    }
    return LB_STATUS_OK;
}

static enum lb_status read_rows(struct reader *r, const char *const *names, size_t needed,
                                struct lb_csv_table *t, struct lb_error *err)
{
    size_t columns[MAX_COLUMNS], capacity = 0;
    LB_NEED(t->columns <= MAX_COLUMNS, LB_STATUS_FAILED, "%zu columns are too many", t->columns);
    LB_OK(find_columns(r, names, needed, t, columns, err));
    while (next_line(r)) {
        if (r->line[0] == '\0') continue;
        if (t->rows == capacity) {
            capacity = capacity == 0 ? 64 : 2 * capacity;
            double *more = realloc(t->numbers, capacity * t->columns * sizeof *more);
            LB_NEED(more != NULL, LB_STATUS_FAILED, "no memory for '%s'", r->path);
            t->numbers = more;
        }
        LB_OK(read_row(r, names, columns, t->columns, t->numbers + t->rows * t->columns, err));
        t->rows++;
    }
    LB_OK(check_line(r, err));
    LB_NEED(!ferror(r->stream), LB_STATUS_FAILED, "cannot read '%s'", r->path);
    return LB_STATUS_OK;
}

enum lb_status lb_csv_read_table(const char *path, const char *const *names, size_t needed,
                                 size_t count, struct lb_csv_table *out, struct lb_error *err)
{
    const char *why;
    struct reader r = {.path = path, .stream = lb_open_ordinary(path, &why)};
    *out = (struct lb_csv_table){.columns = count};
    if (r.stream == NULL) return lb_fail(err, LB_STATUS_FAILED, "cannot read '%s': %s", path, why);
    const enum lb_status st = read_rows(&r, names, needed, out, err);
    if (st != LB_STATUS_OK) {
        free(out->numbers);
        *out = (struct lb_csv_table){.rows = 0};
    }
    free(r.line);
    fclose(r.stream);
    return st;
}

enum lb_status lb_csv_read(const char *path, const char *const *names, size_t count, double **out,
                           size_t *rows, struct lb_error *err)
{
    struct lb_csv_table table;
    const enum lb_status st = lb_csv_read_table(path, names, count, count, &table, err);
    *out = table.numbers;
    *rows = table.rows;
    return st;
}

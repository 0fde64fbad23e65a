/* point_table.c - points of an outline from a table or an airfoil file.
 * SPDX-License-Identifier: MIT */
#include "io/point_table.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/read_text.h"

enum { MAX_FIELDS = 256 };

struct reader {
    const char *path;
    FILE *stream;
    char *line;
    size_t size, number; /* of the line's memory; of the line in the file */
    char separator;      /* ' ' for any number of blanks; 0: not known yet */
    char *fields[MAX_FIELDS];
    size_t field_count;
    size_t columns[2]; /* of x and y */
    double *points;
    size_t count, capacity;
};

/* --- lines ------------------------------------------------------------------------------------ */

static char *trimmed(char *text)
{
    text += strspn(text, " \t\"\r\n");
    for (size_t n = strlen(text); n > 0 && strchr(" \t\"\r\n", text[n - 1]) != NULL; n--)
        text[n - 1] = '\0';
    return text;
}

/* The first that the line has of those that are no part of numbers, or else a comma. */
static char find_separator(const char *line)
{
    if (strchr(line, ';') != NULL) return ';';
    if (strchr(line, '\t') != NULL) return '\t';
    return strchr(line, ',') != NULL ? ',' : ' ';
}

static void split(struct reader *r, char *line)
{
    const char separators[] = {r->separator, r->separator == ' ' ? '\t' : '\0', '\0'};
    r->field_count = 0;
    for (char *at = line; at != NULL && r->field_count < MAX_FIELDS;) {
        char *end = strpbrk(at, separators);
        if (end != NULL) *end++ = '\0';
        if (r->separator != ' ' || *at != '\0') r->fields[r->field_count++] = trimmed(at);
        at = end;
    }
}

/* False at the end of the file; without fields where the line has none. */
static enum lb_status next_line(struct reader *r, bool *is_there, struct lb_error *err)
{
    static const char mark[] = "\xef\xbb\xbf";
    const ssize_t length = lb_read_line(r->stream, &r->line, &r->size);
    *is_there = length >= 0;
    r->field_count = 0;
    LB_NEED(length != LB_LINE_TOO_LONG, LB_STATUS_FAILED,
            "%s:%zu: a line of more than %d bytes is no row of a table", r->path, r->number + 1,
            LB_LINE_MAX);
    LB_NEED(!ferror(r->stream), LB_STATUS_FAILED, "cannot read '%s'", r->path);
    if (!*is_there) return LB_STATUS_OK;
    r->number++;
    char *line = r->line;
    if (strncmp(line, mark, sizeof mark - 1) == 0) line += sizeof mark - 1;
    line[strcspn(line, "\r\n")] = '\0';
    const char *first = line + strspn(line, " \t");
    if (*first == '\0' || *first == '#') return LB_STATUS_OK;
    if (r->separator == 0) r->separator = find_separator(first);
    split(r, line);
    return LB_STATUS_OK;
}

/* --- numbers ---------------------------------------------------------------------------------- */

static bool parse_number(const struct reader *r, char *field, double *out)
{
    char *comma = r->separator != ',' ? strchr(field, ',') : NULL, *end;
    if (comma != NULL) *comma = '.';
    *out = strtod(field, &end);
    return end != field && *end == '\0';
}

static bool is_row(struct reader *r, double out[2])
{
    return r->field_count > r->columns[0] && r->field_count > r->columns[1] &&
           parse_number(r, r->fields[r->columns[0]], &out[0]) &&
           parse_number(r, r->fields[r->columns[1]], &out[1]);
}

static enum lb_status add_point(struct reader *r, const double point[2], struct lb_error *err)
{
    if (r->count == r->capacity) {
        r->capacity = r->capacity == 0 ? 64 : 2 * r->capacity;
        double *more = realloc(r->points, 2 * r->capacity * sizeof *more);
        LB_NEED(more != NULL, LB_STATUS_FAILED, "no memory for '%s'", r->path);
        r->points = more;
    }
    memcpy(r->points + 2 * r->count++, point, 2 * sizeof *point);
    return LB_STATUS_OK;
}

/* --- the first row ---------------------------------------------------------------------------- */

static bool find_columns(struct reader *r)
{
    int found = 0;
    for (size_t n = r->field_count; n-- > 0;)
        for (int k = 0; k < 2; k++)
            if (strcasecmp(r->fields[n], k == 0 ? "x" : "y") == 0) {
                r->columns[k] = n;
                found |= 1 << k;
            }
    return found == 3;
}

static enum lb_status next_row(struct reader *r, bool *is_there, struct lb_error *err)
{
    do
        LB_OK(next_line(r, is_there, err));
    while (*is_there && r->field_count == 0);
    return LB_STATUS_OK;
}

static const char *separator_name(char separator)
{
    return separator == ',' ? "commas" : separator == ';' ? "semicolons" : "tabs";
}

static bool is_mesh(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot != NULL && (strcasecmp(dot, ".stl") == 0 || strcasecmp(dot, ".obj") == 0);
}

/* Behind a title numbers stand between blanks, whatever the title has. */
static enum lb_status pass_title(struct reader *r, struct lb_error *err)
{
    enum { SHOWN = 40 };
    char title[SHOWN + 1];
    const char separator = r->separator;
    double point[2];
    bool is_there;
    snprintf(title, sizeof title, "%s", r->fields[0]);
    r->columns[0] = 0;
    r->columns[1] = 1;
    r->separator = 0;
    LB_OK(next_row(r, &is_there, err));
    if (is_there && r->separator == ' ' && r->field_count == 2 && is_row(r, point))
        return add_point(r, point, err);
    if (separator == ' ' || r->separator == ' ')
        return lb_fail(err, LB_STATUS_FAILED,
                       "'%s' has no columns 'x' and 'y': it begins with '%s', and no two numbers "
                       "follow%s",
                       r->path, title,
                       is_mesh(r->path) ? "; a mesh needs a lattice of three dimensions" : "");
    return lb_fail(err, LB_STATUS_FAILED,
                   "'%s' has no columns 'x' and 'y': its first row, names between %s, begins with "
                   "'%s'",
                   r->path, separator_name(separator), title);
}

/* A row of numbers, the names of columns, or the title of an airfoil. */
static enum lb_status read_first(struct reader *r, struct lb_error *err)
{
    double point[2];
    bool is_there;
    LB_OK(next_row(r, &is_there, err));
    LB_NEED(is_there, LB_STATUS_FAILED, "'%s' is empty", r->path);
    if ((r->field_count == 2 || r->separator != ' ') && is_row(r, point))
        return add_point(r, point, err);
    return find_columns(r) ? LB_STATUS_OK : pass_title(r, err);
}

static enum lb_status read_rows(struct reader *r, struct lb_error *err)
{
    bool is_there;
    double point[2];
    LB_OK(read_first(r, err));
    for (;;) {
        LB_OK(next_row(r, &is_there, err));
        if (!is_there) return LB_STATUS_OK;
        LB_NEED(is_row(r, point), LB_STATUS_FAILED,
                "%s:%zu: a row that begins with '%.40s' has no numbers for 'x' and 'y'", r->path,
                r->number, r->fields[0]);
        LB_OK(add_point(r, point, err));
    }
}

/* --- Lednicer's order --------------------------------------------------------------------------- */

/* The first row has how many points follow for the upper and the lower side. */
static bool is_by_sides(const struct reader *r)
{
    const double *n = r->points;
    return r->count > 4 && n[0] >= 2.0 && n[1] >= 2.0 && n[0] == floor(n[0]) &&
           n[1] == floor(n[1]) && n[0] + n[1] + 1.0 == (double)r->count;
}

/* From the tail over the upper side to the nose, and back over the lower one. */
static void go_round(struct reader *r)
{
    const size_t upper = (size_t)r->points[0];
    memmove(r->points, r->points + 2, 2 * --r->count * sizeof *r->points);
    for (size_t a = 0, b = upper - 1; a < b; a++, b--)
        for (size_t k = 0; k < 2; k++) {
            const double swapped = r->points[2 * a + k];
            r->points[2 * a + k] = r->points[2 * b + k];
            r->points[2 * b + k] = swapped;
        }
}

enum lb_status lb_point_table_read(const char *path, double **out, size_t *count,
                                   struct lb_error *err)
{
    const char *why;
    struct reader r = {.path = path, .stream = lb_open_ordinary(path, &why), .columns = {0, 1}};
    *out = NULL;
    *count = 0;
    if (r.stream == NULL) return lb_fail(err, LB_STATUS_FAILED, "cannot read '%s': %s", path, why);
    const enum lb_status st = read_rows(&r, err);
    if (st == LB_STATUS_OK && is_by_sides(&r)) go_round(&r);
    if (st == LB_STATUS_OK) {
        *out = r.points;
        *count = r.count;
    } else {
        free(r.points);
    }
    free(r.line);
    fclose(r.stream);
    return st;
}

/* mesh_scan.c - lines, words and numbers of a text file that may hold anything.
 * SPDX-License-Identifier: MIT */
#include "geometry/mesh_scan.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { WORD_SIZE = 64, SENTENCE_SIZE = 512 };

static bool is_break(char c)
{
    return c == '\n' || c == '\r';
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f' || is_break(c);
}

/* Behind the line break that begins at `at`. */
static const char *skip_break(const struct lb_scan *scan, const char *at)
{
    return at + (at[0] == '\r' && at + 1 < scan->end && at[1] == '\n' ? 2 : 1);
}

/* Finds the end of the line that begins at `at`, and counts the breaks inside. */
static const char *find_line_end(struct lb_scan *scan)
{
    const char *p = scan->at;
    while (p < scan->end) {
        if (scan->continues && *p == '\\' && p + 1 < scan->end && is_break(p[1])) {
            p = skip_break(scan, p + 1);
            scan->breaks++;
        } else if (is_break(*p)) {
            break;
        } else {
            p++;
        }
    }
    return p;
}

static bool peek_word(struct lb_scan *scan)
{
    const char *p = scan->at;
    while (p < scan->line_end &&
           (is_blank(*p) || (scan->continues && *p == '\\' && p + 1 < scan->end && is_break(p[1]))))
        p++;
    scan->at = p;
    return p < scan->line_end && !(scan->comments && *p == '#');
}

const char *lb_scan_start(const char *bytes, size_t size)
{
    static const char mark[] = {'\xEF', '\xBB', '\xBF'};
    const bool marked = size >= sizeof mark && memcmp(bytes, mark, sizeof mark) == 0;
    return marked ? bytes + sizeof mark : bytes;
}

bool lb_scan_line(struct lb_scan *scan)
{
    if (scan->line_end != NULL) scan->at = scan->line_end;
    while (scan->at < scan->end) {
        if (scan->line_end != NULL && is_break(*scan->at)) {
            scan->at = skip_break(scan, scan->at);
            scan->breaks++;
        }
        size_t line = scan->breaks + 1;
        scan->line_end = find_line_end(scan);
        if (peek_word(scan)) {
            scan->line = line;
            return true;
        }
        scan->at = scan->line_end;
    }
    return false;
}

bool lb_scan_word(struct lb_scan *scan, struct lb_word *word)
{
    if (!peek_word(scan)) return false;
    const char *p = scan->at;
    do
        p++;
    while (p < scan->line_end && !is_blank(*p) && !(scan->comments && *p == '#') &&
           !(scan->continues && *p == '\\'));
    *word = (struct lb_word){.text = scan->at, .length = (size_t)(p - scan->at)};
    scan->at = p;
    return true;
}

struct lb_word lb_scan_rest(struct lb_scan *scan)
{
    const char *p = scan->at, *end = scan->line_end;
    while (p < end && is_blank(*p))
        p++;
    while (end > p && is_blank(end[-1]))
        end--;
    scan->at = scan->line_end;
    return (struct lb_word){.text = p, .length = (size_t)(end - p)};
}

bool lb_word_is(struct lb_word word, const char *text)
{
    return word.length == strlen(text) && strncasecmp(word.text, text, word.length) == 0;
}

const char *lb_word_show(struct lb_word word, char *out, size_t size)
{
    size_t length = word.length < size ? word.length : size - 1;
    for (size_t i = 0; i < length; i++)
        out[i] = word.text[i];
    for (size_t i = 0; i < length; i++)
        if (out[i] < ' ' || out[i] > '~') out[i] = '?';
    out[length] = '\0';
    return out;
}

/* Copies a word that has only these characters; false where it has others or is too long. */
static bool copy_word(struct lb_word word, const char *characters, char out[WORD_SIZE])
{
    if (word.length == 0 || word.length >= WORD_SIZE) return false;
    memcpy(out, word.text, word.length);
    out[word.length] = '\0';
    return strspn(out, characters) == word.length;
}

enum lb_status lb_scan_number(const struct lb_scan *scan, struct lb_word word, const char *what,
                              double *value, struct lb_error *err)
{
    char text[WORD_SIZE], shown[WORD_SIZE], *end = NULL;
    /* strtod would also take "nan", "inf" and hexadecimal digits. */
    if (copy_word(word, "0123456789+-.eE", text)) *value = strtod(text, &end);
    if (end == NULL || *end != '\0')
        return lb_scan_fail(scan, err, "%s is '%s', which is no number", what,
                            lb_word_show(word, shown, sizeof shown));
    if (!isfinite(*value))
        return lb_scan_fail(scan, err, "%s is '%s', which is too large for a number", what, text);
    return LB_STATUS_OK;
}

enum lb_status lb_scan_integer(const struct lb_scan *scan, struct lb_word word, const char *what,
                               long long *value, struct lb_error *err)
{
    char text[WORD_SIZE], shown[WORD_SIZE], *end = NULL;
    /* Longer ones do not fit a long long; none that is right has so many digits. */
    if (word.length <= 18 && copy_word(word, "0123456789+-", text))
        *value = strtoll(text, &end, 10);
    if (end == NULL || *end != '\0')
        return lb_scan_fail(scan, err, "%s is '%s', which is no whole number", what,
                            lb_word_show(word, shown, sizeof shown));
    return LB_STATUS_OK;
}

enum lb_status lb_scan_point(struct lb_scan *scan, double position[3], struct lb_error *err)
{
    static const char *const names[3] = {"x", "y", "z"};
    for (int axis = 0; axis < 3; axis++) {
        struct lb_word word;
        if (!lb_scan_word(scan, &word))
            return lb_scan_fail(scan, err, "a point has three coordinates, but %s is missing",
                                names[axis]);
        enum lb_status st = lb_scan_number(scan, word, names[axis], &position[axis], err);
        if (st != LB_STATUS_OK) return st;
    }
    return LB_STATUS_OK;
}

enum lb_status lb_scan_fail(const struct lb_scan *scan, struct lb_error *err, const char *format,
                            ...)
{
    char sentence[SENTENCE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    return lb_fail(err, LB_STATUS_FAILED, "'%.500s', line %zu: %s", scan->path, scan->line,
                   sentence);
}

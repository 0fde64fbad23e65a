/* wrapped.c - text for people in lines of at most 80 columns.
 * SPDX-License-Identifier: MIT */
#include "io/wrapped.h"

#include <stdbool.h>
#include <string.h>

/* Bytes that begin a character of UTF-8. */
static int columns_of(const char *text, size_t length)
{
    int columns = 0;
    for (size_t n = 0; n < length; n++)
        columns += ((unsigned char)text[n] & 0xC0) != 0x80;
    return columns;
}

/* The words of one line; the cursor is at column `at`, `first` blanks before them, and further lines begin
 * at `indent`.  Returns where the cursor is.  A word that is longer than a line has one of its own. */
static int put_words(FILE *out, int at, int indent, int first, const char *text, size_t length)
{
    const char *const end = text + length;
    for (int gap = first; text < end; gap = (int)strspn(text, " ")) {
        text += strspn(text, " ");
        const size_t word = strcspn(text, " \n");
        const int columns = columns_of(text, word);
        if (at > indent && at + gap + columns > LB_LINE_COLUMNS) {
            fprintf(out, "\n%*s", indent, "");
            at = indent;
        } else {
            fprintf(out, "%*s", gap, "");
            at += gap;
        }
        fwrite(text, 1, word, out);
        at += columns;
        text += word;
    }
    return at;
}

void lb_print_entry(FILE *out, int column, const char *term, const char *text)
{
    const int columns = columns_of(term, strlen(term));
    fputs(term, out);
    if (columns < column)
        fprintf(out, "%*s", column - columns, "");
    else
        fprintf(out, "\n%*s", column, "");
    put_words(out, column, column, 0, text, strlen(text));
    fputc('\n', out);
}

/* Where the text begins behind the term of an indented line; without one its further lines are set in. */
static size_t text_column(const char *line, size_t length)
{
    const size_t indent = strspn(line, " ");
    const char *gap = indent > 0 ? strstr(line + indent, "  ") : NULL;
    if (indent == 0) return 0;
    if (gap == NULL || gap >= line + length) return indent + 2;
    return (size_t)(gap - line) + strspn(gap, " ");
}

void lb_print_wrapped(FILE *out, const char *text)
{
    int at = -1; /* before any line */
    size_t column = 0;
    while (*text != '\0') {
        const size_t length = strcspn(text, "\n"), indent = strspn(text, " ");
        const bool goes_on = at > 0 && length > 0 && indent == column;
        if (!goes_on) {
            if (at >= 0) fputc('\n', out);
            column = text_column(text, length);
            fprintf(out, "%*s", (int)indent, "");
            at = (int)indent;
        }
        at = put_words(out, at, (int)column, goes_on, text + indent, length - indent);
        text += length + (text[length] == '\n');
    }
    if (at >= 0) fputc('\n', out);
}

/* read_text.c - reads until the end, whatever the stream is: pipes have no size.
 * SPDX-License-Identifier: MIT */
#include "base/read_text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { TEXT_MAX = 256 << 20 };

FILE *lb_open_ordinary(const char *path, const char **why)
{
    struct stat about;
    const bool is_there = stat(path, &about) == 0, is_ordinary = is_there && S_ISREG(about.st_mode);
    FILE *stream = is_ordinary ? fopen(path, "rb") : NULL;
    *why = is_there && !is_ordinary ? "it is no ordinary file" : strerror(errno);
    return stream;
}

char *lb_read_text(FILE *stream)
{
    size_t length = 0, capacity = 1 << 12;
    char *text = calloc(capacity, 1);
    while (text != NULL && !feof(stream) && !ferror(stream)) {
        length += fread(text + length, 1, capacity - length - 1, stream);
        text[length] = '\0';
        if (length + 1 < capacity) continue;
        char *more = capacity < TEXT_MAX ? realloc(text, capacity *= 2) : NULL;
        if (more == NULL) {
            const int why = capacity < TEXT_MAX ? errno : EFBIG;
            free(text);
            errno = why;
        }
        text = more;
    }
    if (text == NULL || !ferror(stream)) return text;
    free(text);
    return NULL;
}

ssize_t lb_read_line(FILE *stream, char **line, size_t *size)
{
    size_t length = 0;
    int c;
    while ((c = fgetc(stream)) != EOF && c != '\n') {
        if (length == LB_LINE_MAX) return LB_LINE_TOO_LONG;
        if (length + 2 > *size) {
            const size_t more = *size == 0 ? 256 : 2 * *size;
            char *text = realloc(*line, more);
            if (text == NULL) return -1;
            *line = text;
            *size = more;
        }
        (*line)[length++] = (char)c;
    }
    if (c == EOF && (length == 0 || ferror(stream))) return -1;
    if (*size == 0) {
        *line = malloc(*size = 256);
        if (*line == NULL) return -1;
    }
    (*line)[length] = '\0';
    return (ssize_t)length;
}

bool lb_text_ends_with(const char *path, const char *ending)
{
    const size_t length = strlen(path), tail = strlen(ending);
    return length > tail && strcasecmp(path + length - tail, ending) == 0;
}

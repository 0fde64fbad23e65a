/* read_text.c - reads until the end, whatever the stream is: pipes have no size.
 * SPDX-License-Identifier: MIT */
#include "base/read_text.h"

#include <stdlib.h>

char *lb_read_text(FILE *stream)
{
    size_t length = 0, capacity = 1 << 12;
    char *text = calloc(capacity, 1);
    while (text != NULL && !feof(stream) && !ferror(stream)) {
        length += fread(text + length, 1, capacity - length - 1, stream);
        text[length] = '\0';
        if (length + 1 < capacity) continue;
        char *more = realloc(text, capacity *= 2);
        if (more == NULL) free(text);
        text = more;
    }
    if (text == NULL || !ferror(stream)) return text;
    free(text);
    return NULL;
}

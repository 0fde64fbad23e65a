/* clean_text.c - removes invalid UTF-8 and control characters from a text.
 * SPDX-License-Identifier: MIT */
#include "base/clean_text.h"

#include <stdbool.h>
#include <stddef.h>

/* Bytes of the character that begins here; 0 where none does (RFC 3629, table of section 4). */
static size_t character_length(const unsigned char *c)
{
    unsigned char low = 0x80, high = 0xbf; /* of the second byte */
    size_t length = 0;
    if (c[0] < 0x80) return 1;
    if (c[0] >= 0xc2 && c[0] <= 0xdf) length = 2;
    if (c[0] >= 0xe0 && c[0] <= 0xef) length = 3;
    if (c[0] >= 0xf0 && c[0] <= 0xf4) length = 4;
    if (c[0] == 0xe0) low = 0xa0;
    if (c[0] == 0xed) high = 0x9f;
    if (c[0] == 0xf0) low = 0x90;
    if (c[0] == 0xf4) high = 0x8f;
    if (length == 0 || c[1] < low || c[1] > high) return 0;
    for (size_t n = 2; n < length; n++)
        if (c[n] < 0x80 || c[n] > 0xbf) return 0;
    return length;
}

/* Those of ASCII, and U+0080 to U+009F, which some terminals obey as well. */
static bool is_control(const unsigned char *c)
{
    if (c[0] == '\n' || c[0] == '\t') return false;
    return c[0] < 0x20 || c[0] == 0x7f || (c[0] == 0xc2 && c[1] < 0xa0);
}

static void clean(char *text, bool keeps_controls)
{
    unsigned char *from = (unsigned char *)text;
    char *to = text;
    while (*from != '\0') {
        const size_t length = character_length(from);
        const bool is_kept = length > 0 && (keeps_controls || !is_control(from));
        if (!is_kept) *to++ = '?';
        for (size_t n = 0; is_kept && n < length; n++)
            *to++ = (char)from[n];
        from += length > 0 ? length : 1;
    }
    *to = '\0';
}

void lb_text_make_utf8(char *text)
{
    clean(text, true);
}

void lb_text_make_printable(char *text)
{
    clean(text, false);
}

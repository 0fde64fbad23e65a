/* number_text.c - reads and prints numbers exactly.
 * SPDX-License-Identifier: MIT */
#include "base/number_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_NUMBER = 63 };

/* strtod alone would take blanks, hexadecimal, nan and inf. */
static bool parse_decimal(const char *text, size_t length, double *out)
{
    char copy[LONGEST_NUMBER + 1];
    if (length == 0 || length > LONGEST_NUMBER) return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    if (strspn(copy, "0123456789+-.eE") != length) return false;
    char *end = NULL;
    double value = strtod(copy, &end);
    if (end != copy + length || !isfinite(value)) return false;
    *out = value;
    return true;
}

bool lb_number_parse(const char *text, size_t length, double *out)
{
    const char *slash = memchr(text, '/', length);
    if (slash == NULL) return parse_decimal(text, length, out);
    double above, below;
    size_t before = (size_t)(slash - text);
    if (!parse_decimal(text, before, &above)) return false;
    if (!parse_decimal(slash + 1, length - before - 1, &below)) return false;
    double value = above / below;
    if (!isfinite(value)) return false;
    *out = value;
    return true;
}

bool lb_whole_parse(const char *text, size_t length, double *out)
{
    double value;
    if (!lb_number_parse(text, length, &value)) return false;
    if (floor(value) != value) return false;
    *out = value + 0.0; /* -0 is 0 */
    return true;
}

/* 1e+05 becomes 1e5, 1e-06 becomes 1e-6. */
static void shorten_exponent(char *text)
{
    char *e = strchr(text, 'e');
    if (e == NULL) return;
    char *to = e + 1, *from = e + 1;
    if (*from == '-') to++;
    from++; /* printf always writes a sign */
    while (*from == '0')
        from++;
    memmove(to, from, strlen(from) + 1);
}

void lb_number_print(double value, char *out, size_t size)
{
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(out, size, "%.*g", digits, value);
        double back = strtod(out, NULL);
        if (!(back < value || back > value)) break;
    }
    shorten_exponent(out);
}

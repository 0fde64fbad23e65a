/* status.c - records the first failure and the notes added to it.
 * SPDX-License-Identifier: MIT */
#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/clean_text.h"

bool lb_status_is_stop(enum lb_status status)
{
    return status >= LB_STATUS_HUNG_UP;
}

enum lb_status lb_fail(struct lb_error *err, enum lb_status status, const char *format, ...)
{
    if (err == NULL || err->status != LB_STATUS_OK) return status;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(err->text, sizeof err->text, format, arguments);
    va_end(arguments);
    lb_text_make_printable(err->text); /* it may quote files of others */
    err->status = status;
    return status;
}

void lb_error_note(struct lb_error *err, const char *format, ...)
{
    if (err == NULL) return;
    size_t length = strlen(err->text);
    if (length > 0 && length + 1 < sizeof err->text) err->text[length++] = '\n';
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(err->text + length, sizeof err->text - length, format, arguments);
    va_end(arguments);
    lb_text_make_printable(err->text + length);
}

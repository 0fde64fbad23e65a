/* number_text.h - numbers as the user types them, and as they are written back.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BASE_NUMBER_TEXT_H
#define LB_BASE_NUMBER_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* 0.1, 1e-3, -2 or a fraction 1/3.  The whole of `text[0..length)` must be the number;
 * hexadecimal, NaN and infinities are refused. */
bool lb_number_parse(const char *text, size_t length, double *out);

/* A whole number of either sign, also as 1e5; whether it is in range is for the caller to see: above
 * 2^53 doubles skip some. */
bool lb_whole_parse(const char *text, size_t length, double *out);

/* The shortest decimal that reads back as the same number. */
void lb_number_print(double value, char *out, size_t size);

#endif

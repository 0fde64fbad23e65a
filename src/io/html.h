/* html.h - one HTML page that needs nothing beside itself: no script, no font, no picture file.
 * It is well-formed XML too, reads in light and dark, and prints.
 * SPDX-License-Identifier: MIT */
#ifndef LB_IO_HTML_H
#define LB_IO_HTML_H

#include <stdio.h>

/* Everything up to the opening <main>, and from the closing one on.  `title` may hold anything. */
void lb_html_begin(FILE *out, const char *title);
void lb_html_end(FILE *out);

/* Any text, made harmless: & < > " ' are escaped, what is no UTF-8 or no printing character becomes
 * U+FFFD. */
void lb_html_text(FILE *out, const char *text);

/* <tag class="name">text</tag>; `name` NULL: no class.  Tag and class are the caller's constants. */
void lb_html_element(FILE *out, const char *tag, const char *name, const char *text);

enum { LB_HTML_COLOURS = 10, LB_HTML_NUMBER_SIZE = 64 };

/* Whole thousands set apart from 10000 on, at least `digits` significant digits: "26 286", "0.0123".
 * Returns `out`. */
const char *lb_html_number(double value, int digits, char out[LB_HTML_NUMBER_SIZE]);

#endif

/* clean_text.h - makes text from outside fit to be written into JSON or shown on a terminal.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BASE_CLEAN_TEXT_H
#define LB_BASE_CLEAN_TEXT_H

/* Every byte that is no part of a UTF-8 character becomes '?'.  In place: no text gets longer. */
void lb_text_make_utf8(char *text);

/* The same, and so do control characters but tabs and line breaks: a terminal obeys them. */
void lb_text_make_printable(char *text);

#endif

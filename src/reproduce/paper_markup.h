/* paper_markup.h - one page in two forms: Markdown with links to its pictures, and HTML that needs nothing
 * beside itself.
 * SPDX-License-Identifier: MIT */
#ifndef LB_REPRODUCE_PAPER_MARKUP_H
#define LB_REPRODUCE_PAPER_MARKUP_H

#include <stdbool.h>
#include <stdio.h>

#include "base/status.h"

/* Texts are plain: what has a meaning in the form is escaped. */
struct lb_markup {
    FILE *out;
    bool is_html;
    size_t columns; /* of the table that is open; 0: none */
};

void lb_markup_begin(struct lb_markup *m, const char *title);
void lb_markup_heading(struct lb_markup *m, const char *id, const char *text);
void lb_markup_paragraph(struct lb_markup *m, const char *text);
void lb_markup_item(struct lb_markup *m, const char *text); /* of a list of one */
/* Lines for a shell. */
void lb_markup_commands(struct lb_markup *m, const char *lines);
void lb_markup_link(struct lb_markup *m, const char *text, const char *path);
void lb_markup_table(struct lb_markup *m, const char *const *titles, size_t count);
/* `mark`: a class of its own in HTML, "fail"; NULL: none. */
void lb_markup_row(struct lb_markup *m, const char *const *cells, const char *mark);
void lb_markup_end_table(struct lb_markup *m);
/* The picture `name` of `folder`/`item`: linked, or embedded. */
enum lb_status lb_markup_figure(struct lb_markup *m, const char *folder, const char *item,
                                const char *name, const char *caption, struct lb_error *err);
void lb_markup_end(struct lb_markup *m);

#endif

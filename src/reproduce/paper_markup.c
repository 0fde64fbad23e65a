/* paper_markup.c - the words of Markdown, and those of HTML.
 * SPDX-License-Identifier: MIT */
#include "reproduce/paper_markup.h"

#include <errno.h>
#include <string.h>

#include "io/file.h"

static const char style[] =
    ":root{color-scheme:light dark;--paper:#fff;--ink:#1b2430;--soft:#5c6878;--line:#d8dee6;"
    "--stripe:#f4f6f9;--bad:#b3261e}"
    "@media (prefers-color-scheme:dark){:root{--paper:#14181e;--ink:#e4e9f0;--soft:#98a5b5;"
    "--line:#333c48;--stripe:#1b2129;--bad:#ff8a80}}"
    "@media print{:root{color-scheme:light;--paper:#fff;--ink:#000;--soft:#444;--line:#bbb;"
    "--stripe:#f4f4f4;--bad:#900}figure,tr{break-inside:avoid}h2{break-after:avoid}"
    "table{font-size:7pt}@page{size:A4 landscape;margin:12mm}}"
    "*{box-sizing:border-box}body{margin:0 auto;max-width:1180px;padding:2rem 1.5rem 4rem;"
    "background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}"
    "h1{font-size:1.9rem;margin:0}h2{font-size:1.35rem;margin:2.6rem 0 .1rem;padding-top:1.2rem;"
    "border-top:1px solid var(--line)}p{margin:.4rem 0}figure{margin:1rem 0}"
    "figure img{display:block;max-width:100%;height:auto;background:#fff}"
    "figcaption{color:var(--soft);font-size:.9rem}"
    "table{border-collapse:collapse;width:100%;font-size:.8rem;margin:.8rem 0}"
    "th,td{padding:.28rem .5rem;text-align:left;vertical-align:top;"
    "border-bottom:1px solid var(--line)}th{color:var(--soft)}"
    "tbody tr:nth-child(even){background:var(--stripe)}tr.fail td{color:var(--bad);font-weight:600}"
    "pre,code{font:.8rem/1.5 ui-monospace,monospace;overflow-wrap:anywhere;white-space:pre-wrap}"
    "a{color:inherit}";

/* --- characters ----------------------------------------------------------------------------------- */

static const char *entity(char c)
{
    switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    default: return NULL;
    }
}

/* A bar would end the cell of a table. */
static void write_text(struct lb_markup *m, const char *text)
{
    for (; *text != '\0'; text++) {
        const char *name = m->is_html ? entity(*text) : NULL;
        if (name != NULL)
            fputs(name, m->out);
        else
            fprintf(m->out, !m->is_html && m->columns > 0 && *text == '|' ? "\\%c" : "%c", *text);
    }
}

static void write_element(struct lb_markup *m, const char *before, const char *text,
                          const char *after)
{
    fputs(before, m->out);
    write_text(m, text);
    fputs(after, m->out);
}

/* --- texts ------------------------------------------------------------------------------------------ */

void lb_markup_begin(struct lb_markup *m, const char *title)
{
    if (m->is_html) {
        write_element(m,
                      "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n"
                      "<head>\n<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" "
                      "content=\"width=device-width\"/>\n<title>",
                      title, "</title>\n<style>");
        fputs(style, m->out);
        write_element(m, "</style>\n</head>\n<body>\n<h1>", title, "</h1>\n");
    } else {
        write_element(m, "# ", title, "\n\n");
    }
}

void lb_markup_heading(struct lb_markup *m, const char *id, const char *text)
{
    if (m->is_html)
        fprintf(m->out, "<h2 id=\"%s\">", id);
    else
        fputs("\n## ", m->out);
    write_element(m, "", text, m->is_html ? "</h2>\n" : "\n\n");
}

void lb_markup_paragraph(struct lb_markup *m, const char *text)
{
    write_element(m, m->is_html ? "<p>" : "", text, m->is_html ? "</p>\n" : "\n\n");
}

void lb_markup_item(struct lb_markup *m, const char *text)
{
    write_element(m, m->is_html ? "<ul><li>" : "- ", text, m->is_html ? "</li></ul>\n" : "\n");
}

void lb_markup_commands(struct lb_markup *m, const char *lines)
{
    write_element(m, m->is_html ? "<pre>" : "```\n", lines, m->is_html ? "</pre>\n" : "```\n\n");
}

void lb_markup_link(struct lb_markup *m, const char *text, const char *path)
{
    if (m->is_html)
        fprintf(m->out, "<p>%s: <code>%s</code></p>\n", text, path);
    else
        fprintf(m->out, "[%s](%s)\n\n", text, path);
}

/* --- tables ------------------------------------------------------------------------------------------- */

void lb_markup_table(struct lb_markup *m, const char *const *titles, size_t count)
{
    m->columns = count;
    fputs(m->is_html ? "<table>\n<thead><tr>" : "|", m->out);
    for (size_t n = 0; n < count; n++)
        write_element(m, m->is_html ? "<th>" : " ", titles[n], m->is_html ? "</th>" : " |");
    fputs(m->is_html ? "</tr></thead>\n<tbody>\n" : "\n|", m->out);
    for (size_t n = 0; n < count && !m->is_html; n++)
        fputs(" --- |", m->out);
    if (!m->is_html) fputs("\n", m->out);
}

void lb_markup_row(struct lb_markup *m, const char *const *cells, const char *mark)
{
    if (m->is_html && mark != NULL)
        fprintf(m->out, "<tr class=\"%s\">", mark);
    else
        fputs(m->is_html ? "<tr>" : "|", m->out);
    for (size_t n = 0; n < m->columns; n++)
        write_element(m, m->is_html ? "<td>" : " ", cells[n], m->is_html ? "</td>" : " |");
    fputs(m->is_html ? "</tr>\n" : "\n", m->out);
}

void lb_markup_end_table(struct lb_markup *m)
{
    fputs(m->is_html ? "</tbody>\n</table>\n" : "\n", m->out);
    m->columns = 0;
}

/* --- pictures ----------------------------------------------------------------------------------------- */

/* RFC 4648, section 4. */
static void write_base64(const unsigned char *bytes, size_t count, FILE *out)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t n = 0; n < count; n += 3) {
        const unsigned second = n + 1 < count ? bytes[n + 1] : 0,
                       third = n + 2 < count ? bytes[n + 2] : 0;
        const unsigned word = (unsigned)bytes[n] << 16 | second << 8 | third;
        fputc(letters[word >> 18], out);
        fputc(letters[word >> 12 & 63], out);
        fputc(n + 1 < count ? letters[word >> 6 & 63] : '=', out);
        fputc(n + 2 < count ? letters[word & 63] : '=', out);
    }
}

static enum lb_status write_data(FILE *out, const char *path, struct lb_error *err)
{
    unsigned char bytes[3 * 1024];
    size_t count;
    FILE *in = fopen(path, "rb");
    LB_NEED(in != NULL, LB_STATUS_FAILED, "cannot read %s: %s", path, strerror(errno));
    while ((count = fread(bytes, 1, sizeof bytes, in)) > 0)
        write_base64(bytes, count, out);
    const bool is_bad = ferror(in) != 0;
    fclose(in);
    LB_NEED(!is_bad, LB_STATUS_FAILED, "cannot read %s", path);
    return LB_STATUS_OK;
}

enum lb_status lb_markup_figure(struct lb_markup *m, const char *folder, const char *item,
                                const char *name, const char *caption, struct lb_error *err)
{
    char own[LB_PATH_SIZE], path[LB_PATH_SIZE];
    LB_OK(lb_path_join(folder, item, own, sizeof own, err));
    LB_OK(lb_path_join(own, name, path, sizeof path, err));
    if (!m->is_html) {
        fprintf(m->out, "![%s](%s/%s)\n\n", caption, item, name);
        return LB_STATUS_OK;
    }
    const bool is_svg = strstr(name, ".svg") != NULL;
    fprintf(m->out, "<figure><img src=\"data:image/%s;base64,", is_svg ? "svg+xml" : "png");
    LB_OK(write_data(m->out, path, err));
    write_element(m, "\" alt=\"", caption, "\"/>");
    write_element(m, "<figcaption>", caption, "</figcaption></figure>\n");
    return LB_STATUS_OK;
}

void lb_markup_end(struct lb_markup *m)
{
    if (m->is_html) fputs("</body>\n</html>\n", m->out);
}

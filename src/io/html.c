/* html.c - the page around a report: head, style, escaped text.
 * SPDX-License-Identifier: MIT */
#include "io/html.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Bars take their fill from --c0 to --c9. */
static const char style[] =
    ":root{color-scheme:light dark;--paper:#ffffff;--ink:#1b2430;--soft:#5c6878;--line:#d8dee6;"
    "--stripe:#f4f6f9;--mark:#1b2430;"
    "--c0:#64748b;--c1:#2f6fb3;--c2:#8a63b5;--c3:#d97a2b;--c4:#2a9d74;--c5:#b5475f;--c6:#cf7391;"
    "--c7:#a38622;--c8:#3f9fb5;--c9:#8d8d8d}\n"
    "@media (prefers-color-scheme:dark){:root{--paper:#14181e;--ink:#e4e9f0;--soft:#98a5b5;"
    "--line:#333c48;--stripe:#1b2129;--mark:#ffffff;"
    "--c0:#8391a5;--c1:#5b9be0;--c2:#a986d3;--c3:#e8964f;--c4:#45bd92;--c5:#d2667e;--c6:#dd92ab;"
    "--c7:#c2a53c;--c8:#5dbcd1;--c9:#a8a8a8}}\n"
    "@media print{:root{color-scheme:light;--paper:#ffffff;--ink:#000000;--soft:#444444;"
    "--line:#bbbbbb;--stripe:#f4f4f4;--mark:#000000}"
    "section,figure,tr{break-inside:avoid}.wide{overflow:visible}"
    "table{font-size:7pt}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}"
    "@page{size:A4 landscape;margin:12mm}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0;background:var(--paper);color:var(--ink);"
    "font:16px/1.5 system-ui,-apple-system,\"Segoe UI\",\"Liberation Sans\",Arial,sans-serif}\n"
    "main{max-width:1180px;margin:0 auto;padding:2rem 1.5rem 4rem}\n"
    "h1{font-size:1.9rem;margin:0 0 .2rem;letter-spacing:-.01em}\n"
    "h2{font-size:1.35rem;margin:2.6rem 0 .1rem;padding-top:1.2rem;border-top:1px solid "
    "var(--line)}\n"
    "h3{font-size:1rem;margin:1.4rem 0 .3rem}\n"
    "p{margin:.3rem 0}p.soft,figcaption,.soft{color:var(--soft);font-size:.9rem}\n"
    "figure{margin:1rem 0}svg{display:block;width:100%;height:auto}\n"
    "svg text{font-family:inherit;fill:var(--ink)}\n"
    ".tick,svg .soft{fill:var(--soft)}.grid{stroke:var(--line);stroke-width:1}\n"
    ".halo{stroke:var(--paper);stroke-width:6}.mark{stroke:var(--mark);stroke-width:2}\n"
    ".spread{stroke:var(--mark);stroke-width:1.2;opacity:.75}\n"
    ".group{font-weight:600}.figure{font-variant-numeric:tabular-nums}\n"
    ".wide{overflow-x:auto}\n"
    "table{border-collapse:collapse;width:100%;font-size:.8rem;"
    "font-variant-numeric:tabular-nums}\n"
    "th,td{padding:.28rem .5rem;text-align:right;white-space:nowrap;"
    "border-bottom:1px solid var(--line)}\n"
    "th{color:var(--soft);font-weight:600;vertical-align:bottom}\n"
    "th.t,td.t{text-align:left}tbody tr:nth-child(even){background:var(--stripe)}\n"
    "td.b{font-weight:600}td.why{white-space:normal;text-align:left;color:var(--soft)}\n"
    "ol{padding-left:1.6rem}li{margin:.2rem 0}\n"
    "code{font:.8rem/1.5 ui-monospace,\"Liberation Mono\",Menlo,monospace;"
    "overflow-wrap:anywhere}\n";

void lb_html_begin(FILE *out, const char *title)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>",
          out);
    lb_html_text(out, title);
    fputs("</title>\n<style>\n", out);
    fputs(style, out);
    for (int i = 0; i < LB_HTML_COLOURS; i++)
        fprintf(out, ".c%d{fill:var(--c%d)}%s", i, i, i + 1 < LB_HTML_COLOURS ? "" : "\n");
    fputs("</style>\n</head>\n<body>\n<main>\n", out);
}

void lb_html_end(FILE *out)
{
    fputs("</main>\n</body>\n</html>\n", out);
}

/* Bytes of the UTF-8 character at `text`, 0 where there is none: stray or missing bytes, spellings
 * longer than needed, surrogates, numbers beyond Unicode. */
static size_t character_length(const unsigned char *text)
{
    const unsigned char first = text[0];
    const size_t length = first < 0x80                     ? 1
                          : first >= 0xC2 && first <= 0xDF ? 2
                          : (first & 0xF0U) == 0xE0        ? 3
                          : first >= 0xF0 && first <= 0xF4 ? 4
                                                           : 0;
    for (size_t i = 1; i < length; i++)
        if ((text[i] & 0xC0U) != 0x80) return 0;
    if (first == 0xE0 && text[1] < 0xA0) return 0;
    if (first == 0xED && text[1] > 0x9F) return 0;
    if (first == 0xEF && text[1] == 0xBF && text[2] >= 0xBE) return 0; /* never characters */
    if (first == 0xF0 && text[1] < 0x90) return 0;
    if (first == 0xF4 && text[1] > 0x8F) return 0;
    return length;
}

static const char *escape_of(unsigned char c)
{
    switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return NULL;
    }
}

static bool is_control(const unsigned char *c, size_t length)
{
    if (length == 2) return c[0] == 0xC2 && c[1] < 0xA0;
    return length == 1 && (c[0] == 0x7F || (c[0] < 0x20 && c[0] != '\t' && c[0] != '\n'));
}

void lb_html_text(FILE *out, const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0';) {
        const size_t length = character_length(c);
        const char *escape = escape_of(*c);
        if (length == 0 || is_control(c, length))
            fputs("\xEF\xBF\xBD", out);
        else if (escape != NULL)
            fputs(escape, out);
        else
            fwrite(c, 1, length, out);
        c += length > 0 ? length : 1;
    }
}

void lb_html_element(FILE *out, const char *tag, const char *name, const char *text)
{
    fprintf(out, "<%s", tag);
    if (name != NULL) fprintf(out, " class=\"%s\"", name);
    fputc('>', out);
    lb_html_text(out, text);
    fprintf(out, "</%s>", tag);
}

const char *lb_html_number(double value, int digits, char out[LB_HTML_NUMBER_SIZE])
{
    char plain[32];
    size_t used = 0;
    const int before = fabs(value) >= 1.0 ? (int)floor(log10(fabs(value))) + 1 : 0;
    if (!isfinite(value) || fabs(value) >= 1e15 || before < digits) {
        snprintf(out, LB_HTML_NUMBER_SIZE, "%.*g", digits, value);
        return out;
    }
    snprintf(plain, sizeof plain, "%.0f", value);
    const size_t length = strlen(plain);
    const bool apart = fabs(value) >= 9999.5;
    for (size_t i = 0; i < length; i++) {
        const size_t left = length - i;
        if (apart && i > 0 && left % 3 == 0 && plain[i - 1] != '-') {
            memcpy(out + used, "\xE2\x80\xAF", 3); /* narrow, and never broken */
            used += 3;
        }
        out[used++] = plain[i];
    }
    out[used] = '\0';
    return out;
}

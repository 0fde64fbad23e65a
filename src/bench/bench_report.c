/* bench_report.c - puts figures, tables and commands on one page.
 * SPDX-License-Identifier: MIT */
#include "bench/bench_report.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plot/bars.h"
#include "io/html.h"
#include "bench/bench_table.h"

enum { SPEED_DIGITS = 4, SHARE_TEXT_SIZE = 32 };

struct span { /* of one device's records in the sorted list */
    const struct lb_bench_record *first;
    size_t count;
};

static bool has_figure(const struct lb_bench_record *r)
{
    return r->skipped[0] == '\0';
}

static void raise_case(const char *text, char *out, size_t size)
{
    size_t i = 0;
    for (; text[i] != '\0' && i + 1 < size; i++)
        out[i] = (char)toupper((unsigned char)text[i]);
    out[i] = '\0';
}

/* "D3Q19 SRT, between walls" */
static void name_model(const struct lb_bench_record *r, char *out, size_t size)
{
    char lattice[sizeof r->lattice], collision[sizeof r->collision];
    raise_case(r->lattice, lattice, sizeof lattice);
    raise_case(r->collision, collision, sizeof collision);
    snprintf(out, size, "%s %s%s", lattice, collision, r->walls ? ", between walls" : "");
}

static void name_device(const struct lb_bench_record *r, char *out, size_t size)
{
    if (r->device_index >= 0)
        snprintf(out, size, "%s (device %d)", r->device, r->device_index);
    else
        snprintf(out, size, "%s", r->device);
}

static const char *share_text(double share, char out[SHARE_TEXT_SIZE])
{
    if (isfinite(share))
        snprintf(out, SHARE_TEXT_SIZE, "%.0f %%", 100.0 * share);
    else
        snprintf(out, SHARE_TEXT_SIZE, "-");
    return out;
}

/* --- bars ------------------------------------------------------------------------------------ */

static struct lb_bar make_bar(const struct lb_bench_record *r)
{
    struct lb_bar bar = {.value = r->mlups, .min = r->mlups_min, .max = r->mlups_max};
    char speed[LB_HTML_NUMBER_SIZE], share[SHARE_TEXT_SIZE];
    const int format = lb_bench_format_position(r);
    raise_case(r->precision, bar.label, sizeof bar.label);
    bar.colour = format < LB_HTML_COLOURS ? format : LB_HTML_COLOURS - 1;
    bar.mark = isfinite(r->efficiency) && r->efficiency > 0.0 ? r->mlups / r->efficiency : nan("");
    lb_html_number(r->mlups, SPEED_DIGITS, speed);
    if (isfinite(bar.mark))
        snprintf(bar.text, sizeof bar.text, "%s  \xC2\xB7  %s", speed,
                 share_text(r->efficiency, share));
    else
        snprintf(bar.text, sizeof bar.text, "%s", speed);
    return bar;
}

/* Of each precision of a model on a device the fastest point; `bars` has room for all. */
static size_t fill_bars(struct span device, const struct lb_bench_record *model,
                        struct lb_bar *bars)
{
    size_t count = 0;
    const struct lb_bench_record *fastest = NULL;
    for (size_t i = 0; i <= device.count; i++) {
        const struct lb_bench_record *r = i < device.count ? &device.first[i] : NULL;
        if (r != NULL && (!has_figure(r) || !lb_bench_same_model(r, model))) continue;
        const bool same =
            r != NULL && fastest != NULL && strcmp(r->precision, fastest->precision) == 0;
        if (fastest != NULL && !same) bars[count++] = make_bar(fastest);
        if (r != NULL && (!same || r->mlups > fastest->mlups)) fastest = r;
    }
    return count;
}

/* Whether the record is the first of its model in the span, among those with a figure. */
static bool is_first_of_model(struct span device, const struct lb_bench_record *r)
{
    for (const struct lb_bench_record *before = device.first; before < r; before++)
        if (has_figure(before) && lb_bench_same_model(before, r)) return false;
    return has_figure(r);
}

static void write_figure(FILE *out, const struct lb_bar_group *groups, size_t count,
                         const char *title)
{
    fputs("<figure>\n", out);
    lb_bars_write(out, groups, count, "MLUPs/s", title);
    fputs(
        "<figcaption>The fastest point of each format. The thin line goes from the slowest to "
        "the fastest batch; the upright mark is what the device's memory would allow, measured in "
        "the same run, and the percentage is the share of it.</figcaption>\n</figure>\n",
        out);
}

/* All models of one device. */
static enum lb_status write_device_figure(FILE *out, struct span device, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    size_t groups = 0, used = 0;
    char title[400];
    struct lb_bar *bars = calloc(device.count + 1, sizeof *bars);
    struct lb_bar_group *group = calloc(device.count + 1, sizeof *group);
    LB_REQUIRE(bars != NULL && group != NULL, LB_STATUS_FAILED, "no memory for a figure");
    for (size_t i = 0; i < device.count; i++) {
        const struct lb_bench_record *r = &device.first[i];
        if (!is_first_of_model(device, r)) continue;
        struct lb_bar_group *g = &group[groups++];
        name_model(r, g->title, sizeof g->title);
        g->bars = bars + used;
        g->count = fill_bars(device, r, g->bars);
        used += g->count;
    }
    if (groups == 0) goto cleanup;
    snprintf(title, sizeof title, "MLUPs/s of %s", device.first->device);
    write_figure(out, group, groups, title);
cleanup:
    free(bars);
    free(group);
    return st;
}

/* One model on every device that has it; nothing where that is only one. */
static enum lb_status write_model_figure(FILE *out, const struct span *devices, size_t count,
                                         size_t total, const struct lb_bench_record *model,
                                         struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    size_t groups = 0, used = 0;
    char name[64], title[128];
    struct lb_bar *bars = calloc(total + 1, sizeof *bars);
    struct lb_bar_group *group = calloc(count + 1, sizeof *group);
    LB_REQUIRE(bars != NULL && group != NULL, LB_STATUS_FAILED, "no memory for a figure");
    for (size_t i = 0; i < count; i++) {
        struct lb_bar_group *g = &group[groups];
        g->bars = bars + used;
        g->count = fill_bars(devices[i], model, g->bars);
        if (g->count == 0) continue;
        name_device(devices[i].first, g->title, sizeof g->title);
        used += g->count;
        groups++;
    }
    if (groups < 2) goto cleanup;
    name_model(model, name, sizeof name);
    snprintf(title, sizeof title, "MLUPs/s of %s on %zu devices", name, groups);
    lb_html_element(out, "h3", NULL, name);
    write_figure(out, group, groups, title);
cleanup:
    free(bars);
    free(group);
    return st;
}

static enum lb_status write_overview(FILE *out, const struct span *devices, size_t count,
                                     const struct lb_bench_records *records, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct span all = {records->list, records->count};
    if (count < 2) return LB_STATUS_OK;
    fputs("<section>\n<h2>The devices beside each other</h2>\n", out);
    for (size_t i = 0; i < records->count; i++)
        if (is_first_of_model(all, &records->list[i]))
            LB_TRY(write_model_figure(out, devices, count, records->count, &records->list[i], err));
    fputs("</section>\n", out);
cleanup:
    return st;
}

/* --- table and commands ---------------------------------------------------------------------- */

static const char *const headings[] = {
    "lattice", "collision", "precision", "box",     "solid",    "streaming", "shift",
    "V, W",    "MLUPs/s",   "least",     "most",    "noise",    "B/update",  "GB/s",
    "ceiling", "share",     "deviation", "version", "measured", "command"};
enum { HEADING_COUNT = sizeof headings / sizeof headings[0], FIGURE_CELLS = 9 };

static bool is_text_column(size_t column)
{
    return column < 4 || column == 5 || column == 6;
}

static void write_number_cell(FILE *out, const char *name, const char *format, double value)
{
    char text[64] = "-";
    if (isfinite(value)) snprintf(text, sizeof text, format, value);
    lb_html_element(out, "td", name, text);
}

static void write_speed_cell(FILE *out, const char *name, double value)
{
    char text[LB_HTML_NUMBER_SIZE];
    lb_html_element(out, "td", name, lb_html_number(value, SPEED_DIGITS, text));
}

static void write_figure_cells(FILE *out, const struct lb_bench_record *r)
{
    char share[SHARE_TEXT_SIZE];
    if (!has_figure(r)) {
        fprintf(out, "<td class=\"why\" colspan=\"%d\">skipped: ", FIGURE_CELLS);
        lb_html_text(out, r->skipped);
        fputs("</td>", out);
        return;
    }
    write_speed_cell(out, "b", r->mlups);
    write_speed_cell(out, NULL, r->mlups_min);
    write_speed_cell(out, NULL, r->mlups_max);
    write_number_cell(out, NULL, "%.1f %%", 100.0 * lb_bench_noise(r));
    write_number_cell(out, NULL, "%.0f", r->bytes_per_update);
    write_number_cell(out, NULL, "%.1f", r->bandwidth);
    write_number_cell(out, NULL, "%.1f", r->ceiling);
    lb_html_element(out, "td", NULL, share_text(r->efficiency, share));
    write_number_cell(out, NULL, "%.1e", r->deviation);
}

/* `command` is the number of the command in the list below, 0: unknown. */
static void write_row(FILE *out, const struct lb_bench_record *r, size_t command)
{
    char box[40], lanes[32], number[24] = "-";
    fputs("<tr>", out);
    lb_html_element(out, "td", "t", r->lattice);
    lb_html_element(out, "td", "t", r->collision);
    lb_html_element(out, "td", "t", r->precision);
    lb_html_element(out, "td", "t", lb_bench_size_text(r, box, sizeof box));
    write_number_cell(out, NULL, "%.1f %%", r->walls ? 100.0 * r->solid_share : nan(""));
    lb_html_element(out, "td", "t", r->streaming);
    lb_html_element(out, "td", "t", r->shift ? "on" : "off");
    snprintf(lanes, sizeof lanes, "%d, %d", r->lanes, r->arithmetic_lanes);
    lb_html_element(out, "td", NULL, lanes);
    write_figure_cells(out, r);
    lb_html_element(out, "td", NULL, r->commit[0] != '\0' ? r->commit : r->version);
    lb_html_element(out, "td", NULL, r->time[0] != '\0' ? r->time : "-");
    if (command > 0) snprintf(number, sizeof number, "%zu", command);
    lb_html_element(out, "td", NULL, number);
    fputs("</tr>\n", out);
}

/* Number of the record's command among the different ones of the device, from 1; 0: unknown. */
static size_t command_number(struct span device, const struct lb_bench_record *r)
{
    size_t number = 0;
    if (r->command[0] == '\0') return 0;
    for (const struct lb_bench_record *c = device.first;; c++) {
        bool is_new = c->command[0] != '\0';
        for (const struct lb_bench_record *before = device.first; before < c && is_new; before++)
            is_new = strcmp(before->command, c->command) != 0;
        number += is_new ? 1 : 0;
        if (is_new && strcmp(c->command, r->command) == 0) return number;
    }
}

static void write_table(FILE *out, struct span device)
{
    fputs("<div class=\"wide\">\n<table>\n<thead><tr>", out);
    for (size_t i = 0; i < HEADING_COUNT; i++)
        lb_html_element(out, "th", is_text_column(i) ? "t" : NULL, headings[i]);
    fputs("</tr></thead>\n<tbody>\n", out);
    for (size_t i = 0; i < device.count; i++)
        write_row(out, &device.first[i], command_number(device, &device.first[i]));
    fputs("</tbody>\n</table>\n</div>\n", out);
}

static void write_commands(FILE *out, struct span device)
{
    size_t written = 0;
    for (size_t i = 0; i < device.count; i++) {
        const struct lb_bench_record *r = &device.first[i];
        if (command_number(device, r) != written + 1) continue;
        if (written++ == 0) fputs("<h3>Commands</h3>\n<ol>\n", out);
        fputs("<li>", out);
        lb_html_element(out, "code", NULL, r->command);
        fputs("</li>\n", out);
    }
    if (written > 0) fputs("</ol>\n", out);
}

/* --- the page -------------------------------------------------------------------------------- */

static void write_device_line(FILE *out, struct span device)
{
    const struct lb_bench_record *r = device.first;
    double min = HUGE_VAL, max = 0.0;
    char text[640], ceiling[96] = "";
    for (size_t i = 0; i < device.count; i++) {
        if (!has_figure(&r[i]) || !(r[i].ceiling > 0.0)) continue;
        min = fmin(min, r[i].ceiling);
        max = fmax(max, r[i].ceiling);
    }
    if (max > min)
        snprintf(ceiling, sizeof ceiling, " \xC2\xB7 ceiling %.1f to %.1f GB/s", min, max);
    else if (max > 0.0)
        snprintf(ceiling, sizeof ceiling, " \xC2\xB7 ceiling %.1f GB/s", max);
    snprintf(text, sizeof text, "%s \xC2\xB7 driver %s%s%s%s", r->platform, r->driver,
             r->host[0] != '\0' ? " \xC2\xB7 host " : "", r->host, ceiling);
    lb_html_element(out, "p", "soft", text);
    fputc('\n', out);
}

static enum lb_status write_device(FILE *out, struct span device, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char name[320];
    name_device(device.first, name, sizeof name);
    fputs("<section>\n", out);
    lb_html_element(out, "h2", NULL, name);
    fputc('\n', out);
    write_device_line(out, device);
    LB_TRY(write_device_figure(out, device, err));
    write_table(out, device);
    write_commands(out, device);
    fputs("</section>\n", out);
cleanup:
    return st;
}

static void write_heading(FILE *out, const struct lb_bench_records *records, size_t devices)
{
    char text[256];
    const char *first = "", *last = "";
    for (size_t i = 0; i < records->count; i++) {
        const char *time = records->list[i].time;
        if (time[0] != '\0' && (first[0] == '\0' || strcmp(time, first) < 0)) first = time;
        if (strcmp(time, last) > 0) last = time;
    }
    fputs("<h1>Lattice-Boltzmann speed</h1>\n", out);
    snprintf(text, sizeof text,
             "sluice bench: %zu point%s on %zu device%s%s%.10s%s%.10s. MLUPs/s are millions of "
             "cells advanced by one step in a second.",
             records->count, records->count == 1 ? "" : "s", devices, devices == 1 ? "" : "s",
             first[0] != '\0' ? ", measured " : "", first,
             strncmp(first, last, 10) != 0 ? " to " : "",
             strncmp(first, last, 10) != 0 ? last : "");
    lb_html_element(out, "p", "soft", text);
    fputc('\n', out);
}

static void write_notes(FILE *out)
{
    fputs(
        "<section>\n<h2>How to read this</h2>\n"
        "<p>Each figure is the median of several batches of steps after a warm-up, or of rounds of "
        "batches where points were measured in turns; noise is the distance between the slowest "
        "and the fastest batch over the median. All cells of the "
        "box count, solid ones too. Every figure passed a check of its flow against an exact "
        "solution; deviation is the distance from it, relative to the flow.</p>\n"
        "<p>B/update are the bytes that one cell's step has to read and write; with the speed "
        "they make GB/s. The ceiling is measured on the same device in the same run: a plain copy "
        "or, for streaming in place on a CPU, whose copy also reads what it overwrites, 19 "
        "planes read and written where they lie. Share is GB/s over the ceiling, in "
        "turns the median of the rounds. It is left out "
        "where the box fits in the device's caches.</p>\n</section>\n",
        out);
}

static enum lb_status write_page(FILE *out, const struct lb_bench_records *records,
                                 struct span *devices, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    size_t count = 0;
    for (size_t i = 0; i < records->count; i++) {
        const struct lb_bench_record *r = &records->list[i];
        if (i == 0 || !lb_bench_same_device(r, r - 1)) devices[count++].first = r;
        devices[count - 1].count++;
    }
    lb_html_begin(out, "sluice bench");
    write_heading(out, records, count);
    LB_TRY(write_overview(out, devices, count, records, err));
    for (size_t i = 0; i < count; i++)
        LB_TRY(write_device(out, devices[i], err));
    write_notes(out);
    lb_html_end(out);
cleanup:
    return st;
}

enum lb_status lb_bench_report_write(FILE *out, struct lb_bench_records *records,
                                     struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct span *devices = calloc(records->count + 1, sizeof *devices);
    LB_REQUIRE(devices != NULL, LB_STATUS_FAILED, "no memory for the report");
    LB_TRY(lb_bench_sort(records, err));
    LB_TRY(write_page(out, records, devices, err));
cleanup:
    free(devices);
    return st;
}

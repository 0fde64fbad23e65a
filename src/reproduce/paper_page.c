/* paper_page.c - the report: all checks, a section for each item, what differs, misprints.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/stopwatch.h"
#include "base/version.h"
#include "io/json.h"
#include "reproduce/paper_markup.h"
#include "reproduce/reproduce_internal.h"

enum { LINE = 1024 };

static const char *const errata[] = {
    "Table 2: the smallest normal number of FP16S is 2^-29 = 1.862645e-9, not 1.864464e-9; the "
    "smallest "
    "of P16_2C 1.734723e-18, not 1.734724e-18.",
    "A posit's regime counts as (2^(2^n_e))^r, not as (2^(n_e + 1))^r: the two agree for exponents "
    "of 0 and "
    "1 bits only.",
    "FP16C is rounded by adding to the 12th bit from the right, not from the left, and its ties go "
    "away "
    "from zero, not to even.",
    "Listing 1: P16_0S and P16_1S read the code of 0 as another number; P16_2C writes numbers from "
    "2 - "
    "2^-13 to 2 as 0 and reads the codes 2 and 3 as the same number."};

/* --- rows of checks ---------------------------------------------------------------------------------- */

/* The last two are of --add. */
enum { COLUMNS = 7, ADDED_COLUMNS = 2, CELL = LB_PAPER_TEXT };
static const char *const titles[COLUMNS + ADDED_COLUMNS] = {
    "", "the paper, in short", "measured", "is", "band", "check", "paper", "added", "its check"};

static size_t columns_of(const struct lb_reproduce *r)
{
    return r->o->add != NULL ? COLUMNS + ADDED_COLUMNS : COLUMNS;
}

/* The same check there; NULL where there is none. */
static const cJSON *find_added(const struct lb_paper_result *item, const struct lb_paper_check *c)
{
    const cJSON *other;
    cJSON_ArrayForEach(other, cJSON_GetObjectItem(item->added, "checks"))
    {
        if (strcmp(lb_json_text_of(other, "statement"), c->statement) == 0 &&
            strcmp(lb_json_text_of(other, "what"), c->what) == 0)
            return other;
    }
    return NULL;
}

static void write_band(const struct lb_paper_check *c, char out[CELL])
{
    if (isinf(c->high))
        snprintf(out, CELL, "at least %.4g", c->low);
    else if (c->low == 0.0 && c->high > 0.0)
        snprintf(out, CELL, "at most %.4g", c->high);
    else
        snprintf(out, CELL, "%.6g to %.6g", c->low, c->high);
}

static void write_number(double number, char out[32])
{
    snprintf(out, 32, "-");
    if (!isnan(number)) snprintf(out, 32, "%.6g", number);
}

static void print_row(struct lb_markup *m, const struct lb_paper_result *item,
                      const struct lb_paper_check *c)
{
    char measured[32], added[32], band[CELL], answer[2 * CELL];
    const cJSON *other = find_added(item, c);
    write_number(c->measured, measured);
    write_number(lb_json_number_of(other, "measured"), added);
    write_band(c, band);
    snprintf(answer, sizeof answer, "%s%s%s", lb_paper_answers[c->answer],
             c->because != NULL ? ": " : "", c->because != NULL ? c->because : "");
    const char *const cells[COLUMNS + ADDED_COLUMNS] = {item->item->number,
                                                        c->statement,
                                                        c->what,
                                                        measured,
                                                        band,
                                                        lb_paper_check_word(c),
                                                        answer,
                                                        added,
                                                        lb_json_text_of(other, "check")};
    lb_markup_row(m, cells, c->is_judged && !c->is_pass ? "fail" : NULL);
}

enum kind { FAILED, PASSED, NOT_JUDGED };

static enum kind kind_of(const struct lb_paper_check *c)
{
    return !c->is_judged ? NOT_JUDGED : c->is_pass ? PASSED : FAILED;
}

static void print_rows(struct lb_markup *m, const struct lb_reproduce *r, enum kind kind)
{
    for (size_t i = 0; i < r->item_count; i++)
        for (size_t k = 0; k < r->items[i].check_count; k++)
            if (kind_of(&r->items[i].checks[k]) == kind)
                print_row(m, &r->items[i], &r->items[i].checks[k]);
}

void lb_paper_print_summary(const struct lb_reproduce *r, FILE *out)
{
    struct lb_markup m = {.out = out, .columns = columns_of(r)};
    const struct lb_paper_counts n = lb_paper_count(r);
    fprintf(out,
            "%zu checks pass, %zu fail, %zu are not judged; the paper agrees with %zu, differs in "
            "%zu\n",
            n.pass, n.fail, n.not_judged, n.agrees, n.differs);
    print_rows(&m, r, FAILED);
}

/* --- head ------------------------------------------------------------------------------------------------ */

static void write_command(const struct lb_reproduce *r, char *out, size_t size)
{
    const struct lb_options *o = r->o;
    size_t used = (size_t)snprintf(out, size, "sluice reproduce");
    for (size_t n = 0; n < o->word_count + o->value_count && used < size; n++)
        used += (size_t)snprintf(out + used, size - used, " %s",
                                 n < o->word_count ? o->words[n] : o->values[n - o->word_count]);
    if (o->precision != NULL && used < size)
        used += (size_t)snprintf(out + used, size - used, " --precision %s", o->precision);
    if (o->device != NULL && used < size)
        used += (size_t)snprintf(out + used, size - used, " -d '%s'", o->device);
    if (used < size) snprintf(out + used, size - used, " -o %s", o->output);
}

static void print_pair(struct lb_markup *m, const char *what, const char *is)
{
    const char *const cells[] = {what, is};
    lb_markup_row(m, cells, NULL);
}

static void print_head(struct lb_markup *m, const struct lb_reproduce *r)
{
    static const char *const columns[] = {"", ""};
    char text[LINE];
    const time_t now = time(NULL);
    struct tm utc;
    const struct lb_paper_counts n = lb_paper_count(r);
    lb_markup_paragraph(m, "Lehmann et al., Phys. Rev. E 106, 015308 (2022).");
    snprintf(text, sizeof text,
             "%zu checks pass, %zu fail, %zu are not judged; %zu statements agree, %zu differ. A "
             "check is "
             "within our band or not; whether the paper says so, too, is another question, and has "
             "a column "
             "of its own.",
             n.pass, n.fail, n.not_judged, n.agrees, n.differs);
    lb_markup_paragraph(m, text);
    lb_markup_table(m, columns, 2);
    print_pair(m, "device", r->device[0] != '\0' ? r->device : "none was needed");
    if (r->o->add != NULL) print_pair(m, "added", r->added);
    snprintf(text, sizeof text, "sluice %s (%s)", LB_VERSION, LB_COMMIT);
    print_pair(m, "program", text);
    if (gmtime_r(&now, &utc) != NULL && strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", &utc) > 0)
        print_pair(m, "date", text);
    print_pair(m, "level", r->is_quick ? "the same physics in small" : "the paper's sizes");
    write_command(r, text, sizeof text);
    print_pair(m, "command", text);
    snprintf(text, sizeof text, "%.0f s, less what was there before", lb_clock() - r->started);
    print_pair(m, "time taken", text);
    lb_markup_end_table(m);
}

/* --- sections of items ------------------------------------------------------------------------------------- */

static bool is_with(const struct lb_paper_case *a, const struct lb_paper_case *b)
{
    return strcmp(a->setup, b->setup) == 0 && strcmp(a->values, b->values) == 0 &&
           a->shift == b->shift;
}

/* One line for the formats of the same case, at the first of them. */
static void print_command(const struct lb_reproduce *r, const struct lb_paper_result *item,
                          size_t at, FILE *out)
{
    const struct lb_paper_case *c = &r->runs[item->uses[at]].c;
    for (size_t n = 0; n < at; n++)
        if (is_with(&r->runs[item->uses[n]].c, c)) return;
    size_t count = 0;
    for (size_t n = at; n < item->use_count; n++)
        count += is_with(&r->runs[item->uses[n]].c, c);
    if (count == 1 &&
        strcmp(lb_paper_formats[c->format], "fp64/fp64") == 0) /* nothing to compare */
        fprintf(out, "sluice run %s%s%s%s --precision ", c->setup, c->values[0] != '\0' ? " " : "",
                c->values, c->shift ? "" : " --no-shift");
    else
        fprintf(out, "sluice compare %s%s%s --rounding nearest --shift %s --precision ", c->setup,
                c->values[0] != '\0' ? " " : "", c->values, c->shift ? "on" : "off");
    for (size_t n = at; n < item->use_count; n++)
        if (is_with(&r->runs[item->uses[n]].c, c))
            fprintf(out, "%s%s", n > at ? "," : "",
                    lb_paper_formats[r->runs[item->uses[n]].c.format]);
    fprintf(out, "\n");
}

static enum lb_status print_commands(struct lb_markup *m, const struct lb_reproduce *r,
                                     const struct lb_paper_result *item, struct lb_error *err)
{
    char *text = NULL;
    size_t size = 0;
    FILE *lines = open_memstream(&text, &size);
    LB_NEED(lines != NULL, LB_STATUS_FAILED, "no memory for the commands of %s", item->item->name);
    fprintf(lines, "sluice reproduce %s%s -o %s\n", item->item->name, r->is_quick ? " quick=1" : "",
            r->folder);
    for (size_t n = 0; n < item->use_count; n++)
        print_command(r, item, n, lines);
    const bool is_whole = fclose(lines) == 0;
    if (is_whole) lb_markup_commands(m, text);
    free(text);
    LB_NEED(is_whole, LB_STATUS_FAILED, "no memory for the commands of %s", item->item->name);
    return LB_STATUS_OK;
}

/* What the device could not do. */
static void print_skipped(struct lb_markup *m, const struct lb_reproduce *r,
                          const struct lb_paper_result *item)
{
    char text[LINE + LB_ERROR_TEXT_SIZE];
    size_t skipped = 0;
    const struct lb_study_run *last = NULL;
    for (size_t n = 0; n < item->use_count; n++) {
        const struct lb_study_run *run = &r->runs[item->uses[n]].run;
        if (run->state != LB_STUDY_SKIPPED) continue;
        skipped++;
        last = run;
    }
    if (last == NULL) return;
    snprintf(text, sizeof text, "%zu runs are left out: %s", skipped, last->why);
    lb_markup_paragraph(m, text);
}

static enum lb_status print_item(struct lb_markup *m, const struct lb_reproduce *r,
                                 const struct lb_paper_result *item, struct lb_error *err)
{
    char text[LINE];
    const struct lb_paper_item *of = item->item;
    const char *figure = item->has_picture || !m->is_html ? "figure.png" : "figure.svg";
    snprintf(text, sizeof text, "%s of the paper: %s", of->number, of->name);
    lb_markup_heading(m, of->name, text);
    if (item->has_figure || item->has_picture)
        LB_OK(lb_markup_figure(m, r->folder, of->name, figure, of->shows, err));
    else
        lb_markup_paragraph(m, of->shows);
    const size_t missing = lb_paper_missing(r, item);
    snprintf(text, sizeof text, "%zu runs are missing: the same command makes them.", missing);
    if (missing > 0) lb_markup_paragraph(m, text);
    print_skipped(m, r, item);
    snprintf(text, sizeof text, "%s/data.csv", of->name);
    lb_markup_link(m, "data", text);
    snprintf(text, sizeof text, "%s/checks.json", of->name);
    lb_markup_link(m, "checks", text);
    return print_commands(m, r, item, err);
}

static void print_differences(struct lb_markup *m, const struct lb_reproduce *r)
{
    static const char *const columns[] = {"", "the paper, in short", "measured", "is", "because"};
    lb_markup_heading(m, "differences", "Where the paper differs");
    lb_markup_table(m, columns, 5);
    for (size_t i = 0; i < r->item_count; i++)
        for (size_t k = 0; k < r->items[i].check_count; k++) {
            const struct lb_paper_check *c = &r->items[i].checks[k];
            char measured[32];
            snprintf(measured, sizeof measured, "%.6g", c->measured);
            const char *const cells[] = {r->items[i].item->number, c->statement, c->what, measured,
                                         c->because != NULL ? c->because : "no cause is known"};
            if (c->answer == LB_PAPER_DIFFERS) lb_markup_row(m, cells, NULL);
        }
    lb_markup_end_table(m);
}

enum lb_status lb_paper_print_page(const struct lb_reproduce *r, bool is_html, FILE *out,
                                   struct lb_error *err)
{
    struct lb_markup m = {.out = out, .is_html = is_html};
    lb_markup_begin(&m, "The paper, made anew");
    print_head(&m, r);
    lb_markup_table(&m, titles, columns_of(r));
    for (enum kind kind = FAILED; kind <= NOT_JUDGED; kind++)
        print_rows(&m, r, kind);
    lb_markup_end_table(&m);
    for (size_t i = 0; i < r->item_count; i++)
        LB_OK(print_item(&m, r, &r->items[i], err));
    print_differences(&m, r);
    lb_markup_heading(&m, "errata", "Misprints of the paper");
    for (size_t n = 0; n < sizeof errata / sizeof errata[0]; n++)
        lb_markup_item(&m, errata[n]);
    lb_markup_paragraph(&m, "");
    lb_markup_paragraph(
        &m, "Each run has a folder in runs with a case.ini, which sluice run -c runs again. "
            "The figures of the paper itself are not shown here: they are not ours.");
    lb_markup_end(&m);
    return LB_STATUS_OK;
}

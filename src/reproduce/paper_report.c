/* paper_report.c - data, checks and pages of what is there.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/version.h"
#include "io/json.h"
#include "plot/chart.h"
#include "reproduce/reproduce_internal.h"

static const char *const answers[] = {"agrees", "differs", "not comparable"};

static const char *check_word(const struct lb_paper_check *c)
{
    return !c->is_judged ? "not judged" : c->is_pass ? "pass" : "FAIL";
}

struct counts {
    size_t pass, fail, not_judged, agrees, differs;
};

static struct counts count_checks(const struct lb_reproduce *r)
{
    struct counts n = {0};
    for (size_t i = 0; i < r->item_count; i++)
        for (size_t k = 0; k < r->items[i].check_count; k++) {
            const struct lb_paper_check *c = &r->items[i].checks[k];
            n.not_judged += !c->is_judged;
            n.pass += c->is_judged && c->is_pass;
            n.fail += c->is_judged && !c->is_pass;
            n.agrees += c->answer == LB_PAPER_AGREES;
            n.differs += c->answer == LB_PAPER_DIFFERS;
        }
    return n;
}

/* --- files of an item ------------------------------------------------------------------------- */

static enum lb_status write_table(struct lb_reproduce *r, const struct lb_paper_result *item,
                                  const char *folder, struct lb_error *err)
{
    char path[LB_PATH_SIZE], *text = NULL;
    size_t size = 0;
    FILE *csv = open_memstream(&text, &size);
    if (csv != NULL) item->item->table(r, csv);
    enum lb_status st = csv != NULL && fclose(csv) == 0 ? LB_STATUS_OK : LB_STATUS_FAILED;
    if (st != LB_STATUS_OK) lb_fail(err, st, "no memory for the table of %s", item->item->name);
    if (st == LB_STATUS_OK) st = lb_path_join(folder, "data.csv", path, sizeof path, err);
    if (st == LB_STATUS_OK) st = lb_text_write(path, text, err);
    free(text);
    return st;
}

static bool has_figure(const struct lb_paper_result *item)
{
    return item->item->figure != NULL && lb_has_pictures && item->has_runs;
}

static enum lb_status write_figure(const struct lb_reproduce *r, const struct lb_paper_result *item,
                                   const char *folder, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char path[LB_PATH_SIZE];
    static const char *const names[] = {"figure.png", "figure.svg"};
    struct lb_paper_figure f = {0};
    LB_TRY(item->item->figure(r, &f, err));
    for (size_t n = 0; n < 2; n++) {
        LB_TRY(lb_path_join(folder, names[n], path, sizeof path, err));
        LB_TRY(lb_paper_figure_write(&f, path, err));
    }
cleanup:
    lb_paper_figure_free(&f);
    return st;
}

static size_t count_missing(const struct lb_reproduce *r, const struct lb_paper_result *item)
{
    size_t missing = 0;
    for (size_t n = item->first_run; n < item->end_run; n++)
        missing += r->runs[n].run.state == LB_STUDY_PENDING;
    return missing;
}

static enum lb_status write_checks(const struct lb_reproduce *r, const struct lb_paper_result *item,
                                   const char *folder, struct lb_error *err)
{
    char path[LB_PATH_SIZE], *text = NULL;
    struct lb_json w = lb_json_begin("sluice.checks/1");
    lb_json_text(&w, "item", item->item->name);
    lb_json_text(&w, "paper", item->item->number);
    lb_json_number(&w, "missing_runs", (double)count_missing(r, item));
    struct lb_json list = lb_json_list(&w, "checks");
    for (size_t k = 0; k < item->check_count; k++) {
        const struct lb_paper_check *c = &item->checks[k];
        struct lb_json o = lb_json_object(&list, NULL);
        lb_json_text(&o, "statement", c->statement);
        lb_json_text(&o, "what", c->what);
        lb_json_number(&o, "measured", c->measured);
        lb_json_number(&o, "low", c->low);
        lb_json_number(&o, "high", c->high);
        lb_json_text(&o, "check", check_word(c));
        lb_json_text(&o, "paper", answers[c->answer]);
        if (c->because != NULL) lb_json_text(&o, "because", c->because);
    }
    LB_OK(lb_json_end(&w, LB_JSON_ON_LINES, &text, err));
    enum lb_status st = lb_path_join(folder, "checks.json", path, sizeof path, err);
    if (st == LB_STATUS_OK) st = lb_text_write(path, text, err);
    free(text);
    return st;
}

static enum lb_status write_item(struct lb_reproduce *r, const struct lb_paper_result *item,
                                 struct lb_error *err)
{
    char folder[LB_PATH_SIZE];
    LB_OK(lb_path_join(r->folder, item->item->name, folder, sizeof folder, err));
    LB_OK(lb_folder_ensure(folder, err));
    LB_OK(write_table(r, item, folder, err));
    if (has_figure(item)) LB_OK(write_figure(r, item, folder, err));
    return write_checks(r, item, folder, err);
}

/* --- the page ------------------------------------------------------------------------------------ */

static void print_band(FILE *out, const struct lb_paper_check *c)
{
    if (isinf(c->high))
        fprintf(out, "at least %.4g", c->low);
    else if (c->low == 0.0 && c->high > 0.0)
        fprintf(out, "at most %.4g", c->high);
    else
        fprintf(out, "%.6g to %.6g", c->low, c->high);
}

/* A cell of a table: a bar would end it. */
static void print_cell(const char *text, FILE *out)
{
    for (; *text != '\0'; text++)
        fprintf(out, *text == '|' ? "\\%c" : "%c", *text);
    fputs(" | ", out);
}

static void print_row(const struct lb_paper_item *item, const struct lb_paper_check *c, FILE *out)
{
    char measured[32] = "-";
    if (!isnan(c->measured)) snprintf(measured, sizeof measured, "%.6g", c->measured);
    fprintf(out, "| %s | ", item->number);
    print_cell(c->statement, out);
    print_cell(c->what, out);
    print_cell(measured, out);
    print_band(out, c);
    fprintf(out, " | %s | %s%s%s |\n", check_word(c), answers[c->answer],
            c->because != NULL ? ": " : "", c->because != NULL ? c->because : "");
}

enum kind { FAILED, PASSED, NOT_JUDGED };

static enum kind kind_of(const struct lb_paper_check *c)
{
    return !c->is_judged ? NOT_JUDGED : c->is_pass ? PASSED : FAILED;
}

static void print_rows(const struct lb_reproduce *r, enum kind kind, FILE *out)
{
    for (size_t i = 0; i < r->item_count; i++)
        for (size_t k = 0; k < r->items[i].check_count; k++)
            if (kind_of(&r->items[i].checks[k]) == kind)
                print_row(r->items[i].item, &r->items[i].checks[k], out);
}

static void print_page(const void *context, FILE *out)
{
    const struct lb_reproduce *r = context;
    const struct counts n = count_checks(r);
    fprintf(
        out,
        "# The paper, made anew\n\n"
        "Lehmann et al., Phys. Rev. E 106, 015308 (2022), by sluice %s (%s), %s.\n\n"
        "%zu checks pass, %zu fail, %zu are not judged; %zu statements agree, %zu differ.\n"
        "A check is within our band or not; whether the paper says so, too, is another question, "
        "and has a column of its own.\n\n",
        LB_VERSION, LB_COMMIT, r->is_quick ? "the same physics in small" : "at its sizes", n.pass,
        n.fail, n.not_judged, n.agrees, n.differs);
    fprintf(out, "| | the paper, in short | measured | is | band | check | paper |\n"
                 "| --- | --- | --- | --- | --- | --- | --- |\n");
    for (enum kind kind = FAILED; kind <= NOT_JUDGED; kind++)
        print_rows(r, kind, out);
    fprintf(out, "\n## Data\n\n");
    for (size_t i = 0; i < r->item_count; i++) {
        const struct lb_paper_item *item = r->items[i].item;
        fprintf(out, "- %s of the paper, `%s`: %s. [data](%s/data.csv), [checks](%s/checks.json)",
                item->number, item->name, item->shows, item->name, item->name);
        const size_t missing = count_missing(r, &r->items[i]);
        if (missing > 0)
            fprintf(out, "; %zu runs are missing: the same command makes them", missing);
        fprintf(out, "\n");
        if (has_figure(&r->items[i]))
            fprintf(out, "\n![%s](%s/figure.png)\n\n", item->shows, item->name);
    }
    fprintf(out, "\nEach run has a folder in `runs` with a `case.ini`, which `sluice run -c` runs "
                 "again.\n");
}

enum lb_status lb_paper_write_report(struct lb_reproduce *r, FILE *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char path[LB_PATH_SIZE], *page = NULL;
    for (size_t n = 0; n < r->item_count; n++) {
        r->current = &r->items[n];
        r->current->has_runs =
            r->current->end_run - r->current->first_run > count_missing(r, r->current);
        r->current->item->check(r);
        LB_TRY(write_item(r, r->current, err));
    }
    LB_REQUIRE(!r->no_memory, LB_STATUS_FAILED, "no memory for the checks");
    LB_TRY(lb_study_print(print_page, r, &page, err));
    LB_TRY(lb_path_join(r->folder, "report.md", path, sizeof path, err));
    LB_TRY(lb_text_write(path, page, err));
    const struct counts n = count_checks(r);
    fprintf(out,
            "%zu checks pass, %zu fail, %zu are not judged; the paper agrees with %zu, differs in "
            "%zu\n",
            n.pass, n.fail, n.not_judged, n.agrees, n.differs);
    print_rows(r, FAILED, out);
    fprintf(out, "report  %s\n", path);
    LB_REQUIRE(n.fail == 0, LB_STATUS_VERDICT, "%zu checks failed; %s has them first", n.fail,
               path);
cleanup:
    free(page);
    return st;
}

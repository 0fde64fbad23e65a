/* paper_report.c - data, checks, figures and pages of what is there.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "base/version.h"
#include "io/json.h"
#include "plot/chart.h"
#include "reproduce/reproduce_internal.h"

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

static bool is_shown(double number, bool is_logarithmic)
{
    return isfinite(number) && (number > 0.0 || !is_logarithmic);
}

static bool has_points(const struct lb_paper_figure *f)
{
    for (size_t n = 0; n < f->count; n++)
        for (size_t k = 0; k < f->lines[n].count && !f->lines[n].is_band; k++)
            if (is_shown(f->lines[n].numbers[2 * k], f->x_logarithmic) &&
                is_shown(f->lines[n].numbers[2 * k + 1], f->y_logarithmic))
                return true;
    return false;
}

static enum lb_status draw_lines(const struct lb_reproduce *r, struct lb_paper_result *item,
                                 const char *png, const char *svg, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_paper_figure f = {0};
    LB_TRY(item->item->figure(r, &f, err));
    item->has_figure = has_points(&f);
    if (!item->has_figure) goto cleanup;
    LB_TRY(lb_paper_figure_write(&f, png, err));
    LB_TRY(lb_paper_figure_write(&f, svg, err));
cleanup:
    lb_paper_figure_free(&f);
    return st;
}

/* From what is there. */
static enum lb_status write_figure(const struct lb_reproduce *r, struct lb_paper_result *item,
                                   const char *folder, struct lb_error *err)
{
    char png[LB_PATH_SIZE], svg[LB_PATH_SIZE];
    const bool is_drawn = item->item->figure != NULL || item->item->picture != NULL;
    const bool has_runs = item->use_count > lb_paper_missing(r, item);
    if (!is_drawn || !lb_has_pictures || (item->use_count > 0 && !has_runs)) return LB_STATUS_OK;
    LB_OK(lb_path_join(folder, "figure.png", png, sizeof png, err));
    LB_OK(lb_path_join(folder, "figure.svg", svg, sizeof svg, err));
    item->has_picture = item->item->figure == NULL;
    if (item->has_picture) return item->item->picture(r, png, &item->has_picture, err);
    return draw_lines(r, item, png, svg, err);
}

size_t lb_paper_missing(const struct lb_reproduce *r, const struct lb_paper_result *item)
{
    size_t missing = 0;
    for (size_t n = 0; n < item->use_count; n++)
        missing += r->runs[item->uses[n]].run.state == LB_STUDY_PENDING;
    return missing;
}

static void add_check(struct lb_json *list, const struct lb_paper_check *c)
{
    struct lb_json o = lb_json_object(list, NULL);
    lb_json_text(&o, "statement", c->statement);
    lb_json_text(&o, "what", c->what);
    lb_json_number(&o, "measured", c->measured);
    lb_json_number(&o, "low", c->low);
    lb_json_number(&o, "high", c->high);
    lb_json_text(&o, "check", lb_paper_check_word(c));
    lb_json_text(&o, "paper", lb_paper_answers[c->answer]);
    if (c->because != NULL) lb_json_text(&o, "because", c->because);
}

static void add_item(struct lb_json *w, const struct lb_reproduce *r,
                     const struct lb_paper_result *item)
{
    lb_json_text(w, "item", item->item->name);
    lb_json_text(w, "paper", item->item->number);
    lb_json_number(w, "missing_runs", (double)lb_paper_missing(r, item));
    struct lb_json list = lb_json_list(w, "checks");
    for (size_t k = 0; k < item->check_count; k++)
        add_check(&list, &item->checks[k]);
}

static enum lb_status write_checks(const struct lb_reproduce *r, const struct lb_paper_result *item,
                                   const char *folder, struct lb_error *err)
{
    char path[LB_PATH_SIZE], *text = NULL;
    struct lb_json w = lb_json_begin("sluice.checks/1");
    add_item(&w, r, item);
    LB_OK(lb_json_end(&w, LB_JSON_ON_LINES, &text, err));
    enum lb_status st = lb_path_join(folder, "checks.json", path, sizeof path, err);
    if (st == LB_STATUS_OK) st = lb_text_write(path, text, err);
    free(text);
    return st;
}

/* For --json: all of it on a line. */
static enum lb_status print_json(const struct lb_reproduce *r, FILE *out, struct lb_error *err)
{
    const struct lb_paper_counts n = lb_paper_count(r);
    struct lb_json w = lb_json_begin("sluice.reproduction/1");
    lb_json_text(&w, "version", LB_VERSION);
    lb_json_text(&w, "level", r->is_quick ? "quick" : "paper");
    lb_json_text(&w, "folder", r->folder);
    lb_json_number(&w, "pass", (double)n.pass);
    lb_json_number(&w, "fail", (double)n.fail);
    lb_json_number(&w, "not_judged", (double)n.not_judged);
    lb_json_number(&w, "agrees", (double)n.agrees);
    lb_json_number(&w, "differs", (double)n.differs);
    struct lb_json items = lb_json_list(&w, "items");
    for (size_t i = 0; i < r->item_count; i++) {
        struct lb_json item = lb_json_object(&items, NULL);
        add_item(&item, r, &r->items[i]);
    }
    return lb_json_print(&w, LB_JSON_ON_LINE, out, err);
}

static enum lb_status write_item(struct lb_reproduce *r, struct lb_paper_result *item,
                                 struct lb_error *err)
{
    char folder[LB_PATH_SIZE];
    LB_OK(lb_path_join(r->folder, item->item->name, folder, sizeof folder, err));
    LB_OK(lb_folder_ensure(folder, err));
    LB_OK(write_table(r, item, folder, err));
    LB_OK(write_figure(r, item, folder, err));
    return write_checks(r, item, folder, err);
}

static enum lb_status write_page(const struct lb_reproduce *r, const char *name, bool is_html,
                                 char path[LB_PATH_SIZE], struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char *text = NULL;
    size_t size = 0;
    FILE *page = open_memstream(&text, &size);
    LB_REQUIRE(page != NULL, LB_STATUS_FAILED, "no memory for %s", name);
    st = lb_paper_print_page(r, is_html, page, err);
    LB_REQUIRE(fclose(page) == 0 || st != LB_STATUS_OK, LB_STATUS_FAILED, "no memory for %s", name);
    if (st == LB_STATUS_OK) LB_TRY(lb_path_join(r->folder, name, path, LB_PATH_SIZE, err));
    if (st == LB_STATUS_OK) LB_TRY(lb_text_write(path, text, err));
cleanup:
    free(text);
    return st;
}

enum lb_status lb_paper_write_report(struct lb_reproduce *r, FILE *out, struct lb_error *err)
{
    char path[LB_PATH_SIZE];
    for (size_t n = 0; n < r->item_count; n++) {
        r->current = &r->items[n];
        *r->lacks = false; /* a figure may have asked after the last check */
        r->current->item->check(r);
        LB_OK(write_item(r, r->current, err));
    }
    LB_NEED(!r->no_memory, LB_STATUS_FAILED, "no memory for the checks");
    LB_OK(write_page(r, "report.html", true, path, err));
    LB_OK(write_page(r, "report.md", false, path, err));
    if (r->o->json) {
        LB_OK(print_json(r, out, err));
    } else {
        lb_paper_print_summary(r, out);
        fprintf(out, "report  %s and report.html\n", path);
    }
    const size_t failed = lb_paper_count(r).fail;
    LB_NEED(failed == 0, LB_STATUS_VERDICT, "%zu checks failed; %s has them first", failed, path);
    return LB_STATUS_OK;
}

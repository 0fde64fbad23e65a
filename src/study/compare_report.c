/* compare_report.c - a comparison as a table for people, as CSV, and as one JSON object (schema
 * sluice.compare/1) with each run's own inside.  The numbers of all three are one list.
 * SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

#include "base/version.h"
#include "io/json.h"
#include "opencl/device.h"
#include "study/compare_internal.h"

/* --- the numbers of a row -------------------------------------------------------------------- */

enum { NAME_SIZE = 96, CELL_SIZE = 64, MIN_WIDTH = 10, MAX_NUMBERS = 3 * LB_STUDY_MAX_KEYS + 12 };

/* Where in the JSON of a row: in one of its objects, or itself. */
enum place { RESULTS, DEVIATIONS, ERRORS, ROW, NOWHERE };
static const char *const objects[] = {"results", "deviations", "errors"};

struct number {
    enum place place;
    double value;
    const char *key;       /* in the JSON; NULL: as the field */
    char field[NAME_SIZE]; /* of the CSV */
    char title[CELL_SIZE]; /* of the table; "": not in it */
    char cell[CELL_SIZE];
};

struct numbers {
    struct number list[MAX_NUMBERS];
    size_t count;
};

static struct number *add(struct numbers *all, enum place place, double value, const char *field,
                          const char *suffix)
{
    struct number *n = &all->list[all->count++];
    *n = (struct number){.place = place, .value = value, .cell = "-"};
    snprintf(n->field, sizeof n->field, "%s%s", field, suffix);
    return n;
}

static void show(struct number *n, const char *title, const char *format, double value)
{
    snprintf(n->title, sizeof n->title, "%s", title);
    if (isfinite(value)) snprintf(n->cell, sizeof n->cell, format, value);
}

static void add_curve(struct numbers *all, const char *name, const char *what, double value)
{
    char title[CELL_SIZE];
    snprintf(title, sizeof title, "%s_%s", name, what);
    show(add(all, RESULTS, value, title, "_vs_fp64"), title, "%.2e", value);
}

/* What a box that is closed or periodic should keep; columns for people only in such boxes. */
static void add_drift(const struct lb_comparison *c, const struct lb_run_outcome *o,
                      const char *name, struct numbers *all)
{
    bool any = false;
    for (size_t i = 0; i < c->study.count; i++)
        any = any || isfinite(lb_run_outcome_result(&c->study.runs[i].outcome, name));
    const double drift = o != NULL ? lb_run_outcome_result(o, name) : nan("");
    struct number *n = add(all, RESULTS, drift, name, "");
    if (any) show(n, name, "%.1e", drift);
}

/* Those of runs that settled, or of one that did not, tell. */
static bool steps_differ(const struct lb_comparison *c)
{
    const struct lb_compare_row *reference = c->reference >= 0 ? &c->rows[c->reference] : NULL;
    for (size_t i = 0; reference != NULL && i < c->study.count; i++)
        if (c->study.runs[i].state == LB_STUDY_RAN &&
            c->study.runs[i].outcome.steps != reference->run->outcome.steps)
            return true;
    return false;
}

static void list_numbers(const struct lb_comparison *c, const struct lb_compare_row *row,
                         struct numbers *all)
{
    const struct lb_run_outcome *o = row->run->state == LB_STUDY_RAN ? &row->run->outcome : NULL;
    all->count = 0;
    for (int i = 0; i < c->key_count; i++) {
        const struct lb_key_result *key = &c->keys[i];
        const double error = lb_compare_error(row, i);
        show(add(all, RESULTS, row->values[i], key->name, ""), key->name, "%.6g", row->values[i]);
        if (key->exact != NULL) {
            struct number *n = add(all, ERRORS, error, key->name, "_error");
            n->key = key->name;
            show(n, "error", "%.2e", error);
        }
        add(all, DEVIATIONS, row->deviations[i], key->name, "_deviation")->key = key->name;
    }
    struct number *deviation = add(all, ROW, row->deviation, "deviation", "");
    show(deviation, "deviation", "%.2e", row->deviation);
    if (c->reference >= 0 && row == &c->rows[c->reference])
        snprintf(deviation->cell, sizeof deviation->cell, "reference");
    if (c->setup->curve.name != NULL) {
        add_curve(all, c->setup->curve.name, "rms", row->curve_deviation.rms);
        add_curve(all, c->setup->curve.name, "max", row->curve_deviation.max);
    }
    if (c->setup->phase.time != NULL)
        show(add(all, RESULTS, row->phase_shift, "phase_shift_vs_fp64", ""), "phase shift", "%+.4f",
             row->phase_shift);
    add_drift(c, o, "mass_drift", all);
    add_drift(c, o, "momentum_drift", all);
    const double mlups = o != NULL ? o->mlups : nan("");
    const double per_cell = o != NULL ? o->bytes_per_cell : nan("");
    const double bytes = o != NULL ? (double)o->device_bytes : nan("");
    const struct lb_speed_ratio speed = lb_compare_speed_ratio(c, row);
    struct number *ratio = add(all, ROW, speed.ratio, "speed_ratio", "");
    show(ratio, "speed", "%.2f", speed.ratio);
    if (isfinite(speed.ratio) && row != &c->rows[c->reference])
        snprintf(ratio->cell, sizeof ratio->cell, "%.2f+-%.2f", speed.ratio, speed.error);
    add(all, ROW, speed.error, "speed_ratio_error", "");
    const double steps = o != NULL ? (double)o->steps : nan("");
    struct number *step_number = add(all, NOWHERE, steps, "steps", "");
    if (steps_differ(c)) show(step_number, "steps", "%.0f", steps);
    show(add(all, ROW, mlups, "mlups", ""), "MLUPs/s", "%.4g", mlups);
    show(add(all, ROW, per_cell, "bytes_per_cell", ""), "bytes/cell", "%.4g", per_cell);
    show(add(all, ROW, bytes, "device_bytes", ""), "device MiB", "%.1f", bytes / 1048576.0);
}

/* --- for people ------------------------------------------------------------------------------ */

/* The titles, or the cells below them. */
static void print_numbers(const struct numbers *all, bool titles, FILE *out)
{
    for (size_t i = 0; i < all->count; i++) {
        const struct number *n = &all->list[i];
        const size_t width = strlen(n->title);
        if (width > 0)
            fprintf(out, "  %*s", width < MIN_WIDTH ? MIN_WIDTH : (int)width,
                    titles ? n->title : n->cell);
    }
}

static void print_rows(const struct lb_comparison *c, FILE *out)
{
    struct numbers all;
    for (int n = 0; n < (int)c->study.count; n++) {
        const struct lb_compare_row *row = &c->rows[n];
        list_numbers(c, row, &all);
        if (n == 0) {
            fprintf(out, "%-14s %-5s %-10s", "precision", "shift", "rounding");
            print_numbers(&all, true, out);
            fputs("  verdict\n", out);
        }
        fprintf(out, "%-14s %-5s %-10s", row->precision, row->run->shift ? "on" : "off",
                lb_precision_rounding(&row->run->precision)->name);
        print_numbers(&all, false, out);
        fprintf(out, "  %s%s\n", lb_compare_outcome(row), n == c->choice ? " <-" : "");
    }
}

static void print_notes(const struct lb_comparison *c, FILE *out)
{
    for (size_t i = 0; i < c->study.count; i++)
        if (lb_compare_note(&c->rows[i])[0] != '\0')
            fprintf(out, "%s %s: %s\n", c->rows[i].precision, lb_compare_outcome(&c->rows[i]),
                    lb_compare_note(&c->rows[i]));
}

void lb_compare_print_table(const struct lb_comparison *c, FILE *out)
{
    fprintf(out, "%s - %s\n", c->study.request->name, c->setup->summary);
    if (c->device.name[0] != '\0') fprintf(out, "  device  %s\n", c->device.name);
    fprintf(out, "  case    %s %s, %u x %u x %u\n", c->study.request->run.lattice->name,
            c->study.request->run.collision->name, c->size[0], c->size[1], c->size[2]);
    fprintf(out, "  folder  %s\n\n", c->study.folder);
    print_rows(c, out);
    if (c->setup->curve.name != NULL)
        fprintf(out, "%s_rms, _max: difference from %s [%s], number by number\n",
                c->setup->curve.name,
                c->reference < 0 ? "the reference run" : c->rows[c->reference].precision,
                c->setup->curve.unit);
    if (c->speed_size[0] > 0)
        fprintf(
            out,
            "speed: that of %s is 1; periodic box of %u x %u x %u cells, in rounds; MLUPs/s: of "
            "the run itself, in its own box\n",
            c->rows[c->reference].precision, c->speed_size[0], c->speed_size[1], c->speed_size[2]);
    print_notes(c, out);
    if (c->sentence[0] != '\0') fprintf(out, "\n%s\n", c->sentence);
}

/* --- CSV ------------------------------------------------------------------------------------- */

void lb_compare_print_csv(const void *context, FILE *out)
{
    const struct lb_comparison *c = context;
    struct numbers all;
    for (size_t n = 0; n < c->study.count; n++) {
        const struct lb_compare_row *row = &c->rows[n];
        list_numbers(c, row, &all);
        if (n == 0) {
            fputs("precision,shift,rounding", out);
            for (size_t i = 0; i < all.count; i++)
                fprintf(out, ",%s", all.list[i].field);
            fputs(",verdict,folder\n", out);
        }
        fprintf(out, "%s,%s,%s", row->precision, row->run->shift ? "on" : "off",
                lb_precision_rounding(&row->run->precision)->name);
        for (size_t i = 0; i < all.count; i++) {
            fputc(',', out);
            if (isfinite(all.list[i].value)) fprintf(out, "%.17g", all.list[i].value);
        }
        fprintf(out, ",%s,%s\n", lb_compare_outcome(row),
                row->run->state == LB_STUDY_RAN ? row->run->name : "");
    }
}

/* --- JSON ------------------------------------------------------------------------------------ */

static void add_numbers(struct lb_json *w, const struct numbers *all, enum place place)
{
    for (size_t i = 0; i < all->count; i++) {
        const struct number *n = &all->list[i];
        if (n->place == place) lb_json_number(w, n->key != NULL ? n->key : n->field, n->value);
    }
}

static void add_row(struct lb_json *list, const struct lb_comparison *c,
                    const struct lb_compare_row *row)
{
    struct numbers all;
    struct lb_json w = lb_json_object(list, NULL);
    const bool ran = row->run->state == LB_STUDY_RAN;
    lb_json_text(&w, "precision", row->precision);
    lb_json_text(&w, "rounding", lb_precision_rounding(&row->run->precision)->name);
    lb_json_bool(&w, "shift", row->run->shift);
    lb_json_text(&w, "status",
                 ran ? lb_run_end_name(row->run->outcome.end) : lb_compare_outcome(row));
    if (lb_compare_note(row)[0] != '\0') lb_json_text(&w, "message", lb_compare_note(row));
    lb_json_text(&w, "verdict", lb_compare_outcome(row));
    if (ran) {
        list_numbers(c, row, &all);
        for (int place = RESULTS; place <= ERRORS; place++) {
            struct lb_json inner = lb_json_object(&w, objects[place]);
            add_numbers(&inner, &all, (enum place)place);
        }
        add_numbers(&w, &all, ROW);
        lb_json_text(&w, "folder", row->run->name);
    }
    if (row->run->outcome.json != NULL)
        lb_json_item(&w, "run", cJSON_CreateRaw(row->run->outcome.json));
}

static void add_row_name(struct lb_json *w, const char *key, const struct lb_comparison *c, int n)
{
    if (n < 0) {
        lb_json_null(w, key);
        return;
    }
    struct lb_json row = lb_json_object(w, key);
    lb_json_text(&row, "precision", c->rows[n].precision);
    lb_json_text(&row, "rounding", lb_precision_rounding(&c->rows[n].run->precision)->name);
    lb_json_bool(&row, "shift", c->rows[n].run->shift);
}

enum lb_status lb_compare_json(const struct lb_comparison *c, char **out, struct lb_error *err)
{
    const double size[3] = {c->size[0], c->size[1], c->size[2]};
    struct lb_json w = lb_json_begin("sluice.compare/1");
    lb_json_text(&w, "setup", c->setup->name);
    lb_json_text(&w, "version", LB_VERSION);
    lb_json_device(&w, &c->device);
    lb_json_text(&w, "lattice", c->study.request->run.lattice->name);
    lb_json_text(&w, "collision", c->study.request->run.collision->name);
    lb_json_item(&w, "size", cJSON_CreateDoubleArray(size, 3));
    lb_json_number(&w, "tolerance", c->study.request->tolerance);
    add_row_name(&w, "reference", c, c->reference);
    add_row_name(&w, "choice", c, c->choice);
    lb_json_text(&w, "sentence", c->sentence);
    lb_json_bool(&w, "quick", c->is_quick);
    if (c->speed_size[0] > 0) {
        const double box[3] = {c->speed_size[0], c->speed_size[1], c->speed_size[2]};
        lb_json_item(&w, "speed_box", cJSON_CreateDoubleArray(box, 3));
    }
    lb_json_bool(&w, "stopped_by_signal", c->study.signal != 0);
    lb_json_text(&w, "folder", c->study.folder);
    struct lb_json runs = lb_json_list(&w, "runs");
    for (size_t i = 0; i < c->study.count; i++)
        add_row(&runs, c, &c->rows[i]);
    return lb_json_end(&w, LB_JSON_ON_LINES, out, err);
}

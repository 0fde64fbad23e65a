/* run_watch.c - fields that a run watches: their numbers in a cell, or their means over the box, as a
 * table that grows with time.
 * SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/word_list.h"
#include "io/field_rows.h"
#include "run/run_internal.h"

enum { STEPS_BETWEEN_ROWS = 100 }; /* unless watch-every says otherwise */

const char lb_run_watch_file[] = "watch.csv";

/* "x:y:z" or "mean". */
static bool read_place(const char *text, struct lb_run_watched *out)
{
    char rest;
    out->is_mean = strcmp(text, "mean") == 0;
    return out->is_mean || sscanf(text, "%" SCNu32 ":%" SCNu32 ":%" SCNu32 "%c", &out->cell[0],
                                  &out->cell[1], &out->cell[2], &rest) == 3;
}

static enum lb_status check_cell(const struct lb_case *c, const uint32_t at[3],
                                 struct lb_error *err)
{
    struct lb_cell cell = {.flags = LB_CELL_FLUID, .rho = 1.0, .fill = 1.0};
    for (int axis = 0; axis < 3; axis++)
        LB_NEED(at[axis] < c->size[axis], LB_STATUS_USAGE,
                "watch: cell %u:%u:%u is outside of the box of %u, %u, %u cells", at[0], at[1],
                at[2], c->size[0], c->size[1], c->size[2]);
    c->start(c->start_state, at[0], at[1], at[2], &cell);
    LB_NEED((cell.flags & LB_CELL_SOLID) == 0, LB_STATUS_USAGE,
            "watch: cell %u:%u:%u is in a wall, a body or an outer face, where nothing flows",
            at[0], at[1], at[2]);
    return LB_STATUS_OK;
}

/* "velocity.x": the field without its letter; no letter: all components. */
static enum lb_status read_letter(char *word, struct lb_run_watched *out, struct lb_error *err)
{
    char *dot = strchr(word, '.');
    out->component = -1;
    if (dot == NULL) return LB_STATUS_OK;
    *dot = '\0';
    const struct lb_field *field = lb_field_find(word);
    const char letter = dot[1];
    const bool is_axis = letter >= 'x' && letter <= 'z' && dot[2] == '\0';
    LB_NEED(field == NULL || field->components > 1, LB_STATUS_USAGE,
            "watch: '%s.%s': %s has one component", word, dot + 1, word);
    LB_NEED(is_axis, LB_STATUS_USAGE, "watch: '%s.%s': a component is x, y or z", word, dot + 1);
    out->component = letter - 'x';
    return LB_STATUS_OK;
}

static unsigned columns_of(const struct lb_run_watched *w)
{
    return w->component < 0 ? w->field->components : 1;
}

static enum lb_status read_watched(const struct lb_run *run, char *word, struct lb_run_watched *out,
                                   struct lb_error *err)
{
    const struct lb_field *chosen[LB_MAX_FIELDS + 1];
    char *at = strchr(word, '@');
    LB_NEED(at != NULL && read_place(at + 1, out), LB_STATUS_USAGE,
            "watch: '%s' is not FIELD@x:y:z with a cell, or FIELD@mean", word);
    *at = '\0';
    LB_OK(read_letter(word, out, err));
    LB_OK(
        lb_field_choose(word, "watch", run->c.surface.exists, lb_run_has_flags(run), chosen, err));
    out->field = chosen[0];
    return out->is_mean ? LB_STATUS_OK : check_cell(&run->c, out->cell, err);
}

enum lb_status lb_run_choose_watched(struct lb_run *run, struct lb_error *err)
{
    struct lb_run_watch *watch = &run->watch;
    const char *list = lb_values_text(run->values, "watch");
    char word[LB_WORD_SIZE];
    watch->rows.columns = 1;
    if (list[0] == '\0') return LB_STATUS_OK;
    LB_OK(lb_word_list_check(list, "watch", err));
    watch->every = lb_values_count(run->values, "watch-every");
    if (watch->every == 0) watch->every = STEPS_BETWEEN_ROWS;
    while (lb_word_list_next(&list, word)) {
        LB_NEED(watch->count < LB_RUN_MAX_WATCHED, LB_STATUS_USAGE, "watch: more than %d fields",
                LB_RUN_MAX_WATCHED);
        LB_OK(read_watched(run, word, &watch->fields[watch->count], err));
        watch->rows.columns += columns_of(&watch->fields[watch->count++]);
    }
    return LB_STATUS_OK;
}

enum lb_status lb_run_watch_now(struct lb_run *run, struct lb_error *err)
{
    const struct lb_run_watch *watch = &run->watch;
    const struct lb_field_source source = lb_run_field_source(run);
    double row[1 + LB_RUN_MAX_WATCHED * LB_FIELD_COMPONENTS] = {(double)source.step};
    size_t column = 1;
    for (int n = 0; n < watch->count; n++) {
        const struct lb_run_watched *w = &watch->fields[n];
        double numbers[LB_FIELD_COMPONENTS];
        if (w->is_mean)
            LB_OK(lb_field_mean(&source, w->field, numbers, err));
        else
            LB_OK(lb_field_value(&source, w->field, w->cell, numbers, err));
        for (unsigned c = 0; c < columns_of(w); c++)
            row[column++] = numbers[w->component < 0 ? (int)c : w->component];
    }
    return lb_table_add(&run->watch.rows, row, err);
}

/* "step,speed@mean,velocity_x@1:2:0,..." */
static enum lb_status write_header(const struct lb_run_watch *watch, FILE *out)
{
    fputs("step", out);
    for (int n = 0; n < watch->count; n++) {
        const struct lb_run_watched *w = &watch->fields[n];
        for (unsigned c = 0; c < columns_of(w); c++) {
            fprintf(out, ",%s", w->field->name);
            if (w->field->components > 1)
                fprintf(out, "_%c", "xyz"[w->component < 0 ? (int)c : w->component]);
            if (w->is_mean)
                fputs("@mean", out);
            else
                fprintf(out, "@%u:%u:%u", w->cell[0], w->cell[1], w->cell[2]);
        }
    }
    return fclose(out) == 0 ? LB_STATUS_OK : LB_STATUS_FAILED;
}

enum lb_status lb_run_watch_header(const struct lb_run *run, char **out, struct lb_error *err)
{
    size_t size = 0;
    FILE *stream = open_memstream(out, &size);
    if (stream != NULL && write_header(&run->watch, stream) == LB_STATUS_OK) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_FAILED, "no memory for the header of %s", lb_run_watch_file);
}

enum lb_status lb_run_write_watched(struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_table *t = &run->watch.rows;
    char *header = NULL;
    if (run->watch.count == 0) return LB_STATUS_OK;
    LB_TRY(lb_run_watch_header(run, &header, err));
    LB_TRY(lb_run_write_csv(run, lb_run_watch_file, header, t->numbers, t->rows, t->columns, err));
cleanup:
    free(header);
    return st;
}

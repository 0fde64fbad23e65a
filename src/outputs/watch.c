/* watch.c - fields that a run watches: their numbers in a cell, or their means over the box, as a
 * table that grows with time.
 * SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/word_list.h"
#include "io/field_rows.h"
#include "output/flow_fields.h"
#include "output/row_file.h"
#include "output/schedule.h"

enum { MAX_WATCHED = 16, STEPS_BETWEEN_ROWS = 100 /* unless watch-every says otherwise */ };
static const char file_name[] = "watch.csv";

/* A field in a cell, or in the mean. */
struct watched {
    const struct lb_field *field;
    int component; /* -1: all */
    bool is_mean;
    uint32_t cell[3];
};

struct watch {
    struct lb_output_services *s;
    struct watched fields[MAX_WATCHED];
    int count;
    uint64_t every;
    struct lb_table rows;
    struct lb_row_file file;
    double clock; /* when rows were last appended to it */
};

/* "x:y:z" or "mean". */
static bool read_place(const char *text, struct watched *out)
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
static enum lb_status read_letter(char *word, struct watched *out, struct lb_error *err)
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

static unsigned columns_of(const struct watched *w)
{
    return w->component < 0 ? w->field->components : 1;
}

static enum lb_status read_watched(const struct lb_case *c, char *word, struct watched *out,
                                   struct lb_error *err)
{
    const struct lb_field *chosen[LB_MAX_FIELDS + 1];
    char *at = strchr(word, '@');
    LB_NEED(at != NULL && read_place(at + 1, out), LB_STATUS_USAGE,
            "watch: '%s' is not FIELD@x:y:z with a cell, or FIELD@mean", word);
    *at = '\0';
    LB_OK(read_letter(word, out, err));
    LB_OK(lb_field_choose(word, "watch", lb_flow_has(c), chosen, err));
    out->field = chosen[0];
    return out->is_mean ? LB_STATUS_OK : check_cell(c, out->cell, err);
}

static bool is_same_place(const struct watched *a, const struct watched *b)
{
    return a->is_mean == b->is_mean &&
           (a->is_mean || memcmp(a->cell, b->cell, sizeof a->cell) == 0);
}

/* Columns of one name cannot be told apart. */
static enum lb_status check_new(const struct watch *watch, const char *word, struct lb_error *err)
{
    const struct watched *last = &watch->fields[watch->count];
    for (int n = 0; n < watch->count; n++) {
        const struct watched *w = &watch->fields[n];
        const bool overlaps =
            w->component < 0 || last->component < 0 || w->component == last->component;
        LB_NEED(w->field != last->field || !overlaps || !is_same_place(w, last), LB_STATUS_USAGE,
                "watch: '%s' is there already, in whole or in part", word);
    }
    return LB_STATUS_OK;
}

static enum lb_status choose(struct lb_output_services *s, void **output, struct lb_error *err)
{
    const char *list = lb_values_text(s->values, "watch");
    char word[LB_WORD_SIZE], whole[LB_WORD_SIZE];
    if (list[0] == '\0') return LB_STATUS_OK;
    LB_OK(lb_word_list_check(list, "watch", err));
    struct watch *watch = calloc(1, sizeof *watch);
    LB_NEED(watch != NULL, LB_STATUS_FAILED, "no memory for what is watched");
    *output = watch;
    watch->s = s;
    watch->rows = (struct lb_table){.columns = 1, .folder = s->folder};
    watch->every = lb_values_count(s->values, "watch-every");
    if (watch->every == 0) watch->every = STEPS_BETWEEN_ROWS;
    while (lb_word_list_next(&list, word)) {
        LB_NEED(watch->count < MAX_WATCHED, LB_STATUS_USAGE, "watch: more than %d fields",
                MAX_WATCHED);
        snprintf(whole, sizeof whole, "%s", word); /* reading cuts it */
        LB_OK(read_watched(s->c, word, &watch->fields[watch->count], err));
        LB_OK(check_new(watch, whole, err));
        watch->rows.columns += columns_of(&watch->fields[watch->count++]);
    }
    return LB_STATUS_OK;
}

static uint64_t due(const void *output, uint64_t step)
{
    return lb_next_multiple(((const struct watch *)output)->every, step);
}

static enum lb_status watch_now(void *output, struct lb_error *err)
{
    struct watch *watch = output;
    const struct lb_field_source source = lb_flow_source(watch->s);
    double row[1 + MAX_WATCHED * LB_FIELD_COMPONENTS] = {(double)source.step};
    size_t column = 1;
    for (int n = 0; n < watch->count; n++) {
        const struct watched *w = &watch->fields[n];
        double numbers[LB_FIELD_COMPONENTS];
        if (w->is_mean)
            LB_OK(lb_field_mean(&source, w->field, numbers, err));
        else
            LB_OK(lb_field_value(&source, w->field, w->cell, numbers, err));
        for (unsigned c = 0; c < columns_of(w); c++)
            row[column++] = numbers[w->component < 0 ? (int)c : w->component];
    }
    return lb_table_add(&watch->rows, row, err);
}

/* "step,speed@mean,velocity_x@1:2:0,..." */
static enum lb_status write_header(const struct watch *watch, FILE *out)
{
    fputs("step", out);
    for (int n = 0; n < watch->count; n++) {
        const struct watched *w = &watch->fields[n];
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

/* For free(). */
static enum lb_status make_header(const struct watch *watch, char **out, struct lb_error *err)
{
    size_t size = 0;
    FILE *stream = open_memstream(out, &size);
    if (stream != NULL && write_header(watch, stream) == LB_STATUS_OK) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_FAILED, "no memory for the header of %s", file_name);
}

static enum lb_status write_file(void *output, struct lb_error *err)
{
    struct watch *watch = output;
    const struct lb_table *t = &watch->rows;
    char *header = NULL;
    LB_OK(make_header(watch, &header, err));
    const enum lb_status st =
        lb_output_write_csv(watch->s, file_name, header, t->numbers, t->rows, t->columns, err);
    free(header);
    return st;
}

static enum lb_status begin(void *output, struct lb_error *err)
{
    struct watch *watch = output;
    (void)err;
    watch->clock = watch->s->clock();
    return LB_STATUS_OK;
}

static enum lb_status append_rows(void *output, struct lb_error *err)
{
    struct watch *watch = output;
    char *header = NULL;
    if (!lb_row_file_is_due(watch->s, watch->clock)) return LB_STATUS_OK;
    LB_OK(make_header(watch, &header, err));
    lb_row_file_append(&watch->file, watch->s, file_name, header, &watch->rows);
    free(header);
    return begin(watch, err);
}

static enum lb_status archive(void *output, struct lb_archive *a, struct lb_error *err)
{
    return lb_archive_table(a, "rows-watch", &((struct watch *)output)->rows, err);
}

static void close_watch(void *output)
{
    struct watch *watch = output;
    lb_row_file_close(&watch->file);
    lb_table_clear(&watch->rows);
    free(watch);
}

static const struct lb_parameter parameters[] = {
    {"watch", LB_PARAMETER_TEXT, "1", NULL, NULL, 0, 0,
     "fields in cells, or their means over the box, for watch.csv, as vorticity@12:8:0,speed@mean"},
    {"watch-every", LB_PARAMETER_COUNT, "steps", NULL, NULL, 1, 1e15,
     "steps between rows of watch.csv; default: 100"},
    {0}};

const struct lb_output lb_output_watch = {
    .name = "watch",
    .parameters = parameters,
    .place = 20,
    .files = (const char *const[]){"watch.csv", NULL},
    .choose = choose,
    .due = due,
    .at = {[LB_OUTPUT_BEGIN] = begin,
           [LB_OUTPUT_START] = watch_now,
           [LB_OUTPUT_STEP] = watch_now,
           [LB_OUTPUT_IDLE] = append_rows,
           [LB_OUTPUT_END] = write_file,
           [LB_OUTPUT_DIVERGED] = write_file},
    .archive = archive,
    .close = close_watch,
};

/* components.c - depth-first search over runs of cells, in layers that are read when they are reached;
 * downward first, so that what stands on something far below is soon known to.
 * SPDX-License-Identifier: MIT */
#include "analysis/components.h"

#include <stdlib.h>

enum { WORD = 32 };

/* Where the runs of a row are, counted from 1; all 0 until they are searched.  Small: a search sees few
 * rows of many layers. */
struct row {
    uint32_t first, count;
};

struct lb_components_layer {
    const uint32_t *wet;
    struct row *rows; /* NULL: not read */
};

/* A run, and how many of the rows around it were looked at. */
struct lb_components_open {
    size_t run;
    int rows;
};

/* --- layers ----------------------------------------------------------------------------------- */

int lb_layers_axis(int up, int which)
{
    return which == 0 ? (up == 0 ? 1 : 0) : (up == 2 ? 1 : 2);
}

static uint32_t row_length(const struct lb_layers *l)
{
    return l->size[lb_layers_axis(l->up, 0)];
}

uint32_t lb_layers_rows(const struct lb_layers *l)
{
    return l->size[lb_layers_axis(l->up, 1)];
}

size_t lb_layers_cells(const struct lb_layers *l)
{
    return (size_t)row_length(l) * lb_layers_rows(l);
}

size_t lb_layers_row_words(const struct lb_layers *l)
{
    return ((size_t)row_length(l) + WORD - 1) / WORD;
}

void lb_layers_add_bits(const uint32_t *bits, size_t words, size_t at, uint32_t *row)
{
    row += at / WORD;
    for (size_t k = 0; k < words; k++) {
        const uint64_t both = (uint64_t)bits[k] << at % WORD;
        row[k] |= (uint32_t)both;
        if (both >> WORD != 0) row[k + 1] |= (uint32_t)(both >> WORD);
    }
}

/* --- runs ------------------------------------------------------------------------------------- */

enum lb_status lb_components_create(struct lb_components *f, const struct lb_layers *layers,
                                    uint32_t lowest, struct lb_error *err)
{
    *f = (struct lb_components){.layers = *layers, .lowest = lowest};
    f->layer = calloc(layers->size[layers->up], sizeof *f->layer);
    if (f->layer == NULL) return lb_fail(err, LB_STATUS_FAILED, "no memory for the layers");
    return LB_STATUS_OK;
}

void lb_components_destroy(struct lb_components *f)
{
    for (uint32_t n = 0; f->layer != NULL && n < f->layers.size[f->layers.up]; n++)
        free(f->layer[n].rows);
    free(f->layer);
    free(f->runs);
    free(f->open);
    free(f->found);
    *f = (struct lb_components){.layer = NULL};
}

/* The array with room for one more entry of `size` bytes; NULL, and the old one stays, where there
 * is no memory. */
static void *with_room(void *array, size_t count, size_t *capacity, size_t size,
                       struct lb_error *err)
{
    if (count < *capacity) return array;
    const size_t more = *capacity < 1024 ? 1024 : 2 * *capacity;
    void *larger = realloc(array, more * size);
    if (larger == NULL)
        lb_fail(err, LB_STATUS_FAILED, "no memory for %zu connected cells", more);
    else
        *capacity = more;
    return larger;
}

static enum lb_status add_run(struct lb_components *f, const struct lb_component_run *run,
                              struct lb_error *err)
{
    struct lb_component_run *runs =
        with_room(f->runs, f->run_count, &f->run_capacity, sizeof *runs, err);
    if (runs == NULL) return LB_STATUS_FAILED;
    f->runs = runs;
    if (f->run_count == UINT32_MAX - 1)
        return lb_fail(err, LB_STATUS_FAILED, "too many runs of wet cells to search in");
    f->runs[f->run_count++] = *run;
    return LB_STATUS_OK;
}

/* The first cell from `from` on that is wet, or that is not; `end` where there is none. */
static uint32_t next_cell(const uint32_t *bits, uint32_t from, uint32_t end, bool wet)
{
    while (from < end) {
        const uint32_t rest = (wet ? bits[from / WORD] : ~bits[from / WORD]) >> from % WORD;
        if (rest != 0) {
            const uint32_t cell = from + (uint32_t)__builtin_ctz(rest);
            return cell < end ? cell : end;
        }
        from += WORD - from % WORD;
    }
    return end;
}

static enum lb_status find_runs(struct lb_components *f, uint32_t layer, uint32_t row,
                                struct lb_error *err)
{
    const struct lb_layers *l = &f->layers;
    const uint32_t length = row_length(l);
    const uint32_t *bits = f->layer[layer].wet + row * lb_layers_row_words(l);
    struct row *r = &f->layer[layer].rows[row];
    struct lb_component_run run = {.state = LB_RUN_NEW};
    const size_t first = f->run_count;
    run.at[l->up] = (int32_t)layer;
    run.at[lb_layers_axis(l->up, 1)] = (int32_t)row;
    for (run.end = 0; run.end < length;) {
        run.begin = next_cell(bits, run.end, length, true);
        if (run.begin == length) break;
        run.end = next_cell(bits, run.begin, length, false);
        run.at[lb_layers_axis(l->up, 0)] = (int32_t)run.begin;
        LB_OK(add_run(f, &run, err));
    }
    r->first = (uint32_t)first + 1;
    r->count = (uint32_t)(f->run_count - first);
    return LB_STATUS_OK;
}

enum lb_status lb_components_row(struct lb_components *f, uint32_t layer, uint32_t row,
                                 size_t *first, size_t *count, struct lb_error *err)
{
    struct lb_components_layer *here = &f->layer[layer];
    if (here->rows == NULL) {
        LB_OK(f->layers.wet(f->layers.source, layer, &here->wet, err));
        here->rows = calloc(lb_layers_rows(&f->layers), sizeof *here->rows);
        LB_NEED(here->rows != NULL, LB_STATUS_FAILED, "no memory for a layer of cells");
    }
    if (here->rows[row].first == 0) LB_OK(find_runs(f, layer, row, err));
    *first = here->rows[row].first - 1;
    *count = here->rows[row].count;
    return LB_STATUS_OK;
}

/* --- connected components ----------------------------------------------------------------------- */

static enum lb_status find(struct lb_components *f, size_t run, struct lb_error *err)
{
    size_t *found = with_room(f->found, f->count, &f->capacity, sizeof *found, err);
    if (found == NULL) return LB_STATUS_FAILED;
    f->found = found;
    struct lb_components_open *open =
        with_room(f->open, f->open_count, &f->open_capacity, sizeof *open, err);
    if (open == NULL) return LB_STATUS_FAILED;
    f->open = open;
    f->found[f->count++] = run;
    f->open[f->open_count++] = (struct lb_components_open){run, 0};
    f->runs[run].state = LB_RUN_FOUND;
    return LB_STATUS_OK;
}

/* Of rows, and of turns around the box.  Its own first: the same cell a turn further on is another
 * one only where there is no nearer way. */
static const int around[3] = {0, -1, 1};
enum { ROWS_AROUND = 9 };

/* The runs of a row that are beside run `mine` or beside one of its images across the sides at the
 * rows' ends; `at` is where the row begins, not wrapped. */
static enum lb_status look_at_row(struct lb_components *f, size_t mine, const int32_t at[3],
                                  struct lb_error *err)
{
    const struct lb_layers *l = &f->layers;
    const int a = lb_layers_axis(l->up, 0), b = lb_layers_axis(l->up, 1);
    const uint32_t layer = lb_wrapped(at[l->up], l->size[l->up]);
    const struct lb_component_run me = f->runs[mine];
    const int64_t length = row_length(l);
    size_t first, count;
    LB_OK(lb_components_row(f, layer, lb_wrapped(at[b], l->size[b]), &first, &count, err));
    for (int turn = 0; turn < 3; turn++) {
        const int64_t shift = around[turn] * length;
        if ((shift < 0 && me.begin > 0) || (shift > 0 && me.end < length)) continue;
        for (size_t n = first; n < first + count && !f->reaches_below; n++) {
            struct lb_component_run *other = &f->runs[n];
            if (other->begin + shift > me.end) break;
            if (other->end + shift < me.begin) continue;
            if (layer < f->lowest || other->state == LB_RUN_CUT_SHORT) f->reaches_below = true;
            if (layer < f->lowest || other->state != LB_RUN_NEW) continue;
            for (int axis = 0; axis < 3; axis++)
                other->at[axis] = at[axis];
            other->at[a] = (int32_t)((int64_t)me.at[a] + other->begin + shift - me.begin);
            LB_OK(find(f, n, err));
        }
    }
    return LB_STATUS_OK;
}

/* Those of one of the nine rows around it, the three of the layer below first; from below `lowest`
 * it is only learnt whether there is any. */
static enum lb_status look_around(struct lb_components *f, size_t mine, int which,
                                  struct lb_error *err)
{
    const struct lb_layers *l = &f->layers;
    const int b = lb_layers_axis(l->up, 1), aside = around[which % 3];
    int32_t at[3];
    for (int axis = 0; axis < 3; axis++)
        at[axis] = f->runs[mine].at[axis];
    at[b] += aside;
    at[l->up] += which / 3 - 1;
    if (aside != 0 && l->size[b] == 1) return LB_STATUS_OK; /* the same row again */
    if (!f->is_cut_short && lb_wrapped(at[l->up], l->size[l->up]) < f->lowest) return LB_STATUS_OK;
    return look_at_row(f, mine, at, err);
}

/* From the runs that are there to all that are connected to them.  Whatever a look finds is
 * followed before the next look: what stands on something below is done when it has got there. */
static enum lb_status spread(struct lb_components *f, struct lb_error *err)
{
    while (f->open_count > 0 && !f->reaches_below) {
        struct lb_components_open *last = &f->open[f->open_count - 1];
        if (last->rows == ROWS_AROUND)
            f->open_count--;
        else
            LB_OK(look_around(f, last->run, last->rows++, err));
    }
    for (size_t n = 0; n < f->count && f->reaches_below;
         n++) /* as does one that meets one of them */
        f->runs[f->found[n]].state = LB_RUN_CUT_SHORT;
    return LB_STATUS_OK;
}

static void begin(struct lb_components *f)
{
    f->count = f->open_count = 0;
    f->reaches_below = false;
}

enum lb_status lb_components_from_run(struct lb_components *f, size_t run, struct lb_error *err)
{
    begin(f);
    if (f->runs[run].state != LB_RUN_NEW) return LB_STATUS_OK;
    LB_OK(find(f, run, err));
    /* Before anything is followed: most runs are connected to one that is known to reach below. */
    for (int n = 0; n < ROWS_AROUND && !f->reaches_below; n++)
        LB_OK(look_around(f, run, (n + ROWS_AROUND / 3) % ROWS_AROUND, err));
    f->open[0].rows = ROWS_AROUND;
    return spread(f, err);
}

enum lb_status lb_components_from_layer(struct lb_components *f, uint32_t layer,
                                        struct lb_error *err)
{
    begin(f);
    for (uint32_t row = 0; row < lb_layers_rows(&f->layers); row++) {
        size_t first, count;
        LB_OK(lb_components_row(f, layer, row, &first, &count, err));
        for (size_t n = first; n < first + count; n++)
            if (f->runs[n].state == LB_RUN_NEW) LB_OK(find(f, n, err));
    }
    return spread(f, err);
}

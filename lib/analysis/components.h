/* components.h - connected cells of a box, over faces, edges and corners (26 neighbours), found
 * in a field that is read layer by layer and no further than they reach.
 * The sides of the box are periodic; a wall between two cells is dry, so it parts them.
 * Whole runs of wet cells are handed around, not cells: a row of a layer has few of them.
 * SPDX-License-Identifier: MIT */
#ifndef LB_ANALYSIS_COMPONENTS_H
#define LB_ANALYSIS_COMPONENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/periodic.h"
#include "base/status.h"

/* Where the field comes from.  Layers lie across the axis `up`, rows of a layer along the lower one
 * of the other two axes. */
struct lb_layers {
    uint32_t size[3]; /* of the box; size[2] is 1 in two dimensions */
    int up;           /* 0, 1 or 2 */
    /* One bit for each cell of a layer, set where it is wet: row after row, lb_layers_row_words a
     * row, the first cell in the lowest bit of the first word.  Stays the source's, and as it is
     * during a search. */
    enum lb_status (*wet)(void *source, uint32_t layer, const uint32_t **bits,
                          struct lb_error *err);
    /* The fill level of each cell of a layer, in [0, 1]; NULL if it is not needed. */
    enum lb_status (*fill)(void *source, uint32_t layer, double *fill, struct lb_error *err);
    void *source;
};

/* The axis along a layer that is the faster (0), the slower one (1). */
int lb_layers_axis(int up, int which);

size_t lb_layers_cells(const struct lb_layers *layers);     /* of a layer */
uint32_t lb_layers_rows(const struct lb_layers *layers);    /* of a layer */
size_t lb_layers_row_words(const struct lb_layers *layers); /* of a row */

/* Adds `words` words of bits to a row, from its cell `at` on; the row must have room for those that are set. */
void lb_layers_add_bits(const uint32_t *bits, size_t words, size_t at, uint32_t *row);

enum lb_component_state { LB_RUN_NEW, LB_RUN_FOUND, LB_RUN_CUT_SHORT };

/* Wet cells of a row with dry ones, or the side of the box, at both ends. */
struct lb_component_run {
    uint32_t begin, end; /* of its cells in the row: [begin, end) */
    int32_t at[3]; /* its first cell; once it is found, runs of one component are beside each other
                    * also across periodic sides: not wrapped */
    enum lb_component_state state;
};

struct lb_components {
    struct lb_layers layers;
    uint32_t lowest;   /* layer that is not left downward */
    bool is_cut_short; /* where it would be: the rest of such a component is not looked for */
    struct lb_components_layer *layer;
    struct lb_component_run *runs; /* of all rows that were looked at */
    size_t run_count, run_capacity;
    struct lb_components_open *open; /* runs with neighbours still to be looked at: a stack */
    size_t open_count, open_capacity;

    /* What the last of lb_components_from_... found. */
    size_t *found; /* numbers of runs */
    size_t count, capacity;
    bool reaches_below; /* is_cut_short only: a cell of layer `lowest` has a wet one below it */
};

/* Initialises `f`, not cut short; lb_components_destroy frees what it owns, also after a failure
 * and on {0}. */
enum lb_status lb_components_create(struct lb_components *f, const struct lb_layers *layers,
                                    uint32_t lowest, struct lb_error *err);
void lb_components_destroy(struct lb_components *f);

/* The runs of a row: *count of f->runs from *first on. */
enum lb_status lb_components_row(struct lb_components *f, uint32_t layer, uint32_t row,
                                 size_t *first, size_t *count, struct lb_error *err);

/* The wet cells from layer `lowest` on that are connected to a run; none if it was found before. */
enum lb_status lb_components_from_run(struct lb_components *f, size_t run, struct lb_error *err);

/* The same with any of the wet cells of a layer. */
enum lb_status lb_components_from_layer(struct lb_components *f, uint32_t layer,
                                        struct lb_error *err);

#endif

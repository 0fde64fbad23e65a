/* listed_cells.c - brings the words of a list of fluid cells to the device, and what the step wants to know of them.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "layout/fluid_list.h"
#include "workspace/workspace.h"

enum { GROUP = 64, CELLS_AT_ONCE = 1 << 24 };

static const char entry[] = "cell/cells.cl";
const char lb_list_even_entry[] = "list/list_even.cl", lb_list_odd_entry[] = "list/list_odd.cl";

/* One layer of the box after the other. */
static enum lb_status send_words(struct lb_workspace *w, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t row = lb_fluid_words_of_row(w->c), ny = w->c->size[1];
    const uint64_t bytes = row * ny * sizeof(uint64_t);
    uint64_t rank = 0, *words = malloc(bytes);
    LB_REQUIRE(words != NULL, LB_STATUS_FAILED, "out of memory for a layer of the box");
    uint64_t at = lb_buffer_bytes(w->buffers[LB_BUFFER_F]) - bytes * w->c->size[2];
    for (uint32_t z = 0; z < w->c->size[2]; z++, at += bytes) {
        for (uint32_t y = 0; y < ny; y++)
            lb_fluid_row(w->c, y, z, words + y * row, &rank);
        LB_TRY(lb_buffer_write(w->buffers[LB_BUFFER_F], at, bytes, words, err));
    }
cleanup:
    free(words);
    return st;
}

static enum lb_status for_all_cells(struct lb_workspace *w, struct lb_kernel *k,
                                    struct lb_error *err)
{
    const uint64_t cells = lb_case_cell_count(w->c);
    for (uint64_t first = 0; first < cells; first += CELLS_AT_ONCE) {
        const uint64_t left = cells - first, count = left < CELLS_AT_ONCE ? left : CELLS_AT_ONCE;
        LB_OK(lb_kernel_set_ulong(k, "first", first, err));
        LB_OK(lb_kernel_set_ulong(k, "count", count, err));
        LB_OK(lb_workspace_enqueue(w, k, count, GROUP, err));
    }
    return LB_STATUS_OK;
}

enum lb_status lb_fluid_list_create(struct lb_workspace *w, struct lb_error *err)
{
    const bool has_table = lb_layout_has_table(&w->layout);
    const uint64_t behind = w->layout.stride - w->layout.listed;
    struct lb_kernel *k = NULL;
    LB_OK(send_words(w, err));
    if (has_table) {
        LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_TABLE, 0, err));
        LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_SPREADS, 0, err));
        LB_OK(lb_workspace_kernel(w, entry, "lb_end_table", &k, err));
        if (behind > 0) LB_OK(lb_workspace_enqueue(w, k, behind, GROUP, err));
    } else {
        LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_PLACES, 0, err));
    }
    LB_OK(lb_workspace_kernel(w, entry, has_table ? "lb_list_table" : "lb_list_places", &k, err));
    return for_all_cells(w, k, err);
}

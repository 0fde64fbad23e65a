/* shell.c - the list of the vectors beside cuts.
 * SPDX-License-Identifier: MIT */
#include "workspace/shell.h"

#include <stdlib.h>

/* Vectors along each axis. */
static void extent_of(const struct lb_case *c, const struct lb_layout *l, uint32_t out[3])
{
    for (int a = 0; a < 3; a++)
        out[a] = c->size[a];
    out[l->lane_axis] /= (uint32_t)l->lanes;
}

/* lb_is_in_shell of kernels/step/shell.cl. */
static bool is_in_shell(const struct lb_case *c, const uint32_t extent[3], const uint32_t at[3])
{
    for (int a = 0; a < 3; a++)
        if ((c->cut.axes >> a & 1u) != 0 && (at[a] == 0 || at[a] == extent[a] - 1)) return true;
    return false;
}

bool lb_shell_is_first(const struct lb_case *c, const struct lb_layout *l)
{
    uint32_t extent[3];
    extent_of(c, l, extent);
    if (c->cut.axes == 0 || l->row_parts > 0 || l->chunk > 0) return false;
    for (int a = 0; a < 3; a++)
        if ((c->cut.axes >> a & 1u) != 0 && extent[a] <= 2) return false;
    return true;
}

uint64_t lb_shell_vectors(const struct lb_case *c, const struct lb_layout *l)
{
    uint32_t extent[3];
    uint64_t all = 1, interior = 1;
    if (!lb_shell_is_first(c, l)) return 0;
    extent_of(c, l, extent);
    for (int a = 0; a < 3; a++) {
        all *= extent[a];
        interior *= (c->cut.axes >> a & 1u) != 0 ? extent[a] - 2 : extent[a];
    }
    return all - interior;
}

/* In the order of memory: planes of z, in them rows. */
static void fill(const struct lb_workspace *w, const uint32_t extent[3], uint64_t *list)
{
    const int row = w->layout.row_axis, across = 1 - row;
    uint64_t vector = 0;
    uint32_t at[3];
    for (at[2] = 0; at[2] < extent[2]; at[2]++)
        for (at[across] = 0; at[across] < extent[across]; at[across]++)
            for (at[row] = 0; at[row] < extent[row]; at[row]++, vector++)
                if (is_in_shell(w->c, extent, at)) *list++ = vector;
}

enum lb_status lb_shell_make(struct lb_workspace *w, struct lb_error *err)
{
    uint32_t extent[3];
    extent_of(w->c, &w->layout, extent);
    const uint64_t count = lb_shell_vectors(w->c, &w->layout);
    LB_NEED(count <= UINT32_MAX, LB_STATUS_USAGE,
            "case '%s' has too many cells beside cuts for one device: cut it across its shorter "
            "sides",
            w->c->name);
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_SHELL, count, err));
    uint64_t *list = malloc(count * sizeof *list);
    LB_NEED(list != NULL, LB_STATUS_FAILED, "out of memory for the cells beside cuts");
    fill(w, extent, list);
    const enum lb_status st =
        lb_workspace_write_indices(w, w->buffers[LB_BUFFER_SHELL], count, list, err);
    free(list);
    return st;
}

/* halo_cells.c - what a subdomain knows of the cells around it: flags, numbers and prescribed values, which
 * never change, behind its own in the same buffers.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "case/halo.h"
#include "modules/module.h"

struct halo {
    uint64_t count;
    uint8_t *flags, *numbers;
    double *prescribed; /* planes of `count`: density, velocity */
};

static void take_cell(const struct lb_case *c, struct halo *h, uint64_t n, const uint32_t at[3])
{
    struct lb_cell cell = {.flags = LB_CELL_FLUID, .rho = 1.0, .fill = 1.0};
    c->start(c->start_state, at[0], at[1], at[2], &cell);
    h->flags[n] = cell.flags;
    h->numbers[n] = cell.number;
    h->prescribed[n] = cell.rho;
    for (uint64_t a = 0; a < 3; a++)
        h->prescribed[(1 + a) * h->count + n] = cell.u[a];
}

static enum lb_status write_bytes(struct lb_workspace *w, enum lb_buffer_id id,
                                  const struct halo *h, const uint8_t *bytes, struct lb_error *err)
{
    if (w->buffers[id] == NULL) return LB_STATUS_OK;
    return lb_buffer_write(w->buffers[id], lb_layout_places(w->c, &w->layout), h->count, bytes,
                           err);
}

/* Each plane of prescribed values has its halo behind it. */
static enum lb_status write_prescribed(struct lb_workspace *w, const struct halo *h,
                                       struct lb_error *err)
{
    const uint64_t places = lb_layout_places(w->c, &w->layout),
                   components = 1 + (uint64_t)w->c->lattice->dimensions;
    if (w->buffers[LB_BUFFER_PRESCRIBED] == NULL) return LB_STATUS_OK;
    for (uint64_t n = 0; n < components; n++)
        LB_OK(lb_workspace_write_numbers(w, LB_BUFFER_PRESCRIBED, n * (places + h->count) + places,
                                         h->count, h->prescribed + n * h->count, err));
    return LB_STATUS_OK;
}

enum lb_status lb_start_halo(struct lb_workspace *w, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct halo h = {.count = lb_halo_cells(w->c)};
    uint32_t at[3];
    if (h.count == 0) return st;
    h.flags = calloc(h.count, 1);
    h.numbers = calloc(h.count, 1);
    h.prescribed = calloc(4 * h.count, sizeof *h.prescribed);
    LB_REQUIRE(h.flags != NULL && h.numbers != NULL && h.prescribed != NULL, LB_STATUS_FAILED,
               "out of memory for the cells around a subdomain");
    for (uint64_t n = 0; n < h.count && lb_halo_cell(w->c, n, at); n++)
        take_cell(w->c, &h, n, at);
    LB_TRY(write_bytes(w, LB_BUFFER_FLAGS, &h, h.flags, err));
    LB_TRY(write_bytes(w, LB_BUFFER_NUMBERS, &h, h.numbers, err));
    LB_TRY(write_prescribed(w, &h, err));
cleanup:
    free(h.flags);
    free(h.numbers);
    free(h.prescribed);
    return st;
}

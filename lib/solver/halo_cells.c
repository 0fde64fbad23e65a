/* halo_cells.c - what a subdomain knows of the cells around it: flags, numbers and prescribed values, which
 * never change, behind its own in the same buffers; where moments are kept, those of the start.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "case/halo.h"
#include "modules/free_surface.h"
#include "modules/module.h"

enum { GROUP = 64 };

struct halo {
    uint64_t count, cells; /* the first rounds up */
    uint32_t (*places)[3]; /* as `start` calls them */
    uint8_t *flags, *numbers;
    double *prescribed; /* planes of `count`: density, velocity */
};

static void take_cell(const struct lb_case *c, struct halo *h, uint64_t n, const uint32_t at[3])
{
    struct lb_cell cell = {.flags = LB_CELL_FLUID, .rho = 1.0, .fill = 1.0};
    c->start(c->start_state, at[0], at[1], at[2], &cell);
    memcpy(h->places[n], at, sizeof h->places[n]);
    h->flags[n] = cell.flags;
    if (c->surface.exists) h->flags[n] |= lb_surface_type(&cell);
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

/* `count` cells from number `first` on. */
static enum lb_status start_some(struct lb_workspace *w, const struct halo *h,
                                 struct lb_kernel *kernel, struct lb_buffer *places, uint64_t first,
                                 uint64_t count, struct lb_error *err)
{
    LB_OK(lb_buffer_write(places, 0, count * sizeof *h->places, h->places + first, err));
    for (uint64_t n = 0; n < 4; n++)
        LB_OK(lb_workspace_write_numbers(w, LB_BUFFER_STAGING, n * count, count,
                                         h->prescribed + n * h->count + first, err));
    LB_OK(lb_kernel_set_ulong(kernel, "first", first, err));
    LB_OK(lb_kernel_set_ulong(kernel, "count", count, err));
    LB_OK(lb_workspace_enqueue(w, kernel, count, GROUP, err));
    return lb_device_finish(w->device, err);
}

/* What cells sent before step 0, where moments are kept. */
static enum lb_status start_kept(struct lb_workspace *w, const struct halo *h, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t most = w->staging_cells;
    struct lb_buffer *places = NULL;
    struct lb_kernel *kernel = NULL;
    if (!lb_case_keeps_moments(w->c)) return st;
    LB_TRY(lb_buffer_create(w->device, most * sizeof *h->places, "halo places", &places, err));
    LB_TRY(lb_workspace_kernel(w, "cell/cells.cl", "lb_start_beyond", &kernel, err));
    LB_TRY(lb_kernel_set_buffer(kernel, "places", places, err));
    LB_TRY(lb_kernel_set_buffer(kernel, "start", w->buffers[LB_BUFFER_STAGING], err));
    for (uint64_t first = 0; first < h->cells; first += most) {
        const uint64_t count = h->cells - first < most ? h->cells - first : most;
        LB_TRY(start_some(w, h, kernel, places, first, count, err));
    }
cleanup:
    lb_buffer_destroy(places);
    return st;
}

enum lb_status lb_start_halo(struct lb_workspace *w, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct halo h = {.count = lb_halo_cells(w->c)};
    uint32_t at[3];
    if (h.count == 0) return st;
    h.places = calloc(h.count, sizeof *h.places);
    h.flags = calloc(h.count, 1);
    h.numbers = calloc(h.count, 1);
    h.prescribed = calloc(4 * h.count, sizeof *h.prescribed);
    LB_REQUIRE(h.places != NULL && h.flags != NULL && h.numbers != NULL && h.prescribed != NULL,
               LB_STATUS_FAILED, "out of memory for the cells around a subdomain");
    for (; h.cells < h.count && lb_halo_cell(w->c, h.cells, at); h.cells++)
        take_cell(w->c, &h, h.cells, at);
    LB_TRY(write_bytes(w, LB_BUFFER_FLAGS, &h, h.flags, err));
    LB_TRY(write_bytes(w, LB_BUFFER_NUMBERS, &h, h.numbers, err));
    LB_TRY(write_prescribed(w, &h, err));
    LB_TRY(start_kept(w, &h, err));
cleanup:
    free(h.places);
    free(h.flags);
    free(h.numbers);
    free(h.prescribed);
    return st;
}

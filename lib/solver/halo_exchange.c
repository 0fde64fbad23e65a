/* halo_exchange.c - packs and unpacks the populations that cross the faces of a subdomain.
 * SPDX-License-Identifier: MIT */
#include "solver/halo_exchange.h"

#include <stdlib.h>
#include <string.h>

#include "case/halo.h"
#include "decomposition/subdomain.h"
#include "opencl/transfer.h"
#include "modules/immersed.h"
#include "shared/exchange_piece.h"
#include "solver/solver_internal.h"

enum { GROUP = 64 };

static const char entry[] = "exchange/halo_exchange.cl", kept_entry[] = "exchange/kept_exchange.cl",
                  inside_entry[] = "cell/boundaries.cl",
                  adopt_entry[] = "exchange/adopt_exponents.cl",
                  surface_entry[] = "surface/surface.cl";

/* What is received is there twice, in turns: a neighbour that is ahead may send for the next step while this
 * one's is still on its way to the device.  When the next but one is received, that of this step has been
 * written: what the next one sends was packed behind its unpacking, and has been waited for. */
struct lb_halo {
    enum lb_buffer_id pieces_id, sent_id, received_id, flags_id;
    struct lb_exchange_plan plan;
    uint32_t listed;                /* cells of which all populations are sent */
    struct lb_transfers *transfers; /* NULL, as all below: nothing is sent */
    struct lb_pinned *sent[2];      /* in turns; [1]: NULL, where they are this room's own */
    struct lb_pinned *received[2];  /* NULL: not asked for */
    struct lb_pinned *sources[2 * LB_MAX_MESSAGES];
    int source_count;
    unsigned turn;
    uint64_t handed_over; /* bytes of what is received in this turn */
    bool is_fetched;      /* or about to be */
};

static void put_piece(uint32_t *out, const struct lb_piece *p)
{
    out[LB_PIECE_SENT_AT] = (uint32_t)p->sent_at;
    out[LB_PIECE_RECEIVED_AT] = (uint32_t)p->received_at;
    out[LB_PIECE_DIRECTION] = (uint32_t)p->direction;
    out[LB_PIECE_PARTNER] = (uint32_t)p->partner;
    out[LB_PIECE_EXPONENTS] = (uint32_t)p->exponents;
    out[LB_PIECE_FIRST_CELL] = (uint32_t)p->first_cell;
    for (int a = 0; a < 3; a++) {
        out[LB_PIECE_BEGIN + a] = p->begin[a];
        out[LB_PIECE_EXTENT + a] = p->extent[a];
        out[LB_PIECE_AWAY + a] = (uint32_t)(p->away[a] + 1);
    }
}

/* The row of a piece's direction; those of the temperature are behind those of the flow. */
static int row_of(const struct lb_case *c, int direction)
{
    const bool is_of_heat = direction > LB_PIECE_OF_HEAT && direction < LB_PIECE_OF_FLAGS;
    if (is_of_heat) return c->lattice->directions + direction - LB_PIECE_OF_HEAT;
    return direction < c->lattice->directions ? direction : -1;
}

/* The piece of each direction and set of cuts, a bit for each axis; of those that cannot be, anything. */
static enum lb_status upload_piece_of(struct lb_workspace *w, const struct lb_exchange_plan *plan,
                                      struct lb_error *err)
{
    uint32_t piece_of[2 * LB_MAX_DIRECTIONS][8] = {{0}};
    for (int n = 0; n < plan->pieces; n++) {
        const struct lb_piece *p = plan->piece + n;
        unsigned cuts = 0;
        for (int a = 0; a < 3; a++)
            if (p->away[a] != 0) cuts |= 1u << a;
        const int row = row_of(w->c, p->direction);
        if (row >= 0) piece_of[row][cuts] = (uint32_t)n;
    }
    return lb_workspace_upload(w, LB_BUFFER_PIECE_OF, 0, piece_of, err);
}

static enum lb_status create_buffers(struct lb_workspace *w, const struct lb_halo *h,
                                     struct lb_error *err)
{
    const struct lb_exchange_plan *plan = &h->plan;
    uint32_t pieces[LB_MAX_PIECES * LB_PIECE_SIZE] = {0};
    for (int n = 0; n < plan->pieces; n++)
        put_piece(pieces + n * LB_PIECE_SIZE, plan->piece + n);
    LB_OK(lb_workspace_upload(w, h->pieces_id, 0, pieces, err));
    LB_OK(lb_workspace_create_buffer(w, h->sent_id, plan->codes, err));
    return lb_workspace_create_buffer(w, h->received_id, plan->received, err);
}

/* Where the codes of listed cells are: in what is sent, with the cell; in what is received, by the number of the
 * halo. */
static void place_listed(const struct lb_exchange_plan *plan, uint64_t each,
                         const struct lb_inside_cells *s, uint32_t *sent, uint32_t *received)
{
    uint64_t own = 0, beyond = 0;
    for (int number = 0; number < LB_AWAY; number++) {
        const struct lb_piece *p = lb_exchange_plan_listed(plan, number);
        for (uint64_t k = 0; k < s->sent[number]; k++, own++) {
            memcpy(sent + 4 * own, s->own[own], sizeof *s->own);
            sent[4 * own + 3] = (uint32_t)(p->sent_at + k * each);
        }
        for (uint64_t k = 0; k < s->received[number]; k++, beyond++)
            received[s->beyond[beyond]] = (uint32_t)(p->received_at + k * each);
    }
}

static enum lb_status upload_listed(struct lb_solver *s, const struct lb_inside_cells *cells,
                                    struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_workspace *w = &s->w;
    const uint64_t halo = lb_halo_cells(w->c);
    uint64_t beyond = 0;
    for (int number = 0; number < LB_AWAY; number++) {
        s->halo->listed += cells->sent[number];
        beyond += cells->received[number];
    }
    if (s->halo->listed == 0 && beyond == 0) return LB_STATUS_OK;
    uint32_t *sent = calloc(4 * ((uint64_t)s->halo->listed + 1), sizeof *sent),
             *received = calloc(halo, sizeof *received);
    LB_REQUIRE(sent != NULL && received != NULL, LB_STATUS_FAILED,
               "out of memory for the cells beside cuts");
    place_listed(&s->halo->plan, (uint64_t)w->flow.lattice->directions, cells, sent, received);
    if (s->halo->listed > 0)
        LB_TRY(lb_workspace_upload(w, LB_BUFFER_LISTED, s->halo->listed, sent, err));
    if (beyond > 0) LB_TRY(lb_workspace_upload(w, LB_BUFFER_LISTED_AT, halo, received, err));
cleanup:
    free(sent);
    free(received);
    return st;
}

static uint64_t bytes_sent(const struct lb_solver *s)
{
    return s->halo->plan.codes * lb_solver_code_bytes(s);
}

static uint64_t bytes_received(const struct lb_solver *s)
{
    return s->halo->plan.received * lb_solver_code_bytes(s);
}

static enum lb_status check_thickness(const struct lb_case *c, const struct lb_decomposition *d,
                                      struct lb_error *err)
{
    const uint32_t least = lb_case_least_width(c);
    for (int a = 0; a < 3; a++)
        LB_NEED(
            (c->cut.axes >> a & 1u) == 0 || c->size[a] >= least, LB_STATUS_USAGE,
            "case '%s' as %dx%dx%d: a subdomain would be %u cells wide along %c, and %s at least "
            "%u are needed",
            c->name, d->grid[0], d->grid[1], d->grid[2], c->size[a], "xyz"[a],
            c -> surface.exists ? "with a free surface" : "beside boundaries", least);
    return LB_STATUS_OK;
}

static enum lb_status join(struct lb_solver *s, const struct lb_decomposition *d,
                           const struct lb_inside_cells *inside, struct lb_error *err)
{
    struct lb_exchange_plan *plan = &s->halo->plan;
    if (lb_case_keeps_moments(s->w.c))
        lb_exchange_plan_init_kept(plan, d, s->w.flow.lattice,
                                   (unsigned)lb_case_kept_codes(s->w.c));
    else
        lb_exchange_plan_init(plan, d, s->w.flow.lattice, s->w.heat.lattice,
                              s->w.flow.storage->shares_exponents, inside,
                              s->w.c->surface.exists ? s->w.c : NULL);
    LB_NEED(plan->codes < UINT32_MAX && plan->received < UINT32_MAX, LB_STATUS_USAGE,
            "case '%s' as %dx%dx%d: a subdomain would send %llu codes a step, and at most "
            "4294967294 are possible: cut it across its shorter sides",
            s->w.c->name, d->grid[0], d->grid[1], d->grid[2], (unsigned long long)plan->codes);
    if (plan->codes == 0) return LB_STATUS_OK;
    LB_OK(create_buffers(&s->w, s->halo, err));
    LB_OK(upload_piece_of(&s->w, plan, err));
    LB_OK(upload_listed(s, inside, err));
    return lb_transfers_create(s->w.device, &s->halo->transfers, err);
}

/* The exchange within a step. */
static enum lb_status join_within(struct lb_solver *s, const struct lb_decomposition *d,
                                  struct lb_error *err)
{
    struct lb_halo *h = calloc(1, sizeof *h);
    LB_NEED(h != NULL, LB_STATUS_FAILED, "out of memory for a subdomain");
    s->halos[1] = h;
    *h = (struct lb_halo){.pieces_id = LB_BUFFER_WITHIN_PIECES,
                          .sent_id = LB_BUFFER_WITHIN_SENT,
                          .received_id = LB_BUFFER_WITHIN_RECEIVED,
                          .flags_id = LB_BUFFER_OTHER_FLAGS};
    lb_exchange_plan_init_within(&h->plan, d, s->w.c);
    if (h->plan.codes == 0) return LB_STATUS_OK;
    LB_OK(lb_workspace_create_buffer(&s->w, LB_BUFFER_BEYOND_SUMS, 0, err));
    LB_OK(create_buffers(&s->w, h, err));
    return lb_transfers_create(s->w.device, &h->transfers, err);
}

enum lb_status lb_solver_join(struct lb_solver *s, const struct lb_decomposition *d,
                              struct lb_error *err)
{
    struct lb_inside_cells inside;
    LB_OK(lb_subdomain_check(s->w.c, d->cut, err));
    LB_OK(check_thickness(s->w.c, d, err));
    LB_NEED(s->halo == NULL, LB_STATUS_FAILED, "the solver of case '%s' is a subdomain already",
            s->w.c->name);
    s->halo = calloc(1, sizeof *s->halo);
    LB_NEED(s->halo != NULL, LB_STATUS_FAILED, "out of memory for a subdomain");
    s->halos[0] = s->halo;
    *s->halo = (struct lb_halo){.pieces_id = LB_BUFFER_PIECES,
                                .sent_id = LB_BUFFER_SENT,
                                .received_id = LB_BUFFER_RECEIVED,
                                .flags_id = LB_BUFFER_FLAGS};
    enum lb_status st = lb_inside_cells_init(&inside, s->w.c, err);
    if (st == LB_STATUS_OK) st = join(s, d, &inside, err);
    lb_inside_cells_clear(&inside);
    return st == LB_STATUS_OK && s->w.c->surface.exists ? join_within(s, d, err) : st;
}

void lb_halo_destroy(struct lb_halo *h)
{
    if (h == NULL) return;
    for (int n = 0; n < 2; n++) {
        lb_pinned_destroy(h->sent[n]);
        lb_pinned_destroy(h->received[n]);
    }
    for (int n = 0; n < h->source_count; n++)
        lb_pinned_destroy(h->sources[n]);
    lb_transfers_destroy(h->transfers);
    free(h);
}

const struct lb_exchange_plan *lb_solver_exchange_plan(const struct lb_solver *s)
{
    return s->halo == NULL ? NULL : &s->halo->plan;
}

uint64_t lb_solver_code_bytes(const struct lb_solver *s)
{
    return lb_workspace_element_bytes(&s->w, LB_BUFFER_SENT);
}

static enum lb_status run(struct lb_solver *s, const char *from, const char *name,
                          struct lb_error *err)
{
    const struct lb_exchange_plan *plan = &s->halo->plan;
    struct lb_kernel *kernel = NULL;
    LB_OK(lb_workspace_kernel(&s->w, from, name, &kernel, err));
    LB_OK(lb_kernel_set_uint(kernel, "count", (uint32_t)plan->pieces, err));
    LB_OK(lb_kernel_set_uint(kernel, "codes", (uint32_t)plan->codes, err));
    return lb_workspace_enqueue(&s->w, kernel, plan->codes, GROUP, err);
}

uint64_t lb_halo_bytes_of_step(const struct lb_solver *s)
{
    uint64_t codes = s->halos[0]->plan.codes;
    if (s->halos[1] != NULL) codes += s->halos[1]->plan.codes;
    return codes * lb_solver_code_bytes(s);
}

bool lb_halo_is_within(const struct lb_solver *s)
{
    return s->halo != NULL && s->halo == s->halos[1];
}

bool lb_solver_is_within_step(const struct lb_solver *s)
{
    return s->is_within;
}

/* Flags are in the other copy within a step. */
static enum lb_status run_surface(struct lb_solver *s, const char *name, struct lb_error *err)
{
    const struct lb_halo *h = s->halo;
    struct lb_workspace *w = &s->w;
    struct lb_kernel *kernel = NULL;
    const uint64_t cells = h->plan.surface_cells;
    if (cells == 0) return LB_STATUS_OK;
    LB_OK(lb_workspace_kernel(w, surface_entry, name, &kernel, err));
    LB_OK(lb_kernel_set_uint(kernel, "count", (uint32_t)h->plan.pieces, err));
    LB_OK(lb_kernel_set_uint(kernel, "cells", (uint32_t)cells, err));
    LB_OK(lb_kernel_set_buffer(kernel, "pieces", w->buffers[h->pieces_id], err));
    LB_OK(lb_kernel_set_buffer(kernel, "flags", w->buffers[h->flags_id], err));
    if (lb_kernel_takes(kernel, "sent"))
        LB_OK(lb_kernel_set_buffer(kernel, "sent", w->buffers[h->sent_id], err));
    else
        LB_OK(lb_kernel_set_buffer(kernel, "received", w->buffers[h->received_id], err));
    return lb_workspace_enqueue(w, kernel, cells, GROUP, err);
}

static const char *exchange_entry(const struct lb_solver *s)
{
    return lb_case_keeps_moments(s->w.c) ? kept_entry : entry;
}

static enum lb_status pack_listed(struct lb_solver *s, struct lb_error *err)
{
    struct lb_kernel *kernel = NULL;
    if (s->halo->listed == 0) return LB_STATUS_OK;
    LB_OK(lb_workspace_kernel(&s->w, inside_entry, "lb_pack_inside", &kernel, err));
    LB_OK(lb_kernel_set_uint(kernel, "count", s->halo->listed, err));
    return lb_workspace_enqueue(
        &s->w, kernel, s->halo->listed * (uint64_t)s->w.flow.lattice->directions, GROUP, err);
}

/* --- memory of the host ----------------------------------------------------------------------- */

enum lb_status lb_solver_send_from(struct lb_solver *s, char *const places[2], struct lb_error *err)
{
    struct lb_halo *h = s->halo;
    for (int n = 0; n < 2; n++)
        LB_OK(lb_pinned_adopt(h->transfers, places[n], bytes_sent(s), &h->sent[n], err));
    return LB_STATUS_OK;
}

enum lb_status lb_solver_receive_from(struct lb_solver *s, char *memory, uint64_t bytes,
                                      struct lb_error *err)
{
    struct lb_halo *h = s->halo;
    return lb_pinned_adopt(h->transfers, memory, bytes, &h->sources[h->source_count++], err);
}

bool lb_solver_memory_is_known(const struct lb_solver *s)
{
    const struct lb_halo *h = s->halo;
    for (int n = 0; n < h->source_count; n++)
        if (!lb_pinned_is_known(h->sources[n])) return false;
    return h->sent[0] == NULL || lb_pinned_is_known(h->sent[0]);
}

enum lb_status lb_solver_received(struct lb_solver *s, char **out, struct lb_error *err)
{
    struct lb_halo *h = s->halo;
    *out = NULL;
    if (h == NULL || h->transfers == NULL) return LB_STATUS_OK;
    for (int n = 0; n < 2; n++)
        if (h->received[n] == NULL)
            LB_OK(lb_pinned_create(h->transfers, bytes_received(s), &h->received[n], err));
    *out = lb_pinned_data(h->received[h->turn]);
    return LB_STATUS_OK;
}

static const struct lb_pinned *place_of_sent(const struct lb_halo *h)
{
    return h->sent[1] != NULL ? h->sent[h->turn] : h->sent[0];
}

/* --- an exchange ------------------------------------------------------------------------------ */

enum lb_status lb_halo_fetch(struct lb_solver *s, struct lb_error *err)
{
    struct lb_halo *h = s->halo;
    if (h == NULL || h->transfers == NULL) return LB_STATUS_OK;
    if (h->sent[0] == NULL) LB_OK(lb_pinned_create(h->transfers, bytes_sent(s), &h->sent[0], err));
    if (!lb_halo_is_within(s)) LB_OK(run(s, exchange_entry(s), "lb_pack_halo", err));
    LB_OK(run_surface(s, "lb_pack_surface", err));
    LB_OK(pack_listed(s, err));
    if (s->all != NULL) LB_OK(lb_collective_wait_for_room(s, err));
    LB_OK(lb_transfers_fetch(h->transfers, s->w.buffers[h->sent_id], bytes_sent(s),
                             place_of_sent(h), err));
    h->is_fetched = true;
    return LB_STATUS_OK;
}

enum lb_status lb_halo_mark(struct lb_solver *s, struct lb_error *err)
{
    const struct lb_halo *h = s->halo;
    return h == NULL || h->transfers == NULL ? LB_STATUS_OK : lb_transfers_mark(h->transfers, err);
}

static enum lb_status begin_to_pack(struct lb_solver *s, const char **sent, struct lb_error *err)
{
    struct lb_halo *h = s->halo;
    *sent = NULL;
    if (h == NULL || h->transfers == NULL) return LB_STATUS_OK;
    if (!h->is_fetched) LB_OK(lb_halo_fetch(s, err));
    *sent = lb_pinned_data(place_of_sent(h));
    return LB_STATUS_OK;
}

enum lb_status lb_solver_pack(struct lb_solver *s, const char **sent, struct lb_error *err)
{
    LB_OK(begin_to_pack(s, sent, err));
    if (*sent == NULL) return LB_STATUS_OK;
    s->halo->is_fetched = false;
    return lb_transfers_wait(s->halo->transfers, bytes_sent(s), err);
}

enum lb_status lb_solver_pack_some(struct lb_solver *s, const char **sent, uint64_t *bytes,
                                   struct lb_error *err)
{
    LB_OK(begin_to_pack(s, sent, err));
    *bytes = 0;
    if (*sent == NULL) return LB_STATUS_OK;
    LB_OK(lb_transfers_look(s->halo->transfers, bytes, err));
    s->halo->is_fetched = *bytes < bytes_sent(s);
    return LB_STATUS_OK;
}

enum lb_status lb_solver_hand_over(struct lb_solver *s, const char *from, uint64_t at,
                                   uint64_t bytes, struct lb_error *err)
{
    s->halo->handed_over += bytes;
    return lb_transfers_hand_over(s->halo->transfers, from, at, bytes,
                                  s->w.buffers[s->halo->received_id], err);
}

static enum lb_status hand_all_over(struct lb_solver *s, struct lb_error *err)
{
    char *received = NULL;
    LB_OK(lb_solver_received(s, &received, err));
    return lb_solver_hand_over(s, received, 0, bytes_received(s), err);
}

enum lb_status lb_solver_unpack(struct lb_solver *s, struct lb_error *err)
{
    struct lb_halo *h = s->halo;
    if (h == NULL || h->transfers == NULL) return LB_STATUS_OK;
    if (h->handed_over == 0) LB_OK(hand_all_over(s, err));
    LB_NEED(h->handed_over == bytes_received(s), LB_STATUS_FAILED,
            "of %llu bytes of the neighbours %llu were handed to the device",
            (unsigned long long)bytes_received(s), (unsigned long long)h->handed_over);
    LB_OK(lb_transfers_close(h->transfers, err));
    h->turn = 1 - h->turn;
    h->handed_over = 0;
    if (lb_halo_is_within(s)) return run_surface(s, "lb_unpack_surface", err);
    LB_OK(run(s, exchange_entry(s), "lb_unpack_halo", err));
    LB_OK(run_surface(s, "lb_unpack_surface", err));
    s->w.version++;
    return lb_modules_run(&s->modules, LB_PHASE_AFTER_EXCHANGE, err);
}

enum lb_status lb_solver_adopt_surface(struct lb_solver *s, const char *received,
                                       struct lb_error *err)
{
    if (s->halo == NULL || s->halo->transfers == NULL) return LB_STATUS_OK;
    LB_OK(lb_buffer_write(s->w.buffers[LB_BUFFER_RECEIVED], 0, bytes_received(s), received, err));
    LB_OK(run_surface(s, "lb_unpack_surface", err));
    s->w.version++;
    return LB_STATUS_OK;
}

enum lb_status lb_solver_adopt_exponents(struct lb_solver *s, const char *received,
                                         struct lb_error *err)
{
    if (s->halo == NULL || s->halo->transfers == NULL) return LB_STATUS_OK;
    LB_OK(lb_buffer_write(s->w.buffers[LB_BUFFER_RECEIVED], 0, bytes_received(s), received, err));
    LB_OK(run(s, adopt_entry, "lb_adopt_exponents", err));
    LB_OK(run(s, adopt_entry, "lb_take_halo_exponents", err));
    s->w.version++;
    return LB_STATUS_OK;
}

enum lb_status lb_solver_begin_markers(struct lb_solver *s, int round, struct lb_error *err)
{
    struct lb_immersed *m = s->modules.module[LB_MODULE_MARKERS];
    return m == NULL ? LB_STATUS_OK : lb_immersed_begin(m, round, err);
}

enum lb_status lb_solver_pack_markers(struct lb_solver *s, int round, const void **rows,
                                      uint64_t *bytes, struct lb_error *err)
{
    struct lb_immersed *m = s->modules.module[LB_MODULE_MARKERS];
    *rows = NULL;
    *bytes = 0;
    return m == NULL ? LB_STATUS_OK : lb_immersed_pack(m, round, rows, bytes, err);
}

enum lb_status lb_solver_unpack_markers(struct lb_solver *s, int round, const void *rows,
                                        uint64_t bytes, struct lb_error *err)
{
    struct lb_immersed *m = s->modules.module[LB_MODULE_MARKERS];
    return m == NULL ? LB_STATUS_OK : lb_immersed_unpack(m, round, rows, bytes, err);
}

bool lb_solver_overlaps(const struct lb_solver *s)
{
    return s->steps_shell_first;
}

bool lb_solver_has_computed(const struct lb_solver *s)
{
    return s->halo->transfers == NULL || lb_transfers_are_past_mark(s->halo->transfers);
}

enum lb_status lb_solver_wait_for_step(struct lb_solver *s, struct lb_error *err)
{
    if (s->halo->transfers == NULL) return LB_STATUS_OK;
    return lb_transfers_wait_for_mark(s->halo->transfers, err);
}

/* immersed_parts.c - what subdomains tell each other of markers: kernels/immersed/parts.cl.
 * SPDX-License-Identifier: MIT */
#include "modules/immersed.h"

#include <stdlib.h>
#include <string.h>

#include "membrane/delta.h"
#include "membrane/markers.h"
#include "opencl/transfer.h"
#include "shared/fixed_point.h"
#include "shared/marker_rows.h"
#include "workspace/workspace.h"

enum { GROUP = 64, FIRST_WORDS = 4096, FEW_BYTES = 1 << 16 };

static const char entry[] = "immersed/parts.cl";

enum owed { NOTHING, FACTORS, STEP };

struct lb_immersed_parts {
    struct lb_workspace *w;
    bool is_patched;
    enum owed owed; /* to the others */
    struct lb_transfers *transfers;
    struct lb_pinned *host_rows;
    uint64_t room;  /* words */
    uint64_t begun; /* words on their way before it is known how many there are */
    bool is_begun;  /* the round to come */
    struct lb_buffer *all_rows;
    struct lb_pinned *few[LB_MARKER_ROUNDS]; /* on their way there, of each round */
    struct lb_kernel *pack, *put_velocities, *drift, *put;
};

enum lb_status lb_immersed_parts_create(struct lb_workspace *w, bool is_patched,
                                        struct lb_immersed_parts **out, struct lb_error *err)
{
    static const uint64_t none;
    struct lb_immersed_parts *p = calloc(1, sizeof *p);
    *out = p;
    LB_NEED(p != NULL, LB_STATUS_FAILED, "out of memory for the markers");
    p->w = w;
    p->is_patched = is_patched;
    p->owed = FACTORS;
    p->room = lb_ledger_marker_words(w->c);
    p->begun = p->room < FIRST_WORDS ? p->room : FIRST_WORDS;
    LB_OK(lb_transfers_create(w->device, &p->transfers, err));
    LB_OK(lb_pinned_create(p->transfers, p->room * sizeof(uint64_t), &p->host_rows, err));
    for (int round = 0; round < LB_MARKER_ROUNDS; round++)
        LB_OK(lb_pinned_create(p->transfers, FEW_BYTES, &p->few[round], err));
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_RAISED, 0, err));
    if (w->c->surface.exists) LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_IDLE_CELLS, 0, err));
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_MARKER_ROWS, 0, err));
    return lb_buffer_write(w->buffers[LB_BUFFER_MARKER_ROWS], 0, sizeof none, &none, err);
}

void lb_immersed_parts_destroy(struct lb_immersed_parts *p)
{
    if (p == NULL) return;
    lb_buffer_destroy(p->all_rows);
    for (int round = 0; round < LB_MARKER_ROUNDS; round++)
        lb_pinned_destroy(p->few[round]);
    lb_pinned_destroy(p->host_rows);
    lb_transfers_destroy(p->transfers);
    free(p);
}

enum lb_status lb_immersed_parts_make_kernels(struct lb_immersed_parts *p, struct lb_error *err)
{
    const char *drift = p->is_patched ? "lb_drift_own_nodes" : "lb_drift_own";
    LB_OK(lb_workspace_kernel(p->w, entry, "lb_pack_velocities", &p->pack, err));
    LB_OK(lb_workspace_kernel(p->w, entry, "lb_put_velocities", &p->put_velocities, err));
    LB_OK(lb_workspace_kernel(p->w, entry, drift, &p->drift, err));
    return lb_workspace_kernel(p->w, entry, "lb_put_markers", &p->put, err);
}

void lb_immersed_parts_moved(struct lb_immersed_parts *p)
{
    p->owed = STEP;
}

void lb_immersed_parts_changed(struct lb_immersed_parts *p)
{
    if (p->owed == NOTHING) p->owed = FACTORS;
}

/* --- rows ---------------------------------------------------------------------------------------- */

static uint64_t words_of_row(const struct lb_immersed_parts *p, int round)
{
    const struct lb_case *c = p->w->c;
    return round == 0 ? LB_VELOCITY_ROW_OF(c->arithmetic == LB_ARITHMETIC_FP64)
                      : LB_MARKER_ROW_OF(c->surface.exists);
}

/* Work-items come in whole groups of LB_MARKER_GROUP, each for as many markers as have room. */
uint64_t lb_immersed_items(const struct lb_case *c)
{
    const uint64_t points = (uint64_t)c->markers->delta->points;
    const uint64_t rows = c->lattice->dimensions == 3 ? points * points : points;
    const uint64_t per_group = LB_MARKER_GROUP / rows;
    return (c->markers->count + per_group - 1) / per_group * LB_MARKER_GROUP;
}

static bool tells_nothing(const struct lb_immersed_parts *p, int round)
{
    return p->owed == NOTHING || (round == 0 && p->owed != STEP);
}

/* Of the rows that the kernels enqueued so far leave. */
static enum lb_status fetch(struct lb_immersed_parts *p, uint64_t words, struct lb_error *err)
{
    return lb_transfers_fetch(p->transfers, p->w->buffers[LB_BUFFER_MARKER_ROWS],
                              words * sizeof(uint64_t), p->host_rows, err);
}

enum lb_status lb_immersed_parts_begin(struct lb_immersed_parts *p, int round, struct lb_error *err)
{
    struct lb_kernel *kernel = round == 0 ? p->pack : p->drift;
    if (p->is_begun || tells_nothing(p, round)) return LB_STATUS_OK;
    if (round == 1) LB_OK(lb_kernel_set_uint(p->drift, "moves", p->owed == STEP, err));
    LB_OK(lb_workspace_enqueue(p->w, kernel, lb_immersed_items(p->w->c), LB_MARKER_GROUP, err));
    p->is_begun = true;
    return fetch(p, p->begun, err);
}

/* All words but those that have come; the next round begins with as many, and a quarter. */
static enum lb_status fetch_rest(struct lb_immersed_parts *p, uint64_t words, struct lb_error *err)
{
    if (words <= p->begun) return LB_STATUS_OK;
    p->begun = words + words / 4 < p->room ? words + words / 4 : p->room;
    LB_OK(fetch(p, words, err));
    return lb_transfers_wait(p->transfers, words * sizeof(uint64_t), err);
}

enum lb_status lb_immersed_parts_read(struct lb_immersed_parts *p, int round, const void **rows,
                                      uint64_t *bytes, struct lb_error *err)
{
    const uint64_t *words = (const uint64_t *)(const void *)lb_pinned_data(p->host_rows);
    *rows = words + 1;
    *bytes = 0;
    if (tells_nothing(p, round)) return LB_STATUS_OK;
    LB_OK(lb_immersed_parts_begin(p, round, err));
    p->is_begun = false;
    LB_OK(lb_transfers_wait(p->transfers, p->begun * sizeof *words, err));
    const uint64_t count = words[0] * words_of_row(p, round);
    LB_NEED(count < p->room, LB_STATUS_FAILED,
            "markers have %llu rows for other subdomains, and there is room for %llu words",
            (unsigned long long)words[0], (unsigned long long)p->room);
    *bytes = count * sizeof *words;
    return fetch_rest(p, count + 1, err);
}

/* Grows by doubling. */
static enum lb_status make_room(struct lb_immersed_parts *p, uint64_t bytes, struct lb_error *err)
{
    uint64_t room = p->all_rows != NULL ? lb_buffer_bytes(p->all_rows) : 0;
    if (bytes <= room) return LB_STATUS_OK;
    lb_buffer_destroy(p->all_rows);
    p->all_rows = NULL;
    room = 2 * room > bytes ? 2 * room : bytes;
    LB_OK(lb_buffer_create(p->w->device, room, "rows of all subdomains", &p->all_rows, err));
    LB_OK(lb_kernel_set_buffer(p->put_velocities, "all_rows", p->all_rows, err));
    return lb_kernel_set_buffer(p->put, "all_rows", p->all_rows, err);
}

/* Few of them by way of pinned memory, so that the host need not wait until the device gets there; many are copied sooner
 * by the driver (two H200, 1.2 MB: 86 % of twice one card by pinned memory, 88 so). */
static enum lb_status hand_over(struct lb_immersed_parts *p, int round, const void *rows,
                                uint64_t bytes, struct lb_error *err)
{
    if (bytes == 0) return LB_STATUS_OK;
    if (bytes > FEW_BYTES) return lb_buffer_write(p->all_rows, 0, bytes, rows, err);
    char *few = lb_pinned_data(p->few[round]);
    memcpy(few, rows, bytes);
    LB_OK(lb_transfers_hand_over(p->transfers, few, 0, bytes, p->all_rows, err));
    return lb_transfers_close(p->transfers, err);
}

enum lb_status lb_immersed_parts_write(struct lb_immersed_parts *p, int round, const void *rows,
                                       uint64_t bytes, bool *has_moved, struct lb_error *err)
{
    const uint64_t row = words_of_row(p, round) * sizeof(uint64_t), count = bytes / row;
    struct lb_kernel *kernel = round == 0 ? p->put_velocities : p->put;
    *has_moved = round == 1 && p->owed == STEP;
    if (tells_nothing(p, round)) return LB_STATUS_OK;
    LB_NEED(count < UINT32_MAX, LB_STATUS_FAILED, "too many cells are near markers");
    LB_OK(make_room(p, bytes > 0 ? bytes : row, err));
    LB_OK(hand_over(p, round, rows, bytes, err));
    LB_OK(lb_kernel_set_uint(kernel, "count", (uint32_t)count, err));
    if (round == 1) LB_OK(lb_kernel_set_uint(kernel, "clears", *has_moved && !p->is_patched, err));
    if (round == 1) p->owed = NOTHING;
    return lb_workspace_enqueue(p->w, kernel, count > 0 ? count : 1, GROUP, err);
}

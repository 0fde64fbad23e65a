/* temperature.c - the temperature of a flow: its start, what comes out of walls, and the heat that these give.
 * The step itself carries it (kernels/step/heated_vector.cl).
 * SPDX-License-Identifier: MIT */
#include "modules/temperature.h"

#include <math.h>
#include <stdlib.h>

#include "modules/module.h"

enum { GROUP = 64 };

static const char entry[] = "heat/heat_cells.cl";

struct heat {
    struct lb_workspace *w;
    uint64_t beside;         /* cells beside walls */
    struct lb_kernel *walls; /* NULL: there are none */
};

static bool is_in(const struct lb_case *c)
{
    return c->heat != NULL;
}

/* What cells got from walls is read and cleared in pieces. */
enum { PIECE = 1 << 16 };

static uint64_t counts(const struct heat *p)
{
    return p->walls != NULL ? LB_HEAT_FACES * p->beside : 0;
}

static enum lb_status clear(const struct heat *p, struct lb_error *err)
{
    static const int64_t none[PIECE];
    struct lb_buffer *buffer = p->w->buffers[LB_BUFFER_HEAT_GIVEN];
    for (uint64_t at = 0; at < counts(p); at += PIECE) {
        const uint64_t count = counts(p) - at < PIECE ? counts(p) - at : PIECE;
        LB_OK(lb_buffer_write(buffer, at * sizeof *none, count * sizeof *none, none, err));
    }
    return LB_STATUS_OK;
}

static enum lb_status create(struct lb_workspace *w, void **module, struct lb_error *err)
{
    struct heat *p = calloc(1, sizeof *p);
    *module = p;
    LB_NEED(p != NULL, LB_STATUS_FAILED, "out of memory for the temperature");
    p->w = w;
    return lb_population_set_create(w, &w->heat, err);
}

/* The staging buffer, which the flow has read, takes the temperatures. */
static enum lb_status start(void *module, const void *values, uint64_t first, uint64_t count,
                            struct lb_error *err)
{
    struct lb_workspace *w = ((struct heat *)module)->w;
    struct lb_buffer *staging = w->buffers[LB_BUFFER_STAGING];
    struct lb_kernel *k = NULL;
    const uint64_t plane = count * lb_workspace_scalar_bytes(w);
    LB_OK(lb_device_finish(w->device, err));
    LB_OK(lb_buffer_write(staging, 0, plane, (const char *)values + 5 * plane, err));
    LB_OK(lb_workspace_kernel(w, entry, "lb_start_heat", &k, err));
    LB_OK(lb_kernel_set_buffer(k, "start", staging, err));
    LB_OK(lb_kernel_set_ulong(k, "first", first, err));
    LB_OK(lb_kernel_set_ulong(k, "count", count, err));
    LB_OK(lb_workspace_enqueue(w, k, count, GROUP, err));
    return lb_device_finish(w->device, err);
}

static enum lb_status find_walls(struct heat *p, struct lb_error *err)
{
    struct lb_workspace *w = p->w;
    struct lb_kernel *find = NULL;
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_HEAT_LINKS, p->beside, err));
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_HEAT_GROUPS, p->beside, err));
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_HEAT_GIVEN, p->beside, err));
    LB_OK(lb_workspace_kernel(w, entry, "lb_find_heat_walls", &find, err));
    LB_OK(lb_kernel_set_ulong(find, "count", p->beside, err));
    LB_OK(lb_workspace_enqueue(w, find, p->beside, GROUP, err));
    LB_OK(lb_workspace_kernel(w, entry, "lb_heat_walls", &p->walls, err));
    return lb_kernel_set_ulong(p->walls, "count", p->beside, err);
}

/* For step 0, too; what walls gave to that is none of what they gave. */
static enum lb_status run_walls(void *module, struct lb_error *err)
{
    const struct heat *p = module;
    if (p->walls == NULL) return LB_STATUS_OK;
    LB_OK(lb_workspace_enqueue(p->w, p->walls, p->beside, GROUP, err));
    return p->w->step == 0 ? clear(p, err) : LB_STATUS_OK;
}

/* A subdomain gets the start state of its neighbours later. */
static enum lb_status close(void *module, struct lb_error *err)
{
    struct heat *p = module;
    p->beside = lb_workspace_list_length(p->w, LB_BUFFER_BESIDE);
    if (p->beside == 0) return LB_STATUS_OK;
    LB_OK(find_walls(p, err));
    return p->w->c->cut.axes == 0 ? run_walls(module, err) : LB_STATUS_OK;
}

/* What they gave was loaded, too. */
static enum lb_status loaded(void *module, struct lb_error *err)
{
    const struct heat *p = module;
    return clear(p, err);
}

static void add(uint64_t given[LB_HEAT_LIMBS], int64_t count)
{
    given[LB_HEAT_LOW] += (uint64_t)count & UINT32_MAX;
    given[LB_HEAT_HIGH] += (uint64_t)(count >> 32);
}

/* What is no link gave nothing. */
enum lb_status lb_heat_take_given(void *module, uint64_t (*given)[LB_HEAT_LIMBS],
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct heat *p = module;
    int64_t *piece = malloc(PIECE * (sizeof *piece + 1));
    LB_REQUIRE(piece != NULL, LB_STATUS_FAILED, "out of memory for the heat of walls");
    uint8_t *groups = (uint8_t *)(piece + PIECE);
    for (uint64_t at = 0; at < counts(p); at += PIECE) {
        const uint64_t count = counts(p) - at < PIECE ? counts(p) - at : PIECE;
        LB_TRY(lb_buffer_read(p->w->buffers[LB_BUFFER_HEAT_GIVEN], at * sizeof *piece,
                              count * sizeof *piece, piece, err));
        LB_TRY(lb_buffer_read(p->w->buffers[LB_BUFFER_HEAT_GROUPS], at, count, groups, err));
        for (uint64_t n = 0; n < count; n++)
            if (piece[n] != 0) add(given[groups[n]], piece[n]);
    }
    LB_TRY(clear(p, err));
cleanup:
    free(piece);
    return st;
}

enum lb_status lb_heat_observer(void *module, struct lb_kernel **out, struct lb_error *err)
{
    return lb_workspace_kernel(((struct heat *)module)->w, entry, "lb_observe_heat", out, err);
}

const struct lb_module lb_heat_module = {
    .name = "heat",
    .is_in = is_in,
    .create = create,
    .start = start,
    .phase = {[LB_PHASE_CLOSE] = close,
              [LB_PHASE_AFTER_EXCHANGE] = run_walls,
              [LB_PHASE_LOADED] = loaded},
    .destroy = free,
};

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
    uint64_t beside;         /* cells beside walls, and conductors */
    struct lb_kernel *walls; /* NULL: not made yet */
    uint64_t
        conductors;  /* cells of bodies that conduct, and of the fluid that their surface cuts */
    uint64_t solids; /* of these those of bodies, the first ones */
    uint64_t cuts;   /* all cells that it cuts */
    struct lb_kernel *conduct, *send;
};

static bool is_in(const struct lb_case *c)
{
    return c->heat != NULL;
}

/* What cells got from walls is read and cleared in pieces. */
enum { PIECE = 1 << 16 };

static uint64_t counts(const struct heat *p)
{
    return LB_HEAT_FACES * p->beside;
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

static struct lb_buffer *list_of(const struct heat *p)
{
    return p->w->buffers[p->conductors > 0 ? LB_BUFFER_HEATED : LB_BUFFER_BESIDE];
}

/* Which of these cells have links to walls between cells, too. */
static enum lb_status number_curved(const struct heat *p, struct lb_error *err)
{
    struct lb_workspace *w = p->w;
    struct lb_kernel *number = NULL;
    if (w->c->curved == NULL) return LB_STATUS_OK;
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_HEAT_CURVED, p->beside, err));
    LB_OK(lb_workspace_kernel(w, "wall/number_links.cl", "lb_number_links", &number, err));
    LB_OK(lb_kernel_set_buffer(number, "linked_cells", list_of(p), err));
    LB_OK(lb_kernel_set_buffer(number, "linked_curved", w->buffers[LB_BUFFER_HEAT_CURVED], err));
    LB_OK(lb_kernel_set_ulong(number, "count", p->beside, err));
    LB_OK(lb_kernel_set_ulong(number, "curved_count",
                              lb_workspace_list_length(w, LB_BUFFER_CURVED_CELLS), err));
    LB_OK(lb_workspace_enqueue(w, number, p->beside, GROUP, err));
    return lb_heat_number_solid_walls(w, p->beside - p->solids, p->solids, err);
}

static enum lb_status find_walls(const struct heat *p, struct lb_error *err)
{
    struct lb_workspace *w = p->w;
    struct lb_kernel *find = NULL;
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_HEAT_LINKS, p->beside, err));
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_HEAT_GROUPS, p->beside, err));
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_HEAT_GIVEN, p->beside, err));
    LB_OK(lb_workspace_kernel(w, entry, "lb_find_heat_walls", &find, err));
    LB_OK(lb_kernel_set_ulong(find, "count", p->beside, err));
    LB_OK(lb_kernel_set_buffer(find, "beside", list_of(p), err));
    LB_OK(lb_workspace_enqueue(w, find, p->beside, GROUP, err));
    return number_curved(p, err);
}

static enum lb_status make_walls(struct heat *p, struct lb_error *err)
{
    LB_OK(lb_workspace_kernel(p->w, entry, "lb_heat_walls", &p->walls, err));
    LB_OK(lb_kernel_set_buffer(p->walls, "beside", list_of(p), err));
    return lb_kernel_set_ulong(p->walls, "count", p->beside, err);
}

/* For step 0, too; what walls gave to that is none of what they gave.  A subdomain has the buffers of its exchange by
 * the first time. */
static enum lb_status run_walls(void *module, struct lb_error *err)
{
    struct heat *p = module;
    if (p->beside == 0) return LB_STATUS_OK;
    if (p->walls == NULL) LB_OK(make_walls(p, err));
    LB_OK(lb_workspace_enqueue(p->w, p->walls, p->beside, GROUP, err));
    return p->w->step == 0 ? clear(p, err) : LB_STATUS_OK;
}

/* --- bodies that conduct ------------------------------------------------------------------------- */

/* Memory indices of their cells behind `list`'s first `*count`, in the order of memory. */
static enum lb_status find_conductors(const struct lb_workspace *w, uint64_t places, uint64_t *list,
                                      uint64_t *count, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    uint8_t *flags = malloc(2 * PIECE), *numbers = flags + PIECE;
    LB_NEED(flags != NULL, LB_STATUS_FAILED, "out of memory for solids that conduct heat");
    for (uint64_t at = 0; at < places; at += PIECE) {
        const uint64_t n = places - at < PIECE ? places - at : PIECE;
        LB_TRY(lb_buffer_read(w->buffers[LB_BUFFER_FLAGS], at, n, flags, err));
        LB_TRY(lb_buffer_read(w->buffers[LB_BUFFER_NUMBERS], at, n, numbers, err));
        for (uint64_t k = 0; k < n; k++)
            if (lb_heat_is_conductor(w->c, flags[k], numbers[k])) list[(*count)++] = at + k;
    }
cleanup:
    free(flags);
    return st;
}

static enum lb_status upload_list(struct lb_workspace *w, enum lb_buffer_id id, uint64_t count,
                                  const uint64_t *list, struct lb_error *err)
{
    LB_OK(lb_workspace_create_buffer(w, id, count, err));
    return lb_workspace_write_indices(w, w->buffers[id], count, list, err);
}

static enum lb_status make_kernels(struct heat *p, struct lb_error *err)
{
    static const char of_solids[] = "heat/conduct.cl";
    struct lb_kernel *begin = NULL;
    LB_OK(lb_workspace_kernel(p->w, of_solids, "lb_start_conductors", &begin, err));
    LB_OK(lb_workspace_kernel(p->w, of_solids, "lb_conduct", &p->conduct, err));
    LB_OK(lb_workspace_kernel(p->w, of_solids, "lb_send_conducted", &p->send, err));
    LB_OK(lb_kernel_set_ulong(begin, "count", p->solids, err));
    LB_OK(lb_kernel_set_ulong(p->conduct, "cuts", p->cuts, err));
    LB_OK(lb_kernel_set_ulong(p->conduct, "count", p->conductors, err));
    LB_OK(lb_kernel_set_ulong(p->send, "count", p->conductors, err));
    if (p->solids == 0) return LB_STATUS_OK;
    return lb_workspace_enqueue(p->w, begin, p->solids, GROUP, err);
}

/* Their cells, and the list of these and those beside walls, which have links to walls. */
static enum lb_status close_conductors(struct heat *p, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_workspace *w = p->w;
    const uint64_t places = lb_layout_vectors(w->c, &w->layout) * (uint64_t)w->layout.lanes,
                   beside = p->beside;
    uint64_t *list = malloc((beside + places) * sizeof *list), count = beside;
    LB_REQUIRE(list != NULL, LB_STATUS_FAILED, "out of memory for solids that conduct heat");
    if (beside > 0)
        LB_TRY(lb_workspace_read_indices(w, w->buffers[LB_BUFFER_BESIDE], 0, beside, list, err));
    LB_TRY(find_conductors(w, places, list, &count, err));
    p->solids = p->conductors = count - beside;
    LB_TRY(lb_heat_upload_cuts(w, list + beside, &p->conductors, &p->cuts, err));
    if (p->conductors == 0) goto cleanup;
    p->beside = count;
    LB_TRY(upload_list(w, LB_BUFFER_HEATED, count, list, err));
    LB_TRY(upload_list(w, LB_BUFFER_CONDUCTORS, p->conductors, list + beside, err));
    LB_TRY(lb_workspace_create_buffer(w, LB_BUFFER_CONDUCTED, p->conductors, err));
    LB_TRY(make_kernels(p, err));
cleanup:
    free(list);
    return st;
}

static enum lb_status conduct(void *module, struct lb_error *err)
{
    const struct heat *p = module;
    if (p->conductors == 0) return LB_STATUS_OK;
    return lb_workspace_enqueue(p->w, p->conduct, p->conductors, GROUP, err);
}

static enum lb_status send_conducted(void *module, struct lb_error *err)
{
    const struct heat *p = module;
    if (p->conductors == 0) return LB_STATUS_OK;
    return lb_workspace_enqueue(p->w, p->send, p->conductors, GROUP, err);
}

/* A subdomain gets the start state of its neighbours later. */
static enum lb_status close(void *module, struct lb_error *err)
{
    struct heat *p = module;
    p->beside = lb_workspace_list_length(p->w, LB_BUFFER_BESIDE);
    if (lb_heat_conducts(p->w->c)) LB_OK(close_conductors(p, err));
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
              [LB_PHASE_BEFORE_STEP] = conduct,
              [LB_PHASE_AFTER_STEP] = send_conducted,
              [LB_PHASE_AFTER_EXCHANGE] = run_walls,
              [LB_PHASE_LOADED] = loaded},
    .destroy = free,
};

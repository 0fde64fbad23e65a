/* alternating_turns.c - see alternating_turns.h.
 * SPDX-License-Identifier: MIT */
#include "case/alternating_turns.h"

#include "case/rounding.h"

enum { MOST_SLABS = 64, PHASES = 3 };

/* The axis along which the numbers of cells grow slowest: layers across it are one behind the other. */
static int slow_axis(const struct lb_case *c)
{
    return c->lattice->dimensions - 1;
}

/* Slabs of the whole box, as equal as they can be. */
static uint64_t slab_count(const struct lb_case *c)
{
    const uint64_t layers = lb_case_whole_size(c, slow_axis(c));
    uint64_t slabs = c->alternating_every / PHASES;
    if (slabs > MOST_SLABS) slabs = MOST_SLABS;
    return slabs < layers ? slabs : layers;
}

static uint64_t first_layer(const struct lb_case *c, uint64_t slab)
{
    return slab * lb_case_whole_size(c, slow_axis(c)) / slab_count(c);
}

static uint64_t clamped(uint64_t n, uint64_t least, uint64_t most)
{
    return n < least ? least : n > most ? most : n;
}

static void find_cells(const struct lb_case *c, uint64_t slab, struct lb_alternating_turn *t)
{
    const int axis = slow_axis(c);
    const uint64_t begin = first_layer(c, slab), end = first_layer(c, slab + 1);
    const uint64_t own = c->cut.axes != 0 ? c->cut.origin[axis] : 0;
    const uint64_t layer = lb_case_cell_count(c) / c->size[axis],
                   whole = lb_case_whole_cells(c) / lb_case_whole_size(c, axis);
    const uint64_t from = clamped(begin, own, own + c->size[axis]),
                   to = clamped(end, own, own + c->size[axis]);
    t->first = (from - own) * layer;
    t->count = (to - from) * layer;
    t->whole_first = begin * whole;
    t->whole_count = (end - begin) * whole;
}

struct lb_alternating_turn lb_alternating_turn(const struct lb_case *c, uint64_t step)
{
    struct lb_alternating_turn t = {.phase = -1};
    if (c->alternating_every == 0) return t;
    const uint64_t slabs = slab_count(c), each = c->alternating_every / slabs;
    const uint64_t at = step % c->alternating_every, slab = at / each, phase = at % each;
    if (slab >= slabs || phase >= PHASES) return t;
    t.phase = (int)phase;
    find_cells(c, slab, &t);
    return t;
}

uint64_t lb_alternating_cells(const struct lb_case *c)
{
    uint64_t most = 0;
    if (c->alternating_every == 0) return 0;
    for (uint64_t slab = 0; slab < slab_count(c); slab++) {
        struct lb_alternating_turn t = {0};
        find_cells(c, slab, &t);
        if (t.count > most) most = t.count;
    }
    return most;
}

static bool rounds_to_nearest(const struct lb_case *c)
{
    const int bits = c->arithmetic == LB_ARITHMETIC_FP64 ? 64 : 32;
    return c->storage->bits < bits && lb_case_rounding(c) == lb_roundings[0];
}

enum lb_status lb_alternating_check(const struct lb_case *c, struct lb_error *err)
{
    if (c->alternating_every == 0) return LB_STATUS_OK;
    const char *why =
        c->boundary_count > 0      ? "what is open takes the alternating momentum out by itself"
        : c->surface.exists        ? "a free surface takes the alternating momentum out by itself"
        : c->motion != NULL        ? "cells of bodies that move may change in between"
        : lb_case_keeps_moments(c) ? "--streaming moments has no populations to remove it from"
        : c->storage->conserve != NULL ? "this format keeps momentum exactly, and feeds none"
        : c->storage->shares_exponents
            ? "formats whose populations share an exponent cannot take what is so small"
        : rounds_to_nearest(c) ? "--rounding nearest would round away what is removed"
                               : NULL;
    LB_NEED(why == NULL, LB_STATUS_USAGE, "remove-alternating=%llu: %s",
            (unsigned long long)c->alternating_every, why);
    LB_NEED(c->alternating_every >= LB_ALTERNATING_LEAST, LB_STATUS_USAGE,
            "remove-alternating=%llu: at least %d steps are needed between two removals",
            (unsigned long long)c->alternating_every, LB_ALTERNATING_LEAST);
    return LB_STATUS_OK;
}

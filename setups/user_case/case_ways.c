/* case_ways.c - whether fluid can flow where a case drives it: from inlets to outlets, along a force.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "domain/ways.h"
#include "user_case/case_state.h"

enum { MOST_GATES = LB_FACES + LB_OWN_OPENINGS };

/* A face, or an opening, through which fluid comes or goes. */
struct gate {
    const char *kind, *name; /* of its section */
    enum lb_own_face_kind condition;
    int face, patch; /* -1: it is none */
    bool is_inlet;
    uint64_t cells, closed; /* of fluid beside it; of these, without a way to others */
    int64_t set;            /* of one of the latter */
};

struct gates {
    const struct own_case *s;
    struct lb_ways ways; /* of the cells inside of all faces' layers */
    struct gate gate[MOST_GATES];
    int count;
    uint32_t *who; /* owned; bit n of a set: gate n is beside it */
};

/* --- cells ------------------------------------------------------------------------------------------------ */

/* The cells of a row that bodies may have; all where there is more than solid bodies. */
static void find_range(const struct own_case *s, const uint32_t at[3], uint32_t range[2])
{
    const bool is_all = s->hollow != 0 || s->image.cells.open != NULL;
    const double count = s->size[0] - 2.0 * s->layer[0];
    double low = is_all ? 0.0 : count, high = is_all ? count : 0.0;
    for (int n = 0; n < s->body_count && !is_all; n++) {
        const struct lb_own_body *b = &s->bodies[n];
        bool is_beside = false;
        for (int axis = 1; axis < s->dimensions; axis++)
            is_beside =
                is_beside || at[axis] + 2.0 < b->low[axis] || at[axis] > b->high[axis] + 1.0;
        if (is_beside) continue;
        low = fmin(low, b->low[0] - s->layer[0] - 1.0);
        high = fmax(high, b->high[0] - s->layer[0] + 1.0);
    }
    low = fmax(0.0, floor(low));
    high = fmin(count, ceil(high));
    range[0] = low < high ? (uint32_t)low : 0;
    range[1] = low < high ? (uint32_t)high : 0;
}

/* Bodies that move are no obstacle: a valve may open. */
static void take_row(const void *context, uint32_t y, uint32_t z, uint8_t *numbers,
                     uint32_t range[2])
{
    const struct own_case *s = context;
    uint32_t at[3] = {0, y + s->layer[1], z + s->layer[2]};
    find_range(s, at, range);
    for (uint32_t x = range[0]; x < range[1]; x++) {
        at[0] = x + s->layer[0];
        numbers[x] = !lb_own_may_be_fluid(s, at);
    }
}

/* Not through the faces across an axis; -1: all that are periodic. */
static enum lb_status find_ways(const struct own_case *s, int axis, struct lb_ways *out,
                                struct lb_error *err)
{
    struct lb_ways_source source = {.over_edges = true, .solid = take_row, .context = s};
    for (int a = 0; a < 3; a++) {
        source.box[a] = s->size[a] - 2 * s->layer[a];
        source.periodic[a] = s->layer[a] == 0 && a != axis;
    }
    return lb_ways_find(&source, out, err);
}

/* --- what is beside an opening ---------------------------------------------------------------------------- */

/* Of a cell of the inner box; those beyond it and solid ones have none. */
static void visit(struct gates *g, int n, const int64_t at[3],
                  void (*take)(struct gates *g, int n, int64_t set))
{
    uint32_t cell[3];
    for (int axis = 0; axis < 3; axis++) {
        if (at[axis] < 0 || at[axis] >= g->ways.box[axis]) return;
        cell[axis] = (uint32_t)at[axis];
    }
    const int64_t set = lb_ways_at(&g->ways, cell);
    if (set != LB_WAYS_NONE) take(g, n, set);
}

static void visit_face(struct gates *g, int n, void (*take)(struct gates *g, int n, int64_t set))
{
    const int face = g->gate[n].face, normal = face / 2, a = (normal + 1) % 3, b = (normal + 2) % 3;
    int64_t at[3];
    at[normal] = face % 2 == 0 ? 0 : (int64_t)g->ways.box[normal] - 1;
    for (at[b] = 0; at[b] < g->ways.box[b]; at[b]++)
        for (at[a] = 0; at[a] < g->ways.box[a]; at[a]++)
            visit(g, n, at, take);
}

static void visit_patch(struct gates *g, int n, void (*take)(struct gates *g, int n, int64_t set))
{
    const struct own_case *s = g->s;
    const struct lb_lattice *l = s->patches.region.lattice;
    for (uint64_t k = 0; k < s->patches.cell_count; k++) {
        const uint64_t number = s->patches.cell[k].number;
        const int64_t cell[3] = {(int64_t)(number % s->size[0]),
                                 (int64_t)(number / s->size[0] % s->size[1]),
                                 (int64_t)(number / s->size[0] / s->size[1])};
        if (s->patches.cell[k].opening != g->gate[n].patch) continue;
        for (int i = 1; i < l->directions; i++) {
            int64_t at[3];
            for (int axis = 0; axis < 3; axis++)
                at[axis] = cell[axis] + l->c[i][axis] - s->layer[axis];
            visit(g, n, at, take);
        }
    }
}

static void visit_all(struct gates *g, void (*take)(struct gates *g, int n, int64_t set))
{
    for (int n = 0; n < g->count; n++) {
        if (g->gate[n].face >= 0)
            visit_face(g, n, take);
        else
            visit_patch(g, n, take);
    }
}

static void mark(struct gates *g, int n, int64_t set)
{
    g->who[set] |= 1u << n;
}

/* A velocity needs one that holds no velocity, others any other one. */
static void count(struct gates *g, int n, int64_t set)
{
    struct gate *gate = &g->gate[n];
    bool has_way = false;
    for (int other = 0; other < g->count; other++)
        has_way =
            has_way ||
            (other != n && (g->who[set] & 1u << other) != 0 &&
             (gate->condition != LB_FACE_VELOCITY || g->gate[other].condition != LB_FACE_VELOCITY));
    gate->cells++;
    if (has_way) return;
    gate->closed++;
    gate->set = set;
}

/* --- what is said ----------------------------------------------------------------------------------------- */

/* Corners of the box around a set [L]. */
static void extent_of(struct gates *g, int64_t set, double low[3], double high[3])
{
    const struct lb_ways ways = g->ways;
    for (int axis = 0; axis < 3; axis++)
        low[axis] = HUGE_VAL, high[axis] = -HUGE_VAL;
    for (size_t row = 0; row < (size_t)ways.box[1] * ways.box[2]; row++)
        for (size_t n = ways.row[row]; n < ways.row[row + 1]; n++) {
            const uint32_t at[3] = {ways.run[n].begin, (uint32_t)(row % ways.box[1]),
                                    (uint32_t)(row / ways.box[1])};
            const uint32_t end[3] = {ways.run[n].end, at[1] + 1, at[2] + 1};
            if (lb_ways_at(&g->ways, at) != set) continue;
            for (int axis = 0; axis < 3; axis++) {
                low[axis] = fmin(low[axis], at[axis]);
                high[axis] = fmax(high[axis], end[axis]);
            }
        }
    for (int axis = 0; axis < 3; axis++) {
        low[axis] = g->s->origin[axis] + low[axis] / g->s->resolution;
        high[axis] = g->s->origin[axis] + high[axis] / g->s->resolution;
    }
}

static enum lb_status judge_gate(struct gates *g, const struct gate *gate,
                                 struct lb_body_notes *notes, struct lb_error *err)
{
    const bool is_driven = gate->is_inlet || gate->condition == LB_FACE_VELOCITY;
    double low[3], high[3];
    if (gate->closed == 0 || gate->condition == LB_FACE_FREE ||
        gate->condition == LB_FACE_EQUILIBRIUM)
        return LB_STATUS_OK;
    extent_of(g, gate->set, low, high);
    LB_NEED(!is_driven || gate->closed < gate->cells, LB_STATUS_USAGE,
            "[%s %s]: solid cells leave no way from it to any outlet: the fluid beside it ends "
            "within (%.4g, %.4g, %.4g) to (%.4g, %.4g, %.4g) L; a larger box.resolution opens gaps "
            "of less than a cell, and a body with inside=cut a way",
            gate->kind, gate->name, low[0], low[1], low[2], high[0], high[1], high[2]);
    if (is_driven)
        lb_body_note(notes,
                     "[%s %s]: from %.2g %% of its cells no way leads to an outlet, as from those "
                     "at (%.4g, %.4g, %.4g) L",
                     gate->kind, gate->name, 100.0 * (double)gate->closed / (double)gate->cells,
                     low[0], low[1], low[2]);
    else if (gate->closed == gate->cells && g->count > 1)
        lb_body_note(notes,
                     "[%s %s]: solid cells leave no way from it to another opening: the fluid "
                     "beside it ends within (%.4g, %.4g, %.4g) to (%.4g, %.4g, %.4g) L",
                     gate->kind, gate->name, low[0], low[1], low[2], high[0], high[1], high[2]);
    return LB_STATUS_OK;
}

static void find_gates(struct gates *g)
{
    const struct own_case *s = g->s;
    for (int n = 0; n < s->opening_count; n++) {
        const struct lb_own_opening *o = &s->openings[n];
        g->gate[g->count++] = (struct gate){.kind = o->is_inlet ? "inlet" : "outlet",
                                            .name = o->name,
                                            .condition = o->kind,
                                            .face = o->face,
                                            .patch = o->patch,
                                            .is_inlet = o->is_inlet};
    }
    for (int face = 0; face < LB_FACES; face++) {
        bool is_taken = s->face[face].kind < LB_FACE_FREE;
        for (int n = 0; n < s->opening_count; n++)
            is_taken = is_taken || s->openings[n].face == face;
        if (is_taken) continue;
        g->gate[g->count++] = (struct gate){.kind = "face",
                                            .name = s->face[face].section,
                                            .condition = s->face[face].kind,
                                            .face = face,
                                            .patch = -1};
    }
}

static enum lb_status check_gates(struct own_case *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct gates g = {.s = s};
    find_gates(&g);
    if (g.count == 0) return LB_STATUS_OK;
    LB_TRY(find_ways(s, -1, &g.ways, err));
    g.who = calloc(g.ways.count + 1, sizeof *g.who);
    LB_REQUIRE(g.who != NULL, LB_STATUS_FAILED, "no memory for the ways between openings");
    visit_all(&g, mark);
    visit_all(&g, count);
    for (int n = 0; n < g.count; n++)
        LB_TRY(judge_gate(&g, &g.gate[n], &s->notes, err));
cleanup:
    lb_ways_free(&g.ways);
    free(g.who);
    return st;
}

/* Of a force it is told, as the blocked flow of a rock is a result; a speed cannot be held. */
static enum lb_status check_drive(struct own_case *s, int axis, struct lb_error *err)
{
    static const char sentence[] =
        "[force] drives the flow along %c, and solid cells leave no way from the face %c- of the "
        "box to %c+: a larger box.resolution opens gaps of less than a cell";
    const bool is_held = s->drive.every > 0 && s->drive.axis == axis;
    const char name = "xyz"[axis];
    struct lb_ways ways;
    bool is_open = false;
    if (s->layer[axis] != 0 || (!is_held && s->force[axis] == 0.0)) return LB_STATUS_OK;
    enum lb_status st = find_ways(s, axis, &ways, err);
    if (st == LB_STATUS_OK) st = lb_ways_lead_through(&ways, axis, &is_open, err);
    lb_ways_free(&ways);
    LB_OK(st);
    LB_NEED(is_open || !is_held, LB_STATUS_USAGE, sentence, name, name, name);
    if (!is_open) lb_body_note(&s->notes, sentence, name, name, name);
    return LB_STATUS_OK;
}

enum lb_status lb_own_check_ways(struct own_case *s, struct lb_error *err)
{
    bool has_obstacle = s->hollow != 0 || s->image.cells.open != NULL;
    for (int n = 0; n < s->body_count; n++)
        has_obstacle = has_obstacle || !s->moves[n];
    if (!has_obstacle) return LB_STATUS_OK;
    LB_OK(check_gates(s, err));
    for (int axis = 0; axis < s->dimensions; axis++)
        LB_OK(check_drive(s, axis, err));
    return LB_STATUS_OK;
}

/* inside_cells.c - lists the cells of which links of boundaries beyond a cut need all populations.
 * SPDX-License-Identifier: MIT */
#include "decomposition/inside_cells.h"

#include <stdlib.h>

#include "case/halo.h"

/* What a cell is to its neighbours. */
enum kind { FLUID, LOOKS_INSIDE, OTHER };

/* A box of cells one layer thick across the axes along which the neighbour is away, as wide as the halo along all
 * others. */
struct slab {
    const struct lb_case *c;
    const int *away;
    int64_t begin[3], end[3];
    uint8_t *kind;
};

static bool has_any(const struct lb_case *c)
{
    for (int n = 0; n < c->boundary_count; n++)
        if (c->boundaries[n].condition->looks_inside) return true;
    return false;
}

/* Whether populations lead past a face that the neighbour at `away` shares, into it. */
static bool leads_along_faces(const struct lb_case *c, const int away[3])
{
    for (int i = 1; i < c->lattice->directions; i++) {
        int crossed = 0, others = 0;
        for (int a = 0; a < 3; a++) {
            crossed += away[a] != 0 && c->lattice->c[i][a] != away[a];
            others += away[a] == 0 && c->lattice->c[i][a] != 0;
        }
        if (crossed == 0 && others > 0) return true;
    }
    return false;
}

static bool is_neighbour(const struct lb_case *c, const int away[3])
{
    int steps = 0;
    for (int a = 0; a < 3; a++) {
        if (away[a] != 0 && (c->cut.axes >> a & 1u) == 0) return false;
        steps += away[a] != 0;
    }
    return steps > 0 && leads_along_faces(c, away);
}

static uint8_t kind_of(const struct lb_case *c, const int64_t at[3])
{
    uint32_t place[3];
    struct lb_cell cell = {.flags = LB_CELL_FLUID, .rho = 1.0, .fill = 1.0};
    lb_halo_place(c, at, place);
    c->start(c->start_state, place[0], place[1], place[2], &cell);
    if ((cell.flags & LB_CELL_SOLID) == 0) return FLUID;
    return LB_IS_BOUNDARY(cell.flags) && c->boundaries[cell.number].condition->looks_inside
               ? LOOKS_INSIDE
               : OTHER;
}

static uint8_t *at_place(const struct slab *s, const int64_t at[3])
{
    const int64_t width = s->end[0] - s->begin[0], height = s->end[1] - s->begin[1];
    return s->kind + ((at[2] - s->begin[2]) * height + at[1] - s->begin[1]) * width + at[0] -
           s->begin[0];
}

/* `layer[a]`: of the axes along which the neighbour is away. */
static enum lb_status fill(struct slab *s, const int64_t layer[3], struct lb_error *err)
{
    size_t cells = 1;
    int64_t at[3];
    for (int a = 0; a < 3; a++) {
        s->begin[a] = s->away[a] != 0 ? layer[a] : -1;
        s->end[a] = s->away[a] != 0 ? layer[a] + 1 : (int64_t)s->c->size[a] + 1;
        cells *= (size_t)(s->end[a] - s->begin[a]);
    }
    s->kind = malloc(cells);
    LB_NEED(s->kind != NULL, LB_STATUS_FAILED, "out of memory for the cells beside cuts");
    for (at[2] = s->begin[2]; at[2] < s->end[2]; at[2]++)
        for (at[1] = s->begin[1]; at[1] < s->end[1]; at[1]++)
            for (at[0] = s->begin[0]; at[0] < s->end[0]; at[0]++)
                *at_place(s, at) = kind_of(s->c, at);
    return LB_STATUS_OK;
}

static bool is_needed(const struct slab *s, const int64_t at[3])
{
    if (*at_place(s, at) != FLUID) return false;
    for (int a = 0; a < 3; a++)
        for (int step = -1; step <= 1 && s->away[a] == 0; step += 2) {
            int64_t beside[3] = {at[0], at[1], at[2]};
            beside[a] += step;
            if (*at_place(s, beside) == LOOKS_INSIDE) return true;
        }
    return false;
}

/* The next needed cell at or behind `at`, x fastest; false where there is none. */
static bool find_next(const struct slab *s, int64_t at[3])
{
    int64_t first[3], last[3];
    for (int a = 0; a < 3; a++) {
        first[a] = s->away[a] != 0 ? s->begin[a] : 0;
        last[a] = s->away[a] != 0 ? s->end[a] : s->end[a] - 1;
    }
    for (; at[2] < last[2]; at[2]++, at[1] = first[1]) {
        for (; at[1] < last[1]; at[1]++, at[0] = first[0])
            for (; at[0] < last[0]; at[0]++)
                if (is_needed(s, at)) return true;
        at[0] = first[0];
    }
    return false;
}

static void start_of(const struct slab *s, int64_t at[3])
{
    for (int a = 0; a < 3; a++)
        at[a] = s->away[a] != 0 ? s->begin[a] : 0;
}

static uint32_t count(const struct slab *s)
{
    uint32_t cells = 0;
    int64_t at[3];
    for (start_of(s, at); find_next(s, at); at[0]++)
        cells++;
    return cells;
}

/* The cells of this subdomain that the neighbour at `away` needs. */
static enum lb_status list_own(struct lb_inside_cells *s, const struct lb_case *c,
                               const int away[3], int number, uint64_t total, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct slab slab = {.c = c, .away = away};
    int64_t at[3], layer[3];
    for (int a = 0; a < 3; a++)
        layer[a] = away[a] > 0 ? (int64_t)c->size[a] - 1 : 0;
    LB_TRY(fill(&slab, layer, err));
    s->sent[number] = count(&slab);
    uint32_t(*own)[3] = realloc(s->own, (total + s->sent[number] + 1) * sizeof *own);
    LB_REQUIRE(own != NULL, LB_STATUS_FAILED, "out of memory for the cells beside cuts");
    s->own = own;
    for (start_of(&slab, at); find_next(&slab, at); at[0]++, total++)
        for (int a = 0; a < 3; a++)
            own[total][a] = (uint32_t)at[a];
cleanup:
    free(slab.kind);
    return st;
}

/* The cells that it needs of the neighbour at the other side of `away`, for whom this one is there. */
static enum lb_status list_beyond(struct lb_inside_cells *s, const struct lb_case *c,
                                  const int away[3], int number, uint64_t total,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct slab slab = {.c = c, .away = away};
    int64_t at[3], layer[3];
    for (int a = 0; a < 3; a++)
        layer[a] = away[a] > 0 ? -1 : (int64_t)c->size[a];
    LB_TRY(fill(&slab, layer, err));
    s->received[number] = count(&slab);
    uint64_t *beyond = realloc(s->beyond, (total + s->received[number] + 1) * sizeof *beyond);
    LB_REQUIRE(beyond != NULL, LB_STATUS_FAILED, "out of memory for the cells beyond cuts");
    s->beyond = beyond;
    for (start_of(&slab, at); find_next(&slab, at); at[0]++)
        beyond[total++] = lb_halo_number(c, at);
cleanup:
    free(slab.kind);
    return st;
}

enum lb_status lb_inside_cells_init(struct lb_inside_cells *s, const struct lb_case *c,
                                    struct lb_error *err)
{
    uint64_t own = 0, beyond = 0;
    *s = (struct lb_inside_cells){0};
    for (int number = 0; number < LB_AWAY && has_any(c); number++) {
        const int away[3] = {number % 3 - 1, number / 3 % 3 - 1, number / 9 - 1};
        if (!is_neighbour(c, away)) continue;
        LB_OK(list_own(s, c, away, number, own, err));
        LB_OK(list_beyond(s, c, away, number, beyond, err));
        own += s->sent[number];
        beyond += s->received[number];
    }
    return LB_STATUS_OK;
}

void lb_inside_cells_clear(struct lb_inside_cells *s)
{
    free(s->own);
    free(s->beyond);
}

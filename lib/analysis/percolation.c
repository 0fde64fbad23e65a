/* percolation.c - pores beside each other along x are a run; a forest of sets holds which runs are connected.
 * SPDX-License-Identifier: MIT */
#include "analysis/percolation.h"

#include <stdlib.h>
#include <string.h>

enum { WORD = 64, FROM_FIRST = 1, FROM_LAST = 2 };

/* --- bits ------------------------------------------------------------------------------------------ */

static uint64_t voxels_of(const uint32_t size[3])
{
    return (uint64_t)size[0] * size[1] * size[2];
}

uint64_t lb_pores_words(const uint32_t size[3])
{
    return voxels_of(size) / WORD + 2;
}

uint64_t lb_pores_from(const struct lb_pores *p, uint64_t voxel)
{
    const uint64_t *word = p->bits + voxel / WORD;
    const unsigned shift = voxel % WORD;
    return shift == 0 ? word[0] : word[0] >> shift | word[1] << (WORD - shift);
}

static bool is_pore(const struct lb_pores *p, uint64_t voxel)
{
    return (p->bits[voxel / WORD] >> voxel % WORD & 1) != 0;
}

/* The first voxel from `from` on that is a pore, or, with `inverse` all ones, that is none; `end` without one. */
static uint64_t find(const struct lb_pores *p, uint64_t from, uint64_t end, uint64_t inverse)
{
    for (uint64_t at = from; at < end; at += WORD) {
        const uint64_t word = lb_pores_from(p, at) ^ inverse;
        if (word == 0) continue;
        const uint64_t found = at + (uint64_t)__builtin_ctzll(word);
        return found < end ? found : end;
    }
    return end;
}

static void take_away(struct lb_pores *p, uint64_t begin, uint64_t end)
{
    while (begin < end) {
        const uint64_t left = end - begin, room = WORD - begin % WORD;
        const uint64_t here = left < room ? left : room;
        const uint64_t ones = here == WORD ? ~(uint64_t)0 : ((uint64_t)1 << here) - 1;
        p->bits[begin / WORD] &= ~(ones << begin % WORD);
        begin += here;
    }
}

/* Voxels that two rows of the image have different. */
static uint64_t count_changes(const struct lb_pores *p, uint64_t a, uint64_t b, uint64_t count)
{
    uint64_t changes = 0;
    for (uint64_t n = 0; n < count; n += WORD) {
        const uint64_t left = count - n,
                       ones = left < WORD ? ((uint64_t)1 << left) - 1 : ~(uint64_t)0;
        const uint64_t word = lb_pores_from(p, a + n) ^ lb_pores_from(p, b + n);
        changes += (uint64_t)__builtin_popcountll(word & ones);
    }
    return changes;
}

uint64_t lb_pores_faces(const struct lb_pores *p, int dimensions)
{
    const uint64_t nx = p->size[0], ny = p->size[1], layer = nx * ny, all = layer * p->size[2];
    uint64_t faces = 0;
    for (uint64_t row = 0; row < all; row += nx) {
        const uint64_t z = row / layer * layer, beside = z + (row - z + nx) % layer;
        faces += count_changes(p, row, row + 1, nx - 1) + count_changes(p, row + nx - 1, row, 1);
        faces += count_changes(p, row, beside, nx);
        if (dimensions == 3) faces += count_changes(p, row, (row + layer) % all, nx);
    }
    return faces;
}

/* --- runs ------------------------------------------------------------------------------------------ */

struct run {
    uint64_t begin, end; /* along x; begin is the length of the row: there are no more */
};

struct forest {
    const struct lb_percolation *flow;
    struct lb_pores *p;
    uint64_t rows;
    uint32_t *first; /* number of the first run of each row, and of all of them */
    uint32_t *parent;
    uint8_t *reached; /* of the first of a set */
};

static struct run next_run(const struct lb_pores *p, uint64_t row, uint64_t from)
{
    const uint64_t nx = p->size[0], begin = row * nx, end = begin + nx;
    const uint64_t pore = find(p, begin + from, end, 0);
    return (struct run){pore - begin, find(p, pore, end, ~(uint64_t)0) - begin};
}

static bool is_run(const struct forest *f, struct run r)
{
    return r.begin < f->p->size[0];
}

static uint32_t root_of(uint32_t *parent, uint32_t n)
{
    while (parent[n] != n) {
        parent[n] = parent[parent[n]];
        n = parent[n];
    }
    return n;
}

static void join(struct forest *f, uint32_t a, uint32_t b)
{
    const uint32_t one = root_of(f->parent, a), other = root_of(f->parent, b);
    f->parent[one > other ? one : other] = one > other ? other : one;
}

/* Runs of row `a` with those of row `b` that a step of dx along x leads to; both arrive in their order. */
static void join_rows(struct forest *f, uint64_t a, uint64_t b, int dx)
{
    const uint64_t up = dx > 0,
                   down = dx < 0; /* x + dx of a run is [begin + up - down, end + up - down) */
    uint32_t in_a = f->first[a], in_b = f->first[b];
    struct run one = next_run(f->p, a, 0), other = next_run(f->p, b, 0);
    while (is_run(f, one) && is_run(f, other)) {
        if (one.begin + up < other.end + down && other.begin + down < one.end + up)
            join(f, in_a, in_b);
        if (one.end + up < other.end + down) {
            one = next_run(f->p, a, one.end);
            in_a++;
        } else {
            other = next_run(f->p, b, other.end);
            in_b++;
        }
    }
}

static bool is_pore_of_row(const struct forest *f, uint64_t row, uint64_t x)
{
    return is_pore(f->p, row * f->p->size[0] + x);
}

/* The step from the last voxel of row `a` to the first one of row `b`. */
static void join_ends(struct forest *f, uint64_t a, uint64_t b)
{
    if (is_pore_of_row(f, a, f->p->size[0] - 1) && is_pore_of_row(f, b, 0))
        join(f, f->first[a + 1] - 1, f->first[b]);
}

/* The row that (0, dy, dz) leads to; false: beyond an end that is not joined. */
static bool find_row(const struct forest *f, uint64_t row, const int link[3], uint64_t *out)
{
    const uint64_t ny = f->p->size[1];
    const int64_t at[3] = {0, (int64_t)(row % ny), (int64_t)(row / ny)};
    int64_t to[3] = {0};
    for (int a = 1; a < 3; a++) {
        const int64_t place = at[a] + link[a], size = f->p->size[a];
        const int64_t behind = place < 0 ? size : place >= size ? -size : 0; /* no division */
        if (behind != 0 && a == f->flow->axis) return false;
        to[a] = place + behind;
    }
    *out = (uint64_t)to[2] * ny + (uint64_t)to[1];
    return true;
}

/* Of opposite links one is enough. */
static bool is_forward(const int link[3])
{
    return link[2] > 0 || (link[2] == 0 && (link[1] > 0 || (link[1] == 0 && link[0] > 0)));
}

static void join_along(struct forest *f, const int link[3])
{
    const bool ends_join = f->flow->axis != 0;
    uint64_t to;
    for (uint64_t row = 0; row < f->rows; row++) {
        if (!find_row(f, row, link, &to)) continue;
        if (link[1] != 0 || link[2] != 0) join_rows(f, row, to, link[0]);
        if (link[0] > 0 && ends_join) join_ends(f, row, to);
        if (link[0] < 0 && ends_join) join_ends(f, to, row);
    }
}

static enum lb_status number_runs(struct forest *f, struct lb_error *err)
{
    uint64_t count = 0;
    for (uint64_t row = 0; row < f->rows; row++) {
        f->first[row] = (uint32_t)count;
        for (struct run r = next_run(f->p, row, 0); is_run(f, r); r = next_run(f->p, row, r.end))
            count++;
        LB_NEED(count < UINT32_MAX, LB_STATUS_USAGE,
                "an image has more than %u rows of pores; crop= takes a part of it",
                UINT32_MAX - 1);
    }
    f->first[f->rows] = (uint32_t)count;
    return LB_STATUS_OK;
}

/* What each run is reached from, for its set; the layers lie across the axis. */
static void mark_ends(struct forest *f)
{
    const uint64_t ny = f->p->size[1], last = f->p->size[f->flow->axis] - 1;
    for (uint64_t row = 0; row < f->rows; row++) {
        struct run r = next_run(f->p, row, 0);
        for (uint32_t n = f->first[row]; n < f->first[row + 1]; n++) {
            const uint64_t low[3] = {r.begin, row % ny, row / ny};
            const uint64_t high[3] = {r.end - 1, row % ny, row / ny};
            uint8_t *reached = &f->reached[root_of(f->parent, n)];
            if (low[f->flow->axis] == 0) *reached |= FROM_FIRST;
            if (high[f->flow->axis] == last) *reached |= FROM_LAST;
            r = next_run(f->p, row, r.end);
        }
    }
}

static uint64_t keep_runs(struct forest *f)
{
    const uint64_t nx = f->p->size[0];
    uint64_t kept = 0;
    for (uint64_t row = 0; row < f->rows; row++) {
        struct run r = next_run(f->p, row, 0);
        for (uint32_t n = f->first[row]; n < f->first[row + 1]; n++) {
            const bool leads = f->reached[root_of(f->parent, n)] == (FROM_FIRST | FROM_LAST);
            if (leads)
                kept += r.end - r.begin;
            else
                take_away(f->p, row * nx + r.begin, row * nx + r.end);
            r = next_run(f->p, row, r.end);
        }
    }
    return kept;
}

enum lb_status lb_percolation_keep(const struct lb_percolation *flow, struct lb_pores *p,
                                   uint64_t *count, struct lb_error *err)
{
    static const char no_memory[] = "no memory for the pores of an image";
    struct forest f = {.flow = flow, .p = p, .rows = (uint64_t)p->size[1] * p->size[2]};
    enum lb_status st = LB_STATUS_OK;
    f.first = malloc((f.rows + 1) * sizeof *f.first);
    LB_REQUIRE(f.first != NULL, LB_STATUS_FAILED, "%s", no_memory);
    LB_TRY(number_runs(&f, err));
    f.parent = malloc(((uint64_t)f.first[f.rows] + 1) * sizeof *f.parent);
    f.reached = calloc((uint64_t)f.first[f.rows] + 1, sizeof *f.reached);
    LB_REQUIRE(f.parent != NULL && f.reached != NULL, LB_STATUS_FAILED, "%s", no_memory);
    for (uint32_t n = 0; n < f.first[f.rows]; n++)
        f.parent[n] = n;
    for (int n = 0; n < flow->link_count; n++)
        if (is_forward(flow->links[n])) join_along(&f, flow->links[n]);
    mark_ends(&f);
    *count = keep_runs(&f);
cleanup:
    free(f.reached);
    free(f.parent);
    free(f.first);
    return st;
}

uint64_t lb_percolation_seam(const struct lb_percolation *flow, const struct lb_pores *p)
{
    const uint64_t step[3] = {1, p->size[0], (uint64_t)p->size[0] * p->size[1]};
    const int a = flow->axis, low = a == 0 ? 1 : 0, high = a == 2 ? 1 : 2;
    uint64_t open = 0;
    for (uint64_t m = 0; m < p->size[high]; m++)
        for (uint64_t n = 0; n < p->size[low]; n++) {
            const uint64_t first = m * step[high] + n * step[low];
            open += is_pore(p, first) && is_pore(p, first + (p->size[a] - 1) * step[a]);
        }
    return open;
}

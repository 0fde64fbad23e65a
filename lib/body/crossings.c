/* crossings.c - where rows of cells go through triangles, in whole numbers.
 * A row goes through a triangle where its centre lies inside of the triangle seen along the row.
 * What lies exactly on something is decided as if all centres were moved by an infinitely small
 * (e, e^2, e^3): so each row meets a closed mesh as often on its way in as on its way out, and the
 * three axes see the same point on the same side of every triangle.
 * SPDX-License-Identifier: MIT */
#include "body/crossings_internal.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

__extension__ typedef __int128 wide; /* a normal, 2^63, times a distance, 2^31 */

/* --- a mesh of whole numbers ------------------------------------------------------------------ */

static int position_bits(const struct lb_mesh *mesh)
{
    double reach = 0.0;
    for (size_t i = 0; i < 3 * (size_t)mesh->node_count; i++)
        reach = fabs(mesh->position[i]) > reach ? fabs(mesh->position[i]) : reach;
    int bits = LB_CROSSING_BITS;
    while (ldexp(reach, bits) >= ldexp(1.0, LB_POSITION_BITS) - 1.0)
        bits--;
    return bits;
}

enum lb_status lb_whole_mesh_create(const struct lb_mesh *mesh, struct lb_whole_mesh *whole,
                                    struct lb_error *err)
{
    const size_t count = 3 * (size_t)mesh->node_count;
    *whole = (struct lb_whole_mesh){.mesh = mesh, .bits = position_bits(mesh)};
    const double parts = ldexp(1.0, whole->bits);
    whole->node = malloc((count + 1) * sizeof *whole->node);
    LB_NEED(whole->node != NULL, LB_STATUS_FAILED, "no memory for the cells of %" PRIu32 " nodes",
            mesh->node_count);
    for (size_t i = 0; i < count; i++)
        whole->node[i] = (int32_t)lrint(mesh->position[i] * parts);
    return LB_STATUS_OK;
}

void lb_whole_mesh_free(struct lb_whole_mesh *whole)
{
    free(whole->node);
    *whole = (struct lb_whole_mesh){0};
}

/* --- a layer ---------------------------------------------------------------------------------- */

enum lb_status lb_crossings_create(int v, int w, bool is_signed, const struct lb_voxel_box *region,
                                   struct lb_crossings *c, struct lb_error *err)
{
    const int u = 3 - v - w, other = w == 0 ? u : w;
    *c = (struct lb_crossings){.u = u, .v = v, .w = w, .is_signed = is_signed, .region = *region};
    c->fast = region->size[0] + (w == 0);
    c->slow = region->size[other] + (w != 0);
    c->words = (c->fast + 63) / 64;
    c->delta = calloc((size_t)c->slow * c->fast, sizeof *c->delta);
    c->touched = calloc((size_t)c->slow * c->words, sizeof *c->touched);
    if (c->delta != NULL && c->touched != NULL) return LB_STATUS_OK;
    lb_crossings_free(c);
    return lb_fail(err, LB_STATUS_FAILED,
                   "no memory for a layer of %" PRIu32 " x %" PRIu32 " cells", region->size[0],
                   region->size[other]);
}

void lb_crossings_free(struct lb_crossings *c)
{
    free(c->delta);
    free(c->touched);
    *c = (struct lb_crossings){0};
}

/* --- one triangle ----------------------------------------------------------------------------- */

/* The smallest whole number n with n d >= a, or with n d > a; d > 0. */
static int64_t least_multiple(int64_t a, int64_t d, bool or_equal)
{
    const int64_t quotient = a / d, rest = a % d;
    if (or_equal) return quotient + (rest > 0);
    return quotient + (rest >= 0);
}

static int64_t least_wide_multiple(wide a, wide d, bool or_equal)
{
    if (a <= INT64_MAX && a >= INT64_MIN && d <= INT64_MAX)
        return least_multiple((int64_t)a, (int64_t)d, or_equal);
    const wide quotient = a / d, rest = a % d;
    return (int64_t)(quotient + (or_equal ? rest > 0 : rest >= 0));
}

struct triangle {
    int64_t p[3][3];   /* its corners, seen from the centre of the region's first cell */
    int64_t normal[3]; /* twice its area long */
};

static void load(const struct lb_crossings *c, const struct lb_whole_mesh *whole, uint32_t number,
                 struct triangle *t)
{
    const uint32_t *corner = whole->mesh->corner + 3 * (size_t)number;
    for (int k = 0; k < 3; k++) {
        const int32_t *node = whole->node + 3 * (size_t)corner[k];
        for (int a = 0; a < 3; a++)
            t->p[k][a] = node[a] - ((2 * (int64_t)c->region.begin[a] + 1) << (whole->bits - 1));
    }
}

static void find_normal(struct triangle *t)
{
    for (int a = 0; a < 3; a++) {
        const int b = (a + 1) % 3, d = (a + 2) % 3;
        t->normal[a] = (t->p[1][b] - t->p[0][b]) * (t->p[2][d] - t->p[0][d]) -
                       (t->p[1][d] - t->p[0][d]) * (t->p[2][b] - t->p[0][b]);
    }
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Whether any centre lies between the triangle's ends along u: of small triangles most have none. */
static bool has_centre(const struct lb_crossings *c, const struct lb_whole_mesh *whole,
                       uint32_t number)
{
    const uint32_t *corner = whole->mesh->corner + 3 * (size_t)number;
    const int32_t *node = whole->node + c->u;
    const int64_t half = INT64_C(1) << (whole->bits - 1), all = 2 * half;
    const int64_t x = node[3 * (size_t)corner[0]], y = node[3 * (size_t)corner[1]],
                  z = node[3 * (size_t)corner[2]];
    const int64_t low = least(x, least(y, z)) - half, high = -least(-x, least(-y, -z)) - half;
    return ((low + all - 1) >> whole->bits) * all < high; /* rounded up */
}

/* The first cell along u to the right of the side from `low` up to `high`, on the line v = at.  A centre
 * on the side is to its right: it is moved by far more along u, the lower axis, than along v. */
static int64_t first_right(const struct lb_crossings *c, const int64_t *low, const int64_t *high,
                           int64_t at, int bits)
{
    const int64_t du = high[c->u] - low[c->u], dv = high[c->v] - low[c->v];
    return least_multiple(low[c->u] * dv + du * (at - low[c->v]), dv << bits, true);
}

/* The cells along u inside of the triangle on the line v = at: [span[0], span[1]). */
static bool find_span(const struct lb_crossings *c, const struct triangle *t, int64_t at, int bits,
                      int64_t span[2])
{
    int found = 0;
    for (int k = 0; k < 3; k++) {
        const int64_t *a = t->p[k], *b = t->p[(k + 1) % 3];
        if ((a[c->v] <= at) == (b[c->v] <= at)) continue;
        const bool is_up = a[c->v] <= at;
        span[found++] = first_right(c, is_up ? a : b, is_up ? b : a, at, bits);
    }
    if (found < 2) return false;
    if (span[0] > span[1]) {
        const int64_t swapped = span[0];
        span[0] = span[1];
        span[1] = swapped;
    }
    const int64_t end = c->region.size[c->u];
    span[0] = span[0] < 0 ? 0 : span[0];
    span[1] = span[1] > end ? end : span[1];
    return span[0] < span[1];
}

static void add_at(struct lb_crossings *c, uint32_t u, uint32_t w, int32_t turn)
{
    const uint32_t x = c->w == 0 ? w : u;
    const size_t line = c->w == 0 ? u : w;
    c->delta[line * c->fast + x] += turn;
    c->touched[line * c->words + x / 64] |= UINT64_C(1) << (x % 64);
}

/* Which way a plane through the centre is passed by moving the centre a little. */
static bool is_behind_when_moved(const int64_t normal[3], int w)
{
    const int64_t first = normal[0] != 0 ? normal[0] : normal[1] != 0 ? normal[1] : normal[2];
    return (first > 0) == (normal[w] > 0);
}

/* The first centre along w behind the plane: sign * normal * (centre - corner) >= 0. */
void lb_crossings_add(struct lb_crossings *c, const struct lb_whole_mesh *whole, uint32_t triangle,
                      uint32_t layer)
{
    const int bits = whole->bits;
    struct triangle t;
    const int64_t at = (int64_t)layer << bits;
    int64_t span[2];
    if (!has_centre(c, whole, triangle)) return;
    load(c, whole, triangle, &t);
    if (!find_span(c, &t, at, bits, span)) return;
    find_normal(&t);
    if (t.normal[c->w] == 0) return;
    const int64_t sign = t.normal[c->w] > 0 ? 1 : -1;
    const bool or_equal = is_behind_when_moved(t.normal, c->w);
    const int64_t nu = sign * t.normal[c->u], nv = sign * t.normal[c->v];
    const int64_t nw = sign * t.normal[c->w], *p = t.p[0], end = c->region.size[c->w];
    wide height =
        (wide)nw * p[c->w] - (wide)nv * (at - p[c->v]) - (wide)nu * ((span[0] << bits) - p[c->u]);
    for (int64_t u = span[0]; u < span[1]; u++) {
        int64_t w = least_wide_multiple(height, (wide)nw << bits, or_equal);
        w = w < 0 ? 0 : w > end ? end : w;
        add_at(c, (uint32_t)u, (uint32_t)w, (int32_t)-sign);
        height -= (wide)nu * ((int64_t)1 << bits);
    }
}

/* --- sums ------------------------------------------------------------------------------------- */

static void report_open(const struct lb_crossings *c, uint32_t layer, uint32_t u,
                        struct lb_voxel_report *report)
{
    const uint64_t *open = report->open_rows;
    if (open[0] + open[1] + open[2] == 0) {
        report->open_axis = c->w;
        report->open_at[c->w] = 0;
        report->open_at[c->u] = c->region.begin[c->u] + u;
        report->open_at[c->v] = c->region.begin[c->v] + layer;
    }
    report->open_rows[c->w]++;
}

static bool is_in(const struct lb_crossings *c, int32_t winding)
{
    return winding > 0 || (winding < 0 && !c->is_signed);
}

/* Those of axis 0. */
static void add_votes(uint8_t *votes, uint32_t begin, uint32_t end)
{
    for (uint32_t x = begin; x < end; x++)
        votes[x] |= 1;
}

/* Rows along x: from one place that was touched to the next. */
static void vote_along(struct lb_crossings *c, uint32_t layer, uint8_t *votes,
                       struct lb_voxel_report *report)
{
    for (uint32_t line = 0; line < c->slow; line++, votes += c->region.size[0]) {
        int32_t winding = 0, *delta = c->delta + (size_t)line * c->fast;
        uint64_t *touched = c->touched + (size_t)line * c->words;
        uint32_t begin = 0;
        for (uint32_t word = 0; word < c->words; word++) {
            for (; touched[word] != 0; touched[word] &= touched[word] - 1) {
                const uint32_t x = 64 * word + (uint32_t)__builtin_ctzll(touched[word]);
                if (is_in(c, winding)) add_votes(votes, begin, x);
                winding += delta[x];
                delta[x] = 0;
                begin = x;
            }
        }
        if (winding == 0) continue;
        if (is_in(c, winding)) add_votes(votes, begin, c->region.size[0]);
        report_open(c, layer, line, report);
    }
}

/* Takes up what was touched in one line of a layer. */
static void turn_line(struct lb_crossings *c, uint32_t line, int32_t *winding, uint8_t *inside)
{
    int32_t *delta = c->delta + (size_t)line * c->fast;
    uint64_t *touched = c->touched + (size_t)line * c->words;
    for (uint32_t word = 0; word < c->words; word++) {
        for (; touched[word] != 0; touched[word] &= touched[word] - 1) {
            const uint32_t x = 64 * word + (uint32_t)__builtin_ctzll(touched[word]);
            winding[x] += delta[x];
            inside[x] = is_in(c, winding[x]);
            delta[x] = 0;
        }
    }
}

/* Rows across x, all of a layer side by side. */
static enum lb_status vote_across(struct lb_crossings *c, uint32_t layer, uint8_t *votes,
                                  size_t stride, struct lb_voxel_report *report,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    int32_t *winding = calloc(c->fast, sizeof *winding);
    uint8_t *inside = calloc(c->fast, 1);
    LB_REQUIRE(winding != NULL && inside != NULL, LB_STATUS_FAILED,
               "no memory for a row of %" PRIu32 " cells", c->fast);
    for (uint32_t line = 0; line + 1 < c->slow; line++, votes += stride) {
        turn_line(c, line, winding, inside);
        for (uint32_t x = 0; x < c->fast; x++)
            votes[x] = (uint8_t)(votes[x] | inside[x] << c->w);
    }
    turn_line(c, c->slow - 1, winding, inside);
    for (uint32_t x = 0; x < c->fast; x++)
        if (winding[x] != 0) report_open(c, layer, x, report);
cleanup:
    free(winding);
    free(inside);
    return st;
}

enum lb_status lb_crossings_vote(struct lb_crossings *c, uint32_t layer, uint8_t *votes,
                                 struct lb_voxel_report *report, struct lb_error *err)
{
    const uint32_t *size = c->region.size;
    const size_t plane = (size_t)size[0] * size[1];
    uint8_t *first = votes + layer * (c->v == 2 ? plane : size[0]);
    if (c->w != 0) return vote_across(c, layer, first, c->w == 2 ? plane : size[0], report, err);
    vote_along(c, layer, first, report);
    return LB_STATUS_OK;
}

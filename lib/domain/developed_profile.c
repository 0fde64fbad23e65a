/* developed_profile.c - the speed of a developed flow over a patch: laplace(u) = -1, u = 0 at
 * the rim.
 * SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "domain/openings_internal.h"

/* The ways to the rim are found by halving; SOR ends where no u changes by more than this share
 * of the largest. */
enum { HALVINGS = 30, MAX_ROUNDS = 100000 };
static const double converged = 1e-9, shortest = 1e-3;
static const uint64_t most_numbers = UINT64_C(1) << 28;

/* Places of a plane, one apart: 0 along both axes is the first.  Neighbours: before and behind
 * along each axis. */
struct plane {
    uint32_t size[2];
    int axes;         /* 1: u is the same along the second one */
    double origin[2]; /* of the first place, in the coordinates of a patch */
    uint8_t *is_in;
    double *u;
    float (*way)[4]; /* to the neighbours, or to the rim before them */
};

static void free_plane(struct plane *p)
{
    free(p->is_in);
    free(p->u);
    free(p->way);
}

static enum lb_status make_plane(struct plane *p, struct lb_error *err)
{
    const size_t count = (size_t)p->size[0] * p->size[1] + 1;
    p->is_in = calloc(count, sizeof *p->is_in);
    p->u = calloc(count, sizeof *p->u);
    p->way = calloc(count, sizeof *p->way);
    LB_NEED(p->is_in != NULL && p->u != NULL && p->way != NULL, LB_STATUS_FAILED,
            "no memory for a profile of %" PRIu32 " x %" PRIu32 " places", p->size[0], p->size[1]);
    return LB_STATUS_OK;
}

/* The place beside (i, j), on side 0 to 3; -1: none that is inside. */
static int64_t neighbour(const struct plane *p, int64_t i, int64_t j, int side)
{
    const int64_t step = side % 2 == 0 ? -1 : 1;
    i += side < 2 ? step : 0;
    j += side < 2 ? 0 : step;
    if (i < 0 || j < 0 || i >= p->size[0] || j >= p->size[1]) return -1;
    const int64_t n = j * p->size[0] + i;
    return p->is_in[n] ? n : -1;
}

/* --- the equation ----------------------------------------------------------------------------- */

/* Three points at distances a and b: u'' = 2 ((v - u) / b + (w - u) / a) / (a + b), exact for
 * parabolas (Shortley, Weller, J. Appl. Phys. 9, 334 (1938)). */
static double relax(struct plane *p, int64_t i, int64_t j, double factor)
{
    const int64_t n = j * p->size[0] + i;
    double sum = 1.0, weight = 0.0;
    for (int axis = 0; axis < p->axes; axis++) {
        const double a = (double)p->way[n][2 * axis], b = (double)p->way[n][2 * axis + 1];
        const int64_t before = neighbour(p, i, j, 2 * axis),
                      behind = neighbour(p, i, j, 2 * axis + 1);
        if (before >= 0) sum += 2.0 / (a * (a + b)) * p->u[before];
        if (behind >= 0) sum += 2.0 / (b * (a + b)) * p->u[behind];
        weight += 2.0 / (a * b);
    }
    const double change = factor * (sum / weight - p->u[n]);
    p->u[n] += change;
    return fabs(change);
}

/* The factor is that of a square as wide. */
static enum lb_status solve(struct plane *p, const char *name, struct lb_error *err)
{
    const uint32_t width = p->axes == 1              ? p->size[0]
                           : p->size[0] < p->size[1] ? p->size[0]
                                                     : p->size[1];
    const double factor = 2.0 / (1.0 + sin(acos(-1.0) / (width + 1.0)));
    for (int round = 0; round < MAX_ROUNDS; round++) {
        double change = 0.0, most = 0.0;
        for (int64_t j = 0; j < p->size[1]; j++)
            for (int64_t i = 0; i < p->size[0]; i++) {
                const int64_t n = j * p->size[0] + i;
                if (!p->is_in[n]) continue;
                change = fmax(change, relax(p, i, j, factor));
                most = fmax(most, p->u[n]);
            }
        if (change <= converged * most) return LB_STATUS_OK;
    }
    return lb_fail(err, LB_STATUS_FAILED, "%s: the profile did not converge", name);
}

/* --- by cells --------------------------------------------------------------------------------- */

/* The two axes of the box that are not across. */
static void axes_of(const struct lb_opening *own, int axes[2])
{
    axes[0] = own->patch->across == 0 ? 1 : 0;
    axes[1] = own->patch->across == 2 ? 1 : 2;
}

static size_t place_in_box(const struct lb_openings *o, const struct lb_opening *own,
                           uint64_t number, const int axes[2], uint32_t size)
{
    const uint32_t *box = o->region.size;
    const uint32_t at[3] = {(uint32_t)(number % box[0]), (uint32_t)(number / box[0] % box[1]),
                            (uint32_t)(number / box[0] / box[1])};
    return (size_t)(at[axes[1]] - own->begin[axes[1]]) * size + at[axes[0]] - own->begin[axes[0]];
}

/* Where there is no cell of the patch beside one, the wall is half-way. */
static enum lb_status solve_by_cells(const struct lb_openings *o, int n, struct plane *p,
                                     struct lb_error *err)
{
    const struct lb_opening *own = &o->opening[n];
    int axes[2];
    axes_of(own, axes);
    p->axes = o->region.lattice->dimensions - 1;
    for (int k = 0; k < 2; k++)
        p->size[k] = own->size[axes[k]];
    LB_OK(make_plane(p, err));
    for (uint64_t k = 0; k < o->cell_count; k++)
        if (o->cell[k].opening == n)
            p->is_in[place_in_box(o, own, o->cell[k].number, axes, p->size[0])] = 1;
    for (int64_t j = 0; j < p->size[1]; j++)
        for (int64_t i = 0; i < p->size[0]; i++)
            for (int side = 0; side < 4; side++)
                p->way[j * p->size[0] + i][side] = neighbour(p, i, j, side) >= 0 ? 1.0f : 0.5f;
    return solve(p, own->name, err);
}

/* --- by the rim of triangles ------------------------------------------------------------------ */

static bool covers(const struct plane *p, const struct lb_flat_patch *patch, double i, double j)
{
    return lb_flat_patch_covers_place(patch, p->origin[0] + i, p->origin[1] + j);
}

/* From a place inside to one outside, 1 apart. */
static double way_to_rim(const struct plane *p, const struct lb_flat_patch *patch, int64_t i,
                         int64_t j, int side)
{
    const double step = side % 2 == 0 ? -1.0 : 1.0;
    double in = 0.0, out = 1.0;
    for (int k = 0; k < HALVINGS; k++) {
        const double middle = 0.5 * (in + out), x = (double)i + (side < 2 ? step * middle : 0.0),
                     y = (double)j + (side < 2 ? 0.0 : step * middle);
        if (covers(p, patch, x, y))
            in = middle;
        else
            out = middle;
    }
    return fmax(in, shortest);
}

/* A place outside continues the line through one inside, behind it, and the rim; as few as reach
 * it, their mean. */
static void continue_outside(struct plane *p, int64_t i, int64_t j)
{
    double sum = 0.0;
    int count = 0;
    for (int side = 0; side < 2 * p->axes; side++) {
        const int64_t n = neighbour(p, i, j, side);
        if (n < 0) continue;
        const int64_t k = n % p->size[0], l = n / p->size[0], m = neighbour(p, k, l, side);
        const double s = (double)p->way[n][side ^ 1];
        sum += m >= 0 ? -p->u[m] * (1.0 - s) / (1.0 + s) : -p->u[n] * (1.0 - s) / fmax(s, 0.5);
        count++;
    }
    if (count > 0) p->u[j * p->size[0] + i] = sum / count;
}

/* A place that has one inside across a square alone lies on the plane through the other three. */
static void continue_corner(struct plane *p, int64_t i, int64_t j)
{
    for (int corner = 0; corner < 4; corner++) {
        const int64_t k = i + (corner % 2 == 0 ? -1 : 1), l = j + (corner < 2 ? -1 : 1);
        if (k < 0 || l < 0 || k >= p->size[0] || l >= p->size[1]) continue;
        if (p->is_in[l * p->size[0] + k])
            p->u[j * p->size[0] + i] =
                p->u[j * p->size[0] + k] + p->u[l * p->size[0] + i] - p->u[l * p->size[0] + k];
    }
}

static bool is_beside(const struct plane *p, int64_t i, int64_t j)
{
    bool beside = false;
    for (int side = 0; side < 2 * p->axes; side++)
        beside = beside || neighbour(p, i, j, side) >= 0;
    return beside;
}

static void continue_all(struct plane *p)
{
    for (int corners = 0; corners < p->axes; corners++)
        for (int64_t j = 0; j < p->size[1]; j++)
            for (int64_t i = 0; i < p->size[0]; i++) {
                if (p->is_in[j * p->size[0] + i]) continue;
                if (corners == 0) continue_outside(p, i, j);
                if (corners == 1 && !is_beside(p, i, j)) continue_corner(p, i, j);
            }
}

static enum lb_status solve_by_rim(const struct lb_openings *o, int n, struct plane *p,
                                   struct lb_error *err)
{
    const struct lb_flat_patch *patch = o->opening[n].patch;
    p->axes = o->region.lattice->dimensions - 1;
    for (int k = 0; k < 2; k++) {
        const bool is_flat = k == 1 && p->axes == 1;
        p->size[k] = is_flat ? 1 : (uint32_t)(patch->high[k] - patch->low[k]) + 4;
        p->origin[k] = is_flat ? 0.5 - patch->origin[2] : floor(patch->low[k]) - 1.0;
    }
    LB_OK(make_plane(p, err));
    for (int64_t j = 0; j < p->size[1]; j++)
        for (int64_t i = 0; i < p->size[0]; i++)
            p->is_in[j * p->size[0] + i] = covers(p, patch, (double)i, (double)j);
    for (int64_t j = 0; j < p->size[1]; j++)
        for (int64_t i = 0; i < p->size[0]; i++)
            for (int side = 0; side < 2 * p->axes && p->is_in[j * p->size[0] + i]; side++)
                p->way[j * p->size[0] + i][side] =
                    neighbour(p, i, j, side) >= 0 ? 1.0f : (float)way_to_rim(p, patch, i, j, side);
    LB_OK(solve(p, o->opening[n].name, err));
    continue_all(p);
    return LB_STATUS_OK;
}

/* On flat pieces between four places, or two. */
static double interpolate(const struct plane *p, const double at[2])
{
    double share[2];
    int64_t first[2];
    for (int k = 0; k < 2; k++) {
        const double x =
            p->size[k] > 1 ? fmin(fmax(at[k] - p->origin[k], 0.0), p->size[k] - 1.001) : 0.0;
        first[k] = (int64_t)x;
        share[k] = x - (double)first[k];
    }
    const double *row = p->u + first[1] * p->size[0] + first[0];
    const double *next = p->size[1] > 1 ? row + p->size[0] : row;
    const double low = row[0] + share[0] * (row[1] - row[0]);
    return low + share[1] * (next[0] + share[0] * (next[1] - next[0]) - low);
}

/* --- the profile ------------------------------------------------------------------------------ */

/* At the middle of a boundary cell. */
static double speed_at(const struct lb_openings *o, const struct lb_opening *own,
                       const struct plane *p, bool by_rim, uint64_t number)
{
    const uint32_t *box = o->region.size;
    int axes[2];
    axes_of(own, axes);
    if (!by_rim) return p->u[place_in_box(o, own, number, axes, p->size[0])];
    const double middle[3] = {(double)(number % box[0]) + 0.5,
                              (double)(number / box[0] % box[1]) + 0.5,
                              (double)(number / box[0] / box[1]) + 0.5};
    double at[3];
    lb_flat_patch_coordinates(own->patch, middle, at);
    return fmax(interpolate(p, at), 0.0);
}

static enum lb_status fill(const struct lb_openings *o, int n, const struct plane *p, bool by_rim,
                           struct lb_opening *own, struct lb_error *err)
{
    const uint32_t *box = o->region.size, *size = own->size;
    const uint64_t numbers = (uint64_t)size[0] * size[1] * size[2];
    double flow = 0.0;
    LB_NEED(numbers <= most_numbers, LB_STATUS_USAGE,
            "%s: a profile over %" PRIu32 " x %" PRIu32 " x %" PRIu32 " cells is too large",
            own->name, size[0], size[1], size[2]);
    double *factor = calloc((size_t)numbers, sizeof *factor);
    LB_NEED(factor != NULL, LB_STATUS_FAILED, "no memory for the profile of %s", own->name);
    for (uint64_t k = 0; k < o->cell_count; k++) {
        if (o->cell[k].opening != n) continue;
        const uint64_t number = o->cell[k].number;
        const uint64_t x = number % box[0] - own->begin[0],
                       y = number / box[0] % box[1] - own->begin[1],
                       z = number / box[0] / box[1] - own->begin[2];
        const double u = speed_at(o, own, p, by_rim, number);
        factor[(z * size[1] + y) * size[0] + x] = u;
        flow += o->cell[k].area * u;
    }
    for (uint64_t k = 0; k < numbers; k++)
        factor[k] *= own->link_area / flow;
    free(own->factor);
    own->factor = factor;
    own->profile = (struct lb_profile_box){.factor = factor};
    for (int a = 0; a < 3; a++) {
        own->profile.begin[a] = own->begin[a];
        own->profile.size[a] = size[a];
    }
    return LB_STATUS_OK;
}

enum lb_status lb_developed_profile(struct lb_openings *o, int n, struct lb_error *err)
{
    struct lb_opening *own = &o->opening[n];
    struct plane p = {.axes = 0};
    const bool by_rim = own->patch->count > 0 && lb_flat_patch_is_oblique(own->patch);
    enum lb_status st = by_rim ? solve_by_rim(o, n, &p, err) : solve_by_cells(o, n, &p, err);
    if (st == LB_STATUS_OK) st = fill(o, n, &p, by_rim, own, err);
    free_plane(&p);
    return st;
}

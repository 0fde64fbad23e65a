/* silhouette.c - triangles are drawn onto a grid of places, each of which counts once.
 * SPDX-License-Identifier: MIT */
#include "body/silhouette.h"

#include <math.h>
#include <stdlib.h>

enum { PLACES = 1024, WORD = 64, WORDS = PLACES / WORD };

struct shadow {
    int u, v; /* axes across */
    double low[2], step[2];
    uint64_t *places; /* [PLACES][WORDS] bits */
};

/* In places: the middle of place n is at n + 1/2. */
static void project(const struct shadow *s, const double *position, double out[2])
{
    out[0] = (position[s->u] - s->low[0]) / s->step[0];
    out[1] = (position[s->v] - s->low[1]) / s->step[1];
}

static int to_place(double x)
{
    const double place = ceil(x - 0.5);
    return place < 0.0 ? 0 : place > PLACES ? PLACES : (int)place;
}

static void mark(uint64_t *line, int begin, int end)
{
    while (begin < end) {
        const int word = begin / WORD, first = begin % WORD;
        const int count = end - begin < WORD - first ? end - begin : WORD - first;
        const uint64_t bits = count == WORD ? UINT64_MAX : ((UINT64_C(1) << count) - 1) << first;
        line[word] |= bits;
        begin += count;
    }
}

/* Where the triangle begins and ends along u on a line. */
static void find_span(double corner[3][2], double at, double span[2])
{
    span[0] = HUGE_VAL;
    span[1] = -HUGE_VAL;
    for (int k = 0; k < 3; k++) {
        const double *a = corner[k], *b = corner[(k + 1) % 3];
        if ((a[1] <= at) == (b[1] <= at)) continue;
        const double u = a[0] + (b[0] - a[0]) * ((at - a[1]) / (b[1] - a[1]));
        span[0] = fmin(span[0], u);
        span[1] = fmax(span[1], u);
    }
}

static void draw(const struct shadow *s, const struct lb_mesh *mesh, size_t triangle)
{
    double corner[3][2], span[2];
    for (size_t k = 0; k < 3; k++)
        project(s, mesh->position + 3 * (size_t)mesh->corner[3 * triangle + k], corner[k]);
    const int begin = to_place(fmin(corner[0][1], fmin(corner[1][1], corner[2][1])));
    const int end = to_place(fmax(corner[0][1], fmax(corner[1][1], corner[2][1])));
    for (int line = begin; line < end; line++) {
        find_span(corner, line + 0.5, span);
        mark(s->places + (size_t)line * WORDS, to_place(span[0]), to_place(span[1]));
    }
}

static double measure(const struct shadow *s)
{
    uint64_t count = 0;
    for (size_t n = 0; n < (size_t)PLACES * WORDS; n++)
        count += (uint64_t)__builtin_popcountll(s->places[n]);
    return (double)count * s->step[0] * s->step[1];
}

static void find_rectangle(const struct lb_mesh *meshes, int count, struct shadow *s)
{
    double high[2] = {-HUGE_VAL, -HUGE_VAL};
    s->low[0] = s->low[1] = HUGE_VAL;
    for (const struct lb_mesh *m = meshes; m < meshes + count; m++) {
        double from[3] = {0}, to[3] = {0};
        if (m->node_count == 0) continue;
        lb_mesh_bounds(m, from, to);
        s->low[0] = fmin(s->low[0], from[s->u]);
        s->low[1] = fmin(s->low[1], from[s->v]);
        high[0] = fmax(high[0], to[s->u]);
        high[1] = fmax(high[1], to[s->v]);
    }
    for (int k = 0; k < 2; k++)
        s->step[k] = (high[k] - s->low[k]) / PLACES;
}

enum lb_status lb_mesh_silhouette(const struct lb_mesh *meshes, int count, int axis, double *area,
                                  struct lb_error *err)
{
    struct shadow s = {.u = axis == 0 ? 1 : 0, .v = axis == 2 ? 1 : 2};
    *area = 0.0;
    find_rectangle(meshes, count, &s);
    if (!(s.step[0] > 0.0 && s.step[1] > 0.0)) return LB_STATUS_OK;
    s.places = calloc((size_t)PLACES * WORDS, sizeof *s.places);
    LB_NEED(s.places != NULL, LB_STATUS_FAILED, "no memory for the shadow of a mesh");
    for (const struct lb_mesh *m = meshes; m < meshes + count; m++)
        for (size_t t = 0; t < m->triangle_count; t++)
            draw(&s, m, t);
    *area = measure(&s);
    free(s.places);
    return LB_STATUS_OK;
}

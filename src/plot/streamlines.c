/* streamlines.c - second-order steps along the flow, and a grid of the points that lines have taken.
 * SPDX-License-Identifier: MIT */
#include "plot/streamlines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Slower than this share of the fastest, the flow has no direction worth a line; steps are as many cells
 * long at most, and that share of the distance; lines that are shorter than so many distances are noise. */
static const double slowest_share = 1e-4, max_step = 0.5, step_share = 1.0 / 6.0, shortest = 1.0;
enum {
    MAX_POINTS = 20000, /* of a line: one that circles for ever */
    OWN_POINTS = 4      /* a line looks for itself at each fourth point */
};

static size_t cell_below(double at, uint32_t size)
{
    const double low = floor(at - 0.5);
    return low <= 0.0 ? 0 : low >= size - 1.0 ? size - 1 : (size_t)low;
}

bool lb_plane_flow_at(const struct lb_plane_flow *flow, const double at[2], double out[2])
{
    const uint32_t size[2] = {flow->width, flow->height};
    size_t low[2], high[2];
    double share[2];
    for (int a = 0; a < 2; a++) {
        if (!(at[a] >= 0.0 && at[a] <= size[a])) return false;
        low[a] = cell_below(at[a], size[a]);
        high[a] = low[a] + 1 < size[a] ? low[a] + 1 : low[a];
        share[a] = fmin(fmax(at[a] - 0.5 - (double)low[a], 0.0), 1.0);
    }
    const size_t i = at[0] < size[0] ? (size_t)at[0] : size[0] - 1,
                 j = at[1] < size[1] ? (size_t)at[1] : size[1] - 1;
    if (flow->walls[j * flow->width + i]) return false;
    for (int a = 0; a < 2; a++) {
        const double *row = flow->u[a] + low[1] * flow->width;
        const double *next = flow->u[a] + high[1] * flow->width;
        const double below = row[low[0]] + share[0] * (row[high[0]] - row[low[0]]);
        const double above = next[low[0]] + share[0] * (next[high[0]] - next[low[0]]);
        out[a] = below + share[1] * (above - below);
    }
    return isfinite(out[0]) && isfinite(out[1]);
}

double lb_plane_flow_max(const struct lb_plane_flow *flow)
{
    double max = 0.0;
    for (size_t n = 0; n < (size_t)flow->width * flow->height; n++) {
        const double speed = hypot(flow->u[0][n], flow->u[1][n]);
        if (!flow->walls[n] && isfinite(speed)) max = fmax(max, speed);
    }
    return max;
}

/* --- the search -------------------------------------------------------------------------------- */

struct search {
    const struct lb_plane_flow *flow;
    struct lb_streamlines lines;
    size_t point_capacity, line_capacity;
    double distance, step, slowest;
    /* The first point in each square as wide as `distance`, and the next one in the same; SIZE_MAX: none.
     * The points of a line come in when it is complete. */
    size_t columns, rows, *first, *next;
    double (*line)[2]; /* [2 * MAX_POINTS]: the one in the making, from the middle to both sides */
    size_t begin, end;
};

static size_t square_of(const struct search *s, double at, size_t count)
{
    const double square = at / s->distance;
    return square <= 0.0 ? 0 : square >= (double)count ? count - 1 : (size_t)square;
}

/* Whether another line has a point closer than `least`. */
static bool is_close(const struct search *s, const double at[2], double least)
{
    const size_t column = square_of(s, at[0], s->columns), row = square_of(s, at[1], s->rows);
    for (size_t y = row > 0 ? row - 1 : 0; y <= row + 1 && y < s->rows; y++)
        for (size_t x = column > 0 ? column - 1 : 0; x <= column + 1 && x < s->columns; x++)
            for (size_t n = s->first[y * s->columns + x]; n != SIZE_MAX; n = s->next[n])
                if (hypot(s->lines.points[n][0] - at[0], s->lines.points[n][1] - at[1]) < least)
                    return true;
    return false;
}

/* The direction of the flow; false where it has none. */
static bool find_direction(const struct search *s, const double at[2], double out[2])
{
    if (!lb_plane_flow_at(s->flow, at, out)) return false;
    const double speed = hypot(out[0], out[1]);
    if (!(speed > s->slowest)) return false;
    out[0] /= speed;
    out[1] /= speed;
    return true;
}

/* By the direction half-way. */
static bool take_step(const struct search *s, const double from[2], double way, double to[2])
{
    double direction[2], half[2];
    if (!find_direction(s, from, direction)) return false;
    for (int a = 0; a < 2; a++)
        half[a] = from[a] + 0.5 * way * s->step * direction[a];
    if (!find_direction(s, half, direction)) return false;
    for (int a = 0; a < 2; a++)
        to[a] = from[a] + way * s->step * direction[a];
    return find_direction(s, to, direction);
}

/* A line that comes back to its beginning is a closed one. */
static bool is_closed(const struct search *s, const double at[2])
{
    const size_t steps = s->end - s->begin;
    const double *first = s->line[MAX_POINTS];
    return (double)steps * s->step > 3.0 * s->distance &&
           hypot(at[0] - first[0], at[1] - first[1]) < s->step;
}

/* Whether the line winds closely around itself, as it does in the middle of a vortex. */
static bool is_wound(const struct search *s, const double at[2], double way)
{
    const size_t points = s->end - s->begin, recent = (size_t)(1.5 * s->distance / s->step);
    const double least = 0.4 * s->distance;
    if (points % OWN_POINTS != 0) return false;
    for (size_t n = 0; n + recent < points; n += OWN_POINTS) {
        const double *own = s->line[way > 0.0 ? s->begin + n : s->end - 1 - n];
        const double x = own[0] - at[0], y = own[1] - at[1];
        if (x * x + y * y < least * least) return true;
    }
    return false;
}

/* From the middle with the flow (way 1) or against it (-1); true where it came round to its beginning. */
static bool follow(struct search *s, double way)
{
    double at[2], to[2];
    memcpy(at, s->line[MAX_POINTS], sizeof at);
    while (take_step(s, at, way, to) && !is_close(s, to, 0.5 * s->distance)) {
        if (way > 0.0 ? s->end == (size_t)2 * MAX_POINTS : s->begin == 0) break;
        memcpy(s->line[way > 0.0 ? s->end++ : --s->begin], to, sizeof to);
        if (is_closed(s, to)) return true;
        if (is_wound(s, to, way)) break;
        memcpy(at, to, sizeof at);
    }
    return false;
}

static enum lb_status make_room(struct search *s, size_t points, struct lb_error *err)
{
    struct lb_streamlines *l = &s->lines;
    if (l->point_count + points > s->point_capacity) {
        const size_t capacity = 2 * (l->point_count + points);
        void *grown = realloc(l->points, capacity * sizeof *l->points);
        if (grown != NULL) l->points = grown;
        void *chain = realloc(s->next, capacity * sizeof *s->next);
        if (chain != NULL) s->next = chain;
        if (grown == NULL || chain == NULL)
            return lb_fail(err, LB_STATUS_FAILED, "no memory for streamlines");
        s->point_capacity = capacity;
    }
    if (l->line_count == s->line_capacity) {
        const size_t capacity = 2 * s->line_capacity + 16;
        void *grown = realloc(l->ends, capacity * sizeof *l->ends);
        if (grown == NULL) return lb_fail(err, LB_STATUS_FAILED, "no memory for streamlines");
        l->ends = grown;
        s->line_capacity = capacity;
    }
    return LB_STATUS_OK;
}

static enum lb_status keep_line(struct search *s, struct lb_error *err)
{
    struct lb_streamlines *l = &s->lines;
    LB_OK(make_room(s, s->end - s->begin, err));
    for (size_t n = s->begin; n < s->end; n++) {
        const double *at = s->line[n];
        size_t *first =
            &s->first[square_of(s, at[1], s->rows) * s->columns + square_of(s, at[0], s->columns)];
        memcpy(l->points[l->point_count], at, sizeof l->points[0]);
        s->next[l->point_count] = *first;
        *first = l->point_count++;
    }
    l->ends[l->line_count++] = l->point_count;
    return LB_STATUS_OK;
}

static enum lb_status begin_line(struct search *s, const double at[2], struct lb_error *err)
{
    double direction[2];
    if (!find_direction(s, at, direction) || is_close(s, at, s->distance * (1.0 - 1e-9)))
        return LB_STATUS_OK;
    s->begin = MAX_POINTS;
    s->end = MAX_POINTS + 1;
    memcpy(s->line[MAX_POINTS], at, sizeof s->line[0]);
    if (!follow(s, 1.0)) follow(s, -1.0);
    if ((double)(s->end - s->begin) * s->step < shortest * s->distance) return LB_STATUS_OK;
    return keep_line(s, err);
}

/* On both sides of every point of a line. */
static enum lb_status begin_beside(struct search *s, size_t from, size_t to, struct lb_error *err)
{
    for (size_t n = from; n < to; n++)
        for (int side = -1; side <= 1; side += 2) {
            double direction[2];
            const double at[2] = {s->lines.points[n][0], s->lines.points[n][1]};
            if (!find_direction(s, at, direction)) continue;
            const double beside[2] = {at[0] - side * s->distance * direction[1],
                                      at[1] + side * s->distance * direction[0]};
            LB_OK(begin_line(s, beside, err));
        }
    return LB_STATUS_OK;
}

/* Lines beside lines, as far as they come; then, where none has come to, a new first one. */
static enum lb_status fill(struct search *s, struct lb_error *err)
{
    size_t done = 0;
    const size_t columns = 2 * s->columns, rows = 2 * s->rows;
    for (size_t k = 0; k < columns * rows; k++) {
        /* from the middle on, where the flow is that matters */
        const size_t n = (k + columns * rows / 2 + columns / 2) % (columns * rows);
        const double at[2] = {((double)(n % columns) + 0.5) * s->distance / 2.0,
                              ((double)(n / columns) + 0.5) * s->distance / 2.0};
        LB_OK(begin_line(s, at, err));
        for (; done < s->lines.line_count; done++)
            LB_OK(
                begin_beside(s, done > 0 ? s->lines.ends[done - 1] : 0, s->lines.ends[done], err));
    }
    return LB_STATUS_OK;
}

enum lb_status lb_streamlines_find(const struct lb_plane_flow *flow, double distance,
                                   struct lb_streamlines *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct search s = {
        .flow = flow, .distance = distance, .slowest = slowest_share * lb_plane_flow_max(flow)};
    s.step = fmin(max_step, step_share * s.distance);
    s.columns = (size_t)ceil(flow->width / s.distance);
    s.rows = (size_t)ceil(flow->height / s.distance);
    s.first = malloc(s.columns * s.rows * sizeof *s.first);
    s.line = malloc((size_t)2 * MAX_POINTS * sizeof *s.line);
    LB_REQUIRE(s.first != NULL && s.line != NULL, LB_STATUS_FAILED, "no memory for streamlines");
    memset(s.first, 0xFF, s.columns * s.rows * sizeof *s.first);
    LB_TRY(fill(&s, err));
    *out = s.lines;
    s.lines = (struct lb_streamlines){0};
cleanup:
    lb_streamlines_free(&s.lines);
    free(s.first);
    free(s.next);
    free(s.line);
    return st;
}

void lb_streamlines_free(struct lb_streamlines *lines)
{
    free(lines->points);
    free(lines->ends);
    *lines = (struct lb_streamlines){0};
}

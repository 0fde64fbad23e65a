/* outline.c - a closed outline from a table of points.
 * SPDX-License-Identifier: MIT */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "body/body_shapes.h"
#include "io/point_table.h"

static bool are_equal(const double *a, const double *b)
{
    return a[0] == b[0] && a[1] == b[1];
}

/* Points that repeat the one before them, and the last where it repeats the first, go. */
static size_t leave_out_repeated(double *point, size_t count)
{
    size_t kept = 0;
    for (size_t n = 0; n < count; n++) {
        if (kept > 0 && are_equal(point + 2 * (kept - 1), point + 2 * n)) continue;
        memmove(point + 2 * kept++, point + 2 * n, 2 * sizeof *point);
    }
    while (kept > 1 && are_equal(point, point + 2 * (kept - 1)))
        kept--;
    return kept;
}

static double turn(const double *a, const double *b, const double *c)
{
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/* c, on the line through a and b, lies between them. */
static bool is_between(const double *a, const double *b, const double *c)
{
    return fmin(a[0], b[0]) <= c[0] && c[0] <= fmax(a[0], b[0]) && fmin(a[1], b[1]) <= c[1] &&
           c[1] <= fmax(a[1], b[1]);
}

/* Each point begins one side, so that of points on other sides the beginnings are enough. */
static bool do_meet(const double *a, const double *b, const double *c, const double *d)
{
    const double abc = turn(a, b, c), abd = turn(a, b, d), cda = turn(c, d, a), cdb = turn(c, d, b);
    if (abc == 0.0 || cda == 0.0)
        return (abc == 0.0 && is_between(a, b, c)) || (cda == 0.0 && is_between(c, d, a));
    return abd != 0.0 && cdb != 0.0 && (abc > 0.0) != (abd > 0.0) && (cda > 0.0) != (cdb > 0.0);
}

/* Neighbours share a point, and must not turn back on themselves. */
static bool do_cross(const double *point, size_t count, size_t i, size_t j)
{
    const double *a = point + 2 * i, *b = point + 2 * ((i + 1) % count);
    const double *c = point + 2 * j, *d = point + 2 * ((j + 1) % count);
    if (b == c) return turn(a, b, d) == 0.0 && (is_between(a, b, d) || is_between(b, d, a));
    if (d == a) return turn(c, a, b) == 0.0 && (is_between(c, a, b) || is_between(a, b, c));
    return do_meet(a, b, c, d);
}

static enum lb_status check_sides(const char *path, const double *point, size_t count,
                                  struct lb_error *err)
{
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count; j++) {
            if (!do_cross(point, count, i, j)) continue;
            const double *a = point + 2 * i, *c = point + 2 * j;
            return lb_fail(err, LB_STATUS_USAGE,
                           "the outline '%.500s' crosses itself: its sides from (%.6g, %.6g) and "
                           "from (%.6g, %.6g) meet",
                           path, a[0], a[1], c[0], c[1]);
        }
    return LB_STATUS_OK;
}

static enum lb_status check_outline(const char *path, const double *point, size_t count,
                                    struct lb_error *err)
{
    for (size_t i = 0; i < 2 * count; i++)
        LB_NEED(fabs(point[i]) <= (double)FLT_MAX, LB_STATUS_USAGE,
                "the outline '%.500s' has %g for %c of point %zu; numbers may be up to %.2g", path,
                point[i], "xy"[i % 2], i / 2 + 1, (double)FLT_MAX);
    LB_NEED(count >= 3, LB_STATUS_USAGE,
            "the outline '%.500s' has %zu different points; at least three make one", path, count);
    LB_NEED(count <= LB_OUTLINE_MAX, LB_STATUS_USAGE,
            "the outline '%.500s' has %zu points; there may be up to %d", path, count,
            LB_OUTLINE_MAX);
    return check_sides(path, point, count, err);
}

enum lb_status lb_body_outline_read(const char *path, struct lb_mesh *mesh, struct lb_error *err)
{
    double *point = NULL;
    size_t count = 0;
    *mesh = (struct lb_mesh){0};
    enum lb_status st = lb_point_table_read(path, &point, &count, err);
    if (st == LB_STATUS_OK) {
        count = leave_out_repeated(point, count);
        st = check_outline(path, point, count, err);
    }
    if (st == LB_STATUS_OK)
        st = lb_body_prism(path, point, count, 2, (const double[]){-1.0, 2.0}, mesh, err);
    free(point);
    return st;
}

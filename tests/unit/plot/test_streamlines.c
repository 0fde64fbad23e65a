/* test_streamlines.c - lines along flows whose lines are known: straight ones, circles, none.
 * SPDX-License-Identifier: MIT */
#include "plot/streamlines.h"

#include <math.h>
#include <string.h>

#include "support/check.h"

enum { WIDTH = 48, HEIGHT = 32, CELLS = WIDTH * HEIGHT };

static double u[CELLS], v[CELLS];
static bool walls[CELLS];
static const struct lb_plane_flow flow = {WIDTH, HEIGHT, {u, v}, walls};

static void fill(void (*at)(double x, double y, double out[2]))
{
    memset(walls, 0, sizeof walls);
    for (int j = 0; j < HEIGHT; j++)
        for (int i = 0; i < WIDTH; i++) {
            double out[2];
            at(i + 0.5, j + 0.5, out);
            u[j * WIDTH + i] = out[0];
            v[j * WIDTH + i] = out[1];
        }
}

static void sloped(double x, double y, double out[2])
{
    (void)x;
    (void)y;
    out[0] = 0.4;
    out[1] = 0.3;
}

/* About a point that is no middle of a cell. */
static const double centre[2] = {21.3, 15.8};

static void rotating(double x, double y, double out[2])
{
    out[0] = -0.01 * (y - centre[1]);
    out[1] = 0.01 * (x - centre[0]);
}

static void resting(double x, double y, double out[2])
{
    (void)x;
    (void)y;
    out[0] = out[1] = 0.0;
}

static struct lb_streamlines find(double distance)
{
    struct lb_error err = {0};
    struct lb_streamlines lines = {0};
    LB_CHECK_OK(lb_streamlines_find(&flow, distance, &lines, &err), &err);
    return lines;
}

/* Of the points of two lines. */
static double least_distance(const struct lb_streamlines *l, size_t a, size_t b)
{
    double least = (double)INFINITY;
    for (size_t m = a > 0 ? l->ends[a - 1] : 0; m < l->ends[a]; m++)
        for (size_t n = b > 0 ? l->ends[b - 1] : 0; n < l->ends[b]; n++)
            least = fmin(
                least, hypot(l->points[m][0] - l->points[n][0], l->points[m][1] - l->points[n][1]));
    return least;
}

static void a_velocity_between_cells_is_linear(void)
{
    double out[2];
    const double inside[2] = {17.23, 9.81}, outside[2] = {48.01, 3.0}, corner[2] = {0.0, 32.0};
    fill(rotating);
    LB_CHECK(lb_plane_flow_at(&flow, inside, out));
    LB_CHECK_CLOSE(out[0], -0.01 * (9.81 - centre[1]), 1e-12);
    LB_CHECK_CLOSE(out[1], 0.01 * (17.23 - centre[0]), 1e-12);
    LB_CHECK(!lb_plane_flow_at(&flow, outside, out));
    LB_CHECK(lb_plane_flow_at(&flow, corner, out)); /* that of the cell in the corner */
    LB_CHECK_CLOSE(out[0], -0.01 * (31.5 - centre[1]), 1e-12);
    walls[9 * WIDTH + 17] = true;
    LB_CHECK(!lb_plane_flow_at(&flow, inside, out));
    LB_CHECK_CLOSE(lb_plane_flow_max(&flow), 0.01 * hypot(47.5 - 21.3, 31.5 - 15.8), 1e-12);
}

static void lines_of_a_uniform_flow_are_straight_and_apart(void)
{
    const double distance = 3.0;
    fill(sloped);
    struct lb_streamlines lines = find(distance);
    for (size_t n = 0; n < lines.line_count; n++) {
        const size_t from = n > 0 ? lines.ends[n - 1] : 0;
        const double *first = lines.points[from];
        for (size_t k = from; k < lines.ends[n]; k++) {
            const double *at = lines.points[k];
            LB_CHECK_NEAR(0.8 * (at[1] - first[1]) - 0.6 * (at[0] - first[0]), 0.0, 1e-9);
            LB_CHECK(k == from || at[0] > lines.points[k - 1][0]); /* with the flow */
        }
        for (size_t other = 0; other < n; other++)
            LB_CHECK(least_distance(&lines, n, other) > 0.5 * distance - 1e-9);
    }
    /* they fill the plane: the sum of their lengths is its area over their distance */
    LB_CHECK((double)lines.point_count * 0.5 > 0.7 * CELLS / distance);
    LB_CHECK((double)lines.point_count * 0.5 < 1.5 * CELLS / distance);
    lb_streamlines_free(&lines);
    lb_streamlines_free(&lines);
}

static void lines_of_a_rotation_are_circles(void)
{
    fill(rotating);
    struct lb_streamlines lines = find(4.0);
    LB_CHECK(lines.line_count > 3);
    for (size_t n = 0; n < lines.line_count; n++) {
        const size_t from = n > 0 ? lines.ends[n - 1] : 0;
        const double radius =
            hypot(lines.points[from][0] - centre[0], lines.points[from][1] - centre[1]);
        double length = 0.0;
        for (size_t k = from + 1; k < lines.ends[n]; k++) {
            const double *at = lines.points[k], *before = lines.points[k - 1];
            const double x = before[0] - centre[0], y = before[1] - centre[1];
            LB_CHECK_NEAR(hypot(at[0] - centre[0], at[1] - centre[1]), radius,
                          0.02 * radius + 0.05);
            LB_CHECK(x * (at[1] - before[1]) - y * (at[0] - before[0]) > 0.0); /* with the flow */
            length += hypot(at[0] - before[0], at[1] - before[1]);
        }
        LB_CHECK(length < 2.1 * acos(-1.0) * (radius + 0.5)); /* once round, and no more */
    }
    lb_streamlines_free(&lines);
}

static void where_nothing_moves_there_are_none(void)
{
    fill(resting);
    struct lb_streamlines lines = find(3.0);
    LB_CHECK_EQUAL_INT(lines.line_count, 0);
    lb_streamlines_free(&lines);
    fill(sloped);
    u[40] = (double)NAN;
    memset(walls, 1, sizeof walls);
    lines = find(3.0);
    LB_CHECK_EQUAL_INT(lines.line_count, 0);
    lb_streamlines_free(&lines);
}

int main(void)
{
    LB_TEST(a_velocity_between_cells_is_linear);
    LB_TEST(lines_of_a_uniform_flow_are_straight_and_apart);
    LB_TEST(lines_of_a_rotation_are_circles);
    LB_TEST(where_nothing_moves_there_are_none);
    return lb_check_report();
}

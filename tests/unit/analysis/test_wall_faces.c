/* test_wall_faces.c - pressure and shear on walls, of flows that are known.
 * SPDX-License-Identifier: MIT */
#include "analysis/wall_faces.h"

#include <math.h>
#include <stdlib.h>

#include "shared/cell_flags.h"
#include "support/check.h"

enum { SIZE = 40, CELLS = SIZE * SIZE * SIZE };

static uint8_t flags[CELLS];
static double rho[CELLS], u[3 * CELLS];

/* Signed distance from the wall, and the flow at a place in front of it. */
struct flow {
    double (*distance)(const double at[3]);
    void (*flow)(const double at[3], double d, double *rho, double u[3]);
    double wall[3]; /* velocity of the wall */
};

static void fill(const struct flow *f)
{
    for (size_t k = 0; k < CELLS; k++) {
        const double at[3] = {(double)(k % SIZE) + 0.5, (double)(k / SIZE % SIZE) + 0.5,
                              (double)(k / SIZE / SIZE) + 0.5};
        const double d = f->distance(at);
        flags[k] = d > 0.0 ? LB_CELL_FLUID : LB_CELL_SOLID;
        rho[k] = 1.0;
        for (int axis = 0; axis < 3; axis++)
            u[3 * k + (size_t)axis] = f->wall[axis];
        if (d > 0.0) f->flow(at, d, &rho[k], u + 3 * k);
    }
}

/* The wall of interest, away from the ends of the box. */
static uint8_t number_inside(const void *context, uint32_t x, uint32_t y, uint32_t z)
{
    (void)context;
    const bool is_inside = x > 5 && x < SIZE - 6 && y > 5 && y < SIZE - 6 && z > 5 && z < SIZE - 6;
    return is_inside ? 1 : 0;
}

struct all {
    double area, pressure[3], shear[3], largest_off;
    size_t faces;
};

/* Sums over faces; `exact`: how far slopes are from this one. */
static struct all sum(const double *exact)
{
    static const struct lb_walls walls = {{SIZE, SIZE, SIZE}, flags, 3};
    const struct lb_flow_piece piece = {{0, 0, 0}, {SIZE, SIZE, SIZE}, rho, u};
    struct lb_wall_face *faces = NULL;
    struct lb_error err = {0};
    struct all a = {0};
    LB_CHECK_OK(lb_wall_faces_find(&walls, number_inside, NULL, &faces, &a.faces, &err), &err);
    for (size_t n = 0; n < a.faces; n++) {
        struct lb_wall_load load;
        lb_wall_load(&walls, &piece, &faces[n], (const double[3]){0.0, 0.0, 0.0}, &load);
        a.area += load.area;
        for (int axis = 0; axis < 3; axis++) {
            a.shear[axis] += load.area * load.slope[axis];
            a.pressure[axis] -= load.area * load.normal[axis] * (load.density - 1.0);
            if (exact == NULL) continue;
            a.largest_off = fmax(a.largest_off, fabs(load.slope[axis] - exact[axis]));
        }
    }
    free(faces);
    return a;
}

/* --- plane walls ------------------------------------------------------------------------------ */

static const double slope = 1e-3, curvature = -2e-5;

static double above_floor(const double at[3])
{
    return at[2] - 10.0;
}

static void parabola(const double at[3], double d, double *density, double velocity[3])
{
    (void)at;
    *density = 1.0 + 1e-3 + 1e-4 * d;
    velocity[0] = 0.01 + slope * d + curvature * d * d;
    velocity[1] = -2.0 * slope * d;
}

static void plane_flows_have_their_shear_and_pressure(void)
{
    const struct flow f = {above_floor, parabola, {0.01, 0.0, 0.0}};
    const double exact[3] = {slope, -2.0 * slope, 0.0};
    fill(&f);
    const struct all a = sum(exact);
    LB_CHECK_EQUAL_INT(a.faces, 28 * 28);
    LB_CHECK_CLOSE(a.area, 28.0 * 28.0, 1e-12);
    LB_CHECK_NEAR(a.largest_off, 0.0, 1e-12);
    LB_CHECK_CLOSE(a.pressure[2], -1e-3 * a.area, 1e-9);
}

/* Stairs of 1 in 2: their corners' mean is the wall. */
static double above_slope(const double at[3])
{
    return (2.0 * (at[2] - 15.0) - (at[0] - 20.0)) / sqrt(5.0);
}

static void along_slope(const double at[3], double d, double *density, double velocity[3])
{
    (void)at;
    *density = 1.0 + 1e-3;
    velocity[0] = slope * d * 2.0 / sqrt(5.0);
    velocity[2] = slope * d / sqrt(5.0);
    velocity[1] = slope * d;
}

static void a_slope_of_stairs_has_nearly_that_of_the_plane(void)
{
    const struct flow f = {above_slope, along_slope, {0.0, 0.0, 0.0}};
    fill(&f);
    const struct all a = sum(NULL);
    LB_CHECK_CLOSE(a.shear[0] / a.area, slope * 2.0 / sqrt(5.0), 0.03);
    LB_CHECK_CLOSE(a.shear[1] / a.area, slope, 0.03);
    LB_CHECK_CLOSE(a.pressure[2] / a.area, -1e-3 * 2.0 / sqrt(5.0), 0.01);
}

/* --- Stokes's sphere -------------------------------------------------------------------------- */

static const double radius = 9.0;

static void from_centre(const double at[3], double out[3])
{
    for (int axis = 0; axis < 3; axis++)
        out[axis] = at[axis] - 0.5 * SIZE - 0.1 * (axis + 1); /* on no cell */
}

static double outside_of_sphere(const double at[3])
{
    double r[3];
    from_centre(at, r);
    return sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]) - radius;
}

/* Of speed 1 along x, viscosity 1, where density - 1 stands for the pressure. */
static void stokes(const double at[3], double d, double *density, double velocity[3])
{
    double r[3];
    const double far = d + radius, ratio = radius / far, cube = ratio * ratio * ratio;
    from_centre(at, r);
    for (int axis = 0; axis < 3; axis++) {
        const double radial = r[0] * r[axis] / (far * far);
        const double own = axis == 0 ? 1.0 : 0.0;
        velocity[axis] = own - 0.75 * ratio * (own + radial) - 0.25 * cube * (own - 3.0 * radial);
    }
    *density = 1.0 - 1.5 * radius * r[0] / (far * far * far);
}

/* The drag 6 pi a is to a third of pressure; half-way stairs are told to a few percent. */
static void a_sphere_has_its_drag(void)
{
    const double pi = acos(-1.0);
    const struct flow f = {outside_of_sphere, stokes, {0.0, 0.0, 0.0}};
    fill(&f);
    const struct all a = sum(NULL);
    LB_CHECK_CLOSE(a.area, 4.0 * pi * radius * radius, 0.03);
    LB_CHECK_CLOSE(a.pressure[0], 2.0 * pi * radius, 0.03);
    LB_CHECK_CLOSE(a.shear[0], 4.0 * pi * radius, 0.03);
    for (int axis = 1; axis < 3; axis++) {
        LB_CHECK_NEAR(a.shear[axis] / a.shear[0], 0.0, 0.01);
        LB_CHECK_NEAR(a.pressure[axis] / a.pressure[0], 0.0, 0.01);
    }
}

int main(void)
{
    LB_TEST(plane_flows_have_their_shear_and_pressure);
    LB_TEST(a_slope_of_stairs_has_nearly_that_of_the_plane);
    LB_TEST(a_sphere_has_its_drag);
    return lb_check_report();
}

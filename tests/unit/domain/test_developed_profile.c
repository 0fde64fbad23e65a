/* test_developed_profile.c - the profile of a developed flow is the parabola between plates, the
 * series of a rectangle, the paraboloid of a circle.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "domain/openings.h"
#include "support/check.h"
#include "support/shapes.h"

/* --- vessels that are formulas ---------------------------------------------------------------- */

enum { SIDE = 96 };

/* Fluid is where `is_in` says so, at the middle of the cell. */
struct vessel {
    double centre[3], axis[3], radius, length; /* a pipe */
    uint32_t width[2];                         /* a duct along x, from its corner on: y, z */
    struct lb_openings openings;
};

static bool is_in_pipe(const void *state, uint32_t x, uint32_t y, uint32_t z)
{
    const struct vessel *v = state;
    const double d[3] = {x + 0.5 - v->centre[0], y + 0.5 - v->centre[1], z + 0.5 - v->centre[2]};
    const double along = d[0] * v->axis[0] + d[1] * v->axis[1] + d[2] * v->axis[2];
    const double r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] - along * along;
    return along > 0.0 && along < v->length && r2 < v->radius * v->radius;
}

static bool is_in_duct(const void *state, uint32_t x, uint32_t y, uint32_t z)
{
    const struct vessel *v = state;
    const bool is_flat = v->width[1] == 0;
    return x >= 2 && y >= 2 && y < 2 + v->width[0] && (is_flat || (z >= 2 && z < 2 + v->width[1]));
}

/* Between plates, as wide as the pipe. */
static bool is_in_channel(const void *state, uint32_t x, uint32_t y, uint32_t z)
{
    const struct vessel *v = state;
    const double d[2] = {x + 0.5 - v->centre[0], y + 0.5 - v->centre[1]};
    const double along = d[0] * v->axis[0] + d[1] * v->axis[1];
    return z == 0 && along > 0.0 && fabs(d[0] * v->axis[1] - d[1] * v->axis[0]) < v->radius;
}

static double factor_at(const struct lb_opening *o, const uint32_t at[3])
{
    const struct lb_profile_box *p = &o->profile;
    const size_t x = at[0] - p->begin[0], y = at[1] - p->begin[1], z = at[2] - p->begin[2];
    return p->factor[(z * p->size[1] + y) * p->size[0] + x];
}

/* What a speed would be at the middle of a boundary cell, times a constant. */
typedef double speed(const struct vessel *v, const double at[3]);

/* The largest difference to it, of the mean; both have the same mean over the links. */
static double largest_difference(const struct vessel *v, speed *expected)
{
    const struct lb_openings *o = &v->openings;
    double flow = 0.0, own = 0.0, worst = 0.0;
    for (int pass = 0; pass < 2; pass++)
        for (uint64_t k = 0; k < o->cell_count; k++) {
            const uint64_t n = o->cell[k].number;
            const uint32_t *box = o->region.size;
            const uint32_t at[3] = {(uint32_t)(n % box[0]), (uint32_t)(n / box[0] % box[1]),
                                    (uint32_t)(n / box[0] / box[1])};
            const double middle[3] = {at[0] + 0.5, at[1] + 0.5, at[2] + 0.5};
            const double u = expected(v, middle), f = factor_at(&o->opening[0], at);
            if (pass == 0) flow += u * o->cell[k].area;
            if (pass == 0) own += f * o->cell[k].area;
            if (pass == 1) worst = fmax(worst, fabs(f - u * o->opening[0].link_area / flow));
        }
    LB_CHECK_CLOSE(own, o->opening[0].link_area, 1e-12);
    return worst;
}

static bool open(struct vessel *v, const char *lattice, const uint32_t size[3],
                 bool (*is_fluid)(const void *, uint32_t, uint32_t, uint32_t),
                 const struct lb_patch *patch)
{
    struct lb_error err = {0};
    const struct lb_fluid_region region = {
        lb_lattice_find(lattice), {size[0], size[1], size[2]}, is_fluid, v};
    lb_openings_init(&v->openings, &region);
    return LB_CHECK_OK(lb_openings_add(&v->openings, patch, &err), &err) &&
           LB_CHECK_OK(lb_developed_profile(&v->openings, 0, &err), &err);
}

/* --- ducts ------------------------------------------------------------------------------------ */

static double parabola(const struct vessel *v, const double at[3])
{
    return (at[1] - 2.0) * (2.0 + v->width[0] - at[1]);
}

/* White, Viscous Fluid Flow, section 3-3.3, with the origin in a corner. */
static double series(const struct vessel *v, const double at[3])
{
    const double a = v->width[0], b = v->width[1], y = at[1] - 2.0, z = at[2] - 2.0;
    double sum = 0.0;
    for (int i = 1; i < 200; i += 2)
        for (int j = 1; j < 200; j += 2)
            sum += sin(i * M_PI * y / a) * sin(j * M_PI * z / b) /
                   (i * j * (i * i / (a * a) + j * j / (b * b)));
    return sum;
}

static double duct(uint32_t width, uint32_t height, speed *expected)
{
    const uint32_t size[3] = {6, width + 4, height > 0 ? height + 4 : 1};
    const double deep = height > 0 ? 2.0 : 0.0, high = height > 0 ? height : 1.0;
    const struct lb_patch end = {.name = "in",
                                 .kind = LB_PATCH_BOX,
                                 .at = {2.0, 2.0, deep},
                                 .to = {2.0, 2.0 + width, deep + high}};
    struct vessel v = {.width = {width, height}};
    double worst = (double)INFINITY;
    if (open(&v, height > 0 ? "d3q19" : "d2q9", size, is_in_duct, &end))
        worst = largest_difference(&v, expected);
    lb_openings_free(&v.openings);
    return worst;
}

static void between_plates_it_is_the_parabola(void)
{
    LB_CHECK_NEAR(duct(1, 0, parabola), 0.0, 1e-12);
    LB_CHECK_NEAR(duct(2, 0, parabola), 0.0, 1e-7);
    LB_CHECK_NEAR(duct(37, 0, parabola), 0.0, 1e-7);
}

/* At twice as many cells the error is a quarter. */
static void in_a_rectangle_it_is_the_series(void)
{
    const double coarse = duct(10, 16, series), fine = duct(20, 32, series);
    if (!LB_CHECK(fine < 4e-3 && coarse / fine > 3.0))
        printf("  off by %.3g and %.3g of the mean\n", coarse, fine);
}

static double oblique_parabola(const struct vessel *v, const double at[3])
{
    const double off = (at[0] - v->centre[0]) * v->axis[1] - (at[1] - v->centre[1]) * v->axis[0];
    return fmax(0.0, v->radius * v->radius - off * off);
}

/* A parabola is exact but for what lies between the places of the plane's grid. */
static void between_oblique_plates_it_is_the_parabola(void)
{
    static const double map[9] = {0.8, -0.6, 0.0, 0.6, 0.8, 0.0, 0.0, 0.0, 1.0};
    const uint32_t size[3] = {SIDE, SIDE, 1};
    struct vessel v = {.centre = {40.3, 37.1, 0.5}, .axis = {0.8, 0.6, 0.0}, .radius = 9.4};
    struct lb_mesh mesh = lb_shape_block((const double[]){0.0, -9.4, -1.5},
                                         (const double[]){30.0, 9.4, 1.5}, LB_SHAPE_ALL_FACES, 0);
    lb_shape_map(&mesh, map, v.centre);
    const struct lb_patch patch = {
        .name = "in", .kind = LB_PATCH_NEAR, .at = {39.0, 36.0, 0.0}, .mesh = &mesh};
    if (open(&v, "d2q9", size, is_in_channel, &patch))
        LB_CHECK_NEAR(largest_difference(&v, oblique_parabola), 0.0,
                      1.5 * 0.125 * 3.0 / (9.4 * 9.4));
    lb_openings_free(&v.openings);
    lb_mesh_free(&mesh);
}

/* --- circles ---------------------------------------------------------------------------------- */

static double paraboloid(const struct vessel *v, const double at[3])
{
    const double d[3] = {at[0] - v->centre[0], at[1] - v->centre[1], at[2] - v->centre[2]};
    const double along = d[0] * v->axis[0] + d[1] * v->axis[1] + d[2] * v->axis[2];
    const double r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] - along * along;
    return fmax(0.0, 1.0 - r2 / (v->radius * v->radius));
}

static double circle(double radius, const double axis[3])
{
    const uint32_t size[3] = {SIDE, SIDE, SIDE};
    struct vessel v = {.radius = radius, .length = 8.0};
    double to[3], worst = (double)INFINITY;
    for (int a = 0; a < 3; a++) {
        v.axis[a] = axis[a];
        v.centre[a] = 0.5 * SIDE + 0.21 * axis[a];
        to[a] = v.centre[a] + v.length * axis[a];
    }
    struct lb_mesh mesh = lb_shape_pipe(v.centre, to, radius, 1024);
    const struct lb_patch patch = {
        .name = "in", .kind = LB_PATCH_PART, .part = "inlet", .mesh = &mesh};
    if (open(&v, "d3q19", size, is_in_pipe, &patch)) worst = largest_difference(&v, paraboloid);
    lb_openings_free(&v.openings);
    lb_mesh_free(&mesh);
    return worst;
}

/* Oblique to the axes the rim is that of the circle, and the error of second order; the centre
 * has 2 times the mean. */
static void in_an_oblique_circle_it_is_the_paraboloid(void)
{
    static const double axes[][3] = {{0.8660254037844386, 0.5, 0.0}, {0.48, 0.6, 0.64}};
    for (size_t k = 0; k < 2; k++) {
        const double coarse = circle(5.3, axes[k]), middle = circle(10.6, axes[k]),
                     fine = circle(21.2, axes[k]);
        if (!LB_CHECK(coarse < 0.06 && middle < 0.016 && fine < 0.004))
            printf("  off by %.3g, %.3g, %.3g of the mean\n", coarse, middle, fine);
    }
}

/* Along an axis the rim is that of the cells: of first order where the circle is oblique to
 * them. */
static void along_an_axis_the_rim_is_that_of_the_cells(void)
{
    const double axis[3] = {0.0, 1.0, 0.0};
    const double coarse = circle(5.3, axis), fine = circle(21.2, axis);
    if (!LB_CHECK(coarse < 0.3 && fine < 0.08))
        printf("  off by %.3g, %.3g of the mean\n", coarse, fine);
}

int main(void)
{
    LB_TEST(between_plates_it_is_the_parabola);
    LB_TEST(in_a_rectangle_it_is_the_series);
    LB_TEST(between_oblique_plates_it_is_the_parabola);
    LB_TEST(in_an_oblique_circle_it_is_the_paraboloid);
    LB_TEST(along_an_axis_the_rim_is_that_of_the_cells);
    return lb_check_report();
}

/* test_cut_links.c - what links of a cell that a surface cuts send: linear temperatures stay, nothing grows, one material
 * is as ever; what is refused.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "solids/cut_links.h"
#include "support/check.h"
#include "support/random_case.h"

enum { MOST = 6, PLANES = 60, AXES = 3 };

struct cell {
    struct lb_case c;
    struct lb_heat heat;
    struct lb_heat_solid solid[2];
    struct lb_heat_cut cut;
};

static double number(uint32_t x, uint32_t y, double low, double high)
{
    return low + (high - low) * (0.5 + 0.5 * lb_random_number(7, x, y, 0, 0));
}

static const struct lb_body bodies[2] = {{.name = "one"}, {.name = "other"}};

/* Of body 1 and body 2, or the fluid and body 2. */
static void make(struct cell *m, int dimensions, double one, double other, double capacity)
{
    *m = (struct cell){.c = {.lattice = lb_lattice_find(dimensions == 2 ? "d2q9" : "d3q19"),
                             .storage = lb_number_format_find("fp64"),
                             .bodies = bodies,
                             .body_count = 2,
                             .size = {9, 9, 9}},
                       .heat = {.diffusivity = 0.1, .magic = 1.0 / 6.0, .cut_count = 1},
                       .solid = {{one, capacity}, {other, 1.0}}};
    m->heat.solids = m->solid;
    m->heat.cuts = &m->cut;
    m->c.heat = &m->heat;
    m->cut = (struct lb_heat_cut){.at = (uint8_t)(capacity > 1.0 || one < 1.0 || one > 1.0),
                                  .beyond = 2};
}

static void put_plane(struct cell *m, int dimensions, uint32_t n)
{
    double length = 0.0, reach = 0.0;
    for (int axis = 0; axis < dimensions; axis++)
        m->cut.normal[axis] = number(n, 1 + (uint32_t)axis, -1.0, 1.0);
    if (n % 5 == 0) m->cut.normal[n % (uint32_t)dimensions] *= 1e-9;
    for (int axis = 0; axis < dimensions; axis++)
        length += m->cut.normal[axis] * m->cut.normal[axis];
    for (int axis = 0; axis < dimensions; axis++) {
        m->cut.normal[axis] /= sqrt(length);
        reach += 0.5 * fabs(m->cut.normal[axis]);
    }
    m->cut.distance = reach * number(n, 9, 0.0, 1.0);
}

/* --- linear temperatures ---------------------------------------------------------------------------- */

/* The part of a face that is on this side of the plane, by points of it. */
static double part_of_face(const struct lb_heat_cut *cut, const int e[3], int dimensions)
{
    enum { POINTS = 300 };
    int inside = 0, all = 0;
    for (int a = 0; a < POINTS; a++)
        for (int b = 0; b < (dimensions == 3 ? POINTS : 1); b++, all++) {
            const double along[2] = {(a + 0.5) / POINTS - 0.5,
                                     dimensions == 3 ? (b + 0.5) / POINTS - 0.5 : 0.0};
            double across = 0.0;
            for (int axis = 0, n = 0; axis < AXES; axis++)
                across += cut->normal[axis] * (e[axis] != 0 ? 0.5 * e[axis]
                                               : n < 2      ? along[n++]
                                                            : 0.0);
            inside += across < cut->distance;
        }
    return (double)inside / all;
}

/* What links find and send of gradient `along` in the plane and a flux across it, T being 0 at the centre: through a face
 * goes the mean of the flux, and its temperature is the mean by conductivity of that part which is across. */
static void linear(const struct cell *m, const double along[3], double flux, double found[MOST],
                   double sent[MOST])
{
    const struct lb_lattice *l = lb_heat_lattice(&m->c);
    const double here = m->heat.diffusivity * (m->cut.at == 0 ? 1.0 : m->solid[0].conductivity),
                 beyond = m->heat.diffusivity * m->solid[1].conductivity;
    for (int i = 1; i < l->directions; i++) {
        const double part = part_of_face(&m->cut, l->c[i], l->dimensions),
                     mean = part * here + (1.0 - part) * beyond;
        double gradient = 0.0, normal = 0.0;
        for (int axis = 0; axis < AXES; axis++) {
            gradient += along[axis] * l->c[i][axis];
            normal += m->cut.normal[axis] * l->c[i][axis];
        }
        const double t = 0.5 * gradient - flux * (0.5 * normal - m->cut.distance) / mean -
                         flux * m->cut.distance / here,
                     heat = flux * normal - mean * gradient;
        sent[i - 1] = l->weight[i] * t + 0.5 * heat;
        found[lb_opposite_of(i) - 1] = l->weight[i] * t - 0.5 * heat;
    }
}

static void multiply(int links, const double *matrix, const double *by, double *out)
{
    for (int i = 0; i < links; i++) {
        out[i] = 0.0;
        for (int j = 0; j < links; j++)
            out[i] += matrix[i * links + j] * by[j];
    }
}

/* Within what the points of a face leave of its part. */
static void linear_temperatures_stay(void)
{
    double matrix[MOST * MOST], found[MOST], sent[MOST], got[MOST];
    for (uint32_t n = 0; n < PLANES; n++) {
        const int dimensions = n % 2 == 0 ? 2 : 3, links = 2 * dimensions;
        struct cell m;
        make(&m, dimensions, n % 3 == 0 ? 1.0 : 7.0, n % 3 == 1 ? 0.6 : 5.0, 1.0);
        put_plane(&m, dimensions, n);
        double along[3] = {0.0}, across = 0.0, largest = 0.0;
        for (int axis = 0; axis < dimensions; axis++)
            along[axis] = number(n, 20 + (uint32_t)axis, -1.0, 1.0);
        for (int axis = 0; axis < AXES; axis++)
            across += along[axis] * m.cut.normal[axis];
        for (int axis = 0; axis < AXES; axis++)
            along[axis] -= across * m.cut.normal[axis];
        linear(&m, along, number(n, 30, -0.3, 0.3), found, sent);
        lb_cut_links(&m.c, &m.cut, matrix);
        multiply(links, matrix, found, got);
        for (int i = 0; i < links; i++)
            largest = fmax(largest, fabs(found[i]));
        for (int i = 0; i < links; i++)
            LB_CHECK_NEAR(got[i], sent[i], 6e-3 * largest);
    }
}

/* The layers of a cell that a plane across an axis cuts are resistances in series, exactly. */
static void layers_are_in_series(void)
{
    double matrix[MOST * MOST], found[MOST] = {0.0}, got[MOST];
    struct cell m;
    make(&m, 3, 4.0, 0.5, 1.0);
    m.cut.normal[0] = 1.0;
    m.cut.distance = 0.2;
    const double here = 0.4, beyond = 0.05, flux = 0.03, w = 0.125,
                 mean = 0.7 * here + 0.3 * beyond, before = 0.5 * flux / here,
                 behind = -flux * (0.2 / here + 0.3 / beyond),
                 beside = 0.2 * flux / mean - 0.2 * flux / here;
    lb_cut_links(&m.c, &m.cut, matrix);
    found[0] = w * before + 0.5 * flux;
    found[1] = w * behind - 0.5 * flux;
    for (int i = 2; i < 6; i++)
        found[i] = w * beside;
    multiply(6, matrix, found, got);
    LB_CHECK_NEAR(got[0], w * behind + 0.5 * flux, 1e-15);
    LB_CHECK_NEAR(got[1], w * before - 0.5 * flux, 1e-15);
    for (int i = 2; i < 6; i++)
        LB_CHECK_NEAR(got[i], w * beside, 1e-15);
}

/* --- stability -------------------------------------------------------------------------------------- */

static double norm(const struct cell *m, const double *links)
{
    const struct lb_lattice *l = lb_heat_lattice(&m->c);
    const double capacity = m->cut.at == 0 ? 1.0 : m->solid[0].capacity;
    double sum = 0.0, squares = 0.0;
    for (int i = 1; i < l->directions; i++) {
        sum += links[i - 1];
        squares += links[i - 1] * links[i - 1] / l->weight[i];
    }
    return squares + sum * sum / (capacity - 1.0 + l->weight[0]);
}

/* The largest factor of a vector's norm in a collision, by the vector that it grows to; links alone, as the resting
 * population has what they lack. */
static double growth(const struct cell *m, const double *matrix)
{
    const int links = lb_heat_lattice(&m->c)->directions - 1;
    double v[MOST], next[MOST], most = 0.0;
    for (uint32_t trial = 0; trial < 40; trial++) {
        for (int i = 0; i < links; i++)
            v[i] = number(trial, 100 + (uint32_t)i, -1.0, 1.0);
        for (int k = 0; k < 6; k++) {
            multiply(links, matrix, v, next);
            most = fmax(most, norm(m, next) / norm(m, v));
            memcpy(v, next, sizeof v);
        }
    }
    return most;
}

static void nothing_grows(void)
{
    static const double conductivities[][2] = {
        {1.0, 10.0}, {10.0, 0.1}, {3e4, 1.0}, {1e-3, 1e3}, {0.02, 0.01}};
    double matrix[MOST * MOST];
    for (uint32_t n = 0; n < 5 * PLANES; n++) {
        const double *k = conductivities[n % 5];
        struct cell m;
        make(&m, n % 2 == 0 ? 2 : 3, k[0], k[1], n % 3 == 0 && n % 5 > 0 ? 6.0 : 1.0);
        put_plane(&m, n % 2 == 0 ? 2 : 3, n);
        lb_cut_links(&m.c, &m.cut, matrix);
        LB_CHECK(growth(&m, matrix) < 1.0 + 1e-9);
    }
}

/* --- one material ----------------------------------------------------------------------------------- */

static void one_material_is_as_ever(void)
{
    double matrix[MOST * MOST], found[MOST], got[MOST];
    for (uint32_t n = 0; n < 6; n++) {
        const int dimensions = n % 2 == 0 ? 2 : 3, links = 2 * dimensions;
        struct cell m;
        make(&m, dimensions, 4.0, 4.0, 2.0);
        put_plane(&m, dimensions, n);
        lb_cut_links(&m.c, &m.cut, matrix);
        for (int i = 0; i < links; i++)
            found[i] = number(n, 40 + (uint32_t)i, -1.0, 1.0);
        multiply(links, matrix, found, got);
        const double odd = lb_heat_solid_rate(&m.c, m.solid[0]),
                     even = lb_heat_solid_even_rate(&m.c, m.solid[0]);
        for (int i = 0; i < links; i++) {
            const double other = found[i ^ 1], sum = 0.5 * (found[i] + other),
                         difference = 0.5 * (found[i] - other);
            LB_CHECK_NEAR(got[i], (1.0 - even) * sum + (1.0 - odd) * difference, 1e-12);
        }
    }
}

/* --- what is refused -------------------------------------------------------------------------------- */

static void wrong_cuts_are_refused(void)
{
    struct lb_heat_cut cuts[2];
    struct cell m;
    struct lb_error err = {0};
    make(&m, 3, 4.0, 2.0, 1.0);
    put_plane(&m, 3, 1);
    LB_CHECK_OK(lb_case_check_heat(&m.c, &err), &err);
    cuts[0] = cuts[1] = m.cut;
    m.heat.cuts = cuts;
    m.heat.cut_count = 2;
    LB_CHECK_EQUAL_INT(lb_case_check_heat(&m.c, &err), LB_STATUS_USAGE); /* one cell twice */
    cuts[1].cell = 5;
    err = (struct lb_error){0};
    LB_CHECK_OK(lb_case_check_heat(&m.c, &err), &err);
    for (int n = 0; n < 4; n++) {
        cuts[1] = cuts[0];
        cuts[1].cell = 5;
        if (n == 0) cuts[1].beyond = 3;
        if (n == 1) cuts[1].distance = -0.1;
        if (n == 2) cuts[1].normal[0] += 0.1;
        if (n == 3) m.solid[1].conductivity = 0.0;
        err = (struct lb_error){0};
        LB_CHECK_EQUAL_INT(lb_case_check_heat(&m.c, &err), LB_STATUS_USAGE);
        LB_CHECK(strstr(err.text, n < 3 ? "cut 1 of a temperature, in cell 5" : "cut 0 of") !=
                 NULL);
    }
    m.heat.cut_count = 0;
    m.heat.solid_link_count = 1;
    LB_CHECK_EQUAL_INT(lb_case_check_heat(&m.c, &err), LB_STATUS_USAGE);
}

static void cells_of_a_part_are_counted(void)
{
    struct lb_heat_cut cuts[3] = {
        {.cell = 3, .at = 0}, {.cell = 40, .at = 1}, {.cell = 80, .at = 0}};
    struct cell m;
    make(&m, 3, 4.0, 2.0, 1.0);
    m.heat.cuts = cuts;
    m.heat.cut_count = 3;
    LB_CHECK_EQUAL_INT(lb_heat_own_cuts(&m.c, false), 3);
    LB_CHECK_EQUAL_INT(lb_heat_own_cuts(&m.c, true), 2);
    m.c.cut.axes = 1;
    m.c.cut.whole[0] = m.c.cut.whole[1] = m.c.cut.whole[2] = 9;
    m.c.cut.origin[0] = 4;
    m.c.size[0] = 5;
    LB_CHECK_EQUAL_INT(lb_heat_own_cuts(&m.c, false), 2); /* at x = 4 and 8, not at 3 */
    LB_CHECK_EQUAL_INT(lb_heat_own_cuts(&m.c, true), 1);
}

int main(void)
{
    LB_TEST(linear_temperatures_stay);
    LB_TEST(layers_are_in_series);
    LB_TEST(nothing_grows);
    LB_TEST(one_material_is_as_ever);
    LB_TEST(wrong_cuts_are_refused);
    LB_TEST(cells_of_a_part_are_counted);
    return lb_check_report();
}

/* test_case_noise.c - random velocities at step 0: their size, and eddies without divergence.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "support/check.h"
#include "user_case/case_state.h"

enum { NX = 96, NY = 48, NZ = 64 };

static struct own_case box(int dimensions, struct lb_error *err, double length)
{
    struct own_case s = {.dimensions = dimensions, .size = {NX, NY, dimensions == 2 ? 1 : NZ}};
    s.start.noise = 0.03;
    s.start.seed = 7;
    if (length > 0.0) LB_CHECK(lb_own_make_eddies(&s, length, err) == LB_STATUS_OK);
    return s;
}

static void at(const struct own_case *s, int x, int y, int z, double u[3])
{
    const uint32_t cell[3] = {(uint32_t)(x + NX) % NX, (uint32_t)(y + NY) % NY,
                              (uint32_t)(z + NZ) % s->size[2]};
    u[0] = u[1] = u[2] = 0.0;
    lb_own_add_noise(s, cell, u);
}

/* The mean square of each component is amplitude^2 / 3: of cells by far the best known, of a few
 * hundred eddies within a tenth or two. */
static void check_size(const struct own_case *s, double tolerance)
{
    double sum[3] = {0}, square[3] = {0}, u[3];
    const double count = (double)NX * NY * s->size[2], expected = s->start.noise / sqrt(3.0);
    for (int z = 0; z < (int)s->size[2]; z++)
        for (int y = 0; y < NY; y++)
            for (int x = 0; x < NX; x++) {
                at(s, x, y, z, u);
                for (int axis = 0; axis < 3; axis++)
                    sum[axis] += u[axis], square[axis] += u[axis] * u[axis];
            }
    for (int axis = 0; axis < s->dimensions; axis++) {
        LB_CHECK_CLOSE(sqrt(square[axis] / count), expected, tolerance);
        LB_CHECK(fabs(sum[axis] / count) < 0.01 * expected);
    }
    if (s->dimensions == 2) LB_CHECK(square[2] == 0.0);
}

/* Central differences of a smooth field without divergence leave what the grid does not see:
 * of eddies of 8 cells a twentieth of a single derivative, and of cells' own noise all of it. */
static double divergence(const struct own_case *s)
{
    double left = 0.0, whole = 0.0;
    for (int z = 0; z < (int)s->size[2]; z++)
        for (int y = 0; y < NY; y++)
            for (int x = 0; x < NX; x++) {
                double sum = 0.0;
                for (int axis = 0; axis < s->dimensions; axis++) {
                    double low[3], high[3];
                    at(s, x - (axis == 0), y - (axis == 1), z - (axis == 2), low);
                    at(s, x + (axis == 0), y + (axis == 1), z + (axis == 2), high);
                    const double slope = high[axis] - low[axis];
                    sum += slope, whole += slope * slope;
                }
                left += sum * sum;
            }
    return sqrt(left / whole);
}

static void eddies_have_the_size_asked_for_and_no_divergence(void)
{
    for (int dimensions = 2; dimensions <= 3; dimensions++) {
        struct lb_error err = {0};
        struct own_case s = box(dimensions, &err, 8.0);
        check_size(&s, dimensions == 2 ? 0.3 : 0.1);
        LB_CHECK(divergence(&s) < 0.05);
        free(s.start.potential);
    }
}

static void noise_of_cells_has_the_size_asked_for(void)
{
    struct lb_error err = {0};
    const struct own_case s = box(3, &err, 0.0);
    check_size(&s, 0.01);
    LB_CHECK(divergence(&s) > 0.5);
}

static void another_seed_makes_other_eddies(void)
{
    struct lb_error err = {0};
    struct own_case a = {.dimensions = 3, .size = {NX, NY, NZ}}, b = a;
    double u[3], v[3];
    a.start.noise = b.start.noise = 0.03;
    b.start.seed = 1;
    LB_CHECK(lb_own_make_eddies(&a, 16.0, &err) == LB_STATUS_OK);
    LB_CHECK(lb_own_make_eddies(&b, 16.0, &err) == LB_STATUS_OK);
    at(&a, 5, 6, 7, u);
    at(&b, 5, 6, 7, v);
    LB_CHECK(u[0] != v[0] && u[1] != v[1] && u[2] != v[2]);
    free(a.start.potential);
    free(b.start.potential);
}

int main(void)
{
    LB_TEST(eddies_have_the_size_asked_for_and_no_divergence);
    LB_TEST(noise_of_cells_has_the_size_asked_for);
    LB_TEST(another_seed_makes_other_eddies);
    return lb_check_report();
}

/* test_slice.c - the numbers behind a picture, against flows whose vorticity is known.
 * SPDX-License-Identifier: MIT */
#include "plot/slice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "shared/cell_flags.h"
#include "support/check.h"
#include "support/field_box.h"

enum { NX = 9, NY = 7, NZ = 5, CELLS = NX * NY * NZ };

static double rho[CELLS], u[3 * CELLS];
static uint8_t flags[CELLS];
static struct lb_field_box box = {.size = {NX, NY, NZ}, .rho = rho, .u = u};
static const struct lb_field_source source = {
    .size = {NX, NY, NZ}, .flags = flags, .read = lb_field_box_read, .context = &box};

static size_t at(int x, int y, int z)
{
    return ((size_t)z * NY + (size_t)y) * NX + (size_t)x;
}

static struct lb_slice view(const char *field, int component, int axis)
{
    return lb_slice_view(&source, lb_field_find(field), component, axis);
}

static double value_at(const struct lb_slice *slice, uint32_t i, uint32_t j)
{
    struct lb_error err = {0};
    struct lb_field_piece rows = {0};
    LB_CHECK_OK(lb_slice_read(slice, j, j + 1, &rows, &err), &err);
    const double value = lb_slice_at(slice, &rows, i, j);
    lb_field_discard(&rows);
    return value;
}

/* u = omega x r about `axis`; omega a power of two, so that all of it is exact. */
static void rotate_rigidly(int axis, double omega)
{
    memset(flags, 0, sizeof flags);
    memset(u, 0, sizeof u);
    for (int z = 0; z < NZ; z++)
        for (int y = 0; y < NY; y++)
            for (int x = 0; x < NX; x++) {
                double r[3] = {x - 3.5, y - 2.0, z + 1.5};
                int a = (axis + 1) % 3, b = (axis + 2) % 3;
                u[3 * at(x, y, z) + (size_t)a] = -omega * r[b];
                u[3 * at(x, y, z) + (size_t)b] = omega * r[a];
            }
}

static void check_vorticity_everywhere(int axis, double expected)
{
    struct lb_slice slice = view("vorticity", 0, axis);
    for (uint32_t j = 0; j < slice.height; j++)
        for (uint32_t i = 0; i < slice.width; i++)
            if (!lb_slice_is_wall(&slice, i, j)) LB_CHECK(value_at(&slice, i, j) == expected);
}

static void rigid_rotation_has_twice_its_rate_as_vorticity(void)
{
    const double omega = 1.0 / 1024.0;
    for (int axis = 0; axis < 3; axis++) {
        rotate_rigidly(axis, omega);
        check_vorticity_everywhere(axis, 2.0 * omega);
        check_vorticity_everywhere((axis + 1) % 3, 0.0);
        check_vorticity_everywhere((axis + 2) % 3, 0.0);
    }
}

/* Q is the square of the rate of a rotation, less that of a strain, and nothing in a shear.  A slice
 * of it needs the planes beside its own. */
static void q_tells_rotation_from_strain_and_shear(void)
{
    const double rate = 1.0 / 64.0;
    for (int axis = 0; axis < 3; axis++)
        for (int normal = 0; normal < 3; normal++) {
            const int a = (axis + 1) % 3;
            const struct lb_slice slice = view("q", 0, normal);
            rotate_rigidly(axis, rate);
            LB_CHECK(value_at(&slice, 2, 2) == rate * rate);
            for (size_t n = 0; n < CELLS; n++)
                u[3 * n + (size_t)a] = 0.0; /* what is left is a shear */
            LB_CHECK(value_at(&slice, 2, 2) == 0.0);
            for (int z = 0; z < NZ; z++)
                for (int y = 0; y < NY; y++)
                    for (int x = 0; x < NX; x++) {
                        const double r[3] = {x, y, z};
                        double *own = u + 3 * at(x, y, z);
                        memset(own, 0, 3 * sizeof *own);
                        own[axis] = rate * r[axis];
                        own[a] = -rate * r[a];
                    }
            LB_CHECK(value_at(&slice, 2, 2) == -rate * rate);
        }
}

/* What went up goes to the right, what went right down. */
static void a_turned_slice_is_the_same_seen_from_the_side(void)
{
    rotate_rigidly(2, 0.25);
    for (int y = 0; y < NY; y++)
        for (int x = 0; x < NX; x++)
            rho[at(x, y, NZ / 2)] = x + 10.0 * y;
    struct lb_slice turned = view("density", 0, 2);
    lb_slice_turn(&turned);
    LB_CHECK_EQUAL_INT(turned.width, NY);
    LB_CHECK_EQUAL_INT(turned.height, NX);
    LB_CHECK(value_at(&turned, 5, 0) == 50.0 + NX - 1);
    LB_CHECK(value_at(&turned, 2, NX - 1) == 20.0);
    struct lb_slice vorticity = view("vorticity", 0, 2);
    lb_slice_turn(&vorticity);
    for (uint32_t j = 0; j < NX; j++)
        LB_CHECK(value_at(&vorticity, 3, j) == 0.5);
}

/* A derivative across a wall would show: the velocity inside is absurd. */
static void vorticity_never_looks_into_walls(void)
{
    const double omega = -1.0 / 512.0;
    for (int axis = 0; axis < 3; axis++) {
        rotate_rigidly(axis, omega);
        for (int z = 0; z < NZ; z++)
            for (int y = 0; y < NY; y++)
                for (int x = 0; x < NX; x++) {
                    if (abs(x - 4) > 1 || abs(y - 3) > 1 || z != 2) continue;
                    flags[at(x, y, z)] =
                        (x + y + z) % 2 ? LB_CELL_SOLID : LB_CELL_SOLID | LB_CELL_MOVING;
                    for (size_t c = 0; c < 3; c++)
                        u[3 * at(x, y, z) + c] = 1e9;
                }
        check_vorticity_everywhere(axis, 2.0 * omega);
    }
}

static void prescribed_cells_are_no_walls(void)
{
    rotate_rigidly(2, 0.25);
    memset(flags, LB_CELL_EQUILIBRIUM | LB_CELL_NEAR_SOLID, sizeof flags);
    struct lb_slice slice = view("density", 0, 2);
    LB_CHECK(!lb_slice_is_wall(&slice, 1, 1));
    check_vorticity_everywhere(2, 0.5);
}

/* One cell between two walls has no neighbour to differ from. */
static void a_cell_walled_in_has_no_vorticity(void)
{
    rotate_rigidly(2, 0.25);
    memset(flags, LB_CELL_SOLID, sizeof flags);
    flags[at(4, 3, NZ / 2)] = LB_CELL_FLUID;
    struct lb_slice slice = view("vorticity", 0, 2);
    LB_CHECK(value_at(&slice, 4, 3) == 0.0);
}

static void slices_show_the_middle_plane_with_the_right_axes(void)
{
    memset(flags, 0, sizeof flags);
    for (int z = 0; z < NZ; z++)
        for (int y = 0; y < NY; y++)
            for (int x = 0; x < NX; x++)
                rho[at(x, y, z)] = x + 10.0 * y + 100.0 * z;
    struct lb_slice x = view("density", 0, 0), y = view("density", 0, 1), z = view("density", 0, 2);
    LB_CHECK(value_at(&x, 6, 1) == 4 + 60 + 100);
    LB_CHECK(value_at(&y, 6, 1) == 6 + 30 + 100);
    LB_CHECK(value_at(&z, 6, 1) == 6 + 10 + 200);
    LB_CHECK_EQUAL_INT(x.width, NY);
    LB_CHECK_EQUAL_INT(x.height, NZ);
    LB_CHECK_EQUAL_INT(y.width, NX);
    LB_CHECK_EQUAL_INT(y.height, NZ);
    LB_CHECK_EQUAL_INT(z.width, NX);
    LB_CHECK_EQUAL_INT(z.height, NY);
}

static double slice_value(const char *field, int component, uint32_t i, uint32_t j)
{
    const struct lb_slice slice = view(field, component, 2);
    return value_at(&slice, i, j);
}

static void velocities_and_speed_are_those_of_the_cell(void)
{
    double *cell = u + 3 * at(2, 5, NZ / 2);
    cell[0] = 2.0;
    cell[1] = -3.0;
    cell[2] = 6.0;
    LB_CHECK(slice_value("velocity", 0, 2, 5) == 2.0);
    LB_CHECK(slice_value("velocity", 1, 2, 5) == -3.0);
    LB_CHECK(slice_value("velocity", 2, 2, 5) == 6.0);
    LB_CHECK(slice_value("speed", 0, 2, 5) == 7.0);
}

static void set_density_of_middle_plane(double (*value)(int x, int y))
{
    memset(flags, 0, sizeof flags);
    for (int y = 0; y < NY; y++)
        for (int x = 0; x < NX; x++)
            rho[at(x, y, NZ / 2)] = value(x, y);
}

static double slope(int x, int y)
{
    return x + 16.0 * y;
}

/* Blocks of 4 x 4 cells; the last ones are narrower. */
static void a_reduced_slice_averages_the_fluid_cells(void)
{
    struct lb_error err = {0};
    struct lb_raster raster = {0};
    struct lb_slice slice = view("density", 0, 2);
    set_density_of_middle_plane(slope);
    flags[at(0, 0, NZ / 2)] = LB_CELL_SOLID;
    LB_CHECK_OK(lb_raster_create(&slice, 4, &raster, &err), &err);
    LB_CHECK_EQUAL_INT(raster.width, 3);
    LB_CHECK_EQUAL_INT(raster.height, 2);
    LB_CHECK_CLOSE(raster.values[0], (1.5 + 24.0) * 16.0 / 15.0,
                   1e-14); /* without the 0 in the wall */
    LB_CHECK_CLOSE(raster.values[1], 5.5 + 24.0, 1e-14);
    LB_CHECK_CLOSE(raster.values[5], 8.0 + 80.0, 1e-14);
    LB_CHECK(!raster.walls[0]);
    lb_raster_destroy(&raster);
    lb_raster_destroy(&raster);
}

static enum lb_status read_place(void *context, const uint32_t begin[3], const uint32_t end[3],
                                 double *out, struct lb_error *err)
{
    (void)context, (void)err;
    for (uint32_t z = begin[2]; z < end[2]; z++)
        for (uint32_t y = begin[1]; y < end[1]; y++)
            for (uint32_t x = begin[0]; x < end[0]; x++)
                *out++ = x;
    return LB_STATUS_OK;
}

static bool is_metal(const void *context, const uint32_t cell[3])
{
    (void)context;
    return cell[0] < 4;
}

static void solids_that_conduct_have_a_temperature_alone(void)
{
    struct lb_error err = {0};
    struct lb_raster raster = {0};
    struct lb_field_source warm = source;
    struct lb_slice slice = lb_slice_view(&warm, lb_field_find("temperature"), 0, 2);
    warm.read_temperature = read_place;
    warm.conducts = is_metal;
    memset(flags, LB_CELL_SOLID, sizeof flags);
    LB_CHECK_OK(lb_raster_create(&slice, 1, &raster, &err), &err);
    LB_CHECK(!raster.walls[3] && raster.walls[4]);
    LB_CHECK_CLOSE(raster.values[3], 3.0, 0.0);
    lb_raster_destroy(&raster);
    slice.field = lb_field_find("speed");
    LB_CHECK_OK(lb_raster_create(&slice, 1, &raster, &err), &err);
    LB_CHECK(raster.walls[3]);
    lb_raster_destroy(&raster);
}

static void trouble_is_never_averaged_away(void)
{
    struct lb_error err = {0};
    struct lb_raster raster = {0};
    struct lb_slice slice = view("density", 0, 2);
    set_density_of_middle_plane(slope);
    for (int x = 0; x < 4; x++)
        for (int y = 0; y < 4; y++)
            flags[at(x, y, NZ / 2)] = LB_CELL_SOLID;
    flags[at(1, 1, NZ / 2)] = LB_CELL_FLUID;
    rho[at(1, 1, NZ / 2)] = (double)INFINITY;
    rho[at(5, 5, NZ / 2)] = (double)NAN;
    LB_CHECK_OK(lb_raster_create(&slice, 4, &raster, &err), &err);
    LB_CHECK(!isfinite(raster.values[0]) && !raster.walls[0]);
    LB_CHECK(!isfinite(raster.values[4]));
    LB_CHECK(isfinite(raster.values[1]));
    LB_CHECK_EQUAL_INT(raster.not_finite, 2);
    lb_raster_destroy(&raster);
}

static void check_range(const char *field, int component, double low, double high)
{
    struct lb_error err = {0};
    struct lb_raster raster = {0};
    struct lb_slice slice = view(field, component, 2);
    double fitted_low, fitted_high;
    LB_CHECK_OK(lb_raster_create(&slice, 1, &raster, &err), &err);
    LB_CHECK_OK(lb_raster_fit(&raster, slice.field->range, &fitted_low, &fitted_high, &err), &err);
    LB_CHECK_CLOSE(fitted_low, low, 1e-14);
    LB_CHECK_CLOSE(fitted_high, high, 1e-14);
    lb_raster_destroy(&raster);
}

static void colour_ranges_fit_the_fluid(void)
{
    set_density_of_middle_plane(slope);
    flags[at(8, 6, NZ / 2)] = LB_CELL_SOLID;
    rho[at(0, 0, NZ / 2)] = (double)NAN;
    check_range("density", 0, 1.0, 7.0 + 96.0);
    memset(u, 0, sizeof u);
    check_range("velocity", 0, -1.0, 1.0);
    check_range("speed", 0, 0.0, 1.0);
    u[3 * at(3, 3, NZ / 2)] = -0.25;
    u[3 * at(4, 3, NZ / 2)] = 0.125;
    check_range("velocity", 0, -0.25, 0.25);
    check_range("speed", 0, 0.0, 0.25);
    rotate_rigidly(2, 0.125);
    check_range("vorticity", 0, -0.25, 0.25);
}

static double nothing_finite(int x, int y)
{
    return x > y ? (double)NAN : (double)-INFINITY;
}

static void a_field_without_a_finite_number_still_has_a_range(void)
{
    set_density_of_middle_plane(nothing_finite);
    check_range("density", 0, -1.0, 1.0);
}

int main(void)
{
    LB_TEST(rigid_rotation_has_twice_its_rate_as_vorticity);
    LB_TEST(q_tells_rotation_from_strain_and_shear);
    LB_TEST(a_turned_slice_is_the_same_seen_from_the_side);
    LB_TEST(vorticity_never_looks_into_walls);
    LB_TEST(prescribed_cells_are_no_walls);
    LB_TEST(a_cell_walled_in_has_no_vorticity);
    LB_TEST(slices_show_the_middle_plane_with_the_right_axes);
    LB_TEST(velocities_and_speed_are_those_of_the_cell);
    LB_TEST(a_reduced_slice_averages_the_fluid_cells);
    LB_TEST(solids_that_conduct_have_a_temperature_alone);
    LB_TEST(trouble_is_never_averaged_away);
    LB_TEST(colour_ranges_fit_the_fluid);
    LB_TEST(a_field_without_a_finite_number_still_has_a_range);
    return lb_check_report();
}

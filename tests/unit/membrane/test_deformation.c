/* test_deformation.c - ellipsoids, boxes and sheared spheres have their known axes and angles.
 * SPDX-License-Identifier: MIT */
#include "membrane/deformation.h"

#include <math.h>
#include <string.h>

#include "support/check.h"
#include "support/shapes.h"

static const double pi = 3.14159265358979323846;

static struct lb_deformation measure(const struct lb_mesh *mesh)
{
    struct lb_error err = {0};
    struct lb_deformation d = {0};
    LB_CHECK_OK(lb_deformation_measure(mesh, &d, &err), &err);
    return d;
}

static void matrices_come_apart_into_axes(void)
{
    const double matrices[5][9] = {{2, 1, 0, 1, 2, 0, 0, 0, 3},
                                   {1, 0, 0, 0, 1, 0, 0, 0, 1},
                                   {1e-3, 2, -7, 2, 0.5, 1e3, -7, 1e3, -4},
                                   {0, 0, 0, 0, 0, 0, 0, 0, 0},
                                   {5, 1e-9, 0, 1e-9, 5, 2e-9, 0, 2e-9, 5}};
    for (int i = 0; i < 5; i++) {
        const double *m = matrices[i];
        double value[3], vector[3][3], size = 0.0;
        lb_symmetric_eigen(m, value, vector);
        for (int j = 0; j < 9; j++)
            size = fmax(size, fabs(m[j]));
        LB_CHECK(value[0] >= value[1] && value[1] >= value[2]);
        for (int k = 0; k < 3; k++) {
            for (int j = 0; j < 3; j++) {
                double image = 0.0, product = 0.0;
                for (int l = 0; l < 3; l++) {
                    image += m[3 * j + l] * vector[k][l];
                    product += vector[k][l] * vector[j][l];
                }
                LB_CHECK_NEAR(image, value[k] * vector[k][j], 1e-14 * size);
                LB_CHECK_NEAR(product, j == k ? 1.0 : 0.0, 1e-14);
            }
        }
    }
    double value[3], vector[3][3];
    lb_symmetric_eigen(matrices[0], value, vector);
    LB_CHECK_CLOSE(value[0], 3.0, 1e-15);
    LB_CHECK_CLOSE(value[1], 3.0, 1e-15);
    LB_CHECK_CLOSE(value[2], 1.0, 1e-15);
}

/* The second moment of a box is V s^2/12 along each axis, that of an ellipsoid V a^2/5. */
static void a_box_has_the_axes_of_its_moments(void)
{
    static const double shift[3] = {100, 200, 300};
    double turn[9];
    struct lb_mesh box = lb_shape_cuboid(2, 3, 5);
    lb_shape_rotation(0, 1, 0, 0.4, turn); /* about y, from z towards x */
    lb_shape_map(&box, turn, shift);
    struct lb_deformation d = measure(&box);
    LB_CHECK_CLOSE(d.volume, 30.0, 1e-12);
    LB_CHECK_CLOSE(d.semi_axis[0], 5.0 * sqrt(5.0 / 12.0), 1e-12);
    LB_CHECK_CLOSE(d.semi_axis[1], 3.0 * sqrt(5.0 / 12.0), 1e-12);
    LB_CHECK_CLOSE(d.semi_axis[2], 2.0 * sqrt(5.0 / 12.0), 1e-12);
    LB_CHECK_CLOSE(d.taylor, 3.0 / 7.0, 1e-12);
    LB_CHECK_CLOSE(d.inclination_deg, 90.0 - 0.4 * 180.0 / pi, 1e-12);
    LB_CHECK_NEAR(fabs(d.axis[1][1]), 1.0, 1e-12);
    lb_mesh_free(&box);
}

/* x += s z: the axes are the singular values sqrt(1 + s^2/4) +- s/2 and 1; the long one stands at
 * half of atan(2/s). */
static void a_sheared_sphere_has_the_axes_of_the_shear(void)
{
    for (int i = 0; i < 5; i++) {
        const double s = (const double[]){0.01, 0.3, 1.0, 2.0, -0.5}[i];
        const double shear[9] = {1, 0, s, 0, 1, 0, 0, 0, 1}, shift[3] = {64, 32, 96};
        struct lb_mesh sphere = lb_shape_sphere(3, 13.5, 0, 0, 0);
        double radius = measure(&sphere).semi_axis[0]; /* of the mesh: a little below 13.5 */
        lb_shape_map(&sphere, shear, shift);
        struct lb_deformation d = measure(&sphere);
        double half = fabs(s) / 2.0, root = sqrt(1.0 + half * half);
        LB_CHECK_CLOSE(d.taylor, half / root, 1e-11);
        LB_CHECK_CLOSE(d.semi_axis[0], radius * (root + half), 1e-12);
        LB_CHECK_CLOSE(d.semi_axis[1], radius, 1e-12);
        LB_CHECK_CLOSE(d.semi_axis[2], radius * (root - half), 1e-12);
        LB_CHECK_CLOSE(d.inclination_deg, atan(2.0 / s) / 2.0 * 180.0 / pi, 1e-10);
        LB_CHECK_NEAR(d.centroid[2], 96.0, 1e-11);
        lb_mesh_free(&sphere);
    }
}

static void a_turned_ellipsoid_has_its_axes_and_angle(void)
{
    for (int i = 0; i < 7; i++) {
        const double degrees = (const double[]){0, 20, 45, 89, 90, -30, -89}[i];
        const double stretch[9] = {1.7, 0, 0, 0, 1.1, 0, 0, 0, 0.6}, none[3] = {0};
        double turn[9];
        struct lb_mesh body = lb_shape_sphere(2, 4.0, 0, 0, 0);
        lb_shape_rotation(0, 1, 0, -degrees * pi / 180.0, turn); /* lifts x towards z */
        lb_shape_map(&body, stretch, none);
        lb_shape_map(&body, turn, none);
        struct lb_deformation d = measure(&body);
        LB_CHECK_CLOSE(d.taylor, 1.1 / 2.3, 1e-12);
        /* At 90 the last digit decides between the two names of the same direction. */
        LB_CHECK_NEAR(fabs(degrees) == 90 ? fabs(d.inclination_deg) : d.inclination_deg, degrees,
                      1e-9);
        LB_CHECK(d.inclination_deg > -90.0 && d.inclination_deg <= 90.0);
        lb_mesh_free(&body);
    }
}

static void a_sphere_is_not_deformed(void)
{
    struct lb_mesh sphere = lb_shape_sphere(4, 13.5, 64, 32, 96);
    LB_CHECK_NEAR(measure(&sphere).taylor, 0.0, 1e-13);
    lb_mesh_free(&sphere);
}

static void a_body_that_encloses_nothing_is_refused(void)
{
    struct lb_error err = {0};
    struct lb_deformation d;
    struct lb_mesh sheet = lb_shape_sheet(1, 1), box = lb_shape_cuboid(1, 1, 1);
    LB_CHECK_EQUAL_INT(lb_deformation_measure(&sheet, &d, &err), LB_STATUS_FAILED);
    LB_CHECK(strstr(err.text, "volume of the mesh is 0") != NULL);
    box.position[4] = (double)NAN;
    err = (struct lb_error){0};
    LB_CHECK_EQUAL_INT(lb_deformation_measure(&box, &d, &err), LB_STATUS_FAILED);
    LB_CHECK(strstr(err.text, "nan") != NULL);
    lb_mesh_free(&sheet);
    lb_mesh_free(&box);
}

int main(void)
{
    LB_TEST(matrices_come_apart_into_axes);
    LB_TEST(a_box_has_the_axes_of_its_moments);
    LB_TEST(a_sheared_sphere_has_the_axes_of_the_shear);
    LB_TEST(a_turned_ellipsoid_has_its_axes_and_angle);
    LB_TEST(a_sphere_is_not_deformed);
    LB_TEST(a_body_that_encloses_nothing_is_refused);
    return lb_check_report();
}

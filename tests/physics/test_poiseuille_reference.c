/* The host reference in a staircase cylinder, against independently computed errors.
 * Settles the geometry (solid where r > R about the centre of the cross-section) and the error norm
 * (nodes with r < R) that the poiseuille setup and its verdict use; flow of Lehmann et al.,
 * Phys. Rev. E 106, 015308 (2022), section 4.1: Re 10, u_max 0.1, D3Q19, SRT, Guo force.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>

#include "poiseuille_reference.h"
#include "support/check.h"
#include "reference/reference.h"

static const double u_max = 0.1;
static const double reynolds = 10.0;

struct cylinder {
    double radius;
    uint32_t width; /* of the cross-section, 2 (R + 1) */
};

static double distance_squared(const struct cylinder *s, uint32_t y, uint32_t z)
{
    const double centre = 0.5 * s->width - 0.5;
    return (y - centre) * (y - centre) + (z - centre) * (z - centre);
}

static void fill_cylinder(const void *state, uint32_t x, uint32_t y, uint32_t z,
                          struct lb_cell *out)
{
    const struct cylinder *s = state;
    (void)x;
    if (distance_squared(s, y, z) > s->radius * s->radius) out->flags = LB_CELL_SOLID;
}

/* sqrt(sum (u - u_exact)^2 / sum u_exact^2) over the nodes with r < R. */
static double profile_error(const struct cylinder *s, const double u[])
{
    double difference = 0.0, norm = 0.0;
    for (uint32_t z = 0; z < s->width; z++)
        for (uint32_t y = 0; y < s->width; y++) {
            const double r2 = distance_squared(s, y, z) / (s->radius * s->radius);
            if (r2 >= 1.0) continue;
            const double exact = u_max * (1.0 - r2);
            const double ux = u[3 * ((size_t)z * s->width + y)];
            difference += (ux - exact) * (ux - exact);
            norm += exact * exact;
        }
    return sqrt(difference / norm);
}

static double steady_error(double radius, const char *lattice, const char *collision)
{
    const struct cylinder s = {.radius = radius, .width = 2 * ((uint32_t)radius + 1)};
    const double viscosity = 2.0 * radius * u_max / reynolds;
    const struct lb_case c = {.name = "cylinder",
                              .lattice = lb_lattice_find(lattice),
                              .collision = lb_collision_find(collision),
                              .storage = lb_number_format_find("fp64"),
                              .arithmetic = LB_ARITHMETIC_FP64,
                              .shift = true,
                              .size = {1, s.width, s.width},
                              .viscosity = viscosity,
                              .force = {4.0 * viscosity * u_max / (radius * radius)},
                              .cell_kinds = LB_CELL_SOLID,
                              .start = fill_cylinder,
                              .start_state = &s};
    /* The slowest mode decays within R^2 / (5.783 nu) + tau steps by e; 25 of those leave nothing. */
    const double steps =
        25.0 * (radius * radius / (5.783 * viscosity) + lb_case_relaxation_time(&c));
    struct lb_reference *r = NULL;
    struct lb_error err = {0};
    double error = (double)NAN;
    double *u = calloc(3 * (size_t)lb_case_cell_count(&c), sizeof *u);
    if (LB_CHECK(u != NULL) && LB_CHECK_OK(lb_reference_create(&c, false, &r, &err), &err)) {
        lb_reference_advance(r, (uint64_t)steps);
        lb_reference_read(r, NULL, u);
        error = profile_error(&s, u);
    }
    lb_reference_destroy(r);
    free(u);
    return error;
}

static void cylinder_errors_are_the_known_ones(void)
{
    LB_CHECK_CLOSE(steady_error(3.0, "d3q19", "srt"), 1.53637e-1, 1e-3);
    LB_CHECK_CLOSE(steady_error(7.0, "d3q19", "srt"), 3.93697e-2, 1e-3);
    LB_CHECK_CLOSE(steady_error(15.0, "d3q19", "srt"), 1.94847e-2, 1e-3);
}

/* The numbers that the setup's verdict has for other sets and operators. */
static void check_stored(double radius, const char *lattice, const char *collision)
{
    const struct lb_case c = {.lattice = lb_lattice_find(lattice),
                              .collision = lb_collision_find(collision),
                              .storage = lb_number_format_find("fp64"),
                              .arithmetic = LB_ARITHMETIC_FP64,
                              .shift = true,
                              .viscosity = 2.0 * radius * u_max / reynolds};
    const struct lb_expected_error e = lb_poiseuille_expected_error(&c, radius, reynolds, u_max);
    printf("  %s %s R = %g\n", lattice, collision, radius);
    LB_CHECK(!e.is_bound);
    LB_CHECK_CLOSE(e.value, steady_error(radius, lattice, collision), 5e-5);
}

/* The wide cylinder takes most of the time: each lattice and each operator always has it once. */
static void stored_errors_are_those_of_the_reference(void)
{
    static const char *const lattices[] = {"d3q15", "d3q19", "d3q27"};
    for (size_t l = 0; l < sizeof lattices / sizeof *lattices; l++)
        for (size_t k = 0; lb_collisions[k] != NULL; k++)
            for (int n = 0; n < 2; n++) {
                if (strcmp(lb_collisions[k]->name, "rr") == 0) continue; /* the staircase's bound */
                if (lb_check_runs(n == 0 || k % 3 == l))
                    check_stored(n == 0 ? 3.0 : 7.0, lattices[l], lb_collisions[k]->name);
            }
    if (lb_check_runs(true)) check_stored(7.0, "d3q13", "mrt");
    if (lb_check_runs(false)) check_stored(15.0, "d3q15", "srt");
}

int main(void)
{
    LB_TEST(cylinder_errors_are_the_known_ones);
    LB_TEST_MATRIX(stored_errors_are_those_of_the_reference);
    return lb_check_report();
}

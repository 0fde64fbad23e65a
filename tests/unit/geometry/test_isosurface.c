/* test_isosurface.c - surfaces of fields: closed, turned outwards, and where they should be.
 * SPDX-License-Identifier: MIT */
#include "geometry/isosurface.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/volume_fraction.h"
#include "geometry/mesh_geometry.h"
#include "geometry/half_edges.h"
#include "support/check.h"

static const double pi = 3.14159265358979323846;

struct field {
    uint32_t size[3];
    double *numbers;
};

static struct field make_field(uint32_t nx, uint32_t ny, uint32_t nz)
{
    struct field f = {.size = {nx, ny, nz}};
    f.numbers = calloc((size_t)nx * ny * nz, sizeof *f.numbers);
    if (f.numbers == NULL) abort();
    return f;
}

static double *number_at(const struct field *f, uint32_t x, uint32_t y, uint32_t z)
{
    return f->numbers + ((size_t)z * f->size[1] + y) * f->size[0] + x;
}

typedef double value_function(const double centre[3], const double *parameters);

static struct field field_of(value_function *value, const double *parameters, uint32_t nx,
                             uint32_t ny, uint32_t nz)
{
    struct field f = make_field(nx, ny, nz);
    for (uint32_t z = 0; z < nz; z++)
        for (uint32_t y = 0; y < ny; y++)
            for (uint32_t x = 0; x < nx; x++) {
                const double centre[3] = {x + 0.5, y + 0.5, z + 0.5};
                *number_at(&f, x, y, z) = value(centre, parameters);
            }
    return f;
}

static enum lb_status read_layer(void *source, uint32_t z, double *out, struct lb_error *err)
{
    const struct field *f = source;
    (void)err;
    memcpy(out, number_at(f, 0, 0, z), (size_t)f->size[0] * f->size[1] * sizeof *out);
    return LB_STATUS_OK;
}

static struct lb_mesh surface_of(struct field *f, double level, bool is_closed)
{
    struct lb_error err = {0};
    struct lb_mesh mesh = {0};
    const struct lb_isosurface iso = {.size = {f->size[0], f->size[1], f->size[2]},
                                      .level = level,
                                      .is_closed = is_closed,
                                      .layer = read_layer,
                                      .source = f};
    LB_CHECK_OK(lb_isosurface_create(&iso, &mesh, &err), &err);
    return mesh;
}

/* --- what a closed surface is ----------------------------------------------------------------- */

/* Each side belongs to two triangles that run along it in opposite directions, and around each node
 * there is one fan of triangles. */
static bool is_closed_surface(const struct lb_mesh *mesh)
{
    struct lb_error err = {0};
    const size_t halves = 3 * (size_t)mesh->triangle_count;
    uint32_t *opposite = malloc((halves + 1) * sizeof *opposite);
    uint8_t *seen = calloc(halves + 1, 1);
    uint64_t fans = 0;
    if (opposite == NULL || seen == NULL) abort();
    bool ok = lb_half_edges_pair(mesh, opposite, &err) == LB_STATUS_OK;
    for (uint32_t h = 0; ok && h < halves; h++) {
        if (seen[h]) continue;
        fans++;
        for (uint32_t g = h; !seen[g]; g = opposite[lb_mesh_previous(g)])
            seen[g] = 1;
    }
    free(opposite);
    free(seen);
    return ok && fans == mesh->node_count;
}

static double height_of(const struct lb_mesh *mesh, uint32_t t)
{
    const uint32_t *k = mesh->corner + 3 * (size_t)t;
    double longest = 0.0;
    for (int i = 0; i < 3; i++)
        longest = fmax(longest, lb_vector_length(lb_mesh_side(mesh, k[i], k[(i + 1) % 3])));
    return lb_vector_length(lb_mesh_normal(mesh, t)) / longest;
}

/* How often the surface goes round a point: solid angles over 4 pi (van Oosterom, Strackee 1983). */
static double winding(const struct lb_mesh *mesh, struct lb_vector point)
{
    double sum = 0.0;
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *k = mesh->corner + 3 * t;
        struct lb_vector v[3];
        double r[3];
        for (int i = 0; i < 3; i++) {
            v[i] = lb_vector_subtract(lb_mesh_node(mesh, k[i]), point);
            r[i] = lb_vector_length(v[i]);
        }
        const double below = r[0] * r[1] * r[2] + lb_vector_dot(v[0], v[1]) * r[2] +
                             lb_vector_dot(v[1], v[2]) * r[0] + lb_vector_dot(v[2], v[0]) * r[1];
        sum += 2.0 * atan2(lb_vector_dot(v[0], lb_vector_cross(v[1], v[2])), below);
    }
    return sum / (4.0 * pi);
}

/* The centre of every wet cell lies inside, that of every other outside. */
static void check_sides(struct field *f, const struct lb_mesh *mesh, double level)
{
    for (uint32_t z = 0; z < f->size[2]; z++)
        for (uint32_t y = 0; y < f->size[1]; y++)
            for (uint32_t x = 0; x < f->size[0]; x++) {
                const double value = *number_at(f, x, y, z);
                const double wanted = isfinite(value) && value >= level ? 1.0 : 0.0;
                const double found = winding(mesh, (struct lb_vector){x + 0.5, y + 0.5, z + 0.5});
                if (!(fabs(found - wanted) < 1e-6)) LB_CHECK_NEAR(found, wanted, 1e-6);
            }
}

/* --- spheres ---------------------------------------------------------------------------------- */

/* Its gradient is not constant, as that of no real field is. */
static double ball_value(const double x[3], const double *parameters)
{
    const double *c = parameters;
    const double dx = x[0] - c[0], dy = x[1] - c[1], dz = x[2] - c[2];
    const double s = (dx * dx + dy * dy + dz * dz) / (c[3] * c[3]);
    return 1.0 / (1.0 + s);
}

static void a_ball_has_its_area_and_volume_to_second_order(void)
{
    double before[2] = {0};
    for (uint32_t n = 12; n <= 96; n *= 2) {
        const double r = 0.36 * n, parameters[4] = {0.51 * n, 0.49 * n, 0.5 * n + 0.21, r};
        struct field f = field_of(ball_value, parameters, n, n, n);
        struct lb_mesh mesh = surface_of(&f, 0.5, false);
        struct lb_error err = {0};
        LB_CHECK(is_closed_surface(&mesh));
        const double low[3] = {0}, high[3] = {n, n, n};
        LB_CHECK_OK(lb_mesh_check(&mesh, &err), &err);
        LB_CHECK_OK(lb_mesh_check_box(&mesh, low, high, &err), &err);
        /* V - E + F = 2 with E = 3 F / 2 */
        LB_CHECK_EQUAL_INT((long long)mesh.node_count - mesh.triangle_count / 2, 2);
        const double error[2] = {fabs(lb_mesh_area(&mesh) / (4.0 * pi * r * r) - 1.0),
                                 fabs(lb_mesh_volume(&mesh) / (4.0 / 3.0 * pi * r * r * r) - 1.0)};
        for (int k = 0; k < 2; k++) {
            if (n > 12) LB_CHECK(before[k] / error[k] > 3.4 && before[k] / error[k] < 4.8);
            before[k] = error[k];
        }
        lb_mesh_free(&mesh);
        free(f.numbers);
    }
    LB_CHECK(before[0] < 5e-4 && before[1] < 5e-4);
}

/* What the solver starts from: cells that are wet in part, and 0 or 1 elsewhere. */
static void fill_levels_of_a_drop_give_the_drop(void)
{
    const struct lb_sphere drop = {{20.3, 20.1, 19.8}, 14.0};
    struct field f = make_field(40, 40, 40);
    for (uint32_t z = 0; z < 40; z++)
        for (uint32_t y = 0; y < 40; y++)
            for (uint32_t x = 0; x < 40; x++)
                *number_at(&f, x, y, z) = lb_volume_fraction(lb_sphere_depth, &drop, 3, x, y, z);
    struct lb_mesh mesh = surface_of(&f, 0.5, false);
    double max = 0.0;
    for (uint32_t n = 0; n < mesh.node_count; n++) {
        const struct lb_vector c = lb_vector_load(drop.centre);
        const double r = lb_vector_length(lb_vector_subtract(lb_mesh_node(&mesh, n), c));
        max = fmax(max, fabs(r - drop.radius));
    }
    LB_CHECK(is_closed_surface(&mesh));
    LB_CHECK(max < 0.15);
    LB_CHECK_CLOSE(lb_mesh_volume(&mesh), 4.0 / 3.0 * pi * pow(drop.radius, 3.0), 5e-3);
    lb_mesh_free(&mesh);
    free(f.numbers);
}

/* --- every case ------------------------------------------------------------------------------- */

static void all_cubes_keep_wet_and_dry_apart(void)
{
    struct field f = make_field(2, 2, 2);
    for (unsigned wet = 0; wet < 256; wet++) {
        for (unsigned c = 0; c < 8; c++)
            f.numbers[c] = (wet >> c & 1) != 0 ? 0.5 + 0.06 * (c + 1) : 0.05 * c;
        struct lb_mesh mesh = surface_of(&f, 0.5, true);
        LB_CHECK(is_closed_surface(&mesh));
        check_sides(&f, &mesh, 0.5);
        if (wet == 0) LB_CHECK_EQUAL_INT(mesh.triangle_count, 0);
        lb_mesh_free(&mesh);
    }
    free(f.numbers);
}

/* Cells that touch over a side of theirs are one body; over a corner, two. */
static void wet_cells_hang_together_over_sides(void)
{
    struct field f = make_field(4, 4, 4);
    *number_at(&f, 1, 1, 1) = 1.0;
    *number_at(&f, 2, 2, 1) = 1.0;
    struct lb_mesh mesh = surface_of(&f, 0.5, false);
    LB_CHECK_EQUAL_INT((long long)mesh.node_count - mesh.triangle_count / 2, 2);
    lb_mesh_free(&mesh);
    *number_at(&f, 2, 2, 1) = 0.0;
    *number_at(&f, 2, 2, 2) = 1.0;
    mesh = surface_of(&f, 0.5, false);
    LB_CHECK_EQUAL_INT((long long)mesh.node_count - mesh.triangle_count / 2, 4);
    lb_mesh_free(&mesh);
    free(f.numbers);
}

static double random_number(uint64_t *state)
{
    *state = *state * 6364136223846793005U + 1442695040888963407U;
    return (double)(*state >> 11) / 9007199254740992.0;
}

static void random_fields_have_closed_surfaces(void)
{
    uint64_t state = 1;
    for (int round = 0; round < 12; round++) {
        struct field f = make_field(7, 6, 8);
        for (size_t n = 0; n < (size_t)7 * 6 * 8; n++) {
            f.numbers[n] = random_number(&state);
            if (round % 3 == 1) f.numbers[n] = floor(5.0 * f.numbers[n]) / 4.0; /* some at 1/2 */
            if (round % 3 == 2 && random_number(&state) < 0.2) f.numbers[n] = (double)NAN;
        }
        struct lb_mesh mesh = surface_of(&f, 0.5, true);
        LB_CHECK(mesh.triangle_count > 500);
        LB_CHECK(is_closed_surface(&mesh));
        check_sides(&f, &mesh, 0.5);
        for (uint32_t t = 0; t < mesh.triangle_count; t++)
            if (!(height_of(&mesh, t) > 1e-6)) LB_CHECK(height_of(&mesh, t) > 1e-6);
        lb_mesh_free(&mesh);
        free(f.numbers);
    }
}

/* --- planes and borders ----------------------------------------------------------------------- */

static double plane_value(const double x[3], const double *p)
{
    return p[0] * x[0] + p[1] * x[1] + p[2] * x[2] + p[3];
}

static void planes_are_exact(void)
{
    const double p[4] = {-0.31, 0.17, -1.0, 9.0123}; /* wet below it; through no centre */
    struct field f = field_of(plane_value, p, 14, 11, 16);
    struct lb_mesh mesh = surface_of(&f, 0.0, false);
    double max = 0.0;
    for (uint32_t n = 0; n < mesh.node_count; n++)
        max = fmax(max, fabs(plane_value(mesh.position + 3 * (size_t)n, p)));
    LB_CHECK(mesh.node_count > 0);
    LB_CHECK_NEAR(max, 0.0, 1e-13);
    LB_CHECK_CLOSE(lb_mesh_area(&mesh), 13.0 * 10.0 * sqrt(1.0 + 0.31 * 0.31 + 0.17 * 0.17), 1e-13);
    struct lb_vector sum = {0}; /* up, into the dry */
    for (uint32_t t = 0; t < mesh.triangle_count; t++)
        sum = lb_vector_add(sum, lb_mesh_normal(&mesh, t));
    LB_CHECK_CLOSE(sum.z / 2.0, 130.0, 1e-13);
    LB_CHECK_CLOSE(sum.x / 2.0, 130.0 * 0.31, 1e-12);
    LB_CHECK_CLOSE(sum.y / 2.0, -130.0 * 0.17, 1e-12);
    lb_mesh_free(&mesh);
    free(f.numbers);
}

static void a_plane_through_centres_keeps_its_triangles(void)
{
    const double p[4] = {0.0, 1.0, -1.0, 3.0};
    struct field f = field_of(plane_value, p, 9, 9, 14);
    struct lb_mesh mesh = surface_of(&f, 0.0, false);
    for (uint32_t n = 0; n < mesh.node_count; n++)
        if (!(fabs(plane_value(mesh.position + 3 * (size_t)n, p)) < 1.001e-5))
            LB_CHECK_NEAR(plane_value(mesh.position + 3 * (size_t)n, p), 0.0, 1.001e-5);
    for (uint32_t t = 0; t < mesh.triangle_count; t++)
        if (!(height_of(&mesh, t) > 1e-6)) LB_CHECK(height_of(&mesh, t) > 1e-6);
    LB_CHECK_CLOSE(lb_mesh_area(&mesh), 64.0 * sqrt(2.0), 1e-4);
    lb_mesh_free(&mesh);
    free(f.numbers);
}

static void open_surfaces_end_at_the_last_centres_and_at_walls(void)
{
    const double p[4] = {0.0, 0.0, -1.0, 4.2};
    struct field f = field_of(plane_value, p, 12, 10, 9);
    for (uint32_t z = 0; z < 9; z++)
        for (uint32_t y = 3; y < 6; y++)
            for (uint32_t x = 4; x < 8; x++)
                *number_at(&f, x, y, z) = (double)NAN;
    struct lb_mesh mesh = surface_of(&f, 0.0, false);
    LB_CHECK_CLOSE(lb_mesh_area(&mesh), 11.0 * 9.0 - 5.0 * 4.0, 1e-12);
    for (uint32_t n = 0; n < mesh.node_count; n++)
        if (!(fabs(mesh.position[3 * n + 2] - 4.2) < 1e-12))
            LB_CHECK_NEAR(mesh.position[3 * n + 2], 4.2, 1e-12);
    lb_mesh_free(&mesh);
    free(f.numbers);
}

/* A box full of water: its faces, and half a cell cut off along its sides. */
static void closed_surfaces_run_along_the_faces(void)
{
    struct field f = make_field(9, 7, 5);
    for (size_t n = 0; n < (size_t)9 * 7 * 5; n++)
        f.numbers[n] = 1.0;
    struct lb_mesh mesh = surface_of(&f, 0.5, true);
    struct lb_error err = {0};
    LB_CHECK_OK(lb_mesh_check(&mesh, &err), &err);
    double max[3] = {0}, min[3] = {99, 99, 99};
    for (size_t i = 0; i < 3 * (size_t)mesh.node_count; i++) {
        max[i % 3] = fmax(max[i % 3], mesh.position[i]);
        min[i % 3] = fmin(min[i % 3], mesh.position[i]);
    }
    for (int a = 0; a < 3; a++) {
        LB_CHECK_NEAR(max[a], f.size[a], 0.0);
        LB_CHECK_NEAR(min[a], 0.0, 0.0);
    }
    /* prisms of 1/8 along the sides between the last centres; at the eight corners the cube of half
     * a cell less the tetrahedron that stays of it: 1/8 - 1/48 */
    const double volume = 9.0 * 7.0 * 5.0 - 4.0 * (8.0 + 6.0 + 4.0) / 8.0 - 8.0 * (5.0 / 48.0);
    LB_CHECK_CLOSE(lb_mesh_volume(&mesh), volume, 1e-13);
    lb_mesh_free(&mesh);
    free(f.numbers);
}

static void fields_without_a_surface_give_none(void)
{
    const uint32_t sizes[][3] = {{1, 1, 1}, {5, 1, 1}, {8, 8, 1}, {4, 4, 4}};
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
        for (int kind = 0; kind < 3; kind++) {
            const double filling[3] = {0.0, 1.0, (double)NAN};
            struct field f = make_field(sizes[s][0], sizes[s][1], sizes[s][2]);
            const size_t cells = (size_t)sizes[s][0] * sizes[s][1] * sizes[s][2];
            for (size_t n = 0; n < cells; n++)
                f.numbers[n] = filling[kind];
            struct lb_mesh mesh = surface_of(&f, 0.5, false);
            LB_CHECK_EQUAL_INT(mesh.triangle_count, 0);
            LB_CHECK_EQUAL_INT(mesh.node_count, 0);
            lb_mesh_free(&mesh);
            free(f.numbers);
        }
}

static enum lb_status fail_at_three(void *source, uint32_t z, double *out, struct lb_error *err)
{
    if (z == 3) return lb_fail(err, LB_STATUS_DEVICE, "layer three is gone");
    return read_layer(source, z, out, err);
}

static void failures_of_the_field_come_through(void)
{
    const double p[4] = {0.3, 0.0, -1.0, 3.2};
    struct lb_error err = {0};
    struct lb_mesh mesh = {0};
    struct field f = field_of(plane_value, p, 6, 6, 6);
    struct lb_isosurface iso = {.size = {6, 6, 6}, .layer = fail_at_three, .source = &f};
    LB_CHECK_EQUAL_INT(lb_isosurface_create(&iso, &mesh, &err), LB_STATUS_DEVICE);
    LB_CHECK_EQUAL_TEXT(err.text, "layer three is gone");
    LB_CHECK(mesh.position == NULL && mesh.corner == NULL);
    err = (struct lb_error){0};
    iso.layer = read_layer;
    iso.level = (double)NAN;
    LB_CHECK_EQUAL_INT(lb_isosurface_create(&iso, &mesh, &err), LB_STATUS_FAILED);
    LB_CHECK(strstr(err.text, "finite") != NULL);
    err = (struct lb_error){0};
    iso.level = 0.0;
    LB_CHECK_OK(lb_isosurface_create(&iso, &mesh, &err), &err);
    LB_CHECK_CLOSE(lb_mesh_area(&mesh), 25.0 * sqrt(1.09), 1e-12);
    lb_mesh_free(&mesh);
    free(f.numbers);
}

int main(void)
{
    LB_TEST(a_ball_has_its_area_and_volume_to_second_order);
    LB_TEST(fill_levels_of_a_drop_give_the_drop);
    LB_TEST(all_cubes_keep_wet_and_dry_apart);
    LB_TEST(wet_cells_hang_together_over_sides);
    LB_TEST(random_fields_have_closed_surfaces);
    LB_TEST(planes_are_exact);
    LB_TEST(a_plane_through_centres_keeps_its_triangles);
    LB_TEST(open_surfaces_end_at_the_last_centres_and_at_walls);
    LB_TEST(closed_surfaces_run_along_the_faces);
    LB_TEST(fields_without_a_surface_give_none);
    LB_TEST(failures_of_the_field_come_through);
    return lb_check_report();
}

/* A drop thrown at the lid of a box with a pool is measured and taken out there; another stays; the
 * books keep to the mass.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>

#include "opencl/device.h"
#include "geometry/volume_fraction.h"
#include "solver/free_surface_query.h"
#include "support/check.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

enum { WIDTH = 24, HEIGHT = 40, EVERY = 4 };

static struct lb_device *device;

/* Across a corner of the periodic sides, so that it is wrapped; the other one in mid-air. */
static const struct lb_sphere thrown = {{1.3, 22.8, 31.1}, 5.0};
static const struct lb_sphere falling = {{13.2, 11.6, 23.4}, 3.0};
static const double throwing[3] = {0.01, -0.02, 0.05};
static const struct {
    double radius, speed;
} jet = {5.0, 0.05};
static const double gravity = 2e-5;

/* The state is the axis that is up; the case is turned with it. */
static void start(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const int up = *(const int *)state;
    const uint32_t given[3] = {x, y, z};
    uint32_t at[3]; /* as if z were up */
    for (int axis = 0; axis < 3; axis++)
        at[axis] = given[(axis + up + 1) % 3];
    if (at[2] == 0 || at[2] == HEIGHT - 1) {
        out->flags = LB_CELL_SOLID;
        return;
    }
    const double in_pool = 8.4 - at[2];
    out->fill = in_pool < 0.0 ? 0.0 : in_pool > 1.0 ? 1.0 : in_pool;
    out->fill += lb_volume_fraction(lb_sphere_depth, &falling, 3, at[0], at[1], at[2]);
    for (int k = 0; k < 9; k++) { /* and its images */
        struct lb_sphere image = thrown;
        image.centre[0] += (k % 3 - 1) * WIDTH;
        image.centre[1] += (double)(k / 3 - 1) * WIDTH;
        const double wet = lb_volume_fraction(lb_sphere_depth, &image, 3, at[0], at[1], at[2]);
        if (wet <= 0.0) continue;
        out->fill += wet;
        for (int axis = 0; axis < 3; axis++)
            out->u[(axis + up + 1) % 3] = throwing[axis];
    }
}

static void make_case(struct lb_case *c, const int *up)
{
    lb_test_layout = (struct lb_layout_wishes){.lanes = 4};
    *c = (struct lb_case){.name = "thrown",
                          .lattice = lb_lattice_find("d3q19"),
                          .collision = lb_collision_find("srt"),
                          .storage = lb_number_format_find("fp64"),
                          .arithmetic = LB_ARITHMETIC_FP64,
                          .streaming = LB_STREAMING_IN_PLACE,
                          .shift = true,
                          .size = {WIDTH, WIDTH, WIDTH},
                          .viscosity = 0.1,
                          .surface = {.exists = true, .tension = 2e-3},
                          .cell_kinds = LB_CELL_SOLID,
                          .start = start,
                          .start_state = up};
    c->size[*up] = HEIGHT;
    c->force[*up] = -gravity;
}

/* The drop when it was taken, at `step`, against where and how it was thrown. */
static void check_droplet(const struct lb_droplets *d, int up, uint64_t step)
{
    const double pi = 3.14159265358979323846;
    const double volume = 4.0 / 3.0 * pi * pow(thrown.radius, 3.0), t = (double)step;
    const struct lb_droplet *one = &d->list[0];
    printf("        step %.0f: diameter %.3f, velocity %.5f %.5f %.5f, at %.2f %.2f %.2f\n", t,
           one->diameter, one->velocity[0], one->velocity[1], one->velocity[2], one->centroid[0],
           one->centroid[1], one->centroid[2]);
    LB_CHECK_CLOSE(one->mass, volume, 0.01); /* the supersampled start */
    LB_CHECK_CLOSE(one->diameter, 2.0 * thrown.radius, 0.01);
    for (int axis = 0; axis < 3; axis++) {
        const int mine = (axis + up + 1) % 3;
        const double fall = axis == 2 ? gravity * t : 0.0, box = (double)d->size[mine];
        const double path = throwing[axis] * t - 0.5 * fall * t;
        double off = one->centroid[mine] - (thrown.centre[axis] + path);
        off -= box * rint(off / box);
        LB_CHECK_NEAR(off, 0.0, 0.15);
        LB_CHECK_NEAR(one->velocity[mine], throwing[axis] - fall, 0.02 * 0.05);
    }
    const uint32_t at[3] = {(uint32_t)one->centroid[0], (uint32_t)one->centroid[1],
                            (uint32_t)one->centroid[2]};
    LB_CHECK_EQUAL_INT(lb_droplets_at(d, at[0], at[1], at[2]), 0);
    LB_CHECK_EQUAL_INT(lb_droplets_at(d, (at[0] + WIDTH / 2) % d->size[0],
                                      (at[1] + WIDTH / 2) % d->size[1],
                                      (at[2] + WIDTH / 2) % d->size[2]),
                       -1);
}

struct books {
    double mass, worst;
    uint64_t contacts;
    size_t taken;
};

static bool keep_books(struct lb_solver *s, struct books *b)
{
    struct lb_survey now;
    struct lb_error err = {0};
    if (!LB_CHECK_OK(lb_solver_survey(s, &now, &err), &err)) return false;
    if (b->mass <= 0.0) b->mass = lb_surface_survey_mass(&now.surface);
    b->worst = fmax(b->worst, fabs(lb_surface_survey_mass(&now.surface) / b->mass - 1.0));
    b->contacts += now.surface.contacts;
    return LB_CHECK(now.non_finite == 0);
}

/* Before and after: the volume that is left, and the other drop. */
static void check_rest(struct lb_solver *s, const struct lb_droplet *taken, double volume_before)
{
    struct lb_survey now;
    struct lb_error err = {0};
    if (!LB_CHECK_OK(lb_solver_survey(s, &now, &err), &err)) return;
    LB_CHECK_NEAR(volume_before - now.surface.volume, taken->volume, 1e-9);
    LB_CHECK_CLOSE(now.surface.removed_mass, taken->mass, 1e-14);
    const double pool = WIDTH * WIDTH * 7.4, pi = 3.14159265358979323846;
    const double other = 4.0 / 3.0 * pi * pow(falling.radius, 3.0);
    LB_CHECK_CLOSE(now.surface.volume - pool, other, 0.02);
}

static void throw_and_take(struct lb_case *c, int up, double tolerance)
{
    struct lb_solver *s = NULL;
    struct lb_error err = {0};
    struct lb_droplets d = {.list = NULL};
    struct books books = {.mass = 0.0};
    struct lb_survey before;
    if (!LB_CHECK_OK(lb_test_solver_create(c, device, &s, &err), &err)) return;
    for (unsigned step = 0; step < 64; step += EVERY) {
        if (!keep_books(s, &books)) break;
        if (!LB_CHECK_OK(lb_solver_survey(s, &before, &err), &err)) break;
        if (!LB_CHECK_OK(lb_solver_take_droplets(s, up, 1, &d, &err), &err)) break;
        if (d.count > 0 && books.taken == 0) {
            check_droplet(&d, up, lb_solver_step(s));
            check_rest(s, &d.list[0], before.surface.volume);
        }
        books.taken += d.count;
        if (!keep_books(s, &books)) break;
        if (!LB_CHECK_OK(lb_solver_advance(s, EVERY, &err), &err)) break;
    }
    LB_CHECK_EQUAL_INT(books.taken, 1);
    LB_CHECK_EQUAL_INT(books.contacts, 0);
    LB_CHECK_NEAR(books.worst, 0.0, tolerance);
    lb_droplets_clear(&d);
    lb_solver_destroy(s);
}

static void a_drop_at_the_lid_is_measured_and_taken_out(void)
{
    const int up = 2;
    struct lb_case c;
    if (!lb_device_get_info(device)->fp64) return;
    make_case(&c, &up);
    throw_and_take(&c, up, 1e-12);
}

static void so_it_is_along_another_axis_in_single_precision_and_with_two_copies(void)
{
    const int up = 1;
    struct lb_case c;
    if (!lb_check_runs(false)) return;
    make_case(&c, &up);
    c.surface.tension = 0.0;
    c.arithmetic = LB_ARITHMETIC_FP32;
    c.storage = lb_number_format_find("fp32");
    c.streaming = LB_STREAMING_PULL;
    throw_and_take(&c, up, 1e-5);
}

/* Drops of all sizes that rise, meet and turn cells all the time, so that much of their mass is on
 * its way to cells beside them when they are taken. */
enum { SPRAY = 30 };

static void start_spray(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const uint32_t at[3] = {x, y, z};
    (void)state;
    if (z == 0 || z == HEIGHT - 1) {
        out->flags = LB_CELL_SOLID;
        return;
    }
    out->fill = 0.0;
    for (uint32_t n = 0; n < SPRAY; n++) {
        uint32_t r = (n + 1) * 2654435761u;
        r = (r ^ (r >> 15)) * 2246822519u;
        r = (r ^ (r >> 13)) * 3266489917u;
        r ^= r >> 16;
        const struct lb_sphere drop = {
            {(r >> 4) % 240 / 10.0, (r >> 12) % 240 / 10.0, 6.0 + (r >> 20) % 300 / 10.0},
            1.0 + n % 5 * 0.4};
        const double wet = lb_volume_fraction(lb_sphere_depth, &drop, 3, at[0], at[1], at[2]);
        if (wet <= out->fill) continue;
        out->fill = wet;
        for (uint32_t axis = 0; axis < 3; axis++)
            out->u[axis] = ((r >> (5 * axis)) % 32 / 16.0 - 1.0) * 0.08;
        out->u[2] += 0.06; /* up */
    }
}

static void books_are_right_with_mass_on_its_way(void)
{
    const int up = 2;
    struct lb_case c;
    struct lb_solver *s = NULL;
    struct lb_error err = {0};
    struct lb_droplets d = {.list = NULL};
    struct books books = {.mass = 0.0};
    if (!lb_device_get_info(device)->fp64) return;
    make_case(&c, &up);
    c.start = start_spray;
    if (!LB_CHECK_OK(lb_test_solver_create(&c, device, &s, &err), &err)) return;
    for (unsigned step = 0; step < 360; step += 3) {
        if (!LB_CHECK_OK(lb_solver_take_droplets(s, up, 1, &d, &err), &err)) break;
        books.taken += d.count;
        if (!keep_books(s, &books)) break;
        if (!LB_CHECK_OK(lb_solver_advance(s, 3, &err), &err)) break;
    }
    printf("        %zu droplets taken, mass kept to %.1e\n", books.taken, books.worst);
    LB_CHECK(books.taken > 5);
    LB_CHECK_EQUAL_INT(books.contacts, 0);
    LB_CHECK_NEAR(books.worst, 0.0, 1e-12);
    lb_droplets_clear(&d);
    lb_solver_destroy(s);
}

/* A column of water from the floor on, on its way up; the state is the axis that is up, y in two dimensions. */
static void start_jet(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const int up = *(const int *)state;
    const uint32_t height = up == 2 ? z : y;
    const double rx = x + 0.5 - 0.5 * WIDTH, ry = up == 2 ? y + 0.5 - 0.5 * WIDTH : 0.0;
    const double depth = jet.radius + 0.5 - sqrt(rx * rx + ry * ry);
    out->flags = height == 0 || height == HEIGHT - 1 ? LB_CELL_SOLID : LB_CELL_FLUID;
    out->fill = height < 30 ? fmin(fmax(depth, 0.0), 1.0) : 0.0;
    out->u[up] = jet.speed;
}

/* What the cut itself does to the books: they are the same before and after it, whatever the format
 * does to the mass from step to step. */
static double cut_and_compare(struct lb_solver *s, int up, double *cut)
{
    struct lb_survey before, after;
    struct lb_error err = {0};
    double again = 0.0;
    LB_CHECK_OK(lb_solver_survey(s, &before, &err), &err);
    LB_CHECK_OK(lb_solver_cut_off_top(s, up, 3, cut, &err), &err);
    LB_CHECK_OK(lb_solver_survey(s, &after, &err), &err);
    LB_CHECK_EQUAL_INT(after.surface.contacts, 0);
    LB_CHECK_OK(lb_solver_cut_off_top(s, up, 3, &again, &err), &err);
    LB_CHECK(fabs(again) <= 0.0);
    return fabs(lb_surface_survey_mass(&after.surface) / lb_surface_survey_mass(&before.surface) -
                1.0);
}

/* `tolerance` of a cut, `in_all` of the mass over all steps. */
static void cut_off_jet(struct lb_case *c, int up, double tolerance, double in_all)
{
    struct lb_solver *s = NULL;
    struct lb_error err = {0};
    struct lb_droplets d = {.list = NULL};
    struct books books = {.mass = 0.0};
    double mass = 0.0, all = 0.0, worst = 0.0;
    c->start = start_jet;
    if (!LB_CHECK_OK(lb_test_solver_create(c, device, &s, &err), &err)) return;
    for (unsigned step = 0; step < 300; step += 3) {
        if (!LB_CHECK_OK(lb_solver_take_droplets(s, up, 1, &d, &err), &err)) break;
        worst = fmax(worst, cut_and_compare(s, up, &mass));
        all += mass;
        if (!keep_books(s, &books)) break;
        if (!LB_CHECK_OK(lb_solver_advance(s, 3, &err), &err)) break;
    }
    printf("        %s: mass %.1f cut off, kept to %.1e by cuts, to %.1e in all\n",
           c->storage->name, all, worst, books.worst);
    LB_CHECK(all > 50.0);
    LB_CHECK_EQUAL_INT(books.contacts, 0);
    LB_CHECK_NEAR(worst, 0.0, tolerance);
    LB_CHECK_NEAR(books.worst, 0.0, in_all);
    lb_droplets_clear(&d);
    lb_solver_destroy(s);
}

static void what_hangs_on_the_pool_is_cut_off_at_the_top(void)
{
    const int up = 2;
    struct lb_case c;
    if (!lb_device_get_info(device)->fp64) return;
    make_case(&c, &up);
    cut_off_jet(&c, up, 1e-13, 1e-12);
}

/* In two dimensions, where the kernels of a surface cost a third. */
static void so_it_is_in_single_precision_and_in_16_bits(void)
{
    static const struct {
        const char *name;
        double in_all; /* 16 bits round the mass of the fluid itself in every step */
        int up;        /* 1: in two dimensions */
        bool always;
    } of[] = {{"fp16s", 1e-3, 1, true}, {"fp32", 1e-5, 2, false}, {"fp16s", 1e-3, 2, false}};
    const double tolerance = lb_device_get_info(device)->fp64 ? 1e-8 : 1e-5; /* of the sums */
    for (size_t n = 0; n < sizeof of / sizeof *of; n++) {
        struct lb_case c;
        make_case(&c, &of[n].up);
        if (of[n].up == 1) {
            c.lattice = lb_lattice_find("d2q9");
            c.size[2] = 1;
        }
        c.arithmetic = LB_ARITHMETIC_FP32;
        c.storage = lb_number_format_find(of[n].name);
        if (!lb_check_runs(of[n].always)) continue;
        cut_off_jet(&c, of[n].up, tolerance, of[n].in_all);
    }
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST(a_drop_at_the_lid_is_measured_and_taken_out);
    LB_TEST_MATRIX(so_it_is_along_another_axis_in_single_precision_and_with_two_copies);
    LB_TEST(books_are_right_with_mass_on_its_way);
    LB_TEST(what_hangs_on_the_pool_is_cut_off_at_the_top);
    LB_TEST_MATRIX(so_it_is_in_single_precision_and_in_16_bits);
    lb_device_close(device);
    return lb_check_report();
}

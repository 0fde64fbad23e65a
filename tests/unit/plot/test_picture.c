/* test_picture.c - decodes the PNG and asks its pixels: walls, extremes, orientation, trouble.
 * SPDX-License-Identifier: MIT */
#include "plot/picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shared/cell_flags.h"
#include "plot/colour_map.h"
#include "support/check.h"
#include "support/decoded_png.h"
#include "support/field_box.h"
#include "support/small_disk.h"

static struct lb_field_box box_of_cells;
static struct lb_field_source view;
static double *rho, *u;
static uint8_t *flags;

static void make_field(uint32_t nx, uint32_t ny, uint32_t nz)
{
    size_t n = (size_t)nx * ny * nz;
    rho = calloc(n, sizeof *rho);
    u = calloc(3 * n, sizeof *u);
    flags = calloc(n, 1);
    box_of_cells = (struct lb_field_box){.size = {nx, ny, nz}, .rho = rho, .u = u};
    view = (struct lb_field_source){.size = {nx, ny, nz},
                                    .step = 12,
                                    .flags = flags,
                                    .read = lb_field_box_read,
                                    .context = &box_of_cells};
}

static void free_field(void)
{
    free(rho);
    free(u);
    free(flags);
}

static size_t at(uint32_t x, uint32_t y, uint32_t z)
{
    return ((size_t)z * view.size[1] + y) * view.size[0] + x;
}

/* Writes and decodes; the picture's pixels are empty where either failed. */
static struct lb_decoded_png draw(struct lb_picture picture)
{
    struct lb_error err = {0};
    struct lb_decoded_png png;
    unlink("picture.png");
    LB_CHECK_OK(lb_picture_write(&picture, &view, "picture.png", &err), &err);
    LB_CHECK(lb_decoded_png_read("picture.png", &png));
    unlink("picture.png");
    LB_CHECK(lb_nothing_is_left_of("picture.png"));
    return png;
}

struct box {
    int left, top, right, bottom; /* pixels; right and bottom are outside */
};

/* The walls' bounding box; only walls have rows of grey pixels. */
static struct box find_walls(const struct lb_decoded_png *png)
{
    struct box box = {png->width, png->height, 0, 0};
    for (int y = 0; y < png->height; y++)
        for (int x = 0, run = 0; x < png->width; x++) {
            run = lb_decoded_png_at(png, x, y) == LB_COLOUR_WALL ? run + 1 : 0;
            if (run < 4) continue;
            if (x - 3 < box.left) box.left = x - 3;
            if (x + 1 > box.right) box.right = x + 1;
            if (y < box.top) box.top = y;
            if (y + 1 > box.bottom) box.bottom = y + 1;
        }
    return box;
}

/* The pixel in the middle of the cell (i, j) of the framed slice. */
static uint32_t cell_colour(const struct lb_decoded_png *png, struct box box, uint32_t width,
                            uint32_t height, uint32_t i, uint32_t j)
{
    double x = box.left + (i + 0.5) * (box.right - box.left) / width;
    double y = box.bottom - (j + 0.5) * (box.bottom - box.top) / height;
    return lb_decoded_png_at(png, (int)x, (int)y);
}

/* Walls all around the slice, so that it can be found in the picture. */
static void frame_with_walls(void)
{
    for (uint32_t y = 0; y < view.size[1]; y++)
        for (uint32_t x = 0; x < view.size[0]; x++)
            if (x == 0 || y == 0 || x == view.size[0] - 1 || y == view.size[1] - 1)
                flags[at(x, y, 0)] = LB_CELL_SOLID;
}

static void walls_are_grey_and_cells_are_enlarged_by_a_whole_number(void)
{
    make_field(40, 30, 1);
    frame_with_walls();
    flags[at(10, 20, 0)] = LB_CELL_SOLID | LB_CELL_MOVING;
    struct lb_decoded_png png = draw((struct lb_picture){.field = "speed", .axis = 2});
    struct box box = find_walls(&png);
    LB_CHECK_EQUAL_INT((box.right - box.left) % 40, 0);
    LB_CHECK_EQUAL_INT((box.bottom - box.top) % 30, 0);
    LB_CHECK_EQUAL_INT((box.right - box.left) / 40, (box.bottom - box.top) / 30);
    LB_CHECK(png.width >= 800 && png.width <= 1300);
    for (uint32_t j = 0; j < 30; j++)
        for (uint32_t i = 0; i < 40; i++)
            LB_CHECK((cell_colour(&png, box, 40, 30, i, j) == LB_COLOUR_WALL) ==
                     (flags[at(i, j, 0)] != 0));
    lb_decoded_png_free(&png);
    free_field();
}

/* Inlets and the like are no walls to the eye. */
static void faces_of_the_box_are_lighter_than_walls(void)
{
    make_field(40, 30, 1);
    frame_with_walls();
    for (uint32_t j = 5; j < 25; j++)
        flags[at(0, j, 0)] = LB_CELL_BOUNDARY;
    struct lb_decoded_png png = draw((struct lb_picture){.field = "speed", .axis = 2});
    struct box box = find_walls(&png);
    LB_CHECK_EQUAL_INT(cell_colour(&png, box, 40, 30, 0, 2), LB_COLOUR_WALL);
    LB_CHECK_EQUAL_INT(cell_colour(&png, box, 40, 30, 0, 15), LB_COLOUR_FACE);
    LB_CHECK_EQUAL_INT(cell_colour(&png, box, 40, 30, 39, 15), LB_COLOUR_WALL);
    lb_decoded_png_free(&png);
    free_field();
}

/* Numbers of one sign have the colours of such numbers, also where their field may have both. */
static void one_sign_has_one_hue(void)
{
    uint32_t sequential[LB_COLOUR_MAP_SIZE], diverging[LB_COLOUR_MAP_SIZE];
    lb_colour_map_fill(LB_COLOUR_MAP_SEQUENTIAL, sequential);
    lb_colour_map_fill(LB_COLOUR_MAP_DIVERGING, diverging);
    for (int has_signs = 0; has_signs < 2; has_signs++) {
        make_field(40, 30, 1);
        frame_with_walls();
        struct lb_decoded_png png = draw((struct lb_picture){
            .field = "velocity", .axis = 2, .low = has_signs ? -0.1 : 0.0, .high = 0.1});
        struct box box = find_walls(&png);
        const uint32_t *map = has_signs ? diverging : sequential;
        const double low = has_signs ? -0.1 : 0.0;
        LB_CHECK_EQUAL_INT(cell_colour(&png, box, 40, 30, 20, 15),
                           lb_colour_map_look_up(map, low, 0.1, 0.0));
        lb_decoded_png_free(&png);
        free_field();
    }
}

/* Dark pixels below the slice, a row within the marks of the axis. */
static int count_marks_at(const struct lb_decoded_png *png, struct box box, int units, int *all)
{
    int at_units = 0;
    *all = 0;
    for (int x = 0; x < png->width; x++)
        *all += lb_luminance(lb_decoded_png_at(png, x, box.bottom + 3)) < 0.1;
    for (int n = 0; n <= units; n++) {
        const int x = box.left + n * (box.right - box.left) / units - (2 * n > units ? 1 : 0);
        bool is_dark = false;
        for (int near = -1; near <= 1 && !is_dark; near++)
            is_dark = lb_luminance(lb_decoded_png_at(png, x + near, box.bottom + 3)) < 0.1;
        at_units += is_dark;
    }
    return at_units;
}

static int first_mark(const struct lb_decoded_png *png, struct box box)
{
    int x = box.left;
    while (x < png->width && lb_luminance(lb_decoded_png_at(png, x, box.bottom + 3)) >= 0.1)
        x++;
    return x - box.left;
}

static void axes_are_in_the_unit_that_is_asked_for(void)
{
    int all;
    make_field(40, 30, 1);
    frame_with_walls();
    struct lb_decoded_png png = draw(
        (struct lb_picture){.field = "speed", .axis = 2, .axis_unit = 8.0, .axis_unit_name = "mm"});
    struct box box = find_walls(&png);
    LB_CHECK_EQUAL_INT(count_marks_at(&png, box, 5, &all), 6); /* 0 to 5 mm in 40 cells */
    const int in_units = all;
    lb_decoded_png_free(&png);
    png = draw((struct lb_picture){.field = "speed", .axis = 2});
    box = find_walls(&png);
    LB_CHECK_EQUAL_INT(count_marks_at(&png, box, 4, &all),
                       5); /* among those of 5 cells: 0, 10, ... */
    LB_CHECK(all != in_units);
    lb_decoded_png_free(&png);
    png = draw((struct lb_picture){.field = "speed",
                                   .axis = 2,
                                   .axis_unit = 8.0,
                                   .axis_unit_name = "mm",
                                   .corner = {2.0, 0.0, 0.0}});
    box = find_walls(&png); /* -0.25 to 4.75 mm */
    LB_CHECK_EQUAL_INT(count_marks_at(&png, box, 20, &all), 5);
    LB_CHECK_NEAR(first_mark(&png, box), (box.right - box.left) / 20.0, 1.0);
    lb_decoded_png_free(&png);
    free_field();
}

/* From one label alone no distance can be read. */
static void a_short_axis_has_two_labels(void)
{
    int all;
    make_field(46, 300, 1);
    frame_with_walls();
    struct lb_decoded_png png = draw((struct lb_picture){.field = "speed", .axis = 2});
    struct box box = find_walls(&png);
    LB_CHECK(count_marks_at(&png, box, 46, &all) >= 2);
    lb_decoded_png_free(&png);
    free_field();
}

static void speed_grows_lighter_from_the_min_to_the_max(void)
{
    uint32_t map[LB_COLOUR_MAP_SIZE];
    lb_colour_map_fill(LB_COLOUR_MAP_SEQUENTIAL, map);
    make_field(42, 24, 1);
    frame_with_walls();
    for (uint32_t y = 0; y < 24; y++)
        for (uint32_t x = 0; x < 42; x++)
            u[3 * at(x, y, 0) + 1] = -0.01 * (x - 1.0); /* 0 to 0.39 within the walls */
    struct lb_decoded_png png = draw((struct lb_picture){.field = "speed", .axis = 2});
    struct box box = find_walls(&png);
    for (uint32_t j = 1; j < 23; j++) {
        LB_CHECK_EQUAL_INT(cell_colour(&png, box, 42, 24, 1, j), map[0]);
        LB_CHECK_EQUAL_INT(cell_colour(&png, box, 42, 24, 40, j), map[LB_COLOUR_MAP_SIZE - 1]);
        for (uint32_t i = 1; i < 40; i++)
            LB_CHECK(lb_luminance(cell_colour(&png, box, 42, 24, i + 1, j)) >
                     lb_luminance(cell_colour(&png, box, 42, 24, i, j)));
    }
    lb_decoded_png_free(&png);
    free_field();
}

static int redness(uint32_t rgb)
{
    return (int)(rgb >> 16 & 0xFF) - (int)(rgb & 0xFF);
}

static void y_points_upwards_and_signs_have_colours(void)
{
    make_field(20, 31, 1);
    frame_with_walls();
    for (uint32_t y = 0; y < 31; y++)
        for (uint32_t x = 0; x < 20; x++)
            u[3 * at(x, y, 0)] = 0.001 * (y - 15.0);
    struct lb_decoded_png png = draw((struct lb_picture){.field = "velocity", .axis = 2});
    struct box box = find_walls(&png);
    for (uint32_t j = 1; j < 30; j++) {
        int red = redness(cell_colour(&png, box, 20, 31, 7, j));
        LB_CHECK(j == 15 ? abs(red) < 10 : (red > 10) == (j > 15));
    }
    LB_CHECK(lb_luminance(cell_colour(&png, box, 20, 31, 7, 15)) > 0.85);
    /* Above in the picture is a smaller row: */
    int middle = (box.left + box.right) / 2, step = (box.bottom - box.top) / 31;
    LB_CHECK(redness(lb_decoded_png_at(&png, middle, box.top + step + step / 2)) > 50);
    LB_CHECK(redness(lb_decoded_png_at(&png, middle, box.bottom - step - step / 2)) < -50);
    lb_decoded_png_free(&png);
    free_field();
}

static void a_fixed_range_saturates(void)
{
    uint32_t map[LB_COLOUR_MAP_SIZE];
    lb_colour_map_fill(LB_COLOUR_MAP_SEQUENTIAL, map);
    make_field(30, 30, 1);
    frame_with_walls();
    for (uint32_t i = 0; i < 900; i++)
        rho[i] = i < 450 ? 0.5 : 2.0;
    struct lb_decoded_png png =
        draw((struct lb_picture){.field = "density", .axis = 2, .low = 0.9, .high = 1.1});
    struct box box = find_walls(&png);
    LB_CHECK_EQUAL_INT(cell_colour(&png, box, 30, 30, 9, 3), map[0]);
    LB_CHECK_EQUAL_INT(cell_colour(&png, box, 30, 30, 9, 25), map[LB_COLOUR_MAP_SIZE - 1]);
    lb_decoded_png_free(&png);
    free_field();
}

static void numbers_that_are_none_are_loud(void)
{
    make_field(25, 25, 1);
    frame_with_walls();
    u[3 * at(6, 17, 0) + 2] = (double)NAN;
    u[3 * at(18, 4, 0)] = (double)INFINITY;
    struct lb_decoded_png png = draw((struct lb_picture){.field = "speed", .axis = 2});
    struct box box = find_walls(&png);
    for (uint32_t j = 0; j < 25; j++)
        for (uint32_t i = 0; i < 25; i++)
            LB_CHECK((cell_colour(&png, box, 25, 25, i, j) == LB_COLOUR_NOT_FINITE) ==
                     ((i == 6 && j == 17) || (i == 18 && j == 4)));
    lb_decoded_png_free(&png);
    free_field();
}

/* A single wall cell in the middle plane, at (across, up) = (2, 7) of 9 x 13 cells. */
static void check_slice(int axis, uint32_t nx, uint32_t ny, uint32_t nz, const uint32_t cell[3])
{
    make_field(nx, ny, nz);
    for (size_t i = 0; i < (size_t)nx * ny * nz; i++)
        flags[i] = LB_CELL_SOLID;
    for (uint32_t z = 0; z < nz; z++)
        for (uint32_t y = 0; y < ny; y++)
            for (uint32_t x = 0; x < nx; x++) {
                const uint32_t here[3] = {x, y, z};
                if (here[axis] == cell[axis]) flags[at(x, y, z)] = LB_CELL_FLUID;
            }
    flags[at(cell[0], cell[1], cell[2])] = LB_CELL_SOLID;
    struct lb_decoded_png png = draw((struct lb_picture){.field = "speed", .axis = axis});
    struct box wall = find_walls(&png);
    int size = wall.right - wall.left;
    LB_CHECK(size > 40 && size == wall.bottom - wall.top);
    /* Still fluid is all of one colour: how far it goes from the wall tells where that is. */
    uint32_t fluid = lb_decoded_png_at(&png, wall.left - 1, wall.top);
    int left = 0, right = 0, below = 0, above = 0;
    while (lb_decoded_png_at(&png, wall.left - 1 - left, wall.top) == fluid)
        left++;
    while (lb_decoded_png_at(&png, wall.right + right, wall.top) == fluid)
        right++;
    while (lb_decoded_png_at(&png, wall.left, wall.bottom + below) == fluid)
        below++;
    while (lb_decoded_png_at(&png, wall.left, wall.top - 1 - above) == fluid)
        above++;
    LB_CHECK_EQUAL_INT(left, 2 * size);
    LB_CHECK_EQUAL_INT(right, 6 * size);
    LB_CHECK_EQUAL_INT(below, 7 * size);
    LB_CHECK_EQUAL_INT(above, 5 * size);
    lb_decoded_png_free(&png);
    free_field();
}

static void slices_of_a_box_show_its_middle(void)
{
    check_slice(0, 6, 9, 13, (const uint32_t[]){3, 2, 7});
    check_slice(1, 9, 5, 13, (const uint32_t[]){2, 2, 7});
    check_slice(2, 9, 13, 4, (const uint32_t[]){2, 7, 2});
}

static void check_size(uint32_t nx, uint32_t ny)
{
    make_field(nx, ny, 1);
    struct lb_decoded_png png = draw((struct lb_picture){.field = "vorticity", .axis = 2});
    int longer = png.width > png.height ? png.width : png.height;
    LB_CHECK(longer >= 600 && longer <= 1400);
    lb_decoded_png_free(&png);
    free_field();
}

static void pictures_have_a_readable_size_whatever_the_field(void)
{
    check_size(1, 1);
    check_size(1, 128);
    check_size(128, 1);
    check_size(512, 1024);
    check_size(1201, 300);
    check_size(5000, 40);
}

static void large_fields_are_reduced_in_proportion(void)
{
    make_field(2500, 1000, 1);
    for (uint32_t y = 500; y < 1000; y++)
        for (uint32_t x = 1250; x < 2500; x++)
            flags[at(x, y, 0)] = LB_CELL_SOLID;
    struct lb_decoded_png png = draw((struct lb_picture){.field = "speed", .axis = 2});
    struct box box = find_walls(&png);
    LB_CHECK_NEAR(box.right - box.left, 1250.0 / 3.0, 1.0);
    LB_CHECK_NEAR(box.bottom - box.top, 500.0 / 3.0, 1.0);
    lb_decoded_png_free(&png);
    free_field();
}

static void check_refused(struct lb_picture picture, const char *word)
{
    struct lb_error err = {0};
    LB_CHECK_EQUAL_INT(lb_picture_write(&picture, &view, "refused.png", &err), LB_STATUS_FAILED);
    LB_CHECK(strstr(err.text, word) != NULL);
    LB_CHECK(lb_nothing_is_left_of("refused.png"));
}

static void what_cannot_be_drawn_is_refused(void)
{
    make_field(8, 8, 1);
    check_refused((struct lb_picture){.field = NULL, .axis = 2}, "field");
    check_refused((struct lb_picture){.field = "colour", .axis = 2}, "colour");
    check_refused((struct lb_picture){.field = "speed", .axis = 2, .low = 1.0}, "1 to 0");
    check_refused((struct lb_picture){.field = "speed", .axis = 2, .high = (double)INFINITY},
                  "inf");
    check_refused((struct lb_picture){.field = "speed", .axis = 2, .title = "not UTF-8: \xFF"},
                  "UTF-8");
    view.size[1] = 0;
    check_refused((struct lb_picture){.field = "speed", .axis = 2}, "cells");
    free_field();
}

static void absurd_numbers_are_drawn_all_the_same(void)
{
    make_field(8, 8, 1);
    for (size_t i = 0; i < 3 * 64; i++)
        u[i] = i % 2 ? 1.7e308 : -1.7e308;
    struct lb_decoded_png png = draw((struct lb_picture){.field = "velocity", .axis = 2});
    lb_decoded_png_free(&png);
    png = draw((struct lb_picture){.field = "vorticity", .axis = 2});
    lb_decoded_png_free(&png);
    for (size_t i = 0; i < 3 * 64; i++)
        u[i] = i % 2 ? 5e-324 : -5e-324;
    png = draw((struct lb_picture){.field = "velocity", .axis = 2});
    lb_decoded_png_free(&png);
    free_field();
}

static void a_picture_that_does_not_fit_on_the_disk_is_absent(void)
{
    struct lb_error err = {0};
    make_field(100, 100, 1);
    lb_small_disk_begin(1000);
    enum lb_status st = lb_picture_write(&(struct lb_picture){.field = "speed", .axis = 2}, &view,
                                         "large.png", &err);
    lb_small_disk_end();
    LB_CHECK_EQUAL_INT(st, LB_STATUS_FAILED);
    LB_CHECK(strstr(err.text, "large.png") != NULL);
    LB_CHECK(lb_nothing_is_left_of("large.png"));
    free_field();
}

static void a_build_without_pictures_says_so(void)
{
    make_field(4, 4, 1);
    check_refused((struct lb_picture){.field = "speed", .axis = 2}, "without pictures");
    free_field();
}

int main(void)
{
#ifdef LB_WITH_PICTURES
    const bool with_pictures = true;
#else
    const bool with_pictures = false;
#endif
    if (!with_pictures) {
        LB_TEST(a_build_without_pictures_says_so);
        return lb_check_report();
    }
    LB_TEST(walls_are_grey_and_cells_are_enlarged_by_a_whole_number);
    LB_TEST(faces_of_the_box_are_lighter_than_walls);
    LB_TEST(one_sign_has_one_hue);
    LB_TEST(axes_are_in_the_unit_that_is_asked_for);
    LB_TEST(a_short_axis_has_two_labels);
    LB_TEST(speed_grows_lighter_from_the_min_to_the_max);
    LB_TEST(y_points_upwards_and_signs_have_colours);
    LB_TEST(a_fixed_range_saturates);
    LB_TEST(numbers_that_are_none_are_loud);
    LB_TEST(slices_of_a_box_show_its_middle);
    LB_TEST(pictures_have_a_readable_size_whatever_the_field);
    LB_TEST(large_fields_are_reduced_in_proportion);
    LB_TEST(what_cannot_be_drawn_is_refused);
    LB_TEST(absurd_numbers_are_drawn_all_the_same);
    LB_TEST(a_picture_that_does_not_fit_on_the_disk_is_absent);
    return lb_check_report();
}

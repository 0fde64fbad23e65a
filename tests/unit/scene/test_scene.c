/* test_scene.c - pictures in space: outlines where geometry has them, near before far, light by its
 * angle.
 * SPDX-License-Identifier: MIT */
#include "scene/scene.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "plot/colour_map.h"
#include "scene/scene_light.h"
#include "support/check.h"
#include "support/decoded_png.h"
#include "support/shapes.h"
#include "support/small_disk.h"

enum { SIDE = 200 }; /* pixels of most pictures */
static const double pi = 3.14159265358979323846;

/* Seen from the front, with the sun in the plane of the camera's up and forward. */
static struct lb_scene scene_from_front(void)
{
    return (struct lb_scene){.width = SIDE,
                             .height = SIDE,
                             .camera = {.up = 2, .azimuth_deg = -90.0, .height = 40.0},
                             .light = {0.0, -0.6, 0.8}};
}

static uint32_t *draw(const struct lb_scene *scene)
{
    struct lb_error err = {0};
    uint32_t *pixels = calloc((size_t)scene->width * (size_t)scene->height, sizeof *pixels);
    if (pixels == NULL) abort();
    LB_CHECK_OK(lb_scene_draw(scene, pixels, &err), &err);
    return pixels;
}

/* Where a scene differs from the same without things in it. */
static bool *outline_of(const struct lb_scene *scene, const uint32_t *pixels)
{
    struct lb_scene empty = *scene;
    empty.mesh_count = empty.sphere_sets = 0;
    const size_t count = (size_t)scene->width * (size_t)scene->height;
    uint32_t *background = draw(&empty);
    bool *covered = calloc(count, sizeof *covered);
    if (covered == NULL) abort();
    for (size_t i = 0; i < count; i++)
        covered[i] = pixels[i] != background[i];
    free(background);
    return covered;
}

static size_t count_true(const bool *covered, size_t count)
{
    size_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += covered[i];
    return sum;
}

static int channel(uint32_t rgb, int which)
{
    return (int)(rgb >> (8 * which) & 0xFF);
}

static uint32_t at(const uint32_t *pixels, int x, int y)
{
    return pixels[y * SIDE + x];
}

/* --- geometry --------------------------------------------------------------------------------- */

static void check_ball(const struct lb_scene *scene, double radius_in_pixels)
{
    uint32_t *pixels = draw(scene);
    bool *covered = outline_of(scene, pixels);
    /* a pixel counts as soon as one of its samples is met: half a pixel more around */
    const double max = radius_in_pixels + 0.75, min = radius_in_pixels - 0.25;
    const double area = (double)count_true(covered, SIDE * SIDE);
    LB_CHECK(area > pi * min * min && area < pi * max * max);
    int worst = 0;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE / 2; x++) {
            const uint32_t a = at(pixels, x, y), b = at(pixels, SIDE - 1 - x, y);
            if (covered[y * SIDE + x] != covered[y * SIDE + SIDE - 1 - x]) worst = 999;
            for (int c = 0; c < 3; c++)
                if (abs(channel(a, c) - channel(b, c)) > worst)
                    worst = abs(channel(a, c) - channel(b, c));
        }
    LB_CHECK(worst <= 3); /* of 255; the shadow's map is not symmetric */
    LB_CHECK(channel(at(pixels, SIDE / 2, SIDE / 2 - 20), 1) >
             channel(at(pixels, SIDE / 2, SIDE / 2 + 20), 1) + 20);
    free(pixels);
    free(covered);
}

static void balls_are_round_and_lit_symmetrically(void)
{
    const double centre[3] = {0};
    const struct lb_scene_spheres ball = {
        .position = centre, .count = 1, .colour = 0xC06030, .radius = 12.0};
    struct lb_scene scene = scene_from_front();
    scene.spheres = &ball;
    scene.sphere_sets = 1;
    check_ball(&scene, 12.0 * SIDE / 40.0);
    /* from an eye at distance D, the outline is where rays touch: tan(asin(r / D)) */
    scene.camera.angle_deg = 40.0;
    const double half = tan(20.0 * pi / 180.0), distance = 20.0 / half;
    check_ball(&scene, SIDE / 2.0 / half * tan(asin(12.0 / distance)));
}

/* A fine mesh of a ball looks as the ball itself does. */
static void meshes_look_like_their_shape(void)
{
    struct lb_mesh mesh = lb_shape_sphere(5, 12.0, 0.0, 0.0, 0.0);
    const double centre[3] = {0};
    const struct lb_scene_mesh m = {.mesh = &mesh, .colour = 0x4080C0, .gloss = 0.35};
    const struct lb_scene_spheres ball = {
        .position = centre, .count = 1, .colour = 0x4080C0, .radius = 12.0};
    struct lb_scene scene = scene_from_front();
    scene.camera.angle_deg = 30.0;
    scene.meshes = &m;
    scene.mesh_count = 1;
    uint32_t *of_mesh = draw(&scene);
    bool *covered = outline_of(&scene, of_mesh);
    scene.mesh_count = 0;
    scene.spheres = &ball;
    scene.sphere_sets = 1;
    uint32_t *of_ball = draw(&scene);
    bool *covered_by_ball = outline_of(&scene, of_ball);
    size_t other_outline = 0;
    int worst = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        other_outline += covered[i] != covered_by_ball[i];
        const int x = i % SIDE - SIDE / 2, y = i / SIDE - SIDE / 2;
        for (int c = 0; c < 3 && x * x + y * y < 52 * 52; c++)
            worst = abs(channel(of_mesh[i], c) - channel(of_ball[i], c)) > worst
                        ? abs(channel(of_mesh[i], c) - channel(of_ball[i], c))
                        : worst;
    }
    LB_CHECK(other_outline < 40); /* of 400 pixels along it */
    LB_CHECK(worst <= 8);
    free(of_mesh);
    free(of_ball);
    free(covered);
    free(covered_by_ball);
    lb_mesh_free(&mesh);
}

/* Triangles that share sides leave no crack: nothing of the red sheet behind is seen. */
static void neighbours_leave_no_cracks(void)
{
    struct lb_mesh ball = lb_shape_sphere(6, 12.0, 0.0, 0.0, 0.0);
    const double behind[3] = {0.0, 20.0, 0.0};
    const struct lb_scene_mesh m = {.mesh = &ball, .colour = 0x000000};
    const struct lb_scene_spheres red = {
        .position = behind, .count = 1, .colour = 0xFF0000, .radius = 9.0};
    for (int turn = 0; turn < 3; turn++) {
        struct lb_scene scene = scene_from_front();
        scene.camera.angle_deg = 20.0 * turn;
        scene.meshes = &m;
        scene.mesh_count = 1;
        scene.spheres = &red;
        scene.sphere_sets = 1;
        uint32_t *pixels = draw(&scene);
        int reddest = 0;
        for (int i = 0; i < SIDE * SIDE; i++)
            if (channel(pixels[i], 2) - channel(pixels[i], 0) > reddest)
                reddest = channel(pixels[i], 2) - channel(pixels[i], 0);
        LB_CHECK(reddest < 3);
        free(pixels);
    }
    lb_mesh_free(&ball);
}

static void near_things_hide_far_ones(void)
{
    const double position[6] = {0.0, -15.0, 0.0, 0.0, 15.0, 0.0};
    const uint32_t colours[2] = {0xFF0000, 0x0000FF};
    const struct lb_scene_spheres balls = {
        .position = position, .count = 2, .colours = colours, .radius = 6.0};
    struct lb_mesh wall = lb_shape_cuboid(30.0, 2.0, 30.0);
    lb_shape_map(&wall, (const double[9]){1, 0, 0, 0, 1, 0, 0, 0, 1},
                 (const double[3]){-15.0, -1.0, -15.0});
    const struct lb_scene_mesh green = {.mesh = &wall, .colour = 0x00FF00};
    for (int angle = 0; angle <= 30; angle += 30)
        for (int side = 0; side < 2; side++) {
            struct lb_scene scene = scene_from_front();
            scene.camera.angle_deg = angle;
            scene.camera.azimuth_deg = side == 0 ? -90.0 : 90.0;
            scene.spheres = &balls;
            scene.sphere_sets = 1;
            scene.meshes = &green;
            scene.mesh_count = 1;
            uint32_t *pixels = draw(&scene);
            const uint32_t middle = at(pixels, SIDE / 2, SIDE / 2);
            const uint32_t corner = at(pixels, SIDE / 2 + 60, SIDE / 2 + 60);
            LB_CHECK(channel(middle, side == 0 ? 2 : 0) > channel(middle, side == 0 ? 0 : 2) + 60);
            LB_CHECK(channel(corner, 1) > channel(corner, 0) + 60);
            free(pixels);
        }
    lb_mesh_free(&wall);
}

static void the_camera_finds_the_box(void)
{
    const uint32_t size[3] = {40, 25, 60};
    struct lb_mesh box = lb_shape_cuboid(40.0, 25.0, 60.0);
    const struct lb_scene_mesh m = {.mesh = &box, .colour = 0x404040};
    for (int turn = 0; turn < 6; turn++) {
        struct lb_scene scene = {.width = SIDE, .height = SIDE, .meshes = &m, .mesh_count = 1};
        scene.camera =
            lb_scene_camera_on_box((struct lb_scene_camera){.up = turn % 3,
                                                            .azimuth_deg = 50.0 * turn,
                                                            .elevation_deg = 25.0,
                                                            .angle_deg = turn < 3 ? 0.0 : 35.0},
                                   size, 1.0);
        uint32_t *pixels = draw(&scene);
        bool *covered = outline_of(&scene, pixels);
        int low[2] = {SIDE, SIDE}, high[2] = {-1, -1};
        for (int i = 0; i < SIDE * SIDE; i++) {
            const int place[2] = {i % SIDE, i / SIDE};
            for (int a = 0; covered[i] && a < 2; a++) {
                low[a] = place[a] < low[a] ? place[a] : low[a];
                high[a] = place[a] > high[a] ? place[a] : high[a];
            }
        }
        LB_CHECK(low[0] > 0 && low[1] > 0 && high[0] < SIDE - 1 && high[1] < SIDE - 1);
        LB_CHECK(low[0] < 10 || low[1] < 10 || high[0] > SIDE - 11 || high[1] > SIDE - 11);
        free(pixels);
        free(covered);
    }
    lb_mesh_free(&box);
}

/* --- light ------------------------------------------------------------------------------------ */

/* A sheet from straight above, with things on it. */
static struct lb_scene scene_from_above(const struct lb_scene_mesh *sheet)
{
    return (struct lb_scene){.width = SIDE,
                             .height = SIDE,
                             .camera = {.target = {20.0, 20.0, 0.0},
                                        .up = 2,
                                        .azimuth_deg = -90.0,
                                        .elevation_deg = 90.0,
                                        .height = 36.0},
                             .light = {0.0, 0.0, 1.0},
                             .meshes = sheet,
                             .mesh_count = 1};
}

static void sunlight_goes_with_the_cosine(void)
{
    struct lb_mesh sheet = lb_shape_sheet(40.0, 40.0);
    const struct lb_scene_mesh m = {.mesh = &sheet, .colour = 0xA0A0A0};
    struct lb_scene scene = scene_from_above(&m);
    double light[4];
    for (int i = 0; i < 4; i++) {
        const double angle = i * pi / 6.0; /* 0, 30, 60, 90 degrees */
        scene.light[0] = sin(angle);
        scene.light[2] = i == 3 ? -1e-9 : cos(angle);
        uint32_t *pixels = draw(&scene);
        light[i] = lb_scene_decode(at(pixels, 100, 100)).y;
        free(pixels);
    }
    /* pictures have 255 levels: one is 1/80 of what the sun adds here */
    LB_CHECK_CLOSE((light[1] - light[3]) / (light[0] - light[3]), cos(pi / 6.0), 0.03);
    LB_CHECK_CLOSE((light[2] - light[3]) / (light[0] - light[3]), 0.5, 0.03);
    lb_mesh_free(&sheet);
}

static void things_cast_shadows(void)
{
    struct lb_mesh sheet = lb_shape_sheet(40.0, 40.0);
    const struct lb_scene_mesh m = {.mesh = &sheet, .colour = 0xA0A0A0};
    /* with the sun at 45 degrees, a ball 10 above the sheet throws its shadow 10 aside */
    const double centre[3] = {12.0, 20.0, 10.0};
    const struct lb_scene_spheres ball = {
        .position = centre, .count = 1, .colour = 0xFF0000, .radius = 3.0};
    struct lb_scene scene = scene_from_above(&m);
    scene.light[0] = -1.0;
    uint32_t *sunny = draw(&scene);
    scene.spheres = &ball;
    scene.sphere_sets = 1;
    uint32_t *pixels = draw(&scene);
    double dark = 0.0, x_sum = 0.0;
    for (int y = 0; y < SIDE; y++)
        for (int x = 80; x < SIDE; x++) /* beside the ball itself */
            if (channel(at(pixels, x, y), 1) < channel(at(sunny, x, y), 1) - 20) {
                dark += 1.0;
                x_sum += x + 0.5;
            }
    const double pixel = 36.0 / SIDE;
    LB_CHECK_CLOSE(dark * pixel * pixel, pi * 9.0 * sqrt(2.0), 0.05); /* an ellipse */
    LB_CHECK_NEAR(2.0 + x_sum / dark * pixel, 22.0, 0.3);
    free(sunny);
    free(pixels);
    lb_mesh_free(&sheet);
}

/* A block where the ball was, of which the shadow would be about x = 22, y = 20. */
static void drawings_cast_no_shadows(void)
{
    struct lb_mesh sheet = lb_shape_sheet(40.0, 40.0), block = lb_shape_cuboid(6.0, 6.0, 1.0);
    struct lb_scene_mesh m[2] = {{.mesh = &sheet, .colour = 0xA0A0A0},
                                 {.mesh = &block, .colour = 0xFF0000}};
    for (size_t n = 0; n < block.node_count; n++) {
        block.position[3 * n] += 9.0;
        block.position[3 * n + 1] += 17.0;
        block.position[3 * n + 2] += 10.0;
    }
    struct lb_scene scene = scene_from_above(m);
    scene.light[0] = -1.0;
    const int x = (int)((22.0 - 2.0) * SIDE / 36.0);
    uint32_t *sunny = draw(&scene);
    scene.mesh_count = 2;
    uint32_t *dark = draw(&scene);
    m[1].is_drawing = true;
    uint32_t *drawn = draw(&scene);
    LB_CHECK(channel(at(dark, x, SIDE / 2), 1) < channel(at(sunny, x, SIDE / 2), 1) - 20);
    LB_CHECK(at(drawn, x, SIDE / 2) == at(sunny, x, SIDE / 2));
    LB_CHECK(at(drawn, 60, SIDE / 2) != at(sunny, 60, SIDE / 2)); /* but it is seen */
    free(sunny);
    free(dark);
    free(drawn);
    lb_mesh_free(&sheet);
    lb_mesh_free(&block);
}

static double linear_at_middle(const struct lb_scene *scene)
{
    uint32_t *pixels = draw(scene);
    const double red = lb_scene_decode(at(pixels, 100, 100)).x;
    free(pixels);
    return red;
}

/* Beer and Lambert: what is seen of a ball fades by the same factor with each length. */
static void water_hides_by_depth(void)
{
    struct lb_mesh sheet = lb_shape_sheet(40.0, 40.0);
    const struct lb_scene_mesh water = {.mesh = &sheet, .colour = 0x204080, .visibility = 5.0};
    double centre[3] = {20.0, 20.0, 0.0};
    const struct lb_scene_spheres ball = {
        .position = centre, .count = 1, .colour = 0xA0A0A0, .radius = 2.0};
    struct lb_scene scene = scene_from_above(&water);
    const double bare = linear_at_middle(&scene);
    double excess[3];
    scene.spheres = &ball;
    scene.sphere_sets = 1;
    for (int i = 0; i < 3; i++) {
        centre[2] = -2.0 - 2.5 * (i + 1); /* its top is that deep */
        excess[i] = linear_at_middle(&scene) - bare;
    }
    LB_CHECK(bare > 0.0 && excess[0] > 0.1);
    LB_CHECK_CLOSE(excess[1] / excess[0], exp(-0.5), 0.03);
    LB_CHECK_CLOSE(excess[2] / excess[1], exp(-0.5), 0.03);
    centre[2] = 3.0; /* above the water it is bare */
    LB_CHECK(linear_at_middle(&scene) - bare > 1.3 * excess[0]);
    lb_mesh_free(&sheet);
}

/* Each side of a sheet has the colour of its value, with the border where the value is between. */
static void values_choose_colours(void)
{
    struct lb_mesh sheet = lb_shape_sheet(40.0, 40.0);
    double values[4];
    uint32_t map[LB_COLOUR_MAP_SIZE];
    for (int n = 0; n < 4; n++)
        values[n] = sheet.position[3 * n]; /* x, from 0 to 40 */
    for (int i = 0; i < LB_COLOUR_MAP_SIZE; i++)
        map[i] = 2 * i < LB_COLOUR_MAP_SIZE ? 0xFF0000 : 0x00FF00;
    const struct lb_scene_mesh m = {
        .mesh = &sheet, .node_values = values, .map = map, .low = 0.0, .high = 30.0};
    struct lb_scene scene = scene_from_above(&m);
    uint32_t *pixels = draw(&scene);
    const int border = (int)((15.0 - 2.0) / 36.0 * SIDE); /* x = 15, the box begins at 2 */
    for (int y = 0; y < SIDE; y += 10) {
        LB_CHECK(channel(at(pixels, border - 2, y), 2) >
                 channel(at(pixels, border - 2, y), 1) + 50);
        LB_CHECK(channel(at(pixels, border + 2, y), 1) >
                 channel(at(pixels, border + 2, y), 2) + 50);
    }
    free(pixels);
    lb_mesh_free(&sheet);
}

/* --- odd scenes ------------------------------------------------------------------------------- */

static void empty_scenes_show_the_background(void)
{
    struct lb_scene scene = scene_from_front();
    uint32_t *pixels = draw(&scene);
    bool even = true;
    for (int y = 0; y < SIDE; y++)
        for (int x = 1; x < SIDE; x++)
            even = even && at(pixels, x, y) == at(pixels, 0, y);
    LB_CHECK(even);
    LB_CHECK(channel(at(pixels, 0, 0), 1) > channel(at(pixels, 0, SIDE - 1), 1));
    struct lb_mesh none = {0};
    const struct lb_scene_mesh m = {.mesh = &none};
    const struct lb_scene_spheres no_balls = {0};
    scene.meshes = &m;
    scene.spheres = &no_balls;
    scene.mesh_count = scene.sphere_sets = 1;
    uint32_t *again = draw(&scene);
    LB_CHECK(memcmp(pixels, again, SIDE * SIDE * sizeof *pixels) == 0);
    free(pixels);
    free(again);
}

static void broken_numbers_and_eyes_inside_do_no_harm(void)
{
    struct lb_mesh mesh = lb_shape_sphere(3, 12.0, 0.0, 0.0, 0.0);
    for (uint32_t n = 0; n < mesh.node_count; n += 7)
        mesh.position[3 * n + n % 3] = n % 2 == 0 ? (double)NAN : (double)INFINITY;
    const double position[9] = {(double)NAN, 0.0, 0.0, 0.0, 0.0, 0.0, 1e300, 0.0, 0.0};
    const struct lb_scene_mesh m = {
        .mesh = &mesh, .colour = 0xFFFFFF, .gloss = 1.0, .smoothing = 2};
    const struct lb_scene_spheres balls = {
        .position = position, .count = 3, .colour = 0xFF0000, .radius = 1.0};
    for (int i = 0; i < 4; i++) {
        struct lb_scene scene = scene_from_front();
        scene.camera.angle_deg = i < 2 ? 0.0 : 60.0;
        scene.camera.height = i % 2 == 0 ? 40.0 : 4.0; /* from within */
        scene.meshes = &m;
        scene.mesh_count = 1;
        scene.spheres = &balls;
        scene.sphere_sets = 1;
        uint32_t *first = draw(&scene), *second = draw(&scene);
        LB_CHECK(memcmp(first, second, SIDE * SIDE * sizeof *first) == 0);
        free(first);
        free(second);
    }
    lb_mesh_free(&mesh);
}

static void impossible_cameras_are_refused(void)
{
    struct lb_error err = {0};
    uint32_t pixel;
    struct lb_scene scene = {.width = 1, .height = 1, .camera = {.height = 0.0}};
    LB_CHECK_EQUAL_INT(lb_scene_draw(&scene, &pixel, &err), LB_STATUS_FAILED);
    LB_CHECK(strstr(err.text, "height") != NULL);
    err = (struct lb_error){0};
    scene.camera.height = 1.0;
    scene.width = 0;
    LB_CHECK_EQUAL_INT(lb_scene_draw(&scene, &pixel, &err), LB_STATUS_FAILED);
    LB_CHECK(strstr(err.text, "0 x 1") != NULL);
}

/* --- files ------------------------------------------------------------------------------------ */

static void files_hold_what_was_drawn(void)
{
#ifdef LB_WITH_PICTURES
    const double centre[3] = {3.0, 0.0, -2.0};
    const struct lb_scene_spheres ball = {
        .position = centre, .count = 1, .colour = 0xC06030, .radius = 8.0};
    struct lb_scene scene = scene_from_front();
    struct lb_error err = {0};
    struct lb_decoded_png png;
    scene.spheres = &ball;
    scene.sphere_sets = 1;
    uint32_t *pixels = draw(&scene);
    LB_CHECK_OK(lb_scene_write("ball.png", &scene, &err), &err);
    LB_CHECK(lb_decoded_png_read("ball.png", &png));
    LB_CHECK(png.width == SIDE && png.height == SIDE &&
             memcmp(png.pixels, pixels, SIDE * SIDE * sizeof *pixels) == 0);
    lb_decoded_png_free(&png);
    scene.title = "t = 3 ms";
    LB_CHECK_OK(lb_scene_write("ball.png", &scene, &err), &err);
    LB_CHECK(lb_decoded_png_read("ball.png", &png));
    size_t changed = 0;
    for (int i = 0; i < SIDE * SIDE; i++)
        changed += png.pixels[i] != pixels[i];
    LB_CHECK(changed > 20 && changed < 1000);
    lb_decoded_png_free(&png);
    unlink("ball.png");
    free(pixels);
#endif
}

static void paths_that_cannot_be_written_are_named(void)
{
    struct lb_error err = {0};
    struct lb_scene scene = scene_from_front();
    LB_CHECK_EQUAL_INT(lb_scene_write("no/such/folder.png", &scene, &err), LB_STATUS_FAILED);
    LB_CHECK(strstr(err.text, "no/such/folder.png") != NULL);
    err = (struct lb_error){0};
    lb_small_disk_begin(100);
    LB_CHECK_EQUAL_INT(lb_scene_write("full.png", &scene, &err), LB_STATUS_FAILED);
    lb_small_disk_end();
    LB_CHECK(strstr(err.text, "full.png") != NULL);
    LB_CHECK(lb_nothing_is_left_of("full.png"));
}

int main(void)
{
    LB_TEST(balls_are_round_and_lit_symmetrically);
    LB_TEST(meshes_look_like_their_shape);
    LB_TEST(neighbours_leave_no_cracks);
    LB_TEST(near_things_hide_far_ones);
    LB_TEST(the_camera_finds_the_box);
    LB_TEST(sunlight_goes_with_the_cosine);
    LB_TEST(things_cast_shadows);
    LB_TEST(drawings_cast_no_shadows);
    LB_TEST(water_hides_by_depth);
    LB_TEST(values_choose_colours);
    LB_TEST(empty_scenes_show_the_background);
    LB_TEST(broken_numbers_and_eyes_inside_do_no_harm);
    LB_TEST(impossible_cameras_are_refused);
    LB_TEST(files_hold_what_was_drawn);
    LB_TEST(paths_that_cannot_be_written_are_named);
    return lb_check_report();
}

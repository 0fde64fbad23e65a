/* test_bodies.c - bodies are placed where they are asked for, and their cells are those of their
 * volume. SPDX-License-Identifier: MIT */
#include "domain/bodies.h"

#include <math.h>
#include <string.h>

#include "support/check.h"

enum { SIDE = 40, CELLS = 12 };

static const struct lb_body_box box = {.size = {SIDE, SIDE, SIDE}, .ground = -1};

/* A sphere of CELLS cells whose lower corner is at (10, 8, 6). */
static bool make(struct lb_bodies *b, const struct lb_body_box *in, const double low[3])
{
    struct lb_error err = {0};
    const double as_it_is[3] = {1.0, 1.0, 1.0};
    const struct lb_body_shape shape = {
        .name = "sphere", .dimensions = 3, .cells = CELLS, .span = 1.0, .thickness = 0.1};
    const struct lb_placement p = {
        .dimensions = 3, .flow = {0, 1}, .up = {2, 1}, .length = 1.0, .cells = CELLS};
    *b = (struct lb_bodies){.dimensions = 3};
    if (!LB_CHECK_OK(lb_bodies_add_shape(b, &shape, &err), &err)) return false;
    if (!LB_CHECK_OK(lb_bodies_place(b, &p, &err), &err)) return false;
    lb_bodies_move(b, as_it_is, low);
    return LB_CHECK_OK(lb_bodies_find_cells(b, in, &err), &err);
}

static uint64_t solid_cells(const struct lb_bodies *b)
{
    uint64_t count = 0;
    for (uint32_t z = 0; z < SIDE; z++)
        for (uint32_t y = 0; y < SIDE; y++)
            for (uint32_t x = 0; x < SIDE; x++)
                count += lb_voxels_at(&b->voxels, x, y, z) != 0;
    return count;
}

static void a_body_is_where_it_was_put(void)
{
    const double low[3] = {10.0, 8.0, 6.0};
    struct lb_bodies b;
    if (make(&b, &box, low)) {
        for (int axis = 0; axis < 3; axis++) {
            LB_CHECK_NEAR(b.placed.low[axis], low[axis], 1e-9);
            LB_CHECK_NEAR(b.placed.high[axis], low[axis] + CELLS, 1e-9);
            LB_CHECK_NEAR(b.bodies[0].centre[axis], low[axis] + 0.5 * CELLS, 1e-9);
            LB_CHECK_NEAR(lb_bodies_cells_along(&b, axis), CELLS, 0.0);
        }
        LB_CHECK_EQUAL_TEXT(b.bodies[0].name, "sphere");
        const double volume = M_PI / 6.0 * CELLS * CELLS * CELLS;
        LB_CHECK_NEAR((double)solid_cells(&b) / volume, 1.0, 0.05);
        LB_CHECK_NEAR(b.mesh_frontal / (M_PI / 4.0 * CELLS * CELLS), 1.0, 0.02);
    }
    lb_bodies_free(&b);
}

/* On the axis through the middle at (16, 14, 12) the first solid cell is x = 10. */
static void cells_know_the_body_near_by(void)
{
    const double low[3] = {10.0, 8.0, 6.0};
    const uint32_t touching[3] = {9, 14, 12}, off[3] = {6, 14, 12}, in[3] = {10, 14, 12},
                   far[3] = {38, 38, 38};
    int distance = 0;
    struct lb_bodies b;
    if (make(&b, &box, low)) {
        LB_CHECK(lb_bodies_are_beside(&b, box.size, touching));
        LB_CHECK(!lb_bodies_are_beside(&b, box.size, off));
        LB_CHECK(!lb_bodies_are_beside(&b, box.size, in));
        LB_CHECK_EQUAL_INT(lb_bodies_nearest(&b, off, 8, &distance), 0);
        LB_CHECK_EQUAL_INT(distance, 4);
        LB_CHECK_EQUAL_INT(lb_bodies_nearest(&b, far, 4, &distance), -1);
    }
    lb_bodies_free(&b);
}

/* Through the lower y, by name; where that face is open, it may. */
static void a_body_through_a_face_is_refused(void)
{
    const double low[3] = {10.0, -3.0, 6.0}, as_it_is[3] = {1.0, 1.0, 1.0};
    struct lb_error err = {0}, through = {0};
    struct lb_body_box open = box;
    struct lb_bodies b;
    const double inside[3] = {10.0, 8.0, 6.0};
    open.open_faces = 1u << 2;
    if (make(&b, &box, inside)) {
        lb_voxels_free(&b.voxels);
        lb_part_reports_free(&b.parts[0]);
        lb_bodies_move(&b, as_it_is, low);
        LB_CHECK_EQUAL_INT(lb_bodies_find_cells(&b, &box, &through), LB_STATUS_USAGE);
        LB_CHECK(strstr(through.text, "sphere") != NULL);
        lb_voxels_free(&b.voxels);
        LB_CHECK_OK(lb_bodies_find_cells(&b, &open, &err), &err);
    }
    lb_bodies_free(&b);
}

static void more_files_than_there_is_room_for_are_refused(void)
{
    struct lb_error err = {0}, many = {0};
    struct lb_bodies b = {.dimensions = 3};
    const struct lb_body_shape shape = {
        .name = "box", .dimensions = 3, .cells = CELLS, .span = 1.0, .thickness = 0.1};
    for (int n = 0; n < LB_MAX_BODY_FILES; n++)
        LB_CHECK_OK(lb_bodies_add_shape(&b, &shape, &err), &err);
    LB_CHECK_EQUAL_INT(lb_bodies_add_shape(&b, &shape, &many), LB_STATUS_FAILED);
    LB_CHECK(strstr(many.text, "box") != NULL);
    lb_bodies_free(&b);
}

int main(void)
{
    LB_TEST(a_body_is_where_it_was_put);
    LB_TEST(cells_know_the_body_near_by);
    LB_TEST(a_body_through_a_face_is_refused);
    LB_TEST(more_files_than_there_is_room_for_are_refused);
    return lb_check_report();
}

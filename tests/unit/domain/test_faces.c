/* test_faces.c - which face owns the cells where faces meet.
 * SPDX-License-Identifier: MIT */
#include "domain/faces.h"

#include <string.h>

#include "support/check.h"

enum { NX = 8, NY = 6, NZ = 4 };
static const uint32_t size[3] = {NX, NY, NZ};
static const double none[3] = {0.0, 0.0, 0.0};

static void add(struct lb_faces *f, int face, const char *condition)
{
    struct lb_error err = {0};
    LB_CHECK_OK(lb_faces_add(f, face, condition, none, NULL, &err), &err);
}

static int owner(const struct lb_faces *f, uint32_t x, uint32_t y, uint32_t z)
{
    const uint32_t at[3] = {x, y, z};
    return lb_faces_owner(f, at);
}

/* The condition of the lower x and that of the lower y at their common edge, by every pair of the
 * table: the one that is stronger owns it, in whatever order they were added. */
static void an_edge_takes_the_stronger_condition(void)
{
    static const char *const order[] = {"wall", "velocity", "freestream",
                                        "slip", "pressure", "outlet"};
    enum { COUNT = sizeof order / sizeof *order };
    for (int a = 0; a < COUNT; a++)
        for (int b = 0; b < COUNT; b++)
            for (int first = 0; first < 2; first++) {
                struct lb_faces f;
                lb_faces_init(&f, size);
                add(&f, first == 0 ? 0 : 2, order[first == 0 ? a : b]);
                add(&f, first == 0 ? 2 : 0, order[first == 0 ? b : a]);
                const int face = a <= b ? 0 : 2; /* of two alike the lower */
                LB_CHECK_EQUAL_INT(owner(&f, 0, 0, 1), f.boundary_of[face]);
                LB_CHECK_EQUAL_INT(owner(&f, 0, 1, 1), f.boundary_of[0]);
                LB_CHECK_EQUAL_INT(owner(&f, 1, 0, 1), f.boundary_of[2]);
            }
}

static void a_corner_is_of_the_strongest_of_three(void)
{
    struct lb_faces f;
    lb_faces_init(&f, size);
    add(&f, 1, "outlet");
    add(&f, 3, "slip");
    add(&f, 5, "wall");
    LB_CHECK_EQUAL_INT(owner(&f, NX - 1, NY - 1, NZ - 1), f.boundary_of[5]);
    LB_CHECK_EQUAL_INT(owner(&f, NX - 1, NY - 1, 0), f.boundary_of[3]);
    LB_CHECK_EQUAL_INT(owner(&f, NX - 1, 0, 0), f.boundary_of[1]);
}

static void periodic_faces_and_cells_inside_have_no_owner(void)
{
    struct lb_faces f;
    lb_faces_init(&f, size);
    LB_CHECK_EQUAL_INT(owner(&f, 0, 0, 0), -1);
    add(&f, 0, "wall");
    LB_CHECK_EQUAL_INT(owner(&f, 1, 0, NZ - 1), -1);
    LB_CHECK_EQUAL_INT(owner(&f, NX - 1, 1, 1), -1);
    LB_CHECK_EQUAL_INT(f.count, 1);
}

static void what_is_wrong_names_the_face(void)
{
    struct lb_faces f;
    struct lb_error unknown = {0}, twice = {0};
    lb_faces_init(&f, size);
    LB_CHECK_EQUAL_INT(lb_faces_add(&f, 3, "breeze", none, NULL, &unknown), LB_STATUS_FAILED);
    LB_CHECK(strstr(unknown.text, "upper y") != NULL && strstr(unknown.text, "breeze") != NULL);
    add(&f, 4, "slip");
    LB_CHECK_EQUAL_INT(lb_faces_add(&f, 4, "wall", none, NULL, &twice), LB_STATUS_FAILED);
    LB_CHECK(strstr(twice.text, "lower z") != NULL);
    LB_CHECK_EQUAL_INT(f.count, 1);
}

int main(void)
{
    LB_TEST(an_edge_takes_the_stronger_condition);
    LB_TEST(a_corner_is_of_the_strongest_of_three);
    LB_TEST(periodic_faces_and_cells_inside_have_no_owner);
    LB_TEST(what_is_wrong_names_the_face);
    return lb_check_report();
}

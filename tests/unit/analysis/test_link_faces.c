/* test_link_faces.c - which faces carry the force of a link.
 * SPDX-License-Identifier: MIT */
#include "analysis/wall_faces.h"

#include <stdlib.h>
#include <string.h>

#include "shared/cell_flags.h"
#include "support/check.h"

enum { SIZE = 8, CELLS = SIZE * SIZE * SIZE };

/* Numbers of bodies of the cells; 0: fluid. */
static uint8_t bodies[CELLS], flags[CELLS];

static size_t place(uint32_t x, uint32_t y, uint32_t z)
{
    return (z * SIZE + y) * SIZE + x;
}

static uint8_t number_at(const void *context, uint32_t x, uint32_t y, uint32_t z)
{
    (void)context;
    return bodies[place(x, y, z)];
}

static const struct lb_walls walls = {{SIZE, SIZE, SIZE}, flags, 3};
static struct lb_wall_face *faces;
static size_t count;

static void find(void)
{
    struct lb_error err = {0};
    for (size_t k = 0; k < CELLS; k++)
        flags[k] = bodies[k] > 0 ? LB_CELL_SOLID : LB_CELL_FLUID;
    free(faces);
    LB_CHECK_OK(lb_wall_faces_find(&walls, number_at, NULL, &faces, &count, &err), &err);
}

/* Fluid above y = 4; below, body 1. */
static void fill_below(void)
{
    for (size_t k = 0; k < CELLS; k++)
        bodies[k] = k / SIZE % SIZE < 4 ? 1 : 0;
}

/* Of the link into `cell` along c, on a body: how many faces, each of which is one of the given cells'
 * towards y-. */
static int faces_below(const uint32_t cell[3], const int along[3], uint8_t body,
                       int found_of_x[SIZE])
{
    size_t at[LB_MOST_LINK_FACES];
    const int found = lb_faces_of_link(&walls, faces, count, cell, along, body, at);
    memset(found_of_x, 0, SIZE * sizeof *found_of_x);
    for (int n = 0; n < found; n++) {
        const struct lb_wall_face *f = &faces[at[n]];
        LB_CHECK(f->axis == 1 && f->way == -1 && f->cell[1] == 4 && f->body == body);
        found_of_x[f->cell[0]]++;
    }
    return found;
}

static void a_link_over_a_plane_is_of_the_squares_it_crosses(void)
{
    int of_x[SIZE];
    fill_below();
    find();
    LB_CHECK(faces_below((const uint32_t[3]){3, 4, 3}, (const int[3]){0, 1, 0}, 1, of_x) == 1);
    LB_CHECK(of_x[3] == 1);
    /* Half of a diagonal link is the square's that it goes over, also across an end of the box. */
    LB_CHECK(faces_below((const uint32_t[3]){3, 4, 3}, (const int[3]){1, 1, 0}, 1, of_x) == 2);
    LB_CHECK(of_x[3] == 1 && of_x[2] == 1);
    LB_CHECK(faces_below((const uint32_t[3]){7, 4, 3}, (const int[3]){-1, 1, 0}, 1, of_x) == 2);
    LB_CHECK(of_x[7] == 1 && of_x[0] == 1);
    LB_CHECK(faces_below((const uint32_t[3]){3, 4, 3}, (const int[3]){1, 1, -1}, 1, of_x) == 4);
    LB_CHECK(of_x[3] == 2 && of_x[2] == 2);
}

/* One cell alone: a link over its edge belongs to both faces beside that, one over its corner to
 * all three. */
static void a_link_over_an_edge_or_corner_is_of_all_faces_there(void)
{
    size_t at[LB_MOST_LINK_FACES];
    memset(bodies, 0, sizeof bodies);
    bodies[place(2, 2, 2)] = 3;
    find();
    LB_CHECK(count == 6);
    LB_CHECK(lb_faces_of_link(&walls, faces, count, (const uint32_t[3]){3, 3, 2},
                              (const int[3]){1, 1, 0}, 3, at) == 2);
    LB_CHECK(lb_faces_of_link(&walls, faces, count, (const uint32_t[3]){3, 3, 3},
                              (const int[3]){1, 1, 1}, 3, at) == 3);
    for (int n = 0; n < 3; n++)
        LB_CHECK(faces[at[n]].way == -1);
}

/* A cell of body 2 in the plane, with cells of body 1 between it and the fluid but for one far
 * away: that has its force.  Of a body that is nowhere, none. */
static void a_link_behind_other_bodies_is_of_the_nearest_face(void)
{
    size_t at[LB_MOST_LINK_FACES];
    fill_below();
    bodies[place(3, 3, 3)] = 2;
    bodies[place(2, 4, 3)] = bodies[place(3, 4, 3)] = bodies[place(4, 3, 3)] = 1;
    bodies[place(7, 7, 0)] = 2;
    find();
    LB_CHECK(lb_faces_of_link(&walls, faces, count, (const uint32_t[3]){4, 4, 3},
                              (const int[3]){1, 1, 0}, 2, at) == 1);
    LB_CHECK(faces[at[0]].body == 2 && faces[at[0]].cell[1] >= 5);
    bodies[place(1, 4, 3)] = 2; /* nearer */
    find();
    LB_CHECK(lb_faces_of_link(&walls, faces, count, (const uint32_t[3]){4, 4, 3},
                              (const int[3]){1, 1, 0}, 2, at) == 1);
    LB_CHECK(faces[at[0]].cell[0] <= 1 && faces[at[0]].cell[1] <= 5);
    LB_CHECK(lb_faces_of_link(&walls, faces, count, (const uint32_t[3]){4, 4, 3},
                              (const int[3]){1, 1, 0}, 4, at) == 0);
}

int main(void)
{
    LB_TEST(a_link_over_a_plane_is_of_the_squares_it_crosses);
    LB_TEST(a_link_over_an_edge_or_corner_is_of_all_faces_there);
    LB_TEST(a_link_behind_other_bodies_is_of_the_nearest_face);
    free(faces);
    return lb_check_report();
}

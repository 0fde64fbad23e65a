/* cube_table.c - cuts faces, joins the cuts to polygons, cuts these into triangles.
 * SPDX-License-Identifier: MIT */
#include "geometry/cube_table.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

enum { FACES = 6, NONE = 0xFF };

struct cube {
    uint8_t corner[FACES][4];        /* of each face, counter-clockwise as seen from outside */
    uint8_t side[FACES][4];          /* from each corner of the face to the next */
    uint8_t faces_of[LB_CUBE_SIDES]; /* bit f: the side lies in face f */
    uint8_t low[LB_CUBE_SIDES];
};

struct polygon {
    int count;
    uint8_t side[LB_CUBE_SIDES];
};

static int side_between(int a, int b)
{
    const int low = a & b, axis = (a ^ b) >> 1; /* 1, 2, 4 to 0, 1, 2 */
    const int first = low >> (axis == 0 ? 1 : 0) & 1, second = low >> (axis == 2 ? 1 : 2) & 1;
    return 4 * axis + 2 * second + first;
}

static void describe(struct cube *cube)
{
    memset(cube, 0, sizeof *cube);
    for (int f = 0; f < FACES; f++) {
        const int axis = f / 2, upper = f % 2;
        const int b = 1 << (axis + 1) % 3, c = 1 << (axis + 2) % 3;
        const int around[4] = {0, b, b | c, c};
        for (int k = 0; k < 4; k++)
            cube->corner[f][k] = (uint8_t)(upper << axis | around[upper ? k : 3 - k]);
        for (int k = 0; k < 4; k++) {
            const int from = cube->corner[f][k], to = cube->corner[f][(k + 1) % 4];
            const int side = side_between(from, to);
            cube->side[f][k] = (uint8_t)side;
            cube->faces_of[side] |= (uint8_t)(1 << f);
            cube->low[side] = (uint8_t)(from & to);
        }
    }
}

/* Going round a face, a wet run begins at a side that enters it.  The line there has the wet on its
 * right, as seen from outside; that it comes out where the wet run before ended keeps opposite wet
 * corners together. */
static void cut_face(const struct cube *cube, int f, unsigned wet, uint8_t next[LB_CUBE_SIDES])
{
    bool is_wet[4];
    for (int k = 0; k < 4; k++)
        is_wet[k] = wet >> cube->corner[f][k] & 1;
    for (int k = 0; k < 4; k++) {
        if (is_wet[k] || !is_wet[(k + 1) % 4]) continue;
        int end = k;
        while (!is_wet[end])
            end = (end + 3) % 4;
        next[cube->side[f][k]] = cube->side[f][end];
    }
}

/* Takes one closed polygon out of `next`; none left: false. */
static bool take_polygon(uint8_t next[LB_CUBE_SIDES], struct polygon *p)
{
    int at = 0;
    while (at < LB_CUBE_SIDES && next[at] == NONE)
        at++;
    if (at == LB_CUBE_SIDES) return false;
    for (p->count = 0; next[at] != NONE; p->count++) {
        const int following = next[at];
        p->side[p->count] = (uint8_t)at;
        next[at] = NONE;
        at = following;
    }
    return true;
}

/* Cuts corners i to j of the polygon, which the line from i to j closes. */
static bool cut_polygon(const struct cube *cube, const struct polygon *p, int i, int j,
                        struct lb_cube_case *out)
{
    if (j - i < 2) return true;
    const struct lb_cube_case before = *out;
    for (int k = i + 1; k < j; k++) {
        const uint8_t *faces = cube->faces_of, *side = p->side;
        if (k - i > 1 && (faces[side[i]] & faces[side[k]]) != 0) continue;
        if (j - k > 1 && (faces[side[k]] & faces[side[j]]) != 0) continue;
        if (cut_polygon(cube, p, i, k, out) && cut_polygon(cube, p, k, j, out)) {
            const uint8_t triangle[3] = {side[i], side[k], side[j]};
            memcpy(out->side + 3 * out->count++, triangle, sizeof triangle);
            return true;
        }
        *out = before;
    }
    return false;
}

void lb_cube_table_make(struct lb_cube_table *table)
{
    struct cube cube;
    describe(&cube);
    memset(table, 0, sizeof *table);
    memcpy(table->low, cube.low, sizeof cube.low);
    for (unsigned wet = 0; wet < 1U << LB_CUBE_CORNERS; wet++) {
        uint8_t next[LB_CUBE_SIDES];
        struct polygon p;
        memset(next, NONE, sizeof next);
        for (int f = 0; f < FACES; f++)
            cut_face(&cube, f, wet, next);
        while (take_polygon(next, &p)) {
            const bool is_cut = cut_polygon(&cube, &p, 0, p.count - 1, &table->cases[wet]);
            assert(is_cut && "every polygon of the 256 cases can be cut");
            (void)is_cut;
        }
    }
}

/* lattice.c - the velocity sets, expanded from the rows the kernels use.
 * SPDX-License-Identifier: MIT */
#include "physics/lattice.h"

#include <stddef.h>
#include <string.h>

#include "lattice/d2q9.def"
#include "lattice/d3q19.def"

#define REST_WEIGHT(numerator, denominator) [0] = (double)(numerator) / (denominator),
#define PAIR_WEIGHT(i, cx, cy, cz, numerator, denominator) \
    [(i)] = (double)(numerator) / (denominator), [(i) + 1] = (double)(numerator) / (denominator),
#define REST_DIRECTION(numerator, denominator) [0] = {0, 0, 0},
#define PAIR_DIRECTION(i, cx, cy, cz, numerator, denominator) \
    [(i)] = {(cx), (cy), (cz)}, [(i) + 1] = {-(cx), -(cy), -(cz)},

#define LATTICE(identifier, lower, d, q, cs2, ...)                       \
    static const struct lb_lattice lower = {                            \
        .name = #lower,                                                 \
        .file = "lattice/" #lower ".def",                               \
        .rows = "LB_LATTICE_" #identifier,                              \
        .dimensions = (d),                                              \
        .directions = (q),                                              \
        .c = {LB_LATTICE_##identifier(REST_DIRECTION, PAIR_DIRECTION)}, \
        .weight = {LB_LATTICE_##identifier(REST_WEIGHT, PAIR_WEIGHT)},  \
        .sound_speed_squared = (cs2),                                   \
        __VA_ARGS__}

LATTICE(D2Q9, d2q9, 2, 9, 1.0 / 3.0, .remark = NULL);
LATTICE(D3Q19, d3q19, 3, 19, 1.0 / 3.0, .remark = NULL);

const struct lb_lattice *const lb_lattices[] = {&d2q9, &d3q19, NULL};

const struct lb_lattice *lb_lattice_find(const char *name)
{
    for (const struct lb_lattice *const *l = lb_lattices; *l != NULL; l++)
        if (strcmp((*l)->name, name) == 0) return *l;
    return NULL;
}

int lb_lattice_opposite(int i)
{
    return i == 0 ? 0 : (i % 2 == 1 ? i + 1 : i - 1);
}

/* lattice.c - the velocity sets, expanded from the rows the kernels use.
 * SPDX-License-Identifier: MIT */
#include "case/lattice.h"

#include <stddef.h>

#include "base/named_table.h"
#include "lattice/d2q5.def"
#include "lattice/d2q9.def"
#include "lattice/d3q13.def"
#include "lattice/d3q15.def"
#include "lattice/d3q19.def"
#include "lattice/d3q27.def"
#include "lattice/d3q7.def"
#include "moments/d2q9_moments.def"
#include "moments/d3q13_moments.def"
#include "moments/d3q15_moments.def"
#include "moments/d3q19_moments.def"
#include "moments/d3q27_moments.def"
#include "moments/d3q7_moments.def"

#define REST_WEIGHT(numerator, denominator) [0] = (double)(numerator) / (denominator),
#define PAIR_WEIGHT(i, cx, cy, cz, numerator, denominator) \
    [(i)] = (double)(numerator) / (denominator), [(i) + 1] = (double)(numerator) / (denominator),
#define REST_FRACTION(numerator, denominator) [0] = {numerator, denominator},
#define PAIR_FRACTION(i, cx, cy, cz, numerator, denominator) \
    [(i)] = {numerator, denominator}, [(i) + 1] = {numerator, denominator},
#define REST_DIRECTION(numerator, denominator) [0] = {0, 0, 0},
#define PAIR_DIRECTION(i, cx, cy, cz, numerator, denominator) \
    [(i)] = {(cx), (cy), (cz)}, [(i) + 1] = {-(cx), -(cy), -(cz)},

#define SHEAR_RATE(name, numerator, denominator) \
    {.group = #name, .shear = (double)(numerator) / (denominator)},
#define FREE_RATE(name, value) {.group = #name, .preset = (value)},

#define LATTICE(identifier, lower, d, q, cs2, ...)                           \
    static const struct lb_lattice lower = {                                 \
        .name = #lower,                                                      \
        .file = "lattice/" #lower ".def",                                    \
        .rows = "LB_LATTICE_" #identifier,                                   \
        .dimensions = (d),                                                   \
        .directions = (q),                                                   \
        .c = {LB_LATTICE_##identifier(REST_DIRECTION, PAIR_DIRECTION)},      \
        .weight = {LB_LATTICE_##identifier(REST_WEIGHT, PAIR_WEIGHT)},       \
        .fraction = {LB_LATTICE_##identifier(REST_FRACTION, PAIR_FRACTION)}, \
        .sound_speed_squared = (cs2),                                        \
        .moments = "moments/" #lower "_moments.def",                         \
        .moment_rows = "LB_MOMENTS_" #identifier,                            \
        .rates = {LB_RATES_##identifier(SHEAR_RATE, FREE_RATE){0}},          \
        __VA_ARGS__}

LATTICE(D2Q9, d2q9, 2, 9, 1.0 / 3.0, .remark = NULL);
LATTICE(D3Q7, d3q7, 3, 7, 1.0 / 4.0,
        .remark = "d3q7 is for benchmarks and scalars: it carries no shear stress, so this is no "
                  "fluid");
LATTICE(D3Q13, d3q13, 3, 13, 1.0 / 3.0, .equilibrium = "equilibrium/d3q13.cl",
        .remark = "d3q13 is a fluid with mrt only (srt and trt shear it unequally by direction), "
                  "and periodic sizes should be even: odd and even cells never meet");
LATTICE(D3Q15, d3q15, 3, 15, 1.0 / 3.0, .remark = NULL);
LATTICE(D3Q19, d3q19, 3, 19, 1.0 / 3.0, .remark = NULL);
LATTICE(D3Q27, d3q27, 3, 27, 1.0 / 3.0, .remark = NULL);

const struct lb_lattice *const lb_lattices[] = {&d2q9, &d3q7, &d3q13, &d3q15, &d3q19, &d3q27, NULL};

static const struct lb_lattice d2q5 = {
    .name = "d2q5",
    .file = "lattice/d2q5.def",
    .rows = "LB_LATTICE_D2Q5",
    .dimensions = 2,
    .directions = 5,
    .c = {LB_LATTICE_D2Q5(REST_DIRECTION, PAIR_DIRECTION)},
    .weight = {LB_LATTICE_D2Q5(REST_WEIGHT, PAIR_WEIGHT)},
    .fraction = {LB_LATTICE_D2Q5(REST_FRACTION, PAIR_FRACTION)},
    .sound_speed_squared = 1.0 / 3.0,
};
const struct lb_lattice *const lb_lattice_d2q5 = &d2q5;

LB_DEFINE_FIND(lb_lattice_find, struct lb_lattice, lb_lattices)

bool lb_lattice_leads(const struct lb_lattice *lattice, const int away[3])
{
    for (int i = 1; i < lattice->directions; i++) {
        bool leads = true;
        for (int a = 0; a < 3; a++)
            leads = leads && (away[a] == 0 || lattice->c[i][a] == away[a]);
        if (leads) return true;
    }
    return false;
}

/* mean_planes.c - the order of the numbers of means over time.
 * SPDX-License-Identifier: MIT */
#include "case/mean_planes.h"

#include "case/case.h"

const unsigned lb_means_numbers[LB_MEANS_ARRAYS] = {
    1, 3, 1, 1, LB_MEANS_PRODUCT_NUMBERS, LB_MEANS_HEAT_NUMBERS};

static unsigned products_of(const struct lb_case *c)
{
    return c->lattice->dimensions == 2 ? 4 : LB_MEANS_PRODUCT_NUMBERS;
}

unsigned lb_means_plane(const struct lb_case *c, enum lb_means_array array)
{
    const unsigned flow = 2 * (1 + (unsigned)c->lattice->dimensions);
    const unsigned heat = flow + (c->surface.exists ? 2 : 0);
    const unsigned products = heat + (c->means_have_heat ? 2 : 0);
    switch (array) {
    case LB_MEANS_DENSITY: return 0;
    case LB_MEANS_VELOCITY: return 2;
    case LB_MEANS_FILL: return flow;
    case LB_MEANS_TEMPERATURE: return heat;
    case LB_MEANS_HEAT_PRODUCTS: return products + products_of(c);
    default: return products;
    }
}

unsigned lb_means_planes(const struct lb_case *c, enum lb_means_set set)
{
    const unsigned means = lb_means_plane(c, LB_MEANS_PRODUCTS);
    const unsigned of_heat = c->means_have_heat ? 1 + (unsigned)c->lattice->dimensions : 0;
    if (c->means[set] == LB_MEANS_NONE) return 0;
    return means + (c->means[set] == LB_MEANS_WITH_STRESSES ? products_of(c) + of_heat : 0);
}

int lb_means_product(const struct lb_case *c, int stress)
{
    static const int flat[LB_MEANS_STRESSES] = {1, 2, -1, 3, -1, -1};
    return c->lattice->dimensions == 2 ? flat[stress] : 1 + stress;
}

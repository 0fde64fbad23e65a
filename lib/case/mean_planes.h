/* mean_planes.h - which means over time a solver keeps of each cell, and in what order.
 * SPDX-License-Identifier: MIT */
#ifndef LB_CASE_MEAN_PLANES_H
#define LB_CASE_MEAN_PLANES_H

struct lb_case;

/* Two that ask for means at steps of their own. */
enum lb_means_set { LB_MEANS_OF_RUN, LB_MEANS_OF_SETUP, LB_MEANS_SETS };
enum lb_means_kind { LB_MEANS_NONE, LB_MEANS_FLOW, LB_MEANS_WITH_STRESSES };

/* Numbers of a cell: densities, velocities, fill levels, temperatures; of the products of fluctuations, with
 * stresses, rho'^2, then u'u' as xx yy zz xy xz yz; T'^2, then T'u' as x y z. */
enum lb_means_array {
    LB_MEANS_DENSITY,
    LB_MEANS_VELOCITY,
    LB_MEANS_FILL,
    LB_MEANS_TEMPERATURE,
    LB_MEANS_PRODUCTS,
    LB_MEANS_HEAT_PRODUCTS,
    LB_MEANS_ARRAYS
};
enum { LB_MEANS_STRESSES = 6, LB_MEANS_PRODUCT_NUMBERS = 7, LB_MEANS_HEAT_NUMBERS = 4 };

/* How many numbers of a cell an array has where it is read. */
extern const unsigned lb_means_numbers[LB_MEANS_ARRAYS];

/* On the device each number is a plane of all cells, x fastest: a mean two of them, whose sum it
 * is; a product one, the sum over samples.  There are only the components of the dimensions.  The
 * first plane of an array, and how many there are of a set, 0: it is not kept. */
unsigned lb_means_plane(const struct lb_case *c, enum lb_means_array array);
unsigned lb_means_planes(const struct lb_case *c, enum lb_means_set set);

/* The place of stress xx yy zz xy xz yz among the planes of products; -1: it is always 0. */
int lb_means_product(const struct lb_case *c, int stress);

#endif

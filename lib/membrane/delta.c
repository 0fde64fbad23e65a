/* delta.c - the kernels of the immersed boundary.
 * SPDX-License-Identifier: MIT */
#include "membrane/delta.h"

#include <stddef.h>

#include "base/named_table.h"

static const struct lb_delta two_point = {
    .name = "two-point",
    .file = "immersed/delta/two_point.cl",
    .points = 2,
    .summary = "hat: sharp, but what it gives depends on where between cells a marker is",
};

static const struct lb_delta three_point = {
    .name = "three-point",
    .file = "immersed/delta/three_point.cl",
    .points = 3,
    .summary = "Roma, Peskin, Berger: smooth, with the sum of squares the same everywhere",
};

static const struct lb_delta four_point = {
    .name = "four-point",
    .file = "immersed/delta/four_point.cl",
    .points = 4,
    .summary = "Peskin: as smooth, and blind to noise from cell to cell",
};

const struct lb_delta *const lb_deltas[] = {&two_point, &three_point, &four_point, NULL};

LB_DEFINE_FIND(lb_delta_find, struct lb_delta, lb_deltas)

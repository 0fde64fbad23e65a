/* file_part.h - which points of a field's file are a rank's, where each writes a file of its own, and which
 * cells of other ranks these take.  Plain numbers: no device, no messages.
 * SPDX-License-Identifier: MIT */
#ifndef LB_DECOMPOSITION_FILE_PART_H
#define LB_DECOMPOSITION_FILE_PART_H

#include <stdbool.h>
#include <stdint.h>

#include "decomposition/decomposition.h"

/* Cells [begin, end) by their places in the whole box.  Those beyond its edges are of the other side. */
struct lb_cell_box {
    int64_t begin[3], end[3];
};

/* The points of a rank's file: its cells, and the first layer of its upper neighbours, as readers join
 * parts that have a layer in common.  At the upper ends of the whole box there is none. */
struct lb_cell_box lb_file_part(const struct lb_decomposition *d);

/* The cells that the numbers at these points are made of; `around`: the neighbours of each, too. */
struct lb_cell_box lb_file_part_cells(const struct lb_decomposition *d, bool around);

/* The cells of a rank, moved by whole boxes, -1 to 1 along each axis, as the number of the image says; 13
 * leaves them where they are. */
enum { LB_IMAGES = 27, LB_IMAGE_ITSELF = 13 };
struct lb_cell_box lb_cells_of(const struct lb_decomposition *d, int image);

/* What two boxes have in common; false: nothing. */
bool lb_cells_meet(const struct lb_cell_box *a, const struct lb_cell_box *b,
                   struct lb_cell_box *out);

uint64_t lb_cells_count(const struct lb_cell_box *box);

#endif

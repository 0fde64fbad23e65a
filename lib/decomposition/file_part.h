/* file_part.h - the points of each rank's file of a field, and the cells of other ranks that these
 * need.  Plain numbers: no device, no messages.
 * SPDX-License-Identifier: MIT */
#ifndef LB_DECOMPOSITION_FILE_PART_H
#define LB_DECOMPOSITION_FILE_PART_H

#include <stdbool.h>
#include <stdint.h>

#include "decomposition/decomposition.h"

/* Cells [begin, end), by position in the whole box; periodic beyond its edges. */
struct lb_cell_box {
    int64_t begin[3], end[3];
};

/* The points of a rank's file: its cells, and the first layer of its upper neighbours, because
 * readers join parts that share a layer.  At the upper ends of the whole box there is no such
 * layer. */
struct lb_cell_box lb_file_part(const struct lb_decomposition *d);

/* A box, unless it is empty, with the cells around it, which its values may be computed from; none
 * along an axis on which the whole box has one. */
struct lb_cell_box lb_cells_with_neighbours(struct lb_cell_box box, const uint32_t whole[3]);

/* The cells of a rank in a periodic image, shifted by -1 to 1 boxes along each axis; image 13 is
 * not shifted. */
enum { LB_IMAGES = 27, LB_IMAGE_ITSELF = 13 };
struct lb_cell_box lb_cells_of(const struct lb_decomposition *d, int image);

/* The intersection of two boxes; false if it is empty. */
bool lb_cells_meet(const struct lb_cell_box *a, const struct lb_cell_box *b,
                   struct lb_cell_box *out);

uint64_t lb_cells_count(const struct lb_cell_box *box);

#endif

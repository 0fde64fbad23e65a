/* layout_internal.h - what the files of this room share: lanes.c, tiles.c.
 * SPDX-License-Identifier: MIT */
#ifndef LB_LAYOUT_LAYOUT_INTERNAL_H
#define LB_LAYOUT_LAYOUT_INTERNAL_H

#include "layout/layout.h"

/* The largest power of two not above both; 1 at least. */
int lb_power_of_two_within(int value, int max);

/* lanes.c: `lanes`, or the half of them and so on, until they divide an axis; that axis, -1 where
 * there is none; lanes of the arithmetic, of which there are `lanes` at most and an eighth of them
 * at least. */
int lb_lanes_dividing(const struct lb_case *c, const struct lb_device_info *device, int lanes);
int lb_lanes_axis(const struct lb_case *c, const struct lb_device_info *device, int lanes);
int lb_lanes_of_access(const struct lb_case *c); /* of a GPU's memory vector, as a rule */
int lb_lanes_arithmetic(int wanted, int lanes);

/* tiles.c: sets tile, chunk and march_group; `lb_tiles_fit`: whether a GPU has room for tiles so
 * high. */
void lb_tiles_set_cpu(const struct lb_case *c, const struct lb_device_info *device,
                      struct lb_layout *l);
void lb_tiles_set_gpu(const struct lb_case *c, const struct lb_device_info *device,
                      struct lb_layout *l);
bool lb_tiles_fit(const struct lb_case *c, const struct lb_device_info *device, uint32_t high);
int lb_tiles_registers(const struct lb_case *c, const struct lb_device_info *device);
uint64_t lb_tiles_of_slice(const struct lb_case *c, const struct lb_layout *l);
uint64_t lb_tiles_items(const struct lb_case *c, const struct lb_layout *l); /* work-items */

#endif

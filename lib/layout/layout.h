/* layout.h - how the cells of a case lie in a device's memory: lanes, lane axis, padding. 
 * docs/memory-layout.md has the picture.
 * SPDX-License-Identifier: MIT */
#ifndef LB_LAYOUT_LAYOUT_H
#define LB_LAYOUT_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "case/case.h"
#include "case/lookup.h"

struct lb_device_info;

struct lb_layout {
    int lanes;            /* V: slabs whose cells are side by side in memory */
    int arithmetic_lanes; /* W: cells computed at once, a divisor of V, at least V/8; of moments neighbours */
    int lane_axis;      /* axis cut into V slabs */
    int row_axis;       /* 0, 1: axis along which vectors lie side by side in memory */
    uint64_t stride;    /* codes from one population to the next: cells plus padding */
    uint32_t group;     /* vectors per group of work-items of the step */
    int registers;      /* at most, of the step's work-items; 0: as NVIDIA's compiler likes */
    bool skips_solid;   /* vectors of walls are left out unread: walls.c, once they are known */
    uint32_t row_parts; /* work-items of the step for a row of vectors; 0: one per vector */
    bool turns;         /* every other step goes backwards through memory */
    uint32_t tile[2];   /* where moments are kept: cells of a tile along x and y, */
    uint32_t chunk;     /* and slices of it that are marched through; 0: populations are kept */
    uint32_t
        end_chunk; /* slices of the first and of the last chunk, which go first; 0: as of others */
    uint64_t listed; /* fluid cells, where memory has a list of them; 0: it has all cells */
    int even_lanes;  /* of a list without a table: cells of a work-item of even steps; else 0 */
    /* work-items that share a tile; 1: kernels/step/march.cl, else tiles.cl */
    uint32_t march_group;
    bool passes_cache; /* it writes past the caches */
};

/* The free choices of a layout: --lanes, --group and --registers. */
struct lb_layout_choice {
    int lanes;            /* V */
    int arithmetic_lanes; /* W */
    int group;            /* vectors per group */
    int registers;        /* most of a work-item, NVIDIA; 0: as its compiler likes */
};

/* Chooses what `wishes` leave open, by rule and by measurements (layouts/).  V must divide an
 * axis: z is tried before y before x, axes without walls at their ends first (on CPUs only if
 * their slabs are not tiny); then an axis between solid layers is filled up, if that is not much;
 * then half the lanes.  With a surface, the axis of the force comes
 * last.  On GPUs V is 1 in boxes of at most a million cells in which vectors would mix walls and
 * other cells; c->start is asked for all of them.  The case must be complete, including
 * start_state; without c->start there are no walls. */
void lb_layout_choose(const struct lb_case *c, const struct lb_layout_wishes *wishes,
                      const struct lb_device_info *device, struct lb_layout *out);

/* Makes a layout from a given choice instead of the rules; V is halved until it divides an axis. */
void lb_layout_make(const struct lb_case *c, const struct lb_layout_choice *choice,
                    const struct lb_device_info *device, struct lb_layout *out);

/* The choice that the layout was made from. */
struct lb_layout_choice lb_layout_chosen(const struct lb_layout *l);

/* Whether `lanes` divide some axis of the box. */
bool lb_layout_divides(const uint32_t size[3], int lanes);

/* Whether density and velocity of every cell are kept on the device: if some are prescribed, and
 * with pull streaming, which keeps the fields of Lehmann et al.  (2022), table 2. */
bool lb_layout_keeps_fields(const struct lb_case *c);

/* Whether neighbours of listed cells are found by a table, or else by their ranks. */
bool lb_layout_has_table(const struct lb_layout *l);

/* Of even steps of a list, which touch a cell's own slots only: several cells are one access to memory. */
struct lb_layout lb_layout_of_even_steps(const struct lb_layout *l);

/* Whether each vector has a word of its own: kernels/shared/vector_word.h. */
bool lb_layout_has_links(const struct lb_case *c);

/* Cells of a slab.  Where V does not divide the lane axis, the last slab is filled up with places
 * that are of no cell: they are taken for solid, and the layers at both ends of the axis are so. */
uint32_t lb_layout_slab(const struct lb_case *c, const struct lb_layout *l);

/* Places of cells in memory: as many as cells, or a few more. */
uint64_t lb_layout_places(const struct lb_case *c, const struct lb_layout *l);

/* Vectors of the case. */
uint64_t lb_layout_vectors(const struct lb_case *c, const struct lb_layout *l);

/* Work-items of the step, and how many of them make a group of about l->group vectors. */
uint64_t lb_layout_items(const struct lb_case *c, const struct lb_layout *l);
uint32_t lb_layout_group(const struct lb_case *c, const struct lb_layout *l);

/* Bytes of a number of the arithmetic, and of the kernels' LB_INDEX, which counts all cells. */
uint64_t lb_layout_scalar_bytes(const struct lb_case *c);
uint64_t lb_layout_index_bytes(const struct lb_case *c);

/* Of a copy of the populations: bytes of an element of its buffer, and of all of it; planes of
 * exponents in it, one byte a cell (0 if populations share none). */
uint64_t lb_layout_code_bytes(const struct lb_case *c);
uint64_t lb_layout_population_bytes(const struct lb_case *c, const struct lb_layout *l);
uint64_t lb_layout_exponent_planes(const struct lb_case *c);

/* Bytes that a subdomain sends and receives in a step: these on the device, and again on the
 * host. */
uint64_t lb_layout_exchange_bytes(const struct lb_case *c);

/* Bytes that a step moves for a plain cell: populations; flags, with equilibrium cells or a
 * surface; its share of the vector's word, with walls or markers. */
double lb_layout_bytes_per_update(const struct lb_case *c, int lanes);

/* Whether memory and buffers suffice, as ledger.h counts them; if it is close, c->start is asked
 * for the cells beside walls. */
bool lb_layout_fits(const struct lb_case *c, const struct lb_layout *l,
                    const struct lb_device_info *device);

/* LB_STATUS_DEVICE if the case does not fit the device; the sentence names the memory needed, the
 * memory available and a size that fits. */
enum lb_status lb_layout_check(const struct lb_case *c, const struct lb_layout *l,
                               const struct lb_device_info *device, struct lb_error *err);

/* The largest memory of walls on the device, without the words of vectors: lists of `beside` cells
 * beside walls, and the terms of `moving` vectors beside moving walls.  These counts are known once
 * the flags are. */
uint64_t lb_layout_wall_bytes(const struct lb_case *c, const struct lb_layout *l, uint64_t beside,
                              uint64_t moving);
/* LB_STATUS_DEVICE if that does not fit beside the `used` bytes, before any of it is allocated.
 * In most boxes it is less than the memory that filling them took and released, and
 * lb_layout_check has failed before. */
enum lb_status lb_layout_check_walls(const struct lb_case *c, const struct lb_layout *l,
                                     const struct lb_device_info *device, uint64_t used,
                                     uint64_t beside, uint64_t moving, struct lb_error *err);

/* Bytes a cell in all buffers that grow with the cells (ledger.h has the rest), and bytes moved
 * per cell and step: populations, and one byte if there may be anything but fluid; or moments,
 * and no byte, because on GPUs few tiles read any.  The measure of speeds, the same for all
 * lanes; the exact traffic is lb_layout_bytes_per_update. */
double lb_case_bytes_per_cell(const struct lb_case *c);
double lb_case_bytes_per_update(const struct lb_case *c);

/* The memory index of a cell, as lb_index in kernels/core/layout.cl, and its inverse. */
uint64_t lb_layout_index_of(const struct lb_case *c, const struct lb_layout *l,
                            const uint32_t at[3]);
void lb_layout_cell_at(const struct lb_case *c, const struct lb_layout *l, uint64_t index,
                       uint32_t out[3]);

#endif

/* layout.c - a layout made of its numbers, and what follows from it: places, items, sizes.
 * SPDX-License-Identifier: MIT */
#include "layout/layout.h"

#include <stdbool.h>

#include "case/halo.h"
#include "layout/fluid_list.h"
#include "layout/layout_internal.h"
#include "opencl/device.h"

/* what is written stays in the caches of a CPU, as a rule */
enum { CACHE_BYTES = 8 << 20 };
enum { CODES_PER_LINE = 128, CACHE_LINES_OFF = 17, CACHE_LINE_BYTES = 64 };

uint64_t lb_layout_scalar_bytes(const struct lb_case *c)
{
    return c->arithmetic == LB_ARITHMETIC_FP64 ? 8 : 4;
}

int lb_power_of_two_within(int value, int max)
{
    int power = 1;
    while (2 * power <= value && 2 * power <= max)
        power *= 2;
    return power;
}

/* Populations start at whole lines of 256 bytes and more: anything less cost 5 % on an H200.  On a
 * CPU, power-of-two boxes would put all populations of a cell into the same cache sets; an odd
 * number of cache lines more was 1.2 to 2 times faster. */
static uint64_t stride_of(const struct lb_case *c, const struct lb_layout *l,
                          const struct lb_device_info *device)
{
    const uint64_t halo = lb_case_keeps_moments(c) ? lb_halo_cells(c) : 0; /* of what cells keep */
    const uint64_t places = l->listed > 0 ? l->listed : lb_layout_places(c, l) + halo;
    const uint64_t whole = (places + CODES_PER_LINE - 1) / CODES_PER_LINE * CODES_PER_LINE;
    if (device->type == LB_DEVICE_GPU) return whole;
    const uint64_t codes = CACHE_LINES_OFF * CACHE_LINE_BYTES / lb_layout_code_bytes(c);
    return whole + (codes % 16 == 0 ? codes : 2 * codes);
}

static uint32_t vectors_of_row(const struct lb_case *c, const struct lb_layout *l)
{
    return l->lane_axis == l->row_axis ? lb_layout_slab(c, l) : c->size[l->row_axis];
}

/* kernels/step/rows.cl: where a vector is one piece of a CPU's arithmetic.  Long rows are for several
 * work-items, as boxes of few of them have cores waiting otherwise. */
static uint32_t row_parts(const struct lb_case *c, const struct lb_device_info *device,
                          const struct lb_layout *l)
{
    enum { MIN_LANES = 4 };
    if (device->type != LB_DEVICE_CPU || c->storage->memory != NULL || c->heat != NULL ||
        l->lanes != l->arithmetic_lanes || l->lanes < MIN_LANES)
        return 0;
    const uint32_t parts = vectors_of_row(c, l) / l->group;
    return parts > 0 ? parts : 1;
}

/* Several for the table of neighbours (kernels/list/list_table.cl): on CPUs, where instructions bind. */
static int lanes_of_list(int wanted, const struct lb_device_info *device)
{
    const int lanes = lb_power_of_two_within(wanted, 16);
    return device->type == LB_DEVICE_GPU || lanes < 4 ? 1 : lanes;
}

void lb_layout_make(const struct lb_case *c, const struct lb_layout_choice *choice,
                    const struct lb_device_info *device, struct lb_layout *out)
{
    /* cells whose moments are kept lie side by side along x */
    const bool takes_cells = lb_case_keeps_moments(c) || lb_case_lists_fluid(c);
    const int lanes = takes_cells ? 1 : lb_lanes_dividing(c, device, choice->lanes);
    const int axis = takes_cells ? 2 : lb_lanes_axis(c, device, lanes);
    *out = (struct lb_layout){
        .lanes = lanes,
        .arithmetic_lanes = lb_lanes_arithmetic(choice->arithmetic_lanes, lanes),
        .lane_axis = axis < 0 ? 2 : axis,
        /* CPUs step rows of vectors, and lanes turn in whole rows only across the lane axis */
        .row_axis = axis == 0 && device->type != LB_DEVICE_GPU ? 1 : 0,
        .group = (uint32_t)choice->group,
        .registers = choice->registers,
        .turns = device->type == LB_DEVICE_GPU,
    };
    if (lb_case_lists_fluid(c)) {
        out->listed = lb_fluid_count(c);
        out->arithmetic_lanes = lanes_of_list(choice->arithmetic_lanes, device);
        /* a table of neighbours counts codes in 32 bits */
        if ((uint64_t)c->lattice->directions * (out->listed + 16) > UINT32_MAX)
            out->arithmetic_lanes = 1;
        if (out->arithmetic_lanes == 1) out->even_lanes = lb_lanes_of_access(c);
    }
    out->stride = stride_of(c, out, device);
    out->row_parts = row_parts(c, device, out);
    if (!lb_case_keeps_moments(c)) return;
    if (device->type == LB_DEVICE_GPU) {
        lb_tiles_set_gpu(c, device, out);
        return;
    }
    out->arithmetic_lanes = lb_power_of_two_within(choice->arithmetic_lanes, (int)c->size[0]);
    lb_tiles_set_cpu(c, device, out);
    out->passes_cache = lb_case_kept_bytes(c) * (double)lb_case_cell_count(c) > (double)CACHE_BYTES;
}

struct lb_layout_choice lb_layout_chosen(const struct lb_layout *l)
{
    return (struct lb_layout_choice){l->lanes, l->arithmetic_lanes, (int)l->group, l->registers};
}

bool lb_layout_divides(const uint32_t size[3], int lanes)
{
    const uint32_t v = (uint32_t)lanes;
    return size[0] % v == 0 || size[1] % v == 0 || size[2] % v == 0;
}

bool lb_layout_has_table(const struct lb_layout *l)
{
    return l->listed > 0 && l->even_lanes == 0;
}

struct lb_layout lb_layout_of_even_steps(const struct lb_layout *l)
{
    struct lb_layout even = *l;
    if (l->even_lanes == 0) return even;
    even.lanes = l->even_lanes;
    even.arithmetic_lanes = 2;
    return even;
}

bool lb_layout_has_links(const struct lb_case *c)
{
    return ((c->cell_kinds & LB_CELL_SOLID) != 0 && !lb_case_lists_fluid(c)) ||
           lb_case_has_markers(c);
}

uint32_t lb_layout_slab(const struct lb_case *c, const struct lb_layout *l)
{
    const uint32_t lanes = (uint32_t)l->lanes;
    return (c->size[l->lane_axis] + lanes - 1) / lanes;
}

uint64_t lb_layout_vectors(const struct lb_case *c, const struct lb_layout *l)
{
    return lb_case_cell_count(c) / c->size[l->lane_axis] * lb_layout_slab(c, l);
}

uint64_t lb_layout_places(const struct lb_case *c, const struct lb_layout *l)
{
    return lb_layout_vectors(c, l) * (uint64_t)l->lanes;
}

/* Of a step, or where lanes of memory are those of even steps, of these. */
static uint64_t items_of_list(const struct lb_layout *l)
{
    const int lanes = l->lanes > 1 ? l->lanes : l->arithmetic_lanes;
    return (l->listed + (uint64_t)lanes - 1) / (uint64_t)lanes;
}

uint64_t lb_layout_items(const struct lb_case *c, const struct lb_layout *l)
{
    const uint64_t vectors = lb_layout_vectors(c, l);
    if (l->chunk > 0) return lb_tiles_items(c, l);
    if (l->listed > 0) return items_of_list(l);
    return l->row_parts > 0 ? vectors / vectors_of_row(c, l) * l->row_parts : vectors;
}

uint32_t lb_layout_group(const struct lb_case *c, const struct lb_layout *l)
{
    if (l->chunk > 0) return l->march_group;
    if (l->row_parts == 0) return l->group;
    const uint32_t parts = l->group * l->row_parts / vectors_of_row(c, l);
    return parts > 0 ? parts : 1;
}

uint64_t lb_layout_index_bytes(const struct lb_case *c)
{
    return lb_case_cell_count(c) > UINT32_MAX / 2 ? sizeof(uint64_t) : sizeof(uint32_t);
}

uint64_t lb_layout_code_bytes(const struct lb_case *c)
{
    return c->storage->memory != NULL ? 1 : (uint64_t)c->storage->bits / 8;
}

/* kernels/memory/blocks.cl: what a row of vectors has lies together, and behind all rows exponents of the halo. */
static uint64_t bytes_of_rows(const struct lb_case *c, const struct lb_layout *l)
{
    const uint64_t row = (uint64_t)vectors_of_row(c, l) * (uint64_t)l->lanes;
    const uint64_t halves = c->storage->bits != 12 ? 0 : l->lanes == 1 ? row : row / 2;
    const uint64_t q = (uint64_t)c->lattice->directions;
    const uint64_t bytes = (q + lb_layout_exponent_planes(c)) * row + q * halves;
    return lb_layout_places(c, l) / row * ((bytes + 15) / 16 * 16) + lb_halo_cells(c);
}

uint64_t lb_layout_population_bytes(const struct lb_case *c, const struct lb_layout *l)
{
    if (c->storage->memory != NULL) return bytes_of_rows(c, l);
    const uint64_t floats = (uint64_t)lb_case_kept_floats(c);
    const uint64_t codes = (uint64_t)lb_case_kept_numbers(c) - floats;
    return l->stride * (floats * sizeof(float) + codes * (uint64_t)c->storage->bits / 8) +
           (l->listed > 0 ? lb_fluid_words(c) * sizeof(uint64_t) : 0);
}

uint64_t lb_layout_exponent_planes(const struct lb_case *c)
{
    if (!c->storage->shares_exponents) return 0;
    return c->surface.exists || c->curved != NULL || lb_case_has_numbers(c) ? 3 : 2;
}

bool lb_layout_keeps_fields(const struct lb_case *c)
{
    return c->streaming == LB_STREAMING_PULL || lb_case_has_prescribed(c);
}

uint64_t lb_layout_exchange_bytes(const struct lb_case *c)
{
    return 2 * (lb_halo_codes(c) + lb_halo_exponents(c) + lb_halo_codes_within(c)) *
           lb_halo_code_bytes(c);
}

uint64_t lb_layout_index_of(const struct lb_case *c, const struct lb_layout *l,
                            const uint32_t at[3])
{
    const int axis = l->lane_axis, row = l->row_axis, other = 1 - row;
    const uint32_t lanes = (uint32_t)l->lanes, slab = lb_layout_slab(c, l);
    uint64_t size[3] = {c->size[0], c->size[1], c->size[2]};
    uint64_t v[3] = {at[0], at[1], at[2]};
    size[axis] = slab;
    v[axis] %= slab;
    return ((v[2] * size[other] + v[other]) * size[row] + v[row]) * lanes + at[axis] / slab;
}

void lb_layout_cell_at(const struct lb_case *c, const struct lb_layout *l, uint64_t index,
                       uint32_t out[3])
{
    const int axis = l->lane_axis;
    const uint64_t lanes = (uint64_t)l->lanes;
    uint64_t size[3] = {c->size[0], c->size[1], c->size[2]};
    size[axis] = lb_layout_slab(c, l);
    const uint64_t lane = index % lanes, vector = index / lanes;
    const int row = l->row_axis, other = 1 - row;
    out[row] = (uint32_t)(vector % size[row]);
    out[other] = (uint32_t)(vector / size[row] % size[other]);
    out[2] = (uint32_t)(vector / (size[0] * size[1]));
    out[axis] += (uint32_t)(lane * size[axis]);
}

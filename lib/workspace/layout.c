/* layout.c - chooses lanes and padding for a device and checks that the case fits.
 * SPDX-License-Identifier: MIT */
#include "workspace/layout.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>

#include "case/halo.h"
#include "opencl/device.h"
#include "workspace/layout_table.h"
#include "workspace/shell.h"

/* what is written stays in the caches of a CPU, as a rule */
enum { CACHE_BYTES = 8 << 20 };
enum { CODES_PER_LINE = 128, CACHE_LINES_OFF = 17, CACHE_LINE_BYTES = 64, PREFERRED_GROUP = 64 };

static int at_most_power_of_two(int value, int max)
{
    int power = 1;
    while (2 * power <= value && 2 * power <= max)
        power *= 2;
    return power;
}

/* The widest arithmetic that is faster.  A CPU's is its SIMD width; a GPU hides latency better with two
 * lanes than with more, and beside a membrane, whose cells are single lanes, with one (not with words
 * of two codes: kernels/codes). */
static int preferred_arithmetic_lanes(const struct lb_case *c, const struct lb_layout_wishes *w,
                                      const struct lb_device_info *device)
{
    if (w->arithmetic_lanes > 0) return at_most_power_of_two(w->arithmetic_lanes, 16);
    if (device->type == LB_DEVICE_GPU)
        return lb_case_has_markers(c) && c->markers->mesh != NULL && c->storage->bits > 16 ? 1 : 2;
    const int floats = at_most_power_of_two((int)device->native_float_width, 16);
    return c->arithmetic == LB_ARITHMETIC_FP64 ? (floats > 1 ? floats / 2 : 1) : floats;
}

/* A GPU wants 16 bytes per access, unless shorter vectors, with fewer registers and more groups in
 * flight, do better: where converting takes integer arithmetic, where moments are formed, where
 * there are more than 19 populations (benchmarks/results). */
static int lanes_for_gpu(const struct lb_case *c, const struct lb_layout_choice *measured)
{
    if (measured->lanes > 0) return measured->lanes;
    const bool is_light = c->storage->converts_in_hardware && c->lattice->directions <= 19 &&
                          !c->collision->has_rates;
    return is_light || c->storage->bits > 32 ? at_most_power_of_two(128 / c->storage->bits, 8) : 4;
}

/* What was measured, a periodic box: everything else in the kernel takes registers, too, and with
 * fewer than it needs it is far slower. */
static bool is_plain(const struct lb_case *c)
{
    return c->streaming == LB_STREAMING_IN_PLACE && !lb_case_has_markers(c) && !c->surface.exists &&
           (c->cell_kinds & ~(unsigned)LB_CELL_SOLID) == 0 && !lb_case_has_body_force(c);
}

static uint64_t scalar_bytes(const struct lb_case *c)
{
    return c->arithmetic == LB_ARITHMETIC_FP64 ? 8 : 4;
}

/* Tiles of kernels/step/tiles.cl [cells], and the work-items of a warp. */
enum { TILE_WIDE = 32, WARP = 32 };

static uint32_t tile_items(uint32_t high)
{
    return (TILE_WIDE + 2) * (high + 2);
}

/* A work-item for each cell and each of the rim, in whole warps. */
static uint32_t tile_group(uint32_t high)
{
    return (tile_items(high) + WARP - 1) / WARP * WARP;
}

/* Populations that leave their columns, of two planes. */
static uint64_t tile_bytes(const struct lb_case *c, uint32_t high)
{
    const uint64_t stay = c->lattice->dimensions == 3 ? 3 : 1;
    return 2 * ((uint64_t)c->lattice->directions - stay) * tile_items(high) * scalar_bytes(c);
}

/* What a device does not tell is enough. */
static bool tile_fits(const struct lb_case *c, const struct lb_device_info *device, uint32_t high)
{
    enum { LOCAL_BYTES = 48 << 10 };
    const uint64_t local = device->local_memory > 0 && device->local_memory < LOCAL_BYTES
                               ? device->local_memory
                               : LOCAL_BYTES;
    return tile_bytes(c, high) <= local &&
           (device->max_work_group == 0 || tile_group(high) <= device->max_work_group);
}

/* As many rows as fit; of cells with more than 16 bits a number, whose rims are more to read, 8 were faster than
 * 9 on an H200. */
static uint32_t tile_height(const struct lb_case *c, const struct lb_device_info *device)
{
    uint32_t high = c->storage->bits > 16 ? 8 : 9;
    while (high > 1 && !tile_fits(c, device, high))
        high--;
    return high;
}

/* So that three groups are on a multiprocessor of NVIDIA's, which has 65536 registers and gives them out by eights;
 * measured on an H200, whose local memory has room for three, too. */
static int registers_of_tiles(const struct lb_case *c, const struct lb_device_info *device)
{
    return (int)((65536 / (3 * tile_group(tile_height(c, device)))) & ~7u);
}

static int registers_for(const struct lb_case *c, const struct lb_layout_wishes *w,
                         const struct lb_device_info *device,
                         const struct lb_layout_choice *measured, int lanes, int arithmetic)
{
    if (w->registers != 0) return w->registers > 0 ? w->registers : 0;
    if (!lb_device_is_nvidia(device)) return 0;
    if (lb_case_keeps_moments(c)) return registers_of_tiles(c, device);
    if (!is_plain(c)) return 0;
    return lanes == lanes_for_gpu(c, measured) && arithmetic == 2 ? measured->registers : 0;
}

/* A CPU wants a full SIMD register of arithmetic. */
static int preferred_lanes(const struct lb_case *c, const struct lb_layout_wishes *w,
                           const struct lb_device_info *device,
                           const struct lb_layout_choice *measured)
{
    if (w->lanes > 0) return at_most_power_of_two(w->lanes, 16);
    return device->type == LB_DEVICE_GPU ? lanes_for_gpu(c, measured)
                                         : preferred_arithmetic_lanes(c, w, device);
}

/* The axis that a surface will lie across, -1 where there is none. */
static int axis_of_gravity(const struct lb_case *c)
{
    int steepest = -1;
    for (int axis = 0; axis < 3; axis++)
        if (c->surface.exists && c->force[axis] != 0.0 &&
            (steepest < 0 || fabs(c->force[axis]) > fabs(c->force[steepest])))
            steepest = axis;
    return steepest;
}

/* Whether most of a side of the box is wall or prescribed. */
static bool is_closed(const struct lb_case *c, int axis, uint32_t layer)
{
    enum { SAMPLES = 7 }; /* along each edge */
    const int a = axis == 0 ? 1 : 0, b = axis == 2 ? 1 : 2;
    int special = 0;
    for (uint32_t n = 0; n < SAMPLES * SAMPLES; n++) {
        struct lb_cell cell = {.rho = 1.0, .fill = 1.0};
        uint32_t at[3];
        at[axis] = layer;
        at[a] = (uint32_t)((uint64_t)c->size[a] * (2 * (n % SAMPLES) + 1) / (2 * SAMPLES));
        at[b] = (uint32_t)((uint64_t)c->size[b] * (2 * (n / SAMPLES) + 1) / (2 * SAMPLES));
        c->start(c->start_state, at[0], at[1], at[2], &cell);
        special += (cell.flags & (LB_CELL_SOLID | LB_CELL_EQUILIBRIUM)) != 0;
    }
    return 2 * special > SAMPLES * SAMPLES;
}

/* Slabs across such an axis put walls into single lanes of many vectors. */
static bool has_walls_at_ends(const struct lb_case *c, int axis)
{
    return c->cell_kinds != 0 && c->start != NULL &&
           (is_closed(c, axis, 0) || is_closed(c, axis, c->size[axis] - 1));
}

static bool may_be_cut(const struct lb_case *c, int axis, int lanes)
{
    return c->size[axis] % (uint32_t)lanes == 0 && (axis < 2 || c->size[axis] > 1);
}

/* CPUs advance vectors at a slab's end with turned lanes, which is most of a thin slab. */
static bool has_long_slabs(const struct lb_case *c, const struct lb_device_info *device, int axis,
                           int lanes)
{
    enum { MIN_SLAB = 4 };
    return device->type == LB_DEVICE_GPU || c->size[axis] / (uint32_t)lanes >= MIN_SLAB;
}

/* How little an axis suits the lanes: walls at its ends weigh more than a cut, of which each vector of
 * the surface sends one lane only. */
static int drawbacks(const struct lb_case *c, int axis)
{
    return (has_walls_at_ends(c, axis) ? 2 : 0) + (int)(c->cut.axes >> axis & 1u);
}

/* A vector that is all gas need not be looked at: slabs side by side make more of them than slabs
 * on top of each other, so gravity's axis comes last.  Axes with drawbacks come after those without,
 * if these make slabs that are long enough. */
static int axis_divided_by(const struct lb_case *c, const struct lb_device_info *device, int lanes)
{
    const int last = axis_of_gravity(c);
    int best = -1, least = 0;
    for (int axis = 2; axis >= 0; axis--) {
        if (axis == last || !may_be_cut(c, axis, lanes)) continue;
        if (best >= 0 && (least == 0 || !has_long_slabs(c, device, axis, lanes))) continue;
        const int here = drawbacks(c, axis);
        if (best >= 0 && here >= least) continue;
        best = axis;
        least = here;
    }
    if (best >= 0) return best;
    return last >= 0 && c->size[last] % (uint32_t)lanes == 0 ? last : -1;
}

/* Populations start at whole lines of 256 bytes and more: anything less cost 5 % on an H200.  On a
 * CPU, power-of-two boxes would put all populations of a cell into the same cache sets; an odd
 * number of cache lines more was 1.2 to 2 times faster. */
static uint64_t stride_of(const struct lb_case *c, const struct lb_device_info *device)
{
    const uint64_t cells = lb_case_cell_count(c);
    const uint64_t whole = (cells + CODES_PER_LINE - 1) / CODES_PER_LINE * CODES_PER_LINE;
    if (device->type == LB_DEVICE_GPU) return whole;
    const uint64_t codes = CACHE_LINES_OFF * CACHE_LINE_BYTES / lb_layout_code_bytes(c);
    return whole + (codes % 16 == 0 ? codes : 2 * codes);
}

/* Whether a vector has solid cells and others. */
static bool mixes_walls(const struct lb_case *c, int lanes, int axis)
{
    const uint32_t slab = c->size[axis] / (uint32_t)lanes;
    const uint64_t vectors = lb_case_cell_count(c) / (uint64_t)lanes;
    uint32_t extent[3] = {c->size[0], c->size[1], c->size[2]};
    extent[axis] = slab;
    for (uint64_t n = 0; n < vectors; n++) {
        uint32_t at[3] = {(uint32_t)(n % extent[0]), (uint32_t)(n / extent[0] % extent[1]),
                          (uint32_t)(n / ((uint64_t)extent[0] * extent[1]))};
        int solid = 0;
        for (int lane = 0; lane < lanes; lane++, at[axis] += slab) {
            struct lb_cell cell = {.rho = 1.0, .fill = 1.0};
            c->start(c->start_state, at[0], at[1], at[2], &cell);
            solid += (cell.flags & LB_CELL_SOLID) != 0;
        }
        if (solid != 0 && solid != lanes) return true;
    }
    return false;
}

/* In a small box the kernel that bounces single cells takes as long as the step; with one lane
 * there is nothing left for it (walls.c). */
static bool wants_one_lane(const struct lb_case *c, const struct lb_layout_wishes *w,
                           const struct lb_device_info *device, int lanes)
{
    enum { MAX_CELLS = 1 << 20 };
    const int axis = axis_divided_by(c, device, lanes);
    return device->type == LB_DEVICE_GPU && w->lanes == 0 && lanes > 1 && c->start != NULL &&
           (c->cell_kinds & LB_CELL_SOLID) != 0 && !c->surface.exists &&
           c->streaming == LB_STREAMING_IN_PLACE && lb_case_cell_count(c) <= MAX_CELLS &&
           c->storage->memory == NULL && mixes_walls(c, lanes, axis);
}

static uint32_t vectors_of_row(const struct lb_case *c, const struct lb_layout *l)
{
    const uint32_t cells = c->size[l->row_axis];
    return l->lane_axis == l->row_axis ? cells / (uint32_t)l->lanes : cells;
}

/* kernels/step/rows.cl: where a vector is one piece of a CPU's arithmetic.  Long rows are for several
 * work-items, as boxes of few of them have cores waiting otherwise. */
static uint32_t row_parts(const struct lb_case *c, const struct lb_device_info *device,
                          const struct lb_layout *l)
{
    enum { MIN_LANES = 4 };
    if (device->type != LB_DEVICE_CPU || c->storage->memory != NULL ||
        l->lanes != l->arithmetic_lanes || l->lanes < MIN_LANES)
        return 0;
    const uint32_t parts = vectors_of_row(c, l) / l->group;
    return parts > 0 ? parts : 1;
}

static uint32_t pieces_of(uint32_t size, uint32_t piece)
{
    return (size + piece - 1) / piece;
}

/* Tiles of kernels/step/march.cl: as many rows as have room for their populations in a core's second cache,
 * whole ones unless these would be few; and chunks that leave some for each core. */
static void set_march_of_cpu(const struct lb_case *c, const struct lb_device_info *device,
                             struct lb_layout *l)
{
    enum {
        RING_BYTES = 352 << 10,
        FEW_ROWS = 8,
        ROWS = 16,
        MORE = 4,
        MIN_CHUNK = 16,
        PER_CORE = 4
    };
    const bool has_slices = c->lattice->dimensions == 3;
    const uint32_t lanes = (uint32_t)l->arithmetic_lanes, nx = c->size[0], ny = c->size[1];
    const uint64_t local = device->local_memory / 4 * 3;
    const uint64_t bytes = local > 0 && local < RING_BYTES ? local : RING_BYTES;
    const uint32_t room = (uint32_t)(bytes / ((uint64_t)c->lattice->directions * scalar_bytes(c)));
    const uint32_t least = !has_slices ? 2 : MORE + (ny < FEW_ROWS ? ny : FEW_ROWS);
    uint32_t pieces = 1, wide = 0, rows = 0;
    do {
        wide = pieces_of(pieces_of(nx, pieces++), lanes) * lanes;
        while (wide < nx && nx % wide != 0 && nx % wide < lanes)
            wide += lanes;
        rows = room / (wide + 2 * lanes);
    } while (rows < least && wide > 4 * lanes && pieces <= pieces_of(nx, lanes));
    uint32_t high = !has_slices ? ny : rows >= ROWS + MORE ? ROWS : rows > MORE ? rows - MORE : 1;
    high = pieces_of(ny, pieces_of(ny, high));
    const uint32_t enough = (uint32_t)PER_CORE * (uint32_t)device->compute_units;
    const uint32_t across = pieces_of(nx, wide);
    while (!has_slices && high > MIN_CHUNK && across * pieces_of(ny, high) < enough)
        high = (high + 1) / 2;
    l->tile[0] = wide;
    l->tile[1] = high;
    l->chunk = c->size[2];
    while (l->chunk > MIN_CHUNK &&
           across * pieces_of(ny, high) * pieces_of(c->size[2], l->chunk) < enough)
        l->chunk = (l->chunk + 1) / 2;
    l->march_group = 1;
}

/* Of chunks of planes, for which a group reads one plane more on both sides, those with which all `tiles` take the
 * fewest planes one after the other, if each multiprocessor has three groups at a time. */
static uint32_t chunk_of_tiles(uint32_t planes, uint64_t tiles, const struct lb_device_info *device)
{
    enum { LONGEST = 64, SHORTEST = 16, PER_UNIT = 3 };
    const uint64_t units = device->compute_units > 0 ? device->compute_units : 1;
    const uint64_t at_once = PER_UNIT * units;
    uint32_t best = 0;
    uint64_t fewest = UINT64_MAX;
    for (uint32_t pieces = pieces_of(planes, LONGEST); best == 0 || planes / pieces >= SHORTEST;
         pieces++) {
        const uint32_t chunk = pieces_of(planes, pieces);
        const uint64_t groups = tiles * pieces_of(planes, chunk);
        const uint64_t turns = (groups + at_once - 1) / at_once * (chunk + 2);
        if (turns >= fewest) continue;
        best = chunk;
        fewest = turns;
    }
    return best;
}

static void set_march_of_gpu(const struct lb_case *c, const struct lb_device_info *device,
                             struct lb_layout *l)
{
    l->tile[0] = TILE_WIDE;
    l->tile[1] = tile_height(c, device);
    l->chunk = chunk_of_tiles(
        c->size[2], (uint64_t)pieces_of(c->size[0], l->tile[0]) * pieces_of(c->size[1], l->tile[1]),
        device);
    l->march_group = tile_group(l->tile[1]);
}

/* `lanes`, or the half of them and so on, until they divide an axis. */
static int dividing_lanes(const struct lb_case *c, const struct lb_device_info *device, int lanes)
{
    while (lanes > 1 && axis_divided_by(c, device, lanes) < 0)
        lanes /= 2;
    return lanes;
}

static int arithmetic_of(int wanted, int lanes)
{
    int arithmetic = at_most_power_of_two(wanted, lanes);
    while (arithmetic * 8 < lanes)
        arithmetic *= 2;
    return arithmetic;
}

void lb_layout_make(const struct lb_case *c, const struct lb_layout_choice *choice,
                    const struct lb_device_info *device, struct lb_layout *out)
{
    /* cells whose moments are kept lie side by side along x */
    const bool takes_cells = lb_case_keeps_moments(c);
    const int lanes = takes_cells ? 1 : dividing_lanes(c, device, choice->lanes);
    const int axis = takes_cells ? 2 : axis_divided_by(c, device, lanes);
    *out = (struct lb_layout){
        .lanes = lanes,
        .arithmetic_lanes = arithmetic_of(choice->arithmetic_lanes, lanes),
        .lane_axis = axis < 0 ? 2 : axis,
        /* CPUs step rows of vectors, and lanes turn in whole rows only across the lane axis */
        .row_axis = axis == 0 && device->type != LB_DEVICE_GPU ? 1 : 0,
        .stride = stride_of(c, device),
        .group = (uint32_t)choice->group,
        .registers = choice->registers,
        .turns = device->type == LB_DEVICE_GPU,
    };
    out->row_parts = row_parts(c, device, out);
    if (!takes_cells) return;
    if (device->type == LB_DEVICE_GPU) {
        set_march_of_gpu(c, device, out);
        return;
    }
    out->arithmetic_lanes = at_most_power_of_two(choice->arithmetic_lanes, (int)c->size[0]);
    set_march_of_cpu(c, device, out);
    out->passes_cache = lb_case_kept_bytes(c) * (double)lb_case_cell_count(c) > (double)CACHE_BYTES;
}

void lb_layout_choose(const struct lb_case *c, const struct lb_layout_wishes *w,
                      const struct lb_device_info *device, struct lb_layout *out)
{
    struct lb_layout_choice measured;
    lb_layout_table_find(c, device, &measured);
    int lanes = dividing_lanes(c, device, preferred_lanes(c, w, device, &measured));
    if (wants_one_lane(c, w, device, lanes)) lanes = 1;
    int arithmetic = arithmetic_of(preferred_arithmetic_lanes(c, w, device), lanes);
    if (lb_case_keeps_moments(c)) {
        lanes = 1;
        arithmetic = w->lanes > 0 && w->arithmetic_lanes == 0
                         ? w->lanes
                         : preferred_arithmetic_lanes(c, w, device);
    }
    const struct lb_layout_choice choice = {
        .lanes = lanes,
        .arithmetic_lanes = arithmetic,
        .group = w->group > 0 ? w->group : PREFERRED_GROUP,
        .registers = registers_for(c, w, device, &measured, lanes, arithmetic)};
    lb_layout_make(c, &choice, device, out);
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

bool lb_layout_has_links(const struct lb_case *c)
{
    return (c->cell_kinds & LB_CELL_SOLID) != 0 || lb_case_has_markers(c);
}

uint64_t lb_layout_vectors(const struct lb_case *c, const struct lb_layout *l)
{
    return lb_case_cell_count(c) / (uint64_t)l->lanes;
}

/* Work-items of kernels/step/march.cl or tiles.cl. */
static uint64_t march_items(const struct lb_case *c, const struct lb_layout *l)
{
    return (uint64_t)pieces_of(c->size[0], l->tile[0]) * pieces_of(c->size[1], l->tile[1]) *
           pieces_of(c->size[2], l->chunk) * l->march_group;
}

uint64_t lb_layout_items(const struct lb_case *c, const struct lb_layout *l)
{
    const uint64_t vectors = lb_layout_vectors(c, l);
    if (l->chunk > 0) return march_items(c, l);
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

uint64_t lb_layout_carried_bytes(const struct lb_case *c)
{
    uint64_t bytes = 1;
    while (8 * bytes < (uint64_t)c->storage->bits)
        bytes *= 2;
    return bytes;
}

/* kernels/memory/blocks.cl: what a row of vectors has lies together, and behind all rows exponents of the halo. */
static uint64_t bytes_of_rows(const struct lb_case *c, const struct lb_layout *l)
{
    const uint64_t row = (uint64_t)vectors_of_row(c, l) * (uint64_t)l->lanes;
    const uint64_t halves = c->storage->bits != 12 ? 0 : l->lanes == 1 ? row : row / 2;
    const uint64_t q = (uint64_t)c->lattice->directions;
    const uint64_t bytes = (q + lb_layout_exponent_planes(c)) * row + q * halves;
    return lb_case_cell_count(c) / row * ((bytes + 15) / 16 * 16) + lb_halo_cells(c);
}

uint64_t lb_layout_population_bytes(const struct lb_case *c, const struct lb_layout *l)
{
    if (c->storage->memory != NULL) return bytes_of_rows(c, l);
    const uint64_t floats = (uint64_t)lb_case_kept_floats(c);
    const uint64_t codes = (uint64_t)lb_case_kept_numbers(c) - floats;
    return l->stride * (floats * sizeof(float) + codes * (uint64_t)c->storage->bits / 8);
}

uint64_t lb_layout_exponent_planes(const struct lb_case *c)
{
    if (!c->storage->shares_exponents) return 0;
    return c->surface.exists || lb_case_has_numbers(c) ? 3 : 2;
}

/* Of one cell: a force of 64 bits, and a velocity, whose fourth number is padding. */
static uint64_t marker_bytes(const struct lb_case *c)
{
    if (!lb_case_has_markers(c)) return 0;
    const uint64_t force = lb_case_has_marker_force(c) ? 8 : 0;
    return (uint64_t)c->lattice->dimensions * force + 4 * scalar_bytes(c);
}

/* Markers of a box that is cut move in arrays of the whole box: marker_world.h. */
uint64_t lb_layout_world_bytes(const struct lb_case *c)
{
    if (!lb_case_has_markers(c) || c->cut.axes == 0) return 0;
    return lb_case_whole_cells(c) * (marker_bytes(c) + 1 + sizeof(uint32_t));
}

bool lb_layout_keeps_fields(const struct lb_case *c)
{
    return c->streaming == LB_STREAMING_PULL || lb_case_has_prescribed(c);
}

/* Of one cell: fill level, mass, a second copy of the flags. */
static uint64_t surface_bytes(const struct lb_case *c)
{
    return c->surface.exists ? 2 * scalar_bytes(c) + 1 : 0;
}

uint64_t lb_layout_exchange_bytes(const struct lb_case *c)
{
    return 2 * (lb_halo_codes(c) + lb_halo_exponents(c)) * lb_layout_carried_bytes(c);
}

/* Populations, flags, words of walls, prescribed values, what markers and a surface need in every
 * cell, what a subdomain sends and receives, and the list of its vectors beside cuts: what the solver
 * keeps on the device for a whole run, but for the lists of cells beside walls (12 to 20 bytes each),
 * the terms of vectors beside moving ones, and what is sent of cells inside boundaries beside cuts. */
static uint64_t resident_bytes(const struct lb_case *c, const struct lb_layout *l)
{
    const uint64_t copies = c->streaming == LB_STREAMING_IN_PLACE ? 1 : 2;
    const uint64_t cells = lb_case_cell_count(c) + lb_halo_cells(c);
    uint64_t bytes = copies * lb_layout_population_bytes(c, l) + cells;
    if (lb_layout_keeps_fields(c))
        bytes += cells * scalar_bytes(c) * (1 + (uint64_t)c->lattice->dimensions);
    bytes += cells * (marker_bytes(c) + surface_bytes(c) + (lb_case_has_numbers(c) ? 1 : 0));
    const uint64_t vectors = lb_layout_vectors(c, l);
    if (lb_layout_has_links(c)) bytes += vectors * sizeof(uint32_t);
    if ((c->cell_kinds & LB_CELL_MOVING) != 0) bytes += vectors * sizeof(uint32_t);
    if (c->surface.exists) bytes += vectors * (2 * lb_layout_index_bytes(c) + sizeof(uint32_t));
    bytes += lb_layout_world_bytes(c);
    return bytes + lb_layout_exchange_bytes(c) + lb_shell_vectors(c, l) * lb_layout_index_bytes(c);
}

/* A cell's share of its vector's word at V = 4, whatever the lanes. */
static double link_bytes(const struct lb_case *c)
{
    return lb_layout_has_links(c) ? 1.0 : 0.0;
}

double lb_case_bytes_per_cell(const struct lb_case *c)
{
    const double copies = c->streaming == LB_STREAMING_IN_PLACE ? 1.0 : 2.0;
    const double fields =
        lb_layout_keeps_fields(c) ? (double)scalar_bytes(c) * (1 + c->lattice->dimensions) : 0.0;
    return copies * lb_case_kept_bytes(c) + 1.0 + link_bytes(c) + fields +
           (double)(marker_bytes(c) + surface_bytes(c));
}

/* What a step reads or writes of what a cell keeps. */
static double moved_bytes(const struct lb_case *c)
{
    return lb_case_keeps_moments(c)
               ? lb_case_kept_bytes(c)
               : lb_number_format_bytes_moved(c->storage, c->lattice->directions);
}

double lb_case_bytes_per_update(const struct lb_case *c)
{
    const bool has_flags = (c->cell_kinds != 0 && !lb_case_keeps_moments(c)) || c->surface.exists;
    return 2.0 * moved_bytes(c) + (has_flags ? 1.0 : 0.0);
}

double lb_layout_bytes_per_update(const struct lb_case *c, int lanes)
{
    const double links = link_bytes(c) * 4.0 / lanes;
    const bool reads_flags = (c->cell_kinds & LB_CELL_EQUILIBRIUM) != 0 || c->surface.exists;
    return 2.0 * moved_bytes(c) + (reads_flags ? 1.0 : 0.0) + links;
}

/* What a solver needs at its start beyond what it keeps: staging, marking walls. */
static uint64_t transient_bytes(const struct lb_case *c)
{
    return lb_case_cell_count(c) + ((uint64_t)64 << 20);
}

bool lb_layout_fits(const struct lb_case *c, const struct lb_layout *l,
                    const struct lb_device_info *device)
{
    const uint64_t cells = lb_case_cell_count(c), dimensions = (uint64_t)c->lattice->dimensions;
    const uint64_t fields = cells * scalar_bytes(c) * (1 + dimensions);
    const uint64_t whole = lb_case_whole_cells(c);
    const uint64_t force = lb_case_has_marker_force(c) ? whole * dimensions * 8 : 0;
    const uint64_t velocity = lb_case_has_markers(c) ? whole * 4 * scalar_bytes(c) : 0;
    return resident_bytes(c, l) + transient_bytes(c) <= device->memory &&
           lb_layout_population_bytes(c, l) <= device->max_allocation &&
           (!lb_layout_keeps_fields(c) || fields <= device->max_allocation) &&
           force <= device->max_allocation && velocity <= device->max_allocation;
}

/* The largest box of the case's shape that fits, in steps of 2 % of each side. */
static void largest_box(const struct lb_case *c, const struct lb_device_info *device,
                        uint32_t size[3])
{
    struct lb_case smaller = *c;
    const struct lb_layout_wishes none = {0};
    struct lb_layout l;
    for (double scale = 0.99; scale > 1e-6; scale *= 0.98) {
        for (int axis = 0; axis < 3; axis++) {
            const uint32_t side = (uint32_t)(c->size[axis] * scale);
            const uint32_t whole = side >= 64 ? side - side % 16 : side; /* keeps the lanes */
            smaller.size[axis] = c->size[axis] == 1 || whole < 1 ? 1 : whole;
        }
        lb_layout_choose(&smaller, &none, device, &l);
        if (lb_layout_fits(&smaller, &l, device)) break;
    }
    for (int axis = 0; axis < 3; axis++)
        size[axis] = smaller.size[axis];
}

/* Where the device has the memory, but not in one buffer. */
static void note_larger_buffers(const struct lb_case *c, uint64_t buffer,
                                const struct lb_device_info *device, struct lb_error *err)
{
    const uint64_t here = lb_case_whole_cells(c) / lb_case_cell_count(c);
    const uint64_t parts = here * (1 + buffer / device->max_allocation);
    if (lb_case_why_uncut(c) == NULL && !lb_case_has_markers(c))
        lb_error_note(err,
                      "Cut into parts, the box has a buffer for each, and parts may share a "
                      "device, in a sluice built with MPI: name it %" PRIu64
                      " times or more, as --devices 0,0 does.",
                      parts);
    else if (lb_device_is_nvidia(device))
        lb_error_note(err, "NVIDIA's limit on one buffer is lifted by the environment "
                           "variable " LB_NVIDIA_UNLIMITED "=1.");
}

enum lb_status lb_layout_check(const struct lb_case *c, const struct lb_layout *l,
                               const struct lb_device_info *device, struct lb_error *err)
{
    LB_OK(lb_case_check_moments(c, err));
    if (c->arithmetic == LB_ARITHMETIC_FP64 && !device->fp64)
        return lb_fail(err, LB_STATUS_DEVICE,
                       "%s has no 64-bit arithmetic; use --precision fp32/... or another device",
                       device->name);
    if (lb_case_has_markers(c) && !device->int64_atomics)
        return lb_fail(err, LB_STATUS_DEVICE,
                       "%s has no 64-bit atomic additions (cl_khr_int64_base_atomics), with which "
                       "markers push the flow; another device is needed",
                       device->name);
    if (l->registers > 0 && !lb_device_is_nvidia(device))
        return lb_fail(err, LB_STATUS_DEVICE,
                       "%s takes no limit of registers, which is NVIDIA's; leave out --registers",
                       device->name);
    if (c->storage->needs_shift && !c->shift)
        return lb_fail(err, LB_STATUS_DEVICE,
                       "%s holds numbers up to %.3g, which populations f_i exceed; it stores "
                       "f_i - w_i only, so leave out --no-shift",
                       c->storage->title, c->storage->largest);
    if (l->march_group > 1 && !tile_fits(c, device, 1))
        return lb_fail(
            err, LB_STATUS_DEVICE,
            "%s has too little local memory, or too small groups, for --streaming moments with "
            "%s; --streaming in-place needs none",
            device->name, c->lattice->name);
    const uint64_t needed = resident_bytes(c, l);
    const uint64_t buffer = lb_layout_population_bytes(c, l);
    if (lb_layout_fits(c, l, device)) return LB_STATUS_OK;
    uint32_t size[3];
    largest_box(c, device, size);
    const double gib = 1024.0 * 1024.0 * 1024.0;
    lb_fail(err, LB_STATUS_DEVICE,
            "size %u,%u,%u needs %.2f GiB on the device, %.2f GiB of it in one buffer; %s has "
            "%.2f GiB and allows %.2f GiB in one buffer; a box of %u,%u,%u cells would fit",
            c->size[0], c->size[1], c->size[2], (double)needed / gib, (double)buffer / gib,
            device->name, (double)device->memory / gib, (double)device->max_allocation / gib,
            size[0], size[1], size[2]);
    if (needed <= device->memory && buffer > device->max_allocation)
        note_larger_buffers(c, buffer, device, err);
    return LB_STATUS_DEVICE;
}

static uint64_t term_bytes(const struct lb_case *c, const struct lb_layout *l, uint64_t moving)
{
    return moving * (uint64_t)l->lanes * (uint64_t)c->lattice->directions * scalar_bytes(c);
}

uint64_t lb_layout_wall_bytes(const struct lb_case *c, const struct lb_layout *l, uint64_t beside,
                              uint64_t moving)
{
    const uint64_t places = moving > 0 ? lb_layout_vectors(c, l) * sizeof(uint32_t) : 0;
    const uint64_t lists = beside * (2 * lb_layout_index_bytes(c) + sizeof(uint32_t));
    return lists + places + moving * lb_layout_index_bytes(c) + term_bytes(c, l, moving);
}

enum lb_status lb_layout_check_walls(const struct lb_case *c, const struct lb_layout *l,
                                     const struct lb_device_info *device, uint64_t used,
                                     uint64_t beside, uint64_t moving, struct lb_error *err)
{
    const double gib = 1024.0 * 1024.0 * 1024.0;
    const uint64_t needed = lb_layout_wall_bytes(c, l, beside, moving);
    if (used + needed <= device->memory && term_bytes(c, l, moving) <= device->max_allocation)
        return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_DEVICE,
                   "size %u,%u,%u has %llu cells beside walls, which need %.2f GiB on the device "
                   "beside the %.2f GiB that are taken; %s has %.2f GiB and allows %.2f GiB in one "
                   "buffer; a smaller size would fit",
                   c->size[0], c->size[1], c->size[2], (unsigned long long)beside,
                   (double)needed / gib, (double)used / gib, device->name,
                   (double)device->memory / gib, (double)device->max_allocation / gib);
}

void lb_layout_cell_at(const struct lb_case *c, const struct lb_layout *l, uint64_t index,
                       uint32_t out[3])
{
    const int axis = l->lane_axis;
    const uint64_t lanes = (uint64_t)l->lanes;
    uint64_t size[3] = {c->size[0], c->size[1], c->size[2]};
    size[axis] /= lanes;
    const uint64_t lane = index % lanes, vector = index / lanes;
    const int row = l->row_axis, other = 1 - row;
    out[row] = (uint32_t)(vector % size[row]);
    out[other] = (uint32_t)(vector / size[row] % size[other]);
    out[2] = (uint32_t)(vector / (size[0] * size[1]));
    out[axis] += (uint32_t)(lane * size[axis]);
}

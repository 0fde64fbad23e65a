/* lanes.c - chooses lanes, their axis, groups and registers for a device.
 * SPDX-License-Identifier: MIT */
#include <stdbool.h>

#include "layout/layout_internal.h"
#include "layout/layout_table.h"
#include "opencl/device.h"

enum { PREFERRED_GROUP = 64, GROUP_OF_LIST = 128 };

/* The widest arithmetic that is faster.  A CPU's is its SIMD width; a GPU hides latency better with two
 * lanes than with more, and beside a membrane, whose cells are single lanes, with one (not with words
 * of two codes: kernels/codes). */
static int preferred_arithmetic_lanes(const struct lb_case *c, const struct lb_layout_wishes *w,
                                      const struct lb_device_info *device)
{
    if (w->arithmetic_lanes > 0) return lb_power_of_two_within(w->arithmetic_lanes, 16);
    if (device->type == LB_DEVICE_GPU)
        return lb_case_has_markers(c) && c->markers->mesh != NULL && c->storage->bits > 16 ? 1 : 2;
    const int floats = lb_power_of_two_within((int)device->native_float_width, 16);
    return c->arithmetic == LB_ARITHMETIC_FP64 ? (floats > 1 ? floats / 2 : 1) : floats;
}

/* A GPU wants 16 bytes per access, unless shorter vectors, with fewer registers and more groups in
 * flight, do better: where converting takes integer arithmetic, where moments are formed, where
 * the viscosity follows a law, where there are more than 19 populations (benchmarks/results). */
int lb_lanes_of_access(const struct lb_case *c)
{
    const bool is_light = c->storage->converts_in_hardware && c->lattice->directions <= 19 &&
                          !c->collision->has_rates && !lb_case_has_law(c);
    return is_light || c->storage->bits > 32 ? lb_power_of_two_within(128 / c->storage->bits, 8)
                                             : 4;
}

static int lanes_for_gpu(const struct lb_case *c, const struct lb_layout_choice *measured)
{
    return measured->lanes > 0 ? measured->lanes : lb_lanes_of_access(c);
}

/* What was measured, a periodic box, with heat a cavity, with a law a channel: everything else in the kernel takes
 * registers, too, and with fewer than it needs it is far slower. */
static bool is_plain(const struct lb_case *c)
{
    return c->streaming == LB_STREAMING_IN_PLACE && !lb_case_has_markers(c) && !c->surface.exists &&
           (c->cell_kinds & ~(unsigned)LB_CELL_SOLID) == 0 &&
           (c->heat != NULL || lb_case_has_law(c) || !lb_case_has_body_force(c));
}

static int registers_for(const struct lb_case *c, const struct lb_layout_wishes *w,
                         const struct lb_device_info *device,
                         const struct lb_layout_choice *measured, int lanes, int arithmetic)
{
    if (w->registers != 0) return w->registers > 0 ? w->registers : 0;
    if (!lb_device_is_nvidia(device)) return 0;
    if (lb_case_keeps_moments(c)) return lb_tiles_registers(c, device);
    if (!is_plain(c)) return 0;
    return lanes == lanes_for_gpu(c, measured) && arithmetic == 2 ? measured->registers : 0;
}

/* A CPU wants a full SIMD register of arithmetic. */
static int preferred_lanes(const struct lb_case *c, const struct lb_layout_wishes *w,
                           const struct lb_device_info *device,
                           const struct lb_layout_choice *measured)
{
    if (w->lanes > 0) return lb_power_of_two_within(w->lanes, 16);
    return device->type == LB_DEVICE_GPU ? lanes_for_gpu(c, measured)
                                         : preferred_arithmetic_lanes(c, w, device);
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

/* Whether the last slab may be filled up with solid places.  Populations that leave the axis at one
 * end for the other then go elsewhere, so that both ends must be solid for ever.  On an H200 a
 * quarter of the lanes costs a tenth of the speed; on a CPU 16 lanes are worth 3 to 5 times one. */
static bool may_be_filled_up(const struct lb_case *c, const struct lb_device_info *device, int axis,
                             int lanes)
{
    const uint32_t n = c->size[axis], v = (uint32_t)lanes, more = (v - n % v) % v;
    const bool is_little = (device->type == LB_DEVICE_GPU ? 16 : 2) * more <= n;
    const bool are_cells_fixed = !c->surface.exists && !lb_case_has_markers(c) && c->motion == NULL;
    return is_little && are_cells_fixed && n > 1 && c->start != NULL &&
           (c->cell_kinds & LB_CELL_SOLID) != 0 && (c->cut.axes >> axis & 1u) == 0 &&
           (c->cut.axes == 0 || c->storage->memory == NULL) && lb_case_layer_is_solid(c, axis, 0) &&
           lb_case_layer_is_solid(c, axis, n - 1);
}

/* A vector that is all gas need not be looked at: slabs side by side make more of them than slabs
 * on top of each other, so gravity's axis comes last.  Axes with drawbacks come after those without,
 * if these make slabs that are long enough. */
int lb_lanes_axis(const struct lb_case *c, const struct lb_device_info *device, int lanes)
{
    const int last = lb_case_surface_axis(c);
    int best = -1, least = 0;
    for (int axis = 2; axis >= 0; axis--) {
        if (axis == last || !may_be_cut(c, axis, lanes)) continue;
        if (best >= 0 && (least == 0 || !has_long_slabs(c, device, axis, lanes))) continue;
        const int here = drawbacks(c, axis);
        if (best >= 0 && here >= least) continue;
        best = axis;
        least = here;
    }
    if (best < 0 && last >= 0 && c->size[last] % (uint32_t)lanes == 0) best = last;
    for (int axis = 2; best < 0 && axis >= 0; axis--)
        if (may_be_filled_up(c, device, axis, lanes)) best = axis;
    return best;
}

/* Whether a vector has solid cells and others. */
static bool mixes_walls(const struct lb_case *c, int lanes, int axis)
{
    const uint32_t slab = (c->size[axis] + (uint32_t)lanes - 1) / (uint32_t)lanes;
    const uint64_t vectors = lb_case_cell_count(c) / c->size[axis] * slab;
    uint32_t extent[3] = {c->size[0], c->size[1], c->size[2]};
    extent[axis] = slab;
    for (uint64_t n = 0; n < vectors; n++) {
        uint32_t at[3] = {(uint32_t)(n % extent[0]), (uint32_t)(n / extent[0] % extent[1]),
                          (uint32_t)(n / ((uint64_t)extent[0] * extent[1]))};
        int solid = 0;
        for (int lane = 0; lane < lanes; lane++, at[axis] += slab) {
            const bool is_cell = at[axis] < c->size[axis];
            struct lb_cell cell = {
                .flags = is_cell ? LB_CELL_FLUID : LB_CELL_SOLID, .rho = 1.0, .fill = 1.0};
            if (is_cell) c->start(c->start_state, at[0], at[1], at[2], &cell);
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
    const int axis = lb_lanes_axis(c, device, lanes);
    return device->type == LB_DEVICE_GPU && w->lanes == 0 && lanes > 1 && c->start != NULL &&
           (c->cell_kinds & LB_CELL_SOLID) != 0 && !c->surface.exists &&
           c->streaming == LB_STREAMING_IN_PLACE && lb_case_cell_count(c) <= MAX_CELLS &&
           c->storage->memory == NULL && mixes_walls(c, lanes, axis);
}

/* `lanes`, or the half of them and so on, until they divide an axis. */
int lb_lanes_dividing(const struct lb_case *c, const struct lb_device_info *device, int lanes)
{
    while (lanes > 1 && lb_lanes_axis(c, device, lanes) < 0)
        lanes /= 2;
    return lanes;
}

int lb_lanes_arithmetic(int wanted, int lanes)
{
    int arithmetic = lb_power_of_two_within(wanted, lanes);
    while (arithmetic * 8 < lanes)
        arithmetic *= 2;
    return arithmetic;
}

void lb_layout_choose(const struct lb_case *c, const struct lb_layout_wishes *w,
                      const struct lb_device_info *device, struct lb_layout *out)
{
    struct lb_layout_choice measured;
    lb_layout_table_find(c, device, &measured);
    int lanes = lb_lanes_dividing(c, device, preferred_lanes(c, w, device, &measured));
    if (wants_one_lane(c, w, device, lanes)) lanes = 1;
    int arithmetic = lb_lanes_arithmetic(preferred_arithmetic_lanes(c, w, device), lanes);
    const bool lists = lb_case_lists_fluid(c);
    if (lb_case_keeps_moments(c) || lists) {
        lanes = 1;
        arithmetic = w->lanes > 0 && w->arithmetic_lanes == 0
                         ? w->lanes
                         : preferred_arithmetic_lanes(c, w, device);
    }
    const struct lb_layout_choice choice = {
        .lanes = lanes,
        .arithmetic_lanes = arithmetic,
        .group = w->group > 0         ? w->group
                 : lists              ? GROUP_OF_LIST
                 : measured.group > 0 ? measured.group
                                      : PREFERRED_GROUP,
        .registers = registers_for(c, w, device, &measured, lanes, arithmetic)};
    lb_layout_make(c, &choice, device, out);
}

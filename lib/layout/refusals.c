/* refusals.c - whether a case fits a device, and what is said where it does not.
 * SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <math.h>

#include "layout/fluid_list.h"
#include "layout/layout_internal.h"
#include "layout/ledger.h"
#include "opencl/device.h"

/* What a solver needs at its start beyond what it keeps: marking walls, and the driver's own. */
static uint64_t transient_bytes(const struct lb_ledger *g)
{
    return lb_layout_places(g->c, g->l) + ((uint64_t)64 << 20);
}

static bool fits(const struct lb_ledger *g)
{
    return lb_ledger_bytes(g) + transient_bytes(g) <= g->device->memory &&
           lb_ledger_largest(g) <= g->device->max_allocation;
}

bool lb_layout_fits(const struct lb_case *c, const struct lb_layout *l,
                    const struct lb_device_info *device)
{
    struct lb_ledger g = lb_ledger_of(c, l, device);
    if ((c->cell_kinds & LB_CELL_SOLID) == 0 || c->start == NULL) return fits(&g);
    if (!fits(&g)) return false;
    const uint64_t cells = lb_case_cell_count(c);
    g.walls = (struct lb_wall_census){
        .beside = cells, .bounced = cells, .moving = lb_layout_vectors(c, l), .bounded = cells};
    if (fits(&g)) return true; /* whatever cells are beside walls */
    g = lb_ledger_with_walls(c, l, device);
    return fits(&g);
}

/* The largest box of the case's shape that fits, in steps of 2 % of each side. */
static void largest_box(const struct lb_ledger *g, uint32_t size[3])
{
    const struct lb_case *c = g->c;
    const uint64_t cells = lb_case_cell_count(c);
    struct lb_case smaller = *c;
    const struct lb_layout_wishes none = {0};
    struct lb_layout l;
    for (double scale = 0.99; scale > 1e-6; scale *= 0.98) {
        for (int axis = 0; axis < 3; axis++) {
            const uint32_t side = (uint32_t)(c->size[axis] * scale);
            const uint32_t whole = side >= 64 ? side - side % 16 : side; /* keeps the lanes */
            smaller.size[axis] = c->size[axis] == 1 || whole < 1 ? 1 : whole;
        }
        lb_layout_choose(&smaller, &none, g->device, &l);
        struct lb_ledger there = lb_ledger_of(&smaller, &l, g->device);
        there.walls = lb_wall_census_scaled(&g->walls, c->lattice->dimensions, cells,
                                            lb_case_cell_count(&smaller));
        if (fits(&there)) break;
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

/* Says what it needs, what is there, and which size would fit. */
static enum lb_status refuse(const struct lb_case *c, const struct lb_layout *l,
                             const struct lb_device_info *device, struct lb_error *err)
{
    const struct lb_ledger g = lb_ledger_with_walls(c, l, device);
    const uint64_t needed = lb_ledger_bytes(&g), buffer = lb_ledger_largest(&g);
    uint32_t size[3];
    largest_box(&g, size);
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

enum lb_status lb_layout_check(const struct lb_case *c, const struct lb_layout *l,
                               const struct lb_device_info *device, struct lb_error *err)
{
    LB_OK(lb_case_check_moments(c, err));
    LB_OK(lb_case_check_list(c, err));
    LB_OK(lb_case_check_heat(c, err));
    LB_NEED(!lb_case_lists_fluid(c) || (l->listed > 0 && l->listed < LB_FLUID_RANKS),
            LB_STATUS_USAGE,
            "case '%s' has %" PRIu64 " fluid cells, and --streaming list takes 1 to %" PRIu64
            " on a device; use --streaming in-place",
            c->name, l->listed, LB_FLUID_RANKS - 1);
    LB_NEED(!lb_case_lists_fluid(c) || l->arithmetic_lanes > 1 ||
                lb_case_cell_count(c) <= UINT32_MAX,
            LB_STATUS_USAGE,
            "case '%s' has %" PRIu64 " cells, and --streaming list takes a box of 2^32 - 1 at most "
            "on a device; use --streaming in-place",
            c->name, lb_case_cell_count(c));
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
    if (l->march_group > 1 && !lb_tiles_fit(c, device, 1))
        return lb_fail(
            err, LB_STATUS_DEVICE,
            "%s has too little local memory, or too small groups, for --streaming moments with "
            "%s; --streaming in-place needs none",
            device->name, c->lattice->name);
    return lb_layout_fits(c, l, device) ? LB_STATUS_OK : refuse(c, l, device, err);
}

static struct lb_ledger with_lists(const struct lb_case *c, const struct lb_layout *l,
                                   const struct lb_device_info *device, uint64_t beside,
                                   uint64_t moving)
{
    struct lb_ledger g = lb_ledger_of(c, l, device);
    g.walls = (struct lb_wall_census){.beside = beside, .bounced = beside, .moving = moving};
    return g;
}

uint64_t lb_layout_wall_bytes(const struct lb_case *c, const struct lb_layout *l, uint64_t beside,
                              uint64_t moving)
{
    static const enum lb_buffer_id lists[] = {LB_BUFFER_BESIDE, LB_BUFFER_BOUNCE_CELLS,
                                              LB_BUFFER_BOUNCE_WALLS, LB_BUFFER_TERMS};
    const struct lb_device_info device = {.fp64 = true};
    const struct lb_ledger g = with_lists(c, l, &device, beside, moving);
    /* the list of the vectors, while their terms are made */
    uint64_t bytes = moving * lb_layout_index_bytes(c);
    for (size_t n = 0; n < sizeof lists / sizeof *lists; n++)
        bytes += lb_ledger_row_bytes(&g, lists[n]);
    return bytes + (moving > 0 ? lb_ledger_row_bytes(&g, LB_BUFFER_AT_TERMS) : 0);
}

enum lb_status lb_layout_check_walls(const struct lb_case *c, const struct lb_layout *l,
                                     const struct lb_device_info *device, uint64_t used,
                                     uint64_t beside, uint64_t moving, struct lb_error *err)
{
    const double gib = 1024.0 * 1024.0 * 1024.0;
    const uint64_t needed = lb_layout_wall_bytes(c, l, beside, moving);
    const struct lb_ledger g = with_lists(c, l, device, beside, moving);
    const uint64_t terms = lb_ledger_row_bytes(&g, LB_BUFFER_TERMS);
    if (used + needed <= device->memory && terms <= device->max_allocation) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_DEVICE,
                   "size %u,%u,%u has %llu cells beside walls, which need %.2f GiB on the device "
                   "beside the %.2f GiB that are taken; %s has %.2f GiB and allows %.2f GiB in one "
                   "buffer; a smaller size would fit",
                   c->size[0], c->size[1], c->size[2], (unsigned long long)beside,
                   (double)needed / gib, (double)used / gib, device->name,
                   (double)device->memory / gib, (double)device->max_allocation / gib);
}

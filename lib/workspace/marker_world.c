/* marker_world.c - the arrays of the whole box that markers work in, and what goes between them and a subdomain.
 * SPDX-License-Identifier: MIT */
#include "workspace/marker_world.h"

#include <stdlib.h>
#include <string.h>

#include "membrane/delta.h"
#include "membrane/markers.h"

enum { GROUP = 64, SIDES = 64 /* bits of a mask */ };

static const char entry[] = "exchange/marker_exchange.cl";

struct lb_marker_world {
    struct lb_case c; /* the whole box */
    struct lb_workspace w, *own;
    uint32_t room; /* cells of the subdomain that can be near markers */
    struct lb_buffer *list, *marked, *rows, *all_rows;
    void *host_rows;
    struct lb_kernel *take, *find, *pack, *put;
    /* with a free surface: cells of the markers' stencils, masks of those that are gas */
    uint32_t near_count;
    struct lb_buffer *near, *sides;
    uint64_t *host_sides;
    struct lb_kernel *find_near, *find_sides, *put_sides;
};

/* State of the markers that the subdomain's workspace shows as its own. */
static const enum lb_buffer_id shown[] = {LB_BUFFER_POSITION, LB_BUFFER_MARKER_FORCE,
                                          LB_BUFFER_FLIGHT, LB_BUFFER_COPIES, LB_BUFFER_SUMS};
enum { SHOWN = sizeof shown / sizeof *shown };

/* --- the whole box ----------------------------------------------------------------------------- */

/* The subdomain's start state counts from its first cell, modulo 2^32. */
static void start_whole(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct lb_case *c = state;
    const uint32_t *origin = c->cut.origin;
    c->start(c->start_state, x - origin[0], y - origin[1], z - origin[2], out);
}

static void init_whole(struct lb_marker_world *m)
{
    m->c = *m->own->c;
    m->c.cut = (struct lb_cut){0};
    for (int axis = 0; axis < 3; axis++)
        m->c.size[axis] = lb_case_whole_size(m->own->c, axis);
    m->c.start = start_whole;
    m->c.start_state = m->own->c;
    m->w.c = &m->c;
    m->w.device = m->own->device;
    m->w.places = m->own->places;
    m->w.flow = m->own->flow;
    m->w.layout =
        (struct lb_layout){.lanes = 1, .arithmetic_lanes = 1, .lane_axis = 2, .group = GROUP};
    m->w.layout.stride = lb_case_cell_count(&m->c);
}

static enum lb_status upload_flags(struct lb_marker_world *m, struct lb_error *err)
{
    const uint32_t *size = m->c.size;
    if ((m->c.cell_kinds & LB_CELL_SOLID) == 0 && !m->c.surface.exists)
        return lb_workspace_create_buffer(&m->w, LB_BUFFER_FLAGS, 0, err);
    uint8_t *flags = m->w.host_flags = malloc(lb_case_cell_count(&m->c));
    LB_NEED(flags != NULL, LB_STATUS_FAILED, "out of memory for the flags of the whole box");
    for (uint32_t z = 0; z < size[2]; z++)
        for (uint32_t y = 0; y < size[1]; y++)
            for (uint32_t x = 0; x < size[0]; x++) {
                struct lb_cell cell = {.flags = LB_CELL_FLUID, .rho = 1.0, .fill = 1.0};
                m->c.start(m->c.start_state, x, y, z, &cell);
                *flags++ = cell.flags;
            }
    return lb_workspace_upload(&m->w, LB_BUFFER_FLAGS, 0, m->w.host_flags, err);
}

static uint64_t row_bytes(const struct lb_marker_world *m)
{
    return sizeof(uint64_t) + 4 * lb_workspace_scalar_bytes(&m->w);
}

static enum lb_status create_lists(struct lb_marker_world *m, struct lb_error *err)
{
    struct lb_device *device = m->w.device;
    m->room = lb_ledger_near_markers(m->own->c, &m->own->layout);
    m->host_rows = malloc(m->room * row_bytes(m));
    LB_NEED(m->host_rows != NULL, LB_STATUS_FAILED, "out of memory for the cells near markers");
    LB_OK(lb_buffer_create(device, m->room * lb_layout_index_bytes(m->own->c), "cells near markers",
                           &m->list, err));
    LB_OK(lb_buffer_create(device, sizeof(uint32_t), "how many are near markers", &m->marked, err));
    return lb_buffer_create(device, m->room * row_bytes(m), "velocities near markers", &m->rows,
                            err);
}

static uint64_t masks_of(const struct lb_marker_world *m)
{
    return (m->near_count + SIDES - 1) / SIDES;
}

static enum lb_status create_sides(struct lb_marker_world *m, struct lb_error *err)
{
    const uint64_t near = lb_markers_stencil_cells(&m->c);
    if (!m->c.surface.exists) return LB_STATUS_OK;
    LB_NEED(near <= UINT32_MAX - SIDES, LB_STATUS_USAGE,
            "%u markers are too many beside a free surface on several devices",
            m->c.markers->count);
    m->near_count = (uint32_t)near;
    m->host_sides = malloc((masks_of(m) + 1) * sizeof *m->host_sides);
    LB_NEED(m->host_sides != NULL, LB_STATUS_FAILED, "out of memory for the cells near markers");
    LB_OK(
        lb_buffer_create(m->w.device, near * sizeof(uint64_t), "cells of markers", &m->near, err));
    return lb_buffer_create(m->w.device, masks_of(m) * sizeof(uint64_t), "gas near markers",
                            &m->sides, err);
}

enum lb_status lb_marker_world_create(struct lb_workspace *own, struct lb_marker_world **out,
                                      struct lb_error *err)
{
    struct lb_marker_world *m = *out = calloc(1, sizeof *m);
    LB_NEED(m != NULL, LB_STATUS_FAILED, "out of memory for the markers");
    m->own = own;
    init_whole(m);
    LB_OK(upload_flags(m, err));
    LB_OK(lb_workspace_create_buffer(&m->w, LB_BUFFER_LINKS, 0, err));
    if (lb_case_has_marker_force(own->c))
        LB_OK(lb_workspace_create_buffer(own, LB_BUFFER_FORCE, 0, err));
    LB_OK(lb_workspace_create_buffer(own, LB_BUFFER_VELOCITY, 0, err));
    m->w.buffers[LB_BUFFER_ALARM] = own->buffers[LB_BUFFER_ALARM];
    LB_OK(create_sides(m, err));
    return create_lists(m, err);
}

void lb_marker_world_destroy(struct lb_marker_world *m)
{
    if (m == NULL) return;
    for (int n = 0; n < SHOWN; n++)
        m->own->buffers[shown[n]] = NULL;
    m->w.buffers[LB_BUFFER_ALARM] = NULL;
    lb_workspace_clear(&m->w);
    lb_buffer_destroy(m->list);
    lb_buffer_destroy(m->marked);
    lb_buffer_destroy(m->rows);
    lb_buffer_destroy(m->all_rows);
    lb_buffer_destroy(m->near);
    lb_buffer_destroy(m->sides);
    free(m->host_sides);
    free(m->host_rows);
    free(m);
}

struct lb_workspace *lb_marker_world_workspace(struct lb_marker_world *m)
{
    m->w.step = m->own->step;
    return &m->w;
}

enum lb_status lb_marker_world_keep(struct lb_marker_world *m, struct lb_error *err)
{
    const uint64_t before = lb_workspace_device_bytes(m->own);
    for (int n = 0; n < SHOWN; n++)
        m->own->buffers[shown[n]] = m->w.buffers[shown[n]];
    const uint64_t is_shown = lb_workspace_device_bytes(m->own) - before,
                   alarm = lb_buffer_bytes(m->w.buffers[LB_BUFFER_ALARM]);
    m->own->elsewhere = lb_workspace_device_bytes(&m->w) - is_shown - alarm +
                        lb_buffer_bytes(m->list) + lb_buffer_bytes(m->rows) +
                        lb_buffer_bytes(m->marked);
    if (m->near != NULL) m->own->elsewhere += lb_buffer_bytes(m->near) + lb_buffer_bytes(m->sides);
    for (unsigned n = 0; n < m->w.number_count; n++) {
        const struct lb_host_number *number = &m->w.numbers[n];
        LB_OK(lb_workspace_keep(m->own, number->name, number->element, number->value, err));
    }
    return LB_STATUS_OK;
}

/* --- kernels ------------------------------------------------------------------------------------ */

/* Binds what is of the whole box. */
static enum lb_status make(struct lb_marker_world *m, const char *name, bool reads_place,
                           bool reads_world, struct lb_kernel **out, struct lb_error *err)
{
    static const char *const place[3] = {"ox", "oy", "oz"};
    LB_OK(lb_workspace_kernel(m->own, entry, name, out, err));
    for (int axis = 0; axis < 3 && reads_place; axis++)
        LB_OK(lb_kernel_set_uint(*out, place[axis], m->own->c->cut.origin[axis], err));
    if (!reads_world) return LB_STATUS_OK;
    LB_OK(lb_kernel_set_buffer(*out, "world_links", m->w.buffers[LB_BUFFER_LINKS], err));
    return lb_kernel_set_buffer(*out, "world_force", m->w.buffers[LB_BUFFER_FORCE], err);
}

static enum lb_status make_sides_kernels(struct lb_marker_world *m, struct lb_error *err)
{
    LB_OK(lb_workspace_kernel(&m->w, "immersed/markers.cl", "lb_near_cells", &m->find_near, err));
    LB_OK(lb_kernel_set_buffer(m->find_near, "near", m->near, err));
    LB_OK(make(m, "lb_find_sides", true, false, &m->find_sides, err));
    LB_OK(make(m, "lb_put_sides", false, false, &m->put_sides, err));
    struct lb_kernel *const both[2] = {m->find_sides, m->put_sides};
    for (int n = 0; n < 2; n++) {
        LB_OK(lb_kernel_set_buffer(both[n], "near", m->near, err));
        LB_OK(lb_kernel_set_buffer(both[n], "sides", m->sides, err));
        LB_OK(lb_kernel_set_uint(both[n], "count", m->near_count, err));
    }
    return lb_kernel_set_buffer(m->put_sides, "world_flags", m->w.buffers[LB_BUFFER_FLAGS], err);
}

enum lb_status lb_marker_world_make_kernels(struct lb_marker_world *m, struct lb_error *err)
{
    LB_OK(make(m, "lb_take_forces", true, true, &m->take, err));
    LB_OK(make(m, "lb_list_marked", false, false, &m->find, err));
    LB_OK(lb_kernel_set_buffer(m->find, "list", m->list, err));
    LB_OK(lb_kernel_set_buffer(m->find, "marked", m->marked, err));
    LB_OK(lb_kernel_set_uint(m->find, "room", m->room, err));
    LB_OK(make(m, "lb_pack_velocities", true, false, &m->pack, err));
    LB_OK(lb_kernel_set_buffer(m->pack, "list", m->list, err));
    LB_OK(lb_kernel_set_buffer(m->pack, "marked", m->marked, err));
    LB_OK(lb_kernel_set_buffer(m->pack, "rows", m->rows, err));
    LB_OK(lb_kernel_set_uint(m->pack, "room", m->room, err));
    if (m->near != NULL) LB_OK(make_sides_kernels(m, err));
    LB_OK(make(m, "lb_put_velocities", false, true, &m->put, err));
    LB_OK(lb_kernel_set_buffer(m->put, "marked", m->marked, err));
    return lb_kernel_set_buffer(m->put, "world_velocity", m->w.buffers[LB_BUFFER_VELOCITY], err);
}

enum lb_status lb_marker_world_take(struct lb_marker_world *m, struct lb_error *err)
{
    return lb_workspace_enqueue(m->own, m->take, lb_case_cell_count(m->own->c), GROUP, err);
}

enum lb_status lb_marker_world_read_sides(struct lb_marker_world *m, uint64_t **masks,
                                          uint64_t *count, struct lb_error *err)
{
    *masks = m->host_sides;
    *count = masks_of(m);
    if (*count == 0) return LB_STATUS_OK;
    const uint64_t rows = m->near_count / (uint64_t)m->c.markers->delta->points;
    LB_OK(lb_workspace_enqueue(&m->w, m->find_near, rows, GROUP, err));
    LB_OK(lb_workspace_enqueue(m->own, m->find_sides, *count, GROUP, err));
    return lb_buffer_read(m->sides, 0, *count * sizeof **masks, m->host_sides, err);
}

enum lb_status lb_marker_world_write_sides(struct lb_marker_world *m, struct lb_error *err)
{
    if (m->near_count == 0) return LB_STATUS_OK;
    LB_OK(lb_buffer_write(m->sides, 0, masks_of(m) * sizeof *m->host_sides, m->host_sides, err));
    return lb_workspace_enqueue(m->own, m->put_sides, m->near_count, GROUP, err);
}

enum lb_status lb_marker_world_list(struct lb_marker_world *m, struct lb_error *err)
{
    return lb_workspace_enqueue(m->own, m->find, lb_layout_vectors(m->own->c, &m->own->layout),
                                GROUP, err);
}

enum lb_status lb_marker_world_pack(struct lb_marker_world *m, struct lb_error *err)
{
    return lb_workspace_enqueue(m->own, m->pack, m->room, GROUP, err);
}

/* --- rows ---------------------------------------------------------------------------------------- */

enum lb_status lb_marker_world_read(struct lb_marker_world *m, const void **rows, uint64_t *bytes,
                                    struct lb_error *err)
{
    uint32_t count = 0;
    LB_OK(lb_buffer_read(m->marked, 0, sizeof count, &count, err));
    LB_NEED(count <= m->room, LB_STATUS_FAILED,
            "%u cells are near markers, and there is room for %u", count, m->room);
    *rows = m->host_rows;
    *bytes = count * row_bytes(m);
    return count == 0 ? LB_STATUS_OK : lb_buffer_read(m->rows, 0, *bytes, m->host_rows, err);
}

/* Grows by doubling. */
static enum lb_status make_room(struct lb_marker_world *m, uint64_t bytes, struct lb_error *err)
{
    uint64_t room = m->all_rows != NULL ? lb_buffer_bytes(m->all_rows) : 0;
    if (bytes <= room) return LB_STATUS_OK;
    lb_buffer_destroy(m->all_rows);
    m->all_rows = NULL;
    room = 2 * room > bytes ? 2 * room : bytes;
    LB_OK(lb_buffer_create(m->w.device, room, "velocities near markers", &m->all_rows, err));
    return lb_kernel_set_buffer(m->put, "all_rows", m->all_rows, err);
}

enum lb_status lb_marker_world_write(struct lb_marker_world *m, const void *rows, uint64_t bytes,
                                     struct lb_error *err)
{
    const uint64_t count = bytes / row_bytes(m);
    LB_NEED(count < UINT32_MAX, LB_STATUS_FAILED, "too many cells are near markers");
    LB_OK(make_room(m, bytes > 0 ? bytes : row_bytes(m), err));
    if (bytes > 0) LB_OK(lb_buffer_write(m->all_rows, 0, bytes, rows, err));
    LB_OK(lb_kernel_set_uint(m->put, "count", (uint32_t)count, err));
    return lb_workspace_enqueue(m->own, m->put, count > 0 ? count : 1, GROUP, err);
}

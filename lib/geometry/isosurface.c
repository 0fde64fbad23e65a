/* isosurface.c - marching cubes, layer by layer.
 * SPDX-License-Identifier: MIT */
#include "geometry/isosurface.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/cube_table.h"

enum { NO_NODE = -1, FIRST_CAPACITY = 4096 };
static const double min_distance = 1e-5; /* of a node from the centre of a cell [cells] */

enum corner_kind { DRY, WET, NO_FLUID };

/* A layer has a rim of cells without fluid around it, and so has the box: cell (x, y) of the field
 * lies at (x + 1, y + 1) of `width` columns. */
struct layer {
    double *value;
    uint8_t *kind;
    int64_t *node[3]; /* on the line from each cell to the next along x, y, z; NO_NODE: none yet */
};

struct marcher {
    const struct lb_isosurface *iso;
    struct lb_cube_table table;
    size_t width, height;
    struct layer below, above;
    uint32_t base; /* number of the lower layer, the rim being 0 */
    double *row;   /* what the caller writes */
    struct lb_mesh mesh;
    uint32_t node_capacity, triangle_capacity;
};

static enum lb_status fail_memory(const struct marcher *m, struct lb_error *err)
{
    return lb_fail(err, LB_STATUS_FAILED,
                   "no memory for a surface of %" PRIu32 " triangles and more",
                   m->mesh.triangle_count);
}

static enum lb_status create_layer(struct marcher *m, struct layer *layer, struct lb_error *err)
{
    const size_t cells = m->width * m->height;
    layer->value = calloc(cells, sizeof *layer->value);
    layer->kind = malloc(cells);
    for (int axis = 0; axis < 3; axis++)
        layer->node[axis] = malloc(cells * sizeof *layer->node[axis]);
    if (layer->value == NULL || layer->kind == NULL || layer->node[0] == NULL ||
        layer->node[1] == NULL || layer->node[2] == NULL)
        return fail_memory(m, err);
    return LB_STATUS_OK;
}

static void free_layer(struct layer *layer)
{
    free(layer->value);
    free(layer->kind);
    for (int axis = 0; axis < 3; axis++)
        free(layer->node[axis]);
    *layer = (struct layer){0};
}

static enum corner_kind kind_of(const struct lb_isosurface *iso, double value)
{
    if (!isfinite(value)) return NO_FLUID;
    return value >= iso->level ? WET : DRY;
}

/* Layer `number` of the box with its rim. */
static enum lb_status fill_layer(struct marcher *m, struct layer *layer, uint32_t number,
                                 struct lb_error *err)
{
    const uint32_t *size = m->iso->size;
    const size_t cells = m->width * m->height;
    memset(layer->kind, NO_FLUID, cells);
    for (int axis = 0; axis < 3; axis++)
        for (size_t n = 0; n < cells; n++)
            layer->node[axis][n] = NO_NODE;
    if (number == 0 || number > size[2]) return LB_STATUS_OK;
    LB_OK(m->iso->layer(m->iso->source, number - 1, m->row, err));
    for (size_t y = 0; y < size[1]; y++)
        for (size_t x = 0; x < size[0]; x++) {
            const size_t n = (y + 1) * m->width + x + 1;
            layer->value[n] = m->row[y * size[0] + x];
            layer->kind[n] = (uint8_t)kind_of(m->iso, layer->value[n]);
        }
    return LB_STATUS_OK;
}

/* --- nodes and triangles --------------------------------------------------------------------- */

/* Room for one more of `width` numbers each; doubles. */
static bool make_room(void **numbers, size_t bytes, uint32_t count, uint32_t *capacity)
{
    if (count < *capacity) return true;
    const uint32_t wanted = *capacity == 0 ? FIRST_CAPACITY : 2 * *capacity;
    void *more = realloc(*numbers, wanted * bytes);
    if (more == NULL) return false;
    *numbers = more;
    *capacity = wanted;
    return true;
}

/* How far from the lower cell the surface crosses; half-way, at the face, where one of the cells
 * is none. */
static double crossing(const struct lb_isosurface *iso, double low, double high, bool is_face)
{
    if (is_face) return 0.5;
    const double t = (iso->level - low) / (high - low);
    return fmin(fmax(t, min_distance), 1.0 - min_distance);
}

static enum lb_status add_node(struct marcher *m, const double position[3], int64_t *out,
                               struct lb_error *err)
{
    void *numbers = m->mesh.position;
    if (!make_room(&numbers, 3 * sizeof *m->mesh.position, m->mesh.node_count, &m->node_capacity))
        return fail_memory(m, err);
    m->mesh.position = numbers;
    memcpy(m->mesh.position + 3 * (size_t)m->mesh.node_count, position, 3 * sizeof *position);
    *out = m->mesh.node_count++;
    return LB_STATUS_OK;
}

/* The node on a side of the cube at (x, y), made when it is met first. */
static enum lb_status find_node(struct marcher *m, size_t x, size_t y, int side, uint32_t *out,
                                struct lb_error *err)
{
    const int axis = side / 4;
    const unsigned low = m->table.low[side];
    const size_t step[3] = {1, m->width, 0};
    const struct layer *layer = (low & 4) != 0 ? &m->above : &m->below;
    const struct layer *end = axis == 2 ? &m->above : layer;
    const size_t n = (y + (low >> 1 & 1)) * m->width + x + (low & 1), e = n + step[axis];
    int64_t *node = layer->node[axis] + n;
    if (*node == NO_NODE) {
        const bool is_face = layer->kind[n] == NO_FLUID || end->kind[e] == NO_FLUID;
        double position[3] = {(double)(x + (low & 1)) - 0.5, (double)(y + (low >> 1 & 1)) - 0.5,
                              (double)(m->base + (low >> 2)) - 0.5};
        position[axis] += crossing(m->iso, layer->value[n], end->value[e], is_face);
        LB_OK(add_node(m, position, node, err));
    }
    *out = (uint32_t)*node;
    return LB_STATUS_OK;
}

static enum lb_status add_triangles(struct marcher *m, size_t x, size_t y,
                                    const struct lb_cube_case *c, struct lb_error *err)
{
    for (int t = 0; t < c->count; t++) {
        void *numbers = m->mesh.corner;
        LB_NEED(m->mesh.triangle_count < LB_MESH_MAX_TRIANGLES, LB_STATUS_FAILED,
                "a surface of more than %d triangles is too large", LB_MESH_MAX_TRIANGLES);
        LB_NEED(make_room(&numbers, 3 * sizeof *m->mesh.corner, m->mesh.triangle_count,
                          &m->triangle_capacity),
                LB_STATUS_FAILED, "no memory for a surface of %" PRIu32 " triangles and more",
                m->mesh.triangle_count);
        m->mesh.corner = numbers;
        uint32_t *corner = m->mesh.corner + 3 * (size_t)m->mesh.triangle_count;
        for (int k = 0; k < 3; k++)
            LB_OK(find_node(m, x, y, c->side[3 * t + k], corner + k, err));
        m->mesh.triangle_count++;
    }
    return LB_STATUS_OK;
}

/* --- the march ------------------------------------------------------------------------------- */

/* The wet corners of the cube between (x, y) and the next; none where the surface does not go. */
static unsigned wet_corners(const struct marcher *m, size_t n)
{
    const uint8_t *low = m->below.kind + n, *high = m->above.kind + n;
    const uint8_t kind[LB_CUBE_CORNERS] = {
        low[0],  low[1],  low[m->width],  low[m->width + 1],
        high[0], high[1], high[m->width], high[m->width + 1],
    };
    unsigned wet = 0;
    bool has_all = true;
    for (unsigned c = 0; c < LB_CUBE_CORNERS; c++) {
        wet |= (unsigned)(kind[c] == WET) << c;
        has_all = has_all && kind[c] != NO_FLUID;
    }
    return has_all || m->iso->is_closed ? wet : 0;
}

static enum lb_status march_layer(struct marcher *m, struct lb_error *err)
{
    for (size_t y = 0; y + 1 < m->height; y++)
        for (size_t x = 0; x + 1 < m->width; x++) {
            const unsigned wet = wet_corners(m, y * m->width + x);
            const struct lb_cube_case *c = &m->table.cases[wet];
            if (c->count == 0) continue;
            enum lb_status st = add_triangles(m, x, y, c, err);
            if (st != LB_STATUS_OK) return st;
        }
    return LB_STATUS_OK;
}

static enum lb_status march(struct marcher *m, struct lb_error *err)
{
    LB_OK(create_layer(m, &m->below, err));
    LB_OK(create_layer(m, &m->above, err));
    LB_OK(fill_layer(m, &m->below, 0, err));
    for (m->base = 0; m->base <= m->iso->size[2]; m->base++) {
        LB_OK(fill_layer(m, &m->above, m->base + 1, err));
        LB_OK(march_layer(m, err));
        const struct layer done = m->below;
        m->below = m->above;
        m->above = done;
    }
    return LB_STATUS_OK;
}

enum lb_status lb_isosurface_create(const struct lb_isosurface *iso, struct lb_mesh *out,
                                    struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct marcher m = {.iso = iso, .width = iso->size[0] + 2, .height = iso->size[1] + 2};
    *out = (struct lb_mesh){0};
    LB_REQUIRE(isfinite(iso->level), LB_STATUS_FAILED,
               "a surface at the value %g: it must be finite", iso->level);
    lb_cube_table_make(&m.table);
    m.row = malloc((size_t)iso->size[0] * iso->size[1] * sizeof *m.row + 1);
    LB_REQUIRE(m.row != NULL, LB_STATUS_FAILED, "no memory for a layer of %" PRIu32 " x %" PRIu32,
               iso->size[0], iso->size[1]);
    LB_TRY(march(&m, err));
    *out = m.mesh;
    m.mesh = (struct lb_mesh){0};
cleanup:
    lb_mesh_free(&m.mesh);
    free_layer(&m.below);
    free_layer(&m.above);
    free(m.row);
    return st;
}

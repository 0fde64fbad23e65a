/* placement.c - puts a body of a file into the box.
 * SPDX-License-Identifier: MIT */
#include "body/placement.h"

#include <math.h>
#include <string.h>

bool lb_signed_axis_parse(const char *text, struct lb_signed_axis *out)
{
    const char *letter = text + (*text == '-' || *text == '+');
    if (strlen(letter) != 1 || strchr("xyz", *letter) == NULL) return false;
    *out = (struct lb_signed_axis){.axis = *letter - 'x', .sign = *text == '-' ? -1 : 1};
    return true;
}

/* --- three by three numbers, by rows ---------------------------------------------------------- */

static void multiply(const double a[9], const double b[9], double out[9])
{
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < 3; j++)
            out[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
}

static void transform(const double a[9], const double x[3], double out[3])
{
    for (size_t i = 0; i < 3; i++)
        out[i] = a[3 * i] * x[0] + a[3 * i + 1] * x[1] + a[3 * i + 2] * x[2];
}

/* Right-handed about an axis.  Quarter turns are exact, so that faces of a box stay where they are. */
static void rotation(size_t axis, double degrees, double out[9])
{
    const double quarter = degrees / 90.0, angle = degrees * acos(-1.0) / 180.0;
    const bool is_exact = quarter == round(quarter);
    const double c = is_exact ? round(cos(angle)) : cos(angle);
    const double s = is_exact ? round(sin(angle)) : sin(angle);
    const size_t a = (axis + 1) % 3, b = (axis + 2) % 3;
    memset(out, 0, 9 * sizeof *out);
    out[4 * axis] = 1.0;
    out[4 * a] = out[4 * b] = c;
    out[3 * a + b] = -s;
    out[3 * b + a] = s;
}

/* --- directions ------------------------------------------------------------------------------- */

/* Rows: the file's directions that become x, y and z, never mirrored. */
static void find_axes(const struct lb_placement *p, double out[9])
{
    const size_t up_row = p->dimensions == 2 ? 1 : 2, side_row = 3 - up_row;
    double flow[3] = {0}, up[3] = {0};
    flow[p->flow.axis] = p->flow.sign;
    up[p->up.axis] = p->up.sign;
    for (size_t a = 0; a < 3; a++) {
        const size_t b = (a + 1) % 3, d = (a + 2) % 3;
        const double side = up[b] * flow[d] - up[d] * flow[b];
        out[a] = flow[a];
        out[3 * up_row + a] = up[a];
        out[3 * side_row + a] = p->dimensions == 2 ? -side : side;
    }
}

/* The axes of flight: forward is -x, right is y, down is -z. */
static void find_turn(const struct lb_placement *p, double out[9])
{
    double roll[9], pitch[9], yaw[9], both[9];
    if (p->dimensions == 2) {
        rotation(2, -p->pitch, out);
        return;
    }
    rotation(0, -p->roll, roll);
    rotation(1, p->pitch, pitch);
    rotation(2, -p->yaw, yaw);
    multiply(pitch, roll, both);
    multiply(yaw, both, out);
}

/* --- placing ---------------------------------------------------------------------------------- */

static enum lb_status check_axes(const struct lb_placement *p, const char *name,
                                 struct lb_error *err)
{
    LB_NEED(
        p->flow.axis != p->up.axis, LB_STATUS_USAGE,
        "flow and up of '%.200s' are both along the file's %c axis; they must be two axes, as in "
        "flow=x up=z",
        name, "xyz"[p->flow.axis]);
    LB_NEED(p->dimensions == 3 || (p->flow.axis < 2 && p->up.axis < 2), LB_STATUS_USAGE,
            "flow and up of '%.200s' must be along the file's x and y axes in two dimensions",
            name);
    LB_NEED(p->dimensions == 3 || (p->yaw == 0.0 && p->roll == 0.0), LB_STATUS_USAGE,
            "a body in two dimensions can only be pitched; yaw is %g and roll is %g, but must be 0",
            p->yaw, p->roll);
    return LB_STATUS_OK;
}

static enum lb_status find_scale(const struct lb_placement *p, const char *name,
                                 struct lb_placed *out, struct lb_error *err)
{
    const double *low = out->file_low, *high = out->file_high;
    const int axis = p->flow.axis;
    const double length = p->length > 0.0 ? p->length : high[axis] - low[axis];
    out->scale = p->cells / length;
    LB_NEED(isfinite(out->scale) && out->scale > 0.0, LB_STATUS_USAGE,
            "the body '%.200s' has no length along its %c axis, where the stream goes: it extends "
            "%.6g x %.6g x %.6g; another axis with flow=, or a length, would be right",
            name, "xyz"[axis], high[0] - low[0], high[1] - low[1], high[2] - low[2]);
    return LB_STATUS_OK;
}

static void bounds_of(const struct lb_mesh *meshes, int count, double low[3], double high[3])
{
    double from[3], to[3];
    lb_mesh_bounds(&meshes[0], low, high);
    for (int n = 1; n < count; n++) {
        lb_mesh_bounds(&meshes[n], from, to);
        for (int a = 0; a < 3; a++) {
            low[a] = fmin(low[a], from[a]);
            high[a] = fmax(high[a], to[a]);
        }
    }
}

/* Turned and scaled about the file's origin. */
static void turn(const struct lb_placement *p, struct lb_placed *out, struct lb_mesh *meshes,
                 int count)
{
    double axes[9], turned[9];
    find_axes(p, axes);
    find_turn(p, turned);
    multiply(turned, axes, out->matrix);
    for (int i = 0; i < 9; i++)
        out->matrix[i] *= out->scale;
    for (struct lb_mesh *m = meshes; m < meshes + count; m++)
        for (size_t n = 0; n < m->node_count; n++) {
            double *x = m->position + 3 * n, moved[3];
            transform(out->matrix, x, moved);
            memcpy(x, moved, sizeof moved);
        }
    bounds_of(meshes, count, out->low, out->high);
}

enum lb_status lb_placement_apply(const struct lb_placement *p, const char *name,
                                  struct lb_mesh *meshes, int count, struct lb_placed *out,
                                  struct lb_error *err)
{
    double stretch[3] = {1.0, 1.0, 1.0}, by[3];
    *out = (struct lb_placed){0};
    for (int n = 0; n < count; n++)
        LB_NEED(meshes[n].node_count > 0, LB_STATUS_USAGE, "the body '%.200s' has no triangle",
                name);
    LB_OK(check_axes(p, name, err));
    bounds_of(meshes, count, out->file_low, out->file_high);
    LB_OK(find_scale(p, name, out, err));
    turn(p, out, meshes, count);
    if (p->dimensions == 2) {
        stretch[2] = 3.0 / (out->high[2] - out->low[2]);
        LB_NEED(isfinite(stretch[2]), LB_STATUS_USAGE,
                "the body '%.200s' has no thickness across the stream and up: an outline for two "
                "dimensions is a .csv file",
                name);
    }
    for (int a = 0; a < 3; a++)
        by[a] = p->at[a] - stretch[a] * (out->low[a] + out->high[a]) / 2.0;
    if (p->dimensions == 2) by[2] = 0.5 - stretch[2] * (out->low[2] + out->high[2]) / 2.0;
    lb_placed_move(out, stretch, by, meshes, count);
    return LB_STATUS_OK;
}

void lb_placed_move(struct lb_placed *placed, const double stretch[3], const double by[3],
                    struct lb_mesh *meshes, int count)
{
    placed->scale *= stretch[0];
    for (int i = 0; i < 9; i++)
        placed->matrix[i] *= stretch[i / 3];
    for (int a = 0; a < 3; a++) {
        placed->shift[a] = placed->shift[a] * stretch[a] + by[a];
        placed->low[a] = placed->low[a] * stretch[a] + by[a];
        placed->high[a] = placed->high[a] * stretch[a] + by[a];
    }
    for (struct lb_mesh *m = meshes; m < meshes + count; m++)
        for (size_t i = 0; i < 3 * (size_t)m->node_count; i++)
            m->position[i] = m->position[i] * stretch[i % 3] + by[i % 3];
}

void lb_placed_point(const struct lb_placed *placed, const double in_file[3], double in_cells[3])
{
    transform(placed->matrix, in_file, in_cells);
    for (int a = 0; a < 3; a++)
        in_cells[a] += placed->shift[a];
}

/* tunnel_box.c - the box of a tunnel: how large, where the body is in it, and its faces.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "domain/wake.h"
#include "tunnel/tunnel_state.h"

/* Lanes of memory vectors divide an axis: the box is made a multiple of these. */
static const uint32_t multiples[3] = {4, 8, 16};

static uint32_t rounded_up(double cells, uint32_t multiple)
{
    return (uint32_t)(multiple * ceil(cells / multiple - 1e-9));
}

/* What is asked for, or what is usual in so many dimensions. */
static double distance(const struct tunnel *s, const struct lb_values *v, const char *key,
                       double usual_3d, double usual_2d)
{
    const double lengths = lb_values_is_set(v, key) ? lb_values_number(v, key)
                           : s->dimensions == 3     ? usual_3d
                                                    : usual_2d;
    return lengths * s->resolution;
}

/* Flat sides of bodies an odd number of cells wide would lie on centres of cells, and the body be half a
 * cell from where its moments are taken. */
static double between_centres(double low)
{
    return fabs(low - floor(low) - 0.5) < 1e-6 ? floor(low) : low;
}

double lb_tunnel_gib(const struct tunnel *s)
{
    return s->cell_bytes * s->size[0] * s->size[1] * s->size[2] / (1024.0 * 1024.0 * 1024.0);
}

static enum lb_status check_size(const struct tunnel *s, struct lb_error *err)
{
    const double most = 1e11; /* [cells], of some bytes each */
    LB_NEED(s->size[1] > 0, LB_STATUS_USAGE,
            "walls=periodic with side=0 leaves a box without width; side=2 is usual");
    LB_NEED((double)s->size[0] * s->size[1] * s->size[2] <= most, LB_STATUS_DEVICE,
            "the box would have %u x %u x %u cells, which need %.3g TiB, for a body of %.3g x %.3g "
            "x %.3g; a smaller resolution or distance is needed, or length=, if the body is short "
            "along the stream; memory=8G in place of resolution takes as many cells as fit there",
            s->size[0], s->size[1], s->size[2], lb_tunnel_gib(s) / 1024.0,
            s->body.placed.high[0] - s->body.placed.low[0],
            s->body.placed.high[1] - s->body.placed.low[1],
            s->body.placed.high[2] - s->body.placed.low[2]);
    return LB_STATUS_OK;
}

/* With side=0 between walls or periodic sides the body reaches them: the box is as wide as the body to a
 * whole cell, and the body stretched by the rest.  A built-in one across periodic sides is wider anyhow. */
static void fit_sides(struct tunnel *s, const struct lb_values *v, double extent, double low[3])
{
    const bool is_periodic = s->walls == WALLS_PERIODIC;
    s->fitted_width = 0.0;
    if (s->dimensions == 2 || s->walls == WALLS_FREE || lb_values_number(v, "side") > 0.0) return;
    if (s->is_shape && is_periodic) return;
    s->fitted_width = fmax(1.0, round(extent));
    s->size[1] = (uint32_t)s->fitted_width + (is_periodic ? 0 : 2);
    low[1] = is_periodic ? 0.0 : 1.0;
}

/* Outer cells are one layer on each side that is not periodic. */
enum lb_status lb_tunnel_choose_size(struct tunnel *s, const struct lb_values *v, double low[3],
                                     struct lb_error *err)
{
    double extent[3], cells[3] = {0.0, 0.0, 1.0};
    for (int axis = 0; axis < 3; axis++)
        extent[axis] = s->body.placed.high[axis] - s->body.placed.low[axis];
    const double upstream = distance(s, v, "upstream", 2.0, 12.0);
    const double below = s->ground != GROUND_NONE ? lb_values_number(v, "clearance") * s->resolution
                                                  : distance(s, v, "below", 2.0, 12.0);
    cells[0] = upstream + extent[0] + distance(s, v, "downstream", 5.0, 20.0) + 2.0;
    cells[s->up] = below + extent[s->up] + distance(s, v, "above", 2.0, 12.0) + 2.0;
    if (s->dimensions == 3 && s->walls == WALLS_PERIODIC)
        cells[1] = (s->is_shape ? 0.0 : extent[1]) + 2.0 * distance(s, v, "side", 2.0, 0.0);
    else if (s->dimensions == 3)
        cells[1] = extent[1] + 2.0 * distance(s, v, "side", 2.0, 0.0) + 2.0;
    for (int axis = 0; axis < s->dimensions; axis++) {
        const uint32_t multiple = s->dimensions == 2 && axis == 1 ? multiples[2] : multiples[axis];
        LB_NEED(cells[axis] < 1e6, LB_STATUS_USAGE,
                "the box would be %.3g cells long along %c; a smaller resolution or distance is "
                "needed",
                cells[axis], 'x' + axis);
        s->size[axis] = rounded_up(cells[axis], multiple);
        low[axis] = between_centres(0.5 * (s->size[axis] - extent[axis]));
    }
    s->size[2] = s->dimensions == 2 ? 1 : s->size[2];
    fit_sides(s, v, extent[1], low);
    LB_OK(check_size(s, err));
    low[0] = 1.0 + round(upstream);
    if (s->ground != GROUND_NONE) low[s->up] = 1.0 + below;
    return LB_STATUS_OK;
}

void lb_tunnel_check_sides(struct tunnel *s)
{
    const bool is_periodic = s->walls == WALLS_PERIODIC;
    if (s->dimensions == 2 || s->fitted_width > 0.0) return;
    const double slot =
        is_periodic ? s->size[1] - (s->body.placed.high[1] - s->body.placed.low[1])
                    : fmin(s->body.placed.low[1] - 1.0, s->size[1] - 1.0 - s->body.placed.high[1]);
    if (!(slot > 0.0) || slot >= LB_UNRESOLVED_CELLS) return;
    lb_body_note(
        &s->body.notes,
        "the slot between the body and %s is %.3g cells wide, and the flow in it is not "
        "resolved: a larger side=, or side=0 with walls=periodic, slip or fixed, with which "
        "the body reaches the sides, would do",
        is_periodic ? "its image beyond the sides" : "the sides", slot);
}

unsigned lb_tunnel_open_for_bodies(const struct tunnel *s)
{
    unsigned faces = s->dimensions == 3 && s->walls == WALLS_PERIODIC ? 3u << 2 : 0;
    if (s->ground != GROUND_NONE) faces |= 1u << (2 * s->up);
    return faces;
}

/* --- the profile of the inlet -------------------------------------------------------------------- */

static enum lb_status power_profile(struct tunnel *s, const struct lb_inlet_axis *height,
                                    const char *text, struct lb_error *err)
{
    char *end;
    const double exponent = strtod(text, &end);
    LB_NEED(*end == '\0' && end != text && exponent > 0.0 && exponent <= 1.0, LB_STATUS_USAGE,
            "inlet=power:%s: the exponent must be a number from 0 to 1, as in power:0.16", text);
    lb_inlet_profile_power(height, exponent, s->profile);
    return LB_STATUS_OK;
}

static enum lb_status choose_profile(struct tunnel *s, const char *text, const char *path,
                                     struct lb_error *err)
{
    const bool is_table = path[0] != '\0';
    const struct lb_inlet_axis height = {s->size[s->up], s->resolution};
    char name[1100];
    if (!is_table && strcmp(text, "uniform") == 0) return LB_STATUS_OK;
    LB_NEED(is_table || strncmp(text, "power:", 6) == 0, LB_STATUS_USAGE,
            "inlet=%s: uniform, or power:0.16 (an exponent); a table is inlet-file=FILE.csv", text);
    s->profile = calloc(height.count, sizeof *s->profile);
    LB_NEED(s->profile != NULL, LB_STATUS_FAILED, "no memory for the profile of the inlet");
    snprintf(name, sizeof name, is_table ? "inlet-file=%s" : "inlet=%s", is_table ? path : text);
    LB_OK(is_table ? lb_inlet_profile_read(&height, path, name, s->profile, err)
                   : power_profile(s, &height, text + 6, err));
    return lb_inlet_profile_check(&height, s->profile, s->u, name, err);
}

/* --- faces --------------------------------------------------------------------------------------- */

static enum lb_status add_face(struct tunnel *s, int face, const char *condition, double u,
                               struct lb_error *err)
{
    const bool has_profile =
        strcmp(condition, "freestream") == 0 || strcmp(condition, "velocity") == 0;
    const double velocity[3] = {u, 0.0, 0.0};
    const struct lb_profile_box profile = lb_profile_box_along(s->up, s->size[s->up], s->profile);
    return lb_faces_add(&s->faces, face, condition, velocity, has_profile ? &profile : NULL, err);
}

static const char *condition_of_sides(const struct tunnel *s)
{
    return s->walls == WALLS_SLIP ? "slip" : s->walls == WALLS_FIXED ? "wall" : "freestream";
}

enum lb_status lb_tunnel_choose_faces(struct tunnel *s, const struct lb_values *v,
                                      struct lb_case *c, struct lb_error *err)
{
    static const char *const grounds[] = {"", "wall", "slip", "wall"};
    LB_OK(choose_profile(s, lb_values_text(v, "inlet"), lb_values_text(v, "inlet-file"), err));
    lb_faces_init(&s->faces, s->size);
    LB_OK(add_face(s, FACE_INLET, s->inlet_is_hard ? "velocity" : "freestream", s->u, err));
    LB_OK(add_face(s, FACE_OUTLET, s->outlet_holds_pressure ? "pressure" : "outlet", s->u, err));
    const char *sides = condition_of_sides(s);
    for (int axis = 1; axis < s->dimensions; axis++)
        for (int upper = 0; upper < 2; upper++) {
            const bool is_side = s->dimensions == 3 && axis == 1;
            if (is_side && s->walls == WALLS_PERIODIC) continue;
            const char *condition = !is_side && s->walls == WALLS_PERIODIC ? "freestream" : sides;
            double u = strcmp(condition, "wall") == 0 ? 0.0 : s->u;
            if (axis == s->up && upper == 0 && s->ground != GROUND_NONE) {
                condition = grounds[s->ground];
                u = s->ground == GROUND_MOVING ? s->u : 0.0;
            }
            LB_OK(add_face(s, 2 * axis + upper, condition, u, err));
        }
    c->boundaries = s->faces.boundaries;
    c->boundary_count = s->faces.count;
    return LB_STATUS_OK;
}

/* --- the start ----------------------------------------------------------------------------------- */

/* The stream everywhere, but behind the body askew. */
void lb_tunnel_start(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct tunnel *s = state;
    const uint32_t at[3] = {x, y, z};
    const int owner = lb_faces_owner(&s->faces, at);
    const uint8_t body = owner < 0 ? lb_voxels_at(&s->body.voxels, x, y, z) : 0;
    if (owner >= 0 || body > 0) {
        out->flags = owner >= 0 ? LB_CELL_BOUNDARY : LB_CELL_SOLID;
        out->number = owner >= 0 ? (uint8_t)owner : body;
        return;
    }
    out->u[0] = s->profile != NULL ? s->u * s->profile[at[s->up]] : s->u;
    const struct lb_placed *placed = &s->body.placed;
    out->u[s->up] =
        lb_wake_velocity(s->dimensions, placed->low, placed->high, s->resolution, 0.1 * s->u, at);
}

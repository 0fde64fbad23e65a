/* case_sheets.c - bodies that are sheets: plates and discs by formula, and what of all of them goes
 * with what.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "domain/sheet_meshes.h"
#include "user_case/case_state.h"

/* The corners of a plate; in two dimensions the ends of a line. */
static enum lb_status make_plate(const struct own_case *s, const struct lb_own_body *b,
                                 struct lb_mesh *mesh, struct lb_error *err)
{
    double from[3] = {0.0}, to[3] = {0.0};
    int flat = 0;
    LB_OK(lb_own_place(s, b->name, "from", from, err));
    LB_OK(lb_own_place(s, b->name, "to", to, err));
    const double line[4] = {from[0], from[1], to[0], to[1]};
    for (int axis = 0; axis < s->dimensions; axis++)
        flat += from[axis] == to[axis];
    LB_NEED(s->dimensions == 2 ? flat < 2 : flat == 1, LB_STATUS_USAGE,
            "[body %s]: from=%s and to=%s: a plate is %s", b->name, lb_own_text(s, b->name, "from"),
            lb_own_text(s, b->name, "to"),
            s->dimensions == 2 ? "a line between two different points"
                               : "flat along one axis, on which both agree, and along no other");
    return s->dimensions == 2 ? lb_sheet_strip(line, 2, mesh, err)
                              : lb_sheet_plate(from, to, mesh, err);
}

static enum lb_status make_disc(const struct own_case *s, struct lb_own_body *b,
                                struct lb_mesh *mesh, struct lb_error *err)
{
    LB_NEED(s->dimensions == 3, LB_STATUS_USAGE,
            "[body %s]: a disc is a sheet of three dimensions; in two it is a plate", b->name);
    LB_OK(lb_own_place(s, b->name, "at", b->centre, err));
    b->radius = lb_own_number(s, b->name, "radius") * s->resolution;
    return lb_sheet_disc(b->centre, b->axis, b->radius, mesh, err);
}

enum lb_status lb_own_read_sheet(struct own_case *s, struct lb_own_body *b, struct lb_error *err)
{
    const bool is_plate = strcmp(lb_own_text(s, b->name, "shape"), "plate") == 0;
    static const char *const of_plate[] = {"from", "to", NULL}, *const of_disc[] = {"at", NULL};
    for (const char *const *key = is_plate ? of_plate : of_disc; *key != NULL; key++)
        LB_NEED(lb_own_is_set(s, b->name, *key), LB_STATUS_USAGE,
                "[body %s]: shape=%s needs %s= [L]", b->name, is_plate ? "plate" : "disc", *key);
    b->shape = LB_SHAPE_MESH;
    b->mesh = calloc(1, sizeof *b->mesh);
    LB_NEED(b->mesh != NULL, LB_STATUS_FAILED, "no memory for the body '%s'", b->name);
    b->mesh->dimensions = s->dimensions;
    b->mesh->count = 1;
    LB_OK(is_plate ? make_plate(s, b, &b->mesh->meshes[0], err)
                   : make_disc(s, b, &b->mesh->meshes[0], err));
    lb_mesh_bounds(&b->mesh->meshes[0], b->low, b->high);
    return LB_STATUS_OK;
}

enum lb_status lb_own_check_sheet(const struct own_case *s, const struct lb_own_body *b,
                                  struct lb_error *err)
{
    const char *shape = lb_own_text(s, b->name, "shape");
    const bool is_flat = strcmp(shape, "plate") == 0 || strcmp(shape, "disc") == 0;
    LB_NEED(b->is_sheet || !is_flat, LB_STATUS_USAGE,
            "[body %s]: shape=%s has nothing inside: it needs thin=1", b->name, shape);
    if (!b->is_sheet) return LB_STATUS_OK;
    LB_NEED(is_flat || shape[0] == '\0', LB_STATUS_USAGE,
            "[body %s]: thin=1 is for mesh=FILE, shape=plate and shape=disc, not for shape=%s",
            b->name, shape);
    LB_NEED(b->inside == LB_INSIDE_SOLID, LB_STATUS_USAGE,
            "[body %s]: inside=%s says nothing of a sheet (thin=1), which has no inside", b->name,
            lb_own_text(s, b->name, "inside"));
    LB_NEED(!lb_own_is_set(s, b->name, "holes"), LB_STATUS_USAGE,
            "[body %s]: holes=%s says nothing of a sheet (thin=1): its holes are holes", b->name,
            lb_own_text(s, b->name, "holes"));
    LB_NEED(!lb_own_is_set(s, b->name, "turn") && !lb_own_is_set(s, b->name, "move"),
            LB_STATUS_USAGE,
            "[body %s]: a sheet (thin=1) stays where it is, without turn= and move=", b->name);
    return LB_STATUS_OK;
}

double lb_own_sheet_area(const struct own_case *s, const struct lb_own_body *b)
{
    const double area = lb_mesh_area(&b->mesh->meshes[0]), depth = 3.0; /* of a layer's strip */
    return s->dimensions == 3 ? area : area / depth;
}

bool lb_own_is_cut_out(const struct own_case *s, int n, const double place[3])
{
    for (int k = n + 1; k < s->body_count; k++) {
        const struct lb_own_body *b = &s->bodies[k];
        uint32_t cell[3];
        if (b->inside != LB_INSIDE_CUT) continue;
        for (int axis = 0; axis < 3; axis++)
            cell[axis] = (uint32_t)fmin(fmax(place[axis], 0.0), s->size[axis] - 1.0);
        if (b->shape != LB_SHAPE_MESH
                ? lb_own_shape_has(s, b, place)
                : lb_voxels_at(&b->mesh->voxels, cell[0], cell[1], cell[2]) != 0)
            return true;
    }
    return false;
}

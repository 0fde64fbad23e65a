/* case_bodies.c - bodies of a case: shapes that are exact, meshes by their voxels; which cells are solid.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "body/body_shapes.h"
#include "user_case/case_state.h"

enum { NO_BODY = LB_OWN_NO_BODY };

/* --- shapes ------------------------------------------------------------------------------------------- */

static bool is_in_box(const struct lb_own_body *b, const double at[3], int dimensions)
{
    for (int axis = 0; axis < dimensions; axis++)
        if (at[axis] < b->low[axis] || at[axis] >= b->high[axis]) return false;
    return true;
}

/* A centre at the radius is inside. */
static bool is_in_round(const struct lb_own_body *b, const double at[3])
{
    double square = 0.0, along = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        const double d = at[axis] - b->centre[axis];
        square += d * d;
        along += d * b->axis[axis];
    }
    if (b->shape == LB_SHAPE_SPHERE) return square <= b->radius * b->radius;
    return square - along * along <= b->radius * b->radius &&
           (!(b->length > 0.0) || fabs(along) <= 0.5 * b->length);
}

bool lb_own_shape_has(const struct own_case *s, const struct lb_own_body *b, const double at[3])
{
    return b->shape == LB_SHAPE_BOX ? is_in_box(b, at, s->dimensions) : is_in_round(b, at);
}

static bool contains(const struct own_case *s, const struct lb_own_body *b, const uint32_t at[3])
{
    const double centre[3] = {at[0] + 0.5, at[1] + 0.5, at[2] + 0.5};
    if (b->shape != LB_SHAPE_MESH) return lb_own_shape_has(s, b, centre);
    return lb_voxels_at(&b->mesh->voxels, at[0], at[1], at[2]) != 0;
}

static bool is_in_image(const struct own_case *s, const uint32_t at[3])
{
    uint32_t cell[3];
    if (s->image.cells.open == NULL) return false;
    for (int axis = 0; axis < 3; axis++) {
        cell[axis] = at[axis] - s->layer[axis]; /* before the image it wraps beyond it */
        if (cell[axis] >= s->image.cells.size[axis]) return false;
    }
    const uint64_t row = (uint64_t)cell[2] * s->image.cells.size[1] + cell[1];
    const uint64_t number = row * s->image.cells.size[0] + cell[0];
    return (s->image.cells.open[number / 64] >> number % 64 & 1) == 0;
}

/* Most cells are in the extents of no body: bodies are looked up by x, by y and by z. */
uint32_t lb_own_members_at(const struct own_case *s, const uint32_t at[3])
{
    uint32_t left = s->near_x[at[0]] & s->near_y[at[1]] & s->near_z[at[2]], members = 0;
    for (int n = 0; left != 0; n++, left >>= 1)
        if ((left & 1u) != 0 && contains(s, &s->bodies[n], at)) members |= 1u << n;
    return members;
}

/* In the order of the file: what is hollow opens the world, solid bodies fill it, cuts open it
 * again. */
uint8_t lb_own_solid_by(const struct own_case *s, uint32_t members)
{
    uint8_t number = s->hollow;
    if (members == 0) return number;
    for (int n = 0; n < s->body_count; n++)
        if (s->bodies[n].inside == LB_INSIDE_FLUID && (members >> n & 1u) != 0) number = 0;
    for (int n = 0; n < s->body_count; n++)
        if (s->bodies[n].inside != LB_INSIDE_FLUID && (members >> n & 1u) != 0)
            number = s->bodies[n].inside == LB_INSIDE_CUT ? 0 : (uint8_t)(n + 1);
    return number;
}

/* Bodies that move have what is left. */
uint8_t lb_own_solid_at(const struct own_case *s, const uint32_t at[3])
{
    const uint8_t number = lb_own_solid_by(s, lb_own_members_at(s, at));
    size_t k;
    if (number == 0 && is_in_image(s, at)) return NO_BODY;
    return number == 0 && lb_own_moved_at(s, at, &k) ? s->moved[k] : number;
}

bool lb_own_is_outer(const struct own_case *s, const uint32_t at[3])
{
    for (int axis = 0; axis < 3; axis++)
        if (s->layer[axis] != 0 && (at[axis] == 0 || at[axis] + 1 == s->size[axis])) return true;
    return false;
}

bool lb_own_is_fluid(const struct own_case *s, const uint32_t at[3])
{
    return !lb_own_is_outer(s, at) && lb_own_solid_at(s, at) == 0;
}

bool lb_own_may_be_fluid(const struct own_case *s, const uint32_t at[3])
{
    const uint8_t number = lb_own_is_outer(s, at) ? NO_BODY : lb_own_solid_at(s, at);
    return number == 0 || (number != NO_BODY && s->moves[number - 1]);
}

/* --- reading shapes --------------------------------------------------------------------------------------- */

static enum lb_status need_key(const struct own_case *s, const char *section, const char *key,
                               const char *of, struct lb_error *err)
{
    if (lb_own_is_set(s, section, key)) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_USAGE, "[body %s]: shape=%s needs %s= [L]", section, of, key);
}

static enum lb_status read_box_shape(const struct own_case *s, struct lb_own_body *b,
                                     struct lb_error *err)
{
    LB_OK(need_key(s, b->name, "from", "box", err));
    LB_OK(need_key(s, b->name, "to", "box", err));
    LB_OK(lb_own_place(s, b->name, "from", b->low, err));
    LB_OK(lb_own_place(s, b->name, "to", b->high, err));
    for (int axis = 0; axis < s->dimensions; axis++)
        LB_NEED(b->high[axis] > b->low[axis], LB_STATUS_USAGE,
                "[body %s]: from=%s and to=%s leave nothing along %c: to= is its highest corner",
                b->name, lb_own_text(s, b->name, "from"), lb_own_text(s, b->name, "to"),
                "xyz"[axis]);
    b->shape = LB_SHAPE_BOX;
    b->low[2] = s->dimensions == 3 ? b->low[2] : 0.0;
    b->high[2] = s->dimensions == 3 ? b->high[2] : 1.0;
    return LB_STATUS_OK;
}

static enum lb_status read_axis(const struct own_case *s, struct lb_own_body *b,
                                struct lb_error *err)
{
    double axis[3] = {0.0, 0.0, 1.0};
    const int count = lb_own_point(s, b->name, "axis", axis);
    const double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    LB_NEED(s->dimensions == 3 || !lb_own_is_set(s, b->name, "axis"), LB_STATUS_USAGE,
            "[body %s]: axis=%s is for three dimensions", b->name, lb_own_text(s, b->name, "axis"));
    LB_NEED(count == 3 && length > 0.0, LB_STATUS_USAGE,
            "[body %s]: axis=%s: three numbers that are not all 0 are needed", b->name,
            lb_own_text(s, b->name, "axis"));
    for (int k = 0; k < 3; k++)
        b->axis[k] = axis[k] / length;
    return LB_STATUS_OK;
}

static enum lb_status read_round(const struct own_case *s, struct lb_own_body *b,
                                 struct lb_error *err)
{
    const bool is_cylinder = strcmp(lb_own_text(s, b->name, "shape"), "cylinder") == 0;
    LB_NEED(is_cylinder || s->dimensions == 3, LB_STATUS_USAGE,
            "[body %s]: a sphere is a body of three dimensions; in two it is a cylinder", b->name);
    LB_OK(need_key(s, b->name, "at", lb_own_text(s, b->name, "shape"), err));
    LB_OK(lb_own_place(s, b->name, "at", b->centre, err));
    b->shape = is_cylinder ? LB_SHAPE_CYLINDER : LB_SHAPE_SPHERE;
    b->radius = lb_own_number(s, b->name, "radius") * s->resolution;
    if (is_cylinder) {
        LB_OK(read_axis(s, b, err));
        b->length = lb_own_number(s, b->name, "length") * s->resolution;
    }
    for (int k = 0; k < 3; k++) {
        const double across = is_cylinder ? sqrt(fmax(0.0, 1.0 - b->axis[k] * b->axis[k])) : 1.0;
        const double half = !is_cylinder ? b->radius
                            : b->length > 0.0
                                ? b->radius * across + 0.5 * b->length * fabs(b->axis[k])
                            : b->axis[k] != 0.0 ? 2.0 * s->size[k]
                                                : b->radius;
        b->low[k] = b->centre[k] - half;
        b->high[k] = b->centre[k] + half;
    }
    return LB_STATUS_OK;
}

static enum lb_status read_disc(struct own_case *s, struct lb_own_body *b, struct lb_error *err)
{
    if (s->dimensions == 3) LB_OK(read_axis(s, b, err));
    return lb_own_read_sheet(s, b, err);
}

/* --- reading meshes --------------------------------------------------------------------------------------- */

/* Where the middle of its box is to be [cells]. */
static enum lb_status choose_centre(const struct own_case *s, const struct lb_own_body *b,
                                    double scale, double at[3], struct lb_error *err)
{
    double low[3], high[3];
    LB_NEED(!lb_own_is_set(s, b->name, "at") || !lb_own_is_set(s, b->name, "at_bottom"),
            LB_STATUS_USAGE, "[body %s]: at=%s and at_bottom=%s both place it: one of them",
            b->name, lb_own_text(s, b->name, "at"), lb_own_text(s, b->name, "at_bottom"));
    if (lb_own_is_set(s, b->name, "at")) return lb_own_place(s, b->name, "at", at, err);
    if (lb_own_is_set(s, b->name, "at_bottom"))
        return lb_own_place(s, b->name, "at_bottom", at, err);
    lb_mesh_bounds(&b->mesh->meshes[0], low, high);
    for (int axis = 0; axis < 3; axis++)
        at[axis] = (0.5 * scale * (low[axis] + high[axis]) - s->origin[axis]) * s->resolution +
                   s->layer[axis];
    return LB_STATUS_OK;
}

static enum lb_status place_mesh(struct own_case *s, struct lb_own_body *b, bool is_section,
                                 struct lb_error *err)
{
    const int up = s->dimensions - 1;
    const double length = lb_own_number(s, b->name, "length");
    const double scale = !is_section    ? lb_own_number(s, b->name, "scale")
                         : length > 0.0 ? length
                                        : 1.0;
    struct lb_placement p = {.dimensions = s->dimensions,
                             .flow = {0, 1},
                             .up = {up, 1},
                             .pitch = lb_own_number(s, b->name, "pitch"),
                             .yaw = lb_own_number(s, b->name, "yaw"),
                             .roll = lb_own_number(s, b->name, "roll"),
                             .length = 1.0,
                             .cells = scale * s->resolution};
    const double none[3] = {1.0, 1.0, 1.0};
    double low[3];
    LB_OK(choose_centre(s, b, scale, p.at, err));
    LB_OK(lb_bodies_place(b->mesh, &p, err));
    memcpy(low, b->mesh->placed.low, sizeof low);
    if (lb_own_is_set(s, b->name, "at_bottom")) {
        low[up] += 0.5 * (b->mesh->placed.high[up] - low[up]);
        lb_bodies_move(b->mesh, none, low);
    }
    memcpy(b->low, b->mesh->placed.low, sizeof b->low);
    memcpy(b->high, b->mesh->placed.high, sizeof b->high);
    return LB_STATUS_OK;
}

/* Open ends of its mesh that openings stand on: on=BODY:loop-N. */
static uint64_t choose_lids(const struct own_case *s, const struct lb_own_body *b)
{
    static const char loop[] = ":loop-";
    const size_t length = strlen(b->name);
    uint64_t lids = 0;
    const char *found[LB_OWN_OPENINGS];
    for (int k = 0; k < 2; k++) {
        const int count = lb_own_named(s, k == 0 ? "inlet" : "outlet", found, LB_OWN_OPENINGS);
        for (int n = 0; n < count && n < LB_OWN_OPENINGS; n++) {
            const char *on = lb_own_text(s, found[n], "on");
            if (strncmp(on, b->name, length) != 0 ||
                strncmp(on + length, loop, sizeof loop - 1) != 0)
                continue;
            const unsigned long number = strtoul(on + length + sizeof loop - 1, NULL, 10);
            if (number >= 1 && number <= LB_MAX_LIDS) lids |= UINT64_C(1) << (number - 1);
        }
    }
    return lids;
}

static enum lb_status read_mesh(struct own_case *s, struct lb_own_body *b, struct lb_error *err)
{
    const char *shape = lb_own_text(s, b->name, "shape");
    const bool is_section = shape[0] != '\0';
    b->shape = LB_SHAPE_MESH;
    b->mesh = calloc(1, sizeof *b->mesh);
    LB_NEED(b->mesh != NULL, LB_STATUS_FAILED, "no memory for the body '%s'", b->name);
    b->mesh->dimensions = s->dimensions;
    b->mesh->encloses_fluid = b->inside == LB_INSIDE_FLUID;
    b->mesh->is_sheet = b->is_sheet;
    if (is_section) {
        const double chord = fmax(lb_own_number(s, b->name, "length"), 0.0);
        const struct lb_body_shape wing = {.name = shape,
                                           .dimensions = s->dimensions,
                                           .cells = s->resolution * (chord > 0.0 ? chord : 1.0),
                                           .span = 1e3};
        LB_OK(lb_bodies_add_shape(b->mesh, &wing, err));
        LB_NEED(lb_own_is_set(s, b->name, "at"), LB_STATUS_USAGE,
                "[body %s]: shape=%s needs at= [L], its middle", b->name, shape);
    } else {
        b->mesh->lids = choose_lids(s, b);
        LB_OK(lb_bodies_read(b->mesh, lb_own_text(s, b->name, "mesh"), err));
    }
    return place_mesh(s, b, is_section, err);
}

/* --- all ------------------------------------------------------------------------------------------------------ */

/* Keys that say nothing of this kind of body. */
static enum lb_status check_keys(const struct own_case *s, const struct lb_own_body *b,
                                 struct lb_error *err)
{
    static const struct {
        const char *key;
        bool mesh, section, box, cylinder, sphere, disc;
    } keys[] = {{"scale", true, false, false, false, false, false},
                {"at", true, true, false, true, true, true},
                {"at_bottom", true, false, false, false, false, false},
                {"from", false, false, true, false, false, false},
                {"to", false, false, true, false, false, false},
                {"radius", false, false, false, true, true, true},
                {"length", false, true, false, true, false, false},
                {"axis", false, false, false, true, false, true},
                {"pitch", true, true, false, false, false, false},
                {"yaw", true, false, false, false, false, false},
                {"roll", true, false, false, false, false, false},
                {"holes", true, false, false, false, false, false}};
    const char *shape = lb_own_text(s, b->name, "shape");
    for (size_t n = 0; n < sizeof keys / sizeof *keys; n++) {
        const bool fits = strcmp(shape, "plate") == 0  ? keys[n].box
                          : strcmp(shape, "disc") == 0 ? keys[n].disc
                          : b->shape == LB_SHAPE_MESH
                              ? (shape[0] != '\0' ? keys[n].section : keys[n].mesh)
                          : b->shape == LB_SHAPE_BOX      ? keys[n].box
                          : b->shape == LB_SHAPE_CYLINDER ? keys[n].cylinder
                                                          : keys[n].sphere;
        LB_NEED(fits || !lb_own_is_set(s, b->name, keys[n].key), LB_STATUS_USAGE,
                "[body %s]: %s=%s says nothing of %s", b->name, keys[n].key,
                lb_own_text(s, b->name, keys[n].key), shape[0] != '\0' ? shape : "a mesh");
    }
    return LB_STATUS_OK;
}

static enum lb_status read_motion(struct own_case *s, struct lb_own_body *b, struct lb_error *err)
{
    const double most = 0.2;
    double fastest = 0.0, reach = 0.0;
    if (lb_own_is_set(s, b->name, "u")) LB_OK(lb_own_velocity(s, b->name, b->u, err));
    if (lb_own_is_set(s, b->name, "spin")) LB_OK(lb_own_rate(s, b->name, "spin", b->spin, err));
    for (int axis = 0; axis < s->dimensions; axis++) {
        const double half = 0.5 * (b->high[axis] - b->low[axis]);
        reach = fmax(reach, b->shape == LB_SHAPE_CYLINDER ? b->radius : half);
        fastest += b->u[axis] * b->u[axis];
    }
    const double rate =
        sqrt(b->spin[0] * b->spin[0] + b->spin[1] * b->spin[1] + b->spin[2] * b->spin[2]);
    fastest = sqrt(fastest) + rate * reach;
    LB_NEED(fastest <= most, LB_STATUS_USAGE,
            "[body %s]: its surface would move with %.3g cells/step; up to %.1f is possible: a "
            "smaller fluid.speed or rate",
            b->name, fastest, most);
    return LB_STATUS_OK;
}

static enum lb_status read_body(struct own_case *s, struct lb_own_body *b, struct lb_error *err)
{
    static const char *const insides[] = {"solid", "fluid", "cut", NULL};
    int inside = 0;
    const char *shape = lb_own_text(s, b->name, "shape"), *mesh = lb_own_text(s, b->name, "mesh");
    LB_NEED((shape[0] != '\0') != (mesh[0] != '\0'), LB_STATUS_USAGE,
            "[body %s] needs %s: mesh=FILE or shape=box, cylinder, sphere, plate, disc, naca0012",
            b->name, mesh[0] != '\0' ? "one of the two" : "a form");
    LB_OK(lb_own_word(s, b->name, "inside", insides, &inside, err));
    b->inside = (enum lb_own_inside)inside;
    b->is_sheet = lb_own_number(s, b->name, "thin") != 0.0;
    LB_OK(lb_own_check_sheet(s, b, err));
    if (strcmp(shape, "box") == 0)
        LB_OK(read_box_shape(s, b, err));
    else if (strcmp(shape, "cylinder") == 0 || strcmp(shape, "sphere") == 0)
        LB_OK(read_round(s, b, err));
    else if (strcmp(shape, "disc") == 0)
        LB_OK(read_disc(s, b, err));
    else if (strcmp(shape, "plate") == 0)
        LB_OK(lb_own_read_sheet(s, b, err));
    else
        LB_OK(read_mesh(s, b, err));
    for (int axis = 0; axis < 3 && b->shape != LB_SHAPE_CYLINDER && b->shape != LB_SHAPE_SPHERE;
         axis++)
        b->centre[axis] = 0.5 * (b->low[axis] + b->high[axis]);
    LB_OK(check_keys(s, b, err));
    memcpy(b->centre_of_moments, b->centre, sizeof b->centre);
    LB_OK(lb_own_read_motion(s, b, err));
    return read_motion(s, b, err);
}

enum lb_status lb_own_read_bodies(struct own_case *s, struct lb_error *err)
{
    const char *names[LB_OWN_BODIES];
    const int count = lb_own_named(s, "body", names, LB_OWN_BODIES);
    LB_NEED(count <= LB_OWN_BODIES, LB_STATUS_USAGE, "there are %d bodies; %d are possible", count,
            LB_OWN_BODIES);
    for (int n = 0; n < count; n++) {
        struct lb_own_body *b = &s->bodies[s->body_count++];
        b->found.drag = b->found.drag_error = b->found.lift = b->found.lift_error = nan("");
        b->found.side = b->found.lift_amplitude = b->found.strouhal = b->found.power = nan("");
        for (int axis = 0; axis < 3; axis++)
            b->found.force[axis] = b->found.torque[axis] = nan("");
        b->name = names[n];
        LB_OK(read_body(s, b, err));
        if (b->inside == LB_INSIDE_FLUID && s->hollow == 0) s->hollow = (uint8_t)(n + 1);
        LB_NEED(n > 0 || b->inside != LB_INSIDE_CUT, LB_STATUS_USAGE,
                "[body %s]: inside=cut takes it away from bodies above it in the file, and there "
                "are none",
                b->name);
    }
    return LB_STATUS_OK;
}

void lb_own_free_bodies(struct own_case *s)
{
    for (int n = 0; n < s->body_count; n++) {
        if (s->bodies[n].mesh != NULL) lb_bodies_free(s->bodies[n].mesh);
        lb_own_free_motion(&s->bodies[n]);
        free(s->bodies[n].mesh);
    }
}

/* As if the file's origin were the corner of the box. */
enum lb_status lb_own_hollow_extent(struct own_case *s, double low[3], double high[3], bool *found,
                                    struct lb_error *err)
{
    struct own_case *other = calloc(1, sizeof *other);
    LB_NEED(other != NULL, LB_STATUS_FAILED, "no memory for the bodies");
    *other = (struct own_case){.values = s->values,
                               .dimensions = s->dimensions,
                               .resolution = s->resolution,
                               .length = 1.0,
                               .size = {1u << 30, 1u << 30, 1u << 30}};
    *found = false;
    const enum lb_status st = lb_own_read_bodies(other, err);
    for (int n = 0; n < other->body_count && st == LB_STATUS_OK; n++) {
        const struct lb_own_body *b = &other->bodies[n];
        for (int axis = 0; axis < 3 && b->inside == LB_INSIDE_FLUID; axis++) {
            low[axis] = *found ? fmin(low[axis], b->low[axis]) : b->low[axis];
            high[axis] = *found ? fmax(high[axis], b->high[axis]) : b->high[axis];
        }
        *found = *found || b->inside == LB_INSIDE_FLUID;
    }
    lb_own_free_bodies(other);
    free(other);
    return st;
}

/* --- cells ---------------------------------------------------------------------------------------------------- */

static enum lb_status find_voxels(struct own_case *s, struct lb_own_body *b, struct lb_error *err)
{
    const bool accepts = strcmp(lb_own_text(s, b->name, "holes"), "accept") == 0;
    const struct lb_voxel_body body = {.name = b->name,
                                       .mesh = &b->mesh->meshes[0],
                                       .accepts_holes = accepts,
                                       .encloses_fluid = b->inside == LB_INSIDE_FLUID};
    LB_OK(lb_voxels_make(&body, 1, s->size, &b->mesh->voxels, b->mesh->reports, err));
    const enum lb_status st = lb_body_check(&body, &b->mesh->reports[0], s->size, &s->notes, err);
    for (int n = 0; n < b->mesh->notes.count && st != LB_STATUS_OK; n++)
        lb_error_note(err, "%s", b->mesh->notes.text[n]);
    if (st != LB_STATUS_OK && b->mesh->open_ends > 0)
        lb_error_note(err, "on=%s:loop-N of an inlet or outlet closes an open end", b->name);
    LB_OK(st);
    for (int n = 0; n < b->mesh->notes.count; n++)
        lb_body_note(&s->notes, "%s", b->mesh->notes.text[n]);
    if (b->inside == LB_INSIDE_FLUID)
        return LB_STATUS_OK; /* parts the other way round are solid there */
    LB_OK(lb_part_reports_make(&body, &b->mesh->reports[0], 1, s->size, &b->mesh->voxels,
                               &b->mesh->parts[0], err));
    lb_part_reports_check(&b->mesh->parts[0], b->name, s->size, &s->notes);
    return LB_STATUS_OK;
}

/* Across periodic faces a body does not go on. */
static void note_cut(struct own_case *s, const struct lb_own_body *b)
{
    for (int axis = 0; axis < s->dimensions; axis++) {
        const bool ends = b->shape != LB_SHAPE_CYLINDER || b->length > 0.0 || b->axis[axis] == 0.0;
        const bool reaches = b->low[axis] < -1e-6 || b->high[axis] > s->size[axis] + 1e-6;
        if (s->layer[axis] == 0 && reaches && ends && b->inside == LB_INSIDE_SOLID)
            lb_body_note(
                &s->notes,
                "the body '%s' reaches from %.4g to %.4g cells along %c, beyond the periodic "
                "box of %u: it is cut off there, and does not go on at the other side",
                b->name, b->low[axis], b->high[axis], "xyz"[axis], s -> size[axis]);
    }
}

static enum lb_status count_body(struct own_case *s, int n, struct lb_error *err)
{
    struct lb_own_body *b = &s->bodies[n];
    uint32_t begin[3], end[3], at[3];
    if (b->is_sheet) return LB_STATUS_OK;
    for (int axis = 0; axis < 3; axis++) {
        begin[axis] = (uint32_t)fmin(s->size[axis], fmax(0.0, floor(b->low[axis])));
        end[axis] = (uint32_t)fmin(s->size[axis], fmax(0.0, ceil(b->high[axis])));
        if (b->motion.moves) begin[axis] = s->motion.begin[axis], end[axis] = s->motion.end[axis];
        if (axis >= s->dimensions) end[axis] = 1, begin[axis] = 0;
    }
    for (at[2] = begin[2]; at[2] < end[2]; at[2]++)
        for (at[1] = begin[1]; at[1] < end[1]; at[1]++)
            for (at[0] = begin[0]; at[0] < end[0]; at[0]++)
                if (b->inside == LB_INSIDE_SOLID ? lb_own_solid_at(s, at) == n + 1
                                                 : contains(s, b, at)) {
                    b->cells++;
                    b->inner_cells += b->inside == LB_INSIDE_SOLID && !lb_own_is_outer(s, at);
                }
    LB_NEED(b->cells > 0, LB_STATUS_USAGE,
            "the body '%s' has no cell: it extends from (%.5g, %.5g, %.5g) to (%.5g, %.5g, %.5g) "
            "cells in a box of %u x %u x %u%s",
            b->name, b->low[0], b->low[1], b->low[2], b->high[0], b->high[1], b->high[2],
            s->size[0], s->size[1], s->size[2],
            b->inside == LB_INSIDE_SOLID ? "; bodies below it in the file may have its cells" : "");
    return LB_STATUS_OK;
}

/* Of the projection along x; a shape's is exact, and a sheet's is all of it, one side. */
static double frontal_area(const struct own_case *s, const struct lb_own_body *b)
{
    const bool flat = s->dimensions == 2;
    if (b->is_sheet) return lb_own_sheet_area(s, b);
    if (b->shape == LB_SHAPE_SPHERE) return acos(-1.0) * b->radius * b->radius;
    if (b->shape == LB_SHAPE_CYLINDER) {
        const double c = fabs(b->axis[0]), r = b->radius;
        const double length = b->length > 0.0 ? b->length : s->size[2];
        return flat ? 2.0 * r : acos(-1.0) * r * r * c + 2.0 * r * length * sqrt(1.0 - c * c);
    }
    if (b->shape == LB_SHAPE_MESH) return (double)lb_voxels_frontal_area(&b->mesh->voxels, 0, 0);
    return (b->high[1] - b->low[1]) * (flat ? 1.0 : b->high[2] - b->low[2]);
}

/* Each cell is asked for where there is more than solid bodies, whose cells are counted. */
static uint64_t count_fluid(const struct own_case *s)
{
    uint64_t count = 0;
    if (s->hollow == 0 && s->image.cells.open == NULL) {
        count = 1;
        for (int axis = 0; axis < 3; axis++)
            count *= s->size[axis] - 2 * s->layer[axis];
        for (int n = 0; n < s->body_count; n++)
            count -= s->bodies[n].inner_cells;
        return count;
    }
    uint32_t at[3];
    for (at[2] = 0; at[2] < s->size[2]; at[2]++)
        for (at[1] = 0; at[1] < s->size[1]; at[1]++)
            for (at[0] = 0; at[0] < s->size[0]; at[0]++)
                count += lb_own_is_fluid(s, at);
    return count;
}

/* "from (0, 0) to (4, 2) L": places of cells as the file has them. */
static void print_extent(const struct own_case *s, const double low[3], const double high[3],
                         char *out, size_t size)
{
    size_t used = 0;
    for (int side = 0; side < 2; side++)
        for (int axis = 0; axis < s->dimensions && used < size; axis++) {
            const double cells = (side == 0 ? low : high)[axis] - s->layer[axis];
            used += (size_t)snprintf(out + used, size - used, "%s%.5g%s",
                                     axis > 0    ? ", "
                                     : side == 0 ? "from ("
                                                 : " to (",
                                     s->origin[axis] + cells / s->resolution,
                                     axis + 1 == s->dimensions ? side == 0 ? ")" : ") L" : "");
        }
}

bool lb_own_is_beyond(const struct own_case *s, const struct lb_own_body *b, bool wholly, char *out,
                      size_t size)
{
    char body[160], box[160];
    double low[3], high[3];
    bool is_beyond = false;
    for (int axis = 0; axis < 3; axis++) {
        low[axis] = s->layer[axis];
        high[axis] = s->size[axis] - (double)s->layer[axis];
        if (axis >= s->dimensions) continue;
        is_beyond = is_beyond ||
                    (wholly ? b->low[axis] >= high[axis] || b->high[axis] <= low[axis]
                            : b->low[axis] < low[axis] - 1e-3 || b->high[axis] > high[axis] + 1e-3);
    }
    print_extent(s, b->low, b->high, body, sizeof body);
    print_extent(s, low, high, box, sizeof box);
    snprintf(out, size, "[body %s] lies %s, and the box %s", b->name, body, box);
    return is_beyond;
}

static enum lb_status check_places(struct own_case *s, struct lb_error *err)
{
    char places[400];
    for (int n = 0; n < s->body_count; n++) {
        LB_NEED(!lb_own_is_beyond(s, &s->bodies[n], true, places, sizeof places), LB_STATUS_USAGE,
                "%s: no part of it is in the box; another place, scale= or box.size= is needed",
                places);
        if (s->bodies[n].inside == LB_INSIDE_FLUID && s->bodies[n].mesh != NULL &&
            lb_own_is_beyond(s, &s->bodies[n], false, places, sizeof places))
            lb_body_note(&s->notes, "%s: what is beyond is cut off", places);
    }
    return LB_STATUS_OK;
}

/* Along an axis the cells that a body at rest may have; one more at both ends is for round-off. */
static void mark_near(const struct own_case *s, int n, int axis, uint32_t *near)
{
    const struct lb_own_body *b = &s->bodies[n];
    const double size = s->size[axis];
    const bool is_all = axis >= s->dimensions;
    const double low = is_all ? 0.0 : fmin(size, fmax(0.0, floor(b->low[axis]) - 1.0)),
                 high = is_all ? size : fmin(size, fmax(0.0, ceil(b->high[axis]) + 1.0));
    for (uint32_t at = (uint32_t)low; at < (uint32_t)high && !b->motion.moves && !b->is_sheet; at++)
        near[at] |= 1u << n;
}

static enum lb_status find_near(struct own_case *s, struct lb_error *err)
{
    uint32_t **const near[3] = {&s->near_x, &s->near_y, &s->near_z};
    for (int axis = 0; axis < 3; axis++) {
        *near[axis] = calloc(s->size[axis], sizeof **near[axis]);
        LB_NEED(*near[axis] != NULL, LB_STATUS_FAILED, "no memory for the extents of bodies");
        for (int n = 0; n < s->body_count; n++)
            mark_near(s, n, axis, *near[axis]);
    }
    return LB_STATUS_OK;
}

enum lb_status lb_own_count_cells(struct own_case *s, struct lb_error *err)
{
    LB_OK(check_places(s, err));
    for (int n = 0; n < s->body_count; n++)
        if (s->bodies[n].mesh != NULL && !s->bodies[n].is_sheet)
            LB_OK(find_voxels(s, &s->bodies[n], err));
    LB_OK(find_near(s, err));
    LB_OK(lb_own_make_motion(s, err));
    for (int n = 0; n < s->body_count; n++) {
        struct lb_own_body *b = &s->bodies[n];
        LB_OK(count_body(s, n, err));
        note_cut(s, b);
        const double unit = s->dimensions == 3 ? s->resolution * s->resolution : s->resolution;
        b->area = lb_own_is_set(s, b->name, "area") ? lb_own_number(s, b->name, "area") * unit
                                                    : frontal_area(s, b);
        s->case_bodies[n].name = b->name;
        memcpy(s->case_bodies[n].centre, b->centre_of_moments, sizeof b->centre);
    }
    s->fluid_cells = count_fluid(s);
    LB_NEED(s->fluid_cells > 0, LB_STATUS_USAGE, "no cell of the box is fluid%s",
            s->hollow != 0 ? "; with inside=fluid only what is inside of such bodies is" : "");
    return LB_STATUS_OK;
}

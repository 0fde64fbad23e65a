/* box.c - what is in the box of a flow: its cells, faces, bodies and markers.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/api_internal.h"
#include "body/placement.h"

/* --- cells ----------------------------------------------------------------------------------------- */

static uint8_t flags_of(sluice_kind kind)
{
    switch (kind) {
    case SLUICE_SOLID: return LB_CELL_SOLID;
    case SLUICE_MOVING: return LB_CELL_SOLID | LB_CELL_MOVING;
    case SLUICE_EQUILIBRIUM: return LB_CELL_EQUILIBRIUM;
    case SLUICE_FLUID: return LB_CELL_FLUID;
    }
    return LB_CELL_TYPE; /* no kind; check_cells refuses it */
}

static void ask_user(const struct sluice *s, const uint32_t at[3], struct lb_cell *out)
{
    sluice_cell cell = {.kind = SLUICE_FLUID, .density = 1.0, .fill = 1.0};
    s->start(s->start_context, at, &cell);
    out->flags = flags_of(cell.kind);
    out->rho = cell.density;
    out->fill = cell.fill;
    memcpy(out->u, cell.velocity, sizeof out->u);
}

void lb_api_start_cell(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct sluice *s = state;
    const uint32_t at[3] = {x, y, z};
    const int face = lb_faces_owner(&s->faces, at);
    const uint8_t body = s->bodies.count > 0 ? lb_voxels_at(&s->bodies.voxels, x, y, z) : 0;
    const int opening = s->patches.cell_count > 0 ? lb_openings_at(&s->patches, x, y, z) : -1;
    if (opening >= 0 || face >= 0) {
        out->flags = LB_CELL_BOUNDARY;
        out->number = (uint8_t)(opening >= 0 ? s->faces.count + opening : face);
    } else if (body > 0) {
        out->flags = LB_CELL_SOLID;
        out->number = body;
    } else if (s->start != NULL) {
        ask_user(s, at, out);
    }
}

static enum lb_status set_start(sluice *s, const char *call, sluice_start_function *function,
                                const void *context, struct lb_error *err)
{
    LB_OK(lb_api_need_unstarted(s, call, err));
    s->start = function;
    s->start_context = context;
    return LB_STATUS_OK;
}

sluice_status sluice_set_start(sluice *s, sluice_start_function *function, const void *context,
                               sluice_error *error)
{
    struct lb_error err = {0};
    return lb_api_report(set_start(s, "sluice_set_start", function, context, &err), &err, error);
}

static void take_arrays(const void *context, const uint32_t at[3], sluice_cell *cell)
{
    const struct sluice *s = context;
    const sluice_arrays *a = &s->arrays;
    const size_t n = ((size_t)at[2] * s->c.size[1] + at[1]) * s->c.size[0] + at[0];
    if (a->kind != NULL) cell->kind = (sluice_kind)a->kind[n];
    if (a->density != NULL) cell->density = a->density[n];
    if (a->velocity != NULL) memcpy(cell->velocity, a->velocity + 3 * n, sizeof cell->velocity);
    if (a->fill != NULL) cell->fill = a->fill[n];
}

sluice_status sluice_set_start_arrays(sluice *s, const sluice_arrays *arrays, sluice_error *error)
{
    struct lb_error err = {0};
    enum lb_status st = lb_api_need_given(arrays, "sluice_set_start_arrays", "`arrays`", &err);
    if (st == LB_STATUS_OK) st = set_start(s, "sluice_set_start_arrays", take_arrays, s, &err);
    if (st == LB_STATUS_OK) s->arrays = *arrays;
    return lb_api_report(st, &err, error);
}

/* Looks at every cell: its kind is for the kernels to know before they are built. */
static enum lb_status check_cells(struct sluice *s, struct lb_error *err)
{
    struct lb_case *c = &s->c;
    if (s->bodies.count > 0 || s->faces.count > 0) c->cell_kinds = LB_CELL_SOLID;
    if (s->start == NULL) return LB_STATUS_OK;
    for (uint32_t z = 0; z < c->size[2]; z++)
        for (uint32_t y = 0; y < c->size[1]; y++)
            for (uint32_t x = 0; x < c->size[0]; x++) {
                struct lb_cell cell = {.rho = 1.0, .fill = 1.0};
                lb_api_start_cell(s, x, y, z, &cell);
                const bool is_outer = LB_IS_BOUNDARY(cell.flags);
                LB_NEED(cell.flags != LB_CELL_TYPE, LB_STATUS_USAGE,
                        "cell (%u, %u, %u) starts with a kind that is none of sluice_kind", x, y,
                        z);
                c->cell_kinds |= is_outer ? LB_CELL_SOLID : cell.flags;
                LB_NEED(is_outer || (isfinite(cell.rho) && cell.rho > 0.0 && isfinite(cell.u[0]) &&
                                     isfinite(cell.u[1]) && isfinite(cell.u[2])),
                        LB_STATUS_USAGE,
                        "cell (%u, %u, %u) starts with density %g and velocity (%g, %g, %g): "
                        "finite numbers and a density above 0 are needed",
                        x, y, z, cell.rho, cell.u[0], cell.u[1], cell.u[2]);
                LB_NEED(c->lattice->dimensions == 3 || !(fabs(cell.u[2]) > 0.0), LB_STATUS_USAGE,
                        "cell (%u, %u, %u) starts with the velocity (%g, %g, %g): the third must "
                        "be 0 in two dimensions",
                        x, y, z, cell.u[0], cell.u[1], cell.u[2]);
                LB_NEED(!c->surface.exists || (cell.fill >= 0.0 && cell.fill <= 1.0),
                        LB_STATUS_USAGE,
                        "cell (%u, %u, %u) starts with fill %g: 0 to 1 is possible", x, y, z,
                        cell.fill);
            }
    return LB_STATUS_OK;
}

/* --- faces ----------------------------------------------------------------------------------------- */

static enum lb_status copy_numbers(const double *from, size_t count, const char *what, double **out,
                                   struct lb_error *err)
{
    *out = malloc(count * sizeof **out + 1);
    LB_NEED(*out != NULL, LB_STATUS_FAILED, "out of memory for %s", what);
    if (count > 0) memcpy(*out, from, count * sizeof **out);
    return LB_STATUS_OK;
}

static enum lb_status check_finite(const double *numbers, size_t count, const char *what,
                                   struct lb_error *err)
{
    for (size_t n = 0; n < count; n++)
        LB_NEED(isfinite(numbers[n]), LB_STATUS_USAGE, "%s: number %zu is %g, and must be finite",
                what, n, numbers[n]);
    return LB_STATUS_OK;
}

/* Along an axis, or over the face. */
static struct lb_profile_box profile_of(const struct sluice *s, const sluice_face *f,
                                        const double *numbers)
{
    struct lb_profile_box p =
        lb_profile_box_along(f->profile_axis, s->c.size[f->profile_axis], numbers);
    if (f->profile_axis != f->face / 2) return p;
    memcpy(p.size, s->c.size, sizeof p.size);
    p.size[f->profile_axis] = 1;
    return p;
}

static enum lb_status check_face(const struct sluice *s, const sluice_face *f, struct lb_error *err)
{
    const int dimensions = s->c.lattice->dimensions;
    char known[512];
    sluice_choices("condition", known, sizeof known);
    LB_NEED(f->face >= 0 && f->face < 2 * dimensions, LB_STATUS_USAGE,
            "face %d: there are faces 0 to %d", f->face, 2 * dimensions - 1);
    LB_NEED(f->condition != NULL && lb_boundary_condition_find(f->condition) != NULL,
            LB_STATUS_USAGE, "face %d (%s): there is no condition '%s'; known: %s", f->face,
            lb_face_name(f->face), f->condition != NULL ? f->condition : "", known);
    LB_NEED(s->faces.boundary_of[f->face] < 0, LB_STATUS_USAGE,
            "face %d (%s) has a condition already", f->face, lb_face_name(f->face));
    LB_NEED(f->density >= 0.0 && isfinite(f->density), LB_STATUS_USAGE,
            "face %d (%s): the density %g must be positive", f->face, lb_face_name(f->face),
            f->density);
    LB_OK(check_finite(f->velocity, 3, "the velocity of a face", err));
    LB_OK(lb_api_need_planar(s, f->velocity, "the velocity of a face", err));
    if (f->profile == NULL) return LB_STATUS_OK;
    LB_NEED(f->profile_axis >= 0 && f->profile_axis < 3, LB_STATUS_USAGE,
            "face %d (%s): its profile must be along an axis, 0 to 2", f->face,
            lb_face_name(f->face));
    const struct lb_profile_box profile = profile_of(s, f, f->profile);
    return check_finite(f->profile, lb_profile_box_numbers(&profile), "the profile of a face", err);
}

static enum lb_status add_face(struct sluice *s, const sluice_face *f, struct lb_error *err)
{
    LB_OK(lb_api_need_unstarted(s, "sluice_add_face", err));
    LB_OK(lb_api_need_given(f, "sluice_add_face", "`face`", err));
    LB_OK(check_face(s, f, err));
    struct lb_profile_box profile = {.factor = NULL};
    if (f->profile != NULL) {
        profile = profile_of(s, f, f->profile);
        LB_OK(copy_numbers(f->profile, lb_profile_box_numbers(&profile), "a profile",
                           &s->profiles[f->face], err));
        profile.factor = s->profiles[f->face];
    }
    LB_OK(lb_faces_add(&s->faces, f->face, f->condition, f->velocity, &profile, err));
    if (f->density > 0.0) s->faces.boundaries[s->faces.count - 1].rho = f->density;
    return LB_STATUS_OK;
}

sluice_status sluice_add_face(sluice *s, const sluice_face *face, sluice_error *error)
{
    struct lb_error err = {0};
    return lb_api_report(add_face(s, face, &err), &err, error);
}

/* A face without a condition is joined to the opposite one, which must be free, too. */
static enum lb_status check_faces(struct sluice *s, struct lb_error *err)
{
    int at = 0;
    for (int face = 0; face < LB_FACES; face++) {
        const int other = face ^ 1;
        LB_NEED(s->faces.boundary_of[face] < 0 || s->faces.boundary_of[other] >= 0, LB_STATUS_USAGE,
                "face %d (%s) has a condition and face %d (%s) none: both need one, or neither",
                face, lb_face_name(face), other, lb_face_name(other));
    }
    for (int n = 0; n < s->faces.count; n++) /* profiles lie in the order of the boundaries */
        for (int face = 0; face < LB_FACES; face++)
            if (s->faces.boundary_of[face] == n && s->profiles[face] != NULL) {
                s->profile_at[face] = at;
                at += (int)lb_profile_box_numbers(&s->faces.boundaries[n].profile);
            }
    return LB_STATUS_OK;
}

static enum lb_status set_profile(struct sluice *s, int face, const double *profile,
                                  struct lb_error *err)
{
    LB_OK(lb_api_need_started(s, "sluice_set_profile", err));
    LB_OK(lb_api_need_given(profile, "sluice_set_profile", "`profile`", err));
    LB_NEED(face >= 0 && face < LB_FACES && s->profiles[face] != NULL, LB_STATUS_USAGE,
            "sluice_set_profile: face %d was not added with a profile", face);
    const struct lb_boundary *b = s->faces.boundaries + s->faces.boundary_of[face];
    const uint64_t count = lb_profile_box_numbers(&b->profile);
    LB_OK(check_finite(profile, count, "sluice_set_profile", err));
    memcpy(s->profiles[face], profile, count * sizeof *profile);
    return lb_solver_set_profile(s->solver, (uint64_t)s->profile_at[face], count, profile, err);
}

sluice_status sluice_set_profile(sluice *s, int face, const double *profile, sluice_error *error)
{
    struct lb_error err = {0};
    return lb_api_report(set_profile(s, face, profile, &err), &err, error);
}

/* --- bodies ---------------------------------------------------------------------------------------- */

static enum lb_status read_axis(const char *word, const struct lb_signed_axis *usual,
                                const char *name, struct lb_signed_axis *out, struct lb_error *err)
{
    *out = *usual;
    LB_NEED(word == NULL || lb_signed_axis_parse(word, out), LB_STATUS_USAGE,
            "body %s: '%s' is not an axis of the file: x, y, z, -x, -y or -z", name, word);
    return LB_STATUS_OK;
}

static enum lb_status place_body(struct sluice *s, const sluice_body *b, struct lb_error *err)
{
    const int number = s->bodies.count - 1, dimensions = s->bodies.dimensions;
    const char *name = s->bodies.names[number];
    struct lb_placed placed;
    struct lb_placement p = {.dimensions = dimensions,
                             .pitch = b->pitch,
                             .yaw = b->yaw,
                             .roll = b->roll,
                             .length = b->length,
                             .cells = b->cells};
    memcpy(p.at, b->centre, sizeof p.at);
    LB_OK(read_axis(b->flow, &(struct lb_signed_axis){0, 1}, name, &p.flow, err));
    LB_OK(read_axis(b->up, &(struct lb_signed_axis){dimensions - 1, 1}, name, &p.up, err));
    return lb_placement_apply(&p, name, &s->bodies.meshes[number], 1, &placed, err);
}

static enum lb_status read_body(struct sluice *s, const sluice_body *b, struct lb_error *err)
{
    if (!lb_body_is_shape(b->file)) return lb_bodies_read(&s->bodies, b->file, err);
    LB_NEED(!(b->length > 0.0), LB_STATUS_USAGE,
            "body %s: `length` is for files; a built-in body is 1 long", b->file);
    const struct lb_body_shape shape = {.name = b->file,
                                        .dimensions = s->bodies.dimensions,
                                        .cells = b->cells,
                                        .span = b->span > 0.0 ? b->span : 1.0,
                                        .thickness = 0.1};
    return lb_bodies_add_shape(&s->bodies, &shape, err);
}

static enum lb_status add_body(struct sluice *s, const sluice_body *b, int *number,
                               struct lb_error *err)
{
    LB_OK(lb_api_need_unstarted(s, "sluice_add_body", err));
    LB_OK(lb_api_need_given(b, "sluice_add_body", "`body`", err));
    LB_NEED(b->file != NULL && b->cells > 0.0, LB_STATUS_USAGE,
            "sluice_add_body: a file and its length in cells are needed, and `cells` is %g",
            b->cells);
    LB_NEED(!s->c.surface.exists, LB_STATUS_USAGE,
            "bodies in a flow with a surface are solid cells "
            "of sluice_set_start");
    const int before = s->bodies.count;
    enum lb_status st = read_body(s, b, err);
    if (st == LB_STATUS_OK) st = place_body(s, b, err);
    if (st != LB_STATUS_OK) {
        for (int n = before; n < s->bodies.count; n++)
            lb_mesh_free(&s->bodies.meshes[n]);
        s->bodies.count = before;
        return st;
    }
    s->accepts_holes = s->accepts_holes || b->accepts_holes != 0;
    if (number != NULL) *number = before;
    return LB_STATUS_OK;
}

sluice_status sluice_add_body(sluice *s, const sluice_body *body, int *number, sluice_error *error)
{
    struct lb_error err = {0};
    return lb_api_report(add_body(s, body, number, &err), &err, error);
}

static enum lb_status keep_notes(struct sluice *s, struct lb_error *err)
{
    const struct lb_body_notes *notes = &s->bodies.notes;
    size_t used = 0, size = 1;
    for (int n = 0; n < notes->count; n++)
        size += strlen(notes->text[n]) + 1;
    s->notes = calloc(size, 1);
    LB_NEED(s->notes != NULL, LB_STATUS_FAILED, "out of memory for notes about bodies");
    for (int n = 0; n < notes->count; n++)
        used += (size_t)snprintf(s->notes + used, size - used, "%s%s", n > 0 ? "\n" : "",
                                 notes->text[n]);
    return LB_STATUS_OK;
}

static enum lb_status find_bodies(struct sluice *s, struct lb_error *err)
{
    struct lb_body_box box = {.accepts_holes = s->accepts_holes, .ground = -1};
    if (s->bodies.count == 0) return LB_STATUS_OK;
    memcpy(box.size, s->c.size, sizeof box.size);
    for (int axis = 0; axis < 3; axis++)
        box.periodic[axis] = s->faces.boundary_of[2 * axis] < 0;
    LB_OK(lb_bodies_find_cells(&s->bodies, &box, err));
    for (int n = 0; n < s->bodies.count; n++)
        for (int axis = 0; axis < 3; axis++)
            s->bodies.bodies[n].centre[axis] =
                0.5 * (s->bodies.reports[n].low[axis] + s->bodies.reports[n].high[axis]);
    s->c.bodies = s->bodies.bodies;
    s->c.body_count = s->bodies.count;
    return keep_notes(s, err);
}

const char *sluice_notes(const sluice *s)
{
    return s != NULL && s->notes != NULL ? s->notes : "";
}

/* --- markers --------------------------------------------------------------------------------------- */

static enum lb_status set_markers(struct sluice *s, uint32_t count, const double *position,
                                  const double *force, struct lb_error *err)
{
    LB_OK(lb_api_need_unstarted(s, "sluice_set_markers", err));
    LB_NEED(count > 0 && position != NULL && s->position == NULL, LB_STATUS_USAGE,
            "sluice_set_markers: markers with positions are needed, once");
    if (force != NULL) LB_OK(check_finite(force, 3 * (size_t)count, "the force of markers", err));
    LB_OK(copy_numbers(position, 3 * (size_t)count, "markers", &s->position, err));
    if (force != NULL) LB_OK(copy_numbers(force, 3 * (size_t)count, "markers", &s->force, err));
    s->markers = (struct lb_markers){
        .count = count, .position = s->position, .force = s->force, .delta = lb_deltas[0]};
    s->c.markers = &s->markers;
    return LB_STATUS_OK;
}

sluice_status sluice_set_markers(sluice *s, uint32_t count, const double *position,
                                 const double *force, sluice_error *error)
{
    struct lb_error err = {0};
    return lb_api_report(set_markers(s, count, position, force, &err), &err, error);
}

/* --- all of it ------------------------------------------------------------------------------------- */

enum lb_status lb_api_finish_box(struct sluice *s, struct lb_error *err)
{
    LB_OK(check_faces(s, err));
    LB_OK(find_bodies(s, err));
    LB_OK(lb_api_find_openings(s, err));
    LB_OK(check_cells(s, err));
    s->c.shows_mean =
        s->c.storage->bits <= 16 && !s->c.surface.exists && !lb_case_has_markers(&s->c);
    return LB_STATUS_OK;
}

/* case_openings.c - inlets and outlets of a case: faces of the box, or patches of its walls.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "user_case/case_state.h"

static const char *const conditions[] = {
    [LB_FACE_VELOCITY] = "velocity", [LB_FACE_PRESSURE] = "pressure", [LB_FACE_OPEN] = "outlet"};

/* --- which there are -------------------------------------------------------------------------------------- */

static enum lb_status take_face(struct own_case *s, const struct lb_own_opening *o,
                                struct lb_error *err)
{
    const char *kind = o->is_inlet ? "inlet" : "outlet", *on = lb_own_text(s, o->name, "on");
    LB_NEED(o->face < 2 * s->dimensions, LB_STATUS_USAGE,
            "[%s %s]: there are two dimensions, and the faces x-, x+, y- and y+", kind, o->name);
    LB_NEED(s->face[o->face].section == NULL, LB_STATUS_USAGE,
            "[%s %s]: the face %s is taken by another section already", kind, o->name, on);
    s->face[o->face].section = o->name;
    s->face[o->face].kind = o->kind;
    return LB_STATUS_OK;
}

static enum lb_status read_opening(struct own_case *s, const char *section, bool is_inlet,
                                   struct lb_error *err)
{
    static const char *const kinds[] = {"velocity", "pressure", "open", NULL};
    static const enum lb_own_face_kind of[] = {LB_FACE_VELOCITY, LB_FACE_PRESSURE, LB_FACE_OPEN};
    int kind = 0;
    const char *on = lb_own_text(s, section, "on");
    LB_NEED(s->opening_count < LB_OWN_OPENINGS, LB_STATUS_USAGE, "more than %d inlets and outlets",
            LB_OWN_OPENINGS);
    LB_NEED(on[0] != '\0', LB_STATUS_USAGE,
            "[%s %s] needs on=: a face, x-; a part of a mesh, BODY:PART; BODY with near=; box with "
            "from= and to=; disc with at=, normal= and radius=",
            is_inlet ? "inlet" : "outlet", section);
    LB_OK(lb_own_word(s, section, "kind", is_inlet ? kinds : kinds + 1, &kind, err));
    struct lb_own_opening *o = &s->openings[s->opening_count++];
    *o = (struct lb_own_opening){.name = section,
                                 .face = lb_own_face_of(on),
                                 .patch = -1,
                                 .kind = of[is_inlet ? kind : kind + 1],
                                 .is_inlet = is_inlet};
    return o->face >= 0 ? take_face(s, o, err) : LB_STATUS_OK;
}

enum lb_status lb_own_read_openings(struct own_case *s, struct lb_error *err)
{
    const char *found[LB_OWN_OPENINGS];
    for (int k = 0; k < 2; k++) {
        const int count = lb_own_named(s, k == 0 ? "inlet" : "outlet", found, LB_OWN_OPENINGS);
        LB_NEED(count <= LB_OWN_OPENINGS, LB_STATUS_USAGE, "more than %d inlets and outlets",
                LB_OWN_OPENINGS);
        for (int n = 0; n < count; n++)
            LB_OK(read_opening(s, found[n], k == 0, err));
    }
    return LB_STATUS_OK;
}

/* --- patches ---------------------------------------------------------------------------------------------- */

static bool is_fluid(const void *state, uint32_t x, uint32_t y, uint32_t z)
{
    const uint32_t at[3] = {x, y, z};
    return lb_own_is_fluid(state, at);
}

static const struct lb_own_body *find_body(const struct own_case *s, const char *on, size_t length)
{
    for (int n = 0; n < s->body_count; n++)
        if (strlen(s->bodies[n].name) == length && strncmp(s->bodies[n].name, on, length) == 0)
            return &s->bodies[n];
    return NULL;
}

/* Keys of a section that all must be there. */
static enum lb_status need_keys(const struct own_case *s, const char *section, const char *of,
                                const char *const *keys, struct lb_error *err)
{
    for (; *keys != NULL; keys++)
        LB_NEED(lb_own_is_set(s, section, *keys), LB_STATUS_USAGE, "[%s]: on=%s needs %s=", section,
                of, *keys);
    return LB_STATUS_OK;
}

static enum lb_status describe_form(const struct own_case *s, const char *section, bool is_disc,
                                    struct lb_patch *p, struct lb_error *err)
{
    static const char *const of_box[] = {"from", "to", NULL};
    static const char *const of_disc[] = {"at", "normal", "radius", NULL};
    LB_OK(need_keys(s, section, is_disc ? "disc" : "box", is_disc ? of_disc : of_box, err));
    p->kind = is_disc ? LB_PATCH_DISC : LB_PATCH_BOX;
    LB_OK(lb_own_place(s, section, is_disc ? "at" : "from", p->at, err));
    if (!is_disc) LB_OK(lb_own_place(s, section, "to", p->to, err));
    if (s->dimensions == 2) p->at[2] = is_disc ? 0.5 : 0.0;
    if (!is_disc) {
        if (s->dimensions == 2) p->to[2] = 1.0;
        return LB_STATUS_OK;
    }
    lb_own_point(s, section, "normal", p->normal);
    p->radius = lb_own_number(s, section, "radius") * s->resolution;
    return LB_STATUS_OK;
}

/* BODY:PART, or BODY with near=. */
static enum lb_status describe_part(const struct own_case *s, const char *section, const char *on,
                                    struct lb_patch *p, struct lb_error *err)
{
    const char *colon = strchr(on, ':');
    const size_t length = colon != NULL ? (size_t)(colon - on) : strlen(on);
    const struct lb_own_body *b = find_body(s, on, length);
    LB_NEED(
        b != NULL, LB_STATUS_USAGE,
        "[%s]: on=%s: neither a face, x- to z+, nor box, disc, nor a part of a body of this file",
        section, on);
    LB_NEED(b->mesh != NULL && !b->is_sheet, LB_STATUS_USAGE, "[%s]: on=%s: the body '%s' is %s",
            section, on, b->name, b->is_sheet ? "a sheet, with fluid behind it" : "no mesh");
    LB_NEED(b->inside != LB_INSIDE_SOLID || s->hollow != 0, LB_STATUS_USAGE,
            "[body %s] is solid, and [%s] is on it, so that no fluid flows through: inside=fluid "
            "makes the flow run in it",
            b->name, section);
    p->mesh = &b->mesh->meshes[0];
    p->kind = colon != NULL ? LB_PATCH_PART : LB_PATCH_NEAR;
    p->part = colon != NULL ? colon + 1 : NULL;
    if (colon != NULL) return LB_STATUS_OK;
    LB_NEED(
        lb_own_is_set(s, section, "near"), LB_STATUS_USAGE,
        "[%s]: on=%s needs the name of a part behind it, %s:PART, or near=x,y,z, a place beside "
        "the flat piece of its surface that is meant",
        section, on, on);
    return lb_own_place(s, section, "near", p->at, err);
}

/* Of a mesh that is not wholly in the box its openings may be beyond. */
static void note_beyond(const struct own_case *s, const char *on, struct lb_error *err)
{
    char places[400];
    const struct lb_own_body *b = find_body(s, on, strcspn(on, ":"));
    if (b != NULL && lb_own_is_beyond(s, b, false, places, sizeof places))
        lb_error_note(err, "%s", places);
}

static enum lb_status add_patch(struct own_case *s, struct lb_own_opening *o, struct lb_error *err)
{
    const char *on = lb_own_text(s, o->name, "on");
    struct lb_patch p = {.name = o->name, .unit = s->resolution};
    const bool is_disc = strcmp(on, "disc") == 0, is_box = strcmp(on, "box") == 0;
    LB_OK(is_disc || is_box ? describe_form(s, o->name, is_disc, &p, err)
                            : describe_part(s, o->name, on, &p, err));
    o->patch = s->patches.count;
    const enum lb_status st = lb_openings_add(&s->patches, &p, err);
    if (st != LB_STATUS_OK) note_beyond(s, on, err);
    return st;
}

static bool is_developed(const struct own_case *s, const struct lb_own_opening *o)
{
    return o->is_inlet && strcmp(lb_own_text(s, o->name, "profile"), "developed") == 0;
}

/* Whether the cell straight inside of an outer cell is fluid: behind a body a face is a wall. */
static bool is_open(const struct own_case *s, int face, const uint32_t at[3])
{
    uint32_t inside[3];
    memcpy(inside, at, sizeof inside);
    inside[face / 2] = face % 2 == 0 ? 1 : s->size[face / 2] - 2;
    return lb_own_is_fluid(s, inside);
}

/* Open cells of a face, and the sum of its profile over them. */
static double sum_face(const struct own_case *s, int face, double *cells)
{
    const int normal = face / 2, a = (normal + 1) % 3, b = (normal + 2) % 3;
    double sum = 0.0;
    uint32_t at[3];
    *cells = 0.0;
    at[normal] = face % 2 == 0 ? 0 : s->size[normal] - 1;
    for (at[b] = 0; at[b] < s->size[b]; at[b]++)
        for (at[a] = 0; at[a] < s->size[a]; at[a]++) {
            if (!is_open(s, face, at)) continue;
            sum += lb_own_factor(&s->face[face].profile, at);
            *cells += 1.0;
        }
    return sum;
}

/* As a patch a face has the profile of a developed flow. */
static enum lb_status develop_face(struct own_case *s, const struct lb_own_opening *o,
                                   struct lb_error *err)
{
    struct lb_own_face *f = &s->face[o->face];
    struct lb_openings own;
    struct lb_patch p = {.name = o->name, .kind = LB_PATCH_BOX};
    const int normal = o->face / 2;
    for (int axis = 0; axis < 3; axis++) {
        p.at[axis] = s->layer[axis];
        p.to[axis] = s->size[axis] - (double)s->layer[axis];
    }
    p.at[normal] = p.to[normal] = o->face % 2 == 0 ? 1.0 : s->size[normal] - 1.0;
    lb_openings_init(&own, &s->patches.region);
    enum lb_status st = lb_openings_add(&own, &p, err);
    if (st == LB_STATUS_OK) st = lb_developed_profile(&own, 0, err);
    if (st == LB_STATUS_OK) {
        f->factor = own.opening[0].factor;
        f->profile = own.opening[0].profile;
        own.opening[0].factor = NULL;
    }
    lb_openings_free(&own);
    return st;
}

/* A developed profile has a mean of 1 over the open cells; others are as they are given. */
static enum lb_status measure_face(struct own_case *s, struct lb_own_opening *o,
                                   struct lb_error *err)
{
    struct lb_own_face *f = &s->face[o->face];
    double sum = sum_face(s, o->face, &o->cells);
    LB_NEED(o->cells > 0.0, LB_STATUS_USAGE,
            "[%s %s]: no fluid cell touches the face %s: it is inside of a body",
            o->is_inlet ? "inlet" : "outlet", o->name, lb_own_text(s, o->name, "on"));
    o->area = o->cells;
    o->mean = 1.0;
    if (o->kind != LB_FACE_VELOCITY) return LB_STATUS_OK;
    if (is_developed(s, o)) LB_OK(develop_face(s, o, err));
    LB_OK(lb_own_height_profile(s, o->name, o->face / 2, &f->profile, &f->factor, err));
    sum = sum_face(s, o->face, &o->cells);
    LB_NEED(sum > 0.0, LB_STATUS_USAGE, "%s.profile=%s is 0 everywhere", o->name,
            lb_own_text(s, o->name, "profile"));
    o->mean = sum / o->cells;
    const uint64_t count = is_developed(s, o) ? lb_profile_box_numbers(&f->profile) : 0;
    for (uint64_t n = 0; n < count; n++)
        f->factor[n] /= o->mean;
    if (count > 0) o->mean = 1.0;
    return LB_STATUS_OK;
}

/* --- velocities ------------------------------------------------------------------------------------------- */

/* Exactly one of speed, flow and u; a speed is the mean over the area that triangles have. */
static enum lb_status choose_velocity(struct own_case *s, struct lb_own_opening *o,
                                      const double normal[3], double u[3], struct lb_error *err)
{
    const bool has_u = lb_own_has(s, o->name, "u"), has_speed = lb_own_has(s, o->name, "speed"),
               has_flow = lb_own_has(s, o->name, "flow");
    const double unit = s->dimensions == 3 ? s->resolution * s->resolution : s->resolution;
    double inwards = 0.0;
    LB_NEED(has_u + has_speed + has_flow == 1, LB_STATUS_USAGE,
            "[inlet %s] of kind velocity needs %sspeed=, flow= or u=", o->name,
            has_u + has_speed + has_flow > 1 ? "only one of " : "");
    if (has_speed) o->speed = lb_own_number(s, o->name, "speed");
    if (has_flow) o->speed = lb_own_number(s, o->name, "flow") * unit / (o->area * o->mean);
    if (has_u) LB_OK(lb_own_velocity(s, o->name, u, err));
    for (int axis = 0; axis < 3; axis++) {
        if (!has_u) u[axis] = o->speed * o->area / o->cells * normal[axis];
        inwards += u[axis] * normal[axis];
    }
    LB_NEED(inwards > 0.0, LB_STATUS_USAGE, "[inlet %s]: %s=%s does not point into the fluid",
            o->name, has_u ? "u" : "speed", lb_own_text(s, o->name, has_u ? "u" : "speed"));
    LB_NEED(inwards <= 0.25, LB_STATUS_USAGE,
            "[inlet %s]: its speed would be %.3g cells/step; up to 0.25 is possible", o->name,
            inwards);
    o->speed = inwards * o->mean * o->cells / o->area;
    return o->face < 0 ? LB_STATUS_OK
                       : lb_own_check_profile(s, o->name, &s->face[o->face].profile, inwards, err);
}

/* Keys of places that say nothing where the opening is. */
static enum lb_status check_places(const struct own_case *s, const struct lb_own_opening *o,
                                   struct lb_error *err)
{
    static const struct {
        const char *key;
        bool near, box, disc;
    } rules[] = {{"near", true, false, false},   {"from", false, true, false},
                 {"to", false, true, false},     {"at", false, false, true},
                 {"normal", false, false, true}, {"radius", false, false, true}};
    const char *on = lb_own_text(s, o->name, "on");
    const bool is_box = strcmp(on, "box") == 0, is_disc = strcmp(on, "disc") == 0;
    const bool is_near = o->face < 0 && !is_box && !is_disc && strchr(on, ':') == NULL;
    for (size_t n = 0; n < sizeof rules / sizeof *rules; n++)
        LB_NEED((rules[n].near && is_near) || (rules[n].box && is_box) ||
                    (rules[n].disc && is_disc) || !lb_own_is_set(s, o->name, rules[n].key),
                LB_STATUS_USAGE, "[%s]: %s=%s says nothing of on=%s", o->name, rules[n].key,
                lb_own_text(s, o->name, rules[n].key), on);
    return LB_STATUS_OK;
}

/* Keys that say nothing of this kind. */
static enum lb_status check_keys(const struct own_case *s, const struct lb_own_opening *o,
                                 struct lb_error *err)
{
    static const char *const of_velocity[] = {"speed", "flow", "u", "profile", "height"};
    const char *kind = lb_own_text(s, o->name, "kind");
    LB_OK(check_places(s, o, err));
    for (size_t n = 0; n < sizeof of_velocity / sizeof *of_velocity; n++)
        LB_NEED(o->kind == LB_FACE_VELOCITY || !lb_own_has(s, o->name, of_velocity[n]),
                LB_STATUS_USAGE, "[%s]: %s=%s says nothing of kind=%s", o->name, of_velocity[n],
                lb_own_text(s, o->name, of_velocity[n]), kind);
    LB_NEED(o->kind == LB_FACE_PRESSURE || !lb_own_has(s, o->name, "pressure"), LB_STATUS_USAGE,
            "[%s]: pressure=%s says nothing of kind=%s", o->name,
            lb_own_text(s, o->name, "pressure"), kind);
    LB_NEED(o->face >= 0 || !lb_own_has(s, o->name, "sponge"), LB_STATUS_USAGE,
            "[%s]: sponge=%s is before the face x+", o->name, lb_own_text(s, o->name, "sponge"));
    return LB_STATUS_OK;
}

/* The middle in cells of the box, as .vti files have them, in L, and in metres where the file knows them. */
static void tell_place(const struct own_case *s, struct lb_own_opening *o)
{
    char text[3][64] = {"", "", ""};
    const struct lb_opening *p = o->patch >= 0 ? &s->patches.opening[o->patch] : NULL;
    for (int axis = 0; axis < s->dimensions && p != NULL; axis++) {
        const double cells = p->centre[axis],
                     at = (cells - s->layer[axis]) / s->resolution + s->origin[axis],
                     places[3] = {cells, at, at * s->metre * s->resolution};
        for (int k = 0; k < 3; k++)
            snprintf(text[k] + strlen(text[k]), sizeof text[k] - strlen(text[k]), "%s%.5g",
                     axis > 0 ? ", " : "", fabs(places[k]) < 1e-9 ? 0.0 : places[k]);
    }
    if (p == NULL)
        snprintf(o->place, sizeof o->place, "area by its links; the face %s",
                 lb_own_text(s, o->name, "on"));
    else
        snprintf(o->place, sizeof o->place, "area by its links; middle at (%s) cells, (%s) L%s%s%s",
                 text[0], text[1], s->metre > 0.0 ? ", (" : "", s->metre > 0.0 ? text[2] : "",
                 s->metre > 0.0 ? ") m" : "");
}

static enum lb_status make_face_opening(struct own_case *s, struct lb_own_opening *o,
                                        struct lb_error *err)
{
    struct lb_own_face *f = &s->face[o->face];
    double normal[3] = {0.0, 0.0, 0.0};
    normal[o->face / 2] = o->face % 2 == 0 ? 1.0 : -1.0;
    LB_OK(measure_face(s, o, err));
    if (o->kind == LB_FACE_PRESSURE) f->pressure = lb_own_number(s, o->name, "pressure");
    if (o->kind == LB_FACE_OPEN) f->u[0] = s->speed;
    return o->kind == LB_FACE_VELOCITY ? choose_velocity(s, o, normal, f->u, err) : LB_STATUS_OK;
}

static bool patch_is_mesh(const struct own_case *s, const struct lb_own_opening *o)
{
    const char *on = lb_own_text(s, o->name, "on");
    return strcmp(on, "box") != 0 && strcmp(on, "disc") != 0;
}

static enum lb_status make_patch(struct own_case *s, struct lb_own_opening *o, struct lb_error *err)
{
    struct lb_boundary b = {.condition = lb_boundary_condition_find(conditions[o->kind]),
                            .rho = 1.0};
    LB_OK(add_patch(s, o, err));
    const struct lb_opening *patch = &s->patches.opening[o->patch];
    const char *profile = o->is_inlet ? lb_own_text(s, o->name, "profile") : "flat";
    o->cells = patch->link_area;
    o->mean = 1.0;
    /* of what is beyond the wall, and of a disc in two dimensions, nothing is an opening */
    o->area = patch_is_mesh(s, o) ? patch->area : patch->link_area;
    LB_NEED(strcmp(profile, "flat") == 0 || is_developed(s, o), LB_STATUS_USAGE,
            "[%s]: profile=%s: flat or developed; other profiles are of whole faces", o->name,
            profile);
    LB_NEED(!lb_own_has(s, o->name, "height"), LB_STATUS_USAGE,
            "[%s]: height=%s is of profile=power:", o->name, lb_own_text(s, o->name, "height"));
    if (is_developed(s, o)) LB_OK(lb_developed_profile(&s->patches, o->patch, err));
    b.profile = patch->profile;
    if (o->kind == LB_FACE_PRESSURE)
        b.rho += lb_own_number(s, o->name, "pressure") / s->sound_speed_squared;
    if (o->kind == LB_FACE_VELOCITY) LB_OK(choose_velocity(s, o, patch->normal, b.u, err));
    s->boundaries[LB_FACES + o->patch] = b;
    return LB_STATUS_OK;
}

enum lb_status lb_own_make_openings(struct own_case *s, struct lb_case *c, struct lb_error *err)
{
    const struct lb_fluid_region region = {
        c->lattice, {s->size[0], s->size[1], s->size[2]}, is_fluid, s};
    lb_openings_init(&s->patches, &region);
    for (int n = 0; n < s->opening_count; n++) {
        struct lb_own_opening *o = &s->openings[n];
        LB_OK(check_keys(s, o, err));
        LB_NEED(s->patches.count + LB_FACES < LB_MAX_BOUNDARIES, LB_STATUS_USAGE,
                "more than %d openings that are no faces", LB_MAX_BOUNDARIES - LB_FACES);
        LB_OK(o->face >= 0 ? make_face_opening(s, o, err) : make_patch(s, o, err));
        tell_place(s, o);
    }
    return LB_STATUS_OK;
}

/* Those of patches stand behind those of faces. */
void lb_own_number_boundaries(struct own_case *s, struct lb_case *c)
{
    s->boundary_count = s->faces.count + s->patches.count;
    memmove(s->boundaries + s->faces.count, s->boundaries + LB_FACES,
            (size_t)s->patches.count * sizeof *s->boundaries);
    for (int n = 0; n < s->opening_count; n++) {
        struct lb_own_opening *o = &s->openings[n];
        o->boundary = o->face >= 0 ? s->faces.boundary_of[o->face] : s->faces.count + o->patch;
    }
    c->boundaries = s->boundaries;
    c->boundary_count = s->boundary_count;
}

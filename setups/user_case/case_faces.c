/* case_faces.c - faces of the box of a case: walls, openings, profiles.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number_text.h"
#include "user_case/case_state.h"
#include "domain/inlet_profile.h"

static const char *const names[] = {"x-", "x+", "y-", "y+", "z-", "z+", NULL};
static const char *const kinds[] = {"periodic", "wall",     "slip", "free",
                                    "velocity", "pressure", "open", NULL};
static const char *const conditions[] = {"",         "",         "slip",  "freestream",
                                         "velocity", "pressure", "outlet"};

const char *lb_own_face_text(int face)
{
    return names[face];
}

/* --- which there are -------------------------------------------------------------------------------------- */

static enum lb_status find_face(const struct own_case *s, const char *word, const char *where,
                                int *face, struct lb_error *err)
{
    for (*face = 0; *face < LB_FACES; ++*face)
        if (strcmp(names[*face], word) == 0) break;
    LB_NEED(*face < LB_FACES, LB_STATUS_USAGE,
            "%s: there is no face '%s'; faces are x-, x+, y-, y+%s", where, word,
            s->dimensions == 3 ? ", z- and z+" : "");
    LB_NEED(*face < 2 * s->dimensions, LB_STATUS_USAGE,
            "%s: there are two dimensions, and the faces x-, x+, y- and y+", where);
    return LB_STATUS_OK;
}

static enum lb_status read_face(struct own_case *s, const char *section, struct lb_error *err)
{
    int face = 0, kind = 0;
    char where[LB_KEY_SIZE];
    snprintf(where, sizeof where, "[face %s]", section);
    LB_OK(find_face(s, section, where, &face, err));
    LB_OK(lb_own_word(s, section, "kind", kinds, &kind, err));
    s->face[face].section = section;
    s->face[face].kind = (enum lb_own_face_kind)kind;
    return LB_STATUS_OK;
}

static enum lb_status read_opening(struct own_case *s, const char *section, bool is_inlet,
                                   struct lb_error *err)
{
    static const char *const inlets[] = {"velocity", "pressure", "open", NULL};
    static const enum lb_own_face_kind of[] = {LB_FACE_VELOCITY, LB_FACE_PRESSURE, LB_FACE_OPEN};
    int face = 0, kind = 0;
    char where[LB_KEY_SIZE];
    const char *on = lb_own_text(s, section, "on");
    snprintf(where, sizeof where, "[%s %s]", is_inlet ? "inlet" : "outlet", section);
    LB_NEED(on[0] != '\0', LB_STATUS_USAGE, "%s needs on=, a face: on=x-", where);
    LB_OK(find_face(s, on, where, &face, err));
    LB_NEED(s->face[face].section == NULL, LB_STATUS_USAGE,
            "%s: the face %s is that of [%s] already", where, on, s->face[face].section);
    LB_OK(lb_own_word(s, section, "kind", is_inlet ? inlets : inlets + 1, &kind, err));
    s->face[face].section = section;
    s->face[face].kind = of[is_inlet ? kind : kind + 1];
    s->openings[s->opening_count++] =
        (struct lb_own_opening){.name = section, .face = face, .is_inlet = is_inlet};
    return LB_STATUS_OK;
}

/* One of a pair alone would end at nothing. */
static enum lb_status check_pairs(const struct own_case *s, struct lb_error *err)
{
    for (int face = 0; face < 2 * s->dimensions; face++) {
        const struct lb_own_face *one = &s->face[face], *other = &s->face[face ^ 1];
        LB_NEED(one->kind == LB_FACE_PERIODIC || other->kind != LB_FACE_PERIODIC, LB_STATUS_USAGE,
                "the face %s is %s, and %s is periodic: opposite faces are periodic together; "
                "[face %s] kind=wall, or another, is needed",
                names[face], kinds[one->kind], names[face ^ 1], names[face ^ 1]);
    }
    return LB_STATUS_OK;
}

enum lb_status lb_own_read_faces(struct own_case *s, struct lb_error *err)
{
    const char *found[LB_FACES];
    for (int k = 0; k < 3; k++) {
        static const char *const sections[] = {"face", "inlet", "outlet"};
        const int count = lb_own_named(s, sections[k], found, LB_FACES);
        LB_NEED(count <= LB_FACES, LB_STATUS_USAGE, "there are %d sections [%s], and six faces",
                count, sections[k]);
        for (int n = 0; n < count; n++)
            LB_OK(k == 0 ? read_face(s, found[n], err) : read_opening(s, found[n], k == 1, err));
    }
    return check_pairs(s, err);
}

/* --- profiles --------------------------------------------------------------------------------------------- */

/* The axis over which a face's profile goes: up, or what is left of it. */
static int profile_axis(const struct own_case *s, int face)
{
    const int up = s->dimensions - 1;
    return face / 2 != up ? up : up - 1;
}

/* Whether the cell straight inside of cell n of the profile is fluid; in three dimensions any of its row. */
static bool is_open_at(const struct own_case *s, int face, int axis, uint32_t n)
{
    const int normal = face / 2, third = 3 - normal - axis;
    uint32_t at[3] = {0, 0, 0};
    at[normal] = face % 2 == 0 ? 1 : s->size[normal] - 2;
    at[axis] = n;
    for (at[third] = 0; at[third] < s->size[third]; at[third]++)
        if (lb_own_is_fluid(s, at)) return true;
    return false;
}

/* The solution of u'' = -1 that is 0 at walls half-way: a parabola over each run of fluid cells. */
static void fill_developed(const struct own_case *s, int face, int axis, double *out)
{
    for (uint32_t begin = 0, end; begin < s->size[axis]; begin = end + 1) {
        for (end = begin; end < s->size[axis] && is_open_at(s, face, axis, end); end++)
            ;
        for (uint32_t n = begin; n < end; n++)
            out[n] = (n - begin + 0.5) * (end - n - 0.5);
    }
}

/* Its mean over the fluid cells becomes 1. */
static enum lb_status scale_to_mean(const struct own_case *s, int face, struct lb_own_face *f,
                                    struct lb_error *err)
{
    const int normal = face / 2, axis = f->profile_axis, third = 3 - normal - axis;
    double sum = 0.0, cells = 0.0;
    uint32_t at[3];
    at[normal] = face % 2 == 0 ? 1 : s->size[normal] - 2;
    for (at[third] = 0; at[third] < s->size[third]; at[third]++)
        for (at[axis] = 0; at[axis] < s->size[axis]; at[axis]++)
            if (lb_own_is_fluid(s, at)) {
                sum += f->profile != NULL ? f->profile[at[axis]] : 1.0;
                cells += 1.0;
            }
    LB_NEED(cells > 0.0, LB_STATUS_USAGE,
            "[%s]: no fluid cell touches the face %s: it is inside of a body", f->section,
            names[face]);
    LB_NEED(sum > 0.0, LB_STATUS_USAGE, "%s.profile=%s is 0 everywhere", f->section,
            lb_own_text(s, f->section, "profile"));
    for (uint32_t n = 0; f->profile != NULL && n < s->size[axis]; n++)
        f->profile[n] *= cells / sum;
    return LB_STATUS_OK;
}

static enum lb_status fill_power(const struct own_case *s, struct lb_own_face *f,
                                 const struct lb_inlet_axis *axis, const char *text,
                                 struct lb_error *err)
{
    double exponent;
    LB_NEED(lb_number_parse(text + 6, strlen(text + 6), &exponent) && exponent > 0.0 &&
                exponent <= 1.0,
            LB_STATUS_USAGE, "%s.profile=%s: the exponent must be above 0 and up to 1", f->section,
            text);
    lb_inlet_profile_power(axis, exponent, f->profile);
    (void)s;
    return LB_STATUS_OK;
}

static enum lb_status make_profile(struct own_case *s, int face, struct lb_error *err)
{
    struct lb_own_face *f = &s->face[face];
    const char *text = lb_own_text(s, f->section, "profile");
    const bool is_power = strncmp(text, "power:", 6) == 0, is_flat = strcmp(text, "flat") == 0;
    const bool is_developed = strcmp(text, "developed") == 0;
    f->profile_axis = profile_axis(s, face);
    const struct lb_inlet_axis axis = {
        s->size[f->profile_axis],
        s->resolution * (is_power ? lb_own_number(s, f->section, "height") : 1.0)};
    LB_NEED(is_power || !lb_own_is_set(s, f->section, "height"), LB_STATUS_USAGE,
            "%s.height=%s is of profile=power:", f->section, lb_own_text(s, f->section, "height"));
    LB_NEED(!is_developed || s->dimensions == 2, LB_STATUS_USAGE,
            "%s.profile=developed is for two dimensions so far; flat, power: or a .csv file would "
            "do",
            f->section);
    if (is_flat) return LB_STATUS_OK;
    f->profile = calloc(axis.count, sizeof *f->profile);
    LB_NEED(f->profile != NULL, LB_STATUS_FAILED, "no memory for the profile of [%s]", f->section);
    if (is_power) return fill_power(s, f, &axis, text, err);
    if (!is_developed) return lb_inlet_profile_read(&axis, text, text, f->profile, err);
    fill_developed(s, face, f->profile_axis, f->profile);
    return scale_to_mean(s, face, f, err);
}

/* --- velocities ------------------------------------------------------------------------------------------- */

static bool has(const struct own_case *s, const char *section, const char *key)
{
    char name[LB_KEY_SIZE];
    snprintf(name, sizeof name, "%s.%s", section, key);
    return lb_values_parameter(s->values, name) != NULL && lb_values_is_set(s->values, name);
}

/* Cells of fluid beside a face. */
static double open_cells(const struct own_case *s, int face)
{
    const int normal = face / 2, a = (normal + 1) % 3, b = (normal + 2) % 3;
    double cells = 0.0;
    uint32_t at[3];
    at[normal] = face % 2 == 0 ? 1 : s->size[normal] - 2;
    for (at[b] = 0; at[b] < s->size[b]; at[b]++)
        for (at[a] = 0; at[a] < s->size[a]; at[a]++)
            cells += lb_own_is_fluid(s, at);
    return cells;
}

static void set_inwards(struct lb_own_face *f, int face, double speed)
{
    f->u[face / 2] = face % 2 == 0 ? speed : -speed;
}

/* Exactly one of speed, u and flow. */
static enum lb_status choose_velocity(struct own_case *s, int face, bool is_opening,
                                      struct lb_error *err)
{
    struct lb_own_face *f = &s->face[face];
    const char *name = f->section;
    const bool has_u = has(s, name, "u"), has_speed = has(s, name, "speed"),
               has_flow = has(s, name, "flow");
    LB_NEED(has_u + has_speed + has_flow <= 1, LB_STATUS_USAGE,
            "[%s]: %s=%s and %s=%s both give the velocity: one of them", name,
            has_u ? "u" : "speed", lb_own_text(s, name, has_u ? "u" : "speed"),
            has_flow ? "flow" : "speed", lb_own_text(s, name, has_flow ? "flow" : "speed"));
    LB_NEED(!is_opening || has_u + has_speed + has_flow == 1, LB_STATUS_USAGE,
            "[inlet %s] of kind velocity needs speed=, flow= or u=", name);
    if (has_u) lb_own_point(s, name, "u", f->u);
    if (has_speed) set_inwards(f, face, lb_own_number(s, name, "speed"));
    if (has_flow) {
        const double unit = s->dimensions == 3 ? s->resolution * s->resolution : s->resolution;
        set_inwards(f, face, lb_own_number(s, name, "flow") * unit / open_cells(s, face));
    }
    if (!has_u && !has_speed && !has_flow) f->u[0] = s->speed;
    const double inwards = face % 2 == 0 ? f->u[face / 2] : -f->u[face / 2];
    LB_NEED(!is_opening || inwards > 0.0, LB_STATUS_USAGE,
            "[inlet %s]: u=%s does not point into the fluid from the face %s", name,
            lb_own_text(s, name, "u"), names[face]);
    return LB_STATUS_OK;
}

/* Keys that say nothing of this kind. */
static enum lb_status check_keys(const struct own_case *s, const struct lb_own_face *f,
                                 struct lb_error *err)
{
    static const struct {
        const char *key;
        bool of[7]; /* kinds */
    } rules[] = {
        {"u", {false, true, false, true, true, false, false}},
        {"speed", {false, false, false, false, true, false, false}},
        {"flow", {false, false, false, false, true, false, false}},
        {"profile", {false, false, false, true, true, false, false}},
        {"pressure", {false, false, false, false, false, true, false}},
        {"sponge", {false, false, false, false, false, true, true}},
    };
    for (size_t n = 0; n < sizeof rules / sizeof *rules; n++)
        LB_NEED(rules[n].of[f->kind] || !has(s, f->section, rules[n].key), LB_STATUS_USAGE,
                "[%s]: %s=%s says nothing of kind=%s", f->section, rules[n].key,
                lb_own_text(s, f->section, rules[n].key), kinds[f->kind]);
    return LB_STATUS_OK;
}

static enum lb_status choose_sponge(struct own_case *s, int face, struct lb_case *c,
                                    struct lb_error *err)
{
    const char *name = s->face[face].section;
    if (!has(s, name, "sponge")) return LB_STATUS_OK;
    const double length = lb_own_number(s, name, "sponge") * s->resolution;
    LB_NEED(face == 1, LB_STATUS_USAGE, "[%s]: sponge=%s is possible before the face x+ alone",
            name, lb_own_text(s, name, "sponge"));
    LB_NEED(length <= s->size[0] - 2.0, LB_STATUS_USAGE, "[%s]: sponge=%s is longer than the box",
            name, lb_own_text(s, name, "sponge"));
    if (length > 0.0) c->sponge = (struct lb_sponge){s->size[0] - 2.0 - length, length};
    return LB_STATUS_OK;
}

/* --- all ------------------------------------------------------------------------------------------------------ */

static bool is_opening(const struct own_case *s, int face)
{
    for (int n = 0; n < s->opening_count; n++)
        if (s->openings[n].face == face) return true;
    return false;
}

static enum lb_status make_face(struct own_case *s, int face, struct lb_case *c,
                                struct lb_error *err)
{
    struct lb_own_face *f = &s->face[face];
    LB_OK(check_keys(s, f, err));
    LB_OK(choose_sponge(s, face, c, err));
    const bool flows = f->kind == LB_FACE_VELOCITY || f->kind == LB_FACE_FREE;
    if (f->kind == LB_FACE_WALL && has(s, f->section, "u")) lb_own_point(s, f->section, "u", f->u);
    if (f->kind == LB_FACE_PRESSURE) f->pressure = lb_own_number(s, f->section, "pressure");
    if (flows) LB_OK(choose_velocity(s, face, is_opening(s, face), err));
    if (flows) LB_OK(make_profile(s, face, err));
    if (f->kind == LB_FACE_OPEN) f->u[0] = s->speed;
    if (f->kind == LB_FACE_WALL) return LB_STATUS_OK;
    const struct lb_profile_box profile =
        lb_profile_box_along(f->profile_axis, s->size[f->profile_axis], f->profile);
    LB_OK(lb_faces_add(&s->faces, face, conditions[f->kind], f->u, &profile, err));
    s->faces.boundaries[s->faces.count - 1].rho =
        1.0 + f->pressure / c->lattice->sound_speed_squared;
    return LB_STATUS_OK;
}

/* What is driven in must get out, and something must hold the pressure: before an open face it drifts. */
static enum lb_status check_way_out(const struct own_case *s, struct lb_error *err)
{
    int given = -1;
    bool has_open = false, holds = false;
    for (int face = 0; face < LB_FACES; face++) {
        const enum lb_own_face_kind kind = s->face[face].kind;
        if (kind == LB_FACE_VELOCITY) given = face;
        has_open = has_open || kind == LB_FACE_OPEN;
        holds = holds || kind == LB_FACE_PRESSURE || kind == LB_FACE_FREE;
    }
    LB_NEED(given < 0 || holds || has_open, LB_STATUS_USAGE,
            "[%s] gives the velocity, and mass has no way out: another face with kind=pressure, or "
            "an outlet, is needed",
            s->face[given].section);
    LB_NEED(given < 0 || holds, LB_STATUS_USAGE,
            "[%s] gives the velocity, and nothing holds the pressure, which would drift: "
            "kind=pressure in place of kind=open, or kind=free for a face, does",
            s->face[given].section);
    return LB_STATUS_OK;
}

enum lb_status lb_own_make_faces(struct own_case *s, struct lb_case *c, struct lb_error *err)
{
    lb_faces_init(&s->faces, s->size);
    LB_OK(check_way_out(s, err));
    for (int face = 0; face < 2 * s->dimensions; face++)
        if (s->face[face].kind != LB_FACE_PERIODIC) LB_OK(make_face(s, face, c, err));
    for (int n = 0; n < s->opening_count; n++) {
        s->openings[n].cells = open_cells(s, s->openings[n].face);
        LB_NEED(s->openings[n].cells > 0.0, LB_STATUS_USAGE,
                "[%s]: no fluid cell touches the face %s: it is inside of a body",
                s->openings[n].name, names[s->openings[n].face]);
    }
    c->boundaries = s->faces.boundaries;
    c->boundary_count = s->faces.count;
    return LB_STATUS_OK;
}

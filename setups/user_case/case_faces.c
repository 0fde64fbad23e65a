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
static const char *const kinds[] = {"periodic", "wall", "slip",        "free", "velocity",
                                    "pressure", "open", "equilibrium", NULL};
static const char *const conditions[] = {"",         "",         "slip",   "freestream",
                                         "velocity", "pressure", "outlet", ""};

int lb_own_face_of(const char *word)
{
    for (int face = 0; face < LB_FACES; face++)
        if (strcmp(names[face], word) == 0) return face;
    return -1;
}

bool lb_own_has(const struct own_case *s, const char *section, const char *key)
{
    char name[LB_KEY_SIZE];
    double factor;
    lb_own_si_key(s, section, key, name, &factor);
    return lb_values_parameter(s->values, name) != NULL && lb_values_is_set(s->values, name);
}

enum lb_status lb_own_velocity(const struct own_case *s, const char *section, double u[3],
                               struct lb_error *err)
{
    const int count = lb_own_point(s, section, "u", u);
    LB_NEED(count == s->dimensions, LB_STATUS_USAGE, "%s.u=%s: %d numbers are needed", section,
            lb_own_text(s, section, "u"), s->dimensions);
    return LB_STATUS_OK;
}

double lb_own_factor(const struct lb_profile_box *p, const uint32_t at[3])
{
    size_t n = 0, stride = 1;
    if (p->factor == NULL) return 1.0;
    for (int axis = 0; axis < 3; axis++) {
        if (p->size[axis] == 1) continue;
        if (at[axis] - p->begin[axis] >= p->size[axis]) return 0.0;
        n += (at[axis] - p->begin[axis]) * stride;
        stride *= p->size[axis];
    }
    return p->factor[n];
}

/* --- which there are -------------------------------------------------------------------------------------- */

static enum lb_status read_face(struct own_case *s, const char *section, struct lb_error *err)
{
    const int face = lb_own_face_of(section);
    int kind = 0;
    LB_NEED(face >= 0, LB_STATUS_USAGE,
            "[face %s]: there is no face '%s'; faces are x-, x+, y-, y+%s", section, section,
            s->dimensions == 3 ? ", z- and z+" : "");
    LB_NEED(face < 2 * s->dimensions, LB_STATUS_USAGE,
            "[face %s]: there are two dimensions, and the faces x-, x+, y- and y+", section);
    LB_OK(lb_own_word(s, section, "kind", kinds, &kind, err));
    s->face[face].section = section;
    s->face[face].kind = (enum lb_own_face_kind)kind;
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
    const int count = lb_own_named(s, "face", found, LB_FACES);
    LB_NEED(count <= LB_FACES, LB_STATUS_USAGE, "there are %d sections [face], and six faces",
            count);
    for (int n = 0; n < count; n++)
        LB_OK(read_face(s, found[n], err));
    LB_OK(lb_own_read_openings(s, err));
    return check_pairs(s, err);
}

/* --- profiles --------------------------------------------------------------------------------------------- */

static enum lb_status fill_power(const char *section, const struct lb_inlet_axis *axis,
                                 const char *text, double *out, struct lb_error *err)
{
    double exponent;
    LB_NEED(
        lb_number_parse(text + 6, strlen(text + 6), &exponent) && exponent > 0.0 && exponent <= 1.0,
        LB_STATUS_USAGE, "%s.profile=%s: the exponent must be above 0 and up to 1", section, text);
    lb_inlet_profile_power(axis, exponent, out);
    return LB_STATUS_OK;
}

/* Over the axis that is up, or what is left of it. */
enum lb_status lb_own_height_profile(const struct own_case *s, const char *section, int normal,
                                     struct lb_profile_box *out, double **factor,
                                     struct lb_error *err)
{
    const char *text = lb_own_text(s, section, "profile");
    const int up = s->dimensions - 1, along = normal != up ? up : up - 1;
    const bool is_power = strncmp(text, "power:", 6) == 0;
    const struct lb_inlet_axis axis = {
        s->size[along], s->resolution * (is_power ? lb_own_number(s, section, "height") : 1.0)};
    LB_NEED(is_power || !lb_own_is_set(s, section, "height"), LB_STATUS_USAGE,
            "%s.height=%s is of profile=power:", section, lb_own_text(s, section, "height"));
    if (strcmp(text, "flat") == 0 || strcmp(text, "developed") == 0) return LB_STATUS_OK;
    LB_NEED(is_power || text[0] == '/', LB_STATUS_USAGE,
            "%s.profile=%s: flat, developed, power:0.16, or a table, %s.csv", section, text, text);
    *factor = calloc(axis.count, sizeof **factor);
    LB_NEED(*factor != NULL, LB_STATUS_FAILED, "no memory for the profile of [%s]", section);
    *out = lb_profile_box_along(along, axis.count, *factor);
    return is_power ? fill_power(section, &axis, text, *factor, err)
                    : lb_inlet_profile_read(&axis, text, text, *factor, err);
}

/* Numbers of a table are no velocities, but where they were taken for such the flow is too slow by orders. */
enum lb_status lb_own_check_profile(struct own_case *s, const char *section,
                                    const struct lb_profile_box *p, double u, struct lb_error *err)
{
    const char *text = lb_own_text(s, section, "profile");
    const struct lb_inlet_axis axis = {(uint32_t)lb_profile_box_numbers(p), s->resolution};
    double most = 0.0;
    if (p->factor == NULL || strcmp(text, "developed") == 0) return LB_STATUS_OK;
    LB_OK(lb_inlet_profile_check(&axis, p->factor, u, text, err));
    for (uint32_t k = 0; k < axis.count; k++)
        most = fmax(most, p->factor[k]);
    if (text[0] == '/' && most < 0.5)
        lb_body_note(&s->notes,
                     "[%s]: the largest u of '%s' is %.3g, and the velocity there %.3g cells/step: "
                     "u is what speed= is multiplied by",
                     section, text, most, most * u);
    return LB_STATUS_OK;
}

/* --- conditions ------------------------------------------------------------------------------------------- */

/* Keys that say nothing of this kind. */
static enum lb_status check_keys(const struct own_case *s, const struct lb_own_face *f,
                                 struct lb_error *err)
{
    static const struct {
        const char *key;
        bool of[8]; /* kinds */
    } rules[] = {
        {"u", {false, true, false, true, true, false, false, true}},
        {"speed", {false, false, false, false, true, false, false, false}},
        {"profile", {false, false, false, true, true, false, false, false}},
        {"height", {false, false, false, true, true, false, false, false}},
        {"pressure", {false, false, false, false, false, true, false, false}},
        {"sponge", {false, false, false, false, false, true, true, false}},
    };
    for (size_t n = 0; n < sizeof rules / sizeof *rules; n++)
        LB_NEED(rules[n].of[f->kind] || !lb_own_has(s, f->section, rules[n].key), LB_STATUS_USAGE,
                "[%s]: %s=%s says nothing of kind=%s", f->section, rules[n].key,
                lb_own_text(s, f->section, rules[n].key), kinds[f->kind]);
    return LB_STATUS_OK;
}

static enum lb_status choose_sponge(struct own_case *s, int face, struct lb_case *c,
                                    struct lb_error *err)
{
    const char *name = s->face[face].section;
    if (!lb_own_has(s, name, "sponge")) return LB_STATUS_OK;
    const double length = lb_own_number(s, name, "sponge") * s->resolution;
    LB_NEED(face == 1, LB_STATUS_USAGE, "[%s]: sponge=%s is possible before the face x+ alone",
            name, lb_own_text(s, name, "sponge"));
    LB_NEED(length <= s->size[0] - 2.0, LB_STATUS_USAGE, "[%s]: sponge=%s is longer than the box",
            name, lb_own_text(s, name, "sponge"));
    if (length > 0.0) c->sponge = (struct lb_sponge){s->size[0] - 2.0 - length, length};
    return LB_STATUS_OK;
}

/* --- all ------------------------------------------------------------------------------------------------------ */

/* Where nothing is given it is the stream. */
static enum lb_status choose_velocity(struct own_case *s, int face, struct lb_error *err)
{
    struct lb_own_face *f = &s->face[face];
    const bool has_u = lb_own_has(s, f->section, "u"),
               has_speed = lb_own_has(s, f->section, "speed");
    LB_NEED(!has_u || !has_speed, LB_STATUS_USAGE,
            "[face %s]: u=%s and speed=%s both give the velocity: one of them", f->section,
            lb_own_text(s, f->section, "u"), lb_own_text(s, f->section, "speed"));
    if (has_u) LB_OK(lb_own_velocity(s, f->section, f->u, err));
    if (has_speed)
        f->u[face / 2] = (face % 2 == 0 ? 1.0 : -1.0) * lb_own_number(s, f->section, "speed");
    if (!has_u && !has_speed) f->u[0] = s->speed;
    LB_NEED(strcmp(lb_own_text(s, f->section, "profile"), "developed") != 0, LB_STATUS_USAGE,
            "[face %s]: profile=developed is of an inlet: [inlet NAME] on=%s", f->section,
            f->section);
    LB_OK(lb_own_height_profile(s, f->section, face / 2, &f->profile, &f->factor, err));
    return lb_own_check_profile(s, f->section, &f->profile,
                                sqrt(f->u[0] * f->u[0] + f->u[1] * f->u[1] + f->u[2] * f->u[2]),
                                err);
}

static enum lb_status make_face(struct own_case *s, int face, struct lb_case *c,
                                struct lb_error *err)
{
    struct lb_own_face *f = &s->face[face];
    LB_OK(check_keys(s, f, err));
    LB_OK(choose_sponge(s, face, c, err));
    const bool flows = f->kind == LB_FACE_VELOCITY || f->kind == LB_FACE_FREE;
    if ((f->kind == LB_FACE_WALL || f->kind == LB_FACE_EQUILIBRIUM) &&
        lb_own_has(s, f->section, "u"))
        LB_OK(lb_own_velocity(s, f->section, f->u, err));
    LB_NEED(f->kind != LB_FACE_WALL || f->u[face / 2] == 0.0, LB_STATUS_USAGE,
            "[face %s]: u=%s would move the wall through the fluid; along %c it must be 0",
            f->section, lb_own_text(s, f->section, "u"), "xyz"[face / 2]);
    if (f->kind == LB_FACE_PRESSURE) f->pressure = lb_own_number(s, f->section, "pressure");
    if (f->kind == LB_FACE_OPEN) f->u[0] = s->speed;
    return flows ? choose_velocity(s, face, err) : LB_STATUS_OK;
}

/* What is driven in must get out, and something must hold the pressure: before an open face it drifts. */
static enum lb_status check_way_out(struct own_case *s, struct lb_error *err)
{
    const char *given = NULL, *open = NULL;
    bool holds = false;
    for (int n = 0; n < LB_FACES + s->opening_count; n++) {
        const struct lb_own_opening *o = n < LB_FACES ? NULL : &s->openings[n - LB_FACES];
        const enum lb_own_face_kind kind = o != NULL ? o->kind : s->face[n].kind;
        const char *name = o != NULL ? o->name : s->face[n].section;
        if (kind == LB_FACE_VELOCITY) given = name;
        if (kind == LB_FACE_OPEN) open = name;
        holds = holds || kind == LB_FACE_PRESSURE || kind == LB_FACE_FREE ||
                kind == LB_FACE_EQUILIBRIUM;
    }
    LB_NEED(given == NULL || holds || open != NULL, LB_STATUS_USAGE,
            "[%s] gives the velocity, and mass has no way out: another face with kind=pressure, or "
            "an outlet, is needed",
            given);
    LB_NEED(given == NULL || holds, LB_STATUS_USAGE,
            "[%s] gives the velocity, and nothing holds the pressure, which would drift: "
            "kind=pressure in place of kind=open, or kind=free for a face, does",
            given);
    if (open != NULL && !holds)
        lb_body_note(&s->notes,
                     "nothing holds the pressure, and the mean density drifts: all openings have "
                     "kind=open; kind=pressure for one of them, as [%s], holds it",
                     open);
    return LB_STATUS_OK;
}

/* What the sections say, of faces and openings; then the boundaries that follow. */
enum lb_status lb_own_make_faces(struct own_case *s, struct lb_case *c, struct lb_error *err)
{
    LB_OK(check_way_out(s, err));
    for (int face = 0; face < 2 * s->dimensions; face++) {
        bool is_opening = false;
        for (int n = 0; n < s->opening_count; n++)
            is_opening = is_opening || s->openings[n].face == face;
        if (is_opening)
            LB_OK(choose_sponge(s, face, c, err));
        else if (s->face[face].kind != LB_FACE_PERIODIC)
            LB_OK(make_face(s, face, c, err));
    }
    LB_OK(lb_own_make_openings(s, c, err));
    lb_faces_init(&s->faces, s->size);
    for (int face = 0; face < 2 * s->dimensions; face++) {
        const struct lb_own_face *f = &s->face[face];
        if (conditions[f->kind][0] == '\0') continue;
        LB_OK(lb_faces_add(&s->faces, face, conditions[f->kind], f->u, &f->profile, err));
        struct lb_boundary *b = &s->boundaries[s->faces.count - 1];
        *b = s->faces.boundaries[s->faces.count - 1];
        b->rho = 1.0 + f->pressure / s->sound_speed_squared;
    }
    lb_own_number_boundaries(s, c);
    return LB_STATUS_OK;
}

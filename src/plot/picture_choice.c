/* picture_choice.c - reads what pictures a user asks for.
 * SPDX-License-Identifier: MIT */
#include "plot/picture_choice.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "base/word_list.h"

static const char *const flow_names[] = {"none", "arrows", "streamlines", NULL};

/* 0, 1 or 2; -1: none. */
static int axis_of(char letter)
{
    return letter >= 'x' && letter <= 'z' ? letter - 'x' : -1;
}

/* Behind the '@': "z" or "z=12". */
static enum lb_status read_plane(const char *text, const uint32_t size[3], struct lb_picture *out,
                                 struct lb_error *err)
{
    char rest;
    out->axis = axis_of(text[0]);
    out->has_plane = out->axis >= 0 && text[1] == '=';
    const bool is_read =
        out->axis >= 0 &&
        (text[1] == '\0' || (out->has_plane && text[2] >= '0' && text[2] <= '9' &&
                             sscanf(text + 2, "%" SCNu32 "%c", &out->plane, &rest) == 1));
    LB_NEED(
        is_read, LB_STATUS_USAGE,
        "picture: '@%s' is no plane; x, y or z is the middle one normal to that axis, and z=12 the "
        "one of cells 12",
        text);
    LB_NEED(!out->has_plane || out->plane < size[out->axis], LB_STATUS_USAGE,
            "picture: there is no plane %s: the box has %" PRIu32 " cells along %c, from 0 on",
            text, size[out->axis], text[0]);
    return LB_STATUS_OK;
}

/* Behind the '.', or NULL where there is none. */
static enum lb_status read_component(const char *letter, const struct lb_field *field,
                                     struct lb_picture *out, struct lb_error *err)
{
    const bool has_letter = letter != NULL;
    const bool wants_letter = field->components > 1 && !field->is_normal;
    if (!has_letter && !wants_letter) return LB_STATUS_OK;
    LB_NEED(wants_letter, LB_STATUS_USAGE,
            field->is_normal
                ? "picture: '%s.%s': of %s, pictures show the component normal to their plane"
                : "picture: '%s.%s': %s has one component",
            field->name, letter, field->name);
    LB_NEED(has_letter, LB_STATUS_USAGE,
            "picture: %s has components: %s.x, %s.y or %s.z (or speed, its magnitude)", field->name,
            field->name, field->name, field->name);
    out->component = letter[1] == '\0' ? axis_of(letter[0]) : -1;
    LB_NEED(out->component >= 0, LB_STATUS_USAGE, "picture: '%s.%s': a component is x, y or z",
            field->name, letter);
    return LB_STATUS_OK;
}

/* Of the usual picture's axis; where that has none, the one along which the box is thinnest. */
static int usual_axis(const struct lb_picture *usual, const uint32_t size[3])
{
    int thinnest = 2;
    if (usual->field != NULL) return usual->axis;
    for (int axis = 1; axis >= 0; axis--)
        if (size[axis] < size[thinnest]) thinnest = axis;
    return thinnest;
}

static enum lb_status read_picture(char *word, const struct lb_picture *usual,
                                   const struct lb_picture_box *box, struct lb_picture *out,
                                   struct lb_error *err)
{
    const struct lb_field *chosen[LB_MAX_FIELDS + 1];
    char *plane = strchr(word, '@');
    if (plane != NULL) *plane++ = '\0';
    char *letter = strchr(word, '.');
    if (letter != NULL) *letter++ = '\0';
    LB_OK(lb_field_choose(word, "picture", box->has, chosen, err));
    *out = (struct lb_picture){.field = chosen[0]->name, .axis = usual_axis(usual, box->size)};
    LB_OK(read_component(letter, chosen[0], out, err));
    if (plane != NULL) LB_OK(read_plane(plane, box->size, out, err));
    out->is_turned = usual->is_turned && usual->axis == out->axis;
    const bool is_usual = usual->field != NULL && strcmp(usual->field, out->field) == 0 &&
                          usual->component == out->component;
    if (is_usual) {
        out->low = usual->low;
        out->high = usual->high;
    }
    return LB_STATUS_OK;
}

static void name_picture(const struct lb_picture *p, bool has_component, bool has_axis,
                         char out[LB_PICTURE_NAME_SIZE])
{
    char component[4] = "", plane[16] = "";
    if (has_component) snprintf(component, sizeof component, "_%c", "xyz"[p->component]);
    if (p->has_plane)
        snprintf(plane, sizeof plane, "_%c%" PRIu32, "xyz"[p->axis], p -> plane);
    else if (has_axis)
        snprintf(plane, sizeof plane, "_%c", "xyz"[p->axis]);
    snprintf(out, LB_PICTURE_NAME_SIZE, "%s%s%s", p->field, component, plane);
}

static enum lb_status read_pictures(const char *list, const struct lb_picture *usual,
                                    const struct lb_picture_box *box, struct lb_picture_choice *out,
                                    struct lb_error *err)
{
    char word[LB_WORD_SIZE];
    LB_OK(lb_word_list_check(list, "picture", err));
    while (lb_word_list_next(&list, word)) {
        const int n = out->count;
        LB_NEED(n < LB_MAX_PICTURES, LB_STATUS_USAGE, "picture: more than %d pictures",
                LB_MAX_PICTURES);
        const bool has_axis = strchr(word, '@') != NULL, has_component = strchr(word, '.') != NULL;
        LB_OK(read_picture(word, usual, box, &out->pictures[n], err));
        name_picture(&out->pictures[n], has_component, has_axis, out->names[n]);
        for (int other = 0; other < n; other++)
            LB_NEED(strcmp(out->names[other], out->names[n]) != 0, LB_STATUS_USAGE,
                    "picture: '%s' is there twice", out->names[n]);
        out->count++;
    }
    return LB_STATUS_OK;
}

static enum lb_status read_range(const char *word, struct lb_picture *out, struct lb_error *err)
{
    char rest;
    const bool is_read = sscanf(word, "%lf:%lf%c", &out->low, &out->high, &rest) == 2;
    LB_NEED(is_read && isfinite(out->low) && isfinite(out->high) && out->low < out->high,
            LB_STATUS_USAGE, "picture-range: '%s' is no range; LOW:HIGH is, as -0.01:0.01", word);
    return LB_STATUS_OK;
}

static enum lb_status read_ranges(const char *list, struct lb_picture_choice *out,
                                  struct lb_error *err)
{
    char word[LB_WORD_SIZE];
    int count = 0;
    LB_OK(lb_word_list_check(list, "picture-range", err));
    for (; lb_word_list_next(&list, word); count++) {
        LB_NEED(count < out->count, LB_STATUS_USAGE,
                "picture-range: more ranges than pictures, of which there are %d", out->count);
        LB_OK(read_range(word, &out->pictures[count], err));
    }
    LB_NEED(count == 1 || count == out->count, LB_STATUS_USAGE,
            "picture-range: %d ranges for %d pictures; one for each is right, or one for all",
            count, out->count);
    for (int n = count; n < out->count; n++) {
        out->pictures[n].low = out->pictures[0].low;
        out->pictures[n].high = out->pictures[0].high;
    }
    return LB_STATUS_OK;
}

static enum lb_status read_map(const char *word, struct lb_picture_choice *out,
                               struct lb_error *err)
{
    const char *names[16] = {NULL};
    size_t which;
    for (size_t n = 0; lb_colour_maps[n].name != NULL; n++)
        names[n] = lb_colour_maps[n].name;
    LB_OK(lb_suggest_find(word, names, "picture-map", "colour map", &which, err));
    for (int n = 0; n < out->count; n++)
        out->pictures[n].map = &lb_colour_maps[which];
    return LB_STATUS_OK;
}

static enum lb_status read_flow(const char *word, struct lb_picture_choice *out,
                                struct lb_error *err)
{
    size_t which;
    LB_OK(lb_suggest_find(word, flow_names, "picture-flow", "way to draw the flow", &which, err));
    for (int n = 0; n < out->count; n++)
        out->pictures[n].flow = (enum lb_picture_flow)which;
    return LB_STATUS_OK;
}

enum lb_status lb_picture_choose(const struct lb_picture_words *words,
                                 const struct lb_picture *usual, const struct lb_picture_box *box,
                                 struct lb_picture_choice *out, struct lb_error *err)
{
    *out = (struct lb_picture_choice){0};
    if (words->pictures[0] != '\0') {
        LB_OK(read_pictures(words->pictures, usual, box, out, err));
    } else if (usual->field != NULL) {
        out->pictures[0] = *usual;
        snprintf(out->names[0], LB_PICTURE_NAME_SIZE, "picture");
        out->count = 1;
    }
    if (words->ranges[0] != '\0') LB_OK(read_ranges(words->ranges, out, err));
    if (words->map[0] != '\0') LB_OK(read_map(words->map, out, err));
    if (words->flow[0] != '\0') LB_OK(read_flow(words->flow, out, err));
    for (int n = 0; n < out->count; n++)
        out->pictures[n].side = words->side;
    return LB_STATUS_OK;
}

/* --- charts ----------------------------------------------------------------------------------- */

const char *const lb_chart_kinds[LB_CHART_KINDS + 1] = {"png", "svg", "pdf", NULL};

enum lb_status lb_chart_kinds_read(const char *list, bool out[LB_CHART_KINDS], struct lb_error *err)
{
    char word[LB_WORD_SIZE];
    size_t which;
    for (int kind = 0; kind < LB_CHART_KINDS; kind++)
        out[kind] = false;
    LB_OK(lb_word_list_check(list, "charts", err));
    while (lb_word_list_next(&list, word)) {
        LB_OK(lb_suggest_find(word, lb_chart_kinds, "charts", "kind of file", &which, err));
        out[which] = true;
    }
    return LB_STATUS_OK;
}

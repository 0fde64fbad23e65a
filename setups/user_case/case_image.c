/* case_image.c - walls from a picture or a volume: .png, and what lib/volume reads.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number_text.h"
#include "base/read_text.h"
#include "plot/picture.h"
#include "user_case/case_state.h"
#include "volume/volume.h"

/* --- which numbers are solid --------------------------------------------------------------------------------- */

struct rule {
    enum { DARK, LIGHT, ABOVE, BELOW, EQUAL } kind;
    double number;
};

static enum lb_status choose_rule(const struct own_case *s, const char *name, struct rule *out,
                                  struct lb_error *err)
{
    const char *text = lb_own_text(s, name, "solid"), *digits = text;
    *out = (struct rule){DARK, 128.0};
    if (strcmp(text, "dark") == 0) return LB_STATUS_OK;
    out->kind = strcmp(text, "light") == 0        ? LIGHT
                : strncmp(text, "above:", 6) == 0 ? ABOVE
                : strncmp(text, "below:", 6) == 0 ? BELOW
                                                  : EQUAL;
    if (out->kind == LIGHT) return LB_STATUS_OK;
    if (out->kind != EQUAL) digits = text + 6;
    LB_NEED(lb_number_parse(digits, strlen(digits), &out->number), LB_STATUS_USAGE,
            "%s.solid=%s: dark, light, above:128, below:50, or a value", name, text);
    return LB_STATUS_OK;
}

/* Half of what is white; other numbers have no white. */
static enum lb_status find_half(struct rule *r, const struct lb_volume *v, const char *name,
                                struct lb_error *err)
{
    if (r->kind != DARK && r->kind != LIGHT) return LB_STATUS_OK;
    LB_NEED(v->type == LB_VOLUME_U8 || v->type == LB_VOLUME_BOOL, LB_STATUS_USAGE,
            "[image %s] needs solid=, as above:128, below:50 or a value: dark and light are of "
            "bytes, and '%s' has other numbers",
            name, v->path);
    if (v->type == LB_VOLUME_BOOL) r->number = 0.5;
    return LB_STATUS_OK;
}

static bool is_solid(const struct rule *r, double number)
{
    switch (r->kind) {
    case LIGHT: return number >= r->number;
    case ABOVE: return number > r->number;
    case EQUAL: return fabs(number - r->number) <= 0.0;
    default: return number < r->number;
    }
}

/* --- files --------------------------------------------------------------------------------------------------- */

static enum lb_status read_png(struct own_case *s, const char *path, const struct rule *rule,
                               struct lb_error *err)
{
    struct lb_own_image *image = &s->image;
    uint32_t width = 0, height = 0;
    LB_NEED(s->dimensions == 2, LB_STATUS_USAGE,
            "%s.file=%s: a picture is for two dimensions; a volume is %s", image->name, path,
            lb_volume_endings);
    const enum lb_status st = lb_pixels_read(path, &width, &height, &image->solid, err);
    if (st != LB_STATUS_OK) return st == LB_STATUS_FAILED ? LB_STATUS_USAGE : st;
    image->size[0] = width;
    image->size[1] = height;
    image->size[2] = 1;
    for (size_t n = 0; n < (size_t)width * height; n++)
        image->count += image->solid[n] = is_solid(rule, image->solid[n]);
    return LB_STATUS_OK;
}

struct filling {
    struct lb_own_image *image;
    const struct rule *rule;
    uint64_t odd; /* cells whose number is none */
};

static void fill_row(void *context, const uint32_t at[3], int axis, uint32_t count,
                     const double *numbers)
{
    struct filling *f = context;
    struct lb_own_image *image = f->image;
    const size_t steps[3] = {1, image->size[0], (size_t)image->size[0] * image->size[1]};
    uint8_t *solid = image->solid + at[0] + at[1] * steps[1] + at[2] * steps[2];
    for (uint32_t n = 0; n < count; n++)
        image->count += solid[n * steps[axis]] = is_solid(f->rule, numbers[n]);
    for (uint32_t n = 0; n < count; n++)
        f->odd += isnan(numbers[n]) != 0;
}

static enum lb_status fill(struct own_case *s, struct lb_volume *v, struct rule *rule,
                           struct lb_error *err)
{
    struct lb_own_image *image = &s->image;
    struct filling f = {image, rule, 0};
    const size_t count = (size_t)v->size[0] * v->size[1] * v->size[2];
    LB_NEED(v->dimensions == s->dimensions || v->size[2] == (uint32_t)(s->dimensions == 2),
            LB_STATUS_USAGE, "%s.file=%s has %d dimensions, and the lattice has %d", image->name,
            v->path, v->dimensions, s->dimensions);
    LB_NEED(v->components == 1, LB_STATUS_USAGE,
            "%s.file=%s has %u numbers for each cell; one is needed", image->name, v->path,
            v->components);
    LB_OK(find_half(rule, v, image->name, err));
    memcpy(image->size, v->size, sizeof v->size);
    image->solid = malloc(count);
    LB_NEED(image->solid != NULL, LB_STATUS_FAILED, "no memory for %zu cells of '%s'", count,
            v->path);
    LB_OK(lb_volume_read(v, fill_row, &f, err));
    LB_NEED(f.odd == 0, LB_STATUS_USAGE,
            "%s.file=%s: %llu of %zu cells are nan, neither fluid nor solid: numbers are needed",
            image->name, v->path, (unsigned long long)f.odd, count);
    return LB_STATUS_OK;
}

static enum lb_status read_volume(struct own_case *s, const char *path, struct rule *rule,
                                  struct lb_error *err)
{
    const char *name = s->image.name, *type = lb_own_text(s, name, "type"),
               *array = lb_own_text(s, name, "array");
    const bool is_raw = lb_path_ends_with(path, ".raw");
    struct lb_volume_hints hints = {.array = array[0] != '\0' ? array : NULL};
    struct lb_volume v;
    char key[LB_KEY_SIZE];
    LB_NEED(lb_volume_type_of(type, &hints.type), LB_STATUS_USAGE,
            "%s.type=%s: bool, u8, i8, u16, i16, u32, i32, u64, i64, f32 or f64", name, type);
    snprintf(key, sizeof key, "%s.size", name);
    hints.dimensions = lb_values_size(s->values, key, hints.size);
    LB_NEED(!is_raw || hints.dimensions == s->dimensions, LB_STATUS_USAGE,
            "%s.file=%s: a .raw file needs size=, %d numbers of cells, x fastest", name, path,
            s->dimensions);
    LB_OK(lb_volume_open(path, &hints, &v, err));
    const enum lb_status st = fill(s, &v, rule, err);
    lb_volume_close(&v);
    return st;
}

/* Keys that say nothing of this kind of file. */
static enum lb_status check_keys(const struct own_case *s, const char *name, const char *path,
                                 struct lb_error *err)
{
    LB_NEED(lb_path_ends_with(path, ".raw") ||
                !(lb_own_is_set(s, name, "size") || lb_own_is_set(s, name, "type")),
            LB_STATUS_USAGE, "[image %s]: size= and type= are of .raw; '%s' says them itself", name,
            path);
    LB_NEED(lb_path_ends_with(path, ".vti") || !lb_own_is_set(s, name, "array"), LB_STATUS_USAGE,
            "[image %s]: array=%s is of .vti; '%s' has one array, without a name", name,
            lb_own_text(s, name, "array"), path);
    return LB_STATUS_OK;
}

/* What of an image is beyond the box would be lost; a smaller one leaves fluid beside it. */
enum lb_status lb_own_check_image(struct own_case *s, const uint32_t cells[3], struct lb_error *err)
{
    const struct lb_own_image *image = &s->image;
    bool is_smaller = false;
    if (image->solid == NULL) return LB_STATUS_OK;
    for (int axis = 0; axis < s->dimensions; axis++) {
        LB_NEED(image->size[axis] <= cells[axis], LB_STATUS_USAGE,
                "[image %s]: '%s' has %u x %u x %u cells, and the box %u x %u x %u inside of its "
                "faces: box.size=%.6g L along %c, or none, would hold it",
                image->name, lb_own_text(s, image->name, "file"), image->size[0], image->size[1],
                image->size[2], cells[0], cells[1], cells[2], image->size[axis] / s->resolution,
                "xyz"[axis]);
        is_smaller = is_smaller || image->size[axis] < cells[axis];
    }
    if (is_smaller)
        lb_body_note(&s->notes,
                     "[image %s] has %u x %u x %u cells, and the box %u x %u x %u: it is at the "
                     "lowest corner, and beside it is fluid; without box.size the box is the "
                     "image's",
                     image->name, image->size[0], image->size[1], image->size[2], cells[0],
                     cells[1], cells[2]);
    return LB_STATUS_OK;
}

enum lb_status lb_own_read_image(struct own_case *s, struct lb_error *err)
{
    struct lb_own_image *image = &s->image;
    struct rule rule;
    const int count = lb_own_named(s, "image", &image->name, 1);
    if (count == 0) return LB_STATUS_OK;
    LB_NEED(count == 1, LB_STATUS_USAGE, "there are %d sections [image]; one is possible", count);
    const char *path = lb_own_text(s, image->name, "file");
    LB_NEED(path[0] != '\0', LB_STATUS_USAGE, "[image %s] needs file=", image->name);
    LB_OK(choose_rule(s, image->name, &rule, err));
    const bool is_picture = lb_path_ends_with(path, ".png");
    LB_NEED(is_picture || lb_volume_is_known(path), LB_STATUS_USAGE,
            "%s.file=%s: a picture, .png, or a volume, %s", image->name, path, lb_volume_endings);
    LB_OK(check_keys(s, image->name, path, err));
    LB_OK(is_picture ? read_png(s, path, &rule, err) : read_volume(s, path, &rule, err));
    LB_NEED(image->count > 0, LB_STATUS_USAGE, "%s.file=%s has no solid cell with solid=%s",
            image->name, path, lb_own_text(s, image->name, "solid"));
    return LB_STATUS_OK;
}

/* solid_image.c - reads which cells of a picture or a volume are solid.
 * SPDX-License-Identifier: MIT */
#include "solid_image.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number_text.h"
#include "base/read_text.h"
#include "plot/picture.h"
#include "volume/volume.h"

/* --- which numbers are solid --------------------------------------------------------------------------------- */

struct rule {
    enum { DARK, LIGHT, ABOVE, BELOW, EQUAL } kind;
    double number;
};

static enum lb_status choose_rule(const struct lb_image_file *file, struct rule *out,
                                  struct lb_error *err)
{
    const char *text = file->solid, *digits = text;
    *out = (struct rule){DARK, 128.0};
    if (strcmp(text, "dark") == 0) return LB_STATUS_OK;
    out->kind = strcmp(text, "light") == 0        ? LIGHT
                : strncmp(text, "above:", 6) == 0 ? ABOVE
                : strncmp(text, "below:", 6) == 0 ? BELOW
                                                  : EQUAL;
    if (out->kind == LIGHT) return LB_STATUS_OK;
    if (out->kind != EQUAL) digits = text + 6;
    LB_NEED(lb_number_parse(digits, strlen(digits), &out->number), LB_STATUS_USAGE,
            "%ssolid=%s: dark, light, above:128, below:50, or a value", file->prefix, text);
    return LB_STATUS_OK;
}

/* Half of what is white; other numbers have no white. */
static enum lb_status find_half(struct rule *r, const struct lb_volume *v, const char *name,
                                struct lb_error *err)
{
    if (r->kind != DARK && r->kind != LIGHT) return LB_STATUS_OK;
    LB_NEED(v->type == LB_VOLUME_U8 || v->type == LB_VOLUME_BOOL, LB_STATUS_USAGE,
            "%s needs solid=, as above:128, below:50 or a value: dark and light are of "
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

/* --- a part of the image -------------------------------------------------------------------------------------- */

struct part {
    uint32_t begin[3], end[3];
};

/* "100:400", "100:", ":": from the first to the last but one. */
static bool read_range(const char *text, size_t length, uint32_t *begin, uint32_t *end)
{
    const char *colon = memchr(text, ':', length);
    double first = 0.0, last = *end;
    if (colon == NULL) return false;
    const size_t before = (size_t)(colon - text), after = length - before - 1;
    if ((before > 0 && !lb_whole_parse(text, before, &first)) ||
        (after > 0 && !lb_whole_parse(colon + 1, after, &last)) ||
        !(first >= 0.0 && first < last && last <= *end))
        return false;
    *begin = (uint32_t)first;
    *end = (uint32_t)last;
    return true;
}

static enum lb_status choose_part(const struct lb_image_file *file, const uint32_t size[3],
                                  struct part *out, struct lb_error *err)
{
    const char *text = file->crop;
    bool is_fine = true;
    *out = (struct part){{0, 0, 0}, {size[0], size[1], size[2]}};
    if (text[0] == '\0') return LB_STATUS_OK;
    for (int axis = 0; axis < file->dimensions; axis++) {
        const size_t length = strcspn(text, ",");
        const bool is_last = axis == file->dimensions - 1;
        is_fine = is_fine && read_range(text, length, &out->begin[axis], &out->end[axis]) &&
                  (text[length] == '\0') == is_last;
        text += length + (text[length] != '\0');
    }
    const char *third = file->dimensions == 3 ? ",:" : "";
    LB_NEED(
        is_fine, LB_STATUS_USAGE,
        "%scrop=%s: first cell and end along each axis, as 0:%u,0:%u%s, within the %u x %u x %u "
        "cells of '%s'",
        file->prefix, file->crop, size[0], size[1], third, size[0], size[1], size[2], file->path);
    return LB_STATUS_OK;
}

static void set_size(struct lb_solid_image *image, const struct part *p)
{
    for (int axis = 0; axis < 3; axis++)
        image->size[axis] = p->end[axis] - p->begin[axis];
}

/* --- files --------------------------------------------------------------------------------------------------- */

static enum lb_status read_png(const struct lb_image_file *file, const struct rule *rule,
                               struct lb_solid_image *image, struct lb_error *err)
{
    uint32_t width = 0, height = 0;
    struct part part;
    LB_NEED(file->dimensions == 2, LB_STATUS_USAGE,
            "%s=%s: a picture is for two dimensions; a volume is %s", file->key, file->path,
            lb_volume_endings);
    const enum lb_status st = lb_pixels_read(file->path, &width, &height, &image->solid, err);
    if (st != LB_STATUS_OK) return st == LB_STATUS_FAILED ? LB_STATUS_USAGE : st;
    LB_OK(choose_part(file, (const uint32_t[3]){width, height, 1}, &part, err));
    set_size(image, &part);
    size_t cell = 0; /* never ahead of what it is read from */
    for (uint32_t y = part.begin[1]; y < part.end[1]; y++)
        for (uint32_t x = part.begin[0]; x < part.end[0]; x++, cell++)
            image->count += image->solid[cell] =
                is_solid(rule, image->solid[(size_t)y * width + x]);
    return LB_STATUS_OK;
}

struct filling {
    struct lb_solid_image *image;
    const struct rule *rule;
    struct part part;
    uint64_t odd; /* cells whose number is none */
};

static void fill_row(void *context, const uint32_t at[3], int axis, uint32_t count,
                     const double *numbers)
{
    struct filling *f = context;
    struct lb_solid_image *image = f->image;
    const struct part *p = &f->part;
    const size_t steps[3] = {1, image->size[0], (size_t)image->size[0] * image->size[1]};
    size_t first = 0;
    for (int a = 0; a < 3; a++) {
        if (a != axis && (at[a] < p->begin[a] || at[a] >= p->end[a])) return;
        if (a != axis) first += (at[a] - p->begin[a]) * steps[a];
    }
    for (uint32_t n = 0; n < count; n++) {
        if (at[axis] + n < p->begin[axis] || at[axis] + n >= p->end[axis]) continue;
        uint8_t *solid = &image->solid[first + (at[axis] + n - p->begin[axis]) * steps[axis]];
        image->count += *solid = is_solid(f->rule, numbers[n]);
        f->odd += isnan(numbers[n]) != 0;
    }
}

static enum lb_status fill(const struct lb_image_file *file, struct lb_volume *v, struct rule *rule,
                           struct lb_solid_image *image, struct lb_error *err)
{
    struct filling f = {.image = image, .rule = rule};
    LB_NEED(v->dimensions == file->dimensions || v->size[2] == (uint32_t)(file->dimensions == 2),
            LB_STATUS_USAGE, "%s=%s has %d dimensions, and the lattice has %d", file->key, v->path,
            v->dimensions, file->dimensions);
    LB_NEED(v->components == 1, LB_STATUS_USAGE,
            "%s=%s has %u numbers for each cell; one is needed", file->key, v->path, v->components);
    LB_OK(find_half(rule, v, file->name, err));
    LB_OK(choose_part(file, v->size, &f.part, err));
    set_size(image, &f.part);
    const size_t count = (size_t)image->size[0] * image->size[1] * image->size[2];
    image->solid = malloc(count);
    LB_NEED(image->solid != NULL, LB_STATUS_FAILED, "no memory for %zu cells of '%s'", count,
            v->path);
    LB_OK(lb_volume_read(v, fill_row, &f, err));
    LB_NEED(f.odd == 0, LB_STATUS_USAGE,
            "%s=%s: %llu of %zu cells are nan, neither fluid nor solid: numbers are needed",
            file->key, v->path, (unsigned long long)f.odd, count);
    return LB_STATUS_OK;
}

static enum lb_status read_volume(const struct lb_image_file *file, struct rule *rule,
                                  struct lb_solid_image *out, struct lb_error *err)
{
    const bool is_raw = lb_text_ends_with(file->path, ".raw");
    struct lb_volume_hints hints = {.array = file->array[0] != '\0' ? file->array : NULL,
                                    .dimensions = file->size_numbers};
    struct lb_volume v;
    memcpy(hints.size, file->size, sizeof hints.size);
    LB_NEED(lb_volume_type_of(file->type, &hints.type), LB_STATUS_USAGE,
            "%stype=%s: bool, u8, i8, u16, i16, u32, i32, u64, i64, f32 or f64", file->prefix,
            file->type);
    LB_NEED(!is_raw || hints.dimensions == file->dimensions, LB_STATUS_USAGE,
            "%s=%s: a .raw file needs size=, %d numbers of cells, x fastest", file->key, file->path,
            file->dimensions);
    LB_OK(lb_volume_open(file->path, &hints, &v, err));
    const enum lb_status st = fill(file, &v, rule, out, err);
    lb_volume_close(&v);
    return st;
}

/* Keys that say nothing of this kind of file. */
static enum lb_status check_keys(const struct lb_image_file *file, struct lb_error *err)
{
    LB_NEED(lb_text_ends_with(file->path, ".raw") || !(file->has_size || file->has_type),
            LB_STATUS_USAGE, "%s: size= and type= are of .raw; '%s' says them itself", file->name,
            file->path);
    LB_NEED(lb_text_ends_with(file->path, ".vti") || !file->has_array, LB_STATUS_USAGE,
            "%s: array=%s is of .vti; '%s' has one array, without a name", file->name, file->array,
            file->path);
    return LB_STATUS_OK;
}

enum lb_status lb_solid_image_read(const struct lb_image_file *file, struct lb_solid_image *out,
                                   struct lb_error *err)
{
    struct rule rule;
    LB_OK(choose_rule(file, &rule, err));
    const bool is_picture = lb_text_ends_with(file->path, ".png");
    LB_NEED(is_picture || lb_volume_is_known(file->path), LB_STATUS_USAGE,
            "%s=%s: a picture, .png, or a volume, %s", file->key, file->path, lb_volume_endings);
    LB_OK(check_keys(file, err));
    LB_OK(is_picture ? read_png(file, &rule, out, err) : read_volume(file, &rule, out, err));
    LB_NEED(out->count > 0, LB_STATUS_USAGE, "%s=%s has no solid cell with solid=%s", file->key,
            file->path, file->solid);
    return LB_STATUS_OK;
}

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

/* --- files --------------------------------------------------------------------------------------------------- */

static enum lb_status read_png(const struct lb_image_file *file, const struct rule *rule,
                               struct lb_solid_image *image, struct lb_error *err)
{
    uint32_t width = 0, height = 0;
    LB_NEED(file->dimensions == 2, LB_STATUS_USAGE,
            "%s=%s: a picture is for two dimensions; a volume is %s", file->key, file->path,
            lb_volume_endings);
    const enum lb_status st = lb_pixels_read(file->path, &width, &height, &image->solid, err);
    if (st != LB_STATUS_OK) return st == LB_STATUS_FAILED ? LB_STATUS_USAGE : st;
    image->size[0] = width;
    image->size[1] = height;
    image->size[2] = 1;
    for (size_t n = 0; n < (size_t)width * height; n++)
        image->count += image->solid[n] = is_solid(rule, image->solid[n]);
    return LB_STATUS_OK;
}

struct filling {
    struct lb_solid_image *image;
    const struct rule *rule;
    uint64_t odd; /* cells whose number is none */
};

static void fill_row(void *context, const uint32_t at[3], int axis, uint32_t count,
                     const double *numbers)
{
    struct filling *f = context;
    struct lb_solid_image *image = f->image;
    const size_t steps[3] = {1, image->size[0], (size_t)image->size[0] * image->size[1]};
    uint8_t *solid = image->solid + at[0] + at[1] * steps[1] + at[2] * steps[2];
    for (uint32_t n = 0; n < count; n++)
        image->count += solid[n * steps[axis]] = is_solid(f->rule, numbers[n]);
    for (uint32_t n = 0; n < count; n++)
        f->odd += isnan(numbers[n]) != 0;
}

static enum lb_status fill(const struct lb_image_file *file, struct lb_volume *v, struct rule *rule,
                           struct lb_solid_image *image, struct lb_error *err)
{
    struct filling f = {image, rule, 0};
    const size_t count = (size_t)v->size[0] * v->size[1] * v->size[2];
    LB_NEED(v->dimensions == file->dimensions || v->size[2] == (uint32_t)(file->dimensions == 2),
            LB_STATUS_USAGE, "%s=%s has %d dimensions, and the lattice has %d", file->key, v->path,
            v->dimensions, file->dimensions);
    LB_NEED(v->components == 1, LB_STATUS_USAGE,
            "%s=%s has %u numbers for each cell; one is needed", file->key, v->path, v->components);
    LB_OK(find_half(rule, v, file->name, err));
    memcpy(image->size, v->size, sizeof v->size);
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

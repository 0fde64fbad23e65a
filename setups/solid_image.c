/* solid_image.c - reads which cells of a picture or a volume are solid.
 * SPDX-License-Identifier: MIT */
#include "solid_image.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analysis/percolation.h"
#include "base/number_text.h"
#include "base/read_text.h"
#include "plot/picture.h"
#include "volume/slices.h"
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
    LB_NEED(!v->is_coded, LB_STATUS_USAGE,
            "%s needs solid=, as above:128, below:50 or a value: '%s' has a palette, or 0 for "
            "white, and its larger numbers are not the lighter ones",
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

/* For the part of the image: all cells are solid at first. */
static enum lb_status make_room(const struct lb_image_file *file, const struct part *p,
                                struct lb_solid_image *image, struct lb_error *err)
{
    for (int axis = 0; axis < 3; axis++)
        image->size[axis] = p->end[axis] - p->begin[axis];
    image->open = calloc((size_t)lb_pores_words(image->size), sizeof *image->open);
    LB_NEED(image->open != NULL, LB_STATUS_FAILED, "no memory for %u x %u x %u cells of '%s'",
            image->size[0], image->size[1], image->size[2], file->path);
    return LB_STATUS_OK;
}

static void take(struct lb_solid_image *image, const struct rule *rule, double number,
                 uint64_t cell)
{
    const bool solid = is_solid(rule, number);
    image->open[cell / 64] |= (uint64_t)!solid << cell % 64;
    image->count += solid;
    if (number < image->low) image->low = number;
    if (number > image->high) image->high = number;
}

/* --- files --------------------------------------------------------------------------------------------------- */

static enum lb_status read_png(const struct lb_image_file *file, const struct rule *rule,
                               struct lb_solid_image *image, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    uint32_t width = 0, height = 0;
    uint8_t *pixels = NULL;
    struct part part;
    LB_NEED(file->dimensions == 2, LB_STATUS_USAGE,
            "%s=%s: a picture is for two dimensions; a volume is a folder of slices, .png or "
            ".tif, or %s",
            file->key, file->path, lb_volume_endings);
    LB_TRY(lb_pixels_read(file->path, &width, &height, &pixels, err));
    LB_TRY(choose_part(file, (const uint32_t[3]){width, height, 1}, &part, err));
    LB_TRY(make_room(file, &part, image, err));
    uint64_t cell = 0;
    for (uint32_t y = part.begin[1]; y < part.end[1]; y++)
        for (uint32_t x = part.begin[0]; x < part.end[0]; x++, cell++)
            take(image, rule, pixels[(size_t)y * width + x], cell);
cleanup:
    free(pixels);
    return st;
}

struct filling {
    struct lb_solid_image *image;
    const struct rule *rule;
    struct part part;
    uint32_t layer; /* slices: along z */
    uint64_t odd;   /* cells whose number is none */
};

static size_t cells_of(const struct lb_solid_image *image)
{
    return (size_t)image->size[0] * image->size[1] * image->size[2];
}

static void fill_row(void *context, const uint32_t at[3], int axis, uint32_t count,
                     const double *numbers)
{
    struct filling *f = context;
    struct lb_solid_image *image = f->image;
    const struct part *p = &f->part;
    const uint64_t steps[3] = {1, image->size[0], (uint64_t)image->size[0] * image->size[1]};
    uint64_t first = 0;
    for (int a = 0; a < 3; a++) {
        const uint32_t cell = at[a] + (a == 2 ? f->layer : 0);
        if (a != axis && (cell < p->begin[a] || cell >= p->end[a])) return;
        if (a != axis) first += (cell - p->begin[a]) * steps[a];
    }
    const uint32_t before = p->begin[axis] > at[axis] ? p->begin[axis] - at[axis] : 0;
    const uint32_t left = p->end[axis] > at[axis] ? p->end[axis] - at[axis] : 0;
    uint64_t number = first + (at[axis] + before - p->begin[axis]) * steps[axis];
    for (uint32_t n = before; n < count && n < left; n++, number += steps[axis]) {
        take(image, f->rule, numbers[n], number);
        f->odd += isnan(numbers[n]) != 0;
    }
}

/* Room for the part of the image, whose numbers `v` has or is like. */
static enum lb_status begin(const struct lb_image_file *file, const struct lb_volume *v,
                            struct rule *rule, struct filling *f, struct lb_error *err)
{
    LB_NEED(v->components == 1, LB_STATUS_USAGE,
            "%s=%s has %u numbers for each cell; one is needed", file->key, v->path, v->components);
    LB_OK(find_half(rule, v, file->name, err));
    LB_OK(choose_part(file, v->size, &f->part, err));
    f->rule = rule;
    return make_room(file, &f->part, f->image, err);
}

static enum lb_status fill(const struct lb_image_file *file, struct lb_volume *v, struct rule *rule,
                           struct filling *f, struct lb_error *err)
{
    LB_NEED(v->dimensions == file->dimensions || v->size[2] == (uint32_t)(file->dimensions == 2),
            LB_STATUS_USAGE, "%s=%s has %d dimensions, and the lattice has %d", file->key, v->path,
            v->dimensions, file->dimensions);
    LB_OK(begin(file, v, rule, f, err));
    return lb_volume_read(v, fill_row, f, err);
}

/* --- a folder of slices -------------------------------------------------------------------------------------- */

/* The pixels of a picture, the first row of the file first, as those of other files. */
static enum lb_status fill_pixels(struct filling *f, const uint32_t size[3], const uint8_t *pixels,
                                  struct lb_error *err)
{
    double *row = malloc(size[0] * sizeof *row);
    LB_NEED(row != NULL, LB_STATUS_FAILED, "no memory for a row of a slice");
    for (uint32_t y = 0; y < size[1]; y++) {
        for (uint32_t x = 0; x < size[0]; x++)
            row[x] = pixels[(size_t)(size[1] - 1 - y) * size[0] + x];
        fill_row(f, (const uint32_t[3]){0, y, 0}, 0, size[0], row);
    }
    free(row);
    return LB_STATUS_OK;
}

/* What all slices must be like is in `all`; the first one says it. */
static enum lb_status fill_slice(const struct lb_image_file *file, const char *path,
                                 struct lb_volume *all, struct rule *rule, struct filling *f,
                                 struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_volume v = {.path = path, .components = 1, .dimensions = 2, .type = LB_VOLUME_U8};
    const struct lb_volume_hints none = {.array = NULL};
    uint8_t *pixels = NULL;
    if (lb_text_ends_with(path, ".png"))
        LB_TRY(lb_pixels_read(path, &v.size[0], &v.size[1], &pixels, err));
    else
        LB_TRY(lb_volume_open(path, &none, &v, err));
    LB_REQUIRE(v.dimensions == 2, LB_STATUS_USAGE, "'%s' has %u pages; a slice has one", path,
               v.size[2]);
    if (f->layer == 0) {
        all->type = v.type;
        all->is_coded = v.is_coded;
        memcpy(all->size, v.size, 2 * sizeof v.size[0]);
        LB_TRY(begin(file, all, rule, f, err));
    }
    LB_REQUIRE(v.size[0] == all->size[0] && v.size[1] == all->size[1] && v.type == all->type &&
                   v.is_coded == all->is_coded,
               LB_STATUS_USAGE,
               "'%s' is unlike the slices before it: %u x %u cells of %u bytes, and they have %u x "
               "%u of %u",
               path, v.size[0], v.size[1], lb_volume_type_bytes(v.type), all->size[0], all->size[1],
               lb_volume_type_bytes(all->type));
    LB_TRY(pixels != NULL ? fill_pixels(f, v.size, pixels, err)
                          : lb_volume_read(&v, fill_row, f, err));
cleanup:
    lb_volume_close(&v);
    free(pixels);
    return st;
}

static enum lb_status read_slices(const struct lb_image_file *file, struct rule *rule,
                                  struct filling *f, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_slices slices = {0};
    struct lb_volume all = {.path = file->path, .components = 1, .dimensions = 3};
    char path[4096];
    LB_NEED(file->dimensions == 3, LB_STATUS_USAGE,
            "%s=%s: a folder of slices is for three dimensions", file->key, file->path);
    LB_TRY(lb_slices_list(file->path, &slices, err));
    all.size[2] = (uint32_t)slices.count;
    for (size_t n = 0; n < slices.count; n++) {
        if (n > 0 && (n < f->part.begin[2] || n >= f->part.end[2])) continue;
        f->layer = (uint32_t)n;
        const int length = snprintf(path, sizeof path, "%s/%s", file->path, slices.names[n]);
        LB_REQUIRE(length < (int)sizeof path, LB_STATUS_USAGE, "'%s' is too long a path",
                   file->path);
        LB_TRY(fill_slice(file, path, &all, rule, f, err));
    }
cleanup:
    lb_slices_free(&slices);
    return st;
}

static enum lb_status read_volume(const struct lb_image_file *file, struct rule *rule,
                                  struct filling *f, struct lb_error *err)
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
    const enum lb_status st = fill(file, &v, rule, f, err);
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

static enum lb_status read_numbers(const struct lb_image_file *file, struct rule *rule,
                                   struct lb_solid_image *out, struct lb_error *err)
{
    struct filling f = {.image = out};
    LB_OK(lb_slices_is_folder(file->path) ? read_slices(file, rule, &f, err)
                                          : read_volume(file, rule, &f, err));
    LB_NEED(f.odd == 0, LB_STATUS_USAGE,
            "%s=%s: %llu of %zu cells are nan, neither fluid nor solid: numbers are needed",
            file->key, file->path, (unsigned long long)f.odd, cells_of(out));
    return LB_STATUS_OK;
}

enum lb_status lb_solid_image_read(const struct lb_image_file *file, struct lb_solid_image *out,
                                   struct lb_error *err)
{
    struct rule rule;
    struct stat what;
    LB_OK(choose_rule(file, &rule, err));
    LB_NEED(stat(file->path, &what) == 0, LB_STATUS_USAGE, "%s=%s: %s", file->key, file->path,
            strerror(errno));
    const bool is_picture = lb_text_ends_with(file->path, ".png");
    LB_NEED(is_picture || lb_volume_is_known(file->path) || lb_slices_is_folder(file->path),
            LB_STATUS_USAGE,
            "%s=%s: a picture, .png, a folder of slices, .png or .tif, or a volume, %s", file->key,
            file->path, lb_volume_endings);
    LB_OK(check_keys(file, err));
    out->low = HUGE_VAL;
    out->high = -HUGE_VAL;
    LB_OK(is_picture ? read_png(file, &rule, out, err) : read_numbers(file, &rule, out, err));
    LB_NEED(out->count > 0, LB_STATUS_USAGE,
            "%s=%s has no solid cell with solid=%s: its numbers go from %g to %g", file->key,
            file->path, file->solid, out->low, out->high);
    LB_NEED(out->count < cells_of(out), LB_STATUS_USAGE,
            "%s=%s has only solid cells with solid=%s, its porosity is 0: its numbers go from %g "
            "to %g",
            file->key, file->path, file->solid, out->low, out->high);
    return LB_STATUS_OK;
}

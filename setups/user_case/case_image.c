/* case_image.c - walls from a picture or a volume: .png, .npy, .raw.
 * SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/number_text.h"
#include "user_case/case_state.h"
#include "plot/picture.h"

static bool ends_with(const char *text, const char *end)
{
    const size_t a = strlen(text), b = strlen(end);
    return a >= b && strcasecmp(text + a - b, end) == 0;
}

/* Whether a value, of bytes 0 to 255, is solid. */
static enum lb_status choose_rule(const struct own_case *s, const char *name, bool is_solid[256],
                                  struct lb_error *err)
{
    const char *text = lb_own_text(s, name, "solid");
    double number = 128.0;
    const bool above = strncmp(text, "above:", 6) == 0, below = strncmp(text, "below:", 6) == 0;
    const char *digits = above || below ? text + 6 : text;
    const bool has_word = strcmp(text, "dark") == 0 || strcmp(text, "light") == 0;
    LB_NEED(has_word || (lb_whole_parse(digits, strlen(digits), &number) && number >= 0.0 &&
                         number <= 255.0),
            LB_STATUS_USAGE,
            "%s.solid=%s: dark, light, above:128, below:50, or a value from 0 to 255", name, text);
    for (int v = 0; v < 256; v++)
        is_solid[v] = strcmp(text, "dark") == 0 || below ? v < number
                      : strcmp(text, "light") == 0       ? v >= number
                      : above                            ? v > number
                                                         : v == (int)number;
    return LB_STATUS_OK;
}

static enum lb_status read_png(struct own_case *s, const char *path, struct lb_error *err)
{
    struct lb_own_image *image = &s->image;
    uint32_t width = 0, height = 0;
    LB_NEED(s->dimensions == 2, LB_STATUS_USAGE,
            "%s.file=%s: a picture is for two dimensions; a volume is .npy or .raw", image->name,
            path);
    const enum lb_status st = lb_pixels_read(path, &width, &height, &image->solid, err);
    if (st == LB_STATUS_FAILED) return LB_STATUS_USAGE;
    image->size[0] = width;
    image->size[1] = height;
    image->size[2] = 1;
    return st;
}

static enum lb_status make_room(struct lb_own_image *image, const char *path, struct lb_error *err)
{
    const double count = (double)image->size[0] * image->size[1] * image->size[2];
    LB_NEED(count <= 1e11, LB_STATUS_USAGE, "'%s' would have %.3g cells; 10^11 are the most", path,
            count);
    image->solid = malloc((size_t)count);
    LB_NEED(image->solid != NULL, LB_STATUS_FAILED, "no memory for %.3g cells of '%s'", count,
            path);
    return LB_STATUS_OK;
}

static enum lb_status read_bytes(struct lb_own_image *image, const char *path, FILE *file,
                                 struct lb_error *err)
{
    LB_OK(make_room(image, path, err));
    const size_t count = (size_t)image->size[0] * image->size[1] * image->size[2];
    const size_t got = fread(image->solid, 1, count, file);
    LB_NEED(got == count && fgetc(file) == EOF, LB_STATUS_USAGE,
            "'%s' has %s than the %zu bytes of %u x %u x %u cells", path,
            got == count ? "more" : "less", count, image->size[0], image->size[1], image->size[2]);
    return LB_STATUS_OK;
}

static enum lb_status read_raw(struct own_case *s, const char *path, struct lb_error *err)
{
    struct lb_own_image *image = &s->image;
    char key[LB_KEY_SIZE];
    snprintf(key, sizeof key, "%s.size", image->name);
    const int count = lb_values_size(s->values, key, image->size);
    LB_NEED(count == s->dimensions, LB_STATUS_USAGE,
            "%s.file=%s: a .raw file needs size=, %d numbers of cells, x fastest", image->name,
            path, s->dimensions);
    if (count == 2) image->size[2] = 1;
    FILE *file = fopen(path, "rb");
    LB_NEED(file != NULL, LB_STATUS_USAGE, "cannot read '%s': %s", path, strerror(errno));
    const enum lb_status st = read_bytes(image, path, file, err);
    fclose(file);
    return st;
}

enum lb_status lb_own_read_image(struct own_case *s, struct lb_error *err)
{
    struct lb_own_image *image = &s->image;
    bool is_solid[256];
    const int count = lb_own_named(s, "image", &image->name, 1);
    if (count == 0) return LB_STATUS_OK;
    LB_NEED(count == 1, LB_STATUS_USAGE, "there are %d sections [image]; one is possible", count);
    const char *path = lb_own_text(s, image->name, "file");
    LB_NEED(path[0] != '\0', LB_STATUS_USAGE, "[image %s] needs file=", image->name);
    LB_OK(choose_rule(s, image->name, is_solid, err));
    if (ends_with(path, ".png"))
        LB_OK(read_png(s, path, err));
    else if (ends_with(path, ".raw"))
        LB_OK(read_raw(s, path, err));
    else
        return lb_fail(err, LB_STATUS_USAGE, "%s.file=%s: a picture, .png, or a volume, .raw",
                       image->name, path);
    const size_t cells = (size_t)image->size[0] * image->size[1] * image->size[2];
    for (size_t n = 0; n < cells; n++)
        image->count += image->solid[n] = is_solid[image->solid[n]];
    return LB_STATUS_OK;
}

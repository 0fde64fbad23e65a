/* pictures_off.c - stands in for pictures and charts where the program is built without cairo.
 * SPDX-License-Identifier: MIT */
#include "plot/chart.h"
#include "plot/picture.h"

const bool lb_has_pictures = false;

static enum lb_status fail_without_cairo(const char *path, struct lb_error *err)
{
    return lb_fail(err, LB_STATUS_FAILED,
                   "cannot draw '%s': this program was built without pictures; "
                   "install cairo and build with LB_WITH_PICTURES=ON",
                   path);
}

enum lb_status lb_picture_write(const struct lb_picture *picture,
                                const struct lb_field_source *source, const char *path,
                                struct lb_error *err)
{
    (void)picture;
    (void)source;
    return fail_without_cairo(path, err);
}

enum lb_status lb_chart_write(const struct lb_chart *chart, const char *path, struct lb_error *err)
{
    (void)chart;
    return fail_without_cairo(path, err);
}

enum lb_status lb_pixels_write(const char *path, int width, int height, const uint32_t *pixels,
                               const char *title, struct lb_error *err)
{
    (void)width;
    (void)height;
    (void)pixels;
    (void)title;
    return fail_without_cairo(path, err);
}

enum lb_status lb_pixels_read(const char *path, uint32_t *width, uint32_t *height, uint8_t **out,
                              struct lb_error *err)
{
    (void)width;
    (void)height;
    (void)out;
    return lb_fail(err, LB_STATUS_USAGE,
                   "cannot read '%s': this program was built without pictures; "
                   "install cairo and build with LB_WITH_PICTURES=ON",
                   path);
}

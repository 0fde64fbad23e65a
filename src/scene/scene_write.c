/* scene_write.c - a scene as a PNG.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "plot/picture.h"
#include "scene/scene.h"

enum lb_status lb_scene_write(const char *path, const struct lb_scene *scene, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    uint32_t *pixels = malloc((size_t)scene->width * (size_t)scene->height * sizeof *pixels);
    LB_REQUIRE(pixels != NULL, LB_STATUS_FAILED, "no memory for '%s', a picture of %d x %d pixels",
               path, scene->width, scene->height);
    LB_TRY(lb_scene_draw(scene, pixels, err));
    LB_TRY(lb_pixels_write(path, scene->width, scene->height, pixels, scene->title, err));
cleanup:
    free(pixels);
    return st;
}

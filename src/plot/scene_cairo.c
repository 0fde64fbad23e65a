/* scene_cairo.c - a scene as a PNG, by cairo.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "plot/canvas.h"
#include "plot/scene.h"

enum lb_status lb_scene_write(const char *path, const struct lb_scene *scene, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_canvas canvas = {0};
    uint32_t *pixels = NULL;
    LB_TRY(lb_canvas_create(scene->width, scene->height, &canvas, err));
    pixels = malloc((size_t)scene->width * (size_t)scene->height * sizeof *pixels);
    LB_REQUIRE(pixels != NULL, LB_STATUS_FAILED, "no memory for '%s', a picture of %d x %d pixels",
               path, scene->width, scene->height);
    LB_TRY(lb_scene_draw(scene, pixels, err));
    lb_canvas_set_pixels(&canvas, scene->width, scene->height, pixels);
    if (scene->title != NULL) {
        const double size = scene->height > 300 ? scene->height / 45.0 : 7.0;
        const struct lb_canvas_font font = {.size = size, .rgb = LB_CANVAS_INK};
        lb_canvas_text(&canvas, font, size, scene->height - size, 0.0, 0.0, scene->title);
    }
    LB_TRY(lb_canvas_write(&canvas, path, err));
cleanup:
    free(pixels);
    lb_canvas_destroy(&canvas);
    return st;
}

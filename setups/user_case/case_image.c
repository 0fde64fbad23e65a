/* case_image.c - walls from a picture or a volume.
 * SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "user_case/case_state.h"

/* What of an image is beyond the box would be lost; a smaller one leaves fluid beside it. */
enum lb_status lb_own_check_image(struct own_case *s, const uint32_t cells[3], struct lb_error *err)
{
    const struct lb_own_image *image = &s->image;
    bool is_smaller = false;
    if (image->cells.open == NULL) return LB_STATUS_OK;
    for (int axis = 0; axis < s->dimensions; axis++) {
        LB_NEED(image->cells.size[axis] <= cells[axis], LB_STATUS_USAGE,
                "[image %s]: '%s' has %u x %u x %u cells, and the box %u x %u x %u inside of its "
                "faces: box.size=%.6g L along %c, or none, would hold it",
                image->name, lb_own_text(s, image->name, "file"), image->cells.size[0],
                image->cells.size[1], image->cells.size[2], cells[0], cells[1], cells[2],
                image->cells.size[axis] / s->resolution, "xyz"[axis]);
        is_smaller = is_smaller || image->cells.size[axis] < cells[axis];
    }
    if (is_smaller)
        lb_body_note(&s->notes,
                     "[image %s] has %u x %u x %u cells, and the box %u x %u x %u: it is at the "
                     "lowest corner, and beside it is fluid; without box.size the box is the "
                     "image's",
                     image->name, image->cells.size[0], image->cells.size[1], image->cells.size[2],
                     cells[0], cells[1], cells[2]);
    return LB_STATUS_OK;
}

enum lb_status lb_own_read_image(struct own_case *s, struct lb_error *err)
{
    struct lb_own_image *image = &s->image;
    char words[3][LB_KEY_SIZE + 16];
    const int count = lb_own_named(s, "image", &image->name, 1);
    if (count == 0) return LB_STATUS_OK;
    const char *name = image->name;
    LB_NEED(count == 1, LB_STATUS_USAGE, "there are %d sections [image]; one is possible", count);
    snprintf(words[0], sizeof words[0], "[image %s]", name);
    snprintf(words[1], sizeof words[1], "%s.file", name);
    snprintf(words[2], sizeof words[2], "%s.", name);
    struct lb_image_file file = {.path = lb_own_text(s, name, "file"),
                                 .solid = lb_own_text(s, name, "solid"),
                                 .type = lb_own_text(s, name, "type"),
                                 .array = lb_own_text(s, name, "array"),
                                 .crop = lb_own_text(s, name, "crop"),
                                 .has_size = lb_own_is_set(s, name, "size"),
                                 .has_type = lb_own_is_set(s, name, "type"),
                                 .has_array = lb_own_is_set(s, name, "array"),
                                 .dimensions = s->dimensions,
                                 .name = words[0],
                                 .key = words[1],
                                 .prefix = words[2]};
    LB_NEED(file.path[0] != '\0', LB_STATUS_USAGE, "[image %s] needs file=", name);
    char size[LB_KEY_SIZE];
    snprintf(size, sizeof size, "%s.size", name);
    file.size_numbers = lb_values_size(s->values, size, file.size);
    return lb_solid_image_read(&file, &image->cells, err);
}

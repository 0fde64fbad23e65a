/* montage.h - pictures that are there already, side by side on one sheet.
 * SPDX-License-Identifier: MIT */
#ifndef LB_PLOT_MONTAGE_H
#define LB_PLOT_MONTAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

struct lb_montage_tile {
    const char *path;    /* of a PNG; NULL: the place stays empty */
    const char *caption; /* below it */
};

/* Row by row; every tile is `width` pixels wide, and each row as high as its highest.  Of a picture is shown what is
 * of use that small: without axes and words, or without what stands at its lower edge. */
struct lb_montage {
    const struct lb_montage_tile *tiles;
    size_t count, columns;
    int width;
    const char *title; /* NULL: none */
    bool within_frame; /* what lb_picture_write has drawn a frame around; all of others */
    double below;      /* this share of the height is left out at the lower edge */
};

/* A PNG.  Temporary name, then rename. */
enum lb_status lb_montage_write(const struct lb_montage *m, const char *path, struct lb_error *err);

#endif

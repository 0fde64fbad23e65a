/* solid_image.h - which cells of a picture or a volume are solid: .png, what lib/volume reads, and folders of slices.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SETUPS_SOLID_IMAGE_H
#define LB_SETUPS_SOLID_IMAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

/* A file, what the user says of it, and how sentences name that. */
struct lb_image_file {
    const char *path;
    const char *solid; /* dark, light, above:128, below:50, or a value */
    const char *type;  /* of numbers, of .raw: "u8" */
    const char *array; /* of .vti; "": the first */
    const char *crop;  /* 0:400,100:500,: or "": all; of x, y, z, the end excluded */
    uint32_t size[3];  /* of .raw */
    int size_numbers;  /* of which so many are given; 0: none */
    bool has_size, has_type, has_array; /* given by the user */
    int dimensions;                     /* of the lattice */
    const char *name;                   /* "[image rock]" */
    const char *key;                    /* of the path: "rock.file" */
    const char *prefix;                 /* of the other keys: "rock." */
};

struct lb_solid_image {
    uint32_t size[3]; /* size[2] is 1 in two dimensions */
    uint64_t *
        open; /* a bit for each cell, 0: solid; lb_pores_words of them (analysis/percolation.h); owned; x
                         fastest, from the lowest y on */
    uint64_t count;   /* of solid ones */
    double low, high; /* of the numbers that were read */
};

/* Fills in `out`, whose `open` the caller frees, after a failure as well.  LB_STATUS_USAGE with a sentence
 * where the file cannot be read or does not fit. */
enum lb_status lb_solid_image_read(const struct lb_image_file *file, struct lb_solid_image *out,
                                   struct lb_error *err);

#endif

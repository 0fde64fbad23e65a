/* volume.h - blocks of numbers in files, two- or three-dimensional: NumPy's .npy, .nrrd, .tif, VTK's .vti, and .raw
 * without a head.  Only the head is kept; numbers are read row by row, in the order of the file.
 * SPDX-License-Identifier: MIT */
#ifndef LB_VOLUME_VOLUME_H
#define LB_VOLUME_VOLUME_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/status.h"

struct lb_gunzip;

enum lb_volume_type {
    LB_VOLUME_BOOL, /* a byte, 0 or not */
    LB_VOLUME_U8,
    LB_VOLUME_I8,
    LB_VOLUME_U16,
    LB_VOLUME_I16,
    LB_VOLUME_U32,
    LB_VOLUME_I32,
    LB_VOLUME_U64,
    LB_VOLUME_I64,
    LB_VOLUME_F32,
    LB_VOLUME_F64,
    LB_VOLUME_TYPES
};

struct lb_volume {
    const char *path; /* borrowed */
    FILE *stream;     /* owned */
    uint32_t size[3]; /* cells along x, y, z; z is 1 in two dimensions */
    int dimensions;
    int order[3];        /* axes, the one whose cells lie side by side in the file first */
    double spacing;      /* of cells, as .vti says; 1 else */
    unsigned components; /* numbers of a cell, side by side */
    enum lb_volume_type type;
    bool is_big_endian;
    uint64_t begin;    /* byte of the first number */
    uint64_t *pages;   /* owned: that of each layer along z; NULL: they follow each other */
    uint64_t head_end; /* of .tif: byte behind all that its directories have */
    uint64_t said;     /* bytes of the numbers, as .vti has them; UINT64_MAX: it says nothing */
    bool is_gzip;      /* the numbers are compressed (RFC 1952) */
    struct lb_gunzip *gunzip; /* owned; NULL: they are not */
    bool is_coded;            /* a larger number is not brighter: a palette, or white is 0 */
};

/* What a file does not say: the size and type of .raw (size[0] 0: it is not known), and which array of .vti; NULL: the
 * first with one number for each cell. */
struct lb_volume_hints {
    uint32_t size[3];
    int dimensions;
    enum lb_volume_type type;
    const char *array;
};

/* By the ending of its name.  An index of .npy is [z, y, x], in either order.  LB_STATUS_USAGE with a sentence where
 * it cannot be read, is of another kind, is shorter than it says or longer (.tif: by a page or more, as others follow
 * pages with what is none); nothing is allocated before.  Whether numbers that
 * are compressed are whole is known when they are read. */
enum lb_status lb_volume_open(const char *path, const struct lb_volume_hints *hints,
                              struct lb_volume *out, struct lb_error *err);
void lb_volume_close(struct lb_volume *v); /* {0} is fine */

/* A row along `axis`: `count` cells from `at` on, with `components` numbers each. */
typedef void lb_volume_row(void *context, const uint32_t at[3], int axis, uint32_t count,
                           const double *numbers);
/* All rows, once each.  LB_STATUS_USAGE where compressed numbers are damaged, or more or fewer than the head says. */
enum lb_status lb_volume_read(struct lb_volume *v, lb_volume_row *take, void *context,
                              struct lb_error *err);

bool lb_volume_is_known(const char *path); /* whether its ending is one of those */
extern const char lb_volume_endings[];     /* ".npy, .nrrd, ..." */

/* The type of a name ("u16"); false: none. */
bool lb_volume_type_of(const char *word, enum lb_volume_type *out);
unsigned lb_volume_type_bytes(enum lb_volume_type type);

#endif

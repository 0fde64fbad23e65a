/* npy.h - the header of a NumPy array file (.npy, version 1.0).
 * SPDX-License-Identifier: MIT */
#ifndef LB_CHECKPOINT_NPY_H
#define LB_CHECKPOINT_NPY_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* Little-endian, the last axis fastest. */
enum { LB_NPY_MAX_RANK = 4, LB_NPY_MAX_HEADER = 256 };
struct lb_npy {
    char type[4]; /* "|u1" "<u2" "<u4" "<u8" "<i8" "<f4" "<f8" */
    int rank;     /* 1 to LB_NPY_MAX_RANK */
    uint64_t shape[LB_NPY_MAX_RANK];
};

/* Bytes of all elements; 0 if the type is none of those, or if there are more
 * bytes than a file can have. */
uint64_t lb_npy_bytes(const struct lb_npy *array);

/* The header into `out`; its length, a multiple of 64. */
size_t lb_npy_print(const struct lb_npy *array, char out[LB_NPY_MAX_HEADER]);

/* Reads the header from the first `size` bytes of a file; *length is where the numbers begin.
 * LB_STATUS_FAILED with a clause about `path` if it is none, or of another kind than those
 * above. */
enum lb_status lb_npy_read(const char *bytes, size_t size, const char *path, struct lb_npy *out,
                           size_t *length, struct lb_error *err);

#endif

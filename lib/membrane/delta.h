/* delta.h - the kernels phi of the immersed boundary as data: over how many cells a marker acts.
 * The files' weights are phi of Peskin, Acta Numerica 11, 479 (2002), one axis at a time.
 * SPDX-License-Identifier: MIT */
#ifndef LB_MEMBRANE_DELTA_H
#define LB_MEMBRANE_DELTA_H

struct lb_delta {
    const char *name; /* "four-point" */
    const char *file; /* kernels/ path */
    int points;       /* cells along each axis */
    const char *summary;
};

extern const struct lb_delta *const lb_deltas[]; /* ends with NULL */

/* NULL if there is none of that name. */
const struct lb_delta *lb_delta_find(const char *name);

#endif

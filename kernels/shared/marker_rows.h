/* marker_rows.h - what subdomains tell each other of markers, in words of 64 bits, read by both compilers
 * (kernels/immersed/parts.cl).
 * SPDX-License-Identifier: MIT */
#ifndef LB_SHARED_MARKER_ROWS_H
#define LB_SHARED_MARKER_ROWS_H
/* A cell's number in the whole box, and its velocity. */
#define LB_VELOCITY_ROW_OF(fp64) ((fp64) ? 4 : 3)
/* A marker's number and position; with a free surface the velocity that it flies on with, and which cells of its
 * stencil are walls or gas, a bit each; what its weights are raised by. */
#define LB_MARKER_ROW_OF(surface) ((surface) ? 9 : 5)
#define LB_ROW_FLIGHT 4
#define LB_ROW_IDLE 7
#endif

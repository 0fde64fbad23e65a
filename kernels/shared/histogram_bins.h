/* histogram_bins.h - the bins of the populations' histogram, read by both compilers.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SHARED_HISTOGRAM_BINS_H
#define LB_SHARED_HISTOGRAM_BINS_H
#define LB_LEAST_OCTAVE (-64) /* |f| below 2^-64 counts as nothing */
#define LB_BINS_PER_OCTAVE 4
#define LB_BINS 273 /* nothing, then up to |f| = 2^4 */
#endif

/* law_table.h - relaxation rates by a law of viscosity, read by both compilers.
 * A row for each sixteenth of an octave of s, of all exponents of a float: its bits without the last ones are its number.
 * A row has the coefficients of a polynomial in t, which is (s - middle of the row) / (power of two below s).
 * SPDX-License-Identifier: MIT */
#ifndef LB_SHARED_LAW_TABLE_H
#define LB_SHARED_LAW_TABLE_H
#define LB_LAW_OCTAVE_BITS 4
#define LB_LAW_OCTAVE (1 << LB_LAW_OCTAVE_BITS) /* rows */
#define LB_LAW_ROWS (256 * LB_LAW_OCTAVE)
#define LB_LAW_HALF (0.5 / LB_LAW_OCTAVE)         /* the largest |t| */
#define LB_LAW_TERMS(is_fp64) ((is_fp64) ? 8 : 4) /* so that |error| is as that of the arithmetic */
#define LB_LAW_MOST_TERMS 8
#endif

/* block.cl - codes of populations that share an exponent: exponent/per_cell.cl, which knows it, decodes
 * and encodes them.
 * SPDX-License-Identifier: MIT */
typedef LB_VECTOR(ushort) chunk;

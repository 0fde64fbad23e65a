/* vtk_appended.h - the raw numbers behind the XML head of a VTK file.
 * Each array has its byte count, a UInt64, in front.  Errors stay in the stream, where
 * lb_file_commit() finds them.
 * SPDX-License-Identifier: MIT */
#ifndef LB_IO_VTK_APPENDED_H
#define LB_IO_VTK_APPENDED_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Of this machine, in VTK's words. */
const char *lb_vtk_byte_order(void);

void lb_vtk_write_bytes(FILE *stream, const void *bytes, uint64_t count);

/* As 64-bit or as 32-bit numbers, converted a few at a time. */
void lb_vtk_write_numbers(FILE *stream, const double *numbers, uint64_t count,
                          bool double_precision);

#endif

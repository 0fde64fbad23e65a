/* vtk_appended.h - the raw numbers behind the XML head of a VTK file.
 * Each array has its byte count, a UInt64, in front.  Errors stay in the stream, where
 * lb_file_commit() finds them.
 * SPDX-License-Identifier: MIT */
#ifndef LB_IO_VTK_APPENDED_H
#define LB_IO_VTK_APPENDED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "io/field.h"

/* Of this machine, in VTK's words. */
const char *lb_vtk_byte_order(void);

enum lb_vtk_type { LB_VTK_FLOAT32, LB_VTK_FLOAT64, LB_VTK_UINT8 };

/* Of the numbers of a field in files. */
enum lb_vtk_type lb_vtk_type_of(const struct lb_field_source *source, const struct lb_field *field);

const char *lb_vtk_type_name(enum lb_vtk_type type);
uint64_t lb_vtk_type_bytes(enum lb_vtk_type type);

/* Numbers that come one by one; they are converted a few at a time. */
enum { LB_VTK_STAGING_BYTES = 32768 };
struct lb_vtk_numbers {
    FILE *stream;
    enum lb_vtk_type type;
    size_t used; /* bytes that wait */
    unsigned char staging[LB_VTK_STAGING_BYTES];
};
void lb_vtk_numbers_begin(struct lb_vtk_numbers *n, FILE *stream, enum lb_vtk_type type);
void lb_vtk_numbers_add(struct lb_vtk_numbers *n, double number);
void lb_vtk_numbers_end(struct lb_vtk_numbers *n);

/* As 64-bit or as 32-bit numbers. */
void lb_vtk_write_numbers(FILE *stream, const double *numbers, uint64_t count,
                          bool double_precision);

#endif

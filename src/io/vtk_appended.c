/* vtk_appended.c - the raw numbers behind the XML head of a VTK file.
 * SPDX-License-Identifier: MIT */
#include "io/vtk_appended.h"

#include <string.h>

static const struct {
    const char *name;
    uint64_t bytes;
} types[] = {[LB_VTK_FLOAT32] = {"Float32", sizeof(float)},
             [LB_VTK_FLOAT64] = {"Float64", sizeof(double)},
             [LB_VTK_UINT8] = {"UInt8", 1}};

const char *lb_vtk_type_name(enum lb_vtk_type type)
{
    return types[type].name;
}

uint64_t lb_vtk_type_bytes(enum lb_vtk_type type)
{
    return types[type].bytes;
}

const char *lb_vtk_byte_order(void)
{
    const uint16_t probe = 1;
    uint8_t first;
    memcpy(&first, &probe, 1);
    return first == 1 ? "LittleEndian" : "BigEndian";
}

void lb_vtk_write_bytes(FILE *stream, const void *bytes, uint64_t count)
{
    fwrite(&count, sizeof count, 1, stream);
    if (count > 0) fwrite(bytes, 1, (size_t)count, stream);
}

void lb_vtk_array_begin(struct lb_vtk_array *a, FILE *stream, enum lb_vtk_type type, uint64_t count)
{
    const uint64_t bytes = count * types[type].bytes;
    a->stream = stream;
    a->type = type;
    a->used = 0;
    fwrite(&bytes, sizeof bytes, 1, stream);
}

void lb_vtk_array_add(struct lb_vtk_array *a, double number)
{
    const size_t bytes = (size_t)types[a->type].bytes;
    const float rounded = (float)number;
    if (a->used + bytes > sizeof a->staging) lb_vtk_array_end(a);
    if (a->type == LB_VTK_UINT8)
        a->staging[a->used] = (unsigned char)number;
    else
        memcpy(a->staging + a->used,
               a->type == LB_VTK_FLOAT64 ? (const void *)&number : (const void *)&rounded, bytes);
    a->used += bytes;
}

void lb_vtk_array_end(struct lb_vtk_array *a)
{
    fwrite(a->staging, 1, a->used, a->stream);
    a->used = 0;
}

void lb_vtk_write_numbers(FILE *stream, const double *numbers, uint64_t count,
                          bool double_precision)
{
    struct lb_vtk_array a;
    lb_vtk_array_begin(&a, stream, double_precision ? LB_VTK_FLOAT64 : LB_VTK_FLOAT32, count);
    for (uint64_t n = 0; n < count && !ferror(stream); n++)
        lb_vtk_array_add(&a, numbers[n]);
    lb_vtk_array_end(&a);
}

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

enum lb_vtk_type lb_vtk_type_of(const struct lb_field_source *source, const struct lb_field *field)
{
    if (field->needs == LB_FIELD_FLAGS) return LB_VTK_UINT8;
    return source->double_precision ? LB_VTK_FLOAT64 : LB_VTK_FLOAT32;
}

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

void lb_vtk_numbers_begin(struct lb_vtk_numbers *n, FILE *stream, enum lb_vtk_type type)
{
    n->stream = stream;
    n->type = type;
    n->used = 0;
}

void lb_vtk_numbers_add(struct lb_vtk_numbers *n, double number)
{
    const float rounded = (float)number;
    if (n->used + sizeof number > sizeof n->staging) lb_vtk_numbers_end(n);
    unsigned char *to = n->staging + n->used;
    switch (n->type) {
    case LB_VTK_FLOAT32: memcpy(to, &rounded, sizeof rounded); break;
    case LB_VTK_FLOAT64: memcpy(to, &number, sizeof number); break;
    case LB_VTK_UINT8: *to = (unsigned char)number; break;
    }
    n->used += types[n->type].bytes;
}

void lb_vtk_numbers_end(struct lb_vtk_numbers *n)
{
    fwrite(n->staging, 1, n->used, n->stream);
    n->used = 0;
}

void lb_vtk_write_numbers(FILE *stream, const double *numbers, uint64_t count,
                          bool double_precision)
{
    struct lb_vtk_numbers out;
    const enum lb_vtk_type type = double_precision ? LB_VTK_FLOAT64 : LB_VTK_FLOAT32;
    const uint64_t bytes = count * types[type].bytes;
    fwrite(&bytes, sizeof bytes, 1, stream);
    lb_vtk_numbers_begin(&out, stream, type);
    for (uint64_t n = 0; n < count && !ferror(stream); n++)
        lb_vtk_numbers_add(&out, numbers[n]);
    lb_vtk_numbers_end(&out);
}

/* vtk_appended.c - the raw numbers behind the XML head of a VTK file.
 * SPDX-License-Identifier: MIT */
#include "io/vtk_appended.h"

#include <stddef.h>
#include <string.h>

/* Numbers converted at a time: small, so that writing a field needs no copy of it. */
enum { STAGING_NUMBERS = 8192 };

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

void lb_vtk_write_numbers(FILE *stream, const double *numbers, uint64_t count,
                          bool double_precision)
{
    if (double_precision) {
        lb_vtk_write_bytes(stream, numbers, count * sizeof *numbers);
        return;
    }
    float staging[STAGING_NUMBERS];
    uint64_t bytes = count * sizeof *staging;
    fwrite(&bytes, sizeof bytes, 1, stream);
    for (uint64_t done = 0; done < count && !ferror(stream);) {
        size_t part = count - done < STAGING_NUMBERS ? (size_t)(count - done) : STAGING_NUMBERS;
        for (size_t i = 0; i < part; i++)
            staging[i] = (float)numbers[done + i];
        fwrite(staging, sizeof *staging, part, stream);
        done += part;
    }
}

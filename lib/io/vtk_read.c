/* vtk_read.c - the XML head by its words, then the raw numbers.
 * SPDX-License-Identifier: MIT */
#include "io/vtk_read.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/vtk_appended.h"

enum { HEAD_SIZE = 65536, NAME_SIZE = 64 };

struct head {
    char text[HEAD_SIZE + 1];
    long data; /* place of the first byte count */
};

/* The head ends before the underscore that the numbers follow. */
static bool read_head(FILE *file, struct head *h)
{
    static const char end[] = "<AppendedData encoding=\"raw\">";
    const size_t got = fread(h->text, 1, HEAD_SIZE, file);
    h->text[got] = '\0'; /* the first number's zeros end it, too */
    const char *last = strstr(h->text, end);
    const char *mark = last != NULL ? strchr(last, '_') : NULL;
    if (mark == NULL) return false;
    h->data = (long)(mark + 1 - h->text);
    return true;
}

static bool read_size(const char *text, uint32_t size[3])
{
    unsigned long last[3] = {0};
    const char *extent = strstr(text, "WholeExtent=\""),
               *points = strstr(text, "NumberOfPoints=\"");
    if (extent == NULL) {
        if (points == NULL || sscanf(points, "NumberOfPoints=\"%lu\"", &last[0]) != 1 ||
            last[0] == 0)
            return false;
        last[0]--;
    } else if (sscanf(extent, "WholeExtent=\"0 %lu 0 %lu 0 %lu\"", &last[0], &last[1], &last[2]) !=
               3) {
        return false;
    }
    for (int axis = 0; axis < 3; axis++) {
        if (last[axis] >= UINT32_MAX) return false;
        size[axis] = (uint32_t)last[axis] + 1;
    }
    return true;
}

/* The array's element; *bytes of a number, *offset behind the head. */
static bool find_array(const char *text, const char *array, struct lb_vtk_array *out,
                       unsigned *bytes, unsigned long long *offset)
{
    char name[NAME_SIZE + 8];
    snprintf(name, sizeof name, "Name=\"%.*s\"", NAME_SIZE - 1, array);
    const char *at = strstr(text, name), *begin = at;
    if (at == NULL) return false;
    while (begin > text && *begin != '<')
        begin--;
    const char *end = strchr(at, '>'), *place = strstr(at, "offset=\"");
    const char *components = strstr(at, "NumberOfComponents=\"");
    if (end == NULL || place == NULL || place > end) return false;
    *bytes = strncmp(begin, "<DataArray type=\"Float64\"", 25) == 0   ? 8
             : strncmp(begin, "<DataArray type=\"Float32\"", 25) == 0 ? 4
                                                                      : 0;
    out->components = 1;
    if (components != NULL && components < end)
        out->components = (unsigned)strtoul(components + 20, NULL, 10);
    *offset = strtoull(place + 8, NULL, 10);
    return *bytes != 0 && out->components >= 1 && out->components <= 9;
}

static bool read_numbers(FILE *file, unsigned bytes, struct lb_vtk_array *out)
{
    const uint64_t cells = (uint64_t)out->size[0] * out->size[1] * out->size[2];
    const uint64_t count = cells * out->components;
    uint64_t length = 0;
    if (fread(&length, sizeof length, 1, file) != 1 || length != count * bytes) return false;
    out->numbers = malloc(count * sizeof *out->numbers);
    for (uint64_t n = 0; out->numbers != NULL && n < count; n++) {
        float narrow = 0.0f;
        const size_t got =
            bytes == 8 ? fread(&out->numbers[n], 8, 1, file) : fread(&narrow, 4, 1, file);
        if (got != 1) return false;
        if (bytes == 4) out->numbers[n] = (double)narrow;
    }
    return out->numbers != NULL;
}

static bool read_file(FILE *file, const char *array, struct head *h, struct lb_vtk_array *out)
{
    unsigned bytes;
    unsigned long long offset;
    if (!read_head(file, h) || !read_size(h->text, out->size) ||
        strstr(h->text, lb_vtk_byte_order()) == NULL ||
        !find_array(h->text, array, out, &bytes, &offset))
        return false;
    return fseek(file, h->data + (long)offset, SEEK_SET) == 0 && read_numbers(file, bytes, out);
}

enum lb_status lb_vtk_read(const char *path, const char *array, struct lb_vtk_array *out,
                           struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct head *h = calloc(1, sizeof *h);
    FILE *file = fopen(path, "rb");
    *out = (struct lb_vtk_array){0};
    LB_REQUIRE(file != NULL, LB_STATUS_FAILED, "cannot read %s: %s", path, strerror(errno));
    LB_REQUIRE(h != NULL && read_file(file, array, h, out), LB_STATUS_FAILED,
               "%s has no whole array '%s' of this program's", path, array);
cleanup:
    if (file != NULL) fclose(file);
    free(h);
    if (st != LB_STATUS_OK) {
        free(out->numbers);
        *out = (struct lb_vtk_array){0};
    }
    return st;
}

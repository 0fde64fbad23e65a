/* volume_vti.c - the head of VTK's image data, with raw numbers behind it, as io/vtk.h writes them.
 * https://docs.vtk.org/en/latest/design_documents/VTKFileFormats.html
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "volume/volume_internal.h"

enum { MOST_VALUE = 128 };

/* The next element of a name from `at` on; NULL: none before `end`. */
static const char *element(const char *at, const char *end, const char *name)
{
    const size_t length = strlen(name);
    for (; at != NULL && at < end; at++) {
        at = strchr(at, '<');
        if (at == NULL || at >= end) return NULL;
        if (strncmp(at + 1, name, length) == 0 && strchr(" \t\r\n>/", at[1 + length]) != NULL)
            return at;
    }
    return NULL;
}

/* Of an element; "" where it has none. */
static const char *attribute(const char *tag, const char *name, char out[MOST_VALUE])
{
    const size_t length = strlen(name), whole = strcspn(tag, ">");
    out[0] = '\0';
    for (size_t n = 1; n + length + 2 < whole; n++) {
        if (strchr(" \t\r\n", tag[n - 1]) == NULL || strncmp(tag + n, name, length) != 0 ||
            tag[n + length] != '=' || tag[n + length + 1] != '"')
            continue;
        const char *value = tag + n + length + 2;
        const size_t count = strcspn(value, "\"");
        if (count >= MOST_VALUE || value + count > tag + whole) return out;
        memcpy(out, value, count);
        out[count] = '\0';
        return out;
    }
    return out;
}

static bool read_type(const char *word, enum lb_volume_type *out)
{
    static const char *const names[LB_VOLUME_TYPES] = {
        [LB_VOLUME_BOOL] = "",       [LB_VOLUME_U8] = "UInt8",   [LB_VOLUME_I8] = "Int8",
        [LB_VOLUME_U16] = "UInt16",  [LB_VOLUME_I16] = "Int16",  [LB_VOLUME_U32] = "UInt32",
        [LB_VOLUME_I32] = "Int32",   [LB_VOLUME_U64] = "UInt64", [LB_VOLUME_I64] = "Int64",
        [LB_VOLUME_F32] = "Float32", [LB_VOLUME_F64] = "Float64"};
    for (int n = 1; n < LB_VOLUME_TYPES; n++)
        if (strcmp(names[n], word) == 0) {
            *out = (enum lb_volume_type)n;
            return true;
        }
    return false;
}

/* Points, or the cells between them. */
static enum lb_status read_extent(const char *piece, bool of_cells, struct lb_volume *out,
                                  struct lb_error *err)
{
    char text[MOST_VALUE], *end;
    const char *at = attribute(piece, "Extent", text);
    uint64_t extent[3];
    for (int axis = 0; axis < 3; axis++) {
        const long long first = strtoll(at, &end, 10), last = strtoll(end, &end, 10);
        at = end;
        const bool is_flat = axis == 2 && first == last;
        LB_NEED(last >= first && first > -1000000 && last < 1000000, LB_STATUS_USAGE,
                "'%s' has a piece of extent \"%s\", which is none", out->path, text);
        extent[axis] = (uint64_t)(last - first) + (of_cells && !is_flat ? 0 : 1);
    }
    return lb_volume_set_size(out, extent, extent[2] == 1 ? 2 : 3, err);
}

/* The array of that name, or the first of one number. */
static const char *find_array(const char *data, const char *end, const char *name)
{
    char text[MOST_VALUE];
    for (const char *a = element(data, end, "DataArray"); a != NULL;
         a = element(a + 1, end, "DataArray")) {
        const bool is_single =
            attribute(a, "NumberOfComponents", text)[0] == '\0' || strcmp(text, "1") == 0;
        if (name == NULL ? is_single : strcmp(attribute(a, "Name", text), name) == 0) return a;
    }
    return NULL;
}

/* The bytes of an array, which stand before it: little-endian or not; nothing where the file ends before. */
static void read_said(unsigned bytes, struct lb_volume *out)
{
    unsigned char of[8];
    if (fseeko(out->stream, (off_t)(out->begin - bytes), SEEK_SET) != 0 ||
        fread(of, 1, bytes, out->stream) != bytes)
        return;
    out->said = 0;
    for (unsigned n = 0; n < bytes; n++)
        out->said |= (uint64_t)of[out->is_big_endian ? bytes - 1 - n : n] << 8 * n;
}

/* Where its numbers begin: `raw` is behind the underscore, from which offsets count; before them stand their bytes. */
static enum lb_status read_array(const char *array, uint64_t raw, bool has_long,
                                 struct lb_volume *out, struct lb_error *err)
{
    char text[MOST_VALUE];
    LB_NEED(read_type(attribute(array, "type", text), &out->type), LB_STATUS_USAGE,
            "'%s' has an array of type '%s'; whole numbers and floats are possible", out->path,
            text);
    LB_NEED(strcmp(attribute(array, "format", text), "appended") == 0, LB_STATUS_USAGE,
            "'%s' has an array of format '%s'; appended raw numbers are possible", out->path, text);
    const char *count = attribute(array, "NumberOfComponents", text);
    const unsigned long components = count[0] == '\0' ? 1 : strtoul(count, NULL, 10);
    LB_NEED(components >= 1 && components <= 9, LB_STATUS_USAGE,
            "'%s' has an array of %lu numbers for each cell; 1 to 9 are possible", out->path,
            components);
    out->components = (unsigned)components;
    const uint64_t offset = strtoull(attribute(array, "offset", text), NULL, 10);
    LB_NEED(offset < UINT64_C(1) << 62, LB_STATUS_USAGE, "'%s' has an array beyond any file",
            out->path);
    out->begin = raw + offset + (has_long ? 8 : 4);
    read_said(has_long ? 8 : 4, out);
    return LB_STATUS_OK;
}

static enum lb_status check_encoding(const char *file, const char *appended,
                                     const struct lb_volume *v, struct lb_error *err)
{
    char text[MOST_VALUE];
    LB_NEED(strcmp(attribute(file, "type", text), "ImageData") == 0, LB_STATUS_USAGE,
            "'%s' is of type '%s'; ImageData is needed", v->path, text);
    LB_NEED(attribute(file, "compressor", text)[0] == '\0', LB_STATUS_USAGE,
            "'%s' is compressed; raw numbers are needed", v->path);
    LB_NEED(appended != NULL && strcmp(attribute(appended, "encoding", text), "raw") == 0,
            LB_STATUS_USAGE, "'%s' has no appended raw numbers, which are needed", v->path);
    return LB_STATUS_OK;
}

enum lb_status lb_volume_head_vti(const char *head, size_t size,
                                  const struct lb_volume_hints *hints, struct lb_volume *out,
                                  struct lb_error *err)
{
    char text[MOST_VALUE];
    const char *end = head + size, *file = element(head, end, "VTKFile");
    LB_NEED(file != NULL, LB_STATUS_USAGE, "'%s' is no file of VTK in XML", out->path);
    const char *appended = element(head, end, "AppendedData");
    LB_OK(check_encoding(file, appended, out, err));
    const char *mark = strchr(appended, '_'), *piece = element(head, appended, "Piece");
    LB_NEED(mark != NULL && piece != NULL && element(piece + 1, appended, "Piece") == NULL,
            LB_STATUS_USAGE, "'%s' must have one piece, and '_' before its numbers", out->path);
    const char *cells = element(piece, appended, "CellData");
    const char *points = element(piece, appended, "PointData");
    const char *array = find_array(points != NULL ? points : piece, appended, hints->array);
    LB_NEED(array != NULL, LB_STATUS_USAGE, "'%s' has no array%s%s", out->path,
            hints->array != NULL ? " " : " of one number for each cell",
            hints->array != NULL ? hints->array : "");
    const bool of_cells = cells != NULL && array > cells && (points == NULL || points < cells);
    const char *image = element(head, appended, "ImageData");
    if (image != NULL && attribute(image, "Spacing", text)[0] != '\0')
        out->spacing = strtod(text, NULL);
    out->is_big_endian = strcmp(attribute(file, "byte_order", text), "BigEndian") == 0;
    const bool has_long = strcmp(attribute(file, "header_type", text), "UInt64") == 0;
    LB_OK(read_array(array, (uint64_t)(mark + 1 - head), has_long, out, err));
    return read_extent(piece, of_cells, out, err);
}

/* volume_nrrd.c - the head of "nearly raw raster data".  http://teem.sourceforge.net/nrrd/format.html
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "volume/volume_internal.h"

enum { MOST_VALUE = 256 };

/* The value of a field, as "type: short", into `out`; false where the head has none.  `end`: of the head. */
static bool field_of(const char *head, const char *end, const char *name, char out[MOST_VALUE])
{
    const size_t length = strlen(name);
    for (const char *line = head; line < end; line += strcspn(line, "\n") + 1) {
        if (strncasecmp(line, name, length) != 0 || line[length] != ':') continue;
        const char *value = line + length + 1 + strspn(line + length + 1, " \t=");
        const size_t count = strcspn(value, "\r\n");
        if (count >= MOST_VALUE) return false;
        memcpy(out, value, count);
        out[count] = '\0';
        return true;
    }
    return false;
}

static bool read_type(const char *word, enum lb_volume_type *out)
{
    static const struct {
        const char *names;
        enum lb_volume_type type;
    } types[] = {{"|uchar|unsigned char|uint8|uint8_t|", LB_VOLUME_U8},
                 {"|signed char|int8|int8_t|", LB_VOLUME_I8},
                 {"|ushort|unsigned short|unsigned short int|uint16|uint16_t|", LB_VOLUME_U16},
                 {"|short|short int|signed short|signed short int|int16|int16_t|", LB_VOLUME_I16},
                 {"|uint|unsigned int|uint32|uint32_t|", LB_VOLUME_U32},
                 {"|int|signed int|int32|int32_t|", LB_VOLUME_I32},
                 {"|float|", LB_VOLUME_F32},
                 {"|double|", LB_VOLUME_F64}};
    char wanted[MOST_VALUE + 2];
    wanted[0] = '|';
    strcpy(wanted + 1, word);
    strcat(wanted, "|");
    for (size_t n = 0; n < sizeof types / sizeof types[0]; n++)
        if (strstr(types[n].names, wanted) != NULL) {
            *out = types[n].type;
            return true;
        }
    return false;
}

static enum lb_status read_sizes(const char *text, struct lb_volume *out, struct lb_error *err)
{
    uint64_t extent[4];
    int count = 0;
    for (char *end; count < 4; text = end) {
        text += strspn(text, " ");
        if (*text < '0' || *text > '9') break;
        extent[count++] = strtoull(text, &end, 10);
    }
    LB_NEED(*text == '\0' && count > 0, LB_STATUS_USAGE, "'%s' has sizes that are none", out->path);
    return lb_volume_set_size(out, extent, count < 4 ? count : 4, err);
}

/* What would have the numbers elsewhere. */
static enum lb_status refuse_others(const char *head, const char *end, const struct lb_volume *v,
                                    struct lb_error *err)
{
    static const char *const elsewhere[] = {"data file", "datafile", "byte skip", "byteskip",
                                            "line skip", "lineskip", NULL};
    char value[MOST_VALUE];
    for (int n = 0; elsewhere[n] != NULL; n++)
        LB_NEED(!field_of(head, end, elsewhere[n], value) || strcmp(value, "0") == 0,
                LB_STATUS_USAGE,
                "'%s' has a field '%s'; the numbers must be in the file, right behind its head",
                v->path, elsewhere[n]);
    return LB_STATUS_OK;
}

static enum lb_status read_encoding(const char *head, const char *end, struct lb_volume *out,
                                    struct lb_error *err)
{
    char value[MOST_VALUE] = "";
    const bool is_there = field_of(head, end, "encoding", value);
    out->is_gzip = strcasecmp(value, "gzip") == 0 || strcasecmp(value, "gz") == 0;
    LB_NEED(is_there && (out->is_gzip || strcasecmp(value, "raw") == 0), LB_STATUS_USAGE,
            "'%s' must have encoding raw or gzip (unu save -e gzip makes it)", out->path);
    return LB_STATUS_OK;
}

enum lb_status lb_volume_head_nrrd(const char *head, size_t size,
                                   const struct lb_volume_hints *hints, struct lb_volume *out,
                                   struct lb_error *err)
{
    char value[MOST_VALUE];
    (void)hints;
    LB_NEED(size > 8 && memcmp(head, "NRRD000", 7) == 0, LB_STATUS_USAGE, "'%s' is no NRRD file",
            out->path);
    const char *end = strstr(head, "\n\n"), *other = strstr(head, "\n\r\n");
    const bool is_other = other != NULL && (end == NULL || other < end);
    LB_NEED(end != NULL || other != NULL, LB_STATUS_USAGE,
            "'%s' has no empty line that ends its head", out->path);
    if (is_other) end = other;
    out->begin = (uint64_t)(end - head) + (is_other ? 3 : 2);
    LB_OK(refuse_others(head, end, out, err));
    LB_OK(read_encoding(head, end, out, err));
    LB_NEED(field_of(head, end, "type", value) && read_type(value, &out->type), LB_STATUS_USAGE,
            "'%s' is of a type that is none of whole numbers of 8 to 32 bits, float and double",
            out->path);
    out->is_big_endian = field_of(head, end, "endian", value) && strncasecmp(value, "big", 3) == 0;
    LB_NEED(field_of(head, end, "sizes", value), LB_STATUS_USAGE, "'%s' says no sizes", out->path);
    return read_sizes(value, out, err);
}

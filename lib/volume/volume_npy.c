/* volume_npy.c - the head of an array of NumPy, as NumPy or others write it.
 * https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "volume/volume_internal.h"

static const char magic[] = "\x93NUMPY";

/* What stands behind 'key': in the dictionary; NULL: nothing. */
static const char *behind_key(const char *text, const char *key)
{
    const char *at = strstr(text, key);
    if (at == NULL) return NULL;
    at += strlen(key);
    at += strspn(at, "'\"");
    at += strspn(at, " ");
    return *at == ':' ? at + 1 + strspn(at + 1, " ") : NULL;
}

/* "<u2": in quotes, or it is of several numbers. */
static bool read_type(const char *at, struct lb_volume *out)
{
    static const struct {
        const char *name;
        enum lb_volume_type type;
    } types[] = {{"b1", LB_VOLUME_BOOL}, {"u1", LB_VOLUME_U8},  {"i1", LB_VOLUME_I8},
                 {"u2", LB_VOLUME_U16},  {"i2", LB_VOLUME_I16}, {"u4", LB_VOLUME_U32},
                 {"i4", LB_VOLUME_I32},  {"u8", LB_VOLUME_U64}, {"i8", LB_VOLUME_I64},
                 {"f4", LB_VOLUME_F32},  {"f8", LB_VOLUME_F64}};
    if (at == NULL || (*at != '\'' && *at != '"') || at[1] == '\0' || strchr("<>|=", at[1]) == NULL)
        return false;
    out->is_big_endian = at[1] == '>';
    for (size_t n = 0; n < sizeof types / sizeof types[0]; n++)
        if (strncmp(at + 2, types[n].name, 2) == 0 && at[4] == *at) {
            out->type = types[n].type;
            return true;
        }
    return false;
}

/* "(3, 4, 5)": how many; 0 where it is none. */
static int read_shape(const char *at, uint64_t shape[4])
{
    int count = 0;
    if (at == NULL || *at++ != '(') return 0;
    while (count < 4) {
        at += strspn(at, " ");
        if (*at < '0' || *at > '9') break;
        char *end;
        shape[count++] = strtoull(at, &end, 10);
        at = end + strspn(end, " ");
        if (*at == ',') at++;
    }
    return *at == ')' ? count : 0;
}

enum lb_status lb_volume_head_npy(const char *head, size_t size,
                                  const struct lb_volume_hints *hints, struct lb_volume *out,
                                  struct lb_error *err)
{
    const unsigned char *b = (const unsigned char *)head;
    uint64_t shape[4], extent[3];
    (void)hints;
    LB_NEED(size > 12 && memcmp(head, magic, sizeof magic - 1) == 0 && b[6] >= 1 && b[6] <= 3,
            LB_STATUS_USAGE, "'%s' is no array of NumPy", out->path);
    const size_t before = b[6] == 1 ? 10 : 12;
    size_t length = b[8] + 256u * b[9];
    if (b[6] > 1) length += 65536u * (b[10] + 256u * (size_t)b[11]);
    LB_NEED(length < size && before + length <= size, LB_STATUS_USAGE,
            "'%s' ends within its head, or has one of more than a MiB", out->path);
    out->begin = before + length;
    LB_NEED(read_type(behind_key(head + before, "descr"), out), LB_STATUS_USAGE,
            "'%s' is of a type that is none of bool, whole numbers of 8 to 64 bits, and floats of "
            "32 and 64",
            out->path);
    const char *order = behind_key(head + before, "fortran_order");
    const int count = read_shape(behind_key(head + before, "shape"), shape);
    LB_NEED(order != NULL && count > 0, LB_STATUS_USAGE, "'%s' has a head without order or shape",
            out->path);
    LB_NEED(count == 2 || count == 3, LB_STATUS_USAGE,
            "'%s' has %d dimensions, and 2 or 3 are possible", out->path, count);
    for (int n = 0; n < count; n++)
        extent[n] = shape[count - 1 - n];
    LB_OK(lb_volume_set_size(out, extent, count, err));
    for (int n = 0; n < count && strncmp(order, "True", 4) == 0; n++)
        out->order[n] = count - 1 - n;
    return LB_STATUS_OK;
}

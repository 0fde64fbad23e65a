/* npy.c - prints and reads the header of a NumPy array file.
 * SPDX-License-Identifier: MIT */
#include "checkpoint/npy.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const char magic[] = "\x93NUMPY\x01"; /* and a zero: version 1.0 */
enum { MAGIC_SIZE = 8, PREFIX_SIZE = MAGIC_SIZE + 2, ALIGNMENT = 64 };

static const struct {
    char type[4];
    int bytes;
} types[] = {{"|u1", 1}, {"<u2", 2}, {"<u4", 4}, {"<u8", 8}, {"<i8", 8}, {"<f4", 4}, {"<f8", 8}};
enum { TYPES = sizeof types / sizeof types[0] };

static uint64_t element_bytes(const struct lb_npy *array)
{
    for (int n = 0; n < TYPES; n++)
        if (strcmp(types[n].type, array->type) == 0) return (uint64_t)types[n].bytes;
    return 0;
}

uint64_t lb_npy_bytes(const struct lb_npy *array)
{
    uint64_t bytes = element_bytes(array);
    for (int axis = 0; axis < array->rank; axis++) {
        if (array->shape[axis] > 0 && bytes > INT64_MAX / array->shape[axis]) return 0;
        bytes *= array->shape[axis];
    }
    return bytes;
}

size_t lb_npy_print(const struct lb_npy *array, char out[LB_NPY_MAX_HEADER])
{
    size_t used = PREFIX_SIZE;
    memcpy(out, magic, MAGIC_SIZE);
    used += (size_t)snprintf(out + used, LB_NPY_MAX_HEADER - used,
                             "{'descr': '%s', 'fortran_order': False, 'shape': (", array->type);
    for (int axis = 0; axis < array->rank; axis++)
        used += (size_t)snprintf(out + used, LB_NPY_MAX_HEADER - used, "%s%" PRIu64 "%s",
                                 axis > 0 ? " " : "", array->shape[axis],
                                 axis + 1 < array->rank || array->rank == 1 ? "," : "");
    used += (size_t)snprintf(out + used, LB_NPY_MAX_HEADER - used, "), }");
    const size_t whole = (used + 1 + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    memset(out + used, ' ', whole - used);
    out[whole - 1] = '\n';
    out[MAGIC_SIZE] = (char)((whole - PREFIX_SIZE) & 255);
    out[MAGIC_SIZE + 1] = (char)((whole - PREFIX_SIZE) >> 8);
    return whole;
}

/* --- reading ---------------------------------------------------------------------------------- */

struct reader {
    const char *at, *end;
};

static void skip_blanks(struct reader *r)
{
    while (r->at < r->end && *r->at == ' ')
        r->at++;
}

static bool take(struct reader *r, const char *word)
{
    const size_t length = strlen(word);
    skip_blanks(r);
    if ((size_t)(r->end - r->at) < length || memcmp(r->at, word, length) != 0) return false;
    r->at += length;
    return true;
}

static bool take_count(struct reader *r, uint64_t *out)
{
    const char *const first = r->at;
    *out = 0;
    for (; r->at < r->end && *r->at >= '0' && *r->at <= '9'; r->at++) {
        if (*out > (INT64_MAX - 9) / 10) return false;
        *out = 10 * *out + (uint64_t)(*r->at - '0');
    }
    return r->at > first;
}

static bool take_type(struct reader *r, struct lb_npy *out)
{
    for (int n = 0; n < TYPES; n++) {
        char quoted[64];
        snprintf(quoted, sizeof quoted, "'%s'", types[n].type);
        if (!take(r, quoted)) continue;
        memcpy(out->type, types[n].type, sizeof out->type);
        return true;
    }
    return false;
}

static bool take_shape(struct reader *r, struct lb_npy *out)
{
    if (!take(r, "(")) return false;
    for (;;) {
        skip_blanks(r);
        if (out->rank > 0 && take(r, ")")) return true;
        if (out->rank == LB_NPY_MAX_RANK || !take_count(r, &out->shape[out->rank])) return false;
        out->rank++;
        if (!take(r, ",")) return take(r, ")") && out->rank > 1;
    }
}

static bool take_header(struct reader *r, struct lb_npy *out)
{
    return take(r, "{") && take(r, "'descr'") && take(r, ":") && take_type(r, out) &&
           take(r, ",") && take(r, "'fortran_order'") && take(r, ":") && take(r, "False") &&
           take(r, ",") && take(r, "'shape'") && take(r, ":") && take_shape(r, out) &&
           take(r, ",") && take(r, "}");
}

enum lb_status lb_npy_read(const char *bytes, size_t size, const char *path, struct lb_npy *out,
                           size_t *length, struct lb_error *err)
{
    *out = (struct lb_npy){.rank = 0};
    LB_NEED(size >= PREFIX_SIZE && memcmp(bytes, magic, MAGIC_SIZE) == 0, LB_STATUS_FAILED,
            "'%s' is no array of NumPy (.npy, version 1.0)", path);
    const size_t text =
        (unsigned char)bytes[MAGIC_SIZE] + ((size_t)(unsigned char)bytes[MAGIC_SIZE + 1] << 8);
    *length = PREFIX_SIZE + text;
    LB_NEED(*length <= size, LB_STATUS_FAILED, "'%s' ends within its header", path);
    struct reader r = {bytes + PREFIX_SIZE, bytes + *length};
    LB_NEED(take_header(&r, out), LB_STATUS_FAILED,
            "'%s' has a header that is none of a checkpoint's arrays", path);
    return LB_STATUS_OK;
}

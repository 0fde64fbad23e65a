/* hdf5_objects.c - objects of an HDF5 file, byte by byte.
 * SPDX-License-Identifier: MIT */
#include "fields/hdf5_objects.h"

#include <stdlib.h>
#include <string.h>

/* Of object headers. */
enum message {
    DATASPACE = 0x01,
    LINK_INFO = 0x02,
    DATATYPE = 0x03,
    FILL_VALUE = 0x05,
    LINK = 0x06,
    LAYOUT = 0x08,
    GROUP_INFO = 0x0a,
    ATTRIBUTE = 0x0c
};
enum { HEADER_BYTES = 16, MESSAGE_BYTES = 8, ALIGNMENT = 8 };
static const uint64_t nowhere = UINT64_MAX;

/* --- bytes ------------------------------------------------------------------------------------ */

static void put_bytes(struct lb_hdf5 *h, const void *bytes, size_t count)
{
    if (h->used + count > h->size && !h->is_short) {
        const size_t size = 2 * h->size + count + 4096;
        unsigned char *more = realloc(h->bytes, size);
        h->is_short = more == NULL;
        if (more != NULL) {
            h->bytes = more;
            h->size = size;
        }
    }
    if (!h->is_short) memcpy(h->bytes + h->used, bytes, count);
    h->used += count;
}

static void encode(unsigned char *out, uint64_t value, size_t bytes)
{
    for (size_t n = 0; n < bytes; n++)
        out[n] = (unsigned char)(value >> 8 * n);
}

static void put(struct lb_hdf5 *h, uint64_t value, size_t bytes)
{
    unsigned char out[sizeof value];
    encode(out, value, bytes);
    put_bytes(h, out, bytes);
}

static void put_number(struct lb_hdf5 *h, double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    put(h, bits, sizeof bits);
}

static void change(struct lb_hdf5 *h, size_t at, uint64_t value, size_t bytes)
{
    if (!h->is_short) encode(h->bytes + at, value, bytes);
}

/* To a multiple of eight bytes behind `from`. */
static void fill_up(struct lb_hdf5 *h, size_t from)
{
    while ((h->used - from) % ALIGNMENT != 0)
        put(h, 0, 1);
}

uint64_t lb_hdf5_place(const struct lb_hdf5 *h)
{
    return h->place + h->used;
}

/* --- headers and messages --------------------------------------------------------------------- */

static void begin_header(struct lb_hdf5 *h)
{
    h->header = h->used;
    h->messages = 0;
    put(h, 1, 2); /* version */
    put(h, 0, 2); /* messages */
    put(h, 1, 4); /* links to it */
    put(h, 0, 4); /* bytes of messages */
    put(h, 0, 4);
}

static void begin_message(struct lb_hdf5 *h, enum message type)
{
    h->message = h->used;
    h->messages++;
    put(h, type, 2);
    put(h, 0, 6); /* bytes, flags */
}

static void end_message(struct lb_hdf5 *h)
{
    fill_up(h, h->message);
    change(h, h->message + 2, h->used - h->message - MESSAGE_BYTES, 2);
}

uint64_t lb_hdf5_end(struct lb_hdf5 *h)
{
    change(h, h->header + 2, h->messages, 2);
    change(h, h->header + 8, h->used - h->header - HEADER_BYTES, 4);
    return h->place + h->header;
}

/* --- types and shapes ------------------------------------------------------------------------- */

enum { INT64 = LB_VTK_UINT8 + 1 };

static void put_float_type(struct lb_hdf5 *h, unsigned bytes, unsigned exponent, unsigned fraction,
                           unsigned bias)
{
    put(h, 0x11, 1); /* version, class */
    put(h, 0x20, 1); /* little-endian, highest bit of the fraction not stored */
    put(h, 8 * bytes - 1, 1);
    put(h, 0, 1);
    put(h, bytes, 4);
    put(h, 0, 2);
    put(h, 8 * bytes, 2);
    put(h, fraction, 1);
    put(h, exponent, 1);
    put(h, 0, 1);
    put(h, fraction, 1);
    put(h, bias, 4);
}

static void put_whole_type(struct lb_hdf5 *h, unsigned bytes, bool is_signed)
{
    put(h, 0x10, 1);
    put(h, is_signed ? 0x08 : 0, 3);
    put(h, bytes, 4);
    put(h, 0, 2);
    put(h, 8 * bytes, 2);
}

static void put_type(struct lb_hdf5 *h, int type)
{
    switch (type) {
    case LB_VTK_FLOAT32: put_float_type(h, 4, 8, 23, 127); break;
    case LB_VTK_FLOAT64: put_float_type(h, 8, 11, 52, 1023); break;
    case LB_VTK_UINT8: put_whole_type(h, 1, false); break;
    default: put_whole_type(h, 8, true);
    }
}

static void put_shape(struct lb_hdf5 *h, unsigned rank, const uint64_t *shape)
{
    put(h, 1, 1); /* version */
    put(h, rank, 1);
    put(h, 0, 6);
    for (unsigned n = 0; n < rank; n++)
        put(h, shape[n], 8);
}

/* --- groups ----------------------------------------------------------------------------------- */

void lb_hdf5_begin_group(struct lb_hdf5 *h)
{
    begin_header(h);
    begin_message(h, LINK_INFO); /* links are in the header */
    put(h, 0, 2);
    put(h, nowhere, 8);
    put(h, nowhere, 8);
    end_message(h);
    begin_message(h, GROUP_INFO);
    put(h, 0, 2);
    end_message(h);
}

void lb_hdf5_link(struct lb_hdf5 *h, const char *name, uint64_t place)
{
    begin_message(h, LINK);
    put(h, 1, 1); /* version */
    put(h, 0, 1); /* a hard link, the length of whose name is a byte */
    put(h, strlen(name), 1);
    put_bytes(h, name, strlen(name));
    put(h, place, 8);
    end_message(h);
}

/* Up to its values; `type` is what put_type takes, or -1: a text of `size` bytes. */
static void begin_attribute(struct lb_hdf5 *h, const char *name, int type, size_t size)
{
    const bool is_text = type < 0;
    const uint64_t shape[] = {size};
    const size_t type_bytes = is_text ? 8 : type == LB_VTK_FLOAT64 ? 20 : 12;
    begin_message(h, ATTRIBUTE);
    put(h, 1, 2); /* version */
    put(h, strlen(name) + 1, 2);
    put(h, type_bytes, 2);
    put(h, is_text ? 8 : 16, 2); /* of the shape */
    put_bytes(h, name, strlen(name) + 1);
    fill_up(h, h->message);
    if (is_text) {
        put(h, 0x0113, 4); /* ASCII of that length: VTK 9.3 takes a 0 behind it for a letter */
        put(h, size, 4);
    } else {
        put_type(h, type);
    }
    fill_up(h, h->message);
    put_shape(h, is_text ? 0 : 1, shape);
}

void lb_hdf5_text(struct lb_hdf5 *h, const char *name, const char *text)
{
    begin_attribute(h, name, -1, strlen(text));
    put_bytes(h, text, strlen(text));
    end_message(h);
}

void lb_hdf5_counts(struct lb_hdf5 *h, const char *name, const int64_t *counts, size_t size)
{
    begin_attribute(h, name, INT64, size);
    for (size_t n = 0; n < size; n++)
        put(h, (uint64_t)counts[n], 8);
    end_message(h);
}

void lb_hdf5_numbers(struct lb_hdf5 *h, const char *name, const double *numbers, size_t size)
{
    begin_attribute(h, name, LB_VTK_FLOAT64, size);
    for (size_t n = 0; n < size; n++)
        put_number(h, numbers[n]);
    end_message(h);
}

/* --- data sets -------------------------------------------------------------------------------- */

/* All but the layout, whose message is begun. */
static void begin_dataset(struct lb_hdf5 *h, int type, unsigned rank, const uint64_t *shape,
                          bool in_chunks)
{
    begin_header(h);
    begin_message(h, DATASPACE);
    put_shape(h, rank, shape);
    end_message(h);
    begin_message(h, DATATYPE);
    put_type(h, type);
    end_message(h);
    begin_message(h, FILL_VALUE);
    put(h, 2, 1);                 /* version */
    put(h, in_chunks ? 3 : 2, 1); /* where they are written, later */
    put(h, 2, 1);
    put(h, 1, 1); /* the default one */
    put(h, 0, 4);
    end_message(h);
    begin_message(h, LAYOUT);
    put(h, 3, 1); /* version */
    put(h, in_chunks ? 2 : 1, 1);
}

static uint64_t end_list(struct lb_hdf5 *h, uint64_t data, int type, uint64_t size)
{
    begin_dataset(h, type, 1, &size, false);
    put(h, data, 8);
    put(h, 8 * size, 8);
    end_message(h);
    return lb_hdf5_end(h);
}

uint64_t lb_hdf5_list_of_numbers(struct lb_hdf5 *h, const double *numbers, size_t size)
{
    const uint64_t data = lb_hdf5_place(h);
    for (size_t n = 0; n < size; n++)
        put_number(h, numbers[n]);
    return end_list(h, data, LB_VTK_FLOAT64, size);
}

uint64_t lb_hdf5_list_of_counts(struct lb_hdf5 *h, const int64_t *counts, size_t size)
{
    const uint64_t data = lb_hdf5_place(h);
    for (size_t n = 0; n < size; n++)
        put(h, (uint64_t)counts[n], 8);
    return end_list(h, data, INT64, size);
}

uint64_t lb_hdf5_chunk_bytes(const struct lb_hdf5_chunks *c)
{
    uint64_t bytes = lb_vtk_type_bytes(c->type);
    for (unsigned n = 1; n < c->rank; n++)
        bytes *= c->shape[n];
    return bytes;
}

/* The bytes and the filters of a chunk, its place on each axis, and 0. */
static uint64_t key_bytes(const struct lb_hdf5_chunks *c)
{
    return 8 + 8 * (c->rank + 1);
}

uint64_t lb_hdf5_node_bytes(const struct lb_hdf5_chunks *c)
{
    return 24 + (LB_HDF5_CHILDREN + 1) * key_bytes(c) + LB_HDF5_CHILDREN * 8;
}

static void put_key(struct lb_hdf5 *h, const struct lb_hdf5_chunks *c, uint64_t chunk)
{
    put(h, lb_hdf5_chunk_bytes(c), 4);
    put(h, 0, 4);
    put(h, chunk, 8);
    for (unsigned n = 0; n < c->rank; n++)
        put(h, 0, 8);
}

uint64_t lb_hdf5_node(struct lb_hdf5 *h, const struct lb_hdf5_chunks *c, unsigned level,
                      uint64_t first, const uint64_t *places, size_t count)
{
    const size_t begin = h->used;
    const uint64_t each = level == 0 ? 1 : LB_HDF5_CHILDREN;
    put_bytes(h, "TREE", 4);
    put(h, 1, 1); /* of chunks */
    put(h, level, 1);
    put(h, count, 2);
    put(h, nowhere, 8); /* the node before, */
    put(h, nowhere, 8); /* the one behind: readers come from above */
    for (size_t n = 0; n < count; n++) {
        put_key(h, c, first + n * each);
        put(h, places[n], 8);
    }
    put_key(h, c, first + count * each);
    while (h->used - begin < lb_hdf5_node_bytes(c))
        put(h, 0, 8);
    return h->place + begin;
}

uint64_t lb_hdf5_dataset(struct lb_hdf5 *h, const struct lb_hdf5_chunks *c, uint64_t tree)
{
    begin_dataset(h, (int)c->type, c->rank, c->shape, true);
    put(h, c->rank + 1, 1);
    put(h, tree, 8);
    put(h, 1, 4);
    for (unsigned n = 1; n < c->rank; n++)
        put(h, c->shape[n], 4);
    put(h, lb_vtk_type_bytes(c->type), 4);
    end_message(h);
    return lb_hdf5_end(h);
}

/* --- the beginning ---------------------------------------------------------------------------- */

void lb_hdf5_superblock(uint64_t root, uint64_t end, unsigned char out[LB_HDF5_SUPERBLOCK_BYTES])
{
    memset(out, 0, LB_HDF5_SUPERBLOCK_BYTES);
    memcpy(out, "\x89HDF\r\n\x1a\n", 8);
    out[13] = out[14] = 8; /* bytes of a place, of a length */
    encode(out + 16, 4, 2);
    encode(out + 18, 16, 2);
    encode(out + 32, nowhere, 8); /* lists of gaps */
    encode(out + 40, end, 8);
    encode(out + 48, nowhere, 8); /* drivers */
    encode(out + 64, root, 8);
}

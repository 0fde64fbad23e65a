/* volume_tif.c - the directories of TIFF and BigTIFF: pages of one kind, not compressed, are the layers of a block.
 * TIFF, revision 6.0 (Adobe, 1992); https://www.awaresystems.be/imaging/tiff/bigtiff.html
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "volume/volume_internal.h"

/* Tags. */
enum { WIDTH = 256, HEIGHT = 257, BITS = 258, COMPRESSION = 259, COLOURS = 262, TEXT = 270 };
enum { STRIPS = 273, SAMPLES = 277, STRIP_BYTES = 279, TILES = 322, SMALLER = 330, KIND = 339 };

enum { BLACK_IS_ZERO = 1, MOST_PAGES = 1000000, MOST_TEXT = 1024 };

struct tiff {
    const struct lb_volume *v;
    bool is_wide; /* BigTIFF */
    uint64_t length;
    uint64_t end; /* behind directories and what they have elsewhere, but for numbers of pages */
};

/* One page. */
struct page {
    uint64_t width, height, bits, compression, colours, samples, kind;
    uint64_t begin, bytes; /* of its numbers; bytes 0: it does not say */
    uint64_t next;         /* directory; 0: none */
    uint64_t images;       /* that ImageJ says follow each other; 0: it says nothing */
    bool is_tiled, is_apart;
};

/* Values of one tag: `count` whole numbers of `bytes` each from `at` on. */
struct values {
    uint64_t at, count;
    unsigned bytes;
};

static enum lb_status read_number(const struct tiff *t, uint64_t at, unsigned bytes, uint64_t *out,
                                  struct lb_error *err)
{
    unsigned char of[8];
    *out = 0;
    LB_NEED(at < t->length && bytes <= t->length - at &&
                fseeko(t->v->stream, (off_t)at, SEEK_SET) == 0 &&
                fread(of, 1, bytes, t->v->stream) == bytes,
            LB_STATUS_USAGE, "'%s' is no whole TIFF file: byte %llu is not in it", t->v->path,
            (unsigned long long)at);
    for (unsigned n = 0; n < bytes; n++)
        *out |= (uint64_t)of[t->v->is_big_endian ? bytes - 1 - n : n] << 8 * n;
    return LB_STATUS_OK;
}

static void extend(struct tiff *t, uint64_t begin, uint64_t bytes)
{
    const uint64_t end = begin < t->length && bytes <= t->length - begin ? begin + bytes : 0;
    if (end > t->end) t->end = end;
}

/* What the entry at `at` has, letters or whole numbers; bytes 0: others. */
static enum lb_status read_values(struct tiff *t, uint64_t at, struct values *out,
                                  struct lb_error *err)
{
    static const unsigned sizes[] = {[1] = 1, [2] = 1, [3] = 2, [4] = 4, [16] = 8},
                          others[] = {[5] = 8,  [6] = 1,  [7] = 1,  [8] = 2,  [9] = 4, [10] = 8,
                                      [11] = 4, [12] = 8, [13] = 4, [17] = 8, [18] = 8};
    const unsigned word = t->is_wide ? 8 : 4;
    uint64_t type, elsewhere;
    LB_OK(read_number(t, at + 2, 2, &type, err));
    LB_OK(read_number(t, at + 4, word, &out->count, err));
    out->bytes = type < sizeof sizes / sizeof sizes[0] ? sizes[type] : 0;
    const unsigned bytes = out->bytes > 0                            ? out->bytes
                           : type < sizeof others / sizeof others[0] ? others[type]
                                                                     : 0;
    out->at = at + 4 + word;
    if (bytes == 0 || out->count <= word / bytes) return LB_STATUS_OK;
    LB_OK(read_number(t, out->at, word, &elsewhere, err));
    if (out->count <= t->length / bytes) extend(t, elsewhere, out->count * bytes);
    if (out->bytes > 0) out->at = elsewhere;
    return LB_STATUS_OK;
}

static enum lb_status read_first(const struct tiff *t, const struct values *of, uint64_t *out,
                                 struct lb_error *err)
{
    if (of->bytes == 0 || of->count == 0) return LB_STATUS_OK;
    return read_number(t, of->at, of->bytes, out, err);
}

/* Stacks of more than 4 GiB have one directory; their text has the number of pages.
 * https://imagej.net/ij/developer/source/ij/io/TiffDecoder.java.html */
static void read_text(const struct tiff *t, const struct values *of, struct page *out)
{
    char text[MOST_TEXT + 1] = "";
    const size_t count = of->count < MOST_TEXT ? (size_t)of->count : MOST_TEXT;
    if (of->bytes != 1 || of->at > t->length || fseeko(t->v->stream, (off_t)of->at, SEEK_SET) != 0)
        return;
    text[fread(text, 1, count, t->v->stream)] = '\0';
    const char *images = strstr(text, "\nimages=");
    if (strncmp(text, "ImageJ=", 7) == 0 && images != NULL)
        out->images = strtoull(images + strlen("\nimages="), NULL, 10);
}

/* Where the numbers are, and whether one strip lies behind the other. */
static enum lb_status read_strips(const struct tiff *t, const struct values *strips,
                                  const struct values *bytes, struct page *out,
                                  struct lb_error *err)
{
    LB_OK(read_first(t, strips, &out->begin, err));
    LB_OK(read_first(t, bytes, &out->bytes, err));
    uint64_t expected = out->begin, at, length;
    out->is_apart = strips->bytes == 0 ||
                    (strips->count != 1 && (bytes->count != strips->count || bytes->bytes == 0));
    for (uint64_t n = 0; n < strips->count && strips->count > 1 && !out->is_apart; n++) {
        LB_OK(read_number(t, strips->at + n * strips->bytes, strips->bytes, &at, err));
        LB_OK(read_number(t, bytes->at + n * bytes->bytes, bytes->bytes, &length, err));
        out->is_apart = at != expected;
        expected = at + length;
        out->bytes = expected - out->begin;
    }
    return LB_STATUS_OK;
}

static enum lb_status read_page(struct tiff *t, uint64_t at, struct page *out, struct lb_error *err)
{
    const unsigned head = t->is_wide ? 8 : 2, each = t->is_wide ? 20 : 12;
    struct values strips = {0}, strip_bytes = {0};
    uint64_t entries, tag;
    *out = (struct page){.bits = 1, .compression = 1, .samples = 1, .kind = 1, .colours = 1};
    LB_OK(read_number(t, at, head, &entries, err));
    for (uint64_t n = 0; n < entries; n++) {
        const uint64_t entry = at + head + n * each;
        struct values of;
        LB_OK(read_number(t, entry, 2, &tag, err));
        LB_OK(read_values(t, entry, &of, err));
        uint64_t *to = tag == WIDTH         ? &out->width
                       : tag == HEIGHT      ? &out->height
                       : tag == BITS        ? &out->bits
                       : tag == COMPRESSION ? &out->compression
                       : tag == COLOURS     ? &out->colours
                       : tag == SAMPLES     ? &out->samples
                       : tag == KIND        ? &out->kind
                                            : NULL;
        if (to != NULL) LB_OK(read_first(t, &of, to, err));
        if (tag == TEXT) read_text(t, &of, out);
        if (tag == SMALLER) extend(t, 0, t->length); /* copies of other sizes lie anywhere */
        if (tag == STRIPS) strips = of;
        if (tag == STRIP_BYTES) strip_bytes = of;
        out->is_tiled = out->is_tiled || tag == TILES;
    }
    LB_OK(read_number(t, at + head + entries * each, t->is_wide ? 8 : 4, &out->next, err));
    extend(t, at, head + entries * each + (t->is_wide ? 8 : 4));
    return read_strips(t, &strips, &strip_bytes, out, err);
}

static bool find_type(const struct page *p, enum lb_volume_type *out)
{
    static const enum lb_volume_type types[][4] = {
        {LB_VOLUME_U8, LB_VOLUME_U16, LB_VOLUME_U32, LB_VOLUME_U64},
        {LB_VOLUME_I8, LB_VOLUME_I16, LB_VOLUME_I32, LB_VOLUME_I64},
        {LB_VOLUME_TYPES, LB_VOLUME_TYPES, LB_VOLUME_F32, LB_VOLUME_F64}};
    const int size = p->bits == 8    ? 0
                     : p->bits == 16 ? 1
                     : p->bits == 32 ? 2
                     : p->bits == 64 ? 3
                                     : -1;
    if (size < 0 || p->kind < 1 || p->kind > 3) return false;
    *out = types[p->kind - 1][size];
    return *out != LB_VOLUME_TYPES;
}

static enum lb_status check_page(const struct lb_volume *v, const struct page *p,
                                 enum lb_volume_type *type, struct lb_error *err)
{
    LB_NEED(p->compression == 1, LB_STATUS_USAGE,
            "'%s' is compressed (%llu); it must be saved without compression", v->path,
            (unsigned long long)p->compression);
    LB_NEED(p->samples == 1, LB_STATUS_USAGE,
            "'%s' has %llu numbers for each pixel, as colours have; one is needed", v->path,
            (unsigned long long)p->samples);
    LB_NEED(!p->is_tiled && !p->is_apart && p->begin > 0, LB_STATUS_USAGE,
            "'%s' has its rows in tiles or pieces that do not follow each other; they must be "
            "saved as strips",
            v->path);
    LB_NEED(find_type(p, type), LB_STATUS_USAGE,
            "'%s' has numbers of %llu bits, of the sample format %llu; whole numbers of 8 to 64 "
            "bits and floats of 32 and 64 are possible",
            v->path, (unsigned long long)p->bits, (unsigned long long)p->kind);
    const double needed = (double)p->width * (double)p->height * lb_volume_type_bytes(*type);
    LB_NEED(p->bytes == 0 || (double)p->bytes >= needed, LB_STATUS_USAGE,
            "'%s' is no whole TIFF file: page %u has %llu bytes of the %.0f of its pixels", v->path,
            v->size[2] + 1, (unsigned long long)p->bytes, needed);
    return LB_STATUS_OK;
}

static enum lb_status add_page(struct lb_volume *v, const struct page *p, struct lb_error *err)
{
    const uint64_t k = v->size[2];
    if ((k & (k - 1)) == 0) { /* as many again at each power of two */
        uint64_t *more = realloc(v->pages, (k > 0 ? 2 * k : 1) * sizeof *more);
        LB_NEED(more != NULL, LB_STATUS_FAILED, "no memory for the pages of '%s'", v->path);
        v->pages = more;
    }
    v->pages[k] = p->begin;
    v->size[2]++;
    return LB_STATUS_OK;
}

/* Pages that a preview or a mask would be are not of the image. */
static enum lb_status compare_page(const struct lb_volume *v, const struct page *first,
                                   const struct page *p, enum lb_volume_type type,
                                   struct lb_error *err)
{
    LB_NEED(p->width == first->width && p->height == first->height && type == v->type &&
                p->colours == first->colours,
            LB_STATUS_USAGE,
            "'%s' has pages that differ: page %u is %llu x %llu pixels of %llu bits, and the first "
            "%llu x %llu of %llu; they must have one sample format and colours of one kind, too",
            v->path, v->size[2] + 1, (unsigned long long)p->width, (unsigned long long)p->height,
            (unsigned long long)p->bits, (unsigned long long)first->width,
            (unsigned long long)first->height, (unsigned long long)first->bits);
    return LB_STATUS_OK;
}

static enum lb_status read_pages(struct tiff *t, uint64_t at, struct lb_volume *v,
                                 struct page *first, struct lb_error *err)
{
    for (enum lb_volume_type type = LB_VOLUME_U8; at != 0;) {
        struct page p;
        LB_OK(read_page(t, at, &p, err));
        LB_OK(check_page(v, &p, &type, err));
        if (v->size[2] == 0) {
            *first = p;
            v->type = type;
        }
        LB_OK(compare_page(v, first, &p, type, err));
        LB_NEED(p.begin < t->length && v->size[2] < MOST_PAGES && (p.next == 0 || p.next > at),
                LB_STATUS_USAGE,
                "'%s' has pages beyond its end, more than 10^6, or not one behind the other",
                v->path);
        LB_OK(add_page(v, &p, err));
        at = p.next;
    }
    LB_NEED(v->size[2] > 0, LB_STATUS_USAGE, "'%s' has no page", v->path);
    return LB_STATUS_OK;
}

/* The pages of which the only directory of a stack says nothing. */
static enum lb_status add_images(struct lb_volume *v, const struct page *first,
                                 struct lb_error *err)
{
    struct page p = *first;
    if (v->size[2] > 1) return LB_STATUS_OK;
    LB_NEED(first->images <= MOST_PAGES, LB_STATUS_USAGE,
            "'%s' says that it has %llu pages; %d are possible", v->path,
            (unsigned long long)first->images, MOST_PAGES);
    while (v->size[2] < first->images) {
        p.begin += p.width * p.height * lb_volume_type_bytes(v->type);
        LB_OK(add_page(v, &p, err));
    }
    return LB_STATUS_OK;
}

enum lb_status lb_volume_head_tif(const char *head, size_t size,
                                  const struct lb_volume_hints *hints, struct lb_volume *out,
                                  struct lb_error *err)
{
    struct tiff t = {.v = out};
    struct page first = {0};
    uint64_t at, magic;
    (void)hints;
    LB_NEED(size >= 8 && (memcmp(head, "II", 2) == 0 || memcmp(head, "MM", 2) == 0),
            LB_STATUS_USAGE, "'%s' is no TIFF file", out->path);
    out->is_big_endian = head[0] == 'M';
    LB_NEED(fseeko(out->stream, 0, SEEK_END) == 0 && ftello(out->stream) > 0, LB_STATUS_USAGE,
            "cannot read '%s'", out->path);
    t.length = (uint64_t)ftello(out->stream);
    LB_OK(read_number(&t, 2, 2, &magic, err));
    LB_NEED(magic == 42 || magic == 43, LB_STATUS_USAGE, "'%s' is no TIFF file", out->path);
    t.is_wide = magic == 43;
    LB_OK(read_number(&t, t.is_wide ? 8 : 4, t.is_wide ? 8 : 4, &at, err));
    LB_OK(read_pages(&t, at, out, &first, err));
    LB_OK(add_images(out, &first, err));
    out->head_end = t.end;
    out->is_coded = first.colours != BLACK_IS_ZERO;
    const uint64_t extent[3] = {first.width, first.height, out->size[2]};
    return lb_volume_set_size(out, extent, out->size[2] > 1 ? 3 : 2, err);
}

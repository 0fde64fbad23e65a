/* mesh_stl.c - STL: triangles by the positions of their corners, binary or ASCII.
 * SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "geometry/mesh_builder.h"

/* A head of 80 bytes, the number of triangles, then for each: a normal, three corners (32-bit
 * numbers, lowest byte first) and two bytes that mean nothing. */
enum { HEAD_SIZE = 84, TRIANGLE_SIZE = 50, CORNERS_AT = 12 };

static uint32_t load_u32(const char *bytes)
{
    const unsigned char *b = (const unsigned char *)bytes;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static float load_float(const char *bytes)
{
    uint32_t bits = load_u32(bytes);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Three corners and their triangle; `line` as for lb_mesh_builder_add_triangle(). */
static enum lb_status add_corners(struct lb_mesh_builder *builder, double position[3][3],
                                  size_t line, struct lb_error *err)
{
    uint32_t corner[3];
    for (int i = 0; i < 3; i++)
        LB_OK(lb_mesh_builder_add_shared_node(builder, position[i], &corner[i], err));
    return lb_mesh_builder_add_triangle(builder, corner, line, err);
}

static enum lb_status fail_size(const struct lb_mesh_builder *builder, size_t size, uint64_t count,
                                struct lb_error *err)
{
    return lb_fail(err, LB_STATUS_FAILED,
                   "'%.500s' is neither an ASCII STL file, which begins with 'solid' and has no "
                   "bytes of zero, nor a binary one: it has %zu bytes, but one of %" PRIu64
                   " triangles (by byte %d) should have %" PRIu64,
                   builder->path, size, count, HEAD_SIZE - 4, HEAD_SIZE + TRIANGLE_SIZE * count);
}

/* Programs that write while they compute leave a count of 0 or 2^32 - 1: then the size says it.  Others put
 * bytes of their own behind the triangles. */
static enum lb_status find_count(const char *bytes, size_t size, struct lb_mesh_builder *builder,
                                 uint64_t *count, struct lb_error *err)
{
    const uint64_t said = load_u32(bytes + HEAD_SIZE - 4), room = size - HEAD_SIZE;
    const uint64_t most = room / TRIANGLE_SIZE;
    *count = said;
    if (room == TRIANGLE_SIZE * said) return LB_STATUS_OK;
    if ((said == 0 || said == UINT32_MAX) && most > 0) {
        *count = most;
        snprintf(builder->remark, sizeof builder->remark,
                 "it says that it has %" PRIu64 " triangles; %" PRIu64
                 " fit into its %zu bytes and are read",
                 said, most, size);
        return LB_STATUS_OK;
    }
    if (said == 0 || said > most || 2 * TRIANGLE_SIZE * said < room)
        return fail_size(builder, size, said, err);
    snprintf(builder->remark, sizeof builder->remark,
             "%" PRIu64 " bytes behind its %" PRIu64 " triangles are not read",
             room - TRIANGLE_SIZE * said, said);
    return LB_STATUS_OK;
}

static enum lb_status read_binary(const char *bytes, size_t size, struct lb_mesh_builder *builder,
                                  struct lb_error *err)
{
    uint64_t count = 0;
    LB_OK(find_count(bytes, size, builder, &count, err));
    for (uint64_t t = 0; t < count; t++) {
        size_t at = HEAD_SIZE + TRIANGLE_SIZE * t + CORNERS_AT;
        double position[3][3];
        for (size_t i = 0; i < 9; i++) {
            position[i / 3][i % 3] = (double)load_float(bytes + at + 4 * i);
            if (!isfinite(position[i / 3][i % 3]))
                return lb_fail(err, LB_STATUS_FAILED,
                               "'%.500s', byte %zu: %c of corner %zu of triangle %" PRIu64
                               " of %" PRIu64 " is %g, not a finite number",
                               builder->path, at + 4 * i, "xyz"[i % 3], i / 3 + 1, t + 1, count,
                               position[i / 3][i % 3]);
        }
        enum lb_status st = add_corners(builder, position, 0, err);
        if (st != LB_STATUS_OK) return st;
    }
    return LB_STATUS_OK;
}

/* The words that may open a line, in the order in which they come; a facet goes back to FACET. */
enum place { IN_SOLID, IN_FACET, IN_LOOP, BEHIND_LOOP };

struct facet {
    enum place place;
    int corner_count;
    bool is_ended; /* the last solid, by its 'endsolid' */
    size_t line;   /* where it begins */
    double position[3][3];
};

static enum lb_status fail_order(const struct lb_scan *scan, struct lb_word word,
                                 const struct facet *facet, struct lb_error *err)
{
    static const char *const wanted[] = {"'facet' or 'endsolid'", "'outer loop'",
                                         "'vertex' or 'endloop'", "'endfacet'"};
    char shown[32];
    return lb_scan_fail(scan, err, "expected %s, not '%s'", wanted[facet->place],
                        lb_word_show(word, shown, sizeof shown));
}

static enum lb_status read_corner(struct lb_scan *scan, struct facet *facet, struct lb_error *err)
{
    if (facet->corner_count == 3)
        return lb_scan_fail(scan, err, "a facet has three corners; this is the fourth");
    return lb_scan_point(scan, facet->position[facet->corner_count++], err);
}

static enum lb_status end_loop(const struct lb_scan *scan, struct facet *facet,
                               struct lb_mesh_builder *builder, struct lb_error *err)
{
    if (facet->corner_count != 3)
        return lb_scan_fail(scan, err, "a facet has three corners, but this one ends after %d",
                            facet->corner_count);
    facet->place = BEHIND_LOOP;
    facet->corner_count = 0;
    return add_corners(builder, facet->position, facet->line, err);
}

/* Whether it is "end" and that, with blanks between them or without. */
static bool is_end(struct lb_word word, const char *of)
{
    const size_t length = strlen(of);
    if (word.length < 3 + length || strncasecmp(word.text, "end", 3) != 0) return false;
    const struct lb_word last = {.text = word.text + word.length - length, .length = length};
    for (const char *c = word.text + 3; c < last.text; c++)
        if (strchr(" \t\v\f", *c) == NULL || *c == '\0') return false;
    return lb_word_is(last, of);
}

/* One line.  Normals are not read: the order of the corners says which side is outside. */
static enum lb_status read_line(struct lb_scan *scan, struct facet *facet,
                                struct lb_mesh_builder *builder, struct lb_error *err)
{
    struct lb_word word = {0}, next = {0};
    lb_scan_word(scan, &word);
    if (lb_word_is(word, "end") && lb_scan_word(scan, &next)) /* "end solid" is "endsolid" */
        word.length = (size_t)(next.text + next.length - word.text);
    switch (facet->place) {
    case IN_SOLID:
        facet->is_ended = is_end(word, "solid");
        if (facet->is_ended) return lb_mesh_builder_set_name(builder, (struct lb_word){0}, err);
        if (lb_word_is(word, "solid"))
            return lb_mesh_builder_set_name(builder, lb_scan_rest(scan), err);
        if (!lb_word_is(word, "facet")) break;
        facet->place = IN_FACET;
        facet->line = scan->line;
        return LB_STATUS_OK;
    case IN_FACET:
        if (!lb_word_is(word, "outer")) break;
        facet->place = IN_LOOP;
        return LB_STATUS_OK;
    case IN_LOOP:
        if (lb_word_is(word, "vertex")) return read_corner(scan, facet, err);
        if (is_end(word, "loop")) return end_loop(scan, facet, builder, err);
        break;
    case BEHIND_LOOP:
        if (!is_end(word, "facet")) break;
        facet->place = IN_SOLID;
        return LB_STATUS_OK;
    }
    return fail_order(scan, word, facet, err);
}

static enum lb_status read_ascii(const char *bytes, size_t size, struct lb_mesh_builder *builder,
                                 struct lb_error *err)
{
    struct lb_scan scan = {
        .path = builder->path, .at = lb_scan_start(bytes, size), .end = bytes + size};
    struct facet facet = {0};
    while (lb_scan_line(&scan)) {
        enum lb_status st = read_line(&scan, &facet, builder, err);
        if (st != LB_STATUS_OK) return st;
    }
    if (facet.place != IN_SOLID) return lb_scan_fail(&scan, err, "the file ends inside of a facet");
    if (!facet.is_ended)
        snprintf(builder->remark, sizeof builder->remark,
                 "it ends behind line %zu without 'endsolid', and may have been cut off",
                 scan.line);
    return LB_STATUS_OK;
}

/* Some programs begin binary files with "solid" too: those have zeros in their head, or just the
 * size that their head says. */
static bool is_ascii(const char *bytes, size_t size)
{
    size_t head = size < HEAD_SIZE ? size : HEAD_SIZE;
    size_t blank = (size_t)(lb_scan_start(bytes, size) - bytes);
    while (blank < head && strchr(" \t\r\n", bytes[blank]) != NULL && bytes[blank] != '\0')
        blank++;
    if (head - blank < 5 || strncasecmp(bytes + blank, "solid", 5) != 0) return false;
    if (memchr(bytes, '\0', head) != NULL) return false;
    return size < HEAD_SIZE ||
           size != HEAD_SIZE + TRIANGLE_SIZE * (uint64_t)load_u32(bytes + HEAD_SIZE - 4);
}

enum lb_status lb_mesh_read_stl(const char *bytes, size_t size, struct lb_mesh_builder *builder,
                                struct lb_error *err)
{
    if (is_ascii(bytes, size)) return read_ascii(bytes, size, builder, err);
    if (size >= HEAD_SIZE) return read_binary(bytes, size, builder, err);
    return lb_fail(err, LB_STATUS_FAILED,
                   "'%.500s' is no STL file: it does not begin with 'solid', and its %zu bytes "
                   "are too few for a binary one, which has at least %d",
                   builder->path, size, HEAD_SIZE);
}

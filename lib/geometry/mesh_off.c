/* mesh_off.c - OFF: counts, a line for each node, a line for each face.
 * SPDX-License-Identifier: MIT */
#include "geometry/mesh_builder.h"

#include <stdio.h>

static const char *const heads[] = {"OFF",   "COFF",   "NOFF",   "CNOFF",
                                    "STOFF", "STCOFF", "STNOFF", "STCNOFF"};

/* "OFF" may have letters in front: texture coordinates, colours and normals follow the position,
 * and are not read. */
static bool is_head(struct lb_word word)
{
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        if (lb_word_is(word, heads[i])) return true;
    return false;
}

/* Some files have no blank between it and the number of nodes, "OFF8 6 12": puts the number back. */
static void split_head(struct lb_scan *scan, struct lb_word *word)
{
    size_t letters = 0;
    while (letters < word->length && (word->text[letters] < '0' || word->text[letters] > '9'))
        letters++;
    const struct lb_word head = {.text = word->text, .length = letters};
    if (letters == word->length || !is_head(head)) return;
    scan->at = word->text + letters;
    *word = head;
}

/* Nodes and faces; the number of sides that follows is often wrong, and not read. */
static enum lb_status read_counts(struct lb_scan *scan, struct lb_word word, long long *node_count,
                                  long long *face_count, struct lb_error *err)
{
    enum lb_status st = lb_scan_integer(scan, word, "the number of nodes", node_count, err);
    if (st != LB_STATUS_OK) return st;
    if (!lb_scan_word(scan, &word))
        return lb_scan_fail(scan, err, "the number of faces is missing");
    st = lb_scan_integer(scan, word, "the number of faces", face_count, err);
    if (st == LB_STATUS_OK && (*node_count < 0 || *face_count < 0))
        st = lb_scan_fail(scan, err, "there cannot be %lld nodes and %lld faces", *node_count,
                          *face_count);
    return st;
}

static enum lb_status read_head(struct lb_scan *scan, long long *node_count, long long *face_count,
                                struct lb_error *err)
{
    struct lb_word word;
    char shown[32];
    if (!lb_scan_line(scan) || !lb_scan_word(scan, &word))
        return lb_fail(err, LB_STATUS_FAILED, "'%.500s' is empty", scan->path);
    split_head(scan, &word);
    if (!is_head(word))
        return lb_scan_fail(scan, err, "an OFF file begins with 'OFF', not with '%s'",
                            lb_word_show(word, shown, sizeof shown));
    if (!lb_scan_word(scan, &word) && (!lb_scan_line(scan) || !lb_scan_word(scan, &word)))
        return lb_scan_fail(scan, err, "the numbers of nodes and faces are missing");
    if (lb_word_is(word, "BINARY"))
        return lb_scan_fail(scan, err, "binary OFF files are not read, only those of text");
    return read_counts(scan, word, node_count, face_count, err);
}

static enum lb_status read_face(struct lb_scan *scan, struct lb_mesh_builder *builder,
                                struct lb_error *err)
{
    struct lb_word word = {0};
    long long corner_count = 0, index = 0;
    lb_scan_word(scan, &word);
    enum lb_status st =
        lb_scan_integer(scan, word, "the number of a face's corners", &corner_count, err);
    if (st == LB_STATUS_OK && corner_count < 3)
        st = lb_scan_fail(scan, err, "a face has at least three corners, but this one has %lld",
                          corner_count);
    for (long long i = 0; i < corner_count && st == LB_STATUS_OK; i++) {
        if (!lb_scan_word(scan, &word))
            return lb_scan_fail(scan, err, "a face of %lld corners ends after %lld", corner_count,
                                i);
        st = lb_scan_integer(scan, word, "a corner of a face", &index, err);
        if (st == LB_STATUS_OK && (index < 0 || index >= (long long)builder->node_count))
            st = lb_scan_fail(scan, err,
                              "a face has a corner at node %lld, but the nodes are 0 to %lld",
                              index, (long long)builder->node_count - 1);
        if (st == LB_STATUS_OK)
            st = lb_mesh_builder_add_corner(builder, scan, (uint32_t)index, err);
    }
    return st == LB_STATUS_OK ? lb_mesh_builder_end_face(builder, scan, err) : st;
}

enum lb_status lb_mesh_read_off(const char *bytes, size_t size, struct lb_mesh_builder *builder,
                                struct lb_error *err)
{
    struct lb_scan scan = {.path = builder->path,
                           .at = lb_scan_start(bytes, size),
                           .end = bytes + size,
                           .comments = true};
    long long node_count = 0, face_count = 0;
    enum lb_status st = read_head(&scan, &node_count, &face_count, err);
    for (long long n = 0; n < node_count && st == LB_STATUS_OK; n++) {
        double position[3];
        if (!lb_scan_line(&scan))
            return lb_scan_fail(&scan, err, "the file ends after %lld of %lld nodes", n,
                                node_count);
        st = lb_scan_point(&scan, position, err);
        if (st == LB_STATUS_OK) st = lb_mesh_builder_add_node(builder, position, err);
    }
    for (long long f = 0; f < face_count && st == LB_STATUS_OK; f++) {
        if (!lb_scan_line(&scan))
            return lb_scan_fail(&scan, err, "the file ends after %lld of %lld faces", f,
                                face_count);
        st = read_face(&scan, builder, err);
    }
    if (st == LB_STATUS_OK && lb_scan_line(&scan))
        snprintf(builder->remark, sizeof builder->remark,
                 "what follows its %lld faces, from line %zu on, is not read", face_count,
                 scan.line);
    return st;
}

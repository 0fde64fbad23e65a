/* mesh_obj.c - Wavefront OBJ: the lines `v x y z` and `f corner corner corner ...`.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "output/mesh_builder.h"

/* A corner is "v", "v/vt", "v//vn" or "v/vt/vn"; only v counts.  From 1, or from -1 backwards. */
static enum lb_status read_corner(const struct lb_scan *scan, struct lb_word word,
                                  const struct lb_mesh_builder *builder, uint32_t *node,
                                  struct lb_error *err)
{
    long long index = 0, count = (long long)builder->node_count;
    const char *slash = memchr(word.text, '/', word.length);
    if (slash != NULL) word.length = (size_t)(slash - word.text);
    enum lb_status st = lb_scan_integer(scan, word, "a corner of a face", &index, err);
    if (st != LB_STATUS_OK) return st;
    if (index == 0 || index > count || index < -count)
        return lb_scan_fail(scan, err,
                            "a face has a corner at vertex %lld, but so far there are %lld, "
                            "counted from 1, or from -1 backwards",
                            index, count);
    *node = (uint32_t)(index > 0 ? index - 1 : count + index);
    return LB_STATUS_OK;
}

static enum lb_status read_face(struct lb_scan *scan, struct lb_mesh_builder *builder,
                                struct lb_error *err)
{
    struct lb_mesh_fan fan = {0};
    struct lb_word word;
    while (lb_scan_word(scan, &word)) {
        uint32_t node = 0;
        enum lb_status st = read_corner(scan, word, builder, &node, err);
        if (st == LB_STATUS_OK) st = lb_mesh_fan_add(&fan, node, builder, err);
        if (st != LB_STATUS_OK) return st;
    }
    if (fan.count < 3)
        return lb_scan_fail(scan, err, "a face has at least three corners, but this one has %zu",
                            fan.count);
    return LB_STATUS_OK;
}

enum lb_status lb_mesh_read_obj(const char *bytes, size_t size, struct lb_mesh_builder *builder,
                                struct lb_error *err)
{
    struct lb_scan scan = {.path = builder->path,
                           .at = bytes,
                           .end = bytes + size,
                           .comments = true,
                           .continues = true};
    struct lb_word word;
    while (lb_scan_line(&scan)) {
        enum lb_status st = LB_STATUS_OK;
        if (!lb_scan_word(&scan, &word)) continue;
        if (lb_word_is(word, "v")) {
            double position[3];
            st = lb_scan_point(&scan, position, err);
            if (st == LB_STATUS_OK) st = lb_mesh_builder_add_node(builder, position, err);
        } else if (lb_word_is(word, "f")) {
            st = read_face(&scan, builder, err);
        }
        if (st != LB_STATUS_OK) return st;
    }
    return LB_STATUS_OK;
}

/* mesh_obj.c - Wavefront OBJ: the lines `v x y z`, `f corner corner corner ...`, `g name` and `o
 * name`.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "geometry/mesh_builder.h"

/* A corner is "v", "v/vt", "v//vn" or "v/vt/vn"; only v counts.  From 1, or from -1 backwards. */
static enum lb_status read_corner(const struct lb_scan *scan, struct lb_word word,
                                  const struct lb_mesh_builder *builder, uint32_t *node,
                                  struct lb_error *err)
{
    long long index = 0, count = (long long)builder->node_count;
    const char *slash = memchr(word.text, '/', word.length);
    if (slash != NULL) word.length = (size_t)(slash - word.text);
    LB_OK(lb_scan_integer(scan, word, "a corner of a face", &index, err));
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
    struct lb_word word;
    while (lb_scan_word(scan, &word)) {
        uint32_t node = 0;
        enum lb_status st = read_corner(scan, word, builder, &node, err);
        if (st == LB_STATUS_OK) st = lb_mesh_builder_add_corner(builder, scan, node, err);
        if (st != LB_STATUS_OK) return st;
    }
    return lb_mesh_builder_end_face(builder, scan, err);
}

/* What else OBJ defines (Wavefront, Advanced Visualizer, appendix B1): texture, normals,
 * materials, lines, points, and curved surfaces, which are no triangles. */
static bool is_skipped(struct lb_word word)
{
    static const char *const words[] = {
        "vt",     "vn",     "vp",       "s",      "mg",         "l",         "p",
        "usemtl", "mtllib", "usemap",   "maplib", "bevel",      "lod",       "c_interp",
        "cstype", "deg",    "d_interp", "bmat",   "shadow_obj", "trace_obj", "ctech",
        "stech",  "step",   "curv",     "curv2",  "surf",       "parm",      "trim",
        "hole",   "scrv",   "sp",       "end",    "con"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (lb_word_is(word, words[i])) return true;
    return false;
}

enum lb_status lb_mesh_read_obj(const char *bytes, size_t size, struct lb_mesh_builder *builder,
                                struct lb_error *err)
{
    struct lb_scan scan = {.path = builder->path,
                           .at = lb_scan_start(bytes, size),
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
        } else if (lb_word_is(word, "g") || lb_word_is(word, "o")) {
            st = lb_mesh_builder_set_name(builder, lb_scan_rest(&scan), err);
        } else if (!is_skipped(word)) {
            char shown[32];
            st = lb_scan_fail(&scan, err,
                              "a line begins with '%s', which is not read here; expected 'v', 'f' "
                              "or what may be skipped, such as 'vn', 'g' or '#'",
                              lb_word_show(word, shown, sizeof shown));
        }
        if (st != LB_STATUS_OK) return st;
    }
    return LB_STATUS_OK;
}

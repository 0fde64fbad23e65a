/* mesh_ply.c - PLY: a head that says what follows, then elements of numbers and lists, as text or binary.
 * Nodes are the x, y, z of element "vertex", faces the list "vertex_indices" of element "face"; all
 * other elements and properties are passed over.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>
#include <strings.h>

#include "geometry/mesh_builder.h"

enum { MAX_ELEMENTS = 16, MAX_PROPERTIES = 64 };
enum encoding { TEXT, LITTLE, BIG };

struct type {
    const char *names[2];
    int size; /* [bytes] */
    enum { SIGNED, UNSIGNED, FLOATING } kind;
};

static const struct type types[] = {
    {{"char", "int8"}, 1, SIGNED},       {{"uchar", "uint8"}, 1, UNSIGNED},
    {{"short", "int16"}, 2, SIGNED},     {{"ushort", "uint16"}, 2, UNSIGNED},
    {{"int", "int32"}, 4, SIGNED},       {{"uint", "uint32"}, 4, UNSIGNED},
    {{"float", "float32"}, 4, FLOATING}, {{"double", "float64"}, 8, FLOATING}};

enum use { PASSED, POSITION, CORNERS };

struct property {
    const struct type *count, *type; /* count: of a list, else NULL */
    enum use use;
    int axis; /* of a position */
};

struct element {
    bool is_vertex, is_face;
    long long count;
    int property_count;
    struct property properties[MAX_PROPERTIES];
};

struct ply {
    struct lb_scan scan;
    enum encoding encoding;
    int element_count;
    struct element elements[MAX_ELEMENTS];
    const char *at; /* of binary data */
};

/* --- the head --------------------------------------------------------------------------------- */

static enum lb_status read_type(struct lb_scan *scan, const struct type **out, struct lb_error *err)
{
    struct lb_word word = {0};
    char shown[32];
    lb_scan_word(scan, &word);
    for (size_t n = 0; n < sizeof types / sizeof *types; n++)
        for (int k = 0; k < 2; k++)
            if (lb_word_is(word, types[n].names[k])) {
                *out = &types[n];
                return LB_STATUS_OK;
            }
    return lb_scan_fail(scan, err, "'%s' is no type of numbers, such as float or int",
                        lb_word_show(word, shown, sizeof shown));
}

static enum lb_status read_element(struct ply *p, struct lb_error *err)
{
    struct lb_word name = {0}, count = {0};
    if (p->element_count == MAX_ELEMENTS)
        return lb_scan_fail(&p->scan, err, "more than %d elements", MAX_ELEMENTS);
    struct element *e = &p->elements[p->element_count++];
    lb_scan_word(&p->scan, &name);
    lb_scan_word(&p->scan, &count);
    e->is_vertex = lb_word_is(name, "vertex");
    e->is_face = lb_word_is(name, "face");
    LB_OK(lb_scan_integer(&p->scan, count, "the number of elements", &e->count, err));
    if (e->count < 0) return lb_scan_fail(&p->scan, err, "there cannot be %lld elements", e->count);
    return LB_STATUS_OK;
}

static void choose_use(const struct element *e, struct lb_word name, struct property *out)
{
    static const char *const axes[] = {"x", "y", "z"};
    for (int axis = 0; axis < 3; axis++)
        if (e->is_vertex && out->count == NULL && lb_word_is(name, axes[axis])) {
            out->use = POSITION;
            out->axis = axis;
        }
    if (e->is_face && out->count != NULL &&
        (lb_word_is(name, "vertex_indices") || lb_word_is(name, "vertex_index")))
        out->use = CORNERS;
}

static enum lb_status read_property(struct ply *p, struct lb_error *err)
{
    struct lb_scan *scan = &p->scan;
    struct lb_word word = {0};
    if (p->element_count == 0)
        return lb_scan_fail(scan, err, "a property comes before the first element");
    struct element *e = &p->elements[p->element_count - 1];
    if (e->property_count == MAX_PROPERTIES)
        return lb_scan_fail(scan, err, "an element has more than %d properties", MAX_PROPERTIES);
    struct property *out = &e->properties[e->property_count++];
    *out = (struct property){0};
    const char *before = scan->at;
    if (lb_scan_word(scan, &word) && lb_word_is(word, "list"))
        LB_OK(read_type(scan, &out->count, err));
    else
        scan->at = before;
    LB_OK(read_type(scan, &out->type, err));
    if (!lb_scan_word(scan, &word)) return lb_scan_fail(scan, err, "a property has no name");
    choose_use(e, word, out);
    return LB_STATUS_OK;
}

static enum lb_status read_encoding(struct ply *p, struct lb_error *err)
{
    static const char *const names[] = {"ascii", "binary_little_endian", "binary_big_endian"};
    struct lb_word word = {0};
    char shown[32];
    lb_scan_word(&p->scan, &word);
    for (int n = 0; n < 3; n++)
        if (lb_word_is(word, names[n])) {
            p->encoding = (enum encoding)n;
            return LB_STATUS_OK;
        }
    return lb_scan_fail(&p->scan, err,
                        "the format is '%s'; ascii, binary_little_endian and binary_big_endian are "
                        "read",
                        lb_word_show(word, shown, sizeof shown));
}

/* Where a vertex has no position, nothing can be made of the file. */
static enum lb_status check_head(const struct ply *p, struct lb_error *err)
{
    for (int n = 0; n < p->element_count; n++) {
        const struct element *e = &p->elements[n];
        unsigned axes = 0;
        for (int k = 0; k < e->property_count; k++)
            if (e->properties[k].use == POSITION) axes |= 1u << e->properties[k].axis;
        if (e->property_count == 0 && e->count > 0)
            return lb_scan_fail(&p->scan, err, "an element has no properties");
        if (e->is_vertex && axes != 7)
            return lb_scan_fail(&p->scan, err, "element vertex must have properties x, y and z");
    }
    return LB_STATUS_OK;
}

static enum lb_status read_head(struct ply *p, struct lb_error *err)
{
    struct lb_word word = {0};
    char shown[32];
    bool has_format = false;
    if (!lb_scan_line(&p->scan) || !lb_scan_word(&p->scan, &word) || !lb_word_is(word, "ply"))
        return lb_scan_fail(&p->scan, err, "a PLY file begins with 'ply'");
    while (lb_scan_line(&p->scan)) {
        lb_scan_word(&p->scan, &word);
        if (lb_word_is(word, "end_header")) {
            if (!has_format) return lb_scan_fail(&p->scan, err, "the head has no format");
            return check_head(p, err);
        }
        if (lb_word_is(word, "format")) {
            LB_OK(read_encoding(p, err));
            has_format = true;
        } else if (lb_word_is(word, "element")) {
            LB_OK(read_element(p, err));
        } else if (lb_word_is(word, "property")) {
            LB_OK(read_property(p, err));
        } else if (!lb_word_is(word, "comment") && !lb_word_is(word, "obj_info")) {
            return lb_scan_fail(&p->scan, err,
                                "expected 'element', 'property' or 'end_header', not '%s'",
                                lb_word_show(word, shown, sizeof shown));
        }
    }
    return lb_scan_fail(&p->scan, err, "the file ends before 'end_header'");
}

/* --- numbers ---------------------------------------------------------------------------------- */

static double decode(const unsigned char *bytes, const struct type *type, bool is_big)
{
    uint64_t bits = 0;
    for (int n = 0; n < type->size; n++)
        bits |= (uint64_t)bytes[is_big ? type->size - 1 - n : n] << (8 * n);
    if (type->kind == UNSIGNED) return (double)bits;
    if (type->kind == SIGNED) {
        const uint64_t sign = UINT64_C(1) << (8 * type->size - 1);
        return (double)(int64_t)((bits ^ sign) - sign);
    }
    if (type->size == 8) {
        double value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    const uint32_t half = (uint32_t)bits;
    float value;
    memcpy(&value, &half, sizeof value);
    return (double)value;
}

static enum lb_status read_number(struct ply *p, const struct type *type, double *out,
                                  struct lb_error *err)
{
    struct lb_word word;
    if (p->encoding != TEXT) {
        if (p->scan.end - p->at < type->size)
            return lb_fail(err, LB_STATUS_FAILED, "'%.500s' ends before its last element",
                           p->scan.path);
        *out = decode((const unsigned char *)p->at, type, p->encoding == BIG);
        p->at += type->size;
        return LB_STATUS_OK;
    }
    while (!lb_scan_word(&p->scan, &word))
        if (!lb_scan_line(&p->scan))
            return lb_scan_fail(&p->scan, err, "the file ends before its last element");
    return lb_scan_number(&p->scan, word, "a property", out, err);
}

static enum lb_status add_corner(struct ply *p, struct lb_mesh_builder *builder, double index,
                                 struct lb_error *err)
{
    if (!(index >= 0.0 && index < (double)builder->node_count && index == floor(index)))
        return lb_scan_fail(&p->scan, err,
                            "a face has a corner at vertex %.9g, but there are %zu, counted from 0",
                            index, builder->node_count);
    return lb_mesh_builder_add_corner(builder, &p->scan, (uint32_t)index, err);
}

static enum lb_status read_list(struct ply *p, const struct property *property,
                                struct lb_mesh_builder *builder, struct lb_error *err)
{
    double count, value;
    LB_OK(read_number(p, property->count, &count, err));
    if (!(count >= 0.0 && count <= 1e9))
        return lb_scan_fail(&p->scan, err, "a list has a length of %.9g", count);
    for (double n = 0.0; n < count; n += 1.0) {
        LB_OK(read_number(p, property->type, &value, err));
        if (property->use == CORNERS) LB_OK(add_corner(p, builder, value, err));
    }
    if (property->use != CORNERS) return LB_STATUS_OK;
    return lb_mesh_builder_end_face(builder, &p->scan, err);
}

static enum lb_status read_one(struct ply *p, const struct element *e,
                               struct lb_mesh_builder *builder, struct lb_error *err)
{
    double position[3] = {0.0, 0.0, 0.0}, value;
    for (int n = 0; n < e->property_count; n++) {
        const struct property *property = &e->properties[n];
        if (property->count != NULL) {
            LB_OK(read_list(p, property, builder, err));
            continue;
        }
        LB_OK(read_number(p, property->type, &value, err));
        if (property->use != POSITION) continue;
        position[property->axis] = value;
        if (!isfinite(value))
            return lb_scan_fail(&p->scan, err, "%c of vertex %zu is %g, not a finite number",
                                "xyz"[property->axis], builder -> node_count, value);
    }
    return e->is_vertex ? lb_mesh_builder_add_node(builder, position, err) : LB_STATUS_OK;
}

/* --- the file --------------------------------------------------------------------------------- */

/* Data begins behind the break of the last line of the head. */
static void begin_data(struct ply *p)
{
    p->at = p->scan.line_end;
    if (p->at < p->scan.end && *p->at == '\r') p->at++;
    if (p->at < p->scan.end && *p->at == '\n') p->at++;
    if (p->encoding != TEXT) p->scan.line = 0; /* there are none */
}

enum lb_status lb_mesh_read_ply(const char *bytes, size_t size, struct lb_mesh_builder *builder,
                                struct lb_error *err)
{
    struct ply p = {.scan = {.path = builder->path,
                             .at = lb_scan_start(bytes, size),
                             .end = bytes + size,
                             .line = 1}};
    LB_OK(read_head(&p, err));
    begin_data(&p);
    for (int n = 0; n < p.element_count; n++)
        for (long long k = 0; k < p.elements[n].count; k++)
            LB_OK(read_one(&p, &p.elements[n], builder, err));
    return LB_STATUS_OK;
}

/* test_mesh_file.c - meshes come back from each format; broken files are refused, by line or byte.
 * SPDX-License-Identifier: MIT */
#include "geometry/mesh_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "geometry/mesh_builder.h"
#include "support/check.h"
#include "support/python.h"
#include "support/shapes.h"

static void write_off(FILE *stream, const struct lb_mesh *mesh)
{
    fprintf(stream, "OFF # a comment\n\n%u %u 0\n", mesh->node_count, mesh->triangle_count);
    for (size_t n = 0; n < mesh->node_count; n++)
        fprintf(stream, "%.17g %.17g %.17g\n", mesh->position[3 * n], mesh->position[3 * n + 1],
                mesh->position[3 * n + 2]);
    for (size_t t = 0; t < mesh->triangle_count; t++)
        fprintf(stream, "3 %u %u %u 255 0 0\n", mesh->corner[3 * t], mesh->corner[3 * t + 1],
                mesh->corner[3 * t + 2]);
}

/* Every way to name a corner, in turn. */
static void write_obj(FILE *stream, const struct lb_mesh *mesh)
{
    fputs("# a mesh\r\nmtllib none.mtl\r\no body\r\nvt 0 0\r\nvn 0 0 1\r\n", stream);
    for (size_t n = 0; n < mesh->node_count; n++)
        fprintf(stream, "v %.17g\t%.17g %.17g 1.0\r\n", mesh->position[3 * n],
                mesh->position[3 * n + 1], mesh->position[3 * n + 2]);
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *k = mesh->corner + 3 * t;
        switch (t % 5) {
        case 0: fprintf(stream, "f %u %u %u\r\n", k[0] + 1, k[1] + 1, k[2] + 1); break;
        case 1: fprintf(stream, "f %u/1 %u/1 %u/1\r\n", k[0] + 1, k[1] + 1, k[2] + 1); break;
        case 2: fprintf(stream, "f %u//1 %u//1 %u//1\r\n", k[0] + 1, k[1] + 1, k[2] + 1); break;
        case 3:
            fprintf(stream, "f %u/1/1 \\\r\n%u/1/1 %u/1/1\r\n", k[0] + 1, k[1] + 1, k[2] + 1);
            break;
        default:
            fprintf(stream, "f %lld %lld %lld\r\n", (long long)k[0] - mesh->node_count,
                    (long long)k[1] - mesh->node_count, (long long)k[2] - mesh->node_count);
        }
    }
}

static void write_ascii_stl(FILE *stream, const struct lb_mesh *mesh)
{
    fputs("solid body of many facets\n", stream);
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        fputs("  facet normal 0 0 0\n    outer loop\n", stream);
        for (size_t i = 0; i < 3; i++) {
            const double *x = mesh->position + 3 * (size_t)mesh->corner[3 * t + i];
            fprintf(stream, "      vertex %.17e %.17e %.17e\n", x[0], x[1], x[2]);
        }
        fputs("    endloop\n  endfacet\n", stream);
    }
    fputs("endsolid body of many facets\n", stream);
}

/* Lowest byte first, as this test's machines have them. */
static void write_binary_stl(FILE *stream, const struct lb_mesh *mesh)
{
    char head[80] = "solid, says a binary file";
    fwrite(head, 1, sizeof head, stream);
    fwrite(&mesh->triangle_count, 4, 1, stream);
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        float numbers[12] = {0};
        for (size_t i = 0; i < 9; i++)
            numbers[3 + i] = (float)mesh->position[3 * (size_t)mesh->corner[3 * t + i / 3] + i % 3];
        fwrite(numbers, 4, 12, stream);
        fwrite(head + 70, 1, 2, stream);
    }
}

static void write_file(const char *path, void (*write)(FILE *, const struct lb_mesh *),
                       const struct lb_mesh *mesh)
{
    FILE *stream = fopen(path, "wb");
    if (!LB_CHECK(stream != NULL)) return;
    write(stream, mesh);
    LB_CHECK(fclose(stream) == 0);
}

/* With what others write, too: colours before and strips behind, counts and indices of other types. */
static void write_text_ply(FILE *stream, const struct lb_mesh *mesh)
{
    fprintf(stream,
            "ply\nformat ascii 1.0\ncomment x\nelement vertex %u\nproperty uchar red\n"
            "property double x\nproperty double y\nproperty float64 z\nelement face %u\n"
            "property list uchar int vertex_indices\nproperty list uchar float texcoord\n"
            "element edge 1\nproperty int a\nend_header\n",
            mesh->node_count, mesh->triangle_count);
    for (size_t n = 0; n < mesh->node_count; n++)
        fprintf(stream, "7 %.17g %.17g %.17g\n", mesh->position[3 * n], mesh->position[3 * n + 1],
                mesh->position[3 * n + 2]);
    for (size_t t = 0; t < mesh->triangle_count; t++)
        fprintf(stream, "3 %u %u %u 2 0.5 1\n", mesh->corner[3 * t], mesh->corner[3 * t + 1],
                mesh->corner[3 * t + 2]);
    fprintf(stream, "-3\n");
}

static void write_ordered(FILE *stream, const void *value, size_t size, bool is_big)
{
    const unsigned char *bytes = value; /* of a machine with the lowest byte first */
    for (size_t n = 0; n < size; n++)
        fputc(bytes[is_big ? size - 1 - n : n], stream);
}

static void write_binary_ply(FILE *stream, const struct lb_mesh *mesh, bool is_big)
{
    fprintf(stream,
            "ply\r\nformat binary_%s_endian 1.0\r\nelement vertex %u\r\nproperty double x\r\n"
            "property double y\r\nproperty double z\r\nproperty short s\r\nelement face %u\r\n"
            "property char c\r\nproperty list ushort uint vertex_index\r\nend_header\r\n",
            is_big ? "big" : "little", mesh->node_count, mesh->triangle_count);
    const uint16_t three = 3, some = 0x0d0a;
    for (size_t n = 0; n < 3 * (size_t)mesh->node_count; n++) {
        write_ordered(stream, mesh->position + n, 8, is_big);
        if (n % 3 == 2) write_ordered(stream, &some, 2, is_big);
    }
    for (size_t h = 0; h < 3 * (size_t)mesh->triangle_count; h++) {
        if (h % 3 == 0) fputc('x', stream);
        if (h % 3 == 0) write_ordered(stream, &three, 2, is_big);
        write_ordered(stream, mesh->corner + h, 4, is_big);
    }
}

static void write_little_ply(FILE *stream, const struct lb_mesh *mesh)
{
    write_binary_ply(stream, mesh, false);
}

static void write_big_ply(FILE *stream, const struct lb_mesh *mesh)
{
    write_binary_ply(stream, mesh, true);
}

/* The same triangles in the same order, whatever the numbers of their nodes. */
static void check_same(const struct lb_mesh *a, const struct lb_mesh *b, double tolerance)
{
    double worst = 0.0;
    LB_CHECK_EQUAL_INT(a->node_count, b->node_count);
    LB_CHECK_EQUAL_INT(a->triangle_count, b->triangle_count);
    if (a->triangle_count != b->triangle_count) return;
    for (size_t h = 0; h < 3 * (size_t)a->triangle_count; h++)
        for (size_t i = 0; i < 3; i++)
            worst = fmax(worst, fabs(a->position[3 * (size_t)a->corner[h] + i] -
                                     b->position[3 * (size_t)b->corner[h] + i]));
    LB_CHECK_NEAR(worst, 0.0, tolerance);
}

static void check_round_trip(const char *path, void (*write)(FILE *, const struct lb_mesh *),
                             double tolerance)
{
    struct lb_error err = {0};
    struct lb_mesh mesh = lb_shape_sphere(3, 13.5, 64, 32, 96), back = {0};
    write_file(path, write, &mesh);
    LB_CHECK_OK(lb_mesh_read(path, &back, &err), &err);
    LB_CHECK_OK(lb_mesh_check(&back, &err), &err);
    check_same(&back, &mesh, tolerance);
    unlink(path);
    lb_mesh_free(&mesh);
    lb_mesh_free(&back);
}

static void meshes_come_back_from_every_format(void)
{
    check_round_trip("body.off", write_off, 0.0);
    check_round_trip("body.OBJ", write_obj, 0.0);
    check_round_trip("body.stl", write_ascii_stl, 0.0);
    check_round_trip("body.Stl", write_binary_stl, 96.0 * 1.2e-7);
    check_round_trip("body.ply", write_text_ply, 0.0);
    check_round_trip("body.PLY", write_little_ply, 0.0);
    check_round_trip("big.ply", write_big_ply, 0.0);
}

static void what_vtk_wrote_has_the_measures_that_vtk_found(void)
{
    char *none[] = {NULL};
    const char *names[3] = {"vtk-binary.stl", "vtk-ascii.stl", "vtk.obj"};
    unsigned nodes, triangles;
    double volume, area;
    int status = lb_run_python("unit/geometry/write_meshes.py", none);
    if (status == 77) return;
    LB_CHECK_EQUAL_INT(status, 0);
    FILE *stream = fopen("vtk-mesh.txt", "r");
    if (!LB_CHECK(stream != NULL)) return;
    LB_CHECK_EQUAL_INT(fscanf(stream, "%u %u %lf %lf", &nodes, &triangles, &volume, &area), 4);
    fclose(stream);
    for (int i = 0; i < 3; i++) {
        struct lb_error err = {0};
        struct lb_mesh mesh = {0};
        LB_CHECK_OK(lb_mesh_read(names[i], &mesh, &err), &err);
        LB_CHECK_OK(lb_mesh_check(&mesh, &err), &err);
        LB_CHECK_EQUAL_INT(mesh.node_count, nodes);
        LB_CHECK_EQUAL_INT(mesh.triangle_count, triangles);
        LB_CHECK_CLOSE(lb_mesh_area(&mesh), area, 1e-5);
        LB_CHECK_CLOSE(lb_mesh_volume(&mesh), volume, 1e-4); /* VTK's rule for it is not exact */
        lb_mesh_free(&mesh);
        unlink(names[i]);
    }
    unlink("vtk-mesh.txt");
}

static struct lb_mesh parse(const char *path, const char *text)
{
    struct lb_error err = {0};
    struct lb_mesh mesh = {0};
    /* A copy of just that size: a sanitizer sees a read behind the end. */
    size_t size = strlen(text);
    char *bytes = malloc(size);
    memcpy(bytes, text, size);
    LB_CHECK_OK(lb_mesh_parse(path, bytes, size, &mesh, &err), &err);
    free(bytes);
    return mesh;
}

static void polygons_become_fans_and_lonely_nodes_go(void)
{
    const char *obj = "v 9 9 9\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv .5 .5 1e0\n"
                      "f 5 4 3 2\nf 2 3 6\nf 3 4 6\nf 4 5 6\nf 5 2 6"; /* a pyramid */
    const char *off = "OFF 6 5 8\r9 9 9\r0 0 0\r1 0 0\r1 1 0\r0 1 0\r.5 .5 1\r"
                      "4 4 3 2 1\r3 1 2 5\r3 2 3 5\r3 3 4 5\r3 4 1 5";
    struct lb_mesh a = parse("pyramid.obj", obj), b = parse("pyramid.off", off);
    LB_CHECK_EQUAL_INT(a.node_count, 5);
    LB_CHECK_EQUAL_INT(a.triangle_count, 6);
    LB_CHECK_CLOSE(lb_mesh_volume(&a), 1.0 / 3.0, 1e-14);
    check_same(&a, &b, 0.0);
    lb_mesh_free(&a);
    lb_mesh_free(&b);
}

/* A prism over a face of `count` corners at (x, y), its two lids by one polygon each, begun at corner
 * `first`, its walls of squares.  Fit for OBJ; `bend` lifts every other corner of both lids. */
static struct lb_mesh prism(const double (*corner)[2], unsigned count, unsigned first, double bend)
{
    char text[4096];
    size_t used = 0;
    for (unsigned i = 0; i < 2 * count; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "v %.17g %.17g %.17g\n",
                                 corner[i % count][0], corner[i % count][1],
                                 (i < count ? 0.0 : 1.0) + (i % count % 2 ? bend : 0.0));
    for (unsigned lid = 0; lid < 2; lid++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "f");
        for (unsigned i = 0; i < count; i++)
            used += (size_t)snprintf(text + used, sizeof text - used, " %u",
                                     lid == 0 ? (first + count - i) % count + 1
                                              : (first + i) % count + count + 1);
        used += (size_t)snprintf(text + used, sizeof text - used, "\n");
    }
    for (unsigned i = 0; i < count; i++) {
        const unsigned next = (i + 1) % count;
        used += (size_t)snprintf(text + used, sizeof text - used, "f %u %u %u %u\n", i + 1,
                                 next + 1, next + count + 1, i + count + 1);
    }
    return parse("prism.obj", text);
}

/* Area and volume say that nothing is folded: a fold adds area. */
static void check_prism(const double (*corner)[2], unsigned count, double base, double around)
{
    for (unsigned first = 0; first < count; first++) {
        struct lb_error err = {0};
        struct lb_mesh mesh = prism(corner, count, first, 0.0);
        LB_CHECK_OK(lb_mesh_check(&mesh, &err), &err);
        LB_CHECK_EQUAL_INT(mesh.triangle_count, 2 * (count - 2) + 2 * count);
        LB_CHECK_CLOSE(lb_mesh_volume(&mesh), base, 1e-14);
        LB_CHECK_CLOSE(lb_mesh_area(&mesh), 2.0 * base + around, 1e-14);
        lb_mesh_free(&mesh);
    }
}

static void any_polygon_is_cut_without_folds(void)
{
    static const double ell[6][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
    static const double comb[10][2] = {{0, 0}, {5, 0}, {5, 3}, {4, 3}, {4, 1},
                                       {3, 1}, {2, 3}, {2, 1}, {1, 1}, {0, 3}};
    static const double with_middles[8][2] = {{0, 0}, {1, 0}, {2, 0}, {2, 1},
                                              {2, 2}, {1, 2}, {0, 2}, {0, 1}};
    const double comb_area = 5.0 + 2.0 + 1.0 + 1.0; /* a bar, a square tooth, two pointed ones */
    const double comb_around = 5 + 3 + 1 + 2 + 1 + sqrt(5.0) + 2 + 1 + sqrt(5.0) + 3;
    check_prism(ell, 6, 3.0, 8.0);
    check_prism(comb, 10, comb_area, comb_around);
    check_prism(with_middles, 8, 4.0, 8.0);
}

/* The n-th of `count` corners: two arms of a spiral, a comb, or a star with long and short rays. */
static void long_face_corner(int shape, unsigned n, unsigned count, double out[2])
{
    const bool returns = n >= count / 2;
    const double along = returns ? count - 1 - n : n, part = along / (count / 2 - 1);
    if (shape == 0) {
        const double angle = 40.0 * part, radius = 5.0 + angle + (returns ? -2.0 : 2.0);
        out[0] = radius * cos(angle);
        out[1] = radius * sin(angle);
    } else if (shape == 1) {
        out[0] = along;
        out[1] = returns && n % 2 == 0 ? 50.0 : returns ? 1.0 : 0.0;
    } else {
        const double radius = 1.0 + (double)(n * 2654435761u % 1024u) / 64.0;
        out[0] = radius * cos(2.0 * 3.14159265358979323846 * n / count);
        out[1] = radius * sin(2.0 * 3.14159265358979323846 * n / count);
    }
}

/* As many as a face may have.  Turned over and tilted, too. */
static void long_faces_are_cut_without_folds(void)
{
    enum { COUNT = LB_MESH_MAX_FACE_CORNERS, ROOM = 80 };
    char *text = malloc((size_t)COUNT * ROOM);
    for (int shape = 0; shape < 6 && text != NULL; shape++) {
        double twice_area = 0.0;
        size_t used = 0;
        for (unsigned n = 0; n < COUNT; n++) {
            double a[2], b[2];
            long_face_corner(shape / 2, n, COUNT, a);
            long_face_corner(shape / 2, (n + 1) % COUNT, COUNT, b);
            twice_area += a[0] * b[1] - a[1] * b[0];
            used += (size_t)snprintf(text + used, ROOM, "v %.17g %.17g %.17g\n", a[0], 0.6 * a[1],
                                     0.8 * a[1]);
        }
        used += (size_t)snprintf(text + used, ROOM, "f");
        for (unsigned n = 0; n < COUNT; n++)
            used += (size_t)snprintf(text + used, ROOM, " %u", shape % 2 ? COUNT - n : n + 1);
        struct lb_mesh mesh = parse("long.obj", text);
        LB_CHECK_EQUAL_INT(mesh.triangle_count, COUNT - 2);
        LB_CHECK_CLOSE(lb_mesh_area(&mesh), 0.5 * fabs(twice_area), 1e-9);
        lb_mesh_free(&mesh);
    }
    LB_CHECK(text != NULL);
    free(text);
}

/* Lids that are a little out of a plane, and corners that are a little off a straight side. */
static void polygons_need_not_be_quite_flat_or_straight(void)
{
    static const double square[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    static const double dented[5][2] = {{0, 0}, {1, 1e-8}, {2, 0}, {2, 2}, {0, 2}};
    for (unsigned first = 0; first < 5; first++) {
        struct lb_error err = {0};
        struct lb_mesh bent = prism(square, 4, first % 4, 0.05);
        struct lb_mesh flat = prism(dented, 5, first, 0.0);
        LB_CHECK_OK(lb_mesh_check(&bent, &err), &err);
        LB_CHECK_OK(lb_mesh_check(&flat, &err), &err);
        LB_CHECK_CLOSE(lb_mesh_volume(&bent), 1.0, 0.04);
        LB_CHECK_CLOSE(lb_mesh_area(&flat), 16.0, 1e-7);
        lb_mesh_free(&bent);
        lb_mesh_free(&flat);
    }
}

static void zeros_of_both_signs_are_one_place(void)
{
    struct lb_mesh mesh =
        parse("zeros.stl", "solid\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n"
                           "vertex 0 1 0\nendloop\nendfacet\nfacet normal 0 0 0\nouter loop\n"
                           "vertex -0 0 -0.0\nvertex 0 1 0\nvertex 1 0 1\nendloop\nendfacet\n");
    LB_CHECK_EQUAL_INT(mesh.node_count, 4);
    lb_mesh_free(&mesh);
}

/* Exporters write corners for each face, with a normal of its own; the body is closed all the same. */
static void corners_in_one_place_are_one_node(void)
{
    static const char *const names[] = {"soup.off", "soup.obj"};
    struct lb_mesh cube = lb_shape_cuboid(4, 2, 1);
    struct lb_error err = {0};
    for (int format = 0; format < 2; format++) {
        char text[4096];
        int used = format == 0 ? snprintf(text, sizeof text, "OFF 36 12 0\n") : 0;
        for (size_t h = 0; h < 36; h++) {
            const double *x = cube.position + 3 * (size_t)cube.corner[h];
            used += snprintf(text + used, sizeof text - (size_t)used, "%s%g %g %g\n",
                             format == 0 ? "" : "v ", x[0], x[1], x[2]);
        }
        for (int t = 0; t < 12; t++)
            used += snprintf(text + used, sizeof text - (size_t)used, "%s %d %d %d\n",
                             format == 0 ? "3" : "f", 3 * t + format, 3 * t + 1 + format,
                             3 * t + 2 + format);
        struct lb_mesh mesh = parse(names[format], text);
        LB_CHECK_EQUAL_INT(mesh.node_count, 8);
        LB_CHECK_OK(lb_mesh_check(&mesh, &err), &err);
        LB_CHECK_CLOSE(lb_mesh_volume(&mesh), 8.0, 1e-14);
        lb_mesh_free(&mesh);
    }
    lb_mesh_free(&cube);
}

/* A message about the surface leads back to the line of the face. */
static void triangles_know_their_lines(void)
{
    struct lb_error err = {0};
    struct lb_mesh a = parse("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n# faces\nf 1 3 2\n"
                                      "f 1 2 4\n\nf 2 3 4\nf 1 3 4\n");
    struct lb_mesh b = parse("b.stl", "solid\n\nfacet\nouter loop\nvertex 0 0 0\nvertex 0 1 0\n"
                                      "vertex 1 0 0\nendloop\nendfacet\nendsolid\n");
    LB_CHECK(lb_mesh_check(&a, &err) != LB_STATUS_OK);
    LB_CHECK(strstr(err.text, "triangle 4 of 4 (line 10, corners (0, 0, 0), (0, 1, 0)") != NULL);
    LB_CHECK_EQUAL_INT(a.line[2], 9);
    LB_CHECK_EQUAL_INT(b.line[0], 3);
    lb_mesh_free(&a);
    lb_mesh_free(&b);
}

static void byte_order_marks_are_passed(void)
{
    struct lb_mesh a = parse("a.obj", "\xEF\xBB\xBFv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    struct lb_mesh b = parse("b.off", "\xEF\xBB\xBFOFF 3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n");
    struct lb_mesh c = parse("c.stl", "\xEF\xBB\xBFsolid\nfacet\nouter loop\nvertex 0 0 0\n"
                                      "vertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n");
    check_same(&a, &b, 0.0);
    check_same(&a, &c, 0.0);
    LB_CHECK_EQUAL_INT(a.line[0], 4);
    lb_mesh_free(&a);
    lb_mesh_free(&b);
    lb_mesh_free(&c);
}

static void colours_normals_and_capitals_do_not_disturb(void)
{
    struct lb_mesh a = parse("a.off", "# first a word\nCNOFF\n# counts\n4 4 6\n"
                                      "0 0 0 1 1 1 9 9 9 9 # origin\n1 0 0\n0 1 0\n0 0 1\n"
                                      "3 0 2 1 0.5\n3 0 1 3\n3 1 2 3\n3 2 0 3\n# the end\n");
    struct lb_mesh b = parse("b.stl", "SOLID\nFACET NORMAL 0 0 -1\nOUTER LOOP\nVERTEX 0 0 0\n"
                                      "VERTEX 0 1 0\nVERTEX 1 0 0\nENDLOOP\nENDFACET\nENDSOLID\n");
    LB_CHECK_CLOSE(lb_mesh_volume(&a), 1.0 / 6.0, 1e-14);
    LB_CHECK_EQUAL_INT(b.triangle_count, 1);
    LB_CHECK_EQUAL_INT(b.corner[2], 2);
    lb_mesh_free(&a);
    lb_mesh_free(&b);
}

static void check_refused(const char *path, const char *bytes, size_t size, const char *first,
                          const char *second)
{
    struct lb_error err = {0};
    struct lb_mesh mesh = {0};
    char *copy = malloc(size + (size == 0));
    memcpy(copy, bytes, size);
    LB_CHECK(lb_mesh_parse(path, copy, size, &mesh, &err) != LB_STATUS_OK);
    LB_CHECK(mesh.position == NULL && mesh.corner == NULL && mesh.node_count == 0);
    bool named = strstr(err.text, path) != NULL;
    if (!LB_CHECK(named && strstr(err.text, first) != NULL && strstr(err.text, second) != NULL))
        printf("    wanted '%s', '%s' and '%s' in: %s\n", path, first, second, err.text);
    free(copy);
}

struct refusal {
    const char *path, *text, *first, *second;
};

static void check_refusals(const struct refusal *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        check_refused(list[i].path, list[i].text, strlen(list[i].text), list[i].first,
                      list[i].second);
}

static void broken_obj_files_are_refused_by_line(void)
{
    static const struct refusal list[] = {
        {"a.obj", "", "empty", ""},
        {"a.obj", "garbage\x01\x80", "line 1", "begins with 'garbage?\?', which is not read here"},
        {"a.obj", "v 0 0 0\nvertex 1 0 0\n", "line 2", "'vertex'"},
        {"a.obj", "v 0 0 0\nfo 1 1 1\n", "line 2", "expected 'v', 'f'"},
        {"a.obj", "v 0 0 0\n\xEF\xBB\xBFv 1 0 0\n", "line 2", "'?\?\?v'"},
        {"a.obj", "vn 1 0 0\n", "no triangles", "0 nodes"},
        {"a.obj", "v 0 0 0\nv 1 1 0\nv 1 0 0\nv 0 1 0\nf 1 2 3 4", "line 5", "crosses itself"},
        {"a.obj", "v 0 0 0\nv 3 1 0\nv 3 0 0\nv 0 2 0\nf 1 2 3 4", "line 5", "crosses itself"},
        {"a.obj", "v 0 1 0\nv 0.6 -0.8 0\nv -0.95 0.3 0\nv 0.95 0.3 0\nv -0.6 -0.8 0\nf 1 2 3 4 5",
         "line 6", "crosses itself"},
        {"a.obj", "v 0 0 0\nv 1 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3 4", "line 5", "in one place"},
        {"a.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 3 0 0\nf 1 2 3 4", "line 5", "thin as a line"},
        {"a.obj", "v 1 2 3\n# f\nl 1 2", "no triangles", "1 nodes"},
        {"a.obj", "v 1 2 3\n\nv 1 2", "line 3", "z is missing"},
        {"a.obj", "v 1 2 nan", "line 1", "z is 'nan', which is no number"},
        {"a.obj", "v 1 -inf 3", "line 1", "y is '-inf'"},
        {"a.obj", "v 0x10 2 3", "line 1", "x is '0x10'"},
        {"a.obj", "v 1e999 2 3", "line 1", "too large"},
        {"a.obj", "v 1,5 2 3", "line 1", "x is '1,5'"},
        {"a.obj", "v 1 2 \x07\x1b[2J", "line 1", "z is '??[2J'"},
        {"a.obj", "v 1 2 3\r\nv 1 2 3\r\nf 1 2 3", "line 3", "vertex 3, but so far there are 2"},
        {"a.obj", "v 1 2 3\nf 1 0 1", "line 2", "vertex 0"},
        {"a.obj", "v 1 2 3\nf 1 -2 1", "line 2", "vertex -2"},
        {"a.obj", "v 1 2 3\nf 1 1", "line 2", "three corners, but this one has 2"},
        {"a.obj", "v 1 2 3\nf", "line 2", "this one has 0"},
        {"a.obj", "v 1 2 3\nf 1 / 1", "line 2", "'', which is no whole number"},
        {"a.obj", "v 1 2 3\nf 1 1.5 1", "line 2", "'1.5', which is no whole number"},
        {"a.obj", "v 1 2 3\nf 1 99999999999999999999 1", "line 2", "no whole number"},
        {"a.obj", "v 0 0 0\\\n\nv 1 \\\n2", "line 3", "z is missing"},
        {"a.vti", "x", ".stl, .obj, .off or .ply", ""},
        {".obj", "v", ".stl, .obj, .off or .ply", ""},
        {"a.STEP", "ISO", ".stl, .obj, .off or .ply",
         "FreeCAD or Gmsh can save such a file as STL."},
        {"a.vtp", "<", ".stl, .obj, .off or .ply", "ParaView"},
    };
    check_refusals(list, sizeof list / sizeof list[0]);
}

static void broken_off_files_are_refused_by_line(void)
{
    static const struct refusal list[] = {
        {"a.off", "\n\n", "empty", ""},
        {"a.off", "COUNT 3", "line 1", "begins with 'OFF', not with 'COUNT'"},
        {"a.off", "OFF", "line 1", "numbers of nodes and faces are missing"},
        {"a.off", "OFF BINARY\n", "line 1", "binary OFF"},
        {"a.off", "OFF\n3\n", "line 2", "number of faces is missing"},
        {"a.off", "OFF\n-3 4 0\n", "line 2", "-3 nodes"},
        {"a.off", "OFF\n3e9 4 0\n", "line 2", "'3e9', which is no whole number"},
        {"a.off", "OFF\n999999999999 1 0\n0 0 0\n", "line 3", "ends after 1 of 999999999999 nodes"},
        {"a.off", "OFF\n1 9999999 0\n0 0 0\n3 0 0 0\n", "line 4", "after 1 of 9999999 faces"},
        {"a.off", "OFF\n1 1 0\n0 0 0\n3 0 0", "line 4", "3 corners ends after 2"},
        {"a.off", "OFF\n1 1 0\n0 0 0\n999999999 0 0 0", "line 4", "999999999 corners ends after 3"},
        {"a.off", "OFF\n1 1 0\n0 0 0\n2 0 0", "line 4", "this one has 2"},
        {"a.off", "OFF\n1 1 0\n0 0 0\n3 0 1 0", "line 4", "node 1, but the nodes are 0 to 0"},
        {"a.off", "OFF\n1 1 0\n0 0 0\n3 0 -1 0", "line 4", "node -1"},
        {"a.off", "OFF\n1 1 0\n0 # 0\n3 0 0 0", "line 3", "y is missing"},
        {"a.off", "OFF\n1 1 0\n0 0 0\nx", "line 4", "'x', which is no whole number"},
        {"a.off", "OFF\n0 0 0\n", "no triangles", ""},
    };
    check_refusals(list, sizeof list / sizeof list[0]);
}

static void broken_ply_files_are_refused(void)
{
#define VERTICES "element vertex 1\nproperty float x\nproperty float y\nproperty float z\n"
#define ASCII "ply\nformat ascii 1.0\n"
    static const struct refusal list[] = {
        {"a.ply", "poly\n", "line 1", "begins with 'ply'"},
        {"a.ply", "ply\nelement vertex 1\n", "before 'end_header'", ""},
        {"a.ply", "ply\nend_header\n", "line 2", "no format"},
        {"a.ply", "ply\nformat zip 1.0\n", "line 2", "'zip'"},
        {"a.ply", ASCII "element vertex x\n", "line 3", "no whole number"},
        {"a.ply", ASCII "element vertex\n", "line 3", "no whole number"},
        {"a.ply", ASCII "property float x\n", "line 3", "before the first element"},
        {"a.ply", ASCII "element vertex 1\nproperty half x\n", "line 4", "'half'"},
        {"a.ply", ASCII "element vertex 1\nproperty float x\nend_header\n", "x, y and z", ""},
        {"a.ply", ASCII "element vertex 99999999999\nend_header\n", "no properties", ""},
        {"a.ply", ASCII VERTICES "end_header\n0 0 0\n", "no triangles", "1 nodes"},
        {"a.ply", ASCII VERTICES "end_header\n0 0\n", "ends before its last element", ""},
        {"a.ply", ASCII VERTICES "end_header\n0 0 nan\n", "line 8", "'nan', which is no number"},
        {"a.ply",
         ASCII VERTICES "element face 1\nproperty list char int vertex_index\nend_header\n"
                        "0 0 0\n3 0 0 1\n",
         "line 11", "vertex 1, but there are 1"},
        {"a.ply", "ply\nformat binary_big_endian 1.0\n" VERTICES "end_header\n0123456789",
         "ends before", ""},
    };
    check_refusals(list, sizeof list / sizeof list[0]);
}

static void expect_remark(const char *name, const char *bytes, size_t size, uint32_t triangles,
                          const char *remark)
{
    struct lb_error err = {0};
    struct lb_mesh mesh;
    LB_CHECK_OK(lb_mesh_parse(name, bytes, size, &mesh, &err), &err);
    LB_CHECK_EQUAL_INT(mesh.triangle_count, triangles);
    LB_CHECK_EQUAL_TEXT(mesh.remark != NULL ? mesh.remark : "", remark);
    lb_mesh_free(&mesh);
}

/* What is common and wrong is read, and said. */
static void common_faults_are_passed_over(void)
{
#define FACET "facet\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n"
    static const char ended[] = "solid\n" FACET "endloop\nendfacet\nendsolid\n";
    static const char blanks[] = "solid a\n" FACET "end loop\nend  facet\nend solid a\n";
    static const char cut[] = "solid\n" FACET "endloop\nendfacet\n";
    static const char glued[] = "OFF3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
    expect_remark("a.stl", ended, sizeof ended - 1, 1, "");
    expect_remark("a.stl", blanks, sizeof blanks - 1, 1, "");
    expect_remark("a.stl", cut, sizeof cut - 1, 1,
                  "it ends behind line 8 without 'endsolid', and may have been cut off");
    expect_remark("a.off", glued, sizeof glued - 1, 1, "");
    expect_remark("name", glued, sizeof glued - 1, 1, ""); /* by what it has */
    static const char more[] = "OFF 3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n\n# end\n3 0 2 1\n";
    expect_remark("a.off", more, sizeof more - 1, 1,
                  "what follows its 1 faces, from line 8 on, is not read");
    expect_remark("a.off", more, sizeof more - 10, 1, "");
    char bytes[84 + 2 * 50 + 5] = {0};
    const float one = 1.0F;
    for (size_t t = 0; t < 2; t++)
        for (size_t k = 0; k < 2; k++)
            memcpy(bytes + 84 + 50 * t + 12 + 16 * (k + t), &one, 4);
    bytes[80] = 2;
    expect_remark("a.stl", bytes, sizeof bytes - 5, 2, "");
    expect_remark("a.stl", bytes, sizeof bytes, 2, "5 bytes behind its 2 triangles are not read");
    bytes[80] = 0;
    expect_remark("a.stl", bytes, sizeof bytes - 5, 2,
                  "it says that it has 0 triangles; 2 fit into its 184 bytes and are read");
    memset(bytes + 80, 0xff, 4);
    expect_remark(
        "name", bytes, sizeof bytes, 2,
        "it says that it has 4294967295 triangles; 2 fit into its 189 bytes and are read");
}

static void broken_ascii_stl_files_are_refused_by_line(void)
{
    static const struct refusal list[] = {
        {"a.stl", "sol", "does not begin with 'solid'", "3 bytes"},
        {"a.stl", "solid\nendsolid\n", "no triangles", ""},
        {"a.stl", "solid\nvertex 0 0 0\n", "line 2",
         "expected 'facet' or 'endsolid', not 'vertex'"},
        {"a.stl", "solid\nfacet\nvertex 0 0 0\n", "line 3", "expected 'outer loop'"},
        {"a.stl", "solid\nfacet\nouter loop\nendfacet\n", "line 4", "'vertex' or 'endloop'"},
        {"a.stl", "solid\nfacet\nouter loop\nvertex 0 0 0\nendloop", "line 5", "ends after 1"},
        {"a.stl", "solid\nfacet\nouter loop\nvertex 0 0", "line 4", "z is missing"},
        {"a.stl", "solid\nfacet\nouter loop\nvertex 0 0 0\n", "line 4", "ends inside of a facet"},
        {"a.stl",
         "solid\nfacet\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\nvertex 0 1 0",
         "line 7", "the fourth"},
        {"a.stl",
         "solid\nfacet\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\nendloop\nfacet",
         "line 8", "expected 'endfacet'"},
    };
    check_refusals(list, sizeof list / sizeof list[0]);
}

static void broken_binary_stl_files_are_refused_by_byte(void)
{
    char bytes[84 + 2 * 50] = {0};
    const float bad = NAN;
    bytes[80] = 2;
    check_refused("a.stl", bytes, sizeof bytes - 1, "183 bytes", "of 2 triangles");
    check_refused("a.stl", bytes, sizeof bytes - 50, "should have 184", "by byte 80");
    check_refused("a.stl", bytes, 83, "83 bytes", "at least 84");
    memcpy(bytes + 84 + 50 + 12 + 5 * 4, &bad, 4);
    check_refused("a.stl", bytes, sizeof bytes, "byte 166",
                  "z of corner 2 of triangle 2 of 2 is nan");
    memset(bytes + 80, 0xfe, 4); /* 4278124286 triangles */
    check_refused("a.stl", bytes, sizeof bytes, "213906214384", "184 bytes");
    memset(bytes + 80, 0, 4);
    check_refused("a.stl", bytes, 84, "no triangles", "");
    memset(bytes, 'v', sizeof bytes); /* text of another format */
    check_refused("a.stl", bytes, sizeof bytes,
                  "neither an ASCII STL file, which begins with 'solid'", "nor a binary one");
}

static void files_that_cannot_be_read_are_named(void)
{
    struct lb_error err = {0};
    struct lb_mesh mesh = {0};
    LB_CHECK_EQUAL_INT(lb_mesh_read("nowhere.stl", &mesh, &err), LB_STATUS_FAILED);
    LB_CHECK(strstr(err.text, "nowhere.stl': No such file") != NULL);
    mkdir("folder.stl", 0777);
    err = (struct lb_error){0};
    LB_CHECK_EQUAL_INT(lb_mesh_read("folder.stl", &mesh, &err), LB_STATUS_FAILED);
    LB_CHECK(strstr(err.text, "folder.stl': it is no ordinary file") != NULL);
    rmdir("folder.stl");
    LB_CHECK_EQUAL_INT(mkfifo("pipe.off", 0600), 0);
    err = (struct lb_error){0};
    LB_CHECK_EQUAL_INT(lb_mesh_read("pipe.off", &mesh, &err), LB_STATUS_FAILED);
    LB_CHECK(strstr(err.text, "no ordinary file") != NULL);
    unlink("pipe.off");
}

/* Any prefix of a good file, and any file with one byte changed, is read or refused in order. */
static void no_damage_is_fatal(void)
{
    static void (*const writers[])(FILE *, const struct lb_mesh *) = {
        write_off, write_obj, write_ascii_stl, write_binary_stl, write_text_ply, write_big_ply};
    static const char *const paths[] = {"a.off", "a.obj", "a.stl", "b.stl", "a.ply", "b.ply"};
    struct lb_mesh box = lb_shape_cuboid(1, 2, 3);
    int outcomes[2] = {0};
    for (int f = 0; f < 6; f++) {
        char good[8192];
        write_file("good", writers[f], &box);
        FILE *stream = fopen("good", "rb");
        if (!LB_CHECK(stream != NULL)) break;
        size_t size = fread(good, 1, sizeof good, stream);
        LB_CHECK(fclose(stream) == 0 && size < sizeof good);
        for (size_t i = 0; i < 2 * size; i++) {
            size_t length = i < size ? i : size;
            char *bytes = malloc(length + (length == 0));
            memcpy(bytes, good, length);
            if (i >= size) bytes[i - size] = (char)(bytes[i - size] ^ (int)(1 + i * 7919 % 255));
            struct lb_error err = {0};
            struct lb_mesh mesh = {0};
            bool read = lb_mesh_parse(paths[f], bytes, length, &mesh, &err) == LB_STATUS_OK;
            outcomes[read]++;
            if (read) lb_mesh_check(&mesh, &err);
            if (!read && err.text[0] == '\0') LB_CHECK(err.text[0] != '\0');
            lb_mesh_free(&mesh);
            free(bytes);
        }
    }
    printf("    %d read, %d refused\n", outcomes[1], outcomes[0]);
    LB_CHECK(outcomes[0] > 1000 && outcomes[1] > 1000);
    unlink("good");
    lb_mesh_free(&box);
}

/* --- names ------------------------------------------------------------------------------------------ */

/* The names of a tetrahedron's four triangles, one a line; "-": none. */
static void check_names(const char *path, const char *text, const char *expected, bool has_array)
{
    struct lb_mesh mesh;
    struct lb_error err = {0};
    char got[1024] = "";
    if (!LB_CHECK_OK(lb_mesh_parse(path, text, strlen(text), &mesh, &err), &err)) return;
    for (uint32_t t = 0; t < mesh.triangle_count; t++) {
        const int n = lb_mesh_name_of(&mesh, t);
        strcat(strcat(got, n < 0 ? "-" : mesh.names.name[n]), "\n");
        LB_CHECK(n < 0 || lb_mesh_find_name(&mesh, mesh.names.name[n]) == n);
    }
    LB_CHECK_EQUAL_TEXT(got, expected);
    LB_CHECK((mesh.names.of != NULL) == has_array);
    LB_CHECK_EQUAL_INT(lb_mesh_find_name(&mesh, "Nobody"), -1);
    lb_mesh_free(&mesh);
}

#define POINTS "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
#define TRIANGLE_OF(a, b, c)                                                              \
    "facet normal 0 0 0\nouter loop\nvertex " a "\nvertex " b "\nvertex " c "\nendloop\n" \
    "endfacet\n"
#define FACETS_1 TRIANGLE_OF("0 0 0", "0 1 0", "1 0 0")
#define FACETS_2 TRIANGLE_OF("0 0 0", "1 0 0", "0 0 1") TRIANGLE_OF("0 0 0", "0 0 1", "0 1 0")

/* Blanks inside and case count; a name that comes again is the same one. */
static void parts_have_the_names_of_the_file(void)
{
    check_names("t.obj",
                POINTS
                "f 1 3 2\ng  The wall \nf 1 2 4\no inlet # 2\nf 1 4 3\ng The wall\nf 2 3 4\n",
                "-\nThe wall\ninlet # 2\nThe wall\n", true);
    check_names("t.obj", POINTS "g\ng wall\nf 1 3 2\nf 1 2 4\ng\nf 1 4 3\ng Wall\nf 2 3 4\n",
                "wall\nwall\n-\nWall\n", true);
    check_names("t.obj", POINTS "g empty\no all\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n",
                "all\nall\nall\nall\n", false);
    check_names("t.obj", POINTS "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\ng late\n", "-\n-\n-\n-\n",
                false);
    check_names("t.stl",
                "solid side A\n" FACETS_1 "endsolid side A\nsolid\n" FACETS_2 "endsolid\n"
                "SOLID Side A\n" TRIANGLE_OF("1 0 0", "0 1 0", "0 0 1") "endsolid\n",
                "side A\n-\n-\nSide A\n", true);
}

static void names_are_cut_and_counted(void)
{
    enum { MORE = LB_MESH_MAX_NAMES + 5, SIZE = 64 * MORE };
    struct lb_mesh mesh = {0};
    struct lb_error err = {0};
    char *text = malloc(SIZE), *at = text + sprintf(text, POINTS "g ");
    for (int n = 0; n < 200; n++)
        *at++ = n == 3 ? '\033' : 'a';
    at += sprintf(at, "\nf 1 3 2\n");
    for (int n = 0; n < MORE; n++)
        at += sprintf(at, "g part %d\nf 1 2 4\n", n);
    if (LB_CHECK_OK(lb_mesh_parse("t.obj", text, (size_t)(at - text), &mesh, &err), &err)) {
        LB_CHECK_EQUAL_INT(mesh.names.count, LB_MESH_MAX_NAMES);
        LB_CHECK_EQUAL_INT(strlen(mesh.names.name[0]), LB_MESH_NAME_BYTES - 1);
        LB_CHECK(mesh.names.name[0][3] == '?');
        LB_CHECK_EQUAL_INT(lb_mesh_name_of(&mesh, LB_MESH_MAX_NAMES - 1), LB_MESH_MAX_NAMES - 1);
        LB_CHECK_EQUAL_INT(lb_mesh_name_of(&mesh, LB_MESH_MAX_NAMES), -1);
    }
    lb_mesh_free(&mesh);
    free(text);
}

int main(void)
{
    LB_TEST(parts_have_the_names_of_the_file);
    LB_TEST(names_are_cut_and_counted);
    LB_TEST(meshes_come_back_from_every_format);
    LB_TEST(what_vtk_wrote_has_the_measures_that_vtk_found);
    LB_TEST(polygons_become_fans_and_lonely_nodes_go);
    LB_TEST(any_polygon_is_cut_without_folds);
    LB_TEST(long_faces_are_cut_without_folds);
    LB_TEST(polygons_need_not_be_quite_flat_or_straight);
    LB_TEST(zeros_of_both_signs_are_one_place);
    LB_TEST(corners_in_one_place_are_one_node);
    LB_TEST(triangles_know_their_lines);
    LB_TEST(byte_order_marks_are_passed);
    LB_TEST(colours_normals_and_capitals_do_not_disturb);
    LB_TEST(broken_obj_files_are_refused_by_line);
    LB_TEST(broken_off_files_are_refused_by_line);
    LB_TEST(broken_ply_files_are_refused);
    LB_TEST(common_faults_are_passed_over);
    LB_TEST(broken_ascii_stl_files_are_refused_by_line);
    LB_TEST(broken_binary_stl_files_are_refused_by_byte);
    LB_TEST(files_that_cannot_be_read_are_named);
    LB_TEST(no_damage_is_fatal);
    return lb_check_report();
}

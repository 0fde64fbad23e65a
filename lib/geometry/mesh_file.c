/* mesh_file.c - reads a whole file and hands it to the reader of its format.
 * SPDX-License-Identifier: MIT */
#include "geometry/mesh_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/host.h"
#include "base/read_text.h"
#include "geometry/mesh_builder.h"

struct format {
    const char *ending;
    enum lb_status (*read)(const char *bytes, size_t size, struct lb_mesh_builder *builder,
                           struct lb_error *err);
};

static const struct format formats[] = {{".stl", lb_mesh_read_stl},
                                        {".obj", lb_mesh_read_obj},
                                        {".off", lb_mesh_read_off},
                                        {".ply", lb_mesh_read_ply}};

static bool begins_with(const char *bytes, size_t size, const char *text)
{
    return size >= strlen(text) && strncasecmp(bytes, text, strlen(text)) == 0;
}

/* By the ending, or else by how it begins; a file of numbers may be a binary STL. */
static const struct format *format_of(const char *path, const char *bytes, size_t size)
{
    enum { STL, OBJ, OFF, PLY, COUNT };
    for (size_t i = 0; i < COUNT; i++)
        if (lb_text_ends_with(path, formats[i].ending)) return &formats[i];
    const char *slash = strrchr(path, '/');
    if (strchr(slash != NULL ? slash : path, '.') != NULL) return NULL;
    if (begins_with(bytes, size, "ply")) return &formats[PLY];
    if (begins_with(bytes, size, "off") || begins_with(bytes, size, "coff")) return &formats[OFF];
    if (begins_with(bytes, size, "v ") || begins_with(bytes, size, "#") ||
        begins_with(bytes, size, "o ") || begins_with(bytes, size, "mtllib"))
        return &formats[OBJ];
    return &formats[STL];
}

/* What makes one of the files above out of others. */
static const char *how_to_convert(const char *path)
{
    static const char *const hints[][2] = {{".3mf", "PrusaSlicer, FreeCAD or MeshLab"},
                                           {".step", "FreeCAD or Gmsh"},
                                           {".stp", "FreeCAD or Gmsh"},
                                           {".iges", "FreeCAD or Gmsh"},
                                           {".igs", "FreeCAD or Gmsh"},
                                           {".brep", "FreeCAD or Gmsh"},
                                           {".gltf", "Blender"},
                                           {".glb", "Blender"},
                                           {".fbx", "Blender"},
                                           {".dae", "Blender or MeshLab"},
                                           {".vtp", "ParaView (Extract Surface)"},
                                           {".vtu", "ParaView (Extract Surface)"},
                                           {".vtk", "ParaView (Extract Surface)"},
                                           {".msh", "Gmsh"},
                                           {".amf", "FreeCAD or PrusaSlicer"}};
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (lb_text_ends_with(path, hints[i][0])) return hints[i][1];
    return NULL;
}

static enum lb_status fail_format(const char *path, struct lb_error *err)
{
    const char *program = how_to_convert(path);
    lb_fail(err, LB_STATUS_USAGE, "the mesh '%.500s' must end with .stl, .obj, .off or .ply", path);
    if (program != NULL) lb_error_note(err, "%s can save such a file as STL.", program);
    return LB_STATUS_USAGE;
}

enum lb_status lb_mesh_parse(const char *path, const char *bytes, size_t size, struct lb_mesh *mesh,
                             struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_mesh_builder builder = {.path = path};
    const struct format *format = format_of(path, bytes, size);
    *mesh = (struct lb_mesh){0};
    LB_TRY(format != NULL ? LB_STATUS_OK : fail_format(path, err));
    LB_REQUIRE(size > 0, LB_STATUS_FAILED, "'%.500s' is empty", path);
    LB_TRY(format->read(bytes, size, &builder, err));
    LB_TRY(lb_mesh_builder_finish(&builder, mesh, err));
cleanup:
    lb_mesh_builder_clear(&builder);
    return st;
}

static enum lb_status load(const char *path, char **bytes, size_t *size, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct stat about;
    const char *why;
    FILE *stream = lb_open_ordinary(path, &why);
    LB_REQUIRE(stream != NULL, LB_STATUS_FAILED, "cannot read '%.500s': %s", path, why);
    LB_REQUIRE(fstat(fileno(stream), &about) == 0, LB_STATUS_FAILED, "cannot read '%.500s': %s",
               path, strerror(errno));
    uint64_t length = (uint64_t)about.st_size;
    *bytes = length < lb_memory_available() ? malloc((size_t)length + 1) : NULL;
    LB_REQUIRE(*bytes != NULL, LB_STATUS_FAILED, "no memory for the %" PRIu64 " bytes of '%.500s'",
               length, path);
    *size = fread(*bytes, 1, (size_t)length, stream);
    LB_REQUIRE(!ferror(stream), LB_STATUS_FAILED, "cannot read '%.500s': %s", path,
               strerror(errno));
cleanup:
    if (stream != NULL) fclose(stream);
    return st;
}

enum lb_status lb_mesh_read(const char *path, struct lb_mesh *mesh, struct lb_error *err)
{
    char *bytes = NULL;
    size_t size = 0;
    *mesh = (struct lb_mesh){0};
    enum lb_status st = load(path, &bytes, &size, err);
    if (st == LB_STATUS_OK) st = lb_mesh_parse(path, bytes, size, mesh, err);
    free(bytes);
    return st;
}

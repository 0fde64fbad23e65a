/* fuzz_mesh.c - meshes of the three formats.
 * SPDX-License-Identifier: MIT */
#include "fuzz/fuzz.h"
#include "geometry/mesh.h"
#include "geometry/mesh_file.h"

static bool read_mesh(const char *path, const uint8_t *bytes, size_t size)
{
    struct lb_mesh mesh = {0};
    struct lb_error err = {0};
    const enum lb_status st = lb_mesh_parse(path, (const char *)bytes, size, &mesh, &err);
    lb_fuzz_promise(st == LB_STATUS_OK || err.text[0] != '\0', "a failure has a sentence");
    for (size_t n = 0; st == LB_STATUS_OK && n < 3 * (size_t)mesh.triangle_count; n++)
        lb_fuzz_promise(mesh.corner[n] < mesh.node_count, "corners are nodes of the mesh");
    struct lb_error unsound = {0};
    if (st == LB_STATUS_OK) lb_mesh_check(&mesh, &unsound);
    lb_mesh_free(&mesh);
    return st == LB_STATUS_OK;
}

static bool read_stl(const uint8_t *bytes, size_t size)
{
    return read_mesh("a.stl", bytes, size);
}

static bool read_obj(const uint8_t *bytes, size_t size)
{
    return read_mesh("a.obj", bytes, size);
}

static bool read_off(const uint8_t *bytes, size_t size)
{
    return read_mesh("a.off", bytes, size);
}

const struct lb_fuzz_target lb_fuzz_mesh_stl = {"mesh_stl", read_stl};
const struct lb_fuzz_target lb_fuzz_mesh_obj = {"mesh_obj", read_obj};
const struct lb_fuzz_target lb_fuzz_mesh_off = {"mesh_off", read_off};

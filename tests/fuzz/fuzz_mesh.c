/* fuzz_mesh.c - meshes of the four formats, outlines, and the cells inside of them.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "body/body_checks.h"
#include "body/body_shapes.h"
#include "body/mesh_parts.h"
#include "body/part_checks.h"
#include "body/voxels.h"
#include "fuzz/fuzz.h"
#include "geometry/mesh.h"
#include "geometry/mesh_file.h"

/* Parts are measured and said, whatever they are. */
static void look_at_parts(const struct lb_voxel_body *body, const struct lb_voxel_report *report,
                          const struct lb_voxels *cells, const uint32_t box[3],
                          struct lb_body_notes *notes)
{
    struct lb_part_reports parts;
    struct lb_error err = {0};
    if (lb_part_reports_make(body, report, 1, box, cells, &parts, &err) != LB_STATUS_OK) {
        lb_fuzz_promise(err.text[0] != '\0', "parts that are not measured have a sentence");
        return;
    }
    lb_part_reports_check(&parts, "a", box, notes);
    lb_part_reports_free(&parts);
}

/* The cells of any mesh are found or refused; none of a closed one leaks. */
static void fill(const struct lb_mesh *mesh, bool is_closed)
{
    static const uint32_t box[3] = {12, 12, 12};
    const struct lb_voxel_body body = {.name = "a", .mesh = mesh, .accepts_holes = true};
    struct lb_voxels v;
    struct lb_voxel_report r;
    struct lb_error err = {0};
    static struct lb_body_notes notes;
    if (lb_voxels_make(&body, 1, box, &v, &r, &err) != LB_STATUS_OK) {
        lb_fuzz_promise(err.text[0] != '\0', "a body without cells has a sentence");
        return;
    }
    const bool is_tight = r.open_rows[0] + r.open_rows[1] + r.open_rows[2] + r.disagreements == 0;
    lb_fuzz_promise(is_tight || !is_closed, "a closed mesh has no leak");
    notes.count = 0;
    lb_body_check(&body, &r, box, &notes, &err);
    look_at_parts(&body, &r, &v, box, &notes);
    lb_voxels_free(&v);
}

static void turn(struct lb_mesh *mesh)
{
    struct lb_mesh_parts parts;
    struct lb_error err = {0};
    if (lb_mesh_parts_find(mesh, &parts, &err) != LB_STATUS_OK) return;
    bool *is_turned = calloc((size_t)parts.count + 1, sizeof *is_turned);
    if (is_turned != NULL) lb_mesh_turn_outward(mesh, &parts, is_turned);
    free(is_turned);
    lb_mesh_parts_free(&parts);
}

static bool read_mesh(const char *path, const uint8_t *bytes, size_t size)
{
    struct lb_mesh mesh = {0};
    struct lb_error err = {0};
    const enum lb_status st = lb_mesh_parse(path, (const char *)bytes, size, &mesh, &err);
    lb_fuzz_promise(st == LB_STATUS_OK || err.text[0] != '\0', "a failure has a sentence");
    for (size_t n = 0; st == LB_STATUS_OK && n < 3 * (size_t)mesh.triangle_count; n++)
        lb_fuzz_promise(mesh.corner[n] < mesh.node_count, "corners are nodes of the mesh");
    struct lb_error unsound = {0};
    if (st == LB_STATUS_OK) turn(&mesh);
    if (st == LB_STATUS_OK) fill(&mesh, lb_mesh_check(&mesh, &unsound) == LB_STATUS_OK);
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

static bool read_ply(const uint8_t *bytes, size_t size)
{
    return read_mesh("a.ply", bytes, size);
}

static bool read_outline(const uint8_t *bytes, size_t size)
{
    struct lb_mesh mesh = {0};
    struct lb_error err = {0};
    const enum lb_status st = lb_body_outline_read(lb_fuzz_file(bytes, size), &mesh, &err);
    lb_fuzz_promise(st == LB_STATUS_OK || (err.text[0] != '\0' && mesh.corner == NULL),
                    "a failure has a sentence");
    if (st == LB_STATUS_OK) fill(&mesh, true);
    lb_mesh_free(&mesh);
    return st == LB_STATUS_OK;
}

const struct lb_fuzz_target lb_fuzz_outline = {"outline", read_outline};
const struct lb_fuzz_target lb_fuzz_mesh_stl = {"mesh_stl", read_stl};
const struct lb_fuzz_target lb_fuzz_mesh_obj = {"mesh_obj", read_obj};
const struct lb_fuzz_target lb_fuzz_mesh_ply = {"mesh_ply", read_ply};
const struct lb_fuzz_target lb_fuzz_mesh_off = {"mesh_off", read_off};

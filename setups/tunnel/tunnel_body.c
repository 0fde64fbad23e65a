/* tunnel_body.c - the body of a tunnel: read, turned, scaled, and its solid cells found.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "body/body_shapes.h"
#include "body/mesh_parts.h"
#include "body/voxel_shape.h"
#include "geometry/mesh_file.h"
#include "body/silhouette.h"
#include "tunnel/tunnel_state.h"

static bool is_outline_file(const char *path)
{
    static const char *const endings[] = {".csv", ".dat", ".txt"};
    const char *end = strrchr(path, '.');
    for (size_t n = 0; end != NULL && n < sizeof endings / sizeof *endings; n++)
        if (strcasecmp(end, endings[n]) == 0) return true;
    return false;
}

static enum lb_status make_shape(const struct tunnel *s, const struct lb_values *v,
                                 const char *name, struct lb_mesh *mesh, struct lb_error *err)
{
    double span = lb_values_number(v, "span");
    if (s->walls == WALLS_PERIODIC) /* through the sides of the box */
        span = 2.0 * lb_values_number(v, "side") + 2.0;
    const struct lb_body_shape shape = {.name = name,
                                        .dimensions = s->dimensions,
                                        .cells = s->resolution,
                                        .span = span,
                                        .thickness = LB_TUNNEL_DISC_THICKNESS};
    return lb_body_shape_make(&shape, mesh, err);
}

static enum lb_status check_span(const struct tunnel *s, const struct lb_values *v,
                                 struct lb_error *err)
{
    const bool has_span = s->is_shape && s->dimensions == 3 && s->walls != WALLS_PERIODIC &&
                          (strcmp(s->names[0], "cylinder") == 0 || s->names[0][0] == 'n');
    LB_NEED(has_span || !lb_values_is_set(v, "span"), LB_STATUS_USAGE,
            "span=%s is of a built-in cylinder or wing in 3D that ends within the box",
            lb_values_text(v, "span"));
    return LB_STATUS_OK;
}

/* A file that cannot be used was a wrong choice. */
static enum lb_status as_usage(enum lb_status st)
{
    return st == LB_STATUS_FAILED ? LB_STATUS_USAGE : st;
}

static void note_turned(struct tunnel *s, const struct lb_mesh_parts *parts, const bool *is_turned,
                        uint32_t count, const char *name)
{
    uint32_t pieces = 0, first = parts->count;
    for (uint32_t p = parts->count; p-- > 0;)
        if (is_turned[p]) {
            pieces += parts->part[p].pieces;
            first = p;
        }
    if (count == parts->count) {
        lb_body_note(&s->body_notes, "%s was inside out: all its triangles are turned", name);
        return;
    }
    const double *low = parts->part[first].low, *high = parts->part[first].high;
    lb_body_note(&s->body_notes,
                 "%u of %u parts of %s %s inside out and turned, the first from (%.5g, %.5g, %.5g) "
                 "to (%.5g, %.5g, %.5g) of the file",
                 pieces, parts->pieces, name, pieces > 1 ? "were" : "was", low[0], low[1], low[2],
                 high[0], high[1], high[2]);
}

static enum lb_status turn_outward(struct tunnel *s, struct lb_mesh *mesh, const char *name,
                                   struct lb_error *err)
{
    struct lb_mesh_parts parts;
    LB_OK(lb_mesh_parts_find(mesh, &parts, err));
    bool *is_turned = calloc((size_t)parts.count + 1, sizeof *is_turned);
    const bool has_memory = is_turned != NULL;
    const uint32_t count = has_memory ? lb_mesh_turn_outward(mesh, &parts, is_turned) : 0;
    if (count > 0) note_turned(s, &parts, is_turned, count, name);
    free(is_turned);
    lb_mesh_parts_free(&parts);
    LB_NEED(has_memory, LB_STATUS_FAILED, "no memory for the parts of '%s'", name);
    return LB_STATUS_OK;
}

static enum lb_status read_part(struct tunnel *s, const struct lb_values *v, const char *path,
                                struct lb_error *err)
{
    const char *slash = strrchr(path, '/');
    char *name = s->names[s->part_count];
    struct lb_mesh *mesh = &s->meshes[s->part_count++];
    snprintf(name, LB_TUNNEL_NAME_SIZE, "%.60s", slash != NULL ? slash + 1 : path);
    if (lb_body_is_shape(path)) {
        s->is_shape = true;
        return make_shape(s, v, path, mesh, err);
    }
    if (strpbrk(path, "./") == NULL)
        return lb_fail(err, LB_STATUS_USAGE,
                       "body=%s: neither a file (.stl, .obj, .off, .ply%s) nor a built-in body: "
                       "%s%s; a file without an ending is given as ./%s",
                       path, s->dimensions == 2 ? ", in 2D .csv, .dat, .txt" : "",
                       lb_body_shape_names(),
                       strchr(lb_values_text(v, "body"), ',') != NULL
                           ? "; commas separate files, so that names have none"
                           : "",
                       path);
    const bool is_outline = is_outline_file(path);
    if (s->dimensions == 2 && is_outline) return as_usage(lb_body_outline_read(path, mesh, err));
    LB_NEED(s->dimensions == 3, LB_STATUS_USAGE,
            "body=%s: in two dimensions a body is an outline, a .csv, .dat or .txt file of points, "
            "or one of %s",
            path, lb_body_shape_names());
    LB_NEED(!is_outline, LB_STATUS_USAGE,
            "body=%s: an outline is a body in two dimensions: --lattice d2q9", path);
    LB_OK(as_usage(lb_mesh_read(path, mesh, err)));
    if (mesh->remark != NULL) lb_body_note(&s->body_notes, "%s: %s", name, mesh->remark);
    return turn_outward(s, mesh, name, err);
}

static enum lb_status read_parts(struct tunnel *s, const struct lb_values *v, struct lb_error *err)
{
    char path[1024];
    for (const char *word = lb_values_text(v, "body");; word++) {
        const size_t length = strcspn(word, ",");
        if (s->part_count == LB_TUNNEL_MAX_PARTS)
            return lb_fail(err, LB_STATUS_USAGE, "body=%s: more than %d files",
                           lb_values_text(v, "body"), LB_TUNNEL_MAX_PARTS);
        snprintf(path, sizeof path, "%.*s", (int)length, word);
        LB_OK(read_part(s, v, path, err));
        word += length;
        if (*word == '\0') break;
    }
    if (s->is_shape && s->part_count > 1)
        return lb_fail(err, LB_STATUS_USAGE,
                       "body=%s: a built-in body stands alone; several files may be given",
                       lb_values_text(v, "body"));
    return LB_STATUS_OK;
}

static enum lb_status read_axis(const struct lb_values *v, const char *key,
                                struct lb_signed_axis *out, struct lb_error *err)
{
    if (lb_signed_axis_parse(lb_values_text(v, key), out)) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_USAGE, "%s=%s is not an axis of the file: x, y, z, -x, -y or -z",
                   key, lb_values_text(v, key));
}

/* Built-in bodies are made along the axes of the box, and their reference length is 1. */
static enum lb_status place(struct tunnel *s, const struct lb_values *v, struct lb_error *err)
{
    struct lb_placement p = {.dimensions = s->dimensions,
                             .flow = {0, 1},
                             .up = {s->up, 1},
                             .pitch = lb_values_number(v, "pitch"),
                             .yaw = lb_values_number(v, "yaw"),
                             .roll = lb_values_number(v, "roll"),
                             .length = s->is_shape ? 1.0 : lb_values_number(v, "length"),
                             .cells = s->resolution};
    LB_NEED(!s->is_shape || !(lb_values_number(v, "length") > 0.0), LB_STATUS_USAGE,
            "length= is for files; a built-in body is 1 L long");
    if (lb_values_is_set(v, "flow")) LB_OK(read_axis(v, "flow", &p.flow, err));
    if (lb_values_is_set(v, "up")) LB_OK(read_axis(v, "up", &p.up, err));
    LB_OK(lb_placement_apply(&p, s->part_count == 1 ? s->names[0] : "the body", s->meshes,
                             s->part_count, &s->placed, err));
    s->file_length = s->is_shape ? 0.0 : s->resolution / s->placed.scale;
    return LB_STATUS_OK;
}

enum lb_status lb_tunnel_read_body(struct tunnel *s, const struct lb_values *v,
                                   struct lb_error *err)
{
    LB_OK(read_parts(s, v, err));
    LB_OK(check_span(s, v, err));
    return place(s, v, err);
}

/* The facets of a built-in body depend on its size; files are not read again. */
enum lb_status lb_tunnel_resize_body(struct tunnel *s, const struct lb_values *v, double resolution,
                                     struct lb_error *err)
{
    const double factor = resolution / s->resolution, none[3] = {0.0, 0.0, 0.0};
    const double stretch[3] = {factor, factor, s->dimensions == 3 ? factor : 1.0};
    s->resolution = resolution;
    if (s->is_shape) {
        lb_tunnel_forget_body(s);
        return lb_tunnel_read_body(s, v, err);
    }
    lb_placed_move(&s->placed, stretch, none, s->meshes, s->part_count);
    return LB_STATUS_OK;
}

void lb_tunnel_place_body(struct tunnel *s, const double low[3])
{
    double stretch[3] = {1.0, 1.0, 1.0}, by[3] = {0.0, 0.0, 0.0};
    if (s->fitted_width > 0.0)
        stretch[1] = s->fitted_width / (s->placed.high[1] - s->placed.low[1]);
    for (int axis = 0; axis < s->dimensions; axis++)
        by[axis] = low[axis] - stretch[axis] * s->placed.low[axis];
    lb_placed_move(&s->placed, stretch, by, s->meshes, s->part_count);
}

void lb_tunnel_forget_body(struct tunnel *s)
{
    for (int p = 0; p < s->part_count; p++)
        lb_mesh_free(&s->meshes[p]);
    s->part_count = 0;
}

/* Moments are found about the middle of the body's box, from where each cell is nearest. */
static void name_bodies(struct tunnel *s)
{
    for (int p = 0; p < s->part_count; p++) {
        s->bodies[p].name = s->names[p];
        for (int axis = 0; axis < 3; axis++)
            s->bodies[p].centre[axis] = 0.5 * (s->placed.low[axis] + s->placed.high[axis]);
    }
}

/* As many numbers as dimensions, with colons between them. */
static bool parse_point(const char *text, int count, double out[3])
{
    for (int axis = 0; axis < count; axis++) {
        char *end;
        out[axis] = strtod(text, &end);
        if (end == text || !(fabs(out[axis]) < 1e9)) return false;
        if (*end != (axis + 1 < count ? ':' : '\0')) return false;
        text = end + 1;
    }
    return true;
}

enum lb_status lb_tunnel_choose_moment_centre(struct tunnel *s, const char *text,
                                              struct lb_error *err)
{
    double in_file[3] = {0.0, 0.0, 0.0}, chosen[3];
    if (text[0] == '\0') return LB_STATUS_OK;
    LB_NEED(parse_point(text, s->dimensions, in_file), LB_STATUS_USAGE,
            "moment-centre=%s: %s numbers with colons between them, as in moment-centre=%s", text,
            s->dimensions == 3 ? "three" : "two", s->dimensions == 3 ? "0.25:0:0" : "0.25:0");
    lb_placed_point(&s->placed, in_file, chosen);
    for (int axis = 0; axis < s->dimensions; axis++)
        s->moment_arm[axis] = s->bodies[0].centre[axis] - chosen[axis];
    return LB_STATUS_OK;
}

/* In cells, as the areas of cells are. */
static enum lb_status measure_meshes(struct tunnel *s, struct lb_error *err)
{
    double low[3], high[3];
    LB_OK(lb_mesh_silhouette(s->meshes, s->part_count, 0, &s->mesh_frontal, err));
    lb_mesh_bounds(&s->meshes[0], low, high); /* in two dimensions prisms, all as deep */
    if (s->dimensions == 2) s->mesh_frontal /= high[2] - low[2];
    return LB_STATUS_OK;
}

static enum lb_status look_at_parts(struct tunnel *s, const struct lb_voxel_body *bodies,
                                    struct lb_error *err)
{
    uint32_t pieces = 0;
    for (int p = 0; p < s->part_count; p++) {
        LB_OK(lb_part_reports_make(&bodies[p], &s->reports[p], (uint8_t)(p + 1), s->size,
                                   &s->voxels, &s->parts[p], err));
        lb_part_reports_check(&s->parts[p], s->names[p], s->size, &s->body_notes);
        pieces += s->parts[p].pieces;
    }
    LB_OK(measure_meshes(s, err));
    if (pieces > 1)
        lb_body_check_frontal(s->mesh_frontal, (double)lb_voxels_frontal_area(&s->voxels, 0, 0),
                              &s->body_notes);
    return LB_STATUS_OK;
}

enum lb_status lb_tunnel_find_cells(struct tunnel *s, struct lb_error *err)
{
    struct lb_voxel_body bodies[LB_TUNNEL_MAX_PARTS];
    bool periodic[3] = {false, s->walls == WALLS_PERIODIC && s->dimensions == 3,
                        s->dimensions == 2};
    for (int p = 0; p < s->part_count; p++)
        bodies[p] = (struct lb_voxel_body){s->names[p], &s->meshes[p], s->accepts_holes};
    LB_OK(lb_voxels_make(bodies, s->part_count, s->size, &s->voxels, s->reports, err));
    for (int p = 0; p < s->part_count; p++) {
        LB_OK(lb_body_check(&bodies[p], &s->reports[p], s->size, &s->body_notes, err));
        LB_OK(lb_body_check_faces(&bodies[p], &s->reports[p], s->size, lb_tunnel_open_for_bodies(s),
                                  err));
    }
    LB_OK(lb_body_check_passage(&s->voxels, s->size, 0, periodic, err));
    LB_OK(look_at_parts(s, bodies, err));
    LB_OK(lb_voxels_thinness(&s->voxels, s->size, &s->thinness, err));
    if (s->ground != GROUND_NONE) lb_voxels_ground_gaps(&s->voxels, s->up, &s->thinness);
    lb_body_check_thinness(&s->thinness, &s->body_notes);
    lb_tunnel_check_sides(s);
    name_bodies(s);
    return LB_STATUS_OK;
}

double lb_tunnel_cells_along(const struct tunnel *s, int axis)
{
    uint32_t begin = s->reports[0].begin[axis], end = s->reports[0].end[axis];
    for (int p = 1; p < s->part_count; p++) {
        begin = s->reports[p].begin[axis] < begin ? s->reports[p].begin[axis] : begin;
        end = s->reports[p].end[axis] > end ? s->reports[p].end[axis] : end;
    }
    return end - begin;
}

/* In cells; those of a part that was not measured are 0. */
enum lb_status lb_tunnel_write_parts(const struct tunnel *s, struct lb_run *run,
                                     struct lb_error *err)
{
    enum { COUNT = 20 };
    static const char columns[] =
        "file,part,pieces,triangles,closed,mesh_volume,cells,mesh_frontal,frontal_cells,mesh_x0,"
        "mesh_x1,mesh_y0,mesh_y1,mesh_z0,mesh_z1,taken_cells,cells_x,cells_y,cells_z,measured";
    size_t rows = 0, row = 0;
    for (int p = 0; p < s->part_count; p++)
        rows += s->parts[p].count;
    double *numbers = calloc(rows * COUNT + 1, sizeof *numbers);
    LB_NEED(numbers != NULL, LB_STATUS_FAILED, "no memory for a table of %zu parts", rows);
    for (int p = 0; p < s->part_count; p++)
        for (uint32_t k = 0; k < s->parts[p].count; k++) {
            const struct lb_part_report *r = &s->parts[p].part[k];
            const double own[COUNT] = {p + 1,
                                       k + 1,
                                       r->pieces,
                                       r->triangles,
                                       r->is_closed,
                                       r->volume,
                                       (double)r->cells,
                                       r->frontal,
                                       (double)r->frontal_cells,
                                       r->low[0],
                                       r->high[0],
                                       r->low[1],
                                       r->high[1],
                                       r->low[2],
                                       r->high[2],
                                       (double)r->taken_cells,
                                       r->end[0] - r->begin[0],
                                       r->end[1] - r->begin[1],
                                       r->end[2] - r->begin[2],
                                       r->is_measured};
            memcpy(numbers + COUNT * row++, own, sizeof own);
        }
    const enum lb_status st =
        lb_run_write_csv(run, "body-parts.csv", columns, numbers, rows, COUNT, err);
    free(numbers);
    return st;
}

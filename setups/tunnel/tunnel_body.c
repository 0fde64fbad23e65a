/* tunnel_body.c - what the words of a tunnel say of its body.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "body/body_shapes.h"
#include "tunnel/tunnel_state.h"

static bool is_outline_file(const char *path)
{
    static const char *const endings[] = {".csv", ".dat", ".txt"};
    const char *end = strrchr(path, '.');
    for (size_t n = 0; end != NULL && n < sizeof endings / sizeof *endings; n++)
        if (strcasecmp(end, endings[n]) == 0) return true;
    return false;
}

static enum lb_status add_shape(struct tunnel *s, const struct lb_values *v, const char *name,
                                struct lb_error *err)
{
    double span = lb_values_number(v, "span");
    if (s->walls == WALLS_PERIODIC) /* through the sides of the box */
        span = 2.0 * lb_values_number(v, "side") + 2.0;
    const struct lb_body_shape shape = {.name = name,
                                        .dimensions = s->dimensions,
                                        .cells = s->resolution,
                                        .span = span,
                                        .thickness = LB_TUNNEL_DISC_THICKNESS};
    return lb_bodies_add_shape(&s->body, &shape, err);
}

static enum lb_status check_span(const struct tunnel *s, const struct lb_values *v,
                                 struct lb_error *err)
{
    const bool has_span = s->is_shape && s->dimensions == 3 && s->walls != WALLS_PERIODIC &&
                          (strcmp(s->body.names[0], "cylinder") == 0 || s->body.names[0][0] == 'n');
    LB_NEED(has_span || !lb_values_is_set(v, "span"), LB_STATUS_USAGE,
            "span=%s is of a built-in cylinder or wing in 3D that ends within the box",
            lb_values_text(v, "span"));
    return LB_STATUS_OK;
}

static enum lb_status read_part(struct tunnel *s, const struct lb_values *v, const char *path,
                                struct lb_error *err)
{
    if (lb_body_is_shape(path)) {
        s->is_shape = true;
        return add_shape(s, v, path, err);
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
    LB_NEED(s->dimensions == 3 || is_outline, LB_STATUS_USAGE,
            "body=%s: in two dimensions a body is an outline, a .csv, .dat or .txt file of points, "
            "or one of %s",
            path, lb_body_shape_names());
    LB_NEED(s->dimensions == 2 || !is_outline, LB_STATUS_USAGE,
            "body=%s: an outline is a body in two dimensions: --lattice d2q9", path);
    return lb_bodies_read(&s->body, path, err);
}

static enum lb_status read_parts(struct tunnel *s, const struct lb_values *v, struct lb_error *err)
{
    char path[1024];
    for (const char *word = lb_values_text(v, "body");; word++) {
        const size_t length = strcspn(word, ",");
        if (s->body.count == LB_MAX_BODY_FILES)
            return lb_fail(err, LB_STATUS_USAGE, "body=%s: more than %d files",
                           lb_values_text(v, "body"), LB_MAX_BODY_FILES);
        snprintf(path, sizeof path, "%.*s", (int)length, word);
        LB_OK(read_part(s, v, path, err));
        word += length;
        if (*word == '\0') break;
    }
    if (s->is_shape && s->body.count > 1)
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
    LB_OK(lb_bodies_place(&s->body, &p, err));
    s->file_length = s->is_shape ? 0.0 : s->resolution / s->body.placed.scale;
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
        lb_bodies_free_meshes(&s->body);
        return lb_tunnel_read_body(s, v, err);
    }
    lb_placed_move(&s->body.placed, stretch, none, s->body.meshes, s->body.count);
    return LB_STATUS_OK;
}

void lb_tunnel_place_body(struct tunnel *s, const double low[3])
{
    double stretch[3] = {1.0, 1.0, 1.0};
    if (s->fitted_width > 0.0)
        stretch[1] = s->fitted_width / (s->body.placed.high[1] - s->body.placed.low[1]);
    lb_bodies_move(&s->body, stretch, low);
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
    lb_placed_point(&s->body.placed, in_file, chosen);
    for (int axis = 0; axis < s->dimensions; axis++)
        s->moment_arm[axis] = s->body.bodies[0].centre[axis] - chosen[axis];
    return LB_STATUS_OK;
}

enum lb_status lb_tunnel_find_cells(struct tunnel *s, struct lb_error *err)
{
    const struct lb_body_box box = {
        .size = {s->size[0], s->size[1], s->size[2]},
        .periodic = {false, s->walls == WALLS_PERIODIC && s->dimensions == 3, s->dimensions == 2},
        .accepts_holes = s->accepts_holes,
        .open_faces = lb_tunnel_open_for_bodies(s),
        .ground = s->ground != GROUND_NONE ? s->up : -1};
    LB_OK(lb_bodies_find_cells(&s->body, &box, err));
    lb_tunnel_check_sides(s);
    return LB_STATUS_OK;
}

/* --- walls between cells ----------------------------------------------------------------------- */

/* All files are one surface, of which bit 0 tells the inside. */
static void wall_cell(const void *state, const uint32_t at[3], struct lb_wall_cell *out)
{
    const struct tunnel *s = state;
    out->kind = lb_wall_kind_at(s->c, at, UINT32_MAX);
    out->members = lb_voxels_at(&s->body.voxels, at[0], at[1], at[2]) != 0;
}

static bool is_solid(const void *state, uint32_t members)
{
    (void)state;
    return members != 0;
}

enum lb_status lb_tunnel_make_walls(struct tunnel *s, struct lb_case *c, struct lb_error *err)
{
    const struct lb_wall_surface surface = {
        .shape = LB_SURFACE_MESHES, .meshes = s->body.meshes, .mesh_count = s->body.count};
    struct lb_wall_search search = {.lattice = c->lattice,
                                    .rule = s->wall_rule,
                                    .surfaces = &surface,
                                    .count = 1,
                                    .cell = wall_cell,
                                    .is_solid = is_solid,
                                    .state = s};
    if (s->wall_rule == NULL) return LB_STATUS_OK;
    s->c = c;
    for (int axis = 0; axis < 3; axis++) {
        search.size[axis] = s->size[axis];
        search.begin[axis] = s->body.voxels.begin[axis];
        search.end[axis] = search.begin[axis] + s->body.voxels.size[axis];
    }
    LB_OK(lb_wall_links_make(&search, &s->links, err));
    lb_wall_links_note(&s->links, c, &s->body.notes);
    c->curved = &s->links.walls;
    return LB_STATUS_OK;
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
    for (int p = 0; p < s->body.count; p++)
        rows += s->body.parts[p].count;
    double *numbers = calloc(rows * COUNT + 1, sizeof *numbers);
    LB_NEED(numbers != NULL, LB_STATUS_FAILED, "no memory for a table of %zu parts", rows);
    for (int p = 0; p < s->body.count; p++)
        for (uint32_t k = 0; k < s->body.parts[p].count; k++) {
            const struct lb_part_report *r = &s->body.parts[p].part[k];
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

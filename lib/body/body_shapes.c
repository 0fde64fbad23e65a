/* body_shapes.c - built-in bodies as closed meshes.
 * SPDX-License-Identifier: MIT */
#include "body/body_shapes.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/mesh_builder.h"

static const double facet = 0.01; /* how far a facet may miss the curve [cells] */

/* --- prisms ----------------------------------------------------------------------------------- */

static double twice_area(const double *point, size_t count)
{
    double sum = 0.0;
    for (size_t n = 1; n + 1 < count; n++) {
        const double *a = point, *b = point + 2 * n, *c = b + 2;
        sum += (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    }
    return sum;
}

/* The nodes of both ends: n at `low`, count + n at `high`. */
static enum lb_status add_nodes(struct lb_mesh_builder *builder, const double *point, size_t count,
                                int axis, const double ends[2], struct lb_error *err)
{
    const int a = axis == 0 ? 1 : 0, b = axis == 2 ? 1 : 2;
    for (size_t n = 0; n < 2 * count; n++) {
        double position[3];
        position[axis] = ends[n / count];
        position[a] = point[2 * (n % count)];
        position[b] = point[2 * (n % count) + 1];
        LB_OK(lb_mesh_builder_add_node(builder, position, err));
    }
    return LB_STATUS_OK;
}

/* Corners in the order of the outline, or against it. */
static enum lb_status add_end(struct lb_mesh_builder *builder, size_t first, size_t count,
                              bool is_forward, struct lb_error *err)
{
    struct lb_error why = {0};
    const struct lb_scan scan = {.path = builder->path};
    for (size_t n = 0; n < count; n++) {
        const size_t node = first + (is_forward ? n : count - 1 - n);
        LB_OK(lb_mesh_builder_add_corner(builder, &scan, (uint32_t)node, err));
    }
    if (lb_mesh_builder_end_face(builder, &scan, &why) == LB_STATUS_OK) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_USAGE,
                   "the outline '%.500s' is as thin as a line: it must enclose an area",
                   builder->path);
}

static enum lb_status add_sides(struct lb_mesh_builder *builder, size_t count, bool is_forward,
                                struct lb_error *err)
{
    for (size_t n = 0; n < count; n++) {
        const uint32_t here = (uint32_t)n, next = (uint32_t)((n + 1) % count);
        const uint32_t a = is_forward ? here : next, b = is_forward ? next : here;
        const uint32_t up = (uint32_t)count;
        LB_OK(lb_mesh_builder_add_triangle(builder, (uint32_t[]){a, b, b + up}, 0, err));
        LB_OK(lb_mesh_builder_add_triangle(builder, (uint32_t[]){a, b + up, a + up}, 0, err));
    }
    return LB_STATUS_OK;
}

enum lb_status lb_body_prism(const char *name, const double *point, size_t count, int axis,
                             const double ends[2], struct lb_mesh *mesh, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_mesh_builder builder = {.path = name};
    /* x and z seen against y turn the other way than x and y, and y and z, seen from their axes */
    const bool is_forward = (twice_area(point, count) > 0.0) == (axis != 1);
    *mesh = (struct lb_mesh){0};
    LB_TRY(add_nodes(&builder, point, count, axis, ends, err));
    LB_TRY(add_end(&builder, 0, count, !is_forward, err));
    LB_TRY(add_end(&builder, count, count, is_forward, err));
    LB_TRY(add_sides(&builder, count, is_forward, err));
    LB_TRY(lb_mesh_builder_finish(&builder, mesh, err));
cleanup:
    lb_mesh_builder_clear(&builder);
    return st;
}

/* --- outlines of built-in bodies -------------------------------------------------------------- */

struct outline {
    double point[2 * LB_OUTLINE_MAX];
    size_t count;
};

static void put(struct outline *o, double a, double b)
{
    o->point[2 * o->count] = a;
    o->point[2 * o->count++ + 1] = b;
}

/* Of diameter 1.  A chord of n misses it by 1 - cos(pi / n) radii. */
static void draw_circle(double cells, struct outline *o)
{
    const double pi = acos(-1.0), share = fmin(facet / (cells / 2.0), 0.1);
    const int count = (int)fmin(4.0 * ceil(pi / acos(1.0 - share) / 4.0), LB_OUTLINE_MAX);
    o->count = 0;
    for (int n = 0; n < count; n++)
        put(o, 0.5 * cos(2.0 * pi * (n + 0.5) / count), 0.5 * sin(2.0 * pi * (n + 0.5) / count));
}

static void draw_square(struct outline *o)
{
    o->count = 0;
    put(o, -0.5, -0.5);
    put(o, 0.5, -0.5);
    put(o, 0.5, 0.5);
    put(o, -0.5, 0.5);
}

double lb_naca_half_thickness(double thickness, double x)
{
    /* Jacobs, Ward, Pinkerton, NACA Report 460 (1933); the last coefficient, 0.1015 there, closes the
     * trailing edge */
    return 5.0 * thickness *
           (0.2969 * sqrt(x) - x * (0.1260 + x * (0.3516 - x * (0.2843 - x * 0.1036))));
}

void lb_naca_camber(double most, double at, double x, double *height, double *slope)
{
    const bool is_front = x < at;
    const double length = is_front ? at : 1.0 - at, scale = most / (length * length);
    *height = *slope = 0.0;
    if (most == 0.0) return;
    *height = scale * ((is_front ? 0.0 : 1.0 - 2.0 * at) + 2.0 * at * x - x * x);
    *slope = scale * 2.0 * (at - x);
}

/* The chord goes from -1/2 to 1/2.  From the trailing edge over the upper side and back below; close
 * points where the curve is round. */
static void draw_section(const struct lb_body_shape *shape, struct outline *o)
{
    const int digits = atoi(shape->name + 4);
    const int first = digits / 1000, second = digits / 100 % 10;
    const double most = first / 100.0, at = second / 10.0;
    const double thickness = digits % 100 / 100.0, pi = acos(-1.0);
    const int count = (int)fmin(fmax(ceil(16.0 * sqrt(shape->cells)), 64.0), LB_OUTLINE_MAX / 2);
    o->count = 0;
    for (int n = 0; n < 2 * count; n++) {
        const double x = 0.5 * (1.0 + cos(pi * n / count));
        double height, slope;
        lb_naca_camber(most, at, x, &height, &slope);
        const double half = lb_naca_half_thickness(thickness, x) * (n < count ? 1.0 : -1.0);
        const double length = hypot(1.0, slope);
        put(o, x - half * slope / length - 0.5, height + half / length);
    }
}

/* --- names ------------------------------------------------------------------------------------ */

static bool is_section(const char *name)
{
    if (strncmp(name, "naca", 4) != 0 || strlen(name) != 8) return false;
    for (int n = 4; n < 8; n++)
        if (!isdigit((unsigned char)name[n])) return false;
    return true;
}

bool lb_body_is_shape(const char *name)
{
    return strcmp(name, "sphere") == 0 || strcmp(name, "cylinder") == 0 ||
           strcmp(name, "box") == 0 || strcmp(name, "disc") == 0 || is_section(name);
}

const char *lb_body_shape_names(void)
{
    return "sphere, cylinder, box, disc, naca0012 (any four digits)";
}

static enum lb_status check_shape(const struct lb_body_shape *shape, struct lb_error *err)
{
    const char *name = shape->name;
    LB_NEED(lb_body_is_shape(name), LB_STATUS_USAGE, "'%.200s' is no built-in body; there are %s",
            name, lb_body_shape_names());
    LB_NEED(shape->dimensions == 3 || (strcmp(name, "sphere") != 0 && strcmp(name, "disc") != 0),
            LB_STATUS_USAGE,
            "'%s' is no body of two dimensions; there are cylinder, box and naca0012", name);
    if (!is_section(name)) return LB_STATUS_OK;
    LB_NEED(strcmp(name + 6, "00") != 0, LB_STATUS_USAGE,
            "'%s' has no thickness: its last two digits are the thickness in percent of the chord",
            name);
    LB_NEED(name[4] == '0' || name[5] != '0', LB_STATUS_USAGE,
            "'%s' has a camber of %c %% of the chord at no place: its second digit, 1 to 9, is the "
            "place in tenths of the chord",
            name, name[4]);
    return LB_STATUS_OK;
}

/* The middle of an icosahedron's face misses the sphere by 0.21 radii, and each subdivision makes a
 * quarter of it, or a little more at first. */
static enum lb_status make_sphere(double cells, struct lb_mesh *mesh, struct lb_error *err)
{
    const double centre[3] = {0.0, 0.0, 0.0}, radius = cells / 2.0;
    unsigned subdivisions = 2;
    while (subdivisions < LB_MESH_MAX_SUBDIVISIONS - 1 &&
           0.28 * radius / ldexp(1.0, 2 * (int)subdivisions) > facet)
        subdivisions++;
    return lb_mesh_icosphere(subdivisions, 0.5, centre, mesh, err);
}

enum lb_status lb_body_shape_make(const struct lb_body_shape *shape, struct lb_mesh *mesh,
                                  struct lb_error *err)
{
    *mesh = (struct lb_mesh){0};
    LB_OK(check_shape(shape, err));
    const char *name = shape->name;
    const bool is_disc = strcmp(name, "disc") == 0, is_box = strcmp(name, "box") == 0;
    if (strcmp(name, "sphere") == 0) return make_sphere(shape->cells, mesh, err);
    struct outline *o = malloc(sizeof *o);
    LB_NEED(o != NULL, LB_STATUS_FAILED, "no memory for the outline of '%s'", name);
    if (is_box)
        draw_square(o);
    else if (is_section(name))
        draw_section(shape, o);
    else
        draw_circle(shape->cells, o);
    const int axis = shape->dimensions == 2 ? 2 : is_disc ? 0 : 1;
    const double length = shape->dimensions == 2 || is_box ? 1.0
                          : is_disc                        ? shape->thickness
                                                           : shape->span;
    const double ends[2] = {-length / 2.0, length / 2.0};
    const enum lb_status st = lb_body_prism(name, o->point, o->count, axis, ends, mesh, err);
    free(o);
    return st;
}

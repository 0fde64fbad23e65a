/* paper_pictures.c - figure 7: the start of decaying vortices; figure 12: a capsule in shear, as time goes on.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "io/vtk_read.h"
#include "reproduce/paper_item.h"

/* An array of a file of a FP32 or FP64 run with shift; no numbers where it is not there. */
static struct lb_vtk_array read_array(const struct lb_reproduce *r, const char *setup,
                                      const char *values, int format, const char *file,
                                      const char *name)
{
    char path[LB_PATH_SIZE];
    struct lb_vtk_array a = {0};
    struct lb_error ignored = {0};
    if (lb_paper_file(r, setup, values, format, true, file, path) &&
        (lb_vtk_read(path, name, &a, &ignored) != LB_STATUS_OK || a.components != 3))
        *r->lacks = true;
    return a;
}

/* --- figure 7 ------------------------------------------------------------------------------------- */

enum { RINGS = 8, STREAM_POINTS = 4000 };
static const double start_u0 = 0.25;

/* After one step, which is after two streamings: what is there at the start itself is not written. */
static const char *start(const struct lb_reproduce *r)
{
    return r->is_quick ? "length=64 offset=0 steps=1" : "length=256 offset=0 steps=1";
}

static enum lb_status plan_start(struct lb_reproduce *r, struct lb_error *err)
{
    return lb_paper_plan_one(r, "taylor-green", LB_PAPER_FP64, true, start(r), err);
}

static struct lb_vtk_array read_start(const struct lb_reproduce *r)
{
    return read_array(r, "taylor-green", start(r), LB_PAPER_FP64, "field-000000001.vti", "u");
}

/* Root mean square distance from the printed solution then, in u0. */
static double distance_from_start(const struct lb_vtk_array *u)
{
    const double k = 2.0 * acos(-1.0) / u->size[0], decay = exp(-2.0 * 2.0 / 6.0 * k * k);
    double sum = 0.0;
    if (u->numbers == NULL) return (double)NAN;
    for (uint32_t y = 0; y < u->size[1]; y++)
        for (uint32_t x = 0; x < u->size[0]; x++) {
            const double *at = u->numbers + 3 * ((size_t)y * u->size[0] + x);
            const double ux = start_u0 * cos(k * x) * sin(k * y) * decay;
            const double uy = -start_u0 * sin(k * x) * cos(k * y) * decay;
            sum += (at[0] - ux) * (at[0] - ux) + (at[1] - uy) * (at[1] - uy);
        }
    return sqrt(sum / ((double)u->size[0] * u->size[1])) / start_u0;
}

static void check_start(struct lb_reproduce *r)
{
    struct lb_vtk_array u = read_start(r);
    lb_paper_check(r, "u_x = u0 cos kx sin ky, u_y = -u0 sin kx cos ky", distance_from_start(&u),
                   0.0, r->is_quick ? 3e-3 : 5e-4,
                   "root mean square distance after one step, in u0");
    free(u.numbers);
}

static void write_start(const struct lb_reproduce *r, FILE *csv)
{
    struct lb_vtk_array u = read_start(r);
    fprintf(csv, "x,y,ux,uy\n");
    for (uint32_t y = 0; u.numbers != NULL && y < u.size[1]; y += 4)
        for (uint32_t x = 0; x < u.size[0]; x += 4) {
            const double *at = u.numbers + 3 * ((size_t)y * u.size[0] + x);
            fprintf(csv, "%u,%u,%.9g,%.9g\n", (unsigned)x, (unsigned)y, at[0], at[1]);
        }
    free(u.numbers);
}

/* Bilinear, in a periodic box. */
static void velocity_at(const struct lb_vtk_array *u, double x, double y, double out[2])
{
    const double fx = x - floor(x), fy = y - floor(y);
    const uint32_t nx = u->size[0], ny = u->size[1];
    const uint32_t i = (uint32_t)((int64_t)floor(x) % nx + nx) % nx;
    const uint32_t j = (uint32_t)((int64_t)floor(y) % ny + ny) % ny;
    for (int axis = 0; axis < 2; axis++) {
        const double *n = u->numbers + axis;
        const double low =
            (1.0 - fx) * n[3 * ((size_t)j * nx + i)] + fx * n[3 * ((size_t)j * nx + (i + 1) % nx)];
        const double high = (1.0 - fx) * n[3 * ((size_t)((j + 1) % ny) * nx + i)] +
                            fx * n[3 * ((size_t)((j + 1) % ny) * nx + (i + 1) % nx)];
        out[axis] = (1.0 - fy) * low + fy * high;
    }
}

/* From a point at constant speed, until it comes back; the midpoint rule. */
static size_t follow(const struct lb_vtk_array *u, double x, double y, double *out)
{
    const double step = 0.25, x0 = x, y0 = y;
    size_t count = 0;
    for (size_t n = 0; n < STREAM_POINTS; n++) {
        double v[2];
        out[2 * count] = x;
        out[2 * count++ + 1] = y;
        velocity_at(u, x, y, v);
        const double half = 0.5 * step / hypot(v[0], v[1]);
        velocity_at(u, x + half * v[0], y + half * v[1], v);
        const double whole = step / hypot(v[0], v[1]);
        if (!isfinite(whole)) break;
        x += whole * v[0];
        y += whole * v[1];
        if (n > 8 && hypot(x - x0, y - y0) < step) break;
    }
    out[2 * count] = x0;
    out[2 * count++ + 1] = y0;
    return count;
}

/* Eight rings around each of the four middles, which are where both sines are 0; a colour for each ring. */
static enum lb_status draw_start(const struct lb_reproduce *r, struct lb_paper_figure *f,
                                 struct lb_error *err)
{
    struct lb_vtk_array u = read_start(r);
    enum lb_status st = LB_STATUS_OK;
    f->title = "Streamlines of the start, and the stream function over its largest";
    f->x_label = "x [cells]";
    f->y_label = "y [cells]";
    f->equal_scales = true;
    for (int n = 0; u.numbers != NULL && n < 4 * RINGS; n++) {
        const double half = 0.5 * u.size[0], ring = half * (n / 4 + 0.5) / (2 * RINGS);
        const double middle_x = half * (1 + n % 2), middle_y = half * (1 + n / 2 % 2);
        double *numbers = calloc(2 * (STREAM_POINTS + 1), sizeof *numbers);
        LB_REQUIRE(numbers != NULL, LB_STATUS_FAILED, "no memory for a figure");
        const size_t count = follow(&u, middle_x + ring, middle_y, numbers);
        LB_TRY(lb_paper_figure_line(f, n / 4, true, numbers, count, err));
        char *label = f->lines[f->count - 1].label;
        label[0] = '\0';
        if (n % 4 == 0) snprintf(label, LB_RUN_NAME_SIZE, "%.3f", cos(acos(-1.0) * ring / half));
    }
cleanup:
    free(u.numbers);
    return st;
}

const struct lb_paper_item lb_paper_taylor_green_start = {.name = "taylor-green-start",
                                                          .number = "fig7",
                                                          .shows =
                                                              "streamlines of decaying vortices",
                                                          .plan = plan_start,
                                                          .check = check_start,
                                                          .table = write_start,
                                                          .figure = draw_start};

/* --- figure 12 ------------------------------------------------------------------------------------ */

enum { TIMES = 6 };

/* A file at each shear rate x time of 1. */
static uint64_t steps_between(const struct lb_reproduce *r)
{
    return r->is_quick ? 2000 : 76923;
}

static double radius_of(const struct lb_reproduce *r)
{
    return r->is_quick ? 6.0 : 13.5;
}

static const char *capsule(const struct lb_reproduce *r)
{
    return r->is_quick ? "quick=1 capillary=0.1 vtk=2000" : "vtk=76923 fields=density";
}

static enum lb_status plan_capsule(struct lb_reproduce *r, struct lb_error *err)
{
    return lb_paper_plan_one(r, "capsule", LB_PAPER_FP32, true, capsule(r), err);
}

struct outline {
    double *points; /* x, z, around; owned */
    size_t count;
};

static int compare_points(const void *a, const void *b)
{
    const double *p = a, *q = b;
    return p[0] != q[0] ? (p[0] > q[0]) - (p[0] < q[0]) : (p[1] > q[1]) - (p[1] < q[1]);
}

/* Whether c lies to the left of the way from a to b. */
static bool turns_left(const double *a, const double *b, const double *c)
{
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0.0;
}

static void push(struct outline *o, size_t least, const double *point)
{
    while (o->count >= least + 2 &&
           !turns_left(o->points + 2 * (o->count - 2), o->points + 2 * (o->count - 1), point))
        o->count--;
    o->points[2 * o->count] = point[0];
    o->points[2 * o->count++ + 1] = point[1];
}

/* Seen along y: the convex hull of all nodes (Andrew's chain), its first point again at the end. */
static struct outline find_outline(const struct lb_vtk_array *nodes)
{
    const size_t count = nodes->size[0];
    struct outline o = {.points = calloc(4 * count + 4, sizeof *o.points)};
    double *flat = calloc(2 * count, sizeof *flat);
    for (size_t n = 0; flat != NULL && n < count; n++) {
        flat[2 * n] = nodes->numbers[3 * n];
        flat[2 * n + 1] = nodes->numbers[3 * n + 2];
    }
    if (flat != NULL && o.points != NULL) {
        qsort(flat, count, 2 * sizeof *flat, compare_points);
        for (size_t n = 0; n < count; n++)
            push(&o, 0, flat + 2 * n);
        const size_t below = o.count - 1;
        for (size_t n = count - 1; n-- > 0;)
            push(&o, below, flat + 2 * n);
    }
    free(flat);
    return o;
}

static struct outline read_outline(const struct lb_reproduce *r, int time)
{
    char file[64];
    struct outline o = {0};
    snprintf(file, sizeof file, "membrane-%09llu.vtp",
             (unsigned long long)time * (unsigned long long)steps_between(r));
    struct lb_vtk_array nodes =
        read_array(r, "capsule", capsule(r), LB_PAPER_FP32, file, "position");
    if (nodes.numbers != NULL) o = find_outline(&nodes);
    free(nodes.numbers);
    return o;
}

static double width_along(const struct outline *o, double angle)
{
    double low = (double)INFINITY, high = -(double)INFINITY;
    for (size_t n = 0; n < o->count; n++) {
        const double at = o->points[2 * n] * cos(angle) + o->points[2 * n + 1] * sin(angle);
        low = fmin(low, at);
        high = fmax(high, at);
    }
    return high - low;
}

/* (a - c) / (a + c) of its widths; NaN where there is none. */
static double deformation_of(const struct outline *o)
{
    double least = (double)INFINITY, most = 0.0;
    for (int degree = 0; degree < 180; degree++) {
        const double width = width_along(o, degree * acos(-1.0) / 180.0);
        least = fmin(least, width);
        most = fmax(most, width);
    }
    return o->count > 0 ? (most - least) / (most + least) : (double)NAN;
}

static void check_capsule(struct lb_reproduce *r)
{
    struct outline first = read_outline(r, 0), last = read_outline(r, TIMES - 1);
    lb_paper_check(r, "at first it is a sphere",
                   first.count > 0 ? width_along(&first, 0.0) / (2.0 * radius_of(r)) : (double)NAN,
                   0.99, 1.01, "width of the outline over the sphere's");
    lb_paper_check(r, "it deforms to an elongated shape and keeps it",
                   deformation_of(&last) / lb_paper_number(r, "capsule", capsule(r), LB_PAPER_FP32,
                                                           true, "taylor_deformation"),
                   0.85, 1.15, "Taylor deformation of the outline over that of the inertia");
    free(first.points);
    free(last.points);
}

static void write_capsule(const struct lb_reproduce *r, FILE *csv)
{
    fprintf(csv, "rate_t,x,z\n");
    for (int time = 0; time < TIMES; time++) {
        struct outline o = read_outline(r, time);
        for (size_t n = 0; n < o.count; n++)
            fprintf(csv, "%d,%.6g,%.6g\n", time, o.points[2 * n], o.points[2 * n + 1]);
        free(o.points);
    }
}

/* A wall from end to end at a height. */
static enum lb_status add_wall(struct lb_paper_figure *f, double end, double z,
                               struct lb_error *err)
{
    double *numbers = calloc(4, sizeof *numbers);
    LB_NEED(numbers != NULL, LB_STATUS_FAILED, "no memory for a figure");
    numbers[1] = numbers[3] = z;
    numbers[2] = end;
    LB_OK(lb_paper_figure_line(f, LB_PAPER_FP16C, true, numbers, 2, err));
    f->lines[f->count - 1].label[0] = '\0';
    return LB_STATUS_OK;
}

/* Side by side, each in the middle of a part of its box that is five radii wide: no capsule is wider than
 * three, and with all of the box they would be small. */
static enum lb_status draw_capsule(const struct lb_reproduce *r, struct lb_paper_figure *f,
                                   struct lb_error *err)
{
    const double box = r->is_quick ? 56.0 : 128.0, height = r->is_quick ? 72.0 : 192.0;
    const double width = 5.0 * radius_of(r);
    f->title = "A capsule at shear rate x time = 0, 1, 2, 3, 4, 5, between its walls";
    f->x_label = "x, the middle of a box for each time [cells]";
    f->y_label = "z [cells]";
    f->equal_scales = true;
    for (int time = 0; time < TIMES; time++) {
        struct outline o = read_outline(r, time);
        if (o.count == 0) continue;
        for (size_t n = 0; n < o.count; n++)
            o.points[2 * n] += (time + 0.5) * width - 0.5 * box;
        LB_OK(lb_paper_figure_line(f, LB_PAPER_FP32, true, o.points, o.count, err));
        f->lines[f->count - 1].label[0] = '\0';
    }
    LB_OK(add_wall(f, TIMES * width, 1.0, err));
    return add_wall(f, TIMES * width, height - 1.0, err);
}

const struct lb_paper_item lb_paper_capsule_pictures = {
    .name = "capsule-pictures",
    .number = "fig12",
    .shows = "a capsule in shear, seen from the side, as time goes on",
    .plan = plan_capsule,
    .check = check_capsule,
    .table = write_capsule,
    .figure = draw_capsule};

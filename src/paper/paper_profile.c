/* paper_profile.c - figure 6: where in a channel the error is made.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "reproduce/paper_item.h"

/* The runs are figure 4's. */
static int radius(const struct lb_reproduce *r)
{
    return r->is_quick ? 31 : 63;
}

static const char *values(const struct lb_reproduce *r)
{
    return r->is_quick ? "radius=31" : "radius=63";
}

static enum lb_status plan(struct lb_reproduce *r, struct lb_error *err)
{
    return lb_paper_plan(r, "poiseuille", err, "%s", values(r));
}

/* Rings of one cell's width: what each adds to the square of the error. */
enum { RING_R, RING_NODES, RING_SHARE, RING_COLUMNS };

static enum lb_status read_rings(const struct lb_reproduce *r, int format, bool shift,
                                 double **rings, size_t *rows, struct lb_error *err)
{
    static const char *const columns[RING_COLUMNS] = {"r", "nodes", "contribution"};
    return lb_paper_columns(r, "poiseuille", values(r), format, shift, "error_profile.csv", columns,
                            RING_COLUMNS, rings, rows, err);
}

/* Of the square of the error, that of r < begin; NaN where the run is not there. */
static double share_within(const struct lb_reproduce *r, int format, double end)
{
    double *rings = NULL, within = 0.0, all = 0.0;
    size_t rows = 0;
    struct lb_error ignored = {0};
    if (read_rings(r, format, true, &rings, &rows, &ignored) != LB_STATUS_OK) *r->lacks = true;
    for (size_t n = 0; n < rows; n++) {
        const double *ring = rings + n * RING_COLUMNS;
        all += ring[RING_SHARE];
        if (ring[RING_R] < end) within += ring[RING_SHARE];
    }
    free(rings);
    return within / all;
}

static double sum_of_rings(const struct lb_reproduce *r, int format)
{
    double *rings = NULL, all = 0.0;
    size_t rows = 0;
    struct lb_error ignored = {0};
    if (read_rings(r, format, true, &rings, &rows, &ignored) != LB_STATUS_OK) *r->lacks = true;
    for (size_t n = 0; n < rows; n++)
        all += rings[n * RING_COLUMNS + RING_SHARE];
    free(rings);
    return rows > 0 ? all : (double)NAN;
}

/* Mean velocity at r < 1 over the exact one there. */
static double centre(const struct lb_reproduce *r, int format)
{
    static const char *const columns[] = {"r", "u", "u_exact"};
    double *nodes = NULL, measured = 0.0, exact = 0.0;
    size_t rows = 0;
    struct lb_error ignored = {0};
    if (lb_paper_columns(r, "poiseuille", values(r), format, true, "profile.csv", columns, 3,
                         &nodes, &rows, &ignored) != LB_STATUS_OK)
        *r->lacks = true;
    for (size_t n = 0; n < rows; n++)
        if (nodes[3 * n] < 1.0) {
            measured += nodes[3 * n + 1];
            exact += nodes[3 * n + 2];
        }
    free(nodes);
    return measured / exact;
}

static void check_shares(struct lb_reproduce *r)
{
    static const int wall[] = {LB_PAPER_FP64, LB_PAPER_FP32};
    static const int axis[] = {LB_PAPER_FP16, LB_PAPER_FP16S, LB_PAPER_FP16C};
    const double half = 0.5 * radius(r), infinite = (double)INFINITY;
    for (size_t n = 0; n < sizeof wall / sizeof wall[0]; n++)
        lb_paper_check(r, "FP64 and FP32 err near the wall", share_within(r, wall[n], half), 0.0,
                       0.3, "%s: share of the squared error from r < R/2",
                       lb_paper_formats[wall[n]]);
    for (size_t n = 0; n < sizeof axis / sizeof axis[0]; n++)
        lb_paper_check(r, "16 bits err close to the centre",
                       r->is_quick ? (double)NAN : share_within(r, axis[n], half), 0.5, infinite,
                       "%s: share of the squared error from r < R/2 at R = 63",
                       lb_paper_formats[axis[n]]);
}

static void check(struct lb_reproduce *r)
{
    static const struct {
        int format;
        double velocity; /* of an independent program */
    } centres[] = {{LB_PAPER_FP16S, 0.957}, {LB_PAPER_FP16C, 0.977}};
    check_shares(r);
    for (size_t n = 0; n < sizeof centres / sizeof centres[0]; n++)
        lb_paper_check(r, "errors add up towards the centre",
                       r->is_quick ? (double)NAN : centre(r, centres[n].format),
                       centres[n].velocity - 0.01, centres[n].velocity + 0.01,
                       "%s: velocity at r < 1 over the exact one at R = 63",
                       lb_paper_formats[centres[n].format]);
    const double error =
        lb_paper_number(r, "poiseuille", values(r), LB_PAPER_FP64, true, "error_l2");
    lb_paper_check(r, "no statement; the rings make up the error",
                   sum_of_rings(r, LB_PAPER_FP64) / (error * error), 1.0 - 1e-6, 1.0 + 1e-6,
                   "sum of FP64's rings over its squared error")
        ->answer = LB_PAPER_NOT_COMPARABLE;
}

static void table(const struct lb_reproduce *r, FILE *csv)
{
    fprintf(csv, "format,shift,r,nodes,contribution\n");
    for (int line = 0; line < 2 * LB_PAPER_FORMATS; line++) {
        double *rings = NULL;
        size_t rows = 0;
        struct lb_error ignored = {0};
        if (read_rings(r, line / 2, line % 2 == 0, &rings, &rows, &ignored) != LB_STATUS_OK)
            continue;
        for (size_t n = 0; n < rows; n++)
            fprintf(csv, "%s,%d,%g,%g,%.9g\n", lb_paper_formats[line / 2], line % 2 == 0,
                    rings[n * RING_COLUMNS + RING_R], rings[n * RING_COLUMNS + RING_NODES],
                    rings[n * RING_COLUMNS + RING_SHARE]);
        free(rings);
    }
}

/* Of a node of each ring. */
static enum lb_status add_line(const struct lb_reproduce *r, struct lb_paper_figure *f, int format,
                               bool shift, struct lb_error *err)
{
    double *rings = NULL;
    size_t rows = 0;
    LB_OK(read_rings(r, format, shift, &rings, &rows, err));
    if (rows == 0) return LB_STATUS_OK;
    for (size_t n = 0; n < rows; n++) {
        const double *ring = rings + n * RING_COLUMNS;
        const double at = ring[RING_R], share = ring[RING_SHARE] / ring[RING_NODES];
        rings[2 * n] = at;
        rings[2 * n + 1] = share;
    }
    return lb_paper_figure_line(f, format, shift, rings, rows, err);
}

static enum lb_status figure(const struct lb_reproduce *r, struct lb_paper_figure *f,
                             struct lb_error *err)
{
    f->title = "Where in a channel the error is made";
    f->x_label = "distance from the axis [cells]";
    f->y_label = "a node's share of the squared error";
    f->y_logarithmic = true;
    f->has_marks = true;
    for (int line = 0; line < 2 * LB_PAPER_FORMATS; line++)
        LB_OK(add_line(r, f, line / 2, line % 2 == 0, err));
    return LB_STATUS_OK;
}

const struct lb_paper_item lb_paper_poiseuille_profile = {
    .name = "poiseuille-profile",
    .number = "fig6",
    .shows = "where in a channel the error is made",
    .plan = plan,
    .check = check,
    .table = table,
    .figure = figure};

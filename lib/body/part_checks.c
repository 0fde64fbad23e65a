/* part_checks.c - parts of a mesh and their cells, and what is said where they differ.
 * SPDX-License-Identifier: MIT */
#include "body/part_checks.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "body/voxel_shape.h"
#include "body/silhouette.h"

/* Relative; a body of one part is looked at more closely. */
static const double volume_off = 0.1, own_volume_off = 0.05, frontal_off = 0.05;
static const double round_off = 1e-6; /* [cells] */
static const double no_volume = 1e-9; /* of the part's box: round-off */

/* --- measures --------------------------------------------------------------------------------- */

/* A prism's measures are those of a layer as thick as a cell. */
static double depth_of(const struct lb_part_report *r, const uint32_t box[3])
{
    return box[2] == 1 ? r->high[2] - r->low[2] : 1.0;
}

static enum lb_status measure_mesh(const struct lb_mesh *mesh, const struct lb_mesh_part *part,
                                   const uint32_t box[3], struct lb_part_report *out,
                                   struct lb_error *err)
{
    *out = (struct lb_part_report){
        .is_closed = part->is_closed, .pieces = part->pieces, .triangles = mesh->triangle_count};
    memcpy(out->low, part->low, sizeof out->low);
    memcpy(out->high, part->high, sizeof out->high);
    out->volume = part->volume / depth_of(out, box);
    LB_OK(lb_mesh_silhouette(mesh, 1, 0, &out->frontal, err));
    out->frontal /= depth_of(out, box);
    return LB_STATUS_OK;
}

static void take_cells(const struct lb_voxel_report *r, uint64_t frontal,
                       struct lb_part_report *out)
{
    out->is_measured = true;
    out->cells = r->cells;
    out->frontal_cells = frontal;
    memcpy(out->begin, r->begin, sizeof out->begin);
    memcpy(out->end, r->end, sizeof out->end);
}

/* Cells of a part that no body has. */
static uint64_t count_taken(const struct lb_voxels *part, const struct lb_voxels *all)
{
    uint64_t count = 0;
    const uint8_t *cell = part->number;
    for (uint32_t k = 0; k < part->size[2]; k++)
        for (uint32_t j = 0; j < part->size[1]; j++)
            for (uint32_t i = 0; i < part->size[0]; i++, cell++)
                count += *cell != 0 && lb_voxels_at(all, part->begin[0] + i, part->begin[1] + j,
                                                    part->begin[2] + k) == 0;
    return count;
}

static enum lb_status measure_cells(const struct lb_mesh *mesh, const char *name,
                                    const uint32_t box[3], const struct lb_voxels *all,
                                    struct lb_part_report *out, struct lb_error *err)
{
    const struct lb_voxel_body body = {.name = name, .mesh = mesh};
    struct lb_voxels cells;
    struct lb_voxel_report report;
    LB_OK(lb_voxels_make(&body, 1, box, &cells, &report, err));
    take_cells(&report, lb_voxels_frontal_area(&cells, 0, 0), out);
    if (out->is_closed && out->volume < 0.0) out->taken_cells = count_taken(&cells, all);
    const enum lb_status st = lb_voxels_pieces(&cells, 1, &out->cell_pieces, err);
    lb_voxels_free(&cells);
    return st;
}

static double box_cells(const double low[3], const double high[3], const uint32_t box[3])
{
    double cells = 1.0;
    for (int a = 0; a < 3; a++)
        cells *= fmax(0.0, fmin(high[a], box[a]) - fmax(low[a], 0.0)) + 2.0;
    return cells;
}

/* One part is the whole body, of which the cells are known. */
static enum lb_status measure_parts(const struct lb_voxel_body *body,
                                    const struct lb_voxel_report *report, uint8_t number,
                                    const uint32_t box[3], const struct lb_voxels *all,
                                    const struct lb_mesh_parts *parts, struct lb_part_reports *out,
                                    struct lb_error *err)
{
    double left = 8.0 * box_cells(report->low, report->high, box) + ldexp(1.0, 24);
    const bool is_one = parts->count == 1 && report->shared_cells == 0;
    for (uint32_t p = 0; p < parts->count; p++) {
        struct lb_mesh mesh;
        struct lb_part_report *part = &out->part[p];
        LB_OK(lb_mesh_part_copy(body->mesh, parts, p, &mesh, err));
        enum lb_status st = measure_mesh(&mesh, &parts->part[p], box, part, err);
        const double cost = is_one ? 0.0 : box_cells(part->low, part->high, box);
        if (st == LB_STATUS_OK && is_one) {
            take_cells(report, lb_voxels_frontal_area(all, 0, number), part);
            st = lb_voxels_pieces(all, number, &part->cell_pieces, err);
        } else if (st == LB_STATUS_OK && cost <= left)
            st = measure_cells(&mesh, body->name, box, all, part, err);
        left -= cost;
        lb_mesh_free(&mesh);
        LB_OK(st);
    }
    return LB_STATUS_OK;
}

enum lb_status lb_part_reports_make(const struct lb_voxel_body *body,
                                    const struct lb_voxel_report *report, uint8_t number,
                                    const uint32_t box[3], const struct lb_voxels *all,
                                    struct lb_part_reports *out, struct lb_error *err)
{
    struct lb_mesh_parts parts;
    *out = (struct lb_part_reports){0};
    LB_OK(lb_mesh_parts_find(body->mesh, &parts, err));
    out->count = parts.count;
    out->pieces = parts.pieces;
    out->part = calloc((size_t)parts.count + 1, sizeof *out->part);
    enum lb_status st = LB_STATUS_OK;
    if (out->part == NULL)
        st = lb_fail(err, LB_STATUS_FAILED, "no memory for %" PRIu32 " parts", parts.count);
    if (st == LB_STATUS_OK) st = measure_parts(body, report, number, box, all, &parts, out, err);
    if (st != LB_STATUS_OK) lb_part_reports_free(out);
    lb_mesh_parts_free(&parts);
    return st;
}

void lb_part_reports_free(struct lb_part_reports *reports)
{
    free(reports->part);
    *reports = (struct lb_part_reports){0};
}

/* --- how far they differ ---------------------------------------------------------------------- */

static double extent(const struct lb_part_report *r, int axis)
{
    return r->high[axis] - r->low[axis];
}

static bool is_cancelled(const struct lb_part_report *r)
{
    return r->is_closed &&
           fabs(r->volume) <= no_volume * extent(r, 0) * extent(r, 1) * extent(r, 2);
}

static double lost_size(const struct lb_part_report *r, const uint32_t box[3])
{
    (void)box;
    return r->is_measured && r->cells == 0 ? hypot(hypot(extent(r, 0), extent(r, 1)), extent(r, 2))
                                           : 0.0;
}

static bool is_in(const struct lb_part_report *r, const uint32_t box[3])
{
    for (int a = 0; a < (box[2] == 1 ? 2 : 3); a++)
        if (r->low[a] < -round_off || r->high[a] > box[a] + round_off) return false;
    return true;
}

/* How much earlier than the mesh the cells end at the face 2 axis, or 2 axis + 1. */
static double shortfall(const struct lb_part_report *r, const uint32_t box[3], int face)
{
    const int a = face / 2;
    return face % 2 == 0 ? r->begin[a] - fmax(r->low[a], 0.0)
                         : fmin(r->high[a], box[a]) - r->end[a];
}

static int shortest_face(const struct lb_part_report *r, const uint32_t box[3])
{
    int worst = 0;
    for (int face = 1; face < (box[2] == 1 ? 4 : 6); face++)
        if (shortfall(r, box, face) > shortfall(r, box, worst)) worst = face;
    return worst;
}

/* Beyond one cell. */
static double short_by(const struct lb_part_report *r, const uint32_t box[3])
{
    return r->cells > 0 ? fmax(0.0, shortfall(r, box, shortest_face(r, box)) - 1.0) : 0.0;
}

/* Of what reaches out of the box, pieces may be parted by its faces. */
static double falls_apart(const struct lb_part_report *r, const uint32_t box[3])
{
    if (!r->is_closed || !is_in(r, box) || r->cell_pieces <= r->pieces) return 0.0;
    return (double)(r->cell_pieces - r->pieces);
}

static double beyond(double mesh, double cells, double tolerance)
{
    return fmax(0.0, fabs(cells - mesh) - tolerance * mesh);
}

static double volume_beyond(const struct lb_part_report *r, const uint32_t box[3], double tolerance)
{
    if (!r->is_closed || r->cells == 0 || !is_in(r, box)) return 0.0;
    return beyond(fabs(r->volume), (double)r->cells, tolerance);
}

static double volume_is_off(const struct lb_part_report *r, const uint32_t box[3])
{
    return volume_beyond(r, box, volume_off);
}

static double own_volume_is_off(const struct lb_part_report *r, const uint32_t box[3])
{
    return volume_beyond(r, box, own_volume_off);
}

static double frontal_is_off(const struct lb_part_report *r, const uint32_t box[3])
{
    if (r->cells == 0 || !is_in(r, box)) return 0.0;
    return beyond(r->frontal, (double)r->frontal_cells, frontal_off);
}

static double is_taking(const struct lb_part_report *r, const uint32_t box[3])
{
    (void)box;
    return (double)r->taken_cells;
}

/* --- sentences -------------------------------------------------------------------------------- */

/* The parts of which a measure is not zero, and the one of which it is largest. */
struct found {
    uint32_t pieces;
    const struct lb_part_report *worst;
};

static struct found find(const struct lb_part_reports *reports, const uint32_t box[3],
                         double (*measure)(const struct lb_part_report *, const uint32_t *))
{
    struct found f = {0};
    double most = 0.0;
    for (uint32_t p = 0; p < reports->count; p++) {
        const double here = measure(&reports->part[p], box);
        if (!(here > 0.0)) continue;
        f.pieces += reports->part[p].pieces;
        if (here > most) f.worst = &reports->part[p];
        most = fmax(most, here);
    }
    return f;
}

enum { SUBJECT_SIZE = 320 };

/* "'a.stl'", or "2 of 7 parts of 'a.stl' (the worst: 8 x 0.2 x 10 cells from (12, 4.2, 3.5) on)" */
static const char *subject(const struct found *f, const struct lb_part_reports *reports,
                           const char *name, char out[SUBJECT_SIZE])
{
    const struct lb_part_report *r = f->worst;
    if (reports->pieces == 1)
        snprintf(out, SUBJECT_SIZE, "'%.100s'", name);
    else
        snprintf(out, SUBJECT_SIZE,
                 "%" PRIu32 " of %" PRIu32
                 " parts of '%.100s' (%s%.4g x %.4g x %.4g cells from (%.4g, %.4g, %.4g) on)",
                 f->pieces, reports->pieces, name, f->pieces > r->pieces ? "the largest: " : "",
                 extent(r, 0), extent(r, 1), extent(r, 2), r->low[0], r->low[1], r->low[2]);
    return out;
}

static const char *why_lost(const struct lb_part_report *r)
{
    if (!r->is_closed)
        return "sheets do not close and enclose nothing; a solid body has closed surfaces";
    if (is_cancelled(r))
        return "its faces are there in both senses and cancel; one of each two is needed";
    return "what is thinner than a cell needs more cells per length, or thickness";
}

static void check_lost(const struct lb_part_reports *reports, const char *name,
                       const uint32_t box[3], struct lb_body_notes *notes)
{
    char text[SUBJECT_SIZE];
    const struct found f = find(reports, box, lost_size);
    if (f.worst == NULL) return;
    lb_body_note(notes, "%s %s no solid cell: %s", subject(&f, reports, name, text),
                 f.pieces > 1 ? "have" : "has", why_lost(f.worst));
}

static void check_reach(const struct lb_part_reports *reports, const char *name,
                        const uint32_t box[3], struct lb_body_notes *notes)
{
    char text[SUBJECT_SIZE];
    const struct found f = find(reports, box, short_by);
    if (f.worst == NULL) return;
    const int face = shortest_face(f.worst, box);
    lb_body_note(notes,
                 "the solid cells of %s end %.1f cells before the mesh does at %c%c: what lies "
                 "there is thinner than a cell",
                 subject(&f, reports, name, text), shortfall(f.worst, box, face), "xyz"[face / 2],
                 "-+"[face % 2]);
}

static void check_pieces(const struct lb_part_reports *reports, const char *name,
                         const uint32_t box[3], struct lb_body_notes *notes)
{
    char text[SUBJECT_SIZE];
    const struct found f = find(reports, box, falls_apart);
    if (f.worst == NULL) return;
    lb_body_note(notes,
                 "the solid cells of %s fall into %" PRIu64 " pieces: what joins them is thinner "
                 "than a cell, and is lost",
                 subject(&f, reports, name, text), f.worst->cell_pieces);
}

static void check_measure(const struct lb_part_reports *reports, const char *name,
                          const uint32_t box[3], bool is_frontal, struct lb_body_notes *notes)
{
    char text[SUBJECT_SIZE];
    const struct found f = find(reports, box,
                                is_frontal             ? frontal_is_off
                                : reports->pieces == 1 ? own_volume_is_off
                                                       : volume_is_off);
    if (f.worst == NULL) return;
    const double mesh = is_frontal ? f.worst->frontal : fabs(f.worst->volume);
    const double cells = (double)(is_frontal ? f.worst->frontal_cells : f.worst->cells);
    lb_body_note(notes,
                 "the solid cells of %s have %.0f %% %s %s than the mesh: %.0f instead of %.4g; "
                 "more cells per length come closer",
                 subject(&f, reports, name, text), 100.0 * fabs(cells / mesh - 1.0),
                 cells > mesh ? "more" : "less", is_frontal ? "frontal area" : "volume", cells,
                 mesh);
}

static void check_taken(const struct lb_part_reports *reports, const char *name,
                        const uint32_t box[3], struct lb_body_notes *notes)
{
    uint64_t cells = 0;
    char text[SUBJECT_SIZE];
    const struct found f = find(reports, box, is_taking);
    if (f.worst == NULL) return;
    for (uint32_t p = 0; p < reports->count; p++)
        cells += reports->part[p].taken_cells;
    lb_body_note(notes,
                 "%" PRIu64 " cells are free inside of %s, which is the other way round than the "
                 "part around it: a hollow, if that is meant",
                 cells, subject(&f, reports, name, text));
}

static void check_unmeasured(const struct lb_part_reports *reports, const char *name,
                             struct lb_body_notes *notes)
{
    uint32_t pieces = 0;
    for (uint32_t p = 0; p < reports->count; p++)
        if (!reports->part[p].is_measured) pieces += reports->part[p].pieces;
    if (pieces > 0)
        lb_body_note(notes,
                     "%" PRIu32 " of %" PRIu32
                     " parts of '%.100s' were not looked at one by one: whether each of them has "
                     "solid cells is not known",
                     pieces, reports->pieces, name);
}

void lb_part_reports_check(const struct lb_part_reports *reports, const char *name,
                           const uint32_t box[3], struct lb_body_notes *notes)
{
    check_lost(reports, name, box, notes);
    check_reach(reports, name, box, notes);
    check_pieces(reports, name, box, notes);
    check_measure(reports, name, box, false, notes);
    check_measure(reports, name, box, true, notes);
    check_taken(reports, name, box, notes);
    check_unmeasured(reports, name, notes);
}

enum lb_status lb_part_explain_no_cell(const struct lb_mesh *mesh, const double extents[3],
                                       const char **out, struct lb_error *err)
{
    struct lb_mesh_parts parts;
    const struct lb_mesh_part *largest = NULL;
    LB_OK(lb_mesh_parts_find(mesh, &parts, err));
    for (uint32_t p = 0; p < parts.count; p++)
        if (largest == NULL || fabs(parts.part[p].volume) > fabs(largest->volume))
            largest = &parts.part[p];
    struct lb_part_report r = {.is_closed = largest->is_closed, .volume = largest->volume};
    memcpy(r.low, largest->low, sizeof r.low);
    memcpy(r.high, largest->high, sizeof r.high);
    lb_mesh_parts_free(&parts);
    *out =
        fmax(extents[0], fmax(extents[1], extents[2])) < 2.0
            ? "is its unit right? More cells per length make it larger, and what is thinner than "
              "a cell needs thickness"
            : why_lost(&r);
    return LB_STATUS_OK;
}

void lb_body_check_frontal(double of_mesh, double of_cells, struct lb_body_notes *notes)
{
    if (!(beyond(of_mesh, of_cells, frontal_off) > 0.0)) return;
    lb_body_note(notes,
                 "the frontal area of all solid cells is %.4g, %.0f %% %s than that of the mesh, "
                 "%.4g: so much are coefficients off that refer to it",
                 of_cells, 100.0 * fabs(of_cells / of_mesh - 1.0),
                 of_cells > of_mesh ? "more" : "less", of_mesh);
}

/* body_checks.c - one sentence for each way in which a body is not what the user meant.
 * SPDX-License-Identifier: MIT */
#include "body/body_checks.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "body/mesh_faults.h"
#include "body/part_checks.h"
#include "geometry/half_edges.h"

void lb_body_note(struct lb_body_notes *notes, const char *format, ...)
{
    va_list arguments;
    if (notes->count == LB_BODY_MAX_NOTES) return;
    va_start(arguments, format);
    vsnprintf(notes->text[notes->count++], LB_BODY_NOTE_SIZE, format, arguments);
    va_end(arguments);
}

/* "12.5 x 4 x 3" */
enum { EXTENTS_SIZE = 64 };
static const char *extents_text(const double extent[3], double scale, char out[EXTENTS_SIZE])
{
    snprintf(out, EXTENTS_SIZE, "%.4g x %.4g x %.4g", scale * extent[0], scale * extent[1],
             scale * extent[2]);
    return out;
}

static const char *cells_text(const struct lb_voxel_report *r, char out[EXTENTS_SIZE])
{
    const double extent[3] = {r->high[0] - r->low[0], r->high[1] - r->low[1],
                              r->high[2] - r->low[2]};
    return extents_text(extent, 1.0, out);
}

/* --- place and size --------------------------------------------------------------------------- */

static enum lb_status check_place(const struct lb_voxel_body *body, const struct lb_voxel_report *r,
                                  const uint32_t box[3], struct lb_error *err)
{
    for (int a = 0; a < 3; a++)
        LB_NEED(
            r->high[a] > 0.0 && r->low[a] < box[a], LB_STATUS_USAGE,
            "the body '%.200s' is outside of the box: along %c it goes from %.6g to %.6g cells, "
            "the box from 0 to %" PRIu32,
            body->name, "xyz"[a], r -> low[a], r -> high[a], box[a]);
    return LB_STATUS_OK;
}

static enum lb_status check_size(const struct lb_voxel_body *body, const struct lb_voxel_report *r,
                                 const uint32_t box[3], struct lb_error *err)
{
    char extents[EXTENTS_SIZE];
    const double extent[3] = {r->high[0] - r->low[0], r->high[1] - r->low[1],
                              r->high[2] - r->low[2]};
    const char *why = "";
    if (r->cells == 0) LB_OK(lb_part_explain_no_cell(body->mesh, extent, &why, err));
    LB_NEED(r->cells > 0, LB_STATUS_USAGE,
            "the body '%.200s' has no solid cell: it is %s cells; %s", body->name,
            cells_text(r, extents), why);
    LB_NEED(r->cells < (uint64_t)box[0] * box[1] * box[2], LB_STATUS_USAGE,
            "the body '%.200s' fills the whole box of %" PRIu32 " x %" PRIu32 " x %" PRIu32
            " cells: it is %s cells; is its unit right?",
            body->name, box[0], box[1], box[2], cells_text(r, extents));
    return LB_STATUS_OK;
}

/* --- holes ------------------------------------------------------------------------------------ */

/* "along z at x = 41, y = 77" */
enum { ROW_SIZE = 64 };
static const char *row_text(const struct lb_voxel_report *r, char out[ROW_SIZE])
{
    const int w = r->open_axis, a = w == 0 ? 1 : 0, b = w == 2 ? 1 : 2;
    snprintf(out, ROW_SIZE, "along %c at %c = %" PRIu32 ", %c = %" PRIu32, "xyz"[w], "xyz"[a],
             r -> open_at[a], "xyz"[b], r -> open_at[b]);
    return out;
}

/* Appends what the triangles say about it. */
static void explain(const struct lb_mesh *mesh, const struct lb_mesh_faults *f, char *out,
                    size_t size)
{
    char name[LB_MESH_NAME_SIZE];
    if (f->turned_sides > 0)
        snprintf(out, size,
                 "; %" PRIu64 " sides have two triangles that are turned against each other, the "
                 "first of %s: their corners must all run the same way round",
                 f->turned_sides, lb_mesh_triangle_name(mesh, f->turned_at / 3, name));
    else if (f->open_sides > 0)
        snprintf(out, size, "; %" PRIu64 " sides have one triangle instead of two, the first of %s",
                 f->open_sides, lb_mesh_triangle_name(mesh, f->open_at / 3, name));
    else if (f->crowded_sides > 0)
        snprintf(out, size, "; %" PRIu64 " sides have more than two triangles, the first of %s",
                 f->crowded_sides, lb_mesh_triangle_name(mesh, f->crowded_at / 3, name));
}

struct holes {
    uint64_t open, wrong, rows; /* rows: that do not come out; those or that are wrong; of all */
};

static struct holes sum_rows(const struct lb_voxel_report *r)
{
    struct holes h = {0};
    for (int axis = 0; axis < 3; axis++) {
        const uint64_t open = r->open_rows[axis], wrong = r->wrong_rows[axis], all = r->rows[axis];
        h.open += open;
        h.wrong += open > wrong ? open : wrong;
        h.rows += open > all ? open : all;
    }
    return h;
}

static bool are_too_large(const struct holes *h, const struct lb_voxel_report *r)
{
    return (double)h->wrong > LB_BODY_MAX_OPEN * (double)h->rows ||
           (double)r->doubted_cells > LB_BODY_MAX_DOUBTED * (double)r->cells;
}

static enum lb_status check_holes(const struct lb_voxel_body *body, const struct lb_voxel_report *r,
                                  struct lb_body_notes *notes, struct lb_error *err)
{
    const struct holes h = sum_rows(r);
    struct lb_mesh_faults faults;
    char row[ROW_SIZE], why[LB_BODY_NOTE_SIZE] = "", sentence[LB_BODY_NOTE_SIZE];
    if (h.wrong == 0) return LB_STATUS_OK;
    LB_OK(lb_mesh_faults_find(body->mesh, &faults, NULL, err));
    explain(body->mesh, &faults, why, sizeof why);
    snprintf(sentence, sizeof sentence,
             "the mesh '%.100s' has holes: of %" PRIu64 " rows of cells that meet it %" PRIu64
             " %s, the first %s; %" PRIu64 " of %" PRIu64
             " solid cells were decided by two axes of three",
             body->name, h.rows, h.wrong,
             h.open > 0 ? "enter it and do not come out"
                        : "contradict the rows along the other two axes",
             row_text(r, row), r->doubted_cells, r->cells);
    if (are_too_large(&h, r) && !body->accepts_holes)
        return lb_fail(err, LB_STATUS_USAGE,
                       "%s; up to a tenth of the rows and a third of the cells would be accepted, "
                       "or any number with holes=accept%s",
                       sentence, why);
    lb_body_note(notes, "%s%s", sentence, why);
    return LB_STATUS_OK;
}

enum lb_status lb_body_check(const struct lb_voxel_body *body, const struct lb_voxel_report *report,
                             const uint32_t box[3], struct lb_body_notes *notes,
                             struct lb_error *err)
{
    LB_OK(check_place(body, report, box, err));
    LB_OK(check_size(body, report, box, err));
    LB_OK(check_holes(body, report, notes, err));
    if (report->shared_cells == report->cells)
        lb_body_note(notes,
                     "all %" PRIu64
                     " cells of the body '%.200s' are in bodies before it as well: is "
                     "it there twice?",
                     report->cells, body->name);
    else if (report->shared_cells > 0)
        lb_body_note(notes,
                     "%" PRIu64 " of the %" PRIu64
                     " cells of the body '%.200s' are in bodies before "
                     "it as well, and count there",
                     report->shared_cells, report->cells, body->name);
    return LB_STATUS_OK;
}

/* --- faces ------------------------------------------------------------------------------------ */

unsigned lb_body_touched_faces(const struct lb_voxel_report *report, const uint32_t box[3])
{
    unsigned faces = 0;
    for (int a = 0; a < 3 && report->cells > 0; a++) {
        if (report->begin[a] == 0) faces |= 1u << (2 * a);
        if (report->end[a] == box[a]) faces |= 2u << (2 * a);
    }
    return faces;
}

enum lb_status lb_body_check_faces(const struct lb_voxel_body *body,
                                   const struct lb_voxel_report *report, const uint32_t box[3],
                                   unsigned allowed, struct lb_error *err)
{
    const unsigned across = box[2] == 1 ? 3u << 4 : 0;
    const unsigned touched = lb_body_touched_faces(report, box) & ~(allowed | across);
    for (int face = 0; face < 6; face++) {
        const int a = face / 2;
        LB_NEED((touched & 1u << face) == 0, LB_STATUS_USAGE,
                "the body '%.200s' touches the face %c%c of the box: along %c it goes from %.6g to "
                "%.6g cells, the box from 0 to %" PRIu32 "; there must be fluid between them",
                body->name, "xyz"[a], "-+"[face % 2], "xyz"[a], report -> low[a], report -> high[a],
                box[a]);
    }
    return LB_STATUS_OK;
}

/* --- advice ----------------------------------------------------------------------------------- */

bool lb_body_unit_text(const char *name, const double extent[3], double unit_si,
                       char out[LB_BODY_NOTE_SIZE])
{
    static const double least = 0.005, most = 500.0; /* [m] */
    char in_file[EXTENTS_SIZE], now[EXTENTS_SIZE], other[EXTENTS_SIZE];
    const double longest = unit_si * fmax(extent[0], fmax(extent[1], extent[2]));
    const bool is_usual = longest >= least && longest <= most;
    const double better = longest > most ? unit_si / 1000.0 : unit_si * 1000.0;
    const int used =
        snprintf(out, LB_BODY_NOTE_SIZE,
                 "'%.100s' extends %s in its file, which is %s m with a unit of %g m", name,
                 extents_text(extent, 1.0, in_file), extents_text(extent, unit_si, now), unit_si);
    if (!is_usual)
        snprintf(out + used, LB_BODY_NOTE_SIZE - (size_t)used,
                 "; with one of %g m it would be %s m", better,
                 extents_text(extent, better, other));
    return !is_usual;
}

void lb_body_check_unit(const char *name, const double extent[3], double unit_si,
                        struct lb_body_notes *notes)
{
    char text[LB_BODY_NOTE_SIZE];
    if (lb_body_unit_text(name, extent, unit_si, text)) lb_body_note(notes, "%s", text);
}

static void note_gaps(const uint64_t cells[2], const uint32_t at[3], const char *where,
                      const char *cure, struct lb_body_notes *notes)
{
    if (cells[0] + cells[1] == 0) return;
    lb_body_note(notes,
                 "%" PRIu64 " cells are %s narrower than %d cells, the narrowest of %d at (%" PRIu32
                 ", %" PRIu32 ", %" PRIu32 "): %s",
                 cells[0] + cells[1], where, LB_UNRESOLVED_CELLS, cells[0] > 0 ? 1 : 2, at[0],
                 at[1], at[2], cure);
}

void lb_body_check_thinness(const struct lb_thinness *t, struct lb_body_notes *notes)
{
    const uint64_t thin = t->thin_cells[0] + t->thin_cells[1];
    const double share = t->solid_cells > 0 ? (double)thin / (double)t->solid_cells : 0.0;
    if (share > 0.05)
        lb_body_note(
            notes,
            "%.0f %% of the solid cells are in parts thinner than %d cells, the thinnest of "
            "%d at (%" PRIu32 ", %" PRIu32 ", %" PRIu32
            "): more cells per length would resolve them",
            100.0 * share, LB_UNRESOLVED_CELLS, t->thin_cells[0] > 0 ? 1 : 2, t->thin_at[0],
            t->thin_at[1], t->thin_at[2]);
    note_gaps(t->gap_cells, t->gap_at, "in gaps", "the flow there is not resolved", notes);
    /* beside wheels that touch the ground there are always some */
    if ((double)(t->ground_cells[0] + t->ground_cells[1]) > 0.1 * (double)t->shadow_cells)
        note_gaps(t->ground_cells, t->ground_at, "between the body and the ground in gaps",
                  "more cells per length or a larger clearance= is needed", notes);
}

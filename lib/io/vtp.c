/* vtp.c - .vtp files: XML head, raw numbers behind it.
 * SPDX-License-Identifier: MIT */
#include "io/vtp.h"

#include <inttypes.h>
#include <string.h>

#include "io/file.h"
#include "io/vtk_appended.h"

/* Indices written at a time. */
enum { STAGING_INDICES = 4096 };

static uint64_t number_size(const struct lb_points_view *view)
{
    return view->double_precision ? sizeof(double) : sizeof(float);
}

/* Each triangle is a cell of three corners; without triangles each point is a cell. */
static uint64_t cell_count(const struct lb_points_view *view)
{
    return view->corner != NULL ? view->triangle_count : view->point_count;
}

static uint64_t cell_size(const struct lb_points_view *view)
{
    return view->corner != NULL ? 3 : 1;
}

/* Prints where an array begins, and moves on behind it and its byte count. */
static void print_array(FILE *stream, const char *type, const char *name, unsigned components,
                        uint64_t bytes, uint64_t *offset)
{
    fprintf(stream,
            "        <DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%u\" "
            "format=\"appended\" offset=\"%" PRIu64 "\"/>\n",
            type, name, components, *offset);
    *offset += sizeof(uint64_t) + bytes;
}

static void print_piece(FILE *stream, const struct lb_points_view *view)
{
    const char *type = view->double_precision ? "Float64" : "Float32";
    const char *cells = view->corner != NULL ? "Polys" : "Verts";
    uint64_t offset = 0;
    fprintf(stream,
            "    <Piece NumberOfPoints=\"%" PRIu32 "\" NumberOfVerts=\"%" PRIu64
            "\" NumberOfLines=\"0\" NumberOfStrips=\"0\" NumberOfPolys=\"%" PRIu64 "\">\n"
            "      <Points>\n",
            view->point_count, view->corner != NULL ? 0 : cell_count(view),
            view->corner != NULL ? cell_count(view) : 0);
    print_array(stream, type, "position", 3, 3 * (uint64_t)view->point_count * number_size(view),
                &offset);
    fprintf(stream, "      </Points>\n      <%s>\n", cells);
    print_array(stream, "Int64", "connectivity", 1,
                cell_count(view) * cell_size(view) * sizeof(int64_t), &offset);
    print_array(stream, "Int64", "offsets", 1, cell_count(view) * sizeof(int64_t), &offset);
    fprintf(stream, "      </%s>\n      <PointData>\n", cells);
    for (size_t i = 0; i < view->array_count; i++)
        print_array(stream, type, view->arrays[i].name, view->arrays[i].components,
                    (uint64_t)view->arrays[i].components * view->point_count * number_size(view),
                    &offset);
    fputs("      </PointData>\n    </Piece>\n", stream);
}

static void print_head(FILE *stream, const struct lb_points_view *view)
{
    fprintf(stream,
            "<?xml version=\"1.0\"?>\n"
            "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"%s\" header_type=\"UInt64\">\n"
            "  <PolyData>\n"
            "    <FieldData>\n"
            "      <DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" "
            "format=\"ascii\">%.17g</DataArray>\n"
            "    </FieldData>\n",
            lb_vtk_byte_order(),
            (double)view->step * (view->per_step > 0.0 ? view->per_step : 1.0));
    print_piece(stream, view);
    fputs("  </PolyData>\n  <AppendedData encoding=\"raw\">\n   _", stream);
}

/* first, first + step, ... unless `indices` says otherwise. */
static void write_indices(FILE *stream, const uint32_t *indices, uint64_t count, uint64_t first,
                          uint64_t step)
{
    int64_t staging[STAGING_INDICES];
    uint64_t bytes = count * sizeof *staging;
    fwrite(&bytes, sizeof bytes, 1, stream);
    for (uint64_t done = 0; done < count && !ferror(stream);) {
        size_t part = count - done < STAGING_INDICES ? (size_t)(count - done) : STAGING_INDICES;
        for (size_t i = 0; i < part; i++)
            staging[i] = indices != NULL ? indices[done + i] : (int64_t)(first + (done + i) * step);
        fwrite(staging, sizeof *staging, part, stream);
        done += part;
    }
}

/* XML and ParaView's calculator both live with these. */
static bool is_plain_name(const char *name)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _-.";
    return name[0] != '\0' && name[strspn(name, plain)] == '\0';
}

static enum lb_status check_view(const struct lb_points_view *view, const char *path,
                                 struct lb_error *err)
{
    for (size_t i = 0; i < view->array_count; i++)
        if (!is_plain_name(view->arrays[i].name) || view->arrays[i].components == 0)
            return lb_fail(err, LB_STATUS_FAILED,
                           "cannot write '%s': array %zu, '%s' of %u components, needs a name of "
                           "letters, digits, ' ', '_', '-', '.' and at least one component",
                           path, i, view->arrays[i].name, view->arrays[i].components);
    if (view->corner == NULL) return LB_STATUS_OK;
    for (size_t h = 0; h < 3 * (size_t)view->triangle_count; h++)
        if (view->corner[h] >= view->point_count)
            return lb_fail(err, LB_STATUS_FAILED,
                           "cannot write '%s': triangle %zu has a corner at point %" PRIu32
                           " of %" PRIu32,
                           path, h / 3, view->corner[h], view->point_count);
    return LB_STATUS_OK;
}

enum lb_status lb_vtp_write(const struct lb_points_view *view, const char *path,
                            struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_file file = {0};
    uint64_t points = view->point_count, cells = cell_count(view);
    LB_TRY(check_view(view, path, err));
    LB_TRY(lb_file_open(&file, path, err));
    print_head(file.stream, view);
    lb_vtk_write_numbers(file.stream, view->position, 3 * points, view->double_precision);
    write_indices(file.stream, view->corner, cell_size(view) * cells, 0, 1);
    write_indices(file.stream, NULL, cells, cell_size(view), cell_size(view));
    for (size_t i = 0; i < view->array_count; i++)
        lb_vtk_write_numbers(file.stream, view->arrays[i].numbers,
                             view->arrays[i].components * points, view->double_precision);
    fputs("\n  </AppendedData>\n</VTKFile>\n", file.stream);
    LB_TRY(lb_file_commit(&file, err));
cleanup:
    lb_file_discard(&file);
    return st;
}

/* vtk.c - .vti files (XML head, raw numbers behind it) and the .pvd index of a time series.
 * SPDX-License-Identifier: MIT */
#include "io/vtk.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "io/file.h"
#include "io/vtk_appended.h"

static uint64_t cell_count(const struct lb_field_view *field)
{
    return (uint64_t)field->size[0] * field->size[1] * field->size[2];
}

static uint64_t number_size(const struct lb_field_view *field)
{
    return field->double_precision ? sizeof(double) : sizeof(float);
}

/* Offsets count from behind the underscore; each array has its byte count, a UInt64, in front. */
static void print_head(FILE *stream, const struct lb_field_view *field)
{
    const char *type = field->double_precision ? "Float64" : "Float32";
    uint64_t rho_bytes = cell_count(field) * number_size(field);
    uint64_t u_offset = sizeof(uint64_t) + rho_bytes;
    uint64_t fill_offset = u_offset + sizeof(uint64_t) + 3 * rho_bytes;
    uint64_t flags_offset = fill_offset + (field->fill != NULL ? sizeof(uint64_t) + rho_bytes : 0);
    char extent[96];
    snprintf(extent, sizeof extent, "0 %" PRIu32 " 0 %" PRIu32 " 0 %" PRIu32, field->size[0] - 1,
             field->size[1] - 1, field->size[2] - 1);
    fprintf(
        stream,
        "<?xml version=\"1.0\"?>\n"
        "<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"%s\" header_type=\"UInt64\">\n"
        "  <ImageData WholeExtent=\"%s\" Origin=\"0.5 0.5 0.5\" Spacing=\"1 1 1\">\n"
        "    <FieldData>\n"
        "      <DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" "
        "format=\"ascii\">%" PRIu64 "</DataArray>\n"
        "    </FieldData>\n"
        "    <Piece Extent=\"%s\">\n"
        "      <PointData Scalars=\"rho\" Vectors=\"u\">\n",
        lb_vtk_byte_order(), extent, field->step, extent);
    fprintf(stream,
            "        <DataArray type=\"%s\" Name=\"rho\" format=\"appended\" offset=\"0\"/>\n"
            "        <DataArray type=\"%s\" Name=\"u\" NumberOfComponents=\"3\" "
            "format=\"appended\" offset=\"%" PRIu64 "\"/>\n",
            type, type, u_offset);
    if (field->fill != NULL)
        fprintf(stream,
                "        <DataArray type=\"%s\" Name=\"fill\" format=\"appended\" "
                "offset=\"%" PRIu64 "\"/>\n",
                type, fill_offset);
    if (field->flags != NULL)
        fprintf(stream,
                "        <DataArray type=\"UInt8\" Name=\"flags\" format=\"appended\" "
                "offset=\"%" PRIu64 "\"/>\n",
                flags_offset);
    fprintf(stream, "      </PointData>\n    </Piece>\n  </ImageData>\n"
                    "  <AppendedData encoding=\"raw\">\n   _");
}

enum lb_status lb_vtk_write_field(const struct lb_field_view *field, const char *path,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_file file = {0};
    uint64_t n = cell_count(field);
    LB_REQUIRE(n > 0, LB_STATUS_FAILED, "cannot write '%s': the field has no cells", path);
    LB_TRY(lb_file_open(&file, path, err));
    print_head(file.stream, field);
    lb_vtk_write_numbers(file.stream, field->rho, n, field->double_precision);
    lb_vtk_write_numbers(file.stream, field->u, 3 * n, field->double_precision);
    if (field->fill != NULL)
        lb_vtk_write_numbers(file.stream, field->fill, n, field->double_precision);
    if (field->flags != NULL) lb_vtk_write_bytes(file.stream, field->flags, n);
    fputs("\n  </AppendedData>\n</VTKFile>\n", file.stream);
    LB_TRY(lb_file_commit(&file, err));
cleanup:
    lb_file_discard(&file);
    return st;
}

struct entry {
    double time;
    char *file;
};

struct lb_vtk_series {
    char path[LB_PATH_SIZE];
    struct entry *entries;
    size_t count, capacity;
};

enum lb_status lb_vtk_series_create(const char *pvd_path, struct lb_vtk_series **out,
                                    struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_vtk_series *series = calloc(1, sizeof *series);
    LB_REQUIRE(series != NULL, LB_STATUS_FAILED, "no memory for the index '%s'", pvd_path);
    LB_REQUIRE(strlen(pvd_path) < sizeof series->path, LB_STATUS_FAILED,
               "the path '%.200s...' is too long", pvd_path);
    memcpy(series->path, pvd_path, strlen(pvd_path));
    *out = series;
    series = NULL;
cleanup:
    lb_vtk_series_destroy(series);
    return st;
}

static enum lb_status append_entry(struct lb_vtk_series *series, double time, const char *file,
                                   struct lb_error *err)
{
    if (series->count == series->capacity) {
        size_t capacity = series->capacity == 0 ? 16 : 2 * series->capacity;
        struct entry *entries = realloc(series->entries, capacity * sizeof *entries);
        if (entries == NULL)
            return lb_fail(err, LB_STATUS_FAILED, "no memory for the index '%s'", series->path);
        series->entries = entries;
        series->capacity = capacity;
    }
    char *copy = strdup(file);
    if (copy == NULL)
        return lb_fail(err, LB_STATUS_FAILED, "no memory for the index '%s'", series->path);
    series->entries[series->count++] = (struct entry){.time = time, .file = copy};
    return LB_STATUS_OK;
}

static void print_escaped(FILE *stream, const char *text)
{
    for (; *text != '\0'; text++)
        switch (*text) {
        case '&': fputs("&amp;", stream); break;
        case '<': fputs("&lt;", stream); break;
        case '>': fputs("&gt;", stream); break;
        case '"': fputs("&quot;", stream); break;
        default: fputc(*text, stream);
        }
}

/* The whole index each time: a reader never meets a half-written one. */
static enum lb_status rewrite_index(const struct lb_vtk_series *series, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_file file = {0};
    LB_TRY(lb_file_open(&file, series->path, err));
    fprintf(file.stream,
            "<?xml version=\"1.0\"?>\n"
            "<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"%s\">\n"
            "  <Collection>\n",
            lb_vtk_byte_order());
    for (size_t i = 0; i < series->count; i++) {
        fprintf(file.stream, "    <DataSet timestep=\"%.17g\" part=\"0\" file=\"",
                series->entries[i].time);
        print_escaped(file.stream, series->entries[i].file);
        fputs("\"/>\n", file.stream);
    }
    fputs("  </Collection>\n</VTKFile>\n", file.stream);
    LB_TRY(lb_file_commit(&file, err));
cleanup:
    lb_file_discard(&file);
    return st;
}

enum lb_status lb_vtk_series_add(struct lb_vtk_series *series, double time, const char *file,
                                 struct lb_error *err)
{
    enum lb_status st = append_entry(series, time, file, err);
    return st == LB_STATUS_OK ? rewrite_index(series, err) : st;
}

void lb_vtk_series_destroy(struct lb_vtk_series *series)
{
    if (series == NULL) return;
    for (size_t i = 0; i < series->count; i++)
        free(series->entries[i].file);
    free(series->entries);
    free(series);
}

/* vtk.c - .vti files (XML head, raw numbers behind it), the .pvti of their parts, and the .pvd index of a time series.
 * SPDX-License-Identifier: MIT */
#include "io/vtk.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/field_rows.h"
#include "io/file.h"
#include "io/vtk_appended.h"

/* What a file has: points [begin, end) of the source's box. */
struct content {
    const struct lb_field_source *source;
    const struct lb_field *const *fields;
    struct lb_field_rows points;
    uint32_t stride; /* every so many of them along each axis; */
    bool counts_own; /* a file that counts from its first point, not from the box's */
};

/* Every so many from `begin` on, up to `end`. */
static uint64_t count_points(uint32_t begin, uint32_t end, uint32_t stride)
{
    return ((uint64_t)end - begin + stride - 1) / stride;
}

uint32_t lb_vtk_choice_points(const struct lb_vtk_choice *choice, int axis)
{
    return (uint32_t)count_points(choice->begin[axis], choice->end[axis], choice->stride);
}

/* Of the points from `begin` on, up to `end`. */
static uint64_t picked(const struct content *c, uint32_t begin, uint32_t end)
{
    return count_points(begin, end, c->stride);
}

static bool is_picked(const struct content *c, int axis, uint32_t at)
{
    return (at - c->points.begin[axis]) % c->stride == 0;
}

static uint64_t point_count(const struct content *c)
{
    uint64_t count = 1;
    for (int a = 0; a < 3; a++)
        count *= picked(c, c->points.begin[a], c->points.end[a]);
    return count;
}

/* The first with so many components is what ParaView shows at first. */
static void print_active(FILE *stream, const char *kind, unsigned components,
                         const struct lb_field *const *fields)
{
    for (; *fields != NULL; fields++)
        if ((*fields)->components == components) {
            fprintf(stream, " %s=\"%s\"", kind, (*fields)->array);
            return;
        }
}

static uint64_t cell_bytes(const struct lb_field_source *source, const struct lb_field *field)
{
    return field->components * lb_vtk_type_bytes(lb_vtk_type_of(source, field));
}

/* Bytes of an array, which has their number, a UInt64, in front. */
static uint64_t array_bytes(const struct content *c, const struct lb_field *field)
{
    return sizeof(uint64_t) + cell_bytes(c->source, field) * point_count(c);
}

static void print_array(FILE *stream, const char *indent_and_word,
                        const struct lb_field_source *source, const struct lb_field *f)
{
    fprintf(stream, "%s type=\"%s\" Name=\"%s\"", indent_and_word,
            lb_vtk_type_name(lb_vtk_type_of(source, f)), f->array);
    if (f->components > 1) fprintf(stream, " NumberOfComponents=\"%u\"", f->components);
    if (f->components != LB_FIELD_TENSOR) return;
    for (unsigned n = 0; n < LB_FIELD_TENSOR; n++)
        fprintf(stream, " ComponentName%u=\"%s\"", n, lb_field_component(f, n));
}

/* Offsets count from behind the underscore. */
static void print_arrays(FILE *stream, const struct content *c)
{
    uint64_t offset = 0;
    for (const struct lb_field *const *f = c->fields; *f != NULL; f++) {
        print_array(stream, "        <DataArray", c->source, *f);
        fprintf(stream, " format=\"appended\" offset=\"%" PRIu64 "\"/>\n", offset);
        offset += array_bytes(c, *f);
    }
}

/* Of points; VTK counts the last one in. */
static const char *print_extent(const uint32_t begin[3], const uint32_t end[3], char out[96])
{
    snprintf(out, 96, "%" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32,
             begin[0], end[0] - 1, begin[1], end[1] - 1, begin[2], end[2] - 1);
    return out;
}

/* " Origin=... Spacing=..." */
static void print_places(FILE *stream, const struct lb_field_units *u, const uint32_t first[3],
                         uint32_t stride)
{
    const double cell = lb_field_unit(u->spacing), spacing = stride * cell;
    fprintf(stream, "Origin=\"%.15g %.15g %.15g\" Spacing=\"%.15g %.15g %.15g\"",
            lb_field_first_place(u, 0) + first[0] * cell,
            lb_field_first_place(u, 1) + first[1] * cell,
            lb_field_first_place(u, 2) + first[2] * cell, spacing, spacing, spacing);
}

static double time_of(const struct lb_field_source *source)
{
    return (double)source->step * lb_field_unit(source->units.step);
}

static void print_head(FILE *stream, const struct content *c)
{
    static const uint32_t none[3];
    char extent[96];
    const struct lb_field_rows *p = &c->points;
    uint32_t count[3];
    for (int a = 0; a < 3; a++)
        count[a] = (uint32_t)picked(c, p->begin[a], p->end[a]);
    if (c->counts_own)
        print_extent(none, count, extent);
    else
        print_extent(p->begin, p->end, extent);
    fprintf(
        stream,
        "<?xml version=\"1.0\"?>\n"
        "<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"%s\" header_type=\"UInt64\">\n"
        "  <ImageData WholeExtent=\"%s\" ",
        lb_vtk_byte_order(), extent);
    print_places(stream, &c->source->units, c->counts_own ? p->begin : none, c->stride);
    fprintf(stream,
            ">\n"
            "    <FieldData>\n"
            "      <DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" "
            "format=\"ascii\">%.17g</DataArray>\n"
            "    </FieldData>\n"
            "    <Piece Extent=\"%s\">\n"
            "      <PointData",
            time_of(c->source), extent);
    print_active(stream, "Scalars", 1, c->fields);
    print_active(stream, "Vectors", 3, c->fields);
    fputs(">\n", stream);
    print_arrays(stream, c);
    fprintf(stream, "      </PointData>\n    </Piece>\n  </ImageData>\n"
                    "  <AppendedData encoding=\"raw\">\n   _");
}

static void write_rows(FILE *stream, const struct content *c, const struct lb_field *field,
                       const struct lb_field_piece *piece, const struct lb_field_rows *r)
{
    struct lb_vtk_numbers out;
    double numbers[LB_FIELD_TENSOR];
    const double scale = lb_field_scale(piece->source, field),
                 offset = lb_field_offset(piece->source, field);
    lb_vtk_numbers_begin(&out, stream, lb_vtk_type_of(piece->source, field));
    for (uint32_t z = r->begin[2]; z < r->end[2]; z++)
        for (uint32_t y = r->begin[1]; y < r->end[1]; y++)
            for (uint32_t x = r->begin[0]; x < r->end[0]; x += c->stride) {
                if (!is_picked(c, 1, y) || !is_picked(c, 2, z)) break;
                field->at(piece, (const uint32_t[3]){x, y, z}, numbers);
                for (unsigned n = 0; n < field->components; n++)
                    lb_vtk_numbers_add(&out, offset + scale * numbers[n]);
            }
    lb_vtk_numbers_end(&out);
}

/* The rows of all arrays, each to its place in the file: what they are made of is read once. */
static bool write_piece(FILE *stream, off_t start, const struct content *c,
                        const struct lb_field_piece *piece, const struct lb_field_rows *r)
{
    const struct lb_field_rows *all = &c->points;
    const uint64_t height = picked(c, all->begin[1], all->end[1]),
                   width = picked(c, all->begin[0], all->end[0]);
    const uint64_t row =
        picked(c, all->begin[2], r->begin[2]) * height + picked(c, all->begin[1], r->begin[1]);
    const bool begins = r->begin[2] == all->begin[2] && r->begin[1] == all->begin[1];
    for (const struct lb_field *const *f = c->fields; *f != NULL; f++) {
        const uint64_t array = array_bytes(c, *f), bytes = array - sizeof bytes;
        const uint64_t before = row * width * cell_bytes(c->source, *f);
        const off_t place = start + (off_t)(begins ? 0 : sizeof bytes + before);
        if (fseeko(stream, place, SEEK_SET) != 0) return false;
        if (begins) fwrite(&bytes, sizeof bytes, 1, stream);
        write_rows(stream, c, *f, piece, r);
        start += (off_t)array;
    }
    return !ferror(stream);
}

/* Ranks read together, and one that stayed away would keep the others waiting: what cannot be written, or no file is
 * open for, is read all the same. */
static enum lb_status write_arrays(struct lb_file *file, const struct content *c,
                                   struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_field_piece piece = {0};
    struct lb_field_rows r;
    const off_t start = file->stream != NULL ? ftello(file->stream) : 0;
    int why = 0;
    const unsigned needs = lb_fields_need(c->fields);
    uint64_t row = 0;
    while (lb_field_next_rows(c->source, &c->points, &row, needs, &r)) {
        LB_TRY(lb_field_read_rows(c->source, &r, needs, &piece, err));
        const bool is_written =
            file->stream == NULL || why != 0 || write_piece(file->stream, start, c, &piece, &r);
        if (!is_written) why = errno != 0 ? errno : EIO;
        lb_field_discard(&piece);
    }
    LB_REQUIRE(why == 0, LB_STATUS_FAILED, "cannot write '%s': %s", file->path, strerror(why));
cleanup:
    lb_field_discard(&piece);
    return st;
}

static enum lb_status write_content(struct lb_file *file, const struct content *c,
                                    struct lb_error *err)
{
    print_head(file->stream, c);
    LB_OK(write_arrays(file, c, err));
    fputs("\n  </AppendedData>\n</VTKFile>\n", file->stream);
    return lb_file_commit(file, err);
}

static enum lb_status write_file(const struct content *c, const char *path, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_file file = {0};
    LB_REQUIRE(point_count(c) > 0, LB_STATUS_FAILED, "cannot write '%s': the field has no cells",
               path);
    st = lb_file_open(&file, path, err);
    if (st == LB_STATUS_OK)
        st = write_content(&file, c, err);
    else
        write_arrays(&file, c, NULL);
cleanup:
    lb_file_discard(&file);
    return st;
}

enum lb_status lb_vtk_write_fields(const struct lb_field_source *source,
                                   const struct lb_field *const *fields, const char *path,
                                   struct lb_error *err)
{
    const struct content all = {source, fields, lb_field_all_rows(source), 1, false};
    return write_file(&all, path, err);
}

static struct content content_of(const struct lb_field_source *source,
                                 const struct lb_field *const *fields,
                                 const struct lb_vtk_choice *choice)
{
    struct content some = {.source = source, .fields = fields, .stride = choice->stride};
    memcpy(some.points.begin, choice->begin, sizeof choice->begin);
    memcpy(some.points.end, choice->end, sizeof choice->end);
    some.counts_own = true;
    return some;
}

enum lb_status lb_vtk_write_choice(const struct lb_field_source *source,
                                   const struct lb_field *const *fields,
                                   const struct lb_vtk_choice *choice, const char *path,
                                   struct lb_error *err)
{
    const struct content some = content_of(source, fields, choice);
    return write_file(&some, path, err);
}

enum lb_status lb_vtk_write_arrays(const struct lb_field_source *source,
                                   const struct lb_field *const *fields,
                                   const struct lb_vtk_choice *choice, struct lb_file *file,
                                   struct lb_error *err)
{
    const struct content some = content_of(source, fields, choice);
    return write_arrays(file, &some, err);
}

uint64_t lb_vtk_array_bytes(const struct lb_field_source *source, const struct lb_field *field,
                            const struct lb_vtk_choice *choice)
{
    const struct content some = content_of(source, NULL, choice);
    return array_bytes(&some, field);
}

/* --- parts of a box ----------------------------------------------------------------------------- */

enum lb_status lb_vtk_write_part(const struct lb_field_source *source,
                                 const struct lb_field *const *fields,
                                 const struct lb_vtk_part *part, const char *path,
                                 struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_file file = {0};
    struct content c = {.source = source, .fields = fields, .stride = 1};
    memcpy(c.points.begin, part->begin, sizeof part->begin);
    memcpy(c.points.end, part->end, sizeof part->end);
    LB_TRY(lb_file_open_own(&file, path, err));
    LB_TRY(write_content(&file, &c, err));
cleanup:
    lb_file_discard(&file);
    return st;
}

static void print_parts(FILE *stream, const struct lb_field_source *source,
                        const struct lb_field *const *fields, const struct lb_vtk_part *parts,
                        size_t count)
{
    char extent[96];
    fprintf(stream,
            "<?xml version=\"1.0\"?>\n"
            "<VTKFile type=\"PImageData\" version=\"1.0\" byte_order=\"%s\" "
            "header_type=\"UInt64\">\n"
            "  <PImageData WholeExtent=\"%s\" GhostLevel=\"0\" ",
            lb_vtk_byte_order(), print_extent((const uint32_t[3]){0, 0, 0}, source->size, extent));
    print_places(stream, &source->units, (const uint32_t[3]){0, 0, 0}, 1);
    fputs(">\n    <PPointData", stream);
    print_active(stream, "Scalars", 1, fields);
    print_active(stream, "Vectors", 3, fields);
    fputs(">\n", stream);
    for (; *fields != NULL; fields++) {
        print_array(stream, "      <PDataArray", source, *fields);
        fputs("/>\n", stream);
    }
    fputs("    </PPointData>\n", stream);
    for (size_t n = 0; n < count; n++)
        fprintf(stream, "    <Piece Extent=\"%s\" Source=\"%s\"/>\n",
                print_extent(parts[n].begin, parts[n].end, extent), parts[n].file);
    fputs("  </PImageData>\n</VTKFile>\n", stream);
}

enum lb_status lb_vtk_write_parts(const struct lb_field_source *source,
                                  const struct lb_field *const *fields,
                                  const struct lb_vtk_part *parts, size_t count, const char *path,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_file file = {0};
    LB_TRY(lb_file_open(&file, path, err));
    print_parts(file.stream, source, fields, parts, count);
    LB_TRY(lb_file_commit(&file, err));
cleanup:
    lb_file_discard(&file);
    return st;
}

/* --- time series -------------------------------------------------------------------------------- */

struct lb_vtk_series {
    char path[LB_PATH_SIZE];
    FILE *entries; /* into `text`, whose end it keeps zero-terminated */
    char *text;
    size_t size;
};

enum lb_status lb_vtk_series_create(const char *pvd_path, struct lb_vtk_series **out,
                                    struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_vtk_series *series = calloc(1, sizeof *series);
    if (series != NULL) series->entries = open_memstream(&series->text, &series->size);
    LB_REQUIRE(series != NULL && series->entries != NULL, LB_STATUS_FAILED,
               "no memory for the index '%s'", pvd_path);
    LB_REQUIRE(strlen(pvd_path) < sizeof series->path, LB_STATUS_FAILED,
               "the path '%.200s...' is too long", pvd_path);
    memcpy(series->path, pvd_path, strlen(pvd_path));
    *out = series;
    series = NULL;
cleanup:
    lb_vtk_series_destroy(series);
    return st;
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
            "  <Collection>\n%s  </Collection>\n</VTKFile>\n",
            lb_vtk_byte_order(), series->text);
    LB_TRY(lb_file_commit(&file, err));
cleanup:
    lb_file_discard(&file);
    return st;
}

enum lb_status lb_vtk_series_add(struct lb_vtk_series *series, double time, const char *file,
                                 struct lb_error *err)
{
    fprintf(series->entries, "    <DataSet timestep=\"%.17g\" part=\"0\" file=\"", time);
    print_escaped(series->entries, file);
    fputs("\"/>\n", series->entries);
    LB_NEED(fflush(series->entries) == 0 && !ferror(series->entries), LB_STATUS_FAILED,
            "no memory for the index '%s'", series->path);
    return rewrite_index(series, err);
}

const char *lb_vtk_series_entries(const struct lb_vtk_series *series)
{
    return series->text;
}

/* Whether the file of an entry is there, beside the index. */
static bool names_a_file(const struct lb_vtk_series *series, const char *entry, size_t length)
{
    static const char key[] = "file=\"";
    char name[256], path[LB_PATH_SIZE];
    const char *slash = strrchr(series->path, '/'), *file = strstr(entry, key);
    if (file == NULL || file >= entry + length) return false;
    file += sizeof key - 1;
    const size_t size = strcspn(file, "\"");
    if (size >= sizeof name || memchr(file, '&', size) != NULL) return true; /* not one of ours */
    snprintf(name, sizeof name, "%.*s", (int)size, file);
    snprintf(path, sizeof path, "%.*s%s", slash == NULL ? 0 : (int)(slash - series->path + 1),
             series->path, name);
    return access(path, F_OK) == 0;
}

enum lb_status lb_vtk_series_restore(struct lb_vtk_series *series, const char *entries,
                                     struct lb_error *err)
{
    for (const char *line = entries, *next; *line != '\0'; line = next) {
        const size_t length = strcspn(line, "\n");
        next = line + length + (line[length] == '\n');
        if (names_a_file(series, line, length))
            fprintf(series->entries, "%.*s\n", (int)length, line);
    }
    LB_NEED(fflush(series->entries) == 0 && !ferror(series->entries), LB_STATUS_FAILED,
            "no memory for the index '%s'", series->path);
    return LB_STATUS_OK;
}

void lb_vtk_series_destroy(struct lb_vtk_series *series)
{
    if (series == NULL) return;
    if (series->entries != NULL) fclose(series->entries);
    free(series->text);
    free(series);
}

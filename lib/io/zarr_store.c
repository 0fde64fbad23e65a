/* zarr_store.c - the arrays of a store: their JSON, and the coordinates.
 * SPDX-License-Identifier: MIT */
#include "io/zarr_store.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/file.h"
#include "io/json.h"
#include "io/vtk_appended.h"
#include "io/zarr_internal.h"

enum {
    AXES = 4, /* time, z, y, x */
    TIMES_IN_CHUNK = 1024,
    TEXT_SIZE = 96
};
static const char *const axis_names[AXES] = {"time", "z", "y", "x"};

/* One of them as its zarr.json has it. */
struct array {
    char name[LB_ZARR_NAME_SIZE], unit[TEXT_SIZE], label[TEXT_SIZE];
    const char *type;
    bool is_whole_number;
    int axes;
    const char *const *axis_names;
    uint64_t shape[AXES], chunk[AXES];
};

/* --- names and units -------------------------------------------------------------------------- */

void lb_zarr_name(const struct lb_field *field, unsigned component, char out[LB_ZARR_NAME_SIZE])
{
    const bool is_apart = field->components > 1 && strlen(field->array) > 1;
    snprintf(out, LB_ZARR_NAME_SIZE, "%.40s%s%s", field->array, is_apart ? "_" : "",
             lb_field_component(field, component));
}

/* " m-1" behind what is there. */
static void add_power(char out[TEXT_SIZE], const char *unit, int power)
{
    const size_t used = strlen(out);
    const char *space = used > 0 ? " " : "";
    if (power == 1) snprintf(out + used, TEXT_SIZE - used, "%s%s", space, unit);
    if (power != 0 && power != 1)
        snprintf(out + used, TEXT_SIZE - used, "%s%s%d", space, unit, power);
}

/* In the spelling of UDUNITS: "kg m-1 s-2". */
static void name_unit(const struct lb_field_units *u, const struct lb_field *f, char out[TEXT_SIZE])
{
    const bool has_mass = u->rho0 > 0.0;
    out[0] = '\0';
    add_power(out, has_mass ? "kg" : "rho0", f->densities);
    add_power(out, u->cell > 0.0 ? "m" : "cell", f->lengths - (has_mass ? 3 * f->densities : 0));
    add_power(out, u->step > 0.0 ? "s" : "step", f->times);
    if (out[0] == '\0') snprintf(out, TEXT_SIZE, "1");
}

/* A temperature is a share of the range of those that are given, without a unit, or has that of the case file. */
static const char *label_of(const struct lb_field_units *u, const struct lb_field *f)
{
    return (f->needs & LB_FIELD_TEMPERATURE) != 0 && !(u->range > 0.0)
               ? "(temperature - its middle) / its range"
               : f->label;
}

/* --- arrays ----------------------------------------------------------------------------------- */

static const char *type_name(enum lb_vtk_type type)
{
    static const char *const names[] = {
        [LB_VTK_FLOAT32] = "float32", [LB_VTK_FLOAT64] = "float64", [LB_VTK_UINT8] = "uint8"};
    return names[type];
}

static void describe_component(const struct lb_zarr *z, const struct lb_field *f,
                               unsigned component, uint64_t steps, struct array *out)
{
    const struct lb_zarr_grid grid = lb_zarr_grid(&z->cells);
    const enum lb_vtk_type type = lb_vtk_type_of(z->source, f);
    *out = (struct array){.type = type_name(type),
                          .is_whole_number = type == LB_VTK_UINT8,
                          .axes = AXES,
                          .axis_names = axis_names,
                          .shape = {steps, grid.points[2], grid.points[1], grid.points[0]},
                          .chunk = {1, grid.chunk[2], grid.chunk[1], grid.chunk[0]}};
    lb_zarr_name(f, component, out->name);
    snprintf(out->label, sizeof out->label, "%s%s%s", label_of(&z->source->units, f),
             f->components > 1 ? ", " : "", lb_field_component(f, component));
    name_unit(&z->source->units, f, out->unit);
}

static void describe_coordinate(const struct lb_zarr *z, int axis, uint64_t steps,
                                struct array *out)
{
    const struct lb_field_units *u = &z->source->units;
    const struct lb_zarr_grid grid = lb_zarr_grid(&z->cells);
    const bool is_time = axis == 0;
    const uint32_t points = is_time ? TIMES_IN_CHUNK : grid.points[AXES - 1 - axis];
    *out = (struct array){.type = type_name(LB_VTK_FLOAT64),
                          .axes = 1,
                          .axis_names = &axis_names[axis],
                          .shape = {is_time ? steps : points},
                          .chunk = {points}};
    snprintf(out->name, sizeof out->name, "%s", axis_names[axis]);
    snprintf(out->label, sizeof out->label, "%s", is_time ? "time" : "centres of cells");
    snprintf(out->unit, sizeof out->unit, "%s",
             is_time            ? (u->step > 0.0 ? "s" : "step")
             : u->cell > 0.0    ? "m"
             : u->spacing > 0.0 ? "1"
                                : "cell");
}

/* Array number n, fields before coordinates; false behind the last. */
static bool describe(const struct lb_zarr *z, unsigned n, uint64_t steps, struct array *out)
{
    for (const struct lb_field *const *f = z->fields; *f != NULL; f++) {
        if (n < (*f)->components) {
            describe_component(z, *f, n, steps, out);
            return true;
        }
        n -= (*f)->components;
    }
    if (n < AXES) describe_coordinate(z, (int)n, steps, out);
    return n < AXES;
}

/* --- JSON ------------------------------------------------------------------------------------- */

static void add_counts(struct lb_json *to, const char *key, const uint64_t *counts, int size)
{
    struct lb_json list = lb_json_list(to, key);
    for (int n = 0; n < size; n++)
        lb_json_number(&list, NULL, (double)counts[n]);
}

static void add_codecs(struct lb_json *to, const struct array *a)
{
    struct lb_json list = lb_json_list(to, "codecs"), codec = lb_json_object(&list, NULL);
    lb_json_text(&codec, "name", "bytes");
    if (a->is_whole_number) return; /* of one byte */
    struct lb_json settings = lb_json_object(&codec, "configuration");
    const bool is_little = strcmp(lb_vtk_byte_order(), "LittleEndian") == 0;
    lb_json_text(&settings, "endian", is_little ? "little" : "big");
}

static void add_array(struct lb_json *to, const struct array *a)
{
    lb_json_number(to, "zarr_format", 3);
    lb_json_text(to, "node_type", "array");
    add_counts(to, "shape", a->shape, a->axes);
    lb_json_text(to, "data_type", a->type);
    struct lb_json grid = lb_json_object(to, "chunk_grid");
    lb_json_text(&grid, "name", "regular");
    struct lb_json shape = lb_json_object(&grid, "configuration");
    add_counts(&shape, "chunk_shape", a->chunk, a->axes);
    struct lb_json keys = lb_json_object(to, "chunk_key_encoding");
    lb_json_text(&keys, "name", "default");
    struct lb_json separator = lb_json_object(&keys, "configuration");
    lb_json_text(&separator, "separator", "/");
    if (a->is_whole_number)
        lb_json_number(to, "fill_value", 0);
    else
        lb_json_text(to, "fill_value", "NaN");
    add_codecs(to, a);
    struct lb_json attributes = lb_json_object(to, "attributes");
    lb_json_text(&attributes, "units", a->unit);
    lb_json_text(&attributes, "long_name", a->label);
    struct lb_json names = lb_json_list(to, "dimension_names");
    for (int n = 0; n < a->axes; n++)
        lb_json_text(&names, NULL, a->axis_names[n]);
}

static enum lb_status write_json(const struct lb_zarr *z, const char *array, struct lb_json *json,
                                 struct lb_error *err)
{
    char path[LB_PATH_SIZE], *text = NULL;
    LB_OK(lb_json_end(json, LB_JSON_ON_LINES, &text, err));
    enum lb_status st = lb_zarr_path(z, array, "zarr.json", path, err);
    if (st == LB_STATUS_OK) st = lb_text_write(path, text, err);
    free(text);
    return st;
}

static enum lb_status write_arrays(const struct lb_zarr *z, uint64_t steps, struct lb_error *err)
{
    struct array a;
    for (unsigned n = 0; describe(z, n, steps, &a); n++) {
        struct lb_json json = lb_json_begin(NULL);
        add_array(&json, &a);
        LB_OK(write_json(z, a.name, &json, err));
    }
    return LB_STATUS_OK;
}

/* With the metadata of all arrays, so that readers take them from one file, of one moment. */
static enum lb_status write_group(const struct lb_zarr *z, uint64_t steps, struct lb_error *err)
{
    struct array a;
    struct lb_json json = lb_json_begin(NULL);
    lb_json_number(&json, "zarr_format", 3);
    lb_json_text(&json, "node_type", "group");
    struct lb_json attributes = lb_json_object(&json, "attributes");
    lb_json_text(&attributes, "title", z->title);
    struct lb_json all = lb_json_object(&json, "consolidated_metadata");
    lb_json_text(&all, "kind", "inline");
    lb_json_bool(&all, "must_understand", false);
    struct lb_json arrays = lb_json_object(&all, "metadata");
    for (unsigned n = 0; describe(z, n, steps, &a); n++) {
        struct lb_json array = lb_json_object(&arrays, a.name);
        add_array(&array, &a);
    }
    return write_json(z, NULL, &json, err);
}

/* --- coordinates ------------------------------------------------------------------------------ */

static enum lb_status write_numbers(const struct lb_zarr *z, const char *array, uint64_t chunk,
                                    const double *numbers, size_t count, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_file file = {0};
    char path[LB_PATH_SIZE], name[32];
    LB_TRY(lb_zarr_path(z, array, "c", path, err));
    LB_TRY(lb_folder_ensure(path, err));
    snprintf(name, sizeof name, "c/%" PRIu64, chunk);
    LB_TRY(lb_zarr_path(z, array, name, path, err));
    LB_TRY(lb_file_open(&file, path, err));
    fwrite(numbers, sizeof *numbers, count, file.stream);
    LB_TRY(lb_file_commit(&file, err));
cleanup:
    lb_file_discard(&file);
    return st;
}

/* The chunk that has the last one; those before it are there. */
static enum lb_status write_times(const struct lb_zarr *z, const double *times, uint64_t count,
                                  struct lb_error *err)
{
    double numbers[TIMES_IN_CHUNK] = {0.0};
    const uint64_t chunk = (count - 1) / TIMES_IN_CHUNK, first = chunk * TIMES_IN_CHUNK;
    for (uint64_t n = first; n < count; n++)
        numbers[n - first] = times[n] * lb_field_unit(z->source->units.step);
    return write_numbers(z, axis_names[0], chunk, numbers, TIMES_IN_CHUNK, err);
}

static enum lb_status write_places(const struct lb_zarr *z, int axis, struct lb_error *err)
{
    const struct lb_field_units *u = &z->source->units;
    const uint32_t points = lb_zarr_grid(&z->cells).points[axis];
    double *numbers = malloc(points * sizeof *numbers);
    LB_NEED(numbers != NULL, LB_STATUS_FAILED, "no memory for the coordinates of '%s'", z->folder);
    for (uint32_t n = 0; n < points; n++)
        numbers[n] =
            lb_field_first_place(u, axis) +
            (z->cells.begin[axis] + (double)n * z->cells.stride) * lb_field_unit(u->spacing);
    const enum lb_status st =
        write_numbers(z, axis_names[AXES - 1 - axis], 0, numbers, points, err);
    free(numbers);
    return st;
}

enum lb_status lb_zarr_describe(const struct lb_zarr *z, const double *times, uint64_t count,
                                struct lb_error *err)
{
    char path[LB_PATH_SIZE];
    if (count == 0) {
        LB_OK(lb_zarr_path(z, NULL, "zarr.json", path, err));
        if (!lb_files_are_left()) unlink(path);
        return LB_STATUS_OK;
    }
    for (int axis = 0; axis < 3; axis++)
        if (count == 1) LB_OK(write_places(z, axis, err));
    LB_OK(write_times(z, times, count, err));
    LB_OK(write_arrays(z, count, err));
    return write_group(z, count, err);
}

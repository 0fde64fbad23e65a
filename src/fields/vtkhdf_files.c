/* vtkhdf_files.c - appends steps to a .vtkhdf.
 * SPDX-License-Identifier: MIT */
#include "fields/vtkhdf_files.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fields/hdf5_objects.h"
#include "io/file.h"
#include "peers/peers.h"
#include "ranks/own_ranks.h"

/* The chunks of full nodes stay; two levels of nodes. */
enum { MOST_STEPS = LB_HDF5_CHILDREN * LB_HDF5_CHILDREN, ROOT_BYTES = 96 };

/* The objects of a file with so many steps, which are being made. */
struct objects {
    const struct lb_vtkhdf *v;
    const struct lb_table *steps; /* with that which is added */
    struct lb_hdf5 h;
};

static uint64_t number_of(const struct lb_table *steps, size_t row, int column)
{
    return (uint64_t)steps->numbers[row * LB_VTKHDF_COLUMNS + (size_t)column];
}

static uint64_t end_of(const struct lb_table *steps, size_t rows)
{
    return rows == 0 ? LB_HDF5_SUPERBLOCK_BYTES : number_of(steps, rows - 1, LB_VTKHDF_END);
}

/* Points along z, y, x, as data sets have them. */
static void find_points(const struct lb_vtk_choice *c, uint64_t out[3])
{
    for (int a = 0; a < 3; a++)
        out[2 - a] = lb_vtk_choice_points(c, a);
}

/* VTK reads images of one layer of cells without that axis. */
static struct lb_hdf5_chunks chunks_of(const struct lb_vtkhdf *v, const struct lb_field *f,
                                       uint64_t steps)
{
    struct lb_hdf5_chunks c = {.type = lb_vtk_type_of(v->source, f), .rank = 1, .shape = {steps}};
    uint64_t points[3];
    find_points(&v->cells, points);
    for (int n = 0; n < 3; n++)
        if (points[n] > 1) c.shape[c.rank++] = points[n];
    if (f->components > 1) c.shape[c.rank++] = f->components;
    return c;
}

/* --- the tree of an array --------------------------------------------------------------------- */

/* Where the numbers of a field are: behind those of the step before, each with its count in front. */
static uint64_t place_of_numbers(const struct objects *o, size_t step,
                                 const struct lb_field *const *field)
{
    uint64_t place = end_of(o->steps, step) + sizeof(uint64_t);
    for (const struct lb_field *const *f = o->v->fields; f != field; f++)
        place += lb_vtk_array_bytes(o->v->source, *f, &o->v->cells);
    return place;
}

/* The last node of each field comes first among the objects of a step, and stays when it is full. */
static uint64_t place_of_node(const struct objects *o, size_t last_step,
                              const struct lb_field *const *field)
{
    uint64_t place = number_of(o->steps, last_step, LB_VTKHDF_OBJECTS);
    for (const struct lb_field *const *f = o->v->fields; f != field; f++) {
        const struct lb_hdf5_chunks c = chunks_of(o->v, *f, 1);
        place += lb_hdf5_node_bytes(&c);
    }
    return place;
}

static void put_last_node(struct objects *o, const struct lb_field *const *field)
{
    uint64_t places[LB_HDF5_CHILDREN];
    const size_t steps = o->steps->rows;
    const size_t first = (steps - 1) / LB_HDF5_CHILDREN * LB_HDF5_CHILDREN;
    const struct lb_hdf5_chunks c = chunks_of(o->v, *field, steps);
    for (size_t n = first; n < steps; n++)
        places[n - first] = place_of_numbers(o, n, field);
    lb_hdf5_node(&o->h, &c, 0, first, places, steps - first);
}

/* Returns the place of the data set. */
static uint64_t put_array(struct objects *o, const struct lb_field *const *field)
{
    uint64_t places[LB_HDF5_CHILDREN];
    const size_t steps = o->steps->rows, nodes = (steps - 1) / LB_HDF5_CHILDREN + 1;
    const struct lb_hdf5_chunks c = chunks_of(o->v, *field, steps);
    for (size_t n = 0; n < nodes; n++) {
        const size_t end = (n + 1) * LB_HDF5_CHILDREN;
        places[n] = place_of_node(o, (end < steps ? end : steps) - 1, field);
    }
    const uint64_t tree = nodes == 1 ? places[0] : lb_hdf5_node(&o->h, &c, 1, 0, places, nodes);
    return lb_hdf5_dataset(&o->h, &c, tree);
}

/* --- groups ----------------------------------------------------------------------------------- */

static uint64_t put_arrays(struct objects *o)
{
    uint64_t places[LB_MAX_FIELDS];
    size_t count = 0;
    for (const struct lb_field *const *f = o->v->fields; *f != NULL; f++)
        places[count++] = put_array(o, f);
    lb_hdf5_begin_group(&o->h);
    for (size_t n = 0; n < count; n++)
        lb_hdf5_link(&o->h, o->v->fields[n]->array, places[n]);
    return lb_hdf5_end(&o->h);
}

/* `numbers` has room for the time of each step, `counts` for its number. */
static uint64_t put_steps(struct objects *o, double *numbers, int64_t *counts)
{
    const size_t steps = o->steps->rows;
    const int64_t count = (int64_t)steps;
    for (size_t n = 0; n < steps; n++) {
        numbers[n] = o->steps->numbers[n * LB_VTKHDF_COLUMNS + LB_VTKHDF_TIME] *
                     lb_field_unit(o->v->source->units.step);
        counts[n] = (int64_t)n;
    }
    const uint64_t values = lb_hdf5_list_of_numbers(&o->h, numbers, steps);
    const uint64_t offsets = lb_hdf5_list_of_counts(&o->h, counts, steps);
    lb_hdf5_begin_group(&o->h);
    for (const struct lb_field *const *f = o->v->fields; *f != NULL; f++)
        lb_hdf5_link(&o->h, (*f)->array, offsets);
    const uint64_t of_arrays = lb_hdf5_end(&o->h);
    lb_hdf5_begin_group(&o->h);
    lb_hdf5_counts(&o->h, "NSteps", &count, 1);
    lb_hdf5_link(&o->h, "Values", values);
    lb_hdf5_link(&o->h, "PointDataOffsets", of_arrays);
    return lb_hdf5_end(&o->h);
}

static uint64_t put_image(struct objects *o, uint64_t arrays, uint64_t steps)
{
    static const int64_t version[] = {2, 0};
    static const double direction[] = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
    const struct lb_field_units *u = &o->v->source->units;
    const double cell = lb_field_unit(u->spacing);
    uint64_t points[3];
    int64_t extent[6];
    double origin[3], spacing[3];
    find_points(&o->v->cells, points);
    for (int a = 0; a < 3; a++) {
        extent[2 * a] = 0;
        extent[2 * a + 1] = (int64_t)points[2 - a] - 1;
        spacing[a] = o->v->cells.stride * cell;
        origin[a] = lb_field_first_place(u, a) + o->v->cells.begin[a] * cell;
    }
    lb_hdf5_begin_group(&o->h);
    lb_hdf5_counts(&o->h, "Version", version, 2);
    lb_hdf5_text(&o->h, "Type", "ImageData");
    lb_hdf5_counts(&o->h, "WholeExtent", extent, 6);
    lb_hdf5_numbers(&o->h, "Origin", origin, 3);
    lb_hdf5_numbers(&o->h, "Spacing", spacing, 3);
    lb_hdf5_numbers(&o->h, "Direction", direction, 9);
    lb_hdf5_link(&o->h, "PointData", arrays);
    lb_hdf5_link(&o->h, "Steps", steps);
    return lb_hdf5_end(&o->h);
}

/* All of them; the root, ROOT_BYTES, is the last. */
static enum lb_status put_objects(struct objects *o, struct lb_error *err)
{
    const size_t steps = o->steps->rows;
    double *numbers = malloc(steps * sizeof *numbers);
    int64_t *counts = malloc(steps * sizeof *counts);
    if (numbers != NULL && counts != NULL) {
        for (const struct lb_field *const *f = o->v->fields; *f != NULL; f++)
            put_last_node(o, f);
        const uint64_t arrays = put_arrays(o);
        const uint64_t image = put_image(o, arrays, put_steps(o, numbers, counts));
        lb_hdf5_begin_group(&o->h);
        lb_hdf5_link(&o->h, "VTKHDF", image);
        lb_hdf5_end(&o->h);
    }
    const bool fine = numbers != NULL && counts != NULL && !o->h.is_short;
    free(numbers);
    free(counts);
    LB_NEED(fine, LB_STATUS_FAILED, "no memory for the index of '%s'", o->v->path);
    return LB_STATUS_OK;
}

/* --- the file --------------------------------------------------------------------------------- */

static enum lb_status fail(const struct lb_vtkhdf *v, const char *what, struct lb_error *err)
{
    return lb_fail(err, LB_STATUS_FAILED, "cannot %s '%s': %s", what, v->path, strerror(errno));
}

/* Everything before it is on the disk, then these first bytes are. */
static enum lb_status point_to(const struct lb_vtkhdf *v, FILE *stream, uint64_t end,
                               struct lb_error *err)
{
    unsigned char first[LB_HDF5_SUPERBLOCK_BYTES];
    lb_hdf5_superblock(end - ROOT_BYTES, end, first);
    errno = 0;
    if (fflush(stream) != 0 || ferror(stream) || fsync(fileno(stream)) != 0) {
        if (errno == 0) errno = EIO;
        return fail(v, "write", err);
    }
    const ssize_t written = pwrite(fileno(stream), first, sizeof first, 0);
    if (written != (ssize_t)sizeof first || fsync(fileno(stream)) != 0)
        return fail(v, "write", err);
    return LB_STATUS_OK;
}

static enum lb_status write_objects(const struct lb_vtkhdf *v, FILE *stream, struct lb_table *steps,
                                    struct lb_error *err)
{
    const uint64_t place = number_of(steps, steps->rows - 1, LB_VTKHDF_OBJECTS);
    struct objects o = {.v = v, .steps = steps, .h = {.place = place}};
    enum lb_status st = put_objects(&o, err);
    if (st == LB_STATUS_OK && (fseeko(stream, (off_t)place, SEEK_SET) != 0 ||
                               fwrite(o.h.bytes, 1, o.h.used, stream) != o.h.used))
        st = fail(v, "write", err);
    steps->numbers[(steps->rows - 1) * LB_VTKHDF_COLUMNS + LB_VTKHDF_END] =
        (double)lb_hdf5_place(&o.h);
    free(o.h.bytes);
    LB_OK(st);
    return point_to(v, stream, end_of(steps, steps->rows), err);
}

static enum lb_status append(const struct lb_vtkhdf *v, struct lb_file *file,
                             struct lb_table *steps, struct lb_error *err)
{
    enum lb_status st = lb_vtk_write_arrays(v->source, v->fields, &v->cells, file, err);
    if (st == LB_STATUS_OK && file->stream != NULL) st = write_objects(v, file->stream, steps, err);
    return st;
}

/* The first step makes the file, which gets its name when it is whole. */
static enum lb_status open_file(const struct lb_vtkhdf *v, uint64_t begin, bool is_first,
                                struct lb_file *file, struct lb_error *err)
{
    snprintf(file->path, sizeof file->path, "%s", v->path);
    if (lb_files_are_left()) return LB_STATUS_OK;
    if (is_first) LB_OK(lb_file_open(file, v->path, err));
    if (!is_first) file->stream = fopen(v->path, "r+b");
    const bool is_open = file->stream != NULL && fseeko(file->stream, (off_t)begin, SEEK_SET) == 0;
    return is_open ? LB_STATUS_OK : fail(v, "write", err);
}

static enum lb_status close_file(const struct lb_vtkhdf *v, enum lb_status st, uint64_t before,
                                 bool is_first, struct lb_file *file, struct lb_error *err)
{
    if (file->stream == NULL || is_first) {
        if (st == LB_STATUS_OK && file->stream != NULL) st = lb_file_commit(file, err);
        lb_file_discard(file);
        return st;
    }
    if (st != LB_STATUS_OK && ftruncate(fileno(file->stream), (off_t)before) != 0)
        lb_error_note(err, "What was written of the step stays behind its end.");
    if (fclose(file->stream) != 0 && st == LB_STATUS_OK) st = fail(v, "write", err);
    return st;
}

/* The row of the step is the last one. */
static enum lb_status append_step(const struct lb_vtkhdf *v, struct lb_table *steps,
                                  struct lb_error *err)
{
    const uint64_t before = end_of(steps, steps->rows - 1);
    const bool is_first = steps->rows == 1;
    struct lb_file file = {0};
    struct lb_error own = {0};
    const enum lb_status opened = open_file(v, before, is_first, &file, &own);
    enum lb_status st = append(v, &file, steps, err);
    if (opened != LB_STATUS_OK) st = lb_fail(err, opened, "%s", own.text);
    return close_file(v, st, before, is_first, &file, err);
}

enum lb_status lb_vtkhdf_check(const struct lb_vtkhdf *v, struct lb_error *err)
{
    for (const struct lb_field *const *f = v->fields; *f != NULL; f++) {
        const struct lb_hdf5_chunks c = chunks_of(v, *f, 1);
        LB_NEED(lb_hdf5_chunk_bytes(&c) <= UINT32_MAX, LB_STATUS_USAGE,
                "format=vtkhdf: %s has %" PRIu64 " bytes at each step, and 4 GiB are the most; "
                "format=zarr and vti have no such limit, vtk-stride= and vtk-from= write less",
                (*f)->name, lb_hdf5_chunk_bytes(&c));
    }
    return LB_STATUS_OK;
}

enum lb_status lb_vtkhdf_add(const struct lb_vtkhdf *v, double time, struct lb_table *steps,
                             struct lb_error *err)
{
    double row[LB_VTKHDF_COLUMNS] = {[LB_VTKHDF_TIME] = time};
    uint64_t place = end_of(steps, steps->rows);
    LB_NEED(steps->rows < MOST_STEPS, LB_STATUS_FAILED, "'%s' has %d steps, and more do not go in",
            v->path, MOST_STEPS);
    for (const struct lb_field *const *f = v->fields; *f != NULL; f++)
        place += lb_vtk_array_bytes(v->source, *f, &v->cells);
    row[LB_VTKHDF_OBJECTS] = (double)((place + 7) / 8 * 8);
    LB_OK(lb_table_add(steps, row, err));
    const enum lb_status st = lb_peers_agree(lb_ranks(), append_step(v, steps, err), err);
    lb_peers_give(lb_ranks(), steps->numbers + (steps->rows - 1) * LB_VTKHDF_COLUMNS,
                  LB_VTKHDF_COLUMNS * sizeof *steps->numbers);
    if (st != LB_STATUS_OK) steps->rows--;
    return st;
}

static enum lb_status cut(const struct lb_vtkhdf *v, uint64_t end, struct lb_error *err)
{
    FILE *stream = fopen(v->path, "r+b");
    if (stream == NULL) return fail(v, "open", err);
    enum lb_status st = point_to(v, stream, end, err);
    if (st == LB_STATUS_OK && ftruncate(fileno(stream), (off_t)end) != 0) st = fail(v, "cut", err);
    if (fclose(stream) != 0 && st == LB_STATUS_OK) st = fail(v, "write", err);
    return st;
}

enum lb_status lb_vtkhdf_restore(const struct lb_vtkhdf *v, struct lb_table *steps,
                                 struct lb_error *err)
{
    struct stat about;
    char aside[LB_PATH_SIZE];
    const uint64_t end = end_of(steps, steps->rows);
    const bool is_there = stat(v->path, &about) == 0, had_steps = steps->rows > 0;
    if (!is_there || (uint64_t)about.st_size < end) steps->rows = 0;
    if (lb_files_are_left()) return LB_STATUS_OK;
    if (steps->rows > 0) return cut(v, end, err);
    /* what it has may be all that is left */
    if (is_there && had_steps) return lb_path_set_aside(v->path, "damaged", aside, err);
    unlink(v->path);
    return LB_STATUS_OK;
}

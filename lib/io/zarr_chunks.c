/* zarr_chunks.c - the chunks of a store: their shape, their numbers, their files.
 * SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/field_rows.h"
#include "io/file.h"
#include "io/vtk_appended.h"
#include "io/zarr_internal.h"

enum { NAME_SIZE = 96 }; /* of a chunk: c/STEP/Z/Y/X */

/* --- shape ------------------------------------------------------------------------------------ */

/* The longest edge is halved until a chunk is small enough; edges of boxes that halve well lie on
 * the cuts between two, four or eight ranks. */
struct lb_zarr_grid lb_zarr_grid(const struct lb_vtk_choice *cells)
{
    struct lb_zarr_grid g;
    for (int a = 0; a < 3; a++) {
        g.points[a] = lb_vtk_choice_points(cells, a);
        g.chunk[a] = g.points[a];
    }
    while ((uint64_t)g.chunk[0] * g.chunk[1] * g.chunk[2] > LB_ZARR_CHUNK_CELLS) {
        uint32_t *longest = &g.chunk[2];
        for (int a = 1; a >= 0; a--)
            if (g.chunk[a] > *longest) longest = &g.chunk[a];
        *longest = (*longest + 1) / 2;
    }
    for (int a = 0; a < 3; a++)
        g.count[a] = (g.points[a] + g.chunk[a] - 1) / g.chunk[a];
    return g;
}

enum lb_status lb_zarr_path(const struct lb_zarr *z, const char *array, const char *name,
                            char out[LB_PATH_SIZE], struct lb_error *err)
{
    char folder[LB_PATH_SIZE];
    if (array == NULL) return lb_path_join(z->folder, name, out, LB_PATH_SIZE, err);
    LB_OK(lb_path_join(z->folder, array, folder, sizeof folder, err));
    return lb_path_join(folder, name, out, LB_PATH_SIZE, err);
}

/* --- folders ---------------------------------------------------------------------------------- */

/* Those of one array: one for each layer of chunks, and in it one for each row. */
static enum lb_status make_folders(const struct lb_zarr *z, const char *array, uint64_t step,
                                   struct lb_error *err)
{
    const struct lb_zarr_grid grid = lb_zarr_grid(&z->cells);
    char name[NAME_SIZE], path[LB_PATH_SIZE];
    for (uint32_t k = 0; k < grid.count[2]; k++)
        for (uint32_t j = 0; j < grid.count[1]; j++) {
            snprintf(name, sizeof name, "c/%" PRIu64 "/%" PRIu32 "/%" PRIu32, step, k, j);
            LB_OK(lb_zarr_path(z, array, name, path, err));
            LB_OK(lb_folder_ensure(path, err));
        }
    return LB_STATUS_OK;
}

enum lb_status lb_zarr_begin_step(const struct lb_zarr *z, uint64_t step, struct lb_error *err)
{
    char array[LB_ZARR_NAME_SIZE];
    for (const struct lb_field *const *f = z->fields; *f != NULL; f++)
        for (unsigned n = 0; n < (*f)->components; n++) {
            lb_zarr_name(*f, n, array);
            LB_OK(make_folders(z, array, step, err));
        }
    return LB_STATUS_OK;
}

static void remove_step(const struct lb_zarr *z, const char *array, uint64_t step)
{
    const struct lb_zarr_grid grid = lb_zarr_grid(&z->cells);
    char name[NAME_SIZE], path[LB_PATH_SIZE];
    for (uint32_t k = 0; k < grid.count[2]; k++) {
        for (uint32_t j = 0; j < grid.count[1]; j++) {
            snprintf(name, sizeof name, "c/%" PRIu64 "/%" PRIu32 "/%" PRIu32, step, k, j);
            if (lb_zarr_path(z, array, name, path, NULL) == LB_STATUS_OK)
                lb_folder_remove(path, "");
        }
        snprintf(name, sizeof name, "c/%" PRIu64 "/%" PRIu32, step, k);
        if (lb_zarr_path(z, array, name, path, NULL) == LB_STATUS_OK) rmdir(path);
    }
    snprintf(name, sizeof name, "c/%" PRIu64, step);
    if (lb_zarr_path(z, array, name, path, NULL) == LB_STATUS_OK) rmdir(path);
}

/* Whatever steps there are: some may have been removed before. */
static void remove_later(const struct lb_zarr *z, const char *array, uint64_t step)
{
    char path[LB_PATH_SIZE];
    const struct dirent *entry;
    DIR *folder = lb_zarr_path(z, array, "c", path, NULL) == LB_STATUS_OK ? opendir(path) : NULL;
    if (folder == NULL) return;
    while ((entry = readdir(folder)) != NULL) {
        const bool is_number = entry->d_name[0] >= '0' && entry->d_name[0] <= '9';
        const uint64_t there = is_number ? strtoull(entry->d_name, NULL, 10) : 0;
        if (is_number && there >= step) remove_step(z, array, there);
    }
    closedir(folder);
}

void lb_zarr_remove_steps(const struct lb_zarr *z, uint64_t step)
{
    char array[LB_ZARR_NAME_SIZE];
    if (lb_files_are_left()) return;
    for (const struct lb_field *const *f = z->fields; *f != NULL; f++)
        for (unsigned n = 0; n < (*f)->components; n++) {
            lb_zarr_name(*f, n, array);
            remove_later(z, array, step);
        }
}

static bool has_length(const char *path, uint64_t bytes)
{
    struct stat about;
    return stat(path, &about) == 0 && (uint64_t)about.st_size == bytes;
}

static uint64_t find_lost_of_step(const struct lb_zarr *z, const char *array, uint64_t bytes,
                                  uint64_t step, uint64_t found,
                                  char out[LB_ZARR_NAMED][LB_PATH_SIZE])
{
    const struct lb_zarr_grid g = lb_zarr_grid(&z->cells);
    const uint64_t chunks = (uint64_t)g.count[0] * g.count[1] * g.count[2];
    char name[NAME_SIZE], path[LB_PATH_SIZE];
    for (uint64_t n = 0; n < chunks; n++) {
        const uint64_t row = n / g.count[0];
        snprintf(name, sizeof name, "c/%" PRIu64 "/%" PRIu64 "/%" PRIu64 "/%" PRIu64, step,
                 row / g.count[1], row % g.count[1], n % g.count[0]);
        if (lb_zarr_path(z, array, name, path, NULL) == LB_STATUS_OK && has_length(path, bytes))
            continue;
        if (found < LB_ZARR_NAMED) memcpy(out[found], path, sizeof path);
        found++;
    }
    return found;
}

uint64_t lb_zarr_find_lost(const struct lb_zarr *z, uint64_t count,
                           char out[LB_ZARR_NAMED][LB_PATH_SIZE])
{
    const struct lb_zarr_grid g = lb_zarr_grid(&z->cells);
    const uint64_t cells = (uint64_t)g.chunk[0] * g.chunk[1] * g.chunk[2];
    uint64_t found = 0;
    char array[LB_ZARR_NAME_SIZE];
    for (const struct lb_field *const *f = z->fields; *f != NULL; f++)
        for (unsigned n = 0; n < (*f)->components; n++) {
            const uint64_t bytes = cells * lb_vtk_type_bytes(lb_vtk_type_of(z->source, *f));
            lb_zarr_name(*f, n, array);
            for (uint64_t step = 0; step < count; step++)
                found = find_lost_of_step(z, array, bytes, step, found, out);
        }
    return found;
}

/* --- numbers ---------------------------------------------------------------------------------- */

/* The numbers of one chunk of all arrays, one array behind the other, 0 beyond the box. */
struct block {
    struct lb_zarr_grid grid;
    uint32_t first[3]; /* cell of the box */
    uint64_t cells, bytes;
    unsigned char *numbers;
};

static uint64_t number_bytes(const struct lb_zarr *z, const struct lb_field *f)
{
    return lb_vtk_type_bytes(lb_vtk_type_of(z->source, f));
}

static void keep_number(unsigned char *to, enum lb_vtk_type type, double number)
{
    const float rounded = (float)number;
    switch (type) {
    case LB_VTK_FLOAT32: memcpy(to, &rounded, sizeof rounded); break;
    case LB_VTK_FLOAT64: memcpy(to, &number, sizeof number); break;
    case LB_VTK_UINT8: *to = (unsigned char)number; break;
    }
}

/* Of a cell that is in the store. */
static uint64_t place_of(const struct lb_zarr *z, const struct block *b, const uint32_t cell[3])
{
    uint64_t place = 0;
    for (int a = 2; a >= 0; a--)
        place = place * b->grid.chunk[a] + (cell[a] - b->first[a]) / z->cells.stride;
    return place;
}

static void keep_field(const struct lb_zarr *z, struct block *b, const struct lb_field *f,
                       const struct lb_field_piece *piece, const struct lb_field_rows *r,
                       unsigned char *to)
{
    const enum lb_vtk_type type = lb_vtk_type_of(z->source, f);
    const uint64_t bytes = lb_vtk_type_bytes(type);
    const double scale = lb_field_scale(z->source, f), offset = lb_field_offset(z->source, f);
    const uint32_t stride = z->cells.stride;
    double numbers[LB_FIELD_TENSOR];
    for (uint32_t k = r->begin[2]; k < r->end[2]; k++)
        for (uint32_t j = r->begin[1]; j < r->end[1]; j++) {
            if ((k - b->first[2]) % stride != 0 || (j - b->first[1]) % stride != 0) continue;
            for (uint32_t i = r->begin[0]; i < r->end[0]; i += stride) {
                const uint32_t cell[3] = {i, j, k};
                const uint64_t place = place_of(z, b, cell);
                f->at(piece, cell, numbers);
                for (unsigned n = 0; n < f->components; n++)
                    keep_number(to + (n * b->cells + place) * bytes, type,
                                offset + scale * numbers[n]);
            }
        }
}

static enum lb_status read_block(const struct lb_zarr *z, const uint32_t at[3], struct block *b,
                                 struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_field_piece piece = {0};
    struct lb_field_rows all, r;
    const unsigned needs = lb_fields_need(z->fields);
    uint64_t row = 0;
    for (int a = 0; a < 3; a++) {
        const uint32_t cells = b->grid.chunk[a] * z->cells.stride, end = z->cells.end[a];
        all.begin[a] = b->first[a] = z->cells.begin[a] + at[a] * cells;
        all.end[a] = end - all.begin[a] > cells ? all.begin[a] + cells : end;
    }
    if (b->numbers != NULL) memset(b->numbers, 0, b->bytes);
    while (lb_field_next_rows(z->source, &all, &row, needs, &r)) {
        LB_TRY(lb_field_read_rows(z->source, &r, needs, &piece, err));
        unsigned char *to = b->numbers;
        for (const struct lb_field *const *f = z->fields; *f != NULL && to != NULL; f++) {
            keep_field(z, b, *f, &piece, &r, to);
            to += (*f)->components * b->cells * number_bytes(z, *f);
        }
        lb_field_discard(&piece);
    }
cleanup:
    lb_field_discard(&piece);
    return st;
}

/* --- files ------------------------------------------------------------------------------------ */

static enum lb_status write_chunk(const struct lb_zarr *z, const char *array, const char *name,
                                  const unsigned char *numbers, uint64_t bytes,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_file file = {0};
    char path[LB_PATH_SIZE];
    LB_TRY(lb_zarr_path(z, array, name, path, err));
    LB_TRY(z->in_parts ? lb_file_open_own(&file, path, err) : lb_file_open(&file, path, err));
    fwrite(numbers, 1, bytes, file.stream);
    LB_TRY(lb_file_commit(&file, err));
cleanup:
    lb_file_discard(&file);
    return st;
}

static enum lb_status write_block(const struct lb_zarr *z, uint64_t step, const uint32_t at[3],
                                  const struct block *b, struct lb_error *err)
{
    char array[LB_ZARR_NAME_SIZE], name[NAME_SIZE];
    const unsigned char *numbers = b->numbers;
    snprintf(name, sizeof name, "c/%" PRIu64 "/%" PRIu32 "/%" PRIu32 "/%" PRIu32, step, at[2],
             at[1], at[0]);
    for (const struct lb_field *const *f = z->fields; *f != NULL; f++)
        for (unsigned n = 0; n < (*f)->components; n++) {
            const uint64_t bytes = b->cells * number_bytes(z, *f);
            lb_zarr_name(*f, n, array);
            LB_OK(write_chunk(z, array, name, numbers, bytes, err));
            numbers += bytes;
        }
    return LB_STATUS_OK;
}

static struct block make_block(const struct lb_zarr *z)
{
    struct block b = {.grid = lb_zarr_grid(&z->cells)};
    b.cells = (uint64_t)b.grid.chunk[0] * b.grid.chunk[1] * b.grid.chunk[2];
    for (const struct lb_field *const *f = z->fields; *f != NULL; f++)
        b.bytes += (*f)->components * b.cells * number_bytes(z, *f);
    b.numbers = malloc(b.bytes);
    return b;
}

enum lb_status lb_zarr_write_chunks(const struct lb_zarr *z, uint64_t step, const uint32_t begin[3],
                                    const uint32_t end[3], struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK, written = LB_STATUS_OK;
    struct block b = make_block(z);
    uint32_t at[3];
    if (b.numbers == NULL)
        written = lb_fail(err, LB_STATUS_FAILED, "no memory for a chunk of '%s'", z->folder);
    for (at[2] = begin[2]; at[2] < end[2]; at[2]++)
        for (at[1] = begin[1]; at[1] < end[1]; at[1]++)
            for (at[0] = begin[0]; at[0] < end[0]; at[0]++) {
                LB_TRY(read_block(z, at, &b, err));
                if (written == LB_STATUS_OK) written = write_block(z, step, at, &b, err);
            }
    st = written;
cleanup:
    free(b.numbers);
    return st;
}

/* field_files.c - each rank writes its part into a folder that gets its name when all have; then the index does.
 * SPDX-License-Identifier: MIT */
#include "fields/field_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "decomposition/file_part.h"
#include "io/file.h"
#include "io/vtk.h"
#include "peers/peers.h"
#include "ranks/own_ranks.h"

static const char part_prefix[] = "part-";

/* Of a field: the folder of parts, the same before it is whole, the index; the .vti that one process writes; and
 * where folder and index of before wait until those of now are there. */
struct paths {
    char parts[LB_PATH_SIZE], fresh[LB_PATH_SIZE], index[LB_PATH_SIZE], single[LB_PATH_SIZE];
    char old_parts[LB_PATH_SIZE], old_index[LB_PATH_SIZE];
};

void lb_field_part_name(const char *stem, int rank, char *out, size_t size)
{
    snprintf(out, size, "%s/%s%04d.vti", stem, part_prefix, rank);
}

static enum lb_status find_paths(const char *folder, const char *stem, struct paths *out,
                                 struct lb_error *err)
{
    char name[64];
    LB_OK(lb_path_join(folder, stem, out->parts, sizeof out->parts, err));
    LB_OK(lb_file_temporary_name(out->parts, out->fresh, sizeof out->fresh, err));
    snprintf(name, sizeof name, "%.58s.pvti", stem);
    LB_OK(lb_path_join(folder, name, out->index, sizeof out->index, err));
    snprintf(name, sizeof name, "%.58s.vti", stem);
    LB_OK(lb_path_join(folder, name, out->single, sizeof out->single, err));
    snprintf(name, sizeof name, "%.54s.old", stem);
    LB_OK(lb_path_join(folder, name, out->old_parts, sizeof out->old_parts, err));
    snprintf(name, sizeof name, "%.54s.pvti.old", stem);
    return lb_path_join(folder, name, out->old_index, sizeof out->old_index, err);
}

static struct lb_vtk_part part_of(const struct lb_decomposition *d, const char *stem)
{
    struct lb_vtk_part part;
    const struct lb_cell_box box = lb_file_part(d);
    for (int a = 0; a < 3; a++) {
        part.begin[a] = (uint32_t)box.begin[a];
        part.end[a] = (uint32_t)box.end[a];
    }
    lb_field_part_name(stem, d->rank, part.file, sizeof part.file);
    return part;
}

static enum lb_status write_part(const struct lb_field_source *source,
                                 const struct lb_field *const *fields,
                                 const struct lb_vtk_part *part, const struct paths *paths,
                                 struct lb_error *err)
{
    char path[LB_PATH_SIZE];
    LB_OK(lb_path_join(paths->fresh, strrchr(part->file, '/') + 1, path, sizeof path, err));
    return lb_vtk_write_part(source, fields, part, path, err);
}

static enum lb_status write_index(const struct lb_field_source *source,
                                  const struct lb_field *const *fields,
                                  const struct lb_decomposition *d, const char *stem,
                                  const char *path, struct lb_error *err)
{
    const int ranks = lb_peers_count(lb_ranks());
    struct lb_vtk_part *parts = calloc((size_t)ranks, sizeof *parts);
    LB_NEED(parts != NULL, LB_STATUS_FAILED, "no memory for the index '%s'", path);
    for (int rank = 0; rank < ranks; rank++) {
        struct lb_decomposition other;
        lb_decomposition_init(&other, d->whole, d->grid, rank, 0);
        parts[rank] = part_of(&other, stem);
    }
    const enum lb_status st = lb_vtk_write_parts(source, fields, parts, (size_t)ranks, path, err);
    free(parts);
    return st;
}

/* Where there is none of that name, nothing happens. */
static void move_if_there(const char *from, const char *to)
{
    if (access(from, F_OK) == 0) (void)rename(from, to);
}

static void remove_old(const struct paths *paths)
{
    lb_folder_remove(paths->old_parts, part_prefix);
    unlink(paths->old_index);
}

/* By the first rank, when all parts are written.  Without an index, nobody takes parts of two times for one. */
static enum lb_status replace(const struct lb_field_source *source,
                              const struct lb_field *const *fields,
                              const struct lb_decomposition *d, const char *stem,
                              const struct paths *paths, struct lb_error *err)
{
    if (!lb_peers_is_first(lb_ranks())) return LB_STATUS_OK;
    move_if_there(paths->index, paths->old_index);
    move_if_there(paths->parts, paths->old_parts);
    enum lb_status st = lb_file_rename(paths->fresh, paths->parts, err);
    if (st == LB_STATUS_OK) {
        st = write_index(source, fields, d, stem, paths->index, err);
        if (st != LB_STATUS_OK) lb_folder_remove(paths->parts, part_prefix);
    }
    if (st == LB_STATUS_OK) {
        remove_old(paths);
        unlink(paths->single);
        return st;
    }
    move_if_there(paths->old_parts, paths->parts);
    move_if_there(paths->old_index, paths->index);
    return st;
}

static enum lb_status begin(const struct paths *paths, struct lb_error *err)
{
    if (!lb_peers_is_first(lb_ranks())) return LB_STATUS_OK;
    lb_folder_remove(paths->fresh, part_prefix); /* of a run that was killed */
    remove_old(paths);
    return lb_folder_ensure(paths->fresh, err);
}

enum lb_status lb_field_files_write(const struct lb_field_source *source,
                                    const struct lb_field *const *fields,
                                    const struct lb_decomposition *d,
                                    const struct lb_own_fields *own, const char *folder,
                                    const char *stem, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_vtk_part part = part_of(d, stem);
    struct lb_field_source parts = *source;
    struct lb_layers *layers = NULL;
    struct paths paths;
    const unsigned needs = lb_fields_need(fields);
    LB_OK(find_paths(folder, stem, &paths, err));
    LB_OK(lb_layers_fetch(d, lb_file_part, own, needs, &layers, err));
    LB_TRY(lb_peers_agree(lb_ranks(), begin(&paths, err), err));
    parts.read_beyond = lb_layers_read;
    parts.context = layers;
    LB_TRY(lb_peers_agree(lb_ranks(), write_part(&parts, fields, &part, &paths, err), err));
    LB_TRY(lb_peers_agree(lb_ranks(), replace(source, fields, d, stem, &paths, err), err));
cleanup:
    lb_layers_destroy(layers);
    if (st != LB_STATUS_OK && lb_peers_is_first(lb_ranks()))
        lb_folder_remove(paths.fresh, part_prefix);
    return st;
}

void lb_field_files_remove(const char *folder, const char *stem)
{
    struct paths paths;
    if (!lb_peers_is_first(lb_ranks()) || find_paths(folder, stem, &paths, NULL) != LB_STATUS_OK)
        return;
    if (unlink(paths.index) == 0) lb_folder_remove(paths.parts, part_prefix);
}

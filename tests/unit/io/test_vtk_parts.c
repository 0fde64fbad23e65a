/* test_vtk_parts.c - VTK reads the parts of a box, each written from its own cells and the layers around them, as
 * the one file of the box.
 * SPDX-License-Identifier: MIT */
#include "io/vtk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "decomposition/file_part.h"
#include "io/file.h"
#include "shared/cell_flags.h"
#include "support/check.h"
#include "support/field_box.h"
#include "support/python.h"

static bool has_vtk;

/* A whole box, of which a rank may see what lb_cells_with_neighbours says. */
struct seen {
    struct lb_field_box box;
    struct lb_cell_box cells;
};

static enum lb_status read_seen(void *context, const int64_t begin[3], const uint32_t count[3],
                                double *rho, double *u, struct lb_error *err)
{
    struct seen *seen = context;
    size_t n = 0;
    for (uint32_t z = 0; z < count[2]; z++)
        for (uint32_t y = 0; y < count[1]; y++)
            for (uint32_t x = 0; x < count[0]; x++, n++) {
                const int64_t at[3] = {begin[0] + x, begin[1] + y, begin[2] + z};
                uint32_t from[3], end[3];
                for (int a = 0; a < 3; a++) {
                    LB_NEED(at[a] >= seen->cells.begin[a] && at[a] < seen->cells.end[a],
                            LB_STATUS_FAILED, "cell %ld of axis %d was not asked for", (long)at[a],
                            a);
                    const int64_t whole = seen->box.size[a];
                    from[a] = (uint32_t)((at[a] + whole) % whole);
                    end[a] = from[a] + 1;
                }
                LB_OK(lb_field_box_read(&seen->box, from, end, rho != NULL ? rho + n : NULL,
                                        u != NULL ? u + 3 * n : NULL, NULL, err));
            }
    return LB_STATUS_OK;
}

static void write_parts(struct lb_field_source source, struct seen *seen,
                        const struct lb_field *const *fields, const int grid[3])
{
    struct lb_error err = {0};
    struct lb_vtk_part parts[8];
    const int ranks = grid[0] * grid[1] * grid[2];
    mkdir("parts", 0777);
    source.read = NULL;
    source.read_beyond = read_seen;
    source.context = seen;
    for (int rank = 0; rank < ranks; rank++) {
        struct lb_decomposition d;
        lb_decomposition_init(&d, source.size, grid, rank, 0);
        const struct lb_cell_box box = lb_file_part(&d);
        seen->cells = lb_cells_with_neighbours(lb_file_part(&d), d.whole);
        for (int a = 0; a < 3; a++) {
            parts[rank].begin[a] = (uint32_t)box.begin[a];
            parts[rank].end[a] = (uint32_t)box.end[a];
        }
        snprintf(parts[rank].file, sizeof parts[rank].file, "parts/part-%d.vti", rank);
        LB_CHECK_OK(lb_vtk_write_part(&source, fields, &parts[rank], parts[rank].file, &err), &err);
    }
    LB_CHECK_OK(lb_vtk_write_parts(&source, fields, parts, (size_t)ranks, "parts.pvti", &err),
                &err);
}

static void check_box(const uint32_t size[3], const int grid[3], bool double_precision)
{
    struct lb_error err = {0};
    const size_t cells = (size_t)size[0] * size[1] * size[2];
    double *rho = calloc(cells, sizeof *rho), *u = calloc(3 * cells, sizeof *u);
    uint8_t *flags = calloc(cells, 1);
    const struct lb_field *fields[LB_MAX_FIELDS + 1];
    for (size_t n = 0; n < cells; n++) {
        rho[n] = 1.0 + 1e-3 * (double)(n * 7919 % 1009);
        flags[n] = n * 31 % 11 == 3 ? LB_CELL_SOLID : 0;
        for (size_t a = 0; a < 3; a++)
            u[3 * n + a] = 1e-4 * (double)((3 * n + a) * 104729 % 997);
    }
    struct seen seen = {.box = {.size = {size[0], size[1], size[2]}, .rho = rho, .u = u}};
    const struct lb_field_source source = {.size = {size[0], size[1], size[2]},
                                           .step = 7,
                                           .flags = flags,
                                           .double_precision = double_precision,
                                           .read = lb_field_box_read,
                                           .context = &seen.box};
    LB_CHECK_OK(lb_field_choose("density,velocity,flags,speed,vorticity,q", "fields",
                                LB_FIELD_FLAGS, fields, &err),
                &err);
    LB_CHECK_OK(lb_vtk_write_fields(&source, fields, "one.vti", &err), &err);
    write_parts(source, &seen, fields, grid);
    char *arguments[] = {"rho,u,flags,speed,vorticity,Q", "one.vti", "parts.pvti", NULL};
    if (has_vtk) LB_CHECK_EQUAL_INT(lb_run_python("ranks/same_fields.py", arguments), 0);
    lb_folder_remove("parts", "part-");
    unlink("one.vti");
    unlink("parts.pvti");
    free(rho);
    free(u);
    free(flags);
}

static void parts_are_read_as_the_whole(void)
{
    check_box((const uint32_t[3]){6, 5, 4}, (const int[3]){1, 1, 1}, false);
    check_box((const uint32_t[3]){9, 5, 4}, (const int[3]){2, 1, 1}, true);
    check_box((const uint32_t[3]){5, 7, 6}, (const int[3]){2, 2, 2}, false);
    check_box((const uint32_t[3]){3, 11, 2}, (const int[3]){1, 3, 1}, false);
}

/* Each is written in several pieces. */
static void large_parts_are_read_as_the_whole(void)
{
    check_box((const uint32_t[3]){1050, 1001, 2}, (const int[3]){1, 2, 1}, false);
}

static void parts_of_single_layers_are_read_as_the_whole(void)
{
    check_box((const uint32_t[3]){2, 2, 2}, (const int[3]){2, 2, 2}, false);
    check_box((const uint32_t[3]){3, 4, 5}, (const int[3]){3, 1, 2}, false);
}

static void flat_parts_are_read_as_the_whole(void)
{
    check_box((const uint32_t[3]){13, 7, 1}, (const int[3]){3, 2, 1}, false);
    check_box((const uint32_t[3]){5, 4, 1}, (const int[3]){5, 1, 1}, true);
}

int main(void)
{
    char *probe[] = {"probe", NULL};
    has_vtk = lb_run_python("unit/io/read_vti.py", probe) == 0;
    LB_TEST(parts_are_read_as_the_whole);
    LB_TEST(large_parts_are_read_as_the_whole);
    LB_TEST(parts_of_single_layers_are_read_as_the_whole);
    LB_TEST(flat_parts_are_read_as_the_whole);
    const int report = lb_check_report();
    if (report == 0 && !has_vtk) return lb_check_skip("python3-vtk9 is missing: nothing read back");
    return report;
}

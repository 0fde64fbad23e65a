/* test_vtk.c - VTK itself reads back what was written, in a child process (it may crash on a
 * broken file).
 * SPDX-License-Identifier: MIT */
#include "io/vtk.h"
#include "io/field_rows.h"
#include "volume/volume.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/check.h"
#include "support/field_box.h"
#include "support/python.h"
#include "support/small_disk.h"

static bool has_vtk;

static int run_reader(char *const arguments[])
{
    return lb_run_python("unit/io/read_vti.py", arguments);
}

struct field {
    struct lb_field_box box;
    struct lb_field_source view;
    const struct lb_field *fields[LB_MAX_FIELDS + 1];
    double *rho, *u;
    uint8_t *flags;
};

static void choose(struct field *f, const char *list)
{
    struct lb_error err = {0};
    LB_CHECK_OK(lb_field_choose(list, "fields", f->view.flags != NULL ? LB_FIELD_FLAGS : 0,
                                f->fields, &err),
                &err);
}

/* Numbers that a float holds exactly, but for the last term; the same formulas as in read_vti.py.
 * */
static void fill_field(struct field *f, uint32_t nx, uint32_t ny, uint32_t nz,
                       bool double_precision)
{
    size_t n = (size_t)nx * ny * nz, i = 0;
    f->rho = calloc(n, sizeof *f->rho);
    f->u = calloc(3 * n, sizeof *f->u);
    f->flags = calloc(n, 1);
    for (uint32_t z = 0; z < nz; z++)
        for (uint32_t y = 0; y < ny; y++)
            for (uint32_t x = 0; x < nx; x++, i++) {
                f->rho[i] = 1.0 + x / 16.0 + y / 64.0 - z / 128.0;
                if (double_precision) f->rho[i] += 1e-13 * x;
                f->u[3 * i] = x - y / 8.0;
                f->u[3 * i + 1] = z + 0.5;
                f->u[3 * i + 2] = -(double)x * y / 32.0;
                f->flags[i] = (uint8_t)((x + 2 * y + 3 * z) % 7);
            }
    f->box = (struct lb_field_box){.size = {nx, ny, nz}, .rho = f->rho, .u = f->u};
    f->view = (struct lb_field_source){.size = {nx, ny, nz},
                                       .flags = f->flags,
                                       .double_precision = double_precision,
                                       .read = lb_field_box_read,
                                       .context = &f->box};
    choose(f, NULL);
}

static void free_field(struct field *f)
{
    free(f->rho);
    free(f->u);
    free(f->flags);
}

static void check_read_back(uint32_t nx, uint32_t ny, uint32_t nz, uint64_t step, bool flags,
                            bool double_precision)
{
    struct lb_error err = {0};
    struct field f;
    fill_field(&f, nx, ny, nz, double_precision);
    f.view.step = step;
    if (!flags) f.view.flags = NULL;
    choose(&f, NULL);
    unlink("field.vti");
    LB_CHECK_OK(lb_vtk_write_fields(&f.view, f.fields, "field.vti", &err), &err);
    LB_CHECK(access("field.vti", R_OK) == 0);
    char text[4][24];
    snprintf(text[0], sizeof text[0], "%" PRIu32, nx);
    snprintf(text[1], sizeof text[1], "%" PRIu32, ny);
    snprintf(text[2], sizeof text[2], "%" PRIu32, nz);
    snprintf(text[3], sizeof text[3], "%" PRIu64, step);
    char *arguments[] = {"vti",
                         "field.vti",
                         text[0],
                         text[1],
                         text[2],
                         text[3],
                         double_precision ? "double" : "float",
                         flags ? "1" : "0",
                         NULL};
    if (has_vtk) LB_CHECK_EQUAL_INT(run_reader(arguments), 0);
    unlink("field.vti");
    free_field(&f);
}

static void fields_of_single_precision_come_back_exactly(void)
{
    check_read_back(31, 23, 17, 123456789012, true,
                    false); /* more numbers than one staging buffer */
    check_read_back(1, 1, 1, 0, true, false);
}

static void fields_of_double_precision_come_back_exactly(void)
{
    check_read_back(33, 20, 13, 7, true, true);
}

static void flat_fields_and_fields_without_flags_come_back_exactly(void)
{
    check_read_back(37, 19, 1, 40, false, false);
    check_read_back(1, 19, 5, 41, false, true);
}

/* The file's size follows from the format alone: needs no reader. */
static void the_numbers_end_where_the_head_says(void)
{
    struct lb_error err = {0};
    struct field f;
    fill_field(&f, 100, 100, 3, false);
    LB_CHECK_OK(lb_vtk_write_fields(&f.view, f.fields, "size.vti", &err), &err);
    static char text[1 << 20];
    FILE *stream = fopen("size.vti", "rb");
    LB_CHECK(stream != NULL);
    if (stream != NULL) {
        size_t length = fread(text, 1, sizeof text - 1, stream);
        const char *mark = strstr(text, "encoding=\"raw\">"); /* everything before it is text */
        LB_CHECK(mark != NULL);
        const char *data = mark == NULL ? text : strchr(mark, '_') + 1;
        size_t bytes = 3 * 8 + 30000 * (4 + 12 + 1);
        const char tail[] = "\n  </AppendedData>\n</VTKFile>\n";
        LB_CHECK_EQUAL_INT(text + length - data, bytes + strlen(tail));
        LB_CHECK(memcmp(data + bytes, tail, strlen(tail)) == 0);
        fclose(stream);
    }
    unlink("size.vti");
    free_field(&f);
}

static void the_index_names_every_file_at_each_moment(void)
{
    struct lb_error err = {0};
    struct lb_vtk_series *series = NULL;
    struct field f;
    fill_field(&f, 4, 3, 2, false);
    unlink("series.pvd");
    LB_CHECK_OK(lb_vtk_series_create("series.pvd", &series, &err), &err);
    for (int i = 1; i <= 20; i++) {
        char name[40], count[16];
        snprintf(name, sizeof name, "a & <b> \"%d\".vti",
                 i); /* characters that XML keeps for itself */
        f.view.step = (uint64_t)i * 1000;
        LB_CHECK_OK(lb_vtk_write_fields(&f.view, f.fields, name, &err), &err);
        LB_CHECK_OK(lb_vtk_series_add(series, (double)f.view.step, name, &err), &err);
        snprintf(count, sizeof count, "%d", i);
        char *arguments[] = {"pvd", "series.pvd", count, NULL};
        if (has_vtk && (i == 1 || i == 20)) LB_CHECK_EQUAL_INT(run_reader(arguments), 0);
    }
    LB_CHECK(access("series.pvd", R_OK) == 0);
    for (int i = 1; i <= 20; i++) {
        char name[40];
        snprintf(name, sizeof name, "a & <b> \"%d\".vti", i);
        unlink(name);
    }
    unlink("series.pvd");
    lb_vtk_series_destroy(series);
    lb_vtk_series_destroy(NULL);
    free_field(&f);
}

/* What was removed to make room would keep a reader from all of the series. */
static void an_index_goes_on_without_what_is_gone(void)
{
    static const char entries[] =
        "    <DataSet timestep=\"1\" part=\"0\" file=\"gone.vti\"/>\n"
        "    <DataSet timestep=\"2\" part=\"0\" file=\"there.vti\"/>\n"
        "    <DataSet timestep=\"3\" part=\"0\" file=\"gone/part-0000.vti\"/>\n";
    struct lb_error err = {0};
    struct lb_vtk_series *series = NULL;
    FILE *stream = fopen("there.vti", "w");
    if (!LB_CHECK(stream != NULL && fclose(stream) == 0)) return;
    LB_CHECK_OK(lb_vtk_series_create("later.pvd", &series, &err), &err);
    LB_CHECK_OK(lb_vtk_series_restore(series, entries, &err), &err);
    LB_CHECK_EQUAL_TEXT(lb_vtk_series_entries(series),
                        "    <DataSet timestep=\"2\" part=\"0\" file=\"there.vti\"/>\n");
    unlink("there.vti");
    lb_vtk_series_destroy(series);
}

static void a_field_that_does_not_fit_on_the_disk_is_absent(void)
{
    struct lb_error err = {0};
    struct field f;
    fill_field(&f, 30, 30, 30, false);
    lb_small_disk_begin(100000);
    enum lb_status st = lb_vtk_write_fields(&f.view, f.fields, "large.vti", &err);
    lb_small_disk_end();
    LB_CHECK_EQUAL_INT(st, LB_STATUS_FAILED);
    LB_CHECK(strstr(err.text, "large.vti") != NULL);
    LB_CHECK(lb_nothing_is_left_of("large.vti"));
    free_field(&f);
}

static void a_failed_index_keeps_the_last_good_one(void)
{
    struct lb_error err = {0};
    struct lb_vtk_series *series = NULL;
    LB_CHECK_OK(lb_vtk_series_create("kept.pvd", &series, &err), &err);
    LB_CHECK_OK(lb_vtk_series_add(series, 1.0, "first.vti", &err), &err);
    lb_small_disk_begin(200);
    enum lb_status st = lb_vtk_series_add(series, 2.0, "second.vti", &err);
    lb_small_disk_end();
    LB_CHECK_EQUAL_INT(st, LB_STATUS_FAILED);
    char text[1024] = "";
    FILE *stream = fopen("kept.pvd", "rb");
    LB_CHECK(stream != NULL);
    if (stream != NULL) {
        text[fread(text, 1, sizeof text - 1, stream)] = '\0';
        fclose(stream);
    }
    LB_CHECK(strstr(text, "first.vti") != NULL && strstr(text, "</VTKFile>") != NULL);
    LB_CHECK(strstr(text, "second.vti") == NULL);
    unlink("kept.pvd");
    lb_vtk_series_destroy(series);
}

struct part {
    const uint32_t *size; /* of the box */
    struct lb_vtk_choice choice;
    unsigned components;
    const double *all; /* numbers of its cells */
    uint64_t seen, wrong;
};

static void compare_row(void *context, const uint32_t at[3], int axis, uint32_t count,
                        const double *numbers)
{
    struct part *p = context;
    const uint32_t *size = p->size, *begin = p->choice.begin, stride = p->choice.stride;
    LB_CHECK_EQUAL_INT(axis, 0);
    for (uint32_t n = 0; n < count; n++, p->seen++) {
        const size_t x = begin[0] + (size_t)stride * n, y = begin[1] + (size_t)stride * at[1],
                     z = begin[2] + (size_t)stride * at[2];
        const size_t cell = (z * size[1] + y) * size[0] + x;
        for (unsigned k = 0; k < p->components; k++)
            p->wrong += numbers[p->components * n + k] != p->all[p->components * cell + k];
    }
}

static void compare_array(const struct field *f, const struct lb_vtk_choice *choice,
                          const char *array, const double *all, uint64_t cells)
{
    const struct lb_volume_hints hints = {.array = array};
    struct lb_error err = {0};
    struct lb_volume v;
    if (!LB_CHECK_OK(lb_volume_open("part.vti", &hints, &v, &err), &err)) return;
    struct part p = {f->view.size, *choice, strcmp(array, "rho") == 0 ? 1 : 3, all, 0, 0};
    LB_CHECK_CLOSE(v.spacing, choice->stride, 0.0);
    LB_CHECK_OK(lb_volume_read(&v, compare_row, &p, &err), &err);
    LB_CHECK_EQUAL_INT(p.seen, cells);
    LB_CHECK_EQUAL_INT(p.wrong, 0);
    lb_volume_close(&v);
}

static void check_part(struct field *f, struct lb_vtk_choice choice, uint64_t cells)
{
    struct lb_error err = {0};
    LB_CHECK_OK(lb_vtk_write_choice(&f->view, f->fields, &choice, "part.vti", &err), &err);
    compare_array(f, &choice, "rho", f->rho, cells);
    compare_array(f, &choice, "u", f->u, cells);
    remove("part.vti");
}

static void compare_vorticity(struct field *f, struct lb_vtk_choice choice, const double *all,
                              uint64_t cells)
{
    struct lb_error err = {0};
    LB_CHECK_OK(lb_vtk_write_choice(&f->view, f->fields, &choice, "part.vti", &err), &err);
    compare_array(f, &choice, "vorticity", all, cells);
    remove("part.vti");
}

/* Of cells whose neighbours are not all in the part. */
static void parts_have_the_vorticity_of_the_box(void)
{
    enum { X = 7, Y = 5, Z = 4 };
    static const struct lb_field_rows all = {{0, 0, 0}, {X, Y, Z}};
    const struct lb_field *field = lb_field_find("vorticity");
    static double numbers[3 * X * Y * Z];
    struct lb_field_piece piece = {0};
    struct lb_error err = {0};
    struct field f;
    fill_field(&f, X, Y, Z, true);
    choose(&f, "vorticity");
    if (LB_CHECK_OK(lb_field_read_rows(&f.view, &all, field->needs, &piece, &err), &err))
        for (uint32_t n = 0; n < X * Y * Z; n++)
            field->at(&piece, (const uint32_t[3]){n % X, n / X % Y, n / X / Y}, numbers + 3 * n);
    lb_field_discard(&piece);
    compare_vorticity(&f, (struct lb_vtk_choice){{0, 0, 0}, {4, 3, 4}, 1}, numbers, 4 * 3 * 4);
    compare_vorticity(&f, (struct lb_vtk_choice){{5, 1, 1}, {7, 5, 3}, 1}, numbers, 2 * 4 * 2);
    free_field(&f);
}

/* Also where a layer takes several pieces. */
static void parts_have_their_cells(void)
{
    struct field f;
    fill_field(&f, 7, 5, 4, true);
    check_part(&f, (struct lb_vtk_choice){{1, 0, 1}, {7, 5, 4}, 2}, 3 * 3 * 2);
    check_part(&f, (struct lb_vtk_choice){{0, 0, 0}, {7, 5, 4}, 1}, 7 * 5 * 4);
    check_part(&f, (struct lb_vtk_choice){{2, 3, 3}, {3, 4, 4}, 5}, 1);
    free_field(&f);
    fill_field(&f, 1200, 1000, 2, true);
    check_part(&f, (struct lb_vtk_choice){{1, 2, 0}, {1200, 1000, 2}, 3}, 400 * 333);
    check_part(&f, (struct lb_vtk_choice){{100, 1, 1}, {200, 999, 2}, 1}, 100 * 998);
    free_field(&f);
}

int main(void)
{
    char *probe[] = {"probe", NULL};
    int status = run_reader(probe);
    has_vtk = status == 0;
    LB_CHECK(status == 0 || status == 77);
    LB_TEST(fields_of_single_precision_come_back_exactly);
    LB_TEST(fields_of_double_precision_come_back_exactly);
    LB_TEST(flat_fields_and_fields_without_flags_come_back_exactly);
    LB_TEST(the_numbers_end_where_the_head_says);
    LB_TEST(the_index_names_every_file_at_each_moment);
    LB_TEST(an_index_goes_on_without_what_is_gone);
    LB_TEST(a_field_that_does_not_fit_on_the_disk_is_absent);
    LB_TEST(a_failed_index_keeps_the_last_good_one);
    LB_TEST(parts_have_their_cells);
    LB_TEST(parts_have_the_vorticity_of_the_box);
    int report = lb_check_report();
    if (report == 0 && !has_vtk) return lb_check_skip("python3-vtk9 is missing: nothing read back");
    return report;
}

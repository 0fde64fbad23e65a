/* test_field.c - fields of flows that are known, as they arrive in a .vti file; their choice by name.
 * SPDX-License-Identifier: MIT */
#include "io/field.h"
#include "io/field_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/vtk.h"
#include "shared/cell_flags.h"
#include "support/check.h"
#include "support/field_box.h"

/* Three waves, each with a period along one axis (Arnold, Beltrami, Childress); computed, so that
 * a large box takes no memory. */
struct waves {
    uint32_t size[3];
    uint64_t max_cells;
};

static const double amplitude[3] = {0.1, -0.05, 0.02};

static double wave_number(const struct waves *w, int axis)
{
    return 2.0 * acos(-1.0) / w->size[axis];
}

static enum lb_status read_waves(void *context, const uint32_t begin[3], const uint32_t end[3],
                                 double *rho, double *u, double *fill, struct lb_error *err)
{
    struct waves *w = context;
    uint64_t n = 0;
    (void)err;
    LB_CHECK(rho == NULL && fill == NULL); /* nobody asked */
    for (uint32_t z = begin[2]; z < end[2]; z++)
        for (uint32_t y = begin[1]; y < end[1]; y++)
            for (uint32_t x = begin[0]; x < end[0]; x++, n++) {
                const double p[3] = {wave_number(w, 0) * x, wave_number(w, 1) * y,
                                     wave_number(w, 2) * z};
                for (int a = 0; a < 3; a++) {
                    const int b = (a + 1) % 3, c = (a + 2) % 3;
                    u[3 * n + (uint64_t)a] = amplitude[c] * sin(p[c]) + amplitude[b] * cos(p[b]);
                }
            }
    if (n > w->max_cells) w->max_cells = n;
    return LB_STATUS_OK;
}

/* The central difference of sin(k x) is sin(k) cos(k x), so this is exact, at the periodic edges,
 * too. */
static double vorticity_of_waves(const struct waves *w, const uint32_t cell[3], int a)
{
    const int b = (a + 1) % 3, c = (a + 2) % 3;
    const double kb = wave_number(w, b), kc = wave_number(w, c);
    return amplitude[b] * sin(kb) * cos(kb * cell[b]) + amplitude[c] * sin(kc) * sin(kc * cell[c]);
}

/* Numbers of the first array behind the head. */
static FILE *open_numbers(const char *path)
{
    FILE *stream = fopen(path, "rb");
    char text[4096] = "";
    if (!LB_CHECK(stream != NULL)) exit(lb_check_report());
    const size_t length = fread(text, 1, sizeof text - 1, stream);
    const char *mark = memchr(text, '_', length);
    while (mark != NULL && memcmp(mark - 3, "   _", 4) != 0)
        mark = memchr(mark + 1, '_', length - (size_t)(mark + 1 - text));
    LB_CHECK(mark != NULL);
    if (mark != NULL) fseek(stream, mark + 1 - text + 8, SEEK_SET);
    return stream;
}

static void check_waves(uint32_t nx, uint32_t ny, uint32_t nz)
{
    struct lb_error err = {0};
    struct waves w = {.size = {nx, ny, nz}};
    const struct lb_field_source source = {
        .size = {nx, ny, nz}, .double_precision = true, .read = read_waves, .context = &w};
    const struct lb_field *fields[] = {lb_field_find("vorticity"), NULL};
    LB_CHECK_OK(lb_vtk_write_fields(&source, fields, "waves.vti", &err), &err);
    LB_CHECK(w.max_cells <= LB_FIELD_PIECE_CELLS);
    FILE *stream = open_numbers("waves.vti");
    double worst = 0.0;
    for (uint32_t z = 0; z < nz; z++)
        for (uint32_t y = 0; y < ny; y++)
            for (uint32_t x = 0; x < nx; x++) {
                const uint32_t cell[3] = {x, y, z};
                double got[3] = {0.0};
                if (fread(got, sizeof *got, 3, stream) != 3) worst = (double)INFINITY;
                for (int a = 0; a < 3; a++)
                    worst = fmax(worst, fabs(got[a] - vorticity_of_waves(&w, cell, a)));
            }
    LB_CHECK_NEAR(worst, 0.0, 1e-15);
    fclose(stream);
    unlink("waves.vti");
}

static void vorticity_of_waves_is_that_of_calculus(void)
{
    check_waves(12, 10, 7);
    check_waves(9, 8, 1);
    check_waves(1, 5, 6);
}

/* Some layers to a piece, which ends with fewer, and some rows of a layer. */
static void pieces_of_a_large_box_fit_together(void)
{
    check_waves(400, 700, 4);
    check_waves(1100, 1000, 2);
    check_waves(1100, 1000, 1);
}

enum { NX = 4, NY = 7, NZ = 3, CELLS = NX * NY * NZ };

/* A shear between two walls, which move absurdly fast. */
static void vorticity_beside_walls_is_one_sided(void)
{
    struct lb_error err = {0};
    static double u[3 * CELLS];
    static uint8_t flags[CELLS];
    const double shear = 1.0 / 64.0;
    for (size_t n = 0; n < CELLS; n++) {
        const size_t y = n / NX % NY;
        const bool wall = y == 0 || y == NY - 1;
        flags[n] = wall ? LB_CELL_SOLID | LB_CELL_MOVING : LB_CELL_FLUID;
        u[3 * n] = wall ? 1e9 : shear * (double)y;
    }
    struct lb_field_box box = {.size = {NX, NY, NZ}, .u = u};
    const struct lb_field_source source = {
        .size = {NX, NY, NZ}, .flags = flags, .read = lb_field_box_read, .context = &box};
    struct lb_field_piece all = {.source = &source, .count = {NX, NY, NZ}, .is_periodic = true};
    const struct lb_field *vorticity = lb_field_find("vorticity");
    LB_CHECK_OK(lb_field_read(&all, vorticity->needs, &err), &err);
    for (uint32_t y = 0; y < NY; y++) {
        const bool wall = y == 0 || y == NY - 1;
        double out[3];
        vorticity->at(&all, (const uint32_t[3]){1, y, 2}, out);
        LB_CHECK(out[0] == 0.0 && out[1] == 0.0);
        LB_CHECK(out[2] == (wall ? 0.0 : -shear));
    }
    lb_field_discard(&all);
}

static void check_choice(const char *list, unsigned has, const char *names)
{
    struct lb_error err = {0};
    const struct lb_field *fields[LB_MAX_FIELDS + 1];
    char got[256] = "";
    LB_CHECK_OK(lb_field_choose(list, "fields", has, fields, &err), &err);
    for (const struct lb_field *const *f = fields; *f != NULL; f++)
        snprintf(got + strlen(got), sizeof got - strlen(got), "%s ", (*f)->array);
    LB_CHECK_EQUAL_TEXT(got, names);
}

static void fields_are_chosen_by_name(void)
{
    check_choice(NULL, 0, "rho u ");
    check_choice("", LB_FIELD_FILL | LB_FIELD_FLAGS, "rho u fill flags ");
    check_choice("", LB_FIELD_TEMPERATURE | LB_FIELD_FLAGS, "rho u temperature flags ");
    check_choice("", LB_FIELD_FLAGS, "rho u flags ");
    check_choice("vorticity,density", 0, "vorticity rho ");
    check_choice("fill,speed", LB_FIELD_FILL, "fill speed ");
}

static void check_refused(const char *list, const char *word)
{
    struct lb_error err = {0};
    const struct lb_field *fields[LB_MAX_FIELDS + 1];
    LB_CHECK_EQUAL_INT(lb_field_choose(list, "fields", 0, fields, &err), LB_STATUS_USAGE);
    LB_CHECK(strstr(err.text, word) != NULL);
}

static void what_is_no_field_is_refused(void)
{
    check_refused("density,vortisity", "did you mean 'vorticity'?");
    check_refused("rho", "known: density velocity fill temperature flags speed vorticity");
    check_refused("fill", "no free surface");
    check_refused("temperature", "no temperature");
    check_refused("flags", "all cells of this case are fluid");
    check_refused("speed,speed", "twice");
    check_refused("speed,,density", "empty");
}

static void every_field_has_what_its_users_need(void)
{
    size_t count = 0;
    for (const struct lb_field *f = lb_fields; f->name != NULL; f++, count++) {
        LB_CHECK(lb_field_find(f->name) == f);
        LB_CHECK(f->array != NULL && f->label != NULL && f->unit != NULL && f->at != NULL);
        LB_CHECK(f->components == 1 || f->components == LB_FIELD_COMPONENTS);
    }
    LB_CHECK(count < LB_MAX_FIELDS);
    LB_CHECK(lb_field_find("rho") == NULL);
}

/* The mean of a whole number of waves is 0, that of the density what it is made of. */
static void means_and_single_cells_are_those_of_the_flow(void)
{
    struct lb_error err = {0};
    struct waves w = {.size = {12, 10, 8}};
    const struct lb_field_source waves = {.size = {12, 10, 8}, .read = read_waves, .context = &w};
    double mean[LB_FIELD_COMPONENTS], value[LB_FIELD_COMPONENTS];
    const uint32_t corner[3] = {11, 9, 0};
    const struct lb_field *vorticity = lb_field_find("vorticity");
    LB_CHECK_OK(lb_field_mean(&waves, vorticity, mean, &err), &err);
    LB_CHECK_OK(lb_field_value(&waves, vorticity, corner, value, &err), &err);
    for (int a = 0; a < 3; a++) {
        LB_CHECK_NEAR(mean[a], 0.0, 1e-16);
        LB_CHECK_NEAR(value[a], vorticity_of_waves(&w, corner, a), 1e-15);
    }
    const double rho[4] = {1.0, 2.0, 4.0, 1000.0};
    const uint8_t flags[4] = {0, 0, 0, LB_CELL_SOLID};
    struct lb_field_box box = {.size = {4, 1, 1}, .rho = rho};
    const struct lb_field_source line = {
        .size = {4, 1, 1}, .flags = flags, .read = lb_field_box_read, .context = &box};
    LB_CHECK_OK(lb_field_mean(&line, lb_field_find("density"), mean, &err), &err);
    LB_CHECK_CLOSE(mean[0], 7.0 / 3.0, 1e-15);
}

int main(void)
{
    LB_TEST(vorticity_of_waves_is_that_of_calculus);
    LB_TEST(pieces_of_a_large_box_fit_together);
    LB_TEST(vorticity_beside_walls_is_one_sided);
    LB_TEST(fields_are_chosen_by_name);
    LB_TEST(what_is_no_field_is_refused);
    LB_TEST(every_field_has_what_its_users_need);
    LB_TEST(means_and_single_cells_are_those_of_the_flow);
    return lb_check_report();
}

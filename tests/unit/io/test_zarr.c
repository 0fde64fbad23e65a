/* test_zarr.c - the files of a zarr store, as its specification has them: chunks of raw numbers, and JSON
 * that counts the steps; read here without a library.
 * SPDX-License-Identifier: MIT */
#include "io/zarr_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/file.h"
#include "io/json.h"
#include "support/check.h"
#include "support/field_box.h"
#include "support/small_disk.h"

/* A box whose numbers tell where they are, exact as floats. */
struct store {
    struct lb_field_box box;
    struct lb_field_source source;
    const struct lb_field *fields[LB_MAX_FIELDS + 1];
    struct lb_zarr zarr;
    char folder[64];
    double *rho, *u;
    uint8_t *flags;
};

static double rho_at(uint32_t x, uint32_t y, uint32_t z)
{
    return 1.0 + x / 128.0 + y / 16384.0 - z / 256.0;
}

static void open_store(struct store *s, const uint32_t size[3], const char *fields)
{
    static int number;
    struct lb_error err = {0};
    const size_t cells = (size_t)size[0] * size[1] * size[2];
    size_t n = 0;
    *s = (struct store){.rho = malloc(cells * sizeof *s->rho),
                        .u = malloc(3 * cells * sizeof *s->u),
                        .flags = malloc(cells)};
    for (uint32_t z = 0; z < size[2]; z++)
        for (uint32_t y = 0; y < size[1]; y++)
            for (uint32_t x = 0; x < size[0]; x++, n++) {
                s->rho[n] = rho_at(x, y, z);
                s->u[3 * n] = x;
                s->u[3 * n + 1] = y + 0.5;
                s->u[3 * n + 2] = -(double)z;
                s->flags[n] = (uint8_t)((x + 2 * y + 3 * z) % 7);
            }
    snprintf(s->folder, sizeof s->folder, "store-%d.zarr", number++);
    s->box = (struct lb_field_box){.size = {size[0], size[1], size[2]}, .rho = s->rho, .u = s->u};
    s->source = (struct lb_field_source){.size = {size[0], size[1], size[2]},
                                         .flags = s->flags,
                                         .read = lb_field_box_read,
                                         .context = &s->box};
    LB_CHECK_OK(lb_field_choose(fields, "fields", LB_FIELD_FLAGS, s->fields, &err), &err);
    s->zarr = (struct lb_zarr){.folder = s->folder,
                               .title = "a box",
                               .source = &s->source,
                               .fields = s->fields,
                               .cells = {{0, 0, 0}, {size[0], size[1], size[2]}, 1}};
}

static void close_store(struct store *s)
{
    free(s->rho);
    free(s->u);
    free(s->flags);
}

static enum lb_status add(const struct store *s, const double *times, uint64_t count,
                          struct lb_error *err)
{
    static const uint32_t none[3];
    LB_OK(lb_zarr_begin_step(&s->zarr, count - 1, err));
    LB_OK(lb_zarr_write_chunks(&s->zarr, count - 1, none, lb_zarr_grid(&s->zarr.cells).count, err));
    return lb_zarr_describe(&s->zarr, times, count, err);
}

/* The bytes of a file, for free(); NULL if there is none. */
static unsigned char *read_file(const struct store *s, const char *name, size_t *bytes)
{
    char path[256];
    struct stat about;
    snprintf(path, sizeof path, "%s/%s", s->folder, name);
    FILE *stream = fopen(path, "rb");
    *bytes = 0;
    if (stream == NULL) return NULL;
    unsigned char *out = fstat(fileno(stream), &about) == 0 ? malloc((size_t)about.st_size) : NULL;
    if (out != NULL) *bytes = fread(out, 1, (size_t)about.st_size, stream);
    fclose(stream);
    return out;
}

static bool is_there(const struct store *s, const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", s->folder, name);
    return access(path, F_OK) == 0;
}

/* --- chunks ----------------------------------------------------------------------------------- */

static struct lb_zarr_grid grid_of(uint32_t x, uint32_t y, uint32_t z, uint32_t stride)
{
    return lb_zarr_grid(&(const struct lb_vtk_choice){{0, 0, 0}, {x, y, z}, stride});
}

static void chunks_are_small_and_cover_the_box(void)
{
    static const uint32_t sizes[][4] = {
        {1, 1, 1, 1},       {512, 512, 512, 1}, {464, 464, 394, 1},   {5000, 3000, 1, 1},
        {1000003, 1, 1, 1}, {97, 4001, 3, 1},   {2048, 1024, 512, 5}, {64, 64, 64, 1}};
    for (size_t n = 0; n < sizeof sizes / sizeof *sizes; n++) {
        const uint32_t *s = sizes[n];
        const struct lb_zarr_grid g = grid_of(s[0], s[1], s[2], s[3]);
        LB_CHECK((uint64_t)g.chunk[0] * g.chunk[1] * g.chunk[2] <= LB_ZARR_CHUNK_CELLS);
        for (int a = 0; a < 3; a++) {
            LB_CHECK_EQUAL_INT(g.points[a], (s[a] + s[3] - 1) / s[3]);
            LB_CHECK(g.count[a] * g.chunk[a] >= g.points[a]);
            LB_CHECK((g.count[a] - 1) * g.chunk[a] < g.points[a]);
        }
    }
    const struct lb_zarr_grid cube = grid_of(512, 512, 512, 1), small = grid_of(64, 64, 64, 1);
    for (int a = 0; a < 3; a++) {
        LB_CHECK_EQUAL_INT(cube.chunk[a], 64);
        LB_CHECK_EQUAL_INT(small.count[a], 1);
    }
}

/* Of one chunk of one component: what is wrong in it, counted; cells beyond the box are 0. */
static long count_wrong(const struct store *s, const char *array, const uint32_t at[3],
                        double (*expected)(const uint32_t cell[3]))
{
    const struct lb_zarr_grid g = lb_zarr_grid(&s->zarr.cells);
    const struct lb_vtk_choice *c = &s->zarr.cells;
    const bool is_double = s->source.double_precision, is_byte = strcmp(array, "flags") == 0;
    const size_t size = is_byte ? 1 : is_double ? sizeof(double) : sizeof(float);
    const size_t cells = (size_t)g.chunk[0] * g.chunk[1] * g.chunk[2];
    char name[128];
    size_t bytes;
    long wrong = 0;
    snprintf(name, sizeof name, "%s/c/0/%u/%u/%u", array, at[2], at[1], at[0]);
    unsigned char *all = read_file(s, name, &bytes);
    if (!LB_CHECK(all != NULL && bytes == cells * size)) {
        free(all);
        return -1;
    }
    for (size_t n = 0; n < cells; n++) {
        const uint32_t in_chunk[3] = {(uint32_t)(n % g.chunk[0]),
                                      (uint32_t)(n / g.chunk[0] % g.chunk[1]),
                                      (uint32_t)(n / g.chunk[0] / g.chunk[1])};
        uint32_t cell[3];
        bool is_beyond = false;
        for (int a = 0; a < 3; a++) {
            const uint32_t point = at[a] * g.chunk[a] + in_chunk[a];
            is_beyond = is_beyond || point >= g.points[a];
            cell[a] = c->begin[a] + point * c->stride;
        }
        double number;
        float single;
        memcpy(&number, all + n * size, is_double && !is_byte ? sizeof number : 1);
        memcpy(&single, all + n * size, is_byte ? 1 : sizeof single);
        if (!is_double) number = (double)single;
        if (is_byte) number = all[n];
        wrong += number != (is_beyond ? 0.0 : expected(cell));
    }
    free(all);
    return wrong;
}

static double expected_rho(const uint32_t cell[3])
{
    return rho_at(cell[0], cell[1], cell[2]);
}
static double expected_ux(const uint32_t cell[3])
{
    return cell[0];
}
static double expected_uy(const uint32_t cell[3])
{
    return cell[1] + 0.5;
}
static double expected_uz(const uint32_t cell[3])
{
    return -(double)cell[2];
}
static double expected_flags(const uint32_t cell[3])
{
    return (cell[0] + 2 * cell[1] + 3 * cell[2]) % 7;
}

static void check_numbers(const struct store *s)
{
    static const struct {
        const char *array;
        double (*expected)(const uint32_t cell[3]);
    } arrays[] = {{"rho", expected_rho},
                  {"ux", expected_ux},
                  {"uy", expected_uy},
                  {"uz", expected_uz},
                  {"flags", expected_flags}};
    const struct lb_zarr_grid g = lb_zarr_grid(&s->zarr.cells);
    uint32_t at[3];
    for (size_t n = 0; n < sizeof arrays / sizeof *arrays; n++)
        for (at[2] = 0; at[2] < g.count[2]; at[2]++)
            for (at[1] = 0; at[1] < g.count[1]; at[1]++)
                for (at[0] = 0; at[0] < g.count[0]; at[0]++)
                    LB_CHECK_EQUAL_INT(count_wrong(s, arrays[n].array, at, arrays[n].expected), 0);
}

static void each_number_is_at_its_place(void)
{
    struct lb_error err = {0};
    struct store s;
    open_store(&s, (const uint32_t[3]){101, 90, 81}, NULL);
    LB_CHECK_OK(add(&s, (const double[]){0.0}, 1, &err), &err);
    LB_CHECK(lb_zarr_grid(&s.zarr.cells).count[0] == 2); /* of 51 and 50 cells */
    check_numbers(&s);
    close_store(&s);
    open_store(&s, (const uint32_t[3]){7, 5, 4}, NULL);
    s.source.double_precision = true;
    LB_CHECK_OK(add(&s, (const double[]){0.0}, 1, &err), &err);
    check_numbers(&s);
    close_store(&s);
}

static void a_part_has_its_cells(void)
{
    struct lb_error err = {0};
    struct store s;
    open_store(&s, (const uint32_t[3]){1200, 1000, 2}, NULL);
    s.zarr.cells = (struct lb_vtk_choice){{1, 2, 0}, {1200, 1000, 2}, 2};
    LB_CHECK_OK(add(&s, (const double[]){0.0}, 1, &err), &err);
    LB_CHECK(lb_zarr_grid(&s.zarr.cells).count[0] > 1);
    LB_CHECK(s.box.max_cells <= LB_FIELD_PIECE_CELLS);
    check_numbers(&s);
    close_store(&s);
}

/* --- JSON ------------------------------------------------------------------------------------- */

static cJSON *read_json(const struct store *s, const char *name)
{
    char path[256];
    cJSON *json = NULL;
    struct lb_error err = {0};
    snprintf(path, sizeof path, "%s/%s", s->folder, name);
    LB_CHECK_OK(lb_json_read(path, &json, NULL, &err), &err);
    LB_CHECK(json != NULL);
    return json;
}

static void check_json(const cJSON *json, const char *key, const char *expected)
{
    char *text = cJSON_PrintUnformatted(cJSON_GetObjectItemCaseSensitive(json, key));
    if (LB_CHECK(text != NULL)) LB_CHECK_EQUAL_TEXT(text, expected);
    free(text);
}

static void check_array(const struct store *s, const char *array, const char *shape,
                        const char *chunk, const char *type, const char *fill, const char *codecs,
                        const char *attributes, const char *names)
{
    char file[64], grid[160];
    cJSON *json, *group = read_json(s, "zarr.json");
    snprintf(file, sizeof file, "%s/zarr.json", array);
    snprintf(grid, sizeof grid, "{\"name\":\"regular\",\"configuration\":{\"chunk_shape\":%s}}",
             chunk);
    json = read_json(s, file);
    check_json(json, "zarr_format", "3");
    check_json(json, "node_type", "\"array\"");
    check_json(json, "shape", shape);
    check_json(json, "data_type", type);
    check_json(json, "chunk_grid", grid);
    check_json(json, "chunk_key_encoding",
               "{\"name\":\"default\",\"configuration\":{\"separator\":\"/\"}}");
    check_json(json, "fill_value", fill);
    check_json(json, "codecs", codecs);
    check_json(json, "attributes", attributes);
    check_json(json, "dimension_names", names);
    const cJSON *all =
        cJSON_GetObjectItem(cJSON_GetObjectItem(group, "consolidated_metadata"), "metadata");
    LB_CHECK(cJSON_Compare(json, cJSON_GetObjectItem(all, array), true));
    cJSON_Delete(json);
    cJSON_Delete(group);
}

static void json_is_what_the_specification_asks_for(void)
{
    static const double times[] = {0.0, 20.0, 25.0};
    static const char numbers[] =
        "[{\"name\":\"bytes\",\"configuration\":{\"endian\":\"little\"}}]",
                      axes[] = "[\"time\",\"z\",\"y\",\"x\"]";
    struct lb_error err = {0};
    struct store s;
    open_store(&s, (const uint32_t[3]){7, 5, 4}, "density,vorticity,flags,pressure");
    for (uint64_t n = 1; n <= 3; n++)
        LB_CHECK_OK(add(&s, times, n, &err), &err);
    check_array(&s, "rho", "[3,4,5,7]", "[1,4,5,7]", "\"float32\"", "\"NaN\"", numbers,
                "{\"units\":\"rho0\",\"long_name\":\"density\"}", axes);
    check_array(&s, "vorticity_z", "[3,4,5,7]", "[1,4,5,7]", "\"float32\"", "\"NaN\"", numbers,
                "{\"units\":\"step-1\",\"long_name\":\"vorticity, z\"}", axes);
    check_array(&s, "p", "[3,4,5,7]", "[1,4,5,7]", "\"float32\"", "\"NaN\"", numbers,
                "{\"units\":\"rho0 cell2 step-2\",\"long_name\":\"pressure\"}", axes);
    check_array(&s, "flags", "[3,4,5,7]", "[1,4,5,7]", "\"uint8\"", "0", "[{\"name\":\"bytes\"}]",
                "{\"units\":\"1\",\"long_name\":\"cell flags\"}", axes);
    check_array(&s, "time", "[3]", "[1024]", "\"float64\"", "\"NaN\"", numbers,
                "{\"units\":\"step\",\"long_name\":\"time\"}", "[\"time\"]");
    check_array(&s, "x", "[7]", "[7]", "\"float64\"", "\"NaN\"", numbers,
                "{\"units\":\"cell\",\"long_name\":\"centres of cells\"}", "[\"x\"]");
    cJSON *group = read_json(&s, "zarr.json");
    check_json(group, "zarr_format", "3");
    check_json(group, "node_type", "\"group\"");
    check_json(group, "attributes", "{\"title\":\"a box\"}");
    check_json(cJSON_GetObjectItem(group, "consolidated_metadata"), "kind", "\"inline\"");
    check_json(cJSON_GetObjectItem(group, "consolidated_metadata"), "must_understand", "false");
    LB_CHECK_EQUAL_INT(cJSON_GetArraySize(cJSON_GetObjectItem(
                           cJSON_GetObjectItem(group, "consolidated_metadata"), "metadata")),
                       6 + 4);
    cJSON_Delete(group);
    close_store(&s);
}

static void check_coordinate(const struct store *s, const char *file, const double *expected,
                             size_t count)
{
    size_t bytes;
    unsigned char *all = read_file(s, file, &bytes);
    if (LB_CHECK(all != NULL && bytes >= count * sizeof(double)))
        for (size_t n = 0; n < count; n++) {
            double number;
            memcpy(&number, all + n * sizeof number, sizeof number);
            LB_CHECK_CLOSE(number, expected[n], 1e-15);
        }
    free(all);
}

/* Metres and seconds, of every second cell behind the first. */
static void coordinates_and_units_are_si_where_files_are(void)
{
    static const double times[] = {0.0, 20.0};
    struct lb_error err = {0};
    struct store s;
    open_store(&s, (const uint32_t[3]){7, 5, 4}, "density,velocity,pressure");
    s.source.units = (struct lb_field_units){
        .spacing = 0.01, .corner = {2.0, 0.0, 0.0}, .rho0 = 1000.0, .cell = 0.01, .step = 0.001};
    s.zarr.cells = (struct lb_vtk_choice){{1, 0, 1}, {7, 5, 4}, 2};
    for (uint64_t n = 1; n <= 2; n++)
        LB_CHECK_OK(add(&s, times, n, &err), &err);
    check_coordinate(&s, "x/c/0", (const double[]){-0.005, 0.015, 0.035}, 3);
    check_coordinate(&s, "y/c/0", (const double[]){0.005, 0.025, 0.045}, 3);
    check_coordinate(&s, "z/c/0", (const double[]){0.015, 0.035}, 2);
    check_coordinate(&s, "time/c/0", (const double[]){0.0, 0.02}, 2);
    static const struct {
        const char *file, *attributes;
    } units[] = {{"rho/zarr.json", "{\"units\":\"kg m-3\",\"long_name\":\"density\"}"},
                 {"ux/zarr.json", "{\"units\":\"m s-1\",\"long_name\":\"velocity, x\"}"},
                 {"p/zarr.json", "{\"units\":\"kg m-1 s-2\",\"long_name\":\"pressure\"}"},
                 {"x/zarr.json", "{\"units\":\"m\",\"long_name\":\"centres of cells\"}"},
                 {"time/zarr.json", "{\"units\":\"s\",\"long_name\":\"time\"}"}};
    for (size_t n = 0; n < sizeof units / sizeof *units; n++) {
        cJSON *json = read_json(&s, units[n].file);
        check_json(json, "attributes", units[n].attributes);
        cJSON_Delete(json);
    }
    close_store(&s);
}

/* Of more steps than one chunk of times has. */
static void times_of_many_steps_come_in_chunks(void)
{
    enum { COUNT = 2050 };
    static double times[COUNT];
    struct lb_error err = {0};
    struct store s;
    open_store(&s, (const uint32_t[3]){2, 1, 1}, "density");
    LB_CHECK_OK(lb_zarr_begin_step(&s.zarr, 0, &err), &err);
    for (uint64_t n = 0; n < COUNT; n++) {
        times[n] = 7.0 * (double)n;
        if (n % 1024 < 2) LB_CHECK_OK(lb_zarr_describe(&s.zarr, times, n + 1, &err), &err);
        if (n % 1024 == 1023) LB_CHECK_OK(lb_zarr_describe(&s.zarr, times, n + 1, &err), &err);
    }
    LB_CHECK_OK(lb_zarr_describe(&s.zarr, times, COUNT, &err), &err);
    check_coordinate(&s, "time/c/0", times, 1024);
    check_coordinate(&s, "time/c/1", times + 1024, 1024);
    check_coordinate(&s, "time/c/2", times + 2048, 2);
    close_store(&s);
}

/* --- failures --------------------------------------------------------------------------------- */

static void a_step_that_does_not_fit_on_the_disk_is_not_counted(void)
{
    static const double times[] = {0.0, 20.0};
    struct lb_error err = {0};
    struct store s;
    open_store(&s, (const uint32_t[3]){101, 90, 81}, "density");
    LB_CHECK_OK(add(&s, times, 1, &err), &err);
    lb_small_disk_begin(100000);
    const enum lb_status st = add(&s, times, 2, &err);
    lb_small_disk_end();
    LB_CHECK_EQUAL_INT(st, LB_STATUS_FAILED);
    LB_CHECK(strstr(err.text, "rho/c/1/0/0/0") != NULL);
    LB_CHECK_EQUAL_INT(s.box.cells_read, 2 * 101 * 90 * 81); /* for ranks that read together */
    LB_CHECK(!is_there(&s, "rho/c/1/0/0/0") && !is_there(&s, "rho/c/1/0/0/0.partial"));
    cJSON *json = read_json(&s, "rho/zarr.json");
    check_json(json, "shape", "[1,81,90,101]");
    cJSON_Delete(json);
    lb_zarr_remove_steps(&s.zarr, 1);
    LB_CHECK(!is_there(&s, "rho/c/1") && is_there(&s, "rho/c/0/0/0/1"));
    close_store(&s);
}

static void later_steps_are_removed(void)
{
    static const double times[] = {0.0, 20.0, 40.0, 60.0};
    struct lb_error err = {0};
    struct store s;
    open_store(&s, (const uint32_t[3]){101, 90, 81}, "density,velocity");
    for (uint64_t n = 1; n <= 4; n++)
        LB_CHECK_OK(add(&s, times, n, &err), &err);
    LB_CHECK_OK(lb_zarr_describe(&s.zarr, times, 2, &err), &err);
    lb_zarr_remove_steps(&s.zarr, 2);
    LB_CHECK(is_there(&s, "ux/c/1/0/0/1") && !is_there(&s, "ux/c/2") && !is_there(&s, "rho/c/3"));
    cJSON *json = read_json(&s, "zarr.json");
    LB_CHECK(json != NULL);
    cJSON_Delete(json);
    LB_CHECK_OK(lb_zarr_describe(&s.zarr, times, 0, &err), &err);
    LB_CHECK(!is_there(&s, "zarr.json"));
    close_store(&s);
}

static void a_lost_chunk_is_found(void)
{
    static const double times[] = {0.0, 20.0};
    struct lb_error err = {0};
    struct store s;
    char lost[LB_ZARR_NAMED][LB_PATH_SIZE], expected[LB_PATH_SIZE];
    open_store(&s, (const uint32_t[3]){101, 90, 81}, NULL);
    for (uint64_t n = 1; n <= 2; n++)
        LB_CHECK_OK(add(&s, times, n, &err), &err);
    LB_CHECK_EQUAL_INT(lb_zarr_find_lost(&s.zarr, 2, lost), 0);
    snprintf(expected, sizeof expected, "%s/uy/c/1/0/1/0", s.folder);
    unlink(expected);
    LB_CHECK_EQUAL_INT(lb_zarr_find_lost(&s.zarr, 2, lost), 1);
    LB_CHECK_EQUAL_TEXT(lost[0], expected);
    LB_CHECK_EQUAL_INT(lb_zarr_find_lost(&s.zarr, 1, lost), 0);
    snprintf(expected, sizeof expected, "%s/flags/c/0/0/1/1", s.folder);
    LB_CHECK(truncate(expected, 7) == 0);
    LB_CHECK_EQUAL_INT(lb_zarr_find_lost(&s.zarr, 1, lost), 1);
    LB_CHECK_EQUAL_TEXT(lost[0], expected);
    LB_CHECK_EQUAL_INT(lb_zarr_find_lost(&s.zarr, 2, lost), 2);
    close_store(&s);
}

int main(void)
{
    LB_TEST(chunks_are_small_and_cover_the_box);
    LB_TEST(each_number_is_at_its_place);
    LB_TEST(a_part_has_its_cells);
    LB_TEST(json_is_what_the_specification_asks_for);
    LB_TEST(coordinates_and_units_are_si_where_files_are);
    LB_TEST(times_of_many_steps_come_in_chunks);
    LB_TEST(a_step_that_does_not_fit_on_the_disk_is_not_counted);
    LB_TEST(later_steps_are_removed);
    LB_TEST(a_lost_chunk_is_found);
    return lb_check_report();
}

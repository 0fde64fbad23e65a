/* test_library.c - flows through sluice.h alone: viscosity, a balance of forces, profiles, callbacks, threads,
 * openings, states, and the sentences of what is refused.  References are mathematics.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "sluice.h"
#include "support/check.h"

static const double pi = 3.14159265358979323846;

static void must(sluice_error *error, const char *what)
{
    if (error->status != SLUICE_OK) printf("# %s: %s\n", what, error->text);
    LB_CHECK_EQUAL_INT(error->status, SLUICE_OK);
    *error = (sluice_error){.status = SLUICE_OK};
}

/* --- a shear wave ---------------------------------------------------------------------------------- */

struct wave {
    uint32_t size;
    double speed;
};

static void start_wave(const void *context, const uint32_t at[3], sluice_cell *cell)
{
    const struct wave *w = context;
    cell->velocity[0] = w->speed * sin(2.0 * pi * (at[1] + 0.5) / w->size);
}

static sluice *make_wave(const sluice_spec *spec, const struct wave *w)
{
    sluice_error error = {.status = SLUICE_OK};
    sluice *flow = NULL;
    sluice_new(spec, &flow, &error);
    must(&error, "sluice_new");
    sluice_set_start(flow, start_wave, w, &error);
    sluice_start(flow, &error);
    must(&error, "sluice_start");
    return flow;
}

/* A lid of moving cells over a wall of solid ones, by a function and by arrays. */
enum { LID_X = 16, LID_Y = 12 };

static void start_lid(const void *context, const uint32_t at[3], sluice_cell *cell)
{
    (void)context;
    if (at[1] == 0) cell->kind = SLUICE_SOLID;
    if (at[1] == LID_Y - 1) cell->kind = SLUICE_MOVING;
    cell->velocity[0] = at[1] == LID_Y - 1 ? 0.1 : 0.01 * sin((double)at[0]);
    cell->density = 1.0 + 0.001 * (double)at[1];
}

static void arrays_start_what_a_function_does(void)
{
    static uint8_t kind[LID_X * LID_Y];
    static double density[LID_X * LID_Y], velocity[3 * LID_X * LID_Y], u[2][3 * LID_X * LID_Y];
    const sluice_spec spec = {.abi = SLUICE_ABI, .size = {LID_X, LID_Y, 1}, .viscosity = 0.05};
    const sluice_arrays arrays = {kind, density, velocity, NULL};
    for (uint32_t n = 0; n < LID_X * LID_Y; n++) {
        sluice_cell cell = {.density = 1.0};
        start_lid(NULL, (const uint32_t[]){n % LID_X, n / LID_X, 0}, &cell);
        kind[n] = (uint8_t)cell.kind;
        density[n] = cell.density;
        memcpy(velocity + 3 * (size_t)n, cell.velocity, sizeof cell.velocity);
    }
    for (int n = 0; n < 2; n++) {
        sluice_error error = {.status = SLUICE_OK};
        sluice *flow = NULL;
        sluice_new(&spec, &flow, &error);
        must(&error, "sluice_new");
        if (n == 0)
            sluice_set_start(flow, start_lid, NULL, &error);
        else
            sluice_set_start_arrays(flow, &arrays, &error);
        sluice_start(flow, &error);
        sluice_advance(flow, 20, &error);
        sluice_get(flow, "velocity", NULL, u[n], &error);
        must(&error, "a start from arrays");
        LB_CHECK_EQUAL_INT(sluice_set_start_arrays(flow, &arrays, NULL), SLUICE_FAILED);
        sluice_free(flow);
    }
    LB_CHECK(memcmp(u[0], u[1], sizeof u[0]) == 0);
    LB_CHECK(u[0][3 * (LID_X * (LID_Y - 2)) + 0] > 0.01);
}

/* Of a wave exp(-viscosity k^2 t), whose energy goes twice as fast. */
static void a_shear_wave_decays_by_its_viscosity(void)
{
    const struct wave wave = {64, 0.01};
    const char *const precisions[] = {"fp32/fp32", "fp32/fp16s"};
    const double k = 2.0 * pi / wave.size, tolerance[] = {1e-3, 1e-2};
    for (int n = 0; n < 2; n++) {
        const sluice_spec spec = {.abi = SLUICE_ABI,
                                  .size = {16, wave.size, 1},
                                  .viscosity = 0.05,
                                  .precision = precisions[n]};
        sluice_error error = {.status = SLUICE_OK};
        sluice_sums before, after;
        sluice *flow = make_wave(&spec, &wave);
        sluice_get_sums(flow, &before, &error);
        sluice_advance(flow, 600, &error);
        sluice_get_sums(flow, &after, &error);
        must(&error, precisions[n]);
        LB_CHECK_EQUAL_INT(before.fluid_cells, 16 * wave.size);
        LB_CHECK_EQUAL_INT(sluice_step(flow), 600);
        LB_CHECK_CLOSE(log(before.energy / after.energy) / (2.0 * k * k * 600), 0.05, tolerance[n]);
        sluice_free(flow);
    }
}

/* The first look finds what one streaming makes of the start: of the populations that carry u_x, of weight 1/3 in
 * all, a third moves along y. */
static void fields_and_regions_are_those_of_the_start(void)
{
    const struct wave wave = {32, 0.02};
    const sluice_spec spec = {.abi = SLUICE_ABI, .size = {8, 32, 4}, .viscosity = 0.1};
    const sluice_region one = {{3, 5, 2}, {4, 7, 3}};
    sluice_error error = {.status = SLUICE_OK};
    double u[2][3], rho[2], curl[2][3];
    sluice *flow = make_wave(&spec, &wave);
    sluice_get(flow, "velocity", &one, u[0], &error);
    sluice_get(flow, "density", &one, rho, &error);
    sluice_get(flow, "vorticity", &one, curl[0], &error);
    must(&error, "sluice_get");
    for (int n = 0; n < 2; n++) {
        const double k = 2.0 * pi / wave.size, y = 5.5 + n;
        const double speed = 0.02 * (2.0 + cos(k)) / 3.0;
        LB_CHECK_NEAR(u[n][0], speed * sin(k * y), 1e-6);
        LB_CHECK_NEAR(rho[n], 1.0, 1e-6);
        /* -du/dy by central differences of two cells */
        LB_CHECK_NEAR(curl[n][2], -speed * cos(k * y) * sin(k), 1e-6);
    }
    sluice_free(flow);
}

/* --- a force, a body, faces ------------------------------------------------------------------------- */

/* In a periodic box the body takes, in the end, what the force gives to the fluid. */
static void a_body_takes_what_a_force_gives(void)
{
    const double push = 1e-5;
    const sluice_spec spec = {
        .abi = SLUICE_ABI, .size = {32, 24, 24}, .viscosity = 0.3, .force = {push}};
    const sluice_body sphere = {.file = "sphere", .cells = 12.0, .centre = {16.0, 12.0, 12.0}};
    sluice_error error = {.status = SLUICE_OK};
    sluice_force force;
    sluice_sums sums;
    sluice *flow = NULL;
    int number = -1;
    sluice_new(&spec, &flow, &error);
    sluice_add_body(flow, &sphere, &number, &error);
    sluice_start(flow, &error);
    sluice_advance(flow, 6000, &error);
    sluice_get_force(flow, number, &force, &error);
    sluice_get_sums(flow, &sums, &error);
    must(&error, "a sphere");
    LB_CHECK_EQUAL_INT(number, 0);
    LB_CHECK_CLOSE((double)(32 * 24 * 24 - sums.fluid_cells), pi / 6.0 * 12 * 12 * 12, 0.02);
    LB_CHECK_CLOSE(force.force[0], push * (double)sums.fluid_cells, 2e-3);
    LB_CHECK_NEAR(force.force[1], 0.0, 1e-3 * force.force[0]);
    LB_CHECK_NEAR(force.moment[2], 0.0, 1e-2 * force.force[0]);
    sluice_free(flow);
}

enum { DUCT = 34 };

static double flux(sluice *flow, sluice_error *error)
{
    const sluice_region across = {{30, 1, 0}, {31, DUCT - 1, 1}};
    double u[DUCT][3], sum = 0.0;
    sluice_get(flow, "velocity", &across, u[0], error);
    for (int y = 0; y < DUCT - 2; y++)
        sum += u[y][0];
    return sum;
}

/* What comes in goes through, also after the inlet was changed on the way. */
static void a_profile_can_be_changed_on_the_way(void)
{
    const sluice_spec spec = {
        .abi = SLUICE_ABI, .size = {60, DUCT, 1}, .viscosity = 0.1, .collision = "trt"};
    double profile[DUCT], inflow = 0.0;
    sluice_error error = {.status = SLUICE_OK};
    sluice *flow = NULL;
    for (int y = 0; y < DUCT; y++) {
        const double s = (y - 0.5) / (DUCT - 2);
        profile[y] = s > 0.0 && s < 1.0 ? 4.0 * s * (1.0 - s) : 0.0;
        inflow += 0.04 * profile[y];
    }
    const sluice_face faces[4] = {{.face = 0,
                                   .condition = "velocity",
                                   .velocity = {0.04},
                                   .profile = profile,
                                   .profile_axis = 0}, /* over the face, which is flat */
                                  {.face = 1, .condition = "pressure"},
                                  {.face = 2, .condition = "wall"},
                                  {.face = 3, .condition = "wall"}};
    sluice_new(&spec, &flow, &error);
    for (int n = 0; n < 4; n++)
        sluice_add_face(flow, faces + n, &error);
    sluice_start(flow, &error);
    sluice_advance(flow, 8000, &error);
    LB_CHECK_CLOSE(flux(flow, &error), inflow, 0.01);
    for (int y = 0; y < DUCT; y++)
        profile[y] *= 0.5;
    sluice_set_profile(flow, 0, profile, &error);
    sluice_advance(flow, 8000, &error);
    LB_CHECK_CLOSE(flux(flow, &error), 0.5 * inflow, 0.01);
    must(&error, "a duct");
    LB_CHECK_EQUAL_INT(sluice_set_profile(flow, 1, profile, &error), SLUICE_USAGE);
    sluice_free(flow);
}

/* --- callbacks ------------------------------------------------------------------------------------- */

struct calls {
    uint64_t steps[16];
    int count, stop_at;
    sluice_status nested;
};

static int note_call(sluice *flow, uint64_t step, void *context)
{
    struct calls *c = context;
    sluice_error error = {.status = SLUICE_OK};
    LB_CHECK_EQUAL_INT(sluice_step(flow), step);
    c->nested = sluice_advance(flow, 1, &error);
    c->steps[c->count++] = step;
    return c->count == c->stop_at;
}

static void start_ends(const void *context, const uint32_t at[3], sluice_cell *cell)
{
    (void)context;
    if (at[0] == 0 || at[0] == 63) cell->kind = SLUICE_SOLID;
}

/* Beside two faces, whose boundaries have the first numbers: a developed flow between them is a parabola. */
static void openings_let_in_what_flows_out(void)
{
    enum { HEIGHT = 16 };
    const sluice_spec spec = {
        .abi = SLUICE_ABI, .size = {64, HEIGHT + 2, 1}, .viscosity = 0.1, .collision = "trt"};
    const sluice_face walls[] = {{.face = 2, .condition = "wall"},
                                 {.face = 3, .condition = "wall"}};
    const sluice_opening in = {.condition = "velocity",
                               .velocity = {0.02},
                               .from = {1, 1},
                               .to = {1, HEIGHT + 1},
                               .is_developed = 1};
    const sluice_opening out = {
        .condition = "pressure", .centre = {63, 9}, .normal = {-2}, .radius = 8};
    sluice_error error = {.status = SLUICE_OK};
    double u[3 * HEIGHT];
    const sluice_region section = {{32, 1, 0}, {33, HEIGHT + 1, 1}};
    int number = -1;
    sluice *flow = NULL;
    sluice_new(&spec, &flow, &error);
    sluice_set_start(flow, start_ends, NULL, &error);
    for (int n = 0; n < 2; n++)
        sluice_add_face(flow, &walls[n], &error);
    sluice_add_opening(flow, &in, NULL, &error);
    sluice_add_opening(flow, &out, &number, &error);
    sluice_start(flow, &error);
    sluice_advance(flow, 6000, &error);
    sluice_get(flow, "velocity", &section, u, &error);
    must(&error, "openings");
    LB_CHECK_EQUAL_INT(number, 1);
    for (int n = 0; n < HEIGHT; n++) {
        const double y = (n + 0.5) / HEIGHT;
        LB_CHECK_NEAR(u[3 * n], 0.02 * 6.0 * y * (1.0 - y), 0.01 * 0.03);
    }
    sluice_free(flow);
}

static void callbacks_come_at_their_steps(void)
{
    const struct wave wave = {16, 0.01};
    const sluice_spec spec = {.abi = SLUICE_ABI, .size = {16, 16, 1}, .viscosity = 0.1};
    sluice_error error = {.status = SLUICE_OK};
    struct calls threes = {.stop_at = 0}, fives = {.stop_at = 3};
    sluice *flow = make_wave(&spec, &wave);
    sluice_every(flow, 3, note_call, &threes, &error);
    sluice_every(flow, 5, note_call, &fives, &error);
    sluice_advance(flow, 4, &error);
    sluice_advance(flow, 3, &error);
    must(&error, "sluice_advance");
    LB_CHECK(threes.count == 2 && threes.steps[0] == 3 && threes.steps[1] == 6);
    LB_CHECK(fives.count == 1 && fives.steps[0] == 5);
    LB_CHECK_EQUAL_INT(sluice_advance(flow, 100, &error), SLUICE_STOPPED);
    LB_CHECK_EQUAL_INT(sluice_step(flow), 15);
    LB_CHECK(threes.count == 5 && fives.count == 3);
    LB_CHECK_EQUAL_INT(threes.nested, SLUICE_FAILED);
    LB_CHECK_EQUAL_INT(sluice_every(flow, 0, note_call, &threes, &error), SLUICE_USAGE);
    sluice_free(flow);
}

/* --- threads --------------------------------------------------------------------------------------- */

struct run {
    sluice_spec spec;
    struct wave wave;
    double *u;
};

static void *run_alone(void *context)
{
    struct run *r = context;
    sluice_error error = {.status = SLUICE_OK};
    sluice *flow = NULL;
    sluice_new(&r->spec, &flow, &error);
    if (error.status == SLUICE_OK) sluice_set_start(flow, start_wave, &r->wave, &error);
    if (error.status == SLUICE_OK) sluice_start(flow, &error);
    if (error.status == SLUICE_OK) sluice_advance(flow, 200, &error);
    if (error.status == SLUICE_OK) sluice_get(flow, "velocity", NULL, r->u, &error);
    sluice_free(flow);
    if (error.status != SLUICE_OK) printf("# %s\n", error.text);
    return error.status == SLUICE_OK ? context : NULL;
}

static void flows_of_several_threads_are_as_alone(void)
{
    enum { FLOWS = 4, SIZE = 32, NUMBERS = 3 * SIZE * SIZE };
    static double u[2][FLOWS][NUMBERS];
    struct run runs[2][FLOWS];
    pthread_t threads[FLOWS];
    for (int n = 0; n < FLOWS; n++) {
        runs[0][n] = (struct run){.spec = {.abi = SLUICE_ABI,
                                           .size = {SIZE, SIZE, 1},
                                           .viscosity = 0.02 * (n + 1),
                                           .precision = n % 2 == 0 ? "fp32" : "fp16s",
                                           .seed = (uint64_t)n},
                                  .wave = {SIZE, 0.02},
                                  .u = u[0][n]};
        runs[1][n] = runs[0][n];
        runs[1][n].u = u[1][n];
        LB_CHECK(run_alone(&runs[0][n]) != NULL);
    }
    for (int n = 0; n < FLOWS; n++)
        LB_CHECK_EQUAL_INT(pthread_create(&threads[n], NULL, run_alone, &runs[1][n]), 0);
    for (int n = 0; n < FLOWS; n++) {
        void *result = NULL;
        pthread_join(threads[n], &result);
        LB_CHECK(result != NULL);
        LB_CHECK(memcmp(u[0][n], u[1][n], sizeof u[0][n]) == 0);
    }
}

/* --- states ---------------------------------------------------------------------------------------- */

static void a_saved_state_goes_on_with_the_same_bits(void)
{
    enum { SIZE = 24, NUMBERS = 3 * SIZE * SIZE };
    static double whole[NUMBERS], resumed[NUMBERS];
    const struct wave wave = {SIZE, 0.02};
    sluice_spec spec = {.abi = SLUICE_ABI,
                        .size = {SIZE, SIZE, 1},
                        .viscosity = 0.05,
                        .precision = "fp16c",
                        .seed = 7};
    sluice_error error = {.status = SLUICE_OK};
    mkdir("state", 0777);
    sluice *first = make_wave(&spec, &wave);
    sluice_advance(first, 30, &error);
    sluice_save(first, "state", &error);
    sluice_advance(first, 31, &error);
    sluice_get(first, "velocity", NULL, whole, &error);
    must(&error, "sluice_save");
    spec.lanes = "1";
    sluice *second = make_wave(&spec, &wave);
    sluice_load(second, "state", &error);
    LB_CHECK_EQUAL_INT(sluice_step(second), 30);
    sluice_advance(second, 31, &error);
    sluice_get(second, "velocity", NULL, resumed, &error);
    must(&error, "sluice_load");
    LB_CHECK(memcmp(whole, resumed, sizeof whole) == 0);
    sluice_free(first);
    sluice_free(second);

    spec.size[0] = 16;
    sluice *other = make_wave(&spec, &wave);
    LB_CHECK_EQUAL_INT(sluice_load(other, "state", &error), SLUICE_USAGE);
    LB_CHECK(strstr(error.text, "24,24,1") != NULL && strstr(error.text, "16,24,1") != NULL);
    LB_CHECK_EQUAL_INT(sluice_advance(other, 1, NULL), SLUICE_FAILED);
    sluice_free(other);

    const sluice_spec wet = {
        .abi = SLUICE_ABI, .size = {SIZE, SIZE, 1}, .viscosity = 0.05, .has_surface = 1};
    error = (sluice_error){.status = SLUICE_OK};
    sluice *pond = make_wave(&wet, &wave);
    LB_CHECK_EQUAL_INT(sluice_load(pond, "state", &error), SLUICE_USAGE);
    LB_CHECK(strstr(error.text, "surface none") != NULL);
    sluice_free(pond);
}

static void fields_go_into_files(void)
{
    const struct wave wave = {16, 0.02};
    const sluice_spec spec = {.abi = SLUICE_ABI, .size = {16, 16, 1}, .viscosity = 0.05};
    sluice_error error = {.status = SLUICE_OK};
    struct stat file;
    sluice *flow = make_wave(&spec, &wave);
    sluice_write_vtk(flow, "wave.vti", "velocity,vorticity", &error);
    must(&error, "sluice_write_vtk");
    LB_CHECK(stat("wave.vti", &file) == 0 && file.st_size > 16 * 16 * 4 * (3 + 1));
    LB_CHECK_EQUAL_INT(sluice_write_vtk(flow, "wave.txt", NULL, &error), SLUICE_USAGE);
    sluice_free(flow);
}

/* --- what is refused ------------------------------------------------------------------------------- */

/* `words` are all in the sentence. */
static void refuse(const sluice_spec *spec, sluice_status status, const char *words)
{
    sluice_error error = {.status = SLUICE_OK};
    sluice *flow = NULL;
    char list[256], *rest = list;
    LB_CHECK_EQUAL_INT(sluice_new(spec, &flow, &error), status);
    LB_CHECK(flow == NULL && error.status == status);
    snprintf(list, sizeof list, "%s", words);
    for (char *word = strtok_r(rest, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        if (strstr(error.text, word) == NULL) printf("# '%s' is not in: %s\n", word, error.text);
        LB_CHECK(strstr(error.text, word) != NULL);
    }
}

static void wrong_specifications_are_refused(void)
{
    const sluice_spec good = {.abi = SLUICE_ABI, .size = {8, 8, 1}, .viscosity = 0.1};
    sluice_spec s = good;
    refuse(&(sluice_spec){.size = {8, 8, 1}, .viscosity = 0.1}, SLUICE_USAGE, "interface 0 1");
    s.lattice = "d3q20";
    refuse(&s, SLUICE_USAGE, "d3q20 d3q27");
    s = good, s.collision = "srtt";
    refuse(&s, SLUICE_USAGE, "srtt srt");
    s = good, s.precision = "fp8";
    refuse(&s, SLUICE_USAGE, "fp8");
    s = good, s.viscosity = 0.0;
    refuse(&s, SLUICE_USAGE, "viscosity 0 positive");
    s = good, s.size[1] = 0;
    refuse(&s, SLUICE_USAGE, "8,0,1");
    s = good, s.lattice = "d2q9", s.size[2] = 4;
    refuse(&s, SLUICE_USAGE, "d2q9 4");
    s = good, s.force[1] = (double)NAN;
    refuse(&s, SLUICE_USAGE, "force nan finite");
    s = good, s.force[2] = 1e-5;
    refuse(&s, SLUICE_USAGE, "force third 1e-05");
    s = good, s.has_surface = 1, s.tension = (double)INFINITY;
    refuse(&s, SLUICE_USAGE, "tension inf finite");
    s = good, s.viscosity_law = "glue";
    refuse(&s, SLUICE_USAGE, "glue");
    s = good, s.viscosity_law = "smagorinsky", s.viscosity_values = (const double[]){0.1, 0.2};
    s.viscosity_count = 2;
    refuse(&s, SLUICE_USAGE, "smagorinsky 2 1");
    s.viscosity_law = NULL;
    refuse(&s, SLUICE_USAGE, "2 0");
}

static void outside_context(const void *context, const uint32_t at[3], sluice_cell *cell)
{
    (void)context;
    if (at[0] == 2 && at[1] == 1) cell->density = -1.0;
}

static void leave_the_plane(const void *context, const uint32_t at[3], sluice_cell *cell)
{
    (void)context;
    if (at[0] == 2) cell->velocity[2] = 0.05;
}

static void nothing_leaves_the_plane(void)
{
    const sluice_spec spec = {.abi = SLUICE_ABI, .size = {8, 8, 1}, .viscosity = 0.1};
    sluice_error error = {.status = SLUICE_OK};
    sluice *flow = NULL;
    sluice_new(&spec, &flow, &error);
    LB_CHECK_EQUAL_INT(
        sluice_add_face(flow, &(sluice_face){.condition = "wall", .velocity = {0, 0.1, 0.1}}, NULL),
        SLUICE_USAGE);
    const sluice_opening o = {.condition = "velocity", .velocity = {0.1, 0, 0.1}, .to = {1, 8, 1}};
    LB_CHECK_EQUAL_INT(sluice_add_opening(flow, &o, NULL, NULL), SLUICE_USAGE);
    sluice_set_start(flow, leave_the_plane, NULL, &error);
    LB_CHECK_EQUAL_INT(sluice_start(flow, &error), SLUICE_USAGE);
    LB_CHECK(strstr(error.text, "cell (2, 0, 0) starts with the velocity (0, 0, 0.05)") != NULL);
    sluice_free(flow);
}

static void wrong_calls_are_refused(void)
{
    const sluice_spec spec = {.abi = SLUICE_ABI, .size = {8, 8, 1}, .viscosity = 0.1};
    sluice_error error = {.status = SLUICE_OK};
    double u[3];
    sluice *flow = NULL;
    sluice_new(&spec, &flow, &error);
    LB_CHECK_EQUAL_INT(sluice_advance(flow, 1, NULL), SLUICE_FAILED);
    LB_CHECK_EQUAL_INT(sluice_get(flow, "velocity", NULL, u, NULL), SLUICE_FAILED);
    LB_CHECK_EQUAL_INT(sluice_add_face(flow, &(sluice_face){.face = 4, .condition = "wall"}, NULL),
                       SLUICE_USAGE);
    LB_CHECK_EQUAL_INT(sluice_add_face(flow, &(sluice_face){.condition = "door"}, NULL),
                       SLUICE_USAGE);
    LB_CHECK_EQUAL_INT(
        sluice_add_body(flow, &(sluice_body){.file = "no.stl", .cells = 4}, NULL, NULL),
        SLUICE_USAGE);
    const double profile[8] = {0.0, (double)NAN};
    sluice_face face = {.condition = "velocity", .velocity = {0.1, (double)INFINITY}};
    LB_CHECK_EQUAL_INT(sluice_add_face(flow, &face, NULL), SLUICE_USAGE);
    face = (sluice_face){.condition = "velocity", .profile = profile, .profile_axis = 1};
    LB_CHECK_EQUAL_INT(sluice_add_face(flow, &face, NULL), SLUICE_USAGE);
    LB_CHECK_EQUAL_INT(sluice_add_face(flow, &(sluice_face){.condition = "wall"}, NULL), SLUICE_OK);
    LB_CHECK_EQUAL_INT(sluice_start(flow, &error), SLUICE_USAGE);
    LB_CHECK(strstr(error.text, "upper x") != NULL);
    error = (sluice_error){.status = SLUICE_OK};
    LB_CHECK_EQUAL_INT(sluice_start(flow, &error), SLUICE_FAILED);
    LB_CHECK(strstr(error.text, "failed before") != NULL);
    sluice_free(flow);

    error = (sluice_error){.status = SLUICE_OK};
    sluice_new(&spec, &flow, &error);
    sluice_set_start(flow, outside_context, NULL, &error);
    LB_CHECK_EQUAL_INT(sluice_start(flow, &error), SLUICE_USAGE);
    LB_CHECK(strstr(error.text, "(2, 1, 0)") != NULL && strstr(error.text, "-1") != NULL);
    sluice_free(flow);
    sluice_free(NULL);
}

static void null_is_refused(void)
{
    const sluice_spec spec = {.abi = SLUICE_ABI, .size = {8, 8, 1}, .viscosity = 0.1};
    sluice_error error = {.status = SLUICE_OK};
    double u[3 * 64];
    sluice *flow = NULL;
    LB_CHECK_EQUAL_INT(sluice_new(NULL, &flow, NULL), SLUICE_USAGE);
    LB_CHECK_EQUAL_INT(sluice_new(&spec, NULL, NULL), SLUICE_USAGE);
    sluice_new(&spec, &flow, &error);
    sluice_start(flow, &error);
    for (int k = 0; k < 2; k++) {
        sluice *one = k == 0 ? flow : NULL;
        LB_CHECK_EQUAL_INT(sluice_save(one, k == 0 ? NULL : ".", NULL), SLUICE_USAGE);
        LB_CHECK_EQUAL_INT(sluice_load(one, k == 0 ? NULL : ".", NULL), SLUICE_USAGE);
        LB_CHECK_EQUAL_INT(sluice_get(one, k == 0 ? NULL : "velocity", NULL, u, NULL),
                           SLUICE_USAGE);
        LB_CHECK_EQUAL_INT(sluice_get(one, "velocity", NULL, k == 0 ? NULL : u, NULL),
                           SLUICE_USAGE);
        LB_CHECK_EQUAL_INT(sluice_write_vtk(one, k == 0 ? NULL : "a.vti", NULL, NULL),
                           SLUICE_USAGE);
    }
    LB_CHECK_EQUAL_INT(sluice_get_sums(flow, NULL, NULL), SLUICE_USAGE);
    LB_CHECK_EQUAL_INT(sluice_get_force(flow, -1, NULL, NULL), SLUICE_USAGE);
    LB_CHECK_EQUAL_INT(sluice_get_info(flow, NULL, NULL), SLUICE_USAGE);
    LB_CHECK_EQUAL_INT(sluice_advance(NULL, 1, NULL), SLUICE_USAGE);
    LB_CHECK_EQUAL_INT(sluice_start(NULL, NULL), SLUICE_USAGE);
    LB_CHECK_EQUAL_INT(sluice_step(NULL), 0);
    LB_CHECK_EQUAL_INT(sluice_advance(flow, 1, &error), SLUICE_OK);
    sluice_free(flow);
}

static int stop_at_once(sluice *flow, uint64_t step, void *context)
{
    (void)flow, (void)step, (void)context;
    return 1;
}

/* More steps than there are numbers for: a callback ends them, in the second call, too. */
static void endless_advances_are_stopped(void)
{
    const sluice_spec spec = {.abi = SLUICE_ABI, .size = {8, 8, 1}, .viscosity = 0.1};
    sluice_error error = {.status = SLUICE_OK};
    sluice *flow = NULL;
    sluice_new(&spec, &flow, &error);
    sluice_every(flow, 2, stop_at_once, NULL, &error);
    sluice_start(flow, &error);
    must(&error, "sluice_start");
    for (uint64_t step = 2; step <= 4; step += 2) {
        LB_CHECK_EQUAL_INT(sluice_advance(flow, UINT64_MAX, &error), SLUICE_STOPPED);
        LB_CHECK_EQUAL_INT(sluice_step(flow), step);
    }
    sluice_free(flow);
}

static void what_can_be_chosen_can_be_had(void)
{
    LB_CHECK_EQUAL_INT(sluice_components("velocity"), 3);
    LB_CHECK_EQUAL_INT(sluice_components("density"), 1);
    LB_CHECK_EQUAL_INT(sluice_components("volocity"), 0);
    const char *const kinds[] = {"collision", "precision", "rounding", "streaming"};
    char words[1024], *rest;
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
        LB_CHECK(sluice_choices(kinds[kind], words, sizeof words) == strlen(words));
        rest = words;
        for (char *word; (word = strtok_r(rest, " ,", &rest)) != NULL;) {
            sluice_spec s = {.abi = SLUICE_ABI, .size = {8, 8, 8}, .viscosity = 0.1};
            sluice_error error = {.status = SLUICE_OK};
            sluice *flow = NULL;
            if (kind == 0) s.collision = word;
            if (kind == 1) s.precision = word;
            if (kind == 2) s.rounding = word;
            if (kind == 3) s.streaming = word;
            if (kind == 3 && strcmp(word, "moments") == 0) s.collision = "rlb";
            sluice_new(&s, &flow, &error);
            must(&error, word);
            sluice_free(flow);
        }
    }
    LB_CHECK_EQUAL_INT(sluice_choices("weather", words, sizeof words), 0);
    LB_CHECK_EQUAL_INT(sluice_abi(), SLUICE_ABI);
    sluice_device device;
    LB_CHECK_EQUAL_INT(sluice_device_at(0, &device, NULL), SLUICE_OK);
    LB_CHECK(device.name[0] != '\0' && device.memory > 0);
    LB_CHECK_EQUAL_INT(sluice_device_at(1000, &device, NULL), SLUICE_DEVICE);
}

int main(void)
{
    LB_TEST(a_shear_wave_decays_by_its_viscosity);
    LB_TEST(fields_and_regions_are_those_of_the_start);
    LB_TEST(arrays_start_what_a_function_does);
    LB_TEST(a_body_takes_what_a_force_gives);
    LB_TEST(a_profile_can_be_changed_on_the_way);
    LB_TEST(openings_let_in_what_flows_out);
    LB_TEST(callbacks_come_at_their_steps);
    LB_TEST(flows_of_several_threads_are_as_alone);
    LB_TEST(a_saved_state_goes_on_with_the_same_bits);
    LB_TEST(fields_go_into_files);
    LB_TEST(wrong_specifications_are_refused);
    LB_TEST(nothing_leaves_the_plane);
    LB_TEST(wrong_calls_are_refused);
    LB_TEST(null_is_refused);
    LB_TEST(endless_advances_are_stopped);
    LB_TEST(what_can_be_chosen_can_be_had);
    return lb_check_report();
}

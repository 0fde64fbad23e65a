/* test_run_series.c - time series of a run: what was queued on the device is what looking at once sees.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "opencl/device.h"
#include "run/run.h"
#include "run/run_internal.h"
#include "support/check.h"
#include "support/test_solver.h"
#include "support/random_case.h"
#include "support/step_comparison.h"

/* More records than the device holds, of probes and of forces. */
enum { STEPS = 3300, FORCE_EVERY = 40, OTHER_EVERY = 3, COUNT_EVERY = 1000 };
enum { HERE, THERE, FORCE, COUNT };
enum { NUMBERS = 4 };
static const uint32_t here[3] = {3, 5, 0}, there[3] = {12, 9, 0};

static enum lb_status keep_probe(int n, struct lb_run *run, const struct lb_record *record,
                                 struct lb_error *err)
{
    const double row[NUMBERS] = {(double)record->step, record->rho, record->u[0], record->u[1]};
    return lb_run_add_row(run, n, row, err);
}

static enum lb_status keep_here(void *state, struct lb_run *run, const struct lb_record *record,
                                struct lb_error *err)
{
    (void)state;
    return keep_probe(HERE, run, record, err);
}

static enum lb_status keep_there(void *state, struct lb_run *run, const struct lb_record *record,
                                 struct lb_error *err)
{
    (void)state;
    return keep_probe(THERE, run, record, err);
}

static enum lb_status keep_force(void *state, struct lb_run *run, const struct lb_record *record,
                                 struct lb_error *err)
{
    const double row[3] = {(double)record->step, record->force.resting[0],
                           record->force.resting[1]};
    (void)state;
    return lb_run_add_row(run, FORCE, row, err);
}

/* A row for each thousand steps so far: none at the start. */
static enum lb_status count(void *state, struct lb_run *run, const struct lb_record *record,
                            struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    (void)state;
    for (uint64_t n = 0; n < record->step / COUNT_EVERY; n++)
        LB_TRY(lb_run_add_row(run, COUNT, &(double){(double)record->step}, err));
cleanup:
    return st;
}

static const struct lb_series series[] = {
    [HERE] = {"here.csv", "step,rho,ux,uy", keep_here, LB_SERIES_PROBE, true},
    [THERE] = {"there.csv", "step,rho,ux,uy", keep_there, LB_SERIES_PROBE, false},
    [FORCE] = {"force.csv", "step,fx,fy", keep_force, LB_SERIES_WALL_FORCE, false},
    [COUNT] = {"count.csv", "step", count, LB_SERIES_COMPUTED, true},
    {0},
};
static const struct lb_setup setup = {.name = "series", .series = series};

static const struct lb_output *const rows[] = {&lb_output_series, NULL};
static struct lb_values *values;

/* A run of nothing but the time series. */
static struct lb_run *make_run(const struct lb_setup *of, const struct lb_case *c)
{
    struct lb_run *run = calloc(1, sizeof *run);
    if (!LB_CHECK(run != NULL)) exit(lb_check_report());
    run->setup = of;
    run->values = values;
    if (c != NULL) run->c = *c;
    lb_run_serve_outputs(run);
    run->outputs.rows = rows;
    LB_CHECK_OK(lb_outputs_choose(&run->outputs, NULL), NULL);
    return run;
}

static void take_solver(struct lb_run *run, struct lb_solver *solver)
{
    run->solver = run->outputs.services.solver = solver;
}

/* At step 0, too. */
static enum lb_status sample_due(struct lb_run *run, struct lb_error *err)
{
    const bool is_start = lb_run_step(run) == 0;
    return lb_outputs_at(&run->outputs, is_start ? LB_OUTPUT_START : LB_OUTPUT_STEP, err);
}

/* What a look at once sees at each step. */
struct seen {
    double probes[2][STEPS + 1][3];
    double force[STEPS + 1][2];
};

static enum lb_status look(struct lb_solver *solver, struct seen *seen, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t step = lb_solver_step(solver);
    for (int n = 0; n < 2; n++) {
        const uint32_t *cell = n == 0 ? here : there;
        const struct lb_region r = {{cell[0], cell[1], cell[2]},
                                    {cell[0] + 1, cell[1] + 1, cell[2] + 1}};
        double u[3];
        LB_TRY(lb_solver_read(solver, &r, &seen->probes[n][step][0], u, err));
        seen->probes[n][step][1] = u[0];
        seen->probes[n][step][2] = u[1];
    }
    if (step % FORCE_EVERY == 0 || (step + 1) % FORCE_EVERY == 0) {
        struct lb_wall_force force;
        LB_TRY(lb_solver_forces(solver, NULL, &force, err));
        memcpy(seen->force[step], force.resting, sizeof seen->force[step]);
    }
cleanup:
    return st;
}

static enum lb_status advance(struct lb_run *run, struct seen *seen, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    for (;;) {
        LB_TRY(sample_due(run, err));
        LB_TRY(look(run->solver, seen, err));
        if (lb_run_step(run) == STEPS) break;
        LB_TRY(lb_outputs_advance(&run->outputs, 1, err));
    }
    LB_TRY(lb_outputs_at(&run->outputs, LB_OUTPUT_LAST, err));
cleanup:
    return st;
}

/* Rows in order of the steps, each with the numbers of its step. */
static void check_rows(const struct lb_run *run, int n, uint64_t every, const double *seen,
                       size_t numbers)
{
    const struct lb_table *t = lb_run_rows(run, n);
    size_t wrong = 0;
    LB_CHECK_EQUAL_INT(t->rows, STEPS / every + 1);
    LB_CHECK_EQUAL_INT(t->columns, numbers + 1);
    for (size_t row = 0; row < t->rows; row++) {
        const double *got = t->numbers + row * t->columns;
        if (got[0] != (double)(row * every)) wrong++;
        for (size_t k = 0; k < numbers; k++)
            if (got[1 + k] != seen[row * every * numbers + k]) wrong++;
    }
    LB_CHECK_EQUAL_INT(wrong, 0);
}

/* Rows of forces are means with the step before. */
static void average(struct seen *seen)
{
    for (int step = STEPS; step > 0; step--)
        for (int a = 0; a < 2; a++)
            seen->force[step][a] = 0.5 * (seen->force[step][a] + seen->force[step - 1][a]);
}

/* The last row is that of the end, which is no multiple; it is there once. */
static void check_count(const struct lb_run *run)
{
    const struct lb_table *t = lb_run_rows(run, COUNT);
    const double expected[] = {1000, 2000, 2000, 3000, 3000, 3000, STEPS, STEPS, STEPS};
    LB_CHECK_EQUAL_INT(t->rows, sizeof expected / sizeof *expected);
    for (size_t n = 0; n < t->rows && n < 9; n++)
        LB_CHECK(t->numbers[n] == expected[n]);
}

static struct lb_device *device;

static void records_are_those_of_their_steps(void)
{
    struct lb_error err = {0};
    struct lb_random_state state;
    struct lb_run *run = make_run(&setup, NULL);
    struct lb_solver *solver = NULL;
    struct seen *seen = calloc(1, sizeof *seen);
    if (!LB_CHECK(seen != NULL)) exit(lb_check_report());
    lb_random_case_init(&run->c, &state, lb_lattices[0], LB_WITH_SOLID, 16, 12, 1);
    run->c.arithmetic = LB_ARITHMETIC_FP32;
    run->c.storage = lb_number_formats[0];
    run->plan.observe_every = 1;
    run->plan.series[HERE] =
        (struct lb_series_plan){.every = 1, .cell = {here[0], here[1], here[2]}};
    run->plan.series[THERE] =
        (struct lb_series_plan){.every = OTHER_EVERY, .cell = {there[0], there[1], there[2]}};
    run->plan.series[FORCE].every = FORCE_EVERY;
    run->plan.series[COUNT].every = COUNT_EVERY;
    LB_CHECK_OK(lb_test_solver_create(&run->c, device, &solver, &err), &err);
    if (solver != NULL) {
        take_solver(run, solver);
        LB_CHECK_OK(advance(run, seen, &err), &err);
        LB_CHECK(seen->probes[0][1][1] != seen->probes[0][2][1]); /* something happens */
        check_rows(run, HERE, 1, &seen->probes[0][0][0], 3);
        check_rows(run, THERE, OTHER_EVERY, &seen->probes[1][0][0], 3);
        average(seen);
        check_rows(run, FORCE, FORCE_EVERY, &seen->force[0][0], 2);
        check_count(run);
    }
    lb_outputs_close(&run->outputs);
    lb_solver_destroy(solver);
    free(run);
    free(seen);
}

/* --- forces in each step ---------------------------------------------------------------------- */

enum { EACH = 150, RESUMED = 7, LATE = 100, SIDE = 24 };

/* A cylinder that the stream meets all at once. */
static void fill_stream(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const double dx = x - 8.0, dy = y - 11.3;
    (void)state, (void)z;
    out->u[0] = 0.05;
    if (dx * dx + dy * dy > 12.0) return;
    out->flags = LB_CELL_SOLID;
    out->number = 1;
}

/* The body's force, and that of all walls, of which there are no others. */
static enum lb_status keep_body(void *state, struct lb_run *run, const struct lb_record *record,
                                struct lb_error *err)
{
    const struct lb_link_force *body = record->bodies;
    (void)state;
    LB_CHECK_NEAR(record->force.resting[0], body->force[0], 1e-12);
    LB_CHECK_NEAR(record->walls->force[0], 0.0, 0.0);
    return lb_run_add_row(run, 0,
                          (double[3]){(double)record->step, body->force[0], body->moment[2]}, err);
}

static const struct lb_series each_series[] = {
    {"body.csv", "step,fx,mz", keep_body, LB_SERIES_WALL_FORCE, false}, {0}};
static const struct lb_setup each_setup = {.name = "each", .series = each_series};

static struct lb_run *begin_each(const struct lb_case *c, struct lb_solver *solver)
{
    struct lb_run *run = make_run(&each_setup, c);
    take_solver(run, solver);
    run->plan.observe_every = run->plan.series[0].every = 1;
    return run;
}

/* Mean of |x(t + 1) - 2 x(t) + x(t - 1)| / 4: how much of x changes its sign in each step. */
static double alternation(double x[][2], int column, size_t first, size_t end)
{
    double sum = 0.0;
    for (size_t n = first + 1; n + 1 < end; n++)
        sum += fabs(x[n + 1][column] - 2.0 * x[n][column] + x[n - 1][column]) / 4.0;
    return sum / (double)(end - first - 2);
}

static enum lb_status advance_each(struct lb_run *run, uint64_t end, double single[][2],
                                   struct lb_error *err)
{
    const uint64_t begin = lb_run_step(run); /* a run that goes on has the row of this step */
    while (lb_run_step(run) <= end) {
        struct lb_link_force groups[2];
        if (begin == 0 || lb_run_step(run) > begin) LB_OK(sample_due(run, err));
        LB_OK(lb_solver_forces(run->solver, groups, NULL, err));
        single[lb_run_step(run)][0] = groups[1].force[0];
        single[lb_run_step(run)][1] = groups[1].moment[2];
        if (lb_run_step(run) == end) break;
        LB_OK(lb_outputs_advance(&run->outputs, 1, err));
    }
    return lb_outputs_at(&run->outputs, LB_OUTPUT_LAST, err);
}

/* Rows of steps `first` to EACH, with the mean of the single forces of two steps. */
static void check_each(const struct lb_run *run, uint64_t first, uint64_t end, double single[][2],
                       double mean[][2])
{
    const struct lb_table *t = lb_run_rows(run, 0);
    LB_CHECK_EQUAL_INT(t->rows, end + 1 - first);
    for (size_t n = 0; n < t->rows; n++) {
        const size_t step = first + n, before = step > 0 ? step - 1 : 0;
        LB_CHECK_NEAR(t->numbers[3 * n], (double)step, 0.0);
        for (size_t k = 0; k < 2; k++) {
            mean[step][k] = t->numbers[3 * n + 1 + k];
            LB_CHECK_NEAR(mean[step][k], 0.5 * (single[before][k] + single[step][k]), 0.0);
        }
    }
}

/* At step 0 that step's; a run that goes on elsewhere records anew what it needs of the step before. */
static void rows_of_forces_do_not_alternate(void)
{
    static double single[EACH + 1][2], mean[EACH + 1][2];
    static const struct lb_body body = {"cylinder", {8.5, 11.8, 0.0}};
    struct lb_error err = {0};
    struct lb_solver *solver = NULL;
    const struct lb_case c = {.name = "each",
                              .lattice = lb_lattice_find("d2q9"),
                              .collision = lb_collision_find("trt"),
                              .storage = lb_number_format_find("fp32"),
                              .arithmetic = LB_ARITHMETIC_FP32,
                              .shift = true,
                              .size = {SIDE, SIDE, 1},
                              .viscosity = 0.01,
                              .cell_kinds = LB_CELL_SOLID,
                              .bodies = &body,
                              .body_count = 1,
                              .start = fill_stream};
    lb_test_layout = (struct lb_layout_wishes){.lanes = 0};
    if (!LB_CHECK_OK(lb_test_solver_create(&c, device, &solver, &err), &err)) return;
    struct lb_run *run = begin_each(&c, solver), *later = begin_each(&c, solver);
    if (LB_CHECK_OK(advance_each(run, RESUMED, single, &err), &err)) {
        check_each(run, 0, RESUMED, single, mean);
        if (LB_CHECK_OK(advance_each(later, EACH, single, &err), &err))
            check_each(later, RESUMED + 1, EACH, single, mean);
        for (int k = 0; k < 2; k++) {
            const double of_steps = alternation(single, k, LATE, EACH + 1);
            const double of_rows = alternation(mean, k, LATE, EACH + 1);
            printf("  alternating: %.2g of single steps, %.2g of rows, of %.2g\n", of_steps,
                   of_rows, mean[EACH][k]);
            LB_CHECK(of_rows < 0.05 * of_steps);
        }
        LB_CHECK(alternation(single, 0, LATE, EACH + 1) > 1e-3 * fabs(mean[EACH][0]));
    }
    lb_outputs_close(&run->outputs);
    lb_outputs_close(&later->outputs);
    free(run);
    free(later);
    lb_solver_destroy(solver);
}

/* A series with no spacing is not in this run. */
static void what_the_plan_leaves_out_has_no_rows(void)
{
    struct lb_error err = {0};
    struct lb_run *run = make_run(&setup, NULL);
    LB_CHECK_OK(lb_outputs_at(&run->outputs, LB_OUTPUT_START, &err), &err);
    LB_CHECK_OK(lb_outputs_at(&run->outputs, LB_OUTPUT_LAST, &err), &err);
    LB_CHECK_OK(lb_outputs_at(&run->outputs, LB_OUTPUT_END, &err), &err);
    for (int n = 0; n <= COUNT; n++)
        LB_CHECK_EQUAL_INT(lb_run_rows(run, n)->rows, 0);
    LB_CHECK_EQUAL_INT(run->files.count, 0);
    const struct lb_chart_series line = lb_run_line(run, HERE, "nothing", 0, 1);
    LB_CHECK(line.count == 0 && line.stride == NUMBERS);
    lb_outputs_close(&run->outputs);
    free(run);
}

int main(void)
{
    struct lb_error err = {0};
    if (!LB_CHECK_OK(lb_values_create(NULL, lb_common_parameters(), &values, &err), &err))
        return lb_check_report();
    LB_TEST(what_the_plan_leaves_out_has_no_rows);
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST(records_are_those_of_their_steps);
    LB_TEST(rows_of_forces_do_not_alternate);
    lb_device_close(device);
    lb_values_destroy(values);
    return lb_check_report();
}

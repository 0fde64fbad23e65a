/* Ensembles of a setup of this file alone, whose droplets are known for every seed: statistics
 * against sums by hand; stopped ones go on, others are refused, nothing is lost.
 * Not on the native device: steps that are done at once are not interrupted.
 * SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "opencl/device.h"
#include "cli/options.h"
#include "commands/commands.h"
#include "run/setup.h"
#include "support/check.h"
#include "support/step_comparison.h"

/* What the next calls shall do, and what they did. */
static uint64_t interrupted_seed, diverging_seed;
static unsigned finished_runs;

struct toy {
    uint64_t seed;
};

static void start(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    (void)state, (void)z;
    out->u[0] = 0.01 * sin(0.4 * (x + y));
}

static enum lb_status prepare(void *state, const struct lb_values *v, struct lb_case *c,
                              struct lb_plan *plan, struct lb_error *err)
{
    struct toy *t = state;
    (void)err;
    t->seed = lb_values_count(v, "seed");
    c->size[0] = 16;
    c->size[1] = 8;
    c->viscosity = lb_values_number(v, "viscosity");
    c->start = start;
    plan->steps = 40;
    plan->observe_every = 10;
    return LB_STATUS_OK;
}

static enum lb_status observe(void *state, struct lb_run *run, struct lb_error *err)
{
    const struct toy *t = state;
    (void)err;
    if (lb_run_step(run) != 20) return LB_STATUS_OK;
    if (t->seed == interrupted_seed) raise(SIGINT);
    if (t->seed == diverging_seed) lb_run_diverged(run, "as it was told to");
    return LB_STATUS_OK;
}

/* Seed s has s droplets of diameters 10.5, 20.5, ..., volume s each, and one particle in the last. */
static enum lb_status finish(void *state, struct lb_run *run, struct lb_error *err)
{
    const struct toy *t = state;
    double rows[64][3];
    for (uint64_t n = 0; n < t->seed; n++) {
        rows[n][0] = 10.0 * (double)(n + 1) + 0.5;
        rows[n][1] = (double)t->seed;
        rows[n][2] = n + 1 == t->seed ? 1.0 : 0.0;
    }
    if (lb_run_is_stopped_early(run)) return LB_STATUS_OK;
    finished_runs++;
    lb_run_result(run, "double_seed", 2.0 * (double)t->seed, "1");
    lb_run_verdict(run, "seed", (double)t->seed, 0.0, 40.0, t->seed <= 40);
    return lb_run_write_csv(run, "droplets.csv", "diameter,volume,particles", &rows[0][0],
                            (size_t)t->seed, 3, err);
}

static const struct lb_parameter parameters[] = {
    {"viscosity", LB_PARAMETER_NUMBER, "cells^2/step", "0.1", NULL, 0.01, 1, "of the toy"},
    LB_ENSEMBLE_RUNS,
    {0},
};

static const struct lb_ensemble_plan ensemble = {.file = "droplets.csv",
                                                 .row = "droplets",
                                                 .by = "diameter",
                                                 .by_label = "diameter",
                                                 .min = 10.0,
                                                 .max = 40.0,
                                                 .bins = 3,
                                                 .sums = {"volume", "particles", NULL}};

static const struct lb_setup toy = {.name = "toy",
                                    .summary = "for this test",
                                    .lattice = "d2q9",
                                    .collision = "srt",
                                    .parameters = parameters,
                                    .state_size = sizeof(struct toy),
                                    .ensemble = &ensemble,
                                    .prepare = prepare,
                                    .observe = observe,
                                    .finish = finish};

/* In place of the program's own list. */
const struct lb_setup *const lb_setups[] = {&toy, NULL};

/* What `sluice LINE` does; the message in err. */
static enum lb_status call(const char *line, struct lb_error *err)
{
    char text[512], *argv[32] = {"sluice"};
    int argc = 1;
    struct lb_options o = {0};
    FILE *out = fopen("out", "w");
    *err = (struct lb_error){0};
    finished_runs = 0;
    snprintf(text, sizeof text, "%s --progress never -q", line);
    for (char *word = strtok(text, " "); word != NULL && argc < 31; word = strtok(NULL, " "))
        argv[argc++] = word;
    enum lb_status st = lb_options_parse(argc, argv, &o, err);
    if (st == LB_STATUS_OK && out != NULL) st = lb_run_command(&o, out, err);
    lb_options_free(&o);
    if (out != NULL) fclose(out);
    return st;
}

static bool exists(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0;
}

static cJSON *read_json(const char *path)
{
    static char text[1 << 18];
    FILE *f = fopen(path, "r");
    if (!LB_CHECK(f != NULL)) return NULL;
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    fclose(f);
    return cJSON_Parse(text);
}

static double number_in(const cJSON *object, const char *a, const char *b)
{
    const cJSON *inner = cJSON_GetObjectItemCaseSensitive(object, a);
    return cJSON_GetNumberValue(b == NULL ? inner : cJSON_GetObjectItemCaseSensitive(inner, b));
}

/* Line `number`, counted from 0, of a file. */
static const char *line_of(const char *path, int number)
{
    static char line[512];
    FILE *f = fopen(path, "r");
    if (f == NULL) return "";
    for (int n = 0; n <= number; n++)
        if (fgets(line, sizeof line, f) == NULL) line[0] = '\0';
    fclose(f);
    line[strcspn(line, "\n")] = '\0';
    return line;
}

static void statistics_are_those_of_the_seeds(void)
{
    struct lb_error err;
    LB_CHECK_OK(call("run toy runs=3 seed=2 -o whole", &err), &err); /* 2, 3 and 4 droplets */
    LB_CHECK_EQUAL_INT(finished_runs, 3);
    LB_CHECK(exists("whole/seed-2-fp32-fp32/run.json"));
    LB_CHECK(exists("whole/seed-4-fp32-fp32/droplets.csv"));
    cJSON *json = read_json("whole/ensemble.json");
    const cJSON *all = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(json, "statistics"), 0);
    LB_CHECK_CLOSE(number_in(all, "droplets", "mean"), 3.0, 1e-14);
    LB_CHECK_CLOSE(number_in(all, "droplets", "error"), sqrt(2.0 / 6.0), 1e-14);
    LB_CHECK_CLOSE(number_in(all, "volume", "mean"), (4.0 + 9.0 + 16.0) / 3.0, 1e-14);
    LB_CHECK_CLOSE(number_in(all, "particles", "mean"), 1.0, 1e-14);
    const cJSON *results = cJSON_GetObjectItemCaseSensitive(all, "results");
    LB_CHECK_CLOSE(number_in(results, "double_seed", "mean"), 6.0, 1e-14);
    LB_CHECK_CLOSE(number_in(results, "double_seed", "error"), sqrt(8.0 / 6.0), 1e-14);
    LB_CHECK_EQUAL_INT(number_in(json, "runs_finished", NULL), 3);
    cJSON_Delete(json);
    LB_CHECK_EQUAL_TEXT(line_of("whole/histogram.csv", 0),
                        "precision,runs,diameter_low,diameter_high,droplets_mean,droplets_error,"
                        "volume_mean,volume_error,particles_mean,particles_error");
    LB_CHECK_EQUAL_TEXT(line_of("whole/histogram.csv", 1), "fp32/fp32,3,-inf,10,0,0,0,0,0,0");
    /* bin 30 to 40: seeds 3 and 4 have one droplet there, of volume 3 and 4; only 3's is its last */
    LB_CHECK_EQUAL_TEXT(line_of("whole/histogram.csv", 4),
                        "fp32/fp32,3,30,40,0.666666667,0.333333333,2.33333333,1.20185043,"
                        "0.333333333,0.333333333");
    LB_CHECK_EQUAL_TEXT(line_of("whole/histogram.csv", 5),
                        "fp32/fp32,3,40,inf,0.333333333,0.333333333,1.33333333,1.33333333,"
                        "0.333333333,0.333333333");
    LB_CHECK_EQUAL_TEXT(line_of("whole/results.csv", 1), "fp32/fp32,3,all_droplets,3,0.577350269");
#ifdef LB_WITH_PICTURES
    LB_CHECK(exists("whole/histogram-droplets.png") && exists("whole/histogram-volume.png") &&
             exists("whole/histogram-particles.png"));
#endif
}

static void finished_runs_stay_and_more_are_added(void)
{
    struct lb_error err;
    LB_CHECK_OK(call("run toy runs=3 seed=2 -o whole", &err), &err);
    LB_CHECK_EQUAL_INT(finished_runs, 0);
    LB_CHECK_OK(call("run toy runs=4 seed=2 vtk=0 -o whole", &err), &err);
    LB_CHECK_EQUAL_INT(finished_runs, 1);
    LB_CHECK_OK(call("run toy runs=4 seed=2 --precision fp32/fp16s -o whole", &err), &err);
    LB_CHECK_EQUAL_INT(finished_runs, 4);
    cJSON *json = read_json("whole/ensemble.json");
    const cJSON *both = cJSON_GetObjectItemCaseSensitive(json, "statistics");
    LB_CHECK_EQUAL_INT(cJSON_GetArraySize(both), 2);
    LB_CHECK_EQUAL_INT(number_in(cJSON_GetArrayItem(both, 0), "runs", NULL), 4);
    LB_CHECK_EQUAL_INT(number_in(cJSON_GetArrayItem(both, 1), "runs", NULL), 4);
    LB_CHECK_NEAR(number_in(cJSON_GetArrayItem(both, 1), "droplets", "difference"), 0.0, 1e-14);
    cJSON_Delete(json);
}

static void check_refused(const char *line, const char *what)
{
    struct lb_error err;
    LB_CHECK_EQUAL_INT(call(line, &err), LB_STATUS_USAGE);
    if (!LB_CHECK(strstr(err.text, what) != NULL)) printf("        it says: %s\n", err.text);
}

static void what_does_not_fit_is_refused(void)
{
    check_refused("run toy runs=4 seed=2 viscosity=0.2 -o whole",
                  "viscosity is 0.1 there and 0.2 here");
    check_refused("run toy runs=4 seed=3 -o whole", "seed is 2 there and 3 here");
    check_refused("run toy runs=4 seed=2 steps=80 -o whole", "steps is");
    check_refused("run toy runs=3 seed=2 -o whole", "was started with runs=4");
    check_refused("run toy runs=3 viscosity=0.1,0.2 -o never", "do not go together");
    check_refused("run toy --precision fp32/fp32,fp32/fp32 -o never", "is there twice");
    check_refused("run toy --precision fp32/fp32,,fp32/fp16s -o never",
                  "'fp32/fp32,,fp32/fp16s' is empty");
    check_refused("run toy --precision fp32/fp32,fp32/fp3 -o never", "fp32/fp3");
    check_refused("run toy runs=3 seed=4294967294 -o never", "seeds end at");
    check_refused("run toy runs=0 -o never", "runs=0");
    LB_CHECK(mkdir("other", 0777) == 0);
    check_refused("run toy runs=3 -o other", "holds no ensemble");
    LB_CHECK(rmdir("other") == 0); /* still empty */
    LB_CHECK(!exists("never"));
    cJSON *json = read_json("whole/ensemble.json"); /* as it was */
    LB_CHECK_EQUAL_INT(number_in(json, "runs_finished", NULL), 8);
    cJSON_Delete(json);
}

static void a_stopped_ensemble_goes_on_where_it_was(void)
{
    struct lb_error err;
    const char *line = "run toy runs=3 --precision fp32/fp32,fp32/fp16s -o stopped";
    interrupted_seed = 2;
    LB_CHECK_EQUAL_INT(call(line, &err), LB_STATUS_INTERRUPTED);
    LB_CHECK(strstr(err.text, "2 of 6 runs finished") != NULL);
    LB_CHECK_EQUAL_INT(finished_runs, 2);
    LB_CHECK(exists("stopped/histogram.csv")); /* of what there is */
    LB_CHECK(exists("stopped/seed-2-fp32-fp32/run.json"));
    LB_CHECK(!exists("stopped/seed-2-fp32-fp16s"));
    interrupted_seed = 0;
    LB_CHECK_OK(call(line, &err), &err);
    LB_CHECK_EQUAL_INT(finished_runs, 4);
    LB_CHECK(!exists("stopped/seed-2-fp32-fp32-stopped-1")); /* it went on in its folder */
    cJSON *json = read_json("stopped/ensemble.json");
    LB_CHECK_EQUAL_INT(number_in(json, "runs_finished", NULL), 6);
    const cJSON *all = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(json, "statistics"), 1);
    LB_CHECK_CLOSE(number_in(all, "droplets", "mean"), 2.0, 1e-14);
    cJSON_Delete(json);
}

static void an_ensemble_ends_in_time(void)
{
    struct lb_error err;
    LB_CHECK_OK(call("run toy runs=2 steps=4000 max-wall=0.001 -o timed", &err), &err);
    LB_CHECK_EQUAL_INT(finished_runs, 0);
    LB_CHECK_OK(call("run toy runs=2 steps=4000 -o timed", &err), &err);
    LB_CHECK_EQUAL_INT(finished_runs, 2);
}

static void a_run_that_diverges_is_told_and_left_out(void)
{
    struct lb_error err;
    diverging_seed = 2;
    LB_CHECK_EQUAL_INT(call("run toy runs=3 -o blown", &err), LB_STATUS_DIVERGED);
    diverging_seed = 0;
    LB_CHECK(strstr(err.text, "1 of 3 runs diverged") != NULL);
    cJSON *json = read_json("blown/ensemble.json");
    const cJSON *all = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(json, "statistics"), 0);
    LB_CHECK_EQUAL_INT(number_in(all, "runs", NULL), 2);
    LB_CHECK_CLOSE(number_in(all, "droplets", "mean"), 2.0, 1e-14);
    cJSON_Delete(json);
    LB_CHECK_EQUAL_INT(call("run toy runs=2 seed=40 -o failed", &err), LB_STATUS_VERDICT);
    LB_CHECK(strstr(err.text, "1 of 2 runs failed their verdict") != NULL);
}

int main(void)
{
    struct lb_error err = {0};
    struct lb_device *device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    lb_device_close(device);
    if (system("rm -rf whole stopped timed blown failed other never out") != 0) return 1;
    LB_TEST(statistics_are_those_of_the_seeds);
    LB_TEST(finished_runs_stay_and_more_are_added);
    LB_TEST(what_does_not_fit_is_refused);
    LB_TEST(a_stopped_ensemble_goes_on_where_it_was);
    LB_TEST(an_ensemble_ends_in_time);
    LB_TEST(a_run_that_diverges_is_told_and_left_out);
    return lb_check_report();
}

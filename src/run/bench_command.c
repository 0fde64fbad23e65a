/* bench_command.c - measures the step kernel over every combination asked for.
 * SPDX-License-Identifier: MIT */
#include "run/bench_command.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/version.h"
#include "cl/device.h"
#include "output/file.h"
#include "run/bench_flow.h"
#include "run/choice.h"
#include "run/copy_ceiling.h"
#include "run/json_writer.h"
#include "run/options.h"
#include "run/parameter.h"
#include "run/run.h"
#include "run/solver.h"
#include "run/speed.h"

enum { MAX_WORD = 64, MAX_BATCHES = 99, WARM_UP_STEPS = 40 };

static const struct lb_parameter bench_parameters[] = {
    {"size", LB_PARAMETER_SIZE, "cells", "256", NULL, 16, 1e5,
     "N: a cube (a square in 2D); NX,NY,NZ: a box"},
    {"batches", LB_PARAMETER_COUNT, "1", "5", NULL, 1, MAX_BATCHES, "timed batches"},
    {"seconds", LB_PARAMETER_NUMBER, "s", "0.4", NULL, 0.001, 600, "least length of a batch"},
    {0},
};
static const struct lb_parameter no_parameters[] = {{0}};

/* Largest relative distance from the exact flow that a figure is printed for.  Errors of indexing
 * or of a wrong lane are of order 1; rounding to 16 bits, compressibility and the coarseness of
 * small boxes stay below. */
static const double most_deviation = 0.03;

struct bench {
    const struct lb_options *options;
    struct lb_values *values;
    struct lb_device *device;
    struct lb_kernel_places places;
    double ceiling; /* [GB/s] */
    bool header_printed;
    char folder[LB_PATH_SIZE]; /* of --output; "": none */
    FILE *lines;               /* what goes into its bench.jsonl; NULL: nothing */
};

struct point {
    struct lb_case c;
    struct lb_bench_flow flow;
    double mlups[MAX_BATCHES];
    int batches;
    uint64_t steps;
    double build_seconds;
    double deviation;
    int lanes, arithmetic_lanes;
    uint64_t device_bytes;
};

static int compare_numbers(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static enum lb_status size_of_point(const struct bench *b, struct lb_case *c, struct lb_error *err)
{
    uint32_t size[3] = {1, 1, 1};
    const int given = lb_values_size(b->values, "size", size);
    if (given != 1 && given < c->lattice->dimensions)
        return lb_fail(err, LB_STATUS_USAGE,
                       "command line: size=%s has %d numbers; %s needs one (a cube) or three",
                       lb_values_text(b->values, "size"), given, c->lattice->name);
    for (int axis = 0; axis < 3; axis++)
        c->size[axis] = given == 1 ? size[0] : size[axis];
    if (c->lattice->dimensions == 2) c->size[2] = 1;
    return LB_STATUS_OK;
}

/* Whether lattice and operator together make the Navier-Stokes equations, as docs/theory/collision.md says. */
static bool is_fluid(const struct lb_case *c)
{
    const bool own_equilibrium = c->lattice->equilibrium != NULL &&
                                 strcmp(lb_case_equilibrium_file(c), c->lattice->equilibrium) == 0;
    return c->lattice->remark == NULL || own_equilibrium;
}

static enum lb_status assemble(const struct bench *b, const char *lattice, const char *collision,
                               const char *precision, struct point *p, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_options *o = b->options;
    struct lb_case *c = &p->c;
    LB_TRY(lb_choice_lattice(lattice, "--lattice", &c->lattice, err));
    LB_TRY(lb_choice_collision(collision, "--collision", &c->collision, err));
    LB_TRY(lb_choice_precision(precision, "--precision", &c->arithmetic, &c->storage, err));
    LB_TRY(lb_choice_streaming(o->streaming != NULL ? o->streaming : "in-place", "--streaming",
                               &c->streaming, err));
    LB_TRY(lb_choice_lanes(o->lanes != NULL ? o->lanes : "auto", "--lanes", &c->lanes,
                           &c->arithmetic_lanes, err));
    LB_TRY(size_of_point(b, c, err));
    c->name = "bench";
    c->shift = o->shift != 0;
    c->viscosity = c->lattice->sound_speed_squared * 0.1;
    c->cell_kinds = LB_CELL_SOLID; /* none there, but the kernel must be ready for walls */
    p->flow = (struct lb_bench_flow){.size = {c->size[0], c->size[1], c->size[2]},
                                     .is_uniform = !is_fluid(c),
                                     .dimensions = c->lattice->dimensions,
                                     .amplitude = 0.02,
                                     .viscosity = c->viscosity};
    LB_TRY(lb_bench_flow_init(&p->flow, err));
    c->start = lb_bench_flow_start;
    c->start_state = &p->flow;
cleanup:
    return st;
}

static enum lb_status time_batches(const struct bench *b, struct lb_solver *s, struct point *p,
                                   struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const double seconds = lb_values_number(b->values, "seconds");
    const double cells = (double)lb_case_cell_count(&p->c);
    p->batches = (int)lb_values_count(b->values, "batches");
    uint64_t steps = 4;
    for (double spent = 0.0; spent < seconds; steps *= 2) { /* finds the length of a batch */
        const double begin = lb_clock();
        LB_TRY(lb_solver_advance(s, steps, err));
        LB_TRY(lb_solver_wait(s, err));
        spent = lb_clock() - begin;
        if (spent > 0.02) {
            steps = (uint64_t)fmax(1.0, ceil((double)steps * seconds / spent));
            break;
        }
    }
    for (int n = 0; n < p->batches; n++) {
        const double begin = lb_clock();
        LB_TRY(lb_solver_advance(s, steps, err));
        LB_TRY(lb_solver_wait(s, err));
        p->mlups[n] = 1e-6 * cells * (double)steps / (lb_clock() - begin);
    }
    p->steps = lb_solver_step(s);
    qsort(p->mlups, (size_t)p->batches, sizeof p->mlups[0], compare_numbers);
cleanup:
    return st;
}

/* The flow is checked after the warm-up and again at the very end. */
static enum lb_status check_flow(struct lb_solver *s, struct point *p, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    double deviation;
    LB_TRY(lb_bench_flow_deviation(&p->flow, s, &deviation, err));
    p->deviation = deviation;
    LB_REQUIRE(deviation <= most_deviation, LB_STATUS_VERDICT,
               "the benchmark's flow is wrong after %llu steps: it is %.3g away from the exact one "
               "(at most %.3g is right), so there is no figure",
               (unsigned long long)lb_solver_step(s), deviation, most_deviation);
cleanup:
    return st;
}

static enum lb_status measure(const struct bench *b, struct point *p, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_solver *s = NULL;
    const double begin = lb_clock();
    LB_TRY(lb_solver_create(&p->c, b->device, &b->places, &s, err));
    LB_TRY(lb_solver_wait(s, err));
    p->build_seconds = lb_clock() - begin;
    p->lanes = lb_solver_lanes(s);
    p->arithmetic_lanes = lb_solver_arithmetic_lanes(s);
    p->device_bytes = lb_solver_device_bytes(s);
    LB_TRY(lb_solver_advance(s, WARM_UP_STEPS, err));
    LB_TRY(check_flow(s, p, err));
    LB_TRY(time_batches(b, s, p, err));
    LB_TRY(check_flow(s, p, err));
cleanup:
    lb_solver_destroy(s);
    return st;
}

/* --- printing ------------------------------------------------------------------------------- */

static double bandwidth(const struct point *p)
{
    return 1e-3 * p->mlups[p->batches / 2] * lb_case_bytes_per_update(&p->c);
}

static void print_row(struct bench *b, const struct point *p)
{
    char precision[32], size[64];
    const struct lb_device_info *info = lb_device_get_info(b->device);
    lb_case_precision_name(&p->c, precision, sizeof precision);
    snprintf(size, sizeof size, "%ux%ux%u", p->c.size[0], p->c.size[1], p->c.size[2]);
    if (!b->header_printed) {
        printf("%s (%s, driver %s): copy %.1f GB/s\n", info->name, info->platform, info->driver,
               b->ceiling);
        printf("%-7s %-9s %-12s %-14s %-9s %2s %2s %10s %10s %10s %6s %8s %6s %10s\n", "lattice",
               "collision", "precision", "size", "streaming", "V", "W", "MLUPs/s", "min", "max",
               "B/upd", "GB/s", "share", "deviation");
        b->header_printed = true;
    }
    printf("%-7s %-9s %-12s %-14s %-9s %2d %2d %10.1f %10.1f %10.1f %6.0f %8.1f %5.1f%% %10.1e\n",
           p->c.lattice->name, p->c.collision->name, precision, size,
           lb_streaming_name(p->c.streaming), p->lanes, p->arithmetic_lanes,
           p->mlups[p->batches / 2], p->mlups[0], p->mlups[p->batches - 1],
           lb_case_bytes_per_update(&p->c), bandwidth(p), 100.0 * bandwidth(p) / b->ceiling,
           p->deviation);
    fflush(stdout);
}

static void add_case(struct lb_json *w, const struct point *p)
{
    char precision[32];
    const double size[3] = {p->c.size[0], p->c.size[1], p->c.size[2]};
    lb_case_precision_name(&p->c, precision, sizeof precision);
    lb_json_text(w, "setup", "bench");
    lb_json_text(w, "version", LB_VERSION);
    lb_json_text(w, "lattice", p->c.lattice->name);
    lb_json_text(w, "collision", p->c.collision->name);
    lb_json_text(w, "precision", precision);
    lb_json_bool(w, "shift", p->c.shift);
    lb_json_text(w, "streaming", lb_streaming_name(p->c.streaming));
    lb_json_number(w, "lanes", p->lanes);
    lb_json_number(w, "arithmetic_lanes", p->arithmetic_lanes);
    lb_json_item(w, "size", cJSON_CreateDoubleArray(size, 3));
}

static void add_figures(struct lb_json *w, const struct bench *b, const struct point *p)
{
    lb_json_number(w, "steps", (double)p->steps);
    lb_json_number(w, "batches", p->batches);
    lb_json_number(w, "build_s", p->build_seconds);
    struct lb_json mlups = lb_json_object(w, "mlups");
    if (!mlups.ok) return;
    lb_json_number(&mlups, "median", p->mlups[p->batches / 2]);
    lb_json_number(&mlups, "min", p->mlups[0]);
    lb_json_number(&mlups, "max", p->mlups[p->batches - 1]);
    lb_json_merge(w, &mlups);
    lb_json_number(w, "bytes_per_cell", lb_case_bytes_per_cell(&p->c));
    lb_json_number(w, "bytes_per_update", lb_case_bytes_per_update(&p->c));
    lb_json_number(w, "device_bytes", (double)p->device_bytes);
    lb_json_number(w, "gbps", bandwidth(p));
    lb_json_number(w, "ceiling_gbps", b->ceiling);
    lb_json_number(w, "efficiency", bandwidth(p) / b->ceiling);
    lb_json_number(w, "flow_checksum", p->deviation);
}

static enum lb_status write_json(const struct bench *b, const struct point *p, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char *text = NULL;
    struct lb_json w = {cJSON_CreateObject(), true};
    LB_REQUIRE(w.object != NULL, LB_STATUS_FAILED, "out of memory for the JSON");
    lb_json_text(&w, "schema", "sluice.bench/1");
    lb_json_device(&w, lb_device_get_info(b->device));
    add_case(&w, p);
    add_figures(&w, b, p);
    if (w.ok) text = cJSON_PrintUnformatted(w.object);
    LB_REQUIRE(text != NULL, LB_STATUS_FAILED, "out of memory for the JSON");
    if (b->options->json) {
        puts(text);
        fflush(stdout);
    }
    if (b->lines != NULL) fprintf(b->lines, "%s\n", text);
cleanup:
    cJSON_free(text);
    cJSON_Delete(w.object);
    return st;
}

/* --- the sweep ------------------------------------------------------------------------------ */

/* The next word of a list separated by commas; false after the last. */
static bool next_word(const char **list, char word[MAX_WORD])
{
    const size_t length = strcspn(*list, ",");
    if (**list == '\0') return false;
    snprintf(word, MAX_WORD, "%.*s", (int)length, *list);
    *list += length + ((*list)[length] == ',' ? 1 : 0);
    return true;
}

static enum lb_status measure_point(struct bench *b, const char *lattice, const char *collision,
                                    const char *precision, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct point *p = calloc(1, sizeof *p);
    LB_REQUIRE(p != NULL, LB_STATUS_FAILED, "out of memory for the benchmark");
    LB_TRY(assemble(b, lattice, collision, precision, p, err));
    LB_TRY(measure(b, p, err));
    LB_TRY(write_json(b, p, err));
    if (!b->options->json) print_row(b, p);
cleanup:
    if (p != NULL) lb_bench_flow_destroy(&p->flow);
    free(p);
    return st;
}

static enum lb_status sweep(struct bench *b, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_options *o = b->options;
    enum lb_status failed = LB_STATUS_OK; /* of a point; the others are measured all the same */
    char lattice[MAX_WORD], collision[MAX_WORD], precision[MAX_WORD];
    const char *lattices = o->lattice != NULL ? o->lattice : "d3q19";
    while (next_word(&lattices, lattice)) {
        const char *collisions = o->collision != NULL ? o->collision : "srt";
        while (next_word(&collisions, collision)) {
            const char *precisions = o->precision != NULL ? o->precision : "fp32,fp16s,fp16c";
            while (next_word(&precisions, precision)) {
                struct lb_error local = {0};
                const enum lb_status point =
                    measure_point(b, lattice, collision, precision, &local);
                if (point == LB_STATUS_OK) continue;
                if (point == LB_STATUS_USAGE) LB_TRY(lb_fail(err, point, "%s", local.text));
                lb_fail(err, point, "%s %s %s: %s", lattice, collision, precision, local.text);
                failed = failed == LB_STATUS_OK ? point : failed;
            }
        }
    }
cleanup:
    return st != LB_STATUS_OK ? st : failed;
}

enum lb_status lb_bench_run(const struct lb_options *o, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct bench b = {.options = o, .places = {o->kernel_dir, o->dump_dir}};
    char *lines = NULL;
    size_t line_bytes = 0;
    LB_TRY(lb_values_create(bench_parameters, no_parameters, &b.values, err));
    for (size_t n = 0; n < o->value_count; n++) {
        char key[MAX_WORD];
        const char *value;
        LB_TRY(lb_options_split(o->values[n], key, sizeof key, &value, err));
        LB_TRY(lb_values_set(b.values, key, value, "command line", err));
    }
    if (o->output != NULL) {
        LB_TRY(lb_folder_create(o->output, "bench", b.folder, sizeof b.folder, err));
        b.lines = open_memstream(&lines, &line_bytes);
        LB_REQUIRE(b.lines != NULL, LB_STATUS_FAILED, "out of memory for bench.jsonl");
    }
    LB_TRY(lb_device_open(o->device, &b.device, err));
    LB_TRY(lb_copy_ceiling_measure(b.device, &b.places, &b.ceiling, err));
    st = sweep(&b, err);
    if (b.lines != NULL) {
        char path[LB_PATH_SIZE];
        fflush(b.lines);
        if (lb_path_join(b.folder, "bench.jsonl", path, sizeof path, err) != LB_STATUS_OK ||
            lb_text_write(path, lines, err) != LB_STATUS_OK)
            st = st == LB_STATUS_OK ? LB_STATUS_FAILED : st;
    }
cleanup:
    if (b.lines != NULL) fclose(b.lines);
    free(lines);
    lb_device_close(b.device);
    lb_values_destroy(b.values);
    return st;
}

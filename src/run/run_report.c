/* run_report.c - a run for people: the case, and the summary with its verdict line.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/version.h"
#include "opencl/device.h"
#include "peers/peers.h"
#include "ranks/own_ranks.h"
#include "case/lookup.h"
#include "run/run.h"
#include "run/run_internal.h"
#include "solver/collective.h"

static void print_line(FILE *out, const char *label, const char *text)
{
    fprintf(out, "  %-20s %s\n", label, text);
}

static void print_value(FILE *out, const char *label, double value, const char *unit)
{
    fprintf(out, "  %-20s %.9g%s%s\n", label, value, unit[0] != '\0' ? " " : "", unit);
}

static void print_warnings(const struct lb_run *run, FILE *out)
{
    for (int n = 0; n < run->found.warning_count; n++)
        print_line(out, "warning", run->found.warnings[n]);
}

static void describe_bytes(double bytes, char *out, size_t size)
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"};
    size_t unit = 0;
    for (; bytes >= 1024.0 && unit + 1 < sizeof units / sizeof units[0]; unit++)
        bytes /= 1024.0;
    snprintf(out, size, "%.4g %s", bytes, units[unit]);
}

/* "d3q19 srt fp32/fp16c, shifted, in-place" */
static void describe_methods(const struct lb_case *c, char *out, size_t size)
{
    char precision[32];
    lb_case_precision_name(c, precision, sizeof precision);
    snprintf(out, size, "%s %s %s%s, %s, %s", c->lattice->name, c->collision->name, precision,
             lb_case_rounding(c)->suffix, c->shift ? "shifted" : "not shifted",
             lb_streaming_name(c->streaming));
}

static void describe_size(const struct lb_case *c, char *out, size_t size)
{
    uint64_t cells = lb_case_cell_count(c);
    if (c->size[2] == 1)
        snprintf(out, size, "%u x %u, %llu cells", c->size[0], c->size[1],
                 (unsigned long long)cells);
    else
        snprintf(out, size, "%u x %u x %u, %llu cells", c->size[0], c->size[1], c->size[2],
                 (unsigned long long)cells);
}

struct printing {
    FILE *out;
    const struct lb_values *values;
};

static void print_parameter(const struct lb_parameter *p, const char *text, void *context)
{
    const struct printing *printing = context;
    if (text[0] == '\0') return;
    const char *unit = strcmp(p->unit, "1") == 0 ? "" : p->unit;
    fprintf(printing->out, "  %-20s %s%s%s%s\n", p->name, text, unit[0] != '\0' ? " " : "", unit,
            lb_values_is_set(printing->values, p->name) ? "" : "  (default)");
}

/* What the collision operator relaxes by beside omega. */
static void print_rates(const struct lb_case *c, FILE *out)
{
    if (c->collision->has_magic)
        print_value(out, "omega of odd parts", lb_case_odd_rate(c), "1/steps");
    for (const struct lb_rate *r = c->lattice->rates; c->collision->has_rates && r->group != NULL;
         r++) {
        char label[32];
        snprintf(label, sizeof label, "rate of %s", r->group);
        print_value(out, label, lb_case_rate(c, r),
                    r->shear > 0.0 ? "1/steps, by the viscosity" : "1/steps");
    }
}

static void print_fact(FILE *out, const struct lb_plan_fact *f)
{
    const bool has_unit = strcmp(f->unit, "1") != 0;
    fprintf(out, "  %-20s %.6g%s%s%s%s\n", f->name, f->value, has_unit ? " " : "",
            has_unit ? f->unit : "", f->remark != NULL ? ", " : "",
            f->remark != NULL ? f->remark : "");
}

void lb_run_print_facts(const struct lb_run *run, FILE *out)
{
    for (int n = 0; n < run->plan.fact_count; n++)
        print_fact(out, &run->plan.facts[n]);
}

static const char *remark_of(const struct lb_run *run, const char *name)
{
    for (int n = 0; n < run->plan.fact_count; n++)
        if (strcmp(run->plan.facts[n].name, name) == 0) return run->plan.facts[n].remark;
    return NULL;
}

static void print_part_memory(const struct lb_run *run, FILE *out)
{
    char text[256], all[64], exchange[64];
    double sent = 0.0;
    const int *grid = run->place.grid;
    if (lb_peers_count(lb_ranks()) == 1) return;
    describe_bytes(lb_run_subdomain_bytes(run, &sent), all, sizeof all);
    describe_bytes(sent, exchange, sizeof exchange);
    snprintf(text, sizeof text, "%s at most, of %dx%dx%d; %s of it is sent and received", all,
             grid[0], grid[1], grid[2], exchange);
    print_line(out, "of each part", text);
}

void lb_run_print_case(const struct lb_run *run, FILE *out)
{
    const struct lb_case *c = &run->c;
    double tau = lb_case_relaxation_time(c), bytes = lb_run_bytes_per_cell(run);
    char text[256];
    fprintf(out, "%s - %s\n", run->setup->name, run->setup->summary);
    describe_methods(c, text, sizeof text);
    print_line(out, "methods", text);
    if (c->lattice->remark != NULL) print_line(out, "note", c->lattice->remark);
    print_warnings(run, out);
    describe_size(c, text, sizeof text);
    print_line(out, "size", text);
    print_value(out, "steps", (double)run->plan.steps, "at most");
    if (run->plan.observe_every > 0)
        print_value(out, "observed every", (double)run->plan.observe_every, "steps");
    print_value(out, "viscosity nu", c->viscosity, "cells^2/step");
    print_value(out, "relaxation time tau", tau, "steps");
    print_value(out, "omega = 1/tau", 1.0 / tau, "1/steps");
    print_rates(c, out);
    print_value(out, "sound speed", sqrt(c->lattice->sound_speed_squared), "cells/step");
    snprintf(text, sizeof text, "%.9g, %.9g, %.9g rho0 cells/step^2", c->force[0], c->force[1],
             c->force[2]);
    print_line(out, "force", text);
    if (c->surface.exists)
        print_value(out, "surface tension", c->surface.tension, "rho0 cells^3/step^2");
    lb_lanes_name(&run->request.layout, text, sizeof text);
    print_line(out, "lanes", run->request.layout.lanes > 0 ? text : "chosen for the device");
    print_value(out, "bytes per cell", bytes, "on a GPU; in small boxes a CPU takes more");
    print_value(out, "bytes per update", lb_case_bytes_per_update(c), "");
    describe_bytes(bytes * (double)lb_case_cell_count(c), text, sizeof text);
    print_line(out, "device memory", text);
    print_part_memory(run, out);
    lb_run_print_facts(run, out);
    fputs("parameters\n", out);
    struct printing printing = {out, run->values};
    lb_values_visit(run->values, print_parameter, &printing);
}

/* Of a solid cell nothing is moved. */
static double fluid_share(const struct lb_run *run)
{
    const double fluid = (double)run->seen.survey.fluid_cells;
    return fluid > 0.0 && !run->c.surface.exists ? fluid / (double)lb_case_cell_count(&run->c)
                                                 : 1.0;
}

static void print_speed(const struct lb_run *run, FILE *out)
{
    const struct lb_speed_summary speed = lb_speed_summarise(&run->speed);
    const double share = fluid_share(run), bytes = share * lb_case_bytes_per_update(&run->c);
    fprintf(out, "  %-20s %llu of at most %llu, in %.3g s\n", "steps",
            (unsigned long long)lb_run_step(run), (unsigned long long)run->plan.steps,
            run->ending.seconds);
    if (!isfinite(speed.median)) return;
    fprintf(out, "  %-20s %.4g MLUPs (%.4g to %.4g)", "speed", speed.median, speed.min, speed.max);
    if (share < 0.95) fprintf(out, ", of fluid cells %.4g", share * speed.median);
    fprintf(out, ", %.4g GB/s\n", speed.median * bytes * 1e-3);
}

static void print_bars(const struct lb_run *run, FILE *out)
{
    char text[LB_ERROR_BAR_TEXT];
    for (int n = 0; n < run->found.bar_count; n++)
        print_line(out, n == 0 ? "error bars (95 %)" : "",
                   lb_error_bar_text(&run->found.bars[n], text));
}

/* One that is not valid, as the run was not judged, is only looked at. */
static void print_verdict(const struct lb_run_check *check, bool is_valid, bool color, FILE *out)
{
    const char *before = !color ? "" : check->pass ? "\033[1;32m" : "\033[1;31m";
    if (is_valid)
        fprintf(out, "verdict: %s%s%s - ", before, check->pass ? "passed" : "FAILED",
                color ? "\033[0m" : "");
    else
        fputs("looked at: ", out);
    fprintf(out, "%s %.4g (expected ", check->name, check->measured);
    if (check->is_by_bar)
        fprintf(out, "%.4g +- %.2g, by its error bar)\n", check->expected, check->tolerance);
    else if (fabs(check->expected) <= 0.0 && check->measured >= 0.0 && !check->at_least)
        fprintf(out, "<= %.4g)\n", check->tolerance);
    else if (check->at_least)
        fprintf(out, ">= %.4g)\n", check->expected);
    else if (fabs(check->tolerance) <= 0.0)
        fprintf(out, "<= %.4g)\n", check->expected);
    else if (check->at_most)
        fprintf(out, "%.4g or less; up to %.4g passes)\n", check->expected,
                check->expected + check->tolerance);
    else
        fprintf(out, "%.4g +- %.2g)\n", check->expected, check->tolerance);
}

static void print_verdicts(const struct lb_run *run, bool color, FILE *out)
{
    const unsigned long long step =
        run->ending.end == LB_RUN_DIVERGED ? run->seen.diverged_step : lb_run_step(run);
    const bool is_judged = lb_run_is_judged(run);
    for (int i = 0; i < run->found.verdict_count; i++)
        print_verdict(&run->found.verdicts[i], is_judged, color, out);
    for (int i = 0; i < run->found.comparison_count; i++) {
        const struct lb_run_check *c = &run->found.comparisons[i];
        fprintf(out, "for comparison: %s %.4g (%s %.4g +- %.2g)\n", c->name, c->measured,
                c->pass ? "within" : "outside", c->expected, c->tolerance);
    }
    for (int i = 0; i < run->found.not_judged_count; i++)
        fprintf(out, "verdict: none - %s\n", run->found.not_judged[i]);
    if (is_judged || run->found.not_judged_count > 0) return;
    char diverged[64]; /* who: the sentence goes on with when and where */
    snprintf(diverged, sizeof diverged, "%.*s", (int)strcspn(run->ending.failure, ":;"),
             run->ending.failure);
    const char *why = run->ending.end == LB_RUN_DIVERGED   ? diverged
                      : run->ending.end == LB_RUN_MAX_WALL ? "stopped early by max-wall"
                      : run->ending.end == LB_RUN_UNSAVED
                          ? "stopped early, as no checkpoint could be saved,"
                      : run->ending.end == LB_RUN_FAILED ? "the run failed"
                      : lb_run_is_stopped_early(run)     ? "stopped early by a signal"
                                                         : "this run has nothing to compare with";
    fprintf(out, "verdict: none - %s at step %llu\n", why, step);
}

/* "4 as 2x2x1, through Open MPI v4.1.4 and shared memory; exposed: 0.3 ms of 1.6 ms a step" */
static void print_ranks(const struct lb_run *run, FILE *out)
{
    const int *grid = run->place.grid;
    char library[64];
    const double step =
        1e3 * run->ending.seconds / (double)(lb_run_step(run) + (lb_run_step(run) == 0));
    fprintf(out, "  %-20s %d as %dx%dx%d, through %s, %s; exposed: %.2g ms of %.2g ms a step\n",
            "parts", lb_peers_count(lb_ranks()), grid[0], grid[1], grid[2],
            lb_peers_library(library, sizeof library), lb_solver_exchange_way(run->solver),
            lb_run_exposed_ms(run), step);
}

/* Not those that an index names. */
static void print_files(const struct lb_run *run, FILE *out)
{
    size_t named = 0;
    for (size_t i = 0; i < run->files.count && named < 12; i++) {
        if (strchr(run->files.names[i], '/') != NULL) continue;
        fprintf(out, " %s", run->files.names[i]);
        named++;
    }
    if (run->files.count > named) fprintf(out, " and %zu more", run->files.count - named);
}

static void print_summary(const struct lb_run *run, bool color, FILE *out)
{
    char text[256];
    fprintf(out, "%s - %s\n", run->setup->name, run->setup->summary);
    if (run->device != NULL) print_line(out, "device", lb_device_get_info(run->device)->name);
    if (run->ranks != NULL) print_ranks(run, out);
    describe_methods(&run->c, text, sizeof text);
    print_line(out, "methods", text);
    if (run->c.lattice->remark != NULL) print_line(out, "note", run->c.lattice->remark);
    describe_size(&run->c, text, sizeof text);
    print_line(out, "size", text);
    char layout[LB_TUNE_WHY_SIZE + 100];
    if (run->solver != NULL) {
        print_line(out, "layout", lb_tune_text(&run->tuning, layout, sizeof layout));
        print_speed(run, out);
    }
    for (int i = 0; i < run->found.result_count; i++) {
        const struct lb_run_value *r = &run->found.results[i];
        if (isnan(r->value))
            print_line(out, r->name, "-");
        else
            print_fact(out,
                       &(struct lb_plan_fact){r->name, r->unit, r->value, remark_of(run, r->name)});
    }
    print_bars(run, out);
    fprintf(out, "  %-20s", "files");
    print_files(run, out);
    fprintf(out, "\n  %-20s %s\n", "folder", run->folder);
    print_warnings(run, out);
    print_verdicts(run, color, out);
}

void lb_run_print_verdicts(const struct lb_run *run, FILE *out)
{
    print_verdicts(run, lb_reporting_color(&run->request.reporting, out), out);
}

void lb_run_print_summary(const struct lb_run *run, FILE *out)
{
    const bool color = lb_reporting_color(&run->request.reporting, out);
    if (run->request.reporting.quiet)
        print_verdicts(run, color, out);
    else
        print_summary(run, color, out);
}

void lb_run_print_log(const struct lb_run *run, FILE *out)
{
    char when[32];
    const time_t now = time(NULL);
    struct tm parts;
    if (gmtime_r(&now, &parts) == NULL ||
        strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S UTC", &parts) == 0)
        snprintf(when, sizeof when, "an unknown time");
    fprintf(out, "sluice %s, ended at %s\n", LB_VERSION, when);
    print_summary(run, false, out);
    if (run->ending.failure[0] != '\0') fprintf(out, "%s\n", run->ending.failure);
}

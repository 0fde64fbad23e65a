/* rock.c - creeping flow through the pores of an image, driven along one axis: Darcy's permeability.
 * docs/setups/rock.md
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/approach.h"
#include "analysis/percolation.h"
#include "base/read_text.h"
#include "run/setup.h"
#include "solid_image.h"

enum { FLOW }; /* the time series */
enum { COLUMN_STEP, COLUMN_SPEED, COLUMN_PERMEABILITY, COLUMNS };
enum {
    SAMPLE_SIDE = 14, /* without an image: a straight channel through a block [voxels] */
    SAMPLE_DEPTH = 4,
    SAMPLE_OPEN = 10
};

static const double millidarcy = 9.869233e-16;                         /* m^2 */
static const double slit_factor = 1.0 / 12.0, duct_factor = 0.0351443; /* k / (porosity side^2) */
static const double sample_tolerance = 0.02, too_fast = 0.1;           /* Reynolds number */

struct rock {
    struct lb_solid_image image;
    struct lb_pores pores; /* of the image, those that flow, when they are known */
    int dimensions, axis;
    uint32_t fine, margin;
    bool is_mirrored, is_sample;
    double porosity, connected; /* shares of the image */
    double diameter;            /* hydraulic, 4 volume / surface of the connected pores [cells] */
    double viscosity, force;
    double voxel_si, tail;     /* tail: the largest that is an answer */
    double volume;             /* of the box [cells] */
    double head;               /* length of the box over that of the image in it */
    uint64_t settled, planned; /* least steps, and most */
    bool is_noisy;             /* rounding moves the mean velocity from look to look */
    struct lb_approach found;  /* the permeability at the last look */
    struct lb_approach_kept kept;
};

/* --- the image ------------------------------------------------------------------------------------- */

static enum lb_status make_sample(struct rock *s, struct lb_error *err)
{
    struct lb_solid_image *image = &s->image;
    for (int a = 0; a < 3; a++)
        image->size[a] = a >= s->dimensions ? 1 : a == s->axis ? SAMPLE_DEPTH : SAMPLE_SIDE;
    const uint32_t *size = image->size;
    const uint32_t low = (SAMPLE_SIDE - SAMPLE_OPEN) / 2, high = low + SAMPLE_OPEN;
    image->open = calloc((size_t)lb_pores_words(size), sizeof *image->open);
    LB_NEED(image->open != NULL, LB_STATUS_FAILED, "no memory for an image");
    size_t n = 0;
    for (uint32_t z = 0; z < size[2]; z++)
        for (uint32_t y = 0; y < size[1]; y++)
            for (uint32_t x = 0; x < size[0]; x++, n++) {
                const uint32_t at[3] = {x, y, z};
                bool is_open = true;
                for (int a = 0; a < s->dimensions; a++)
                    is_open = is_open && (a == s->axis || (at[a] >= low && at[a] < high));
                image->open[n / 64] |= (uint64_t)is_open << n % 64;
                image->count += !is_open;
            }
    return LB_STATUS_OK;
}

/* What is said of an image without one would be left out in silence. */
static enum lb_status need_image(const struct rock *s, const struct lb_values *v,
                                 struct lb_error *err)
{
    static const char *const of_image[] = {"size", "type", "array", "solid", "crop"};
    for (size_t n = 0; n < sizeof of_image / sizeof of_image[0]; n++)
        LB_NEED(!s->is_sample || !lb_values_is_set(v, of_image[n]), LB_STATUS_USAGE,
                "%s=%s is of an image, and there is no image=: without one, rock runs a straight "
                "channel",
                of_image[n], lb_values_text(v, of_image[n]));
    return LB_STATUS_OK;
}

static enum lb_status read_image(struct rock *s, const struct lb_values *v, struct lb_error *err)
{
    struct lb_image_file file = {.path = lb_values_text(v, "image"),
                                 .solid = lb_values_text(v, "solid"),
                                 .type = lb_values_text(v, "type"),
                                 .array = lb_values_text(v, "array"),
                                 .crop = lb_values_text(v, "crop"),
                                 .has_size = lb_values_is_set(v, "size"),
                                 .has_type = lb_values_is_set(v, "type"),
                                 .has_array = lb_values_is_set(v, "array"),
                                 .dimensions = s->dimensions,
                                 .name = "rock",
                                 .key = "image",
                                 .prefix = ""};
    file.size_numbers = lb_values_size(v, "size", file.size);
    s->is_sample = file.path[0] == '\0';
    LB_OK(need_image(s, v, err));
    const enum lb_status st =
        s->is_sample ? make_sample(s, err) : lb_solid_image_read(&file, &s->image, err);
    if (st != LB_STATUS_OK && s->dimensions == 3 && lb_text_ends_with(file.path, ".png"))
        lb_error_note(err, "A picture needs --lattice d2q9.");
    memcpy(s->pores.size, s->image.size, sizeof s->pores.size);
    s->pores.bits = s->image.open;
    return st;
}

static uint64_t count_voxels(const struct rock *s)
{
    return (uint64_t)s->pores.size[0] * s->pores.size[1] * s->pores.size[2];
}

/* Pores that lead nowhere become solid. */
static enum lb_status find_pores(struct rock *s, const struct lb_case *c, struct lb_error *err)
{
    const uint64_t count = count_voxels(s);
    const struct lb_percolation flow = {s->axis, c->lattice->c + 1, c->lattice->directions - 1};
    uint64_t through = 0;
    LB_OK(lb_percolation_keep(&flow, &s->pores, &through, err));
    s->porosity = 1.0 - (double)s->image.count / (double)count;
    s->connected = (double)through / (double)count;
    LB_NEED(
        through > 0, LB_STATUS_USAGE,
        "no pore leads through the image along %c: its porosity is %.6g, its connected "
        "porosity 0, and nothing flows; solid= says which voxels are grains (1, above:128, dark)",
        "xyz"[s->axis], s -> porosity);
    LB_NEED(s->is_mirrored || s->margin > 0 || lb_percolation_seam(&flow, &s->pores) > 0,
            LB_STATUS_USAGE,
            "the last layer of the image along %c is followed by the first one, and no pore goes "
            "on there (porosity %.6g): mirror=1 or margin=10 makes ends that fit",
            "xyz"[s->axis], s -> porosity);
    s->diameter =
        4.0 * (double)through / (double)lb_pores_faces(&s->pores, s->dimensions) * s->fine;
    return LB_STATUS_OK;
}

/* --- the flow -------------------------------------------------------------------------------------- */

/* The layer of the image that a cell along the axis of the flow is in; false: it is of a margin. */
static bool find_layer(const struct rock *s, uint32_t cell, uint32_t *layer)
{
    const uint32_t size = s->pores.size[s->axis], along = cell / s->fine - s->margin;
    *layer = along < size ? along : 2 * size - 1 - along;
    return along < size || s->is_mirrored; /* before the image: large */
}

static uint64_t find_solid(const void *state, uint32_t x, uint32_t y, uint32_t z, uint32_t count)
{
    const struct rock *s = state;
    const uint32_t *size = s->pores.size;
    uint32_t voxel[3] = {0, y / s->fine, s->dimensions == 3 ? z / s->fine : 0};
    const bool is_along = s->axis == 0;
    const bool is_image = is_along || find_layer(s, s->axis == 1 ? y : z, &voxel[s->axis]);
    const uint64_t row = ((uint64_t)voxel[2] * size[1] + voxel[1]) * size[0];
    uint64_t solid = 0;
    if (is_image && s->fine == 1 && !(is_along && (s->is_mirrored || s->margin > 0)))
        return ~lb_pores_from(&s->pores, row + x);
    for (uint32_t n = 0; n < count; n++) {
        uint32_t at = (x + n) / s->fine;
        const bool is_there = is_along ? find_layer(s, x + n, &at) : is_image;
        solid |= (uint64_t)(is_there && (lb_pores_from(&s->pores, row + at) & 1) == 0) << n;
    }
    return solid;
}

static void start_pore(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    if ((find_solid(state, x, y, z, 1) & 1) != 0) out->flags = LB_CELL_SOLID;
}

static enum lb_status choose_box(struct rock *s, struct lb_case *c, struct lb_error *err)
{
    s->volume = 1.0;
    for (int a = 0; a < 3; a++) {
        uint64_t cells = s->pores.size[a];
        if (a == s->axis) cells = cells * (s->is_mirrored ? 2 : 1) + 2 * s->margin;
        if (a < s->dimensions) cells *= s->fine;
        LB_NEED(cells <= 1u << 24, LB_STATUS_USAGE, "a box of %llu cells along %c is too large",
                (unsigned long long)cells, "xyz"[a]);
        c->size[a] = (uint32_t)cells;
        s->volume *= (double)cells;
    }
    const double image = (double)s->pores.size[s->axis] * s->fine * (s->is_mirrored ? 2 : 1);
    s->head = c->size[s->axis] / image;
    c->cell_kinds = LB_CELL_FLUID | LB_CELL_SOLID;
    c->start = start_pore;
    c->start_state = s;
    c->solid_word = find_solid;
    c->solid_state = s;
    return LB_STATUS_OK;
}

/* The pores are taken for straight pipes of the hydraulic diameter: the Reynolds number is about `aim` or less, the
 * Mach number below 0.02, and densities differ by 1 % at most. */
static double choose_force(const struct rock *s, const struct lb_case *c, double aim)
{
    const double pipe = s->diameter * s->diameter / (32.0 * s->viscosity); /* speed over force */
    const double by_reynolds = aim * s->viscosity / (s->diameter * pipe);
    return fmin(fmin(by_reynolds, 0.01 / pipe),
                0.01 * c->lattice->sound_speed_squared / c->size[s->axis]);
}

/* Momentum spreads over a pore within d^2/(16 nu); pressure spreads over the rock, much more slowly.  A look costs as
 * much as some steps.  Odd numbers of steps are between looks, so that the mean of two has no part that alternates. */
static enum lb_status choose_steps(struct rock *s, const struct lb_values *v, struct lb_plan *plan,
                                   const struct lb_case *c, struct lb_error *err)
{
    const double pore = s->diameter * s->diameter / s->viscosity,
                 longest = fmax(c->size[0], fmax(c->size[1], c->size[2])),
                 rock = longest * longest / pore;
    s->settled = (uint64_t)ceil(4.0 * longest + pore / 16.0);
    s->planned = 10000 + 10 * s->settled + (uint64_t)ceil(4.0 * pore + 400.0 * rock);
    const double own =
        1.0 + fmax(20.0, 2.0 * ceil(fmax(fmax(pore / 400.0, (double)s->planned / 1e5),
                                         (double)s->settled / 48.0)));
    plan->steps = s->planned;
    plan->shows_mean = true;
    s->is_noisy = c->storage->bits <= 16;
    LB_OK(lb_setup_probe(v, own, (double)s->settled, &plan->observe_every, err));
    LB_NEED(plan->observe_every % 2 == 1, LB_STATUS_USAGE,
            "probe=%llu: in gaps of one cell a part of the flow alternates from step to step, and "
            "the mean "
            "of two looks is without it where an odd number of steps is between them",
            (unsigned long long)plan->observe_every);
    plan->series[FLOW].every = plan->observe_every;
    return LB_STATUS_OK;
}

static void tell_plan(const struct rock *s, const struct lb_case *c, struct lb_plan *plan)
{
    static const char *const along[] = {"of the image along x", "of the image along y",
                                        "of the image along z"};
    lb_plan_add_fact(plan, "length", s->pores.size[s->axis], "voxels", along[s->axis]);
    lb_plan_add_fact(plan, "porosity", s->porosity, "1", NULL);
    lb_plan_add_fact(plan, "connected_porosity", s->connected, "1", NULL);
    lb_plan_add_fact(plan, "hydraulic_diameter", s->diameter, "cells", NULL);
    lb_plan_add_fact(plan, "acceleration", s->force, "cells/step^2", NULL);
    plan->deviation = s->force * s->diameter * s->diameter / (32.0 * s->viscosity) /
                      c->lattice->sound_speed_squared;
    plan->picture = (struct lb_picture){.field = "speed", .axis = 2};
    plan->has_field = true;
    if (!s->is_sample && !(s->voxel_si > 0.0))
        lb_plan_add_note(plan,
                         "without voxel_si=, the side of a voxel in metres, the permeability is "
                         "in squares of cells only, and not in m^2 and millidarcy");
    plan->solid_share = 1.0 - s->connected / s->head;
    if (strcmp(c->collision->name, "trt") != 0)
        snprintf(plan->warning, sizeof plan->warning,
                 "with --collision %s the walls' place, and the permeability, depend on tau=%g; "
                 "with trt they do not",
                 c->collision->name, lb_case_relaxation_time(c));
}

static enum lb_status read_ways(struct rock *s, const struct lb_values *v, struct lb_error *err)
{
    const char *axis = lb_values_text(v, "axis"), *axes = s->dimensions == 3 ? "xyz" : "xy";
    LB_NEED(strlen(axis) == 1 && strchr(axes, axis[0]) != NULL, LB_STATUS_USAGE,
            "axis=%s: one of %s, the axis of the flow; a list makes a run for each", axis,
            s->dimensions == 3 ? "x, y, z" : "x, y");
    s->axis = axis[0] - 'x';
    s->fine = (uint32_t)lb_values_count(v, "fine");
    s->is_mirrored = lb_values_flag(v, "mirror");
    s->margin = (uint32_t)lb_values_count(v, "margin");
    s->voxel_si = lb_values_number(v, "voxel_si");
    s->tail = lb_values_number(v, "tail");
    LB_NEED(!s->is_mirrored || s->margin == 0, LB_STATUS_USAGE,
            "mirror=1 and margin=%u both make ends that fit: one of them", s->margin);
    return LB_STATUS_OK;
}

static enum lb_status prepare(void *state, const struct lb_values *v, struct lb_case *c,
                              struct lb_plan *plan, struct lb_error *err)
{
    struct rock *s = state;
    s->dimensions = c->lattice->dimensions;
    LB_NEED(strcmp(c->lattice->name, "d3q7") != 0, LB_STATUS_USAGE,
            "rock: d3q7 carries no shear stress, so what it has is no fluid and the image has no "
            "permeability in it; --lattice d3q19 is one");
    LB_OK(read_ways(s, v, err));
    LB_OK(read_image(s, v, err));
    LB_OK(find_pores(s, c, err));
    LB_OK(choose_box(s, c, err));
    c->viscosity = s->viscosity =
        c->lattice->sound_speed_squared * (lb_values_number(v, "tau") - 0.5);
    c->summed_axis = s->axis + 1; /* whose sum is the same on any number of devices */
    c->force[s->axis] = s->force = choose_force(s, c, lb_values_number(v, "re"));
    LB_OK(choose_steps(s, v, plan, c, err));
    tell_plan(s, c, plan);
    return LB_STATUS_OK;
}

/* What the image is like is told before any run. */
static enum lb_status look(void *state, struct lb_run *run, struct lb_error *err)
{
    (void)state;
    (void)run;
    (void)err;
    return LB_STATUS_OK;
}

/* --- looking --------------------------------------------------------------------------------------- */

/* Darcy: speed = k / nu * force, where only the image resists. */
static double permeability_of(const struct rock *s, double speed)
{
    return s->viscosity * speed / (s->force * s->head);
}

static void find_permeability(struct rock *s, const struct lb_run *run)
{
    const struct lb_signal looks =
        lb_signal_of_table(lb_run_rows(run, FLOW), COLUMN_STEP, COLUMN_PERMEABILITY, 0);
    lb_approach_find(&looks, s->is_noisy, &s->kept, &s->found);
}

static enum lb_status sample(void *state, struct lb_run *run, const struct lb_record *record,
                             struct lb_error *err)
{
    struct rock *s = state;
    double momentum;
    LB_OK(lb_solver_momentum(lb_run_solver(run), &momentum, err));
    const double speed = momentum / s->volume; /* over pores and solid */
    const struct lb_table *h = lb_run_rows(run, FLOW);
    const double before = h->rows > 0 ? h->numbers[(h->rows - 1) * COLUMNS + COLUMN_SPEED] : speed;
    const double row[COLUMNS] = {(double)record->step, speed,
                                 permeability_of(s, 0.5 * (before + speed))};
    LB_OK(lb_run_add_row(run, FLOW, row, err));
    find_permeability(s, run);
    if (isfinite(s->found.left)) /* of twelve looks and more */
        lb_run_progress(run, "k %.5g cells^2, tail %.1e", s->found.value, s->found.left);
    else
        lb_run_progress(run, "k %.5g cells^2", row[COLUMN_PERMEABILITY]);
    if (record->step >= s->settled && s->found.left <= s->tail) lb_run_stop(run);
    return LB_STATUS_OK;
}

/* Mean length of the ways through the image over its own: <|u|> / <u along the axis>. */
static enum lb_status find_tortuosity(const struct rock *s, struct lb_run *run, double *out,
                                      struct lb_error *err)
{
    const uint32_t *size = lb_run_case(run)->size;
    struct lb_region r = {.end = {size[0], size[1], size[2]}};
    enum lb_status st = LB_STATUS_OK;
    double all = 0.0, along = 0.0;
    r.begin[s->axis] = s->margin * s->fine;
    r.end[s->axis] -= s->margin * s->fine;
    const uint32_t last = r.end[2];
    const size_t cells = (size_t)(r.end[0] - r.begin[0]) * (r.end[1] - r.begin[1]);
    double *u = malloc(3 * cells * sizeof *u);
    LB_REQUIRE(u != NULL, LB_STATUS_FAILED, "no memory for a layer of %zu cells", cells);
    for (; r.begin[2] < last; r.begin[2]++) {
        r.end[2] = r.begin[2] + 1;
        LB_TRY(lb_solver_read(lb_run_solver(run), &r, NULL, u, err));
        for (size_t n = 0; n < cells; n++) {
            const double *v = u + 3 * n;
            all += sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
            along += v[s->axis];
        }
    }
    *out = all / along;
cleanup:
    free(u);
    return st;
}

static enum lb_status draw(const struct rock *s, struct lb_run *run, struct lb_error *err)
{
    const struct lb_chart_series lines[] = {
        lb_run_line(run, FLOW, "simulated", COLUMN_STEP, COLUMN_PERMEABILITY)};
    const struct lb_chart chart = {.title = s->is_sample ? "A straight channel" : "Permeability",
                                   .x_label = "step",
                                   .y_label = "permeability [cells^2]",
                                   .series = lines,
                                   .series_count = 1};
    return lb_run_write_chart(run, "permeability.png", &chart, err);
}

static void report_flow(const struct rock *s, struct lb_run *run)
{
    const double k = s->found.value, voxel = s->voxel_si / s->fine;
    const double speed = k * s->force * s->head / s->viscosity,
                 reynolds = speed / s->connected * s->diameter / s->viscosity;
    lb_run_result(run, "permeability", k, "cells^2");
    if (s->is_noisy) lb_run_result(run, "permeability_error", s->found.error, "cells^2");
    if (voxel > 0.0) {
        lb_run_result(run, "permeability_si", k * voxel * voxel, "m^2");
        lb_run_result(run, "permeability_md", k * voxel * voxel / millidarcy, "mD");
    }
    lb_run_result(run, "reynolds", reynolds, "1");
    if (reynolds > too_fast)
        lb_run_warn(run,
                    "the Reynolds number of the pores is %.2g; above %g the permeability is not "
                    "Darcy's: re=0.01 slows the flow down",
                    reynolds, too_fast);
}

static void judge(const struct rock *s, struct lb_run *run)
{
    const double k = s->found.value;
    const double open = (double)SAMPLE_OPEN * s->fine,
                 exact =
                     s->connected * open * open * (s->dimensions == 3 ? duct_factor : slit_factor);
    if (s->is_sample)
        lb_run_verdict(run, "permeability", k, exact, sample_tolerance * exact,
                       fabs(k - exact) <= sample_tolerance * exact);
    else
        lb_run_not_judged(run, "permeability: the exact one of an image is not known");
    lb_run_bookkeeping(run, "rest of the approach", s->found.left, 0.0, s->tail, true);
}

/* Noise that lasts, or that is large, takes many looks. */
static void tell_noise(const struct rock *s, struct lb_run *run)
{
    if (!s->is_noisy || isnan(s->found.left)) return;
    lb_run_warn(run,
                "in 16 bits and less, rounding moves the permeability of few pores from look to "
                "look, and its mean may be known to a share of %.2g only: --precision fp32 has "
                "no such noise, and tail=%.1g takes it as it is",
                s->found.left, 2.0 * s->found.left);
}

/* Where the run's own number of steps did not do, the verdict fails. */
static void refuse(const struct rock *s, struct lb_run *run)
{
    const unsigned long long steps = lb_run_step(run);
    if (lb_run_is_stopped_early(run)) return;
    if (steps >= s->settled) tell_noise(s, run);
    if (steps >= s->planned)
        lb_run_bookkeeping(run, "permeability (not converged)", s->found.left, 0.0, s->tail, false);
    else if (isnan(s->found.left) || steps < s->settled)
        lb_run_not_judged(run, "permeability: not converged; %llu steps are too few to tell it by",
                          steps);
    else
        lb_run_not_judged(run,
                          "permeability: not converged; after %llu steps it may still move by "
                          "%.2g of itself, and tail=%g is asked for",
                          steps, s->found.left, s->tail);
}

static enum lb_status finish(void *state, struct lb_run *run, struct lb_error *err)
{
    struct rock *s = state;
    find_permeability(s, run);
    const bool is_settled = lb_run_step(run) >= s->settled && s->found.left <= s->tail;
    double tortuosity = 0.0;
    lb_run_result(run, "converged", is_settled, "1");
    if (lb_run_rows(run, FLOW)->rows > 0) lb_run_result(run, "tail", s->found.left, "1");
    if (!is_settled) refuse(s, run);
    if (!is_settled) return draw(s, run, err);
    LB_OK(find_tortuosity(s, run, &tortuosity, err));
    report_flow(s, run);
    lb_run_result(run, "tortuosity", tortuosity, "1");
    judge(s, run);
    return draw(s, run, err);
}

static void destroy(void *state)
{
    struct rock *s = state;
    free(s->image.open);
}

/* Ends that do not fit say something of the sample's box, and not of the rock. */
static bool find_error_sources(const struct lb_values *values, const char *result,
                               struct lb_error_sources *out)
{
    const bool has_image = lb_values_text(values, "image")[0] != '\0';
    const bool fits = lb_values_flag(values, "mirror") || lb_values_count(values, "margin") > 0;
    *out = (struct lb_error_sources){.is_in_open_space = has_image && !fits};
    return strncmp(result, "permeability", strlen("permeability")) == 0 &&
           strcmp(result, "permeability_error") != 0;
}

/* Voxels are the coarsest cells there are. */
static void tell_fixed_grid(const struct lb_values *v, char *out, size_t size)
{
    const unsigned long long fine = lb_values_count(v, "fine");
    if (fine % 4 == 0) return;
    snprintf(out, size,
             "fine=%llu has none of 1/4 of its cells: fine=4 has, of 2 and of 1 cell along a voxel",
             fine);
}

static const struct lb_parameter parameters[] = {
    {"image", LB_PARAMETER_IMAGE, "1", NULL, NULL, 0, 0,
     "volume (.raw, .npy, .nrrd, .tif, .vti), a folder of slices (.tif, .png) or, with d2q9, .png; "
     "without: a straight channel"},
    {"size", LB_PARAMETER_SIZE, "voxels", NULL, NULL, 1, 1e6, "of .raw, x fastest"},
    {"type", LB_PARAMETER_TEXT, "1", "u8", NULL, 0, 0, "numbers of .raw: u8, u16, f32, ..."},
    {"array", LB_PARAMETER_TEXT, "1", NULL, NULL, 0, 0, "of .vti; without: the first"},
    {"crop", LB_PARAMETER_TEXT, "voxels", NULL, NULL, 0, 0,
     "a part of the image, first voxel and end along x, y and z: 0:400,100:500,:"},
    {"solid", LB_PARAMETER_WORD, "1", "dark", NULL, 0, 0,
     "which voxels: dark, light, above:128, below:50, or a value"},
    {"voxel_si", LB_PARAMETER_NUMBER, "m", "0", NULL, 0, 1, "side of a voxel; 0: unknown"},
    {"axis", LB_PARAMETER_WORD, "1", "x", NULL, 0, 0, "of the flow: x, y or z"},
    {"fine", LB_PARAMETER_COUNT, "cells", "1", NULL, 1, 64, "cells along a voxel"},
    {"mirror", LB_PARAMETER_FLAG, "1", "0", NULL, 0, 1,
     "the image and its mirror image along the axis, so that the ends fit"},
    {"margin", LB_PARAMETER_COUNT, "voxels", "0", NULL, 0, 10000,
     "layers of fluid at both ends, for the same"},
    {"tau", LB_PARAMETER_NUMBER, "steps", "1.1", NULL, 0.501, 10,
     "relaxation time; the permeability does not depend on it"},
    {"re", LB_PARAMETER_NUMBER, "1", "0.01", NULL, 1e-6, 100,
     "Reynolds number of the pores to aim at, or less"},
    {"tail", LB_PARAMETER_NUMBER, "1", "1e-4", NULL, 1e-9, 0.01,
     "of the permeability: what may be left to its limit, relative"},
    {0},
};

static const struct lb_key_result key_results[] = {
    {"permeability", LB_KEY_VALUE, NULL},
    {"permeability_md", LB_KEY_SHOWN, NULL},
    {"tortuosity", LB_KEY_VALUE, NULL},
    {"reynolds", LB_KEY_SHOWN, NULL},
    {0},
};

static const struct lb_series series[] = {
    {"permeability.csv", "step,speed,permeability", sample, LB_SERIES_COMPUTED, false},
    {0},
};

const struct lb_setup lb_setup_rock = {
    .name = "rock",
    .summary = "permeability of the pores in a volume image",
    .reference = "without an image, the exact permeability of a straight channel",
    .lattice = "d3q19",
    .collision = "trt",
    .parameters = parameters,
    .state_size = sizeof(struct rock),
    .resolution = "fine",
    .tell_fixed_grid = tell_fixed_grid,
    .find_error_sources = find_error_sources,
    .key_results = key_results,
    .series = series,
    .prepare = prepare,
    .look = look,
    .finish = finish,
    .destroy = destroy,
};

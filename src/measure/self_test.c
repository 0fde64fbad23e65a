/* self_test.c - the tiny box, the tolerance, and what passed before.
 * SPDX-License-Identifier: MIT */
#include "measure/self_test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/read_text.h"
#include "case/lookup.h"
#include "io/file.h"
#include "reference/heat_reference.h"
#include "reference/reference.h"
#include "measure/tune.h"
#include "opencl/device.h"
#include "solver/solver.h"

enum { QUESTION_SIZE = 2048, STOPS = 2 };
static const unsigned stops[STOPS] = {1, 4}; /* both parities of the steps in place */

/* --- the box ---------------------------------------------------------------------------------- */

/* Numbers in [-1, 1) of a cell: the finaliser of SplitMix64 (Steele, Lea, Flood 2014). */
static double scatter(uint32_t x, uint32_t y, uint32_t z, uint32_t channel)
{
    uint64_t v = ((uint64_t)x << 40 ^ (uint64_t)y << 20 ^ z) * 8 + channel;
    v = (v ^ v >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    v = (v ^ v >> 27) * UINT64_C(0x94d049bb133111eb);
    return (double)((v ^ v >> 31) >> 11) * 0x1p-52 - 1.0;
}

/* One cell in eight is of each special kind that the case may have.  Denser than at rest and, in the mean,
 * along all axes: numbers that are rounded towards zero, or down, lose momentum or mass. */
static void fill_cell(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct lb_case *c = state;
    const double kind = scatter(x, y, z, 0);
    if (kind < -0.75 && (c->cell_kinds & LB_CELL_SOLID) != 0) out->flags = LB_CELL_SOLID;
    if (kind < -0.85 && (c->cell_kinds & LB_CELL_MOVING) != 0)
        out->flags = LB_CELL_SOLID | LB_CELL_MOVING;
    if (kind > 0.75 && (c->cell_kinds & LB_CELL_EQUILIBRIUM) != 0) out->flags = LB_CELL_EQUILIBRIUM;
    out->rho = 1.02 + 0.03 * scatter(x, y, z, 1);
    for (uint32_t a = 0; a < (uint32_t)c->lattice->dimensions; a++)
        out->u[a] = 0.02 + 0.03 * scatter(x, y, z, 2 + a);
    out->temperature = 0.5 * scatter(x, y, z, 5);
}

/* The case's methods in a box of four vectors of lanes along the last axis, and of 512 cells at least: enough to
 * tell a bias of rounding from its noise. */
static void make_case(const struct lb_case *c, int lanes, struct lb_case *out)
{
    const bool is_flat = c->lattice->dimensions == 2;
    const uint32_t vectors = 4 * (uint32_t)lanes, least = is_flat ? 64 : 16;
    const uint32_t length = vectors > least ? vectors : least;
    *out = (struct lb_case){.name = "self-test",
                            .lattice = c->lattice,
                            .collision = c->collision,
                            .storage = c->storage,
                            .arithmetic = c->arithmetic,
                            .rounding = c->rounding,
                            .streaming = c->streaming,
                            .shift = c->shift,
                            .size = {8, is_flat ? length : 4, is_flat ? 1 : length},
                            .viscosity = 0.3 * c->lattice->sound_speed_squared,
                            .cell_kinds = c->cell_kinds &
                                          (LB_CELL_SOLID | LB_CELL_MOVING | LB_CELL_EQUILIBRIUM),
                            .start = fill_cell,
                            .start_state = out};
    for (int a = 0; a < 3; a++)
        if (c->force[a] != 0.0) out->force[a] = 1e-3 * (a + 1.0);
}

/* A temperature is carried, between insulated walls; it does not push the flow, whose reference has one force. */
static void add_heat(const struct lb_case *c, struct lb_case *out, struct lb_heat *heat)
{
    if (c->heat == NULL) return;
    *heat = (struct lb_heat){.diffusivity = 0.3 * lb_heat_lattice(c)->sound_speed_squared,
                             .fastest = 0.1};
    out->heat = heat;
}

static const char *const channels[] = {"density", "velocity along x", "velocity along y",
                                       "velocity along z"};
/* Standard errors: right kernels were seen at up to 4.6, noise of half its width from 13 on. */
static const double most_bias = 8.0;

/* --- the comparison --------------------------------------------------------------------------- */

struct sides {
    struct lb_case c;
    struct lb_heat heat;
    struct lb_solver *solver;
    struct lb_reference *reference;
    struct lb_heat_reference *warmth; /* NULL: there is no temperature */
    struct lb_reference
        *unbiased; /* what numbers are in the mean; the same, or one that rounds nothing */
    size_t cells;
    double
        *numbers; /* density and velocity of the device, of the reference, of what rounds nothing */
    double tolerance;
    double worst; /* over the tolerance */
    size_t where; /* of the worst, in numbers */
    unsigned step;
    double bias;                    /* the largest, in standard errors */
    int biased;                     /* channel: density, velocity along x, y, z */
    double *temperatures;           /* of the device, of the reference */
    double heat_worst, heat_within; /* the largest difference over what is right, and that */
    size_t heat_where;
};

/* In the mean numbers stay what they are where rounding is by chance; to nearest, what the reference rounds. */
static enum lb_status open_unbiased(struct sides *s, struct lb_error *err)
{
    s->unbiased = s->reference;
    if (lb_case_rounding(&s->c) == lb_roundings[0]) return LB_STATUS_OK;
    return lb_reference_create(&s->c, false, &s->unbiased, err);
}

static enum lb_status open_heat(struct sides *s, struct lb_error *err)
{
    if (s->c.heat == NULL) return LB_STATUS_OK;
    s->temperatures = calloc(2 * (size_t)lb_case_cell_count(&s->c), sizeof *s->temperatures);
    LB_NEED(s->temperatures != NULL, LB_STATUS_FAILED, "no memory for the self-test");
    return lb_heat_reference_create(&s->c, &s->warmth, err);
}

static enum lb_status open_sides(struct sides *s, const struct lb_layout_choice *choice,
                                 struct lb_device *device, const struct lb_kernel_places *places,
                                 struct lb_error *err)
{
    struct lb_layout layout;
    s->cells = (size_t)lb_case_cell_count(&s->c);
    s->numbers = calloc(12 * s->cells, sizeof *s->numbers);
    LB_NEED(s->numbers != NULL, LB_STATUS_FAILED, "no memory for the self-test");
    lb_layout_make(&s->c, choice, lb_device_get_info(device), &layout);
    return lb_solver_create(&s->c, &layout, device, places, &s->solver, err);
}

/* Of the arithmetic, relative to a cell's stored values, and of storing: where the device rounds
 * a last digit the other way, or by chance, up to all that storing changed. */
static double tolerance_after(const struct sides *s, unsigned step)
{
    const double e = s->c.arithmetic == LB_ARITHMETIC_FP64 ? 0x1p-53 : 0x1p-24;
    const double magnitude = e * lb_reference_magnitude(s->reference) + 0x1p-53;
    return 8.0 * magnitude * (step + 2.0) +
           4.0 * lb_reference_rounding(s->reference) * (step + 1.0) + e;
}

/* Of a step: what the arithmetic rounds, and 16 bits, of each population and of the one before it up to a last place;
 * and what velocities may be off carries. */
static double heat_tolerance_after(const struct sides *s, unsigned step)
{
    const double e = s->c.arithmetic == LB_ARITHMETIC_FP64 ? 0x1p-53 : 0x1p-24;
    const double last_place = s->c.storage->bits == 16 ? 0x1p-9 : 0.0;
    return (step + 1.0) * (16.0 * e + last_place) + step * tolerance_after(s, step);
}

static enum lb_status compare_heat(struct sides *s, unsigned step, struct lb_error *err)
{
    const struct lb_region box = {.end = {s->c.size[0], s->c.size[1], s->c.size[2]}};
    const struct lb_cell *cells = lb_reference_cells(s->reference);
    const double *found = s->temperatures, *right = found + s->cells;
    if (s->warmth == NULL) return LB_STATUS_OK;
    LB_OK(lb_solver_read_temperature(s->solver, &box, s->temperatures, err));
    lb_heat_reference_read(s->warmth, s->temperatures + s->cells);
    for (size_t n = 0; n < s->cells; n++) {
        if ((cells[n].flags & LB_CELL_SOLID) != 0) continue;
        const double within = heat_tolerance_after(s, step);
        const double apart = fabs(found[n] - right[n]) / within;
        if (apart <= s->heat_worst) continue;
        s->heat_worst = isnan(apart) ? HUGE_VAL : apart;
        s->heat_where = n;
        s->heat_within = within;
        s->step = step;
        if (s->heat_worst > 1.0) return LB_STATUS_OK;
    }
    return LB_STATUS_OK;
}

/* What is not a number exceeds every tolerance.  A wall's density says nothing. */
static void compare(struct sides *s, unsigned step)
{
    const struct lb_cell *cells = lb_reference_cells(s->reference);
    const double tolerance = tolerance_after(s, step);
    for (size_t n = 0; n < 4 * s->cells; n++) {
        if (n < s->cells && (cells[n].flags & LB_CELL_SOLID) != 0) continue;
        const double apart = fabs(s->numbers[n] - s->numbers[4 * s->cells + n]) / tolerance;
        if (apart <= s->worst) continue;
        s->worst = isnan(apart) ? HUGE_VAL : apart;
        s->where = n;
        s->step = step;
        s->tolerance = tolerance;
        if (s->worst > 1.0) return;
    }
}

/* The mean error of one of the four numbers over cells with a flow, over its own standard error; of what the
 * arithmetic alone may do to it, less. */
static double bias_of(const struct sides *s, const double *exact, int channel, double arithmetic)
{
    const struct lb_cell *cells = lb_reference_cells(s->reference);
    double sum = 0.0, squares = 0.0, count = 0.0;
    for (size_t n = 0; n < s->cells; n++) {
        if ((cells[n].flags & (LB_CELL_SOLID | LB_CELL_EQUILIBRIUM)) != 0) continue;
        const size_t at = channel == 0 ? n : s->cells + 3 * n + (size_t)(channel - 1);
        const double error = s->numbers[at] - exact[at];
        sum += error;
        squares += error * error;
        count += 1.0;
    }
    const double variance = fmax(squares - sum * sum / count, 0.0) / (count - 1.0);
    return fabs(sum) / count / (sqrt(variance / count) + arithmetic);
}

/* Of all cells together: what is rounded may be anywhere between two codes in one of them, and may not all
 * lie on the same side.  Rounding that keeps sums has its errors where it begins, and arithmetic alone has errors of
 * one side, of its last place. */
static void look_for_bias(struct sides *s)
{
    double *exact = s->numbers + 8 * s->cells;
    const double e = s->c.arithmetic == LB_ARITHMETIC_FP64 ? 0x1p-53 : 0x1p-24;
    const double arithmetic =
        e * (1.0 + lb_reference_magnitude(s->reference)); /* densities are near 1 */
    const struct lb_precision precision = {.arithmetic = s->c.arithmetic, .storage = s->c.storage};
    if (!lb_precision_rounds(&precision) || s->c.storage->conserve != NULL) return;
    lb_reference_read(s->unbiased, exact, exact + s->cells);
    for (int channel = 0; channel <= s->c.lattice->dimensions; channel++) {
        const double bias = bias_of(s, exact, channel, arithmetic);
        if (bias <= s->bias) continue;
        s->bias = bias;
        s->biased = channel;
    }
}

/* A temperature goes with the velocities before each step. */
static void advance_references(struct sides *s, unsigned steps)
{
    double *u = s->numbers + 9 * s->cells;
    for (unsigned n = 0; n < steps; n++) {
        if (s->warmth != NULL) {
            lb_reference_read(s->unbiased, NULL, u);
            lb_heat_reference_step(s->warmth, u);
        }
        lb_reference_advance(s->reference, 1);
        if (s->unbiased != s->reference) lb_reference_advance(s->unbiased, 1);
    }
}

static enum lb_status advance(struct sides *s, unsigned steps, struct lb_error *err)
{
    const struct lb_region box = {.end = {s->c.size[0], s->c.size[1], s->c.size[2]}};
    double *of_device = s->numbers, *of_reference = s->numbers + 4 * s->cells;
    LB_OK(lb_solver_advance(s->solver, steps, err));
    advance_references(s, steps);
    LB_OK(lb_solver_read(s->solver, &box, of_device, of_device + s->cells, err));
    lb_reference_read(s->reference, of_reference, of_reference + s->cells);
    return LB_STATUS_OK;
}

static void note_cause(const struct lb_kernel_places *places, struct lb_error *err)
{
    if (places != NULL && places->kernel_dir != NULL)
        lb_error_note(err, "They are those of '%s'; --self-test never goes on with them.",
                      places->kernel_dir);
    else
        lb_error_note(err,
                      "The driver built them wrong; another version of it, another --device or "
                      "other --lanes may be right.");
}

/* A number of a cell that is not as it should be. */
struct wrong {
    const char *channel;
    size_t cell;
    double got, right, within;
};

static struct wrong wrong_flow(const struct sides *s)
{
    const bool is_density = s->where < s->cells;
    return (struct wrong){channels[is_density ? 0 : 1 + (s->where - s->cells) % 3],
                          is_density ? s->where : (s->where - s->cells) / 3, s->numbers[s->where],
                          s->numbers[4 * s->cells + s->where], s->tolerance};
}

static struct wrong wrong_temperature(const struct sides *s)
{
    const size_t n = s->heat_where;
    return (struct wrong){"temperature", n, s->temperatures[n], s->temperatures[s->cells + n],
                          s->heat_within};
}

static enum lb_status fail(const struct sides *s, struct wrong w, struct lb_device *device,
                           const struct lb_kernel_places *places, struct lb_error *err)
{
    const struct lb_device_info *info = lb_device_get_info(device);
    const uint32_t *size = s->c.size;
    char precision[32];
    lb_case_precision_name(&s->c, precision, sizeof precision);
    lb_fail(err, LB_STATUS_DEVICE,
            "the self-test found kernels that compute something else: %s %s %s %s on '%s' (driver "
            "%s): after %u steps of a box of %ux%ux%u cells the %s of cell %u,%u,%u is %.9g, and "
            "%.9g within %.2g is right.",
            s->c.lattice->name, s->c.collision->name, precision, lb_streaming_name(s->c.streaming),
            info->name, info->driver, s->step, size[0], size[1], size[2], w.channel,
            (unsigned)(w.cell % size[0]), (unsigned)(w.cell / size[0] % size[1]),
            (unsigned)(w.cell / size[0] / size[1]), w.got, w.right, w.within);
    note_cause(places, err);
    return LB_STATUS_DEVICE;
}

static enum lb_status fail_biased(const struct sides *s, struct lb_device *device,
                                  const struct lb_kernel_places *places, struct lb_error *err)
{
    const struct lb_device_info *info = lb_device_get_info(device);
    char precision[32];
    lb_case_precision_name(&s->c, precision, sizeof precision);
    lb_fail(err, LB_STATUS_DEVICE,
            "the self-test found kernels that round to one side: %s %s %s %s on '%s' (driver %s): "
            "the mean error of the %s of %zu cells is %.3g of its standard errors, and up to %.2g "
            "is right.",
            s->c.lattice->name, precision, lb_case_rounding(&s->c)->name,
            lb_streaming_name(s->c.streaming), info->name, info->driver, channels[s->biased],
            s->cells, s->bias, most_bias);
    note_cause(places, err);
    return LB_STATUS_DEVICE;
}

enum lb_status lb_self_test(const struct lb_case *c, const struct lb_layout_choice *layout,
                            struct lb_device *device, const struct lb_kernel_places *places,
                            struct lb_self_test_result *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct sides s = {.worst = 0.0};
    struct lb_error unknown = {0};
    *out = (struct lb_self_test_result){0};
    make_case(c, layout->lanes, &s.c);
    add_heat(c, &s.c, &s.heat);
    st = lb_reference_create(&s.c, true, &s.reference, &unknown);
    if (st == LB_STATUS_USAGE) return LB_STATUS_OK;
    LB_REQUIRE(st == LB_STATUS_OK, st, "%s", unknown.text);
    LB_TRY(open_unbiased(&s, err));
    LB_TRY(open_heat(&s, err));
    LB_TRY(open_sides(&s, layout, device, places, err));
    out->is_known = true;
    for (unsigned n = 0, step = 0; n < STOPS && fmax(s.worst, s.heat_worst) <= 1.0;
         step = stops[n++]) {
        LB_TRY(advance(&s, stops[n] - step, err));
        compare(&s, stops[n]);
        if (s.worst <= 1.0) LB_TRY(compare_heat(&s, stops[n], err));
        look_for_bias(&s);
    }
    out->deviation = fmax(fmax(s.worst, s.heat_worst), s.bias / most_bias);
    if (s.worst > 1.0)
        st = fail(&s, wrong_flow(&s), device, places, err);
    else if (s.heat_worst > 1.0)
        st = fail(&s, wrong_temperature(&s), device, places, err);
    else if (s.bias > most_bias)
        st = fail_biased(&s, device, places, err);
cleanup:
    lb_solver_destroy(s.solver);
    if (s.unbiased != s.reference) lb_reference_destroy(s.unbiased);
    lb_reference_destroy(s.reference);
    lb_heat_reference_destroy(s.warmth);
    free(s.temperatures);
    free(s.numbers);
    return st;
}

/* --- what passed before ----------------------------------------------------------------------- */

/* All that the kernels' text follows from but numbers: the methods, the kinds of cells, the lanes. */
static void write_question(const struct lb_case *c, const struct lb_layout_choice *l,
                           const struct lb_device_info *d, char *out, size_t size)
{
    char precision[32];
    lb_case_precision_name(c, precision, sizeof precision);
    snprintf(out, size,
             "means, too; device %s; platform %s; driver %s; kernels %016llx; %s %s %s %s %s %s; "
             "kinds %d; "
             "force %d%d%d; heat %d; lanes %dx%d, group %d, registers %d\n",
             d->name, d->platform, d->driver, lb_tune_hash_kernels(), c->lattice->name,
             c->collision->name, precision, lb_case_rounding(c)->name,
             lb_streaming_name(c->streaming), c->shift ? "shift" : "no-shift", c->cell_kinds,
             c->force[0] != 0.0, c->force[1] != 0.0, c->force[2] != 0.0, c->heat != NULL, l->lanes,
             l->arithmetic_lanes, l->group, l->registers);
}

static enum lb_status path_of(const char *question, char out[LB_PATH_SIZE], struct lb_error *err)
{
    char folder[LB_PATH_SIZE], name[64];
    LB_OK(lb_tune_cache_folder(folder, sizeof folder, err));
    LB_OK(lb_folder_ensure(folder, err));
    snprintf(name, sizeof name, "self-test-%016llx.txt",
             lb_tune_hash(LB_TUNE_HASH_START, question));
    return lb_path_join(folder, name, out, LB_PATH_SIZE, err);
}

/* The file of a question that was answered well holds the question. */
static bool has_passed(const char *path, const char *question)
{
    FILE *file = fopen(path, "rb");
    char *text = file != NULL ? lb_read_text(file) : NULL;
    const bool is_same = text != NULL && strcmp(text, question) == 0;
    if (file != NULL) fclose(file);
    free(text);
    return is_same;
}

/* Under a name of its own first: several programs may pass at the same time.  What cannot be kept is
 * tested again. */
static void keep(const char *path, const char *question)
{
    char own[LB_PATH_SIZE + 32];
    snprintf(own, sizeof own, "%s.%ld", path, (long)getpid());
    if (lb_text_write(own, question, NULL) != LB_STATUS_OK) return;
    if (lb_file_rename(own, path, NULL) != LB_STATUS_OK) unlink(own);
}

enum lb_status lb_self_test_once(const struct lb_case *c, const struct lb_layout_choice *layout,
                                 struct lb_device *device, const struct lb_kernel_places *places,
                                 enum lb_self_test_mode mode, struct lb_error *err)
{
    char question[QUESTION_SIZE], path[LB_PATH_SIZE] = "";
    struct lb_self_test_result result;
    const struct lb_kernel_places own = {places->kernel_dir, NULL}; /* dumps are of the run alone */
    if (mode == LB_SELF_TEST_NEVER) return LB_STATUS_OK;
    write_question(c, layout, lb_device_get_info(device), question, sizeof question);
    const bool is_kept =
        places->kernel_dir == NULL && path_of(question, path, NULL) == LB_STATUS_OK;
    if (is_kept && mode == LB_SELF_TEST_AUTO && has_passed(path, question)) return LB_STATUS_OK;
    LB_OK(lb_self_test(c, layout, device, &own, &result, err));
    if (is_kept) keep(path, question);
    return LB_STATUS_OK;
}

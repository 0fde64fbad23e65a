/* solver.c - a solver's life and its steps.
 * SPDX-License-Identifier: MIT */
#include "solver/solver.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "io/file.h"
#include "solver/kernel_text.h"
#include "solver/solver_internal.h"
#include "solver/free_surface.h"

enum {
    STAGING_CELLS = 1 << 20,
    STAGING_SHARE = 16,
    STAGING_LEAST = 4096,
    SURVEY_ITEMS = 1 << 15,
    CELLS_PER_SURVEY_ITEM = 32
};

uint64_t lb_solver_scalar_bytes(const struct lb_solver *s)
{
    return s->c->arithmetic == LB_ARITHMETIC_FP64 ? 8 : 4;
}

enum lb_status lb_solver_upload(const struct lb_solver *s, const void *data, uint64_t bytes,
                                const char *what, struct lb_buffer **out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    LB_TRY(lb_buffer_create(s->device, bytes, what, out, err));
    LB_TRY(lb_buffer_write(*out, 0, bytes, data, err));
cleanup:
    return st;
}

enum lb_status lb_solver_upload_numbers(const struct lb_solver *s, const double *numbers,
                                        size_t count, const char *what, struct lb_buffer **out,
                                        struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    float *rounded = NULL;
    if (s->c->arithmetic == LB_ARITHMETIC_FP64)
        return lb_solver_upload(s, numbers, count * sizeof *numbers, what, out, err);
    rounded = malloc(count * sizeof *rounded);
    LB_REQUIRE(rounded != NULL, LB_STATUS_FAILED, "out of memory for %s", what);
    for (size_t n = 0; n < count; n++)
        rounded[n] = (float)numbers[n];
    LB_TRY(lb_solver_upload(s, rounded, count * sizeof *rounded, what, out, err));
cleanup:
    free(rounded);
    return st;
}

/* Small beside the populations, large enough to hide the cost of a transfer. */
static uint64_t staging_cells(uint64_t cells)
{
    const uint64_t share = cells / STAGING_SHARE;
    if (share > STAGING_CELLS) return STAGING_CELLS;
    return share > STAGING_LEAST ? share : cells < STAGING_LEAST ? cells : STAGING_LEAST;
}

static enum lb_status create_buffers(struct lb_solver *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t cells = lb_case_cell_count(s->c);
    const uint64_t populations = lb_layout_population_bytes(s->c, &s->layout);
    const uint64_t scalar = lb_solver_scalar_bytes(s);
    LB_TRY(lb_buffer_create(s->device, populations, "populations", &s->populations[0], err));
    if (s->c->streaming == LB_STREAMING_PULL)
        LB_TRY(lb_buffer_create(s->device, populations, "second copy of the populations",
                                &s->populations[1], err));
    LB_TRY(lb_buffer_create(s->device, cells, "flags", &s->flags, err));
    if (lb_layout_keeps_fields(s->c))
        LB_TRY(lb_buffer_create(s->device,
                                cells * scalar * (1 + (uint64_t)s->c->lattice->dimensions),
                                "density and velocity", &s->prescribed, err));
    s->staging_cells = staging_cells(cells);
    LB_TRY(lb_buffer_create(s->device, s->staging_cells * 4 * scalar, "staging", &s->staging, err));
    LB_TRY(lb_buffer_create(s->device, LB_PROBE_CAPACITY * 4 * scalar, "probes", &s->probes, err));
    LB_TRY(lb_buffer_create(s->device, 2 * sizeof(uint32_t), "alarm", &s->alarm, err));
    const uint64_t items = cells / CELLS_PER_SURVEY_ITEM;
    s->survey_items = items < 64 ? 64 : items > SURVEY_ITEMS ? SURVEY_ITEMS : (uint32_t)items;
    LB_TRY(lb_buffer_create(s->device, (uint64_t)s->survey_items * 8 * 8, "sums", &s->sums, err));
    LB_TRY(
        lb_buffer_create(s->device, (uint64_t)s->survey_items * 4 * 8, "counts", &s->counts, err));
cleanup:
    return st;
}

/* Names of the case, not of the kernel files: a dump never replaces a source. */
static enum lb_status dump_text(const struct lb_case *c, const char *folder, const char *entry,
                                const char *text, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char name[256], path[LB_PATH_SIZE];
    const char *slash = strrchr(entry, '/');
    snprintf(name, sizeof name, "%s-%s-%s-%s-%s", c->lattice->name, c->collision->name,
             c->arithmetic == LB_ARITHMETIC_FP64 ? "fp64" : "fp32", c->storage->name,
             slash != NULL ? slash + 1 : entry);
    LB_REQUIRE(mkdir(folder, 0777) == 0 || errno == EEXIST, LB_STATUS_FAILED,
               "cannot create the folder '%s' for the kernel texts: %s", folder, strerror(errno));
    LB_TRY(lb_path_join(folder, name, path, sizeof path, err));
    LB_TRY(lb_text_write(path, text, err));
cleanup:
    return st;
}

enum lb_status lb_solver_build(struct lb_solver *s, const char *entry, bool scalar,
                               struct lb_program **out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char *text = NULL, options[64] = "";
    LB_TRY(lb_kernel_text_create(entry, s->c, &s->layout, lb_device_get_info(s->device), scalar,
                                 &s->places, &text, err));
    if (s->places.dump_dir != NULL) LB_TRY(dump_text(s->c, s->places.dump_dir, entry, text, err));
    if (!scalar && s->layout.registers > 0)
        snprintf(options, sizeof options, "-cl-nv-maxrregcount=%d", s->layout.registers);
    LB_TRY(lb_program_build(s->device, entry, text, options, out, err));
cleanup:
    free(text);
    return st;
}

static enum lb_status create_cell_kernels(struct lb_solver *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    LB_TRY(lb_solver_build(s, "cell/cells.cl", true, &s->cell_program, err));
    LB_TRY(lb_kernel_create(s->cell_program, "lb_observe", &s->observe_kernel, err));
    LB_TRY(lb_kernel_create(s->cell_program, "lb_survey", &s->survey_kernel, err));
cleanup:
    return st;
}

/* --- start state --------------------------------------------------------------------------- */

struct start_piece { /* host arrays for `capacity` cells, and where they go */
    uint64_t capacity;
    uint8_t *flags;
    void *values; /* five planes: density, velocity, fill level */
    struct lb_buffer *device_flags;
    struct lb_kernel *kernel;
};

static void put(void *planes, bool fp64, uint64_t at, double value)
{
    if (fp64)
        ((double *)planes)[at] = value;
    else
        ((float *)planes)[at] = (float)value;
}

/* The next cell, x fastest. */
static void step_on(const struct lb_case *c, uint32_t at[3])
{
    if (++at[0] < c->size[0]) return;
    at[0] = 0;
    if (++at[1] < c->size[1]) return;
    at[1] = 0;
    at[2]++;
}

/* What struct lb_cell lists; the kernels know no other combination. */
static bool is_kind(uint8_t flags)
{
    return flags == LB_CELL_FLUID || flags == LB_CELL_SOLID || flags == LB_CELL_EQUILIBRIUM ||
           flags == (LB_CELL_SOLID | LB_CELL_MOVING);
}

static enum lb_status fill_piece(struct lb_solver *s, struct start_piece *p, uint64_t first,
                                 uint64_t count, struct lb_error *err)
{
    const struct lb_case *c = s->c;
    const bool fp64 = c->arithmetic == LB_ARITHMETIC_FP64;
    const bool surface = c->surface.exists;
    const uint8_t settable = LB_CELL_SOLID | LB_CELL_MOVING | LB_CELL_EQUILIBRIUM;
    uint32_t at[3] = {(uint32_t)(first % c->size[0]), (uint32_t)(first / c->size[0] % c->size[1]),
                      (uint32_t)(first / ((uint64_t)c->size[0] * c->size[1]))};
    for (uint64_t item = 0; item < count; item++, step_on(c, at)) {
        struct lb_cell cell = {.flags = LB_CELL_FLUID, .rho = 1.0, .fill = 1.0};
        c->start(c->start_state, at[0], at[1], at[2], &cell);
        if ((cell.flags & ~(c->cell_kinds & settable)) != 0)
            return lb_fail(
                err, LB_STATUS_FAILED,
                "case '%s' sets cell flags 0x%02x at (%u, %u, %u), which it did not announce",
                c->name, cell.flags, at[0], at[1], at[2]);
        if (!is_kind(cell.flags))
            return lb_fail(
                err, LB_STATUS_FAILED,
                "case '%s' sets cell flags 0x%02x at (%u, %u, %u), which is no kind of cell",
                c->name, cell.flags, at[0], at[1], at[2]);
        p->flags[item] = cell.flags;
        if (s->host_flags != NULL) s->host_flags[first + item] = cell.flags;
        if (surface) p->flags[item] |= lb_surface_type(&cell);
        put(p->values, fp64, item, cell.rho);
        for (uint64_t axis = 0; axis < 3; axis++)
            put(p->values, fp64, (1 + axis) * count + item, cell.u[axis]);
        put(p->values, fp64, 4 * count + item, cell.fill);
    }
    return LB_STATUS_OK;
}

static enum lb_status send_piece(struct lb_solver *s, struct start_piece *p, uint64_t first,
                                 uint64_t count, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    LB_TRY(lb_buffer_write(p->device_flags, 0, count, p->flags, err));
    LB_TRY(lb_buffer_write(s->staging, 0, count * 4 * lb_solver_scalar_bytes(s), p->values, err));
    LB_TRY(lb_kernel_set_ulong(p->kernel, 5, first, err));
    LB_TRY(lb_kernel_set_ulong(p->kernel, 6, count, err));
    LB_TRY(lb_kernel_enqueue(p->kernel, count, 64, err));
    if (s->surface != NULL) LB_TRY(lb_surface_start(s, p->values, first, count, err));
cleanup:
    return st;
}

static enum lb_status upload_start(struct lb_solver *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t cells = lb_case_cell_count(s->c);
    struct start_piece p = {.capacity = s->staging_cells};
    p.flags = malloc(p.capacity);
    p.values = malloc(p.capacity * 5 * sizeof(double));
    if (s->c->cell_kinds != 0) s->host_flags = malloc(cells);
    LB_REQUIRE(p.flags != NULL && p.values != NULL &&
                   (s->host_flags != NULL || s->c->cell_kinds == 0),
               LB_STATUS_FAILED, "out of memory for the start state");
    LB_TRY(lb_buffer_create(s->device, p.capacity, "start flags", &p.device_flags, err));
    LB_TRY(lb_kernel_create(s->cell_program, "lb_start", &p.kernel, err));
    LB_TRY(lb_kernel_set_buffer(p.kernel, 0, s->populations[0], err));
    LB_TRY(lb_kernel_set_buffer(p.kernel, 1, s->flags, err));
    LB_TRY(lb_kernel_set_buffer(p.kernel, 2, s->prescribed, err));
    LB_TRY(lb_kernel_set_buffer(p.kernel, 3, p.device_flags, err));
    LB_TRY(lb_kernel_set_buffer(p.kernel, 4, s->staging, err));
    for (uint64_t first = 0; first < cells; first += p.capacity) {
        const uint64_t count = cells - first < p.capacity ? cells - first : p.capacity;
        LB_TRY(fill_piece(s, &p, first, count, err));
        LB_TRY(send_piece(s, &p, first, count, err));
    }
    LB_TRY(lb_device_finish(s->device, err));
cleanup:
    lb_kernel_destroy(p.kernel);
    lb_buffer_destroy(p.device_flags);
    free(p.values);
    free(p.flags);
    return st;
}

/* Lets every cell know which walls are around it. */
static enum lb_status mark_neighbours(struct lb_solver *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_buffer *marked = NULL;
    struct lb_kernel *kernel = NULL;
    if ((s->c->cell_kinds & LB_CELL_SOLID) == 0) return LB_STATUS_OK;
    const uint64_t cells = lb_case_cell_count(s->c);
    LB_TRY(lb_buffer_create(s->device, cells, "marked flags", &marked, err));
    LB_TRY(lb_kernel_create(s->cell_program, "lb_mark_neighbours", &kernel, err));
    LB_TRY(lb_kernel_set_buffer(kernel, 0, s->flags, err));
    LB_TRY(lb_kernel_set_buffer(kernel, 1, marked, err));
    LB_TRY(lb_kernel_enqueue(kernel, cells, 64, err));
    LB_TRY(lb_device_finish(s->device, err));
    lb_buffer_destroy(s->flags);
    s->flags = marked;
    marked = NULL;
cleanup:
    lb_kernel_destroy(kernel);
    lb_buffer_destroy(marked);
    return st;
}

/* Of kernels/step/step.cl; markers bind what is between, walls what follows. */
enum { STEP_OF_STEP = 7, MARKERS_OF_STEP = 5 };

static enum lb_status create_step_kernel(struct lb_solver *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    uint32_t most;
    LB_TRY(lb_solver_build(s, "step/step.cl", false, &s->step_program, err));
    LB_TRY(lb_kernel_create(s->step_program, "lb_step", &s->step_kernel, err));
    LB_TRY(lb_kernel_max_group(s->step_kernel, &most, err));
    if (s->layout.group > most) s->layout.group = most;
    LB_TRY(lb_kernel_set_buffer(s->step_kernel, 2, s->flags, err));
    LB_TRY(lb_kernel_set_buffer(s->step_kernel, 3, s->prescribed, err));
    LB_TRY(lb_kernel_set_buffer(s->step_kernel, 4, s->alarm, err));
    LB_TRY(lb_immersed_bind_step(s->immersed, s->step_kernel, MARKERS_OF_STEP, err));
    LB_TRY(lb_walls_bind_step(s, s->step_kernel, err));
cleanup:
    return st;
}

static enum lb_status enqueue_step(struct lb_solver *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t items = lb_layout_items(s->c, &s->layout);
    const uint32_t group = lb_layout_group(s->c, &s->layout);
    const struct lb_buffer *to = s->populations[s->populations[1] != NULL ? 1 : 0];
    LB_TRY(lb_kernel_set_buffer(s->step_kernel, 0, s->populations[0], err));
    LB_TRY(lb_kernel_set_buffer(s->step_kernel, 1, to, err));
    LB_TRY(lb_kernel_set_uint(s->step_kernel, STEP_OF_STEP, (uint32_t)s->step, err));
    LB_TRY(lb_kernel_enqueue(s->step_kernel, items, group, err));
cleanup:
    return st;
}

/* --- life and steps ------------------------------------------------------------------------- */

enum lb_status lb_solver_create(const struct lb_case *c, const struct lb_layout *layout,
                                struct lb_device *device, const struct lb_kernel_places *places,
                                struct lb_solver **out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t before = lb_device_allocated(device);
    struct lb_solver *s = calloc(1, sizeof *s);
    LB_REQUIRE(s != NULL, LB_STATUS_FAILED, "out of memory for the solver");
    s->c = c;
    s->device = device;
    if (places != NULL) s->places = *places;
    s->layout = *layout;
    LB_TRY(lb_layout_check(c, &s->layout, lb_device_get_info(device), err));
    LB_TRY(create_buffers(s, err));
    LB_TRY(lb_walls_create_links(s, err));
    if (lb_case_has_markers(c)) LB_TRY(lb_immersed_create(s, &s->immersed, err));
    LB_TRY(create_cell_kernels(s, err));
    if (c->surface.exists) LB_TRY(lb_surface_create(s, err));
    LB_TRY(upload_start(s, err));
    LB_TRY(mark_neighbours(s, err));
    if (s->surface != NULL) LB_TRY(lb_surface_close(s, err));
    LB_TRY(lb_walls_create(s, err));
    LB_TRY(create_step_kernel(s, err));
    if (s->immersed != NULL) LB_TRY(lb_immersed_set_flags(s->immersed, s->flags, err));
    s->device_bytes = lb_device_allocated(device) - before;
    *out = s;
    s = NULL;
cleanup:
    lb_solver_destroy(s);
    return st;
}

void lb_solver_destroy(struct lb_solver *s)
{
    if (s == NULL) return;
    lb_immersed_destroy(s->immersed);
    lb_walls_destroy(s);
    lb_kernel_destroy(s->step_kernel);
    lb_program_destroy(s->step_program);
    lb_kernel_destroy(s->observe_kernel);
    lb_kernel_destroy(s->survey_kernel);
    lb_kernel_destroy(s->wall_force_kernel);
    lb_program_destroy(s->wall_force_program);
    lb_program_destroy(s->histogram_program);
    lb_program_destroy(s->cell_program);
    lb_buffer_destroy(s->populations[0]);
    lb_buffer_destroy(s->populations[1]);
    lb_buffer_destroy(s->flags);
    lb_buffer_destroy(s->prescribed);
    lb_buffer_destroy(s->alarm);
    lb_buffer_destroy(s->staging);
    lb_buffer_destroy(s->probes);
    lb_buffer_destroy(s->sums);
    lb_buffer_destroy(s->counts);
    lb_buffer_destroy(s->wall_force_sums);
    lb_surface_destroy(s->surface);
    free(s->host_flags);
    free(s);
}

/* What was written is read next. */
static void swap_populations(struct lb_solver *s)
{
    if (s->populations[1] == NULL) return;
    struct lb_buffer *written = s->populations[1];
    s->populations[1] = s->populations[0];
    s->populations[0] = written;
}

static enum lb_status advance_once(struct lb_solver *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    if (s->surface != NULL) LB_TRY(lb_surface_before(s, err));
    if (s->immersed != NULL) LB_TRY(lb_immersed_before_step(s->immersed, err));
    LB_TRY(enqueue_step(s, err));
    if (s->immersed != NULL) LB_TRY(lb_immersed_after_step(s->immersed, err));
    s->step++;
    swap_populations(s);
    if (s->surface != NULL) LB_TRY(lb_surface_after(s, err));
    LB_TRY(lb_walls_after_step(s, err));
cleanup:
    return st;
}

enum lb_status lb_solver_advance(struct lb_solver *s, uint64_t steps, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    for (uint64_t n = 0; n < steps; n++)
        LB_TRY(advance_once(s, err));
cleanup:
    return st;
}

enum lb_status lb_solver_wait(struct lb_solver *s, struct lb_error *err)
{
    return lb_device_finish(s->device, err);
}

uint64_t lb_solver_step(const struct lb_solver *s)
{
    return s->step;
}

int lb_solver_lanes(const struct lb_solver *s)
{
    return s->layout.lanes;
}

int lb_solver_arithmetic_lanes(const struct lb_solver *s)
{
    return s->layout.arithmetic_lanes;
}

uint32_t lb_solver_group(const struct lb_solver *s)
{
    return s->layout.group;
}

int lb_solver_registers(const struct lb_solver *s)
{
    return s->layout.registers;
}

uint64_t lb_solver_device_bytes(const struct lb_solver *s)
{
    return s->device_bytes;
}

const uint8_t *lb_solver_flags(const struct lb_solver *s)
{
    return s->host_flags;
}

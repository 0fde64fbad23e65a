/* solver.c - a solver's life and its steps.
 * SPDX-License-Identifier: MIT */
#include "solver/solver.h"

#include <stdlib.h>

#include "solver/solver_internal.h"
#include "layout/shell.h"
#include "workspace/viscosity_table.h"

/* --- buffers ---------------------------------------------------------------------------------- */

static enum lb_status create_buffers(struct lb_workspace *w, struct lb_error *err)
{
    const struct lb_ledger g = lb_workspace_ledger(w);
    w->staging_cells = lb_ledger_length(&g, LB_EXTENT_STAGED);
    w->survey_items = (uint32_t)lb_ledger_length(&g, LB_EXTENT_SURVEYED);
    LB_OK(lb_population_set_create(w, &w->flow, err));
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_FLAGS, 0, err));
    if (lb_layout_keeps_fields(w->c))
        LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_PRESCRIBED, 0, err));
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_STAGING, 0, err));
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_PROBES, 0, err));
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_ALARM, 0, err)); /* raised, step */
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_SURVEY_SUMS, 0, err));
    return lb_workspace_create_buffer(w, LB_BUFFER_SURVEY_COUNTS, 0, err);
}

/* --- life ------------------------------------------------------------------------------------- */

static enum lb_status prepare(struct lb_workspace *w, const struct lb_case *c,
                              const struct lb_layout *layout, struct lb_device *device,
                              const struct lb_kernel_places *places, struct lb_error *err)
{
    w->c = c;
    w->device = device;
    if (places != NULL) w->places = *places;
    w->layout = *layout;
    w->flow = lb_case_populations(c, layout);
    if (c->heat != NULL) w->heat = lb_case_heat_populations(c, layout);
    const enum lb_status st = lb_layout_check(c, &w->layout, lb_device_get_info(device), err);
    return st != LB_STATUS_OK ? st
                              : lb_workspace_keep(w, "step_number", LB_ELEMENT_LONG, &w->step, err);
}

static const char *step_entry(const struct lb_solver *s)
{
    const uint32_t march_group = s->w.layout.march_group;
    if (march_group > 0) return "step/moments_step.cl";
    return s->steps_shell_first ? "step/shell.cl" : "step/step.cl";
}

static enum lb_status limit_group(struct lb_solver *s, const struct lb_kernel *kernel,
                                  struct lb_error *err)
{
    uint32_t max;
    LB_OK(lb_kernel_max_group(kernel, &max, err));
    if (s->w.layout.group > max) s->w.layout.group = max;
    return LB_STATUS_OK;
}

/* Which tiles have cells whose flags the step must read. */
static enum lb_status find_tile_flags(struct lb_solver *s, const char *entry, struct lb_error *err)
{
    struct lb_kernel *k;
    LB_OK(lb_workspace_step_kernel(&s->w, entry, "lb_find_tile_flags", &k, err));
    return lb_kernel_enqueue(k, lb_layout_items(s->w.c, &s->w.layout),
                             lb_layout_group(s->w.c, &s->w.layout), err);
}

static enum lb_status set_step(struct lb_solver *s, struct lb_kernel *kernel, struct lb_error *err)
{
    const struct lb_workspace *w = &s->w;
    LB_OK(lb_kernel_set_buffer(kernel, "from", w->buffers[w->flow.read_next], err));
    LB_OK(lb_kernel_set_buffer(kernel, "to", w->buffers[w->flow.other], err));
    if (w->c->heat != NULL) {
        LB_OK(lb_kernel_set_buffer(kernel, "heat_from", w->buffers[w->heat.read_next], err));
        LB_OK(lb_kernel_set_buffer(kernel, "heat_to", w->buffers[w->heat.other], err));
    }
    LB_OK(lb_workspace_set_noise(w, kernel, err));
    return lb_kernel_set_uint(kernel, "step", (uint32_t)w->step, err);
}

/* Groups of tiles from number `first` on. */
static enum lb_status enqueue_tiles(struct lb_solver *s, uint64_t first, uint64_t count,
                                    struct lb_error *err)
{
    const uint32_t group = s->w.layout.march_group;
    if (s->w.c->cut.axes != 0)
        LB_OK(lb_kernel_set_uint(s->step_kernel, "first_group", (uint32_t)first, err));
    return lb_kernel_enqueue(s->step_kernel, count * group, group, err);
}

/* A device may have too few registers for a group, and only a launch tells: NVIDIA's driver answers 256
 * work-items for any kernel that states no group, and launches more.  One tile is stepped, into the buffer
 * that the first step fills. */
static enum lb_status try_tile_group(struct lb_solver *s, struct lb_error *err)
{
    const uint32_t group = s->w.layout.march_group;
    LB_OK(set_step(s, s->step_kernel, err));
    enum lb_status st = enqueue_tiles(s, 0, 1, err);
    if (st == LB_STATUS_OK) st = lb_device_finish(s->w.device, err);
    if (st != LB_STATUS_OK)
        lb_error_note(err,
                      "the device refuses the step of --streaming moments in groups of %u "
                      "work-items; a smaller --registers may help",
                      group);
    return st;
}

static enum lb_status create_tiles(struct lb_solver *s, const char *entry, struct lb_error *err)
{
    const struct lb_workspace *w = &s->w;
    const bool has_flags = w->c->cell_kinds != 0;
    if (has_flags) LB_OK(lb_workspace_create_buffer(&s->w, LB_BUFFER_TILE_FLAGS, 0, err));
    LB_OK(lb_workspace_step_kernel(&s->w, entry, "lb_step", &s->step_kernel, err));
    if (has_flags) LB_OK(find_tile_flags(s, entry, err));
    return try_tile_group(s, err);
}

/* The vectors beside cuts. */
static enum lb_status list_shell(struct lb_workspace *w, struct lb_error *err)
{
    const uint64_t count = lb_shell_vectors(w->c, &w->layout);
    LB_NEED(count <= UINT32_MAX, LB_STATUS_USAGE,
            "case '%s' has too many cells beside cuts for one device: cut it across its shorter "
            "sides",
            w->c->name);
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_SHELL, 0, err));
    uint64_t *list = malloc(count * sizeof *list);
    LB_NEED(list != NULL, LB_STATUS_FAILED, "out of memory for the cells beside cuts");
    lb_shell_list(w->c, &w->layout, list);
    const enum lb_status st =
        lb_workspace_write_indices(w, w->buffers[LB_BUFFER_SHELL], count, list, err);
    free(list);
    return st;
}

/* The two kinds of steps of stream/own_slots.cl. */
static enum lb_status create_list_kernels(struct lb_solver *s, struct lb_error *err)
{
    struct lb_workspace *w = &s->w;
    LB_OK(lb_workspace_step_kernel(w, lb_list_even_entry, "lb_step_even", &s->step_kernel, err));
    LB_OK(lb_workspace_step_kernel(w, lb_list_odd_entry, "lb_step_odd", &s->odd_kernel, err));
    LB_OK(limit_group(s, s->step_kernel, err));
    return limit_group(s, s->odd_kernel, err);
}

static enum lb_status create_step_kernels(struct lb_solver *s, struct lb_error *err)
{
    if (s->w.layout.listed > 0) return create_list_kernels(s, err);
    s->end_tiles = lb_shell_tiles(s->w.c, &s->w.layout);
    s->steps_shell_first = s->end_tiles > 0 || lb_shell_is_first(s->w.c, &s->w.layout);
    const char *entry = step_entry(s);
    if (s->w.layout.march_group > 1) return create_tiles(s, entry, err);
    if (!s->steps_shell_first) {
        LB_OK(lb_workspace_step_kernel(&s->w, entry, "lb_step", &s->step_kernel, err));
        return limit_group(s, s->step_kernel, err);
    }
    LB_OK(list_shell(&s->w, err));
    LB_OK(lb_workspace_step_kernel(&s->w, entry, "lb_step_interior", &s->step_kernel, err));
    LB_OK(lb_workspace_step_kernel(&s->w, entry, "lb_step_shell", &s->shell_kernel, err));
    LB_OK(limit_group(s, s->step_kernel, err));
    return limit_group(s, s->shell_kernel, err);
}

enum lb_status lb_solver_create(const struct lb_case *c, const struct lb_layout *layout,
                                struct lb_device *device, const struct lb_kernel_places *places,
                                struct lb_solver **out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_solver *s = calloc(1, sizeof *s);
    LB_REQUIRE(s != NULL, LB_STATUS_FAILED, "out of memory for the solver");
    LB_TRY(prepare(&s->w, c, layout, device, places, err));
    LB_TRY(create_buffers(&s->w, err));
    LB_TRY(lb_law_table_create(&s->w, err));
    LB_TRY(lb_modules_create(&s->modules, &s->w, err));
    LB_TRY(lb_start_state_upload(&s->w, &s->modules, err));
    if (lb_case_is_driven(c)) LB_TRY(lb_regulator_create(s, err)); /* boundaries read it */
    if (c->heat != NULL) LB_TRY(lb_heat_keep(s, err));
    if (lb_case_holds_wall_mass(c)) LB_TRY(lb_wall_mass_create(s, err));
    LB_TRY(lb_modules_run(&s->modules, LB_PHASE_CLOSE, err));
    LB_TRY(create_step_kernels(s, err));
    LB_TRY(lb_modules_run(&s->modules, LB_PHASE_KERNELS, err));
    *out = s;
    s = NULL;
cleanup:
    lb_solver_destroy(s);
    return st;
}

void lb_solver_destroy(struct lb_solver *s)
{
    if (s == NULL) return;
    lb_collective_call_off(s->all);
    lb_halo_destroy(s->halos[0]);
    lb_halo_destroy(s->halos[1]);
    lb_collective_destroy(s->all); /* whose memory the halo used */
    lb_modules_destroy(&s->modules);
    lb_force_lists_clear(&s->force_lists);
    lb_workspace_clear(&s->w);
    free(s->kept.runs);
    free(s->curved_kept.runs);
    free(s);
}

/* --- steps ------------------------------------------------------------------------------------ */

/* Of the step to come. */
static struct lb_kernel *next_kernel(const struct lb_solver *s)
{
    return s->odd_kernel != NULL && s->w.step % 2 != 0 ? s->odd_kernel : s->step_kernel;
}

static uint64_t count_tiles(const struct lb_solver *s)
{
    return lb_layout_items(s->w.c, &s->w.layout) / s->w.layout.march_group;
}

static enum lb_status enqueue_step(struct lb_solver *s, struct lb_kernel *kernel,
                                   struct lb_error *err)
{
    const struct lb_workspace *w = &s->w;
    if (s->end_tiles > 0)
        return enqueue_tiles(s, s->end_tiles, count_tiles(s) - 2 * s->end_tiles, err);
    const struct lb_layout even = lb_layout_of_even_steps(&w->layout),
                           *l = kernel == s->odd_kernel ? &w->layout : &even;
    return lb_kernel_enqueue(kernel, lb_layout_items(w->c, l), lb_layout_group(w->c, l), err);
}

/* The tiles at both ends of z. */
static enum lb_status enqueue_end_tiles(struct lb_solver *s, struct lb_error *err)
{
    LB_OK(set_step(s, s->step_kernel, err));
    LB_OK(enqueue_tiles(s, 0, s->end_tiles, err));
    return enqueue_tiles(s, count_tiles(s) - s->end_tiles, s->end_tiles, err);
}

static enum lb_status enqueue_shell(struct lb_solver *s, struct lb_error *err)
{
    if (s->end_tiles > 0) return enqueue_end_tiles(s, err);
    const uint64_t vectors = lb_workspace_list_length(&s->w, LB_BUFFER_SHELL);
    LB_OK(set_step(s, s->shell_kernel, err));
    LB_OK(lb_kernel_set_uint(s->shell_kernel, "shell_vectors", (uint32_t)vectors, err));
    return lb_kernel_enqueue(s->shell_kernel, vectors, s->w.layout.group, err);
}

/* From here on, what was written is what the next step reads. */
static void turn_step(struct lb_solver *s)
{
    s->w.step++;
    s->w.version++;
    lb_population_set_swap(&s->w, &s->w.flow);
    if (s->w.c->heat != NULL) lb_population_set_swap(&s->w, &s->w.heat);
    s->is_within = s->halos[1] != NULL;
    if (s->is_within) s->halo = s->halos[1];
}

static enum lb_status begin_step(struct lb_solver *s, struct lb_error *err)
{
    LB_OK(lb_impulses_find_missing(s, err));
    return lb_modules_run(&s->modules, LB_PHASE_BEFORE_STEP, err);
}

/* Behind the step: where there is an exchange within it, it comes first. */
static enum lb_status follow_step(struct lb_solver *s, struct lb_error *err)
{
    return s->is_within ? LB_STATUS_OK : lb_modules_run(&s->modules, LB_PHASE_AFTER_STEP, err);
}

static enum lb_status advance_whole(struct lb_solver *s, struct lb_error *err)
{
    struct lb_kernel *kernel = next_kernel(s);
    LB_OK(begin_step(s, err));
    LB_OK(set_step(s, kernel, err));
    LB_OK(enqueue_step(s, kernel, err));
    turn_step(s);
    LB_OK(follow_step(s, err));
    return s->w.c->cut.axes == 0 ? lb_modules_run(&s->modules, LB_PHASE_AFTER_EXCHANGE, err)
                                 : LB_STATUS_OK;
}

/* What the shell sends is packed, and on its way, before the interior begins: a device takes kernels in
 * the order in which they were enqueued, and would pack last what comes last. */
static enum lb_status advance_shell_first(struct lb_solver *s, struct lb_error *err)
{
    LB_OK(begin_step(s, err));
    LB_OK(enqueue_shell(s, err));
    LB_OK(set_step(s, s->step_kernel, err));
    turn_step(s);
    LB_OK(lb_halo_fetch(s, err));
    LB_OK(enqueue_step(s, s->step_kernel, err));
    LB_OK(follow_step(s, err));
    return lb_halo_mark(s, err);
}

/* What follows the exchange within a step. */
static enum lb_status finish_step(struct lb_solver *s, struct lb_error *err)
{
    s->is_within = false;
    s->halo = s->halos[0];
    LB_OK(lb_modules_run(&s->modules, LB_PHASE_AFTER_STEP, err));
    LB_OK(lb_halo_fetch(s, err));
    if (s->all != NULL) LB_OK(lb_solver_begin_markers(s, 0, err));
    if (s->goes_on) LB_OK(lb_modules_run(&s->modules, LB_PHASE_BEGIN_STEP, err));
    return lb_halo_mark(s, err);
}

/* To the end of the step, or to the exchange within it. */
static enum lb_status advance_once(struct lb_solver *s, struct lb_error *err)
{
    if (s->is_within) return finish_step(s, err);
    if (s->steps_shell_first) return advance_shell_first(s, err);
    LB_OK(advance_whole(s, err));
    LB_OK(lb_halo_mark(s, err));
    return lb_halo_fetch(s, err);
}

static enum lb_status advance_and_exchange(struct lb_solver *s, struct lb_error *err)
{
    do {
        LB_OK(advance_once(s, err));
        if (s->all != NULL) LB_OK(lb_collective_exchange(s, err));
    } while (s->is_within && s->all != NULL);
    return LB_STATUS_OK;
}

static bool looks_between_steps(const struct lb_case *c)
{
    return lb_case_is_driven(c) || lb_case_holds_wall_mass(c) || c->motion != NULL;
}

enum lb_status lb_solver_advance(struct lb_solver *s, uint64_t steps, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    for (uint64_t n = 0; n < steps && st == LB_STATUS_OK; n++) {
        s->goes_on = n + 1 < steps && !looks_between_steps(s->w.c);
        st = lb_regulator_look(s, err);
        if (st == LB_STATUS_OK) st = lb_wall_mass_look(s, err);
        if (st == LB_STATUS_OK) st = advance_and_exchange(s, err);
    }
    return st;
}

enum lb_status lb_solver_wait(struct lb_solver *s, struct lb_error *err)
{
    return lb_device_finish(s->w.device, err);
}

/* --- state ------------------------------------------------------------------------------------ */

enum lb_status lb_solver_each_state(const struct lb_solver *s, lb_state_visitor *visit,
                                    void *context, struct lb_error *err)
{
    if (s->probes_recorded > 0 || s->forces_recorded > 0)
        return lb_fail(err, LB_STATUS_FAILED,
                       "records of case '%s' were not fetched before its state", s->w.c->name);
    return lb_workspace_each(&s->w, visit, context, err);
}

enum lb_status lb_solver_read_state(const struct lb_solver *s, const char *name, uint64_t offset,
                                    uint64_t bytes, void *data, struct lb_error *err)
{
    return lb_workspace_read(&s->w, name, offset, bytes, data, err);
}

enum lb_status lb_solver_write_state(struct lb_solver *s, const char *name, uint64_t offset,
                                     uint64_t bytes, const void *data, struct lb_error *err)
{
    return lb_workspace_write(&s->w, name, offset, bytes, data, err);
}

enum lb_status lb_solver_set_profile(struct lb_solver *s, uint64_t first, uint64_t count,
                                     const double *numbers, struct lb_error *err)
{
    LB_NEED(s->w.buffers[LB_BUFFER_PROFILES] != NULL, LB_STATUS_FAILED,
            "case '%s' has no boundary with a profile", s->w.c->name);
    return lb_workspace_write_numbers(&s->w, LB_BUFFER_PROFILES, first, count, numbers, err);
}

uint64_t lb_solver_step(const struct lb_solver *s)
{
    return s->w.step;
}

int lb_solver_lanes(const struct lb_solver *s)
{
    return s->w.layout.lanes;
}

int lb_solver_arithmetic_lanes(const struct lb_solver *s)
{
    return s->w.layout.arithmetic_lanes;
}

uint32_t lb_solver_group(const struct lb_solver *s)
{
    return s->w.layout.group;
}

int lb_solver_registers(const struct lb_solver *s)
{
    return s->w.layout.registers;
}

uint64_t lb_solver_device_bytes(const struct lb_solver *s)
{
    return lb_workspace_device_bytes(&s->w);
}

const uint8_t *lb_solver_flags(const struct lb_solver *s)
{
    return s->all == NULL ? s->w.host_flags : lb_collective_flags(s->all);
}

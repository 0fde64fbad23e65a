/* fake_run.c - a run without device and files.
 * SPDX-License-Identifier: MIT */
#include "support/fake_run.h"

#include <stdlib.h>
#include <string.h>

#include "run/run.h"
#include "support/check.h"

double lb_fake_clock;

static uint64_t step_of(const struct lb_run *run)
{
    return run->step;
}

static double now(void)
{
    return lb_fake_clock;
}

static enum lb_run_end end_of(const struct lb_run *run)
{
    return run->end;
}

static enum lb_status add_file(struct lb_run *run, const char *name, struct lb_error *err)
{
    (void)name, (void)err;
    run->files++;
    return LB_STATUS_OK;
}

static enum lb_status optional(struct lb_run *run, enum lb_status st, const struct lb_error *own,
                               struct lb_error *err)
{
    (void)run;
    return st == LB_STATUS_OK ? st : lb_fail(err, st, "%s", own->text);
}

static void warn(struct lb_run *run, const char *format, ...)
{
    (void)format;
    run->warned++;
}

static void end_progress(struct lb_run *run)
{
    (void)run;
}

static struct lb_run *asked; /* the signal is the process's, not a run's */

static bool is_asked_to_save(void)
{
    const bool is_asked = asked->is_asked_to_save;
    asked->is_asked_to_save = false;
    return is_asked;
}

static enum lb_status settle(struct lb_run *run, struct lb_error *err)
{
    (void)err;
    run->settled++;
    return LB_STATUS_OK;
}

static enum lb_status save(struct lb_run *run, struct lb_error *err)
{
    if (run->of_save != LB_STATUS_OK) return lb_fail(err, run->of_save, "the disk is full");
    run->saved++;
    return LB_STATUS_OK;
}

static void give_up(struct lb_run *run)
{
    run->given_up++;
    run->end = LB_RUN_UNSAVED;
}

static bool room(const struct lb_run *run, int *columns, int *rows)
{
    *columns = *rows = 20;
    return run->has_room;
}

static void fill_cell(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    (void)state, (void)x, (void)y, (void)z, (void)out;
}

static void set_values(struct lb_values *v, const char *parameters)
{
    char words[512], *rest = NULL;
    struct lb_error err = {0};
    snprintf(words, sizeof words, "%s", parameters);
    for (char *key = strtok_r(words, " ", &rest); key != NULL; key = strtok_r(NULL, " ", &rest)) {
        char *text = strchr(key, '=');
        if (!LB_CHECK(text != NULL)) continue;
        *text++ = '\0';
        LB_CHECK_OK(lb_values_set(v, key, text, "test", &err), &err);
    }
}

void lb_fake_run_open(struct lb_run *run, const struct lb_setup *setup,
                      const struct lb_output *const *rows, const char *parameters)
{
    struct lb_error err = {0};
    *run = (struct lb_run){.plan = {.has_field = true, .observe_every = 2, .steps = 100},
                           .c = {.name = setup->name,
                                 .lattice = lb_lattice_find("d2q9"),
                                 .collision = lb_collision_find("srt"),
                                 .storage = lb_number_format_find("fp32"),
                                 .arithmetic = LB_ARITHMETIC_FP32,
                                 .size = {8, 6, 1},
                                 .viscosity = 0.1,
                                 .start = fill_cell}};
    if (!LB_CHECK_OK(lb_values_create(NULL, lb_common_parameters(), &run->values, &err), &err))
        exit(lb_check_report());
    set_values(run->values, parameters);
    asked = run;
    run->outputs.rows = rows;
    run->outputs.services = (struct lb_output_services){.run = run,
                                                        .setup = setup,
                                                        .values = run->values,
                                                        .plan = &run->plan,
                                                        .c = &run->c,
                                                        .own = &run->c,
                                                        .folder = ".",
                                                        .step = step_of,
                                                        .clock = now,
                                                        .end = end_of,
                                                        .add_file = add_file,
                                                        .optional = optional,
                                                        .warn = warn,
                                                        .end_progress = end_progress,
                                                        .is_asked_to_save = is_asked_to_save,
                                                        .settle = settle,
                                                        .save = save,
                                                        .give_up = give_up,
                                                        .room = room};
}

void lb_fake_run_close(struct lb_run *run)
{
    lb_outputs_close(&run->outputs);
    lb_values_destroy(run->values);
}

enum lb_status lb_fake_run_advance(struct lb_run *run, uint64_t end, struct lb_error *err)
{
    while (run->step < end && run->end == LB_RUN_RUNNING) {
        run->step = lb_outputs_due(&run->outputs, run->step, end);
        LB_OK(lb_outputs_at(&run->outputs, LB_OUTPUT_STEP, err));
        LB_OK(lb_outputs_at(&run->outputs, LB_OUTPUT_IDLE, err));
    }
    return LB_STATUS_OK;
}

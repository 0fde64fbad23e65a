/* test_output_loop.c - rows act at the moments and steps that they ask for: a function that is
 * called every N steps is a row of its own; checkpoints come when they should.
 * SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "support/check.h"
#include "support/fake_run.h"

static const struct lb_setup setup = {.name = "toy"};

/* A function of a user, called every so many steps with the solver, which it may read. */
enum { MAX_CALLS = 16 };
struct every {
    const struct lb_output_services *s;
    uint64_t steps;
    uint64_t calls[MAX_CALLS];
    int count, ends;
    enum lb_run_end finds; /* RUNNING: nothing */
    enum lb_status answers;
};

static uint64_t due(const void *output, uint64_t step)
{
    const struct every *e = output;
    return step - step % e->steps + e->steps;
}

static enum lb_status call(void *output, struct lb_error *err)
{
    struct every *e = output;
    if (LB_CHECK(e->count < MAX_CALLS)) e->calls[e->count++] = e->s->step(e->s->run);
    if (e->finds != LB_RUN_RUNNING) e->s->run->end = e->finds;
    return e->answers == LB_STATUS_OK ? LB_STATUS_OK : lb_fail(err, e->answers, "refused");
}

static enum lb_status note_end(void *output, struct lb_error *err)
{
    struct every *e = output;
    e->ends++;
    return e->answers == LB_STATUS_OK ? LB_STATUS_OK : lb_fail(err, e->answers, "refused");
}

static struct every fives, threes;

static enum lb_status choose_fives(struct lb_output_services *s, void **output,
                                   struct lb_error *err)
{
    (void)err;
    fives = (struct every){.s = s, .steps = 5};
    *output = &fives;
    return LB_STATUS_OK;
}

static enum lb_status choose_threes(struct lb_output_services *s, void **output,
                                    struct lb_error *err)
{
    (void)err;
    threes = (struct every){.s = s, .steps = 3};
    *output = &threes;
    return LB_STATUS_OK;
}

static enum lb_status choose_nothing(struct lb_output_services *s, void **output,
                                     struct lb_error *err)
{
    (void)s, (void)output, (void)err;
    return LB_STATUS_OK;
}

#define ACTS                                                                          \
    {                                                                                 \
        [LB_OUTPUT_START] = call, [LB_OUTPUT_STEP] = call, [LB_OUTPUT_END] = note_end \
    }
static const struct lb_output
    row_of_fives = {.name = "fives", .choose = choose_fives, .due = due, .at = ACTS},
    row_of_threes = {.name = "threes", .choose = choose_threes, .due = due, .at = ACTS},
    idle_row = {.name = "nothing", .choose = choose_nothing, .due = due, .at = ACTS};
static const struct lb_output *const rows[] = {&idle_row, &row_of_fives, &row_of_threes, NULL};

static void check_calls(const struct every *e, uint64_t end)
{
    LB_CHECK_EQUAL_INT(e->count, end / e->steps + 1);
    for (int n = 0; n < e->count; n++)
        LB_CHECK_EQUAL_INT(e->calls[n], (uint64_t)n * e->steps);
}

static void a_function_is_called_every_so_many_steps(void)
{
    struct lb_run run;
    struct lb_error err = {0};
    lb_fake_run_open(&run, &setup, rows, "");
    LB_CHECK_OK(lb_outputs_choose(&run.outputs, &err), &err);
    LB_CHECK_OK(lb_outputs_at(&run.outputs, LB_OUTPUT_START, &err), &err);
    LB_CHECK_OK(lb_fake_run_advance(&run, 23, &err), &err);
    LB_CHECK_OK(lb_outputs_at(&run.outputs, LB_OUTPUT_END, &err), &err);
    LB_CHECK_EQUAL_INT(run.step, 23);
    check_calls(&fives, 23);
    check_calls(&threes, 23);
    LB_CHECK_EQUAL_INT(fives.ends + threes.ends, 2);
    LB_CHECK(lb_outputs_find(&run.outputs, &row_of_fives) == &fives);
    LB_CHECK(lb_outputs_find(&run.outputs, &idle_row) == NULL);
    LB_CHECK(lb_outputs_find(&run.outputs, &lb_output_live) == NULL);
    lb_fake_run_close(&run);
}

/* At step 15 both are due. */
static void nothing_acts_behind_a_divergence(void)
{
    struct lb_run run;
    struct lb_error err = {0};
    lb_fake_run_open(&run, &setup, rows, "");
    LB_CHECK_OK(lb_outputs_choose(&run.outputs, &err), &err);
    fives.finds = LB_RUN_DIVERGED;
    run.step = 15;
    LB_CHECK_OK(lb_outputs_at(&run.outputs, LB_OUTPUT_STEP, &err), &err);
    LB_CHECK_EQUAL_INT(fives.count, 1);
    LB_CHECK_EQUAL_INT(threes.count, 0);
    lb_fake_run_close(&run);
}

static void a_failure_costs_other_files_only_on_the_way(void)
{
    struct lb_run run;
    struct lb_error err = {0};
    lb_fake_run_open(&run, &setup, rows, "");
    LB_CHECK_OK(lb_outputs_choose(&run.outputs, &err), &err);
    fives.answers = LB_STATUS_DEVICE;
    run.step = 15;
    LB_CHECK_EQUAL_INT(lb_outputs_at(&run.outputs, LB_OUTPUT_STEP, &err), LB_STATUS_DEVICE);
    LB_CHECK_EQUAL_INT(threes.count, 0);
    LB_CHECK_EQUAL_INT(lb_outputs_at(&run.outputs, LB_OUTPUT_END, &err), LB_STATUS_DEVICE);
    LB_CHECK_EQUAL_INT(threes.ends, 1);
    LB_CHECK_EQUAL_TEXT(err.text, "refused");
    lb_fake_run_close(&run);
}

/* --- checkpoints ------------------------------------------------------------------------------ */

static const struct lb_output *const checkpoints[] = {&lb_output_checkpoint, NULL};

static void begin(struct lb_run *run, const char *parameters)
{
    struct lb_error err = {0};
    lb_fake_clock = 100.0;
    lb_fake_run_open(run, &setup, checkpoints, parameters);
    LB_CHECK_OK(lb_outputs_choose(&run->outputs, &err), &err);
    LB_CHECK_OK(lb_outputs_at(&run->outputs, LB_OUTPUT_BEGIN, &err), &err);
}

static int saves(struct lb_run *run, enum lb_output_moment moment)
{
    struct lb_error err = {0};
    const int before = run->saved;
    LB_CHECK_OK(lb_outputs_at(&run->outputs, moment, &err), &err);
    return run->saved - before;
}

static void checkpoints_come_by_steps(void)
{
    struct lb_run run;
    struct lb_error err = {0};
    begin(&run, "checkpoint=10");
    LB_CHECK_EQUAL_INT(saves(&run, LB_OUTPUT_IDLE), 0); /* not at step 0 */
    LB_CHECK_OK(lb_fake_run_advance(&run, 35, &err), &err);
    LB_CHECK_EQUAL_INT(run.saved, 3);
    LB_CHECK_EQUAL_INT(lb_checkpoint_saved(&run.outputs)->on_disk, 30);
    LB_CHECK_EQUAL_INT(run.settled, 3);
    run.end = LB_RUN_DONE; /* that of the end, once */
    LB_CHECK_EQUAL_INT(saves(&run, LB_OUTPUT_IDLE), 1);
    LB_CHECK_EQUAL_INT(saves(&run, LB_OUTPUT_IDLE), 0);
    lb_fake_run_close(&run);
}

static void checkpoints_come_by_the_clock_and_when_asked_for(void)
{
    struct lb_run run;
    begin(&run, "checkpoint=60s");
    run.step = 5;
    lb_fake_clock = 159.0;
    LB_CHECK_EQUAL_INT(saves(&run, LB_OUTPUT_IDLE), 0);
    lb_fake_clock = 160.0;
    LB_CHECK_EQUAL_INT(saves(&run, LB_OUTPUT_BUSY), 0);
    LB_CHECK_EQUAL_INT(saves(&run, LB_OUTPUT_IDLE), 1);
    run.step = 6;
    LB_CHECK_EQUAL_INT(saves(&run, LB_OUTPUT_IDLE), 0);
    run.is_asked_to_save = true;
    LB_CHECK_EQUAL_INT(saves(&run, LB_OUTPUT_BUSY), 0);
    LB_CHECK_EQUAL_INT(saves(&run, LB_OUTPUT_IDLE), 1);
    lb_fake_run_close(&run);
}

static void a_run_that_is_stopped_is_saved_and_one_that_is_done_or_diverged_not(void)
{
    const enum lb_run_end ends[] = {LB_RUN_MAX_WALL, LB_RUN_INTERRUPTED, LB_RUN_TERMINATED,
                                    LB_RUN_DONE,     LB_RUN_DIVERGED,    LB_RUN_FAILED};
    for (int n = 0; n < 6; n++) {
        struct lb_run run;
        begin(&run, "");
        run.step = 7;
        run.end = ends[n];
        LB_CHECK_EQUAL_INT(saves(&run, LB_OUTPUT_IDLE), n < 3);
        lb_fake_run_close(&run);
    }
}

static void failures_in_a_row_end_the_run(void)
{
    struct lb_run run;
    struct lb_error err = {0};
    begin(&run, "checkpoint=10");
    run.of_save = LB_STATUS_FAILED;
    LB_CHECK_OK(lb_fake_run_advance(&run, 20, &err), &err);
    run.of_save = LB_STATUS_OK;
    LB_CHECK_OK(lb_fake_run_advance(&run, 30, &err), &err);
    LB_CHECK_EQUAL_INT(lb_checkpoint_saved(&run.outputs)->failures, 0);
    run.of_save = LB_STATUS_FAILED;
    LB_CHECK_OK(lb_fake_run_advance(&run, 100, &err), &err);
    LB_CHECK_EQUAL_INT(run.step, 30 + 10 * LB_MAX_UNSAVED);
    LB_CHECK_EQUAL_INT(run.given_up, 1);
    LB_CHECK_EQUAL_INT(run.warned, 2 + LB_MAX_UNSAVED);
    LB_CHECK_EQUAL_INT(lb_checkpoint_saved(&run.outputs)->on_disk, 30);
    LB_CHECK_EQUAL_TEXT(lb_checkpoint_saved(&run.outputs)->why, "the disk is full");
    lb_fake_run_close(&run);
}

/* --- the live picture
 * --------------------------------------------------------------------------- */

static void the_flow_is_shown_where_there_is_room(void)
{
    static const struct lb_output *const live[] = {&lb_output_live, NULL};
    for (int n = 0; n < 3; n++) { /* not asked for, no room, shown */
        struct lb_run run;
        struct lb_error err = {0};
        lb_fake_run_open(&run, &setup, live, "");
        run.outputs.services.is_live = n > 0;
        run.has_room = n > 1;
        LB_CHECK_OK(lb_outputs_choose(&run.outputs, &err), &err);
        LB_CHECK_OK(lb_outputs_at(&run.outputs, LB_OUTPUT_BEGIN, &err), &err);
        LB_CHECK_EQUAL_INT(lb_live_is_shown(&run.outputs), n == 2);
        lb_fake_run_close(&run);
    }
}

int main(void)
{
    LB_TEST(a_function_is_called_every_so_many_steps);
    LB_TEST(nothing_acts_behind_a_divergence);
    LB_TEST(a_failure_costs_other_files_only_on_the_way);
    LB_TEST(checkpoints_come_by_steps);
    LB_TEST(checkpoints_come_by_the_clock_and_when_asked_for);
    LB_TEST(a_run_that_is_stopped_is_saved_and_one_that_is_done_or_diverged_not);
    LB_TEST(failures_in_a_row_end_the_run);
    LB_TEST(the_flow_is_shown_where_there_is_room);
    return lb_check_report();
}

/* run_services.c - what outputs see of the run (output/output.h).
 * SPDX-License-Identifier: MIT */
#include "ranks/own_ranks.h"
#include "run/run_internal.h"

static enum lb_run_end end_of(const struct lb_run *run)
{
    return run->ending.end;
}

static void end_progress(struct lb_run *run)
{
    lb_progress_end(&run->progress);
}

static void give_up(struct lb_run *run)
{
    run->ending.end = LB_RUN_UNSAVED;
}

static bool room(const struct lb_run *run, int *columns, int *rows)
{
    return lb_progress_room(&run->progress, columns, rows);
}

static bool is_drawn_next(const struct lb_run *run)
{
    return lb_progress_is_due(&run->progress);
}

static void show(struct lb_run *run, char *text, int lines)
{
    lb_progress_set_picture(&run->progress, text, lines);
}

void lb_run_serve_outputs(struct lb_run *run)
{
    run->outputs.rows = lb_output_rows;
    run->outputs.services = (struct lb_output_services){
        .run = run,
        .setup = run->setup,
        .values = run->values,
        .plan = &run->plan,
        .world = lb_ranks(),
        .c = &run->c,
        .own = lb_run_own_case(run),
        .place = &run->place,
        .folder = run->folder,
        .is_verbose = run->request.reporting.verbose,
        .is_live = run->request.reporting.live,
        .step = lb_run_step,
        .clock = lb_run_clock,
        .end = end_of,
        .add_file = lb_run_add_file,
        .optional = lb_run_optional,
        .warn = lb_run_warn_now,
        .end_progress = end_progress,
        .is_asked_to_save = lb_run_is_asked_to_save,
        .settle = lb_run_settle,
        .save = lb_run_save,
        .give_up = give_up,
        .room = room,
        .is_drawn_next = is_drawn_next,
        .show = show,
    };
}

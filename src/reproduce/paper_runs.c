/* paper_runs.c - goes through the runs, and makes what is missing.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "process/process.h"
#include "base/read_text.h"
#include "base/stopwatch.h"
#include "io/json.h"
#include "reproduce/reproduce_internal.h"

/* What was estimated of the runs that were made, how long they took, and what is left. */
struct pace {
    double estimated, taken, left;
};

static void announce(const struct lb_reproduce *r, size_t n, const struct pace *p)
{
    const struct lb_paper_case *c = &r->runs[n].c;
    char left[32], time[32];
    const double slow = p->estimated > 0.0 ? p->taken / p->estimated : 1.0;
    if (r->o->quiet) return;
    snprintf(left, sizeof left, "; some %s left",
             lb_paper_time_text(slow * p->left, time, sizeof time));
    fprintf(stderr, "%zu of %zu: %s %s %s%s%s\n", n + 1, r->run_count, c->setup, c->values,
            lb_paper_formats[c->format], c->shift ? "" : ", without shift",
            p->left > 0.0 ? left : "");
}

/* A part of a run is no result. */
static void forget_part(struct lb_study_run *run)
{
    const enum lb_run_end end = run->outcome.end;
    if (run->state != LB_STUDY_RAN || end == LB_RUN_DONE || end == LB_RUN_DIVERGED) return;
    lb_run_outcome_free(&run->outcome);
    run->outcome = (struct lb_run_outcome){0};
    run->state = LB_STUDY_PENDING;
}

/* A study of one run: what ended counts, what was stopped goes on. */
static enum lb_status make_run(struct lb_reproduce *r, struct lb_paper_run *run, const char *folder,
                               struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_paper_request q;
    LB_TRY(lb_paper_ask(r, &run->c, &q, err));
    q.asked.study.run.reporting.progress = LB_PROGRESS_NEVER;
    lb_study_run_take(&run->run, &q.asked.study.run);
    run->run.shift = run->c.shift;
    struct lb_study s = {.request = &q.asked.study,
                         .runs = &run->run,
                         .count = 1,
                         .is_over_formats = true,
                         .goes_on = true};
    snprintf(s.folder, sizeof s.folder, "%s", folder);
    LB_TRY(lb_study_run_all(&s, err));
    r->signal = s.signal;
    forget_part(&run->run);
cleanup:
    lb_paper_request_free(&q);
    return st;
}

/* Whether its run.json says that it came to its end. */
static enum lb_status find_ended(const char *folder, const struct lb_paper_run *run, bool *out,
                                 struct lb_error *err)
{
    char own[LB_PATH_SIZE], path[LB_PATH_SIZE];
    cJSON *json = NULL;
    LB_OK(lb_path_join(folder, run->run.name, own, sizeof own, err));
    LB_OK(lb_path_join(own, "run.json", path, sizeof path, err));
    LB_OK(lb_json_read(path, &json, NULL, err));
    *out = lb_study_has_ended(json);
    cJSON_Delete(json);
    return LB_STATUS_OK;
}

/* Of runs that are not there. */
static enum lb_status sum_up(struct lb_reproduce *r, const char *folder, struct pace *p,
                             struct lb_error *err)
{
    char time[32];
    for (size_t n = 0; n < r->run_count; n++) {
        bool has_ended;
        LB_OK(find_ended(folder, &r->runs[n], &has_ended, err));
        if (!has_ended) p->left += r->runs[n].seconds;
    }
    for (size_t n = 0; n < r->item_count; n++)
        p->left += lb_paper_command_seconds(r, r->items[n].item);
    if (p->left > 3600.0 && !r->o->quiet)
        fprintf(stderr,
                "this takes some %s on this device; quick=1 is the same in small, max-wall=SECONDS "
                "stops in time, and `sluice reproduce list` says what each item takes\n",
                lb_paper_time_text(p->left, time, sizeof time));
    return LB_STATUS_OK;
}

static enum lb_status take_turn(struct lb_reproduce *r, size_t n, const char *folder,
                                bool only_reads, struct pace *p, struct lb_error *err)
{
    const double begin = lb_clock();
    const bool is_late = r->max_wall > 0.0 && begin - r->started > r->max_wall;
    bool has_ended = false;
    LB_OK(find_ended(folder, &r->runs[n], &has_ended, err));
    if ((only_reads || is_late) && !has_ended) return LB_STATUS_OK;
    if (!has_ended) announce(r, n, p);
    LB_OK(make_run(r, &r->runs[n], folder, err));
    if (has_ended) return LB_STATUS_OK;
    p->estimated += r->runs[n].seconds;
    p->left -= r->runs[n].seconds;
    p->taken += lb_clock() - begin;
    return LB_STATUS_OK;
}

enum lb_status lb_paper_make_runs(struct lb_reproduce *r, bool only_reads, struct lb_error *err)
{
    char folder[LB_PATH_SIZE];
    struct pace p = {0};
    LB_OK(lb_path_join(r->folder, "runs", folder, sizeof folder, err));
    LB_OK(lb_folder_ensure(folder, err));
    if (!only_reads) LB_OK(sum_up(r, folder, &p, err));
    for (size_t n = 0; n < r->run_count && r->signal == 0; n++)
        LB_OK(take_turn(r, n, folder, only_reads, &p, err));
    return LB_STATUS_OK;
}

/* --- commands of this program ------------------------------------------------------------------------ */

enum { WORDS = 32 };

enum lb_status lb_paper_run_command(const struct lb_reproduce *r, const char *const *command,
                                    char **output, struct lb_error *err)
{
    char self[LB_PATH_SIZE];
    const char *words[WORDS] = {self};
    size_t count = 1;
    LB_OK(lb_process_self(self, sizeof self, err));
    for (; *command != NULL && count < WORDS - 3; command++)
        words[count++] = *command;
    if (r->o->device != NULL) {
        words[count++] = "-d";
        words[count++] = r->o->device;
    }
    return lb_process_run(words, "", output, err);
}

static enum lb_status measure_item(struct lb_reproduce *r, const struct lb_paper_item *item,
                                   struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_error own = {0};
    char folder[LB_PATH_SIZE], path[LB_PATH_SIZE], time[32], *text = NULL;
    LB_TRY(lb_path_join(r->folder, item->name, folder, sizeof folder, err));
    LB_TRY(lb_path_join(folder, "measured.json", path, sizeof path, err));
    if (access(path, F_OK) == 0) goto cleanup;
    const char *const *command = r->is_quick ? item->quick_command : item->command;
    const double seconds = lb_paper_command_seconds(r, item);
    if (!r->o->quiet)
        fprintf(stderr, "%s: sluice %s%s%s\n", item->name, command[0],
                seconds > 0.0 ? ", some " : "",
                seconds > 0.0 ? lb_paper_time_text(seconds, time, sizeof time) : "");
    if (lb_paper_run_command(r, command, &text, &own) != LB_STATUS_OK) {
        fprintf(stderr, "sluice: %s is not judged: %s\n", item->name, own.text);
        goto cleanup;
    }
    LB_TRY(lb_folder_ensure(folder, err));
    LB_TRY(lb_text_write(path, text, err));
cleanup:
    free(text);
    return st;
}

enum lb_status lb_paper_measure(struct lb_reproduce *r, struct lb_error *err)
{
    for (size_t n = 0; n < r->item_count && r->signal == 0; n++) {
        const bool is_late = r->max_wall > 0.0 && lb_clock() - r->started > r->max_wall;
        if (r->items[n].item->command != NULL && !is_late)
            LB_OK(measure_item(r, r->items[n].item, err));
    }
    return LB_STATUS_OK;
}

char *lb_paper_measured(const struct lb_reproduce *r, const char *item)
{
    char path[LB_PATH_SIZE];
    const int length = snprintf(path, sizeof path, "%s/%s/measured.json", r->folder, item);
    FILE *file = length < (int)sizeof path ? fopen(path, "r") : NULL;
    char *text = file != NULL ? lb_read_text(file) : NULL;
    if (file != NULL) fclose(file);
    return text;
}

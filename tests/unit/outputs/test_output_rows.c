/* test_output_rows.c - what holds for every output of the list, so that a new row is tested by
 * itself: its parameters, its steps, what it refuses, what it keeps in a checkpoint.
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "run/run.h"
#include "run/setup.h"
#include "support/check.h"
#include "support/fake_run.h"

static enum lb_status sample(void *state, struct lb_run *run, const struct lb_record *record,
                             struct lb_error *err)
{
    (void)state;
    return lb_series_add_row(&run->outputs, 0,
                             (double[]){(double)record->step, 0.5 * (double)record->step}, err);
}
static const struct lb_series series[] = {
    {"half.csv", "step,half", sample, LB_SERIES_COMPUTED, true}, {0}};
static const struct lb_setup setup = {.name = "toy", .series = series}, bare = {.name = "bare"};

/* All that can be had without a device. */
static const char everything[] =
    "vtk=7 png=5 picture=speed film=3 histogram=4 watch=speed@mean,velocity.x@2:3:0 watch-every=3 "
    "mean=6 mean-every=4 checkpoint=9 charts=svg,pdf fields=density";

static size_t length(const struct lb_parameter *p)
{
    size_t count = 0;
    while (p != NULL && p[count].name != NULL)
        count++;
    return count;
}

static bool has_key(const struct lb_parameter *p, const char *name)
{
    for (; p != NULL && p->name != NULL; p++)
        if (strcmp(p->name, name) == 0) return true;
    return false;
}

static void rows_have_names_and_their_keys_are_told(void)
{
    size_t keys = 0;
    for (const struct lb_output *const *row = lb_output_rows; *row != NULL; row++) {
        const struct lb_output *o = *row;
        LB_CHECK(o->name[0] != '\0' && o->choose != NULL);
        for (const struct lb_output *const *other = row + 1; *other != NULL; other++)
            LB_CHECK(strcmp(o->name, (*other)->name) != 0);
        for (const struct lb_parameter *p = o->parameters; p != NULL && p->name != NULL; p++) {
            LB_CHECK(p->unit[0] != '\0' && p->meaning[0] != '\0');
            LB_CHECK(lb_parameter_is_text(p) || p->min < p->max);
            LB_CHECK(has_key(lb_common_parameters(), p->name));
        }
        const char *const *name = o->beside_case;
        for (; name != NULL && *name != NULL; name++)
            LB_CHECK(has_key(o->parameters, *name) && lb_output_is_beside_case(*name));
        keys += length(o->parameters);
    }
    LB_CHECK(keys > 0 && keys < length(lb_common_parameters()));
    LB_CHECK(!lb_output_is_beside_case("quick"));
}

static void no_key_is_there_twice(void)
{
    for (const struct lb_parameter *p = lb_common_parameters(); p->name != NULL; p++)
        LB_CHECK(!has_key(p + 1, p->name));
}

/* Behind `step`, and the same for all steps up to it. */
static void check_due(const struct lb_output *row, const void *output)
{
    for (uint64_t step = 0; step < 200; step++) {
        const uint64_t next = row->due(output, step);
        if (!LB_CHECK(next > step)) return;
        if (next > 0 && next < 1000) LB_CHECK_EQUAL_INT(row->due(output, next - 1), next);
    }
}

static void steps_that_are_due_lie_ahead(void)
{
    const char *const choices[] = {"", everything, "vtk=0 png=0 checkpoint=600s"};
    for (size_t n = 0; n < sizeof choices / sizeof *choices; n++) {
        struct lb_run run;
        struct lb_error err = {0};
        lb_fake_run_open(&run, &setup, lb_output_rows, choices[n]);
        if (LB_CHECK_OK(lb_outputs_choose(&run.outputs, &err), &err))
            for (int k = 0; lb_output_rows[k] != NULL; k++)
                if (run.outputs.output[k] != NULL && lb_output_rows[k]->due != NULL)
                    check_due(lb_output_rows[k], run.outputs.output[k]);
        lb_fake_run_close(&run);
    }
}

static uint64_t due_of(struct lb_run *run, const struct lb_output *row, uint64_t step)
{
    return row->due(lb_outputs_find(&run->outputs, row), step);
}

static void each_is_due_at_its_own_steps(void)
{
    struct lb_run run;
    struct lb_error err = {0};
    lb_fake_run_open(&run, &setup, lb_output_rows, everything);
    if (LB_CHECK_OK(lb_outputs_choose(&run.outputs, &err), &err)) {
        LB_CHECK_EQUAL_INT(due_of(&run, &lb_output_fields, 7), 14);
        LB_CHECK_EQUAL_INT(due_of(&run, &lb_output_pictures, 14), 15);
        LB_CHECK_EQUAL_INT(due_of(&run, &lb_output_histogram, 0), 4);
        LB_CHECK_EQUAL_INT(due_of(&run, &lb_output_watch, 5), 6);
        LB_CHECK_EQUAL_INT(due_of(&run, &lb_output_checkpoint, 9), 18);
        LB_CHECK_EQUAL_INT(due_of(&run, &lb_output_series, 3), 4); /* observations */
        LB_CHECK_EQUAL_INT(due_of(&run, &lb_output_mean, 0), 6);   /* mean=6, then every 4 */
        LB_CHECK_EQUAL_INT(due_of(&run, &lb_output_mean, 6), 10);
        LB_CHECK_EQUAL_INT(lb_outputs_due(&run.outputs, 0, 100), 2);
        LB_CHECK_EQUAL_INT(lb_outputs_due(&run.outputs, 0, 1), 1);
    }
    lb_fake_run_close(&run);
}

static void refuse(const struct lb_setup *of, const char *parameters, const char *sentence)
{
    struct lb_run run;
    struct lb_error err = {0};
    lb_fake_run_open(&run, of, lb_output_rows, parameters);
    LB_CHECK_EQUAL_INT(lb_outputs_choose(&run.outputs, &err), LB_STATUS_USAGE);
    if (!LB_CHECK(strstr(err.text, sentence) != NULL)) printf("  %s: %s\n", parameters, err.text);
    lb_fake_run_close(&run);
}

static void what_makes_no_sense_is_refused(void)
{
    refuse(&setup, "checkpoint=5x", "checkpoint=5x");
    refuse(&setup, "checkpoint=0.5s", "seconds");
    refuse(&setup, "fields=heat", "heat");
    refuse(&setup, "vtk-files=two", "vtk-files");
    refuse(&setup, "vtk-from=1", "2 numbers with commas between them are needed");
    refuse(&setup, "vtk-units=si", "does not say how many metres");
    refuse(&setup, "watch=speed", "FIELD@mean");
    refuse(&setup, "watch=heat@mean", "heat");
    refuse(&setup, "watch=speed@8:0:0", "8:0:0");
    refuse(&setup, "watch=speed.x@mean", "one component");
    refuse(&setup, "mean-every=3", "mean=STEP");
    refuse(&setup, "film=5", "png=N");
    refuse(&setup, "picture=heat", "heat");
    refuse(&setup, "picture-axes=si", "metres");
    refuse(&setup, "picture-axes=length", "toy");
    refuse(&setup, "charts=gif", "gif");
    refuse(&bare, "probe=3", "bare writes no time series");
}

/* --- names of files --------------------------------------------------------------------------- */

static void claim(struct lb_file_names *names, const char *name, const char *owner)
{
    struct lb_error err = {0};
    LB_CHECK_OK(lb_file_names_claim(names, name, owner, &err), &err);
}

/* Also those that no run has chosen together, with the tables of each setup. */
static void no_two_rows_write_one_file(void)
{
    for (const struct lb_setup *const *of = lb_setups; *of != NULL; of++) {
        struct lb_file_names names = {0};
        for (const struct lb_output *const *row = lb_output_rows; *row != NULL; row++)
            for (size_t n = 0; (*row)->files != NULL && (*row)->files[n] != NULL; n++)
                claim(&names, (*row)->files[n], (*row)->name);
        for (const struct lb_series *s = (*of)->series; s != NULL && s->file != NULL; s++)
            claim(&names, s->file, s->file);
        free(names.list);
    }
}

static void a_file_of_two_outputs_is_refused(void)
{
    static const struct lb_series taken[] = {
        {"watch.csv", "step,half", sample, LB_SERIES_COMPUTED, true}, {0}};
    const struct lb_setup clashes = {.name = "toy", .series = taken};
    refuse(&clashes, "watch=speed@mean",
           "the time series and watch would both write the file 'watch.csv'");
}

static void check_bodies(const char *first, const char *second, const char *sentence)
{
    const struct lb_body bodies[] = {{.name = first}, {.name = second}};
    struct lb_run run;
    struct lb_error err = {0};
    lb_fake_run_open(&run, &bare, lb_output_rows, "body-surface=5");
    run.c.bodies = bodies;
    run.c.body_count = 2;
    const enum lb_status st = lb_outputs_choose(&run.outputs, &err);
    LB_CHECK_EQUAL_INT(st, sentence[0] == '\0' ? LB_STATUS_OK : LB_STATUS_USAGE);
    if (!LB_CHECK(strstr(err.text, sentence) != NULL)) printf("  %s\n", err.text);
    lb_fake_run_close(&run);
}

static void bodies_have_files_of_their_own(void)
{
    check_bodies("a_wing_whose_name_is_long_1", "a_wing_whose_name_is_long_2", "");
    char one[100] = "", other[100] = "";
    memset(one, 'a', 90);
    memset(other, 'a', 90);
    one[90] = '1';
    check_bodies(one, other, "aaa1' and body 'aaa");
    check_bodies("wing+flap", "wing-flap",
                 "body 'wing+flap' and body 'wing-flap' would both write the file "
                 "'body-wing-flap.pvd'");
    check_bodies("Wing", "wing",
                 "body 'Wing' and body 'wing' would write 'body-Wing.pvd' and 'body-wing.pvd', "
                 "which are one file");
}

/* --- checkpoints ------------------------------------------------------------------------------ */

static char folder[] = "outputs-XXXXXX";

static bool save(struct lb_run *run)
{
    struct lb_error err = {0};
    struct lb_archive *a = NULL;
    const bool fine = LB_CHECK_OK(lb_archive_create(folder, &a, &err), &err) &&
                      LB_CHECK_OK(lb_outputs_archive(&run->outputs, a, &err), &err) &&
                      LB_CHECK_OK(lb_archive_commit(a, &err), &err);
    lb_archive_close(a);
    return fine;
}

/* Names that checkpoints have had since there were any: those of older versions must load. */
static void check_names(const struct lb_archive *a)
{
    static const char *const names[] = {
        "fields.has_last",     "fields.last",     "pictures.has_last", "pictures.last",
        "histograms.has_last", "histograms.last", "surfaces.has_last", "surfaces.last",
        "half.next",           "half.has_last",   "half.last"};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        if (!LB_CHECK(lb_archive_find(a, names[n]) != NULL)) printf("  %s\n", names[n]);
    LB_CHECK(lb_archive_has_array(a, "rows-half") && lb_archive_has_array(a, "rows-watch"));
}

static bool load(struct lb_run *run, void (*check)(const struct lb_archive *a))
{
    struct lb_error err = {0};
    struct lb_archive *a = NULL;
    const bool fine = LB_CHECK_OK(lb_archive_open(folder, &a, &err), &err) &&
                      LB_CHECK_OK(lb_outputs_archive(&run->outputs, a, &err), &err);
    if (fine && check != NULL) check(a);
    lb_archive_close(a);
    return fine;
}

/* The series has rows of steps 0, 4, 8, ... */
static void begin(struct lb_run *run)
{
    struct lb_error err = {0};
    lb_fake_run_open(run, &setup, lb_output_rows, everything);
    run->plan.series[0].every = 4;
    LB_CHECK_OK(lb_outputs_choose(&run->outputs, &err), &err);
}

static void sample_until(struct lb_run *run, uint64_t end)
{
    struct lb_error err = {0};
    const struct lb_output *row = &lb_output_series;
    void *output = lb_outputs_find(&run->outputs, row);
    if (run->step == 0) LB_CHECK_OK(row->at[LB_OUTPUT_START](output, &err), &err);
    while ((run->step = row->due(output, run->step)) <= end)
        LB_CHECK_OK(row->at[LB_OUTPUT_STEP](output, &err), &err);
    run->step = end;
}

/* A row that is chosen by its own key has steps, and loads what it saved. */
static void check_chosen(const struct lb_output *row, const char *choice)
{
    struct lb_run run;
    struct lb_error err = {0};
    lb_fake_run_open(&run, &setup, lb_output_rows, choice);
    const enum lb_status st = lb_outputs_choose(&run.outputs, &err);
    const void *output = lb_outputs_find(&run.outputs, row);
    if (!LB_CHECK(st == LB_STATUS_OK || st == LB_STATUS_USAGE)) printf("  %s\n", err.text);
    if (st == LB_STATUS_OK && output != NULL) {
        if (row->due != NULL) check_due(row, output);
        LB_CHECK(save(&run) && load(&run, NULL));
    }
    lb_fake_run_close(&run);
}

static void each_can_be_chosen_by_its_key(void)
{
    for (const struct lb_output *const *row = lb_output_rows; *row != NULL; row++)
        for (const struct lb_parameter *p = (*row)->parameters; p != NULL && p->name != NULL; p++) {
            char choice[64];
            snprintf(choice, sizeof choice, "%s=4", p->name);
            if (p->kind == LB_PARAMETER_COUNT && p->min <= 4 && p->max >= 4)
                check_chosen(*row, choice);
        }
}

static void what_was_saved_goes_on(void)
{
    struct lb_run run, later;
    begin(&run);
    begin(&later);
    sample_until(&run, 10);
    if (save(&run) && load(&later, check_names)) {
        later.step = 10;
        sample_until(&later, 20);
        const struct lb_table *t = lb_series_rows(&later.outputs, 0);
        LB_CHECK_EQUAL_INT(t->rows, 6);
        for (size_t n = 0; n < t->rows; n++) {
            LB_CHECK_NEAR(t->numbers[2 * n], 4.0 * (double)n, 0.0);
            LB_CHECK_NEAR(t->numbers[2 * n + 1], 2.0 * (double)n, 0.0);
        }
    }
    lb_fake_run_close(&run);
    lb_fake_run_close(&later);
}

/* --- run.json --------------------------------------------------------------------------------- */

static void only_a_checkpoint_that_is_there_is_told(void)
{
    struct lb_run run;
    begin(&run);
    for (int round = 0; round < 2; round++) {
        struct lb_json w = lb_json_begin(NULL);
        lb_outputs_describe(&run.outputs, &w);
        cJSON *object = lb_json_take(&w);
        LB_CHECK_EQUAL_INT(cJSON_GetArraySize(object), round);
        if (round == 1) LB_CHECK_NEAR(lb_json_number_of(object, "checkpoint_step"), 12.0, 0.0);
        cJSON_Delete(object);
        lb_checkpoint_note_loaded(&run.outputs, 12);
    }
    lb_fake_run_close(&run);
}

int main(void)
{
    if (!LB_CHECK(mkdtemp(folder) != NULL)) return lb_check_report();
    LB_TEST(rows_have_names_and_their_keys_are_told);
    LB_TEST(no_key_is_there_twice);
    LB_TEST(steps_that_are_due_lie_ahead);
    LB_TEST(each_is_due_at_its_own_steps);
    LB_TEST(what_makes_no_sense_is_refused);
    LB_TEST(no_two_rows_write_one_file);
    LB_TEST(a_file_of_two_outputs_is_refused);
    LB_TEST(bodies_have_files_of_their_own);
    LB_TEST(each_can_be_chosen_by_its_key);
    LB_TEST(what_was_saved_goes_on);
    LB_TEST(only_a_checkpoint_that_is_there_is_told);
    return lb_check_report();
}

/* resume_command.c - `sluice resume`: a run goes on from its checkpoint.
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checkpoint/archive.h"
#include "cli/read_study.h"
#include "commands/commands.h"
#include "io/file.h"

/* What may differ from the run that was saved: how far it goes, and when it saves. */
static const char *const may_change[] = {"steps", "max-wall", "checkpoint", NULL};

static enum lb_status check_value(const char *pair, struct lb_error *err)
{
    char key[64];
    const char *text;
    LB_OK(lb_options_split(pair, key, sizeof key, &text, err));
    for (const char *const *name = may_change; *name != NULL; name++)
        if (strcmp(*name, key) == 0) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_USAGE,
                   "resume: '%s' belongs to the case that goes on; only steps, max-wall and "
                   "checkpoint can change",
                   pair);
}

/* The request of the case file in the checkpoint, with what the command line changes. */
static enum lb_status read_request(const struct lb_options *o, struct lb_archive *a,
                                   struct lb_asked *asked, struct lb_error *err)
{
    char path[LB_PATH_SIZE];
    struct lb_options own = *o;
    LB_OK(lb_archive_file(a, "case.ini", err));
    LB_OK(lb_archive_path(a, "case.ini", path, sizeof path, err));
    own.case_file = path;
    own.word_count = 0;
    own.output = o->words[0];
    LB_OK(lb_asked_read(&own, asked, err));
    asked->study.run.archive = a;
    LB_NEED(asked->kind == LB_STUDY_NONE, LB_STATUS_USAGE,
            "resume goes on with one run; '%s' is one of several", o->words[0]);
    return LB_STATUS_OK;
}

/* An ensemble and the like keep their runs in folders of their own. */
static enum lb_status refuse_study(const char *folder, struct lb_error *err)
{
    static const struct {
        const char *file, *cure;
    } studies[] = {
        {"ensemble.json", "the command that began it, with -o and this folder, goes on with it"},
        {"sweep.json", "each of its runs has a folder that `sluice resume` takes"},
        {"compare.json", "each of its runs has a folder that `sluice resume` takes"}};
    for (size_t n = 0; n < sizeof studies / sizeof studies[0]; n++) {
        char path[LB_PATH_SIZE];
        LB_OK(lb_path_join(folder, studies[n].file, path, sizeof path, err));
        FILE *file = fopen(path, "rb");
        if (file == NULL) continue;
        fclose(file);
        return lb_fail(err, LB_STATUS_USAGE, "'%s' holds several runs (%s); %s", folder,
                       studies[n].file, studies[n].cure);
    }
    return LB_STATUS_OK;
}

enum lb_status lb_resume_command(const struct lb_options *o, FILE *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_archive *archive = NULL;
    struct lb_asked asked = {0};
    char folder[LB_PATH_SIZE];
    int lock = -1;
    LB_REQUIRE(o->word_count == 1, LB_STATUS_USAGE,
               "resume: which run? Give the output folder of one that has a checkpoint");
    snprintf(folder, sizeof folder, "%s", o->words[0]);
    for (size_t i = 0; i < o->value_count; i++)
        LB_TRY(check_value(o->values[i], err));
    LB_TRY(refuse_study(folder, err));
    LB_TRY(lb_folder_lock(folder, &lock, err));
    LB_TRY(lb_archive_open(folder, &archive, err));
    LB_TRY(read_request(o, archive, &asked, err));
    st = lb_run_once(&asked.study.run, out, err);
cleanup:
    lb_asked_free(&asked);
    lb_archive_close(archive);
    lb_folder_unlock(lock);
    return st;
}

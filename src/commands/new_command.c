/* new_command.c - prints a case file to begin with.
 * SPDX-License-Identifier: MIT */
#include <errno.h>
#include <string.h>

#include "base/suggest.h"
#include "cli/known_cases.h"
#include "commands/commands.h"
#include "io/wrapped.h"

static enum lb_status print_list(FILE *out)
{
    struct lb_known_case cases[LB_KNOWN_CASES];
    const int count = lb_known_cases(cases);
    for (int n = 0; n < count; n++)
        lb_print_entry(out, 23, cases[n].name, cases[n].summary);
    return LB_STATUS_OK;
}

static enum lb_status copy(FILE *out, const char *path, struct lb_error *err)
{
    char block[4096];
    FILE *file = fopen(path, "r");
    LB_NEED(file != NULL, LB_STATUS_FAILED, "cannot read '%s': %s", path, strerror(errno));
    for (size_t got = fread(block, 1, sizeof block, file); got > 0;
         got = fread(block, 1, sizeof block, file))
        fwrite(block, 1, got, out);
    const bool failed = ferror(file) != 0;
    fclose(file);
    LB_NEED(!failed, LB_STATUS_FAILED, "cannot read '%s'", path);
    return LB_STATUS_OK;
}

enum lb_status lb_new_print(FILE *out, const char *name, struct lb_error *err)
{
    char path[LB_PATH_SIZE], hint[128];
    struct lb_known_case cases[LB_KNOWN_CASES];
    const char *names[LB_KNOWN_CASES + 1] = {NULL};
    if (name == NULL) return print_list(out);
    if (lb_known_case_path(name, path)) return copy(out, path, err);
    const int count = lb_known_cases(cases);
    for (int n = 0; n < count; n++)
        names[n] = cases[n].name;
    return lb_fail(err, LB_STATUS_USAGE, "there is no case '%s'%s; `sluice new` lists them", name,
                   lb_suggest_hint(name, names, hint, sizeof hint));
}

/* compare_command.c - `sluice compare`.
 * SPDX-License-Identifier: MIT */
#include "commands/commands.h"

#include "cli/read_study.h"
#include "study/studies.h"

enum lb_status lb_compare_command(const struct lb_options *o, FILE *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_asked asked = {0};
    LB_REQUIRE(!(o->csv && o->json), LB_STATUS_USAGE, "--csv and --json exclude each other");
    LB_REQUIRE(!(o->csv && o->print_case), LB_STATUS_USAGE,
               "--csv is the table of the results, and --print-case has none");
    LB_TRY(lb_asked_read(o, &asked, err));
    st = o->print_case ? lb_compare_print_case(&asked.study, out, err)
                       : lb_compare(&asked.study, out, err);
cleanup:
    lb_asked_free(&asked);
    return st;
}

/* reproduce.h - `sluice reproduce`: figures and tables of Lehmann et al., Phys. Rev. E 106, 015308 (2022),
 * made anew, each beside what the paper says, with a verdict.
 * SPDX-License-Identifier: MIT */
#ifndef LB_REPRODUCE_REPRODUCE_H
#define LB_REPRODUCE_REPRODUCE_H

#include <stdio.h>

#include "cli/options.h"

/* o->words: items by name or by the paper's number ("poiseuille-radius", "fig4"), "all", "list" (what there
 * is, and what it costs) or "report" (the pages alone, from what is there).  Runs, data, checks and
 * report.md, report.html go into --output; where it has been begun, what is done stays.
 * LB_STATUS_VERDICT where a check fails; a signal's status with the report of what is there. */
enum lb_status lb_reproduce(const struct lb_options *o, FILE *out, struct lb_error *err);

#endif
